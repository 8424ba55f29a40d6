"""Games are cut at subgames that chance reaches with probability 0, and assessments of the parts are joined."""

from __future__ import annotations

import numpy as np
import pytest
from chance_zeros import game_with_chance_zeros
from every_subgame import subgame_roots_by_definition
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_walks import received_before

import seqform as sf
from seqform.builders.preprocess.chance_parts import ChanceParts, chance_parts
from seqform.errors import ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import Assessment, limit_assessment
from seqform.models.strategies.families import EpsilonFamily, constant_family
from seqform.verify.subgames import subgame_roots


def cut(game: ExtensiveGame) -> ChanceParts:
    return chance_parts(game, subgame_roots(game))


def uniform_assessment(game: ExtensiveGame) -> Assessment:
    first, second = (constant_family(strategy.plan) for strategy in sf.uniform_profile(game))
    return limit_assessment(game, EpsilonFamily((first, second)))


@given(st.integers(0, 10**6), st.booleans())
@settings(max_examples=40, deadline=None)
def test_every_inner_node_is_in_one_part_in_which_chance_reaches_every_subgame(seed: int, zero_sum: bool) -> None:
    game = game_with_chance_zeros(seed, depth=4, zero_sum=zero_sum)
    found = cut(game)
    inner = [node for part in found.parts for node in part.nodes[~part.game.is_leaf].tolist()]
    assert sorted(inner) == np.flatnonzero(~game.is_leaf).tolist()
    roots = set(subgame_roots_by_definition(game))
    assert {part.root for part in found.parts} <= roots | {0}
    for part in found.parts:
        for root in subgame_roots_by_definition(part.game):
            assert part.game.chance_reach[root] > 0
            assert int(part.nodes[root]) in roots
        assert part.game.constant_sum is not None or game.constant_sum is None
        for player in (0, 1):  # payoffs differ from the game's by those received above
            above = received_before(game, player, part.root)
            received = dict(zip(game.leaves.tolist(), game.leaf_payoffs[player].to_fractions(), strict=True))
            pairs = zip(part.game.leaves.tolist(), part.game.leaf_payoffs[player].to_fractions(), strict=True)
            for leaf, payoff in pairs:
                node = int(part.nodes[leaf])
                while node not in received:
                    node = int(game.first_child[node])
                assert payoff == received[node] - above


@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_a_joined_assessment_is_that_of_its_parts_at_every_node(seed: int) -> None:
    game = game_with_chance_zeros(seed, depth=4)
    found = cut(game)
    joined = found.join([uniform_assessment(part.game) for part in found.parts])
    assert joined.family is not None
    for mine, uniform in zip(joined.profile, sf.uniform_profile(game), strict=True):
        assert mine.probabilities.tolist() == uniform.probabilities.tolist()
    for part in found.parts:
        own = uniform_assessment(part.game).beliefs.probability
        inner = np.flatnonzero(~part.game.is_leaf)
        assert joined.beliefs.probability[part.nodes[inner]].tolist() == own[inner].tolist()


def test_a_game_without_chance_zeros_is_one_part() -> None:
    game = sf.load("kuhn")
    (part,) = cut(game).parts
    assert part.nodes.tolist() == list(range(len(game)))
    assert [part.sequences(player).tolist() for player in (0, 1)] == [
        list(range(1, len(sequences.index))) for sequences in game.sequences
    ]


def test_an_assessment_without_a_family_and_too_few_are_refused() -> None:
    game = game_with_chance_zeros(3, depth=4)
    found = cut(game)
    several = [uniform_assessment(part.game) for part in found.parts]
    bare = [Assessment(one.profile, one.beliefs) for one in several]
    for given_ones in (bare, several[1:]):
        with pytest.raises(ModelError, match="assessments with families"):
            found.join(given_ones)
