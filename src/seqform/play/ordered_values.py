"""Values of actions against a saved solution of a game with ordered signals: for one hand, and for all at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from typing import Any, NamedTuple

import numpy as np

from seqform.io.saved_solution import SavedSolution
from seqform.models.games.infosets import player_number
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.signals import Comparison, Views, codes_of
from seqform.models.numbers.exact import Floats, Ints, Numerators
from seqform.models.numbers.integers import absolute, plus, sums_by, times, total
from seqform.system.files import require_kind
from seqform.verify.deal_certificate import (
    CONSTANT,
    HandValues,
    LiftedStrategy,
    PublicBlock,
    RoundInduction,
    begun,
    common_denominator,
    deals_of,
    public_blocks,
)

_BLOCK_ENTRIES = 2**22
"""Approximate number of the opponent's weights that are gathered at a time."""

_BLOCK_DOUBLES = 2**20
"""Approximate number of doubles in the largest table of a block of public states."""

_BLOCK_PAIRS = 2**20
"""Approximate number of pairs of hands that are compared at a time."""

_EXACT_DOUBLES = 2**53
"""Up to this size sums of integers in doubles are exact."""


def action_values(
    solution: SavedSolution,
    player: int | str,
    signals: Sequence[str],
    history: Sequence[Sequence[str]] = (),
    actions: Sequence[str] = (),
) -> dict[str, Fraction] | None:
    """Return the expected payoff of each action at a point of play, against the opponent's saved strategy.

    The opponent's hands are weighted by chance and by the opponent's strategy, given all actions so far; afterwards the
    player continues as well as possible. The values are exact for the strategies as they are stored: one hand of the
    player's meets the vector of the opponent's hands in every public state that may follow.

    Parameters
    ----------
    player, signals, history, actions
        The point of play, as in `SavedSolution.strategy`.

    Returns
    -------
    dict from str to Fraction, or None
        The values by actions; None if the opponent's strategy never leads here.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("kuhn", kind="ordered")
    >>> saved = sf.solve(game, exact=True, preprocess="identity", backend="barrier").saved()
    >>> action_values(saved, 0, ["K"], actions=["check", "bet"])
    {'fold': Fraction(-1, 1), 'call': Fraction(2, 1)}
    """
    require_kind("action_values, solution", solution, SavedSolution)
    player = player_number(player, solution.game.players)
    number, view, past, node = solution.point(player, signals, history, actions)
    stage = solution.game.rounds[number].stage
    values, reach = _values_of_nodes(solution, player, number, view, past)
    if reach[node] == 0:
        return None
    choices = solution.game.choices(number, past, node)
    return {stage.action[child]: Fraction(values[child], reach[node]) for child in choices}


@lru_cache(maxsize=64)
def _values_of_nodes(
    solution: SavedSolution, player: int, number: int, view: int, past: int
) -> tuple[dict[int, int], dict[int, int]]:
    """Return the values of all nodes of a round, with a hand and a history, and with what probability they are reached.

    Both are integers over the same denominator; the probability is that of chance and the opponent.
    """
    ahead = _Continuation(solution, player, number, np.array([view], dtype=np.int64), past)
    sets = solution.game.rounds[number].stage.sets(player)
    return {node: int(values[0]) for node, values in ahead.best_values().items()}, {
        node: int(ahead.reach(node)[0]) for node in sets
    }


class HandsAtPoint(NamedTuple):
    """Numbers of hands of a player at a point of play, in vectors of integers with an entry for each hand.

    - `reach`: The probability with which chance and the opponent lead here, over a common denominator.
    - `arriving`: The weight with which the player's own choices lead here, over that of the player's plan.
    - `best`: By actions, the expected payoff times `reach`, the player continuing as well as possible.
    - `played`: The expected payoff times `reach` and `arriving`, both players continuing by their saved strategies;
      in doubles unless the plans are exact.
    - `stronger`: `reach` times the probability to be the stronger hand in the end less that to be the weaker one; None
      unless payoffs depend on one comparison of hands. It and `met`, `reach` once more, are over a denominator of
      their own.
    """

    reach: Numerators
    arriving: Numerators
    best: dict[str, Numerators]
    played: Numerators
    met: Numerators
    stronger: Numerators | None


def hands_at_point(
    solution: SavedSolution, player: int, number: int, views: Ints, past: int, node: int
) -> HandsAtPoint:
    """Return the numbers of some hands of a player at a node of a round, after a history."""
    game = solution.game
    stage = game.rounds[number].stage
    choices = game.choices(number, past, node)
    parts = []
    size = _hands_at_a_time(game, player, number, views)
    for start in range(0, len(views), size):
        hands = views[start : start + size]
        ahead = _Continuation(solution, player, number, hands, past)
        best = ahead.best_values()
        opposing = ahead.opposing(node)
        sequence = stage.sequences(player).at[node]
        classes = solution.filters[player].classes[number][hands]
        parts.append(
            HandsAtPoint(
                ahead.reach(node),
                solution.weights[player][number][classes, sequence, past],
                {stage.action[child]: best[child] for child in choices},
                ahead.played_values()[node],
                opposing.met,
                opposing.stronger,
            )
        )

    reach, arriving, bests, played, met, stronger = zip(*parts, strict=True)
    return HandsAtPoint(
        np.concatenate(reach),
        np.concatenate(arriving),
        {action: np.concatenate([best[action] for best in bests]) for action in bests[0]},
        np.concatenate(played),
        np.concatenate(met),
        None if stronger[0] is None else np.concatenate(stronger),
    )


def reaches_of_hands(
    solution: SavedSolution, player: int, number: int, views: Ints, past: int, node: int
) -> Numerators:
    """Return the numbers `reach` of `hands_at_point` alone, which do not depend on the rounds to come."""
    histories = slice(past, past + 1)
    unit = common_denominator(solution.game)
    return _Round(solution, 1 - player, number, views, histories, unit).reach(node)


def _hands_at_a_time(game: OrderedGame, player: int, number: int, views: Ints) -> int:
    """Return how many of some hands are followed to the end at a time, by the pairs of hands that there are then."""
    last = views[:1]
    for later in range(number + 1, len(game.rounds)):
        last, _ = _following(game, player, later, last)
    pairs = _opposing(game.views[-1], player, last).size
    return max(1, _BLOCK_PAIRS // max(1, int(pairs)))


class _Opposing(NamedTuple):
    """The opponent's hands at a node, for each view of the last round that continues one of a player's hands.

    `hands` are those of the present round and `mass` their probabilities, by chance and the opponent's choices, both of
    shape (views, n); `met` and `stronger` are sums for each of the player's hands, as in `HandsAtPoint`.
    """

    hands: Ints
    mass: Numerators
    met: Numerators
    stronger: Numerators | None


class _Arithmetic(NamedTuple):
    """Operations on arrays, of integers or of doubles."""

    times: Callable[[Any, Any], Any]
    plus: Callable[[Any, Any], Any]
    sums_by: Callable[[Any, Ints, int], Any]


def _sums_of_doubles(values: Floats, index: Ints, size: int) -> Floats:
    sums = np.zeros((size, *values.shape[1:]))
    np.add.at(sums, index, values)
    return sums


_IN_INTEGERS = _Arithmetic(times, plus, sums_by)
_IN_DOUBLES = _Arithmetic(np.multiply, np.add, _sums_of_doubles)


class _Continuation:
    """Play from the beginning of a round on, with some of a player's hands and a history, to the end of the game.

    The hands are followed to the last round: in each, the views that continue them, with their place in the round
    before, and the range of histories that continue this one.
    """

    def __init__(
        self, solution: SavedSolution, player: int, number: int, views: Ints, past: int
    ) -> None:
        game = solution.game
        self.solution = solution
        self.player = player
        self.number = number
        self.past = past
        unit = common_denominator(game)
        histories = slice(past, past + 1)
        self.rounds = [_Round(solution, 1 - player, number, views, histories, unit)]
        self.above: list[Ints] = []
        for later in range(number + 1, len(game.rounds)):
            views, above = _following(game, player, later, views)
            leaves = len(game.rounds[later - 1].stage.continuing)
            histories = slice(histories.start * leaves, histories.stop * leaves)
            self.rounds.append(_Round(solution, 1 - player, later, views, histories, unit))
            self.above.append(above)

    def best_values(self) -> dict[int, Numerators]:
        """Return the values of the nodes of the first round, one for each hand, the player choosing the best action."""
        ends = [current.end_values for current in self.rounds]
        return self._values(ends, np.maximum, _IN_INTEGERS)

    def played_values(self) -> dict[int, Numerators]:
        """Return the values of the nodes of the first round times the weights of the player's own saved strategy."""
        # Weights that were rounded make large integers for what is shown in doubles.
        exact = self.solution.plans is not None
        arithmetic = _IN_INTEGERS if exact else _IN_DOUBLES
        ends = []
        for current in self.rounds:
            weighted = {}
            for end, values in current.end_values.items():
                own = current.own_weights(end)
                if not exact:
                    own = own.astype(np.float64)
                    values = values.astype(np.float64)
                weighted[end] = arithmetic.times(values, own)
            ends.append(weighted)
        return self._values(ends, arithmetic.plus, arithmetic)

    def _values(
        self,
        ends: Sequence[dict[int, Numerators]],
        own_choice: Callable[[Any, Any], Any],
        arithmetic: _Arithmetic,
    ) -> dict[int, Numerators]:
        # From the last round back, the values of a round's first node, summed over the views that continue a hand, are
        # those of the end of the round before.
        after: Numerators | None = None
        for place in reversed(range(len(self.rounds))):
            current = self.rounds[place]
            values = current.node_values(ends[place], after, own_choice, arithmetic.plus)
            if place:
                above = self.above[place - 1]
                after = arithmetic.sums_by(values[0], above, len(self.rounds[place - 1].views))
        return {node: table[:, 0] for node, table in values.items()}

    def reach(self, node: int) -> Numerators:
        """Return the probability of a node by chance and the opponent, for each hand."""
        return self.rounds[0].reach(node)

    def opposing(self, node: int) -> _Opposing:
        """Return the opponent's hands at a node of the first round, in every way in which the deal may end."""
        game = self.solution.game
        opponent = 1 - self.player
        end = self.rounds[-1]
        hands = end.hands
        place = np.arange(len(end.views))
        for later in range(len(game.rounds) - 1, self.number, -1):
            hands = game.views[later][opponent].parent[hands]
            place = self.above[later - self.number - 1][place]

        sequence = game.rounds[self.number].stage.sequences(opponent).at[node]
        classes = self.solution.filters[opponent].classes[self.number][hands]
        weights = self.solution.weights[opponent][self.number][classes, sequence, self.past]
        mass = times(end.matrix(CONSTANT), weights)
        size = len(self.rounds[0].views)
        met = sums_by(total(mass, axis=1), place, size)

        # The comparison is 1, 0 or -1 for player 0.
        compared = [
            feature for feature, name in enumerate(game.features) if isinstance(name, Comparison)
        ]
        stronger = None
        if len(compared) == 1:
            compared_mass = times(end.matrix(compared[0]), weights)
            stronger = sums_by(total(compared_mass, axis=1), place, size)
            if self.player == 1:
                stronger = -stronger
        return _Opposing(hands, mass, met, stronger)


@dataclass(frozen=True)
class OpposingHands:
    """What a player may believe about the opponent's hand at a point of play.

    Attributes
    ----------
    beliefs : dict from str to Fraction
        The probability of each hand of the opponent's, its private signals in the order in which they were revealed.
    equity : Fraction or None
        The probability that the player's hand is the stronger one when all signals are revealed, ties counted half;
        None unless payoffs depend on one comparison of hands.
    """

    beliefs: dict[str, Fraction]
    equity: Fraction | None


def opposing_hands(
    solution: SavedSolution,
    player: int | str,
    signals: Sequence[str],
    history: Sequence[Sequence[str]] = (),
    actions: Sequence[str] = (),
) -> OpposingHands | None:
    """Return the hands that the opponent may hold at a point of play, exactly for the saved strategy.

    They are weighted by chance and by the opponent's strategy, given all actions so far. The arguments are those of
    `action_values`; None if the opponent's strategy never leads here.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("kuhn", kind="ordered")
    >>> saved = sf.solve(game, exact=True, preprocess="identity", backend="barrier").saved()
    >>> opposing_hands(saved, 0, ["Q"])
    OpposingHands(beliefs={'J': Fraction(1, 2), 'K': Fraction(1, 2)}, equity=Fraction(1, 2))
    """
    require_kind("opposing_hands, solution", solution, SavedSolution)
    game = solution.game
    player = player_number(player, game.players)
    opponent = 1 - player
    number, view, past, node = solution.point(player, signals, history, actions)

    ahead = _Continuation(solution, player, number, np.array([view], dtype=np.int64), past)
    hands, mass, met, stronger = ahead.opposing(node)
    total_mass = int(met[0])
    if total_mass == 0:
        return None

    held, place = np.unique(hands, return_inverse=True)
    shares = np.zeros(len(held), dtype=object)
    np.add.at(shares, place.reshape(hands.shape), mass)
    opponents_views = game.views[number][opponent]
    private = opponents_views.signals[held][:, list(opponents_views.private)]
    beliefs = {}
    for signals_of_hand, share in zip(private.tolist(), shares, strict=True):
        if share:
            name = " ".join(game.signals[signal] for signal in signals_of_hand)
            beliefs[name] = Fraction(int(share), total_mass)

    equity = None
    if stronger is not None:
        equity = equity_of(int(stronger[0]), total_mass)
    return OpposingHands(beliefs, equity)


def equity_of(stronger: int, met: int) -> Fraction:
    """Return (1 + s) / 2, the equity of a hand, of the mean s of the sign of its comparison."""
    return Fraction(met + stronger, 2 * met)


def costs_of_decisions(
    solution: SavedSolution, player: int, points: Sequence[Sequence[int]]
) -> tuple[float, Floats]:
    """Return the value of a player's best reply to a saved solution, and what decisions of the player's cost.

    Each of `points` is a decision as numbers: round, view, history and node, as in `SavedSolution.point`, and action.
    Its cost is the value of the best action less that of the action taken, as in
    `action_values` but in doubles; 0 where the opponent's strategy never leads to the point. All costs are found in one
    backward induction over the deals, which takes almost as long for one decision as for a million.
    """
    game = solution.game
    strategies = (_in_doubles(solution, 0), _in_doubles(solution, 1))
    rows = np.array(points, dtype=np.int64).reshape(-1, 5)
    costs: Floats = np.zeros(len(rows))
    values = HandValues.zeros(0)
    for number in reversed(range(len(game.rounds))):
        induction = RoundInduction(game, number, strategies, (values, values))
        values = begun(game, player, number)

        # The decisions of the round are ordered by public states, as the blocks are, so that those in a block are a
        # range.
        views = game.views[number][player]
        states = codes_of(views.signals[:, list(views.public)], views.num_signals)
        of_round = np.flatnonzero(rows[:, 0] == number)
        of_round = of_round[np.argsort(states[rows[of_round, 1]], kind="stable")]
        ordered = states[rows[of_round, 1]]
        for block in public_blocks(game, number, induction.block_size(_BLOCK_DOUBLES)):
            node_values = induction.best_values(block, player)
            np.add.at(values.best, block.above(game, player), node_values[0])
            first_state, last_state = states[block.members[player][[0, -1], 0]]
            start = np.searchsorted(ordered, first_state)
            stop = np.searchsorted(ordered, last_state, side="right")
            in_block = of_round[start:stop]
            costs[in_block] = _costs_in(induction, block, player, node_values, rows[in_block])
    return float(values.best[:, 0].sum()), costs


def _in_doubles(solution: SavedSolution, player: int) -> LiftedStrategy:
    denominator = solution.denominators[player]
    weights = tuple((table / denominator).astype(np.float64) for table in solution.weights[player])
    return LiftedStrategy(player, solution.filters[player].classes, weights)


def _costs_in(
    induction: RoundInduction,
    block: PublicBlock,
    player: int,
    values: dict[int, Floats],
    points: Ints,
) -> Floats:
    """Return what decisions in some public states cost, given the values of all nodes there."""
    stage = induction.game.rounds[induction.number].stage
    opponent = induction.strategies[1 - player]
    classes = opponent.classes[induction.number][block.members[1 - player]]
    members = block.members[player]

    # The public state of every decision, by its place in the block, and the hand, by its place in the state.
    place = np.empty(len(induction.game.views[induction.number][player]), dtype=np.int64)
    place[members] = np.arange(members.size).reshape(members.shape)
    state, hand = np.divmod(place[points[:, 1]], members.shape[1])
    costs: Floats = np.zeros(len(points))
    for node in np.unique(points[:, 3]).tolist():
        at_node = np.flatnonzero(points[:, 3] == node)
        states = state[at_node]
        hands = hand[at_node]
        past = points[at_node, 2]
        children = stage.children[node]
        taken = []
        for history, action in points[at_node][:, [2, 4]].tolist():
            choices = induction.game.choices(induction.number, history, node)
            taken.append(children.index(choices[action]))
        worth = np.stack([values[child][states, hands, past] for child in children])
        lost = worth.max(axis=0) - worth[taken, np.arange(len(at_node))]

        # Values are weighted by the probability that chance and the opponent lead to the decision.
        matrix = block.matrices[CONSTANT]
        met = matrix[states, hands] if player == 0 else matrix[states, :, hands]
        sequence = stage.sequences(1 - player).at[node]
        weights = opponent.weights[induction.number][classes[states], sequence, past[:, None]]
        reach = (met * weights).sum(axis=1)
        costs[at_node] = np.divide(lost, reach, out=np.zeros(len(at_node)), where=reach > 0)
    return costs


def _following(game: OrderedGame, player: int, number: int, views: Ints) -> tuple[Ints, Ints]:
    """Return a player's views of a round that continue given ones of the round before, and the places of these."""
    place = np.full(len(game.views[number - 1][player]), -1)
    place[views] = np.arange(len(views))
    above = place[game.views[number][player].parent]
    following = np.flatnonzero(above >= 0)
    return following, above[following]


class _Round:
    """One round: some views of the player's, the opponent's saved weights, and a range of histories.

    Results are integers: probability times payoff, over the denominator `unit`, times the opponent's weight.
    """

    def __init__(
        self,
        solution: SavedSolution,
        opponent: int,
        number: int,
        views: Ints,
        histories: slice,
        unit: int,
    ) -> None:
        self.game = solution.game
        self.number = number
        self.player = 1 - opponent
        self.unit = unit
        self.stage = self.game.rounds[number].stage
        self.at = np.array(self.stage.sequences(opponent).at, dtype=np.int64)
        self.histories = histories
        self.largest_weight = solution.denominators[opponent]
        self.views = views
        self.solution = solution
        self.matrices: dict[int, Numerators] = {}
        self.hands = _opposing(self.game.views[number], self.player, views)
        members = (views[:, None], self.hands) if self.player == 0 else (self.hands, views[:, None])
        self.met, (state, *pair), self.deals = deals_of(self.game, number, members)
        self.place = (state, pair[opponent])
        self.shape = self.hands.shape
        self.classes = solution.filters[opponent].classes[number][self.hands]
        self.weights = solution.weights[opponent][number][:, :, histories]

    def reach(self, node: int) -> Numerators:
        """Return the probability of a node by chance and the opponent, for each view, with the first history."""
        weights = self.weights[self.classes, self.at[node], 0]
        probability = times(self.matrix(CONSTANT), self.unit // self.deals.probability.denominator)
        reach: Numerators = total(times(probability, weights), axis=1)
        return reach

    def own_weights(self, node: int) -> Numerators:
        """Return the weights with which the player's own choices lead to a node, shape (views, histories)."""
        own = self.solution.filters[self.player].classes[self.number][self.views]
        sequence = self.stage.sequences(self.player).at[node]
        return self.solution.weights[self.player][self.number][own, sequence, self.histories]

    def node_values(
        self,
        ends: dict[int, Numerators],
        after: Numerators | None,
        own_choice: Callable[[Any, Any], Any],
        sum_of: Callable[[Any, Any], Any],
    ) -> dict[int, Numerators]:
        """Return the values of the nodes, shape (views, histories), given those of the ends and of the next round."""
        values = dict(ends)
        continuing = self.stage.continuing
        if after is not None:
            values |= {
                leaf: after[:, place :: len(continuing)] for place, leaf in enumerate(continuing)
            }
        for node in reversed(range(len(self.stage))):
            below = [values[child] for child in self.stage.children[node]]
            if below:
                combined = own_choice if self.stage.player[node] == self.player else sum_of
                values[node] = reduce(combined, below)
        return values

    @cached_property
    def end_values(self) -> dict[int, Numerators]:
        """Return the values of the ends: sums over the features on which payoffs depend, times their coefficients."""
        payoffs = self.game.payoffs[self.number]
        ends = np.array(self.stage.ends, dtype=np.int64)
        coefficients = payoffs.numerators[self.player][:, :, self.histories]
        factor = self.unit // (self.deals.probability.denominator * payoffs.denominator)
        values = {
            int(end): np.zeros((self.shape[0], coefficients.shape[2]), dtype=np.int64)
            for end in ends
        }
        for feature in range(len(coefficients)):
            dependent = np.flatnonzero(coefficients[feature].any(axis=1))
            if not len(dependent):
                continue
            sums = self._sums(self.matrix(feature), self.at[ends[dependent]])
            for column, end in enumerate(dependent):
                by_history = times(coefficients[feature][end], factor)
                values[int(ends[end])] = plus(
                    values[int(ends[end])], times(sums[:, column], by_history)
                )
        return values

    def _sums(self, matrix: Numerators, sequences: Ints) -> Numerators:
        """Return Σ over the opponent's hands of an entry times a weight, shape (views, sequences, histories)."""
        is_small = int(total(absolute(matrix), axis=1).max()) * self.largest_weight < _EXACT_DOUBLES
        dtype = np.float64 if is_small else object
        weights = self.weights[:, sequences].astype(dtype)
        width = weights.shape[1] * weights.shape[2]
        size = max(1, _BLOCK_ENTRIES // (self.shape[1] * width))
        sums = np.empty((self.shape[0], width), dtype=np.int64 if is_small else object)
        for start in range(0, self.shape[0], size):
            block = slice(start, start + size)
            met = weights[self.classes[block]].reshape(-1, self.shape[1], width)
            sums[block] = (matrix[block, None].astype(dtype) @ met)[:, 0]
        return sums.reshape(self.shape[0], *weights.shape[1:])

    def matrix(self, feature: int) -> Numerators:
        """Return probability times feature for each view and each opposing hand, 0 where they exclude each other."""
        if feature not in self.matrices:
            products = times(
                self.deals.probability.numerators,
                self.game.features[feature].values(self.deals, self.met),
            )
            matrix = np.zeros(self.shape, dtype=products.dtype)
            matrix[self.place] = products
            self.matrices[feature] = matrix
        return self.matrices[feature]


def _opposing(views: tuple[Views, Views], player: int, own: Ints) -> Ints:
    """Return all views of the opponent with the same public signals as each of a player's, shape (views, n).

    With ranges, fewer hands are left by some public signals than by others. Rows that are shorter are filled with the
    player's own view, which both players have by the same number, and which never meets itself.
    """
    own_codes = _public_codes(views[player])[own]
    codes = _public_codes(views[1 - player])
    order = np.argsort(codes, kind="stable")
    start = np.searchsorted(codes[order], own_codes, side="left")
    stop = np.searchsorted(codes[order], own_codes, side="right")
    width = int((stop - start).max())
    place = start[:, None] + np.arange(width)
    is_there = place < stop[:, None]
    opposing = order[np.minimum(place, len(order) - 1)]
    return np.asarray(np.where(is_there, opposing, own[:, None]), dtype=np.int64)


def _public_codes(views: Views) -> Ints:
    """Return a number of the public signals of every view."""
    return codes_of(views.signals[:, list(views.public)], views.num_signals)
