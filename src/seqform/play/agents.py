"""Agents, which choose actions from the information of the player who moves: drawn, searched for, or typed."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import ClassVar, Protocol

from seqform.builders.games.rules import TERMINAL
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.play.tables import GameTable, RulesSituation, Situation, View
from seqform.system.foreign_text import visible, visible_lines


class Agent(Protocol):
    """A player in either seat.

    An agent that looks up the names of information sets has an attribute ``needs_tree`` that is true: they are unique
    on the tree only. One that remembers earlier games has an attribute ``remembers`` that is true, and gets no deal
    twice.

    Examples
    --------
    An agent of one's own, who always takes the last action:

    >>> class Last:
    ...     name = "last"
    ...     def choose(self, view, random):
    ...         return len(view.actions) - 1
    >>> from seqform.play import match
    >>> match("kuhn", Last(), "equilibrium", games=2).agents
    ('last', 'equilibrium')
    """

    @property
    def name(self) -> str:
        """The name in reports."""
        ...

    def choose(self, view: View, random: Random) -> int:
        """Return the number of the chosen action, from 0; all randomness comes from `random`."""
        ...


@dataclass(frozen=True)
class RandomAgent:
    """Takes every action with equal probability."""

    name: str = "random"

    def choose(self, view: View, random: Random) -> int:
        """Return any action."""
        return random.randrange(len(view.actions))


@dataclass(frozen=True)
class ProfileAgent:
    """Plays a profile of the game, on its tree, each player's strategy in that player's seat."""

    name: str
    profile: BehaviorProfile
    needs_tree: ClassVar[bool] = True

    def choose(self, view: View, random: Random) -> int:
        """Return an action drawn from the strategy; exactly so, if it is exact."""
        shares = self.profile[view.player][view.infoset]
        return draw([shares[action] for action in view.actions], random)


def draw(probabilities: Sequence[Fraction | float], random: Random) -> int:
    """Return the number of an action drawn from a lottery, exactly if the probabilities are fractions."""
    exact = [share for share in probabilities if isinstance(share, Fraction | int)]
    if len(exact) < len(probabilities):
        return random.choices(range(len(probabilities)), weights=[float(share) for share in probabilities])[0]
    whole = math.lcm(*(share.denominator for share in exact))
    ticket = random.randrange(whole)
    upto = accumulate(share.numerator * (whole // share.denominator) for share in exact)
    return next(action for action, bound in enumerate(upto) if ticket < bound)


def _say(text: str) -> None:
    print(visible_lines(text), file=sys.stderr, flush=True)


def _ask(prompt: str) -> str:
    print(visible_lines(prompt), end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        _say("")
        raise EOFError
    return line


class HumanAgent:
    """Asks a person at the terminal, on standard error, so that results can go elsewhere.

    `say` prints a line; `ask` reads one after a prompt, and raises EOFError at the end.
    """

    remembers = True

    def __init__(self, table: GameTable, say: Callable[[str], None] = _say, ask: Callable[[str], str] = _ask) -> None:
        self.name = "human"
        self.table = table
        self.say, self.ask = say, ask

    def choose(self, view: View, random: Random) -> int:
        """Return the action that the person types, by number or by name; anything else is asked again."""
        board = picture(view)
        who = visible(self.table.players[view.player])
        self.say(f"\nYou are {who}." + ("" if board else f" You know: {visible(view.infoset)}"))
        if board:
            self.say(board)
        numbered = not any(_is_number(action) for action in view.actions)  # else numbers are names of actions
        if numbered:
            for number, action in enumerate(view.actions, start=1):
                self.say(f"{number:>4}  {visible(action)}")
            expected = f"a number from 1 to {len(view.actions)}, or an action"
        else:
            expected = visible(", ".join(view.actions))
        while True:
            answer = self.ask("Your move: " if numbered else f"Your move ({expected}): ").strip()
            if answer in view.actions:
                return view.actions.index(answer)
            if numbered and _is_number(answer) and 1 <= int(answer) <= len(view.actions):
                return int(answer) - 1
            self.say(f"{answer!r} is no action here; expected: {expected}")


def picture(view: View) -> str:
    """Return the picture that the rules draw of the situation; "" without one, or at a node of a tree."""
    situation = view.situation
    if not isinstance(situation, RulesSituation):
        return ""
    drawn = getattr(situation.rules, "picture", None)
    return str(drawn(situation.state)) if drawn is not None else ""


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


class NegamaxSearch:
    """Exact search of a constant-sum game of perfect information without chance; each position is searched once.

    The value of a position to the player who moves is the largest one among its moves, each of which is worth the
    negative of its worth to the opponent (plus the sum of the payoffs). Values are kept as player 1's, so that it does
    not matter who moves next; and all moves are searched, so that every value is exact and all best moves are known.
    """

    def __init__(self, table: GameTable) -> None:
        if not table.perfect_information:
            raise GameError(
                f"negamax is for games of perfect information, and in {table.title} players do not know all that "
                "happened; try equilibrium, or mcts"
            )
        self.table = table
        self._first: dict[Hashable, Fraction] = {}
        self._sum: Fraction | None = None

    @property
    def positions(self) -> int:
        """The number of positions searched."""
        return len(self._first)

    def value(self, situation: Situation) -> Fraction:
        """Return the payoff of player 1 from a situation on, when both play as well as possible."""
        pending = [situation]
        while pending:
            here = pending[-1]
            if here.position in self._first:
                pending.pop()
            elif here.player == TERMINAL:
                self._first[here.position] = self._payoff(here)
            else:
                children = self._children(here)
                unknown = [child for child in children if child.position not in self._first]
                if unknown:
                    pending.extend(unknown)
                else:
                    best = max if here.player == 0 else min
                    self._first[here.position] = best(self._first[child.position] for child in children)
        return self._first[situation.position]

    def best_actions(self, situation: Situation) -> list[int]:
        """Return all actions that keep the value of a situation."""
        value = self.value(situation)
        children = self._children(situation)
        return [action for action, child in enumerate(children) if self._first[child.position] == value]

    def _children(self, situation: Situation) -> list[Situation]:
        if situation.player == CHANCE:
            raise GameError(f"negamax is for games without chance, and in {self.table.title} chance moves; try mcts")
        return [situation.after(action) for action in range(situation.num_actions)]

    def _payoff(self, situation: Situation) -> Fraction:
        first, second = situation.payoffs
        if self._sum is None:
            self._sum = first + second
        if first + second != self._sum:
            raise GameError(
                f"negamax is for constant-sum games, and the payoffs of {self.table.title} sum to {self._sum} and to "
                f"{first + second}; try mcts"
            )
        return first


class NegamaxAgent:
    """Plays the best moves, all with equal probability."""

    def __init__(self, table: GameTable) -> None:
        self.name = "negamax"
        self.search = NegamaxSearch(table)

    def choose(self, view: View, random: Random) -> int:
        """Return a best move."""
        assert view.situation is not None  # the search has refused hidden information
        return random.choice(self.search.best_actions(view.situation))
