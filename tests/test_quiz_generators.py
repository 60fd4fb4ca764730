"""Generators: the key is right by another way, no distractor is, a seed's variant stays."""

import hashlib
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from keys_of_variants import KEYS
from subword_lab import quiz
from subword_lab.quiz import variants
from subword_lab.quiz.loader import read
from subword_lab.quiz.proofs import proof_of

GENERATED = [question for question in quiz.questions() if question.generator]
WITH_LEVELS = [(q, level) for q in GENERATED for level in q.levels or (q.level,)]
SEEDS = range(12)
HASHES = Path(__file__).parent / "data" / "variant_hashes.json"


def name(value):
    return getattr(value, "id", str(value))


def shown(variant):
    """All of a variant that a learner is asked and may choose, in its order."""
    options = [[option.text.en, option.text.zh, option.correct] for option in variant.options]
    return [variant.id, variant.stem.en, options, variant.answer]


def hashed(variant):
    written = json.dumps(shown(variant), ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest()[:16]


def hashes_now():
    """What the file holds; to add a generator, write this into it."""
    return {
        question.id: [
            hashed(quiz.generate(question.id, seed, level))
            for level in question.levels or (question.level,)
            for seed in (1, 2, "monday")
        ]
        for question in GENERATED
    }


def test_there_are_many_generators_and_each_has_its_question():
    assert len(GENERATED) >= 35
    assert {question.generator for question in GENERATED} == set(variants.by_name()) == set(KEYS)
    assert len({question.generator for question in GENERATED}) == len(GENERATED)
    assert all(question.proof and proof_of(question) == question.proof for question in GENERATED)


def test_most_have_three_levels():
    assert sum(question.levels == (1, 2, 3) for question in GENERATED) >= 30


@pytest.mark.parametrize(("question", "level"), WITH_LEVELS, ids=name)
def test_the_key_is_right_by_another_way_and_no_distractor_is(question, level):
    for seed in SEEDS:
        made = variants.by_name()[question.generator](random.Random(f"{seed}"), level)
        key = KEYS[question.generator](**made.drawn)
        if not made.options:
            assert key == made.answer
            continue
        values = [value if isinstance(value, str) else value.en for value, _ in made.options]
        rights = key if isinstance(key, set) else {key}
        assert values[0] in rights
        assert not rights & set(values[1:])


@pytest.mark.parametrize(("question", "level"), WITH_LEVELS, ids=name)
def test_marks_are_full_for_the_key_and_nothing_else(question, level):
    for seed in SEEDS:
        made = quiz.generate(question.id, seed, level)
        assert made.level == level
        if made.kind == "numeric":
            assert quiz.mark(made, made.answer).correct
            assert quiz.mark(made, made.answer + 1).earned == 0
            continue
        assert len(made.options) >= (3 if question.generator == "pruned_first" else 4)
        marks = [quiz.mark(made, at) for at in range(len(made.options))]
        assert [mark.earned for mark in marks] == [float(o.correct) for o in made.options]
        assert sum(mark.correct for mark in marks) == 1
        reasons = [option.why.en for option in made.options if not option.correct]
        assert next(o.why.en for o in made.options if o.correct) not in reasons


@pytest.mark.parametrize("question", GENERATED, ids=name)
def test_a_variant_is_a_fixed_question_of_the_bank(question):
    """It passes the loader's own rules when it is written as a file would hold it."""
    made = replace(quiz.generate(question.id, "loader"), id=f"{question.id}-loader")
    assert read(written(made), "variant.toml")[0].stem == made.stem


def written(question):
    """A question as TOML; JSON's strings are TOML's."""

    def both(text):
        en, zh = (json.dumps(said, ensure_ascii=False) for said in (text.en, text.zh))
        return f"{{ en = {en}, zh = {zh} }}"

    lines = ["[[question]]"]
    lines += [f"{f} = {json.dumps(getattr(question, f))}" for f in ("id", "kind", "topic", "level")]
    lines += [f"source = {json.dumps(question.source)}", f"stem = {both(question.stem)}"]
    lines += [f"why = {both(question.why)}"]
    if question.answer is not None:
        lines.append(f"answer = {question.answer}")
    for option in question.options:
        lines += [
            "[[question.options]]",
            f"text = {both(option.text)}",
            f"why = {both(option.why)}",
        ]
        lines.append(f"correct = {str(option.correct).lower()}")
    return "\n".join(lines)


@pytest.mark.parametrize("question", GENERATED, ids=name)
def test_every_reason_is_met(question):
    """A reason that no draw leads to is dead text; a distractor without one would raise."""
    met = set()
    for level in question.levels or (question.level,):
        for seed in range(40):
            made = variants.by_name()[question.generator](random.Random(f"{seed}"), level)
            met |= {reason for _, reason in made.options}
    assert met == {reason for reason, _ in question.reasons}


def test_variants_never_change():
    assert hashes_now() == json.loads(HASHES.read_text(encoding="utf-8"))


def test_a_level_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="levels 1, 2, 3; got 4"):
        quiz.generate("bpe-cut-gen", 1, 4)
    with pytest.raises(ValueError, match="levels"):
        quiz.generate("bpe-cut-gen", 1, True)


def test_a_generator_that_is_never_fair_says_so():
    @variants.redrawn()
    def broken(rng, level):
        return None

    with pytest.raises(ValueError, match="broken: no fair variant"):
        broken(random.Random(1), 1)
