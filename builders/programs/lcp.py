"""Sequence-form LCPs of von Stengel, van den Elzen & Talman and of Koller, Megiddo & von Stengel."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Protocol

import numpy as np

from seqform.builders.forms.sequence_form import well_scaled
from seqform.builders.forms.starts import centroid
from seqform.errors import ModelError, SolveError
from seqform.models.games.infosets import SequenceIndex, unique_names
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, Vector, entries
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.sequence_form import SequenceForm, first_unit_vector
from seqform.models.programs.solutions import PathStart, RawSolution
from seqform.models.programs.split_free import split_free
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans


@dataclass(frozen=True, eq=False)
class OptimalBasis(Immutable):
    """A solution of the linear program: maximise gradient · s over the strategies s of a player.

    Attributes
    ----------
    basic : ndarray of int, shape (m,)
        The basic variables, one for every constraint; the first is never zero.
    dual : ExactArray, shape (m,)
        u of the dual program: minimise u_0 subject to Cᵀu ≥ gradient.
    """

    basic: Ints
    dual: ExactArray


class StrategySpace(Protocol):
    """The strategies of a player, {s ≥ 0, C s = (1, 0, ..., 0)}, and the plans that they realize."""

    @property
    def index(self) -> SequenceIndex:
        """The player's sequences."""

    @property
    def constraints(self) -> ExactMatrix:
        """C, shape (m, k)."""

    @property
    def names(self) -> tuple[str, ...]:
        """A unique name for every entry of s, length k."""

    @property
    def constraint_names(self) -> tuple[str, ...]:
        """A unique name for every row of C, length m."""

    def strategy(self, plan: RealizationPlan) -> ExactArray:
        """Return a strategy that realizes an exact plan, shape (k,)."""

    def plan(self, strategy: Vector) -> RealizationPlan:
        """Return the plan that a strategy realizes."""

    def optimal_basis(self, gradient: ExactArray) -> OptimalBasis:
        """Return an optimal basis of the linear program: maximise gradient · s over the strategies."""


@dataclass(frozen=True, eq=False)
class RealizationPlanSpace:
    """Realization plans: C is E for player 1 and F for player 2 (vSvET, 2.5).

    Parameters
    ----------
    constraints : ExactMatrix, shape (1 + |H|, |S|)
    """

    index: SequenceIndex
    constraints: ExactMatrix

    @property
    def names(self) -> tuple[str, ...]:
        """The sequences' names."""
        return self.index.names

    @property
    def constraint_names(self) -> tuple[str, ...]:
        """The information sets' names, and "∅"."""
        return unique_names(["∅", *self.index.infoset_names])

    def strategy(self, plan: RealizationPlan) -> ExactArray:
        """Return the plan's weights."""
        assert isinstance(plan.weights, ExactArray)
        return plan.weights

    def plan(self, strategy: Vector) -> RealizationPlan:
        """Return the plan of these weights."""
        return RealizationPlan(self.index, strategy)

    def optimal_basis(self, gradient: ExactArray) -> OptimalBasis:
        """Return the empty sequence and the best one at every set, the first where several are."""
        best = self.index.best_response(gradient)
        assert isinstance(best.infoset_value, ExactArray)
        assert isinstance(best.sequence_value, ExactArray)
        return OptimalBasis(
            basic=np.concatenate([[0], self.index.first_sequence[:-1] + best.choice]).astype(np.int64),
            dual=ExactArray.concatenate([best.sequence_value.take(slice(0, 1)), best.infoset_value]),
        )


@dataclass(frozen=True)
class Blocks:
    """The places of the four parts of z = (x, v', y, u') and of the complementary w = (r, w_F, s, w_E)."""

    x: slice
    v: slice
    y: slice
    u: slice


@dataclass(frozen=True, eq=False)
class GameLcp:
    """The common parts of a game's complementarity problems, independent of the start.

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
        """The places of x, v', y and u' among the variables, and of their slacks among the slacks."""
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


def sequence_form_lcp(
    form: SequenceForm, start: RealizationPlans | None = None
) -> Reduced[LinearComplementarityProblem, RawSolution, RealizationPlans]:
    """Return the complementarity problem whose solutions are the equilibria of a game.

    Its variables are z = (x, v', y, u') and its slacks w = (r, w_F, s, w_E); with a start (p, q)

        r   = -Eᵀu' - A y - (A q) z0,      w_F = F y - f + f z0,
        s   = -Fᵀv' - Bᵀx - (Bᵀp) z0,      w_E = E x - e + e z0,

    where u' = -u and v' = -v are free, w_E and w_F zero: (3.4) of vSvET, and (2.7)-(2.8) at z0 = 0. The
    covering vector is d = (-A q, f, -Bᵀp, e), (3.3). Payoffs are first shifted so that each player's
    largest is -1: that makes d nonnegative and changes no equilibrium.

    Parameters
    ----------
    form : SequenceForm
        Of any two-player game.
    start : RealizationPlans, optional
        (p, q), exact; the centroid if absent. From completely mixed plans Lemke's algorithm
        finds a normal-form perfect equilibrium (Theorem 1).

    Returns
    -------
    Reduced
        `target` has |S1| + 1 + |H2| + |S2| + 1 + |H1| variables, in this order. `lift` reads x and y.

    Raises
    ------
    ModelError
        If the start is not a pair of exact realization plans of this game.

    References
    ----------
    von Stengel, van den Elzen & Talman, Computing normal form perfect equilibria for extensive
    two-person games, Econometrica 70 (2002), sections 2 and 3.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> form = sequence_form(catalog.make("vsvet-figure-1")).target
    >>> sequence_form_lcp(form).target
    <LinearComplementarityProblem 'vsvet-figure-1': 16 variables, 6 of them free, 44 nonzeros>
    """
    lcp = shared_sequence_form_lcp(form)
    return Reduced(lcp.problem(centroid(form) if start is None else start), lcp.lift)


def shared_sequence_form_lcp(form: SequenceForm) -> GameLcp:
    """Return the common parts of the problems of `sequence_form_lcp`, for a game with many starts.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> from seqform.builders.forms.starts import random_start
    >>> form = sequence_form(catalog.make("vsvet-figure-1")).target
    >>> shared = shared_sequence_form_lcp(form)
    >>> problems = [shared.problem(random_start(form, seed)) for seed in range(3)]
    """
    if not isinstance(form, SequenceForm):
        raise ModelError(
            f"sequence_form_lcp: a SequenceForm expected (`sequence_form(game).target`), not {type(form).__name__}"
        )
    first, second = form.sequences
    return GameLcp(
        spaces=(RealizationPlanSpace(first, form.E), RealizationPlanSpace(second, form.F)),
        costs=(-negative_payoffs(form.A, form.W), -negative_payoffs(form.B, form.W).T),
        title=form.title,
    )


def koller_megiddo_von_stengel(
    form: SequenceForm,
) -> Reduced[LinearComplementarityProblem, RawSolution, RealizationPlans]:
    """Return the standard problem for which Lemke's algorithm with d = (1, ..., 1) was proved to find an equilibrium.

    It is that of `sequence_form_lcp` without free variables, u' and v' differences of nonnegative ones.
    There is no start to choose: the path is not one of plans.

    Parameters
    ----------
    form : SequenceForm
        Of any two-player game.

    Returns
    -------
    Reduced
        `target` has |S1| + |S2| + 2 (1 + |H1|) + 2 (1 + |H2|) variables. `lift` reads x and y.

    References
    ----------
    Koller, Megiddo & von Stengel, Efficient computation of equilibria for extensive two-person games,
    Games and Economic Behavior 14 (1996), 247-259.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> koller_megiddo_von_stengel(sequence_form(catalog.make("vsvet-figure-1")).target).target
    <LinearComplementarityProblem 'vsvet-figure-1': 22 variables, 72 nonzeros>
    """
    shared = shared_sequence_form_lcp(form)
    size = len(shared.base) + int(np.count_nonzero(shared.base.free))
    ones = ExactArray(np.ones(size, dtype=np.int64))
    return Reduced(shared.base, shared.lift).then(lambda problem: split_free(problem, ones))


def best_response_start(lcp: GameLcp, start: RealizationPlans) -> PathStart:
    """Return a basis with z0 = 1 made of optimal bases of both players' best-response programs.

    Basic are z0, all of u' and v', all but one of the basic variables x_σ and y_σ of the two programs
    (at every information set the best choice, and the empty sequence), and the slacks of the other
    sequences: Algorithm 1 (a) of vSvET. The missing one is x_∅, which enters first: it rises as z0 falls from 1.
    Of several best choices at a set the first is taken.

    Parameters
    ----------
    lcp : GameLcp
        Of the sequence form or of the normal form.
    start : RealizationPlans
        (p, q), exact: the one of the covering vector.

    Returns
    -------
    PathStart
        A slack is in the row of its own; u'_h, v'_h and the best choices at h exchange rows; z0 is in that of x_∅.

    Raises
    ------
    ModelError
        If the start is not a pair of exact realization plans of this game.

    References
    ----------
    von Stengel, van den Elzen & Talman, Econometrica 70 (2002), section 3, Algorithm 1 (a).

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> from seqform.builders.programs.lcp import shared_sequence_form_lcp
    >>> from seqform.builders.forms.starts import centroid
    >>> form = sequence_form(catalog.make("vsvet-figure-1")).target
    >>> lcp = shared_sequence_form_lcp(form)
    >>> lcp.base.names[best_response_start(lcp, centroid(form)).entering - len(lcp.base)]
    'x ∅'
    """
    p, q = lcp.strategies(start)
    n, blocks = len(lcp.base), lcp.blocks
    x = blocks.x.start + lcp.spaces[0].optimal_basis(-lcp.costs[0].dot(q)).basic
    y = blocks.y.start + lcp.spaces[1].optimal_basis(-lcp.costs[1].dot(p)).basic
    best = np.concatenate([x, y])
    duals = np.concatenate([np.arange(blocks.u.start, blocks.u.stop), np.arange(blocks.v.start, blocks.v.stop)])
    basis = np.arange(n)
    basis[best] = n + duals
    basis[duals] = n + best
    basis[duals[0]] = 2 * n
    return PathStart(basis=basis, entering=n + int(best[0]), ties_from=basis.copy())
