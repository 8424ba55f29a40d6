"""How time grows with size: a power law, fitted in logarithms."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

FEWEST_SIZES = 3
"""Through two sizes there is always a line, and nothing tells how well it fits."""


@dataclass(frozen=True)
class PowerLaw:
    """time ≈ factor · size^exponent.

    Attributes
    ----------
    exponent, standard_error : float
    factor : float
        In the unit of the times.
    points, sizes : int
        How many measurements were fitted, and at how many different sizes.
    """

    exponent: float
    standard_error: float
    factor: float
    points: int
    sizes: int

    def __call__(self, size: float) -> float:
        """Return the time at a size."""
        return float(self.factor * size**self.exponent)

    def __str__(self) -> str:
        return f"{round(self.exponent, 2) + 0.0:.2f} ± {self.standard_error:.2f}"  # + 0.0 turns -0.0 into 0.0


def power_law(measured: Iterable[tuple[float, float]]) -> PowerLaw | None:
    """Fit log time = log factor + exponent · log size by least squares.

    Parameters
    ----------
    measured : iterable of (size, time)
        Those that are not positive have no logarithm and are left out.

    Returns
    -------
    PowerLaw, optional
        None with fewer than `FEWEST_SIZES` different sizes.

    Examples
    --------
    >>> law = power_law((n, 5e-6 * n**1.5) for n in (10, 100, 1000))
    >>> round(law.exponent, 9), round(law.factor, 9), law.standard_error < 1e-9
    (1.5, 5e-06, True)
    >>> power_law([(10, 1.0), (20, 2.0)]) is None
    True
    """
    pairs = [(size, time) for size, time in measured if size > 0 and time > 0]
    sizes = len({size for size, _ in pairs})
    if sizes < FEWEST_SIZES:
        return None
    x, y = np.log(np.array(pairs, dtype=np.float64)).T
    across = x - x.mean()
    spread = float(across @ across)
    exponent = float(across @ (y - y.mean())) / spread
    residuals = y - y.mean() - exponent * across
    variance = float(residuals @ residuals) / (len(pairs) - 2)
    factor = math.exp(float(y.mean() - exponent * x.mean()))
    return PowerLaw(exponent, math.sqrt(variance / spread), factor, len(pairs), sizes)
