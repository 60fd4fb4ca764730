"""Cells out of sight are not drawn, or not even in the page: nothing is lost by it."""

import pytest
from playwright.sync_api import expect

from browser.driving import ERRORS, NOTEBOOK, close, open_notebook, press, run_all

pytestmark = pytest.mark.browser
LESSON = "02_bpe.ipynb"
USE = f"""windowingMode => {{
    {NOTEBOOK}.content.notebookConfig = {{...{NOTEBOOK}.content.notebookConfig, windowingMode}};
}}"""
AREA = ".jp-NotebookPanel:not(.lm-mod-hidden) .jp-WindowedPanel-outer"
BLANK = """area => [...area.querySelectorAll('.jp-OutputArea-output')].filter(output => {
    const {top, bottom} = output.getBoundingClientRect(), seen = area.getBoundingClientRect();
    const shown = output.innerText.trim() || output.querySelector('img');
    return bottom > seen.top && top < seen.bottom && (!shown || shown.startsWith?.('Error'));
}).map(output => output.outerHTML.slice(0, 300))"""
SCREENS = 8


@pytest.fixture(scope="module")
def page(new_page):
    """A lesson, run, in a window of a laptop's height."""
    page = new_page("lab")
    page.set_viewport_size({"width": 1280, "height": 800})
    open_notebook(page, LESSON)
    run_all(page)
    yield page
    close(page)
    page.close()


def step(page, forward, said):
    """Go one step on and return what the stepper says then."""
    before = said.inner_text()
    forward.focus()
    press(page, "Enter")
    expect(said).not_to_have_text(before)
    return said.inner_text()


@pytest.mark.parametrize("mode", ["contentVisibility", "full"])  # JupyterLab's default comes first
def test_a_lesson_survives_scrolling(page, mode):
    page.evaluate(USE, mode)
    area = page.locator(AREA)
    area.evaluate("area => area.scrollTo(0, 0)")
    stepper = page.locator(".jp-CodeCell").filter(has=page.get_by_role("button", name="Next"))
    forward = stepper.first.get_by_role("button", name="Next")
    said = stepper.first.get_by_role("status").first
    before = step(page, forward, said)
    place = area.evaluate("area => area.scrollTop")
    for screen in range(1, SCREENS + 1):
        area.evaluate(f"area => area.scrollTo(0, {screen} * (area.scrollHeight / {SCREENS} - 60))")
        page.wait_for_timeout(150)
        assert area.evaluate(BLANK) == []
    if mode == "full":
        assert area.locator(".jp-Cell").count() < page.evaluate(
            f"{NOTEBOOK}.content.widgets.length"
        )
    area.evaluate(f"area => area.scrollTo(0, {place})")
    expect(said).to_have_text(before)
    step(page, forward, said)
    assert page.evaluate(ERRORS) == []
    assert page.complaints == []
