"""A QTI 1.2 package: a zip file that Canvas imports as one quiz.

It holds the manifest, the questions, and the quiz's settings as Canvas wants them beside it.
"""

import hashlib
from collections.abc import Iterator, Sequence
from functools import partial
from xml.etree.ElementTree import Element

from subword_lab.quiz.exchange import languages
from subword_lab.quiz.exchange.archive import packed
from subword_lab.quiz.exchange.exported import Exported, Loss, exported
from subword_lab.quiz.exchange.qti12 import item
from subword_lab.quiz.exchange.tree import node, written
from subword_lab.quiz.model import Question

TITLE = "Subword tokenization"
QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
CANVAS = "http://canvas.instructure.com/xsd/cccv1p0"
SETTINGS_TYPE = "associatedcontent/imscc_xmlv1p1/learning-application-resource"


def export(questions: Sequence[Question], language: str) -> Exported:
    """Return a package with all questions; each kind is in it, `order` as a match."""
    name = _name(questions)
    members = {
        "imsmanifest.xml": written(_manifest(name)),
        f"{name}/{name}.xml": written(_assessment(name, questions, language)),
        f"{name}/assessment_meta.xml": written(_settings(name, len(questions))),
    }
    losses = (loss for question in questions for loss in _lost(question))
    return exported(packed(members), len(questions), losses)


def _name(questions: Sequence[Question]) -> str:
    """A name made of the ids: the same choice, imported again, replaces the earlier quiz."""
    ids = "\n".join(question.id for question in questions)
    return f"subword-lab-{hashlib.sha256(ids.encode()).hexdigest()[:16]}"


def _manifest(name: str) -> Element:
    settings = f"{name}-settings"
    quiz = node(
        "resource",
        node("file", href=f"{name}/{name}.xml"),
        node("dependency", identifierref=settings),
        identifier=name,
        type="imsqti_xmlv1p2",
    )
    beside = node(
        "resource",
        node("file", href=f"{name}/assessment_meta.xml"),
        identifier=settings,
        type=SETTINGS_TYPE,
        href=f"{name}/assessment_meta.xml",
    )
    return node(
        "manifest",
        node("metadata", node("schema", "IMS Content"), node("schemaversion", "1.1.3")),
        node("organizations"),
        node("resources", quiz, beside),
        identifier=f"{name}-manifest",
        xmlns=PACKAGE,
    )


def _assessment(name: str, questions: Sequence[Question], language: str) -> Element:
    html = partial(languages.in_html, language=language)
    plain = partial(languages.plain, language=language)
    items = (item(question, html, plain) for question in questions)
    section = node("section", *items, ident="root_section")
    return node("questestinterop", node("assessment", section, ident=name, title=TITLE), xmlns=QTI)


def _settings(name: str, points: int) -> Element:
    fields = {
        "title": TITLE,
        "shuffle_answers": "true",
        "scoring_policy": "keep_highest",
        "quiz_type": "practice_quiz",
        "points_possible": f"{points:.1f}",
        "show_correct_answers": "true",
        "allowed_attempts": "-1",
    }
    entries = (node(label, entry) for label, entry in fields.items())
    return node("quiz", *entries, identifier=name, xmlns=CANVAS)


def _lost(question: Question) -> Iterator[Loss]:
    match question.kind:
        case "order":
            yield Loss(question.id, "kind", "as_match")
            yield Loss(question.id, "options.why", "together")
        case "match":
            yield Loss(question.id, "options.why", "together")
        case "text":
            yield Loss(question.id, "accepted", "folding")
        case "multiple":
            yield Loss(question.id, "kind", "all_or_nothing")
        case "open":
            yield Loss(question.id, "model_answer", "after_answer")
            yield Loss(question.id, "rubric", "as_text")
