"""Counterfactual regret minimisation on a constant-sum game, as a backend: CFR+, discounted, predictive.

`RegretMatching` runs on class games, `TreeplexRegretMatching` on saddle points; `regret_matching` chooses.

References
----------
Tammelin, Solving large imperfect information games using CFR+, 2014; Brown & Sandholm, Solving imperfect-information
games via discounted regret minimization, AAAI 2019; Farina, Kroer & Sandholm, Faster game solving via predictive
Blackwell approachability, AAAI 2021; Xu et al., Minimizing weighted counterfactual regret with optimistic online mirror
descent, IJCAI 2024 (DCFR+, PDCFR+).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from seqform.backends.iterative.backend import (
    EXPONENT,
    LOADED_BYTES,
    IterativeBackend,
    RunOptions,
    sequences_of,
)
from seqform.backends.iterative.plan_space import ClassSpace, MatrixSpace, Vector
from seqform.backends.iterative.regret_loops import (
    iterate,
    make_plans,
    positive_gains,
    update_pieces,
    weights_after,
)
from seqform.backends.iterative.rounds import Side
from seqform.backends.iterative.run import (
    Arrays,
    Method,
    RetreatRule,
    by_rounds,
    restore_arrays,
    restored_count,
)
from seqform.backends.iterative.tables import PlayerState, RegretWeights
from seqform.backends.protocol import Traits
from seqform.models.numbers.exact import Floats, double
from seqform.models.options import one_of, option, truth, whole
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.class_pairs import HandPairs
from seqform.models.programs.sequence_form import SaddlePointProblem

TIES = 2.0**-46
"""Differences of payoffs below this share of the payoffs that they are computed from are rounding: the actions tie.

Without it rounding prefers one of two actions that earn the same, with probability 1 where neither has earned more
before; the opponent answers, and an equilibrium in which the actions tie is approached in proportion to 1/t only.
"""

DAMPING = 1.1
"""Factor of regrets where a method oscillates; a larger one would slow it down for long."""

VECTORS_OF_HANDS = 5
"""Vectors over the sequences of both players that a run takes where pairs of hands are products, not tables.

Three are regrets in single precision and averages, both with copies as of the last evaluation; strategies, and their
certificate in the end, take somewhat more: 4.6 vectors were measured on a flop of 45 million sequences.
"""

WORK_AT_ONCE = 200_000
"""Multiplications in one call of the loop on saddle points, since each call from Python takes its time."""


@dataclass(frozen=True)
class RegretRule:
    """Accumulation of regrets, strategies from regrets, and averaging of plans; by default DCFR+."""

    # Plan number t, counted from the end of the delay, has a weight of t to this power.
    averaging: float = 4.0
    # α: positive regrets are multiplied by t^α / (t^α + 1) before others are added.
    discount: float | None = 1.5
    # Negative regrets become zero, as in CFR+; otherwise they are halved, as in DCFR with β = 0.
    plus: bool = True
    # The last regrets are expected to come again, as in predictive CFR+.
    prediction: bool = False
    # Player 1 responds to player 0's new strategy, rather than both to the old ones.
    alternation: bool = True
    # First iterations whose plans have the weight 0, as in CFR+.
    averaging_delay: int = 0

    @property
    def exponent(self) -> float:
        """The discount, infinite for none."""
        return math.inf if self.discount is None else float(self.discount)

    def at(self, iteration: int) -> RegretWeights:
        """Return the numbers of an iteration, from 1."""
        gains = positive_gains(iteration - 1.0, self.exponent)
        floor = 0.0 if self.plus else -math.inf
        # Doubles of NumPy: in plain Python, single precision does not draw these down to its own.
        return RegretWeights(
            gains=np.float64(gains),
            losses=np.float64(0.5),
            floor=np.float64(floor),
            prediction=np.float64(self.prediction),
        )


def regret_matching(
    space: ClassSpace | MatrixSpace, rule: RegretRule, dtype: Any = np.float64
) -> RegretMatching | TreeplexRegretMatching:
    """Return the method for a plan space before its first iteration; `dtype` is for class games."""
    if isinstance(space, MatrixSpace):
        return TreeplexRegretMatching(space, rule)
    return RegretMatching(space, rule, dtype)


class TreeplexRegretMatching(Method):
    """Regret matching on a saddle point, one iteration at a time."""

    def __init__(self, space: MatrixSpace, rule: RegretRule) -> None:
        self.space = space
        self.rule = rule
        self._arrays = self._first_arrays(0), self._first_arrays(1)
        self._states = PlayerState(**self._arrays[0]), PlayerState(**self._arrays[1])
        self._numbers = rule.at(1)  # all but the gains are those of every iteration
        self._done = 0
        self._due = 0

        nonzeros = len(space.payoffs[0].values)
        sequences = sum(len(own["plan"]) for own in self._arrays)
        self._together = max(1, WORK_AT_ONCE // (2 * nonzeros + 8 * sequences))

    def step(self) -> None:
        """Do one iteration, now or together with later ones."""
        self._due += 1
        if self._due >= self._together:
            self._catch_up()

    def weights(self) -> tuple[Vector, Vector]:
        """Return for each player a multiple of the average plan or the last plan, whichever guarantees more."""
        return [self._judged(0)[1]], [self._judged(1)[1]]

    def value_bounds(self) -> tuple[float, float]:
        return self._judged(0)[0], -self._judged(1)[0]

    def damp(self) -> None:
        """Multiply the regrets by `DAMPING`: strategies stay, and change less with the regrets to come."""
        self._catch_up()
        for own in self._arrays:
            own["regret"] *= DAMPING

    def state(self) -> Arrays:
        self._catch_up()
        arrays: dict[str, Any] = {"iteration": np.array(self._done, dtype=np.int64)}
        for player in (0, 1):
            for name in ("regret", "behavior", "plan", "total"):
                arrays[f"{name}-{player}"] = self._arrays[player][name]
        return arrays

    def restore(self, state: Arrays) -> None:
        restore_arrays(self.state(), state)
        self._done = restored_count("iteration", state)
        self._due = 0

    def _first_arrays(self, player: int) -> dict[str, Floats]:
        """Return the arrays of a `PlayerState`."""
        behavior = self.space.even(player)
        plan = self.space.zeros(player)
        self.space.make_plan(player, behavior, plan)
        zeros = {name: np.zeros_like(plan[0]) for name in ("regret", "total", "gradient", "size")}
        return {"behavior": behavior[0], "plan": plan[0], **zeros}

    def _catch_up(self) -> None:
        """Do the iterations that are due."""
        if self._due == 0:
            return
        iterate(
            *self.space.spaces,
            *self.space.payoffs,
            *self._states,
            self._numbers,
            TIES,
            self.rule.exponent,
            float(self.rule.averaging),
            min(self.rule.averaging_delay, self._done + self._due),  # which fits a machine integer
            self.rule.alternation,
            self._done,
            self._due,
        )
        self._done += self._due
        self._due = 0

    def _judged(self, player: int) -> tuple[float, Floats]:
        """Return the guarantee of the better of the average and the last plan, and a multiple of it."""
        self._catch_up()
        plan = self._arrays[player]["plan"]
        last = self.space.guarantee(player, [plan])
        if self._done > self.rule.averaging_delay:  # before, the average has no weight
            total = self._arrays[player]["total"]
            average = self.space.plan_of_weights(player, [total])
            mean = self.space.guarantee(player, average)
            if mean >= last:
                return mean, total
        return last, plan


class RegretTables(NamedTuple):
    """Tables of the updating player in a round, each of shape (classes, choices, histories)."""

    regrets: Floats
    # Multiples of the probabilities; may be the regrets, of which the positive ones are meant.
    strength: Floats
    # Receives the next strength if that is apart from the regrets; may be `strength`.
    updated: Floats
    is_apart: bool
    # Differences of payoffs of each class that are no reason to prefer an action, shape (classes,).
    rounding: Floats


class Opponent(NamedTuple):
    """The opponent of the updating player in a round."""

    strength: Floats  # see `RegretTables`
    average: Floats  # of all plans so far
    above: Floats  # weights before the round, shape (classes of the round before, histories)
    share: float  # of the plan at hand in the average
    plan: Floats  # the plan with row 0 for the weights before the round, shape (1 + choices, classes, histories)


class RegretMatching(Method):
    """Regret matching on a class game, one iteration at a time.

    Regrets are of type `dtype`; averages are in doubles. Probabilities are in proportion to positive regrets, or to the
    regrets that are expected next, which are apart from those so far; so are the ones of player 0 without alternation.
    """

    def __init__(self, space: ClassSpace, rule: RegretRule, dtype: Any = np.float64) -> None:
        self.space = space
        self.operator = space.operator
        self.rule = rule
        self.iteration = 0
        self._rounds = space.game.num_rounds
        # Nothing else depends on the opponent's plan of a ranked last round: it is made board by board.
        self._fused = [False] * self._rounds
        self._fused[-1] = self.operator.sides[0][-1].meetings.ranked

        self.regrets = self._zeros(dtype)
        self._is_apart = rule.prediction or not rule.alternation
        self.strength = self._zeros(dtype) if self._is_apart else self.regrets
        # Without alternation player 1 responds to player 0's old strength, which is kept until both are updated.
        self._updated = self.strength if rule.alternation else self._zeros(dtype)

        self.average = [space.zeros(0), space.zeros(1)]
        self._weight = np.zeros(())  # of all plans in the averages, in units of the last one's
        self._plans: list[list[Floats]] = []
        self._rounding: list[list[Floats]] = []
        for player in (0, 1):
            rounds = range(self._rounds)
            self._plans.append([self._plan_room(player, number) for number in rounds])
            self._rounding.append([self._class_rounding(player, number) for number in rounds])

    def damp(self) -> None:
        """Multiply the regrets by `DAMPING`: strategies stay, and change less with the regrets to come."""
        for own in self.regrets:
            for regrets in own:
                regrets *= DAMPING

    def step(self) -> None:
        """Do one iteration: each player adds up regrets against the other's plan, which enters the average."""
        self.iteration += 1
        numbers = self.rule.at(self.iteration)
        share = self._share()
        for player in (0, 1):
            opponents = self._opponents(player, share)
            children: Floats = np.zeros((self.operator.sides[player][-1].shape[0], 0))
            for number in range(self._rounds - 1, -1, -1):
                values = self._update_round(player, number, numbers, opponents[number], children)
                if number:
                    children = self.operator.sums_by_parents(player, number, values)
        if not self.rule.alternation:
            self.strength, self._updated = self._updated, self.strength

    def weights(self) -> tuple[Vector, Vector]:
        return self.average[0], self.average[1]

    def value_bounds(self) -> tuple[float, float]:
        return self.space.guarantee(0, self.average[0]), -self.space.guarantee(1, self.average[1])

    def state(self) -> Arrays:
        arrays = {"iteration": np.array(self.iteration, dtype=np.int64), "weight": self._weight}
        for player in (0, 1):
            arrays |= by_rounds(f"regrets-{player}-", self.regrets[player])
            if self._is_apart:
                arrays |= by_rounds(f"strength-{player}-", self.strength[player])
            arrays |= by_rounds(f"average-{player}-", self.average[player])
        return arrays

    def restore(self, state: Arrays) -> None:
        restore_arrays(self.state(), state)
        self.iteration = restored_count("iteration", state)

    def _zeros(self, dtype: Any) -> list[list[Floats]]:
        """Return zeros for both players' sequences, by rounds."""
        first, second = self.space.zeros(0), self.space.zeros(1)
        return [_as_type(first, dtype), _as_type(second, dtype)]

    def _plan_room(self, player: int, number: int) -> Floats:
        """Return room for the plan of a round, with row 0 for the weights before it; none in a fused round."""
        classes, choices, histories = self.space.game.shape(player, number)
        if self._fused[number]:
            classes = 0
        return np.empty((1 + choices, classes, histories))

    def _class_rounding(self, player: int, number: int) -> Floats:
        """Return the rounding errors in the payoffs of each class: in proportion to its probability."""
        game = self.space.game
        size = max(map(abs, game.payoff_range))
        chances = game.pairs[number].chances(player, game.num_classes[player][number])
        rounding: Floats = TIES * double(size) * chances
        return rounding

    def _share(self) -> float:
        """Return the share of this iteration's plans in the averages up to here: 1 until the delay is over.

        Plan t has the weight t^p. In units of the last plan's weight the sum of them grows from W to
        W ((t - 1) / t)^p + 1, which stays small, where the weights themselves might overflow.
        """
        counted = self.iteration - self.rule.averaging_delay
        if counted <= 1 < self.iteration:
            # With a share of 1 the average becomes the plan at hand only up to rounding, unless it is zero before.
            for table in (*self.average[0], *self.average[1]):
                table.fill(0.0)
        if counted < 1:
            return 1.0
        before = (counted - 1) / counted
        self._weight[()] = self._weight * before**self.rule.averaging + 1.0
        return float(1.0 / self._weight)

    def _opponents(self, player: int, share: float) -> list[Opponent]:
        """Return the opponent of a player in every round, with the plan made except in a fused round."""
        opponents = []
        above = np.ones((1, 1))
        for number, side in enumerate(self.operator.sides[player]):
            opponent = Opponent(
                strength=self.strength[1 - player][number],
                average=self.average[1 - player][number],
                above=above,
                share=share,
                plan=self._plans[1 - player][number],
            )
            opponents.append(opponent)
            if self._fused[number]:
                continue
            self._make_plans(side, opponent)
            if number < self._rounds - 1:
                classes, _, histories = side.other_shape
                sets = side.frame.other_sets
                above = np.empty((classes, histories * len(sets.at_leaf)))
                weights_after(sets, opponent.plan, above)
        return opponents

    def _make_plans(self, side: Side, opponent: Opponent) -> None:
        """Write the opponent's plan of a round, and add it to the average."""
        histories = side.other_shape[2]

        def work(first: int, stop: int, _: int) -> None:
            space = np.empty((2, histories))
            make_plans(side.frame, first, stop, *opponent, space)

        self.operator.threads.run(side.other_chunks, work)

    def _update_round(
        self, player: int, number: int, numbers: RegretWeights, opponent: Opponent, children: Floats
    ) -> Floats:
        """Update a round; return the payoffs of each class's behavior, by history."""
        side = self.operator.sides[player][number]
        scratch = self.operator.scratch[player][number]
        tables = RegretTables(
            regrets=self.regrets[player][number],
            strength=self.strength[player][number],
            updated=self._updated[player][number],
            is_apart=self._is_apart,
            rounding=self._rounding[player][number],
        )
        values = np.empty(side.shape[::2])

        def work(first: int, stop: int, thread: int) -> None:
            scope = side.frame, side.meetings, first, stop, self._fused[number]
            update_pieces(*scope, numbers, *tables, *opponent, *scratch[thread], children, values)

        self.operator.threads.run(side.chunks, work)
        return values


def _as_type(tables: Vector, dtype: Any) -> Vector:
    return [table.astype(dtype, copy=False) for table in tables]


# ---- the backend ----

METHODS: Mapping[str, RegretRule] = {
    "dcfr+": RegretRule(),
    "pdcfr+": RegretRule(prediction=True),
    "pcfr+": RegretRule(averaging=2.0, discount=None, prediction=True),
    "cfr+": RegretRule(averaging=2.0, discount=None),
    "dcfr": RegretRule(averaging=2.0, plus=False),
}
"""The methods with their default settings."""

USUAL_METHOD = "dcfr+"

SMALL_METHOD = "pcfr+"

SMALL = 1_000
"""Sequences of both players up to which prediction is the default.

Without it the gap of some trees of 13 nodes falls with 1/t only, so that it takes millions of iterations to the default
gap, where pcfr+ takes a hundred. Farina, Kroer & Sandholm (2021) report the same of all their games but large poker.
"""


@dataclass(frozen=True)
class CfrOptions(RunOptions):
    """The options of the backend ``cfr``, besides those of `RunOptions`."""

    backend: ClassVar[str] = "cfr"

    method: str | None = option(
        None,
        "pdcfr+ is with prediction, pcfr+ not discounted. Default: pcfr+ for games of at most 1,000 sequences, else "
        "dcfr+.",
        one_of(METHODS),
    )
    averaging: float | None = option(
        None,
        "Plan number t has a weight of t to this power; by default the method's own.",
        EXPONENT,
    )
    averaging_delay: int = option(
        0,
        "First iterations d without weight: that of plan t is max(t - d, 0) to the power, as in CFR+.",
        whole(0),
    )
    discount: float | None = option(
        None,
        "α: positive regrets are multiplied by t^α / (t^α + 1) before others are added; 0 for none at all.",
        EXPONENT,
    )
    alternation: bool = option(
        True, "Player 2 responds to player 1's new strategy, not both to the old ones.", truth
    )
    precision: str = option(
        "single",
        "Of regrets and behavior in class games; all else is in doubles.",
        one_of(("double", "single")),
        metavar="double|single",
    )

    @property
    def rule(self) -> RegretRule:
        """The rule that the options ask for."""
        rule = METHODS[self.method or USUAL_METHOD]
        if self.averaging is not None:
            rule = replace(rule, averaging=self.averaging)
        if self.discount is not None:
            rule = replace(rule, discount=self.discount or None)  # 0 is for no discount at all
        return replace(rule, alternation=self.alternation, averaging_delay=self.averaging_delay)

    @property
    def course(self) -> dict[str, object]:
        return {**asdict(self.rule), "precision": self.precision}

    @property
    def retreat(self) -> RetreatRule:
        """The usual conditions, from the end of the delay on: last plans are not expected to improve."""
        return RetreatRule(settled=RetreatRule.settled + self.averaging_delay)


class CfrBackend(IterativeBackend[CfrOptions]):
    """Counterfactual regret minimisation on a constant-sum class game, or on the saddle point of any constant-sum game.

    `raw` takes the fields of `CfrOptions`; see `IterativeBackend` for bounds and Ctrl-C.

    Examples
    --------
    >>> from seqform.backends.protocol import SolveOptions
    >>> from seqform.builders.forms.class_game import class_game
    >>> from seqform.builders.games.ordered.poker import kuhn
    >>> from seqform.models.games.abstraction import InformationFilter
    >>> game = class_game(InformationFilter.identity(kuhn("kuhn")))
    >>> answer = CfrBackend().solve(game, SolveOptions(tolerance=1e-4))
    >>> answer.lower <= -1 / 18 <= answer.upper, answer.nash_conv <= 1e-4
    (True, True)
    """

    name = "cfr"
    traits = Traits(first_order=True, threads=True, options=CfrOptions)

    def memory(self, game: ClassGame) -> int:
        """Return the bytes that a run on a class game takes; see `IterativeBackend.memory`."""
        if isinstance(game.pairs[-1], HandPairs):
            sequences = game.num_sequences(0) + game.num_sequences(1)
            return LOADED_BYTES + 8 * VECTORS_OF_HANDS * sequences
        return super().memory(game)

    def method(self, space: ClassSpace | MatrixSpace, own: CfrOptions) -> Method:
        dtype = np.float64 if own.precision == "double" else np.float32
        return regret_matching(space, own.rule, dtype)

    def completed(self, own: CfrOptions, model: ClassGame | SaddlePointProblem) -> CfrOptions:
        if own.method is not None:
            return own
        return replace(own, method=SMALL_METHOD if sequences_of(model) <= SMALL else USUAL_METHOD)

    def title(self, own: CfrOptions) -> str:
        return (own.method or USUAL_METHOD).upper()
