"""The reduced normal form and its linear program, the baseline for the sequence form."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np

from seqform.builders.forms.sequence_form import primal_and_dual, well_scaled
from seqform.errors import ModelError
from seqform.models.games.infosets import SequenceIndex, ranges
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Vector, entries
from seqform.models.numbers.text import rough_count
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.sequence_form import SequenceForm, require_sequence_form
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans

MAX_STRATEGIES = 20_000
"""Refuse to enumerate more reduced pure strategies of a player than this."""

MAX_CELLS = 4_000_000
"""Refuse to fill larger payoff matrices than this."""


@dataclass(frozen=True, eq=False)
class NormalForm:
    """The reduced normal form of a game.

    - `strategies`, shapes (k1, |S1|) and (k2, |S2|): Row π has a 1 at every sequence σ with π[σ] = 1 (vSvET, 2.1).
    - `A`, `B`, shape (k1, k2): The players' payoffs.
    - `names`: A name for every strategy: its choices in depth-first order.
    """

    strategies: tuple[ExactMatrix, ExactMatrix]
    A: ExactMatrix
    B: ExactMatrix
    names: tuple[tuple[str, ...], tuple[str, ...]]


def count_pure_strategies(index: SequenceIndex) -> int:
    """Return the number of a player's reduced pure strategies, without listing them."""
    count = [1] * len(index)
    for row in reversed(index.order.tolist()):
        start, stop = index.first_sequence[row : row + 2]
        count[index.parent_sequence[row]] *= sum(count[start:stop])
    return count[0]


def reduced_normal_form(form: SequenceForm, max_strategies: int = MAX_STRATEGIES) -> NormalForm:
    """Return the reduced normal form: pure strategies up to choices that their own choices exclude.

    There may be `max_strategies` of each player, whose number grows exponentially with the game, and `MAX_CELLS` cells.
    """
    strategies, names = [], []
    counts = [count_pure_strategies(index) for index in form.sequences]
    for index, count in zip(form.sequences, counts, strict=True):
        if count > max_strategies:
            raise ModelError(
                f"the reduced normal form of {form.title!r} has {rough_count(count)} pure strategies of player "
                f"{index.player + 1}, more than {max_strategies:,}; use the sequence form"
            )
        if prod(counts) > MAX_CELLS:
            raise ModelError(
                f"the reduced normal form of {form.title!r} has {counts[0]:,} × {counts[1]:,} cells, "
                f"more than {MAX_CELLS:,}; use the sequence form"
            )
        pure, choices = pure_strategies(index)
        strategies.append(pure)
        names.append(choices)
    first, second = strategies
    return NormalForm(
        strategies=(first, second),
        A=_product(_product(first, form.A), second.T),
        B=_product(_product(first, form.B), second.T),
        names=(names[0], names[1]),
    )


def normal_form_lp(
    form: SequenceForm, player: int | str = 0, max_strategies: int = MAX_STRATEGIES
) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
    """Return the textbook LP of the matrix game: maximise v with x ≥ 0, Σ x = 1, v ≤ xᵀA for every column.

    - `form`: Of a zero-sum or constant-sum game.
    - `player`: 0, 1 or a name; whose mixed strategy is primal. The opponent's is the dual.
    - `max_strategies`: As in `reduced_normal_form`.

    `target` has 1 + k_j rows and k_i + 1 columns; `lift` reads both realization plans back.
    """
    player = require_sequence_form(form, "normal_form_lp", player)
    normal = reduced_normal_form(form, max_strategies)
    payoffs = well_scaled(normal.A.T if player == 0 else normal.B)  # one row per strategy of the opponent
    replies, size = payoffs.shape
    ones = ExactMatrix.from_dense([[1] * size]), ExactMatrix.from_dense([[1]] * replies)
    program = LinearProgram(
        sense="max",
        objective=ExactArray.concatenate([ExactArray.zeros(size), ExactArray.of([1])]),
        matrix=ExactMatrix.block([[ones[0], None], [-payoffs, ones[1]]]),
        rows=Bounds.concatenate([Bounds.equal(ExactArray.of([1])), Bounds.at_most(ExactArray.zeros(replies))]),
        columns=Bounds.concatenate([Bounds.nonnegative(size), Bounds.free(1)]),
        row_names=["sum", *(f"reply {name}" for name in normal.names[1 - player])],
        column_names=[*(f"weight {name}" for name in normal.names[player]), "value"],
        name=f"{form.title} (normal form)",
    )

    def lift(raw: RawSolution) -> RealizationPlans:
        primal, dual = primal_and_dual(raw)
        mixed = entries(primal, slice(0, size)), entries(dual, slice(1, None))
        both = mixed if player == 0 else mixed[::-1]
        first, second = (realized_plan(*one) for one in zip(form.sequences, normal.strategies, both, strict=True))
        return RealizationPlans((first, second))

    return Reduced(program, lift)


def realized_plan(index: SequenceIndex, pure: ExactMatrix, mixed: Vector) -> RealizationPlan:
    """Return the plan Σ_π π[σ] μ(π) of a mixed strategy μ over pure strategies, the rows of a matrix (vSvET, 2.2)."""
    if isinstance(mixed, ExactArray):
        return RealizationPlan(index, pure.T.dot(mixed).reduced())
    return RealizationPlan(index, pure.to_scipy().T @ mixed)


def pure_strategies(index: SequenceIndex) -> tuple[ExactMatrix, tuple[str, ...]]:
    """Return the reduced pure strategies of a player, however many, and their names, as in `NormalForm`."""
    after: list[list[tuple[int, ...]]] = [[()]] * len(index)
    for row in reversed(index.order.tolist()):  # what follows a set is ready, and the sets beside it that come later
        start, stop = index.first_sequence[row : row + 2].tolist()
        ways = [(chosen, *rest) for chosen in range(start, stop) for rest in after[chosen]]
        above = index.parent_sequence[row]
        after[above] = [(*mine, *rest) for mine in ways for rest in after[above]]
    listed = [(0, *sequences) for sequences in after[0]]
    rows = np.repeat(np.arange(len(listed)), [len(sequences) for sequences in listed])
    columns = np.array([sequence for sequences in listed for sequence in sequences])
    choices = (", ".join(index.names[sequence] for sequence in sequences[1:]) for sequences in listed)
    names = tuple(f"{k}: {one}" if one else f"{k}" for k, one in enumerate(choices, start=1))
    return ExactMatrix.from_entries((len(listed), len(index)), rows, columns, ExactArray.ones(len(rows))), names


def _product(left: ExactMatrix, right: ExactMatrix) -> ExactMatrix:
    """Return the exact product of two sparse matrices."""
    start = right.row_start[left.columns]
    count = right.row_start[left.columns + 1] - start
    entry = ranges(start, count)
    values = left.values.take(np.repeat(np.arange(left.nonzeros), count)) * right.values.take(entry)
    rows = np.repeat(left.rows, count)
    return ExactMatrix.from_entries((left.shape[0], right.shape[1]), rows, right.columns[entry], values)
