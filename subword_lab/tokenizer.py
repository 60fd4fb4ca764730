"""The whole pipeline behind one name: train it, load it, encode, decode, look inside."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from subword_lab.cutting import BYTE_PIECES, Cutting, Model, ordinary
from subword_lab.decoding import Decoder, Errors, StreamDecoder, Surface, decode, surfaces
from subword_lab.encoding import PLAIN, Layout, Side, Template, Token, texts_of
from subword_lab.fast.encoder import Encoder
from subword_lab.losses import Loss, losses
from subword_lab.preparation import Preparation
from subword_lab.special import Allowed, SpecialToken, check_ids, choose
from subword_lab.text import Corpus, PreToken, check_text
from subword_lab.text.checks import check_whole

PAD_TOKENS = ("[PAD]", "<pad>", "<|pad|>")


class Stages(NamedTuple):
    """What a text is at each station: `pieces[i]` are those of `pretokens[i]`, `ids` are flat.

    The offsets of pre-tokens are code points of `text`; their texts are what the model saw.
    """

    text: str
    normalized: str
    pretokens: tuple[PreToken, ...]
    pieces: tuple[tuple[str, ...], ...]
    ids: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class Tokenizer:
    """A frozen pipeline: special tokens, preparation of the text, model, decoder, template.

    Ids are the entries of `vocab`. Build one with `Tokenizer.train` or `Tokenizer.load`.
    """

    recipe: str
    preparation: Preparation
    model: Model
    decoding: Decoder = Decoder()
    special_tokens: tuple[SpecialToken, ...] = ()
    cutting: Cutting = Cutting()
    template: Template = PLAIN

    def __post_init__(self) -> None:
        check_ids(self.special_tokens, self.model.vocab)
        known = {token.text for token in self.special_tokens}
        for name in self.template.special_tokens():
            if name not in known:
                raise ValueError(
                    f"the template adds {name!r}, which is no special token of this tokenizer"
                )
        if self.cutting.byte_fallback and not set(BYTE_PIECES) <= set(self.model.vocab):
            raise ValueError("byte fallback needs all 256 pieces <0x00> to <0xFF>")

    def __repr__(self) -> str:
        return f"Tokenizer({self.recipe!r}, {self.vocab_size:,} tokens)"

    # Making one ----------------------------------------------------------------------------------

    @classmethod
    def train(
        cls,
        recipe: str,
        corpus: Corpus,
        vocab_size: int | None = None,
        merges: int | None = None,
        special_tokens: Sequence[str] = (),
        **options: Any,
    ) -> "Tokenizer":
        """Train by recipe.

        Recipes: "word", "char", "bpe", "byte_bpe", "wordpiece", "unigram", "sentencepiece".
        `corpus`: a str or a Path is one document, an iterable holds one per item, a mapping holds
        word -> count. `vocab_size` counts everything, special tokens too; give it or `merges`.
        `special_tokens` take the place of the recipe's own and have the first ids. The options of
        each recipe are the parameters of its function in `subword_lab.recipes`.

        Raises `ValueError` for an unknown recipe, `TypeError` for an unknown option.

        >>> corpus = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
        >>> tok = Tokenizer.train("bpe", corpus, merges=3)
        >>> tok.tokenize("hug pun mug")
        ['hug', 'p', 'un', '<unk>', 'ug']
        """
        from subword_lab import recipes

        return recipes.train(recipe, corpus, vocab_size, merges, special_tokens, options)

    @classmethod
    def load(cls, path: str | Path, **options: Any) -> "Tokenizer":
        """Read a tokenizer from a file or folder, by its name and contents.

        `tokenizer.json`, SentencePiece `.model`, `vocab.txt`, `.tiktoken`, subword-nmt codes, or a
        folder with `vocab.json` and `merges.txt`. Raises a `ValueError` that names what is wrong.
        Ranks of your own want the options `pattern` and `special_tokens`, text -> id.
        """
        from subword_lab import formats

        return formats.load(Path(path), **options)

    def save(self, path: str | Path, format: str | None = None) -> None:
        """Write it to a file; the format follows from the name unless given, as in `load`.

        A file is written whole or not at all. Raises `ValueError` for what the format cannot
        express, by name.
        """
        from subword_lab import formats

        formats.save(self, Path(path), format)

    # Vocabulary ----------------------------------------------------------------------------------

    @cached_property
    def vocab(self) -> dict[str, int]:
        """Piece -> id, in id order, special tokens among them."""
        added = {token.text: token.id for token in self.special_tokens}
        return dict(sorted({**self.model.vocab, **added}.items(), key=lambda entry: entry[1]))

    @property
    def vocab_size(self) -> int:
        """The number of entries of `vocab`."""
        return len(self.vocab)

    def token_to_id(self, token: str) -> int:
        """The id of a piece or special token; `KeyError` if there is none."""
        try:
            return self.vocab[check_text(token, "a token")]
        except KeyError:
            raise KeyError(f"{token!r} is not among the {self.vocab_size} tokens") from None

    def id_to_token(self, token_id: int) -> str:
        """The piece or special token of an id; `ValueError` if there is none."""
        try:
            return self._pieces[check_whole(token_id, "an id")]
        except KeyError:
            raise ValueError(
                f"id {token_id} is not in the vocabulary of {self.vocab_size} tokens"
            ) from None

    # Encoding ------------------------------------------------------------------------------------

    def tokenize(self, text: str, *, allowed_special: Allowed = ()) -> list[str]:
        """The pieces of `text`, as the field prints them: `##ing`, `Ġthe`, `▁the`, `low</w>`."""
        words = self._encoder.words(text, allowed_special)
        return [each.piece for cuts in self._encoder.cutter.cut(words) for each in cuts]

    def encode(
        self, text: str, *, allowed_special: Allowed = (), add_special: bool = False
    ) -> list[int]:
        """The ids of `text`.

        Special tokens written in `text` are ordinary text unless named in `allowed_special` (a
        collection, or "all"); the template's `[CLS]`, `<s>` … come only with `add_special=True`.
        Raises `KeyError` for a character that the vocabulary has no token for.
        """
        ids = self._encoder.ids(text, allowed_special)
        return self.template.around(ids, self.token_to_id) if add_special else ids

    def encode_array(
        self, text: str, *, allowed_special: Allowed = (), add_special: bool = False
    ) -> NDArray[np.int32]:
        """`encode` as a numpy array of int32."""
        if add_special:
            return np.array(
                self.encode(text, allowed_special=allowed_special, add_special=True), np.int32
            )
        return self._encoder.array(text, allowed_special)

    def encode_batch(
        self, texts: Iterable[str], *, allowed_special: Allowed = (), add_special: bool = False
    ) -> list[list[int]]:
        """`encode` for each text."""
        if isinstance(texts, str | bytes) or not isinstance(texts, Iterable):
            raise TypeError(f"encode_batch takes a list of texts; got {texts!r:.60}, use encode")
        rows = self._encoder.batch(texts, allowed_special)
        if add_special:
            return [self.template.around(ids, self.token_to_id) for ids in rows]
        return rows

    def encode_offsets(
        self, text: str, *, allowed_special: Allowed = ()
    ) -> list[tuple[int, int, int]]:
        """(id, start, end) for each token: half-open, in code points of `text` as it was given.

        Several tokens that spell one character together have all of it.
        """
        tokens = self._tokens(text, allowed_special)
        return [(token.id, token.start, token.end) for token in tokens]

    def __call__(
        self,
        text: str | Sequence[str],
        pair: str | Sequence[str] | None = None,
        *,
        add_special: bool = True,
        max_length: int | None = None,
        padding: int | bool | None = None,
        side: Side = "right",
        allowed_special: Allowed = (),
    ) -> Any:
        """Everything a model wants: an `Encoding` for a text or a pair, a list of them for a batch.

        `max_length` truncates, the longer text of a pair first. `padding` fills up to that many
        tokens; True means to the longest of the batch. `side` is where tokens are dropped and
        padding goes. Raises `ValueError` for lengths that cannot be.
        """
        layout = Layout(self.template if add_special else PLAIN, max_length, padding, side)
        rows = [
            [list(self._tokens(each, allowed_special)) for each in texts]
            for texts in texts_of(text, pair)
        ]
        encodings = layout.encodings(rows, self.token_to_id, self._pad_token)
        return encodings[0] if isinstance(text, str) else encodings

    def stages(self, text: str, *, allowed_special: Allowed = ()) -> Stages:
        """The values between `text` and its ids, for looking at."""
        tokens = choose(self.special_tokens, allowed_special)
        words = list(self.preparation.words(check_text(text), tokens, offsets=True))
        cut = self._encoder.cutter.cut(words)
        pieces = tuple(tuple(each.piece for each in cuts) for cuts in cut)
        return Stages(
            text,
            "".join(part.text for part in self.preparation.parts(text, tokens)),
            tuple(PreToken(word.text, *word.place(0, len(word.text))) for word in words),
            pieces,
            tuple(self.vocab[piece] for group in pieces for piece in group),
        )

    def losses(self, text: str) -> tuple[Loss, ...]:
        """What of `text` does not come back from `decode(encode(text))`, by name and place.

        >>> tok = Tokenizer.train("sentencepiece", "one two three two one", vocab_size=30)
        >>> [(loss.name, loss.lost) for loss in tok.losses("two  ①")]
        [('extra spaces', ' '), ('normalization', '①'), ('unknown', '①')]
        """
        return losses(self, check_text(text))

    # Decoding ------------------------------------------------------------------------------------

    def decode(
        self, ids: Iterable[int], *, skip_special: bool = False, errors: Errors = "replace"
    ) -> str:
        """The text of `ids`. `errors` is for bytes that are no whole characters.

        Raises `ValueError` for an id that is not in the vocabulary, `TypeError` for what is no id.
        """
        return decode(self.decoder(skip_special=skip_special, errors=errors), ids)

    def decoder(self, *, skip_special: bool = False, errors: Errors = "replace") -> StreamDecoder:
        """A streaming decoder: `feed` it an id, get the text that is sure; `flush` at the end."""
        skipped = (token.id for token in self.special_tokens if token.matching != "always")
        skip = frozenset(skipped if skip_special else ())
        return StreamDecoder(self.decoding, self._surfaces, skip=skip, errors=errors)

    # Behind the scenes ---------------------------------------------------------------------------

    @cached_property
    def _pieces(self) -> dict[int, str]:
        return {id: piece for piece, id in self.vocab.items()}

    @cached_property
    def _surfaces(self) -> dict[int, Surface]:
        return surfaces(self.decoding, self._pieces, self.special_tokens, self.cutting.unk)

    @cached_property
    def ordinary_model(self) -> Model:
        """The model as ordinary text meets it: no special token can be spelled with it.

        Only user-defined symbols that it knows as pieces are left to it.
        """
        rejoin = self.preparation.spaces is not None and self.preparation.spaces.rejoin
        tokens = (t for t in self.special_tokens if not (rejoin and t.matching == "always"))
        reserved = {token.text for token in tokens}
        if self.cutting.byte_fallback:
            reserved.update(BYTE_PIECES)
        return ordinary(self.model, frozenset(reserved))

    @cached_property
    def _encoder(self) -> Encoder:
        parts = self.preparation, self.ordinary_model, self.cutting, self.special_tokens
        return Encoder(*parts, self.vocab)

    @property
    def _pad_token(self) -> str | None:
        return next((t.text for t in self.special_tokens if t.text in PAD_TOKENS), None)

    def _tokens(self, text: str, allowed: Allowed) -> Iterator[Token]:
        words = list(self._encoder.words(text, allowed, offsets=True))
        for at, (word, cuts) in enumerate(zip(words, self._encoder.cutter.cut(words), strict=True)):
            for piece, start, end in cuts:
                yield Token(self.vocab[piece], piece, *word.place(start, end), at)
