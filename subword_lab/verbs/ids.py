"""Ids in files: plain numbers, .npy, or .bin, which is nothing but the numbers."""

import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from subword_lab import i18n
from subword_lab.tokenizer import Tokenizer
from subword_lab.verbs.output import whole

Array = NDArray[Any]
AT_ONCE = 1 << 16  # ids that are decoded at a time


def dtype_of(tokenizer: Tokenizer) -> np.dtype[Any]:
    """How wide an id is in a .bin file: two bytes if all of them fit, else four, little-endian.

    >>> dtype_of(Tokenizer.train("char", "low")).name
    'uint16'
    """
    return np.dtype("<u2" if max(tokenizer.vocab.values(), default=0) < 2**16 else "<u4")


def stored_as(path: Path, tokenizer: Tokenizer) -> np.dtype[Any] | None:
    """The type of an id in a file of this name; None where ids are written out in digits."""
    if path.suffix == ".npy":
        return np.dtype("<i4")
    return dtype_of(tokenizer) if path.suffix == ".bin" else None


def write_ids(path: Path, arrays: Iterable[Array], tokenizer: Tokenizer) -> int:
    """Write all ids to a .npy (int32), .bin (`dtype_of`) or .txt file; gives how many.

    The file is there when all of it is written. Raises `ValueError` for another kind of file.
    """
    writers = {".npy": _write_npy, ".bin": _write_raw, ".txt": _write_text}
    if path.suffix not in writers:
        raise ValueError(i18n.t("encode.bad_out", path=path, kinds=", ".join(writers)))
    dtype = stored_as(path, tokenizer) or dtype_of(tokenizer)
    with whole(path) as file:
        return writers[path.suffix](file, (array.astype(dtype) for array in arrays))


def _write_raw(file: IO[bytes], arrays: Iterable[Array]) -> int:
    count = 0
    for array in arrays:
        file.write(array.tobytes())
        count += len(array)
    return count


def _write_npy(file: IO[bytes], arrays: Iterable[Array]) -> int:
    """The head of a .npy file holds its length, so the numbers wait in a file of their own."""
    with TemporaryFile() as waiting:
        count = _write_raw(waiting, arrays)
        head = {"descr": "<i4", "fortran_order": False, "shape": (count,)}
        np.lib.format.write_array_header_1_0(file, head)
        waiting.seek(0)
        shutil.copyfileobj(waiting, file)
    return count


def _write_text(file: IO[bytes], arrays: Iterable[Array]) -> int:
    count = 0
    for array in arrays:
        if len(array):
            file.write(((" " if count else "") + " ".join(map(str, array.tolist()))).encode())
            count += len(array)
    file.write(b"\n")
    return count


def read_ids(name: str, tokenizer: Tokenizer) -> Iterator[list[int]]:
    """The ids of a file, or of standard input ("-"), some at a time.

    .npy and .bin are mapped into memory. Raises `ValueError` for what is no number or no file of
    ids, `FileNotFoundError` for no file.
    """
    path = Path(name)
    if name != "-" and not path.is_file():
        raise FileNotFoundError(i18n.t("decode.no_file", path=name))
    if path.suffix == ".npy":
        yield from _slices(_mapped_npy(path))
    elif path.suffix == ".bin":
        yield from _slices(_mapped_raw(path, dtype_of(tokenizer)))
    elif name == "-":
        yield from _numbers(sys.stdin, i18n.t("decode.stdin"))
    else:
        with path.open(encoding="utf-8") as lines:
            yield from _numbers(lines, name)


def _slices(ids: Array) -> Iterator[list[int]]:
    for start in range(0, len(ids), AT_ONCE):
        yield ids[start : start + AT_ONCE].tolist()


def _mapped_npy(path: Path) -> Array:
    try:
        ids: Array = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise ValueError(i18n.t("decode.bad_npy", path=path, error=error)) from None
    if ids.ndim != 1 or ids.dtype.kind not in "iu":
        shape = f"{ids.dtype}, {ids.shape}"
        raise ValueError(i18n.t("decode.no_ids", path=path, shape=shape))
    return ids


def _mapped_raw(path: Path, dtype: np.dtype[Any]) -> Array:
    size = path.stat().st_size
    if size % dtype.itemsize:
        raise ValueError(i18n.t("decode.bad_bin", path=path, size=size, dtype=dtype.name))
    return np.memmap(path, dtype, "r") if size else np.zeros(0, dtype)


def _numbers(lines: Iterable[str], name: str) -> Iterator[list[int]]:
    for number, line in enumerate(lines, 1):
        try:
            yield [int(word) for word in line.replace(",", " ").strip(" []\n").split()]
        except ValueError as error:
            raise ValueError(
                i18n.t("decode.no_number", name=name, line=number, error=error)
            ) from None
