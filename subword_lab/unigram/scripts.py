"""Writing systems: SentencePiece lets no piece mix two of them."""

from functools import cache

import regex

# All that SentencePiece tells apart. A character of a younger script counts as Common, which is
# what many scripts share (digits, punctuation), so that no piece mixes letters and digits either.
SCRIPTS = """
Latin Common Greek Cyrillic Armenian Hebrew Arabic Syriac Thaana Devanagari Bengali Gurmukhi
Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Hangul
Ethiopic Cherokee Khmer Mongolian Bopomofo Yi Javanese Balinese Tifinagh Nko Canadian_Aboriginal
Adlam Ahom Anatolian_Hieroglyphs Avestan Bamum Bassa_Vah Batak Bhaiksuki Brahmi Braille Buginese
Buhid Carian Caucasian_Albanian Chakma Cham Coptic Cuneiform Cypriot Deseret Duployan
Egyptian_Hieroglyphs Elbasan Glagolitic Gothic Grantha Hanunoo Hatran Imperial_Aramaic
Inscriptional_Pahlavi Inscriptional_Parthian Kaithi Kayah_Li Kharoshthi Khojki Khudawadi Lepcha
Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani Mandaic Manichaean Marchen Meetei_Mayek
Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mro Multani Nabataean New_Tai_Lue
Newa Ogham Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian
Old_South_Arabian Old_Turkic Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician
Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham SignWriting Sora_Sompeng
Sundanese Syloti_Nagri Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tangut Tirhuta Ugaritic Vai
Warang_Citi
""".split()  # noqa: SIM905 137 quoted names would be hard to read


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
    return next((s for s in SCRIPTS if regex.match(rf"\p{{Script={s}}}", ch)), "Common")
