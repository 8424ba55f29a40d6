"""Numbers as text and as doubles, and payoffs that are constant-sum but for rounding."""

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games.exact_numbers import exact_column, nearby_fraction, read_rational, without_rounding
from seqform.errors import GameError
from seqform.models.numbers.text import write_rational


@given(st.fractions())
def test_fractions_survive_writing_and_reading(value: Fraction) -> None:
    assert read_rational(write_rational(value)) == value


@given(st.integers(-(10**18), 10**18), st.integers(-30, 30))
def test_decimals_and_exponents_are_read_exactly(digits: int, exponent: int) -> None:
    assert read_rational(f"{digits}e{exponent}") == digits * Fraction(10) ** exponent


@given(st.fractions(-1000, 1000, max_denominator=10_000))
def test_the_double_nearest_to_a_fraction_is_read_as_that_fraction(value: Fraction) -> None:
    assert nearby_fraction(float(value)) == value


@given(st.integers(-(10**12), 10**12), st.integers(0, 20))
def test_short_decimals_are_read_as_written(digits: int, places: int) -> None:
    assert nearby_fraction(float(f"{digits}e-{places}")) == Fraction(digits, 10**places)


@given(st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False))
def test_the_fraction_lies_within_the_tolerance(value: float) -> None:
    assert abs(nearby_fraction(value) - Fraction(value)) <= abs(Fraction(value)) * Fraction(1e-12)


@given(st.integers(1, 1000), st.sampled_from([1e-2, 1e-3, 1e-4]))
def test_of_all_fractions_within_the_tolerance_the_simplest_is_taken(times: int, tolerance: float) -> None:
    value = times * math.pi / 7
    low, high = (Fraction(value) * (1 + sign * Fraction(tolerance)) for sign in (-1, 1))
    simplest = next(q for q in range(1, 10**6) if math.ceil(low * q) <= high * q)
    found = nearby_fraction(value, tolerance)
    assert found.denominator == simplest
    assert low <= found <= high


@given(st.integers(-(2**60), 2**60).map(float))
def test_integers_are_kept_however_large(value: float) -> None:
    assert nearby_fraction(value) == value


def test_columns_keep_their_numbers() -> None:
    values = [Fraction(1, 3), Fraction(-7, 4), Fraction(10**30)]
    assert exact_column(values).to_fractions() == values
    assert len(exact_column([])) == 0


@pytest.mark.parametrize("text", ["1e100001", "1e-100001", "9" * 100_001, "1/" + "9" * 100_001])
def test_numbers_of_absurd_length_are_refused(text: str) -> None:
    with pytest.raises(GameError, match="more than 100,000 digits"):
        read_rational(text)


@given(seed=st.integers(0, 10**6), total=st.sampled_from([0.0, 1.0, 0.1, 7.0]), scale=st.sampled_from([1.0, 1e-3, 1e3]))
def test_a_table_less_its_constant_is_constant_sum(seed: int, total: float, scale: float) -> None:
    first = np.random.default_rng(seed).random((3, 4)) * scale
    game = without_rounding(sf.bimatrix_game(first, total - first))
    assert game.constant_sum is not None
    assert np.allclose(game.leaf_payoffs[0].to_floats(), first.ravel(), rtol=1e-11)
    assert np.allclose(game.leaf_payoffs[1].to_floats(), total - first.ravel(), rtol=0, atol=1e-11 * max(total, scale))


@given(seed=st.integers(0, 10**6))
def test_every_other_game_is_returned_as_it_is(seed: int) -> None:
    for spec in (f"random-game(seed={seed},depth=3,zero_sum=false)", f"random-game(seed={seed},depth=3)"):
        game = sf.load(spec)
        assert without_rounding(game) is game
    first = np.random.default_rng(seed).random((2, 2))
    game = sf.bimatrix_game(first, 1 + 1e-6 * first - first)
    assert without_rounding(game) is game


TINY = Fraction(1, 10**30)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([[10**13, 0], [5, 1]], [[-(10**13), 0], [2, 3]]),
        ([[10.0**17, 0.0], [5.0, 1.0]], [[-(10.0**17), 0.0], [2.0, 3.0]]),
        ([[1e13, 0.5], [0.25, 1.0]], [[-1e13, -0.5], [0.5, -1.0]]),
        ([["1/2", "-1/2"], ["-1/2", "1/2"]], [[str(TINY - Fraction(1, 2)), "1/2"], ["1/2", "-1/2"]]),
    ],
)
def test_differences_that_are_no_rounding_are_kept(first: list[list[Any]], second: list[list[Any]]) -> None:
    """Small integers beside large ones, and fractions that no double is, are as they were given."""
    game = sf.bimatrix_game(first, second)
    assert without_rounding(game) is game and not game.note and game.constant_sum is None


def test_a_file_in_doubles_is_solved_as_a_linear_program_with_a_note(tmp_path: Path) -> None:
    first = np.random.default_rng(1).random((2, 3))
    blocks = ("\n".join(",".join(map(repr, row)) for row in table.tolist()) for table in (first, 1 - first))
    (tmp_path / "doubles.csv").write_text("\n\n".join(blocks), encoding="utf-8")
    game = sf.load(tmp_path / "doubles.csv")
    assert game.constant_sum == 1 and "but for rounding" in game.note
    assert sf.solve(game).backend == "highs"
