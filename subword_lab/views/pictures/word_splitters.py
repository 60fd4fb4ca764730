"""One sentence under four splitters: two of ours at work, two libraries as they were recorded."""

from subword_lab.i18n import t
from subword_lab.text import pretokenize
from subword_lab.views.html import Html, card, in_words, row_of_bricks
from subword_lab.views.pictures.recording import recording
from subword_lab.views.tables import table

COMPUTED = ("whitespace", "bert")


def word_splitters() -> Html:
    """Draw the words that each splitter makes of the recorded sentence, and how many there are.

    >>> word_splitters().text.splitlines()[-1].split("   ")[-2].strip()
    "Do | n't | you | love | 🤗 | Transformers | ? | We | sure | do | ."
    """
    told = recording("splitters")
    rows = [
        _row(t(f"views_words.splitters.{how}"), [word.text for word in pretokenize(text, how)])
        for text in [told["text"]]
        for how in COMPUTED
    ]
    for each in told["splitters"]:
        rows.append(_row(t("views_words.splitters.recorded", **each), each["words"]))
    header = [t(f"views_words.splitters.{column}") for column in ("splitter", "words", "count")]
    drawn = table(t("views_words.splitters.caption"), header, rows)
    return Html(card(drawn.markup), drawn.text)


def _row(name: str, words: list[str]) -> tuple[str, Html, str]:
    return name, Html(row_of_bricks(words), in_words(words)), str(len(words))
