"""What the package computes for lesson 01: keys of questions, references, golden variants."""

from subword_lab import Tokenizer, corpora, exercises, metrics, quiz, text, wordlevel
from subword_lab.views.peers import splitters
from subword_lab.views.pictures.recording import recording

FIVE = [
    corpora.load(f"english/{name}")
    for name in ("dialogue", "manual", "recipes", "science", "stories")
]
NEWS = corpora.load("english/news")
TOY = ({"the", "cat"}, ["the", "cat", "sat", "sat", "mat"])


def news_words():
    return [word.text for word in text.pretokenize(NEWS, "bert")]


def unknown_percent(per):
    """The share of the news that the 1,000 commonest words of the five texts leave out."""
    counts = text.count_words(FIVE, pretokenizer="bert")
    kept = wordlevel.train(counts, vocab_size=1000, special_tokens=()).vocab
    return round(100 * metrics.oov_rate(kept, news_words(), per), 1)


def what_changes():
    """The letter of the one number that is another when the toy is read twice."""
    vocab, words = TOY

    def three(words):
        unknown_types = set(words) - vocab
        return {
            "X": metrics.oov_rate(vocab, words),
            "Y": metrics.oov_rate(vocab, words, "type"),
            "Z": len(unknown_types) / len(words),
        }

    once, twice = three(words), three(words * 2)
    return [name for name in once if once[name] != twice[name]]


def true_of_characters():
    """Check each claim of oov-characters, in its order; give the texts of those that hold."""
    characters = Tokenizer.train("char", FIVE)
    ids = characters.encode(NEWS)
    english = {ch for document in (*FIVE, NEWS) for ch in document}
    words = text.count_words([*FIVE, NEWS], pretokenizer="bert")
    holds = [
        4.5 <= len(ids) / len(news_words()) <= 5.5,
        10 * characters.vocab_size < len(words),
        characters.vocab["<unk>"] not in ids,
        len(english) <= 26,
    ]
    options = quiz.get("oov-characters").options
    return [option.text.en for option, true in zip(options, holds, strict=True) if true]


def who_cuts_how():
    """What each splitter makes of Don't: two at work, two as recorded."""
    told = {each["name"]: each["words"] for each in recording("splitters")["splitters"]}
    first_two = {name: words[:2] for name, words in told.items()}
    answers = [
        splitters.cut("Don't", "whitespace"),
        splitters.cut("Don't", "bert"),
        first_two["Moses"],
        first_two["spaCy"],
    ]
    rows = exercises.get("oov-who-cuts-how").form.rows
    return {row: " ".join(words) for row, words in zip(rows, answers, strict=True)}


QUESTIONS = {
    "oov-read-twice": what_changes,
    "oov-by-type": lambda: 100 * metrics.oov_rate(*TOY, "type"),
    "oov-table-size": lambda: round(metrics.embedding_parameters(50_257, 768) / 1e6, 1),
    "oov-characters": true_of_characters,
}

EXERCISES = {
    "oov-guess-by-token": lambda: unknown_percent("token"),
    "oov-guess-by-type": lambda: unknown_percent("type"),
    "oov-who-cuts-how": who_cuts_how,
}

VARIANTS = {
    "oov-rate-gen": (
        "Vocabulary: dog, ran, sat. Text: on mat the ran mat. How large is the OOV rate by type?",
        ["4/5", "3/4", "3/5", "1/4", "4/4"],
    )
}
