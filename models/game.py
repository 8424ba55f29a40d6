"""Two-player extensive games in columns."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from seqform.models.exact import ExactArray, Ints, as_integers, widened
from seqform.models.game_checks import check_chance, check_tree
from seqform.models.game_tables import CHANCE, NONE, InformationSets, Outcomes
from seqform.models.html import html_table
from seqform.models.immutable import Immutable, cached
from seqform.models.sequences import PlayerSequences, own_sequences, unique_names


@dataclass(frozen=True, eq=False, repr=False)
class ExtensiveGame(Immutable):
    """A two-player extensive game with chance moves and perfect recall.

    Nodes are numbered breadth-first from the root, 0, and the children of a node
    stand side by side in the order of its actions. `breadth_first` makes these
    columns from any numbering in which parents come before their children.

    Parameters
    ----------
    title : str
    players : (str, str)
    parent : ndarray of int, shape (n,)
        `NONE` at the root.
    infoset : ndarray of int, shape (n,)
        Row of `information_sets`; `NONE` at a leaf. Sets are numbered in the order
        in which nodes meet them.
    outcome : ndarray of int, shape (n,)
        Row of `outcomes`, or `NONE`. Inner nodes may have one: payoffs add up along a path.
    information_sets : InformationSets
    outcomes : Outcomes
    node_labels : tuple of str, length n, optional
    comment : str
    note : str
        What a reader of any result about this game has to know, such as that its
        probabilities were floats which were read as nearby fractions.

    Raises
    ------
    GameError
        If the columns do not describe such a game; the message names the place.
    ImperfectRecallError
        If a player forgets; the message names the information set and two nodes.
    """

    title: str
    players: tuple[str, str]
    parent: Ints
    infoset: Ints
    outcome: Ints
    information_sets: InformationSets
    outcomes: Outcomes
    node_labels: tuple[str, ...] | None = None
    comment: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        check_tree(self)
        check_chance(self)
        _ = self.sequences  # perfect recall

    # ---- the tree ----

    def __len__(self) -> int:
        return len(self.parent)

    @cached
    def num_actions(self) -> Ints:
        """Number of actions at every node, 0 at a leaf."""
        sizes = np.append(np.diff(self.information_sets.action_start), 0)
        counts: Ints = sizes[self.infoset]  # NONE, -1, picks the appended 0
        return counts

    @cached
    def first_child(self) -> Ints:
        """The child by the first action of every node; meaningless at a leaf."""
        return 1 + np.cumsum(self.num_actions) - self.num_actions

    @cached
    def action(self) -> Ints:
        """Which of the parent's actions leads to each node, from 0; 0 at the root."""
        action = np.arange(len(self)) - self.first_child[self.parent]
        action[0] = 0
        return action

    @cached
    def player(self) -> Ints:
        """Who moves at every node: 0, 1 or `CHANCE`; -2 at a leaf."""
        owners: Ints = np.append(self.information_sets.player, -2)[self.infoset]
        return owners

    @cached
    def is_leaf(self) -> npt.NDArray[np.bool_]:
        """Mask of the leaves."""
        return np.asarray(self.infoset == NONE, dtype=bool)

    @cached
    def leaves(self) -> Ints:
        """The leaves."""
        return np.flatnonzero(self.is_leaf)

    @cached
    def level_start(self) -> Ints:
        """Where each level of the tree begins, shape (depth + 2,): the nodes at distance k are a slice."""
        starts = [0, 1]
        while starts[-1] < len(self):
            last = starts[-1] - 1
            starts.append(int(self.first_child[last] + self.num_actions[last]))
        return np.array(starts, dtype=np.int64)

    @property
    def levels(self) -> list[slice]:
        """The nodes at distance 0, 1, ... from the root."""
        starts = self.level_start.tolist()
        return [slice(start, stop) for start, stop in pairwise(starts)]

    @cached
    def preorder(self) -> Ints:
        """The place of every node in a depth-first, left-to-right walk."""
        size = np.ones(len(self), dtype=np.int64)
        for level in reversed(self.levels[1:]):
            np.add.at(size, self.parent[level], size[level].copy())  # a view would make numpy copy all of `size`
        before = np.cumsum(size) - size  # of earlier nodes; within siblings, differences count
        place = np.zeros(len(self), dtype=np.int64)
        for level in self.levels[1:]:
            parent = self.parent[level]
            place[level] = place[parent] + 1 + before[level] - before[self.first_child[parent]]
        return place

    def path(self, node: int) -> tuple[str, ...]:
        """Return the actions that lead from the root to a node."""
        labels: list[str] = []
        while node > 0:
            parent = int(self.parent[node])
            infoset = int(self.infoset[parent])
            labels.append(self.action_names[infoset][int(self.action[node])])
            node = parent
        return tuple(reversed(labels))

    # ---- payoffs and chance ----

    @cached
    def edge_probability(self) -> ExactArray:
        """Chance's probability of the edge into every node; 1 below players and at the root."""
        probability = self.information_sets.probability
        wide = widened(probability.numerators, probability.denominator)
        numerators = np.full(len(self), probability.denominator, dtype=wide.dtype)
        below = np.flatnonzero(self.player[self.parent] == CHANCE)
        below = below[below > 0]
        place = self.information_sets.action_start[self.infoset[self.parent[below]]] + self.action[below]
        numerators[below] = wide[place]
        return ExactArray(numerators, probability.denominator)

    @cached
    def chance_reach(self) -> ExactArray:
        """The product of chance's probabilities on the path to every node."""
        edge = self.edge_probability
        levels = [ExactArray(np.ones(1, dtype=np.int64))]
        for level in self.levels[1:]:
            level_above = level.start - len(levels[-1])
            reach = levels[-1].take(self.parent[level] - level_above)
            if np.any(self.player[self.parent[level]] == CHANCE):
                reach = (reach * edge.take(level)).reduced()
            levels.append(reach)
        return ExactArray.concatenate(levels)

    @cached
    def leaf_payoffs(self) -> tuple[ExactArray, ExactArray]:
        """What each player receives at every leaf, outcomes on the way added up; in the order of `leaves`."""
        return (self._leaf_payoff(0), self._leaf_payoff(1))

    def _leaf_payoff(self, player: int) -> ExactArray:
        table = self.outcomes.payoffs[player]
        at_node = as_integers(np.append(table.numerators, 0)[self.outcome])
        if np.all(self.outcome[~self.is_leaf] == NONE):
            return ExactArray(at_node[self.leaves], table.denominator)
        total = at_node.astype(object)
        for level in self.levels[1:]:
            total[level] += total[self.parent[level]]
        return ExactArray(total[self.leaves], table.denominator)

    @cached
    def constant_sum(self) -> Fraction | None:
        """What the two payoffs add up to at every leaf, or None when that differs; 0 for a zero-sum game."""
        first, second = self.leaf_payoffs
        total = (first + second).numerators
        if np.any(total != total[0]):
            return None
        return (first + second)[0]

    @property
    def is_zero_sum(self) -> bool:
        """Whether the payoffs add up to zero at every leaf."""
        return self.constant_sum == 0

    # ---- information sets, as the players see them ----

    @cached
    def sequences(self) -> tuple[PlayerSequences, PlayerSequences]:
        """For each player, the sequences and which of them leads to each node."""
        return (own_sequences(self, 0), own_sequences(self, 1))

    @cached
    def infoset_order(self) -> Ints:
        """The information sets in the order in which a depth-first, left-to-right walk first meets them."""
        first = np.full(len(self.information_sets), len(self), dtype=np.int64)
        inner = np.flatnonzero(~self.is_leaf)
        np.minimum.at(first, self.infoset[inner], self.preorder[inner])
        return np.argsort(first, kind="stable")

    @cached
    def infoset_names(self) -> tuple[str, ...]:
        """A name for every information set, unique among its owner's.

        The label where it is unique; otherwise the label (if any) with "#k", k the
        set's number among its owner's in depth-first order, from 1.
        """
        sets = self.information_sets
        names = [""] * len(sets)
        for owner in (CHANCE, 0, 1):
            order = [int(k) for k in self.infoset_order if sets.player[k] == owner]
            for k, name in zip(order, unique_names([sets.labels[k] for k in order]), strict=True):
                names[k] = name
        return tuple(names)

    @cached
    def action_names(self) -> tuple[tuple[str, ...], ...]:
        """For every information set a name for each action, unique within the set; "#k" where the label is not."""
        unique: dict[tuple[str, ...], tuple[str, ...]] = {}  # most sets have the same few lists of actions
        names = []
        for k in range(len(self.information_sets)):
            labels = self.information_sets.actions(k)
            if labels not in unique:
                unique[labels] = unique_names(labels)
            names.append(unique[labels])
        return tuple(names)

    # ---- the game as a whole ----

    def __eq__(self, other: object) -> bool:
        """Whether all of the game agrees: tree, information sets, labels, probabilities, outcomes."""
        if not isinstance(other, ExtensiveGame):
            return NotImplemented
        mine, theirs = self.information_sets, other.information_sets
        chance = [np.repeat(sets.player, np.diff(sets.action_start)) == CHANCE for sets in (mine, theirs)]
        return (
            (self.title, self.players, self.node_labels, self.comment)
            == (other.title, other.players, other.node_labels, other.comment)
            and np.array_equal(self.parent, other.parent)
            and np.array_equal(self.infoset, other.infoset)
            and np.array_equal(self.outcome, other.outcome)
            and np.array_equal(mine.player, theirs.player)
            and np.array_equal(mine.action_start, theirs.action_start)
            and (mine.labels, mine.action_labels) == (theirs.labels, theirs.action_labels)
            and mine.probability.take(chance[0]).equals(theirs.probability.take(chance[1]))
            and self.outcomes.labels == other.outcomes.labels
            and all(a.equals(b) for a, b in zip(self.outcomes.payoffs, other.outcomes.payoffs, strict=True))
        )

    __hash__ = None  # type: ignore[assignment]  # compared by value, and too large to hash

    def count(self) -> dict[str, int]:
        """Return the sizes that a person asks for first."""
        owners = self.information_sets.player
        return {
            "nodes": len(self),
            "leaves": len(self.leaves),
            "depth": len(self.level_start) - 2,
            "chance nodes": int(np.sum(self.player == CHANCE)),
            "information sets of player 1": int(np.sum(owners == 0)),
            "information sets of player 2": int(np.sum(owners == 1)),
            "sequences of player 1": len(self.sequences[0].index),
            "sequences of player 2": len(self.sequences[1].index),
        }

    def __repr__(self) -> str:
        sizes = self.count()
        return (
            f"<ExtensiveGame {self.title!r}: {sizes['nodes']:,} nodes, {sizes['information sets of player 1']:,} and "
            f"{sizes['information sets of player 2']:,} information sets>"
        )

    def _repr_html_(self) -> str:
        return html_table(self.title, [(what, f"{size:,}") for what, size in self.count().items()])
