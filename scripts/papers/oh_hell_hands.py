"""One hand of Open-Handed Oh Hell!: the equilibrium of anyNash, and the payoffs of all subgame perfect equilibria."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any

from papers.oh_hell_graph import DealtPlay, deal_graph, deal_tree
from seqform.backends.bestnash.backend import Ties, backward_induction, best_nash
from seqform.backends.bestnash.profile_sets import profile_sets
from seqform.builders.games.families.oh_hell import OhHellDeal, OhHellRules, deal
from seqform.models.games.positions import PositionGraph
from seqform.models.strategies.profile_set import OBJECTIVES

MEASURES = ("social", "fairest", "single-maximum", "best-for-1", "best-for-2")

Pair = tuple[int, int]


@dataclass(frozen=True)
class Reading(OhHellRules):
    """Everything that the paper leaves open: how the hands come, the rules, and which of equally good moves is made."""

    trump: str = "random"
    order: str = "dealt"
    ties: Ties = "first"

    def rules(self) -> OhHellRules:
        """Return the rules of the game."""
        return OhHellRules(
            **{field.name: getattr(self, field.name) for field in fields(OhHellRules)}
        )

    def deal(self, cards: int, seed: int) -> OhHellDeal:
        """Return the hands of a seed."""
        return deal(cards, seed, trump=self.trump, order=self.order)

    def __str__(self) -> str:
        default = asdict(Reading())
        changed = {name: value for name, value in asdict(self).items() if value != default[name]}
        return (
            ", ".join(f"{name}={str(value).lower()}" for name, value in changed.items())
            or "as by default"
        )


@dataclass(frozen=True)
class Hand:
    """A hand to be solved: if `timed`, the whole tree is, and the times are kept; otherwise positions are merged."""

    cards: int
    seed: int
    reading: Reading
    timed: bool


@dataclass(frozen=True)
class Seconds:
    """Wall-clock times: building the tree, anyNash, the utility profile sets, bestNash with its strategy."""

    build: float
    any_nash: float
    sets: float
    best_nash: float


@dataclass(frozen=True)
class Row:
    """The result of a hand, with the size of its tree, 0 nodes where it was not built.

    - `distinct`: Numbers of payoffs of each player that occur in the tree.
    - `found`: What anyNash's equilibrium pays.
    - `profiles`, `pure`: The points of the payoff grid that equilibria pay, and those without lotteries.
    """

    hand: Hand
    nodes: int
    depth: int
    distinct: Pair
    found: Pair
    profiles: list[Pair]
    pure: list[Pair]
    seconds: Seconds | None

    @property
    def multiple(self) -> bool:
        """Whether not all equilibria pay the same."""
        return len(self.profiles) > 1

    def improved(self, measure: str) -> bool:
        """Whether the best equilibrium is better than anyNash's."""
        return best(self.profiles, measure) > best([self.found], measure)

    def mixing_helps(self, measure: str) -> bool:
        """Whether the best equilibrium is better than the best one without lotteries."""
        return best(self.profiles, measure) > best(self.pure, measure)

    @property
    def corner(self) -> Pair:
        """The most that each player can get, each in an equilibrium of their own choice."""
        return max(first for first, _ in self.profiles), max(second for _, second in self.profiles)

    @property
    def corner_looks_better(self) -> bool:
        """Whether the corner's sum is above every equilibrium's while it improves none of the other measures."""
        others = all(
            best([self.corner], measure) <= best(self.profiles, measure) for measure in MEASURES[1:]
        )
        return sum(self.corner) > best(self.profiles, "social") and others

    @property
    def improved_at_the_corner(self) -> bool:
        """Whether the social optimum is better than anyNash's sum, if such corners are taken for equilibria."""
        return self.improved("social") or (
            self.corner_looks_better and sum(self.corner) > sum(self.found)
        )


def best(profiles: Sequence[Pair], measure: str) -> int:
    value: Callable[[Any, Any], int] = OBJECTIVES[measure].measure
    return max(value(*pair) for pair in profiles)


def compute(hand: Hand) -> Row:
    warm_up()
    start = time.perf_counter()
    graph = (deal_tree if hand.timed else deal_graph)(
        hand.reading.deal(hand.cards, hand.seed), hand.reading.rules()
    )
    built = time.perf_counter()
    found = backward_induction(graph, ties=hand.reading.ties, seed=hand.seed)
    induced = time.perf_counter()
    profiles = profile_sets(graph).root
    merged = time.perf_counter()
    seconds = None
    if hand.timed:
        best_nash(graph, "social")
        seconds = Seconds(
            built - start, induced - built, merged - induced, time.perf_counter() - merged
        )
    return Row(
        hand,
        nodes=len(graph) if hand.timed else 0,
        depth=depth(graph),
        distinct=_pair([len(set(payoff.to_fractions())) for payoff in graph.payoffs]),
        found=_pair(found.values),
        profiles=[_pair(pair) for pair in profiles.grid_points()],
        pure=[_pair(pair) for pair in profile_sets(graph, mixing=False).root.grid_points()],
        seconds=seconds,
    )


def depth(graph: PositionGraph) -> int:
    """Return the number of moves from the beginning to the end: two bids, and the cards."""
    play: DealtPlay = graph.source
    return 2 + len(play.levels) - 1


def _pair(values: Sequence[Any]) -> Pair:
    first, second = map(int, values)
    return first, second


@cache
def warm_up() -> None:
    """Have everything loaded before times are taken."""
    graph = deal_tree(deal(2, 0))
    backward_induction(graph)
    profile_sets(graph, mixing=False)
    best_nash(graph, "social")
