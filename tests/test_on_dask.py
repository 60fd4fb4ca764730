"""Counting on a real cluster of processes: the same words, counts and order as here."""

import gzip
import os
import signal

import pytest
from distributed import Client, LocalCluster

from subword_lab import corpora
from subword_lab.files import Files, units
from subword_lab.preparation import Preparation
from subword_lab.sources import DamagedFile
from subword_lab.text import count_words, on_dask
from subword_lab.text.tally import Tally
from subword_lab.tokenizer import Tokenizer

ENGLISH = corpora.load("english")
GPT2 = Preparation((), ("gpt2",))


@pytest.fixture(scope="module")
def client():
    """Two workers, each a process of its own, which a nanny brings back when they die."""
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
            host="127.0.0.1", silence_logs=50,
        ) as cluster,
        Client(cluster) as client,
    ):  # fmt: skip
        yield client


@pytest.fixture
def folder(tmp_path):
    base = tmp_path / "corpus"
    base.mkdir()
    sizes = (1, 10, 60_000, 300, 9_000, 2_000)
    for number, size in enumerate(sizes):
        (base / f"{number}.txt").write_text(ENGLISH[size : 2 * size], "utf-8")
    (base / "z.txt.gz").write_bytes(gzip.compress(ENGLISH[:20_000].encode()))
    return base


@pytest.mark.parametrize("pretokenizer", ["whitespace", "gpt2"])
def test_words_are_counted_as_they_are_here(client, folder, pretokenizer):
    corpus = [*sorted(folder.glob("*.txt")), ENGLISH[:5_000], "né 中 low", ""]
    there = count_words(corpus, pretokenizer, engine="dask", client=client)
    assert list(there.items()) == list(count_words(corpus, pretokenizer).items())


def test_short_documents_travel_together(client, monkeypatch):
    monkeypatch.setattr(on_dask, "AT_ONCE", 100)
    corpus = [f"word{n % 17} low" for n in range(300)]
    assert len(list(on_dask.together(corpus))) > 20
    there = count_words(corpus, engine="dask", client=client)
    assert list(there.items()) == list(count_words(corpus).items())


def test_files_of_unequal_sizes_in_ranges(client, folder, monkeypatch):
    monkeypatch.setattr(units, "RANGE", 7_000)
    here = Files([folder]).tally(GPT2, ())
    assert Files([folder], client=client).tally(GPT2, ()) == here


def test_a_tokenizer_is_trained_on_the_cluster_s_counts(client, folder):
    there = Tokenizer.train("byte_bpe", Files([folder], client=client), vocab_size=600)
    assert there.model == Tokenizer.train("byte_bpe", Files([folder]), vocab_size=600).model


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(client, tmp_path):
    texts = [ENGLISH[at : at + 2_000] for at in range(0, 60_000, 2_000)]
    killed = tmp_path / "killed"

    def count(text):
        if text == texts[11] and not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        counts = count_words(text, "gpt2")
        return Tally([word.encode() for word in counts], list(counts.values()))

    found = on_dask.tally(client, count, texts)
    assert killed.exists()
    assert list(found.as_dict().items()) == list(count_words(texts, "gpt2").items())


def test_damage_is_fatal_or_left_out(client, folder):
    (folder / "latin.txt").write_bytes(b"caf\xe9")
    with pytest.raises(DamagedFile, match=r"latin\.txt is not UTF-8"):
        Files([folder], client=client).tally(GPT2, ())
    there = Files([folder], client=client, on_damage="skip")
    here = Files([folder], on_damage="skip")
    assert there.tally(GPT2, ()) == here.tally(GPT2, ())
    assert there.damage == here.damage


def test_a_bound_on_words_holds_there_too(client, folder):
    found = Files([folder], client=client, max_words=300).tally(GPT2, ())
    exact = Files([folder]).tally(GPT2, ()).as_dict()
    assert len(found.words) <= 300
    counts = found.as_dict()
    assert all(0 <= n - counts.get(word, 0) <= found.error for word, n in exact.items())


@pytest.mark.parametrize("client", [None, object(), "tcp://127.0.0.1:1"])
def test_what_is_no_client_is_named(client):
    with pytest.raises(TypeError, match=r'engine="dask" wants client=dask\.distributed\.Client'):
        count_words("low", engine="dask", client=client)


def test_standard_input_stays_here(client):
    with pytest.raises(ValueError, match="standard input cannot be read by a cluster"):
        Files(["-"], client=client).tally(GPT2, ())
