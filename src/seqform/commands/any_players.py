"""Trees of perfect information with other than two players: their sizes, and solving them."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

from seqform.builders.games.efg_positions import efg_players
from seqform.commands.common import out, progress
from seqform.positions_route import load_positions, solve_positions
from seqform.report.positions_json import position_sizes_data, positions_data
from seqform.report.positions_table import position_sizes_table, positions_report
from seqform.report.profile_json import to_json
from seqform.sources import is_game_file
from seqform.system.files import write_whole


def has_other_than_two_players(game: str) -> bool:
    """Tell whether a game is a file of Gambit's with one player, or three and more."""
    return is_game_file(game, ".efg") and len(efg_players(Path(game).expanduser())) != 2


def show_sizes(game: str, *, normalize: bool, json: bool) -> None:
    """Print the sizes of such a game, or write them as JSON."""
    with progress() as told:
        graph = load_positions(game, normalize=normalize, progress=told)
    if json:
        sys.stdout.write(to_json(position_sizes_data(graph)))
    else:
        out.print(position_sizes_table(graph))


def show_solved_positions(
    game: str,
    objective: str | None,
    payoffs: tuple[Fraction, Fraction] | None,
    *,
    normalize: bool,
    output: Path | None,
    json: bool,
) -> None:
    """Solve such a game, print what is played or write it as JSON."""
    with progress() as told:
        found = solve_positions(game, objective=objective, payoffs=payoffs, normalize=normalize, progress=told)
    if output is not None:
        write_whole(output, to_json(positions_data(found)))
    if json:
        sys.stdout.write(to_json(positions_data(found)))
    else:
        out.print(positions_report(found))
