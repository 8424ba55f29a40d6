"""Merging equivalent rows and columns is lossless: the lifted answer is optimal, exactly."""

import sys
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.backends import get
from seqform.backends.exact import exact_solution
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games import catalog
from seqform.builders.games.tree import Node, leaf, move, tree
from seqform.builders.preprocess.merge import (
    MAX_ROUNDS,
    Partition,
    _is_equitable,
    coarsest_equitable,
    coarsest_row_equitable,
    equitable_partition,
    merge_equivalent,
    spread_over_rows,
)
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.errors import InputError
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.solutions import Basis, RawSolution, Termination


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


@pytest.mark.parametrize(
    ("entries", "columns", "equitable"),
    [
        ([[1, 0], [0, 1]], [0, 1], False),  # other columns
        ([[1, 0], [0, 1]], [0, 0], True),
        ([[1, 0], [2, 0]], [0, 1], False),  # other values
        ([[1, 1], [1, 0]], [0, 1], False),  # more of them
        ([[1, 1], [1, 0]], [0, 0], False),
        ([[3, -1], [1, 1]], [0, 0], True),
        ([[2**70, 0], [0, 2**70]], [0, 0], True),
        ([[2**70, 0], [0, 2**70 + 1]], [0, 0], False),
    ],
)
def test_rows_of_a_class_have_the_same_sums(entries: list[list[int]], columns: list[int], equitable: bool) -> None:
    matrix = ExactMatrix.from_dense(entries)
    assert _is_equitable(matrix, np.zeros(2, dtype=np.int64), np.array(columns)) is equitable
    assert _is_equitable(matrix, np.array([0, 1]), np.array(columns))


def three_by_three() -> LinearProgram:
    """Rows a and c, and columns x and z, are copies of each other."""
    return LinearProgram(
        "min",
        ExactArray.of([5, 7, 5]),
        ExactMatrix.from_dense([[1, 2, 1], [3, 4, 3], [1, 2, 1]]),
        Bounds.at_least(ExactArray.of([8, 9, 8])),
        Bounds.nonnegative(3),
        ["a", "b", "c"],
        ["x", "y", "z"],
        name="copies",
    )


@pytest.mark.parametrize(("rows", "columns"), [([0, 1], [0, 0]), ([0, 0], [0, 1])])
def test_a_partition_is_proved_for_rows_and_for_columns(
    monkeypatch: pytest.MonkeyPatch, rows: list[int], columns: list[int]
) -> None:
    wrong = Partition(np.array(rows), np.array(columns))
    monkeypatch.setattr(sys.modules[coarsest_equitable.__module__], "_refined", lambda *_: wrong)
    found = coarsest_equitable(ExactMatrix.from_dense([[1, 2], [2, 1]]), [np.zeros(2)], [np.zeros(2)])
    assert found.rows.tolist() == found.columns.tolist() == [0, 1]


def test_huge_numbers_that_differ_are_split_and_their_copies_merged() -> None:
    large, larger = 2**64 + 1, 2**64 + 3
    program = replace(
        three_by_three(),
        objective=ExactArray.of([5, 5, 5]),
        rows=Bounds.at_least(ExactArray.of([8, 8, 8])),
        matrix=ExactMatrix.from_dense([[large, larger, large], [larger, large, larger], [large, larger, large]]),
    )
    partition = equitable_partition(program)
    assert partition.rows.tolist() == partition.columns.tolist() == [0, 1, 0]


def test_columns_without_rows_are_merged() -> None:
    program = LinearProgram(
        "min",
        ExactArray.of([1, 2, 1]),
        ExactMatrix.from_entries((0, 3), np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), ExactArray.zeros(0)),
        Bounds.free(0),
        Bounds.nonnegative(3),
        [],
        ["x", "y", "z"],
    )
    partition = equitable_partition(program)
    assert partition.shape == (0, 2)
    assert partition.columns.tolist() == [0, 1, 0]


def test_the_merged_program_and_the_way_back() -> None:
    program = three_by_three()
    partition = equitable_partition(program)
    assert partition.rows.tolist() == partition.columns.tolist() == [0, 1, 0]
    assert partition.shape == (2, 2)
    step = merge_equivalent(program)
    target = step.target
    assert (target.sense, target.name) == ("min", "copies")
    assert (target.row_names, target.column_names) == (["a", "b"], ["x", "y"])
    assert target.objective.to_fractions() == [10, 7]
    assert target.matrix.to_dense() == [[2, 2], [6, 4]]
    assert target.rows.lower.to_fractions() == [8, 9]
    assert not target.rows.has_upper.any()
    assert target.columns.has_lower.all()
    basis = Basis(np.zeros(2, dtype=np.int8), np.ones(2, dtype=np.int8))
    raw = RawSolution(Termination.SOLVED, "", ExactArray.of([1, 2]), ExactArray.of([3, 4]), Fraction(24), basis=basis)
    lifted: Any = step.lift(raw)
    assert lifted.primal.to_fractions() == [1, 2, 1]
    assert lifted.dual.to_fractions() == [Fraction(3, 2), 4, Fraction(3, 2)]
    assert lifted.basis is None
    assert lifted.objective == 24
    doubles: Any = step.lift(replace(raw, primal=np.array([1.0, 2.0]), dual=np.array([3.0, 4.0])))
    assert doubles.primal.tolist() == [1, 2, 1]
    assert doubles.dual.tolist() == [1.5, 4, 1.5]
    empty = step.lift(RawSolution(Termination.INFEASIBLE, ""))
    assert empty.primal is None
    assert empty.dual is None


def test_duals_too_large_to_be_divided_in_64_bits_are_exact() -> None:
    partition = Partition(np.array([0, 0, 0, 1, 1]), np.array([0]))
    dual: Any = spread_over_rows(ExactArray(np.array([2**62, 2**62 - 1]), 5), partition)
    assert dual.to_fractions() == [Fraction(2**62, 15)] * 3 + [Fraction(2**62 - 1, 10)] * 2


@pytest.mark.parametrize("part", ["objective", "rows", "columns", "upper"])
def test_rows_and_columns_that_differ_in_bounds_or_objective_are_not_merged(part: str) -> None:
    program = three_by_three()
    every = np.ones(3, dtype=bool)
    changes: dict[str, dict[str, Any]] = {
        "objective": {"objective": ExactArray.of([5, 7, 6])},
        "rows": {"rows": Bounds.at_least(ExactArray.of([8, 9, 7]))},
        "columns": {"columns": Bounds.at_least(ExactArray.of([0, 0, 1]))},
        "upper": {"columns": Bounds(ExactArray.zeros(3), ExactArray.of([1, 1, 2]), every, every)},
    }
    partition = equitable_partition(replace(program, **changes[part]))
    same_rows = [0, 1, 2] if part == "rows" else [0, 1, 0]
    assert partition.rows.tolist() == same_rows
    assert partition.columns.tolist() == ([0, 1, 0] if part == "rows" else [0, 1, 2])
    unread = Bounds(ExactArray.of([4, 5, 6]), ExactArray.zeros(3), np.zeros(3, dtype=bool), every)
    assert equitable_partition(replace(program, columns=unread)).columns.tolist() == [0, 1, 0]


def test_places_whose_rows_have_the_same_class_sums_are_one_class() -> None:
    matrix = ExactMatrix.from_dense([[0, 1, 1], [5, 0, 0], [0, 2, 0]])
    assert coarsest_row_equitable(matrix, [np.array([0, 1, 1])]).tolist() == [0, 1, 2]
    matrix = ExactMatrix.from_dense([[0, 1, 1], [2, 0, 0], [0, 1, 1]])
    assert coarsest_row_equitable(matrix, [np.array([0, 0, 0])]).tolist() == [0, 0, 0]
    assert coarsest_row_equitable(matrix, [np.array([0, 0, 1])]).tolist() == [0, 1, 2]
    chains = np.zeros((6, 6), dtype=int)  # two chains of three places, known by their ends
    chains[[0, 1, 3, 4], [1, 2, 4, 5]], chains[[2, 5], [2, 5]] = 1, 5
    chained = ExactMatrix.from_dense(chains.tolist())
    assert coarsest_row_equitable(chained, [np.zeros(6)]).tolist() == [0, 1, 2, 0, 1, 2]
    huge = ExactMatrix.from_dense([[1, 0], [0, 1 + 2**64]])
    assert coarsest_row_equitable(huge, [np.array([0, 0])]).tolist() == [0, 1]


def test_a_program_that_needs_too_many_rounds_is_left_as_it_is() -> None:
    """A long chain of moves with two equal ends at the bottom: the copies show only after many rounds."""
    root: Node = move(1, "end", {"left": leaf(1), "right": leaf(1)})  # the only leaves unlike the others
    for k in range(8 * MAX_ROUNDS):
        root = move(1 + k % 2, f"h{k}", {"on": root, "off": leaf(0)})
    program = zero_sum_lp(sequence_form(tree("chain", root)).target).target
    assert equitable_partition(program).shape == program.matrix.shape


def test_huge_numbers_are_distinguished() -> None:
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
    with pytest.raises(InputError, match="unknown preprocessor 'gameshrink'; known: merge-equivalent"):
        sf.solve("kuhn", preprocess=("gameshrink",))
