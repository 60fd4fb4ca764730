"""The items of QTI 1.2, as Canvas reads them: one question each.

The form follows the IMS QTI 1.2 specification (2002) and, where Canvas wants more, what Canvas
itself exports: `question_type` in the metadata, feedback by name, a match as one response a row.
"""

from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

from subword_lab.quiz.exchange import languages, showing
from subword_lab.quiz.exchange.tree import node
from subword_lab.quiz.model import Question, Text

TYPES = {
    "single": "multiple_choice_question",
    "multiple": "multiple_answers_question",
    "numeric": "numerical_question",
    "text": "short_answer_question",
    "order": "matching_question",
    "match": "matching_question",
    "open": "essay_question",
}
RESPONSE = "response1"
GENERAL = "general_fb"
Plain = Callable[[Text], str]
Rows = list[tuple[str, str]]  # what stands left, and its right partner


def item(question: Question, html: showing.Html, plain: Plain) -> Element:
    """Return one question; a question of order is asked as a match with positions."""
    match question.kind:
        case "single" | "multiple":
            shown, marked = [_choices(question, html)], list(_marked_choices(question))
        case "numeric":
            shown, marked = [_number_field()], [_right(_in_bounds(question))]
        case "text":
            # As Canvas has it: accepted texts one beside the other, and any of them is right.
            shown, marked = [_field()], [_right(*map(_equal, question.accepted))]
        case "open":
            shown, marked = [_field()], [_condition(node("other"), goes_on=False)]
        case _:
            rows = (
                _positions(question, plain) if question.kind == "order" else _rows(question, plain)
            )
            shown, marked = _menus(question, rows), list(_marked_menus(question, rows))
    return node(
        "item",
        _metadata(question),
        node("presentation", _material(showing.asked(question, html)), *shown),
        _processing(marked),
        *_feedback(question, html),
        ident=question.id,
        title=question.id,
    )


def _metadata(question: Question) -> Element:
    fields = {
        "question_type": TYPES[question.kind],
        "points_possible": "1",
        "assessment_question_identifierref": f"bank-{question.id}",
        "topic": question.topic,
        "level": str(question.level),
        "lesson": question.lesson or "",
    }
    entries = (
        node("qtimetadatafield", node("fieldlabel", label), node("fieldentry", entry))
        for label, entry in fields.items()
        if entry
    )
    return node("itemmetadata", node("qtimetadata", *entries))


def _material(html: str) -> Element:
    return node("material", node("mattext", html, texttype="text/html"))


def _plain_material(text: str) -> Element:
    return node("material", node("mattext", text, texttype="text/plain"))


def _option_name(question: Question, place: int) -> str:
    return f"{question.id}-{place}"


# What is shown -----------------------------------------------------------------------------------


def _choices(question: Question, html: showing.Html) -> Element:
    labels = (
        node("response_label", _material(html(option.text)), ident=_option_name(question, place))
        for place, option in enumerate(question.options)
    )
    several = "Single" if question.kind == "single" else "Multiple"
    choice = node("render_choice", *labels)
    return node("response_lid", choice, ident=RESPONSE, rcardinality=several)


def _field() -> Element:
    label = node("response_label", ident="answer1", rshuffle="No")
    return _typed(node("render_fib", label))


def _number_field() -> Element:
    return _typed(node("render_fib", node("response_label", ident="answer1"), fibtype="Decimal"))


def _typed(field: Element) -> Element:
    return node("response_str", field, ident=RESPONSE, rcardinality="Single")


def _rows(question: Question, plain: Plain) -> Rows:
    return [(plain(o.text), plain(o.partner or o.text)) for o in question.options]


def _positions(question: Question, plain: Plain) -> Rows:
    place = {option: str(at) for at, option in enumerate(question.options, 1)}
    return [
        (plain(option.text), f"{plain(languages.POSITION)} {place[option]}")
        for option in showing.mixed(question)
    ]


def _names(question: Question, rows: Rows) -> dict[str, str]:
    """Each partner once, with the name of its label; sorted, so that the order says nothing."""
    right = sorted({partner for _, partner in rows}, key=lambda partner: (len(partner), partner))
    return {partner: f"{_option_name(question, at)}-right" for at, partner in enumerate(right)}


def _menus(question: Question, rows: Rows) -> list[Element]:
    names = _names(question, rows)
    return [
        node(
            "response_lid",
            _plain_material(left),
            node(
                "render_choice",
                *(
                    node("response_label", _plain_material(partner), ident=name)
                    for partner, name in names.items()
                ),
            ),
            ident=f"response_{_option_name(question, at)}",
        )
        for at, (left, _) in enumerate(rows)
    ]


# How it is marked --------------------------------------------------------------------------------


def _processing(conditions: list[Element]) -> Element:
    score = node("decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal")
    general = _condition(node("other"), shows=GENERAL)
    return node("resprocessing", node("outcomes", score), general, *conditions)


def _condition(*tests: Element, goes_on: bool = True, shows: str = "", gives: str = "",
               action: str = "Set") -> Element:  # fmt: skip
    done = [node("conditionvar", *tests)]
    if gives:
        done.append(node("setvar", gives, action=action, varname="SCORE"))
    if shows:
        done.append(node("displayfeedback", feedbacktype="Response", linkrefid=shows))
    return node("respcondition", *done, **{"continue": "Yes" if goes_on else "No"})


def _equal(value: str, response: str = RESPONSE) -> Element:
    return node("varequal", value, respident=response)


def _right(*tests: Element) -> Element:
    return _condition(*tests, goes_on=False, gives="100")


def _marked_choices(question: Question) -> Iterator[Element]:
    tests = []
    for place, option in enumerate(question.options):
        name = _option_name(question, place)
        yield _condition(_equal(name), shows=f"{name}_fb")
        if option.correct:
            tests.append(_equal(name))
        elif question.kind == "multiple":
            tests.append(node("not", _equal(name)))
    yield _right(*tests) if question.kind == "single" else _right(node("and", *tests))


def _in_bounds(question: Question) -> Element:
    least, most = map(showing.decimal, showing.bounds(question))
    answer = showing.decimal(float(question.answer or 0))
    above = node("vargte", least, respident=RESPONSE)
    below = node("varlte", most, respident=RESPONSE)
    return node("or", _equal(answer), node("and", above, below))


def _marked_menus(question: Question, rows: Rows) -> Iterator[Element]:
    names = _names(question, rows)
    for at, (_, partner) in enumerate(rows):
        test = _equal(names[partner], f"response_{_option_name(question, at)}")
        yield _condition(test, gives=f"{100 / len(rows):.2f}", action="Add")


# What is said ------------------------------------------------------------------------------------


def _feedback(question: Question, html: showing.Html) -> Iterator[Element]:
    general = showing.explained(question, html)
    if question.kind in ("order", "match"):
        general = showing.explained_with_options(question, html)
    if question.kind == "open":
        general = showing.model_answer(question, html) + general
    yield _said(GENERAL, general)
    if question.kind in ("single", "multiple"):
        for place, option in enumerate(question.options):
            yield _said(f"{_option_name(question, place)}_fb", html(option.why))


def _said(name: str, html: str) -> Element:
    return node("itemfeedback", node("flow_mat", _material(html)), ident=name)
