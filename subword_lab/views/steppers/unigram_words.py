"""Words as the pieces that are left in Unigram training cut them."""

from collections.abc import Iterable, Mapping, Sequence

from subword_lab import unigram
from subword_lab.i18n import t
from subword_lab.unigram import UnigramModel
from subword_lab.views.html import Html, dim, in_words, row_of_bricks, style

WORDS_SHOWN = 12


def cut_words(word_counts: Mapping[str, int], log_probs: Mapping[str, float], caption: str) -> Html:
    """The first words with their counts, cut by pieces with these log-probabilities."""
    shown = dict(list(word_counts.items())[:WORDS_SHOWN])
    model = small_model(shown, log_probs)
    cuts = [unigram.encode(model, word) for word in shown]
    roles = [["plain" if p in log_probs else "unknown" for p in cut] for cut in cuts]
    return _rows(word_counts, cuts, roles, caption)


def whole_words(word_counts: Mapping[str, int], caption: str) -> Html:
    """The first words with their counts, not cut."""
    cuts = [(word,) for word in list(word_counts)[:WORDS_SHOWN]]
    return _rows(word_counts, cuts, [["plain"]] * len(cuts), caption)


def small_model(words: Iterable[str], log_probs: Mapping[str, float]) -> UnigramModel:
    """A model that cuts these words as one with all pieces would, and is made sooner.

    It holds the pieces that occur in the words, and the rarest one: what an unknown character
    costs depends on that. Characters may have been dropped; they must not stop a cut.
    """
    longest = max(map(len, log_probs))
    found = {
        word[start:end]
        for word in words
        for start in range(len(word))
        for end in range(start + 1, min(start + longest, len(word)) + 1)
    }
    rarest = min(log_probs, key=log_probs.__getitem__)
    kept = {piece: log_probs[piece] for piece in {*found, rarest} if piece in log_probs}
    return UnigramModel({piece: at for at, piece in enumerate(kept)}, kept, rarest)


def _rows(
    word_counts: Mapping[str, int],
    cuts: Sequence[tuple[str, ...]],
    roles: Sequence[Sequence[str]],
    caption: str,
) -> Html:
    number = style(display="inline-block", min_width="46px", text_align="right", color="dim",
                   font_size="12px", margin_right="12px")  # fmt: skip
    counts = [f"{count:,} ×" for count in list(word_counts.values())[: len(cuts)]]
    rows = [
        f"<div><span{number}>{count}</span>{row_of_bricks(cut, role)}</div>"
        for count, cut, role in zip(counts, cuts, roles, strict=True)
    ]
    lines = [f"  {count} {in_words(cut)}" for count, cut in zip(counts, cuts, strict=True)]
    if len(word_counts) > len(cuts):
        more = t("views.more", count=f"{len(word_counts) - len(cuts):,}")
        rows.append(f"<div>{dim(more)}</div>")
        lines.append(f"  {more}")
    return Html(f"{dim(caption)}{''.join(rows)}", "\n".join([f"{caption}:", *lines]))
