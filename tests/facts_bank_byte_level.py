"""What the package computes for the bank's questions on byte-level BPE."""

from claims import holding, partners
from subword_lab import Tokenizer, corpora, text
from vocabularies import real

HUG_FACE = "🤗"


def gpt2_bytes(piece):
    return text.from_printable(piece)


def what_is_g():
    named = text.from_printable("Ġ") == b" "
    return holding("byte-what-is-g", not named, not named, text.to_printable(b" ") == "Ġ", False)


def keep_their_face():
    return sum(text.to_printable(bytes([byte])) == chr(byte) for byte in range(256))


def id_of_exclamation():
    vocab = real("gpt2").vocab
    assert vocab["!"] == 0
    first = [gpt2_bytes(piece)[0] for piece in list(vocab)[:188]]
    stories = str(corpora.load("english"))
    return holding(
        "byte-id-of-exclamation",
        stories.count("!") > stories.count(" "),
        any(text.to_printable(bytes([byte])) not in vocab for byte in range(32)),
        first != sorted(first),
        first == sorted(b for b in range(256) if text.to_printable(bytes([b])) == chr(b)),
    )


def which_merge():
    gpt2 = real("gpt2")
    piece = gpt2.id_to_token(300)
    return 1 + ["".join(pair) for pair in gpt2.model.merges].index(piece)


def fallback_or_level():
    seen = "café, " * 9
    level = Tokenizer.train("byte_bpe", seen, merges=0)
    fallback = Tokenizer.train("sentencepiece", seen, 300, model="bpe", byte_fallback=True)
    spelled = fallback.tokenize(f"é{HUG_FACE}")
    byte_pieces = [piece for piece in spelled if piece.startswith("<0x")]
    return holding(
        "byte-fallback-or-level",
        level.tokenize("é") == fallback.tokenize("é"),
        len(byte_pieces) == 4,
        fallback.vocab_size < 256,
        level.decode(level.encode(HUG_FACE)) != HUG_FACE,
    )


def broken_alone():
    broken = []
    for piece in real("gpt2").vocab:
        try:
            gpt2_bytes(piece).decode()
        except UnicodeDecodeError:
            broken.append(piece)
    assert len(broken) > 300
    merged = [piece for piece in broken if len(piece) > 1]
    return holding("byte-broken-alone", not broken, not broken, bool(merged), not merged)


def when_it_prints():
    level = Tokenizer.train("byte_bpe", "a", merges=0)
    decoder = level.decoder()
    return sum(decoder.feed(id) != "" for id in level.encode(f"é{HUG_FACE}"))


def alone_or_joined():
    level = Tokenizer.train("byte_bpe", "a", merges=0)
    return "".join(level.decode([id]) for id in level.encode(HUG_FACE)).count("\ufffd")


def back_to_text():
    """Each step needs what the one before it gives; the last result is the text."""
    gpt2, sentence = real("gpt2"), f"Hello {HUG_FACE}"
    steps = {
        "Look up the piece of each id.": lambda ids: [gpt2.id_to_token(id) for id in ids],
        "Write the printable characters back as bytes.": lambda ps: [*map(gpt2_bytes, ps)],
        "Join all bytes.": b"".join,
        "Decode UTF-8, and write � for what is not valid.": lambda b: b.decode(errors="replace"),
    }
    value = gpt2.encode(sentence)
    for step in steps.values():
        value = step(value)
    assert value == sentence
    return list(steps)


QUESTIONS = {
    "byte-what-is-g": what_is_g,
    "byte-keep-their-face": keep_their_face,
    "byte-id-of-exclamation": id_of_exclamation,
    "byte-which-merge": which_merge,
    "byte-fallback-or-level": fallback_or_level,
    "byte-broken-alone": broken_alone,
    "byte-when-it-prints": when_it_prints,
    "byte-alone-or-joined": alone_or_joined,
    "byte-namaste": lambda: partners(
        "byte-namaste", lambda pattern: len(text.pretokenize("नमस्ते", pattern))
    ),
    "byte-indentation": lambda: len(real("gpt2").encode("    return")),
    "byte-digits-in-threes": lambda: " ".join(
        chunk.text for chunk in text.pretokenize("1234567", "cl100k")
    ),
    "byte-per-character": lambda: partners("byte-per-character", lambda ch: len(ch.encode())),
    "byte-back-to-text": back_to_text,
}
