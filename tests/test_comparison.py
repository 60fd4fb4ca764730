import pytest

from subword_lab import corpora
from subword_lab.views.comparison import Row, for_real
from subword_lab.views.peers import bpe


def test_bpe_equals_both_libraries_on_the_toys():
    for name, merges in (("hug", 7), ("low", 10), ("pianist", 12)):
        assert all(row.same for row in bpe.compare(corpora.load(name), merges))


def test_a_difference_is_shown_and_counted(monkeypatch):
    rows = [Row("a", "1 2", "1 2", "lib"), Row("b", "<1>", "2", "lib")]
    monkeypatch.setattr(bpe, "compare", lambda *arguments: rows)
    shown = for_real("bpe").children[-1].value
    assert "DIFFERS" in shown and "1 of 2 rows" in shown
    assert "&lt;1&gt;" in shown and "<1>" not in shown


@pytest.mark.parametrize("error", [ImportError("no package"), KeyError("no vocabulary")])
def test_what_is_missing_is_said(monkeypatch, error):
    def compare(*arguments):
        raise error

    monkeypatch.setattr(bpe, "compare", compare)
    panel = for_real("bpe")
    assert error.args[0] in panel.children[-1].value


def test_typed_text_is_compared_and_bad_text_named(monkeypatch):
    def compare(text):
        if not text:
            raise ValueError("type something")
        return [Row(text, text, text, "lib")]

    monkeypatch.setattr(bpe, "compare", compare)
    panel = for_real("bpe", text="first")
    typed, found = panel.children[-2:]
    assert "first" in found.value
    typed.value = "second"
    assert "second" in found.value and "first" not in found.value
    typed.value = ""
    assert "type something" in found.value


def test_the_stored_picture_does_not_depend_on_the_machine():
    assert repr(for_real("bpe", corpora.load("hug"))) == repr(for_real("bpe", corpora.load("low")))


def test_unknown_comparison_is_an_error():
    with pytest.raises(KeyError, match="no-such"):
        for_real("no-such")
