"""The commands that draw trees and strategy charts, as pictures, or as bars on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

from seqform.cli.common import (
    Game,
    Reading,
    Rest,
    ResultOutput,
    ThemeName,
    TimeLimit,
    completed,
    out,
    print_message,
    progress,
    require_plots,
)
from seqform.cli.concept_options import PlayerName, player_of
from seqform.cli.file_use import INPUT, FileUse, InputFile, OutputFile, Role, files_of_strategy
from seqform.cli.parameters import ParameterNote, filled, refuse
from seqform.errors import OptionError, TooLargeError
from seqform.experiments.store import is_store_name
from seqform.io.load import has_other_than_two_players, load, ordered_of
from seqform.io.profiles import require_rest
from seqform.io.solutions import is_solution_file
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.answers.payoff_table import MOST_STRATEGIES
from seqform.models.options import HAND, HAND_GROUPS, UNIFORM
from seqform.pictures import drawing
from seqform.pictures.formats import CHART_FORMATS, FORMATS, require_drawable, require_tree
from seqform.pictures.page import MOST_PAGE_NODES, VIEWS, page_refusal
from seqform.solving import api
from seqform.solving.concepts import CONCEPTS, Nash, concept_of
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.system.packages import require
from seqform.system.sources import Source
from seqform.system.strategy_names import parse_strategy, with_rest

if TYPE_CHECKING:
    from seqform.play.hand_tables import HandTable


@filled(
    folded=drawing.NODES_WHEN_FOLDED,
    whole=drawing.MOST_WHOLE,
    directions=drawing.DIRECTIONS,
    layouts=drawing.LAYOUTS,
    views=drawing.DRAWING_VIEWS,
    concepts=CONCEPTS,
    formats=FORMATS,
)
def draw(
    game: Game,
    *,
    profile: InputFile = None,
    concept: Annotated[str | None, ParameterNote(names="concepts")] = None,
    versus: InputFile = None,
    compare: Annotated[Path | None, ParameterNote(hidden=True), INPUT] = None,
    difference: bool = False,
    output: OutputFile = None,
    at: str | None = None,
    depth: Annotated[int | None, ParameterNote(least=0)] = None,
    nodes: Annotated[int | None, ParameterNote(least=1, most=drawing.LARGEST_PICTURE)] = None,
    direction: str = "auto",
    layout: str = "auto",
    sets: bool = False,
    sensitivity: bool = False,
    node_values: bool = False,
    rest: Rest = None,
    theme: ThemeName = "light",
    view: str | None = None,
    where: list[str] | None = None,
    reading: Reading,
) -> None:
    """Draw the tree of a game: information sets, payoffs and, with a profile, probabilities and beliefs.

    A file .html is an interactive page of the whole game, open at --at and --depth, with both profiles of --versus. Of
    a solution file, or a card game that is too large, the public tree is drawn, with bars of the actions of all hands.

    - `profile` (FILE): Show the strategies of this file, JSON or a solution; FILE#N for the equilibrium N of a list. Of
      a device what both play who obey.
    - `concept` ({concepts}): Show an exact equilibrium, computed here.
    - `versus` (FILE): Show the strategies of this file beside or below the others.
    - `compare` (FILE)
    - `difference`: With --versus: draw one tree with the differences.
    - `output` (--output, -o): The file to write: {formats}. Default: SVG to a pipe.
    - `at` (SET): Draw from an information set on, such as K:cb, or 1:K:cb; a public tree after these actions.
    - `depth`: Fold the tree after so many moves.
    - `nodes`: Fold what is least likely beyond these. Default: {folded} of a game with more than {whole}.
    - `direction` ({directions}): The tree's direction of growth.
    - `layout` ({layouts}): Of a signalling game: chance in the middle, information sets left and right; or a tree.
    - `sets`: Show the payoffs of all subgame perfect equilibria beside each node, in squares.
    - `sensitivity`: Edges as wide as the derivatives of the value by the payoffs below.
    - `node_values`: With strategies: write the payoffs that they reach from each node on beside it.
    - `view` ({views}): What a .html page shows first; or the public tree of a card game. Default: by the size.
    - `where` (CONDITION): Where GAME is the store of a sweep: solve the case again that has, say, backend=highs or
      "bet=2"; repeatable.
    """
    require_drawable(output)
    if output is None and is_terminal():
        raise OptionError(
            f"no file for the picture: add -o {_file_stem(game)}.svg, or -o {_file_stem(game)}.html for an interactive "
            "page; without -o, SVG is written to a pipe, and not to a terminal"
        )
    _require_one_source(game, profile, concept)
    if compare is not None:
        print_message("--compare is --versus now; use the new name")
        versus = versus or compare
    _require_rest(rest, game, profile, versus)
    row = _row(game, where)
    source: Any = game.path if is_solution_file(game.path) else game
    shown: Any = profile
    if row is not None:
        source = row.game
        shown = row
    public = view == drawing.PUBLIC
    if view is None:
        public = drawing.is_public(source, shown, reading.max_nodes)
    if concept is not None:
        require_tree(game, reading.max_nodes, "solved here")
    is_html = output is not None and output.suffix.lower() == ".html"
    if view in VIEWS and not is_html:
        raise OptionError("--view: only with --output FILE.html")
    is_page = is_html and at is None and depth is None and not versus
    with progress() as callback:
        solved = Nash() if concept is None else concept_of(concept, {})
        tree: Any
        if row is not None or (public and concept is None):
            tree = source
        elif concept is None and has_other_than_two_players(game):
            tree = api.load(game, kind="positions", **vars(reading))
        else:
            # A game that is too large for its page is not expanded for it.
            most = min(reading.max_nodes, MOST_PAGE_NODES) if is_page else reading.max_nodes
            try:
                tree = api.game_for(
                    game,
                    solved,
                    None,
                    normalize=reading.normalize,
                    max_nodes=most,
                    progress=callback,
                )
            except TooLargeError as problem:
                if most == reading.max_nodes or (problem.nodes or 0) > reading.max_nodes:
                    raise
                raise page_refusal(str(game)) from None
        if concept is not None:
            shown = api.solve(tree, solved, exact=True, progress=callback)
    picture = drawing.draw(
        tree,
        completed(shown, tree, rest),
        versus=completed(versus, tree, rest),
        difference=difference,
        at=at,
        depth=depth,
        nodes=nodes,
        direction=direction,
        layout=layout,
        theme=theme,
        view=drawing.PUBLIC if public else view,
        sets=sets,
        sensitivity=sensitivity,
        node_values=node_values,
    )
    if output is None:
        sys.stdout.write(picture.svg())
    else:
        picture.save(output)
    is_picture = not is_html or picture.page is None
    if nodes is None and is_picture and picture.scene.folded:
        further = "ACTIONS a part" if public else "SET a part, -o FILE.html unfolds all"
        print_message(f"{picture.scene.folded} drawn: --nodes N draws more, --at {further}")
    if public and shown is None and not is_solution_file(game.path):
        print_message(f"cards and payoffs are left out: {game} is drawn as what both players see")


@filled(
    uniform=UNIFORM,
    concepts=CONCEPTS,
    formats=CHART_FORMATS,
    strategies=MOST_STRATEGIES,
    groups=HAND_GROUPS,
)
def chart(
    game: Game,
    *,
    profile: InputFile = None,
    concept: Annotated[str | None, ParameterNote(names="concepts")] = None,
    versus: InputFile = None,
    output: OutputFile = None,
    player: PlayerName = None,
    round: Annotated[int | None, ParameterNote(least=1)] = None,
    board: str | None = None,
    after: str | None = None,
    at: str | None = None,
    ranges: bool = False,
    grid: bool = False,
    hand: str | None = None,
    by: Annotated[str | None, ParameterNote(names="groups")] = None,
    frontier: Annotated[str | None, FileUse(Role.READ, files_of_strategy)] = None,
    payoffs: bool = False,
    best_responses: bool = False,
    table: bool = False,
    dominated: bool = False,
    time_limit: TimeLimit = None,
    rest: Rest = None,
    theme: ThemeName = "light",
    where: list[str] | None = None,
    everything: bool = False,
    shown: ResultOutput,
    reading: Reading,
) -> None:
    """Chart strategies: hands by situations in card games, or information sets, with bars of probabilities.

    - `profile` (FILE): Show the strategies of this file, JSON or a solution; FILE#N for the equilibrium N of a list.
    - `concept` ({concepts}): Show an exact equilibrium, computed here. Default without a profile: nash.
    - `versus` (FILE): Show the strategies of this file beside or below the others.
    - `output` (--output, -o): The file to write: {formats}; of a table of hands .csv or .json. Default: bars on the
      terminal.
    - `player`: The player. Default: one after the other.
    - `round`: The round of a card game.
    - `board` (CARDS): Hands with these public cards, such as 'Ks Qh'.
    - `after` (ACTIONS): Situations after these actions, such as 'check bet call'.
    - `at` (SET): Information sets from this one on, such as K:cb, or 1:K:cb.
    - `ranges`: Show the exact range of every probability over all equilibria (constant-sum).
    - `grid`: Show hands of two cards in a square of 13 × 13 classes; GAME may be ranges, "22+, AK", or a file of them.
    - `hand` (CARDS): Instead: the table of one hand, such as AsKd, or of those of classes, such as 99 or AQs, after the
      actions of --after, from a solution of a game with ranges: weight, equity, reach, frequencies, and the payoff of
      each action. With --format, --json or -o FILE.csv: of all hands.
    - `by` ({groups}): Instead: such a table by groups of hands: by the classes of --grid, by what hands make with the
      board, such as a set or a flush, or of the whole range. With --grid and --format: class.
    - `frontier` ({uniform}|AGENT|FILE): Instead: the curve of the payoff against this opponent over the loss against a
      best reply, as a table and, with -o, a plot; exact unless the opponent's probabilities are in doubles.
    - `payoffs`: Instead: the payoffs that correlated equilibria of each concept reach, as polygons with exact vertices,
      with Nash equilibria and the best commitments; a plane of characters and a table or, with -o, a picture.
    - `best_responses`: Instead: both players' best responses in the unit square and the equilibria, where they meet,
      of a game with two pure strategies of each player; a square of characters and a table or, with -o, a picture.
    - `table`: Instead: the payoffs by the pure strategies of both players, up to {strategies} of each, with best
      replies and pure equilibria; a table or, with -o, a picture, in LaTeX a tabular.
    - `dominated`: With --table: strike out what iterated strict dominance eliminates, with the turns.
    - `where` (CONDITION): Where GAME is the store of a sweep: solve the case again that has, say, backend=highs or
      "bet=2"; repeatable.
    - `everything` (--all): Show every row of a table of hands, or of --frontier; with --grid and --after, the later
      situations of both players, too.
    """
    instead = {
        "--frontier": frontier is not None,
        "--payoffs": payoffs,
        "--best-responses": best_responses,
        "--table": table,
    }
    chosen_charts = [option for option, is_chosen in instead.items() if is_chosen]
    if len(chosen_charts) > 1:
        raise OptionError(f"{' and '.join(chosen_charts)}: only one of them")
    if not table:
        refuse("without --table", "--dominated")
    if payoffs or best_responses or table:
        refuse(f"with {chosen_charts[0]}", *_OF_STRATEGIES, "--player", "--rest", "--all")
        if payoffs:
            _chart_payoffs(game, output, theme, shown, reading, time_limit)
            return
        refuse(f"with {chosen_charts[0]}", "--time-limit")
        if table:
            _chart_table(game, dominated, output, theme, shown, reading)
        else:
            _chart_best_responses(game, output, theme, shown, reading)
        return
    is_of_hands = is_solution_file(game.path) or is_solution_file(profile)
    is_file_of_table = output is not None and output.suffix.lower() in _FILES_OF_TABLES
    is_table = hand is not None or by is not None or shown.json or shown.format is not None
    is_table = is_table or (is_file_of_table and is_of_hands)
    if frontier is not None:
        refuse("with --frontier", *_OF_STRATEGIES, "--hand", "--by", "--json", "--format")
        require_plots(theme, output)
        _require_rest(rest, game, parse_strategy(frontier).path)
        from seqform.analysis.frontier import frontier as responses

        with progress() as callback:
            tree = load(game, **vars(reading), progress=callback)
            curve = responses(
                tree,
                player=player_of(player) or 0,
                opponent=with_rest(frontier, rest),
                time_limit=time_limit,
                progress=callback,
            )
        if output is not None:
            curve.plot(output, theme=theme)
        out.print(curve.report(everything=everything))
        return
    if is_table:
        refuse("with a table of hands", *_NOT_OF_HANDS)
        _require_one_source(game, profile, concept)
        if output is not None and not is_file_of_table:
            raise OptionError(
                f"--output {output}: a table of hands is written to a file {' or '.join(_FILES_OF_TABLES)}"
            )
        if grid:
            if by not in (None, "class"):
                raise OptionError(f"--grid: its classes are --by class; leave it out of --by {by}")
            by = "class"
        hands = _table_of_hands(game, profile, after, board, hand, player, by)
        if output is not None and output.suffix.lower() == ".csv":
            hands.to_csv(output)
            output = None
        shown.write(hands.as_dict, lambda: hands.report(everything=everything), output)
        return
    from seqform.pictures.chart import chart as chart_of
    from seqform.pictures.chart import is_ranges, require_grid

    if not grid or after is None:
        refuse("without a table, or --grid with --after", "--all")
    require_drawable(output, CHART_FORMATS)
    if output is None:
        refuse("without a picture to write", "--theme")
    _require_one_source(game, profile, concept)
    chosen = player_of(player)
    if not grid:
        require_grid(game)
    elif is_ranges(game):
        refuse("with ranges", *_NOT_OF_RANGES)
        picture = chart_of(game, player=chosen, board=board, grid=True, theme=theme)
        _written_or_printed(picture, output)
        return
    _require_rest(rest, game, profile, versus)
    row = _row(game, where)
    source: Any = game.path if is_solution_file(game.path) else game
    strategies: Any = profile
    if row is not None:
        source = row.game
        strategies = row
    with progress() as callback:
        if row is None and profile is None and not is_solution_file(game.path):
            require_tree(game, reading.max_nodes, "solved here")
            solved = Nash() if concept is None else concept_of(concept, {})
            tree = api.game_for(game, solved, None, **vars(reading), progress=callback)
            strategies = api.solve(
                tree, solved, exact=True, time_limit=time_limit, progress=callback
            )
            source = ordered_of(game) or tree
        elif profile is not None and not is_solution_file(profile):
            require_tree(game, reading.max_nodes, "written out")
            source = ordered_of(game) or load(game, **vars(reading), progress=callback)
        picture = chart_of(
            source,
            completed(strategies, source, rest),
            versus=completed(versus, source, rest),
            player=chosen,
            round=round,
            board=board,
            after=after,
            at=at,
            ranges=ranges,
            grid=grid,
            everything=everything,
            theme=theme,
            progress=callback,
        )
    _written_or_printed(picture, output)


def _written_or_printed(picture: Any, output: Path | None) -> None:
    """Write a chart to a file, or print its bars on the terminal."""
    if output is not None:
        picture.save(output)
        return
    from seqform.cli.bars import print_chart

    print_chart(picture)


_OF_STRATEGIES = (
    "--profile",
    "--concept",
    "--versus",
    "--round",
    "--board",
    "--after",
    "--at",
    "--ranges",
    "--grid",
    "--hand",
    "--by",
    "--where",
)
"""Options of charts of strategies."""


def _require_rest(rest: str | None, game: Source, *files: Path | None) -> None:
    """Refuse `--rest` unless the file of a profile is read, where it has a meaning."""
    if rest is None:
        return
    require_rest(rest)
    if any(is_solution_file(file) for file in (game.path, *files)):
        refuse("for the solution of an ordered game", "--rest")
    if not any(files):
        refuse("without the file of a profile", "--rest")


_NOT_OF_RANGES = (
    "--profile",
    "--concept",
    "--versus",
    "--round",
    "--after",
    "--rest",
    "--where",
    "--time-limit",
)
"""Options of charts that ranges alone do not take."""


_NOT_OF_HANDS = (
    "--concept",
    "--versus",
    "--round",
    "--at",
    "--ranges",
    "--rest",
    "--theme",
    "--time-limit",
    "--where",
    "--normalize",
)
"""Options of charts that a table of hands does not take."""


_FILES_OF_TABLES = (".csv", ".json")
"""The ends of names of files with a table of hands."""


def _require_one_source(game: Source, profile: Path | None, concept: str | None) -> None:
    """Refuse two sources of strategies: a profile and a concept, or either beside the file of a solution."""
    if profile is not None and concept is not None:
        raise OptionError("--profile and --concept: only one of them")
    if is_solution_file(game.path) and (profile is not None or concept is not None):
        option = "--concept" if profile is None else "--profile"
        raise OptionError(
            f"{option}: {game} is a file of a solution already, whose strategies are shown; leave one of them out, or "
            "give the game itself"
        )


def _table_of_hands(
    game: Source,
    profile: Path | None,
    after: str | None,
    board: str | None,
    hand: str | None,
    player: str | None,
    by: str | None,
) -> HandTable:
    """Return the table of the hands at a point of play."""
    from seqform.io.solutions import read_solution
    from seqform.play.hand_tables import hand_table

    if is_solution_file(game.path):
        solution = read_solution(cast("Path", game.path))
    elif profile is not None and is_solution_file(profile):
        solution = read_solution(profile, api.load(game, kind="ordered"))
    else:
        raise OptionError(
            "a table of hands (--hand, --by, --json, --format) is of a file of a solution of hands: solve the game "
            "with --preprocess lossless -o a.solution, and add --profile a.solution; other tables are those of "
            "--payoffs, --table and --best-responses"
        )
    return hand_table(
        solution,
        after or "",
        board=board or "",
        hand=hand or "",
        player=player_of(player),
        by=by or HAND,
    )


def _chart_payoffs(
    game: Source,
    output: Path | None,
    theme: str,
    shown: ResultOutput,
    reading: Reading,
    time_limit: float | None,
) -> None:
    """Write the regions of payoffs as a picture, and to standard output as a table, or what is asked for."""
    from seqform.cli.plane import print_regions
    from seqform.io.regions import regions_data
    from seqform.paths.regions import payoff_regions

    _require_picture(output)
    with progress() as callback:
        tree = load(game, **vars(reading), progress=callback)
        regions = payoff_regions(tree, time_limit=time_limit, progress=callback)
    _show(regions, regions_data, output, theme, shown, on_terminal=print_regions)


def _chart_best_responses(
    game: Source, output: Path | None, theme: str, shown: ResultOutput, reading: Reading
) -> None:
    """Write best responses as a picture, and to standard output as a table, or what is asked for."""
    from seqform.analysis.best_responses import best_response_diagram
    from seqform.cli.plane import print_best_responses
    from seqform.io.best_responses import diagram_data

    _require_picture(output)
    with progress() as callback:
        diagram = best_response_diagram(load(game, **vars(reading), progress=callback))
    _show(diagram, diagram_data, output, theme, shown, on_terminal=print_best_responses)


def _chart_table(
    game: Source,
    dominated: bool,
    output: Path | None,
    theme: str,
    shown: ResultOutput,
    reading: Reading,
) -> None:
    """Write a table of payoffs as a picture, and to standard output as a table, or what is asked for."""
    from seqform.analysis.payoff_tables import payoff_table
    from seqform.io.payoff_tables import payoff_table_data

    _require_picture(output)
    with progress() as callback:
        tree = load(game, **vars(reading), progress=callback)
        payoffs = payoff_table(tree, dominated=dominated)
    _show(payoffs, payoff_table_data, output, theme, shown)


def _require_picture(output: Path | None) -> None:
    """Refuse a file that is no picture, and a theme without a picture."""
    require_drawable(output, CHART_FORMATS)
    if output is None:
        refuse("without a picture to write", "--theme")


def _show(
    answer: Any,
    data: Callable[[Any], Any],
    output: Path | None,
    theme: str,
    shown: ResultOutput,
    *,
    on_terminal: Callable[[Any], None] | None = None,
) -> None:
    """Write an answer with a chart: the picture to a file, or its plane to the terminal, and the table."""
    if output is not None:
        answer.chart(theme=theme).save(output)
    elif on_terminal is not None and shown.form == "table":
        on_terminal(answer)
        out.print()
    shown.write(lambda: data(answer), answer.report)


def is_terminal() -> bool:
    """Return whether standard output is a terminal."""
    return sys.stdout.isatty()


def _file_stem(game: Source) -> str:
    """Return a name for the picture of a game, without a suffix."""
    name = game.name
    if not name and game.path is not None:
        name = game.path.stem
    return name or "picture"


def _row(game: Source, where: list[str] | None) -> Equilibrium | OrderedEquilibrium | None:
    """Return the answer of the case that options choose in a sweep's store; None where the game is no store."""
    if game.path is None or not is_store_name(str(game.path)):
        refuse(f"without the store of a sweep: {game} is none", "--where")
        return None
    refuse("with the store of a sweep", "--profile", "--concept", "--normalize", "--max-nodes")
    require("pandas", "the choice of a case")
    from seqform.experiments.sweep import solve_row

    with progress() as callback:
        answer = solve_row(game.path, *(where or ()), progress=callback)
    if answer.picture_refusal:
        raise OptionError(f"{game}: the case {answer.picture_refusal}")
    return cast("Equilibrium | OrderedEquilibrium", answer)
