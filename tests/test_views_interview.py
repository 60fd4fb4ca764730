"""The panels of the interview and the review, by the buttons that a learner presses."""

import pytest

from subword_lab import i18n, progress, quiz, views
from subword_lab.quiz import interview, review, topic_scores
from subword_lab.quiz.interview import Plan
from subword_lab.views.panels.interview_report import report_picture
from test_quiz import right_answer


@pytest.fixture(autouse=True)
def english():
    yield
    i18n.set_language(None)


def verbs():
    return [event.verb for event in progress.events()]


def press(panel, name):
    panel.buttons[name].click()


def give(panel, value):
    """Give an answer to the question on screen, as its card would."""
    return panel._answered(value)


def reply(panel, at):
    """Press the button of that place under a doubt."""
    panel.stage.children[1].children[-1].children[at].click()


def go_through(panel, answer=right_answer):
    """Answer everything, hold on to what is doubted, rate open answers with nothing."""
    while panel.now.stage != "over":
        question = panel.now.question
        give(panel, "said" if question.kind == "open" else answer(question))
        if panel.now.stage in ("doubt", "rate"):
            reply(panel, 0)
        press(panel, "next")


def test_an_interview_goes_from_start_to_report():
    panel = views.mock_interview(seed=3, count=5, level=1)
    assert "Press Start" in repr(panel) and panel.clock.ticking.playing is False
    press(panel, "start")
    assert panel.clock.ticking.playing is True
    assert panel.now.question.stem.en in repr(panel)
    go_through(panel)
    assert panel.clock.ticking.playing is False and panel.buttons["next"].disabled
    scored = sum(turn.question.kind != "open" for turn in panel.now.turns)
    assert f"Your score: {scored} of {scored}" in repr(panel) and "A plan for 7 days" in repr(panel)
    assert verbs().count("answered") == scored and verbs()[-1] == "interviewed"


def test_a_question_left_open_earns_nothing_and_the_end_can_come_early():
    panel = views.mock_interview(seed=3)
    press(panel, "start")
    press(panel, "next")
    assert "not answered yet" in panel.said.value and panel.now.turns == ()
    press(panel, "next")
    press(panel, "end")
    press(panel, "end")
    assert "Your score: 0 of 1" in repr(panel) and verbs() == ["answered", "interviewed"]


def test_what_is_chosen_is_asked_and_a_second_start_begins_anew():
    panel = views.mock_interview(seed=3)
    choices = {"topic": "unigram", "level": 4, "count": 2, "timed": False}
    for name, value in choices.items():
        panel.settings[name].value = value
    for _ in range(2):
        press(panel, "start")
        assert panel.plan == Plan(seed=3, topics=("unigram",), level=4, count=2)
        assert panel.now.turns == () and panel.now.question.topic == "unigram"
        assert panel.clock.box.children[0].layout.display == "none"
        press(panel, "next")


def test_a_timed_interview_ends_with_its_time():
    panel = views.mock_interview(seed=3, minutes=1, count=10)
    press(panel, "start")
    panel.clock.ticking.value = 61
    give(panel, None)
    assert panel.now.stage == "over"
    press(panel, "next")
    assert "Your score: 0 of 1" in repr(panel) and "1 min 1 s" in repr(panel)


def doubted():
    for seed in range(50):
        panel = views.mock_interview(seed=seed, topics=("bpe",), count=2)
        press(panel, "start")
        if panel.now.question.kind == "single":
            said = give(panel, right_answer(panel.now.question))
            if panel.now.stage == "doubt":
                assert said == ""  # the verdict comes after the reply
                return panel
    raise AssertionError("nobody doubts in fifty interviews")


@pytest.mark.parametrize(("button", "said", "earned"), [(0, "held on", 1), (1, "gave in", 0)])
def test_a_doubt_is_answered_by_two_buttons(button, said, earned):
    panel = doubted()
    assert panel.buttons["next"].disabled
    assert "Are you sure?" in panel.stage.children[1].children[0].value
    reply(panel, button)
    assert said in panel.stage.children[1].value and not panel.buttons["next"].disabled
    assert panel.now.turns[0].mark.earned == earned


def opened():
    for seed in range(50):
        panel = views.mock_interview(seed=seed, level=5, count=2)
        press(panel, "start")
        if panel.now.question.kind == "open":
            return panel
    raise AssertionError("no open question in fifty interviews")


def test_an_open_answer_is_compared_and_rated():
    panel = opened()
    question = panel.now.question
    give(panel, "my answer")
    said, *boxes, _ = panel.stage.children[1].children
    assert len(boxes) == len(question.rubric) and "Nobody marks it but you" in said.value
    boxes[0].value = True
    reply(panel, 0)
    (event,) = progress.events(question.id)
    assert (event.verb, event.result["met"]) == ("rated", 1)


def test_a_second_click_answers_nothing():
    panel = views.mock_interview(seed=3)
    press(panel, "start")
    said = give(panel, None)
    assert said and len(panel.now.turns) == 1
    panel.stage.children[0].children[3].value = said  # as the card does
    assert give(panel, None) == said and len(panel.now.turns) == 1
    panel = doubted()
    panel._reply(True)
    panel._reply(False)
    assert [turn.held for turn in panel.now.turns] == [True]


def test_a_wrong_form_is_said_and_the_question_waits():
    panel = views.mock_interview(seed=3)
    press(panel, "start")
    card = panel.stage.children[0]
    card.children[2].children[0].click()
    assert "Choose or type an answer first" in card.children[3].value
    assert panel.now.turns == () and panel.now.stage == "ask"


def test_the_language_switches_live():
    panel = doubted()
    question = panel.sheet.question
    panel.language.value = "zh"
    assert question.stem.zh[:8] in panel.stage.children[0].children[0].value
    assert "你确定吗" in panel.stage.children[1].children[0].value
    assert panel.buttons["next"].description == "下一题"
    reply(panel, 0)
    press(panel, "next")
    assert panel.now.question.stem.zh in repr(panel)
    panel.language.value = "en"
    assert panel.now.question.stem.en in repr(panel) and panel.settings["topic"].value == "bpe"
    press(panel, "end")
    panel.language.value = "zh"
    assert "最弱的主题在前" in panel.report.value


def test_the_report_links_what_was_missed_weakest_first():
    right, wrong = (quiz.Mark(ok, float(ok), 1, quiz.Text("w", "w")) for ok in (True, False))
    bpe_one, bpe_two = quiz.get("bpe-aaa"), quiz.get("bpe-vocab-size")
    marks = [(quiz.get("sp-traits"), right), (bpe_one, right), (bpe_two, wrong)]
    scores = topic_scores.by_topic(marks)
    assert [(s.topic, s.earned, s.asked) for s in scores] == [
        ("bpe", 1.0, 2),
        ("sentencepiece", 1.0, 1),
    ]
    assert scores[0].missed == (bpe_two,)
    days = topic_scores.plan_days(scores)
    drawn = report_picture(interview.Report(scores, (), 0, 0, 0.0, days))
    assert 'href="02_bpe.ipynb#cell-id=02-watch"' in drawn.markup
    assert "02_bpe.ipynb" in drawn.text
    empty = interview.report(interview.stop(interview.begin(Plan())))
    assert report_picture(empty).text == "Nothing was answered, so there is nothing to report."


# Review -------------------------------------------------------------------------------------------


def test_a_review_asks_new_variants_and_keeps_the_answers():
    panel = views.review_panel(count=3)
    _, _, buttons, said, cards = panel.children
    (start,) = buttons.children
    assert "Press Review now" in repr(panel) and not cards.children
    start.click()
    assert "0 due, 3 new" in said.value
    (inner,) = cards.children
    skip = inner.children[2].children[2].children[1]
    skip.click()
    assert verbs() == ["answered"] and review.cards()[0].seen == 1
    start.click()
    assert len(cards.children) == 1


def test_nothing_to_review_is_said():
    for question in quiz.questions():
        if question.kind != "open":
            review.rate(question, True)
    panel = views.review_panel()
    _, _, buttons, said, _ = panel.children
    buttons.children[0].click()
    assert "Nothing is due" in said.value
    with pytest.raises(ValueError, match="a review has 1 to 200"):
        views.review_panel(0)
