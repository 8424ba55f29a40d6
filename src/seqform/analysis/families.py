"""Families of games over a parameter: a game with an interval, a function with one, or two games on one tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from inspect import signature
from typing import Any

import numpy as np

from seqform.builders.games import catalog
from seqform.builders.preprocess.constant_sum import rounded_sum
from seqform.errors import GameError, InputError
from seqform.io.load import load
from seqform.models.games.extensive import NONE, ExtensiveGame, Outcomes
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.numbers.given import given_rational
from seqform.models.numbers.text import parse_rational, shown_rational, write_rational
from seqform.solving.routes.plans import not_constant_sum
from seqform.system.intervals import interval_ends
from seqform.system.own_code import require_positional
from seqform.system.sources import Source

Family = Callable[[Fraction], ExtensiveGame]
"""From a number of the parameter to the game."""


@dataclass(frozen=True)
class NamedFamily:
    """A game of the catalog or of a Python file with a parameter and further ones."""

    source: Source
    name: str
    parameters: Mapping[str, Any]

    def __call__(self, t: Fraction) -> ExtensiveGame:
        """Return the game at a number."""
        source = self.source
        if not source.runs_code:
            further = dict(self.parameters)
            if self.name in dict(source.arguments or ()):
                source = source.with_argument(self.name, write_rational(t))  # for the interval
            else:
                further[self.name] = t
            return catalog.make(source, **further) if further else load(source)

        for name, value in self.parameters.items():
            if name in dict(source.arguments or ()):
                raise InputError(f"{source}: parameter {name!r} is given twice")
            text = write_rational(value) if isinstance(value, Fraction) else str(value)
            source = source.with_argument(name, text)
        return load(source.with_argument(self.name, write_rational(t)))


@dataclass(frozen=True)
class FunctionFamily:
    """A function of the parameter that returns a game, or what `load` accepts.

    - `name`: That of the parameter, if it is an argument by name; else the only argument.
    """

    function: Callable[..., Any]
    name: str = ""

    def __call__(self, t: Fraction) -> ExtensiveGame:
        """Return the game at a number."""
        if self.name:
            return load(self.function(**{self.name: t}))
        return load(self.function(t))


@dataclass(frozen=True, eq=False)
class Segment(Immutable):
    """The games whose payoffs and probabilities are linear in t, from those of one game to those of another.

    - `outcome`: For every node its outcome: one of its own for every leaf, since leaves that share an outcome of one
      game may differ in the other.
    """

    first: ExtensiveGame
    second: ExtensiveGame
    outcome: Ints

    @classmethod
    def between(cls, first: ExtensiveGame, second: ExtensiveGame) -> Segment:
        """Return the games between two on one tree."""
        require_same_tree(first, second, f"{first.title} and {second.title}")
        outcome = np.full(len(first), NONE, dtype=np.int64)
        outcome[first.leaves] = np.arange(len(first.leaves))
        return cls(first, second, outcome)

    def __call__(self, t: Fraction) -> ExtensiveGame:
        """Return the game at a number."""
        first = self.first
        second = self.second

        def between(start: ExactArray, end: ExactArray) -> ExactArray:
            return (start * (1 - t) + end * t).reduced()

        own = between(first.leaf_payoffs[0], second.leaf_payoffs[0])
        opponent = between(first.leaf_payoffs[1], second.leaf_payoffs[1])
        sets = first.information_sets
        probability = between(sets.probability, second.information_sets.probability)
        labels = tuple(str(place + 1) for place in range(len(first.leaves)))
        matrices = first.matrices
        if matrices is not None:
            limits = [
                between(*(ExactArray.of([bounds.least(), bounds.largest()]) for bounds in ends))
                for ends in zip(first.payoff_limits, second.payoff_limits, strict=True)
            ]
            matrices = replace(matrices, limits=(limits[0], limits[1]))
        return replace(
            first,
            matrices=matrices,
            title=f"{first.title} to {second.title} at {shown_rational(t)}",
            information_sets=replace(sets, probability=probability),
            outcome=self.outcome,
            outcomes=Outcomes(labels, (own, opponent)),
        )


def has_interval(game: str | Source) -> bool:
    """Return whether a text names a game with an interval of a parameter, such as ``kuhn(bet=0..4)``."""
    return bool(_intervals(catalog.source_of(game)))


def _intervals(source: Source) -> list[tuple[str, str, str]]:
    """Return the names of the arguments that are intervals of two numbers, with their ends."""
    intervals = []
    for name, value in source.arguments or ():
        ends = interval_ends(value)
        if ends is not None and all(parse_rational(end) is not None for end in ends):
            intervals.append((name, *ends))
    return intervals


def family_of(
    caller: str,
    game: Any,
    other: Any,
    interval: tuple[Any, Any] | None,
    parameters: Mapping[str, Any],
) -> tuple[str, str, Family, tuple[Fraction, Fraction]]:
    """Return the title, the name of the parameter, the family and the interval, whose ends are in order.

    `caller` is the function whose arguments these are.
    """
    title, name, family, (start, end) = _family_of(caller, game, other, interval, parameters)
    if not start < end:
        raise InputError(
            f"{name} from {shown_rational(start)} to {shown_rational(end)}: the "
            "interval is empty; the first number has to be less"
        )
    return title, name, family, (start, end)


def _family_of(
    caller: str,
    game: Any,
    other: Any,
    interval: tuple[Any, Any] | None,
    parameters: Mapping[str, Any],
) -> tuple[str, str, Family, tuple[Fraction, Fraction]]:
    """Return the same without a check of the interval."""
    if other is not None:
        if parameters:
            raise InputError(f"{next(iter(parameters))}: of no meaning with two games")
        first = load(game)
        second = load(other)
        title = f"{first.title} to {second.title}"
        return title, "t", Segment.between(first, second), _interval("t", interval or (0, 1))

    source = catalog.source_of(game)
    if isinstance(source, Source):
        intervals = _intervals(source)
        if intervals:
            if interval is not None:
                raise InputError(f"interval: {game} has one already")
            if len(intervals) > 1:
                names = " and ".join(name for name, _, _ in intervals)
                raise InputError(
                    f"{game}: the interval of one parameter expected, not of {names}; give one number for each other"
                )
            ((name, low, high),) = intervals

            named = NamedFamily(source, name, parameters)
            return source.text, name, named, _interval(name, (low, high))

    pairs = {name: value for name, value in parameters.items() if isinstance(value, tuple | list)}
    if isinstance(source, Source) and len(pairs) == 1:
        ((name, pair),) = pairs.items()
        if name in dict(source.arguments or ()):
            raise InputError(f"{source}: parameter {name!r} is given twice")
        if interval is not None:
            raise InputError(f"interval: {name} has one already, {pair!r}; leave one of them out")
        fixed = {key: value for key, value in parameters.items() if key != name}
        title = ", ".join((source.text, *(f"{key} = {value}" for key, value in fixed.items())))
        return title, name, NamedFamily(source, name, fixed), _interval(name, pair)

    if callable(game) and interval is None and len(parameters) == len(pairs) == 1:
        ((name, pair),) = pairs.items()
        _require_argument(game, name, pair)
        title = getattr(game, "__name__", "game").strip("<>")
        return title, name, FunctionFamily(game, name), _interval(name, pair)

    if callable(game):
        if parameters:
            raise InputError(
                f"{next(iter(parameters))}: of no meaning with a function of the parameter"
            )
        if interval is None:
            raise InputError("interval: needed with a function of the parameter, such as (0, 1)")
        require_positional("game", game, ("the parameter",))
        title = getattr(game, "__name__", "game").strip("<>")
        return title, "t", FunctionFamily(game), _interval("t", interval)

    raise InputError(
        f"{caller}: a game with an interval of one parameter expected, such as {caller}('kuhn', bet=(0, 4)) "
        "or 'kuhn(bet=0..4)', two games, or a function with an interval"
    )


def _require_argument(function: Callable[..., Any], name: str, pair: Any) -> None:
    """Refuse an interval of an argument that a function does not have."""
    try:
        signature(function).bind(**{name: 0})
    except TypeError as error:
        raise InputError(
            f"{name}: the function is not called with this argument alone ({error}); the interval of its only argument "
            f"is interval={pair!r}"
        ) from None


def _interval(name: str, ends: Any) -> tuple[Fraction, Fraction]:
    if not isinstance(ends, tuple | list) or len(ends) != 2:
        raise InputError(f"{name}: two numbers, the ends of an interval, expected, not {ends!r}")
    return parameter_number(ends[0], name), parameter_number(ends[1], name)


def parameter_number(value: Any, name: str) -> Fraction:
    """Return the number of a parameter that a person writes."""
    return Fraction(given_rational(value, name))


def require_same_tree(first: ExtensiveGame, second: ExtensiveGame, where: str) -> None:
    """Raise GameError, with the first place that differs, unless two games have the same moves and information sets."""
    sides = (first, second)
    for node in range(min(map(len, sides))):
        movers = [(game.players, *_move(game, node)) for game in sides]
        if movers[0] != movers[1]:
            place = " > ".join(first.path(node)) or "the root"
            raise GameError(
                f"{where}: the trees differ at {place}; one tree for all of the interval is needed"
            )
    if not np.array_equal(first.infoset, second.infoset):
        raise GameError(
            f"{where}: the information sets differ; one tree for all of the interval is needed"
        )


def has_value(game: Any, other: Any) -> bool:
    """Return whether the games at both ends of an interval are constant-sum, at least but for rounding."""
    _, _, family, ends = family_of("vary", game, other, None, {})
    return all(rounded_sum(family(end)) is not None for end in ends)


def require_value(game: ExtensiveGame) -> None:
    """Raise GameError, with what there is instead, for a general-sum game, which has no value."""
    if game.constant_sum is None:
        raise GameError(
            f"{not_constant_sum(game)}, and it has no value; its equilibria are sampled by "
            "`seqform vary FIRST SECOND`, from this game to a second one on its tree, or over a parameter, as in "
            "'stag-hunt(hare=3..5)'; in Python by seqform.equilibrium_correspondence"
        )


def _move(game: ExtensiveGame, node: int) -> tuple[Any, ...]:
    row = int(game.infoset[node])
    player = int(game.player[node])
    if row == NONE:
        return (player,)
    return player, game.information_sets.labels[row], game.information_sets.actions(row)
