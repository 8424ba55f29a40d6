"""Smooth UCT: Monte Carlo tree search of games of hidden information, by self-play over information sets.

Each player has a tree of the own information sets. At one that was visited n times the player follows UCT with
probability η(n) = max(γ, η / (1 + d √n)), and otherwise the average strategy, which is how often each action was chosen
there. The average strategies are the answer. With η = γ = 1 it is plain UCT, which need not converge.

References
----------
Heinrich & Silver, Smooth UCT search in computer poker, IJCAI 2015.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

from seqform.builders.games.rules import MAX_NODES
from seqform.io.load import load
from seqform.models.answers.certificate import Certificate
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.numbers.exact import Number
from seqform.models.options import argument, number, whole
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.table import Report, Table
from seqform.models.tabular import Tabular
from seqform.verify.nash import certify


@dataclass(frozen=True)
class AverageStage:
    """The average strategies after some simulations: player 1's payoff, nash_conv, and the seconds of simulation."""

    simulations: int
    value: Number
    nash_conv: Number
    seconds: float


@dataclass(frozen=True)
class SmoothUctResult(Tabular):
    """The average strategies, in doubles, their certificate, and the checkpoints on the way."""

    game: ExtensiveGame
    profile: BehaviorProfile
    certificate: Certificate
    checkpoints: tuple[AverageStage, ...]

    def report(self, *, everything: bool = False) -> Report:
        """Return the checkpoints as a table."""
        rows = [(one.simulations, one.value, one.nash_conv, one.seconds) for one in self.checkpoints]
        columns = ("simulations", f"value to {self.game.players[0]}", "nash_conv", "seconds")
        table = Table(f"{self.game.title or 'untitled'}: smooth UCT", columns, "rrrr", rows)
        return Report([table], {"checkpoints": lambda: table})


def smooth_uct(
    game: Any,
    *,
    simulations: int = 100_000,
    uct: float = 0.5,
    eta: float = 0.9,
    gamma: float = 0.1,
    decay: float = 0.002,
    seed: int = 1,
    checkpoints: Sequence[int] = (),
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
        The constant of the UCT formula for payoffs between -1 and 1; it is scaled to those of the game.
    eta, gamma, decay : float
        η, γ and d of the probability of UCT. Both η and γ are 1 for plain UCT.
    seed : int
        Decides all that is random.
    checkpoints : sequence of int
        Numbers of simulations after which the average strategies are certified; always at the end.
    normalize, max_nodes, progress
        As in `load`.

    Examples
    --------
    >>> import seqform as sf
    >>> found = sf.smooth_uct("kuhn", simulations=20_000, checkpoints=(1000,))
    >>> [one.simulations for one in found.checkpoints], found.certificate.nash_conv < 0.2
    ([1000, 20000], True)
    """
    simulations = argument("simulations", whole(1), simulations)
    uct, decay = argument("uct", number(0), uct), argument("decay", number(0), decay)
    eta, gamma = argument("eta", number(0, most=1), eta), argument("gamma", number(0, most=1), gamma)
    tree = load(game, normalize=normalize, max_nodes=max_nodes, progress=progress)
    play = _SelfPlay(tree, (uct, eta, gamma, decay), Random(seed))
    found: list[AverageStage] = []
    done, spent = 0, 0.0
    for stop in sorted({simulations, *(one for one in checkpoints if 0 < one < simulations)}):
        if progress is not None:
            progress(f"{tree.title}: {done:,} of {simulations:,} simulations")
        began = perf_counter()
        for _ in range(stop - done):
            play.simulate()
        done, spent = stop, spent + perf_counter() - began
        profile = play.average()
        certificate = certify(tree, profile)
        found.append(AverageStage(done, certificate.values[0], certificate.nash_conv, spent))
    return SmoothUctResult(tree, profile, certificate, tuple(found))


class _SelfPlay:
    """Simulations of a game, and how often each action was chosen at each information set, with the sum of payoffs."""

    def __init__(self, game: ExtensiveGame, options: tuple[float, float, float, float], random: Random) -> None:
        self.game, self.random = game, random.random
        uct, self.eta, self.gamma, self.decay = options
        sets = game.information_sets
        self.infoset: list[int] = game.infoset.tolist()
        self.first_child: list[int] = game.first_child.tolist()
        self.owner: list[int] = sets.player.tolist()
        starts = sets.action_start.tolist()
        sizes = np.diff(sets.action_start).tolist()
        shares = sets.probability.to_floats().tolist()
        self.chance = {
            row: list(accumulate(shares[starts[row] : starts[row + 1]]))
            for row, owner in enumerate(self.owner)
            if owner == CHANCE
        }
        self.visits = [[0] * size for size in sizes]
        self.totals = [[0.0] * size for size in sizes]
        self.total_visits = [0] * len(sizes)
        payoffs = [payoff.to_floats() for payoff in game.leaf_payoffs]
        self.payoffs = dict(
            zip(game.leaves.tolist(), zip(*(row.tolist() for row in payoffs), strict=True), strict=True)
        )
        self.explore = uct * float(max(row.max() for row in payoffs) - min(row.min() for row in payoffs)) / 2

    def simulate(self) -> None:
        """Play once, and enter the payoffs at the sets on the way; each player adds one set to the own tree."""
        random, owner, total_visits = self.random, self.owner, self.total_visits
        node, path, outside = 0, list[tuple[int, int]](), [False, False]
        while (row := self.infoset[node]) >= 0:
            player, size = owner[row], len(self.visits[row])
            if player == CHANCE:
                action = min(bisect(self.chance[row], random()), size - 1)
            else:
                new = outside[player] or not total_visits[row]
                action = int(random() * size) if new else self._choice(row)
                if not outside[player]:
                    path.append((row, action))
                outside[player] = new
            node = self.first_child[node] + action
        payoffs = self.payoffs[node]
        for row, action in path:
            total_visits[row] += 1
            self.visits[row][action] += 1
            self.totals[row][action] += payoffs[owner[row]]

    def _choice(self, row: int) -> int:
        """Return an action by UCT, or one drawn from the average strategy."""
        visits, n = self.visits[row], self.total_visits[row]
        if self.random() < max(self.gamma, self.eta / (1 + self.decay * math.sqrt(n))):
            if 0 in visits:
                untried = [action for action, count in enumerate(visits) if not count]
                return untried[int(self.random() * len(untried))]
            explore = self.explore * math.sqrt(math.log(n))
            bounds = [total / k + explore / math.sqrt(k) for k, total in zip(visits, self.totals[row], strict=True)]
            return bounds.index(max(bounds))
        ticket = self.random() * n
        return next(action for action, upto in enumerate(accumulate(visits)) if ticket < upto)

    def average(self) -> BehaviorProfile:
        """Return the average strategies; uniform at sets that were never visited."""
        strategies = []
        for sequences in self.game.sequences:
            probabilities = [1.0]
            for row in sequences.infosets.tolist():
                visits, n = self.visits[row], self.total_visits[row]
                probabilities += [count / n if n else 1 / len(visits) for count in visits]
            strategies.append(BehaviorStrategy(sequences.index, np.array(probabilities)))
        return BehaviorProfile((strategies[0], strategies[1]))
