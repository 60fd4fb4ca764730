"""Prose out of documentation files: HTML without markup and code, plain text by paragraphs."""

import gzip
import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path

SKIPPED = {"script", "style", "pre", "nav", "head", "svg", "footer"}
BLOCKS = {"p", "li", "dd", "dt", "td", "th", "div", "blockquote", "br", "tr", "section"}
BLOCKS |= {f"h{level}" for level in range(1, 7)}
LEAST = 20  # characters of a paragraph: less is a menu entry or a label
SHORTEST = 200  # characters of a document: less is a page that only leads on to another one
LARGEST = 3_000_000  # bytes of a file: more is an index or a listing


def documents(files: Iterable[Path]) -> Iterator[str]:
    """The prose of each file that has some, one paragraph a line."""
    for file in files:
        if file.is_symlink() or not file.is_file() or file.stat().st_size > LARGEST:
            continue
        text = prose(file)
        if len(text) >= SHORTEST:
            yield text


def prose(file: Path) -> str:
    """The prose of an HTML, text or man page, also of a gzipped one; of any other file none."""
    name = file.name.removesuffix(".gz")
    reader = next((read for end, read in READERS.items() if re.search(end, name)), None)
    if reader is None:
        return ""
    content = file.read_bytes()
    if file.suffix == ".gz":
        content = gzip.decompress(content)
    return reader(content.decode("utf-8", "ignore"))


def of_html(markup: str) -> str:
    """The text of an HTML page, one block a line.

    >>> of_html("<p>The quick <b>brown</b> fox jumps.<pre>x = 1</pre><li>Short.")
    'The quick brown fox jumps.'
    """
    page = _Page()
    page.feed(markup)
    page.close()
    return _lines("".join(page.parts).split("\n\n"))


def of_text(text: str) -> str:
    """Paragraphs of plain text; indented ones are mostly code and stay out.

    >>> of_text("A paragraph of\\ntwo lines here.\\n\\n    x = some_code(1, 2, 3)\\n")
    'A paragraph of two lines here.'
    """
    return _lines(each for each in text.split("\n\n") if not each.startswith((" ", "\t")))


def of_man(page: str) -> str:
    r"""Paragraphs of a man page: what stands between its requests, without its escapes.

    >>> of_man(".SH NAME\nThe \\fBfirst\\fP line, and\nanother\\-one.\n.PP\nShort.")
    'The first line, and another-one.'
    """
    blocks = re.sub(r"^[.'].*", "\n", page, flags=re.MULTILINE).split("\n\n")
    return _lines(re.sub(r"\\f.|\\(?=-)|\\[&|/]", "", block) for block in blocks)


def _lines(blocks: Iterable[str]) -> str:
    spaced = (" ".join(block.split()) for block in blocks)
    return "\n".join(block for block in spaced if len(block) >= LEAST)


class _Page(HTMLParser):
    """Collects text, with a blank line wherever a block begins or ends."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.skipping = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.skipping += tag in SKIPPED
        if tag in BLOCKS:
            self.parts.append("\n\n")

    def handle_endtag(self, tag: str) -> None:
        self.skipping = max(0, self.skipping - (tag in SKIPPED))
        if tag in BLOCKS:
            self.parts.append("\n\n")

    def handle_data(self, data: str) -> None:
        if not self.skipping:
            self.parts.append(data.replace("\n", " "))


READERS = {r"\.html?$": of_html, r"\.txt$": of_text, r"\.[1-8]$": of_man}
