"""Watch byte-level BPE being trained: the same training, on words written in bytes."""

from collections.abc import Mapping

from subword_lab.text import from_printable, to_printable
from subword_lab.views.steppers.bpe_training import bpe_training
from subword_lab.views.stepping import Stepper
from subword_lab.views.words import read_words


def byte_training(
    word_counts: Mapping[str, int], merges: int | None = None, *, predict: bool = False
) -> Stepper:
    """Step through training on the UTF-8 bytes of words, in GPT-2's printable alphabet.

    The parameters are those of `bpe_training`. A text that is typed is written in bytes, too.

    >>> print(str(byte_training({"é": 2, "è": 1})).splitlines()[1])
    Next: Ã + ©, seen 2 times.
    """
    return bpe_training(
        in_bytes(word_counts),
        merges,
        predict=predict,
        read=lambda typed: in_bytes(read_words(typed)),
        name=lambda word: from_printable(word).decode(),
    )


def in_bytes(word_counts: Mapping[str, int]) -> dict[str, int]:
    """Write each word in the printable alphabet.

    >>> in_bytes({"é": 2})
    {'Ã©': 2}
    """
    return {to_printable(word.encode()): count for word, count in word_counts.items()}
