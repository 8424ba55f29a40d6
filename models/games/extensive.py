"""Two-player extensive games stored in columns, in breadth-first order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

import seqform.models.verbs as verbs
from seqform.errors import GameError
from seqform.models.games.infosets import (
    PlayerSequences,
    own_sequences,
    player_number,
    ranges,
    shown_infosets,
    unique_names,
)
from seqform.models.games.matrices import Matrices
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import ExactArray, Ints, as_integers, widened
from seqform.models.numbers.text import shown, shown_rational
from seqform.system.foreign_text import html_table

CHANCE = -1
"""The owner of information sets of chance."""

NONE = -1
"""In a column: no parent, no information set, no outcome."""


@dataclass(frozen=True, eq=False)
class InformationSets(Immutable):
    """The information sets of both players and of chance, one row each, with the actions that all nodes of a set share.

    - `player`, shape (h,): 0, 1, or `CHANCE`.
    - `labels`, length h: As in the source; possibly empty or repeated.
    - `action_start`, shape (h + 1,): The actions of set k are ``action_start[k] : action_start[k + 1]``.
    - `probability`, length ``action_start[-1]``: Of chance's actions; ignored elsewhere.
    """

    player: Ints
    labels: tuple[str, ...]
    action_start: Ints
    action_labels: tuple[str, ...]
    probability: ExactArray

    def __len__(self) -> int:
        return len(self.player)

    def actions(self, infoset: int) -> tuple[str, ...]:
        """Return the labels of the actions at an information set."""
        return self.action_labels[self.action_start[infoset] : self.action_start[infoset + 1]]

    @property
    def chances(self) -> ExactArray:
        """The probabilities of chance's actions alone."""
        by_chance = np.repeat(self.player, np.diff(self.action_start)) == CHANCE
        return self.probability.take(by_chance)


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The distinct outcomes of a game: payoffs of each player when play passes through a node with this outcome."""

    labels: tuple[str, ...]
    payoffs: tuple[ExactArray, ExactArray]

    def __len__(self) -> int:
        return len(self.labels)


def check_texts(game: ExtensiveGame) -> None:
    """Raise `GameError` unless the names of a game, its title, comment and note are texts."""
    sets = game.information_sets
    names: dict[str, Sequence[Any]] = {
        "the title": (game.title,),
        "the comment": (game.comment,),
        "the note": (game.note,),
        "the name of a player": game.players,
        "the label of an information set": sets.labels,
        "the label of an action": sets.action_labels,
        "the label of an outcome": game.outcomes.labels,
        "the label of a node": game.node_labels or (),
    }
    for what, texts in names.items():
        # By classes, of which there are few, since a tree may have millions of labels
        if all(issubclass(its_class, str) for its_class in set(map(type, texts))):
            continue
        wrong = next(text for text in texts if not isinstance(text, str))
        raise GameError(f"{what} is {shown(wrong)}; a text expected")


def check_tree(game: ExtensiveGame) -> None:
    """Raise `GameError` unless the columns are a breadth-first tree that fits its tables."""
    n = len(game.parent)
    sets = game.information_sets
    if n == 0:
        raise GameError("a game needs at least one node")
    if len(game.players) != 2:
        raise GameError(f"two players expected, not {len(game.players)}")
    for what, column in (("infoset", game.infoset), ("outcome", game.outcome)):
        if len(column) != n:
            raise GameError(f"column {what!r} has {len(column)} entries for {n} nodes")
    if game.node_labels is not None and len(game.node_labels) != n:
        raise GameError(f"{len(game.node_labels)} node labels for {n} nodes")
    if ((game.infoset < NONE) | (game.infoset >= len(sets))).any():
        raise GameError(
            "column 'infoset' refers to a row that is not in the table of information sets"
        )
    if (game.first_node == n).any() or (np.diff(game.first_node) < 0).any():
        raise GameError(
            "the information sets are not numbered in the order of their first nodes, or one has no nodes; "
            "`breadth_first` numbers them"
        )
    if ((game.outcome < NONE) | (game.outcome >= len(game.outcomes))).any():
        raise GameError("column 'outcome' refers to a row that is not in the table of outcomes")
    if not np.isin(sets.player, (CHANCE, 0, 1)).all():
        raise GameError("an information set belongs to player 0, to player 1, or to chance (-1)")
    empty = first_place(np.diff(sets.action_start) < 1)
    if empty is not None:
        raise GameError(f"information set {sets.labels[empty]!r} has no actions")
    if not (len(sets.labels) == len(sets) == len(sets.action_start) - 1):
        raise GameError("the table of information sets has columns of different lengths")
    if not (len(sets.action_labels) == len(sets.probability) == sets.action_start[-1]):
        raise GameError("the table of information sets has action columns of different lengths")
    # Breadth-first with adjacent children: parents ascend, each as often as it has actions
    expected = np.arange(n).repeat(game.num_actions)
    if game.parent[0] != NONE or not np.array_equal(game.parent[1:], expected):
        raise GameError(
            "the nodes are not in breadth-first order with one child per action; `breadth_first` orders them"
        )


def check_chance(game: ExtensiveGame) -> None:
    """Raise `GameError` unless chance's probabilities are distributions, exactly."""
    sets = game.information_sets
    owner = np.repeat(np.arange(len(sets)), np.diff(sets.action_start))
    by_chance = sets.player[owner] == CHANCE
    total = sets.probability.take(by_chance).sum_by(owner[by_chance], len(sets))
    place = first_place(np.asarray(sets.probability.numerators < 0, dtype=bool) & by_chance)
    if place is not None:
        raise GameError(
            f"{_chance_set(game, int(owner[place]))}: action {sets.action_labels[place]!r} has probability "
            f"{shown_rational(sets.probability[place])}, below 0"
        )
    row = first_place(
        np.asarray(total.numerators != total.denominator, dtype=bool) & (sets.player == CHANCE)
    )
    if row is not None:
        raise GameError(
            f"{_chance_set(game, row)}: the probabilities sum to {shown_rational(total[row])}, not to 1"
        )


def _chance_set(game: ExtensiveGame, row: int) -> str:
    return f"chance at {' > '.join(game.path(int(np.argmax(game.infoset == row)))) or 'the root'}"


def first_place(mask: npt.NDArray[np.bool_]) -> int | None:
    """Return the place of the first True, None without one."""
    places = mask.nonzero()[0]
    return int(places[0]) if len(places) else None


@dataclass(frozen=True, eq=False, repr=False)
class ExtensiveGame(Immutable):
    """A two-player extensive game with chance moves and perfect recall.

    Nodes are numbered breadth-first from the root, 0, and the children of a node are adjacent, in the order of its
    actions. `breadth_first` makes these columns from any numbering in which parents come before their children. Columns
    that describe no such game raise a `GameError` that names the place; a player who lacks perfect recall raises an
    `ImperfectRecallError` that names the information set and two nodes.

    - `parent`, shape (n,): `NONE` at the root.
    - `infoset`, shape (n,): Row of `information_sets`; `NONE` at a leaf. Sets are numbered in the order of their first
      nodes.
    - `outcome`, shape (n,): Row of `outcomes`, or `NONE`. Inner nodes may have one: payoffs add up along a path.
    - `note`: Remark shown with every result, for example that probabilities were floats and are read as nearby
      fractions.
    - `matrices`: Of a game that was made of the matrices of its sequence form, whose tree has no meaning of its own.
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
    matrices: Matrices | None = None

    def __post_init__(self) -> None:
        check_tree(self)
        check_texts(self)
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
        """The child by the first action of every node; undefined at a leaf."""
        first = np.cumsum(self.num_actions)
        first -= self.num_actions
        first += 1
        return first

    @cached
    def action(self) -> Ints:
        """Number of the parent's action that leads to each node, from 0; 0 at the root."""
        action = np.arange(len(self))
        action -= self.first_child[self.parent]
        action[0] = 0
        return action

    @cached
    def player(self) -> Ints:
        """The mover at every node: 0, 1 or `CHANCE`; -2 at a leaf."""
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
    def first_node(self) -> Ints:
        """The first node of every information set, shape (h,)."""
        # The last entry is that of the leaves, whose set is -1
        first = np.full(len(self.information_sets) + 1, len(self), dtype=np.int64)
        np.minimum.at(first, self.infoset, np.arange(len(self)))
        return first[:-1]

    @cached
    def level_start(self) -> Ints:
        """Start of each level of the tree, shape (depth + 2,): the nodes at distance k are a slice."""
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
        """The position of every node in a depth-first, left-to-right walk.

        A child comes behind its parent and the subtrees of its earlier siblings, whose sizes are summed up from the
        leaves.
        """
        size = np.ones(len(self), dtype=np.int64)
        for level in reversed(self.levels[1:]):
            # Without the copy of the slice, NumPy would copy all of `size`
            np.add.at(size, self.parent[level], size[level].copy())
        before = np.cumsum(size)
        before -= size  # of all earlier nodes; within siblings, differences count
        place = np.zeros(len(self), dtype=np.int64)
        for level in self.levels[1:]:
            parent = self.parent[level]
            place[level] = place[parent] + 1 + before[level] - before[self.first_child[parent]]
        return place

    def path(self, node: int) -> tuple[str, ...]:
        """Return the actions that lead from the root to a node."""
        return tuple(self.action_names[infoset][action] for infoset, action in self.steps(node))

    def steps(self, node: int) -> list[tuple[int, int]]:
        """Return the information sets on the way from the root to a node, with the number of the action at each."""
        steps: list[tuple[int, int]] = []
        while node > 0:
            parent = int(self.parent[node])
            steps.append((int(self.infoset[parent]), int(self.action[node])))
            node = parent
        return steps[::-1]

    # ---- payoffs and chance ----

    @cached
    def edge_probability(self) -> ExactArray:
        """Chance's probability of the edge into every node; 1 below players and at the root."""
        sets = self.information_sets
        probability = sets.probability
        wide = widened(probability.numerators, probability.denominator)
        numerators = np.full(len(self), probability.denominator, dtype=wide.dtype)
        by_chance = np.flatnonzero(self.player[self.parent] == CHANCE)
        by_chance = by_chance[by_chance > 0]  # the parent of the root, -1, picks the last node
        infoset = self.infoset[self.parent[by_chance]]
        numerators[by_chance] = wide[sets.action_start[infoset] + self.action[by_chance]]
        return ExactArray(numerators, probability.denominator)

    @cached
    def chance_reach(self) -> ExactArray:
        """The product of chance's probabilities on the path to every node."""
        edge = self.edge_probability
        levels = [ExactArray.ones(1)]
        # Level by level, each over a denominator of its own that is kept small
        for level in self.levels[1:]:
            parent = self.parent[level]
            level_above = level.start - len(levels[-1])
            reach = levels[-1].take(parent - level_above)
            if (self.player[parent] == CHANCE).any():
                reach = (reach * edge.take(level)).reduced()
            levels.append(reach)
        return ExactArray.concatenate(levels)

    @cached
    def leaf_payoffs(self) -> tuple[ExactArray, ExactArray]:
        """Payoffs of each player at every leaf, summed over the outcomes on its path; in the order of `leaves`."""
        return (self._leaf_payoff(0), self._leaf_payoff(1))

    def _leaf_payoff(self, player: int) -> ExactArray:
        table = self.outcomes.payoffs[player]
        at_node = as_integers(np.append(table.numerators, 0)[self.outcome])  # NONE picks the 0
        if (self.outcome[~self.is_leaf] == NONE).all():
            return ExactArray(at_node[self.leaves], table.denominator)
        total = at_node.astype(object)
        for level in self.levels[1:]:
            total[level] += total[self.parent[level]]
        return ExactArray(total[self.leaves], table.denominator)

    @property
    def payoff_limits(self) -> tuple[ExactArray, ExactArray]:
        """For each player numbers between the least and the largest of which lies what every profile pays."""
        if self.matrices is not None:
            return self.matrices.limits
        return self.leaf_payoffs

    @cached
    def constant_sum(self) -> Fraction | None:
        """Sum of the two payoffs if it is the same at every leaf, None otherwise; 0 for a zero-sum game."""
        first, second = self.leaf_payoffs
        total = first + second
        if (total.numerators != total.numerators[0]).any():
            return None
        return total[0]

    @property
    def is_zero_sum(self) -> bool:
        """True if the payoffs add up to zero at every leaf."""
        return self.constant_sum == 0

    # ---- information sets and sequences ----

    @cached
    def sequences(self) -> tuple[PlayerSequences, PlayerSequences]:
        """For each player, the sequences and their places in the tree."""
        return (own_sequences(self, 0), own_sequences(self, 1))

    @cached
    def infoset_order(self) -> Ints:
        """The information sets in depth-first, left-to-right order of their first nodes."""
        first = np.full(len(self.information_sets), len(self), dtype=np.int64)
        inner = np.flatnonzero(~self.is_leaf)
        np.minimum.at(first, self.infoset[inner], self.preorder[inner])
        return np.argsort(first, kind="stable")

    @cached
    def infoset_names(self) -> tuple[str, ...]:
        """A name for every information set, unique among its owner's.

        The label where it is unique; otherwise the label (if any) with "#k", k the set's number among its owner's in
        depth-first order, from 1.
        """
        sets = self.information_sets
        names = [""] * len(sets)
        for owner in (CHANCE, 0, 1):
            order = self.infoset_order[sets.player[self.infoset_order] == owner].tolist()
            for k, name in zip(order, unique_names([sets.labels[k] for k in order]), strict=True):
                names[k] = name
        return tuple(names)

    @cached
    def shown_infosets(self) -> tuple[str, ...]:
        """Names of all information sets for people: paths instead of "#k"; see `infosets.shown_infosets`."""
        return shown_infosets(self)

    def shown_names(self, player: int | str) -> dict[str, str]:
        """Return the names of a player's information sets for people, by their names in files."""
        player = player_number(player, self.players)
        return {
            self.infoset_names[k]: self.shown_infosets[k]
            for k in self.sequences[player].infosets.tolist()
        }

    def stored_name(self, player: int | str, name: str) -> str:
        """Return the name in files of an information set that is given by that name, or by the one that tables print.

        Any other name is returned as it is.
        """
        player = player_number(player, self.players)
        if name in self.sequences[player].index.row_of:
            return name
        return self._stored_names[player].get(name, name)

    @cached
    def _stored_names(self) -> tuple[dict[str, str], dict[str, str]]:
        """For each player from the names that tables print to those in files."""
        first = {shown: name for name, shown in self.shown_names(0).items()}
        second = {shown: name for name, shown in self.shown_names(1).items()}
        return first, second

    @cached
    def action_names(self) -> tuple[tuple[str, ...], ...]:
        """For every information set a name for each action, unique within the set; "#k" where the label is not."""
        # Most sets have the same few lists of actions, which then are one object
        unique: dict[tuple[str, ...], tuple[str, ...]] = {}
        names: list[tuple[str, ...]] = []
        for start, stop in pairwise(self.information_sets.action_start.tolist()):
            labels = self.information_sets.action_labels[start:stop]
            if labels not in unique:
                unique[labels] = unique_names(labels)
            names.append(unique[labels])
        return tuple(names)

    plans = verbs.plans

    # ---- the game as a whole ----

    def __eq__(self, game: object) -> bool:
        """Return whether tree, information sets, labels, probabilities and outcomes are equal."""
        if not isinstance(game, ExtensiveGame):
            return NotImplemented
        mine = self.information_sets
        theirs = game.information_sets
        my_payoffs = self.outcomes.payoffs
        their_payoffs = game.outcomes.payoffs
        return (
            (self.title, self.players, self.node_labels, self.comment)
            == (game.title, game.players, game.node_labels, game.comment)
            and np.array_equal(self.parent, game.parent)
            and np.array_equal(self.infoset, game.infoset)
            and np.array_equal(self.outcome, game.outcome)
            and np.array_equal(mine.player, theirs.player)
            and np.array_equal(mine.action_start, theirs.action_start)
            and (mine.labels, mine.action_labels) == (theirs.labels, theirs.action_labels)
            and mine.chances.equals(theirs.chances)
            and self.outcomes.labels == game.outcomes.labels
            and my_payoffs[0].equals(their_payoffs[0])
            and my_payoffs[1].equals(their_payoffs[1])
        )

    __hash__ = None  # type: ignore[assignment]  # compared by value, and too large to hash

    def count(self) -> dict[str, int]:
        """Return the main sizes of the game by name; those of the tree only where it has a meaning of its own."""
        owners = self.information_sets.player
        of_tree = {
            "nodes": len(self),
            "leaves": len(self.leaves),
            "depth": len(self.level_start) - 2,
            "chance nodes": int(np.sum(self.player == CHANCE)),
        }
        if self.matrices is not None:
            of_tree = {}
        return {
            **of_tree,
            "information sets of player 1": int(np.sum(owners == 0)),
            "information sets of player 2": int(np.sum(owners == 1)),
            "sequences of player 1": len(self.sequences[0].index),
            "sequences of player 2": len(self.sequences[1].index),
        }

    solve = verbs.solve
    draw = verbs.draw
    explore = verbs.explore
    chart = verbs.chart
    _repr_mimebundle_ = verbs.notebook_bundle

    def __repr__(self) -> str:
        sizes = self.count()
        if self.matrices is not None:
            return (
                f"<ExtensiveGame {self.title!r}, of matrices: {sizes['sequences of player 1']:,} × "
                f"{sizes['sequences of player 2']:,} sequences>"
            )
        return (
            f"<ExtensiveGame {self.title!r}: {sizes['nodes']:,} nodes, {sizes['information sets of player 1']:,} and "
            f"{sizes['information sets of player 2']:,} information sets>"
        )

    def _repr_html_(self) -> str:
        return html_table(self.title, [(what, f"{size:,}") for what, size in self.count().items()])


def breadth_first(
    *,
    title: str,
    players: tuple[str, str],
    parent: npt.NDArray[Any],
    action: npt.NDArray[Any],
    infoset: npt.NDArray[Any],
    outcome: npt.NDArray[Any],
    information_sets: InformationSets,
    outcomes: Outcomes,
    node_labels: Sequence[str] | None = None,
    comment: str = "",
    note: str = "",
    matrices: Matrices | None = None,
    describe: Callable[[int], str] = "node {}".format,
) -> ExtensiveGame:
    """Return the game whose columns are given in any order in which parents precede their children.

    Nodes are renumbered breadth-first, information sets and outcomes in the order of their first nodes; unused ones are
    dropped. The columns, of shape (n,), are as in `ExtensiveGame`, and `action`, the number of the parent's action that
    leads to each node, from 0; ignored at the root. `describe` returns the name of a node of the order given for error
    messages, such as its line in a file.

    Examples
    --------
    Matching pennies, its nodes listed in prefix order:

    >>> from seqform.models.numbers.exact import ExactArray
    >>> pennies = breadth_first(
    ...     title="matching pennies", players=("A", "B"),
    ...     parent=np.array([-1, 0, 1, 1, 0, 4, 4]), action=np.array([0, 0, 0, 1, 1, 0, 1]),
    ...     infoset=np.array([0, 1, -1, -1, 1, -1, -1]), outcome=np.array([-1, -1, 0, 1, -1, 1, 0]),
    ...     information_sets=InformationSets(
    ...         player=np.array([0, 1]), labels=("A's coin", "B's coin"), action_start=np.array([0, 2, 4]),
    ...         action_labels=("heads", "tails", "heads", "tails"), probability=ExactArray.zeros(4)),
    ...     outcomes=Outcomes(("A wins", "B wins"), (ExactArray.of([1, -1]), ExactArray.of([-1, 1]))))
    >>> pennies.is_zero_sum, pennies.path(6)
    (True, ('tails', 'tails'))
    """
    n = len(parent)
    if n == 0:
        raise GameError("a game needs at least one node")
    parent = np.asarray(parent, dtype=np.int64)
    action = np.asarray(action, dtype=np.int64)
    infoset = np.asarray(infoset, dtype=np.int64)
    outcome = np.asarray(outcome, dtype=np.int64)

    out_of_order = (parent < 0) | (parent >= np.arange(n))
    out_of_order[0] = parent[0] != NONE
    bad = first_place(out_of_order)
    if bad is not None:
        raise GameError(
            f"{describe(bad)}: the root has no parent, and every other node a parent listed before it"
        )
    tables = (
        ("information set", infoset, len(information_sets)),
        ("outcome", outcome, len(outcomes)),
    )
    for what, column, rows in tables:
        bad = first_place((column < NONE) | (column >= rows))
        if bad is not None:
            raise GameError(
                f"{describe(bad)}: {what} {column[bad]} is not in the table, which has {rows} rows"
            )

    # Children by their parents, in the order of the actions
    expected = np.append(np.diff(information_sets.action_start), 0)[infoset]
    children = 1 + np.lexsort((action[1:], parent[1:]))
    counts = np.bincount(parent[1:], minlength=n)
    bad = first_place(counts != expected)
    if bad is not None:
        raise GameError(f"{describe(bad)}: {expected[bad]} actions, but {counts[bad]} children")
    start = np.cumsum(counts) - counts
    misplaced = first_place(action[children] != np.arange(n - 1) - start[parent[children]])
    if misplaced is not None:
        raise GameError(
            f"{describe(int(parent[children[misplaced]]))}: two children by the same action"
        )

    order = _breadth_first_order(children, start, counts)
    place = np.empty(n, dtype=np.int64)
    place[order] = np.arange(n)
    new_parent = place[parent[order]]
    new_parent[0] = NONE
    set_rows, new_infoset = by_first_use(infoset[order], len(information_sets))
    outcome_rows, new_outcome = by_first_use(outcome[order], len(outcomes))
    first_payoffs, second_payoffs = outcomes.payoffs
    new_labels = None
    if node_labels is not None and any(node_labels):
        new_labels = tuple(node_labels[k] for k in order)
    return ExtensiveGame(
        title=title,
        players=players,
        parent=new_parent,
        infoset=new_infoset,
        outcome=new_outcome,
        information_sets=_select_sets(information_sets, set_rows),
        outcomes=Outcomes(
            tuple(outcomes.labels[row] for row in outcome_rows),
            (
                first_payoffs.take(outcome_rows).reduced(),
                second_payoffs.take(outcome_rows).reduced(),
            ),
        ),
        node_labels=new_labels,
        comment=comment,
        note=note,
        matrices=matrices,
    )


def _breadth_first_order(children: Ints, start: Ints, counts: Ints) -> Ints:
    levels = [np.zeros(1, dtype=np.int64)]
    while True:
        below = children[ranges(start[levels[-1]], counts[levels[-1]])]
        if len(below) == 0:
            return np.concatenate(levels)
        levels.append(below)


def by_first_use(column: Ints, size: int) -> tuple[Ints, Ints]:
    """Return the values other than NONE in the order in which they first appear, and the column renumbered so.

    The values are below `size`.
    """
    first = np.full(size + 1, len(column), dtype=np.int64)  # the last entry is that of NONE
    np.minimum.at(first, column, np.arange(len(column)))
    used = np.flatnonzero(first[:-1] < len(column))
    by_use = used[np.argsort(first[used])]
    rank = np.full(size + 1, NONE, dtype=np.int64)
    rank[by_use] = np.arange(len(by_use))
    return by_use, rank[column]


def _select_sets(sets: InformationSets, rows: Ints) -> InformationSets:
    sizes = np.diff(sets.action_start)[rows]
    places = ranges(sets.action_start[rows], sizes)
    return InformationSets(
        player=sets.player[rows],
        labels=tuple(sets.labels[row] for row in rows),
        action_start=np.append(0, np.cumsum(sizes)),
        action_labels=tuple(sets.action_labels[place] for place in places),
        probability=sets.probability.take(places).reduced(),
    )
