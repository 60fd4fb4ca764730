"""The array paths of Unigram beside the readable ones."""

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
import sentencepiece
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from subword_lab import Tokenizer, corpora, unigram
from subword_lab.fast import unigram_memory, unigram_seeds, unigram_text, unigram_training
from subword_lab.fast.lattices import Lattices, edge_by_edge
from subword_lab.fast.marked_texts import marked_texts
from subword_lab.fast.normal_stretches import NormalStretch
from subword_lab.fast.tries import Trie, codes_of
from subword_lab.fast.unigram_encoding import SinglePrecision
from subword_lab.fast.unigram_memory import CutWords
from subword_lab.fast.unigram_sums import Sums
from subword_lab.fast.unigram_text import UnigramText
from subword_lab.fast.unigram_training import AllWordsAtOnce, Scored
from subword_lab.formats.sentencepiece_model.packing import Node, pack
from subword_lab.normalizer import normalize
from subword_lab.preparation import Preparation
from subword_lab.recipes.piece_rules import PieceRules
from subword_lab.unigram import UnigramModel
from subword_lab.unigram.model import single
from subword_lab.unigram.rounds import WordByWord
from texts import CORPUS, EDGES, TEXT

PIECES = st.dictionaries(
    st.text("ab▁", min_size=1, max_size=4), st.floats(0.001, 1), min_size=1, max_size=12
)
WORDS = st.dictionaries(st.text("ab▁c", min_size=1, max_size=9), st.integers(1, 50), min_size=1)


def model_of(pieces):
    """A model in training: scores of single precision, the first piece stands for the unknown."""
    logs = UnigramModel.from_probabilities(pieces).log_probs
    scores = {piece: single(score) for piece, score in logs.items()}
    return UnigramModel({p: i for i, p in enumerate(scores)}, scores, unk=next(iter(scores)))


def laid(model, words):
    lattices = Lattices.over(words, Trie.of(list(model.log_probs)))
    scores = np.array([*model.log_probs.values(), model.unk_score], np.float32)[lattices.piece]
    return lattices, scores


def scored(model):
    return Scored(
        np.arange(len(model.log_probs)), np.array([*model.log_probs.values()], np.float32)
    )


def all_at_once(model, words):
    return AllWordsAtOnce(words.items(), list(model.log_probs))


def of_word(lattices, values, at):
    """The values at the positions of one word."""
    return values[lattices.shape.given == at]


@settings(max_examples=60)
@given(PIECES, st.lists(st.text("ab▁c", max_size=9), min_size=1, max_size=5))
def test_sums_and_best_paths_are_those_of_one_lattice_after_another(pieces, words):
    model = model_of(pieces)
    lattices, scores = laid(model, words)
    before, after = lattices.forward(scores), lattices.backward(scores)
    totals, best = lattices.best(scores)
    place = np.repeat(np.arange(len(lattices.shape.many)), lattices.shape.many)
    for at, word in enumerate(words):
        graph = unigram.lattice(model, word)
        assert of_word(lattices, before, at) == pytest.approx(graph.forward(), rel=1e-4, abs=1e-4)
        assert of_word(lattices, after, at) == pytest.approx(graph.backward(), rel=1e-4, abs=1e-4)
        own = best[lattices.word[best] == at]
        ends = zip(place[lattices.start[own]], place[lattices.end[own]], strict=True)
        cut = [word[start:end] for start, end in ends]
        assert "".join(cut) == word
        assert model.score(cut) == pytest.approx(model.score(unigram.encode(model, word)), rel=1e-5)
        assert totals[at] == pytest.approx(model.score(cut), rel=1e-5)


@settings(max_examples=60)
@given(PIECES, st.lists(st.text("ab▁c", max_size=9), min_size=1, max_size=5))
def test_edges_in_words_are_those_of_one_lattice_after_another(pieces, words):
    model = model_of(pieces)
    lattices, _ = laid(model, words)
    names = [*model.log_probs, None]
    mine = [(int(lattices.word[e]), names[lattices.piece[e]]) for e in lattices.in_words]
    theirs = []
    for at, word in enumerate(words):
        for start in range(len(word)):
            fitting = [p for p in sorted(model.log_probs, key=len) if word.startswith(p, start)]
            theirs += [(at, piece) for piece in fitting]
            theirs += [] if word[start] in model.log_probs else [(at, None)]
    assert mine == theirs


@settings(max_examples=60)
@given(PIECES, st.lists(st.text("ab▁c", max_size=9), min_size=1, max_size=5), st.data())
def test_lattices_that_lose_pieces_are_those_laid_without_them(pieces, words, data):
    lattices, _ = laid(model_of(pieces), words)
    alive = np.array(data.draw(st.lists(st.booleans(), min_size=len(pieces), max_size=len(pieces))))
    left = [piece for piece, lives in zip(pieces, alive, strict=True) if lives]
    again = Lattices.over(words, Trie.of(left))
    kept = lattices.keeping(alive)
    number = np.append(np.cumsum(alive) - 1, -1)
    assert number[kept.piece].tolist() == again.piece.tolist()
    for name in ("start", "end", "in_words"):
        assert getattr(kept, name).tolist() == getattr(again, name).tolist()


@settings(max_examples=100)
@given(
    st.dictionaries(st.text("ab", min_size=1, max_size=3), st.integers(1, 4), min_size=1),
    st.lists(st.text("ab", min_size=1, max_size=9), min_size=1, max_size=5),
    st.booleans(),
)
def test_best_paths_are_chosen_edge_by_edge(pieces, words, whole):
    """Scores that are often equal, or round to the same after the first piece, and no paths."""
    scores = {piece: single(-(2.0**-22) * times - len(piece)) for piece, times in pieces.items()}
    scores |= {letter: single(-1e3 - len(pieces)) for letter in "ab" if letter not in pieces}
    lattices = Lattices.over(words, Trie.of(list(scores)), whole=whole)
    by_piece = np.array(list(scores.values()), np.float32)[lattices.piece]
    totals, best = lattices.best(by_piece)
    for at, word in enumerate(words):
        edges = lattices.in_words[lattices.word[lattices.in_words] == at]
        own = best[lattices.word[best] == at].tolist()
        if not whole and len(word) == 1:
            assert own == [] and totals[at] == -np.inf
        else:
            path = edge_by_edge(edges, lattices.start, lattices.end, by_piece)
            assert own == sorted(path, key=lattices.start.__getitem__)


@settings(max_examples=60)
@given(PIECES, WORDS)
def test_a_step_of_em_is_the_readable_one(pieces, words):
    seeds = model_of(pieces)
    over = all_at_once(seeds, words)
    new, likelihood = over.em_step(scored(seeds))
    readable, expected = WordByWord(words, seeds).em_step(seeds)
    assert likelihood == pytest.approx(expected, rel=1e-4)
    counts = unigram.expect(seeds, words).counts
    mine = over.scores_by_name(new)
    for piece in mine.keys() ^ readable.log_probs.keys():
        assert counts[piece] == pytest.approx(0.5, abs=1e-3)  # the border, within rounding
    for piece in mine.keys() & readable.log_probs.keys():
        assert mine[piece] == pytest.approx(readable.log_probs[piece], abs=1e-2)


@settings(max_examples=60)
@given(PIECES, WORDS, st.integers(1, 12))
def test_pruning_keeps_what_the_readable_way_keeps(pieces, words, size):
    seeds = model_of(pieces)
    losses = unigram.replacement_losses(seeds, words)
    over = all_at_once(seeds, words)
    kept = list(over.scores_by_name(over.prune(scored(seeds), size)))
    assume(kept)  # words of unknown characters alone use no piece
    assert len(kept) == len(WordByWord(words, seeds).prune(seeds, size)[0].log_probs)
    dearest = sorted(losses.values(), reverse=True)[: len(kept)]
    assert [losses[piece] for piece in kept] == pytest.approx(dearest, rel=1e-3, abs=1e-2)


@settings(max_examples=60)
@given(PIECES)
def test_a_piece_that_scores_less_than_its_parts_cannot_be_reached(pieces):
    seeds = model_of(pieces)
    over = all_at_once(seeds, {"a": 1})
    mine = over.scores_by_name(over.reachable(scored(seeds)))
    readable = WordByWord({"a": 1}, seeds).reachable(seeds).log_probs
    for piece in mine.keys() ^ readable.keys():
        cuts = unigram.n_best(seeds, piece, 2)
        assert cuts[0][1] == pytest.approx(cuts[1][1], abs=1e-5)


@settings(max_examples=60)
@given(PIECES, WORDS, st.data())
def test_dropped_pieces_leave_no_trace(pieces, words, data):
    """Whether their edges are still there, or the lattices were laid without them."""
    model = model_of(pieces)
    alive = data.draw(st.lists(st.sampled_from(sorted(pieces)), min_size=1, unique=True))
    left = UnigramModel.from_probabilities({piece: pieces[piece] for piece in alive})
    fresh = all_at_once(left, words)
    used = all_at_once(model, words)
    numbers = np.array([list(model.log_probs).index(piece) for piece in alive])
    again = Scored(numbers, scored(left).scores)
    expected, _ = fresh.em_step(scored(left))
    found, _ = used.em_step(again)
    assert used.scores_by_name(found) == fresh.scores_by_name(expected)


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(st.text("abé▁1漢", max_size=14), st.integers(0, 3), max_size=12),
    st.integers(1, 16),
    st.sampled_from([0, 3, 1000]),
    st.sampled_from([None, PieceRules().allow]),
    st.data(),
)
def test_seeds_are_those_of_the_readable_way(words, longest, size, allowed, data):
    options = {"max_piece_length": longest, "seed_size": size, "allowed": allowed}
    if data.draw(st.booleans()):
        options["line_ends"] = {word: data.draw(st.integers(0, n)) for word, n in words.items()}
        options["counted_twice"] = {word[-2:]: 2 for word in words if len(word) > 2}
    mine = unigram_seeds.seed_scores(words, **options)
    assert list(mine.items()) == list(unigram.seed_scores(words, **options).items())


def test_bad_training_is_refused_as_the_readable_way_does():
    for words, size, options in [
        ({}, 5, {}),
        ({"ab": 1}, 2, {}),
        ({"ab": -1}, 9, {}),
        ({"ab": 1}, 9, {"shrink": 1}),
        ({"ab": 1}, 9, {"max_piece_length": 0}),
        ({"\ud800": 1}, 9, {}),
    ]:
        with pytest.raises(ValueError) as readable:
            unigram.train(words, size, **options)
        with pytest.raises(ValueError) as mine:
            unigram_training.train(words, size, **options)
        assert str(mine.value) == str(readable.value)


MARKED = st.tuples(st.sampled_from(["", "▁"]), st.text("ab", max_size=3)).map("".join).filter(bool)


@settings(max_examples=100)
@given(
    st.dictionaries(MARKED, st.floats(0.001, 1), min_size=1, max_size=12),
    st.lists(st.text("abc", max_size=8).map("▁".__add__), max_size=6),
)
def test_words_cut_together_score_as_the_text(pieces, words):
    model = model_of(pieces)
    cut = SinglePrecision(model).cut(words)
    assert ["".join(pieces) for pieces in cut] == words
    for word, own in zip(words, cut, strict=True):
        assert model.score(own) == pytest.approx(model.score(unigram.encode(model, word)), rel=1e-5)


def test_what_stands_before_decides_between_equals():
    """A tie in seven digits that the sum before breaks, and the memory does not hide it."""
    scores = {"▁": -1.0, "a": -1.1, "b": -1.3, "ab": -2.4, "x": -90.7}
    model = UnigramModel({p: i for i, p in enumerate(scores)}, scores, "▁")
    together = SinglePrecision(model)
    alone = together.cut(["ab"])
    far = {together.cut(["x" * n, "ab"])[1] for n in range(1, 40)}
    assert alone == [("ab",)] and far == {("ab",), ("a", "b")}
    assert together.cut(["ab"]) == alone


# The whole pipeline ---------------------------------------------------------------------------


SENTENCES = [line for line in corpora.load("english").splitlines() if line][:300]
OPTIONS = [
    {},
    {"add_dummy_prefix": False},
    {"remove_extra_whitespaces": False},
    {"add_dummy_prefix": False, "remove_extra_whitespaces": False, "normalization": "identity"},
    {"byte_fallback": True, "vocab_size": 900, "normalization": "nfkc"},
]
TRAINED = [
    Tokenizer.train("sentencepiece", SENTENCES, **{"vocab_size": 600, **each}) for each in OPTIONS
]


def readable_ids(tok, text):
    return [tok.vocab[piece] for piece in tok.tokenize(text)]


@pytest.mark.parametrize("tok", TRAINED, ids=map(str, OPTIONS))
@settings(max_examples=40, deadline=None)
@given(texts=st.lists(TEXT, max_size=4))
def test_ids_are_those_of_the_readable_way(tok, texts):
    expected = [readable_ids(tok, text) for text in texts]
    assert [tok.encode(text) for text in texts] == expected
    assert tok.encode_batch(texts) == expected


@pytest.mark.parametrize("tok", TRAINED, ids=map(str, OPTIONS))
def test_there_is_a_short_way_without_the_readable_one(tok, monkeypatch):
    expected = [readable_ids(tok, text) for text in SENTENCES]
    fresh = replace(tok)
    monkeypatch.setattr(Preparation, "words", None)
    assert fresh.encode_batch(SENTENCES) == expected
    assert fresh.encode_array(SENTENCES[0]).tolist() == expected[0]


@pytest.fixture(scope="module", params=[{}, {"byte_fallback": True}], ids=["unk", "bytes"])
def peers(request, tmp_path_factory):
    """A model file of sentencepiece, read here and there."""
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(SENTENCES),
        model_writer=file,
        vocab_size=600,
        num_threads=1,
        minloglevel=2,
        **request.param,
    )
    path = tmp_path_factory.mktemp("unigram") / "m.model"
    path.write_bytes(file.getvalue())
    theirs = sentencepiece.SentencePieceProcessor(model_proto=file.getvalue())
    return Tokenizer.load(path), theirs


@pytest.fixture(scope="module")
def both(peers):
    """The same behind a function: a failing example would print all of the model."""
    return lambda: peers


def test_ids_of_a_model_file_are_those_of_sentencepiece(peers):
    mine, theirs = peers
    odd = ["-" * n + " 0.00000 " + "=" * n for n in range(1, 40)]
    texts = [*CORPUS, *EDGES, *SENTENCES, *odd, " ".join(SENTENCES * 3)]
    assert mine.encode_batch(texts) == theirs.encode(texts)
    assert [mine.encode(text) for text in texts] == theirs.encode(texts)
    assert isinstance(mine._encoder._short, UnigramText)


STRETCH = st.sampled_from(
    ["-", "=", ".", "0", " ", "  ", "the", "of", "\t", "\x00", "\u00a0", "\u3000", "\u2028"]
    + ["e\u0301", "é", "ﬁ", "漢字", "\u1161", "ｶ", "ﾞ", "▁", "\n", "\r\n", "\U0001d165", "Ω"]
    + ["“", "—", "я", "…", "\u1100", "\u0301", "a\u0323", "\u0302", "\x7f", "\ufeff", "\U0010ffff"]
)
LINES = st.lists(
    st.lists(st.tuples(STRETCH, st.integers(1, 70)), max_size=6).map(
        lambda parts: "".join(part * min(times, 140 // len(part)) for part, times in parts)
    ),
    min_size=1,
    max_size=8,
)


@settings(max_examples=50, deadline=None)
@given(lines=LINES, block=st.integers(1, 200), weak=st.booleans(), shared=st.booleans())
def test_lines_together_are_lines_alone(both, lines, block, weak, shared):
    """Ties, controls, spaces, other scripts, long words; in blocks, and with a hash that is bad."""
    peers = both()
    mine, theirs = replace(peers[0]), peers[1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unigram_text, "WORTH_ARRAYS", 0)
        patch.setattr(unigram_text, "BLOCK", block)
        patch.setattr(unigram_text, "MOST_SHARED", 1 << 20 if shared else 0)
        if weak:
            mine._encoder._short.cut_words.mix = lambda state, window: state & np.uint64(1)
            mine._encoder._short.cut_words._forget()
        expected = [list(ids) for ids in theirs.encode(lines)]
        assert mine.encode_batch(lines) == expected
        assert [mine.encode_array(line).tolist() for line in lines] == expected
        assert mine.encode_batch(lines) == expected


def test_a_long_text_is_one_sum_that_is_set_back_to_zero(peers, monkeypatch):
    """Over parts of the text, where close words and a word without a row stand in it."""
    monkeypatch.setattr(unigram_text, "BLOCK", 1 << 15)
    mine, theirs = peers
    odd = " ".join("-" * n + " 0.00000 " + "=" * n for n in range(1, 150))
    text = " ".join([*SENTENCES, odd, "\u00e9" * 90]) * 12
    assert abs(sum(theirs.get_score(id) for id in theirs.encode(text))) > 300_000
    assert mine.encode_array(text).tolist() == theirs.encode(text)


@settings(max_examples=100, deadline=None)
@given(
    pieces=st.dictionaries(st.text("ab", min_size=1, max_size=4), st.integers(1, 9), max_size=8),
    power=st.integers(1, 16),
    part=st.floats(0, 1),
    word=st.text("abc", min_size=1, max_size=12),
)
def test_cuts_are_remembered_for_sums_that_round_alike(pieces, power, part, word):
    """Scores that are half a last digit of some power of two, so that the even neighbor counts."""
    scores = {p: single(-len(p) - n * 2.0 ** (power - 25)) for p, n in pieces.items()} | {"▁": -1.0}
    model = UnigramModel({p: i for i, p in enumerate(scores)}, scores, "▁")
    sums = Sums(SinglePrecision(model), lambda word, pieces: pieces)
    start = -(2.0 ** (power - 1)) * (1 + part)
    for step in range(4):
        total = single(start - step * 2.0 ** (power - 24))
        way = sums.precision.viterbi(word, total)
        assert sums.cut(word, total, sums.deep(len(word))) == (way.pieces, way.score)


def test_a_character_that_nothing_stands_for_leaves_no_half_learned_words():
    model = Tokenizer.train("sentencepiece", SENTENCES, 600, byte_fallback=False)
    short = model._encoder._short
    words = CutWords(short.single, model.vocab, None, _refuse, {" ": "▁"})
    with pytest.raises(KeyError, match="nothing"):
        words.look_up("\u6f22 to".encode(), np.array([0, 3]))
    rows, table = words.look_up(b" to be to", np.array([0, 3, 6]))
    assert rows.tolist() == [1, 2, 1] and len(table.far) == 3


def _refuse(word, pieces):
    raise KeyError("nothing stands for it")


@settings(max_examples=60)
@given(st.sets(st.text("ab é\u0301漢", min_size=1, max_size=4), min_size=1))
def test_followers_stand_behind_the_first_character_of_an_entry(entries):
    root = Node()
    for entry in entries:
        root.at(entry).becomes = "x"
    assert pack(root).followers == {ord(ch) for entry in entries for ch in entry[1:]}


@settings(max_examples=60)
@given(
    st.sets(st.text("abé\u0301漢", min_size=1, max_size=3), min_size=1),
    st.text("abé\u0301漢字", max_size=9),
)
def test_a_text_of_characters_that_stay_is_normal(entries, text):
    root = Node()
    for entry in entries:
        root.at(entry).becomes = "x"
    table = pack(root)
    stretch = NormalStretch([table])
    codes = codes_of([text])
    changing = {c for entry in entries for c in entry[len(entry) > 1 :]}
    seen = ["".join(c for c, s in zip(text, stretch.stays(codes), strict=True) if s) for _ in "12"]
    assert seen[0] == seen[1] == "".join(c for c in text if c not in changing)
    assert stretch(seen[0]) == normalize(seen[0], [table]) == seen[0]


@pytest.mark.parametrize("plain", [True, False])
def test_borders_within_a_text_are_seen_whatever_stays(plain):
    texts = ["to be", "a\u2581b", " é  é ", "", "a\nb"]
    for lines in (texts, texts[:-1]):
        words = marked_texts(lines, plain, np.isfinite, str, collapse=True, prefix=True)
        assert words.data.decode() == " to be é é"
        assert (words.texts, words.hard) == ([0, 2], [1, 4][: len(lines) - 3])


def test_only_a_table_of_a_file_says_which_characters_stay():
    assert not NormalStretch(["nfc"]).stays(codes_of(["a\u0301"])).any()


def test_most_lines_beyond_ascii_are_not_normalized(peers):
    short = replace(peers[0])._encoder._short
    assert short.stays(codes_of(["né “я” 漢…"])).tolist() == [True] * 8 + [False]


@pytest.mark.parametrize("many", [1, 5000])
def test_half_a_surrogate_pair_is_refused_among_other_lines(peers, many):
    with pytest.raises(ValueError, match="U\\+D83D, at position 1"):
        peers[0].encode_batch(["to be “é”"] * many + ["é\ud83d"])


@pytest.mark.parametrize("entry", ["ﬁ", "\t", "e\u0301", " ", "a b", " a", "ab", "é "])
def test_tables_that_join_across_spaces_have_no_short_way(entry):
    root = Node()
    for key in (entry, "ß"):
        root.at(key).becomes = "x"
    assert pack(root).spares_spaces == (" " not in entry[1:] and entry not in (" a", "ab"))


def test_memories_of_texts_are_bounded(monkeypatch):
    monkeypatch.setattr(unigram_text, "WORDS", 5)
    monkeypatch.setattr(unigram_text, "STRETCHES", 5)
    monkeypatch.setattr(unigram_text, "BLOCK", 300)
    monkeypatch.setattr(unigram_text, "WORTH_ARRAYS", 30)
    monkeypatch.setattr(unigram_memory, "REMEMBERED", 60)
    tok = replace(TRAINED[0])
    texts = [*SENTENCES[:40], "é " * 9, "long" * 40]
    expected = [readable_ids(tok, text) for text in texts]
    assert tok.encode_batch(texts) == expected == [tok.encode(text) for text in texts]
    short = tok._encoder._short
    assert 0 < len(short.known) <= 5 and 0 < len(short.normal) <= 5
    assert len(short.cut_words.rows.far) < 200
    assert short.cut_words.table.lengths.max() <= 128


def test_threads_that_share_a_tokenizer_get_the_same_ids(monkeypatch):
    monkeypatch.setattr(unigram_memory, "REMEMBERED", 100)
    monkeypatch.setattr(unigram_text, "BLOCK", 500)
    tok = replace(TRAINED[0])
    expected = [readable_ids(tok, text) for text in SENTENCES]
    with ThreadPoolExecutor(4) as pool:
        for ids in pool.map(tok.encode_batch, [SENTENCES] * 6):
            assert ids == expected
