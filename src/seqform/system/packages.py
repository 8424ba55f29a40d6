"""Imports of optional packages at their first use, and of installed plug-ins.

The error for a missing package has the command that installs it. Plug-ins are modules of other packages, which add
concepts, preprocessing steps and games to the registries.
"""

from __future__ import annotations

import importlib
import sys
from functools import cache
from types import ModuleType

from seqform.errors import BackendNotInstalledError, InputError

DEFAULT = {
    "numpy": "numpy",
    "scipy": "scipy",
    "highspy": "highspy",
    "cvxpy": "cvxpy",
    "pyomo": "pyomo",
    "flint": "python-flint",
    "numba": "numba",
    "click": "click",
    "rich": "rich",
}
"""Modules of every installation, and their distributions."""

EXTRAS = {
    "matplotlib": "plots",
    "typst": "pictures",
    "duckdb": "sweeps",
    "psutil": "sweeps",
    "pandas": "sweeps",
    "jinja2": "sweeps",
    "distributed": "cluster",
    "dask": "cluster",
    "starlette": "play",
    "uvicorn": "play",
    "pygambit": "gambit",
    "pyspiel": "openspiel",
    "open_spiel": "openspiel",
    "highspy_extras": "hipo",
    "ortools": "pdlp",
    "cupdlpx": "gpu",
    "textual": "play",
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

    found = False
    for entry in sorted(metadata.entry_points(group=PLUGINS), key=lambda entry: entry.name):
        found = True
        try:
            importlib.import_module(entry.value)
        except Exception as error:
            raise InputError(
                f"plug-in {entry.name} ({entry.value}) cannot be imported: {type(error).__name__}: {error}; "
                "repair it, or uninstall its package"
            ) from error
    return found
