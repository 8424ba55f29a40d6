"""Games of perfect information played by their rules, without a tree."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from seqform.builders.games.rules import MAX_NODES, Rules, chance_shares
from seqform.errors import GameError
from seqform.models.sequences import unique_names
from seqform.play.situations import CHANCE, TERMINAL, Limits


def hide_nothing(rules: Rules[Any, Any]) -> bool:
    """Return whether rules say of themselves, by an attribute ``perfect_information``, that players know everything."""
    return bool(getattr(rules, "perfect_information", False))


class RulesSituation:
    """A state of the rules."""

    __slots__ = ("rules", "state")

    def __init__(self, rules: Rules[Any, Any], state: Any) -> None:
        self.rules = rules
        self.state = state

    def __deepcopy__(self, memo: dict[int, Any]) -> RulesSituation:
        return self

    @property
    def player(self) -> int:
        """Who moves."""
        return self.rules.player(self.state)

    @property
    def _moves(self) -> Sequence[Any]:
        player = self.rules.player(self.state)
        if player == TERMINAL:
            return ()
        if player == CHANCE:
            return [action for action, _ in self.rules.chance(self.state)]
        return self.rules.actions(self.state)

    @property
    def num_actions(self) -> int:
        """Number of actions."""
        return len(self._moves)

    @property
    def actions(self) -> tuple[str, ...]:
        """A name for every action."""
        return unique_names([self.rules.action_label(self.state, move) for move in self._moves])

    @property
    def infoset(self) -> str:
        """The label of the information set."""
        return self.rules.infoset_label(self.state, self.player)

    @property
    def lottery(self) -> Sequence[Fraction]:
        """Chance's probabilities."""
        return chance_shares(self.rules.title, [weight for _, weight in self.rules.chance(self.state)])

    @property
    def payoffs(self) -> tuple[Fraction, Fraction]:
        """What the players receive."""
        first, second = self.rules.payoffs(self.state)
        return Fraction(first), Fraction(second)

    @property
    def position(self) -> Hashable:
        """The position as the rules tell positions apart."""
        return self.rules.position(self.state)

    def after(self, action: int) -> RulesSituation:
        """Return the situation after an action."""
        return RulesSituation(self.rules, self.rules.apply(self.state, self._moves[action]))


@dataclass(frozen=True)
class RulesTable:
    """A game of perfect information, played by its rules.

    Parameters
    ----------
    rules : Rules
        Whoever moves has to know everything; positions are told apart by ``rules.position``.
    max_positions : int
        Refuse to visit more where the limits of the game are asked for and the rules do not
        tell them in an attribute ``limits``.
    """

    rules: Rules[Any, Any]
    max_positions: int = MAX_NODES

    @property
    def perfect_information(self) -> bool:
        """Yes: see `hide_nothing`."""
        return True

    @property
    def title(self) -> str:
        """The title of the rules."""
        return self.rules.title

    @property
    def players(self) -> tuple[str, str]:
        """The names of the players."""
        return self.rules.players

    @property
    def root(self) -> RulesSituation:
        """The initial state."""
        return RulesSituation(self.rules, self.rules.initial())

    @cached_property
    def limits(self) -> Limits:
        """The ``limits`` of the rules; found by visiting every position where there are none.

        Raises
        ------
        GameError
            If there are too many positions.
        """
        told = getattr(self.rules, "limits", None)
        return told if isinstance(told, Limits) else self._visited()

    def _visited(self) -> Limits:
        outcomes: set[tuple[Fraction, Fraction]] = set()
        actions = chance_actions = longest = visited = 0
        level: dict[Hashable, RulesSituation] = {self.root.position: self.root}
        while True:
            visited += len(level)
            if visited > self.max_positions:
                raise GameError(
                    f"{self.title}: more than {self.max_positions:,} positions; give the rules an attribute limits, "
                    "a seqform.play.Limits"
                )
            below: dict[Hashable, RulesSituation] = {}
            for situation in level.values():
                if situation.player == TERMINAL:
                    outcomes.add(situation.payoffs)
                    continue
                count = situation.num_actions
                if situation.player == CHANCE:
                    chance_actions = max(chance_actions, count)
                else:
                    actions = max(actions, count)
                for child in map(situation.after, range(count)):
                    below[child.position] = child
            if not below:
                break
            level, longest = below, longest + 1
        sums = {first + second for first, second in outcomes}
        return Limits(
            payoffs=(min(map(min, outcomes)), max(map(max, outcomes))),
            longest=longest,
            actions=actions,
            chance_actions=chance_actions,
            constant_sum=sums.pop() if len(sums) == 1 else None,
        )
