"""Readers, game generators, and reductions of games to smaller games and to programs."""

# Python found this package as `builders` through the current folder: there would be two copies of every class.
if __name__ != "seqform.builders":
    raise ImportError("import seqform.builders, not builders")

from typing import TYPE_CHECKING

from seqform.system.packages import public_names

if TYPE_CHECKING:
    from seqform.builders.public import *  # noqa: F403

__getattr__, __dir__ = public_names(__name__)
