"""Whether filters of an ordered game lose anything, decided in integers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.builders.meetings import Meetings, conditional, deciding, meetings
from seqform.errors import ModelError
from seqform.models.exact import ExactArray, ExactMatrix, Ints, Numerators, magnitude, widened
from seqform.models.information_filter import InformationFilter, first_members
from seqform.models.ordered_game import OrderedGame

Filters = tuple[InformationFilter, InformationFilter]


def is_lossless(filters: Filters) -> bool:
    """Tell whether the filters are equitable, so that equilibria of the smaller game are ones of the original.

    See `lossless_violation`, which says why not.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker_games import leduc
    >>> everything = InformationFilter.identity(leduc("leduc"))
    >>> is_lossless((everything, everything))
    True
    """
    return lossless_violation(filters) is None


def lossless_violation(filters: Filters) -> str | None:
    """Return what keeps two filters from being equitable, as a sentence, or None if they are.

    Filters are equitable if any two views of a class agree, in every round, on the expected value of every
    combination of features that their player's payoffs depend on, against every class of the opponent's, and on the
    probability of continuing to every class of the next round. Then a player who best responds among
    strategies on classes best responds among all strategies, if the opponent's depends on classes alone.
    Rounds are tried in their order.

    Parameters
    ----------
    filters : (InformationFilter, InformationFilter)
        Of player 1 and of player 2, of the same game.

    Raises
    ------
    ModelError
        If the filters belong to different games.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker_games import kuhn
    >>> nothing = InformationFilter.coarsest(kuhn("kuhn"))
    >>> print(lossless_violation((nothing, nothing)))
    round 1: for player 1 J and Q are in one class; against the class of J the expected showdown is -1 and 0
    """
    game = filters[0].game
    if filters[1].game is not game:
        raise ModelError("lossless_violation: the filters belong to different games")
    for number in range(len(game.rounds)):
        for player in (0, 1):
            chances = continuation_chances(game, player, number)
            sentence = violation_in_round(filters, player, number, meetings(game, player, number), chances)
            if sentence:
                return sentence
    return None


def violation_in_round(
    filters: Filters, player: int, number: int, looks: Meetings, chances: Numerators | None
) -> str | None:
    """Return what keeps a player's filter from being equitable in a round, given what the views are told apart by."""
    return _payoff_violation(filters, player, number, looks) or (
        None if chances is None else _continuation_violation(filters[player], player, number, chances)
    )


def _payoff_violation(filters: Filters, player: int, number: int, looks: Meetings) -> str | None:
    game, own, other = filters[player].game, filters[player], filters[1 - player]
    met, order = _sorted_rows(other.classes[number].take(looks.opponents))
    for outcome, coefficients in enumerate(deciding(game, player, number)):
        values = np.take_along_axis(looks.weighted(outcome), order, axis=1)
        found = _difference(_sums_by_class(met, values, other.num_classes[number]), own.classes[number])
        if found is not None:
            total = sum(looks.chance[0].tolist())
            what = f"against the class of {_name(other, number, found.column)} {_expectation(game, coefficients)}"
            return _sentence(own, player, number, found, what, total)
    return None


def _continuation_violation(own: InformationFilter, player: int, number: int, chances: Numerators) -> str | None:
    following, order = _sorted_rows(own.classes[number + 1].reshape(chances.shape))
    sums = _sums_by_class(following, np.take_along_axis(chances, order, axis=1), own.num_classes[number + 1])
    found = _difference(sums, own.classes[number])
    if found is None:
        return None
    what = f"the probability of continuing to the class of {_name(own, number + 1, found.column)}"
    return _sentence(own, player, number, found, what, sum(chances[0].tolist()))


def continuation_chances(game: OrderedGame, player: int, number: int) -> Numerators | None:
    """Return how likely each continuation of a view is, times a common number; None in the last round.

    Of shape (views, continuations): the continuations of a view come one after the other, since views are
    numbered lexicographically.
    """
    if number + 1 == len(game.rounds):
        return None
    views, following = len(game.views[number]), len(game.views[number + 1])
    if game.weights is None:
        return np.ones((views, following // views), dtype=np.int8)
    deals = game.deals(number + 1)
    return conditional(deals.probability.sum_by(deals.view[player], following).numerators.reshape(views, -1))


@dataclass(frozen=True)
class _Difference:
    """Two views of a class whose rows differ in a column, and by what they say there."""

    views: tuple[int, int]
    column: int
    values: tuple[Fraction, Fraction]


def _sorted_rows(classes: Ints) -> tuple[Ints, Ints]:
    """Return every row in increasing order, and the order."""
    width = max(1, classes.shape[1])
    return np.divmod(np.sort(classes * width + np.arange(classes.shape[1]), axis=1), width)


def _sums_by_class(classes: Ints, values: Numerators, num_classes: int) -> ExactMatrix:
    """Return for each row the sums of the values over runs of the same class, zeros left out."""
    begins = np.ones(classes.shape, dtype=bool)
    begins[:, 1:] = classes[:, 1:] != classes[:, :-1]
    start = np.flatnonzero(begins)
    wide = widened(values, magnitude(values) * max(1, values.shape[1]))
    sums = np.add.reduceat(wide.reshape(-1), start, dtype=object if wide.dtype == object else np.int64)
    kept = np.asarray(sums != 0, dtype=bool)
    start, sums = start[kept], sums[kept]
    shape = (len(classes), num_classes)
    return ExactMatrix(shape, start // classes.shape[1], classes.reshape(-1)[start], ExactArray(sums))


def _difference(sums: ExactMatrix, classes: Ints) -> _Difference | None:
    """Return where a row first differs from the first row of its class."""
    model = first_members(classes)[classes]
    length = np.diff(sums.row_start)
    differs = length != length[model]
    same = ~differs[sums.rows]
    twin = sums.row_start[model[sums.rows]] + np.arange(sums.nonzeros) - sums.row_start[sums.rows]
    twin = np.where(same, twin, np.arange(sums.nonzeros))
    numerators = sums.values.numerators
    wrong = (sums.columns != sums.columns[twin]) | np.asarray(numerators != numerators[twin], dtype=bool)
    differs[sums.rows[wrong]] = True
    if not differs.any():
        return None
    view = int(np.argmax(differs))
    rows = [_row(sums, int(model[view])), _row(sums, view)]
    column = min(column for column in rows[0] | rows[1] if rows[0].get(column) != rows[1].get(column))
    first, second = (row.get(column, Fraction(0)) for row in rows)
    return _Difference((int(model[view]), view), column, (first, second))


def _row(sums: ExactMatrix, row: int) -> dict[int, Fraction]:
    places = range(int(sums.row_start[row]), int(sums.row_start[row + 1]))
    return {int(sums.columns[place]): sums.values[place] for place in places}


def _name(one: InformationFilter, number: int, number_of_class: int) -> str:
    return one.name(number, int(first_members(one.classes[number])[number_of_class]))


def _expectation(game: OrderedGame, coefficients: Ints) -> str:
    parts = [
        feature.name if coefficient == 1 else f"{coefficient} {feature.name}"
        for feature, coefficient in zip(game.features, coefficients.tolist(), strict=True)
        if coefficient
    ]
    return (
        "the probability of meeting"
        if coefficients[0] == 1 and len(parts) == 1
        else f"the expected {' + '.join(parts)}"
    )


def _sentence(own: InformationFilter, player: int, number: int, found: _Difference, what: str, total: int) -> str:
    one, other = (own.name(number, view) or "nothing" for view in found.views)
    first, second = (value / total for value in found.values)
    separately = f"round {number + 1}: for player {player + 1} {one} and {other} are in one class"
    return f"{separately}; {what} is {first} and {second}"
