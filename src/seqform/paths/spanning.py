"""Extreme equilibria near an equilibrium that is no end of a path: those that span it, and their neighbours.

An equilibrium (x, y) lies in the product of two cells of the subdivisions by best replies: of the plans that play no
sequence beyond those of x and have at least the best replies to x, and likewise for y. All pairs of their plans are
equilibria, and those of their vertices are extreme: (x, y) is a pair of mixtures of them. If x and y are vertices, the
only pair is (x, y) itself. Its neighbours have one plan in common with it, the other in the set of all plans that form
an equilibrium with that one.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from seqform.backends.exact.subdivision import Subdivision, TooManyVerticesError, subdivisions
from seqform.builders.programs.lcp import GameLcp
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray, Mask
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans
from seqform.paths.complete import optimal_sequences
from seqform.paths.partition import complementary_basis
from seqform.system.deadline import Deadline
from seqform.verify.nash import payoff_by_sequence

MOST_VERTICES = 2_000
"""Vertices of one subdivision after which a search is given up."""

MOST_EXAMINED = 200
"""Pairs of vertices for which a basis is computed."""


class NoListError(Exception):
    """Too many extreme equilibria to list; caught by those who name them."""


class Near(NamedTuple):
    """Extreme equilibria near another equilibrium, and their relation to it as a relative clause."""

    equilibria: list[RealizationPlans]
    relation: str


def with_bases_near(
    game: ExtensiveGame, form: SequenceForm, lcp: GameLcp, plans: RealizationPlans, deadline: Deadline
) -> Near:
    """Return the extreme equilibria with complementary bases that span an equilibrium, else its neighbours with bases.

    Of many, the first `MOST_EXAMINED` are looked at. Raises NoListError if there are too many vertices, OutOfTimeError
    after the deadline.
    """
    x_played, y_played = (plan.exact_weights("equilibrium").numerators != 0 for plan in plans)
    x_optimal, y_optimal = (_optimal(game, player, plans[1 - player]) for player in (0, 1))

    spanning = _pairs(form, (~x_played, ~y_played), (x_optimal, y_optimal), deadline)
    with_bases = _with_bases(lcp, spanning, deadline)
    if with_bases:
        return Near(with_bases, "that span it")

    beside_x = _pairs(form, (~x_played, ~y_optimal), (x_played, y_optimal), deadline)
    beside_y = _pairs(form, (~x_optimal, ~y_played), (x_optimal, y_played), deadline)
    return Near(_with_bases(lcp, [*beside_x, *beside_y], deadline), "in a set of equilibria with it")


def _optimal(game: ExtensiveGame, player: int, opposite: RealizationPlan) -> Mask:
    """Return the sequences of a player that are part of a best reply."""
    gradient = payoff_by_sequence(game, player, player, opposite.exact_weights("equilibrium"))
    return optimal_sequences(game.sequences[player].index, gradient)


def _pairs(
    form: SequenceForm, unused: tuple[Mask, Mask], required: tuple[Mask, Mask], deadline: Deadline
) -> list[RealizationPlans]:
    """Return the pairs of vertices that play other sequences, and have these among their best replies."""

    def check(vertices: int) -> None:
        deadline.check()

    try:
        sides = subdivisions(form.sequences, (form.B, form.A.T), unused, required, MOST_VERTICES, check)
    except TooManyVerticesError:
        raise NoListError from None
    first, second = (_plans(index, side) for index, side in zip(form.sequences, sides, strict=True))
    return [RealizationPlans((x, y)) for x, y in product(first, second)]


def _plans(index: SequenceIndex, vertices: Subdivision) -> list[RealizationPlan]:
    """Return the plans of vertices in descending order of their weights."""
    weights = [ExactArray(row.astype(object), int(row[0])) for row in vertices.weights]
    weights.sort(key=lambda exact: exact.to_fractions(), reverse=True)
    return [RealizationPlan(index, exact) for exact in weights]


def _with_bases(lcp: GameLcp, pairs: list[RealizationPlans], deadline: Deadline) -> list[RealizationPlans]:
    """Return those of the first pairs that have a complementary basis."""
    return [pair for pair in pairs[:MOST_EXAMINED] if complementary_basis(lcp, pair, deadline) is not None]
