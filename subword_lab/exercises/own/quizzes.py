"""A graded quiz: its questions are drawn for each student from the course's secret seed.

Where submissions are scored, SUBWORD_LAB_SEED and SUBWORD_LAB_TOKEN give the draw once more. The
student reads the questions, without their keys, from `quizzes.json` beside the notebook, and
answers with letters, numbers and texts. Open questions and matches are not among them.
"""

import hashlib
import json
import os
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from subword_lab import i18n, quiz
from subword_lab.exercises import own
from subword_lab.exercises.forms import Rows, Sheet
from subword_lab.exercises.model import Exercise
from subword_lab.quiz import Question, lettering

FILE = "quizzes.json"
FORMAT = 1
MOST = 10  # questions of a quiz: pools are small, and neighbors are to get others
GRADED = ("single", "multiple", "numeric", "text", "order")
TAUGHT = {
    "01_oov": ("why-subwords",),
    "02_bpe": ("bpe",),
    "03_byte_level_bpe": ("byte-level", "llm-behavior"),
    "04_wordpiece": ("wordpiece",),
    "05_unigram": ("unigram",),
    "06_sentencepiece": ("sentencepiece",),
    "07_in_production": ("production", "design"),
    "08_interview": ("real-models", "design", "llm-behavior"),
}
_LESSONS = {lesson[:2]: lesson for lesson in TAUGHT}
_NAMED = re.compile(r"quiz-(\d\d)-(\d{1,2})-([0-9a-f]{4})")


def name(lesson: str, count: int) -> str:
    """Name the quiz of a lesson with so many questions. `ValueError` for what cannot be.

    The end of the name tells one bank from another: a draw from another one asks other questions.

    >>> name("02_bpe", 5)[:-4]
    'quiz-02-5-'
    """
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST:
        raise ValueError(f"a quiz has 1 to {MOST} questions; got {count!r}")
    if lesson not in TAUGHT:
        raise ValueError(f"lesson {lesson!r} has no quiz; there is one for {', '.join(TAUGHT)}")
    return f"quiz-{lesson[:2]}-{count}-{_digest(lesson[:2])}"


def is_quiz(id: Any) -> bool:
    """Whether an exercise's id is that of a quiz."""
    found = _NAMED.fullmatch(id) if isinstance(id, str) else None
    return found is not None and found[1] in _LESSONS and 1 <= int(found[2]) <= MOST


def exercise(id: str) -> Exercise:
    """Return a quiz as an exercise, for the seed and the token in the environment.

    `KeyError` where the bank is another one than the quiz was made from: nobody is to be marked by
    questions that were never asked.
    """
    number, _, made = id.split("-")[1:]
    if _pool(number) and made != _digest(number):
        raise KeyError(
            f"{id} was drawn from another bank; this one has {_digest(number)}: grade with the"
            " edition and the own question files that the course was made with"
        )
    seed = os.environ.get("SUBWORD_LAB_SEED", "")
    return _exercise(id, seed, os.environ.get("SUBWORD_LAB_TOKEN", ""))


@cache
def _exercise(id: str, seed: str, token: str) -> Exercise:
    number, count, _ = id.split("-")[1:]
    rows = tuple(str(at) for at in range(1, int(count) + 1))
    questions = dict(zip(rows, draw(id, seed, token), strict=False))
    reference = {row: lettering.write(question) for row, question in questions.items()} or None
    return Exercise(
        id=id,
        text_key="own.quiz",
        lesson=_LESSONS[number],
        kind="predict",
        points=int(count),
        form=Sheet(rows, lambda row, given: _share(questions[row], given)) if reference
        else Rows(rows),
        reference=reference,
        withheld=reference is None,
        wrong={},
    )  # fmt: skip


def draw(id: str, seed: str, token: str) -> tuple[Question, ...]:
    """Draw a quiz: the same for ever for a seed and a token; none in a class's edition.

    The pool is cut by difficulty, and one question comes from each part: so quizzes are alike in
    difficulty, and go from easy to hard.
    """
    number, count, _ = id.split("-")[1:]
    key = hashlib.sha256(f"{id}:{seed}:{token}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
    rng, pool = random.Random(key), _pool(number)
    if not pool:
        return ()
    borders = [len(pool) * at // int(count) for at in range(int(count) + 1)]
    parts = [pool[a:b] for a, b in zip(borders, borders[1:], strict=False)]
    return tuple(_own(rng.choice(part), key) for part in parts)


@cache
def _pool(number: str) -> tuple[Question, ...]:
    """The questions of a lesson's topics that can be graded, easy ones first."""
    found = [
        question
        for question in quiz.questions()
        if question.topic in TAUGHT[_LESSONS[number]] and question.kind in GRADED
    ]
    return tuple(sorted(found, key=lambda question: (question.level, question.id)))


@cache
def _digest(number: str) -> str:
    """Four characters that tell this pool from another."""
    told = repr([(question.id, question.version) for question in _pool(number)])
    return hashlib.sha256(told.encode()).hexdigest()[:4]


def _own(question: Question, key: str) -> Question:
    """Make a variant of it; where there is none, letter its options anew."""
    made = quiz.generate(question.id, key)
    return replace(made, id=f"{question.id}#{key}")


def _share(question: Question, given: Any) -> float:
    """The share of a question's point that an answer earns; what cannot be read earns nothing."""
    typed = " ".join(map(str, given)) if isinstance(given, list) else str(given)
    try:
        return quiz.mark(question, lettering.read(question, typed)).earned
    except (ValueError, TypeError):
        return 0.0


# What a student is given --------------------------------------------------------------------------


def sheets(students: Mapping[str, str], id: str, seed: str) -> str:
    """Return the text of `quizzes.json`: each student's questions under the hash of the id.

    `students` maps ids to tokens. No key is in it.
    """
    found = {
        own.hashed(student): [_sheet(question) for question in draw(id, seed, token)]
        for student, token in students.items()
    }
    whole = {"format": FORMAT, "quiz": id, "quizzes": found}
    return json.dumps(whole, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


def show(id: str, student: str | None) -> own.Own:
    """Return the student's questions, or what to do where the student is not known.

    `KeyError` if there is no such quiz.
    """
    if not is_quiz(id):
        raise KeyError(f"there is no quiz {id!r}; init --quiz names them")
    given = _sheets_of(id, student) if student else None
    if given is None:
        return own.Own(i18n.t("own.unknown_student" if student else "own.who", file=FILE))
    asked = [_said(number, sheet) for number, sheet in enumerate(given, 1)]
    example = '{"1": "B", "2": 40, "3": ["A", "C"]}'
    how = i18n.t("own.quiz.answer", name=id.replace("-", "_"), example=example)
    return own.Own("\n\n".join([i18n.t("own.quiz.title"), *asked, how]))


def _sheet(question: Question) -> dict[str, Any]:
    letters = zip(lettering.LETTERS, lettering.shuffled(question), strict=False)
    options = {letter: dict(question.options[at].text) for letter, at in letters}
    stem = dict(question.stem)
    return {"kind": question.kind, "stem": stem, "code": question.code, "options": options}


def _sheets_of(id: str, student: str) -> Sequence[Mapping[str, Any]] | None:
    """Look a student's questions up in the file beside the notebook; None if they are not there."""
    try:
        whole = json.loads(Path(FILE).read_bytes())
        if whole["format"] != FORMAT or whole["quiz"] != id:
            return None
        found = whole["quizzes"][own.hashed(str(student))]
        for sheet in found:
            _said(1, sheet)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return list(found)


def _said(number: int, sheet: Mapping[str, Any]) -> str:
    """Write one question: stem, code, options by letter, and what an answer looks like."""
    lines = [f"{number}. {_say(sheet['stem'])}"]
    lines += [f"    {line}" for line in sheet["code"].splitlines()]
    lines += [f"   {letter}. {_say(text)}" for letter, text in sheet["options"].items()]
    how = i18n.t(f"own.quiz.how.{sheet['kind']}")
    return "\n".join([*lines, f"   ({how})"])


def _say(text: Mapping[str, str]) -> str:
    return str(text.get(i18n.language()) or text["en"])
