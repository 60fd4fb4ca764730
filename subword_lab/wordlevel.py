"""The baseline that subwords replace: one id for each known word, and one for all the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from subword_lab.text.checks import check_whole


@dataclass(frozen=True)
class WordLevelModel:
    """Words (or characters) with ids; `unk` is the entry that stands for everything else."""

    vocab: dict[str, int]
    unk: str | None = "<unk>"


def train(
    word_counts: Mapping[str, int],
    vocab_size: int | None = None,
    special_tokens: Sequence[str] = ("<unk>",),
    unk: str | None = "<unk>",
    min_frequency: int = 1,
) -> WordLevelModel:
    """Keep the most frequent words; ties go to the smaller word.

    Ids: special tokens, then words by falling count. `vocab_size` counts both; None keeps all.
    Raises `ValueError` when the special tokens alone do not fit.
    Source: `WordLevelTrainer` of Hugging Face `tokenizers`.

    >>> train({"a": 1, "the": 3, "cat": 3}, vocab_size=3).vocab
    {'<unk>': 0, 'cat': 1, 'the': 2}
    """
    check_whole(min_frequency, "min_frequency", least=0)
    if vocab_size is not None and check_whole(vocab_size, "vocab_size") < len(special_tokens):
        raise ValueError(
            f"vocab_size={vocab_size} is smaller than the {len(special_tokens)} special tokens"
        )
    words = [word for word, count in word_counts.items() if count >= min_frequency]
    words.sort(key=lambda word: (-word_counts[word], word))
    entries = list(dict.fromkeys([*special_tokens, *words]))[:vocab_size]
    return WordLevelModel({word: id for id, word in enumerate(entries)}, unk)


def encode(model: WordLevelModel, word: str) -> tuple[str, ...]:
    """One piece: the word itself, or `unk` if the vocabulary lacks it and there is an `unk`.

    >>> encode(WordLevelModel({"<unk>": 0, "cat": 1}), "cats")
    ('<unk>',)
    """
    return (word if word in model.vocab or model.unk is None else model.unk,)
