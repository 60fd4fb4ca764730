"""A learner's first minutes in JupyterLab: run a lesson, step, cut, change the theme."""

import pytest
from playwright.sync_api import expect

from browser.driving import (
    ERRORS,
    EXECUTION_COUNTS,
    PANEL,
    choose,
    open_notebook,
    press,
    run_all,
    use_theme,
)

pytestmark = pytest.mark.browser
LESSON = "02_bpe.ipynb"


@pytest.fixture(scope="module")
def page(new_page):
    """The lesson, with all its cells run."""
    page = new_page("lab")
    open_notebook(page, LESSON)
    run_all(page)
    yield page
    page.close()


def test_all_cells_run_without_an_error(page):
    counts = page.evaluate(EXECUTION_COUNTS)
    assert len(counts) > 3 and None not in counts
    assert page.evaluate(ERRORS) == []


def stepper(page):
    """The first stepper of the lesson."""
    forward = page.get_by_role("button", name="Next")
    return page.locator(PANEL).filter(has=forward).first


def test_a_stepper_moves_by_keyboard(page):
    stepper(page).get_by_role("button", name="Next").focus()
    step(page)  # a step, or the answer to an open prediction
    step(page)
    press(page, "Shift+Tab")  # from Next to Back
    step(page)


def step(page):
    """Press Enter and wait until the stepper says something else."""
    status = stepper(page).get_by_role("status")
    before = status.inner_text()
    press(page, "Enter")
    expect(status).not_to_have_text(before)


def test_a_list_is_opened_and_chosen_from_by_keyboard(page):
    chooser = page.locator(f"{PANEL} select").first
    choose(page, chooser)
    expect(chooser).to_be_focused()


def test_an_exercise_is_solved_by_keyboard_alone(page):
    """Three of six toggles, then Submit; the tab key leads from one to the next."""
    panel = page.locator(PANEL).filter(has_text="Cut a word by rank").last
    panel.get_by_role("button", name="·").first.focus()
    press(page, "Space", "Tab Space", "Tab Tab Space", "Tab Tab Tab Tab Enter")
    expect(panel.get_by_role("textbox")).to_have_value("b|a|na|nas")
    expect(panel.get_by_role("status").last).to_contain_text("Right - 2 of 2 points")


@pytest.mark.parametrize("theme", ["Dark", "Light"])
def test_both_themes_show_the_lesson(page, theme, tmp_path):
    use_theme(page, theme)
    stepper(page).screenshot(path=tmp_path / "stepper.png")
    page.screenshot(path=tmp_path / "page.png")


def test_no_request_leaves_this_machine(page):
    assert page.abroad == []


def test_the_console_shows_no_error(page):
    assert page.complaints == []
