"""The bank as a whole: broad, even, without doubles, and without a key that shows."""

import re
from collections import Counter
from difflib import SequenceMatcher
from importlib.resources import files as files_of
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from subword_lab import quiz
from subword_lab.quiz import loader
from subword_lab.quiz.model import KINDS, TOPICS
from subword_lab.views.panels.sheets import make_sheet
from test_quiz_facts import QUESTIONS

FIXED = [question for question in quiz.questions() if question.generator is None]
SINGLE = [question for question in FIXED if question.kind == "single"]
SAME = 0.65  # the share from which two questions count as one
RARE = 0.01  # a count so far from chance would be met once in a hundred fair banks


def chance_of(least, chances):
    """How likely `least` or more of independent events are, each with its own chance."""
    ways = [1.0]
    for chance in chances:
        without, with_it = [*ways, 0.0], [0.0, *ways]
        ways = [a * (1 - chance) + b * chance for a, b in zip(without, with_it, strict=True)]
    return sum(ways[least:])


def test_chance_of_is_the_binomial_tail():
    exact = sum(comb(10, k) * 0.25**k * 0.75 ** (10 - k) for k in range(4, 11))
    assert chance_of(4, [0.25] * 10) == pytest.approx(exact)


# Breadth -----------------------------------------------------------------------------------------


def test_the_bank_is_broad():
    assert len(FIXED) >= 165
    assert min(Counter(question.topic for question in FIXED)[topic] for topic in TOPICS) >= 12
    assert min(Counter(question.kind for question in FIXED)[kind] for kind in KINDS) >= 8
    assert min(Counter(question.level for question in FIXED)[level] for level in range(1, 6)) >= 8


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_has_easy_and_hard_questions_of_several_kinds(topic):
    own = [question for question in FIXED if question.topic == topic]
    assert len({question.level for question in own}) >= 4
    assert len({question.kind for question in own}) >= 4


def test_most_keys_are_computed():
    computed = {id for id, _ in QUESTIONS}
    assert len([q for q in FIXED if q.id in computed]) / len(FIXED) >= 0.6


def test_open_questions_have_three_to_five_points_but_for_the_design_round():
    points = {q.id: len(q.rubric) for q in FIXED if q.kind == "open"}
    assert {id for id, count in points.items() if not 3 <= count <= 5} == {"design-multilingual"}


# No two ask the same -----------------------------------------------------------------------------


def words_of(question):
    """The words of a question and its options, without numbers and small words."""
    asked = [question.stem.en, question.code, *(option.text.en for option in question.options)]
    return [word for word in re.findall(r"[^\W\d_]+", " ".join(asked).casefold()) if len(word) > 3]


def alike(one, other):
    """How much two questions share of their words, lowered by how far their order differs."""
    a, b = words_of(one), words_of(other)
    shared = sum((Counter(a) & Counter(b)).values()) / max(1, min(len(a), len(b)))
    if shared <= SAME:  # the order can only lower it
        return shared
    return shared * SequenceMatcher(None, a, b, autojunk=False).ratio()


def test_alike_tells_a_copy_from_another_question():
    one, other = quiz.get("bpe-aaa"), quiz.get("bpe-vocab-size")
    assert alike(one, one) == 1
    assert alike(one, other) < 0.4


def test_no_two_questions_ask_the_same():
    near = {(a.id, b.id): alike(a, b) for a, b in combinations(FIXED, 2)}
    assert [pair for pair, share in near.items() if share > SAME] == []


# The key does not show ---------------------------------------------------------------------------


def lengths(question, language):
    return [len(option.text[language]) for option in question.options]


def right_of(question):
    return next(i for i, option in enumerate(question.options) if option.correct)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("longest", [True, False], ids=["longest", "shortest"])
def test_the_right_option_is_not_told_by_its_length(language, longest):
    """Guessing the longest option (or the shortest) must not beat guessing blindly."""
    choose = max if longest else min
    hits, chances = 0, []
    for question in SINGLE:
        sizes = lengths(question, language)
        extreme = [i for i, size in enumerate(sizes) if size == choose(sizes)]
        if len(extreme) == 1:
            hits += extreme == [right_of(question)]
            chances.append(1 / len(sizes))
    assert chance_of(hits, chances) > RARE, (hits, len(chances))


def test_the_right_option_does_not_stand_at_one_place():
    for place in range(4):
        asked = [question for question in SINGLE if len(question.options) > place]
        hits = sum(right_of(question) == place for question in asked)
        chances = [1 / len(question.options) for question in asked]
        assert chance_of(hits, chances) > RARE, (place, hits, len(asked))


def test_a_multiple_question_has_right_and_wrong_options():
    for question in FIXED:
        if question.kind == "multiple":
            right = sum(option.correct for option in question.options)
            assert 0 < right < len(question.options), question.id


def test_options_of_a_multiple_question_are_right_about_half_the_time():
    options = [o for q in FIXED if q.kind == "multiple" for o in q.options]
    assert 0.35 <= sum(option.correct for option in options) / len(options) <= 0.65


# Language and links ------------------------------------------------------------------------------


def texts_of(question):
    yield from (question.stem, question.why, *question.rubric)
    if question.model_answer:
        yield question.model_answer
    for option in question.options:
        yield from (option.text, option.why)


def test_chinese_is_chinese_and_english_is_english():
    han = re.compile(r"[\u4e00-\u9fff]")
    for question in FIXED:
        assert han.search(question.stem.zh), question.id
        assert han.search(question.why.zh), question.id
        for text in texts_of(question):
            assert not re.search(r"[,.;:?!] ?$", text.zh) or text.zh == text.en, text.zh
            assert len(han.findall(text.en)) <= 8, text.en


def test_every_question_of_a_topic_file_names_the_cell_that_teaches_it():
    """Lessons' own questions stand beside what they ask; `proof_of` has a cell for all others."""
    files = sorted(Path(str(files_of(quiz.__name__) / "bank")).glob("[a-z]*.toml"))
    assert len(files) == len(TOPICS)
    asked = loader.load(files)
    assert [question.id for question in asked if question.proof is None] == []
    assert {(q.topic, q.lesson) for q in asked} == {(topic, None) for topic in TOPICS}


def test_no_order_question_is_shown_in_the_right_order():
    for question in FIXED:
        if question.kind == "order":
            assert list(make_sheet(question).order) != list(range(len(question.options)))
