"""Questions of one's own, beside the bank; mistakes name file, question and field."""

import os

import pytest

from subword_lab import cli, quiz
from subword_lab.quiz import own

QUESTION = """
[[question]]
id = "own-one"
kind = "single"
topic = "bpe"
level = 2
source = "A lecture"
stem = { en = "Which pair?", zh = "哪一对？" }
why = { en = "Because.", zh = "因为。" }

  [[question.options]]
  text = { en = "this", zh = "这个" }
  why = { en = "Yes.", zh = "对。" }
  correct = true

  [[question.options]]
  text = { en = "that", zh = "那个" }
  why = { en = "No.", zh = "不对。" }
"""
THIRD = """
  [[question.options]]
  text = {{ en = "other {0}", zh = "别的 {0}" }}
  why = {{ en = "No.", zh = "不对。" }}
""".format
NUMERIC = """
[[question]]
id = "own-number"
kind = "numeric"
topic = "bpe"
level = 2
source = "A lecture"
answer = 3
stem = { en = "How many?", zh = "多少？" }
why = { en = "Because.", zh = "因为。" }
"""


@pytest.fixture(autouse=True)
def bank_of_our_own(monkeypatch):
    monkeypatch.setattr(own, "_added", [])
    quiz.questions.cache_clear()
    yield
    monkeypatch.undo()
    quiz.questions.cache_clear()


@pytest.fixture
def write(tmp_path):
    def put(text, name="mine.toml"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return put


def test_a_file_joins_the_bank(write):
    count, path = len(quiz.questions()), write(QUESTION + NUMERIC)
    new = quiz.add(path)
    assert [question.id for question in new] == ["own-one", "own-number"]
    assert quiz.questions()[count:] == new
    assert quiz.mark(quiz.get("own-one"), 0).correct
    assert quiz.add(str(path)) == () and len(quiz.questions()) == count + 2  # once is enough


def test_a_folder_joins_the_bank(write):
    write(NUMERIC, "b.toml")
    folder = write(QUESTION, "a.toml").parent
    write("no questions", "notes.txt")
    assert [question.id for question in quiz.add(folder)] == ["own-one", "own-number"]


def test_the_environment_names_files_and_folders(write, monkeypatch):
    paths = [write(QUESTION), write(NUMERIC, "more/b.toml").parent]
    monkeypatch.setenv("SUBWORD_LAB_QUESTIONS", os.pathsep.join(["", *map(str, paths)]))
    assert {quiz.get("own-one").source, quiz.get("own-number").source} == {"A lecture"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('kind = "single"', 'kind = "choice"', "mine.toml, own-one: kind is 'choice'; known are"),
        ("level = 2", "level = 9", "mine.toml, own-one: level is 9; it goes from 1 to 5"),
        ("level = 2", "", "mine.toml, own-one: level is missing"),
        ("level = 2", "levle = 2\nlevel = 2", "mine.toml, own-one: there is no field 'levle'"),
        ('topic = "bpe"', 'topic = "biology"', "mine.toml, own-one: topic is 'biology'"),
        ("own-one", "Own one!", "mine.toml, Own one!: an id has small letters, digits and -"),
        ("own-one", "bpe-aaa", "mine.toml, bpe-aaa: this id is also in 02_bpe.toml"),
        ("Which pair?", "Which \\u0000?", "mine.toml, own-one, stem, en holds U\\+0000"),
        ("Which pair?", "Which \\u0007?", "mine.toml, own-one, stem, en holds U\\+0007"),
        ("A lecture", "A \\u001b[0m", "mine.toml, own-one, source holds U\\+001B"),
        ("因为。", "\\uFFFF", "mine.toml, own-one, why, zh holds U\\+FFFF"),
        ("Which pair?", " ", "mine.toml, own-one, stem: en is empty"),
        ("correct = true", "correct = 1", "mine.toml, own-one, option 1: correct is true or false"),
        ('zh = "那个"', 'zh = "这个"', "mine.toml, own-one: two options read the same in zh"),
        ("correct = true", "", "mine.toml, own-one: a single question has one correct option"),
        ("[[question]]", "[[question", "mine.toml: not readable as TOML"),
        ("[[question]]", "[[questions]]", "mine.toml: a bank holds"),
        ("level = 2", 'level = 2\ngenerator = "none"', "own-one: there is no generator 'none'"),
        ("level = 2", 'level = 2\nproof = "02_bpe"', "own-one: proof is '02_bpe'; write it as"),
        ("level = 2", "level = 2\nversion = 0", "own-one: version is 0; it goes from 1 to 9999"),
        ("level = 2", f"level = 2\nversion = 1{'0' * 400}", "own-one: version is too large"),
        ("level = 2", f"level = 2\nanswer = {'9' * 5000}", "mine.toml: not readable as TOML"),
        ("level = 2", f"level = {'[' * 3000}", "mine.toml: not readable as TOML"),
        (QUESTION, QUESTION + "".join(map(THIRD, range(9))), "own-one: wants 2 to 10 options"),
    ],
)
def test_a_mistake_is_named_and_spoils_nothing(write, old, new, said):
    before = quiz.questions()
    assert old in QUESTION
    with pytest.raises(ValueError, match=said):
        quiz.add(write(QUESTION.replace(old, new, 1)))
    assert quiz.questions() == before


@pytest.mark.parametrize(
    "key",
    ["answer = nan", "answer = inf", "answer = 3\ntolerance = -1", "answer = 3\ntolerance = nan"],
)
def test_numbers_are_numbers(write, key):
    with pytest.raises(ValueError, match="own-number: answer and tolerance are finite"):
        quiz.add(write(NUMERIC.replace("answer = 3", key)))


def test_a_mark_at_the_start_of_the_file_is_no_mistake(write):
    (question,) = quiz.add(write("\ufeff" + QUESTION))
    assert question.id == "own-one"


def test_partners_differ_in_each_language(write):
    text = QUESTION.replace('"single"', '"match"').replace("  correct = true\n", "")
    for partner in ("甲", "乙"):
        at = text.index("  why = { en", text.index("options"))
        text = text[:at] + f'  partner = {{ en = "P", zh = "{partner}" }}\n' + text[at:]
        text = text.replace("  why = { en", "  why={ en", 1) if partner == "甲" else text
    with pytest.raises(ValueError, match="own-one: two different partners read the same in en"):
        quiz.add(write(text))


@pytest.mark.parametrize(
    ("generator", "said"),
    [("oov_rate", "oov_rate makes no numeric question"), ("utf8_bytes", "no reason 'words'")],
)
def test_a_generator_that_does_not_fit_is_found_by_the_check(write, capsys, generator, said):
    text = NUMERIC.replace("answer = 3", f'generator = "{generator}"')
    path = write(text.replace("How many?", "How many {words}?"))
    assert cli.main(["questions", "check", str(path)]) == 2
    assert said in capsys.readouterr().err


def test_bytes_that_are_no_text_name_the_file(tmp_path):
    path = tmp_path / "latin.toml"
    path.write_bytes(QUESTION.replace("Because", "Weil's \xfc").encode("latin-1", "replace"))
    with pytest.raises(ValueError, match=r"latin\.toml is not UTF-8"):
        quiz.add(path)


def test_no_such_path(tmp_path, write):
    with pytest.raises(FileNotFoundError, match="no file or folder .*missing.toml"):
        quiz.add(tmp_path / "missing.toml")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="empty holds no .toml file"):
        quiz.add(tmp_path / "empty")
    with pytest.raises(TypeError):
        quiz.add(7)
    assert own.files() == []


def test_the_verb_checks(write, capsys):
    assert cli.main(["questions", "check", str(write(QUESTION + NUMERIC))]) == 0
    out = capsys.readouterr().out
    assert "2 questions, no mistakes" in out and "numeric  1" in out
    assert (
        cli.main(["questions", "check", str(write(QUESTION.replace("level = 2", "level = 7")))])
        == 2
    )
    assert "mine.toml, own-one: level is 7" in capsys.readouterr().err


def test_a_line_break_and_a_tab_are_text(write):
    (question,) = quiz.add(write(NUMERIC.replace("How many?", "How\\n\\tmany?")))
    assert question.stem.en == "How\n\tmany?"


def test_own_questions_are_exported(write, tmp_path, monkeypatch):
    monkeypatch.setenv("SUBWORD_LAB_QUESTIONS", str(write(QUESTION)))
    target = tmp_path / "x.xml"
    assert cli.main(["questions", "export", "moodle", str(target), "--topic", "bpe"]) == 0
    assert "<idnumber>own-one</idnumber>" in target.read_text(encoding="utf-8")
