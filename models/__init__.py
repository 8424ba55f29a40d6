"""Immutable, self-validating data types: games, programs, strategies and answers."""

# Python found this package as `models` through the current folder: there would be two copies of every class.
if __name__ != "seqform.models":
    raise ImportError("import seqform.models, not models")

from typing import TYPE_CHECKING

from seqform.system.packages import public_names

if TYPE_CHECKING:
    from seqform.models.public import *  # noqa: F403

__getattr__, __dir__ = public_names(__name__)
