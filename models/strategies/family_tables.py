"""Families in ε as tables: behavior and beliefs at every information set as functions of ε."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np

import seqform.models.verbs as verbs
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.numbers.text import shown_rational
from seqform.models.strategies.assessment import EpsilonFamily
from seqform.models.table import Cell, Report, Table, Tabular, stacked

LONGEST = 40
"""Characters of a function; of a longer one the first terms of its series are shown."""

TERMS = 2
"""Terms of such a series."""


@dataclass(frozen=True)
class Ratio:
    """A function of ε as a quotient of polynomials, by their coefficients, that of ε^0 first.

    Examples
    --------
    >>> print(Ratio((0, 1), (1, 0, -1))), Ratio((0, 1), (1, 1)).at(Fraction(1, 9))
    ε / (1 - ε^2)
    (None, Fraction(1, 10))
    """

    above: tuple[Fraction | int, ...]
    below: tuple[Fraction | int, ...]

    def at(self, epsilon: Fraction) -> Fraction:
        """Return the value at a number ε."""
        above, below = (
            sum((c * epsilon**k for k, c in enumerate(part)), Fraction(0)) for part in (self.above, self.below)
        )
        return above / below

    def reduced(self) -> Ratio:
        """Return the same function without common factors, its denominator 1 + ... at ε = 0 where that is not 0."""
        from flint import fmpq, fmpq_poly

        above, below = (
            fmpq_poly([fmpq(Fraction(c).numerator, Fraction(c).denominator) for c in part])
            for part in (self.above, self.below)
        )
        common = above.gcd(below)
        above, below = above / common, below / common
        unit = next((c for c in below.coeffs() if c), fmpq(1))
        parts = (tuple(Fraction(int(c.p), int(c.q)) for c in (part / unit).coeffs()) for part in (above, below))
        return Ratio(*(part or (Fraction(0),) for part in parts))

    def series(self, terms: int) -> list[tuple[int, Fraction]]:
        """Return the first terms of the power series that are not zero, as orders and coefficients."""
        found, rest = list[tuple[int, Fraction]](), [Fraction(c) for c in self.above]
        for order in range(len(self.above) + len(self.below) + terms):
            rest += [Fraction(0)] * (order + len(self.below) - len(rest))
            factor = rest[order] / self.below[0]
            if factor:
                found.append((order, factor))
            if len(found) == terms:
                break
            for k, coefficient in enumerate(self.below):
                rest[order + k] -= factor * coefficient
        return found

    def __str__(self) -> str:
        above, below = _text(enumerate(self.above)), _text(enumerate(self.below))
        quotient = " / ".join(f"({part})" if " " in part else part for part in (above, below))
        text = above if below == "1" else quotient
        if len(text) <= LONGEST or not self.below[0]:
            return text
        return f"{_text(self.series(TERMS))} + …"


def _text(terms: Iterator[tuple[int, Fraction | int]] | Sequence[tuple[int, Fraction | int]]) -> str:
    text = ""
    for order, coefficient in terms:
        if not coefficient:
            continue
        size, power = shown_rational(abs(Fraction(coefficient))), "" if order == 0 else "ε" + f"^{order}" * (order > 1)
        factor = power if size == "1" and power else " ".join(filter(None, (size, power)))
        sign = "-" if coefficient < 0 else "+"
        text += f" {sign} {factor}" if text else f"{'-' if sign == '-' else ''}{factor}"
    return text or "0"


@dataclass(frozen=True, eq=False, repr=False)
class GameFamily(Tabular):
    """A family in ε of a game, of which an equilibrium is the limit, with its behavior and beliefs as functions of ε.

    Examples
    --------
    >>> import seqform as sf
    >>> family = sf.solve("guess-the-ace", "quasi-perfect").family
    >>> {action: str(share) for action, share in family.behavior(0)["start"].items()}
    {'stop': '1 - ε', 'ask': 'ε'}
    """

    game: ExtensiveGame
    plans: EpsilonFamily

    def behavior(self, player: int) -> dict[str, dict[str, Ratio]]:
        """Return the probability of every action at a player's information sets, in the order of the tree."""
        index, weights = self.plans[player].index, self.plans[player].weights
        found = {}
        for row in index.order.tolist():
            start, names = int(index.first_sequence[row]), index.action_names[row]
            whole = weights[int(index.parent_sequence[row])]
            parts = (Ratio(weights[start + place], whole).reduced() for place in range(len(names)))
            found[index.infoset_names[row]] = dict(zip(names, parts, strict=True))
        return found

    def beliefs(self, player: int) -> dict[str, dict[str, Ratio]]:
        """Return the probability of every node of a player's information sets with several, by the path to the node."""
        game, index, weights = self.game, self.plans[player].index, self.plans[1 - player].weights
        sequence = game.sequences[1 - player].at_node
        found = {}
        for row in index.order.tolist():
            nodes = np.flatnonzero(game.infoset == game.sequences[player].infosets[row])
            reach = PolynomialArray(
                tuple((part.take(sequence[nodes]) * game.chance_reach.take(nodes)) for part in weights.coefficients)
            )
            if len(nodes) > 1 and reach.signs().any():
                total = reach.sum_by(np.zeros(len(nodes), dtype=np.int64), 1)[0]
                parts = (Ratio(reach[place], total).reduced() for place in range(len(nodes)))
                paths = (" ".join(game.path(node)) for node in nodes.tolist())
                found[index.infoset_names[row]] = dict(zip(paths, parts, strict=True))
        return found

    def report(self, *, everything: bool = False) -> Report:
        """Return the behavior and the beliefs of both players as functions of ε."""
        tables: dict[str, list[tuple[str, Table]]] = {"behavior": [], "beliefs": []}
        for player, name in enumerate(self.game.players):
            shown = self.game.shown_names(player)
            for kind, what, function in (("behavior", "action", self.behavior), ("beliefs", "node", self.beliefs)):
                rows: list[list[Cell]] = [
                    [shown[label], choice, str(share)]
                    for label, shares in function(player).items()
                    for choice, share in shares.items()
                ]
                title = f"{name}: {kind}"
                if rows:
                    tables[kind].append((name, Table(title, ("information set", what, "probability"), "lll", rows)))
        data = {f"{kind} in ε": partial(stacked, "player", named) for kind, named in tables.items() if named}
        return Report([table for named in tables.values() for _, table in named], data)

    save_chart = verbs.family_chart

    def __repr__(self) -> str:
        return f"<GameFamily of {self.game.title!r}: plans of degree {self.plans.degree} in ε>"
