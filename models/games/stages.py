"""Stage games: the actions within one round of an ordered game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from seqform.errors import GameError
from seqform.models.games.infosets import UNNAMED, player_number

NOBODY = -1
"""The player at a leaf of a stage game."""


@dataclass(frozen=True)
class Ending:
    """A leaf of a stage game, with its value of ω."""

    over: bool


@dataclass(frozen=True)
class Turn:
    """A node at which a player chooses, all earlier choices of the round being public."""

    player: int | str
    children: Mapping[str, Turn | Ending]


OVER = Ending(True)
"""Leaf at which the game ends."""

CONTINUE = Ending(False)
"""Leaf after which the next round begins."""


def turn(player: int | str, children: Mapping[str, Turn | Ending]) -> Turn:
    """Return a choice of a player, 0, 1 or one of the names that `StageGame.of` is given."""
    if not isinstance(player, str):
        player = player_number(player, where="turn")
    if not children:
        raise GameError("stage game: a turn without actions; a leaf is OVER or CONTINUE")
    return Turn(player, children)


@dataclass(frozen=True)
class StageGame:
    """A finite directed tree G^j with its players L^j and its ω^j (Gilpin & Sandholm, definition 1).

    Nodes are numbered in preorder, so parents come before children; leaves keep that order. The four columns, of length
    n, are the player at every node, 0, 1 or `NOBODY` at a leaf; its parent, -1 at the root; the action that leads to
    it, empty at the root; and whether it is a leaf at which the game ends.

    Examples
    --------
    >>> stage = StageGame.of(turn(0, {"stop": OVER, "go": turn(1, {"stop": OVER, "go": CONTINUE})}))
    >>> [stage.path(leaf) for leaf in stage.leaves], stage.continuing
    ([('stop',), ('go', 'stop'), ('go', 'go')], (4,))
    """

    player: tuple[int, ...]
    parent: tuple[int, ...]
    action: tuple[str, ...]
    over: tuple[bool, ...]

    @classmethod
    def of(cls, root: Turn | Ending, players: tuple[str, str] = UNNAMED) -> StageGame:
        """Return the stage game given by a nested expression of `turn`, `OVER` and `CONTINUE`."""
        rows: list[tuple[int, int, str, bool]] = []
        pending: list[tuple[Turn | Ending, int, str]] = [(root, -1, "")]
        while pending:
            node, above, label = pending.pop()
            if isinstance(node, Ending):
                rows.append((NOBODY, above, label, node.over))
                continue
            # The last child goes on the stack first, so that the first one comes next: preorder
            for child_label, child in reversed(list(node.children.items())):
                pending.append((child, len(rows), child_label))
            rows.append((player_number(node.player, players, "turn"), above, label, False))
        player, parent, action, over = zip(*rows, strict=True)
        return cls(player, parent, action, over)

    def __len__(self) -> int:
        return len(self.player)

    @cached_property
    def leaves(self) -> tuple[int, ...]:
        """The nodes without a player."""
        return tuple(node for node, player in enumerate(self.player) if player == NOBODY)

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """The leaves at which the game is over."""
        return tuple(leaf for leaf in self.leaves if self.over[leaf])

    @cached_property
    def continuing(self) -> tuple[int, ...]:
        """The leaves from which the next round begins."""
        return tuple(leaf for leaf in self.leaves if not self.over[leaf])

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The children of every node, in the order of its actions."""
        children: list[list[int]] = [[] for _ in self.player]
        for node, parent in enumerate(self.parent):
            if parent >= 0:
                children[parent].append(node)
        return tuple(map(tuple, children))

    def path(self, node: int) -> tuple[str, ...]:
        """Return the actions that lead to a node."""
        actions: list[str] = []
        while node > 0:
            actions.append(self.action[node])
            node = self.parent[node]
        return tuple(reversed(actions))

    def sets(self, player: int) -> tuple[int, ...]:
        """Return the nodes at which a player acts: with given signals and history, each is an information set."""
        return tuple(node for node, owner in enumerate(self.player) if owner == player)

    @cached_property
    def _sequences(self) -> tuple[StageSequences, StageSequences]:
        return _stage_sequences(self, 0), _stage_sequences(self, 1)

    def sequences(self, player: int) -> StageSequences:
        """Return a player's sequences within this round."""
        return self._sequences[player]


@dataclass(frozen=True)
class StageSequences:
    """A player's sequences within a round: 0 is the sequence before the round, 1, 2, ... are the choices in it.

    `nodes`, of length s, are those to which choices 1, 2, ... lead; `at`, of length n, the player's last choice on the
    way to every node of the stage game, 0 for none. `sets`, of length h, are the nodes at which the player acts, in
    preorder, and `set_above` the choice before each; set k has the choices ``set_start[k] : set_start[k + 1]``.
    """

    nodes: tuple[int, ...]
    at: tuple[int, ...]
    sets: tuple[int, ...]
    set_above: tuple[int, ...]
    set_start: tuple[int, ...]

    def __len__(self) -> int:
        """Return s, the number of choices in the round."""
        return len(self.nodes)


def _stage_sequences(stage: StageGame, player: int) -> StageSequences:
    sets = stage.sets(player)
    nodes: list[int] = []
    start = [1]
    for node in sets:
        nodes += stage.children[node]
        start.append(1 + len(nodes))
    number = {node: place for place, node in enumerate(nodes, start=1)}
    at: list[int] = []
    for node, above in enumerate(stage.parent):
        last_choice = at[above] if above >= 0 else 0
        at.append(number.get(node, last_choice))
    set_above = tuple(at[node] for node in sets)
    return StageSequences(tuple(nodes), tuple(at), sets, set_above, tuple(start))
