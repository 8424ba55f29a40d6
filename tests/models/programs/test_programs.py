"""Programs, plain, perturbed and with free variables split: parts that fit, and every condition of optimality."""

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plans import exact

from seqform.backends.conformance.linear import linear_program, random_program
from seqform.errors import ModelError
from seqform.models import ExactArray, ExactMatrix, PolynomialArray, RawSolution, Termination
from seqform.models.programs.complementarity import (
    LinearComplementarityProblem,
    linear_complementarity_problem,
    split_free,
)
from seqform.models.programs.linear import Bounds, LinearProgram, to_arrays
from seqform.models.programs.perturbed import (
    PerturbedComplementarityProblem,
    PerturbedLinearProgram,
)


def farm() -> LinearProgram:
    """Maximise x + y on x + 2 y <= 4, 3 x + y <= 6: optimal in (8/5, 6/5) with duals (2/5, 1/5)."""
    return linear_program(
        "max", [1, 1], [(None, [1, 2], 4), (None, [3, 1], 6)], [(0, None), (0, None)]
    )


BEST, PRICES = (
    ExactArray.of([Fraction(8, 5), Fraction(6, 5)]),
    ExactArray.of([Fraction(2, 5), Fraction(1, 5)]),
)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sense": "least"}, 'the sense is "min" or "max"'),
        (
            {"objective": ExactArray.of([1])},
            "objective of length 1, but the matrix has 2 rows and 2 columns",
        ),
        ({"rows": Bounds.free(3)}, "row bounds of length 3"),
        ({"columns": Bounds.free(1)}, "column bounds of length 1"),
        ({"row_names": ["a"]}, "row names of length 1"),
        ({"row_names": ["a", "a"]}, "row name 'a' is used twice"),
        ({"column_names": ["a", "a"]}, "column name 'a' is used twice"),
    ],
)
def test_parts_that_do_not_fit_are_a_model_error(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        replace(farm(), **change)


def test_crossed_and_uneven_bounds_are_a_model_error() -> None:
    every = np.ones(2, dtype=bool)
    with pytest.raises(ModelError, match="entry 1 has lower bound 3 above its upper bound 2"):
        Bounds(ExactArray.of([0, 3]), ExactArray.of([0, 2]), every, every)
    with pytest.raises(ModelError, match="differ in length"):
        Bounds(ExactArray.of([0]), ExactArray.of([0, 2]), every, every)


def test_an_optimal_pair_has_no_residuals_and_its_turned_duals_do() -> None:
    program = farm()
    residuals, turned = program.residuals(BEST, PRICES), program.residuals(BEST, -PRICES)
    assert residuals.worst == 0
    assert isinstance(residuals.worst, Fraction)
    assert turned.dual == Fraction(2)
    assert turned.gap > 0
    assert exact(program.reduced_costs(PRICES)).to_fractions() == [0, 0]
    assert program.objective_at(BEST) == Fraction(14, 5)
    assert program.objective_at(BEST.to_floats()) == pytest.approx(2.8)
    with pytest.raises(
        ModelError, match="1 primal and 2 dual values, but the program has 2 columns and 2 rows"
    ):
        program.residuals(ExactArray.of([1]), PRICES)


@pytest.mark.parametrize(
    ("primal", "dual", "expected"),
    [
        (
            [2, 1],
            PRICES,
            {"primal_rows": Fraction(1), "primal_columns": 0, "dual": 0, "gap": Fraction(1, 5)},
        ),
        (
            [-1, 2],
            PRICES,
            {"primal_rows": 0, "primal_columns": Fraction(1), "dual": 0, "gap": Fraction(9, 5)},
        ),
        (
            [0, 0],
            ExactArray.of([0, 0]),
            {"primal_rows": 0, "primal_columns": 0, "dual": Fraction(1), "gap": 0},
        ),
        (
            [0, 0],
            ExactArray.of([1, 0]),
            {"primal_rows": 0, "primal_columns": 0, "dual": 0, "gap": Fraction(4)},
        ),
    ],
)
def test_each_residual_measures_its_own_miss(
    primal: list[Any], dual: ExactArray, expected: dict[str, Any]
) -> None:
    residuals = farm().residuals(ExactArray.of(primal), dual)
    assert {name: getattr(residuals, name) for name in expected} == expected


@given(seed=st.integers(0, 10**6), nudge=st.fractions(-1, 1, max_denominator=7))
def test_residuals_in_doubles_agree_with_the_exact_ones(seed: int, nudge: Fraction) -> None:
    program, primal, dual = random_program(seed, rows=4, columns=5)
    primal = primal + ExactArray.of([nudge] * len(primal))
    exact = program.residuals(primal, dual)
    rounded = program.residuals(primal.to_floats(), dual.to_floats())
    for name in ("primal_rows", "primal_columns", "gap"):
        assert float(getattr(exact, name)) == pytest.approx(float(getattr(rounded, name)), abs=1e-9)


@given(seed=st.integers(0, 10**6))
def test_swapping_the_sense_and_the_signs_keeps_a_pair_optimal(seed: int) -> None:
    program, primal, dual = random_program(seed)
    other = replace(
        program, sense="min" if program.sense == "max" else "max", objective=-program.objective
    )
    assert other.residuals(primal, -dual).worst == 0


def test_arrays_are_the_nearest_doubles_and_numbers_too_large_a_model_error() -> None:
    program = linear_program("min", ["1/3"], [(None, ["2/3"], 5)], [(-1, None)])
    arrays = to_arrays(program)
    assert arrays.cost.tolist() == [1 / 3]
    assert arrays.matrix.toarray().tolist() == [[2 / 3]]
    assert (arrays.row_lower[0], arrays.row_upper[0]) == (-np.inf, 5)
    assert (arrays.column_lower[0], arrays.column_upper[0]) == (-1, np.inf)
    program = linear_program("min", [1], [(None, [10**400], 5)], [(0, None)], "huge")
    with pytest.raises(ModelError, match="huge: a number is too large for a double"):
        to_arrays(program)


def test_programs_without_rows_or_columns_are_programs() -> None:
    empty = LinearProgram(
        "min",
        ExactArray.zeros(0),
        ExactMatrix.zeros((0, 0)),
        Bounds.free(0),
        Bounds.free(0),
        [],
        [],
    )
    assert empty.residuals(ExactArray.zeros(0), ExactArray.zeros(0)).worst == 0
    assert empty.residuals(np.zeros(0), np.zeros(0)).worst == 0


def polynomials(*entries: list[int]) -> PolynomialArray:
    """One polynomial for each list of coefficients."""
    orders = range(max(map(len, entries)))
    return PolynomialArray(
        tuple(
            ExactArray.of([entry[k] if k < len(entry) else 0 for entry in entries]) for k in orders
        )
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
    assert "row 'most x' and 1 more with a dual of the wrong sign" in program("min").violations(
        PRIMAL, DUAL
    )


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
def test_a_broken_primal_fails_exactly_its_conditions(
    primal: PolynomialArray, expected: set[str]
) -> None:
    assert set(program().violations(primal, DUAL)) == expected


@pytest.mark.parametrize(
    ("dual", "expected"),
    [
        (
            polynomials([1], [0, -1], [0], [-1]),
            {"row 'most x' with a dual of the wrong sign", WRONG_COST("x"), DIFFER},
        ),
        (polynomials([1], [0], [0], [-1]), {WRONG_COST("x"), DIFFER}),
        (polynomials([1, -1], [0, 2], [0], [-1, 1]), {WRONG_COST("y"), DIFFER}),
        (polynomials([1], [0, 1], [0], [-1, -1]), {WRONG_COST("z")}),
        (polynomials([1], [0, 1], [0], [-1, 1]), {WRONG_COST("z")}),
        (polynomials([1, 1], [0], [0, -1], [-1, -1]), {DIFFER}),
        (
            polynomials([1], [0, 1], [0, 0, 1], [-1]),
            {"row 'least y' with a dual of the wrong sign", DIFFER},
        ),
    ],
)
def test_a_broken_dual_fails_exactly_its_conditions(
    dual: PolynomialArray, expected: set[str]
) -> None:
    assert set(program().violations(PRIMAL, dual)) == expected


def test_at_a_number_it_is_the_linear_program_of_the_values() -> None:
    assert program().degree == 1
    assert program().equations.tolist() == [True, False, False, False]
    assert (
        repr(program())
        == "<PerturbedLinearProgram 'small': max, 4 rows × 3 columns, 6 nonzeros, degree 1 in ε>"
    )
    small = program().at(Fraction(1, 10))
    assert small.objective.to_fractions() == [Fraction(11, 10), 1, 0]
    assert small.rows.upper.to_fractions()[:2] == [2, Fraction(9, 10)]
    assert small.rows.has_lower.tolist() == [True, False, True, True]
    assert small.rows.has_upper.tolist() == [True, True, False, False]
    assert small.columns.has_lower.tolist() == [True, True, False]
    assert not small.columns.has_upper.any()
    epsilon = Fraction(1, 10)
    assert small.residuals(PRIMAL.at(epsilon), DUAL.at(epsilon)).worst == 0
    assert program().at(0.1).residuals(PRIMAL.at(epsilon), DUAL.at(epsilon)).worst == 0
    with pytest.raises(ModelError, match=r"ε: a number expected, such as .*, not nan"):
        program().at(math.nan)


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
def test_conditions_violated_for_small_epsilon_are_named(
    point: PolynomialArray, violation: str
) -> None:
    assert violation in PROBLEM.violations(point)


def test_a_free_row_has_to_vanish_in_all_orders_and_its_variable_may_be_negative() -> None:
    mixed = replace(PROBLEM, free=np.array([True, False]), covering_vector=None)
    size = "2 variables, 1 of them free, 4 nonzeros, degree 1 in ε"
    assert repr(mixed) == f"<PerturbedComplementarityProblem 'seqform': {size}>"
    assert mixed.violations(polynomials([0, 1], [1, -1])) == []
    assert mixed.violations(polynomials([-1, 0], [3, 1])) == [
        "variable 'z2' and its slack both not zero"
    ]
    assert mixed.violations(polynomials([0, 1, 1], [1, -1, 0])) == [
        "slack 'w1' not zero, though its variable is free",
        "variable 'z2' and its slack both not zero",
    ]


def test_a_vanishing_right_hand_side_that_turns_negative_has_to_be_covered() -> None:
    turning = replace(PROBLEM, q=polynomials([0, -1], [-2, 1]))
    with pytest.raises(
        ModelError, match="the entry of w1 is 0, but q is negative there for small ε"
    ):
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


MIXED = linear_complementarity_problem(
    [[0, 1, 2], [3, 4, 5], [6, 7, 8]], [1, -2, 3], free=[False, True, True]
)


def split(z: ExactArray, problem: LinearComplementarityProblem) -> ExactArray:
    """Return the point of the standard problem: positive parts in place, negative parts as copies."""
    values = z.to_fractions()
    parts = [
        max(value, Fraction(0)) if free else value
        for value, free in zip(values, problem.free, strict=True)
    ]
    copies = [
        max(-value, Fraction(0)) for value, free in zip(values, problem.free, strict=True) if free
    ]
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
        rng.integers(-3, 4, (n, n)).tolist(),
        rng.integers(-3, 4, n).tolist(),
        (rng.integers(0, 2, n) == 1).tolist(),
    )
    z = ExactArray.of(rng.integers(-3, 4, n).tolist())
    standard = split_free(problem).target
    w, w_standard = (
        exact(one.slack(point)).to_fractions()
        for one, point in ((problem, z), (standard, split(z, problem)))
    )
    assert w_standard == [
        *w,
        *(-value for value, free in zip(w, problem.free, strict=True) if free),
    ]
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
    doubles = step.lift(
        RawSolution(Termination.SOLVED, "", primal=primal.to_floats(), ray=ray.to_floats())
    )
    assert np.array_equal(np.asarray(doubles.primal), [5, -3, 0])
    assert np.array_equal(np.asarray(doubles.ray), [0, 0.5, -2, 7])
    assert step.lift(RawSolution(Termination.TIME_LIMIT, "")).primal is None


@pytest.mark.parametrize("denominator", [0, -2, 0.5, Fraction(1, 3), True, None])
def test_a_vector_has_a_positive_integer_as_denominator(denominator: Any) -> None:
    with pytest.raises(ModelError, match="a positive integer expected as denominator"):
        ExactArray(np.array([1, 2]), denominator)


@pytest.mark.parametrize(
    ("rows", "columns", "values"),
    [
        ([0, 1], [0, 1], [1]),
        ([0], [0, 1], [1, 2]),
        ([0, 2], [0, 1], [1, 2]),
        ([0, -1], [0, 1], [1, 2]),
        ([0], [3], [1]),
    ],
)
def test_the_entries_of_a_matrix_are_within_its_shape(rows: Any, columns: Any, values: Any) -> None:
    with pytest.raises(ModelError, match=r"^matrix: "):
        ExactMatrix((2, 3), np.array(rows), np.array(columns), ExactArray.of(values))
