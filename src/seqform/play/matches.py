"""Matches between two agents: the games played, and the score with confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Integral
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, TypeVar

from seqform.builders.games.rules import MAX_NODES, TERMINAL
from seqform.errors import GameError, ModelError, OptionError
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import counted, short
from seqform.play.agents import Agent, Playable, draw, recipe_of
from seqform.play.luck import NodeValues, values_of
from seqform.play.ordered_table import OrderedSituation
from seqform.play.tables import GameTable, Situation, View, open_table
from seqform.solving.request import Progress
from seqform.system.foreign_text import html_table, visible
from seqform.system.packages import require

CONFIDENCE = 0.95
"""The level of all confidence intervals."""


Payoff = TypeVar("Payoff", Fraction, float)


@dataclass(frozen=True, slots=True)
class Move:
    """An action of a player (0 or 1) or of chance (`CHANCE`)."""

    player: int
    action: str


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played to its end: by seat the number of the agent, and by agent the payoff.

    `hidden` are by seat the numbers of chance's moves, from 0, that the player never sees, such as the opponent's cards
    after a fold. They are known of games with ordered signals that are not played on their tree.
    `adjusted` are the payoffs without luck (`seqform.play.luck.NodeValues`), by agent; None where no agent plays a
    profile on a tree.
    """

    seats: tuple[int, int]
    payoffs: tuple[Fraction, Fraction]
    moves: tuple[Move, ...]
    adjusted: tuple[Number, Number] | None = None
    hidden: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())

    def seen_by(self, agent: int) -> str:
        """Return the moves, chance's in parentheses, with a question mark for those that an agent never sees."""
        return self._text(self.hidden[self.seats.index(agent)])

    def __str__(self) -> str:
        """Return the moves, chance's in parentheses."""
        return self._text(())

    def _text(self, hidden: Sequence[int]) -> str:
        words, dealt = [], 0
        for move in self.moves:
            if move.player == CHANCE:
                words.append("(?)" if dealt in hidden else f"({move.action})")
                dealt += 1
            else:
                words.append(move.action)
        return visible(" ".join(words))


def student_half_width(observations: Sequence[Fraction] | Sequence[float]) -> float | None:
    """Return half the width of Student's confidence interval for a mean; None for fewer than two observations.

    The interval is mean ± t s / √n, n the number of independent observations, s their standard deviation, t the
    quantile of Student's distribution with n - 1 degrees of freedom.
    """
    count = len(observations)
    if count < 2:
        return None
    require("scipy.special")
    from scipy.special import stdtrit

    mean = sum(observations) / count
    variance = sum((each - mean) ** 2 for each in observations) / (count - 1)
    return float(stdtrit(count - 1, (1 + CONFIDENCE) / 2)) * math.sqrt(variance / count)


@dataclass(frozen=True, repr=False)
class MatchResult:
    """The games of a match between the agents 0 and 1.

    With fixed seats the first agent always was player 1. Otherwise games 2k and 2k + 1 are a pair: seats swapped, and
    the same moves of chance unless an agent would remember them; half a pair is left out, unless it is all there is.
    `games` are fewer than `asked` if the match was interrupted. `moves` and `seconds` are decisions and their time.
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
        """True if fewer games were played than requested."""
        return len(self.games) < self.asked

    def payoffs(self, agent: int) -> list[Fraction]:
        """Return the payoffs of an agent, game by game."""
        return [game.payoffs[agent] for game in self.games]

    def mean(self, agent: int) -> Fraction:
        """Return the mean payoff of an agent."""
        return sum(self.payoffs(agent), Fraction(0)) / len(self.games)

    def adjusted_payoffs(self, agent: int) -> list[float] | None:
        """Return the payoffs of an agent without luck, game by game; None where they are not known."""
        adjusted = [game.adjusted for game in self.games]
        return None if None in adjusted else [float(each[agent]) for each in adjusted if each is not None]

    def adjusted_mean(self, agent: int) -> float | None:
        """Return the mean payoff of an agent without luck, which has the same expected value as `mean`.

        None where no agent plays a profile on a tree.
        """
        adjusted = self.adjusted_payoffs(agent)
        return None if adjusted is None else math.fsum(adjusted) / len(adjusted)

    def adjusted_half_width(self, agent: int) -> float | None:
        """Return half the width of the confidence interval of `adjusted_mean`; None where there is none."""
        adjusted = self.adjusted_payoffs(agent)
        return None if adjusted is None else student_half_width(self._units(adjusted))

    def units(self, agent: int) -> list[Fraction]:
        """Return the independent observations: means of pairs of games, or games where seats are fixed."""
        return self._units(self.payoffs(agent))

    def _units(self, payoffs: list[Payoff]) -> list[Payoff]:
        if self.fixed_seats or len(payoffs) == 1:
            return payoffs
        return [(one + other) / 2 for one, other in zip(payoffs[::2], payoffs[1::2], strict=True)]

    def half_width(self, agent: int) -> float | None:
        """Return half the width of the confidence interval of an agent's mean payoff; None for fewer than two units.

        Student's interval (`student_half_width`) over the `units`. Games of a pair share their chance moves, so
        that pairs are independent and games are not; and every pair has the same distribution.
        """
        return student_half_width(self.units(agent))

    def interval(self, agent: int) -> tuple[float, float] | None:
        """Return the 95 % confidence interval of an agent's mean payoff; see `half_width`."""
        half_width = self.half_width(agent)
        if half_width is None:
            return None
        return float(self.mean(agent)) - half_width, float(self.mean(agent)) + half_width

    def record(self, agent: int) -> tuple[int, int, int]:
        """Return the numbers of games in which an agent received more than the other one, as much, and less."""
        gains = [game.payoffs[agent] - game.payoffs[1 - agent] for game in self.games]
        return sum(gain > 0 for gain in gains), sum(gain == 0 for gain in gains), sum(gain < 0 for gain in gains)

    def seconds_per_move(self, agent: int) -> float | None:
        """Return the mean time of an agent's moves; None if it made none."""
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


def match(
    game: ExtensiveGame | str | Path | Any,
    first: Playable,
    second: Playable,
    *,
    games: int = 100,
    seed: int = 1,
    fixed_seats: bool = False,
    normalize: bool = False,
    max_nodes: int = MAX_NODES,
    progress: Progress | None = None,
    watch: Callable[[PlayedGame], None] | None = None,
) -> MatchResult:
    """Let two agents play a game, again and again.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `seqform.load` accepts
        Rules of perfect information, and of games with ordered signals, are not expanded unless an agent needs the
        tree.
    first, second : str, Agent, SavedSolution, Equilibrium, OrderedEquilibrium or BehaviorProfile
        Names such as "random", "negamax", "mcts:1000" or "equilibrium"; an unknown one gets an error that lists
        them all. Or agents of one's own, or strategies to play by.
    games : int
        Even, unless seats are fixed: games come in pairs with seats swapped and the same chance moves (other
        ones if an agent has an attribute ``remembers`` that is true, as a person does).
    seed : int
        Decides everything that is random: chance, strategies, and searches.
    fixed_seats : bool
        Let `first` be player 1 in every game.
    normalize, max_nodes
        As in `seqform.load`.
    progress : callable, optional
        Callback that receives short progress messages.
    watch : callable, optional
        Called with every game when it is over.

    Returns
    -------
    MatchResult
        Interrupted by Ctrl-C, or by a person who leaves, with the games played until then.

    Raises
    ------
    KeyboardInterrupt
        If the match was interrupted before a game was over.

    Examples
    --------
    >>> result = match("tic-tac-toe", "negamax", "random", games=20)
    >>> result.record(0)[2], result.interval(0)[0] > 0
    (0, True)
    """
    if not isinstance(games, int) or games < 1:
        raise OptionError(f"games: a number from 1 on expected, not {games!r}")
    if games % 2 and not fixed_seats:
        raise OptionError(
            f"games: an even number expected, not {games}: games come in pairs, seats swapped; or fix the seats"
        )
    one = recipe_of(first)
    other = one if second == first else recipe_of(second)
    tree = one.needs_tree or other.needs_tree
    deals = one.plays_deals and other.plays_deals
    table = open_table(game, tree=tree, deals=deals, normalize=normalize, max_nodes=max_nodes, progress=progress)
    if table.root.player == TERMINAL:
        raise GameError(f"{table.title}: no player ever moves in this game")
    agent = one.make(table, progress)
    opponent = agent if other is one else other.make(table, progress)  # an agent against itself is made once
    series = _Series(table, (agent, opponent), seed, fixed_seats, values_of(table, (agent, opponent)))
    try:
        for number in range(games):
            if progress is not None:
                progress(f"{table.title}: game {number + 1:,} of {games:,}")
            series.games.append(series.play(number))
            if watch is not None:
                watch(series.games[-1])
    except (KeyboardInterrupt, EOFError):
        if not series.games:
            raise KeyboardInterrupt from None
    return series.result(games)


def view_at(table: GameTable, situation: Situation) -> View:
    """Return the information of the player who moves."""
    if isinstance(situation, OrderedSituation):
        return situation.view
    shown = situation if table.perfect_information else None
    return View(situation.player, situation.infoset, situation.actions, shown)


def choice_of(agent: Agent, view: View, random: Random) -> int:
    """Return the number of the action that an agent chooses, which has to be one."""
    action = agent.choose(view, random)
    if not isinstance(action, Integral) or not 0 <= action < len(view.actions):
        raise ModelError(
            f"{agent.name} chose action {action!r} at {view.infoset!r}; "
            f"a number from 0 to {len(view.actions) - 1} expected"
        )
    return action


@dataclass
class _Series:
    """The agents at the table, and the games so far."""

    table: GameTable
    agents: tuple[Agent, Agent]
    seed: int
    fixed_seats: bool
    known: tuple[NodeValues, tuple[bool, ...]] | None
    games: list[PlayedGame] = field(default_factory=list)
    moves: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])

    @property
    def deals_twice(self) -> bool:
        """True if the games of a pair share chance's moves; agents that would remember them exclude it."""
        return not self.fixed_seats and not any(getattr(agent, "remembers", False) for agent in self.agents)

    def play(self, number: int) -> PlayedGame:
        """Play one game, counted from 0; its randomness depends on the seed and this number only."""
        swapped = not self.fixed_seats and number % 2 == 1
        seats = (1, 0) if swapped else (0, 1)
        chance = Random(f"{self.seed} chance {number // 2 if self.deals_twice else number}")
        draws = [Random(f"{self.seed} agent {agent} game {number}") for agent in (0, 1)]
        situation: Situation = self.table.root
        moves, situations = [], [situation]
        while situation.player != TERMINAL:
            if situation.player == CHANCE:
                action = draw(situation.lottery, chance)
            else:
                agent = seats[situation.player]
                action = self._choice(agent, view_at(self.table, situation), draws[agent])
            moves.append(Move(situation.player, situation.actions[action]))
            situation = situation.after(action)
            situations.append(situation)
        payoffs, adjusted = situation.payoffs, None
        if self.known is not None:
            values, follow = self.known
            known = [seat for seat in (0, 1) if follow[seats[seat]]]
            adjusted = (values.adjusted(situations, seats[0], known), values.adjusted(situations, seats[1], known))
        hidden = situation.table.hidden(situation) if isinstance(situation, OrderedSituation) else ((), ())
        by_agent = payoffs[seats[0]], payoffs[seats[1]]  # swapping undoes itself
        return PlayedGame(seats, by_agent, tuple(moves), adjusted, hidden)

    def _choice(self, agent: int, known: View, random: Random) -> int:
        start = perf_counter()
        action = choice_of(self.agents[agent], known, random)
        self.seconds[agent] += perf_counter() - start
        self.moves[agent] += 1
        return action

    def result(self, asked: int) -> MatchResult:
        """Return the result so far."""
        complete = len(self.games)
        if not self.fixed_seats and complete > 1:
            complete -= complete % 2
        names, games = (self.agents[0].name, self.agents[1].name), tuple(self.games[:complete])
        spent: Any = {"moves": tuple(self.moves), "seconds": tuple(self.seconds)}
        return MatchResult(self.table.title, names, self.seed, self.fixed_seats, asked, games, **spent)
