"""What the package computes for the bank's questions on why subwords."""

from claims import holding, partners
from subword_lab import Tokenizer, corpora, house, metrics, text
from vocabularies import real

ENGLISH = "english/stories"


def never_unknown():
    """Train five on English and let each read what it has never seen."""
    stories = str(corpora.load(ENGLISH))[:3_000]
    made = [
        Tokenizer.train("byte_bpe", stories, 400),
        Tokenizer.train("bpe", stories, 400),
        Tokenizer.train("sentencepiece", stories, 500, byte_fallback=True),
        Tokenizer.train("char", stories),
        Tokenizer.train("wordpiece", stories, 400),
    ]
    return holding("why-never-unknown", *(t.decode(t.encode("龘")) == "龘" for t in made))


def two_rates():
    words = {"the": 60, "of": 32, "harbour": 5, "gulls": 2, "ketch": 1}
    by_type, by_token = (metrics.oov_rate({"the", "of"}, words, per) for per in ("type", "token"))
    return round(by_type / by_token, 2)


def attention_cost():
    words = "four more boys went over that wide lane " * 3
    longer = len(Tokenizer.train("char", words).encode(words)) / len(words.split())
    return longer**2


def pieces_not_morphemes():
    gpt2 = real("gpt2")
    assert gpt2.tokenize(" unhappiness") == ["Ġunh", "appiness"]
    return holding(
        "why-pieces-not-morphemes",
        False,
        not {"un", "ness", "Ġun"} <= set(gpt2.vocab),
        gpt2.decode(gpt2.encode(" unhappiness")) != " unhappiness",
        "Ġun" not in gpt2.tokenize(" unhappiness"),
    )


def units():
    phrase = "two naïve cafés"
    count = {"words": phrase.split(), "characters": phrase, "bytes": phrase.encode()}
    return partners("why-units-of-a-phrase", lambda unit: len(count[unit]))


def new_words():
    files = [corpora.load(name) for name in corpora.names() if name.startswith("english/")]
    half, whole = (len(text.count_words(part, "bert")) for part in (files[:3], files))
    tokens = [sum(text.count_words(part, "bert").values()) for part in (files[:3], files)]
    growth, read = whole / half, tokens[1] / tokens[0]
    return holding("why-new-words", growth == 1, growth == read, 1 < growth < read, growth > read)


def three_quarters():
    def words(name):
        return 1000 / metrics.fertility(real("gpt2"), corpora.load(name))

    found = [words(name) for name in ("story/tr", "story/my", "story/en", "code/python")]
    return holding("why-three-quarters", *(500 <= each <= 1000 for each in found))


def fewest_first():
    german = corpora.load("story/de")
    count = {
        "words": len(german.split()),
        "byte-level BPE": len(house.tokenizer("byte_bpe").encode(german)),
        "characters": len(german),
        "bytes": len(german.encode()),
    }
    return sorted(count, key=count.get)


QUESTIONS = {
    "why-never-unknown": never_unknown,
    "why-two-rates": two_rates,
    "why-attention-cost": attention_cost,
    "why-pieces-not-morphemes": pieces_not_morphemes,
    "why-units-of-a-phrase": units,
    "why-new-words": new_words,
    "why-three-quarters": three_quarters,
    "why-fewest-first": fewest_first,
}
