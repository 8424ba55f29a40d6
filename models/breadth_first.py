"""From columns in any order to the breadth-first columns of an `ExtensiveGame`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import GameError
from seqform.models.exact import Ints
from seqform.models.game import ExtensiveGame
from seqform.models.game_tables import NONE, InformationSets, Outcomes
from seqform.models.sequences import ranges


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
    describe: Callable[[int], str] = "node {}".format,
) -> ExtensiveGame:
    """Return the game whose columns are given in any order in which parents precede their children.

    Nodes are renumbered breadth-first, information sets and outcomes in the order
    in which these nodes meet them, and what no node uses is dropped.

    Parameters
    ----------
    parent, infoset, outcome : ndarray of int, shape (n,)
        As in `ExtensiveGame`, in the order given.
    action : ndarray of int, shape (n,)
        Which of the parent's actions leads to each node, from 0; not read at the root.
    describe : callable
        How an error message calls a node of the order given, such as by its line in a file.

    Other parameters are those of `ExtensiveGame`.

    Raises
    ------
    GameError
        If a parent does not precede its child, or the children of a node are not one per action.

    Examples
    --------
    Matching pennies, its nodes listed in prefix order:

    >>> from seqform.models.exact import ExactArray
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
    parent, action, infoset, outcome = (
        np.asarray(column, dtype=np.int64) for column in (parent, action, infoset, outcome)
    )
    if parent[0] != NONE or np.any(parent[1:] < 0) or np.any(parent >= np.arange(n)):
        bad = 0 if parent[0] != NONE else 1 + int(np.argmax((parent[1:] < 0) | (parent[1:] >= np.arange(1, n))))
        raise GameError(f"{describe(bad)}: the root has no parent, and every other node a parent listed before it")
    for what, column, rows in (
        ("information set", infoset, len(information_sets)),
        ("outcome", outcome, len(outcomes)),
    ):
        if np.any((column < NONE) | (column >= rows)):
            bad = int(np.argmax((column < NONE) | (column >= rows)))
            raise GameError(f"{describe(bad)}: {what} {column[bad]} is not in the table, which has {rows} rows")
    sizes = np.append(np.diff(information_sets.action_start), 0)
    expected = sizes[infoset]
    children = 1 + np.lexsort((action[1:], parent[1:]))
    counts = np.bincount(parent[1:], minlength=n)
    if np.any(counts != expected):
        bad = int(np.argmax(counts != expected))
        raise GameError(f"{describe(bad)}: {expected[bad]} actions, but {counts[bad]} children")
    start = np.cumsum(counts) - counts
    misplaced = action[children] != np.arange(n - 1) - start[parent[children]]
    if np.any(misplaced):
        bad = int(parent[children[int(np.argmax(misplaced))]])
        raise GameError(f"{describe(bad)}: two children by the same action")
    order = _breadth_first_order(children, start, counts)
    place = np.empty(n, dtype=np.int64)
    place[order] = np.arange(n)
    new_parent = place[parent[order]]
    new_parent[0] = NONE
    set_rows, new_infoset = _by_first_use(infoset[order])
    outcome_rows, new_outcome = _by_first_use(outcome[order])
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
                outcomes.payoffs[0].take(outcome_rows).reduced(),
                outcomes.payoffs[1].take(outcome_rows).reduced(),
            ),
        ),
        node_labels=None if node_labels is None or not any(node_labels) else tuple(node_labels[k] for k in order),
        comment=comment,
        note=note,
    )


def _breadth_first_order(children: Ints, start: Ints, counts: Ints) -> Ints:
    levels = [np.zeros(1, dtype=np.int64)]
    while True:
        below = children[ranges(start[levels[-1]], counts[levels[-1]])]
        if len(below) == 0:
            return np.concatenate(levels)
        levels.append(below)


def _by_first_use(column: Ints) -> tuple[Ints, Ints]:
    """Return the values other than NONE in the order in which they first appear, and the column renumbered so."""
    values, first, index = np.unique(column, return_index=True, return_inverse=True)
    used = np.flatnonzero(values != NONE)
    by_use = used[np.argsort(first[used])]
    rank = np.full(len(values), NONE, dtype=np.int64)
    rank[by_use] = np.arange(len(by_use))
    return values[by_use], rank[index]


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
