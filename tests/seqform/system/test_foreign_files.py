"""Zip archives of unknown origin: declared sizes are compared with bounds, and nothing beyond them is read."""

import io
import os
import resource
import struct
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seqform.errors import ModelError, ParseError
from seqform.io.linear_programs import read_npz
from seqform.io.solutions import HEADER, read_solution
from seqform.system.foreign_files import ArchiveError, memory_errors_named, open_archive, open_regular, shown_value

pytestmark = pytest.mark.slow

COMPRESSED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA)


def npy(array: np.ndarray) -> bytes:
    data = io.BytesIO()
    np.save(data, array, allow_pickle=array.dtype.hasobject)
    return data.getvalue()


def archive(path: Path, members: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> Path:
    with zipfile.ZipFile(path, "w", method) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return path


def declare(path: Path, size: int) -> None:
    """Let the directory of an archive with one member declare another size after decompression."""
    data = bytearray(path.read_bytes())
    place = data.rfind(b"PK\x01\x02")
    data[place + 24 : place + 28] = struct.pack("<I", size)
    path.write_bytes(data)


@pytest.mark.parametrize("method", COMPRESSED)
def test_arrays_of_every_method_come_back(method: int, tmp_path: Path) -> None:
    arrays = {
        "a.npy": np.arange(12.0).reshape(3, 4),
        "b.npy": np.asfortranarray(np.arange(6).reshape(2, 3)),
        "c.npy": np.array("text"),
    }
    path = archive(tmp_path / "a.npz", {name: npy(array) for name, array in arrays.items()}, method)
    with open_archive(path, methods=COMPRESSED) as opened:
        assert opened.names == tuple(arrays)
        for name, array in arrays.items():
            found = opened.array(name, kinds="fiU")
            assert np.array_equal(found, array)
            assert found.dtype == array.dtype


@pytest.mark.parametrize("method", COMPRESSED[1:])
def test_a_size_beyond_the_bound_is_refused_before_anything_is_read(method: int, tmp_path: Path) -> None:
    path = archive(tmp_path / "a.npz", {"a.npy": bytes(2**20)}, method)
    declare(path, 2**31)
    with (
        pytest.raises(ArchiveError, match=r"2,147,483,648 bytes after decompression; at most 1,073,741,824 are read"),
        open_archive(path, methods=COMPRESSED),
    ):
        pass


@pytest.mark.parametrize("method", COMPRESSED[1:])
def test_no_more_than_the_declared_size_is_decompressed(method: int, tmp_path: Path) -> None:
    path = archive(tmp_path / "a.npz", {"a": bytes(2**20)}, method)
    declare(path, 100)
    with open_archive(path, methods=COMPRESSED) as opened, pytest.raises(ArchiveError, match="a: damaged"):
        opened.read("a", 2**20)


def test_a_damaged_archive_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.npz", {"a.npy": npy(np.arange(100))})
    data = bytearray(path.read_bytes())
    data[300] ^= 1
    path.write_bytes(data)
    with open_archive(path) as opened, pytest.raises(ArchiveError, match=r"a\.npy: damaged"):
        opened.array("a.npy", kinds="i")


@pytest.mark.parametrize(
    "content",
    [
        npy(np.array([{}], dtype=object)),
        b"no array at all",
        npy(np.arange(5))[:-1],
        npy(np.arange(5)) + b"x",
        npy(np.arange(5)).replace(b"(5,)", b"(6,)"),
        npy(np.arange(5)).replace(b"(5,), ", b"(-5,),"),
        npy(np.arange(5)).replace(b"<i8", b"<U0"),
        npy(np.arange(5)).replace(b"{", b"("),
        npy(np.array([sys.maxunicode + 1], dtype="<u4").view("<U1")),  # beyond the code points of Unicode
    ],
)
def test_members_that_are_no_arrays_of_numbers_are_refused(content: bytes, tmp_path: Path) -> None:
    path = archive(tmp_path / "a.npz", {"a.npy": content})
    with open_archive(path) as opened, pytest.raises(ArchiveError, match=r"a\.npy"):
        opened.array("a.npy", kinds="iU")


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        *(({"shape": shape}, r"an array of shape \(5,\), not") for shape in ((4,), (5, 1), ())),
        ({"most_items": 4}, "5 elements, where at most 4 are possible"),
    ],
)
def test_arrays_of_another_shape_or_size_are_refused(bounds: dict[str, Any], message: str, tmp_path: Path) -> None:
    path = archive(tmp_path / "a.npz", {"a.npy": npy(np.arange(5))})
    with open_archive(path) as opened, pytest.raises(ArchiveError, match=message):
        opened.array("a.npy", kinds="i", **bounds)


def test_archives_of_unexpected_structure_are_refused(tmp_path: Path) -> None:
    many = archive(tmp_path / "many.npz", {f"{k}": b"" for k in range(5000)})
    packed = archive(tmp_path / "a.npz", {"a.npy": npy(np.arange(5))}, zipfile.ZIP_BZIP2)
    twice = tmp_path / "twice.npz"
    with zipfile.ZipFile(twice, "w") as file, pytest.warns(UserWarning, match="Duplicate name"):
        file.writestr("a", "1")
        file.writestr("a", "2")
    for path, message in (
        (many, "5,000 members"),
        (packed, "compressed by a method that is not read"),
        (twice, "two members of one name"),
    ):
        with pytest.raises(ArchiveError, match=message), open_archive(path):
            pass


def test_pipes_and_folders_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path):
        with pytest.raises(OSError, match=r"not a regular file|[Ii]s a directory"), open_regular(path):
            pass


@pytest.mark.parametrize("read", [read_solution, read_npz])
def test_readers_refuse_archives_of_vast_contents(read: Callable[[Path], object], tmp_path: Path) -> None:
    path = archive(tmp_path / "bomb.npz", {HEADER: b" " * 2**25, "format.npy": bytes(2**25)}, zipfile.ZIP_DEFLATED)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises((ParseError, ModelError), match="bomb"):
        read(path)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200 * 1024


def test_lack_of_memory_names_the_file() -> None:
    with (
        pytest.raises(ParseError, match=r"^game\.efg: out of memory while reading it; .*$"),
        memory_errors_named("game.efg"),
    ):
        raise MemoryError


def test_values_of_any_depth_and_length_are_quoted_briefly() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert shown_value(deep) == "a list"
    assert len(shown_value("x" * 10**6)) == 60
    assert shown_value(0.5) == "0.5"
