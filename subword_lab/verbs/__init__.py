"""What an engineer does from the command line: one file for each verb, made as `cli` says."""

from subword_lab.verbs import (
    compare,
    doctor,
    encode,
    inspect,
    progress,
    question_files,
    quiz,
    train,
)

VERBS = {
    "train": train.verb,
    "encode": encode.encode,
    "decode": encode.decode,
    "compare": compare.verb,
    "inspect": inspect.verb,
    "doctor": doctor.verb,
    "progress": progress.verb,
    "quiz": quiz.verb,
    "questions": question_files.verb,
}

__all__ = ["VERBS"]
