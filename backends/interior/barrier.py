"""The primal-dual interior-point method on zero-sum games, as a backend.

The plans x, y and the regrets z = E₀ᵀp - A y ≥ 0, s = E₁ᵀq + Aᵀx ≥ 0 of all sequences are kept positive, and the
products x z and y s are driven to zero together, by Newton steps with Mehrotra's predictor and weighted multiple
centrality correctors. Plans satisfy their equations at every iteration but for rounding; the bounds on the value, by
best responses, are those of the behavior that a plan determines, which satisfies them.

Two things make it work on games, where the plans of deep sequences are tiny: a proximal term in units of the game is
added to the weights Θ, without which the systems of the last iterations cannot be solved in doubles; and the plan
equations are restored in every solve. The proximal term is centred at the current iterate, so that the limit does not
change.

References
----------
Mehrotra, On the implementation of a primal-dual interior point method, 1992; Gondzio, Multiple centrality corrections
in a primal-dual method for linear programming, 1996; Colombo & Gondzio, Further development of multiple centrality
correctors for interior point methods, 2008.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, ClassVar, NamedTuple, TypeVar

import numpy as np

from seqform.backends.interior.plan_kernel import largest_falls
from seqform.backends.interior.riccati import bytes_of_factors, seconds_of_factors
from seqform.backends.interior.spaces import ClassInterior, InteriorSpace, MatrixInterior, Pair
from seqform.backends.iterative.backend import (
    SHARE,
    IterativeBackend,
    RunOptions,
    sequences_of,
)
from seqform.backends.iterative.cfr import RegretRule, regret_matching
from seqform.backends.iterative.operator import Threads
from seqform.backends.iterative.plan_space import ClassSpace, MatrixSpace, Vector
from seqform.backends.iterative.run import (
    Arrays,
    Method,
    WarmStarted,
    next_evaluation,
    restore_arrays,
)
from seqform.backends.protocol import Traits
from seqform.errors import ModelError, OptionError
from seqform.models.numbers.exact import Floats
from seqform.models.options import number, option, whole
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.class_pairs import HandPairs
from seqform.models.programs.sequence_form import SaddlePointProblem
from seqform.models.programs.units import Units

SHARES = np.linspace(0.1, 1.0, 10)
"""The multiples of a corrector that are tried, for each half of the variables."""

PIECE = 32_768
"""Entries of a vector that are worked on at a time, by one thread."""

PATIENCE = 12
"""Iterations in which the gap does not fall by `LEAST_FALL`, after which rounding errors prevail."""

LEAST_FALL = 0.2
"""The fall of the gap, as a share of it, that is no stall."""

SMALL_PRODUCTS = 1e-3
"""The sum of the products, as a share of the gap, above which a gap that rises, as after a start, is no stall."""

PROXIMAL = 1e-6
"""The weight of the proximal term with which the method comes to rounding errors in games of classes."""

PROXIMAL_OF_HANDS = 1e-7
"""The weight in games with ranges. Their optimal faces are so large that the usual one leaves 1e-8 of the pot after
twenty iterations; with this one 1e-9 is reached."""

PROXIMAL_OF_MATRICES = 1e-10
"""The weight on saddle points of matrices, whose factorizations exchange rows and need little of it: payoffs from 1e-3
to 1e5 in one game come to 1e-9 of their spread with the usual weight, and to 1e-13 with this one."""

LEAST_GAP = 2.0**-46
"""The gap of rounding."""

REFINEMENTS = 3
"""The largest number of refinements of a solve."""

SMALL_RESIDUAL = 1e-3
"""A residual, as a share of the regrets, that needs no refinement."""

SMALL_SURPLUS = 1e-3
"""The sum of what plans are off their equations, as a share of the gap, that needs none: the payoffs are near one."""


@dataclass(frozen=True)
class BarrierRule:
    """Parameters of the method."""

    mixture: float = 0.01  # the share of the center of all plans that is mixed into a start
    centering: float = 3e-10  # the first products, in units of the gap of the center
    proximal: float = PROXIMAL
    correctors: int = 3  # at most, beside Mehrotra's
    step_share: float = 0.995  # of the way to the boundary


class NewtonDirection(NamedTuple):
    """Changes of plans, regrets and values of sets."""

    plan: Pair
    regret: Pair
    value: Pair


Result = TypeVar("Result")

Lengths = tuple[float, float]
"""The step lengths of the two halves of the variables."""


class Barrier(Method):
    """The method, one iteration at a time.

    A player's plan and the opponent's regrets and values are a half of the variables, with a step length of its own:
    the regrets are linear in the opponent's plan.
    """

    def __init__(self, space: InteriorSpace, rule: BarrierRule, start: Pair | None = None) -> None:
        self.space = space
        self.rule = rule
        counts = (space.num_sequences(0), space.num_sequences(1))
        self._cuts = tuple(np.unique([*range(0, count, PIECE), count]) for count in counts)
        center = (self._center(0), self._center(1))
        usual = center
        if space.even_is_usual:
            usual = (space.plan(0, np.ones(counts[0])), space.plan(1, np.ones(counts[1])))
        self._proximal = (self._proximal_weights(0, usual), self._proximal_weights(1, usual))

        # A start may have weights of zero, an interior point has none: some of the center is mixed in.
        self.plan = center
        if start is not None:
            share = rule.mixture
            self.plan = (
                (1.0 - share) * start[0] + share * center[0],
                (1.0 - share) * start[1] + share * center[1],
            )
        self.gradient = self._gradients()

        # Values that make all products at least as large as the first ones are to be.
        gap = -sum(space.guarantee(player, center[player]) for player in (0, 1))
        product = rule.centering * (gap or 1.0)
        self.value = (self._first_values(0, product), self._first_values(1, product))
        self.regret = (self._regrets(0), self._regrets(1))

        # Gaps are those of the iterates, of which the start is none; the best plans may be those of the start.
        self.bounds = self._bounds()
        self.gap = self.bounds[1] - self.bounds[0]
        self.smallest_gap = self.gap
        self.since_smallest = 0
        self.best = (self.plan[0].copy(), self.plan[1].copy())
        if start is not None:
            self._keep_if_better(start, self._bounds(start))
        self._theta = (np.empty(0), np.empty(0))
        self._iterated = False

    def _proximal_weights(self, player: int, usual: Pair) -> Floats:
        """Return the weights of the proximal term: payoffs at stake after each sequence, over its weight."""
        stakes = self.space.sizes(player, usual[1 - player])
        self.space.fold(player, stakes, best=False)
        stakes *= self.rule.proximal / usual[player]
        return stakes

    def _center(self, player: int) -> Floats:
        """Return the plan with the largest product of all weights."""
        after = np.ones(self.space.num_sequences(player))
        self.space.fold(player, after, best=False)
        return self.space.plan(player, after)

    def _first_values(self, player: int, product: float) -> Floats:
        """Return values of sets that leave each sequence a regret of at least `product` over its weight."""
        raised = self.gradient[player] + product / self.plan[player]
        return self.space.fold(player, raised, best=True)

    def _gradients(self) -> Pair:
        """Return the payoff of each sequence against the opponent's plan."""
        return self.space.gradient(0, self.plan[1]), self.space.gradient(1, self.plan[0])

    def _regrets(self, player: int) -> Floats:
        """Return the regrets that belong to the values of sets: z = Eᵀp - A y."""
        regrets = self.space.transposed(player, self.value[player])
        regrets -= self.gradient[player]
        return regrets

    def _bounds(self, plans: Pair | None = None) -> tuple[float, float]:
        """Return the bounds that the behavior of plans proves, by default that of the iterate.

        The plans themselves may be off their equations, and then guarantee nothing: their bounds may even cross.
        """
        first, second = plans or self.plan
        lower = self.space.guarantee(0, self.space.plan(0, first))
        upper = -self.space.guarantee(1, self.space.plan(1, second))
        return lower, upper

    def _keep_if_better(self, plans: Pair, bounds: tuple[float, float]) -> None:
        if bounds[1] - bounds[0] < self.bounds[1] - self.bounds[0]:
            self.bounds = bounds
            for best, plan in zip(self.best, plans, strict=True):
                np.copyto(best, plan)

    # ---- interface to `run` ----

    @property
    def stalled(self) -> bool:
        """True if the last iterations have not reduced the gap, although the products are small beside it."""
        return self.since_smallest >= PATIENCE

    @property
    def forecast(self) -> float:
        """The time of the factorization of the next iteration, before the first one."""
        if self._iterated:
            return 0.0
        return self.space.seconds

    def remark(self, units: Units) -> str:
        """Return the gap of the current iterate, and its mean product."""
        gap = units.gap(self.gap)
        product = units.gap(self._mean_product())
        return f"iterate {gap:.3g}, mean product {product:.2g}"

    def weights(self) -> tuple[Vector, Vector]:
        """Return the plans with the best bounds so far."""
        return self.space.export(0, self.best[0]), self.space.export(1, self.best[1])

    def value_bounds(self) -> tuple[float, float]:
        return self.bounds

    def state(self) -> Arrays:
        """Return plans, regrets and values, and the best plans."""
        arrays: dict[str, np.typing.NDArray[np.generic]] = {
            "since_smallest": np.array(self.since_smallest, dtype=np.int64),
            "smallest_gap": np.array(self.smallest_gap, dtype=np.float64),
        }
        for name in ("plan", "regret", "value", "best"):
            for player in (0, 1):
                arrays[f"{name}{player}"] = getattr(self, name)[player]
        return arrays

    def restore(self, state: Arrays) -> None:
        for name in ("plan", "regret"):
            for player in (0, 1):
                array = state.get(f"{name}{player}", np.empty(0))
                if not np.all(array > 0):
                    raise ModelError(f"array '{name}{player}' with numbers that are not positive")
        restore_arrays(self.state(), state)
        self.since_smallest = int(state["since_smallest"])
        self.smallest_gap = float(state["smallest_gap"])
        self.bounds = self._bounds(self.best)
        lower, upper = self._bounds()
        self.gap = upper - lower
        self.gradient = self._gradients()

    def step(self) -> None:
        """Do one iteration, all of whose directions are solutions of systems with one factorization.

        Mehrotra's predictor aims at products of zero; how near its step would come determines the target: the share of
        the mean product that would be left, cubed. The first corrector leads to the target and makes up for the
        predictor's term of second order; the others bring single products into range, as long as that allows clearly
        longer steps.
        """
        self._iterated = True
        mean = self._mean_product()
        if mean == 0.0:  # nobody moves
            self.since_smallest += 1
            return

        def weight(i: int, s: slice) -> Floats:
            theta: Floats = self.regret[i][s] / self.plan[i][s] + self._proximal[i][s]
            return theta

        self._theta = self._each(weight)
        self.space.factor(self._theta)

        direction = self._predictor()
        _, lengths = self._reach(direction, direction, np.zeros(1))
        share_left = min(1.0, self._mean_product(direction, lengths) / mean)
        target = mean * max(share_left**3, 1e-6)

        def second_order(i: int, s: slice) -> Floats:
            change: Floats = target - direction.plan[i][s] * direction.regret[i][s]
            return np.clip(change, -10 * mean, 10 * mean)

        corrector = self._corrector(self._each(second_order))
        direction, lengths = self._corrected(direction, (0.0, 0.0), corrector)
        for _ in range(self.rule.correctors):
            if min(lengths) > 0.95:
                break
            corrector = self._corrector(self._outliers(direction, lengths, target))
            improved, longer = self._corrected(direction, lengths, corrector)
            if sum(longer) < sum(lengths) + 0.02:
                break
            direction = improved
            lengths = longer
        self._move(direction, lengths)

    # ---- directions ----

    def _predictor(self) -> NewtonDirection:
        """Return the direction to products of zero."""
        right = (self._regrets(0), self._regrets(1))
        equations = (
            self.space.surplus(0, self.plan[0], 1.0),
            self.space.surplus(1, self.plan[1], 1.0),
        )
        for array in (*right, *equations):
            np.negative(array, out=array)
        plan, value = self._solve(right, equations)

        def regret_of(i: int, s: slice) -> Floats:
            change: Floats = -self.regret[i][s] * (1.0 + plan[i][s] / self.plan[i][s])
            return change

        return NewtonDirection(plan, self._each(regret_of), value)

    def _corrector(self, change: Pair) -> NewtonDirection:
        """Return the direction that changes the products by the given amounts and nothing else."""
        right = self._each(lambda i, s: change[i][s] / self.plan[i][s])
        nothing = (np.zeros(self.space.num_sets(0)), np.zeros(self.space.num_sets(1)))
        plan, value = self._solve(right, nothing)

        def regret_of(i: int, s: slice) -> Floats:
            rest: Floats = change[i][s] - self.regret[i][s] * plan[i][s]
            return rest / self.plan[i][s]

        return NewtonDirection(plan, self._each(regret_of), value)

    def _solve(self, right: Pair, equations: Pair) -> tuple[Pair, Pair]:
        """Solve a Newton system; refine the answer where its residual is not small.

        That of the sequences is measured beside the regrets, that of the plan equations beside the gap.
        """
        plan = (right[0].copy(), right[1].copy())
        value = (equations[0].copy(), equations[1].copy())
        self.space.solve(plan, value)

        before = math.inf
        for _ in range(REFINEMENTS):
            rest = (self._residual(0, right, plan, value), self._residual(1, right, plan, value))
            lack = (
                equations[0] - self.space.surplus(0, plan[0], 0.0),
                equations[1] - self.space.surplus(1, plan[1], 0.0),
            )
            of_sequences = max(self._largest_share(0, rest[0]), self._largest_share(1, rest[1]))
            of_equations = float(np.sum(np.abs(lack[0])) + np.sum(np.abs(lack[1])))
            worst = max(
                of_sequences / SMALL_RESIDUAL,
                of_equations / (SMALL_SURPLUS * max(self.gap, LEAST_GAP)),
            )
            if worst <= 1.0 or worst > 0.5 * before:
                break
            before = worst
            self.space.solve(rest, lack)
            for player in (0, 1):
                plan[player][:] += rest[player]
                value[player][:] += lack[player]
        return plan, value

    def _residual(self, player: int, right: Pair, plan: Pair, value: Pair) -> Floats:
        """Return the right-hand side less what a solution gives: c + A y - Eᵀp - Θ x."""
        rest = self.space.slope(player, plan[1 - player])
        rest += right[player]
        rest -= self.space.transposed(player, value[player])

        def subtract(s: slice) -> None:
            rest[s] -= self._theta[player][s] * plan[player][s]

        self._pieces(player, subtract)
        return rest

    def _largest_share(self, player: int, rest: Floats) -> float:
        """Return the largest size of a residual as a share of the regret."""
        regret = self.regret[player]

        def largest(s: slice) -> float:
            return float(np.max(np.abs(rest[s]) / regret[s]))

        return max(self._pieces(player, largest), default=0.0)

    def _outliers(self, direction: NewtonDirection, lengths: Lengths, target: float) -> Pair:
        """Return the changes that bring products which a longer step would make too small or too large into range."""
        longer = (min(1.0, 1.5 * lengths[0] + 0.3), min(1.0, 1.5 * lengths[1] + 0.3))

        def change(i: int, s: slice) -> Floats:
            ahead = self._ahead(i, s, direction, longer)
            into_range = np.clip(ahead, 0.1 * target, 10.0 * target) - ahead
            return np.clip(into_range, -10.0 * target, 10.0 * target)

        return self._each(change)

    def _ahead(self, i: int, s: slice, direction: NewtonDirection, lengths: Lengths) -> Floats:
        """Return a player's products after a step."""
        plan = self.plan[i][s] + lengths[i] * direction.plan[i][s]
        product: Floats = plan * (self.regret[i][s] + lengths[1 - i] * direction.regret[i][s])
        return product

    def _corrected(
        self, direction: NewtonDirection, lengths: Lengths, corrector: NewtonDirection
    ) -> tuple[NewtonDirection, Lengths]:
        """Add to each half the multiple of a corrector that allows the longest step, unless none makes it longer."""
        best, longer = self._reach(direction, corrector, SHARES)
        first = best[0] if longer[0] >= lengths[0] else 0.0
        second = best[1] if longer[1] >= lengths[1] else 0.0
        shares = (first, second)
        lengths = (max(lengths[0], longer[0]), max(lengths[1], longer[1]))

        # A player's plan is in the player's own half, regrets and values in that of the opponent.
        plan = self._each(lambda i, s: direction.plan[i][s] + shares[i] * corrector.plan[i][s])
        regret = self._each(
            lambda i, s: direction.regret[i][s] + shares[1 - i] * corrector.regret[i][s]
        )
        value = (
            direction.value[0] + second * corrector.value[0],
            direction.value[1] + first * corrector.value[1],
        )
        return NewtonDirection(plan, regret, value), lengths

    def _reach(
        self, direction: NewtonDirection, corrector: NewtonDirection, shares: Floats
    ) -> tuple[tuple[float, ...], Lengths]:
        """Return for each half the multiple of a corrector with the longest step, and that step, at most 1.

        A step reaches the boundary where the largest relative fall of an entry, per unit of the step, is its inverse.
        Of equally good multiples the largest is taken.
        """
        chosen = []
        lengths = []
        for half in (0, 1):
            own = (self.plan[half], direction.plan[half], corrector.plan[half])
            i = 1 - half
            opposing = (self.regret[i], direction.regret[i], corrector.regret[i])
            falls = np.ones(len(shares))
            self._raise_falls(half, own, shares, falls)
            self._raise_falls(i, opposing, shares, falls)
            place = len(shares) - 1 - int(np.argmin(falls[::-1]))
            chosen.append(float(shares[place]))
            lengths.append(1.0 / float(falls[place]))
        return tuple(chosen), (lengths[0], lengths[1])

    def _raise_falls(
        self, player: int, vectors: tuple[Floats, Floats, Floats], shares: Floats, falls: Floats
    ) -> None:
        """Raise `falls` to the largest relative falls of a vector by its change and each share of an extra one."""
        present, change, extra = vectors

        def falls_of(s: slice) -> Floats:
            largest = np.zeros(len(shares))
            largest_falls(present[s], change[s], extra[s], shares, largest)
            return largest

        for largest in self._pieces(player, falls_of):
            np.maximum(falls, largest, out=falls)

    # ---- steps ----

    def _move(self, direction: NewtonDirection, lengths: Lengths) -> None:
        """Take a step, remove the drift of the regrets, and keep the plans if they are the best so far."""
        # A step that is cut off by the boundary stops short of it.
        steps = [length if length == 1.0 else self.rule.step_share * length for length in lengths]

        def move(i: int, s: slice) -> None:
            self.plan[i][s] += steps[i] * direction.plan[i][s]
            self.regret[i][s] += steps[1 - i] * direction.regret[i][s]

        for i in (0, 1):
            self._pieces(i, partial(move, i))
            self.value[i][:] += steps[1 - i] * direction.value[i]
        self.gradient = self._gradients()
        for i in (0, 1):
            self._remove_drift(i)

        bounds = self._bounds()
        self.gap = bounds[1] - bounds[0]
        self.since_smallest += 1
        sequences = self.space.num_sequences(0) + self.space.num_sequences(1)
        products = self._mean_product() * sequences
        if (
            self.gap < (1.0 - LEAST_FALL) * self.smallest_gap
            or products > SMALL_PRODUCTS * self.gap
        ):
            self.smallest_gap = min(self.smallest_gap, self.gap)
            self.since_smallest = 0
        self._keep_if_better(self.plan, bounds)

    def _remove_drift(self, player: int) -> None:
        """Replace the regrets by those of the values where these are near; the proximal term moves them apart."""
        of_values = self._regrets(player)

        def replace_near(s: slice) -> None:
            regret = self.regret[player][s]
            own = of_values[s]
            is_near = (own > 0.5 * regret) & (own < 2.0 * regret)
            np.copyto(regret, own, where=is_near)

        self._pieces(player, replace_near)

    def _mean_product(
        self, direction: NewtonDirection | None = None, lengths: Lengths = (0.0, 0.0)
    ) -> float:
        """Return the mean of the products of plans and regrets, now or after a step."""

        def sum_of(i: int, s: slice) -> float:
            if direction is not None:
                return float(self._ahead(i, s, direction, lengths).sum())
            # Not by `@`: BLAS starts threads of its own.
            return float(np.sum(self.plan[i][s] * self.regret[i][s]))

        first = self._pieces(0, partial(sum_of, 0))
        second = self._pieces(1, partial(sum_of, 1))
        sequences = self.space.num_sequences(0) + self.space.num_sequences(1)
        return math.fsum(first + second) / max(1, sequences)

    # ---- work in pieces ----

    def _pieces(self, player: int, compute: Callable[[slice], Result]) -> list[Result]:
        """Work through a player's sequences in pieces, on all threads; return what is computed of each."""
        cuts = self._cuts[player].tolist()
        results: list[Any] = [None] * (len(cuts) - 1)

        def work(first: int, stop: int, _: int) -> None:
            results[first] = compute(slice(cuts[first], cuts[stop]))

        self.space.threads.run(np.arange(len(cuts)), work)
        return results

    def _each(self, compute: Callable[[int, slice], Floats]) -> Pair:
        """Return a vector for each player, computed in pieces."""
        results = (np.empty(self.space.num_sequences(0)), np.empty(self.space.num_sequences(1)))

        def write(i: int, s: slice) -> None:
            results[i][s] = compute(i, s)

        for player in (0, 1):
            self._pieces(player, partial(write, player))
        return results


# ---- the backend ----

MOST_STARTS = 1000
"""The largest default number of first iterations by regret matching; small games need fewer."""


def has_ranges(model: ClassGame | SaddlePointProblem) -> bool:
    """Return whether a model is a class game whose hands have ranges."""
    if isinstance(model, SaddlePointProblem):
        return False
    return any(isinstance(pairs, HandPairs) for pairs in model.pairs)


def _usual_proximal(model: ClassGame | SaddlePointProblem) -> float:
    """Return the weight of the proximal term with which a model comes to rounding errors."""
    if isinstance(model, SaddlePointProblem):
        return PROXIMAL_OF_MATRICES
    if has_ranges(model):
        return PROXIMAL_OF_HANDS
    return PROXIMAL


VECTORS = 25
"""Vectors over the sequences of both players that the method holds at a time."""


@dataclass(frozen=True)
class BarrierOptions(RunOptions):
    """The options of the backend ``barrier``, besides those of `RunOptions`."""

    backend: ClassVar[str] = "barrier"

    start_iterations: int | None = option(
        None,
        "First iterations, which are done by regret matching; by default as many as there are sequences of both "
        f"players, but at most {MOST_STARTS:,}.",
        whole(0),
    )
    mixture: float = option(
        0.01, "Share of the center of all plans that is mixed into the plans of the start.", SHARE
    )
    correctors: int = option(
        3, "Largest number of centrality correctors of an iteration.", whole(0)
    )
    proximal: float | None = option(
        None,
        f"Weight of the proximal term, by default {PROXIMAL:g}, in games with ranges {PROXIMAL_OF_HANDS:g}, on saddle "
        f"points of trees and matrices {PROXIMAL_OF_MATRICES:g}; with less, the last digits are lost earlier.",
        SHARE,
    )
    memory: float | None = option(
        None,
        "Gigabytes that it may allocate; a class game that needs more is refused.",
        number(0, included=False),
    )

    @property
    def starts(self) -> int:
        """The number of first iterations, 0 if it is not known yet."""
        return self.start_iterations or 0

    @property
    def rule(self) -> BarrierRule:
        """The rule that the options ask for."""
        return BarrierRule(
            mixture=self.mixture,
            proximal=self.proximal or PROXIMAL,
            correctors=self.correctors,
        )

    @property
    def course(self) -> dict[str, object]:
        return {"start_iterations": self.start_iterations, **asdict(self.rule)}


class BarrierBackend(IterativeBackend[BarrierOptions]):
    """A primal-dual interior-point method on a constant-sum class game, or on a saddle point.

    On class games each Newton system is factored by a Riccati recursion over the public nodes, in blocks no larger than
    the classes of a board; see `seqform.backends.interior.riccati`. It begins with regret matching, and is for answers
    of the highest accuracy. `raw` takes the fields of `BarrierOptions`; see `IterativeBackend` for bounds and Ctrl-C.

    Examples
    --------
    >>> from seqform.backends.protocol import SolveOptions
    >>> import seqform as sf
    >>> from seqform.builders.forms.class_game import class_game
    >>> game = class_game(sf.InformationFilter.identity(sf.load("kuhn", kind="ordered")))
    >>> answer = BarrierBackend().solve(game, SolveOptions(target_gap=1e-9))
    >>> answer.nash_conv <= 1e-9, round(18 * answer.objective, 6)
    (True, -1.0)
    """

    name = "barrier"
    traits = Traits(threads=True, options=BarrierOptions)
    vectors = VECTORS

    def memory(self, game: ClassGame) -> int:
        """Return the bytes that a run on a class game takes: factors, vectors and the loaded engines."""
        return super().memory(game) + bytes_of_factors(game)

    def seconds(self, game: ClassGame) -> float:
        """Return the time that a class game takes with loaded engines, roughly."""
        return seconds_of_factors(game)

    def method(self, space: ClassSpace | MatrixSpace, own: BarrierOptions) -> Method:
        if own.memory is not None:
            if not isinstance(space, ClassSpace):
                raise OptionError(
                    "barrier: memory: only for games with ordered signals, whose factors have a known size"
                )
            sequences = space.game.num_sequences(0) + space.game.num_sequences(1)
            needed = (bytes_of_factors(space.game) + 8 * VECTORS * sequences) / 1e9
            if needed > own.memory:
                raise ModelError(
                    f"barrier: {space.game.title} needs {needed:.3g} GB, and the option memory allows {own.memory:g}; "
                    "merge more signals, or take the backend cfr"
                )

        def create(weights: tuple[Vector, Vector] | None) -> Barrier:
            interior: InteriorSpace
            if isinstance(space, ClassSpace):
                interior = ClassInterior(space.game, space.operator.threads)
            else:
                interior = MatrixInterior(space.problem, Threads(1))
            if weights is None:
                return Barrier(interior, own.rule)
            first = interior.imported(0, space.plan_of_weights(0, weights[0]))
            second = interior.imported(1, space.plan_of_weights(1, weights[1]))
            return Barrier(interior, own.rule, (first, second))

        return WarmStarted(regret_matching(space, RegretRule()), own.starts, create)

    def completed(
        self, own: BarrierOptions, model: ClassGame | SaddlePointProblem
    ) -> BarrierOptions:
        if own.start_iterations is None:
            own = replace(own, start_iterations=min(MOST_STARTS, sequences_of(model)))
        if own.proximal is None:
            own = replace(own, proximal=_usual_proximal(model))
        return own

    def next_evaluation(self, own: BarrierOptions, iteration: int) -> int:
        if iteration < own.starts:
            return min(next_evaluation(iteration), own.starts)
        return iteration + 1

    def title(self, own: BarrierOptions) -> str:
        return "interior point"
