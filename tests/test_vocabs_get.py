"""Fetching a vocabulary by name, from a Hub of our own on this machine."""

import hashlib
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import huggingface_hub
import pytest

from subword_lab import cli, vocabs
from subword_lab.vocabs import hub

VOCAB = "".join(f"{piece}\n" for piece in ("[UNK]", "the", "##s", *map(str, range(2000)))).encode()
NOWHERE = "http://127.0.0.1:9"  # nobody listens there


def sha256(data):
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def server():
    """A Hub: `files` by path, `etags` where they lie, `cut` for answers that break off, `gets`."""

    class Hub(BaseHTTPRequestHandler):
        files, etags, gets = {}, {}, []
        cut = 0

        def log_message(self, *arguments):
            pass

        def do_HEAD(self):
            self.answer()

        def do_GET(self):
            start = int((self.headers.get("Range") or "=0-").split("=")[1].split("-")[0])
            Hub.gets.append((self.path.split("/")[-1], start))
            data = self.answer(start)
            if data and Hub.cut:
                Hub.cut -= 1
                data = data[: len(data) // 2]
            self.wfile.write(data or b"")
            self.close_connection = True

        def answer(self, start=0):
            name = self.path.split("/")[-1]
            if name not in Hub.files:
                self.send_response(404)
                self.send_header("X-Error-Code", "EntryNotFound")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return None
            data = Hub.files[name][start:]
            self.send_response(206 if start else 200)
            self.send_header("ETag", f'"{Hub.etags.get(name, sha256(Hub.files[name]))}"')
            self.send_header("X-Repo-Commit", "a" * 40)
            self.send_header("Content-Length", str(len(data)))
            if start:
                whole = len(Hub.files[name])
                self.send_header("Content-Range", f"bytes {start}-{whole - 1}/{whole}")
            self.end_headers()
            return data

    running = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    Hub.address = f"http://127.0.0.1:{running.server_port}"
    yield Hub
    running.shutdown()
    running.server_close()


@pytest.fixture(autouse=True)
def own(tmp_path, monkeypatch):
    """An empty folder of vocabularies, and one name to fetch."""
    monkeypatch.setenv("SUBWORD_LAB_VOCABS", str(tmp_path / "vocabs"))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "tiktoken"))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr(vocabs, "find_spec", lambda package: None)
    known(monkeypatch, "small", {"vocab.txt": sha256(VOCAB)})
    return tmp_path / "vocabs"


def known(monkeypatch, name, files):
    monkeypatch.setitem(hub.KNOWN, name, hub.Published(f"org/{name}", "MIT", files))
    monkeypatch.setitem(hub.LICENCES, name, "MIT")


def test_a_vocabulary_is_fetched_listed_and_read(server, own):
    server.files["vocab.txt"] = VOCAB
    found = vocabs.get("small", endpoint=server.address)
    assert (found.name, found.kind, found.licence) == ("small", "vocab.txt", "MIT")
    assert found.size_bytes == len(VOCAB)
    assert vocabs.load("small").tokenize("thes") == ["the", "##s"]
    assert sorted(p.name for p in own.iterdir()) == [hub.WAITING, "small"]
    assert [p.name for p in (own / "small").iterdir()] == ["vocab.txt"]
    vocabs.get("small", endpoint=NOWHERE)  # it is here, nobody is asked
    assert server.gets == [("vocab.txt", 0)]


def test_a_file_that_changed_is_fetched_again(server, own):
    server.files["vocab.txt"] = VOCAB
    vocabs.get("small", endpoint=server.address)
    (own / "small" / "vocab.txt").write_text("[UNK]\nhalf", encoding="utf-8")
    vocabs.get("small", endpoint=server.address)
    assert (own / "small" / "vocab.txt").read_bytes() == VOCAB


def test_a_download_that_breaks_off_goes_on_where_it_was(server, own, monkeypatch):
    monkeypatch.setattr(huggingface_hub.constants, "DOWNLOAD_CHUNK_SIZE", 500)
    server.files["vocab.txt"] = VOCAB
    server.cut = 1
    vocabs.get("small", endpoint=server.address)
    (_, first), (_, second) = server.gets
    assert first == 0 < second
    assert (own / "small" / "vocab.txt").read_bytes() == VOCAB


def test_what_was_fetched_before_a_failure_stays(server, own, monkeypatch):
    known(monkeypatch, "two", {"merges.txt": None, "vocab.json": None})
    server.files["merges.txt"] = b"#version: 0.2\n"
    with pytest.raises(OSError, match=r"two could not be fetched from http://127.*404"):
        vocabs.get("two", endpoint=server.address)
    assert not (own / "two").exists()
    server.files["vocab.json"] = b'{"a": 0}'
    assert vocabs.get("two", endpoint=server.address).kind == "vocab+merges"
    assert server.gets == [("merges.txt", 0), ("vocab.json", 0)]


@pytest.mark.parametrize("pinned", [True, False])
def test_a_file_with_another_hash_is_not_kept(server, own, monkeypatch, pinned):
    server.files["vocab.txt"] = VOCAB + b"more\n"
    if not pinned:  # then the Hub's own word counts
        known(monkeypatch, "small", {"vocab.txt": None})
        server.etags["vocab.txt"] = "0" * 64
    with pytest.raises(ValueError, match="has the hash .*, wanted .*; it was not kept"):
        vocabs.get("small", endpoint=server.address)
    assert [p for p in own.rglob("*") if p.is_file()] == []


def test_gits_hash_is_known_too(server, monkeypatch):
    known(monkeypatch, "small", {"vocab.txt": None})
    server.etags["vocab.txt"] = hashlib.sha1(b"blob 10\0[UNK]\nthe\n").hexdigest()
    server.files["vocab.txt"] = b"[UNK]\nTHE\n"
    with pytest.raises(ValueError, match=f"wanted {server.etags['vocab.txt']}"):
        vocabs.get("small", endpoint=server.address)
    server.files["vocab.txt"] = b"[UNK]\nthe\n"
    assert vocabs.get("small", endpoint=server.address).size_bytes == 10


def test_without_a_network_a_clear_word(own, capsys):
    with pytest.raises(OSError, match=r"from http://127.0.0.1:9: .*refused.*Is there a network\?"):
        vocabs.get("small", endpoint=NOWHERE)
    assert capsys.readouterr().err == ""  # and no retrying, which takes half a minute
    with pytest.raises(KeyError, match="Fetch it with: subword-lab vocabs get small"):
        vocabs.load("small")


def test_offline_mode_is_named_by_the_command(tmp_path):
    code = "from subword_lab.cli import main; raise SystemExit(main(['vocabs', 'get', 't5-small']))"
    environment = {
        **os.environ,
        "HF_HUB_OFFLINE": "1",
        "HF_HUB_CACHE": str(tmp_path),
        "SUBWORD_LAB_VOCABS": str(tmp_path),
    }
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment
    )
    assert run.returncode == 2
    assert "t5-small could not be fetched" in run.stderr
    assert "offline" in run.stderr
    assert "Traceback" not in run.stderr


def test_without_huggingface_hub_it_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(OSError, match="pip install huggingface_hub"):
        vocabs.get("small")


def test_the_command_says_where_it_is(server, own, monkeypatch, capsys):
    server.files["vocab.txt"] = VOCAB
    fetch = hub.fetch
    monkeypatch.setattr(vocabs, "fetch", lambda name, place, _: fetch(name, place, server.address))
    assert cli.main(["vocabs", "get", "small"]) == 0
    assert capsys.readouterr().out == "small is here (vocabulary folder).\n"
    assert cli.main(["vocabs"]) == 0
    shown = capsys.readouterr().out
    assert "small  vocab.txt" in shown and "vocabs get NAME`: bert-base-uncased" in shown
    assert cli.main(["vocabs", "get", "unknown"]) == 2
    assert "known are bert-base-uncased" in capsys.readouterr().err


def test_the_hashes_of_gpt2_are_those_of_the_files_in_its_package(monkeypatch):
    monkeypatch.undo()
    for path, name in zip(vocabs.find("gpt2").paths, ("vocab.json", "merges.txt"), strict=True):
        assert sha256(path.read_bytes()) == hub.KNOWN["gpt2"].files[name]
