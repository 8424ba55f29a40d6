"""Packages that only sweeps need."""

from __future__ import annotations

import importlib
from typing import Any

from seqform.errors import BackendNotInstalledError

EXTRAS = {"duckdb": "sweeps", "pebble": "sweeps", "psutil": "sweeps", "distributed": "cluster"}
"""Which extra of seqform brings a package."""


def extra(package: str) -> Any:
    """Return a package that may not be installed.

    Raises
    ------
    BackendNotInstalledError
        If it is not; the message says how to install it.
    """
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise BackendNotInstalledError(
            f'{package} is not installed, which this needs: pip install "seqform[{EXTRAS[package]}]"'
        ) from None
