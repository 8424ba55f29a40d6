"""Public names of packages: imported when one is used, or replaced by new ones with a `DeprecationWarning`."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def public_names(
    package: str, old: Mapping[str, str] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package whose names are those of its module ``public``.

    The module is imported when one of the names is used; `old` maps names that have been replaced to the new ones.
    """

    def attribute(name: str) -> Any:
        module = import_module(f"{package}.public")
        if old is not None and name in old:
            name = renamed(f"{package}.{name}", old[name])
        if name == "__all__" or name in module.__all__:
            return getattr(module, name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def directory() -> list[str]:
        return sorted({*vars(import_module(package)), *attribute("__all__")})

    return attribute, directory


def renamed(old: str, new: str) -> str:
    """Warn the caller of the present function that a name has been replaced, and return the new one."""
    warnings.warn(f"{old} is {new} now; use the new name", DeprecationWarning, stacklevel=3)
    return new
