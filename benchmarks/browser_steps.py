"""One step of every stepper as a learner sees it: from the press of *Next* to the picture drawn.

    .venv/bin/python benchmarks/browser_steps.py

Measured by the browser's clock in JupyterLab with headless Chromium: the message to the kernel, the
step, the message back, the drawing, and the wait for the next frame. This is time on the wall, so
other programs lengthen it; `machine` in the result says how busy the computer was.
"""

import sys
import tempfile
from pathlib import Path

import results
from race import Row, in_words
from steppers import WORD, p95

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser import driving  # the tests know how

STEPS = 60
NOTEBOOK = "steps.ipynb"
SETUP = f"""import subword_lab as sl
from subword_lab import views
english = sl.corpora.load("english")
words = sl.text.count_words(english)
house = sl.house.tokenizer
text = {WORD!r}"""
STEPPERS = {
    "words, training": "views.word_training(english)",
    "words, encoding": "views.word_encoding(house('word'), text)",
    "BPE training": f"views.bpe_training(words, {STEPS})",
    "BPE encoding": "views.bpe_encoding(house('bpe').model, 'unexpectedly')",
    "byte-level training": f"views.byte_training(words, {STEPS})",
    "byte-level encoding": "views.byte_stepper(text)",
    "WordPiece training": f"views.wordpiece_training(words, {STEPS})",
    "WordPiece encoding": "views.wordpiece_encoding(house('wordpiece').model, 'unexpectedly')",
    "race of three criteria and Unigram": "views.race(sl.corpora.load('hug'))",
    "BERT's cleaning": "views.bert_cleaning(text)",
    "vocabulary sizes": "views.vocabulary_sizes(text)",
    "Unigram training": "views.unigram_training(words, 2_000)",
    "Unigram encoding": "views.unigram_encoding(house('unigram').model, 'unexpectedly')",
    "SentencePiece stages": "views.sentencepiece_stages(house('sentencepiece'), text)",
}
ONE_STEP = """panel => new Promise(done => {
    const started = performance.now();
    const watcher = new MutationObserver(() => {
        watcher.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - started)));
    });
    watcher.observe(panel, {subtree: true, childList: true, characterData: true});
    [...panel.querySelectorAll('button')].find(made => made.textContent.includes('Next')).click();
})"""


def main() -> None:
    """Measure each stepper in one notebook."""
    with (
        tempfile.TemporaryDirectory() as home,
        driving.chromium() as browser,
        driving.serving(Path(home)) as server,
    ):
        driving.write_notebook(Path(server["root_dir"]) / NOTEBOOK, [SETUP, *STEPPERS.values()])
        page = driving.new_page(browser, server, "lab")
        driving.open_notebook(page, NOTEBOOK)
        driving.run_all(page)
        rows = []
        for panel, name in zip(page.locator(driving.PANEL).all(), STEPPERS, strict=True):
            seconds = p95(steps(panel))
            rows.append(Row("one step in the browser, p95", name, {"ours": [seconds]}))
            print(in_words(rows[-1]), flush=True)
    results.store("browser_steps", rows)


def steps(panel: object) -> list[float]:
    """Seconds of each step to the last frame, or of as many as are measured at most."""
    last = int(panel.get_by_role("spinbutton").first.get_attribute("max"))
    return [panel.evaluate(ONE_STEP) / 1_000 for _ in range(min(STEPS, last))]


if __name__ == "__main__":
    main()
