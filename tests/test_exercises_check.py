"""What a check says: the smallest failing case, what went wrong in general, partial credit."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import exercises
from subword_lab.exercises import cases, forms, functions, guard, plain, showing, values
from subword_lab.exercises.model import Exercise


@pytest.fixture(autouse=True)
def state_off(monkeypatch):
    monkeypatch.setenv("SUBWORD_LAB_STATE", "off")


def reference(id):
    return exercises.get(id).reference


def one_pass_per_merge(word, merges):
    symbols = tuple(word)
    for pair in merges:
        symbols = reference("bpe-merge-word")(symbols, pair)
    return symbols


def test_another_right_way_is_right():
    assert exercises.check("bpe-encode", one_pass_per_merge).outcome == "correct"


def test_the_smallest_case_is_shown_with_call_expected_got_and_difference():
    def two_off(word_counts):
        counts = reference("bpe-count-pairs")(word_counts)
        return {pair: n + 2 * (pair == ("u", "g")) for pair, n in counts.items()}

    report = exercises.check("bpe-count-pairs", two_off)
    assert report.outcome == "partial" and report.misconception is None
    assert repr(report).splitlines()[2:] == [
        "  call: count_pairs({('u', 'g'): 1})",
        "  expected: {('u', 'g'): 1}",
        "  got: {('u', 'g'): 3}",
        "  first difference: [('u', 'g')]: expected 1, got 3",
    ]


def forgets_to_return(symbols, pair):
    reference("bpe-merge-word")(symbols, pair)


def returns_now_and_then(symbols, pair):
    if symbols:
        return reference("bpe-merge-word")(symbols, pair)


def gives_a_list(symbols, pair):
    return list(reference("bpe-merge-word")(symbols, pair))


def gives_a_generator(symbols, pair):
    yield from reference("bpe-merge-word")(symbols, pair)


def raises(symbols, pair):
    return symbols[99]


def leaves(symbols, pair):
    raise SystemExit


@pytest.mark.parametrize(
    ("answer", "outcome", "says"),
    [
        (forgets_to_return, "wrong", "Did you forget return?"),
        (gives_a_list, "wrong", "gives back list; tuple is wanted"),
        (gives_a_generator, "wrong", "gives back generator"),
        (raises, "raised", "IndexError"),
        (leaves, "raised", "SystemExit"),
        (lambda symbols: symbols, "wrong", "merge_word(symbols, pair)"),
        ("symbols", "wrong", "wants a function; you gave str"),
        (object(), "wrong", "wants a function; you gave object"),
    ],
)
def test_what_went_wrong_is_said(answer, outcome, says):
    report = exercises.check("bpe-merge-word", answer)
    assert report.outcome == outcome
    assert says in report.message
    assert report.earned == 0


def test_a_way_without_a_return_is_named():
    report = exercises.check("bpe-merge-word", returns_now_and_then)
    assert "Does every way through it end in a return?" in report.message


def test_the_line_that_raised_is_shown():
    assert "return symbols[99]" in exercises.check("bpe-merge-word", raises).got


def test_a_changed_argument_is_named():
    def encode(word, merges):
        pieces = one_pass_per_merge(word, merges)
        merges.clear()
        return pieces

    report = exercises.check("bpe-encode", encode)
    assert "changed its argument number 2" in report.message


def test_a_learner_cannot_reach_the_reference_through_the_arguments():
    def greedy(word_counts):
        word_counts[("z", "z")] = 1
        return reference("bpe-count-pairs")(word_counts)

    assert exercises.check("bpe-count-pairs", greedy).outcome == "wrong"


def test_an_answer_that_remembers_is_told_so():
    calls = []

    def remembers(symbols, pair):
        calls.append(pair)
        return reference("bpe-merge-word")(symbols, pair) if len(calls) < 20 else ()

    report = exercises.check("bpe-merge-word", remembers)
    assert "same call gave two different results" in report.message


def test_an_answer_that_leaves_it_to_chance_is_told_so():

    def chance(symbols, pair):
        return (str(time.time_ns()),)

    report = exercises.check("bpe-merge-word", chance)
    assert "same call gave two different results" in report.message


def test_a_slow_wrong_answer_is_shown_with_what_it_gave():
    """Making the case smaller takes more time than is left: what was seen last is shown."""

    def slow(symbols, pair):
        time.sleep(0.25)
        return symbols

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "TOTAL_SECONDS", 0.8)
        args, found = (tuple("abab"), ("a", "b")), guard.Outcome("returned", tuple("abab"))
        with guard.runner(slow, guard.deadline()) as run:
            exercise = exercises.get("bpe-merge-word")
            shown, got = functions._smallest(exercise, run, args, found)
    assert got == guard.call(lambda symbols, pair: symbols, shown)


def test_giving_back_an_argument_earns_nothing():
    """Right wherever nothing is joined, which is nearly half of the cases."""
    exercise = exercises.get("bpe-merge-word")
    report = exercises.check(exercise.id, lambda symbols, pair: symbols, "another")
    assert (report.outcome, report.earned) == ("wrong", 0)


def test_an_answer_that_tells_nothing_apart_earns_nothing():
    same = dict.fromkeys(exercises.get("unigram-viterbi-table").form.rows, "e")
    report = exercises.check("unigram-viterbi-table", same)
    assert report.earned == 0 and "right for 2 of 5 rows" in report.message
    assert exercises.score("bpe-cut", "b|a|n|a|n|a|s") == 0


def test_a_number_too_large_for_the_scale_is_told_so():
    assert exercises.check("bytes-hindi-cost", 10**400).outcome == "wrong"


def test_a_table_of_the_practice_cases_fails_without_a_secret_seed():
    """The report on it differs each time, and is never *right*."""
    exercise = exercises.get("bpe-merge-word")
    known = {plain.dumps(c): exercise.reference(*c) for c in cases.generate(exercise, "practice")}

    def table(symbols, pair):
        return known.get(plain.dumps((symbols, pair)), ())

    assert exercises.score(exercise.id, table, "practice") == exercise.points
    report = exercises.check(exercise.id, table)
    assert (report.outcome, report.earned) == ("wrong", 0)


def blank_with_docstring(word, merges):
    """Say nothing."""


def blank_with_dots(word, merges): ...


def blank_with_return(word, merges):
    return None


@pytest.mark.parametrize(
    "answer", [None, blank_with_docstring, blank_with_dots, blank_with_return, lambda w, m: None]
)
def test_an_empty_body_is_not_attempted(answer):
    assert exercises.check("bpe-encode", answer).outcome == "not_attempted"


def test_a_constant_is_an_attempt():
    assert exercises.check("bpe-encode", lambda word, merges: 5).outcome == "wrong"


def mended(text):
    return text[::-1]


def broken(text):
    return text[::2]


BUG = Exercise(
    id="bug", lesson="02_bpe", kind="bug_hunt", points=2, reference=mended, wrong={}, starter=broken
)


def test_broken_code_left_alone_is_not_attempted():
    from subword_lab.exercises.functions import is_stub

    same_code = eval("lambda text: text[::2]")
    assert is_stub(same_code, broken) and is_stub(broken, broken)
    assert not is_stub(mended, broken)
    assert exercises.hints.solution(BUG) == "def broken(text):\n    return text[::-1]"
    assert BUG.stub == "def broken(text):\n    return text[::2]"


CELL = """
def broken(text):
    words = []
    for word in re.findall("a+", text):
        if word == "1":
            words.append(word)
    return words
"""


def test_a_starter_is_known_wherever_its_module_was_imported():
    from subword_lab.exercises.functions import is_stub

    together, apart, changed = {}, {}, {}
    exec(f"import re\n{CELL}", together)
    exec("import re", apart)  # a notebook compiles each statement by itself
    exec(CELL, apart)
    exec(CELL.replace('"1"', "1"), changed)
    assert is_stub(apart["broken"], together["broken"])
    assert not is_stub(changed["broken"], together["broken"])


# --- values: each form grades in its own way -----------------------------------------------------

STEPS = ["split", "count", "choose", "merge", "record", "repeat"]


def value_exercise(form, reference, **more):
    return Exercise(
        id="bpe-next-merge",  # borrows that exercise's texts
        lesson="02_bpe",
        kind="predict",
        points=4,
        form=form,
        reference=reference,
        wrong={},
        **more,
    )


CUT = value_exercise(forms.Cut("unhappiness"), ["un", "happi", "ness"])
ORDER = value_exercise(forms.Order(tuple(sorted(STEPS))), STEPS)
GUESS = value_exercise(forms.Slider(1, 10_000, 1), 1000)
MATCH = value_exercise(
    forms.Match(("BERT", "GPT-2", "T5", "mT5"), ("a", "b", "c")),
    {"BERT": "a", "GPT-2": "b", "T5": "c", "mT5": "c"},
)
CHOICE = value_exercise(forms.Choice(("l o", "3")), "3")
COUNTER = value_exercise(
    forms.Line(), "aab", objection=lambda text: None if "aa" in text else "stale_count"
)


@pytest.mark.parametrize(
    ("exercise", "answer", "earned", "says"),
    [
        (CUT, "un|happi|ness", 4, "Right"),
        (CUT, ("un", "happi", "ness"), 4, "Right"),
        (CUT, "un|happiness", 2, "missing: between unhappi and ness"),
        (CUT, "un|hap|pi|ness", 3, "no border between unhap and piness"),
        (CUT, "unhappiness", 0, "missing: between un and happiness"),
        (CUT, "un|happy", 0, "unhappiness"),
        (CUT, ["un", 3], 0, "unhappiness"),
        (ORDER, STEPS, 4, "Right"),
        (ORDER, ["count", *[s for s in STEPS if s != "count"]], 2, "step 1: count"),
        (ORDER, STEPS[::-1], 0, "step 1: repeat"),
        (ORDER, STEPS[:-1], 0, "exactly once"),
        (ORDER, ["split"] * 6, 0, "exactly once"),
        (GUESS, 1000, 4, "Right"),
        (GUESS, 1250.0, 4, "Right"),
        (GUESS, 1500, 2, "Too high, by a factor of 1.5"),
        (GUESS, 520, 1, "Too low, by a factor of 1.9"),
        (GUESS, 10, 0, "Too low"),
        (GUESS, -1, 0, "from 1 to 10000"),
        (GUESS, 0.5, 0, "from 1 to 10000"),
        (GUESS, float("nan"), 0, "from 1 to 10000"),
        (GUESS, float("inf"), 0, "from 1 to 10000"),
        (GUESS, True, 0, "wrong form"),
        (GUESS, "1000", 0, "wrong form"),
        (MATCH, {"BERT": "a", "GPT-2": "b", "T5": "c", "mT5": "c"}, 4, "Right"),
        (MATCH, {"BERT": "a", "GPT-2": "a", "T5": "c"}, 2, "2 of 4"),
        (MATCH, {"BERT": "a", "gpt-2": "b"}, 1, "no row 'gpt-2'. The rows are: BERT · GPT-2"),
        (MATCH, {"BERT": "a", "T5": 3}, 1, "3 is not one of the answers. They are: a · b · c"),
        (MATCH, {"BERT": "a", " GPT-2": "b"}, 1, "no row '␣GPT-2'"),
        (MATCH, [("BERT", "a")], 0, "wrong form"),
        (MATCH, (("BERT", "a"),), 0, "you gave tuple"),
        (CHOICE, "lo", 0, "'lo' is not one of the answers. They are: l o · 3"),
        (CHOICE, 3, 4, "Right"),
        (CHOICE, "l o", 0, "Look once more"),
        (COUNTER, "baa", 4, "Right"),
        (COUNTER, "bab", 0, "before the first merge"),
        (COUNTER, "aa" * 5000, 0, "4000 characters"),
        (COUNTER, ["aab"], 0, "wrong form"),
    ],
)
def test_a_value_earns_what_its_form_says(exercise, answer, earned, says):
    report = values.evaluate(exercise, answer)
    assert report.earned == earned
    assert says in report.message
    assert (report.outcome == "correct") == (earned == 4)


@pytest.mark.parametrize("answer", [None, "", [], {}, " ", ()])
def test_a_blank_value_is_not_attempted(answer):
    assert values.evaluate(CUT, answer).outcome == "not_attempted"


def test_what_was_given_can_be_copied_from_the_report():
    assert values.evaluate(CHOICE, "l o").got == "'l o'"


def test_the_right_value_is_not_given_away():
    report = values.evaluate(ORDER, STEPS[::-1])
    assert report.expected is None


# --- plain data, shrinking, showing --------------------------------------------------------------

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
    | st.text(st.characters(categories=["Cs"])) | st.binary(),
    lambda inner: st.lists(inner) | st.tuples(inner, inner)
    | st.dictionaries(st.text() | st.tuples(st.text(), st.integers()), inner)
    | st.frozensets(st.text() | st.integers()),
    max_leaves=12,
)  # fmt: skip


@given(PLAIN)
@settings(max_examples=80, deadline=None)
def test_plain_data_come_back_the_same(value):
    line = plain.to_bytes(value)
    assert line.count(b"\n") == 1
    assert plain.same(value, plain.from_bytes(line))


@given(PLAIN, PLAIN)
@settings(max_examples=80, deadline=None)
def test_a_difference_is_named_exactly_where_there_is_one(one, other):
    assert showing.first_difference(one, one) is None
    texts = list | dict | tuple | str | bytes | frozenset
    if plain.kind(one) == plain.kind(other) and isinstance(one, texts):
        assert (showing.first_difference(one, other) is None) == plain.same(one, other)


@pytest.mark.parametrize(
    ("expected", "got", "said"),
    [
        ("a b", "ab", "[1]: expected '␣', got 'b'"),
        ("e\u0301", "e", "length 2 expected, got 1; what both have is the same"),
        ("a\u200db", "ab", r"[1]: expected '\u200d', got 'b'"),
        (b"ab", b"ac", "[1]: expected b'b', got b'c'"),
        ({"a", "b"}, {"a", "c"}, "'b' is missing"),
        ({"a"}, {"a", "c"}, "'c' should not be there"),
        ({"k": {1}}, {"k": {1, 2}}, "['k'] 2 should not be there"),
        (1, 2, None),
        (["a b"], ["ab"], "[0]: expected 'a␣b', got 'ab'"),
    ],
)
def test_the_first_difference_is_said(expected, got, said):
    assert showing.first_difference(expected, got) == said


def test_what_is_not_plain_is_opaque_and_equals_nothing():
    for value in (object(), (n for n in "ab"), print, plain):
        assert not plain.same(plain.loads(plain.dumps(value)), plain.loads(plain.dumps(value)))


def test_too_much_is_refused():
    loop = []
    loop.append(loop)
    for value in (loop, [0] * 300_000, 10**5000):
        assert "too large" in plain.loads(plain.dumps(value)).type_name


class Sneaky(dict):
    def items(self):
        raise RuntimeError

    __iter__ = keys = items


def test_a_subclass_is_read_as_its_base():
    assert plain.loads(plain.dumps(Sneaky(a=1))) == {"a": 1}


@given(st.lists(st.integers(1, 50), min_size=1))
@settings(max_examples=60, deadline=None)
def test_a_shrunk_case_still_fails_and_cannot_be_smaller(numbers):
    def fails(args):
        return sum(args[0]) >= 10

    if fails((numbers,)):
        (small,) = cases.shrink((numbers,), fails)
        assert sum(small) == 10


def test_shrinking_keeps_types_and_drops_dict_items():
    args = ({("a", "b"): 7, ("c",): 9}, "text")
    assert cases.shrink(args, lambda args: len(args[0]) > 0 and len(args[1]) > 0) == (
        {(): 1},
        "t",
    ) or cases.shrink(args, lambda args: bool(args[0])) == ({(): 1}, "t")


def test_shrinking_stops():
    calls = []

    def always(args):
        calls.append(args)
        return True

    cases.shrink(("x" * 5000,), always)
    assert len(calls) <= cases.MOST_SHRINKS


def test_cases_are_ordered_distinct_and_the_same_for_the_same_seed():
    exercise = exercises.get("bpe-encode")
    tried = cases.generate(exercise, "a")
    lengths = [len(plain.dumps(args)) for args in tried]
    assert lengths == sorted(lengths)
    assert tried == cases.generate(exercise, "a") != cases.generate(exercise, "b")


def test_unfinished_names_what_is_not_solved():
    solved = exercises.get("bpe-merge-word").reference
    answers = {"bpe-merge-word": solved, "bpe-encode": lambda word, merges: tuple(word)}
    assert exercises.unfinished(answers) == ("bpe-encode",)
    with pytest.raises(KeyError, match="no-such"):
        exercises.unfinished({"no-such": None})


# --- the first hint looks at the last answer -----------------------------------------------------


def first_hint(id, answer):
    exercises.check(id, answer)
    clue, *rest = exercises.hint(id).text.split("\n")
    assert "\n".join(rest) == exercises.get(id).hints[0]
    return clue


@pytest.mark.parametrize(
    ("id", "answer", "says"),
    [
        ("bpe-merge-word", gives_a_list, "Yours gave []."),
        ("bpe-merge-word", raises, "IndexError: tuple index out of range (line"),
        ("bpe-merge-word", lambda symbols, pair: symbols[:1], "[0]: expected 'ab', got 'a'"),
        ("bpe-four-counters", {}, None),
        ("bpe-training-order", "steps", None),
        ("oov-guess-by-token", 99, None),
        ("bpe-cut", "ban|ana|s", "0 of your 2 borders are right; there are 3 in all."),
        ("bpe-cut", "b|a|na|na|s", "3 of your 4 borders are right; there are 3 in all."),
        ("bpe-cut", "banana", None),
    ],
)
def test_a_first_hint_is_computed_from_the_last_answer(id, answer, says):
    exercises.hints._last.clear()
    if says is None:
        exercises.check(id, answer)
        assert exercises.hint(id).text == exercises.get(id).hints[0]
    else:
        assert says in first_hint(id, answer)


def test_a_first_hint_counts_rows_and_steps():
    match, order = exercises.get("bpe-first-three"), exercises.get("bpe-training-order")
    clue = first_hint(match.id, match.wrong["counts_never_change"])
    assert clue == "1 of your 3 rows are right. Look first at: second merge"
    clue = first_hint(order.id, order.wrong["counted_again_too_early"])
    assert clue == "Your first 3 of 5 steps are right. What must come next?"


def test_a_first_hint_speaks_of_an_endless_loop(monkeypatch):
    monkeypatch.setattr(guard, "CASE_SECONDS", 0.2)

    def endless(symbols, pair):
        while True:
            pass

    assert "did not come to an end on merge_word" in first_hint("bpe-merge-word", endless)
