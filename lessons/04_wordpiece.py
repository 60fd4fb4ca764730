# %% [markdown] key="title"
# # 04 · WordPiece: frequent, or surprising?
#
# **You will be able to** write pieces with `##`, compute three criteria for choosing a merge and say where they part,
# cut a word by longest match, and say when a whole word becomes `[UNK]`.
#
# **Recap of lesson 02:** BPE merges the most frequent pair of neighbors, again and again, and writes the rules down in order.
# A new word is cut by replaying the rules.
#
# Core: 30 minutes, up to the quiz. Sections marked *deeper* can wait.

# %% key="setup"
import math
from collections import Counter

import subword_lab as sl
from subword_lab.scores import symbol_counts
from subword_lab.views import bert_cleaning, encoding_table, race, recorded
from subword_lab.views import wordpiece_encoding, wordpiece_training
from subword_lab.views import check, exercise, for_real, hint, quiz_cards, solution

# %% [markdown] key="guess-intro"
# ## Guess
#
# WordPiece is the tokenizer of BERT. Like BPE it makes pieces by merging pairs. Two things are new.
#
# **A mark.** A piece that goes on *inside* a word is written with `##` in front. In `th ##in ##k`, only `th` begins a word.
#
# **A choice.** Which pair is merged first? You will meet three answers:
#
# - **count**: the pair that was seen most often, as in BPE,
# - **PMI** (pointwise mutual information): the pair that was seen most often *compared with chance*,
# - **gain**: the pair whose merge makes the whole text *most probable*.
#
# Here is a story that is often told. In some text `th` was seen 987 times, and `##pi` 34 times, only in *pianist*.
# "BPE takes `th`, WordPiece prefers `##pi`." Which pair would each criterion take? Guess before you read on.

# %% key="guess"
exercise("wordpiece-which")

# %% [markdown] key="guess-typed"
# The same exercise, typed: `{"count": "th", "PMI": …, "gain": …}`. The third option is `"these numbers do not say"`.

# %% key="guess-answer" tags=["exercise"] exercise="wordpiece-which"
wordpiece_which = None

# %% key="guess-check" tags=["check"]
check("wordpiece-which", wordpiece_which)

# %% [markdown] key="story-intro"
# Now compute. PMI and gain also need the counts of the two single symbols. The story does not give them, so try some.

# %% key="story"
total = 100_000
for pair, n, a, b in (
    ("th", 987, 9_000, 6_000),
    ("th", 987, 3_000, 2_000),
    ("##pi", 34, 60, 40),
    ("##pi", 34, 2_000, 7_000),
):
    both = f"PMI {sl.scores.pmi(n, a, b, total):+.2f}  gain {sl.scores.gain(n, a, b, total):+9.1f}"
    print(f"{pair:5} seen {n:3}, parts {a:5,} and {b:5,}:  {both}")

# %% [markdown] key="story-said"
# By PMI and by gain, `th` can win or lose: the two numbers of the story decide nothing. *The story, once more*, after the quiz, asks real English.

# %% [markdown] key="watch-intro"
# ## Watch
#
# At the start every character of a word is a symbol; all but the first carry `##`. Each pair of neighbors has three scores; ▶ marks the best of
# each column. Step through: this one merges by count. Tick *Predict first* and choose before it is shown.

# %% key="watch"
hug = sl.corpora.load("hug")
wordpiece_training(hug)

# %% [markdown] key="formulas"
# Count and gain want `##u ##g`. PMI wants `##g ##s`, which was seen only 5 times. Here is why.
#
# A pair was seen $n$ times, its two symbols $x$ and $y$ were seen $a$ and $b$ times, and all symbols together $N$ times.
# $P$ is a share: a count divided by $N$.
#
# $$\text{PMI} = \ln \frac{P(xy)}{P(x)\,P(y)} = \ln \frac{n \cdot N}{a \cdot b}$$
#
# If $x$ and $y$ met by chance, the fraction would be 1 and the PMI 0. Each `##s` follows a `##g`: that is surprising, though rare.
#
# The *gain* asks how probable the whole text is when its symbols are drawn one by one. That is its *likelihood*, $L$. A symbol seen $c$ times has the
# share $c/N$, so it is a factor $c$ times. The logarithm turns factors into sums:
#
# $$\ln L = \sum_{\text{symbols}} c \,\ln \frac{c}{N} \qquad\qquad \text{gain} = \ln L_{\text{after}} - \ln L_{\text{before}}$$

# %% key="formulas-cell"
counts = symbol_counts(sl.wordpiece.words_after(hug))
total = sum(counts.values())
print("N =", total, "symbols:", *(f"{symbol} {count}" for symbol, count in counts.items()))
print(f"{'pair':10} count  n/(ab)    PMI    gain")
for row in sl.wordpiece.scores(hug):
    pair = " + ".join(row.pair)
    print(f"{pair:10} {row.count:5}  {row.hf_score!s:>6} {row.pmi:6.2f} {row.gain:7.2f}")
n, a, b = 5, counts["##g"], counts["##s"]
print(f"by hand, ##g + ##s: ln({n} · {total} / ({a} · {b})) = {math.log(n * total / (a * b)):.2f}")

# %% [markdown] key="formulas-said"
# The third column is the score of the Hugging Face course, $n/(ab)$. It ranks pairs exactly as PMI does, since $N$ is the same for all.
# It is often called *likelihood*, but only the gain is about the likelihood, and it ranks differently.
#
# **A race.** One corpus, three criteria, one merge each per step. `≠` marks a piece that not all three have.
# The last column is for later: Unigram (lesson 05) merges nothing. It starts with all parts of all words and drops; here stands what it keeps when it has room for one more.
# Then type words of your own, such as `low 5, lower 2, newest 6, widest 3`, or paste a text.

# %% key="race"
race(hug, merges=9)

# %% key="race-lists"
for criterion in ("count", "pmi", "gain"):
    learned = sl.wordpiece.train(hug, merges=7, score=criterion).merges
    print(f"{criterion:5}", *(sl.wordpiece.join(*pair) for pair in learned))

# %% [markdown] key="race-said"
# PMI parts from the others at the first merge. Count and gain part at the sixth: the pair `b ##un` is rarer than `hug ##s`, but gains more.
# (After a first merge by PMI many pairs tie. Here the smaller ids win a tie, as in Hugging Face `tokenizers`; another rule gives another list.)
#
# **Cutting a new word.** After training, WordPiece throws the rules away. What is left is a vocabulary, nothing else.
# A word is cut from the left: take the longest piece that fits, go on behind it. Step through, then type other words.

# %% key="encode"
model = sl.wordpiece.train(hug, merges=3)
print(*model.vocab)
wordpiece_encoding(model, "bugs")

# %% [markdown] key="tail-intro"
# And when nothing fits? **Predict.** (Typed: `wordpiece_unknown_tail = "hug"`.)

# %% key="tail"
exercise("wordpiece-unknown-tail")

# %% key="tail-answer" tags=["exercise"] exercise="wordpiece-unknown-tail"
wordpiece_unknown_tail = None

# %% key="tail-check" tags=["check"]
check("wordpiece-unknown-tail", wordpiece_unknown_tail)

# %% [markdown] key="encode-unknown"
# Now type `bugmug` above, and watch what happens to the pieces that were found before.

# %% [markdown] key="cut-intro"
# Your turn. No computer, only the rule.

# %% key="cut"
exercise("wordpiece-cut")

# %% [markdown] key="cut-typed"
# The same, typed, without the marks: for example `"un|button|ed"`.

# %% key="cut-answer" tags=["exercise"] exercise="wordpiece-cut"
wordpiece_cut = None

# %% key="cut-check" tags=["check"]
check("wordpiece-cut", wordpiece_cut)

# %% [markdown] key="build-intro"
# ## Build
#
# Three short functions: split a word, score a pair, cut a word. *Your own trainer*, after the quiz, adds what is missing for training.
# Stuck? `hint("wordpiece-split")` gives a hint, and each new try opens the next one; then `solution("wordpiece-split")` shows ours.
#
# **Split a word.** `hugs` becomes `("h", "##u", "##g", "##s")`.

# %% key="split" tags=["exercise"] exercise="wordpiece-split"
def split_word(word):
    """Return the characters of a word, as a tuple; all but the first carry ## in front."""
    # your code here

# %% key="split-check" tags=["check"]
check("wordpiece-split", split_word)

# %% [markdown] key="pmi-intro"
# **Score a pair.** The formula is above; `math.log` is the natural logarithm (`math` is imported at the top).

# %% key="pmi" tags=["exercise"] exercise="wordpiece-pmi"
def pmi(n, a, b, total):
    """Return the natural logarithm of how much oftener a pair occurs than by chance.

    n counts the pair, a and b count its two symbols, total counts all symbols.
    """
    # your code here

# %% key="pmi-check" tags=["check"]
check("wordpiece-pmi", pmi)

# %% [markdown] key="longest-intro"
# **Cut a word: a bug hunt.** This encoder is from a demo that has been copied many times. It runs. It even looks right.
# But for some words it gives back pieces that its vocabulary does not have, so they have no id. Find such a word, then repair the function.

# %% key="longest" tags=["exercise"] exercise="wordpiece-longest-match"
def encode(word, vocab):
    """Return the pieces of a word, as a tuple: from the left, always the longest that fits.

    Inside the word a piece carries ##. Where no piece fits, the word is unknown: ("[UNK]",).
    """
    pieces = []
    start = 0
    while start < len(word):
        mark = "##" if start > 0 else ""
        end = len(word)
        while end > start and mark + word[start:end] not in vocab:
            end -= 1
        if end == start:
            end = start + 1
        pieces.append(mark + word[start:end])
        start = end
    return tuple(pieces)

# %% key="longest-check" tags=["check"]
check("wordpiece-longest-match", encode)

# %% [markdown] key="yours-intro"
# **Yours on a real text.** This is the course's English text, lower-cased, cut into words as BERT does. Your score ranks its pairs, your encoder cuts its
# words, beside ours. Until the three checks above are green, the cell only says what is missing.

# %% key="yours"
words = sl.text.count_words(sl.corpora.load("english"), "bert", ("bert_clean", "lowercase"))
common = dict(Counter(words).most_common(300))
scores = {row.pair: row for row in sl.wordpiece.scores(words)}
ours = sl.wordpiece.train(common, merges=30)
built = {"wordpiece-split": split_word, "wordpiece-pmi": pmi, "wordpiece-longest-match": encode}
missing = sl.exercises.unfinished(built)
if missing:
    print("Still to build:", *missing)
else:
    counts = symbol_counts([(split_word(word), count) for word, count in words.items()])
    total = sum(counts.values())
    near = [
        math.isclose(pmi(row.count, counts[row.pair[0]], counts[row.pair[1]], total), row.pmi)
        for row in scores.values()
    ]
    print(f"PMI as ours: {sum(near)} of {len(near)} pairs")
    same = sum(encode(word, ours.vocab) == sl.wordpiece.encode(ours, word) for word in words)
    print(f"cut as ours: {same:,} of {len(words):,} words")

# %% [markdown] key="surprise-intro"
# ## A surprise: commoner than chance, and yet a loss
#
# A PMI above 0 says that a pair is commoner than chance. Surely merging it makes the text more probable?

# %% key="surprise"
numbers = (987, 9_000, 6_000, 100_000)
print(f"PMI {sl.scores.pmi(*numbers):+.2f}   gain {sl.scores.gain(*numbers):+.0f}")

# %% [markdown] key="surprise-said"
# No. Whatever is left of the two parts has become rarer, so each leftover is less probable than before. For two different symbols
#
# $$n\,(\text{PMI} - 1) \;\le\; \text{gain} \;\le\; n\,(\text{PMI} + 1)$$
#
# The lower end is near when the pair is rare beside its parts: then PMI must be above 1. Count on the English text:

# %% key="surprise-english"
rows = [row for row in scores.values() if row.pair[0] != row.pair[1]]
between = all(row.count * (row.pmi - 1) <= row.gain <= row.count * (row.pmi + 1) for row in rows)
above = [row for row in rows if row.pmi > 0]
print("between the two bounds, all", len(rows), "pairs:", between)
print(f"{sum(row.gain < 0 for row in above)} of {len(above)} pairs with a PMI above 0 lose")

# %% [markdown] key="who-said"
# **Which one made BERT's vocabulary?** Nobody outside knows: Google never published that trainer. Schuster and Nakajima (2012, section 3) describe
# the gain, with a language model that is built again for each round. Wu et al. (2016, section 4.1) only state the goal: the fewest pieces for a given size.
# TensorFlow Text has a public tool that works from the top down. Hugging Face's `WordPieceTrainer` goes by *count*: it is a BPE trainer with `##`.
# All of this is called "WordPiece training".

# %% [markdown] key="break-intro"
# ## Break it
#
# **One unknown character costs the whole word.** The same words and merges, two tokenizers:

# %% key="break-unknown"
for recipe in ("bpe", "wordpiece"):
    toy = sl.Tokenizer.train(recipe, hug, merges=3)
    print(f"{recipe:9}", *toy.tokenize("hug hug🤗 mug"))

# %% [markdown] key="break-decode-intro"
# **The text does not come back.** To decode is to join: `##` goes on with the word, any other piece begins a new one. So the borders of the *split*
# words are kept. Capitals, accents and spacing are gone before that.

# %% key="break-decode"
tok = sl.Tokenizer.train("wordpiece", sl.corpora.load("english"), vocab_size=1_000)
for text in ("Don't stop!", "Is this a  Café?", "It costs 3.5 euros"):
    print(f"{text:18} → {tok.decode(tok.encode(text))}")

# %% [markdown] key="real-intro"
# ## For real
#
# **What BERT does before WordPiece.** Rule by rule; then type a text of your own, in any language.

# %% key="real-cleaning"
bert_cleaning("Ünder the WIDEST\tumbrella: 东京 café!")

# %% [markdown] key="real-recorded-intro"
# **What BERT's real vocabulary makes of it.** These lines were recorded; the number behind a piece is its id.
# Look for `playing`, which is one piece, for `##play`, which is another than `play`, and for what happened to 东 and 词.

# %% key="real-recorded"
recorded("bert")

# %% [markdown] key="real-live-intro"
# If the vocabulary is on your machine, the next cell runs your own sentence from lesson 00 through ours and through Hugging Face `tokenizers`.
# Type others: `playing🤗`, your name, a hundred letters `a`, then one more.

# %% key="real-live"
for_real("bert", text=sl.progress.profile.get().sentence)

# %% [markdown] key="quiz-intro"
# ## Quiz

# %% key="quiz"
quiz_cards("04_wordpiece")

# %% [markdown] key="elsewhere"
# ## What you may have read elsewhere
#
# - *"WordPiece maximizes the likelihood, that is P(xy) / (P(x) P(y))."* These are two criteria; you have seen them part at the first merge.
# - *"playing → play ##ing, unhappiness → un ##happi ##ness."* Invented vocabularies. See the recording for BERT's.
# - *"If a piece is missing, it falls back to characters, so any word can be written."* Only if every character is known. Otherwise the word is `[UNK]`.
# - *"A word that is too long is split."* It is `[UNK]`.
# - *"`##` lets you restore the text without loss."* It restores split words. Byte-level BPE (lesson 03) restores the text.
# - *"BPE has no marks, WordPiece has a suffix mark."* BPE is printed with `</w>`, `@@` or `Ġ`. And `##` is a *prefix*: it says "not the beginning".
# - *"WordPiece pieces carry meaning."* No criterion here sees meaning. The first merge by PMI was `##gs`.
# - *"Multilingual BERT cuts Chinese into words."* It sets every Chinese character apart, as you saw in the cleaning.
# - *"Models that understand use WordPiece, models that write use BPE."* RoBERTa understands, with byte-level BPE; ALBERT uses a Unigram model.
# - *"The ids 101, 2079, 2025, … are those of bert-base-cased."* A documentation page says so. See *do not* in the recording: they are the uncased model's.
# - *"Train a new vocabulary for your domain, it is cheap."* It makes every learned row of the embedding table meaningless: the model must learn again.

# %% [markdown] key="pianist-intro"
# ## Deeper: the story, once more
#
# One more thing is wrong with the story of `th` and `##pi`. At the start every character is a symbol; all but the first of a word carry `##`:

# %% key="pianist"
print(len("pianist"), "symbols:", *sl.wordpiece.spell("pianist"))
print("p + ##i →", sl.wordpiece.join("p", "##i"))

# %% [markdown] key="pianist-said"
# In *pianist* the letters p and i stand at the beginning, so their piece is `pi`. The piece `##pi` cannot come from this word at all.
#
# What does real English say?

# %% key="english"
for pair in (("t", "##h"), ("p", "##i"), ("##p", "##i")):
    row = scores[pair]
    print(f"{' + '.join(pair):9}  count {row.count:5,}  PMI {row.pmi:+.2f}  gain {row.gain:+9.1f}")

# %% [markdown] key="lift-intro"
# A pair with a PMI above 0 whose merge makes the text less probable: you have seen one in *A surprise*. Find another, with small numbers: four counts,
# PMI above 0, gain below 0. (Typed, in the order n, a, b, total: `wordpiece_lift = "20 36 20 113"`.)

# %% key="lift"
exercise("wordpiece-lift")

# %% key="lift-answer" tags=["exercise"] exercise="wordpiece-lift"
wordpiece_lift = None

# %% key="lift-check" tags=["check"]
check("wordpiece-lift", wordpiece_lift)

# %% [markdown] key="who-intro"
# ## Deeper: three vocabularies, four trainers
#
# How different are the vocabularies in the end? The first 100 pieces from the 500 commonest words:

# %% key="who"
frequent = dict(Counter(words).most_common(500))
learned = {}
for criterion in ("count", "pmi", "gain"):
    merges = sl.wordpiece.train(frequent, merges=100, score=criterion).merges
    learned[criterion] = {sl.wordpiece.join(*pair) for pair in merges}
    print(f"{criterion:5}", *(sl.wordpiece.join(*pair) for pair in merges[:12]))
print("count and gain share", len(learned["count"] & learned["gain"]), "pieces")
print("count and PMI share ", len(learned["count"] & learned["pmi"]), "pieces")

# %% [markdown] key="trainers-intro"
# Gain ranks much like the count. PMI goes for pairs that are rare and always together, such as the digits of a few numbers.
#
# Four trainers go by the name WordPiece. Keep them apart. (Typed: `{"the vocabulary of BERT": "count of the pair", …}`, with all four rows.)

# %% key="trainers"
exercise("wordpiece-who-trains")

# %% key="trainers-answer" tags=["exercise"] exercise="wordpiece-who-trains"
wordpiece_who_trains = None

# %% key="trainers-check" tags=["check"]
check("wordpiece-who-trains", wordpiece_who_trains)

# %% [markdown] key="real-trainer-intro"
# Here is the trainer of Hugging Face `tokenizers` beside our training *by count*: the same pieces, in the same order.

# %% key="real-trainer"
for_real("wordpiece", hug)

# %% [markdown] key="printed-tie-intro"
# ## Deeper: a tie in print
#
# Hugging Face's free course (chapter 6, section 6) merges `##g ##s`, then `h ##u`, in our five words, by the score $n/(ab)$. Then it reports a tie. Readers have said
# that the sum is wrong (issue 500 of `huggingface/course`). Do it yourself. (Typed: `wordpiece_printed_tie = "p + ##u"`.)

# %% key="printed-tie"
exercise("wordpiece-printed-tie")

# %% key="printed-tie-answer" tags=["exercise"] exercise="wordpiece-printed-tie"
wordpiece_printed_tie = None

# %% key="printed-tie-check" tags=["check"]
check("wordpiece-printed-tie", wordpiece_printed_tie)

# %% [markdown] key="dead-end-intro"
# ## Deeper: four more ways to break it
#
# **A cut exists, and is not found.** Longest match never goes back. Find a word that it loses. (Typed: `wordpiece_dead_end = "undo"`.)

# %% key="dead-end"
exercise("wordpiece-dead-end")

# %% key="dead-end-answer" tags=["exercise"] exercise="wordpiece-dead-end"
wordpiece_dead_end = None

# %% key="dead-end-check" tags=["check"]
check("wordpiece-dead-end", wordpiece_dead_end)

# %% [markdown] key="break-long-intro"
# **A long word is unknown without a look.** The limit is 100 characters in Hugging Face, 200 in Google's code, and 100 *bytes* in TensorFlow Text.

# %% key="break-long"
doubles = sl.wordpiece.WordPieceModel.from_vocab(["[UNK]", "a", "##a", "aa", "##aa"])
for length in (100, 101):
    pieces = sl.wordpiece.encode(doubles, "a" * length)
    print(length, "letters:", len(pieces), "pieces, the last is", pieces[-1])

# %% [markdown] key="break-splitter-intro"
# **WordPiece sees words, not text.** Something must split at punctuation first. Without that step a comma is an unknown character inside a word:

# %% key="break-splitter"
print("as one word:", *sl.wordpiece.encode(model, "hugs,"))
with_comma = sl.wordpiece.WordPieceModel.from_vocab([*model.vocab, ","])
split = [word.text for word in sl.text.pretokenize("hugs,", "bert")]
print("split first:", *(piece for word in split for piece in sl.wordpiece.encode(with_comma, word)))

# %% [markdown] key="break-merges-intro"
# **Same vocabulary, other cuts.** Replaying the merges, as BPE does, and longest match are two different encoders:

# %% key="break-merges"
trace = sl.trace.record(sl.wordpiece.train_steps(words, merges=500))
replayed = [symbols for symbols, count in sl.wordpiece.words_after(words, trace.steps)]
matched = [sl.wordpiece.encode(trace.result, word) for word in words]
different = [both for both in zip(replayed, matched, strict=True) if both[0] != both[1]]
print(f"{len(different)} of {len(words):,} words are cut differently, such as")
for by_merges, by_match in different[:3]:
    print("  merges:", *by_merges, "  longest match:", *by_match)

# %% [markdown] key="merge-intro"
# ## Deeper: your own trainer
#
# **Merge a pair.** As in lesson 02, from left to right. New: the `##` between the two parts goes away.

# %% key="merge" tags=["exercise"] exercise="wordpiece-merge"
def merge_word(symbols, pair):
    """Return the symbols of one word, as a tuple, with the pair joined wherever it stands.

    The ## in front of the right part goes away, the one in front of the left part stays.
    Work from left to right; a symbol is joined at most once.
    """
    # your code here

# %% key="merge-check" tags=["check"]
check("wordpiece-merge", merge_word)

# %% [markdown] key="decode-intro"
# **Write pieces as text.** `["un", "##hug", "is", "play", "##ing"]` becomes `"unhug is playing"`.

# %% key="decode" tags=["exercise"] exercise="wordpiece-decode"
def decode(pieces):
    """Return the text of some pieces: ## goes on with the word, others begin a new one."""
    # your code here

# %% key="decode-check" tags=["check"]
check("wordpiece-decode", decode)

# %% [markdown] key="train-intro"
# **A trainer by PMI,** made of your functions; counting pairs is known from lesson 02. On equal scores the smallest pair wins. What it learns is cut
# with your encoder and decoded with your decoder.

# %% key="yours-train"
from subword_lab.pairs import count_pairs

def train(word_counts, number_of_merges, score):
    split = [(split_word(word), count) for word, count in word_counts.items()]
    merges = []
    for _ in range(number_of_merges):
        counts = symbol_counts(split)
        total = sum(counts.values())
        values = {}
        for pair, n in count_pairs(split).items():
            values[pair] = round(score(pair, n, counts, total), 6)
        best = max(values.values())
        pair = min(pair for pair in values if values[pair] == best)
        split = [(merge_word(symbols, pair), count) for symbols, count in split]
        merges.append(pair)
    return merges

# %% key="yours-trained"
def by_pmi(pair, n, counts, total):
    return pmi(n, counts[pair[0]], counts[pair[1]], total)

ours = sl.wordpiece.train(common, merges=30, score="pmi", tie_break="smallest_pair")
print("first pieces by PMI:", *(sl.wordpiece.join(*pair) for pair in ours.merges[:8]))
missing = sl.exercises.unfinished({**built, "wordpiece-merge": merge_word, "wordpiece-decode": decode})
if missing:
    print("Still to build:", *missing)
else:
    print("same merges:", train(common, 30, by_pmi) == ours.merges)
    pieces = [piece for word in common for piece in encode(word, ours.vocab)]
    print("decoded to the same words:", decode(pieces) == " ".join(common))

# %% [markdown] key="gain-intro"
# ## Deeper: the gain, twice
#
# **By definition.** Count the symbols before and after the merge, and subtract the two log-likelihoods.
# A word here is a tuple of symbols; `Counter` and `math` are imported at the top.

# %% key="recount" tags=["exercise"] exercise="wordpiece-gain-recount"
def gain_by_recount(before, after):
    """Return the log-likelihood of the words after a merge minus the one before.

    Both map split words to their counts. The log-likelihood of a text is the sum, over all its
    symbols, of the natural logarithm of the symbol's share.
    """
    # your code here

# %% key="recount-check" tags=["check"]
check("wordpiece-gain-recount", gain_by_recount)

# %% [markdown] key="gain-formula-intro"
# **By formula.** That walks through the whole text for every candidate. But only four counts change: the new symbol has $n$,
# its parts keep $a-n$ and $b-n$, and the text is $n$ symbols shorter. Write $g(v) = v \ln v$, with $g(0)=0$. Then $\ln L = \sum g(c) - g(N)$, and
#
# $$\text{gain} = g(n) + g(a-n) + g(b-n) - g(N-n) - g(a) - g(b) + g(N)$$

# %% key="gain" tags=["exercise"] exercise="wordpiece-gain"
def gain(n, a, b, total):
    """Return the gain in log-likelihood when n pairs of two different symbols are merged.

    a and b count the two symbols, total counts all symbols, all before the merge.
    """
    # your code here

# %% key="gain-check" tags=["check"]
check("wordpiece-gain", gain)

# %% [markdown] key="gain-yours-intro"
# Both ways on the five words, then your trainer again, this time by gain. A pair of a symbol with itself, as in *all*, needs another formula
# (one symbol loses $2n$); we lend you ours.

# %% key="gain-yours"
from subword_lab.scores import gain_of_double

def by_gain(pair, n, counts, total):
    if pair[0] == pair[1]:
        return gain_of_double(n, counts[pair[0]], total)
    return gain(n, counts[pair[0]], counts[pair[1]], total)

missing = sl.exercises.unfinished(
    {
        "wordpiece-split": split_word,
        "wordpiece-merge": merge_word,
        "wordpiece-gain-recount": gain_by_recount,
        "wordpiece-gain": gain,
    }
)
if missing:
    print("Still to build:", *missing)
else:
    before = {split_word(word): count for word, count in hug.items()}
    after = {merge_word(symbols, ("##u", "##g")): count for symbols, count in before.items()}
    print(
        f"##u ##g: by recount {gain_by_recount(before, after):.4f}, by formula {gain(20, 36, 20, 113):.4f}"
    )
    ours = sl.wordpiece.train(common, merges=30, score="gain", tie_break="smallest_pair").merges
    print("same merges:", train(common, 30, by_gain) == ours)

# %% [markdown] key="threshold-intro"
# **When to stop.** Training by gain takes the best merge $m$ each round, $V_{k+1} = V_k \cup \{\arg\max_m \,\text{gain}(m)\}$.
# It has a natural end: when the best merge gains too little.

# %% key="threshold"
for least in (20, 10, 5):
    stopped = sl.wordpiece.train(hug, merges=99, score="gain", min_gain=least)
    print(f"gain at least {least:2}:", *(sl.wordpiece.join(*pair) for pair in stopped.merges))

# %% [markdown] key="real-encoding-intro"
# ## Deeper: what the model is fed
#
# A call gives more than ids. The tokenizer below is small; it was trained above on our English text. `[CLS]` and `[SEP]` are put around the text.
# *Offsets* say where a token stands in what you typed; *word* is the number of its word.

# %% key="real-encoding"
text = "Café, or umbrella?"
encoding_table(tok(text), text)

# %% [markdown] key="real-pair-intro"
# **A pair of texts.** The *type id* tells the two apart. With `max_length` the longer text loses tokens first;
# with `padding` the rest is filled up, and the *mask* is 0 there, so that the model does not look.

# %% key="real-pair"
encoding_table(tok("Is it raining?", "Take an umbrella with you.", max_length=12, padding=14))

# %% [markdown] key="labels-intro"
# ## Deeper: labels for pieces
#
# In *named-entity recognition* every word has a label: `B-LOC` begins the name of a place, `O` is no name. The model sees pieces, not words.
# The usual way: the first piece of a word gets the label, the others and the special tokens get none. `word_ids` is all you need.

# %% key="labels" tags=["exercise"] exercise="wordpiece-labels"
def align_labels(word_ids, labels):
    """Return one label per token: the word's label at its first piece, None everywhere else.

    word_ids holds the number of each token's word, None for special tokens such as [CLS].
    labels holds one label per word.
    """
    # your code here

# %% key="labels-check" tags=["check"]
check("wordpiece-labels", align_labels)

# %% key="labels-table"
sentence = "The ferry from Lisbon to Porto leaves at noon."
labels = ["O", "O", "O", "B-LOC", "O", "B-LOC", "O", "O", "O", "O"]
encoding = tok(sentence)
done = not sl.exercises.unfinished({"wordpiece-labels": align_labels})
encoding_table(encoding, sentence, align_labels(encoding.word_ids, labels) if done else None)

# %% [markdown] key="retokenize-intro"
# ## Deeper: adding a piece is not a merge
#
# A widely copied demo measures a candidate so: put the piece into the vocabulary, cut the whole corpus again by longest match, compare the likelihoods.
# That can cut *other* words anew. After the merges `##db` and `ca`, look at the candidate `c + ##d`:

# %% key="retokenize"
toy_counts = {"ca": 2, "cd": 1, "cdb": 2}
so_far = sl.trace.record(sl.wordpiece.train_steps(toy_counts, merges=2, score="gain"))
now = sl.wordpiece.words_after(toy_counts, so_far.steps)
print("now:  ", *(" ".join(symbols) for symbols, count in now), sep="  |  ")
bigger = sl.wordpiece.WordPieceModel.from_vocab([*so_far.result.vocab, "cd"])
again = [(sl.wordpiece.encode(bigger, word), count) for word, count in toy_counts.items()]
print("again:", *(" ".join(symbols) for symbols, count in again), sep="  |  ")
likelihoods = [sl.scores.log_likelihood(symbol_counts(each)) for each in (now, again)]
merging = {row.pair: row.gain for row in sl.wordpiece.scores(now)}
print(f"cut again: {likelihoods[1] - likelihoods[0]:.4f}   merge: {merging['c', '##d']:.4f}")
print(f"the better merge, c + ##db: {merging['c', '##db']:.4f}")

# %% [markdown] key="pianist-race-intro"
# ## Deeper: a second corpus
#
# Five sentences about a pianist. For eight merges count and gain make the same pieces, in another order; PMI begins with a pair seen once.
# Only the symbols that occur are in the vocabulary at the start. A copied demo begins with both forms of every character instead.

# %% key="pianist-race"
pianist = sl.corpora.load("pianist")
symbols = symbol_counts(sl.wordpiece.words_after(pianist))
characters = {ch for word in pianist for ch in word}
print(len(symbols), "symbols at the start, from", len(characters), "characters")
first_nine = {}
for criterion in ("count", "pmi", "gain"):
    merges = sl.wordpiece.train(
        pianist, merges=9, score=criterion, tie_break="first_seen", table="recount"
    ).merges
    first_nine[criterion] = [sl.wordpiece.join(*pair) for pair in merges]
    print(f"{criterion:5}", *first_nine[criterion])
print("same eight by count and gain:", {*first_nine["count"][:8]} == {*first_nine["gain"][:8]})

# %% [markdown] key="ties-intro"
# Most of these merges are ties, and Hugging Face's trainer leaves ties to chance: it numbers the `##` symbols in the order in which its hash map
# happens to give out the words, and the smaller number wins. Here it is trained thirty times. **The two numbers are meant to differ.**

# %% key="ties"
for_real("wordpiece-ties", pianist)

# %% [markdown] key="sizes-intro"
# ## Deeper: the sizes of BERT
#
# Three published vocabularies, each with $d = 768$. *Multilingual* is one list of pieces for 104 languages. All three have special and unused entries inside:
# the uncased one keeps 994 rows `[unused…]` for words that somebody may want to add.

# %% key="sizes"
for name, size in (("uncased", 30_522), ("cased", 28_996), ("multilingual, cased", 119_547)):
    table = sl.metrics.embedding_parameters(size, 768)
    print(f"{name:20} {size:7,} × 768 = {table:10,} numbers")
print(f"uncased: {30_522 * 768 / 110e6:.0%} of the 110 million parameters of BERT-base")

# %% [markdown] key="cheat-sheet"
# ## Cheat sheet
#
# | | |
# |---|---|
# | `##x` | a prefix: this piece does not begin a word. `##g + ##s → ##gs` |
# | count | $n$: BPE, and Hugging Face's `WordPieceTrainer` |
# | PMI | $\ln \frac{nN}{ab}$; ranks as $n/(ab)$. Likes rare pairs that are always together |
# | gain | $\ln L_{\text{after}} - \ln L_{\text{before}}$, between $n(\text{PMI}-1)$ and $n(\text{PMI}+1)$; ranks much like the count (Schuster and Nakajima 2012) |
# | encode | longest piece from the left, no way back. Nothing fits: the **whole word** is `[UNK]` |
# | too long | `[UNK]`: over 100 characters (Hugging Face), 200 (Google), 100 bytes (TensorFlow Text) |
# | decode | $t_1 \oplus \text{strip}(t_2) \oplus \dots$; a piece without `##` begins a new word. Capitals, accents, spacing are gone |
# | BERT's way | clean, space around each Chinese character, small letters and no accents (uncased), split at punctuation, WordPiece, `[CLS]` … `[SEP]` |
# | special tokens | `[PAD]` fills up, `[UNK]`, `[CLS]` opens every input, `[SEP]` closes every segment, `[MASK]`. `<s>`, `</s>` are RoBERTa's and SentencePiece's |
# | in `transformers` | `BertTokenizer`: `BertNormalizer`, `BertPreTokenizer`, WordPiece, `decoders.WordPiece(prefix="##")` |
# | who uses it | BERT, DistilBERT, Electra. Not RoBERTa (byte-level BPE), not ALBERT (Unigram) |
#
# In code: `sl.wordpiece.train(words, merges=30, score="gain")`, `sl.wordpiece.encode(model, "hugs")`, `sl.wordpiece.scores(words)`.

# %% [markdown] key="recap"
# ## Recap
#
# Pieces inside a word carry `##`. Count, PMI and gain are three criteria: say which one you mean. A trained WordPiece is a vocabulary, and a word is cut
# by longest match from the left. Where nothing fits, the whole word is `[UNK]`. Cleaning and splitting come first, and decoding cannot undo them.
