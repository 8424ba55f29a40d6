"""What a match came to: every game, and the score with its uncertainty."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from seqform.models.html import html_table
from seqform.models.number_text import counted, short
from seqform.play.situations import CHANCE
from seqform.system.foreign_text import visible
from seqform.system.packages import require

CONFIDENCE = 0.95
"""The level of all confidence intervals."""


@dataclass(frozen=True)
class Move:
    """An action of a player (0 or 1) or of chance (`CHANCE`)."""

    player: int
    action: str


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played to its end.

    Parameters
    ----------
    seats : (int, int)
        Which of the two agents sat in each player's seat.
    payoffs : (Fraction, Fraction)
        What each agent received.
    moves : tuple of Move
    """

    seats: tuple[int, int]
    payoffs: tuple[Fraction, Fraction]
    moves: tuple[Move, ...]

    def __str__(self) -> str:
        """Return the moves, chance's in parentheses."""
        return visible(" ".join(f"({move.action})" if move.player == CHANCE else move.action for move in self.moves))


@dataclass(frozen=True, repr=False)
class MatchResult:
    """The games of a match; agents are numbered 0 and 1.

    Parameters
    ----------
    title : str
        Of the game.
    agents : (str, str)
    seed : int
    fixed_seats : bool
        Whether the first agent always was player 1. Otherwise games 2k and 2k + 1 are a pair: seats swapped,
        and the same moves of chance unless an agent would remember them.
    asked : int
        How many games were to be played.
    games : tuple of PlayedGame
        Fewer if the match was interrupted. Half a pair is left out, unless it is all there is.
    moves : (int, int)
        How many decisions each agent took.
    seconds : (float, float)
        How long they took in all.
    """

    title: str
    agents: tuple[str, str]
    seed: int
    fixed_seats: bool
    asked: int
    games: tuple[PlayedGame, ...]
    moves: tuple[int, int]
    seconds: tuple[float, float]

    @property
    def interrupted(self) -> bool:
        """Whether fewer games were played than asked for."""
        return len(self.games) < self.asked

    def payoffs(self, agent: int) -> list[Fraction]:
        """Return what an agent received in every game."""
        return [game.payoffs[agent] for game in self.games]

    def mean(self, agent: int) -> Fraction:
        """Return what an agent received per game."""
        return sum(self.payoffs(agent), Fraction(0)) / len(self.games)

    def units(self, agent: int) -> list[Fraction]:
        """Return what is drawn independently: the means of pairs of games, or the games where seats are fixed."""
        payoffs = self.payoffs(agent)
        if self.fixed_seats or len(payoffs) == 1:
            return payoffs
        return [(one + other) / 2 for one, other in zip(payoffs[::2], payoffs[1::2], strict=True)]

    def half_width(self, agent: int) -> float | None:
        """Return half the width of the confidence interval of an agent's mean payoff; None for fewer than two units.

        Notes
        -----
        Student's interval: mean ± t s / √n, n the number of `units`, s their standard deviation, t the quantile
        of Student's distribution with n - 1 degrees of freedom. Games of a pair share their chance moves, so
        that pairs are independent and games are not; and every pair has the same distribution.
        """
        units = self.units(agent)
        count = len(units)
        if count < 2:
            return None
        require("scipy.special")
        from scipy.special import stdtrit

        mean = self.mean(agent)
        variance = sum((unit - mean) ** 2 for unit in units) / (count - 1)
        return float(stdtrit(count - 1, (1 + CONFIDENCE) / 2)) * math.sqrt(variance / count)

    def interval(self, agent: int) -> tuple[float, float] | None:
        """Return the 95 % confidence interval of an agent's mean payoff; see `half_width`."""
        half_width = self.half_width(agent)
        if half_width is None:
            return None
        return float(self.mean(agent)) - half_width, float(self.mean(agent)) + half_width

    def record(self, agent: int) -> tuple[int, int, int]:
        """Return in how many games an agent received more than the other one, as much, and less."""
        gains = [game.payoffs[agent] - game.payoffs[1 - agent] for game in self.games]
        return sum(gain > 0 for gain in gains), sum(gain == 0 for gain in gains), sum(gain < 0 for gain in gains)

    def seconds_per_move(self, agent: int) -> float | None:
        """Return how long an agent took for a move; None if it made none."""
        return self.seconds[agent] / self.moves[agent] if self.moves[agent] else None

    def __repr__(self) -> str:
        score = f"{self.agents[0]} {short(float(self.mean(0)))}, {self.agents[1]} {short(float(self.mean(1)))}"
        games = counted(len(self.games), "game")
        return f"<MatchResult of {self.title!r}: {games}, mean payoffs {visible(score)}>"

    def _repr_html_(self) -> str:
        rows = []
        for agent, name in enumerate(self.agents):
            half_width = self.half_width(agent)
            uncertainty = "" if half_width is None else f" ± {half_width:.2g}"
            rows.append((name, f"{short(float(self.mean(agent)))}{uncertainty}"))
        return html_table(f"{self.title}: {len(self.games):,} games", rows, ("agent", "mean payoff"))
