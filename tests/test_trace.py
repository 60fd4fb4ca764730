from collections.abc import Iterator

import pytest

from subword_lab.trace import Trace, drain, record


def algorithm(steps, result):
    yield from steps
    return result


def test_drain_gives_the_result_and_record_keeps_the_steps():
    assert drain(algorithm([1, 2], "done")) == "done"
    assert record(algorithm([1, 2], "done")) == Trace((1, 2), "done")


def test_an_algorithm_without_steps_still_has_a_result():
    assert drain(algorithm([], 7)) == 7
    assert record(algorithm([], 7)) == Trace((), 7)


def test_a_trace_picks_steps_by_kind():
    trace = Trace((1, "a", 2.0, 3), None)
    assert trace.of(int) == (1, 3)
    assert trace.of(bytes) == ()


def test_a_trace_cannot_be_changed():
    with pytest.raises(AttributeError):
        Trace((), None).steps = (1,)


def test_an_error_inside_the_algorithm_comes_out():
    def broken():
        yield 1
        raise ValueError("halfway")

    for run in (drain, record):
        with pytest.raises(ValueError, match="halfway"):
            run(broken())


def test_steps_can_be_taken_one_at_a_time():
    steps = algorithm([1, 2], "done")
    assert isinstance(steps, Iterator)
    assert next(steps) == 1
    assert drain(steps) == "done"
