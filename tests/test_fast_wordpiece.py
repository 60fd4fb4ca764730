"""The short way of BERT's pipeline beside the readable one, and beside `tokenizers`."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import Tokenizer, corpora
from subword_lab.fast import wordpiece_encoding
from subword_lab.fast.memory import Memory
from subword_lab.preparation import Preparation
from subword_lab.recipes.merging import bert_normalizer
from texts import COMMON, CORPUS, EDGES, TEXT

TRAINED = Tokenizer.train("wordpiece", CORPUS, vocab_size=400)
PIPELINES = {
    f"{cut}, strip_accents={strip}, lowercase={lower}": replace(
        TRAINED, preparation=Preparation(bert_normalizer(strip, lower), (cut,))
    )
    for cut, strip, lower in product(("bert", "whitespace"), (True, False), (True, False))
}
PIPELINES["no steps"] = replace(TRAINED, preparation=Preparation((), ("bert",)))
MUSIC = "\U0001d165\U0001d16d\u302e\u0301"  # marks that are sorted and stay
ODD = st.text(f"aÄé\u0323\u0301{MUSIC}中\x0b\x0c\x1c\x85\xa0\u2028\u3000 \n\t#$.", max_size=12)


def readable(tok, text):
    """Word by word, through the tokens."""
    return [tok.vocab[piece] for piece in tok.tokenize(text)]


@pytest.mark.parametrize("name", PIPELINES)
@settings(max_examples=60, deadline=None)
@given(text=TEXT | ODD)
def test_ids_are_those_of_the_readable_way(name, text):
    tok = PIPELINES[name]
    ids = readable(tok, text)
    assert tok.encode(text) == ids
    assert tok.encode_array(text).tolist() == ids


@pytest.mark.parametrize("name", PIPELINES)
def test_there_is_a_short_way(name, monkeypatch):
    tok = replace(PIPELINES[name])
    ids = [readable(tok, text) for text in [*CORPUS, *EDGES]]
    monkeypatch.setattr(Preparation, "words", None)
    assert tok.encode_batch([*CORPUS, *EDGES]) == ids


def test_marks_that_change_places_go_the_readable_way():
    pieces = ["[UNK]", "a", *(f"##{mark}" for mark in MUSIC)]
    model = replace(TRAINED.model, vocab={piece: at for at, piece in enumerate(pieces)}, merges=[])
    tok = replace(TRAINED, model=model, special_tokens=(), template=type(TRAINED.template)())
    text = "a\U0001d16d\U0001d165"
    assert tok.encode(text) == readable(tok, text) != [1, 3, 2]


@settings(max_examples=60, deadline=None)
@given(text=COMMON, lowercase=st.booleans())
def test_ids_are_those_of_tokenizers(peers, text, lowercase):
    mine, theirs = peers[lowercase]
    assert mine.encode(text) == theirs.encode(text, add_special_tokens=False).ids


@pytest.fixture(scope="module")
def peers():
    """By lower-casing: a trained tokenizer, and the same in `tokenizers` without added tokens.

    Those would be found in any text, as ours are where they are allowed.
    """
    found = {}
    for lowercase in (True, False):
        mine = Tokenizer.train("wordpiece", CORPUS, vocab_size=400, lowercase=lowercase)
        theirs = tokenizers.Tokenizer(
            tokenizers.models.WordPiece(mine.vocab, unk_token="[UNK]", max_input_chars_per_word=100)
        )
        theirs.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=lowercase)
        theirs.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
        found[lowercase] = mine, theirs
    return found


def test_long_texts_and_words_are_cut_into_no_wrong_stretches(monkeypatch):
    monkeypatch.setattr(wordpiece_encoding, "BLOCK", 10)
    text = "\n".join([*CORPUS[:5], "x" * 99, "y" * 101, " ", *EDGES])
    assert TRAINED.encode(text) == readable(TRAINED, text)


def test_special_tokens_and_bad_texts_are_dealt_with_as_before():
    text = "the [MASK] [CLS]"
    mask = TRAINED.token_to_id("[MASK]")
    assert mask not in TRAINED.encode(text)
    assert TRAINED.encode(text, allowed_special=["[MASK]"]).count(mask) == 1
    assert TRAINED.encode_batch([text], add_special=True)[0] == TRAINED.encode(
        text, add_special=True
    )
    with pytest.raises(ValueError, match="surrogate"):
        TRAINED.encode("the \ud800")
    with pytest.raises(TypeError, match="must be a str"):
        TRAINED.encode_batch(["the", 5])


def test_memories_are_bounded(monkeypatch):
    for name in ("STRETCHES", "WORDS", "CHARACTERS"):
        monkeypatch.setattr(wordpiece_encoding, name, 7)
    tok = replace(TRAINED)
    text = corpora.load("english")[:5000] + " " + "long" * 40
    assert tok.encode(text) == readable(tok, text)
    short = tok._encoder._short
    for memory in (short.stretches, short.words, short.spaced):
        assert 0 < len(memory) <= 7
        assert all(len(key) <= 64 for key in memory if isinstance(key, str))


def test_threads_that_share_a_tokenizer_get_the_same_ids(monkeypatch):
    for name in ("STRETCHES", "WORDS"):
        monkeypatch.setattr(wordpiece_encoding, name, 50)
    tok = replace(TRAINED)
    lines = [line for line in corpora.load("english").splitlines() if line][:400]
    expected = [readable(tok, line) for line in lines]
    with ThreadPoolExecutor(4) as pool:
        for ids in pool.map(tok.encode_batch, [lines] * 8):
            assert ids == expected


def test_a_memory_forgets_all_when_it_is_full():
    asked = []
    memory = Memory(lambda key: asked.append(key) or key, most=2, worth=lambda key: key != "no")
    assert [memory[key] for key in ("a", "b", "a", "no", "no", "c", "a")] == [
        *"aba",
        "no",
        "no",
        *"ca",
    ]
    assert asked == ["a", "b", "no", "no", "c", "a"]
    assert len(memory) == 2
