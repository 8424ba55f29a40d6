"""Matches between two agents: the games that are played, and the score, with confidence intervals and tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from numbers import Integral
from pathlib import Path
from random import Random
from statistics import NormalDist
from time import perf_counter
from typing import Any, TypeVar

from seqform.builders.games.rules import MAX_NODES, TERMINAL
from seqform.errors import GameError, InputError, ModelError, OptionError
from seqform.models.answers.computed import Computed
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import player_label, unique_names
from seqform.models.numbers.exact import Number, in_doubles
from seqform.models.numbers.text import counted, short
from seqform.models.options import whole_number
from seqform.models.table import Cell, Line, Part, Report, Table, Tabular
from seqform.play.agents import Agent, AgentLike, Progress, begin_game, draw, recipe_of
from seqform.play.review import Judge, Point, SolutionJudge, judge_of
from seqform.playable import Information, OrderedSituation, PlayableGame, Situation, open_game
from seqform.system.foreign_text import visible

# ---- playing ----


def match(
    game: ExtensiveGame | str | Path | Any,
    first: AgentLike,
    second: AgentLike,
    *,
    games: int = 100,
    seed: int = 1,
    fixed_seats: bool = False,
    names: tuple[str, str] | None = None,
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
    first, second : str, Agent, SavedSolution, Equilibrium, OrderedEquilibrium, Device or BehaviorProfile
        Names such as "random", "negamax", "mcts:1000" or "equilibrium"; an unknown one gets an error that lists
        them all. Or agents of one's own, or strategies to play by. Or a function of the information, with `player`,
        `infoset` and `actions`, that returns an action, its number, or probabilities: a mapping from actions, or a list
        in their order. Where it looks up names of sets, which are unique on a tree, its attribute `needs_tree` is true.
        Or what `seqform.profile` takes: a mapping, a pair of strategies, or a function of a set's name and its actions.
    games : int
        Even, unless seats are fixed: games come in pairs with seats swapped and the same chance moves (other
        ones if an agent has an attribute ``remembers`` that is true, as a person does).
    seed : int
        Decides everything that is random: chance, strategies, and searches.
    fixed_seats : bool
        Let `first` be player 0 in every game.
    names : pair of str, optional
        Names of the agents in the result, instead of their own.
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
    InputError
        If the input of a person ended before a game was over.

    Examples
    --------
    >>> result = match("tic-tac-toe", "negamax", "random", games=20)
    >>> result.record(0)[2], result.interval(0)[0] > 0
    (0, True)
    >>> def bold(information):
    ...     return {"bet": 1} if "bet" in information.actions else [1 / 2, 1 / 2]
    >>> match("kuhn", bold, "random", games=2).agents
    ('bold', 'random')
    """
    games = whole_number("games", games, 1, OptionError)
    if games % 2 and not fixed_seats:
        raise OptionError(
            f"games: an even number expected, not {games}: games come in pairs, seats swapped; or fix the seats"
        )
    if names is not None and not _are_names(names):
        raise OptionError(f"names: a pair of texts expected, not {names!r}")
    recipe = recipe_of(first)
    opponents_recipe = recipe if second == first else recipe_of(second)
    playable = open_game(
        game,
        tree=recipe.needs_tree or opponents_recipe.needs_tree,
        deals=recipe.plays_deals and opponents_recipe.plays_deals,
        normalize=normalize,
        max_nodes=max_nodes,
        progress=progress,
    )
    if playable.root.player == TERMINAL:
        raise GameError(f"{playable.title}: no player ever moves in this game")
    agent = recipe.make(playable, progress)
    opponent = agent
    if opponents_recipe is not recipe:  # an agent against itself is made once
        opponent = opponents_recipe.make(playable, progress)

    # The decisions of each agent are judged against the strategy of the other one.
    judges = (judge_of(playable, opponent), judge_of(playable, agent))
    first_decisions = None if judges[0] is None else _Decisions(judges[0])
    second_decisions = None if judges[1] is None else _Decisions(judges[1])
    series = _Series(
        playable,
        (agent, opponent),
        (agent.name, opponent.name) if names is None else (names[0], names[1]),
        seed,
        fixed_seats,
        (first_decisions, second_decisions),
    )
    try:
        for number in range(games):
            if progress is not None:
                progress(f"{playable.title}: game {number + 1:,} of {games:,}")
            series.games.append(series.play(number))
            if watch is not None:
                watch(series.games[-1])
    except EOFError:
        if not series.games:
            message = "the input ended before the first game was over; a human types each move on standard input"
            raise InputError(f"{playable.title}: {message}") from None
    except KeyboardInterrupt:
        if not series.games:
            raise
    if progress is not None and any(judges):
        progress(f"{playable.title}: worths of decisions")
    return series.result(games)


def information_at(playable: PlayableGame, situation: Situation) -> Information:
    """Return the information of the player who moves."""
    if isinstance(situation, OrderedSituation):
        return situation.information
    shown = situation if playable.perfect_information else None
    return Information(situation.player, situation.infoset, situation.actions, shown)


def choice_of(agent: Agent, information: Information, random: Random) -> int:
    """Return the number of the action that an agent chooses, which has to be one."""
    action = agent.choose(information, random)
    if not isinstance(action, Integral) or not 0 <= action < len(information.actions):
        raise ModelError(
            f"{agent.name} chose action {action!r} at {information.infoset!r}; "
            f"a number from 0 to {len(information.actions) - 1} expected"
        )
    return action


@dataclass
class _Decisions:
    """The decisions of an agent in every game, as points with actions, and the judge of the opponent."""

    judge: Judge | SolutionJudge
    taken: list[list[Point]] = field(default_factory=list)

    def add(self, taken: Sequence[tuple[Situation, int]]) -> None:
        """Add the decisions of a game."""
        self.taken.append([(*self.judge.point(here), action) for here, action in taken])

    def judged(self, seats: Sequence[int]) -> list[tuple[Number, Number, Number]]:
        """Return for each game what perfect play earns, the cost of the decisions, and the opponent's adjusted payoff.

        `seats` are those of the agent in the games.
        """
        rows: list[tuple[Number, Number, Number]] = [(0, 0, 0)] * len(seats)
        for seat in set(seats):
            games = [game for game, seat_in_game in enumerate(seats) if seat_in_game == seat]
            points = [point for game in games for point in self.taken[game]]
            best, costs = self.judge.costs(seat, points)
            costs_of_games = self._sums(games, costs)
            total = self.judge.constant_sum
            if total is None:
                assert isinstance(self.judge, Judge)
                most, losses = self.judge.costs_to_opponent(seat, points)
                opponents = [most - loss for loss in self._sums(games, losses)]
            else:
                opponents = [total - best + cost for cost in costs_of_games]
            for game, cost, opponent in zip(games, costs_of_games, opponents, strict=True):
                rows[game] = (best, cost, opponent)
        return rows

    def _sums(self, games: Sequence[int], costs: Sequence[Number]) -> list[Number]:
        """Return the sum of the costs of the decisions in each game."""
        remaining = iter(costs)
        return [sum(islice(remaining, len(self.taken[game])), Fraction(0)) for game in games]


def _are_names(names: object) -> bool:
    """Return whether an object is a pair of texts."""
    if not isinstance(names, tuple | list) or len(names) != 2:
        return False
    return all(isinstance(name, str) for name in names)


@dataclass
class _Series:
    """The agents, and the games so far."""

    playable: PlayableGame
    agents: tuple[Agent, Agent]
    names: tuple[str, str]
    seed: int
    fixed_seats: bool
    decisions: tuple[_Decisions | None, _Decisions | None]
    games: list[PlayedGame] = field(default_factory=list)
    moves: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])

    @property
    def deals_twice(self) -> bool:
        """True if the games of a pair share chance's moves; agents that would remember them exclude it."""
        return not self.fixed_seats and not any(
            getattr(agent, "remembers", False) for agent in self.agents
        )

    def play(self, number: int) -> PlayedGame:
        """Play one game, counted from 0; its randomness depends on the seed and this number only."""
        is_swapped = not self.fixed_seats and number % 2 == 1
        seats = (1, 0) if is_swapped else (0, 1)
        deal = number // 2 if self.deals_twice else number
        chance = Random(f"{self.seed} chance {deal}")
        draws = [Random(f"{self.seed} agent {agent} game {number}") for agent in (0, 1)]
        for agent in (0, 1):  # who draws the same, as two agents of one device do, plays together
            begin_game(self.agents[agent], Random(f"{self.seed} game {number}"))
        situation: Situation = self.playable.root
        moves: list[Move] = []
        taken: tuple[list[tuple[Situation, int]], ...] = ([], [])
        while situation.player != TERMINAL:
            if situation.player == CHANCE:
                action = draw(situation.lottery, chance)
            else:
                agent = seats[situation.player]
                information = information_at(self.playable, situation)
                start = perf_counter()
                action = choice_of(self.agents[agent], information, draws[agent])
                self.seconds[agent] += perf_counter() - start
                self.moves[agent] += 1
                taken[agent].append((situation, action))
            moves.append(Move(situation.player, situation.actions[action]))
            situation = situation.after(action)
        for agent, decisions in enumerate(self.decisions):
            if decisions is not None:
                decisions.add(taken[agent])
        payoffs = situation.payoffs
        by_agent = (payoffs[seats[0]], payoffs[seats[1]])  # swapping undoes itself
        game = PlayedGame(seats, by_agent, tuple(moves))
        if isinstance(situation, OrderedSituation):
            return replace(game, hidden=situation.playable.hidden(situation))
        return game

    def result(self, asked: int) -> MatchResult:
        """Return the result so far."""
        complete = len(self.games)
        if not self.fixed_seats and complete > 1:
            complete -= complete % 2
        games, perfect = self._judged(self.games[:complete])
        return MatchResult(
            self.playable.title,
            agents=self.names,
            seed=self.seed,
            fixed_seats=self.fixed_seats,
            asked=asked,
            games=games,
            moves=(self.moves[0], self.moves[1]),
            seconds=(self.seconds[0], self.seconds[1]),
            perfect=perfect,
        )

    def _judged(
        self, games: Sequence[PlayedGame]
    ) -> tuple[tuple[PlayedGame, ...], tuple[Number | None, Number | None]]:
        """Return the games with costs of mistakes and payoffs without luck; and what perfect play earns, by agent."""
        unknown = [None] * len(games)
        perfect: list[Number | None] = [None, None]
        mistakes: list[Sequence[Number | None]] = [unknown, unknown]
        by_own_decisions: list[Sequence[Any] | None] = [None, None]
        by_opponents_decisions: list[Sequence[Any]] = [unknown, unknown]
        for agent, decisions in enumerate(self.decisions):
            if decisions is None:
                continue
            rows = decisions.judged([game.seats.index(agent) for game in games])
            perfect[agent] = sum((best for best, _, _ in rows), Fraction(0)) / len(games)
            mistakes[agent] = [cost for _, cost, _ in rows]
            by_own_decisions[agent] = [best - cost for best, cost, _ in rows]
            by_opponents_decisions[1 - agent] = [opponent for _, _, opponent in rows]

        # Both judgements have the right mean; that of the agent's own decisions adds up with the rows above it.
        first_adjusted, second_adjusted = (
            by_opponents_decisions[agent] if own is None else own
            for agent, own in enumerate(by_own_decisions)
        )
        judged = []
        for game, *payoffs, first, second in zip(
            games, first_adjusted, second_adjusted, *mistakes, strict=True
        ):
            adjusted = None if payoffs[0] is None else (payoffs[0], payoffs[1])
            judged.append(replace(game, adjusted=adjusted, mistakes=(first, second)))
        return tuple(judged), (perfect[0], perfect[1])


# ---- games and scores ----

CONFIDENCE = 0.95
"""The level of all confidence intervals."""

_UNITS = (("s", 1), ("ms", 1_000), ("µs", 1_000_000))

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
    `mistakes` are by agent the costs of its decisions against the opponent's profile or solution; None where it follows
    none. `adjusted` are the payoffs without luck (`seqform.play.review`), by agent; None where no agent follows one.
    Both are known at the end of the match.
    """

    seats: tuple[int, int]
    payoffs: tuple[Fraction, Fraction]
    moves: tuple[Move, ...]
    adjusted: tuple[Number, Number] | None = None
    hidden: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    mistakes: tuple[Number | None, Number | None] = (None, None)

    def seen_by(self, agent: int) -> str:
        """Return the moves, chance's in parentheses, with a question mark for those that an agent never sees."""
        return self._text(self.hidden[self.seats.index(agent)])

    def __str__(self) -> str:
        """Return the moves, chance's in parentheses."""
        return self._text(())

    def _text(self, hidden: Sequence[int]) -> str:
        words = []
        dealt = 0
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
    quantile of Student's distribution with n - 1 degrees of freedom. Raises DoubleRangeError if it is too wide for a
    double.
    """
    count = len(observations)
    if count < 2:
        return None
    mean = sum(observations) / count
    deviations = [each - mean for each in observations]
    unit = _power_of_two_near(max(abs(Fraction(deviation)) for deviation in deviations))

    # squares of deviations may be beyond doubles, and those in units of about the largest one are not
    variance = sum((deviation / unit) ** 2 for deviation in deviations) / (count - 1)
    return student_quantile(count - 1) * math.sqrt(variance / count) * in_doubles(unit)


def _power_of_two_near(number: Fraction) -> Fraction:
    """Return a power of two at most four times as large as a positive number, or as small; 1 for zero."""
    numerator, denominator = number.as_integer_ratio()
    if not numerator:
        return Fraction(1)
    return Fraction(2) ** (numerator.bit_length() - denominator.bit_length() - 1)


MANY_DEGREES = 100
"""Degrees of freedom from which the quantile of Student's distribution is that of an expansion, to nine digits."""


def student_quantile(degrees: int) -> float:
    """Return t such that a variable of Student's distribution is within ±t with probability `CONFIDENCE`.

    It is computed here because `scipy.special` takes longer to import than all that uses it.

    References
    ----------
    Abramowitz & Stegun, Handbook of Mathematical Functions (1964), 26.7.3 to 26.7.5.
    """
    if degrees >= MANY_DEGREES:
        n = degrees
        z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
        first = (z**3 + z) / 4
        second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
        fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
        return z + first / n + second / n**2 + third / n**3 + fourth / n**4

    # Bisection, down to neighboring doubles, of the angle whose tangent is t / √degrees; the probability increases
    # with it.
    low = 0.0
    high = math.pi / 2
    while low < (angle := (low + high) / 2) < high:
        if _student_probability(angle, degrees) > CONFIDENCE:
            high = angle
        else:
            low = angle
    return math.tan(low) * math.sqrt(degrees)


def _student_probability(angle: float, degrees: int) -> float:
    """Return the probability that a variable of Student's distribution is within ±√degrees tan(angle)."""
    sine = math.sin(angle)
    cosine = math.cos(angle)
    is_odd = degrees % 2
    total = 0.0
    term = cosine if is_odd else 1.0
    for k in range(1 + is_odd, degrees, 2):
        total += term
        term *= cosine**2 * k / (k + 1)
    if is_odd:
        return 2 / math.pi * (angle + sine * total)
    return sine * total


def interval_text(mean: float, half_width: float | None, least: float = -math.inf) -> str:
    """Return the interval around a mean as text, from the least possible value on; "" without an interval.

    Examples
    --------
    >>> interval_text(0.5, 0.2), interval_text(0.1, 0.2, least=0)
    ('± 0.2', '(0 to 0.3)')
    """
    if half_width is None:
        return ""
    if mean - half_width < least:
        return f"({least:g} to {_two_digits(mean + half_width)})"
    return f"± {_two_digits(half_width)}"


def _two_digits(number: float) -> str:
    """Return a number rounded to two digits; with an exponent only from a million on.

    Examples
    --------
    >>> _two_digits(0.12345), _two_digits(1906.2), _two_digits(1.906e7)
    ('0.12', '1900', '1.9e+07')
    """
    return f"{float(f'{number:.2g}'):g}"


@dataclass(frozen=True, repr=False)
class MatchResult(Computed, Tabular):
    """The games of a match between the agents 0 and 1.

    With fixed seats the first agent always was player 0. Otherwise games 2k and 2k + 1 are a pair: seats swapped, and
    the same moves of chance unless an agent would remember them; half a pair is left out, unless it is all there is.
    `games` are fewer than `asked` if the match was interrupted. `moves` and `seconds` are decisions and their time.
    `perfect` is by agent the mean payoff that perfect play earns against the opponent from the agent's seats; None
    where the opponent follows no profile and no solution.
    """

    title: str
    agents: tuple[str, str]
    seed: int
    fixed_seats: bool
    asked: int
    games: tuple[PlayedGame, ...]
    moves: tuple[int, int]
    seconds: tuple[float, float]
    perfect: tuple[Number | None, Number | None] = (None, None)

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

    def means_by_seat(self, agent: int) -> tuple[Fraction | None, Fraction | None]:
        """Return the mean payoffs of an agent as player 0 and as player 1; None for a seat that it never had."""
        means: list[Fraction | None] = []
        for seat in (0, 1):
            payoffs = [game.payoffs[agent] for game in self.games if game.seats[seat] == agent]
            if payoffs:
                means.append(sum(payoffs, Fraction(0)) / len(payoffs))
            else:
                means.append(None)
        return means[0], means[1]

    def adjusted_payoffs(self, agent: int) -> list[float] | None:
        """Return the payoffs of an agent without luck, game by game; None where they are not known."""
        payoffs = [None if game.adjusted is None else game.adjusted[agent] for game in self.games]
        return _known(payoffs)

    def adjusted_mean(self, agent: int) -> float | None:
        """Return the mean payoff of an agent without luck, which has the same expected value as `mean`.

        None where no agent follows a profile or a solution.
        """
        return _mean(self.adjusted_payoffs(agent))

    def adjusted_half_width(self, agent: int) -> float | None:
        """Return half the width of the confidence interval of `adjusted_mean`; None where there is none."""
        return self._half_width(self.adjusted_payoffs(agent))

    def mistakes(self, agent: int) -> float | None:
        """Return the mean cost of an agent's decisions in a game; None where the opponent follows no profile."""
        return _mean(_known([game.mistakes[agent] for game in self.games]))

    def mistakes_half_width(self, agent: int) -> float | None:
        """Return half the width of the confidence interval of `mistakes`; None where there is none."""
        return self._half_width(_known([game.mistakes[agent] for game in self.games]))

    def units(self, agent: int) -> list[Fraction]:
        """Return the independent observations: means of pairs of games, or games where seats are fixed."""
        return self._units(self.payoffs(agent))

    def _units(self, payoffs: list[Payoff]) -> list[Payoff]:
        if self.fixed_seats or len(payoffs) == 1:
            return payoffs
        return [
            (first + second) / 2 for first, second in zip(payoffs[::2], payoffs[1::2], strict=True)
        ]

    def _half_width(self, payoffs: list[float] | None) -> float | None:
        if payoffs is None:
            return None
        return student_half_width(self._units(payoffs))

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
        return in_doubles(self.mean(agent)) - half_width, in_doubles(self.mean(agent)) + half_width

    def record(self, agent: int) -> tuple[int, int, int]:
        """Return the numbers of games in which an agent received more than the other one, as much, and less."""
        gains = [game.payoffs[agent] - game.payoffs[1 - agent] for game in self.games]
        return (
            sum(gain > 0 for gain in gains),
            sum(gain == 0 for gain in gains),
            sum(gain < 0 for gain in gains),
        )

    def seconds_per_move(self, agent: int) -> float | None:
        """Return the mean time of an agent's moves; None if it made none."""
        if not self.moves[agent]:
            return None
        return self.seconds[agent] / self.moves[agent]

    def __repr__(self) -> str:
        scores = [
            f"{name} {short(in_doubles(self.mean(agent)))}"
            for agent, name in enumerate(self.agents)
        ]
        games = counted(len(self.games), "game")
        return (
            f"<MatchResult of {self.title!r}: {games}, mean payoffs {visible(', '.join(scores))}>"
        )

    def report(self, *, everything: bool = False) -> Report:
        """Return the score as tables; the data has the tables "agents" and "games"."""
        names = unique_names(self.agents)
        seats = f"{names[0]} is player 1" if self.fixed_seats else "seats swapped within each pair"
        played = counted(len(self.games), "game")
        if self.interrupted:
            played += f" of {self.asked:,}, interrupted"
        title = f"{self.title}: {played}, {seats}, seed {self.seed}"
        columns = (
            "agent",
            "mean payoff",
            f"± {CONFIDENCE:.0%}",
            "wins",
            "draws",
            "losses",
            "per move",
        )
        rows: list[list[Cell]] = []
        for agent, name in enumerate(names):
            half_width = self.half_width(agent)
            interval = "none" if half_width is None else _two_digits(half_width)
            time = _duration(self.seconds_per_move(agent))
            rows.append([name, in_doubles(self.mean(agent)), interval, *self.record(agent), time])
        parts: list[Part] = [
            Table(title, columns, "lrrrrrr", rows),
            *map(Line, _lines_by_seat(self, names)),
            *map(Line, _lines_without_luck(self, names)),
        ]
        parts.append(Line(interval_of(self), "dim"))
        return Report(
            parts, {"agents": lambda: _agents_table(self), "games": lambda: _games_table(self)}
        )


def _known(numbers: Sequence[Number | None]) -> list[float] | None:
    """Return numbers in doubles; None where one is not known."""
    if None in numbers:
        return None
    return [in_doubles(number) for number in numbers if number is not None]


def _mean(numbers: list[float] | None) -> float | None:
    if numbers is None:
        return None
    return math.fsum(numbers) / len(numbers)


def interval_of(result: MatchResult) -> str:
    """Return how the intervals of a match are computed."""
    units = result.units(0)
    if len(units) < 2:
        return "no interval: two independent games or pairs are needed at least"
    unit = "games" if result.fixed_seats else "pairs of games"
    text = f"± {CONFIDENCE:.0%} confidence interval: Student's t over {len(units):,} independent {unit}"
    if len(set(units)) == 1:
        text += "; all results were equal, so rare results are not covered"
    return text


def _lines_by_seat(result: MatchResult, names: tuple[str, ...]) -> list[str]:
    """Return the mean payoffs by seat; nothing where each agent kept one, since the table has them."""
    if result.fixed_seats:
        return []
    lines: list[str] = []
    for seat in (0, 1):
        means: list[str] = []
        for agent, name in enumerate(names):
            mean = result.means_by_seat(agent)[seat]
            if mean is not None:
                means.append(f"{name} {short(in_doubles(mean))}")
        if means:
            lines.append(f"as {player_label(seat)}: {', '.join(means)}")
    return lines


def _lines_without_luck(result: MatchResult, names: tuple[str, ...]) -> list[str]:
    adjusted: list[str] = []
    perfect: list[str] = []
    mistakes: list[str] = []
    for agent, name in enumerate(names):
        mean = result.adjusted_mean(agent)
        if mean is not None:
            adjusted.append(f"{name} {_with_width(mean, result.adjusted_half_width(agent))}")
        most = result.perfect[agent]
        cost = result.mistakes(agent)
        if most is not None and cost is not None:
            perfect.append(f"{name} {short(in_doubles(most))}")
            mistakes.append(f"{name} {_with_width(cost, result.mistakes_half_width(agent), 0.0)}")
    scores = {
        "without luck": adjusted,
        "perfect play earns from these seats": perfect,
        "mistakes cost": mistakes,
    }
    return [f"{title}: {', '.join(texts)}" for title, texts in scores.items() if texts]


def _with_width(mean: float, half_width: float | None, least: float = -math.inf) -> str:
    return f"{short(mean)} {interval_text(mean, half_width, least)}".rstrip()


def _agents_table(result: MatchResult) -> Table:
    columns = (
        "agent",
        "mean",
        "half width",
        "wins",
        "draws",
        "losses",
        "moves",
        "seconds per move",
    )
    adjusted = ("mean without luck", "half width without luck")
    judged = ("perfect play", "mistakes", "half width of mistakes")
    rows: list[list[Cell]] = [
        [
            name,
            result.mean(agent),
            result.half_width(agent),
            *result.record(agent),
            result.moves[agent],
            result.seconds_per_move(agent),
            result.adjusted_mean(agent),
            result.adjusted_half_width(agent),
            result.perfect[agent],
            result.mistakes(agent),
            result.mistakes_half_width(agent),
            *result.means_by_seat(agent),
        ]
        for agent, name in enumerate(unique_names(result.agents))
    ]
    by_seat = ("mean as player 1", "mean as player 2")
    return Table("", (*columns, *adjusted, *judged, *by_seat), "l" + "r" * 14, rows)


def _games_table(result: MatchResult) -> Table:
    names = unique_names(result.agents)
    columns = ["game", "player 1", "moves"]
    for measure in ("payoff", "payoff without luck", "mistakes"):
        columns += [f"{measure} of {name}" for name in names]
    rows: list[list[Cell]] = []
    for number, game in enumerate(result.games, start=1):
        adjusted = game.adjusted or (None, None)
        rows.append(
            [number, names[game.seats[0]], str(game), *game.payoffs, *adjusted, *game.mistakes]
        )
    return Table("", tuple(columns), "rll" + "r" * 6, rows)


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "never moved"
    for unit, factor in _UNITS:  # noqa: B007 - the last one, of the smallest unit, if no other is
        if seconds * factor >= 1:
            break
    return f"{seconds * factor:.3g} {unit}"
