"""Levels of the opponent's sequences, which prove strategies of constant-sum games proper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.models.answers.evidence import Evidence
from seqform.models.games.infosets import SequenceIndex
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.numbers.text import short
from seqform.models.strategies.behavior import RealizationPlan
from seqform.models.table import Cell, Table

MOST_NAMES = 6
"""Of more sequences of a level the first ones are shown."""


@dataclass(frozen=True, eq=False)
class Level(Immutable):
    """A payoff that proper strategies earn just against the sequences of this level, with its proof.

    `replies` is a mixture of the opponent's plans in which a share `weights[σ]` plays σ, both of shape (|S_j|,); the
    weights are positive at the sequences of the level, and otherwise at those of lower levels only. If no plan earns
    more than the weighted sum of the levels against it, no plan that earns the lower levels earns more at this one.
    """

    value: Fraction
    sequences: Ints
    weights: ExactArray
    replies: ExactArray


@dataclass(frozen=True, eq=False)
class Levels(Immutable):
    """The levels of a player's proper strategies, the lowest first, and a plan that attains them.

    `index` has the sequences of the opponent: each is in one level, the payoff against the best reply that plays it.
    """

    index: SequenceIndex
    stages: tuple[Level, ...]
    plan: RealizationPlan

    @cached
    def values(self) -> ExactArray:
        """The level of every sequence of the opponent, shape (|S_j|,)."""
        values = np.full(len(self.index), Fraction(0), dtype=object)
        for stage in self.stages:
            values[stage.sequences] = stage.value
        return ExactArray.of(values)

    def names(self, stage: Level) -> list[str]:
        """Return the names of the sequences of a level."""
        return [self.index.names[sequence] for sequence in stage.sequences.tolist()]

    def table(self, title: str) -> Table:
        """Return the levels with their sequences."""
        rows: list[list[Cell]] = []
        for stage in self.stages:
            names, more = self.names(stage)[:MOST_NAMES], len(stage.sequences) - MOST_NAMES
            rows.append([stage.value, ", ".join(names) + (f" and {more} more" if more > 0 else "")])
        return Table(title, ("earns at least", "against play of"), "rl", rows)


@dataclass(frozen=True, eq=False, repr=False)
class Properness(Evidence):
    """Evidence that a strategy of a constant-sum game is proper, or that it is not.

    `invalid` is a reason why the levels prove nothing, "" if they do. `earned` are the payoffs of the strategy against
    the best replies that play each sequence of the opponent, shape (|S_j|,).
    """

    levels: Levels
    earned: ExactArray
    invalid: str = ""

    @property
    def holds(self) -> bool:
        """True if the strategy earns all levels."""
        return not self.invalid and self.earned.equals(self.levels.values)

    def __str__(self) -> str:
        index = self.levels.index
        who = f"player {2 - index.player}'s strategy is"
        if self.holds:
            return f"{who} proper"
        if self.invalid:
            return f"{who} not proven proper: {self.invalid}"
        return f"{who} not proper: {next(self._losses())}"

    def _losses(self) -> Iterator[str]:
        """Yield sentences on the sequences at which the strategy misses the level, those of the lowest levels first."""
        for stage in self.levels.stages:
            for sequence in stage.sequences.tolist():
                if self.earned[sequence] < stage.value:
                    name, earned = self.levels.index.names[sequence], short(self.earned[sequence])
                    yield f"it earns {earned} if {name!r} is played, and proper strategies {short(stage.value)}"
