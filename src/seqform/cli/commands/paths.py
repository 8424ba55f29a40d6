"""The commands for several equilibria of a game and for the trace of one, with their output.

The schema of the data of several equilibria at the ends of Lemke paths, version 2:

- ``game``: as in `seqform.io.equilibria`
- ``starts``, ``stopped``, ``closed``, ``distributions``, ``index_sum``, ``seconds``: as in `EquilibriumSet`
- ``checks``: those of --check, each true or false in a certificate's ``checks``, or if it is left open in its
  ``undecided``, with the reason; ``marked``, ``marks_stopped``: how many equilibria, from the first on, were examined
  for all of them, and why no more
- ``pivots``: ``mean``, ``least``, ``most`` over the starts
- ``equilibria``: one object each with ``players``, ``values``, ``certificate`` and ``witness`` as in
  `seqform.io.equilibria`, and ``index``, ``nondegenerate``, ``distribution``, ``starts`` (numbers: 0 is the
  centroid, the others are seeds), and ``bases`` as in `seqform.io.equilibria`

The schema of the data of all equilibria, version 2:

- ``game``: as in `seqform.io.equilibria`
- ``complete``: whether the search was finished; ``examined``, ``unfinished``, ``stopped``, ``seconds``: as in
  `AllEquilibria`
- ``checks``, ``marked``, ``marks_stopped``: as above; ``lacking``: one object each with ``component``, ``check`` and
  ``reason``, where no member of a component passes a check; ``remarks``: sentences on checks of mixtures
- ``plans``: for each player the extreme plans, objects from the names of sequences to their weights, those of weight
  zero left out
- ``equilibria``: one object each with ``players``, ``values`` and ``certificate`` as in `seqform.io.equilibria`,
  ``plans``, the places of both plans from 0 on, ``subsets``, ``distribution`` and ``objections``, from checks to the
  reasons why they fail where a reason names a subgame or an information set
- ``subsets``: one object each with ``plans``, the places of each player's plans, and ``component``
- ``best``, with an objective: the best of them as in `seqform.io.equilibria`, with ``place``, which of ``equilibria``
  it is, null if it is a mixture of these, and ``component``
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, cast, get_args

from seqform.backends.lemke.backend import Engine
from seqform.backends.lemke.path import Ties
from seqform.backends.protocol import SolveOptions
from seqform.builders.programs.lcp import Initial
from seqform.cli.common import (
    SOLVER_OPTIONS,
    Game,
    Reading,
    Rest,
    ResultOutput,
    ThemeName,
    print_message,
    progress,
    raw_options,
    require_plots,
)
from seqform.cli.concept_options import FormulationName, formulation_of
from seqform.cli.file_use import (
    AnswerFile,
    FileUse,
    InputFile,
    OutputFile,
    Role,
    files_of_all,
    files_of_strategy,
)
from seqform.cli.parameters import filled, refuse
from seqform.errors import InputError, OptionError, SolveError
from seqform.io.equilibria import (
    bases_data,
    certificate_data,
    equilibrium_data,
    path_data,
    write_path,
)
from seqform.io.figures import FORMATS
from seqform.io.json_values import SCHEMA, attributes, number_data, numbers_data
from seqform.io.profiles import game_data, plan_data, profile_data, read_known, require_rest
from seqform.models.answers.components import AllEquilibria, ExtremeEquilibrium
from seqform.models.answers.equilibrium import Equilibrium, EquilibriumSet, FoundEquilibrium, marks
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.text import counted
from seqform.models.options import argument
from seqform.models.strategies.profile_set import objective as objective_of
from seqform.models.table import Line, Report
from seqform.paths.complete import USUAL_SEQUENCES, place_of
from seqform.paths.figures import require_drawable_spaces, write_path_plot, write_spaces
from seqform.solving import api
from seqform.system import watch
from seqform.system.files import require_answer_name
from seqform.system.strategy_names import parse_strategy, with_rest


def equilibria(
    game: Game,
    *,
    complete: bool = False,
    objective: str | None = None,
    check: str | None = None,
    starts: int = 100,
    start: Annotated[list[str] | None, FileUse(Role.READ, files_of_all(files_of_strategy))] = None,
    seed: int = 1,
    concept: str = "nash",
    back: bool = False,
    jobs: int = 1,
    option: Annotated[list[str] | None, SOLVER_OPTIONS] = None,
    time_limit: float | None = None,
    formulation: FormulationName = "sequence-form",
    output: AnswerFile = None,
    shown: ResultOutput,
    everything: bool = False,
    reading: Reading,
) -> None:
    """Find equilibria from many starts, each with its index and with proof; or all of them.

    - `complete`: Find all equilibria, with proof, instead of following paths: small games.
    - `objective` (NAME): With --complete: also the best of all equilibria by this measure, as of 'solve --objective'.
    - `check` (CLAIM,...): Mark each equilibrium with claims: sequential, quasi-perfect, proper and others, as of
      'check'; with --complete, components that have none are named.
    - `starts`: The centroid and random starts, together.
    - `start` (centroid|random:SEED|FILE): A start of one's own instead, FILE a profile's JSON; repeatable.
    - `seed`: Of the first random start; the others count on from it.
    - `concept` (nash|quasi-perfect): quasi-perfect follows the paths of the perturbed problem.
    - `back`: Also follow every path back from the equilibria of others, until none is new.
    - `jobs`: Processes; two pay from some seconds of work on.
    - `option`: An option of the backend lemke, or of the complete search: vertices, parts, subsets. NAME=VALUE;
      repeatable.
    - `time_limit`: Stop after so many seconds, with those found so far.
    - `output` (--output, -o): Write all of them to this JSON file.
    - `everything` (--all): Show all equilibria, and their strategies.
    """
    from seqform.paths import search
    from seqform.paths.marks import left_open

    options = SolveOptions(time_limit=time_limit, raw=raw_options(option))
    if start:
        refuse("with --start", "--starts", "--seed")
    if complete:
        others = ("--starts", "--seed", "--start", "--concept", "--back", "--jobs", "--formulation")
        refuse("with --complete", *others)
    else:
        refuse("without --complete", "--objective")
    if objective is not None:
        objective_of(objective)
    claims: list[str] = []
    if check is not None:
        claims = argument("--check", _claims, check, OptionError)
    if shown.form == "csv":
        refuse(
            "with --format csv, which is one table; --format json has the best one, too",
            "--objective",
        )
    best: Equilibrium | None = None
    with progress() as callback:
        loaded = api.load(game, **vars(reading), progress=callback)
        answers: EquilibriumSet | AllEquilibria
        if complete:
            sizes = [len(sequences.index) for sequences in loaded.sequences]
            if max(sizes) > USUAL_SEQUENCES:
                callback = _with_note(
                    callback,
                    f"all equilibria are found of games with about {USUAL_SEQUENCES} sequences for each player, "
                    f"{loaded.title!r} has {sizes[0]:,} and {sizes[1]:,}; time grows exponentially",
                )
            answers = search.equilibria(loaded, complete=True, options=options, progress=callback)
            if objective is not None and answers.finished:
                best = answers.best(objective)
        else:
            answers = search.equilibria(
                loaded,
                starts=start or starts,
                seed=seed,
                concept=concept,
                formulation=formulation_of(formulation),
                back=back,
                jobs=jobs,
                options=options,
                progress=callback,
            )

        if claims and len(answers):
            if answers.stopped == "interrupted":
                answers = left_open(answers, *claims)
            else:
                answers = answers.checked(*claims, progress=callback)

    def data() -> dict[str, Any]:
        if not isinstance(answers, AllEquilibria):
            return equilibria_data(answers)
        everything_found = all_equilibria_data(answers)
        if best is not None:
            place, component = place_of(answers, best)
            everything_found["best"] = {
                **equilibrium_data(best),
                "place": place,
                "component": component,
            }
        return everything_found

    def report() -> Report:
        if isinstance(answers, AllEquilibria):
            # Nobody sees in a document what an option would add
            is_document = shown.form in ("markdown", "latex")
            tables = answers.report(everything=everything, every_row=is_document)
        else:
            tables = answers.report(everything=everything)
        if best is not None and isinstance(answers, AllEquilibria):
            tables += Report([Line(_of_best(answers, best), "bold")])
            tables += best.report(everything=everything)
        return tables

    with watch.partial("writing"), watch.finishing("writing the equilibria"):
        shown.write(data, report, output)
    if "interrupted" in (answers.stopped, answers.marks_stopped):
        raise KeyboardInterrupt
    if answers.stopped:
        if isinstance(answers, AllEquilibria):
            examined = counted(answers.examined, "part")
        else:
            examined = counted(answers.starts, "start")
        remark = "those found are above" if len(answers) else "none was found"
        raise SolveError(f"stopped at the {answers.stopped} after {examined}; {remark}")
    if answers.marks_stopped:
        raise SolveError(
            f"stopped at the {answers.marks_stopped} after the claims about {answers.marked:,} of "
            f"{counted(len(answers), 'equilibrium', 'equilibria')}; all that were found are above"
        )


def _of_best(answers: AllEquilibria, best: Equilibrium) -> str:
    """Return the sentence that names the best equilibrium in the list, with its marks."""
    place, component = place_of(answers, best)
    where = f"in component {component + 1}"
    if place is None:
        return f"the best by {best.objective}: {where}, a mixture of extreme equilibria of the list"
    checks = answers[place].certificate
    texts = zip(answers.checks, marks(checks, answers.checks), strict=True)
    claims = "".join(f"; {check}: {text}" for check, text in texts)
    return f"the best by {best.objective}: equilibrium {place + 1} of the list, {where}{claims}"


def _claims(text: object) -> list[str]:
    """Return the claims that --check lists."""
    from seqform.paths.marks import claim_names

    return claim_names(str(text).split(","))


@filled(initial=get_args(Initial), ties=get_args(Ties), engines=get_args(Engine))
def trace(
    game: Game,
    *,
    start: Annotated[str | None, FileUse(Role.READ, files_of_strategy)] = None,
    known: InputFile = None,
    number: int | None = None,
    rest: Rest = None,
    points: bool = False,
    initial: str = "best-response",
    ties: str = "random-column",
    no_early_exit: bool = False,
    engine: str = "auto",
    formulation: FormulationName = "sequence-form",
    output: OutputFile = None,
    spaces: bool = False,
    plot: OutputFile = None,
    theme: ThemeName = "light",
    shown: ResultOutput,
    max_pivots: int | None = None,
    time_limit: float | None = None,
    reading: Reading,
) -> None:
    """Show the path from a start to an equilibrium, pivot by pivot.

    - `start` (centroid|random:SEED|FILE): Where the path of lemke begins; FILE is a profile's JSON. Default: the
      centroid. solve and trace also take ones, the covering vector of Koller, Megiddo & von Stengel.
    - `known` (--from FILE): Follow the path of the start from the exact equilibrium in this JSON file, z0 rising from
      0: to one of opposite index, or to the start.
    - `number`: With --from: of the equilibrium in a file that 'equilibria -o' wrote, from 1.
    - `points`: Show the plans after every pivot, and x*, y*, u, v, r and s; all numbers exact.
    - `initial` ({initial}): The first basis: slacks, with pivots that bring u' and v' in, or best responses to the
      start.
    - `ties` ({ties}): The rule for ties of the minimum ratio test.
    - `no_early_exit`: Let z0 leave by the pure lexicographic rule, not as soon as it can.
    - `engine` ({engines}): revised reports z0 in doubles where they suffice; tableau is exact and slow.
    - `output` (--output, -o): Write the path to this JSON file; with --spaces the drawing.
    - `spaces`: With -o FILE.svg, .png or .pdf: draw both strategy spaces, divided by best responses, with the steps of
      the path; of plans with at most two free dimensions.
    - `plot`: Draw z0 along the path to this file, .svg, .png or .pdf.
    - `max_pivots`: Stop after so many pivots.
    - `time_limit`: Stop after so many seconds.
    """
    from seqform.paths.tracing import trace as traced

    if spaces and output is None:
        raise InputError("--spaces: -o FILE expected, .svg, .png or .pdf, for the drawing")
    if output is not None and not spaces:
        if output.suffix in FORMATS:
            raise InputError(
                f"{output}: without --spaces the path is written as JSON; add --spaces to draw it"
            )
        require_answer_name(output)
    require_plots(theme, plot, output if spaces else None)
    if points or spaces:
        refuse("with --points and --spaces, where z0 is exact by either engine", "--engine")
    rule = {
        "early_exit": not no_early_exit,
        "ties": ties,
        "engine": engine,
        "max_pivots": max_pivots,
    }
    if number is not None and known is None:
        raise InputError(
            "--number: of an equilibrium in the file of --from; leave it out without one"
        )
    require_rest(rest)
    start = start or "centroid"
    if known is None and not parse_strategy(start).files:
        refuse("without the file of a profile, of --start or --from", "--rest")
    with progress() as callback:
        loaded = api.load(game, **vars(reading), progress=callback)
        if spaces:
            require_drawable_spaces(loaded)
        path = traced(
            loaded,
            start=with_rest(start, rest),
            equilibrium=None
            if known is None
            else read_known(known, loaded, number=number, rest=rest),
            path_start=cast("Initial", initial),
            formulation=formulation_of(formulation),
            options=SolveOptions(time_limit=time_limit, raw=rule),
            points=points or spaces,
            progress=callback,
        )
    if spaces and output is not None:
        write_spaces(path, output, theme=theme)
    elif output is not None:
        write_path(path, output)
    if plot is not None:
        write_path_plot(path, plot, theme=theme)
    shown.write(lambda: path_data(path), lambda: path.report())
    if not path.complete:
        raise SolveError(
            f"the path was not followed to its end: {path.termination} ({path.raw.status})",
            path.raw,
        )


def _with_note(progress: Callable[[str], None] | None, note: str) -> Callable[[str], None]:
    """Return a function for messages that prints a note before the first one, which comes when a search begins."""
    notes = [note]

    def report(message: str) -> None:
        while notes:
            print_message(notes.pop())
        if progress is not None:
            progress(message)

    return report


def equilibria_data(answers: EquilibriumSet) -> dict[str, Any]:
    """Return the equilibria as plain data, after the module's schema."""
    pivots = None
    if len(answers.pivots):
        pivots = {
            "mean": float(answers.pivots.mean()),
            "least": int(answers.pivots.min()),
            "most": int(answers.pivots.max()),
        }
    return {
        "schema": SCHEMA,
        "game": game_data(answers.game),
        **attributes(answers, "starts", "stopped", "closed", "distributions", "index_sum"),
        "checks": list(answers.checks),
        **attributes(answers, "marked", "marks_stopped"),
        "pivots": pivots,
        "seconds": answers.seconds,
        "equilibria": [_found_data(answers.game, equilibrium) for equilibrium in answers],
    }


def _found_data(game: ExtensiveGame, equilibrium: FoundEquilibrium) -> dict[str, Any]:
    witness = None
    if equilibrium.witness is not None:
        witness = profile_data(game, equilibrium.witness)
    return {
        **_proved(game, equilibrium),
        "witness": witness,
        **attributes(equilibrium, "index", "nondegenerate", "distribution", "starts"),
        **bases_data(equilibrium.bases),
    }


def all_equilibria_data(answers: AllEquilibria) -> dict[str, Any]:
    """Return all equilibria as plain data, after the module's schema."""
    return {
        "schema": SCHEMA,
        "game": game_data(answers.game),
        "complete": answers.finished,
        **attributes(answers, "examined", "unfinished", "stopped", "seconds"),
        "checks": list(answers.checks),
        **attributes(answers, "marked", "marks_stopped"),
        "lacking": [
            attributes(lacking, "component", "check", "reason") for lacking in answers.lacking
        ],
        "remarks": list(answers.remarks),
        "plans": [[plan_data(plan) for plan in plans] for plans in answers.plans],
        "equilibria": [
            {
                **_proved(answers.game, equilibrium),
                "plans": list(equilibrium.numbers),
                **attributes(equilibrium, "subsets", "distribution"),
                "objections": dict(equilibrium.objections),
            }
            for equilibrium in answers
        ],
        "outcomes": [
            {
                "distribution": outcome.distribution,
                "equilibria": outcome.equilibria,
                "values": numbers_data(outcome.values),
                "checks": {check: dict(tally) for check, tally in outcome.verdicts.items()},
            }
            for outcome in answers.outcomes
        ],
        "subsets": [
            {"plans": list(map(list, subset.plans)), "component": subset.component}
            for subset in answers.subsets
        ],
    }


def _proved(
    game: ExtensiveGame, equilibrium: FoundEquilibrium | ExtremeEquilibrium
) -> dict[str, Any]:
    players = profile_data(game, equilibrium.profile)
    for player, value in zip(players, equilibrium.values, strict=True):
        player["value"] = number_data(value)
    return {
        "players": players,
        "values": numbers_data(equilibrium.certificate.values),
        "certificate": certificate_data(equilibrium.certificate),
    }
