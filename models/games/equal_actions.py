"""Actions of games with ordered signals that do the same as others after some histories.

A round is one stage game, whatever happened in the rounds before, so that after some of them actions may be equal: a
bet for which the stack does not suffice is all-in. Of equal actions one stands for all; a position is settled if the
player to move has two of these or more, or if the game is over there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from seqform.errors import GameError
from seqform.models.games.infosets import player_label
from seqform.models.games.stages import StageGame
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import Ints

T = TypeVar("T", bound=Any)

Bools = npt.NDArray[np.bool_]

FORCED = -1
"""The target of an action at a turn at which all actions are equal."""


@dataclass(frozen=True, eq=False)
class EqualActions(Immutable, copy_arrays=True):
    """The actions that stand for equal ones, in all rounds of a game with ordered signals.

    ``stands_for`` has for every round an array of shape (nodes, histories of the rounds before): the node after the
    action that is taken in place of the one that leads to a node, a sibling or the node itself; 0 at the root.

    What equal actions lead to is the same but for equal actions. Raises GameError where the players have other actions
    after one than after the other; payoffs are not compared.

    Examples
    --------
    Betting twice, each time with the choice between two bets that are the same after the first bet:

    >>> from seqform.models.games.stages import CONTINUE, OVER, turn
    >>> first = StageGame.of(turn(0, {"check": CONTINUE, "bet": CONTINUE}))
    >>> second = StageGame.of(turn(1, {"fold": OVER, "bet": OVER, "all-in": OVER}))
    >>> equal = EqualActions((first, second), (np.array([[0], [1], [2]]), np.array([[0, 0], [1, 1], [2, 3], [3, 3]])))
    >>> equal.choices(1, 0, 0), equal.choices(1, 1, 0), equal.count
    ((1, 2, 3), (1, 3), 1)
    """

    stages: tuple[StageGame, ...]
    stands_for: tuple[Ints, ...]

    def __post_init__(self) -> None:
        if len(self.stands_for) != len(self.stages):
            raise GameError(
                f"equal actions: {len(self.stands_for)} arrays, but there are {len(self.stages)} rounds"
            )
        histories = 1
        for number, (stage, table) in enumerate(zip(self.stages, self.stands_for, strict=True)):
            if table.shape != (len(stage), histories):
                raise GameError(
                    f"equal actions: round {number + 1} has an array of shape {table.shape}, not "
                    f"{(len(stage), histories)}"
                )
            if not _stand_for_siblings(stage, table):
                raise GameError(
                    f"equal actions: in round {number + 1} an action is to stand for one of another turn, or for one "
                    "for which another stands"
                )
            histories *= len(stage.continuing)
        _ = self.targets

    # ---- turns and their choices ----

    @cached
    def kept(self) -> tuple[Bools, ...]:
        """By rounds, of shape (nodes, histories): whether the action that leads to a node stands for itself."""
        return tuple([table == _numbers(table) for table in self.stands_for])

    @cached
    def num_choices(self) -> tuple[Ints, ...]:
        """By rounds, of shape (nodes, histories): how many actions that stand for themselves follow, 0 at leaves."""
        counts = []
        for stage, kept in zip(self.stages, self.kept, strict=True):
            above = np.array(stage.parent[1:], dtype=np.int64)
            count = np.zeros(kept.shape, dtype=np.int64)
            np.add.at(count, above, kept[1:])
            counts.append(count)
        return tuple(counts)

    @cached
    def turns(self) -> tuple[Bools, ...]:
        """By rounds, of shape (nodes, histories): whether a player has a choice where no equal action is taken."""
        both = zip(self.reached, self.num_choices, strict=True)
        return tuple([reached & (count > 1) for reached, count in both])

    @cached
    def reached(self) -> tuple[Bools, ...]:
        """By rounds, of shape (nodes, histories): whether all actions on the way stand for themselves."""
        return self._kept_by(None)

    @property
    def count(self) -> int:
        """The number of actions that are left out, at all turns that are reached without such actions."""
        left_out = 0
        for stage, kept, reached in zip(self.stages, self.kept, self.reached, strict=True):
            above = list(stage.parent[1:])
            left_out += int(np.count_nonzero(reached[above] & ~kept[1:]))
        return left_out

    def choices(self, number: int, history: int, node: int) -> tuple[int, ...]:
        """Return the nodes after the actions that stand for themselves at a node of a round, in their order."""
        kept = self.kept[number]
        return tuple(
            [child for child in self.stages[number].children[node] if kept[child, history]]
        )

    def summed(self, number: int, history: int, node: int, values: Sequence[T]) -> list[T]:
        """Return the sums of the values of all actions at a node over equal ones, in the order of `choices`."""
        sums: dict[int, T] = {}
        children = self.stages[number].children[node]
        for child, value in zip(children, values, strict=True):
            stays = int(self.stands_for[number][child, history])
            sums[stays] = sums[stays] + value if stays in sums else value
        return [sums[child] for child in self.choices(number, history, node)]

    def kept_by(self, player: int) -> tuple[Bools, ...]:
        """Return by rounds whether all actions of a player on the way to a node stand for themselves."""
        return self._kept_by(player)

    def _kept_by(self, player: int | None) -> tuple[Bools, ...]:
        """Return by rounds whether all actions of a player on the way to a node are kept; of both for None."""
        rounds = []
        at_root = np.ones(1, dtype=bool)
        for stage, kept in zip(self.stages, self.kept, strict=True):
            reached = np.ones(kept.shape, dtype=bool)
            reached[0] = at_root
            for node in range(1, len(stage)):
                above = stage.parent[node]
                reached[node] = reached[above]
                if player is None or stage.player[above] == player:
                    reached[node] &= kept[node]
            rounds.append(reached)
            at_root = _after_leaves(stage, reached)
        return tuple(rounds)

    # ---- the position that a node is equal to ----

    @cached
    def targets(self) -> tuple[Ints, ...]:
        """By rounds, of shape (nodes, histories): the place of the action that is taken in place of all actions since.

        A place is the number of a node times the number of histories, plus that of a history, in the same round: the
        action there is reached by actions that stand for themselves. `FORCED` where there is no choice, and at roots.

        Positions are numbered: those of a round after those of the rounds before, by node and history. Each is equal to
        a settled one: after a turn without a choice to that of its parent, elsewhere to the position after the action
        of the same name that is kept, where its parent's equal is.
        """
        settled = self._settled
        targets = []
        at_root = settled[:1]
        start = 0
        for number, stage in enumerate(self.stages):
            count = self.num_choices[number]
            equal = np.empty(count.shape, dtype=np.int64)
            target = np.full(count.shape, FORCED, dtype=np.int64)
            equal[0] = at_root
            for node in range(1, len(stage)):
                above = stage.parent[node]
                equal[node] = equal[above]
                free = count[above] > 1
                if np.any(free):
                    places = self._places(number, node, free, equal[above, free] - start)
                    target[node, free] = places
                    equal[node, free] = settled[start + places]
            targets.append(target)
            at_root = _after_leaves(stage, equal)
            start += count.size
        return tuple(targets)

    def _places(self, number: int, node: int, free: Bools, above: Ints) -> Ints:
        """Return the places of the kept action that is equal to one, after the places that its parent is equal to."""
        stage = self.stages[number]
        kept = self.kept[number]
        count = self.num_choices[number]
        parent = stage.parent[node]
        _, histories = kept.shape
        inside = (above >= 0) & (above < kept.size)
        above_node, above_history = np.divmod(np.where(inside, above, 0), histories)
        matches = inside & (count[above_node, above_history] == count[parent, free])

        # Few pairs of a node and an action are distinct, so that names are compared once for each
        pairs = np.stack([above_node, self.stands_for[number][node, free]])
        distinct, pair_of = np.unique(pairs, axis=1, return_inverse=True)
        children = []
        for twin, sibling in distinct.T.tolist():
            named = {stage.action[child]: child for child in stage.children[twin]}
            is_same_player = stage.player[twin] == stage.player[parent]
            children.append(named.get(stage.action[sibling], 0) if is_same_player else 0)
        child = np.array(children, dtype=np.int64)[pair_of.reshape(-1)]
        matches &= (child > 0) & kept[child, above_history]
        if not np.all(matches):
            raise GameError(
                f"equal actions: in round {number + 1}, after {', '.join(stage.path(parent)) or 'nothing'}, "
                f"{player_label(stage.player[parent])} has other actions than after the equal actions"
            )
        places: Ints = child * histories + above_history
        return places

    @cached
    def _settled(self) -> Ints:
        """For every position the settled one to which the only choices lead, found from the last position back."""
        sizes = [table.size for table in self.stands_for]
        settled = np.arange(sum(sizes), dtype=np.int64)
        start = len(settled)
        for number in reversed(range(len(self.stages))):
            stage = self.stages[number]
            count = self.num_choices[number]
            histories = np.arange(count.shape[1])
            after = start  # the first position of the next round
            start -= sizes[number]
            place_of = {leaf: place for place, leaf in enumerate(stage.continuing)}
            for node in reversed(range(len(stage))):
                own = start + node * len(histories) + histories
                if node in place_of:
                    following = after + histories * len(place_of) + place_of[node]
                    settled[own] = settled[following]
                for child in stage.children[node]:
                    only = (count[node] == 1) & self.kept[number][child]
                    below = start + child * len(histories) + histories
                    settled[own[only]] = settled[below[only]]
        return settled


def _after_leaves(stage: StageGame, table: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return what an array of shape (nodes, histories) has where the next round begins, by that round's histories."""
    return table[list(stage.continuing)].T.reshape(-1)


def _numbers(table: Ints) -> Ints:
    """Return the number of every node, as a column."""
    return np.arange(len(table), dtype=np.int64)[:, None]


def _stand_for_siblings(stage: StageGame, table: Ints) -> bool:
    """Return whether all entries are siblings of their nodes, or the nodes themselves, that stand for themselves."""
    if np.any((table < 0) | (table >= len(stage))):
        return False
    above = np.array(stage.parent, dtype=np.int64)
    is_kept = np.take_along_axis(table, table, axis=0) == table
    return bool(np.all(above[table] == above[:, None]) and np.all(is_kept))
