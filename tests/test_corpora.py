import hashlib
import subprocess
import sys
import tomllib
import unicodedata
from collections import Counter
from importlib.resources import files

import numpy as np
import pytest
import regex
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from subword_lab import corpora

REGISTERS = ("dialogue", "manual", "news", "recipes", "science", "stories")
# fmt: off
TWENTY = {
    "zh", "ja", "ko", "de", "fr", "es", "ru", "el", "tr", "fi",
    "ar", "he", "hi", "ta", "th", "my", "vi", "sw", "uk", "id",
}
# fmt: on
TEXTS = [name for name in corpora.names() if "/" in name]
STORIES = [name for name in TEXTS if name.startswith("story/")]

# How the Unicode names of a language's letters begin.
SCRIPTS = {
    "zh": ("CJK",),
    "ja": ("HIRAGANA", "KATAKANA", "CJK", "IDEOGRAPHIC ITERATION MARK"),
    "ko": ("HANGUL",),
    "ru": ("CYRILLIC",),
    "uk": ("CYRILLIC",),
    "el": ("GREEK",),
    "ar": ("ARABIC",),
    "he": ("HEBREW",),
    "hi": ("DEVANAGARI",),
    "ta": ("TAMIL",),
    "th": ("THAI",),
    "my": ("MYANMAR",),
}
# Words that are common in one Latin-script language and hardly occur in another.
TELLTALE_WORDS = {
    "en": {"the", "and", "was"},
    "de": {"und", "das", "nicht"},
    "fr": {"elle", "dans", "était"},
    "es": {"el", "pero", "estaba"},
    "tr": {"ve", "bir", "için"},
    "fi": {"ja", "hän", "oli"},
    "vi": {"và", "một", "những"},
    "sw": {"na", "ya", "kwa"},
    "id": {"yang", "itu", "dengan"},
}


def lines(name):
    return [line for line in corpora.load(name).splitlines() if line]


def words(text):
    return regex.findall(r"\p{L}[\p{L}'-]*", text.lower())


def test_names_hold_toys_folders_and_files():
    names = corpora.names()
    assert len(names) == len(set(names))
    assert {"hug", "low", "low_demo", "pianist", "sennrich"} <= set(names)
    assert {"english", "story", "code", "marks", "code/python", "marks/emoji"} <= set(names)
    assert [n for n in names if n.startswith("english/")] == [f"english/{r}" for r in REGISTERS]


def test_every_name_loads():
    for name in corpora.names():
        corpus = corpora.load(name)
        assert isinstance(corpus, str if name.split("/")[0] in _folders() else dict)
        assert corpus


def _folders():
    return {name.split("/")[0] for name in TEXTS}


def test_a_folder_joins_its_files_with_a_blank_line():
    joined = "\n".join(corpora.load(f"english/{register}") for register in REGISTERS)
    assert corpora.load("english") == joined
    assert corpora.load("code") == corpora.load("code/python")


def test_texts_equal_their_checksums():
    stored = tomllib.loads((files("subword_lab") / "data" / "checksums.toml").read_text("utf-8"))
    digests = {n: hashlib.sha256(corpora.load(n).encode()).hexdigest() for n in TEXTS}
    assert digests == stored["sha256"]


def test_toys_have_the_counts_of_their_sources():
    assert corpora.load("hug") == {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    assert corpora.load("low") == {"low": 5, "lower": 2, "newest": 6, "widest": 3}
    assert corpora.load("low_demo") == {"low": 4, "lower": 1}
    assert corpora.load("sennrich") == {"low": 1, "lowest": 1, "newer": 1, "wider": 1}
    pianist = corpora.load("pianist")
    assert sum(len(word) * count for word, count in pianist.items()) == 71
    assert sum(pianist.values()) == 16


def test_a_toy_is_a_new_dictionary_each_time():
    corpora.load("hug")["hug"] = 0
    assert corpora.load("hug")["hug"] == 10


@pytest.mark.parametrize(
    "name, near",
    [("engish", "'english'"), ("story/zz", "'story/"), ("Hug", "'hug'"), ("english/new", "news'")],
)
def test_an_unknown_name_is_answered_with_near_ones(name, near):
    with pytest.raises(KeyError, match="did you mean") as caught:
        corpora.load(name)
    assert near in str(caught.value)


@pytest.mark.parametrize("name", ["", "\ud800", "../README", "english/", "README.md"])
def test_a_name_that_is_no_corpus_is_refused(name):
    with pytest.raises(KeyError, match="no corpus is named"):
        corpora.load(name)


@pytest.mark.parametrize("name", [None, 3, b"hug", ["hug"]])
def test_a_name_of_another_type_is_refused(name):
    with pytest.raises(TypeError, match="name of a corpus is a str"):
        corpora.load(name)


@pytest.mark.parametrize("name", TEXTS)
def test_texts_are_clean(name):
    text = corpora.load(name)
    assert text.endswith("\n") and not text.endswith("\n\n") and not text.startswith("\n")
    assert not [c for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cn", "Cs")]
    assert not regex.search(r"[ \t]\n", text)
    if not name.startswith("marks/"):
        assert unicodedata.is_normalized("NFC", text)
        assert not regex.search(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]", text)


def test_english_is_large_and_varied():
    assert len(corpora.load("english").encode()) >= 100_000
    for register in REGISTERS:
        text = corpora.load(f"english/{register}")
        assert 15_000 <= len(text.encode()) <= 25_000
        found = words(text)
        assert 0.2 <= len(set(found)) / len(found) <= 0.45


def test_english_words_are_distributed_like_prose():
    counts = Counter(words(corpora.load("english")))
    (first, most), (_, second) = counts.most_common(2)
    assert first == "the" and 0.04 < most / counts.total() < 0.09
    assert 1.3 < most / second < 3.5
    once = sum(1 for count in counts.values() if count == 1)
    assert 0.4 < once / len(counts) < 0.65


def test_english_holds_the_word_families_of_the_lessons():
    families = (
        "low lower lowest new newer newest wide wider widest play plays playing played player"
    )
    found = set(words(corpora.load("english")))
    assert set(families.split()) <= found
    assert {"unhappy", "unhappiness", "unhappily", "playful", "unplayable"} <= found


def test_english_repeats_no_passage():
    text = corpora.load("english")
    assert max(Counter(line for line in text.splitlines() if line).values()) <= 3
    tokens = words(text)
    passages = Counter(tuple(tokens[i : i + 12]) for i in range(len(tokens) - 11))
    assert max(passages.values()) == 1


def test_registers_bring_what_they_are_for():
    dialogue = Counter(regex.findall(r"n't|'s|'re|'ve|'ll|'d|'m", corpora.load("english/dialogue")))
    assert min(dialogue.values()) >= 10 and len(dialogue) == 7
    assert len(regex.findall(r"\d[\d,.]*", corpora.load("english/news"))) > 150
    assert {"½", "°", "⅓", "¼", "×", "é", "–"} <= set(corpora.load("english/recipes"))


def test_english_trains_a_sensible_vocabulary():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(vocab_size=2_000, show_progress=False)
    tokenizer.train_from_iterator([corpora.load("english")], trainer)
    pieces = {"Ġthe", "Ġand", "ing", "Ġwas", "ed", "'t", "Ġpeople", "Ġun"}
    assert pieces <= set(tokenizer.get_vocab())


def test_the_story_is_told_in_english_and_twenty_languages():
    assert set(corpora.languages()) == {"en"} | TWENTY
    assert list(corpora.languages()) == sorted(corpora.languages())


@pytest.mark.parametrize("name", STORIES)
def test_the_story_is_long_enough_and_parallel(name):
    story, english = corpora.load(name), corpora.load("story/en")
    assert sum(not c.isspace() for c in story) >= 600
    shape = [len(paragraph.split("\n")) for paragraph in story.strip().split("\n\n")]
    assert shape == [len(paragraph.split("\n")) for paragraph in english.strip().split("\n\n")]
    lengths = [[len(line) for line in lines(n)] for n in (name, "story/en")]
    assert np.corrcoef(lengths)[0, 1] > 0.75


@pytest.mark.parametrize("name", STORIES)
def test_the_number_and_the_direct_speech_stand_in_the_same_lines(name):
    told = lines(name)
    assert [i for i, line in enumerate(told) if regex.search(r"\d+", line)] == [7]
    assert regex.findall(r"\d+", told[7]) == ["27"]
    assert [i for i, line in enumerate(told) if regex.search(r'["“”„«»「」]', line)] == [16]


@pytest.mark.parametrize("language", sorted(SCRIPTS))
def test_the_story_is_written_in_the_script_of_its_language(language):
    letters = [c for c in corpora.load(f"story/{language}") if c.isalpha()]
    names = [unicodedata.name(c) for c in letters]
    assert all(name.startswith(SCRIPTS[language]) for name in names)


@pytest.mark.parametrize("language", sorted(TELLTALE_WORDS))
def test_a_story_in_latin_letters_has_the_words_of_its_language(language):
    letters = [c for c in corpora.load(f"story/{language}") if c.isalpha()]
    assert all(unicodedata.name(c).startswith("LATIN") for c in letters)
    found = set(words(corpora.load(f"story/{language}")))
    scores = {code: len(telltale & found) for code, telltale in TELLTALE_WORDS.items()}
    assert [code for code, score in scores.items() if score == 3] == [language]


def test_every_language_has_a_test_of_its_script():
    assert set(SCRIPTS) | set(TELLTALE_WORDS) == set(corpora.languages())


def test_russian_and_ukrainian_are_told_apart():
    russian, ukrainian = set(corpora.load("story/ru")), set(corpora.load("story/uk"))
    assert set("ыё") <= russian - ukrainian
    assert set("іїє") <= ukrainian - russian


def test_the_code_runs_without_a_warning():
    code = corpora.load("code")
    assert 8_000 <= len(code.encode()) <= 12_000
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=30
    )
    assert run.returncode == 0, run.stderr
    assert "11 steps through the maze" in run.stdout


def test_marks_hold_what_they_promise():
    text = corpora.load("marks")
    assert not unicodedata.is_normalized("NFC", text)
    assert not unicodedata.is_normalized("NFD", text)
    assert set("\u200b\u200c\u200d\u200e\u200f\u2060\u00a0\u202f\u3000\ufeff\ufe0e\ufe0f") <= set(
        text
    )
    assert {"ﬁ", "Ａ", "\u20e3", "🏽", "한", "\u1112", "𠮷", "▁"} <= set(text)
    assert max(ord(c) for c in text) > 0xE0000


def test_each_line_of_marks_has_an_english_caption():
    title, *samples = lines("marks")
    assert title.isascii()
    for line in samples:
        caption, _, sample = line.partition(": ")
        assert caption.isascii() and len(caption) > 10 and sample
