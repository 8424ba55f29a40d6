"""The interior-point method as a backend."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import ClassVar

from seqform.backends.interior.barrier import Barrier, BarrierRule
from seqform.backends.interior.riccati import bytes_of_factors, seconds_of_factors
from seqform.backends.interior.spaces import ClassInterior, InteriorSpace, MatrixInterior
from seqform.backends.iterative.backend import SHARE, IterativeBackend, RunOptions
from seqform.backends.iterative.cfr import RegretRule, regret_matching
from seqform.backends.iterative.class_space import ClassSpace
from seqform.backends.iterative.operator import Threads
from seqform.backends.iterative.plan_space import MatrixSpace, Vector
from seqform.backends.iterative.run import Method, WarmStarted, next_evaluation
from seqform.backends.protocol import Traits
from seqform.errors import ModelError, OptionError
from seqform.models.options import number, option, whole
from seqform.models.programs.class_game import ClassGame

MOST_STARTS = 1000
"""The largest default number of first iterations by regret matching; small games need fewer."""

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
    mixture: float = option(0.01, "Share of the center of all plans that is mixed into the plans of the start.", SHARE)
    correctors: int = option(3, "Largest number of centrality correctors of an iteration.", whole(0))
    proximal: float = option(1e-6, "Weight of the proximal term; with less, the last digits are lost earlier.", SHARE)
    memory: float | None = option(
        None, "Gigabytes that it may allocate; a class game that needs more is refused.", number(0, included=False)
    )

    @property
    def starts(self) -> int:
        """The number of first iterations, 0 if it is not known yet."""
        return self.start_iterations or 0

    @property
    def rule(self) -> BarrierRule:
        """The rule that the options ask for."""
        return BarrierRule(mixture=self.mixture, proximal=self.proximal, correctors=self.correctors)

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
    engines = ("iterative", "interior")
    vectors = VECTORS

    def memory(self, game: ClassGame) -> int:
        """Return the bytes that a run on a class game takes: factors, vectors and the loaded engines."""
        return super().memory(game) + bytes_of_factors(game)

    def seconds(self, game: ClassGame) -> float:
        """Return the time that a class game takes with loaded engines, roughly."""
        return seconds_of_factors(game)

    def method(self, space: ClassSpace | MatrixSpace, own: BarrierOptions) -> Method:
        if own.memory is not None and not isinstance(space, ClassSpace):
            raise OptionError("barrier: memory: only for games with ordered signals, whose factors have a known size")
        if own.memory is not None and isinstance(space, ClassSpace):
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
            plans = []
            for player in (0, 1):
                behavior, plan = space.zeros(player), space.zeros(player)
                space.make_behavior(player, weights[player], behavior)
                space.make_plan(player, behavior, plan)
                plans.append(interior.imported(player, plan))
            return Barrier(interior, own.rule, (plans[0], plans[1]))

        return WarmStarted(regret_matching(space, RegretRule()), own.starts, create)

    def completed(self, own: BarrierOptions, sequences: int) -> BarrierOptions:
        if own.start_iterations is not None:
            return own
        return replace(own, start_iterations=min(MOST_STARTS, sequences))

    def next_evaluation(self, own: BarrierOptions, iteration: int) -> int:
        if iteration < own.starts:
            return min(next_evaluation(iteration), own.starts)
        return iteration + 1

    def title(self, own: BarrierOptions) -> str:
        return "interior point"
