"""Take the pictures of the README: views of the course in JupyterLab, at a fixed size.

    .venv/bin/python tools/screenshots.py [name …]

Needs Chromium. Look at each picture before it is committed.
"""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser import driving  # noqa: E402 (the path comes first)

IMAGES = ROOT / "docs" / "images"
NOTEBOOK = "pictures.ipynb"
SETUP = "import subword_lab as sl\nfrom subword_lab import views"
WIDTH, HEIGHT = 1180, 1800

# name -> what makes the view, and how often Next is pressed before the picture is taken
VIEWS = {
    "byte-level": ("views.byte_stepper('naïve 🤗')", 3),
    "lattice": ("views.unigram_encoding(sl.house.tokenizer('unigram').model, 'unhappily')", 8),
    "playground": ("views.playground()", 0),
}


def main(names: list[str]) -> None:
    """Take the named pictures, or all."""
    wanted = {name: VIEWS[name] for name in names or VIEWS}
    cells = [SETUP, *(made for made, _ in wanted.values())]
    with (
        tempfile.TemporaryDirectory() as home,
        driving.chromium() as browser,
        driving.serving(Path(home)) as server,
    ):
        driving.write_notebook(Path(server["root_dir"]) / NOTEBOOK, cells)
        page = driving.new_page(browser, server, "lab")
        page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        driving.open_notebook(page, NOTEBOOK)
        driving.run_all(page)
        for panel, (name, (_, presses)) in zip(
            page.locator(driving.PANEL).all(), wanted.items(), strict=True
        ):
            take(panel, presses, IMAGES / f"{name}.png")


def take(panel: object, presses: int, path: Path) -> None:
    """Go to the step that shows most and store the picture of the panel."""
    forward = panel.get_by_role("button", name="Next")
    for _ in range(presses):
        before = panel.inner_text()
        forward.click()
        panel.page.wait_for_function("([it, before]) => it.innerText !== before",
                                     arg=[panel.element_handle(), before])  # fmt: skip
    panel.page.mouse.move(0, 0)
    panel.screenshot(path=path, animations="disabled")
    print(f"{path.name}: {path.stat().st_size / 1_000:.0f} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
