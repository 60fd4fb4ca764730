# %% [markdown] key="title"
# # 02 · Byte-pair encoding: which pair comes next?
#
# **You will be able to** train BPE by hand and in code, say which tie rule you used, encode a new word by rank,
# and compare merges with those of two production libraries.
#
# **Recap of lesson 01:** a list of whole words is never complete, and single characters make long texts. Subwords lie between.
#
# Core: 30 minutes, up to and with the quiz. Sections marked *deeper* can wait.

# %% key="setup"
from collections import Counter

import subword_lab as sl
from subword_lab.views import bpe_encoding, bpe_training, for_real, merge_tree
from subword_lab.views import check, exercise, hint, quiz_cards, solution

# %% [markdown] key="guess-intro"
# ## Guess
#
# Five words, each with the number of times it was seen. At the start every word is cut into single characters.
# Each round joins **one** pair of neighbors, everywhere. Which pair would you join first? Then which? Then which?
#
# Do not read on before you have guessed. A wrong guess is remembered best.

# %% key="hug"
hug = sl.corpora.load("hug")
for word, count in hug.items():
    print(f"{count:3} × {' '.join(word)}")

# %% key="guess"
exercise("bpe-first-three")

# %% [markdown] key="guess-typed"
# Every panel has a typed twin. This one takes
# `{"first merge": "b u", "second merge": "g s", "third merge": "p u"}`, with your own three pairs. Use either.

# %% key="guess-answer" tags=["exercise"] exercise="bpe-first-three"
bpe_first_three = None

# %% key="guess-check" tags=["check"]
check("bpe-first-three", bpe_first_three)

# %% [markdown] key="watch-intro"
# ## Watch
#
# Step through the training. Left: the words as they are cut now. Right: every pair of neighbors with its count.
# Press *Next* by mouse or keyboard. Tick *Predict first* and choose the pair yourself before it is shown.

# %% key="watch"
bpe_training(hug)

# %% [markdown] key="watch-said"
# That is the whole algorithm:
#
# 1. cut every word into symbols, at first its characters,
# 2. count the pairs of neighbors **inside** words, each word as often as it was seen,
# 3. join the most frequent pair everywhere, and write the rule down: a **merge**,
# 4. go on until you have enough rules, or no pair is left.
#
# The order of the merges *is* the model. `sl.bpe.train` gives them back. The number in front is the **rank**: 0 was learned first.

# %% key="train"
model = sl.bpe.train(hug, merges=7)
for rank, (left, right) in enumerate(model.merges):
    print(rank, left, "+", right, "→", left + right)

# %% key="vocab"
print(len(model.vocab), "pieces:", *model.vocab)

# %% [markdown] key="encode-intro"
# A new word is encoded with the **merges**, not with new counts: cut it into characters, look for the pair with the lowest rank,
# join it, look again. Type any word.

# %% key="encode-watch"
bpe_encoding(model, "hugs")

# %% [markdown] key="cut-intro"
# **By hand.** Five rules, one word. Where you would expect the longest pieces, look at the ranks. (Typed: `"ban|an|as"`, with your own bars.)

# %% key="cut"
exercise("bpe-cut")

# %% key="cut-answer" tags=["exercise"] exercise="bpe-cut"
bpe_cut = None

# %% key="cut-check" tags=["check"]
check("bpe-cut", bpe_cut)

# %% [markdown] key="build-intro"
# ## Build
#
# Three small functions make a trainer, one more makes an encoder. A word is a tuple of symbols here,
# `("h", "u", "g")`, and `words` maps such a tuple to its count.
#
# **Count the pairs.** In `{("h","u","g"): 10, ("p","u","g"): 5}` the pair `("u","g")` is seen 15 times.
# Python's `pairwise` gives the neighbors of a word.

# %% key="count-pairs" tags=["exercise"] exercise="bpe-count-pairs"
from itertools import pairwise

def count_pairs(word_counts):
    """Return how often each pair of neighbors occurs, as {(left, right): count}.

    word_counts maps words, already split into symbols, to how often each word occurs:
    {("h", "u", "g"): 10, ("p", "u", "g"): 5}
    """
    # your code here

# %% key="count-pairs-check" tags=["check"]
check("bpe-count-pairs", count_pairs)

# %% [markdown] key="hints"
# Stuck? `hint("bpe-count-pairs")` gives one hint; the next try unlocks the next hint, and after three hints
# `solution("bpe-count-pairs")` shows ours.
#
# **Choose the best pair.** Highest count first. Equal counts are a **tie**. For ties you need a rule, or two machines will learn two
# different tokenizers. Here: the *smallest* pair, compared as a tuple.

# %% key="best-pair" tags=["exercise"] exercise="bpe-best-pair"
def best_pair(pair_counts):
    """Return the pair with the largest count; of several, the smallest pair.

    pair_counts maps pairs to counts and is not empty. Pairs compare like Python tuples of strings.
    """
    # your code here

# %% key="best-pair-check" tags=["check"]
check("bpe-best-pair", best_pair)

# %% [markdown] key="merge-intro"
# **Join the pair in one word,** from left to right. Mind `a a a`: after the first two are joined, the third has no partner.

# %% key="merge-word" tags=["exercise"] exercise="bpe-merge-word"
def merge_word(symbols, pair):
    """Return the symbols of one word, as a tuple, with the pair joined wherever it stands.

    Work from left to right; a symbol is joined at most once.
    """
    # your code here

# %% key="merge-word-check" tags=["check"]
check("bpe-merge-word", merge_word)

# %% [markdown] key="encode-build-intro"
# **Encode a word by rank.** `merges` is the list of pairs in the order they were learned. The lowest rank present goes first.

# %% key="encode-word" tags=["exercise"] exercise="bpe-encode"
from itertools import pairwise

def encode(word, merges):
    """Return the pieces of a word, as a tuple.

    merges is the list of learned pairs, first learned first. Start from single characters. As long
    as any neighbors are a learned pair, join the pair that was learned first, wherever it stands.
    """
    # your code here

# %% key="encode-word-check" tags=["check"]
check("bpe-encode", encode)

# %% [markdown] key="yours-intro"
# **Your tokenizer, on a real text.** The loop below is the whole of BPE training; the three functions in it are yours.
# It runs beside ours on the course's English text, and then your encoder does. Until the four checks above are green, the cell only says what is missing.

# %% key="yours"
def train(words, number_of_merges):
    merges = []
    for _ in range(number_of_merges):
        pair = best_pair(count_pairs(words))
        words = {merge_word(symbols, pair): count for symbols, count in words.items()}
        merges.append(pair)
    return merges


built = {
    "bpe-count-pairs": count_pairs,
    "bpe-best-pair": best_pair,
    "bpe-merge-word": merge_word,
    "bpe-encode": encode,
}
missing = sl.exercises.unfinished(built)
if missing:
    print("Still to build:", *missing)
else:
    counts = dict(Counter(sl.text.count_words(sl.corpora.load("english"))).most_common(300))
    yours = train({tuple(word): count for word, count in counts.items()}, 50)
    ours = sl.bpe.train(counts, merges=50, tie_break="smallest_pair")
    print("same merges:", yours == ours.merges)
    same = sum(encode(word, yours) == tuple(sl.bpe.encode(ours, word)) for word in counts)
    print(f"{same} of {len(counts)} words cut as ours")

# %% [markdown] key="marker-intro"
# ## A surprise: one corpus, three right answers
#
# A much copied example of BPE has the words *low, lower, newest, widest*. Ask three tutorials for the third merge and you may get
# three answers, all of them right. First do it yourself. (Typed: `bpe_next_merge = "d est"`.)

# %% key="marker-bet"
exercise("bpe-next-merge")

# %% key="marker-typed" tags=["exercise"] exercise="bpe-next-merge"
bpe_next_merge = None

# %% key="marker-check" tags=["check"]
check("bpe-next-merge", bpe_next_merge)

# %% [markdown] key="marker-rules"
# Two things differ from one library to another: how the **end of a word** is marked, if at all, and which pair wins a **tie**.
# Here are three markers, each with two tie rules.

# %% key="marker"
low = sl.corpora.load("low")
for marker in (None, "separate", "glued"):
    for tie in ("smallest_pair", "largest_pair"):
        steps = sl.trace.record(sl.bpe.train_steps(low, merges=3, tie_break=tie, end_of_word=marker)).steps
        print(f"{marker or 'no marker':10} {tie:14}", *(f"{step.new} ({step.count})" for step in steps))

# %% [markdown] key="marker-said"
# The third merge is `lo`, `ow` or `est</w>`. Without a marker, `est` at the end of *newest* and `est` inside *western* are one piece. A separate `</w>` is a symbol of its own
# that can be merged. A glued `</w>` belongs to the last letter from the start, as in subword-nmt since version 0.2.
# A list of merges without its marker **and** its tie rule means nothing.

# %% [markdown] key="tree-intro"
# Here is how a word grows from its characters, rule by rule.

# %% key="tree"
low_model = sl.bpe.train(low, merges=10, end_of_word="separate", tie_break="first_seen")
merge_tree(low_model, "lowest")

# %% [markdown] key="break-intro"
# ## Break it
#
# **A letter it has never seen.** The corpus has no `m`. Character BPE needs an unknown symbol, or it has nothing to say.

# %% key="break-unknown"
small = sl.Tokenizer.train("bpe", hug, merges=3, unk="<unk>")
for word in ("bug", "mug"):
    print(word, "→", *small.tokenize(word))

# %% [markdown] key="break-shortest"
# **Fewest pieces?** BPE is greedy: it never asks whether another cut would be shorter. You have met a case, *bananas*:

# %% key="break-shortest-cell"
learned = [("n", "a"), ("a", "n"), ("b", "an"), ("an", "a"), ("na", "s")]
pieces = [*"abns", *(left + right for left, right in learned)]
greedy = sl.bpe.BpeModel({piece: id for id, piece in enumerate(pieces)}, learned)
print("by rank: ", *sl.bpe.encode(greedy, "bananas"))
shorter = ("ban", "ana", "s")
print("possible:", *shorter, "| all in the vocabulary:", set(shorter) <= set(pieces))

# %% [markdown] key="real-intro"
# ## For real
#
# The same words through the production libraries. If our merges ever differed from theirs, the row would say so.

# %% key="real"
for_real("bpe", hug)

# %% [markdown] key="real-printing"
# Libraries print the same cut in different ways: subword-nmt puts `@@` on every piece that is *not* the last, others put `</w>` on the piece that *is*.

# %% key="real-printing-cell"
pieces = sl.bpe.encode(low_model, "lowest")
print("</w>:", *pieces)
print("@@:  ", *(piece.removesuffix("</w>") if piece.endswith("</w>") else piece + "@@" for piece in pieces))

# %% [markdown] key="quiz-intro"
# ## Quiz

# %% key="quiz"
quiz_cards("02_bpe")

# %% [markdown] key="elsewhere"
# ## What you may have read elsewhere
#
# - *"BPE comes from compression."* Yes (Gage 1994), but the subword method is Sennrich, Haddow and Birch, *Neural machine translation of rare
#   words with subword units* (2016), section 3.2.
# - *"Ties are broken alphabetically."* There is no usual rule; the tie laboratory below shows those of four libraries.
# - *"BPE never has unknown words."* Only byte-level BPE (lesson 03). You have just seen `<unk>`.
# - *"Training is fast because it only counts."* Recounting everything each round is slow. See *fast* below.
# - *"Each merge adds a piece, so the size is alphabet + merges."* Special tokens come on top. And training may end before: when no pair is left.

# %% [markdown] key="order-intro"
# ## Deeper: say it once more
#
# Without looking up. (Typed: a list of the five steps, first step first.)

# %% key="order"
exercise("bpe-training-order")

# %% key="order-answer" tags=["exercise"] exercise="bpe-training-order"
bpe_training_order = None

# %% key="order-check" tags=["check"]
check("bpe-training-order", bpe_training_order)

# %% [markdown] key="joins-intro"
# ## Deeper: counted is not joined
#
# Find a word that shows the difference. (Typed: `bpe_count_is_not_joins = "hugs"`, with your own word.)

# %% key="joins"
exercise("bpe-count-is-not-joins")

# %% key="joins-answer" tags=["exercise"] exercise="bpe-count-is-not-joins"
bpe_count_is_not_joins = None

# %% key="joins-check" tags=["check"]
check("bpe-count-is-not-joins", bpe_count_is_not_joins)

# %% [markdown] key="shortest-intro"
# ## Deeper: greedy is not shortest
#
# Find a case of your own: give merges and a word for which encoding by rank needs more pieces than the best cut into pieces of the
# same vocabulary. (Typed: `"abc: a b, ab c"`, with your own word and merges.)

# %% key="counter-widget"
exercise("bpe-not-shortest")

# %% key="counter" tags=["exercise"] exercise="bpe-not-shortest"
bpe_not_shortest = None

# %% key="counter-check" tags=["check"]
check("bpe-not-shortest", bpe_not_shortest)

# %% [markdown] key="break-demo"
# ## Deeper: a demo that forgets
#
# A widely copied demo keeps in its vocabulary only the symbols that are left at the end of training. But encoding by rank passes
# through the others, and a new word may stop at one of them. Ours keeps every piece it ever made:

# %% key="break-demo-cell"
demo = sl.trace.record(sl.bpe.train_steps(sl.corpora.load("low_demo"), merges=4, tie_break="first_seen"))
left_at_the_end = {piece for word, _ in sl.bpe.words_after(sl.corpora.load("low_demo"), demo.steps) for piece in word}
print("left at the end:", *sorted(left_at_the_end))
for word in ("lower", "lowe", "lo"):
    (piece,) = sl.bpe.encode(demo.result, word)
    print(f"{word:5} → {piece:5} in our vocabulary: {piece in demo.result.vocab}, in the demo's: {piece in left_at_the_end}")

# %% [markdown] key="counters-intro"
# ## Deeper: four counters
#
# Read code that others wrote, and say what it does before it runs. Four lines, one of them right; the bug of another one stands in a published course.
# (Typed: `{"for pair in …": "14", …}`, with the four lines as keys.)

# %% key="counters"
exercise("bpe-four-counters")

# %% key="counters-answer" tags=["exercise"] exercise="bpe-four-counters"
bpe_four_counters = None

# %% key="counters-check" tags=["check"]
check("bpe-four-counters", bpe_four_counters)

# %% [markdown] key="ties-intro"
# ## Deeper: the tie laboratory
#
# The tie rules of four libraries on our own English text. Each line shows the first merge at which a rule leaves the first one, at how many
# of the 200 places the merges differ, and how many pieces the first one learned and this one did not.

# %% key="ties"
words = sl.text.count_words(sl.corpora.load("english"))
common = dict(Counter(words).most_common(500))
libraries = {
    "smallest_ids": "tokenizers",
    "largest_pair": "subword-nmt",
    "first_seen": "minbpe",
    "sentencepiece": "SentencePiece",
}
base = sl.bpe.train(common, merges=200, tie_break="smallest_ids").merges
for rule, library in libraries.items():
    merges = sl.bpe.train(common, merges=200, tie_break=rule).merges
    places = [rank for rank, (a, b) in enumerate(zip(base, merges, strict=True)) if a != b]
    pieces = {"".join(pair) for pair in base} - {"".join(pair) for pair in merges}
    first = f"first at merge {places[0]}" if places else "the same"
    print(f"{library:14} {first:18} places: {len(places):3}  pieces: {len(pieces)}")

# %% [markdown] key="ties-said"
# Many places differ and few pieces do: a tie decides *when* a pair is joined more often than *whether*. But your ids are places,
# so a model trained with one list cannot be used with the other. (Only the tie rules are theirs here; the libraries differ in more.)

# %% [markdown] key="who-wins-intro"
# By hand: one tie, four rules. (Typed: `{"the smallest pair": "lo w", …}`, with all four rows.)

# %% key="who-wins"
exercise("bpe-who-wins")

# %% key="who-wins-answer" tags=["exercise"] exercise="bpe-who-wins"
bpe_who_wins = None

# %% key="who-wins-check" tags=["check"]
check("bpe-who-wins", bpe_who_wins)

# %% [markdown] key="fast-intro"
# ## Deeper: fast
#
# Your trainer counts all pairs in all words again after each merge. Ours remembers **which words hold each pair**: it has an *index*.
# After a merge only those words change, so only their pairs are counted again. Both learn the same merges; you have seen it above.
# Count the work instead of the seconds:

# %% key="fast-count"
words = sl.bpe.words_after(common, [])
table = sl.pairs.IndexedPairs(words, order=lambda pair: pair)
touched = 0
for _ in range(200):
    pair, count = table.best()
    touched += len(table.where[pair])
    table.merge(pair, "".join(pair))
recounted = 200 * len(words)
print(f"words looked at in 200 merges: recount {recounted:,}, index {touched:,}")
print(f"that is {recounted / touched:.0f} times fewer")

# %% [markdown] key="fast-said"
# One more trick: a *heap*, a list that always has its best entry in front, gives the best pair without a search. But its entries grow old:
# a count may have fallen since it was put in. So an entry is checked when it comes to the front, and put back with today's count
# if it is stale. Lesson 07 goes on from here.

# %% [markdown] key="cheat-sheet"
# ## Cheat sheet
#
# | | |
# |---|---|
# | one step | $(x,y)^* = \arg\max \text{count}(x,y)$, counted inside words, times the word's count; then a stated **tie rule** |
# | new symbol | $xy$, joined; the old ones stay in the vocabulary |
# | train until | so many merges, so many entries, no pair left, or the best pair too rare (subword-nmt: below 2) |
# | size | alphabet (+ mark) + merges + special tokens |
# | ties | first seen: Sennrich's paper code, minbpe · largest pair: subword-nmt · smallest ids: `tokenizers` · shortest, then smallest string: SentencePiece |
# | marks | none · `</w>` as a symbol · `</w>` glued to the last letter · printed `@@` on all but the last piece |
# | encode | from single characters; join the pair of lowest rank, again and again. No new counts, no look at the vocabulary |
# | rules once through, in order | the same, for a table from exact training; not for an edited one |
# | decode | put together; a mark must say where words end |
# | unknown | a character outside of the alphabet. Greedy, so not always fewest pieces |
# | fast | different words with counts, an index from pair to words, a heap with checked entries |
# | history | Gage 1994 (compression) → Sennrich, Haddow and Birch 2016 (subwords) → bytes, Radford et al. 2019 |
#
# In code: `sl.bpe.train(words, merges=7, tie_break="smallest_pair", end_of_word="separate")`, `sl.bpe.encode(model, "hugs")`.

# %% [markdown] key="recap"
# ## Recap
#
# Training counts pairs inside words, weighted by word counts, and writes rules in order. Encoding applies the rules by rank.
# State the marker and the tie rule. An unseen character needs an unknown symbol. Greedy is not shortest.
