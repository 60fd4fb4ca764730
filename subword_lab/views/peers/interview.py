"""Numbers that interviewers like, and the learner's own sentence: by us and by the libraries."""

from collections.abc import Callable, Iterator

from subword_lab import vocabs
from subword_lab.i18n import t
from subword_lab.views.comparison import Row
from subword_lab.views.peers import bert, byte_level
from subword_lab.views.vocabularies import vocabulary


def compare(text: str) -> list[Row]:
    """Rows for all real vocabularies on this machine; `LookupError` if there is none."""
    parts = (_gpt2, _bert, byte_level.compare, bert.compare)
    rows = [row for part in parts for row in _rows(part, text)]
    if not rows:
        vocabs.find("gpt2")  # says what there is instead
    return rows


def _rows(part: Callable[[str], list[Row]], text: str) -> Iterator[Row]:
    """The rows of one part; none where its vocabulary or package is not here."""
    try:
        yield from part(text)
    except (LookupError, ImportError):
        return


def _gpt2(text: str) -> list[Row]:
    ours, theirs = vocabulary("gpt2"), byte_level.library()
    return [
        Row(
            t("views_interview.peer.gpt2"),
            f"{ours.vocab_size:,}",
            f"{theirs.get_vocab_size():,}",
            "tokenizers",
        )
    ]


def _bert(text: str) -> list[Row]:
    ours, theirs = vocabs.load(bert.found().name).vocab, bert.library()
    return [
        Row(
            t("views_interview.peer.piece", piece=piece),
            str(ours.get(piece)),
            str(theirs.token_to_id(piece)),
            "tokenizers",
        )
        for piece in ("ing", "##ing", "[CLS]", "[SEP]")
    ]
