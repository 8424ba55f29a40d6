"""Imports of optional packages at their first use, plug-ins, registries, and public names of packages.

The error for a missing package has the command that installs it. Plug-ins are modules of other packages, which add
concepts, preprocessing steps and games to the registries, in which no entry replaces another one silently.
"""

from __future__ import annotations

import importlib
import shlex
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, TypeVar

from seqform.errors import BackendNotInstalledError, InputError

_SAME_NAME = ("numpy", "scipy", "highspy", "cvxpy", "pyomo", "click", "rich")
DEFAULT = {"flint": "python-flint", **{name: name for name in _SAME_NAME}}
"""Modules of every installation, and their distributions."""

EXTRAS = {
    module: extra
    for extra, modules in {
        "plots": "matplotlib",
        "pictures": "typst",
        "sweeps": "duckdb psutil pandas jinja2",
        "cluster": "distributed dask",
        "play": "starlette uvicorn textual",
        "gambit": "pygambit",
        "openspiel": "pyspiel open_spiel",
        "hipo": "highspy_extras",
        "pdlp": "ortools",
        "gpu": "cupdlpx",
    }.items()
    for module in modules.split()
}
"""Modules that only some installations have, and the extras of seqform that bring them."""


def install_command(module: str) -> str:
    """Return the command that installs the package of a module.

    Examples
    --------
    >>> install_command("flint"), install_command("matplotlib")
    ('pip install python-flint', 'pip install "seqform[plots]"')
    """
    extra = EXTRAS.get(module)
    if extra is not None:
        return f'pip install "seqform[{extra}]"'
    return f"pip install {DEFAULT.get(module, module)}"


def install_here(module: str) -> str:
    """Return the command that installs the package of a module for the Python that runs, whatever ``pip`` is for.

    Examples
    --------
    >>> install_here("flint").endswith(" -m pip install python-flint")
    True
    """
    return f"{shlex.quote(sys.executable or 'python')} -m {install_command(module)}"


def require(module: str, purpose: str = "this") -> ModuleType:
    """Import a module that may be missing, or damaged; the error has the command that installs it.

    Examples
    --------
    >>> require("scipy.sparse").csr_array.__name__
    'csr_array'
    """
    loaded = sys.modules.get(module)
    if loaded is not None:
        return loaded
    try:
        return importlib.import_module(module)
    except ImportError as error:
        top, _, _ = module.partition(".")
        of_missing, _, _ = (error.name or "").partition(".")
        is_missing = isinstance(error, ModuleNotFoundError) and of_missing == top
        message = _line(top, purpose, None if is_missing else error)
        raise BackendNotInstalledError(message) from error


def explain(error: ImportError) -> str:
    """Return the line for an import that failed, whichever module it was."""
    top = (error.name or "").partition(".")[0]
    if top not in DEFAULT and top not in EXTRAS:
        return str(error)
    is_missing = isinstance(error, ModuleNotFoundError)
    return _line(top, "this", None if is_missing else error)


def _line(top: str, purpose: str, error: ImportError | None) -> str:
    """Return what to do about a package that is missing, or that cannot be imported for a reason."""
    if error is None:
        return f"{top} is not installed, which {purpose} needs: {install_here(top)}"
    command = install_here(top).replace("pip install", "pip install --force-reinstall", 1)
    reason = " ".join(str(error).split())
    return f"{top}, which {purpose} needs, cannot be imported ({reason}): {command}"


def version_of(distribution: str) -> str | None:
    """Return the version of an installed distribution, None if there is none."""
    from importlib import metadata  # which takes as long to import as the command line

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


PLUGINS = "seqform.plugins"
"""The entry-point group: each entry names a module, which registers what it defines when it is imported."""


@cache
def load_plugins() -> bool:
    """Import the plug-ins that are installed, once in a process; return whether there are any."""
    from importlib import metadata

    entries = sorted(metadata.entry_points(group=PLUGINS), key=lambda entry: entry.name)
    for entry in entries:
        try:
            importlib.import_module(entry.value)
        except Exception as error:
            raise InputError(
                f"plug-in {entry.name} ({entry.value}) cannot be imported: {type(error).__name__}: {error}; "
                "repair it, or uninstall its package"
            ) from error
    return bool(entries)


K = TypeVar("K")
V = TypeVar("V")


class Registry(MutableMapping[K, V]):
    """A mapping to which other packages add what they define; `InputError` if a name is taken.

    The same object may be registered again, and so may a class or function whose module is executed again, as in a
    notebook. An entry that is to be replaced is deleted first.

    - `what`: What its entries are, such as "concept", for messages.
    - `entries`: The first entries.

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
            change = f"{_place(entry)} would replace {_place(known)}"
            raise InputError(f"{self.what} {_spelled(name)}: {change}; register it by another name")
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


def _spelled(name: object) -> str:
    """Return a name of an entry in words: of several parts, such as a claim and a class, "the one of the other"."""
    parts = name if isinstance(name, tuple) else (name,)
    return " of ".join(getattr(part, "__name__", str(part)) for part in parts)


def _place(entry: object) -> str:
    """Return the module and the name of what defines an entry."""
    defined = entry
    # Of a game of the catalog, of a certifier, of a partial function.
    for made_by in ("build", "decide", "func"):
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
        names = vars(import_module(f"{package}.public"))
        if name == "__all__":
            return sorted(public for public in names if not public.startswith("_"))
        if old is not None and name in old:
            name = renamed(f"{package}.{name}", old[name])
        if name in names and not name.startswith("_"):
            return names[name]
        return submodule(package, name)

    def directory() -> list[str]:
        return sorted({*vars(import_module(package)), *attribute("__all__")})

    return attribute, directory


def submodules(package: str) -> Callable[[str], Any]:
    """Return ``__getattr__`` of a package whose modules are imported when they are used as its attributes."""
    return partial(submodule, package)


def submodule(package: str, name: str) -> ModuleType:
    """Return a module of a package by its name, or raise AttributeError if there is none."""
    if name.startswith("_") or find_spec(f"{package}.{name}") is None:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    return import_module(f"{package}.{name}")


def renamed(old: str, new: str) -> str:
    """Warn the caller of the present function that a name has been replaced, and return the new one."""
    warnings.warn(f"{old} is {new} now; use the new name", DeprecationWarning, stacklevel=3)
    return new
