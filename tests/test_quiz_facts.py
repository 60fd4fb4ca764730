"""What is keyed by hand is what the package computes.

Each module `facts_NN_slug` beside this one holds `QUESTIONS`: id -> a function that recomputes the
key of a question (the number, the accepted text, the English texts of the right options in
their order, those of all options for an `order` question, or pairs of text and partner for a
`match`); `EXERCISES`: id -> a function that recomputes a reference; `VARIANTS`: id of a
question with a generator -> the variant of seed 1, which must never change; `test_quiz_generators`
has more of them.
"""

from importlib import import_module
from pathlib import Path

import pytest

from subword_lab import exercises, quiz

MODULES = [import_module(path.stem) for path in sorted(Path(__file__).parent.glob("facts_*.py"))]
QUESTIONS = [(id, fact) for module in MODULES for id, fact in module.QUESTIONS.items()]
REFERENCES = [
    (id, fact) for module in MODULES for id, fact in getattr(module, "EXERCISES", {}).items()
]
VARIANTS = [
    (id, variant) for module in MODULES for id, variant in getattr(module, "VARIANTS", {}).items()
]


def names(facts):
    return [id for id, _ in facts]


def key(question):
    if question.kind == "order":
        return [option.text.en for option in question.options]
    if question.kind == "match":
        return [(option.text.en, option.partner.en) for option in question.options]
    if question.options:
        return [option.text.en for option in question.options if option.correct]
    return question.accepted[0] if question.accepted else question.answer


@pytest.mark.parametrize(("id", "fact"), QUESTIONS, ids=names(QUESTIONS))
def test_the_key_of_a_question_is_what_the_package_computes(id, fact):
    assert fact() == key(quiz.get(id))


@pytest.mark.parametrize(("id", "fact"), REFERENCES, ids=names(REFERENCES))
def test_the_reference_of_an_exercise_is_what_the_package_computes(id, fact):
    assert exercises.check(id, fact()).outcome == "correct"
    assert type(fact()) is type(exercises.get(id).reference)


@pytest.mark.parametrize(("id", "variant"), VARIANTS, ids=names(VARIANTS))
def test_a_variant_never_changes(id, variant):
    made = quiz.generate(id, 1)
    assert variant == (made.stem.en, [option.text.en for option in made.options] or made.answer)


def test_computed_says_which_keys_are_recomputed():
    assert {q.id for q in quiz.questions() if q.computed} == {*names(QUESTIONS)}
