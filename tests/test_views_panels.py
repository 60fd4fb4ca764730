"""Panels: an answer goes in by a control, and what is said comes out, in markup and in words."""

import ipywidgets
import pytest

from subword_lab import exercises, progress, quiz, views
from subword_lab.exercises import forms
from subword_lab.quiz import Option, Question, Text
from subword_lab.views.html import Html
from subword_lab.views.panels import feedback
from subword_lab.views.panels.controls import controls
from subword_lab.views.panels.quiz import quiz_panel


@pytest.fixture(autouse=True)
def own_state(tmp_path, monkeypatch):
    """Progress and answers of a test live in an empty folder of its own."""
    monkeypatch.setenv("SUBWORD_LAB_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("SUBWORD_LAB_STATE", raising=False)
    monkeypatch.chdir(tmp_path)


def inside(widget, kind):
    found = [widget] if isinstance(widget, kind) else []
    for child in getattr(widget, "children", ()):
        found += inside(child, kind)
    return found


def press(panel, description, number=0):
    [w for w in inside(panel, ipywidgets.Button) if w.description == description][number].click()


# Reports -----------------------------------------------------------------------------------------


def test_check_draws_a_report_and_repeats_it_in_words():
    task = exercises.get("bpe-count-pairs")
    right = views.check(task.id, task.reference)
    assert repr(right).startswith("✓ Right - 2 of 2 points")
    assert "#00715a" in right.markup
    wrong = views.check(task.id, task.wrong_answers[0].answer)
    assert task.wrong_answers[0].message in repr(wrong)
    assert "call: count_pairs(" in repr(wrong)
    assert "expected" in wrong.markup and "✗" in wrong.markup


def test_the_first_difference_is_marked():
    report = exercises.Report("wrong", 0.0, 2, "m", "f(1)", "['a', 'b']", "['a', 'x']")
    picture = feedback.report_picture(report)
    assert picture.markup.count("border-bottom:2px solid") == 2
    for ch in "bx":
        assert f">{ch}</span>&#x27;]" in picture.markup


@pytest.mark.parametrize(("expected", "got"), [("ab", "ab"), ("ab", "a"), (None, "a"), ("a", None)])
def test_marking_copes_with_equal_short_and_missing_texts(expected, got):
    report = exercises.Report("wrong", 0.0, 2, "m", None, expected, got)
    assert "<table" in feedback.report_picture(report).markup


def test_what_a_learner_wrote_is_escaped():
    report = exercises.Report("wrong", 0.0, 2, "<b>", "<i>", "<u>", "<s>")
    markup = feedback.report_picture(report).markup
    assert not any(tag in markup for tag in ("<b>", "<i>", "<u>", "<s>"))


def test_nothing_handed_in_is_said_in_one_quiet_line():
    picture = views.check("bpe-first-three", None)
    assert "Nothing to check yet" in repr(picture)
    assert "#b0400a" not in picture.markup


def test_hints_open_with_attempts_and_end_in_the_solution():
    task = exercises.get("bpe-first-three")
    assert "Hint 1 of 3" in repr(views.hint(task.id))
    assert "Hint 1 of 3" in repr(views.hint(task.id))
    views.check(task.id, task.wrong_answers[0].answer)
    assert "Hint 2 of 3" in repr(views.hint(task.id))
    assert repr(task.reference) in repr(views.solution(task.id))


# Controls ----------------------------------------------------------------------------------------


def test_choice():
    given = controls(forms.Choice(("a", "b"), "Which?"))
    assert given.read() is None
    given.write("b")
    assert given.read() == "b"
    given.write("gone")
    assert given.read() is None
    assert given.box.description == "Which?"


def test_line():
    given = controls(forms.Line("a b"))
    assert given.read() is None
    given.write("x")
    assert given.read() == "x"


@pytest.mark.parametrize(
    ("form", "value"), [(forms.Slider(0, 100, 1), 42), (forms.Slider(0, 1, 0.1), 0.3)]
)
def test_slider_and_number_box_agree(form, value):
    given = controls(form)
    slider, box = given.box.children
    slider.value = value
    assert given.read() == box.value == value
    given.write(form.maximum)
    assert slider.value == form.maximum


def test_order_is_read_when_every_place_is_filled():
    given = controls(forms.Order(("x", "y")))
    first, second = given.box.children
    first.value = "y"
    assert given.read() is None
    second.value = "x"
    assert given.read() == ["y", "x"]
    given.write(["x", "y"])
    assert given.read() == ["x", "y"]


def test_match_gives_the_rows_that_were_filled():
    given = controls(forms.Match(("r", "s"), ("1", "2")))
    assert given.read() is None
    given.write({"r": "2", "gone": "1"})
    assert given.read() == {"r": "2"}
    assert [w.description for w in given.box.children] == ["r", "s"]


def test_cutting_by_buttons_and_by_typing_is_the_same():
    given = controls(forms.Cut("unhappy"))
    toggles = inside(given.box, ipywidgets.ToggleButton)
    (field,) = inside(given.box, ipywidgets.Text)
    assert len(toggles) == 6
    toggles[1].value = True
    assert (field.value, given.read()) == ("un|happy", ["un", "happy"])
    assert toggles[1].description == "|"
    assert "cut between n and h" in toggles[1].tooltip
    field.value = "unh|appy"
    assert [toggle.value for toggle in toggles] == [False, False, True, False, False, False]
    assert toggles[1].description == "·"
    given.write(["u", "nhappy"])
    assert toggles[0].value


def test_a_long_text_is_cut_in_the_text_field():
    given = controls(forms.Cut("x" * 60))
    assert inside(given.box, ipywidgets.ToggleButton) == []
    assert given.read() == ["x" * 60]


def test_every_control_has_a_name():
    all_forms = [forms.Choice(("a",)), forms.Line(), forms.Slider(0, 9, 1), forms.Order(("a",)),
                 forms.Match(("r",), ("a",)), forms.Cut("ab")]  # fmt: skip
    named = (ipywidgets.Dropdown, ipywidgets.Text, ipywidgets.BoundedIntText)
    for form in all_forms:
        found = inside(controls(form).box, named)
        assert found and all(widget.description for widget in found), form


def test_an_unknown_form_is_refused():
    with pytest.raises(TypeError, match="no controls for a str"):
        controls("cut")


# Exercises ---------------------------------------------------------------------------------------

WITH_FORM = [task for task in exercises.all() if task.form is not None]


@pytest.mark.parametrize("task", WITH_FORM, ids=lambda task: task.id)
def test_the_right_answer_goes_in_through_the_panel(task):
    panel = views.exercise(task.id)
    given = controls(task.form)
    given.write(task.reference)
    assert exercises.score(task.id, given.read()) == task.points
    assert task.prompt in repr(panel)


def test_submitting_checks_and_remembers():
    panel = views.exercise("bpe-first-three")
    press(panel, "Submit")
    assert "Choose or type an answer first" in panel.children[-1].value
    assert progress.answers.load("02_bpe", "bpe-first-three") is None
    task = exercises.get("bpe-first-three")
    for box in inside(panel, ipywidgets.Dropdown):
        box.value = task.reference[box.description]
    press(panel, "Submit")
    assert "3 of 3 points" in panel.children[-1].value
    assert "bpe_first_three = {" in panel.children[-1].value
    again = views.exercise("bpe-first-three")
    assert [b.value for b in inside(again, ipywidgets.Dropdown)] == list(task.reference.values())
    assert "Your last answer is back" in again.children[-1].value
    assert repr(again) == repr(panel)


def test_a_very_long_answer_is_not_repeated_as_code():
    panel = views.exercise("oov-by-type-twice")
    (box,) = inside(panel, ipywidgets.Text)
    for answer, shown in (("the the the sat", True), ("the " * 2000, False)):
        box.value = answer
        press(panel, "Submit")
        assert ("oov_by_type_twice = " in panel.children[-1].value) == shown


def test_an_answer_of_another_version_is_left_alone():
    progress.answers.save("02_bpe", "bpe-first-three", 7)
    panel = views.exercise("bpe-first-three")
    assert panel.children[-1].value == ""


def test_the_hint_button():
    panel = views.exercise("bpe-first-three")
    press(panel, "Hint")
    assert "Hint 1 of 3" in panel.children[-1].value


def test_a_function_exercise_has_a_panel_without_controls():
    panel = views.exercise("bpe-count-pairs")
    assert [b.description for b in inside(panel, ipywidgets.Button)] == ["Hint"]


# Quiz --------------------------------------------------------------------------------------------


def words(text):
    return Text(text, text + " (zh)")


def question(kind, **fields):
    options = tuple(
        Option(words(text), words(f"why {text}"), right)
        for text, right in fields.pop("options", ())
    )
    same = {"stem": words("stem"), "why": words("because"), "topic": "bpe", "source": "test"}
    return Question(id=f"q-{kind}", kind=kind, level=1, options=options, **same, **fields)


def letter_of(panel, text):
    return next(
        line.strip()[0] for line in repr(panel).splitlines() if line.strip()[1:] == f". {text}"
    )


def test_single_choice_gives_the_reason_of_every_option():
    panel = quiz_panel(
        [question("single", options=[("yes", True), ("no", False), ("maybe", False)])]
    )
    (box,) = inside(panel, ipywidgets.Dropdown)
    box.value = letter_of(panel, "no")
    press(panel, "Answer")
    said = panel.children[2].children[-1].value
    assert "✗ Not right." in said
    assert all(f"why {text}" in said for text in ("yes", "no", "maybe"))
    assert "Score: 0 of 1 answered; 1 questions in all." in panel.children[-1].value
    box.value = letter_of(panel, "yes")
    press(panel, "Answer")
    assert "✓ Right." in panel.children[2].children[-1].value
    assert "Score: 0 of 1" in panel.children[-1].value
    assert [e.result["correct"] for e in progress.events("q-single")] == [False]


def test_not_knowing_is_an_honest_answer():
    panel = quiz_panel([question("single", options=[("yes", True), ("no", False)])])
    press(panel, "I don't know yet")
    assert "Now you will know" in panel.children[2].children[-1].value
    assert "Score: 0 of 1" in panel.children[-1].value


def test_nothing_chosen_is_said_and_not_marked():
    panel = quiz_panel([question("multiple", options=[("a", True), ("b", False)])])
    press(panel, "Answer")
    assert "Choose or type an answer first" in panel.children[2].children[-1].value
    assert progress.events("q-multiple") == ()


def test_multiple_choice():
    panel = quiz_panel([question("multiple", options=[("a", True), ("b", True), ("c", False)])])
    letters = {box.description: box for box in inside(panel, ipywidgets.Checkbox)}
    letters[letter_of(panel, "a")].value = True
    press(panel, "Answer")
    assert "≈ Partly right." in panel.children[2].children[-1].value
    letters[letter_of(panel, "b")].value = True
    press(panel, "Answer")
    assert "✓ Right." in panel.children[2].children[-1].value


def test_a_slip_in_a_number_costs_nothing():
    panel = quiz_panel([question("numeric", answer=2.5)])
    (field,) = inside(panel, ipywidgets.Text)
    field.value = "2.5 pieces"
    press(panel, "Answer")
    assert "A number is wanted" in panel.children[2].children[-1].value
    field.value = "2.5"
    press(panel, "Answer")
    assert "Score: 1 of 1" in panel.children[-1].value


def test_numeric_and_text_say_the_right_answer():
    panel = quiz_panel([question("numeric", answer=2.5), question("text", accepted=("ug",))])
    for field, wrong, right in zip(
        inside(panel, ipywidgets.Text), ("3", "gu"), ("2.5", "ug"), strict=True
    ):
        number = 0 if wrong == "3" else 1
        field.value = wrong
        press(panel, "Answer", number)
        assert f"The right answer: {right}." in panel.children[2 + number].children[-1].value
        field.value = right
        press(panel, "Answer", number)
        assert "✓ Right." in panel.children[2 + number].children[-1].value


def test_order_and_match():
    ordered = quiz_panel(
        [question("order", options=[("one", False), ("two", False), ("three", False)])]
    )
    for box, text in zip(
        inside(ordered, ipywidgets.Dropdown), ("one", "two", "three"), strict=True
    ):
        box.value = letter_of(ordered, text)
    press(ordered, "Answer")
    assert "✓ Right." in ordered.children[2].children[-1].value
    pairs = (Option(words("bert"), words("w"), partner=words("wordpiece")),
             Option(words("gpt"), words("w"), partner=words("bpe")))  # fmt: skip
    asked = question("match")
    matched = quiz_panel(
        [Question(**{name: getattr(asked, name) for name in asked.__slots__} | {"options": pairs})]
    )
    partner = {letter_of(matched, "bert"): "wordpiece", letter_of(matched, "gpt"): "bpe"}
    for box in inside(matched, ipywidgets.Dropdown):
        box.value = partner[box.description]
    press(matched, "Answer")
    assert "✓ Right." in matched.children[2].children[-1].value


def test_open_questions_show_a_model_answer():
    panel = quiz_panel([question("open", model_answer=words("model"), rubric=(words("point"),))])
    inside(panel, ipywidgets.Textarea)[0].value = "mine"
    press(panel, "Answer")
    said = panel.children[2].children[-1].value
    assert "model" in said and "- point" in said


def test_quiz_cards_of_a_lesson():
    panel = views.quiz_cards("02_bpe")
    assert repr(panel).startswith(f"Questions: {len(quiz.of_lesson('02_bpe'))}")
    assert repr(views.quiz_cards("02_bpe")) == repr(panel)
    with pytest.raises(KeyError, match="no questions for lesson 'x'"):
        views.quiz_cards("x")


# Bets and progress -------------------------------------------------------------------------------


def test_a_bet_on_a_word_is_kept_and_revealed():
    panel = views.bet(
        "b1",
        "Which?",
        "ug",
        options=("ug", "un"),
        why="Count.",
        show=lambda: Html("<p>pic</p>", "pic"),
    )
    assert "20" not in repr(panel)
    press(panel, "Place the bet")
    assert "Choose an answer first" in panel.children[-2].value
    inside(panel, ipywidgets.Dropdown)[0].value = "un"
    press(panel, "Place the bet")
    assert "✗ Lost. You said un; the truth is ug. Count." in panel.children[-2].value
    assert "<p>pic</p>" in panel.children[-1].value
    (kept,) = progress.bets.all()
    assert (kept.id, kept.guess, kept.truth, kept.won) == ("b1", "un", "ug", False)


@pytest.mark.parametrize(
    ("guess", "won"), [(20, True), (24, True), (26, False), (15, False), (0, False)]
)
def test_a_bet_on_a_number_is_won_when_it_is_near(guess, won):
    panel = views.bet("b2", "How many?", lambda: 20, unit="tokens")
    inside(panel, ipywidgets.BoundedIntText)[0].value = guess
    press(panel, "Place the bet")
    assert progress.bets.all()[0].won is won
    assert "the truth is 20 tokens" in panel.children[-2].value


def test_a_truth_of_zero_must_be_met():
    panel = views.bet("b3", "How many?", 0)
    press(panel, "Place the bet")
    assert progress.bets.all()[0].won


def test_a_bet_that_cannot_be_won_is_refused():
    with pytest.raises(ValueError, match="none of the options"):
        views.bet("b4", "Which?", "x", options=("a", "b"))


def test_progress_is_shown_live_and_never_stored():
    panel = views.progress_panel()
    stored = repr(panel)
    task = exercises.get("bpe-count-pairs")
    exercises.check(task.id, task.reference)
    press(panel, "Refresh")
    total = sum(t.points for t in exercises.of_lesson("02_bpe"))
    assert f"2 of {total}" in panel.children[2].value
    assert repr(panel) == stored
