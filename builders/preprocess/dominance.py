"""The actions of a game that the elimination of dominated sequences removes, with those that dominate them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from seqform.builders.preprocess.dominated import Turn, restricted, take_turns
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactMatrix
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.reduced import Reduced, unchanged
from seqform.models.strategies.behavior import RealizationPlans

Dominance = Literal["strictly", "weakly", "equal"]


@dataclass(frozen=True)
class DominatedAction:
    """An action that another one at the same information set dominates.

    - `dominance`: "strictly" if the other one is better against every strategy of the opponent by which the information
      set is reached, "equal" if none of them makes a difference, else "weakly". It is what is proven: an action that is
      weakly dominated may be dominated strictly where the player moves again after it.
    - `turn`: The turn of the players in which it is eliminated, from 1; 0 without iteration.
    """

    player: int
    infoset: str
    action: str
    dominance: Dominance
    by: str
    turn: int = 0


def dominated_actions(
    form: SequenceForm, iterated: bool = False, has_reach: bool = True
) -> list[DominatedAction]:
    """Return the actions that are dominated by the rule of `eliminate_dominated`, in the order of that elimination.

    - `iterated`: Eliminate them, and go on until none is left; else each player's actions are those of the whole game.
    - `has_reach`: Whether W of the form has the probabilities of chance; else an action is strictly dominated only if
      the other one is better against every strategy of the opponent.
    """
    step: Reduced[SequenceForm, RealizationPlans, RealizationPlans] = Reduced(form, unchanged)
    actions: list[DominatedAction] = []
    number = 0

    def turn(player: int) -> bool:
        nonlocal step, number
        number += 1
        current = step.target if iterated else form
        search = Turn(current, player)
        kept = search.undominated()
        for worse, better in sorted(search.dominated_by.items()):
            dominance = _dominance(current, search, player, worse, better, has_reach)
            row = int(search.own.infoset_of[worse])
            names = search.own.action_names[row]
            first = int(search.own.first_sequence[row])
            actions.append(
                DominatedAction(
                    player,
                    search.own.infoset_names[row],
                    names[worse - first],
                    dominance,
                    names[better - first],
                    number if iterated else 0,
                )
            )
        if kept.all():
            return False
        if iterated:
            opponents = np.ones(len(current.sequences[1 - player]), dtype=bool)
            masks = (kept, opponents) if player == 0 else (opponents, kept)
            step = step.then(partial(restricted, kept=masks))
        return True

    take_turns(turn, once=not iterated)
    return actions


def _dominance(
    form: SequenceForm, search: Turn, player: int, worse: int, better: int, has_reach: bool
) -> Dominance:
    """Return how an action dominates another one, of which it is known that it is never worse.

    The gain is a function of the opponent's plans, the chosen continuation after the better action less the most after
    the worse one. It is folded over the opponent's sets together with the probability that the information set is
    reached, where plans with the least gain and among them those with the largest probability come first: if no plan
    with a gain of 0 reaches the set, the dominance is strict.
    """
    payoffs = form.A if player == 0 else form.B.T
    reach = form.W if player == 0 else form.W.T
    gains: dict[int, int] = {}
    _add_rows(gains, payoffs, search.continuation(better))
    for column, value in search.most(worse).items():
        gains[column] = gains.get(column, 0) - value
    reached: dict[int, int] = {}
    if has_reach:
        _add_rows(reached, reach, search.continuation(better))

    least_gain, likelihood = _folded(search.opponent, gains, reached)
    largest_gain, _ = _folded(search.opponent, {c: -gain for c, gain in gains.items()}, {})
    if least_gain > 0 or (has_reach and reached and likelihood == 0):
        return "strictly"
    return "equal" if largest_gain == 0 else "weakly"


def _add_rows(sums: dict[int, int], matrix: ExactMatrix, rows: list[int]) -> None:
    """Add up rows of the numerators of a matrix."""
    for row in rows:
        places = slice(int(matrix.row_start[row]), int(matrix.row_start[row + 1]))
        columns = matrix.columns[places].tolist()
        values = matrix.values.numerators[places].tolist()
        for column, value in zip(columns, values, strict=True):
            sums[column] = sums.get(column, 0) + int(value)


def _folded(
    opponent: SequenceIndex, gains: dict[int, int], reached: dict[int, int]
) -> tuple[int, int]:
    """Return the least gain over all plans of the opponent, and the largest probability of reach with this gain."""
    pairs = {
        column: (gains.get(column, 0), -reached.get(column, 0)) for column in {*gains, *reached}
    }
    first = opponent.first_sequence.tolist()
    above = opponent.parent_sequence.tolist()
    for row in range(opponent.num_infosets - 1, -1, -1):
        choices = [pairs.get(column, (0, 0)) for column in range(first[row], first[row + 1])]
        least = min(choices)
        before = pairs.get(above[row], (0, 0))
        pairs[above[row]] = (before[0] + least[0], before[1] + least[1])
    gain, minus_reach = pairs.get(0, (0, 0))
    return gain, -minus_reach
