"""Games with ordered signals after an abstraction: kinds of abstraction, their filters, and what the filters lose."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest

import numpy as np

from seqform.builders.abstraction.class_lp import ClassStrategies
from seqform.builders.abstraction.dominated_classes import Eliminated, eliminated_sequences
from seqform.builders.abstraction.filters import equitable_filters, lossless_violation
from seqform.builders.forms.class_game import class_game
from seqform.builders.preprocess.gameshrink import game_shrink
from seqform.builders.steps import (
    IDENTITY,
    LOSSLESS,
    PUBLISHED,
    THRESHOLD,
    Abstraction,
    threshold_of,
)
from seqform.errors import InputError, SolveError
from seqform.io.load import load
from seqform.models.games.abstraction import Filters, InformationFilter, identity_filters
from seqform.models.games.ordered import OrderedGame, OrderedSizes, count
from seqform.models.numbers.exact import Floats
from seqform.models.programs.class_game import ClassGame
from seqform.models.table import Cell, Part, Table
from seqform.solving.preprocessing import filters_step
from seqform.solving.request import Progress
from seqform.system.own_code import errors_named_by, own_object
from seqform.system.sources import parse_code

MAX_HANDS = 60
"""Of a first round with more hands, values by hand are not shown."""


@dataclass(frozen=True, eq=False, repr=False)
class AbstractedGame:
    """A game with ordered signals, and information filters that merge signals.

    - `kind`: The kind of `Abstraction`.
    - `seconds`: Time that the computation of the filters took.
    """

    game: OrderedGame
    kind: str
    filters: Filters
    seconds: float

    @cached_property
    def classes(self) -> ClassGame:
        """The smaller game."""
        return class_game(*self.filters)

    def __repr__(self) -> str:
        return f"<AbstractedGame {self.game.title!r}, {self.kind}: {' / '.join(self.class_counts)} classes>"

    @property
    def class_counts(self) -> list[str]:
        """The number of classes of each round; both players' numbers where they differ."""
        first_filter, second_filter = self.filters
        counts = []
        for first, second in zip(first_filter.num_classes, second_filter.num_classes, strict=True):
            counts.append(f"{first:,}" if first == second else f"{first:,} and {second:,}")
        return counts

    @cached_property
    def sizes(self) -> OrderedSizes:
        """The sizes of the original game."""
        return count(self.game)

    @cached_property
    def violation(self) -> str | None:
        """The reason why the filters may lose value, as a sentence; None if they are proved to be lossless."""
        return lossless_violation(self.filters)

    @property
    def loses_nothing(self) -> bool:
        """True if the filters are lossless, by their kind or by proof."""
        return self.kind in (LOSSLESS, IDENTITY) or self.violation is None

    @cached_property
    def undominated(self) -> Eliminated:
        """The smaller game after dominated sequences are eliminated, until none is left."""
        return eliminated_sequences(self.classes)

    def hands_tables(self, values: tuple[Floats, Floats]) -> list[Part]:
        """Return what the classes of the first round are worth to each player, by the values of its hands.

        No table of more than `MAX_HANDS` classes.
        """
        first_filter, second_filter = self.filters
        if max(first_filter.num_classes[0], second_filter.num_classes[0]) > MAX_HANDS:
            return []
        headings: list[str] = []
        for name in self.game.players:
            headings += (f"{name}'s first signals", "value")
        first_hands = _first_hands(first_filter, values[0])
        second_hands = _first_hands(second_filter, values[1])
        rows: list[list[Cell]] = [
            [*first, *second]
            for first, second in zip_longest(first_hands, second_hands, fillvalue=("", ""))
        ]
        return [Table("", tuple(headings), "lrlr", rows)]


def _first_hands(information: InformationFilter, values: Floats) -> list[tuple[Cell, Cell]]:
    """Return a label of each class of the first round, with the mean value of its hands."""
    rows: list[tuple[Cell, Cell]] = []
    for number in range(information.num_classes[0]):
        members = np.flatnonzero(information.classes[0] == number)
        names = [information.name(0, int(view)) for view in members]
        label = ", ".join(names)
        if len(names) > 4:
            label = f"{', '.join(names[:3])} and {len(names) - 3} more"
        rows.append((label, float(values[members].mean())))
    return rows


def abstract_game(
    game: OrderedGame | str,
    kind: str | InformationFilter | Filters | Abstraction = LOSSLESS,
    progress: Progress | None = None,
) -> AbstractedGame:
    """Return a game with ordered signals with the information filters of an abstraction.

    Parameters
    ----------
    game : OrderedGame, or the name of one in the catalog
    kind : str, InformationFilter, pair of these, or Abstraction
        As of `seqform.Abstraction`; one filter is for both players.

    Raises
    ------
    InputError
        If there is no such kind.
    GameError
        If there is no such game with ordered signals.

    Examples
    --------
    >>> abstract_game("leduc", "lossless").filters[0]
    <InformationFilter of 'leduc': 3 / 9 classes>
    """
    if isinstance(kind, Abstraction):
        step = kind
    elif isinstance(kind, InformationFilter):
        step = filters_step([kind])
    elif isinstance(kind, tuple):
        step = filters_step(kind)
    else:
        step = Abstraction(kind)
    game = load(game, kind="ordered")
    if progress is not None:
        progress(f"merging signals of {game.title}: {step.kind}")
    start = time.perf_counter()
    return AbstractedGame(game, step.kind, _filters(game, step), time.perf_counter() - start)


def lifted_abstraction(
    small: AbstractedGame, game: OrderedGame, lift: Callable[[Filters], Filters]
) -> AbstractedGame:
    """Return an abstraction of a smaller game as one of the game itself, by the lift of the filters.

    Raises SolveError if the lift does not return filters of the game that have the same classes.
    """
    filters = lift(small.filters)
    if filters is small.filters and small.game is game:
        return small
    if len(filters) != 2 or not all(isinstance(part, InformationFilter) for part in filters):
        raise SolveError(f"{game.title}: the lift of two filters returned {filters!r}")
    for lifted, own in zip(filters, small.filters, strict=True):
        if lifted.num_classes != own.num_classes:
            raise SolveError(
                f"{game.title}: the lift of {own!r} returned {lifted!r}, which has other classes"
            )
    first, second = filters
    return AbstractedGame(
        game, small.kind, (first.bound_to(game), second.bound_to(game)), small.seconds
    )


@dataclass(frozen=True)
class ClassesLift:
    """The lift of strategies of classes to those of an abstraction of the game itself, which has the same classes."""

    original: AbstractedGame

    def __call__(self, strategies: ClassStrategies) -> ClassStrategies:
        """Return the strategies as those of the game itself."""
        first, second = strategies
        classes = self.original.classes
        return replace(first, game=classes), replace(second, game=classes)


def _filters(game: OrderedGame, step: Abstraction) -> Filters:
    step_name = step.kind
    own_filters = step.filters
    code = parse_code(step_name)
    if code is not None:
        filters = own_object(code)
        with errors_named_by(code):
            several = filters if isinstance(filters, list | tuple) else [filters]
            own_filters = filters_step(several).filters
    if own_filters is not None:
        first, second = own_filters
        return first.bound_to(game), second.bound_to(game)
    if step_name == LOSSLESS:
        return equitable_filters(game)
    if step_name == PUBLISHED:
        return game_shrink(game)
    if step_name == IDENTITY:
        return identity_filters(game)
    return game_shrink(game, thresholds_of(step_name.removeprefix(f"{THRESHOLD}="), game))


def thresholds_of(text: str, game: OrderedGame) -> list[float]:
    """Return the thresholds by round: one number for all rounds, or one for each.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> thresholds_of("0.1", catalog.ordered("leduc")), thresholds_of("0.1,inf", catalog.ordered("leduc"))
    ([0.1, 0.1], [0.1, inf])
    """
    thresholds = [threshold_of(part) for part in text.split(",")]
    rounds = len(game.rounds)
    if len(thresholds) == 1:
        return thresholds * rounds
    if len(thresholds) != rounds:
        raise InputError(
            f"threshold {text!r}: one number, or one for each of the {rounds} rounds of {game.title}, expected"
        )
    return thresholds
