# mypy: allow-untyped-defs
"""The encoder of a widely copied demo, as a learner finds it: it runs, and it is wrong."""


def encode(word, vocab):
    """Return the pieces of a word, as a tuple: from the left, always the longest that fits.

    Inside the word a piece carries ##. Where no piece fits, the word is unknown: ("[UNK]",).
    """
    pieces = []
    start = 0
    while start < len(word):
        mark = "##" if start > 0 else ""
        end = len(word)
        while end > start and mark + word[start:end] not in vocab:
            end -= 1
        if end == start:
            end = start + 1
        pieces.append(mark + word[start:end])
        start = end
    return tuple(pieces)
