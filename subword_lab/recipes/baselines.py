"""The two ways that subwords lie between: whole words, single characters."""

from subword_lab import wordlevel
from subword_lab.cutting import Cutting
from subword_lab.decoding import Decoder
from subword_lab.preparation import Preparation
from subword_lab.recipes.job import Job, pipeline, special
from subword_lab.tokenizer import Tokenizer


def word(
    job: Job,
    *,
    unk: str = "<unk>",
    pretokenizer: str = "bert",
    lowercase: bool = False,
    min_frequency: int = 1,
) -> Tokenizer:
    """Whole words, punctuation apart; every other word is `unk`. Special tokens: `<unk>`.

    Without `vocab_size` all words are kept. Decoding sets one space between words.
    """
    preparation, decoder = pipeline(pretokenizer, lowercase, Decoder("words"))
    return _known_or_not("word", job, unk, preparation, min_frequency, decoder)


def char(
    job: Job, *, unk: str = "<unk>", lowercase: bool = False, min_frequency: int = 1
) -> Tokenizer:
    """Single code points, spaces among them; unseen ones are `unk`. Special tokens: `<unk>`.

    Without `vocab_size` all characters are kept.
    """
    preparation = Preparation(("lowercase",) if lowercase else (), (r"[\s\S]",))
    return _known_or_not("char", job, unk, preparation, min_frequency, Decoder("concat"))


def _known_or_not(
    recipe: str,
    job: Job,
    unk: str,
    preparation: Preparation,
    min_frequency: int,
    decoder: Decoder,
) -> Tokenizer:
    names = job.names(unk)
    size = job.without_merges(recipe)
    tokens = special(names)
    model = wordlevel.train(job.count(preparation, tokens), size, names, unk, min_frequency)
    return Tokenizer(recipe, preparation, model, decoder, tokens, Cutting(unk))
