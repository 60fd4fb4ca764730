"""GPT-2's pair of files: a JSON vocabulary and a list of merges, and GPT-1's, which looks the same.

The files say nothing of the text before the model; it follows from the vocabulary: all 256 bytes in
GPT-2's printable alphabet mean byte-level BPE with GPT-2's pattern, `</w>` means GPT-1's.
"""

import json
from dataclasses import replace
from itertools import chain
from pathlib import Path

from subword_lab.bpe import END_OF_WORD, BpeModel, encode
from subword_lab.cutting import Cutting
from subword_lab.decoding import Decoder
from subword_lab.formats.checked import read_json, read_text, vocabulary
from subword_lab.formats.drafts import publish
from subword_lab.formats.faithful import check_ids, check_pipeline
from subword_lab.formats.tokenizer_json.model import pair_merges
from subword_lab.preparation import Preparation
from subword_lab.special import SpecialToken
from subword_lab.text import BYTE_TO_CHAR
from subword_lab.tokenizer import Tokenizer

NAMES = (("vocab.json", "merges.txt"), ("encoder.json", "vocab.bpe"))
WHAT = "vocab.json and merges.txt"


def files_in(folder: Path) -> tuple[Path, Path] | None:
    """The two files, by the names they have at Hugging Face or in OpenAI's release."""
    pairs = [tuple(folder / name for name in names) for names in NAMES]
    return next(((a, b) for a, b in pairs if a.is_file() and b.is_file()), None)


def load(path: Path) -> Tokenizer:
    """Read the folder that holds both files, or one of them with the other beside it.

    Raises `ValueError` that names the file and what is wrong with it.
    """
    found = files_in(path if path.is_dir() else path.parent)
    if found is None:
        wanted = " or ".join(" and ".join(names) for names in NAMES)
        raise ValueError(f"{path} holds no {wanted}")
    vocab_file, merges_file = found
    try:
        vocab = vocabulary(read_json(vocab_file))
        merges = read_merges(merges_file, vocab)
    except ValueError as error:
        raise ValueError(f"{vocab_file.name} and {merges_file.name}: {error}") from error
    return _tokenizer(vocab, merges)


def save(tokenizer: Tokenizer, path: Path) -> None:
    """Write both files into a folder, which is made if need be, or under the names of a pair.

    Raises `ValueError` for all but byte-level BPE with GPT-2's pattern and BPE as GPT-1 has it.
    """
    names = next((pair for pair in NAMES if path.name in pair), None)
    folder = path.parent if names else path
    vocab_file, merges_file = names or NAMES[0]
    if not isinstance(tokenizer.model, BpeModel):
        raise ValueError(f"{WHAT} hold BPE, this is {tokenizer!r}; save it as tokenizer.json")
    merges = pair_merges(tokenizer.model)
    lines = ["#version: 0.2", *(f"{left} {right}" for left, right in merges)]
    files = {
        vocab_file: json.dumps(tokenizer.vocab, ensure_ascii=False).encode(),
        merges_file: "".join(f"{line}\n" for line in lines).encode(),
    }
    made = not names and not folder.exists()
    if made:
        folder.mkdir()
    try:
        publish(files, folder, lambda drafts: _check(tokenizer, load(drafts), merges))
    except ValueError:
        if made:
            folder.rmdir()
        raise


def _check(tokenizer: Tokenizer, again: Tokenizer, merges: list[tuple[str, str]]) -> None:
    check_ids(tokenizer, again, WHAT)
    if tokenizer.cutting.whole_words:
        tokenizer = _cut_by_merges(tokenizer, again)
    check_pipeline(tokenizer, again, WHAT)
    if getattr(again.model, "merges", None) != merges:
        raise ValueError(f"{WHAT} cannot express these merges: a piece holds a space or a line end")


def _cut_by_merges(tokenizer: Tokenizer, again: Tokenizer) -> Tokenizer:
    """The tokenizer without its rule for whole words, where the merges make every word anyway."""
    special = {token.text for token in tokenizer.special_tokens}
    for piece in again.vocab:
        if piece not in special and encode(again.model, piece) != (piece,):  # type: ignore[arg-type]
            raise ValueError(f"{WHAT} cannot express that a whole word {piece!r} is one piece")
    return replace(tokenizer, cutting=replace(tokenizer.cutting, whole_words=False))


def read_merges(path: Path, vocab: dict[str, int]) -> list[tuple[str, str]]:
    """The merges of a text file, one a line, after an optional `#version` line."""
    merges = []
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip() or (number == 1 and line.startswith("#version")):
            continue
        parts = line.rstrip("\r").split(" ")
        if len(parts) != 2 or not all(parts):
            raise ValueError(f"line {number} is {line!r}, wanted two pieces and a space between")
        left, right = parts
        for piece in (left, right, left + right):
            if piece not in vocab:
                raise ValueError(
                    f"line {number} is {line!r}, but {piece!r} is not in the vocabulary"
                )
        merges.append((left, right))
    return merges


def _tokenizer(vocab: dict[str, int], merges: list[tuple[str, str]]) -> Tokenizer:
    special = _special(vocab, merges)
    if set(BYTE_TO_CHAR.values()) <= vocab.keys():
        if any(piece.endswith(END_OF_WORD) for piece in vocab):
            raise ValueError("byte-level BPE with </w> (CLIP) is not supported")
        preparation = Preparation((), ("gpt2",), byte_level=True)
        model = BpeModel(vocab, merges)
        return Tokenizer("byte_bpe", preparation, model, Decoder("bytes"), special)
    unk = "<unk>" if "<unk>" in vocab else None
    preparation = Preparation(("bert_clean", "bert_cjk", "strip_accents", "lowercase"), ("bert",))
    model = BpeModel(vocab, merges, "glued", unk)
    return Tokenizer(
        "bpe", preparation, model, Decoder("suffix", END_OF_WORD), special, Cutting(unk)
    )


def _special(vocab: dict[str, int], merges: list[tuple[str, str]]) -> tuple[SpecialToken, ...]:
    """Entries that neither stand in a merge, nor come out of one, nor are single symbols."""
    made = set(chain.from_iterable((left, right, left + right) for left, right in merges))
    return tuple(
        SpecialToken(piece, token_id)
        for piece, token_id in vocab.items()
        if piece not in made and len(piece.removesuffix(END_OF_WORD)) > 1
    )
