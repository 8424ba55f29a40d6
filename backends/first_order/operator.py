"""The payoff matrix of a class game as an operator."""

from __future__ import annotations

import numpy as np

from seqform.backends.first_order.products import (
    boards_gradient,
    load_plans,
    rows_gradient,
    to_parents,
)
from seqform.backends.first_order.tables import Boards, Side, sides
from seqform.backends.first_order.team import Team
from seqform.models.class_game import ClassGame
from seqform.models.exact import Floats


class PayoffOperator:
    """Products with a class game's payoff matrices, which are never written out.

    Vectors over a player's sequences are kept by rounds, as arrays of shape (classes, choices, histories); the entry
    of the empty sequence is apart. Results do not depend on the number of threads.

    Parameters
    ----------
    game : ClassGame
    threads : int
    ranked : bool
        Whether to look for rounds in which showdowns compare ranks, where a product costs one pass over the hands.
        Without, every round is worked through pair by pair; the results agree up to rounding.

    Examples
    --------
    >>> import numpy as np
    >>> from seqform.builders.class_game import class_game
    >>> from seqform.builders.games.ordered.poker_games import kuhn
    >>> from seqform.models.information_filter import InformationFilter
    >>> game = class_game(InformationFilter.identity(kuhn("kuhn")))
    >>> operator = PayoffOperator(game)
    >>> check_and_fold = [np.array([[[1.0], [0.0], [1.0], [0.0]]] * 3)]
    >>> empty, rounds = operator.gradient(0, check_and_fold)
    >>> rounds[0].shape, np.round(rounds[0][:, 0, 0], 3).tolist()
    ((3, 4, 1), [-0.333, 0.0, 0.333])
    """

    def __init__(self, game: ClassGame, threads: int = 1, *, ranked: bool = True) -> None:
        self.game = game
        self.sides = sides(game, ranked)
        self.team = Team(threads)
        self.scratch = [[_scratch(side, threads) for side in own] for own in self.sides]
        self._above_matters = [[_matters(own, number) for number in range(game.num_rounds)] for own in self.sides]

    @property
    def kinds(self) -> tuple[str, ...]:
        """How each round is worked through: ``"ranked"`` or ``"pairs"``."""
        return tuple("ranked" if side.ranked else "pairs" for side in self.sides[0])

    def gradient(
        self, player: int, plan: list[Floats], out: list[Floats] | None = None, *, empty: float = 1.0
    ) -> tuple[float, list[Floats]]:
        """Return what a unit of weight on each of a player's sequences earns against the opponent's vector.

        Parameters
        ----------
        player : int
            0 for A y, 1 for Bᵀx.
        plan : list of ndarray
            Any vector over the opponent's sequences, by rounds.
        out : list of ndarray, optional
            Where to write the result.
        empty : float
            The vector's entry of the empty sequence.

        Returns
        -------
        (float, list of ndarray)
            The entry of the empty sequence, and the others by rounds.
        """
        game = self.game
        if out is None:
            out = [np.empty(game.shape(player, number)) for number in range(game.num_rounds)]
        above = self.weights_before(player, plan, empty)
        before = [
            self.round_gradient(player, number, plan[number], above[number], out[number])
            for number in range(game.num_rounds)
        ]
        return self._carry_up(player, out, before), out

    def weights_before(self, player: int, plan: list[Floats], empty: float = 1.0) -> list[Floats]:
        """Return the opponent's weights with which every round begins, shape (classes of the round before, histories).

        They are left zero where no end of the game depends on them.
        """
        above = [np.full((1, 1), empty)]
        for number in range(self.game.num_rounds - 1):
            above.append(self._weights_after(player, number, plan[number], above[-1]))
        return above

    def round_gradient(self, player: int, number: int, plan: Floats, above: Floats, out: Floats) -> Floats:
        """Write one round's part of the gradient; return that of the sequences before it, by class and history.

        Parameters
        ----------
        player, number : int
        plan : ndarray, shape (opposing classes, choices, histories)
        above : ndarray, shape (opposing classes of the round before, or 1; histories)
            The opponent's weights before the round.
        out : ndarray, shape (classes, choices, histories)
        """
        side, scratch = self.sides[player][number], self.scratch[player][number]
        before = np.empty((side.shape[0], side.shape[2]))
        meetings = side.meetings
        if isinstance(meetings, Boards):

            def on_boards(first: int, stop: int, thread: int) -> None:
                held, gradient, total = scratch[thread]
                boards_gradient(side.frame, meetings, first, stop, plan, above, held, gradient, total, out, before)

            self.team.run(side.chunks, on_boards)
            return before
        whole = np.empty((side.other_shape[0], side.other_shape[1] + 1, side.other_shape[2]))

        def load(first: int, stop: int, thread: int) -> None:
            load_plans(plan, above, side.frame.other_parents, first, stop, whole)

        def row_by_row(first: int, stop: int, thread: int) -> None:
            products, gradient, _ = scratch[thread]
            rows_gradient(side.frame, meetings, first, stop, whole, products, gradient, out, before)

        self.team.run(side.other_chunks, load)
        self.team.run(side.chunks, row_by_row)
        return before

    def _weights_after(self, player: int, number: int, plan: Floats, above: Floats) -> Floats:
        side = self.sides[player][number]
        if not self._above_matters[player][number]:
            return np.zeros((side.other_shape[0], side.other_shape[2] * len(side.frame.other_sets.at_leaf)))
        above = above[side.frame.other_parents]
        leaves = [above if choice == 0 else plan[:, choice - 1] for choice in side.frame.other_sets.at_leaf.tolist()]
        return np.ascontiguousarray(np.stack(leaves, axis=2).reshape(len(above), -1))

    def _carry_up(self, player: int, out: list[Floats], before: list[Floats]) -> float:
        """Add what was earned before each round to the choices of the rounds before; return the empty sequence's."""
        for number in range(len(out) - 1, 0, -1):
            side, earlier = self.sides[player][number], self.sides[player][number - 1]
            if not before[number].any():
                continue
            sums = np.empty((earlier.shape[0], side.shape[2]))
            to_parents(before[number], side.frame.parents, sums)
            by_leaf = sums.reshape(earlier.shape[0], earlier.shape[2], -1)
            for leaf, choice in enumerate(earlier.frame.sets.at_leaf.tolist()):
                target = before[number - 1] if choice == 0 else out[number - 1][:, choice - 1]
                target += by_leaf[:, :, leaf]
        return float(before[0].sum())


def _matters(own: tuple[Side, ...], number: int) -> bool:
    """Tell whether an end of a later round depends on the opponent's choices of this round and no later one."""
    for side in own[number + 1 :]:
        if not side.frame.terms.other.all():
            return True
        if side.frame.other_sets.at_leaf.all():
            return False
    return False


def _scratch(side: Side, threads: int) -> list[tuple[Floats, Floats, Floats]]:
    """Return for each thread space for the plan and the gradient of a board, or of a class, and for sums."""
    width = side.shape[2]
    meetings = side.meetings
    plan: tuple[int, ...] = (len(side.frame.terms.product_feature), width)
    gradient: tuple[int, ...] = (1 + side.shape[1], width)
    if isinstance(meetings, Boards):
        places = int(np.diff(meetings.start).max())
        plan, gradient = (places, 1 + side.other_shape[1], width), (places, *gradient)
    return [(np.empty(plan), np.empty(gradient), np.empty((2, width))) for _ in range(threads)]
