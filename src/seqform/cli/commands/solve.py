"""The command that solves a game."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

from seqform.backends import get
from seqform.backends.protocol import SolveOptions
from seqform.builders.steps import ABSTRACTIONS, Abstraction
from seqform.cli.common import (
    SOLVER_OPTIONS,
    Game,
    Reading,
    ResultOutput,
    ThemeName,
    out,
    print_message,
    progress,
    raw_options,
    require_plots,
    with_options,
)
from seqform.cli.concept_options import THRESHOLDS_HELP
from seqform.cli.file_use import OUTPUT, AnswerFile, FileUse, Role, Steps, files_of_code
from seqform.cli.parameters import ParameterNote, filled, refuse
from seqform.errors import CertificationError, ModelError, OptionError, SolveError
from seqform.io.json_values import to_json
from seqform.models.answers.answer import Answer
from seqform.models.answers.equilibrium import Equilibrium, PositionEquilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.text import rounded
from seqform.models.options import Option, options_of
from seqform.models.programs.class_game import ClassSolution
from seqform.models.programs.solutions import Termination
from seqform.models.table import Report, Tabular
from seqform.solving import api
from seqform.solving.concepts import (
    CONCEPTS,
    Nash,
    PerturbedConcept,
    Proper,
    SubgamePerfect,
    concept_of,
)
from seqform.solving.execute import SMALL_GAME, Plan
from seqform.solving.preprocessing import ANYTIME, NO_STEP, PREPROCESSORS, steps_of
from seqform.solving.request import Arguments
from seqform.system import watch
from seqform.system.console import Text
from seqform.system.sources import Source

if TYPE_CHECKING:
    from seqform.analysis.ranges import PayoffSets
    from seqform.models.strategies.assessment import GameFamily
    from seqform.solving.ordered_equilibrium import OrderedEquilibrium

STEPS = "; ".join(f"{name}: {step.summary}" for name, step in PREPROCESSORS.items())
SOLVERS, PRESENTATION = "Options of solvers", "Output"


def _concept_options() -> dict[str, Option]:
    """Return the options of all concepts; where several have one, it is described as by the first of them."""
    options: dict[str, Option] = {}
    for concept in reversed(tuple(CONCEPTS.values())):
        options |= options_of(concept)
    return options


CONCEPT_OPTIONS = _concept_options()


@with_options(
    settings=("Options of concepts", CONCEPT_OPTIONS),
    portable=("Options of solvers", options_of(SolveOptions)),
)
@filled(
    concepts=CONCEPTS,
    small=SMALL_GAME,
    steps=STEPS,
    abstractions=ABSTRACTIONS,
    thresholds=THRESHOLDS_HELP,
    anytime=ANYTIME,
    no_step=NO_STEP,
)
def solve(
    game: Game,
    *,
    concept: Annotated[str, ParameterNote(names="concepts")] = Nash.name,
    backend: Annotated[
        str | None, ParameterNote(names="backends"), FileUse(Role.READ, files_of_code)
    ] = None,
    exact: bool = False,
    doubles: bool = False,
    preprocess: Steps = None,
    settings: Any = None,
    portable: Any = None,
    option: Annotated[list[str] | None, ParameterNote(panel=SOLVERS), SOLVER_OPTIONS] = None,
    checkpoint: Annotated[Path | None, ParameterNote(panel=SOLVERS), OUTPUT] = None,
    verbose: Annotated[bool, ParameterNote(panel=SOLVERS)] = False,
    output: AnswerFile = None,
    dry_run: Annotated[bool, ParameterNote(panel=PRESENTATION)] = False,
    shown: ResultOutput,
    reading: Reading,
    everything: Annotated[bool, ParameterNote(panel=PRESENTATION)] = False,
    sets: Annotated[bool, ParameterNote(panel=PRESENTATION)] = False,
    draw: Annotated[Path | None, ParameterNote(panel=PRESENTATION), OUTPUT] = None,
    family: Annotated[bool, ParameterNote(panel=PRESENTATION)] = False,
    theme: ThemeName = "light",
) -> None:
    """Compute an equilibrium and certify it.

    - `concept` ({concepts}): The equilibrium concept; what is computed is certified, refinements with proof.
    - `backend` (--backend, -b): The solver; see 'seqform backends'; or FILE.py:NAME, your own. Default: highs for
      constant-sum games, lemke for all others and wherever a start or normal-form-perfect is given, cfr for classes of
      signals.
    - `exact`: A rational equilibrium with nash_conv exactly 0; the default of constant-sum games of up to {small:,}
      nodes where no solver is named.
    - `doubles`: The answer of the solver, in doubles; refinements, except with --method numeric, equilibria by
      --weights, and the answers of lemke, of general-sum games and by backward induction are rational in any case.
    - `preprocess`: A step before solving; repeatable. {steps}; for games with ordered signals of any size
      {abstractions} ({thresholds}), or {anytime}, from coarse to fine until --time-limit or until nothing is lost;
      {no_step}; or FILE.py:NAME, a step or information filters of your own. Default: merge-equivalent for linear
      programs.
    - `option`: An option of the solver itself, NAME=VALUE; repeatable.
    - `checkpoint`: Write the state of cfr, pdhg or barrier here at intervals; continue from it if the file exists.
    - `verbose` (--verbose, -v): Show the solver's own log.
    - `output` (--output, -o): Write the answer to this file, for 'seqform check'.
    - `dry_run`: Show the steps with the sizes of the models, the backend and what will be certified; solve nothing.
    - `everything` (--all): Show every information set.
    - `sets`: With subgame-perfect: show the payoffs of all such equilibria from every node on.
    - `draw`: With --objective or --target-payoffs: draw the payoffs of all such equilibria; of a refinement: its family
      over ε; .svg, .png or .pdf.
    - `family`: Show behavior and beliefs as functions of ε, of a refinement.
    """
    require_plots(theme, draw)
    if shown.form == "csv":
        refuse("with --format csv, which is one table; --format json has the sets, too", "--sets")
    if verbose and shown.form != "table":
        flag = "--json" if shown.json else f"--format {shown.form}"
        raise OptionError(
            f"--verbose and {flag} both write to standard output; use --output FILE instead of {flag}"
        )
    options = SolveOptions(
        verbose=verbose, raw=raw_options(option), checkpoint=checkpoint, **portable
    )
    asked = concept_of(concept, settings)
    if exact:
        refuse("with --exact", "--doubles")
    rational: bool | None = None  # by the game
    if exact or doubles:
        rational = exact
    if preprocess == [ANYTIME]:
        refuse(
            f"with {ANYTIME}",
            "--exact",
            "--doubles",
            "--checkpoint",
            "--draw",
            "--normalize",
            "--all",
        )
        if asked != Nash():
            raise OptionError(f"--concept and its options: of no meaning with {ANYTIME}")
        if shown.form not in ("table", "json"):
            raise OptionError(f"--format {shown.form}: of no meaning with {ANYTIME}")
        _walk(game, backend=backend, options=options, output=output, json=shown.form == "json")
        return

    chooses = getattr(asked, "chooses", False)
    if draw is not None and not (chooses or isinstance(asked, PerturbedConcept | Proper)):
        raise OptionError(
            "--draw: only with --objective or --target-payoffs, or of a refinement with a family"
        )
    if sets and not isinstance(asked, SubgamePerfect):
        raise OptionError(f"--sets: only with --concept {SubgamePerfect.name}")
    steps = _steps(preprocess, reading.max_nodes)
    options = api.with_pot_of(game, options)
    try:
        with progress(verbose) as callback:
            # An answer by information sets, as these ask for one, is that of a tree.
            suffix = "" if output is None else output.suffix.lower()
            solver = None if backend is None else get(backend)
            classes_above = api.MOST_RANGE_NODES
            if not api.solves_classes(asked, solver, exact):
                classes_above = reading.max_nodes
            elif suffix == SOLUTION_SUFFIX:
                classes_above = 0
            elif everything or shown.form != "table" or suffix == ".json":
                classes_above = reading.max_nodes
            source = api.game_for(
                game,
                asked,
                steps,
                **vars(reading),
                classes_above=classes_above,
                progress=callback,
            )
            if suffix == SOLUTION_SUFFIX and isinstance(source, ExtensiveGame):
                _require_no_ranges(game, cast("Path", output))
            if everything and not (isinstance(source, ExtensiveGame | PositionGraph) or exact):
                refuse("for a game whose answer has no information sets of a tree", "--all")
            arguments = Arguments(
                backend=backend,
                preprocess=steps,
                exact=rational,
                options=options,
                progress=callback,
            )
            if dry_run:
                shown_only = ("--output", "--draw", "--all", "--sets", "--family", "--verbose")
                refuse("with --dry-run", *shown_only, "--certificate-tolerance")
                planned = api.plan(source, asked, **arguments)
                report = planned.report()
            else:
                answer = api.solve(source, asked, **arguments)
    except (CertificationError, SolveError) as failure:
        if failure.equilibrium is not None:
            _show(failure.equilibrium, output, shown, everything)
        raise
    if dry_run:
        shown.write(lambda: _plan_data(planned), lambda: report)
        return
    payable = None
    if sets and isinstance(asked, SubgamePerfect):
        from seqform.analysis.ranges import payoff_sets

        payable = payoff_sets(source, pure=asked.pure, time_limit=options.time_limit)
    _show(answer, output, shown, everything, payable, family)
    if draw is not None:
        # Only with an objective, or of a refinement.
        assert isinstance(answer, Equilibrium | PositionEquilibrium)
        if chooses:
            _draw_profiles(answer, draw, theme)
        else:
            _family_of(answer).save_chart(draw, theme=theme)


SOLUTION_SUFFIX = ".solution"
"""The ending of files with strategies for classes of signals."""


def _require_no_ranges(game: Source, output: Path) -> None:
    """Raise OptionError for a solution by classes of hands as the output of an answer by information sets."""
    if api.game_by_classes(game, 0) is not None:
        raise OptionError(
            f"-o {output}: a solution has strategies by classes of hands, and this answer is one by information sets "
            "of the tree; add --preprocess lossless, leave out what needs the tree, such as --exact, or take the "
            "ending .json"
        )


def _steps(names: list[str] | None, max_nodes: int) -> tuple[Any, ...] | None:
    """Return preprocessing steps by name; abstractions get the bound on nodes of the command."""
    steps = steps_of(names or None)
    if steps is None:
        return None
    bounded: list[Any] = []
    for step in steps:
        if isinstance(step, Abstraction):
            bounded.append(replace(step, max_nodes=max_nodes))
        else:
            bounded.append(step)
    return tuple(bounded)


def _plan_data(planned: Plan) -> dict[str, Any]:
    """Return a plan as JSON data."""
    steps = [{"step": name, "model": model} for name, model in planned.sizes]
    claim, memory = planned.claim, planned.memory
    return {
        "steps": steps,
        "backend": planned.choice,
        "certified": claim,
        "memory_bytes": memory and round(memory),
    }


def _show(
    answer: Answer,
    output: Path | None,
    shown: ResultOutput,
    everything: bool,
    payable: PayoffSets | None = None,
    family: bool = False,
) -> None:
    """Write and show an answer, or its family."""
    with watch.finishing("writing the answer"):
        if output is not None:
            _save(answer, output)

        parts: list[Tabular] = []
        if family:
            parts.append(_family_of(answer))
        parts.append(answer)
        more = {}
        if payable is not None:
            parts.append(payable)
            more["payoff_sets"] = payoff_sets_data(payable)

        def report() -> Report:
            return sum((part.report(everything=everything) for part in parts), Report([]))

        shown.write(lambda: answer.as_dict() | more, report)


def _save(answer: Answer, output: Path) -> None:
    """Write an answer to a file, with a message if rounding changes its strategies."""
    answer.save(output)
    if answer.file_remark:
        print_message(f"{output}: {answer.file_remark}")


def _family_of(answer: Any) -> GameFamily:
    """Return the family of an answer, or raise an error."""
    family: GameFamily | None = getattr(answer, "family", None)
    if family is None:
        names = ", ".join(
            name for name, concept in CONCEPTS.items() if concept.kind == "perturbation"
        )
        raise OptionError(
            f"--family, --draw: this answer comes without a family in ε, which the concepts {names} have"
        )
    return family


def payoff_sets_data(payable: PayoffSets) -> list[dict[str, Any]]:
    """Return the sets of all nodes, as ``profile_set`` in `seqform.io.equilibria`, with the moves that lead there."""
    from seqform.io.equilibria import profile_set_data

    data = []
    for node, payoffs in payable.items():
        data.append({"node": node, "path": payable.path(node), **profile_set_data(payoffs)})
    return data


def _draw_profiles(equilibrium: Equilibrium | PositionEquilibrium, path: Path, theme: str) -> None:
    from seqform.experiments.report.curves import write_profile_set_plot
    from seqform.models.strategies.profile_set import UtilityProfileSet

    certificate = None
    if isinstance(equilibrium, Equilibrium):
        game: Any = equilibrium.game
        certificate = equilibrium.certificate
    else:
        game = equilibrium.strategy.graph
    if not isinstance(equilibrium.profiles, UtilityProfileSet):
        reason = (
            "of two players"
            if len(game.players) != 2
            else "not known; with chance, of small trees only"
        )
        raise ModelError(f"--draw {path}: the payoffs that are drawn are {reason}")
    first, second = (Fraction(value) for value in equilibrium.values)
    try:
        write_profile_set_plot(
            equilibrium.profiles,
            path,
            title=game.title,
            chosen=(first, second),
            players=game.players,
            certificate=certificate,
            theme=theme,
        )
    except ModelError as error:
        raise ModelError(f"--draw {path}: {error}") from None


HEADINGS = (
    "step",
    "classes by rounds",
    "rows",
    "its nash_conv",
    "in the game",
    "value",
    "solved, s",
    "in all, s",
)
LINE = "{:<15}{:>27}{:>12}{:>14}{:>12}{:>12}{:>10}{:>10}"


def _walk(
    game: Source, *, backend: str | None, options: SolveOptions, output: Path | None, json: bool
) -> None:
    """Show each step as soon as it is certified, and keep the best strategies so far in a file.

    A SolveError means that the time was up before the last step; the steps before have then been written and shown.
    """
    from seqform.solving.api import solve_anytime

    start = time.perf_counter()
    best = float("inf")
    steps: list[dict[str, Any]] = []
    last: OrderedEquilibrium | None = None
    show: Callable[[str], None] | None = None

    def pass_on(text: str) -> None:
        """Show a message, by the function of the present step."""
        if show is not None:
            show(text)

    answers = solve_anytime(game, backend=backend, options=options, progress=pass_on)
    try:
        while True:
            with progress(
                options.verbose
            ) as show:  # between the steps, and not while they are printed
                equilibrium = next(answers, None)
            if equilibrium is None:
                break
            last = equilibrium
            watch.phase("merging signals", cut=not json)  # JSON is written at the end
            if not (steps or json):
                out.print(Text(LINE.format(*HEADINGS), style="bold"), soft_wrap=True)
            seconds = time.perf_counter() - start
            steps.append({**equilibrium.as_dict(), "elapsed": seconds})
            if not json:
                out.print(Text(LINE.format(*_cells(equilibrium, seconds))), soft_wrap=True)
            if equilibrium.certificate.nash_conv < best:
                best = float(equilibrium.certificate.nash_conv)
                if output is not None:
                    _save(equilibrium, output)
    finally:
        if json and steps:
            sys.stdout.write(to_json({"steps": steps}))
    if last is None:
        raise SolveError("stopped before the first abstraction: time limit reached")
    if last.raw.termination is not Termination.SOLVED:
        raise SolveError(
            f"stopped early ({last.raw.status}); the steps are as good as shown", last.raw
        )
    if last.abstraction.violation is not None:  # the last step was to lose nothing
        raise SolveError(
            "stopped early (time limit reached); the steps are as good as shown", last.raw
        )


def _cells(equilibrium: OrderedEquilibrium, seconds: float) -> tuple[str, ...]:
    rows, _ = equilibrium.abstraction.classes.program_shape
    own_nash_conv = ""
    if isinstance(equilibrium.raw, ClassSolution):
        own_nash_conv = f"{equilibrium.raw.nash_conv:.3g}"
    return (
        equilibrium.abstraction.kind,
        " / ".join(equilibrium.abstraction.class_counts),
        f"{rows:,}",
        own_nash_conv,
        rounded(equilibrium.certificate.nash_conv, 4),
        rounded(equilibrium.certificate.values[0], 5),
        f"{equilibrium.seconds['solve']:.1f}",
        f"{seconds:.1f}",
    )
