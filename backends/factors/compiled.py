"""How inner loops are compiled: by numba, once for a machine, kept on disk.

What numba keeps for a function is used as long as that function's own file is unchanged, even if a function
that it calls has been edited. So every package with compiled functions remembers a digest of its own sources, and of
this package's, that are compiled or hold the tables they work on, and forgets what was compiled when it changes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit

from seqform.errors import ModelError
from seqform.files import write_whole

Function = TypeVar("Function", bound=Callable[..., Any])

_FACTORS = Path(__file__).resolve().parent
_BACKENDS = _FACTORS.parent
_PACKAGES = ("bestnash", "factors", "first_order", "lemke", "perturbed")
"""Where there are compiled functions, besides here: all of them may call those of this package."""

_seen_on_disk: set[tuple[str, str]] = set()


def compiled(function: Function) -> Function:
    """Compile a function when it is first called, without Python's lock, and keep the result on disk."""
    options: dict[str, Any] = {"no_cfunc_wrapper": True}
    return cast("Function", njit(cache=True, nogil=True, error_model="numpy", **options)(function))


def compiled_part(function: Function) -> Function:
    """Compile a function that only compiled ones call, which takes half the time: Python cannot call it."""
    options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return cast("Function", njit(cache=True, nogil=True, error_model="numpy", **options)(function))


def compiled_before(package: str, function: str) -> bool:
    """Tell whether the machine code of a function lies on disk, so that nobody has to wait for a compiler.

    Parameters
    ----------
    package : str
        Such as ``"lemke"``.
    function : str
        Of the main loop, with its module, such as ``"kernel.walk"``.
    """
    if (package, function) not in _seen_on_disk:  # looked for once: a small problem takes less time than that
        if not any((_BACKENDS / package / "__pycache__").glob(f"{function}*.nbc")):
            return False
        _seen_on_disk.add((package, function))
    return True


def _forget_stale_code(package: Path) -> None:
    digest = hashlib.sha256()
    for folder in sorted({_FACTORS, package}):
        for source in sorted(folder.glob("*.py")):
            text = source.read_bytes()
            if b"\n@compiled" in text or b"(NamedTuple)" in text:
                digest.update(text)
    stamp = package / "__pycache__" / "sources.sha256"
    if stamp.exists() and stamp.read_text() == digest.hexdigest():
        return
    for code in package.glob("__pycache__/*.nb[ci]"):
        code.unlink(missing_ok=True)
    stamp.parent.mkdir(exist_ok=True)
    write_whole(stamp, digest.hexdigest())


for _package in _PACKAGES:
    with suppress(OSError, ModelError):  # a folder that cannot be written to is one that nobody edits
        _forget_stale_code(_BACKENDS / _package)
