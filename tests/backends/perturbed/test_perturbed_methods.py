"""Perturbed programs: any solver at one ε, below the root bound, the symbolic simplex, and ε in the matrix."""

import itertools
import math
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from flint import fmpq_poly
from hypothesis import given, settings
from hypothesis import strategies as st
from perturbed_programs import (
    Numbers,
    optimum,
    perturbed_game,
    perturbed_games,
    perturbed_program,
    perturbed_programs,
)
from plans import form_of

import seqform as sf
from seqform.backends import SolveOptions, get
from seqform.backends.exact import ExactBackend
from seqform.backends.exact.solution import exact_solution
from seqform.backends.linalg.polynomial_solve import RIGHT, solve_sparse
from seqform.backends.perturbed import root_bound, stable_basis
from seqform.backends.perturbed.parametric import ParametricProgram, optimal_pieces
from seqform.backends.perturbed.proofs import basis_functions, basis_polynomials, sign_holds_below
from seqform.backends.perturbed.root_bound import BoundBackend, NumericBackend, epsilon_bound
from seqform.backends.perturbed.stable_basis import StableBasisBackend
from seqform.backends.perturbed.symbolic import SymbolicBackend, SymbolicSimplex
from seqform.builders import merge_equivalent, sequence_form
from seqform.builders.programs.perturbed_lp import (
    PerturbedStep,
    behavior_perturbed_lp,
    numeric_plans,
    perturbed_lp,
    uniform_trembles,
)
from seqform.errors import CertificationError, ModelError, OptionError, SolveError
from seqform.models import (
    Basis,
    BasisStatus,
    ExactArray,
    ExactMatrix,
    PerturbedLinearProgram,
    PerturbedSolution,
    PolynomialArray,
    RawSolution,
    Termination,
)
from seqform.models.numbers.polynomials import RationalFunctionArray
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.perturbed import MatrixPerturbedProgram
from seqform.models.strategies.behavior import RealizationPlan
from seqform.system.deadline import Deadline, OutOfTimeError

SMALL = Fraction(1, 1000)

bound, symbolic_simplex = BoundBackend().solve, SymbolicBackend().solve


def raw_of(step: PerturbedStep, backend: str = "highs", epsilon: Fraction = SMALL) -> RawSolution:
    raw = NumericBackend(get(backend), epsilon).solve(step.target).raw
    assert raw is not None
    return raw


def listed(plan: RealizationPlan) -> list[Fraction] | list[float]:
    weights = plan.weights
    return (
        weights.to_fractions()
        if isinstance(weights, ExactArray)
        else [float(weight) for weight in weights]
    )


@settings(max_examples=20)
@given(perturbed_games(), st.integers(0, 6))
def test_the_exact_backend_agrees_with_the_polynomial_at_that_number(
    step: PerturbedStep, digits: int
) -> None:
    program = step.target
    epsilon = epsilon_bound(program) / 10**digits / 2
    answer = NumericBackend(ExactBackend(), epsilon).solve(program)
    assert answer.raw is not None
    assert answer.raw.objective == optimum(program, symbolic_simplex(program)).at(epsilon)[0]
    assert answer.epsilon == epsilon


@pytest.mark.parametrize("game", ["guess-the-ace", "kuhn", "kuhn-with-raise", "goofspiel(cards=3)"])
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("backend", ["highs", "exact"])
def test_plans_keep_the_least_weights_and_add_up(game: str, player: int, backend: str) -> None:
    step = perturbed_game(game, player)
    answer = NumericBackend(get(backend)).solve(step.target)
    assert answer.epsilon is not None
    assert answer.raw is not None
    for plan in numeric_plans(form_of(game), player, answer.epsilon, answer.raw):
        assert plan.exact == (backend == "exact")
        assert plan.residual() <= (0 if plan.exact else 1e-9)
        assert min(listed(plan)) >= 0.99 * float(answer.epsilon) ** step.target.degree


def test_negative_weights_within_the_tolerance_of_the_solver_are_refused() -> None:
    """The plan has -ε² where ε² is asked for: as a probability, -1."""
    tiny = Fraction(1, 10**6)
    raw = raw_of(perturbed_game("kuhn-with-raise"), "exact", tiny)
    assert isinstance(raw.primal, ExactArray)
    point = np.array([float(value) for value in raw.primal.to_fractions()])
    raw = replace(raw, primal=np.where(point < 1e-9, -(float(tiny) ** 2), point))
    with pytest.raises(
        SolveError, match=r"sequence '.*' has weight .*; take a larger ε, .* stable-basis"
    ):
        numeric_plans(form_of("kuhn-with-raise"), 0, tiny, raw)


def test_sets_reached_within_the_tolerance_are_noise() -> None:
    form, epsilon = form_of("liars-dice(sides=2)"), Fraction(1, 100)
    raw = raw_of(perturbed_lp(form), epsilon=epsilon)
    assert numeric_plans(form, 0, epsilon, raw)
    with pytest.raises(
        SolveError, match="tolerance of zero, so behavior after it is rounding noise"
    ):
        numeric_plans(form, 0, epsilon, raw, tolerance=0.5)


def test_an_exact_solver_that_errs_is_refused() -> None:
    raw = raw_of(perturbed_game("guess-the-ace"), "exact")
    with pytest.raises(SolveError, match="E x = e fails, although the solver is exact"):
        numeric_plans(
            form_of("guess-the-ace"),
            0,
            Fraction(1, 3),
            raw,
            lambda index: uniform_trembles(index) * 2,
        )


def test_trembles_too_large_for_a_plan_are_reported() -> None:
    answer = NumericBackend(epsilon=Fraction(2, 3)).solve(perturbed_game("kuhn").target)
    assert answer.termination is Termination.INFEASIBLE
    assert "take a smaller ε" in answer.status
    assert answer.raw is not None
    with pytest.raises(SolveError, match="returned no primal-dual pair: infeasible"):
        numeric_plans(form_of("kuhn"), 0, Fraction(2, 3), answer.raw)


def test_answers_without_polynomials_or_of_another_size_are_refused() -> None:
    step = perturbed_game("kuhn")
    with pytest.raises(
        SolveError, match=r"no pair of plans: solved \(.*\); numeric_plans reads plans at that ε"
    ):
        step.lift(NumericBackend().solve(step.target))
    with pytest.raises(ModelError, match="the program has 5 columns and 5 rows"):
        numeric_plans(form_of("guess-the-ace"), 0, SMALL, raw_of(step))


Rows = list[list[Fraction]]


def determinant(rows: Rows) -> Fraction:
    if not rows:
        return Fraction(1)
    first, *others = rows
    minors = ([row[:j] + row[j + 1 :] for row in others] for j in range(len(first)))
    return sum(
        ((-1) ** j * first[j] * determinant(minor) for j, minor in enumerate(minors) if first[j]),
        Fraction(0),
    )


def largest_minor(rows: Rows) -> Fraction:
    """Return the largest absolute value of a determinant of some rows and as many columns."""
    width = len(rows[0]) if rows else 0
    return max(
        abs(determinant([[rows[i][j] for j in chosen] for i in kept]))
        for size in range(min(len(rows), width) + 1)
        for kept in combinations(range(len(rows)), size)
        for chosen in combinations(range(width), size)
    )


@given(perturbed_programs(most=3))
def test_no_minor_is_larger_than_k(program: PerturbedLinearProgram) -> None:
    integral = primitive(program)
    matrix, k = integral.matrix.to_dense(), 1 / (2 * epsilon_bound(integral))
    for part in integral.right.coefficients:
        bordered = [[*row, value] for row, value in zip(matrix, part.to_fractions(), strict=True)]
        assert largest_minor(bordered) <= k
    for part in integral.objective.coefficients:
        assert largest_minor([*matrix, part.to_fractions()]) <= k


def primitive(program: PerturbedLinearProgram) -> PerturbedLinearProgram:
    """The program times six, which makes it integral, with one more row and column of ones: no factor can be taken."""
    n, rights, costs = (
        program.matrix.shape[1],
        program.right.coefficients,
        program.objective.coefficients,
    )
    rows: list[tuple[str, Numbers, Numbers]] = [
        ("<", [*(6 * v for v in row), 1], [6 * part[i] for part in rights])
        for i, row in enumerate(program.matrix.to_dense())
    ]
    rows.append(("<", [1] * (n + 1), [1] * len(rights)))
    return perturbed_program("max", rows, [[*(6 * part[j] for j in range(n)), 1] for part in costs])


@given(perturbed_programs(most=5) | perturbed_games().map(lambda step: step.target))
def test_the_basis_is_optimal_below_the_bound_with_the_value_of_the_symbolic_simplex(
    program: PerturbedLinearProgram,
) -> None:
    answer, symbolic, limit = bound(program), symbolic_simplex(program), epsilon_bound(program)
    assert answer.termination is symbolic.termination
    assert symbolic.proven == symbolic.solved
    if answer.primal is None or answer.dual is None:
        return
    assert symbolic.basis is not None
    statuses = np.concatenate([symbolic.basis.columns, symbolic.basis.rows])
    assert np.count_nonzero(statuses == BasisStatus.BASIC) == program.matrix.shape[0]
    assert answer.epsilon == limit / 2
    assert (
        "below the bound, and so for all smaller ones, proved over the rationals" in answer.status
    )
    assert optimum(program, answer).equals(optimum(program, symbolic))
    for epsilon in (limit * Fraction(999, 1000), limit / 7, limit / 10**9):
        residuals = program.at(epsilon).residuals(
            answer.primal.at(epsilon), answer.dual.at(epsilon)
        )
        assert residuals.worst == 0


def test_the_bound_of_a_program_by_hand() -> None:
    """Max x with x ≤ 3 - 4ε: the minors are 1, 3 and -4, and K = 4 is the length of the column (-4)."""
    program = perturbed_program("max", [("<", [1], [3, -4])], [[1]])
    assert epsilon_bound(program) == Fraction(1, 8)


@pytest.mark.parametrize(
    ("backend", "message"),
    [
        (
            BoundBackend(most_bits=20),
            r"ε would be 1 over a number of \d\d bits, .* use the method stable-basis",
        ),
        (
            SymbolicBackend(most_entries=100),
            r"20 rows × 20 columns are too many .* use the method stable-basis",
        ),
    ],
)
def test_a_program_too_large_for_a_method_is_refused(
    backend: BoundBackend | SymbolicBackend, message: str
) -> None:
    with pytest.raises(SolveError, match=message):
        backend.solve(perturbed_game("kuhn").target)


def test_the_time_limit_and_ctrl_c_end_with_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    late = bound(perturbed_game("goofspiel(cards=3)").target, SolveOptions(time_limit=1e-6))
    assert (late.termination, late.proven) == (Termination.TIME_LIMIT, False)
    monkeypatch.setattr(root_bound, "basis_polynomials", interrupt)
    assert bound(perturbed_game("kuhn").target).termination is Termination.INTERRUPTED


def test_an_answer_that_fails_its_check_is_not_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*arguments: object) -> tuple[PolynomialArray, PolynomialArray]:
        primal, dual = basis_polynomials(*arguments)  # type: ignore[arg-type]
        return -primal, dual

    program = perturbed_game("kuhn").target
    zeros = PolynomialArray.zeros(program.matrix.shape[1])
    monkeypatch.setattr(root_bound, "basis_polynomials", wrong)
    monkeypatch.setattr(SymbolicSimplex, "primal", lambda self: zeros)
    for method, solve in (("method bound", bound), ("symbolic simplex", symbolic_simplex)):
        with pytest.raises(CertificationError, match=f"{method}: the answer fails its check"):
            solve(program)


def test_numbers_that_outgrow_64_bits_on_the_way_stay_exact() -> None:
    size = 5
    rows = [
        (
            "<",
            [10**12 + (3 * i + 1) ** (j + 1) + (10**9 if i == j else 0) for j in range(size)],
            [1, 1],
        )
        for i in range(size)
    ]
    program = perturbed_program("max", rows, [[1] * size, [1] * size], [True] * size)
    simplex = SymbolicSimplex(program)
    assert simplex.entries.dtype == np.int64
    assert simplex.run() is Termination.SOLVED
    assert simplex.entries.dtype == object
    assert program.violations(simplex.primal(), simplex.dual()) == []
    assert symbolic_simplex(perturbed_program("max", [("<", [10**400, 1], [1])], [[1, 1]])).solved


def test_a_program_on_which_the_simplex_method_may_cycle_is_solved() -> None:
    """Beale's example of a cycle under the rule of the largest reduced cost."""
    quarter = Fraction(1, 4)
    rows: list[tuple[str, Numbers, Numbers]] = [
        ("<", [quarter, -60, Fraction(-1, 25), 9], [0]),
        ("<", [Fraction(1, 2), -90, Fraction(-1, 50), 3], [0]),
        ("<", [0, 0, 1, 0], [1]),
    ]
    program = perturbed_program("max", rows, [[Fraction(3, 4), -150, Fraction(1, 50), -6]])
    assert optimum(program, symbolic_simplex(program))[0][0] == Fraction(1, 20)


def test_after_many_pivots_without_progress_the_least_index_decides() -> None:
    program = perturbed_program("max", [("<", [1, 1], [0])], [[1, 5]])
    simplex, both = SymbolicSimplex(program), np.arange(2)
    assert simplex._entering(both) == 1
    simplex._idle_pivots = 2
    assert simplex._entering(both) == 0


def test_the_time_limit_and_ctrl_c_end_with_the_pivots_so_far() -> None:
    def interrupt(line: str) -> None:
        assert line.startswith("symbolic simplex: 100 pivots, ")
        raise KeyboardInterrupt

    program = perturbed_game("liars-dice(sides=3)").target
    for options, start in (
        ({"time_limit": 0.001}, "time limit after "),
        ({"progress": interrupt}, "interrupted after 100"),
    ):
        answer = symbolic_simplex(program, SolveOptions(**options))
        assert answer.status.startswith(start)
        assert f"{answer.termination} after {answer.pivots} pivot" in answer.status
        assert (answer.primal, answer.proven) == (None, False)


@pytest.mark.parametrize(
    "options", [{"tolerance": 1e-6}, {"threads": 2}, {"raw": {"presolve": "off"}}]
)
def test_options_that_do_not_apply_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(
        OptionError, match=r"symbolic simplex (does not support it|has no option 'presolve')"
    ):
        symbolic_simplex(perturbed_game("kuhn").target, SolveOptions(**options))


def test_an_equation_that_holds_at_one_number_alone_is_no_piece() -> None:
    """max x with x + y = 1 and (t - 1/2) x = 0: at 1/2, where the interval is halved, the second slack is basic."""
    constant = ExactMatrix.from_dense([[1, 1], [Fraction(-1, 2), 0]])
    slope = ExactMatrix.from_dense([[0, 0], [1, 0]])
    rows, columns = Bounds.equal(ExactArray.of([1, 0])), Bounds.nonnegative(2)
    program = LinearProgram(
        "max", ExactArray.of([1, 0]), constant, rows, columns, ["a", "b"], ["x", "y"]
    )
    pieces = optimal_pieces(ParametricProgram(program, (constant, slope)), Fraction(0), Fraction(1))
    assert pieces[0].start == 0 and pieces[-1].end == 1
    assert all(one.end == other.start for one, other in pairwise(pieces))
    assert all(one.value(Fraction(1, 7)) == 0 for one in pieces)


NUMBERS = (Fraction(1, 10**4), Fraction(1, 10**6))
coefficient_lists = st.lists(st.integers(-3, 3), max_size=3)


def program_of(name: str, player: int = 0) -> MatrixPerturbedProgram:
    return behavior_perturbed_lp(sequence_form(sf.load(name)).target, player).target


def solve(
    program: MatrixPerturbedProgram,
    solver: Any = None,
    epsilon: Fraction | None = None,
    **options: Any,
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
    # 9/100 has an optimum, whose basis is checked at a quarter of that.
    assert answer.epsilon == Fraction(9, 400)
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
    assert program.violations(double, dual) == [
        "row 'r0' violated",
        "the primal and the dual objective differ",
    ]
    half = replace(dual, numerators=dual.numerators * Fraction(1, 2))
    assert (
        program.violations(primal, half)[0] == "column 'c0' with a reduced cost of the wrong sign"
    )
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
    rows = [
        {(j if j < 4 else RIGHT): cell for j, cell in enumerate(row) if cell} for row in entries
    ]
    try:
        solution, denominator = solve_sparse(rows, 4, Deadline())
    except SolveError:
        terms = []  # of the determinant
        for order in itertools.permutations(range(4)):
            swaps = sum(order[i] > order[j] for i, j in itertools.combinations(range(4), 2))
            terms.append(
                math.prod(
                    (entries[i][j] for i, j in enumerate(order)), start=fmpq_poly([(-1) ** swaps])
                )
            )
        assert sum(terms, fmpq_poly()) == 0
        return
    assert denominator != 0
    for row in entries:
        total = sum(
            (cell * part for cell, part in zip(row[:4], solution, strict=True)), fmpq_poly()
        )
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
