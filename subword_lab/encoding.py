"""Encoding: ids with all that a model wants beside them, and pairs, truncation and padding."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from subword_lab.text.checks import check_whole

Side = Literal["right", "left"]
TEXTS = ("$A", "$B")


class Token(NamedTuple):
    """One token of one text: offsets are code points of the original, `word` counts pre-tokens."""

    id: int
    piece: str
    start: int
    end: int
    word: int | None


@dataclass(frozen=True, slots=True)
class Encoding:
    """What a model is fed: parallel lists, one entry per token.

    `type_ids` are 0 for the first text and 1 for the second; `attention_mask` is 0 on padding;
    `offsets` are half-open code points of the original text, (0, 0) for tokens the template added;
    `word_ids` are None there. BERT's users know the first ones as `input_ids`, `token_type_ids`,
    `attention_mask`. Source: `Encoding` of Hugging Face `tokenizers`.
    """

    ids: list[int]
    tokens: list[str]
    type_ids: list[int]
    attention_mask: list[int]
    offsets: list[tuple[int, int]]
    word_ids: list[int | None]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class Template:
    """Where special tokens go: (special token, type id), with "$A" and "$B" for the texts.

    >>> BERT.single
    (('[CLS]', 0), ('$A', 0), ('[SEP]', 0))
    """

    single: tuple[tuple[str, int], ...] = (("$A", 0),)
    pair: tuple[tuple[str, int], ...] = (("$A", 0), ("$B", 1))

    def special_tokens(self) -> tuple[str, ...]:
        """The special tokens the template names, each once."""
        names = (name for name, _ in (*self.single, *self.pair) if name not in TEXTS)
        return tuple(dict.fromkeys(names))

    def around(self, ids: Sequence[int], special_id: Callable[[str], int]) -> list[int]:
        """The ids of one text with the template's special tokens in their places."""
        return [
            each
            for name, _ in self.single
            for each in (ids if name == "$A" else (special_id(name),))
        ]


PLAIN = Template()
BERT = Template(
    single=(("[CLS]", 0), ("$A", 0), ("[SEP]", 0)),
    pair=(("[CLS]", 0), ("$A", 0), ("[SEP]", 0), ("$B", 1), ("[SEP]", 1)),
)


@dataclass(frozen=True, slots=True)
class Layout:
    """How encodings are laid out; see `Tokenizer.__call__` for what the numbers mean."""

    template: Template
    max_length: int | None = None
    padding: int | bool | None = None
    side: Side = "right"

    def __post_init__(self) -> None:
        if self.side not in ("right", "left"):
            raise ValueError(f"side is 'right' or 'left', got {self.side!r}")
        if self.max_length is not None:
            check_whole(self.max_length, "max_length", least=0)
        if self.padding is not None and not isinstance(self.padding, bool):
            check_whole(self.padding, "padding", least=0)

    def encodings(
        self,
        rows: Sequence[Sequence[Sequence[Token]]],
        special_id: Callable[[str], int],
        pad_token: str | None,
    ) -> list[Encoding]:
        """One encoding for each row of one or two texts, truncated and padded."""
        made = []
        for row in rows:
            if self.max_length is not None:
                row = truncate(row, self.template, self.max_length, self.side)
            made.append(assemble(row, self.template, special_id))
        if self.padding is None or self.padding is False:
            return made
        if pad_token is None:
            raise ValueError(
                "there is no padding token here; train with [PAD] or <pad> among special_tokens"
            )
        length = max(map(len, made), default=0) if self.padding is True else self.padding
        return [pad(each, length, special_id(pad_token), pad_token, self.side) for each in made]


def texts_of(text: str | Sequence[str], pair: str | Sequence[str] | None) -> list[tuple[str, ...]]:
    """The rows of a call: a text or a batch, each text alone or with its pair.

    >>> texts_of(["a", "b"], ["c", "d"])
    [('a', 'c'), ('b', 'd')]
    """
    if isinstance(text, str):
        return [(text,) if pair is None else (text, _text(pair))]
    if not isinstance(text, Sequence) or isinstance(text, bytes):
        raise TypeError(f"text is a str or a list of str, got {type(text).__name__}")
    if pair is None:
        return [(_text(each),) for each in text]
    if isinstance(pair, str) or len(pair) != len(text):
        raise ValueError(
            f"a batch of {len(text)} texts wants a list of as many pairs, got {pair!r}"
        )
    return [(_text(first), _text(second)) for first, second in zip(text, pair, strict=True)]


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"a text is a str, got {value!r}")
    return value


def assemble(
    row: Sequence[Sequence[Token]], template: Template, special_id: Callable[[str], int]
) -> Encoding:
    """Fill the template with one text or two."""
    rows: list[tuple[Token, int]] = []
    for name, type_id in template.single if len(row) == 1 else template.pair:
        if name in TEXTS:
            rows.extend((token, type_id) for token in row[TEXTS.index(name)])
        else:
            rows.append((Token(special_id(name), name, 0, 0, None), type_id))
    return Encoding(
        ids=[token.id for token, _ in rows],
        tokens=[token.piece for token, _ in rows],
        type_ids=[type_id for _, type_id in rows],
        attention_mask=[1] * len(rows),
        offsets=[(token.start, token.end) for token, _ in rows],
        word_ids=[token.word for token, _ in rows],
    )


def truncate(
    row: Sequence[Sequence[Token]], template: Template, max_length: int, side: Side = "right"
) -> Sequence[Sequence[Token]]:
    """Shorten the longer text first, until template and texts fit in `max_length` tokens.

    `side="right"` drops the end, `"left"` the beginning. Raises `ValueError` when the template
    alone does not fit. Source: `longest_first` of Hugging Face `tokenizers`.

    >>> first, second = ([Token(0, ch, 0, 1, 0) for ch in text] for text in ("abcd", "xy"))
    >>> ["".join(token.piece for token in kept) for kept in truncate([first, second], PLAIN, 4)]
    ['ab', 'xy']
    """
    items = template.single if len(row) == 1 else template.pair
    added = sum(name not in TEXTS for name, _ in items)
    room = max_length - added
    if room < 0:
        raise ValueError(
            f"max_length={max_length} leaves no room: the template alone adds {added} special "
            f"tokens; use at least {added} or add_special=False"
        )
    keep = [room] if len(row) == 1 else _share(len(row[0]), len(row[1]), room)
    return [_cut(tokens, size, side) for tokens, size in zip(row, keep, strict=True)]


def _share(first: int, second: int, room: int) -> tuple[int, int]:
    """How many tokens each text keeps; the shorter one is only touched when both are too long."""
    if first + second <= room:
        return first, second
    shorter = min(first, second)
    if shorter <= room - shorter:
        rest = room - shorter
        return (shorter, rest) if first <= second else (rest, shorter)
    half = room // 2
    return (half, room - half) if first <= second else (room - half, half)


def _cut(tokens: Sequence[Token], keep: int, side: Side) -> Sequence[Token]:
    if len(tokens) <= keep:
        return tokens
    return tokens[:keep] if side == "right" else tokens[len(tokens) - keep :]


def pad(encoding: Encoding, length: int, pad_id: int, pad_token: str, side: Side) -> Encoding:
    """Fill up to `length` tokens with padding that the attention mask hides.

    >>> short = Encoding([7], ["a"], [0], [1], [(0, 1)], [0])
    >>> pad(short, 3, 0, "<pad>", "right").attention_mask
    [1, 0, 0]

    Raises `ValueError` when the encoding is longer than `length`.
    """
    missing = length - len(encoding)
    if missing < 0:
        raise ValueError(
            f"padding={length} is shorter than the {len(encoding)} tokens of the text; "
            f"give max_length={length} too, or a longer padding"
        )
    filler = Encoding(
        ids=[pad_id] * missing,
        tokens=[pad_token] * missing,
        type_ids=[0] * missing,
        attention_mask=[0] * missing,
        offsets=[(0, 0)] * missing,
        word_ids=[None] * missing,
    )
    before, after = (encoding, filler) if side == "right" else (filler, encoding)
    return replace(
        encoding,
        **{name: [*getattr(before, name), *getattr(after, name)] for name in Encoding.__slots__},
    )
