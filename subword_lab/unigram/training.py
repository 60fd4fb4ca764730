"""Training from above: many seeds, then estimate and prune in turns, down to the size wanted."""

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import log
from typing import Any, NamedTuple

from subword_lab.text.checks import check_counts, check_real, check_tokens, check_whole
from subword_lab.trace import drain
from subword_lab.training import spelled
from subword_lab.unigram.model import UnigramModel, single
from subword_lab.unigram.pruning import Price
from subword_lab.unigram.rounds import StartRounds, WordByWord
from subword_lab.unigram.seed import seed_scores

ENOUGH = 1.1  # pruning stops at this multiple of the size wanted, the final cut does the rest
PENALTY_STEP = single(0.0001)  # keeps the scores of characters that EM has dropped apart

Scored = tuple[tuple[str, float], ...]  # pieces with their log-probabilities


@dataclass(frozen=True, slots=True)
class Seeded:
    """The seed vocabulary, with probabilities in proportion to the seed scores."""

    pieces: Scored


@dataclass(frozen=True, slots=True)
class Estimated:
    """One EM step: the log-likelihood of the words before it, and the pieces after it."""

    round: int
    log_likelihood: float
    pieces: Scored


@dataclass(frozen=True, slots=True)
class Pruned:
    """A round of pruning: the price of each piece, cheapest first; the first ones are removed."""

    round: int
    removed: tuple[str, ...]
    prices: tuple[Price, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """The final pieces in id order: the best ones, with all required characters among them."""

    pieces: Scored


Step = Seeded | Estimated | Pruned | Finished


def train_steps(
    word_counts: Mapping[str, int],
    vocab_size: int,
    *,
    special_tokens: Sequence[str] = ("<unk>",),
    unk: str | None = "<unk>",
    max_piece_length: int = 16,
    seed_size: int = 1_000_000,
    shrink: float = 0.75,
    em_rounds: int = 2,
    character_coverage: float = 1.0,
    line_ends: Mapping[str, int] | None = None,
    counted_twice: Mapping[str, int] | None = None,
    allowed: Callable[[str], bool] | None = None,
    rounds: StartRounds = WordByWord,
) -> Generator[Step, None, UnigramModel]:
    """Train a Unigram model on word counts, one step record for each thing done.

    `vocab_size` counts special tokens too, and is an upper bound: a small text may not hold so
    many useful pieces. Ids: special tokens, then pieces by falling probability, equals by code
    point. Words come as they are to be cut, with `▁` or any other mark already in place.

    Each round does `em_rounds` EM steps and keeps a share `shrink` of the pieces. All characters
    stay, or as many of the most frequent ones as make up `character_coverage` of the text; the
    rest are unknown, and so is a character that is not `allowed`. For `allowed`, `line_ends`,
    `counted_twice`, `max_piece_length`, `seed_size` see `seed_scores`. `rounds` says how the words
    are gone through.

    Raises a `ValueError` for empty or impossible input, among it a `vocab_size` below special
    tokens plus characters; a `TypeError` for what is no mapping, no number, no list of tokens.

    Source: Kudo 2018, section 3.2, as SentencePiece 0.2.3 does it; only its sums are in single
    precision, so that near ties can fall differently. Given the same lines (see `line_ends`) and
    `allowed=one_script`, some pieces in a thousand differ on English, all at the rare end; none
    where `rounds` sums in single precision too, as the recipe "sentencepiece" has it.
    """
    goal = plan(
        word_counts, vocab_size, special_tokens, unk, shrink, em_rounds, character_coverage, allowed
    )
    scores = seed_scores(
        goal.words,
        max_piece_length=max_piece_length,
        seed_size=seed_size,
        line_ends=line_ends,
        counted_twice=counted_twice,
        allowed=allowed,
    )
    model = _seed_model(usable_seeds(scores, goal))
    over = rounds(goal.words, model)
    yield Seeded(_scored(model))

    for turn in count(1):
        for _ in range(em_rounds):
            model, log_likelihood = over.em_step(model)
            model = _working_model(model.log_probs)
            yield Estimated(turn, log_likelihood, _scored(model))
        size = next_size(len(model.log_probs), shrink, vocab_size)
        pruned, prices = over.prune(model, size)
        model = _working_model(pruned.log_probs)
        gone = len(prices) - len(model.log_probs)
        yield Pruned(turn, tuple(price.piece for price in prices[:gone]), prices)
        if len(model.log_probs) <= enough(vocab_size):
            break

    final = final_log_probs(over.reachable(model).log_probs, goal.required, goal.room)
    yield Finished(tuple(final.items()))
    return finished(final, goal, unk)


def train(word_counts: Mapping[str, int], vocab_size: int, **options: Any) -> UnigramModel:
    """Train a Unigram model: `train_steps`, drained, with the same options.

    >>> model = train({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, vocab_size=10)
    >>> list(model.vocab)
    ['<unk>', 'pun', 'hug', 'b', 's', 'h', 'n', 'p', 'g', 'u']
    """
    return drain(train_steps(word_counts, vocab_size, **options))


class Plan(NamedTuple):
    """What training starts from: words, characters that must stay, and room beside the special."""

    words: dict[str, int]
    required: list[str]
    room: int
    special_tokens: tuple[str, ...]


def plan(
    word_counts: Mapping[str, int],
    vocab_size: int,
    special_tokens: Sequence[str],
    unk: str | None,
    shrink: float,
    em_rounds: int,
    character_coverage: float,
    allowed: Callable[[str], bool] | None,
) -> Plan:
    """Check what `train_steps` was given, and find the characters that must stay."""
    special_tokens = check_tokens(special_tokens, "special_tokens")
    _check_options(special_tokens, unk, shrink, em_rounds)
    words = {"".join(symbols): n for symbols, n in spelled(word_counts, tuple)}
    required = required_characters(words, character_coverage, special_tokens)
    required = [ch for ch in required if allowed is None or allowed(ch)]
    return Plan(words, required, _room(vocab_size, special_tokens, required), special_tokens)


def enough(vocab_size: int) -> int:
    """With how many pieces pruning stops."""
    return int(vocab_size * ENOUGH)


def next_size(pieces: int, shrink: float, vocab_size: int) -> int:
    """How many of the pieces are kept in a round of pruning."""
    return max(enough(vocab_size), int(single(single(shrink) * pieces)))


def finished(final: dict[str, float], goal: Plan, unk: str | None) -> UnigramModel:
    """The trained model: special tokens, then the final pieces."""
    return UnigramModel({p: i for i, p in enumerate([*goal.special_tokens, *final])}, final, unk)


def required_characters(
    word_counts: Mapping[str, int], coverage: float, special_tokens: Sequence[str] = ()
) -> list[str]:
    """Give the most frequent characters that make up `coverage` of the text, most frequent first.

    >>> required_characters({"aab": 3, "c": 1}, 0.9)
    ['a', 'b']

    Raises `ValueError` for a coverage that is not above 0 and at most 1.
    """
    if not 0 < check_real(coverage, "character_coverage") <= 1:
        raise ValueError(f"character_coverage must be above 0 and at most 1; got {coverage}")
    counts: Counter[str] = Counter()
    for word, n in check_counts(word_counts).items():
        for ch in word:
            counts[ch] += n
    total, covered, required = counts.total(), 0, []
    for ch in sorted(counts, key=lambda ch: (-counts[ch], ch)):
        if single(covered / total) >= single(coverage):  # as SentencePiece compares
            break
        covered += counts[ch]
        if ch not in special_tokens:
            required.append(ch)
    return required


def final_log_probs(
    log_probs: Mapping[str, float], required: Sequence[str], room: int
) -> dict[str, float]:
    """Choose `room` pieces: the required characters, then the most probable; best first.

    A required character that EM has dropped gets the lowest probability there is, or a little
    more, so that no two are equal.
    """
    lowest, more = min(log_probs.values()), 0.0
    chosen: dict[str, float] = {}
    for ch in required:
        if ch not in log_probs:
            chosen[ch] = single(lowest + more)
            more = single(more + PENALTY_STEP)
        else:
            chosen[ch] = log_probs[ch]
    for piece, log_prob in _best_first(log_probs):
        if len(chosen) >= room:
            break
        chosen.setdefault(piece, log_prob)
    return dict(_best_first(chosen))


def _best_first(log_probs: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(log_probs.items(), key=lambda item: (-item[1], item[0]))


def usable_seeds(scores: Mapping[str, int], goal: Plan) -> dict[str, int]:
    """Seeds that hold no character beyond those that must stay, and are no special token."""
    covered = set(goal.required)
    return {
        piece: score
        for piece, score in scores.items()
        if covered.issuperset(piece) and piece not in goal.special_tokens
    }


def _seed_model(scores: Mapping[str, int]) -> UnigramModel:
    rounded = {piece: single(score) for piece, score in scores.items()}
    log_total = log(sum(rounded.values()))
    return _working_model({piece: log(score) - log_total for piece, score in rounded.items()})


def _working_model(log_probs: dict[str, float]) -> UnigramModel:
    # Scores are rounded to single precision, as SentencePiece stores them: then pieces that occur
    # equally often tie, and the code points decide, not what the sums left in the last digits.
    scores = {piece: single(log_prob) for piece, log_prob in log_probs.items()}
    # subtle: while it trains, SentencePiece counts unknown characters under the first piece. They
    # occur where EM has dropped a character: its expected count was too small.
    return UnigramModel({p: i for i, p in enumerate(scores)}, scores, unk=next(iter(scores)))


def _scored(model: UnigramModel) -> Scored:
    return tuple(model.log_probs.items())


def _room(vocab_size: int, special_tokens: Sequence[str], required: Sequence[str]) -> int:
    check_whole(vocab_size, "vocab_size")
    if not required:
        raise ValueError("there is nothing to train on: no word with a character and a count")
    least = len(special_tokens) + len(required)
    if vocab_size < least:
        raise ValueError(
            f"vocab_size={vocab_size} is too small: {len(special_tokens)} special tokens and "
            f"{len(required)} characters must have room; ask for at least {least}, or lower "
            "character_coverage"
        )
    return vocab_size - len(special_tokens)


def _check_options(
    special_tokens: Sequence[str],
    unk: str | None,
    shrink: float,
    em_rounds: int,
) -> None:
    if unk is not None and unk not in special_tokens:
        raise ValueError(f"unk={unk!r} must be None or one of special_tokens={special_tokens}")
    if not 0 < check_real(shrink, "shrink") < 1:
        raise ValueError(f"shrink must be a share between 0 and 1; got {shrink}")
    check_whole(em_rounds, "em_rounds", least=1)
