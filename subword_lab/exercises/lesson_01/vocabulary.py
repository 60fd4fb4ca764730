# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 01 on a closed vocabulary: keep words, mark the others, count them."""

import random
from collections import Counter

from subword_lab.exercises.model import Args, Exercise

# --- keep the commonest --------------------------------------------------------------------------


def keep_commonest(words, size):
    """Return the size most frequent words, as a set; on equal counts the smaller word wins."""
    counts = Counter(words)
    return set(sorted(counts, key=lambda word: (-counts[word], word))[:size])


def first_seen(words, size):
    return {word for word, _ in Counter(words).most_common(size)}


def larger_wins(words, size):
    counts = Counter(words)
    return set(sorted(counts, key=lambda word: (counts[word], word), reverse=True)[:size])


def alphabetical(words, size):
    return set(sorted(set(words))[:size])


def rarest(words, size):
    counts = Counter(words)
    return set(sorted(counts, key=lambda word: (counts[word], word))[:size])


def with_repeats(words, size):
    return set(sorted(words, key=lambda word: (-words.count(word), word))[:size])


def random_words(rng: random.Random) -> Args:
    """Draw a short text over few words, so that ties are common."""
    words = [rng.choice(("a", "b", "c", "d")) for _ in range(rng.randint(1, 9))]
    return (words, rng.randint(1, 3))


KEEP_COMMONEST = Exercise(
    id="oov-keep-commonest",
    lesson="01_oov",
    kind="function",
    points=2,
    reference=keep_commonest,
    imports=("from collections import Counter",),
    wrong={
        "first_seen": first_seen,
        "larger_wins": larger_wins,
        "alphabetical": alphabetical,
        "rarest": rarest,
        "with_repeats": with_repeats,
    },
    examples=((["b", "a", "b"], 1), (["b", "a"], 1)),
    random_case=random_words,
    valid=lambda words, size: len(words) > 0,
)

# --- mark the unknown ----------------------------------------------------------------------------


def mark_unknown(words, vocab):
    """Return the list of words with "<unk>" in the place of each word that is not in vocab."""
    return [word if word in vocab else "<unk>" for word in words]


def dropped(words, vocab):
    return [word for word in words if word in vocab]


def turned_round(words, vocab):
    return ["<unk>" if word in vocab else word for word in words]


def runs_as_one(words, vocab):
    marked = []
    for word in mark_unknown(words, vocab):
        if word != "<unk>" or marked[-1:] != ["<unk>"]:
            marked.append(word)
    return marked


def first_time_only(words, vocab):
    seen = set(vocab)
    marked = []
    for word in words:
        marked.append(word if word in seen else "<unk>")
        seen.add(word)
    return marked


def capitals_forgiven(words, vocab):
    return [word if word.lower() in vocab or word in vocab else "<unk>" for word in words]


def random_text_and_vocab(rng: random.Random) -> Args:
    """Draw a short text, and a vocabulary that holds some of its words."""
    bank = ("the", "The", "cat", "sat", "mat")
    words = [rng.choice(bank) for _ in range(rng.randint(1, 8))]
    return (words, set(rng.sample(bank, rng.randint(1, 3))))


MARK_UNKNOWN = Exercise(
    id="oov-mark-unknown",
    lesson="01_oov",
    kind="function",
    points=1,
    reference=mark_unknown,
    wrong={
        "dropped": dropped,
        "turned_round": turned_round,
        "runs_as_one": runs_as_one,
        "first_time_only": first_time_only,
        "capitals_forgiven": capitals_forgiven,
    },
    examples=(
        (["the", "cat", "sat", "sat", "mat"], {"the", "cat"}),
        (["The", "the"], {"the"}),
    ),
    random_case=random_text_and_vocab,
)

# --- two shares ----------------------------------------------------------------------------------


def oov_rates(words, vocab):
    """Return two shares of words that are not in vocab: (by token, by type).

    By token, each running word counts. By type, each different word counts once.
    """
    types = set(words)
    by_token = sum(word not in vocab for word in words) / len(words)
    by_type = sum(word not in vocab for word in types) / len(types)
    return by_token, by_type


def types_over_tokens(words, vocab):
    unknown = set(words) - set(vocab)
    return len(unknown) / len(words), len(unknown) / len(set(words))


def tokens_over_types(words, vocab):
    unknown = [word for word in words if word not in vocab]
    return len(unknown) / len(words), len(unknown) / len(set(words))


def over_the_vocabulary(words, vocab):
    by_token, _ = oov_rates(words, vocab)
    return by_token, len(set(words) - set(vocab)) / len(vocab)


def by_token_twice(words, vocab):
    by_token, _ = oov_rates(words, vocab)
    return by_token, by_token


def counted_only(words, vocab):
    unknown = [word for word in words if word not in vocab]
    return len(unknown), len(set(unknown))


def swapped(words, vocab):
    by_token, by_type = oov_rates(words, vocab)
    return by_type, by_token


def known_share(words, vocab):
    by_token, by_type = oov_rates(words, vocab)
    return 1 - by_token, 1 - by_type


def in_percent(words, vocab):
    by_token, by_type = oov_rates(words, vocab)
    return 100 * by_token, 100 * by_type


OOV_RATES = Exercise(
    id="oov-rates",
    lesson="01_oov",
    kind="function",
    points=3,
    reference=oov_rates,
    wrong={
        "types_over_tokens": types_over_tokens,
        "tokens_over_types": tokens_over_types,
        "over_the_vocabulary": over_the_vocabulary,
        "by_token_twice": by_token_twice,
        "counted_only": counted_only,
        "swapped": swapped,
        "known_share": known_share,
        "in_percent": in_percent,
    },
    examples=((["the", "cat", "sat", "sat", "mat"], {"the", "cat"}),),
    random_case=random_text_and_vocab,
    valid=lambda words, vocab: len(words) > 0 and len(vocab) > 0,
)
