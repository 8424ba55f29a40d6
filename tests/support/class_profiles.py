"""Strategies for classes of hands as profiles of the extensive game that an ordered game is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import numpy as np

from seqform.builders.games.ordered.expansion import infoset_labels
from seqform.io.saved_solution import SavedSolution
from seqform.models import BehaviorProfile, BehaviorStrategy, ExtensiveGame
from seqform.models.games.abstraction import Filters, InformationFilter, views_of
from seqform.models.games.ordered import OrderedGame
from seqform.models.programs.class_game import ClassGame, ClassPlan, ClassStrategy, behavior_of_plan

Strategies = tuple[ClassStrategy, ClassStrategy]


def random_strategies(game: ClassGame, seed: int, zeros: float = 0.3) -> Strategies:
    """Return strategies some of whose actions are never taken."""
    random = np.random.default_rng(seed)
    plans = [
        [
            random.random(game.shape(player, number))
            * (random.random(game.shape(player, number)) > zeros)
            for number in range(game.num_rounds)
        ]
        for player in (0, 1)
    ]
    return behavior_of_plan(game, 0, plans[0]), behavior_of_plan(game, 1, plans[1])


def random_plans(game: ClassGame, seed: int) -> tuple[ClassPlan, ClassPlan]:
    """Return exact realization plans whose probabilities are multiples of a seventh."""
    random = np.random.default_rng(seed)
    return _random_plan(game, 0, random), _random_plan(game, 1, random)


def _random_plan(game: ClassGame, player: int, random: np.random.Generator) -> ClassPlan:
    denominator = 7 ** sum(
        max(len(stage.path(leaf)) for leaf in stage.leaves) for stage in game.stages
    )
    arriving, rounds = np.full((1, 1), denominator, dtype=object), []
    for number, stage in enumerate(game.stages):
        sequences = stage.sequences(player)
        classes, choices, histories = game.shape(player, number)
        weights = np.zeros((classes, 1 + choices, histories), dtype=object)
        weights[:, 0] = arriving[game.parents[player][number]]
        for above, (start, stop) in zip(
            sequences.set_above, pairwise(sequences.set_start), strict=True
        ):
            left = np.full((classes, histories), 7)
            for choice in range(start, stop):
                share = left if choice == stop - 1 else random.integers(0, left + 1)
                weights[:, choice] = weights[:, above] // 7 * share.astype(object)
                left = left - share
        rounds.append(weights[:, 1:])
        leaves = [sequences.at[leaf] for leaf in stage.continuing]
        arriving = weights[:, leaves].transpose(0, 2, 1).reshape(classes, -1)
    return ClassPlan(game, player, tuple(rounds), denominator)


def raw_profile(tree: ExtensiveGame, filters: Filters, strategies: Strategies) -> BehaviorProfile:
    """Return strategies for classes on the extensive game in which everything is seen."""
    first, second = (
        _by_label(tree, each.player, _chances_by_label(one, each), 1.0)
        for one, each in zip(filters, strategies, strict=True)
    )
    return BehaviorProfile((first, second))


def saved_profile(tree: ExtensiveGame, saved: SavedSolution) -> BehaviorProfile:
    """Return a saved solution's strategies, in fractions, on the extensive game in which everything is seen."""
    first, second = (
        _by_label(tree, player, _shares_by_label(saved, player), Fraction(1)) for player in (0, 1)
    )
    return BehaviorProfile((first, second))


def _shares_by_label(saved: SavedSolution, player: int) -> dict[str, dict[str, Fraction]]:
    shares = {}
    for number, view, place, history, label in _information_sets(saved.game, player):
        stage = saved.game.rounds[number].stage
        node = stage.sequences(player).sets[place]
        weights = saved.shares(player, number, view, history, node)
        total = sum(weights)
        shares[label] = {
            stage.action[child]: Fraction(weight, total) if total else Fraction(1, len(weights))
            for child, weight in zip(stage.children[node], weights, strict=True)
        }
    return shares


def _by_label(
    tree: ExtensiveGame, player: int, of_label: Mapping[str, Mapping[str, Any]], empty: Any
) -> BehaviorStrategy:
    """Return a strategy from the probabilities of actions by the label of the set, and that of the empty sequence."""
    index = tree.sequences[player].index
    probabilities = np.array([empty] * len(index))
    for row, label in enumerate(index.infoset_names):
        first = index.first_sequence[row]
        for place, action in enumerate(index.action_names[row]):
            probabilities[first + place] = of_label[label][action]
    return BehaviorStrategy(index, probabilities)


def _chances_by_label(
    one: InformationFilter, strategy: ClassStrategy
) -> dict[str, dict[str, float]]:
    chances = {}
    for number, view, place, history, label in _information_sets(one.game, strategy.player):
        stage = one.game.rounds[number].stage
        sequences = stage.sequences(strategy.player)
        table = strategy.behavior[number][one.classes[number][view]]
        choices = range(sequences.set_start[place] - 1, sequences.set_start[place + 1] - 1)
        chances[label] = {
            stage.action[sequences.nodes[choice]]: float(table[choice, history])
            for choice in choices
        }
    return chances


def lifted_profile(
    tree: ExtensiveGame, filters: Filters, profile: BehaviorProfile
) -> BehaviorProfile:
    """Return a profile of the expanded game of classes, of any kind of numbers, on the one in which all is seen."""
    first, second = (
        _lifted_strategy(tree, one, each) for one, each in zip(filters, profile, strict=True)
    )
    return BehaviorProfile((first, second))


def _lifted_strategy(
    tree: ExtensiveGame, one: InformationFilter, small: BehaviorStrategy
) -> BehaviorStrategy:
    of_label: dict[str, dict[str, Any]] = {}
    label_of: dict[tuple[int, int, int, int], str] = {}
    for number, view, place, history, label in _information_sets(one.game, small.index.player):
        first = label_of.setdefault((number, int(one.classes[number][view]), place, history), label)
        of_label[label] = small[first]
    return _by_label(tree, small.index.player, of_label, small.probabilities[0])


def _information_sets(game: OrderedGame, player: int) -> Iterator[tuple[int, int, int, int, str]]:
    """Yield round, view, place among the player's nodes, history and label of every information set."""
    for number, views in enumerate(views_of(game, player)):
        sets = game.rounds[number].stage.sets(player)
        labels = infoset_labels(game, player, number, np.arange(len(views)))
        places = product(range(len(views)), range(game.num_histories[number]), range(len(sets)))
        for (view, history, place), label in zip(places, labels, strict=True):
            yield number, view, place, history, label
