# %% [markdown] key="title"
# # 05 · Unigram: which of the many ways?
#
# **You will be able to** find the best cut of a word by hand and in code (Viterbi), and say where the probabilities come from (EM) and which pieces
# are dropped. Deeper: find two errors that have stood in print for years, write EM and pruning yourself, draw cuts at random.
#
# **Recap of lessons 02 and 04:** BPE and WordPiece build a vocabulary from below: characters first, then merges. Unigram comes from above. It
# starts with far too many pieces, gives each a probability, and drops what it needs least. To cut a word, it asks for the **most probable** of all ways.
#
# Core: 30 minutes, up to the quiz. Sections marked *deeper* can wait.

# %% key="setup"
from collections import Counter
from math import exp, prod

import subword_lab as sl
from subword_lab.views import alt, bet, chance, em_curve, show_source
from subword_lab.views import unigram_encoding, unigram_training
from subword_lab.views import check, exercise, for_real, hint, quiz_cards, solution

# %% [markdown] key="guess-intro"
# ## Guess
#
# The five words of lesson 02, and ten pieces. For a start, the probability of a piece is its share: how often it stands in the five words,
# divided by what all ten come to.

# %% key="ten"
hug = sl.corpora.load("hug")
pieces = ["b", "g", "h", "n", "p", "s", "u", "ug", "un", "hug"]

def times_seen(piece):
    return sum(times * word.count(piece) for word, times in hug.items())

counts = {piece: times_seen(piece) for piece in pieces}
total = sum(counts.values())
probs = {piece: count / total for piece, count in counts.items()}
for piece in sorted(pieces, key=lambda piece: -counts[piece]):
    print(f"{piece:4} {counts[piece]:3} / {total} = {probs[piece]:.3f}")

# %% [markdown] key="guess-rule"
# The word `hugs` can be cut in several ways. A cut's probability is the **product** of its pieces' probabilities: each piece is drawn by itself,
# whatever stands beside it. That is what *unigram* means.
#
# Which cut of `hugs` is the most probable? Guess before you calculate.

# %% key="guess"
exercise("unigram-likeliest-cut")

# %% [markdown] key="guess-typed"
# The same, typed: `"h|ugs"` or `["h", "ugs"]`, with your own pieces. Use either.

# %% key="guess-answer" tags=["exercise"] exercise="unigram-likeliest-cut"
unigram_likeliest_cut = None

# %% key="guess-check" tags=["check"]
check("unigram-likeliest-cut", unigram_likeliest_cut)

# %% [markdown] key="watch-intro"
# ## Watch: one word
#
# Here are all the cuts, with their products.

# %% key="cuts"
ten = sl.unigram.UnigramModel.from_probabilities(probs)
for cut, log_p in sl.unigram.n_best(ten, "hugs", 10):
    product = " × ".join(f"{counts[piece]}/{total}" for piece in cut)
    print(f"{' | '.join(cut):14} {product:30} = {exp(log_p):.7f}   ln p = {log_p:.2f}")

# %% [markdown] key="log"
# Products of small numbers soon become too small for a computer, so one adds **logs** instead: $\ln(a \cdot b) = \ln a + \ln b$.
# Logs of probabilities are negative. The best cut is the one nearest to zero.
#
# With three cuts you can compare them all. But how many are there if the text is longer? Between $n$ characters are $n-1$ places, and each is cut or not.

# %% key="how-many"
print("characters     possible cuts    possible pieces")
for n in (4, 10, 20, 40):
    print(f"{n:10} {2 ** (n - 1):17,} {n * (n + 1) // 2:18}")

# %% [markdown] key="lattice"
# The way out: draw the text as a line with **positions** between its characters. Every piece is a line from one position to another, and a cut is
# a path from the first position to the last. This picture is called a *lattice*.
#
# Then ask only one question, from left to right: *what is the best way to this position?* Step through. Tick *Predict first* and try it yourself. Type a word of your own.

# %% key="encode-watch"
unigram_encoding(ten, "hugs")

# %% [markdown] key="encode-said"
# The best way to a position ends with some piece, and what comes before that piece must itself be the best way to where it starts.
# With $s(j)$ for the best score at position $j$:
#
# $$s(0) = 0, \qquad s(j) = \max_{i<j}\; s(i) + \ln p(x_i \ldots x_{j-1})$$
#
# Keep the winner's start for each position, and walk back from the end. This is the **Viterbi algorithm**. The stepper goes on: the second best
# cut, then *sums* over all ways to a position (forward) and from it (backward). Its last frame shows how much of the total probability goes through
# each piece; we need that soon.

# %% [markdown] key="table-intro"
# **Fill in a table by hand.** Costs are easier to add than logs: a cost is $-\ln p$, rounded, and the lowest sum wins.
# (Typed: `{"t": "t", "th": "h", …}`, with all five rows.)

# %% key="table"
exercise("unigram-viterbi-table")

# %% key="table-answer" tags=["exercise"] exercise="unigram-viterbi-table"
unigram_viterbi_table = None

# %% key="table-check" tags=["check"]
check("unigram-viterbi-table", unigram_viterbi_table)

# %% [markdown] key="build-intro"
# ## Build: the best cut
#
# The formula above in code, without listing all cuts. Two loops and a walk back.
# Stuck? `hint("unigram-viterbi")` gives a hint; each new try opens the next one, and after three `solution("unigram-viterbi")` shows ours.

# %% key="best-cut" tags=["exercise"] exercise="unigram-viterbi"
from math import inf

def best_cut(text, log_probs):
    """Return the cut of a text with the highest sum of logs, as a tuple; None if it has no cut.

    log_probs maps pieces to the logs of their probabilities: {"h": -2.4, "ug": -2.1}
    """
    # your code here

# %% key="best-cut-check" tags=["check"]
check("unigram-viterbi", best_cut)

# %% [markdown] key="yours-intro"
# **Yours on real words.** Take every second word of the course's English text, train a model with 800 pieces, and cut the words that it has not seen.

# %% key="yours"
words = sl.text.count_words(sl.corpora.load("english"))
plain = sorted(word for word in words if word.isalpha() and word.islower())
seen, unseen = plain[::2], plain[1::2]
english = sl.unigram.train(dict.fromkeys(seen, 1), vocab_size=800)
missing = sl.exercises.unfinished({"unigram-viterbi": best_cut})
if missing:
    print("Still to build:", *missing)
else:
    yours = {word: best_cut(word, english.log_probs) for word in unseen}
    same = sum(yours[word] == sl.unigram.encode(english, word) for word in unseen)
    print(f"{same} of {len(unseen)} words cut as ours")

# %% [markdown] key="look-intro"
# Look at a word that is not among them. How many cuts, and which is the best?

# %% key="look"
unigram_encoding(english, "unhappiness")

# %% [markdown] key="train-intro"
# ## Watch: training
#
# Where do the pieces and their probabilities come from? Nobody has cut the training words, so there is nothing to count. Three ideas:
#
# 1. **Seed.** Take far too many pieces: all characters and the substrings that repeat (SentencePiece: up to a million).
# 2. **Estimate** (EM, *expectation maximization*). Cut every word in *all* ways at once. Each cut counts with its share of the word's probability. Count the pieces so, and make
#    the counts the new probabilities. Do it again: likely cuts become likelier.
# 3. **Prune.** Ask of every piece: how much less probable would the text be without it? Drop those that cost least. Go back to 2.
#
# Characters stay to the end, so that any word made of known characters can be cut. (Kudo 2018, *Subword Regularization*, section 3.2.)
#
# Here are five verbs in four forms, each seen once.
# Nobody tells the algorithm what a verb is.

# %% key="train-watch"
stems, endings = ("walk", "talk", "play", "jump", "look"), ("", "s", "ed", "ing")
verbs = [stem + ending for stem in stems for ending in endings]
unigram_training(dict.fromkeys(verbs, 1), vocab_size=25)

# %% [markdown] key="train-said"
# Stems and endings come out. The estimates left so few pieces that nearly all could stay. Here are more verbs, some frequent and some rare, and pruning
# has to choose. Tick *Predict first*, then watch the pieces go, one by one, the cheapest first.

# %% key="prune-watch"
stems, forms = ("walk", "talk", "play", "jump", "look", "work", "help", "call"), {"": 4, "s": 1, "ed": 3, "ing": 2}
frequent_to_rare = {stem + end: times * (9 - rank) for rank, stem in enumerate(stems) for end, times in forms.items()}
unigram_training(frequent_to_rare, vocab_size=26)

# %% [markdown] key="em-bet-intro"
# ## A surprise: the most probable piece
#
# Now the five words again, with EM on the ten pieces only. The **loss** is the *negative* log-likelihood, each word as often as it was seen:
#
# $$L = -\sum_{\text{words}} \text{count} \cdot \ln \sum_{\text{cuts}} \prod_{\text{pieces}} p(\text{piece})$$
#
# At the start `u` is the most probable of all ten pieces. Bet: what becomes of it?

# %% key="em-bet"
def probability_of_u(rounds=6):
    model = ten
    for _ in range(rounds):
        model, _ = sl.unigram.em_step(model, hug, digamma=False)
    p = exp(model.log_probs["u"])
    return "about as it was" if p > 0.15 else "about half" if p > 0.02 else "almost nothing"

bet(
    "unigram-u-after-em",
    f"u starts with {counts['u']}/{total}. What is its probability after six rounds of EM?",
    probability_of_u,
    options=["about as it was", "about half", "almost nothing"],
)

# %% key="em"
model, curve = ten, []
print("round     loss   " + "".join(f"{piece:>7}" for piece in pieces))
for number in range(7):
    after, log_likelihood = sl.unigram.em_step(model, hug, digamma=False)
    shown = "".join(f"{exp(model.log_probs[piece]):7.3f}" for piece in pieces)
    print(f"{number:5} {-log_likelihood:8.3f}   {shown}")
    curve.append((number, log_likelihood))
    model = after

# %% [markdown] key="em-said"
# `u` goes to zero. It stands in every word, but always inside `ug`, `un` or `hug`, and no likely cut uses it alone. A piece's probability is **not** its
# share of the text. It is its share of what the likely cuts use. The next cell shows it: `u` is on no best path, not even at the start.

# %% key="em-paths"
for word in hug:
    start, after = sl.unigram.encode(ten, word), sl.unigram.encode(model, word)
    print(f"{word:5} start: {' | '.join(start):10} after EM: {' | '.join(after)}")

# %% [markdown] key="break-intro"
# ## Break it
#
# **Without a character.** Take `s` away, and try a word with an `m`. Both errors say what to do.

# %% key="break-character"
left = {piece: p for piece, p in probs.items() if piece != "s"}
without_s = sl.unigram.UnigramModel.from_probabilities(left)
for model_used, word in ((ten, "hugs"), (without_s, "hugs"), (ten, "mug")):
    try:
        print(word, "→", *sl.unigram.encode(model_used, word))
    except ValueError as error:
        print(error)

# %% [markdown] key="real-intro"
# ## For real
#
# SentencePiece, from the seed to the last pruning, on the same text: the same pieces with the same probabilities, the same cuts. It does all its sums
# in single precision, we in double, so near ties could fall differently. Type your own sentence.

# %% key="real"
for_real("unigram", text="gently warm the flour and water")

# %% [markdown] key="quiz-intro"
# ## Quiz

# %% key="quiz"
quiz_cards("05_unigram")

# %% [markdown] key="elsewhere"
# ## What you may have read elsewhere
#
# - *"Unigram drops the least probable pieces."* It drops those whose loss costs the text least; see *the price of a piece* below. And characters stay.
# - *"A piece's probability is its share of the corpus."* Only at the start. EM makes it the share of what the likely cuts use: you saw `hug` rise and `u` vanish.
# - *"The loss is the log-likelihood."* It is the negative of it.
# - *"10 or 20 percent go in each round."* Kudo (2018, section 3.2) keeps 80 percent, SentencePiece 75, and so do we (`shrink=0.75`).
# - *"Unigram exists only inside SentencePiece."* Hugging Face `tokenizers` has it as a model of its own.
# - *"LLaMA uses Unigram."* LLaMA 1 and 2 use SentencePiece with **BPE**, LLaMA 3 byte-level BPE. T5, ALBERT, XLNet use Unigram.
# - *"Merges cannot be undone, so BPE cannot find the best cut."* Every merge can be split again. The point is another: BPE is greedy and has no probabilities to compare.

# %% [markdown] key="errors-intro"
# ## Deeper: two errors in print
#
# The best-known worked example of Unigram stands in Hugging Face's free course (chapter 6, section 7). It is a good one, and yet two wrong numbers have
# stood in it for years. Readers reported the first in 2022 (issue 277 of `huggingface/course`) and several times since. Find both.
#
# **First.** It takes *all* proper parts of the five words as pieces. Here are its right counts. Printed were $p(p)\,p(u)\,p(g) = 0.000389$ and
# $p(pu)\,p(g) = 0.0022676$. Which counts were used? (Typed: `unigram_printed_error = "g = 10"`.)

# %% key="errors-counts"
def proper_parts(word):
    n = len(word)
    return {word[i:j] for i in range(n) for j in range(i + 1, n + 1)} - {word}

parts = set().union(*map(proper_parts, hug))
for part in sorted(parts, key=lambda part: (-times_seen(part), part)):
    print(part, times_seen(part), end="   ")
print("total", sum(map(times_seen, parts)))

# %% key="errors-widget"
exercise("unigram-printed-error")

# %% key="errors-answer" tags=["exercise"] exercise="unigram-printed-error"
unigram_printed_error = None

# %% key="errors-check" tags=["check"]
check("unigram-printed-error", unigram_printed_error)

# %% [markdown] key="one-nat-intro"
# **Second.** Its code keeps a table of best *losses*, $-\ln p$, and the first number of that table is wrong. Every loss it prints is too large by the same amount
# for each word. The order of the cuts is right, so it does not show. Our version below has that error, and one more. Mend both.

# %% key="one-nat" tags=["exercise"] exercise="unigram-one-nat"
from math import inf

def lowest_loss(text, log_probs):
    """Return the loss of the best cut: minus the log of its probability; inf if there is no cut."""
    best = [1.0]
    for end in range(1, len(text) + 1):
        losses = [
            best[start] - log_probs[text[start:end]]
            for start in range(end)
            if text[start:end] in log_probs
        ]
        best.append(min(losses, default=0.0))
    return best[-1]

# %% key="one-nat-check" tags=["check"]
check("unigram-one-nat", lowest_loss)

# %% [markdown] key="one-nat-cost"
# What the wrong first number, 1.0, costs on the five words. A *nat* is the unit of natural logs. Note also: the loss of all cuts together is smaller than that
# of the best cuts alone.

# %% key="one-nat-cell"
best = -sum(times * ten.score(sl.unigram.encode(ten, word)) for word, times in hug.items())
occurrences = sum(hug.values())
print(f"best cuts alone, right   {best:.2f}")
print(f"best cuts alone, printed {best + occurrences:.2f}   one nat for each of {occurrences} words")
print(f"all cuts together        {-sl.unigram.expect(ten, hug).log_likelihood:.2f}")

# %% [markdown] key="more-pieces-intro"
# ## Deeper: more pieces, and yet cheaper
#
# Find a counter-example to *the fewest pieces win*. The costs are those of your table. (Typed: `unigram_more_pieces = "here"`.)

# %% key="more-pieces"
exercise("unigram-more-pieces")

# %% key="more-pieces-answer" tags=["exercise"] exercise="unigram-more-pieces"
unigram_more_pieces = None

# %% key="more-pieces-check" tags=["check"]
check("unigram-more-pieces", unigram_more_pieces)

# %% [markdown] key="em-intro"
# ## Deeper: EM by hand
#
# EM has two steps, and you can write both. You need a list of all cuts first.
#
# **All cuts**, the slow and obvious way.

# %% key="all-cuts" tags=["exercise"] exercise="unigram-all-cuts"
def all_cuts(text, pieces):
    """Return the set of all cuts of a text into the given pieces, each cut a tuple of pieces.

    The empty text has one cut, the one without pieces: ().
    """
    # your code here

# %% key="all-cuts-check" tags=["check"]
check("unigram-all-cuts", all_cuts)

# %% [markdown] key="em-shares-intro"
# **E step: expected counts.** `hugs` has three cuts. Their shares of the word's probability say how much each counts. A piece's expected count is the sum of
# the shares of the cuts that hold it.

# %% key="em-shares"
cuts = sl.unigram.n_best(ten, "hugs", 10)
whole = sum(exp(log_p) for _, log_p in cuts)
for cut, log_p in cuts:
    print(f"{' | '.join(cut):14} share {exp(log_p) / whole:.4f}")
for piece, count in sl.unigram.expect(ten, {"hugs": 1}).counts.items():
    if count:
        print(f"{piece:4} expected {count:.4f} times")

# %% key="expected-counts" tags=["exercise"] exercise="unigram-expected-counts"
from math import prod

def expected_counts(cuts, probs):
    """Return how often each piece is expected in a word, as {piece: expected count}.

    cuts are all cuts of the word, probs maps pieces to probabilities. Each cut counts with its
    share: its probability divided by that of all cuts together.
    """
    # your code here

# %% key="expected-counts-check" tags=["check"]
check("unigram-expected-counts", expected_counts)

# %% [markdown] key="new-probabilities-intro"
# **M step: new probabilities.** Sum over all words, each as often as it was seen, and divide by the total.

# %% key="new-probabilities" tags=["exercise"] exercise="unigram-new-probabilities"
def new_probabilities(word_counts, expected):
    """Return the new probability of each piece: its expected count by that of all pieces.

    word_counts maps words to how often they occur; expected[word] maps pieces to how often they
    are expected in one occurrence of the word.
    """
    # your code here

# %% key="new-probabilities-check" tags=["check"]
check("unigram-new-probabilities", new_probabilities)

# %% [markdown] key="em-curve-intro"
# The log-likelihood of the seven rounds above, as a curve. It is the loss with its sign turned. It never falls, and most of the way is made in the first two rounds.

# %% key="em-curve"
print(alt(em_curve({"ten pieces": curve})))

# %% [markdown] key="order-intro"
# **The whole of training.** Put its steps in order, without looking up. (Typed: a list of the five steps, first step first.)

# %% key="order"
exercise("unigram-order")

# %% key="order-answer" tags=["exercise"] exercise="unigram-order"
unigram_order = None

# %% key="order-check" tags=["check"]
check("unigram-order", unigram_order)

# %% [markdown] key="price-intro"
# ## Deeper: the price of a piece
#
# **Predict the first pruning** of the ten pieces. (Typed: `unigram_next_pruned = "un"`.)

# %% key="pruned"
exercise("unigram-next-pruned")

# %% key="pruned-answer" tags=["exercise"] exercise="unigram-next-pruned"
unigram_next_pruned = None

# %% key="pruned-check" tags=["check"]
check("unigram-next-pruned", unigram_next_pruned)

# %% [markdown] key="price-asked"
# What does the text lose if a piece is taken away, while the others keep their probabilities? The next cell asks the engine, for the ten pieces.

# %% key="price"
losses = sl.unigram.removal_losses(ten, hug)
for piece in sorted(pieces, key=lambda piece: losses[piece]):
    print(f"{piece:4} probability {probs[piece]:.3f}   loss without it: {losses[piece]:6.2f}")

# %% [markdown] key="price-said"
# `u` is the most probable piece and cheap to lose, since `ug` and `un` stand in for it. `s` is rare, but without it `hugs` has no cut at all: its price is infinite.
# That is why "drop the least probable" is wrong.

# %% key="removal-loss" tags=["exercise"] exercise="unigram-removal-loss"
from math import inf, log, prod

def removal_loss(piece, cuts, probs):
    """Return how much the log of a word's probability falls if a piece is removed.

    The probability of a word is that of all its cuts together. The loss is inf if no cut is left.
    """
    # your code here

# %% key="removal-loss-check" tags=["check"]
check("unigram-removal-loss", removal_loss)

# %% [markdown] key="trainer-intro"
# **Your trainer.** This loop is all of Unigram training: two rounds of EM, then keep three quarters of the pieces, until few enough are left. The parts
# in it are yours. It runs beside the same loop with the engine's parts, on some short words of the English text.

# %% key="trainer"
def train(probs, size, em_round, price):
    while len(probs) > size:
        probs = em_round(em_round(probs))
        loss = price(probs)
        dearest = sorted(probs, key=lambda piece: (len(piece) > 1, -round(loss[piece], 6), piece))
        probs = {piece: probs[piece] for piece in dearest[: max(size, len(probs) * 3 // 4)]}
    return probs

def your_round(probs):
    expected = {word: expected_counts(all_cuts(word, probs), probs) for word in short}
    return new_probabilities(short, expected)

def your_price(probs):
    loss = dict.fromkeys(probs, 0.0)
    for word, times in short.items():
        found = all_cuts(word, probs)
        for piece in {piece for cut in found for piece in cut}:
            loss[piece] += times * removal_loss(piece, found, probs)
    return loss

# %% [markdown] key="trainer-ours-intro"
# The same two parts, made of the engine's functions:

# %% key="trainer-ours"
short = dict.fromkeys([word for word in seen if len(word) < 8][::6], 1)

def model_of(probs):
    return sl.unigram.UnigramModel.from_probabilities(probs)

def our_round(probs):
    after, log_likelihood = sl.unigram.em_step(model_of(probs), short, digamma=False)
    return {piece: exp(score) for piece, score in after.log_probs.items()}

def our_price(probs):
    return sl.unigram.removal_losses(model_of(probs), short)

# %% key="trainer-run"
seeds = sl.unigram.seed_scores(short)
start = {piece: score / sum(seeds.values()) for piece, score in seeds.items()}
missing = sl.exercises.unfinished(
    {
        "unigram-all-cuts": all_cuts,
        "unigram-expected-counts": expected_counts,
        "unigram-new-probabilities": new_probabilities,
        "unigram-removal-loss": removal_loss,
    }
)
ours = train(start, 60, our_round, our_price)
print(len(start), "seeds,", len(ours), "pieces left:")
print(*(piece for piece in ours if len(piece) > 1))
if missing:
    print("Still to build:", *missing)
else:
    yours = train(start, 60, your_round, your_price)
    print("yours has the same pieces:", yours.keys() == ours.keys())

# %% [markdown] key="prune-real"
# Two things are different in SentencePiece, and in `sl.unigram.train`. To be fast, it does not sum over all cuts to price a piece: it replaces the piece on the best paths by the second
# best cut of the piece itself. An approximation, and said to be one:

# %% key="prune-real-cell"
approximate = sl.unigram.replacement_losses(ten, hug)
for piece, loss in approximate.items():
    print(f"{piece:4} exact {losses[piece]:6.2f}   by second best cut {loss:6.2f}")

# %% [markdown] key="digamma-intro"
# And its M step does not divide $c$ by the total $n$. It takes $e^{\psi(c) - \psi(n)}$, where $\psi$ is the digamma function. For large counts that is about
# $(c - \tfrac12)/n$. What does it do to rare pieces?

# %% key="digamma"
print("expected count   counted as")
for count in (0.1, 0.5, 1, 2, 5, 50):
    print(f"{count:14}   {exp(sl.unigram.digamma(count)):.4f}")

# %% [markdown] key="digamma-said"
# The rich lose half a count, the poor nearly all. Pieces that are expected less than half a time are then dropped outright. Probability that is spread thinly over many pieces is gathered
# in a few. The stepper above worked that way; watch it on more words here.

# %% key="train-more"
unigram_training(dict.fromkeys(seen[::4], 1), vocab_size=200)

# %% [markdown] key="train-often-intro"
# Is it grammar that Unigram finds? Train on the twenty verbs of the first stepper again, with each form seen ten times:

# %% key="train-often"
for times in (1, 10):
    model = sl.unigram.train(dict.fromkeys(verbs, times), vocab_size=25)
    print(f"seen {times:2} times:", *(piece for piece in model.log_probs if len(piece) > 1))

# %% [markdown] key="train-often-said"
# With enough evidence whole words pay for themselves. Unigram follows likelihood, not grammar.

# %% [markdown] key="forward-intro"
# ## Deeper: all cuts without listing them
#
# Your EM lists every cut. A word of 20 letters has up to half a million, so real trainers do not. Look at Viterbi's formula again and put a **sum** in the place of the **maximum**:
#
# $$f(0) = 1, \qquad f(j) = \sum_{i<j} f(i)\, p(x_i \ldots x_{j-1})$$
#
# $f(j)$ is the probability of all ways to position $j$, and the last one is that of the whole word. In logs, a sum of probabilities is `log_sum`:

# %% key="log-sum"
show_source(sl.lattice.log_sum)

# %% [markdown] key="break-logs"
# And why logs? The same sum of logs, and the product it stands for:

# %% key="break-underflow"
for times in (10, 100, 1000):
    text = "hugs" * times
    cut = sl.unigram.encode(ten, text)
    product = prod(probs[piece] for piece in cut)
    print(f"{len(text):5} characters: product {product:.3g}, sum of logs {ten.score(cut):,.1f}")

# %% key="forward" tags=["exercise"] exercise="unigram-forward"
from subword_lab.lattice import log_sum

def forward(text, log_probs):
    """Return, for each position, the log of the probability of all ways from 0 to it, summed.

    The list has len(text) + 1 numbers; the first is 0.0, since there is nothing to pay yet.
    """
    # your code here

# %% key="forward-check" tags=["check"]
check("unigram-forward", forward)

# %% [markdown] key="backward-intro"
# The same from the other side: all ways from a position **to the end**.

# %% key="backward" tags=["exercise"] exercise="unigram-backward"
from subword_lab.lattice import log_sum

def backward(text, log_probs):
    """Return, for each position, the log of the probability of all ways from it to the end, summed.

    The list has len(text) + 1 numbers; the last is 0.0, since there is nothing left to pay.
    """
    # your code here

# %% key="backward-check" tags=["check"]
check("unigram-backward", backward)

# %% [markdown] key="shares-intro"
# Now the share of the probability that goes through one piece from $i$ to $j$ is all that comes before, times the piece, times all that comes after, by the total:
# $f(i)\,p\,b(j) / f(n)$. That is its expected count, with no cut listed. Yours, on a long word:

# %% key="shares"
word = "understandingly"
graph = sl.unigram.lattice(english, word)
paths = exp(graph.forward(0.0)[-1])
print(f"{word}: {paths:,.0f} cuts, {len(graph.edges)} pieces in the lattice")
missing = sl.exercises.unfinished({"unigram-forward": forward, "unigram-backward": backward})
if missing:
    print("Still to build:", *missing)
else:
    before, after = forward(word, english.log_probs), backward(word, english.log_probs)
    shares, log_probability = graph.marginals()
    largest = max(
        abs(exp(before[edge.start] + edge.score + after[edge.end] - before[-1]) - share)
        for edge, share in zip(graph.edges, shares, strict=True)
    )
    print("shares as ours:", largest < 1e-9)

# %% [markdown] key="chance-intro"
# ## Deeper: chance
#
# A translation model that only ever sees `un | hug | s` never learns what `h | ug` means. So in training one may cut the same word differently each time it comes by.
# Kudo (2018) calls it *subword regularization*: draw a cut with its own probability, raised to a power,
#
# $$P(\text{cut}) \propto p(\text{cut})^{\,t}, \qquad t = \text{inverse temperature}.$$

# %% key="cut-shares" tags=["exercise"] exercise="unigram-cut-shares"
from math import prod

def cut_shares(cuts, probs, inverse_temperature):
    """Return how likely each cut is to be drawn, as {cut: share}; the shares sum to 1.

    A cut weighs its probability to the power of inverse_temperature.
    """
    # your code here

# %% key="cut-shares-check" tags=["check"]
check("unigram-cut-shares", cut_shares)

# %% [markdown] key="dropout-intro"
# BPE has no probabilities, but it can be disturbed: **BPE-dropout** (Provilkov, Emelianenko and Voita 2020) passes over each merge that applies with probability $p$, at every step,
# in training only. (The paper reports up to 2.3 BLEU points over plain BPE and up to 0.9 over subword regularization.)
# From the ten merges of *low, lower, newest, widest*, `lowest` can come out in several ways:

# %% key="dropout"
low = sl.corpora.load("low")
low = sl.bpe.train(low, merges=10, tie_break="first_seen", end_of_word="separate")
shares = sl.bpe.dropout_shares(low, "lowest", 0.1)
print(len(shares), "cuts can come out. The likeliest:")
for cut in sorted(shares, key=shares.get, reverse=True)[:4]:
    print(f"  {shares[cut]:.3f}  {' | '.join(cut)}")

# %% [markdown] key="alpha-intro"
# SentencePiece has **one** argument, `alpha`, for both: the power for a Unigram model, the dropout for a BPE model. What does each value do? Answer first, then try it in the panel below.
# (Typed: a dict with the panel's five rows, such as `{"BPE, alpha = 0": "always single characters", …}`.)

# %% key="alpha-widget"
exercise("unigram-alpha")

# %% key="alpha-answer" tags=["exercise"] exercise="unigram-alpha"
unigram_alpha = None

# %% key="alpha-check" tags=["check"]
check("unigram-alpha", unigram_alpha)

# %% key="chance"
chance(ten, sl.bpe.train(hug, merges=3), "unhugs", alpha=0.1)

# %% [markdown] key="chance-said"
# How many different cuts come out of 500 draws?

# %% key="alpha-drawn"
from random import Random

merges, rng = sl.bpe.train(hug, merges=3), Random(5)
for alpha in (0, 0.1, 1):
    by_power = Counter(sl.unigram.sample(ten, "unhugs", alpha, rng) for draw in range(500))
    by_dropout = Counter(sl.bpe.encode(merges, "unhugs", alpha, rng) for draw in range(500))
    for name, drawn in (("Unigram", by_power), ("BPE", by_dropout)):
        ((cut, times),) = drawn.most_common(1)
        often = f"{times:3} times {' | '.join(cut)}"
        print(f"alpha {alpha:3}  {name:7}  {len(drawn)} different cuts; {often}")

# %% [markdown] key="alpha-drawn-said"
# At 0 Unigram is as wild as it can be, and BPE stands still. A setting copied from one to the other does the opposite of what was meant.

# %% [markdown] key="cheat-sheet"
# ## Cheat sheet
#
# | | |
# |---|---|
# | a cut | $p(\text{cut}) = \prod p(\text{piece})$; add logs |
# | best cut | Viterbi: $s(0)=0$, $s(j) = \max_{i<j} s(i) + \ln p(x_i \dots x_{j-1})$, then walk back |
# | all cuts | the same with a sum: forward, backward; share of a piece $f(i)\,p\,b(j)/f(n)$ |
# | loss | $L = -\sum_w \text{count}(w) \ln \sum_{\text{cuts}} p(\text{cut})$ |
# | train | seed (all substrings that repeat) → 2 × EM → drop a quarter, what costs least → … → wanted size |
# | E step | expected counts over all cuts. M step: shares; SentencePiece: $e^{\psi(c)-\psi(n)}$, rare pieces lose most |
# | what is dropped | what costs the text least. Not the least probable; never a required character |
# | kept per round | 80 % (Kudo 2018), 75 % (SentencePiece) |
# | chance | Unigram: $p(\text{cut})^\alpha$, α = 0 all alike · BPE-dropout: each merge skipped with α, α = 0 one cut. In training only |
# | many cuts | second best, n best, sampling; BPE has one cut |
# | who uses it | T5, ALBERT, XLNet, mBART, XLM-R, Marian, all through SentencePiece; `tokenizers` has it, too |
#
# In code: `sl.unigram.train(words, vocab_size=800)`, `sl.unigram.encode(model, "hugs")`, `sl.unigram.n_best(model, "hugs", 10)`.

# %% [markdown] key="recap"
# ## Recap
#
# A Unigram model is pieces with probabilities. A cut's probability is a product, so one adds logs, and Viterbi finds the best cut from left to right, starting at 0. Training comes from above: seed, EM over *all* cuts, prune what
# costs least, keep the characters. The probabilities are what likely cuts use, not shares of the text. Cuts can be drawn at random; `alpha` means opposite things for Unigram and BPE.
