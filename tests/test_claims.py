"""The claim cards of the appendix: a bet on each, and a cell that settles it."""

import ast
from functools import cache

import pytest

from build import parse, sources
from subword_lab import i18n, progress, views

CARDS = i18n.table("claims.cards")
every_card = pytest.mark.parametrize("name", CARDS)


@cache
def cells():
    """Every cell of every lesson, as `02_bpe/watch`."""
    found = {}
    for source in sources():
        for cell in parse(source).cells:
            found[f"{source.stem}/{cell.id.partition('-')[2]}"] = cell
    return found


@every_card
def test_a_card_has_its_cell_and_the_next_one_settles_it(name):
    shown, settled = (cells()[f"A_claims/{key}"] for key in (name, f"{name}-settled"))
    assert shown.source == f'claim("{name}")'
    kinds = {type(node) for node in ast.walk(ast.parse(settled.source))}
    assert ast.Assert in kinds, "a claim is settled by an assertion"
    keys = list(cells())
    assert keys.index(f"A_claims/{name}-settled") == keys.index(f"A_claims/{name}") + 1


@every_card
def test_a_card_leads_to_a_cell_of_a_lesson(name):
    taught = CARDS[name]["taught"]
    assert taught in cells() and not taught.startswith("A_")


def test_the_appendix_shows_the_cards_in_their_order():
    shown = [
        key.partition("/")[2] for key, cell in cells().items() if cell.source.startswith("claim(")
    ]
    assert shown == list(CARDS)


def test_each_answer_wins_some_bets():
    truths = [card["truth"] for card in CARDS.values()]
    assert set(truths) == set(i18n.table("claims.answers")) and len(truths) >= 30
    assert max(map(truths.count, truths)) < 0.6 * len(truths), "one answer would win most bets"
    assert truths.count("true") >= 8 and truths.count("depends") >= 15


def test_a_bet_is_kept_and_the_verdict_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("SUBWORD_LAB_HOME", str(tmp_path))
    monkeypatch.delenv("SUBWORD_LAB_STATE", raising=False)
    panel = views.claim("oov-formula")
    _, _, given, buttons, outcome, link = panel.children
    given.value = "false"
    buttons.children[0].click()
    assert "Won" in outcome.value and "types by tokens" in outcome.value
    assert "01_oov.ipynb#cell-id=01-formula" in link.value
    assert [(bet.id, bet.won) for bet in progress.bets.all()] == [("claim-oov-formula", True)]


def test_the_still_picture_says_it_all():
    still = views.claim("oov-formula").still()
    for part in ("OOV rate is", "it depends", "Verdict: false.", "01_oov.ipynb#cell-id=01-formula"):
        assert part in still.text and part in still.markup


def test_an_unknown_claim_names_the_known_ones():
    with pytest.raises(KeyError, match="no claim 'oov'; there are twelve-joins, oov-formula"):
        views.claim("oov")
