"""The conditions of optimality, by signs: of a primal-dual pair at whatever counts as small."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seqform.models.immutable import Immutable
from seqform.models.linear_program import Mask
from seqform.models.polynomials import Signs


@dataclass(frozen=True, eq=False)
class SignPattern(Immutable):
    """Which bounds a program has: rows at least or at most their right-hand side, columns free or nonnegative.

    Parameters
    ----------
    minimise : bool
    at_least, at_most : ndarray of bool, shape (m,)
    free : ndarray of bool, shape (n,)
    """

    minimise: bool
    at_least: Mask
    at_most: Mask
    free: Mask

    def wrong_slacks(self, slacks: Signs) -> Mask:
        """Return which rows are violated, given the signs of activity less right-hand side."""
        return np.asarray(((slacks < 0) & self.at_least) | ((slacks > 0) & self.at_most), dtype=bool)

    def wrong_weights(self, weights: Signs) -> Mask:
        """Return which columns are negative that may not be."""
        return np.asarray((weights < 0) & ~self.free, dtype=bool)

    def wrong_duals(self, duals: Signs) -> Mask:
        """Return which row duals lean on a bound that is not there."""
        signed = duals if self.minimise else -duals
        return np.asarray(((signed > 0) & ~self.at_least) | ((signed < 0) & ~self.at_most), dtype=bool)

    def wrong_costs(self, costs: Signs) -> Mask:
        """Return which reduced costs have the wrong sign."""
        signed = costs if self.minimise else -costs
        return np.asarray((signed < 0) | ((signed > 0) & self.free), dtype=bool)


def first_of(kind: str, what: str, wrong: Mask, names: Sequence[str]) -> str:
    """Return the first place where something is wrong, and how many more there are; "" if none."""
    places = np.flatnonzero(wrong)
    if not len(places):
        return ""
    others = f" and {len(places) - 1:,} more" if len(places) > 1 else ""
    return f"{kind} {names[int(places[0])]!r}{others} {what}"
