"""What real vocabulary files say for the bank's questions on real models' choices."""

import re
from io import StringIO

from subword_nmt import apply_bpe
from tokenizers import Tokenizer as Library
from tokenizers import models, normalizers

from claims import holding, partners
from subword_lab import Tokenizer, corpora, text, wordpiece
from vocabularies import real

FILES = {
    "Mistral 7B (first version)": "mistral-v1",
    "GPT-2": "gpt2",
    "Mistral NeMo": "tekken-240911",
    "Mistral 7B (version 0.3)": "mistral-v3",
    "DeepSeek-V3": "deepseek",
}


def size(name):
    vocab = real(FILES[name]).vocab
    assert max(vocab.values()) == len(vocab) - 1
    return f"{len(vocab):,}"


def whose_output():
    learned = "low low low low low lower newer wider her"
    codes = StringIO("#version: 0.2\nl o\nlo w\nlo w</w>\ne r</w>\n")
    nmt = apply_bpe.BPE(codes).process_line("low lower")
    pieces = wordpiece.WordPieceModel.from_vocab(["[UNK]", "low", "##er"])
    cut = {
        "byte-level BPE": Tokenizer.train("byte_bpe", learned, merges=4).tokenize("low lower"),
        "SentencePiece": Tokenizer.train("sentencepiece", learned, merges=4, model="bpe").tokenize(
            "low lower"
        ),
        "WordPiece": [p for word in ("low", "lower") for p in wordpiece.encode(pieces, word)],
        "subword-nmt": nmt.split(),
    }
    return partners("real-whose-output", lambda name: " · ".join(cut[name]))


def ignore_merges():
    vocab = {piece: i for i, piece in enumerate(["a", "b", "c", "bc", "abc"])}
    library = Library(models.BPE(vocab, [("b", "c")], ignore_merges=True))
    whole, other = library.encode("abc").tokens, library.encode("abcbc").tokens
    without = Library(models.BPE(vocab, [("b", "c")])).encode("abc").tokens
    assert without == ["a", "bc"]
    return holding(
        "real-ignore-merges",
        other == list("abcbc"),
        len({tuple(library.encode("abc").tokens) for _ in range(20)}) > 1,
        other == ["abc", "bc"],
        (whole, other) == (["abc"], ["a", "bc", "bc"]),
    )


def mistral_file():
    mistral = real("mistral-v1")
    return holding(
        "real-mistral-file",
        len(mistral.encode("龘")) > 1,
        "ﬁ" not in mistral.tokenize("ﬁ"),
        "12345" in mistral.tokenize("12345"),
        mistral.decode(mistral.encode("a  b")) == "a  b",
    )


def after_gpt_two():
    def chunks(sample):
        cuts = ([c.text for c in text.pretokenize(sample, how)] for how in ("gpt2", "cl100k"))
        return tuple(cuts)

    capitals, ending, digits, spaces = map(chunks, ("LLM", "DON'T", "12345", "a b"))
    return holding(
        "real-after-gpt-two",
        capitals[1] == list("LLM"),
        "'T" in ending[1] and "'T" not in ending[0],
        digits == (["12345"], ["123", "45"]),
        " b" not in spaces[1],
    )


def four_digits():
    return partners("real-four-digits", lambda name: " · ".join(real(FILES[name]).tokenize("1234")))


def first_byte():
    return real("tekken-240911").vocab[text.to_printable(b"\x00")]


def led_by_space():
    vocab = real("gpt2").vocab
    share = sum(piece.startswith("Ġ") for piece in vocab) / len(vocab)
    assert sum(piece.startswith("Ġ") for piece in vocab) == 33_135
    return holding(
        "real-led-by-space", share < 1e-4, 0.05 < share < 0.15, 0.62 < share < 0.70, share > 0.99
    )


def three_digits():
    vocab = real("gpt2").vocab
    held = [number for number in range(1_000) if f"{number:03}" in vocab]
    assert 100 in held
    return holding(
        "real-three-digits", 700 < len(held) < 800, len(held) == 1_000, not held, len(held) == 10
    )


def end_of_text():
    """Special is what neither the bytes nor a merge made."""
    gpt2 = real("gpt2")
    made = {"".join(pair) for pair in gpt2.model.merges}
    made |= {text.to_printable(bytes([byte])) for byte in range(256)}
    special = [piece for piece in gpt2.vocab if piece not in made]
    assert [gpt2.vocab[piece] for piece in special] == [50_256]
    return holding(
        "real-end-of-text",
        len(special) == 3,
        len(special) == 1 and re.fullmatch(r"<\|endoftext\|>", special[0]) is not None,
        not special,
        "[CLS]" in special,
    )


def chinese_story():
    story = corpora.load("story/zh")
    four = ("GPT-2", "Mistral 7B (first version)", "Mistral NeMo", "DeepSeek-V3")
    count = {name: len(real(FILES[name]).encode(story)) for name in four}
    assert sorted(count.values()) == [461, 734, 881, 1_607]
    return sorted(count, key=count.get)


QUESTIONS = {
    "real-how-large": lambda: partners("real-how-large", size),
    "real-whose-output": whose_output,
    "real-ignore-merges": ignore_merges,
    "real-mistral-file": mistral_file,
    "real-after-gpt-two": after_gpt_two,
    "real-elan": lambda: normalizers.BertNormalizer().normalize_str("Élan VITAL"),
    "real-four-digits": four_digits,
    "real-first-byte": first_byte,
    "real-led-by-space": led_by_space,
    "real-three-digits": three_digits,
    "real-end-of-text": end_of_text,
    "real-chinese-story": chinese_story,
}
