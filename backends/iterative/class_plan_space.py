"""Plans of a class game and what they earn, as a primal-dual method asks for them.

Exact best responses in a class game, in doubles: what bounds the value.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from seqform.backends.iterative.operator import (
    Boards,
    Frame,
    PayoffOperator,
    Rows,
    Sets,
    board_product,
    load_plan,
    load_plans,
    row_product,
    to_parents,
)
from seqform.backends.iterative.plan_space import LEAST_WEIGHT, Vector, project
from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.models.games.ordered import RoundPayoffs
from seqform.models.numbers.exact import Floats, Ints
from seqform.models.programs.class_game import ClassGame
from seqform.models.strategies.classes import ClassStrategy, behavior_of_plan


def value_bounds(operator: PayoffOperator, plans: tuple[list[Floats], list[Floats]]) -> tuple[float, float]:
    """Return what player 1's plan guarantees player 1 and what player 2's concedes, in a constant-sum game."""
    total = operator.game.constant_sum
    assert total is not None
    return float(total) - best_response_value(operator, 1, plans[0]), best_response_value(operator, 0, plans[1])


def best_response_value(operator: PayoffOperator, player: int, plan: list[Floats]) -> float:
    """Return what a player earns with a best response.

    Parameters
    ----------
    player : int
        Who responds, 0 or 1.
    plan : list of ndarray
        The opponent's realization plan, by rounds.

    Examples
    --------
    >>> from seqform.builders.forms.class_game import class_game
    >>> from seqform.builders.games.ordered.poker import kuhn
    >>> from seqform.models.games.abstraction import InformationFilter
    >>> operator = PayoffOperator(class_game(InformationFilter.identity(kuhn("kuhn"))))
    >>> check_and_fold = [np.array([[[1.0], [0.0], [1.0], [0.0]]] * 3)]
    >>> best_response_value(operator, 1, check_and_fold)
    1.0
    """
    last = operator.game.num_rounds - 1
    above = operator.weights_before(player, plan)
    children: Floats = np.zeros((operator.sides[player][last].shape[0], 0))
    for number in range(last, -1, -1):
        side = operator.sides[player][number]
        values = _round_values(operator, player, number, plan[number], above[number], children)
        rows = operator.sides[player][number - 1].shape[0] if number else 1
        children = np.empty((rows, side.shape[2]))
        to_parents(values, side.frame.parents, children)
    return float(children[0, 0])


def _round_values(
    operator: PayoffOperator, player: int, number: int, plan: Floats, above: Floats, children: Floats
) -> Floats:
    side, scratch = operator.sides[player][number], operator.scratch[player][number]
    values = np.empty((side.shape[0], side.shape[2]))
    meetings = side.meetings
    if isinstance(meetings, Boards):

        def on_boards(first: int, stop: int, thread: int) -> None:
            boards_values(side.frame, meetings, first, stop, plan, above, *scratch[thread], children, values)

        operator.team.run(side.chunks, on_boards)
        return values
    whole = np.empty((side.other_shape[0], side.other_shape[1] + 1, side.other_shape[2]))

    def load(first: int, stop: int, thread: int) -> None:
        load_plans(plan, above, side.frame.other_parents, first, stop, whole)

    def row_by_row(first: int, stop: int, thread: int) -> None:
        rows_values(side.frame, meetings, first, stop, whole, *scratch[thread], children, values)

    operator.team.run(side.other_chunks, load)
    operator.team.run(side.chunks, row_by_row)
    return values


@compiled_part
def add_children(sets: Sets, one: int, children: Floats, gradient: Floats) -> None:
    """Add to a class's gradient what the rounds to come are worth at every continuing leaf."""
    leaves = len(sets.at_leaf)
    for leaf in range(leaves):
        choice = sets.at_leaf[leaf]
        for h in range(gradient.shape[1]):
            gradient[choice, h] += children[one, h * leaves + leaf]


@compiled_part
def choose_best(sets: Sets, gradient: Floats, best: Floats) -> None:
    """Add to every sequence what the best choices after it earn; row 0 becomes the class's value."""
    for place in range(len(sets.above) - 1, -1, -1):
        start = sets.start[place]
        best[:] = gradient[start]
        for choice in range(start + 1, sets.start[place + 1]):
            row = gradient[choice]
            for h in range(len(best)):
                best[h] = max(best[h], row[h])
        above = gradient[sets.above[place]]
        for h in range(len(best)):
            above[h] += best[h]


@compiled
def boards_values(
    frame: Frame,
    boards: Boards,
    first: int,
    stop: int,
    plan: Floats,
    above: Floats,
    held: Floats,
    gradient: Floats,
    total: Floats,
    children: Floats,
    values: Floats,
) -> None:
    """Write the values of best responses on the boards from `first` to `stop`."""
    for board in range(first, stop):
        begin = boards.start[board]
        for place in range(boards.start[board + 1] - begin):
            load_plan(plan, above, frame.other_parents, boards.classes[begin + place], held[place])
        board_product(boards, board, frame.terms, held, total, gradient)
        for place in range(boards.start[board + 1] - begin):
            one = boards.classes[begin + place]
            add_children(frame.sets, one, children, gradient[place])
            choose_best(frame.sets, gradient[place], total[0])
            values[one] = gradient[place, 0]


@compiled
def rows_values(
    frame: Frame,
    rows: Rows,
    first: int,
    stop: int,
    plan: Floats,
    products: Floats,
    gradient: Floats,
    total: Floats,
    children: Floats,
    values: Floats,
) -> None:
    """Write the values of best responses of the own classes from `first` to `stop`."""
    for one in range(first, stop):
        row_product(rows, one, frame.terms, plan, products, gradient)
        add_children(frame.sets, one, children, gradient)
        choose_best(frame.sets, gradient, total[0])
        values[one] = gradient[0]


class ClassSpace:
    """A `PlanSpace`; vectors are by rounds, of shape (classes, choices, histories), or (classes, sets, histories).

    Parameters
    ----------
    game : ClassGame
        Constant-sum.
    """

    def __init__(self, game: ClassGame, threads: int = 1) -> None:
        self.game = game
        self.operator = PayoffOperator(game, threads)
        self._sizes = PayoffOperator(_payoff_sizes(game), threads)
        total = game.constant_sum
        self._constant = 0.0 if total is None else float(total)

    def zeros(self, player: int) -> Vector:
        """See `PlanSpace`."""
        return [np.zeros(self.game.shape(player, number)) for number in range(self.game.num_rounds)]

    def even(self, player: int) -> Vector:
        """See `PlanSpace`."""
        behavior = self.zeros(player)
        for table, side in zip(behavior, self.operator.sides[player], strict=True):
            sets = side.frame.sets
            for start, stop in zip(sets.start[:-1], sets.start[1:], strict=True):
                table[:, start - 1 : stop - 1] = 1.0 / (stop - start)
        return behavior

    def make_plan(self, player: int, behavior: Vector, plan: Vector) -> None:
        """See `PlanSpace`."""
        nothing = [
            np.zeros((len(table), self._sets(player, number), table.shape[2])) for number, table in enumerate(plan)
        ]
        self.follow(player, behavior, behavior, nothing, plan)

    def make_behavior(self, player: int, weights: Vector, behavior: Vector) -> None:
        """See `PlanSpace`."""
        for table, shares in zip(behavior, behavior_of_plan(self.game, player, weights).behavior, strict=True):
            np.copyto(table, shares)

    def gradient(self, player: int, plan: Vector, out: Vector) -> None:
        """See `PlanSpace`."""
        self.operator.gradient(player, plan, out)

    def guarantee(self, player: int, plan: Vector) -> float:
        """See `PlanSpace`."""
        constant = self._constant if player == 0 else 0.0
        return constant - best_response_value(self.operator, 1 - player, plan)

    def scales(self, player: int, opponent: Vector, share: float) -> Vector:
        """See `PlanSpace`."""
        _, stakes = self._sizes.gradient(player, opponent)
        even = self.even(player)
        scales = [
            np.zeros((len(table), self._sets(player, number), table.shape[2])) for number, table in enumerate(stakes)
        ]
        self._upwards(player, even, stakes, scales, share, None)
        largest = max((float(table.max(initial=0.0)) for table in scales), default=0.0) or 1.0
        return [np.maximum(table, LEAST_WEIGHT * largest) for table in scales]

    def move(
        self, player: int, behavior: Vector, gradient: Vector, scales: Vector, step: float, new: Vector, plan: Vector
    ) -> float:
        """See `PlanSpace`."""
        self._upwards(player, behavior, gradient, scales, step, new)
        return self.follow(player, behavior, new, scales, plan)

    def strategy(self, player: int, behavior: Vector) -> ClassStrategy:
        """Return a behavior as a strategy."""
        return ClassStrategy(self.game, player, tuple(behavior))

    def _sets(self, player: int, number: int) -> int:
        return len(self.operator.sides[player][number].frame.sets.above)

    def _upwards(
        self, player: int, behavior: Vector, gradient: Vector, scales: Vector, number: float, new: Vector | None
    ) -> None:
        """Walk from the last round to the first: choose behavior `new` by steps, or write scales by shares."""
        sides = self.operator.sides[player]
        children: Floats = np.zeros((sides[-1].shape[0], 0))
        for place in range(len(sides) - 1, -1, -1):
            side, values = sides[place], np.empty((sides[place].shape[0], sides[place].shape[2]))
            tables = behavior[place], gradient[place], scales[place]
            written = behavior[place] if new is None else new[place]

            def piece(
                first: int,
                stop: int,
                thread: int,
                sets: Sets = side.frame.sets,
                tables: tuple[Floats, Floats, Floats] = tables,
                written: Floats = written,
                below: Floats = children,
                values: Floats = values,
            ) -> None:
                if new is None:
                    collect_class_stakes(sets, first, stop, tables[0], tables[1], below, number, tables[2], values)
                else:
                    choose_class_near(sets, first, stop, *tables, below, number, written, values)

            self.operator.team.run(self._chunks(player, place), piece)
            if place:
                children = np.empty((sides[place - 1].shape[0], side.shape[2]))
                to_parents(values, side.frame.parents, children)

    def follow(self, player: int, old: Vector, new: Vector, scales: Vector, plan: Vector) -> float:
        """Write the plan of behavior `new`, and return D(new, old)."""
        above: Floats = np.ones((1, 1))
        distance = 0.0
        for place, side in enumerate(self.operator.sides[player]):
            apart = np.empty(side.shape[0])
            leaves = len(side.frame.sets.at_leaf)
            after = np.empty((side.shape[0], side.shape[2] * leaves))
            arguments = old[place], new[place], scales[place], plan[place], apart, after

            def piece(
                first: int,
                stop: int,
                thread: int,
                sets: Sets = side.frame.sets,
                parents: Ints = side.frame.parents,
                weights: Floats = above,
                arguments: tuple[Floats, Floats, Floats, Floats, Floats, Floats] = arguments,
            ) -> None:
                follow_class(sets, parents, first, stop, weights, *arguments)

            self.operator.team.run(self._chunks(player, place), piece)
            distance += float(apart.sum())
            above = after
        return distance

    def _chunks(self, player: int, number: int) -> Ints:
        return self.operator.sides[1 - player][number].other_chunks


def _payoff_sizes(game: ClassGame) -> ClassGame:
    """Return the game in which every end pays both players the most that it could pay in size."""
    tables = []
    for table in game.payoffs:
        sizes = np.zeros_like(table.numerators)
        sizes[:, 0] = np.abs(table.numerators).sum(axis=1)
        tables.append(RoundPayoffs(sizes, table.denominator))
    return replace(game, payoffs=tuple(tables))


@compiled
def collect_class_stakes(
    sets: Sets,
    first: int,
    stop: int,
    even: Floats,
    stakes: Floats,
    children: Floats,
    share: float,
    scales: Floats,
    values: Floats,
) -> None:
    """Write the mean stakes of each set, and hand a share of them to the sequence before it."""
    choices, width = stakes.shape[1], stakes.shape[2]
    piece = np.zeros((1 + choices, width))
    for one in range(first, stop):
        piece[0] = 0.0
        piece[1:] = stakes[one]
        add_children(sets, one, children, piece)
        for place in range(len(sets.above) - 1, -1, -1):
            for h in range(width):
                total = 0.0
                for choice in range(sets.start[place], sets.start[place + 1]):
                    total += even[one, choice - 1, h] * piece[choice, h]
                scales[one, place, h] = total
                piece[sets.above[place], h] += share * total
        values[one] = piece[0]


@compiled
def choose_class_near(
    sets: Sets,
    first: int,
    stop: int,
    center: Floats,
    gradient: Floats,
    scales: Floats,
    children: Floats,
    step: float,
    new: Floats,
    values: Floats,
) -> None:
    """Choose at every set of some classes, last ones first, the best behavior near the old one."""
    choices, width = gradient.shape[1], gradient.shape[2]
    piece = np.zeros((1 + choices, width))
    earned = piece[1:]
    for one in range(first, stop):
        piece[0] = 0.0
        earned[:] = gradient[one]
        add_children(sets, one, children, piece)
        old, near = center[one], new[one]
        for place in range(len(sets.above) - 1, -1, -1):
            start, end = sets.start[place], sets.start[place + 1]
            project(old, earned, scales[one, place], step, start - 1, end - 1, near, piece[sets.above[place]])
        values[one] = piece[0]


@compiled
def follow_class(
    sets: Sets,
    parents: Ints,
    first: int,
    stop: int,
    above: Floats,
    old: Floats,
    new: Floats,
    scales: Floats,
    plan: Floats,
    apart: Floats,
    after: Floats,
) -> None:
    """Write the plan of behavior `new` for some classes, how far it is from the old one, and the weights after it."""
    width, leaves = plan.shape[2], len(sets.at_leaf)
    for one in range(first, stop):
        before = above[parents[one]]
        distance = 0.0
        for place in range(len(sets.above)):
            source = sets.above[place]
            for h in range(width):
                weight = before[h] if source == 0 else plan[one, source - 1, h]
                square = 0.0
                for choice in range(sets.start[place], sets.start[place + 1]):
                    change = new[one, choice - 1, h] - old[one, choice - 1, h]
                    square += change * change
                    plan[one, choice - 1, h] = weight * new[one, choice - 1, h]
                distance += scales[one, place, h] * weight * 0.5 * square
        apart[one] = distance
        for leaf in range(leaves):
            choice = sets.at_leaf[leaf]
            for h in range(width):
                after[one, h * leaves + leaf] = before[h] if choice == 0 else plan[one, choice - 1, h]
