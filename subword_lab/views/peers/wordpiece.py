"""WordPiece beside Hugging Face `tokenizers`: its trainer, and its longest match."""

from collections.abc import Mapping

from subword_lab import wordpiece
from subword_lab.i18n import t
from subword_lab.views.comparison import Row

LIBRARY = "tokenizers"


def compare(word_counts: Mapping[str, int], merges: int = 7) -> list[Row]:
    """Train by count here and there, then cut every word with our vocabulary by both encoders."""
    model = wordpiece.train(word_counts, merges=merges)
    ours = [wordpiece.join(*pair) for pair in model.merges]
    rows = [
        Row(
            t("views_wordpiece.peer.trained", count=merges),
            " ".join(ours),
            " ".join(trained(word_counts, merges)),
            LIBRARY,
        )
    ]
    for word in word_counts:
        cut = " ".join(wordpiece.encode(model, word))
        rows.append(Row(word, cut, " ".join(encoded(model.vocab, word)), LIBRARY))
    return rows


def trained(word_counts: Mapping[str, int], merges: int) -> list[str]:
    """The pieces that the library's `WordPieceTrainer` makes, in their order."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.WordPiece(unk_token=wordpiece.UNK))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    # it also keeps every character without ##, seen at the start of a word or not
    alphabet = {symbol for w in word_counts for symbol in (*w, *wordpiece.spell(w))}
    trainer = trainers.WordPieceTrainer(vocab_size=len(alphabet) + merges, show_progress=False)
    corpus = (word for word, count in word_counts.items() for _ in range(count))
    tokenizer.train_from_iterator(corpus, trainer)
    vocab = tokenizer.get_vocab()
    return sorted(vocab, key=vocab.__getitem__)[len(alphabet) :]


def encoded(vocab: Mapping[str, int], word: str) -> list[str]:
    """The pieces into which the library cuts a word by longest match."""
    from tokenizers import Tokenizer, models

    tokenizer = Tokenizer(models.WordPiece(dict(vocab), unk_token=wordpiece.UNK))
    return list(tokenizer.encode(word).tokens)
