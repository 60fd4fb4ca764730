"""What the package and its peers compute for the bank's questions on WordPiece."""

from math import exp

from tokenizers import Tokenizer as Library
from tokenizers import models, normalizers, pre_tokenizers

from claims import holding
from subword_lab import Tokenizer, corpora, scores, wordpiece

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def cut(pieces, word):
    """The tokens of a word, by the package and by the library, which must agree."""
    vocab = {piece: i for i, piece in enumerate(pieces)}
    library = Library(models.WordPiece(vocab, unk_token="[UNK]"))
    ours = wordpiece.encode(wordpiece.WordPieceModel.from_vocab(pieces), word)
    assert list(ours) == library.encode(word).tokens
    return ours


def too_long():
    known = ["[UNK]", "a", "##a"]
    assert len(cut(known, "a" * 100)) == 100
    return len(cut(known, "a" * 101))


def words_of_bert():
    clean = normalizers.BertNormalizer().normalize_str("BERT读书2本。ok")
    return len(pre_tokenizers.BertPreTokenizer().pre_tokenize_str(clean))


def bert_loses():
    uncased = Tokenizer.train("wordpiece", corpora.load("english/stories"), 400)

    def same(one, other):
        return uncased.encode(one) == uncased.encode(other)

    pieces = uncased.tokenize("unhappily")
    return holding(
        "wordpiece-bert-loses",
        same("Anna", "anna"),
        same("yes, no", "yes , no"),
        same("one two", "two one"),
        same("café", "cafe"),
        not all(piece.startswith("##") for piece in pieces[1:]),
    )


def course_score():
    rows = {row.pair: row.hf_score for row in wordpiece.scores(HUG)}
    assert rows["##g", "##s"] == max(rows.values())
    return float(rows["##g", "##s"])


def gain_range():
    """The exact gain at the extremes of what counts the parts can have, and between them."""
    n, pmi = 100, 1.5
    together = scores.gain(n, n, n, round(n * exp(pmi)))
    total = 10**12
    part = round((n * total / exp(pmi)) ** 0.5)
    rare = scores.gain(n, part, part, total)
    middle = [
        scores.gain(n, a, b, round(a * b * exp(pmi) / n)) for a in (200, 900) for b in (300, 5_000)
    ]
    low, high = min([together, rare, *middle]), max([together, rare, *middle])
    return holding(
        "wordpiece-gain-range",
        abs(low - 150) < 1 and abs(high - 150) < 1,
        0 <= low < 1 and high <= 150,
        50 <= low < 51 and 237 < high <= 250,
        low > 150,
    )


def in_the_file():
    """A model that has the pieces alone cuts as the trained one does."""
    trained = wordpiece.train(HUG, merges=3)
    listed = wordpiece.WordPieceModel.from_vocab(list(trained.vocab))
    words = [*HUG, "mug", "bugs"]
    enough = [wordpiece.encode(listed, w) for w in words] == [
        wordpiece.encode(trained, w) for w in words
    ]
    assert trained.merges
    assert not listed.merges
    return holding("wordpiece-in-the-file", False, False, False, enough)


QUESTIONS = {
    "wordpiece-dead-end": lambda: " ".join(cut(["[UNK]", "ab", "abc", "##cd"], "abcd")),
    "wordpiece-too-long": too_long,
    "wordpiece-cjk": words_of_bert,
    "wordpiece-bert-loses": bert_loses,
    "wordpiece-course-score": course_score,
    "wordpiece-gain-range": gain_range,
    "wordpiece-in-the-file": in_the_file,
}
