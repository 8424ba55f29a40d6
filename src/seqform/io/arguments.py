"""Checks of the kinds of arguments."""

from __future__ import annotations

import os
from pathlib import Path

from seqform.errors import ModelError


def require_kind(where: str, value: object, kind: type) -> None:
    """Refuse a value of another kind; the message begins with `where`, the function and the argument."""
    if not isinstance(value, kind):
        raise ModelError(f"{where}: {kind.__name__} expected, not {type(value).__name__}")


def file_path(where: str, value: object) -> Path:
    """Return a path or string as a path."""
    if not isinstance(value, str | os.PathLike):
        raise ModelError(f"{where}: the path of a file expected, not {type(value).__name__}")
    return Path(value)


def names_file(text: str | Path) -> bool:
    """Return whether a text is the path of an existing file, also where no file can have this name."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False
