"""Tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from seqform.models.certificate import Certificate, Number
from seqform.models.equilibrium import Equilibrium
from seqform.models.exact import ExactArray
from seqform.models.game import ExtensiveGame
from seqform.models.strategies import BehaviorProfile
from seqform.verify.reach import infoset_reach

LONGEST_FRACTION = 15
"""Longer fractions are shown as decimals with a ≈; the JSON output has all digits."""

ROUNDING_NOISE = 1e-14
"""Doubles below this are rounding noise where payoffs are of order one; they are shown as "<1e-14"."""

NEGLIGIBLE_REACH = 1e-12
MAX_ROWS = 16
"""A strategy with more information sets than this is cut, and the table says so."""


def number(value: Any) -> str:
    """Return a number as a person wants to read it: short fractions whole, else six digits."""
    if isinstance(value, Fraction):
        text = str(value)
        return text if len(text) <= LONGEST_FRACTION else f"≈{float(value):.6g}"
    return f"<{ROUNDING_NOISE:g}" if 0 < abs(value) < ROUNDING_NOISE else f"{value:.6g}"


def equilibrium_report(equilibrium: Equilibrium, *, everything: bool = False) -> RenderableType:
    """Return both strategies, the values and the certificate.

    Parameters
    ----------
    equilibrium : Equilibrium
    everything : bool
        Show every information set, also those that play does not reach, however many.
    """
    raw = equilibrium.raw
    took = ", ".join(f"{phase} {seconds:.2f} s" for phase, seconds in equilibrium.seconds.items() if seconds >= 0.005)
    footer = Text(f"{raw.solver}: {raw.status}" + (f"  ({took})" if took else ""), style="dim")
    parts = [strategy_table(equilibrium.game, equilibrium.profile, player, everything=everything) for player in (0, 1)]
    return Group(*parts, certificate_table(equilibrium.certificate, equilibrium.game), footer)


def strategy_table(
    game: ExtensiveGame, profile: BehaviorProfile, player: int, *, everything: bool = False
) -> RenderableType:
    """Return one player's behavior at the information sets that play reaches, or at all of them."""
    strategy = profile[player]
    index, reach = strategy.index, infoset_reach(game, profile, player)
    chances = reach.to_floats() if isinstance(reach, ExactArray) else reach
    rows = [row for row in index.order.tolist() if everything or chances[row] > NEGLIGIBLE_REACH]
    shown = rows if everything else rows[:MAX_ROWS]
    table = Table(title=game.players[player], title_justify="left", title_style="bold", header_style="bold")
    table.add_column("information set")
    table.add_column("behavior")
    table.add_column("reached", justify="right")
    for row in shown:
        start, stop = index.first_sequence[row : row + 2]
        behavior = ", ".join(
            f"{action} {number(value)}"
            for action, value in zip(index.action_names[row], strategy.probabilities[start:stop], strict=True)
            if value != 0
        )
        filled = strategy.filled is not None and strategy.filled[row]
        table.add_row(
            Text(index.infoset_names[row]),
            Text(behavior + ("  *" if filled else "")),
            number(reach[row] if isinstance(reach, ExactArray) else chances[row]),
        )
    return Group(table, *_remarks(index.num_infosets, len(rows), len(shown), everything, strategy.filled is not None))


def _remarks(total: int, reached: int, shown: int, everything: bool, marks: bool) -> Iterator[Text]:
    if everything:
        if marks:
            yield Text("* the solver's plan excludes this set itself: a best response was filled in", style="dim")
        return
    if shown < reached:
        yield Text(f"{reached - shown:,} more sets are reached; --all shows every set", style="dim")
    if reached < total:
        yield Text(f"{total - reached:,} sets that play does not reach are left out; --all shows them", style="dim")


def certificate_table(certificate: Certificate, game: ExtensiveGame) -> RenderableType:
    """Return the values, best responses and regrets of both players, and what they amount to."""
    how = "exact" if certificate.exact else "in doubles"
    table = Table(title=f"Certificate, {how}", title_justify="left", title_style="bold", header_style="bold")
    table.add_column("")
    for name in game.players:
        table.add_column(Text(name), justify="right")
    rows: list[tuple[str, tuple[Number, Number]]] = [
        ("value", certificate.values),
        ("best response", certificate.best_response_values),
        ("regret", certificate.regrets),
    ]
    for label, (first, second) in rows:
        table.add_row(label, number(first), number(second))
    lines = [f"nash_conv = {number(certificate.nash_conv)}"]
    if certificate.exploitability is not None:
        lines.append(f"exploitability = {number(certificate.exploitability)}")
    if certificate.proven:
        lines.append("proven: a Nash equilibrium")
    lines += [f"{what}: {'yes' if holds else 'no'}" for what, holds in certificate.checks.items()]
    parts: list[RenderableType] = [table, Text(";  ".join(lines), style="bold")]
    if certificate.note:
        parts.append(Text(f"note: {certificate.note}", style="yellow"))
    return Group(*parts)


def sizes_table(game: ExtensiveGame) -> RenderableType:
    """Return what `ExtensiveGame.count` tells, and whether the game is constant-sum."""
    table = Table(title=game.title or "untitled", title_justify="left", title_style="bold", show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for what, size in game.count().items():
        table.add_row(what, f"{size:,}")
    total = game.constant_sum
    table.add_row("sum of payoffs", "varies (general-sum)" if total is None else f"{total}")
    first, second = (len(sequences.index) for sequences in game.sequences)
    sets = [sequences.index.num_infosets for sequences in game.sequences]
    table.add_row("linear program, player 1's side", f"{1 + sets[0] + second:,} × {first + 1 + sets[1]:,}")
    parts: list[RenderableType] = [table]
    if game.comment.strip():
        parts.append(Text(game.comment.strip(), style="dim"))
    if game.note:
        parts.append(Text(f"note: {game.note}", style="yellow"))
    return Group(*parts)
