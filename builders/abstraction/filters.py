"""Information filters of ordered games: the coarsest lossless ones, exact tests of others, and the filtered trees."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from seqform.builders.games.ordered.expansion import infoset_labels, to_extensive
from seqform.errors import ModelError
from seqform.models.games.abstraction import (
    Filters,
    InformationFilter,
    first_members,
    identity_filters,
    numbered,
    require_filters,
)
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, ranges
from seqform.models.games.ordered import OrderedGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import (
    ExactArray,
    ExactMatrix,
    Ints,
    Numerators,
    magnitude,
    widened,
)
from seqform.models.numbers.integers import plus, times
from seqform.models.reduced import ProfileMap, Reduced, StrategyMap
from seqform.models.strategies.behavior import BehaviorProfile


@dataclass(frozen=True, eq=False)
class JointSignals(Immutable):
    """The joint signals of a round by one player's views: one row for each view, one entry for each deal.

    Every view has equally many deals.

    All arrays have shape (n, m): `opponents` has the other player's view in each deal, `chance` the deal's probability
    given the view, times a number common to the round, and `outcomes`, for each combination of features that `deciding`
    returns, its value in each deal.
    """

    opponents: Ints
    chance: Numerators
    outcomes: tuple[Numerators, ...]

    def weighted(self, outcome: int) -> Numerators:
        """Return the values of a combination of features, each times the probability of its deal."""
        values = self.outcomes[outcome]
        if self.chance.dtype == np.int8:  # every deal is equally likely
            return values
        return times(self.chance, values)


def joint_signals(game: OrderedGame, player: int, number: int) -> JointSignals:
    """Return the opposing views of a player's views in round `number` (from 0), with the features of payoffs."""
    deals, views = game.deals(number), game.views[number]
    by_view = np.argsort(deals.view[player], kind="stable").reshape(len(views[player]), -1)
    combinations = deciding(game, player, number)
    values = [
        feature.values(deals, views) if combinations[:, place].any() else None
        for place, feature in enumerate(game.features)
    ]
    outcomes = []
    for coefficients in combinations:
        total: Numerators = np.zeros(1, dtype=np.int64)
        for coefficient, value in zip(coefficients.tolist(), values, strict=True):
            if coefficient and value is not None:
                total = plus(total, times(value, coefficient))
        narrowed = (
            total.astype(np.int8) if magnitude(total) < 128 else total
        )  # as the signs of showdowns
        outcomes.append(narrowed[by_view])
    chance = _conditional(deals.probability.numerators[by_view])
    return JointSignals(deals.view[1 - player].take(by_view), chance, tuple(outcomes))


def deciding(game: OrderedGame, player: int, number: int) -> Ints:
    """Return the combinations of features that a player's payoffs in a round depend on, a basis of them.

    All coefficients of the payoffs of round `number` (from 0) are linear combinations of these rows, of shape
    (combinations, features). Only the player's own payoffs count.

    Examples
    --------
    In Leduc hold'em's first round only folds end the game, so nothing but the constant counts:

    >>> from seqform.builders.games.ordered.poker import leduc
    >>> deciding(leduc("leduc"), 0, 0).tolist(), deciding(leduc("leduc"), 0, 1).tolist()
    ([[1, 0]], [[1, 0], [0, 1]])
    """
    table = game.payoffs[number].numerators[player]
    vectors = np.unique(table.reshape(len(table), -1), axis=1).T
    rows = [[Fraction(value) for value in vector] for vector in vectors.tolist()]
    echelon: list[list[Fraction]] = []
    for column in range(len(table)):
        pivot = next((row for row in rows if row[column]), None)
        if pivot is not None:
            unit = [value / pivot[column] for value in pivot]
            rows = [_without(row, unit, column) for row in rows if row is not pivot]
            echelon = [*(_without(row, unit, column) for row in echelon), unit]
    whole = [
        [int(value * math.lcm(*(other.denominator for other in row))) for value in row]
        for row in echelon
    ]
    return np.array(whole, dtype=np.int64).reshape(-1, len(table))


def _without(row: list[Fraction], unit: list[Fraction], column: int) -> list[Fraction]:
    factor = row[column]
    return (
        [value - factor * pivot for value, pivot in zip(row, unit, strict=True)] if factor else row
    )


def _conditional(weights: Numerators) -> Numerators:
    """Return every row divided by its sum, all of them times one number that makes them integers."""
    if weights.size and (weights == weights[0, 0]).all():
        return np.ones(weights.shape, dtype=np.int8)
    totals = [sum(row) for row in weights.tolist()]
    common = math.lcm(*totals)
    scaled = [
        [weight * (common // total) for weight in row]
        for row, total in zip(weights.tolist(), totals, strict=True)
    ]
    whole = ExactArray(np.array(scaled, dtype=object).reshape(-1), common).reduced()
    return whole.numerators.reshape(weights.shape)


def lossless_violation(filters: Filters) -> str | None:
    """Return the reason why two filters are not equitable, as a sentence, or None if they are.

    Filters are equitable if any two views of a class agree, in every round, on the expected value of every combination
    of features that their player's payoffs depend on, against every class of the opponent's, and on the probability of
    continuing to every class of the next round. Then a player who best responds among strategies on classes best
    responds among all strategies, if the opponent's depends on classes alone. Rounds are tried in their order.

    - `filters`: Of player 1 and of player 2, of the same game.

    Raises ModelError if the filters belong to different games.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker import kuhn
    >>> nothing = InformationFilter.coarsest(kuhn("kuhn"))
    >>> print(lossless_violation((nothing, nothing)))
    round 1: for player 1 J and Q are in one class; against the class of J the expected showdown is -1 and 0
    """
    game = filters[0].game
    if filters[1].game is not game:
        raise ModelError("lossless_violation: the filters belong to different games")
    require_filters(filters)
    for number in range(len(game.rounds)):
        for player in (0, 1):
            chances = continuation_chances(game, player, number)
            sentence = violation_in_round(
                filters, player, number, joint_signals(game, player, number), chances
            )
            if sentence:
                return sentence
    return None


def violation_in_round(
    filters: Filters, player: int, number: int, joint: JointSignals, chances: Numerators | None
) -> str | None:
    """Return the reason why a player's filter is not equitable in a round, or None."""
    own, other = filters[player], filters[1 - player]
    combinations = deciding(own.game, player, number)
    weighted = (joint.weighted(outcome) for outcome in range(len(combinations)))
    found, total = (
        _difference(own.classes[number], other.classes[number].take(joint.opponents), weighted),
        joint.chance,
    )
    if found is not None:
        opposing, what = (
            _name(other, number, found.column),
            _expectation(own.game, combinations[found.table]),
        )
        difference = f"against the class of {opposing} {what}"
    elif chances is not None:
        following = own.classes[number + 1].reshape(chances.shape)
        found, total = _difference(own.classes[number], following, [chances]), chances
        if found is not None:
            difference = f"the probability of continuing to the class of {_name(own, number + 1, found.column)}"
    if found is None:
        return None
    views = " and ".join(own.name(number, view) or "nothing" for view in found.views)
    first, second = (value / sum(total[0].tolist()) for value in found.values)
    return f"round {number + 1}: for player {player + 1} {views} are in one class; {difference} is {first} and {second}"


def continuation_chances(game: OrderedGame, player: int, number: int) -> Numerators | None:
    """Return the probability of each continuation of a view, times a common number; None in the last round.

    Of shape (views, continuations): the continuations of a view come one after the other, since views are numbered
    lexicographically.
    """
    if number + 1 == len(game.rounds):
        return None
    views, following = (len(game.views[one][player]) for one in (number, number + 1))
    if game.weights is None:
        return np.ones((views, following // views), dtype=np.int8)
    deals = game.deals(number + 1)
    return _conditional(
        deals.probability.sum_by(deals.view[player], following).numerators.reshape(views, -1)
    )


class _Difference(NamedTuple):
    """Two views of a class whose rows differ in a column of one of the tables, with their entries there."""

    table: int
    views: tuple[int, int]
    column: int
    values: tuple[Fraction, Fraction]


def _difference(classes: Ints, columns: Ints, tables: Iterable[Numerators]) -> _Difference | None:
    """Return the first place at which a row differs from the first row of its class, if equal columns are added up.

    `classes` is of shape (rows,); `columns` and every table are of shape (rows, entries).
    """
    width = max(1, columns.shape[1])
    sorted_columns, order = np.divmod(
        np.sort(columns * width + np.arange(columns.shape[1]), axis=1), width
    )
    model = first_members(classes)[classes]
    for number, table in enumerate(tables):
        sums = _sums(sorted_columns, np.take_along_axis(table, order, axis=1))
        length = np.diff(sums.row_start)
        differs = length != length[model]
        same = ~differs[sums.rows]
        twin = (
            sums.row_start[model[sums.rows]] + np.arange(sums.nonzeros) - sums.row_start[sums.rows]
        )
        twin = np.where(same, twin, np.arange(sums.nonzeros))
        numerators = sums.values.numerators
        wrong = (sums.columns != sums.columns[twin]) | np.asarray(
            numerators != numerators[twin], dtype=bool
        )
        differs[sums.rows[wrong]] = True
        if differs.any():
            view = int(np.argmax(differs))
            rows = [_row(sums, int(model[view])), _row(sums, view)]
            column = min(
                column for column in rows[0] | rows[1] if rows[0].get(column) != rows[1].get(column)
            )
            first, second = (row.get(column, Fraction(0)) for row in rows)
            return _Difference(number, (int(model[view]), view), column, (first, second))
    return None


def _sums(columns: Ints, values: Numerators) -> ExactMatrix:
    """Return for each row the sums of the values over runs of the same column, zeros left out."""
    begins = np.ones(columns.shape, dtype=bool)
    begins[:, 1:] = columns[:, 1:] != columns[:, :-1]
    start = np.flatnonzero(begins)
    wide = widened(
        values, magnitude(values) * max(1, values.shape[1])
    )  # sums of a row's entries fit
    sums = np.add.reduceat(wide.reshape(-1), start)
    kept = np.asarray(sums != 0, dtype=bool)
    start, sums = start[kept], sums[kept]
    shape = (len(columns), int(columns.max(initial=-1)) + 1)
    return ExactMatrix(
        shape, start // columns.shape[1], columns.reshape(-1)[start], ExactArray(sums)
    )


def _row(sums: ExactMatrix, row: int) -> dict[int, Fraction]:
    places = range(int(sums.row_start[row]), int(sums.row_start[row + 1]))
    return {int(sums.columns[place]): sums.values[place] for place in places}


def _name(one: InformationFilter, number: int, number_of_class: int) -> str:
    return one.name(number, int(first_members(one.classes[number])[number_of_class]))


def _expectation(game: OrderedGame, coefficients: Ints) -> str:
    if coefficients[0] == 1 and not coefficients[1:].any():
        return "the probability of meeting"
    parts = [
        feature.name if coefficient == 1 else f"{coefficient} {feature.name}"
        for feature, coefficient in zip(game.features, coefficients.tolist(), strict=True)
        if coefficient
    ]
    return f"the expected {' + '.join(parts)}"


ATTEMPTS = 3
"""Attempts with random weights, which err with probability 2^-30 at worst; a failed proof leads to other weights."""


def equitable_filters(game: OrderedGame) -> Filters:
    """Return the coarsest equitable filters of both players: the smallest lossless game of classes.

    Classes are split until two views of a class agree, for every class of the opponent's, on the expectation of all
    that their player's payoffs in the round depend on (the probability of meeting the class, the expected showdown
    against it), and on the probability of continuing to each class of the next round; the classes of a round refine
    those of the round before. Sums are compared through random weights, and the result is proved in integers; nothing
    is merged if the proof fails. In games that are not constant-sum each player's classes depend on that player's
    payoffs alone, against the opponent's classes, which depend on the opponent's. Where the players' signals and
    payoffs mirror each other, both filters are the same object.

    References
    ----------
    Grohe, Kersting, Mladenov & Selman (2014), Dimension reduction via colour refinement, ESA.
    """
    sides = (_side(game, 0), _side(game, 1))
    mirrored = all(map(_agree, sides[0].joint, sides[1].joint)) and all(
        mine is theirs or (mine is not None and theirs is not None and np.array_equal(mine, theirs))
        for mine, theirs in zip(sides[0].continuations, sides[1].continuations, strict=True)
    )
    for seed in range(ATTEMPTS):
        classes = _refined((sides[0], sides[0]) if mirrored else sides, np.random.default_rng(seed))
        first = InformationFilter(game, tuple(classes[0]), None if game.is_even else 0)
        filters = (
            first,
            first
            if mirrored
            else InformationFilter(game, tuple(classes[1]), None if game.is_even else 1),
        )
        if _is_proved(filters, sides[:1] if mirrored else sides):
            return filters
    return identity_filters(game)


@dataclass(frozen=True, eq=False)
class _Side(Immutable):
    """The data that distinguish one player's views: opposing views and payoffs, continuations, and parents."""

    joint: tuple[JointSignals, ...]
    continuations: tuple[Numerators | None, ...]
    parents: tuple[Ints, ...]


def _side(game: OrderedGame, player: int) -> _Side:
    rounds = range(len(game.rounds))
    return _Side(
        tuple(joint_signals(game, player, number) for number in rounds),
        tuple(continuation_chances(game, player, number) for number in rounds),
        tuple(both[player].parent for both in game.views),
    )


def _agree(first: JointSignals, second: JointSignals) -> bool:
    return (
        np.array_equal(first.opponents, second.opponents)
        and np.array_equal(first.chance, second.chance)
        and len(first.outcomes) == len(second.outcomes)
        and all(
            np.array_equal(mine, theirs) or np.array_equal(mine, -theirs)
            for mine, theirs in zip(first.outcomes, second.outcomes, strict=True)
        )
    )


def _is_proved(filters: Filters, sides: tuple[_Side, ...]) -> bool:
    return all(
        violation_in_round(filters, player, number, joint, side.continuations[number]) is None
        for player, side in enumerate(sides)
        for number, joint in enumerate(side.joint)
    )


def _refined(sides: tuple[_Side, _Side], rng: np.random.Generator) -> list[list[Ints]]:
    """Split classes until none splits any more."""
    classes = [[np.zeros(len(parent), dtype=np.int64) for parent in side.parents] for side in sides]
    alike = sides[0] is sides[1]
    while True:
        before = _counts(classes)
        for player, side in enumerate(sides[:1] if alike else sides):
            classes[player] = _split(
                side, classes[player], classes[0 if alike else 1 - player], rng
            )
        if _counts(classes) == before:
            return classes


def _counts(classes: list[list[Ints]]) -> list[int]:
    return [int(one.max()) + 1 for rounds in classes for one in rounds]


def _split(
    side: _Side, own: list[Ints], others: list[Ints], rng: np.random.Generator
) -> list[Ints]:
    """Return a player's classes split by payoffs and continuations, last round first, and then by the past."""
    split = list(own)
    for number in reversed(range(len(own))):
        key = _mixed(own[number], rng)
        joint = side.joint[number]
        marks = _mixed(others[number], rng).take(joint.opponents)
        for outcome in range(len(joint.outcomes)):
            key = key * _odd(rng) + _row_hashes(marks, joint.weighted(outcome))
        continuations = side.continuations[number]
        if continuations is not None:
            marks = _mixed(split[number + 1], rng).reshape(continuations.shape)
            key = key * _odd(rng) + _row_hashes(marks, continuations)
        split[number] = numbered(key)
    for number in range(1, len(own)):
        above = split[number - 1][side.parents[number]]
        split[number] = numbered(split[number] * (int(above.max()) + 1) + above)
    return split


def _mixed(classes: Ints, rng: np.random.Generator) -> Ints:
    """Return a random word for every class, at each of its members."""
    words = rng.integers(
        -(2**63), 2**63, size=int(classes.max()) + 1, dtype=np.int64, endpoint=False
    )
    return words.take(classes)


def _odd(rng: np.random.Generator) -> np.int64:
    """Return a random word by which products modulo 2^64 lose nothing."""
    return rng.integers(-(2**63), 2**63, dtype=np.int64) | np.int64(1)


def _row_hashes(marks: Ints, values: Numerators) -> Ints:
    """Return the sum of marks times values for each row: modulo 2^64 for small values, modulo a prime for others.

    Modulo 2^64 a multiple of a large power of two would lose most of a mark.
    """
    if magnitude(values) < _SMALL:
        sums = (marks * values).sum(axis=1)
    else:
        sums = (marks.astype(object) * values.astype(object)).sum(axis=1) % _PRIME
    return np.asarray(sums, dtype=np.int64)


_SMALL = 2**31
_PRIME = 2**61 - 1


# ---- filtered games as trees ----


def filtered_game(
    filters: Filters, original: ExtensiveGame, whole: Filters | None = None
) -> Reduced[ExtensiveGame, BehaviorProfile, BehaviorProfile]:
    """Return a game under the filters of both players as an extensive game, with the lift of its strategies.

    The lift lets every hand of the original game, from `to_extensive`, play as its class (Gilpin & Sandholm, theorem
    1). Where the filters are equitable an equilibrium stays one. If the original game is another one than that of the
    filters, `whole` has the filters of the original game with the same classes, as from a `SignalMap`.
    """
    small = to_extensive(filters[0].game, filters)
    first, second = (
        _strategy_map(
            small.sequences[player].index, own.index, _classes_of_hands(each, one, player)
        )
        for player, (own, each, one) in enumerate(
            zip(original.sequences, whole or filters, filters, strict=True)
        )
    )
    return Reduced(small, ProfileMap((first, second)))


def _classes_of_hands(
    whole: InformationFilter, small: InformationFilter, player: int
) -> dict[str, str]:
    """Return for every information set of the original game the one at which its class moves, by their labels."""
    labels: dict[str, str] = {}
    for number, (classes, members) in enumerate(zip(whole.classes, small.classes, strict=True)):
        hands = infoset_labels(whole.game, player, number, np.arange(len(classes)))
        representatives = infoset_labels(
            small.game, player, number, first_members(members)[classes]
        )
        labels.update(zip(hands, representatives, strict=True))
    return labels


def _strategy_map(
    small: SequenceIndex, whole: SequenceIndex, labels: dict[str, str]
) -> StrategyMap:
    rows = [small.row_of[labels[name]] for name in whole.infoset_names]
    choices = ranges(small.first_sequence[rows], small.num_actions[rows]) if rows else np.arange(0)
    return StrategyMap(
        whole, small, np.concatenate([[0], choices]), np.zeros(len(whole), dtype=np.int64)
    )
