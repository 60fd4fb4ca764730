"""What lesson 06 says about real models and in its prose, asked of the libraries."""

import io
from importlib import import_module

import pytest
import sentencepiece

import subword_lab as sl
from facts_06_sentencepiece import careful, trained
from subword_lab.exercises.lesson_06 import bets, fallback, scores, spaces
from subword_lab.views.peers import sentencepiece as peers
from subword_lab.views.peers import sentencepiece_files as files

TEXTS = [
    "Don't you love 🤗 at  5 o'clock?",
    " two  spaces ﬁne 東京 ",
    "a▁b\tc",
    "Ｈello wörld ①",
    "",
]


@pytest.mark.parametrize("text", TEXTS)
def test_every_row_beside_sentencepiece_is_the_same(text):
    assert [row for row in peers.compare(text) if not row.same] == []


@pytest.mark.parametrize("text", [*TEXTS, "One of the best: 東京, 龘 and 12345!"])
def test_real_files_are_read_as_the_library_reads_them(text, missing):
    found = {each.name for each in sl.vocabs.available()}
    if not found >= set(files.NAMES):
        missing("mistral-common and ai21-tokenizer")
    assert [row for row in files.compare(text) if not row.same] == []


def test_what_the_files_hold(missing):
    if "mistral-v1" not in {each.name for each in sl.vocabs.available()}:
        missing("mistral-common")
    mistral = files.read_here("mistral-v1")
    assert (mistral.vocab_size, type(mistral.model).__name__) == (32_000, "BpeModel")
    assert mistral.cutting.byte_fallback
    assert files.crossing(mistral.vocab) == 0
    expected = {
        "Hello world": (["▁Hello", "▁world"], [22557, 1526]),
        "🤗": (["▁", "<0xF0>", "<0x9F>", "<0xA4>", "<0x97>"], [28705, 243, 162, 167, 154]),
        "2024": (["▁", "2", "0", "2", "4"], [28705, 28750, 28734, 28750, 28781]),
        "unhappiness": (["▁unh", "app", "iness"], [20581, 763, 1494]),
    }
    for text, (pieces, ids) in expected.items():
        assert (mistral.tokenize(text), mistral.encode(text)) == (pieces, ids)


def test_many_pieces_of_the_unigram_file_cross_a_space(missing):
    if "ai21-j2" not in {each.name for each in sl.vocabs.available()}:
        missing("ai21-tokenizer")
    jurassic = files.read_here("ai21-j2")
    assert (jurassic.vocab_size, type(jurassic.model).__name__) == (262_144, "UnigramModel")
    assert files.crossing(jurassic.vocab) == 117_787


@pytest.mark.parametrize("kind", ["unigram", "bpe", "char", "word", "wordpiece"])
def test_which_models_the_library_trains(kind):
    def train():
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(["to be or not to be"] * 9),
            model_writer=io.BytesIO(),
            model_type=kind,
            vocab_size=12,
            hard_vocab_limit=False,
            minloglevel=2,
        )

    if kind == "wordpiece":
        with pytest.raises(ValueError, match="unknown enumeration value"):
            train()
    else:
        train()


@pytest.mark.parametrize(
    ("module", "name", "algorithm"),
    [
        ("t5", "T5Tokenizer", "Unigram"),
        ("albert", "AlbertTokenizer", "Unigram"),
        ("xlnet", "XLNetTokenizer", "Unigram"),
        ("llama", "LlamaTokenizer", "BPE"),
        ("gemma", "GemmaTokenizer", "BPE"),
        ("bert", "BertTokenizer", "WordPiece"),
        ("roberta", "RobertaTokenizer", "BPE"),
    ],
)
def test_which_algorithm_a_tokenizer_class_names(module, name, algorithm):
    found = import_module(f"transformers.models.{module}.tokenization_{module}")
    assert getattr(found, name).model.__name__ == algorithm
    assert algorithm not in (found.__doc__ or "")  # a header, if any, names the model alone


def test_xlnet_writes_the_space_as_sentencepiece_does():
    found = import_module("transformers.models.xlnet.tokenization_xlnet")
    assert found.SPIECE_UNDERLINE == "▁"


def test_the_six_texts_meet_the_same_fate_in_the_library():
    names = ("english/stories", "english/recipes")
    lines = [line for name in names for line in sl.corpora.load(name).splitlines()]
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=file,
        vocab_size=1000,
        character_coverage=1.0,
        minloglevel=2,
    )
    library = sentencepiece.SentencePieceProcessor(model_proto=file.getvalue())
    for name, fate in bets.COMES_BACK.reference.items():
        text = name.replace("␣", " ")
        back = library.decode(library.encode(text))
        assert (back == text) == (fate == bets.SAME), text
        assert back == trained().decode(trained().encode(text))


def test_four_small_functions_and_a_model_are_the_careful_tokenizer():
    tokenizer = careful()
    codes = sl.corpora.languages()
    lines = [line for code in codes for line in sl.corpora.load(f"story/{code}").splitlines()]
    assert len(codes) == 21
    for line in lines:
        words = spaces.mark_spaces(line)
        pieces = [piece for word in words for piece in sl.bpe.encode(tokenizer.model, word)]
        pieces = fallback.spell_unknown(pieces, tokenizer.vocab)
        assert pieces == tokenizer.tokenize(line)
        assert spaces.unmark([fallback.read_bytes(pieces)]) == line


def test_joining_by_score_is_how_the_engine_joins():
    model = trained(model="bpe").model
    by_score = {piece: -rank for piece, rank in model.joined_ranks.items()}
    words = [f"▁{word}" for word in sl.text.count_words(sl.corpora.load("english/stories"))]
    assert [
        w for w in words if scores.encode_by_score(w, by_score) != sl.bpe.encode(model, w)
    ] == []


def test_a_model_that_knows_chinese_needs_33_pieces_where_fallback_needs_109_ids():
    names = ("story/en", "story/zh", "story/ja", "code/python")
    lines = [line for name in names for line in sl.corpora.load(name).splitlines()]
    many = sl.Tokenizer.train(
        "sentencepiece", lines, vocab_size=1200, model="bpe",
        normalization="identity", remove_extra_whitespaces=False,
    )  # fmt: skip
    assert sl.corpora.load("story/zh").splitlines()[2] == bets.SENTENCE
    assert (len(many.tokenize(bets.SENTENCE)), len(careful().encode(bets.SENTENCE))) == (33, 109)
    assert {"面包师", "テーブル"} <= many.vocab.keys()


def test_a_literal_mark_has_the_ids_of_a_space():
    assert careful().encode("snake▁case") == careful().encode("snake case")
