"""What is in a file, as a case's key has it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from seqform.errors import ModelError


def digest_of(name: str) -> str:
    """Return the SHA-256 of what is in a file, in hexadecimal digits."""
    return hashlib.sha256(Path(name).expanduser().read_bytes()).hexdigest()


def require_unchanged(files: Mapping[str, str]) -> None:
    """Refuse files that are not what they were when the case got its key.

    Parameters
    ----------
    files : mapping of str to str
        Names of files, with their digests.

    Raises
    ------
    ModelError
        If one has changed, or cannot be read.
    """
    for name, digest in files.items():
        try:
            now = digest_of(name)
        except OSError as error:
            raise ModelError(f"{name}: cannot be read any more: {error.strerror}") from None
        if now != digest:
            raise ModelError(f"{name}: changed since the sweep began, so that this would be another case; sweep again")
