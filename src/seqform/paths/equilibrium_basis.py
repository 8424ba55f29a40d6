"""Complementary bases of known equilibria, from which paths are followed back (vSvET, section 7)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

import numpy as np

from seqform.backends.lemke.exact_basis import ExactBasis, integer_columns
from seqform.backends.linalg.rational_solve import is_singular
from seqform.builders.programs.lcp import GameLcp
from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, Ints, Mask
from seqform.models.numbers.text import short
from seqform.models.programs.complementarity import PathStart
from seqform.models.strategies.behavior import RealizationPlans

MOST_BASES = 2_000
"""Bases of a degenerate equilibrium that are tried."""


def equilibrium_start(lcp: GameLcp, plans: RealizationPlans) -> PathStart:
    """Return a complementary basis of an equilibrium, as the start of a path on which z0 rises from 0.

    Basic are u' and v', every positive variable and, of a pair that is zero on both sides, the one that makes the basis
    nonsingular; at an information set that the own plan excludes first the best choice there. The columns of the basis
    settle ties, since it need not be lexicographically feasible in those of the slacks.

    Parameters
    ----------
    plans : RealizationPlans
        Exact plans.

    Raises
    ------
    ModelError
        If the plans are not exact or no equilibrium, or if they have no complementary basis: then they lie inside a
        set of equilibria, and no path ends there.
    """
    z = lcp.point(plans)
    violation = lcp.base.residuals(z).worst
    if violation:
        raise ModelError(
            f"no equilibrium, exactly: its conditions are violated by {short(violation)}; a path is followed back from "
            "an equilibrium with fractions, as `equilibria` and `solve` by lemke return it"
        )
    n = len(lcp.base)
    for places in islice(_candidates(lcp, z), MOST_BASES):
        basis = np.where(places, n + np.arange(n), np.arange(n))
        if is_singular(integer_columns(lcp.base, basis)):
            continue
        if ExactBasis(lcp.base, basis).point()[0].equals(z):
            return PathStart(basis, entering=2 * n, ties_from=basis.copy())
    raise ModelError(
        "the equilibrium has no complementary basis: it lies inside a set of equilibria, or its payoffs tie in too "
        "many ways; no path ends there. Take an extreme one of the set, as `equilibria --complete` lists them"
    )


def _candidates(lcp: GameLcp, z: ExactArray) -> Iterator[Mask]:
    """Yield the places of basic z_i: those that have to be, with the best choices at excluded sets or other sets."""
    w = lcp.base.slack(z)
    assert isinstance(w, ExactArray)
    basic = lcp.base.free | np.asarray(z.numerators != 0, dtype=bool)
    undecided = ~basic & np.asarray(w.numerators == 0, dtype=bool)
    likely = _best_at_excluded(lcp, z, basic) & undecided
    places = np.flatnonzero(undecided)
    for size in range(len(places) + 1):  # by the number of pairs that differ from the likely choice
        for changed in combinations(places.tolist(), size):
            chosen = basic | likely
            chosen[list(changed)] ^= True
            yield chosen


def _best_at_excluded(lcp: GameLcp, z: ExactArray, basic: Mask) -> Mask:
    """Return a mask of the first best choices at information sets none of whose choices is played."""
    chosen = np.zeros(len(basic), dtype=bool)
    blocks, costs = lcp.blocks, lcp.costs
    sides = ((blocks.x, blocks.y, costs[0]), (blocks.y, blocks.x, costs[1]))
    for space, (own, other, cost) in zip(lcp.spaces, sides, strict=True):
        best: Ints = space.optimal_basis(-cost.dot(z.take(other))).basic
        played = space.constraints.to_scipy()[:, np.flatnonzero(basic[own])]
        for row, choice in enumerate(best.tolist()):
            if not np.any(played[[row]].toarray() > 0):
                chosen[own.start + choice] = True
    return chosen
