"""Lesson 01: the recorded splitters are repeated, and what its prose says is computed."""

import json
import re
from importlib.metadata import version
from pathlib import Path

import pytest

from subword_lab import Tokenizer, corpora, exercises, metrics, text
from subword_lab.exercises.lesson_01.words import split_contraction
from subword_lab.i18n import t
from subword_lab.text import pretokenize
from subword_lab.views.peers import splitters
from subword_lab.views.pictures.recording import recording

DATA = Path(__file__).parent / "data"
SENTENCE = recording("splitters")["text"]
ENGLISH = corpora.load("english")
LINES = [line for line in ENGLISH.splitlines() if line.strip()]
SPLITTERS = {"sacremoses": splitters.of_sacremoses, "spacy": splitters.of_spacy}


def seed(file):
    return {case["id"]: case for case in json.loads((DATA / file).read_text(encoding="utf-8"))}


# The recordings ----------------------------------------------------------------------------------


@pytest.mark.parametrize("told", recording("splitters")["splitters"], ids=lambda t: t["library"])
def test_a_recorded_splitter_gives_the_same_words_today(told):
    assert version(told["library"]) == told["version"], "record it again with the new version"
    assert SPLITTERS[told["library"]](SENTENCE) == told["words"]


def test_the_four_splits_are_those_of_the_seed_case():
    case = seed("seed_text.json")["rule-based"]
    assert case["input"]["text"] == SENTENCE
    told = {each["name"]: each["words"] for each in recording("splitters")["splitters"]}
    assert case["expect"] == {
        "whitespace": splitters.cut(SENTENCE, "whitespace"),
        "punctuation": splitters.cut(SENTENCE, "bert"),
        "spacy_en": told["spaCy"],
        "moses_en_no_escape": told["Moses"],
        "moses_en_escaped": [word.replace("'", "&apos;") for word in told["Moses"]],
    }


def test_moses_writes_the_apostrophe_as_xml_unless_told_otherwise():
    from sacremoses import MosesTokenizer

    assert MosesTokenizer("en").tokenize("Don't") == ["Don", "&apos;t"]


# Ours beside the libraries -----------------------------------------------------------------------


def test_every_row_of_the_first_sentence_is_the_same():
    rows = splitters.compare(SENTENCE)
    assert [row.same for row in rows] == [True] * 4


def test_our_own_splitters_are_the_library_s_on_every_line():
    for how, rule in (("whitespace", "WhitespaceSplit"), ("bert", "BertPreTokenizer")):
        assert all(
            splitters.cut(line, how) == splitters.of_tokenizers(line, rule) for line in LINES
        )


def test_one_line_does_most_of_what_moses_and_spacy_do_but_not_all():
    as_moses, as_spacy = (
        sum(splitters.cut(line, rule) == library(line) for line in LINES)
        for rule, library in (
            (splitters.MOSES, splitters.of_sacremoses),
            (splitters.SPACY, splitters.of_spacy),
        )
    )
    assert (len(LINES), as_moses, as_spacy) == (510, 504, 484)


def test_the_text_the_lesson_proposes_tells_the_short_rules_apart():
    rows = splitters.compare("It's 9 a.m., the U.S. can't.")
    assert [row.same for row in rows] == [True, True, False, False]


def test_the_short_rule_is_spacy_s_on_all_words_of_our_english_but_one():
    words = sorted(set(re.findall(r"\w+'\w+", ENGLISH)))
    other = [word for word in words if split_contraction(word) != splitters.of_spacy(word)]
    assert len(words) > 100 and other == ["Nobody'll"]


# What the prose says -----------------------------------------------------------------------------


def test_vocabularies_of_real_models():
    sizes = seed("seed_words.json")["vocab-sizes"]["expect"]
    assert sizes["bert_base_uncased"] - 30_000 < 1_000  # the lower edge of 30,000 to 100,000
    assert 30_000 < sizes["gpt2"] < 30_000 + 70_000 / 3  # its lower third
    today = ("cl100k_n_vocab", "llama3", "mistral_tekken", "o200k_n_vocab")
    assert all(100_000 <= sizes[name] < 201_000 for name in today)
    lesson = (Path(__file__).parents[1] / "lessons" / "01_oov.py").read_text(encoding="utf-8")
    for name in ("bert_base_uncased", "gpt2", "llama3", "transformer_xl_wikitext103"):
        assert f"{sizes[name]:_}" in lesson


def test_the_table_of_sennrich_is_copied_right():
    rows = seed("seed_words.json")["sennrich-table1"]["expect"]["rows"][:3]
    lesson = (Path(__file__).parents[1] / "lessons" / "01_oov.py").read_text(encoding="utf-8")
    copied = re.findall(r'"(words|characters|BPE)": \(([\d_]+), ([\d_]+), ([\d_]+)\)', lesson)
    millions = [int(row[1].split()[0]) for row in rows]
    assert [int(tokens) for _, tokens, _, _ in copied] == [n * 1_000_000 for n in millions]
    assert [[int(types), int(unk)] for _, _, types, unk in copied] == [row[2:] for row in rows]


def test_the_messages_after_the_guesses_say_the_truth():
    for name in ("token", "type"):
        exercise = exercises.get(f"oov-guess-by-{name}")
        assert f"{exercise.reference} %" in t(f"lesson_01.{exercise.id}.right")
    assert "about 11,700 running words" in exercises.get("oov-twice-the-text").prompt
    assert len(pretokenize(ENGLISH, "bert")) // 2 == 11_725


def test_english_has_more_than_three_times_26_characters():
    assert len({ch for ch in ENGLISH if not ch.isspace()}) > 3 * 26


def test_in_other_languages_only_signs_and_look_alikes_are_known():
    known = text.count_words(ENGLISH, pretokenizer="bert")
    rates = {
        code: metrics.oov_rate(known, text.count_words(corpora.load(f"story/{code}"), "bert"))
        for code in ("de", "fi", "ja", "zh")
    }
    assert rates["ja"] == rates["zh"] == 1.0
    assert 0.8 < rates["de"] < rates["fi"] < 0.9


def test_the_dialogues_end_at_the_knee_of_the_curve():
    assert ENGLISH.startswith(corpora.load("english/dialogue"))
    assert len(pretokenize(corpora.load("english/dialogue"), "bert")) == 4_900


def test_characters_cost_about_five_times_the_length_and_have_unknowns():
    five = [corpora.load(name) for name in corpora.names() if re.match(r"english/(?!news)", name)]
    news = corpora.load("english/news")
    characters = Tokenizer.train("char", five)
    ids = characters.encode(news)
    unknown = {ch for ch in news if ch not in characters.vocab}
    assert 4.5 < len(ids) / len(pretokenize(news, "bert")) < 5.5
    assert characters.vocab["<unk>"] in ids and unknown == {"$", "€"}


def test_the_exercises_of_the_lesson_are_its_word_tokenizer():
    five = [corpora.load(name) for name in corpora.names() if re.match(r"english/(?!news)", name)]
    running = [word.text for document in five for word in pretokenize(document, "bert")]
    news = [word.text for word in pretokenize(corpora.load("english/news"), "bert")]
    keep, mark, rates = (
        exercises.get(f"oov-{name}").reference
        for name in ("keep-commonest", "mark-unknown", "rates")
    )
    kept = keep(running, 1000)
    closed = Tokenizer.train("word", five, vocab_size=1001)
    assert kept == set(closed.vocab) - {"<unk>"}
    assert [closed.vocab[piece] for piece in mark(news, kept)] == closed.encode(
        corpora.load("english/news")
    )
    assert rates(news, kept) == (
        metrics.oov_rate(kept, news),
        metrics.oov_rate(kept, news, "type"),
    )
