"""Monte Carlo tree search (UCT) of games of perfect information, and Smooth UCT of games of hidden information.

A simulation descends the tree of the moves tried so far: at each node to a move that has not been tried, if there is
one, else to the one whose average payoff for its player plus an exploration term is largest. It ends in random play,
whose payoffs enter the averages of the moves on the way. The exploration term is in units of the payoffs of the player
who moves (`seqform.analysis.payoff_scale`), in Smooth UCT as well.

Smooth UCT is self-play over information sets. Each player has a tree of the own information sets. At one that was
visited n times the player follows UCT with probability η(n) = max(γ, η / (1 + d √n)), and otherwise the average
strategy, which is how often each action was chosen there. The average strategies are the answer. With η = γ = 1 it is
plain UCT, which need not converge.

References
----------
Kocsis & Szepesvári, Bandit based Monte-Carlo planning, ECML 2006.
Heinrich & Silver, Smooth UCT search in computer poker, IJCAI 2015.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

from seqform.analysis.payoff_scale import PayoffScale
from seqform.analysis.search import rules_of
from seqform.builders.games.answers import (
    actions_of,
    applier,
    lottery_of,
    payoffs_of,
    successors_of,
)
from seqform.builders.games.rules import (
    MAX_NODES,
    TERMINAL,
    GameLimits,
    PositionRules,
    Rules,
    exact_numbers,
    mover_of,
)
from seqform.errors import GameError, InputError, OptionError
from seqform.io.load import load
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.computed import Computed
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.matrices import require_own_tree
from seqform.models.numbers.exact import ExactArray, Floats, Number, Rational, double
from seqform.models.numbers.text import counted, short
from seqform.models.options import accept_arguments, argument, number, one_of, option, whole
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.table import Report, Table, Tabular
from seqform.system.deadline import Deadline, lasting
from seqform.verify.nash import certify

FINAL_RULES = ("visits", "values")
"""The move to be made in the end: the one tried most often, or the one with the largest average."""

SELF_PLAYS = 100_000
"""Simulations of Smooth UCT by default."""


LEAST_SECONDS = 1.0
"""For certifying average strategies after a time limit."""


SHARE_OF_RANGES = 10
"""The ranges of payoffs are searched for in a tenth of a time limit."""


@dataclass(frozen=True)
class MctsOptions:
    """Options of Monte Carlo tree search: simulations for every move, and random plays from every new node.

    `uct` is the constant of the UCT formula, for payoffs between -1 and 1; it is scaled to those of the player who
    moves: their range in the game where it is known, else in the plays so far. `final` is one of `FINAL_RULES`.
    """

    simulations: int = option(1000, "Simulations for every move.", whole(1))
    uct: float = option(2.0, "The constant of the UCT formula.", number(0))
    rollouts: int = option(1, "Random plays from every new node.", whole(1))
    final: str = option("visits", "The rule for the move to be made.", one_of(FINAL_RULES))

    def __post_init__(self) -> None:
        accept_arguments(self, "", OptionError)


class _Node:
    """A node of the tree of the moves tried: how often each, and the sum of the payoffs of the player who moves."""

    __slots__ = ("children", "moves", "player", "totals", "visits")

    def __init__(self, rules: Rules[Any, Any], state: Any) -> None:
        self.player = mover_of(rules, state, len(rules.players))
        self.moves: Any = () if self.player in (CHANCE, TERMINAL) else actions_of(rules, state)
        self.children: dict[Any, _Node] = {}
        self.visits = [0] * len(self.moves)
        self.totals = [0.0] * len(self.moves)


@dataclass(frozen=True)
class MoveStatistics:
    """A move, how often it was tried, and the average payoff of the player who makes it, None if it never was."""

    move: str
    visits: int
    average: float | None


@dataclass(frozen=True, repr=False)
class MctsResult(Computed, Tabular):
    """The moves at the beginning of a game, in the order of the rules, and the one to be made, by its number."""

    title: str
    player: str
    moves: tuple[MoveStatistics, ...]
    best: int
    options: MctsOptions
    seconds: float

    @property
    def simulations(self) -> int:
        """The number of simulations that were done: fewer than asked for at a time limit."""
        return sum(row.visits for row in self.moves)

    def report(self, *, everything: bool = False) -> Report:
        """Return the table of moves, the best one first."""
        best_first = sorted(
            self.moves, key=lambda row: rank(self.options, row.visits, row.average), reverse=True
        )
        rows = [(row.move, row.visits, row.average) for row in best_first]
        simulations = counted(self.simulations, "simulation")
        title = f"{self.title}: {self.player}, {simulations}, best by {self.options.final}"
        table = Table(title, ("move", "visits", "average"), "lrr", rows)
        return Report([table], {"moves": lambda: table})

    def __repr__(self) -> str:
        simulations = counted(self.simulations, "simulation")
        return f"<MctsResult of {self.title!r}: {self.moves[self.best].move}, {simulations}>"


def rank(options: MctsOptions, visits: int, average: float | None) -> tuple[float, float]:
    """Return what is largest for the move to be made."""
    mean = -math.inf if average is None else average
    if options.final == "visits":
        return visits, mean
    return mean, visits


class Mcts:
    """Monte Carlo tree search by the rules of a game."""

    def __init__(self, rules: Rules[Any, Any], options: MctsOptions, random: Random) -> None:
        self.rules = rules
        self.apply = applier(rules)
        self.options = options
        self.random = random
        self.scales: list[PayoffScale] = []

    def run(
        self, state: Any, deadline: Deadline | None = None
    ) -> tuple[int, list[tuple[int, float | None]]]:
        """Return the number of the move to be made at a state, and the visits and the average of every move.

        After the deadline no simulation begins but the first.
        """
        deadline = deadline or Deadline()
        root = _Node(self.rules, state)
        if root.player < 0:
            raise GameError(
                f"{self.rules.title}: a search begins where a player moves, not where chance does or the game is over"
            )
        for_ranges = Deadline()
        if deadline.left is not None:
            for_ranges = Deadline(deadline.left / SHARE_OF_RANGES)
        self.scales = payoff_scales(self.rules, state, self.options.simulations, for_ranges)
        for done in range(self.options.simulations):
            if done and deadline.passed:
                break
            self._simulate(root, state)

        # Moves are ranked by means on the scale, which stay the same doubles when payoffs are scaled or shifted.
        scale = self.scales[root.player]
        ranks = []
        statistics: list[tuple[int, float | None]] = []
        for visits, total in zip(root.visits, root.totals, strict=True):
            mean = average = None
            if visits:
                mean = total / visits
                average = double(scale.payoff(mean))
            ranks.append(rank(self.options, visits, mean))
            statistics.append((visits, average))
        return ranks.index(max(ranks)), statistics

    def _simulate(self, node: _Node, state: Any) -> None:
        """Descend to a node that is new or the end, value it by random plays, and enter the payoffs on the way."""
        rules = self.rules
        path: list[tuple[_Node, int]] = []
        while node.player != TERMINAL:
            if node.player == CHANCE:
                key = move = self._drawn(state)
            else:
                key = self._choice(node)
                path.append((node, key))
                move = node.moves[key]
            state = self.apply(state, move)
            child = node.children.get(key)
            if child is None:
                node.children[key] = _Node(rules, state)
                break
            node = child

        rollouts = [self._rollout(state) for _ in range(self.options.rollouts)]
        payoffs = [sum(column) / len(rollouts) for column in zip(*rollouts, strict=True)]
        for visited, choice in path:
            visited.visits[choice] += 1
            visited.totals[choice] += payoffs[visited.player]

    def _choice(self, node: _Node) -> int:
        """Return the number of a move that was not tried, if there is one, else of the largest upper bound."""
        untried = [move for move, visits in enumerate(node.visits) if not visits]
        if untried:
            return self.random.choice(untried)
        spread = self.scales[node.player].spread
        explore = self.options.uct * spread / 2 * math.sqrt(math.log(sum(node.visits)))
        return _largest_upper_bound(node.visits, node.totals, explore)

    def _rollout(self, state: Any) -> list[float]:
        """Return the payoffs of a random play, each on the scale of its player."""
        rules = self.rules
        random = self.random.random
        while (player := rules.player(state)) != TERMINAL:
            if player == CHANCE:
                move = self._drawn(state)
            else:
                moves = actions_of(rules, state)
                move = moves[int(random() * len(moves))]
            state = self.apply(state, move)
        payoffs = exact_numbers(rules.title, "payoffs", payoffs_of(rules, state))
        return [scale.scaled(payoff) for scale, payoff in zip(self.scales, payoffs, strict=True)]

    def _drawn(self, state: Any) -> Any:
        lottery = lottery_of(self.rules, state)
        moves = [move for move, _ in lottery]
        weights = [float(weight) for _, weight in lottery]
        return self.random.choices(moves, weights)[0]


def _largest_upper_bound(visits: Sequence[int], totals: Sequence[float], explore: float) -> int:
    """Return the first place with the largest average plus explore / √visits, the formula of UCT; all are visited."""
    bounds = [
        total / count + explore / math.sqrt(count)
        for count, total in zip(visits, totals, strict=True)
    ]
    return bounds.index(max(bounds))


def payoff_scales(
    rules: Rules[Any, Any], state: Any, most_states: int, deadline: Deadline | None = None
) -> list[PayoffScale]:
    """Return the scale of each player's payoffs.

    The ranges are those of the outcomes of a graph, or the limits that rules declare; otherwise those of all plays from
    the state on, if they pass through no more states than may be visited, before the deadline.
    """
    num_players = len(getattr(rules, "players", Rules.players))
    limits = getattr(rules, "limits", None)
    if isinstance(limits, GameLimits) and not isinstance(rules, PositionRules):
        ranges = [limits.payoff_range(player, num_players) for player in range(num_players)]
        return [PayoffScale(bounds) for bounds in ranges]

    outcomes: Sequence[Sequence[Rational]]
    if isinstance(rules, PositionRules):
        outcomes = rules.outcomes
    else:
        outcomes = _outcomes(rules, state, most_states, deadline or Deadline())
        if not outcomes:
            return [PayoffScale() for _ in range(num_players)]
    return [PayoffScale((min(payoffs), max(payoffs))) for payoffs in zip(*outcomes, strict=True)]


def _outcomes(
    rules: Rules[Any, Any], state: Any, most_states: int, deadline: Deadline
) -> list[Sequence[Rational]]:
    """Return the payoffs at the ends of all plays, none of them if there are too many states on the way."""
    outcomes: list[Sequence[Rational]] = []
    states = [state]
    successors = successors_of(rules)
    for visited in states:  # which grows on the way
        player = mover_of(rules, visited, len(rules.players))
        if player == TERMINAL:
            outcomes.append(exact_numbers(rules.title, "payoffs", payoffs_of(rules, visited)))
            continue
        if player == CHANCE:
            moves: Sequence[Any] = [move for move, _ in lottery_of(rules, visited)]
        else:
            moves = actions_of(rules, visited)
        states += successors(visited, moves)
        if len(states) > most_states or deadline.passed:
            return []
    return outcomes


def mcts(
    game: Any,
    *,
    simulations: int = 1000,
    uct: float = 2.0,
    rollouts: int = 1,
    final: str = "visits",
    seed: int = 1,
    time_limit: float | None = None,
    normalize: bool = False,
    max_nodes: int = MAX_NODES,
    progress: Callable[[str], None] | None = None,
) -> MctsResult:
    """Return the moves at the beginning of a game of perfect information, valued by Monte Carlo tree search.

    Parameters
    ----------
    game : Rules, PositionGraph, ExtensiveGame, or whatever `load` accepts
        Of any number of players, with any payoffs. After a move of chance at the beginning there is nothing to choose.
    simulations, uct, rollouts, final
        As in `MctsOptions`.
    seed : int
        Decides all that is random.
    time_limit : float, optional
        Seconds after which no further simulation begins.
    normalize, max_nodes, progress
        As in `load`.

    Examples
    --------
    >>> import seqform as sf
    >>> result = sf.mcts("tic-tac-toe(board=xx.oo....)", simulations=200)
    >>> result.moves[result.best].move, result.moves[result.best].average
    ('2', 1.0)
    """
    options = MctsOptions(simulations, uct, rollouts, final)
    began = perf_counter()
    deadline = _deadline(time_limit)
    rules = rules_of(game, normalize=normalize, max_nodes=max_nodes, progress=progress)
    root = rules.initial()
    best, statistics = Mcts(rules, options, Random(seed)).run(root, deadline)
    moves = []
    for move, (visits, average) in zip(rules.actions(root), statistics, strict=True):
        moves.append(MoveStatistics(rules.action_label(root, move), visits, average))
    player = rules.players[rules.player(root)]
    return MctsResult(rules.title, player, tuple(moves), best, options, perf_counter() - began)


def _deadline(time_limit: float | None) -> Deadline:
    """Return the deadline of an argument `time_limit`; raise ModelError unless it is a positive number or None."""
    if time_limit is None:
        return Deadline(None)
    return Deadline(argument("time_limit", number(0, included=False), time_limit))


@dataclass(frozen=True)
class AverageStage:
    """The average strategies after some simulations: player 0's payoff, nash_conv, and the seconds of simulation."""

    simulations: int
    value: Number
    nash_conv: Number
    seconds: float


@dataclass(frozen=True, repr=False)
class SmoothUctResult(Computed, Tabular):
    """The average strategies, in doubles, their certificate, and the checkpoints on the way."""

    game: ExtensiveGame
    profile: BehaviorProfile
    certificate: Certificate
    checkpoints: tuple[AverageStage, ...]

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        super().__post_init__(_made_with)
        self.certificate.require_game(self.game)
        self.certificate.require(self.profile)

    def report(self, *, everything: bool = False) -> Report:
        """Return the checkpoints as a table."""
        rows = [
            (stage.simulations, stage.value, stage.nash_conv, stage.seconds)
            for stage in self.checkpoints
        ]
        columns = ("simulations", f"value to {self.game.players[0]}", "nash_conv", "seconds")
        table = Table(f"{self.game.title or 'untitled'}: smooth UCT", columns, "rrrr", rows)
        return Report([table], {"checkpoints": lambda: table})

    def __repr__(self) -> str:
        nash_conv = short(self.certificate.nash_conv)
        return f"<SmoothUctResult of {self.game.title!r}: nash_conv = {nash_conv}>"


def smooth_uct(
    game: Any,
    *,
    simulations: int = SELF_PLAYS,
    uct: float = 0.5,
    eta: float = 0.9,
    gamma: float = 0.1,
    decay: float = 0.002,
    seed: int = 1,
    checkpoints: Sequence[int] = (),
    time_limit: float | None = None,
    normalize: bool = False,
    max_nodes: int = MAX_NODES,
    progress: Callable[[str], None] | None = None,
) -> SmoothUctResult:
    """Return average strategies of self-play by Smooth UCT, and how far they are from an equilibrium.

    Parameters
    ----------
    game : ExtensiveGame, or whatever `load` accepts
    simulations : int
        Plays of the whole game.
    uct : float
        The constant of the UCT formula for payoffs between -1 and 1; it is scaled to those of the player who moves.
    eta, gamma, decay : float
        η, γ and d of the probability of UCT. Both η and γ are 1 for plain UCT.
    seed : int
        Decides all that is random.
    checkpoints : sequence of int
        Numbers of simulations, up to `simulations`, after which the average strategies are certified; always at the
        end.
    time_limit : float, optional
        Seconds after which no further simulation begins; the strategies so far are certified.
    normalize, max_nodes, progress
        As in `load`.

    Examples
    --------
    >>> import seqform as sf
    >>> result = sf.smooth_uct("kuhn", simulations=20_000, checkpoints=(1000,))
    >>> [stage.simulations for stage in result.checkpoints], result.certificate.nash_conv < 0.2
    ([1000, 20000], True)
    """
    simulations = argument("simulations", whole(1), simulations)
    uct = argument("uct", number(0), uct)
    decay = argument("decay", number(0), decay)
    eta = argument("eta", number(0, most=1), eta)
    gamma = argument("gamma", number(0, most=1), gamma)
    stops = {argument("checkpoints", whole(1), stop) for stop in checkpoints}
    if late := sorted(stop for stop in stops if stop > simulations):
        raise InputError(f"checkpoints: {late[0]:,} is beyond the {simulations:,} simulations")
    deadline = _deadline(time_limit)
    tree = load(game, normalize=normalize, max_nodes=max_nodes, progress=progress)
    require_own_tree(tree, "smooth_uct")
    play = _SelfPlay(tree, (uct, eta, gamma, decay), Random(seed))
    stages: list[AverageStage] = []
    done = 0
    spent = 0.0
    for stop in sorted({simulations, *stops}):
        if progress is not None:
            progress(f"{tree.title}: {done:,} of {simulations:,} simulations")
        began = perf_counter()
        while done < stop and not (done and deadline.passed):
            play.simulate()
            done += 1
        spent += perf_counter() - began
        profile = play.average()
        with lasting(LEAST_SECONDS):
            certificate = certify(tree, profile)
        stages.append(AverageStage(done, certificate.values[0], certificate.nash_conv, spent))
        if done < stop:
            break
    return SmoothUctResult(tree, profile, certificate, tuple(stages))


def _between_0_and_1(payoffs: ExactArray) -> Floats:
    """Return a player's payoffs as shares of their range, the same doubles after any positive affine map of them."""
    least = payoffs.least()
    greatest = payoffs.largest()
    shares = payoffs - ExactArray.of([least] * len(payoffs))
    if greatest > least:
        shares = shares * (1 / (greatest - least))
    return shares.to_floats()


class _SelfPlay:
    """Simulations of a game, and how often each action was chosen at each information set, with the sum of payoffs."""

    def __init__(
        self, game: ExtensiveGame, options: tuple[float, float, float, float], random: Random
    ) -> None:
        self.game = game
        self.random = random.random
        uct, self.eta, self.gamma, self.decay = options
        self.explore = uct / 2  # payoffs are mapped to an interval of length 1 instead of 2

        # The tree as lists: a simulation reads single entries, which are slow in arrays.
        sets = game.information_sets
        self.infoset: list[int] = game.infoset.tolist()
        self.first_child: list[int] = game.first_child.tolist()
        self.owner: list[int] = sets.player.tolist()
        starts = sets.action_start.tolist()
        sizes = np.diff(sets.action_start).tolist()
        shares = sets.probability.to_floats().tolist()
        self.chance: dict[int, list[float]] = {}  # cumulated, by set
        for row, owner in enumerate(self.owner):
            if owner == CHANCE:
                self.chance[row] = list(accumulate(shares[starts[row] : starts[row + 1]]))
        payoffs = [_between_0_and_1(payoff).tolist() for payoff in game.leaf_payoffs]
        self.payoffs = dict(zip(game.leaves.tolist(), zip(*payoffs, strict=True), strict=True))

        self.visits = [[0] * size for size in sizes]
        self.totals = [[0.0] * size for size in sizes]
        self.total_visits = [0] * len(sizes)

    def simulate(self) -> None:
        """Play once, and enter the payoffs at the sets on the way; each player adds one set to the own tree."""
        random = self.random
        owner = self.owner
        total_visits = self.total_visits
        node = 0
        path: list[tuple[int, int]] = []
        outside = [False, False]  # of the player's own tree
        while (row := self.infoset[node]) >= 0:
            player = owner[row]
            num_actions = len(self.visits[row])
            if player == CHANCE:
                # Rounding may leave the last sum below 1.
                action = min(bisect(self.chance[row], random()), num_actions - 1)
            else:
                is_new = outside[player] or not total_visits[row]
                action = int(random() * num_actions) if is_new else self._choice(row)
                if not outside[player]:
                    path.append((row, action))
                outside[player] = is_new
            node = self.first_child[node] + action

        payoffs = self.payoffs[node]
        for row, action in path:
            total_visits[row] += 1
            self.visits[row][action] += 1
            self.totals[row][action] += payoffs[owner[row]]

    def _choice(self, row: int) -> int:
        """Return an action by UCT, or one drawn from the average strategy."""
        visits = self.visits[row]
        total_visits = self.total_visits[row]
        share_of_uct = max(self.gamma, self.eta / (1 + self.decay * math.sqrt(total_visits)))
        if self.random() >= share_of_uct:
            ticket = self.random() * total_visits
            return bisect(list(accumulate(visits)), ticket)

        if 0 in visits:
            untried = [action for action, count in enumerate(visits) if not count]
            return untried[int(self.random() * len(untried))]
        explore = self.explore * math.sqrt(math.log(total_visits))
        return _largest_upper_bound(visits, self.totals[row], explore)

    def average(self) -> BehaviorProfile:
        """Return the average strategies; uniform at sets that were never visited."""
        strategies = []
        for sequences in self.game.sequences:
            probabilities = [1.0]
            for row in sequences.infosets.tolist():
                visits = self.visits[row]
                total_visits = self.total_visits[row]
                if total_visits:
                    probabilities += [count / total_visits for count in visits]
                else:
                    probabilities += [1 / len(visits)] * len(visits)
            table = np.array(probabilities, dtype=np.float64)
            strategies.append(BehaviorStrategy(sequences.index, table))
        return BehaviorProfile((strategies[0], strategies[1]))
