"""Lower bounds on realization weights, as polynomials in ε: how players are made to tremble."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from seqform.models.polynomials import PolynomialArray
from seqform.models.sequences import SequenceIndex

Trembles = Callable[[SequenceIndex], PolynomialArray]
"""From a player's sequences to the least weight of each, shape (|S|,)."""


def quasi_perfect_trembles(index: SequenceIndex) -> PolynomialArray:
    """Return k(ε) with k_σ = ε^|σ|, |σ| the number of the player's own choices in σ.

    Limits of equilibria of the game perturbed so are quasi-perfect.

    References
    ----------
    Miltersen & Sørensen (2006), section 2.3; (2010), Computing a quasi-perfect equilibrium of a two-player game,
    Economic Theory 42, 175-192.

    Examples
    --------
    >>> import seqform as sf
    >>> index = sf.load("vsvet-figure-1").sequences[0].index
    >>> quasi_perfect_trembles(index)[3]  # the player's second choice
    (Fraction(0, 1), Fraction(0, 1), Fraction(1, 1))
    """
    return PolynomialArray.powers(lengths(index))


def uniform_trembles(index: SequenceIndex) -> PolynomialArray:
    """Return k(ε) = ε for every sequence but the empty one: a bad idea, kept to show why.

    Limits need not even be subgame perfect: the game "uniform-bounds" of the catalog.
    """
    return PolynomialArray.powers(np.minimum(lengths(index), 1))


def lengths(index: SequenceIndex) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Return |σ|, the number of choices in every sequence, shape (|S|,)."""
    return np.concatenate([[0], 1 + index.depth[index.infoset_of[1:]]]).astype(np.int64)
