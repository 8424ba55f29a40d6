"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import mkstemp

from seqform.errors import ModelError


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that an interruption leaves the old one, or none, but never half of one.

    Parameters
    ----------
    path : Path
    content : str or bytes
        Text is written in UTF-8.

    Raises
    ------
    ModelError
        If the file cannot be written.
    BrokenPipeError
        If it is a pipe, and nobody reads on.
    """
    try:
        data = content.encode("utf-8") if isinstance(content, str) else content
        if _takes_all(path):
            path.write_bytes(data)
            return
        path = path.resolve()  # what a link points to is written, not the link
        descriptor, name = mkstemp(dir=path.parent, prefix=path.name[:50])
        partial = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            partial.chmod(path.stat().st_mode if path.exists() else 0o666 & ~_umask())
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
    except BrokenPipeError:  # nobody reads on, which the command line ends in silence
        raise
    except (OSError, RuntimeError, UnicodeEncodeError) as error:  # RuntimeError: links in a circle
        raise ModelError(f"{path}: cannot be written: {getattr(error, 'strerror', error)}") from None


def same_file(one: Path, other: Path) -> bool:
    """Tell whether writing to one path would write over what is at the other, or will be.

    Examples
    --------
    >>> same_file(Path("a.csv"), Path("somewhere/../a.csv")), same_file(Path("a.csv"), Path("b.csv"))
    (True, False)
    """
    if _takes_all(one) or _takes_all(other):
        return False
    try:
        return one.resolve() == other.resolve() or one.samefile(other)  # the latter also for a second name of a file
    except (OSError, RuntimeError):  # one of them does not exist yet
        return False


def _takes_all(path: Path) -> bool:
    """Tell whether this is a device or a pipe; the links to these on some systems resolve to no file."""
    return path.exists() and not path.is_file()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
