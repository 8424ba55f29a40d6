"""Correlated equilibria of small trees by brute force: one linear program over pairs of pure strategies.

A mixture has a probability for every pair of reduced pure strategies. For every moment at which a player may stop to
obey, and every pure way to go on from there, the gain is linear in the mixture and must not be positive. Nothing here
uses sequences, correlation plans or programs of the library, but for the columns of the tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
from scipy.optimize import linprog

from seqform.models import ExtensiveGame
from seqform.models.numbers.exact import Floats

Choice = tuple[int, int]
"""An information set and the number of an action there."""

Past = tuple[Choice, ...]
"""A player's own choices on a path."""

Pure = dict[int, int]
"""A reduced pure strategy: the action at every information set that the player's own choices do not exclude."""

EFCE = "extensive-form-correlated"
EFCCE = "extensive-form-coarse"
NFCCE = "normal-form-coarse"
CONCEPTS = (EFCE, EFCCE, NFCCE)

MOST_PAIRS = 4000


@dataclass
class Leaves:
    """The leaves of a game: chance's probability, both payoffs, and both players' own choices before each."""

    chance: list[Fraction]
    payoffs: list[tuple[Fraction, Fraction]]
    pasts: list[tuple[Past, Past]]


def leaves_of(game: ExtensiveGame) -> Leaves:
    """Return the leaves of a game, read from its columns."""
    chance = game.chance_reach.take(game.leaves).to_fractions()
    first, second = (payoffs.to_fractions() for payoffs in game.leaf_payoffs)
    owner = game.information_sets.player
    pasts = []
    for leaf in game.leaves.tolist():
        steps = game.steps(leaf)
        pasts.append(
            (
                tuple(step for step in steps if owner[step[0]] == 0),
                tuple(step for step in steps if owner[step[0]] == 1),
            )
        )
    return Leaves(chance, list(zip(first, second, strict=True)), pasts)


def own_pasts(game: ExtensiveGame, player: int) -> dict[int, Past]:
    """Return the player's own choices before each of her information sets."""
    owner = game.information_sets.player
    pasts = {}
    for node in range(len(game)):
        infoset = int(game.infoset[node])
        if infoset >= 0 and owner[infoset] == player:
            steps = game.steps(node)
            pasts[infoset] = tuple(step for step in steps if owner[step[0]] == player)
    return pasts


def continuations(game: ExtensiveGame, pasts: dict[int, Past], past: Past) -> Iterator[Pure]:
    """Yield all pure ways to go on after own choices, at the sets that come next and below."""
    following = [infoset for infoset, before in pasts.items() if before == past]
    ways = []
    for infoset in following:
        here: list[Pure] = []
        for action in range(len(game.information_sets.actions(infoset))):
            later = continuations(game, pasts, (*past, (infoset, action)))
            here += [{infoset: action, **below} for below in later]
        ways.append(here)
    for parts in product(*ways):
        joined: Pure = {}
        for part in parts:
            joined |= part
        yield joined


def plays(pure: Pure, past: Past) -> bool:
    """Return whether a pure strategy makes the choices of a path."""
    return all(pure.get(infoset) == action for infoset, action in past)


@dataclass
class BruteForce:
    """The linear program over mixtures of a game: the payoffs of all pairs, and the gains of all deviations."""

    pure: tuple[list[Pure], list[Pure]]
    payoffs: tuple[Floats, Floats]
    """Shape (k1, k2): the expected payoff of each player by pairs."""
    gains: list[Floats]
    """Shape (k1, k2): what a deviation gains, by the pairs that are recommended."""

    def best(self, weights: Sequence[float]) -> float:
        """Return the largest weighted sum of payoffs of an equilibrium."""
        first, second = (payoffs.ravel() for payoffs in self.payoffs)
        rows = [gain.ravel() for gain in self.gains]
        answer = linprog(
            -(weights[0] * first + weights[1] * second),
            A_ub=np.array(rows).reshape(len(rows), len(first)),
            b_ub=np.zeros(len(self.gains)),
            A_eq=np.ones((1, len(first))),
            b_eq=[1],
        )
        assert answer.status == 0, answer.message
        assert answer.fun is not None
        return -float(answer.fun)

    def largest_gain(self, mixture: Floats) -> float:
        """Return the largest gain of a deviation from a mixture, shape (k1, k2); 0 if there is none."""
        return max((float((mixture * gain).sum()) for gain in self.gains), default=0.0)


def brute_force(
    game: ExtensiveGame, concept: str, deviators: Sequence[int] = (0, 1)
) -> BruteForce | None:
    """Return the program of a concept over all pairs of reduced pure strategies; None for more than `MOST_PAIRS`.

    - `deviators`: The players who may stop to obey.
    """
    leaves = leaves_of(game)
    pasts = (own_pasts(game, 0), own_pasts(game, 1))
    first = list(continuations(game, pasts[0], ()))
    second = list(continuations(game, pasts[1], ()))
    if len(first) * len(second) > MOST_PAIRS:
        return None
    pure = (first, second)

    # Whether the strategies of each player lead to each leaf, as far as they decide.
    reaches = []
    for player in (0, 1):
        table = [[plays(one, past[player]) for past in leaves.pasts] for one in pure[player]]
        reaches.append(np.array(table, dtype=np.float64))
    weighted = []
    for player in (0, 1):
        worths = [
            float(share * payoffs[player])
            for share, payoffs in zip(leaves.chance, leaves.payoffs, strict=True)
        ]
        weighted.append(np.array(worths))
    payoffs = [(reaches[0] * weighted[player]) @ reaches[1].T for player in (0, 1)]

    gains = []
    for player in deviators:
        for follows, condition, after, past in deviations(
            game, pasts[player], pure[player], concept
        ):
            passes = np.array([own_choices(z, player, follows) for z in leaves.pasts])
            deviating = np.array([plays(after, z[player][len(past) :]) for z in leaves.pasts])
            worth = weighted[player] * passes
            opposing = reaches[1 - player]
            obeyed = (reaches[player] * worth) @ opposing.T
            deviated = (deviating * worth) @ opposing.T
            gain = np.array(condition)[:, None] * (deviated[None, :] - obeyed)
            gains.append(gain if player == 0 else gain.T)
    return BruteForce(pure, (payoffs[0], payoffs[1]), gains)


Deviation = tuple[int | None, list[bool], Pure, Past]
"""The set at which it begins, None for the start of the game; the strategies whose recommendations trigger it; the way
to go on; and the own choices before."""


def deviations(
    game: ExtensiveGame, pasts: dict[int, Past], pure: list[Pure], concept: str
) -> Iterator[Deviation]:
    """Yield the deviations of a player by the moments at which the concept lets her stop to obey."""
    if concept == NFCCE:
        for after in continuations(game, pasts, ()):
            yield None, [True] * len(pure), after, ()
        return
    for infoset, past in pasts.items():
        for action in range(len(game.information_sets.actions(infoset))):
            # Of the coarse concept the recommendation at the set is not seen, so that one trigger is enough.
            if concept == EFCCE and action > 0:
                break
            if concept == EFCE:
                condition = [one.get(infoset) == action for one in pure]
            else:
                condition = [infoset in one for one in pure]
            for chosen in range(len(game.information_sets.actions(infoset))):
                for below in continuations(game, pasts, (*past, (infoset, chosen))):
                    yield infoset, condition, {infoset: chosen, **below}, past


def own_choices(pasts: tuple[Past, Past], player: int, infoset: int | None) -> bool:
    """Return whether a leaf comes after a player's information set; every leaf comes after the start."""
    return infoset is None or any(place == infoset for place, _ in pasts[player])
