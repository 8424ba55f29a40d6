"""Games that are constant-sum but for rounding in doubles."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games.exact_numbers import without_rounding


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
