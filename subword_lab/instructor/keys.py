"""What a course keeps secret, and what is derived from it.

One secret file belongs to a course. From it come the seed of each assignment's hidden cases and the
public token of each student, which chooses the student's own variants. Neither leads back to the
secret, and a seed that a submission prints tells nothing about another assignment.
"""

import hashlib
import hmac
import os
import secrets
from pathlib import Path

FILE = "secret.key"
SHORTEST = 32  # characters of a usable secret


def create(course: Path) -> bool:
    """Make the secret of a course, readable by its owner alone; False if it has one already."""
    try:
        descriptor = os.open(course / FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(32) + "\n")
    return True


def read(course: Path) -> str:
    """Return the secret of a course.

    `FileNotFoundError` if it has none, `ValueError` if the file was emptied or cut.
    """
    path = course / FILE
    if not path.exists():
        raise FileNotFoundError(
            f"{path} is missing; run `subword-lab instructor init {course}`, or put the file back:"
            " without it hidden cases and variants are others"
        )
    secret = path.read_text(encoding="utf-8", errors="replace").strip()
    if len(secret) < SHORTEST:
        raise ValueError(
            f"{path} holds {len(secret)} characters, wanted {SHORTEST} or more; put it back"
        )
    return secret


def seed(secret: str, assignment: str) -> str:
    """Return the seed of an assignment's hidden cases.

    >>> seed("s" * 32, "02_bpe") == seed("s" * 32, "03_byte_level_bpe")
    False
    """
    return _keyed(secret, "seed", assignment)


def token(secret: str, student: str) -> str:
    """Return the public token of a student, the same for the whole course.

    >>> len(token("s" * 32, "ada"))
    32
    """
    return _keyed(secret, "token", student)


def environment(secret: str, student: str, assignment: str) -> dict[str, str]:
    """Return the variables that a process needs to score a submission, without the secret."""
    return {
        "SUBWORD_LAB_SEED": seed(secret, assignment),
        "SUBWORD_LAB_TOKEN": token(secret, student),
    }


def _keyed(secret: str, purpose: str, name: str) -> str:
    """A keyed hash; the purpose keeps a student called like an assignment from its seed."""
    message = f"{purpose}:{name}".encode("utf-8", "surrogatepass")
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()[:32]
