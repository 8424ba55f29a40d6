"""Several equilibria of one game: a table for the terminal, and data for other programs.

The schema of the data, version 1:

- ``game``: as in `profile_json`
- ``starts``, ``stopped``, ``closed``, ``distributions``, ``index_sum``, ``seconds``: as in `EquilibriumSet`
- ``pivots``: ``mean``, ``least``, ``most`` over the starts
- ``equilibria``: one object each with ``players``, ``values``, ``certificate`` and ``witness`` as in `profile_json`,
  and ``index``, ``nondegenerate``, ``distribution`` and ``starts`` (numbers: 0 is the centroid, the others are seeds)
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from seqform.models.equilibrium_set import EquilibriumSet, FoundEquilibrium
from seqform.models.number_text import counted, short
from seqform.report.console import Group, RenderableType, Table, Text, lines
from seqform.report.profile_json import SCHEMA, certificate_data, game_data, number_data, profile_data, to_json
from seqform.report.tables import strategy_table
from seqform.system.files import write_whole
from seqform.verify.normal_form_perfect import NORMAL_FORM_PERFECT

MAX_ROWS = 40
"""Of more equilibria than this, the ones that most starts lead to are shown."""


def equilibria_report(found: EquilibriumSet, *, everything: bool = False) -> RenderableType:
    """Return a table of the equilibria, and with `everything` their strategies, too."""
    table = Table()
    values = [f"value of {name}" for name in found.game.players]
    for heading in ("", *values, "index", "on leaves", "starts"):
        table.add_column(Text(heading), justify="right")
    table.add_column("normal-form perfect")
    order = sorted(range(len(found)), key=lambda place: (-len(found[place].starts), place))
    shown = order if everything else order[:MAX_ROWS]
    for place in shown:
        one = found[place]
        first, second = one.certificate.values
        table.add_row(
            f"{place + 1}",
            short(first),
            short(second),
            f"{one.index:+d}" if one.nondegenerate else f"({one.index:+d})",
            f"{one.distribution + 1}",
            f"{len(one.starts)}" if one.starts else "back",
            _perfect(one),
        )
    parts: list[RenderableType] = [table, lines(_summary(found, len(shown)))]
    if everything:
        for place in shown:
            parts += [Text(), Text(f"equilibrium {place + 1}", style="bold")]
            parts += [strategy_table(found.game, found[place].profile, player, everything=True) for player in (0, 1)]
    return Group(*parts)


def _perfect(one: FoundEquilibrium) -> str:
    if NORMAL_FORM_PERFECT not in one.certificate.checks:
        return "not examined"
    return "yes, proven" if one.certificate.checks[NORMAL_FORM_PERFECT] else "not proven"


def _summary(found: EquilibriumSet, shown: int) -> list[str]:
    if not len(found):
        return [f"no equilibrium yet: {found.stopped}"]
    sentences = (
        [f"{counted(len(found) - shown, 'more equilibrium', 'more equilibria')}: --all shows them"]
        if shown < len(found)
        else []
    )
    sentences.append(
        f"{counted(len(found), 'equilibrium', 'equilibria')} with {counted(found.distributions, 'distribution')} "
        f"on leaves, from {counted(found.starts, 'start')}; every one proven: nash_conv = 0 (exact)"
    )
    if len(found.pivots):
        sentences.append(
            f"pivots: {found.pivots.mean():.1f} on average, {found.pivots.min():,} to {found.pivots.max():,}; "
            f"{found.seconds:.2f} s"
        )
    if not all(one.nondegenerate for one in found):
        sentences.append("(index) of the bases that were found; the equilibrium is degenerate and may have others")
    if not found.finished:
        sentences.append(f"{found.stopped}: stopped before all was done")
    elif found.closed:
        sentences.append(f"all paths followed back until nothing new came; indices add up to {found.index_sum:+d}")
        sentences.append("equilibria that no path from these starts leads to may exist as well")
    return sentences


def equilibria_data(found: EquilibriumSet) -> dict[str, Any]:
    """Return the equilibria as plain data, after the module's schema."""
    pivots = found.pivots
    return {
        "schema": SCHEMA,
        "game": game_data(found.game),
        "starts": found.starts,
        "stopped": found.stopped,
        "closed": found.closed,
        "distributions": found.distributions,
        "index_sum": found.index_sum,
        "pivots": {"mean": float(pivots.mean()), "least": int(pivots.min()), "most": int(pivots.max())}
        if len(pivots)
        else None,
        "seconds": found.seconds,
        "equilibria": [_one(found, one) for one in found],
    }


def _one(found: EquilibriumSet, one: FoundEquilibrium) -> dict[str, Any]:
    return {
        "players": [
            {**player, "value": number_data(value)}
            for player, value in zip(profile_data(found.game, one.profile), one.values, strict=True)
        ],
        "values": [number_data(value) for value in one.certificate.values],
        "certificate": certificate_data(one.certificate),
        "witness": None if one.witness is None else profile_data(found.game, one.witness),
        "index": one.index,
        "nondegenerate": one.nondegenerate,
        "distribution": one.distribution,
        "starts": list(one.starts),
    }


def write_equilibria(found: EquilibriumSet, path: str | Path) -> None:
    """Write the equilibria to a JSON file; an existing file is replaced only when all of it is written."""
    write_whole(Path(path), to_json(equilibria_data(found)))
