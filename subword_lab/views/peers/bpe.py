"""BPE training beside Hugging Face `tokenizers` and subword-nmt."""

import contextlib
import io
import json
from collections.abc import Mapping

from subword_lab import bpe
from subword_lab.i18n import t
from subword_lab.views.comparison import Row


def compare(word_counts: Mapping[str, int], merges: int = 7) -> list[Row]:
    """Train the same number of merges on the same words in each library."""
    plain = bpe.train(word_counts, merges=merges).merges
    glued = bpe.train(word_counts, merges=merges, tie_break="largest_pair", end_of_word="glued")
    theirs, theirs_glued = of_tokenizers(word_counts, merges), of_subword_nmt(word_counts, merges)
    return [
        Row(t("for_real.merges", count=merges), _shown(plain), _shown(theirs), "tokenizers"),
        Row(
            t("for_real.merges_closed", count=merges),
            _shown(glued.merges),
            _shown(theirs_glued),
            "subword-nmt",
        ),
    ]


def _shown(merges: list[tuple[str, str]]) -> str:
    return "  ".join("+".join(pair) for pair in merges)


def of_tokenizers(word_counts: Mapping[str, int], merges: int) -> list[tuple[str, str]]:
    """The merges that `tokenizers` learns, without an end-of-word mark."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    alphabet = {ch for word in word_counts for ch in word}
    trainer = trainers.BpeTrainer(vocab_size=len(alphabet) + merges, show_progress=False)
    corpus = (word for word, count in word_counts.items() for _ in range(count))
    tokenizer.train_from_iterator(corpus, trainer)
    return [tuple(pair) for pair in json.loads(tokenizer.to_str())["model"]["merges"]]


def of_subword_nmt(word_counts: Mapping[str, int], merges: int) -> list[tuple[str, str]]:
    """The merges that subword-nmt learns; it glues ``</w>`` to the last character."""
    from subword_nmt.learn_bpe import learn_bpe

    words = io.StringIO("".join(f"{word} {count}\n" for word, count in word_counts.items()))
    codes = io.StringIO()
    with contextlib.redirect_stderr(io.StringIO()):  # its progress bar
        learn_bpe(words, codes, merges, min_frequency=1, is_dict=True)
    lines = codes.getvalue().splitlines()[1:]  # the first names the version
    return [tuple(line.split()) for line in lines]
