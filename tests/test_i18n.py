"""Texts come from catalogues: every key exists, every text is used, views hold none themselves."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from subword_lab import i18n

PACKAGE = Path(i18n.__file__).parents[1]
VIEWS = sorted((PACKAGE / "views").rglob("*.py"))
CATALOGUES = sorted(Path(i18n.__file__).parent.glob("*/*.toml"))
OPEN_AREAS = re.compile(r"(lesson_\d\d|coding)$")  # their keys are made from ids of exercises


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.delenv("SUBWORD_LAB_LANG", raising=False)
    yield
    i18n.set_language(None)


@pytest.fixture
def catalogues(tmp_path, monkeypatch):
    """Write catalogues of two small languages and let i18n read those."""

    def write(**texts):
        for name, text in texts.items():
            (tmp_path / name).mkdir()
            (tmp_path / name / "demo.toml").write_text(text, encoding="utf-8")
        monkeypatch.setattr(i18n, "files", lambda package: tmp_path)
        i18n.catalogue.cache_clear()

    yield write
    i18n.catalogue.cache_clear()


def test_text_with_parameters(catalogues):
    catalogues(en='[a]\nb = "{count} pieces"')
    assert i18n.t("demo.a.b", count=3) == "3 pieces"


def test_missing_key_names_file_and_key(catalogues):
    catalogues(en='a = "x"')
    with pytest.raises(KeyError, match=r"no text 'b\.c' in the catalogue i18n/en/demo\.toml"):
        i18n.t("demo.b.c")


def test_missing_parameter_is_named(catalogues):
    catalogues(en='a = "{count} pieces"')
    with pytest.raises(KeyError, match="'demo.a' wants a parameter 'count'"):
        i18n.t("demo.a", number=3)


def test_a_translation_falls_back_to_english(catalogues, monkeypatch):
    catalogues(en='a = "one"\nb = "two"\nlist = ["x", "y"]', zh='a = "一"')
    i18n.set_language("zh")
    assert (i18n.t("demo.a"), i18n.t("demo.b"), i18n.texts("demo.list")) == (
        "一",
        "two",
        ["x", "y"],
    )
    i18n.set_language(None)
    monkeypatch.setenv("SUBWORD_LAB_LANG", "zh")
    assert i18n.t("demo.a") == "一"


def test_a_catalogue_that_a_language_lacks_is_the_english_one(catalogues):
    catalogues(en='a = "one"', zh='a = "一"')
    i18n.set_language("zh")
    (Path(i18n.files("") / "en" / "other.toml")).write_text('b = "two"', encoding="utf-8")
    assert i18n.table("other") == {"b": "two"}


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="no texts in language 'xx'; there are"):
        i18n.set_language("xx")


@pytest.mark.parametrize("ask", [i18n.t, i18n.texts, i18n.table])
def test_the_wrong_kind_of_text_is_named(ask, catalogues):
    catalogues(en='text = "x"\nlist = ["x"]\n[table]\na = "x"')
    kinds = {i18n.t: "demo.list", i18n.texts: "demo.table", i18n.table: "demo.text"}
    with pytest.raises(KeyError, match=f"'{kinds[ask]}' is no"):
        ask(kinds[ask])


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_catalogue_reads_and_its_parameters_have_plain_names(path):
    for key, text in leaves(i18n.catalogue(path.parent.name, path.stem)):
        assert text.strip(), f"{key} is empty"
        if OPEN_AREAS.match(path.stem) and not key.endswith(".clue"):
            continue  # code in prompts and hints has braces of its own and is never formatted
        for _, name, _, _ in Formatter().parse(text):
            assert name is None or name.isidentifier(), f"{key}: {name!r}"


# Views -------------------------------------------------------------------------------------------


def leaves(table, prefix=""):
    """All texts of a catalogue with their keys; those of a list share one."""
    for name, value in table.items():
        key = f"{prefix}{name}"
        if isinstance(value, dict):
            yield from leaves(value, f"{key}.")
        else:
            yield from ((key, text) for text in ([value] if isinstance(value, str) else value))


def docstrings(tree):
    """Strings that stand alone as a statement: they describe, and nobody is shown them."""
    return [n.value for n in ast.walk(tree) if isinstance(n, ast.Expr) and is_text(n.value)]


def is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def literals(tree):
    """String literals outside docstrings and `raise`; the gaps of an f-string become one letter."""
    skipped = {id(node) for node in docstrings(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise):
            skipped |= {id(inner) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in ast.walk(node) if isinstance(part, ast.Constant)
                        and part in node.values}  # fmt: skip
            parts = (getattr(part, "value", "x") for part in node.values)
            yield node.lineno, "".join(p if isinstance(p, str) else "0" for p in parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


TAG = re.compile(
    r"<[^<>]*>|^[^<>]*>|<[^<>]*$|[\w-]+=\"[^\"]*\""
)  # tags, halves of tags, attributes
CSS = re.compile(r"[^{};]*\{[^{}]*\}|[\w-]+:[^;]+(;|$)")  # rules and declarations
CSS_VALUE = re.compile(r"[\w.%#-]+( (solid|dashed|dotted|double|wrap|auto|[\d.#-]+\w*%?))+")
SVG_PATH = re.compile(r"[MCLQ][\dMCLQ, .-]*")


def is_prose(text):
    """Whether a literal says something to a reader: letters and a space, beside markup and CSS."""
    if CSS_VALUE.fullmatch(text) or SVG_PATH.fullmatch(text):
        return False
    rest = CSS.sub("", TAG.sub("", text)).strip()
    return " " in rest and re.search(r"[^\W\d_]{2}", rest) is not None


@pytest.mark.parametrize("text", ["Next step", "<b>Try again</b>", "no piece fits, x"])
def test_prose_is_recognized(text):
    assert is_prose(text)


@pytest.mark.parametrize(
    "text", ['<span class="a b">0</span>', "1px solid #828a93", "color:red;margin:0 2px", "next"]
)
def test_markup_is_no_prose(text):
    assert not is_prose(text)


@pytest.mark.parametrize("path", VIEWS, ids=lambda path: path.stem)
def test_views_hold_no_text_of_their_own(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [f"line {line}: {text!r}" for line, text in literals(tree) if is_prose(text)]
    assert found == []


def keys_used():
    """Every key asked for in views/; of an f-string, what stands before its first gap, and a *."""
    for path in VIEWS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if re.fullmatch(r"views(_\w+)?(\.\w+)+", node.value):
                    yield node.value
            elif isinstance(node, ast.JoinedStr) and node.values:
                start = str(getattr(node.values[0], "value", ""))
                if re.match(r"views(_\w+)?\.", start):
                    yield f"{start}*"


def test_every_text_of_the_views_is_there_and_used():
    areas = [path.stem for path in CATALOGUES if path.match("en/views*.toml")]
    there = {key for a in areas for key, _ in leaves(i18n.catalogue("en", a), f"{a}.")}
    used = set(keys_used())
    stems = tuple(key.removesuffix("*") for key in used if key.endswith("*"))
    assert {key for key in used if not key.endswith("*")} - there == set()
    assert [stem for stem in stems if not any(key.startswith(stem) for key in there)] == []
    assert {key for key in there if not key.startswith(stems)} - used == set()
