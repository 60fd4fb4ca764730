"""The verbs of the command line: what goes in, what comes out, what is said when it cannot be."""

import io
import json
import os
import subprocess
import sys
from html.parser import HTMLParser
from types import SimpleNamespace

import numpy as np
import pytest

from subword_lab import cli, corpora, sources
from subword_lab.comparing import agreements, compare
from subword_lab.inspection import inspect
from subword_lab.tokenizer import Tokenizer
from subword_lab.verbs import ids, output, streaming

ENGLISH = corpora.load("english")


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trained")
    tok = Tokenizer.train("byte_bpe", ENGLISH[:30_000], vocab_size=500, special_tokens=["<|end|>"])
    tok.save(folder / "tokenizer.json")
    return SimpleNamespace(path=str(folder / "tokenizer.json"), tok=tok)


@pytest.fixture
def say(monkeypatch):
    """Put bytes on standard input."""

    def put(text):
        file = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
        monkeypatch.setattr("sys.stdin", file)

    return put


def run(capsys, *arguments):
    code = cli.main([str(each) for each in arguments])
    return code, capsys.readouterr()


def test_encode_prints_a_line_for_each_document(trained, tmp_path, capsys):
    texts = ["low lower", "né 中 <|end|>"]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps({"body": t}) + "\n" for t in texts))
    code, seen = run(capsys, "encode", trained.path, tmp_path / "a.jsonl", "--field", "body")
    assert code == 0
    assert [[*map(int, line.split())] for line in seen.out.splitlines()] == [
        trained.tok.encode(text) for text in texts
    ]


def test_encode_and_decode_are_a_pipe(trained, say, capsys):
    say(ENGLISH)
    _, encoded = run(capsys, "encode", trained.path, "-")
    say(encoded.out)
    code, decoded = run(capsys, "decode", trained.path)
    assert (code, decoded.out) == (0, ENGLISH)


@pytest.mark.parametrize("suffix", [".npy", ".bin", ".txt"])
def test_ids_go_to_a_file_and_come_back(suffix, trained, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sources, "BLOCK", 5_000)  # many stretches
    folder = tmp_path / "corpus"
    folder.mkdir()
    for name, text in (("a.txt", ENGLISH), ("b.txt", ""), ("c.txt", "last one")):
        (folder / name).write_text(text, "utf-8")
    out = tmp_path / f"ids{suffix}"
    code, seen = run(capsys, "encode", trained.path, folder, "--out", out, "--end", "<|end|>")
    end = [trained.tok.token_to_id("<|end|>")]
    wanted = [each for t in (ENGLISH, "", "last one") for each in trained.tok.encode(t) + end]
    assert code == 0 and f"{len(wanted):,} ids" in seen.err
    assert [each for some in ids.read_ids(str(out), trained.tok) for each in some] == wanted
    if suffix == ".npy":
        assert np.load(out).tolist() == wanted
    if suffix == ".bin":
        assert np.memmap(out, np.uint16, "r").tolist() == wanted
    _, decoded = run(capsys, "decode", trained.path, out, "--skip-special")
    assert decoded.out == f"{ENGLISH}last one"


def test_a_failed_run_leaves_no_file(trained, tmp_path, capsys):
    (tmp_path / "good.txt").write_text("good")
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9")
    out = tmp_path / "ids.bin"
    out.write_bytes(b"what was there")
    paths = [tmp_path / "good.txt", tmp_path / "latin.txt"]
    code, seen = run(capsys, "encode", trained.path, *paths, "--out", out)
    assert code == 2 and "latin.txt is not UTF-8" in seen.err
    assert out.read_bytes() == b"what was there"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.txt", "ids.bin", "latin.txt"]


@pytest.mark.parametrize("recipe", ["bpe", "wordpiece", "sentencepiece"])
def test_streams_give_the_ids_of_the_whole(recipe, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sources, "BLOCK", 999)
    Tokenizer.train(recipe, ENGLISH[:20_000], vocab_size=400).save(tmp_path / "tokenizer.json")
    tok = Tokenizer.load(tmp_path / "tokenizer.json")
    (tmp_path / "a.txt").write_text(ENGLISH[:9_000], "utf-8")
    _, seen = run(capsys, "encode", tmp_path / "tokenizer.json", tmp_path / "a.txt")
    assert [*map(int, seen.out.split())] == tok.encode(ENGLISH[:9_000])


@pytest.mark.parametrize("pattern", ["gpt2", "cl100k", "o200k"])
def test_stretches_of_any_size_give_the_ids_of_the_whole(pattern, tmp_path, monkeypatch):
    text = corpora.load("marks") + corpora.load("code") + corpora.load("story/zh")
    tok = Tokenizer.train("byte_bpe", text, vocab_size=500, pattern=pattern)
    assert streaming.cuts_anywhere(tok)
    (tmp_path / "a.txt").write_text(text, "utf-8", newline="")
    options = SimpleNamespace(field="text", max_bytes=sources.MOST)
    for size in (7, 64, 1000, 10**7):
        monkeypatch.setattr(sources, "BLOCK", size)
        source = sources.Source("a.txt", tmp_path / "a.txt")
        found = [
            each for _, part in streaming.parts(tok, source, options) for each in tok.encode(part)
        ]
        assert found == tok.encode(text), size


def test_pieces_json_and_special(capsys, say, tmp_path):
    tok = Tokenizer.train("wordpiece", "low lower", vocab_size=40)
    tok.save(tmp_path / "tokenizer.json")
    say("low")
    _, seen = run(capsys, "encode", tmp_path / "tokenizer.json", "-", "--pieces")
    assert seen.out.split() == tok.tokenize("low")
    say("low")
    _, seen = run(capsys, "encode", tmp_path / "tokenizer.json", "-", "--json", "--special")
    ids = tok.encode("low", add_special=True)
    assert json.loads(seen.out) == {
        "name": "standard input", "ids": ids, "pieces": [tok.id_to_token(each) for each in ids],
    }  # fmt: skip
    say("low")
    _, seen = run(capsys, "encode", tmp_path / "tokenizer.json", "-", "--special")
    assert [*map(int, seen.out.split())] == ids


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["encode", "no/such.json", "-"], "no file or folder no/such.json"),
        (["encode", "nosuch", "-"], "no vocabulary named 'nosuch'"),
        (["encode", "{tok}", "nosuch.txt"], "no file or folder nosuch.txt"),
        (["encode", "{tok}", "-", "--out", "ids.doc"], "there are .npy, .bin, .txt"),
        (["encode", "{tok}", "-", "--out", "ids.npy", "--json"], "--out writes ids only"),
        (["encode", "{tok}", "-", "--out", "no/such/ids.npy"], "no/such"),
        (["encode", "{tok}", "-", "--end", "<eos>"], "'<eos>' is not among the 500 tokens"),
        (["decode", "{tok}", "nosuch.npy"], "no file nosuch.npy"),
        (["doctor", "{tok}", "a", "--reference", "b"], "no file or folder a"),
    ],
)
def test_what_cannot_be_done_is_said(arguments, says, trained, say, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    say("text")
    code, seen = run(capsys, *(each.replace("{tok}", trained.path) for each in arguments))
    assert code == 2 and says in seen.err and "Traceback" not in seen.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.npy", b"nonsense", "no .npy file of numbers"),
        ("a.bin", b"abc", "3 bytes, no whole number of ids (uint16)"),
        ("a.txt", b"1 2\n3 x", "line 2: invalid literal"),
        ("b.txt", b"1 99999", "id 99999 is not in the vocabulary"),
    ],
)
def test_files_that_hold_no_ids_are_named(name, data, says, trained, tmp_path, capsys):
    (tmp_path / name).write_bytes(data)
    code, seen = run(capsys, "decode", trained.path, tmp_path / name)
    assert code == 2 and says in seen.err


def test_an_array_of_another_shape_is_refused(trained, tmp_path, capsys):
    np.save(tmp_path / "a.npy", np.zeros((2, 2)))
    code, seen = run(capsys, "decode", trained.path, tmp_path / "a.npy")
    assert code == 2 and "one row of whole numbers but float64, (2, 2)" in seen.err


def test_decode_strict_stops_at_half_a_character(trained, say, capsys):
    first = trained.tok.encode("中")[0]
    say(str(first))
    code, seen = run(capsys, "decode", trained.path, "--strict")
    assert code == 2 and "no whole UTF-8" in seen.err
    say(str(first))
    assert run(capsys, "decode", trained.path)[1].out == "\ufffd"


# compare -----------------------------------------------------------------------------------------


def test_compare_counts_exactly(tmp_path):
    chars = Tokenizer.train("char", "low law é")
    words = Tokenizer.train("word", "low")
    rows = compare({"chars": chars, "words": words}, [("t", "low law é")])
    assert [(r.tokens, r.unknown, r.survives) for r in rows] == [(9, 0, True), (3, 2, False)]
    assert rows[0].bytes == 10 and rows[0].bytes_per_token == 10 / 9 and rows[0].fertility == 3
    assert agreements({"chars": chars, "words": words}, ["low law"]) == {("chars", "words"): 2 / 6}


def test_compare_as_table_json_and_page(trained, tmp_path, capsys):
    text = tmp_path / "<b>a&b.txt"
    text.write_text("to be or not")
    Tokenizer.train("wordpiece", ENGLISH[:9_000], vocab_size=300).save(tmp_path / "tokenizer.json")
    both = [trained.path, tmp_path / "tokenizer.json"]
    page = tmp_path / "page.html"
    code, seen = run(capsys, "compare", "-t", *both, "--html", page, "--", text)
    assert code == 0 and "bytes per token" in seen.out and "1.00" in seen.out
    _, data = run(capsys, "compare", "-t", *both, "--json", "--", text)
    found = json.loads(data.out)
    assert found["rows"][0]["tokens"] == len(trained.tok.encode("to be or not"))
    assert 0 <= found["agreement"][0]["agreement"] <= 1
    html = page.read_text("utf-8")
    assert "<b>a" not in html and "&lt;b&gt;a&amp;b.txt" in html
    tags = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attrs: tags.append((tag, dict(attrs)))
    parser.feed(html)
    assert not [one for one in tags if "src" in one[1] or "href" in one[1] or one[0] == "script"]


# inspect -----------------------------------------------------------------------------------------


def test_inspect_counts_every_piece_once(trained):
    seen = inspect(trained.tok, [ENGLISH])
    assert sum(seen.kinds.values()) == seen.size == 501 - 1
    assert seen.kinds["alphabet"] == 256 and seen.kinds["special"] == 1
    assert seen.unreachable == () and seen.never_used is not None
    assert set(seen.never_used) <= set(trained.tok.vocab)


@pytest.mark.parametrize(
    ("pattern", "policy"),
    [
        (r"\p{N}|[^\p{N}]+", "one by one"),
        (r"\p{N}{1,3}|[^\p{N}]+", "as learned"),
        ("gpt2", "as learned"),
    ],
)
def test_inspect_names_the_policy_of_digits(pattern, policy):
    numbers = " ".join(map(str, range(1000, 2000, 7)))
    tok = Tokenizer.train("byte_bpe", numbers, vocab_size=290, pattern=pattern)
    assert inspect(tok).digits == policy


def test_inspect_shows_white_space_and_what_is_never_used(trained, tmp_path, capsys):
    (tmp_path / "a.txt").write_text("zzz")
    code, seen = run(capsys, "inspect", trained.path, tmp_path / "a.txt")
    assert code == 0 and "Kinds of pieces" in seen.out and "a⏎⏎b" in seen.out
    assert "are not used by the texts" in seen.out
    _, data = run(capsys, "inspect", trained.path, "--json")
    assert json.loads(data.out)["never_used"] is None


# doctor ------------------------------------------------------------------------------------------


def test_the_doctor_speaks_and_counts(tmp_path, capsys):
    Tokenizer.train("char", "low lower").save(tmp_path / "tokenizer.json")
    (tmp_path / "a.txt").write_text("low law")
    code, seen = run(capsys, "doctor", tmp_path / "tokenizer.json", tmp_path / "a.txt")
    assert code == 1
    assert "FAULT: 1 of 7 tokens are unknown (14.29%)." in seen.out
    assert "a becomes <unk>" in seen.out and "byte fallback" in seen.out
    code, data = run(capsys, "doctor", tmp_path / "tokenizer.json", tmp_path / "a.txt", "--json")
    first = json.loads(data.out)[0]
    assert code == 1 and first["name"] == "unknown" and first["share"] == pytest.approx(1 / 7)


def test_the_doctor_is_content_with_a_healthy_one(tmp_path, capsys):
    text = ENGLISH.translate(dict.fromkeys(map(ord, "0123456789")))
    pattern = r"\p{N}| ?[^\s\p{N}]+|\s"
    Tokenizer.train("byte_bpe", text, vocab_size=2000, pattern=pattern).save(tmp_path / "t.json")
    (tmp_path / "a.txt").write_text(text, "utf-8")
    code, seen = run(capsys, "doctor", tmp_path / "t.json", tmp_path / "a.txt", "--strict")
    assert (code, seen.out.strip()) == (
        0,
        "Nothing found: the texts come back, and every piece can be reached.",
    )


def test_the_doctor_reads_the_chat_template_beside(tmp_path, capsys):
    Tokenizer.train("wordpiece", ENGLISH[:9_000], vocab_size=300).save(tmp_path / "tokenizer.json")
    config = tmp_path / "tokenizer_config.json"
    config.write_text(json.dumps({"chat_template": "[CLS] {{ message }}"}))
    _, seen = run(capsys, "doctor", tmp_path / "tokenizer.json")
    assert "A start token is added to what begins with one already." in seen.out
    config.write_text("{")
    assert run(capsys, "doctor", tmp_path / "tokenizer.json")[0] == 2


def test_the_doctor_compares_languages(trained, capsys):
    code, seen = run(capsys, "doctor", trained.path, "--languages", "--strict")
    assert code == 1 and "times the tokens" in seen.out


# The whole program -------------------------------------------------------------------------------


def test_python_dash_m_and_a_reader_that_has_enough(trained, tmp_path):
    (tmp_path / "a.txt").write_text(ENGLISH, "utf-8")
    command = [sys.executable, "-m", "subword_lab", "encode", trained.path, str(tmp_path / "a.txt")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.read(4)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_a_table_lines_up_whatever_the_script():
    rows = [["a", "1"], ["中文", "22"], ["e\u0301", "3"]]
    lines = output.table(rows, right=[1]).splitlines()
    assert {output.width(line) for line in lines} == {8}


def test_whole_keeps_what_was_there_when_writing_fails(tmp_path):
    path = tmp_path / "a"
    path.write_text("old")
    with pytest.raises(RuntimeError), output.whole(path) as file:
        file.write(b"half")
        raise RuntimeError
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "arguments",
    [
        ["encode", "{tok}", "a.txt", "--out", "pipe.bin"],
        ["compare", "-t", "{tok}", "--html", "pipe.bin", "--", "a.txt"],
        [
            "train",
            "byte_bpe",
            "a.txt",
            "--size",
            "300",
            "--out",
            "pipe.bin",
            "--format",
            "vocab.txt",
        ],
    ],
)
def test_a_pipe_or_a_device_is_not_replaced(arguments, trained, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("low")
    os.mkfifo("pipe.bin")
    code, seen = run(capsys, *(each.format(tok=trained.path) for each in arguments))
    assert code == 2 and "pipe.bin is no ordinary file" in seen.err
    assert (tmp_path / "pipe.bin").is_fifo()


def test_a_page_that_has_no_folder_is_said_before_the_work(trained, tmp_path, capsys):
    page = tmp_path / "no" / "page.html"
    code, seen = run(capsys, "compare", "-t", trained.path, "--html", page, "--", tmp_path / "no")
    assert code == 2 and f"no folder {page.parent}" in seen.err


@pytest.mark.parametrize(
    ("name", "says"),
    [("a.npy", ", each int32\n"), ("a.bin", ", each uint16\n"), ("a.txt", "a.txt\n")],
)
def test_how_wide_the_ids_are_is_said(name, says, trained, tmp_path, say, capsys):
    say("low")
    _, seen = run(capsys, "encode", trained.path, "-", "--out", tmp_path / name)
    assert seen.err.endswith(says)
