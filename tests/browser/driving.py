"""What the tests do to a notebook in a browser."""

import json
import os
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
from playwright.sync_api import expect, sync_playwright

from subword_lab.views.palette import ROOT_CLASS

PATIENCE = 60  # seconds for the slowest machine; nothing is measured
PANEL = f".{ROOT_CLASS}"
NOTEBOOK = "window.jupyterapp.shell.currentWidget"
KERNEL_IDLE = f"""() => window.jupyterapp &&
    {NOTEBOOK}?.sessionContext?.session?.kernel?.status === 'idle'"""
CODE = f"{NOTEBOOK}.content.model.sharedModel.cells.filter(cell => cell.cell_type === 'code')"
EXECUTION_COUNTS = f"{CODE}.map(cell => cell.execution_count)"
ERRORS = f"""{CODE}.flatMap(cell => cell.outputs)
    .filter(output => output.output_type === 'error' || output.name === 'stderr')"""
SETTINGS = {
    # JupyterLab leaves out cells that are out of sight; axe must see them all
    Path("notebook-extension", "tracker"): '{"windowingMode": "none"}',
    # every test begins with what was shipped
    Path("docmanager-extension", "plugin"): '{"autosave": false}',
}


@contextmanager
def serving(home):
    """`subword-lab lab` with settings and notebooks below a folder: its own record of itself."""
    own = {f"JUPYTER_{kind}_DIR": str(home / kind) for kind in ("CONFIG", "DATA", "RUNTIME")}
    own |= {f"JUPYTERLAB_{kind}_DIR": str(home / kind) for kind in ("SETTINGS", "WORKSPACES")}
    own |= {"SUBWORD_LAB_HOME": str(home / "progress")}  # where a test's kernel switches it on
    for plugin, text in SETTINGS.items():
        settings = home / "SETTINGS" / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
        settings.parent.mkdir(parents=True)
        settings.write_text(text, encoding="utf-8")
    command = [Path(sys.executable).with_name("subword-lab"), "lab", "--folder", home / "work"]
    command += ["--no-browser", "--port", "0", "--"]
    command += [f"--{app}.expose_app_in_browser=True" for app in ("LabApp", "JupyterNotebookApp")]
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


@contextmanager
def chromium():
    """Debian's Chromium without a window."""
    with sync_playwright() as playwright:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def write_notebook(path, sources):
    """A notebook of these code cells; with a kernel named, so that JupyterLab does not ask."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), path)


def new_page(browser, server, address):
    """A page that keeps what it complained of and refuses to leave this machine."""
    page = browser.new_page(viewport={"width": 1280, "height": 1600})
    page.set_default_timeout(PATIENCE * 1000)
    page.complaints, page.abroad = [], []

    def stay_here(route):
        page.abroad.append(route.request.url)
        route.abort()

    page.route(
        lambda url: urlsplit(url).hostname not in (None, "127.0.0.1", "localhost"), stay_here
    )
    page.on("console", lambda said: said.type == "error" and page.complaints.append(said.text))
    page.on("pageerror", lambda error: page.complaints.append(error.stack or str(error)))
    # reset: JupyterLab would open again what another test left open
    page.goto(f"{server['url']}{address}?token={server['token']}&reset")
    return page


def open_notebook(page, name):
    """Open a notebook in JupyterLab and wait for its kernel."""
    page.wait_for_function("window.jupyterapp?.commands.hasCommand('docmanager:open')")
    # in braces: a widget that came back as a value would be copied whole
    opening = "jupyterapp.commands.execute('docmanager:open', {path})"
    page.evaluate(f"async path => {{ await jupyterapp.restored; await {opening}; }}", name)
    page.wait_for_function(f"{NOTEBOOK}?.context?.path === '{name}'")
    page.wait_for_function(KERNEL_IDLE)


def run_all(page):
    """Run all cells of the notebook in front, to the end."""
    page.wait_for_function(KERNEL_IDLE)
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_function(KERNEL_IDLE)


def close(page):
    """Close the notebook in front, unsaved, so that the next test finds it as it was shipped."""
    page.evaluate(f"""async () => {{
        {NOTEBOOK}.context.model.dirty = false;
        await {NOTEBOOK}.sessionContext.shutdown();
        await jupyterapp.commands.execute('application:close');
    }}""")


def use_theme(page, theme):
    """Switch JupyterLab to "Light" or "Dark"."""
    whole = f"JupyterLab {theme}"
    page.evaluate("theme => jupyterapp.commands.execute('apputils:change-theme', {theme})", whole)
    light = str(theme == "Light").lower()
    page.wait_for_selector(f"body[data-jp-theme-light='{light}']", state="attached")
    page.wait_for_selector("#jupyterlab-splash", state="detached")


def press(page, *keys):
    """Press keys one after the other; several may stand in one string, apart by spaces."""
    for key in " ".join(keys).split():
        page.keyboard.press(key)


def choose(page, chooser, downs=1):
    """Open a list by keyboard and take the option that many lines below."""
    chooser.focus()
    before = chooser.input_value()
    press(page, "Space", *["ArrowDown"] * downs, "Enter")
    expect(chooser).not_to_have_value(before)
