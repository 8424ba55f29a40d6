"""Immutable, self-validating data types: games, programs, strategies and answers."""

from __future__ import annotations

if __name__ != "seqform.models":  # found through the current folder: there would be two copies of every class
    raise ImportError("import seqform.models, not models")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from seqform.models.public import *  # noqa: F403


def __getattr__(name: str) -> Any:
    """Import the public names when one of them is used."""
    from seqform.models.public import NAMES

    if name in NAMES:
        return NAMES[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    from seqform.models.public import __all__

    return sorted({*globals(), *__all__})
