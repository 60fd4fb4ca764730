"""Brute force and plain recounting: slow, obvious answers to compare the package with."""

from collections import Counter, defaultdict
from itertools import combinations, pairwise, product
from math import exp, log, prod


def merge_everywhere(symbols, pair):
    """Merge a pair from left to right by searching again from the start after each replacement."""
    symbols, start = list(symbols), 0
    while True:
        places = [
            at for at in range(start, len(symbols) - 1) if tuple(symbols[at : at + 2]) == pair
        ]
        if not places:
            return tuple(symbols)
        start = places[0]
        symbols[start : start + 2] = ["".join(pair)]
        start += 1


def encode_rule_by_rule(symbols, merges):
    """Encode with BPE the way it was trained: every merge in turn, in the whole word."""
    for pair in merges:
        symbols = merge_everywhere(symbols, pair)
    return tuple(symbols)


def dropout_distribution(symbols, ranks, dropout):
    """The exact probability of every segmentation under BPE-dropout (Provilkov et al. 2020)."""
    symbols = tuple(symbols)
    places = sorted(
        (ranks[symbols[at : at + 2]], at)
        for at in range(len(symbols) - 1)
        if symbols[at : at + 2] in ranks
    )
    result = Counter({symbols: dropout ** len(places)})  # every merge that applies was dropped
    for better, (_, at) in enumerate(places):
        chosen = dropout**better * (1 - dropout)  # the better ones were dropped, this one was not
        merged = (*symbols[:at], symbols[at] + symbols[at + 1], *symbols[at + 2 :])
        for segmentation, probability in dropout_distribution(merged, ranks, dropout).items():
            result[segmentation] += chosen * probability
    return result


def log_likelihood(words):
    """The log-likelihood of words under the unigram model of their own symbols, term by term."""
    counts = Counter(symbol for symbols, count in words for symbol in symbols * count)
    total = sum(counts.values())
    return sum(
        log(counts[symbol] / total) * count for symbols, count in words for symbol in symbols
    )


def longest_match(vocab, word, unk="[UNK]", prefix="##"):
    """WordPiece encoding by trying every way to cut the word: the longest first piece wins, then
    the longest second piece, and so on; a dead end is never undone."""
    if not word:
        return ()
    pieces, rest, mark = [], word, ""
    while rest:
        fits = [end for end in range(1, len(rest) + 1) if mark + rest[:end] in vocab]
        if not fits:
            return (unk,)
        pieces.append(mark + rest[: max(fits)])
        rest, mark = rest[max(fits) :], prefix
    return tuple(pieces)


def paths_by_cut_sets(size, edges):
    """Every path through a lattice: try each set of cut positions, and each edge on each span."""
    on_span = defaultdict(list)
    for edge in edges:
        on_span[edge.start, edge.end].append(edge)
    for number in range(max(size, 1)):
        for cuts in combinations(range(1, size), number):
            spans = list(pairwise((0, *cuts, size))) if size else []
            yield from product(*(on_span[span] for span in spans))


def path_probability(path, inverse_temperature=1.0):
    """The product of a path's edge probabilities, each to the power of the inverse temperature."""
    return prod(exp(edge.score * inverse_temperature) for edge in path)


def seeds_of_lines(lines, longest):
    """SentencePiece's seeds from whole lines: repeated substrings followed by different bytes."""
    data = b"".join(("▁" + line.replace(" ", "▁")).encode() + b"\0" for line in lines)
    words = {"▁" + word for line in lines for word in line.split(" ")}
    pieces = {
        word[start:end]
        for word in words
        for start in range(len(word))
        for end in range(start + 2, min(start + longest, len(word)) + 1)
    }
    seeds = {}
    for piece in pieces:
        code = piece.encode()
        places = [at for at in range(len(data)) if data.startswith(code, at)]
        if len({data[at + len(code)] for at in places}) > 1:
            seeds[piece] = len(places) * len(piece)
    return seeds
