"""Shrinking a game, and solving what is left."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from seqform import api
from seqform.builders.games import catalog
from seqform.builders.games.rules import MAX_NODES
from seqform.commands.common import Game, Json, MaxNodes, Normalize, out, progress
from seqform.errors import CertificationError, OptionError, SolveError
from seqform.models.class_solution import ClassSolution
from seqform.models.ordered_sizes import count
from seqform.models.raw_solution import Termination
from seqform.ordered_route import OrderedEquilibrium
from seqform.report.merged_tables import merged, merged_data, merged_table
from seqform.report.ordered_tables import ordered_data, ordered_report, shrink_data, shrink_table
from seqform.report.profile_json import certificate_data, to_json
from seqform.report.solution_file import read_solution, write_solution
from seqform.report.tables import certificate_table
from seqform.shrinking import ANYTIME, LOSSLESS, NONE, PUBLISHED, THRESHOLD, WAYS, shrunk
from seqform.sources import load_ordered

THRESHOLDS_HELP = (
    f"T is one number for all rounds, or one for each: {THRESHOLD}0.01,0.05,0.1 (0 merges what GameShrink finds "
    "isomorphic, 1 everything)."
)

ShrinkOption = Annotated[
    str | None,
    typer.Option(
        "--shrink",
        metavar="|".join((*WAYS, ANYTIME)),
        help="For games with ordered signals, of any size: solve the game of classes of hands instead, by cfr unless "
        f"--backend says otherwise, and certify the strategies hand by hand. {THRESHOLDS_HELP} {ANYTIME} goes from "
        "coarse to fine, tells what each step is worth in the game, and ends at --time-limit or where nothing is lost.",
    ),
]


def shrink(
    game: Game,
    ways: Annotated[
        list[str] | None,
        typer.Option(
            "--shrink",
            metavar="|".join(WAYS),
            help="Repeatable; published and lossless if absent. For games with ordered signals; of all others "
            f"{LOSSLESS} tells what may be merged. {THRESHOLDS_HELP}",
        ),
    ] = None,
    json: Json = False,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Report how much smaller a game becomes by merging what no player needs to tell apart."""
    with progress() as told:
        other_ways = [way for way in ways or () if way != LOSSLESS]
        if catalog.is_ordered(game):
            whole = load_ordered(game)
            sizes = count(whole)
            found = [shrunk(whole, how, told) for how in ways or (PUBLISHED, LOSSLESS)]
            data, table = shrink_data(sizes, found), shrink_table(whole, sizes, found)
        else:
            if other_ways:
                raise OptionError(
                    f"shrink {other_ways[0]!r}: {game} is not known as a game with ordered signals, so there is only "
                    f"{LOSSLESS}, which merges what no player needs to tell apart"
                )
            tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=told)
            left = merged(tree)
            data, table = merged_data(left), merged_table(left)
    if json:
        sys.stdout.write(to_json(data))
    else:
        out.print(table)


def show_ordered(found: OrderedEquilibrium, output: Path | None, json: bool, max_gap: float) -> None:
    """Write and show strategies of an ordered game.

    What a solver of linear programs claims to have solved has to be an equilibrium of the game, where the classes lose
    nothing: nash_conv at most `max_gap` times the payoffs' spread.

    Raises
    ------
    SolveError
        If the solver stopped early; what it reached has then been written and shown.
    CertificationError
        If what it claims to have solved is no equilibrium.
    """
    if output is not None:
        write_solution(found.saved(), output)
    if json:
        sys.stdout.write(to_json(ordered_data(found)))
    else:
        out.print(ordered_report(found))
    if found.termination is not Termination.SOLVED:
        raise SolveError(
            f"{found.backend} stopped early ({found.solution.status}); the strategies are as good as shown",
            found.solution,
        )
    allowed = max_gap * found.shrunk.classes.payoff_spread
    lossless = found.shrunk.how in (LOSSLESS, NONE)
    if not isinstance(found.solution, ClassSolution) and lossless and not found.certificate.nash_conv <= allowed:
        raise CertificationError(
            f"the certificate fails: nash_conv = {found.certificate.nash_conv:.3g}, above the {allowed:.3g} allowed; "
            "ask the solver for a smaller tolerance, or take another backend",
            found.certificate,
        )


def check_solution(game: str, path: Path, json: bool, max_gap: float | None) -> None:
    """Recompute what a saved solution is worth, hand by hand.

    Raises
    ------
    CertificationError
        If its nash_conv is above `max_gap`.
    """
    with progress() as told:
        whole = catalog.ordered(game)
        hands = read_solution(path, whole).check(threads=2, progress=told)
    certificate = hands.certificate
    if json:
        sys.stdout.write(to_json({**certificate_data(certificate), "rounding_bound": hands.rounding_bound}))
    else:
        out.print(certificate_table(certificate, whole))
    if max_gap is not None and not certificate.nash_conv <= max_gap:
        raise CertificationError(f"nash_conv is above {max_gap:g}", certificate)
