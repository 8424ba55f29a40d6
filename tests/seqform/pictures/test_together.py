"""Trees with correlation devices and commitments: probabilities against the pairs that are drawn, and the legend."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from command_line import Run
from correlated_games import drawn_game, drawn_mixture
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.errors import InputError
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.strategies.correlation import PairMixture
from seqform.pictures.scene import overlapping_texts
from seqform.pictures.together import DeviceSource

CORRELATED = "extensive-form-correlated"


def played_towards(game: ExtensiveGame, mixture: PairMixture, node: int) -> Fraction:
    """Return the probability of a node by adding up the pairs whose choices lead there, times chance's probability."""
    weights: Any = mixture.weights
    reach = Fraction(0)
    for pair, weight in enumerate(weights.to_fractions()):
        chosen = (mixture.choices(0, pair), mixture.choices(1, pair))
        share = Fraction(weight)
        for infoset, action in game.steps(node):
            owner = int(game.information_sets.player[infoset])
            if owner == CHANCE:
                continue
            name = game.infoset_names[infoset]
            if chosen[owner].get(name) != game.action_names[infoset][action]:
                share = Fraction(0)
        reach += share
    return reach * Fraction(game.chance_reach[node])


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_a_node_is_as_likely_as_the_pairs_that_lead_there(seed: int) -> None:
    game = drawn_game(seed)
    mixture = drawn_mixture(game, Random(seed))
    source = DeviceSource(game, mixture)
    for node in range(len(game)):
        assert source.reach[node] == played_towards(game, mixture, node)
        shares = [edge.probability for edge in source.edges(node)]
        if shares and source.reach[node]:
            assert sum(share for share in shares if share is not None) == 1
    assert source.values(0) == tuple(
        sum(
            (source.reach[leaf] * payoff for leaf, payoff in zip(game.leaves, own, strict=True)),
            Fraction(0),
        )
        for own in (payoffs.to_fractions() for payoffs in game.leaf_payoffs)
    )


def test_moves_at_nodes_of_one_set_differ_where_recommendations_are_correlated() -> None:
    device: Any = sf.solve("job-signals", CORRELATED, exact=True)
    view = sf.draw(device.game, device).tree
    assert view is not None
    shares = {node.path: node.probability for node in view().nodes}
    assert shares["good", "X", "take"] == 1
    assert 0 < Fraction(str(shares["bad", "X", "take"])) < 1


def test_the_legend_has_the_pairs_that_are_drawn() -> None:
    device: Any = sf.solve("job-signals", CORRELATED, exact=True)
    scene = sf.draw(device.game, device).scene
    texts = [text.text for text in scene.texts]
    assert any(text.startswith("A mediator draws one of these pairs") for text in texts)
    pairs = [text for text in texts if text.startswith("Student: ")]
    assert len(pairs) == len(device.mixture)
    assert not overlapping_texts(scene.texts)
    ElementTree.fromstring(sf.draw(device.game, device).svg())


def test_pairs_that_are_alike_where_play_leads_are_one() -> None:
    device: Any = sf.solve("inspection", CORRELATED, exact=True, objective="best-for-1")
    remarks = DeviceSource(device.game, device.mixture).remarks
    texts = [remark.text for remark in remarks]
    assert len(texts) == len(set(texts))
    assert sum(Fraction(remark.name) for remark in remarks if remark.name) == 1


def test_nothing_is_expected_where_play_never_leads() -> None:
    device: Any = sf.solve("chicken", CORRELATED, exact=True, objective="best-for-1")
    source = DeviceSource(device.game, device.mixture)
    never = [node for node in range(len(device.game)) if not source.reach[node]]
    assert never
    assert all(source.values(node) is None for node in never)
    assert all(node.probability == 0 for key in never for node in source.edges(key))


def test_a_device_in_doubles_is_drawn() -> None:
    device: Any = sf.solve("chicken", CORRELATED, exact=False)
    source = DeviceSource(device.game, device.mixture)
    assert source.reach.dtype == np.float64
    assert "<svg" in sf.draw(device.game, device).svg()


def test_a_device_has_no_interactive_page() -> None:
    device: Any = sf.solve("chicken", CORRELATED, exact=True)
    assert "<script" not in sf.draw(device.game, device).html()
    with pytest.raises(InputError, match="without a device"):
        sf.draw(device.game, device, view="tree")


def test_a_file_is_drawn_as_the_device_itself(tmp_path: Path) -> None:
    device: Any = sf.solve("job-signals", CORRELATED, exact=True)
    path = tmp_path / "device.json"
    device.save(path)
    assert sf.draw("job-signals", path).svg() == sf.draw(device.game, device).svg()


def test_a_device_is_drawn_beside_an_equilibrium() -> None:
    device: Any = sf.solve("job-signals", CORRELATED, exact=True)
    equilibrium = sf.solve("job-signals", exact=True)
    for difference in (False, True):
        picture = sf.draw(device.game, device, versus=equilibrium, difference=difference)
        assert "<svg" in picture.svg()


@pytest.mark.parametrize("leader", [0, 1])
def test_a_commitment_names_its_leader(leader: int) -> None:
    answer = sf.solve("inspection", "stackelberg", leader=leader)
    texts = [text.text for text in sf.draw(answer.game, answer).scene.texts]
    name = answer.game.players[leader]
    assert any(text.startswith(f"{name} commits to the strategy drawn") for text in texts)


def test_the_command_draws_devices(seqform: Run, tmp_path: Path) -> None:
    path = tmp_path / "device.svg"
    status, _, _ = seqform("draw", "job-signals", "--concept", CORRELATED, "-o", str(path))
    assert status == 0
    assert "A mediator draws one of these pairs" in path.read_text()
