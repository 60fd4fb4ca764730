"""Ties in `tokenizers`' WordPiece trainer: the same words, trained again and again."""

from collections.abc import Mapping

from subword_lab import wordpiece
from subword_lab.i18n import t
from subword_lab.views.comparison import Row
from subword_lab.views.peers.wordpiece import LIBRARY, trained


def compare(word_counts: Mapping[str, int], merges: int = 10, times: int = 30) -> list[Row]:
    """Train on the same words many times and count the different lists of pieces.

    The library numbers the ``##`` symbols in the order in which its hash map gives out the words,
    which differs from run to run, and on equal counts the smaller number wins.
    """
    ours = {
        tuple(wordpiece.train(word_counts, merges=merges, tie_break="smallest_pair").merges)
        for _ in range(times)
    }
    theirs = {tuple(trained(word_counts, merges)) for _ in range(times)}
    label = t("views_wordpiece.peer.different", times=times)
    return [Row(label, str(len(ours)), str(len(theirs)), LIBRARY)]
