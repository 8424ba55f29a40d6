"""The linear program of Koller, Megiddo & von Stengel gives the value, from either side."""

from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from plans import form_of, most_strategies

from seqform.backends import get
from seqform.builders import normal_form_lp, sequence_form, zero_sum_lp
from seqform.builders.games import catalog
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.models import Reduced
from seqform.verify import certify

BUILDS: list[Any] = [zero_sum_lp, normal_form_lp]


def test_the_program_is_the_papers() -> None:
    program = zero_sum_lp(form_of(bimatrix_game("pennies", [[1, -1], [-1, 2]]))).target
    assert (program.sense, program.name) == ("max", "pennies")
    assert program.objective.to_fractions() == [0, 0, 0, 1, 0]
    assert program.matrix.to_dense() == [
        [1, 0, 0, 0, 0],
        [-1, 1, 1, 0, 0],
        [0, 0, 0, 1, -1],
        [0, -1, 1, 0, 1],
        [0, 1, -2, 0, 1],
    ]
    inf = np.inf
    assert [bounds.tolist() for bounds in program.rows.to_floats()] == [[1, 0, -inf, -inf, -inf], [1, 0, 0, 0, 0]]
    assert [bounds.tolist() for bounds in program.columns.to_floats()] == [[0, 0, 0, -inf, -inf], [inf] * 5]
    assert program.row_names == ["plan ∅", "plan row", "reply ∅", "reply column 1", "reply column 2"]
    assert program.column_names == ["weight ∅", "weight row 1", "weight row 2", "value ∅", "value column"]


@given(st.integers(1, 10**6))
@example(0)
def test_sequence_form_and_normal_form_agree_from_either_side(seed: int) -> None:
    game = catalog.make(f"random-game(seed={seed},depth=4)" if seed else "kuhn")
    form = sequence_form(game)
    assume(most_strategies(form.target) <= 300)
    objectives = []
    for build in BUILDS:
        for player in (0, 1):
            step = form.then(partial(build, player=player))
            raw = get("highs").solve(step.target)
            assert raw.objective is not None
            objectives.append(float(raw.objective) * (1 if player == 0 else -1))
            assert certify(game, step.lift(raw)).nash_conv < 1e-6
    assert objectives == pytest.approx([objectives[0]] * 4, abs=1e-6)
    assert seed or objectives[0] == pytest.approx(-1 / 18)


@pytest.mark.parametrize("player", [0, 1])
def test_constant_sum_games_need_no_shift(player: int) -> None:
    game = bimatrix_game("share", [[7, 2], [1, 6]], [[3, 8], [9, 4]])
    step = sequence_form(game).then(partial(zero_sum_lp, player=player))
    certificate = certify(game, step.lift(get("highs").solve(step.target)))
    assert certificate.values == pytest.approx((4, 6))
    assert certificate.nash_conv < 1e-9
    assert certificate.constant_sum == 10


def test_steps_follow_one_another_and_their_lifts_go_back() -> None:
    double: Reduced[int, str, str] = Reduced(5, lambda answer: f"{answer} doubled")
    step: Reduced[int, str, str] = double.then(lambda five: Reduced(five + 1, lambda answer: f"{answer} less one"))
    assert step.target == 6
    assert step.lift("six") == "six less one doubled"
    assert repr(step) == "<Reduced to 6>"
