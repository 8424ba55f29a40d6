"""The backend `exact`: conformance without tolerances, real games, and the computational form of programs."""

from contextlib import nullcontext
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from solver_runs import exact_point

from seqform.backends import SolveOptions
from seqform.backends.conformance.linear import linear_program
from seqform.backends.exact import ExactBackend
from seqform.backends.exact.simplex import ComputationalForm, ExactSimplex, FactoredBasis
from seqform.backends.exact.solution import exact_solution
from seqform.errors import SolveError
from seqform.models import BasisStatus, ExactArray, LinearProgram, RawSolution, Termination
from seqform.solving import programs
from seqform.system.deadline import Deadline, OutOfTimeError

LEDUC = Fraction(-1454920850547486749701863871533, 16995463438839962469905132501930)


def game_program(name: str, player: int = 0) -> LinearProgram:
    return programs.linear_program(name, player).target


@pytest.fixture(scope="module")
def leduc() -> LinearProgram:
    return game_program("leduc")


def require_exact(program: LinearProgram, answer: RawSolution, objective: Fraction) -> None:
    assert answer.termination is Termination.SOLVED
    assert isinstance(answer.dual, ExactArray)
    assert program.residuals(exact_point(answer), answer.dual).worst == 0
    assert answer.objective == objective


def test_an_optimal_basis_of_leduc_poker_needs_no_pivot(leduc: LinearProgram) -> None:
    answer = ExactBackend().solve(leduc)
    require_exact(leduc, answer, LEDUC)
    again = exact_solution(leduc, answer)
    require_exact(leduc, again, LEDUC)
    assert again.options["exact_pivots"] == again.options["basis_repairs"] == 0


def test_a_basis_found_with_a_loose_tolerance_leads_to_the_exact_value(leduc: LinearProgram) -> None:
    loose = {"dual_feasibility_tolerance": 1e-4, "primal_feasibility_tolerance": 1e-4, "presolve": "off"}
    answer = ExactBackend().solve(leduc, SolveOptions(raw={"simplex_strategy": 4, **loose}))
    require_exact(leduc, answer, LEDUC)


@pytest.mark.parametrize("exponent", [18, 25, 400])
def test_numbers_beyond_the_range_of_highs_are_solved(exponent: int) -> None:
    big = 10**exponent
    program = linear_program("max", [1, big], [(None, [big, 1], big), (None, [1, 1], 2)], [(0, None), (0, big)])
    require_exact(program, ExactBackend().solve(program), Fraction(2 * big))


def test_a_limit_of_highs_is_returned(leduc: LinearProgram) -> None:
    answer = ExactBackend().solve(leduc, SolveOptions(raw={"simplex_iteration_limit": 5, "presolve": "off"}))
    assert answer.termination is Termination.ITERATION_LIMIT
    assert not isinstance(answer.primal, ExactArray)


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
BASIC, LOWER, UPPER, FREE = BasisStatus.BASIC, BasisStatus.LOWER, BasisStatus.UPPER, BasisStatus.FREE

PROGRAM = linear_program(
    "max",
    [HALF, 3, 0, 1],
    [(None, [HALF, THIRD, 0, 0], 5), (THIRD, [0, 0, 4, 6], THIRD), (None, [0, 0, 0, 0], None)],
    [(0, None), (None, HALF), (-1, 2), (None, None)],
)
"""Columns with a lower bound, an upper one, both and none; rows below 5, equal to 1/3, and without entries."""


@pytest.fixture
def form() -> ComputationalForm:
    return ComputationalForm(PROGRAM)


def test_systems_of_a_basis_respect_the_deadline(form: ComputationalForm) -> None:
    statuses = np.array([BASIC, UPPER, LOWER, FREE, UPPER, BASIC, BASIC], dtype=np.int8)
    for deadline, expected in ((Deadline(60), nullcontext()), (Deadline(-1), pytest.raises(OutOfTimeError))):
        with expected:
            FactoredBasis(form, statuses, deadline).point()


def program_of_long_numbers(seed: int, size: int = 8) -> LinearProgram:
    """Return a program with numbers of 20 digits in which one row is the sum of two others."""
    source = Random(seed)
    rows = [[source.randint(1, 10**20) for _ in range(size)] for _ in range(size)]
    limits = [source.randint(1, 10**20) for _ in range(size)]
    rows.append([one + other for one, other in zip(rows[0], rows[1], strict=True)])
    limits.append(limits[0] + limits[1])
    bounded = [(None, row, limit) for row, limit in zip(rows, limits, strict=True)]
    return linear_program("max", [source.randint(1, 10**20) for _ in range(size)], bounded, [(0, None)] * size)


def test_many_bits_lead_to_a_basis_that_is_optimal_over_the_rationals() -> None:
    errors = []
    for seed in range(6):
        form = ComputationalForm(program_of_long_numbers(seed))
        for kinds in ([BasisStatus.LOWER, BasisStatus.BASIC], [BasisStatus.BASIC, BasisStatus.LOWER]):
            start = form.nearest_statuses(np.repeat(kinds, [8, 9]).astype(np.int8))
            exact, precise = ExactSimplex(form, start), ExactSimplex(form, start, bits=300)
            outcome, nearly = exact.run(), precise.run()
            assert outcome.termination is nearly.termination is Termination.SOLVED
            proof = ExactSimplex(form, precise.statuses)
            assert proof.run().termination is Termination.SOLVED
            assert proof.pivots == proof.repairs == 0
            points = zip(outcome.point.to_fractions(), nearly.point.to_fractions(), strict=True)
            errors.append(max(abs(one - two) for one, two in points))
    assert 0 < max(errors) < Fraction(1, 2**200), "solved to many bits, not exactly"


def test_too_few_bits_are_an_error_and_no_search_without_end() -> None:
    form = ComputationalForm(program_of_long_numbers(0))
    start = form.nearest_statuses(np.repeat([BasisStatus.LOWER, BasisStatus.BASIC], [8, 9]).astype(np.int8))
    simplex = ExactSimplex(form, start, bits=100)
    with pytest.raises(SolveError, match="100 bits do not suffice"):
        simplex.run()
    assert 170 < simplex.pivots < 180
