"""Perturbed linear programs: values at numbers ε, and the conditions of optimality for all small ε."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.perturbed import PerturbedLinearProgram


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


def test_a_violation_in_a_high_order_only_is_found() -> None:
    hidden = polynomials([1, -1, 0, 0, 1], [1, 1, 0, 0, -1], [0])
    assert "row 'most x' violated" in program().violations(hidden, DUAL)


def test_at_a_number_it_is_the_linear_program_of_the_values() -> None:
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


def test_degree_equations_and_words() -> None:
    assert program().degree == 1
    assert program().equations.tolist() == [True, False, False, False]
    assert repr(program()) == ("<PerturbedLinearProgram 'small': max, 4 rows × 3 columns, 6 nonzeros, degree 1 in ε>")


def test_parts_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ModelError, match="4 rows and 3 columns, but parts of sizes"):
        replace(program(), right=polynomials([1]))
    with pytest.raises(ModelError, match="row 'least y' has no bound"):
        replace(program(), at_least=np.array([True, False, False, True]))
    with pytest.raises(ModelError, match="column name 'x' is used twice"):
        replace(program(), column_names=["x", "x", "z"])
    with pytest.raises(ModelError, match='the sense is "min" or "max"'):
        replace(program(), sense="best")  # type: ignore[arg-type]  # a user's mistake
