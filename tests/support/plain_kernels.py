"""Kernels as plain Python beside the extension modules, to compare what they compute."""

import sys
from importlib import import_module
from types import ModuleType

from seqform.backends import machine_code

_PACKAGES = {name.rpartition(".")[0] for name in machine_code.kernels()}

_plain: dict[str, ModuleType] = {}


def plain(name: str) -> ModuleType:
    """Return a module of a package that has kernels, imported anew with all kernels as plain Python."""
    ordinary = _taken_away()
    sys.modules.update(_plain)
    finder = machine_code.SourceFinder()
    sys.meta_path.insert(0, finder)
    try:
        return import_module(name)
    finally:
        sys.meta_path.remove(finder)
        _plain.update(_taken_away())
        sys.modules.update(ordinary)
        backends = sys.modules["seqform.backends"]
        for package in _PACKAGES:
            if package in ordinary:
                setattr(backends, package.rpartition(".")[2], ordinary[package])


def _taken_away() -> dict[str, ModuleType]:
    """Take the modules of packages that have kernels from those that are imported, and return them."""
    found = [
        name for name in sys.modules if name in _PACKAGES or name.rpartition(".")[0] in _PACKAGES
    ]
    return {name: sys.modules.pop(name) for name in found}
