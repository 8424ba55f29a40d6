"""A class game beside a finer one of the same ordered game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seqform.builders.class_game import class_game
from seqform.errors import ModelError
from seqform.models.class_game import ClassGame
from seqform.models.exact import Ints
from seqform.models.information_filter import InformationFilter, first_members

Filters = tuple[InformationFilter, InformationFilter]


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


def class_refinement(coarse: Filters, fine: Filters) -> ClassRefinement:
    """Return the game of finer filters, and the way from its classes to those of the coarser ones.

    Parameters
    ----------
    coarse, fine : pair of InformationFilter
        Of player 1 and of player 2.

    Raises
    ------
    ModelError
        If the filters are of different games, or `fine` does not tell apart what `coarse` does.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker_games import leduc
    >>> game = leduc("leduc")
    >>> fine, coarse = InformationFilter.identity(game), InformationFilter.coarsest(game)
    >>> class_refinement((coarse, coarse), (fine, fine)).game
    <ClassGame 'leduc': 6 / 30 classes>
    """
    for player, (one, other) in enumerate(zip(coarse, fine, strict=True), start=1):
        if one.game is not other.game:
            raise ModelError("class_refinement: filters of one game expected")
        if not other.refines(one):
            raise ModelError(
                f"class_refinement: player {player}'s finer filter does not tell apart all that the coarser one does"
            )
    first, second = (_coarser_classes(one, other) for one, other in zip(coarse, fine, strict=True))
    return ClassRefinement(class_game(*fine), (first, second))


def _coarser_classes(coarse: InformationFilter, fine: InformationFilter) -> tuple[Ints, ...]:
    return tuple(
        np.asarray(into[first_members(out_of)]) for into, out_of in zip(coarse.classes, fine.classes, strict=True)
    )


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
