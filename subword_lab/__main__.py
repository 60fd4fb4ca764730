"""The program: `subword-lab`, and `python -m subword_lab`."""

import sys


def main() -> int:
    """Run the command line; being stopped while it still loads needs no traceback either."""
    try:
        from subword_lab.cli import STOPPED
        from subword_lab.cli import main as run
    except KeyboardInterrupt:
        return 130
    try:
        return run()
    except KeyboardInterrupt:
        return STOPPED


if __name__ == "__main__":
    sys.exit(main())
