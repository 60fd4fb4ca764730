"""Long work: a bar, a Stop button, and a kernel that goes on listening; with and without a loop."""

import asyncio
import threading
from dataclasses import replace
from threading import Event, get_ident

import ipywidgets
import pytest

from subword_lab import contest, views, vocabs
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.panels import playground as module
from subword_lab.views.working import Task, Working
from subword_lab.vocabs import Found

WAIT = 10  # seconds, for the slowest machine; nothing is measured


@pytest.fixture
def said():
    return []


@pytest.fixture
def working():
    return Working()


def task(work, said):
    return Task(
        "Counting",
        ipywidgets.Button(),
        work,
        done=lambda result: said.append(("done", result, get_ident())),
        failed=lambda error: said.append(("failed", str(error), get_ident())),
        stopped=lambda: said.append(("stopped", None, get_ident())),
    )


def in_sight(working):
    return working.box.layout.display != "none"


async def until(condition):
    async with asyncio.timeout(WAIT):
        while not condition():
            await asyncio.sleep(0.01)


def broken(report):
    raise ValueError("no such file")


def test_where_no_kernel_listens_the_work_is_done_at_once(working, said):
    working.start(task(lambda report: 7, said))
    assert said == [("done", 7, get_ident())]
    assert not in_sight(working)


def test_an_error_is_handed_on(working, said):
    working.start(task(broken, said))
    assert [each[:2] for each in said] == [("failed", "no such file")]
    assert not in_sight(working)


def test_meanwhile_the_kernel_listens_and_the_bar_says_how_far_it_is(working, said):
    half, go_on = Event(), Event()

    def work(report):
        report(0.5, lambda: said.append(("half", None, get_ident())))
        half.set()
        assert go_on.wait(WAIT)
        return get_ident()

    async def learner():
        working.start(task(work, said))
        assert in_sight(working) and "value=" not in working.bar.value
        await until(half.is_set)
        assert 'aria-label="Counting"' in working.bar.value
        assert 'value="0.500"' in working.bar.value
        working.start(task(broken, said))  # one at a time
        go_on.set()
        await until(lambda: len(said) == 2)

    asyncio.run(learner())
    (_, _, half_on), (kind, worked_on, done_on) = said
    assert kind == "done" and half_on == done_on == get_ident() != worked_on
    assert not in_sight(working)


def test_an_error_in_the_thread_is_handed_on(working, said):
    async def learner():
        working.start(task(broken, said))
        await until(lambda: said)

    asyncio.run(learner())
    assert said == [("failed", "no such file", get_ident())]


def test_an_error_in_what_follows_the_work_is_handed_on(working, said):
    def unwritable(result):
        raise OSError(f"no room for {result}")

    unsaved = replace(task(lambda report: 7, said), done=unwritable)

    async def learner():
        working.start(unsaved)
        await until(lambda: said)

    working.start(unsaved)
    assert [each[:2] for each in said] == [("failed", "no room for 7")]
    said.clear()
    asyncio.run(learner())
    assert said == [("failed", "no room for 7", get_ident())]
    assert not working.busy and not in_sight(working)


def test_work_that_outlives_the_kernel_ends_in_silence(working, said):
    go_on, before = Event(), set(threading.enumerate())

    async def learner():
        working.start(task(lambda report: go_on.wait(WAIT), said))

    asyncio.run(learner())
    (thread,) = set(threading.enumerate()) - before
    go_on.set()
    thread.join(WAIT)  # an error of the thread would be a warning, and that an error
    assert not thread.is_alive() and said == []


def test_work_that_catches_errors_is_stopped_all_the_same(working, said):
    steps, ended = [], Event()

    def work(report):
        while len(steps) < 1_000_000:
            steps.append(len(steps))
            try:
                report(0.1)
            except Exception:
                continue
            finally:
                if working.job is None:
                    ended.set()

    async def learner():
        working.start(task(work, said))
        await until(lambda: steps)
        working.stopper.click()
        await until(ended.is_set)

    asyncio.run(learner())
    assert [kind for kind, *_ in said] == ["stopped"] and len(steps) < 1_000_000


def test_work_that_reports_is_broken_off(working, said):
    steps, ended = [], Event()

    def work(report):
        try:
            while len(steps) < 1_000_000:
                steps.append(len(steps))
                report(0.1)
        finally:
            ended.set()

    async def learner():
        working.start(task(work, said))
        await until(lambda: steps)
        working.stopper.click()
        assert not in_sight(working)
        await until(ended.is_set)

    asyncio.run(learner())
    assert [kind for kind, *_ in said] == ["stopped"] and len(steps) < 1_000_000


def test_the_result_of_work_that_cannot_be_broken_off_is_dropped(working, said):
    go_on, ended = Event(), Event()

    def work(report):
        assert go_on.wait(WAIT)
        ended.set()
        return "late"

    async def learner():
        working.start(task(work, said))
        working.stopper.click()
        working.start(task(lambda report: "next", said))
        await until(lambda: len(said) == 2)
        go_on.set()
        await until(ended.is_set)
        await asyncio.sleep(0.05)

    asyncio.run(learner())
    assert [each[:2] for each in said] == [("stopped", None), ("done", "next")]


def test_stop_without_work_does_nothing(working, said):
    working.stopper.click()
    assert not in_sight(working) and said == []


# In the playground -------------------------------------------------------------------------------


@pytest.fixture
def loads(monkeypatch):
    """Three vocabularies, each loaded when its gate is opened."""
    gates = {name: Event() for name in ("first", "second", "broken")}
    small = Tokenizer.train("char", "hug pug", 15)

    def load(name):
        assert gates[name].wait(WAIT)
        if name == "broken":
            raise ValueError("line 3 holds no piece")
        return small

    names = [Found(name, "vocab.txt", "somewhere", "MIT", ()) for name in gates]
    monkeypatch.setattr(vocabs, "available", lambda: names)
    monkeypatch.setattr(module, "vocabulary", load)
    yield gates
    for gate in gates.values():
        gate.set()


def parts(panel):
    """All widgets of a panel by their description."""
    todo, found = list(panel.children), {}
    while todo:
        each = todo.pop()
        found[getattr(each, "description", "")] = each
        todo += getattr(each, "children", ())
    return found


def messages(panel):
    return " ".join(child.value for child in panel.children if hasattr(child, "value"))


def test_loading_is_stopped_by_the_button_or_by_the_box(loads):
    async def learner():
        panel = views.playground("hug")
        named = parts(panel)
        for stop in (named["Stop"].click, lambda: setattr(named["first"], "value", False)):
            named["first"].value = True
            assert "Loading first" in messages(panel)
            named["Your own:"].value += "s"  # the kernel listens
            assert "Loading first" in messages(panel) and "first" not in str(panel)
            stop()
            assert not named["first"].value
            assert "Loading" not in messages(panel)
        loads["first"].set()
        await asyncio.sleep(0.05)
        assert "first" not in str(panel)  # what came too late was dropped
        named["first"].value = True
        await until(lambda: "first" in str(panel))

    asyncio.run(learner())


def test_several_that_are_ticked_are_loaded_one_after_the_other(loads):
    async def learner():
        panel = views.playground("hug")
        named = parts(panel)
        for name in ("broken", "first", "second"):
            named[name].value = True
        for name in ("broken", "second", "first"):
            loads[name].set()
        await until(lambda: "first" in str(panel) and "second" in str(panel))
        assert not named["broken"].value and "broken" not in str(panel)

    asyncio.run(learner())


# In the capstone ---------------------------------------------------------------------------------


def test_only_the_entry_that_is_judged_is_announced(monkeypatch):
    panel, go_on = views.capstone(), Event()

    def enter(entry):
        assert go_on.wait(WAIT)
        raise ValueError(f"no room for {entry}")

    monkeypatch.setattr(contest, "enter", enter)

    async def learner():
        named = parts(panel)
        for entry in ("bpe lowercase=yes", "bpe end_of_word=glued"):
            named["Entry"].value = entry
            named["Train and judge"].click()
            assert "lowercase" in messages(panel)
        go_on.set()
        await until(lambda: "no room for bpe lowercase=yes" in messages(panel))

    asyncio.run(learner())
