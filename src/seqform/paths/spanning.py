"""Extreme equilibria near an equilibrium that is no end of a path: those that span it, and their neighbours.

An equilibrium (x, y) lies in the product of two cells of the subdivisions by best replies: of the plans that play no
sequence beyond those of x and have at least the best replies to x, and likewise for y. All pairs of their plans are
equilibria, and those of their vertices are extreme: (x, y) is a pair of mixtures of them. If x and y are vertices, the
only pair is (x, y) itself. Its neighbours have one plan in common with it, the other in the set of all plans that form
an equilibrium with that one.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain, product
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


class NoListError(Exception):
    """Too many extreme equilibria to list; caught by those who name them."""


class Near(NamedTuple):
    """Extreme equilibria near another equilibrium, and their relation to it as a relative clause.

    `finished` is False if the search was stopped after the most that were asked for: there may be more.
    """

    equilibria: list[RealizationPlans]
    relation: str
    finished: bool


def with_bases_near(
    game: ExtensiveGame,
    form: SequenceForm,
    lcp: GameLcp,
    plans: RealizationPlans,
    deadline: Deadline,
    *,
    most: int,
) -> Near:
    """Return the extreme equilibria with complementary bases that span an equilibrium, else its neighbours with bases.

    Of many, the first `most`, at least 1, are returned; the neighbours only if no extreme equilibrium that spans it has
    a basis. Raises NoListError if there are too many vertices, OutOfTimeError after the deadline.
    """
    x_played = plans[0].exact_weights("equilibrium").numerators != 0
    y_played = plans[1].exact_weights("equilibrium").numerators != 0
    x_optimal = _optimal(game, 0, plans[1])
    y_optimal = _optimal(game, 1, plans[0])

    # The vertices of the two cells: of plans that play no more, and have at least the same best replies.
    xs, ys = _vertices(form, (~x_played, ~y_played), (x_optimal, y_optimal), deadline)
    with_bases, finished = _with_bases(lcp, product(xs, ys), deadline, most)
    if with_bases:
        return Near(with_bases, "that span it", finished)

    # The neighbours: of all plans that are best replies to x, and to which x is one; and the other way round.
    _, ys_with_x = _vertices(form, (~x_played, ~y_optimal), (x_played, y_optimal), deadline)
    xs_with_y, _ = _vertices(form, (~x_optimal, ~y_played), (x_optimal, y_played), deadline)
    neighbours = chain(product(xs, _except(ys_with_x, ys)), product(_except(xs_with_y, xs), ys))
    with_bases, finished = _with_bases(lcp, neighbours, deadline, most)
    return Near(with_bases, "in a set of equilibria with it", finished)


def _optimal(game: ExtensiveGame, player: int, opposite: RealizationPlan) -> Mask:
    """Return the sequences of a player that are part of a best reply."""
    gradient = payoff_by_sequence(game, player, player, opposite.exact_weights("equilibrium"))
    return optimal_sequences(game.sequences[player].index, gradient)


def _vertices(
    form: SequenceForm, unused: tuple[Mask, Mask], required: tuple[Mask, Mask], deadline: Deadline
) -> tuple[list[RealizationPlan], list[RealizationPlan]]:
    """Return the vertices of both players that play other sequences, and have these among their best replies.

    Every pair of them is an equilibrium.
    """

    def check(vertices: int) -> None:
        deadline.check()

    try:
        first, second = subdivisions(
            form.sequences, (form.B, form.A.T), unused, required, MOST_VERTICES, check
        )
    except TooManyVerticesError:
        raise NoListError from None
    return _plans(form.sequences[0], first), _plans(form.sequences[1], second)


def _plans(index: SequenceIndex, vertices: Subdivision) -> list[RealizationPlan]:
    """Return the plans of vertices in descending order of their weights."""
    # Integers: the weight of the empty sequence, which is 1, is the common denominator.
    weights = [ExactArray(row.astype(object), int(row[0])) for row in vertices.weights]
    weights.sort(key=lambda exact: exact.to_fractions(), reverse=True)
    return [RealizationPlan(index, exact) for exact in weights]


def _except(plans: list[RealizationPlan], examined: list[RealizationPlan]) -> list[RealizationPlan]:
    """Return the plans that are not among others."""
    keys = set(map(_key, examined))
    return [plan for plan in plans if _key(plan) not in keys]


def _key(plan: RealizationPlan) -> tuple[Fraction, ...]:
    """Return the weights of a plan, by which it is compared."""
    return tuple(plan.exact_weights("equilibrium").to_fractions())


def _with_bases(
    lcp: GameLcp,
    pairs: Iterable[tuple[RealizationPlan, RealizationPlan]],
    deadline: Deadline,
    most: int,
) -> tuple[list[RealizationPlans], bool]:
    """Return the first pairs that have a complementary basis, and True if all pairs were examined."""
    with_bases: list[RealizationPlans] = []
    for pair in pairs:
        if len(with_bases) == most:
            return with_bases, False
        plans = RealizationPlans(pair)
        if complementary_basis(lcp, plans, deadline) is not None:
            with_bases.append(plans)
    return with_bases, True
