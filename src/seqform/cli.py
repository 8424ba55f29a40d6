"""The command line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import seqform
from seqform import api
from seqform.backends.options import SolveOptions
from seqform.backends.registry import describe
from seqform.builders.games import catalog
from seqform.builders.games.entry import format_value
from seqform.builders.games.rules import MAX_NODES
from seqform.builders.sequence_form import sequence_form
from seqform.errors import CertificationError, ModelError, OptionError
from seqform.models.number_text import short, write_rational
from seqform.report.profile_json import (
    certificate_data,
    equilibrium_data,
    read_profile,
    to_json,
    write_equilibrium,
)
from seqform.report.tables import certificate_table, equilibrium_report, sizes_table
from seqform.sources import save
from seqform.verify.certify import certify

USAGE_ERROR: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""Click's base class of usage errors: of Click itself or, in newer versions, of Typer's own copy."""

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    help="Equilibria of two-player extensive games, certified on the game itself.",
    epilog="GAME is an .efg or .nfg file, a name from 'seqform games' such as 'kuhn(ante=2,bet=3)', "
    "or 'openspiel:leduc_poker'. Exit status: 0 done, 2 bad input, 3 the solver gave up, 4 a certificate fails.",
)
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

Game = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game file, - for one on standard input, a catalog name, or openspiel:NAME."),
]
Normalize = Annotated[bool, typer.Option("--normalize", help="Divide chance's probabilities by their sum.")]
MaxNodes = Annotated[int, typer.Option("--max-nodes", min=1, help="Refuse to expand a larger tree.")]
Json = Annotated[bool, typer.Option("--json", help="Write JSON to standard output.")]
PlayerNumber = Annotated[int, typer.Option("--player", min=1, max=2, help="Whose plan is the LP's primal.")]
NormalForm = Annotated[bool, typer.Option("--normal-form", help="Use the reduced normal form, the baseline.")]


@app.command()
def solve(
    game: Game,
    backend: Annotated[str, typer.Option("--backend", "-b", help="The solver; see 'seqform backends'.")] = "highs",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", help="An option of the solver itself, NAME=VALUE; repeatable."),
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="A rational equilibrium with nash_conv exactly 0.")] = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the answer to this JSON file.")] = None,
    json: Json = False,
    everything: Annotated[bool, typer.Option("--all", help="Show every information set.")] = False,
    concept: Annotated[str, typer.Option(help=f"The equilibrium concept: {', '.join(api.CONCEPTS)}.")] = "nash",
    player: PlayerNumber = 1,
    normal_form: NormalForm = False,
    preprocess: Annotated[
        list[str] | None,
        typer.Option(help=f"Lossless steps before solving: {', '.join(api.PREPROCESSORS)} (the default), or none."),
    ] = None,
    time_limit: Annotated[float | None, typer.Option(help="Seconds for the solver.")] = None,
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
    _require_writable(output)
    if verbose and json:
        raise OptionError("--verbose and --json both write to standard output; use --output FILE instead of --json")
    options = SolveOptions(
        time_limit=time_limit, tolerance=tolerance, threads=threads, verbose=verbose, raw=_raw_options(option)
    )
    try:
        with _progress(verbose) as progress:
            equilibrium = api.solve(
                api.load(game, normalize=normalize, max_nodes=max_nodes, progress=progress),
                concept=concept,
                backend=backend,
                options=options,
                exact=exact,
                player=player - 1,
                formulation="normal-form" if normal_form else "sequence-form",
                preprocess=_steps(preprocess),
                max_gap=max_gap,
                progress=progress,
            )
    except CertificationError as failure:
        _show_equilibrium(failure.equilibrium, output, json, everything)
        raise
    _show_equilibrium(equilibrium, output, json, everything)


@app.command()
def check(
    game: Game,
    profile: Annotated[Path, typer.Argument(metavar="PROFILE.json", help="A profile, from this program or another.")],
    json: Json = False,
    max_gap: Annotated[
        float | None, typer.Option(help="Exit with status 4 if nash_conv is above this, in payoff units.")
    ] = None,
    normalize_profile: Annotated[
        bool, typer.Option("--normalize-profile", help="Divide the profile's probabilities by their sum at each set.")
    ] = False,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Certify a profile from anywhere: values, best responses, regrets."""
    if max_gap is not None and not max_gap >= 0:
        raise OptionError(f"--max-gap {max_gap}: a number from 0 on expected")
    with _progress() as progress:
        tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=progress)
        certificate = certify(tree, read_profile(profile, tree, normalize=normalize_profile))
    if json:
        sys.stdout.write(to_json(certificate_data(certificate)))
    else:
        out.print(certificate_table(certificate, tree))
    if max_gap is not None and not certificate.nash_conv <= max_gap:
        raise CertificationError(f"nash_conv is above {max_gap:g}", certificate)


@app.command()
def info(game: Game, json: Json = False, normalize: Normalize = False, max_nodes: MaxNodes = MAX_NODES) -> None:
    """Tell a game's sizes, and whether it is constant-sum."""
    with _progress() as progress:
        tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=progress)
    if json:
        total = tree.constant_sum
        facts = {"title": tree.title, "players": tree.players, **tree.count(), "note": tree.note}
        sys.stdout.write(to_json({**facts, "constant_sum": None if total is None else write_rational(total)}))
    else:
        out.print(sizes_table(tree))


@app.command()
def export(
    game: Game,
    output: Annotated[Path, typer.Argument(metavar="FILE", help="Ends in .mps, .lp or .npz.")],
    player: PlayerNumber = 1,
    normal_form: NormalForm = False,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Write a game's linear program to a file for another solver."""
    _require_writable(output)
    with _progress() as progress:
        tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=progress)
        formulation: api.Formulation = "normal-form" if normal_form else "sequence-form"
        program = api.linear_program(tree, sequence_form(tree).target, player - 1, formulation).target
        program.write(output)
    rows, columns = program.matrix.shape
    _tell(f"{output}: {rows:,} rows, {columns:,} columns, {program.matrix.nonzeros:,} nonzeros")


@app.command()
def convert(
    game: Game,
    output: Annotated[Path, typer.Argument(metavar="FILE", help="Ends in .efg or .nfg.")],
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Write a game to a Gambit file."""
    _require_writable(output)
    with _progress() as progress:
        tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=progress)
        save(tree, output)
    _tell(f"{output}: {len(tree):,} nodes")


@app.command()
def games(json: Json = False) -> None:
    """List the games of the catalog, with sizes and known values."""
    entries = catalog.entries()
    if json:
        sys.stdout.write(to_json([entry.as_dict() for entry in entries]))
        return
    table = Table(header_style="bold")
    table.add_column("name, and parameters with their defaults", overflow="fold")
    table.add_column("what it is")
    table.add_column("nodes", justify="right")
    table.add_column("value", justify="right")
    for entry in entries:
        value = "" if entry.value is None else short(entry.value)
        parameters = [f"{parameter.name}={format_value(parameter.default)}" for parameter in entry.parameters]
        name = Text.assemble((entry.name, "bold"), "\n" if parameters else "", (", ".join(parameters), "dim"))
        table.add_row(name, Text(entry.description), f"{entry.nodes:,}", value)
    out.print(table)
    out.print(Text("value: player 1's in a zero-sum game, for the parameters shown", style="dim"))


@app.command()
def backends(json: Json = False) -> None:
    """List the solvers: what is there, which version, what each solves, how to install what is missing."""
    found = describe(details=True)
    if json:
        sys.stdout.write(to_json([backend.as_dict() for backend in found]))
        return
    table = Table(header_style="bold")
    for column in ("backend", "version", "solves", "through it", "if missing"):
        table.add_column(column, overflow="fold")
    for backend in found:
        table.add_row(
            Text(backend.name),
            backend.version or "not installed",
            ", ".join(backend.supports) + (" (exactly)" if backend.exact else ""),
            _choices(backend.solver_option, backend.solvers),
            Text("" if backend.installed else backend.install),
        )
    out.print(table)


@app.callback(invoke_without_command=True)
def _root(version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False) -> None:
    if version:
        out.print(f"seqform {seqform.__version__}")
        raise typer.Exit


def run() -> int:
    """Run the command line and return the exit status.

    Raises
    ------
    SeqformError
        For a user's mistake, a solver that gave up, or a certificate that fails.
    KeyboardInterrupt
    """
    try:
        return app(standalone_mode=False) or 0
    except USAGE_ERROR as error:
        message = error.format_message()
        if not message:  # no command was given, and the help has been shown
            return OptionError.exit_status
        if getattr(error, "ctx", None) is None or message.lstrip().startswith("Usage:"):
            raise OptionError(message) from None
        raise OptionError(f"{message} See '{error.ctx.command_path} --help'.") from None


def _show_equilibrium(equilibrium: Any, output: Path | None, json: bool, everything: bool) -> None:
    if output is not None:
        write_equilibrium(equilibrium, output)
    if json:
        sys.stdout.write(to_json(equilibrium_data(equilibrium)))
    else:
        out.print(equilibrium_report(equilibrium, everything=everything))


def _require_writable(output: Path | None) -> None:
    """Refuse an impossible output file before the work, not after it."""
    if output is None:
        return
    try:
        if output.is_dir():
            raise ModelError(f"{output}: a file name expected, but this is a folder")
        if not output.absolute().parent.is_dir():
            raise ModelError(f"{output}: there is no folder {output.absolute().parent}")
    except OSError as error:
        raise ModelError(f"{output}: cannot be written: {error.strerror}") from None


def _steps(names: list[str] | None) -> tuple[str, ...]:
    if not names:
        return tuple(api.PREPROCESSORS)
    return () if names == ["none"] else tuple(names)


def _choices(option: str | None, solvers: tuple[str, ...]) -> str:
    return f"--option {option}=... {', '.join(solvers)}" if option and solvers else ""


def _tell(text: str) -> None:
    err.print(Text(text), soft_wrap=True)


def _raw_options(pairs: list[str] | None) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise OptionError(f"--option {pair}: NAME=VALUE expected")
        options[name.strip()] = _typed(value.strip())
    return options


def _typed(text: str) -> Any:
    words = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


@contextmanager
def _progress(quiet: bool = False) -> Iterator[Callable[[str], None] | None]:
    """Show on a terminal what is going on; say nothing elsewhere."""
    if quiet or not err.is_terminal:
        yield None
        return
    with err.status("starting") as status:
        yield lambda text: status.update(Text(text))
