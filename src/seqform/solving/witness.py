"""Witnesses of normal-form perfection from the last segment of Lemke's path."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seqform.backends.lemke.exact_basis import ExactBasis
from seqform.builders.programs.lcp import GameLcp
from seqform.models.numbers.exact import ExactArray, Ints, Mask
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import RawSolution
from seqform.models.strategies.behavior import RealizationPlans


def path_witness(lcp: GameLcp, start: RealizationPlans, raw: RawSolution) -> RealizationPlans | None:
    """Return completely mixed plans to which the plans at the end of a path are best responses (vSvET, Theorem 1).

    They exist where the path begins at completely mixed plans and its last step is not degenerate; None otherwise.
    """
    path = raw.path
    if path is None or len(path) == 0 or not isinstance(raw.primal, ExactArray):
        return None
    return last_segment(lcp, start, path.problem, path.basis(len(path)), raw.primal)


def last_segment(
    lcp: GameLcp, start: RealizationPlans, problem: LinearComplementarityProblem, basis: Ints, z: ExactArray
) -> RealizationPlans | None:
    """Return plans on the last segment of a path, None if z0 did not fall there.

    At the last basis the basic variables are B⁻¹q + B⁻¹d z0, and nonnegative up to the z0 at which the segment
    begins, zero where z0 did not leave as soon as it could. The power of two below that is taken, for shorter numbers.

    `start` is (p, q), `basis` the last one, shape (n,), and `z` the solution there.
    """
    assert problem.covering_vector is not None
    end = ExactBasis(problem, basis)
    w = problem.slack(z)
    assert isinstance(w, ExactArray)
    values = ExactArray.concatenate([w, z, ExactArray.zeros(1)]).take(end.basis)
    slopes = end.solve(problem.covering_vector)
    z0 = _reach(values, slopes, end.sign_constrained)
    return None if z0 == 0 else lcp.plans_on_path(start, end.point(values + slopes * z0)[0], z0)


def _reach(values: ExactArray, slopes: ExactArray, constrained: Mask) -> Fraction:
    """Return how large z0 may be, rounded down to a power of two up to 1, or 0."""
    falling = np.flatnonzero(constrained & np.asarray(slopes.numerators < 0, dtype=bool))
    if not np.all(values.numerators[falling] > 0):
        return Fraction(0)
    unit = Fraction(slopes.denominator, values.denominator)
    steps = zip(values.numerators[falling].tolist(), slopes.numerators[falling].tolist(), strict=True)
    least = min((Fraction(value, -slope) for value, slope in steps), default=1 / unit) * unit
    halvings = max(0, least.denominator.bit_length() - least.numerator.bit_length() + 1)
    return Fraction(1, 2**halvings)
