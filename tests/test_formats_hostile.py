"""Broken and hostile files: a correct load or a ValueError, never a hang, crash or other error."""

import base64
import copy
import io
import json
import os
import signal
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import pytest
import sentencepiece

from subword_lab import Tokenizer
from subword_lab.formats import checked, steps
from subword_lab.formats.sentencepiece_model.charsmap import Charsmap
from subword_lab.formats.sentencepiece_model.packing import Node, pack
from subword_lab.formats.sentencepiece_model.wire import written
from subword_lab.formats.tokenizer_json import to_dict
from subword_lab.text import PATTERNS, from_printable

SAMPLE = 220
TEXT = "The pianist① é\u0301 plays  <u> [MASK] ab\x00 日本"
LINES = ["the lower the lowest", "newer newest wide é"]


def trained(recipe, **options):
    return Tokenizer.train(recipe, LINES, **options)


def model(**options):
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(LINES),
        model_writer=file,
        hard_vocab_limit=False,
        minloglevel=2,
        num_threads=1,
        vocab_size=40,
        **options,
    )
    return file.getvalue()


BYTES = trained("byte_bpe", vocab_size=262, special_tokens=["<|end|>"])
RANKS = {from_printable(p): id for p, id in BYTES.vocab.items() if p != "<|end|>"}
TEKKEN = {
    "config": {
        "pattern": PATTERNS["gpt2"],
        "default_vocab_size": 270,
        "default_num_special_tokens": 8,
    },
    "vocab": [
        {"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
        for rank, token in enumerate(sorted(RANKS, key=RANKS.__getitem__))
    ],
    "special_tokens": [{"rank": 3, "token_str": "[INST]", "is_control": True}],
}


def as_json(value):
    return json.dumps(value, ensure_ascii=False).encode()


def identity_model(**options):
    return model(normalization_rule_name="identity", **options)


FILES = {
    "bytes.json": {"bytes.json": as_json(to_dict(BYTES))},
    "wordpiece.json": {"wordpiece.json": as_json(to_dict(trained("wordpiece", merges=9)))},
    "unigram.json": {"unigram.json": as_json(to_dict(trained("unigram", vocab_size=40)))},
    "tekken.json": {"tekken.json": as_json(TEKKEN)},
    "vocab.txt": {"vocab.txt": "\n".join(trained("wordpiece", merges=9).vocab).encode()},
    "unigram.model": {"unigram.model": identity_model()},
    "bpe.model": {"bpe.model": identity_model(model_type="bpe", user_defined_symbols=["<u>"])},
    "ranks.tiktoken": {
        "ranks.tiktoken": b"".join(b"%s %d\n" % (base64.b64encode(t), r) for t, r in RANKS.items())
    },
    "my.codes": {"my.codes": b"#version: 0.2\nl o\nlo w</w>\ne r</w>\n"},
    "vocab.json": {
        "vocab.json": as_json({**BYTES.vocab}),
        "merges.txt": "\n".join(map(" ".join, BYTES.model.merges)).encode(),
    },
    "merges.txt": {
        "merges.txt": "\n".join(map(" ".join, BYTES.model.merges)).encode(),
        "vocab.json": as_json({**BYTES.vocab}),
    },
}


@contextmanager
def no_longer_than(seconds):
    """Ends a hang with an error that is none of those a reader may raise."""

    def stop(number, frame):
        pytest.fail(f"ran longer than {seconds} s")

    old = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def attempt(path):
    """Load and use a file: True, or False for a ValueError of the reader."""
    options = {"pattern": "gpt2"} if path.suffix == ".tiktoken" else {}
    with no_longer_than(10):
        try:
            tok = Tokenizer.load(path, **options)
        except ValueError as error:
            assert str(error)
            return False
        try:
            ids = tok.encode(TEXT, allowed_special="all", add_special=True)
            assert [id for id, _, _ in tok.encode_offsets(TEXT)] == tok.encode(TEXT)
            tok.decode(ids)
        except (ValueError, KeyError):  # a text that this vocabulary has no tokens for
            return True
    return True


def put(folder, name):
    for file, data in FILES[name].items():
        (folder / file).write_bytes(data)
    return folder / name


def broken(random, data):
    """One to three bytes flipped, cut, repeated, put in."""
    made = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        at = random.randrange(len(made))
        match random.randrange(6):
            case 0:
                made[at] ^= 1 << random.randrange(8)
            case 1:
                made[at] = random.randrange(256)
            case 2:
                del made[at : at + random.randrange(1, 20)]
            case 3:
                made[at:at] = random.randbytes(random.randrange(1, 6))
            case 4:
                made[at:at] = made[at : at + random.randrange(1, 50)]
            case 5:
                made[at] = random.choice(b'0123456789-e."[]{}:,n \\')
        if not made:
            break
    return bytes(made)


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_good_before_they_are_broken(name, tmp_path):
    assert attempt(put(tmp_path, name))


@pytest.mark.parametrize("name", FILES)
def test_bytes_flipped_repeated_and_put_in(name, tmp_path):
    random = Random(name)
    path = put(tmp_path, name)
    data = path.read_bytes()
    outcomes = []
    for _ in range(SAMPLE):
        path.write_bytes(broken(random, data))
        outcomes.append(attempt(path))
    assert False in outcomes


@pytest.mark.parametrize("name", FILES)
def test_files_cut_short(name, tmp_path):
    random = Random(name)
    path = put(tmp_path, name)
    data = path.read_bytes()
    for size in {0, 1, *random.sample(range(len(data)), min(len(data), 80))}:
        path.write_bytes(data[:size])
        attempt(path)


# Values where others are meant --------------------------------------------------------------------

HOSTILE = [
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 10**400, 3.5, 1e308, float("inf"), float("nan")),
    *("", "a", "\ud800", "x" * 5000, "\0", "(", "(a+)+$", "(?r).", "(?R)", "Unigram", "BPE"),
    *("WordPiece", "ByteLevel", "Metaspace", "Precompiled", "Split", "Strip", "Fuse", "Sequence"),
    *([], {}, [[]], [{}], [None], ["a", "b"], [["a", 0]], {"a": 0}, {"type": []}, {"type": "NFC"}),
]


def places(node, above=()):
    """Every place in a JSON value, of long lists and objects the first few."""
    yield above
    inner = node.items() if isinstance(node, dict) else enumerate(node)
    for key, child in list(inner)[:12]:
        if isinstance(child, dict | list):
            yield from places(child, (*above, key))
        else:
            yield (*above, key)


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".json")])
def test_values_of_another_kind(name, tmp_path):
    random = Random(name)
    path = put(tmp_path, name)
    good = json.loads(path.read_bytes())
    every = [place for place in places(good) if place]
    for _ in range(SAMPLE):
        node = copy.deepcopy(good)
        *above, last = random.choice(every)
        inner = node
        for key in above:
            inner = inner[key]
        if random.random() < 0.2:
            del inner[last]
        else:
            inner[last] = random.choice(HOSTILE)
        path.write_text(json.dumps(node), encoding="utf-8")
        attempt(path)


def nested(depth, inner, field):
    for _ in range(depth):
        inner = {"type": "Sequence", field: [inner]}
    return inner


@pytest.mark.parametrize("depth", [100, 300, 490, 100_000])
@pytest.mark.parametrize(
    ("part", "field"),
    [
        ("normalizer", "normalizers"),
        ("pre_tokenizer", "pretokenizers"),
        ("decoder", "decoders"),
        ("post_processor", "processors"),
    ],
)
def test_deep_nesting(part, field, depth, tmp_path):
    node = to_dict(BYTES)
    node[part] = "@"
    opening = f'{{"type": "Sequence", "{field}": ['
    inside = opening * depth + '{"type": "ByteLevel"}' + "]}" * depth
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(node).replace('"@"', inside), encoding="utf-8")
    attempt(path)


def test_a_name_that_comes_twice_and_half_a_character(tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text('{"model": {"type": "BPE", "vocab": {"a": 0, "a": 1}}}', encoding="utf-8")
    with pytest.raises(ValueError, match="the name 'a' is in one object twice"):
        Tokenizer.load(path)
    path.write_text('{"model": {"type": "BPE", "vocab": {"\\ud83d": 0}}}', encoding="utf-8")
    with pytest.raises(ValueError, match="half a surrogate pair"):
        Tokenizer.load(path)
    vocab = '{"model": {"type": "BPE", "vocab": {"\\ud83e\\udd17": 0}, "merges": []}}'
    path.write_text(vocab, encoding="utf-8")
    assert Tokenizer.load(path).vocab == {"🤗": 0}


# Patterns -----------------------------------------------------------------------------------------

BOMBS = {
    "(?:(?:(?:a{1000}){1000}){1000}){1000}": "repeats up to",
    "a{99999999999}": "repeats up to|does not compile",
    "(?R)": "calls itself|not supported",
    "(?P<n>a(?&n))": "calls itself|not supported",
    "(a(?1))": "calls itself|not supported",
    "(?r).": "goes through text backwards|not supported",
    "(" * 5000 + ")" * 5000: "does not compile",
    "a" * 60_000: "has 60,000 characters; 50,000 may be",
    "[": "does not compile|not supported",
}


@pytest.mark.parametrize("pattern", BOMBS, ids=lambda pattern: pattern[:20])
@pytest.mark.parametrize("place", ["Split", "Replace", "Matches", "Tekken"])
def test_patterns_that_would_not_end_are_refused(pattern, place, tmp_path):
    node, name = copy.deepcopy(to_dict(BYTES)), "tokenizer.json"
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"}
    match place:
        case "Split":
            node["pre_tokenizer"] = split
        case "Replace":
            node["normalizer"] = {"type": "Replace", "pattern": {"Regex": pattern}, "content": ""}
        case "Matches":
            node["pre_tokenizer"] = {**split, "behavior": "Removed", "invert": True}
        case "Tekken":
            node = {**TEKKEN, "config": {**TEKKEN["config"], "pattern": pattern}}
            name = "tekken.json"
    (tmp_path / name).write_text(json.dumps(node), encoding="utf-8")
    with no_longer_than(10), pytest.raises(ValueError, match=BOMBS[pattern]):
        Tokenizer.load(tmp_path / name)


@pytest.mark.parametrize("place", ["Split", "Replace", "Matches"])
def test_patterns_that_backtrack_for_ever_are_stopped(place, tmp_path, monkeypatch):
    from subword_lab import preparation
    from subword_lab.text import pretokenize

    monkeypatch.setattr(steps, "SECONDS", 0.2)
    monkeypatch.setattr(preparation, "TIMEOUT", 0.2)
    monkeypatch.setitem(pretokenize.__globals__, "_SECONDS", 0.2)
    evil = "(?:a|aa|a+)+(?=[xyz])"
    node = to_dict(BYTES)
    split = {"type": "Split", "pattern": {"Regex": evil}, "behavior": "Isolated"}
    if place == "Replace":
        node["normalizer"] = {"type": "Replace", "pattern": {"Regex": evil}, "content": ""}
    elif place == "Split":
        node["pre_tokenizer"] = split
    else:
        node["pre_tokenizer"] = {**split, "behavior": "Removed", "invert": True}
    (tmp_path / "tokenizer.json").write_text(json.dumps(node), encoding="utf-8")
    tok = Tokenizer.load(tmp_path)
    with no_longer_than(10), pytest.raises(ValueError, match="ran longer than"):
        tok.encode("a" * 60)


def test_what_is_put_in_has_a_size(tmp_path):
    node = to_dict(BYTES)
    long = {"type": "Replace", "pattern": {"String": "a"}, "content": "b" * 60_000}
    (tmp_path / "tokenizer.json").write_text(json.dumps({**node, "normalizer": long}), "utf-8")
    with pytest.raises(ValueError, match="a replacement has 60,000 characters"):
        Tokenizer.load(tmp_path)


# Models and their tables --------------------------------------------------------------------------


def piece(text, score=0.0, kind=1):
    return written(1, written(1, text) + written(2, score) + written(3, kind))


UNK = piece("<unk>", 0.0, 2)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (UNK + piece("a", float("nan")), "'a' with the score nan"),
        (UNK + piece("a", float("inf")), "'a' with the score inf"),
        (UNK + piece("a") + piece("a"), "in it twice"),
        (UNK + UNK, "in it twice"),
        (UNK + piece("a", 0.0, 2), "2 unknown pieces"),
        (UNK + b"\x0a\xff\xff\xff\xff\x0f", "4294967295 bytes are announced"),
        (UNK + b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x7f", "bytes are announced"),
        (UNK + written(2, written(35, 1)) + piece("a"), "byte fallback needs all 256 pieces"),
        (UNK + piece("a") + written(3, written(2, b"\xff" * 7)), "announces 4294967295 bytes of 3"),
        (UNK + piece("a") + written(3, written(2, b"\4\0\0\0")), "announces 4 bytes of 0"),
        (b"\x0a\x00" * 1000, "piece 0 is ''"),
    ],
)
def test_models_that_lie(data, message, tmp_path):
    path = tmp_path / "my.model"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=message):
        Tokenizer.load(path)


def test_a_table_that_is_broken_says_so_or_is_used(tmp_path):
    """The bytes of the real table: bits flipped in the units near its root, and anywhere."""
    random = Random(1)
    data = model(normalization_rule_name="nmt_nfkc")
    start = data.index(b"nmt_nfkc") + 20
    path = tmp_path / "my.model"
    for at in [*range(start, start + 60), *(random.randrange(start, len(data)) for _ in range(60))]:
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :])
        attempt(path)


def test_a_table_cannot_blow_a_text_up():
    trie = Node()
    trie.at("a").becomes = "x" * 20_000
    with pytest.raises(ValueError, match="points at no text"):
        pack(trie).align("a")


# Ranks, codes, merges -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("my.tiktoken", b"YQ== 0\nYQ== 1\n", "the token is in the file twice"),
        ("my.tiktoken", b"YQ== " + b"9" * 5000, "line 1 of my.tiktoken"),
        ("my.tiktoken", b"YQ== 99999999999999999999\n", "the ranks lack"),
        ("my.tiktoken", b"YQ== -1\n", "the ranks lack"),
        ("my.tiktoken", b"==== 1\n", "line 1 of|no bytes at all"),
        ("my.codes", b"#version: 9.9\na b\n", "has the version 9.9"),
        ("my.codes", b"a b c\n", "wanted two symbols"),
        ("my.codes", b"\xff\xfe", "is not UTF-8"),
        ("vocab.txt", b"[UNK]\n\xff\n", "is not UTF-8"),
        ("vocab.txt", b"[UNK]\na\na\n", "repeats 'a'"),
    ],
)
def test_lines_that_lie(name, data, message, tmp_path):
    path = tmp_path / name
    path.write_bytes(data)
    options = {"pattern": "gpt2"} if name.endswith("tiktoken") else {}
    with pytest.raises(ValueError, match=message):
        Tokenizer.load(path, **options)


def test_ranks_beyond_32_bits(tmp_path):
    lines = [b"%s %d\n" % (base64.b64encode(bytes([b])), 2**31 + b) for b in range(256)]
    (tmp_path / "my.tiktoken").write_bytes(b"".join(lines))
    with pytest.raises(ValueError, match="must have their own ids from 0 to 2147483647"):
        Tokenizer.load(tmp_path / "my.tiktoken", pattern="gpt2")


@pytest.mark.parametrize("merges", [["a b", "b a", "ab ba", "ba ab"], ["ab a", "a ab", "a b"]])
def test_merges_in_any_order_end(merges, tmp_path):
    """Parts that are made later than they are needed, or never."""
    vocab = dict(BYTES.vocab)
    for piece in ("ab", "ba", "aba", "aab", "abba", "baab"):
        vocab.setdefault(piece, len(vocab))
    (tmp_path / "vocab.json").write_text(json.dumps(vocab), encoding="utf-8")
    (tmp_path / "merges.txt").write_text("\n".join(merges), encoding="utf-8")
    with no_longer_than(10):
        assert "".join(Tokenizer.load(tmp_path).tokenize("abababab")) == "abababab"


@pytest.mark.parametrize("letters", ["a", "abc"])
def test_a_normalization_table_that_leads_back_into_itself_is_read_letter_by_letter(letters):
    units = [256 << 10] + [0] * 511
    for code in map(ord, letters):
        units[256 ^ code] = code << 10 | code  # the children of this letter are those of the root
    circle = Charsmap(tuple(units), b"")
    tok = trained("sentencepiece", vocab_size=40)
    damaged = replace(tok, preparation=replace(tok.preparation, normalizer=(circle,)))
    with no_longer_than(10):
        assert not circle.spares_spaces
        assert damaged.encode("aa bb the ①") == tok.encode("aa bb the") + [damaged.vocab["▁"], 0]
        with pytest.raises(ValueError, match="leads back into itself"):
            circle.followers  # noqa: B018 (it is worked out when it is looked at)


# What is no file ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tokenizer.json", "vocab.txt", "my.model", "my.codes"])
def test_a_pipe_is_not_waited_for(name, tmp_path):
    os.mkfifo(tmp_path / name)
    with no_longer_than(10), pytest.raises(ValueError, match="is no file"):
        Tokenizer.load(tmp_path / name)


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_too_large(name, tmp_path, monkeypatch):
    monkeypatch.setattr(checked, "MAX_BYTES", 8)
    with pytest.raises(ValueError, match="more than 8 are not read"):
        Tokenizer.load(put(tmp_path, name))
