"""The best equilibrium of a small game, against all of them."""

from fractions import Fraction
from typing import Any, cast

import pytest

import seqform as sf
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.errors import ModelError, SolveError

STAG_HUNT = [[4, 0], [3, 3]]


def test_of_the_equilibria_of_stag_hunt_the_best_is_the_hunt_and_the_worst_the_hare() -> None:
    game = bimatrix_game("stag hunt", STAG_HUNT, [list(column) for column in zip(*STAG_HUNT, strict=True)])
    assert sf.best_equilibrium(game).values == (4, 4)
    assert sf.best_equilibrium(game, (-1, -1)).values == (3, 3)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("weights", [(1, 1), (1, 0), (0, -1), (Fraction(1, 3), -2)])
def test_nothing_that_many_paths_find_is_better(seed: int, weights: tuple[Any, Any]) -> None:
    game = sf.load(f"binary-tree(depth=3,seed={seed})")

    def worth(values: tuple[Any, Any]) -> Fraction:
        return Fraction(weights[0] * values[0] + weights[1] * values[1])

    best = sf.best_equilibrium(game, weights)
    assert best.certificate.proven
    found = sf.equilibria(game, starts=30, back=True, witnesses=False)
    assert worth(best.values) >= max(worth(one.certificate.values) for one in found)


def test_wrong_weights_and_limits_are_errors() -> None:
    with pytest.raises(ModelError, match="weights: two"):
        sf.best_equilibrium("vsvet-figure-1", cast(Any, (1.5, 2)))
    with pytest.raises(SolveError, match="time limit"):
        sf.best_equilibrium("binary-tree(depth=8)", options={"time_limit": 0.01})
