"""Reviews of hands: the worth of the actions at every decision, against the opponent's profile; and deals for training.

A decision is graded by the value that it loses and by nothing else. How often the profile plays an action says little:
one that it never plays may lose nothing.

What perfect play earns less the costs of all decisions is a player's payoff without luck. Its expected value is the
expected payoff, whoever plays and however well, because chance and the opponent's profile change the value of a best
reply by amounts whose expected value is 0. So it is AIVAT (Burch, Schmid, Moravčík, Morrill & Bowling, AAAI 2018) with
these values, which are fixed before play, for chance and the opponent's draws, averaged over the opponent's hands.

Training deals hands that lead to decisions which have cost the person something. The weight of a decision point, a
player with an information set, is the mean cost of the person's decisions there, drawn towards the mean over all points
as if it had been met `PRIOR` times more: points met once do not crowd out those met often, and a point where the person
now decides well comes up less and less. The moves up to it are drawn as they are distributed in play: by chance, and by
the opponent's strategy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import perm
from random import Random
from typing import Any

import numpy as np

from seqform.errors import OptionError
from seqform.io.saved_solution import SavedSolution
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import BestResponse, player_number
from seqform.models.games.signals import PUBLIC
from seqform.models.numbers.exact import ExactArray, Number, Rational, Vector
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.strategies.tables import reach_without
from seqform.play.agents import Agent, ProfileAgent, SolutionAgent
from seqform.playable import (
    OrderedSituation,
    PlayableGame,
    PlayableOrderedGame,
    PlayableTree,
    Situation,
)
from seqform.verify.nash import payoff_by_sequence, payoff_per_sequence

GRADES = NO_LOSS, INACCURACY, BLUNDER = "as good as any", "inaccuracy", "blunder"
"""The grades of a decision, in games without a pot."""

NEGLIGIBLE, MISTAKE = "almost as good as any", "mistake"

GRADES_BY_COST = NO_LOSS, NEGLIGIBLE, INACCURACY, MISTAKE, BLUNDER
"""All grades, those of games with a pot, from the cheapest on."""

Point = tuple[int, ...]
"""A decision as numbers."""

INACCURACY_SHARE = Fraction(1, 20)
"""A smaller loss than this share of the game's range of payoffs is an inaccuracy, any other a blunder."""

POT_SHARES = {
    NEGLIGIBLE: Fraction(1, 200),
    INACCURACY: Fraction(1, 50),
    MISTAKE: Fraction(1, 20),
}
"""In games with a pot: the grades of losses below shares of the pot at the beginning; any larger one is a blunder."""

ROUNDING = 1e-9
"""Losses up to this share of the range of payoffs are none where a profile is in doubles."""


@dataclass(frozen=True)
class Decision:
    """A decision of the person, judged by what was known at the information set.

    Attributes
    ----------
    chosen : int
        Number of the action taken.
    profile : tuple of numbers
        The probabilities that the profile gives to the actions in this seat.
    worth : tuple of numbers, or None
        For each action the person's largest expected payoff from here on against the profile; exact if the profile is.
        None where the opponent's strategy and chance never lead to the set.
    payoff_range : Fraction
        The range of the player's payoffs in the game, of which 5 % divide inaccuracies from blunders, without a pot.
    equity : Fraction, or None
        The probability that the player's hand is the stronger one in the end, ties counted half, among the hands that
        the opponent may hold here (`seqform.play.opposing_hands`); in games that are dealt by their rules.
    pot : Rational, or None
        The chips in the pot at the beginning of a game with one, by shares of which its decisions are graded.
    """

    infoset: str
    actions: tuple[str, ...]
    chosen: int
    profile: tuple[Number, ...]
    worth: tuple[Number, ...] | None
    payoff_range: Fraction
    equity: Fraction | None = None
    pot: Rational | None = None

    @property
    def cost(self) -> Number | None:
        """The worth of the best action less that of the chosen one; None without worths."""
        if self.worth is None:
            return None
        cost = max(self.worth) - self.worth[self.chosen]
        if isinstance(cost, float) and cost <= ROUNDING * self.payoff_range:
            return 0.0
        return cost

    @property
    def grade(self) -> str | None:
        """One of the grades of this module; None without worths."""
        if self.cost is None:
            return None
        if self.cost == 0:
            return NO_LOSS
        if self.pot:
            for grade, share in POT_SHARES.items():
                if self.cost < share * self.pot:
                    return grade
            return BLUNDER
        if self.cost < INACCURACY_SHARE * self.payoff_range:
            return INACCURACY
        return BLUNDER


class Judge:
    """Reviews hands that were played on a tree against an agent who follows a profile.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.play import Judge
    >>> game = sf.load("kuhn")
    >>> judge = Judge(game, sf.solve(game, exact=True).profile)
    >>> decision = judge.decision(0, "K:cb", "fold")
    >>> decision.worth, decision.cost, decision.grade
    ((Fraction(-1, 1), Fraction(2, 1)), Fraction(3, 1), 'blunder')
    """

    def __init__(self, game: ExtensiveGame, profile: BehaviorProfile) -> None:
        self.game = game
        self.profile = profile.bound_to(game)
        self.constant_sum = game.constant_sum
        self._replies: dict[int, tuple[BestResponse, Vector]] = {}
        self._opponents: dict[int, list[Any]] = {}

    def perfect(self, player: int | str) -> Number:
        """Return what a player, 0, 1 or a name, earns by perfect play against the profile: the best-response value.

        The expected payoff of any strategy against the profile is this less the expected cost of its decisions.
        """
        best, _ = self._of(player_number(player, self.game.players))
        value: Number = _number(best.sequence_value, 0)
        return value

    def decision(self, player: int | str, infoset: str, action: int | str) -> Decision:
        """Return the judgement of a player's action at an information set; players and actions by number or name."""
        player = player_number(player, self.game.players)
        index = self.game.sequences[player].index
        row = index.row_of[infoset]
        names = index.action_names[row]
        places = range(int(index.first_sequence[row]), int(index.first_sequence[row + 1]))
        best, reach = self._of(player)
        payoffs = self.game.leaf_payoffs[player]

        # The values of sequences are weighted by the chance that the others lead to the set.
        weight = _number(reach, row)
        worth = None
        if weight > 0:
            worth = tuple(_number(best.sequence_value, place) / weight for place in places)
        return Decision(
            infoset,
            actions=names,
            chosen=names.index(action) if isinstance(action, str) else action,
            profile=tuple(self.profile[player].probabilities[place] for place in places),
            worth=worth,
            payoff_range=payoffs.largest() - payoffs.least(),
        )

    def at(self, here: Situation, action: int) -> Decision:
        """Return the judgement of an action in a situation."""
        return self.decision(here.player, here.infoset, action)

    def point(self, here: Situation) -> Point:
        """Return a situation as numbers for `costs`, to be followed by that of the action taken."""
        return (self.game.sequences[here.player].index.row_of[here.infoset],)

    def costs(self, player: int | str, points: Sequence[Point]) -> tuple[Number, list[Number]]:
        """Return what a player earns by perfect play, and what decisions of the player's cost; see `point`."""
        player = player_number(player, self.game.players)
        names = self.game.sequences[player].index.infoset_names
        cost_of: dict[Point, Number] = {}
        for row, action in set(points):
            cost_of[row, action] = self.decision(player, names[row], action).cost or 0
        return self.perfect(player), [cost_of[point] for point in points]

    def costs_to_opponent(
        self, player: int | str, points: Sequence[Point]
    ) -> tuple[Number, list[Number]]:
        """Return what the opponent earns if a player replies perfectly, and loses by the player's decisions.

        They follow from `costs` in games whose payoffs have a constant sum.
        """
        player = player_number(player, self.game.players)
        reply, reach = self._of(player)
        worth = self._to_opponent(player)
        index = self.game.sequences[player].index
        costs: list[Number] = []
        for row, action in points:
            first = int(index.first_sequence[row])
            best = first + int(reply.choice[row])
            weight = _number(reach, row)
            costs.append((worth[best] - worth[first + action]) / weight if weight > 0 else 0)
        return worth[0], costs

    def _to_opponent(self, player: int) -> list[Any]:
        """Return the values of a player's sequences to the opponent, when the player goes on with the best reply."""
        if player not in self._opponents:
            index = self.game.sequences[player].index
            best, _ = self._of(player)
            payoff = payoff_by_sequence(
                self.game, 1 - player, player, self._opponent(player).plan.weights
            )
            worth: Any = payoff
            if isinstance(payoff, ExactArray):
                worth = np.array(payoff.to_fractions(), dtype=object)

            # From the last sets of the player back: what the best choice there is worth is part of the choice above.
            for sets, _ in reversed(index.stages):
                chosen = index.first_sequence[sets] + best.choice[sets]
                np.add.at(worth, index.parent_sequence[sets], worth[chosen])
            self._opponents[player] = worth.tolist()
        return self._opponents[player]

    def _opponent(self, player: int) -> BehaviorStrategy:
        opponent = self.profile[1 - player]
        if opponent.exact:
            return opponent
        return opponent.normalized()

    def _of(self, player: int) -> tuple[BestResponse, Vector]:
        """Return a player's best reply, and the probabilities with which the others lead to the player's sets."""
        if player not in self._replies:
            opponent = self._opponent(player)
            payoffs = payoff_per_sequence(self.game, player, opponent)
            best = self.game.sequences[player].index.best_response(payoffs)
            self._replies[player] = best, reach_without(self.game, player, opponent)
        return self._replies[player]


class SolutionJudge:
    """Reviews hands of a game with ordered signals, dealt by the rules, against a saved solution.

    Worths are exact for the strategies as they are stored. What perfect play earns is computed in doubles
    where the certificate was only read.
    """

    def __init__(self, playable: PlayableOrderedGame, solution: SavedSolution) -> None:
        self.solution = solution
        self.constant_sum = playable.game.constant_sum
        self._limits = playable.limits
        self._perfect: dict[int, Number] = {}

    def perfect(self, player: int) -> Number:
        """Return what a player earns against the solution by playing perfectly: the best-response value."""
        if player not in self._perfect:
            certificate = self.solution.certificate
            if certificate.stored:
                self._perfect[player], _ = self.costs(player, ())
            else:
                self._perfect[player] = certificate.best_response_values[player]
        return self._perfect[player]

    def at(self, here: Situation, action: int) -> Decision:
        """Return the judgement of an action in a situation."""
        assert isinstance(here, OrderedSituation)
        from seqform.play.ordered_values import action_values, opposing_hands

        information = here.information
        point = (
            here.player,
            information.signals,
            information.history[:-1],
            information.history[-1],
        )
        shares = self.solution.strategy(*point)
        values = action_values(self.solution, *point)
        worth = None
        equity = None
        if values is not None:
            worth = tuple(values[name] for name in information.actions)
            hands = opposing_hands(self.solution, *point)
            equity = None if hands is None else hands.equity
        least, greatest = self._limits.payoff_range(here.player)
        return Decision(
            information.infoset,
            information.actions,
            chosen=action,
            profile=tuple(shares[name] for name in information.actions),
            worth=worth,
            payoff_range=greatest - least,
            equity=equity,
            pot=self.solution.game.pot,
        )

    def point(self, here: Situation) -> Point:
        """Return a situation as numbers for `costs`, to be followed by that of the action taken."""
        assert isinstance(here, OrderedSituation)
        return here.point

    def costs(self, player: int, points: Sequence[Point]) -> tuple[Number, list[Number]]:
        """Return what a player earns by perfect play, and what decisions of the player's cost, in doubles."""
        from seqform.play.ordered_values import costs_of_decisions

        perfect, costs = costs_of_decisions(self.solution, player, points)
        return perfect, costs.tolist()


def judge_of(playable: PlayableGame, agent: Agent) -> Judge | SolutionJudge | None:
    """Return the judge of decisions against an agent; None for agents that follow no profile and no solution."""
    if isinstance(playable, PlayableTree) and isinstance(agent, ProfileAgent | SolutionAgent):
        return Judge(playable.game, agent.profile)
    if (
        isinstance(playable, PlayableOrderedGame)
        and isinstance(agent, SolutionAgent)
        and playable.game.constant_sum is not None
    ):
        return SolutionJudge(playable, agent.solution)
    return None


def _number(values: Vector, place: int) -> Any:
    if isinstance(values, ExactArray):
        return values[place]
    return float(np.asarray(values, dtype=np.float64)[place])


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
    total: Any = sum(sum(costs_of_point) for costs_of_point in costs.values())
    if total == 0:
        return []

    # A point that was met once is not judged by that alone: its mean is drawn to the mean of all.
    mean = total / sum(map(len, costs.values()))
    points = []
    for point, costs_of_point in costs.items():
        weight = (sum(costs_of_point) + PRIOR * mean) / (len(costs_of_point) + PRIOR)
        points.append(TrainedPoint(situations[point], weight))
    return points


def deal_to(
    playable: PlayableGame, agent: Agent, here: Situation, random: Random
) -> tuple[int, ...]:
    """Return moves to a decision point, given by one of its situations, as they are distributed in play."""
    paths, weights = zip(*reach_of_paths(playable, agent, here), strict=True)
    if not any(weights):
        raise OptionError(f"no training: the opponent's strategy never leads to {here.infoset}")
    path: tuple[int, ...] = random.choices(paths, _relative(weights))[0]
    return path


def reach_of_paths(
    playable: PlayableGame, agent: Agent, here: Situation
) -> list[tuple[tuple[int, ...], Number]]:
    """Return the moves to every situation that a player cannot tell from a given one, with their probabilities.

    These are the probabilities of chance's moves and the agent's.
    """
    return [(path, _reach(playable, agent, path, here.player)) for path in _paths(playable, here)]


def draw_point(points: Sequence[TrainedPoint], random: Random) -> Situation:
    """Return a situation of a decision point, drawn in proportion to the weights."""
    return random.choices(points, _relative([point.weight for point in points]))[0].situation


def _relative(weights: Sequence[Number]) -> list[float]:
    """Return weights in units of the largest, which may be beyond the range of doubles."""
    largest = max(weights)
    return [float(weight / largest) for weight in weights]


def _paths(playable: PlayableGame, here: Situation) -> Iterator[tuple[int, ...]]:
    """Yield the moves from the root to every situation that the player cannot tell from a given one."""
    if isinstance(playable, PlayableTree):
        for world in playable.worlds(here.player, here.infoset).nodes:
            yield world.path
    elif isinstance(here, OrderedSituation):
        yield from _ordered_paths(here)


def _ordered_paths(here: OrderedSituation) -> Iterator[tuple[int, ...]]:
    playable = here.playable
    receivers = playable.game.receivers[here.number]
    hidden = [place for place, owner in enumerate(receivers) if owner not in (PUBLIC, here.player)]
    known = {signal for place, signal in enumerate(here.dealt) if place not in hidden}
    free = [signal for signal in range(len(playable.game.signals)) if signal not in known]
    if perm(len(free), len(hidden)) > MOST_HANDS:
        raise OptionError(
            f"no training: more than {MOST_HANDS:,} hands of the opponent at {here.infoset}"
        )
    walks: list[tuple[tuple[int, ...], OrderedSituation]] = [((), playable.root)]
    while walks:
        path, situation = walks.pop()
        if situation.player != CHANCE and _is_same_point(situation, here):
            yield path
            continue
        moves = reversed(_moves_towards(situation, here, hidden))
        walks.extend(((*path, move), situation.after(move)) for move in moves)


def _is_same_point(situation: OrderedSituation, here: OrderedSituation) -> bool:
    """Return whether the same actions have been taken in two situations."""
    return (situation.number, situation.past, situation.node) == (here.number, here.past, here.node)


def _moves_towards(
    situation: OrderedSituation, here: OrderedSituation, hidden: Sequence[int]
) -> list[int]:
    """Return the moves after which another situation may still be reached, but for the signals at hidden places.

    There are none where the hand dealt so far excludes a signal that the player has got. Of actions only those count
    at which a player has a turn: where all are equal, the one in the history was no move.
    """
    if situation.player == CHANCE:
        place = len(situation.dealt)
        if place in hidden:
            return list(range(situation.num_actions))
        name = situation.playable.game.signals[here.dealt[place]]
    else:
        taken = here.information.history[situation.number]
        stage = situation.playable.game.rounds[situation.number].stage
        name = taken[len(stage.path(situation.node))]
    if name not in situation.actions:
        return []
    return [situation.actions.index(name)]


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
    if isinstance(here, OrderedSituation):
        assert isinstance(agent, SolutionAgent)
        seen = here.information
        shares: Any = agent.solution.strategy(
            here.player, seen.signals, seen.history[:-1], seen.history[-1]
        )
    else:
        assert isinstance(agent, ProfileAgent | SolutionAgent)
        shares = agent.profile[here.player][here.infoset]
    share: Number = shares[here.actions[action]]
    return share
