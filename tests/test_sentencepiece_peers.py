"""The recipe "sentencepiece" beside the library of that name, from raw lines to pieces and ids."""

import io

import pytest
import sentencepiece

import subword_lab as sl
from subword_lab.preparation import MARKED_WORDS, Preparation
from subword_lab.recipes.job import Job
from subword_lab.recipes.lines import read
from subword_lab.recipes.piece_rules import PieceRules
from subword_lab.spaces import Spaces


def train_peer(lines, vocab_size, **options):
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=file,
        vocab_size=vocab_size,
        character_coverage=1.0,
        num_threads=1,
        minloglevel=2,
        **options,
    )
    return sentencepiece.SentencePieceProcessor(model_proto=file.getvalue())


def pieces_of(peer):
    return [peer.id_to_piece(id) for id in range(peer.get_piece_size())]


@pytest.fixture(scope="module")
def lines():
    return [line for line in sl.corpora.load("english").splitlines() if line.strip()]


@pytest.mark.parametrize("size", [800, 1000, 2000])
def test_unigram_training_on_raw_lines_gives_the_pieces_and_scores_of_sentencepiece(lines, size):
    ours = sl.Tokenizer.train("sentencepiece", lines, vocab_size=size)
    peer = train_peer(lines, size)
    assert list(ours.vocab) == pieces_of(peer)
    scores = ours.model.log_probs
    assert scores == {piece: peer.get_score(ours.vocab[piece]) for piece in scores}


@pytest.mark.parametrize("fallback", [False, True])
def test_bpe_training_on_raw_lines_gives_the_ids_of_sentencepiece(lines, fallback):
    options = {"byte_fallback": fallback}
    ours = sl.Tokenizer.train("sentencepiece", lines, vocab_size=1000, model="bpe", **options)
    assert list(ours.vocab) == pieces_of(train_peer(lines, 1000, model_type="bpe", **options))


@pytest.mark.parametrize("corpus", [["ab ac", "ab", ""], {"ab ac": 1, "ab": 1}])
def test_the_last_word_of_each_document_is_counted(corpus):
    preparation = Preparation((), (MARKED_WORDS,), Spaces())
    lines = read(Job(corpus), preparation, (), PieceRules())
    assert lines.words == Job(corpus).count(preparation, ()) == {"▁ab": 2, "▁ac": 1}
    assert lines.line_ends == {"▁ac": 1, "▁ab": 1}
