"""The learner's own thread: a name, a sentence and a paragraph that come back in every lesson."""

from dataclasses import dataclass, fields, replace

from subword_lab import i18n
from subword_lab.progress import store

OBJECT = "profile"
LONGEST = 20_000  # characters; a pasted book would slow every lesson down


@dataclass(frozen=True, slots=True)
class Profile:
    """What the learner gave in lesson 00, or the course's own texts."""

    name: str
    sentence: str
    paragraph: str


def get() -> Profile:
    """Return the learner's texts; those not given yet are the course's own."""
    profile = Profile(*(i18n.t(f"progress.default.{f.name}") for f in fields(Profile)))
    for event in store.read()[0]:
        if event.object == OBJECT:
            known = {f.name for f in fields(Profile)} & event.result.keys()
            profile = replace(profile, **{name: str(event.result[name]) for name in known})
    return profile


def save(**texts: str) -> Profile:
    """Keep one or more of `name`, `sentence` and `paragraph`; the others stay.

    `KeyError` for another name, `TypeError` for another type, `ValueError` for an empty text,
    one longer than 20,000 characters, or one with a lone surrogate.
    """
    wanted = [f.name for f in fields(Profile)]
    for name, text in texts.items():
        if name not in wanted:
            raise KeyError(f"a profile has no {name!r}; it has {', '.join(wanted)}")
        if not isinstance(text, str):
            raise TypeError(f"{name} must be a text; got {type(text).__name__}")
        if not 0 < len(text.strip()) <= LONGEST:
            raise ValueError(f"{name} must have 1 to {LONGEST} characters; got {len(text)}")
        if any("\ud800" <= ch <= "\udfff" for ch in text):
            raise ValueError(f"{name} holds half a character (a lone surrogate); paste it again")
    store.append("profiled", OBJECT, texts)
    return get()
