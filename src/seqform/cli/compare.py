"""The command that compares the strategies of different concepts."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Annotated

import typer

from seqform.analysis.comparison import COMPARED, DEFAULT_BLUNDER, profiles_to_compare
from seqform.analysis.comparison import compare as compared
from seqform.backends.protocol import SolveOptions
from seqform.builders.games.rules import MAX_NODES
from seqform.cli.common import Game, Json, MaxNodes, Normalize, TimeLimit, fraction_of, out, progress
from seqform.cli.show.comparison import comparison_data, comparison_report
from seqform.errors import OptionError
from seqform.io.json_values import to_json
from seqform.io.load import load
from seqform.solving.concepts import CONCEPTS


def compare(
    game: Game,
    concept: Annotated[
        list[str] | None,
        typer.Option(
            metavar="|".join(CONCEPTS),
            help="An equilibrium to compare; repeatable, the last one is the reference. "
            f"Default: {', '.join(COMPARED)}.",
        ),
    ] = None,
    player: Annotated[
        int | None, typer.Option("--player", min=1, max=2, help="Compare only this player's strategies.")
    ] = None,
    blunder: Annotated[
        list[str] | None,
        typer.Option(
            metavar="DELTA",
            help="How likely the opponent blunders at every information set, such as 1/100; repeatable. "
            f"Default: {DEFAULT_BLUNDER}.",
        ),
    ] = None,
    json: Json = False,
    everything: Annotated[bool, typer.Option("--all", help="Show every difference and every blunder.")] = False,
    time_limit: TimeLimit = None,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Compare equilibrium strategies: differences, payoffs, and the value of the opponent's blunders to each."""
    shares = [_probability(text) for text in blunder] if blunder else [DEFAULT_BLUNDER]
    concepts = concept or COMPARED
    unknown = [name for name in concepts if name not in CONCEPTS]
    if unknown or len(set(concepts)) < len(concepts):
        problem = f"--concept {unknown[0]}: unknown" if unknown else "--concept: one comes twice"
        raise OptionError(f"{problem}; there are {', '.join(CONCEPTS)}")
    with progress() as callback:
        tree = load(game, normalize=normalize, max_nodes=max_nodes, progress=callback)
        profiles = profiles_to_compare(
            tree, concepts=concepts, options=SolveOptions(time_limit=time_limit), progress=callback
        )
        found = compared(tree, profiles, players=(0, 1) if player is None else (player - 1,), blunders=shares)
    if json:
        sys.stdout.write(to_json(comparison_data(found)))
    else:
        out.print(comparison_report(found, everything=everything))


def _probability(text: str) -> Fraction:
    share = fraction_of(text, "--blunder", "1/10")
    if not 0 <= share <= 1:
        raise OptionError(f"--blunder {text}: a fraction from 0 to 1 expected, such as 1/10")
    return share
