"""Solving a game.

Trees of perfect information with other than two players: their sizes, and solving them.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from seqform.backends.protocol import SolveOptions
from seqform.builders.games.formats.efg import efg_players
from seqform.builders.games.rules import MAX_NODES
from seqform.cli.common import (
    SOLVER_OPTIONS,
    Game,
    Json,
    MaxNodes,
    NormalForm,
    Normalize,
    PlayerNumber,
    StartOption,
    TimeLimit,
    epsilon_of,
    formulation,
    fraction_of,
    out,
    progress,
    raw_options,
    refuse,
)
from seqform.cli.file_use import OUTPUT
from seqform.cli.show.equilibria import position_sizes_table, positions_report
from seqform.cli.show.profile_sets import write_profile_set_plot
from seqform.cli.show.strategies import equilibrium_report
from seqform.cli.shrink import ShrinkOption, show_ordered, walk
from seqform.errors import CertificationError, ModelError, OptionError, SolveError
from seqform.io.equilibria import equilibrium_data, write_equilibrium
from seqform.io.figures import require_plottable
from seqform.io.json_values import to_json
from seqform.io.load import is_game_file
from seqform.io.positions import position_sizes_data, positions_data
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.answers.objectives import OBJECTIVES
from seqform.solving import api
from seqform.solving.concepts import CERTIFICATE_TOLERANCE, CONCEPTS, METHODS, SubgamePerfect
from seqform.solving.ordered import ANYTIME, DEFAULT_BACKEND, solve_filtered, solve_ordered
from seqform.solving.positions import load_positions, solve_positions
from seqform.solving.preprocessing import PREPROCESSORS
from seqform.system.files import write_whole


def has_other_than_two_players(game: str) -> bool:
    """Return whether a game is a file of Gambit's with one player, or three and more."""
    return is_game_file(game, ".efg") and len(efg_players(Path(game).expanduser())) != 2


def show_sizes(game: str, *, normalize: bool, json: bool) -> None:
    """Print the sizes of such a game, or write them as JSON."""
    with progress() as callback:
        graph = load_positions(game, normalize=normalize, progress=callback)
    if json:
        sys.stdout.write(to_json(position_sizes_data(graph)))
    else:
        out.print(position_sizes_table(graph))


def show_solved_positions(
    game: str,
    objective: str | None,
    target_payoffs: tuple[Fraction, Fraction] | None,
    *,
    normalize: bool,
    output: Path | None,
    json: bool,
) -> None:
    """Solve such a game, print what is played or write it as JSON."""
    with progress() as callback:
        found = solve_positions(
            game, objective=objective, target_payoffs=target_payoffs, normalize=normalize, progress=callback
        )
    if output is not None:
        write_whole(output, to_json(positions_data(found)))
    if json:
        sys.stdout.write(to_json(positions_data(found)))
    else:
        out.print(positions_report(found))


def solve(
    game: Game,
    backend: Annotated[
        str | None,
        typer.Option(
            "--backend",
            "-b",
            help="The solver; see 'seqform backends'. Default: highs for constant-sum games, lemke for all others "
            "and wherever a start or normal-form-perfect is given.",
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", help="An option of the solver itself, NAME=VALUE; repeatable."),
        SOLVER_OPTIONS,
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="A rational equilibrium with nash_conv exactly 0.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write the answer to this file: JSON; with --shrink a solution."),
        OUTPUT,
    ] = None,
    json: Json = False,
    everything: Annotated[bool, typer.Option("--all", help="Show every information set.")] = False,
    concept: Annotated[
        str,
        typer.Option(
            metavar="|".join(CONCEPTS),
            help="Any equilibrium, a subgame perfect one, a normal-form perfect one, a quasi-perfect one, which is "
            "sequential and normal-form perfect at once, or an extensive-form perfect one; each with proof.",
        ),
    ] = "nash",
    objective: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[,NAME]",
            help="Which subgame perfect equilibrium of a game of perfect information: "
            + ", ".join(OBJECTIVES)
            + ", or several in order.",
        ),
    ] = None,
    target_payoffs: Annotated[
        str | None, typer.Option(metavar="A,B", help="The subgame perfect equilibrium that pays A and B.")
    ] = None,
    pure: Annotated[bool, typer.Option("--pure", help="With --objective or --target-payoffs: nobody mixes.")] = False,
    draw: Annotated[
        Path | None,
        typer.Option(
            "--draw", help="With --objective or --target-payoffs: draw what such equilibria can pay; .svg or .png."
        ),
        OUTPUT,
    ] = None,
    start: StartOption = None,
    method: Annotated[
        str | None,
        typer.Option(metavar="|".join(METHODS), help="How to compute a quasi-perfect equilibrium; constant-sum games."),
    ] = None,
    epsilon: Annotated[
        str | None, typer.Option(help="Trembles with which stable-basis and numeric ask the solver, such as 1/1000.")
    ] = None,
    player: PlayerNumber = 1,
    normal_form: NormalForm = False,
    preprocess: Annotated[
        list[str] | None,
        typer.Option(
            help="A step before solving; repeatable: "
            + "; ".join(f"{name}: {step.summary}" for name, step in PREPROCESSORS.items())
            + "; or none. Linear programs are merged if nothing is said."
        ),
    ] = None,
    time_limit: TimeLimit = None,
    tolerance: Annotated[float | None, typer.Option(help="The solver's tolerance.")] = None,
    threads: Annotated[int | None, typer.Option(help="The solver's threads.")] = None,
    certificate_tolerance: Annotated[
        float,
        typer.Option(help="Largest nash_conv that passes without --exact, in units of the payoffs' spread."),
    ] = CERTIFICATE_TOLERANCE,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show the solver's own log.")] = False,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
    shrink: ShrinkOption = None,
    gap: Annotated[
        float | None, typer.Option(help="With --shrink: stop when nash_conv is at most this, in payoff units.")
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(help="With --shrink: write the state here now and then; go on from it if the file is there."),
        OUTPUT,
    ] = None,
    sparsify: Annotated[
        bool, typer.Option("--sparsify", help="With --shrink: give the LP in the form with fewer coefficients.")
    ] = False,
) -> None:
    """Compute an equilibrium and certify it."""
    require_plottable(draw)
    if verbose and json:
        raise OptionError("--verbose and --json both write to standard output; use --output FILE instead of --json")
    options = SolveOptions(
        time_limit=time_limit, tolerance=tolerance, threads=threads, verbose=verbose, raw=raw_options(option)
    )
    if shrink is not None:
        refuse(
            "with --shrink",
            {
                "--concept": concept != "nash",
                "--objective": objective,
                "--target-payoffs": target_payoffs,
                "--pure": pure,
                "--draw": draw,
                "--start": start,
                "--method": method,
                "--epsilon": epsilon,
                "--normal-form": normal_form,
                "--preprocess": preprocess,
                "--normalize": normalize,
                "--player": player != 1,
                "--all": everything and not exact,
            },
        )
        if shrink == ANYTIME:
            refuse("with --shrink anytime", {"--exact": exact, "--checkpoint": checkpoint, "--sparsify": sparsify})
            walk(game, backend=backend or DEFAULT_BACKEND, options=options, gap=gap, output=output, json=json)
            return
        if exact:
            refuse("with --exact", {"--gap": gap, "--checkpoint": checkpoint, "--sparsify": sparsify})
            with progress(verbose) as callback:
                found = solve_filtered(
                    game, shrink=shrink, backend=backend, options=options, max_nodes=max_nodes, progress=callback
                )
            _show_equilibrium(found, output, json, everything)
            return
        with progress(verbose) as callback:
            answer = solve_ordered(
                game,
                shrink=shrink,
                backend=backend or DEFAULT_BACKEND,
                options=options,
                gap=gap,
                checkpoint=checkpoint,
                sparsify=sparsify,
                progress=callback,
            )
        show_ordered(answer, output, json, certificate_tolerance)
        return
    refuse("without --shrink", {"--gap": gap, "--checkpoint": checkpoint, "--sparsify": sparsify})
    if draw is not None and concept != SubgamePerfect.name:
        raise OptionError(f"--draw: only with --concept {SubgamePerfect.name}")
    if objective is None and target_payoffs is None:
        refuse("without --objective or --target-payoffs", {"--draw": draw, "--pure": pure})
    pair = None if target_payoffs is None else _two_payoffs(target_payoffs)
    if concept == SubgamePerfect.name and has_other_than_two_players(game):
        refuse(
            "for other than two players",
            {
                "--backend": backend,
                "--start": start,
                "--preprocess": preprocess,
                "--player": player != 1,
                "--normal-form": normal_form,
                "--pure": pure,
                "--draw": draw,
                "--option": option,
                "--time-limit": time_limit,
                "--tolerance": tolerance,
                "--threads": threads,
                "--all": everything,
            },
        )
        show_solved_positions(game, objective, pair, normalize=normalize, output=output, json=json)
        return
    settings = {
        "start": start,
        "method": method,
        "epsilon": epsilon_of(epsilon),
        "player": None if player == 1 else player - 1,
        "formulation": formulation(True) if normal_form else None,
        "objective": objective,
        "target_payoffs": pair,
        "pure": pure or None,
        "certificate_tolerance": None if certificate_tolerance == CERTIFICATE_TOLERANCE else certificate_tolerance,
    }
    settings = {name: value for name, value in settings.items() if value is not None}
    try:
        with progress(verbose) as callback:
            equilibrium = api.solve(
                api.load(game, normalize=normalize, max_nodes=max_nodes, progress=callback),
                concept,
                backend=backend,
                preprocess=preprocess or None,
                exact=exact,
                options=options,
                progress=callback,
                **settings,
            )
    except (CertificationError, SolveError) as failure:
        if failure.equilibrium is not None:
            _show_equilibrium(failure.equilibrium, output, json, everything)
        raise
    _show_equilibrium(equilibrium, output, json, everything)
    if draw is not None:
        _draw_profiles(equilibrium, draw)


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


def _two_payoffs(text: str) -> tuple[Fraction, Fraction]:
    parts = text.split(",")
    if len(parts) != 2:
        raise OptionError(f"--target-payoffs {text}: two numbers with a comma between expected, such as 5,2")
    first, second = (fraction_of(part.strip(), "--target-payoffs", "5/2") for part in parts)
    return first, second


def _show_equilibrium(equilibrium: Equilibrium, output: Path | None, json: bool, everything: bool) -> None:
    if output is not None:
        write_equilibrium(equilibrium, output)
    if json:
        sys.stdout.write(to_json(equilibrium_data(equilibrium)))
    else:
        out.print(equilibrium_report(equilibrium, everything=everything))
