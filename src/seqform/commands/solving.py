"""Solving a game, and checking a profile from anywhere."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from seqform import api
from seqform.backends.options import SolveOptions
from seqform.builders.games.rules import MAX_NODES
from seqform.commands.common import (
    Game,
    Json,
    MaxNodes,
    NormalForm,
    Normalize,
    PlayerNumber,
    StartOption,
    TimeLimit,
    formulation,
    out,
    progress,
    raw_options,
    require_writable,
)
from seqform.errors import CertificationError, OptionError
from seqform.models.certificate import Certificate
from seqform.models.game import ExtensiveGame
from seqform.models.strategies import BehaviorProfile
from seqform.perfection import normal_form_perfect
from seqform.report.perfection_report import perfection_data, perfection_report, witness_report
from seqform.report.profile_json import (
    certificate_data,
    equilibrium_data,
    read_profile,
    read_witness,
    to_json,
    write_equilibrium,
)
from seqform.report.tables import certificate_table, equilibrium_report
from seqform.verify.certify import certify
from seqform.verify.normal_form_perfect import NORMAL_FORM_PERFECT, check_witness


def solve(
    game: Game,
    backend: Annotated[
        str | None,
        typer.Option(
            "--backend",
            "-b",
            help="The solver; see 'seqform backends'. Default: highs for constant-sum games, lemke for all others "
            "and wherever a start or nf-perfect is asked for.",
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", help="An option of the solver itself, NAME=VALUE; repeatable."),
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="A rational equilibrium with nash_conv exactly 0.")] = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the answer to this JSON file.")] = None,
    json: Json = False,
    everything: Annotated[bool, typer.Option("--all", help="Show every information set.")] = False,
    concept: Annotated[
        str,
        typer.Option(metavar="|".join(api.CONCEPTS), help="Any equilibrium, or a normal-form perfect one, with proof."),
    ] = "nash",
    start: StartOption = None,
    player: PlayerNumber = 1,
    normal_form: NormalForm = False,
    preprocess: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Lossless steps before an LP is solved: {', '.join(api.PREPROCESSORS)} (the default), or none."
        ),
    ] = None,
    time_limit: TimeLimit = None,
    tolerance: Annotated[float | None, typer.Option(help="The solver's tolerance.")] = None,
    threads: Annotated[int | None, typer.Option(help="The solver's threads.")] = None,
    max_gap: Annotated[
        float,
        typer.Option(help="Largest nash_conv that passes without --exact, in units of the payoffs' spread."),
    ] = api.MAX_GAP,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show the solver's own log.")] = False,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Compute an equilibrium and certify it."""
    require_writable(output)
    if verbose and json:
        raise OptionError("--verbose and --json both write to standard output; use --output FILE instead of --json")
    options = SolveOptions(
        time_limit=time_limit, tolerance=tolerance, threads=threads, verbose=verbose, raw=raw_options(option)
    )
    try:
        with progress(verbose) as told:
            equilibrium = api.solve(
                api.load(game, normalize=normalize, max_nodes=max_nodes, progress=told),
                concept=concept,
                backend=backend,
                options=options,
                exact=exact,
                start=start,
                player=player - 1,
                formulation=formulation(normal_form),
                preprocess=_steps(preprocess),
                max_gap=max_gap,
                progress=told,
            )
    except CertificationError as failure:
        if failure.equilibrium is not None:
            _show_equilibrium(failure.equilibrium, output, json, everything)
        raise
    _show_equilibrium(equilibrium, output, json, everything)


def check(
    game: Game,
    profile: Annotated[Path, typer.Argument(metavar="PROFILE.json", help="A profile, from this program or another.")],
    json: Json = False,
    max_gap: Annotated[
        float | None, typer.Option(help="Exit with status 4 if nash_conv is above this, in payoff units.")
    ] = None,
    nf_perfect: Annotated[
        bool,
        typer.Option(
            "--nf-perfect",
            help="Exit with status 4 unless the profile is proven to be a normal-form perfect equilibrium: by the "
            "file's witness if it has one, else by two exact linear programs.",
        ),
    ] = False,
    no_witness: Annotated[
        bool, typer.Option("--no-witness", help="With --nf-perfect: leave the file's witness aside.")
    ] = False,
    normalize_profile: Annotated[
        bool, typer.Option("--normalize-profile", help="Divide the profile's probabilities by their sum at each set.")
    ] = False,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Certify a profile from anywhere: values, best responses, regrets, and normal-form perfection."""
    if max_gap is not None and not max_gap >= 0:
        raise OptionError(f"--max-gap {max_gap}: a number from 0 on expected")
    if no_witness and not nf_perfect:
        raise OptionError("--no-witness: only --nf-perfect looks at a witness")
    with progress() as told:
        tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=told)
        strategies = read_profile(profile, tree, normalize=normalize_profile)
        witness = read_witness(profile, tree) if nf_perfect and not no_witness else None
        if witness is not None:
            certificate, shown, data = _by_witness(tree, strategies, witness)
            if certificate.proven and not certificate.checks[NORMAL_FORM_PERFECT]:
                certificate, shown, data = _by_linear_programs(tree, strategies)
                shown = Group(Text("the file's witness does not prove it: decided by linear programs"), shown)
        elif nf_perfect:
            certificate, shown, data = _by_linear_programs(tree, strategies)
        else:
            certificate, shown, data = certify(tree, strategies), Group(), {}
    if json:
        sys.stdout.write(to_json({**certificate_data(certificate), **data}))
    else:
        out.print(Group(certificate_table(certificate, tree), shown))
    if max_gap is not None and not certificate.nash_conv <= max_gap:
        raise CertificationError(f"nash_conv is above {max_gap:g}", certificate)
    if nf_perfect and not certificate.checks[NORMAL_FORM_PERFECT]:
        raise CertificationError(_why_not_perfect(certificate), certificate)


Verdict = tuple[Certificate, RenderableType, dict[str, Any]]
"""A certificate, and what else there is to show and to write as JSON."""


def _by_witness(game: ExtensiveGame, profile: BehaviorProfile, witness: BehaviorProfile) -> Verdict:
    conditions = check_witness(game, profile, witness)
    proven = {NORMAL_FORM_PERFECT: all(conditions.values())}
    certificate = replace(certify(game, profile), checks=proven)
    return certificate, witness_report(conditions), {"witness": conditions}


def _by_linear_programs(game: ExtensiveGame, profile: BehaviorProfile) -> Verdict:
    perfection = normal_form_perfect(game, profile)
    return (
        perfection.certificate,
        perfection_report(game, perfection),
        {"undominated": perfection_data(game, perfection)},
    )


def _why_not_perfect(certificate: Certificate) -> str:
    if not certificate.proven:
        return "not normal-form perfect, for it is no equilibrium"
    return "not normal-form perfect, for a strategy is dominated"


def _show_equilibrium(equilibrium: Any, output: Path | None, json: bool, everything: bool) -> None:
    if output is not None:
        write_equilibrium(equilibrium, output)
    if json:
        sys.stdout.write(to_json(equilibrium_data(equilibrium)))
    else:
        out.print(equilibrium_report(equilibrium, everything=everything))


def _steps(names: list[str] | None) -> tuple[str, ...]:
    if not names:
        return tuple(api.PREPROCESSORS)
    return () if names == ["none"] else tuple(names)
