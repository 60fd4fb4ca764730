"""Training Unigram with 8,000 pieces on lines of English, beside SentencePiece and `tokenizers`.

.venv/bin/python benchmarks/train_unigram.py [MEGABYTES [RUNS [tokenizers]]]

`tokenizers` takes minutes for 10 MB and runs only where it is named.
"""

import io
import sys
from functools import partial

import corpora
import results
from race import Contestant, peak_memory, race  # before the contestants

import sentencepiece  # isort: skip
import tokenizers  # isort: skip
from subword_lab import Tokenizer  # isort: skip

SIZE = 8_000
Pieces = list[tuple[str, float]]


def lines(megabytes: str) -> list[str]:
    """The text; a zero byte in a line makes SentencePiece leave it out."""
    return corpora.text("english", int(megabytes)).replace("\0", "").splitlines()


def ours(megabytes: str) -> Pieces:
    """Train with this package; the argument is a text, for `peak_memory`."""
    trained = Tokenizer.train("sentencepiece", lines(megabytes), SIZE)
    return list(trained.model.log_probs.items())


def by_sentencepiece(megabytes: str) -> Pieces:
    """Train with the library, all characters covered and no line left out."""
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines(megabytes)),
        model_writer=file,
        vocab_size=SIZE,
        character_coverage=1.0,
        max_sentence_length=1_000_000,
        num_threads=1,
        minloglevel=2,
    )
    model = sentencepiece.SentencePieceProcessor(model_proto=file.getvalue())
    return [(model.id_to_piece(i), model.get_score(i)) for i in range(3, SIZE)]


def by_tokenizers(megabytes: str) -> None:
    """Train with Hugging Face's library."""
    trained = tokenizers.Tokenizer(tokenizers.models.Unigram())
    trained.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace()
    trainer = tokenizers.trainers.UnigramTrainer(
        vocab_size=SIZE, unk_token="<unk>", special_tokens=["<unk>"], show_progress=False
    )
    trained.train_from_iterator(lines(megabytes), trainer)


def main(megabytes: str = "10", runs: str = "3", *slow: str) -> None:
    """Race all that are asked for, and store the row."""
    same = ours(megabytes) == by_sentencepiece(megabytes)
    contestants = {"ours": ours, "sentencepiece": by_sentencepiece}
    if "tokenizers" in slow:
        contestants["tokenizers"] = by_tokenizers
    row = race(
        "train Unigram 8k",
        f"english {megabytes} MB",
        [Contestant(name, partial(run, megabytes)) for name, run in contestants.items()],
        runs=int(runs),
        warm_up=False,
        peak={
            name: peak_memory(f"train_unigram:{run.__name__}", megabytes)
            for name, run in contestants.items()
        },
        note=f"pieces and scores {'equal' if same else 'unlike'} those of SentencePiece. Its last "
        "bit wants sums in mixed precision, edge by edge, and seeds from a suffix array",
    )
    results.store("train_unigram", [row])


if __name__ == "__main__":
    main(*sys.argv[1:])
