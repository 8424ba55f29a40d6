"""The places of a player's sequences and information sets in the vectors and matrices of a class game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seqform.models.class_game import ClassGame
from seqform.models.exact import Floats, Ints
from seqform.models.immutable import Immutable, cached
from seqform.models.stage_game import StageGame


@dataclass(frozen=True, eq=False)
class ClassSequences(Immutable):
    """A player's sequences, 0 the empty one, then by rounds, class, choice, history; likewise the information sets.

    Parameters
    ----------
    game : ClassGame
    player : int
        0 or 1.
    """

    game: ClassGame
    player: int

    def __len__(self) -> int:
        """Return |S_i|."""
        return self.game.num_sequences(self.player)

    @property
    def num_rows(self) -> int:
        """1 + |H_i|, the rows of E or F."""
        return 1 + self.game.num_infosets(self.player)

    @cached
    def start(self) -> tuple[int, ...]:
        """Where the sequences of each round start, and their number."""
        sizes = [int(np.prod(self.game.shape(self.player, number))) for number in range(self.game.num_rounds)]
        return tuple(np.cumsum([1, *sizes]).tolist())

    @cached
    def row_start(self) -> tuple[int, ...]:
        """Where the information sets of each round start among the rows of E, and their number."""
        sizes = [
            classes * len(stage.sets(self.player)) * histories
            for classes, stage, histories in zip(
                self.game.num_classes[self.player], self.game.stages, self.game.num_histories, strict=True
            )
        ]
        return tuple(np.cumsum([1, *sizes]).tolist())

    @cached
    def table(self) -> tuple[Ints, ...]:
        """The sequence of every class, choice and history, one array for each round."""
        return tuple(
            start + np.arange(int(np.prod(shape)), dtype=np.int64).reshape(shape)
            for start, shape in (
                (self.start[number], self.game.shape(self.player, number)) for number in range(self.game.num_rounds)
            )
        )

    @cached
    def before(self) -> tuple[Ints, ...]:
        """The sequence with which each round begins, arrays of shape (classes, histories)."""
        above = np.zeros((1, 1), dtype=np.int64)
        rounds = []
        for stage, parents, table in zip(self.game.stages, self.game.parents[self.player], self.table, strict=True):
            above = above[parents]
            rounds.append(above)
            above = _at_continuing_leaves(stage, self.player, table, above)
        return tuple(rounds)

    def at(self, number: int, choice: int) -> Ints:
        """Return the sequences of a choice, from 1, or of 0 for none in the round yet: shape (classes, histories)."""
        return self.before[number] if choice == 0 else self.table[number][:, choice - 1]

    def constraints(self) -> tuple[Ints, Ints, Ints]:
        """Return rows, columns and values of the entries of E (or F), row 0 being that of the empty sequence."""
        rows, columns, values = (
            [np.zeros(1, dtype=np.int64)],
            [np.zeros(1, dtype=np.int64)],
            [np.ones(1, dtype=np.int64)],
        )
        for number, stage in enumerate(self.game.stages):
            sequences = stage.sequences(self.player)
            shape = (self.game.num_classes[self.player][number], len(sequences.sets), self.game.num_histories[number])
            row = self.row_start[number] + np.arange(int(np.prod(shape)), dtype=np.int64).reshape(shape)
            for place, above in enumerate(sequences.set_above):
                children = range(sequences.set_start[place], sequences.set_start[place + 1])
                for choice, value in ((above, -1), *((child, 1) for child in children)):
                    rows.append(row[:, place].ravel())
                    columns.append(self.at(number, choice).ravel())
                    values.append(np.full(rows[-1].size, value, dtype=np.int64))
        return np.concatenate(rows), np.concatenate(columns), np.concatenate(values)

    def by_rounds(self, plan: Floats) -> list[Floats]:
        """Return the weights of all sequences as arrays of shape (classes, choices, histories), one for each round."""
        return [plan[table.ravel()].reshape(table.shape) for table in self.table]

    def sequence_name(self, place: int) -> str:
        """Return a name for a sequence: its number, the history, the class, the way to the last choice of the round."""
        if place == 0:
            return "∅"
        number, (hand, choice, history) = self._unravel(place, self.start, len_of_choices=True)
        stage = self.game.stages[number]
        return (
            f"{place} {self._where(number, hand, history)} {_path(stage, stage.sequences(self.player).nodes[choice])}"
        )

    def set_name(self, place: int) -> str:
        """Return a name for a row of E."""
        if place == 0:
            return "∅"
        number, (hand, node, history) = self._unravel(place, self.row_start, len_of_choices=False)
        stage = self.game.stages[number]
        return f"{place} {self._where(number, hand, history)} {_path(stage, stage.sets(self.player)[node])}".rstrip()

    def _unravel(self, place: int, start: tuple[int, ...], *, len_of_choices: bool) -> tuple[int, tuple[int, int, int]]:
        number = int(np.searchsorted(start, place, side="right")) - 1
        stage = self.game.stages[number]
        middle = len(stage.sequences(self.player)) if len_of_choices else len(stage.sets(self.player))
        rest, history = divmod(place - start[number], self.game.num_histories[number])
        hand, choice = divmod(rest, middle)
        return number, (hand, choice, history)

    def _where(self, number: int, hand: int, history: int) -> str:
        words: list[str] = []
        for stage in reversed(self.game.stages[:number]):
            history, leaf = divmod(history, len(stage.continuing))
            words.append(_path(stage, stage.continuing[leaf]))
        return "/".join([*reversed(words), f"[{hand}]"])


def _path(stage: StageGame, node: int) -> str:
    return " ".join(stage.path(node))


def _at_continuing_leaves(stage: StageGame, player: int, table: Ints, above: Ints) -> Ints:
    """Return the sequences with which the next round begins, shape (classes, histories of the next round)."""
    at = stage.sequences(player).at
    leaves = [above if at[leaf] == 0 else table[:, at[leaf] - 1] for leaf in stage.continuing]
    if not leaves:
        return np.zeros((len(above), 0), dtype=np.int64)
    return np.stack(leaves, axis=2).reshape(len(above), -1)
