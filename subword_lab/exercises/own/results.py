"""The right results of each student's own task, computed by the package itself.

A class's edition of the package is made without this file.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from subword_lab import bpe, corpora, text, unigram, wordpiece
from subword_lab.exercises.own.tasks import Params
from subword_lab.tokenizer import Tokenizer

Results = dict[str, Any]


def unknown_words(params: Params) -> Results:
    """The tokens and the distinct words of one text that a vocabulary from another lacks."""
    learned, met = (_words(f"english/{params[name]}") for name in ("corpus", "text"))
    by_word = params["ties"] == "smaller"
    ranked = sorted(learned, key=lambda word: (-learned[word], word if by_word else ""))
    missing = {word: met[word] for word in met if word not in ranked[: params["size"]]}
    return {"unknown tokens": sum(missing.values()), "unknown words": len(missing)}


def merges(params: Params) -> Results:
    """The last merges of a BPE training, and a word cut by them."""
    model = bpe.train(
        _words(f"english/{params['corpus']}"),
        merges=params["merges"],
        tie_break=params["ties"],
        end_of_word=params["marker"],
    )
    return _last(model.merges) | {"cut": "|".join(bpe.encode(model, params["word"]))}


def byte_merges(params: Params) -> Results:
    """The last piece of a byte-level training, and the tokens of the text it was trained on."""
    story = _story(params["language"])
    tokenizer = Tokenizer.train(
        "byte_bpe", story, merges=params["merges"], pattern=params["pattern"]
    )
    return {"last piece": list(tokenizer.vocab)[-1], "tokens": len(tokenizer.encode(story))}


def wordpieces(params: Params) -> Results:
    """The last merges of a WordPiece training, and a word cut by its pieces."""
    model = wordpiece.train(
        _words(f"english/{params['corpus']}"),
        merges=params["merges"],
        score=params["score"],
        tie_break=params["ties"],
    )
    return _last(model.merges) | {"cut": "|".join(wordpiece.encode(model, params["word"]))}


def likeliest_cuts(params: Params) -> Results:
    """The likeliest cuts of three words under a Unigram model."""
    common = dict(_words(f"english/{params['corpus']}").most_common(250))
    model = unigram.train(common, params["size"])
    cuts = ("|".join(unigram.encode(model, word)) for word in params["words"])
    return dict(zip(("first word", "second word", "third word"), cuts, strict=True))


def marked_spaces(params: Params) -> Results:
    """A line cut by a SentencePiece model, and the number of its tokens."""
    tokenizer = Tokenizer.train(
        "sentencepiece",
        corpora.load(f"english/{params['corpus']}"),
        vocab_size=params["size"],
        model=params["model"],
        byte_fallback=True,
        add_dummy_prefix=params["prefix"],
    )
    pieces = tokenizer.tokenize(params["line"])
    return {"cut": "|".join(pieces), "tokens": len(pieces)}


def premium(params: Params) -> Results:
    """What one language costs in tokens beside English, under a model of a third one."""
    tokenizer = Tokenizer.train("byte_bpe", _story(params["trained"]), merges=params["merges"])
    tokens, english = (
        len(tokenizer.encode(_story(language))) for language in (params["measured"], "en")
    )
    ratio = round(tokens / english, 2)
    return {"tokens": tokens, "tokens of English": english, "premium": ratio}


def by_hand(params: Params) -> Results:
    """The first four merges on five short words."""
    model = bpe.train(
        params["counts"], merges=4, tie_break=params["ties"], end_of_word=params["marker"]
    )
    pairs = map(" ".join, model.merges)
    return dict(zip(("first", "second", "third", "fourth"), pairs, strict=True))


RESULTS: Mapping[str, Callable[[Params], Results]] = {
    "own-01": unknown_words,
    "own-02": merges,
    "own-03": byte_merges,
    "own-04": wordpieces,
    "own-05": likeliest_cuts,
    "own-06": marked_spaces,
    "own-07": premium,
    "own-08": by_hand,
}


def _story(language: str) -> str:
    return str(corpora.load(f"story/{language}"))


def _words(corpus: str) -> Counter[str]:
    return Counter(text.count_words(corpora.load(corpus)))


def _last(merges: Iterable[tuple[str, str]]) -> Results:
    last, before, earlier = (" ".join(pair) for pair in reversed(list(merges)[-3:]))
    return {"last merge": last, "merge before it": before, "merge before that": earlier}
