"""The dominated actions of a game, as a table and as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seqform.backends.exact.solution import ExactBackend
from seqform.builders.forms.sequence_form import count_pure_strategies, sequence_form
from seqform.builders.preprocess.dominance import DominatedAction, dominated_actions
from seqform.errors import SolveError
from seqform.io.load import load
from seqform.models.answers.computed import Computed
from seqform.models.answers.payoff_table import MOST_STRATEGIES
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import counted, write_rational
from seqform.models.options import argument, truth
from seqform.models.programs.linear import LinearProgram
from seqform.models.table import Cell, Line, Part, Report, Table, Tabular
from seqform.system.foreign_text import visible

MOST_NUMBERS = 2**14
"""Most numbers of a linear program for the mixtures that dominate an action: of tables of 100 × 100 one has 10,000."""

MOST_WORK = 2**19
"""Most numbers of all these programs together, about half a minute."""


@dataclass(frozen=True, eq=False)
class DominatedActions(Computed, Tabular):
    """The dominated actions of a game, in the order of their elimination.

    - `iterated`: Whether they were eliminated, and those that this leaves dominated were found as well.
    - `strict`: Whether those that are dominated strictly were looked for alone.
    - `num_untested`: Actions that are not dominated by another one and may be by a mixture: linear programs too large.
    """

    game: ExtensiveGame
    actions: tuple[DominatedAction, ...]
    iterated: bool
    strict: bool = False
    num_untested: int = 0

    def __len__(self) -> int:
        return len(self.actions)

    def __iter__(self) -> Iterator[DominatedAction]:
        return iter(self.actions)

    def report(self, *, everything: bool = False) -> Report:
        """Return a row for each action, and remarks."""
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
        parts: list[Part] = [table] if rows else []
        parts += [Line(text, "dim") for text in (self._count(), *self.remarks)]
        return Report(parts, {"dominated": lambda: table})

    def _count(self) -> str:
        """Return the line about the number of actions."""
        where = "after elimination, turn by turn" if self.iterated else "of the whole game"
        adverb = "strictly " if self.strict else ""
        equal = sum(each.dominance == "equal" for each in self.actions)
        text = counted(len(self) - equal, f"{adverb}dominated action")
        if equal:
            text += f" and {counted(equal, 'action')} equal to another"
        if self.num_untested:
            return f"{text} {where}"
        return f"{text} {where}; mixtures of actions were looked for"

    def _has_table_of_strategies(self) -> bool:
        """Return whether strategies are other than actions, and `seqform.payoff_table` has them all."""
        if self.game.matrices is not None:
            return False
        indices = sequence_form(self.game).target.sequences
        if all(index.num_infosets <= 1 for index in indices):
            return False
        return all(count_pure_strategies(index) <= MOST_STRATEGIES for index in indices)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Limits of the search, the command for dominated strategies, and equilibria that the elimination may lose."""
        remarks = []
        if self.num_untested:
            remarks.append(
                f"not compared with mixtures: {counted(self.num_untested, 'action')}, of which a linear program "
                f"has more than {MOST_NUMBERS:,} numbers, or all of them together {MOST_WORK:,}"
            )
        if self._has_table_of_strategies():
            remarks.append(
                "of actions, not of strategies: `seqform chart GAME --table --dominated`, sf.payoff_table(game, "
                "dominated=True), has the strictly dominated strategies of the reduced normal form"
            )
        if not self.iterated:
            return tuple(remarks)
        first_turn = min((each.turn for each in self.actions), default=1)
        if first_turn > 1:
            first_player = visible(self.game.players[0])
            remarks.append(
                f"players take turns, {first_player} first: in turn 1 no action of {first_player} is eliminated"
            )
        if any(each.dominance != "strictly" for each in self.actions):
            remarks.append(
                "actions that are weakly dominated or equal are eliminated as well, so equilibria may be lost; "
                "--strict (strict=True) eliminates strictly dominated ones alone"
            )
        elif not all(each.is_always_reached for each in self.actions):
            remarks.append(
                "equilibria may be lost that play an eliminated action where they do not reach its information set"
            )
        elif self.actions:
            remarks.append(
                "no equilibrium is lost: each action is strictly dominated where it is always reached"
            )
        return tuple(remarks)

    def data(self) -> list[dict[str, Any]]:
        """Return the actions as plain data."""
        return [
            {
                "player": self.game.players[each.player],
                "information_set": each.infoset,
                "action": each.action,
                "dominance": each.dominance,
                "by": each.by,
                "mixture": {action: write_rational(weight) for action, weight in each.mixture},
                "turn": each.turn or None,
            }
            for each in self.actions
        ]

    def __repr__(self) -> str:
        return f"<DominatedActions of {self.game.title!r}: {len(self.actions):,}>"


class _ExactSolver:
    """Solves linear programs exactly, as long as the numbers of all of them together are not too many."""

    def __init__(self) -> None:
        self._left = MOST_WORK

    def __call__(self, program: LinearProgram) -> ExactArray | None:
        """Return the optimal columns, None where the program is too large."""
        numbers = program.matrix.nonzeros + sum(program.matrix.shape)
        self._left -= numbers
        if numbers > MOST_NUMBERS or self._left < 0:
            return None
        raw = ExactBackend().solve(program)
        if not raw.solved or not isinstance(raw.primal, ExactArray):
            raise SolveError(f"{program.name}: {raw.termination} ({raw.status})", raw)
        return raw.primal


def dominated(
    game: ExtensiveGame | str | Path | Any, *, iterated: bool = False, strict: bool = False
) -> DominatedActions:
    """Return the actions of both players that others at the same information set dominate.

    An action is dominated if another one, or a mixture of others, is worth at least as much with one continuation of
    the player, against every strategy of the opponent, as all continuations after the action. It is strictly dominated
    if that one is worth more whenever the information set is reached, equal if it is another action and they are worth
    the same throughout. In games in which each player moves once this is the dominance of pure strategies by mixed
    ones. Mixtures are found and excluded by exact linear programs, within a limit of their size; `num_untested` and
    `remarks` state what is beyond it.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `seqform.load` accepts
    iterated : bool
        Eliminate these actions, and go on with the smaller game until none is dominated; players take turns. With weak
        dominance this may lose equilibria.
    strict : bool
        Only strictly dominated actions. Their iterated elimination loses no equilibrium of a game in which each player
        moves once, and no sequential equilibrium of any game.

    Returns
    -------
    DominatedActions
        A sequence of actions, each with `player`, `infoset`, `action`, `dominance`, `by`, `mixture` and `turn`.

    Examples
    --------
    >>> for each in dominated("prisoners-dilemma"):
    ...     print(each.player, each.infoset, each.action, each.dominance, each.by)
    0 row cooperate strictly defect
    1 column cooperate strictly defect
    >>> len(dominated("kuhn")), len(dominated("kuhn", iterated=True))
    (5, 7)
    >>> from seqform import bimatrix_game
    >>> [(each.action, each.dominance, each.by) for each in dominated(bimatrix_game([[3, 0], [0, 3], [1, 1]]))]
    [('3', 'strictly', '1: 1/2, 2: 1/2')]
    """
    argument("iterated", truth, iterated)
    argument("strict", truth, strict)
    tree = load(game)
    form = sequence_form(tree).target
    search = dominated_actions(form, iterated, tree.matrices is None, strict, solver=_ExactSolver())
    return DominatedActions(tree, search.actions, iterated, strict, search.num_untested)
