"""Strings that break tokenizers, as many as one likes, the same ones every time.

Over thirty scripts, runs of white space, control characters, piles of combining marks, emoji
sequences, mixed line ends, special tokens written out, code, numbers, long runs, and all of them
mixed. Characters are those that every library knows (Unicode 3.2 and emoji of Unicode 12), unless
`any_character` is asked for: newer ones are a letter to one library and nothing to another, which
docs/unicode.md tells.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache
from random import Random

import regex

SEED = 20_261
BLOCKS = {  # first and last code point of each script's letters, digits, marks
    "Latin": (0x41, 0x7A),
    "Latin with accents": (0xC0, 0x24F),
    "Latin, extended": (0x1E00, 0x1EF9),
    "Greek": (0x370, 0x3FF),
    "Greek with breathings": (0x1F00, 0x1FFE),
    "Cyrillic": (0x400, 0x4FF),
    "Armenian": (0x531, 0x58A),
    "Hebrew": (0x591, 0x5F4),
    "Arabic": (0x60C, 0x6FF),
    "Syriac": (0x710, 0x74A),
    "Thaana": (0x780, 0x7B1),
    "Devanagari": (0x901, 0x970),
    "Bengali": (0x981, 0x9FA),
    "Gurmukhi": (0xA02, 0xA74),
    "Gujarati": (0xA81, 0xAEF),
    "Oriya": (0xB01, 0xB70),
    "Tamil": (0xB82, 0xBF2),
    "Telugu": (0xC01, 0xC6F),
    "Kannada": (0xC82, 0xCEF),
    "Malayalam": (0xD02, 0xD6F),
    "Sinhala": (0xD82, 0xDF4),
    "Thai": (0xE01, 0xE5B),
    "Lao": (0xE81, 0xEDD),
    "Tibetan": (0xF00, 0xFCF),
    "Myanmar": (0x1000, 0x1059),
    "Georgian": (0x10A0, 0x10FB),
    "Hangul letters": (0x1100, 0x11F9),
    "Ethiopic": (0x1200, 0x137C),
    "Cherokee": (0x13A0, 0x13F4),
    "Canadian syllabics": (0x1401, 0x1676),
    "Runic": (0x16A0, 0x16F0),
    "Khmer": (0x1780, 0x17E9),
    "Mongolian": (0x1810, 0x18A9),
    "Hiragana": (0x3041, 0x309F),
    "Katakana": (0x30A0, 0x30FF),
    "Bopomofo": (0x3105, 0x312C),
    "Han": (0x4E00, 0x9FA5),
    "Yi": (0xA000, 0xA48C),
    "Hangul": (0xAC00, 0xD7A3),
    "compatibility forms": (0xF900, 0xFA2D),
    "Arabic forms": (0xFB50, 0xFDFB),
    "full width": (0xFF01, 0xFFEE),
    "Deseret": (0x10400, 0x1044D),
    "Han, rare": (0x20000, 0x2A6D6),
}
MOVED = {"ʕ", "\u166d", "\u1734", "\u1885", "\u1886"}  # have changed their category since
SPACES = " \t\n\r\v\f\x85\xa0\u1680\u2000\u2003\u2009\u200a\u2028\u2029\u202f\u205f\u3000\u200b"
CONTROLS = "\x00\x01\x07\x08\x1b\x1c\x1f\x7f\x80\x9f\xad\u200c\u200d\u200e\u202e\u2060\ufeff\ufffd"
MARKS = "\u0301\u0300\u0308\u0323\u0302\u0327\u0338\u20dd\u064b\u0651\u093c\u094d\u3099\u309a"
PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~¡§«»–—‘’“”…·€£¥©™°±×÷、。「」・？！"
EMOJI = [
    "😀",
    "🤗",
    "👍🏽",
    "👩‍💻",
    "👨‍👩‍👧‍👦",
    "🏳️‍🌈",
    "🇩🇪",
    "🇯🇵🇰🇷",
    "❤️",
    "☂",
    "1️⃣",
    "🧑🏿‍🚀",
    "🐈‍⬛",
]
# ruff: noqa: E501, SIM905 lists of words are easier to read and to extend as text
SPECIAL = """
<s> </s> <unk> <pad> [PAD] [UNK] [CLS] [SEP] [MASK] <|endoftext|> <|endofprompt|> <|fim_prefix|>
<|fim_middle|> <|im_start|> [INST] [/INST] [TOOL_CALLS] <SPECIAL_3> <0x41> <0xE4> <0x0A> <mask>
<｜begin▁of▁sentence｜> <｜end▁of▁sentence｜> <｜User｜> <|EOT|> <|newline|> ▁ ▁the ##ing ##s Ġthe Ċ </w>
low</w> @@ th@@ ▅ ⁇
""".split()
WORDS = """
the The THE of and to a in that is was it's don't We'll I'M they've o'clock naïve café résumé coöperate
piano pianist lowest newest widest internationalization antidisestablishmentarianism camelCaseWord
HTTPServer XMLHttpRequest snake_case_name kebab-case self.x[i] += 1 def return lambda x: 0x1F 3.14159 1,234,567
2024-11-29 12:45 192.168.0.1 https://example.org/a?b=c&d=e#f user@example.org C:\\\\temp \\u0041 &amp;
Straße Ærøskøbing İstanbul ıssız Ǆ ﬁ ﬂ ① ½ ² ｶﾞ Å Ω ㎏ ㍻ 東京都 人工智能 中文分词 こんにちは カタカナー 안녕하세요
नमस्ते दुनिया สวัสดีครับ مرحبا שָׁלוֹם Ελλάδα ελληνικός Привет ещё Գրիգոր ქართული አማርኛ မြန်မာ ភាសា བོད་སྐད
""".split()


def strings(number: int, seed: int = SEED, any_character: bool = False) -> Iterator[str]:
    """Give `number` strings."""
    rng = Random(seed)
    for _ in range(number):
        parts = [_part(rng, any_character) for _ in range(rng.choice((1, 2, 3, 4, 6, 9)))]
        yield rng.choice(("", " ", " ", "\n", "-")).join(parts)


def _part(rng: Random, any_character: bool) -> str:
    kind = rng.random()
    if any_character and kind < 0.3:
        return "".join(_any(rng) for _ in range(rng.randint(1, 6)))
    if kind < 0.35:
        return "".join(rng.choices(_letters(rng.choice(list(BLOCKS))), k=rng.randint(1, 12)))
    if kind < 0.65:
        return rng.choice(WORDS)
    if kind < 0.72:
        return "".join(rng.choices(SPACES, [20, 3, 3, 3] + [1] * 15, k=rng.randint(1, 8)))
    if kind < 0.75:
        return rng.choice((" ", "\n", "\r\n", "\r", "\t")) * rng.randint(1, 30)
    if kind < 0.78:
        return "".join(rng.choices(("\r\n", "\n", "\r", " \n", "\n ", "\n\t"), k=rng.randint(1, 5)))
    if kind < 0.81:
        return "".join(rng.choices("ab1 " + CONTROLS, k=rng.randint(1, 5)))
    if kind < 0.85:
        return "".join(rng.choices("aeoк漢 " + MARKS, k=rng.randint(1, 8)))
    if kind < 0.89:
        return "".join(rng.choices(EMOJI, k=rng.randint(1, 3)))
    if kind < 0.93:
        return rng.choice(SPECIAL)
    if kind < 0.96:
        return "".join(rng.choices(PUNCTUATION, k=rng.randint(1, 6)))
    if kind < 0.98:
        return "".join(rng.choices("0123456789١२٣", k=rng.randint(1, 12)))
    return rng.choice("a-=. 0é漢ы▁\n😀") * rng.randint(2, 70)


@cache
def _letters(script: str) -> list[str]:
    first, last = BLOCKS[script]
    old = unicodedata.ucd_3_2_0.category
    there = (chr(code) for code in range(first, last + 1))
    return [ch for ch in there if old(ch)[0] in "LMN" and ch not in MOVED]


def _any(rng: Random) -> str:
    """A character of a newer Unicode, or any code point at all."""
    if rng.random() < 0.7:
        return rng.choice(_newer())
    code = rng.randrange(0x110000 - 0x800)
    return chr(code + 0x800 if code >= 0xD800 else code)


@cache
def _newer() -> list[str]:
    assigned = regex.compile(r"[\P{Cn}--[\p{Co}\p{Cs}]]", regex.V1)
    old = unicodedata.ucd_3_2_0.category
    characters = map(chr, range(0x20000))
    return [ch for ch in characters if old(ch) == "Cn" and assigned.match(ch)]
