"""What there is to choose about regret matching; nothing here needs a compiler."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from seqform.backends.first_order.regret_updates import Rule


DAMPING = 1.1
"""By what regrets grow where a method has begun to swing; more would slow it down for long."""


@dataclass(frozen=True)
class RegretRule:
    """How regrets are accumulated, strategies derived from them, and plans averaged.

    As it stands it is DCFR+.

    Parameters
    ----------
    averaging : float
        Plan number t has a weight in proportion to t to this power.
    discount : float, optional
        α: accumulated positive regrets are multiplied by t^α / (t^α + 1) before those of iteration t + 1 are added.
    plus : bool
        Whether negative accumulated regrets become zero, as in CFR+; otherwise they are halved, as in DCFR with
        β = 0.
    prediction : bool
        Whether the last regrets are expected to come again, as in predictive CFR+.
    alternation : bool
        Whether player 2 responds to player 1's new strategy, rather than both to the old ones.
    """

    averaging: float = 4.0
    discount: float | None = 1.5
    plus: bool = True
    prediction: bool = False
    alternation: bool = True

    def at(self, iteration: int) -> Rule:
        """Return the numbers for an iteration, from 1."""
        from seqform.backends.first_order.regret_updates import Rule

        before = iteration - 1.0
        gains = 1.0 if self.discount is None else before**self.discount / (before**self.discount + 1.0)
        numbers = (gains, 0.5, 0.0 if self.plus else -math.inf, float(self.prediction))
        return Rule(*map(np.float64, numbers))  # which single precision does not draw down, unlike Python's numbers
