"""The commands about games and solvers: lists of both, sizes, linear programs for other solvers, and Gambit files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, cast, get_args

from seqform.analysis.sizes import (
    choice_data,
    merged_report,
    ordered_sizes_report,
    position_sizes_report,
    shrink_report,
    sizes_report,
)
from seqform.analysis.sizes import games as catalog_games
from seqform.backends.registry import BackendInfo, describe
from seqform.builders.games import catalog
from seqform.builders.games.entry import format_value
from seqform.builders.games.rules import MAX_NODES
from seqform.builders.steps import ABSTRACTIONS, LOSSLESS, PUBLISHED, abstraction_kind
from seqform.cli.common import (
    THRESHOLDS_HELP,
    Format,
    FormulationName,
    Game,
    Json,
    MaxNodes,
    Normalize,
    epsilon_of,
    formulation_of,
    out,
    output_format,
    player_of,
    player_option,
    present,
    print_message,
    progress,
    refuse,
    write_result,
)
from seqform.cli.file_use import OUTPUT, FileUse, Role
from seqform.cli.parameters import CommandArgument, CommandOption
from seqform.cli.show.ordered import merged_data, ordered_sizes_data, shrink_data
from seqform.errors import OptionError, suggestion
from seqform.io.equilibria import position_sizes_data
from seqform.io.json_values import SCHEMA, to_json
from seqform.io.load import has_other_than_two_players, ordered_of, save
from seqform.io.profiles import Form, game_data, read_profile, strategies_data
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import count
from seqform.models.numbers.text import short, write_rational
from seqform.solving import api
from seqform.solving.abstracted import abstract_game
from seqform.solving.preprocessing import steps_of
from seqform.solving.programs import linear_program
from seqform.system.console import ConsoleTable, Group, RenderableType, Text
from seqform.system.files import write_whole
from seqform.system.own_objects import own_file

FORM_NOUNS = {
    "behavior": ("information_sets", "information sets"),
    "plan": ("plan", "sequences of positive weight"),
    "mixed": ("mixed", "pure strategies of positive probability"),
}
"""The key of each form in the data of a player, and what is in it."""


def games(
    name: Annotated[
        str | None,
        CommandArgument(metavar="NAME", help="Explain the parameters of this game.", names="games"),
    ] = None,
    json: Json = False,
    format: Format = None,
) -> None:
    """List the games of the catalog, with sizes and known values, or explain the parameters of one."""
    form, found = output_format(format, json), catalog_games(name or "")
    if form == "table" and name is None:
        out.print(_catalog_table())
    else:
        data = [entry.as_dict() for entry in found]
        write_result(form, lambda: data if name is None else data[0], found.report)


def _catalog_table() -> RenderableType:
    table = ConsoleTable()
    table.add_column("name, and parameters with their defaults", overflow="fold")
    table.add_column("description")
    table.add_column("ordered", justify="center")
    table.add_column("nodes", justify="right")
    table.add_column("value", justify="right")
    for entry in catalog.entries():
        nodes = "unknown" if entry.sizes is None else f"{entry.sizes.nodes:,}"
        value = "" if entry.value is None else short(entry.value)
        parameters = [f"{parameter.name}={format_value(parameter.default)}" for parameter in entry.parameters]
        name = Group(Text(entry.name, "bold"), *([Text(", ".join(parameters), "dim")] if parameters else []))
        table.add_row(name, entry.description, "yes" if entry.ordered else "", nodes, value)
    notes = (
        "ordered: with ordered signals, so that abstractions work on it at any size",
        "value: player 1's in a zero-sum game, for the parameters shown",
        "'seqform games NAME' explains the parameters of a game",
    )
    return Group(table, *(Text(note, style="dim") for note in notes))


def backends(
    name: Annotated[
        str | None,
        CommandArgument(metavar="NAME", help="Describe this solver; or FILE.py:NAME.", names="backends"),
    ] = None,
    json: Json = False,
) -> None:
    """List the solvers: versions, models that they solve, and commands that install missing ones; or describe one."""
    found = describe(details=True, name=name)
    if name is None:
        present(json, lambda: [backend.as_dict() for backend in found], lambda: _backends_table(found))
    else:
        present(json, found[0].as_dict, lambda: _backend_table(found[0]))


def _backends_table(found: Sequence[BackendInfo]) -> ConsoleTable:
    table = ConsoleTable()
    for column in ("backend", "version", "solves", "through it", "if missing"):
        table.add_column(column, overflow="fold")
    for backend in found:
        option, solvers = backend.solver_option, ", ".join(backend.solvers)
        table.add_row(
            backend.name,
            backend.version or "not installed",
            _solved_models(backend),
            f"--option {option}=... {solvers}" if option and solvers else "",
            "" if backend.installed else backend.install,
        )
    return table


def _backend_table(backend: BackendInfo) -> ConsoleTable:
    traits, table = backend.traits, ConsoleTable(title=backend.name, show_header=False)
    first_order = "yes" if traits.first_order is True else ", ".join(traits.first_order or ())
    rows = {
        "version": (backend.version or "") if backend.installed else f"not installed: {backend.install}",
        "solves": _solved_models(backend),
        f"--option {traits.solver_option}=": ", ".join(backend.solvers),
        "first-order method": first_order and f"{first_order}: few digits, after many iterations",
        "--threads": "by default all processors" if traits.threads else "",
        "--start": "the beginning of its path" if traits.takes_start else "",
        "in Python": "solve(model, options, basis) starts from a basis" if traits.takes_basis else "",
    }
    for option in backend.options:
        default = "" if option.default is None else f" Default: {format_value(option.default)}."
        rows[f"--option {option.name}={option.values}"] = option.help + default
    for what, value in rows.items():
        if value:
            table.add_row(what, value)
    return table


def _solved_models(backend: BackendInfo) -> str:
    return ", ".join(map(_in_words, backend.supports)) + (" (exactly)" if backend.exact else "")


def _in_words(model: str) -> str:
    """Return the plural of a class name, such as "linear programs" for "LinearProgram"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", model).lower().replace("mixed integer", "mixed-integer") + "s"


def info(
    game: Game,
    json: Json = False,
    format: Format = None,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Print the sizes of a game, whether it is constant-sum, and what 'solve' makes of it by default."""
    form = output_format(format, json)
    if has_other_than_two_players(game):
        graph = api.load(game, kind="positions", normalize=normalize)
        found = position_sizes_data(graph) | choice_data(graph)
        write_result(form, lambda: found, lambda: position_sizes_report(graph))
        return
    whole = ordered_of(game)
    sizes = None if whole is None else count(whole)
    if whole is not None and sizes is not None and sizes.nodes > max_nodes:
        data = ordered_sizes_data(whole, sizes) | choice_data(whole)
        write_result(form, lambda: data, lambda: ordered_sizes_report(whole, data, sizes))
        return
    with progress() as callback:
        tree = api.load(whole or game, normalize=normalize, max_nodes=max_nodes, progress=callback)
    write_result(form, lambda: _sizes_data(tree) | choice_data(tree), lambda: sizes_report(tree))


def _sizes_data(game: ExtensiveGame) -> dict[str, object]:
    facts = {"title": game.title, "players": game.players, **game.count(), "note": game.note}
    return {**facts, "constant_sum": None if game.constant_sum is None else write_rational(game.constant_sum)}


def export(
    game: Game,
    output: Annotated[Path, CommandArgument(metavar="FILE", help="Ends in .mps, .mps.gz, .lp or .npz."), OUTPUT],
    player: Annotated[str | None, player_option("Whose plan is the LP's primal. Default: the first player.")] = None,
    formulation: FormulationName = "sequence-form",
    epsilon: Annotated[
        str | None,
        CommandOption(
            help="Write the perturbed program at this ε: every sequence of k choices has weight ε^k at least."
        ),
    ] = None,
    preprocess: Annotated[
        list[str] | None,
        CommandOption(
            help="A step before the program is written, as of 'solve'; repeatable. With lossless, published or "
            "threshold=T the program is that of the game of classes, at any size; with supported it has the columns of "
            "the player that a first-order run supports."
        ),
    ] = None,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Write the linear program of a constant-sum game to a file for another solver."""
    trembles, wanted, side = epsilon_of(epsilon), formulation_of(formulation), player_of(player) or 0
    if trembles is not None:
        refuse("with --epsilon", {"--formulation normal-form": wanted == "normal-form"})
    with progress() as callback:
        program = linear_program(
            game,
            side,
            preprocess=steps_of(preprocess) or (),
            formulation=wanted,
            epsilon=trembles,
            normalize=normalize,
            max_nodes=max_nodes,
            progress=callback,
        )
        program.write(output)
    rows, columns = program.target.matrix.shape
    print_message(f"{output}: {rows:,} rows, {columns:,} columns, {program.target.matrix.nonzeros:,} nonzeros")


def convert(
    game: Game,
    output: Annotated[
        Path, CommandArgument(metavar="FILE", help="Ends in .efg or .nfg; with --profile in .json."), OUTPUT
    ],
    profile: Annotated[
        Path | None,
        CommandOption(help="Write the strategies in this JSON file in another form, instead of the game."),
        FileUse(Role.READ),
    ] = None,
    form: Annotated[
        str,
        CommandOption(
            metavar="|".join(get_args(Form)),
            help="With --profile: probabilities at information sets, realization plans, or mixed strategies of the "
            "reduced normal form.",
        ),
    ] = "mixed",
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Write a game to a Gambit file, or a profile in another form of strategies."""
    if form not in get_args(Form):
        raise OptionError(f"--form {form!r}: {', '.join(get_args(Form))} expected")
    with progress() as callback:
        tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=callback)
        if profile is None:
            refuse("without --profile", {"--form": form != "mixed"})
            save(tree, output)
            print_message(f"{output}: {len(tree):,} nodes")
            return
        if output.suffix != ".json":
            raise OptionError(f"{output}: a file that ends in .json expected for the strategies of --profile")
        strategies = strategies_data(tree, read_profile(profile, tree), cast("Form", form))
        write_whole(output, to_json({"schema": SCHEMA, "game": game_data(tree), "players": strategies}))
    key, noun = FORM_NOUNS[form]
    counts = ", ".join(f"{one['name']} {len(one[key]):,}" for one in strategies)
    print_message(f"{output}: {noun}: {counts}")


def shrink(
    game: Game,
    kinds: Annotated[
        list[str] | None,
        CommandOption(
            "--preprocess",
            metavar="|".join(ABSTRACTIONS),
            help="Repeatable; published and lossless if absent. For games with ordered signals; of all others "
            f"{LOSSLESS} counts the equivalent information sets. {THRESHOLDS_HELP}.",
        ),
    ] = None,
    json: Json = False,
    format: Format = None,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Report the size of a game after equivalent signals or information sets are merged."""
    form = output_format(format, json)
    with progress() as callback:
        others = [kind for kind in kinds or () if abstraction_kind(kind) != LOSSLESS]
        if own_file(game) is None:
            whole = api.load(game, kind="ordered") if catalog.is_ordered(game) else None
        else:
            whole = ordered_of(game)
        if whole is not None:
            sizes = count(whole)
            found = [abstract_game(whole, kind, callback) for kind in kinds or (PUBLISHED, LOSSLESS)]
            data, report = shrink_data(sizes, found), shrink_report(whole, sizes, found)
        else:
            if others:
                raise OptionError(
                    f"--preprocess {others[0]}: {game} is not a game with ordered signals; only "
                    f"{LOSSLESS} applies, which merges equivalent information sets"
                )
            tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=callback)
            data = merged_data(tree)
            report = merged_report(tree, data)
    write_result(form, lambda: data, lambda: report)


def compile_engines(
    engines: Annotated[
        list[str] | None,
        CommandArgument(metavar="ENGINE...", help="lemke, perturbed, iterative, bestnash, interior."),
    ] = None,
) -> None:
    """Compile the inner loops now, rather than when a large game first needs them; all engines if none is named."""
    from seqform.backends.compiling import compile_ahead
    from seqform.backends.linalg.compiled import ENGINES

    chosen = engines or list(ENGINES)
    unknown = [name for name in chosen if name not in ENGINES]
    if unknown:
        raise OptionError(f"no engine {unknown[0]!r}{suggestion(unknown[0], ENGINES)}; known: {', '.join(ENGINES)}")
    compile_ahead(chosen, print_message)
    out.print(f"compiled: {', '.join(chosen)}")
