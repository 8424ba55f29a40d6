"""Sparse solves after column replacements, against doubles and residues computed separately."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from flint import nmod_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from seqform.backends.linalg.factor import factor
from seqform.backends.linalg.middle_product import (
    Listed,
    SparseVector,
    Updates,
    new_listed,
    new_sparse_vector,
    new_updates,
    replace_column,
    solve_sparse,
    solve_sparse_transposed,
)
from seqform.backends.linalg.tables import PRIME, Entries, OrderedFactors, new_factors, ordered
from seqform.models.numbers.exact import Floats, Ints

Rows = list[list[int]]
WELL_CONDITIONED = 1e6
MOST = 12


def random_rows(random: Random, m: int) -> Rows:
    """Return a matrix with some three entries in a row, mostly regular."""
    rows = [[0] * m for _ in range(m)]
    for i, row in enumerate(rows):
        row[i] = random.choice([1, -1, 2])
        for _ in range(random.randint(0, 3)):
            row[random.randrange(m)] = random.choice([-3, -2, -1, 1, 2, 3])
    order = random.sample(range(m), m)
    return [rows[i] for i in order]


def is_regular(rows: Rows) -> bool:
    return bool(np.linalg.cond(np.array(rows, dtype=np.float64)) < WELL_CONDITIONED)


def factored(rows: Rows) -> OrderedFactors:
    columns = np.array(rows, dtype=np.int64).T
    where = [np.flatnonzero(column) for column in columns]
    start = np.concatenate([[0], np.cumsum([len(part) for part in where])]).astype(np.int64)
    entries = np.concatenate([column[part] for column, part in zip(columns, where, strict=True)])
    factors = new_factors(len(rows), 4000)
    matrix = Entries(start, np.concatenate(where).astype(np.int64), entries.astype(np.float64), entries % PRIME)
    assert factor(matrix, factors) >= 0
    return ordered(factors)


def solved(
    factors: OrderedFactors, updates: Updates, vector: SparseVector, right: list[int], transposed: bool
) -> tuple[Floats, Ints, Listed]:
    m = len(right)
    halfway, solution = new_listed(m), new_listed(m)
    of = factors.of_place if transposed else factors.of_row
    for i, number in enumerate(right):
        if number:
            k = of[i]
            vector.value[k], vector.residue[k], vector.flag[k] = number, number % PRIME, 1
    (solve_sparse_transposed if transposed else solve_sparse)(factors, updates, vector, halfway, solution)
    assert not vector.flag.any()
    assert not vector.value.any()
    assert not vector.residue.any()
    doubles, residues = np.zeros(m), np.zeros(m, dtype=np.int64)
    used = int(solution.number[0])
    doubles[solution.at[:used]] = solution.value[:used]
    residues[solution.at[:used]] = solution.residue[:used]
    return doubles, residues, halfway


def assert_solves(rows: Rows, right: list[int], doubles: Floats, residues: Ints) -> None:
    m = len(right)
    exact = nmod_mat(m, m, [value for row in rows for value in row], PRIME).solve(nmod_mat(m, 1, right, PRIME))
    assert [int(exact[i, 0]) for i in range(m)] == residues.tolist()
    expected = np.linalg.solve(np.array(rows, dtype=np.float64), np.array(right, dtype=np.float64))
    assert np.allclose(doubles, expected, rtol=1e-6, atol=1e-7)
    assert np.all(doubles[residues == 0] == 0)


@given(st.integers(1, 25), st.integers(0, MOST), st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_both_solves_hold_while_columns_are_replaced(m: int, replacements: int, random: Random) -> None:
    rows = random_rows(random, m)
    while not is_regular(rows):
        rows = random_rows(random, m)
    factors, updates, vector = factored(rows), new_updates(MOST, (MOST + 1) * m), new_sparse_vector(m)
    for _ in range(replacements):
        place = random.randrange(m)
        column = [random.choice([0, 0, 1, -2, 3]) for _ in range(m)]
        changed = [[*row[:place], value, *row[place + 1 :]] for row, value in zip(rows, column, strict=True)]
        if not is_regular(changed):
            continue
        _, _, entering = solved(factors, updates, vector, column, transposed=False)
        unit = [int(i == place) for i in range(m)]
        _, _, leaving = solved(factors, updates, vector, unit, transposed=True)
        replace_column(factors, updates, place, entering, leaving, vector)
        rows = changed
        right = [random.choice([0, 0, 0, 1, -4]) for _ in range(m)]
        doubles, residues, _ = solved(factors, updates, vector, right, transposed=False)
        assert_solves(rows, right, doubles, residues)
        doubles, residues, _ = solved(factors, updates, vector, right, transposed=True)
        assert_solves([list(column) for column in zip(*rows, strict=True)], right, doubles, residues)


def test_a_column_that_replaces_one_of_a_triangle_stays_sparse() -> None:
    m = 500
    rows = [[int(i == j) - int(j == i + 1) for j in range(m)] for i in range(m)]
    factors, updates, vector = factored(rows), new_updates(MOST, MOST * m), new_sparse_vector(m)
    column = [int(i == m - 1) * 2 for i in range(m)]
    doubles, _, entering = solved(factors, updates, vector, column, transposed=False)
    assert np.count_nonzero(doubles) == m  # the whole column of the inverse,
    assert entering.number[0] == 1  # of which nothing is kept


@pytest.mark.parametrize("transposed", [False, True])
def test_a_solve_of_nothing_is_nothing(transposed: bool) -> None:
    factors = factored([[1, 2], [0, 3]])
    doubles, residues, halfway = solved(factors, new_updates(2, 8), new_sparse_vector(2), [0, 0], transposed)
    assert not doubles.any()
    assert not residues.any()
    assert halfway.number[0] == 0
