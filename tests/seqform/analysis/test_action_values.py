"""Values of actions: against a recursion over the nodes, and against payoffs and regrets of certificates."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import seqform as sf
from seqform.errors import GameError

GAMES = ("kuhn", "kuhn-with-raise", "vsvet-figure-1", "seltens-horse", "littman-figure-4")


def skewed(infoset: str, actions: tuple[str, ...]) -> list[Fraction]:
    """Return unequal probabilities with a zero where there are three actions or more."""
    weights = [len(infoset) % 3 + 1, *range(len(actions) - 1)]
    return [Fraction(weight, sum(weights)) for weight in weights]


def names_of_sets(game: sf.ExtensiveGame) -> dict[int, str]:
    """Return the names of both players' information sets by their rows in the game's table."""
    names: dict[int, str] = {}
    for sequences in game.sequences:
        names.update(zip(sequences.infosets.tolist(), sequences.index.infoset_names, strict=True))
    return names


def by_recursion(game: sf.ExtensiveGame, profile: sf.BehaviorProfile, player: int) -> Any:
    """Return for each set and action of a player reach, weight of the others and value, by sums over nodes."""
    names = names_of_sets(game)
    count = len(game)
    edge = [Fraction(1)] * count
    reach = [Fraction(1)] * count
    others = [Fraction(1)] * count
    for node in range(1, count):
        parent = int(game.parent[node])
        row = int(game.infoset[parent])
        mover = int(game.information_sets.player[row])
        if mover in (0, 1):
            shares = list(profile[mover][names[row]].values())
            edge[node] = shares[int(game.action[node])]
        else:
            edge[node] = game.edge_probability.to_fractions()[node]
        reach[node] = reach[parent] * edge[node]
        others[node] = others[parent] * (1 if mover == player else edge[node])

    payoffs = dict(zip(game.leaves.tolist(), game.leaf_payoffs[player].to_fractions(), strict=True))
    values = [payoffs.get(node, Fraction(0)) for node in range(count)]
    for node in range(count - 1, 0, -1):
        values[int(game.parent[node])] += edge[node] * values[node]

    totals: Any = defaultdict(lambda: [Fraction(0)] * 3)
    for node in range(1, count):
        parent = int(game.parent[node])
        row = int(game.infoset[parent])
        if int(game.information_sets.player[row]) != player:
            continue
        sums = totals[names[row], int(game.action[node])]
        sums[0] += reach[parent]
        sums[1] += others[parent]
        sums[2] += others[parent] * values[node]
    return totals


@pytest.mark.parametrize("name", GAMES)
def test_values_are_those_of_a_recursion_over_the_nodes(name: str) -> None:
    game = sf.load(name)
    profile = sf.profile(game, skewed)
    values = sf.action_values(game, profile)
    for player in (0, 1):
        totals = by_recursion(game, profile, player)
        own = [entry for entry in values if entry.player == player]
        assert len(own) == len(totals)
        place: dict[str, int] = defaultdict(int)
        for entry in own:
            reach, others, worth = totals[entry.infoset, place[entry.infoset]]
            place[entry.infoset] += 1
            assert entry.reach == reach
            assert entry.counterfactual_reach == others
            assert entry.value == (worth / others if others else None)


@pytest.mark.parametrize("name", GAMES)
def test_best_values_are_payoffs_of_best_replies_from_the_set_on(name: str) -> None:
    game = sf.load(name)
    profile = sf.profile(game, skewed)
    for player in (0, 1):
        index = game.sequences[player].index
        choice = sf.verify.best_response(game, player, profile[1 - player]).choice.tolist()
        reply = {
            name: actions[best]
            for name, actions, best in zip(
                index.infoset_names, index.action_names, choice, strict=True
            )
        }
        strategies: list[Any] = [profile[0], profile[1]]
        strategies[player] = reply
        after = by_recursion(game, sf.profile(game, tuple(strategies)), player)
        place: dict[str, int] = defaultdict(int)
        for entry in sf.action_values(game, profile):
            if entry.player != player:
                continue
            _, others, worth = after[entry.infoset, place[entry.infoset]]
            place[entry.infoset] += 1
            assert entry.best_value == (worth / others if others else None)


@pytest.mark.parametrize("name", GAMES)
def test_regrets_are_gains_over_the_value_of_the_set(name: str) -> None:
    game = sf.load(name)
    values = sf.action_values(game, sf.profile(game, skewed))
    sets: dict[Any, list[Any]] = defaultdict(list)
    for entry in values:
        sets[entry.player, entry.infoset].append(entry)
    for entries in sets.values():
        first = entries[0]
        if first.set_value is None:
            assert first.regret is None
            continue
        assert first.set_value == sum(entry.probability * entry.value for entry in entries)
        assert first.regret == max(entry.best_value for entry in entries) - first.set_value
        assert first.regret >= 0


def test_nothing_is_to_gain_in_an_equilibrium_where_play_leads() -> None:
    equilibrium = sf.solve("leduc", exact=True)
    values = sf.action_values("leduc", equilibrium)
    assert all(entry.regret == 0 for entry in values if entry.reach > 0)
    assert all(isinstance(entry.reach, int | Fraction) for entry in values)


def test_doubles_give_doubles_near_the_exact_values() -> None:
    game = sf.load("kuhn")
    exact = sf.action_values(game, sf.profile(game, skewed))
    floats = sf.action_values(game, sf.profile(game, skewed).to_floats())
    for fraction, double in zip(exact, floats, strict=True):
        assert isinstance(double.reach, float)
        assert double.reach == pytest.approx(float(fraction.reach))
        if fraction.value is None:
            assert double.value is None
        else:
            assert double.value == pytest.approx(float(fraction.value))
            assert double.regret == pytest.approx(float(fraction.regret or 0), abs=1e-12)


def test_sets_to_which_the_others_never_lead_have_no_values() -> None:
    game = sf.load("kuhn")
    passive = sf.profile(game, lambda infoset, actions: {actions[0]: 1})
    unreached = [
        entry for entry in sf.action_values(game, passive) if not entry.counterfactual_reach
    ]
    assert unreached
    assert all(entry.value is None and entry.regret is None for entry in unreached)
    reached_by_own_mistake = [
        entry
        for entry in sf.action_values(game, passive)
        if entry.reach == 0 and entry.value is not None
    ]
    assert all(entry.counterfactual_reach > 0 for entry in reached_by_own_mistake)


def test_the_table_has_a_row_for_each_action() -> None:
    game = sf.load("kuhn(ranks=5)")
    values = sf.action_values(game, sf.uniform_profile(game))
    assert len(values.to_frame()) == len(values) == 40
    assert "4 more actions; --all shows every action" in str(values)


def test_a_game_of_one_forced_move_has_values() -> None:
    game = sf.tree("forced", sf.move(0, "start", {"go": sf.leaf(3, -3)}))
    (entry,) = sf.action_values(game, sf.uniform_profile(game))
    assert (entry.value, entry.best_value, entry.regret, entry.reach) == (3, 3, 0, 1)


def test_games_of_matrices_are_refused() -> None:
    constraints = np.array([[1, 0, 0], [-1, 1, 1]], dtype=np.int64)
    total = [1, 0]
    payoffs = np.zeros((3, 3), dtype=np.int64)
    game = sf.sequence_form(constraints, total, constraints, total, payoffs, payoffs)
    with pytest.raises(GameError, match="values of actions are of trees"):
        sf.action_values(game, sf.uniform_profile(game))
