"""Actions that are no best reply at their information set whatever the mistakes, which excludes perfection.

The agent normal form of a game has an agent for every information set, who chooses the behavior there and has the
payoff of the set's owner. An extensive-form perfect equilibrium is a perfect equilibrium of it (Selten 1975): there are
completely mixed profiles that tend to it, to each of which every action in use is a best reply of its agent, the other
agents of the same player included. So an action is not in use if another one, or a mixture of others, of the same set
earns more in all completely mixed profiles, or in all those close enough to the profile in question. That has two
proofs, which need no sequence of profiles.

*Node by node.* What is earned from a node on is at least `least` and at most `most`, the bounds over all behavior, and
tends to the value under the profile. At a node of the set the better action earns more close to the profile if its
value is greater, and no less anywhere if its `least` is at least the `most` of the worse action; then it earns more in
completely mixed profiles, unless all four bounds are equal. If one of these holds at each node that chance can reach,
and the first, or the strict form of the second, at one of them, the sum over the nodes is greater, because completely
mixed profiles reach all of them. This takes a time linear in the tree.

*All pure behavior of the others.* Expected payoffs are multilinear in the behavior of the agents, each of whom moves at
most once in a play. So what a mixture earns above the action is a mean over the pure profiles of the other agents, with
positive weights for completely mixed ones: it is positive if it is negative for none of these profiles and positive for
one. Only agents in plays through the set count. The mixture is found by a linear program.

References
----------
Selten, Reexamination of the perfectness concept for equilibrium points in extensive games, International Journal of
Game Theory 4 (1975), 25-55, sections 11 and 12.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import player_name
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Mask
from seqform.models.numbers.text import short
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlan
from seqform.solving.certifiers.mistakes import Cone
from seqform.solving.certifiers.never_optimal import (
    Range,
    earned_ranges,
    fixed_shares,
    possible_nodes,
)
from seqform.system.deadline import require_time
from seqform.verify.sequential import EdgeProbabilities, node_values

MOST_PURE_PROFILES = 4096
"""The pure profiles of other agents that are compared one by one; of more only the proof by nodes is tried."""

MOST_PLAYS = 10_000
"""The plays of a game of which pure profiles are compared."""

Plans = tuple[Sequence[RealizationPlan], Sequence[RealizationPlan]]
"""Exact plans of both players, whose convex hulls span a product of equilibria; of a single one a plan of each."""

Play = tuple[Mapping[int, int], int]
"""The number of the action at each information set of the players on the way, and a weighted payoff."""


@dataclass(frozen=True)
class LocalDominance:
    """An action that is no best reply at its information set in completely mixed profiles.

    - `who`, `infoset`, `action`: The player, the information set and the action, by their names for people.
    - `better`: What earns more: actions of the same set with their probabilities.
    - `close`: Whether this is proven for profiles close to the one in question alone, rather than for all.
    """

    who: str
    infoset: str
    action: str
    better: Mapping[str, Fraction]
    close: bool

    def __str__(self) -> str:
        mixture = ", ".join(
            repr(action) if share == 1 else f"{action}: {short(share)}"
            for action, share in self.better.items()
        )
        where = "whatever the mistakes"
        if self.close:
            where = "whatever the mistakes, if they are small enough"
        return (
            f"at {self.infoset!r} {self.action!r} of {self.who} earns less than {mixture} in the agent normal form, "
            f"{where}"
        )


def local_dominance(game: ExtensiveGame, profile: BehaviorProfile) -> LocalDominance | None:
    """Return an action in use that is no best reply at its set, whatever small mistakes; None if no such is found.

    `profile` is exact. Information sets that chance reaches with probability 0 are left out.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("safe-or-risky")
    >>> print(local_dominance(game, sf.profile(game, {"start": {"risky": 1}, "after risky": {"careful": 1}})))
    at 'start' 'risky' of player 1 earns less than 'safe' in the agent normal form, whatever the mistakes
    """
    profile = profile.bound_to(game)
    search = Dominances(game)
    edges = EdgeProbabilities.of(game, profile)
    for player in (0, 1):
        values = [(value, value) for value in node_values(game, player, edges).tolist()]
        for row, worse in _in_use(game, profile, player):
            inferior = search.by_nodes(player, row, worse, values)
            if inferior is not None:
                return search.named(player, row, worse, *inferior)
    for player in (0, 1):
        for row, worse in _in_use(game, profile, player):
            mixture = search.by_pure_profiles(player, row, worse)
            if mixture is not None:
                return search.named(player, row, worse, mixture, False)
    return None


def _in_use(
    game: ExtensiveGame, profile: BehaviorProfile, player: int
) -> Iterator[tuple[int, int]]:
    """Yield the actions in use at a player's sets, by row and place."""
    index = game.sequences[player].index
    probabilities = profile[player].probabilities
    for row in range(index.num_infosets):
        start, stop = index.first_sequence[row : row + 2].tolist()
        for place in range(stop - start):
            if probabilities[start + place]:
                yield row, place


class Dominances:
    """Proofs that actions are inferior at their sets, each of which is made once for a game."""

    def __init__(self, game: ExtensiveGame) -> None:
        self.game = game
        self.nodes = possible_nodes(game)
        self.bounds = (earned_ranges(game, 0), earned_ranges(game, 1))
        self._earned: dict[tuple[int, int], npt.NDArray[Any] | None] = {}
        self._mixtures: dict[tuple[int, int, int], dict[int, Fraction] | None] = {}

    def named(
        self, player: int, row: int, action: int, better: Mapping[int, Fraction], close: bool
    ) -> LocalDominance:
        """Return the dominance of an action at a player's set by others with their probabilities."""
        game = self.game
        index = game.sequences[player].index
        names = index.action_names[row]
        return LocalDominance(
            who=player_name(game.players, player),
            infoset=game.shown_names(player)[index.infoset_names[row]],
            action=names[action],
            better={names[place]: share for place, share in better.items() if share},
            close=close,
        )

    def by_nodes(
        self, player: int, row: int, worse: int, limits: Sequence[Range]
    ) -> tuple[dict[int, Fraction], bool] | None:
        """Return the action that is superior node by node, and whether only close to profiles of these limits."""
        require_time()
        children = [int(self.game.first_child[node]) for node in self.nodes[player][row]]
        num_actions = int(self.game.sequences[player].index.num_actions[row])
        for better in range(num_actions):
            pairs = [(child + worse, child + better) for child in children]
            is_close = _superior(self.bounds[player], limits, pairs)
            if is_close is not None:
                return {better: Fraction(1)}, is_close
        return None

    def by_pure_profiles(self, player: int, row: int, worse: int) -> dict[int, Fraction] | None:
        """Return a mixture of actions that is superior by the pure profiles of the other agents."""
        key = (player, row, worse)
        if key not in self._mixtures:
            require_time()
            earned = self._earned_at(player, row)
            self._mixtures[key] = None if earned is None else _superior_mixture(earned, worse)
        return self._mixtures[key]

    def _earned_at(self, player: int, row: int) -> npt.NDArray[Any] | None:
        """Return what the actions of a set earn, (actions, profiles); None if there are none or too many."""
        key = (player, row)
        if key not in self._earned:
            nodes = self.nodes[player][row]
            num_actions = int(self.game.sequences[player].index.num_actions[row])
            earned = None
            if nodes and num_actions > 1 and len(self.game.leaves) <= MOST_PLAYS:
                infoset = int(self.game.infoset[nodes[0]])
                earned = _earned_against_pure(self.game, self._plays[player], infoset, num_actions)
            self._earned[key] = earned
        return self._earned[key]

    @cached_property
    def _plays(self) -> tuple[list[Play], list[Play]]:
        """The plays that chance can lead to, with the payoffs of each player."""
        return list(_plays(self.game, 0)), list(_plays(self.game, 1))


@dataclass(frozen=True)
class Exclusions(Immutable):
    """The actions that are in use in no extensive-form perfect equilibrium with given plans.

    - `unused`: For each player which sequences end with such an action.
    - `plans`: The plans of each player that use none of them.
    - `dominances`: Why actions are excluded, by player and sequence.
    - `reason`: Why there is no such equilibrium, empty if that is open.
    """

    unused: tuple[Mask, Mask]
    plans: Plans
    dominances: Mapping[tuple[int, int], LocalDominance]
    reason: str = ""

    @classmethod
    def of(cls, search: Dominances, plans: Plans) -> Exclusions:
        """Return the exclusions for the products of the convex hulls of exact plans, until there are no new ones."""
        game = search.game
        first, second = (np.zeros(len(sequences.index), dtype=bool) for sequences in game.sequences)
        unused: tuple[Mask, Mask] = (first, second)
        dominances: dict[tuple[int, int], LocalDominance] = {}
        while True:
            remaining = (_without(plans[0], unused[0]), _without(plans[1], unused[1]))
            reason = _refutation(game, plans, remaining, unused, dominances)
            if reason:
                return cls(unused, remaining, dominances, reason)
            new = _inferior(search, remaining, unused)
            if not new:
                return cls(unused, remaining, dominances)
            for (player, sequence), dominance in new.items():
                unused[player][sequence] = True
                dominances[player, sequence] = dominance


def _inferior(
    search: Dominances, plans: Plans, unused: tuple[Mask, Mask]
) -> dict[tuple[int, int], LocalDominance]:
    """Return actions, not yet excluded, that are inferior whatever completes the plans, by player and sequence."""
    game = search.game
    shares = fixed_shares(game, plans)
    inferior = {}
    for player, sequences in enumerate(game.sequences):
        limits = earned_ranges(game, player, unused, shares)
        index = sequences.index
        for row in range(index.num_infosets):
            start, stop = index.first_sequence[row : row + 2].tolist()
            for sequence in range(start, stop):
                if unused[player][sequence]:
                    continue
                worse = sequence - start
                by_nodes = search.by_nodes(player, row, worse, limits)
                mixture = None
                if by_nodes is None:
                    mixture = search.by_pure_profiles(player, row, worse)
                if by_nodes is not None:
                    dominance = search.named(player, row, worse, *by_nodes)
                    inferior[player, sequence] = dominance
                elif mixture is not None:
                    dominance = search.named(player, row, worse, mixture, False)
                    inferior[player, sequence] = dominance
    return inferior


def _without(plans: Sequence[RealizationPlan], unused: Mask) -> list[RealizationPlan]:
    """Return the plans with no weight on some sequences."""
    remaining = []
    for plan in plans:
        weights = plan.exact_weights("dominance").numerators
        if not bool(np.any(weights[unused] != 0)):
            remaining.append(plan)
    return remaining


def _refutation(
    game: ExtensiveGame,
    plans: Plans,
    remaining: Plans,
    unused: tuple[Mask, Mask],
    dominances: Mapping[tuple[int, int], LocalDominance],
) -> str:
    """Return why exclusions leave no behavior, empty if they leave some."""
    for player, sequences in enumerate(game.sequences):
        index = sequences.index
        if not remaining[player]:
            shared = unused[player].copy()
            for plan in plans[player]:
                shared &= np.asarray(plan.exact_weights("dominance").numerators != 0, dtype=bool)
            if shared.any():
                return str(dominances[player, int(np.flatnonzero(shared)[0])])
            who = player_name(game.players, player)
            return f"each plan of {who} uses an action that earns less than another one in the agent normal form"
        for row in range(index.num_infosets):
            start, stop = index.first_sequence[row : row + 2].tolist()
            if unused[player][start:stop].all():
                name = game.shown_names(player)[index.infoset_names[row]]
                return (
                    f"each action at {name!r} earns less than another one in the agent normal form, whatever the "
                    "mistakes, if they are small enough"
                )
    return ""


def _superior(
    bounds: Sequence[Range], limits: Sequence[Range], pairs: list[tuple[int, int]]
) -> bool | None:
    """Return whether the second node of each pair is superior to the first only close to the limits; None if not."""
    is_close = False
    is_strict = False
    for worse, better in pairs:
        if bounds[better][0] >= bounds[worse][1]:
            are_equal = bounds[better] == bounds[worse] and bounds[worse][0] == bounds[worse][1]
            is_strict |= not are_equal
        elif limits[better][0] > limits[worse][1]:
            is_close = True
        else:
            return None
    if is_strict or is_close:
        return is_close
    return None


def _plays(game: ExtensiveGame, player: int) -> Iterator[Play]:
    """Yield the plays that chance can lead to: the players' actions by set, and the payoff weighted by chance.

    The weighted payoffs are integers, multiplied by the same positive number.
    """
    reach = game.chance_reach.numerators.tolist()
    payoffs = game.leaf_payoffs[player].numerators.tolist()
    owner = game.information_sets.player.tolist()
    for leaf, payoff in zip(game.leaves.tolist(), payoffs, strict=True):
        if reach[leaf]:
            steps = {
                infoset: action for infoset, action in game.steps(leaf) if owner[infoset] != CHANCE
            }
            yield steps, reach[leaf] * payoff


def _earned_against_pure(
    game: ExtensiveGame, plays: Sequence[Play], infoset: int, num_actions: int
) -> npt.NDArray[Any] | None:
    """Return what each action at a set earns in the pure profiles of the others, (actions, profiles).

    Plays that do not lead to the set are left out. None if there are too many profiles.
    """
    plays_through = [play for play in plays if infoset in play[0]]
    others = sorted({other for steps, _ in plays_through for other in steps if other != infoset})
    shape = [len(game.information_sets.actions(other)) for other in others]
    if prod(shape) > MOST_PURE_PROFILES:
        return None
    earned = np.zeros((num_actions, *shape), dtype=object)
    for steps, payoff in plays_through:
        place = [steps[infoset], *(steps.get(other, slice(None)) for other in others)]
        earned[tuple(place)] += payoff
    return earned.reshape(num_actions, -1)


def _superior_mixture(earned: npt.NDArray[Any], worse: int) -> dict[int, Fraction] | None:
    """Return a mixture of other actions that earns no less in any profile and more in one; None if there is none."""
    others = [action for action in range(len(earned)) if action != worse]
    advantages = earned[others] - earned[worse]
    for place, action in enumerate(others):
        advantage = advantages[place]
        if (advantage >= 0).all() and (advantage > 0).any():
            return {action: Fraction(1)}
    if len(others) == 1:
        return None

    cone = Cone(len(others))
    for row in dict.fromkeys(map(tuple, advantages.T.tolist())):
        cone.require([(place, Fraction(value)) for place, value in enumerate(row)])
    total = [(place, Fraction(sum(row))) for place, row in enumerate(advantages.tolist())]
    weights = cone.most_positive([total])
    if weights is None:
        return None
    return {action: weight / sum(weights) for action, weight in zip(others, weights, strict=True)}
