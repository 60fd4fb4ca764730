"""Texts that break tokenizers, and strategies that make more of them."""

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
ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
TEXT = st.one_of(ANY, st.lists(st.one_of(SNIPPETS, ANY), max_size=8).map("".join))
"""Any Unicode text without lone surrogates, often with pieces of the corpus in it."""
