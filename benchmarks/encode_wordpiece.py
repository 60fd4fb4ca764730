"""Encoding lines of English with WordPiece in BERT's pipeline, beside `tokenizers`.

.venv/bin/python benchmarks/encode_wordpiece.py [MEGABYTES]

The vocabulary is trained on the first megabyte. Cold is a tokenizer that has remembered nothing.
"""

import sys
from dataclasses import replace

import corpora
import results
from race import Contestant, race  # before the contestants

import tokenizers  # isort: skip
from subword_lab import Tokenizer  # isort: skip


def main(megabytes: int) -> None:
    """Race warm and cold, and store both rows."""
    ours = Tokenizer.train("wordpiece", corpora.text("english", 1).splitlines(), 8_000)
    theirs = tokenizers.Tokenizer(tokenizers.models.WordPiece(ours.vocab, unk_token="[UNK]"))
    theirs.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=True)
    theirs.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    lines = corpora.text("english", megabytes).splitlines()
    same = ours.encode_batch(lines) == [each.ids for each in theirs.encode_batch(lines)]

    peer = Contestant("tokenizers", lambda: theirs.encode_batch(lines))
    text, note = f"english {megabytes} MB", f"ids {'equal' if same else 'unlike'} theirs"
    warm = Contestant("ours", lambda: ours.encode_batch(lines))
    cold = Contestant("ours", lambda: replace(ours).encode_batch(lines))
    rows = [
        race(work, text, [contestant, peer], note=note)
        for work, contestant in (("encode WordPiece", warm), ("encode WordPiece, cold", cold))
    ]
    results.store("encode_wordpiece", rows)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
