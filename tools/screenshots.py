"""Take the pictures of the README: views of the course in JupyterLab, still or step by step.

    .venv/bin/python tools/screenshots.py [name …]

Needs Chromium. Look at each picture before it is committed.
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser import driving  # noqa: E402 (the path comes first)

IMAGES = ROOT / "docs" / "images"
NOTEBOOK = "pictures.ipynb"
SETUP = "import subword_lab as sl\nfrom subword_lab import views"
WIDTH, HEIGHT = 1180, 1800
PER_FRAME = 1_500  # milliseconds
HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}

# file -> what makes the view, and how often Next is pressed before the picture is taken; of a .gif
# each step is a frame
VIEWS = {
    "bpe-training.gif": (f"views.bpe_training({HUG}, 6)", 6),
    "byte-level.png": ("views.byte_stepper('naïve 🤗')", 3),
    "lattice.png": ("views.unigram_encoding(sl.house.tokenizer('unigram').model, 'unhappily')", 8),
    "playground.png": ("views.playground()", 0),
    "race-dark.png": (f"views.race({HUG}, 9)", 7),
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
            driving.use_theme(page, "Dark" if "-dark" in name else "Light")
            take(panel, presses, IMAGES / name)


def take(panel: object, presses: int, path: Path) -> None:
    """Go to the step that shows most and store the picture, or all that were seen on the way."""
    frames = [picture(panel)]
    forward = panel.get_by_role("button", name="Next")
    for _ in range(presses):
        before = panel.inner_text()
        forward.click()
        panel.page.wait_for_function("([it, before]) => it.innerText !== before",
                                     arg=[panel.element_handle(), before])  # fmt: skip
        frames.append(picture(panel))
    if path.suffix == ".gif":
        store_animation(frames, path)
    else:
        frames[-1].save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size / 1_000:.0f} kB")


def picture(panel: object) -> Image.Image:
    """The panel as it is."""
    panel.page.mouse.move(0, 0)
    return Image.open(io.BytesIO(panel.screenshot(animations="disabled"))).convert("RGB")


def store_animation(frames: list[Image.Image], path: Path) -> None:
    """Write frames of one size and one set of colors, so that nothing jumps between them."""
    size = max(frame.width for frame in frames), max(frame.height for frame in frames)
    padded = [Image.new("RGB", size, "white") for _ in frames]
    for ground, frame in zip(padded, frames, strict=True):
        ground.paste(frame)
    colors = padded[-1].quantize(128)
    first, *rest = (frame.quantize(palette=colors, dither=0) for frame in padded)
    first.save(path, save_all=True, append_images=rest, duration=PER_FRAME, loop=0, optimize=True)


if __name__ == "__main__":
    main(sys.argv[1:])
