"""Pictures: bricks, visible characters, escaping, colors that can be read."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subword_lab.views import html, palette
from subword_lab.views.html import Html, brick, bricks, escape, visible
from subword_lab.views.tables import table


def test_a_picture_shows_its_markup_and_speaks_its_text():
    picture = Html("<b>x</b>", "x")
    assert (picture._repr_html_(), repr(picture), str(picture)) == ("<b>x</b>", "x", "x")


def test_bricks_keep_the_exact_piece_and_its_id():
    assert repr(bricks(["un", "##happi"], [7, 9])) == "un (7) | ##happi (9)"
    assert "##" in bricks(["##happi"]).markup


@pytest.mark.parametrize(
    ("piece", "sign"),
    [
        ("##ing", "border-right:0"),  # the tenon
        ("▁the", "border-left:2px dashed"),
        ("Ġthe", "border-left:2px dashed"),
        ("est</w>", "border-right:5px solid"),
        ("[UNK]", "3px double"),
        ("<unk>", "3px double"),
    ],
)
def test_the_shape_tells_how_a_piece_joins_its_neighbors(piece, sign):
    assert sign in brick(piece)
    assert sign not in brick("plain")


def test_a_mark_alone_is_still_shown():
    for piece in ("##", "▁", "Ġ", "</w>"):
        assert escape(piece) in brick(piece)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a b", "a␣b"),
        ("\t\n\r", "⇥⏎␍"),
        ("\x07\x7f", r"\x07\x7f"),
        ("\xa0\u3000", r"\xa0\u3000"),
        ("a\u200db\u202e", r"a\u200db\u202e"),
        ("\ufe0f", r"\ufe0f"),
        ("\ud83e", r"\ud83e"),
        ("\U000e0041", r"\U000e0041"),
        ("e\u0301", "e\u0301"),
        ("\u0301", "◌\u0301"),
        ("न", "न"),
        ("", ""),
    ],
)
def test_visible(text, shown):
    assert visible(text) == shown


@given(st.lists(st.text(), max_size=4))
def test_any_piece_becomes_harmless_markup_that_can_be_sent(pieces):
    picture = bricks(pieces)
    picture.markup.encode("utf-8")
    picture.text.encode("utf-8")
    assert (
        re.sub(r"</?(div|span|bdi|sub)( style=\"[^\"<>]*\")?>", "", picture.markup).count("<") == 0
    )


def test_wrong_arguments_are_named():
    with pytest.raises(TypeError, match="got the string 'abc'"):
        bricks("abc")
    with pytest.raises(ValueError, match="2 pieces but 1 ids"):
        bricks(["a", "b"], [1])
    with pytest.raises(ValueError, match="1 pieces but 2 roles"):
        bricks(["a"], roles=["new", "new"])


# Colors ------------------------------------------------------------------------------------------


def luminance(color):
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


THEMES = pytest.mark.parametrize("colors", [palette.LIGHT, palette.DARK], ids=["light", "dark"])
SURFACES = ("bg", "card", "hotbg", "newbg", "okbg", "badbg")


def test_contrast_of_black_on_white_is_21():
    assert round(contrast("#000000", "#ffffff"), 2) == 21


@THEMES
def test_text_can_be_read_on_every_surface(colors):
    assert {
        s: contrast(colors["fg"], colors[s])
        for s in SURFACES
        if contrast(colors["fg"], colors[s]) < 7
    } == {}
    for color in ("dim", "hot", "tie", "ok", "bad", "new"):
        assert contrast(colors[color], colors["bg"]) >= 4.5, color
        assert contrast(colors[color], colors["card"]) >= 4.5, color
    for surface in SURFACES:
        assert contrast(colors["dim"], colors[surface]) >= 4.5, surface


@THEMES
def test_borders_and_bars_can_be_seen(colors):
    for border, background, _ in html._ROLES.values():
        if border != "line":
            assert contrast(colors[border], colors["bg"]) >= 3, border
            assert contrast(colors[border], colors[background]) >= 3, border
    for bar in ("bar", "hot"):
        assert contrast(colors[bar], colors["bg"]) >= (3 if bar == "hot" else 2)
    assert contrast(colors["bar"], colors["hot"]) >= 1.5


def test_both_themes_have_the_same_colors_and_light_ones_are_distinct():
    assert palette.LIGHT.keys() == palette.DARK.keys()
    assert len(set(palette.LIGHT.values())) == len(palette.LIGHT)


def test_live_markup_follows_the_theme_and_leaves_text_alone():
    picture = bricks(["#0072b2"], roles=["pair"])
    shown = palette.live(picture.markup)
    assert "<bdi>#0072b2</bdi>" in shown
    styles = re.findall(r'style="([^"]*)"', shown)
    assert all(re.search(r"(?<!,)#[0-9a-f]{6}", part) is None for part in styles)


def test_a_column_without_a_name_is_no_header():
    drawn = table("Pairs", ["pair", ""], [["a + b", "merged next"]]).markup
    assert drawn.count("<th") == 1 and drawn.count("<td") == 3
