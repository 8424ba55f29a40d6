"""The payoffs and the chance probabilities of a family of games as polynomials in the parameter.

They are found by evaluating the family: at numbers of the interval until interpolating polynomials agree with CHECKS
more values. The tree has to be the same at all of them. That the family is these polynomials everywhere is the premise
of what is proved with them; `PolynomialFamily.require_at` compares both at further numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from math import lcm

import numpy as np

from seqform.analysis.families import Family, require_same_tree
from seqform.errors import GameError, InputError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.algebraic import polynomial, roots_between
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.numbers.text import shown_rational

MOST_POINTS = 24
"""Values of the parameter at which a family is evaluated at most."""

CHECKS = 3
"""Values, among these, at which its polynomials are checked."""

PRIME = 1_000_003
STEP = 618_034
"""The numbers are multiples of STEP modulo a PRIME, divided by it: payoffs such as t (t - 1) (t - 2) vanish at none."""


@dataclass(frozen=True, eq=False)
class PolynomialFamily:
    """A family of games on one tree whose payoffs, weighted by chance, are polynomials in the parameter.

    - `game`: The game at `start`, the left end of the interval.
    - `players`: Those whose payoffs are here.
    - `accept`: Called with each game; it raises an error for one that is refused.
    - `coefficients`: By power of the parameter, the constants first: the payoffs of each player at the leaves, weighted
      by chance, one after the other, and then chance's probabilities.
    """

    family: Family
    name: str
    game: ExtensiveGame
    start: Fraction
    players: tuple[int, ...]
    coefficients: tuple[ExactArray, ...]
    accept: Callable[[ExtensiveGame], None] | None = None

    @classmethod
    def of(
        cls,
        family: Family,
        name: str,
        start: Fraction,
        end: Fraction,
        *,
        players: tuple[int, ...],
        accept: Callable[[ExtensiveGame], None] | None = None,
    ) -> PolynomialFamily:
        """Return the polynomials of a family over an interval.

        Raises InputError if the payoffs are no polynomials of small degree, and GameError if the tree depends on the
        parameter, or a probability is negative somewhere.
        """
        game = family(start)
        if accept is not None:
            accept(game)
        unknown = cls(family, name, game, start, players, (), accept)
        coefficients = tuple(_interpolated(unknown.terms, _points(start, end), name))
        polynomials = replace(unknown, coefficients=coefficients)
        polynomials._require_probabilities(start, end)
        return polynomials

    def terms(self, place: Fraction) -> ExactArray:
        """Return the terms of the game at a number, of which `coefficients` has the polynomials."""
        game = self.game
        if place != self.start:
            game = self.family(place)
            if self.accept is not None:
                self.accept(game)
            require_same_tree(
                self.game,
                game,
                f"{self.name} = {shown_rational(self.start)} and {self.name} = {shown_rational(place)}",
            )
        reach = game.chance_reach.take(game.leaves)
        weighted = [(reach * game.leaf_payoffs[player]).reduced() for player in self.players]
        return ExactArray.concatenate([*weighted, game.information_sets.probability])

    def payoffs(self, player: int) -> list[ExactArray]:
        """Return a player's payoffs at the leaves, weighted by chance: a vector by power of the parameter."""
        num_leaves = len(self.game.leaves)
        first = self.players.index(player) * num_leaves
        return [vector.take(slice(first, first + num_leaves)) for vector in self.coefficients]

    def require_at(self, place: Fraction) -> None:
        """Raise InputError if the family is not the polynomials at a number."""
        expected = PolynomialArray(self.coefficients).at(place)
        if not self.terms(place).equals(expected):
            raise InputError(
                f"{self.name} = {shown_rational(place)}: the payoffs are not the polynomials "
                "that they are elsewhere, so there is no "
                "one formula; split the interval where the payoffs change"
            )

    def _require_probabilities(self, start: Fraction, end: Fraction) -> None:
        """Raise GameError if a probability, which is none below 0 at the ends, becomes negative between them."""
        first = len(self.players) * len(self.game.leaves)
        powers = [vector.take(slice(first, None)).to_fractions() for vector in self.coefficients]
        labels = self.game.information_sets.action_labels
        for label, numbers in zip(labels, zip(*powers, strict=True), strict=True):
            denominator = lcm(*(number.denominator for number in numbers))
            integers = [int(number * denominator) for number in numbers]
            roots = roots_between(polynomial(integers), start, end)
            if roots:
                raise GameError(
                    f"chance: the probability of {label!r} is negative beside {roots[0]}; split the interval"
                )


def _points(start: Fraction, end: Fraction) -> Iterator[Fraction]:
    """Yield numbers of an interval: the ends, then numbers spread over it at which no polynomial vanishes by design."""
    yield start
    yield end
    for k in count(1):
        yield start + (end - start) * Fraction(k * STEP % PRIME, PRIME)


def _interpolated(
    function: Callable[[Fraction], ExactArray], points: Iterator[Fraction], name: str
) -> list[ExactArray]:
    """Return the coefficients of a vector of polynomials, the constants first, by Newton's interpolation.

    The degree is the least one at which further values agree with the polynomials.

    With divided differences c_0, c_1, ... at nodes t_0, t_1, ... the polynomial is
    c_0 + (t - t_0) (c_1 + (t - t_1) (c_2 + ...)). A further node t_n leaves the others as they are: c_n is what the
    value at t_n exceeds the polynomial so far by, over Π (t_n - t_k). It is 0 where the value agrees. The formula is
    multiplied out from the innermost bracket. For example, 1, 3, 9 at 0, 1, 2 give c = 1, 2, 2, so
    1 + t (2 + 2 (t - 1)) = 1 + 2 t².
    """
    nodes: list[Fraction] = []
    differences: list[ExactArray] = []
    agreed = 0
    for place in points:
        values = function(place)
        product = Fraction(1)
        for node, difference in zip(nodes, differences, strict=True):
            values = (values - difference * product).reduced()
            product *= place - node
        if np.any(values.numerators):
            agreed = 0
        else:
            agreed += 1
        nodes.append(place)
        differences.append(values * (1 / product))
        if agreed == CHECKS:
            break
        if len(nodes) == MOST_POINTS:
            raise InputError(
                f"{name}: the payoffs are no polynomials in it of degree less than {MOST_POINTS - CHECKS}, so there is "
                "no formula; substitute a parameter in which they are"
            )

    coefficients = [differences[-1]]
    for node, difference in zip(nodes[-2::-1], differences[-2::-1], strict=True):
        # The polynomial times (t - node), plus the difference: a shift by one power, minus node times itself.
        product_terms = [difference, *coefficients]
        for power, vector in enumerate(coefficients):
            product_terms[power] = (product_terms[power] - vector * node).reduced()
        coefficients = product_terms
    while len(coefficients) > 1 and not np.any(coefficients[-1].numerators):
        coefficients.pop()
    return coefficients
