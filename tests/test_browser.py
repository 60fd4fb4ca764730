"""A learner's first minutes in a real JupyterLab: run all cells, step by keyboard, both themes."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect, sync_playwright

from subword_lab.views.palette import ROOT_CLASS

KERNEL_IDLE = """() => window.jupyterapp?.shell.currentWidget?.sessionContext
    ?.session?.kernel?.status === 'idle'"""
EXECUTION_COUNTS = """jupyterapp.shell.currentWidget.content.model.sharedModel.cells
    .filter(cell => cell.cell_type === 'code').map(cell => cell.execution_count)"""
ERRORS = """jupyterapp.shell.currentWidget.content.model.sharedModel.cells
    .filter(cell => cell.cell_type === 'code').flatMap(cell => cell.outputs)
    .filter(output => output.output_type === 'error' || output.name === 'stderr')"""
pytestmark = pytest.mark.browser
PANEL = f".{ROOT_CLASS}"
LESSON = "02_bpe.ipynb"
PATIENCE = 90  # seconds for the slowest machine; nothing is measured


@pytest.fixture(scope="module")
def chromium(missing):
    """The browser's path."""
    return shutil.which("chromium") or missing("chromium")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """`subword-lab lab` in a folder of its own: gives the server's address and token."""
    home = tmp_path_factory.mktemp("home")
    own = {f"JUPYTER_{kind}_DIR": str(home / kind) for kind in ("CONFIG", "DATA", "RUNTIME")}
    own |= {f"JUPYTERLAB_{kind}_DIR": str(home / kind) for kind in ("SETTINGS", "WORKSPACES")}
    command = [Path(sys.executable).with_name("subword-lab"), "lab", "--folder", home / "work"]
    command += ["--no-browser", "--port", "0", "--", "--LabApp.expose_app_in_browser=True"]
    log = home / "log"
    with log.open("w") as stream:
        process = subprocess.Popen(command, env=os.environ | own, stdout=stream, stderr=stream)
    try:
        yield wait_for_server(process, home / "RUNTIME", log)
    finally:
        process.terminate()
        process.wait(timeout=30)


def wait_for_server(process, runtime, log):
    """The running server's own record, once it listens."""
    for _ in range(PATIENCE * 5):
        assert process.poll() is None, log.read_text()
        for record in runtime.glob("jpserver-*.json"):
            if text := record.read_text():
                return json.loads(text)
        time.sleep(0.2)
    raise TimeoutError(log.read_text())


@pytest.fixture(scope="module")
def page(chromium, server):
    """One page for all tests, with the lesson open and all its cells run."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 1600})
        page.set_default_timeout(PATIENCE * 1000)
        page.requested, page.complaints = [], []
        page.on("request", lambda request: page.requested.append(request.url))
        page.on("console", lambda message: page.complaints.append((message.type, message.text)))
        page.goto(f"{server['url']}lab/tree/{LESSON}?token={server['token']}")
        page.wait_for_function(KERNEL_IDLE)
        page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
        page.wait_for_function(KERNEL_IDLE)
        yield page
        browser.close()


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
    press(page, "Enter")  # a step, or the answer to an open prediction
    press(page, "Enter")
    page.keyboard.press("Shift+Tab")  # from Next to Back
    press(page, "Enter")


def test_a_list_is_opened_and_chosen_from_by_keyboard(page):
    chooser = page.locator(f"{PANEL} select").first
    chooser.focus()
    before = chooser.input_value()
    for key in ("Space", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(chooser).not_to_have_value(before)
    assert chooser.evaluate("list => list === document.activeElement")


def test_an_exercise_is_solved_by_keyboard_alone(page):
    """Three of six toggles, then Submit; the tab key leads from one to the next."""
    panel = page.locator(PANEL).filter(has_text="Cut a word by rank").last
    panel.get_by_role("button", name="·").first.focus()
    for keys in ("Space", "Tab Space", "Tab Tab Space", "Tab Tab Tab Tab Enter"):
        for key in keys.split():
            page.keyboard.press(key)
    expect(panel.get_by_role("textbox")).to_have_value("b|a|na|nas")
    expect(panel.get_by_role("status").last).to_contain_text("Right - 2 of 2 points")


def press(page, key):
    """Press a key and wait until the stepper says something else."""
    status = stepper(page).get_by_role("status")
    before = status.inner_text()
    page.keyboard.press(key)
    expect(status).not_to_have_text(before)


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_both_themes_show_the_lesson(page, theme, tmp_path):
    page.evaluate("theme => jupyterapp.commands.execute('apputils:change-theme', {theme})", theme)
    light = str("Light" in theme).lower()
    page.wait_for_selector(f"body[data-jp-theme-light='{light}']", state="attached")
    page.wait_for_selector("#jupyterlab-splash", state="detached")
    stepper(page).screenshot(path=tmp_path / "stepper.png")
    page.screenshot(path=tmp_path / "page.png")


def test_no_request_leaves_this_machine(page):
    hosts = {
        urlsplit(url).hostname for url in page.requested if not url.startswith(("data:", "blob:"))
    }
    assert hosts == {"127.0.0.1"}


def test_the_console_shows_no_error(page):
    assert [text for kind, text in page.complaints if kind == "error"] == []
