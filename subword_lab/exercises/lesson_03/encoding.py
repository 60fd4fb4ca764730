# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 03 on encoding: join bytes by rank, find the parts, count the cost."""

import random
from itertools import pairwise

from subword_lab import bpe
from subword_lab.exercises.forms import Slider
from subword_lab.exercises.model import Args, Exercise
from subword_lab.text import from_printable, to_printable

# --- encode a chunk ------------------------------------------------------------------------------


def encode(chunk, ranks):
    """Return the pieces of one chunk of text, as a list of bytes.

    ranks maps tokens, as bytes, to their ranks. Start from the single bytes of the chunk. Look at
    all neighbors that make a token when joined; join the two whose token has the lowest rank, the
    leftmost of them first. Repeat until no neighbors make a token.
    """
    data = chunk.encode()
    pieces = [data[at : at + 1] for at in range(len(data))]
    while True:
        found = [
            (ranks[left + right], at)
            for at, (left, right) in enumerate(pairwise(pieces))
            if left + right in ranks
        ]
        if not found:
            return pieces
        rank, at = min(found)
        pieces[at : at + 2] = [pieces[at] + pieces[at + 1]]


def join_by_rank(pieces, ranks, choose):
    while found := [
        (ranks[left + right], at)
        for at, (left, right) in enumerate(pairwise(pieces))
        if left + right in ranks
    ]:
        _, at = choose(found)
        pieces[at : at + 2] = [pieces[at] + pieces[at + 1]]
    return pieces


def single_bytes(data):
    return [data[at : at + 1] for at in range(len(data))]


def from_characters(chunk, ranks):
    return join_by_rank([ch.encode() for ch in chunk], ranks, min)


def leftmost_pair(chunk, ranks):
    return join_by_rank(single_bytes(chunk.encode()), ranks, lambda found: found[0])


def highest_rank(chunk, ranks):
    return join_by_rank(single_bytes(chunk.encode()), ranks, max)


def longest_match(chunk, ranks):
    data, pieces = chunk.encode(), []
    while data:
        ends = range(len(data), 0, -1)
        end = next((end for end in ends if data[:end] in ranks), 1)
        pieces.append(data[:end])
        data = data[end:]
    return pieces


def one_merge_only(chunk, ranks):
    pieces = single_bytes(chunk.encode())
    found = [(ranks[a + b], at) for at, (a, b) in enumerate(pairwise(pieces)) if a + b in ranks]
    if found:
        _, at = min(found)
        pieces[at : at + 2] = [pieces[at] + pieces[at + 1]]
    return pieces


def numbers_for_bytes(chunk, ranks):
    return list(chunk.encode())


def text_for_bytes(chunk, ranks):
    return list(chunk)


def nothing_joined(chunk, ranks):
    return single_bytes(chunk.encode())


LETTERS = ("a", "b", "é", "中")


def learned(words: dict[str, int], merges: int) -> dict[bytes, int]:
    """Train on the bytes of words; give the learned tokens with their ranks."""
    model = bpe.train({to_printable(word.encode()): n for word, n in words.items()}, merges=merges)
    made = dict.fromkeys(from_printable(left + right) for left, right in model.merges)
    return {token: 256 + at for at, token in enumerate(made)}


def random_ranks(rng: random.Random) -> dict[bytes, int]:
    """Learn a few merges from random words."""
    words = {
        "".join(rng.choices(LETTERS, k=rng.randint(2, 5))): rng.randint(1, 9) for _ in "123456"
    }
    return learned(words, rng.randint(3, 9))


def random_chunk_and_ranks(rng: random.Random) -> Args:
    """Draw a chunk, and ranks that were learned from words of the same letters."""
    return ("".join(rng.choices(LETTERS, k=rng.randint(2, 7))), random_ranks(rng))


def could_be_learned(ranks: dict[bytes, int]) -> bool:
    """Whether each token is made of two bytes or tokens that came before it."""
    known: set[bytes] = set()
    for token in sorted(ranks, key=ranks.__getitem__):
        cuts = ((token[:at], token[at:]) for at in range(1, len(token)))
        if not any(all(len(part) == 1 or part in known for part in cut) for cut in cuts):
            return False
        known.add(token)
    return len(set(ranks.values())) == len(ranks)


ENCODE = Exercise(
    id="bytes-encode",
    lesson="03_byte_level_bpe",
    kind="function",
    points=3,
    reference=encode,
    imports=("from itertools import pairwise",),
    wrong={
        "from_characters": from_characters,
        "leftmost_pair": leftmost_pair,
        "highest_rank": highest_rank,
        "longest_match": longest_match,
        "one_merge_only": one_merge_only,
        "nothing_joined": nothing_joined,
        "numbers_for_bytes": numbers_for_bytes,
        "text_for_bytes": text_for_bytes,
    },
    examples=(
        ("hugs", {b"ug": 256, b"un": 257, b"hug": 258}),
        ("abab", {b"ba": 256, b"ab": 257}),
        ("abc", {b"ab": 256, b"bc": 257, b"abc": 258}),
        ("abc", {b"ab": 256, b"bc": 257}),
        ("abcd", {b"bc": 256, b"ab": 257, b"cd": 258}),
        ("abcd", {b"bc": 256, b"bcd": 257, b"abcd": 258, b"ab": 259}),
        ("é", {}),
        ("éa", {b"\xa9a": 256}),
        ("", {b"ab": 256}),
    ),
    random_case=random_chunk_and_ranks,
    valid=lambda chunk, ranks: could_be_learned(ranks),
    clue=lambda report: {"got": report.got} if report.got else None,
)

# --- the two parts of a token --------------------------------------------------------------------


def parts(token, ranks):
    """Return the two parts that the merge of this token joined, as a tuple of bytes.

    ranks maps tokens, as bytes, to their ranks; the token is one of them. Join its bytes by rank,
    as in encode, until two pieces are left.
    """
    pieces = [token[at : at + 1] for at in range(len(token))]
    while len(pieces) > 2:
        found = [
            (ranks[left + right], at)
            for at, (left, right) in enumerate(pairwise(pieces))
            if left + right in ranks
        ]
        rank, at = min(found)
        pieces[at : at + 2] = [pieces[at] + pieces[at + 1]]
    return tuple(pieces)


def cuts_into_tokens(token, ranks):
    """Cut a token into two tokens or single bytes in all ways, shortest left part first."""
    pairs = ((token[:at], token[at:]) for at in range(1, len(token)))
    return [pair for pair in pairs if all(len(part) == 1 or part in ranks for part in pair)]


def longest_left_part(token, ranks):
    return cuts_into_tokens(token, ranks)[-1]


def longest_right_part(token, ranks):
    return cuts_into_tokens(token, ranks)[0]


def middle(token, ranks):
    half = len(token) // 2
    return (token[:half], token[half:])


def joined_to_the_end(token, ranks):
    return tuple(encode_bytes(token, ranks))


def encode_bytes(data, ranks):
    return join_by_rank(single_bytes(data), ranks, min)


def smallest_ranks(token, ranks):
    def rank(part):
        return ranks.get(part, part[0])

    return min(cuts_into_tokens(token, ranks), key=lambda pair: rank(pair[0]) + rank(pair[1]))


def random_token_and_ranks(rng: random.Random) -> Args:
    """Draw one of the longer learned tokens."""
    ranks: dict[bytes, int] = {}
    while len(ranks) < 4:
        ranks = random_ranks(rng)
    return (rng.choice(sorted(ranks, key=len)[-4:]), ranks)


PARTS = Exercise(
    id="bytes-parts",
    lesson="03_byte_level_bpe",
    kind="function",
    points=3,
    reference=parts,
    imports=("from itertools import pairwise",),
    wrong={
        "longest_left_part": longest_left_part,
        "longest_right_part": longest_right_part,
        "middle": middle,
        "joined_to_the_end": joined_to_the_end,
        "smallest_ranks": smallest_ranks,
    },
    examples=(
        (b"abc", {b"bc": 256, b"ab": 257, b"abc": 258}),
        (b"abc", {b"ab": 256, b"bc": 257, b"abc": 258}),
        (b"abcd", {b"cd": 256, b"ab": 257, b"bcd": 258, b"abcd": 259}),
        (b"abcd", {b"ab": 256, b"cd": 257, b"abc": 258, b"abcd": 259}),
    ),
    random_case=random_token_and_ranks,
    valid=lambda token, ranks: token in ranks and could_be_learned(ranks) and reaches(token, ranks),
)


def reaches(token: bytes, ranks: dict[bytes, int]) -> bool:
    """Whether joining by rank ends in the token itself, as it does after real training."""
    pieces: list[bytes] = encode_bytes(token, ranks)
    return pieces == [token]


# --- what a language costs -----------------------------------------------------------------------

HINDI_COST = Exercise(
    id="bytes-hindi-cost",
    lesson="03_byte_level_bpe",
    kind="estimate",
    points=1,
    reference=5.97,
    within=1.25,
    form=Slider(1, 20, 0.5, "×"),
    wrong={"the_same": 1, "as_newer_ones": 1.5, "by_bytes": 2.5, "one_for_each_byte": 10},
)
