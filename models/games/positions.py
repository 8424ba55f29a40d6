"""Games of perfect information as graphs of positions, and strategies for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

import seqform.models.verbs as verbs
from seqform.errors import GameError, ModelError
from seqform.models.games.extensive import CHANCE, NONE, first_place
from seqform.models.games.infosets import ranges
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.numbers.text import counted, shown_rational

END = -2
"""The mover at a position where the game is over."""

Moves = npt.NDArray[np.int32]
Movers = npt.NDArray[np.int8]


def plain_move(_: int, move: int) -> str:
    """Return the number of a move as its label."""
    return str(move)


@dataclass(frozen=True, eq=False, repr=False)
class PositionGraph(Immutable):
    """A game of perfect information, of any number of players, with or without chance.

    The n positions are numbered so that every move leads to a larger number, and 0 is the initial one. In a tree every
    other position is reached by exactly one move. A position that is reached in several ways is stored once, and play
    from it does not depend on the way.

    The moves at position i are ``first_move[i] : first_move[i + 1]``; `child` is the position that each leads to,
    `probability` that of chance's moves, and `move_label(i, j)` the label of the j-th. The mover `player` is 0, 1, ...,
    `CHANCE`, or `END`. `outcome` is a row of each player's `payoffs` in the distinct outcomes where the game is over,
    `NONE` elsewhere. `source` is the object from which the graph was made, for lifts, and `note` a remark shown with
    every result.
    """

    title: str
    players: tuple[str, ...]
    player: Movers
    first_move: Ints
    child: Moves
    outcome: Moves
    payoffs: tuple[ExactArray, ...]
    probability: ExactArray | None = None
    move_label: Callable[[int, int], str] = field(default=plain_move)
    source: Any = None
    note: str = ""

    def __post_init__(self) -> None:
        n = len(self.player)
        if n == 0:
            raise GameError("a game needs at least one position")
        if len(self.first_move) != n + 1 or len(self.outcome) != n:
            raise GameError("positions: the columns differ in length")
        if len(self.payoffs) != len(self.players) or len(set(map(len, self.payoffs))) != 1:
            raise GameError("positions: every player needs a payoff in every outcome")

        over = self.player == END
        place = first_place((np.diff(self.first_move) == 0) != over)
        if place is not None:
            raise GameError(f"position {place}: moves expected exactly where the game is not over")
        if np.any((self.outcome >= 0) != over) or int(self.outcome.max()) >= len(self.payoffs[0]):
            raise GameError("positions: an outcome expected exactly where the game is over")
        if not len(self.child):
            return

        if int(self.first_move[-1]) != len(self.child) or int(self.child.max()) >= n:
            raise GameError("positions: a move leads to a position that does not exist")
        backward = first_place(self.child <= self.mover_of_move)
        if backward is not None:
            raise GameError(
                f"position {int(self.mover_of_move[backward])}: a move leads to a smaller number"
            )
        if self.has_chance:
            self._check_chance()
        if int(self.player.max()) >= len(self.players) or int(self.player.min()) < END:
            raise GameError(
                f"positions: a mover is not among the {counted(len(self.players), 'player')}"
            )

    def _check_chance(self) -> None:
        if self.probability is None or len(self.probability) != len(self.child):
            raise GameError("positions: chance moves, but its probabilities are missing")
        moves = np.repeat(self.player == CHANCE, np.diff(self.first_move))
        negative = first_place(moves & np.asarray(self.probability.numerators < 0, dtype=bool))
        if negative is not None:
            raise GameError(
                f"position {int(self.mover_of_move[negative])}: a chance move has a negative probability"
            )
        total = self.probability.take(moves).sum_by(self.mover_of_move[moves], len(self))
        wrong = np.asarray(total.numerators != total.denominator, dtype=bool)
        place = first_place((self.player == CHANCE) & wrong)
        if place is not None:
            raise GameError(
                f"position {place}: the probabilities of chance's moves add up to {shown_rational(total[place])}, not 1"
            )

    def __len__(self) -> int:
        return len(self.player)

    @property
    def mover_of_move(self) -> Ints:
        """The position at which each move is made, shape (moves,)."""
        return np.repeat(np.arange(len(self)), np.diff(self.first_move))

    @cached
    def has_chance(self) -> bool:
        """True if there are chance moves."""
        return bool(np.any(self.player == CHANCE))

    @cached
    def is_tree(self) -> bool:
        """True if every position but the initial one is reached by exactly one move."""
        reached = np.bincount(self.child, minlength=len(self))
        return bool(np.all(reached[1:] == 1)) and int(reached[0]) == 0

    def moves(self, position: int) -> list[int]:
        """Return the positions that can follow."""
        first, last = self.first_move[position : position + 2].tolist()
        children: list[int] = self.child[first:last].tolist()
        return children

    def chances(self, position: int) -> list[Fraction]:
        """Return the probabilities of chance's moves at a position where chance moves."""
        assert self.probability is not None
        first, last = self.first_move[position : position + 2].tolist()
        return self.probability.take(slice(first, last)).to_fractions()

    def payoffs_at(self, position: int) -> tuple[Fraction, ...]:
        """Return the payoffs of all players at a position where the game is over."""
        row = int(self.outcome[position])
        if row == NONE:
            raise GameError(f"position {position}: the game is not over")
        return tuple(payoff[row] for payoff in self.payoffs)

    solve = verbs.solve
    draw = verbs.draw
    _repr_mimebundle_ = verbs.notebook_bundle

    def __repr__(self) -> str:
        shape = "tree" if self.is_tree else "graph"
        return f"<PositionGraph {self.title!r}: a {shape} of {counted(len(self), 'position')}>"


def distinct_outcomes(
    payoffs: tuple[ExactArray, ...],
) -> tuple[npt.NDArray[np.int32], tuple[ExactArray, ...]]:
    """Return the distinct outcomes of payoffs that may repeat, preceded by the row of every entry among them."""
    # Ranks of payoffs stand for the payoffs, which may be long integers
    ranks = [np.unique(payoff.numerators, return_inverse=True)[1] for payoff in payoffs]
    _, first, row = np.unique(
        np.stack(ranks, axis=1), axis=0, return_index=True, return_inverse=True
    )
    return row.reshape(-1).astype(np.int32), tuple(payoff.take(first) for payoff in payoffs)


def unfolded(graph: PositionGraph, position: Ints, child: Moves) -> PositionGraph:
    """Return the graph whose positions stand for positions of another one, and whose moves are those made there.

    - `position`, shape (n,): The position of `graph` that each one stands for; from there are its mover, its labels,
      its probabilities and its payoffs.
    - `child`: The positions that the moves lead to, in the order of the positions.
    """
    moves = np.diff(graph.first_move)[position]
    probability = graph.probability
    if probability is not None:
        probability = probability.take(ranges(graph.first_move[position], moves))
    return PositionGraph(
        graph.title,
        graph.players,
        graph.player[position],
        np.concatenate([[0], np.cumsum(moves)]).astype(np.int64),
        child,
        graph.outcome[position],
        graph.payoffs,
        probability,
        move_label=partial(_label_of_original, graph, position),
        note=graph.note,
    )


def _label_of_original(graph: PositionGraph, position: Ints, place: int, move: int) -> str:
    return graph.move_label(int(position[place]), move)


def _positions_played(graph: PositionGraph, played: PositionGraph) -> Ints:
    """Return the position of a graph at which each position of another one is played, shape (n of played,).

    Both games are walked at once: the same moves lead from the initial positions to positions that belong together.
    Raises ModelError unless these have the same mover and as many moves, and every position belongs to one.
    """
    original_of = [NONE] * len(played)
    original_of[0] = 0
    # Moves lead to larger numbers, so that all that lead to a position come before it
    for position, original in enumerate(original_of):
        if original == NONE:
            raise ModelError(f"no play of the game leads to position {position} of the strategy")
        children = played.moves(position)
        originals = graph.moves(original)
        same_mover = played.player[position] == graph.player[original]
        if not same_mover or len(children) != len(originals):
            raise ModelError(
                f"position {position} of the strategy is none of the game: another mover, or other moves"
            )
        for child, original_child in zip(children, originals, strict=True):
            if original_of[child] not in (NONE, original_child):
                raise ModelError(
                    f"position {child} of the strategy stands for several positions of the game"
                )
            original_of[child] = original_child
    return np.array(original_of, dtype=np.int64)


@dataclass(frozen=True, eq=False, repr=False)
class PositionStrategy(Immutable):
    """A move, or a lottery over two moves, at every position where a player moves.

    `choice`, shape (n,), is the number of the move made, from 0; -1 where the game is over and where chance moves. At
    the positions `mixed`, ascending, `other` is made with the `probability`, between 0 and 1, and `choice` otherwise.
    """

    graph: PositionGraph
    choice: Moves
    mixed: Ints
    other: Moves
    probability: ExactArray

    def __post_init__(self) -> None:
        sizes = np.diff(self.graph.first_move)
        moving = self.graph.player >= 0
        if not len(self.mixed) == len(self.other) == len(self.probability):
            raise ModelError("strategy: the columns of lotteries differ in length")
        if len(self.mixed) and (
            self.mixed[0] < 0
            or self.mixed[-1] >= len(self.graph)
            or np.any(np.diff(self.mixed) <= 0)
        ):
            raise ModelError("strategy: ascending positions of lotteries expected")
        if not moving[self.mixed].all() or np.any(self.other < 0):
            raise ModelError("strategy: a lottery where no player moves, or without a second move")
        if len(self.choice) != len(self.graph) or np.any((self.choice >= 0) != moving):
            raise ModelError("strategy: a choice expected exactly where a player moves")
        if np.any(self.choice >= np.maximum(sizes, 1)) or np.any(self.other >= sizes[self.mixed]):
            raise ModelError("strategy: a choice of a move that does not exist")
        if np.any(self.other == self.choice[self.mixed]):
            raise ModelError("strategy: a lottery needs two different moves")
        shares = self.probability.numerators
        if len(shares) and not 0 <= shares.min() <= shares.max() <= self.probability.denominator:
            raise ModelError("strategy: a probability that is not between 0 and 1")

    @classmethod
    def pure(cls, graph: PositionGraph, choice: Moves) -> PositionStrategy:
        """Return the strategy without lotteries."""
        none = np.zeros(0, dtype=np.int64)
        return cls(graph, choice, none, none.astype(np.int32), ExactArray.zeros(0))

    def bound_to(self, graph: PositionGraph) -> PositionStrategy:
        """Return this strategy as one of a graph with the same movers and as many moves, whatever it was made for.

        Payoffs, probabilities, labels and players of the result are those of `graph`. Where positions are shared, play
        may depend on the moves before: the strategy is then one of a graph whose positions each stand for a position of
        `graph`, and so is the result. Raises ModelError if the strategy is for other moves.
        """
        own = self.graph
        if own is graph:
            return self
        is_same = np.array_equal(own.player, graph.player) and np.array_equal(
            own.first_move, graph.first_move
        )
        if is_same and np.array_equal(own.child, graph.child):
            return replace(self, graph=graph)
        return replace(self, graph=unfolded(graph, _positions_played(graph, own), own.child))

    def at(self, position: int) -> dict[int, Fraction]:
        """Return the probabilities of the moves that are made at a position, by their number."""
        if self.graph.player[position] == END or self.choice[position] < 0:
            return {}
        place = int(np.searchsorted(self.mixed, position))
        choice = int(self.choice[position])
        if place == len(self.mixed) or self.mixed[place] != position:
            return {choice: Fraction(1)}
        share = self.probability[place]
        return {choice: 1 - share, int(self.other[place]): share}

    def __repr__(self) -> str:
        return f"<PositionStrategy of {self.graph.title!r}: {len(self.mixed):,} lotteries>"
