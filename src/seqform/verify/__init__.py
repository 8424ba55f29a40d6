"""Certificates and refinement checks, computed on the original game independently of any solver.

Profiles, beliefs and families may come from any source: they are bound to the game by the names of information sets and
actions. Functions raise `ModelError` if these belong to another game, and exact checks if they are in doubles.
"""

from typing import TYPE_CHECKING

from seqform.system.packages import public_names

if TYPE_CHECKING:
    from seqform.verify.public import *  # noqa: F403

__getattr__, __dir__ = public_names(__name__)
