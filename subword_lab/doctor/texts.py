"""What happens to the texts: unknown characters, losses, words and scripts that cost too much."""

import unicodedata
from collections import Counter
from collections.abc import Iterator

from subword_lab.doctor.findings import Example, Finding, Grade, worst
from subword_lab.doctor.patient import Patient
from subword_lab.losses import Loss
from subword_lab.metrics import premium

CHUNK = 2_000  # characters that are searched for losses at a time
SEARCHED = 200_000  # characters of a text, at most
WHOLE_WORDS = {"HAN", "HIRAGANA", "KATAKANA", "HANGUL", "CJK", "THAI", "LAO", "KHMER", "MYANMAR"}
DEAREST = 2.0  # times the tokens of the same text in the reference's language


def unknown(patient: Patient) -> Iterator[Finding]:
    """Characters without a token: the whole text is refused, or an unknown token stands there."""
    if patient.homeless:
        count = sum(patient.homeless.values())
        total = sum(len(sample.text) for sample in patient.samples)
        shown = [Example(ch, "", n) for ch, n in patient.homeless.items()]
        yield Finding("no token", "fault", count, total, worst(shown))
    tokenizer = patient.tokenizer
    name = tokenizer.cutting.unk
    if name is None or not (count := patient.used[tokenizer.token_to_id(name)]):
        return
    met: Counter[str] = Counter()
    for word, times in patient.words.items():
        for token_id, start, end in tokenizer.encode_offsets(word):
            if token_id == tokenizer.token_to_id(name):
                met[word[start:end]] += times
    shown = [Example(seen, name, n) for seen, n in met.items()]
    yield Finding("unknown", "fault", count, patient.used.total(), worst(shown))


def losses(patient: Patient) -> Iterator[Finding]:
    """What does not come back from the ids, cause by cause; unknown pieces have their own check."""
    found: dict[str, Counter[tuple[str, str]]] = {}
    searched = 0
    for chunk in chunks(patient):
        searched += len(chunk)
        tokenizer = patient.tokenizer
        if tokenizer.decode(tokenizer.encode(chunk)) == chunk:
            continue
        for loss in tokenizer.losses(chunk):
            if (name := cause(loss)) != "unknown":
                met = found.setdefault(name, Counter())
                met[_around(chunk, loss), _back(patient, loss)] += 1
    for name, met in sorted(found.items()):
        shown = [Example(seen, became, n) for (seen, became), n in met.items()]
        yield Finding(name, _grade(name), met.total(), searched, worst(shown))


def chunks(patient: Patient) -> Iterator[str]:
    """The texts in stretches of whole lines, as long as there is something to search."""
    for sample in patient.texts:
        start = 0
        while start < min(len(sample.text), SEARCHED):
            end = sample.text.find("\n", start + CHUNK) + 1 or len(sample.text)
            yield sample.text[start : min(end, start + 10 * CHUNK)]
            start = min(end, start + 10 * CHUNK)


def cause(loss: Loss) -> str:
    """The loss by the name of a finding: white space apart, and normalization by what it did.

    >>> cause(Loss("normalization", 0, 1, "Ä")), cause(Loss("extra spaces", 0, 2, "  "))
    ('case or accents', 'white space')
    """
    if loss.lost and "\n" in loss.lost and loss.lost.isspace():
        return "newlines"
    if loss.name == "spacing" and loss.lost.strip():
        return "unexplained"
    if loss.name in ("extra spaces", "spacing"):
        return "white space"
    if loss.name != "normalization":
        return loss.name
    if all(unicodedata.category(ch)[0] == "C" for ch in loss.lost):
        return "control characters"
    if unicodedata.normalize("NFKC", loss.lost) != unicodedata.normalize("NFC", loss.lost):
        return "compatibility"
    if unicodedata.normalize("NFC", loss.lost) != loss.lost:
        return "composition"
    return "white space" if _bare(loss.lost) == loss.lost else "case or accents"


def _bare(text: str) -> str:
    """A text without case and accents: where that changes nothing, only spaces came beside it."""
    letters = unicodedata.normalize("NFD", text.lower())
    return unicodedata.normalize("NFC", "".join(ch for ch in letters if not _is_mark(ch)))


def _is_mark(ch: str) -> bool:
    return unicodedata.category(ch) == "Mn"


def _grade(name: str) -> Grade:
    return "note" if name in ("case or accents", "composition") else "warning"


def _around(text: str, loss: Loss) -> str:
    """What was lost; white space with a little of what stands beside it."""
    if loss.lost.strip():
        return loss.lost[:40]
    return text[max(0, loss.start - 6) : loss.end + 6]


def _back(patient: Patient, loss: Loss) -> str:
    """What a loss that is no white space comes back as, alone."""
    if not loss.lost.strip():
        return ""
    return patient.tokenizer.decode(patient.tokenizer.encode(loss.lost[:40]))


def scripts(patient: Patient) -> Iterator[Finding]:
    """Scripts in which nothing was merged: as many tokens as characters, or more."""
    tokens: Counter[str] = Counter()
    characters: Counter[str] = Counter()
    examples: dict[str, list[Example]] = {}
    for word, times in patient.words.items():
        script = script_of(word)
        size = len(patient.tokenizer.encode(word))
        tokens[script] += size * times
        characters[script] += len(word) * times
        if size >= len(word) > 1:
            examples.setdefault(script, []).append(Example(word[:40], str(size), times))
    for script, count in tokens.items():
        dear = 1.5 if script in WHOLE_WORDS else 0.9
        if script and characters[script] >= 100 and count > dear * characters[script]:
            shown = worst(examples.get(script, []))
            yield Finding("fragmented script", "warning", count, characters[script], shown)


def script_of(word: str) -> str:
    """The script of the first letter of a word, by its name in Unicode; "" where there is none.

    >>> script_of("(дом)"), script_of("42")
    ('CYRILLIC', '')
    """
    letter = next((ch for ch in word if ch.isalpha()), "")
    return unicodedata.name(letter, "").split(" ")[0] if letter else ""


def words(patient: Patient) -> Iterator[Finding]:
    """Words that come often and are cut into many pieces, in texts that are cut well elsewhere."""
    often = sorted(patient.words.items(), key=lambda entry: -entry[1])[:2_000]
    known = [(word, n) for word, n in often if n > 1 and word.isalpha() and len(word) <= 30]
    sizes = {word: len(patient.tokenizer.encode(f" {word}")) for word, _ in known}
    bad = [(w, n) for w, n in known if sizes[w] > max(3, len(w) / 2)]
    total = sum(n for _, n in known)
    if total and sum(n for _, n in bad) > total / 20:
        shown = [Example(word, str(sizes[word]), n) for word, n in bad]
        yield Finding("fragmented words", "warning", sum(n for _, n in bad), total, worst(shown))


def premiums(patient: Patient) -> Iterator[Finding]:
    """Texts that cost more than twice the tokens of the reference that says the same."""
    for sample, reference in zip(
        patient.texts, patient.references, strict=bool(patient.references)
    ):
        if not sample.text or not reference.text:
            continue
        times = premium(patient.tokenizer, sample.text, reference.text)
        if times > DEAREST:
            shown = (Example(sample.name, reference.name),)
            yield Finding("premium", "warning", times, 1, shown)
