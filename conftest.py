"""What every kernel and subprocess started by a test sees: no stored progress, one hash seed."""

import os

os.environ.update(SUBWORD_LAB_STATE="off", PYTHONHASHSEED="0", LC_ALL="C.UTF-8", TZ="UTC")
os.environ.pop("MPLBACKEND", None)
