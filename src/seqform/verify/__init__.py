"""Certificates and refinement checks, computed on the original game independently of any solver.

Profiles, beliefs and families may come from any source: they are bound to the game by the names of information sets and
actions. Functions raise `ModelError` if these belong to another game, and exact checks if they are in doubles.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from seqform.verify.public import *  # noqa: F403


def __getattr__(name: str) -> Any:
    """Import the public names when one of them is used."""
    from seqform.verify.public import NAMES

    if name in NAMES:
        return NAMES[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    from seqform.verify.public import __all__

    return sorted({*globals(), *__all__})
