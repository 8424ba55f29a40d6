"""Names: registries, in which no entry replaces another one silently, and the public names of packages."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Any, TypeVar

from seqform.errors import InputError

K = TypeVar("K")
V = TypeVar("V")


class Registry(MutableMapping[K, V]):
    """A mapping to which other packages add what they define; `InputError` if a name is taken.

    The same object may be registered again, and so may a class or function whose module is executed again, as in a
    notebook. An entry that is to be replaced is deleted first.

    Parameters
    ----------
    what : str
        What its entries are, such as "concept", for messages.
    entries : mapping, optional
        The first entries.

    Examples
    --------
    >>> from fractions import Fraction
    >>> numbers = Registry("number", {"ratio": Fraction})
    >>> try:
    ...     numbers["ratio"] = float
    ... except InputError as error:
    ...     print(error)
    number ratio: builtins.float would replace fractions.Fraction; register it by another name
    """

    def __init__(self, what: str, entries: Mapping[K, V] | None = None) -> None:
        self.what = what
        self._entries: dict[K, V] = {}
        self.update(entries or {})

    def __setitem__(self, name: K, entry: V) -> None:
        known = self._entries.get(name)
        if known is not None and known is not entry and _place(known) != _place(entry):
            words = name if isinstance(name, tuple) else (name,)
            spelled = " of ".join(getattr(word, "__name__", str(word)) for word in words)
            raise InputError(
                f"{self.what} {spelled}: {_place(entry)} would replace {_place(known)}; register it by another name"
            )
        self._entries[name] = entry

    def __getitem__(self, name: K) -> V:
        return self._entries[name]

    def __delitem__(self, name: K) -> None:
        del self._entries[name]

    def __iter__(self) -> Iterator[K]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<Registry of {len(self)} entries: {self.what} {', '.join(map(str, self))}>"


def _place(entry: object) -> str:
    """Return the module and the name of what defines an entry."""
    defined = entry
    for made_by in ("build", "decide", "func"):  # of a game of the catalog, of a certifier, of a partial function
        defined = getattr(defined, made_by, defined)
    if not hasattr(defined, "__qualname__"):
        defined = type(defined)
    return f"{defined.__module__}.{defined.__qualname__}"


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
