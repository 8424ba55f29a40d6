"""Readers, game generators, and reductions of games to smaller games and to programs."""

from __future__ import annotations

if __name__ != "seqform.builders":  # found through the current folder: there would be two copies of every class
    raise ImportError("import seqform.builders, not builders")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from seqform.builders.public import *  # noqa: F403


def __getattr__(name: str) -> Any:
    """Import the public names when one of them is used."""
    from seqform.builders.public import NAMES

    if name in NAMES:
        return NAMES[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    from seqform.builders.public import __all__

    return sorted({*globals(), *__all__})
