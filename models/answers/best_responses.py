"""Best responses in games with two pure strategies of each player: both correspondences, and the equilibria."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import seqform.models.verbs as verbs
from seqform.models.answers.computed import Computed
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.polygons import Point
from seqform.models.numbers.text import counted, write_rational
from seqform.models.strategies.profile_set import PayoffBox
from seqform.models.table import Cell, Report, Table, Tabular

Pair = tuple[Fraction, Fraction]
Payoffs = tuple[Pair, Pair]
"""A player's payoffs: by the strategy of player 0, and then by that of player 1."""


@dataclass(frozen=True, eq=False, repr=False)
class BestResponseDiagram(Computed, Tabular):
    """The best responses of both players in the unit square, and the equilibria, where they meet.

    A point is a pair of probabilities, that of player 0's first strategy and that of player 1's. The sets are boxes of
    such points: points, lines, or the whole square.

    - `strategies`: The names of each player's two reduced pure strategies.
    - `payoffs`: Those of each player.
    - `responses`: For each player the boxes whose union is the best-response correspondence, the least probability of
      the opponent first.
    - `equilibria`: All Nash equilibria: maximal boxes, each with the number of its connected component.

    Examples
    --------
    >>> import seqform as sf
    >>> diagram = sf.best_response_diagram("battle-of-the-sexes")
    >>> [str(box) for box, _ in diagram.equilibria]
    ['(0, 0)', '(2/3, 1/3)', '(1, 1)']
    """

    game: ExtensiveGame
    strategies: tuple[tuple[str, str], tuple[str, str]]
    payoffs: tuple[Payoffs, Payoffs]
    responses: tuple[tuple[PayoffBox, ...], tuple[PayoffBox, ...]]
    equilibria: tuple[tuple[PayoffBox, int], ...]

    chart = verbs.best_response_chart

    @property
    def components(self) -> int:
        """The number of connected components of the set of equilibria."""
        return len({component for _, component in self.equilibria})

    def values(self, point: Point) -> Pair:
        """Return both players' payoffs at a point."""
        first, second = (
            sum(
                weight * other_weight * payoff
                for weight, row in zip(shares(point[0]), own, strict=True)
                for other_weight, payoff in zip(shares(point[1]), row, strict=True)
            )
            for own in self.payoffs
        )
        return Fraction(first), Fraction(second)

    def axis_name(self, player: int) -> str:
        """Return the name of a coordinate, the probability of a player's first strategy."""
        return f"P({self.game.players[player]}: {self.strategies[player][0]})"

    def report(self, *, everything: bool = False) -> Report:
        """Return the sets of equilibria and of best responses as a table, with the payoffs, or their ranges."""
        rows = []
        for box, component in self.equilibria:
            rows.append(self._row(f"equilibria, component {component + 1}", box))
        for player, boxes in enumerate(self.responses):
            name = f"best responses of {self.game.players[player]}"
            rows += [self._row(name, box) for box in boxes]
        columns = ("set", *map(self.axis_name, (0, 1)))
        columns += tuple([f"value of {name}" for name in self.game.players])
        table = Table(f"{self.game.title}: best responses", columns, "lrrrr", rows)
        return Report(table.shortened(everything, "rows"), {"best responses": lambda: table})

    def _row(self, name: str, box: PayoffBox) -> list[Cell]:
        # Payoffs are linear in each probability, so that they are least and greatest at corners.
        row: list[Cell] = [name]
        row += [_side(low, high) for low, high in zip(box.low, box.high, strict=True)]
        for payoffs in zip(*map(self.values, box.corners), strict=True):
            row.append(_side(min(payoffs), max(payoffs)))
        return row

    def __repr__(self) -> str:
        components = counted(self.components, "component")
        return f"<BestResponseDiagram of {self.game.title!r}: equilibria in {components}>"


def shares(probability: Fraction) -> Pair:
    """Return the probabilities of both strategies of a player, by that of the first one."""
    return probability, 1 - probability


def _side(low: Fraction, high: Fraction) -> Cell:
    """Return an interval as a cell, a single number as that."""
    if low == high:
        return low
    return f"[{write_rational(low)}, {write_rational(high)}]"
