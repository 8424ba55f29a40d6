"""Tables of comparisons of strategies: payoffs, differences, and values of blunders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from seqform.analysis.blunders import Blunder, Difference
from seqform.analysis.comparison import PlayerComparison, StrategyComparison
from seqform.models.numbers.text import counted, short
from seqform.tables.strategies import SHOW_ALL, behavior
from seqform.tables.table import MAX_ROWS, Cell, Line, Part, Report, Shares, Table, stacked


def comparison_report(comparison: StrategyComparison, *, everything: bool = False) -> Report:
    """Return, for each player, payoffs, differences and values of blunders; with `everything`, however many."""
    views = [_View(comparison, part) for part in comparison.players]
    return Report(
        [part for view in views for part in view.parts(everything)],
        {
            "payoffs": lambda: stacked("player", [(view.me, view.payoffs("")) for view in views]),
            "differences": lambda: stacked("player", [(view.me, view.differences_data()) for view in views]),
            "blunders": lambda: stacked("player", [(view.me, view.blunders_data()) for view in views]),
        },
    )


class _View:
    """The comparison of one player's strategies."""

    def __init__(self, comparison: StrategyComparison, part: PlayerComparison) -> None:
        game = comparison.game
        self.part, self.report = part, part.blunders
        self.names, self.reference = comparison.names, comparison.reference
        self.me, self.opponent = game.players[part.player], game.players[1 - part.player]
        self.mine, self.theirs = game.shown_names(part.player), game.shown_names(1 - part.player)

    def parts(self, everything: bool) -> Iterator[Part]:
        """Yield the tables for people."""
        yield self.payoffs(f"{self.me}: payoffs of the strategies")
        yield from self._differences(everything)
        yield from self._blunders(everything)

    def payoffs(self, title: str) -> Table:
        """Return what each strategy earns against three kinds of opponents."""
        rows: list[list[Cell]] = [
            ["any opponent (guaranteed)", *self.part.guaranteed],
            ["one who plays uniformly at random", *self.part.uniform],
        ]
        for share, earned in self.part.blundering.items():
            rows.append([f"{self.reference}, blundering with probability {share}", *earned])
        return Table(title, ("against", *self.names), "l" + "r" * len(self.names), rows)

    def _differences(self, everything: bool) -> Iterator[Part]:
        all_rows = self.report.differences
        rows = [row for row in all_rows if everything or any(row.allowed)]
        if not rows:
            yield Line(f"{self.me}: the strategies agree wherever one of them can lead", "dim")
            yield from _left_out(len(all_rows), "differing set")
            return
        shown = rows if everything else rows[:MAX_ROWS]
        yield Table(
            f"{self.me}: differences between the strategies",
            ("information set", *self.names),
            "l" + "l" * len(self.names),
            [[self.mine[row.infoset], *_behaviors(row)] for row in shown],
        )
        if not all(all(row.allowed) for row in shown):
            yield Line("* the strategy's own earlier choices exclude this set", "dim")
        yield from _left_out(len(all_rows) - len(shown), "differing set")

    def differences_data(self) -> Table:
        """Return the probabilities of all actions where strategies differ."""
        rows: list[list[Cell]] = [
            [self.mine[row.infoset], action, *shares]
            for row in self.report.differences
            for action, *shares in zip(behavior(row.actions, ()).names, *row.probabilities, strict=True)
        ]
        return Table("", ("information set", "action", *self.names), "ll" + "r" * len(self.names), rows)

    def _blunders(self, everything: bool) -> Iterator[Part]:
        report, opponent = self.report, self.opponent
        rows = list(report.blunders) if everything else report.distinguishing[:MAX_ROWS]
        total = len(report.blunders)
        if not rows:
            text = f"no strategy of {self.me} ever meets an action of {opponent} that {report.reference} never plays"
            if total:
                text = f"all strategies gain the same from {counted(total, 'blunder')} of {opponent}"
            yield Line(text, "dim")
            yield from _left_out(total, "blunder")
            return
        yield Table(
            f"value of a blunder of {opponent} (and the gain by it)",
            ("information set", "blunder", *self.names),
            "ll" + "r" * len(self.names),
            [[self.theirs[one.infoset], _action(one), *map(_worth, one.worth, one.gains)] for one in rows],
        )
        yield Line(
            f"given that {opponent} plays to reach the set, blunders there once, and follows {report.reference} "
            "afterwards; – where the strategy never leads to the set",
            "dim",
        )
        yield from _left_out(total - len(rows), "blunder")

    def blunders_data(self) -> Table:
        """Return the worth of all blunders, and the gain by them."""
        heads = [f"{name}: {what}" for name in self.names for what in ("worth", "gain")]
        rows: list[list[Cell]] = [
            [
                self.theirs[one.infoset],
                _action(one),
                *(number for pair in zip(one.worth, one.gains, strict=True) for number in pair),
            ]
            for one in self.report.blunders
        ]
        return Table("", ("information set", "blunder", *heads), "ll" + "r" * len(heads), rows)


def _action(one: Blunder) -> str:
    return f"action {one.action[1:]}" if re.fullmatch(r"#\d+", one.action) else one.action


def _behaviors(row: Difference) -> Iterator[Shares]:
    for probabilities, allowed in zip(row.probabilities, row.allowed, strict=True):
        yield behavior(row.actions, probabilities, mark="" if allowed else "  *")


def _worth(worth: Fraction | None, gain: Fraction | None) -> str:
    if worth is None or gain is None:
        return "–"
    gained = short(gain)
    if gain > 0:
        gained = f"≈+{gained[1:]}" if gained.startswith("≈") else f"+{gained}"
    return f"{short(worth)} ({gained})"


def _left_out(count: int, what: str) -> Iterator[Line]:
    if count > 0:
        yield Line(f"{counted(count, what)} left out; {SHOW_ALL} one", "dim")
