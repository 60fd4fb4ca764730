"""Files, folders, standard input and compressed texts, whole ones and damaged ones."""

import gzip
import io
import json
from types import SimpleNamespace

import pytest
from backports import zstd

from subword_lab import sources
from subword_lab.sources import DamagedFile, Source, blocks, documents, find

TEXT = "to be or not to be, né 中\n" * 4000


def source(path):
    return Source(path.name, path)


def write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


PACKED = {"a.txt": lambda data: data, "a.txt.gz": gzip.compress, "a.txt.zst": zstd.compress}


@pytest.mark.parametrize("name", PACKED)
def test_a_text_is_the_same_however_it_is_packed(name, tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "BLOCK", 1000)
    path = write(tmp_path / name, PACKED[name](TEXT.encode()))
    assert b"".join(blocks(source(path))) == TEXT.encode()
    assert max(map(len, blocks(source(path)))) <= 1000
    assert list(documents(source(path))) == [TEXT]


@pytest.mark.parametrize("pack", [gzip.compress, zstd.compress])
def test_several_compressed_parts_in_one_file(pack, tmp_path):
    suffix = ".gz" if pack is gzip.compress else ".zst"
    path = write(tmp_path / f"a{suffix}", pack(b"one ") + pack(b"two"))
    assert list(documents(source(path))) == ["one two"]


@pytest.mark.parametrize("name", ["a.txt.gz", "a.txt.zst"])
def test_every_cut_and_every_flipped_byte_is_named_or_harmless(name, tmp_path):
    packed = PACKED[name](TEXT.encode())
    for cut in range(1, len(packed), max(1, len(packed) // 60)):
        path = write(tmp_path / name, packed[:cut])
        with pytest.raises(DamagedFile, match=name):
            list(documents(source(path)))
    for at in range(0, len(packed), max(1, len(packed) // 60)):
        damaged = bytearray(packed)
        damaged[at] ^= 0x41
        path = write(tmp_path / name, bytes(damaged))
        try:
            list(documents(source(path)))
        except DamagedFile as error:
            assert name in str(error)


@pytest.mark.parametrize("pack", [gzip.compress, zstd.compress])
def test_a_bomb_stops_at_the_bound(pack, tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "BLOCK", 1 << 16)
    path = write(tmp_path / f"a{'.gz' if pack is gzip.compress else '.zst'}", pack(bytes(1 << 24)))
    read = 0
    with pytest.raises(DamagedFile, match=r"more than 1,000,000 bytes.*--max-bytes"):
        for block in blocks(source(path), most=1_000_000):
            read += len(block)
    assert read <= 1_000_000


def test_a_byte_order_mark_goes(tmp_path):
    assert list(documents(source(write(tmp_path / "a.txt", "\ufeffone")))) == ["one"]


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_jsonl_has_a_document_on_each_line(pack, tmp_path):
    lines = [json.dumps({"text": text, "id": 1}) for text in ("one", "zwei\n", "三")]
    data = ("\n".join(lines) + "\n\n").encode()
    path = write(tmp_path / ("a.jsonl" + (".gz" if pack is gzip.compress else "")), pack(data))
    assert list(documents(source(path))) == ["one", "zwei\n", "三"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"text": "a"', "line 2 is no JSON"),
        ("[1]", "line 2 is no JSON object but a list"),
        ('{"body": "a"}', "line 2 has no field 'text', only 'body'; name it with --field"),
        ('{"text": 7}', "line 2: 'text' is no text but 7"),
        ("[" * 100_000, "line 2 is no JSON"),
    ],
)
def test_a_bad_line_is_named(line, says, tmp_path):
    path = write(tmp_path / "a.jsonl", '{"text": "good"}\n' + line)
    with pytest.raises(DamagedFile, match=says):
        list(documents(source(path)))


def test_text_that_is_not_utf8_is_named(tmp_path):
    path = write(tmp_path / "latin.txt", b"caf\xe9")
    with pytest.raises(DamagedFile, match=r"latin.txt is not UTF-8.* at byte 3"):
        list(documents(source(path)))


def test_a_folder_is_its_files_by_name_without_hidden_ones(tmp_path):
    for name in ("b.txt", "a/z.txt", ".hidden", ".git/config"):
        write(tmp_path / name, "x")
    found = [one.path.relative_to(tmp_path).as_posix() for one in find([tmp_path])]
    assert found == ["a/z.txt", "b.txt"]


def test_what_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no\.txt"):
        find([tmp_path / "no.txt"])
    with pytest.raises(ValueError, match="holds no files"):
        find([tmp_path])
    with pytest.raises(ValueError, match="once"):
        find(["-", "-"])


def test_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"one two")))
    assert [text for one in find(["-"]) for text in documents(one)] == ["one two"]


def test_zst_without_its_library_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "_zst", lambda: None)
    path = write(tmp_path / "a.zst", zstd.compress(b"one"))
    with pytest.raises(ModuleNotFoundError, match=r"subword-lab\[zst\]"):
        list(blocks(source(path)))


def test_a_file_that_may_not_be_read_is_named(tmp_path, monkeypatch):
    path = write(tmp_path / "a.txt", "x")

    def refuse(self, mode):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "open", refuse)
    with pytest.raises(DamagedFile, match=r"a\.txt cannot be read: Permission denied"):
        list(blocks(source(path)))


def test_utf16_is_named_with_what_to_do(tmp_path):
    path = write(tmp_path / "a.txt", "low".encode("utf-16"))
    with pytest.raises(DamagedFile, match=r"a\.txt is not UTF-8 but UTF-16: convert it"):
        list(documents(source(path)))


@pytest.mark.parametrize("text", [b"", b"\n", b"one", b"one\n\ntwo\n", b"a long line\nb", b"\n\n"])
@pytest.mark.parametrize("size", [1, 3, 100])
def test_lines_do_not_depend_on_blocks(text, size):
    read = [text[at : at + size] for at in range(0, len(text), size)]
    assert list(sources.lines(read)) == [line.rstrip(b"\n") for line in io.BytesIO(text)]
