"""Counterfactual regret minimisation on a class game: CFR+, discounted, predictive."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqform.backends.first_order.best_response import value_bounds
from seqform.backends.first_order.operator import PayoffOperator
from seqform.backends.first_order.products import to_parents
from seqform.backends.first_order.regret_rule import DAMPING, RegretRule
from seqform.backends.first_order.regret_updates import (
    Opponent,
    Rule,
    Tables,
    make_plans,
    update_boards,
    update_rows,
    weights_after,
)
from seqform.backends.first_order.run import Arrays, by_rounds, require_same_arrays, restore_rounds, restored_count
from seqform.backends.first_order.tables import Boards, Side
from seqform.backends.first_order.team import Work
from seqform.models.class_strategy import ClassStrategy, behavior_of_plan
from seqform.models.exact import Floats

__all__ = ["RegretMatching", "RegretRule"]


class RegretMatching:
    """The method, one iteration at a time; a `Method` for `run`.

    Parameters
    ----------
    operator : PayoffOperator
    rule : RegretRule
    dtype : numpy dtype
        Of regrets and behavior; averages are in doubles.

    References
    ----------
    Tammelin, Solving large imperfect information games using CFR+, 2014; Brown & Sandholm, Solving
    imperfect-information games via discounted regret minimization, AAAI 2019; Farina, Kroer & Sandholm, Faster
    game solving via predictive Blackwell approachability, AAAI 2021; Xu et al., Minimizing weighted counterfactual
    regret with optimistic online mirror descent, IJCAI 2024 (DCFR+, PDCFR+).
    """

    def __init__(self, operator: PayoffOperator, rule: RegretRule, dtype: Any = np.float64) -> None:
        self.operator, self.rule, self.iteration = operator, rule, 0
        self._weight = np.zeros(())  # of all plans in the averages, in units of the last one's
        game = operator.game
        shapes = [[game.shape(player, number) for number in range(game.num_rounds)] for player in (0, 1)]
        self.regrets = [[np.zeros(shape, dtype) for shape in own] for own in shapes]
        self.behavior = [_even(operator, player, dtype) for player in (0, 1)]
        self._updated = (
            self.behavior if rule.alternation else [[np.empty(shape, dtype) for shape in own] for own in shapes]
        )
        self.average = [[np.zeros(shape) for shape in own] for own in shapes]
        self._plans = [
            [_plan_space(operator, player, number) for number in range(game.num_rounds)] for player in (0, 1)
        ]

    def damp(self) -> None:
        """Make regrets larger by a tenth: strategies stay, and change less with the regrets to come."""
        for own in self.regrets:
            for regrets in own:
                regrets *= DAMPING

    def step(self) -> None:
        """Do one iteration: each player adds up regrets against the other's plan, which enters the average."""
        self.iteration += 1
        rule, share = self.rule.at(self.iteration), self._share()
        for player in (0, 1):
            self._update(player, rule, self._opponents(player, share))
        if not self.rule.alternation:
            self.behavior, self._updated = self._updated, self.behavior

    def _share(self) -> float:
        """Return the share of this iteration's plans in the averages up to here."""
        before = (self.iteration - 1) / self.iteration
        self._weight[()] = self._weight * before**self.rule.averaging + 1.0
        return float(1.0 / self._weight)

    def value_bounds(self) -> tuple[float, float]:
        """Return what the average plans guarantee."""
        return value_bounds(self.operator, (self.average[0], self.average[1]))

    def strategies(self) -> tuple[ClassStrategy, ClassStrategy]:
        """Return the average strategies."""
        game = self.operator.game
        return behavior_of_plan(game, 0, self.average[0]), behavior_of_plan(game, 1, self.average[1])

    def state(self) -> Arrays:
        """Return regrets, behavior and averages."""
        arrays = {"iteration": np.array(self.iteration), "weight": self._weight}
        for player in (0, 1):
            for name, rounds in self._named(player):
                arrays |= by_rounds(name, rounds)
        return arrays

    def restore(self, state: Arrays) -> None:
        """Go back to a state."""
        require_same_arrays(self.state(), state)
        self.iteration = restored_count("iteration", state)
        np.copyto(self._weight, state["weight"])
        for player in (0, 1):
            for name, rounds in self._named(player):
                restore_rounds(name, rounds, state)

    def _named(self, player: int) -> list[tuple[str, list[Any]]]:
        return [
            (f"regrets-{player}-", self.regrets[player]),
            (f"behavior-{player}-", self.behavior[player]),
            (f"average-{player}-", self.average[player]),
        ]

    def _opponents(self, player: int, share: float) -> list[Opponent]:
        """Return what the opponent of a player does in every round; that of a ranked last round is yet to be made."""
        opponents = []
        above = np.ones((1, 1))
        sides = self.operator.sides[player]
        for number, side in enumerate(sides):
            behavior, average = self.behavior[1 - player][number], self.average[1 - player][number]
            opponent = Opponent(behavior, average, above, self._plans[1 - player][number], share)
            opponents.append(opponent)
            if _fused(self.operator, number):
                continue
            self.operator.team.run(side.other_chunks, _planner(side, opponent))
            if number < len(sides) - 1:
                above = np.empty((side.other_shape[0], side.other_shape[2] * len(side.frame.other_sets.at_leaf)))
                weights_after(side.frame.other_sets, opponent.plan, above)
        return opponents

    def _update(self, player: int, rule: Rule, opponents: list[Opponent]) -> None:
        sides = self.operator.sides[player]
        children: Floats = np.zeros((sides[-1].shape[0], 0))
        for number in range(len(sides) - 1, -1, -1):
            values = self._update_round(player, number, rule, opponents[number], children)
            if number:
                children = np.empty((sides[number - 1].shape[0], sides[number].shape[2]))
                to_parents(values, sides[number].frame.parents, children)

    def _update_round(
        self,
        player: int,
        number: int,
        rule: Rule,
        opponent: Opponent,
        children: Floats,
    ) -> Floats:
        """Update a round; return what each class's behavior earned, by history."""
        side, scratch = self.operator.sides[player][number], self.operator.scratch[player][number]
        frame, meetings, fused = side.frame, side.meetings, _fused(self.operator, number)
        tables = Tables(self.regrets[player][number], self.behavior[player][number], self._updated[player][number])
        values = np.empty((side.shape[0], side.shape[2]))
        if isinstance(meetings, Boards):

            def on_boards(first: int, stop: int, thread: int) -> None:
                space = scratch[thread]
                update_boards(frame, meetings, first, stop, fused, rule, tables, opponent, *space, children, values)

            self.operator.team.run(side.chunks, on_boards)
            return values

        def row_by_row(first: int, stop: int, thread: int) -> None:
            update_rows(frame, meetings, first, stop, rule, tables, opponent, *scratch[thread], children, values)

        self.operator.team.run(side.chunks, row_by_row)
        return values


def _planner(side: Side, opponent: Opponent) -> Work:
    def plan(first: int, stop: int, thread: int) -> None:
        make_plans(side.frame, first, stop, opponent)

    return plan


def _fused(operator: PayoffOperator, number: int) -> bool:
    """Tell whether the opponent's plan of a round is made board by board: nothing else depends on it."""
    return number == operator.game.num_rounds - 1 and operator.sides[0][number].ranked


def _plan_space(operator: PayoffOperator, player: int, number: int) -> Floats:
    classes, choices, histories = operator.game.shape(player, number)
    return np.empty((0 if _fused(operator, number) else classes, 1 + choices, histories))


def _even(operator: PayoffOperator, player: int, dtype: Any) -> list[Any]:
    tables = []
    for number, side in enumerate(operator.sides[player]):
        table = np.empty(operator.game.shape(player, number), dtype)
        for start, stop in zip(side.frame.sets.start[:-1], side.frame.sets.start[1:], strict=True):
            table[:, start - 1 : stop - 1] = 1.0 / (stop - start)
        tables.append(table)
    return tables
