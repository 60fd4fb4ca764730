# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""Two coding rounds on numbers and ids: estimate from a sample, and merge two vocabularies."""

import random

from subword_lab.exercises.model import Args, Exercise


def estimate_tokens(sizes, sample):
    """Return an estimate of the number of tokens of all documents.

    sizes are the bytes of each document; sample holds (bytes, tokens) of those that were encoded.
    Documents differ much in length: use the tokens per byte of the sample as a whole.
    """
    encoded = sum(size for size, _ in sample)
    tokens = sum(count for _, count in sample)
    return sum(sizes) * tokens / encoded


def mean_of_ratios(sizes, sample):
    return sum(sizes) * sum(count / size for size, count in sample) / len(sample)


def tokens_per_document(sizes, sample):
    return len(sizes) * sum(count for _, count in sample) / len(sample)


def upside_down(sizes, sample):
    return sum(sizes) * sum(size for size, _ in sample) / sum(count for _, count in sample)


def sample_alone(sizes, sample):
    return sum(count for _, count in sample)


def scaled_by_documents(sizes, sample):
    return len(sizes) / len(sample) * sum(size for size, _ in sample)


def sample_added(sizes, sample):
    return estimate_tokens(sizes, sample) + sum(count for _, count in sample)


def random_sample(rng: random.Random) -> Args:
    """Draw documents of very different lengths and encode some."""
    sizes = [rng.choice((1, 10, 100)) * rng.randint(1, 9) for _ in range(rng.randint(2, 6))]
    chosen = rng.sample(sizes, rng.randint(1, len(sizes)))
    return (sizes, [(size, rng.randint(1, size)) for size in chosen])


ESTIMATE = Exercise(
    id="coding-estimate",
    lesson="08_interview",
    area="coding",
    kind="function",
    points=2,
    reference=estimate_tokens,
    wrong={
        "mean_of_ratios": mean_of_ratios,
        "tokens_per_document": tokens_per_document,
        "upside_down": upside_down,
        "sample_alone": sample_alone,
        "scaled_by_documents": scaled_by_documents,
        "sample_added": sample_added,
    },
    examples=(
        ([10, 1000], [(10, 5), (1000, 250)]),
        ([10, 1000, 100], [(10, 5)]),
        ([4, 4], [(4, 1)]),
    ),
    random_case=random_sample,
    valid=lambda sizes, sample: (
        bool(sizes and sample) and all(len(one) == 2 and min(one) > 0 for one in sample)
    ),
)

# Two vocabularies ---------------------------------------------------------------------------------


def merge_vocabularies(old, new):
    """Return the merged vocabulary, and for each id of new its id there, as two lists.

    Both are lists of pieces in the order of their ids. A trained model keeps its rows, so every
    piece of old keeps its id; what only new has follows, in new's order.
    """
    merged = list(old)
    ids = {piece: id for id, piece in enumerate(old)}
    remapped = []
    for piece in new:
        if piece not in ids:
            ids[piece] = len(merged)
            merged.append(piece)
        remapped.append(ids[piece])
    return merged, remapped


def _with_ids(merged, new):
    return merged, [merged.index(piece) for piece in new]


def sorted_again(old, new):
    return _with_ids(sorted({*old, *new}), new)


def new_first(old, new):
    return _with_ids([*new, *(piece for piece in old if piece not in new)], new)


def doubles_kept(old, new):
    return [*old, *new], [len(old) + id for id in range(len(new))]


def ids_not_looked_up(old, new):
    merged, _ = merge_vocabularies(old, new)
    return merged, [len(old) + id for id in range(len(new))]


def new_in_the_alphabet(old, new):
    return _with_ids([*old, *sorted(piece for piece in new if piece not in old)], new)


def the_other_way(old, new):
    merged, _ = merge_vocabularies(old, new)
    return merged, [new.index(piece) if piece in new else -1 for piece in merged]


def only_what_is_new(old, new):
    merged, remapped = merge_vocabularies(old, new)
    return merged, [id for id in remapped if id >= len(old)]


def random_vocabularies(rng: random.Random) -> Args:
    """Draw two vocabularies that share some pieces."""
    return (rng.sample("abcdef", rng.randint(1, 4)), rng.sample("abcdef", rng.randint(1, 4)))


MERGE_VOCABULARIES = Exercise(
    id="coding-merge-vocabularies",
    lesson="08_interview",
    area="coding",
    kind="function",
    points=3,
    reference=merge_vocabularies,
    wrong={
        "sorted_again": sorted_again,
        "new_first": new_first,
        "doubles_kept": doubles_kept,
        "ids_not_looked_up": ids_not_looked_up,
        "new_in_the_alphabet": new_in_the_alphabet,
        "the_other_way": the_other_way,
        "only_what_is_new": only_what_is_new,
    },
    examples=(
        (["b", "a"], ["c", "a"]),
        (["a"], ["c", "b"]),
        (["a", "b"], ["b", "a"]),
        (["b"], ["a"]),
    ),
    random_case=random_vocabularies,
    valid=lambda old, new: all(0 < len(v) == len(set(v)) for v in (old, new)),
)
