"""What learners see: pictures with a text twin, steppers, exercise panels, plots.

Nothing is loaded before it is used, so that text-only work needs no display library.
"""

from importlib import import_module
from typing import Any

from subword_lab import i18n

_HOME = {
    "Html": "html",
    "bricks": "html",
    "escape": "html",
    "visible": "html",
    "Question": "stepping",
    "Story": "stepping",
    "stepper": "stepping",
    "bpe_encoding": "steppers.bpe_encoding",
    "bpe_training": "steppers.bpe_training",
    "bert_cleaning": "steppers.bert_cleaning",
    "encoding_table": "pictures.encoding_table",
    "race": "steppers.race",
    "recorded": "pictures.recording",
    "wordpiece_encoding": "steppers.wordpiece_encoding",
    "wordpiece_training": "steppers.wordpiece_training",
    "compare": "pictures.comparison",
    "agreement_map": "plots",
    "alt": "plots",
    "coverage": "plots",
    "curves": "plots",
    "em_curve": "plots",
    "oov_curve": "plots",
    "premium_bars": "plots",
    "size_curve": "plots",
    "vocabulary_growth": "plots",
    "zipf": "plots",
    "pipeline": "pictures.pipeline",
    "for_real": "comparison",
    "cuttings": "panels.cuttings",
    "your_name": "panels.cuttings",
    "your_sentence": "panels.cuttings",
    "merge_tree": "pictures.merge_tree",
    "show_source": "source",
    "bet": "panels.bet",
    "claim": "panels.claim",
    "check": "panels.feedback",
    "exercise": "panels.exercise",
    "hint": "panels.feedback",
    "progress_panel": "panels.progress",
    "quiz_cards": "panels.quiz",
    "quiz_panel": "panels.quiz",
    "solution": "panels.feedback",
    "byte_stepper": "steppers.byte_encoding",
    "byte_training": "steppers.byte_training",
    "character_table": "pictures.characters",
    "language_costs": "panels.language_costs",
    "real_cuts": "panels.cuts",
    "split_comparison": "panels.splits",
    "word_encoding": "steppers.word_encoding",
    "word_splitters": "pictures.word_splitters",
    "word_training": "steppers.word_training",
    "round_trips": "pictures.round_trips",
    "score_encoding": "steppers.score_encoding",
    "sentencepiece_stages": "steppers.sentencepiece_stages",
    "side_by_side": "pictures.side_by_side",
    "chance": "panels.chance",
    "design_round": "panels.aloud",
    "incident": "panels.incident",
    "mock_interview": "panels.interview",
    "report_panel": "panels.report",
    "review_panel": "panels.review",
    "two_minutes": "panels.aloud",
    "whiteboard": "panels.whiteboard",
    "coding_round": "panels.coding",
    "lattice_picture": "pictures.lattice",
    "unigram_encoding": "steppers.unigram_encoding",
    "unigram_training": "steppers.unigram_training",
    "capstone": "panels.capstone",
    "dashboard": "panels.dashboard",
    "findings": "pictures.findings",
    "live_race": "panels.live_race",
    "playground": "panels.playground",
    "tricks": "panels.tricks",
    "vocabulary_sizes": "steppers.vocabulary_sizes",
}
__all__ = list(_HOME)


def __getattr__(name: str) -> Any:
    """Import a view on first use."""
    if name in _HOME:
        try:
            module = import_module(f"{__name__}.{_HOME[name]}")
        except ModuleNotFoundError as error:
            text = i18n.t("cli.no_package", name=error.name or "")
            raise ModuleNotFoundError(text, name=error.name) from error
        # kept here: a view that has the name of its module would be hidden by it the next time
        view = globals()[name] = getattr(module, name)
        return view
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
