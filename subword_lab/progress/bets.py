"""The bet ledger: what the learner guessed before looking, beside the truth."""

from dataclasses import dataclass
from typing import Any

from subword_lab.progress import store


@dataclass(frozen=True, slots=True)
class Bet:
    """One guess and what turned out to be true; `won` is decided when the bet is placed."""

    id: str
    guess: Any
    truth: Any
    won: bool


def place(id: str, guess: Any, truth: Any, won: bool | None = None) -> Bet:
    """Keep a guess beside the truth; it is won if both are equal, or as `won` says.

    `guess` and `truth` are plain values that JSON can hold; `TypeError` if not.
    """
    bet = Bet(id, guess, truth, guess == truth if won is None else won)
    store.append("bet", id, {"guess": guess, "truth": truth, "won": bet.won})
    return bet


def all() -> tuple[Bet, ...]:
    """Return the first bet on each question, in the order in which they were placed.

    Only the first counts: after it the truth was seen.
    """
    bets: dict[str, Bet] = {}
    for event in store.read()[0]:
        if event.verb == "bet" and event.object not in bets:
            result = event.result
            bets[event.object] = Bet(
                event.object, result.get("guess"), result.get("truth"), bool(result.get("won"))
            )
    return tuple(bets.values())
