"""The revised method makes the pivots of the integer tableau; rational bases agree with flint."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lcp_examples import (
    RANDOM_KINDS,
    TEXTBOOK,
    TextbookProblem,
    figure_1_problem,
    random_matrix_game,
    randomly_started,
    randoms,
)
from lcp_proofs import basic_values, basis_matrix, columns, flint_matrix, require_proven, require_same

import seqform as sf
from seqform.backends.lemke.exact_basis import ExactBasis, nearest_fractions
from seqform.backends.lemke.path import LemkeResult, PathLimits, PivotRule, Ties, follow_on_tableau
from seqform.backends.lemke.revised import follow_revised
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.forms.starts import centroid, random_start
from seqform.builders.programs.lcp import GameLcp, best_response_start, shared_sequence_form_lcp
from seqform.models.numbers.exact import Ints
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import PathStart, Termination

RULES = [PivotRule(early_exit, ties) for early_exit in (True, False) for ties in get_args(Ties)]
NO_LIMITS = PathLimits()


def both(problem: LinearComplementarityProblem, rule: PivotRule, start: PathStart | None = None) -> LemkeResult:
    fast = follow_revised(problem, rule, NO_LIMITS, start)
    require_same(fast, follow_on_tableau(problem, rule, NO_LIMITS, start))
    if start is None and fast.termination is not Termination.ERROR:
        require_proven(fast)
    return fast


def setting(name: str) -> tuple[SequenceForm, GameLcp]:
    form = sequence_form(sf.load(name)).target
    return form, shared_sequence_form_lcp(form)


@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("example", TEXTBOOK, ids=lambda example: example.name)
def test_textbook_problems(example: TextbookProblem, rule: PivotRule) -> None:
    assert both(example.problem, rule).termination is example.termination


@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("depth", [2, 3, 4, 5])
def test_binary_trees(depth: int, rule: PivotRule) -> None:
    for seed in range(3):
        form, lcp = setting(f"binary-tree(depth={depth},seed={seed})")
        for start in (centroid(form), random_start(form, seed)):
            assert both(lcp.problem(start), rule).path.index == 1


@settings(max_examples=80, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    payoffs=st.sampled_from([1, 2, 100]),
    zero_sum=st.booleans(),
    rule=st.sampled_from(RULES),
    standard=st.booleans(),
    start=st.integers(0, 50),
)
def test_random_games_with_chance_and_degenerate_payoffs(
    seed: int, payoffs: int, zero_sum: bool, rule: PivotRule, standard: bool, start: int
) -> None:
    form, lcp = setting(f"random-game(seed={seed},payoffs={payoffs},zero_sum={str(zero_sum).lower()},depth=4)")
    problem = lcp.problem(random_start(form, start) if start else centroid(form))
    if standard:
        problem = replace(problem, free=np.zeros(len(problem), dtype=bool))
    assert both(problem, rule).termination is Termination.SOLVED


@pytest.mark.parametrize("seed", range(6))
def test_paths_from_best_responses_and_back_from_other_ends(seed: int) -> None:
    form, lcp = setting(f"binary-tree(depth=4,seed={seed})")
    starts = [random_start(form, number) for number in range(4)]
    for start in starts:
        both(lcp.problem(start), PivotRule(), best_response_start(lcp, start))
    pure = PivotRule(early_exit=False)
    problems = [replace(lcp.problem(start), free=np.zeros(len(lcp.base), dtype=bool)) for start in starts]
    ends = [both(problem, pure) for problem in problems]
    for end in ends:
        rows = end.path.basis(len(end.path))
        for other, problem in zip(ends, problems, strict=True):
            if set(rows) != set(other.path.basis(len(other.path))):
                start_there = PathStart(rows, 2 * len(rows), determinant=end.path.determinant)
                assert both(problem, pure, start_there).path.index == -1


@pytest.mark.parametrize("payoffs", ["1000000007", "1/1000003"])
def test_badly_scaled_payoffs_change_no_step(payoffs: str) -> None:
    form, lcp = setting("random-game(seed=5,zero_sum=false,payoffs=3,depth=4)")
    problem = lcp.problem(random_start(form, 1, denominator=10**9 + 7))
    scaled = replace(problem.matrix, values=problem.matrix.values * Fraction(payoffs))
    assert problem.covering_vector is not None
    both(replace(problem, matrix=scaled, covering_vector=problem.covering_vector * Fraction(payoffs)), PivotRule())


# ---- rational bases ----


def bases_of_a_path(problem: LinearComplementarityProblem) -> list[Ints]:
    path = follow_on_tableau(problem, PivotRule(), NO_LIMITS).path
    return [path.basis(pivots) for pivots in range(len(path) + 1)]


@settings(max_examples=50, deadline=None)
@given(random=randoms, kind=st.sampled_from([*sorted(RANDOM_KINDS), "game"]), n=st.integers(1, 6))
def test_every_basis_of_a_path_is_solved_as_flint_solves_it(random: Random, kind: str, n: int) -> None:
    if kind == "game":  # with free variables and large denominators
        problem = randomly_started(random_matrix_game(random, 3, 4, [0, 1, 2, 10**12 + 39]), random)
    else:
        problem = RANDOM_KINDS[kind](random, n)
    n = len(problem)
    for basis in bases_of_a_path(problem):
        exact, expected = ExactBasis(problem, basis), basic_values(problem, basis)
        assert exact.values.to_fractions() == expected
        z, z0 = exact.point()
        value_of = dict(zip(basis.tolist(), expected, strict=True))
        assert z.to_fractions() == [value_of.get(n + i, Fraction(0)) for i in range(n)]
        assert z0 == value_of.get(2 * n, 0)
        entering = next(variable for variable in range(2 * n + 1) if variable not in value_of)
        rates = basis_matrix(problem, basis).solve(flint_matrix([[value] for value in columns(problem)[entering]]))
        solved = exact.solve(exact.column(entering)).to_fractions()
        assert solved == [Fraction(int(value.p), int(value.q)) for value in rates.entries()]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.fractions(min_value=-100, max_value=100, max_denominator=12), min_size=1, max_size=6))
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
    right = ExactBasis(problem, basis).values
    for wrong in right.to_floats() + np.eye(len(basis)):
        assert ExactBasis(problem, basis, wrong).values.equals(right)


def test_a_direction_keeps_all_equations() -> None:
    problem = figure_1_problem(0)
    n, d = len(problem), problem.covering_vector
    assert d is not None
    for basis in bases_of_a_path(problem)[1:-1]:
        entering = next(variable for variable in range(2 * n) if variable not in basis)
        moved = ExactBasis(problem, basis).direction(entering)
        rates = (problem.matrix.dot(moved.take(slice(0, n))) + d * moved[n]).to_fractions()
        nonbasic = [i for i in range(n) if i not in basis]
        assert [rates[i] for i in nonbasic] == [int(i == entering) for i in nonbasic]
