"""Perturbed programs: values at numbers ε, and the conditions that solutions meet for all small ε."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.perturbed import PerturbedComplementarityProblem, PerturbedLinearProgram


def polynomials(*entries: list[int]) -> PolynomialArray:
    """One polynomial for each list of coefficients."""
    orders = range(max(map(len, entries)))
    return PolynomialArray(
        tuple(ExactArray.of([entry[k] if k < len(entry) else 0 for entry in entries]) for k in orders)
    )


def program(sense: str = "max") -> PerturbedLinearProgram:
    """Maximise (1 + ε) x + y, subject to x + y + z = 2, x ≤ 1 - ε, y ≥ ε, where z is free and z ≥ 0 is a row."""
    sign = 1 if sense == "max" else -1
    return PerturbedLinearProgram(
        "max" if sense == "max" else "min",
        polynomials([1, 1], [1], [0]) * sign,
        ExactMatrix.from_dense([[1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]]),
        polynomials([2], [1, -1], [0, 1], [0]),
        np.array([True, False, True, True]),
        np.array([True, True, False, False]),
        np.array([False, False, True]),
        ["sum", "most x", "least y", "least z"],
        ["x", "y", "z"],
        "small",
    )


PRIMAL = polynomials([1, -1], [1, 1], [0])
DUAL = polynomials([1], [0, 1], [0], [-1])


def test_the_optimal_pair_violates_nothing_in_either_sense() -> None:
    assert program().violations(PRIMAL, DUAL) == []
    assert program("min").violations(PRIMAL, -DUAL) == []
    assert "row 'most x' and 1 more with a dual of the wrong sign" in program("min").violations(PRIMAL, DUAL)


DIFFER = "the primal and the dual objective differ"
WRONG_COST = "column '{}' with a reduced cost of the wrong sign".format


@pytest.mark.parametrize(
    ("primal", "expected"),
    [
        (polynomials([1], [1], [0]), {"row 'most x' violated", DIFFER}),
        (polynomials([1, -1], [1, 2], [0, -1]), {"row 'least z' violated", DIFFER}),
        (polynomials([1, -1], [1, 1], [0, 1]), {"row 'sum' violated"}),
        (polynomials([2], [0], [0]), {"row 'most x' and 1 more violated", DIFFER}),
        (polynomials([0, 0, -1], [2, 0, 1], [0]), {"column 'x' negative", DIFFER}),
        (polynomials([1, -2], [1, 2], [0]), {DIFFER}),
        (polynomials([1, -1, 0, 0, 1], [1, 1, 0, 0, -1], [0]), {"row 'most x' violated", DIFFER}),
    ],
)
def test_a_broken_primal_fails_exactly_its_conditions(primal: PolynomialArray, expected: set[str]) -> None:
    assert set(program().violations(primal, DUAL)) == expected


@pytest.mark.parametrize(
    ("dual", "expected"),
    [
        (polynomials([1], [0, -1], [0], [-1]), {"row 'most x' with a dual of the wrong sign", WRONG_COST("x"), DIFFER}),
        (polynomials([1], [0], [0], [-1]), {WRONG_COST("x"), DIFFER}),
        (polynomials([1, -1], [0, 2], [0], [-1, 1]), {WRONG_COST("y"), DIFFER}),
        (polynomials([1], [0, 1], [0], [-1, -1]), {WRONG_COST("z")}),
        (polynomials([1], [0, 1], [0], [-1, 1]), {WRONG_COST("z")}),
        (polynomials([1, 1], [0], [0, -1], [-1, -1]), {DIFFER}),
        (polynomials([1], [0, 1], [0, 0, 1], [-1]), {"row 'least y' with a dual of the wrong sign", DIFFER}),
    ],
)
def test_a_broken_dual_fails_exactly_its_conditions(dual: PolynomialArray, expected: set[str]) -> None:
    assert set(program().violations(PRIMAL, dual)) == expected


def test_at_a_number_it_is_the_linear_program_of_the_values() -> None:
    assert program().degree == 1
    assert program().equations.tolist() == [True, False, False, False]
    assert repr(program()) == "<PerturbedLinearProgram 'small': max, 4 rows × 3 columns, 6 nonzeros, degree 1 in ε>"
    small = program().at(Fraction(1, 10))
    assert small.objective.to_fractions() == [Fraction(11, 10), 1, 0]
    assert small.rows.upper.to_fractions()[:2] == [2, Fraction(9, 10)]
    assert small.rows.has_lower.tolist() == [True, False, True, True]
    assert small.rows.has_upper.tolist() == [True, True, False, False]
    assert small.columns.has_lower.tolist() == [True, True, False]
    assert not small.columns.has_upper.any()
    epsilon = Fraction(1, 10)
    assert small.residuals(PRIMAL.at(epsilon), DUAL.at(epsilon)).worst == 0
    with pytest.raises(ModelError, match=r"ε: a fraction expected, not 0\.001"):
        program().at(0.001)  # type: ignore[arg-type]  # a user's mistake


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"right": polynomials([1])}, "4 rows and 3 columns, but parts of sizes"),
        ({"at_least": np.array([True, False, False, True])}, "row 'least y' has no bound"),
        ({"column_names": ["x", "x", "z"]}, "column name 'x' is used twice"),
        ({"sense": "best"}, 'the sense is "min" or "max"'),
    ],
)
def test_parts_that_do_not_fit_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        replace(program(), **change)


PROBLEM = PerturbedComplementarityProblem(  # w1 = -1 - ε + 2 z1 + z2, w2 = -2 + ε + z1 + 2 z2
    matrix=ExactMatrix.from_dense([[2, 1], [1, 2]]),
    q=polynomials([-1, -1], [-2, 1]),
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
    at = PROBLEM.at(Fraction(1, 4))
    assert at.q.to_fractions() == [Fraction(-5, 4), Fraction(-7, 4)]
    assert at.matrix is PROBLEM.matrix
    assert PROBLEM.degree == 1
    assert [part.to_fractions() for part in PROBLEM.higher] == [[-1, 1]]


@pytest.mark.parametrize(
    ("point", "violation"),
    [
        (polynomials([0, -1], [1, 1]), "variable 'z1' negative"),
        (polynomials([1], [0]), "slack 'w2' negative"),
        (polynomials([0, 2], [1, -1]), "variable 'z1' and 1 more and its slack both not zero"),
        (polynomials([0], [1]), "slack 'w1' negative"),  # solves the problem at ε = 0
    ],
)
def test_conditions_violated_for_small_epsilon_are_named(point: PolynomialArray, violation: str) -> None:
    assert violation in PROBLEM.violations(point)


def test_a_free_row_has_to_vanish_in_all_orders_and_its_variable_may_be_negative() -> None:
    mixed = replace(PROBLEM, free=np.array([True, False]), covering_vector=None)
    size = "2 variables, 1 of them free, 4 nonzeros, degree 1 in ε"
    assert repr(mixed) == f"<PerturbedComplementarityProblem 'seqform': {size}>"
    assert mixed.violations(polynomials([0, 1], [1, -1])) == []
    assert mixed.violations(polynomials([-1, 0], [3, 1])) == ["variable 'z2' and its slack both not zero"]
    assert mixed.violations(polynomials([0, 1, 1], [1, -1, 0])) == [
        "slack 'w1' not zero, though its variable is free",
        "variable 'z2' and its slack both not zero",
    ]


def test_a_vanishing_right_hand_side_that_turns_negative_has_to_be_covered() -> None:
    turning = replace(PROBLEM, q=polynomials([0, -1], [-2, 1]))
    with pytest.raises(ModelError, match="the entry of w1 is 0, but q is negative there for small ε"):
        replace(turning, covering_vector=ExactArray.of([0, 1]))
    rising = replace(PROBLEM, q=polynomials([0, 1], [-2, 1]), covering_vector=ExactArray.of([0, 1]))
    assert rising.covering_vector is not None


def test_parts_of_problems_of_other_sizes_and_doubles_are_refused() -> None:
    with pytest.raises(ModelError, match="free of length 1, but there are 2 variables"):
        replace(PROBLEM, free=np.zeros(1, dtype=bool))
    with pytest.raises(ModelError, match="variable name 'z' is used twice"):
        replace(PROBLEM, names=["z", "z"])
    with pytest.raises(ModelError, match="3 polynomials for 2 variables"):
        PROBLEM.violations(polynomials([0], [0], [0]))
