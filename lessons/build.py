"""Build the notebooks: percent source in `lessons/`, executed notebook in `notebooks/`.

    python lessons/build.py                      every lesson out of step with its notebook
    python lessons/build.py --force              every lesson
    python lessons/build.py lessons/02_bpe.py    this one
    python lessons/build.py --check              builds nothing, fails when a pair is out of step

A second build gives the same bytes: cell ids come from the cells' keys, nothing random or timed is stored.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from kernel_environment import fix_environment

LESSONS = Path(__file__).resolve().parent
NOTEBOOKS = LESSONS.parent / "notebooks"
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
KEPT = ("tags", "exercise")  # the cell metadata that reaches the notebook; `key` becomes the id
WIDGET = "application/vnd.jupyter.widget-view+json"


def sources() -> list[Path]:
    """Every lesson, in order: the files named like 02_bpe.py or A_claims.py."""
    return sorted(LESSONS.glob("[0-9A-Z]*_*.py"))


def target(source: Path) -> Path:
    """The notebook a lesson is built into."""
    return NOTEBOOKS / f"{source.stem}.ipynb"


def parse(source: Path) -> NotebookNode:
    """The lesson as a notebook that has not been executed."""
    notebook = jupytext.reads(source.read_text(encoding="utf-8"), fmt="py:percent")
    number = source.stem.partition("_")[0]
    for at, cell in enumerate(notebook.cells):
        key = cell.metadata.get("key")
        if not key:
            raise ValueError(f'{source.name}: cell {at} has no key; write it as # %% key="…"')
        cell.id = f"{number}-{key}"
        cell.metadata = NotebookNode({k: cell.metadata[k] for k in KEPT if k in cell.metadata})
    repeated = [i for i, n in Counter(cell.id for cell in notebook.cells).items() if n > 1]
    if repeated:
        raise ValueError(f"{source.name}: keys used twice: {', '.join(repeated)}")
    notebook.metadata = NotebookNode(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


def execute(notebook: NotebookNode) -> None:
    """Run all cells in a fresh kernel and keep what can be compared."""
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=60,
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(NOTEBOOKS)}},
    )
    client.execute()
    notebook.metadata = NotebookNode(METADATA)
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            # subtle: a widget's model id is random; without it the text twin is what a reader sees
            output.get("data", {}).pop(WIDGET, None)


def write(notebook: NotebookNode, path: Path) -> None:
    """Store a notebook: keys sorted, one newline at the end."""
    nbformat.validate(notebook)
    text = nbformat.writes(notebook, version=nbformat.NO_CONVERT).rstrip("\n") + "\n"
    path.write_text(text, encoding="utf-8", newline="\n")


def build(source: Path) -> Path:
    """Parse, execute and store one lesson."""
    NOTEBOOKS.mkdir(exist_ok=True)
    notebook = parse(source)
    execute(notebook)
    write(notebook, target(source))
    return target(source)


def skeleton(notebook: NotebookNode) -> list[tuple[str, str, str, dict]]:
    """What a notebook and its lesson must share: everything but outputs and counts."""
    return [(c.id, c.cell_type, c.source, dict(c.metadata)) for c in notebook.cells]


def in_step(source: Path) -> bool:
    """Whether the notebook exists and holds exactly the lesson's cells."""
    if not target(source).exists():
        return False
    stored = nbformat.read(target(source), as_version=nbformat.NO_CONVERT)
    return skeleton(stored) == skeleton(parse(source))


def main() -> int:
    fix_environment()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lessons", nargs="*", type=Path, help="default: all that are out of step")
    parser.add_argument("--force", action="store_true", help="build all, in step or not")
    parser.add_argument(
        "--check", action="store_true", help="build nothing, list pairs out of step"
    )
    options = parser.parse_args()
    chosen = [path.resolve() for path in options.lessons]
    todo = chosen or [path for path in sources() if options.force or not in_step(path)]
    if options.check:
        stale = [path.name for path in todo if not in_step(path)]
        print("\n".join(stale) or "every notebook is in step with its lesson")
        return bool(stale)
    for path in todo:
        try:
            print(build(path).relative_to(LESSONS.parent))
        except CellExecutionError as error:
            print(f"{path.name}: a cell failed\n{error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
