"""Complementarity problems of two-player games, for the sequence form and for the reduced normal form.

vSvET: von Stengel, van den Elzen & Talman, Computing normal form perfect equilibria for extensive two-person games,
Econometrica 70 (2002).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple, get_args

import numpy as np

from seqform.builders.forms.sequence_form import (
    MAX_STRATEGIES,
    centroid,
    exact_weights,
    realized_plan,
    reduced_normal_form,
    well_scaled,
)
from seqform.errors import ModelError, SolveError
from seqform.models.games.infosets import SequenceIndex, unique_names
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, Mask, Vector, entries
from seqform.models.programs.complementarity import (
    LinearComplementarityProblem,
    PathStart,
    slack_start,
    split_free,
)
from seqform.models.programs.sequence_form import (
    SequenceForm,
    extreme_payoffs,
    require_sequence_form,
)
from seqform.models.programs.solutions import BasisNames, RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans

LcpStep = Reduced[LinearComplementarityProblem, RawSolution, RealizationPlans]


class OptimalBasis(NamedTuple):
    """A solution of the linear program: maximise gradient · s over the strategies {s ≥ 0, C s = (1, 0, ..., 0)}.

    The basic variables, one for every constraint, the first of them never zero; u of the dual program: minimise
    u_0 subject to Cᵀu ≥ gradient; and the constraints whose basic variable is positive. All of shape (m,).
    """

    basic: Ints
    dual: ExactArray
    reached: Mask


@dataclass(frozen=True, eq=False)
class RealizationPlanSpace:
    """Realization plans as strategies {s ≥ 0, C s = (1, 0, ..., 0)}: C is E for player 0, F for player 1 (vSvET, 2.5).

    `names` are those of the entries of s, `constraint_names` those of the rows of C.
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

    def strategy(self, weights: ExactArray) -> ExactArray:
        """Return the weights of a plan as they are."""
        return weights

    def plan(self, strategy: Vector) -> RealizationPlan:
        """Return the plan of these weights."""
        return RealizationPlan(self.index, strategy)

    def optimal_basis(self, gradient: ExactArray) -> OptimalBasis:
        """Return the empty sequence and the best one at every set, the first where several are."""
        best = self.index.best_response(gradient)
        assert isinstance(best.infoset_value, ExactArray)
        assert isinstance(best.sequence_value, ExactArray)
        chosen = (self.index.first_sequence[:-1] + best.choice).astype(np.int64)
        basic = np.concatenate([[0], chosen])

        # A chosen sequence has weight 1 if the one that leads to its set has: stages are in that order.
        is_played = np.arange(len(self.index)) == 0
        for sets, _ in self.index.stages:
            is_played[chosen[sets]] = is_played[self.index.parent_sequence[sets]]
        value_at_start = best.sequence_value.take(slice(0, 1))
        return OptimalBasis(
            basic=basic,
            dual=ExactArray.concatenate([value_at_start, best.infoset_value]),
            reached=is_played[basic],
        )


@dataclass(frozen=True, eq=False)
class MixedStrategySpace:
    """Mixed strategies {s ≥ 0, Σ s = 1} over the reduced pure strategies of a player.

    `pure` has shape (k, |S|); row π has a 1 at every sequence σ with π[σ] = 1 (vSvET, 2.1).
    """

    index: SequenceIndex
    pure: ExactMatrix
    names: tuple[str, ...]

    @cached_property
    def constraints(self) -> ExactMatrix:
        """A row of ones, shape (1, k)."""
        return ExactMatrix.from_dense([[1] * len(self.names)])

    @property
    def constraint_names(self) -> tuple[str, ...]:
        """One name: "total"."""
        return ("total",)

    def strategy(self, weights: ExactArray) -> ExactArray:
        """Return the mixed strategy of the behavior strategy that realizes a plan.

        The probability of a pure strategy is the product of those of its choices, β(c) = x(σ_h c) / x(σ_h)
        (vSvET, 5.1): positive everywhere if the plan is completely mixed.
        """
        reach = weights.numerators.astype(object)
        before = np.ones(len(self.index), dtype=object)
        before[1:] = reach[self.index.parent_sequence[self.index.infoset_of[1:]]]
        # Every pure strategy has the empty sequence, which is no choice: its factor is 1.
        reach[0] = 1
        before[before == 0] = 1  # the weight below is 0 as well, and so is the product

        # Numerators and denominators apart: the products of integers are reduced once, as fractions, at the end.
        row_start = self.pure.row_start[:-1]
        numerators = np.multiply.reduceat(reach[self.pure.columns], row_start)
        denominators = np.multiply.reduceat(before[self.pure.columns], row_start)
        return ExactArray.of(map(Fraction, numerators, denominators))

    def plan(self, strategy: Vector) -> RealizationPlan:
        """Return the plan that a mixed strategy realizes."""
        return realized_plan(self.index, self.pure, strategy)

    def optimal_basis(self, gradient: ExactArray) -> OptimalBasis:
        """Return the best pure strategy, the first where several are."""
        best = int(np.argmax(gradient.numerators))
        dual = ExactArray.of([gradient[best]])
        return OptimalBasis(
            basic=np.array([best], dtype=np.int64), dual=dual, reached=np.ones(1, dtype=bool)
        )


StrategySpace = RealizationPlanSpace | MixedStrategySpace

Initial = Literal["best-response", "slacks"]
"""First basis of a path: best responses to the start, or the slacks, so that the first pivots bring u' and v' in."""


class Blocks(NamedTuple):
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

    with x, y, r, s ≥ 0, u' and v' free and w_E = w_F = 0. This is (3.4) of vSvET, u' and v' for its -u and -v, in the
    order of its authors' program; at z0 = 0 it is (2.7)-(2.8). The costs are -A and -Bᵀ, of shapes (k1, k2) and (k2,
    k1); payoffs are below zero, so that every covering vector is nonnegative. A cost of player i, and so -u' or -v', is
    in units of the game divided by `scales[i]`. Of a game in other units it is multiplied by the same number as
    `units[i]`.
    """

    spaces: tuple[StrategySpace, StrategySpace]
    costs: tuple[ExactMatrix, ExactMatrix]
    scales: tuple[Fraction, Fraction]
    units: tuple[Fraction, Fraction]
    title: str

    def __repr__(self) -> str:
        return f"<GameLcp {self.title!r}: {len(self.base):,} variables>"

    @cached_property
    def blocks(self) -> Blocks:
        """The places of x, v', y and u' among the variables, and of their slacks among the slacks."""
        first, second = self.spaces
        m1, k1 = first.constraints.shape
        m2, k2 = second.constraints.shape
        ends = np.cumsum([0, k1, m2, k2, m1]).tolist()
        return Blocks(*map(slice, ends, ends[1:]))

    @cached_property
    def base(self) -> LinearComplementarityProblem:
        """The problem without a covering vector."""
        first, second = self.spaces
        E = first.constraints
        F = second.constraints
        e, f = self._right_sides
        q = ExactArray.concatenate(
            [ExactArray.zeros(E.shape[1]), -f, ExactArray.zeros(F.shape[1]), -e]
        )
        # u' and v' belong to equations: they are free, and their slacks w_E and w_F are 0.
        free = np.zeros(self.blocks.u.stop, dtype=bool)
        free[self.blocks.v] = True
        free[self.blocks.u] = True

        # A variable is named for its sequence or set, and its slack by the same.
        x = first.names
        y = second.names
        u = first.constraint_names
        v = second.constraint_names
        return LinearComplementarityProblem(
            matrix=ExactMatrix.block(
                [
                    [None, None, self.costs[0], -E.T],
                    [None, None, F, None],
                    [self.costs[1], -F.T, None, None],
                    [E, None, None, None],
                ]
            ),
            q=q,
            free=free,
            covering_vector=None,
            names=_named({"x": x, "v'": v, "y": y, "u'": u}),
            slack_names=_named({"r": x, "F": v, "s": y, "E": u}),
            name=self.title,
            units=self._units_of_variables,
        )

    @cached_property
    def _units_of_variables(self) -> ExactArray:
        """The units of w and of z: r and u' are payoffs of player 0, s and v' of player 1, all others have none."""
        size = self.blocks.u.stop
        units = np.full(2 * size, Fraction(1), dtype=object)
        slacks = units[:size]
        variables = units[size:]
        slacks[self.blocks.x] = self.units[0]
        variables[self.blocks.u] = self.units[0]
        slacks[self.blocks.y] = self.units[1]
        variables[self.blocks.v] = self.units[1]
        return ExactArray.of(units)

    @cached_property
    def _right_sides(self) -> tuple[ExactArray, ExactArray]:
        first, second = self.spaces
        e = ExactArray.unit(first.constraints.shape[0], 0)
        f = ExactArray.unit(second.constraints.shape[0], 0)
        return e, f

    def strategies(self, plans: RealizationPlans) -> tuple[ExactArray, ExactArray]:
        """Return the strategies that stand for a pair of exact plans of this game: p and q of (3.2)."""
        if not isinstance(plans, RealizationPlans):
            raise ModelError(
                "start: realization plans expected (`centroid`, `random_start` and `plans_of` return them), "
                f"not {type(plans).__name__}"
            )
        first, second = self.spaces
        p = first.strategy(exact_weights(first.index, plans[0], "start"))
        q = second.strategy(exact_weights(second.index, plans[1], "start"))
        return p, q

    def covering_vector(self, start: RealizationPlans) -> ExactArray:
        """Return d = (-A q, f, -Bᵀp, e) for a start (p, q), exact (vSvET, 3.3)."""
        p, q = self.strategies(start)
        e, f = self._right_sides
        return ExactArray.concatenate([self.costs[0].dot(q), f, self.costs[1].dot(p), e]).reduced()

    def problem(
        self, start: RealizationPlans, initial: Initial = "best-response"
    ) -> LinearComplementarityProblem:
        """Return the problem with the covering vector and the first basis of a start.

        Raises ModelError unless `initial` names a first basis.
        """
        if initial not in get_args(Initial):
            raise ModelError(f"first basis {initial!r}: {' or '.join(get_args(Initial))} expected")
        problem = replace(self.base, covering_vector=self.covering_vector(start))
        if initial == "best-response":
            return replace(problem, start=best_response_start(self, start))
        return replace(problem, start=slack_start(len(problem)))

    def plans(self, z: Vector) -> RealizationPlans:
        """Return the plans in a solution z, exact for an exact one."""
        x = entries(z, self.blocks.x)
        y = entries(z, self.blocks.y)
        return RealizationPlans((self.spaces[0].plan(x), self.spaces[1].plan(y)))

    def plans_on_path(
        self, start: RealizationPlans, z: ExactArray, z0: Fraction
    ) -> RealizationPlans:
        """Return x̄ = x + p z0 and ȳ = y + q z0 (vSvET, 3.5), plans at every point of the path from (p, q)."""
        p, q = self.strategies(start)
        x = (z.take(self.blocks.x) + p * z0).reduced()
        y = (z.take(self.blocks.y) + q * z0).reduced()
        return RealizationPlans((self.spaces[0].plan(x), self.spaces[1].plan(y)))

    def point(self, plans: RealizationPlans) -> ExactArray:
        """Return z of exact plans, its u' and v' from best responses: a solution if they are an equilibrium."""
        x, y = self.strategies(plans)
        # u and v are duals of maximising payoffs: u' and v' are minus these, as in the class.
        u = self.spaces[0].optimal_basis(-self.costs[0].dot(y)).dual
        v = self.spaces[1].optimal_basis(-self.costs[1].dot(x)).dual
        return ExactArray.concatenate([x, -v, y, -u]).reduced()

    def best_basis(self, x: Ints, y: Ints) -> tuple[Ints, Ints, Ints]:
        """Return the basis of z that consists of optimal bases x and y of both players' best-response programs.

        It has all of u' and v' besides, and the slacks of the other variables. A slack is in the row of its own; u'_h,
        v'_h and the best choices at h exchange rows. Also returned are the places of x and y, and of u' and v'.
        """
        size = len(self.base)
        blocks = self.blocks
        places = np.arange(size)
        best = np.concatenate([blocks.x.start + x, blocks.y.start + y])
        duals = np.concatenate([places[blocks.u], places[blocks.v]])

        # The slack of variable k is k in a basis, the variable itself size + k.
        basis = places.copy()
        basis[best] = size + duals
        basis[duals] = size + best
        return basis, best, duals

    def named_basis(self, names: BasisNames) -> Ints | None:
        """Return the basis of all u' and v' and of the x and y named; None if another game has these names."""
        is_basic = self.base.free.copy()
        blocks = (self.blocks.x, self.blocks.y)
        for space, block, basic_names in zip(self.spaces, blocks, names, strict=True):
            place_of = {name: block.start + place for place, name in enumerate(space.names)}
            for name in basic_names:
                if name not in place_of:
                    return None
                is_basic[place_of[name]] = True
        places = np.arange(len(self.base))
        return np.where(is_basic, len(self.base) + places, places)

    def lift(self, raw: RawSolution) -> RealizationPlans:
        """Return the plans in a solver's answer; an answer without a solution is an error."""
        if raw.primal is None or not raw.solved:
            raise SolveError(
                f"the solver returned no solution: {raw.termination} ({raw.status})", raw
            )
        return self.plans(raw.primal)


def _named(parts: dict[str, tuple[str, ...]]) -> Sequence[str]:
    return [f"{letter} {name}" for letter, names in parts.items() for name in names]


class NegativePayoffs(NamedTuple):
    """Payoffs below zero of a player: A or B, the factor by which they were multiplied, and their unit.

    The unit, the size of the least entry, is multiplied by a number where the payoffs are.
    """

    payoffs: ExactMatrix
    scale: Fraction
    unit: Fraction


def negative_payoffs(payoffs: ExactMatrix, chance: ExactMatrix) -> NegativePayoffs:
    """Return A or B of a sequence form shifted by a multiple of its W, so that all payoffs are negative.

    This changes no equilibrium. The largest payoff becomes minus the range of the payoffs, or -1 where all are equal.
    Range and payoffs have the same units, so that a path of Lemke's algorithm is that of the game in any other units.
    Payoffs are taken over pairs of sequences, at each the average over its leaves. If their range is of extreme size,
    they are multiplied by a power of two, the scale.
    """
    least, largest = extreme_payoffs(payoffs, chance)
    at_most_zero = payoffs + replace(chance, values=chance.values * -largest)
    scaled, scale = well_scaled(at_most_zero)
    if least < largest:
        shift = (least - largest) * scale
    else:
        shift = Fraction(-1)
    shifted = scaled + replace(chance, values=chance.values * shift)
    return NegativePayoffs(shifted, scale, -shifted.values.least())


def sequence_form_lcp(form: SequenceForm, start: RealizationPlans | None = None) -> LcpStep:
    """Return the complementarity problem whose solutions are the equilibria of a game, as in `GameLcp`.

    E x = e and F y = f are the constraints of realization plans. The covering vector of a start (p, q) is
    d = (-A q, f, -Bᵀp, e), (3.3) of vSvET. Payoffs are first shifted so that all are negative: that makes d
    nonnegative and changes no equilibrium.

    - `form`: Of any two-player game.
    - `start`: (p, q), exact; the centroid if absent. From completely mixed plans Lemke's algorithm finds a normal-form
      perfect equilibrium (vSvET, Theorem 1).

    `target` has |S1| + 1 + |H2| + |S2| + 1 + |H1| variables, in this order. `lift` reads x and y.

    Examples
    --------
    >>> import seqform as sf
    >>> form = sf.builders.sequence_form(sf.load("vsvet-figure-1")).target
    >>> sequence_form_lcp(form).target
    <LinearComplementarityProblem 'vsvet-figure-1': 16 variables, 6 of them free, 44 nonzeros>
    """
    lcp = shared_sequence_form_lcp(form)
    if start is None:
        start = centroid(form)
    return Reduced(lcp.problem(start), lcp.lift)


def shared_sequence_form_lcp(form: SequenceForm) -> GameLcp:
    """Return the common parts of the problems of `sequence_form_lcp`, whose method `problem` adds a start."""
    require_sequence_form(form, "sequence_form_lcp")
    first, second = form.sequences
    own = negative_payoffs(form.A, form.W)
    opposing = negative_payoffs(form.B, form.W)
    return GameLcp(
        spaces=(RealizationPlanSpace(first, form.E), RealizationPlanSpace(second, form.F)),
        costs=(-own.payoffs, -opposing.payoffs.T),
        scales=(own.scale, opposing.scale),
        units=(own.unit, opposing.unit),
        title=form.title,
    )


def normal_form_lcp(
    form: SequenceForm, start: RealizationPlans | None = None, max_strategies: int = MAX_STRATEGIES
) -> LcpStep:
    """Return the complementarity problem of the reduced normal form, the baseline for the sequence form.

    The same as `sequence_form_lcp`, but x and y are mixed strategies, and E and F single rows of ones (vSvET, section
    5). With its covering vector Lemke's algorithm is that of van den Elzen & Talman, ZOR 35 (1991).

    - `start`: Exact; the centroid if absent. The path starts from the mixed strategies of the behavior strategies that
      realize these plans, the canonical ones of section 5.
    - `max_strategies`: Per player; their number grows exponentially with the game.

    `target` has k1 + 1 + k2 + 1 variables, x, v', y and u', for k1 and k2 reduced pure strategies. `lift` returns the
    realization plans of x and y.

    Examples
    --------
    >>> import seqform as sf
    >>> form = sf.builders.sequence_form(sf.load("binary-tree(depth=3)")).target
    >>> normal_form_lcp(form).target
    <LinearComplementarityProblem 'binary-tree(depth=3) (normal form)': 8 variables, 2 of them free, 28 nonzeros>
    """
    lcp = shared_normal_form_lcp(form, max_strategies)
    if start is None:
        start = centroid(form)
    return Reduced(lcp.problem(start), lcp.lift)


def shared_normal_form_lcp(form: SequenceForm, max_strategies: int = MAX_STRATEGIES) -> GameLcp:
    """Return the common parts of the problems of `normal_form_lcp`, whose method `problem` adds a start."""
    require_sequence_form(form, "normal_form_lcp")
    # Scaled on the sequences, where payoffs are averages over leaves, so that both formulations have the same units.
    own = negative_payoffs(form.A, form.W)
    opposing = negative_payoffs(form.B, form.W)
    normal = reduced_normal_form(replace(form, A=own.payoffs, B=opposing.payoffs), max_strategies)
    return GameLcp(
        spaces=(
            MixedStrategySpace(form.sequences[0], normal.strategies[0], normal.names[0]),
            MixedStrategySpace(form.sequences[1], normal.strategies[1], normal.names[1]),
        ),
        costs=(-normal.A, -normal.B.T),
        scales=(own.scale, opposing.scale),
        units=(own.unit, opposing.unit),
        title=f"{form.title} (normal form)",
    )


def koller_megiddo_von_stengel(form: SequenceForm) -> LcpStep:
    """Return the standard problem for which Lemke's algorithm with d = (1, ..., 1) was proved to find an equilibrium.

    It is that of `sequence_form_lcp` without free variables, u' and v' differences of nonnegative ones: |S1| + |S2| + 2
    (1 + |H1|) + 2 (1 + |H2|) variables. There is no start to choose: the path is not one of plans. `lift` reads x and
    y.

    References
    ----------
    Koller, Megiddo & von Stengel, Efficient computation of equilibria for extensive two-person games,
    Games and Economic Behavior 14 (1996), 247-259.

    Examples
    --------
    >>> import seqform as sf
    >>> koller_megiddo_von_stengel(sf.builders.sequence_form(sf.load("vsvet-figure-1")).target).target
    <LinearComplementarityProblem 'vsvet-figure-1': 22 variables, 72 nonzeros>
    """
    shared = shared_sequence_form_lcp(form)
    # One more variable for each free one, the negative part of the difference.
    ones = ExactArray.ones(len(shared.base) + int(shared.base.free.sum()))
    return Reduced(shared.base, shared.lift).then(lambda problem: split_free(problem, ones))


@dataclass(frozen=True)
class PathProblem(Reduced[LinearComplementarityProblem, RawSolution, RealizationPlans]):
    """The complementarity problem of a path from plans, with the parts that a witness of perfection is made of."""

    lcp: GameLcp
    start: RealizationPlans


def path_problem(
    form: SequenceForm, start: RealizationPlans | None, formulation: str = "sequence-form"
) -> LcpStep:
    """Return the complementarity problem of a path from plans; without any that of the all-ones vector.

    Raises ModelError if the normal form is too large.
    """
    if start is None:
        return koller_megiddo_von_stengel(form)
    lcp = game_lcp(form, formulation)
    return PathProblem(lcp.problem(start), lcp.lift, lcp, start)


def game_lcp(form: SequenceForm, formulation: str) -> GameLcp:
    """Return the part of a game's complementarity problems that does not depend on the start.

    Raises ModelError if the normal form is too large.
    """
    if formulation == "sequence-form":
        return shared_sequence_form_lcp(form)
    return shared_normal_form_lcp(form)


def best_response_start(lcp: GameLcp, start: RealizationPlans) -> PathStart:
    """Return a basis with z0 = 1 made of optimal bases of both players' best-response programs.

    This is Algorithm 1 (a) of vSvET. Basic are z0, all of u' and v', all but one of the basic variables x_σ and y_σ of
    the two programs (at every information set the best choice, and the empty sequence), and the slacks of the other
    sequences. The missing one is x_∅, which enters first: it rises as z0 falls from 1. Of several best choices at a set
    the first is taken. z0 is in the row of x_∅, all others as in `GameLcp.best_basis`. The start (p, q) is exact, and
    the one of the covering vector.

    Ties are settled as if the slacks in the basis were raised first, which leaves each player a single best response to
    the start, and then a little weight were taken from every information set that this best response reaches, and given
    to every other. So a set whose weight falls to 0 is left at once, with u' undetermined by its choices.
    """
    p, q = lcp.strategies(start)
    x = lcp.spaces[0].optimal_basis(-lcp.costs[0].dot(q))
    y = lcp.spaces[1].optimal_basis(-lcp.costs[1].dot(p))
    size = len(lcp.base)
    basis, best, duals = lcp.best_basis(x.basic, y.basic)
    basis[duals[0]] = 2 * size  # z0, in the row of x_∅

    # Ties: the slacks of the rivals first, then the information sets, less weight at those that are reached.
    rivals = np.setdiff1d(np.arange(size), np.concatenate([best, duals]))
    not_negated = np.zeros(size - len(duals), dtype=bool)
    return PathStart(
        basis=basis,
        entering=size + int(best[0]),
        ties_from=np.concatenate([rivals, best, duals]),
        ties_negated=np.concatenate([not_negated, ~x.reached, ~y.reached]),
        ties_leading=max(1, len(rivals)),
        ends_at_solution=True,
    )
