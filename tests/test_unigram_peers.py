import io
from collections import Counter
from itertools import groupby
from random import Random

import pytest
import sentencepiece
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import corpora, unigram
from subword_lab.unigram import UnigramModel

SIZE = 1000


@pytest.fixture(scope="module")
def lines():
    return [line for line in map(squeeze, corpora.load("english").splitlines()) if line]


@pytest.fixture(scope="module")
def peer(lines):
    """SentencePiece's own Unigram model of the course's English."""
    return train_peer(lines, SIZE)


@pytest.fixture(scope="module")
def exported(peer):
    """The same pieces and scores as a model of ours."""
    return model_from(peer)


def squeeze(line):
    return " ".join(line.split())


def train_peer(lines, size):
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=file,
        model_type="unigram",
        vocab_size=size,
        normalization_rule_name="identity",
        character_coverage=1.0,
        bos_id=-1,
        eos_id=-1,
        num_threads=1,
        minloglevel=2,
        seed_sentencepiece_size=1_000_000,
    )
    return sentencepiece.SentencePieceProcessor(model_proto=file.getvalue())


def model_from(peer):
    pieces = [peer.id_to_piece(i) for i in range(peer.get_piece_size())]
    scores = {piece: peer.get_score(i) for i, piece in enumerate(pieces) if i != peer.unk_id()}
    return UnigramModel({piece: i for i, piece in enumerate(pieces)}, scores, "<unk>")


def marked(line):
    return "▁" + line.replace(" ", "▁")


def marked_words(lines):
    """Word counts with ▁, and how often each word ends a line."""
    words = [["▁" + word for word in line.split(" ")] for line in lines]
    return Counter(word for line in words for word in line), Counter(line[-1] for line in words)


def fused(model, pieces):
    """Runs of unknown characters as one piece each, which is how the peers print them."""
    runs = groupby(pieces, key=lambda piece: piece in model.log_probs)
    return [piece for known, run in runs for piece in (run if known else ["".join(run)])]


def as_ids(model, pieces):
    return [model.vocab.get(piece, 0) for piece in fused(model, pieces)]


# Encoding -------------------------------------------------------------------------------------


def test_lines_are_cut_as_sentencepiece_cuts_them(peer, exported, lines):
    sample = Random(7).sample(lines, 400)
    differing = [
        line
        for line in sample
        if list(unigram.encode(exported, marked(line))) != peer.encode(line, out_type=str)
    ]
    assert len(differing) <= 2  # near ties: single against double precision
    for line in differing:
        theirs = exported.score(peer.encode(line, out_type=str))
        assert theirs == pytest.approx(exported.score(unigram.encode(exported, marked(line))))


@settings(max_examples=100, deadline=None)
@given(text=st.text("theroundiga ", max_size=20), strange=st.text("éЖ漢😀", max_size=3))
def test_any_text_scores_as_sentencepiece_scores_it(peer, exported, text, strange):
    text = squeeze(text + strange + text[::-1])
    theirs = peer.encode(text, out_type=str)
    mine = unigram.encode(exported, marked(text)) if text else ()
    letters = [ch for piece in theirs for ch in ([piece] if piece in exported.log_probs else piece)]
    assert exported.score(mine) == pytest.approx(exported.score(letters), rel=1e-6)
    assert [p for p in fused(exported, mine) if p not in exported.log_probs] == [
        p for p in theirs if p not in exported.log_probs
    ]


@pytest.mark.parametrize("text", ["the baker", "unhappiness", "a 7é7 b", "mississippi"])
def test_the_n_best_are_those_of_sentencepiece(peer, exported, text):
    mine = unigram.n_best(exported, marked(text), 8)
    theirs = peer.nbest_encode(text, nbest_size=8, out_type=str)
    scores = [exported.score([c for p in cut for c in ([p] if p in exported.log_probs else p)])
              for cut in theirs]  # fmt: skip
    assert [score for _, score in mine] == pytest.approx(scores, rel=1e-6)
    certain = [score for _, score in mine]
    for at, (pieces, score) in enumerate(mine[:-1]):
        if min(abs(score - other) for i, other in enumerate(certain) if i != at) > 1e-3:
            assert fused(exported, pieces) == theirs[at]


def test_samples_come_as_often_as_from_sentencepiece(peer, exported):
    draws, rng = 3000, Random(11)
    mine = Counter(unigram.sample(exported, "▁baker", 0.4, rng) for _ in range(draws))
    theirs = Counter(
        tuple(peer.encode("baker", out_type=str, enable_sampling=True, alpha=0.4, nbest_size=-1))
        for _ in range(draws)
    )
    both = mine + theirs
    common = [cut for cut, n in both.items() if n >= 20]
    assert len(common) >= 5
    statistic = sum((mine[cut] - theirs[cut]) ** 2 / both[cut] for cut in common)
    assert statistic < len(common) + 6 * (2 * len(common)) ** 0.5  # far beyond chance: p < 1e-6


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_ids_equal_those_of_tokenizers(data):
    pieces = sorted(data.draw(st.sets(st.text("abc", min_size=1, max_size=4), max_size=10)) | {"a"})
    rng = Random(data.draw(st.integers(0, 10**6)))
    model = UnigramModel.from_probabilities({p: rng.uniform(0.001, 1) for p in pieces}, "<unk>")
    rows = [("<unk>", 0.0), *model.log_probs.items()]
    peer = tokenizers.Tokenizer(tokenizers.models.Unigram(rows, unk_id=0, byte_fallback=False))
    text = data.draw(st.text("abcd", max_size=12))
    assert as_ids(model, unigram.encode(model, text)) == peer.encode(text).ids


# Training -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SIZE, 2500])
def test_training_finds_the_pieces_of_sentencepiece(lines, size):
    words, ends = marked_words(lines)
    mine = unigram.train(words, size, line_ends=ends, allowed=unigram.one_script)
    theirs = model_from(train_peer(lines, size))
    common = mine.vocab.keys() & theirs.vocab.keys()
    assert len(common) >= 0.995 * size == 0.995 * len(mine.vocab)
    for piece in common - {"<unk>"}:
        assert mine.log_probs[piece] == pytest.approx(theirs.log_probs[piece], abs=1e-3)


def test_no_piece_of_sentencepiece_mixes_scripts():
    rng = Random(3)
    alphabet = "abсд12-'漢かー\u0301"  # two Cyrillic letters among them
    lines = ["".join(rng.choices(alphabet, k=12)) for _ in range(300)]
    pieces = [piece for piece in model_from(train_peer(lines, 110)).log_probs if len(piece) > 1]
    assert len(pieces) > 50
    assert all(map(unigram.one_script, pieces))


def test_seeds_from_words_alone_predict_the_words_better(lines):
    # Whole lines hide a word that is always followed by a space: it is never a seed there.
    third = lines[::3]
    words, _ = marked_words(third)
    alone = unigram.train(words, SIZE, allowed=unigram.one_script)
    theirs = model_from(train_peer(third, SIZE))
    assert (
        unigram.expect(alone, words).log_likelihood > unigram.expect(theirs, words).log_likelihood
    )
