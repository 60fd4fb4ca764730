"""`import subword_lab` is immediate: nothing is loaded before it is used."""

import subprocess
import sys

HEAVY = ("numpy", "regex", "ipywidgets", "matplotlib", "IPython")


def loaded_after(statement):
    code = f"import sys; {statement}; print(*sorted(sys.modules), sep='\\n')"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.split()


def test_import_loads_no_submodule_and_nothing_heavy():
    modules = loaded_after("import subword_lab")
    assert "subword_lab" in modules
    assert [name for name in modules if name.startswith("subword_lab.")] == []
    assert [name for name in HEAVY if name in modules] == []


def test_a_module_is_loaded_when_it_is_named():
    assert "subword_lab.corpora" in loaded_after("import subword_lab; subword_lab.corpora")


def test_an_unknown_name_is_said():
    code = "import subword_lab; subword_lab.nothing"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "has no attribute 'nothing'" in run.stderr
