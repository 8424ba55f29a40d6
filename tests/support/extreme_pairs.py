"""The extreme equilibria of a game as pairs of realization plans, from those of the normal form by another program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from bimatrix import extreme_equilibria, fraction, maximum
from plans import exact, form_of, weights
from scipy.optimize import nnls

import seqform as sf
from seqform.builders.forms.sequence_form import realized_plan, reduced_normal_form
from seqform.models.answers.components import AllEquilibria
from seqform.models.numbers.exact import ExactArray

Plan = tuple[Fraction, ...]
Floats = npt.NDArray[np.float64]
Pair = tuple[Plan, Plan]


def pairs_found(found: AllEquilibria) -> set[Pair]:
    """Return the plans of the equilibria."""
    return {(tuple(weights(one.plans[0])), tuple(weights(one.plans[1]))) for one in found}


def pairs_by_gambit(game: sf.ExtensiveGame, folder: Path) -> set[Pair]:
    """Return the extreme equilibria after pygambit's enumeration for the reduced normal form."""
    import pygambit

    theirs = _read_by_gambit(game, folder)
    found = pygambit.nash.enummixed_solve(theirs, rational=True).equilibria
    mixed = [[[fraction(share) for _, share in one[player]] for player in theirs.players] for one in found]
    return _extreme(game, mixed)


def points_by_supports(game: sf.ExtensiveGame, folder: Path) -> list[tuple[Floats, Floats]]:
    """Return the plans of the equilibria, in doubles, that pygambit's enumeration of supports finds."""
    import pygambit

    theirs = _read_by_gambit(game, folder)
    found = pygambit.nash.enumpoly_solve(theirs, use_strategic=True, max_rectangles=2000).equilibria
    form = form_of(game)
    strategies = reduced_normal_form(form).strategies

    def plan(player: int, shares: list[float]) -> Floats:
        chosen = ExactArray.of(map(Fraction, shares))
        return exact(realized_plan(form.sequences[player], strategies[player], chosen)).to_floats()

    mixed = [[[float(share) for _, share in one[player]] for player in theirs.players] for one in found]
    return [(plan(0, one[0]), plan(1, one[1])) for one in mixed]


def is_in_a_subset(found: AllEquilibria, point: tuple[Floats, Floats]) -> bool:
    """Return whether a pair of plans is in the product of the hulls of a maximal Nash subset, up to 1e-4."""

    def is_in(plan: Floats, vertices: list[list[Fraction]]) -> bool:
        columns = np.array(vertices, dtype=np.float64).T
        return bool(nnls(columns, plan)[1] < 1e-4)  # the weight of the empty sequence is 1, so that the shares sum to 1

    return any(
        all(
            is_in(plan, [weights(own[place]) for place in places])
            for plan, own, places in zip(point, found.plans, subset.plans, strict=True)
        )
        for subset in found.subsets
    )


def _read_by_gambit(game: sf.ExtensiveGame, folder: Path) -> Any:
    """Return the reduced normal form as pygambit reads it from a file."""
    import pygambit

    normal = reduced_normal_form(form_of(game))
    path = folder / "normal-form.nfg"
    sf.save(sf.bimatrix_game("normal form", normal.A.to_dense(), normal.B.to_dense()), path)
    return pygambit.read_nfg(str(path))


def pairs_by_vertices(game: sf.ExtensiveGame) -> set[Pair]:
    """Return the extreme equilibria after an enumeration of all bases of the reduced normal form."""
    normal = reduced_normal_form(form_of(game))
    return _extreme(game, extreme_equilibria(normal.A.to_dense(), normal.B.to_dense()))


def _extreme(game: sf.ExtensiveGame, mixed: Iterable[Any]) -> set[Pair]:
    """Return the pairs of plans of mixed strategies of which neither plan is a mixture of others.

    The map from mixed strategies to plans is linear, and the equilibria are the pairs that it takes to equilibria. So
    the plans that are extreme against the other player's plan are among the images of extreme mixed strategies.
    """
    form = form_of(game)
    strategies = reduced_normal_form(form).strategies
    pairs = {
        tuple(
            tuple(weights(realized_plan(index, pure, ExactArray.of(shares))))
            for index, pure, shares in zip(form.sequences, strategies, both, strict=True)
        )
        for both in mixed
    }
    return {
        (x, y)
        for x, y in pairs
        if _is_vertex(x, {other for other, same in pairs if same == y})
        and _is_vertex(y, {other for same, other in pairs if same == x})
    }


def _is_vertex(point: Plan, points: set[Plan]) -> bool:
    others = list(points - {point})
    return len(others) < 2 or not in_hull(point, others)


def in_hull(point: Plan, points: Sequence[Plan]) -> bool:
    """Return whether a point is in the convex hull of points, by exact linear programming."""
    rows = [list(row) for row in zip(*points, strict=True)]
    opposite = [[-value for value in row] for row in rows]
    bounds = [*point, *(-value for value in point)]  # the weight of the empty sequence is 1: the shares sum to 1
    return maximum([Fraction(0)] * len(points), rows + opposite, bounds) is not None
