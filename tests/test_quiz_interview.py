"""The interview as a machine of values: what is asked, doubted, rated, and what is reported."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import progress, quiz
from subword_lab.quiz import interview, lettering, topic_scores
from subword_lab.quiz.interview import Plan
from subword_lab.quiz.model import TOPICS
from subword_lab.quiz.review import bank_id
from test_quiz import right_answer

FIXED = [question for question in quiz.questions() if not question.generator]


def by_id(value):
    return getattr(value, "id", None)


def answered(now, well):
    """Answer whatever waits, rightly or not."""
    question = now.question
    match now.stage:
        case "ask" if question.kind == "open":
            return interview.answer(now, "my answer", 10)
        case "ask":
            return interview.answer(now, right_answer(question) if well else None, 10)
        case "doubt":
            return interview.reply(now, True)
        case _:
            return interview.rate(now, len(question.rubric) if well else 0)


def held(plan, wells):
    now = interview.begin(plan)
    while now.stage != "over":
        now = answered(now, wells[len(now.turns) % len(wells)])
    return now


@settings(max_examples=40)
@given(
    seed=st.one_of(st.integers(), st.text(max_size=4)),
    topics=st.lists(st.sampled_from(TOPICS), max_size=3),
    level=st.integers(1, 5),
    count=st.integers(1, 12),
    wells=st.lists(st.booleans(), min_size=1, max_size=12),
)
def test_an_interview_asks_what_was_planned_and_nothing_twice(seed, topics, level, count, wells):
    plan = Plan(seed=seed, topics=tuple(topics), level=level, count=count)
    now = held(plan, wells)
    assert now == held(plan, wells)
    questions = [turn.question for turn in now.turns]
    assert len(questions) == count
    assert len({bank_id(question.id) for question in questions}) == count
    assert {question.topic for question in questions} <= set(topics or TOPICS)
    assert all(question.generator is None for question in questions)
    found = interview.report(now)
    shares = [score.earned / score.asked for score in found.scores]
    assert shares == sorted(shares)
    assert sum(score.asked for score in found.scores) + len(found.rated) == count


@pytest.mark.parametrize("topic", TOPICS)
def test_a_follow_up_is_deeper_after_a_right_answer_and_easier_after_a_wrong_one(topic):
    deeper, easier = 0, 0
    for seed in range(6):
        plan = Plan(seed=seed, topics=(topic,), level=3, count=2)
        well, badly = held(plan, [True]).turns, held(plan, [False]).turns
        assert well[0].question == badly[0].question
        assert well[1].question.level >= well[0].question.level
        assert badly[1].question.level <= badly[0].question.level
        deeper += well[1].question.level > well[0].question.level
        easier += badly[1].question.level < badly[0].question.level
    assert deeper == easier == 6


def test_topics_come_by_turns_with_a_follow_up_each():
    topics = [turn.question.topic for turn in held(Plan(seed=2, count=20), [True]).turns]
    assert topics[::2] == topics[1::2] and set(topics) == set(TOPICS)


def test_some_questions_are_made_for_the_seed():
    turns = [held(Plan(seed=seed, count=20), [True, False]).turns for seed in (1, 2)]
    fresh = [[turn.question for turn in each if "#" in turn.question.id] for each in turns]
    assert all(fresh) and all(question.id.split("#")[1][0] == "1" for question in fresh[0])
    assert {q.id for q in fresh[0]}.isdisjoint(q.id for q in fresh[1])


# Doubts and open questions ------------------------------------------------------------------------


def doubted():
    """An interview in which a right answer is doubted."""
    for seed in range(50):
        now = interview.begin(Plan(seed=seed, topics=("bpe",), count=6))
        while now.stage not in ("doubt", "over"):
            now = answered(now, True)
        if now.stage == "doubt":
            return now
    raise AssertionError("nobody doubts in fifty interviews")


def test_whoever_holds_on_keeps_the_point_and_whoever_gives_in_loses_it():
    now = doubted()
    assert now.doubt in now.question.options and not now.doubt.correct
    holds, yields = interview.reply(now, True), interview.reply(now, False)
    assert holds.turns[-1].held is True and holds.turns[-1].mark.earned == 1
    assert yields.turns[-1].held is False and yields.turns[-1].mark.earned == 0
    assert yields.turns[-1].mark.why == now.doubt.why
    report = interview.report(yields)
    assert (report.doubted, report.held) == (1, 0)


def test_only_right_choices_are_doubted_and_not_all_of_them():
    now, stages = interview.begin(Plan(seed=1, count=60)), []
    while now.stage != "over":
        if now.stage == "doubt":
            assert now.question.kind == "single" and now.pending.mark.correct
        stages.append(now.stage)
        now = answered(now, len(stages) % 4 != 0)
    singles = sum(t.question.kind == "single" and t.mark.correct for t in now.turns)
    assert 0 < stages.count("doubt") < singles / 1.5


def opened():
    """An interview that waits for an answer to an open question."""
    for seed in range(50):
        now = interview.begin(Plan(seed=seed, level=5, count=8))
        while now.stage != "over" and now.question.kind != "open":
            now = answered(now, True)
        if now.stage != "over":
            return now
    raise AssertionError("no open question in fifty interviews")


def test_an_open_answer_is_rated_by_the_learner_and_never_scored():
    now = opened()
    waiting = interview.answer(now, "anything", 5)
    assert waiting.stage == "rate" and waiting.pending.mark.earned == 0
    rated = interview.rate(waiting, 2)
    scored = interview.report(rated)
    assert scored.scores == interview.report(now).scores
    assert [turn.met for turn in scored.rated] == [2]
    with pytest.raises(ValueError, match="met is a whole number from 0 to"):
        interview.rate(waiting, len(now.question.rubric) + 1)
    unknown = interview.answer(now, None)
    assert unknown.turns[-1].met is None and not unknown.turns[-1].went_well


# Time, stopping, mistakes -------------------------------------------------------------------------


def test_no_question_comes_after_the_time():
    now = interview.begin(Plan(seed=1, topics=("bpe",), count=9, minutes=1))
    now = interview.answer(now, None, 59)
    assert now.stage == "ask"
    now = interview.answer(now, None, 1)
    assert (now.stage, now.question, len(now.turns)) == ("over", None, 2)
    assert interview.report(now).seconds == 60


def test_stopping_keeps_what_was_answered():
    now = interview.begin(Plan(seed=1))
    assert interview.stop(now).turns == () and interview.stop(now).stage == "over"
    now = doubted()
    stopped = interview.stop(now)
    assert stopped.turns == (*now.turns, now.pending)
    assert interview.report(interview.stop(interview.begin(Plan()))).scores == ()


def test_a_state_takes_only_what_it_waits_for():
    now = interview.begin(Plan(seed=1))
    for wrong in (lambda: interview.reply(now, True), lambda: interview.rate(now, 1)):
        with pytest.raises(ValueError, match="the interview is at 'ask'"):
            wrong()
    with pytest.raises(ValueError, match="at 'over', not at 'ask'"):
        interview.answer(interview.stop(now), None)
    with pytest.raises(TypeError, match="a text is wanted; got list"):
        interview.answer(replace(now, question=quiz.get("bpe-aaa")), [1])
    lost = interview.answer(replace(now, question=quiz.get("bpe-aaa")), "\ud800")
    assert lost.turns[-1].mark.earned == 0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seed": 1.5}, "a seed is a whole number or a text"),
        ({"seed": True}, "a seed is a whole number or a text"),
        ({"topics": ("bpo",)}, "there is no topic 'bpo'"),
        ({"topics": ("\ud800",)}, "there is no topic"),
        ({"level": 6}, "level is a whole number from 1 to 5; got 6"),
        ({"level": "2"}, "level is a whole number"),
        ({"count": 0}, "count is a whole number from 1"),
        ({"minutes": 0}, "minutes are more than 0"),
        ({"language": "xx"}, "questions are in en, zh; got 'xx'"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(wrong, said):
    with pytest.raises((ValueError, TypeError), match=said):
        Plan(**wrong)


def test_an_edition_without_questions_says_so(monkeypatch):
    monkeypatch.setattr(quiz, "questions", lambda: ())
    with pytest.raises(ValueError, match="a class's edition holds no questions"):
        Plan()


def test_the_language_can_change_at_any_time():
    now = doubted()
    assert interview.speak(now, "zh") == replace(now, plan=replace(now.plan, language="zh"))
    with pytest.raises(ValueError, match="questions are in"):
        interview.speak(now, "de")


def test_turns_become_progress():
    now = held(Plan(seed=4, level=5, count=12), [True])
    for turn in now.turns:
        interview.keep(turn)
    verbs = [event.verb for event in progress.events()]
    assert verbs.count("rated") == sum(turn.met is not None for turn in now.turns) > 0
    assert verbs.count("answered") == sum(turn.question.kind != "open" for turn in now.turns)


# The days that remain -----------------------------------------------------------------------------


def scores(*shares):
    return [topic_scores.TopicScore(TOPICS[at], s, 1, ()) for at, s in enumerate(shares)]


@pytest.mark.parametrize(
    ("found", "days", "topics"),
    [
        (3, 7, [(0,), (1,), (2,), (0,), (1,), (2,), ()]),
        (5, 3, [(0, 2, 4), (1, 3), ()]),
        (2, 1, [(0, 1)]),
        (0, 3, [(), (), ()]),
    ],
)
def test_the_weakest_topics_come_first_and_the_last_day_is_a_rehearsal(found, days, topics):
    plan = topic_scores.plan_days(scores(*range(found)), days)
    assert [day.topics for day in plan] == [tuple(TOPICS[at] for at in day) for day in topics]
    assert [day.number for day in plan] == list(range(1, days + 1))
    assert all(bool(day.proofs) == bool(day.topics) for day in plan)


@pytest.mark.parametrize("days", [0, -1, 61, 1.5, True, "7"])
def test_a_plan_for_no_days_is_refused(days):
    with pytest.raises(ValueError, match="a plan is for 1 to 60 days"):
        topic_scores.plan_days((), days)


def test_a_day_leads_to_the_cells_of_what_was_missed():
    missed = (quiz.get("classic-merged-by"), quiz.get("bpe-aaa"))
    score = topic_scores.TopicScore("bpe", 0, 2, missed)
    assert topic_scores.plan_days([score], 2)[0].proofs == ("02_bpe/train", "02_bpe/watch")
    parts = [day.proofs for day in topic_scores.plan_days([score], 4)]
    assert parts == [("02_bpe/train",), ("02_bpe/watch",), ("02_bpe/watch",), ()]


# Letters ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question", [q for q in FIXED if q.kind not in ("open", "match")], ids=by_id
)
def test_what_is_written_reads_as_the_right_answer(question):
    written = lettering.write(question)
    typed = " ".join(written) if isinstance(written, list) else str(written)
    assert quiz.mark(question, lettering.read(question, typed)).correct


@pytest.mark.parametrize("question", [q for q in FIXED if q.kind == "match"], ids=by_id)
def test_pairs_of_letter_and_number_read_as_a_match(question):
    names = lettering.partners(question)
    pairs = [
        f"{letter}{names.index(question.options[at].partner) + 1}"
        for letter, at in zip(lettering.LETTERS, lettering.shuffled(question), strict=False)
    ]
    for typed in (" ".join(pairs), ", ".join(reversed(pairs)).lower()):
        assert quiz.mark(question, lettering.read(question, typed)).correct


@settings(max_examples=100)
@given(st.sampled_from(FIXED), st.text(max_size=12))
def test_any_line_is_an_answer_or_refused(question, line):
    try:
        value = lettering.read(question, line)
    except ValueError:
        return
    assert 0 <= quiz.mark(question, value).earned <= 1


def test_an_answer_without_letters_cannot_be_written():
    with pytest.raises(ValueError, match="a match question has no answer in letters"):
        lettering.write(next(q for q in FIXED if q.kind == "match"))
