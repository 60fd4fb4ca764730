"""Keys of questions, from claims that were checked."""

from subword_lab import quiz


def holding(id, *claims):
    """The texts of the options whose claims hold; one claim for each option, in their order."""
    options = quiz.get(id).options
    return [option.text.en for option, holds in zip(options, claims, strict=True) if holds]


def partners(id, computed):
    """A function's value for each option's text: what `key` gives for a `match` question."""
    return [(option.text.en, str(computed(option.text.en))) for option in quiz.get(id).options]
