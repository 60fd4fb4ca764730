"""Lesson 00: the map of algorithms and models is that of the classes of `transformers`."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

MODELS = Path(find_spec("transformers").origin).parent / "models"
LESSON = (Path(__file__).parents[1] / "lessons" / "00_start_here.py").read_text(encoding="utf-8")
MADE_OF = {  # what the class builds itself from: parts it has, parts it has not
    "BPE on characters": (["BPE"], ["ByteLevel", "byte_fallback=True"]),
    "BPE on bytes": (["BPE", "ByteLevel"], ["byte_fallback=True"]),
    "WordPiece": (["WordPiece"], ["Unigram"]),
    "Unigram, through SentencePiece": (["Unigram"], ["BPE"]),
    "BPE, through SentencePiece": (["BPE", "byte_fallback=True"], ["ByteLevel"]),
}
CLASSES = {
    "GPT-1": "openai",
    "XLM": "xlm",
    "FlauBERT": "flaubert",
    "GPT-2 and later GPT models": "gpt2",
    "RoBERTa": "roberta",
    "Qwen2": "qwen2",
    "BERT": "bert",
    "T5": "t5",
    "ALBERT": "albert",
    "XLNet": "xlnet",
    "Llama 1 and 2": "llama",
    "Gemma": "gemma",
}
NO_CLASS_OF_ITS_OWN = {"Llama 3", "Mistral 7B", "DistilBERT", "ELECTRA"}


def rows():
    found = re.findall(r"^# \| ([^|]+) \| [^|]*\d{4}[^|]* \| ([^|]+) \| 0\d", LESSON, re.MULTILINE)
    return [(algorithm, models.split(", ")) for algorithm, models in found]


def test_every_model_of_the_map_is_looked_at():
    assert [algorithm for algorithm, _ in rows()] == list(MADE_OF)
    named = {model for _, models in rows() for model in models}
    assert named == set(CLASSES) | NO_CLASS_OF_ITS_OWN


@pytest.mark.parametrize(("algorithm", "models"), rows(), ids=lambda row: str(row)[:12])
def test_models_use_what_the_map_says(algorithm, models):
    parts, others = MADE_OF[algorithm]
    for name in (CLASSES[model] for model in models if model in CLASSES):
        source = (MODELS / name / f"tokenization_{name}.py").read_text(encoding="utf-8")
        assert [part for part in parts if not re.search(rf"\b{part}\b", source)] == [], name
        assert [part for part in others if re.search(rf"\b{part}\b", source)] == [], name


def test_bert_s_relatives_have_its_tokenizer():
    source = (MODELS / "auto" / "tokenization_auto.py").read_text(encoding="utf-8")
    for name in ("distilbert", "electra"):
        assert f'("{name}", "BertTokenizer"' in source
