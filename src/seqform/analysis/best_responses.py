"""Best-response correspondences of games with two pure strategies of each player, exactly.

The gain of a player's first strategy over the second one is linear in the probability of the opponent's first strategy:
where it is above 0, the best response is the first strategy, where it is below 0, the second one, and where it is 0,
every mixture. So a correspondence consists of at most three lines, or is the whole square. The equilibria are where a
part of one correspondence meets a part of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from seqform.builders.forms.normal_form import in_normal_form
from seqform.builders.forms.sequence_form import count_pure_strategies, sequence_form
from seqform.errors import GameError
from seqform.io.load import load
from seqform.models.answers.best_responses import BestResponseDiagram, Payoffs
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.text import rough_count
from seqform.models.strategies.profile_set import PayoffBox

Interval = tuple[Fraction, Fraction]

_ZERO, _ONE = Fraction(0), Fraction(1)
_UNIT: Interval = (_ZERO, _ONE)


def best_response_diagram(game: Any) -> BestResponseDiagram:
    """Return the best responses of both players to all mixed strategies of the other, and all equilibria.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `load` accepts
        With two players, perfect recall, and two pure strategies of each in the reduced normal form.

    Returns
    -------
    BestResponseDiagram
        In rational arithmetic; `chart` draws it.

    Raises
    ------
    GameError
        If a player has another number of pure strategies.

    Examples
    --------
    >>> diagram = best_response_diagram("chicken")
    >>> for box, component in diagram.equilibria:
    ...     print(box, component, *map(str, diagram.values(box.low)))
    (0, 1) 0 1 -1
    (9/10, 9/10) 1 -1/10 -1/10
    (1, 0) 2 -1 1
    """
    tree = load(game)
    _require_two_strategies(tree)
    normal = in_normal_form(tree)
    first, second = (normal.information_sets.actions(player) for player in (0, 1))
    payoffs = (_payoffs(normal, 0), _payoffs(normal, 1))
    responses = (_responses(payoffs[0], 0), _responses(payoffs[1], 1))
    return BestResponseDiagram(
        tree,
        ((first[0], first[1]), (second[0], second[1])),
        payoffs,
        responses,
        _equilibria(responses),
    )


def _require_two_strategies(tree: ExtensiveGame) -> None:
    """Refuse a game in which a player has not exactly two reduced pure strategies."""
    counts = [count_pure_strategies(index) for index in sequence_form(tree).target.sequences]
    if counts != [2, 2]:
        sizes = " and ".join(
            f"{name} has {rough_count(count)}"
            for name, count in zip(tree.players, counts, strict=True)
        )
        raise GameError(
            f"{tree.title!r}: best responses are drawn in the unit square for two pure strategies of each player, but "
            f"{sizes} in the reduced normal form; all equilibria of such a game: seqform equilibria GAME --complete"
        )


def _payoffs(normal: ExtensiveGame, player: int) -> Payoffs:
    """Return the payoffs of a player in a game in which each player moves once, whose plays end row by row."""
    payoffs = normal.leaf_payoffs[player].to_fractions()
    return (payoffs[0], payoffs[1]), (payoffs[2], payoffs[3])


def _responses(payoffs: Payoffs, player: int) -> tuple[PayoffBox, ...]:
    """Return the best-response correspondence of a player, the least probability of the opponent first."""
    gains = []  # of the first strategy over the second one, by the opponent's strategy
    for reply in (0, 1):
        if player == 0:
            gains.append(payoffs[0][reply] - payoffs[1][reply])
        else:
            gains.append(payoffs[reply][0] - payoffs[reply][1])

    boxes = []
    for own, opposing in _parts(gains[1], gains[0]):
        first, second = (own, opposing) if player == 0 else (opposing, own)
        boxes.append(PayoffBox((first[0], second[0]), (first[1], second[1])))
    return tuple(boxes)


def _parts(start: Fraction, end: Fraction) -> list[tuple[Interval, Interval]]:
    """Return intervals of best responses, each with the opponent's probabilities to which they are best.

    The gain of the first strategy is `start` at the opponent's probability 0, and `end` at 1.
    """
    if start == end == 0:
        return [(_UNIT, _UNIT)]
    if start * end > 0:
        return [(_pure(start), _UNIT)]

    indifferent = start / (start - end)
    parts = []
    if indifferent > 0:
        parts.append((_pure(start), (_ZERO, indifferent)))
    parts.append((_UNIT, (indifferent, indifferent)))
    if indifferent < 1:
        parts.append((_pure(end), (indifferent, _ONE)))
    return parts


def _pure(gain: Fraction) -> Interval:
    """Return the probability of the first strategy where it gains something, or loses."""
    return (_ONE, _ONE) if gain > 0 else (_ZERO, _ZERO)


def _equilibria(responses: Sequence[Sequence[PayoffBox]]) -> tuple[tuple[PayoffBox, int], ...]:
    """Return the maximal boxes in which both correspondences meet, with the numbers of their components."""
    common = set()
    for first, second in product(*responses):
        box = _common_part(first, second)
        if box is not None:
            common.add(box)
    maximal = [
        box
        for box in common
        if not any(box != other and _common_part(box, other) == box for other in common)
    ]
    maximal.sort(key=lambda box: (box.low, box.high))

    # Boxes that touch are of one component, which has the number of its first box.
    component_of: dict[PayoffBox, int] = {}
    for box in maximal:
        touching = {
            component_of[other] for other in component_of if _common_part(box, other) is not None
        }
        component_of[box] = min(touching, default=len(component_of))
        for other, component in component_of.items():
            if component in touching:
                component_of[other] = component_of[box]
    numbers = {
        component: number for number, component in enumerate(dict.fromkeys(component_of.values()))
    }
    return tuple((box, numbers[component]) for box, component in component_of.items())


def _common_part(first: PayoffBox, second: PayoffBox) -> PayoffBox | None:
    """Return the intersection of two boxes, None if they have no point in common."""
    low = tuple(map(max, first.low, second.low))
    high = tuple(map(min, first.high, second.high))
    if not all(map(Fraction.__le__, low, high)):
        return None
    return PayoffBox(low, high)
