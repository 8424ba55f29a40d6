"""Elimination of dominated sequences in the last round of a class game, without building the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.models.games.stages import StageGame, StageSequences
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Ints, Mask, Numerators, magnitude, widened
from seqform.models.numbers.integers import minus, plus
from seqform.models.programs.class_game import ClassGame
from seqform.models.reduced import Reduced, unchanged


@dataclass(frozen=True, eq=False)
class Kinds(Immutable):
    """The kinds of opposing classes, by the sums of the features against them and by their patterns.

    ``direction`` and ``pattern``, of shape (kinds,), describe the kinds; ``kind`` lists the kinds that class 0 meets,
    then those that class 1 meets, and so on; ``start``, of shape (classes,), is the first of each class.
    """

    direction: Ints
    pattern: Ints
    kind: Ints
    start: Ints


@dataclass(frozen=True, eq=False)
class OpponentClasses(Immutable):
    """The opposing classes of a player's classes, with the features' sums up to a factor.

    `own`, `other` and `direction` have shape (p,); the last is a row of `directions`, of shape (d, features): the
    different vectors of the features' sums, each in lowest terms.
    """

    own: Ints
    other: Ints
    direction: Ints
    directions: Numerators
    num_classes: int
    _known: dict[bytes, Kinds] = field(default_factory=dict)

    def kinds(self, pattern: Ints) -> Kinds:
        """Return the kinds of opponents if these show patterns, numbered from 0, one for each of their classes."""
        key = pattern.tobytes()
        if key not in self._known:
            self._known[key] = self._find_kinds(pattern)
        return self._known[key]

    def _find_kinds(self, pattern: Ints) -> Kinds:
        patterns = int(pattern.max()) + 1
        codes = self.direction if patterns == 1 else self.direction * patterns + pattern.take(self.other)
        kinds, kind = distinct(codes, len(self.directions) * patterns)
        direction, shown = np.divmod(kinds, patterns)
        entries, _ = distinct(self.own * len(kinds) + kind, self.num_classes * len(kinds))
        owner, met = np.divmod(entries, len(kinds))
        return Kinds(direction, shown, met, np.searchsorted(owner, np.arange(self.num_classes)))


def opponent_classes(game: ClassGame, player: int) -> OpponentClasses:
    """Return the opposing classes of a player's classes in the last round."""
    pairs = game.pairs[-1]
    sums = pairs.numerators // np.maximum(np.gcd.reduce(pairs.numerators, axis=0), 1)
    directions = np.zeros((1, 0), dtype=np.int64)
    codes = np.zeros(len(pairs), dtype=np.int64)
    for row in sums:
        values, place = _distinct_sums(row)
        kept, codes = distinct(codes * len(values) + place, len(directions) * len(values))
        above, value = np.divmod(kept, len(values))
        directions = np.concatenate([directions[above], values[value][:, None]], axis=1)
    own, other = (pairs.first, pairs.second) if player == 0 else (pairs.second, pairs.first)
    return OpponentClasses(own, other, codes, directions, game.num_classes[player][-1])


def _distinct_sums(row: Numerators) -> tuple[Numerators, Ints]:
    """Return the different integers of any size, in order, and the place of each entry among them."""
    if row.dtype == object:
        return np.unique(row, return_inverse=True)
    least = int(row.min())
    values, place = distinct(minus(row, row.min(keepdims=True)), int(row.max()) - least + 1)
    return plus(values, np.array([least])), place


def row_patterns(rows: Mask) -> tuple[Mask, Ints]:
    """Return the distinct rows of a mask, and the number of each row among them."""
    codes = np.zeros(len(rows), dtype=np.int64)
    size = 1
    for column in rows.T:
        kept, codes = distinct(codes * 2 + column, size * 2)
        size = len(kept)
    first = np.unique(codes, return_index=True)[1]
    return rows[first], codes


def distinct(codes: npt.NDArray[Any], size: int) -> tuple[Ints, Ints]:
    """Return the different codes, nonnegative and below `size`, in order, and the place of each code among them."""
    if size > 8 * len(codes):
        kept, place = np.unique(codes, return_inverse=True)
        return kept, place
    used = np.zeros(size, dtype=bool)
    used[codes] = True
    return np.flatnonzero(used), (np.cumsum(used) - 1).take(codes)


@dataclass(frozen=True, eq=False)
class Eliminated(Immutable):
    """The sequences of a class game that survive elimination.

    ``surviving`` has for each player a mask of shape (classes, choices, histories) of the sequences of the last round;
    those of the rounds before all survive.
    """

    game: ClassGame
    surviving: tuple[Mask, Mask]

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.game.title

    def __repr__(self) -> str:
        first, second = (f"{self.num_sequences(player):,}" for player in (0, 1))
        return f"<Eliminated {self.title!r}: {first} and {second} sequences>"

    def by_class(self, player: int) -> Ints:
        """Return the number of sequences that each of a player's classes of the last round has lost."""
        return np.asarray(np.count_nonzero(~self.surviving[player], axis=(1, 2)))

    def num_sequences(self, player: int) -> int:
        """Return the number of a player's remaining sequences, the empty one included."""
        return self.game.num_sequences(player) - int(self.by_class(player).sum())

    def num_infosets(self, player: int) -> int:
        """Return the number of a player's remaining information sets: those below an eliminated sequence are gone."""
        sequences = self.game.stages[-1].sequences(player)
        lost = (int(np.count_nonzero(~self.surviving[player][:, above - 1])) for above in sequences.set_above if above)
        return self.game.num_infosets(player) - sum(lost)

    @property
    def program_shape(self) -> tuple[int, int]:
        """Rows and columns of the linear program for player 1 as `ClassGame.program_shape` counts them.

        The published counts take player 1's sequences for rows and player 2's for columns: the transpose of these.
        """
        return self.num_sequences(1) + 1 + self.num_infosets(0), self.num_sequences(0) + 1 + self.num_infosets(1)


def eliminated_sequences(game: ClassGame) -> Eliminated:
    """Return the sequences of the last round that survive the elimination of dominated ones, until none is left.

    At an information set an action is eliminated if, for every continuation of its player after it, another action and
    some continuation after that one are worth at least as much against every plan of the opponent. In the last round
    opponents of different classes are independent of each other, so each is tested alone: the least difference over the
    opponent's remaining choices has to be nonnegative. An equilibrium of the game without these sequences is one of the
    game itself. The game may be a general-sum one: the player's own payoffs count.
    """
    table = game.payoffs[-1].numerators
    surviving = tuple(np.ones(game.shape(player, game.num_rounds - 1), dtype=bool) for player in (0, 1))
    met = (opponent_classes(game, 0), opponent_classes(game, 1))
    for histories in _alike(table):
        masks = _last_round(game, met, table[..., histories[0]])
        for player in (0, 1):
            surviving[player][:, :, histories] = masks[player][:, 1:, None]
    return Eliminated(game, (surviving[0], surviving[1]))


def undominated(game: ClassGame) -> Reduced[Eliminated, Any, Any]:
    """Return a game of classes without its dominated sequences; strategies have probability 0 there.

    Examples
    --------
    >>> from seqform.builders.forms.class_game import class_game
    >>> from seqform.builders.games.ordered.poker import kuhn
    >>> from seqform.models.games.abstraction import InformationFilter
    >>> undominated(class_game(InformationFilter.identity(kuhn("kuhn"))))
    <Reduced to <Eliminated 'kuhn': 10 and 9 sequences>>
    """
    return Reduced(eliminated_sequences(game), unchanged)


def _alike(table: Ints) -> list[Ints]:
    """Return the histories in groups of equal payoffs."""
    flat = table.reshape(-1, table.shape[-1])
    group = np.unique(flat, axis=1, return_inverse=True)[1].reshape(-1)
    return [np.flatnonzero(group == one) for one in range(int(group.max()) + 1)]


def _last_round(game: ClassGame, met: tuple[OpponentClasses, OpponentClasses], table: Ints) -> tuple[Mask, Mask]:
    """Return for each player a mask of the surviving choices of each class; choice 0 stands for the rounds before."""
    stage = game.stages[-1]
    masks = [np.ones((game.num_classes[player][-1], len(stage.sequences(player)) + 1), dtype=bool) for player in (0, 1)]
    while True:
        before = sum(np.count_nonzero(mask) for mask in masks)
        for player in (0, 1):
            _eliminate(_Side(stage, player, table[player], met[player], masks[1 - player]), masks[player])
        if sum(np.count_nonzero(mask) for mask in masks) == before:
            return masks[0], masks[1]


class _Side:
    """One player's comparisons in the last round, after one history."""

    def __init__(self, stage: StageGame, player: int, table: Ints, met: OpponentClasses, opponents: Mask) -> None:
        self.stage, self.player = stage, player
        self.own, self.other = stage.sequences(player), stage.sequences(1 - player)
        left, pattern = row_patterns(opponents)
        self.kinds = met.kinds(pattern)
        self.left = left[self.kinds.pattern].T
        bound = magnitude(table) * magnitude(met.directions) * len(table) * len(stage.leaves) * 2
        self.payoffs = widened(met.directions, bound)[self.kinds.direction] @ table  # one row a kind, one column an end

    def at_least(self, better: Iterable[int], worse: Iterable[int]) -> Mask:
        """Return a mask of the classes for which some ends pay at least as much as others against all opponents."""
        gains = np.zeros((len(self.other) + 1, len(self.payoffs)), dtype=self.payoffs.dtype)
        for ends, sign in ((better, 1), (worse, -1)):
            for end in ends:
                gains[self.other.at[self.stage.ends[end]]] += sign * self.payoffs[:, end]
        for one in reversed(range(len(self.other.sets))):
            choices = slice(self.other.set_start[one], self.other.set_start[one + 1])
            ceiling = np.max(gains[choices], axis=0)
            gains[self.other.set_above[one]] += np.where(self.left[choices], gains[choices], ceiling).min(axis=0)
        fine = np.asarray(gains[0] >= 0, dtype=bool)
        return np.asarray(np.logical_and.reduceat(fine[self.kinds.kind], self.kinds.start))


def _eliminate(side: _Side, mask: Mask) -> None:
    """Remove dominated choices from a player's mask, the last ones of the round first."""
    own = side.own
    for one in reversed(range(len(own.sets))):
        choices = range(own.set_start[one], own.set_start[one + 1])
        for worse in choices:
            candidates = mask[:, worse]
            for better in choices:
                if better != worse and candidates.any():
                    gone = candidates & mask[:, better] & _dominated(side, mask, worse, better)
                    for choice in _from(own, worse):
                        mask[gone, choice] = False
                    candidates = candidates & ~gone


def _dominated(side: _Side, mask: Mask, worse: int, better: int) -> Mask:
    """Return a mask of the classes in which every surviving continuation of a choice is matched by one of another."""
    everywhere = np.ones(len(mask), dtype=bool)
    for used, ends in continuations(side.stage, side.own, worse):
        alive = mask[:, used].all(axis=1)
        matched = np.zeros(len(mask), dtype=bool)
        for used_instead, ends_instead in continuations(side.stage, side.own, better):
            matched |= mask[:, used_instead].all(axis=1) & side.at_least(ends_instead, ends)
        everywhere &= matched | ~alive
    return everywhere


def continuations(stage: StageGame, own: StageSequences, choice: int) -> list[tuple[list[int], list[int]]]:
    """Return every way for a player to go on after a choice: the choices made, and the ends then possible."""
    end_number = {leaf: place for place, leaf in enumerate(stage.ends)}
    number = {node: place for place, node in enumerate(own.nodes, start=1)}

    def below(node: int) -> list[tuple[list[int], list[int]]]:
        children = stage.children[node]
        if not children:
            return [([], [end_number[node]])]
        if children[0] in number:
            return [([number[child], *used], ends) for child in children for used, ends in below(child)]
        return [
            ([used for part in parts for used in part[0]], [end for part in parts for end in part[1]])
            for parts in product(*map(below, children))
        ]

    return below(own.nodes[choice - 1])


def _from(own: StageSequences, choice: int) -> list[int]:
    """Return a choice and all that follow it."""
    gone = [choice]
    for one, above in enumerate(own.set_above):
        if above in gone:
            gone.extend(range(own.set_start[one], own.set_start[one + 1]))
    return gone
