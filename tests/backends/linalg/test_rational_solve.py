"""Integer systems solved over the rational numbers, reconstruction of fractions, and independent submatrices."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from flint import fmpq_mat
from hypothesis import given
from hypothesis import strategies as st

from seqform.backends.linalg.rational_solve import (
    Approximation,
    IntegerMatrix,
    LinearSystem,
    NoConvergenceError,
    approximations,
    independent_entries,
    reconstruct,
    simplest_fraction,
    solve_dense,
)
from seqform.errors import SolveError
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.system.deadline import Deadline, OutOfTimeError

ENTRIES = {
    "small": st.integers(-9, 9),
    "up to 2**40": st.integers(-(2**40), 2**40),
    "up to 2**70": st.integers(-(2**70), 2**70),
    "of all sizes": st.one_of(st.integers(-3, 3), st.integers(-(2**90), 2**90)),
}


def rank(rows: list[list[int]]) -> int:
    return int(fmpq_mat(rows).rank())


def hilbert(size: int) -> ExactMatrix:
    """Hilbert's matrix, its rows multiplied to integers: hopeless in doubles from 12 rows on."""
    rows = [[Fraction(1, i + j + 1) for j in range(size)] for i in range(size)]
    scale = np.lcm.reduce(list(range(1, 2 * size)), dtype=object)
    return ExactMatrix.from_dense([[value * scale for value in row] for row in rows])


def random_sparse(size: int, seed: int, largest: int) -> ExactMatrix:
    rng = np.random.default_rng(seed)
    count = 3 * size
    rows, columns = rng.integers(0, size, count), rng.integers(0, size, count)
    values = rng.integers(-largest, largest, count)
    diagonal = np.arange(size)
    return ExactMatrix.from_entries(
        (size, size),
        np.concatenate([rows, diagonal]),
        np.concatenate([columns, diagonal]),
        ExactArray(np.concatenate([values, np.full(size, 5 * largest)])),
    )


@pytest.mark.parametrize("entries", ENTRIES.values(), ids=ENTRIES.keys())
@given(data=st.data())
def test_both_sides_are_solved_exactly_whatever_the_size_of_the_numbers(
    data: st.DataObject, entries: st.SearchStrategy[int]
) -> None:
    size = data.draw(st.integers(1, 5))
    vector = st.lists(entries, min_size=size, max_size=size)
    rows = data.draw(
        st.lists(vector, min_size=size, max_size=size).filter(lambda rows: rank(rows) == size)
    )
    right = ExactArray.of(data.draw(vector)) * Fraction(1, data.draw(st.integers(1, 2**70)))
    matrix = ExactMatrix.from_dense(rows)
    system = LinearSystem(matrix)
    assert matrix.dot(system.solve(right)).equals(right)
    assert matrix.T.dot(system.solve_transposed(right)).equals(right)


@pytest.mark.parametrize("largest", [2, 10**4, 10**12])
def test_refinement_and_dense_arithmetic_agree(largest: int) -> None:
    matrix = random_sparse(60, seed=largest % 97, largest=largest)
    right = ExactArray(np.random.default_rng(1).integers(-largest, largest, 60))
    system = LinearSystem(matrix)
    solution = system.solve(right)
    assert system._float_factors is not None, "refinement did the work"
    assert solution.equals(solve_dense(matrix, right))
    assert system.solve_transposed(right).equals(solve_dense(matrix.T, right))
    assert system._float_factors is not None, "refinement did the work of the other side too"


@pytest.mark.parametrize("bits", [1, 40, 300, 900])
def test_leading_bits_are_correct_and_no_more_are_computed(bits: int) -> None:
    matrix = random_sparse(60, seed=3, largest=10**6)
    right = ExactArray(np.random.default_rng(1).integers(-9, 9, 60)) * Fraction(1, 7)
    exact, system = solve_dense(matrix, right), LinearSystem(matrix, bits=bits)
    for found, expected in (
        (system.solve(right), exact),
        (system.solve_transposed(right), solve_dense(matrix.T, right)),
    ):
        largest = max(map(abs, expected.to_fractions()))
        errors = [
            abs(one - two)
            for one, two in zip(found.to_fractions(), expected.to_fractions(), strict=True)
        ]
        assert 0 < max(errors) <= largest / 2**bits
        assert found.denominator.bit_length() < 2 * bits + 250


def test_a_matrix_beyond_doubles_is_solved_densely() -> None:
    matrix = hilbert(14)
    ones = ExactArray(np.ones(14, dtype=np.int64))
    system = LinearSystem(matrix)
    assert system.solve(matrix.dot(ones) * Fraction(1, 7)).equals(ones * Fraction(1, 7))
    assert system._float_factors is None, "refinement was given up"


@pytest.mark.parametrize(
    ("rows", "right", "expected"),
    [
        ([[10**20, 10**20], [10**20, 10**20 + 1]], [0, 1], [-1, 1]),  # singular in doubles only
        ([[10**400, 1], [1, 1]], [10**400 + 1, 2], [1, 1]),  # too large for a double
    ],
)
def test_numbers_beyond_doubles_are_solved(
    rows: list[list[int]], right: list[int], expected: list[int]
) -> None:
    assert (
        LinearSystem(ExactMatrix.from_dense(rows)).solve(ExactArray.of(right)).to_fractions()
        == expected
    )


def test_a_right_hand_side_too_large_for_a_double_is_solved_by_refinement() -> None:
    system = LinearSystem(ExactMatrix.from_dense([[3, 1], [1, 2]]))
    solution = system.solve(ExactArray.of([10**700, 1]))
    assert system._float_factors is not None
    assert solution.to_fractions() == [Fraction(2 * 10**700 - 1, 5), Fraction(3 - 10**700, 5)]


def test_singular_and_large_ill_conditioned_matrices_are_clear_errors() -> None:
    with pytest.raises(SolveError, match="a basis of 14 rows is too ill-conditioned"):
        LinearSystem(hilbert(14), dense_limit=10).solve(ExactArray.of([1] * 14))
    with pytest.raises(SolveError, match="singular"):
        LinearSystem(ExactMatrix.from_dense([[1, 2], [2, 4]])).solve(ExactArray.of([1, 0]))


def test_the_error_of_the_digits_is_an_upper_bound() -> None:
    matrix = random_sparse(30, seed=3, largest=100)
    right = ExactArray(np.arange(1, 31))
    solution = LinearSystem(matrix).solve(right)
    inverse = np.linalg.inv(matrix.to_scipy().toarray())
    steps = approximations(
        IntegerMatrix(matrix), lambda vector: inverse @ vector, right.numerators, Deadline()
    )
    exponents = []
    for approximation, _ in zip(steps, range(6), strict=False):
        exponents.append(approximation.exponent)
        for place, value in enumerate(solution.to_fractions()):
            assert (
                abs(int(approximation.digits[place]) - value * 2**approximation.exponent)
                <= approximation.error
            )
    assert all(later - earlier > 20 for earlier, later in pairwise(exponents))


def test_a_bad_approximate_inverse_raises() -> None:
    matrix = IntegerMatrix(ExactMatrix.from_dense([[3, 1], [1, 2]]))
    with pytest.raises(NoConvergenceError):
        list(approximations(matrix, lambda vector: -vector, np.array([1, 1]), Deadline()))


def test_refinement_stops_at_the_deadline() -> None:
    Deadline().check()
    Deadline(60).check()
    system = LinearSystem(ExactMatrix.from_dense([[3, 1], [1, 2]]), Deadline(-1))
    with pytest.raises(OutOfTimeError):
        system.solve(ExactArray.of([1, 0]))


BITS = 400


def approximate(values: list[Fraction], exponent: int, shift: int = 0) -> Approximation:
    digits = [round(value * 2**exponent) + shift for value in values]
    return Approximation(np.array(digits, dtype=object), exponent, abs(shift) + 1)


@given(st.fractions(max_denominator=10**30), st.integers(-1000, 1000))
def test_a_fraction_is_found_from_an_approximation_that_is_a_little_off(
    value: Fraction, shift: int
) -> None:
    numerator = round(value * 2**BITS) + shift
    assert simplest_fraction(numerator, 2**BITS, abs(shift) + 1) == (
        value.numerator,
        value.denominator,
    )


@given(
    st.lists(st.fractions(max_denominator=10**5), min_size=1, max_size=12), st.integers(-1000, 1000)
)
def test_a_vector_is_found_over_its_least_common_denominator(
    values: list[Fraction], shift: int
) -> None:
    found = reconstruct(approximate(values, 1000, shift))
    assert found is not None
    numerators, denominator = found
    assert [Fraction(numerator, denominator) for numerator in numerators.tolist()] == values
    assert denominator == np.lcm.reduce([value.denominator for value in values], dtype=object)


@given(st.integers(0, 2**60), st.integers(1, 2**10))
def test_noise_is_not_taken_for_a_fraction(digits: int, error: int) -> None:
    found = simplest_fraction(digits, 2**60, error)
    if found is not None:
        p, q = found
        assert q * q * error * 2**24 <= 2**60
        assert abs(Fraction(digits, 2**60) - Fraction(p, q)) <= Fraction(error, 2**60)


def reconstructed(digits: int, exponent: int, error: int) -> tuple[list[int], int] | None:
    found = reconstruct(Approximation(np.array([digits], dtype=object), exponent, error))
    return None if found is None else (found[0].tolist(), found[1])


def test_a_fraction_may_be_off_by_the_error_and_no_more() -> None:
    assert simplest_fraction(2**59 + 5, 2**60, 5) == (1, 2)
    assert simplest_fraction(2**59 + 6, 2**60, 5) is None
    for shift in (-7, 7):
        assert reconstructed(3 * 2**60 + shift, 60, 7) == ([3], 1)
    for shift in (-10, 10):
        assert reconstructed(3 * 2**60 + shift, 60, 7) is None


def test_a_fraction_is_accepted_from_24_bits_on() -> None:
    assert simplest_fraction(0, 2**24, 1) == (0, 1)
    assert simplest_fraction(0, 2**24 - 1, 1) is None
    assert reconstructed(3 * 2**24, 24, 1) == ([3], 1)
    assert reconstructed(3 * 2**24, 24, 2) is None
    assert reconstructed(5, 10, 32) is None


@given(st.data())
def test_the_largest_independent_block_has_the_rank_of_the_matrix(data: st.DataObject) -> None:
    m, n = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6))
    sparse = st.sampled_from([0, 0, 0, 0, 1, 1, -1, 2])
    rows = data.draw(st.lists(st.lists(sparse, min_size=n, max_size=n), min_size=m, max_size=m))
    kept_rows, kept_columns = independent_entries(ExactMatrix.from_dense(rows))
    assert (
        len(kept_rows)
        == len(set(kept_rows.tolist()))
        == len(set(kept_columns.tolist()))
        == rank(rows)
    )
    if len(kept_rows):
        assert rank(
            [[rows[i][j] for j in kept_columns.tolist()] for i in kept_rows.tolist()]
        ) == len(kept_rows)


def test_a_long_chain_is_eliminated_quickly() -> None:
    size = 3000
    order = np.random.default_rng(0).permutation(size)
    matrix = ExactMatrix.from_entries(
        (size, size),
        np.concatenate([order, order[1:]]),
        np.concatenate([order, order[:-1]]),
        ExactArray(np.ones(2 * size - 1, dtype=np.int64)),
    )
    assert len(independent_entries(matrix)[0]) == size


def test_zeros_and_entries_divisible_by_the_prime_are_no_pivots() -> None:
    assert len(independent_entries(ExactMatrix.zeros((3, 4)))[0]) == 0
    matrix = ExactMatrix.from_dense([[7, 1], [0, 1]])
    assert len(independent_entries(matrix, prime=7)[0]) == 1
    assert len(independent_entries(matrix)[0]) == 2
