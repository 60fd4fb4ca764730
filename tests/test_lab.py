"""`subword-lab lab`: a learner's work is never overwritten, the server stays on this machine."""

import json
import os
import sys

import nbformat
import pytest
from nbformat.sign import NotebookNotary

from build import NOTEBOOKS
from subword_lab import lab


@pytest.fixture
def course(tmp_path):
    """Two shipped notebooks in a folder of their own."""
    folder = tmp_path / "shipped"
    folder.mkdir()
    for name in ("00_start_here.ipynb", "02_bpe.ipynb"):
        (folder / name).write_text(f"{name}, first edition", encoding="utf-8")
    return folder


def actions(course, work):
    return [placed.action for placed in lab.place(sorted(course.glob("*.ipynb")), work)]


def listing(work):
    return {path.name: path.read_text(encoding="utf-8") for path in work.glob("*.ipynb")}


def test_first_time_everything_is_copied_and_the_second_time_nothing(course, tmp_path):
    work = tmp_path / "work"
    assert actions(course, work) == ["added", "added"]
    before = listing(work)
    assert actions(course, work) == ["kept", "kept"]
    assert listing(work) == before


def test_an_untouched_copy_follows_the_course(course, tmp_path):
    work = tmp_path / "work"
    actions(course, work)
    (course / "02_bpe.ipynb").write_text("second edition", encoding="utf-8")
    assert actions(course, work) == ["kept", "updated"]
    assert listing(work)["02_bpe.ipynb"] == "second edition"


def test_a_touched_copy_is_never_overwritten(course, tmp_path):
    work = tmp_path / "work"
    actions(course, work)
    (work / "02_bpe.ipynb").write_text("my answers", encoding="utf-8")
    assert actions(course, work) == ["kept", "kept"], "no newer lesson, nothing beside it"
    assert "02_bpe.newer.ipynb" not in listing(work)

    (course / "02_bpe.ipynb").write_text("second edition", encoding="utf-8")
    assert actions(course, work) == ["kept", "beside"]
    (work / "02_bpe.newer.ipynb").write_text("my new answers", encoding="utf-8")
    assert actions(course, work) == ["kept", "kept"]

    (course / "02_bpe.ipynb").write_text("third edition", encoding="utf-8")
    actions(course, work)
    assert listing(work) == {
        "00_start_here.ipynb": "00_start_here.ipynb, first edition",
        "02_bpe.ipynb": "my answers",
        "02_bpe.newer.ipynb": "my new answers",
        "02_bpe.newer-2.ipynb": "third edition",
    }


@pytest.mark.parametrize("manifest", [None, "", "[]", '{"02_bpe.ipynb": 3}', "not json"])
def test_a_lost_or_broken_manifest_loses_no_work(course, tmp_path, manifest):
    work = tmp_path / "work"
    actions(course, work)
    (work / "02_bpe.ipynb").write_text("my answers", encoding="utf-8")
    if manifest is None:
        (work / lab.MANIFEST).unlink()
    else:
        (work / lab.MANIFEST).write_text(manifest, encoding="utf-8")
    assert actions(course, work) == ["kept", "beside"]
    assert listing(work)["02_bpe.ipynb"] == "my answers"
    assert set(json.loads((work / lab.MANIFEST).read_text())) == set(listing(work)) - {
        "02_bpe.ipynb"
    }


def test_a_deleted_copy_comes_back(course, tmp_path):
    work = tmp_path / "work"
    actions(course, work)
    (work / "02_bpe.ipynb").unlink()
    assert actions(course, work) == ["kept", "added"]


def test_the_checkout_ships_its_notebooks():
    assert lab.shipped_notebooks() == sorted(NOTEBOOKS.glob("*.ipynb"))


def test_copies_are_trusted(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("hi", id="hi")])
    path = tmp_path / "a.ipynb"
    nbformat.write(notebook, path)
    lab.trust([path])
    notary = NotebookNotary()
    try:
        assert notary.check_signature(nbformat.read(path, as_version=4))
        notebook.cells[0].source = "changed"
        assert not notary.check_signature(notebook)
    finally:
        notary.store.close()


def test_the_server_is_on_loopback_with_its_token(tmp_path):
    options = lab.jupyter_options(tmp_path, port=8888, browser=True)
    assert "--ServerApp.ip=127.0.0.1" in options
    assert not any("token" in option or "password" in option for option in options)
    assert "--ServerApp.open_browser=False" in lab.jupyter_options(tmp_path, 0, browser=False)


@pytest.mark.parametrize(("uid", "allowed"), [(0, True), (1000, False)])
def test_root_is_allowed_only_for_root(tmp_path, monkeypatch, uid, allowed):
    monkeypatch.setattr(os, "geteuid", lambda: uid, raising=False)
    assert ("--allow-root" in lab.jupyter_options(tmp_path, 0, browser=False)) == allowed


def test_where_there_is_no_user_id_root_is_not_allowed(tmp_path, monkeypatch):
    monkeypatch.delattr(os, "geteuid", raising=False)
    assert "--allow-root" not in lab.jupyter_options(tmp_path, 0, browser=False)


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_a_display_is_seen(monkeypatch, platform, variables, expected):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert lab.has_display() == expected
