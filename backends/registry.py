"""Registry of backends by name: those of seqform, and those that other packages declare as entry points."""

from __future__ import annotations

import re
from collections.abc import Set
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import metadata
from typing import Any

from seqform.backends.entries import ENTRIES, GROUP, foreign_entries
from seqform.backends.protocol import Backend, ChoosesSolver, Traits, traits_of
from seqform.errors import BackendError, BackendNotInstalledError, UnknownBackendError, unknown
from seqform.models.options import defaults_of, options_of
from seqform.system.own_code import errors_named_by, own_object
from seqform.system.sources import parse_code


@dataclass(frozen=True)
class OptionInfo:
    """Description of an option: its values, such as ``NUMBER``, its default, and its meaning."""

    name: str
    values: str
    default: Any
    help: str


@dataclass(frozen=True)
class BackendInfo:
    """Description of a backend; without details, models and traits of other packages' backends are left out."""

    name: str
    installed: bool
    version: str | None  # of the package that it calls, or that declares the backend
    supports: tuple[str, ...]  # names of the model classes that it solves
    exact: bool
    solvers: tuple[str, ...]  # available solvers or methods; empty without details
    traits: Traits
    install: str  # the command that installs the package

    @property
    def solver_option(self) -> str | None:
        """The option that chooses among the solvers."""
        return self.traits.solver_option

    @property
    def solves(self) -> str:
        """The models that it solves, for people, such as "linear programs (exactly)"."""
        return ", ".join(map(_in_words, self.supports)) + (" (exactly)" if self.exact else "")

    def as_dict(self) -> dict[str, Any]:
        """Return the attributes as a dictionary, with the traits beside the others."""
        own = asdict(self)
        traits = own.pop("traits")
        return {**own, **traits, "options": list(map(asdict, self.options))}

    @property
    def options(self) -> list[OptionInfo]:
        """Its options in `SolveOptions.raw`, of a method of seqform; other solvers document theirs."""
        own_options = self.traits.options
        if own_options is None:
            return []
        defaults = defaults_of(own_options)
        options = []
        for name, described in options_of(own_options).items():
            values = "true|false" if described.is_flag else described.metavar
            options.append(OptionInfo(name, values, defaults[name], described.help))
        return options


def _in_words(model: str) -> str:
    """Return the plural of a class name, such as "linear programs" for "LinearProgram"."""
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", model).lower()
    return words.replace("mixed integer", "mixed-integer") + "s"


def names() -> list[str]:
    """Return the names of all backends, installed or not, those of other packages last."""
    return [*ENTRIES, *foreign_entries()]


def get(name: str | Backend) -> Backend:
    """Return the backend of that name.

    Parameters
    ----------
    name : str or Backend
        One of `names()`, a backend, which is returned, or one in a Python file, which is run: ``./dense.py:Dense``.
        Other packages add names through the entry-point group ``seqform.backends``, each entry a class without
        parameters, or an object, that is a `Backend`; an entry with the name of a backend of seqform is ignored.

    Examples
    --------
    >>> get("highs").name
    'highs'
    >>> from seqform.errors import UnknownBackendError
    >>> try:
    ...     get("hihgs")
    ... except UnknownBackendError as error:
    ...     print(str(error).partition("; known: ")[0])
    no backend 'hihgs'; did you mean highs?
    """
    if not isinstance(name, str):
        return _checked(name)
    if (code := parse_code(name)) is not None:
        member = own_object(code)
        with errors_named_by(code):
            return _checked(member)
    if name in ENTRIES:
        entry = ENTRIES[name]
        if entry.is_needed and not entry.installed:
            raise BackendNotInstalledError(
                f"backend {name} needs {entry.distribution}, which is not installed: {entry.install}"
            )
        return entry.load()
    foreign = foreign_entries()
    if name in foreign:
        return _load_foreign(foreign[name])
    raise UnknownBackendError(unknown("no backend", name, names()) + _through_another(name))


_CVXPY = "clarabel copt cplex cuopt ecos gurobi mosek osqp piqp qoco scs xpress"
_PYOMO = "cbc glpk ipopt scip"
_HIGHS = "simplex ipm ipx hipo"


def _through_another(name: str) -> str:
    """Return how a backend in a Python file, or a solver that is no backend of its own, is reached."""
    if name.endswith(".py"):
        return f"; a backend in a Python file has its name behind it: {name}:NAME, for a class or an object NAME"
    known = (
        ("cvxpy", _CVXPY, name.upper()),
        ("pyomo", _PYOMO, name.lower()),
        ("highs", _HIGHS, name.lower()),
    )
    for backend, solvers, spelled in known:
        if name.lower() in solvers.split():
            return (
                f"; {name} is a solver of {backend}: backend={backend!r}, raw={{'solver': {spelled!r}}}, "
                f"on the command line --backend {backend} --option solver={spelled}"
            )
    return ""


def _checked(backend: object) -> Backend:
    """Return an object that is a backend; raise BackendError for any other."""
    if isinstance(backend, type):
        raise BackendError(f"backend: an object expected, not its class: {backend.__name__}()")
    if not isinstance(backend, Backend):
        raise UnknownBackendError(
            f"no backend {backend!r}; a name, or an object with name, supports, exact and solve, expected"
        )
    return _well_described(backend)


def _well_described(backend: Backend) -> Backend:
    """Return a backend whose attributes are of the right types."""
    if hasattr(backend, "solver_option"):
        raise BackendError(
            f"backend {type(backend).__name__}: solver_option is a field of the attribute traits: Traits"
        )
    supports: object = backend.supports
    are_classes = isinstance(supports, Set) and all(isinstance(model, type) for model in supports)
    is_right = {
        "name: a text": isinstance(backend.name, str),
        "supports: a set of classes": are_classes,
        "exact: True or False": isinstance(backend.exact, bool),
        "traits: Traits": isinstance(traits_of(backend), Traits),
        "solve: a method": callable(backend.solve),
    }
    for what, attribute_is_right in is_right.items():
        if not attribute_is_right:
            value = repr(getattr(backend, what.partition(":")[0]))
            raise BackendError(
                f"backend {type(backend).__name__}: {what} expected, not {' '.join(value.split()):.80}"
            )
    return backend


def describe(details: bool = False, name: str | None = None) -> list[BackendInfo]:
    """Describe all backends, installed or not, or one.

    Parameters
    ----------
    details : bool
        Whether to include the solvers of each backend, and the model classes of other packages' backends, which loads
        those packages.
    name : str, optional
        The only one to describe, which may also be in a Python file; see `get`.

    Examples
    --------
    >>> [info.name for info in describe() if info.exact]
    ['lemke', 'exact', 'bestnash', 'stable-basis', 'symbolic', 'bound']
    >>> describe(name="highs")[0].traits.first_order
    ('pdlp', 'hipdlp')
    """
    foreign = foreign_entries()
    described = [*ENTRIES, *foreign] if name is None else [name]
    return [_info(backend, foreign, details) for backend in described]


def _info(name: str, foreign: dict[str, metadata.EntryPoint], details: bool) -> BackendInfo:
    """Describe a backend; that of another package is loaded for details only."""
    backend: Backend | None = None
    installed = True
    version = None
    install = ""
    if name in foreign:
        plugin = foreign[name]
        if plugin.dist:
            version = plugin.dist.version
            install = f"pip install {plugin.dist.name}"
        if details:
            try:
                backend = _load_foreign(plugin)
            except BackendError:
                installed = False
    elif name in ENTRIES:
        own = ENTRIES[name]
        backend = own.load()  # its module is imported without the package that it calls
        installed = own.installed
        version = own.version
        install = own.install
    else:
        backend = get(name)

    supports: tuple[str, ...] = ()
    is_exact = False
    if backend:
        supports = tuple(sorted(model.__name__ for model in backend.supports))
        is_exact = backend.exact
    solvers: tuple[str, ...] = ()
    if details and installed and isinstance(backend, ChoosesSolver):
        # A package that is there and cannot be loaded leaves the list empty.
        with suppress(BackendError):
            solvers = backend.solvers()
    return BackendInfo(
        name=name,
        installed=installed,
        version=version,
        supports=supports,
        exact=is_exact,
        solvers=solvers,
        traits=traits_of(backend),
        install=install,
    )


def _load_foreign(entry: metadata.EntryPoint) -> Backend:
    """Return the backend of another package's entry point; raise BackendError if it is none, or of several packages."""
    entries = metadata.entry_points(group=GROUP, name=entry.name)
    places = {declared.value for declared in entries}
    if len(places) > 1:
        raise BackendError(
            f"backend {entry.name}: declared by several packages, as {', '.join(sorted(places))}; keep one"
        )
    try:
        loaded = entry.load()
        backend = loaded() if isinstance(loaded, type) else loaded
    except ImportError as error:
        raise BackendNotInstalledError(
            f"backend {entry.name} ({entry.value}) cannot be imported: {error}"
        ) from error
    except Exception as error:
        raise BackendError(
            f"backend {entry.name} ({entry.value}) cannot be created: {error}"
        ) from error
    if not isinstance(backend, Backend):
        raise BackendError(
            f"backend {entry.name} ({entry.value}) is not a backend: name, supports, exact and solve expected"
        )
    return _well_described(backend)
