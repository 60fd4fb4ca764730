"""A source in stretches that are encoded one by one, with the ids of the whole."""

import argparse
from collections.abc import Iterator

from subword_lab import sources
from subword_lab.sources import Source
from subword_lab.text import PATTERNS
from subword_lab.text.fast.chunks import cut
from subword_lab.text.fast.splitting import SPLITTERS
from subword_lab.tokenizer import Tokenizer


def parts(
    tokenizer: Tokenizer, source: Source, arguments: argparse.Namespace, whole: bool = False
) -> Iterator[tuple[bool, str]]:
    """(whether the document ends here, its next stretch).

    A file is cut where no pre-token is, a megabyte at a time, if the tokenizer splits in a known
    way and does nothing else that looks further; else, or with `whole`, it comes in one stretch.
    """
    if whole or sources.is_jsonl(source) or not cuts_anywhere(tokenizer):
        found = sources.documents(source, arguments.field, arguments.max_bytes)
        yield from ((True, text) for text in found)
        return
    waiting: str | None = None
    for chunk in cut(sources.blocks(source, arguments.max_bytes)):
        if waiting is not None:
            yield False, waiting
        waiting = sources.decoded(chunk, source.name, whole=False)
    yield True, waiting or ""


def cuts_anywhere(tokenizer: Tokenizer) -> bool:
    """Whether encoding two stretches of a text gives the ids of both together.

    >>> cuts_anywhere(Tokenizer.train("byte_bpe", "low lower", merges=1))
    True
    >>> cuts_anywhere(Tokenizer.train("sentencepiece", "low lower", vocab_size=12))
    False
    """
    how = tokenizer.preparation
    known = {*SPLITTERS, *(PATTERNS[name] for name in SPLITTERS)}
    return (
        len(how.pretokenizers) == 1
        and how.pretokenizers[0] in known
        and not how.normalizer
        and how.spaces is None
        and not how.add_prefix_space
        and not tokenizer.cutting.together
        and all(token.matching != "always" for token in tokenizer.special_tokens)
    )
