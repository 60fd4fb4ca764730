"""subword-nmt's codes: merges alone, one a line, after a line with the version.

The file has no vocabulary, so the ids of a file that is read are ours: `<unk>`, the characters of
the merges by code point, the merges. subword-nmt itself lets other characters through; here they
are `<unk>`.
"""

from pathlib import Path

from subword_lab.bpe import END_OF_WORD, BpeModel, EndOfWord, spell
from subword_lab.cutting import Cutting
from subword_lab.decoding import Decoder
from subword_lab.formats.checked import read_text
from subword_lab.formats.drafts import publish
from subword_lab.formats.faithful import check_pipeline
from subword_lab.preparation import Preparation
from subword_lab.special import SpecialToken
from subword_lab.tokenizer import Tokenizer

UNK = "<unk>"
VERSIONS: dict[EndOfWord, str] = {"separate": "0.1", "glued": "0.2"}


def load(path: Path) -> Tokenizer:
    """Read the file. Version 0.2 glues `</w>` to the last character, 0.1 sets it apart.

    Raises `ValueError` for a line that is no pair.
    """
    lines = read_text(path).rstrip("\n").split("\n")
    end_of_word: EndOfWord = "separate"
    if lines[0].startswith("#version:"):
        version = lines.pop(0).split()[-1]
        if version not in ("0.1", "0.2"):
            raise ValueError(f"{path.name} has the version {version}; known are 0.1 and 0.2")
        end_of_word = "glued" if version == "0.2" else "separate"
    # of two equal codes the first counts
    merges = dict.fromkeys(_pair(line, path) for line in lines)
    if not any(END_OF_WORD in right for _, right in merges):
        raise ValueError(
            f"{path.name} holds no {END_OF_WORD}, so these are not subword-nmt's codes; GPT-2's "
            f"merges want their vocab.json beside them"
        )
    symbols = {ch for pair in merges for piece in pair for ch in piece.removesuffix(END_OF_WORD)}
    alphabet = {symbol for ch in symbols for symbol in (ch, *spell(ch, end_of_word))}
    pieces = dict.fromkeys((UNK, *sorted(alphabet), *(left + right for left, right in merges)))
    model = BpeModel(
        {piece: token_id for token_id, piece in enumerate(pieces)}, list(merges), end_of_word, UNK
    )
    return Tokenizer(
        "bpe",
        Preparation((), ("whitespace",)),
        model,
        Decoder("suffix", END_OF_WORD),
        (SpecialToken(UNK, 0),),
        Cutting(UNK),
    )


def save(tokenizer: Tokenizer, path: Path) -> None:
    """Write the merges. Ids, and characters that are in no merge, have no place in the file.

    Raises `ValueError` for what it cannot express, `end_of_word=None` first of all.
    """
    model = tokenizer.model
    if not isinstance(model, BpeModel) or model.lookup != "pair":
        raise ValueError(f"subword-nmt's codes hold merges, this is {tokenizer!r}")
    if model.end_of_word is None:
        raise ValueError(
            "subword-nmt's codes mark the end of words; train with end_of_word='glued'"
        )
    merges = sorted(model.ranks, key=model.ranks.__getitem__)
    for piece in (piece for pair in merges for piece in pair):
        if piece.split() != [piece] or piece.splitlines() != [piece]:
            raise ValueError(f"subword-nmt's codes cannot hold {piece!r}: there is a space in it")
    lines = [f"#version: {VERSIONS[model.end_of_word]}", *map(" ".join, merges)]
    publish(
        {path.name: "".join(f"{line}\n" for line in lines).encode()},
        path.parent,
        lambda drafts: check_pipeline(tokenizer, load(drafts / path.name), "subword-nmt's codes"),
    )


def _pair(line: str, path: Path) -> tuple[str, str]:
    parts = line.rstrip("\r").split(" ")
    if len(parts) != 2 or not all(parts):
        raise ValueError(f"{path.name} holds the line {line!r}, wanted two symbols")
    return parts[0], parts[1]
