"""Variants about what a model is fed: special tokens, pairs, padding, offsets, causes of loss."""

import random
from collections.abc import Sequence
from functools import cache

from subword_lab.encoding import BERT, Encoding, Side, Token, pad, truncate
from subword_lab.quiz.model import Text
from subword_lab.quiz.variants import Generator, Variant, distinct, numbers, redrawn
from subword_lab.text import normalize
from subword_lab.tokenizer import Tokenizer

SPECIAL = "<|end|>"
POLICIES = {
    True: Text("allowed", "允许"),
    False: Text("not allowed", "不允许"),
}
SIDES: dict[Side, Text] = {"right": Text("right", "右"), "left": Text("left", "左")}
CAUSES = {
    "lowercase": Text("small letters only (lowercase)", "全部转为小写（lowercase）"),
    "nfkc": Text("compatibility forms are replaced (NFKC)", "替换兼容字符（NFKC）"),
    "nfd": Text("accents become code points of their own (NFD)", "重音拆成独立码位（NFD）"),
    "strip_accents": Text("accents are removed (strip_accents)", "去掉重音（strip_accents）"),
}
ODD = ("ﬁn", "Ⅳ", "Ａ", "①", "É", "ñ", "Ö", "Å", "OK", "Bo", "x²", "e")
WORDS = ("low", "lower", "café", "newest", "naïve", "wide", "widest")


@redrawn()
def special_in_text(rng: random.Random, level: int) -> Variant:
    """Ask how many ids a text gives that holds a special token's characters."""
    before = "".join(rng.choices("abcd", k=rng.randint(1, 2 + level)))
    after = "".join(rng.choices("abcd", k=rng.randint(0, level)))
    text, allowed = before + SPECIAL + after, rng.random() < 0.5
    plain = len(before + after)
    counts = {
        True: len(_bytes_alone().encode(text, allowed_special={SPECIAL})),
        False: len(_bytes_alone().encode(text)),
    }
    options = numbers(
        counts[allowed],
        other_policy=counts[not allowed],
        dropped=plain,
        added_too=counts[allowed] + 1,
        whole=1,
    )
    said = {"policy": POLICIES[allowed].en, "policy_zh": POLICIES[allowed].zh}
    params = {"text": text, "special": SPECIAL, "right": counts[allowed], **said}
    return Variant(params, options=options, drawn={"text": text, "allowed": allowed})


@redrawn()
def pair_cut(rng: random.Random, level: int) -> Variant | None:
    """Ask how many tokens of each text of a pair are kept."""
    first, second = rng.randint(3, 6 + 3 * level), rng.randint(3, 6 + 3 * level)
    limit = rng.randint(8, 8 + 2 * level)
    room = limit - 3
    if first + second <= room or first == second:
        return None
    if room % 2 and min(first, second) > room // 2:
        return None  # both end at a tie, where libraries differ in which text gives
    kept = truncate([_tokens(first), _tokens(second)], BERT, limit)
    options = distinct(
        (_two(*map(len, kept)), "right"),
        (_two(first, max(0, room - first)), "second_only"),
        (_two(max(0, room - second), second), "first_only"),
        (_two(*map(len, truncate([_tokens(first), _tokens(second)], BERT, limit + 3))), "free"),
        (_two(room // 2, room - room // 2), "halves"),
    )
    fair = [(value, name) for value, name in options if "0" not in str(value).split(" + ")]
    params = {"first": first, "second": second, "limit": limit, "room": room}
    drawn = dict(params)
    return Variant({**params, "right": options[0][0]}, options=tuple(fair), drawn=drawn)


@redrawn()
def padding_mask(rng: random.Random, level: int) -> Variant:
    """Ask for the attention mask of a padded row."""
    size, missing = rng.randint(2, 4 + 2 * level), rng.randint(2, 4 + level)
    side = rng.choice(tuple(SIDES))
    count = size + 2
    row = Encoding(
        [1] * count, ["t"] * count, [0] * count, [1] * count, [(0, 1)] * count, [0] * count
    )
    mask = pad(row, count + missing, 0, "[PAD]", side).attention_mask
    inner = [0, *[1] * size, 0]
    hidden = [*[0] * missing, *inner] if side == "left" else [*inner, *[0] * missing]
    options = distinct(
        (_row(mask), "right"),
        (_row(mask[::-1]), "other_side"),
        (_row([1 - bit for bit in mask]), "inverted"),
        (_row([1] * len(mask)), "all_seen"),
        (_row(hidden), "special_hidden"),
    )
    params = {"size": size, "length": len(mask), "side": SIDES[side].en, "side_zh": SIDES[side].zh}
    drawn = {"size": size, "length": len(mask), "side": side}
    return Variant(params, options=options, drawn=drawn)


@redrawn()
def offsets_of_token(rng: random.Random, level: int) -> Variant:
    """Ask where a token stands in the text."""
    words = rng.sample(WORDS, 1 + level)
    text = " ".join(words)
    found = _wordpiece().encode_offsets(text)
    pieces = _wordpiece().tokenize(text)
    at = rng.randrange(1, len(found))
    _, start, end = found[at]
    in_bytes = [len(text[:place].encode()) for place in (start, end)]
    unspaced = start - text[:start].count(" ")
    options = distinct(
        (_span(start, end), "right"),
        (_span(*in_bytes), "bytes"),
        (_span(start, end - 1), "last_included"),
        (_span(unspaced, unspaced + end - start), "no_spaces"),
        (_span(start + 1, end), "from_one"),
    )
    params = {"text": text, "pieces": " ".join(pieces), "piece": pieces[at], "number": at + 1}
    return Variant({**params, "right": options[0][0]}, options=options,
                   drawn={"text": text, "pieces": pieces, "at": at})  # fmt: skip


@redrawn()
def word_numbers(rng: random.Random, level: int) -> Variant:
    """Ask for the word ids of a row with [CLS] and [SEP]."""
    text = " ".join(rng.sample(WORDS, 1 + level))
    made = _wordpiece()(text)
    inner = [word for word in made.word_ids if word is not None]
    in_word = [inner[:at].count(word) for at, word in enumerate(inner)]
    options = distinct(
        (_row(made.word_ids), "right"),
        (_row([None, *range(len(inner)), None]), "tokens"),
        (_row([0, *(word + 1 for word in inner), inner[-1] + 2]), "special_counted"),
        (_row([None, *(word + 1 for word in inner), None]), "from_one"),
        (_row([None, *in_word, None]), "in_word"),
    )
    params = {"tokens": " ".join(made.tokens), "right": options[0][0]}
    return Variant(params, options=options, drawn={"tokens": made.tokens})


@redrawn()
def cause_of_loss(rng: random.Random, level: int) -> Variant | None:
    """Ask which normalization stands between a text and what came back."""
    text = " ".join(rng.sample(ODD, 2 + level))
    results = {name: normalize(text, _steps(name)) for name in CAUSES}
    cause = rng.choice(sorted(CAUSES))
    if len({*results.values(), text}) <= len(CAUSES):
        return None  # two causes with one result, or one without any
    wrong = [(CAUSES[name], name) for name in CAUSES if name != cause]
    options = distinct((CAUSES[cause], "right"), *wrong)
    params = {"text": text, "back": _code_points(results[cause])}
    given = {f"by_{name}": _code_points(result) for name, result in results.items()}
    return Variant({**params, **given}, options=options,
                   drawn={"text": text, "back": results[cause], "cause": cause})  # fmt: skip


GENERATORS: dict[str, Generator] = {
    "special_in_text": special_in_text,
    "pair_cut": pair_cut,
    "padding_mask": padding_mask,
    "offsets_of_token": offsets_of_token,
    "word_numbers": word_numbers,
    "cause_of_loss": cause_of_loss,
}


@cache
def _bytes_alone() -> Tokenizer:
    return Tokenizer.train("byte_bpe", {"a": 1}, merges=0, special_tokens=(SPECIAL,))


@cache
def _wordpiece() -> Tokenizer:
    special = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
    counts = {word: 2 for word in WORDS}
    return Tokenizer.train("wordpiece", counts, merges=9, special_tokens=special, lowercase=False)


def _tokens(count: int) -> list[Token]:
    return [Token(0, "t", at, at + 1, at) for at in range(count)]


def _steps(cause: str) -> tuple[str, ...]:
    """Accents can be removed only where they stand alone."""
    return ("nfd", "strip_accents") if cause == "strip_accents" else (cause,)


def _code_points(text: str) -> str:
    """Write combining marks as numbers, or they would hide."""
    return "".join(f"\\u{ord(ch):04x}" if "\u0300" <= ch <= "\u036f" else ch for ch in text)


def _two(first: int, second: int) -> str:
    return f"{first} + {second}"


def _span(start: int, end: int) -> str:
    return f"({start}, {end})"


def _row(values: Sequence[object]) -> str:
    return " ".join(map(str, values))
