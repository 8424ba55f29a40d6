"""Modules of installed packages that add concepts, preprocessing steps and games to the registries."""

from __future__ import annotations

import importlib
from functools import cache
from importlib import metadata

from seqform.errors import InputError

GROUP = "seqform.plugins"
"""The entry-point group: each entry names a module, which registers what it defines when it is imported."""


@cache
def load_plugins() -> None:
    """Import the plug-ins that are installed, once in a process."""
    for entry in sorted(metadata.entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            importlib.import_module(entry.value)
        except Exception as error:
            raise InputError(
                f"plug-in {entry.name} ({entry.value}) cannot be imported: {type(error).__name__}: {error}; "
                "repair it, or uninstall its package"
            ) from error
