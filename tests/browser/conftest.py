"""One server and one browser for all tests of this folder."""

import shutil

import pytest

from browser import driving


@pytest.fixture(scope="package")
def server(tmp_path_factory):
    """The running course: gives the server's address, token and folder."""
    with driving.serving(tmp_path_factory.mktemp("home")) as record:
        yield record


@pytest.fixture(scope="package")
def browser(missing):
    """Debian's Chromium without a window."""
    if shutil.which("chromium") is None:
        missing("chromium")
    with driving.chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def new_page(browser, server):
    """new_page("lab/tree/x.ipynb"): that address in a new page that keeps what went wrong."""
    return lambda address: driving.new_page(browser, server, address)
