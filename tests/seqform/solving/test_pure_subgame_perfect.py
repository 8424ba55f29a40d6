"""Pure subgame perfect equilibria of trees with chance: payoffs returned, printed and stored, against enumeration."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from chance_zeros import game_with_chance_zeros
from pure_equilibria import number_of_pure_profiles, pure_equilibrium_payoffs

import seqform as sf
from seqform.errors import ModelError
from seqform.io.equilibria import equilibrium_data
from seqform.io.json_values import number_data
from seqform.models.answers.objectives import OBJECTIVES
from seqform.models.answers.objectives import objective as measure_of
from seqform.models.games.extensive import CHANCE, ExtensiveGame

Run = Callable[..., tuple[int, str, str]]

CONCEPT = "subgame-perfect"


def trees_with_chance(chance: str = "1/3") -> Iterator[ExtensiveGame]:
    """Random trees of perfect information with ties, chance moves, and some chance probabilities of 0."""
    for seed in range(10**6):
        game = game_with_chance_zeros(seed, depth=3, chance=chance, merge="0")
        has_chance = bool(np.any(game.player == CHANCE))
        if has_chance == (chance != "0") and 8 <= number_of_pure_profiles(game) <= 400:
            yield game


def points(found: sf.Equilibrium) -> set[tuple[object, object]]:
    assert found.profiles is not None
    assert all(box.dimension == 0 for box in found.profiles.boxes)
    return {box.low for box in found.profiles.boxes}


@pytest.mark.parametrize("chance", ["0", "1/3"])
def test_the_payoffs_of_pure_equilibria_are_those_of_the_enumeration(chance: str) -> None:
    for game in islice(trees_with_chance(chance), 40):
        every = pure_equilibrium_payoffs(game)
        found = sf.solve(game, concept=CONCEPT, objective="social", pure=True)
        assert found.profiles is not None and found.profiles.pure
        assert points(found) == every
        stored = equilibrium_data(found)["profile_set"]
        assert stored["pure"] is True
        pairs = [[number_data(value) for value in pair] for pair in every]
        assert sorted(box["low"] for box in stored["boxes"]) == sorted(pairs)
        assert [box["low"] for box in stored["boxes"]] == [box["high"] for box in stored["boxes"]]


@pytest.mark.parametrize("objective", [*OBJECTIVES, "fairest,best-for-2"])
def test_the_best_pure_equilibrium_is_the_best_of_the_enumeration(objective: str) -> None:
    for game in islice(trees_with_chance(), 15):
        found = sf.solve(game, concept=CONCEPT, objective=objective, pure=True)
        assert found.values == measure_of(objective).best(sorted(pure_equilibrium_payoffs(game)))
        assert found.certificate.checks["subgame perfect"]
        assert all(set(shares.values()) <= {0, 1} for strategy in found.profile for shares in strategy.values())
        assert found.raw.status == f"best by {objective}, in pure moves"


def test_every_pure_payoff_is_attained_without_mixing_and_no_other() -> None:
    refused = 0
    for game in islice(trees_with_chance(), 20):
        every = pure_equilibrium_payoffs(game)
        for payoffs in every:
            found = sf.solve(game, concept=CONCEPT, target_payoffs=payoffs, pure=True)
            assert found.values == payoffs and points(found) == every
            assert found.raw.status == "attained, in pure moves"
        mixed = sf.solve(game, concept=CONCEPT, objective="social")
        assert mixed.profiles is not None and not mixed.profiles.pure
        middles = {((one.low[0] + one.high[0]) / 2, (one.low[1] + one.high[1]) / 2) for one in mixed.profiles.boxes}
        for payoffs in middles - every:
            refused += 1
            with pytest.raises(ModelError, match="no subgame perfect equilibrium in pure moves pays that"):
                sf.solve(game, concept=CONCEPT, target_payoffs=payoffs, pure=True)
    assert refused >= 5


def test_the_command_prints_stores_and_draws_pure_equilibria_as_such(seqform: Run) -> None:
    game = next(game for game in trees_with_chance() if len(pure_equilibrium_payoffs(game)) > 1)
    sf.save(game, "game.efg")
    command = ("solve", "game.efg", "--concept", CONCEPT, "--objective", "social")
    status, printed, _ = seqform(*command, "--pure", "--all", "-o", "pure.json", "--draw", "pure.svg")
    assert status == 0
    assert "subgame perfect equilibria in pure moves can pay\n" in printed
    assert "best by social, in pure moves" in printed
    stored = json.loads(Path("pure.json").read_text("utf-8"))
    assert stored["profile_set"]["pure"] is True
    every = {tuple(map(number_data, pair)) for pair in pure_equilibrium_payoffs(game)}
    assert {tuple(box["low"]) for box in stored["profile_set"]["boxes"]} == every
    assert "pure moves" in Path("pure.svg").read_text("utf-8")
    status, printed, _ = seqform(*command, "--json")
    assert status == 0 and json.loads(printed)["profile_set"]["pure"] is False
    status, printed, _ = seqform(*command, "--pure", "--json")
    assert status == 0 and json.loads(printed)["profile_set"]["pure"] is True
