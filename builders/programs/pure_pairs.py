"""Mixtures of pairs of pure strategies that have a given correlation plan.

A plan satisfies equations and is not negative, so that the pure pairs whose own plans are positive only where it is
positive lie on the smallest face of the polytope with the plan. One of them is found by a search, the largest possible
multiple of its plan is subtracted, which makes a further weight zero, and so on, until nothing is left: as many pairs
as the plan has positive weights at most. The search assigns actions to the information sets that the strategies reach;
first those that are connected with most others, after which in a triangle-free game every choice of positive weight
can be completed; elsewhere it goes back.

References
----------
Farina & Sandholm (2020), Polynomial-time computation of optimal correlated equilibria in two-player extensive-form
games with public chance moves and beyond, section 4.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from seqform.models.games.infosets import ranges
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.strategies.correlation import CorrelationPlan, PairMixture, RelevantPairs
from seqform.system.deadline import require_time

NEGLIGIBLE = 1e-11
"""Weights of plans in doubles up to this are rounding noise."""

MOST_LEFT = 1e-7
"""The most of a plan in doubles that a mixture may leave out."""

MOST_STEPS = 200_000
"""Choices, for each pair, after which the search gives up."""


def mixture_of(plan: CorrelationPlan) -> PairMixture | None:
    """Return a mixture with a correlation plan, exact where the plan is; None if none was found.

    In doubles the probabilities are those of the pairs that were found divided by their sum. None proves nothing: a
    plan of a game that is not triangle-free may have a mixture that is not found.
    """
    is_exact = isinstance(plan.weights, ExactArray)
    if isinstance(plan.weights, ExactArray):
        left: list[Any] = plan.weights.numerators.tolist()
        least: Any = 0
        most_left: Any = 0
    else:
        left = plan.weights.tolist()
        least = NEGLIGIBLE
        most_left = MOST_LEFT

    structure = PairStructure(plan.pairs)
    shares: list[Any] = []
    drawn: list[PurePair] = []
    root = structure.root
    while left[root] > least:
        require_time()
        pair = PairSearch(structure, left, least).found()
        if pair is None:
            break
        share = min(left[place] for place in pair.places)
        for place in pair.places:
            left[place] -= share
        shares.append(share)
        drawn.append(pair)
    if not drawn or left[root] > most_left:
        return None

    plays = []
    for player in (0, 1):
        table = np.zeros((len(drawn), len(plan.pairs.sequences[player])), dtype=bool)
        for row, pair in enumerate(drawn):
            table[row, pair.sequences[player]] = True
        plays.append(table)
    total = sum(shares)
    weights: Any
    if is_exact:
        weights = ExactArray.of(Fraction(share, total) for share in shares)
    else:
        weights = np.array(shares, dtype=float) / total
    return PairMixture(plan.pairs.sequences, (plays[0], plays[1]), weights)


@dataclass(frozen=True)
class PurePair:
    """A pair of pure strategies: the sequences of both players, and the places of the relevant pairs among them."""

    sequences: tuple[list[int], list[int]]
    places: list[int]


@dataclass(frozen=True)
class PairStructure:
    """The information sets of both players with their connections, as lists, for searches."""

    pairs: RelevantPairs

    @cached_property
    def root(self) -> int:
        """The place of the pair of empty sequences."""
        empty = np.array([0], dtype=np.int64)
        return int(self.pairs.places(0, empty, empty)[0])

    @cached_property
    def alone(self) -> tuple[list[int], list[int]]:
        """For each player the places of all sequences beside the empty one of the opponent."""
        places = []
        for player in (0, 1):
            own = np.arange(len(self.pairs.sequences[player]))
            places.append(self.pairs.places(player, own, np.zeros_like(own)).tolist())
        return places[0], places[1]

    @cached_property
    def next_sets(self) -> tuple[list[list[int]], list[list[int]]]:
        """For each player and each sequence the sets that come next."""
        both = []
        for index in self.pairs.sequences:
            following: list[list[int]] = [[] for _ in range(len(index))]
            for infoset, sequence in enumerate(index.parent_sequence.tolist()):
                following[sequence].append(infoset)
            both.append(following)
        return both[0], both[1]

    @cached_property
    def neighbors(self) -> tuple[list[dict[int, list[int]]], list[dict[int, list[int]]]]:
        """For each player and each set the connected sets, with the places of all pairs of choices.

        The places are row by row in the own actions.
        """
        both = []
        for player in (0, 1):
            index = self.pairs.sequences[player]
            of_sets: list[dict[int, list[int]]] = [{} for _ in range(index.num_infosets)]
            own_sets = self.pairs.connected[player]
            other_sets = self.pairs.connected[1 - player]
            places, starts = self._blocks(player, own_sets, other_sets)
            all_places = places.tolist()
            bounds = starts.tolist()
            for number, (own, other) in enumerate(
                zip(own_sets.tolist(), other_sets.tolist(), strict=True)
            ):
                of_sets[own][other] = all_places[bounds[number] : bounds[number + 1]]
            both.append(of_sets)
        return both[0], both[1]

    def _blocks(self, player: int, own_sets: Ints, other_sets: Ints) -> tuple[Ints, Ints]:
        """Return the places of the pairs of choices at connected sets, and where each pair of sets starts."""
        index = self.pairs.sequences[player]
        opponent = self.pairs.sequences[1 - player]
        num_own = index.num_actions[own_sets]
        num_other = opponent.num_actions[other_sets]
        own = ranges(index.first_sequence[own_sets], num_own)
        times = num_other.repeat(num_own)
        others = ranges(opponent.first_sequence[other_sets].repeat(num_own), times)
        places = self.pairs.places(player, own.repeat(times), others)
        return places, np.append(0, np.cumsum(num_own * num_other))


Set = tuple[int, int]
"""A player and the row of an information set."""


@dataclass
class Choice:
    """A set that has been assigned an action: the places that this needs, and the actions that are left to try."""

    infoset: Set
    actions: list[tuple[Any, int, list[int]]]
    places: list[int] = field(default_factory=list)
    action: int = -1


@dataclass
class PairSearch:
    """The search for a pure pair all of whose relevant pairs have a weight above `least`."""

    structure: PairStructure
    weights: list[Any]
    least: Any
    chosen: dict[Set, int] = field(default_factory=dict)
    """The action at every set that has one."""
    open: dict[Set, int] = field(default_factory=dict)
    """The sets that are reached and have no action, with the number of connected ones among them."""

    def found(self) -> PurePair | None:
        """Return a pair, or None if there is none, or none within `MOST_STEPS`."""
        for player in (0, 1):
            self._reach(player, 0)
        trail: list[Choice] = []
        for _ in range(MOST_STEPS):
            if not self.open:
                return self._pair(trail)
            trail.append(self._choice())
            while trail and not trail[-1].actions:
                # No action is left for this set: the choice before it was wrong.
                exhausted = trail.pop()
                self._reopen(exhausted.infoset)
                if not trail:
                    return None
                self._retract(trail[-1])
            self._assign(trail[-1])
        return None

    def _choice(self) -> Choice:
        """Return the open set with the most connections, with its actions, the last the one of the largest weight."""
        infoset = max(self.open, key=self.open.__getitem__)
        player, row = infoset
        index = self.structure.pairs.sequences[player]
        first = int(index.first_sequence[row])
        count = int(index.num_actions[row])
        alone = self.structure.alone[player]
        fixed = []
        for opposing_row, places in self.structure.neighbors[player][row].items():
            action = self.chosen.get((1 - player, opposing_row))
            if action is not None:
                width = len(places) // count
                fixed.append(places[action::width])

        actions = []
        for action in range(count):
            needed = [alone[first + action], *(column[action] for column in fixed)]
            weight = min(self.weights[place] for place in needed)
            if weight > self.least:
                actions.append((weight, action, needed))
        actions.sort()
        self._close(infoset)
        return Choice(infoset, actions)

    def _assign(self, choice: Choice) -> None:
        """Assign the next action to a set."""
        _, choice.action, choice.places = choice.actions.pop()
        player, row = choice.infoset
        self.chosen[choice.infoset] = choice.action
        index = self.structure.pairs.sequences[player]
        self._reach(player, int(index.first_sequence[row]) + choice.action)

    def _retract(self, choice: Choice) -> None:
        """Take back the action of a set, with the sets that it reaches."""
        player, row = choice.infoset
        del self.chosen[choice.infoset]
        index = self.structure.pairs.sequences[player]
        sequence = int(index.first_sequence[row]) + choice.action
        for infoset in self.structure.next_sets[player][sequence]:
            self._close((player, infoset))

    def _reach(self, player: int, sequence: int) -> None:
        """Open the sets that come after a sequence."""
        for infoset in self.structure.next_sets[player][sequence]:
            self._reopen((player, infoset))

    def _reopen(self, infoset: Set) -> None:
        """Open a set."""
        player, row = infoset
        degree = 0
        for opposing_row in self.structure.neighbors[player][row]:
            neighbor = (1 - player, opposing_row)
            if neighbor in self.open:
                self.open[neighbor] += 1
                degree += 1
        self.open[infoset] = degree

    def _close(self, infoset: Set) -> None:
        """Close a set."""
        del self.open[infoset]
        player, row = infoset
        for opposing_row in self.structure.neighbors[player][row]:
            neighbor = (1 - player, opposing_row)
            if neighbor in self.open:
                self.open[neighbor] -= 1

    def _pair(self, trail: list[Choice]) -> PurePair:
        sequences: tuple[list[int], list[int]] = ([0], [0])
        places = [self.structure.root]
        for choice in trail:
            player, row = choice.infoset
            index = self.structure.pairs.sequences[player]
            sequences[player].append(int(index.first_sequence[row]) + choice.action)
            places += choice.places
        return PurePair(sequences, places)
