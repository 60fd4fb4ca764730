"""Plots: the numbers are on the axes, and nothing is drawn that the font does not have."""

from itertools import combinations

import matplotlib
import pytest

matplotlib.use("agg")

from matplotlib import pyplot

from subword_lab import views
from subword_lab.views import plots


@pytest.fixture(autouse=True)
def closed():
    yield
    pyplot.close("all")


def drawn(ax):
    """Draw for real: a missing glyph is a warning, and warnings are errors here."""
    ax.figure.canvas.draw()
    return ax


LINES = {"one": [(1, 0.9), (10, 0.5), (100, 0.2)], "two": [(1, 0.8), (10, 0.4), (100, 0.1)]}


@pytest.mark.parametrize("draw", [plots.vocabulary_growth, plots.oov_curve, plots.em_curve])
def test_lines_hold_the_numbers(draw):
    ax = drawn(draw(LINES))
    assert [list(map(float, line.get_ydata())) for line in ax.get_lines()] == [
        [0.9, 0.5, 0.2],
        [0.8, 0.4, 0.1],
    ]
    assert ax.get_xlabel() and ax.get_ylabel() and ax.get_title(loc="left")


def test_lines_differ_by_more_than_color():
    one, two = plots.em_curve(LINES).get_lines()
    assert one.get_color() != two.get_color()
    assert one.get_linestyle() != two.get_linestyle()
    assert one.get_marker() != two.get_marker()


def test_zipf_sorts_and_leaves_zeros_out():
    (line,) = drawn(plots.zipf({"words": [3, 0, 10, 1]})).get_lines()
    assert list(line.get_xdata()) == [1, 2, 3]
    assert list(line.get_ydata()) == [10, 3, 1]


def test_coverage_sums_from_the_most_frequent():
    (line,) = drawn(plots.coverage({"words": [1, 6, 3]})).get_lines()
    assert list(line.get_ydata()) == [0.6, 0.9, 1.0]


def test_premiums_are_bars_that_differ_by_more_than_color():
    ax = drawn(plots.premium_bars({"one": {"en": 1.0, "th": 7.5}, "all": {"en": 1.0, "th": 2.25}}))
    assert [text.get_text() for text in ax.texts] == ["1.0", "7.5", "1.0", "2.2"]
    one, every = (group.patches[0] for group in ax.containers)
    assert one.get_facecolor() != every.get_facecolor() and one.get_hatch() != every.get_hatch()
    said = plots.alt(ax).splitlines()
    assert said[-2:] == ["one: en 1.00, th 7.50.", "all: en 1.00, th 2.25."]


def test_agreement_is_shaded_and_written():
    shares = {("bpe", "猫"): 0.25, ("bpe", "c"): 0.9, ("猫", "c"): None}
    ax = drawn(plots.agreement_map(shares))
    written = [text.get_text() for text in ax.texts]
    assert written == ["1.00", "0.25", "0.90", "0.25", "1.00", "–", "0.90", "–", "1.00"]
    said = plots.alt(ax).splitlines()[1:]
    assert said == ["bpe: U+732B 0.25, c 0.90.", "U+732B: c –."]


def test_numbers_on_shades_have_contrast():
    """At least 4.5 : 1, by the formula of WCAG 2."""

    def light(color):
        channels = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color[:3]]
        return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), channels, strict=True))

    names = [f"{at:02}" for at in range(15)]
    shares = dict(zip(combinations(names, 2), (n / 104 for n in range(105)), strict=True))
    ax = plots.agreement_map(shares)
    for square in ax.texts:
        x, y = square.get_position()
        ground = light(ax.images[0].to_rgba(ax.images[0].get_array())[y, x])
        dark, bright = sorted((ground, light(matplotlib.colors.to_rgb(square.get_color()))))
        assert (bright + 0.05) / (dark + 0.05) >= 4.5, square.get_text()


def test_any_label_can_be_drawn():
    ax = plots.curves({"猫 🤗 $x$ ▁": [(1, 1)], "b": [(2, 2)]}, x="ข้อความ", y="$", title="நன்றி")
    drawn(ax)


def test_an_axes_can_be_given():
    _, ax = pyplot.subplots()
    assert plots.em_curve(LINES, ax) is ax
    ax = views.size_curve(LINES, "bytes per token")
    assert ax.get_title(loc="left").startswith("bytes per token against")


def test_alt_says_where_lines_begin_and_end():
    said = views.alt(views.oov_curve(LINES))
    assert "one: from 0.9 at 1 to 0.2 at 100." in said
    assert said.startswith("Unknown words against vocabulary size.")


@pytest.mark.parametrize(
    ("call", "seen"),
    [
        (lambda: plots.curves({}, x="", y="", title=""), "nothing to draw"),
        (lambda: plots.curves({"a": []}, x="", y="", title=""), "nothing to draw"),
        (lambda: plots.curves(LINES, x="", y="", title="", log="z"), "got 'z'"),
        (lambda: plots.premium_bars({}), "nothing to draw"),
        (lambda: plots.premium_bars({"one": {}}), "nothing to draw"),
        (lambda: plots.agreement_map({}), "nothing to draw"),
    ],
)
def test_nothing_to_draw_is_said(call, seen):
    with pytest.raises(ValueError, match=seen):
        call()
