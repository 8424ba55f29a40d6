"""The backend `bound`: lemma 2.1, and bases found below the bound."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from perturbed_programs import Numbers, optimum, perturbed_game, perturbed_games, perturbed_program, perturbed_programs

from seqform.backends import SolveOptions
from seqform.backends.perturbed import root_bound
from seqform.backends.perturbed.proofs import basis_polynomials
from seqform.backends.perturbed.root_bound import BoundBackend, epsilon_bound
from seqform.backends.perturbed.symbolic import SymbolicBackend
from seqform.errors import CertificationError, SolveError
from seqform.models import PerturbedLinearProgram, PolynomialArray, Termination

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


@given(perturbed_programs() | perturbed_games().map(lambda step: step.target))
def test_the_basis_is_optimal_below_the_bound_with_the_value_of_the_symbolic_simplex(
    program: PerturbedLinearProgram,
) -> None:
    answer, symbolic, bound = solve(program), SymbolicBackend().solve(program), epsilon_bound(program)
    assert answer.termination is symbolic.termination
    if answer.primal is None or answer.dual is None:
        return
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
