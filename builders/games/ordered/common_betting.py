"""Betting rounds whose bets depend on the chips put in before, as one stage game for all histories.

In a game with ordered signals a round is one stage game, whatever happened in the rounds before. Sizes of no-limit bets
are fractions of the pot, and where more has been bet before, fewer of them are left; in limit betting, fewer bets. So
the stage game has at each node every action that some history allows, and for a history it is read thus:

1. A bet or raise of a size that the stack does not suffice for is all-in, as it is in `NoLimitStreet`.
2. A raise against a player who is all-in, or beyond the cap on raises, is a call.
3. After the betting is over, as when both are all-in before the round, actions change nothing.

An action that a history lacks thereby does what another one does that it has, which stands for it
(`CommonRound.stands_for`, `EqualActions`). This adds no strategy that is better or worse than all before, so the value
of the game and its equilibria, with equal actions put together, stay the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import NamedTuple

import numpy as np

from seqform.builders.games.ordered.betting import (
    BettingState,
    Chips,
    Size,
    SizedStreet,
    action_text,
    require_small_round,
)
from seqform.models.games.stages import CONTINUE, OVER, Ending, StageGame, Turn, turn
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Ints

CHECK = "check"
CALL = "call"
FOLD = "fold"


class Betting(NamedTuple):
    """The betting of a round after some actions: the chips and the next player, whether it is over, and who folded."""

    state: BettingState
    is_over: bool = False
    folded: int | None = None

    @property
    def paid(self) -> Chips:
        """The chips that each player has put into the pot."""
        return self.state.paid


@dataclass(frozen=True, eq=False)
class CommonRound(Immutable):
    """A betting round for several amounts of chips before it.

    - `stage`: The stage game.
    - `after`: For each amount that each player has put in before, the betting after every path to a leaf.
    - `marks`: Short marks for its actions.
    - `stands_for`: For each of these amounts, by nodes: the node after the action of the betting itself that does the
      same as the one that leads to the node, which is the node itself for actions that the betting has; 0 at the root.
      Where the betting is over, the first action stands for all.
    """

    stage: StageGame
    after: Mapping[Chips, Mapping[tuple[str, ...], Betting]]
    marks: Mapping[str, str]
    stands_for: Mapping[Chips, Ints]


def common_round(street: SizedStreet, starts: Sequence[Chips], last: bool) -> CommonRound:
    """Return the stage game of a round that begins after each player has put in one of several amounts of chips.

    The game is over after the last round, after a fold, and where both are all-in whatever was before. Actions are
    named by the chips of the round if there is one amount, "raise to 150", and by the sizes otherwise, "raise pot".
    """
    begins = []
    for paid in starts:
        state = BettingState(0, paid, before=paid[0])
        begins.append(Betting(state, is_over=street.is_closed(paid[0])))
    menu = _Menu(street, by_chips=len(starts) == 1)
    after: dict[Chips, dict[tuple[str, ...], Betting]] = {paid: {} for paid in starts}
    equal_names: dict[Chips, dict[tuple[str, ...], str]] = {paid: {} for paid in starts}

    numbers = count(1)

    def node(path: tuple[str, ...], bettings: list[Betting]) -> Turn | Ending:
        require_small_round(next(numbers))
        actions = menu.actions(bettings)
        if not actions:
            for paid, betting in zip(starts, bettings, strict=True):
                after[paid][path] = betting
            is_fold = bool(path) and path[-1] == FOLD
            all_in = all(street.is_closed(min(betting.paid)) for betting in bettings)
            return OVER if last or is_fold or all_in else CONTINUE
        for paid, betting in zip(starts, bettings, strict=True):
            for name, equal in menu.equal_names(betting, actions).items():
                equal_names[paid][*path, name] = equal
        children = {}
        for name, action in actions.items():
            following = [menu.following(betting, action) for betting in bettings]
            children[name] = node((*path, name), following)
        open_states = [betting.state for betting in bettings if not betting.is_over]
        return turn(open_states[0].player, children)

    stage = StageGame.of(node((), begins))
    stands_for = {paid: _siblings(stage, equal_names[paid]) for paid in starts}
    return CommonRound(stage, after, menu.marks, stands_for)


def _siblings(stage: StageGame, equal_names: Mapping[tuple[str, ...], str]) -> Ints:
    """Return for every node the one after the action of the same turn that has a name, which is given by paths."""
    number_of = {stage.path(node): node for node in range(len(stage))}
    siblings = np.zeros(len(stage), dtype=np.int64)
    for path, name in equal_names.items():
        siblings[number_of[path]] = number_of[*path[:-1], name]
    return siblings


class _Menu:
    """The actions of a round by name: check, call, fold, or a size."""

    def __init__(self, street: SizedStreet, by_chips: bool) -> None:
        self.street = street
        self.by_chips = by_chips
        self.marks = {CHECK: "c", CALL: "k", FOLD: "f"}

    def actions(self, bettings: Sequence[Betting]) -> dict[str, str | Size]:
        """Return the actions that some betting that is not over allows; none if all are over."""
        actions: dict[str, str | Size] = {}
        for state, is_over, _ in bettings:
            if is_over:
                continue
            passing = (FOLD, CALL) if state.bets else (CHECK,)
            actions |= {name: name for name in passing}
        sizes: dict[Size, str] = {}
        is_raise = CALL in actions
        for state, is_over, _ in bettings:
            if not is_over:
                sizes |= self._sizes(state)
        # From small to large, all-in last, which `None` stands for
        for size in sorted(sizes, key=lambda size: (size is None, size or 0)):
            mark, name = self.street.size_action(size, is_raise)
            if self.by_chips:
                mark = sizes[size]
                name = action_text(mark)
            self.marks[name] = mark
            actions[name] = size
        return actions

    def equal_names(self, betting: Betting, actions: Mapping[str, str | Size]) -> dict[str, str]:
        """Return for actions by name those that the betting itself has and after which it is the same."""
        if betting.is_over:
            first = next(iter(actions))
            return dict.fromkeys(actions, first)
        name_after = {
            self.following(betting, action): name
            for name, action in self.actions([betting]).items()
        }
        return {
            name: name_after[self.following(betting, action)] for name, action in actions.items()
        }

    def _sizes(self, state: BettingState) -> dict[Size, str]:
        """Return the sizes by which a player may bet or raise, one for each amount, with their marks.

        Of sizes of the same amount it is the largest; all-in only if that is on the menu.
        """
        sizes: dict[Size, str] = {}
        used: set[str] = set()
        for size in reversed(self.street.menu(state)):  # all-in first
            raised = self.street.raise_by(size, state)
            if raised is not None and raised[0] not in used:
                sizes[size], _ = raised
                used.add(sizes[size])
        return sizes

    def following(self, betting: Betting, action: str | Size) -> Betting:
        """Return the betting after an action."""
        state, is_over, _ = betting
        if is_over:
            return betting
        other = 1 - state.player
        if action == FOLD:
            return Betting(state, True, folded=state.player)
        if action == CHECK and not state.bets:
            return Betting(state._replace(player=other), is_over=state.player == 1)
        if not isinstance(action, str):
            raised = self.street.raise_by(action, state)
            if raised is not None:
                _, amount = raised
                size = amount - max(state.paid)
                paid = _with_paid(state, amount)
                return Betting(BettingState(other, paid, state.before, state.bets + 1, size))
        return Betting(state._replace(paid=_with_paid(state, state.paid[other])), True)


def _with_paid(state: BettingState, amount: int | Fraction) -> Chips:
    """Return the chips of both after the player to move has put in so many in all."""
    return (amount, state.paid[1]) if state.player == 0 else (state.paid[0], amount)
