"""What a kernel sees while lessons are built and compared: the same on every machine."""

import os

FIXED = {
    "PYTHONHASHSEED": "0",  # the order of sets
    "SUBWORD_LAB_STATE": "off",  # nothing of what a learner has stored
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
}


def fix_environment() -> None:
    """Set it for this process and all it starts."""
    os.environ.update(FIXED)
    os.environ.pop("MPLBACKEND", None)  # the kernel then chooses inline figures
