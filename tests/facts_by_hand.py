"""What the package computes for the exercises done by hand, lesson by lesson."""

import codecs
from collections import Counter
from fractions import Fraction
from itertools import pairwise

from subword_lab import bpe, corpora, ties, unigram, wordpiece
from subword_lab.exercises.lesson_01 import by_hand as words
from subword_lab.exercises.lesson_02 import by_hand as merges
from subword_lab.exercises.lesson_03 import by_hand as in_bytes
from subword_lab.exercises.lesson_05 import by_hand as costs
from subword_lab.exercises.lesson_06 import by_hand as marks
from subword_lab.exercises.lesson_06.scores import encode_by_score
from subword_lab.text import pretokenize
from subword_lab.unigram import UnigramModel
from subword_lab.wordpiece import WordPieceModel

HUG = corpora.load("hug")


def twice_the_text():
    """The factors between half of the English texts and the whole, to the nearest half."""
    running = [word.text for word in pretokenize(corpora.load("english"), "bert")]
    half, whole = Counter(running[: len(running) // 2]), Counter(running)

    def once(counts):
        return sum(count == 1 for count in counts.values()) / len(counts)

    factors = [
        whole.total() / half.total(),
        len(whole) / len(half),
        max(whole.values()) / max(half.values()),
        once(whole) / once(half),
    ]
    said = {2: words.TWICE, 1.5: words.HALF_MORE, 1: words.SAME}
    rows = words.TWICE_THE_TEXT.form.rows
    return {row: said[round(2 * f) / 2] for row, f in zip(rows, factors, strict=True)}


def cut_by_rank():
    characters = sorted({ch for pair in merges.RULES for part in pair for ch in part})
    entries = dict.fromkeys([*characters, *("".join(pair) for pair in merges.RULES)])
    vocab = {piece: id for id, piece in enumerate(entries)}
    return list(bpe.encode(bpe.BpeModel(vocab=vocab, merges=merges.RULES), "bananas"))


def winners():
    rules = ("smallest_pair", "largest_pair", "first_seen", "sentencepiece")
    won = [" ".join(min(merges.TIED, key=ties.tie_order(rule, {}))) for rule in rules]
    return dict(zip(merges.WHO_WINS.form.rows, won, strict=True))


def four_counters():
    """Runs each of the four lines as it is shown."""
    return {line: str(run(line)[("a", "n")]) for line in merges.FOUR_COUNTERS.form.rows}


def run(line):
    names = {"pairwise": pairwise, "counts": Counter()}
    for word, number in merges.WORDS.items():
        exec(line, {**names, "word": word, "number": number})
    return names["counts"]


def characters():
    text = bytes.fromhex("61C3A9E282ACF09F9880").decode()
    return [ch.encode().hex().upper() for ch in text]


def two_spaces():
    return " | ".join(p.text.replace(" ", "␣") for p in pretokenize("a  b", "gpt2"))


def what_waits():
    said = {}
    for row in in_bytes.WHAT_WAITS.form.rows:
        decoder = codecs.getincrementaldecoder("utf-8")()
        try:
            decoder.decode(bytes.fromhex(row))
        except UnicodeDecodeError:
            said[row] = in_bytes.NEVER
        else:
            said[row] = in_bytes.WAITS if decoder.getstate()[0] else in_bytes.WHOLE
    return said


def unknown_tail():
    known = ["[UNK]", "b", "h", "p", "hug", "##g", "##n", "##s", "##u", "##ug"]
    return " ".join(wordpiece.encode(WordPieceModel.from_vocab(known), "hugm"))


def after_two_merges():
    state = [
        (("hu", "##g"), 10),
        (("p", "##u", "##g"), 5),
        (("p", "##u", "##n"), 12),
        (("b", "##u", "##n"), 4),
        (("hu", "##gs"), 5),
    ]
    best, second = sorted(wordpiece.scores(state), key=lambda row: row.hf_score)[:-3:-1]
    assert (best.hf_score, second.hf_score) == (Fraction(1, 15), Fraction(1, 21))
    return " + ".join(best.pair)


def viterbi_table():
    logs = {piece: -float(cost) for piece, cost in costs.COSTS.items()}
    model = UnigramModel(vocab={piece: id for id, piece in enumerate(logs)}, log_probs=logs)
    return {prefix: unigram.encode(model, prefix)[-1] for prefix in costs.PREFIXES}


def cheapest_to_drop():
    pieces = ("b", "g", "h", "n", "p", "s", "u", "ug", "un", "hug")
    seen = {p: sum(count * word.count(p) for word, count in HUG.items()) for p in pieces}
    total = sum(seen.values())
    model = UnigramModel.from_probabilities({p: n / total for p, n in seen.items()})
    for losses in (unigram.removal_losses, unigram.replacement_losses):
        left = {piece: loss for piece, loss in losses(model, HUG).items() if len(piece) > 1}
        assert min(left, key=left.get) == "ug"
    return min(left, key=left.get)


QUESTIONS: dict[str, object] = {}

EXERCISES = {
    "oov-twice-the-text": twice_the_text,
    "bpe-cut": cut_by_rank,
    "bpe-who-wins": winners,
    "bpe-four-counters": four_counters,
    "bytes-characters": characters,
    "bytes-two-spaces": two_spaces,
    "bytes-what-waits": what_waits,
    "wordpiece-unknown-tail": unknown_tail,
    "wordpiece-printed-tie": after_two_merges,
    "unigram-viterbi-table": viterbi_table,
    "unigram-next-pruned": cheapest_to_drop,
    "sp-cut-by-score": lambda: list(encode_by_score("lower", marks.SCORES)),
}

VARIANTS: dict[str, object] = {}
