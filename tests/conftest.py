"""What several tests share."""

import os

import hypothesis
import pytest

# a busy machine is slow and not wrong
hypothesis.settings.register_profile("without deadline", deadline=None)
hypothesis.settings.load_profile("without deadline")


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
