"""Programs with ε in their matrix: rational functions at a basis, and bases that are optimal for all small ε."""

import itertools
import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq_poly
from hypothesis import given
from hypothesis import strategies as st
from perturbed_programs import perturbed_program

import seqform as sf
from seqform.backends import SolveOptions
from seqform.backends.exact.solution import exact_solution
from seqform.backends.linalg.polynomial_solve import RIGHT, solve_sparse
from seqform.backends.perturbed import stable_basis
from seqform.backends.perturbed.proofs import basis_functions, sign_holds_below
from seqform.backends.perturbed.stable_basis import StableBasisBackend
from seqform.builders import merge_equivalent, sequence_form
from seqform.builders.programs.perturbed_lp import behavior_perturbed_lp
from seqform.errors import ModelError, SolveError
from seqform.models import Basis, ExactArray, ExactMatrix, PerturbedSolution, PolynomialArray, Termination
from seqform.models.numbers.polynomials import RationalFunctionArray
from seqform.models.programs.perturbed import MatrixPerturbedProgram
from seqform.system.deadline import Deadline, OutOfTimeError

NUMBERS = (Fraction(1, 10**4), Fraction(1, 10**6))
coefficient_lists = st.lists(st.integers(-3, 3), max_size=3)


def program_of(name: str, player: int = 0) -> MatrixPerturbedProgram:
    return behavior_perturbed_lp(sequence_form(sf.load(name)).target, player).target


def solve(
    program: MatrixPerturbedProgram, solver: Any = None, epsilon: Fraction | None = None, **options: Any
) -> PerturbedSolution:
    return StableBasisBackend(solver, epsilon).solve(program, SolveOptions(**options))


def proven(
    program: MatrixPerturbedProgram, answer: PerturbedSolution
) -> tuple[RationalFunctionArray, RationalFunctionArray]:
    assert answer.termination is Termination.SOLVED
    assert answer.proven
    assert isinstance(answer.primal, RationalFunctionArray)
    assert isinstance(answer.dual, RationalFunctionArray)
    assert program.violations(answer.primal, answer.dual) == []
    return answer.primal, answer.dual


def one_column(*matrix: int) -> MatrixPerturbedProgram:
    """Maximise x subject to (m_0 + ε m_1) x ≤ 1 and x ≥ 0."""
    base = perturbed_program("max", [("<", [matrix[0]], [1])], [[1]])
    return MatrixPerturbedProgram(**vars(base), slope=ExactMatrix.from_dense([[matrix[1]]]))


@pytest.mark.parametrize("name", ["kuhn", "kuhn-with-raise", "goofspiel(cards=3)"])
@pytest.mark.parametrize("player", [0, 1])
def test_rational_functions_are_optimal_at_small_numbers_too(name: str, player: int) -> None:
    program = program_of(name, player)
    answer = solve(program)
    primal, dual = proven(program, answer)
    for epsilon in NUMBERS:
        assert program.at(epsilon).residuals(primal.at(epsilon), dual.at(epsilon)).worst == 0
    raw = answer.at_zero()
    assert isinstance(raw.primal, ExactArray)
    assert isinstance(raw.dual, ExactArray)
    assert program.at(0).residuals(raw.primal, raw.dual).worst == 0


@given(st.integers(0, 10**6), st.sampled_from([Fraction(1, 3), Fraction(1, 10), Fraction(1, 1000)]))
def test_the_method_ends_whatever_number_it_begins_with(seed: int, epsilon: Fraction) -> None:
    program = program_of(f"random-game(seed={seed},depth=5,payoffs=1,merge=0.8)")
    answer = solve(program, epsilon=epsilon)
    proven(program, answer)
    assert answer.epsilon is not None
    assert answer.epsilon <= epsilon


def test_an_epsilon_too_large_for_any_plan_or_for_a_stable_basis_is_reduced() -> None:
    answer = solve(program_of("kuhn"), epsilon=Fraction(9, 10))
    proven(program_of("kuhn"), answer)
    assert answer.epsilon == Fraction(9, 400)  # 9/100 has an optimum, whose basis is checked at a quarter of that
    lines, program = list[str](), program_of("kuhn-with-raise")
    answer = solve(program, epsilon=Fraction(2, 5), progress=lines.append)
    proven(program, answer)
    assert answer.attempts > 1
    assert lines[0] == "solving at ε = 2/5"


@pytest.mark.parametrize("name", ["tiny-poker", "goofspiel(cards=3)"])
def test_merged_programs_have_the_same_optimum(name: str) -> None:
    program = program_of(name)
    step = merge_equivalent(program)
    assert step.target.matrix.shape < program.matrix.shape
    answer = solve(step.target)
    proven(step.target, answer)
    proven(program, step.lift(answer))


def test_a_solution_may_grow_beyond_all_bounds_as_epsilon_falls() -> None:
    program = one_column(0, 1)
    answer = solve(program)
    assert proven(program, answer)[0].at(Fraction(1, 7))[0] == 7
    with pytest.raises(ModelError, match="unbounded as ε falls to 0"):
        answer.at_zero()


def test_wrong_pairs_are_named() -> None:
    program = one_column(1, 1)
    primal, dual = proven(program, solve(program))
    double = replace(primal, numerators=primal.numerators * 2)
    assert program.violations(double, dual) == ["row 'r0' violated", "the primal and the dual objective differ"]
    half = replace(dual, numerators=dual.numerators * Fraction(1, 2))
    assert program.violations(primal, half)[0] == "column 'c0' with a reduced cost of the wrong sign"
    negative = replace(dual, numerators=-dual.numerators)
    assert program.violations(primal, negative)[0] == "row 'r0' with a dual of the wrong sign"


def test_time_limits_and_ctrl_c_end_the_method(monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of("kuhn")
    late = solve(program, time_limit=1e-9)
    assert late.termination is Termination.TIME_LIMIT
    assert not late.proven

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(stable_basis, "basis_functions", interrupted)
    stopped = solve(program)
    assert stopped.termination is Termination.INTERRUPTED
    assert stopped.basis is not None


def test_a_singular_basis_is_an_error_and_the_deadline_is_kept() -> None:
    program = program_of("kuhn-with-raise")
    raw = exact_solution(program.at(Fraction(1, 1000)))
    assert raw.basis is not None
    with pytest.raises(OutOfTimeError):
        basis_functions(program, raw.basis, Deadline(-1.0))
    with pytest.raises(SolveError, match="singular for every ε"):
        basis_functions(one_column(0, 0), Basis(np.zeros(1, np.int8), np.full(1, 2, np.int8)))


@given(st.lists(st.lists(coefficient_lists, min_size=5, max_size=5), min_size=4, max_size=4))
def test_sparse_systems_are_solved_or_singular(table: list[list[list[int]]]) -> None:
    entries = [[fmpq_poly(cell) for cell in row] for row in table]
    rows = [{(j if j < 4 else RIGHT): cell for j, cell in enumerate(row) if cell} for row in entries]
    try:
        solution, denominator = solve_sparse(rows, 4, Deadline())
    except SolveError:
        terms = []  # of the determinant
        for order in itertools.permutations(range(4)):
            swaps = sum(order[i] > order[j] for i, j in itertools.combinations(range(4), 2))
            terms.append(math.prod((entries[i][j] for i, j in enumerate(order)), start=fmpq_poly([(-1) ** swaps])))
        assert sum(terms, fmpq_poly()) == 0
        return
    assert denominator != 0
    for row in entries:
        total = sum((cell * part for cell, part in zip(row[:4], solution, strict=True)), fmpq_poly())
        assert total == row[4] * denominator


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=5).filter(any))
def test_below_the_bound_one_polynomial_keeps_its_sign(numbers: list[int]) -> None:
    polynomial = PolynomialArray(tuple(ExactArray.of([number]) for number in numbers))
    bound = sign_holds_below(polynomial, Fraction(1))
    for part in (Fraction(1, 2), Fraction(1, 10), Fraction(99, 100)):
        number = polynomial.at(bound * part)[0]
        assert (number > 0) - (number < 0) == polynomial.signs()[0]


def test_the_bound_on_a_root_is_the_first_power_of_two_that_descartes_rule_accepts() -> None:
    polynomial = PolynomialArray((ExactArray.of([-1]), ExactArray.of([10])))
    assert sign_holds_below(polynomial, Fraction(1)) == Fraction(1, 16)
