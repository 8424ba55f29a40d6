"""Merging what a program cannot tell apart loses nothing: the lifted answer is optimal, exactly."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.backends import get
from seqform.backends.exact import exact_solution
from seqform.builders.equitable_partition import MAX_ROUNDS, _is_equitable, equitable_partition, merge_equivalent
from seqform.builders.games import catalog
from seqform.builders.games.tree import Node, leaf, move, tree
from seqform.builders.sequence_form import sequence_form
from seqform.builders.zero_sum_lp import zero_sum_lp
from seqform.errors import ModelError
from seqform.models.exact import ExactArray, ExactMatrix
from seqform.models.linear_program import Bounds, LinearProgram


def program_of(name: str) -> LinearProgram:
    return zero_sum_lp(sequence_form(catalog.make(name)).target).target


def copied(seed: int) -> tuple[LinearProgram, int, int]:
    """A small bounded program whose rows and columns stand there several times, shuffled."""
    rng = np.random.default_rng(seed)
    small = rng.integers(-3, 4, size=(3, 4))
    times = rng.integers(1, 4, size=2)
    rows, columns = np.repeat(np.arange(3), times[0]), np.repeat(np.arange(4), times[1])
    rng.shuffle(rows)
    rng.shuffle(columns)
    cost, limit = rng.integers(1, 6, size=4), rng.integers(0, 9, size=3)
    bound = ExactArray(np.full(len(columns), 5))
    every = np.ones(len(columns), dtype=bool)
    program = LinearProgram(
        "max",
        ExactArray(cost[columns], 7),
        ExactMatrix.from_dense([[Fraction(int(v), 3) for v in row] for row in small[rows][:, columns]]),
        Bounds.at_most(ExactArray(limit[rows])),
        Bounds(ExactArray.zeros(len(columns)), bound, every, every),
        [f"r{k}" for k in range(len(rows))],
        [f"c{k}" for k in range(len(columns))],
    )
    return program, 3, 4


@settings(deadline=None, max_examples=80)
@given(st.integers(0, 10**6))
def test_copies_are_merged_and_the_lifted_answer_is_optimal_exactly(seed: int) -> None:
    program, rows, columns = copied(seed)
    step = merge_equivalent(program)
    assert step.target.matrix.shape[0] <= rows
    assert step.target.matrix.shape[1] <= columns
    lifted = step.lift(exact_solution(step.target, get("highs").solve(step.target)))
    assert lifted.primal is not None
    assert lifted.dual is not None
    assert program.residuals(lifted.primal, lifted.dual).worst == 0
    assert lifted.objective == program.objective_at(lifted.primal)


@pytest.mark.parametrize(("name", "rows"), [("leduc", 482), ("kuhn", 20), ("tiny-poker", 14)])
def test_suits_are_merged_and_nothing_else_is(name: str, rows: int) -> None:
    assert merge_equivalent(program_of(name)).target.matrix.shape[0] == rows


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6))
def test_random_games_keep_their_value(seed: int) -> None:
    game = catalog.make(f"random-game(seed={seed},depth=4,payoffs=1)")
    plain = sf.solve(game, exact=True, preprocess=())
    merged = sf.solve(game, exact=True)
    assert plain.certificate.proven
    assert merged.certificate.proven
    assert plain.values == merged.values


def test_equal_suits_are_treated_equally() -> None:
    first = sf.solve("leduc").profile[0]
    for infoset in first:
        if "s" in infoset and "h" in infoset.partition(":")[0]:
            twin = infoset.translate(str.maketrans("sh", "hs"))
            assert first[infoset] == pytest.approx(first[twin])


def test_a_program_without_copies_is_left_as_it_is() -> None:
    program = program_of("kuhn")
    assert equitable_partition(program).shape == program.matrix.shape
    assert merge_equivalent(program).target.matrix.equals(program.matrix)


def test_a_partition_that_is_not_equitable_fails_its_proof() -> None:
    matrix = program_of("kuhn").matrix
    rows, columns = matrix.shape
    assert not _is_equitable(matrix, np.zeros(rows, dtype=np.int64), np.zeros(columns, dtype=np.int64))
    assert _is_equitable(matrix, np.arange(rows), np.arange(columns))


def test_a_program_that_needs_too_many_rounds_is_left_as_it_is() -> None:
    """A long chain of moves with two equal ends at the bottom: the copies show only after many rounds."""
    root: Node = move(1, "end", {"left": leaf(1), "right": leaf(1)})  # the only leaves unlike the others
    for k in range(8 * MAX_ROUNDS):
        root = move(1 + k % 2, f"h{k}", {"on": root, "off": leaf(0)})
    program = zero_sum_lp(sequence_form(tree("chain", root)).target).target
    assert equitable_partition(program).shape == program.matrix.shape


def test_huge_numbers_are_told_apart() -> None:
    """Two coefficients that agree modulo 2^64 are no copies: the exact proof sees to that, and nothing is merged."""
    program = LinearProgram(
        "max",
        ExactArray.of([1, 1]),
        ExactMatrix.from_dense([[1, 0], [0, 1 + 2**64]]),
        Bounds.at_most(ExactArray.of([1, 1])),
        Bounds.nonnegative(2),
        ["a", "b"],
        ["x", "y"],
    )
    assert equitable_partition(program).shape == (2, 2)


def test_unknown_preprocessors_are_refused() -> None:
    with pytest.raises(ModelError, match="unknown preprocessor 'gameshrink'; known: merge-equivalent"):
        sf.solve("kuhn", preprocess=("gameshrink",))
