"""Training from the command line: every recipe and format, runs that are stopped, real clusters."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time

import pytest
import sentencepiece
import tiktoken
import tokenizers
from distributed import LocalCluster
from tiktoken.load import load_tiktoken_bpe

from subword_lab import cli, corpora, recipes
from subword_lab.files import Files, units
from subword_lab.text import PATTERNS
from subword_lab.tokenizer import Tokenizer

ENGLISH = corpora.load("english")


@pytest.fixture
def folder(tmp_path):
    base = tmp_path / "corpus"
    base.mkdir()
    (base / "a.txt").write_text(ENGLISH[:20_000], "utf-8")
    (base / "b.txt.gz").write_bytes(gzip.compress(ENGLISH[20_000:30_000].encode()))
    return base


def run(capsys, *arguments):
    code = cli.main([str(each) for each in arguments])
    return code, capsys.readouterr()


OUT = {
    "bpe": "tokenizer.json",
    "byte_bpe": "tokenizer.json",
    "wordpiece": "vocab.txt",
    "unigram": "tokenizer.json",
    "sentencepiece": "my.model",
}


@pytest.mark.parametrize("recipe", OUT)
def test_every_recipe_trains_what_python_trains(recipe, folder, tmp_path, capsys):
    out = tmp_path / OUT[recipe]
    code, seen = run(capsys, "train", recipe, folder, "--size", 400, "--out", out)
    assert code == 0 and str(out) in seen.out
    ours = Tokenizer.train(recipe, Files([folder]), vocab_size=400)
    text = ENGLISH[40_000:42_000]
    assert Tokenizer.load(out).encode(text) == ours.encode(text)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["corpus", out.name])


def test_the_libraries_read_what_was_trained(folder, tmp_path, capsys):
    text = ENGLISH[40_000:42_000]
    out = tmp_path / "tokenizer.json"
    run(capsys, "train", "byte_bpe", folder, "--size", 500, "--out", out, "--special", "<|end|>")
    peer = tokenizers.Tokenizer.from_file(str(out))
    assert peer.encode(text).ids == Tokenizer.load(out).encode(text)
    assert peer.token_to_id("<|end|>") == 0
    model = tmp_path / "my.model"
    run(capsys, "train", "sentencepiece", folder, "--lines", "--size", 500, "--out", model)
    peer = sentencepiece.SentencePieceProcessor(str(model))
    assert peer.encode(text) == Tokenizer.load(model).encode(text)
    ranks = tmp_path / "my.tiktoken"
    run(
        capsys,
        "train",
        "byte_bpe",
        folder,
        "--merges",
        200,
        "--out",
        ranks,
        "--set",
        "pattern=gpt2",
    )
    table = load_tiktoken_bpe(str(ranks))
    peer = tiktoken.Encoding(
        "my", pat_str=PATTERNS["gpt2"], mergeable_ranks=table, special_tokens={}
    )
    assert peer.encode(text) == Tokenizer.load(ranks, pattern="gpt2").encode(text)
    (tmp_path / "text.txt").write_text(text, "utf-8")
    _, seen = run(capsys, "encode", ranks, tmp_path / "text.txt", "--pattern", "gpt2")
    assert [*map(int, seen.out.split())] == peer.encode(text)


def test_options_of_the_recipe(folder, tmp_path, capsys):
    out = tmp_path / "tokenizer.json"
    run(capsys, "train", "byte_bpe", folder, "--size", 400, "--out", out, "--set", "pattern=cl100k",
        "min_frequency=3")  # fmt: skip
    wanted = Tokenizer.train("byte_bpe", Files([folder]), 400, pattern="cl100k", min_frequency=3)
    assert Tokenizer.load(out).model.merges == wanted.model.merges


def test_the_summary_counts(folder, tmp_path, capsys):
    out = tmp_path / "tokenizer.json"
    _, seen = run(capsys, "train", "bpe", folder, "--size", 300, "--out", out, "--json")
    done = json.loads(seen.out)
    words = [*ENGLISH[:20_000].split(), *ENGLISH[20_000:30_000].split()]
    assert (done["occurrences"], done["words"]) == (len(words), len(set(words)))
    assert (done["files"], done["tokens"], done["error"], done["dropped"]) == (2, 300, 0, 0)
    _, seen = run(capsys, "train", "bpe", folder, "--size", 300, "--out", out, "--max-words", 500)
    assert "occurrences of rare words were dropped" in seen.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--size", "400", "--out", "a.doc"], "no way to write 'a.doc'"),
        (["--size", "400", "--out", "no/a.json"], "no folder no"),
        (["--size", "10", "--out", "a.json"], "vocab_size"),
        (["--size", "400", "--out", "a.json", "--set", "patern=gpt2"], "patern=gpt2 is no option"),
        (["--size", "400", "--out", "a.json", "--set", "min_frequency=many"], "min_frequency"),
        (["--size", "400", "--out", "a.json", "--max-bytes", "5k"], "more than 5,000 bytes"),
        (["--size", "400", "--out", "a.json", "--max-words", "0"], "max_words"),
    ],
)
def test_what_cannot_be_done_is_said_and_leaves_nothing(
    arguments, says, folder, tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    code, seen = run(capsys, "train", "byte_bpe", "corpus", *arguments)
    assert code == 2 and says in seen.err and "Traceback" not in seen.err
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("a.")]


def test_a_damaged_file_is_fatal_or_skipped(folder, tmp_path, capsys):
    (folder / "bad.txt.gz").write_bytes(gzip.compress(b"words " * 5_000)[:-9])
    out = tmp_path / "tokenizer.json"
    code, seen = run(capsys, "train", "byte_bpe", folder, "--size", 300, "--out", out)
    assert code == 2 and "bad.txt.gz is damaged" in seen.err and not out.exists()
    code, seen = run(
        capsys, "train", "byte_bpe", folder, "--size", 300, "--out", out, "--skip-damaged"
    )
    assert code == 0 and "left out" in seen.err and "bad.txt.gz" in seen.err and out.exists()


def test_ctrl_c_leaves_finished_counts_and_resume_goes_on_from_them(tmp_path):
    folder = tmp_path / "corpus"
    folder.mkdir()
    for number in range(60):
        (folder / f"{number:02}.txt").write_text(ENGLISH[number:] * 3, "utf-8")
    out = tmp_path / "tokenizer.json"
    command = [
        sys.executable,
        "-m",
        "subword_lab",
        "train",
        "byte_bpe",
        str(folder),
        "--size",
        "600",
    ]
    command += ["--out", str(out)]
    kept = tmp_path / ".tokenizer.json.counts"
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    while process.poll() is None and len(list(kept.glob("*.npz"))) < 5:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130 and "--resume" in said and "Traceback" not in said
    finished = {path.name: path.stat().st_mtime_ns for path in kept.glob("*.npz")}
    assert 5 <= len(finished) < 60 and not out.exists()
    subprocess.run([*command, "--resume"], check=True, capture_output=True, timeout=120)
    assert not kept.exists()
    wanted = Tokenizer.train("byte_bpe", Files([folder]), vocab_size=600)
    assert Tokenizer.load(out).model.merges == wanted.model.merges


def test_resume_counts_only_what_is_missing(folder, tmp_path, capsys, monkeypatch):
    out, counted, real = tmp_path / "tokenizer.json", [], units.Counting.count

    def stopping(self, unit):
        if unit.source.name.endswith(".gz"):
            raise KeyboardInterrupt
        return real(self, unit)

    def counting(self, unit):
        counted.append(unit.source.name)
        return real(self, unit)

    monkeypatch.setattr(units.Counting, "count", stopping)
    assert run(capsys, "train", "byte_bpe", folder, "--size", 300, "--out", out)[0] == 130
    monkeypatch.setattr(units.Counting, "count", counting)
    command = ("train", "byte_bpe", folder, "--size", 300, "--out", out)
    assert run(capsys, *command, "--resume")[0] == 0
    assert counted == [str(folder / "b.txt.gz")]
    counted.clear()
    assert run(capsys, *command)[0] == 0
    assert len(counted) == 2


def test_a_cluster_trains_the_same_tokenizer(folder, tmp_path, capsys):
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
        host="127.0.0.1", silence_logs=50,
    ) as cluster:  # fmt: skip
        address = cluster.scheduler_address
        out = tmp_path / "tokenizer.json"
        code, _ = run(
            capsys, "train", "byte_bpe", folder, "--size", 400, "--out", out, "--dask", address
        )
    assert code == 0
    wanted = Tokenizer.train("byte_bpe", Files([folder]), vocab_size=400)
    assert Tokenizer.load(out).model.merges == wanted.model.merges


def test_help_names_every_recipe(capsys):
    with pytest.raises(SystemExit):
        cli.main(["train", "--help"])
    shown = capsys.readouterr().out
    assert all(recipe in shown for recipe in recipes.RECIPES) and "--resume" in shown


def test_nothing_is_left_of_a_process_that_was_killed(folder, tmp_path):
    """A killed run leaves whole files of counts only; the next one is right."""
    out = tmp_path / "tokenizer.json"
    command = [
        sys.executable,
        "-m",
        "subword_lab",
        "train",
        "byte_bpe",
        str(folder),
        "--size",
        "400",
    ]
    command += ["--out", str(out)]
    kept = tmp_path / ".tokenizer.json.counts"
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    while process.poll() is None and not list(kept.glob("*.npz")):
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    subprocess.run([*command, "--resume"], check=True, capture_output=True, timeout=120)
    wanted = Tokenizer.train("byte_bpe", Files([folder]), vocab_size=400)
    assert Tokenizer.load(out).model.merges == wanted.model.merges


def test_fewer_tokens_than_asked_for_are_told(tmp_path, capsys):
    (tmp_path / "a.txt").write_text("low low")
    out = tmp_path / "tokenizer.json"
    _, seen = run(capsys, "train", "byte_bpe", tmp_path / "a.txt", "--size", 900, "--out", out)
    assert "900 were asked for: these texts gave no more" in seen.out
    _, seen = run(capsys, "train", "byte_bpe", tmp_path / "a.txt", "--size", 256, "--out", out)
    assert "asked for" not in seen.out
