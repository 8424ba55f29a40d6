"""How the inner loops are compiled: by numba, once for a machine, kept on disk.

What numba keeps for a function is used as long as that function's own file is unchanged, even if a function
that it calls has been edited. So the folder remembers a digest of all sources that are compiled or hold the
tables they work on, and forgets what was compiled when the digest changes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])

_FOLDER = Path(__file__).resolve().parent
_seen_on_disk = False
_STAMP = _FOLDER / "__pycache__" / "sources.sha256"


def compiled(function: Function) -> Function:
    """Compile a function when it is first called, without Python's lock, and keep the result on disk."""
    return cast("Function", njit(cache=True, nogil=True, error_model="numpy")(function))


def compiled_part(function: Function) -> Function:
    """Compile a function that only compiled ones call, which takes half the time: Python cannot call it."""
    options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return cast("Function", njit(cache=True, nogil=True, error_model="numpy", **options)(function))


def compiled_before() -> bool:
    """Tell whether the machine code of the main loop lies on disk, so that nobody has to wait for a compiler."""
    global _seen_on_disk
    if not _seen_on_disk:  # looked for once: a path through a small game takes less time than that
        _seen_on_disk = any(_FOLDER.glob("__pycache__/kernel.walk*.nbc"))
    return _seen_on_disk


def _forget_stale_code() -> None:
    digest = hashlib.sha256()
    for source in sorted(_FOLDER.glob("*.py")):
        text = source.read_bytes()
        if b"\n@compiled" in text or b"(NamedTuple)" in text:
            digest.update(text)
    if _STAMP.exists() and _STAMP.read_text() == digest.hexdigest():
        return
    for code in _FOLDER.glob("__pycache__/*.nb[ci]"):
        code.unlink(missing_ok=True)
    _STAMP.parent.mkdir(exist_ok=True)
    _STAMP.write_text(digest.hexdigest())


with suppress(OSError):  # a folder that cannot be written to is one that nobody edits
    _forget_stale_code()
