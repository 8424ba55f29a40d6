"""Proper equilibria of small games, decided by the orders in which mistakes can be worse than one another.

Let σⁿ be completely mixed profiles of the reduced normal form that prove an equilibrium σ proper. There are finitely
many ways in which a player's payoffs against σⁿ can order the strategies, so one pair of orders, with ties, belongs to
infinitely many n. With the orders fixed the players are separate: the weights xⁿ of a player's strategies are such that

- a strategy of a lower block of her own order is less likely by an order of magnitude than all of higher blocks,
- the payoffs of the opponent against xⁿ are in the opponent's order, and
- xⁿ tends to a mixed strategy that realizes the plan of σ.

Strategies that earn different payoffs against σ are in this order, and a strategy that dominates another one, weakly,
is above it; that leaves the orders of those that earn the same. Payoffs are linear in the opponent's plan, and those
that earn the same do so at the limit. So an order of them is one that the payoffs can have near σ if and only if they
have it against some completely mixed plan c: then they do against (1 - t) y + t c for the plan y of σ and all small t.
A linear program finds such a c. For each pair of orders, x(ε) = Σ ε^k z^k is put together order by order. z^0 realizes
the plan. Then z is any change of weights that are positive, ≥ 0 for the others of the
highest block that has others, and 0 below, with sum 0; a difference of payoffs that has to be positive is ≥ 0 if it was
0 before, one that has to be 0 stays 0. Of all such z one with the most positive entries and differences is taken,
which one exact linear program finds, until all are positive.

If there is only z with none of them positive, no xⁿ exist: r = xⁿ - Σ ε^l z^l with the terms before satisfies the same
conditions but that the weights of lower blocks are 0, and these vanish relative to those of the block. So the entries
and differences of r, divided by the largest of them, have limits that are not all 0; they are those of such a z, as the
values of finitely many forms on a polyhedral cone are a closed set. In order 0 any z^0 with the most positive entries
and differences will do: with a limit x of xⁿ, xⁿ + z^0 - x tends to z^0, and is xⁿ where z^0 is 0.

Families that are found are checked by `seqform.verify.proper`; that there is none is the proof above.

References
----------
Myerson, Refinements of the Nash equilibrium concept, International Journal of Game Theory 7 (1978); van Damme,
Stability and Perfection of Nash Equilibria, 2nd ed., Springer (1991), chapter 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product

from seqform.builders.forms.sequence_form import (
    NormalForm,
    count_pure_strategies,
    reduced_normal_form,
    sequence_form,
)
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.strategies.assessment import EpsilonFamily, Mixture, PlanFamily, mixed_family
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.solving.certifiers.mistakes import Cone, Terms
from seqform.system.deadline import require_time
from seqform.verify.nash import payoff_by_sequence

Order = tuple[tuple[int, ...], ...]
"""The strategies of a player in blocks, the best first; those of one block earn the same."""

MOST_STRATEGIES = 40
"""Of a player, up to which orders are listed."""

MOST_ORDERS = 100
"""Of a player, that the payoffs can have, at any stage of their list."""

MOST_TRIALS = 400
"""Orders of a player for which it is examined by a linear program whether the payoffs can have them."""

MOST_PAIRS = 200
"""Of orders of both players, that are tried."""

NONE_FOUND = (
    "in none of the orders that the payoffs can have near it are all worse mistakes less likely by an order of "
    "magnitude"
)


@dataclass(frozen=True)
class _Side:
    """One player of a small game.

    - `plan`: The weights of the sequences in the profile.
    - `playing`: The strategies that play each sequence.
    - `payoffs`: Of each strategy, by the opponent's.
    - `by_sequence`: Of each strategy, by the opponent's sequences.
    - `earned`: By each strategy against the profile.
    """

    strategies: ExactMatrix
    plan: list[Fraction]
    playing: list[list[int]]
    payoffs: list[list[Fraction]]
    by_sequence: list[list[Fraction]]
    earned: list[Fraction]

    @property
    def size(self) -> int:
        return len(self.payoffs)


class TooManyOrdersError(Exception):
    """A game is too large for orders to be compared; the message names the limit that is exceeded."""


class MistakeOrders:
    """The comparison of orders in a game, of which what depends on one player's plan is kept for further profiles.

    Raises TooManyOrdersError if a player has more than `MOST_STRATEGIES` reduced pure strategies.
    """

    def __init__(self, game: ExtensiveGame) -> None:
        for player, own in enumerate(game.sequences):
            count = count_pure_strategies(own.index)
            if count > MOST_STRATEGIES:
                raise TooManyOrdersError(
                    f"the orders of mistakes are compared for up to {MOST_STRATEGIES} reduced pure strategies, and "
                    f"{game.players[player]} has {count:,}"
                )
        self.game = game
        self.normal = reduced_normal_form(sequence_form(game).target)
        self._possible: dict[tuple[int, tuple[Fraction, ...]], list[Order] | str] = {}
        self._families: dict[tuple[int, tuple[Fraction, ...], Order, Order], PlanFamily | None] = {}

    def family(self, profile: BehaviorProfile) -> EpsilonFamily | str:
        """Return a family that proves an exact equilibrium proper, or why none does.

        Raises TooManyOrdersError where there are too many orders.
        """
        game = self.game
        sides = [_side(game, profile, self.normal, player) for player in (0, 1)]
        possible: list[list[Order]] = []
        for player in (0, 1):
            attained = self._orders(sides, player)
            if isinstance(attained, str):
                raise TooManyOrdersError(f"{attained} of {game.players[player]}")
            possible.append(attained)

        pairs = list(product(*possible))
        if len(pairs) > MOST_PAIRS:
            raise TooManyOrdersError(
                f"near the profile the payoffs of {game.players[0]} can have {len(possible[0])} orders, and those of "
                f"{game.players[1]} {len(possible[1])}: more than {MOST_PAIRS} pairs"
            )
        # With few blocks, few mistakes are compared
        pairs.sort(key=lambda pair: len(pair[0]) + len(pair[1]))
        for pair in pairs:
            family = self._family_of(sides, pair)
            if family is not None:
                return family
        return NONE_FOUND

    def _orders(self, sides: Sequence[_Side], player: int) -> list[Order] | str:
        """Return the orders of a player's payoffs near the opponent's plan, the limit as text if they are too many."""
        key = (player, tuple(sides[1 - player].plan))
        if key not in self._possible:
            self._possible[key] = _orders(sides[player], self.game.sequences[1 - player].index)
        return self._possible[key]

    def _family_of(self, sides: Sequence[_Side], orders: Sequence[Order]) -> EpsilonFamily | None:
        """Return a family under which the payoffs of both players have these orders, None if there is none."""
        plans: list[PlanFamily] = []
        for player, own in enumerate(self.game.sequences):
            opponent = 1 - player
            key = (player, tuple(sides[player].plan), orders[player], orders[opponent])
            if key not in self._families:
                weights = _weights(sides[player], orders[player], sides[opponent], orders[opponent])
                plan = None
                if weights is not None:
                    plan = mixed_family(own.index, Mixture(sides[player].strategies, weights))
                self._families[key] = plan
            family = self._families[key]
            if family is None:
                return None
            plans.append(family)
        return EpsilonFamily((plans[0], plans[1]))


def _side(game: ExtensiveGame, profile: BehaviorProfile, normal: NormalForm, player: int) -> _Side:
    strategies = normal.strategies[player]
    playing: list[list[int]] = [[] for _ in range(strategies.shape[1])]
    for row, column in zip(strategies.rows.tolist(), strategies.columns.tolist(), strict=True):
        playing[column].append(row)
    table = normal.A if player == 0 else normal.B.T
    form = sequence_form(game).target
    payoffs = form.A if player == 0 else form.B.T
    by_sequence = [[Fraction(0)] * payoffs.shape[1] for _ in range(strategies.shape[0])]
    entries = zip(
        payoffs.rows.tolist(),
        payoffs.columns.tolist(),
        payoffs.values.to_fractions(),
        strict=True,
    )
    for sequence, opposite, payoff in entries:
        for strategy in playing[sequence]:
            by_sequence[strategy][opposite] += payoff
    opposing = profile[1 - player].plan.exact_weights("proper")
    against_plan = payoff_by_sequence(game, player, player, opposing)
    return _Side(
        strategies=strategies,
        plan=profile[player].plan.exact_weights("proper").to_fractions(),
        playing=playing,
        payoffs=table.to_dense(),
        by_sequence=by_sequence,
        earned=strategies.dot(against_plan).to_fractions(),
    )


def _orders(side: _Side, opponent: SequenceIndex) -> list[Order] | str:
    """Return the orders that a player's strategies can have near the profile; the limit as text if there are too many.

    Strategies are put into the orders one by one, those that earn more first: each beside or between those that earn
    the same, and copies together. What the payoffs of some strategies cannot have, those of more cannot have either.
    With each order there is a completely mixed plan against which the payoffs have it, which decides one of the longer
    orders without a linear program.
    """
    copies: dict[tuple[Fraction, ...], list[int]] = {}
    for strategy, row in enumerate(side.payoffs):
        copies.setdefault(tuple(row), []).append(strategy)
    groups = list(copies.values())
    groups.sort(key=lambda group: side.earned[group[0]], reverse=True)

    orders: list[tuple[Order, Sequence[Fraction]]] = [((), _uniform_plan(opponent))]
    trials = 0
    for group in groups:
        longer = []
        for order, plan in orders:
            for candidate in _insertions(side, order, tuple(group)):
                if _is_attained(side, candidate, plan):
                    longer.append((candidate, plan))
                    continue
                trials += 1
                if trials > MOST_TRIALS:
                    return f"more than {MOST_TRIALS} orders were examined of the payoffs"
                attaining = _attaining_plan(side, candidate, opponent)
                if attaining is not None:
                    longer.append((candidate, attaining))
        orders = longer
        if len(orders) > MOST_ORDERS:
            return f"near the profile there are more than {MOST_ORDERS} orders of the payoffs"
    return [order for order, _ in orders]


def _uniform_plan(index: SequenceIndex) -> list[Fraction]:
    """Return the plan of a player who takes every action with the same probability."""
    plan = [Fraction(1)] + [Fraction(0)] * (len(index) - 1)
    for row in index.order.tolist():
        before = plan[index.parent_sequence[row]]
        for sequence in range(*index.first_sequence[row : row + 2].tolist()):
            plan[sequence] = before / int(index.num_actions[row])
    return plan


def _neighbours(side: _Side, order: Order) -> Iterator[tuple[Terms, bool]]:
    """Yield the differences of payoffs of strategies that earn the same, as forms; whether they are 0, or positive."""
    for number, block in enumerate(order):
        for strategy in block[1:]:
            yield _by_sequence(side, block[0], strategy), True
        above = order[number - 1][0] if number else block[0]
        if number and side.earned[above] == side.earned[block[0]]:
            yield _by_sequence(side, above, block[0]), False


def _by_sequence(side: _Side, better: int, worse: int) -> Terms:
    """Return the difference of the payoffs of two strategies as a form in the opponent's plan."""
    terms = []
    pairs = zip(side.by_sequence[better], side.by_sequence[worse], strict=True)
    for sequence, (left, right) in enumerate(pairs):
        if left != right:
            terms.append((sequence, left - right))
    return terms


def _is_attained(side: _Side, order: Order, plan: Sequence[Fraction]) -> bool:
    """Return whether the payoffs against a completely mixed plan have an order."""
    for difference, is_zero in _neighbours(side, order):
        amount = _at(difference, plan)
        if (amount != 0) if is_zero else (amount <= 0):
            return False
    return True


def _attaining_plan(side: _Side, order: Order, opponent: SequenceIndex) -> list[Fraction] | None:
    """Return a completely mixed plan, up to a factor, against which the payoffs have an order; None without one."""
    require_time()
    cone = Cone(len(opponent))
    for row, above in enumerate(opponent.parent_sequence.tolist()):
        choices = range(*opponent.first_sequence[row : row + 2].tolist())
        terms = [(sequence, Fraction(1)) for sequence in choices]
        cone.require([*terms, (above, Fraction(-1))], equal=True)
    forms: list[Terms] = [[(sequence, Fraction(1))] for sequence in range(len(opponent))]
    for difference, is_zero in _neighbours(side, order):
        cone.require(difference, equal=is_zero)
        if not is_zero:
            forms.append(difference)
    point = cone.most_positive(forms)
    if point is None or any(_at(form, point) <= 0 for form in forms):
        return None
    return point


def _insertions(side: _Side, order: Order, group: tuple[int, ...]) -> Iterator[Order]:
    """Yield the orders with a group of copies in an order of strategies that earn as much or more, one block or more.

    A strategy that earns at least as much everywhere, and is no copy, is in a higher block.
    """
    earned = side.earned[group[0]]
    first = len(order)
    while first and side.earned[order[first - 1][0]] == earned:
        first -= 1
    for place in range(first, len(order)):
        joined = (*order[:place], order[place] + group, *order[place + 1 :])
        candidates = ((*order[:place], group, *order[place:]), joined)
        for candidate in candidates:
            if _respects_dominance(side, candidate[first:]):
                yield candidate
    last = (*order, group)
    if _respects_dominance(side, last[first:]):
        yield last


def _respects_dominance(side: _Side, blocks: Order) -> bool:
    """Return whether what earns at least as much everywhere, and is no copy, is in a higher block."""
    rank = {}
    for number, block in enumerate(blocks):
        for place in block:
            rank[place] = number
    for better, worse in permutations(rank, 2):
        rows = (side.payoffs[better], side.payoffs[worse])
        pairs = zip(*rows, strict=True)
        dominates = rows[0] != rows[1] and all(left >= right for left, right in pairs)
        if dominates and rank[better] >= rank[worse]:
            return False
    return True


def _differences(judged: _Side, order: Order) -> tuple[list[Terms], list[Terms]]:
    """Return the differences of payoffs that are positive under an order, and those that are 0, as forms."""
    positive: list[Terms] = []
    zero: list[Terms] = []
    for number, block in enumerate(order):
        zero += [_difference(judged, block[0], strategy) for strategy in block[1:]]
        if number:
            positive.append(_difference(judged, order[number - 1][0], block[0]))
    return positive, zero


def _difference(judged: _Side, better: int, worse: int) -> Terms:
    terms = []
    pairs = zip(judged.payoffs[better], judged.payoffs[worse], strict=True)
    for place, (left, right) in enumerate(pairs):
        if left != right:
            terms.append((place, left - right))
    return terms


def _weights(mistaken: _Side, blocks: Order, judged: _Side, order: Order) -> PolynomialArray | None:
    """Return the weights of a player's strategies in ε, likely by `blocks`, with the opponent's payoffs in `order`."""
    positive, zero = _differences(judged, order)
    start = _start(mistaken, blocks, positive, zero)
    if start is None:
        return None
    coefficients = [start]
    missing = {place for place, weight in enumerate(start) if not weight}
    tight = [difference for difference in positive if not _at(difference, start)]
    while missing or tight:
        require_time()
        current: set[int] = set()
        for block in blocks:
            current = current or missing.intersection(block)
        cone = Cone(mistaken.size)
        cone.is_free = set(range(mistaken.size)) - missing
        cone.is_zero = missing - current
        cone.require([(place, Fraction(1)) for place in range(mistaken.size)], equal=True)
        for difference in zero:
            cone.require(difference, equal=True)
        for difference in tight:
            cone.require(difference)
        entries: list[Terms] = [[(place, Fraction(1))] for place in sorted(current)]
        change = cone.most_positive([*entries, *tight])
        if change is None:
            return None
        coefficients.append(change)
        missing = {place for place in missing if not change[place]}
        tight = [difference for difference in tight if not _at(difference, change)]
    return PolynomialArray(tuple(map(ExactArray.of, coefficients)))


def _start(
    mistaken: _Side, blocks: Order, positive: Sequence[Terms], zero: Sequence[Terms]
) -> list[Fraction] | None:
    """Return a mixed strategy of the first block that realizes the plan; None if there is none with such payoffs."""
    size = mistaken.size
    cone = Cone(size + 1)  # the last entry is the sum of the weights
    for playing, weight in zip(mistaken.playing, mistaken.plan, strict=True):
        terms = [(place, Fraction(1)) for place in playing]
        cone.require([*terms, (size, -weight)], equal=True)
    for block in blocks[1:]:
        cone.is_zero.update(block)
    for difference in positive:
        cone.require(difference)
    for difference in zero:
        cone.require(difference, equal=True)
    entries: list[Terms] = [[(place, Fraction(1))] for place in range(size + 1)]
    point = cone.most_positive([*entries, *positive])
    if point is None or not point[size]:
        return None
    return [weight / point[size] for weight in point[:size]]


def _at(terms: Terms, point: Sequence[Fraction]) -> Fraction:
    """Return the value of a linear form at a point."""
    return sum((value * point[column] for column, value in terms), Fraction(0))
