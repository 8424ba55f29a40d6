"""A primal-dual method that another method brings near the solution."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from seqform.backends.first_order.plan_space import PlanSpace, Vector
from seqform.backends.first_order.primal_dual import PrimalDual, PrimalDualRule
from seqform.backends.first_order.run import Arrays, Method, require_same_arrays, restored_count
from seqform.errors import ModelError


class WarmStarted:
    """First one method, then `PrimalDual` from its plans; a `Method` for `run`.

    Parameters
    ----------
    space : PlanSpace
    rule : PrimalDualRule
    start : Method
        Before its first iteration.
    weights : callable
        Returns the plans of `start`, or multiples of them.
    iterations : int
        How many iterations `start` does.
    """

    def __init__(
        self,
        space: PlanSpace,
        rule: PrimalDualRule,
        start: Method,
        weights: Callable[[], tuple[Vector, Vector]],
        iterations: int,
    ) -> None:
        self._space, self._rule, self._start, self._weights = space, rule, start, weights
        self._iterations = self._left = iterations
        self._main: PrimalDual | None = None if iterations else PrimalDual(space, rule)

    def step(self) -> None:
        """Do one iteration of the method whose turn it is."""
        if self._main is not None:
            self._main.step()
            return
        self._start.step()
        self._left -= 1
        if self._left == 0:
            self._main = PrimalDual(self._space, self._rule, self._weights())

    def value_bounds(self) -> tuple[float, float]:
        """Return what the plans guarantee."""
        return self._start.value_bounds() if self._main is None else self._main.value_bounds()

    def behaviors(self) -> tuple[Vector, Vector]:
        """Return the behaviors of the plans."""
        if self._main is not None:
            return self._main.answer()
        found = []
        for player, weights in enumerate(self._weights()):
            behavior = self._space.zeros(player)
            self._space.make_behavior(player, weights, behavior)
            found.append(behavior)
        return found[0], found[1]

    def plans(self) -> tuple[Vector, Vector]:
        """Return the plans."""
        found = []
        for player, behavior in enumerate(self.behaviors()):
            plan = self._space.zeros(player)
            self._space.make_plan(player, behavior, plan)
            found.append(plan)
        return found[0], found[1]

    def state(self) -> Arrays:
        """Return the state of the method whose turn it is, and how many iterations are left to the first."""
        if self._main is not None:
            return self._main.state()
        return {**self._start.state(), "left": np.array(self._left)}

    def restore(self, state: Arrays) -> None:
        """Go back to a state."""
        if "left" not in state:
            self._main = PrimalDual(self._space, self._rule)
            self._main.restore(state)
            return
        require_same_arrays({"left": np.array(self._left)}, {"left": state["left"]})
        left = restored_count("left", state)
        if not 1 <= left <= self._iterations:
            raise ModelError(f"{left} iterations left of {self._iterations}")
        self._start.restore({name: array for name, array in state.items() if name != "left"})
        self._main, self._left = None, left
