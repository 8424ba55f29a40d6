"""The dominated actions of a game, as a table and as data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.preprocess.dominance import DominatedAction, dominated_actions
from seqform.io.load import load
from seqform.models.answers.computed import Computed
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.text import counted
from seqform.models.table import Cell, Line, Part, Report, Table, Tabular


@dataclass(frozen=True, eq=False)
class DominatedActions(Computed, Tabular):
    """The dominated actions of a game, in the order of their elimination.

    `iterated` states whether they were eliminated and those that this leaves dominated were found as well.
    """

    game: ExtensiveGame
    actions: tuple[DominatedAction, ...]
    iterated: bool

    def __len__(self) -> int:
        return len(self.actions)

    def __iter__(self) -> Any:
        return iter(self.actions)

    def report(self, *, everything: bool = False) -> Report:
        """Return a row for each action."""
        shown = [self.game.shown_names(player) for player in (0, 1)]
        columns = ["player", "information set", "action", "dominated", "by"]
        if self.iterated:
            columns.insert(0, "turn")
        rows: list[list[Cell]] = []
        for each in self.actions:
            row: list[Cell] = [
                self.game.players[each.player],
                shown[each.player][each.infoset],
                each.action,
                each.dominance,
                each.by,
            ]
            if self.iterated:
                row.insert(0, each.turn)
            rows.append(row)

        align = "rlllll" if self.iterated else "lllll"
        table = Table(f"dominated actions of {self.game.title}", tuple(columns), align, rows)
        where = "after elimination, turn by turn" if self.iterated else "of the whole game"
        equal = sum(each.dominance == "equal" for each in self.actions)
        text = counted(len(rows) - equal, "dominated action")
        if equal:
            text += f" and {counted(equal, 'action')} equal to another"
        line = Line(f"{text} {where}", "dim")
        parts: list[Part] = [table] if rows else []
        parts.append(line)
        return Report(parts, {"dominated": lambda: table})

    def data(self) -> list[dict[str, Any]]:
        """Return the actions as plain data."""
        return [
            {
                "player": self.game.players[each.player],
                "information_set": each.infoset,
                "action": each.action,
                "dominance": each.dominance,
                "by": each.by,
                "turn": each.turn or None,
            }
            for each in self.actions
        ]

    def __repr__(self) -> str:
        return f"<DominatedActions of {self.game.title!r}: {len(self.actions):,}>"


def dominated(
    game: ExtensiveGame | str | Path | Any, *, iterated: bool = False
) -> DominatedActions:
    """Return the actions of both players that another action at the same information set dominates.

    An action is dominated if one continuation of the player after the other action is worth at least as much, against
    every strategy of the opponent, as all continuations after the action: the rule of the step "eliminate-dominated".
    It is strictly dominated if the other one is worth more whenever the information set is reached, equal if they are
    worth the same throughout. Dominance by mixtures of actions is not looked for.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `seqform.load` accepts
    iterated : bool
        Eliminate these actions, and go on with the smaller game until none is dominated; players take turns.

    Returns
    -------
    DominatedActions
        A sequence of actions, each with `player`, `infoset`, `action`, `dominance`, `by` and `turn`.

    Examples
    --------
    >>> for each in dominated("prisoners-dilemma"):
    ...     print(each.player, each.infoset, each.action, each.dominance, each.by)
    0 row cooperate strictly defect
    1 column cooperate strictly defect
    >>> len(dominated("kuhn")), len(dominated("kuhn", iterated=True))
    (5, 7)
    """
    tree = load(game)
    form = sequence_form(tree).target
    actions = dominated_actions(form, iterated, has_reach=tree.matrices is None)
    return DominatedActions(tree, tuple(actions), iterated)
