"""Old names of functions, classes and options, which answer with the new one and a `DeprecationWarning`."""

from __future__ import annotations

import warnings


def renamed(old: str, new: str) -> str:
    """Warn the caller of the present function that a name has been replaced, and return the new one."""
    warnings.warn(f"{old} is {new} now; use the new name", DeprecationWarning, stacklevel=3)
    return new
