"""The layer table of docs/architecture.md, read from the code itself."""

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "subword_lab"
LAYERS = [
    {"text"},
    {"pairs", "ties", "training", "scores", "lattice", "trace"},
    {"bpe", "wordpiece", "unigram"},
    {"tokenizer", "encoding", "special", "recipes", "decoding", "formats", "fast", "vocabs",
     "metrics", "corpora", "preparation", "normalizer", "spaces", "cutting", "wordlevel", "losses",
     "house", "stations", "effort", "resizing", "contest", "doctor", "sources",
     "inspection", "comparing", "files"},
    {"exercises", "quiz", "progress", "i18n"},
    {"views", "cli", "lab", "jupyter", "instructor", "verbs", "__main__"},
]  # fmt: skip
FACES = len(LAYERS) - 1
ALGORITHMS = 2
DISPLAY = {"ipywidgets", "IPython", "matplotlib", "traitlets", "anywidget"}
TEXT_AND_PARTS_MAY_USE = {"numpy", "regex"}
WATCHERS = {"verbose", "progress", "on_step", "ax"}  # a layer below the faces yields steps instead

FILES = sorted(p for p in PACKAGE.rglob("*.py") if p != PACKAGE / "__init__.py")


def module_of(path):
    """The module of the table a file belongs to: bpe for bpe.py, text for text/normalize.py."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def layer_of(module):
    return next(at for at, modules in enumerate(LAYERS) if module in modules)


def files_of(*levels):
    """The files of some layers; a module that is not in the table is nobody's."""
    modules = set().union(*(LAYERS[level] for level in levels))
    return [path for path in FILES if module_of(path) in modules]


def imports(path):
    """Every import in a file, also inside functions, as absolute dotted names."""
    here = ("subword_lab", *path.relative_to(PACKAGE).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = here[: len(here) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif is_lazy_import(node):
            yield node.args[0].value


def is_lazy_import(node):
    """Whether this is import_module("…") or __import__("…") with a literal name."""
    if not (isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)):
        return False
    return getattr(node.func, "attr", getattr(node.func, "id", "")) in {
        "import_module",
        "__import__",
    }


def own_imports(path):
    """The modules of the package a file imports."""
    parts = [name.split(".") for name in imports(path)]
    return {p[1] for p in parts if p[0] == "subword_lab" and len(p) > 1} - {"__version__"}


def outside_imports(path):
    return {name.split(".")[0] for name in imports(path)} - {"subword_lab"}


def name(path):
    return path.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_module_is_in_the_table_and_imports_only_from_below(path):
    module = module_of(path)
    assert any(module in modules for modules in LAYERS), "add it to docs/architecture.md and here"
    level = layer_of(module)
    for other in own_imports(path) - {module}:
        same_layer_allowed = level != ALGORITHMS
        assert layer_of(other) < level or (layer_of(other) == level and same_layer_allowed), (
            f"{name(path)} (layer {level}) imports {other} (layer {layer_of(other)})"
        )


@pytest.mark.parametrize("path", files_of(*range(FACES)), ids=name)
def test_below_the_faces_nothing_is_displayed(path):
    assert outside_imports(path) & DISPLAY == set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            assert getattr(node.func, "id", "") != "print", f"{name(path)}:{node.lineno} prints"
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            watched = {argument.arg for argument in arguments} & WATCHERS
            assert not watched, f"{name(path)}: {node.name} takes {watched}"


@pytest.mark.parametrize("path", files_of(0, 1, ALGORITHMS), ids=name)
def test_text_parts_and_algorithms_use_little(path):
    assert outside_imports(path) - sys.stdlib_module_names <= TEXT_AND_PARTS_MAY_USE


def test_the_page_shows_this_table():
    page = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    for level, modules in enumerate(LAYERS):
        row = next(line for line in page.splitlines() if line.startswith(f"| {level} "))
        cell = row.split("|")[2]
        assert modules <= {part.strip(" `/,") for part in cell.replace("(", ",").split(",")}, row
