"""The payoffs of both players by their pure strategies, with best replies, pure equilibria and strict dominance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import seqform.models.verbs as verbs
from seqform.models.answers.computed import Computed
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.text import shown_rational
from seqform.models.table import Cell, Formula, Line, Part, Report, Table, Tabular, latex_number

BEST_REPLIES = "* the payoff of a best reply to the other player's action"
"""The legend of a table of payoffs."""

MOST_STRATEGIES = 12
"""Most strategies of each player in a table."""

Payoffs = tuple[tuple[Fraction, ...], ...]
"""A player's payoffs: by the strategy of player 0, and then by that of player 1."""


@dataclass(frozen=True, eq=False, repr=False)
class PayoffTable(Computed, Tabular):
    """The payoffs of both players by their reduced pure strategies, exactly.

    - `strategies`: The names of each player's strategies: the rows are player 0's, the columns player 1's.
    - `payoffs`: Those of each player.
    - `turns`: Of each player's strategies the turns in which iterated strict dominance eliminates them, from 1; 0 for
      those that are left. None unless it was asked for.

    Examples
    --------
    >>> import seqform as sf
    >>> print(sf.payoff_table("battle-of-the-sexes").report().named("payoffs").to_csv(), end="")
    ,fight,ballet
    fight,"2*, 1*","0, 0"
    ballet,"0, 0","1*, 2*"
    """

    game: ExtensiveGame
    strategies: tuple[tuple[str, ...], tuple[str, ...]]
    payoffs: tuple[Payoffs, Payoffs]
    turns: tuple[tuple[int, ...], tuple[int, ...]] | None = None

    chart = verbs.payoff_table_chart

    def is_best_reply(self, player: int, row: int, column: int) -> bool:
        """Return whether a player's strategy is a best reply to the other one, among all pure strategies."""
        own = self.payoffs[player]
        if player == 0:
            return own[row][column] == max(payoffs[column] for payoffs in own)
        return own[row][column] == max(own[row])

    def is_equilibrium(self, row: int, column: int) -> bool:
        """Return whether both strategies are best replies to each other."""
        return all(self.is_best_reply(player, row, column) for player in (0, 1))

    @property
    def equilibria(self) -> tuple[tuple[int, int], ...]:
        """The pure equilibria, as the numbers of a row and a column."""
        return tuple(cell for cell in self.cells() if self.is_equilibrium(*cell))

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield the numbers of row and column of all cells, row by row."""
        first, second = self.strategies
        for row in range(len(first)):
            for column in range(len(second)):
                yield row, column

    def turn(self, player: int, strategy: int) -> int:
        """Return the turn in which a strategy is eliminated, 0 if it is left."""
        if self.turns is None:
            return 0
        return self.turns[player][strategy]

    def table(self) -> Table:
        """Return the payoffs, those of best replies with an asterisk, in LaTeX underlined."""
        first, second = self.strategies
        rows: list[list[Cell]] = [[self._name(0, row)] for row in range(len(first))]
        for row, column in self.cells():
            rows[row].append(self._cell(row, column))
        columns = ("", *(self._name(1, column) for column in range(len(second))))
        title = f"Payoffs of {' and '.join(self.game.players)}"
        return Table(title, columns, "l" + "r" * len(second), rows)

    def _name(self, player: int, strategy: int) -> str:
        """Return the name of a strategy with the turn in which it is eliminated."""
        turn = self.turn(player, strategy)
        name = self.strategies[player][strategy]
        return f"{name} [{turn}]" if turn else name

    def _cell(self, row: int, column: int) -> Formula:
        """Return both payoffs; what is eliminated is struck out in LaTeX."""
        texts = []
        formulas = []
        for player in (0, 1):
            text = shown_rational(self.payoffs[player][row][column])
            formula = latex_number(text).strip("$")
            if self.is_best_reply(player, row, column):
                text += "*"
                formula = f"\\underline{{{formula}}}"
            texts.append(text)
            formulas.append(formula)
        latex = ",\\ ".join(formulas)
        if self.turn(0, row) or self.turn(1, column):
            # A box of the same width is the line, as no package is needed for it.
            line = r"\rlap{\vrule height 0.8ex depth -0.7ex width \wd0}"
            latex = f"\\mbox{{\\setbox0\\hbox{{${latex}$}}{line}\\box0}}"
        if self.is_equilibrium(row, column):
            latex = f"\\fbox{{${latex}$}}"
        return Formula(", ".join(texts), latex)

    def report(self, *, everything: bool = False) -> Report:
        """Return the table with its legend; the data have a row for each cell."""
        parts: list[Part] = [self.table(), Line(BEST_REPLIES, "dim"), Line(self._equilibria())]
        parts += [Line(line) for line in self._elimination()]
        return Report(parts, {"cells": self._cells_table, "payoffs": self.table})

    def _equilibria(self) -> str:
        """Return the pure equilibria in words."""
        pairs = [
            f"({self.strategies[0][row]}, {self.strategies[1][column]})"
            for row, column in self.equilibria
        ]
        if not pairs:
            return "no pure equilibrium"
        return f"pure equilibria: {', '.join(pairs)}"

    def _elimination(self) -> Iterator[str]:
        """Yield the strategies that are eliminated, turn by turn."""
        if self.turns is None:
            return
        last = max(map(max, self.turns))
        if last == 0:
            yield "no strategy is strictly dominated, by another one or by a mixture"
        for turn in range(1, last + 1):
            for player, name in enumerate(self.game.players):
                gone = [
                    strategy
                    for strategy, eliminated in zip(
                        self.strategies[player], self.turns[player], strict=True
                    )
                    if eliminated == turn
                ]
                if gone:
                    yield f"[{turn}] strictly dominated, of {name}: {', '.join(gone)}"

    def _cells_table(self) -> Table:
        """Return a row for each cell, with one number or truth value in each column."""
        names = self.game.players
        columns = [*names, *(f"payoff of {name}" for name in names)]
        columns += [f"best reply of {name}" for name in names]
        columns.append("equilibrium")
        if self.turns is not None:
            columns += [f"elimination of {name}'s strategy" for name in names]
        rows = []
        for row, column in self.cells():
            cells: list[Cell] = [self.strategies[0][row], self.strategies[1][column]]
            cells += [payoffs[row][column] for payoffs in self.payoffs]
            cells += [self.is_best_reply(player, row, column) for player in (0, 1)]
            cells.append(self.is_equilibrium(row, column))
            if self.turns is not None:
                cells += [self.turn(0, row) or None, self.turn(1, column) or None]
            rows.append(cells)
        align = "llrrll" + "l" * (len(columns) - 6)
        return Table(f"{self.game.title}: payoffs", tuple(columns), align, rows)

    def __repr__(self) -> str:
        first, second = map(len, self.strategies)
        return f"<PayoffTable of {self.game.title!r}: {first} × {second}>"
