"""What nbgrader does for this course before it executes a submission."""

import atexit
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from nbgrader.converters import Autograde
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Unicode

from subword_lab.instructor import keys


def configure(config: Any, course: Path) -> None:
    """Set a course's configuration so that each submission is executed with its own keys."""
    config.Identify.course = str(course)
    config.Autograde.autograde_preprocessors = [Identify, *Autograde().autograde_preprocessors]


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
