"""The command that solves a game."""

from __future__ import annotations

import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from seqform.backends.protocol import SolveOptions
from seqform.builders.games.rules import MAX_NODES
from seqform.cli.common import (
    SOLVER_OPTIONS,
    Game,
    Json,
    MaxNodes,
    Normalize,
    out,
    progress,
    raw_options,
    refuse,
    with_options,
)
from seqform.cli.file_use import OUTPUT
from seqform.cli.show.console import RenderableType
from seqform.cli.show.equilibria import positions_report
from seqform.cli.show.ordered import ordered_data, ordered_report
from seqform.cli.show.profile_sets import write_profile_set_plot
from seqform.cli.show.strategies import equilibrium_report
from seqform.cli.shrink import THRESHOLDS_HELP, walk
from seqform.errors import CertificationError, ModelError, OptionError, SolveError
from seqform.io.equilibria import equilibrium_data, positions_data
from seqform.io.figures import require_plottable
from seqform.io.json_values import to_json
from seqform.models.answers.equilibrium import Equilibrium, PositionEquilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.options import options_of
from seqform.solving import api
from seqform.solving.concepts import CONCEPTS, Nash, concept_of
from seqform.solving.ordered import OrderedEquilibrium
from seqform.solving.preprocessing import ABSTRACTIONS, ANYTIME, NO_STEP, PREPROCESSORS, Abstraction, steps_of

SOLVERS, PRESENTATION = "Options of solvers", "Output"


CONCEPT_OPTIONS = {
    name: described for kind in reversed(CONCEPTS.values()) for name, described in options_of(kind).items()
}


@with_options(
    settings=("Options of concepts", CONCEPT_OPTIONS),
    portable=("Options of solvers", options_of(SolveOptions)),
)
def solve(
    game: Game,
    concept: Annotated[
        str,
        typer.Option(
            metavar="|".join(CONCEPTS),
            help="The equilibrium concept; what is computed is certified, refinements with proof.",
        ),
    ] = Nash.name,
    backend: Annotated[
        str | None,
        typer.Option(
            "--backend",
            "-b",
            help="The solver; see 'seqform backends'. Default: highs for constant-sum games, lemke for all others "
            "and wherever a start or normal-form-perfect is given, cfr for classes of signals.",
        ),
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="A rational equilibrium with nash_conv exactly 0.")] = False,
    preprocess: Annotated[
        list[str] | None,
        typer.Option(
            help="A step before solving; repeatable. "
            + "; ".join(f"{name}: {step.summary}" for name, step in PREPROCESSORS.items())
            + f"; for games with ordered signals of any size {', '.join(ABSTRACTIONS)} ({THRESHOLDS_HELP}), or "
            f"{ANYTIME}, from coarse to fine until --time-limit or until nothing is lost; {NO_STEP}. "
            "Default: merge-equivalent for linear programs."
        ),
    ] = None,
    settings: Any = None,
    portable: Any = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", help="An option of the solver itself, NAME=VALUE; repeatable.", rich_help_panel=SOLVERS
        ),
        SOLVER_OPTIONS,
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            help="Write the state of cfr or pdhg here now and then; continue from it if the file exists.",
            rich_help_panel=SOLVERS,
        ),
        OUTPUT,
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show the solver's own log.", rich_help_panel=SOLVERS)
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the answer to this file, for 'seqform check'."), OUTPUT
    ] = None,
    json: Json = False,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
    everything: Annotated[
        bool, typer.Option("--all", help="Show every information set.", rich_help_panel=PRESENTATION)
    ] = False,
    draw: Annotated[
        Path | None,
        typer.Option(
            "--draw",
            help="With --objective or --target-payoffs: draw the payoffs of all such equilibria; .svg or .png.",
            rich_help_panel=PRESENTATION,
        ),
        OUTPUT,
    ] = None,
) -> None:
    """Compute an equilibrium and certify it."""
    require_plottable(draw)
    if verbose and json:
        raise OptionError("--verbose and --json both write to standard output; use --output FILE instead of --json")
    options = SolveOptions(verbose=verbose, raw=raw_options(option), checkpoint=checkpoint, **portable)
    wanted = concept_of(concept, settings)
    if preprocess == [ANYTIME]:
        refuse(
            f"with {ANYTIME}",
            {"--concept and its options": wanted != Nash(), "--exact": exact, "--checkpoint": checkpoint},
        )
        refuse(f"with {ANYTIME}", {"--draw": draw, "--normalize": normalize, "--all": everything})
        walk(game, backend=backend, options=options, output=output, json=json)
        return
    if draw is not None and not getattr(wanted, "chooses", False):
        raise OptionError("--draw: only with --objective or --target-payoffs")
    steps = steps_of(preprocess or None)
    if steps is not None:
        steps = tuple(replace(one, max_nodes=max_nodes) if isinstance(one, Abstraction) else one for one in steps)
    try:
        with progress(verbose) as callback:
            source = api.game_for(game, wanted, steps, normalize=normalize, max_nodes=max_nodes, progress=callback)
            if everything and not (isinstance(source, ExtensiveGame) or exact):
                refuse("for a game whose answer has no information sets of a tree", {"--all": True})
            found = api.solve(
                source, wanted, backend=backend, preprocess=steps, exact=exact, options=options, progress=callback
            )
    except (CertificationError, SolveError) as failure:
        if failure.equilibrium is not None:
            _show(failure.equilibrium, output, json, everything)
        raise
    _show(found, output, json, everything)
    if draw is not None:
        _draw_profiles(found, draw)


def _show(
    found: Equilibrium | OrderedEquilibrium | PositionEquilibrium, output: Path | None, json: bool, everything: bool
) -> None:
    """Write and show an answer."""
    if output is not None:
        found.save(output)
    report: RenderableType
    if isinstance(found, Equilibrium):
        data, report = equilibrium_data(found), equilibrium_report(found, everything=everything)
    elif isinstance(found, PositionEquilibrium):
        data, report = positions_data(found), positions_report(found)
    else:
        data, report = ordered_data(found), ordered_report(found)
    if json:
        sys.stdout.write(to_json(data))
    else:
        out.print(report)


def _draw_profiles(equilibrium: Equilibrium, path: Path) -> None:
    game = equilibrium.game
    if equilibrium.profiles is None:
        raise ModelError(f"--draw {path}: what all equilibria can pay is not known; with chance, of small trees only")
    first, second = (Fraction(value) for value in equilibrium.values)
    try:
        write_profile_set_plot(
            equilibrium.profiles, path, title=game.title, chosen=(first, second), players=game.players
        )
    except ModelError as error:
        raise ModelError(f"--draw {path}: {error}") from None
