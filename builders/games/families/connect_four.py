"""Connect four by its rules, on boards of bits, for searches and for play.

A column has one bit for each row, from the bottom up, and one above that stays empty. A state has the discs of the
player to move, those of both, and the columns chosen so far, the last one first. Columns are numbered from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from seqform.builders.games.entry import CatalogEntry, Parameter
from seqform.builders.games.rules import TERMINAL, GameLimits, Rules

State = tuple[int, int, Any]


class ConnectFour(Rules[State, int]):
    """Connect four; four discs in a row, a column or a diagonal win 1 from the other.

    Columns in the middle come first among the actions, which helps alpha-beta.
    """

    perfect_information: ClassVar[bool] = True

    def __init__(self, title: str = "connect-four", columns: int = 7, rows: int = 6) -> None:
        self.title, self.columns, self.rows = title, columns, rows
        self._steps = tuple((step, 2 * step) for step in (1, rows + 1, rows, rows + 2))
        middle = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))
        self._bottom = {column + 1: 1 << (rows + 1) * column for column in middle}
        self._tops = tuple((column, bottom << rows - 1) for column, bottom in self._bottom.items())
        self._full = sum(bottom * ((1 << rows) - 1) for bottom in self._bottom.values())

    @cached_property
    def limits(self) -> GameLimits:
        """The bounds of the game."""
        return GameLimits((Fraction(-1), Fraction(1)), longest=self.columns * self.rows, actions=self.columns)

    def initial(self) -> State:
        return (0, 0, None)

    def _won(self, discs: int) -> bool:
        for step, double in self._steps:
            pairs = discs & discs >> step
            if pairs & pairs >> double:
                return True
        return False

    def player(self, state: State) -> int:
        own, both, _ = state
        if self._won(own ^ both) or both == self._full:  # only the last mover can have completed a line
            return TERMINAL
        return both.bit_count() & 1

    def actions(self, state: State) -> Sequence[int]:
        both = state[1]
        return [column for column, top in self._tops if not both & top]

    def apply(self, state: State, action: int) -> State:
        own, both, chosen = state
        return (own ^ both, both | both + self._bottom[action], (action, chosen))

    def payoffs(self, state: State) -> tuple[int, int]:
        own, both, _ = state
        if not self._won(own ^ both):
            return (0, 0)
        return (1, -1) if both.bit_count() & 1 else (-1, 1)

    def position(self, state: State) -> int:
        return state[0] + state[1]  # the carries of a column stop at the bit above it

    def observation(self, state: State, player: int) -> Any:
        return state[2]

    def infoset_label(self, state: State, player: int) -> str:
        columns, chosen = list[str](), state[2]
        while chosen is not None:
            column, chosen = chosen
            columns.append(str(column))
        return " ".join(reversed(columns))

    def board(self, state: State) -> Sequence[Sequence[tuple[str, int | None]]]:
        own, both, _ = state
        first = own ^ both if both.bit_count() & 1 else own
        rows = reversed(range(self.rows))
        return [[self._cell(first, both, row, column) for column in range(self.columns)] for row in rows]

    def _cell(self, first: int, both: int, row: int, column: int) -> tuple[str, int | None]:
        place = 1 << (self.rows + 1) * column + row
        below, above = row == 0 or both & place >> 1, both & place << 1
        at_the_top = below and not (above if both & place else 0)  # the last disc of a column, or the square above it
        return ("X" if first & place else "O" if both & place else "", column + 1 if at_the_top else None)

    def picture(self, state: State) -> str:
        rows = ["  " + " ".join(mark or "." for mark, _ in row) for row in self.board(state)]
        return "\n".join([*rows, "  " + " ".join(str((column + 1) % 10) for column in range(self.columns))])


GAMES = (
    CatalogEntry(
        name="connect-four",
        description="connect four by its rules, for search, match and play; too large for a tree",
        source="Allis, A Knowledge-based Approach of Connect-Four, 1988: player 1 wins",
        build=ConnectFour,
        positions=True,
        sizes=None,
        parameters=(
            Parameter("columns", 7, "columns of the board", minimum=1, maximum=12),
            Parameter("rows", 6, "rows of the board", minimum=1, maximum=12),
        ),
    ),
)
