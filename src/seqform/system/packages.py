"""Imports of optional packages at their first use, with the command that installs a missing one."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

from seqform.errors import BackendNotInstalledError
from seqform.system import memory_limit

DEFAULT = {
    "numpy": "numpy",
    "scipy": "scipy",
    "highspy": "highspy",
    "cvxpy": "cvxpy",
    "pyomo": "pyomo",
    "flint": "python-flint",
    "numba": "numba",
    "typer": "typer",
    "rich": "rich",
}
"""Modules of every installation, and their distributions."""

EXTRAS = {
    "matplotlib": "plots",
    "duckdb": "sweeps",
    "psutil": "sweeps",
    "pandas": "sweeps",
    "jinja2": "sweeps",
    "distributed": "cluster",
    "dask": "cluster",
    "pygambit": "gambit",
    "pyspiel": "openspiel",
    "open_spiel": "openspiel",
    "ortools": "pdlp",
    "cupdlpx": "gpu",
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
    return f"pip install {DEFAULT.get(module, module)}" if extra is None else f'pip install "seqform[{extra}]"'


_WITH_BLAS = ("scipy.linalg", "scipy.sparse.linalg", "scipy.optimize")
BLAS_ROOM = 110_000_000
"""Bytes of address space that these modules map when they are loaded; with less, the BLAS waits for memory for ever."""


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
    if module in _WITH_BLAS and memory_limit.room() < BLAS_ROOM:
        raise MemoryError(f"{module}: no room to load it")
    try:
        return importlib.import_module(module)
    except ImportError as error:
        top = module.partition(".")[0]
        missing = isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0] == top
        raise BackendNotInstalledError(_line(top, purpose, None if missing else error)) from error


def explain(error: ImportError) -> str:
    """Return the line for an import that failed, whichever module it was."""
    top = (error.name or "").partition(".")[0]
    if top not in DEFAULT and top not in EXTRAS:
        return str(error)
    return _line(top, "this", None if isinstance(error, ModuleNotFoundError) else error)


def _line(top: str, purpose: str, error: ImportError | None) -> str:
    if error is None:
        return f"{top} is not installed, which {purpose} needs: {install_command(top)}"
    command = install_command(top).replace("install", "install --force-reinstall", 1)
    return f"{top}, which {purpose} needs, cannot be imported ({' '.join(str(error).split())}): {command}"
