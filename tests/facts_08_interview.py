"""What the package computes for lesson 08: keys of questions, causes of incidents."""

import math

from subword_lab import Tokenizer, bpe, corpora, metrics, pairs, quiz, text, wordpiece
from subword_lab.exercises.lesson_08 import rounds
from subword_lab.quiz import incidents

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
THREE_WAYS = {"ddbc": 4, "bbcc": 9}


def option(id, *numbers):
    return [quiz.get(id).options[number].text.en for number in numbers]


def holding(id, *claims):
    """The texts of the options whose claims hold."""
    return option(id, *(number for number, holds in enumerate(claims) if holds))


# Questions ---------------------------------------------------------------------------------------


def merged_by():
    """Which of the four criteria gives the first merges of training?"""
    learned = bpe.train(HUG, merges=1).merges[0]
    counts = pairs.count_pairs([(tuple(word), n) for word, n in HUG.items()])
    in_a_word = pairs.count_pairs([(tuple("bunhug"), 1)])
    scores = {row.pair: row.pmi for row in wordpiece.scores(HUG)}
    plainly = {tuple(part.removeprefix("##") for part in pair): s for pair, s in scores.items()}
    chosen = [
        max(counts, key=counts.get),
        max(in_a_word, key=in_a_word.get),
        max(counts, key=lambda pair: len("".join(pair))),
        max(plainly, key=plainly.get),
    ]
    return holding("classic-merged-by", *(pair == learned for pair in chosen))


def log_likelihood(words):
    symbols = [symbol for word, count in words for symbol in word * count]
    return sum(math.log(symbols.count(symbol) / len(symbols)) for symbol in symbols)


def raised_by_merging():
    """Merge each pair in turn and measure the text: which criterion finds the largest rise?"""
    words = [(wordpiece.spell(word), count) for word, count in THREE_WAYS.items()]
    rows = wordpiece.scores(words)

    def rise(pair):
        new = wordpiece.join(*pair)
        merged = [(pairs.merge_word(word, pair, new), count) for word, count in words]
        return log_likelihood(merged) - log_likelihood(words)

    best = max((row.pair for row in rows), key=rise)
    criteria = [
        lambda r: r.count,
        lambda r: r.gain,
        lambda r: r.pmi,
        lambda r: len("".join(r.pair)),
    ]
    chosen = [max(rows, key=criterion).pair for criterion in criteria]
    assert len(set(chosen[:3])) == 3
    return holding("classic-wordpiece-by", *(pair == best for pair in chosen))


def about_the_unknown():
    stories, news = (corpora.load(f"english/{name}") for name in ("stories", "news"))
    words = wordpiece.WordPieceModel.from_vocab(["[UNK]", "u", "##n", "##b"])
    by_bytes = Tokenizer.train("byte_bpe", HUG, merges=3)
    learned = text.count_words(stories)
    return holding(
        "classic-unknown",
        by_bytes.decode(by_bytes.encode("龘 🤗 \x00")) == "龘 🤗 \x00",
        wordpiece.encode(words, "unm") == ("[UNK]",)
        and "[UNK]" not in wordpiece.encode(words, "unb"),
        metrics.oov_rate(learned, news.split(), per="type") == 0,
        "<unk>" in Tokenizer.train("bpe", HUG, merges=3).tokenize("mug"),
    )


def a_million():
    ratio = metrics.embedding_parameters(1_000_000, 768) / metrics.embedding_parameters(32_000, 768)
    return [
        o.text.en
        for o in quiz.get("classic-not-a-million").options
        if f"{ratio:g} times" in o.text.en
    ]


def goes_on_within_a_word():
    model = wordpiece.WordPieceModel.from_vocab(["[UNK]", "s", "ing", "##ing", "##s"])
    inside = wordpiece.encode(model, "sings") == ("s", "##ing", "##s")
    alone = "##ing" in wordpiece.encode(model, "ing")
    unknown = "##ing" in wordpiece.encode(model, "sxing")
    return holding("classic-ing", not inside, alone, unknown, inside)


def what_hugging_face_trains():
    """Train `tokenizers` on words for which count, PMI and gain choose three different pairs."""
    from tokenizers import Tokenizer as Library
    from tokenizers import models, pre_tokenizers, trainers

    library = Library(models.WordPiece(unk_token="[UNK]"))
    library.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    size = 2 * len(set("".join(THREE_WAYS))) + 2  # both forms of a character, [UNK], one merge
    trainer = trainers.WordPieceTrainer(
        vocab_size=size, special_tokens=["[UNK]"], show_progress=False
    )
    library.train_from_iterator([w for w, n in THREE_WAYS.items() for _ in range(n)], trainer)
    rows = wordpiece.scores(THREE_WAYS)
    made = {
        name: wordpiece.join(*max(rows, key=lambda row, name=name: getattr(row, name)).pair)
        for name in ("gain", "pmi", "count")
    }
    new = [made[name] in library.get_vocab() for name in ("gain", "pmi", "count")]
    return holding("interview-pushed-back", *new, False)


PROBE = "The ferry DIDN'T wait: 12345 people, said Anna."


def after_a_round_trip():
    """Upgrades whose round trip passes: same ids? same vocabulary? did the ids change at all?"""
    passed = []
    for incident in map(incidents.get, incidents.names()):
        ids = incidents.dump(incident.after, PROBE)
        if incident.after.decode(ids, skip_special=True) == PROBE:
            passed.append((incident, ids != incidents.dump(incident.before, PROBE)))
    assert len(passed) == 4
    changed = [changed for _, changed in passed]
    same_vocabulary = [i.before.vocab == i.after.vocab for i, _ in passed]
    return holding(
        "interview-round-trip", not any(changed), True, all(same_vocabulary), not any(changed)
    )


QUESTIONS = {
    "classic-merged-by": merged_by,
    "classic-wordpiece-by": raised_by_merging,
    "classic-unknown": about_the_unknown,
    "classic-not-a-million": a_million,
    "classic-ing": goes_on_within_a_word,
    "interview-pushed-back": what_hugging_face_trains,
    "interview-round-trip": after_a_round_trip,
    "interview-bits-per-byte": lambda: round(2.0 / math.log(2) / 4, 2),
}

# Exercises ---------------------------------------------------------------------------------------

WORDS = ("wait", "the harbour", "Anna", "in 12345", "People were quiet")


def shows(incident):
    """Which causes fit what an incident does to ids; exactly one must."""
    before, after = incident.before, incident.after
    ids = {word: (before.encode(word), after.encode(word)) for word in WORDS}
    fed = [(incidents.dump(before, word), incidents.dump(after, word)) for word in WORDS]
    small = [word for word in WORDS if word.islower()]
    return {
        rounds.SHIFTED: all([i + 2 for i in old] == new for old, new in ids.values()),
        rounds.DOUBLED: all(new == [old[0], *old] for old, new in fed),
        rounds.PREFIX: all(new == before.encode(f" {word}") for word, (_, new) in ids.items()),
        rounds.LOWERED: all(new == before.encode(word.lower()) for word, (_, new) in ids.items()),
        rounds.SPLIT: [word for word, (old, new) in ids.items() if old != new] == ["in 12345"],
        rounds.SORTED: before.vocab == after.vocab and any(ids[w][0] != ids[w][1] for w in small),
    }


def causes():
    found = {}
    for name in incidents.names():
        fitting = {cause: fits for cause, fits in shows(incidents.get(name)).items() if fits}
        fitting = [cause for cause in fitting if cause != rounds.SORTED] or list(fitting)
        (found[name],) = fitting
    return found


EXERCISES = {"interview-incidents": causes}

VARIANTS: dict[str, tuple] = {}
