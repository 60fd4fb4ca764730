import json
from collections import Counter
from fractions import Fraction
from math import exp, inf, isclose, log, prod
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import path_probability, paths_by_cut_sets, seeds_of_lines
from subword_lab import unigram
from subword_lab.lattice import Reached
from subword_lab.trace import record
from subword_lab.unigram import Estimated, Finished, Pruned, Seeded, UnigramModel, pruning

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parent / "data/seed_unigram.json").read_text("utf-8"))
}
HUG = dict(CASES["unigram-hugs"]["input"]["word_freqs"])
WORDS = st.text("abc", min_size=1, max_size=6)
CORPORA = st.dictionaries(WORDS, st.integers(1, 9), min_size=1, max_size=12)


def fractions(case):
    counts = CASES[case]["input"]["piece_counts"]
    return {piece: Fraction(n, CASES[case]["input"]["total"]) for piece, n in counts.items()}


def model_of(case):
    return UnigramModel.from_probabilities({p: float(f) for p, f in fractions(case).items()})


def near(found, wanted):
    return isclose(found, wanted, rel_tol=1e-9, abs_tol=1e-9)


@st.composite
def models(draw):
    """A model that can cut any text over abc, with an unknown character d now and then."""
    pieces = draw(st.sets(WORDS, max_size=12)) | set("abc")
    scores = draw(st.lists(st.floats(0.001, 1), min_size=len(pieces), max_size=len(pieces)))
    return UnigramModel.from_probabilities(dict(zip(sorted(pieces), scores, strict=True)), "<unk>")


# The worked examples --------------------------------------------------------------------------


@pytest.mark.parametrize("word", CASES["unigram-hugs"]["expect"]["segmentations"])
def test_every_segmentation_of_the_hug_words_has_its_exact_probability(word):
    exact, model = fractions("unigram-hugs"), model_of("unigram-hugs")
    rows = CASES["unigram-hugs"]["expect"]["segmentations"][word]
    found = unigram.n_best(model, word, 100)
    assert {pieces for pieces, _ in found} == {tuple(row["pieces"]) for row in rows}
    total = sum(prod(exact[piece] for piece in pieces) for pieces, _ in found)
    assert near(exp(unigram.lattice(model, word).forward()[-1]), total)
    for row in rows:
        probability = prod(exact[piece] for piece in row["pieces"])
        assert probability == Fraction(row["p"])
        assert near(exp(model.score(row["pieces"])), probability)
        assert float(probability / total) == pytest.approx(row["posterior"], abs=1e-6)


@pytest.mark.parametrize("word, pieces", CASES["unigram-hugs"]["expect"]["viterbi"].items())
def test_the_best_cut_of_the_hug_words(word, pieces):
    assert unigram.encode(model_of("unigram-hugs"), word) == tuple(pieces)


@pytest.mark.parametrize("word", CASES["unigram-hugs"]["expect"]["not_segmentable"])
def test_a_word_with_an_unknown_character_has_no_cut(word):
    model = model_of("unigram-hugs")
    assert list(unigram.lattice(model, word).segmentations()) == []
    for question in (
        lambda: unigram.encode(model, word),
        lambda: unigram.n_best(model, word, 2),
        lambda: unigram.sample(model, word, 1.0, Random(0)),
    ):
        with pytest.raises(ValueError, match=r"'mug' cannot be cut .* \['m'\]"):
            question()


def test_em_on_the_hug_words_goes_to_its_limit():
    case = CASES["unigram-em-limit"]["expect"]
    model = model_of("unigram-hugs")
    best_paths = sum(n * model.score(unigram.encode(model, word)) for word, n in HUG.items())
    assert -best_paths == pytest.approx(case["loss_viterbi_at_start"], abs=1e-6)
    types = sum(unigram.lattice(model, word).forward()[-1] for word in HUG)
    assert -types == pytest.approx(case["loss_types_unweighted_at_start"], abs=1e-6)
    losses = []
    for _ in range(200):
        model, log_likelihood = unigram.em_step(model, HUG, digamma=False)
        losses.append(-log_likelihood)
    assert losses[0] == pytest.approx(case["loss_at_start"], abs=1e-6)
    assert losses[-1] == pytest.approx(case["limit_loss"], abs=1e-4)
    for piece, limit in case["limit_probabilities"].items():
        assert near(exp(model.log_probs.get(piece, -inf)), Fraction(limit))
    assert near(exp(model.score(("hug", "s"))), Fraction(case["p_hug_s"]))


@pytest.mark.parametrize("word, row", CASES["unigram-hf-course"]["expect"]["best"].items())
def test_the_hugging_face_course_corrected(word, row):
    model = model_of("unigram-hf-course")
    best = unigram.n_best(model, word, len(row["all_best"]) + 1)
    assert all(near(exp(score), Fraction(row["p"])) for _, score in best[: len(row["all_best"])])
    assert all(score < best[0][1] - 0.1 for _, score in best[len(row["all_best"]) :])
    assert {pieces for pieces, _ in best[: len(row["all_best"])]} == set(
        map(tuple, row["all_best"])
    )
    assert list(unigram.encode(model, word)) in row["all_best"]


def test_the_loss_of_the_hugging_face_course():
    model = model_of("unigram-hf-course")
    loss = -sum(n * model.score(unigram.encode(model, word)) for word, n in HUG.items())
    assert loss == pytest.approx(CASES["unigram-hf-course"]["expect"]["viterbi_loss"], abs=1e-6)


def test_removal_losses_of_the_ten_pieces():
    case = CASES["unigram-removal-loss"]["expect"]
    model = model_of("unigram-hugs")
    assert -unigram.expect(model, HUG).log_likelihood == pytest.approx(
        case["loss_at_start"], abs=1e-4
    )
    losses = unigram.removal_losses(model, HUG)
    for piece, rise in case["rise"].items():
        assert losses[piece] == pytest.approx(rise, abs=0.01)
    assert {piece for piece, loss in losses.items() if loss == inf} == {"b", "p", "s"}


# Encoding -------------------------------------------------------------------------------------


@settings(max_examples=80)
@given(models(), st.text("abcd", max_size=7))
def test_encoding_is_the_best_of_all_cuts_and_joins_to_the_text(model, text):
    lattice = unigram.lattice(model, text)
    pieces = unigram.encode(model, text)
    assert unigram.decode(model, pieces) == text
    every = [
        tuple(edge.piece for edge in path) for path in paths_by_cut_sets(len(text), lattice.edges)
    ]
    assert near(model.score(pieces), max(map(model.score, every)))
    found = unigram.n_best(model, text, 3)
    assert found[0][0] == pieces
    assert all(near(model.score(cut), score) for cut, score in found)
    assert unigram.sample(model, text, 0.5, Random(3)) in every


def test_unknown_characters_are_pieces_of_their_own_ten_below_the_rarest():
    model = UnigramModel.from_probabilities({"a": 0.5, "b": 0.125}, unk="<unk>")
    assert unigram.encode(model, "axyb") == ("a", "x", "y", "b")
    assert near(model.score(("x",)), log(0.125) - 10)


def test_text_cannot_forge_a_special_token():
    model = unigram.train({"abab": 3}, 10, special_tokens=("<unk>", "ab"))
    assert unigram.encode(model, "abab") == ("a", "b", "a", "b")
    assert "<unk>" not in model.log_probs


def test_encoding_reports_the_best_way_to_each_position():
    model = UnigramModel.from_probabilities({"u": 0.5, "g": 0.25, "ug": 0.25})
    trace = record(unigram.encode_steps(model, "ug"))
    assert trace.steps == (Reached(1, 0, "u", log(0.5)), Reached(2, 0, "ug", log(0.25)))
    assert trace.result == ("ug",)


def test_the_empty_text_has_no_pieces():
    model = model_of("unigram-hugs")
    assert unigram.encode(model, "") == unigram.sample(model, "", 0.0, Random(0)) == ()
    assert unigram.n_best(model, "", 4) == [((), 0.0)]


@pytest.mark.parametrize("text", [None, b"hug", 3, ["hug"]])
def test_only_text_can_be_encoded(text):
    with pytest.raises(TypeError, match="text (must be a str|is bytes), not"):
        unigram.encode(model_of("unigram-hugs"), text)


@pytest.mark.parametrize(
    "vocab, log_probs, unk, message",
    [
        ({}, {}, None, "at least one piece"),
        ({"a": 0}, {"a": -1.0}, "<unk>", "unk = '<unk>' is not in the vocabulary"),
        ({"a": 0}, {"b": -1.0}, None, "'b' has a probability but is not"),
        ({"": 0}, {"": -1.0}, None, "'' has a probability but is not"),
        ({"a": 0}, {"a": -inf}, None, "finite number"),
    ],
)
def test_a_model_that_makes_no_sense_is_refused(vocab, log_probs, unk, message):
    with pytest.raises(ValueError, match=message):
        UnigramModel(vocab, log_probs, unk)


@pytest.mark.parametrize("p", [0.0, -0.5, inf])
def test_a_probability_must_be_above_zero(p):
    with pytest.raises(ValueError, match=r"p\('a'\)"):
        UnigramModel.from_probabilities({"a": p})


# Expectation and maximization -----------------------------------------------------------------


@settings(max_examples=60)
@given(models(), CORPORA)
def test_expected_counts_weigh_all_segmentations(model, words):
    counts, log_likelihood = Counter(), 0.0
    for word, n in words.items():
        paths = list(paths_by_cut_sets(len(word), unigram.lattice(model, word).edges))
        total = sum(map(path_probability, paths))
        log_likelihood += n * log(total)
        for path in paths:
            for edge in path:
                counts[edge.piece] += n * path_probability(path) / total
    found = unigram.expect(model, words)
    assert near(found.log_likelihood, log_likelihood)
    assert all(near(found.counts[piece], counts[piece]) for piece in model.log_probs)


@settings(max_examples=40)
@given(models(), CORPORA)
def test_em_never_lowers_the_likelihood_and_sums_to_one(model, words):
    model, _ = unigram.em_step(model, words, digamma=False)  # now the probabilities sum to 1
    before = -inf
    for _ in range(4):
        model, log_likelihood = unigram.em_step(model, words, digamma=False)
        assert log_likelihood >= before - 1e-9 * abs(log_likelihood)
        assert near(sum(map(exp, model.log_probs.values())), 1)
        before = log_likelihood


def test_the_digamma_step_starves_rare_pieces():
    model = UnigramModel.from_probabilities({"a": 0.5, "b": 0.5})
    words = {"a": 99, "b": 1}
    plain, _ = unigram.em_step(model, words, digamma=False)
    starved, _ = unigram.em_step(model, words)
    assert near(exp(plain.log_probs["b"]), 0.01)
    assert exp(starved.log_probs["b"]) == pytest.approx(0.00564, abs=1e-5)  # about half a count


def test_the_m_step_drops_what_is_expected_too_rarely():
    model = UnigramModel.from_probabilities({"a": 0.5, "b": 0.5, "ab": 0.9})
    after, _ = unigram.em_step(model, {"ab": 1}, min_count=0.5)
    assert after.log_probs.keys() == {"ab"}


@pytest.mark.parametrize(
    "x, value",
    [
        (1.0, -0.5772156649015329),
        (0.5, -1.9635100260214235),
        (0.01, -100.56088545786868),
        (2.0, 0.42278433509846713),
        (10.0, 2.251752589066721),
        (1e6, 13.815510057964191),
    ],
)
def test_digamma_at_known_points(x, value):
    assert unigram.digamma(x) == pytest.approx(value, abs=2e-10)


@given(st.floats(0.001, 1e4))
def test_digamma_recurs(x):
    assert unigram.digamma(x + 1) == pytest.approx(unigram.digamma(x) + 1 / x, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("x", [0.0, -1.0])
def test_digamma_is_for_positive_numbers(x):
    with pytest.raises(ValueError, match="above 0"):
        unigram.digamma(x)


# Losses and pruning ---------------------------------------------------------------------------


@settings(max_examples=40)
@given(models(), CORPORA)
def test_removal_losses_equal_a_model_without_the_piece(model, words):
    whole = unigram.expect(model, words).log_likelihood
    for piece, loss in unigram.removal_losses(model, words).items():
        rest = {p: score for p, score in model.log_probs.items() if p != piece}
        smaller = UnigramModel(model.vocab, rest)
        totals = [unigram.lattice(smaller, word).forward()[-1] for word in words]
        wanted = whole - sum(n * total for n, total in zip(words.values(), totals, strict=True))
        assert loss == wanted if wanted == inf else near(loss, wanted)


def test_sentencepiece_puts_the_second_best_cut_in_place_of_a_piece():
    model = UnigramModel.from_probabilities({"a": 0.2, "b": 0.2, "ab": 0.5, "ba": 0.01})
    losses = unigram.replacement_losses(model, {"ab": 6, "a": 2, "b": 1})
    # On the best paths: ab 6, a 2, b 1 of 9; without ab: a 8, b 7 of 15.
    assert near(losses["ab"], 6 * (log(6 / 9) - log(8 / 15) - log(7 / 15)))
    assert losses["a"] == losses["b"] == inf
    assert "ba" not in losses  # on no best path
    assert "ba" not in unigram.train({"ab": 6, "a": 2, "b": 1}, 6).vocab


# Seeds ----------------------------------------------------------------------------------------


@settings(max_examples=80)
@given(CORPORA, st.integers(2, 5))
def test_seeds_are_the_repeated_substrings_that_no_longer_one_replaces(words, longest):
    text = [word for word, n in words.items() for _ in range(n)]

    def count(piece):
        return sum(word.startswith(piece, at) for word in text for at in range(len(word)))

    pieces = {w[i:j] for w in words for i in range(len(w)) for j in range(i + 2, len(w) + 1)}
    wanted = {
        piece: count(piece) * len(piece)
        for piece in pieces
        if len(piece) <= longest
        and count(piece) >= 2
        and all(count(piece + ch) < count(piece) for ch in "abc")
    }
    found = unigram.seed_scores(words, max_piece_length=longest)
    assert {piece: score for piece, score in found.items() if len(piece) > 1} == wanted
    assert {ch: n for ch, n in found.items() if len(ch) == 1} == Counter("".join(text))


@settings(max_examples=60)
@given(
    st.lists(
        st.lists(st.text("aé–", min_size=1, max_size=4), min_size=1, max_size=3),
        min_size=1,
        max_size=5,
    )
)
def test_seeds_of_whole_lines_follow_sentencepiece(lines):
    words = Counter("▁" + word for line in lines for word in line)
    ends = Counter("▁" + line[-1] for line in lines)
    found = unigram.seed_scores(words, max_piece_length=4, line_ends=ends)
    longer = {piece: score for piece, score in found.items() if len(piece) > 1}
    assert longer == seeds_of_lines([" ".join(line) for line in lines], 4)


def test_seeds_come_best_first_and_no_more_than_asked_for():
    words = {"abcab": 2, "abx": 3}
    found = list(unigram.seed_scores(words, seed_size=2))
    assert found == ["a", "b", "x", "c", "ab", "abcab"]


def test_a_piece_keeps_to_one_script():
    assert unigram.one_script("▁слово") and unigram.one_script("123-4")
    assert not unigram.one_script("aб") and not unigram.one_script("a1")
    assert unigram.one_script("e\u0301a") and unigram.one_script("カー") and unigram.one_script("")


# Training -------------------------------------------------------------------------------------


@settings(max_examples=50, deadline=None)
@given(CORPORA, st.integers(0, 20), st.booleans())
def test_training_keeps_its_promises(words, more, with_unk):
    characters = set("".join(words))
    special = ("<unk>", "<s>") if with_unk else ()
    size = len(special) + len(characters) + more
    unk = "<unk>" if with_unk else None
    trace = record(unigram.train_steps(words, size, special_tokens=special, unk=unk))
    model = trace.result
    assert len(model.vocab) <= size
    assert list(model.vocab) == [*special, *model.log_probs]
    assert list(model.vocab.values()) == list(range(len(model.vocab)))
    assert characters <= model.log_probs.keys()
    scores = list(model.log_probs.values())
    assert scores == sorted(scores, reverse=True)
    assert trace.steps[-1] == Finished(tuple(model.log_probs.items()))
    for word in words:
        assert "".join(unigram.encode(model, word)) == word


def test_the_steps_tell_the_whole_story():
    rng = Random(5)
    words = Counter("".join(rng.choices("abc", k=rng.randint(2, 9))) for _ in range(80))
    steps = record(unigram.train_steps(words, 12)).steps
    assert isinstance(steps[0], Seeded)
    assert sum(exp(score) for _, score in steps[0].pieces) == pytest.approx(1)
    alive = {piece for piece, _ in steps[0].pieces}
    for step in steps[1:-1]:
        if isinstance(step, Estimated):
            assert {piece for piece, _ in step.pieces} <= alive
            alive = {piece for piece, _ in step.pieces}
        else:
            assert isinstance(step, Pruned) and set(step.removed) <= alive
            assert {price.piece for price in step.prices} == alive
            assert step.removed == tuple(price.piece for price in step.prices)[: len(step.removed)]
            alive -= set(step.removed)
    assert {piece for piece, _ in steps[-1].pieces} <= alive | set("abc")
    assert [step.round for step in steps if isinstance(step, Estimated)][:4] == [1, 1, 2, 2]


@settings(max_examples=40)
@given(models(), CORPORA, st.integers(1, 12))
def test_pieces_are_pruned_in_the_order_of_their_prices(model, words, size):
    losses = unigram.replacement_losses(model, words)
    kept, prices = pruning.prune(model, words, size)
    assert sorted(price.piece for price in prices) == sorted(model.log_probs)
    used = [price for price in prices if price.loss is not None]
    assert {price.piece: price.loss for price in used} == losses
    assert list(prices[len(prices) - len(used) :]) == used  # what costs nothing comes first
    assert [price.loss for price in used] == sorted(losses.values())
    assert list(kept.log_probs) == [price.piece for price in reversed(used)][:size]
    for price in prices:
        cuts = [pieces for pieces, _ in unigram.n_best(model, price.piece, 2)]
        assert price.instead in (cuts if price.instead else [()])
        assert price.loss is None or price.instead == (cuts[1] if len(cuts) > 1 else ())


def test_rare_characters_are_left_out_by_coverage():
    model = unigram.train({"aaab": 30, "abq": 1}, 10, character_coverage=0.99)
    assert not any("q" in piece for piece in model.vocab)
    assert unigram.encode(model, "q") == ("q",)


def test_words_that_never_occur_teach_nothing():
    assert unigram.train({"ab": 3, "xy": 0, "": 5}, 10) == unigram.train({"ab": 3}, 10)


def test_a_longest_piece_can_be_set():
    words = {"abcdef": 9, "abcxyz": 9}
    assert max(map(len, unigram.train(words, 40).log_probs)) > 2
    assert max(map(len, unigram.train(words, 40, max_piece_length=2).log_probs)) == 2


@pytest.mark.parametrize(
    "words, options, message",
    [
        ({}, {}, "nothing to train on"),
        ({"": 3, "a": 0}, {}, "nothing to train on"),
        ({"abc": 1}, {"vocab_size": 3}, "vocab_size=3 is too small.*at least 4"),
        ({"abc": -1}, {}, "the count of 'abc' must be 0 or more"),
        ({"abc": 1}, {"shrink": 1.0}, "shrink"),
        ({"abc": 1}, {"shrink": 0.0}, "shrink"),
        ({"abc": 1}, {"em_rounds": 0}, "em_rounds"),
        ({"abc": 1}, {"character_coverage": 0.0}, "character_coverage"),
        ({"abc": 1}, {"character_coverage": 1.1}, "character_coverage"),
        ({"abc": 1}, {"special_tokens": ("<s>",)}, "unk='<unk>'"),
        ({"abc": 1}, {"special_tokens": ("<unk>", "<unk>")}, "there 2 times"),
        ({"abc": 1}, {"special_tokens": ("<unk>", "")}, "empty"),
        ({"abc": 1}, {"max_piece_length": 0}, "max_piece_length"),
        ({"abc": 1}, {"seed_size": -1}, "seed_size"),
    ],
)
def test_training_on_nonsense_is_refused(words, options, message):
    with pytest.raises(ValueError, match=message):
        unigram.train(words, **{"vocab_size": 10, **options})


@pytest.mark.parametrize(
    "words, options",
    [
        (["abc"], {}),
        ("abc", {}),
        ({3: 1}, {}),
        ({"abc": "many"}, {}),
        ({"abc": 1}, {"vocab_size": "big"}),
        ({"abc": 1}, {"special_tokens": "<unk>"}),
        ({"abc": 1}, {"shrinkage": 0.5}),
    ],
)
def test_training_on_the_wrong_type_is_refused(words, options):
    with pytest.raises(TypeError):
        unigram.train(words, **{"vocab_size": 10, **options})


def test_shares_of_characters_are_compared_in_single_precision():
    assert unigram.required_characters({"aab": 1}, 2 / 3) == ["a"]
    assert unigram.required_characters({"aab": 1}, 0.66666667) == ["a"]  # a little more than 2 / 3
    assert unigram.required_characters({"aab": 1}, 0.6667) == ["a", "b"]
