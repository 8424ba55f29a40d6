"""Interface between play and games: situations in sequence, with the information of the player who moves."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from seqform.builders.games.rules import TERMINAL
from seqform.models.games.extensive import CHANCE

__all__ = ["CHANCE", "TERMINAL", "GameLimits", "GameTable", "Situation", "View"]


class Situation(Protocol):
    """A point of play; immutable, a move leads to another one."""

    @property
    def player(self) -> int:
        """The player who moves: 0, 1, `CHANCE`, or `TERMINAL` when the game is over."""
        ...

    @property
    def num_actions(self) -> int:
        """Number of actions of the player or of chance; 0 when the game is over."""
        ...

    @property
    def actions(self) -> tuple[str, ...]:
        """A name for every action."""
        ...

    @property
    def infoset(self) -> str:
        """The name of the information set, where a player moves."""
        ...

    @property
    def lottery(self) -> Sequence[Fraction]:
        """The probability of every action, where chance moves."""
        ...

    @property
    def payoffs(self) -> tuple[Fraction, Fraction]:
        """The payoffs, when the game is over."""
        ...

    @property
    def position(self) -> Hashable:
        """A key equal for situations from which play may go on alike, for the same players and payoffs."""
        ...

    def after(self, action: int) -> Situation:
        """Return the situation after an action, counted from 0."""
        ...


@dataclass(frozen=True)
class GameLimits:
    """Bounds of a game.

    `payoffs` are the least and the greatest payoff of a player, `longest` the moves of the longest play, chance's
    included, `actions` the most actions of a player and `chance_actions` those of chance, 0 without chance, and
    `constant_sum` the sum of the payoffs, None where it differs.
    """

    payoffs: tuple[Fraction, Fraction]
    longest: int
    actions: int
    chance_actions: int = 0
    constant_sum: Fraction | None = Fraction(0)


class GameTable(Protocol):
    """A game on the table, to be played."""

    @property
    def title(self) -> str:
        """The name of the game."""
        ...

    @property
    def players(self) -> tuple[str, str]:
        """The names of the players, which are those of the seats."""
        ...

    @property
    def root(self) -> Situation:
        """The beginning of play."""
        ...

    @property
    def perfect_information(self) -> bool:
        """Whether the mover has observed everything before."""
        ...

    @property
    def limits(self) -> GameLimits:
        """Bounds on payoffs, moves and actions."""
        ...


@dataclass(frozen=True)
class View:
    """The information of the player who moves, 0 or 1; the situation itself in games of perfect information only."""

    player: int
    infoset: str
    actions: tuple[str, ...]
    situation: Situation | None = None


def view(table: GameTable, situation: Situation) -> View:
    """Return the information of the player who moves in a situation."""
    shown = situation if table.perfect_information else None
    return View(situation.player, situation.infoset, situation.actions, shown)
