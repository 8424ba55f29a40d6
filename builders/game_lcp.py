"""The linear complementarity problem whose solutions are a game's equilibria, for any number of starts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from seqform.builders.one_side import well_scaled
from seqform.builders.strategy_space import StrategySpace
from seqform.errors import ModelError, SolveError
from seqform.models.exact import ExactArray, ExactMatrix, Ints
from seqform.models.linear_complementarity import LinearComplementarityProblem
from seqform.models.linear_program import Vector, entries
from seqform.models.raw_solution import RawSolution
from seqform.models.sequence_form import first_unit_vector
from seqform.models.strategies import RealizationPlan, RealizationPlans


@dataclass(frozen=True)
class Blocks:
    """Where the four parts of z = (x, v', y, u') are, and those of w = (r, w_F, s, w_E) that go with them."""

    x: slice
    v: slice
    y: slice
    u: slice


@dataclass(frozen=True, eq=False)
class GameLcp:
    """What the complementarity problems of a game have in common, whatever the start.

    With E x = e and F y = f the two players' constraints, z = (x, v', y, u') and w = (r, w_F, s, w_E):

        r   = -Eᵀu' - A y - (A q) z0,      w_F = F y - f + f z0,
        s   = -Fᵀv' - Bᵀx - (Bᵀp) z0,      w_E = E x - e + e z0,

    with x, y, r, s ≥ 0, u' and v' free and w_E = w_F = 0. This is (3.4) of vSvET, u' and v' for its
    -u and -v, in the order of its authors' program; at z0 = 0 it is (2.7)-(2.8).
    Payoffs are below zero, so that every covering vector is nonnegative.

    Parameters
    ----------
    spaces : two StrategySpace
        With k1 and k2 variables, m1 and m2 constraints.
    costs : two ExactMatrix, shapes (k1, k2) and (k2, k1)
        -A and -Bᵀ, nonnegative.
    title : str

    References
    ----------
    von Stengel, van den Elzen & Talman, Econometrica 70 (2002), sections 2, 3 and 5.
    """

    spaces: tuple[StrategySpace, StrategySpace]
    costs: tuple[ExactMatrix, ExactMatrix]
    title: str

    def __repr__(self) -> str:
        return f"<GameLcp {self.title!r}: {len(self.base):,} variables>"

    @cached_property
    def blocks(self) -> Blocks:
        """Where x, v', y and u' are among the variables, and their slacks among the slacks."""
        (m1, k1), (m2, k2) = (space.constraints.shape for space in self.spaces)
        end_of_x, end_of_v, end_of_y, end_of_u = np.cumsum([k1, m2, k2, m1]).tolist()
        return Blocks(
            slice(0, end_of_x), slice(end_of_x, end_of_v), slice(end_of_v, end_of_y), slice(end_of_y, end_of_u)
        )

    @cached_property
    def base(self) -> LinearComplementarityProblem:
        """The problem without a covering vector."""
        first, second = self.spaces
        E, F = first.constraints, second.constraints
        e, f = self._right_sides
        free = np.zeros(self.blocks.u.stop, dtype=bool)
        free[self.blocks.v] = free[self.blocks.u] = True
        x, y = first.names, second.names
        v, u = second.constraint_names, first.constraint_names
        return LinearComplementarityProblem(
            matrix=ExactMatrix.block(
                [
                    [None, None, self.costs[0], -E.T],
                    [None, None, F, None],
                    [self.costs[1], -F.T, None, None],
                    [E, None, None, None],
                ]
            ),
            q=ExactArray.concatenate([ExactArray.zeros(len(x)), -f, ExactArray.zeros(len(y)), -e]),
            free=free,
            covering_vector=None,
            names=[*_named("x", x), *_named("v'", v), *_named("y", y), *_named("u'", u)],
            slack_names=[*_named("r", x), *_named("F", v), *_named("s", y), *_named("E", u)],
            name=self.title,
        )

    @cached_property
    def _right_sides(self) -> tuple[ExactArray, ExactArray]:
        """Return e and f."""
        e, f = (first_unit_vector(space.constraints.shape[0]) for space in self.spaces)
        return e, f

    def strategies(self, plans: RealizationPlans) -> tuple[ExactArray, ExactArray]:
        """Return the strategies that stand for a pair of plans: p and q of (3.2).

        Raises
        ------
        ModelError
            If they are not exact realization plans of this game.
        """
        if not isinstance(plans, RealizationPlans):
            raise ModelError(
                "start: realization plans expected (`centroid`, `random_start` and `plans_of` return them), "
                f"not {type(plans).__name__}"
            )
        first, second = (self._strategy(player, plans[player]) for player in (0, 1))
        return first, second

    def _strategy(self, player: int, plan: RealizationPlan) -> ExactArray:
        who = f"start, player {player + 1}"
        size = len(self.spaces[player].index)
        if len(plan.weights) != size:
            raise ModelError(
                f"{who}: a plan of {size} weights expected, one for every sequence, not {len(plan.weights)}"
            )
        if not plan.exact:
            raise ModelError(f"{who}: fractions expected, not doubles")
        if plan.residual() != 0:
            raise ModelError(f"{who}: not a realization plan; it misses x ≥ 0, E x = e by {plan.residual()}")
        return self.spaces[player].strategy(plan)

    def covering_vector(self, start: RealizationPlans) -> ExactArray:
        """Return d = (-A q, f, -Bᵀp, e) for a start (p, q) (vSvET, 3.3).

        Parameters
        ----------
        start : RealizationPlans
            Exact.

        Raises
        ------
        ModelError
            If it is not a pair of exact realization plans of this game.
        """
        p, q = self.strategies(start)
        e, f = self._right_sides
        return ExactArray.concatenate([self.costs[0].dot(q), f, self.costs[1].dot(p), e]).reduced()

    def problem(self, start: RealizationPlans) -> LinearComplementarityProblem:
        """Return the problem with the covering vector of a start.

        Raises
        ------
        ModelError
            If it is not a pair of exact realization plans of this game.
        """
        return replace(self.base, covering_vector=self.covering_vector(start))

    def plans(self, z: Vector) -> RealizationPlans:
        """Return the plans in a solution z, exact for an exact one."""
        x, y = entries(z, self.blocks.x), entries(z, self.blocks.y)
        return RealizationPlans((self.spaces[0].plan(x), self.spaces[1].plan(y)))

    def plans_on_path(self, start: RealizationPlans, z: ExactArray, z0: Fraction) -> RealizationPlans:
        """Return x̄ = x + p z0 and ȳ = y + q z0 (vSvET, 3.5), plans at every point of the path from (p, q).

        Parameters
        ----------
        start : RealizationPlans
            (p, q).
        z : ExactArray, shape (n,)
        z0 : Fraction
        """
        p, q = self.strategies(start)
        x = (z.take(self.blocks.x) + p * z0).reduced()
        y = (z.take(self.blocks.y) + q * z0).reduced()
        return RealizationPlans((self.spaces[0].plan(x), self.spaces[1].plan(y)))

    def point(self, plans: RealizationPlans) -> ExactArray:
        """Return z of a pair of plans, its u' and v' from best responses: a solution if they are an equilibrium.

        Parameters
        ----------
        plans : RealizationPlans
            Exact.

        Returns
        -------
        ExactArray, shape (n,)

        Raises
        ------
        ModelError
            If they are not exact realization plans of this game.
        """
        x, y = self.strategies(plans)
        u = self.spaces[0].optimal_basis(-self.costs[0].dot(y)).dual
        v = self.spaces[1].optimal_basis(-self.costs[1].dot(x)).dual
        return ExactArray.concatenate([x, -v, y, -u]).reduced()

    def lift(self, raw: RawSolution) -> RealizationPlans:
        """Return the plans in a solver's answer.

        Raises
        ------
        SolveError
            If the answer holds no point.
        """
        if raw.primal is None or not raw.solved:
            raise SolveError(f"the solver returned no solution: {raw.termination} ({raw.status})", raw)
        return self.plans(raw.primal)


def negative_payoffs(payoffs: ExactMatrix, chance: ExactMatrix) -> ExactMatrix:
    """Return payoffs shifted by a constant so that the largest is -1, which changes no equilibrium.

    The largest is taken over pairs of sequences, at each the average over its leaves. Payoffs
    whose range is of extreme size are first multiplied by a power of two.

    Parameters
    ----------
    payoffs : ExactMatrix, shape (|S1|, |S2|)
        A or B of a sequence form.
    chance : ExactMatrix, shape (|S1|, |S2|)
        Its W.

    Examples
    --------
    >>> chance = ExactMatrix.from_dense([[Fraction(1, 2), 0], [0, Fraction(1, 2)]])
    >>> negative_payoffs(ExactMatrix.from_dense([[3, 0], [0, 0]]), chance).to_dense()
    [[Fraction(-1, 2), Fraction(0, 1)], [Fraction(0, 1), Fraction(-7, 2)]]
    """
    top = _largest_average(payoffs, chance)
    at_most_zero = payoffs + replace(chance, values=chance.values * -top)
    return well_scaled(at_most_zero) + -chance


def _largest_average(payoffs: ExactMatrix, chance: ExactMatrix) -> Fraction:
    sums = np.zeros(chance.nonzeros, dtype=payoffs.values.numerators.dtype)
    sums[np.searchsorted(_keys(chance), _keys(payoffs))] = payoffs.values.numerators
    weights, first, group = np.unique(chance.values.numerators, return_index=True, return_inverse=True)
    largest = sums[first]
    np.maximum.at(largest, group, sums)
    unit = Fraction(chance.values.denominator, payoffs.values.denominator)
    return unit * max(Fraction(int(total), int(weight)) for total, weight in zip(largest, weights, strict=True))


def _keys(matrix: ExactMatrix) -> Ints:
    return matrix.rows * matrix.shape[1] + matrix.columns


def _named(letter: str, names: tuple[str, ...]) -> list[str]:
    return [f"{letter} {name}" for name in names]
