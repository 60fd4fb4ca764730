"""The seed vocabulary: all characters and every repeated substring that is worth a try."""

from collections import Counter
from collections.abc import Callable, Mapping

from subword_lab.text.checks import check_counts, check_whole

SEVERAL = -1  # more than one thing follows


def seed_scores(
    word_counts: Mapping[str, int],
    *,
    max_piece_length: int = 16,
    seed_size: int = 1_000_000,
    line_ends: Mapping[str, int] | None = None,
    counted_twice: Mapping[str, int] | None = None,
    allowed: Callable[[str], bool] | None = None,
) -> dict[str, int]:
    """Give candidates and their scores: characters by count, then the best repeated substrings.

    A substring is a candidate if it occurs at least twice, has 2 to `max_piece_length` characters,
    passes `allowed`, and is not always followed by one and the same character: then the longer
    one is as frequent and worth more. Its score is its count times its length.

    Words stand alone: what follows their end is different each time. SentencePiece looks at whole
    lines, where what follows is a space or the end of the line, and compares UTF-8 bytes. To
    follow it, say in `line_ends` how often each word ends a line, and in `counted_twice` what it
    counts once more: ends of lines before different beginnings of lines.

    Raises a `ValueError` for a `max_piece_length` below 1 or a negative `seed_size` or count, a
    `TypeError` for what is no mapping or no whole number.

    >>> seed_scores({"hug": 2, "hugs": 1})
    {'g': 3, 'h': 3, 'u': 3, 's': 1, 'hug': 9, 'ug': 6}

    Source: SentencePiece's `MakeSeedSentencePieces` (there by suffix array).
    """
    check_whole(max_piece_length, "max_piece_length", least=1)
    check_whole(seed_size, "seed_size", least=0)
    line_ends = line_ends if line_ends is None else check_counts(line_ends)
    counted_twice = check_counts(counted_twice or {})
    characters: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    followers: dict[str, int] = {}
    for word, count in check_counts(word_counts).items():
        follower = _followers(word, count, line_ends)
        for start, ch in enumerate(word):
            characters[ch] += count
            for end in range(start + 2, min(start + max_piece_length, len(word)) + 1):
                piece = word[start:end]
                counts[piece] += count
                if followers.setdefault(piece, follower[end]) != follower[end]:
                    followers[piece] = SEVERAL
    found = Counter({p: n for p, n in counts.items() if n >= 2 and followers[p] == SEVERAL})
    found.update(counted_twice)
    scores = {
        piece: count * len(piece)
        for piece, count in found.items()
        if allowed is None or allowed(piece)
    }
    best = sorted(scores, key=lambda piece: (-scores[piece], -len(_utf8(piece)), piece))
    by_count = sorted(characters, key=lambda ch: (-characters[ch], ch))
    return {ch: characters[ch] for ch in by_count} | {p: scores[p] for p in best[:seed_size]}


def _followers(word: str, count: int, line_ends: Mapping[str, int] | None) -> list[int]:
    """Number what stands at each position of the word, and lastly what follows it."""
    if line_ends is None:
        return [*map(ord, word), SEVERAL]
    ending = line_ends.get(word, 0)
    after = SEVERAL if 0 < ending < count else 0 if ending else _utf8("▁")[0]
    return [*(_utf8(ch)[0] for ch in word), after]


def _utf8(text: str) -> bytes:
    return text.encode()
