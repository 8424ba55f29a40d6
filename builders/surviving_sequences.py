"""What is left of a sequence form after some sequences have been struck out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seqform.builders.sequence_form import plan_constraints
from seqform.models.exact import ExactArray, ExactMatrix, Ints
from seqform.models.linear_program import Vector
from seqform.models.reduced import Reduced
from seqform.models.sequence_form import SequenceForm
from seqform.models.sequences import SequenceIndex
from seqform.models.strategies import RealizationPlan, RealizationPlans

Mask = npt.NDArray[np.bool_]


def restricted(
    form: SequenceForm, kept: tuple[Mask, Mask]
) -> Reduced[SequenceForm, RealizationPlans, RealizationPlans]:
    """Return the sequence form of the game in which some choices are forbidden.

    Parameters
    ----------
    form : SequenceForm
    kept : two masks, of shapes (|S1|,) and (|S2|,)
        What follows a sequence that is not kept is not kept either; at every set that can
        still be reached something is.

    Returns
    -------
    Reduced
        `target` has the kept sequences and the sets after them. `lift` gives all others weight zero.
    """
    indices = form.sequences[0], form.sequences[1]
    first, second = (_restricted_index(index, mask) for index, mask in zip(indices, kept, strict=True))
    A, B, W = (_submatrix(matrix, *kept) for matrix in (form.A, form.B, form.W))
    target = SequenceForm((first, second), plan_constraints(first), plan_constraints(second), A, B, W, form.title)

    def lift(plans: RealizationPlans) -> RealizationPlans:
        one, other = (
            RealizationPlan(index, _widened(plan.weights, mask))
            for index, mask, plan in zip(indices, kept, plans, strict=True)
        )
        return RealizationPlans((one, other))

    return Reduced(target, lift)


def _restricted_index(index: SequenceIndex, kept: Mask) -> SequenceIndex:
    sets = np.flatnonzero(kept[index.parent_sequence])
    number = np.cumsum(kept) - 1
    actions = np.add.reduceat(kept.astype(np.int64), index.first_sequence[:-1]) if index.num_infosets else sets
    place = np.full(index.num_infosets, -1, dtype=np.int64)
    place[sets] = np.arange(len(sets))
    order = place[index.order]
    return SequenceIndex(
        player=index.player,
        parent_sequence=number[index.parent_sequence[sets]],
        first_sequence=np.concatenate([[1], 1 + np.cumsum(actions[sets])]).astype(np.int64),
        infoset_names=tuple(index.infoset_names[row] for row in sets),
        action_names=tuple(_kept_names(index, kept, int(row)) for row in sets),
        order=order[order >= 0],
    )


def _kept_names(index: SequenceIndex, kept: Mask, row: int) -> tuple[str, ...]:
    start = int(index.first_sequence[row])
    return tuple(name for place, name in enumerate(index.action_names[row]) if kept[start + place])


def _submatrix(matrix: ExactMatrix, rows: Mask, columns: Mask) -> ExactMatrix:
    inside = rows[matrix.rows] & columns[matrix.columns]
    row, column = (np.cumsum(mask) - 1 for mask in (rows, columns))
    return ExactMatrix(
        (int(rows.sum()), int(columns.sum())),
        row[matrix.rows[inside]],
        column[matrix.columns[inside]],
        matrix.values.take(inside),
    )


def _widened(weights: Vector, kept: Mask) -> Vector:
    places: Ints = np.flatnonzero(kept)
    if isinstance(weights, ExactArray):
        numerators = np.zeros(len(kept), dtype=weights.numerators.dtype)
        numerators[places] = weights.numerators
        return ExactArray(numerators, weights.denominator)
    wide = np.zeros(len(kept))
    wide[places] = weights
    return wide
