"""A whole class through `subword-lab instructor audit`: does each get what it earned, how long.

    python benchmarks/audit.py --students 300        # writes audit.md

Every student hands in a notebook for each lesson: some perfect, some blank, most a mixture of
right, wrong and missing answers, some hostile, some broken files. What each must earn is known
beforehand: the answers are scored one by one in this process. The class is drawn from a seed.
"""

import argparse
import json
import random
import re
import resource
import shutil
import tempfile
import time
from collections import Counter
from functools import cache
from inspect import getsource
from pathlib import Path

from machine import described
from subword_lab import exercises, lab
from subword_lab.exercises import own
from subword_lab.exercises.model import source as source_of
from subword_lab.exercises.model import under_imports
from subword_lab.exercises.own import results as own_results
from subword_lab.instructor import audit, doctor, keys, notebooks
from subword_lab.instructor.gradebooks import Gradebook
from subword_lab.instructor.isolated import Isolated

PAGE = Path(__file__).with_suffix(".md")
LESSONS = [path.stem for path in lab.shipped_notebooks() if not path.stem.startswith("00")]
KINDS = {"mixed": 77, "perfect": 6, "blank": 8, "hostile": 4, "broken": 5}  # percent
ENCODED = "utf-16"
HOSTILE = {
    "endless loop": "def {name}(*args):\n    while True:\n        try: pass\n        except: pass",
    "ends the process": "import os\ndef {name}(*args):\n    os._exit(0)",
    "endless cell": "while True: pass",
    "reads the reference": "from subword_lab import exercises\n"
    "{name} = exercises.get('{id}').reference",
    "replaces the checker": "import subword_lab.exercises as e\ne.score = lambda *a: 9.0\n"
    "def {name}(*args): return None",
    "forged replies": "import os\ndef {name}(*args):\n    os.write(4, b'[0]\\n' * 99)",
    "eats memory": "def {name}(*args):\n    return [0] * 10**11",
    "ends everybody": "import os, signal\nos.kill(-1, signal.SIGKILL)\n{name} = None",
    "starts processes": "import os\nwhile True: os.fork()",
    "fills the disk": "open('/tmp/full', 'wb').write(bytes(10**9))",
    "no Python": "def {name}(:",
}


def build(course: Path, students: int) -> dict[tuple[str, str], float]:
    """Write the class; give what each submission must earn."""
    keys.create(course)
    secret, rng, expected = keys.read(course), random.Random(1), {}
    shipped = {path.stem: path for path in lab.shipped_notebooks()}
    blank = {lesson: notebooks.assignment(shipped[lesson]) for lesson in LESSONS}
    for lesson, text in blank.items():
        (course / "source" / lesson).mkdir(parents=True)
        (course / "source" / lesson / f"{lesson}.ipynb").write_text(text, encoding="utf-8")
    for number in range(students):
        student = f"s{number:04d}"
        for lesson in LESSONS:
            kind = rng.choices([*KINDS], [*KINDS.values()])[0]
            found = json.loads(blank[lesson])
            seed, token = keys.seed(secret, lesson), keys.token(secret, student)
            expected[student, lesson] = fill(found, kind, seed, token, rng)
            folder = course / "submitted" / student / lesson
            folder.mkdir(parents=True)
            (folder / f"{lesson}.ipynb").write_bytes(as_file(found, kind, rng))
    return expected


def fill(found, kind: str, seed: str, token: str, rng: random.Random) -> float:
    """Answer a notebook as its kind wants; give the points its answers are worth."""
    answers = [cell for cell in found["cells"] if ours(cell).get("role") == "answer"]
    for cell in found["cells"]:
        cell["source"] = doctor.bare("".join(cell["source"]))
    enemy = rng.choice(answers) if kind == "hostile" else None
    total = 0.0
    for cell in answers:
        id = ours(cell)["exercise"]
        if cell is enemy:
            exercise = exercises.get(id)
            cell["source"] = rng.choice([*HOSTILE.values()]).format(name=exercise.name, id=id)
            continue
        weights = {"perfect": (1, 0, 0), "blank": (0, 1, 0)}.get(kind, (6, 2, 2))
        which = rng.choices(("right", "blank", "wrong"), weights)[0]
        if id.startswith("own-"):  # to compute them all twice would take longer than the audit
            solved = kind == "perfect"
            cell["source"] = own_answer(id, token) if solved else "own = None"
            total += own.POINTS if solved else 0
        else:
            cell["source"] = rng.choice(sources(id)[which])
            total += worth(id, cell["source"], seed)
    return round(total, 4)


def ours(cell):
    """What the course wrote into a cell."""
    return cell["metadata"].get("subword_lab", {})


@cache
def sources(id: str) -> dict[str, list[str]]:
    """An exercise's answers as code: right ones, the stub, wrong ones."""
    exercise = exercises.get(id)
    if not exercise.is_code:
        write = "{} = {!r}".format
        wrong = [write(exercise.name, value) for value in exercise.wrong.values()]
        right = [write(exercise.name, exercise.reference)]
    else:
        wrong = [named(exercise, function) for function in exercise.wrong.values()]
        right = [named(exercise, exercise.reference)]
    others = {other.name for other in exercises.of_lesson(exercise.lesson)} - {exercise.name}
    leans = re.compile(rf"\b(lambda|{'|'.join(others)})\b")  # its worth would depend on them
    kept = [code for code in wrong if not leans.search(code)] or [exercise.stub]
    return {"right": right, "blank": [exercise.stub], "wrong": kept}


def named(exercise, function) -> str:
    """A function's source under the name that the exercise asks for."""
    code = source_of(function) if callable(function) else getsource(function)
    return under_imports(exercise.imports, f"{code}\n{exercise.name} = {function.__name__}")


def own_answer(id: str, token: str) -> str:
    """The right answer to a student's own task; the audit computes it for itself."""
    result = own_results.RESULTS[id](own.tasks.params(id, token))
    return f"{id.replace('-', '_')} = {result!r}"


@cache
def worth(id: str, code: str, seed: str) -> float:
    """The points of an answer, scored here."""
    names: dict[str, object] = {}
    exec(code, names)
    return exercises.score(id, names.get(exercises.get(id).name), seed)


def as_file(found, kind: str, rng: random.Random) -> bytes:
    """The bytes of a notebook; a broken one keeps all its answers, for those can be compared."""
    if kind != "broken":
        return json.dumps(found).encode()
    how = rng.choice(("encoding", "cut", "copies", "bare", "old"))
    if how == "encoding":
        return json.dumps(found, ensure_ascii=False).encode(ENCODED)
    if how == "cut":
        return json.dumps(found).encode()[:-9]
    if how == "copies":
        found["cells"] += [cell for cell in found["cells"] if ours(cell).get("role") == "score"]
    if how == "bare":
        for cell in found["cells"]:
            cell["metadata"] = {}
    if how == "old":
        found = {"nbformat": 3, "metadata": {}, "worksheets": [{"cells": found["cells"]}]}
    return json.dumps(found).encode()


def main() -> None:
    """Build a class, audit it, write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    probe = Isolated()
    probe.close()
    if set(probe.walls) != {"files", "calls"}:
        raise SystemExit("the hostile cells are run behind walls only, which this system lacks")
    course = Path(tempfile.mkdtemp(prefix="class-"))
    try:
        began = time.perf_counter()
        expected = build(course, options.students)
        print(f"{len(expected)} submissions written in {time.perf_counter() - began:.0f} s")
        machine, before, began = described(), processor_seconds(), time.perf_counter()
        results = audit.audit(course, Gradebook(), options.workers, shown)
        seconds, computed = time.perf_counter() - began, processor_seconds() - before
    finally:
        shutil.rmtree(course, ignore_errors=True)
    wrong = [r for r in results if abs(r.earned - expected[r.student, r.assignment]) > 0.001]
    for r in wrong[:20]:
        print(r.student, r.assignment, r.status, r.earned, expected[r.student, r.assignment])
    text = page(options, machine, seconds, computed, results, wrong)
    PAGE.write_text(text, encoding="utf-8")
    print(text)


def shown(done: int, of: int) -> None:
    """Say now and then how far it is."""
    if done % 100 == 0 or done == of:
        print(f"{done}/{of}", flush=True)


def processor_seconds() -> float:
    """What this process and those it has waited for have computed."""
    used = [resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def page(options, machine, seconds, computed, results, wrong) -> str:
    """The figures as a page."""
    count, peak = len(results), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    counted = Counter(result.status for result in results)
    statuses = ", ".join(f"{n} {status}" for status, n in counted.items())
    kinds = ", ".join(f"{percent} % {kind}" for kind, percent in KINDS.items())
    walls = {" and ".join(r.walls) or "none" for r in results if r.status == "graded"}
    problems = Counter(problem for r in results for problem in r.problems)
    rows = {
        "students × notebooks": f"{options.students} × {len(LESSONS)}",
        "submissions in, results out": f"{count}, {count}",
        "statuses": statuses,
        "broken files": ", ".join(f"{n} {name}" for name, n in problems.items()) or "none",
        "exercises graded": sum(len(r.marks) for r in results),
        "marks other than the answers are worth": len(wrong),
        "walls that stood": ", ".join(walls),
        "processes grading": options.workers,
        "time": f"{seconds:.0f} s, {seconds / count:.2f} s a submission",
        "processor time": f"{computed:.0f} s, {computed / count:.2f} s a submission",
        "memory of the main process at most": f"{peak:.0f} MB",
    }
    table = "\n".join(f"| {name} | {value} |" for name, value in rows.items())
    on = ", ".join(f"{name} {machine[name]}" for name in ("processor", "cores", "load", "Python"))
    return f"""# A class through the audit

Written by `python benchmarks/audit.py --students {options.students}`; do not edit.

| | |
|---|---|
{table}

Machine: {on}. A load above the number of cores means that others were computing too, and that the
time would have been shorter; the processor time would be the same.

The class is drawn from a seed: {kinds} submissions. What each must earn was
computed beforehand, answer by answer, by `exercises.score` with the course's secret seed; own tasks
are right in the perfect ones and blank in the others. Hostile cells: {", ".join(HOSTILE)}.
"""


if __name__ == "__main__":
    main()
