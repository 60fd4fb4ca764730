import pytest

from subword_lab import house, progress
from subword_lab.views import cuttings, your_name


def test_one_tokenizer_of_each_recipe_within_its_size():
    for recipe in house.RECIPES:
        assert 0 < house.tokenizer(recipe).vocab_size <= house.VOCAB_SIZE
        assert house.tokenizer(recipe) is house.tokenizer(recipe)


def test_an_unknown_recipe_is_an_error():
    with pytest.raises(ValueError, match="no-such"):
        house.tokenizer("no-such")


def test_cuttings_have_one_row_for_each():
    shown = cuttings("unboxed <b>")
    assert len(shown.text.splitlines()) == 2 + len(house.RECIPES)
    assert "<b>" not in shown.markup


def test_a_typed_name_is_cut_and_kept():
    panel = your_name()
    typed, found = panel.children[-2:]
    before = found.value
    typed.value = "Åsa"
    assert found.value != before
    assert progress.profile.get().name == "Åsa"
    typed.value = "x" * 1000
    assert "200" in found.value
    assert progress.profile.get().name == "Åsa"
