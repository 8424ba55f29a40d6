"""Reading files of unknown origin within bounds on memory: zip archives of arrays, and the data of JSON texts.

Every reader of ``.npz`` files and other zip archives opens them with `open_archive`, which compares the declared sizes
with bounds before it reads, and reads no member beyond its declared size. Arrays are never unpickled. Every reader of
JSON texts uses `json_data`.
"""

from __future__ import annotations

import codecs
import io
import json
import lzma
import math
import os
import re
import struct
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.system.files import open_regular
from seqform.system.foreign_text import shortened

Array = npt.NDArray[Any]

MOST_BYTES = 2**30
"""Bound in bytes on the members of an archive together after decompression, unless the file itself is larger."""

MOST_MEMBERS = 4096
MOST_HEADER = 10_000
"""Bound in bytes on the header of an array."""

_DAMAGE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, ValueError, LookupError, RuntimeError,
    OverflowError,
)  # fmt: skip
"""Errors of `zipfile` at archives that are damaged, encrypted or of an unknown kind."""


_NO_ARRAY = (
    ValueError, TypeError, LookupError, SyntaxError, TokenError, RecursionError, ArithmeticError,
)  # fmt: skip
"""Errors of NumPy at a header, a literal of Python, that is damaged."""


class ArchiveError(ValueError):
    """An archive that is damaged, or whose contents exceed their bounds."""


@contextmanager
def open_archive(
    path: Path, *, methods: Sequence[int] = (zipfile.ZIP_STORED,)
) -> Iterator[Archive]:
    """Open a zip archive of unknown origin for reading.

    `methods` are the compression methods that are accepted: of `zipfile.ZIP_STORED`, `ZIP_DEFLATED` and `ZIP_LZMA`.
    A file that cannot be read is an OSError; one that is no zip archive, damaged, or beyond a bound, an ArchiveError.
    """
    with open_regular(path) as file:
        size = os.fstat(file.fileno()).st_size
        try:
            archive = zipfile.ZipFile(file)
        except _DAMAGE as error:
            raise ArchiveError(f"not a zip archive, or cut off: {_one_line(error)}") from None
        with archive:
            yield Archive(archive, _checked(archive.infolist(), size, methods))


class Archive:
    """The members of an open zip archive, checked by their declared sizes; see `open_archive`."""

    def __init__(self, archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo]) -> None:
        self._archive = archive
        self._members = members

    @property
    def names(self) -> tuple[str, ...]:
        """The members' names, in the order of the directory."""
        return tuple(self._members)

    def read(self, name: str, most_bytes: int) -> bytes:
        """Return the contents of a member."""
        return bytes(self._contents(name, most_bytes))

    def array(
        self,
        name: str,
        *,
        kinds: str,
        shape: tuple[int | None, ...] | None = None,
        most_items: int | None = None,
    ) -> Array:
        """Return the array in a member that `numpy.save` wrote.

        `kinds` are the kinds of elements that are accepted, as in `numpy.dtype.kind`; objects never are. `shape` has
        the number of dimensions, and the length of those that are given; if absent, any shape is.
        """
        content = self._contents(name, None)
        stream = io.BytesIO(memoryview(content)[: MOST_HEADER + 16])
        dtype, lengths, by_columns = _array_header(name, stream)
        if dtype.kind not in kinds or dtype.hasobject or dtype.itemsize == 0:
            raise ArchiveError(f"{name}: an array of {dtype}")
        if shape is not None and not _fits(lengths, shape):
            raise ArchiveError(f"{name}: an array of shape {_shown(lengths)}, not {_shown(shape)}")

        items = math.prod(lengths)
        begin = stream.tell()
        if most_items is not None and items > most_items:
            raise ArchiveError(
                f"{name}: an array of {items:,} elements, where at most {most_items:,} are possible"
            )
        if items * dtype.itemsize != len(content) - begin:
            raise ArchiveError(
                f"{name}: {len(content) - begin:,} bytes for an array of shape {_shown(lengths)}"
            )
        values = np.frombuffer(content, dtype=dtype, count=items, offset=begin)
        if dtype.kind == "U" and _has_impossible_characters(values):
            raise ArchiveError(f"{name}: text with code points beyond those of Unicode")
        return values.reshape(lengths, order="F" if by_columns else "C")

    def _contents(self, name: str, most_bytes: int | None) -> bytearray:
        """Return the contents of a member, writable, so that arrays in them are."""
        member = self._members.get(name)
        if member is None:
            raise ArchiveError(f"no member {name}")
        if most_bytes is not None and member.file_size > most_bytes:
            raise ArchiveError(
                f"{name}: {member.file_size:,} bytes, where at most {most_bytes:,} are expected"
            )
        try:
            with self._archive.open(member) as stream:
                content = bytearray(stream.read(member.file_size))
        except _DAMAGE as error:
            raise ArchiveError(f"{name}: damaged: {_one_line(error)}") from None
        if len(content) != member.file_size:
            raise ArchiveError(f"{name}: cut off")
        return content


def _checked(
    members: Sequence[zipfile.ZipInfo], size: int, methods: Sequence[int]
) -> dict[str, zipfile.ZipInfo]:
    """Return the members by name after checks of the sizes and methods that the directory declares."""
    if len(members) > MOST_MEMBERS:
        raise ArchiveError(f"{len(members):,} members; at most {MOST_MEMBERS:,} are read")
    by_name = {member.filename: member for member in members}
    if len(by_name) < len(members):
        raise ArchiveError("two members of one name")
    for member in members:
        if member.compress_type not in methods:
            raise ArchiveError(
                f"{_shown(member.filename)}: compressed by a method that is not read"
            )

    # Overlapping members would make a small file large beyond its size: a bomb.
    compressed = sum(member.compress_size for member in members)
    lengths = [member.file_size for member in members]
    if compressed > size or min(lengths, default=0) < 0:
        raise ArchiveError("members that overlap, or are cut off")
    total = sum(lengths)
    if total > max(MOST_BYTES, size):
        raise ArchiveError(f"{total:,} bytes after decompression; at most {MOST_BYTES:,} are read")
    return by_name


def _fits(lengths: tuple[int, ...], shape: tuple[int | None, ...]) -> bool:
    """Return whether the lengths of an array are those of a shape, in which None stands for any length."""
    if len(lengths) != len(shape):
        return False
    return all(expected in (None, length) for length, expected in zip(lengths, shape, strict=True))


def _has_impossible_characters(texts: Array) -> bool:
    """Return whether texts have code points that no character has, which NumPy passes on to Python unchecked."""
    number = np.dtype("u4").newbyteorder(texts.dtype.byteorder)
    points = np.frombuffer(texts.tobytes(), dtype=number)
    return bool(len(points)) and int(points.max()) > sys.maxunicode


def _array_header(name: str, stream: io.BytesIO) -> tuple[np.dtype[Any], tuple[int, ...], bool]:
    """Return the type of elements, the shape, and whether columns are contiguous."""
    try:
        major, _ = np.lib.format.read_magic(stream)
        if major == 1:
            read = np.lib.format.read_array_header_1_0
        elif major == 2:
            read = np.lib.format.read_array_header_2_0
        else:
            raise ArchiveError(f"{name}: an array in a format that is not read")
        shape, by_columns, dtype = read(stream, max_header_size=MOST_HEADER)
    except ArchiveError:
        raise
    except _NO_ARRAY as error:
        raise ArchiveError(f"{name}: not an array: {_one_line(error)}") from None
    except MemoryError:  # of nested parentheses in the header
        raise ArchiveError(f"{name}: not an array") from None
    if not all(0 <= length < 2**48 for length in shape):
        raise ArchiveError(f"{name}: an array of shape {_shown(shape)}")
    return dtype, shape, by_columns


def shown_value(value: object) -> str:
    """Return a value from a file as quoted in error messages: on one line, of limited length."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple | set):
        return "a list"
    if isinstance(value, str):
        value = value[:61]  # so that `repr` takes no long text
    return shortened(repr(value))


def _shown(value: object) -> str:
    return shortened(ascii(value))


def _one_line(error: BaseException) -> str:
    message = " ".join(str(error).split())
    return _shown(message or type(error).__name__)[1:-1]  # without quotation marks


def json_data(text: str | bytes) -> Any:
    """Return the data of a JSON text of unknown origin.

    Raises `json.JSONDecodeError` if the text is not JSON, UnicodeDecodeError for bytes that are no text, and another
    ValueError if a key comes twice in an object, if lists and objects are nested too deeply, or if an integer has more
    digits than Python reads.

    Examples
    --------
    >>> json_data('{"a": 1, "b": [2]}')
    {'a': 1, 'b': [2]}
    >>> json_data('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    ValueError: the key 'a' comes twice in an object
    """
    try:
        return json.loads(text, object_pairs_hook=_with_distinct_keys)
    except RecursionError:
        raise ValueError(
            "not JSON of the kind expected: lists and objects are nested too deeply"
        ) from None
    except _RepeatedKeyError as error:
        raise ValueError(str(error)) from None
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise
    except ValueError:  # of Python's limit on the digits of an integer
        raise ValueError(
            "not JSON of the kind expected: an integer has too many digits; write long numbers in quotes"
        ) from None


class _RepeatedKeyError(ValueError):
    """A key that comes twice in an object."""


def _with_distinct_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of a JSON text, whose keys have to be different."""
    data = dict(pairs)
    if len(data) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise _RepeatedKeyError(f"the key {shown_value(twice)} comes twice in an object")
    return data


_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_TYPOGRAPHIC = re.compile("[\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb]")
"""Quotation marks as typographers set them."""


def encoding_advice(data: bytes) -> str:
    """Return what bytes are that are no UTF-8 text, and what to do, where they begin as UTF-16 does; else ""."""
    if data.startswith(_UTF_16):
        return "UTF-16 text, as some programs of Windows write it; convert the file to UTF-8"
    return ""


def quotes_advice(text: str) -> str:
    """Return the end of a message about a text with typographic quotation marks; "" for one without.

    Examples
    --------
    >>> quotes_advice("\u201ckuhn\u201d"), quotes_advice("kuhn")
    ("; straight quotation marks expected in place of '\u201c'", '')
    """
    mark = _TYPOGRAPHIC.search(text)
    if mark is None:
        return ""
    return f"; straight quotation marks expected in place of {mark[0]!r}"
