"""An interview as values: each answer gives the next state, and nothing is changed in place.

Topics come by turns, with an opening question and a follow-up each: deeper after a right answer,
easier after a wrong one. One right choice in three is doubted: "are you sure? I think it is X".
Whoever holds on keeps the points. Open questions are rated by the learner and never scored.

>>> now = begin(Plan(seed=1, topics=("bpe",), count=2))
>>> now = answer(now, None)
>>> now.stage, len(now.turns), now.question.topic
('ask', 1, 'bpe')
"""

import random
from dataclasses import dataclass, replace
from typing import Any, Literal

from subword_lab import progress, quiz
from subword_lab.quiz.model import TOPICS, Mark, Option, Question
from subword_lab.quiz.review import bank_id
from subword_lab.quiz.topic_scores import Day, TopicScore, by_topic, plan_days

VISIT = 2  # questions on a topic before the next one: an opening and its follow-up
FRESH = 3  # one question in so many is a variant made for the seed, where there are any
DOUBTED = 3  # one right choice in so many is doubted
LANGUAGES = ("en", "zh")

Stage = Literal["ask", "doubt", "rate", "over"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What an interview is to be: the same plan asks the same questions of the same answers.

    `topics` as in `quiz.model.TOPICS` (empty: all), `level` of the first questions, `count` of
    questions, `minutes` or None for no limit. `ValueError` for what cannot be.
    """

    seed: int | str = 1
    topics: tuple[str, ...] = ()
    level: int = 2
    count: int = 10
    minutes: float | None = None
    language: str = "en"

    def __post_init__(self) -> None:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int | str):
            raise TypeError(f"a seed is a whole number or a text; got {type(self.seed).__name__}")
        for topic in self.topics:
            if topic not in TOPICS:
                raise ValueError(f"there is no topic {topic!r}; there are {', '.join(TOPICS)}")
        if not quiz.questions():
            raise ValueError("a class's edition holds no questions; the practice edition does")
        _between("level", self.level, 1, 5)
        _between("count", self.count, 1, len(quiz.questions()))
        if self.minutes is not None and not 0 < self.minutes <= 600:
            raise ValueError(f"minutes are more than 0 and at most 600; got {self.minutes!r}")
        if self.language not in LANGUAGES:
            raise ValueError(f"questions are in {', '.join(LANGUAGES)}; got {self.language!r}")


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and what became of it.

    `held` says whether a doubted answer was held on to, None where nobody doubted; `met` counts
    the points of the rubric that the learner found in the own answer, for open questions.
    """

    question: Question
    answer: Any
    mark: Mark
    seconds: float = 0.0
    held: bool | None = None
    met: int | None = None

    @property
    def went_well(self) -> bool:
        """Whether the next question may be deeper."""
        if self.question.kind == "open":
            return 2 * (self.met or 0) >= len(self.question.rubric)
        return self.mark.correct


@dataclass(frozen=True, slots=True)
class Interview:
    """Where an interview stands.

    Stage "ask" waits for an answer to `question`, "doubt" for a reply to `doubt`, "rate" for the
    learner's own rating; `pending` is the turn that waits for one of these.
    """

    plan: Plan
    turns: tuple[Turn, ...] = ()
    stage: Stage = "ask"
    question: Question | None = None
    pending: Turn | None = None
    doubt: Option | None = None

    @property
    def seconds(self) -> float:
        """How long all answers took."""
        return sum(turn.seconds for turn in self.turns)


@dataclass(frozen=True, slots=True)
class Report:
    """How it went: topics weakest first, open questions, doubts, and a plan for the days left."""

    scores: tuple[TopicScore, ...]
    rated: tuple[Turn, ...]
    doubted: int
    held: int
    seconds: float
    days: tuple[Day, ...]


# What happens, one function for each --------------------------------------------------------------


def begin(plan: Plan) -> Interview:
    """Return the state in which the first question is asked."""
    return _ask(Interview(plan))


def answer(now: Interview, value: Any, seconds: float = 0.0) -> Interview:
    """Answer the question as `quiz.mark` takes it, after so many seconds; None: I don't know yet.

    `ValueError` or `TypeError` for an answer of another form; the question then still waits.
    """
    question = _waiting(now, "ask")
    turn = Turn(question, value, quiz.mark(question, value), max(0.0, seconds))
    if question.kind == "open" and value is not None:
        return replace(now, stage="rate", pending=turn)
    doubt = _doubt(now, turn)
    if doubt is not None:
        return replace(now, stage="doubt", pending=turn, doubt=doubt)
    return _ask(_kept(now, turn))


def reply(now: Interview, holds: bool) -> Interview:
    """Hold on to an answer that is doubted, or give in: what is said last counts."""
    _waiting(now, "doubt")
    turn, doubt = now.pending, now.doubt
    if turn is None or doubt is None:
        raise ValueError("nothing is doubted")
    mark = turn.mark if holds else Mark(False, 0.0, turn.mark.points, doubt.why)
    return _ask(_kept(now, replace(turn, held=holds, mark=mark)))


def rate(now: Interview, met: int) -> Interview:
    """Say how many points of the rubric an open answer had. `ValueError` if there are fewer."""
    question = _waiting(now, "rate")
    _between("met", met, 0, len(question.rubric))
    if now.pending is None:
        raise ValueError("nothing is to be rated")
    return _ask(_kept(now, replace(now.pending, met=met)))


def stop(now: Interview) -> Interview:
    """End it; what was answered counts, also where a doubt or a rating was still open."""
    if now.pending is not None:
        now = _kept(now, now.pending)
    return replace(now, stage="over", question=None)


def speak(now: Interview, language: str) -> Interview:
    """Go on in another language. `ValueError` if there are no questions in it."""
    return replace(now, plan=replace(now.plan, language=language))


def report(now: Interview, days: int = 7) -> Report:
    """Add up the turns so far; `days` as in `plan_days`."""
    scored = [turn for turn in now.turns if turn.question.kind != "open"]
    scores = by_topic((turn.question, turn.mark) for turn in scored)
    return Report(
        scores=scores,
        rated=tuple(turn for turn in now.turns if turn.question.kind == "open"),
        doubted=sum(turn.held is not None for turn in now.turns),
        held=sum(turn.held is True for turn in now.turns),
        seconds=now.seconds,
        days=plan_days(scores, days),
    )


def keep(turn: Turn) -> None:
    """Put a turn into the learner's progress, from which reviews are scheduled."""
    question, mark = turn.question, turn.mark
    if turn.met is not None:
        points = {"met": turn.met, "of": len(question.rubric)}
        progress.record("rated", question.id, **points, seconds=round(turn.seconds))
    elif question.kind != "open":
        progress.record("answered", question.id, correct=mark.correct, earned=mark.earned,
                        topic=question.topic)  # fmt: skip


# How the next question is found -------------------------------------------------------------------


def _ask(now: Interview) -> Interview:
    """Draw the next question, or end where count or time is used up."""
    late = now.plan.minutes is not None and now.seconds >= 60 * now.plan.minutes
    question = None if late or len(now.turns) >= now.plan.count else _draw(now)
    stage: Stage = "over" if question is None else "ask"
    return replace(now, stage=stage, question=question)


def _draw(now: Interview) -> Question | None:
    """Draw from the topic whose turn it is, or from the next one that has questions left."""
    asked = {bank_id(turn.question.id) for turn in now.turns}
    left = [question for question in quiz.questions() if question.id not in asked]
    rng = random.Random(f"interview:{now.plan.seed}:{len(now.turns)}")
    for topic in _topics(now):
        found = [question for question in left if question.topic == topic]
        if found:
            return _nearest(found, _level(now, topic), rng, now.plan.seed)
    return None


def _topics(now: Interview) -> list[str]:
    """All topics, in an order by seed, from the one whose turn it is."""
    order = list(dict.fromkeys(now.plan.topics or TOPICS))
    random.Random(f"topics:{now.plan.seed}").shuffle(order)
    at = len(now.turns) // VISIT % len(order)
    return order[at:] + order[:at]


def _level(now: Interview, topic: str) -> int:
    """One deeper than the last question on this topic where that went well, else one easier."""
    earlier = [turn for turn in now.turns if turn.question.topic == topic]
    if not earlier:
        return now.plan.level
    step = 1 if earlier[-1].went_well else -1
    return min(5, max(1, earlier[-1].question.level + step))


def _nearest(
    questions: list[Question], level: int, rng: random.Random, seed: int | str
) -> Question:
    """One of the questions nearest to a level: a fixed one, or a variant made for the seed."""
    reach = {q.id: min(q.levels or (q.level,), key=lambda one: abs(one - level)) for q in questions}
    near = min(abs(one - level) for one in reach.values())
    close = [q for q in questions if abs(reach[q.id] - level) == near]
    makers = [q for q in close if q.generator]
    fixed = [q for q in close if not q.generator]
    fresh = bool(makers) and (not fixed or rng.randrange(FRESH) == 0)
    chosen = rng.choice(makers if fresh else fixed)
    return quiz.generate(chosen.id, seed, reach[chosen.id]) if fresh else chosen


def _doubt(now: Interview, turn: Turn) -> Option | None:
    """The wrong option that the interviewer believes in, for some of the right choices."""
    rng = random.Random(f"doubt:{now.plan.seed}:{len(now.turns)}")
    if turn.question.kind != "single" or not turn.mark.correct or rng.randrange(DOUBTED):
        return None
    return rng.choice([option for option in turn.question.options if not option.correct])


def _kept(now: Interview, turn: Turn) -> Interview:
    return replace(now, turns=(*now.turns, turn), pending=None, doubt=None)


def _waiting(now: Interview, stage: Stage) -> Question:
    """Return the question that waits; `ValueError` where something else is to be done first."""
    if now.stage != stage or now.question is None:
        raise ValueError(f"the interview is at {now.stage!r}, not at {stage!r}")
    return now.question


def _between(name: str, value: int, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{name} is a whole number from {least} to {most}; got {value!r}")
