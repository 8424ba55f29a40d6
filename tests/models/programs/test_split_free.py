"""The standard problem without free variables has the solutions of the mixed one."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plans import exact

from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.complementarity import (
    LinearComplementarityProblem,
    linear_complementarity_problem,
    split_free,
)
from seqform.models.programs.solutions import RawSolution, Termination

MIXED = linear_complementarity_problem([[0, 1, 2], [3, 4, 5], [6, 7, 8]], [1, -2, 3], free=[False, True, True])


def split(z: ExactArray, problem: LinearComplementarityProblem) -> ExactArray:
    """Return the point of the standard problem: positive parts in place, negative parts as copies."""
    values = z.to_fractions()
    parts = [max(value, Fraction(0)) if free else value for value, free in zip(values, problem.free, strict=True)]
    copies = [max(-value, Fraction(0)) for value, free in zip(values, problem.free, strict=True) if free]
    return ExactArray.of([*parts, *copies])


def test_the_standard_problem_is_that_on_paper() -> None:
    standard = split_free(MIXED).target
    assert standard.matrix.to_dense() == [
        [0, 1, 2, -1, -2],
        [3, 4, 5, -4, -5],
        [6, 7, 8, -7, -8],
        [-3, -4, -5, 4, 5],
        [-6, -7, -8, 7, 8],
    ]
    assert standard.q.to_fractions() == [1, -2, 3, 2, -3]
    assert not standard.free.any()
    assert standard.covering_vector is None
    assert list(standard.names) == ["z1", "z2", "z3", "-z2", "-z3"]
    assert list(standard.slack_names) == ["w1", "w2", "w3", "-w2", "-w3"]
    with pytest.raises(ModelError, match="covering vector of length 3, but there are 5 variables"):
        split_free(MIXED, ExactArray.of([1, 1, 1]))


@given(st.integers(0, 10**6))
def test_a_point_and_its_split_have_the_same_slacks(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 6))
    problem = linear_complementarity_problem(
        rng.integers(-3, 4, (n, n)).tolist(), rng.integers(-3, 4, n).tolist(), (rng.integers(0, 2, n) == 1).tolist()
    )
    z = ExactArray.of(rng.integers(-3, 4, n).tolist())
    standard = split_free(problem).target
    w, w_standard = (
        exact(one.slack(point)).to_fractions() for one, point in ((problem, z), (standard, split(z, problem)))
    )
    assert w_standard == [*w, *(-value for value, free in zip(w, problem.free, strict=True) if free)]
    residuals, standard_residuals = problem.residuals(z), standard.residuals(split(z, problem))
    assert residuals.variables == standard_residuals.variables
    assert residuals.slacks == standard_residuals.slacks


def test_lift_takes_differences_of_points_and_rays_exact_or_not() -> None:
    step = split_free(MIXED)
    primal, ray = ExactArray.of([5, 1, 2, 4, 2]), ExactArray.of([0, 1, 1, Fraction(1, 2), 3, 7])
    lifted = step.lift(RawSolution(Termination.SECONDARY_RAY, "a ray", primal=primal, ray=ray))
    assert exact(lifted.primal).to_fractions() == [5, -3, 0]
    assert exact(lifted.ray).to_fractions() == [0, Fraction(1, 2), -2, 7]
    assert (lifted.termination, lifted.status) == (Termination.SECONDARY_RAY, "a ray")
    doubles = step.lift(RawSolution(Termination.SOLVED, "", primal=primal.to_floats(), ray=ray.to_floats()))
    assert np.array_equal(np.asarray(doubles.primal), [5, -3, 0])
    assert np.array_equal(np.asarray(doubles.ray), [0, 0.5, -2, 7])
    assert step.lift(RawSolution(Termination.TIME_LIMIT, "")).primal is None
