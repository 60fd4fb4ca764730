"""What special tokens do: text that forges them, and a beginning that comes twice."""

from collections.abc import Iterator

from subword_lab.doctor.findings import Example, Finding, worst
from subword_lab.doctor.patient import CONTROL, Patient


def forgeable(patient: Patient) -> Iterator[Finding]:
    """Tokens that look like control tokens and come out of ordinary text that spells them."""
    tokenizer = patient.tokenizer
    looks = [piece for piece in tokenizer.vocab if CONTROL.fullmatch(piece)]
    forged = []
    for piece in looks:
        if piece == tokenizer.cutting.unk:
            continue
        try:
            ids = tokenizer.encode(piece)
        except KeyError:
            continue
        if tokenizer.vocab[piece] in ids:
            times = sum(sample.text.count(piece) for sample in patient.samples)
            forged.append(Example(piece, str(tokenizer.vocab[piece]), times))
    if forged:
        yield Finding("forgeable", "fault", len(forged), len(looks), worst(forged))


def written_out(patient: Patient) -> Iterator[Finding]:
    """Special tokens that stand written out in the texts: who allows them will see them matched."""
    found = []
    for token in patient.tokenizer.special_tokens:
        times = sum(sample.text.count(token.text) for sample in patient.samples)
        if times and token.matching == "allowed":
            found.append(Example(token.text, str(token.id), times))
    if found:
        yield Finding("written out", "warning", sum(e.times for e in found), 1, worst(found))


def double_start(patient: Patient) -> Iterator[Finding]:
    """A start token that the template adds to what begins with one already."""
    single = [name for name, _ in patient.tokenizer.template.single]
    if single[:1] == single[1:2]:
        yield Finding("double start", "fault", 2, 1, (Example("template", single[0], 2),))
    start = single[0]
    if start == "$A":
        return
    begun = [s for s in patient.samples if s.text.lstrip().startswith(start)]
    if begun:
        shown = worst([Example(sample.name, start) for sample in begun])
        yield Finding("double start", "fault", len(begun), len(patient.samples), shown)
    elif "bos_token" in patient.chat_template or start in patient.chat_template:
        shown = (Example("chat_template", start),)
        yield Finding("double start", "warning", 1, 1, shown)
