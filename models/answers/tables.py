"""Tables of equilibria: single ones, sets of them, and those of games of perfect information."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from seqform.models.answers.certificate import NORMAL_FORM_PERFECT, certificate_parts, certificate_report
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, PositionStrategy
from seqform.models.numbers.text import counted
from seqform.models.strategies.profile_set import UtilityProfileSet
from seqform.models.strategies.tables import player_names, profile_report
from seqform.models.table import MAX_ROWS, SHOW_ALL, Cell, Line, Part, Report, Table, stacked

if TYPE_CHECKING:
    from seqform.models.answers.components import ExtremeEquilibrium
    from seqform.models.answers.equilibrium import Equilibrium, EquilibriumSet, FoundEquilibrium, PositionEquilibrium

MAX_BOXES = 12
"""Of a payoff set with more points, lines and rectangles the largest are shown."""

MAX_MOVES = 40
"""Of a longer line of play the beginning is shown."""

HEURISTIC = "heuristic search: there may be other equilibria; --complete finds all of a small game"


def equilibrium_report(found: Equilibrium, *, everything: bool = False) -> Report:
    """Return both strategies, the certificate and the solver's status; with `everything`, unreached sets, too."""
    game, raw = found.game, found.raw
    took = ", ".join(f"{phase} {seconds:.2f} s" for phase, seconds in found.seconds.items() if seconds >= 0.005)
    beliefs = None if found.assessment is None else found.assessment.beliefs
    strategies = profile_report(found.profile, everything=everything, beliefs=beliefs)
    parts = [
        *strategies.parts,
        *certificate_parts(found.certificate, game.players, witnessed=found.witness is not None),
    ]
    if found.profiles is not None:
        parts += _payoff_sets(found.profiles, everything)
    parts.append(Line(f"{raw.solver}: {raw.status}" + (f"  ({took})" if took else ""), "dim"))
    return Report(parts, {**strategies.data, **certificate_report(found.certificate, game.players).data})


def found_report(
    found: FoundEquilibrium | ExtremeEquilibrium, *, everything: bool = False, witnessed: bool = False
) -> Report:
    """Return both strategies and the certificate of one equilibrium among several."""
    strategies = profile_report(found.profile, everything=everything)
    players = player_names(found.profile)
    parts = [*strategies.parts, *certificate_parts(found.certificate, players, witnessed=witnessed)]
    return Report(parts, {**strategies.data, **certificate_report(found.certificate, players).data})


def equilibria_report(found: EquilibriumSet, *, everything: bool = False) -> Report:
    """Return a table of the equilibria that most starts lead to; with `everything` all, and their strategies."""
    order = sorted(range(len(found)), key=lambda place: (-len(found[place].starts), place))
    shown = order if everything else order[:MAX_ROWS]
    values = (f"value of {name}" for name in found.game.players)
    columns = ("", *values, "index", "on leaves", "starts", "normal-form perfect")
    parts: list[Part] = [Line(HEURISTIC), Table("", columns, "rrrrrrl", [_row(found[place], place) for place in shown])]
    parts += map(Line, _summary(found, len(shown)))
    if everything:
        for place in shown:
            strategies = profile_report(found[place].profile, everything=True)
            parts += [Line(""), Line(f"equilibrium {place + 1}", "bold"), *strategies.parts]
    return Report(parts, {"equilibria": lambda: _equilibria_table(found), "strategies": lambda: _strategies(found)})


def _row(one: FoundEquilibrium, place: int) -> list[Cell]:
    index = f"{one.index:+d}" if one.nondegenerate else f"({one.index:+d})"
    return [place + 1, *one.values, index, one.distribution + 1, len(one.starts) or "back", _perfect(one)]


def _perfect(one: FoundEquilibrium) -> str:
    if NORMAL_FORM_PERFECT not in one.certificate.checks:
        return "not examined"
    return "yes, proven" if one.certificate.checks[NORMAL_FORM_PERFECT] else "not proven"


def _equilibria_table(found: EquilibriumSet) -> Table:
    values = (f"value of {name}" for name in found.game.players)
    columns = ("equilibrium", *values, "index", "nondegenerate", "on leaves", "starts", NORMAL_FORM_PERFECT)
    rows = [
        [
            place,
            *one.values,
            one.index,
            one.nondegenerate,
            one.distribution + 1,
            len(one.starts),
            one.certificate.checks.get(NORMAL_FORM_PERFECT),
        ]
        for place, one in enumerate(found, start=1)
    ]
    return Table("", columns, "rrrrlrrl", rows)


def _strategies(found: EquilibriumSet) -> Table:
    named = [(f"{place}", profile_report(one.profile).named()) for place, one in enumerate(found, start=1)]
    return stacked("equilibrium", named) if named else Table("", ("equilibrium",), "l", [])


def _summary(found: EquilibriumSet, shown: int) -> list[str]:
    if not len(found):
        return [f"no equilibrium yet: {found.stopped}"]
    sentences = []
    if shown < len(found):
        sentences.append(f"{counted(len(found) - shown, 'more equilibrium', 'more equilibria')}; {SHOW_ALL} one")
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
    return sentences


def positions_report(found: PositionEquilibrium, *, everything: bool = False) -> Report:
    """Return the expected payoffs of all players, and the likeliest line of play; with `everything`, all of it."""
    strategy = found.strategy
    graph, moves = strategy.graph, list(_likeliest_moves(found.strategy))
    shown = moves if everything else moves[:MAX_MOVES]
    rows: list[list[Cell]] = [list(pair) for pair in zip(graph.players, found.values, strict=True)]
    values = Table(graph.title, ("player", "expects"), "lr", rows)
    parts: list[Part] = [
        values,
        Line(f"likeliest line of play: {', '.join(shown)}{' ...' if len(shown) < len(moves) else ''}"),
        Line("subgame perfect: yes, no move at any position gains (exact)", "bold"),
    ]
    parts += [Line(f"note: {graph.note}", "yellow")] if graph.note else []
    return Report(parts, {"values": lambda: values, "strategies": lambda: _moves_table(strategy)})


def _moves_table(strategy: PositionStrategy) -> Table:
    graph = strategy.graph
    rows: list[list[Cell]] = [
        [graph.players[int(graph.player[position])], position, graph.move_label(position, move), share]
        for position in np.flatnonzero(graph.player >= 0).tolist()
        for move, share in strategy.at(position).items()
    ]
    return Table("", ("player", "position", "move", "probability"), "lrlr", rows)


def _likeliest_moves(strategy: PositionStrategy) -> Iterator[str]:
    graph, position = strategy.graph, 0
    while (player := int(graph.player[position])) != END:
        shares = dict(enumerate(graph.chances(position))) if player == CHANCE else strategy.at(position)
        move = max(shares, key=shares.__getitem__)
        yield f"{'chance' if player == CHANCE else graph.players[player]}: {graph.move_label(position, move)}"
        position = graph.moves(position)[move]


def _payoff_sets(profiles: UtilityProfileSet, everything: bool) -> list[Part]:
    """Return the payoffs of the subgame perfect equilibria: points, lines and rectangles, the largest first."""
    shown = profiles.boxes if everything else profiles.boxes[:MAX_BOXES]
    rest = len(profiles.boxes) - len(shown)
    more = [f"... and {rest:,} more; {SHOW_ALL} one"] if rest else []
    which = " in pure moves" if profiles.pure else ""
    texts = (f"subgame perfect equilibria{which} can pay", *(f"  {line}" for line in (*map(str, shown), *more)))
    return [Line(text) for text in texts]
