"""The device of a correlated equilibrium as an agent: both seats play one pair, drawn before each game."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import seqform as sf
from seqform.play.matches import match

CHICKEN = [[6, 2], [7, 0]], [[6, 7], [2, 0]]


def chicken() -> sf.ExtensiveGame:
    return sf.bimatrix_game("chicken", *CHICKEN, ["C", "D"], ["C", "D"])


@pytest.mark.parametrize("from_file", [False, True])
def test_two_seats_of_a_device_play_one_pair(from_file: bool, tmp_path: Path) -> None:
    game = chicken()
    device: Any = sf.solve(game, "extensive-form-correlated", exact=True)
    agents: tuple[Any, Any] = (device, device)
    if from_file:
        first, second = tmp_path / "first.json", tmp_path / "second.json"
        device.save(first)
        device.save(second)
        agents = (f"profile:{first}", f"profile:{second}")
    result = match(game, *agents, games=400, seed=3)
    played = [str(one) for one in result.games]
    assert "D D" not in played  # which two independent draws would have in a sixteenth of the games
    assert 150 < played.count("C C") < 250
    assert {sum(one.payoffs) for one in result.games} == {Fraction(12), Fraction(9)}


def test_a_device_obeys_alone_against_another_agent() -> None:
    game = chicken()
    device: Any = sf.solve(game, "extensive-form-correlated", exact=True)
    result = match(game, device, "random", games=200, fixed_seats=True)
    swerved = [str(one)[0] for one in result.games].count("C")
    assert 120 < swerved < 180


def test_a_device_plays_games_with_several_moves_and_chance() -> None:
    device: Any = sf.solve("job-signals", "extensive-form-correlated", objective="best-for-2")
    result = match("job-signals", device, device, games=400, fixed_seats=True)
    means = [sum(one.payoffs[seat] for one in result.games) / 400 for seat in (0, 1)]
    assert means[0] == pytest.approx(3.5, abs=0.5)
    assert means[1] == pytest.approx(6.5, abs=0.6)
