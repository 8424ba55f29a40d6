"""Completely mixed plans as rational functions of ε: polynomials over a common denominator."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from seqform.errors import ModelError
from seqform.models.epsilon_family import PlanFamily
from seqform.models.exact import ExactArray
from seqform.models.strategies import RealizationPlan


@dataclass(frozen=True, eq=False)
class RationalPlanFamily(PlanFamily):
    """A realization plan p(ε) / p_∅(ε) of one player for every small ε > 0, completely mixed.

    Where least probabilities are bounds on behavior, a plan is no polynomial in ε. Behavior and beliefs
    are ratios of weights, so what is derived from a `PlanFamily`'s weights is right for these too: its limit, the
    beliefs that it induces, and comparisons of what an opponent's actions earn against it.

    Parameters
    ----------
    index : SequenceIndex
    weights : PolynomialArray, shape (|S|,)
        p; the denominator is the first, p_∅.

    Raises
    ------
    ModelError
        If E p(ε) = p_∅(ε) e fails for some order of ε, or a sequence has no positive weight for small ε; the message
        names the information set or the sequence.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.models.polynomials import PolynomialArray
    >>> index = sf.load("guess-the-ace").sequences[0].index
    >>> family = RationalPlanFamily(index, PolynomialArray((ExactArray.of([1, 1, 0]), ExactArray.of([1, 0, 1]))))
    >>> family.at(Fraction(1, 9)).weights.to_fractions()[1:], family.limit["start"]["ask"]
    ([Fraction(9, 10), Fraction(1, 10)], Fraction(0, 1))
    """

    def _check_whole(self) -> None:
        """Any weight of the empty sequence will do: it is the denominator."""

    def at(self, epsilon: Fraction | int) -> RealizationPlan:
        """Return the plan at a number ε.

        Raises
        ------
        ModelError
            If it is a zero of the denominator.
        """
        values: ExactArray = self.weights.at(epsilon)
        if values[0] == 0:
            raise ModelError(f"player {self.index.player + 1}: the plan's denominator vanishes at ε = {epsilon}")
        return RealizationPlan(self.index, values * (1 / values[0]))
