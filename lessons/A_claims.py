# %% [markdown] key="title"
# # A · Claims: true, false, or does it depend?
#
# Sentences about tokenizers, as they can be read in tutorials, documentation and interviews. Some hold, some are wrong, and some need a condition. For each: place
# a bet, read what the next cell computes, and see the verdict.
#
# **You will be able to** tell a claim that holds from one that needs a condition, and settle a doubt by computing in place of believing.
#
# This is an appendix. Take it in any order: each cell that settles a claim needs only the *setup* cell. By keyboard: *Tab* to the answer, the space bar and arrow keys choose,
# *Tab* and *Enter* place the bet. Only your first bet on a claim counts.

# %% key="setup"
import math
import random
from collections import Counter
from dataclasses import replace

import regex

import subword_lab as sl
from subword_lab.scores import log_likelihood, symbol_counts
from subword_lab.views import claim
from subword_lab.views.pictures.recording import recording

english = sl.corpora.load("english")
hug, low = sl.corpora.load("hug"), sl.corpora.load("low")
bpe, byte_bpe, wordpiece = map(sl.house.tokenizer, ("bpe", "byte_bpe", "wordpiece"))

# %% [markdown] key="words"
# ## Words and sizes (lessons 01 and 07)

# %% key="twelve-joins"
claim("twelve-joins")

# %% key="twelve-joins-settled"
word = "unbelievable"
rules = sl.bpe.train({word: 1}, merges=99)
joins = sl.trace.record(sl.bpe.encode_steps(rules, word)).steps
print(f"{len(word)} characters, {len(joins)} joins, 1 piece: {''.join(rules.merges[-1])}")
assert len(joins) == len(word) - 1 == 11

# %% key="oov-formula"
claim("oov-formula")

# %% key="oov-formula-settled"
vocabulary, text = {"the", "cat"}, ["the", "cat", "sat", "sat", "mat"]
unknown = [word for word in text if word not in vocabulary]
print(
    f"by token {len(unknown)}/{len(text)}, by type {len(set(unknown))}/{len(set(text))},", end=" "
)
print(
    f"by the formula {len(set(unknown))}/{len(text)}; the text twice: {len(set(unknown))}/{2 * len(text)}"
)
assert sl.metrics.oov_rate(vocabulary, text, "token") == 3 / 5
assert sl.metrics.oov_rate(vocabulary, text, "type") == 2 / 4

# %% key="larger-covers-less"
claim("larger-covers-less")

# %% key="larger-covers-less-settled"
ranked = [word for word, count in Counter(sl.text.count_words(english, "bert")).most_common()]
story = [word.text for word in sl.text.pretokenize(sl.corpora.load("story/en"), "bert")]
rates = [sl.metrics.oov_rate(ranked[:size], story) for size in (100, 300, 1_000, 3_000)]
print("unknown in our story, 100 to 3,000 words:", *(f"{rate:.1%}" for rate in rates))
assert rates == sorted(rates, reverse=True)

# %% key="letters-26"
claim("letters-26")

# %% key="letters-26-settled"
characters = {ch for ch in english if not ch.isspace()}
others = sorted(ch for ch in characters if not "a" <= ch.lower() <= "z")
print(len(characters), "characters in our English; beside the letters from a to z:", *others)
assert len(characters) > 3 * 26

# %% key="characters-known"
claim("characters-known")

# %% key="characters-known-settled"
single = sl.Tokenizer.train("char", ["hug pug"])
print(*single.tokenize("hug mug"))
assert "<unk>" in single.tokenize("mug") and "<unk>" not in single.tokenize("hug")

# %% key="characters-cheaper"
claim("characters-cheaper")

# %% key="characters-cheaper-settled"
single, whole = sl.house.tokenizer("char"), sl.house.tokenizer("word")
letters, words = (len(tok.encode(sl.corpora.load("story/en"))) for tok in (single, whole))
print(f"rows of the table: {single.vocab_size} against {whole.vocab_size:,}")
print(
    f"our story: {letters / words:.1f} times as long, {(letters / words) ** 2:.0f} times the pairs"
)
assert single.vocab_size < whole.vocab_size and letters > 3 * words

# %% key="pieces-have-meaning"
claim("pieces-have-meaning")

# %% key="pieces-have-meaning-settled"
for word in ("kindness", "players", "unhappiness", "happily"):
    print(f"{word:12}", " | ".join(bpe.tokenize(word)))
assert bpe.tokenize("players") == ["play", "ers"]
assert "un" not in bpe.tokenize("unhappiness")

# %% key="common-stay-whole"
claim("common-stay-whole")

# %% key="common-stay-whole-settled"
counted = Counter(sl.text.count_words(english))
groups = {
    "the 100 most frequent words": [word for word, count in counted.most_common(100)],
    "words that came once": [word for word, count in counted.items() if count == 1],
}
whole = {}
for name, group in groups.items():
    whole[name] = sum(len(bpe.tokenize(word)) == 1 for word in group)
    print(f"{name}: {whole[name]} of {len(group):,} are one piece")
assert whole["the 100 most frequent words"] == 100 and whole["words that came once"] > 0

# %% key="turkish-words"
claim("turkish-words")

# %% key="turkish-words-settled"
unknown = {}
for code in ("en", "de", "fi", "tr"):
    lines = sl.corpora.load(f"story/{code}").splitlines()
    cut = len(lines) * 2 // 3
    learned, running = (
        [word.text for word in sl.text.pretokenize("\n".join(part), "bert")]
        for part in (lines[:cut], lines[cut:])
    )
    unknown[code] = sl.metrics.oov_rate(set(learned), running, "token")
    print(f"{code}: the last third has {len(running)} words, {unknown[code]:.0%} of them are new")
assert unknown["tr"] > 1.5 * unknown["en"]

# %% key="middle-of-range"
claim("middle-of-range")

# %% key="middle-of-range-settled"
places = {size: (size - 30_000) / (100_000 - 30_000) for size in (30_522, 50_257)}
for size, place in places.items():
    print(f"{size:,}: {place:.1%} of the way from 30,000 to 100,000")
assert max(places.values()) < 1 / 3

# %% key="doubling-doubles"
claim("doubling-doubles")

# %% key="doubling-doubles-settled"
story_text = sl.corpora.load("story/en")
for size in (1_000, 2_000, 4_000):
    tokens = len(sl.house.tokenizer("byte_bpe", size).encode(story_text))
    print(
        f"{size:5,} entries: {sl.metrics.embedding_parameters(size, 768):9,} numbers, {tokens} tokens"
    )
lengths = [len(sl.house.tokenizer("byte_bpe", size).encode(story_text)) for size in (2_000, 4_000)]
assert lengths[0] / 2 < lengths[1] < lengths[0]

# %% [markdown] key="bpe"
# ## BPE (lesson 02)
#
# *These four words* are those of Sennrich, Haddow and Birch (2016, algorithm 1): low 5, lower 2, newest 6, widest 3.

# %% key="gage-no-table"
claim("gage-no-table")

# %% key="gage-no-table-settled"
text, table = tuple("aaabdaaabac"), {}
for unused, pair in (("Z", ("a", "a")), ("Y", ("a", "b")), ("X", ("Z", "Y"))):
    text, table[unused] = sl.pairs.merge_word(text, pair, unused), "".join(pair)
    print("".join(text), table)
back = "".join(text)
for unused, pair in reversed(table.items()):
    back = back.replace(unused, pair)
print("with the table:", back)
assert "".join(text) == "XdXac" and back == "aaabdaaabac"

# %% key="parts-leave"
claim("parts-leave")

# %% key="parts-leave-settled"
trace = sl.trace.record(sl.bpe.train_steps(low, merges=5, tie_break="first_seen"))
used = Counter(piece for word, count in sl.bpe.words_after(low, trace.steps) for piece in word)
print(
    *trace.result.merges,
    "| lo in use:",
    used["lo"],
    "| lo in the vocabulary:",
    "lo" in trace.result.vocab,
)
print("a new word:", *sl.bpe.encode(trace.result, "lot"))
assert used["lo"] == 0 and "lo" in sl.bpe.encode(trace.result, "lot")

# %% key="one-piece-two-rules"
claim("one-piece-two-rules")

# %% key="one-piece-two-rules-settled"
rng, made = random.Random(1), 0
for _trial in range(300):
    corpus = {"".join(rng.choices("ab", k=rng.randint(1, 9))): rng.randint(1, 5) for n in range(6)}
    pieces = ["".join(pair) for pair in sl.bpe.train(corpus, merges=30).merges]
    assert len(pieces) == len(set(pieces)), corpus
    made += len(pieces)
print(f"300 tables over two letters, {made:,} rules: no piece was made twice")

# %% key="hundreds-enough"
claim("hundreds-enough")

# %% key="hundreds-enough-settled"
rules = byte_bpe.model.merges
saved = {}
for number in (100, 300, 1_000, len(rules)):
    cut = replace(byte_bpe, model=replace(byte_bpe.model, merges=rules[:number]))
    saved[number] = len(cut.encode(sl.corpora.load("story/en")))
    print(f"{number:5,} merges: our story has {saved[number]:5,} tokens")
assert saved[len(rules)] < 0.8 * saved[300]

# %% key="until-the-number"
claim("until-the-number")

# %% key="until-the-number-settled"
learned = {
    least: len(sl.bpe.train(low, merges=99, min_frequency=least).merges) for least in (1, 3, 6)
}
for least, number in learned.items():
    print(f"99 merges asked for, pairs seen at least {least} times: {number} learned")
assert 99 > learned[1] > learned[3] > learned[6]

# %% key="gpt1-characters"
claim("gpt1-characters")

# %% key="gpt1-characters-settled"
marked = sl.bpe.train({"low": 5, "wool": 2}, merges=0, end_of_word="glued")
print("before any merge:", *marked.vocab)
print(f"GPT-1: {238} + {239} + {1} = {238 + 239 + 1}, with the merges {238 + 239 + 1 + 40_000:,}")
assert {"l", "l</w>", "w", "w</w>"} <= set(marked.vocab)

# %% key="comes-back"
claim("comes-back")

# %% key="comes-back-settled"
for tok, name in ((bpe, "BPE on characters"), (byte_bpe, "BPE on bytes")):
    print(f"{name:17}", repr(tok.decode(tok.encode("two  hugs 🤗"))))
assert bpe.decode(bpe.encode("two  hugs 🤗")) != "two  hugs 🤗"
assert byte_bpe.decode(byte_bpe.encode("two  hugs 🤗")) == "two  hugs 🤗"

# %% key="merge-is-final"
claim("merge-is-final")

# %% key="merge-is-final-settled"
parts = {"".join(pair): pair for pair in bpe.model.merges}
pieces = bpe.tokenize("interesting")
while True:
    print(" | ".join(pieces))
    split = [part for piece in pieces for part in parts.get(piece, (piece,))]
    if split == pieces:
        break
    pieces = split
assert pieces == list("interesting")

# %% key="mark-stops-crossing"
claim("mark-stops-crossing")

# %% key="mark-stops-crossing-settled"
words = sl.text.count_words("the best of the western rest " * 9)
unmarked = sl.bpe.train(words, merges=40)
marked = sl.bpe.train(words, merges=40, end_of_word="separate")
print("no mark:", *unmarked.vocab)
print("</w>:   ", *(piece for piece in marked.vocab if "est" in piece))
assert all(any(piece in word for word in words) for piece in unmarked.vocab)

# %% key="two-lead"
claim("two-lead")

# %% key="two-lead-settled"
marked = [((*word, "</w>"), count) for word, count in low.items()]
counts = Counter(sl.pairs.count_pairs(marked))
print(*(f"{' '.join(pair)}: {count}" for pair, count in counts.most_common()), sep=", ")
assert [pair for pair in counts if counts[pair] == 9] == [("e", "s"), ("s", "t"), ("t", "</w>")]
assert (counts["w", "e"], counts["e", "w"], counts["e", "r"]) == (8, 6, 2)

# %% key="then-comes-lo"
claim("then-comes-lo")

# %% key="then-comes-lo-settled"
lists = {}
for mark in (None, "separate", "glued"):
    for tie in ("first_seen", "smallest_pair", "largest_pair"):
        rules = sl.bpe.train(low, merges=10, end_of_word=mark, tie_break=tie).merges
        lists[mark, tie] = ["".join(pair) for pair in rules]
        print(f"{mark or 'no mark':9}{tie:14}", *lists[mark, tie])
assert lists[None, "first_seen"][2] == "lo"
assert lists["separate", "first_seen"][2] == "est</w>"
assert lists["glued", "largest_pair"][:3] == ["st</w>", "est</w>", "lo"]

# %% key="five-is-w-end"
claim("five-is-w-end")

# %% key="five-is-w-end-settled"
steps = sl.trace.record(sl.bpe.train_steps(low, merges=15, end_of_word="separate")).steps
print(*(f"{step.left} + {step.right} ({step.count})" for step in steps), sep=", ")
assert [(step.left, step.right) for step in steps if step.count == 5] == [("low", "</w>")]

# %% key="low-est-er-new"
claim("low-est-er-new")

# %% key="low-est-er-new-settled"
wanted = {"low", "est", "er", "new"}
for mark in (None, "separate", "glued"):
    for tie in ("first_seen", "smallest_pair", "largest_pair"):
        vocabulary = sl.bpe.train(low, merges=99, end_of_word=mark, tie_break=tie).vocab
        print(f"{mark or 'no mark':9}{tie:14}", *sorted(wanted & set(vocabulary)))
        assert not wanted <= set(vocabulary)

# %% key="first-merge-ug"
claim("first-merge-ug")

# %% key="first-merge-ug-settled"
for mark in (None, "separate", "glued"):
    (step,) = sl.trace.record(sl.bpe.train_steps(hug, merges=1, end_of_word=mark)).steps
    print(f"{mark or 'no mark':9}", step.left, step.right, step.count)
assert (step.new, step.count) == ("pu", 17)

# %% key="order-of-words"
claim("order-of-words")

# %% key="order-of-words-settled"
firsts = {}
for tie in ("first_seen", "smallest_pair"):
    for corpus in ({"widest": 3, "low": 3}, {"low": 3, "widest": 3}):
        firsts.setdefault(tie, []).append(sl.bpe.train(corpus, merges=1, tie_break=tie).merges[0])
    print(f"{tie:14}", *firsts[tie])
assert len(set(firsts["first_seen"])) == 2 and len(set(firsts["smallest_pair"])) == 1

# %% key="decodes-without-marks"
claim("decodes-without-marks")

# %% key="decodes-without-marks-settled"
for text in ("low er", "lower"):
    print(f"{text:7}", *bpe.tokenize(text), "→", bpe.decode(bpe.encode(text)))
assert bpe.decode(bpe.encode("low er")) == bpe.decode(bpe.encode("lower")) == "lower"

# %% key="encoder-reads-vocabulary"
claim("encoder-reads-vocabulary")

# %% key="encoder-reads-vocabulary-settled"
model = sl.bpe.train(low, merges=10)
richer = replace(model, vocab={**model.vocab, "lowest": len(model.vocab)})
print(
    *sl.bpe.encode(model, "lowest"),
    "| with lowest in the vocabulary:",
    *sl.bpe.encode(richer, "lowest"),
)
assert sl.bpe.encode(model, "lowest") == sl.bpe.encode(richer, "lowest")

# %% key="training-words-suffice"
claim("training-words-suffice")

# %% key="training-words-suffice-settled"
rules = sl.bpe.train(low, merges=99, tie_break="first_seen")
pieces = [*rules.vocab, *(f"##{piece}" for piece in rules.vocab)]
longest = sl.wordpiece.WordPieceModel.from_vocab(["[UNK]", *pieces])
same = {}
for word in (*low, "lowest", "newer"):
    by_rank = list(sl.bpe.encode(rules, word))
    by_match = [piece.removeprefix("##") for piece in sl.wordpiece.encode(longest, word)]
    same[word] = by_rank == by_match
    print(f"{word:7} by rank:", *by_rank, "| by longest match:", *by_match)
assert all(same[word] for word in low) and not same["lowest"]

# %% key="one-pass"
claim("one-pass")


# %% key="one-pass-settled"
def one_pass(word, rules):
    symbols = tuple(word)
    for pair in rules:
        symbols = sl.pairs.merge_word(symbols, pair, "".join(pair))
    return symbols


trained = sl.bpe.train(low, merges=10)
edited = sl.bpe.BpeModel({"a": 0, "b": 1, "c": 2, "ab": 3, "abc": 4}, [("ab", "c"), ("a", "b")])
for model, words in ((trained, ("lowest", "newer", "widow")), (edited, ("abc",))):
    for word in words:
        once, by_rank = one_pass(word, model.merges), sl.bpe.encode(model, word)
        print(f"{word:7} once:", *once, "| by rank:", *by_rank)
        assert (once == by_rank) == (model is trained)

# %% key="longer-and-fewer"
claim("longer-and-fewer")

# %% key="longer-and-fewer-settled"
rules = sl.bpe.BpeModel({"a": 0, "b": 1, "c": 2, "cb": 3, "acb": 4}, [("c", "b"), ("a", "cb")])
for word in ("aac", "aacb"):
    print(f"{word:5}", *sl.bpe.encode(rules, word))
assert len(sl.bpe.encode(rules, "aacb")) < len(sl.bpe.encode(rules, "aac"))

# %% key="small-inside-large"
claim("small-inside-large")

# %% key="small-inside-large-settled"
small, large = (list(sl.house.tokenizer("byte_bpe", size).vocab) for size in (1_000, 2_000))
print("the first 1,000 entries are the same:", large[:1_000] == small)
assert large[:1_000] == small

# %% key="count-is-joins"
claim("count-is-joins")

# %% key="count-is-joins-settled"
counted = sl.pairs.count_pairs([(tuple("ccc"), 1), (tuple("ab"), 1)])
print(counted, "joined:", *sl.pairs.merge_word(tuple("ccc"), ("c", "c"), "cc"))
first = sl.bpe.train({"ccc": 1, "ab": 1}, merges=1, tie_break="smallest_pair").merges
print("first merge:", *first)
assert counted["c", "c"] == 2 and first == [("c", "c")]

# %% key="ends-oov"
claim("ends-oov")

# %% key="ends-oov-settled"
fallback = sl.Tokenizer.train(
    "sentencepiece", english.splitlines(), vocab_size=600, model="bpe", byte_fallback=True
)
for tok, name in ((bpe, "characters"), (byte_bpe, "bytes"), (fallback, "byte fallback")):
    print(f"{name:14}", *tok.tokenize("龘"))
assert "<unk>" in bpe.tokenize("龘") and fallback.decode(fallback.encode("龘")) == "龘"

# %% [markdown] key="bytes"
# ## Byte-level BPE (lesson 03)

# %% key="runs-over-all"
claim("runs-over-all")

# %% key="runs-over-all-settled"
surfaces = [sl.text.from_printable(piece).decode("utf-8", "replace") for piece in byte_bpe.vocab]
crossing = [text for text in surfaces if regex.search(r"\S\s|\p{L}[^\p{L}\s]|\p{N}\p{L}", text)]
print(f"of the: {english.count(' of the ')} times, pieces:", *byte_bpe.tokenize(" of the"))
print(f"{len(surfaces):,} entries, {len(crossing)} cross a border")
assert crossing == [] and len(byte_bpe.tokenize(" of the")) == 2

# %% key="splits-at-spaces"
claim("splits-at-spaces")

# %% key="splits-at-spaces-settled"
for how in ("whitespace", "gpt2"):
    print(f"{how:11}", [part.text for part in sl.text.pretokenize("It's 12 dogs!", how)])
assert "'s" in [part.text for part in sl.text.pretokenize("It's 12 dogs!", "gpt2")]

# %% key="trained-to-zero"
claim("trained-to-zero")

# %% key="trained-to-zero-settled"
untrained = sl.Tokenizer.train("byte_bpe", "a", merges=0)
for tok in (untrained, byte_bpe):
    ids = tok.encode("龘 🤗 hello")
    print(
        f"{tok.vocab_size:5,} entries: {len(ids)} tokens, comes back: {tok.decode(ids) == '龘 🤗 hello'}"
    )
assert untrained.decode(untrained.encode("龘 🤗 hello")) == "龘 🤗 hello"

# %% key="forty-percent"
claim("forty-percent")

# %% key="forty-percent-settled"
for code in ("en", "de", "zh"):
    text = sl.corpora.load(f"story/{code}")
    tokens = len(byte_bpe.encode(text))
    print(
        f"{code}: {tokens / len(text) - 1:+.1%} against characters, {tokens / len(text.encode()) - 1:+.1%} against bytes"
    )
assert len(text) < tokens < len(text.encode())

# %% key="all-languages-alike"
claim("all-languages-alike")

# %% key="all-languages-alike-settled"
story_of = {code: sl.corpora.load(f"story/{code}") for code in ("en", "de", "hi", "zh")}
own = sl.Tokenizer.train("byte_bpe", story_of.values(), vocab_size=2_000, pattern="o200k")
for name, tok in (("learned from English", byte_bpe), ("learned from all four", own)):
    premium = {
        code: sl.metrics.premium(tok, text, story_of["en"]) for code, text in story_of.items()
    }
    print(f"{name:22}", *(f"{code} {factor:.1f}" for code, factor in premium.items()))
assert sl.metrics.premium(byte_bpe, story_of["hi"], story_of["en"]) > 3 > premium["hi"]

# %% key="ids-are-bytes"
claim("ids-are-bytes")

# %% key="ids-are-bytes-settled"
bytes_by_id = [sl.text.from_printable(piece)[0] for piece in list(byte_bpe.vocab)[:256]]
print("byte of id 0:", bytes_by_id[0], "| id of byte 0:", bytes_by_id.index(0))
shown = [byte for byte in range(256) if sl.text.to_printable(bytes([byte])) == chr(byte)]
print(len(shown), "bytes keep their character,", 256 - len(shown), "move")
assert bytes_by_id[: len(shown)] == shown and len(shown) == 188 and bytes_by_id[188] == 0

# %% key="half-a-character"
claim("half-a-character")

# %% key="half-a-character-settled"
tok = sl.Tokenizer.train("byte_bpe", "你好 你们 好", merges=1)
part = tok.model.merges[0]
print(
    "merged:",
    sl.text.from_printable("".join(part)),
    "decoded:",
    tok.decode([tok.vocab["".join(part)]]),
)
assert "\ufffd" in tok.decode([tok.vocab["".join(part)]])

# %% key="no-hindi-word"
claim("no-hindi-word")

# %% key="no-hindi-word-settled"
word = "नमस्ते"
for pattern in ("gpt2", "cl100k", "o200k"):
    tok = sl.Tokenizer.train("byte_bpe", f"{word} " * 99, merges=500, pattern=pattern)
    print(f"{pattern:7} a text of this word alone: {len(tok.encode(word))} tokens")
    assert (len(tok.encode(word)) == 1) == (pattern == "o200k")

# %% key="digits-in-threes"
claim("digits-in-threes")

# %% key="digits-in-threes-settled"
for number in ("123456", "1234567"):
    groups = [part.text for part in sl.text.pretokenize(number, "cl100k")]
    print(number, "→", " | ".join(groups), " with commas:", f"{int(number):,}")
assert groups == ["123", "456", "7"]

# %% [markdown] key="wordpiece"
# ## WordPiece (lesson 04)

# %% key="shares-sum-to-one"
claim("shares-sum-to-one")

# %% key="shares-sum-to-one-settled"
symbols = sum(symbol_counts(sl.wordpiece.words_after(hug)).values())
pairs = sum(row.count for row in sl.wordpiece.scores(hug))
print(f"{pairs} pairs of neighbors, {symbols} symbols: the shares sum to {pairs / symbols:.2f}")
assert pairs == symbols - sum(hug.values())  # each word has one pair less than symbols

# %% key="log-changes-the-pick"
claim("log-changes-the-pick")

# %% key="log-changes-the-pick-settled"
rows = sl.wordpiece.scores(sl.corpora.load("pianist"))
by_ratio = sorted(rows, key=lambda row: row.hf_score)
print(
    "without the log:", *by_ratio[-1].pair, "| with it:", *max(rows, key=lambda row: row.pmi).pair
)
assert all(a.pmi <= b.pmi + 1e-9 for a, b in zip(by_ratio, by_ratio[1:], strict=False))

# %% key="lift-and-loss"
claim("lift-and-loss")

# %% key="lift-and-loss-settled"
four = (987, 9_000, 6_000, 100_000)
print(f"PMI {sl.scores.pmi(*four):+.2f}, gain {sl.scores.gain(*four):+.0f}")
assert sl.scores.pmi(*four) > 0 > sl.scores.gain(*four)

# %% key="gain-sees-context"
claim("gain-sees-context")

# %% key="gain-sees-context-settled"
corpora = {"abxx": 2, "ay": 1}, {"xxab": 2, "ya": 1}
for words in corpora:
    split = [(tuple(word), count) for word, count in words.items()]
    merged = [(sl.pairs.merge_word(word, ("a", "b"), "ab"), count) for word, count in split]
    gain = log_likelihood(symbol_counts(merged)) - log_likelihood(symbol_counts(split))
    print(*words, f"gain of a + b: {gain:.4f}")
    assert math.isclose(gain, sl.scores.gain(n=2, a=3, b=2, total=10))

# %% key="needs-a-model"
claim("needs-a-model")

# %% key="needs-a-model-settled"
symbols = symbol_counts(sl.wordpiece.words_after(hug))
total = sum(symbols.values())
for row in sl.wordpiece.scores(hug):
    four = (row.count, *(symbols[symbol] for symbol in row.pair), total)
    print(
        f"{' + '.join(row.pair):10} counts {four!s:19} PMI {sl.scores.pmi(*four):.2f} gain {sl.scores.gain(*four):5.2f}"
    )
    assert math.isclose(row.gain, sl.scores.gain(*four))

# %% key="lower-oov"
claim("lower-oov")

# %% key="lower-oov-settled"
text = "the umbrella☂ of 东京"
for tok, name in ((wordpiece, "WordPiece"), (bpe, "BPE"), (byte_bpe, "byte-level BPE")):
    pieces = tok.tokenize(text)
    print(f"{name:15}", *pieces)
assert wordpiece.tokenize("umbrella☂") == ["[UNK]"] and "[UNK]" not in wordpiece.tokenize(
    "umbrella"
)
assert not {"<unk>", "[UNK]"} & set(byte_bpe.tokenize(text))

# %% key="limit-is-the-limit"
claim("limit-is-the-limit")

# %% key="limit-is-the-limit-settled"
for code in ("en", "hi"):
    word = max(sl.text.count_words(sl.corpora.load(f"story/{code}"), "bert"), key=len)
    size = len(word.encode())
    print(
        f"{code}: {word} has {len(word)} characters, {size} bytes; 100 bytes are {100 * len(word) // size} of them"
    )
assert size == 3 * len(word)

# %% key="interchangeable"
claim("interchangeable")

# %% key="interchangeable-settled"
counted = Counter(sl.text.count_words(english, "bert", ("bert_clean", "lowercase")))
words = dict(counted.most_common(800))
trace = sl.trace.record(sl.wordpiece.train_steps(words, merges=300))
replayed = [symbols for symbols, count in sl.wordpiece.words_after(words, trace.steps)]
different = sum(
    cut != sl.wordpiece.encode(trace.result, word)
    for cut, word in zip(replayed, words, strict=True)
)
print(f"the same 300 merges: {different} of {len(words):,} words are cut differently")
assert different > 0

# %% key="equal-in-a-computer"
claim("equal-in-a-computer")

# %% key="equal-in-a-computer-settled"
counts = symbol_counts(sl.wordpiece.words_after(sl.corpora.load("pianist")))
terms = [count * math.log(count / counts.total()) for count in counts.values()]
sums = set()
for order in (terms, terms[::-1], sorted(terms), sorted(terms, reverse=True)):
    total = 0.0
    for term in order:
        total += term
    sums.add(total)
print("the same terms in other orders, the same sum:", len(sums) == 1)
assert len(sums) > 1 and max(sums) - min(sums) < 1e-9

# %% key="mark-in-the-decoder"
claim("mark-in-the-decoder")

# %% key="mark-in-the-decoder-settled"
for vocabulary in (["[UNK]", "hug", "s"], ["[UNK]", "hug", "##s"]):
    print(
        vocabulary,
        "hugs →",
        *sl.wordpiece.encode(sl.wordpiece.WordPieceModel.from_vocab(vocabulary), "hugs"),
    )
without = sl.wordpiece.WordPieceModel.from_vocab(["[UNK]", "hug", "s"])
assert sl.wordpiece.encode(without, "hugs") == ("[UNK]",)

# %% key="mark-is-an-ending"
claim("mark-is-an-ending")

# %% key="mark-is-an-ending-settled"
cuts = [wordpiece.tokenize(word) for word in sl.text.count_words(english, "bert", ("lowercase",))]
inside = Counter(piece for cut in cuts for piece in cut[1:-1])
last = Counter(cut[-1] for cut in cuts if len(cut) > 1)
print(f"pieces with ##: {inside.total():,} times inside a word, {last.total():,} times at its end")
assert inside.total() > 0 and all(piece.startswith("##") for piece in inside)

# %% key="play-is-shared"
claim("play-is-shared")

# %% key="play-is-shared-settled"
recorded = {each["text"]: each for each in recording("bert")["texts"]}["playing, outplaying"]
print(
    "BERT:",
    *(f"{piece} ({id})" for piece, id in zip(recorded["tokens"], recorded["ids"], strict=True)),
)
both = [piece for piece in wordpiece.vocab if f"##{piece}" in wordpiece.vocab and len(piece) > 3]
print(
    "ours:",
    *(
        f"{piece} {wordpiece.vocab[piece]} and ##{piece} {wordpiece.vocab['##' + piece]}"
        for piece in both[:3]
    ),
)
assert "##play" in recorded["tokens"] and "playing" in recorded["tokens"]

# %% key="cls-for-pairs"
claim("cls-for-pairs")

# %% key="cls-for-pairs-settled"
one, two = wordpiece("Is it raining?"), wordpiece("Is it raining?", "Take an umbrella.")
print(*one.tokens)
print(*two.tokens)
assert one.tokens[0] == "[CLS]" and one.tokens[-1] == "[SEP]" and two.tokens.count("[SEP]") == 2

# %% key="cased-ids"
claim("cased-ids")

# %% key="cased-ids-settled"
told = next(each for each in recording("bert")["texts"] if each["text"].startswith("Do not"))
print(f"{recording('bert')['name']}, {told['text']!r}: {told['ids'][:2]} → {told['decoded']!r}")
assert told["ids"][:2] == [2079, 2025] and told["decoded"].startswith("do not")

# %% key="negative-likelihood"
claim("negative-likelihood")

# %% key="negative-likelihood-settled"
counts = symbol_counts(sl.wordpiece.words_after(sl.corpora.load("pianist")))
log_l = log_likelihood(counts)
print(f"{counts.total()} symbols, log-likelihood {log_l:.4f}, likelihood {math.exp(log_l):.2e}")
assert counts.total() == 71 and math.isclose(log_l, -198.9958, abs_tol=1e-4)

# %% [markdown] key="unigram"
# ## Unigram and SentencePiece (lessons 05 and 06)

# %% key="scores-are-shares"
claim("scores-are-shares")

# %% key="scores-are-shares-settled"
words = sorted(word for word in sl.text.count_words(english) if word.isalpha() and word.islower())
words = words[::5]
model = sl.unigram.train(dict.fromkeys(words, 1), vocab_size=200)
used = Counter(piece for word in words for piece in sl.unigram.encode(model, word))
for piece in ("e", "u", "s", "ing"):
    print(
        f"{piece:3} in the file {math.exp(model.log_probs[piece]):.4f}, used {used[piece] / used.total():.4f}"
    )
assert not math.isclose(math.exp(model.log_probs["u"]), used["u"] / used.total(), rel_tol=0.01)

# %% key="first-goes-to-zero"
claim("first-goes-to-zero")

# %% key="first-goes-to-zero-settled"
pieces = ["b", "g", "h", "n", "p", "s", "u", "ug", "un", "hug"]
seen = {piece: sum(times * word.count(piece) for word, times in hug.items()) for piece in pieces}
total = sum(seen.values())
model = sl.unigram.UnigramModel.from_probabilities({piece: n / total for piece, n in seen.items()})
print(
    f"start: u {math.exp(model.log_probs['u']):.3f}, the most probable: {max(seen, key=seen.get)}"
)
for _round in range(8):
    model, fit = sl.unigram.em_step(model, hug, digamma=False)
print(f"after 8 rounds: u {math.exp(model.log_probs['u']):.6f}")
assert max(seen, key=seen.get) == "u" and math.exp(model.log_probs["u"]) < 0.001

# %% key="opposite-alphas"
claim("opposite-alphas")

# %% key="opposite-alphas-settled"
rng, merges = random.Random(5), sl.bpe.train(hug, merges=3)
model = sl.unigram.UnigramModel.from_probabilities(
    {"h": 0.1, "u": 0.1, "g": 0.1, "hu": 0.2, "ug": 0.2, "hug": 0.3}
)
for alpha in (0, 1):
    by_dropout = {sl.bpe.encode(merges, "hug", alpha, rng) for draw in range(200)}
    by_power = Counter(sl.unigram.sample(model, "hug", alpha, rng) for draw in range(200))
    best = by_power["hug",] / 200
    print(
        f"alpha {alpha}: BPE {len(by_dropout)} cut, Unigram {len(by_power)} cuts, the best {best:.0%} of the draws"
    )
    assert len(by_dropout) == 1 and (best < 0.5) == (alpha == 0)

# %% key="careful-still-loses"
claim("careful-still-loses")

# %% key="careful-still-loses-settled"
careful = sl.Tokenizer.train(
    "sentencepiece", english.splitlines(), vocab_size=600, model="bpe",
    byte_fallback=True, normalization="identity", remove_extra_whitespaces=False,
)  # fmt: skip
for text in ("two  spaces, ﬁve 龘", "snake▁case"):
    print(f"{text} → {careful.decode(careful.encode(text))}")
assert careful.encode("snake▁case") == careful.encode("snake case")

# %% key="unknown-has-a-surface"
claim("unknown-has-a-surface")

# %% key="unknown-has-a-surface-settled"
tok, text = sl.house.tokenizer("sentencepiece"), "hug 🤗"
encoding = tok(text)
for piece, id, (start, end) in zip(encoding.tokens, encoding.ids, encoding.offsets, strict=True):
    print(f"{piece:6} id {id:4}  text {text[start:end]!r}")
assert encoding.ids[-2] == tok.vocab["<unk>"] and text[slice(*encoding.offsets[-2])] == "🤗"

# %% key="never-across-spaces"
claim("never-across-spaces")

# %% key="never-across-spaces-settled"
lines = [line for line in sl.corpora.load("english/dialogue").splitlines() if line]
tokens = {}
for border in (True, False):
    tok = sl.Tokenizer.train("sentencepiece", lines, 500, model="bpe", split_by_whitespace=border)
    tokens[border] = sum(len(tok.encode(line)) for line in lines)
    crossing = [piece for piece in tok.vocab if "▁" in piece[1:]]
    print(
        f"border {border!s:5}: {tokens[border]:,} tokens, {len(crossing)} pieces cross a space",
        *crossing[:4],
    )
assert tokens[False] < tokens[True]

# %% [markdown] key="production"
# ## In production (lesson 07)

# %% key="newest-in-japanese"
claim("newest-in-japanese")

# %% key="newest-in-japanese-settled"
stories = {code: sl.corpora.load(f"story/{code}") for code in ("en", "ja")}
shared = sl.Tokenizer.train("byte_bpe", stories.values(), vocab_size=1_200)
used = {
    code: {piece for piece in shared.tokenize(text) if len(piece) > 1}
    for code, text in stories.items()
}
print(
    f"merged pieces: {len(used['en'])} used in English, {len(used['ja'])} in Japanese, both: {sorted(used['en'] & used['ja'])}"
)
assert not any(regex.search(r"[a-z]{2}", piece) for piece in used["ja"])

# %% [markdown] key="recap"
# ## Recap
#
# A claim about tokenizers needs its conditions: which tie rule, which mark, which splitter, which text, against which baseline. Where they are missing, the answer is mostly *it depends*.
# A few lines of code settle it.
