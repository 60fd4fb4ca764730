"""Questions made to break a file format, of each kind, and how their texts are found again."""

import re
from html.parser import HTMLParser

from hypothesis import strategies as st

from subword_lab.quiz.model import KINDS, Option, Question, Text

HOSTILE = (
    "~ = # { } : \\ < > & ]]> \" ' ` * _ [ ] ( ) | $ % @ - + . ! / ; ^ ?",
    "\\~ \\n \\: \\= &lt; &amp; &&058; &#10; &nbsp; <br> </p> </span> <!-- --> <![CDATA[ x ]]>",
    "  two  spaces, a\ttab\tand\n\nan empty line\n  indented\n",
    "# not a heading\n- not a list\n1. not a list\n> no quote\n```\nno code\n```\n===\n---",
    "שלום, עולם \u202eright to left\u202c مرحبا 🤗 👩‍🔬 e\u0301 \u200b\u200d\ufeff \U0010fffd",
    "[sound:x.mp3] {{c1::x}} {{Question}} [latex]x[/latex] \\(x\\) $$x$$ %100%x -> y ####z //a",
    "::name:: {=a ~b} $CATEGORY: x\n\n// [id:y]",
    "\u3000wide space\u3000 line\u2028separator, no\u00a0break",
    "*", "\\", "->", "]]>", "0",
)  # fmt: skip
PIECES = (*HOSTILE, *"~=#{}:\\<>&]\"'`*_|$%-+.!() \n\t", "中", "🤗", "א", "a", "1. ", "]]>", "</p>")
TEXTS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join).filter(str.strip)


@st.composite
def questions(draw, kind=None):
    """A question in which every text is hostile and no two options read the same."""
    kind = kind or draw(st.sampled_from(KINDS))
    count = draw(st.integers(2, 4))

    def text():
        return Text(draw(TEXTS), draw(TEXTS))

    def distinct():
        pairs = draw(st.lists(TEXTS, min_size=2 * count, max_size=2 * count, unique=True))
        return [Text(*pair) for pair in zip(pairs[::2], pairs[1::2], strict=True)]

    options = []
    if kind in ("single", "multiple", "order", "match"):
        partners = distinct()
        right = draw(st.integers(0, count - 1))
        for at, shown in enumerate(distinct()):
            correct = at == right or (kind == "multiple" and draw(st.booleans()))
            correct = correct and kind in ("single", "multiple")
            partner = partners[at % (count - 1)] if kind == "match" else None
            options.append(Option(shown, text(), correct, partner))
    return Question(
        id="hostile-one",
        kind=kind,
        stem=text(),
        why=text(),
        topic="bpe",
        level=3,
        source=draw(TEXTS),
        code=draw(st.one_of(st.just(""), TEXTS)),
        options=tuple(options),
        answer=draw(st.floats(-1e9, 1e9)) if kind == "numeric" else None,
        tolerance=draw(st.floats(0, 100)) if kind == "numeric" else 0.0,
        accepted=tuple(draw(st.lists(TEXTS, min_size=1, max_size=3))) if kind == "text" else (),
        model_answer=text() if kind == "open" else None,
        rubric=tuple(distinct()) if kind == "open" else (),
    )


def marked_question(kind):
    """A question whose every text is a word of its own, so that a lost one is missed."""
    numbers = iter(range(100, 200))

    def text():
        return Text(f"en{next(numbers)}", f"zh{next(numbers)}")

    with_options = kind in ("single", "multiple", "order", "match")
    options = tuple(
        Option(text(), text(), at == 0 and kind in ("single", "multiple"),
               text() if kind == "match" else None)
        for at in range(3)
    ) if with_options else ()  # fmt: skip
    return Question(
        id=f"marked-{kind}",
        kind=kind,
        stem=text(),
        why=text(),
        topic="bpe",
        level=4,
        source="source99",
        lesson="02_bpe",
        proof="02_bpe/train",
        code="code98",
        options=options,
        answer=4096.5 if kind == "numeric" else None,
        tolerance=0.25 if kind == "numeric" else 0.0,
        accepted=("accept97", "accept96") if kind == "text" else (),
        model_answer=text() if kind == "open" else None,
        rubric=(text(), text()) if kind == "open" else (),
    )


class _Leaves(HTMLParser):
    """Collects the text of every element that holds text alone."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.found = [], []

    def handle_starttag(self, tag, attrs):
        self.open.append([tag, dict(attrs).get("lang"), "", True])
        for outer in self.open[:-1]:
            outer[3] = False

    def handle_data(self, data):
        assert self.open, f"text outside of any element: {data!r}"
        self.open[-1][2] += data

    def handle_endtag(self, tag):
        name, language, text, alone = self.open.pop()
        assert name == tag, f"<{name}> is closed by </{tag}>"
        if alone:
            self.found.append((name, language, text))
        else:
            assert not text.strip()

    def handle_comment(self, data):
        raise AssertionError("a comment")

    def handle_decl(self, decl):
        raise AssertionError("a declaration")


def leaves(html):
    """(tag, language, text) of each element that holds text alone; fails where tags do not nest."""
    reader = _Leaves()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader.found


def shown(html, language=None):
    """The texts of an HTML piece, in the language if one is given; code and sources left out."""
    return [
        text
        for tag, spoken, text in leaves(html)
        if tag in ("span", "p") and (language is None or spoken in (None, language))
    ]


MULTILANG = re.compile(
    r'<span lang="([a-zA-Z0-9_-]+)" class="multilang">(.*?)</span>\s*'
    r'<span lang="([a-zA-Z0-9_-]+)" class="multilang">(.*?)</span>',
    re.DOTALL,
)


def filtered(html, language):
    """What Moodle's multilang filter leaves for a reader: `en` or `zh_cn`."""
    return MULTILANG.sub(lambda m: m[2] if m[1] == language else m[4], html)
