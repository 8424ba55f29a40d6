"""Deals for training: hands that lead to decisions which have cost the person something.

A decision point is a player and an information set. Its weight is the mean cost of the person's decisions there, drawn
towards the mean over all points as if it had been met `PRIOR` times more: points met once do not crowd out those met
often, and a point where the person now decides well comes up less and less. The moves up to it are drawn as they are
distributed in play: by chance, and by the opponent's strategy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, permutations
from math import perm
from random import Random
from typing import Any

from seqform.errors import OptionError
from seqform.models.games.extensive import CHANCE
from seqform.models.games.signals import PUBLIC
from seqform.models.numbers.exact import Number
from seqform.play.agents import Agent, ProfileAgent, SolutionAgent
from seqform.play.review import Decision
from seqform.playable import OrderedSituation, PlayableGame, PlayableOrderedGame, PlayableTree, Situation

PRIOR = 2
"""Number of decisions of mean cost that are added to those at every point."""

MOST_HANDS = 100_000
"""Bound on the opponent's hands among which one is drawn."""


@dataclass(frozen=True)
class TrainedPoint:
    """A decision point with its weight; `situation` is one of its situations."""

    situation: Situation
    weight: Number


def trained_points(decided: Iterable[tuple[Situation, Decision]]) -> list[TrainedPoint]:
    """Return the decision points among judged decisions, with their weights; none where no decision cost anything.

    Examples
    --------
    >>> from seqform.play import open_session
    >>> session = open_session("kuhn", seat=0, seed=7)
    >>> session.act("bet")
    >>> [point.situation.infoset for point in trained_points(session.decided())]
    ['Q:']
    """
    costs: dict[tuple[int, str], list[Number]] = {}
    situations: dict[tuple[int, str], Situation] = {}
    for here, decision in decided:
        if decision.cost is not None:
            point = here.player, decision.infoset
            costs.setdefault(point, []).append(decision.cost)
            situations[point] = here
    total: Any = sum(sum(each) for each in costs.values())
    if total == 0:
        return []
    mean = total / sum(map(len, costs.values()))
    return [
        TrainedPoint(situations[point], (sum(each) + PRIOR * mean) / (len(each) + PRIOR))
        for point, each in costs.items()
    ]


def deal_to(playable: PlayableGame, agent: Agent, here: Situation, random: Random) -> tuple[int, ...]:
    """Return moves to a decision point, given by one of its situations, as they are distributed in play."""
    paths, weights = zip(*reach_of_paths(playable, agent, here), strict=True)
    if not any(weights):
        raise OptionError(f"no training: the opponent's strategy never leads to {here.infoset}")
    path: tuple[int, ...] = paths[_drawn(weights, random)]
    return path


def reach_of_paths(playable: PlayableGame, agent: Agent, here: Situation) -> list[tuple[tuple[int, ...], Number]]:
    """Return the moves to every situation that a player cannot tell from a given one, with their probabilities.

    These are the probabilities of chance's moves and the agent's.
    """
    return [(path, _reach(playable, agent, path, here.player)) for path in _paths(playable, here)]


def draw_point(points: Sequence[TrainedPoint], random: Random) -> Situation:
    """Return a situation of a decision point, drawn in proportion to the weights."""
    return points[_drawn([point.weight for point in points], random)].situation


def _drawn(weights: Sequence[Number], random: Random) -> int:
    upto = [float(each) for each in accumulate(weights)]
    ticket = random.random() * upto[-1]
    return next((place for place, bound in enumerate(upto) if ticket < bound), len(upto) - 1)


def _paths(playable: PlayableGame, here: Situation) -> Iterator[tuple[int, ...]]:
    """Yield the moves from the root to every situation that the player cannot tell from a given one."""
    if isinstance(playable, PlayableTree):
        for world in playable.worlds(here.player, here.infoset).nodes:
            yield world.path
    elif isinstance(here, OrderedSituation):
        yield from _ordered_paths(here)


def _ordered_paths(here: OrderedSituation) -> Iterator[tuple[int, ...]]:
    playable, receivers = here.playable, here.playable.game.receivers[here.number]
    hidden = [place for place, who in enumerate(receivers) if who not in (PUBLIC, here.player)]
    known = {signal for place, signal in enumerate(here.dealt) if place not in hidden}
    free = [signal for signal in range(len(playable.game.signals)) if signal not in known]
    if perm(len(free), len(hidden)) > MOST_HANDS:
        raise OptionError(f"no training: more than {MOST_HANDS:,} hands of the opponent at {here.infoset}")
    actions = [action for taken in here.information.history for action in taken]
    for hand in permutations(free, len(hidden)):
        dealt = list(here.dealt)
        for place, signal in zip(hidden, hand, strict=True):
            dealt[place] = signal
        yield _path_of(playable, [playable.game.signals[signal] for signal in dealt], actions)


def _path_of(playable: PlayableOrderedGame, signals: Sequence[str], actions: Sequence[str]) -> tuple[int, ...]:
    left = {CHANCE: iter(signals), 0: iter(actions)}
    left[1] = left[0]
    situation, path = playable.root, []
    while (name := next(left[situation.player], None)) is not None:
        path.append(situation.actions.index(name))
        situation = situation.after(path[-1])
    return tuple(path)


def _reach(playable: PlayableGame, agent: Agent, path: Sequence[int], player: int) -> Number:
    """Return the probability that chance and the agent make their moves of a path."""
    reach: Any = 1
    situation: Situation = playable.root
    for action in path:
        if situation.player == CHANCE:
            reach = reach * situation.lottery[action]
        elif situation.player != player:
            reach = reach * _share(agent, situation, action)
        if reach == 0:
            break
        situation = situation.after(action)
    return reach  # type: ignore[no-any-return]


def _share(agent: Agent, here: Situation, action: int) -> Number:
    """Return the probability with which an agent takes an action."""
    if isinstance(agent, ProfileAgent):
        share: Number = agent.profile[here.player][here.infoset][here.actions[action]]
        return share
    assert isinstance(agent, SolutionAgent) and isinstance(here, OrderedSituation)
    information = here.information
    return agent.solution.strategy(here.player, information.signals, information.history[:-1], information.history[-1])[
        information.actions[action]
    ]
