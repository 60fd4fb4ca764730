# %% [markdown] key="title"
# # 08 · Interview: can you explain it under pressure?
#
# You know how tokenizers work. An interview asks for something else: to say it in two minutes, to write it on a whiteboard, to find a cause from a few numbers,
# and to stay calm when somebody doubts a right answer.
#
# **You will be able to** answer the ten classic questions without the usual slips, walk through an encoding aloud, find the cause of an incident from two id dumps,
# write the function of a coding round and say what it costs, and compare models whose tokenizers differ. In the deeper part: name
# your own weakest topic.
#
# Core: 30 minutes, up to the quiz. Sections marked *deeper* can wait.

# %% key="setup"
from math import exp, log, log2

import subword_lab as sl
from subword_lab.views import bpe_encoding, for_real, quiz_panel, unigram_encoding, wordpiece_encoding
from subword_lab.views import coding_round, design_round, incident, mock_interview, report_panel, review_panel, two_minutes, whiteboard
from subword_lab.views import check, exercise, hint, quiz_cards, solution

# %% [markdown] key="guess-intro"
# ## Guess: the ten classics
#
# These ten are asked everywhere. Answer all ten before you read on; *I don't know yet* is allowed. Each answer comes with a reason for every option and a
# link to the cell that shows it.

# %% key="classics"
quiz_panel([question for question in sl.quiz.questions() if question.id.startswith("classic-")])

# %% [markdown] key="classics-said"
# The right option is half of an answer. The other half is not to add something wrong. The last column leads to the proof.
#
# | asked | say | do not add | see |
# |---|---|---|---|
# | where BPE comes from | compression, 1994; subwords, 2016 | "from GPT" | [02](02_bpe.ipynb#cell-id=02-elsewhere) |
# | what BPE merges by | counts inside words, and a tie rule | "the most frequent pair of the word I encode" | [02](02_bpe.ipynb#cell-id=02-train) |
# | what WordPiece merges by | the gain in likelihood, as published | "that is count over counts" | [04](04_wordpiece.ipynb#cell-id=04-surprise) |
# | BPE against WordPiece | criterion, marks, encoding | "only the marks differ" | [04](04_wordpiece.ipynb#cell-id=04-who) |
# | GPT | byte-level BPE, from GPT-2 on | "all GPT models" | [03](03_byte_level_bpe.ipynb#cell-id=03-real) |
# | BERT | WordPiece, after cleaning and splitting | "it is lossless" | [04](04_wordpiece.ipynb#cell-id=04-real-live) |
# | the unknown | a closed alphabet has none | "subwords end it" | [04](04_wordpiece.ipynb#cell-id=04-break-unknown) |
# | why not a million | V × d parameters | "it would be slower" | [01](01_oov.ipynb#cell-id=01-cost) |
# | ##ing | not at the beginning of a word | "a suffix" | [04](04_wordpiece.ipynb#cell-id=04-encode) |
# | SentencePiece | raw text, ▁, several models | "an algorithm", "always lossless" | [06](06_sentencepiece.ipynb#cell-id=06-watch-said) |

# %% [markdown] key="walk-intro"
# ## Watch: "walk me through it"
#
# The commonest task of all: encode one word, aloud. The rules were learned from the course's stories. *Predict first* is on: say which pair comes next, choose it,
# then look. Type the word that your interviewer gave you.

# %% key="walk"
learned = sl.bpe.train(sl.text.count_words(sl.corpora.load("english/stories")), merges=100)
bpe_encoding(learned, "interesting", predict=True)

# %% [markdown] key="walk-said"
# Say four things, in this order: *I start from single characters. Of the pairs I have learned I join the one with the lowest rank. I look again,
# because a join makes new pairs. I stop when no pair has a rank, and look up the ids.*

# %% [markdown] key="reason-intro"
# **A right answer with a wrong reason.** "WordPiece maximizes likelihood, so it divides the pair's count by the counts of its parts." Two words are enough to show that
# these are different things. Each line is the best pair by one criterion:

# %% key="reason"
rows = sl.wordpiece.scores({"ddbc": 4, "bbcc": 9})
for criterion in ("count", "pmi", "gain"):
    best = max(rows, key=lambda row: getattr(row, criterion))
    print(f"{criterion:5}", " + ".join(best.pair))

# %% [markdown] key="build-intro"
# ## Build: a coding round
#
# *Whiteboard mode:* start the clock, write into the cell, do not run it. Speak while you write. When you are done, press *I am done*; it reminds you of what to say aloud.
# Then run the cell and its check.

# %% key="count-disjoint-board"
whiteboard("interview-count-disjoint", minutes=10)

# %% key="count-disjoint" tags=["exercise"] exercise="interview-count-disjoint"
from itertools import pairwise

def count_disjoint(symbols):
    """Return how often each pair of neighbors could be joined, as {(left, right): count}.

    Go from left to right. For one pair no symbol is used twice: a a a holds (a, a) once. Different
    pairs do not take symbols from one another.
    """
    # your code here


# %% key="count-disjoint-check" tags=["check"]
check("interview-count-disjoint", count_disjoint)

# %% [markdown] key="count-disjoint-said"
# Stuck? `hint("interview-count-disjoint")`; each new try opens the next one, after three `solution("interview-count-disjoint")` shows ours.
#
# **Yours on a real text.** One line of a story as one long list of characters, beside what joining really does.

# %% key="yours"
if sl.exercises.unfinished({"interview-count-disjoint": count_disjoint}):
    print("Still to build: interview-count-disjoint")
else:
    line = next(line for line in sl.corpora.load("english/stories").splitlines() if len(line) > 300)
    counts = count_disjoint(list(line))
    joined = {pair: len(line) - len(sl.pairs.merge_word(tuple(line), pair, "".join(pair))) for pair in counts}
    print(f"{len(line)} characters, {len(counts)} pairs, counted as they are joined: {counts == joined}")

# %% [markdown] key="incidents-intro"
# ## Break: an incident round
#
# *"We upgraded the tokenizer. Nothing crashed. Quality fell."* You are given ids before and after. Six incidents, one cause each. Ids that the other dump does not have stand in
# brackets. Type shorter texts: the smallest text that differs names the cause.

# %% key="incidents"
probe = "The ferry DIDN'T wait: 12345 people, said Anna."
incident("A", probe)

# %% key="incident-b"
incident("B", probe)

# %% key="incident-c"
incident("C", probe)

# %% key="incident-d"
incident("D", probe)

# %% key="incident-e"
incident("E", probe)

# %% key="incident-f"
incident("F", probe)

# %% key="incidents-widget"
exercise("interview-incidents")

# %% [markdown] key="incidents-typed"
# The same, typed: `{"A": "words are cut by another pattern", …}`, with all six.

# %% key="incidents-answer" tags=["exercise"] exercise="interview-incidents"
interview_incidents = None

# %% key="incidents-check" tags=["check"]
check("interview-incidents", interview_incidents)

# %% [markdown] key="round-trip-intro"
# **A surprise: the test stays green.** Most projects test a tokenizer with one line: `decode(encode(x)) == x`. How many of the six does it catch? And what does the model
# read? Its embedding table is the old one, so its view of the new ids is what the *old* tokenizer makes of them.

# %% key="round-trip"
for found in map(sl.quiz.incidents.get, sl.quiz.incidents.names()):
    ids = sl.quiz.incidents.dump(found.after, probe)
    passed = found.after.decode(ids, skip_special=True) == probe
    print(found.name, "passed" if passed else "FAILED", "| the model reads:", found.before.decode(ids))

# %% [markdown] key="round-trip-said"
# Encoder and decoder agree with one another. That says nothing about the model. The test that catches all six is a table of texts and ids, kept with the model:

# %% key="golden"
for found in map(sl.quiz.incidents.get, sl.quiz.incidents.names()):
    same = sl.quiz.incidents.dump(found.after, probe) == sl.quiz.incidents.dump(found.before, probe)
    print(found.name, "passed" if same else "FAILED")

# %% [markdown] key="bits-intro"
# **"Model X has the lower perplexity. Is it better?"** Perplexity is counted per token, and tokens differ. Take three models that predict a text equally well: each needs 0.9 bits for a byte. Only
# their tokenizers differ. With $b$ bytes per token the loss per token is $0.9 \cdot b \cdot \ln 2$ nats, and the perplexity is $e$ to that power.

# %% key="bits"
story = sl.corpora.load("story/en")
for recipe in ("char", "bpe", "byte_bpe"):
    size = sl.metrics.bytes_per_token(sl.house.tokenizer(recipe), story)
    loss = 0.9 * size * log(2)
    print(f"{recipe:9} {size:.2f} bytes per token, loss {loss:.2f}, perplexity {exp(loss):5.2f}")
print(f"and back: {loss:.2f} nats at {size:.2f} bytes per token are {loss / log(2) / size:.2f} bits per byte")

# %% [markdown] key="bits-said"
# Equally good, and three perplexities. Compare bits per byte, on the same text.
#
# ## For real
#
# Numbers that interviewers like to hear, and your sentence from lesson 00, through the production libraries.

# %% key="real"
for_real("interview", text=sl.progress.profile.get().sentence)

# %% [markdown] key="quiz-intro"
# ## Quiz: the interviewer pushes back

# %% key="quiz"
quiz_cards("08_interview")

# %% [markdown] key="elsewhere"
# ## What you may have read elsewhere
#
# Pages with interview questions repeat these. Each link leads to the cell that shows the contrary.
#
# - *"To encode, BPE merges the most frequent pair."* Frequency is for training. [Encoding goes by rank.](02_bpe.ipynb#cell-id=02-encode-watch)
# - *"BPE starts from bytes."* [From characters](02_bpe.ipynb#cell-id=02-watch), unless it is [byte-level](03_byte_level_bpe.ipynb#cell-id=03-watch).
# - *"BPE cuts a word into the fewest pieces."* It is greedy: [find an example](02_bpe.ipynb#cell-id=02-break-shortest).
# - *"The vocabulary has as many entries as there are merges."* [Alphabet, merges, special tokens.](03_byte_level_bpe.ipynb#cell-id=03-size-cell)
# - *"WordPiece's criterion is PMI."* [That is another criterion](04_wordpiece.ipynb#cell-id=04-surprise), and what is widely used [counts](04_wordpiece.ipynb#cell-id=04-real-trainer).
# - *"An unknown word becomes [UNK]."* Only if [one of its characters is unknown](04_wordpiece.ipynb#cell-id=04-break-unknown), or it is [too long](04_wordpiece.ipynb#cell-id=04-break-long).
# - *"Unigram's loss of a piece is its probability."* It is [what its words lose without it](05_unigram.ipynb#cell-id=05-price).
# - *"SentencePiece means Unigram; LLaMA uses Unigram."* LLaMA 1 and 2 use [its BPE](06_sentencepiece.ipynb#cell-id=06-which-model).
# - *"SentencePiece is lossless."* [Not with its defaults, and never for ▁.](06_sentencepiece.ipynb#cell-id=06-break-table)
# - *"Byte fallback is byte-level BPE."* [They cut differently.](06_sentencepiece.ipynb#cell-id=06-break-bytes)
# - *"The OOV rate was 5 %."* [By token or by type?](01_oov.ipynb#cell-id=01-answer) They are different numbers.
# - *"Lower perplexity, better model."* [Not across tokenizers.](08_interview.ipynb#cell-id=08-bits)
# - *"The round-trip test passes, so the upgrade is safe."* [Four of six incidents pass it.](08_interview.ipynb#cell-id=08-round-trip)

# %% [markdown] key="mock-intro"
# ## Deeper: a mock interview
#
# Choose topic, level and length, and whether it is timed. The questions follow you: deeper after a right answer, easier after a wrong one, some made fresh for this seed.
# Now and then the interviewer doubts a right answer: hold on, and say why. Open questions you rate yourself. At the end you see your score by topic, weakest first,
# with links to what you missed, and a plan for a week. Change the seed and you have another interview. The same in a terminal: `subword-lab quiz`.

# %% key="mock"
mock_interview(seed=1, minutes=20)

# %% [markdown] key="review-intro"
# ## Deeper: review what you are about to forget
#
# Every question that you answer, here or in another lesson, comes back: soon after a wrong answer, later and later after right ones. A few minutes a day are enough.
# In a terminal: `subword-lab quiz --review`.

# %% key="review"
review_panel()

# %% [markdown] key="walk-unigram-intro"
# ## Deeper: "and WordPiece? And Unigram?"
#
# One follow-up comes nearly always. Here is the same word in WordPiece: the longest piece from the left.

# %% key="walk-wordpiece"
wordpiece_encoding(sl.house.tokenizer("wordpiece").model, "interesting", predict=True)

# %% [markdown] key="walk-unigram-said"
# And in Unigram: the cut with the largest probability, found from the left to the right.

# %% key="walk-unigram"
unigram_encoding(sl.house.tokenizer("unigram").model, "▁interesting")

# %% [markdown] key="encode-long-intro"
# ## Deeper: a coding round against a slow answer
#
# *"Your encoder is right. Now the word has ten thousand characters."* Looking at every pair again after every join costs about $n^2/2$. A heap costs about $n \log_2 n$:

# %% key="growth"
for n in (10, 100, 1_000, 10_000):
    print(f"{n:6,} characters: {n * n // 2:12,} against {round(n * log2(n)):8,}")

# %% [markdown] key="growth-order-intro"
# **How fast does it grow?** Put five ways of encoding a word in order. (Typed: a list of the five ways, the slowest growth first.)

# %% key="growth-order"
exercise("interview-growth-order")

# %% key="growth-order-answer" tags=["exercise"] exercise="interview-growth-order"
interview_growth_order = None

# %% key="growth-order-check" tags=["check"]
check("interview-growth-order", interview_growth_order)

# %% key="encode-long-board"
whiteboard("interview-encode-long", minutes=25)

# %% key="encode-long" tags=["exercise"] exercise="interview-encode-long"
from heapq import heapify, heappop, heappush
from itertools import pairwise

def encode_long(word, merges):
    """Return the pieces of a word, as a list.

    merges is the list of learned pairs, first learned first. Start from single characters. As long
    as any neighbors are a learned pair, join the pair that was learned first; where it stands in
    several places, the leftmost. A word of 10,000 characters must not take longer than a blink.
    """
    # your code here


# %% key="encode-long-check" tags=["check"]
check("interview-encode-long", encode_long)

# %% [markdown] key="encode-yours-intro"
# **Yours beside ours**, with the house tokenizer's merges: every word of the news, and the whole news without its spaces as one word.

# %% key="encode-yours"
model, news = sl.house.tokenizer("bpe").model, sl.corpora.load("english/news")
if sl.exercises.unfinished({"interview-encode-long": encode_long}):
    print("Still to build: interview-encode-long")
else:
    words = [*sl.text.count_words(news), "".join(news.split())]
    same = sum(tuple(encode_long(word, model.merges)) == sl.bpe.encode(model, word) for word in words)
    print(f"{same} of {len(words)} words as ours; the longest has {len(words[-1]):,} characters")

# %% [markdown] key="round-train-intro"
# ## Deeper: three more coding rounds
#
# There are fourteen: `[(round.id, round.minutes) for round in sl.quiz.coding.all()]`. Each is checked on small cases and on drawn ones, and ends with the question what your answer costs.
# Start the clock, write the function into the cell below, run that cell, and press a button: the panel finds the function by its name. *At the whiteboard* there is no check and no hint before you submit.
# (Without the panel: `hint("coding-train-bpe")`, and the check below.)

# %% key="round-train-round"
coding_round("coding-train-bpe", whiteboard=True)

# %% key="round-train" tags=["coding"]
from collections import Counter
from itertools import pairwise

def train_bpe(word_counts, merges):
    """Return the first merges, as a list of pairs (left, right).

    word_counts is {word: count}. Start from single characters. Each time join the pair with the
    largest count; of pairs with equal counts the smaller one wins, as tuples compare. Places that
    overlap are all counted. Stop early where no pair is left.
    """
    # your code here


# %% key="round-train-check"
sl.quiz.coding.check("coding-train-bpe", train_bpe)

# %% [markdown] key="round-stream-intro"
# **A stream.** Here you may check as often as you like.

# %% key="round-stream-round"
coding_round("coding-stream-utf8")

# %% key="round-stream" tags=["coding"]
def stream_text(chunks):
    """Return the text to show after each chunk of bytes, and one more for the end, as a list.

    The chunks together are UTF-8, but a chunk can end inside a character. Show each character as
    soon as it is complete, and nothing else. Where the last character never gets complete, the
    text for the end is one U+FFFD, else it is empty.
    """
    # your code here


# %% key="round-stream-check"
sl.quiz.coding.check("coding-stream-utf8", stream_text)

# %% [markdown] key="round-speed-intro"
# **Somebody's code, right and slow.** A few lines are enough.

# %% key="round-speed-round"
coding_round("coding-speed-up")

# %% key="round-speed" tags=["coding"]
from collections import Counter

def count_tokens(words, merges):
    """Return how many pieces all words have together.

    words is a list, as they follow in a text; merges is the list of learned pairs, first learned
    first: each one is applied in turn, from left to right. It is right, and far too slow for a
    text of 32,000 words.
    """
    total = 0
    for word in words:
        symbols = list(word)
        for left, right in merges:
            i = 0
            while i < len(symbols) - 1:
                if symbols[i] == left and symbols[i + 1] == right:
                    symbols[i : i + 2] = [left + right]
                i += 1
        total += len(symbols)
    return total

# %% key="round-speed-check"
sl.quiz.coding.check("coding-speed-up", count_tokens)

# %% [markdown] key="hunt-intro"
# ## Deeper: bug hunt
#
# *"Look at this function. What is wrong?"* Two listings with bugs seen in real projects. No error is raised. In an interview you get two minutes for the first.
# (Typed: `interview_forgets = "line 8: …"`, with the whole option.)

# %% key="forgets"
exercise("interview-forgets")

# %% key="forgets-answer" tags=["exercise"] exercise="interview-forgets"
interview_forgets = None

# %% key="forgets-check" tags=["check"]
check("interview-forgets", interview_forgets)

# %% [markdown] key="hunt-second"
# **The second** has two bugs, and runs.

# %% key="hunt" tags=["exercise"] exercise="interview-model-input"
def model_input(ids, length, cls, sep, pad):
    """Return the row of ids that a model reads, and its mask, as two lists of that length.

    The row is cls, the text's ids, sep, and then as many pad as fit. What is too long loses the
    text's last ids; cls and sep stay. The mask is 1 for cls, text and sep, and 0 for the padding.
    """
    row = [cls, *ids, sep][:length]
    row = row + [pad] * (length - len(row))
    return row, [int(id != pad) for id in row]


# %% key="hunt-check" tags=["check"]
check("interview-model-input", model_input)

# %% [markdown] key="design-intro"
# ## Deeper: a design round
#
# *"Design the tokenizer of a multilingual model."* First the order of your steps. Then 35 minutes, aloud; afterwards tick off what was in your answer. Nobody marks it but you.

# %% key="design-order"
exercise("interview-design-order")

# %% [markdown] key="design-order-typed"
# The same, typed: `["Train candidates of several sizes", …]`, with all seven in your order.

# %% key="design-order-answer" tags=["exercise"] exercise="interview-design-order"
interview_design_order = None

# %% key="design-order-check" tags=["check"]
check("interview-design-order", interview_design_order)

# %% key="design"
design_round()

# %% [markdown] key="aloud-intro"
# ## Deeper: two-minute answers
#
# The clock runs only after its button. Answer aloud, to a person or a wall; then compare, and keep your rating.

# %% key="aloud"
two_minutes("aloud-why-subwords")

# %% [markdown] key="plan"
# ## Deeper: a plan for seven days
#
# An hour a day. In the evening a short mock interview with a new seed: `mock_interview(seed=2, minutes=10)`.
#
# | day | learn | write without looking | say in two minutes |
# |---|---|---|---|
# | 1 | [01](01_oov.ipynb) | the OOV rate, both ways | why subwords |
# | 2 | [02](02_bpe.ipynb) | count pairs, join one, encode by rank | training and encoding BPE |
# | 3 | [03](03_byte_level_bpe.ipynb) | decode a stream of broken bytes; cut out special tokens | why Hindi costs more |
# | 4 | [04](04_wordpiece.ipynb) | longest match, with `[UNK]` | count, PMI, gain |
# | 5 | [05](05_unigram.ipynb) | Viterbi over a word | Unigram against BPE |
# | 6 | [06](06_sentencepiece.ipynb) | spaces to ▁ and back; byte fallback | what SentencePiece is, and loses |
# | 7 | [07](07_in_production.ipynb) | the coding rounds of this lesson | a new tokenizer for a trained model; then the design round |
#
# The evening before: the ten classics once more, and sleep.

# %% [markdown] key="report-intro"
# ## Deeper: your report
#
# One page: what you built, whose ids are the library's, what your own texts cost, and the bets you won.

# %% key="report"
report_panel()

# %% [markdown] key="cheat-sheet"
# ## Cheat sheet
#
# | asked | in one breath |
# |---|---|
# | why subwords | words leave some out, characters make long texts; pieces have a bounded list and spell new words |
# | train BPE | count pairs inside words, join the most frequent, write the rule down, repeat; say the tie rule |
# | encode BPE | by rank, not by frequency; look again after each join |
# | GPT-2 | bytes, a splitter, 50,000 merges, one special token; nothing unknown, some tokens half a character |
# | WordPiece | three trainings, one encoder: longest match, whole word `[UNK]` |
# | PMI against gain | per occurrence against for the whole text |
# | Unigram | from above: EM, prune what costs least; Viterbi |
# | SentencePiece | a toolkit on raw text with `▁`; not lossless by default |
# | OOV | by token or by type? |
# | size | V × d, rows hardly trained, flattening gain |
# | compare models | bits per byte |
# | an incident | smallest text that differs; a table of ids; the round trip proves nothing |
# | cost of encoding | naive $n^2$, heap $n \log n$, longest match linear with a trie and failure links |

# %% [markdown] key="recap"
# ## Recap
#
# Say the right half and stop before the wrong one. Walk through an encoding by rank. Read incidents off the smallest text that differs, and keep a table of ids, because a round trip proves nothing about a model.
# Compare models in bits per byte. Say what your code costs before you are asked.
