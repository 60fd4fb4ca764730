"""Encoding lines of English with a Unigram model of SentencePiece, beside the library.

.venv/bin/python benchmarks/encode_unigram.py [MEGABYTES]

The model has 8,000 pieces, trained by the library on the first megabyte. Cold is a tokenizer that
has remembered nothing.
"""

import io
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import corpora
import results
from race import Contestant, race  # before the contestants

import sentencepiece  # isort: skip
from subword_lab import Tokenizer  # isort: skip


def model() -> bytes:
    """The model file."""
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(corpora.text("english", 1).splitlines()),
        model_writer=file,
        vocab_size=8_000,
        num_threads=1,
        minloglevel=2,
    )
    return file.getvalue()


def main(megabytes: int) -> None:
    """Race warm and cold, and store both rows."""
    file = model()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "unigram.model"
        path.write_bytes(file)
        ours = Tokenizer.load(path)
    theirs = sentencepiece.SentencePieceProcessor(model_proto=file)
    lines = corpora.text("english", megabytes).splitlines()
    same = ours.encode_batch(lines) == theirs.encode(lines, num_threads=1)

    peer = Contestant("sentencepiece", lambda: theirs.encode(lines, num_threads=1))
    text, note = f"english {megabytes} MB", f"ids {'equal' if same else 'unlike'} theirs"
    stands = {
        "warm": "a third of the time makes the lists of ids, half of that in the collector of "
        "garbage, which looks at each new list; a quarter puts lines together and normalizes "
        "1 % of them, a fifth looks words up",
        "cold": "half of the time is the warm one; the rest cuts and stores 150,000 new words",
    }
    warm = Contestant("ours", lambda: ours.encode_batch(lines))
    cold = Contestant("ours", lambda: replace(ours).encode_batch(lines))
    rows = [
        race(f"encode Unigram, {state}", text, [contestant, peer], note=f"{note}; {stands[state]}")
        for state, contestant in (("warm", warm), ("cold", cold))
    ]
    results.store("encode_unigram", rows)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
