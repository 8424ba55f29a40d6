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
from seqform.models.games.infosets import SequenceIndex, player_label, ranges
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.symmetries import symmetric_filters
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import (
    ExactArray,
    ExactMatrix,
    Ints,
    Mask,
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
    deals = game.deals(number)
    views = game.views[number]
    by_view = np.argsort(deals.view[player], kind="stable").reshape(len(views[player]), -1)
    combinations = deciding(game, player, number)
    values = {}
    for place in np.flatnonzero(combinations.any(axis=0)).tolist():
        values[place] = game.features[place].values(deals, views)

    outcomes = []
    for coefficients in combinations:
        total: Numerators = np.zeros(1, dtype=np.int64)
        for place in np.flatnonzero(coefficients).tolist():
            total = plus(total, times(values[place], int(coefficients[place])))
        if magnitude(total) < 128:  # such as the signs of showdowns
            total = total.astype(np.int8)
        outcomes.append(total[by_view])
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
    # Gauss-Jordan elimination, in fractions: the rows are the different coefficients of an end after a history.
    table = game.payoffs[number].numerators[player]
    vectors = np.unique(table.reshape(len(table), -1), axis=1).T
    rows = [list(map(Fraction, vector)) for vector in vectors.tolist()]
    echelon: list[list[Fraction]] = []
    for column in range(len(table)):
        pivot = next((row for row in rows if row[column]), None)
        if pivot is None:
            continue
        unit = [value / pivot[column] for value in pivot]
        rows = [_without(row, unit, column) for row in rows if row is not pivot]
        echelon = [_without(row, unit, column) for row in echelon]
        echelon.append(unit)

    combinations = []
    for row in echelon:
        common = math.lcm(*(value.denominator for value in row))
        combinations.append([int(value * common) for value in row])
    return np.array(combinations, dtype=np.int64).reshape(-1, len(table))


def _without(row: list[Fraction], unit: list[Fraction], column: int) -> list[Fraction]:
    """Return a row less the multiple of one with a 1 in a column that leaves 0 there."""
    factor = row[column]
    if not factor:
        return row
    return [value - factor * pivot for value, pivot in zip(row, unit, strict=True)]


def _conditional(weights: Numerators) -> Numerators:
    """Return every row divided by its sum, all of them times one number that makes them integers."""
    # Equal chances are ones in the smallest type, with which `weighted` need not multiply.
    if weights.size and (weights == weights[0, 0]).all():
        return np.ones(weights.shape, dtype=np.int8)
    # In Python's integers: the common multiple of the sums may be long.
    exact = weights.astype(object)
    totals = exact.sum(axis=1)
    common = math.lcm(*totals)
    factors = common // totals
    scaled = ExactArray((exact * factors[:, None]).reshape(-1), common).reduced()
    return scaled.numerators.reshape(weights.shape)


def lossless_violation(filters: Filters) -> str | None:
    """Return the reason why two filters are not equitable, as a sentence, or None if they are.

    Filters are equitable if any two views of a class agree, in every round, on the expected value of every combination
    of features that their player's payoffs depend on, against every class of the opponent's, and on the probability of
    continuing to every class of the next round. Then a player who best responds among strategies on classes best
    responds among all strategies, if the opponent's depends on classes alone. Rounds are tried in their order.

    - `filters`: Of players 0 and 1, of the same game.

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
    if game.ranges is not None:
        if _are_alike(filters, identity_filters(game)) or _are_alike(
            filters, symmetric_filters(game)
        ):
            return None
        return (
            f"filters of {game.title} that merge hands otherwise than by its symmetries are not tested: its hands have "
            "ranges"
        )
    for number in range(len(game.rounds)):
        for player in (0, 1):
            chances = continuation_chances(game, player, number)
            sentence = violation_in_round(
                filters, player, number, joint_signals(game, player, number), chances
            )
            if sentence:
                return sentence
    return None


def _are_alike(filters: Filters, others: Filters) -> bool:
    """Return whether the filters of both players have the same classes as other ones."""
    pairs = zip(filters, others, strict=True)
    return all(own.refines(other) and other.refines(own) for own, other in pairs)


def violation_in_round(
    filters: Filters, player: int, number: int, joint: JointSignals, chances: Numerators | None
) -> str | None:
    """Return the reason why a player's filter is not equitable in a round, or None."""
    own = filters[player]
    opposing = filters[1 - player]
    classes = own.classes[number]
    combinations = deciding(own.game, player, number)
    weighted = (joint.weighted(outcome) for outcome in range(len(combinations)))
    opposing_classes = opposing.classes[number].take(joint.opponents)
    difference = _difference(classes, opposing_classes, weighted)
    if difference is not None:
        class_name = _name(opposing, number, difference.column)
        expectation = _expectation(own.game, combinations[difference.table])
        what = f"against the class of {class_name} {expectation}"
        return _sentence(own, player, number, difference, what, joint.chance)

    if chances is not None:
        following = own.classes[number + 1].reshape(chances.shape)
        difference = _difference(classes, following, [chances])
        if difference is not None:
            class_name = _name(own, number + 1, difference.column)
            what = f"the probability of continuing to the class of {class_name}"
            return _sentence(own, player, number, difference, what, chances)
    return None


def _sentence(
    own: InformationFilter,
    player: int,
    number: int,
    difference: _Difference,
    what: str,
    chances: Numerators,
) -> str:
    """Return a sentence on two views of a class that differ in something, as shares of the sum of the chances."""
    first_view, second_view = difference.views
    first_name = own.name(number, first_view) or "nothing"
    second_name = own.name(number, second_view) or "nothing"
    total = sum(chances[0].tolist())
    first, second = difference.values
    return (
        f"round {number + 1}: for {player_label(player)} {first_name} and {second_name} are in one class; "
        f"{what} is {first / total} and {second / total}"
    )


def continuation_chances(game: OrderedGame, player: int, number: int) -> Numerators | None:
    """Return the probability of each continuation of a view, times a common number; None in the last round.

    Of shape (views, continuations): the continuations of a view come one after the other, since views are numbered
    lexicographically.
    """
    if number + 1 == len(game.rounds):
        return None
    num_views = len(game.views[number][player])
    num_following = len(game.views[number + 1][player])
    if game.weights is None:
        return np.ones((num_views, num_following // num_views), dtype=np.int8)
    deals = game.deals(number + 1)
    probability = deals.probability.sum_by(deals.view[player], num_following)
    return _conditional(probability.numerators.reshape(num_views, -1))


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
    # Columns and places in one number: sorting it sorts both, and stably.
    width = max(1, columns.shape[1])
    keys = np.sort(columns * width + np.arange(columns.shape[1]), axis=1)
    sorted_columns, order = np.divmod(keys, width)
    model = first_members(classes)[classes]
    for number, table in enumerate(tables):
        # Of each row one entry for each column, of several at the same place the sum.
        sums = _sums(sorted_columns, np.take_along_axis(table, order, axis=1))
        differs = _differs_from_model(sums, model)
        if not differs.any():
            continue

        # The first view that differs, and the first class where it does.
        view = int(np.argmax(differs))
        of_model = _row(sums, int(model[view]))
        of_view = _row(sums, view)
        column = min(k for k in of_model | of_view if of_model.get(k) != of_view.get(k))
        values = (of_model.get(column, Fraction(0)), of_view.get(column, Fraction(0)))
        return _Difference(number, (int(model[view]), view), column, values)
    return None


def _differs_from_model(sums: ExactMatrix, model: Ints) -> Mask:
    """Return a mask of the rows that are not equal to the row that is their model."""
    length = np.diff(sums.row_start)
    differs: Mask = length != length[model]

    # Entry k of a row beside entry k of its model; rows of another length differ already, and stay beside themselves.
    places = np.arange(sums.nonzeros)
    place_in_row = places - sums.row_start[sums.rows]
    twin = sums.row_start[model[sums.rows]] + place_in_row
    twin = np.where(differs[sums.rows], places, twin)
    numerators = sums.values.numerators
    has_other_value = np.asarray(numerators != numerators[twin], dtype=bool)
    has_other_column = sums.columns != sums.columns[twin]
    differs[sums.rows[has_other_column | has_other_value]] = True
    return differs


def _sums(columns: Ints, values: Numerators) -> ExactMatrix:
    """Return for each row the sums of the values over runs of the same column, zeros left out."""
    begins = np.ones(columns.shape, dtype=bool)
    begins[:, 1:] = columns[:, 1:] != columns[:, :-1]
    start = np.flatnonzero(begins)
    largest_sum = magnitude(values) * max(1, values.shape[1])
    sums = np.add.reduceat(widened(values, largest_sum).reshape(-1), start)

    is_nonzero = np.asarray(sums != 0, dtype=bool)
    start = start[is_nonzero]
    rows = start // columns.shape[1]
    shape = (len(columns), int(columns.max(initial=-1)) + 1)
    return ExactMatrix(shape, rows, columns.reshape(-1)[start], ExactArray(sums[is_nonzero]))


def _row(sums: ExactMatrix, row: int) -> dict[int, Fraction]:
    places = range(int(sums.row_start[row]), int(sums.row_start[row + 1]))
    return {int(sums.columns[place]): sums.values[place] for place in places}


def _name(own: InformationFilter, number: int, number_of_class: int) -> str:
    """Return the name of a class of a round: that of its first view."""
    return own.name(number, int(first_members(own.classes[number])[number_of_class]))


def _expectation(game: OrderedGame, coefficients: Ints) -> str:
    if coefficients[0] == 1 and not coefficients[1:].any():
        return "the probability of meeting"
    terms = []
    for feature, coefficient in zip(game.features, coefficients.tolist(), strict=True):
        if coefficient == 1:
            terms.append(feature.name)
        elif coefficient:
            terms.append(f"{coefficient} {feature.name}")
    return f"the expected {' + '.join(terms)}"


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

    Of a game with ranges the views are merged that are images of each other under its symmetries.

    References
    ----------
    Grohe, Kersting, Mladenov & Selman (2014), Dimension reduction via colour refinement, ESA.
    """
    # Hands of unequal probability are merged by symmetries alone.
    if game.ranges is not None:
        return symmetric_filters(game)
    sides = (_side(game, 0), _side(game, 1))
    is_mirrored = _is_mirrored(*sides)
    if is_mirrored:
        sides = (sides[0], sides[0])

    # Where the players get unequal numbers of private signals, a filter names its player.
    for seed in range(ATTEMPTS):
        classes = _refined(sides, np.random.default_rng(seed))
        first = InformationFilter(game, tuple(classes[0]), None if game.is_even else 0)
        second = first
        if not is_mirrored:
            second = InformationFilter(game, tuple(classes[1]), None if game.is_even else 1)
        if _is_proved((first, second), sides[:1] if is_mirrored else sides):
            return first, second
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


def _is_mirrored(first: _Side, second: _Side) -> bool:
    """Return whether all that distinguishes views is the same for both players, payoffs up to their signs."""
    if not all(map(_agree, first.joint, second.joint)):
        return False
    for mine, theirs in zip(first.continuations, second.continuations, strict=True):
        if mine is None or theirs is None:
            if mine is not theirs:
                return False
        elif not np.array_equal(mine, theirs):
            return False
    return True


def _agree(first: JointSignals, second: JointSignals) -> bool:
    if not np.array_equal(first.opponents, second.opponents):
        return False
    if not np.array_equal(first.chance, second.chance):
        return False
    if len(first.outcomes) != len(second.outcomes):
        return False
    for mine, theirs in zip(first.outcomes, second.outcomes, strict=True):
        if not (np.array_equal(mine, theirs) or np.array_equal(mine, -theirs)):
            return False
    return True


def _is_proved(filters: Filters, sides: tuple[_Side, ...]) -> bool:
    for player, side in enumerate(sides):
        for number, joint in enumerate(side.joint):
            chances = side.continuations[number]
            if violation_in_round(filters, player, number, joint, chances) is not None:
                return False
    return True


def _refined(sides: tuple[_Side, _Side], rng: np.random.Generator) -> list[list[Ints]]:
    """Split classes until none splits any more; of two equal sides only the first is split."""
    first = [np.zeros(len(parents), dtype=np.int64) for parents in sides[0].parents]
    second = [np.zeros(len(parents), dtype=np.int64) for parents in sides[1].parents]
    classes = [first, second]
    is_mirrored = sides[0] is sides[1]
    while True:
        before = _counts(classes)
        if is_mirrored:
            classes[0] = _split(sides[0], classes[0], classes[0], rng)
        else:
            classes[0] = _split(sides[0], classes[0], classes[1], rng)
            classes[1] = _split(sides[1], classes[1], classes[0], rng)
        if _counts(classes) == before:
            return classes


def _counts(classes: list[list[Ints]]) -> list[int]:
    return [int(of_round.max()) + 1 for rounds in classes for of_round in rounds]


def _split(
    side: _Side, own: list[Ints], others: list[Ints], rng: np.random.Generator
) -> list[Ints]:
    """Return a player's classes split by payoffs and continuations, last round first, and then by the past."""
    split = list(own)
    for number in reversed(range(len(own))):
        # A word for every view, equal for views that agree: of its class, of the payoffs, and of the continuations.
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

    # Classes of a round refine those of the round before.
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
    maps = []
    for player, filters_of_hands in enumerate(whole or filters):
        labels = _classes_of_hands(filters_of_hands, filters[player], player)
        index = original.sequences[player].index
        maps.append(_strategy_map(small.sequences[player].index, index, labels))
    return Reduced(small, ProfileMap((maps[0], maps[1])))


def _classes_of_hands(
    of_hands: InformationFilter, small: InformationFilter, player: int
) -> dict[str, str]:
    """Return for every information set of the original game the one at which its class moves, by their labels."""
    labels: dict[str, str] = {}
    for number, (classes, members) in enumerate(zip(of_hands.classes, small.classes, strict=True)):
        hands = infoset_labels(of_hands.game, player, number, np.arange(len(classes)))
        first_views = first_members(members)[classes]
        representatives = infoset_labels(small.game, player, number, first_views)
        labels.update(zip(hands, representatives, strict=True))
    return labels


def _strategy_map(
    small: SequenceIndex, original: SequenceIndex, labels: dict[str, str]
) -> StrategyMap:
    """Return the map in which every set of the original game plays as the set of its class."""
    rows = np.array([small.row_of[labels[name]] for name in original.infoset_names], dtype=np.int64)
    choices = ranges(small.first_sequence[rows], small.num_actions[rows])
    sequences = np.concatenate([[0], choices])
    return StrategyMap(original, small, sequences, np.zeros(len(original), dtype=np.int64))
