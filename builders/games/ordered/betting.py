"""Betting rounds of poker: limit and no-limit betting, and the public tree of a round with the chips at every node.

A history of a round is a text with one mark for each action: c check, k call, f fold, b bet and r raise, in no-limit
betting with the chips that the player has then put in during the round, and a all-in: "cb2r6k". `Street` is what
limit and no-limit betting differ in, the bets and raises that a player may make; all else is `betting_round`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol

from seqform.errors import GameError
from seqform.models.games.stages import CONTINUE, OVER, Ending, StageGame, Turn, turn
from seqform.models.numbers.exact import Rational
from seqform.models.numbers.given import Given, given_rational
from seqform.models.numbers.text import counted, decimal_text, shown

ACTIONS = {"c": "check", "b": "bet", "k": "call", "f": "fold", "r": "raise", "a": "all-in"}
"""The words of actions by the letters with which marks begin."""

ALL_IN = "all-in"
ALL_IN_SPELLINGS = (ALL_IN, "allin", "all_in", "all in")
POT = "pot"
NONE = "none"

USUAL_SIZES = "pot+all-in"

LARGEST_SIZE = 10
"""Bets and raises of a menu, in units of the pot; with more a number is taken for a percentage without its sign."""

MOST_BETS = 100
"""Bets and raises of a round, one after the other."""

MOST_NODES = 50_000
"""Nodes of the public tree of a round."""

Chips = tuple[Rational, Rational]
"""The chips that each player has put into the pot, those before the round included."""


Size = Fraction | None
"""A size of a bet or a raise: a fraction of the pot, or None for all-in."""

Menu = tuple[Size, ...]
"""The sizes among which a player chooses, from small to large, all-in last."""


def action_text(mark: str) -> str:
    """Return an action in words from its mark.

    Examples
    --------
    >>> action_text("k"), action_text("b"), action_text("b7.5"), action_text("r20"), action_text("a")
    ('call', 'bet', 'bet 7.5', 'raise to 20', 'all-in')
    """
    word = ACTIONS[mark[0]]
    amount = mark[1:]
    if not amount:
        return word
    return f"raise to {amount}" if mark[0] == "r" else f"{word} {amount}"


class BettingState(NamedTuple):
    """The state on which the bets and raises of the next player depend.

    `player` moves next, `paid` are the chips of both, `before` those of each before the round. `bets` counts the bets
    and raises of the round, and `last_raise` is the size of the last one, 0 without one.
    """

    player: int
    paid: Chips
    before: Rational
    bets: int = 0
    last_raise: Rational = 0


class Street(Protocol):
    """The betting of one round."""

    def raises(self, state: BettingState) -> list[tuple[str, Rational]]:
        """Return the bets or raises that may be made: the mark of each, and the chips that the player has then paid.

        The player bets if ``state.bets`` is 0, and raises otherwise.
        """
        ...

    def is_closed(self, paid: Rational) -> bool:
        """Return whether neither player has anything left to bet after each has paid so much."""
        ...


class SizedStreet(Street, Protocol):
    """The betting of one round by sizes, which may come to other amounts where other chips are in the pot."""

    def menu(self, state: BettingState) -> Menu:
        """Return the sizes of the bets or raises that the next player may make, from small to large."""
        ...

    def raise_by(self, size: Size, state: BettingState) -> tuple[str, Rational] | None:
        """Return the bet or raise of a size as `raises` has it, None if it may not be made."""
        ...

    def size_action(self, size: Size, is_raise: bool) -> tuple[str, str]:
        """Return the mark and the name of a bet or a raise of a size, whatever its amount."""
        ...


class BettingRules(Protocol):
    """The betting of all rounds."""

    def street(self, number: int, paid_first: Rational) -> SizedStreet:
        """Return the betting of round `number`, from 0; each player has put in `paid_first` before the first one."""
        ...

    @property
    def stack(self) -> Rational:
        """The chips that each player has left before the first round."""
        ...


class BettingNode(NamedTuple):
    """The state of a betting round after a history.

    ``actions`` are the marks that may follow, none when the round is over; ``paid`` the chips that each player has put
    into the pot; ``folded`` the player who folded.
    """

    player: int
    actions: tuple[str, ...]
    paid: Chips
    folded: int | None


def betting_round(street: Street, paid: Chips = (0, 0)) -> dict[str, BettingNode]:
    """Return the node of every history of a betting round, shortest histories first.

    Player 0 acts first. The round is over after a call, a fold or two checks, and before the first action if neither
    player has anything left to bet; `paid` are the chips of both before it, equally many.

    Examples
    --------
    >>> nodes = betting_round(LimitStreet(bet=2, max_bets=1), paid=(1, 1))
    >>> nodes["cb"]
    BettingNode(player=0, actions=('f', 'k'), paid=(1, 3), folded=None)
    >>> [history for history, node in nodes.items() if not node.actions]
    ['cc', 'bf', 'bk', 'cbf', 'cbk']
    """
    start = BettingState(0, paid, before=paid[0])
    nodes: dict[str, BettingNode] = {}
    pending = [("", start)]
    for history, state in pending:
        require_small_round(len(pending))
        following = _following(history, state, street)
        marks = tuple([mark for mark, _ in following])
        folded = 1 - state.player if history.endswith("f") else None  # the one who acted last
        nodes[history] = BettingNode(state.player, marks, state.paid, folded)
        pending += [(history + mark, after) for mark, after in following]
    return nodes


def require_small_round(num_nodes: int) -> None:
    """Raise GameError if the public tree of a round has more than `MOST_NODES` nodes."""
    if num_nodes > MOST_NODES:
        raise GameError(
            f"the betting of a round has more than {MOST_NODES:,} histories: choose fewer or larger bets, or a cap on "
            "bets and raises (max_bets)"
        )


def _following(history: str, state: BettingState, street: Street) -> list[tuple[str, BettingState]]:
    """Return the marks that may follow a history with the states after them, none when the round is over."""
    is_over = history.endswith(("f", "k")) or history == "cc" or street.is_closed(min(state.paid))
    if is_over:
        return []
    other = 1 - state.player
    following = []
    if state.bets == 0:
        following.append(("c", state._replace(player=other)))
    else:
        following.append(("f", state._replace(player=other)))
        called = _with_paid(state, state.paid[other])
        following.append(("k", called._replace(player=other)))
    for mark, amount in street.raises(state):
        raised = _with_paid(state, amount)
        size = amount - max(state.paid)
        after = raised._replace(player=other, bets=state.bets + 1, last_raise=size)
        following.append((mark, after))
    return following


def _with_paid(state: BettingState, amount: Rational) -> BettingState:
    """Return a state in which the player to move has put in so many chips."""
    paid = (amount, state.paid[1]) if state.player == 0 else (state.paid[0], amount)
    return state._replace(paid=paid)


@dataclass(frozen=True)
class LimitStreet:
    """Limit betting: a bet and each raise cost `bet` more than the opponent has paid, at most `max_bets` of them.

    Each player may put in up to `most` chips in the whole game, any number if absent; who has less left than a bet or a
    raise costs bets or raises all of it.
    """

    bet: Rational
    max_bets: int
    most: Rational | None = None

    def raises(self, state: BettingState) -> list[tuple[str, Rational]]:
        """Return the one bet or raise that there may be."""
        opposing = max(state.paid)
        if state.bets >= self.max_bets or self.is_closed(opposing):
            return []
        amount = opposing + self.bet
        if self.most is not None:
            amount = min(amount, self.most)
        return [("r" if state.bets else "b", amount)]

    def is_closed(self, paid: Rational) -> bool:
        """Return whether both players are all-in."""
        return self.most is not None and paid >= self.most

    def menu(self, state: BettingState) -> Menu:
        """Return the one size, a bet."""
        return (Fraction(1),)

    def raise_by(self, size: Size, state: BettingState) -> tuple[str, Rational] | None:
        """Return the one bet or raise, None if it may not be made."""
        raises = self.raises(state)
        return raises[0] if raises else None

    def size_action(self, size: Size, is_raise: bool) -> tuple[str, str]:
        """Return the mark and the name of the one bet or raise."""
        mark = "r" if is_raise else "b"
        return mark, action_text(mark)


@dataclass(frozen=True)
class BettingTree:
    """The public tree of a betting round, with its nodes in the order of the stage game.

    - `histories`: The marks of the actions that lead to each node.
    - `paid`: The chips that each player has put into the pot by then.
    - `folded`: The player who has folded; None elsewhere.
    """

    stage: StageGame
    histories: tuple[str, ...]
    paid: tuple[Chips, ...]
    folded: tuple[int | None, ...]

    @classmethod
    def of(cls, nodes: dict[str, BettingNode], last: bool) -> BettingTree:
        """Return the tree of the nodes of a round; folds end the game, and so does everything else in the last round.

        Examples
        --------
        >>> tree = BettingTree.of(betting_round(LimitStreet(bet=2, max_bets=1), paid=(1, 1)), last=True)
        >>> tree.stage.path(2), tree.paid[2], tree.histories[2]
        (('check', 'check'), (1, 1), 'cc')
        """
        # In preorder, as in `StageGame`: the last child goes on the stack first.
        histories: list[str] = []
        pending = [""]
        while pending:
            history = pending.pop()
            histories.append(history)
            pending += [history + mark for mark in reversed(nodes[history].actions)]

        def stage_node(history: str) -> Turn | Ending:
            node = nodes[history]
            if node.actions:
                below = {action_text(mark): stage_node(history + mark) for mark in node.actions}
                return turn(node.player, below)
            return OVER if last or node.folded is not None else CONTINUE

        return cls(
            StageGame.of(stage_node("")),
            tuple(histories),
            tuple([nodes[history].paid for history in histories]),
            tuple([nodes[history].folded for history in histories]),
        )


Menus = tuple[tuple[Menu, Menu], ...]
"""The menus of both players in each round; the last ones are those of all further rounds, too."""


@dataclass(frozen=True)
class Limit:
    """Limit betting with equal stacks: in each round bets of a size, at most `max_bets` bets and raises."""

    stack: Rational
    bets: tuple[Rational, ...]
    max_bets: int

    def street(self, number: int, paid_first: Rational) -> LimitStreet:
        """Return the betting of a round; see `BettingRules`."""
        return LimitStreet(self.bets[number], self.max_bets, most=paid_first + self.stack)


@dataclass(frozen=True)
class NoLimit:
    """No-limit betting, as `no_limit` describes it; `stack`, `min_bet` and the share are exact."""

    stack: Rational
    bets: Menus
    raises: Menus
    max_bets: int | None
    min_bet: Rational
    all_in_above: Rational

    def require_rounds(self, title: str, count: int) -> None:
        """Raise GameError for sizes of more rounds than a game has."""
        for name, menus in (("bets", self.bets), ("raises", self.raises)):
            if len(menus) > count:
                raise GameError(
                    f"{title}: {name} has sizes of {len(menus)} rounds, with ';' between them, and the game has "
                    f"{counted(count, 'round')} of betting; leave out those of the further rounds"
                )

    def street(
        self,
        number: int,
        paid_first: Rational,
        *,
        min_bet: Rational = 0,
        max_bets: int | None = None,
    ) -> NoLimitStreet:
        """Return the betting of a round.

        - `number`: The round, from 0.
        - `paid_first`: The chips that each player had put in before the first round, half of the first pot.
        - `min_bet`, `max_bets`: Bounds of the round; the tighter one counts, of these and those of the betting.
        """
        caps = [cap for cap in (max_bets, self.max_bets) if cap is not None]
        return NoLimitStreet(
            bets=self.bets[min(number, len(self.bets) - 1)],
            raises_of=self.raises[min(number, len(self.raises) - 1)],
            most=paid_first + self.stack,
            min_bet=max(min_bet, self.min_bet),
            max_bets=min(caps, default=None),
            all_in_above=self.all_in_above,
        )


@dataclass(frozen=True)
class NoLimitStreet:
    """The no-limit betting of one round, in which each player may put in up to `most` chips in the whole game."""

    bets: tuple[Menu, Menu]
    raises_of: tuple[Menu, Menu]
    most: Rational
    min_bet: Rational
    max_bets: int | None
    all_in_above: Rational

    def is_closed(self, paid: Rational) -> bool:
        """Return whether both players are all-in."""
        return paid >= self.most

    def raises(self, state: BettingState) -> list[tuple[str, Rational]]:
        """Return the bets or raises of the player's menu, the smallest first and each amount once, all-in last."""
        return self._raises(self.menu(state), state)

    def menu(self, state: BettingState) -> Menu:
        """Return the sizes of the bets or raises that the next player may make, from small to large."""
        menus = self.raises_of if state.bets else self.bets
        return menus[state.player]

    def raise_by(self, size: Size, state: BettingState) -> tuple[str, Rational] | None:
        """Return the bet or raise of a size as `raises` has it, None if it may not be made."""
        raises = self._raises((size,), state)
        return raises[0] if raises else None

    def size_action(self, size: Size, is_raise: bool) -> tuple[str, str]:
        """Return the mark and the name of a bet or a raise of a size: "bet pot", "raise 0.5 pot", "all-in"."""
        if size is None:
            return "a", ALL_IN
        letter = "r" if is_raise else "b"
        share = "" if size == 1 else f"{decimal_text(size)} "
        return letter + decimal_text(size), f"{ACTIONS[letter]} {share}{POT}"

    def _raises(self, menu: Menu, state: BettingState) -> list[tuple[str, Rational]]:
        """Return the bets or raises of some sizes."""
        opposing = max(state.paid)
        is_capped = self.max_bets is not None and state.bets >= self.max_bets
        if is_capped or opposing >= self.most:
            return []
        if menu and state.bets >= MOST_BETS:
            raise GameError(
                f"no_limit: more than {MOST_BETS} bets and raises may follow each other in a round: choose larger "
                "bets, or a cap on them (max_bets)"
            )
        amounts = sorted({self._amount(size, state) for size in menu})
        marked = []
        for amount in amounts:
            letter = "r" if state.bets else "b"
            in_round = decimal_text(Fraction(amount - state.before))
            mark = "a" if amount == self.most else letter + in_round
            marked.append((mark, amount))
        return marked

    def _amount(self, size: Size, state: BettingState) -> Rational:
        """Return the chips that a player has paid after a bet or a raise of a size."""
        if size is None:
            return self.most
        opposing = max(state.paid)
        pot_after_call = 2 * opposing
        amount: Rational = opposing + size * pot_after_call
        least = opposing + max(state.last_raise, self.min_bet)
        if state.bets == 0 and amount < min(least, self.most):
            raise GameError(
                f"no_limit: a bet of {decimal_text(size)} of the pot of {decimal_text(Fraction(pot_after_call))} is "
                f"{decimal_text(size * pot_after_call)} chips, below the least bet of "
                f"{decimal_text(Fraction(self.min_bet))}; choose larger bets or a smaller min_bet"
            )
        if amount <= opposing and state.bets == 0:
            raise GameError(
                "no_limit: a bet of 0 chips, since the pot is empty; bets are fractions of an ante above 0"
            )
        amount = max(amount, least)
        left = self.most - state.paid[state.player]
        put_in = amount - state.paid[state.player]
        if put_in > self.all_in_above * left:
            return self.most
        return min(amount, self.most)


def all_in_note(betting: BettingRules, paid_first: Rational, num_rounds: int) -> str:
    """Return a note on the sizes of bets and raises that are all-in after every history, "" where there are none.

    Each player has put in `paid_first` before the first round. The pot only grows and the stacks only shrink, so a bet
    is all-in everywhere if it is with the first pot, and a raise if it is after the smallest bet. Raises are left out
    where the menu is that of bets: it is common that they are all-in.

    Examples
    --------
    >>> all_in_note(no_limit(25, "0.5+2"), paid_first=30, num_rounds=1)
    'bet 0.5 pot, bet 2 pot: always all-in, since the stack is 25 and the pot 60; no bet is smaller'
    """
    bets: list[tuple[SizedStreet, BettingState]] = []
    raises: list[tuple[SizedStreet, BettingState]] = []
    for number in range(num_rounds):
        street = betting.street(number, paid_first)
        start = BettingState(0, (paid_first, paid_first), before=paid_first)
        for player in (0, 1):
            opening = start._replace(player=player)
            bets.append((street, opening))
            facing = _after_smallest_bet(street, start._replace(player=1 - player))
            if facing is not None and street.menu(facing) != street.menu(opening):
                raises.append((street, facing))

    most = paid_first + betting.stack
    stakes = (
        f"since the stack is {decimal_text(Fraction(betting.stack))} and the pot "
        f"{decimal_text(Fraction(2 * paid_first))}"
    )
    sentences = []
    for word, situations in (("bet", bets), ("raise", raises)):
        names, is_every_size = _all_in_sizes(situations, most)
        if names:
            smaller = f"; no {word} is smaller" if is_every_size else ""
            sentences.append(f"{', '.join(names)}: always all-in, {stakes}{smaller}")
    return "; ".join(sentences)


def _after_smallest_bet(street: SizedStreet, state: BettingState) -> BettingState | None:
    """Return the state after the smallest bet of the player to move, None if there is none."""
    bets = street.raises(state)
    if not bets:
        return None
    _, amount = bets[0]
    after = _with_paid(state, amount)
    return after._replace(
        player=1 - state.player, bets=state.bets + 1, last_raise=amount - max(state.paid)
    )


def _all_in_sizes(
    situations: Sequence[tuple[SizedStreet, BettingState]], most: Rational
) -> tuple[list[str], bool]:
    """Return the names of the sizes with which a player has put in `most` in every situation, and whether all do."""
    is_all_in: dict[str, bool] = {}
    for street, state in situations:
        for size in street.menu(state):
            action = street.raise_by(size, state)
            if size is None or action is None:
                continue
            _, amount = action
            _, name = street.size_action(size, state.bets > 0)
            is_all_in[name] = is_all_in.get(name, True) and amount == most
    names = [name for name, always in is_all_in.items() if always]
    return names, len(names) == len(is_all_in)


def no_limit(
    stack: Given,
    bets: str | Sequence[Given] = USUAL_SIZES,
    *,
    raises: str | Sequence[Given] | None = None,
    max_bets: int | None = None,
    min_bet: Given = 0,
    all_in_above: Given = 1,
) -> NoLimit:
    """Return no-limit betting with a menu of sizes, for `limit_poker` and the endgames of Texas hold'em.

    A bet of a fraction f of the pot is f times the pot. A raise of a fraction f is to the bet plus f times the pot
    after a call; it is at least the minimum, which adds as much as the last bet or raise, and at least `min_bet`. What
    exceeds the stack is all-in. Both players have equal stacks, and sizes that come to the same amount are one action.

    - `stack`: The chips that each player has left when betting begins, without those in the pot; more than 0.
    - `bets`: The sizes of bets, fractions of the pot up to 10 and "all-in", as numbers in a sequence or as text,
      "0.5+pot+all-in" or "50%+100%+all-in"; "none" for no bet. In a text "|" separates the sizes of player 1 from
      those of player 2, and ";" those of the rounds: "0.5+all-in | pot; pot+all-in". The last round's count for all
      after it; a game refuses sizes of more rounds than it has.
    - `raises`: The sizes of raises, in the same way; those of bets if absent.
    - `max_bets`: The most bets and raises together in a round; no limit if absent.
    - `min_bet`: The least bet, and the least by which a raise is larger; 0 or more.
    - `all_in_above`: A bet or a raise for which a player needs more than this share of the chips left is all-in; more
      than 0, and 1 at most.

    Raises GameError for anything else. A bet below the minimum is found when the rounds are made.

    Examples
    --------
    >>> betting = no_limit(9, "0.5+all-in", max_bets=2)
    >>> nodes = betting_round(betting.street(0, paid_first=1), paid=(1, 1))
    >>> nodes[""].actions, nodes["b1"].actions
    (('c', 'b1', 'a'), ('f', 'k', 'r3', 'a'))
    >>> nodes["b1r3"].paid == (2, 4)
    True
    """
    exact_stack = given_rational(
        stack, "no_limit: stack", "a number above 0", lambda exact: exact > 0, error=GameError
    )
    least = given_rational(
        min_bet,
        "no_limit: min_bet",
        "a number from 0 on",
        lambda exact: exact >= 0,
        error=GameError,
    )
    share = given_rational(
        all_in_above,
        "no_limit: all_in_above",
        "a number above 0, 1 at most,",
        lambda exact: 0 < exact <= 1,
        error=GameError,
    )
    if max_bets is not None:
        is_count = isinstance(max_bets, int) and not isinstance(max_bets, bool) and max_bets >= 0
        if not is_count:
            raise GameError(
                f"no_limit: max_bets={shown(max_bets)}: an integer, at least 0, expected"
            )
    bet_menus = _menus(bets, "bets")
    raise_menus = bet_menus if raises is None else _menus(raises, "raises")
    return NoLimit(exact_stack, bet_menus, raise_menus, max_bets, least, share)


def _menus(sizes: str | Sequence[Given], name: str) -> Menus:
    """Return the menus of both players in each round, from text or from one sequence of sizes for all of them."""
    if not isinstance(sizes, str):
        if not isinstance(sizes, Sequence):
            raise GameError(f"no_limit: {name}={shown(sizes)}: sizes such as 'pot+all-in' expected")
        menu = _menu(sizes, name)
        return ((menu, menu),)
    menus = []
    for of_round in sizes.split(";"):
        of_players = [_menu(part.split("+"), name) for part in of_round.split("|")]
        if len(of_players) > 2:
            raise GameError(
                f"no_limit: {name}={sizes!r}: {len(of_players)} menus in a round; one for both players, or two with "
                "'|' between them, expected"
            )
        menus.append((of_players[0], of_players[-1]))
    return tuple(menus)


def _menu(sizes: Iterable[Given], name: str) -> Menu:
    """Return the sizes in ascending order, each once, all-in last."""
    words = [_plain_size(size) for size in sizes]
    if words in ([NONE], []):
        return ()
    fractions: set[Fraction] = set()
    for word in words:
        if word == POT:
            fractions.add(Fraction(1))
        elif word != ALL_IN:
            fractions.add(_fraction_of_pot(word, name))
    menu: list[Size] = [*sorted(fractions)]
    if ALL_IN in words:
        menu.append(None)
    return tuple(menu)


def _plain_size(size: Given) -> Given:
    """Return a size without blanks around it, and all-in in one spelling."""
    if not isinstance(size, str):
        return size
    word = size.strip()
    return ALL_IN if word.lower() in ALL_IN_SPELLINGS else word


def _fraction_of_pot(word: Given, name: str) -> Fraction:
    """Return the exact value of a fraction of the pot; "75%" is 3/4."""
    if isinstance(word, str) and "," in word:
        raise GameError(f"no_limit: {name}={word!r}: sizes are separated by '+', as in '0.5+0.75'")
    percent = isinstance(word, str) and word.endswith("%")
    number = word[:-1] if isinstance(word, str) and percent else word
    exact = given_rational(
        number,
        f"no_limit: {name}",
        f"fractions of the pot above 0, {POT!r}, {ALL_IN!r} or {NONE!r}",
        lambda value: value > 0,
        error=GameError,
    )
    size = Fraction(exact) / 100 if percent else Fraction(exact)
    if size > LARGEST_SIZE:
        written = decimal_text(Fraction(exact))
        advice = (
            ""
            if percent
            else f"; '{written}%' or {decimal_text(size / 100)} is {written} % of the pot"
        )
        raise GameError(
            f"no_limit: {name}: {decimal_text(size)} times the pot, of which a size is {LARGEST_SIZE} times at most"
            f"{advice}; {ALL_IN!r} is all that is left"
        )
    return size
