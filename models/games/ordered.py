"""Games with ordered signals, and their sizes without expansion."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

import seqform.models.verbs as verbs
from seqform.errors import GameError
from seqform.models.games.equal_actions import EqualActions
from seqform.models.games.infosets import UNNAMED, player_label
from seqform.models.games.ranges import Ranges
from seqform.models.games.signals import (
    PUBLIC,
    Comparison,
    Constant,
    Deals,
    Feature,
    LaterComparison,
    Own,
    Signals,
    Strength,
    Views,
    codes_of,
    drawn,
    enumerate_views,
    of_views,
)
from seqform.models.games.stages import StageGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints, Numerators, Rational, as_integers
from seqform.models.numbers.given import Given, given_rational
from seqform.models.numbers.integers import plus, require_safe, times, total
from seqform.models.numbers.text import shown

MAX_DEALS = 10_000_000
"""Limit on enumerated deals; with six signals each, this many take about five gigabytes."""

T = TypeVar("T", bound=Any)

MOST_PATHS = 1_000_000
"""Limit on the terminal paths of a round, for each of which the payoffs are asked."""

Payoff = Mapping[str, Given] | Given
"""Coefficients by the names of features; a single number is the coefficient of the constant."""

RangeWeights = Mapping[str | tuple[str, ...], Given]
"""Weights of a player's hands by the names of their signals; a single signal may stand for the hand of it alone."""

Utility = Callable[[tuple[tuple[str, ...], ...]], tuple[Payoff, Payoff]]
"""Maps the actions of all rounds up to the end of the game to the payoffs of both players."""


class Revealed:
    """Signals that are revealed in a round: to both players, and to each, a pair for unequal numbers."""

    public: int
    private: int | tuple[int, int]

    @property
    def privates(self) -> tuple[int, int]:
        """The number of private signals of each player."""
        if isinstance(self.private, tuple):
            return self.private
        return (self.private, self.private)

    @property
    def revealed(self) -> int:
        """The number of signals revealed to anyone."""
        return self.public + sum(self.privates)


@dataclass(frozen=True)
class Round(Revealed):
    """One round of an ordered game: G^j with L^j and ω^j, and the signals revealed before it is played.

    These are `public` ones, κ^j, and `private` ones of each player, γ^j; a pair if the players get unequal numbers.
    """

    stage: StageGame
    public: int
    private: int | tuple[int, int]

    def __post_init__(self) -> None:
        if len(set(self.privates)) == 1:
            object.__setattr__(self, "private", self.privates[0])


@dataclass(frozen=True, eq=False)
class RoundPayoffs(Immutable):
    """Payoffs where the game ends in a round.

    ``numerators``, of shape (2, features, ends, histories), has the coefficient of every feature for each player, at
    every leaf of ``stage.ends`` after every history of the rounds before.
    """

    numerators: npt.NDArray[np.int64]
    denominator: int

    def __post_init__(self) -> None:
        require_safe(self.numerators, "payoffs of a round")


@dataclass(frozen=True, eq=False)
class OrderedGame:
    """A two-player game with ordered signals (Gilpin & Sandholm, definition 1).

    Actions are public; private are only the players' own signals. Payoffs are sums of features of the signals times
    coefficients that depend on the actions, so that small tables describe a game of any size.

    - `signals`: Θ, by name; each is revealed once at most.
    - `features`: The first is `Constant`.
    - `ordering`: Functions for ⪰: of two views with the same public signals the first is at least as good if it is by
      all of these. One function gives a complete order, such as the ranking of hands; several give a partial one.
    - `weights`: p up to a factor: signals are drawn without replacement in proportion to these; uniformly if absent.
    - `ranges`: Weights of the hands that the first round deals, in place of a uniform draw: two hands are dealt with a
      probability in proportion to the product of their weights if they have no signal in common. Hands are sets, and
      are dealt in the first round only, without public signals; these are drawn uniformly in the rounds after it.
    - `symmetries`: Permutations of signals that may keep a game with ranges, each for every signal the number of its
      image. Lossless abstractions merge by those that are proved to keep it (`symmetry_violation`).
    - `marks`: Short marks for actions, from which labels of information sets are made; the actions in full if absent.
    - `equal_actions`: The actions that stand for equal ones, of a game in which some do the same after some histories.
    - `table`: Signals that both players know before the first round, such as the cards of a board, for people to read.
    - `pot`: What is at stake when the game begins; answers state nash_conv as a share of it.
    - `note`: Where the game may be another one than was meant, such as bets that the stack makes all-in; `info` and
      certificates have it.

    A `GameError` names the violated condition if this is not an ordered game.

    References
    ----------
    Gilpin & Sandholm, Finding equilibria in large sequential games of imperfect information, EC 2006.
    """

    title: str
    rounds: tuple[Round, ...]
    signals: tuple[str, ...]
    features: tuple[Feature, ...]
    payoffs: tuple[RoundPayoffs, ...]
    ordering: tuple[Strength, ...] = ()
    weights: tuple[int, ...] | None = None
    players: tuple[str, str] = UNNAMED
    marks: Mapping[str, str] = field(default_factory=dict)
    ranges: Ranges | None = None
    pot: Rational | None = None
    table: tuple[str, ...] = ()
    symmetries: tuple[tuple[int, ...], ...] = ()
    equal_actions: EqualActions | None = None
    note: str = ""

    def __post_init__(self) -> None:
        _check_rounds(self)
        _check_symmetries(self)
        _check_payoffs(self)

    # ---- play ----

    @cached_property
    def num_histories(self) -> tuple[int, ...]:
        """For each round the number of histories of the rounds before it.

        A history is numbered by its last round's continuing leaf last: h = h' · (continuing leaves) + leaf.
        """
        return history_counts(stage_round.stage for stage_round in self.rounds)

    def histories(self, number: int) -> list[tuple[tuple[str, ...], ...]]:
        """Return the actions of the rounds before round `number` (from 0), in the order of their numbers."""
        return _histories_before(self.rounds, number)

    def choices(self, number: int, history: int, node: int) -> tuple[int, ...]:
        """Return the nodes of a round's stage game after the actions at a node, of equal ones after that which stays.

        Equal ones depend on the history of the rounds before.
        """
        if self.equal_actions is None:
            return self.rounds[number].stage.children[node]
        return self.equal_actions.choices(number, history, node)

    def is_turn(self, number: int, history: int, node: int) -> bool:
        """Return whether a player has a choice at a node, to which no action leads for which an equal one stands."""
        if self.equal_actions is None:
            return bool(self.rounds[number].stage.children[node])
        return bool(self.equal_actions.turns[number][node, history])

    def summed(self, number: int, history: int, node: int, values: Sequence[T]) -> list[T]:
        """Return the sums of the values of all actions at a node over equal ones, in the order of `choices`."""
        if self.equal_actions is None:
            return list(values)
        return self.equal_actions.summed(number, history, node, values)

    # ---- signals ----

    @property
    def is_even(self) -> bool:
        """True if both players get equal numbers of private signals in every round, as in the paper's definition."""
        return all(isinstance(stage_round.private, int) for stage_round in self.rounds)

    @cached_property
    def views(self) -> tuple[tuple[Views, Views], ...]:
        """S^j for every round: the possible views of player 0 and of player 1; the same object in an even game."""
        num_signals = len(self.signals)
        public = [stage_round.public for stage_round in self.rounds]
        if self.ranges is not None:
            return tuple((views, views) for views in self.ranges.views(public))
        first, second = zip(*(stage_round.privates for stage_round in self.rounds), strict=True)
        first_views = enumerate_views(num_signals, public, first)
        second_views = first_views
        if not self.is_even:
            second_views = enumerate_views(num_signals, public, second)
        return tuple(zip(first_views, second_views, strict=True))

    @cached_property
    def receivers(self) -> tuple[tuple[int, ...], ...]:
        """For each round the receivers of the signals revealed by then, in their order."""
        so_far: list[int] = []
        by_round: list[tuple[int, ...]] = []
        for stage_round in self.rounds:
            first, second = stage_round.privates
            so_far += [PUBLIC] * stage_round.public + [0] * first + [1] * second
            by_round.append(tuple(so_far))
        return tuple(by_round)

    def num_deals(self, number: int) -> int:
        """Return the number of deals by round `number` (from 0)."""
        if self.ranges is not None:
            return len(self.ranges.pairs()[0]) * self.num_draws(number)
        return math.perm(len(self.signals), len(self.receivers[number]))

    def num_draws(self, number: int) -> int:
        """Return the number of draws of public signals by round `number` (from 0), given two hands of ranges."""
        dealt = len(self.receivers[0])
        return math.perm(len(self.signals) - dealt, len(self.receivers[number]) - dealt)

    def deals(self, number: int) -> Deals:
        """Return all deals by round `number` (from 0), of which there may be at most `MAX_DEALS`."""
        if self.num_deals(number) > MAX_DEALS:
            raise GameError(
                f"{self.title}: {self.num_deals(number):,} ways in which the signals may fall by round {number + 1}; "
                f"more than {MAX_DEALS:,} are too many to go through: choose fewer signals"
            )
        return _deals(self, number)

    # ---- payoffs ----

    @cached_property
    def constant_sum(self) -> Fraction | None:
        """Sum of the two payoffs if it is constant, None otherwise."""
        return sum_of_payoffs(self.payoffs)

    solve = verbs.solve

    def __repr__(self) -> str:
        return (
            f"<OrderedGame {self.title!r}: {len(self.rounds)} rounds, {len(self.signals)} signals>"
        )


def ordered_game(
    title: str,
    rounds: Sequence[Round],
    signals: Sequence[str],
    features: Sequence[Feature],
    utility: Utility,
    *,
    ordering: Sequence[Strength] = (),
    weights: Sequence[int] | None = None,
    players: tuple[str, str] = UNNAMED,
    marks: Mapping[str, str] | None = None,
    ranges: Ranges | tuple[RangeWeights, RangeWeights] | None = None,
    pot: Given | None = None,
    table: Sequence[str] = (),
    symmetries: Sequence[Mapping[str, str]] = (),
    equal_actions: EqualActions | None = None,
    note: str = "",
) -> OrderedGame:
    """Return the ordered game with the payoffs of a function, called once for every terminal path of actions.

    `features` are those in addition to the constant, `ranges` may be weights of the hands of player 0 and of player 1
    by the names of their signals, 0 for all others, `pot` any number above 0, and `symmetries` the images of signals by
    their names, all others staying as they are; the other arguments are as in `OrderedGame`.

    Examples
    --------
    One card each, the higher wins; player 0 may stop the game for nothing:

    >>> from seqform.models.games.stages import OVER, turn
    >>> stage = StageGame.of(turn(0, {"stop": OVER, "play": OVER}))
    >>> high = Comparison(lambda public, private: private[:, 0], "high card")
    >>> ordered_game(
    ...     "war", [Round(stage, 0, 1)], "JQK", [high], ordering=[high.strength],
    ...     utility=lambda path: ({"high card": 1}, {"high card": -1}) if path == (("play",),) else (0, 0))
    <OrderedGame 'war': 1 rounds, 3 signals>
    """
    require_few_paths(title, [stage_round.stage for stage_round in rounds])
    all_features = (Constant(), *features)
    names = [feature.name for feature in all_features]
    payoffs = [
        _round_payoffs(title, rounds, number, names, utility) for number in range(len(rounds))
    ]
    return OrderedGame(
        title=title,
        rounds=tuple(rounds),
        signals=tuple(signals),
        features=all_features,
        payoffs=tuple(payoffs),
        ordering=tuple(ordering),
        weights=None if weights is None else tuple(weights),
        players=players,
        marks=marks or {},
        ranges=_numbered_ranges(title, signals, ranges),
        pot=_chips_in_pot(title, pot),
        table=tuple(table),
        symmetries=_numbered_symmetries(title, signals, symmetries),
        equal_actions=equal_actions,
        note=note,
    )


def require_few_paths(title: str, stages: Sequence[StageGame]) -> None:
    """Raise GameError if play may end in more ways than `MOST_PATHS` in a round."""
    for number, (stage, num_histories) in enumerate(
        zip(stages, history_counts(stages), strict=True), start=1
    ):
        num_paths = len(stage.ends) * num_histories
        if num_paths > MOST_PATHS:
            raise GameError(
                f"{title}: play may end in {num_paths:,} ways in round {number}, of {num_histories:,} histories before "
                f"it; more than {MOST_PATHS:,} are too many: choose fewer actions, such as fewer sizes of bets"
            )


def _numbered_ranges(title: str, signals: Sequence[str], named: Any) -> Ranges | None:
    """Return the ranges of hands that are given by the names of their signals, or as `Ranges`."""
    if named is None or isinstance(named, Ranges):
        return named
    is_pair = isinstance(named, Sequence) and len(named) == 2
    if not is_pair or not all(isinstance(own, Mapping) for own in named):
        raise GameError(
            f"{title}: ranges: a pair of mappings from hands to weights expected, of player 1 and of player 2, "
            f"not {shown(named)}; a hand is named by its signal, or by a tuple of several such as ('8s', '8h')"
        )

    numbers = {name: number for number, name in enumerate(signals)}
    weights_of: dict[tuple[int, ...], list[Rational]] = {}
    for player, own in enumerate(named):
        who = f"{title}: range of {player_label(player)}"
        hands: set[tuple[int, ...]] = set()
        for hand, weight in own.items():
            is_set = isinstance(hand, Iterable) and not isinstance(hand, str)
            names = tuple(hand) if is_set else (hand,)
            if not is_set and hand not in numbers:
                parts = signals_in(hand, numbers)
                if parts:
                    raise GameError(
                        f"{who}: {shown(hand)} is no signal; a hand of several is named by a tuple, {parts!r}"
                    )
            cards = tuple(sorted(_signal_number(numbers, name, who) for name in names))
            words = " ".join(names)
            if cards in hands:
                raise GameError(
                    f"{who}: the hand {words} occurs twice; hands are sets, in whatever order their signals are named"
                )
            hands.add(cards)
            exact = given_rational(weight, f"{who}: weight of {words}", error=GameError)
            weights_of.setdefault(cards, [0, 0])[player] = exact
    weights = [ExactArray.of([pair[player] for pair in weights_of.values()]) for player in (0, 1)]
    return Ranges.of(title, len(signals), list(weights_of), weights)


def signals_in(text: object, known: Container[str]) -> tuple[str, ...]:
    """Return the signals that are named in a text one after the other, two also without blanks; none if it has others.

    Examples
    --------
    >>> signals_in("8s 8h", {"8s", "8h"}), signals_in("8s8h", {"8s", "8h"}), signals_in("8s 9h", {"8s", "8h"})
    (('8s', '8h'), ('8s', '8h'), ())
    """
    if not isinstance(text, str):
        return ()
    words = tuple(text.replace(",", " ").split())
    if len(words) > 1:
        return words if all(word in known for word in words) else ()
    for place in range(1, len(text)):
        parts = (text[:place], text[place:])
        if all(part in known for part in parts):
            return parts
    return ()


def _numbered_symmetries(
    title: str, signals: Sequence[str], symmetries: Any
) -> tuple[tuple[int, ...], ...]:
    """Return for each symmetry the number of every signal's image."""
    is_list = isinstance(symmetries, Iterable) and not isinstance(symmetries, Mapping | str)
    listed = list(symmetries) if is_list else []
    if not is_list or not all(isinstance(images, Mapping) for images in listed):
        raise GameError(
            f"{title}: symmetries: a list of mappings from signals to their images expected, not {shown(symmetries)}"
        )
    numbers = {name: number for number, name in enumerate(signals)}
    permutations = []
    for images in listed:
        image_of = list(range(len(signals)))
        for name, image in images.items():
            place = _signal_number(numbers, name, f"{title}: symmetries")
            image_of[place] = _signal_number(numbers, image, f"{title}: symmetries")
        permutations.append(tuple(image_of))
    return tuple(permutations)


def _chips_in_pot(title: str, pot: Given | None) -> Rational | None:
    """Return the exact number of what is at stake when the game begins, if it is given."""
    if pot is None:
        return None
    return given_rational(
        pot, f"{title}: pot", "a number above 0", lambda chips: chips > 0, error=GameError
    )


def _signal_number(numbers: Mapping[str, int], name: object, where: str) -> int:
    """Return the number of a signal by its name."""
    if not isinstance(name, str) or name not in numbers:
        raise GameError(f"{where}: {shown(name)} is no signal; they are {', '.join(numbers)}")
    return numbers[name]


def history_counts(stages: Iterable[StageGame]) -> tuple[int, ...]:
    """Return for each round the number of histories of the rounds before it."""
    counts = [1]
    for stage in stages:
        counts.append(counts[-1] * len(stage.continuing))
    return tuple(counts[:-1])


def sum_of_payoffs(tables: Sequence[RoundPayoffs]) -> Fraction | None:
    """Return the sum of the two payoffs if it is constant, None otherwise."""
    sums: set[Fraction] = set()
    for table in tables:
        of_features = total(table.numerators, axis=0)
        if of_features[1:].any():  # a sum that depends on the signals
            return None
        for numerator in np.unique(of_features[0]).tolist():
            sums.add(Fraction(numerator, table.denominator))
    return sums.pop() if len(sums) == 1 else None


def _histories_before(rounds: Sequence[Round], number: int) -> list[tuple[tuple[str, ...], ...]]:
    paths: list[list[tuple[str, ...]]] = []
    for stage_round in rounds[:number]:
        stage = stage_round.stage
        paths.append([stage.path(leaf) for leaf in stage.continuing])
    return list(product(*paths))


def _round_payoffs(
    title: str, rounds: Sequence[Round], number: int, names: list[str], utility: Utility
) -> RoundPayoffs:
    """Return the payoffs of a function at the ends of a round, by features."""
    stage = rounds[number].stage
    histories = _histories_before(rounds, number)
    # In the order of the calls: by end, history, player and feature
    coefficients: list[Rational] = []
    for end in stage.ends:
        path = stage.path(end)
        for history in histories:
            whole_path = (*history, path)
            first, second = _payoff_pair(title, whole_path, utility(whole_path))
            coefficients += _coefficients(title, names, first)
            coefficients += _coefficients(title, names, second)
    exact = ExactArray.of(coefficients)
    if exact.numerators.dtype == object:
        raise GameError(
            f"{title}: payoffs need more than 64 bits over their common denominator: take numbers with fewer digits; "
            "in a game with bets, a cap on bets and raises (max_bets), a smaller stack, or sizes such as 0.5 and pot"
        )
    shape = (len(stage.ends), len(histories), 2, len(names))
    numerators = np.ascontiguousarray(exact.numerators.reshape(shape).transpose(2, 3, 0, 1))
    return RoundPayoffs(numerators, exact.denominator)


def _payoff_pair(
    title: str, path: tuple[tuple[str, ...], ...], payoffs: Any
) -> tuple[Payoff, Payoff]:
    """Return the payoffs that a function returned at the end of a path, which are a pair."""
    is_pair = isinstance(payoffs, Sequence) and not isinstance(payoffs, str) and len(payoffs) == 2
    if not is_pair:
        history = "; ".join(", ".join(actions) for actions in path)
        raise GameError(
            f"{title}: utility(path) returned {payoffs!r} at the history {history}; a pair of payoffs expected, each "
            "a number or coefficients by the names of features"
        )
    first, second = payoffs
    return first, second


def _coefficients(title: str, names: list[str], payoff: Payoff) -> list[Rational]:
    """Return the coefficients of all features in a payoff."""
    values = payoff if isinstance(payoff, Mapping) else {names[0]: payoff}
    coefficients: dict[str, Rational] = {}
    for name, value in values.items():
        if name not in names:
            raise GameError(
                f"{title}: a payoff in terms of {name!r}; the features are {', '.join(names)}"
            )
        coefficients[name] = given_rational(
            value, f"{title}: coefficient of {name!r}", error=GameError
        )
    return [coefficients.get(name, 0) for name in names]


def _check_rounds(game: OrderedGame) -> None:
    """Raise a GameError if the rounds and signals do not fit together."""
    if not game.rounds:
        raise GameError(f"{game.title}: an ordered game without rounds")
    if len(set(game.signals)) != len(game.signals):
        raise GameError(
            f"{game.title}: two signals of the same name, and each may be revealed once; such as J1 and J2"
        )
    for number, stage_round in enumerate(game.rounds, start=1):
        public = stage_round.public
        if len(stage_round.privates) != 2 or min(public, *stage_round.privates) < 0:
            raise GameError(
                f"{game.title}: round {number} reveals {public} public and {stage_round.private} private signals"
            )
        if number < len(game.rounds) and not stage_round.stage.continuing:
            raise GameError(
                f"{game.title}: round {number} never continues, so the rounds after it are never played"
            )
    if game.rounds[-1].stage.continuing:
        raise GameError(
            f"{game.title}: the last round has a leaf that continues; ω is 'over' at all of its leaves"
        )
    stages = tuple([stage_round.stage for stage_round in game.rounds])
    if game.equal_actions is not None and game.equal_actions.stages != stages:
        raise GameError(f"{game.title}: equal actions of other rounds than those of the game")
    needed = len(game.receivers[-1])
    if needed > len(game.signals):
        raise GameError(
            f"{game.title}: {needed} signals are revealed, but there are {len(game.signals)}; "
            "each is revealed once at most"
        )
    if game.weights is not None and (
        len(game.weights) != len(game.signals) or min(game.weights) <= 0
    ):
        raise GameError(
            f"{game.title}: a positive weight for each of the {len(game.signals)} signals expected"
        )
    if game.ranges is not None:
        _check_ranges(game, game.ranges)


def _check_symmetries(game: OrderedGame) -> None:
    """Raise a GameError unless the symmetries are permutations of the signals of a game with ranges."""
    if game.symmetries and game.ranges is None:
        raise GameError(
            f"{game.title}: symmetries are of games with ranges; others are merged without them, so leave them out"
        )
    for permutation in game.symmetries:
        if sorted(permutation) != list(range(len(game.signals))):
            raise GameError(
                f"{game.title}: symmetries: each signal has to be the image of one signal, so that none is lost"
            )


def _check_ranges(game: OrderedGame, ranges: Ranges) -> None:
    """Raise a GameError unless the ranges are of the hands that the first round deals."""
    if game.weights is not None:
        raise GameError(
            f"{game.title}: weights of signals and ranges of hands; leave one of them out"
        )
    first, *later = game.rounds
    if first.public or first.private != ranges.hand_size:
        raise GameError(
            f"{game.title}: ranges of hands of {ranges.hand_size} signals, but the first round reveals {first.private} "
            f"private and {first.public} public ones"
        )
    if any(any(stage_round.privates) for stage_round in later):
        raise GameError(
            f"{game.title}: with ranges, private signals are revealed in the first round only"
        )


def _check_payoffs(game: OrderedGame) -> None:
    """Raise a GameError unless payoffs increase in a player's own signals or do not depend on them."""
    if not isinstance(game.features[0], Constant):
        raise GameError(f"{game.title}: the first feature is the constant")
    for number, table in enumerate(game.payoffs):
        expected = (
            2,
            len(game.features),
            len(game.rounds[number].stage.ends),
            game.num_histories[number],
        )
        if table.numerators.shape != expected:
            raise GameError(
                f"{game.title}: payoffs of round {number + 1} of shape {table.numerators.shape}, not {expected}"
            )
        for player in (0, 1):
            _check_increasing(game, number, player)


def _check_increasing(game: OrderedGame, number: int, player: int) -> None:
    """Raise a GameError if a payoff of a player at an end of a round falls as the player's own signals improve.

    Payoffs at ends with the same coefficients fall or rise together, so each combination is checked once.
    """
    table = game.payoffs[number].numerators[player]
    by_place = table[1:].reshape(len(table) - 1, table[0].size)
    combinations = np.unique(by_place[:, by_place.any(axis=0)], axis=1).T
    for coefficients in combinations:
        if not _increases(game, number, player, coefficients):
            places = np.flatnonzero((by_place == coefficients[:, None]).all(axis=0))
            end, history = divmod(int(places[0]), table.shape[2])
            stage = game.rounds[number].stage
            path = [*game.histories(number)[history], stage.path(stage.ends[end])]
            raise GameError(
                f"{game.title}: after {' / '.join(map(' '.join, path))} the payoff of {player_label(player)} does not "
                "increase in the player's own signals as the order has them (definition 1): this is no ordered game"
            )


def _increases(game: OrderedGame, number: int, player: int, coefficients: Ints) -> bool:
    """Return whether a sum of features increases in a player's own signals: by its terms, or by all deals."""
    if not game.ordering:
        return False
    terms = [
        (feature, weight)
        for feature, weight in zip(game.features[1:], coefficients.tolist(), strict=True)
        if weight
    ]
    if all(_surely_increases(game, player, feature, weight) for feature, weight in terms):
        return True

    deals = game.deals(number)
    views = game.views[number]
    values: Numerators = np.zeros(1, dtype=np.int64)
    for feature, weight in terms:
        values = plus(values, times(feature.values(deals, views), weight))
    # The own signals vary among deals of the same signals of all others
    others = [column for column, receiver in enumerate(deals.receivers) if receiver != player]
    group = codes_of(deals.signals[:, others], len(game.signals))
    own = [of_views(strength, views[player])[deals.view[player]] for strength in game.ordering]
    if len(own) == 1:
        return _nondecreasing(group, own[0], values)
    return _nondecreasing_componentwise(group, np.stack(own), values)


def _surely_increases(game: OrderedGame, player: int, feature: Feature, weight: int) -> bool:
    """Return whether a multiple of a feature increases in the order for all signals, by the kind of feature."""
    if isinstance(feature, Comparison | LaterComparison):
        return feature.strength in game.ordering and (weight > 0) == (player == 0)
    if isinstance(feature, Own):
        return feature.player != player or (weight > 0 and feature.value in game.ordering)
    return False


def _nondecreasing(group: Ints, strength: Ints, values: Numerators) -> bool:
    """Return whether values do not decrease with strength within each group, and are equal for ties."""
    order = np.lexsort((values, strength, group))
    group = group[order]
    strength = strength[order]
    values = values[order]
    before = values[:-1]
    after = values[1:]
    same_group = group[1:] == group[:-1]
    tie = same_group & (strength[1:] == strength[:-1])
    return bool(
        np.all(after[same_group] >= before[same_group]) and np.all(after[tie] == before[tie])
    )


def _nondecreasing_componentwise(group: Ints, strengths: Ints, values: Numerators) -> bool:
    """Return whether values do not decrease within each group from a deal to one that is as strong by all measures."""
    for number in np.unique(group):
        deals = np.flatnonzero(group == number)
        above = (strengths[:, deals, None] >= strengths[:, None, deals]).all(axis=0)
        if np.any(above & (values[deals, None] < values[None, deals])):
            return False
    return True


@lru_cache(maxsize=4)
def _deals(game: OrderedGame, number: int) -> Deals:
    if game.ranges is not None:
        return _range_deals(game, number, game.ranges)
    receivers = game.receivers[number]
    signals = np.zeros((1, 0), dtype=np.int16)
    chances = [Fraction(1)]
    for _ in receivers:
        row, longer = drawn(signals, len(game.signals))
        if game.weights is not None:
            chances = _continued(chances, signals, row, longer[:, -1], game.weights)
        signals = longer
    if game.weights is None:
        probability = ExactArray(np.ones(len(signals), dtype=np.int64), len(signals))
    else:
        probability = ExactArray.of(chances)

    first_views, second_views = game.views[number]
    first = first_views.find(signals[:, _columns_seen(receivers, 0)])
    second = second_views.find(signals[:, _columns_seen(receivers, 1)])
    return Deals(signals, receivers, (first, second), probability)


def _range_deals(game: OrderedGame, number: int, ranges: Ranges) -> Deals:
    """Return the deals of a positive probability of a game with ranges."""
    receivers = game.receivers[number]
    first_hand, second_hand = ranges.pairs()
    signals: Signals = np.concatenate([ranges.hands[first_hand], ranges.hands[second_hand]], axis=1)
    weight = ranges.weights[0][first_hand] * ranges.weights[1][second_hand]
    for _ in receivers[2 * ranges.hand_size :]:
        row, signals = drawn(signals, len(game.signals))
        weight = weight[row]
    probability = ExactArray(as_integers(weight), ranges.unit * game.num_draws(number))
    first_views, second_views = game.views[number]
    first = first_views.find(signals[:, _columns_seen(receivers, 0)])
    second = second_views.find(signals[:, _columns_seen(receivers, 1)])
    return Deals(signals, receivers, (first, second), probability)


def _continued(
    chances: list[Fraction], signals: Signals, row: Ints, drawn: Signals, weights: tuple[int, ...]
) -> list[Fraction]:
    """Return the probabilities of rows of signals with one more, drawn in proportion to the weights of those left.

    `row` is the row that each extends, by the signal `drawn`.
    """
    weight = np.array(weights, dtype=object)  # sums may need more than 64 bits
    left = int(weight.sum()) - weight[signals].sum(axis=1)
    return [
        chances[above] * Fraction(int(weight[signal]), int(left[above]))
        for above, signal in zip(row.tolist(), drawn.tolist(), strict=True)
    ]


def _columns_seen(receivers: Sequence[int], player: int) -> list[int]:
    """Return the columns of the signals that a player sees."""
    return [column for column, receiver in enumerate(receivers) if receiver in (PUBLIC, player)]


@dataclass(frozen=True)
class OrderedSizes:
    """The sizes of the extensive form of an ordered game, `infosets` and `sequences` for each player.

    In every round chance reveals what player 0 receives, and then the private signals of player 1. The signal tree of
    `signal_nodes` has signals one after the other, regardless of their receivers. The empty sequence counts. Of equal
    actions that which stands for them counts.
    """

    signal_nodes: int
    chance_nodes: int
    decisions: int
    leaves: int
    infosets: tuple[int, int]
    sequences: tuple[int, int]

    @property
    def nodes(self) -> int:
        """Nodes of the game tree."""
        return self.chance_nodes + self.decisions + self.leaves

    @property
    def program_shape(self) -> tuple[int, int]:
        """Rows and columns of the sequence-form linear program for player 0."""
        return (self.sequences[1] + 1 + self.infosets[0], self.sequences[0] + 1 + self.infosets[1])


def count(game: OrderedGame) -> OrderedSizes:
    """Return the sizes of the extensive form of an ordered game.

    Signals are drawn without replacement, so m of n fall in n! / (n - m)! ways. A round is played once for each history
    before it and each way in which the signals by then fall, and has one of a player's information sets for each way in
    which those that the player sees fall.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker import rhode_island
    >>> sizes = count(rhode_island("rhode-island"))
    >>> sizes.program_shape, sizes.signal_nodes
    ((91224226, 91224226), 6632705)
    """
    if game.ranges is not None:
        return _range_sizes(game, game.ranges)
    num_signals = len(game.signals)
    chance_nodes = 0
    decisions = 0
    leaves = 0
    drawn = 0
    seen = [0, 0]
    infosets = [0, 0]
    sequences = [1, 1]
    for number, stage_round in enumerate(game.rounds):
        stage = _stage_sizes(game, number)
        first_private, second_private = stage_round.privates
        for size in (stage_round.public + first_private, second_private):
            if math.perm(num_signals - drawn, size) > 1:
                chance_nodes += stage.histories * math.perm(num_signals, drawn)
            drawn += size
        plays = math.perm(num_signals, drawn)
        decisions += plays * sum(stage.sets)
        leaves += plays * stage.ends
        for player in (0, 1):
            seen[player] += stage_round.public + stage_round.privates[player]
            views = math.perm(num_signals, seen[player])
            infosets[player] += views * stage.sets[player]
            sequences[player] += views * stage.choices[player]
    return OrderedSizes(
        signal_nodes=sum(math.perm(num_signals, length) for length in range(drawn + 1)),
        chance_nodes=chance_nodes,
        decisions=decisions,
        leaves=leaves,
        infosets=(infosets[0], infosets[1]),
        sequences=(sequences[0], sequences[1]),
    )


class _StageSizes(NamedTuple):
    """Sizes of a round: its histories, and over all of them sets and choices of each player, and ends of the game."""

    histories: int
    sets: tuple[int, int]
    choices: tuple[int, int]
    ends: int


def _stage_sizes(game: OrderedGame, number: int) -> _StageSizes:
    """Return the sizes of a round without equal actions, and without turns at which no other action is left."""
    stage = game.rounds[number].stage
    histories = game.num_histories[number]
    equal = game.equal_actions
    if equal is None:
        sets = [histories * len(stage.sets(player)) for player in (0, 1)]
        choices = [histories * len(stage.sequences(player)) for player in (0, 1)]
        ends = histories * len(stage.ends)
    else:
        reached = equal.reached[number]
        turns = equal.turns[number]
        at_turns = np.where(turns, equal.num_choices[number], 0).sum(axis=1)
        owners = np.array(stage.player, dtype=np.int64)
        histories = int(np.count_nonzero(reached[0]))
        sets = [int(np.count_nonzero(turns[owners == player])) for player in (0, 1)]
        choices = [int(at_turns[owners == player].sum()) for player in (0, 1)]
        ends = int(np.count_nonzero(reached[list(stage.ends)]))
    return _StageSizes(histories, (sets[0], sets[1]), (choices[0], choices[1]), ends)


def _range_sizes(game: OrderedGame, ranges: Ranges) -> OrderedSizes:
    """Return the sizes of a game with ranges, in which hands are dealt at once, of those that are dealt at all."""
    pairs = len(ranges.pairs()[0])
    chance_nodes = 0
    decisions = 0
    leaves = 0
    signal_nodes = 1
    infosets = [0, 0]
    sequences = [1, 1]
    for number, stage_round in enumerate(game.rounds):
        stage = _stage_sizes(game, number)
        deals = pairs * game.num_draws(number)
        signals = game.views[number][0].signals
        counts = [int((ranges.chances(player, signals) > 0).sum()) for player in (0, 1)]
        if number == 0:
            chance_nodes += int(counts[0] > 1) + _several(ranges)
            signal_nodes += counts[0] + pairs
        elif stage_round.public:
            before = pairs * game.num_draws(number - 1)
            chance_nodes += stage.histories * before * int(deals > before)
            signal_nodes += deals
        decisions += deals * sum(stage.sets)
        leaves += deals * stage.ends
        for player in (0, 1):
            infosets[player] += counts[player] * stage.sets[player]
            sequences[player] += counts[player] * stage.choices[player]
    return OrderedSizes(
        signal_nodes=signal_nodes,
        chance_nodes=chance_nodes,
        decisions=decisions,
        leaves=leaves,
        infosets=(infosets[0], infosets[1]),
        sequences=(sequences[0], sequences[1]),
    )


def _several(ranges: Ranges) -> int:
    """Return the number of hands of player 0 after which several hands of player 1 can be dealt."""
    first, _ = ranges.pairs()
    _, counts = np.unique(first, return_counts=True)
    return int(np.count_nonzero(counts > 1))
