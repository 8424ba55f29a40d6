"""Objectives by which one equilibrium is chosen among several."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from seqform.errors import ModelError
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import short

Payoffs = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Objective:
    """A measure of payoff pairs, the larger the better; a tuple of numbers counts in that order.

    A user's function takes both payoffs as fractions and must not fall when one rises: then the best profile is a point
    of the payoff grid.
    """

    name: str
    measure: Callable[[Fraction, Fraction], Any]

    def best(self, profiles: Iterable[Payoffs]) -> Payoffs:
        """Return the best profile; among equally good ones the one with the largest sum, then that of player 1."""
        return max(profiles, key=lambda pair: (self.numbers(pair), pair[0] + pair[1], pair[0]))

    def numbers(self, pair: Payoffs) -> tuple[Number, ...]:
        """Return the measure of a profile as a tuple."""
        try:
            measured = self.measure(*pair)
        except Exception as error:
            raise ModelError(f"objective {self.name}: fails for payoffs {_shown(pair)}: {error!r}") from error
        numbers = measured if isinstance(measured, tuple) else (measured,)
        if not all(isinstance(number, int | Fraction | float) and number == number for number in numbers):
            raise ModelError(f"objective {self.name}: {measured!r} for payoffs {_shown(pair)}; a number expected")
        return numbers


def _shown(pair: Payoffs) -> str:
    return f"({short(pair[0])}, {short(pair[1])})"


OBJECTIVES = {
    "social": Objective("social", lambda first, second: first + second),
    "fairest": Objective("fairest", min),
    "single-maximum": Objective("single-maximum", max),
    "best-for-1": Objective("best-for-1", lambda first, _: first),
    "best-for-2": Objective("best-for-2", lambda _, second: second),
    "product": Objective("product", lambda first, second: first * second),
}
"""The named measures: those of Littman et al. (2006), section 1.3, and the product of section 2.

The product is meant for nonnegative payoffs; that of two negative payoffs is positive.
"""

ObjectiveLike = Objective | str | Callable[[Fraction, Fraction], Any]


def objective(wanted: ObjectiveLike) -> Objective:
    """Return the objective given by a name, by names in order of priority, or by a function."""
    if isinstance(wanted, Objective):
        return wanted
    if callable(wanted):
        return Objective(getattr(wanted, "__name__", "a function"), wanted)
    if not isinstance(wanted, str):
        raise ModelError(f"objective: a name, or a function of both payoffs, expected, not {wanted!r}")
    parts = [part.strip() for part in wanted.split(",")]
    unknown = [part for part in parts if part not in OBJECTIVES]
    if unknown:
        raise ModelError(
            f"unknown objective {unknown[0]!r}; known: {', '.join(OBJECTIVES)}, or several of them with commas between"
        )
    if len(parts) == 1:
        return OBJECTIVES[parts[0]]
    measures = [OBJECTIVES[part].measure for part in parts]
    return Objective(",".join(parts), lambda first, second: tuple(measure(first, second) for measure in measures))
