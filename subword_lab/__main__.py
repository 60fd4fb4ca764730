"""`python -m subword_lab` is `subword-lab`."""

import sys

from subword_lab.cli import main

sys.exit(main())
