"""Games of the catalog have the same trees as OpenSpiel's: nodes, information sets, leaves with chances and payoffs."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from seqform.builders.games import catalog
from seqform.models.games.extensive import CHANCE

pyspiel = pytest.importorskip("pyspiel", reason="compares games with OpenSpiel's")

Leaf = tuple[int, float, float]
"""A leaf's depth, the product of chance's probabilities on its path, and player 1's payoff."""


def openspiel_tree(name: str) -> tuple[int, int, list[Counter[int]], Counter[Leaf]]:
    """Return the number of nodes and of chance nodes, the sizes of information sets, and the leaves."""
    game = pyspiel.load_game(name)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    nodes = chance_nodes = 0
    infosets: list[Counter[str]] = [Counter(), Counter()]
    leaves: Counter[Leaf] = Counter()
    pending: list[tuple[Any, int, float]] = [(game.new_initial_state(), 0, 1.0)]
    while pending:
        state, depth, reach = pending.pop()
        nodes += 1
        if state.is_terminal():
            leaves[depth, round(reach, 12), state.returns()[0]] += 1
        elif state.is_chance_node():
            chance_nodes += 1
            pending.extend((state.child(action), depth + 1, reach * share) for action, share in state.chance_outcomes())
        else:
            infosets[state.current_player()][state.information_state_string()] += 1
            pending.extend((state.child(action), depth + 1, reach) for action in state.legal_actions())
    return nodes, chance_nodes, [Counter(sizes.values()) for sizes in infosets], leaves


def our_tree(spec: str) -> tuple[int, int, list[Counter[int]], Counter[Leaf]]:
    game = catalog.make(spec)
    depth = np.repeat(np.arange(len(game.levels)), np.diff(game.level_start))
    reach = game.chance_reach.take(game.leaves).to_floats().round(12)
    leaves = Counter(
        zip(depth[game.leaves].tolist(), reach.tolist(), game.leaf_payoffs[0].to_floats().tolist(), strict=True)
    )
    sizes = [np.bincount(game.infoset[game.player == player]) for player in (0, 1)]
    infosets = [Counter(size[size > 0].tolist()) for size in sizes]
    return len(game), int(np.sum(game.player == CHANCE)), infosets, leaves


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("kuhn", "kuhn_poker"),
        ("leduc", "leduc_poker"),
        ("leduc(collapse_suits=true)", "leduc_poker(suit_isomorphism=True)"),
        ("liars-dice(sides=2)", "liars_dice(dice_sides=2)"),
        ("liars-dice(sides=4)", "liars_dice(dice_sides=4)"),
        ("goofspiel", "goofspiel(num_cards=4,imp_info=True)"),
        ("goofspiel(order=descending)", "goofspiel(num_cards=4,imp_info=True,points_order=descending)"),
        ("goofspiel(order=ascending)", "goofspiel(num_cards=4,imp_info=True,points_order=ascending)"),
    ],
)
def test_the_tree_is_openspiels(spec: str, name: str) -> None:
    assert our_tree(spec) == openspiel_tree(name)


def test_goofspiel_with_shown_bids_is_openspiels_up_to_its_imperfect_recall() -> None:
    nodes, chance_nodes, infosets, leaves = our_tree("goofspiel(cards=3,bids_shown=true)")
    theirs = openspiel_tree("goofspiel(num_cards=3,imp_info=False)")
    assert (nodes, chance_nodes, leaves) == (theirs[0], theirs[1], theirs[3])
    # OpenSpiel's label leaves out the order in which a player's own cards were bid.
    assert all(ours.total() >= other.total() for ours, other in zip(infosets, theirs[2], strict=True))


def test_goofspiel_for_points_pays_twice_openspiels_payoffs() -> None:
    ours = our_tree("goofspiel(cards=3,points_difference=true)")
    theirs = openspiel_tree("goofspiel(num_cards=3,imp_info=True,returns_type=point_difference)")
    assert ours[:3] == theirs[:3]
    assert ours[3] == {(depth, reach, 2 * payoff): count for (depth, reach, payoff), count in theirs[3].items()}
