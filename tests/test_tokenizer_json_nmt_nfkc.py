"""SentencePiece's default rule in tokenizer.json: the library normalizes as we do."""

import json
from random import Random
from unicodedata import ucd_3_2_0

import sentencepiece
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import Tokenizer
from subword_lab.formats.steps import Replace
from subword_lab.formats.tokenizer_json import before, nmt_nfkc
from subword_lab.normalizer import align
from subword_lab.text import normalize
from subword_lab.text.compositions import changeable, sequences, spellings
from texts import COMMON, CORPUS

SEQUENCE = {"type": "Sequence", "normalizers": nmt_nfkc.write()}
EMPTY = {"type": "BPE", "vocab": {}, "merges": []}


def library(normalizer):
    return tokenizers.Tokenizer.from_str(
        json.dumps({"version": "1.0", "added_tokens": [], "normalizer": normalizer, "model": EMPTY})
    ).normalizer


RULE = library(SEQUENCE)
NFKC = library({"type": "NFKC"})
NEWER = {
    ch
    for text in (*changeable(), *sequences())
    if NFKC.normalize_str(text) != normalize(text, ("nfkc",))
    for ch in text
}
MARKS = [ch for parts in sequences() for ch in parts]
TRICKY = st.lists(
    st.sampled_from(sorted({*MARKS, *(s for ch in MARKS for s in spellings().get(ch, ()))} - NEWER))
    | st.sampled_from("ae\u0301\u0302\u0323\u0330\u0345～\x01\x02\x7f \t\u200d한ㄱㅏ각ﾞ①ﬁ"),
    max_size=8,
).map("".join)


@settings(max_examples=100)
@given(COMMON | TRICKY)
def test_the_library_normalizes_as_we_do(text):
    assert RULE.normalize_str(text) == normalize(text, ("nmt_nfkc",))


def test_every_character_and_every_sequence():
    random = Random(3)
    texts = [ch for ch in changeable() if ch not in NEWER]
    for parts in random.sample(sorted(sequences()), 3000):
        other = [random.choice((ch, *spellings().get(ch, ()))) for ch in parts]
        texts += [
            parts,
            "".join(other),
            f"{parts}\u0323",
            f"x{parts[-1]}",
            f"{parts[0]}\x02{parts[1:]}",
        ]
    texts = [text for text in texts if not NEWER & set(text)]
    wrong = [t for t in texts if RULE.normalize_str(t) != normalize(t, ("nmt_nfkc",))]
    assert wrong == []
    assert len(texts) > 80_000


def test_what_differs_is_newer_than_the_librarys_unicode():
    assert 0 < len(NEWER) < 100
    assert all(ucd_3_2_0.category(ch) == "Cn" for ch in NEWER)


@settings(max_examples=60)
@given(TRICKY)
def test_read_as_single_steps_it_is_the_same(text):
    """As a file by another version of Python would be, whose expression is another one."""
    nodes = nmt_nfkc.write()
    nodes[2] = {**nodes[2], "pattern": {"Regex": f"(?:{nodes[2]['pattern']['Regex']})"}}
    steps = before.read({"type": "Sequence", "normalizers": nodes}, None).normalizer
    assert len(steps) == 7
    aligned = align(text, steps)
    assert aligned.text == normalize(text, ("nmt_nfkc",))
    assert len(aligned.spans) == len(aligned.text)


@settings(max_examples=60)
@given(st.text("abx \u0301", max_size=6), st.sampled_from(["x*", r"\b", "(?<=a)(?=b)", "a|(?=b)"]))
def test_a_match_of_nothing_puts_in_what_the_library_puts_in(text, pattern):
    node = {"type": "Replace", "pattern": {"Regex": pattern}, "content": "-"}
    assert Replace(pattern, "-").align(text).text == library(node).normalize_str(text)


def test_the_default_recipe_goes_to_tokenizer_json_and_back(tmp_path):
    tok = Tokenizer.train("sentencepiece", CORPUS, vocab_size=300)
    tok.save(tmp_path / "tokenizer.json")
    again = Tokenizer.load(tmp_path)
    assert again.preparation.normalizer[0] == "nmt_nfkc"
    tok.save(tmp_path / "tokenizer.model")
    model = sentencepiece.SentencePieceProcessor(model_file=str(tmp_path / "tokenizer.model"))
    fast = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    for text in [*CORPUS[:4], "ｅ\u0301 ê\u0301 ｶﾞ 한 ①", "q\u0307\u0323"]:
        assert fast.encode(text, add_special_tokens=False).ids == model.encode(text)
