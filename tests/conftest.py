"""What several tests share."""

import os

import hypothesis
import pytest

import vocabularies
from subword_lab import progress
from subword_lab.progress import store

# a busy machine is slow and not wrong
hypothesis.settings.register_profile("without deadline", deadline=None)
hypothesis.settings.load_profile("without deadline")


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch):
    """Each test begins as a learner who has done nothing yet."""
    monkeypatch.setattr(store, "_here", store._Process(os.getpid()))
    monkeypatch.setattr(progress.answers, "_memory", {})


@pytest.fixture(scope="session")
def missing():
    """missing("what") skips a test for want of a peer, vocabulary or browser.

    Where REQUIRE_ALL is set everything is meant to be there, and the test fails instead.
    """

    def say(what):
        if os.environ.get("REQUIRE_ALL"):
            pytest.fail(f"{what} is missing and REQUIRE_ALL is set")
        pytest.skip(f"{what} is missing")

    return say


@pytest.fixture(scope="session")
def load(missing):
    """load("gpt2"): the real vocabulary of that name; where it is not found the test is skipped."""

    def by_name(name):
        if name not in vocabularies.available():
            missing(f"the vocabulary {name}")
        return vocabularies.real(name)

    return by_name
