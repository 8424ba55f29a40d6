"""Certificates of equilibria under linear constraints on the strategies of both players, computed on the game tree.

A player's best deviation keeps to her own constraints C x ≤ c. Multipliers λ ≥ 0 of the rows bound it: no plan that
keeps to them earns more than λ·c + max (g - Cᵀλ)·x over all her plans x, where g is her payoff by sequence; the maximum
is an ordinary best response. At the right multipliers the bound is attained, which proves both.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import compress
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
from seqform.models.games.infosets import SequenceIndex, player_label
from seqform.models.numbers.exact import ExactArray, Floats, Number, Vector, doubles
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.constraints import PlanRows, ShadowPrice
from seqform.verify.nash import certify, payoff_by_sequence, rounding_bound, without_rounding

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
        own_rows = rows[player]
        index = game.sequences[player].index
        value = certificate.values[player]
        gradient = payoff_by_sequence(game, player, player, profile[1 - player].plan.weights)
        sums, violation = _kept(own_rows, profile[player].plan.weights)

        # Any multipliers bound the deviations. The linear program is solved where those at hand leave room for one.
        multipliers: Vector | None = None
        bound: Number | None = None
        if prices is not None:
            multipliers = _signed(own_rows, prices[player], isinstance(gradient, ExactArray))
            bound = _bound(index, own_rows, gradient, multipliers)
        if multipliers is None or bound is None or bound > value:
            best_multipliers = _signed(own_rows, _multipliers(index, own_rows, gradient, options))
            best_bound = _bound(index, own_rows, gradient, best_multipliers)
            if multipliers is None or bound is None or best_bound < bound:
                multipliers = best_multipliers
                bound = best_bound

        if not profile.exact:
            # A strategy that violates its rows by a little may earn more than one that keeps to them.
            of_violation = violation * float(np.abs(doubles(multipliers)).sum())
            bound = without_rounding(bound, value, rounding_bound(game) + of_violation)
        bounds.append(bound)
        row_bounds = [row.bound for row in own_rows.rows]
        row_prices = [
            row.price(multiplier, profile[player].plan.weights)
            for row, multiplier in zip(
                own_rows.rows, _numbers(own_rows.prices(multipliers)), strict=True
            )
        ]
        shown += map(ShadowPrice, own_rows.names, sums, row_bounds, row_prices)
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

    # Rows with a multiplier contradict each other. Those that are not needed for that are left out one by one.
    first = len(ray) - len(rows)
    has_price = (ray.numerators[first:] != 0).tolist()
    contradicting = list(compress(rows.rows, has_price))
    for row in list(contradicting):
        fewer = [kept for kept in contradicting if kept is not row]
        if _farkas(index, PlanRows.of(index, fewer), options) is not None:
            contradicting = fewer
    return tuple(row.name for row in contradicting)


def _farkas(
    index: SequenceIndex, rows: PlanRows, options: SolveOptions | None
) -> ExactArray | None:
    """Return multipliers which prove that no plan keeps to the rows, None if one does."""
    program = constrained_response_lp(
        plan_constraints(index), rows, ExactArray.zeros(len(index)), "constraints"
    )
    raw = ExactBackend().solve(program, options)
    if raw.termination is Termination.INFEASIBLE and isinstance(raw.ray, ExactArray):
        return raw.ray
    return None


def _kept(rows: PlanRows, weights: Vector) -> tuple[list[Number | None], float]:
    """Return the sums that the rows bound and the largest violation; raise ModelError if it is no rounding.

    The violation is that of the scaled rows.
    """
    allowed = 0 if isinstance(weights, ExactArray) else FEASIBLE
    scaled, activities = rows.activities(weights)
    sums: list[Number | None] = []
    largest: Number = 0
    for row, value, activity, side in zip(
        rows.rows, _numbers(scaled), _numbers(activities), rows.sides.to_fractions(), strict=True
    ):
        violation: Number = 0
        if row.sense != "<=":
            violation = max(violation, side - value)
        if row.sense != ">=":
            violation = max(violation, value - side)
        row_sum = row.shown(activity, weights)
        if violation > allowed:
            shown = "undefined" if row_sum is None else shown_rational(row_sum)
            raise ModelError(f"the profile breaks the constraint {row.name}: it is {shown}")
        sums.append(row_sum)
        largest = max(largest, violation)
    return sums, float(largest)


def _numbers(values: Vector) -> list[Any]:
    return values.to_fractions() if isinstance(values, ExactArray) else values.tolist()


def _signed(rows: PlanRows, multipliers: Vector, exact: bool = False) -> Vector:
    """Return multipliers with those of the wrong sign put to zero: nonnegative of ≤, nonpositive of ≥.

    Any ones bound deviations, so where they are to be `exact`, doubles are read as the fractions that they are.
    """
    if exact and not isinstance(multipliers, ExactArray):
        multipliers = ExactArray.of(map(Fraction, multipliers.tolist()))
    signs: Any = multipliers.numerators if isinstance(multipliers, ExactArray) else multipliers
    is_upper_price = (signs >= 0) & rows.bounds.has_upper
    is_lower_price = (signs <= 0) & rows.bounds.has_lower
    has_right_sign = np.asarray(is_upper_price | is_lower_price, dtype=bool)
    if isinstance(multipliers, ExactArray):
        return multipliers.where(has_right_sign)
    return np.where(has_right_sign, multipliers, 0.0)


def _bound(index: SequenceIndex, rows: PlanRows, gradient: Vector, multipliers: Vector) -> Number:
    """Return λ·c plus the best response to the payoffs g - Cᵀλ."""
    if not len(rows):
        return index.best_response(gradient).value
    if isinstance(gradient, ExactArray) and isinstance(multipliers, ExactArray):
        reduced = gradient - rows.matrix.T.dot(multipliers)
        return multipliers.dot(rows.sides) + index.best_response(reduced).value
    prices = doubles(multipliers)
    reduced_in_doubles = doubles(gradient) - rows.matrix.to_scipy().T @ prices
    best_value = index.best_response(reduced_in_doubles).value
    return float(prices @ rows.sides.to_floats()) + best_value


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
        plan_constraints(index), rows, payoff, f"best response of {player_label(index.player)}"
    )
    own_backend: Any = ExactBackend() if exact else HighsBackend()
    raw = own_backend.solve(program, options)
    if not raw.solved or raw.dual is None:
        raise SolveError(f"{program.name}: {raw.termination} ({raw.status})", raw)

    # The rows of the constraints come last, after the equations of a plan.
    first = program.matrix.shape[0] - len(rows)
    if not exact:
        scaled: Floats = np.ldexp(raw.dual[first:], exponent)
        return scaled
    duals: ExactArray = raw.dual.take(slice(first, None))
    if _bound(index, rows, gradient, _signed(rows, duals)) != raw.objective:
        raise CertificationError(
            "the best response under constraints fails its check; please report the game"
        )
    return duals
