"""A doctor for tokenizers: what is wrong with one, shown on the texts that it should serve."""

from collections.abc import Callable, Iterator, Sequence

from subword_lab.doctor import special, texts, vocabulary
from subword_lab.doctor.findings import GRADES, Example, Finding
from subword_lab.doctor.patient import Patient, Sample, named
from subword_lab.tokenizer import Tokenizer

Check = Callable[[Patient], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    texts.unknown,
    texts.losses,
    texts.scripts,
    texts.words,
    texts.premiums,
    vocabulary.unreachable,
    vocabulary.unused,
    vocabulary.digits,
    special.forgeable,
    special.written_out,
    special.double_start,
)

NAMES = (
    "no token",
    "unknown",
    "white space",
    "newlines",
    "case or accents",
    "composition",
    "compatibility",
    "control characters",
    "literal ▁",
    "unexplained",
    "fragmented script",
    "fragmented words",
    "premium",
    "unreachable",
    "normalized away",
    "splitter",
    "never used",
    "uneven digits",
    "forgeable",
    "written out",
    "double start",
)
"""All that a finding can be called."""


def examine(
    tokenizer: Tokenizer,
    samples: Sequence[str | tuple[str, str]],
    references: Sequence[str | tuple[str, str]] = (),
    chat_template: str = "",
) -> tuple[Finding, ...]:
    """What is wrong with a tokenizer for these texts, faults first; empty for a healthy one.

    `samples` are texts, or (name, text). `references` say the same as the samples, one by one, in a
    language that is known to be cut well. `chat_template` renders conversations for the tokenizer.

    >>> tok = Tokenizer.train("char", "low lower")
    >>> [(f.name, f.count, f.examples[0].seen) for f in examine(tok, ["low law"])]
    [('unknown', 1, 'a')]

    Raises `TypeError` for samples in one str, `ValueError` where a reference is missing.
    """
    if isinstance(samples, str) or isinstance(references, str):
        raise TypeError("examine takes a list of texts; put one text in a list: [text]")
    if references and len(references) != len(samples):
        raise ValueError(
            f"{len(samples)} texts and {len(references)} references: give one for each text or none"
        )
    patient = Patient(tokenizer, named(samples), named(references), chat_template)
    found = [finding for check in CHECKS for finding in check(patient)]
    return tuple(sorted(found, key=lambda finding: GRADES.index(finding.grade)))


__all__ = ["CHECKS", "NAMES", "Example", "Finding", "Patient", "Sample", "examine"]
