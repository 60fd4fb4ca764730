"""The second evening: a saved lesson is opened again, with its kernel and without."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.driving import (
    KERNEL_IDLE,
    NOTEBOOK,
    PANEL,
    open_notebook,
    press,
    run_all,
    write_notebook,
)

pytestmark = pytest.mark.browser
NAME = "second_evening.ipynb"
CELLS = (
    "import os\nos.environ['SUBWORD_LAB_STATE'] = 'on'  # as a learner has it, unlike the tests",
    "from subword_lab.views import bpe_training, exercise",
    "bpe_training({'hug': 10, 'pug': 5}, merges=2)",
    "exercise('start-cut')",
)
SAVE = "jupyterapp.commands.execute('docmanager:save')"
LEAVE = f"""async () => {{
    await {NOTEBOOK}.sessionContext.shutdown();
    await jupyterapp.commands.execute('application:close');
}}"""


@pytest.fixture(scope="module")
def page(new_page, server):
    """A stepper one step on, an exercise answered; saved."""
    write_notebook(Path(server["root_dir"]) / NAME, CELLS)
    page = new_page("lab")
    open_notebook(page, NAME)
    run_all(page)
    page.get_by_role("button", name="Next").focus()
    press(page, "Enter")
    expect(stepper(page)).to_contain_text("Step 1 of 2")
    page.get_by_role("button", name="·").first.focus()
    press(page, "Space")
    page.get_by_role("button", name="Submit").focus()
    press(page, "Enter")
    expect(exercise(page)).to_contain_text("There is no border")
    page.evaluate(SAVE)
    yield page
    page.close()


def stepper(page):
    return page.locator(".jp-OutputArea-output").nth(0)


def exercise(page):
    return page.locator(".jp-OutputArea-output").nth(1)


def test_a_page_loaded_again_finds_its_panels_where_they_were(page):
    page.reload()
    page.wait_for_function(KERNEL_IDLE)
    expect(page.locator(PANEL)).to_have_count(2)
    expect(stepper(page)).to_contain_text("Step 1 of 2")
    expect(exercise(page)).to_contain_text("There is no border")
    page.get_by_role("button", name="Next").focus()
    press(page, "Enter")
    expect(stepper(page)).to_contain_text("Step 2 of 2")
    assert page.complaints == []


def test_the_next_day_pictures_stand_there_until_the_cells_are_run(page):
    page.evaluate(SAVE)
    page.evaluate(LEAVE)
    open_notebook(page, NAME)
    expect(stepper(page)).to_contain_text("step 0 of 2")
    expect(exercise(page)).to_contain_text("Cut unboxed into three pieces")
    expect(page.locator(PANEL)).to_have_count(0)
    run_all(page)
    expect(page.locator(PANEL)).to_have_count(2)
    expect(exercise(page)).to_contain_text("Your last answer is back")
    assert page.complaints == []
