"""What nbgrader does for this course before it executes a submission.

nbgrader's own steps stay as they are; two are put in front of them.
"""

import atexit
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.converters import Autograde
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Unicode

from subword_lab.instructor import keys, mending


def configure(config: Any, course: Path) -> None:
    """Set a course's configuration so that a submission is mended, and runs with its own keys."""
    usual = Autograde()
    config.Mend.course = config.Identify.course = str(course)
    config.Autograde.sanitize_preprocessors = [Mend, *usual.sanitize_preprocessors]
    config.Autograde.autograde_preprocessors = [Identify, *usual.autograde_preprocessors]


class Mend(NbGraderPreprocessor):  # type: ignore[misc]
    """Gives a notebook its grading metadata back, so that no submission stops those after it."""

    course = Unicode(help="The folder of the course.").tag(config=True)

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Compare the notebook with the one that was released."""
        which = resources["nbgrader"]
        folder = Path(self.course) / "release" / which["assignment"]
        released = nbformat.read(folder / f"{which['notebook']}.ipynb", as_version=4)
        mending.mend(nb, released)
        return nb, resources


class Identify(NbGraderPreprocessor):  # type: ignore[misc]
    """Puts the seed and the token of a submission where its kernel finds them.

    The kernel never gets the secret itself. Answers beside the notebook are read; attempts go to a
    folder that is thrown away, not among the instructor's own.
    """

    course = Unicode(help="The folder of the course.").tag(config=True)

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Set the environment that the kernel inherits."""
        who = resources["nbgrader"]
        secret = keys.read(Path(self.course))
        os.environ.update(keys.environment(secret, who["student"], who["assignment"]))
        os.environ["SUBWORD_LAB_HOME"] = _throwaway()
        os.environ.pop("SUBWORD_LAB_STATE", None)
        return nb, resources


@cache
def _throwaway() -> str:
    """A folder that lives as long as this run of nbgrader."""
    folder = tempfile.mkdtemp(prefix="subword-lab-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
