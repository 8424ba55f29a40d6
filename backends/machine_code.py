"""The extension modules of the loops: which there are, whether they are built, and their sources in their place.

A kernel is a module with a file of C types (``.pxd``) of its name beside it, from which ``setup.py`` builds an
extension module. Without it, the loops run as plain Python, with the same results.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import warnings
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

PLAIN = "SEQFORM_PLAIN"
"""The environment variable with which the sources of kernels are imported though extension modules are there."""

MISSING = (
    "machine code is missing, so that long computations take many times as long: there was no C compiler, or no "
    "headers of Python, when seqform was installed; install them, and seqform again by pip with --no-cache-dir "
    "--force-reinstall"
)

_FOLDER = Path(__file__).parent
_PACKAGE = __name__.rpartition(".")[0]


def kernels() -> dict[str, Path]:
    """Return the source of every kernel, by the name of the module."""
    sources = {}
    for declarations in sorted(_FOLDER.glob("**/*.pxd")):
        source = declarations.with_suffix(".py")
        if source.exists():
            place = source.relative_to(_FOLDER).with_suffix("")
            sources[".".join((_PACKAGE, *place.parts))] = source
    return sources


def is_compiled(module: str) -> bool:
    """Return whether the import of a module gives an extension module."""
    spec = find_spec(module)
    return (
        spec is not None
        and spec.origin is not None
        and spec.origin.endswith(tuple(EXTENSION_SUFFIXES))
    )


def is_plain_wanted() -> bool:
    """Return whether the environment asks for the sources of kernels."""
    return os.environ.get(PLAIN, "") not in ("", "0")


@cache
def is_missing() -> bool:
    """Return whether a kernel runs as plain Python."""
    return not all(map(is_compiled, kernels()))


@cache
def warn_if_missing() -> None:
    """Log a warning, once, if kernels run as plain Python and nobody has asked for that.

    They are silent on overflow and division by zero then, as machine code is.
    """
    if not is_missing():
        return
    for name in kernels():
        warnings.filterwarnings("ignore", category=RuntimeWarning, module=re.escape(name))
    if not is_plain_wanted():
        logging.getLogger("seqform").warning(MISSING)


class SourceFinder(MetaPathFinder):
    """Finds the sources of kernels, for use in `sys.meta_path` before the finders of extension modules."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the specification of a kernel as a Python module, None for all other modules."""
        if not fullname.startswith(f"{_PACKAGE}."):
            return None
        names = fullname.removeprefix(f"{_PACKAGE}.").split(".")
        source = _FOLDER.joinpath(*names).with_suffix(".py")
        if not (source.exists() and source.with_suffix(".pxd").exists()):
            return None
        return spec_from_file_location(fullname, source)


def use_sources() -> None:
    """Import the sources of kernels from now on."""
    sys.meta_path.insert(0, SourceFinder())
