"""The guard: nothing a learner's function does reaches the kernel, and it is stopped in time."""

import asyncio
import contextlib
import ctypes
import os
import sys
import threading
import time
import warnings

import nbformat
import pytest
from nbclient import NotebookClient

from subword_lab.exercises import guard
from subword_lab.exercises.threaded import Thread

FORKED = sys.platform == "linux"
WORKERS = [Thread]
if FORKED:
    from subword_lab.exercises import forked
    from subword_lab.exercises.forked import Child

    WORKERS = [Child, Thread]


@pytest.fixture(params=WORKERS)
def worker_of(request):
    workers = []

    def start(function):
        workers.append(request.param(function))
        return workers[-1]

    yield start
    for worker in workers:
        worker.close()


def call(worker, seconds=2, args=([], 1)):
    """One call that may compute so long, and last twice as long on the wall's clock."""
    return worker.call(args, seconds, time.monotonic() + 2 * seconds)


def add(items, n):
    return [*items, n]


def endless(items, n):
    while True:
        pass


def shouting(items, n):
    while True:
        sys.stdout.write("x" * 1000)
        sys.stderr.write("y" * 1000)


def bottomless(items, n):
    return bottomless(items, n)


def leaving(items, n):
    sys.exit("bye")


def changing(items, n):
    items.append(n)
    return items


def test_results_come_back_as_plain_data(worker_of):
    worker = worker_of(add)
    for n in range(3):
        assert call(worker, args=([1], n)) == guard.Outcome("returned", [1, n])


def test_what_is_raised_is_named(worker_of):
    assert call(worker_of(bottomless)).error == "RecursionError"
    outcome = call(worker_of(leaving))
    assert (outcome.kind, outcome.error) == ("raised", "SystemExit")


def test_a_changed_argument_is_seen_and_ours_is_untouched(worker_of):
    items = []
    assert call(worker_of(changing), args=(items, 1)).changed == (0,)
    assert items == []


def test_a_set_arrives_as_a_set_that_can_be_changed(worker_of):
    outcome = call(worker_of(lambda known: known.add("b") or type(known).__name__), args=({"a"},))
    assert (outcome.value, outcome.changed) == ("set", (0,))
    outcome = call(worker_of(lambda known: sorted(known)), args=({"a"},))
    assert (outcome.value, outcome.changed) == (["a"], ())


@pytest.mark.parametrize("function", [endless, shouting])
def test_a_late_call_is_stopped_and_no_further_one_answered(worker_of, function, capfd):
    worker = worker_of(function)
    assert call(worker, 0.3).kind == "timed_out"
    assert call(worker, 0.3).kind == "timed_out"
    assert capfd.readouterr() == ("", "")


def stubborn(items, n):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass


def overflowing(items, n):
    sys.setrecursionlimit(10**9)
    deep = "f = lambda n: f(n + 1)"
    names = {}
    exec(deep, names)
    return sorted([2, 1], key=lambda item: names["f"](item))


def greedy(items, n):
    return len(bytearray(1 << 30))


def suicidal(items, n):
    os.kill(os.getpid(), 9)


def asking(items, n):
    return input("name? ")


def closing(items, n):
    for descriptor in range(3, 200):
        with contextlib.suppress(OSError):
            os.close(descriptor)


def departing(items, n):
    os._exit(0)


def scribbling(items, n):
    forked._fields = lambda outcome: [1]  # in the child: its reply is none


def spinning_threads(items, n):
    for _ in range(3):
        threading.Thread(target=lambda: list(iter(int, 1)), daemon=True).start()
    time.sleep(99)


def sleeping(items, n):
    time.sleep(99)


def hoarding(items, n):
    hoard = []
    while True:
        with contextlib.suppress(BaseException):
            hoard.append(bytearray(1 << 24))


def forking(items, n):
    os.fork()


def starting(items, n):
    os.system("true")


def ending_the_kernel(items, n):
    os.kill(os.getppid(), 9)


needs_fork = pytest.mark.skipif(not FORKED, reason="only a forked child can be killed")


@needs_fork
@pytest.mark.parametrize(
    ("function", "kind"),
    [
        (stubborn, "timed_out"),
        (suicidal, "crashed"),
        (closing, "crashed"),
        (departing, "crashed"),
        (scribbling, "crashed"),
        (spinning_threads, "timed_out"),
        (sleeping, "timed_out"),
        (hoarding, "timed_out"),
    ],
)
def test_a_child_is_killed_whatever_it_catches(function, kind):
    worker = Child(function)
    try:
        assert call(worker, 0.5).kind == kind
    finally:
        worker.close()


@needs_fork
def test_memory_and_input_are_limited():
    for function, error in ((greedy, "MemoryError"), (asking, "EOFError")):
        with guard.runner(function, guard.deadline()) as run:
            assert run(([], 1)).error == error


@needs_fork
@pytest.mark.parametrize("function", [forking, starting, ending_the_kernel])
def test_no_other_process_is_started_or_ended(function):
    outcome = call_once(function)
    assert (outcome.kind, outcome.error) == ("raised", "PermissionError")


def call_once(function):
    with guard.runner(function, guard.deadline()) as run:
        return run(([], 1))


@needs_fork
def test_what_a_child_started_all_the_same_ends_with_it(tmp_path):
    """Some ways past the rule are open; its process group closes them at the end."""
    said = tmp_path / "pid"

    def sneaking(items, n):
        libc = ctypes.CDLL(None)
        if libc.fork() == 0:
            said.write_text(str(os.getpid()))
            while True:
                time.sleep(1)
        while not said.exists() or not said.read_text():
            time.sleep(0.01)

    assert call_once(sneaking).kind == "returned"
    pid = int(said.read_text())
    for _ in range(100):
        if gone(pid):
            return
        time.sleep(0.02)
    raise AssertionError("the grandchild is still there")


def gone(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            return stat.read().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@needs_fork
def test_a_busy_machine_makes_no_answer_too_slow():
    """More loops than the machine has cores run beside a call that computes for a while."""

    def busy(items, n):
        end = time.process_time() + 0.1
        while time.process_time() < end:
            pass
        return items

    rivals = [Child(endless) for _ in range(2 * (os.cpu_count() or 1))]
    try:
        for rival in rivals:
            os.write(rival._requests, b'["tuple", ["list"], 1]\n')
        worker = Child(busy)
        try:
            assert worker.call(([], 1), 0.25, time.monotonic() + 30).kind == "returned"
        finally:
            worker.close()
    finally:
        for rival in rivals:
            rival.close()


@needs_fork
def test_a_check_leaves_no_process_and_no_descriptor_behind():
    before = os.listdir("/proc/self/fd")
    for function in (add, endless, suicidal):
        worker = Child(function)
        call(worker, 0.2)
        worker.close()
    assert os.listdir("/proc/self/fd") == before
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


@needs_fork
def test_a_deadline_ends_slow_calls_together(monkeypatch):
    monkeypatch.setattr(guard, "TOTAL_SECONDS", 0.6)

    def slow(n):
        time.sleep(0.1)
        return n

    with guard.runner(slow, guard.deadline()) as run:
        kinds = [run((n,)).kind for n in range(15)]
    assert kinds[0] == "returned" and kinds[-1] == "timed_out"


def test_the_thread_stops_what_can_be_stopped():
    worker = Thread(endless)
    call(worker, 0.1)
    assert not [t for t in threading.enumerate() if t.daemon and "lambda" in t.name]


HOSTILE = """
def endless(symbols, pair):
    while True:
        pass

def stubborn(symbols, pair):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass

def shouting(symbols, pair):
    while True:
        print("x" * 1000)

def bottomless(symbols, pair):
    return bottomless(symbols, pair)

def showing(symbols, pair):
    from IPython.display import display
    display("shown")
    return symbols

def leaving(symbols, pair):
    raise SystemExit

def closing_the_kernel(symbols, pair):
    exit()

def forking(symbols, pair):
    import os
    os.fork()

def departing(symbols, pair):
    import os
    os._exit(0)
"""


@needs_fork
def test_a_real_kernel_survives_everything():
    names = ["endless", "stubborn", "shouting", "bottomless", "leaving"]
    names += ["closing_the_kernel", "forking", "departing", "showing"]
    cells = [HOSTILE, "import time\nfrom subword_lab import exercises"]
    cells += [
        f"start = time.time()\n"
        f"report = exercises.check('bpe-merge-word', {name})\n"
        f"print(report.outcome, time.time() - start < 5)"
        for name in names
    ]
    cells += ["exercises.check('bpe-merge-word', exercises.get('bpe-merge-word').reference)"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the client's own
        asyncio.run(NotebookClient(notebook, timeout=60).async_execute())
    outputs = [cell.outputs for cell in notebook.cells[2:]]
    assert {output.name for cell in outputs[:-1] for output in cell} == {"stdout"}
    texts = ["".join(output.text for output in cell).split() for cell in outputs[:-1]]
    outcomes = ["timed_out"] * 3 + ["raised"] * 2 + ["wrong", "raised", "raised", "wrong"]
    assert texts == [[outcome, "True"] for outcome in outcomes]
    assert outputs[-1][0]["data"]["text/plain"].startswith("Right - 2 of 2 points")
