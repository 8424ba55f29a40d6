"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

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
    """
    path = path.resolve()  # what a link points to is written, not the link
    try:
        data = content.encode("utf-8") if isinstance(content, str) else content
        if path.exists() and not path.is_file():  # a device or a pipe
            path.write_bytes(data)
            return
        with NamedTemporaryFile(dir=path.parent, prefix=path.name[:50], delete=False) as partial:
            partial.write(data)
        _replace(Path(partial.name), path)
    except (OSError, UnicodeEncodeError) as error:
        raise ModelError(f"{path}: cannot be written: {getattr(error, 'strerror', error)}") from None


def _replace(partial: Path, path: Path) -> None:
    try:
        partial.chmod(path.stat().st_mode if path.exists() else 0o666 & ~_umask())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
