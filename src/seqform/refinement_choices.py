"""What there is to choose where a refinement is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from seqform.errors import ModelError
from seqform.models.number_text import shown_rational
from seqform.starts import Start

METHODS = {
    "stable-basis": "a solver's basis at a small ε, and pivots until it is optimal for all small ε",
    "symbolic": "the simplex method with ε an indeterminate, for small games",
    "bound": "an exact LP at an ε below the bound of Miltersen & Sørensen's Lemma 2.1, for small games",
    "numeric": "a solver at one number ε, which proves nothing",
}
"""Ways to solve the perturbed linear program of a constant-sum game."""

STABLE_BASIS, NUMERIC = "stable-basis", "numeric"

EXTENSIVE_FORM_PERFECT = "extensive-form-perfect"

REFINEMENTS = {
    "sequential": "sequential",
    "quasi-perfect": "quasi-perfect",
    EXTENSIVE_FORM_PERFECT: "extensive-form perfect",
}
"""The concepts that are computed by perturbation, and the check of a certificate that has to hold for each.

What is computed for the first two is the same.
"""


@dataclass(frozen=True)
class RefinementChoices:
    """What there is to choose on this route; as in `seqform.api.solve`.

    Raises
    ------
    ModelError
        If the method is unknown, or ε no number between 0 and 1, or has no meaning for the method.
    """

    player: int = 0
    method: str = STABLE_BASIS
    epsilon: Fraction | None = None
    preprocess: Sequence[str] = ()
    start: Start | None = None

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ModelError(f"unknown method {self.method!r}; known: {', '.join(METHODS)}")
        epsilon = self.epsilon
        if epsilon is None:
            return
        if isinstance(epsilon, bool) or not isinstance(epsilon, int | Fraction):
            raise ModelError(f"epsilon: a fraction expected, not {epsilon!r}; Fraction(1, 1000) for a thousandth")
        if not 0 < epsilon < 1:
            raise ModelError(f"epsilon: a number between 0 and 1 expected, not {shown_rational(Fraction(epsilon))}")
        if self.method not in (STABLE_BASIS, NUMERIC):
            raise ModelError(f"epsilon: the method {self.method} treats all small ε at once; leave it out")

    @property
    def asks_a_solver(self) -> bool:
        """Whether the method begins with a backend's answer."""
        return self.method in (STABLE_BASIS, NUMERIC)
