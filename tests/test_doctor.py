"""The doctor: one sick tokenizer for each thing it can find, and silence on healthy ones."""

from dataclasses import replace

import pytest

from subword_lab import corpora, doctor, vocabs
from subword_lab.bpe import BpeModel
from subword_lab.decoding import Decoder
from subword_lab.doctor import NAMES, examine, vocabulary
from subword_lab.doctor.patient import surface
from subword_lab.encoding import Template
from subword_lab.preparation import Preparation
from subword_lab.special import SpecialToken
from subword_lab.tokenizer import Tokenizer

ENGLISH = corpora.load("english")
SMALL = ENGLISH[:20_000]


def byte_bpe(text=SMALL, size=600, **options):
    return Tokenizer.train(
        "byte_bpe", text, vocab_size=size, pattern=r"\p{N}| ?[^\s\p{N}]+|\s", **options
    )


def with_special(*tokens):
    """A healthy tokenizer with special tokens behind its vocabulary."""
    tok = byte_bpe()
    added = (SpecialToken(text, 600 + at, matching) for at, (text, matching) in enumerate(tokens))
    return replace(tok, special_tokens=tuple(added))


def with_model(**changes):
    tok = byte_bpe()
    return replace(tok, model=replace(tok.model, **changes))


def with_piece(piece, *merges):
    """A healthy tokenizer with one more piece, and merges that make it, if any."""
    model = byte_bpe().model
    return with_model(vocab={**model.vocab, piece: 600}, merges=[*model.merges, *merges])


def normalizing(*steps, corpus=SMALL):
    tok = byte_bpe(corpus)
    return replace(tok, preparation=replace(tok.preparation, normalizer=steps))


def sentencepiece(text=SMALL, **options):
    return Tokenizer.train("sentencepiece", text, vocab_size=500, split_digits=True, **options)


def burmese():
    return corpora.load("story/my")


SICK = {
    "no token": (lambda: Tokenizer("bpe", byte_bpe().preparation, BpeModel({"l": 0}, [])), ["lo"]),
    "unknown": (lambda: Tokenizer.train("char", "low lower"), ["low law"]),
    "white space": (lambda: sentencepiece(), ["def f():\n    return  1"]),
    "newlines": (lambda: sentencepiece(), ["one\ntwo"]),
    "case or accents": (lambda: normalizing("lowercase"), ["One Two"]),
    "composition": (lambda: normalizing("nfc"), ["e\u0301te\u0301"]),
    "compatibility": (lambda: normalizing("nfkc"), ["ﬁne ②"]),
    "control characters": (lambda: normalizing("bert_clean"), ["a\x00b\u200bc"]),
    "literal ▁": (lambda: sentencepiece(normalization="identity"), ["snake▁case"]),
    "unexplained": (lambda: replace(byte_bpe(), decoding=Decoder("words")), ["one two"]),
    "fragmented script": (lambda: byte_bpe(), [burmese()]),
    "fragmented words": (lambda: byte_bpe("qx zj " * 50, size=262), [SMALL]),
    "premium": (lambda: byte_bpe(), [("my", burmese())]),
    "unreachable": (lambda: with_piece("zqzq"), [SMALL]),
    "normalized away": (lambda: normalizing("lowercase"), [SMALL]),
    "splitter": (lambda: with_piece("aĠb", ("a", "Ġb")), [SMALL]),
    "never used": (lambda: with_piece("zq", ("z", "q")), [ENGLISH]),
    "uneven digits": (
        lambda: Tokenizer.train("byte_bpe", "12 13 12 13 " * 9, vocab_size=260),
        ["12 13"],
    ),
    "forgeable": (lambda: with_special(("<|end|>", "always")), [SMALL]),
    "written out": (lambda: with_special(("<|end|>", "allowed")), ["the end <|end|>"]),
    "double start": (
        lambda: replace(
            with_special(("<s>", "allowed")), template=Template(single=(("<s>", 0), ("$A", 0)))
        ),
        ["<s>hello"],
    ),
}


def test_there_is_a_sick_tokenizer_for_each_finding():
    assert set(SICK) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_each_sickness_is_found_with_an_example(name):
    make, texts = SICK[name]
    references = [corpora.load("story/en")] if name == "premium" else []
    found = {finding.name: finding for finding in examine(make(), texts, references)}
    assert name in found, sorted(found)
    assert found[name].count > 0 and found[name].examples
    assert found[name].examples[0].seen


HEALTHY = {
    "byte_bpe": lambda: byte_bpe(ENGLISH, 1000),
    "unigram": lambda: Tokenizer.train(
        "sentencepiece", ENGLISH, vocab_size=2000, split_digits=True, normalization="identity",
        remove_extra_whitespaces=False, byte_fallback=True,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HEALTHY)
def test_a_healthy_tokenizer_has_no_findings(name):
    assert examine(HEALTHY[name](), [ENGLISH]) == ()


@pytest.mark.parametrize("name", ["cl100k", "mistral-v1"])
def test_real_tokenizers_of_good_health(name, missing):
    try:
        tok = vocabs.load(name)
    except (ValueError, KeyError, OSError):
        missing(name)
    assert examine(tok, [ENGLISH]) == ()


def test_gpt2_cuts_numbers_unevenly_and_has_no_other_fault():
    (finding,) = examine(vocabs.load("gpt2"), [ENGLISH])
    assert finding.name == "uneven digits"
    assert ("521", "5|21", 1) in [tuple(example) for example in finding.examples]


def test_placeholders_are_no_pieces_that_text_should_reach():
    tok = Tokenizer.train("wordpiece", SMALL, vocab_size=300)
    wider = replace(tok.model, vocab={**tok.model.vocab, "[unused0]": 300})
    names = {finding.name for finding in examine(replace(tok, model=wider), ["one"])}
    assert not names & {"unreachable", "splitter", "normalized away"}


def test_every_piece_of_a_trained_wordpiece_model_is_reachable():
    tok = Tokenizer.train("wordpiece", SMALL, vocab_size=400)
    names = {finding.name for finding in examine(tok, [SMALL])}
    assert not names & {"unreachable", "splitter", "normalized away", "never used"}


@pytest.mark.parametrize("mark", ["separate", "glued"])
def test_an_end_of_word_mark_does_not_hide_pieces(mark):
    tok = Tokenizer.train("bpe", SMALL, vocab_size=400, end_of_word=mark)
    assert not {finding.name for finding in examine(tok, [SMALL])} & {"unreachable", "splitter"}


def test_faults_come_first():
    tok = with_piece("zqzq")
    grades = [finding.grade for finding in examine(tok, [SMALL, "<|end|>"])]
    assert grades == sorted(grades, key=doctor.findings.GRADES.index)


def test_a_chat_template_that_begins_with_the_start_token_is_named():
    make, _ = SICK["double start"]
    found = examine(make(), ["hello"], chat_template="{{ bos_token }}{{ message }}")
    assert [finding.name for finding in found] == ["double start"]


def test_the_counts_are_exact():
    tok = Tokenizer.train("char", "low lower")
    (finding,) = (f for f in examine(tok, ["low law law"]) if f.name == "unknown")
    assert (finding.name, finding.count, finding.total) == ("unknown", 2, 11)
    assert finding.examples == (("a", "<unk>", 2),)


def test_samples_in_one_str_are_refused():
    with pytest.raises(TypeError, match="list of texts"):
        examine(byte_bpe(), "one text")
    with pytest.raises(ValueError, match="one for each text"):
        examine(byte_bpe(), ["one", "two"], ["eins"])
    with pytest.raises(TypeError):
        examine(byte_bpe(), [b"bytes"])


def test_empty_texts_are_no_sickness():
    assert examine(byte_bpe(), []) == ()
    assert examine(byte_bpe(), [""]) == ()


def test_spaces_put_around_characters_are_not_called_case_or_unexplained():
    tok = Tokenizer.train("wordpiece", "雨 中\n年 low", vocab_size=60)
    tok = replace(tok, preparation=replace(tok.preparation, normalizer=("bert_cjk",)))
    assert {finding.name for finding in examine(tok, ["雨中\n年"])} <= {"white space", "newlines"}


@pytest.mark.parametrize("piece", ["ĠI'", "Ċ//", "ĊĊ//"])
def test_a_piece_that_needs_a_neighbor_does_not_cross_the_splitter(piece):
    preparation = Preparation((), ("o200k",), byte_level=True)
    tok = replace(byte_bpe(), preparation=preparation)
    patient = doctor.Patient(tok, ())
    assert vocabulary._arrives(patient, piece, surface(tok, piece))
