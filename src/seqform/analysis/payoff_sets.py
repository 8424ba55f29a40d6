"""Payoffs of the subgame perfect equilibria from every node of a game of perfect information on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from seqform.backends.bestnash.backend import payoff_sets_by_position
from seqform.backends.bestnash.chance import Effort
from seqform.builders.preprocess.subgames import perfect_information
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.positions import END, PositionGraph
from seqform.models.numbers.exact import Ints
from seqform.models.strategies.profile_set import PayoffSet, UtilityProfileSet
from seqform.models.table import MAX_ROWS, SHOW_ALL, Cell, Line, Part, Report, Table
from seqform.models.tabular import Tabular
from seqform.solving.api import game_for
from seqform.solving.concepts import SubgamePerfect
from seqform.system.deadline import Deadline

Payable = UtilityProfileSet | PayoffSet


@dataclass(frozen=True, eq=False, repr=False)
class PayoffSets(Tabular, Mapping[int, Payable]):
    """A mapping from the nodes of a game, its positions, to the payoffs of all equilibria of the subgames there.

    `pure` says whether only equilibria in pure moves count, and `at` returns the set of a position.
    """

    graph: PositionGraph
    pure: bool
    at: Callable[[int], Payable]

    def __getitem__(self, position: int) -> Payable:
        if not 0 <= position < len(self.graph):
            raise KeyError(position)
        return self.at(position)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.graph)))

    def __len__(self) -> int:
        return len(self.graph)

    def report(self, *, everything: bool = False) -> Report:
        """Return a table of the positions where somebody moves, each with its set."""
        inner = np.flatnonzero(self.graph.player != END)
        table = self._table(inner if everything else inner[:MAX_ROWS])
        parts: list[Part] = [table]
        if len(inner) > len(table.rows):
            parts.append(Line(f"{len(inner) - len(table.rows):,} more; {SHOW_ALL} one"))
        return Report(parts, {"payoff sets": lambda: self._table(inner)})

    def _table(self, positions: Ints) -> Table:
        graph = self.graph
        movers = {CHANCE: "chance", **dict(enumerate(graph.players))}
        rows: list[list[Cell]] = [
            [position, ", ".join(self.path(position)), movers[int(graph.player[position])], str(self.at(position))]
            for position in positions.tolist()
        ]
        which = " in pure moves" if self.pure else ""
        title = f"Payoffs of the subgame perfect equilibria{which} from each node on"
        return Table(title, ("node", "after", "mover", "payoffs"), "rlll", rows)

    def path(self, position: int) -> list[str]:
        """Return the labels of the moves that lead to a position, by the first way where there are several."""
        labels = []
        while position:
            move = int(np.argmax(self.graph.child == position))
            position = int(np.searchsorted(self.graph.first_move, move, side="right")) - 1
            labels.append(self.graph.move_label(position, move - int(self.graph.first_move[position])))
        return labels[::-1]

    def __repr__(self) -> str:
        return f"<PayoffSets of {self.graph.title!r}: {dict(islice(self.items(), 3))}>"


def payoff_sets(game: Any, *, pure: bool = False, time_limit: float | None = None) -> PayoffSets:
    """Return the payoffs of all subgame perfect equilibria from every node of a game of perfect information on.

    They are the sets of Littman, Ravi, Talwar & Zinkevich (2006), of two players, with chance or without; and finite
    sets of any number of players if only equilibria in pure moves count.

    Parameters
    ----------
    game : ExtensiveGame, PositionGraph, or whatever `load` accepts
        The nodes of a tree are its positions. Where positions are shared, play may depend on the moves before.
    pure : bool
        Whether only equilibria in which nobody mixes count.
    time_limit : float, optional
        In seconds, of games with chance or more than two players.

    Raises
    ------
    GameError
        If the game is not of perfect information, or there are not two players and nobody may mix.
    SolveError
        If the sets take too much memory or time.

    Examples
    --------
    >>> sets = payoff_sets("littman-figure-4")
    >>> print(sets[4], sets[4].ranges[0])
    [1, 3] × 2, 1 × [0, 2], 3 × [2, 3] (Fraction(1, 1), Fraction(3, 1))
    >>> print(payoff_sets("littman-figure-4", pure=True)[0])
    (3, 1), (3, 3)
    """
    loaded = game_for(game, SubgamePerfect(), None)
    graph = perfect_information(loaded).target if isinstance(loaded, ExtensiveGame) else loaded
    assert isinstance(graph, PositionGraph)
    effort = Effort(deadline=Deadline(time_limit))
    return PayoffSets(graph, pure, payoff_sets_by_position(graph, mixing=not pure, effort=effort))
