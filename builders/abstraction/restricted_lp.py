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
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Floats, Mask
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
    own, other = sides(game, player, "restricted_lp")
    kept = reached_sequences(own, chosen)
    actions = np.bincount(own.set_of[kept], minlength=own.num_rows)
    forced = kept & (actions[own.set_of] == 1)
    forced[0] = False
    # the last unforced sequence on the way to a sequence, itself included
    unforced = np.where(forced, own.above, np.arange(len(own)))
    while (forced[unforced]).any():
        unforced = unforced[unforced]
    column = np.where(kept & ~forced, np.cumsum(kept & ~forced) - 1, -1)[unforced]
    is_equation = actions > 1
    is_equation[0] = True
    equation, equations = np.cumsum(is_equation) - 1, int(is_equation.sum())

    ends = end_payoffs(game, own.player)
    denominator = common_denominator(ends)
    payoffs: list[Entries] = []
    for end in ends:
        rows, columns, values = payoff_entries(own, other, end, denominator)
        here = kept[columns] & (values != 0)
        payoffs.append((rows[here] - own.num_rows, column[columns[here]], values[here]))
    live = _live_sets(other, payoffs)
    answered = live[other.set_of]
    reply, value = np.cumsum(answered) - 1, np.cumsum(live) - 1
    weights, replies, sets = int((kept & ~forced).sum()), int(answered.sum()), int(live.sum())

    parts: list[Entries] = [
        (equations + reply[rows], columns, values) for rows, columns, values in payoffs
    ]
    rows, columns, values = own.constraints()
    here = is_equation[rows] & kept[columns]
    parts.append((equation[rows[here]], column[columns[here]], times(values[here], denominator)))
    rows, columns, values = other.constraints()
    here = live[rows]
    parts.append(
        (
            equations + reply[columns[here]],
            weights + value[rows[here]],
            times(values[here], denominator),
        )
    )
    rows, columns, values = collected(parts)
    shape = (equations + replies, weights + sets)
    names = [np.flatnonzero(mask) for mask in (is_equation, answered, kept & ~forced, live)]
    program = LinearProgram(
        sense="max",
        objective=ExactArray.unit(shape[1], weights),
        matrix=ExactMatrix.from_entries(shape, rows, columns, ExactArray(values, denominator)),
        rows=Bounds.concatenate(
            [Bounds.equal(ExactArray.unit(equations, 0)), Bounds.at_most(ExactArray.zeros(replies))]
        ),
        columns=Bounds.concatenate([Bounds.nonnegative(weights), Bounds.free(sets)]),
        row_names=block_names(
            (equations, "plan", lambda place: own.set_name(int(names[0][place]))),
            (replies, "reply", lambda place: other.sequence_name(int(names[1][place]))),
        ),
        column_names=block_names(
            (weights, "weight", lambda place: own.sequence_name(int(names[2][place]))),
            (sets, "value", lambda place: other.set_name(int(names[3][place]))),
        ),
        name=f"{game.title}, restricted",
    )

    def lift(raw: RawSolution) -> ClassStrategies:
        primal, dual = finite_pair(raw, weights + sets, equations + replies)
        mine = np.where(kept, primal[column], 0.0)
        theirs = np.where(answered, dual[equations + reply], 0.0)
        return strategies_of_plans(own, other, mine, theirs, elsewhere)

    return Reduced(program, lift)


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
            likeliest = np.arange(stop - start)[:, None] == part.argmax(axis=1)[:, None]
            chosen[:, start - 1 : stop - 1] = (part > threshold) | likeliest
        parts.append(chosen.ravel())
    return np.concatenate(parts)


def reached_sequences(own: ClassSequences, chosen: Mask) -> Mask:
    """Return a mask of the sequences all of whose actions are chosen."""
    kept, above = chosen.copy(), own.above
    kept[0] = True
    while True:
        fewer = kept & kept[above]
        if (fewer == kept).all():
            return kept
        kept, above = fewer, above[above]


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
    earned_by_chosen, better = earned.copy(), np.zeros(len(own), dtype=bool)
    for number in reversed(range(own.game.num_rounds)):
        sequences = own.game.stages[number].sequences(own.player)
        for place in reversed(range(len(sequences.sets))):
            children = own.table[number][
                :, sequences.set_start[place] - 1 : sequences.set_start[place + 1] - 1
            ]
            before = own.at(number, sequences.set_above[place])
            most = np.where(chosen[children], earned_by_chosen[children], -np.inf).max(axis=1)
            better[children] = ~chosen[children] & (earned[children] > most[:, None] + least)
            np.add.at(earned_by_chosen, before, most)
            np.add.at(earned, before, earned[children].max(axis=1))
    return better


def _live_sets(other: ClassSequences, payoffs: list[Entries]) -> Mask:
    """Return a mask over the rows of F: sets with a payoff at or after one of their actions, and the empty sequence."""
    active = np.zeros(len(other), dtype=bool)
    for rows, *_ in payoffs:
        active[rows] = True
    above = other.above
    while True:
        more = active.copy()
        more[above[active]] = True
        if (more == active).all():
            break
        active, above = more, above[above]
    live = np.zeros(other.num_rows, dtype=bool)
    live[other.set_of[active]] = True
    live[0] = True
    return live
