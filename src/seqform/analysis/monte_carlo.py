"""Monte Carlo tree search (UCT) of games of perfect information, of any number of players, with chance.

A simulation descends the tree of the moves tried so far: at each node to a move that has not been tried, if there is
one, else to the one whose average payoff for its player plus an exploration term is largest. It ends in random play,
whose payoffs enter the averages of the moves on the way.

References
----------
Kocsis & Szepesvári, Bandit based Monte-Carlo planning, ECML 2006.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any

from seqform.analysis.search import rules_of
from seqform.builders.games.rules import MAX_NODES, TERMINAL, Rules
from seqform.errors import GameError, OptionError
from seqform.models.games.extensive import CHANCE
from seqform.models.options import accept_arguments, number, one_of, option, whole
from seqform.models.table import Report, Table
from seqform.models.tabular import Tabular

FINAL_RULES = ("visits", "values")
"""The move to be made in the end: the one tried most often, or the one with the largest average."""


@dataclass(frozen=True)
class MctsOptions:
    """Options of Monte Carlo tree search: simulations for every move, and random plays from every new node.

    `uct` is the constant of the UCT formula, for payoffs between -1 and 1; it is scaled to those of the game. `final`
    is one of `FINAL_RULES`.
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
        self.player = rules.player(state)
        self.moves: Any = () if self.player in (CHANCE, TERMINAL) else rules.actions(state)
        self.children: dict[Any, _Node] = {}
        self.visits = [0] * len(self.moves)
        self.totals = [0.0] * len(self.moves)


@dataclass(frozen=True)
class MoveStatistics:
    """A move, how often it was tried, and the average payoff of the player who makes it, None if it never was."""

    move: str
    visits: int
    average: float | None


@dataclass(frozen=True)
class MctsResult(Tabular):
    """The moves at the beginning of a game, in the order of the rules, and the one to be made, by its number."""

    title: str
    player: str
    moves: tuple[MoveStatistics, ...]
    best: int
    options: MctsOptions
    seconds: float

    def report(self, *, everything: bool = False) -> Report:
        """Return the table of moves, the best one first."""
        order = sorted(self.moves, key=lambda one: rank(self.options, one.visits, one.average), reverse=True)
        title = f"{self.title}: {self.player}, {self.options.simulations:,} simulations, best by {self.options.final}"
        table = Table(
            title, ("move", "visits", "average"), "lrr", [(row.move, row.visits, row.average) for row in order]
        )
        return Report([table], {"moves": lambda: table})


def rank(options: MctsOptions, visits: int, average: float | None) -> tuple[float, float]:
    """Return what is largest for the move to be made."""
    mean = -math.inf if average is None else average
    return (visits, mean) if options.final == "visits" else (mean, visits)


class Mcts:
    """Monte Carlo tree search by the rules of a game."""

    def __init__(self, rules: Rules[Any, Any], options: MctsOptions, random: Random) -> None:
        self.rules, self.options, self.random = rules, options, random
        self.least, self.greatest = math.inf, -math.inf

    def run(self, state: Any) -> tuple[int, list[tuple[int, float | None]]]:
        """Return the number of the move to be made at a state, and the visits and the average of every move."""
        root = _Node(self.rules, state)
        if root.player < 0:
            raise GameError(
                f"{self.rules.title}: a search begins where a player moves, not where chance does or the game is over"
            )
        for _ in range(self.options.simulations):
            self._simulate(root, state)
        found = [(n, total / n if n else None) for n, total in zip(root.visits, root.totals, strict=True)]
        return max(range(len(found)), key=lambda move: rank(self.options, *found[move])), found

    def _simulate(self, node: _Node, state: Any) -> None:
        rules, path = self.rules, list[tuple[_Node, int]]()
        while node.player != TERMINAL:
            if node.player == CHANCE:
                key = move = self._drawn(state)
            else:
                key = self._choice(node)
                path.append((node, key))
                move = node.moves[key]
            state = rules.apply(state, move)
            child = node.children.get(key)
            if child is None:
                node.children[key] = _Node(rules, state)
                break
            node = child
        rollouts = [self._rollout(state) for _ in range(self.options.rollouts)]
        payoffs = [sum(column) / len(rollouts) for column in zip(*rollouts, strict=True)]
        self.least, self.greatest = min(self.least, *payoffs), max(self.greatest, *payoffs)
        for one, choice in path:
            one.visits[choice] += 1
            one.totals[choice] += payoffs[one.player]

    def _choice(self, node: _Node) -> int:
        """Return the number of a move that was not tried, if there is one, else of the largest upper bound."""
        untried = [move for move, visits in enumerate(node.visits) if not visits]
        if untried:
            return self.random.choice(untried)
        explore = self.options.uct * (self.greatest - self.least) / 2 * math.sqrt(math.log(sum(node.visits)))
        bounds = [total / n + explore / math.sqrt(n) for n, total in zip(node.visits, node.totals, strict=True)]
        return bounds.index(max(bounds))

    def _rollout(self, state: Any) -> list[float]:
        rules, random = self.rules, self.random.random
        while (player := rules.player(state)) != TERMINAL:
            if player == CHANCE:
                move = self._drawn(state)
            else:
                moves = rules.actions(state)
                move = moves[int(random() * len(moves))]
            state = rules.apply(state, move)
        return [float(payoff) for payoff in rules.payoffs(state)]

    def _drawn(self, state: Any) -> Any:
        lottery = self.rules.chance(state)
        return self.random.choices([move for move, _ in lottery], [float(weight) for _, weight in lottery])[0]


def mcts(
    game: Any,
    *,
    simulations: int = 1000,
    uct: float = 2.0,
    rollouts: int = 1,
    final: str = "visits",
    seed: int = 1,
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
    normalize, max_nodes, progress
        As in `load`.

    Examples
    --------
    >>> import seqform as sf
    >>> found = sf.mcts("tic-tac-toe(board=xx.oo....)", simulations=200)
    >>> found.moves[found.best].move, found.moves[found.best].average
    ('2', 1.0)
    """
    options, began = MctsOptions(simulations, uct, rollouts, final), perf_counter()
    rules = rules_of(game, normalize=normalize, max_nodes=max_nodes, progress=progress)
    root = rules.initial()
    best, statistics = Mcts(rules, options, Random(seed)).run(root)
    labels = [rules.action_label(root, move) for move in rules.actions(root)]
    moves = tuple(MoveStatistics(label, *found) for label, found in zip(labels, statistics, strict=True))
    player = rules.players[rules.player(root)]
    return MctsResult(rules.title, player, moves, best, options, perf_counter() - began)
