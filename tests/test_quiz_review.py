"""Spaced review: when a question comes back, and what a session asks."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import exercises, progress, quiz
from subword_lab.progress import Event
from subword_lab.quiz import leitner, review, spaced
from subword_lab.quiz.model import TOPICS

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
DAY = timedelta(days=1)
SCHEDULERS = [leitner, spaced]


def event(id, days, verb="answered", **result):
    at = (MONDAY + days * DAY).isoformat(timespec="microseconds")
    return Event(f"{id}-{days}", at, verb, id, result)


histories = st.lists(
    st.tuples(st.integers(0, 40), st.sampled_from(review.RATINGS)), min_size=1, max_size=8
).map(lambda pairs: [(MONDAY + days * DAY, rating) for days, rating in sorted(pairs)])


@pytest.mark.parametrize("scheduler", SCHEDULERS)
@settings(max_examples=60)
@given(history=histories)
def test_a_card_is_due_later_the_better_it_was_known(scheduler, history):
    last = history[-1][0] + 10 * DAY
    when = [scheduler.due([*history, (last, rating)]) for rating in review.RATINGS]
    assert when == sorted(when) and when[0] >= last + timedelta(hours=23)
    assert scheduler.due([*history, (last, "good")]) == when[2], "the same history, the same day"


@pytest.mark.parametrize("scheduler", SCHEDULERS)
def test_right_answers_move_a_card_further_away_each_time(scheduler):
    at, waits, history = MONDAY, [], []
    for _ in range(4):
        history.append((at, "good"))
        waits.append(scheduler.due(history) - at)
        at = scheduler.due(history)
    assert waits == sorted(set(waits)) and waits[0] >= DAY
    after = scheduler.due([*history, (at, "again")]) - at
    assert after < waits[-1]


@pytest.mark.parametrize("scheduler", SCHEDULERS)
def test_a_card_without_a_rating_is_refused(scheduler):
    with pytest.raises(ValueError, match="a card without a rating"):
        scheduler.due([])


def test_fsrs_is_used_where_it_is_installed(monkeypatch):
    events = [event("bpe-aaa", day, correct=True) for day in (0, 2, 13)]
    assert review.scheduler() == "spaced"
    by_fsrs = review.cards(events)[0].due
    monkeypatch.setattr(review, "find_spec", lambda name: None)
    assert review.scheduler() == "leitner"
    assert review.cards(events)[0].due == MONDAY + 21 * DAY != by_fsrs


def test_a_variant_is_a_rating_of_its_question_and_an_open_answer_too():
    events = [
        event("bpe-pair-count-gen#1", 0, correct=False),
        event("bpe-pair-count-gen#7@2", 1, correct=True),
        event("aloud-bpe", 2, verb="rated", met=4, of=4),
        event("bpe-next-merge", 2, verb="passed", earned=2),
    ]
    found = {card.id: card for card in review.cards(events)}
    assert set(found) == {"bpe-pair-count-gen", "aloud-bpe"}
    assert found["bpe-pair-count-gen"].seen == 2
    again = review.cards([event("aloud-bpe", 2, verb="rated", met=0, of=4)])
    assert again[0].due < found["aloud-bpe"].due


def test_events_from_two_notebooks_are_merged_by_time():
    one = [event("bpe-aaa", day, correct=True) for day in (0, 8)]
    other = [event("bpe-aaa", 3, correct=False)]
    assert review.cards([*one, *other]) == review.cards([*other, *reversed(one)])


@pytest.mark.parametrize(
    "broken",
    [
        {"at": "yesterday", "verb": "answered", "result": {"correct": True}},
        {"at": "2026-03-02T09:00:00", "verb": "rated", "result": {"met": "4", "of": None}},
        {"at": "", "verb": "bet", "result": {}},
        {"at": "0001-01-01T00:00:00+14:00", "verb": "answered", "result": {"correct": True}},
        {"at": "9999-12-31T00:00:00+00:00", "verb": "answered", "result": {"correct": True}},
    ],
)
def test_an_event_that_says_nothing_is_passed_over(broken):
    assert review.cards([Event("1", object="bpe-aaa", **broken)]) == ()


def test_on_one_day_the_first_rating_counts():
    """Running a cell again and giving the answer just seen puts nothing off."""
    wrong = event("bpe-aaa", 0, correct=False)
    again = [event("bpe-aaa", hours / 24, correct=True) for hours in (0.1, 0.2, 5)]
    (card,) = review.cards([wrong, *again])
    assert card.due == review.cards([wrong])[0].due and card.seen == 4


# Sessions -----------------------------------------------------------------------------------------


def test_a_session_asks_what_is_due_and_then_a_few_new_ones():
    for id in ("bpe-aaa", "bpe-pair-count-gen#1"):
        progress.record("answered", id, correct=False)
    assert review.due() == ()
    later = datetime.now(UTC) + 3 * DAY
    assert {card.id for card in review.due(later)} == {"bpe-aaa", "bpe-pair-count-gen"}
    asked = review.session("s", 30, now=later)
    assert {review.bank_id(question.id) for question in asked[:2]} == {
        "bpe-aaa",
        "bpe-pair-count-gen",
    }
    assert len(asked) == 2 + review.NEW_A_DAY
    assert len({question.topic for question in asked[2:]}) == len(TOPICS)
    assert all(question.kind != "open" for question in asked)
    assert [q.id for q in asked] == [q.id for q in review.session("s", 30, now=later)]


def test_a_question_with_a_generator_comes_back_as_another_variant():
    review.rate(quiz.generate("bpe-pair-count-gen", 1), False)
    later = datetime.now(UTC) + 3 * DAY
    one, other = (review.session(seed, 1, now=later)[0] for seed in (2, 3))
    assert review.bank_id(one.id) == review.bank_id(other.id) and one.stem != other.stem


def test_new_questions_are_capped_by_day():
    for question in quiz.of_lesson("02_bpe") + quiz.of_lesson("01_oov"):
        review.rate(question, True)
    assert review.session(1, 30) == ()
    assert len(review.session(1, 30, now=datetime.now(UTC) + DAY)) >= review.NEW_A_DAY


def test_a_session_of_some_topics():
    assert {question.topic for question in review.session(1, 9, ("unigram",))} == {"unigram"}
    with pytest.raises(ValueError, match="there is no topic 'x'"):
        review.session(1, 9, ("x",))


@pytest.mark.parametrize("count", [0, 201, True, "3", 1.5])
def test_a_session_of_no_questions_is_refused(count):
    with pytest.raises(ValueError, match="a review has 1 to 200 questions"):
        review.session(1, count)


def test_a_question_that_is_no_longer_in_the_bank_is_not_asked():
    progress.record("answered", "gone-since", correct=False)
    later = datetime.now(UTC) + 9 * DAY
    assert "gone-since" not in {q.id for q in review.session(1, 3, now=later)}
    assert review.due(later) == (), "nor is it said to be due"


@pytest.mark.parametrize(("correct", "rating"), [(False, "good"), (True, "fine"), (True, "\ud800")])
def test_a_rating_that_cannot_be_is_refused(correct, rating):
    with pytest.raises(ValueError, match="a right answer is hard, good or easy"):
        review.rate(quiz.get("bpe-aaa"), correct, rating)


def test_what_is_due_is_said_with_the_progress(monkeypatch):
    assert exercises.standing().due == 0
    monkeypatch.setattr(
        progress, "events", lambda object=None: (event("bpe-aaa", 0, correct=False),)
    )
    now = exercises.standing()
    assert now.due == 1
    assert any("due for review: 1" in line for line in exercises.said(now))
