# %% [markdown] key="title"
# # 06 · SentencePiece: what if there are no spaces?
#
# BPE, WordPiece and Unigram all began with words. Somebody had cut the text at its spaces first. Chinese, Japanese and Thai have none.
# SentencePiece takes the text as it is, and treats the space as one more character.
#
# **You will be able to** turn raw text into pieces and back without a word splitter, name everything that a default model loses on the way, spell
# unknown characters in bytes, read a real model file, and say which famous models use which algorithm.
#
# Core: 30 minutes, up to the quiz. Sections marked *deeper* can wait.

# %% key="setup"
from dataclasses import replace
from math import exp

import subword_lab as sl
from subword_lab.views import chance, round_trips, score_encoding, sentencepiece_stages
from subword_lab.views import check, exercise, for_real, hint, quiz_cards, side_by_side, solution

# %% [markdown] key="guess-intro"
# ## Guess
#
# *"SentencePiece is lossless."* You can read that in many places. Here are six texts. Each is turned into ids and back, by a model with the
# default settings. Which come back exactly as they were?

# %% key="guess"
exercise("sp-comes-back")

# %% [markdown] key="guess-typed"
# The same exercise, typed, if you like that better: `{"café": "changed", …}`, with all six.

# %% key="guess-answer" tags=["exercise"] exercise="sp-comes-back"
sp_comes_back = None

# %% key="guess-check" tags=["check"]
check("sp-comes-back", sp_comes_back)

# %% [markdown] key="train-intro"
# Now see. The next cell trains on English stories and recipes of the course, a line at a time. `vocab_size` counts everything; `losses` names
# what does not come back.

# %% key="train"
names = ("english/stories", "english/recipes")
lines = [line for name in names for line in sl.corpora.load(name).splitlines()]
default = sl.Tokenizer.train("sentencepiece", lines, vocab_size=1000)
texts = ["don't stop", "café", "two  spaces", "ﬁve stars", "snake▁case", "東京"]
for text in texts:
    ids = default.encode(text)
    back = default.decode(ids)
    said = "unchanged" if back == text else f"changed: {default.losses(text)[0].name}"
    print(f"{text!r:13} → {back!r:13} {said}")

# %% [markdown] key="watch-intro"
# ## Watch
#
# Step through the stations. At the last one, what was lost is struck out in the text and named. Type a text of your own.

# %% key="watch"
sentencepiece_stages(default, "Don't stop,  ﬁve 東京.")

# %% [markdown] key="watch-said"
# The stations:
#
# 1. **Normalize**: the same thing is written in one way only. Unicode has a rule for that, named NFKC; the default, `nmt_nfkc`, changes it a little. `ﬁ` becomes `fi`,
#    a tab becomes a space.
# 2. **Spaces become ▁** (U+2581). By default extra spaces go first. Then one more ▁ is put in front of the text: the **dummy prefix**.
# 3. **Words** begin at each ▁. By default no piece crosses this border, in training or in encoding.
# 4. **Pieces**: a model cuts each word. This one is Unigram, from lesson 05. It could as well be BPE.
# 5. **Back**: put the pieces side by side, write ▁ as a space, drop the dummy prefix.
#
# Why the dummy prefix? So that a word at the start of a text is the same piece as in the middle:

# %% key="prefix"
merging = sl.Tokenizer.train("sentencepiece", lines, vocab_size=1000, model="bpe")
bare = sl.Tokenizer.train(
    "sentencepiece", lines, vocab_size=1000, model="bpe", add_dummy_prefix=False
)
for text in ("water", "the water"):
    without, with_prefix = (" | ".join(tok.tokenize(text)) for tok in (bare, merging))
    print(f"{text:10} without: {without:16} with: {with_prefix}")

# %% [markdown] key="spaces-intro"
# ## No spaces
#
# Here is one sentence of a story in English, Chinese and Japanese, and a line of Python. One model has learned them all. How many words does
# `split()` find in the Chinese one?

# %% key="spaces"
kinds = {"English": "story/en", "Chinese": "story/zh", "Japanese": "story/ja", "Python": "code/python"}
texts_of = {kind: sl.corpora.load(name).splitlines() for kind, name in kinds.items()}
many = sl.Tokenizer.train(
    "sentencepiece", sum(texts_of.values(), []), vocab_size=1200, model="bpe",
    normalization="identity", remove_extra_whitespaces=False,
)
samples = {kind: texts_of[kind][2] for kind in ("English", "Chinese", "Japanese")}
side_by_side({**samples, "Python": "    for word in words:"}, many)

# %% [markdown] key="spaces-said"
# One "word". Older systems needed a word cutter for each such language: the model XLM had three (Jieba for Chinese, KyTea for Japanese, PyThaiNLP for Thai). Here nobody told the model
# what a Chinese word is, yet `面包师` (baker) and `テーブル` (table) are pieces: they came again and again. And the indentation of the code is still there.

# %% [markdown] key="build-intro"
# ## Build
#
# Two small functions stand around every model. Two more, for bytes, wait behind the quiz.
#
# **Spaces become ▁.**

# %% key="mark-spaces" tags=["exercise"] exercise="sp-mark-spaces"
def mark_spaces(text):
    """Return the words of a text as a list, each with the ▁ in front of it.

    Every space becomes a ▁, one more ▁ goes in front of the text, and every ▁ begins a new word.
    A text without characters has no words.
    """
    # your code here

# %% key="mark-spaces-check" tags=["check"]
check("sp-mark-spaces", mark_spaces)

# %% [markdown] key="unmark-intro"
# Stuck? `hint("sp-mark-spaces")` gives a hint; each new try opens the next one, and after three `solution("sp-mark-spaces")` shows ours.
#
# **▁ become spaces.** The inverse. Mind the dummy prefix, and mind that a text can begin with a space of its own.

# %% key="unmark" tags=["exercise"] exercise="sp-unmark"
def unmark(pieces):
    """Return the text that a list of pieces spells.

    Put the pieces side by side and write each ▁ as a space. Then take one space off the beginning,
    if there is one: it is the dummy prefix.
    """
    # your code here

# %% key="unmark-check" tags=["check"]
check("sp-unmark", unmark)

# %% [markdown] key="fallback-intro"
# **Byte fallback.** A character that the model has never seen is `<unk>`, and lost. A model with *byte fallback* has 256 more pieces, `<0x00>` to `<0xFF>`, one for
# each byte. An unknown character is spelled with its bytes in UTF-8. (So 1,256 pieces in the next cell: 1,000 and the bytes.)

# %% key="fallback"
careful = sl.Tokenizer.train(
    "sentencepiece", lines, vocab_size=1256, model="bpe",
    byte_fallback=True, normalization="identity", remove_extra_whitespaces=False,
)
print(careful.tokenize("to 東京"))
print(repr(careful.decode(careful.encode("to 東京"))))

# %% [markdown] key="cost-intro"
# **What does it cost?** In *No spaces*, a model that had learned Chinese cut this sentence into 33 pieces. This one has not: estimate before you count.

# %% key="cost"
exercise("sp-fallback-cost")

# %% key="cost-answer" tags=["exercise"] exercise="sp-fallback-cost"
sp_fallback_cost = None

# %% key="cost-check" tags=["check"]
check("sp-fallback-cost", sp_fallback_cost)

# %% [markdown] key="break-intro"
# ## Break it
#
# **Is it lossless now?** Three settings. The last one is as careful as can be: byte fallback, no normalization, extra spaces stay.

# %% key="break-table"
fallback = sl.Tokenizer.train("sentencepiece", lines, vocab_size=1256, model="bpe", byte_fallback=True)
settings = {"default": default, "byte fallback": fallback, "careful": careful}
round_trips([*texts, " a leading space", "a\ttab"], settings)

# %% [markdown] key="break-mark"
# One text never comes back. The reason is simple: it has the same ids as another text. No decoder can tell them apart.

# %% key="break-mark-cell"
for text in ("snake▁case", "snake case"):
    print(text, careful.encode(text))

# %% [markdown] key="lost-intro"
# **Find a loss of your own**, without any white space. (Typed: `sp_lost_without_a_space = "Tokyo"`.)

# %% key="lost"
exercise("sp-lost-without-a-space")

# %% key="lost-answer" tags=["exercise"] exercise="sp-lost-without-a-space"
sp_lost_without_a_space = None

# %% key="lost-check" tags=["check"]
check("sp-lost-without-a-space", sp_lost_without_a_space)

# %% [markdown] key="break-toolkit"
# **It is a toolkit, not an algorithm.** The stations stay, the model in the middle can be changed. Try three names.

# %% key="break-toolkit-cell"
for name, tok in (("unigram", default), ("bpe", merging)):
    print(f"{name:8}", *tok.tokenize("unhappiness of the neighbors"))
try:
    sl.Tokenizer.train("sentencepiece", lines, vocab_size=1000, model="wordpiece")
except ValueError as error:
    print(error)

# %% [markdown] key="break-toolkit-said"
# The library can also train whole words and single characters. It refuses WordPiece, as we do.

# %% [markdown] key="for-real"
# ## For real
#
# First a bet. Eight famous models: which tokenizer?

# %% key="which-model"
exercise("sp-which-model")

# %% key="which-model-answer" tags=["exercise"] exercise="sp-which-model"
sp_which_model = None

# %% key="which-model-check" tags=["check"]
check("sp-which-model", sp_which_model)

# %% [markdown] key="real-intro"
# Now the library, trained on the same lines as ours, once with default and once with careful settings: the same pieces, the same ids. The text is your
# sentence from lesson 00, if you gave one. Type others.

# %% key="real"
for_real("sentencepiece", text=sl.progress.profile.get().sentence)

# %% [markdown] key="real-files"
# And two real `.model` files, read by our own code. Mistral 7B's first tokenizer is BPE with byte fallback. AI21's Jurassic-2 is Unigram. Look at its number of
# pieces that cross a space.

# %% key="real-files-cell"
for_real("sentencepiece-files", text="One of the best: 東京, 龘 and 12345!")

# %% [markdown] key="quiz-intro"
# ## Quiz

# %% key="quiz"
quiz_cards("06_sentencepiece")

# %% [markdown] key="elsewhere"
# ## What you may have read elsewhere
#
# - *"SentencePiece is a tokenization algorithm."* It is a library (Kudo and Richardson 2018). Unigram is its default, BPE the other choice that matters. WordPiece it does not have.
# - *"All models with SentencePiece use Unigram."* T5, ALBERT, XLNet do. LLaMA 1 and 2, Mistral 7B and Gemma use its BPE.
# - *"LLaMA partly uses Unigram."* It never did. LLaMA 1 and 2: SentencePiece BPE. Llama 3: byte-level BPE in tiktoken's style. Mistral's Tekken is byte-level, too.
# - *"RoBERTa partly uses BPE."* It uses byte-level BPE throughout.
# - *"To decode, join the tokens and write ▁ as a space."* Also drop the dummy prefix, and do not expect what normalization took.
# - *"Every `tokenization_*.py` in `transformers` names its algorithm in the header."* A header names the model, if there is one. The algorithm is in the imports: XLNet's file imports
#   Unigram, and has `SPIECE_UNDERLINE = "▁"`.
# - *"It works on raw bytes."* It works on Unicode characters. Bytes come in only with byte fallback, for what is unknown.
# - *"BPE marks the end of words, SentencePiece runs BPE over the whole text."* By default no piece crosses a space.

# %% [markdown] key="order-intro"
# ## Deeper: the order of the stations
#
# Put the steps in order. Where would another order lose something? (Typed: a list of the five steps, first step first.)

# %% key="order"
exercise("sp-order")

# %% key="order-answer" tags=["exercise"] exercise="sp-order"
sp_order = None

# %% key="order-check" tags=["check"]
check("sp-order", sp_order)

# %% [markdown] key="break-crossing-intro"
# ## Deeper: does a piece cross a space?
#
# *"SentencePiece needs no pre-splitting"*, people say. It needs no *word splitter*. By default it does split in front of each ▁, before
# training. Take that border away, and BPE finds what goes together in any text:

# %% key="break-crossing"
print("pieces with a ▁ inside, default:", sum("▁" in piece[1:] for piece in default.vocab))
dialogue = [line for line in sl.corpora.load("english/dialogue").splitlines() if line]
unsplit = sl.Tokenizer.train(
    "sentencepiece", dialogue, vocab_size=500, model="bpe", split_by_whitespace=False
)
crossing = [piece for piece in unsplit.vocab if "▁" in piece[1:]]
print("without the border:", len(crossing), "such as", *crossing[:8])

# %% [markdown] key="break-crossing-said"
# The switch has the same name in the library. AI21's Jurassic-2, in *For real* above, has 117,787 pieces that cross a space: it was trained without the border.

# %% [markdown] key="read-bytes-intro"
# ## Deeper: bytes there and back, and a whole tokenizer of yours
#
# **There.** What has no piece is spelled in bytes.

# %% key="spell-unknown" tags=["exercise"] exercise="sp-spell-unknown"
def spell_unknown(pieces, vocab):
    """Return the list of pieces, with every piece that is not in vocab spelled in bytes.

    A byte is written <0xNN>: two digits of its hexadecimal number, in capitals. The bytes are those
    of the piece in UTF-8.
    """
    # your code here

# %% key="spell-unknown-check" tags=["check"]
check("sp-spell-unknown", spell_unknown)

# %% [markdown] key="read-bytes-back"
# **And back.** One byte of three is no character yet.

# %% key="read-bytes" tags=["exercise"] exercise="sp-read-bytes"
import re

def read_bytes(pieces):
    """Return the text that a list of pieces spells, byte pieces such as <0xE4> among them.

    Byte pieces side by side make characters together, in UTF-8. Bytes that make no character
    become �, as bytes.decode(errors="replace") writes them. Every ▁ stays as it is.
    """
    # your code here

# %% key="read-bytes-check" tags=["check"]
check("sp-read-bytes", read_bytes)

# %% [markdown] key="yours-intro"
# With your four functions around the engine's BPE you have a whole tokenizer. It runs beside ours on the story, in all its languages.

# %% key="yours"
def your_pieces(text):
    cuts = (sl.bpe.encode(careful.model, word) for word in mark_spaces(text))
    return spell_unknown([piece for cut in cuts for piece in cut], careful.vocab)


missing = sl.exercises.unfinished({
    "sp-mark-spaces": mark_spaces, "sp-unmark": unmark,
    "sp-spell-unknown": spell_unknown, "sp-read-bytes": read_bytes,
})
if missing:
    print("Still to build:", *missing)
else:
    codes = sl.corpora.languages()
    stories = [line for code in codes for line in sl.corpora.load(f"story/{code}").splitlines()]
    same = sum(your_pieces(line) == careful.tokenize(line) for line in stories)
    back = sum(unmark([read_bytes(your_pieces(line))]) == line for line in stories)
    print(f"{len(stories)} lines in {len(codes)} languages: {same} cut as ours, {back} came back")

# %% [markdown] key="break-bytes-intro"
# ## Deeper: byte fallback is not byte-level BPE
#
# Both know every text. Train both on Chinese, with equal sizes. For fallback the rarest tenth of the text gets no piece
# (`character_coverage=0.9`). Then cut one word, *bakery*.

# %% key="break-bytes"
chinese = sl.corpora.load("story/zh").splitlines()
with_fallback = sl.Tokenizer.train(
    "sentencepiece", chinese, vocab_size=600, model="bpe",
    byte_fallback=True, character_coverage=0.9, normalization="identity",
)
byte_level = sl.Tokenizer.train("byte_bpe", chinese, vocab_size=600)
print("fallback:  ", *with_fallback.tokenize("面包店"))
print("byte-level:", *byte_level.tokenize("面包店"))
several = [id for piece, id in byte_level.vocab.items() if len(piece) > 1]
halves = [id for id in several if "�" in byte_level.decode([id])]
print(f"byte-level: {len(several)} merged pieces, {len(halves)} of them hold half a character")

# %% [markdown] key="break-bytes-said"
# Fallback merges *characters*; a byte piece stands alone for ever, so a rare Chinese character always costs three ids. Byte-level BPE merges *bytes*, across the borders of
# characters: most of its merged pieces here hold half a character. It prints bytes in its own alphabet (lesson 03).

# %% [markdown] key="hunt-intro"
# ## Deeper: a bug hunt
#
# A chat program shows each piece as it comes. Everybody complains: `Helloworld`. Mend it.

# %% key="hunt" tags=["exercise"] exercise="sp-show-one-by-one"
def show(pieces):
    """Return what each piece adds to the text on the screen: a list of texts, one for each piece.

    Each ▁ shows as a space, but for the very first one of the text, the dummy prefix.
    """
    return [piece.replace("▁", " ").lstrip() for piece in pieces]

# %% key="hunt-check" tags=["check"]
check("sp-show-one-by-one", show)

# %% [markdown] key="hunt-said"
# This bug was reported for LLaMA in `transformers` (issue 22710). The opposite one, a prefix that stays, was in llama2.c (issue 76).

# %% [markdown] key="score-intro"
# ## Deeper: joining by score
#
# A SentencePiece file holds no list of merges. It holds pieces with scores: 0 for the piece that BPE made first, -1 for the second, and so on. To cut a word,
# join the neighbors whose **joined text** has the highest score. Of which two parts it was made in training does not matter.

# %% key="score-watch"
score_encoding(merging.model, "▁happiness")

# %% [markdown] key="by-score-intro"
# Now by hand: seven scores, one word. (Typed: `"lo|w|er"`, with your own bars.)

# %% key="by-score"
exercise("sp-cut-by-score")

# %% key="by-score-answer" tags=["exercise"] exercise="sp-cut-by-score"
sp_cut_by_score = None

# %% key="by-score-check" tags=["check"]
check("sp-cut-by-score", sp_cut_by_score)

# %% key="encode-by-score" tags=["exercise"] exercise="sp-encode-by-score"
def encode_by_score(word, scores):
    """Return the pieces of a word, as a tuple.

    scores maps pieces to scores. Start from single characters. Of all neighbors whose joined text
    is in scores, join those with the highest score, of equals the leftmost. Repeat until there are
    none.
    """
    # your code here

# %% key="encode-by-score-check" tags=["check"]
check("sp-encode-by-score", encode_by_score)

# %% [markdown] key="score-yours-intro"
# Yours beside ours, on all words of the English text.

# %% key="score-yours"
words = [f"▁{word}" for word in sl.text.count_words(sl.corpora.load("english"))]
scores = {piece: -rank for piece, rank in merging.model.joined_ranks.items()}
missing = sl.exercises.unfinished({"sp-encode-by-score": encode_by_score})
if missing:
    print("Still to build:", *missing)
else:
    ours = {word: sl.bpe.encode(merging.model, word) for word in words}
    same = sum(encode_by_score(word, scores) == cut for word, cut in ours.items())
    print(f"{same} of {len(words)} words cut as ours")

# %% [markdown] key="score-pairs"
# Does it matter? For a vocabulary that BPE has trained, pair and joined text give the same cuts. The next cell tries. A table that was made by hand, sorted again
# or put together from two vocabularies can differ; the last two lines use four rules that no training gives.

# %% key="score-pairs-cell"
by_pair = replace(merging.model, lookup="pair")
changed = [w for w in words if sl.bpe.encode(by_pair, w) != sl.bpe.encode(merging.model, w)]
print("words cut differently:", len(changed))
rules = [("c", "d"), ("b", "cd"), ("ab", "c"), ("abc", "d")]
pieces = [*"abcd", "ab", *(left + right for left, right in rules)]
vocab = {piece: id for id, piece in enumerate(pieces)}
for lookup in ("pair", "joined"):
    print(f"{lookup:7}", *sl.bpe.encode(sl.bpe.BpeModel(vocab, rules, lookup=lookup), "abcd"))

# %% [markdown] key="chance-intro"
# ## Deeper: n-best, chance, and two meanings of alpha
#
# A Unigram model can say what the *second* best cut is. BPE cannot: it has no probabilities.

# %% key="n-best"
for cut, log_p in sl.unigram.n_best(default.model, "▁happiness", 4):
    print(f"{' | '.join(cut):32} ln p = {log_p:.2f}")

# %% [markdown] key="alpha-intro"
# In training, a model can be shown a text in another cut each time, so that it learns from all of them. The library draws with one argument, `alpha`, and means two things by it:
#
# - **Unigram**: each cut weighs $p(\text{cut})^{\alpha}$. At 0 all cuts weigh the same. A large alpha leaves only the best.
# - **BPE**: each merge is skipped with probability alpha (BPE-dropout). At 0 there is one cut, the usual one. At 1 there are only characters.
#
# Here are the exact shares, by adding up all ways, for both kinds of model.

# %% key="alpha-exact"
word = "▁baker"
weighed = sl.unigram.n_best(default.model, word, 1000)
print("alpha   Unigram: cuts, share of the best     BPE: cuts, share of the usual")
for alpha in (0.0, 0.1, 0.5, 1.0):
    weights = [exp(alpha * log_p) for _, log_p in weighed]
    best = weights[0] / sum(weights)
    dropped = sl.bpe.dropout_shares(merging.model, word, alpha)
    possible = sum(share > 0 for share in dropped.values())
    usual = dropped.get(sl.bpe.encode(merging.model, word), 0.0)
    print(f"{alpha:5} {len(weights):14} {best:17.1%} {possible:14} {usual:17.1%}")

# %% [markdown] key="chance"
# And 500 draws from each. Move alpha: one side gets calmer, the other wilder.

# %% key="chance-cell"
chance(default.model, merging.model, word)

# %% [markdown] key="languages-intro"
# ## Deeper: one vocabulary for many languages
#
# A translation team wants one vocabulary of 32,000 pieces for twenty languages. Possible, but tight. Count the single characters first.

# %% key="languages"
characters = {code: set(sl.corpora.load(f"story/{code}")) for code in sl.corpora.languages()}
together = set().union(*characters.values())
print(f"one short story in {len(characters)} languages: {len(together):,} different characters")
most = sorted(characters, key=lambda code: -len(characters[code]))
print(*(f"{code} {len(characters[code])}" for code in most))
block = 0x9FFF - 0x4E00 + 1
print(f"Unicode's first block of Chinese characters: {block:,}, {block / 32_000:.0%} of 32,000")

# %% [markdown] key="languages-said"
# Chinese alone could fill two thirds of the 32,000. Two options help: `character_coverage` below 1 leaves the rarest characters out, and byte fallback spells those
# in bytes, so that they are costly but not lost.

# %% [markdown] key="cheat-sheet"
# ## Cheat sheet
#
# | | |
# |---|---|
# | what it is | a library (Kudo and Richardson 2018) with four models: `unigram` (default), `bpe`, `char`, `word` |
# | stations | normalize (`nmt_nfkc`) → extra spaces go → `▁` in front → spaces to `▁` (U+2581) → cut at `▁` → model → ids |
# | no word splitter | for no language. XLM needed three: Jieba (Chinese), KyTea (Japanese), PyThaiNLP (Thai) |
# | across spaces | no piece, unless `split_by_whitespace=False` |
# | decode | join, `▁` to space, drop the dummy prefix |
# | lost by default | ligatures and wide letters, tabs, double and outer spaces, unknown characters; always: a literal `▁` |
# | lossless but for `▁` | `normalization="identity"`, `remove_extra_whitespaces=False`, `byte_fallback=True` |
# | unknown | `<unk>` (the library shows the character, with the id of `<unk>`), or 256 pieces `<0x00>` … `<0xFF>` |
# | byte fallback | characters merge, bytes never: not byte-level BPE |
# | BPE here | pieces with scores; join the neighbors whose joined text has the best score |
# | many languages | `character_coverage` below 1 saves entries; fallback spells the rest |
# | files | `spiece.model` (XLNet, T5), `tokenizer.model` (LLaMA 2) |
# | who | Unigram: T5, ALBERT, XLNet · BPE: LLaMA 1 and 2, Mistral 7B, Gemma · neither: GPT-2 to GPT-4, Llama 3, Qwen2, Tekken |
#
# In code: `sl.Tokenizer.train("sentencepiece", lines, vocab_size=1000, model="bpe")`, `tok.losses(text)`.

# %% [markdown] key="recap"
# ## Recap
#
# - Raw text in, no word splitter: the space is the character ▁. A dummy prefix makes the first word equal to the same word elsewhere.
# - By default the text is normalized, extra spaces go, and unknown characters are lost. Careful settings lose nothing but a literal ▁.
# - Byte fallback spells unknown characters in bytes. It is not byte-level BPE.
# - A toolkit: T5, ALBERT, XLNet use its Unigram; LLaMA 2, Mistral 7B, Gemma its BPE, which joins by the score of the joined text.
# - `alpha` means a power for Unigram and a chance to skip for BPE.
