"""Games with ordered signals as they are played: signals are dealt by the rules, and the tree is never written out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

import numpy as np

from seqform.builders.games.ordered.expansion import infoset_label
from seqform.builders.games.rules import TERMINAL, GameLimits
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.ranges import Ranges
from seqform.models.games.signals import (
    PUBLIC,
    Comparison,
    Constant,
    Deals,
    LaterComparison,
    Own,
    Views,
    of_views,
)
from seqform.models.games.stages import NOBODY, StageGame
from seqform.models.numbers.exact import ExactArray, Ints, magnitude
from seqform.playable.felt import Felt, felt_of_deals
from seqform.playable.tree import ImmutableSituation, Information


@dataclass(frozen=True)
class OrderedInformation(Information):
    """The information of the player who moves in a game with ordered signals.

    Attributes
    ----------
    own, public : tuple of str
        The player's private signals and the public ones, in the order in which they were revealed; those that are on
        the table before the first round come first.
    signals : tuple of str
        All of these in the order of views, within a round public ones first, as `SavedSolution.strategy` takes them.
    history : tuple of tuples of str
        The actions of every round begun, those of the present round last.
    round, hand, past, node : int
        The same as numbers: the round from 0, the view in ``game.views[round][player]``, the history of the rounds
        before in ``game.histories(round)``, and the node of the round's stage game.
    """

    own: tuple[str, ...] = ()
    public: tuple[str, ...] = ()
    signals: tuple[str, ...] = ()
    history: tuple[tuple[str, ...], ...] = ()
    round: int = 0
    hand: int = 0
    past: int = 0
    node: int = 0

    def __str__(self) -> str:
        """Return signals and actions in words."""
        own = " ".join(self.own) or "none"
        public = " ".join(self.public) or "none"
        taken = " / ".join(" ".join(actions) or "none" for actions in self.history)
        return f"yours: {own}; public: {public}; actions by rounds: {taken}"


class OrderedSituation(ImmutableSituation):
    """A point of play in a game with ordered signals; see `Situation`.

    The signals of a round are dealt one at a time, in the order of ``game.receivers``. `dealt` are those dealt so far,
    `past` is the number of the history of the rounds before, and `node` that of the stage game.
    """

    __slots__ = ("dealt", "node", "number", "past", "playable", "player")

    def __init__(
        self,
        playable: PlayableOrderedGame,
        number: int,
        dealt: tuple[int, ...],
        past: int,
        node: int,
    ) -> None:
        self.playable = playable
        self.number = number
        self.dealt = dealt
        self.past = past
        self.node = node
        self.player = CHANCE
        if len(dealt) == len(playable.game.receivers[number]):
            owner = playable.game.rounds[number].stage.player[node]
            self.player = TERMINAL if owner == NOBODY else owner

    @property
    def num_actions(self) -> int:
        if self.player == CHANCE:
            return len(self._free)
        return len(self._choices)

    @property
    def actions(self) -> tuple[str, ...]:
        if self.player == CHANCE:
            return tuple([self.playable.game.signals[signal] for signal in self._free])
        stage = self.playable.game.rounds[self.number].stage
        return tuple([stage.action[child] for child in self._choices])

    @property
    def _choices(self) -> tuple[int, ...]:
        """The nodes after the actions that may be taken, of equal ones after that which stands for all."""
        return self.playable.game.choices(self.number, self.past, self.node)

    @property
    def _free(self) -> list[int]:
        """The signals that may be dealt next."""
        if self._hands_are_dealt_from is not None:
            return list(self._hands_are_dealt_from.next_signals(self.dealt))
        total = len(self.playable.game.signals)
        return [signal for signal in range(total) if signal not in self.dealt]

    @property
    def _hands_are_dealt_from(self) -> Ranges | None:
        """The ranges as long as they determine the next signal, None elsewhere."""
        ranges = self.playable.game.ranges
        if ranges is None or len(self.dealt) >= 2 * ranges.hand_size:
            return None
        return ranges

    @property
    def infoset(self) -> str:
        return self.information.infoset

    @property
    def information(self) -> OrderedInformation:
        """The information of the player who moves."""
        playable = self.playable
        player = self.player
        number, hand, past, node = self.point
        signals = self._names(playable.seen[player][number])
        by_round = []
        for start, stop in playable.cuts[player][number]:
            by_round.append(" ".join(signals[start:stop]))
        history = playable.history(number, past, node)
        return OrderedInformation(
            player,
            infoset_label(by_round, history, playable.game.marks),
            self.actions,
            own=self._names(playable.columns[player][number]),
            public=(*playable.game.table, *self._names(playable.columns[PUBLIC][number])),
            signals=signals,
            history=history,
            round=number,
            hand=hand,
            past=past,
            node=node,
        )

    def _names(self, columns: Sequence[int]) -> tuple[str, ...]:
        """Return the names of the signals at some places in the deal."""
        names = self.playable.game.signals
        return tuple([names[self.dealt[column]] for column in columns])

    @property
    def point(self) -> tuple[int, int, int, int]:
        """The information of the player who moves, as numbers: round, view, history and node."""
        playable = self.playable
        seen = [self.dealt[column] for column in playable.seen[self.player][self.number]]
        return self.number, playable.view(self.player, self.number, seen), self.past, self.node

    @property
    def lottery(self) -> Sequence[Fraction]:
        ranges = self._hands_are_dealt_from
        if ranges is not None:
            chances = list(ranges.next_signals(self.dealt).values())
            return [Fraction(chance, sum(chances)) for chance in chances]
        weights = self.playable.game.weights
        if weights is None:
            free = self.num_actions
            return (Fraction(1, free),) * free
        left = [weights[signal] for signal in self._free]
        return [Fraction(weight, sum(left)) for weight in left]

    @property
    def payoffs(self) -> tuple[Fraction, Fraction]:
        return self.playable.payoffs(self)

    @property
    def position(self) -> tuple[int, tuple[int, ...], int, int]:
        return self.number, self.dealt, self.past, self.node

    def after(self, action: int) -> OrderedSituation:
        if self.player == CHANCE:
            dealt = (*self.dealt, self._free[action])
            return OrderedSituation(
                self.playable, self.number, dealt, self.past, self.node
            )._settled()
        child = self._choices[action]
        return OrderedSituation(self.playable, self.number, self.dealt, self.past, child)._settled()

    def _settled(self) -> OrderedSituation:
        """Return the beginning of the next round once this one has been dealt and played.

        Where all actions are equal nobody has a turn.
        """
        game = self.playable.game
        here = self
        while len(here.dealt) == len(game.receivers[here.number]):
            continuing = game.rounds[here.number].stage.continuing
            choices = here._choices
            if game.equal_actions is not None and len(choices) == 1:
                here = OrderedSituation(here.playable, here.number, here.dealt, here.past, *choices)
                continue
            if here.node not in continuing:
                break
            past = here.past * len(continuing) + continuing.index(here.node)
            here = OrderedSituation(self.playable, here.number + 1, here.dealt, past, 0)
        return here


def _rank(signals: Sequence[int], total: int) -> int:
    """Return the number of a view: the lexicographic rank of its signals.

    Each signal is a digit: its place among the `total` signals without those before it. Of four signals, the view 2, 0
    has the digits 2 of 4 and 0 of 3, and so the rank 2 · 3 + 0 = 6.
    """
    rank = 0
    for place, signal in enumerate(signals):
        smaller = sum([before < signal for before in signals[:place]])
        rank = rank * (total - place) + signal - smaller
    return rank


@dataclass(eq=False)
class PlayableOrderedGame:
    """A game with ordered signals, played by its rules at any size.

    Examples
    --------
    >>> from random import Random
    >>> import seqform as sf
    >>> game = PlayableOrderedGame(sf.load("rhode-island", kind="ordered"))
    >>> here = game.root
    >>> for signal in ("Ks", "7d"):
    ...     here = here.after(here.actions.index(signal))
    >>> here.information.own, here.after(1).infoset, here.after(1).information.actions
    (('Ks',), '7d:b', ('fold', 'call', 'raise'))
    """

    game: OrderedGame
    perfect_information: ClassVar[bool] = False

    def __post_init__(self) -> None:
        self.title = self.game.title
        self.players = self.game.players

    @property
    def root(self) -> OrderedSituation:
        return OrderedSituation(self, 0, (), 0, 0)._settled()

    def view(self, side: int, number: int, seen: Sequence[int]) -> int:
        """Return the number of the view that player 0 or 1, `side`, has of a round, from its signals."""
        if self.game.ranges is None:
            return _rank(seen, len(self.game.signals))
        signals = np.array([seen], dtype=np.int16)
        return int(self.game.views[number][side].find(signals)[0])

    @cached_property
    def felt(self) -> Felt:
        """The signals as cards, and the stakes."""
        return felt_of_deals(self.game)

    @cached_property
    def columns(self) -> dict[int, list[list[int]]]:
        """By receiver, and by round: the places in the deal of the signals revealed to the receiver by then."""
        return {receiver: self._columns(receiver) for receiver in (PUBLIC, 0, 1)}

    def _columns(self, *receivers: int) -> list[list[int]]:
        """Return by round the places in the deal of the signals that some receivers have got by then."""
        return [_places(dealt, receivers) for dealt in self.game.receivers]

    @cached_property
    def seen(self) -> list[list[list[int]]]:
        """By player and round: the places in the deal of the signals of the player's view."""
        return [self._columns(PUBLIC, 0), self._columns(PUBLIC, 1)]

    @cached_property
    def cuts(self) -> list[list[list[tuple[int, int]]]]:
        """By player and round: where the signals of each round up to it begin and end in a view."""
        cuts = []
        for seen in self.seen:
            ends = [0, *map(len, seen)]
            cuts.append([list(pairwise(ends[: number + 2])) for number in range(len(seen))])
        return cuts

    @cached_property
    def _strengths(self) -> dict[tuple[int, int, tuple[bool, ...]], Ints]:
        return {}

    @cached_property
    def _histories(self) -> list[list[tuple[tuple[str, ...], ...]]]:
        return [self.game.histories(number) for number in range(len(self.game.rounds))]

    @cached_property
    def _paths(self) -> list[list[tuple[str, ...]]]:
        return [list(map(stage.path, range(len(stage)))) for stage in self._stages]

    @property
    def _stages(self) -> list[StageGame]:
        return [betting.stage for betting in self.game.rounds]

    def history(self, number: int, past: int, node: int) -> tuple[tuple[str, ...], ...]:
        """Return the actions of every round begun."""
        return *self._histories[number][past], self._paths[number][node]

    @cached_property
    def limits(self) -> GameLimits:
        """Bounds on payoffs, moves and actions."""
        longest = len(self.game.receivers[-1])  # the moves of chance
        most_actions = 0
        for stage in self._stages:
            longest += max(len(stage.path(leaf)) for leaf in stage.leaves)
            most_actions = max(most_actions, *map(len, stage.children))
        return GameLimits.of_players(
            [self._payoff_range(0), self._payoff_range(1)],
            longest=longest,
            actions=most_actions,
            chance_actions=len(self.game.signals),
            constant_sum=self.game.constant_sum,
        )

    def _payoff_range(self, player: int) -> tuple[Fraction, Fraction]:
        """Return bounds on a player's payoffs: the constant at each end, and the most that features add or take."""
        bounds: list[Fraction] = []
        for number, payoffs in enumerate(self.game.payoffs):
            coefficients = payoffs.numerators[player].astype(object)
            certain = coefficients[0]  # the first feature is constant
            uncertain = np.zeros_like(certain)
            for place in range(1, len(self.game.features)):
                if not coefficients[place].any():
                    continue
                uncertain = uncertain + self._largest(number, place) * np.abs(coefficients[place])
            if certain.size:
                bounds.append(Fraction(int(np.min(certain - uncertain)), payoffs.denominator))
                bounds.append(Fraction(int(np.max(certain + uncertain)), payoffs.denominator))
        return min(bounds), max(bounds)

    def _largest(self, number: int, place: int) -> int:
        """Return a bound on a feature in a round."""
        feature = self.game.features[place]
        if isinstance(feature, Comparison):
            return 1
        if isinstance(feature, LaterComparison):
            return math.comb(len(self.game.signals), feature.to_come)
        views = self.game.views[number]
        return magnitude(feature.values(self.game.deals(number), views))

    def payoffs(self, end: OrderedSituation) -> tuple[Fraction, Fraction]:
        """Return the payoffs at an end of the game."""
        coefficients = self._coefficients(end)
        used = _used(coefficients)
        features = self._features(end, used)
        first, second = (
            sum(row[place] * features[place] for place in used) for row in coefficients
        )
        denominator = self.game.payoffs[end.number].denominator
        return Fraction(first, denominator), Fraction(second, denominator)

    def _coefficients(self, end: OrderedSituation) -> list[list[int]]:
        """Return the coefficient of every feature for each player."""
        stage = self.game.rounds[end.number].stage
        if end.node not in stage.ends:
            raise GameError(f"{self.title}: payoffs are paid at the end of the game only")
        row = self.game.payoffs[end.number].numerators[:, :, stage.ends.index(end.node), end.past]
        coefficients: list[list[int]] = row.tolist()
        return coefficients

    def _features(self, end: OrderedSituation, used: Sequence[int]) -> dict[int, int]:
        """Return the values of features for the signals dealt."""
        features: dict[int, int] = {}
        for place in used:
            feature = self.game.features[place]
            if isinstance(feature, Constant):
                features[place] = 1
            elif isinstance(feature, Comparison):
                first = self._strength(end, place, 0)
                second = self._strength(end, place, 1)
                features[place] = (first > second) - (first < second)
            else:
                features[place] = int(feature.values(*self._deal(end))[0])
        return features

    def _strength(self, end: OrderedSituation, place: int, player: int) -> int:
        """Return the strength by which a feature compares a player's hand, looked up among all views of the round."""
        feature = self.game.features[place]
        assert isinstance(feature, Comparison)
        columns = self.seen[player][end.number]
        receivers = self.game.receivers[end.number]

        # The players share the strengths of views in which public and own signals alternate alike.
        key = (end.number, place, tuple([receivers[column] == PUBLIC for column in columns]))
        if key not in self._strengths:
            self._strengths[key] = of_views(feature.strength, self.game.views[end.number][player])

        seen = [end.dealt[column] for column in columns]
        return int(self._strengths[key][self.view(player, end.number, seen)])

    def _deal(self, end: OrderedSituation) -> tuple[Deals, tuple[Views, Views]]:
        """Return the signals dealt as a table of one deal, and of one view for each player."""
        number = end.number
        signals = np.array([end.dealt], dtype=np.int16)
        row = np.zeros(1, dtype=np.int64)  # the number of the only view of each player
        views = []
        for player in (0, 1):
            public = self.game.views[number][player].public
            seen = signals[:, self.seen[player][number]]
            views.append(Views(seen, row, public, len(self.game.signals)))
        deals = Deals(signals, self.game.receivers[number], (row, row), ExactArray.ones(1))
        return deals, (views[0], views[1])

    def hidden(self, end: OrderedSituation) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return for each player the places in the deal of the signals that stay hidden.

        They are the opponent's private ones where there is no showdown: where the payoffs do not depend on a feature of
        the signals of both players.
        """
        for place in _used(self._coefficients(end)):
            if not isinstance(self.game.features[place], Constant | Own):
                return (), ()
        return tuple(self.columns[1][end.number]), tuple(self.columns[0][end.number])


def _places(dealt: Sequence[int | None], receivers: Sequence[int]) -> list[int]:
    """Return the places in a deal of the signals that some receivers get."""
    return [place for place, receiver in enumerate(dealt) if receiver in receivers]


def _used(coefficients: Sequence[Sequence[int]]) -> list[int]:
    """Return the places of the features with a coefficient other than 0, of either player."""
    first, second = coefficients
    return [place for place in range(len(first)) if first[place] or second[place]]
