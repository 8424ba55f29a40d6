"""Signal trees of small ordered games, and GameShrink by the paper's dynamic program and by all bijections."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from seqform.builders.preprocess.gameshrink import payoff_directions
from seqform.models.games.abstraction import InformationFilter, numbered
from seqform.models.games.ordered import OrderedGame, Payoff, Round, ordered_game
from seqform.models.games.signals import Comparison, Deals, Feature, Joint, Own
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.numbers.exact import Ints


@dataclass(frozen=True, eq=False)
class SignalNode:
    """A node of a signal tree: its children with the probabilities of the edges, or the payoffs at a leaf.

    Leaves are isomorphic if their outcomes are equal.
    """

    edges: tuple[tuple[Fraction, SignalNode], ...] = ()
    outcome: tuple[Fraction, ...] | None = None


def signal_tree(
    game: OrderedGame, player: int
) -> tuple[SignalNode, tuple[tuple[SignalNode, ...], ...]]:
    """Return the root of the signal tree as a player sees it, and the nodes of every round's views.

    A leaf's outcome begins with its round, so that leaves of different rounds are never alike, and then lists both
    players' payoffs at all ends and histories, without the parts that do not depend on signals.
    """
    rounds: list[tuple[SignalNode, ...]] = []
    for number in reversed(range(len(game.rounds))):
        deals = game.deals(number)
        leaves = _leaves(game, player, number, deals)
        views = (
            _edges_above(game, player, number + 1, rounds[-1]) if rounds else [[] for _ in leaves]
        )
        rounds.append(
            tuple(SignalNode((*later, *now)) for later, now in zip(views, leaves, strict=True))
        )
    root = SignalNode(tuple(_edges_above(game, player, 0, rounds[-1])[0]))
    return root, tuple(reversed(rounds))


ChildEdges = list[tuple[Fraction, SignalNode]]


def _edges_above(
    game: OrderedGame, player: int, number: int, nodes: tuple[SignalNode, ...]
) -> list[ChildEdges]:
    """Return the edges from every view of the round before to the given views' nodes."""
    views = game.views[number][player]
    here = _chances_of_views(game.deals(number), player, len(views))
    above = [Fraction(1)]
    if number:
        above = _chances_of_views(
            game.deals(number - 1), player, len(game.views[number - 1][player])
        )
    parents = views.parent.tolist() if number else [0] * len(views)
    edges: list[ChildEdges] = [[] for _ in above]
    for parent, chance, node in zip(parents, here, nodes, strict=True):
        edges[parent].append((chance / above[parent], node))
    return edges


def _leaves(game: OrderedGame, player: int, number: int, deals: Deals) -> list[ChildEdges]:
    edges: list[ChildEdges] = [[] for _ in game.views[number][player].signals]
    leaves: dict[
        tuple[int, ...], SignalNode
    ] = {}  # equal ones are one node, which saves comparisons
    if not len(payoff_directions(game, number)):
        return edges
    views = game.views[number]
    values = np.stack([feature.values(deals, views) for feature in game.features[1:]]).astype(
        object
    )
    table = game.payoffs[number]
    worth = np.unique(
        np.moveaxis(table.numerators, 1, 3)[..., 1:].reshape(-1, len(values)), axis=0
    ).astype(object)
    payoffs = (worth @ values).T.tolist()
    chances = _chances_of_views(deals, player, len(edges))
    for place, (view, payoff) in enumerate(
        zip(deals.view[player].tolist(), map(tuple, payoffs), strict=True)
    ):
        if payoff not in leaves:
            leaves[payoff] = SignalNode(
                outcome=(Fraction(number), *(Fraction(x, table.denominator) for x in payoff))
            )
        edges[view].append((deals.probability[place] / chances[view], leaves[payoff]))
    return edges


def _chances_of_views(deals: Deals, player: int, size: int) -> list[Fraction]:
    total = deals.probability.sum_by(deals.view[player], size)
    return [total[view] for view in range(size)]


class OrderedGameIsomorphic:
    """Algorithm 1 of Gilpin & Sandholm: decides whether two nodes of a signal tree are ordered game isomorphic.

    Leaves are isomorphic if their outcomes are equal; other nodes if the bipartite graph of their children, with an
    edge where weights are equal and children isomorphic, has a perfect matching. The test for a common parent, with
    which the paper's listing begins, is the caller's: the children that are matched never have one. Frequencies of
    outcomes have to agree; they may be compared first, which saves matchings.
    """

    def __init__(self) -> None:
        self._answers: dict[tuple[SignalNode, SignalNode], bool] = {}

    def __call__(self, one: SignalNode, other: SignalNode) -> bool:
        """Return whether the subtrees are isomorphic."""
        if one is other:
            return True
        if not one.edges or not other.edges:
            return not one.edges and not other.edges and one.outcome == other.outcome
        if (one, other) not in self._answers:
            answer = self._children_match(one, other)
            self._answers[one, other] = self._answers[other, one] = answer
        return self._answers[one, other]

    def _children_match(self, one: SignalNode, other: SignalNode) -> bool:
        if len(one.edges) != len(other.edges):
            return False
        graph: list[list[bool]] = []
        for weight, child in one.edges:
            graph.append([weight == at and self(child, node) for at, node in other.edges])
            if not any(graph[-1]):
                return False
        matching = maximum_bipartite_matching(csr_array(np.array(graph)), perm_type="column")
        return bool(np.all(matching >= 0))


def game_shrink_by_matching(game: OrderedGame, player: int) -> InformationFilter:
    """Return GameShrink's filter as the paper's algorithm 2 spells it out, pair by pair of siblings."""
    _, rounds = signal_tree(game, player)
    isomorphic = OrderedGameIsomorphic()
    classes: list[Ints] = []
    for (views, _), nodes in zip(game.views, rounds, strict=True):
        parents = classes[-1][views.parent] if classes else np.zeros(len(views), dtype=np.int64)
        united = np.arange(len(views))
        for one, other in combinations(range(len(views)), 2):
            siblings = parents[one] == parents[other]
            if siblings and united[one] != united[other] and isomorphic(nodes[one], nodes[other]):
                united[united == united[other]] = united[one]
        classes.append(numbered(united))
    return InformationFilter(game, tuple(classes))


REVEALED = (
    [(0, 1)],
    [(1, 1)],
    [(0, 2)],
    [(0, 1), (1, 0)],
    [(1, 0), (0, 1)],
    [(0, 1), (0, 1)],
    [(0, 1), (1, 0), (1, 0)],
    [(0, 1), (2, 0)],
)
"""Public and private signals by rounds."""


def scrambled_game(seed: int, *, signals: int = 5, weighted: bool = False) -> OrderedGame:
    """Return an ordered game in which few ranks decide, so that many signals are alike, and payoffs are scrambled.

    The partial order compares no view with another, so that any payoffs increase in it.
    """
    random = np.random.default_rng(seed)
    fitting = [
        one for one in REVEALED if sum(public + 2 * private for public, private in one) <= signals
    ]
    revealed = fitting[int(random.integers(len(fitting)))]
    ranks = int(random.integers(1, 4))
    rank = random.integers(0, ranks, signals)
    one, both = random.integers(0, 3, 50), random.integers(0, 3, (50, 50))
    in_order = bool(random.random() < 0.3)

    def strength(public: Ints, private: Ints) -> Ints:
        order = rank[private[:, :1]].sum(axis=1) if in_order else 0
        return np.asarray(
            one[rank[private].sum(axis=1) + 7 * rank[public].sum(axis=1)] + order, dtype=np.int64
        )

    def joint(public: Ints, first: Ints, second: Ints) -> Ints:
        mine, theirs = rank[first].sum(axis=1), rank[second].sum(axis=1)
        return np.asarray(both[mine + 5 * theirs, rank[public].sum(axis=1)], dtype=np.int64)

    def name(public: Ints, private: Ints) -> Ints:
        code = np.zeros(len(public), dtype=np.int64)
        for column in np.concatenate([public, private], axis=1).T:
            code = code * signals + column
        return code

    features: list[Feature] = [Comparison(strength), Own(0, strength, "own"), Joint(joint, "joint")]
    used = random.random(3) < 0.6

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[Payoff, Payoff]:
        late = len(path) == len(revealed)
        payoffs: list[Payoff] = []
        for _ in range(2):
            payoff = {"constant": Fraction(int(random.integers(-3, 4)), 2)}
            for feature, use in zip(features, used, strict=True):
                if use and (late or in_order):
                    payoff[feature.name] = Fraction(int(random.integers(-2, 3)))
            payoffs.append(payoff)
        return payoffs[0], payoffs[1]

    return ordered_game(
        f"scrambled {seed}",
        [
            Round(_stage(random, number == len(revealed) - 1), public, private)
            for number, (public, private) in enumerate(revealed)
        ],
        [f"s{number}" for number in range(signals)],
        features,
        utility,
        ordering=[name, lambda public, private: -name(public, private)],
        weights=random.integers(1, 3, signals).tolist() if weighted else None,
    )


def _stage(random: np.random.Generator, last: bool) -> StageGame:
    if last:
        return StageGame.of(turn(int(random.integers(0, 2)), {"a": OVER, "b": OVER}))
    return StageGame.of(turn(0, {"out": OVER, "on": turn(1, {"out": OVER, "on": CONTINUE})}))


@cache
def cost_by_bijections(one: SignalNode, other: SignalNode, unit: Fraction) -> float:
    """Return the cost of merging the nodes of two views, by trying all bijections between children."""
    if one.outcome is not None and other.outcome is not None:
        differences = (abs(a - b) for a, b in zip(one.outcome[1:], other.outcome[1:], strict=True))
        return float(max(differences, default=Fraction(0)) / unit)
    parts = []
    for leaves in (False, True):
        mine, theirs = (
            [edge for edge in node.edges if (edge[1].outcome is not None) == leaves]
            for node in (one, other)
        )
        table = {
            (i, j): float(weight) * cost_by_bijections(child, image, unit)
            if weight == there
            else np.inf
            for i, (weight, child) in enumerate(mine)
            for j, (there, image) in enumerate(theirs)
        }
        places = range(len(mine))
        parts.append(
            min(sum(table[i, j] for i, j in enumerate(order)) for order in permutations(places))
        )
    return max(parts)


def largest_difference(game: OrderedGame) -> Fraction:
    """Return the largest difference that signals can make to a payoff at one end and history."""
    _, rounds = signal_tree(game, 0)
    largest = Fraction(0)
    for nodes in rounds:
        outcomes = [
            leaf.outcome for node in nodes for _, leaf in node.edges if leaf.outcome is not None
        ]
        for column in list(zip(*outcomes, strict=True))[1:]:
            largest = max(largest, max(column) - min(column))
    return largest or Fraction(1)


def linked(costs: dict[tuple[int, int], float], parents: list[int], threshold: float) -> list[int]:
    """Return the smallest member of each one's class, siblings being linked at costs up to a threshold."""
    least = list(range(len(parents)))
    for one, other in combinations(range(len(parents)), 2):
        if (
            parents[one] == parents[other]
            and costs[one, other] <= threshold + 1e-9
            and least[one] != least[other]
        ):
            low, high = sorted((least[one], least[other]))
            least = [low if each == high else each for each in least]
    return least
