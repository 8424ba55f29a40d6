"""The factors of a basis block, dense and sparse solves, and exchanged columns, against rational arithmetic."""

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from flint import fmpz_mat, nmod_mat
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from plain_kernels import plain

from seqform.backends.linalg import arithmetic
from seqform.backends.linalg import factor as own_factor
from seqform.backends.linalg import tables as own_tables
from seqform.backends.linalg.arithmetic import (
    CANCELLED,
    PRIME,
    inverse,
    minus,
    plus,
    residues,
    times,
)
from seqform.backends.linalg.factor import factor, solve, solve_transposed
from seqform.backends.linalg.middle_product import (
    Listed,
    new_listed,
    new_sparse_vector,
    new_updates,
    replace_column,
    solve_sparse,
    solve_sparse_transposed,
)
from seqform.backends.linalg.tables import (
    FULL,
    SINGULAR,
    Entries,
    new_changes,
    new_factors,
    ordered,
    put,
)
from seqform.models.numbers.exact import ExactArray, Ints

pytestmark = pytest.mark.slow

Rows = list[list[int]]
Vector = list[int]

ROOM = 5000
MOST = 16


# ---- matrices ----


def triangular(random: Random, m: int) -> Rows:
    """Return a sparse triangular matrix, its rows and columns shuffled."""
    rows = [[random.choice([0, 0, 0, 1, -2]) if j < i else 0 for j in range(m)] for i in range(m)]
    for i in range(m):
        rows[i][i] = random.choice([1, -1, 2, 3])
    return shuffled(random, rows)


def with_nucleus(random: Random, m: int) -> Rows:
    """Return a triangular matrix with a dense block in the middle."""
    rows = triangular(random, m)
    size = random.randint(0, m)
    first = random.randint(0, m - size)
    for i in range(first, first + size):
        for j in range(first, first + size):
            rows[i][j] = random.randint(-3, 3)
    return shuffled(random, rows)


def sparse(random: Random, m: int) -> Rows:
    """Return a matrix with about three entries in a row."""
    rows = [[0] * m for _ in range(m)]
    for row in rows:
        for _ in range(3):
            row[random.randrange(m)] = random.choice([-3, -2, -1, 1, 2, 3])
    return rows


def square(m: int, draw: Callable[[], int]) -> Rows:
    return [[draw() for _ in range(m)] for _ in range(m)]


def shuffled(random: Random, rows: Rows) -> Rows:
    columns = random.sample(range(len(rows)), len(rows))
    return [[row[j] for j in columns] for row in random.sample(rows, len(rows))]


KINDS: dict[str, Callable[[Random, int], Rows]] = {
    "triangular": triangular,
    "nucleus": with_nucleus,
    "sparse": sparse,
    "dense": lambda random, m: square(m, lambda: random.randint(-5, 5)),
    # Elimination cancels often.
    "ones and zeros": lambda random, m: square(m, lambda: random.randint(0, 1)),
}

randoms = st.integers(0, 2**32).map(Random)
kinds = st.sampled_from(sorted(KINDS))


def columns(rows: Rows) -> Entries:
    """Return the columns of a dense matrix."""
    parts = [[(i, row[j]) for i, row in enumerate(rows) if row[j] != 0] for j in range(len(rows))]
    entries = [entry for part in parts for entry in part]
    values = ExactArray(np.array([value for _, value in entries], dtype=object))
    return Entries(
        np.cumsum([0, *map(len, parts)], dtype=np.int64),
        np.array([row for row, _ in entries], dtype=np.int64),
        values.to_floats(),
        residues(values),
    )


def modulo_prime(right: Vector) -> Ints:
    return np.array([value % PRIME for value in right], dtype=np.int64)


# ---- factored ----


@dataclass
class Factored:
    """A basis block with its factors, and with columns exchanged since by the product form of the inverse."""

    rows: Rows
    room: int = ROOM
    size: int = field(init=False)

    def __post_init__(self) -> None:
        m = len(self.rows)
        self.factors = new_factors(m, self.room)
        self.changes = new_changes(MOST, MOST * m + 1)
        self.size = factor(columns(self.rows), self.factors)

    def solve(self, right: Vector) -> tuple[list[float], Vector]:
        """Return x and its residues, B x = right."""
        m = len(right)
        work, work_residue = np.array(right, dtype=float), modulo_prime(right)
        x, x_residue = np.full(m, np.nan), np.full(m, -1)
        solve(self.factors, self.changes, work, work_residue, x, x_residue)
        assert not np.any(work)
        assert not np.any(work_residue)
        return x.tolist(), x_residue.tolist()

    def solve_transposed(self, right: Vector) -> tuple[list[float], Vector]:
        """Return y and its residues, Bᵀ y = right."""
        m = len(right)
        y, y_residue = np.full(m, np.nan), np.full(m, -1)
        solve_transposed(
            self.factors,
            self.changes,
            np.array(right, dtype=float),
            modulo_prime(right),
            y,
            y_residue,
        )
        return y.tolist(), y_residue.tolist()

    def exchange(self, place: int, column: Vector) -> None:
        """Replace a column of the basis."""
        entries, entry_residues = self.solve(column)
        changes, number = self.changes, self.changes.number
        used = changes.columns.start[number]
        for i, (entry, residue) in enumerate(zip(entries, entry_residues, strict=True)):
            if i != place and residue != 0:
                put(changes.columns, used, i, entry, residue)
                used += 1
        changes.place[number], changes.pivot[number] = place, entries[place]
        changes.pivot_inverse[number] = inverse(entry_residues[place])
        changes.columns.start[number + 1] = used
        changes.number = number + 1
        for row, value in zip(self.rows, column, strict=True):
            row[place] = value


class SparselyFactored(Factored):
    """The same with sparse solves, and with columns exchanged by the middle product form."""

    def __post_init__(self) -> None:
        super().__post_init__()
        m = len(self.rows)
        self.updates, self.vector = new_updates(MOST, (MOST + 1) * m), new_sparse_vector(m)
        if self.size >= 0:
            self.ordered = ordered(self.factors)

    def solve(self, right: Vector) -> tuple[list[float], Vector]:
        return self.solved(right, is_transposed=False)[:2]

    def solve_transposed(self, right: Vector) -> tuple[list[float], Vector]:
        return self.solved(right, is_transposed=True)[:2]

    def solved(self, right: Vector, is_transposed: bool) -> tuple[list[float], Vector, Listed]:
        m, vector = len(right), self.vector
        halfway, solution = new_listed(m), new_listed(m)
        value, residue, flag = map(np.asarray, (vector.value, vector.residue, vector.flag))
        given = np.flatnonzero(right)
        at = np.asarray(self.ordered.of_place if is_transposed else self.ordered.of_row)[given]
        value[at], residue[at], flag[at] = np.array(right)[given], modulo_prime(right)[given], 1
        (solve_sparse_transposed if is_transposed else solve_sparse)(
            self.ordered, self.updates, vector, halfway, solution
        )
        assert not (flag.any() or value.any() or residue.any())
        doubles, found = np.zeros(m), np.zeros(m, dtype=np.int64)
        at = np.asarray(solution.at)[: solution.number]
        doubles[at], found[at] = (
            solution.value[: solution.number],
            solution.residue[: solution.number],
        )
        assert not np.any(doubles[found == 0])
        return doubles.tolist(), found.tolist(), halfway

    def exchange(self, place: int, column: Vector) -> None:
        _, _, entering = self.solved(column, is_transposed=False)
        _, _, leaving = self.solved(
            [int(i == place) for i in range(len(column))], is_transposed=True
        )
        replace_column(self.ordered, self.updates, place, entering, leaving, self.vector)
        for row, value in zip(self.rows, column, strict=True):
            row[place] = value


forms = st.sampled_from([Factored, SparselyFactored])


def determinant(rows: Rows) -> int:
    return int(fmpz_mat(rows).det()) if rows else 1


def fractions(rows: Rows, right: Vector) -> list[Fraction]:
    """Return the exact solution."""
    if not rows:
        return []
    numerators, denominator = (
        fmpz_mat(rows).solve(fmpz_mat([[value] for value in right])).numer_denom()
    )
    return [Fraction(int(value), int(denominator)) for value in numerators.entries()]


def modulo(rows: Rows, right: Vector) -> Vector:
    """Return the solution modulo the prime."""
    if not rows:
        return []
    solution = nmod_mat(fmpz_mat(rows), PRIME).solve(
        nmod_mat(fmpz_mat([[value] for value in right]), PRIME)
    )
    return [int(value) for value in solution.entries()]


def transposed(rows: Rows) -> Rows:
    return [list(column) for column in zip(*rows, strict=True)]


def require_right(block: Factored, right: Vector) -> None:
    for rows, (x, x_residue) in (
        (block.rows, block.solve(right)),
        (transposed(block.rows), block.solve_transposed(right)),
    ):
        exact = fractions(rows, right)
        largest = max((abs(value) for value in exact), default=Fraction(0))
        assert x_residue == modulo(rows, right)
        assert x == pytest.approx(
            [float(value) for value in exact], rel=1e-7, abs=1e-8 * float(largest)
        )


def right_side(random: Random, m: int) -> Vector:
    return [random.choice([0, 0, random.randint(-9, 9)]) for _ in range(m)]


# The simplest case comes first: no rows.
@given(random=randoms, kind=kinds, form=forms, m=st.integers(0, 25))
def test_both_solves_are_right_in_doubles_and_in_residues(
    random: Random, kind: str, form: type[Factored], m: int
) -> None:
    block = form(KINDS[kind](random, m))
    if determinant(block.rows) == 0:
        assert block.size == SINGULAR
        return
    assert 0 <= block.size <= m
    for _ in range(3):
        require_right(block, right_side(random, m))
    for place in range(m):
        require_right(block, [int(i == place) for i in range(m)])


@given(random=randoms, kind=kinds, form=forms)
def test_solves_stay_right_as_columns_are_exchanged(
    random: Random, kind: str, form: type[Factored]
) -> None:
    m = random.randint(1, 20)
    block = form(KINDS[kind](random, m))
    if block.size == SINGULAR:
        return
    for _ in range(12):
        column = right_side(random, m)
        exact = fractions(block.rows, column)
        weighty = [
            i
            for i, value in enumerate(exact)
            if value != 0 and 8 * abs(value) >= max(map(abs, exact))
        ]
        if weighty:
            block.exchange(random.choice(weighty), column)
            require_right(block, right_side(random, m))


def test_a_column_that_replaces_one_of_a_triangle_stays_sparse() -> None:
    m = 500
    block = SparselyFactored([[int(i == j) - int(j == i + 1) for j in range(m)] for i in range(m)])
    doubles, _, entering = block.solved(
        [int(i == m - 1) * 2 for i in range(m)], is_transposed=False
    )
    assert np.count_nonzero(doubles) == m  # the whole column of the inverse,
    assert entering.number == 1  # of which nothing is kept


@pytest.mark.parametrize("is_transposed", [False, True])
def test_a_sparse_solve_of_nothing_is_nothing(is_transposed: bool) -> None:
    doubles, found, halfway = SparselyFactored([[1, 2], [0, 3]]).solved([0, 0], is_transposed)
    assert not (any(doubles) or any(found) or halfway.number)


@given(random=randoms)
def test_a_shuffled_triangle_has_no_nucleus_and_needs_no_arithmetic(random: Random) -> None:
    m = random.randint(1, 30)
    block = Factored(triangular(random, m))
    assert block.size == 0
    factors = block.factors
    assert sorted(factors.pivot_row) == sorted(factors.pivot_place) == list(range(m))
    for row, place, value in zip(
        factors.pivot_row, factors.pivot_place, factors.pivot, strict=True
    ):
        assert value == block.rows[row][place]


@given(random=randoms, kind=kinds)
def test_a_singular_block_is_detected(random: Random, kind: str) -> None:
    m = random.randint(2, 15)
    matrix = np.array(KINDS[kind](random, m), dtype=object)
    if random.random() < 0.5:
        matrix = matrix.T
    first, second = random.sample(range(m), 2)
    matrix[first] = random.choice([0, -2, 3]) * matrix[second]
    if random.random() < 0.5:
        matrix = matrix.T
    rows = matrix.tolist()
    assert determinant(rows) == 0
    assert Factored(rows).size == SINGULAR


def test_a_block_that_is_singular_modulo_the_prime_only_is_singular() -> None:
    rows = [[1, 1], [1, 1 + PRIME]]
    assert determinant(rows) == PRIME
    assert Factored(rows).size == SINGULAR


@given(random=randoms, kind=kinds)
def test_factors_are_full_below_the_space_they_need_and_right_from_there(
    random: Random, kind: str
) -> None:
    m = random.randint(2, 15)
    rows = KINDS[kind](random, m)
    needed = next(room for room in range(m * m + 1) if Factored(rows, room).size != FULL)
    assert all(Factored(rows, room).size == FULL for room in range(needed))
    block = Factored(rows, needed)
    if block.size != SINGULAR:
        require_right(block, right_side(random, m))


@pytest.mark.parametrize("m", [40, 120])
def test_a_nucleus_with_fill_gets_more_working_space(m: int) -> None:
    random = Random(m)
    rows = [[0] * m for _ in range(m)]
    for i in range(m):
        rows[i][i] = 4
        for j in random.sample(range(m), 3):
            rows[i][j] += random.choice([-1, 1])
    block = Factored(rows, m * m)
    assert block.size > m // 2
    require_right(block, right_side(random, m))


def test_small_entries_of_a_row_are_not_pivots() -> None:
    large = 10**17
    block = Factored([[1, large], [large, large]])
    assert block.solve([large, 2 * large])[0] == pytest.approx([1, 1])
    assert block.solve_transposed([large, 2 * large])[0] == pytest.approx([1, 1])


def test_exact_cancellation_is_zero_in_doubles_too() -> None:
    block = Factored([[3, 1, 0, 1], [1, 3, 1, 1], [0, 1, 3, 1], [1, 1, 1, 7]])
    x, x_residue = block.solve([4, 4, 7, 10])  # thirds and sevenths in between
    assert x == pytest.approx([1, 0, 2, 1])
    assert x[1] == x_residue[1] == 0


def test_numbers_of_very_different_size_keep_their_residues() -> None:
    rows = [[10**9, 1, 0], [1, 1, 3], [7, 10**12 + 1, 1]]
    block = Factored(rows)
    for right in ([1, 0, 0], [0, 1, 0], [0, 0, 1], [5, -3, 10**6]):
        assert block.solve(right)[1] == modulo(rows, right)
        assert block.solve_transposed(right)[1] == modulo(transposed(rows), right)


# ---- residues ----


@given(a=st.integers(0, PRIME - 1), b=st.integers(0, PRIME - 1))
@example(PRIME - 1, PRIME - 1)
@example(0, PRIME - 1)
@example(1, 1)
def test_residues_are_added_subtracted_multiplied_and_inverted_modulo_the_prime(
    a: int, b: int
) -> None:
    assert times(a, b) == a * b % PRIME
    assert plus(a, b) == (a + b) % PRIME
    assert minus(a, b) == (a - b) % PRIME
    if a:
        assert inverse(a) * a % PRIME == 1


def statements(function: ast.FunctionDef) -> list[str]:
    """Return the names of the arguments, and the statements without the docstring."""
    names = ", ".join(argument.arg for argument in function.args.args)
    first = 0 if ast.get_docstring(function) is None else 1
    return [names, *map(ast.unparse, function.body[first:])]


def functions(source: str) -> dict[str, list[str]]:
    """Return the functions of a module by name."""
    parts = ast.parse(source).body
    return {part.name: statements(part) for part in parts if isinstance(part, ast.FunctionDef)}


def test_inlined_functions_are_those_of_plain_python_with_c_types() -> None:
    """Types are removed from the one text, names of constants and of the absolute value exchanged in the other."""
    folder = Path(arithmetic.__file__).parent
    typed = (folder / "arithmetic_inline.pxd").read_text()
    untyped = re.sub(r"cdef inline \w+ (\w+\(.*\)) noexcept nogil:", r"def \1:", typed)
    untyped = re.sub(r"^.*cimport.*$|^    cdef \w+ \w+$", "", untyped, flags=re.MULTILINE)
    untyped = re.sub(r"\b(cdef )?(int64_t|double) ", "", untyped)

    plain_text = (folder / "arithmetic.py").read_text()
    for name, text in {"PRIME": str(PRIME), "CANCELLED": repr(CANCELLED), "abs": "fabs"}.items():
        plain_text = re.sub(rf"\b{name}\b(?! =)", text, plain_text)
    inlined = functions(untyped)
    by_name = functions(plain_text)
    assert set(inlined) == {"times", "minus", "plus", "inverse", "difference"}
    assert inlined == {name: by_name[name] for name in inlined}


@given(values=st.lists(st.fractions(max_denominator=10**12), max_size=8))
def test_rational_numbers_have_the_residues_of_their_fractions(values: list[Fraction]) -> None:
    assume(
        all(
            value.denominator % PRIME and (not value or value.numerator % PRIME) for value in values
        )
    )
    expected = [value.numerator * pow(value.denominator, -1, PRIME) % PRIME for value in values]
    assert residues(ExactArray.of(values)).tolist() == expected


@pytest.mark.parametrize(
    "values",
    [
        [Fraction(1, PRIME)],
        [Fraction(1, 2 * PRIME), Fraction(1, 3)],
        [Fraction(PRIME)],
        [Fraction(1), Fraction(3 * PRIME, 7)],
    ],
)
def test_a_multiple_of_the_prime_is_refused(values: list[Fraction]) -> None:
    with pytest.raises(ZeroDivisionError, match=f"a number has a multiple of {PRIME} in it"):
        residues(ExactArray.of(values))


# ---- plain Python ----


PLAIN_TABLES, PLAIN_FACTOR = (
    plain("seqform.backends.linalg.tables"),
    plain("seqform.backends.linalg.factor"),
)


def entries(module: Any, rows: Rows) -> Any:
    """Return the columns of a dense matrix as the `Entries` of a module."""
    parts = [[(i, row[j]) for i, row in enumerate(rows) if row[j] != 0] for j in range(len(rows))]
    listed = [entry for part in parts for entry in part]
    values = ExactArray(np.array([value for _, value in listed], dtype=object))
    start = np.cumsum([0, *map(len, parts)], dtype=np.int64)
    return module.Entries(
        start,
        np.array([row for row, _ in listed], dtype=np.int64),
        values.to_floats(),
        residues(values),
    )


def bits(table: Any, *names: str) -> list[bytes | int]:
    """Return the contents of some attributes."""
    found: list[bytes | int] = []
    for name in names:
        value = getattr(table, name)
        found.append(value if isinstance(value, int) else np.array(value).tobytes())
    return found


def outcome(factors_of: Any, tables_of: Any, rows: Rows, room: int, rights: Rows) -> list[object]:
    """Factor a matrix, solve with it and order its factors; return all numbers that were computed."""
    m = len(rows)
    factors, changes = tables_of.new_factors(m, room), tables_of.new_changes(MOST, MOST * m + 1)
    with np.errstate(all="ignore"):
        size = factors_of.factor(entries(tables_of, rows), factors)
        found: list[object] = [size]
        if size < 0:
            return found
        used, kept = factors.lower.start[factors.num_lower], factors.upper.start[m]
        found += bits(
            factors, "pivot_row", "pivot_place", "pivot", "pivot_inverse", "num_lower", "lost"
        )
        for listed, end in ((factors.lower, used), (factors.upper, kept)):
            found += [
                np.array(getattr(listed, name)[:end]).tobytes()
                for name in ("at", "value", "residue")
            ]
        for right in rights:
            for solve in (factors_of.solve, factors_of.solve_transposed):
                x, x_residue = np.full(m, np.nan), np.full(m, -1)
                solve(
                    factors,
                    changes,
                    np.array(right, dtype=float),
                    modulo_prime(right),
                    x,
                    x_residue,
                )
                found += [x.tobytes(), x_residue.tobytes()]
        ordered = tables_of.ordered(factors)
        found += bits(ordered, "pivot", "row", "place", "of_row", "of_place")
        for lists in (
            ordered.lower_columns,
            ordered.lower_rows,
            ordered.upper_columns,
            ordered.upper_rows,
        ):
            found += bits(lists, "start", "at", "value", "residue")
    return found


@settings(max_examples=100)
@given(random=randoms, kind=kinds, m=st.integers(0, 16), room=st.sampled_from([0, 8, 5000]))
def test_extension_modules_and_plain_python_compute_the_same_bits(
    random: Random, kind: str, m: int, room: int
) -> None:
    rows = KINDS[kind](random, m)
    rights = [right_side(random, m) for _ in range(2)]
    here = outcome(own_factor, own_tables, rows, room, rights)
    assert here == outcome(PLAIN_FACTOR, PLAIN_TABLES, rows, room, rights)
