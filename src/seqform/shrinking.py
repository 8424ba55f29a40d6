"""Ways to see less of an ordered game, by name."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property

from seqform.builders.class_game import class_game
from seqform.builders.dominated_classes import Eliminated, Rule, eliminated_sequences
from seqform.builders.equitable_filter import equitable_filters
from seqform.builders.games.ordered.limit_poker import SHOWDOWN
from seqform.builders.gameshrink import game_shrink
from seqform.builders.lossless import lossless_violation
from seqform.errors import OptionError
from seqform.models.class_game import ClassGame
from seqform.models.information_filter import InformationFilter
from seqform.models.ordered_game import OrderedGame
from seqform.models.ordered_sizes import OrderedSizes, count
from seqform.phases import Progress
from seqform.sources import load_ordered

Filters = tuple[InformationFilter, InformationFilter]

LOSSLESS = "lossless"
PUBLISHED = "published"
NONE = "none"
THRESHOLD = "threshold="
ANYTIME = "anytime"
"""Not a way of shrinking but a walk through many: see `seqform.anytime`."""
WAYS = (LOSSLESS, PUBLISHED, f"{THRESHOLD}T", NONE)
"""What `shrink` may be: the coarsest equitable filters, GameShrink, GameShrink with a threshold or one for each
round, nothing."""


@dataclass(frozen=True, eq=False)
class Shrunk:
    """An ordered game, and what filters make of it.

    Attributes
    ----------
    game : OrderedGame
    how : str
        One of `WAYS`, with the threshold if there is one.
    filters : two InformationFilter
    seconds : float
        How long it took to find them.
    """

    game: OrderedGame
    how: str
    filters: Filters
    seconds: float

    @cached_property
    def classes(self) -> ClassGame:
        """The smaller game."""
        return class_game(*self.filters)

    @cached_property
    def sizes(self) -> OrderedSizes:
        """The sizes of the original game."""
        return count(self.game)

    @cached_property
    def violation(self) -> str | None:
        """Why the filters lose something, as a sentence; None if they are proved to lose nothing."""
        return lossless_violation(self.filters)

    @cached_property
    def undominated(self) -> Eliminated:
        """What the smaller game keeps after dominated sequences are eliminated, by the paper's rule if it applies."""
        rule = Rule.PUBLISHED if SHOWDOWN in self.classes.features else Rule.ITERATED
        return eliminated_sequences(self.classes, rule)


def shrunk(game: OrderedGame | str, how: str = LOSSLESS, progress: Progress | None = None) -> Shrunk:
    """Return a game with the filters that a word stands for.

    Parameters
    ----------
    game : OrderedGame, or the name of one in the catalog
    how : str
        "lossless", "published" for GameShrink as published, "threshold=T" for GameShrink that merges what costs at
        most T, "threshold=T1,T2,..." with a number for each round, or "none".
    progress : callable, optional

    Raises
    ------
    OptionError
        If it is another word.
    GameError
        If there is no such game, or it is not known as one with ordered signals.

    Examples
    --------
    >>> shrunk("leduc", "lossless").filters[0]
    <InformationFilter of 'leduc': 3 / 9 classes>
    """
    if not isinstance(how, str):
        raise _unknown(how)
    game = load_ordered(game)
    if progress is not None:
        progress(f"shrinking {game.title}: {how}")
    start = time.perf_counter()
    return Shrunk(game, how, _filters(game, how), time.perf_counter() - start)


def _filters(game: OrderedGame, how: str) -> Filters:
    if how == LOSSLESS:
        return equitable_filters(game)
    if how == PUBLISHED:
        return game_shrink(game)
    if how == NONE:
        everything = InformationFilter.identity(game)
        return everything, everything
    if how.startswith(THRESHOLD):
        return game_shrink(game, thresholds_of(how.removeprefix(THRESHOLD), game))
    if how == ANYTIME:
        raise OptionError(f"shrink {how!r}: solves from coarse to fine; take 'seqform solve --shrink anytime'")
    raise _unknown(how)


def _unknown(how: object) -> OptionError:
    return OptionError(f"shrink {how!r}: one of {', '.join((*WAYS, ANYTIME))} expected")


def thresholds_of(text: str, game: OrderedGame) -> list[float]:
    """Return the thresholds by rounds that a text stands for: one number for all rounds, or one for each.

    Raises
    ------
    OptionError
        If there are as many as neither, or one is no number from 0 on.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> thresholds_of("0.1", catalog.ordered("leduc")), thresholds_of("0.1,inf", catalog.ordered("leduc"))
    ([0.1, 0.1], [0.1, inf])
    """
    thresholds, rounds = [threshold_of(part) for part in text.split(",")], len(game.rounds)
    if len(thresholds) == 1:
        return thresholds * rounds
    if len(thresholds) != rounds:
        raise OptionError(
            f"threshold {text!r}: one number, or one for each of the {rounds} rounds of {game.title}, expected"
        )
    return thresholds


def threshold_of(text: str) -> float:
    """Return the threshold that a text stands for.

    Raises
    ------
    OptionError
        If it is no number from 0 on.

    Examples
    --------
    >>> threshold_of("0.25"), threshold_of("1/4"), threshold_of("inf")
    (0.25, 0.25, inf)
    """
    numerator, slash, denominator = text.partition("/")
    try:
        threshold = float(numerator) / float(denominator) if slash else float(text)
    except (ValueError, ZeroDivisionError):
        threshold = -1.0
    if not threshold >= 0:
        raise OptionError(f"threshold {text!r}: a number from 0 on, or inf, expected")
    return threshold
