"""Learning merges: count all pairs of neighbors, merge the most frequent one, repeat."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any

from subword_lab.bpe.model import BpeModel, EndOfWord, check_end_of_word, spell
from subword_lab.pairs import Allowed, Merged, Words, replay
from subword_lab.text.checks import check_tokens, check_whole
from subword_lab.ties import Pair
from subword_lab.trace import drain
from subword_lab.training import TIES_SHOWN, first_ids, pair_table, spelled


def train_steps(
    word_counts: Mapping[str, int],
    vocab_size: int | None = None,
    merges: int | None = None,
    tie_break: str = "smallest_ids",
    end_of_word: EndOfWord = None,
    *,
    special_tokens: Sequence[str] = (),
    unk: str | None = None,
    alphabet: Iterable[str] = (),
    min_frequency: int = 1,
    symbol_key: Callable[[str], Sequence[int]] | None = None,
    table: str = "indexed",
    ties_shown: int = TIES_SHOWN,
    allowed: Allowed | None = None,
    once: bool = False,
) -> Generator[Merged, None, BpeModel]:
    """Train BPE, one `Merged` step at a time; the parameters are those of `train`."""
    check_end_of_word(end_of_word)
    check_whole(min_frequency, "min_frequency", least=0)
    words = spelled(word_counts, lambda word: spell(word, end_of_word))
    special_tokens = check_tokens(special_tokens, "special_tokens")
    if unk is not None and unk not in special_tokens:
        special_tokens = (unk, *special_tokens)
    seen = (symbol for symbols, _ in words for symbol in symbols)
    vocab = first_ids(special_tokens, (*alphabet, *seen), vocab_size, merges)
    rule = (lambda new: new not in vocab and (not allowed or allowed(new))) if once else allowed
    pairs = pair_table(table, words, tie_break, vocab, symbol_key, rule)
    learned: list[Pair] = []

    while (merges is None or len(learned) < merges) and (
        vocab_size is None or len(vocab) < vocab_size
    ):
        best = pairs.best()
        if best is None or best[1] < min_frequency:
            break
        (left, right), count = best
        tied = pairs.tied(ties_shown) if ties_shown else ()
        new = left + right
        vocab.setdefault(new, len(vocab))  # a special token of that name keeps its id
        pairs.merge((left, right), new)
        learned.append((left, right))
        yield Merged(left, right, new, count, tied=tied)

    return BpeModel(vocab, learned, end_of_word, unk)


def train(
    word_counts: Mapping[str, int],
    vocab_size: int | None = None,
    merges: int | None = None,
    tie_break: str = "smallest_ids",
    end_of_word: EndOfWord = None,
    **options: Any,
) -> BpeModel:
    """Learn a BPE model from word counts, up to a vocabulary size or a number of merges.

    Ids are given to the special tokens first, then to the alphabet by code point, then to the
    merges; `vocab_size` counts all three. Training stops early when no pair is left, so the model
    may be smaller than asked for; from no words at all comes a model without merges.

    `tie_break` is one of `ties.TIE_BREAKS`; ``"first_seen"`` depends on the order of the words, so
    it recounts them after each merge, which is slow on a large corpus. `end_of_word` is None,
    ``"separate"`` or ``"glued"`` (see `spell`). Options by keyword: `special_tokens`; `unk`, the
    token for unknown symbols; `alphabet`, symbols to have even if the words lack them;
    `min_frequency`, the count under which no pair is merged; `symbol_key`, what dictionary order
    compares in place of code points; `table`, ``"indexed"`` or ``"recount"``, which differ only
    in speed; `allowed`, which says of a piece whether it may be made (SentencePiece: of one
    script, of 16 characters at most); `once`, by which no two pairs make the same piece, as in
    SentencePiece: where (ab, c) has been merged, (a, bc) never is.

    `ValueError`: not exactly one of `vocab_size` and `merges`, a vocabulary smaller than the
    alphabet, a negative count, a lone surrogate, an unknown name, a special token that is empty or
    there twice. `TypeError`: `word_counts` is not a mapping, or a number is not whole.

    >>> corpus = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> model = train(corpus, merges=3)
    >>> model.merges
    [('u', 'g'), ('u', 'n'), ('h', 'ug')]
    >>> list(model.vocab)
    ['b', 'g', 'h', 'n', 'p', 's', 'u', 'ug', 'un', 'hug']
    """
    steps = train_steps(
        word_counts, vocab_size, merges, tie_break, end_of_word, ties_shown=0, **options
    )
    return drain(steps)


def words_after(
    word_counts: Mapping[str, int], steps: Iterable[Merged], end_of_word: EndOfWord = None
) -> Words:
    """Give the words of a corpus as they stood after some recorded training steps.

    >>> words_after({"hugs": 5}, [Merged("u", "g", "ug", 20)])
    [(('h', 'ug', 's'), 5)]
    """
    return replay(spelled(word_counts, lambda word: spell(word, end_of_word)), steps)
