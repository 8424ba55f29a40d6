"""Programs whose numbers are far apart in size: scaled by rows and columns for solvers in doubles, lifted exactly."""

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import seqform as sf
from seqform.backends import SolveOptions, get
from seqform.backends.answers import solved_by
from seqform.backends.conformance.linear import random_program
from seqform.backends.equilibration import (
    ORDINARY_RANGE,
    Scaling,
    needs_scaling,
    program_of,
    scaling_of,
)
from seqform.backends.exact.solution import exact_solution
from seqform.errors import DoubleRangeError
from seqform.models import ExactArray, ExactMatrix, ExtensiveGame, LinearProgram
from seqform.models.numbers.exact import powers_of_two
from seqform.models.programs.linear import Bounds, MixedIntegerProgram, to_arrays
from seqform.models.programs.solutions import RawSolution, Termination

REMAINS = "residuals remain"
LARGE = 10**12


def zero_sum(payoffs: list[list[int]]) -> ExtensiveGame:
    return sf.bimatrix_game(payoffs, [[-payoff for payoff in row] for row in payoffs])


ONE_LARGE = zero_sum([[6, -1], [-1, LARGE]])
"""The second row is played with probability 7 / (10^12 + 8), and decides a value of nearly 6."""


def drawn_game(seed: int) -> tuple[ExtensiveGame, int]:
    """Return a game with payoffs of sizes from 1 to 9·10^12 anywhere, and the least size."""
    rng = random.Random(seed)
    rows = rng.randint(2, 6)
    columns = rng.randint(2, 6)
    exponents = (0, 12) if seed % 3 == 0 else range(13)
    payoffs = []
    for _ in range(rows):
        row = []
        for _ in range(columns):
            size = rng.randint(1, 9) * 10 ** rng.choice(exponents)
            row.append(rng.choice((-1, 1)) * size)
        payoffs.append(row)
    return zero_sum(payoffs), min(abs(payoff) for row in payoffs for payoff in row)


def spread_program(seed: int) -> LinearProgram:
    """Return a random program whose rows and columns are multiplied by powers of two, which needs scaling."""
    program, _, _ = random_program(seed)
    rng = np.random.default_rng(seed)
    m, n = program.matrix.shape
    scaling = Scaling(rng.integers(-30, 30, m), rng.integers(-30, 30, n), 3, -5)
    return scaling.scaled(program)


@pytest.mark.parametrize("backend", ["highs", "scipy", "pyomo", "glop"])
def test_a_payoff_of_10_to_the_12_does_not_hide_those_that_decide(backend: str) -> None:
    pytest.importorskip({"glop": "ortools", "highs": "highspy"}.get(backend, backend))
    answer = sf.solve(ONE_LARGE, backend=backend)
    exact = sf.solve(ONE_LARGE)
    assert answer.certificate.nash_conv < 1e-6
    assert float(answer.values[0]) == pytest.approx(float(exact.values[0]), rel=1e-12)
    assert answer.raw.status.endswith(", as entries differ by a factor of 1e12")


@pytest.mark.parametrize("seed", range(20))
def test_answers_to_far_apart_payoffs_are_right_or_state_what_remains(seed: int) -> None:
    game, least = drawn_game(seed)
    answer = sf.solve(game, backend="highs")
    is_right = float(answer.certificate.nash_conv) <= 0.01 * least
    assert is_right or REMAINS in answer.raw.status
    # Made exact from the same answer
    exact = sf.solve(game, backend="highs", exact=True)
    assert exact.certificate.proven
    if is_right:
        missed = abs(Fraction(answer.values[0]) - Fraction(exact.values[0]))
        assert float(missed) <= 0.01 * least


def test_scaling_makes_right_what_one_power_for_the_whole_program_does_not() -> None:
    wrong = {"as it is": 0, "scaled": 0}
    for seed in range(1, 40, 3):
        game, least = drawn_game(seed)
        program = sf.linear_program(game)
        answers = {
            "as it is": get("highs").solve(program.target),
            "scaled": program.solve("highs"),
        }
        for how, answer in answers.items():
            gap = sf.check(game, program.lift(answer)).nash_conv
            wrong[how] += bool(gap > 0.01 * least)
    assert wrong["scaled"] == 0 < wrong["as it is"]


def test_ordinary_programs_are_passed_on_as_they_are() -> None:
    passed = []

    class Recorder:
        name = "recorder"
        supports: frozenset[type] = frozenset({LinearProgram})
        exact = False

        def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
            passed.append(model)
            return get("highs").solve(model, options)

    ordinary = sf.linear_program("leduc").target
    solved_by(Recorder(), ordinary, None)
    assert len(passed) == 1
    assert passed[0] is ordinary

    far_apart = sf.linear_program(ONE_LARGE).target
    solved_by(Recorder(), far_apart, None)
    assert passed[1] is not far_apart
    scaled_range = passed[1].matrix.values.range_exponent()
    assert scaled_range < far_apart.matrix.values.range_exponent()


@pytest.mark.parametrize("seed", range(10))
def test_the_lift_of_an_exact_optimum_is_one_with_the_same_basis(seed: int) -> None:
    program = spread_program(seed)
    scaling = scaling_of(program, np.zeros(program.matrix.shape[1], dtype=bool))
    scaled = scaling.scaled(program)
    answer = exact_solution(scaled)
    lifted = scaling.lift(answer)
    assert lifted.primal is not None
    assert lifted.dual is not None
    assert program.residuals(lifted.primal, lifted.dual).worst == 0
    assert lifted.objective == program.objective_at(lifted.primal)
    again = exact_solution(program, RawSolution(Termination.ERROR, "", basis=lifted.basis))
    assert again.options["exact_pivots"] == 0
    assert again.objective == lifted.objective


@pytest.mark.parametrize("seed", range(10))
def test_scaling_changes_no_digit_and_brings_entries_near_to_one(seed: int) -> None:
    program = spread_program(seed)
    scaling = scaling_of(program, np.zeros(program.matrix.shape[1], dtype=bool))
    scaled = scaling.scaled(program)
    mantissas, _ = np.frexp(to_arrays(program).entries.values)
    scaled_mantissas, exponents = np.frexp(to_arrays(scaled).entries.values)
    assert np.array_equal(mantissas, scaled_mantissas)
    assert exponents.max() - exponents.min() <= ORDINARY_RANGE
    assert not needs_scaling(scaled)


@pytest.mark.parametrize("seed", range(10))
def test_duals_and_bases_are_those_of_the_program_itself(seed: int) -> None:
    program = spread_program(seed)
    assert needs_scaling(program)
    answer = solved_by(get("highs"), program, None)
    exact = exact_solution(program, answer)
    assert exact.solved
    assert exact.objective is not None
    assert answer.objective == pytest.approx(float(exact.objective), rel=1e-9)
    assert exact.options["exact_pivots"] == 0


def test_a_basis_starts_a_scaled_program_too() -> None:
    program = sf.linear_program(ONE_LARGE).target
    first = solved_by(get("highs"), program, None)
    again = solved_by(get("highs"), program, None, first.basis)
    assert again.iterations == 0
    assert np.array_equal(again.primal, first.primal)


def test_integer_columns_are_not_scaled() -> None:
    matrix = ExactMatrix.from_dense([[LARGE, 1], [1, 1]])
    program = LinearProgram(
        "max",
        ExactArray.of([1, 1]),
        matrix,
        Bounds.at_most(ExactArray.of([2 * LARGE + 3, 100])),
        Bounds.nonnegative(2),
        ["room", "count"],
        ["whole", "free"],
    )
    model = MixedIntegerProgram(program, np.array([True, False]))
    assert needs_scaling(program_of(model))
    scaling = scaling_of(program, model.integer)
    assert scaling.columns[0] == scaling.right == 0
    answer = solved_by(get("highs"), model, None)
    # x = 2 leaves 3 of the first row, x = 1 leaves 99 of the second
    assert answer.objective == pytest.approx(100)
    assert answer.primal[0] == pytest.approx(round(answer.primal[0]))


def test_verdicts_without_an_optimum_are_kept() -> None:
    infeasible = LinearProgram(
        "max",
        ExactArray.of([1, 1]),
        ExactMatrix.from_dense([[LARGE, 1], [1, 1]]),
        Bounds.of([(None, -1), (1, None)]),
        Bounds.nonnegative(2),
        ["first", "second"],
        ["x", "y"],
    )
    answer = solved_by(get("highs"), infeasible, None)
    assert answer.termination is Termination.INFEASIBLE


def test_numbers_beyond_doubles_are_left_to_be_refused() -> None:
    form = sf.builders.sequence_form(zero_sum([[10**400, -1], [-1, 1]]))
    program = form.then(sf.builders.zero_sum_lp).target
    assert not needs_scaling(program)
    with pytest.raises(DoubleRangeError):
        solved_by(get("highs"), program, None)


def test_powers_and_ranges_of_exact_vectors() -> None:
    assert powers_of_two(np.array([-70, 0, 70])).to_fractions() == [
        Fraction(1, 2**70),
        1,
        2**70,
    ]
    assert ExactArray.of([0, 0]).range_exponent() == 0
    assert ExactArray.of([Fraction(1, 3), 10**30]).range_exponent() in (100, 101, 102)
