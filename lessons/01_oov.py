# %% [markdown] key="title"
# # 01 · Words: why can't a model simply use words?
#
# **You will be able to** say what a word is and who decides it, keep a closed vocabulary, compute the share of unknown
# words in two ways and say which one you report, and explain why neither words nor characters are good pieces.
#
# **Recap of lesson 00:** a tokenizer cuts text into pieces and gives each piece a number. A model sees only the numbers.
#
# Core: 30 minutes, up to and with the quiz. Sections marked *deeper* can wait.

# %% key="setup"
import math
import re
from collections import Counter

import subword_lab as sl
from subword_lab.views import alt, for_real, oov_curve, vocabulary_growth, zipf
from subword_lab.views import word_encoding, word_splitters, word_training
from subword_lab.views import check, exercise, hint, quiz_cards, solution

# %% [markdown] key="guess-intro"
# ## Guess
#
# The simplest tokenizer has one number for each word. It needs a list of words, made once and then closed. Any other word is
# **out of vocabulary**, OOV for short, and gets the number of `<unk>`, *unknown*.
#
# Here are five English texts to make the list from, and a sixth one to read: the news. For now, a word is what stands between
# white space and punctuation, and each punctuation sign is a word too. (The package calls this splitter `"bert"`, after the model that uses it.)

# %% key="texts"
registers = ("dialogue", "manual", "recipes", "science", "stories")
five = [sl.corpora.load(f"english/{name}") for name in registers]
counts = sl.text.count_words(five, pretokenizer="bert")
news = [word.text for word in sl.text.pretokenize(sl.corpora.load("english/news"), "bert")]
print(f"five texts: {sum(counts.values()):6,} running words, {len(counts):,} different ones")
print(f"the news:   {len(news):6,} running words, {len(set(news)):,} different ones")

# %% [markdown] key="guess-two"
# Two words to keep apart: a **token** is a running word, counted each time it comes. A **type** is a different word, counted once.
#
# We keep the 1,000 most frequent words of the five texts. How much of the news is unknown? Guess before you read on;
# a wrong guess is remembered best.

# %% key="guess-token"
exercise("oov-guess-by-token")

# %% [markdown] key="guess-token-typed"
# Every panel has a typed twin. Here, write a number of percent in the place of `None`, for example `12`. Use either.

# %% key="guess-token-answer" tags=["exercise"] exercise="oov-guess-by-token"
oov_guess_by_token = None

# %% key="guess-token-check" tags=["check"]
check("oov-guess-by-token", oov_guess_by_token)

# %% key="guess-type"
exercise("oov-guess-by-type")

# %% key="guess-type-answer" tags=["exercise"] exercise="oov-guess-by-type"
oov_guess_by_type = None

# %% key="guess-type-check" tags=["check"]
check("oov-guess-by-type", oov_guess_by_type)

# %% [markdown] key="answer-intro"
# The answer, for 1,000 words and for other sizes. The last line keeps **every** word of the five texts.

# %% key="answer"
ranked = sorted(counts, key=lambda word: (-counts[word], word))
sizes = (10, 30, 100, 300, 1000, len(ranked))
shares = {
    f"by {per}": [(size, sl.metrics.oov_rate(ranked[:size], news, per)) for size in sizes]
    for per in ("token", "type")
}
for (size, token), (_size, type_) in zip(*shares.values(), strict=True):
    print(f"{size:5,} words known: {token:6.1%} of the tokens unknown, {type_:6.1%} of the types")

# %% key="answer-curve"
print(alt(oov_curve(shares)))

# %% [markdown] key="answer-said"
# Same texts, same list, and two shares that are about a factor of two apart. And the last line is the bad news: even with every word
# we ever saw, more than a fifth of the running words, and about half of the different ones, are new. Look at some of them:

# %% key="answer-words"
print(*[word for word in dict.fromkeys(news) if word not in counts][:24])

# %% [markdown] key="who-intro"
# ## Watch
#
# **Who decides what a word is?** A program called a *splitter*. Here are four of them and one short word. Predict.

# %% key="who"
exercise("oov-who-cuts-how")

# %% [markdown] key="who-typed"
# Typed, with your own four answers:
# `{"white space": "Don't", "white space and punctuation": "Don't", "Moses": "Don't", "spaCy": "Don't"}`

# %% key="who-answer" tags=["exercise"] exercise="oov-who-cuts-how"
oov_who_cuts_how = None

# %% key="who-check" tags=["check"]
check("oov-who-cuts-how", oov_who_cuts_how)

# %% [markdown] key="splitters-intro"
# The whole sentence. The first two lines are computed here. The last two were recorded, with the version that stands there; a test repeats them.

# %% key="splitters"
word_splitters()

# %% [markdown] key="splitters-said"
# With white space alone, `Transformers?` and `Transformers` are two entries, and so are `do.` and `do`. Cutting off punctuation mends that, but leaves
# a stray `t`. Moses keeps `'t`. spaCy knows that *don't* is *do* and *not*, and cuts `Do n't`. All four make *words*, and no two lists are the same.
# So a model can only be used with the splitter it was trained with.

# %% [markdown] key="grow-intro"
# **A vocabulary grows.** Step through a text, word by word. Each new word needs one more row in the **embedding table**, where the model keeps
# a list of $d$ numbers for each entry. A vocabulary of $V$ words costs $V \times d$ numbers. Turn *Predict first* on: is the next word new?
# Then type a text of your own.

# %% key="grow"
word_training(" ".join(sl.corpora.load("story/en").splitlines()[2:5]))

# %% [markdown] key="grow-said"
# Does it ever stop? No: see *does a vocabulary ever stop growing?*, after the quiz.

# %% [markdown] key="read-intro"
# **A closed vocabulary reads.** Now the list is closed: the 1,000 commonest words of the five texts, and `<unk>`. Step through the news.
# The three lines at the bottom count the unknown words, each in its own way. Then type a sentence of your own.

# %% key="read"
closed = sl.Tokenizer.train("word", five, vocab_size=1001)
news_text = sl.corpora.load("english/news")
sentences = news_text.splitlines()[2].split(". ")
word_encoding(closed, ". ".join(sentences[:2]) + ".")

# %% [markdown] key="read-said"
# What is lost? Decode the numbers, and see what a model sees of the first sentence.

# %% key="read-back"
print(sentences[0])
print(closed.decode(closed.encode(sentences[0])))

# %% [markdown] key="build-intro"
# ## Build
#
# Three small functions are a whole word tokenizer with its measure. A text is a list of words here.
#
# **Keep the commonest words.** On equal counts you need a rule, or two machines keep different words. Here: the *smaller* word wins.

# %% key="keep" tags=["exercise"] exercise="oov-keep-commonest"
from collections import Counter


def keep_commonest(words, size):
    """Return the size most frequent words, as a set; on equal counts the smaller word wins."""
    # your code here

# %% key="keep-check" tags=["check"]
check("oov-keep-commonest", keep_commonest)

# %% [markdown] key="hints"
# Stuck? `hint("oov-keep-commonest")` gives a hint. A new try opens the next one; after three, `solution("oov-keep-commonest")` shows ours.
#
# **Mark the unknown words.**

# %% key="mark" tags=["exercise"] exercise="oov-mark-unknown"
def mark_unknown(words, vocab):
    """Return the list of words with "<unk>" in the place of each word that is not in vocab."""
    # your code here

# %% key="mark-check" tags=["check"]
check("oov-mark-unknown", mark_unknown)

# %% [markdown] key="rates-intro"
# **The share of unknown words, in both ways.** For running words $w_1 \dots w_N$ with the set of types $T$, and a vocabulary $\mathcal V$:
#
# $$\text{by token} = \frac{\#\{i : w_i \notin \mathcal V\}}{N} \qquad\qquad \text{by type} = \frac{\#\{w \in T : w \notin \mathcal V\}}{\#T}$$
#
# For `the cat sat sat mat` and the vocabulary {the, cat} that is 3/5 and 2/4.

# %% key="rates" tags=["exercise"] exercise="oov-rates"
def oov_rates(words, vocab):
    """Return two shares of words that are not in vocab: (by token, by type).

    By token, each running word counts. By type, each different word counts once.
    """
    # your code here

# %% key="rates-check" tags=["check"]
check("oov-rates", oov_rates)

# %% [markdown] key="yours-intro"
# **Yours, on the real texts.** The cell runs your three functions beside ours. Until the checks above are green, it only says what is missing.

# %% key="yours"
missing = sl.exercises.unfinished(
    {"oov-keep-commonest": keep_commonest, "oov-mark-unknown": mark_unknown, "oov-rates": oov_rates}
)
if missing:
    print("Still to build:", *missing)
else:
    running = [word for word, count in counts.items() for _ in range(count)]
    kept = keep_commonest(running, 1000)
    yours = [closed.vocab[piece] for piece in mark_unknown(news, kept)]
    print("same vocabulary:", kept == set(closed.vocab) - {"<unk>"})
    print("same numbers:   ", yours == closed.encode(news_text))
    print("your two shares:", *(f"{share:.1%}" for share in oov_rates(news, kept)))

# %% [markdown] key="chars-intro"
# **The other end: characters.** One number for each character. The list is tiny and hardly any text holds an unknown one. What is the price?

# %% key="chars"
characters = sl.Tokenizer.train("char", five)
pieces = characters.encode(news_text)
longer = len(pieces) / len(news)
print(f"{characters.vocab_size} entries; the news: {len(pieces):,} characters for {len(news):,} words")
print(f"{longer:.1f} times as long; pairs of pieces to compare: {longer**2:.0f} times as many")
print("unknown:", pieces.count(characters.vocab["<unk>"]), "characters")

# %% [markdown] key="chars-said"
# About five times as long, and a Transformer compares every piece with every other. A single letter means almost nothing. (A Chinese character does mean something: for Chinese the price is lower.)
# And the unknown is not gone: a sign that the five texts never used is still `<unk>`.
#
# **In between** lie subwords: frequent words stay whole, rare ones are cut into known pieces. Lesson 02 builds them. A first look, with as
# many entries as the closed list of words:

# %% key="between"
subwords = sl.Tokenizer.train("bpe", five, vocab_size=1001, unk="<unk>")
for name, tokenizer in (("words", closed), ("subwords", subwords), ("characters", characters)):
    ids = tokenizer.encode(news_text)
    unknown = ids.count(tokenizer.vocab["<unk>"]) / len(ids)
    print(f"{name:10} {tokenizer.vocab_size:5,} entries {len(ids):7,} pieces {unknown:6.1%} unknown")

# %% [markdown] key="formula-intro"
# ## A surprise: a formula that is often copied
#
# Many pages define the OOV rate as *the number of words in the set of unknown words, divided by the number of all words of the text*. That is types over tokens:
# the third line of the stepper above. What happens to the three numbers when the same text is read twice?

# %% key="formula"
known = set(ranked[:1000])
for times in (1, 2, 10):
    text = news * times
    token, type_ = (sl.metrics.oov_rate(known, text, per) for per in ("token", "type"))
    mixed = len(set(text) - known) / len(text)
    print(f"{times:2} × the news: token {token:.1%}, type {type_:.1%}, types over tokens {mixed:.1%}")

# %% [markdown] key="formula-said"
# Nothing about the text has changed, and nothing about the vocabulary. The two honest shares stay. The mixed one falls as far as you like: it measures
# the length of the text. Use one of the other two, and say which.

# %% [markdown] key="infinite-intro"
# ## A second surprise: an infinite list would not help
#
# Why not give *every* word a number, also the words of the news? Because a row of the embedding table is learned from examples. Count them:

# %% key="infinite"
seen = Counter(news)
for label, low, high in (("none", 0, 0), ("one", 1, 1), ("2 to 4", 2, 4), ("5 or more", 5, 10**9)):
    inside = [word for word in seen if low <= counts.get(word, 0) <= high]
    tokens = sum(seen[word] for word in inside) / len(news)
    print(f"examples in the five texts: {label:10} {tokens:6.1%} of the news, {len(inside):4} words")

# %% [markdown] key="infinite-said"
# A word with no example would keep the random numbers it started with; a word with one example is hardly better. A row is not a meaning.
# Also, *play*, *plays* and *played* would be three strangers: each row is learned from its own examples alone.

# %% [markdown] key="break-intro"
# ## Break it
#
# **Another language.** Keep every word of all six English texts, and read the same story in five languages.

# %% key="break-languages"
english = sl.text.count_words(sl.corpora.load("english"), "bert")
for language in ("en", "de", "fi", "ja", "zh"):
    story = sl.text.count_words(sl.corpora.load(f"story/{language}"), "bert")
    rate = sl.metrics.oov_rate(english, story)
    letters = [word for word in story if word in english and word.isalpha()]
    print(f"{language}: {rate:6.1%} unknown by token; known words:", *letters[:9])

# %% [markdown] key="break-said"
# In Chinese and Japanese, all of it. In German and Finnish the comma and the full stop are known, and a few words that are spelled as in English. Some mean the same, such as German *in* and *warm*.
# Others do not: German *die* is *the* and *still* is *quiet*; Finnish *on* is *is*, *He* is *they*, and *oven* is *the door*. "Known" means: spelled like something we have seen. Nothing more. (Chinese and Japanese put no spaces between words,
# so this splitter finds very long ones. Lesson 06 is about that.)

# %% [markdown] key="real-intro"
# ## For real
#
# Four real splitters, beside rules of ours. The first two are ours in full, and must be equal. For Moses and spaCy we have one line each, where they have long
# lists. The text is your sentence from lesson 00, if you gave one. Then find a text on which one line is not enough: try `It's 9 a.m., the U.S. can't.`

# %% key="real"
for_real("splitters", text=sl.progress.profile.get().sentence)

# %% [markdown] key="quiz-intro"
# ## Quiz

# %% key="quiz"
quiz_cards("01_oov")

# %% [markdown] key="elsewhere"
# ## What you may have read elsewhere
#
# - *"OOV rate = size of the set of unknown words / all words of the test text."* Types over tokens; see the first surprise.
# - *"The larger the vocabulary, the worse the coverage."* The other way round: a larger list leaves out less. It costs more, and its last words have few examples.
# - *"spaCy and Moses both give `Do n't`."* spaCy does. Moses gives `Don 't`, and writes it `Don &apos;t` unless told not to.
# - *"26 letters build every English word."* Our English texts hold more than three times as many characters: capitals, digits, signs, accents. See below.
# - *"Character pieces have no unknowns."* Only for characters in the list. Bytes have none: lesson 03.
# - *"English has several million words."* Nobody can count that. What can be counted is a text: see the table of real corpora below.
# - *"Subwords are roots and endings."* Sometimes. They are frequent strings; what they mean is luck.

# %% [markdown] key="order-intro"
# ## Deeper: in which order?
#
# Five steps lead from a text to a closed vocabulary and its use. (Typed: a list of the five steps, first step first.)

# %% key="order"
exercise("oov-order")

# %% key="order-answer" tags=["exercise"] exercise="oov-order"
oov_order = None

# %% key="order-check" tags=["check"]
check("oov-order", oov_order)

# %% [markdown] key="twice-intro"
# ## Deeper: does a vocabulary ever stop growing?
#
# Read half of our English, then all of it. What doubles? (Typed: `{"running words": "nearly the same", …}`, with all four rows.)

# %% key="twice"
exercise("oov-twice-the-text")

# %% key="twice-answer" tags=["exercise"] exercise="oov-twice-the-text"
oov_twice_the_text = None

# %% key="twice-check" tags=["check"]
check("oov-twice-the-text", oov_twice_the_text)

# %% [markdown] key="heaps-intro"
# Now read all six texts, one after another, and count the different words on the way.

# %% key="heaps"
words = [word.text for word in sl.text.pretokenize(sl.corpora.load("english"), "bert")]
read = range(500, len(words) + 1, 500)
print(alt(vocabulary_growth({"our English": [(n, len(set(words[:n]))) for n in read]})))

# %% [markdown] key="heaps-said"
# It slows down, and it does not stop. This is Heaps' law: after $n$ running words there are about $V(n) \approx K n^\beta$ different ones.
# On these axes that is a straight line, and $\beta$ is its slope. Ours has a knee: there the dialogues end and the manual begins, and a new kind of text
# brings new words. From a tenth of the text to the whole of it:

# %% key="heaps-slope"
dialogue = sl.text.pretokenize(sl.corpora.load("english/dialogue"), "bert")
print(f"the dialogues end after {len(dialogue):,} words")
tenth = len(words) // 10
ratio = len(set(words)) / len(set(words[:tenth]))
print(f"10 times the text, {ratio:.1f} times the words: beta = {math.log10(ratio):.2f}")

# %% [markdown] key="zipf-intro"
# **Most words are rare.** Sort the words by how often they come: the most frequent has rank 1. Zipf's law says: ten times the rank, a tenth of the count.

# %% key="zipf"
print(alt(zipf({"our English": list(english.values())})))

# %% key="once"
by_rank = Counter(english).most_common()
for rank in (1, 10, 100, 1000):
    word, count = by_rank[rank - 1]
    print(f"rank {rank:5,}: {count:5,} times {word!r}")
once = sum(count == 1 for count in english.values())
print(f"{once:,} of {len(english):,} different words come exactly once: {once / len(english):.0%}")

# %% [markdown] key="once-said"
# From rank 10 on the law holds well. For the first ranks it does not: their counts are too close together. And half of the list is words that came once.

# %% [markdown] key="rule-intro"
# ## Deeper: the short rule that gives `Do n't`
#
# It is spaCy's rule for English, and before it the Penn Treebank's. Write it.

# %% key="rule" tags=["exercise"] exercise="oov-split-contraction"
def split_contraction(word):
    """Return the word as a list: what stands before a short ending, and the ending.

    The endings are n't 's 'm 'd 'll 're 've, in small or capital letters. Any other word, and an
    ending that stands alone, is a list of one.
    """
    # your code here

# %% key="rule-check" tags=["check"]
check("oov-split-contraction", split_contraction)

# %% key="rule-yours"
if sl.exercises.unfinished({"oov-split-contraction": split_contraction}):
    print("Still to build: oov-split-contraction")
else:
    with_apostrophe = sorted(set(re.findall(r"\w+'\w+", sl.corpora.load("english"))))
    cuts_of = {word: split_contraction(word) for word in with_apostrophe}
    whole = [word for word, cut in cuts_of.items() if len(cut) == 1]
    print("words with an apostrophe in our English:", len(cuts_of), "| left whole:", *whole)

# %% [markdown] key="find-intro"
# ## Deeper: is the share by type always the larger one?
#
# For `the cat sat sat mat` it was not. Find a text for which it is, by a factor of two.

# %% key="find"
exercise("oov-by-type-twice")

# %% key="find-typed" tags=["exercise"] exercise="oov-by-type-twice"
oov_by_type_twice = None

# %% key="find-check" tags=["check"]
check("oov-by-type-twice", oov_by_type_twice)

# %% [markdown] key="bug-intro"
# ## Deeper: a counter that was tested on plain English only
#
# Most of us have written it. Four calls:

# %% key="bug"
def first_try(text):
    return re.findall(r"\w+", text.lower())


for text in ("US us", "İstanbul", "नमस्ते", "snake_case"):
    found = first_try(text)
    print(text, "→", *found, "|", [len(word) for word in found], "characters")

# %% [markdown] key="bug-said"
# `lower` makes two words one, and makes `İ` two characters: an `i` and a combining dot. `\w` in Python's `re` knows no combining marks, so a word falls apart
# at each of them and the mark is lost. And it takes the underscore for a letter. Mend it: the package `regex` knows letters as `\p{L}`, combining marks as `\p{M}`,
# digits as `\p{N}`.

# %% key="fix" tags=["exercise"] exercise="oov-fix-counter"
import re
import regex


def count_words(text):
    """Count the words of a text: runs of letters, combining marks and digits, kept as written."""
    counts = {}
    for word in re.findall(r"\w+", text.lower()):
        counts[word] = counts.get(word, 0) + 1
    return counts

# %% key="fix-check" tags=["check"]
check("oov-fix-counter", count_words)

# %% [markdown] key="cost-intro"
# ## Deeper: what a table costs
#
# $V \times d$ for real models, from their published sizes. Doubling $V$ doubles the table; looking up a row takes no longer. The output layer needs a table
# of the same size, unless it shares this one.

# %% key="cost"
for name, size, dim in (
    ("our six texts, every word", len(english), 768),
    ("BERT-base, uncased", 30_522, 768),
    ("GPT-2, smallest", 50_257, 768),
    ("Llama 3, 8B", 128_256, 4_096),
    ("all words of WikiText-103", 267_735, 1_024),
):
    table = sl.metrics.embedding_parameters(size, dim)
    print(f"{name:26} {size:7,} × {dim:5,} = {table:11,} numbers")

# %% [markdown] key="cost-said"
# The last line is the word list of Transformer-XL (Dai et al. 2019), which cut at white space. It did not build that table in full: rare words got shorter rows.
# Most subword vocabularies of 2018 to 2022 had 30,000 to 100,000 entries (BERT's is at the lower edge, GPT-2's in the lower third). Today 100,000 to 200,000 are common.

# %% [markdown] key="corpora-intro"
# ## Deeper: a real corpus
#
# Sennrich, Haddow and Birch 2016, table 1: the German half of their training data, cut in three ways. The last column counts the unknown pieces of a test text.

# %% key="corpora"
german = {
    "words": (100_000_000, 1_750_000, 1_079),
    "characters": (550_000_000, 3_000, 0),
    "BPE": (112_000_000, 63_000, 0),
}
base = german["words"][0]
for name, (tokens, types, unknown) in german.items():
    print(f"{name:10} {tokens / base:4.2f} × the length {types:10,} types {unknown:6,} unknown")

# %% [markdown] key="corpora-said"
# With words, 1.75 million types. Nobody keeps them all: word models of that time cut the list at 30,000 to 50,000, and that is where OOV comes from.
# With BPE the text is only about an eighth longer than in words.

# %% [markdown] key="letters-intro"
# ## Deeper: how many characters has English?

# %% key="letters"
letters = Counter(ch for ch in sl.corpora.load("english") if not ch.isspace())
print(len(letters), "different characters in our English texts:")
print("".join(sorted(letters)))

# %% [markdown] key="same-intro"
# ## Deeper: is it only because news are news?
#
# The sixth text is of another kind than the five. Take the kind away: put every tenth paragraph of all six texts aside, and make the list from the others.

# %% key="same"
paragraphs = [line for line in sl.corpora.load("english").splitlines() if line]
aside = [word.text for line in paragraphs[::10] for word in sl.text.pretokenize(line, "bert")]
others = sl.text.count_words([line for at, line in enumerate(paragraphs) if at % 10], "bert")
top = sorted(others, key=lambda word: (-others[word], word))
for size in (1000, len(top)):
    token, type_ = (sl.metrics.oov_rate(top[:size], aside, per) for per in ("token", "type"))
    print(f"{size:5,} words known: {token:.1%} of the tokens unknown, {type_:.1%} of the types")

# %% [markdown] key="same-said"
# Less, as expected, and still far from nothing.

# %% [markdown] key="cheat-sheet"
# ## Cheat sheet
#
# | | |
# |---|---|
# | token, type | a running word; a different word |
# | vocabulary | $\mathcal V$ is the set, $V = \lvert\mathcal V\rvert$ its size; a text is a sequence, not a set |
# | OOV rate | unknown tokens / tokens, **or** unknown types / types; never types / tokens |
# | larger list | leaves out less, costs more, and its last words have few examples |
# | Zipf | the count falls as 1 / rank; about half of the words come once |
# | Heaps | $V(n) \approx K n^\beta$: new words never stop |
# | cost | $V \times d$ numbers, once more for the output layer if it is not tied |
# | characters | short table, long text; a character outside of the list is still unknown |
# | subwords | frequent words mostly whole, rare ones in known parts; parts are frequent strings, not always stems and endings |
# | agglutinative languages | Turkish, Finnish: much in one word, so lists of words fail sooner |
# | splitters | white space; punctuation; Moses (XLM, FlauBERT, for most languages); spaCy (GPT-1, after `ftfy` has mended the text). A model goes with its own |
#
# In code: `sl.text.count_words(text, "bert")`, `sl.metrics.oov_rate(vocab, words, "token")`, `sl.Tokenizer.train("word", texts, vocab_size=1001)`.

# %% [markdown] key="recap"
# ## Recap
#
# A word is what a splitter says. A closed list leaves words out; state the share by token or by type. Vocabularies grow without end, about half of the words in a text like ours come once,
# and a word without examples has no meaning to a model. Characters are few and make long texts. Subwords lie between: lesson 02.
