r"""Regular expressions that cut text into pre-tokens, as their authors published them.

`\p{L}` is any letter, `\p{N}` any digit, `\p{M}` any combining mark, `\p{P}` any punctuation. `++`
and `?+` are possessive: they never give back what they took. `(?!\S)` looks ahead: the last space
of a run is left for the word that follows.
"""

PATTERNS: dict[str, str] = {
    "gpt2": (r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"),
    "cl100k": (
        r"'(?i:[sdmt]|ll|ve|re)"
        r"|[^\r\n\p{L}\p{N}]?+\p{L}++"
        r"|\p{N}{1,3}"  # published with one more +, which Hugging Face's engine reads as "or more"
        r"| ?[^\s\p{L}\p{N}]++[\r\n]*+"
        r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    "o200k": (
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        r"|\p{N}{1,3}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n/]*"
        r"|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
}
"""Name -> expression. Sources: GPT-2's `encoder.py` (Radford et al. 2019); `cl100k_base` and
`o200k_base` in tiktoken's `openai_public.py`. Each one covers every text: nothing is left out."""

_PUNCTUATION = r"!-/:-@\[-`{-~\p{P}"
"""BERT's punctuation: Unicode's, and all ASCII signs that are no letter or digit ($ + < ^ ` ~)."""

SIMPLE: dict[str, str] = {
    "none": r"(?s:.+)",
    "whitespace": r"\S+",
    "punctuation": rf"[{_PUNCTUATION}]|[^{_PUNCTUATION}]+",
    "bert": rf"[{_PUNCTUATION}]|[^\s{_PUNCTUATION}]+",
}
r"""Name -> our own expression. `\s` is Unicode's White_Space, as in Hugging Face `tokenizers`;
`str.split` also cuts at U+001C to U+001F. "bert" is `BasicTokenizer` of Devlin et al. 2019."""
