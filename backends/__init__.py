"""Solver backends, their registry and the conformance suite."""

from __future__ import annotations

# Python found this package as `backends` through the current folder: there would be two copies of every class.
if __name__ != "seqform.backends":
    raise ImportError("import seqform.backends, not backends")

import os
import sys
from types import ModuleType
from typing import TYPE_CHECKING

from seqform.system.packages import public_names

if TYPE_CHECKING:
    from seqform.backends.public import *  # noqa: F403
    from seqform.backends.registry import BackendInfo

__getattr__, __dir__ = public_names(__name__)


class _Listing(ModuleType):
    """The module, which lists the backends when it is called: ``seqform.backends()``."""

    def __call__(self, details: bool = False, name: str | None = None) -> list[BackendInfo]:
        """Describe all backends, or one, as `describe` does."""
        from seqform.backends.registry import describe

        return describe(details, name)


sys.modules[__name__].__class__ = _Listing

if os.environ.get("SEQFORM_PLAIN", "") not in ("", "0"):
    from seqform.backends.machine_code import use_sources

    use_sources()
