"""Linear programs of a class game in which one player has some sequences only, and the prices of the others."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from seqform.builders.abstraction.class_lp import (
    ClassSequences,
    ClassStrategies,
    Entries,
    block_names,
    collected,
    finite_pair,
    payoff_entries,
    sides,
    strategies_of_plans,
)
from seqform.builders.forms.class_game import common_denominator, end_payoffs
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Floats, Ints, Mask
from seqform.models.numbers.integers import times
from seqform.models.programs.class_game import ClassGame, ClassStrategy
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced


def restricted_lp(
    game: ClassGame, player: int | str, chosen: Mask, elsewhere: ClassStrategies | None = None
) -> Reduced[LinearProgram, RawSolution, ClassStrategies]:
    """Return `class_lp` with only those columns of the player whose actions are all chosen; the opponent keeps all.

    Its optimum is the largest payoff that the player can guarantee with these actions, against every strategy of the
    opponent: a lower bound on the player's value of the game, which the primal plan attains in the whole game. The dual
    plan of the opponent need not be good against other actions.

    Two reductions lose nothing. The only action left at an information set has the weight of the sequence before it:
    one column, and no row. And where the player no longer reaches anything at or after an information set of the
    opponent, the value of the set is 0: its column and the rows of its actions are left out.

    - `player`: 0, 1 or a name.
    - `chosen`, shape (|S_i|,): The chosen actions, by their sequences, at least one at every information set; see
      `chosen_actions`.
    - `elsewhere`: The behavior that the lift returns at information sets of weight zero, else uniform.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.forms.class_game import class_game
    >>> game = class_game(sf.InformationFilter.identity(sf.load("kuhn", kind="ordered")))
    >>> chosen = np.ones(game.num_sequences(0), dtype=bool)
    >>> restricted_lp(game, 0, chosen).target
    <LinearProgram 'kuhn, restricted': max, 20 rows × 20 columns, 68 nonzeros>
    """
    own, opponent = sides(game, player, "restricted_lp")

    # Rows of E: those of sets with two actions or more. A forced sequence has the column of the last one on the way to
    # it that is not forced.
    is_kept = reached_sequences(own, chosen)
    num_actions = np.bincount(own.set_of[is_kept], minlength=own.num_rows)
    is_equation = num_actions > 1
    is_equation[0] = True
    is_forced = is_kept & (num_actions[own.set_of] == 1)
    is_forced[0] = False
    unforced = np.where(is_forced, own.above, np.arange(len(own)))
    while (is_forced[unforced]).any():
        unforced = unforced[unforced]
    has_column = is_kept & ~is_forced
    column = _numbers(has_column)[unforced]
    equation = _numbers(is_equation)
    equations = int(is_equation.sum())
    weights = int(has_column.sum())

    # Rows of replies and columns of values: those of sets of the opponent after which there are payoffs.
    ends = end_payoffs(game, own.player)
    denominator = common_denominator(ends)
    payoffs: list[Entries] = []
    for end in ends:
        rows, columns, values = payoff_entries(own, opponent, end, denominator)
        counts = is_kept[columns] & (values != 0)
        payoffs.append((rows[counts] - own.num_rows, column[columns[counts]], values[counts]))
    is_live = _live_sets(opponent, payoffs)
    is_answered = is_live[opponent.set_of]
    reply = _numbers(is_answered)
    value = _numbers(is_live)
    replies = int(is_answered.sum())
    sets = int(is_live.sum())

    parts: list[Entries] = []
    for rows, columns, values in payoffs:
        parts.append((equations + reply[rows], columns, values))
    rows, columns, values = own.constraints()
    counts = is_equation[rows] & is_kept[columns]
    of_own = times(values[counts], denominator)
    parts.append((equation[rows[counts]], column[columns[counts]], of_own))
    rows, columns, values = opponent.constraints()
    counts = is_live[rows]
    of_opponent = times(values[counts], denominator)
    parts.append((equations + reply[columns[counts]], weights + value[rows[counts]], of_opponent))
    rows, columns, values = collected(parts)

    shape = (equations + replies, weights + sets)
    plan_rows = np.flatnonzero(is_equation)
    reply_rows = np.flatnonzero(is_answered)
    weight_columns = np.flatnonzero(has_column)
    value_columns = np.flatnonzero(is_live)
    program = LinearProgram(
        sense="max",
        # The value of the empty sequence is the first column after the weights.
        objective=ExactArray.unit(shape[1], weights),
        matrix=ExactMatrix.from_entries(shape, rows, columns, ExactArray(values, denominator)),
        rows=Bounds.concatenate(
            [Bounds.equal(ExactArray.unit(equations, 0)), Bounds.at_most(ExactArray.zeros(replies))]
        ),
        columns=Bounds.concatenate([Bounds.nonnegative(weights), Bounds.free(sets)]),
        row_names=block_names(
            (equations, "plan", lambda place: own.set_name(int(plan_rows[place]))),
            (replies, "reply", lambda place: opponent.sequence_name(int(reply_rows[place]))),
        ),
        column_names=block_names(
            (weights, "weight", lambda place: own.sequence_name(int(weight_columns[place]))),
            (sets, "value", lambda place: opponent.set_name(int(value_columns[place]))),
        ),
        name=f"{game.title}, restricted",
    )

    def lift(raw: RawSolution) -> ClassStrategies:
        primal, dual = finite_pair(raw, weights + sets, equations + replies)
        mine = np.where(is_kept, primal[column], 0.0)
        theirs = np.where(is_answered, dual[equations + reply], 0.0)
        return strategies_of_plans(own, opponent, mine, theirs, elsewhere)

    return Reduced(program, lift)


def _numbers(mask: Mask) -> Ints:
    """Return the number of each place of a mask among those where it holds, -1 elsewhere."""
    return np.where(mask, np.cumsum(mask) - 1, -1)


def chosen_actions(strategy: ClassStrategy, threshold: float) -> Mask:
    """Return a mask over the player's sequences: actions more likely than a threshold, and a likeliest of every set.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.forms.class_game import class_game
    >>> from seqform.models.programs.class_game import behavior_of_plan
    >>> game = class_game(sf.InformationFilter.identity(sf.load("kuhn", kind="ordered")))
    >>> plan = [np.arange(np.prod(game.shape(0, 0)), dtype=float).reshape(game.shape(0, 0))]
    >>> [int(chosen_actions(behavior_of_plan(game, 0, plan), level).sum()) for level in (0, 0.45, 1)]
    [12, 10, 7]
    """
    parts = [np.ones(1, dtype=bool)]
    for stage, table in zip(strategy.game.stages, strategy.behavior, strict=True):
        chosen = np.empty(table.shape, dtype=bool)
        for start, stop in pairwise(stage.sequences(strategy.player).set_start):
            part = table[:, start - 1 : stop - 1]
            # The first of several likeliest ones.
            likeliest = np.arange(stop - start)[:, None] == part.argmax(axis=1)[:, None]
            chosen[:, start - 1 : stop - 1] = (part > threshold) | likeliest
        parts.append(chosen.ravel())
    return np.concatenate(parts)


def reached_sequences(own: ClassSequences, chosen: Mask) -> Mask:
    """Return a mask of the sequences all of whose actions are chosen.

    With each step the ancestors that have been looked at are twice as many.
    """
    is_kept = chosen.copy()
    is_kept[0] = True
    ancestor = own.above
    while True:
        is_still_kept = is_kept & is_kept[ancestor]
        if (is_still_kept == is_kept).all():
            return is_kept
        is_kept = is_still_kept
        ancestor = ancestor[ancestor]


def improving_actions(own: ClassSequences, gains: list[Floats], chosen: Mask, least: float) -> Mask:
    """Return a mask of the actions that earn more, by `least`, than the chosen ones at their information set.

    `gains` are the payoffs of a unit of weight on each sequence against a plan of the opponent, by rounds.

    Notes
    -----
    An action earns the most that any actions after it allow, the chosen ones the most that chosen actions after them
    allow. These are the columns of negative reduced cost of a restricted program, and those below them. If there are
    none with `least` 0, then a best response among the chosen actions is one among all.
    """
    earned = np.concatenate([[0.0], *(table.ravel() for table in gains)])
    earned_by_chosen = earned.copy()
    is_better = np.zeros(len(own), dtype=bool)
    for number in reversed(range(own.game.num_rounds)):
        sequences = own.game.stages[number].sequences(own.player)
        for place in reversed(range(len(sequences.sets))):
            start, stop = sequences.set_start[place : place + 2]
            children = own.table[number][:, start - 1 : stop - 1]
            before = own.at(number, sequences.set_above[place])
            # What follows the children has been added to them: sets are visited from the last.
            is_chosen = chosen[children]
            most = np.where(is_chosen, earned_by_chosen[children], -np.inf).max(axis=1)
            is_better[children] = ~is_chosen & (earned[children] > most[:, None] + least)
            np.add.at(earned_by_chosen, before, most)
            np.add.at(earned, before, earned[children].max(axis=1))
    return is_better


def _live_sets(opponent: ClassSequences, payoffs: list[Entries]) -> Mask:
    """Return a mask over the rows of F: sets with a payoff at or after one of their actions, and the empty sequence."""
    is_active = np.zeros(len(opponent), dtype=bool)
    for rows, *_ in payoffs:
        is_active[rows] = True
    ancestor = opponent.above
    while True:
        is_active_then = is_active.copy()
        is_active_then[ancestor[is_active]] = True
        if (is_active_then == is_active).all():
            break
        is_active = is_active_then
        ancestor = ancestor[ancestor]

    is_live = np.zeros(opponent.num_rows, dtype=bool)
    is_live[opponent.set_of[is_active]] = True
    is_live[0] = True
    return is_live
