"""Tic-tac-toe as a tree of all plays.

Squares are numbered 0 to 8, row by row. Information sets, one for each position and each order of moves to it, are
labelled with the squares taken so far: "48".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from seqform.builders.games.entry import CatalogEntry, KnownValue, Sizes
from seqform.builders.games.rules import TERMINAL, Rules
from seqform.models.numbers.exact import Rational

State = tuple[str, int, int]
"""The squares taken so far in order, and the squares of each player as a set of bits."""

_LINES = tuple(
    sum(1 << square for square in line)
    for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
)
_WINS = tuple(any(squares & line == line for line in _LINES) for squares in range(512))
_FREE = tuple(tuple(square for square in range(9) if not taken >> square & 1) for taken in range(512))


@dataclass(frozen=True)
class TicTacToe(Rules[State, int]):
    """Tic-tac-toe; three in a row win 1 from the other."""

    title: str = "tic-tac-toe"
    perfect_information: ClassVar[bool] = True

    def initial(self) -> State:
        return ("", 0, 0)

    def player(self, state: State) -> int:
        taken, first, second = state
        mover = len(taken) & 1
        won = _WINS[first if mover else second]  # only the last mover can have completed a line
        return TERMINAL if won or len(taken) == 9 else mover

    def actions(self, state: State) -> Sequence[int]:
        return _FREE[state[1] | state[2]]

    def apply(self, state: State, action: int) -> State:
        taken, first, second = state
        if len(taken) & 1:
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


GAMES = (
    CatalogEntry(
        name="tic-tac-toe",
        description="tic-tac-toe as a tree of all 255,168 plays",
        source="'Game Theory: Trees in Games', which plays it by minimax",
        build=TicTacToe,
        sizes=Sizes(nodes=549946, infosets=(180361, 114417), sequences=(291682, 258265)),
        values=(KnownValue("tic-tac-toe", Fraction(0), "backward induction"),),
    ),
)
