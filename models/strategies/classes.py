"""Strategies in class games, stored by rounds, and solutions made of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Numerators
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.solutions import BoundedSolution


@dataclass(frozen=True, eq=False)
class ClassStrategy(Immutable, copy_arrays=True):
    """A behavior strategy of one player in a class game.

    `behavior` holds, for each round, the probability of every choice at its information set, shape (classes, choices,
    histories).
    """

    game: ClassGame
    player: int
    behavior: tuple[npt.NDArray[np.floating], ...]

    def __post_init__(self) -> None:
        for number, table in enumerate(self.behavior):
            if table.shape != self.game.shape(self.player, number):
                raise ModelError(
                    f"strategy of player {self.player + 1}: round {number + 1} has shape {table.shape}, "
                    f"not {self.game.shape(self.player, number)}"
                )
            sequences = self.game.stages[number].sequences(self.player)
            for start, stop in pairwise(sequences.set_start):
                part = table[:, start - 1 : stop - 1]
                total = part.sum(axis=1, dtype=np.float64)
                if part.min(initial=0) < 0 or not np.allclose(total, 1, rtol=0, atol=1e-5):
                    raise ModelError(
                        f"strategy of player {self.player + 1}: probabilities of round {number + 1} that are "
                        "negative or do not sum to 1"
                    )

    def plan(self) -> list[npt.NDArray[np.float64]]:
        """Return the realization plan: the product of the player's own probabilities along each sequence."""
        arriving, rounds = np.ones((1, 1)), []
        for number, (stage, table) in enumerate(zip(self.game.stages, self.behavior, strict=True)):
            sequences = stage.sequences(self.player)
            weights = np.empty((table.shape[0], 1 + table.shape[1], table.shape[2]))
            weights[:, 0] = arriving[self.game.parents[self.player][number]]
            for before, (start, stop) in zip(sequences.set_above, pairwise(sequences.set_start), strict=True):
                weights[:, start:stop] = weights[:, before, None] * table[:, start - 1 : stop - 1]
            rounds.append(weights[:, 1:])
            leaves = [sequences.at[leaf] for leaf in stage.continuing]
            arriving = weights[:, leaves].transpose(0, 2, 1).reshape(len(weights), -1)
        return rounds


@dataclass(frozen=True, eq=False)
class ClassPlan(Immutable, copy_arrays=True):
    """A realization plan of one player in a class game, in integers over a common denominator.

    `weights` holds, for each round, the weight of every choice, shape (classes, choices, histories), Python's integers.
    A plan that is negative somewhere or violates an equation is refused.
    """

    game: ClassGame
    player: int
    weights: tuple[Numerators, ...]
    denominator: int

    def __post_init__(self) -> None:
        who = f"plan of player {self.player + 1}"
        for number, table in enumerate(self.weights):
            if table.shape != self.game.shape(self.player, number):
                raise ModelError(
                    f"{who}: round {number + 1} has shape {table.shape}, not {self.game.shape(self.player, number)}"
                )
            if not all(isinstance(weight, int) for weight in table.ravel().tolist()):
                raise ModelError(f"{who}: round {number + 1} has weights that are no integers")
        object.__setattr__(self, "weights", tuple(table.astype(object) for table in self.weights))
        if self.denominator < 1 or any(np.any(table < 0) for table in self.weights):
            raise ModelError(f"{who}: a weight is negative, or the denominator not positive")
        for stage, table in zip(self.game.stages, self.with_arriving(), strict=True):
            sequences = stage.sequences(self.player)
            for above, (start, stop) in zip(sequences.set_above, pairwise(sequences.set_start), strict=True):
                if np.any(table[:, start:stop].sum(axis=1) != table[:, above]):
                    raise ModelError(f"{who}: the weights of a set do not sum to that with which it is reached")

    def with_arriving(self) -> tuple[Numerators, ...]:
        """Return the weights after those at the beginning of each round, shape (classes, 1 + choices, histories)."""
        arriving, rounds = np.full((1, 1), self.denominator, dtype=object), []
        for stage, table, parents in zip(self.game.stages, self.weights, self.game.parents[self.player], strict=True):
            weights = np.concatenate([arriving[parents][:, None], table], axis=1)
            leaves = [stage.sequences(self.player).at[leaf] for leaf in stage.continuing]
            arriving = weights[:, leaves].transpose(0, 2, 1).reshape(len(weights), -1)
            rounds.append(weights)
        return tuple(rounds)

    def strategy(self) -> ClassStrategy:
        """Return the behavior strategy, in doubles."""
        plan = [(table / self.denominator).astype(np.float64) for table in self.weights]
        return behavior_of_plan(self.game, self.player, plan)


def behavior_of_plan(
    game: ClassGame, player: int, plan: list[npt.NDArray[np.float64]], elsewhere: ClassStrategy | None = None
) -> ClassStrategy:
    """Return the behavior strategy of a realization plan; at sets of weight zero uniform, or as in `elsewhere`."""
    rounds = []
    for number, stage in enumerate(game.stages):
        sequences = stage.sequences(player)
        table = np.empty(plan[number].shape)
        for start, stop in pairwise(sequences.set_start):
            part = np.maximum(plan[number][:, start - 1 : stop - 1], 0)
            total = part.sum(axis=1, keepdims=True)
            unreached = total <= 0
            with np.errstate(invalid="ignore"):  # what is not finite is no strategy
                shares = part / np.where(unreached, 1, total)
            rest = 1 / (stop - start) if elsewhere is None else elsewhere.behavior[number][:, start - 1 : stop - 1]
            table[:, start - 1 : stop - 1] = np.where(unreached, rest, shares)
        rounds.append(table)
    return ClassStrategy(game, player, tuple(rounds))


@dataclass(frozen=True, eq=False, kw_only=True)
class ClassSolution(BoundedSolution):
    """A pair of strategies in a constant-sum class game, and bounds on its value."""

    game: ClassGame
    strategies: tuple[ClassStrategy, ClassStrategy]

    def __repr__(self) -> str:
        return (
            f"<ClassSolution of {self.game.title!r} by {self.solver}: value in [{self.lower:.9g}, {self.upper:.9g}], "
            f"{self.termination}>"
        )


class RestrictedProgram(NamedTuple):
    """A linear program over some columns of one player that was solved, with the guarantee of its plan.

    `guarantee` is the payoff of the player against a best response in the whole class game.
    """

    round: int
    player: int
    rows: int
    columns: int
    nonzeros: int
    guarantee: float


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class RestrictedSolution(ClassSolution):
    """The best strategies of a sequence of restricted linear programs; the bounds are numbered by rounds.

    The first bound, of round 0, is that of the first-order method whose strategies the first programs support.
    """

    programs: tuple[RestrictedProgram, ...]
