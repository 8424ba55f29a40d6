"""Atomic, durable writing of files, the identity of files, and checks of arguments that name them.

`write_whole` is the only function of the package that replaces files.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from seqform.errors import ModelError
from seqform.system.watch import unfinished_file

Content = str | bytes | Callable[[BinaryIO], object]
"""Text, written in UTF-8; bytes; or a function that writes to an open binary file."""

STANDARD_INPUT, STANDARD_OUTPUT, STANDARD_ERROR = 0, 1, 2

_MOST_LINKS = 40
"""In a chain of symbolic links, as in Linux."""


def write_whole(path: str | Path, content: Content) -> None:
    """Write a file atomically and durably: after a failure the old file is there, or none, and nothing else.

    The content goes to a new file in the same folder, which is synchronised with the disk and then replaces the target.
    An existing file keeps its mode; a new one gets the mode that the umask allows. A symbolic link stays, and its
    target is replaced. Devices, pipes and open descriptors such as ``/dev/stdout`` are written to directly.

    The file that a function gets may be a pipe, which cannot seek. A file that cannot be written is a ModelError, a
    pipe without a reader a BrokenPipeError.
    """
    try:
        _write(_possible(path), _filling(content))
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ModelError(f"{path}: cannot be written: {error.strerror or error}") from None
    except UnicodeEncodeError as error:
        raise ModelError(f"{path}: cannot be written: {error}") from None


def _filling(content: Content) -> Callable[[BinaryIO], object]:
    """Return the function that writes a content to an open file."""
    if callable(content):
        return content
    data = content.encode("utf-8") if isinstance(content, str) else content
    return lambda file: file.write(data)


def require_writable(path: Path) -> None:
    """Refuse a path at which `write_whole` fails in any case.

    A folder, a file without a folder, and a write-protected file or folder are a ModelError.
    """
    try:
        if open_descriptor(_possible(path)) is not None:
            return
        existing = _status(path)
        folder = _resolved(path).parent
        if existing is not None and stat.S_ISDIR(existing.st_mode):
            raise ModelError(f"{path}: a file name expected, but this is a folder")
        if not folder.is_dir():
            raise ModelError(f"{path}: there is no folder {folder}")
        _require_permission(path, existing)
        is_replaced = existing is None or stat.S_ISREG(existing.st_mode)
        if is_replaced and not _may_write(folder):
            raise ModelError(f"{path}: cannot be written: the folder {folder} is write-protected")
    except OSError as error:
        raise ModelError(f"{path}: cannot be written: {error.strerror or error}") from None


def require_replaceable(path: Path) -> None:
    """Refuse a path at which a file cannot be written again and again: a pipe, a device, or a link to one."""
    existing = None
    with contextlib.suppress(OSError, ValueError):  # writing names the error
        existing = _status(_possible(path))
    if existing is not None and not stat.S_ISREG(existing.st_mode):
        raise ModelError(f"{path}: the name of a regular file, or of a new one, expected")


def same_file(first: Path | int, second: Path | int) -> bool:
    """Return whether two paths, or numbers of open descriptors, are one file, or one name of a new file.

    Character devices such as ``/dev/null`` are the same as nothing.
    """
    try:
        status = _status(first)
        status_of_second = _status(second)
        if status is not None and status_of_second is not None:
            return not stat.S_ISCHR(status.st_mode) and os.path.samestat(status, status_of_second)
        if status is not None or status_of_second is not None:
            return False
        if isinstance(first, int) or isinstance(second, int):
            return False
        return os.path.normcase(_resolved(first)) == os.path.normcase(_resolved(second))
    except (OSError, ValueError):  # no file can have this name
        return False


def open_descriptor(path: str | Path) -> int | None:
    """Return the number of the open descriptor that a path such as ``/dev/stdout`` stands for, if any.

    A file that is open there has to be written through the descriptor: replaced by another, it would not get the rest
    of the stream.
    """
    if os.name != "posix":
        return None
    path = Path(path)
    with contextlib.suppress(OSError, ValueError):  # no file can have this name
        for _ in range(_MOST_LINKS):
            path = _resolved(path.parent) / path.name
            numbered = re.fullmatch(rf"/(?:dev|proc/{os.getpid()})/fd/([0-9]{{1,9}})", str(path))
            if numbered is not None:
                return int(numbered[1])
            if not path.is_symlink():
                break
            path = path.parent / path.readlink()
    return None


def _possible(path: str | Path) -> Path:
    if "\0" in str(path):
        raise OSError(errno.EINVAL, "no file can have this name")
    return Path(path)


def _write(path: Path, fill: Callable[[BinaryIO], object]) -> None:
    """Write a file by the way that is its own: an open descriptor, a device or a pipe, or a regular file."""
    descriptor = open_descriptor(path)
    if descriptor is not None:
        if descriptor == STANDARD_OUTPUT and sys.stdout is not None:
            sys.stdout.flush()
        with os.fdopen(os.dup(descriptor), "wb") as stream:
            fill(stream)
        return
    existing = _status(path)
    if existing is not None and not stat.S_ISREG(existing.st_mode):
        with path.open("wb") as stream:
            fill(stream)
    else:
        _replace(_resolved(path), existing, fill)


def _replace(
    target: Path, existing: os.stat_result | None, fill: Callable[[BinaryIO], object]
) -> None:
    _require_permission(target, existing)
    temporary = target.with_name(f"{target.name[:50]}.{os.urandom(8).hex()}.tmp")
    with unfinished_file(temporary):
        try:  # from here on, since an interrupt may come as soon as the file is there
            with temporary.open("xb") as file:
                fill(file)
                file.flush()
                os.fsync(file.fileno())
            if existing is not None:
                temporary.chmod(stat.S_IMODE(existing.st_mode))
            temporary.replace(target)
        except BaseException:
            with contextlib.suppress(OSError):  # the disk may be gone
                temporary.unlink(missing_ok=True)
            raise
    _synchronise_folder(target.parent)


def _require_permission(path: Path, existing: os.stat_result | None) -> None:
    """Respect write protection, which replacing a file would not."""
    if existing is not None and not _may_write(path):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _synchronise_folder(folder: Path) -> None:
    """Make a new name in a folder durable, where the system synchronises folders."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _status(file: Path | int) -> os.stat_result | None:
    """Return the status of a file, links followed, or of an open descriptor; None if there is none.

    It is that of the file which `_resolved` leads to, also through a folder that is not there, as in "none/../file".
    """
    if isinstance(file, int):
        return os.fstat(file)
    for path in (file, _resolved(file)):
        with contextlib.suppress(FileNotFoundError):
            return path.stat()
    return None


def _resolved(path: Path) -> Path:
    return Path(os.path.realpath(path))


def require_kind(where: str, value: object, expected: type) -> None:
    """Refuse a value of another class; the message begins with `where`, the function and the argument."""
    if not isinstance(value, expected):
        raise ModelError(f"{where}: {expected.__name__} expected, not {type(value).__name__}")


def file_path(where: str, value: object) -> Path:
    """Return a path or string as a path."""
    if not isinstance(value, str | os.PathLike):
        raise ModelError(f"{where}: the path of a file expected, not {type(value).__name__}")
    return Path(value)


OTHER_CONTENT = (
    "svg png pdf html tex efg nfg gbt xml mps lp gz csv parquet toml py sqlite db txt md"
)
"""Endings of names that promise another content than an answer."""


def require_answer_name(path: Path) -> None:
    """Raise ModelError if the name of a file for an answer, which is JSON, ends as that of a file of another kind."""
    if path.suffix.lower()[1:] in OTHER_CONTENT.split():
        raise ModelError(
            f"{path}: an answer is written as JSON; a name that ends in .json expected"
        )


_OBJECT = re.compile(r".+\.py:([^\W\d]\w*)(\(.*\))?", re.DOTALL)


def advice_on_data(path: Path) -> str:
    """Return what to do where JSON itself, or FILE.py:NAME, stands in place of a file of data; empty for a name."""
    if str(path).lstrip().startswith(("{", "[")):
        return "; write this JSON to a file and name that, or use a mapping in Python"
    python_object = _OBJECT.fullmatch(str(path))
    if python_object is None:
        return ""
    name = python_object[1]
    return (
        f"; a file of data is read here, and no Python is run: seqform.save(seqform.profile(GAME, {name}), "
        f'"{name}.json") in Python writes the strategies of a function'
    )


_MEMBER = re.compile(r"(.+)#([0-9]{1,9})", re.DOTALL)


def file_of_member(path: Path) -> tuple[Path, int | None]:
    """Return the file and the number of ``FILE#NUMBER``, a member of a list in a file; else the path and None.

    A file of such a name itself comes first.
    """
    written = _MEMBER.fullmatch(str(path))
    if written is None or names_file(path) or not names_file(Path(written[1])):
        return path, None
    return Path(written[1]), int(written[2])


def names_file(text: str | Path) -> bool:
    """Return whether a text is the path of an existing file, also where no file can have this name."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def is_taken(text: str | Path) -> bool:
    """Return whether there is a file, a folder, a pipe or a device at a path, also where nothing can have this name."""
    try:
        return os.path.lexists(text)
    except (OSError, ValueError):
        return False


# ---- reading files of unknown origin ----


@contextmanager
def open_regular(path: Path, most_bytes: int | None = None) -> Iterator[io.FileIO]:
    """Open a regular file for reading, without blocking: no pipe, no device, no folder, nor a link to one.

    One of more than `most_bytes` is an OSError, as one that cannot be read.
    """
    # Opening a pipe without this would wait for a writer; neither flag is known to every system.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with io.FileIO(os.open(path, flags)) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(0, "not a regular file")
        if most_bytes is not None and status.st_size > most_bytes:
            raise OSError(0, f"it has more than {most_bytes:,} bytes")
        yield file


def read_regular(path: Path, most_bytes: int | None = None) -> bytes:
    """Return the content of a regular file, as `open_regular` opens it."""
    with open_regular(path, most_bytes) as file:
        return file.readall()
