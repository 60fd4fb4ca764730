# %% [markdown] key="title"
# # 00 · Start here
#
# A tokenizer cuts text into pieces and gives each piece a number. A language model sees only the numbers. This course shows how the cutting
# is learned, why it goes wrong, and how to choose or mend it.
#
# **You will be able to** read the pictures of this course, use its four tools by mouse or by keyboard, and choose your route.
#
# This page takes ten minutes, the placement questions aside. Run the cells from the top: select one and press *Shift+Enter*, or choose *Run → Run All Cells*.

# %% key="setup"
import subword_lab as sl
from subword_lab.views import bpe_training, cuttings, your_name, your_sentence
from subword_lab.views import check, exercise, hint, progress_panel, quiz_panel, solution

# %% [markdown] key="name-intro"
# ## Your name, seven ways
#
# Type your name. Seven tokenizers, all trained a moment ago on this course's English text, cut it into pieces. Each piece is drawn as a brick.

# %% key="name"
your_name()

# %% [markdown] key="bricks-intro"
# **How to read bricks.** A tokenizer must remember where words begin and end. The first three marks do that, each in its own way.
# The fourth says that something is missing:
#
# | you see | it means | used by |
# |---|---|---|
# | `##ing`, a tenon (a small tongue) on the left | this piece goes on with the word before it | WordPiece |
# | `Ġthe` or `▁the`, a dashed left edge | a space stands before this piece | byte-level BPE, SentencePiece |
# | `low</w>`, a thick right edge | a word ends with this piece | character BPE, in lesson 02 |
# | `<unk>` or `[UNK]`, a double border | something was lost here | all that can meet an unknown word or character |

# %% key="bricks"
cuttings("the players unboxed 🤗")

# %% [markdown] key="sentence-intro"
# Now a sentence in your own language. It is kept on this machine, nowhere else, and comes back in the lessons: you will see what it costs.

# %% key="sentence"
your_sentence()

# %% [markdown] key="tools"
# ## Four tools, once each
#
# **The stepper** shows an algorithm step by step. Press *Next*, or focus it with *Tab* and press *Enter*. Move the slider with the arrow keys.
# *Play* goes on by itself. Tick *Predict first* and it asks you before it shows. *Show as text* gives the same in words.
# What you see here is the subject of lesson 02: only try the buttons.

# %% key="stepper"
bpe_training({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, merges=3)

# %% [markdown] key="exercise-intro"
# **The exercise panel** asks a question; *Submit* checks your answer at once. The lessons have many of them; this one is for trying the buttons.
# Use the mouse or only the keyboard: where there is a list to choose from, the space bar opens it, and arrow keys and *Enter* choose.

# %% key="exercise"
exercise("start-cut")

# %% [markdown] key="typed-intro"
# **The check.** Each panel has a typed twin: write the answer into the cell, as in `start_cut = "unbox|ed"`, run it, and run the check below.
# Panel or cell, use either. An answer that is still `None`, or a function without a body, is *not attempted*, never an error.

# %% key="typed" tags=["exercise"] exercise="start-cut"
start_cut = None

# %% key="typed-check" tags=["check"]
check("start-cut", start_cut)

# %% [markdown] key="code-intro"
# **Code is checked the same way.** Write the body in the place of `# your code here`: `join_pieces(["play", "##ing"])` is to give `"playing"`.

# %% key="code" tags=["exercise"] exercise="start-join"
def join_pieces(pieces):
    """Return the word that the pieces spell, without the ## marks."""
    # your code here


# %% key="code-check" tags=["check"]
check("start-join", join_pieces)

# %% [markdown] key="hint-intro"
# **The hint.** There are three for each exercise. A new try opens the next one; after the third, `solution("start-join")` shows ours. Asking costs nothing.

# %% key="hint"
hint("start-join")

# %% [markdown] key="routes"
# ## Choose a route
#
# | you want | take |
# |---|---|
# | to understand tokenizers in **two evenings** | 01 to 04 on the first, 05 to 07 on the second; the cores only, 30 minutes each |
# | to face an **interview in seven days** | a lesson a day, 01 to 07, each with its quiz; 08 has a plan for the seven days, and mock interviews for the evenings |
# | to **teach** it | one lesson with its exercises, then `README.md`, *To teach with it*, and `docs/authoring.md` |
# | to **choose or mend** a tokenizer at work | 03 and 06 for the two families in use, then 07; come back to 02 and 05 when a number surprises you |
#
# In each lesson: guess → watch → build → break → for real → quiz. Parts marked *deeper* can wait.

# %% [markdown] key="placement-intro"
# ## Where do you stand? (optional)
#
# One question from each lesson, in order. *I don't know yet* is an honest answer, and a useful one: it names a lesson to take slowly.

# %% key="placement"
lessons = sorted({question.lesson for question in sl.quiz.questions() if question.lesson})
quiz_panel([sl.quiz.of_lesson(lesson)[0] for lesson in lessons][:8])

# %% [markdown] key="map"
# ## Which algorithm sits in which model?
#
# | algorithm | first described | models that use it | lesson |
# |---|---|---|---|
# | BPE on characters | Sennrich, Haddow and Birch 2016, after Gage 1994 | GPT-1, XLM, FlauBERT | 02 |
# | BPE on bytes | Radford et al. 2019 | GPT-2 and later GPT models, RoBERTa, Llama 3, Qwen2 | 03 |
# | WordPiece | Schuster and Nakajima 2012 | BERT, DistilBERT, ELECTRA | 04 |
# | Unigram, through SentencePiece | Kudo 2018 | T5, ALBERT, XLNet | 05, 06 |
# | BPE, through SentencePiece | Kudo and Richardson 2018 | Llama 1 and 2, Gemma, Mistral 7B | 06 |
#
# Sources: the papers named, and the tokenizer classes of Hugging Face `transformers` for the models. SentencePiece is a library with several algorithms,
# not an algorithm; that is why it stands in two rows.

# %% [markdown] key="progress-intro"
# ## Your progress
#
# Points, answers and bets are kept in a folder of your own. Come back to this panel when you like.

# %% key="progress"
progress_panel()

# %% [markdown] key="recap"
# ## Recap
#
# Text becomes pieces, pieces become ids. Steppers show, panels ask, `check` answers, `hint` helps. Next: `01_oov.ipynb`, why a model cannot simply use words.
# And when you doubt a sentence that you have read somewhere, look into the appendix, `A_claims.ipynb`.
# To try any text under all seven and under the real vocabularies of your machine, open the playground in `07_in_production.ipynb`, or run `playground()` from
# `subword_lab.views` in any cell.
