"""Merging equivalent rows and columns of a perturbed program is lossless in every order of ε."""

from fractions import Fraction
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from perturbed_programs import NUMBERS, optimum, perturbed_game, perturbed_games, perturbed_program

from seqform.backends.exact import ExactBackend
from seqform.backends.perturbed.numeric import NumericBackend
from seqform.backends.perturbed.stable_basis import StableBasisBackend
from seqform.backends.perturbed.symbolic import SymbolicBackend
from seqform.builders.preprocess.merge import equitable_partition, merge_equivalent
from seqform.builders.programs.perturbed_lp import PerturbedStep
from seqform.models.programs.perturbed import PerturbedLinearProgram
from seqform.models.programs.perturbed_solution import PerturbedSolution

ONE, ZERO = Fraction(1), Fraction(0)


@st.composite
def copied(draw: st.DrawFn) -> tuple[PerturbedLinearProgram, int, int]:
    """A small program whose rows and columns stand there several times, in disorder."""
    m, n, orders = draw(st.integers(1, 3)), draw(st.integers(1, 3)), draw(st.integers(1, 3))
    numbers = st.lists(NUMBERS, min_size=orders, max_size=orders)
    entries = draw(st.lists(st.lists(NUMBERS, min_size=n, max_size=n), min_size=m, max_size=m))
    right, cost = [draw(numbers) for _ in range(m)], [draw(numbers) for _ in range(n)]
    kinds = draw(st.lists(st.sampled_from("<>="), min_size=m, max_size=m))
    free = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    i = draw(st.permutations([k for k in range(m) for _ in range(2)]))
    j = draw(st.permutations([k for k in range(n) for _ in range(3)]))
    rows = [(kinds[a], [entries[a][b] for b in j], right[a]) for a in i]
    costs = [[cost[b][k] for b in j] for k in range(orders)]
    return perturbed_program("max", rows, costs, [free[b] for b in j]), m, n


@settings(deadline=None, max_examples=80)
@given(copied())
def test_copies_are_merged_and_the_lifted_answer_is_optimal(drawn: tuple[PerturbedLinearProgram, int, int]) -> None:
    program, rows, columns = drawn
    step = merge_equivalent(program)
    assert step.target.matrix.shape[0] <= rows
    assert step.target.matrix.shape[1] <= columns
    merged, plain = SymbolicBackend().solve(step.target), SymbolicBackend().solve(program)
    assert merged.termination is plain.termination
    if merged.solved:
        assert optimum(program, step.lift(merged)).equals(optimum(program, plain))


@pytest.mark.parametrize(
    ("game", "rows"), [("kuhn", 20), ("tiny-poker", 14), ("goofspiel(cards=3)", 73), ("leduc", 482)]
)
@pytest.mark.parametrize("player", [0, 1])
def test_an_answer_to_the_merged_program_of_a_game_is_one_to_the_original(game: str, rows: int, player: int) -> None:
    program = perturbed_game(game, player).target
    step = merge_equivalent(program)
    assert step.target.matrix.shape[0] == rows
    answer = step.lift(cast(PerturbedSolution, StableBasisBackend().solve(step.target)))
    optimum(program, answer)
    assert answer.basis is None


@settings(deadline=None, max_examples=30)
@given(perturbed_games())
def test_random_games_keep_their_value(step: PerturbedStep) -> None:
    merged = merge_equivalent(step.target)
    lifted = merged.lift(SymbolicBackend().solve(merged.target))
    assert optimum(step.target, lifted).equals(optimum(step.target, SymbolicBackend().solve(step.target)))


@pytest.mark.parametrize("order", [0, 1, 2])
def test_columns_that_differ_in_one_order_of_epsilon_only_are_not_merged(order: int) -> None:
    cost = [[ONE, ONE] for _ in range(3)]
    cost[order][1] = ZERO
    program = perturbed_program("max", [("<", [ONE, ONE], [ONE, ONE, ONE])], cost, [False, False])
    assert equitable_partition(program).shape == (1, 2)


@pytest.mark.parametrize("order", [0, 1, 2])
def test_rows_that_differ_in_one_order_of_epsilon_only_are_not_merged(order: int) -> None:
    right = [ONE, ONE, ONE]
    other = [ZERO if k == order else value for k, value in enumerate(right)]
    program = perturbed_program("max", [("<", [ONE], right), ("<", [ONE], other)], [[ONE]], [False])
    assert equitable_partition(program).shape == (2, 1)


def test_different_kinds_of_rows_and_columns_are_not_merged() -> None:
    rows = [(kind, [ONE, ONE], [ONE]) for kind in "<>="]
    program = perturbed_program("max", rows, [[ONE, ONE]], [False, True])
    assert equitable_partition(program).shape == (3, 2)


def test_a_solvers_answer_at_one_number_is_lifted_too() -> None:
    program = perturbed_game("tiny-poker").target
    step = merge_equivalent(program)
    epsilon = Fraction(1, 1000)
    raw = step.lift(NumericBackend(ExactBackend(), epsilon).solve(step.target)).raw
    assert raw is not None
    assert raw.primal is not None
    assert raw.dual is not None
    assert program.at(epsilon).residuals(raw.primal, raw.dual).worst == 0


def test_a_program_without_copies_is_left_as_it_is() -> None:
    program = perturbed_game("kuhn").target
    target = merge_equivalent(program).target
    assert target.matrix.equals(program.matrix)
    assert target.right.equals(program.right)
    assert target.objective.equals(program.objective)
    assert np.array_equal(target.free, program.free)
