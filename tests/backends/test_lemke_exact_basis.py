"""Rational bases of Lemke's algorithm against flint, and rounding from doubles."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lcp_examples import RANDOM_KINDS, figure_1_problem, kinds, random_matrix_game, randomly_started, randoms
from lcp_proofs import basic_values, basis_matrix, columns, flint_matrix

from seqform.backends.lemke.exact_basis import ExactBasis, nearest_fractions
from seqform.backends.lemke.path import PathLimits, PivotRule
from seqform.backends.lemke.tableau import follow_on_tableau
from seqform.models.programs.complementarity import LinearComplementarityProblem


def bases_of_a_path(problem: LinearComplementarityProblem) -> list[np.ndarray]:
    path = follow_on_tableau(problem, PivotRule(), PathLimits()).path
    return [path.basis(pivots) for pivots in range(len(path) + 1)]


def require_as_flint_has_it(problem: LinearComplementarityProblem, basis: np.ndarray) -> None:
    n = len(problem)
    exact = ExactBasis(problem, basis)
    expected = basic_values(problem, basis)
    assert exact.values.to_fractions() == expected
    z, z0 = exact.point()
    value_of = dict(zip(basis.tolist(), expected, strict=True))
    assert z.to_fractions() == [value_of.get(n + i, Fraction(0)) for i in range(n)]
    assert z0 == value_of.get(2 * n, 0)
    entering = next(variable for variable in range(2 * n + 1) if variable not in value_of)
    side = flint_matrix([[value] for value in columns(problem)[entering]])
    rates = basis_matrix(problem, basis).solve(side)
    solved = exact.solve(exact.column(entering)).to_fractions()
    assert solved == [Fraction(int(value.p), int(value.q)) for value in rates.entries()]


@settings(max_examples=40, deadline=None)
@given(random=randoms, kind=kinds, n=st.integers(1, 6))
def test_every_basis_of_a_path_is_solved_as_flint_solves_it(random: Random, kind: str, n: int) -> None:
    problem = RANDOM_KINDS[kind](random, n)
    for basis in bases_of_a_path(problem):
        require_as_flint_has_it(problem, basis)


@settings(max_examples=15, deadline=None)
@given(random=randoms)
def test_bases_of_games_with_free_variables_and_large_denominators(random: Random) -> None:
    problem = randomly_started(random_matrix_game(random, 3, 4, [0, 1, 2, 10**12 + 39]), random)
    for basis in bases_of_a_path(problem)[1:]:
        require_as_flint_has_it(problem, basis)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.fractions(min_value=-100, max_value=100, max_denominator=12), min_size=1, max_size=6),
)
def test_fractions_with_small_denominators_are_reconstructed(numbers: list[Fraction]) -> None:
    found = nearest_fractions(np.array([float(number) for number in numbers]))
    if found is not None:
        assert found.to_fractions() == numbers
    common = np.lcm.reduce([number.denominator for number in numbers])
    assert found is not None or common > 1_000


@pytest.mark.parametrize("doubles", [[float("nan")], [float("inf")], [2.0**48], [np.sqrt(2)], [1.0, 1e-5]])
def test_numbers_without_a_small_denominator_are_not_rounded(doubles: list[float]) -> None:
    found = nearest_fractions(np.array(doubles))
    assert found is None or float(found.to_fractions()[-1]) == doubles[-1]


def test_wrong_doubles_are_rejected() -> None:
    problem = figure_1_problem(0)
    basis = bases_of_a_path(problem)[-1]
    right = ExactBasis(problem, basis)
    doubles = right.values.to_floats()
    for place in range(len(basis)):
        wrong = doubles.copy()
        wrong[place] += 1.0
        assert ExactBasis(problem, basis, wrong).values.equals(right.values)


def test_a_direction_keeps_all_equations() -> None:
    problem = figure_1_problem(0)
    n = len(problem)
    for basis in bases_of_a_path(problem)[1:-1]:
        entering = next(variable for variable in range(2 * n) if variable not in basis)
        moved = ExactBasis(problem, basis).direction(entering)
        d = problem.covering_vector
        assert d is not None
        rates = (problem.matrix.dot(moved.take(slice(0, n))) + d * moved[n]).to_fractions()
        for i in range(n):
            if i not in basis and i != entering:
                assert rates[i] == 0
        if entering < n:
            assert rates[entering] == 1
