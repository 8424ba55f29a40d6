"""Perturbed complementarity problems: violated conditions of a point, and validation."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.perturbed_complementarity import PerturbedComplementarityProblem


def polynomials(*coefficients: list[Fraction | int]) -> PolynomialArray:
    """Return the polynomials with these coefficients, one list for every order of ε."""
    return PolynomialArray(tuple(ExactArray.of(part) for part in coefficients))


PROBLEM = PerturbedComplementarityProblem(  # w1 = -1 - ε + 2 z1 + z2, w2 = -2 + ε + z1 + 2 z2
    matrix=ExactMatrix.from_dense([[2, 1], [1, 2]]),
    q=polynomials([-1, -2], [-1, 1]),
    free=np.zeros(2, dtype=bool),
    covering_vector=ExactArray.of([1, 1]),
    names=["z1", "z2"],
    slack_names=["w1", "w2"],
)
SOLUTION = polynomials([0, 1], [1, -1])  # z1 = ε, z2 = 1 - ε


def test_the_solution_solves_every_problem_at_a_small_number() -> None:
    assert PROBLEM.violations(SOLUTION) == []
    for epsilon in (0, Fraction(1, 3), Fraction(1, 10**9)):
        assert PROBLEM.at(epsilon).residuals(SOLUTION.at(epsilon)).worst == 0


def test_the_problem_at_a_number_evaluates_the_right_hand_side_alone() -> None:
    at = PROBLEM.at(Fraction(1, 4))
    assert at.q.to_fractions() == [Fraction(-5, 4), Fraction(-7, 4)]
    assert at.matrix is PROBLEM.matrix
    assert PROBLEM.degree == 1
    assert [part.to_fractions() for part in PROBLEM.higher] == [[-1, 1]]


@pytest.mark.parametrize(
    ("point", "violation"),
    [
        (polynomials([0, 1], [-1, 1]), "variable 'z1' negative"),
        (polynomials([1, 0]), "slack 'w2' negative"),
        (polynomials([0, 1], [2, -1]), "variable 'z1' and 1 more and its slack both not zero"),
        (polynomials([0, 1]), "slack 'w1' negative"),  # solves the problem at ε = 0
    ],
)
def test_conditions_violated_for_small_epsilon_are_named(point: PolynomialArray, violation: str) -> None:
    assert violation in PROBLEM.violations(point)


def test_a_free_row_has_to_vanish_in_all_orders_and_its_variable_may_be_negative() -> None:
    mixed = replace(PROBLEM, free=np.array([True, False]), covering_vector=None)
    size = "2 variables, 1 of them free, 4 nonzeros, degree 1 in ε"
    assert repr(mixed) == f"<PerturbedComplementarityProblem 'seqform': {size}>"
    assert mixed.violations(polynomials([0, 1], [1, -1])) == []
    assert mixed.violations(polynomials([-1, 3], [0, 1])) == ["variable 'z2' and its slack both not zero"]
    assert mixed.violations(polynomials([0, 1], [1, -1], [1, 0])) == [
        "slack 'w1' not zero, though its variable is free",
        "variable 'z2' and its slack both not zero",
    ]


def test_a_vanishing_right_hand_side_that_turns_negative_has_to_be_covered() -> None:
    turning = replace(PROBLEM, q=polynomials([0, -2], [-1, 1]))
    with pytest.raises(ModelError, match="the entry of w1 is 0, but q is negative there for small ε"):
        replace(turning, covering_vector=ExactArray.of([0, 1]))
    rising = replace(PROBLEM, q=polynomials([0, -2], [1, 1]), covering_vector=ExactArray.of([0, 1]))
    assert rising.covering_vector is not None


def test_parts_of_other_sizes_and_doubles_are_refused() -> None:
    with pytest.raises(ModelError, match="free of length 1, but there are 2 variables"):
        replace(PROBLEM, free=np.zeros(1, dtype=bool))
    with pytest.raises(ModelError, match="variable name 'z' is used twice"):
        replace(PROBLEM, names=["z", "z"])
    with pytest.raises(ModelError, match=r"a fraction expected, not 0\.1"):
        PROBLEM.at(0.1)  # type: ignore[arg-type]  # what is tested
    with pytest.raises(ModelError, match="3 polynomials for 2 variables"):
        PROBLEM.violations(polynomials([0, 0, 0]))
