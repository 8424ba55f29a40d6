"""Finding backends by name, those of seqform and those of other packages."""

from __future__ import annotations

import importlib
from dataclasses import asdict, dataclass
from importlib import metadata
from importlib.util import find_spec
from typing import Any

from seqform.backends.protocol import Backend, ChoosesSolver, suggestion
from seqform.errors import BackendError, BackendNotInstalledError, UnknownBackendError
from seqform.system.packages import install_command

GROUP = "seqform.backends"


@dataclass(frozen=True)
class _Entry:
    """A backend of seqform: where its class is, and what it needs, if not for large models only."""

    place: str
    module: str
    distribution: str
    note: str = ""
    is_needed: bool = True

    @property
    def install(self) -> str:
        """The command that installs it."""
        return install_command(self.module) + self.note


_ENTRIES = {
    "highs": _Entry("seqform.backends.solvers.highs:HighsBackend", "highspy", "highspy"),
    "cvxpy": _Entry("seqform.backends.solvers.cvxpy:CvxpyBackend", "cvxpy", "cvxpy"),
    "pyomo": _Entry("seqform.backends.solvers.pyomo:PyomoBackend", "pyomo", "pyomo"),
    "scipy": _Entry("seqform.backends.solvers.scipy:ScipyBackend", "scipy", "scipy"),
    "pdlp": _Entry("seqform.backends.solvers.pdlp:PdlpBackend", "ortools", "ortools"),
    "cupdlpx": _Entry("seqform.backends.solvers.cupdlpx:CupdlpxBackend", "cupdlpx", "cupdlpx", ", with an NVIDIA GPU"),
    "lemke": _Entry("seqform.backends.lemke.backend:LemkeBackend", "numba", "numba", is_needed=False),
    "cfr": _Entry("seqform.backends.iterative.cfr:CfrBackend", "numba", "numba", is_needed=False),
    "pdhg": _Entry("seqform.backends.iterative.pdhg:PdhgBackend", "numba", "numba", is_needed=False),
    "exact": _Entry("seqform.backends.exact.backend:ExactBackend", "flint", "python-flint"),
}


@dataclass(frozen=True)
class BackendInfo:
    """What there is to know about a backend without solving anything.

    Attributes
    ----------
    version : str or None
        Of the package that it calls, or of the package that brings the backend.
    supports : tuple of str
        Names of the model classes that it solves; empty where that asks for loading
        another package and no details were asked for.
    solvers : tuple of str
        Solvers or methods to choose among, where details were asked for.
    solver_option : str or None
        The option that chooses among them.
    install : str
        The command that installs what it needs.
    """

    name: str
    installed: bool
    version: str | None
    supports: tuple[str, ...]
    exact: bool
    solvers: tuple[str, ...]
    solver_option: str | None
    install: str

    def as_dict(self) -> dict[str, Any]:
        """Return the attributes as a dictionary."""
        return asdict(self)


def names() -> list[str]:
    """Return the names of all backends, installed or not, those of other packages last."""
    return [*_ENTRIES, *(name for name in sorted(_foreign()) if name not in _ENTRIES)]


def get(name: str | Backend) -> Backend:
    """Return the backend of that name.

    Parameters
    ----------
    name : str or Backend
        One of `names()`, or an object that is a backend itself. Other packages add names through the entry-point group
        ``seqform.backends``, each entry a class without parameters, or an object, that is a
        `Backend`; the names of seqform's own backends stay theirs.

    Raises
    ------
    UnknownBackendError
        If there is no such backend.
    BackendNotInstalledError
        If the package that it calls is not installed.

    Examples
    --------
    >>> get("highs").name
    'highs'
    >>> from seqform.errors import UnknownBackendError
    >>> try:
    ...     get("hihgs")
    ... except UnknownBackendError as error:
    ...     print(error)
    no backend 'hihgs'; did you mean highs?; known: highs, cvxpy, pyomo, scipy, pdlp, cupdlpx, lemke, cfr, pdhg, exact
    """
    if not isinstance(name, str):
        return _own(name)
    if name in _ENTRIES:
        entry = _ENTRIES[name]
        if entry.is_needed and find_spec(entry.module) is None:
            raise BackendNotInstalledError(
                f"backend {name} needs {entry.distribution}, which is not installed: {entry.install}"
            )
        return _load(entry)
    foreign = _foreign()
    if name in foreign:
        return _load_foreign(foreign[name])
    known = names()
    raise UnknownBackendError(f"no backend {name!r}{suggestion(name, known)}; known: {', '.join(known)}")


def _own(backend: object) -> Backend:
    if isinstance(backend, type):
        raise BackendError(f"backend: an object expected, not its class: {backend.__name__}()")
    if not isinstance(backend, Backend):
        raise UnknownBackendError(
            f"no backend {backend!r}; a name, or an object with name, supports, exact and solve, expected"
        )
    return backend


def describe(details: bool = False) -> list[BackendInfo]:
    """Describe all backends, installed or not.

    Parameters
    ----------
    details : bool
        Also ask each backend for the solvers it can choose among, and other packages'
        backends for what they support, which loads those packages.

    Examples
    --------
    >>> [info.name for info in describe() if info.exact]
    ['lemke', 'exact']
    """
    own = [_describe_own(name, entry, details) for name, entry in _ENTRIES.items()]
    foreign = [_describe_foreign(entry, details) for name, entry in sorted(_foreign().items()) if name not in _ENTRIES]
    return own + foreign


def _describe_own(name: str, entry: _Entry, details: bool) -> BackendInfo:
    backend = _load(entry)
    installed = find_spec(entry.module) is not None
    return BackendInfo(
        name=name,
        installed=installed,
        version=_version(entry.distribution) if installed else None,
        supports=_supported(backend),
        exact=backend.exact,
        solvers=_solvers(backend) if details and installed else (),
        solver_option=getattr(backend, "solver_option", None),
        install=entry.install,
    )


def _describe_foreign(entry: metadata.EntryPoint, details: bool) -> BackendInfo:
    backend: Backend | None = None
    installed = True
    if details:
        try:
            backend = _load_foreign(entry)
        except BackendError:
            installed = False
    return BackendInfo(
        name=entry.name,
        installed=installed,
        version=entry.dist.version if entry.dist else None,
        supports=_supported(backend) if backend else (),
        exact=backend.exact if backend else False,
        solvers=_solvers(backend) if backend else (),
        solver_option=getattr(backend, "solver_option", None),
        install=f"pip install {entry.dist.name}" if entry.dist else "",
    )


def _load(entry: _Entry) -> Backend:
    module, _, attribute = entry.place.partition(":")
    backend: Backend = getattr(importlib.import_module(module), attribute)()
    return backend


def _foreign() -> dict[str, metadata.EntryPoint]:
    return {entry.name: entry for entry in metadata.entry_points(group=GROUP)}


def _load_foreign(entry: metadata.EntryPoint) -> Backend:
    try:
        loaded = entry.load()
        backend = loaded() if isinstance(loaded, type) else loaded
    except ImportError as error:
        raise BackendNotInstalledError(f"backend {entry.name} ({entry.value}) cannot be imported: {error}") from error
    except Exception as error:
        raise BackendError(f"backend {entry.name} ({entry.value}) cannot be made: {error}") from error
    if not isinstance(backend, Backend):
        raise BackendError(
            f"backend {entry.name} ({entry.value}) is no backend: name, supports, exact and solve are expected"
        )
    return backend


def _supported(backend: Backend) -> tuple[str, ...]:
    return tuple(sorted(kind.__name__ for kind in backend.supports))


def _solvers(backend: Backend) -> tuple[str, ...]:
    if not isinstance(backend, ChoosesSolver):
        return ()
    try:
        return backend.solvers()
    except BackendError:
        return ()


def _version(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None
