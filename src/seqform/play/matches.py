"""Matches between two agents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from numbers import Integral
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from seqform.builders.games.rules import MAX_NODES, TERMINAL
from seqform.errors import GameError, ModelError, OptionError
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.numbers.exact import Number
from seqform.play.agents import Agent, AgentLike, Progress, draw, recipe_of
from seqform.play.review import Judge, Point, SolutionJudge, judge_of
from seqform.play.scores import MatchResult, Move, PlayedGame
from seqform.playable import Information, OrderedSituation, PlayableGame, Situation, open_game


def match(
    game: ExtensiveGame | str | Path | Any,
    first: AgentLike,
    second: AgentLike,
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
    playable = open_game(game, tree=tree, deals=deals, normalize=normalize, max_nodes=max_nodes, progress=progress)
    if playable.root.player == TERMINAL:
        raise GameError(f"{playable.title}: no player ever moves in this game")
    agent = one.make(playable, progress)
    opponent = agent if other is one else other.make(playable, progress)  # an agent against itself is made once
    judges = judge_of(playable, opponent), judge_of(playable, agent)
    first_decisions, second_decisions = (None if judge is None else _Decisions(judge) for judge in judges)
    series = _Series(playable, (agent, opponent), seed, fixed_seats, (first_decisions, second_decisions))
    try:
        for number in range(games):
            if progress is not None:
                progress(f"{playable.title}: game {number + 1:,} of {games:,}")
            series.games.append(series.play(number))
            if watch is not None:
                watch(series.games[-1])
    except (KeyboardInterrupt, EOFError):
        if not series.games:
            raise KeyboardInterrupt from None
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
    """The decisions of an agent, by seat, with the number of the game of each, and the judge of the opponent."""

    judge: Judge | SolutionJudge
    points: tuple[list[Point], list[Point]] = field(default_factory=lambda: ([], []))
    games: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))

    def add(self, game: int, seat: int, taken: Sequence[tuple[Situation, int]]) -> None:
        """Add the decisions of a game."""
        self.points[seat].extend((*self.judge.point(here), action) for here, action in taken)
        self.games[seat].extend([game] * len(taken))

    def judged(self, seats: Sequence[int]) -> list[tuple[Number, Number, Number]]:
        """Return for each game what perfect play earns, the cost of the decisions, and the opponent's adjusted payoff.

        `seats` are those of the agent in the games.
        """
        rows: list[tuple[Number, Number, Number]] = [(0, 0, 0)] * len(seats)
        for seat in set(seats):
            best, costs = self._of_games(seat, seats, self.judge.costs)
            total = self.judge.constant_sum
            if total is None:
                assert isinstance(self.judge, Judge)
                most, losses = self._of_games(seat, seats, self.judge.costs_to_opponent)
            for game, each in enumerate(seats):
                if each == seat:
                    cost = costs[game]
                    other = most - losses[game] if total is None else total - best + cost
                    rows[game] = best, cost, other
        return rows

    def _of_games(self, seat: int, seats: Sequence[int], judge: Any) -> tuple[Number, list[Number]]:
        """Return what perfect play earns in a seat, and the sum of the costs in each game."""
        best, costs = judge(seat, self.points[seat])
        sums: list[Number] = [Fraction(0)] * (1 + max([len(seats), *self.games[seat]]))
        for game, cost in zip(self.games[seat], costs, strict=True):
            sums[game] += cost
        return best, sums


@dataclass
class _Series:
    """The agents, and the games so far."""

    playable: PlayableGame
    agents: tuple[Agent, Agent]
    seed: int
    fixed_seats: bool
    decisions: tuple[_Decisions | None, _Decisions | None]
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
        situation: Situation = self.playable.root
        moves: list[Move] = []
        taken: tuple[list[tuple[Situation, int]], ...] = ([], [])
        while situation.player != TERMINAL:
            if situation.player == CHANCE:
                action = draw(situation.lottery, chance)
            else:
                agent = seats[situation.player]
                known, start = information_at(self.playable, situation), perf_counter()
                action = choice_of(self.agents[agent], known, draws[agent])
                self.seconds[agent] += perf_counter() - start
                self.moves[agent] += 1
                taken[agent].append((situation, action))
            moves.append(Move(situation.player, situation.actions[action]))
            situation = situation.after(action)
        for agent, decisions in enumerate(self.decisions):
            if decisions is not None:
                decisions.add(number, seats.index(agent), taken[agent])
        payoffs = situation.payoffs
        hidden = situation.playable.hidden(situation) if isinstance(situation, OrderedSituation) else ((), ())
        by_agent = payoffs[seats[0]], payoffs[seats[1]]  # swapping undoes itself
        return PlayedGame(seats, by_agent, tuple(moves), hidden=hidden)

    def result(self, asked: int) -> MatchResult:
        """Return the result so far."""
        complete = len(self.games)
        if not self.fixed_seats and complete > 1:
            complete -= complete % 2
        names = self.agents[0].name, self.agents[1].name
        games, perfect = self._judged(self.games[:complete])
        spent: Any = {"moves": tuple(self.moves), "seconds": tuple(self.seconds)}
        fixed = self.fixed_seats
        return MatchResult(self.playable.title, names, self.seed, fixed, asked, games, perfect=perfect, **spent)

    def _judged(
        self, games: Sequence[PlayedGame]
    ) -> tuple[tuple[PlayedGame, ...], tuple[Number | None, Number | None]]:
        """Return the games with costs of mistakes and payoffs without luck; and what perfect play earns, by agent."""
        perfect: list[Number | None] = [None, None]
        mistakes: list[list[Number] | None] = [None, None]
        adjusted: list[Any] = []
        for agent, decisions in enumerate(self.decisions):
            if decisions is None:
                continue
            found = decisions.judged([game.seats.index(agent) for game in games])
            perfect[agent] = sum((best for best, _, _ in found), Fraction(0)) / len(games)
            mistakes[agent] = [cost for _, cost, _ in found]
            both = [(best - cost, other) for best, cost, other in found]
            adjusted = [(own, other) if agent == 0 else (other, own) for own, other in both]
        without = [None] * len(games)
        rows: Any = zip(games, adjusted or without, mistakes[0] or without, mistakes[1] or without, strict=True)
        judged = (replace(game, adjusted=both, mistakes=(one, other)) for game, both, one, other in rows)
        return tuple(judged), (perfect[0], perfect[1])
