"""Texts that break tokenizers, and strategies that make more of them."""

import sys
import unicodedata

from hypothesis import strategies as st

CORPUS = [
    "The pianist plays the piano. The lower lowest newest widest newer wider towers!",
    "Don't stop: she plays, they've played; it's 12345 or 2024.\n\tdef play(x):\n        return x",
    "naïve café Ünïcödé Ελληνικά русский текст и ещё текст",
    "人工智能 中文分词 東京 こんにちは 안녕하세요 नमस्ते दुनिया สวัสดี مرحبا שלום",
    "🤗 emoji 👩‍💻 and ﬁ ① ｶﾞ Ａ <s> [MASK] ▁ ##ing </w> <0x41> the the the the",
] * 3

EDGES = [
    "",
    " ",
    "  two  spaces ",
    "\n\r\n\t",
    "a",
    "aaaaaaaaaaaaaaaaaaaaa",
    "e\u0301\u0301 a\u0323\u0302",
    "مرحبا\u200f\u200e",
    "👩‍💻🇩🇪",
    "\x00\x7f\ufeff\u2028",
    "▁▁ ▁x▁",
    "<s> </s> [CLS] <|endoftext|> <unk> <0xE4>",
    "İstanbul ﬁ ①",
    "\U0010ffff\ue000",
]

SNIPPETS = st.sampled_from(
    [word for document in CORPUS[:5] for word in document.split(" ")] + EDGES + [" ", "  ", "\n"]
)


def _with_snippets(characters):
    strings = st.text(characters, max_size=20)
    return st.one_of(strings, st.lists(st.one_of(SNIPPETS, strings), max_size=8).map("".join))


TEXT = _with_snippets(st.characters(exclude_categories=["Cs"]))
"""Any Unicode text without lone surrogates, often with pieces of the corpus in it."""

_OLD = [
    chr(code)
    for code in range(sys.maxunicode + 1)
    if unicodedata.ucd_3_2_0.category(chr(code)) not in ("Cn", "Co", "Cs")
]
COMMON = _with_snippets(st.sampled_from(_OLD))
"""Text of characters that every library knows: newer ones are letters for one and not another."""
