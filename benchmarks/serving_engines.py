"""The example service with other engines behind it: one function for each, as it is asked for.

    python benchmarks/serving_engines.py tiktoken 8001

All have GPT-2's vocabulary. `readable` cuts word by word, `readable_memory` remembers the words;
`ours_answers` remembers whole texts.
"""

import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "examples" / "serve"))

import race  # noqa: F401, I001 - allows one thread to each contestant
from app import Engine, build
from serve import serve
from starlette.applications import Starlette

from subword_lab import Tokenizer, vocabs
from subword_lab.stations import Memory, Stations
from subword_lab.views.peers import racing

PROCESSES = 2
REMEMBERED = 1_000  # texts, or words


@dataclass(frozen=True)
class Each:
    """An engine out of a function that encodes one text."""

    encode: Callable[[str], list[int]]
    tokenizer: Tokenizer

    def encode_batch(self, texts: Iterable[str]) -> list[list[int]]:
        """The ids of each text."""
        return [self.encode(text) for text in texts]

    def decode(self, ids: list[int]) -> str:
        """The text of ids."""
        return self.tokenizer.decode(ids)


def remembering(encode: Callable[[str], list[int]]) -> Callable[[str], list[int]]:
    """The same function with a memory of the texts that were asked for last."""
    known: OrderedDict[str, list[int]] = OrderedDict()

    def recalled(text: str) -> list[int]:
        if text in known:
            known.move_to_end(text)
        else:
            known[text] = encode(text)
            if len(known) > REMEMBERED:
                known.popitem(last=False)
        return known[text]

    return recalled


def engine(name: str) -> Engine:
    """An engine by its name."""
    tok = vocabs.load("gpt2")
    if name == "ours":
        return tok
    if name == "tiktoken":
        return Each(racing.as_tiktoken(tok.model.vocab).encode_ordinary, tok)
    if name == "tokenizers":
        theirs = racing.as_tokenizers(tok)
        return Each(lambda text: theirs.encode(text).ids, tok)
    if name == "ours_answers":
        return Each(remembering(tok.encode), tok)
    memory = Memory(REMEMBERED * 100) if name == "readable_memory" else None
    return Each(Stations(tok, memory).encode, tok)


def application() -> Starlette:
    """The service with the engine that the command line names."""
    return build(engine(sys.argv[1]))


if __name__ == "__main__":
    serve("serving_engines:application", "127.0.0.1", int(sys.argv[2]), PROCESSES, seconds=10)
