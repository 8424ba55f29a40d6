"""A class game beside a finer one of the same ordered game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seqform.builders.class_game import class_game
from seqform.errors import ModelError
from seqform.models.class_game import ClassGame
from seqform.models.exact import Ints
from seqform.models.information_filter import InformationFilter, first_members


@dataclass(frozen=True, eq=False)
class ClassRefinement:
    """A finer class game, and where its classes belong in the coarser one.

    Attributes
    ----------
    game : ClassGame
        The finer one.
    classes : for each player and round, ndarray of int, shape (finer classes,)
        The coarser class that each finer one is part of.
    """

    game: ClassGame
    classes: tuple[tuple[Ints, ...], tuple[Ints, ...]]


def class_refinement(coarse: InformationFilter, fine: InformationFilter) -> ClassRefinement:
    """Return the game of the finer filter, and the way from its classes to those of the coarser one.

    Parameters
    ----------
    coarse, fine : InformationFilter
        Of one ordered game, for both players.

    Raises
    ------
    ModelError
        If `fine` does not tell apart what `coarse` does.
    """
    if coarse.game is not fine.game:
        raise ModelError("class_refinement: two filters of one game expected")
    if not fine.refines(coarse):
        raise ModelError("class_refinement: the second filter does not tell apart all that the first does")
    classes = tuple(
        np.asarray(coarse.classes[number][first_members(fine.classes[number])]) for number in range(len(fine.classes))
    )
    return ClassRefinement(class_game(fine), (classes, classes))


def check_refinement(coarse: ClassGame, refinement: ClassRefinement) -> None:
    """Raise a ModelError unless the payoffs of the finer classes add up to those of the coarser ones."""
    fine = refinement.game
    if fine.stages != coarse.stages or not all(
        mine.denominator == theirs.denominator and np.array_equal(mine.numerators, theirs.numerators)
        for mine, theirs in zip(fine.payoffs, coarse.payoffs, strict=True)
    ):
        raise ModelError(f"{coarse.title}: the refinement is of another game")
    for number, (expected, pairs) in enumerate(zip(coarse.pairs, fine.pairs, strict=True)):
        first, second = (classes[number] for classes in refinement.classes)
        width = coarse.num_classes[1][number]
        place = np.searchsorted(
            expected.first * width + expected.second, first[pairs.first] * width + second[pairs.second]
        )
        total = np.zeros((len(expected) + 1, len(pairs.numerators)), dtype=np.int64)
        np.add.at(total, place, pairs.numerators.T)
        if not np.array_equal(total[:-1].T * expected.denominator, expected.numerators * pairs.denominator):
            raise ModelError(f"{coarse.title}: classes of round {number + 1} do not add up to the coarser ones")
