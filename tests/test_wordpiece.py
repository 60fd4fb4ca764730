from math import log

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import models

from oracles import log_likelihood, longest_match
from subword_lab import scores, wordpiece
from subword_lab.pairs import count_pairs, count_replacements, merge_word
from subword_lab.ties import TIE_BREAKS
from subword_lab.trace import record
from subword_lab.wordpiece import FellBack, Matched, WordPieceModel

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}

WORDS = st.text("ab", min_size=1, max_size=10)
CORPORA = st.dictionaries(WORDS, st.integers(0, 5), max_size=8)
SCORES = st.sampled_from(wordpiece.SCORES)
TIES = st.sampled_from(TIE_BREAKS)


# Training -----------------------------------------------------------------------------------------


@settings(max_examples=80)
@given(CORPORA, SCORES, TIES, st.integers(0, 15))
def test_both_pair_tables_take_the_same_steps(words, score, tie_break, merges):
    fast, slow = (
        record(wordpiece.train_steps(words, None, merges, score, tie_break, table=table))
        for table in ("indexed", "recount")
    )
    assert fast == slow


@settings(max_examples=60)
@given(CORPORA, SCORES, st.integers(0, 15))
def test_the_steps_alone_rebuild_the_model(words, score, merges):
    trace = record(wordpiece.train_steps(words, None, merges, score))
    vocab = dict(wordpiece.train(words, merges=0).vocab)
    for step in trace.steps:
        vocab.setdefault(step.new, len(vocab))
    merged = [(step.left, step.right) for step in trace.steps]
    assert WordPieceModel(vocab, merged) == trace.result
    assert wordpiece.train(words, None, merges, score) == trace.result


@settings(max_examples=60)
@given(CORPORA, st.integers(0, 15))
def test_the_gain_of_a_step_is_the_change_in_likelihood(words, merges):
    trace = record(wordpiece.train_steps(words, None, merges, "gain"))
    for at, step in enumerate(trace.steps):
        before, after = (wordpiece.words_after(words, trace.steps[:n]) for n in (at, at + 1))
        change = log_likelihood(after) - log_likelihood(before)
        assert step.score == pytest.approx(change, abs=1e-9)


@settings(max_examples=60)
@given(CORPORA, st.integers(0, 5))
def test_gain_takes_the_pair_that_raises_the_likelihood_most(words, merges):
    steps = record(wordpiece.train_steps(words, None, merges + 1, "gain")).steps
    before = wordpiece.words_after(words, steps[:-1])
    gains = [
        log_likelihood([(merge_word(symbols, pair, "new"), n) for symbols, n in before])
        - log_likelihood(before)
        for pair in count_pairs(before)
    ]
    if len(steps) == merges + 1:  # else no pair was left
        assert steps[-1].score == pytest.approx(max(gains), abs=1e-9)


def test_ids_are_special_tokens_then_symbols_then_merges():
    model = wordpiece.train(HUG, vocab_size=11, special_tokens=["[PAD]", "[UNK]"])
    symbols = ["##g", "##n", "##s", "##u", "b", "h", "p"]
    assert list(model.vocab) == ["[PAD]", "[UNK]", *symbols, "##ug", "##un"]
    assert list(model.vocab.values()) == list(range(11))


def test_the_mark_between_two_parts_is_dropped():
    assert wordpiece.join("##g", "##s") == "##gs"
    assert wordpiece.join("h", "##ug") == "hug"
    assert wordpiece.spell("hugs") == ("h", "##u", "##g", "##s")
    assert wordpiece.spell("") == ()


def test_a_symbol_beside_itself_gains_what_its_merges_gain():
    words = [(("x", "##a", "##a", "##a"), 3), (("y", "##a"), 5)]
    row = {row.pair: row for row in wordpiece.scores(words)}["##a", "##a"]
    merged = [(("x", "##aa", "##a"), 3), (("y", "##a"), 5)]
    assert row.count == 6  # two positions in each of three words, of which one is merged
    assert row.gain == pytest.approx(log_likelihood(merged) - log_likelihood(words))


def test_rounding_noise_does_not_decide_a_tie():
    corpus = {"abcd": 3, "efgh": 3, "ijkl": 3}  # all nine pairs gain the same
    for tie_break in TIE_BREAKS:
        first, *_ = record(wordpiece.train_steps(corpus, None, 1, "gain", tie_break)).steps
        assert len(first.tied) == 8
    assert wordpiece.train(corpus, None, 1, "gain", "largest_pair").merges == [("i", "##j")]
    assert wordpiece.train(corpus, None, 1, "gain", "smallest_pair").merges == [("##b", "##c")]
    assert wordpiece.train(corpus, None, 1, "gain", "first_seen").merges == [("a", "##b")]


def test_training_stops_below_the_least_gain():
    gains = [step.score for step in record(wordpiece.train_steps(HUG, None, 7, "gain")).steps]
    fewer = wordpiece.train(HUG, merges=7, score="gain", min_gain=20)
    assert len(fewer.merges) == next(at for at, gain in enumerate(gains) if gain < 20) == 3
    assert wordpiece.train(HUG, merges=7, score="gain", min_gain=gains[0] + 1).merges == []


def test_training_without_a_least_gain_goes_on_to_the_end():
    assert len(wordpiece.train(HUG, merges=99, score="gain").merges) == 7
    assert wordpiece.train(HUG, vocab_size=99) == wordpiece.train(HUG, merges=7)


@pytest.mark.parametrize("score", wordpiece.SCORES)
def test_no_words_give_a_model_without_merges(score):
    assert wordpiece.train({}, merges=3, score=score) == WordPieceModel({"[UNK]": 0})
    assert wordpiece.train({"hug": 0}, 9, score=score) == WordPieceModel({"[UNK]": 0})


def test_the_unknown_token_is_always_there():
    assert list(wordpiece.train({}, 3, special_tokens=["[PAD]"]).vocab) == ["[UNK]", "[PAD]"]
    model = wordpiece.train({}, 3, special_tokens=["<unk>"], unk="<unk>")
    assert (list(model.vocab), model.unk) == (["<unk>"], "<unk>")


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="unknown score 'likelihood'; known are count, pmi, gain"):
        wordpiece.train(HUG, merges=1, score="likelihood")
    with pytest.raises(ValueError, match="min_gain needs score='gain'; got score='count'"):
        wordpiece.train(HUG, merges=1, min_gain=0)
    with pytest.raises(ValueError, match="vocab_size=7 is too small.* 8 entries"):
        wordpiece.train(HUG, vocab_size=7)
    with pytest.raises(ValueError, match="exactly one"):
        wordpiece.train(HUG)
    with pytest.raises(ValueError, match="unknown tie_break"):
        wordpiece.train(HUG, merges=1, tie_break="any")
    with pytest.raises(TypeError, match="word_counts must map"):
        wordpiece.train(["hug"], merges=1)


# Scores -------------------------------------------------------------------------------------------


@st.composite
def pair_counts(draw):
    """Counts n of a pair, a and b of its two different symbols, and their total."""
    n = draw(st.integers(1, 10**6))
    a, b = (n + draw(st.integers(0, 10**6)) for _ in "ab")
    return n, a, b, a + b + draw(st.integers(0, 10**7))


@given(pair_counts())
@example((5, 5, 5, 10))
def test_the_gain_lies_within_n_of_n_times_pmi(counts):
    n = counts[0]
    pmi, gain = scores.pmi(*counts), scores.gain(*counts)
    assert n * (pmi - 1) - 1e-9 * n <= gain <= n * (pmi + 1) + 1e-9 * n


@given(pair_counts())
def test_the_gain_agrees_with_the_formula_as_it_is_published(counts):
    def g(value):
        return value * log(value) if value else 0

    n, a, b, total = counts
    published = g(n) + g(a - n) + g(b - n) - g(total - n) - g(a) - g(b) + g(total)
    assert scores.gain(*counts) == pytest.approx(published, abs=1e-12 * g(total))


@given(CORPORA)
def test_the_course_score_is_pmi_without_the_total_and_the_logarithm(words):
    total = scores.symbol_counts(wordpiece.words_after(words)).total()
    for row in wordpiece.scores(words):
        assert row.pmi == pytest.approx(log(row.hf_score * total))


@given(CORPORA)
def test_rows_come_in_the_order_of_the_words_and_count_all_positions(words):
    spelled = wordpiece.words_after(words)
    rows = wordpiece.scores(words)
    assert {row.pair: row.count for row in rows} == count_pairs(spelled)
    assert [row.pair for row in rows] == list(count_pairs(spelled))
    assert all(count_replacements(spelled, row.pair) <= row.count for row in rows)


def test_no_words_have_no_scores():
    assert wordpiece.scores({}) == []
    assert scores.log_likelihood({}) == 0


# Encoding -----------------------------------------------------------------------------------------

PIECES = st.text("ab", min_size=1, max_size=4)
VOCABS = st.lists(st.one_of(PIECES, PIECES.map("##".__add__)), unique=True, max_size=14)


@settings(max_examples=100)
@given(VOCABS, st.lists(st.text("abc", max_size=12), min_size=1, max_size=6))
def test_encoding_equals_tokenizers_and_trying_every_end(pieces, words):
    model = WordPieceModel.from_vocab(["[UNK]", *pieces])
    peer = models.WordPiece(model.vocab, unk_token="[UNK]", max_input_chars_per_word=100)
    for word in words:
        ours = wordpiece.encode(model, word)
        assert list(ours) == [token.value for token in peer.tokenize(word)]
        assert ours == longest_match(model.vocab, word)


@given(VOCABS, st.text("abc", max_size=12))
def test_the_recorded_steps_rebuild_the_encoding(pieces, word):
    model = WordPieceModel.from_vocab(["[UNK]", *pieces])
    trace = record(wordpiece.encode_steps(model, word))
    matched = trace.of(Matched)
    covered = "".join(word[step.start : step.end] for step in matched)
    assert word.startswith(covered)
    if trace.of(FellBack):
        assert trace.steps[-1] == FellBack(len(covered))
        assert trace.result == ("[UNK]",)
    else:
        assert covered == word
        assert trace.result == tuple(step.piece for step in matched)


@given(CORPORA, SCORES)
def test_decoding_gives_a_known_word_back(words, score):
    model = wordpiece.train(words, merges=8, score=score)
    for word in words:
        pieces = wordpiece.encode(model, word)
        if pieces != ("[UNK]",):
            assert wordpiece.decode(model, pieces) == word


def test_one_unknown_character_loses_the_whole_word():
    model = wordpiece.train(HUG, merges=3)
    trace = record(wordpiece.encode_steps(model, "hug🤗"))
    assert trace.steps == (Matched(0, 3, "hug"), FellBack(3))
    assert trace.result == ("[UNK]",)


@pytest.mark.parametrize("pieces", [("unbelievable",), ("u", "##nbelievable")])
def test_the_longest_piece_of_all_is_found(pieces):
    model = WordPieceModel.from_vocab(["[UNK]", *pieces])
    assert wordpiece.encode(model, "unbelievable") == pieces


def test_a_merge_that_gains_just_enough_is_made():
    first, second, third, *_ = record(wordpiece.train_steps(HUG, merges=9, score="gain")).steps
    assert third.score < first.score < second.score
    made = wordpiece.train(HUG, merges=9, score="gain", min_gain=first.score).merges
    assert made == [(step.left, step.right) for step in (first, second)]


def test_a_word_over_the_limit_is_unknown_without_being_looked_at():
    model = WordPieceModel.from_vocab(["[UNK]", "a", "##a"])
    assert len(wordpiece.encode(model, "a" * 100)) == 100
    assert record(wordpiece.encode_steps(model, "a" * 101)).steps == (FellBack(0),)
    longer = WordPieceModel.from_vocab(["[UNK]", "a", "##a"], max_chars=200)
    assert len(wordpiece.encode(longer, "a" * 101)) == 101


def test_an_empty_word_has_no_pieces():
    assert wordpiece.encode(WordPieceModel({}), "") == ()


def test_a_model_can_be_made_from_pieces_in_order_or_with_ids():
    listed = WordPieceModel.from_vocab(["[UNK]", "a"])
    assert listed == WordPieceModel.from_vocab({"[UNK]": 0, "a": 1})
    other = WordPieceModel.from_vocab(["?", "a", "@a"], unk="?", prefix="@")
    assert wordpiece.encode(other, "aa") == ("a", "@a")
    assert wordpiece.encode(other, "ab") == ("?",)


def test_a_vocabulary_that_is_unclear_is_refused():
    with pytest.raises(ValueError, match="'a' is there 2 times"):
        WordPieceModel.from_vocab(["[UNK]", "a", "a"])
    with pytest.raises(TypeError, match="list of tokens; got .*of type str"):
        WordPieceModel.from_vocab("[UNK]")


def test_a_word_that_is_no_string_is_refused():
    with pytest.raises(TypeError, match="a word must be a str, not int: 3"):
        wordpiece.encode(WordPieceModel({}), 3)


def test_decoding_joins_words_with_spaces():
    model = WordPieceModel({})
    assert wordpiece.decode(model, ["un", "##wanted", ",", "run", "##ning"]) == "unwanted , running"
    assert wordpiece.decode(model, ["##ing"]) == "##ing"
    assert wordpiece.decode(model, []) == ""
