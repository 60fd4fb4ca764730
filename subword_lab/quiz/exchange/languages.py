"""A text in the language or languages of an export, for readers of plain text and of HTML.

Questions are plain text. In HTML all of it is escaped, and `pre-wrap` keeps spaces and line breaks,
which matter where the question is about them.
"""

from html import escape

from subword_lab.quiz.model import Text

TAGS = {"en": "en", "zh": "zh-Hans"}  # as the `lang` of HTML wants them
KEPT = "white-space: pre-wrap"

ANSWERS = Text("Answers", "答案")
MODEL_ANSWER = Text("Model answer", "参考答案")
POSITION = Text("Position", "位置")
QUESTIONS = Text("Questions", "题目")
RUBRIC = Text("A good answer", "好的回答应当")


def versions(text: Text, language: str) -> list[tuple[str, str]]:
    """Return (language, text) pairs to be shown; one only where both read the same.

    >>> versions(Text("10", "10"), "both"), versions(Text("ten", "十"), "both")
    ([('en', '10')], [('en', 'ten'), ('zh', '十')])
    """
    if language != "both":
        return [(language, text[language])]
    return [("en", text.en)] if text.en == text.zh else [("en", text.en), ("zh", text.zh)]


def plain(text: Text, language: str) -> str:
    """Return a text for a place that knows no markup, such as an option of a menu.

    >>> plain(Text("ten", "十"), "both")
    'ten / 十'
    """
    return " / ".join(version for _, version in versions(text, language))


def kept(text: str) -> str:
    """Return a text without a language, such as an accepted answer, as HTML."""
    return f'<span style="{KEPT}">{escape(text, quote=False)}</span>'


def in_html(text: Text, language: str) -> str:
    """Return a text as HTML, each language a block of its own that says which it is."""
    return "".join(
        f'<span lang="{TAGS[name]}" style="display: block; {KEPT}">{escape(version, quote=False)}'
        "</span>"
        for name, version in versions(text, language)
    )


def code_in_html(code: str) -> str:
    """Return the code under a stem as HTML, or nothing."""
    return f"<pre><code>{escape(code, quote=False)}</code></pre>" if code else ""
