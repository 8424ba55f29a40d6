"""Board games of perfect information by their rules: tic-tac-toe, and connect four.

Tic-tac-toe is small enough for a tree of all plays, from the empty board or from another position. Squares are numbered
0 to 8, row by row. Information sets, one for each position and each order of moves to it, are labelled with the squares
taken so far: "48".

Connect four is for searches and for play, on boards of bits: a column has one bit for each row, from the bottom up, and
one above that stays empty. A state has the discs of the player to move, those of both, and the columns chosen so far,
the last one first. Columns are numbered from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from seqform.builders.games.rules import TERMINAL, GameLimits, Rules
from seqform.errors import GameError
from seqform.models.numbers.exact import Rational

State = tuple[str, int, int]
"""The squares taken so far in order, and the squares of each player as a set of bits."""

EMPTY = 9 * "."

# Sets of squares are bits: square k is 1 << k, and the octal digits are the rows, the last row first.
_LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


def _has_line(squares: int) -> bool:
    return any(squares & line == line for line in _LINES)


def _free_squares(taken: int) -> tuple[int, ...]:
    return tuple(square for square in range(9) if not taken >> square & 1)


_WINS = tuple(map(_has_line, range(512)))
_FREE = tuple(map(_free_squares, range(512)))


@dataclass(frozen=True)
class TicTacToe(Rules[State, int]):
    """Tic-tac-toe; three in a row win 1 from the other.

    `board_at_start` is the position in which play begins, row by row: x and o for marks, . or - for free squares. X
    moves if there are as many x as o.
    """

    title: str = "tic-tac-toe"
    board_at_start: str = EMPTY
    perfect_information: ClassVar[bool] = True

    def __post_init__(self) -> None:
        _, first, second = self.initial()
        surplus = first.bit_count() - second.bit_count()
        if surplus not in (0, 1) or _WINS[second if surplus else first]:
            raise GameError(
                f"{self.title}: no position of a game; as many x as o expected, or one more, and no row of three "
                "of the player to move"
            )

    def initial(self) -> State:
        first = 0
        second = 0
        for square, mark in enumerate(self.board_at_start):
            if mark == "x":
                first |= 1 << square
            elif mark == "o":
                second |= 1 << square
        return ("", first, second)

    @property
    def limits(self) -> GameLimits:
        """The bounds of the game."""
        free = sum(mark in ".-" for mark in self.board_at_start)
        return GameLimits((Fraction(-1), Fraction(1)), longest=free, actions=free)

    def player(self, state: State) -> int:
        _, first, second = state
        taken = first | second
        mover = taken.bit_count() & 1
        last_movers = first if mover == 1 else second
        if _WINS[last_movers] or taken == 511:  # only the last mover can have completed a line
            return TERMINAL
        return mover

    def actions(self, state: State) -> Sequence[int]:
        return _FREE[state[1] | state[2]]

    def apply(self, state: State, action: int) -> State:
        taken, first, second = state
        if (first | second).bit_count() & 1:
            return (f"{taken}{action}", first, second | 1 << action)
        return (f"{taken}{action}", first | 1 << action, second)

    def payoffs(self, state: State) -> tuple[Rational, Rational]:
        won = _WINS[state[1]] - _WINS[state[2]]
        return (won, -won)

    def picture(self, state: State) -> str:
        lines = []
        for row in self.board(state):
            marks = [mark or str(square) for mark, square in row]
            lines.append("  " + " | ".join(marks))
        return "\n".join(lines)

    def board(self, state: State) -> Sequence[Sequence[tuple[str, int | None]]]:
        rows = []
        for start in (0, 3, 6):
            squares = range(start, start + 3)
            rows.append([(_mark(state, square), square) for square in squares])
        return rows

    def observation(self, state: State, player: int) -> str:
        return state[0]

    def position(self, state: State) -> tuple[int, int]:
        return state[1:]


def _mark(state: State, square: int) -> str:
    _, first, second = state
    if first >> square & 1:
        return "X"
    if second >> square & 1:
        return "O"
    return ""


def tic_tac_toe(title: str, board: str) -> TicTacToe:
    """Return tic-tac-toe from a position."""
    return TicTacToe(title, board)


Drops = tuple[int, int, Any]


class ConnectFour(Rules[Drops, int]):
    """Connect four; four discs in a row, a column or a diagonal win 1 from the other.

    Columns in the middle come first among the actions, which helps alpha-beta.
    """

    perfect_information: ClassVar[bool] = True

    def __init__(self, title: str = "connect-four", columns: int = 7, rows: int = 6) -> None:
        self.title = title
        self.columns = columns
        self.rows = rows
        steps = (1, rows + 1, rows, rows + 2)  # up, right, down right and up right
        self._steps = tuple((step, 2 * step) for step in steps)

        # The lowest and the highest square of each column, those in the middle first, and all squares of the board.
        self._bottom: dict[int, int] = {}
        self._top: dict[int, int] = {}
        self._full = 0
        for column in sorted(range(columns), key=lambda column: abs(2 * column - columns + 1)):
            bottom = 1 << (rows + 1) * column
            self._bottom[column + 1] = bottom
            self._top[column + 1] = bottom << rows - 1
            self._full |= bottom * ((1 << rows) - 1)

    @cached_property
    def limits(self) -> GameLimits:
        """The bounds of the game."""
        return GameLimits(
            (Fraction(-1), Fraction(1)), longest=self.columns * self.rows, actions=self.columns
        )

    def initial(self) -> Drops:
        return (0, 0, None)

    def _won(self, discs: int) -> bool:
        """Return whether four discs are in a line.

        The bit above each column stays empty, so that no line goes on from the top of one to the bottom of the next.
        """
        for step, double in self._steps:
            pairs = discs & discs >> step  # discs with another one a step further
            if pairs & pairs >> double:  # and two steps further such a pair again
                return True
        return False

    def player(self, state: Drops) -> int:
        own, both, _ = state
        last_movers = own ^ both
        if self._won(last_movers) or both == self._full:  # only the last mover can have won
            return TERMINAL
        return both.bit_count() & 1

    def actions(self, state: Drops) -> Sequence[int]:
        _, both, _ = state
        return [column for column, top in self._top.items() if not both & top]

    def apply(self, state: Drops, action: int) -> Drops:
        own, both, chosen = state
        # Adding the lowest square carries past the discs of the column to its first free square.
        return (own ^ both, both | both + self._bottom[action], (action, chosen))

    def payoffs(self, state: Drops) -> tuple[int, int]:
        own, both, _ = state
        if not self._won(own ^ both):
            return (0, 0)
        return (1, -1) if both.bit_count() & 1 else (-1, 1)

    def position(self, state: Drops) -> int:
        return state[0] + state[1]  # the carries of a column stop at the bit above it

    def observation(self, state: Drops, player: int) -> Any:
        return state[2]

    def infoset_label(self, state: Drops, player: int) -> str:
        columns: list[str] = []
        chosen = state[2]
        while chosen is not None:
            column, chosen = chosen
            columns.append(str(column))
        return " ".join(reversed(columns))

    def board(self, state: Drops) -> Sequence[Sequence[tuple[str, int | None]]]:
        own, both, _ = state
        first = own ^ both if both.bit_count() & 1 else own
        columns = range(self.columns)
        rows = reversed(range(self.rows))
        return [[self._cell(first, both, row, column) for column in columns] for row in rows]

    def _cell(self, first: int, both: int, row: int, column: int) -> tuple[str, int | None]:
        """Return the mark of a square, and the column that may be chosen there: at its last disc, or just above it."""
        place = 1 << (self.rows + 1) * column + row
        is_taken = bool(both & place)
        has_disc_above = bool(both & place << 1)
        rests = row == 0 or bool(both & place >> 1)
        mark = ""
        if is_taken:
            mark = "X" if first & place else "O"
        is_at_the_top = rests and not (is_taken and has_disc_above)
        return mark, column + 1 if is_at_the_top else None

    def picture(self, state: Drops) -> str:
        lines = []
        for row in self.board(state):
            marks = [mark or "." for mark, _ in row]
            lines.append("  " + " ".join(marks))
        numbers = [str(number % 10) for number in range(1, self.columns + 1)]
        lines.append("  " + " ".join(numbers))
        return "\n".join(lines)
