"""A corpus of files on disk that is counted unit by unit, in as little memory as its words take."""

from subword_lab.files.corpus import Files
from subword_lab.files.units import Unit

__all__ = ["Files", "Unit"]
