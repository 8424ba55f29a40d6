"""Certificates of equilibria under linear constraints on the strategies of both players, computed on the game tree.

A player's best deviation keeps to her own constraints C x ≤ c. Multipliers λ ≥ 0 of the rows bound it: no plan that
keeps to them earns more than λ·c + max (g - Cᵀλ)·x over all her plans x, where g is her payoff by sequence; the maximum
is an ordinary best response. At the right multipliers the bound is attained, which proves both.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from seqform.backends.exact.solution import ExactBackend
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.highs import HighsBackend
from seqform.builders.forms.sequence_form import plan_constraints
from seqform.builders.programs.zero_sum_lp import constrained_response_lp
from seqform.errors import CertificationError, ModelError, SolveError
from seqform.models.answers.certificate import CONSTRAINED, Certificate, Figures
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray, Number, Vector, doubles
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.constraints import PlanRows, ShadowPrice
from seqform.verify.nash import certify, payoff_by_sequence, rounding_bound

FEASIBLE = 1e-6
"""The largest violation of a constraint by a strategy in doubles, relative to the largest coefficient of its row."""


def certify_constrained(
    game: ExtensiveGame,
    profile: BehaviorProfile,
    rows: tuple[PlanRows, PlanRows],
    prices: tuple[Vector, Vector] | None = None,
    options: SolveOptions | None = None,
) -> tuple[Certificate, tuple[ShadowPrice, ...]]:
    """Compute the values of a profile and the best deviations that keep to each player's constraints.

    - `prices`: Multipliers of the rows, which are kept if they prove that there is no deviation; otherwise, or if there
      are none, those of a linear program are taken.

    Of the claim `CONSTRAINED`; its nash_conv is that of the game without constraints.
    Returns the rows of both players with the multipliers that bound the deviations.

    Raises ModelError if a strategy breaks a constraint of its player.
    """
    certificate = certify(game, profile)
    profile = profile.bound_to(game)
    if not profile.exact:
        profile = profile.to_floats().normalized()
    bounds: list[Number] = []
    shown: list[ShadowPrice] = []
    for player in (0, 1):
        own = rows[player]
        weights = profile[player].plan.weights
        gradient = payoff_by_sequence(game, player, player, profile[1 - player].plan.weights)
        sums, worst = _kept(own, weights)
        given = (
            None
            if prices is None
            else _signed(own, prices[player], isinstance(gradient, ExactArray))
        )
        value = certificate.values[player]
        index = game.sequences[player].index
        multipliers, bound = given, None if given is None else _bound(index, own, gradient, given)
        if bound is None or bound > value:
            found = _signed(own, _multipliers(index, own, gradient, options))
            better = _bound(index, own, gradient, found)
            if bound is None or better < bound:
                multipliers, bound = found, better
        assert multipliers is not None
        if not profile.exact:
            slack = rounding_bound(game) + worst * float(np.abs(doubles(multipliers)).sum())
            bound = value if bound < value <= bound + slack else bound
        bounds.append(bound)
        bounds_of_rows = (row.bound for row in own.rows)
        shown += map(
            ShadowPrice, own.names, sums, bounds_of_rows, _numbers(own.prices(multipliers))
        )
    figures: dict[str, Figures] = {CONSTRAINED.bound: (bounds[0], bounds[1])}
    return certificate.recomputed(claim=CONSTRAINED, figures=figures), tuple(shown)


def contradiction(
    index: SequenceIndex, rows: PlanRows, options: SolveOptions | None = None
) -> tuple[str, ...]:
    """Return the names of constraints that no strategy of a player satisfies together, none of them superfluous.

    Farkas multipliers prove it. Empty if there is such a strategy, or if it is not decided within a time limit.
    """
    if not len(rows):
        return ()
    ray = _farkas(index, rows, options)
    if ray is None:
        return ()
    first = len(ray) - len(rows)
    kept = [row for i, row in enumerate(rows.rows) if ray[first + i] != 0]
    for row in list(kept):
        fewer = [other for other in kept if other is not row]
        if _farkas(index, PlanRows.of(index, fewer), options) is not None:
            kept = fewer
    return tuple(row.name for row in kept)


def _farkas(
    index: SequenceIndex, rows: PlanRows, options: SolveOptions | None
) -> ExactArray | None:
    """Return multipliers which prove that no plan keeps to the rows, None if one does."""
    program = constrained_response_lp(
        plan_constraints(index), rows, ExactArray.zeros(len(index)), "constraints"
    )
    raw = ExactBackend().solve(program, options)
    return (
        raw.ray
        if raw.termination is Termination.INFEASIBLE and isinstance(raw.ray, ExactArray)
        else None
    )


def _kept(rows: PlanRows, weights: Vector) -> tuple[list[Number | None], float]:
    """Return the sums that the rows bound and the largest violation; raise ModelError if it is no rounding.

    The violation is that of the scaled rows.
    """
    allowed = 0 if isinstance(weights, ExactArray) else FEASIBLE
    values, activities = rows.activities(weights)
    sums = [
        row.shown(activity, weights)
        for row, activity in zip(rows.rows, _numbers(activities), strict=True)
    ]
    worst: Number = 0
    for row, value, side, total in zip(
        rows.rows, _numbers(values), rows.sides.to_fractions(), sums, strict=True
    ):
        miss = max(
            0, 0 if row.kind == "<=" else side - value, 0 if row.kind == ">=" else value - side
        )
        if miss > allowed:
            shown = "undefined" if total is None else shown_rational(total)
            raise ModelError(f"the profile breaks the constraint {row.name}: it is {shown}")
        worst = max(worst, miss)
    return sums, float(worst)


def _numbers(values: Vector) -> list[Any]:
    return values.to_fractions() if isinstance(values, ExactArray) else values.tolist()


def _signed(rows: PlanRows, multipliers: Vector, exact: bool = False) -> Vector:
    """Return multipliers with those of the wrong sign put to zero: nonnegative of ≤, nonpositive of ≥.

    Any ones bound deviations, so where they are to be `exact`, doubles are read as the fractions that they are.
    """
    if exact and not isinstance(multipliers, ExactArray):
        multipliers = ExactArray.of(map(Fraction, multipliers.tolist()))
    numbers = multipliers.numerators if isinstance(multipliers, ExactArray) else multipliers
    right = np.asarray(
        (numbers >= 0) & rows.bounds.has_upper | (numbers <= 0) & rows.bounds.has_lower, dtype=bool
    )
    if isinstance(multipliers, ExactArray):
        return multipliers.where(right)
    return np.where(right, multipliers, 0.0)


def _bound(index: SequenceIndex, rows: PlanRows, gradient: Vector, multipliers: Vector) -> Number:
    """Return λ·c plus the best response to the payoffs g - Cᵀλ."""
    if not len(rows):
        return index.best_response(gradient).value
    if isinstance(gradient, ExactArray) and isinstance(multipliers, ExactArray):
        rest: Vector = gradient - rows.matrix.T.dot(multipliers)
        return multipliers.dot(rows.sides) + index.best_response(rest).value
    prices = doubles(multipliers)
    rest = doubles(gradient) - rows.matrix.to_scipy().T @ prices
    return float(prices @ rows.sides.to_floats()) + index.best_response(rest).value


def _multipliers(
    index: SequenceIndex, rows: PlanRows, gradient: Vector, options: SolveOptions | None
) -> Vector:
    """Return the duals of the rows in the best response under them.

    A solver in doubles gets payoffs of order one, by a power of two: its tolerances are absolute, and it accepts no
    coefficients of extreme size.
    """
    exact = isinstance(gradient, ExactArray)
    if not len(rows):
        return ExactArray.zeros(0) if exact else np.zeros(0)
    exponent = 0
    if isinstance(gradient, ExactArray):
        payoff = gradient
    else:
        exponent = int(np.frexp(np.abs(gradient).max())[1])
        payoff = ExactArray.of(map(Fraction, np.ldexp(gradient, -exponent).tolist()))
    program = constrained_response_lp(
        plan_constraints(index), rows, payoff, f"best response of player {index.player + 1}"
    )
    own: Any = ExactBackend() if exact else HighsBackend()
    raw = own.solve(program, options)
    if not raw.solved or raw.dual is None:
        raise SolveError(f"{program.name}: {raw.termination} ({raw.status})", raw)
    first = program.matrix.shape[0] - len(rows)
    duals: Vector = (
        raw.dual.take(slice(first, None)) if exact else np.ldexp(raw.dual[first:], exponent)
    )
    if exact and _bound(index, rows, gradient, _signed(rows, duals)) != raw.objective:
        raise CertificationError(
            "the best response under constraints fails its check; please report the game"
        )
    return duals
