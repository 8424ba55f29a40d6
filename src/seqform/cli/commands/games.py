"""The commands about a game: its sizes, its linear program for other solvers, and other files of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

from seqform.analysis.sizes import (
    choice_data,
    left_out_data,
    merged_data,
    merged_report,
    ordered_sizes_data,
    ordered_sizes_report,
    position_sizes_report,
    shrink_data,
    shrink_report,
    sizes_report,
)
from seqform.builders.forms.normal_form import is_normal_form
from seqform.builders.forms.sequence_form import count_pure_strategies
from seqform.builders.games import catalog
from seqform.builders.games.formats.files import NORMAL_FORMS
from seqform.builders.games.ordered.expansion import expanded_from
from seqform.builders.steps import ABSTRACTIONS, LOSSLESS, PUBLISHED, abstraction_kind
from seqform.cli.common import (
    Game,
    Reading,
    Rest,
    ResultOutput,
    fraction_of,
    print_message,
    progress,
)
from seqform.cli.concept_options import (
    THRESHOLDS_HELP,
    Constraints,
    FormulationName,
    PlayerName,
    constraints_of,
    formulation_of,
    player_of,
)
from seqform.cli.file_use import OUTPUT, InputFile, OutputFile, Steps
from seqform.cli.parameters import ParameterNote, filled, refuse
from seqform.errors import OptionError
from seqform.io.json_values import SCHEMA, to_json
from seqform.io.load import has_other_than_two_players, ordered_of
from seqform.io.save import save
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame, count
from seqform.models.numbers.text import write_rational
from seqform.solving import api
from seqform.solving.chain import applied
from seqform.solving.preprocessing import steps_of
from seqform.system.files import write_whole
from seqform.system.sources import Source

if TYPE_CHECKING:
    from seqform.io.profiles import Form

Output = Annotated[Path | None, ParameterNote("--output", "-o", help="The same as FILE."), OUTPUT]


FORM_NOUNS = {
    "behavior": ("information_sets", "information sets"),
    "plan": ("plan", "sequences of positive weight"),
    "mixed": ("mixed", "pure strategies of positive probability"),
}
"""The key of each form in the data of a player, and what is in it."""


def info(
    game: Game,
    *,
    dominated: bool = False,
    iterated: bool = False,
    strict: bool = False,
    shown: ResultOutput,
    reading: Reading,
) -> None:
    """Print the sizes of a game, whether it is constant-sum, and what 'solve' makes of it by default.

    - `dominated`: List the dominated actions instead, each with the action or the mixture that dominates it.
    - `iterated`: With --dominated: eliminate them, and list those that this leaves dominated, turn by turn. Weak
      dominance may lose equilibria.
    - `strict`: With --dominated: strictly dominated actions alone.
    """
    if dominated:
        _list_dominated(game, iterated, strict, shown, reading)
        return
    refuse("without --dominated", "--iterated", "--strict")
    if has_other_than_two_players(game):
        from seqform.io.equilibria import position_sizes_data

        graph = api.load(game, kind="positions", **vars(reading))
        facts = position_sizes_data(graph) | choice_data(graph)
        shown.write(lambda: facts, lambda: position_sizes_report(graph))
        return
    ordered = ordered_of(game)
    sizes = None if ordered is None else count(ordered)
    if ordered is not None and sizes is not None and sizes.nodes > reading.max_nodes:
        data = ordered_sizes_data(ordered, sizes) | choice_data(ordered)
        shown.write(lambda: data, lambda: ordered_sizes_report(ordered, data, sizes))
        return
    with progress() as callback:
        tree = api.load(ordered or game, **vars(reading), progress=callback)
    signals = api.game_by_classes(game, api.MOST_RANGE_NODES)
    facts = _sizes_data(tree)
    shown.write(lambda: facts | choice_data(signals or tree), lambda: sizes_report(tree, signals))


def _list_dominated(
    game: Source, iterated: bool, strict: bool, shown: ResultOutput, reading: Reading
) -> None:
    """Print the dominated actions of a game."""
    from seqform.analysis.dominance import dominated

    with progress() as callback:
        tree = api.load(game, **vars(reading), progress=callback)
        actions = dominated(tree, iterated=iterated, strict=strict)
    shown.write(
        lambda: {
            "title": tree.title,
            "players": tree.players,
            "iterated": iterated,
            "strict": strict,
            "dominated": actions.data(),
            "remarks": actions.remarks,
        },
        actions.report,
    )


def _sizes_data(game: ExtensiveGame) -> dict[str, object]:
    constant_sum = None
    if game.constant_sum is not None:
        constant_sum = write_rational(game.constant_sum)
    counts = game.count() | left_out_data(expanded_from(game))
    facts = {"title": game.title, "players": game.players, **counts, "note": game.note}
    return {**facts, "constant_sum": constant_sum}


def export(
    game: Game,
    file: OutputFile = None,
    *,
    output: Output = None,
    player: PlayerName = None,
    formulation: FormulationName = "sequence-form",
    epsilon: str | None = None,
    preprocess: Steps = None,
    constraint: Constraints = None,
    no_scale: bool = False,
    reading: Reading,
) -> None:
    """Write the linear program of a constant-sum game to a file for another solver.

    - `file`: Ends in .mps, .mps.gz, .lp or .npz; or -o FILE.
    - `player`: Whose plan is the LP's primal. Default: the first player.
    - `epsilon`: Write the perturbed program at this ε: every sequence of k choices has weight ε^k at least.
    - `preprocess`: A step before the program is written, as of 'solve'; repeatable. With lossless, published or
      threshold=T the program is that of the game of classes, at any size; with supported it has the columns of the
      player that a first-order run supports.
    - `no_scale`: Write the program with the payoffs of the game, neither scaled nor centered for solvers.
    """
    path = _one_output(file, output)
    trembles = None
    if epsilon is not None:
        trembles = fraction_of(epsilon, "--epsilon")
    form = formulation_of(formulation)
    side = player_of(player) or 0
    if trembles is not None:
        refuse("with --epsilon", "--formulation")
    from seqform.solving.programs import linear_program

    with progress() as callback:
        program = linear_program(
            game,
            side,
            preprocess=steps_of(preprocess) or (),
            formulation=form,
            epsilon=trembles,
            constraints=constraints_of(constraint),
            scale=not no_scale,
            **vars(reading),
            progress=callback,
        )
        program.write(path)
    rows, columns = program.target.matrix.shape
    print_message(
        f"{path}: {rows:,} rows, {columns:,} columns, {program.target.matrix.nonzeros:,} nonzeros"
    )


@filled(forms=FORM_NOUNS)
def convert(
    game: Game,
    file: OutputFile = None,
    *,
    output: Output = None,
    preprocess: Steps = None,
    profile: InputFile = None,
    form: str = "mixed",
    rest: Rest = None,
    reading: Reading,
) -> None:
    """Write a game to a Gambit file or as tables, also in normal form, or a profile in another form of strategies.

    - `file`: Ends in .efg, or in .nfg or .csv for the reduced normal form; with --profile in .json; or -o FILE.
    - `preprocess`: A step on the game before it is written: constant-sum, contract-forced, solve-subgames; repeatable.
    - `profile`: Write the strategies in this JSON file in another form, instead of the game.
    - `form` ({forms}): With --profile: probabilities at information sets, realization plans, or mixed strategies of the
      reduced normal form.
    """
    path = _one_output(file, output)
    if form not in FORM_NOUNS:
        raise OptionError(f"--form {form!r}: {', '.join(FORM_NOUNS)} expected")
    with progress() as callback:
        tree = api.load(game, **vars(reading), progress=callback)
        if profile is None:
            refuse("without --profile", "--form", "--rest")
            written = _after_steps(tree, preprocess)
            save(written, path)
            print_message(f"{path}: {_content(written, path)}")
            return
        refuse("with --profile", "--preprocess")
        if path.suffix != ".json":
            raise OptionError(
                f"{path}: a file that ends in .json expected for the strategies of --profile"
            )
        from seqform.io.profiles import game_data, read_profile, strategies_data

        strategies = strategies_data(
            tree, read_profile(profile, tree, rest=rest), cast("Form", form)
        )
        write_whole(
            path, to_json({"schema": SCHEMA, "game": game_data(tree), "players": strategies})
        )
    key, noun = FORM_NOUNS[form]
    counts = ", ".join(f"{player['name']} {len(player[key]):,}" for player in strategies)
    print_message(f"{path}: {noun}: {counts}")


def _content(game: ExtensiveGame, path: Path) -> str:
    """Return what a file that was written has of a game."""
    if path.suffix.lower() not in NORMAL_FORMS or is_normal_form(game):
        return f"{len(game):,} nodes"
    counts = [count_pure_strategies(sequences.index) for sequences in game.sequences]
    return f"reduced normal form, {counts[0]:,} × {counts[1]:,} pure strategies"


def _after_steps(game: ExtensiveGame, names: list[str] | None) -> ExtensiveGame:
    """Return a game after steps on games; raise OptionError for one that is on programs."""
    for step in steps_of(names) or ():
        if ExtensiveGame not in step.reductions:
            raise OptionError(
                f"--preprocess {step.spelled}: a step on programs, not on games; leave it out"
            )
        game = applied(step, ExtensiveGame, game).target
    return game


def _one_output(file: Path | None, output: Path | None) -> Path:
    """Return the file that is named, in one of two ways."""
    if file is not None and output is not None:
        raise OptionError("two output files: one, -o FILE, expected")
    path = file or output
    if path is None:
        raise OptionError("no output file: one, -o FILE, expected")
    return path


@filled(abstractions=ABSTRACTIONS, lossless=LOSSLESS, thresholds=THRESHOLDS_HELP)
def shrink(
    game: Game,
    *,
    kinds: Steps = None,
    shown: ResultOutput,
    reading: Reading,
) -> None:
    """Report the size of a game after equivalent signals or information sets are merged.

    - `kinds` (--preprocess {abstractions}): Repeatable; published and lossless if absent. For games with ordered
      signals; of all others {lossless} counts the equivalent information sets. {thresholds}.
    """
    from seqform.solving.abstracted import abstract_game

    with progress() as callback:
        ordered: OrderedGame | None
        if catalog.is_ordered(game):  # also where the tree is given by other rules
            ordered = api.load(game, kind="ordered")
        else:
            ordered = ordered_of(game)
        if ordered is not None:
            sizes = count(ordered)
            is_published = ordered.is_even and ordered.ranges is None
            usual = (PUBLISHED, LOSSLESS) if is_published else (LOSSLESS,)
            abstractions = [abstract_game(ordered, name, callback) for name in kinds or usual]
            if callback is not None:
                callback(f"eliminating dominated sequences of {ordered.title}")
            data = shrink_data(sizes, abstractions)
            report = shrink_report(ordered, sizes, abstractions)
        else:
            others = [name for name in kinds or () if abstraction_kind(name) != LOSSLESS]
            if others:
                raise OptionError(
                    f"--preprocess {others[0]}: {game} is not a game with ordered signals; only "
                    f"{LOSSLESS} applies, which merges equivalent information sets"
                )
            tree = api.load(game, **vars(reading), progress=callback)
            data = merged_data(tree)
            report = merged_report(tree, data)
    shown.write(lambda: data, lambda: report)
