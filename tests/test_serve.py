"""The service of examples/serve as it runs: several processes, good and bad clients, a stop."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import psutil
import pytest

from subword_lab import corpora, house

SERVE = Path(__file__).parents[1] / "examples" / "serve" / "serve.py"
MOST, SECONDS = 100_000, 1.0
TOK = house.tokenizer("byte_bpe")
ENGLISH = corpora.load("english")
TEXTS = [*ENGLISH.split("\n\n")[:40], "", "né 中 🤗 <|endoftext|>", " \n\t "]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("serve")
    TOK.save(folder / "tokenizer.json")
    return folder


def start(folder, processes=2):
    """A server and its port, once it answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = {"port": port, "processes": processes, "most-bytes": MOST, "seconds": SECONDS}
    command = [sys.executable, str(SERVE), "tokenizer.json"]
    command += [f"--{name}={value}" for name, value in options.items()]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.poll() is None:
        try:
            ask(port, "/health")
            return server, port
        except OSError:
            time.sleep(0.05)
    server.kill()
    pytest.fail(f"no server: {(folder / 'log').read_text()}")


@contextmanager
def running(folder):
    """A server and its port; it is stopped in any case."""
    server, port = start(folder)
    try:
        yield server, port
    finally:
        server.terminate()
        server.wait(30)


@pytest.fixture(scope="module")
def port(files):
    with running(files) as (_, port):
        yield port


def ask(port, path, asked=None, **headers):
    """Status and JSON of an answer; `asked` is bytes, or an object that is sent as JSON."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    body = asked if asked is None or isinstance(asked, bytes) else json.dumps(asked).encode()
    connection.request("GET" if body is None else "POST", path, body, headers)
    answer = connection.getresponse()
    found = answer.status, json.loads(answer.read())
    connection.close()
    return found


def raw(port, *parts, wait=0.0):
    """What comes back until the server hangs up, after sending some bytes."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        for part in parts:
            line.sendall(part)
            time.sleep(wait)
        answer = b""
        while block := line.recv(1 << 16):
            answer += block
    return answer


def test_answers_are_those_of_the_tokenizer(port):
    ids = TOK.encode_batch(TEXTS)
    assert ask(port, "/encode", {"texts": TEXTS}) == (200, {"ids": ids})
    assert ask(port, "/count", {"texts": TEXTS}) == (200, {"tokens": [*map(len, ids)]})
    assert ask(port, "/decode", {"ids": ids}) == (200, {"texts": TEXTS})
    assert ask(port, "/encode", {"texts": []}) == (200, {"ids": []})


def test_many_clients_at_once_get_their_own_answers(port):
    def asked(text):
        return ask(port, "/encode", {"texts": [text]})

    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(asked, TEXTS * 4))
    assert found == [(200, {"ids": [TOK.encode(text)]}) for text in TEXTS * 4]


@pytest.mark.parametrize(
    ("path", "asked", "said"),
    [
        ("/encode", b"{", r"no JSON: .*; send \{\"texts\""),
        ("/encode", b"", "no JSON"),
        ("/encode", b"[" * 50_000, "no JSON"),
        ("/encode", b'{"texts": ["caf\xe9"]}', "not UTF-8: .* at byte 15"),
        ("/encode", b'{"texts": ["a"]}'.decode().encode("utf-16"), "not UTF-8"),
        ("/encode", ["a"], "is a list, no object"),
        ("/encode", {}, "has nothing, wanted is 'texts' alone"),
        ("/encode", {"text": "a"}, "has 'text', wanted is 'texts' alone"),
        ("/encode", {"texts": ["a"], "allowed_special": "all"}, "has 'texts', 'allowed_special'"),
        ("/encode", {"texts": "a"}, "'texts' is a str, no list"),
        ("/encode", {"texts": ["a", 5]}, r"texts\[1\] is a int, no str"),
        ("/count", {"texts": [None]}, r"texts\[0\] is a NoneType"),
        ("/count", {"texts": ["a"] * 1_001}, "has 1,001 items, at most 1,000"),
        ("/encode", b'{"texts": ["\\ud800"]}', "surrogate"),
        ("/decode", {"ids": [1]}, r"ids\[0\] is a int, no list"),
        ("/decode", {"ids": [[True]]}, "an id"),
        ("/decode", {"ids": [[1.5]]}, "an id"),
        ("/decode", {"ids": [[-1]]}, "id -1 is not in the vocabulary"),
        ("/decode", {"ids": [[10**30]]}, "not in the vocabulary"),
        ("/decode", b'{"ids": [[' + b"9" * 5_000 + b"]]}", "no JSON"),
        ("/decode", b'{"ids": [[NaN]]}', "an id"),
    ],
)
def test_a_bad_request_is_told_what_was_seen_and_what_is_wanted(port, path, asked, said):
    status, answer = ask(port, path, asked)
    assert status == 400 and list(answer) == ["error"]
    assert re.search(said, answer["error"], re.DOTALL), answer["error"]


def test_unknown_paths_and_methods(port):
    status, answer = ask(port, "/encoder", {"texts": []})
    assert status == 404 and "POST /encode" in answer["error"] and "/encoder" in answer["error"]
    assert ask(port, "/encode")[0] == 405
    assert ask(port, "/health", {})[0] == 405


def test_a_body_that_is_too_large_is_refused_before_it_is_read(port):
    head = b"POST /encode HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n"
    answer = raw(port, head)
    assert answer.startswith(b"HTTP/1.1 413") and b"more than 100,000 bytes" in answer
    assert ask(port, "/encode", b" " * (MOST - 13) + b'{"texts": []}')[0] == 200


def test_a_body_of_undeclared_size_is_refused_when_it_is_too_large(port):
    head = b"POST /encode HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    answer = raw(port, head, b"%x\r\n%s\r\n" % (MOST + 1, b" " * (MOST + 1)))
    assert answer.startswith(b"HTTP/1.1 413")


def test_a_client_whose_body_does_not_come_is_told_and_cut_off(port):
    head = b"POST /encode HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n"
    answer = raw(port, head, b"{")
    assert answer.startswith(b"HTTP/1.1 408") and b"within 1 seconds" in answer


def test_a_client_whose_header_does_not_end_is_cut_off(port):
    assert not raw(port, b"POST /encode HTTP/1.1\r\nHost: x\r\n").startswith(b"HTTP/1.1 200")


def test_slow_clients_hold_up_nobody(port):
    head = b"POST /encode HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"
    slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(50)]
    for line in slow:
        line.sendall(head)
    assert ask(port, "/count", {"texts": ["low"]}) == (200, {"tokens": [len(TOK.encode("low"))]})
    for line in slow:
        line.close()


def test_a_client_that_leaves_does_no_harm(port):
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(b"POST /encode HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{")
    assert ask(port, "/health") == (200, {"status": "ok"})


def workers_of(server):
    """The processes that answer."""
    children = psutil.Process(server.pid).children()
    return {child.pid for child in children if child.status() != psutil.STATUS_ZOMBIE}


def test_a_process_that_dies_is_replaced(files):
    with running(files) as (server, port):
        before = workers_of(server)
        assert len(before) == 2
        killed = max(before)
        os.kill(killed, signal.SIGKILL)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and not workers_of(server) - before:
            time.sleep(0.1)
        workers = workers_of(server)
        assert len(workers) == 2 and killed not in workers
        assert ask(port, "/health")[0] == 200


def test_a_stop_lets_a_request_that_has_begun_end_and_leaves_no_process(files):
    head = b"POST /encode HTTP/1.1\r\nHost: x\r\nContent-Length: 13\r\nConnection: close\r\n\r\n"
    with running(files) as (server, port):
        workers = workers_of(server)
        with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
            line.sendall(head)
            time.sleep(0.2)
            server.send_signal(signal.SIGTERM)
            time.sleep(0.2)
            line.sendall(b'{"texts": []}')
            assert line.recv(1 << 16).startswith(b"HTTP/1.1 200")
        assert server.wait(30) == 0
        assert not any(map(psutil.pid_exists, workers))


def test_nothing_of_a_text_is_logged(files, port):
    ask(port, "/encode", {"texts": ["a secret of mine"]})
    ask(port, "/encode", {"a secret of mine": 1})
    assert "secret" not in (files / "log").read_text("utf-8")


def test_a_tokenizer_that_is_not_there_stops_it_at_once(tmp_path):
    command = [sys.executable, str(SERVE), "nowhere/tokenizer.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "nowhere/tokenizer.json" in done.stderr
