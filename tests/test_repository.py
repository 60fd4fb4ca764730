"""What must agree across the files of the repository, and what an installation holds."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import subword_lab

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAMED = {"jupyterlab", "ipywidgets", "matplotlib", "nbval", "numpy"}


def pins():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    return {
        canonicalize_name(name): version for name, _, version in (x.partition("==") for x in lines)
    }


def requirements():
    lists = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
    return [Requirement(text) for group in lists for text in group]


def test_conda_installs_the_same_versions():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    named = [d for d in environment["dependencies"] if isinstance(d, str) and "=" in d]
    exact = dict(re.split("=+", d, maxsplit=1) for d in named if ">=" not in d)
    assert set(exact) >= NAMED
    assert {name: pins()[name] for name in exact} == exact
    assert f"python{PROJECT['requires-python']}" in environment["dependencies"]
    (through_pip,) = [d["pip"] for d in environment["dependencies"] if isinstance(d, dict)]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace('"', "")
    assert " ".join(through_pip) in makefile


@pytest.mark.parametrize("requirement", requirements(), ids=str)
def test_every_dependency_is_pinned_to_a_version_it_allows(requirement):
    assert requirement.specifier.contains(pins()[canonicalize_name(requirement.name)])


def test_every_dependency_has_a_reason():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    text = text[text.index("\ndependencies") : text.index("\n[project.scripts]")]
    dependencies = [line for line in text.splitlines() if re.match(r'\s+"', line)]
    assert [line for line in dependencies if not re.search(r"#\s*\w", line)] == []


def test_one_version():
    assert PROJECT["version"] == subword_lab.__version__
    assert f"## {PROJECT['version']}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["make lab", "make test"])
def test_the_readme_shows_the_two_commands(command):
    assert command in (ROOT / "README.md").read_text(encoding="utf-8")


def test_files_hold_one_idea():
    long = [
        f"{path.relative_to(ROOT)}: {lines} lines"
        for path in (ROOT / "subword_lab").rglob("*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 300
    ]
    assert long == []


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The package installed from a copy of its sources, as `pip install .` would, alone."""
    source, prefix = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("prefix")
    for name in tracked():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes((ROOT / name).read_bytes())
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    run(*pip, "--ignore-installed", "--prefix", str(prefix), ".", cwd=source)
    (site,) = prefix.glob("[Ll]ib/**/site-packages")
    return site


def tracked(*patterns):
    """The files under version control."""
    names = run("git", "ls-files", "-z", *patterns, cwd=ROOT).split("\0")
    return [name for name in names if (ROOT / name).is_file()]


def run(*command, cwd, **options):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_installed_package_holds_all_its_files(installed):
    assert [name for name in tracked("subword_lab") if not (installed / name).exists()] == []


def test_an_installed_package_finds_its_notebooks(installed, tmp_path):
    code = "from subword_lab import lab; print(*[path.name for path in lab.shipped_notebooks()])"
    seen = run(sys.executable, "-c", code, cwd=tmp_path, env={"PYTHONPATH": str(installed)})
    assert seen.split() == sorted(Path(name).name for name in tracked("notebooks/*.ipynb"))
