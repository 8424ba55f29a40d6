"""How Lemke's algorithm chooses the leaving variable, and where it stops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from seqform.models.exact import Ints

Ties = Literal["random-column", "unit-columns"]
"""What settles ties of the minimum ratio test after the right-hand side."""


@dataclass(frozen=True)
class PivotRule:
    """The lexico-minimum ratio test.

    The leaving variable is the basic variable whose row of [B⁻¹q, B⁻¹C, B⁻¹L], divided by its positive entry in
    the entering column, is lexicographically smallest. L holds the unit columns of the slacks, or those of
    the variables that `PathStart.ties_from` names. C is a positive combination of them with fixed random
    integer weights, which settles nearly all ties at once; without it the rule is the textbook's. Free
    variables never leave. Where q is a polynomial in ε, B⁻¹q stands for its coefficients, those of low orders first:
    the comparison of polynomials for all small ε.

    Parameters
    ----------
    early_exit : bool
        Whether z0 leaves as soon as it is among the variables tied in the right-hand side, in all orders of ε,
        before anything else is compared (vSvET, Algorithm 1 (c)); otherwise it is a variable like any other.
    ties : "random-column" or "unit-columns"
        With C or without it.
    seed : int
        Of the weights of C.
    """

    early_exit: bool = True
    ties: Ties = "random-column"
    seed: int = 0

    def weights(self, n: int) -> Ints:
        """Return the weights of C, positive integers below 2**30, shape (n,)."""
        return np.random.default_rng(self.seed).integers(1, 2**30, n)


@dataclass(frozen=True)
class Limits:
    """When to give up: whichever comes first.

    Parameters
    ----------
    seconds : float, optional
    pivots : int, optional
    tell : callable, optional
        Called with a short line of text now and then.
    """

    seconds: float | None = None
    pivots: int | None = None
    tell: Callable[[str], None] | None = None
