"""One step of every stepper on the course's English: from the model to the HTML on screen.

    .venv/bin/python benchmarks/steppers.py

A step is what a press on *Next* does: state, picture, live text, all as the widget sets them. Each
stepper goes through its frames forwards; the figure is the time that 95 % of the steps stay under.
"""

import gc
import statistics
from collections.abc import Callable

import results
import subword_lab as sl
from race import RUNS, Row, in_words, spent
from subword_lab import views
from subword_lab.views.stepping import Stepper

STEPS = 100
NOTES = {
    "WordPiece training": "a third of a step estimates PMI and gain of all pairs, some 2,800; most "
    "of the rest is drawing, and counting what the merge changed.",
    "Unigram training": "each step builds a model of all pieces, some thousands, to cut the words.",
}
WORD = "The unexpected letter was lying in the rain."


def main() -> None:
    """Measure each stepper; a warm-up of one run, then five, each on a new widget."""
    rows = []
    for name, make in steppers().items():
        runs = [p95(times(make())) for _ in range(1 + RUNS)][1:]
        note = NOTES.get(name.partition(",")[0], "")
        rows.append(Row("one stepper step, p95", name, {"ours": runs}, note=note))
        print(in_words(rows[-1]), flush=True)
    results.store("steppers", rows)


def steppers() -> dict[str, Callable[[], Stepper]]:
    """Every kind on the course's English, or on a sentence where it shows one."""
    english = sl.corpora.load("english")
    words = sl.text.count_words(english)
    house = sl.house.tokenizer
    return {
        "words, training": lambda: views.word_training(english),
        "words, encoding": lambda: views.word_encoding(house("word"), WORD),
        f"BPE training, {len(words):,} words": lambda: views.bpe_training(words, STEPS),
        "BPE encoding": lambda: views.bpe_encoding(house("bpe").model, "unexpectedly"),
        f"byte-level training, {len(words):,} words": lambda: views.byte_training(words, STEPS),
        "byte-level encoding": lambda: views.byte_stepper(WORD),
        f"WordPiece training, {len(words):,} words": lambda: views.wordpiece_training(words, STEPS),
        "WordPiece encoding": lambda: views.wordpiece_encoding(
            house("wordpiece").model, "unexpectedly"
        ),
        f"Unigram training, {len(words):,} words": lambda: views.unigram_training(words, 2_000),
        "Unigram encoding": lambda: views.unigram_encoding(house("unigram").model, "unexpectedly"),
        "SentencePiece stages": lambda: views.sentencepiece_stages(house("sentencepiece"), WORD),
        "vocabulary sizes": lambda: views.vocabulary_sizes(WORD),
    }


def times(stepper: Stepper) -> list[float]:
    """CPU seconds of each step to the last frame, or of as many as are shown at most."""
    gc.collect()
    seconds = []
    for _ in range(min(STEPS, len(stepper.story.frames) - 1)):
        started = spent()
        stepper.next()
        seconds.append(spent() - started)
    return seconds


def p95(seconds: list[float]) -> float:
    """The time that 95 % of the steps stay under; of fewer than twenty steps, the longest."""
    if len(seconds) < 20:
        return max(seconds)
    return statistics.quantiles(seconds, n=20)[-1]


if __name__ == "__main__":
    main()
