"""The revised method makes the pivots of the integer tableau."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lcp_examples import RANDOM_KINDS, TEXTBOOK, TextbookProblem, kinds, randoms, rules

import seqform as sf
from seqform.backends.lemke.exact_basis import ExactBasis
from seqform.backends.lemke.path import LemkeResult, PathLimits, PivotRule, Ties
from seqform.backends.lemke.revised import exact_leaving, follow_revised
from seqform.backends.lemke.tableau import follow_on_tableau
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.forms.starts import centroid, random_start
from seqform.builders.programs.lcp import GameLcp, best_response_start, shared_sequence_form_lcp
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import PathStart, Termination

RULES = [PivotRule(early_exit, ties) for early_exit in (True, False) for ties in get_args(Ties)]
NO_LIMITS = PathLimits()


def require_same(one: LemkeResult, other: LemkeResult) -> None:
    assert one.termination is other.termination
    assert one.path.entering.tolist() == other.path.entering.tolist()
    assert one.path.leaving.tolist() == other.path.leaving.tolist()
    assert one.path.determinant == other.path.determinant
    assert one.z.equals(other.z)
    assert one.z0 == other.z0
    assert (one.ray is None) == (other.ray is None)
    if one.ray is not None and other.ray is not None:
        assert one.ray.equals(other.ray)
    assert np.allclose([float(z0) for z0 in one.path.z0], [float(z0) for z0 in other.path.z0])


def both(problem: LinearComplementarityProblem, rule: PivotRule, start: PathStart | None = None) -> LemkeResult:
    fast = follow_revised(problem, rule, NO_LIMITS, start)
    require_same(fast, follow_on_tableau(problem, rule, NO_LIMITS, start))
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


@settings(max_examples=80, deadline=None)
@given(random=randoms, kind=kinds, n=st.integers(1, 8), rule=rules)
def test_random_problems_of_every_kind(random: Random, kind: str, n: int, rule: PivotRule) -> None:
    both(RANDOM_KINDS[kind](random, n), rule)


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


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_rational_arithmetic_makes_the_choices_of_both_engines(rule: PivotRule) -> None:
    form, lcp = setting("binary-tree(depth=3,seed=4)")
    path = both(lcp.problem(random_start(form, 2)), rule).path
    n = len(path.problem)
    for pivot in range(1, len(path)):
        basis = ExactBasis(path.problem, path.basis(pivot))
        assert exact_leaving(basis, int(path.entering[pivot]), rule, np.arange(n)) == path.leaving[pivot]


@pytest.mark.parametrize("payoffs", ["1000000007", "1/1000003"])
def test_badly_scaled_payoffs_change_no_step(payoffs: str) -> None:
    form, lcp = setting("random-game(seed=5,zero_sum=false,payoffs=3,depth=4)")
    problem = lcp.problem(random_start(form, 1, denominator=10**9 + 7))
    scaled = replace(problem.matrix, values=problem.matrix.values * Fraction(payoffs))
    assert problem.covering_vector is not None
    both(replace(problem, matrix=scaled, covering_vector=problem.covering_vector * Fraction(payoffs)), PivotRule())
