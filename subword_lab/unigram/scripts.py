"""Writing systems: SentencePiece lets no piece mix two of them."""

from functools import cache

import regex

# Scripts in daily use; all others count as one. What many scripts share (digits, punctuation)
# is a script of its own, Common, so that no piece mixes letters and digits either.
# fmt: off
SCRIPTS = (
    "Latin", "Common", "Greek", "Cyrillic", "Armenian", "Hebrew", "Arabic", "Syriac", "Thaana",
    "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada",
    "Malayalam", "Sinhala", "Thai", "Lao", "Tibetan", "Myanmar", "Georgian", "Hangul", "Ethiopic",
    "Cherokee", "Khmer", "Mongolian", "Bopomofo", "Yi", "Javanese", "Balinese", "Tifinagh", "Nko",
)
# fmt: on


def one_script(piece: str) -> bool:
    """Tell whether all characters of a piece belong to one script; `▁` belongs to any.

    Chinese characters, hiragana and katakana count as one, and a combining mark that many
    scripts share goes with what stands before it.

    >>> one_script("▁word"), one_script("don't"), one_script("東京へ")
    (True, False, True)

    Source: SentencePiece's `IsValidSentencePiece`, by script and number.
    """
    return len({_script(ch) for ch in piece} - {"any"}) <= 1


@cache
def _script(ch: str) -> str:
    if regex.match(r"[▁\p{Script=Inherited}]", ch):
        return "any"
    if regex.match(r"[ー\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]", ch):
        return "Han"
    return next((s for s in SCRIPTS if regex.match(rf"\p{{Script={s}}}", ch)), "other")
