"""Perturbed programs at one ε: any solver, without proof; lemma 2.1, and bases found below the bound."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from perturbed_programs import Numbers, optimum, perturbed_game, perturbed_games, perturbed_program, perturbed_programs
from plans import form_of

from seqform.backends import SolveOptions, get
from seqform.backends.exact import ExactBackend
from seqform.backends.perturbed import root_bound
from seqform.backends.perturbed.proofs import basis_polynomials
from seqform.backends.perturbed.root_bound import BoundBackend, NumericBackend, epsilon_bound
from seqform.backends.perturbed.symbolic import SymbolicBackend
from seqform.builders.programs.perturbed_lp import PerturbedStep, numeric_plans, perturbed_lp, uniform_trembles
from seqform.errors import CertificationError, ModelError, SolveError
from seqform.models import BasisStatus, ExactArray, PerturbedLinearProgram, PolynomialArray, RawSolution, Termination
from seqform.models.strategies.behavior import RealizationPlan

SMALL = Fraction(1, 1000)


def raw_of(step: PerturbedStep, backend: str = "highs", epsilon: Fraction = SMALL) -> RawSolution:
    raw = NumericBackend(get(backend), epsilon).solve(step.target).raw
    assert raw is not None
    return raw


def listed(plan: RealizationPlan) -> list[Fraction] | list[float]:
    weights = plan.weights
    return weights.to_fractions() if isinstance(weights, ExactArray) else [float(weight) for weight in weights]


@settings(max_examples=20)
@given(perturbed_games(), st.integers(0, 6))
def test_the_exact_backend_agrees_with_the_polynomial_at_that_number(step: PerturbedStep, digits: int) -> None:
    program = step.target
    epsilon = epsilon_bound(program) / 10**digits / 2
    answer = NumericBackend(ExactBackend(), epsilon).solve(program)
    assert answer.raw is not None
    assert answer.raw.objective == optimum(program, SymbolicBackend().solve(program)).at(epsilon)[0]
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
    with pytest.raises(SolveError, match=r"sequence '.*' has weight .*; take a larger ε, .* stable-basis"):
        numeric_plans(form_of("kuhn-with-raise"), 0, tiny, raw)


def test_sets_reached_within_the_tolerance_are_noise() -> None:
    form, epsilon = form_of("liars-dice(sides=2)"), Fraction(1, 100)
    raw = raw_of(perturbed_lp(form), epsilon=epsilon)
    assert numeric_plans(form, 0, epsilon, raw)
    with pytest.raises(SolveError, match="tolerance of zero, so behavior after it is rounding noise"):
        numeric_plans(form, 0, epsilon, raw, tolerance=0.5)


def test_an_exact_solver_that_errs_is_refused() -> None:
    raw = raw_of(perturbed_game("guess-the-ace"), "exact")
    with pytest.raises(SolveError, match="E x = e fails, although the solver is exact"):
        numeric_plans(form_of("guess-the-ace"), 0, Fraction(1, 3), raw, lambda index: uniform_trembles(index) * 2)


def test_trembles_too_large_for_a_plan_are_reported() -> None:
    answer = NumericBackend(epsilon=Fraction(2, 3)).solve(perturbed_game("kuhn").target)
    assert answer.termination is Termination.INFEASIBLE
    assert "take a smaller ε" in answer.status
    assert answer.raw is not None
    with pytest.raises(SolveError, match="returned no primal-dual pair: infeasible"):
        numeric_plans(form_of("kuhn"), 0, Fraction(2, 3), answer.raw)


def test_answers_without_polynomials_or_of_another_size_are_refused() -> None:
    step = perturbed_game("kuhn")
    with pytest.raises(SolveError, match=r"no pair of plans: solved \(.*\); numeric_plans reads plans at that ε"):
        step.lift(NumericBackend().solve(step.target))
    with pytest.raises(ModelError, match="the program has 5 columns and 5 rows"):
        numeric_plans(form_of("guess-the-ace"), 0, SMALL, raw_of(step))


Rows = list[list[Fraction]]

solve = BoundBackend().solve


def determinant(rows: Rows) -> Fraction:
    if not rows:
        return Fraction(1)
    first, *others = rows
    minors = ([row[:j] + row[j + 1 :] for row in others] for j in range(len(first)))
    return sum(((-1) ** j * first[j] * determinant(minor) for j, minor in enumerate(minors) if first[j]), Fraction(0))


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
    n, rights, costs = program.matrix.shape[1], program.right.coefficients, program.objective.coefficients
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
    answer, symbolic, bound = solve(program), SymbolicBackend().solve(program), epsilon_bound(program)
    assert answer.termination is symbolic.termination
    assert symbolic.proven == symbolic.solved
    if answer.primal is None or answer.dual is None:
        return
    assert symbolic.basis is not None
    statuses = np.concatenate([symbolic.basis.columns, symbolic.basis.rows])
    assert np.count_nonzero(statuses == BasisStatus.BASIC) == program.matrix.shape[0]
    assert answer.epsilon == bound / 2
    assert "below the bound, and so for all smaller ones, proved over the rationals" in answer.status
    assert optimum(program, answer).equals(optimum(program, symbolic))
    for epsilon in (bound * Fraction(999, 1000), bound / 7, bound / 10**9):
        residuals = program.at(epsilon).residuals(answer.primal.at(epsilon), answer.dual.at(epsilon))
        assert residuals.worst == 0


def test_the_bound_of_a_program_by_hand() -> None:
    """Max x with x ≤ 3 - 4ε: the minors are 1, 3 and -4, and K = 4 is the length of the column (-4)."""
    program = perturbed_program("max", [("<", [1], [3, -4])], [[1]])
    assert epsilon_bound(program) == Fraction(1, 8)


def test_a_program_with_too_long_an_epsilon_is_refused() -> None:
    with pytest.raises(SolveError, match=r"ε would be 1 over a number of \d\d bits, .* use the method stable-basis"):
        BoundBackend(most_bits=20).solve(perturbed_game("kuhn").target)


def test_the_time_limit_and_ctrl_c_end_with_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    late = solve(perturbed_game("goofspiel(cards=3)").target, SolveOptions(time_limit=1e-6))
    assert (late.termination, late.proven) == (Termination.TIME_LIMIT, False)
    monkeypatch.setattr(root_bound, "basis_polynomials", interrupt)
    assert solve(perturbed_game("kuhn").target).termination is Termination.INTERRUPTED


def test_an_answer_that_fails_its_check_is_not_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*arguments: object) -> tuple[PolynomialArray, PolynomialArray]:
        primal, dual = basis_polynomials(*arguments)  # type: ignore[arg-type]
        return -primal, dual

    monkeypatch.setattr(root_bound, "basis_polynomials", wrong)
    with pytest.raises(CertificationError, match="method bound: the answer fails its check"):
        solve(perturbed_game("kuhn").target)
