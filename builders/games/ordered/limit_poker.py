"""Poker with rounds of cards and betting, as rules and as ordered games.

Information sets are labelled with the cards and the betting that each round revealed to the player, one mark for
each action: c check, b bet, k call, f fold, r raise. "K:" is the first move with a king, "K:cb" the king again after a
check and a bet, "Ks:cbk/Jh:b" a second round in which the jack is on the table. Amounts of no-limit betting stand
after the marks, "K:cb2r6".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple, cast, overload

import numpy as np

from seqform.builders.games.dealt import Deal, Position, dealt_game, nothing_dealt
from seqform.builders.games.ordered.betting import (
    BettingNode,
    BettingTree,
    Chips,
    LimitStreet,
    NoLimit,
    Street,
    action_text,
    betting_round,
)
from seqform.builders.games.rules import TERMINAL, Rules, too_large
from seqform.errors import GameError
from seqform.models.games.abstraction import first_members
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.ordered import OrderedGame, Payoff, Revealed, Round, ordered_game
from seqform.models.games.signals import PUBLIC, Comparison, Strength, dense, numbers_of
from seqform.models.numbers.exact import Ints, Rational
from seqform.models.numbers.given import Given, given_rational

SHOWDOWN = "showdown"


@dataclass(frozen=True)
class Betting(Revealed):
    """One round: cards, then betting.

    - `bet`: The size of bets and raises, in no-limit betting the least one; not negative.
    - `max_bets`: The most bets and raises together; 0 for a round of cards alone.
    - `public`, `private`: Cards revealed before the betting: on the table, and to each player; `private` is a pair if
      the players get unequal numbers.
    """

    bet: Given
    max_bets: int = 1
    public: int = 0
    private: int | tuple[int, int] = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "bet", _stake(self.bet, "Betting: bet"))
        counts = {"max_bets": (self.max_bets,), "public": (self.public,), "private": self.privates}
        for name, numbers in counts.items():
            are_counts = all(isinstance(number, int) and number >= 0 for number in numbers)
            if not are_counts or len(numbers) > 2:
                raise GameError(
                    f"Betting: {name}={getattr(self, name)!r}: an integer, at least 0, expected"
                )


def _stake(stake: Given, where: str) -> Rational:
    """Return the exact value of a bet or an ante."""
    return given_rational(
        stake, where, "a number from 0 on", lambda exact: exact >= 0, error=GameError
    )


History = tuple[str, ...]
"""The betting of every round begun, in marks of actions (`betting`)."""

PokerState = tuple[tuple[int, ...], History]
"""The cards in the order of the deal, as places in the deck, and the betting."""

PokerMove = str | tuple[int, ...]
"""The mark of an action, or the cards that chance deals."""


class _Pot(NamedTuple):
    """The state of the betting of all rounds after a history."""

    player: int
    actions: tuple[PokerMove, ...]
    following: dict[PokerMove, History]
    paid: Chips
    folded: int | None


@dataclass(frozen=True)
class PokerRules(Rules[PokerState, PokerMove]):
    """Poker: both ante, cards and betting alternate, and the stronger hand wins the pot.

    Betting is limit betting, or `no_limit` with a menu of sizes and equal stacks.

    These are rules to `expand` or to play by; `ordered` returns the same game with ordered signals. In every round
    public cards are revealed, and then each player is dealt private ones, player 0 first.

    There are `copies` cards of each name in the deck, and `strength` is as in `limit_poker`. With a `second_strength`
    player 1 orders the hands by that, and each player is paid by the own order. With `deal_together` the cards of a
    round are one move of chance. `seen_by_first` are the names of the cards as player 0 sees them, where that player
    cannot tell all cards apart.
    """

    title: str = field()  # required here, although `Rules` has a default
    deck: tuple[str, ...]
    ante: Rational
    rounds: tuple[Betting, ...]
    strength: Strength
    second_strength: Strength | None = None
    copies: int = 1
    deal_together: bool = False
    seen_by_first: tuple[str, ...] | None = None
    no_limit: NoLimit | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "ante", _stake(self.ante, f"{self.title}: ante"))

    @cached_property
    def _strengths(self) -> dict[tuple[int, ...], tuple[int, int]]:
        """The strength of every hand compared so far, in the order of player 0 and in that of player 1."""
        return {}

    @cached_property
    def _pots(self) -> dict[History, _Pot]:
        """The state of the betting after every history, shortest ones first."""
        pots: dict[History, _Pot] = {}
        begin: History = ("",)
        rounds = {begin: betting_round(self._street(0), (self.ante, self.ante))}
        pending = [begin]
        for history in pending:
            *earlier, current = history
            nodes = rounds[(*earlier, "")]
            node = nodes[current]
            following: dict[PokerMove, History] = {}
            for mark in node.actions:
                after = nodes[current + mark]
                next_history: History = (*earlier, current + mark)
                if not after.actions and after.folded is None:
                    next_history = self._next_round(next_history, after.paid, rounds)
                following[mark] = next_history

            player = node.player if following else TERMINAL
            pots[history] = _Pot(player, node.actions, following, node.paid, node.folded)
            pending.extend(following.values())
        return pots

    def _street(self, number: int) -> Street:
        """Return the betting of a round, from 0."""
        betting = self.rounds[number]
        bet = cast("Rational", betting.bet)
        if self.no_limit is None:
            return LimitStreet(bet, betting.max_bets)
        return self.no_limit.street(number, self.ante, min_bet=bet, max_bets=betting.max_bets)

    def _next_round(
        self, history: History, paid: Chips, rounds: dict[History, dict[str, BettingNode]]
    ) -> History:
        """Return the history with which the game goes on after a round, and add the nodes of the rounds that begin.

        Rounds in which both players are all-in have no betting, so that the next one begins at once.
        """
        while len(history) < len(self.rounds):
            nodes = betting_round(self._street(len(history)), paid)
            history = (*history, "")
            rounds[history] = nodes
            if nodes[""].actions:
                break
        return history

    @cached_property
    def _receivers(self) -> list[int]:
        """The player who receives each card of the deal, or `PUBLIC`."""
        receivers: list[int] = []
        for betting in self.rounds:
            first, second = betting.privates
            receivers += [PUBLIC] * betting.public + [0] * first + [1] * second
        return receivers

    @cached_property
    def _dealt(self) -> list[int]:
        """The number of cards dealt before any round and by the betting of each round."""
        return list(accumulate([betting.revealed for betting in self.rounds], initial=0))

    @cached_property
    def _visible(self) -> tuple[list[list[int]], list[list[int]]]:
        """For every player and round the places in the deal of the cards revealed to the player by then."""
        visible: tuple[list[list[int]], list[list[int]]] = ([], [])
        for stop in self._dealt:
            receivers = list(enumerate(self._receivers[:stop]))
            for player in (0, 1):
                places = [place for place, receiver in receivers if receiver in (PUBLIC, player)]
                visible[player].append(places)
        return visible

    def initial(self) -> PokerState:
        return ((), ("",))

    def player(self, state: PokerState) -> int:
        cards, history = state
        if len(cards) < self._dealt[len(history)]:
            return CHANCE
        return self._pots[history].player

    def chance(self, state: PokerState) -> Sequence[tuple[PokerMove, Rational]]:
        dealt, _ = state
        number = 1
        if self.deal_together:
            stop = next(stop for stop in self._dealt if stop > len(dealt))
            number = stop - len(dealt)

        # The weight of some cards in a row is the number of ways to draw them, copies of a card being different.
        deals: list[tuple[tuple[int, ...], int]] = [((), 1)]
        for _ in range(number):
            longer = []
            for cards, weight in deals:
                for card in range(len(self.deck)):
                    copies_left = self.copies - (dealt + cards).count(card)
                    if copies_left:
                        longer.append(((*cards, card), weight * copies_left))
            deals = longer
        return deals

    def actions(self, state: PokerState) -> Sequence[PokerMove]:
        return self._pots[state[1]].actions

    def apply(self, state: PokerState, action: PokerMove) -> PokerState:
        cards, history = state
        if isinstance(action, str):
            return cards, self._pots[history].following[action]
        return cards + action, history

    def payoffs(self, state: PokerState) -> tuple[Rational, Rational]:
        cards, history = state
        pot = self._pots[history]
        if pot.folded is not None:
            return _lost(pot)

        # Each player is paid by the own order of both hands.
        first_hand = self._hand_strengths(cards, 0)
        second_hand = self._hand_strengths(cards, 1)
        first = _sign(first_hand[0] - second_hand[0])
        second = _sign(second_hand[1] - first_hand[1])
        return first * pot.paid[0], second * pot.paid[1]

    def _hand_strengths(self, cards: tuple[int, ...], player: int) -> tuple[int, int]:
        """Return the strengths of a player's hand after a complete deal, in both orders."""
        hand = tuple([cards[place] for place in self._visible[player][-1]])
        if hand not in self._strengths:
            dealt = np.array([cards], dtype=np.int64)
            public, private = self._revealed(dealt, player)
            first_order, second_order = self._orders
            first = int(numbers_of(first_order, public, private)[0])
            second = int(numbers_of(second_order, public, private)[0])
            self._strengths[hand] = (first, second)
        return self._strengths[hand]

    def _revealed(self, cards: Ints, player: int) -> tuple[Ints, Ints]:
        """Return the public cards and a player's private ones of deals, one a row."""
        return _columns(cards, self._receivers, PUBLIC), _columns(cards, self._receivers, player)

    def observation(self, state: PokerState, player: int) -> tuple[tuple[str, ...], History]:
        cards, history = state
        names = self._names_seen_by(player)
        places = self._visible[player][len(history)]
        return tuple([names[cards[place]] for place in places]), history

    def _names_seen_by(self, player: int) -> tuple[str, ...]:
        """Return the names of the cards of the deck as a player sees them."""
        if player == 0 and self.seen_by_first is not None:
            return self.seen_by_first
        return self.deck

    def infoset_label(self, state: PokerState, player: int) -> str:
        seen, history = self.observation(state, player)
        stops = [len(places) for places in self._visible[player]]
        parts = []
        for (start, stop), betting in zip(pairwise(stops), history, strict=False):
            parts.append(f"{' '.join(seen[start:stop])}:{betting}")
        return "/".join(parts)

    def action_label(self, state: PokerState, action: PokerMove) -> str:
        if isinstance(action, str):
            return action_text(action)
        return self._joined(action)

    def by_columns(self, max_nodes: int, progress: Callable[[str], None] | None) -> ExtensiveGame:
        """Return the tree; see `dealt_game`."""
        # The number of cards that each move of chance deals.
        draws: list[int] = []
        for betting in self.rounds:
            if not self.deal_together:
                draws += [1] * betting.revealed
            elif betting.revealed:
                draws.append(betting.revealed)

        # A node of the public tree is a number of cards dealt, and a history of betting.
        stage_of = {number: stage for stage, number in enumerate(accumulate(draws, initial=0))}

        def position(node: tuple[int, History]) -> Position:
            number, history = node
            stage = stage_of[number]
            pot = self._pots[history]
            if number < self._dealt[len(history)]:
                return Position(CHANCE, stage, [(number + draws[stage], history)])
            following = [(number, pot.following[action]) for action in pot.actions]
            labels = [action_text(str(action)) for action in pot.actions]
            return Position(pot.player, stage, following, labels, history, (pot.paid, pot.folded))

        def payoffs(node: tuple[int, History], payoff_key: int) -> tuple[Rational, Rational]:
            _, history = node
            pot = self._pots[history]
            if pot.folded is not None:
                return _lost(pot)
            first, second = divmod(payoff_key, 3)  # 0, 1, 2: the hand loses, ties, wins
            return (first - 1) * pot.paid[0], (second - 1) * pot.paid[1]

        return dealt_game(
            self.title,
            self.players,
            (0, ("",)),
            position,
            self._deals(draws, max_nodes),
            payoffs,
            max_nodes=max_nodes,
            progress=progress,
        )

    def _deals(self, draws: Sequence[int], max_nodes: int) -> list[Deal]:
        """Return the moves of chance, which deal so many cards each."""
        # Without a card both hands tie; see `_payoff_keys`.
        tie = np.array([4], dtype=np.int64)
        deals = [nothing_dealt(len(self.rounds))._replace(payoff_key=tie)]
        cards = np.zeros((1, 0), dtype=np.int64)  # all deals so far, one a row
        for number in draws:
            above = np.arange(len(cards))
            weight = np.ones(len(cards), dtype=np.int64)
            for _ in range(number):
                if len(cards) * (len(self.deck) - cards.shape[1]) > max_nodes:
                    raise too_large(self.title, max_nodes)
                copies_left = np.full((len(cards), len(self.deck)), self.copies)
                for dealt in cards.T:
                    copies_left[np.arange(len(cards)), dealt] -= 1
                row, card = np.nonzero(copies_left)
                above = above[row]
                weight = weight[row] * copies_left[row, card]
                cards = np.concatenate([cards[row], card[:, None]], axis=1)

            # Before all cards are dealt hands are not compared: the game ends by a fold, if at all.
            payoff_key = np.zeros(len(cards), dtype=np.int64)
            if cards.shape[1] == self._dealt[-1]:
                payoff_key = self._payoff_keys(cards)
            first_view, first_texts = self._views(cards, 0)
            second_view, second_texts = self._views(cards, 1)
            deal = Deal(
                above=above,
                weight=weight,
                labels=[self._joined(drawn) for drawn in cards[:, -number:].tolist()],
                view=(first_view, second_view),
                seen=(first_texts, second_texts),
                payoff_key=payoff_key,
            )
            deals.append(deal)
        return deals

    def _joined(self, cards: Sequence[int]) -> str:
        """Return the names of cards in a row."""
        return "".join([self.deck[card] for card in cards])

    def _payoff_keys(self, cards: Ints) -> Ints:
        """Return for every complete deal 3 · (1 + sign of player 0) + (1 + sign of player 1), by the own orders.

        The sign is 1 for the player's hand if it wins, 0 if it ties and -1 if it loses, so that 4 is a tie for both.
        """
        first_order, second_order = self._orders
        own, theirs = self._compared(cards, first_order)
        first = np.sign(own - theirs)
        theirs, own = self._compared(cards, second_order)
        second = np.sign(own - theirs)
        return np.asarray(3 * first + second + 4, dtype=np.int64)

    def _views(self, cards: Ints, player: int) -> tuple[Ints, list[tuple[str, ...]]]:
        """Return the number of what a player sees of each deal, and the texts of these views by rounds."""
        names = self._names_seen_by(player)
        number_of = {name: number for number, name in enumerate(dict.fromkeys(names))}
        seen = np.array([number_of[name] for name in names], dtype=np.int64)[cards]
        places = [place for place in self._visible[player][-1] if place < cards.shape[1]]

        # Card by card, views are numbered anew without gaps, so that the numbers stay small.
        view = np.zeros(len(cards), dtype=np.int64)
        for place in places:
            view = dense(view * len(number_of) + seen[:, place])
        stops = [len(visible) for visible in self._visible[player]]
        texts = []
        for hand in cards[first_members(view)][:, places].tolist():
            named = [names[card] for card in hand]
            texts.append(tuple(" ".join(named[start:stop]) for start, stop in pairwise(stops)))
        return view, texts

    @property
    def _orders(self) -> tuple[Strength, Strength]:
        """The order of hands by which each player is paid."""
        return self.strength, self.second_strength or self.strength

    def _compared(self, cards: Ints, order: Strength) -> tuple[Ints, Ints]:
        """Return the strengths of the hands of player 0 and of player 1, for complete deals, one a row."""
        public, first = self._revealed(cards, 0)
        _, second = self._revealed(cards, 1)
        return numbers_of(order, public, first), numbers_of(order, public, second)

    def ordered(self) -> OrderedGame:
        """Return the game with ordered signals."""
        if self.copies > 1:
            raise GameError(
                f"{self.title}: signals are cards, each of them once; leave collapse_suits out and shrink the game"
            )
        if self.second_strength is not None or self.seen_by_first is not None:
            raise GameError(
                f"{self.title}: the players of an ordered game order and see all cards alike"
            )
        if self.no_limit is not None and len(self.rounds) > 1:
            raise GameError(
                f"{self.title}: the bets of a round depend on those before it, which those of an ordered game do not; "
                "solve the tree of the rules, or leave one round"
            )
        showdown = Comparison(self.strength, SHOWDOWN)
        marks = {}
        rounds = []
        for number, betting in enumerate(self.rounds):
            nodes = betting_round(self._street(number), (self.ante, self.ante))
            tree = BettingTree.of(nodes, last=number + 1 == len(self.rounds))
            rounds.append(Round(tree.stage, betting.public, betting.private))
            for node in nodes.values():
                marks.update({action_text(mark): mark for mark in node.actions})

        def utility(path: tuple[tuple[str, ...], ...]) -> tuple[Payoff, Payoff]:
            # At a showdown both have paid as much; the comparison is 1, 0 or -1 from the view of player 0.
            history = tuple("".join([marks[action] for action in actions]) for actions in path)
            pot = self._pots[history]
            if pot.folded is not None:
                return _lost(pot)
            return {SHOWDOWN: pot.paid[0]}, {SHOWDOWN: -pot.paid[0]}

        game = ordered_game(
            self.title,
            rounds,
            self.deck,
            [showdown],
            utility,
            ordering=[self.strength],
            marks=marks,
        )
        _require_strength(self.title, self.strength, game.receivers)
        return game

    def require_playable(self) -> None:
        """Raise a GameError unless there are enough cards, and every bet and strength is defined."""
        needed = len(self._receivers)
        if needed > len(self.deck):
            raise GameError(
                f"{self.title}: {needed} cards are dealt, but there are {len(self.deck)}; each is dealt once at most"
            )
        receivers = [self._receivers[:stop] for stop in self._dealt[1:]]
        _require_strength(self.title, self.strength, receivers)
        _ = self._pots  # bets below the least one


def _lost(pot: _Pot) -> tuple[Rational, Rational]:
    """Return the payoffs after a fold: who folded loses what that player has paid, and the other one wins it."""
    if pot.folded == 0:
        return -pot.paid[0], pot.paid[0]
    return pot.paid[1], -pot.paid[1]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _columns(cards: Ints, receivers: Sequence[int], receiver: int) -> Ints:
    """Return the cards that one receiver gets, of deals with one card a column."""
    return cards[:, np.array(receivers, dtype=np.int64) == receiver]


def _require_strength(
    title: str, strength: Strength, receivers_of_rounds: Sequence[Sequence[int]]
) -> None:
    """Compute the strength of one hand in every round, so that a mistake is found before the work."""
    for number, receivers in enumerate(receivers_of_rounds, start=1):
        cards = np.arange(len(receivers))[None, :]
        public = _columns(cards, receivers, PUBLIC)
        for player in (0, 1):
            try:
                numbers_of(strength, public, _columns(cards, receivers, player))
            except GameError as error:
                raise GameError(
                    f"{title}: strength in round {number}: {error}"
                ) from error.__cause__


@overload
def limit_poker(
    title: str,
    *,
    deck: Sequence[str],
    ante: Given,
    rounds: Sequence[Betting],
    strength: Strength,
    betting: None = None,
) -> OrderedGame: ...
@overload
def limit_poker(
    title: str,
    *,
    deck: Sequence[str],
    ante: Given,
    rounds: Sequence[Betting],
    strength: Strength,
    betting: NoLimit,
) -> PokerRules: ...
def limit_poker(
    title: str,
    *,
    deck: Sequence[str],
    ante: Given,
    rounds: Sequence[Betting],
    strength: Strength,
    betting: NoLimit | None = None,
) -> OrderedGame | PokerRules:
    """Return a limit poker game with ordered signals, or the rules of a no-limit one.

    - `deck`: The cards' names.
    - `strength`: From the public cards and a player's private ones, one hand a row, by their places in the deck, to
      numbers: the higher wins, equal ones split the pot. It is called in every round, with the cards dealt so far.
    - `betting`: No-limit betting (`no_limit`) in place of limit betting; `bet` and `max_bets` of the rounds are then
      the least bet, and the most bets and raises. The bets of a round depend on those before, so that these are rules,
      which are solved as a tree.

    Raises GameError if there are too few cards, or `strength` fails or returns anything but an integer for each hand,
    and where a bet is below the least one.

    Examples
    --------
    Kuhn's poker, and a game of it in which each player has three chips:

    >>> limit_poker("kuhn", deck="JQK", ante=1, rounds=[Betting(1, private=1)],
    ...             strength=lambda table, own: own[:, 0])
    <OrderedGame 'kuhn': 1 rounds, 3 signals>
    >>> import seqform as sf
    >>> rules = limit_poker("kuhn", deck="JQK", ante=1, rounds=[Betting(1, private=1)],
    ...                     strength=lambda table, own: own[:, 0], betting=sf.no_limit(3, "0.5+all-in"))
    >>> sf.solve(rules, exact=True).values[0]
    Fraction(-1, 18)
    """
    if not isinstance(deck, Sequence) or not all(isinstance(card, str) for card in deck):
        raise GameError(f"{title}: deck={deck!r}: a sequence of names expected")
    are_rounds = isinstance(rounds, Sequence) and all(isinstance(row, Betting) for row in rounds)
    if not are_rounds:
        raise GameError(f"{title}: rounds={rounds!r}: a sequence of Betting expected")
    if betting is not None and not isinstance(betting, NoLimit):
        raise GameError(f"{title}: betting={betting!r}: the result of no_limit(...) expected")
    if betting is not None:
        betting.require_rounds(title, len(rounds))
    stake = _stake(ante, f"{title}: ante")
    rules = PokerRules(title, tuple(deck), stake, tuple(rounds), strength, no_limit=betting)
    if betting is None:
        return rules.ordered()
    rules.require_playable()
    return rules
