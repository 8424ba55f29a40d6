"""Tic-tac-toe as a tree of all plays, from the empty board or from another position.

Squares are numbered 0 to 8, row by row. Information sets, one for each position and each order of moves to it, are
labelled with the squares taken so far: "48".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from seqform.builders.games.entry import CatalogEntry, KnownValue, Parameter, Sizes
from seqform.builders.games.rules import TERMINAL, GameLimits, Rules
from seqform.errors import GameError
from seqform.models.numbers.exact import Rational

State = tuple[str, int, int]
"""The squares taken so far in order, and the squares of each player as a set of bits."""

_LINES = tuple(
    sum(1 << square for square in line)
    for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
)
_WINS = tuple(any(squares & line == line for line in _LINES) for squares in range(512))
EMPTY = 9 * "."
_FREE = tuple(tuple(square for square in range(9) if not taken >> square & 1) for taken in range(512))


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
        first, second = (
            sum(1 << square for square, found in enumerate(self.board_at_start) if found == mark) for mark in "xo"
        )
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
        won = _WINS[first if mover else second]  # only the last mover can have completed a line
        return TERMINAL if won or taken == 511 else mover

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
        rows = self.board(state)
        return "\n".join("  " + " | ".join(mark or str(square) for mark, square in row) for row in rows)

    def board(self, state: State) -> Sequence[Sequence[tuple[str, int | None]]]:
        _, first, second = state
        marks = ["X" if first >> square & 1 else "O" if second >> square & 1 else "" for square in range(9)]
        return [[(marks[square], square) for square in range(start, start + 3)] for start in (0, 3, 6)]

    def observation(self, state: State, player: int) -> str:
        return state[0]

    def position(self, state: State) -> tuple[int, int]:
        return state[1:]


def _build(title: str, board: str) -> TicTacToe:
    return TicTacToe(title, board)


GAMES = (
    CatalogEntry(
        name="tic-tac-toe",
        description="tic-tac-toe as a tree of all 255,168 plays",
        source="'Game Theory: Trees in Games', which plays it by minimax; its preset position is board=..o...xox",
        build=_build,
        positions=True,
        sizes=Sizes(nodes=549946, infosets=(180361, 114417), sequences=(291682, 258265)),
        parameters=(
            Parameter(
                "board",
                EMPTY,
                "the squares at the start, row by row: x, o, or . for a free one; x moves if both have as many",
                pattern="[xo.-]{9}",
            ),
        ),
        values=(KnownValue("tic-tac-toe", Fraction(0), "backward induction"),),
    ),
)
