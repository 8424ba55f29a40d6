"""Which backend solves a game if none is named."""

from __future__ import annotations

from seqform.models.game import ExtensiveGame
from seqform.models.ordered_game import OrderedGame

DEFAULT_LINEAR_BACKEND = "highs"
DEFAULT_COMPLEMENTARITY_BACKEND = "lemke"


def default_backend(game: ExtensiveGame | OrderedGame, concept: str = "nash", *, has_start: bool = False) -> str:
    """Return the name of the backend that `seqform.solve` takes if none is named.

    Parameters
    ----------
    game : ExtensiveGame or OrderedGame
    concept : str
    has_start : bool
        Whether a start is given, which only paths of complementary pivoting have.

    Examples
    --------
    >>> from seqform.sources import load
    >>> default_backend(load("kuhn")), default_backend(load("vsvet-figure-1"))
    ('highs', 'lemke')
    """
    if concept != "nf-perfect" and not has_start and game.constant_sum is not None:
        return DEFAULT_LINEAR_BACKEND
    return DEFAULT_COMPLEMENTARITY_BACKEND
