"""The end of the interior-point method where the gap hardly falls any more."""

from typing import Any

import numpy as np
import pytest

import seqform as sf
from seqform.backends.interior.barrier import PATIENCE, Barrier, BarrierRule
from seqform.backends.interior.spaces import ClassInterior
from seqform.backends.iterative.operator import Threads
from seqform.builders.forms.class_game import class_game
from seqform.models.games.abstraction import identity_filters


class WithFallingGap(Barrier):
    """The method with bounds whose gap falls by a share in each iteration, and with products that are tiny."""

    share: float
    next_gap: float

    def _bounds(self, plans: Any = None) -> tuple[float, float]:
        if not hasattr(self, "share"):
            return super()._bounds(plans)
        self.next_gap *= 1 - self.share
        return 0.0, self.next_gap

    def _mean_product(self, *step: Any) -> float:
        return 1e-30


@pytest.mark.parametrize(("share", "is_stall"), [(0.01, True), (0.05, False), (0.5, False)])
def test_a_gap_that_falls_by_less_than_a_fifth_in_twelve_iterations_is_a_stall(
    share: float, is_stall: bool
) -> None:
    classes = class_game(*identity_filters(sf.load("kuhn", kind="ordered")))
    method = WithFallingGap(ClassInterior(classes, Threads(1)), BarrierRule())
    method.next_gap = method.smallest_gap
    method.share = share
    for _ in range(PATIENCE):
        assert not method.stalled
        method.step()
    assert method.stalled == is_stall


def test_bounds_are_those_of_plans_even_where_an_iterate_is_off_its_equations() -> None:
    game = sf.load("leduc", kind="ordered")
    classes = class_game(*identity_filters(game))
    method = Barrier(ClassInterior(classes, Threads(1)), BarrierRule())
    rng = np.random.default_rng(1)
    for player in (0, 1):
        method.plan[player][:] *= rng.uniform(0.5, 2.0, len(method.plan[player]))
    value = float(sf.solve("leduc", exact=True).values[0])
    lower, upper = method._bounds()
    assert lower <= value <= upper
