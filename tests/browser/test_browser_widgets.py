"""Each kind of widget answers to the keyboard alone: one cell each, in one notebook."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.driving import (
    ERRORS,
    PANEL,
    choose,
    open_notebook,
    press,
    run_all,
    write_notebook,
)

pytestmark = pytest.mark.browser
NAME = "widgets.ipynb"
CELLS = {
    "stepper": "views.bpe_encoding(sl.house.tokenizer('bpe').model, 'unexpectedly')",
    "predicting": "views.race({'hug': 10, 'pug': 5, 'bun': 4})",
    "match": "views.exercise('oov-twice-the-text')",
    "slider": "views.exercise('oov-guess-by-token')",
    "cut": "views.exercise('start-cut')",
    "line": "views.exercise('oov-by-type-twice')",
    "choice": "views.exercise('bpe-next-merge')",
    "order": "views.exercise('oov-order')",
    "quiz": "views.quiz_cards('02_bpe')",
    "interview": "views.mock_interview(seed=1, count=2)",
    "review": "views.review_panel(2)",
    "coding": "views.coding_round('coding-stream-utf8')",
    "claim": "views.claim('twelve-joins')",
    "race": "views.live_race('low lower lowest newer newest ' * 20, 270, 1)",
    "playground": "views.playground()",
    "loading": """
from threading import Event
from subword_lab.views.panels import playground
endless = sl.vocabs.Found("endless", "vocab.txt", "somewhere", "MIT", ())
sl.vocabs.available, playground.vocabulary = (lambda: [endless]), (lambda name: Event().wait())
views.playground()""",
    "for_real": "views.for_real('splitters', text='One cup of tea.')",
}


@pytest.fixture(scope="module")
def lab(new_page, server):
    """JupyterLab with the notebook of all widgets, run."""
    setup = "import subword_lab as sl\nfrom subword_lab import views"
    write_notebook(Path(server["root_dir"]) / NAME, [setup, *CELLS.values()])
    page = new_page("lab")
    open_notebook(page, NAME)
    run_all(page)
    assert page.evaluate(ERRORS) == []
    yield page
    page.close()


@pytest.fixture
def panel(lab, request):
    """The panel that the test is named after."""
    kind = request.node.name.partition("test_the_")[2].partition("_by_")[0]
    cell = lab.locator(".jp-CodeCell").nth(1 + list(CELLS).index(kind))
    return cell.locator(PANEL).first


def submit(page, panel, name="Submit"):
    """Go on by tab to the button and press it."""
    wanted = panel.get_by_role("button", name=name, exact=True).first
    tab_to(page, wanted)
    press(page, "Enter")


def tab_to(page, wanted, most=12):
    """Press Tab until the focus is there."""
    for _ in range(most):
        if wanted.evaluate("control => control === document.activeElement"):
            return
        press(page, "Tab")
    expect(wanted).to_be_focused()


def said(panel):
    """The last thing a panel says aloud."""
    return panel.get_by_role("status").last


def test_the_stepper_by_keyboard(lab, panel):
    panel.get_by_role("button", name="Next").focus()
    press(lab, "Enter")
    expect(said(panel)).to_contain_text("Made:")
    tab_to(lab, panel.get_by_role("checkbox", name="Show as text"))
    press(lab, "Space")
    expect(panel.get_by_role("checkbox", name="Show as text")).to_be_checked()


def test_the_predicting_by_keyboard(lab, panel):
    choose(lab, panel.get_by_role("combobox", name="Speed"))
    predict = panel.get_by_role("checkbox", name="Predict first")
    tab_to(lab, predict)
    press(lab, "Space")
    panel.get_by_role("button", name="Next").focus()
    press(lab, "Enter")
    expect(said(panel)).to_contain_text("which pair does count take?")
    choose(lab, panel.get_by_role("combobox", name="Your guess"))
    submit(lab, panel, "Check guess")
    expect(said(panel)).to_contain_text("(1 of 1 so far)")


def test_the_match_by_keyboard(lab, panel):
    for row, downs in enumerate((1, 2, 1, 3)):
        choose(lab, panel.get_by_role("combobox").nth(row), downs)
    submit(lab, panel)
    expect(said(panel)).to_contain_text("Right - 2 of 2 points")


def test_the_slider_by_keyboard(lab, panel):
    panel.get_by_role("slider").focus()
    press(lab, *["ArrowRight"] * 3)
    box = panel.get_by_role("spinbutton")
    expect(box).to_have_value("4")
    tab_to(lab, box)
    press(lab, "Control+a", "3", "1", "Tab")
    expect(panel.get_by_role("slider")).to_have_attribute("aria-valuenow", "31.0")
    submit(lab, panel)
    expect(said(panel)).to_contain_text("Right - 1 of 1 points")


def test_the_cut_by_keyboard(lab, panel):
    panel.get_by_role("button", name="·").first.focus()
    press(lab, "Tab", "Space")
    expect(panel.get_by_role("textbox")).to_have_value("un|boxed")
    submit(lab, panel)
    expect(said(panel)).to_contain_text("points")


def test_the_line_by_keyboard(lab, panel):
    panel.get_by_role("textbox").focus()
    lab.keyboard.type("the cat the cat the cat sat")
    submit(lab, panel)
    expect(said(panel)).to_contain_text("Right")


def test_the_choice_by_keyboard(lab, panel):
    choose(lab, panel.get_by_role("combobox"), 2)
    submit(lab, panel)
    expect(said(panel)).to_contain_text("Right - 2 of 2 points")


def test_the_order_by_keyboard(lab, panel):
    for place, downs in enumerate((3, 5, 2, 4, 1)):
        choose(lab, panel.get_by_role("combobox").nth(place), downs)
    submit(lab, panel)
    expect(said(panel)).to_contain_text("Right - 1 of 1 points")


def test_the_quiz_by_keyboard(lab, panel):
    panel.get_by_role("button", name="I don't know yet").first.focus()
    press(lab, "Enter")
    expect(said(panel)).to_contain_text("Score: 0 of 1 answered")


def test_the_interview_by_keyboard(lab, panel):
    panel.get_by_role("button", name="Start").focus()
    press(lab, "Enter")
    expect(panel).to_contain_text("1 of 2")
    submit(lab, panel, "Next question")
    expect(panel).to_contain_text("not answered yet")
    submit(lab, panel, "Next question")
    expect(panel).to_contain_text("2 of 2")
    submit(lab, panel, "Next question")
    expect(panel).to_contain_text("not answered yet")
    submit(lab, panel, "Next question")
    expect(panel).to_contain_text("The interview is over")


def test_the_review_by_keyboard(lab, panel):
    panel.get_by_role("button", name="Review now").focus()
    press(lab, "Enter")
    unknown = panel.get_by_role("button", name="I don't know yet").first
    expect(unknown).to_be_visible()
    tab_to(lab, unknown)
    press(lab, "Enter")
    expect(said(panel)).to_contain_text("Score: 0 of 1 answered")


def test_the_coding_by_keyboard(lab, panel):
    panel.get_by_role("button", name="Start").focus()
    press(lab, "Enter")
    expect(panel).to_contain_text("stream_text")
    submit(lab, panel, "Check")
    expect(said(panel)).to_contain_text("Nothing to check yet")


def test_the_claim_by_keyboard(lab, panel):
    choose(lab, panel.get_by_role("combobox"))
    submit(lab, panel, "Place the bet")
    expect(said(panel)).to_contain_text("the truth is")


def test_the_race_by_keyboard(lab, panel):
    panel.get_by_role("button", name="Race").focus()
    press(lab, "Enter")
    expect(panel.get_by_role("table")).to_have_count(2)
    expect(said(panel)).to_contain_text("median")


def test_the_playground_by_keyboard(lab, panel):
    typed = panel.get_by_role("textbox")
    typed.focus()
    press(lab, "Control+a")
    lab.keyboard.type("tea, tea")
    expect(panel).to_contain_text("One text: 8 characters, 8 bytes")
    box = panel.get_by_role("checkbox").first
    tab_to(lab, box)
    ticked = box.is_checked()
    press(lab, "Space")
    expect(box).to_be_checked(checked=not ticked)


def test_the_loading_by_keyboard(lab, panel):
    box = panel.get_by_role("checkbox", name="endless")
    box.focus()
    press(lab, "Space")
    expect(panel.get_by_role("progressbar", name="Loading endless")).to_be_visible()
    stop = panel.get_by_role("button", name="Stop")
    tab_to(lab, stop)
    press(lab, "Enter")
    expect(stop).to_be_hidden()
    expect(box).not_to_be_checked()
    expect(box).to_be_focused()


def test_the_for_real_by_keyboard(lab, panel):
    panel.get_by_role("textbox").focus()
    press(lab, "Control+a")
    lab.keyboard.type("I don't.")
    press(lab, "Enter")
    expect(panel.get_by_role("table")).to_contain_text("n't")


def test_nothing_was_wrong_meanwhile(lab):
    assert lab.evaluate(ERRORS) == []
    assert lab.complaints == []
    assert lab.abroad == []
