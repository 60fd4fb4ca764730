"""Fetch axe-core (MPL-2.0), with which a test checks names and contrast in the browser, by npm.

It goes beside the vocabularies of `fetch_vocabs.py`, which git ignores.
"""

import sys

from fetch_vocabs import FOLDER, is_right, npm_files, put

PACKAGE = "axe-core@4.14.1"
SHA256 = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"


def main() -> None:
    """Fetch the one file that is injected into the page."""
    path = FOLDER / "axe-core" / "axe.min.js"
    if not is_right(path, SHA256):
        put(path, npm_files(PACKAGE, ["axe.min.js"])["axe.min.js"], SHA256)


if __name__ == "__main__":
    sys.exit(main())
