"""Strategies compared, as tables for people and as plain data for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from seqform.analysis.blunders import Blunder, BlunderReport, Difference
from seqform.analysis.comparison import PlayerComparison, StrategyComparison
from seqform.cli.show.console import Group, RenderableType, Table, Text
from seqform.io.json_values import number_data
from seqform.io.profiles import game_data, profile_data
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import counted, short, write_rational

SCHEMA = 1
MAX_ROWS = 16
"""Of longer tables the first rows are shown."""


def comparison_report(comparison: StrategyComparison, *, everything: bool = False) -> RenderableType:
    """Return, for each player, what the strategies earn, where they differ, and what blunders are worth.

    Parameters
    ----------
    everything : bool
        Show every differing set and every blunder, however many.
    """
    return Group(*_parts(comparison, everything))


def comparison_data(comparison: StrategyComparison) -> dict[str, Any]:
    """Return a comparison as plain data.

    Returns
    -------
    dict
        ``game``; ``names``; ``reference``, the name of the profile that blundering opponents otherwise follow;
        ``profiles``, by name, as in a profile's JSON; and ``players``, one object each with

        - ``player``, ``name``
        - ``guaranteed``, ``uniform``: one number for each name
        - ``blundering``: a list of ``probability`` and ``earned``, one number for each name
        - ``differences``: a list of ``label``, ``actions``, ``probabilities`` and ``allowed`` by name
        - ``blunders``: a list of ``label``, ``action``, ``worth`` and ``gains`` by name, null where a strategy
          never leads to the set
    """
    game = comparison.game
    return {
        "schema": SCHEMA,
        "game": game_data(game),
        "names": list(comparison.names),
        "reference": comparison.reference,
        "profiles": {name: profile_data(game, profile) for name, profile in comparison.profiles.items()},
        "players": [_player_data(comparison, part) for part in comparison.players],
    }


def _player_data(comparison: StrategyComparison, part: PlayerComparison) -> dict[str, Any]:
    def by_name(values: Sequence[Any]) -> dict[str, Any]:
        return dict(zip(comparison.names, values, strict=True))

    def numbers(values: Sequence[Fraction | None]) -> dict[str, Any]:
        return by_name([None if value is None else number_data(value) for value in values])

    return {
        "player": part.player + 1,
        "name": comparison.game.players[part.player],
        "guaranteed": by_name([number_data(value) for value in part.guaranteed]),
        "uniform": by_name([number_data(value) for value in part.uniform]),
        "blundering": [
            {"probability": write_rational(share), "earned": by_name([number_data(value) for value in earned])}
            for share, earned in part.blundering.items()
        ],
        "differences": [
            {
                "label": difference.infoset,
                "actions": list(difference.actions),
                "probabilities": by_name([[number_data(value) for value in row] for row in difference.probabilities]),
                "allowed": by_name(difference.allowed),
            }
            for difference in part.blunders.differences
        ],
        "blunders": [
            {
                "label": blunder.infoset,
                "action": blunder.action,
                "worth": numbers(blunder.worth),
                "gains": numbers(blunder.gains),
            }
            for blunder in part.blunders.blunders
        ],
    }


def _parts(comparison: StrategyComparison, everything: bool) -> Iterator[RenderableType]:
    players = comparison.game.players
    for part in comparison.players:
        me, opponent = players[part.player], players[1 - part.player]
        yield _earnings(comparison, part, f"{me}: what each strategy earns")
        yield from _differences(part.blunders, me, everything)
        yield from _blunders(part.blunders, me, opponent, everything)


def _earnings(comparison: StrategyComparison, part: PlayerComparison, title: str) -> RenderableType:
    table = _table(title, ["against"], part.blunders.names)
    rows: list[tuple[str, tuple[Number, ...]]] = [
        ("any opponent (guaranteed)", part.guaranteed),
        ("one who plays uniformly at random", part.uniform),
    ]
    for share, earned in part.blundering.items():
        rows.append((f"{comparison.reference}, blundering with probability {share}", earned))
    for label, values in rows:
        table.add_row(Text(label), *map(short, values))
    return table


def _differences(report: BlunderReport, me: str, everything: bool) -> Iterator[RenderableType]:
    rows = [row for row in report.differences if everything or any(row.allowed)]
    if not rows:
        yield Text(f"{me}: the strategies agree wherever one of them can lead", style="dim")
        yield from _left_out(len(report.differences), "differing set")
        return
    shown = rows if everything else rows[:MAX_ROWS]
    table = _table(f"{me}: where the strategies differ", ["information set"], report.names, justify="left")
    for row in shown:
        table.add_row(Text(row.infoset), *_behaviors(row))
    yield table
    if not all(all(row.allowed) for row in shown):
        yield Text("* the strategy's own earlier choices exclude this set", style="dim")
    yield from _left_out(len(report.differences) - len(shown), "differing set")


def _behaviors(row: Difference) -> Iterator[Text]:
    for probabilities, allowed in zip(row.probabilities, row.allowed, strict=True):
        shares = zip(row.actions, probabilities, strict=True)
        behavior = ", ".join(f"{action}: {short(share)}" for action, share in shares if share > 0)
        yield Text(behavior + ("" if allowed else "  *"))


def _blunders(report: BlunderReport, me: str, opponent: str, everything: bool) -> Iterator[RenderableType]:
    rows = list(report.blunders) if everything else report.distinguishing[:MAX_ROWS]
    total = len(report.blunders)
    if not rows:
        text = f"no strategy of {me} ever meets an action of {opponent} that {report.reference} never plays"
        if total:
            text = f"all strategies gain the same from {counted(total, 'blunder')} of {opponent}"
        yield Text(text, style="dim")
        yield from _left_out(total, "blunder")
        return
    table = _table(
        f"what a blunder of {opponent} is worth (and gained by it)", ["information set", "blunder"], report.names
    )
    for blunder in rows:
        table.add_row(Text(blunder.infoset), Text(blunder.action), *_worths(blunder))
    yield table
    yield Text(
        f"given that {opponent} plays to reach the set, blunders there once, and follows {report.reference} "
        "afterwards; – where the strategy never leads to the set",
        style="dim",
    )
    yield from _left_out(total - len(rows), "blunder")


def _worths(blunder: Blunder) -> Iterator[str]:
    for worth, gain in zip(blunder.worth, blunder.gains, strict=True):
        if worth is None or gain is None:
            yield "–"
        else:
            yield f"{short(worth)} ({_signed(gain)})"


def _signed(gain: Fraction) -> str:
    text = short(gain)
    if gain <= 0:
        return text
    return f"≈+{text[1:]}" if text.startswith("≈") else f"+{text}"


def _left_out(count: int, what: str) -> Iterator[Text]:
    if count > 0:
        yield Text(f"{counted(count, what)} left out; --all shows every one", style="dim")


def _table(title: str, first: Sequence[str], names: Sequence[str], *, justify: Any = "right") -> Table:
    table = Table(title=title)
    for name in first:
        table.add_column(name)
    for name in names:
        table.add_column(Text(name), justify=justify)
    return table
