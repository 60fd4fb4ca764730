"""The question bank: strict files, fair marks, variants that stay the same for ever."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import quiz
from subword_lab.quiz import loader, marking

ALL = quiz.questions()
GENERATED = [question for question in ALL if question.generator]
FIXED = [question for question in ALL if not question.generator]


def by_id(value):
    return getattr(value, "id", None)


def right_answer(question):
    numbers = list(range(len(question.options)))
    match question.kind:
        case "single":
            return next(i for i in numbers if question.options[i].correct)
        case "multiple":
            return [i for i in numbers if question.options[i].correct]
        case "numeric":
            return question.answer
        case "text":
            return question.accepted[0]
        case "order" | "match":
            return numbers


@pytest.mark.parametrize("question", [q for q in FIXED if q.kind != "open"], ids=by_id)
def test_the_right_answer_earns_the_point_and_no_answer_none(question):
    assert quiz.mark(question, right_answer(question)) == quiz.Mark(
        True, 1.0, 1, quiz.mark(question, right_answer(question)).why
    )
    assert quiz.mark(question, None) == quiz.Mark(False, 0.0, 1, question.why)


@pytest.mark.parametrize("question", [q for q in FIXED if q.kind == "single"], ids=by_id)
def test_each_wrong_option_says_why(question):
    for index, option in enumerate(question.options):
        mark = quiz.mark(question, index)
        assert mark.correct == option.correct
        for language in ("en", "zh"):
            assert mark.why[language].startswith(option.why[language])


def test_stems_are_unique_and_lessons_have_five():
    stems = [question.stem.en for question in ALL]
    assert len(set(stems)) == len(stems)
    lessons = {question.lesson for question in FIXED if question.lesson}
    assert {lesson: len(quiz.of_lesson(lesson)) for lesson in lessons} == dict.fromkeys(lessons, 5)


@pytest.mark.parametrize("question", GENERATED, ids=by_id)
def test_variants_are_complete_and_the_same_for_the_same_seed(question):
    variants = [quiz.generate(question.id, seed) for seed in range(20)]
    assert variants == [quiz.generate(question.id, seed) for seed in range(20)]
    assert len({variant.stem.en for variant in variants}) > 15
    for variant in variants:
        assert variant.generator is None
        assert quiz.mark(variant, right_answer(variant)).correct
        values = [option.text.en for option in variant.options]
        assert len(set(values)) == len(values) and len(values) != 1
        for text in (variant.stem, variant.why, *(option.why for option in variant.options)):
            assert not {"{", "}"} & set(text.en + text.zh)


def test_a_fixed_question_is_its_own_variant():
    assert quiz.generate("bpe-aaa", 5) is quiz.get("bpe-aaa")


# --- marks ---------------------------------------------------------------------------------------

OPTION = """
[[question.options]]
text = {{ en = "{0}", zh = "{0}" }}
why = {{ en = "why {0}.", zh = "why {0}." }}
"""
HEAD = """
[[question]]
id = "q"
kind = "{kind}"
stem = {{ en = "stem", zh = "stem" }}
why = {{ en = "general.", zh = "general." }}
topic = "bpe"
level = 1
source = "here"
"""


def question(kind, extra=""):
    return loader.read(HEAD.format(kind=kind) + extra, "test.toml")[0]


def options(correct, more=""):
    return "".join(
        OPTION.format(name) + (f"correct = {str(name in correct).lower()}\n" if correct else more)
        for name in "abcd"
    )


MULTIPLE = question("multiple", options("ab"))
ORDER = question("order", options(""))
MATCH = question(
    "match",
    "".join(OPTION.format(n) + f'partner = {{ en = "{n}!", zh = "{n}!" }}\n' for n in "abcd"),
)
NUMERIC = question("numeric", "answer = 50257\ntolerance = 10")
TEXT = question("text", 'accepted = ["##ing", "Caf\\u00e9"]')
OPEN = question(
    "open",
    'model_answer = { en = "model.", zh = "model." }\nrubric = [{ en = "point", zh = "point" }]',
)


@pytest.mark.parametrize(
    ("asked", "answer", "earned"),
    [
        (MULTIPLE, [0, 1], 1),
        (MULTIPLE, (1, 0), 1),
        (MULTIPLE, [0], 0.5),
        (MULTIPLE, [0, 2], 0),
        (MULTIPLE, [0, 1, 2], 0.5),
        (MULTIPLE, [0, 1, 2, 3], 0),
        (MULTIPLE, [2, 3], 0),
        (MULTIPLE, [], 0),
        (ORDER, [0, 1, 2, 3], 1),
        (ORDER, [1, 2, 3, 0], 0.6667),
        (ORDER, [3, 2, 1, 0], 0),
        (MATCH, [0, 1, 2, 3], 1),
        (MATCH, [0, 1, 3, 2], 0.5),
        (NUMERIC, 50257, 1),
        (NUMERIC, "50,260", 1),
        (NUMERIC, "５０２５７", 1),
        (NUMERIC, "50257,4", 1),
        (NUMERIC, "50 257", 1),
        (NUMERIC, "1,2,3", 0),
        (NUMERIC, 50268, 0),
        (NUMERIC, float("nan"), 0),
        (NUMERIC, "inf", 0),
        (NUMERIC, "many", 0),
        (NUMERIC, 10**400, 0),
        (TEXT, "##ING ", 1),
        (TEXT, "＃＃ｉｎｇ", 1),
        (TEXT, "cafe\u0301", 1),
        (TEXT, "cafe", 0),
        (TEXT, "\ud800", 0),
        (OPEN, "model.", 0),
    ],
)
def test_marks(asked, answer, earned):
    mark = quiz.mark(asked, answer)
    assert (mark.earned, mark.correct, mark.points) == (earned, earned == 1, 1)


def test_an_open_question_shows_its_model_answer():
    assert quiz.mark(OPEN, "anything").why.en == "model. general."


@pytest.mark.parametrize(
    ("asked", "answer", "error"),
    [
        (quiz.get("bpe-encode-order"), 4, ValueError),
        (quiz.get("bpe-encode-order"), -1, ValueError),
        (quiz.get("bpe-encode-order"), True, TypeError),
        (quiz.get("bpe-encode-order"), "a ba b", TypeError),
        (MULTIPLE, 0, TypeError),
        (MULTIPLE, "01", TypeError),
        (MULTIPLE, [0, 0], ValueError),
        (MULTIPLE, [9], ValueError),
        (ORDER, [0, 1], ValueError),
        (ORDER, [0, 0, 1, 2], ValueError),
        (MATCH, [0], ValueError),
        (MATCH, [0, 1, 2, 9], ValueError),
        (NUMERIC, [1], TypeError),
        (NUMERIC, True, TypeError),
        (TEXT, 5, TypeError),
        (OPEN, 5, TypeError),
        (GENERATED[0], 5, ValueError),
    ],
)
def test_an_answer_of_another_form_is_refused(asked, answer, error):
    with pytest.raises(error):
        quiz.mark(asked, answer)


@given(st.text())
@settings(max_examples=50, deadline=None)
def test_folding_is_stable(text):
    assert marking.fold(marking.fold(text)) == marking.fold(text)


# --- strict files --------------------------------------------------------------------------------

GOOD = HEAD.format(kind="single") + options("a")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[question", "TOML"),
        ("title = 1", "nothing else"),
        ("question = [3]", "question 1: a question is a table"),
        (GOOD.replace("level = 1", ""), "q: level is missing"),
        (GOOD.replace("level = 1", "level = 1\nhint = 2"), "q: there is no field 'hint'"),
        (GOOD.replace("level = 1", "level = 6"), "q: level is 6"),
        (GOOD.replace("level = 1", "level = true"), "q: level has the wrong type"),
        (GOOD.replace("level = 1", 'level = "1"'), "q: level has the wrong type"),
        (GOOD.replace('"single"', '"singular"'), "q: kind is 'singular'"),
        (GOOD.replace('"bpe"', '"bread"'), "q: topic is 'bread'"),
        (GOOD.replace(', zh = "why b."', ""), "option 2, why: wants en and zh"),
        (GOOD.replace('zh = "why b."', 'zh = " "'), "option 2, why: zh is empty"),
        (GOOD.replace('zh = "stem"', "zh = 3"), "q, stem: zh is empty"),
        (GOOD.replace('why = { en = "why c.", zh = "why c." }', ""), "option 3: why is missing"),
        (GOOD.replace("correct = true", "correct = false"), "one correct option; this one has 0"),
        (GOOD.replace("correct = false", "correct = true"), "one correct option; this one has 4"),
        (GOOD.replace("correct = true", "correct = 1"), "option 1: correct is true or false"),
        (GOOD.replace('en = "b", zh = "b"', 'en = "a", zh = "b"'), "read the same in en"),
        (GOOD + "weight = 2", "option 4: there is no field 'weight'"),
        (HEAD.format(kind="single"), "a single question wants options"),
        (HEAD.format(kind="multiple") + options("z"), "this one has none"),
        (HEAD.format(kind="numeric"), "a numeric question wants answer"),
        (HEAD.format(kind="text"), "a text question wants accepted"),
        (HEAD.format(kind="text") + 'accepted = [""]', "not empty"),
        (HEAD.format(kind="text") + 'accepted = ["a"]\nanswer = 1', "has no answer"),
        (HEAD.format(kind="open") + 'model_answer = { en = "m", zh = "m" }', "wants a rubric"),
        (HEAD.format(kind="match") + options(""), "option 1: partner is missing"),
    ],
)
def test_a_mistake_names_file_question_and_field(text, says):
    with pytest.raises(ValueError, match=r"test\.toml") as caught:
        loader.read(text, "test.toml")
    assert says in str(caught.value)


def test_the_same_id_in_two_files_names_both(tmp_path):
    for name in ("one.toml", "two.toml"):
        (tmp_path / name).write_text(GOOD, encoding="utf-8")
    with pytest.raises(ValueError, match=r"two\.toml, q: .* one\.toml"):
        loader.load([tmp_path / "one.toml", tmp_path / "two.toml"])


def test_unknown_ids_and_seeds_are_refused():
    with pytest.raises(KeyError, match="did you mean bpe-"):
        quiz.get("bpe-aab")
    for seed in (None, 1.5, True):
        with pytest.raises(TypeError, match="seed"):
            quiz.generate("bpe-next-merge-gen", seed)


def test_texts_have_two_languages():
    text = quiz.Text("one", "一")
    assert (text["en"], text["zh"], dict(text)) == ("one", "一", {"en": "one", "zh": "一"})
    with pytest.raises(KeyError, match="it has en and zh"):
        text["fr"]
