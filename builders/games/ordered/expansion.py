"""Expansion of ordered games and class games to extensive games."""

from __future__ import annotations

import operator
import weakref
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import compress, pairwise
from typing import Any, NamedTuple

import numpy as np

from seqform.builders.forms.class_game import class_game
from seqform.builders.games.dealt import Deal, Position, dealt_game, nothing_dealt
from seqform.builders.games.rules import MAX_NODES, TERMINAL
from seqform.errors import TooLargeError
from seqform.models.games.abstraction import InformationFilter, first_members, identity_filters
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.ordered import OrderedGame, count
from seqform.models.numbers.exact import Ints, Rational
from seqform.models.numbers.integers import sums_by
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.class_pairs import Pairs


class ClassNode(NamedTuple):
    """A public position of the game of classes.

    `number` is the round, from 0, `revealed` the number of players to whom their classes of the round are revealed,
    `history` the number of the history of the rounds before, `node` one of the stage game.
    """

    number: int
    revealed: int
    history: int
    node: int


def to_extensive(
    game: OrderedGame,
    filters: tuple[InformationFilter, InformationFilter] | None = None,
    *,
    max_nodes: int = MAX_NODES,
    progress: Callable[[str], None] | None = None,
) -> ExtensiveGame:
    """Return an ordered game, or its class game, as an extensive game (Gilpin & Sandholm, proposition 1).

    In every round chance reveals the class of player 0 and then that of player 1; forced moves are left out, and of
    equal actions all but that which stands for them. An
    information set is labelled with the signals of each round in its class's first view, and with the actions or their
    marks: "Ks:cbk/Jh:c" where these are letters. Without filters, of player 0 and of player 1, all is seen. `max_nodes`
    and `progress` are as in `expand`.
    """
    is_whole = filters is None
    if filters is None:
        sizes = count(game)
        if sizes.nodes > max_nodes:
            raise TooLargeError(
                f"{game.title}: {sizes.nodes:,} nodes, too many to write out with max_nodes = {max_nodes:,}; "
                "choose smaller parameters; a Nash equilibrium is computed on classes of signals by "
                'seqform.solve(game, preprocess="lossless"), `seqform solve GAME --preprocess lossless`',
                sizes.nodes,
            )
        filters = identity_filters(game)
    classes = class_game(*filters)
    ordered = filters[0].game
    marks = ordered.marks
    histories = [ordered.histories(number) for number in range(len(game.rounds))]

    # For each round: the places of the ends after which the game goes on, and what payoffs depend on.
    continuing = []
    features_of = []
    payoff_keys = []
    for stage, pairs in zip(classes.stages, classes.pairs, strict=True):
        continuing.append({end: place for place, end in enumerate(stage.continuing)})
        distinct_features, payoff_key = _distinct_features(pairs)
        features_of.append(distinct_features)
        payoff_keys.append(payoff_key)

    def settled(number: int, history: int, node: int) -> ClassNode:
        """Return a position within a round, or before the next one if this one is over but the game is not."""
        place = continuing[number].get(node)
        if place is None:
            return ClassNode(number, 2, history, node)
        return ClassNode(number + 1, 0, history * len(continuing[number]) + place, 0)

    def position(at: ClassNode) -> Position:
        stage = classes.stages[at.number]
        if at.revealed == 0:
            return Position(CHANCE, 2 * at.number, [at._replace(revealed=1)])
        if at.revealed == 1:
            return Position(CHANCE, 2 * at.number + 1, [settled(at.number, at.history, at.node)])
        dealt = 2 * at.number + 2
        children = ordered.choices(at.number, at.history, at.node)
        if not children:
            return Position(TERMINAL, dealt, end=tuple(map(tuple, coefficients(at))))
        following = [settled(at.number, at.history, child) for child in children]
        actions = [stage.action[child] for child in children]
        rounds = [*histories[at.number][at.history], stage.path(at.node)]
        said = [_said(taken, marks) for taken in rounds]
        return Position(stage.player[at.node], dealt, following, actions, said)

    def coefficients(at: ClassNode) -> list[list[int]]:
        """Return the coefficients of both players' payoffs at an end, one for each feature."""
        end = classes.stages[at.number].ends.index(at.node)
        rows: list[list[int]] = (
            classes.payoffs[at.number].numerators[:, :, end, at.history].tolist()
        )
        return rows

    def payoffs(at: ClassNode, payoff_key: int) -> tuple[Rational, Rational]:
        # The first feature is the constant 1, so its sum is the weight of the pair of classes.
        features = features_of[at.number][payoff_key]
        denominator = classes.payoffs[at.number].denominator * features[0]
        first, second = (_product(row, features) for row in coefficients(at))
        return Fraction(first, denominator), Fraction(second, denominator)

    tree = dealt_game(
        classes.title,
        classes.players,
        ClassNode(0, 0, 0, 0),
        position,
        _deals(classes, filters, payoff_keys),
        payoffs,
        leave_out_forced=True,
        note=ordered.note,
        max_nodes=max_nodes,
        progress=progress,
    )
    if is_whole:
        _EXPANDED[id(tree)] = game
        weakref.finalize(tree, _EXPANDED.pop, id(tree), None).atexit = False
    return tree


_EXPANDED: dict[int, OrderedGame] = {}
"""The games of whole trees by the identities of these, as long as they exist."""


def expanded_from(tree: ExtensiveGame) -> OrderedGame | None:
    """Return the ordered game whose whole tree this object is; None for other trees, and for copies from files."""
    return _EXPANDED.get(id(tree))


def _product(coefficients: Sequence[int], features: Sequence[int]) -> int:
    return sum(map(operator.mul, coefficients, features))


def _distinct_features(pairs: Pairs) -> tuple[list[list[int]], Ints]:
    """Return the sums of features of pairs of classes up to a factor, without repetitions, and the row of each pair."""
    common = np.gcd.reduce(pairs.numerators, axis=0)
    sums = pairs.numerators // common
    # The columns are compared by ranks: sums may be Python's integers, which np.unique does not sort by columns.
    ranks = []
    for row in sums:
        _, rank = np.unique(row, return_inverse=True)
        ranks.append(rank)
    _, first, inverse = np.unique(np.stack(ranks), axis=1, return_index=True, return_inverse=True)
    return sums[:, first].T.tolist(), inverse.reshape(-1)


def _deals(
    game: ClassGame,
    filters: tuple[InformationFilter, InformationFilter],
    payoff_keys: Sequence[Ints],
) -> list[Deal]:
    """Return chance's moves: in every round the class of player 0, and then that of player 1."""
    deals = [nothing_dealt(game.num_rounds)]
    # The pairs of classes of the round before, in the order of the deals.
    before = np.zeros(1, dtype=np.int64)
    for number, pairs in enumerate(game.pairs):
        # The pairs of the round, ordered by their place among the deals before, then by the class of each player.
        width = game.num_classes[1][number - 1] if number else 1
        above = game.parents[0][number][pairs.first] * width + game.parents[1][number][pairs.second]
        place = np.argsort(before)[np.searchsorted(np.sort(before), above)]
        order = np.lexsort((pairs.second, pairs.first, place))
        place = place[order]
        first = pairs.first[order]
        second = pairs.second[order]
        weight = pairs.numerators[0, order]

        # Pairs with one place and one class of player 0 come from one deal to that player.
        is_begin = np.append(True, (np.diff(place) != 0) | (np.diff(first) != 0))
        begins = np.flatnonzero(is_begin)
        partial = np.repeat(np.arange(len(begins)), np.diff(np.append(begins, len(order))))
        first_views = _views(filters[0], 0, number)
        second_views = _views(filters[1], 1, number)
        nothing = np.zeros(len(begins), dtype=np.int64)
        first_deal = Deal(
            above=place[begins],
            weight=sums_by(weight, partial, len(begins)),
            labels=[first_views[view][-1] for view in first[begins].tolist()],
            view=(nothing, nothing),
            seen=([()], [()]),
            payoff_key=nothing,
        )
        second_deal = Deal(
            above=partial,
            weight=weight,
            labels=[second_views[view][-1] for view in second.tolist()],
            view=(first, second),
            seen=(first_views, second_views),
            payoff_key=payoff_keys[number][order],
        )
        deals += [first_deal, second_deal]
        before = first * game.num_classes[1][number] + second
    return deals


def _views(own_filter: InformationFilter, player: int, number: int) -> list[tuple[str, ...]]:
    """Return the signals of the first view of every class of a round, by the rounds that revealed them."""
    members = first_members(own_filter.classes[number])
    return list(map(tuple, signals_by_round(own_filter.game, player, number, members)))


def is_expansion(tree: ExtensiveGame, game: OrderedGame) -> bool:
    """Return whether a tree is that of a game, except for its title, players' names and the order of actions."""
    # By its size first, since the game may be vast.
    first, second = (sequences.index.num_infosets for sequences in tree.sequences)
    if count(game).infosets != (first, second):
        return False
    expanded = to_extensive(game, max_nodes=max(MAX_NODES, len(tree)))
    if len(expanded) != len(tree):
        return False

    # Both trees are walked together from the roots on, children by the labels of their actions.
    expected = _Labelled(expanded)
    actual = _Labelled(tree)
    pairs = [(0, 0)]
    for expected_node, node in pairs:
        if expected.facts(expected_node) != actual.facts(node):
            return False
        expected_children = expected.children(expected_node)
        children = actual.children(node)
        if expected_children.keys() != children.keys():
            return False
        pairs += [(expected_children[label], children[label]) for label in expected_children]
    return True


class _Labelled:
    """A tree whose nodes are found by the labels of actions."""

    def __init__(self, game: ExtensiveGame) -> None:
        self.game = game
        self.player = game.player.tolist()
        self.infoset = game.infoset.tolist()
        self.first_child = game.first_child.tolist()
        self.names = game.infoset_names
        self.chance = game.edge_probability.to_fractions()
        payoffs = zip(*(column.to_fractions() for column in game.leaf_payoffs), strict=True)
        self.payoffs = dict(zip(game.leaves.tolist(), payoffs, strict=True))

    def facts(self, node: int) -> tuple[Any, ...]:
        """Return the mover, the information set and the payoffs of a node, with the probability that leads there."""
        set_name = self.names[self.infoset[node]] if self.player[node] in (0, 1) else None
        return self.player[node], set_name, self.payoffs.get(node), self.chance[node]

    def children(self, node: int) -> dict[str, int]:
        """Return the nodes after a node by their actions; those without labels of their own by their places."""
        if node in self.payoffs:
            return {}
        names = self.game.action_names[self.infoset[node]]
        first = self.first_child[node]
        return dict(zip(names, range(first, first + len(names)), strict=True))


def signals_by_round(game: OrderedGame, player: int, number: int, views: Ints) -> list[list[str]]:
    """Return the signals that each round up to round `number` (from 0) revealed to the given views of a player."""
    cuts = [0]
    for dealt_round in game.rounds[: number + 1]:
        cuts.append(cuts[-1] + dealt_round.public + dealt_round.privates[player])

    by_round = []
    for signals in game.views[number][player].signals[views].tolist():
        names = [game.signals[signal] for signal in signals]
        by_round.append([" ".join(names[start:stop]) for start, stop in pairwise(cuts)])
    return by_round


def infoset_labels(game: OrderedGame, player: int, number: int, views: Ints) -> list[str]:
    """Return the labels of a player's information sets of round `number`: for each view all histories and nodes."""
    stage = game.rounds[number].stage
    nodes = stage.sets(player)
    actions = []
    for history in game.histories(number):
        actions += [[*history, stage.path(node)] for node in nodes]

    labels = []
    for signals in signals_by_round(game, player, number, views):
        labels += [infoset_label(signals, rounds, game.marks) for rounds in actions]
    return labels


def turn_labels(game: OrderedGame, player: int, number: int, views: Ints) -> list[str]:
    """Return those of `infoset_labels` that are in the tree: where a player has a choice, without equal actions."""
    labels = infoset_labels(game, player, number, views)
    if game.equal_actions is None:
        return labels
    nodes = list(game.rounds[number].stage.sets(player))
    is_turn = np.tile(game.equal_actions.turns[number][nodes].T.reshape(-1), len(views))
    return list(compress(labels, is_turn.tolist()))


def infoset_label(
    signals: Sequence[str], actions: Sequence[tuple[str, ...]], marks: Mapping[str, str]
) -> str:
    """Return the label of an information set from the signals and the actions of each round begun."""
    parts = []
    for seen, taken in zip(signals, actions, strict=True):
        parts.append(f"{seen}:{_said(taken, marks)}")
    return "/".join(parts)


def _said(actions: Sequence[str], marks: Mapping[str, str]) -> str:
    """Return the actions of a round as text: their marks in a row, or where there are none, words."""
    if marks:
        return "".join([marks[action] for action in actions])
    return " ".join(actions)
