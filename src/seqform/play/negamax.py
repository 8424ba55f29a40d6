"""Exact search of constant-sum games of perfect information, remembering every position."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from random import Random

from seqform.errors import GameError
from seqform.play.situations import CHANCE, TERMINAL, Situation, Table, View


class NegamaxSearch:
    """The values of positions, each computed once.

    Parameters
    ----------
    table : Table
        A constant-sum game of perfect information without chance.

    Raises
    ------
    GameError
        If the game has hidden information; in a search, where it meets a move of chance or another sum of payoffs.

    Notes
    -----
    The value of a position to the player who moves is the largest one among its moves, each of which is worth
    the negative of what it is worth to the opponent (plus the sum of the payoffs). Values are kept as player 1's, so
    that it does not matter who moves next; and all moves are searched, so that every value is exact and the best
    moves are known, not only one of them.

    Examples
    --------
    >>> from seqform.play import open_table
    >>> search = NegamaxSearch(open_table("tic-tac-toe"))
    >>> search.value(search.table.root), search.positions
    (Fraction(0, 1), 5478)
    """

    def __init__(self, table: Table) -> None:
        if not table.perfect_information:
            raise GameError(
                f"negamax is for games of perfect information, and in {table.title} players do not know all that "
                "happened; try equilibrium, or mcts"
            )
        self.table = table
        self._first: dict[Hashable, Fraction] = {}
        self._sum: Fraction | None = None

    @property
    def positions(self) -> int:
        """How many different positions have been searched."""
        return len(self._first)

    def value(self, situation: Situation) -> Fraction:
        """Return what player 1 receives from a situation on, when both play as well as possible."""
        pending = [situation]
        while pending:
            here = pending[-1]
            if here.position in self._first:
                pending.pop()
            elif here.player == TERMINAL:
                self._first[here.position] = self._payoff(here)
            else:
                children = self._children(here)
                unknown = [child for child in children if child.position not in self._first]
                if unknown:
                    pending.extend(unknown)
                else:
                    best = max if here.player == 0 else min
                    self._first[here.position] = best(self._first[child.position] for child in children)
        return self._first[situation.position]

    def best_actions(self, situation: Situation) -> list[int]:
        """Return all actions that keep the value of a situation."""
        value = self.value(situation)
        children = self._children(situation)
        return [action for action, child in enumerate(children) if self._first[child.position] == value]

    def _children(self, situation: Situation) -> list[Situation]:
        if situation.player == CHANCE:
            raise GameError(f"negamax is for games without chance, and in {self.table.title} chance moves; try mcts")
        return [situation.after(action) for action in range(situation.num_actions)]

    def _payoff(self, situation: Situation) -> Fraction:
        first, second = situation.payoffs
        if self._sum is None:
            self._sum = first + second
        if first + second != self._sum:
            raise GameError(
                f"negamax is for constant-sum games, and the payoffs of {self.table.title} sum to {self._sum} and to "
                f"{first + second}; try mcts"
            )
        return first


class NegamaxAgent:
    """Plays any of the best moves, as likely each.

    Parameters
    ----------
    table : Table
    """

    def __init__(self, table: Table) -> None:
        self.name = "negamax"
        self.search = NegamaxSearch(table)

    def choose(self, view: View, random: Random) -> int:
        """Return a best move."""
        assert view.situation is not None  # the search has refused hidden information
        return random.choice(self.search.best_actions(view.situation))
