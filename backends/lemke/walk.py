"""What an engine that walks a complementary path brings back."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from seqform.models.complementary_path import ComplementaryPath
from seqform.models.exact import ExactArray
from seqform.models.raw_solution import Termination


@dataclass(frozen=True, eq=False)
class Walk:
    """Where a walk ended.

    Attributes
    ----------
    termination : Termination
        SOLVED, SECONDARY_RAY, INTERRUPTED, the limit that was reached, or ERROR: z0 left while the slack of a free
        variable was positive, so that the point solves the problem in which that variable is nonnegative.
    path : ComplementaryPath
    z : ExactArray, shape (n,)
        At the end of the path.
    z0 : Fraction
        At the end of the path; zero if solved.
    ray : ExactArray, shape (n + 1,), optional
        The direction of (z, z0) along a secondary ray, in which the last entering variable rises at rate 1.
    """

    termination: Termination
    path: ComplementaryPath
    z: ExactArray
    z0: Fraction
    ray: ExactArray | None = None
