"""The commands that compare the strategies of different concepts, and print the value of a game over a parameter.

The schema of a comparison, version 1: ``game``; ``names``; ``reference``, the name of the profile that blundering
opponents otherwise follow; ``profiles``, by name, as in a profile's JSON; ``seconds`` of the solvers alone, by name;
and ``players``, one object each with

- ``player``, ``name``
- ``guaranteed``, ``uniform``: one number for each name
- ``blundering``: a list of ``probability`` and ``earned``, one number for each name
- ``differences``: a list of ``label``, ``actions``, ``probabilities`` and ``allowed`` by name
- ``blunders``: a list of ``label``, ``action``, ``worth`` and ``gains`` by name, null where a strategy never leads to
  the set

That of best answers: ``game``; ``objective``; and ``answers``, one object each with ``concept``; ``leader``, a name or
null; ``values`` and their ``sum``; ``claim``, whether it is proven; and ``optimal``, whether a better one is excluded.
That of a value over a parameter: ``game``, ``parameter`` and ``pieces``: each has its ``start`` and ``end``, a
fraction, or ``polynomial`` with ``low`` and ``high``, of an algebraic number; the coefficients of ``numerator`` and
``denominator``, the constants first; and ``strategies``, with the numerators and denominators of both players' actions.
That of the equilibria of a general-sum game over a parameter: ``game``, ``parameter``, ``found``, what there is at each
number; ``stopped``; ``samples``: each has its ``number``, a ``note``, and ``components``, with ``branch``, the place
from 1 on; ``values``, the least and the largest of each player; ``behavior`` of each player, with the least and the
largest probability of every action; and ``players``, one of its equilibria as in a profile's JSON, or of devices
``mixture``, as in a device's; ``changes``, with ``low``, ``high``, ``at`` and ``thresholds`` as in `Change`;
``formulas``, in the order of the branches, with ``branch``, ``start`` and ``end`` as above, ``ends``, ``values``, and
``players``, the probabilities of actions; the ``thresholds`` of all of them; ``without_formulas``, the reason; and of
--check the ``checks``, ``marks_stopped``, ``marks`` of each component, by claim with ``status`` and ``reason``, and
``claims``: ``branch``, ``check``, ``status``, ``reason`` and the ``numbers``, consecutive ones with the same mark.
That of derivatives has ``game``, ``value``, and ``payoffs`` and ``chances`` with the attributes of `Slope`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

from seqform.analysis.comparison import (
    COMPARED,
    DEFAULT_BLUNDER,
    PlayerComparison,
    StrategyComparison,
    answers_to_compare,
)
from seqform.analysis.comparison import compare as compared
from seqform.analysis.families import has_interval, has_value
from seqform.analysis.sensitivity import Sensitivity, sensitivity
from seqform.analysis.value_function import (
    StrategyPiece,
    ValueFunction,
    ValuePiece,
    value_function,
)
from seqform.backends.protocol import SolveOptions
from seqform.cli.common import (
    Game,
    Reading,
    ResultOutput,
    ThemeName,
    TimeLimit,
    fraction_of,
    progress,
    require_plots,
)
from seqform.cli.concept_options import PlayerName, player_of
from seqform.cli.file_use import FileUse, OutputFile, Role, files_of_game
from seqform.cli.parameters import ParameterNote, filled, refuse
from seqform.errors import OptionError, SolveError, unknown_concept
from seqform.io.devices import mixture_data
from seqform.io.figures import FORMATS
from seqform.io.json_values import number_data, numbers_data
from seqform.io.load import load
from seqform.io.profiles import game_data, profile_data
from seqform.models.numbers.algebraic import AlgebraicNumber, Polynomial, RationalFunction
from seqform.models.numbers.text import counted, write_rational
from seqform.models.strategies.correlation import PairMixture
from seqform.paths.branch_marks import MarkRun
from seqform.paths.concept_comparison import COMPARED_BY_VALUES, compare_concepts
from seqform.paths.correspondence import EquilibriumCorrespondence, SampledComponent
from seqform.paths.correspondence_sampling import POINTS, equilibrium_correspondence
from seqform.solving.concepts import Nash, equilibrium_concepts
from seqform.system import watch
from seqform.system.sources import Source

CONCEPTS = equilibrium_concepts()


@filled(concepts=CONCEPTS, compared=COMPARED, blunder=DEFAULT_BLUNDER, valued=COMPARED_BY_VALUES)
def compare(
    game: Game,
    *,
    concept: Annotated[list[str] | None, ParameterNote(names="concepts")] = None,
    objective: str | None = None,
    player: PlayerName = None,
    blunder: list[str] | None = None,
    shown: ResultOutput,
    everything: bool = False,
    time_limit: TimeLimit = None,
    reading: Reading,
) -> None:
    """Compare equilibrium strategies: differences, payoffs, and the value of the opponent's blunders to each.

    - `concept` ({concepts}): An equilibrium to compare; repeatable, the last one is the reference. Default: {compared}.
    - `objective` (NAME): Compare the best answers instead, exactly, in one table: values, their sum, claims and proofs
      of optimality. The concepts are {valued}, by default all. By social, best-for-1, best-for-2 or weights(A,B), with
      least- in front for the worst; of a commitment the best for each leader.
    - `player`: Compare only this player's strategies.
    - `blunder` (DELTA): How likely the opponent blunders at every information set, such as 1/100; repeatable. Default:
      {blunder}.
    - `everything` (--all): Show every difference and every blunder.
    """
    options = SolveOptions(time_limit=time_limit)
    if objective is not None:
        refuse("with --objective", "--player", "--blunder", "--all")
        with progress() as callback:
            best = compare_concepts(
                load(game, **vars(reading), progress=callback),
                objective,
                concepts=tuple(dict.fromkeys(concept or COMPARED_BY_VALUES)),
                options=options,
                progress=callback,
            )
        with watch.partial("writing"), watch.finishing("writing the answers"):
            shown.write(best.as_dict, best.report)
        if best.stopped:
            raise KeyboardInterrupt
        return
    shares = [_probability(text) for text in blunder] if blunder else [DEFAULT_BLUNDER]
    concepts = concept or COMPARED
    for name in concepts:
        if name not in CONCEPTS:
            raise OptionError(unknown_concept(name, CONCEPTS))
    if len(set(concepts)) < len(concepts):
        raise OptionError("--concept: one comes twice; name each once")
    chosen = player_of(player)
    with progress() as callback:
        tree = load(game, **vars(reading), progress=callback)
        profiles = answers_to_compare(tree, concepts=concepts, options=options, progress=callback)
        players = (0, 1) if chosen is None else (chosen,)
        comparison = compared(tree, profiles, players=players, blunders=shares)
    shown.write(
        lambda: comparison_data(comparison), lambda: comparison.report(everything=everything)
    )


def _probability(text: str) -> Fraction:
    return fraction_of(text, "--blunder", "a number from 0 to 1", lambda share: 0 <= share <= 1)


SCHEMA = 1


def comparison_data(comparison: StrategyComparison) -> dict[str, Any]:
    """Return a comparison as plain data, after the module's schema."""
    game = comparison.game
    return {
        "schema": SCHEMA,
        "game": game_data(game),
        "names": list(comparison.names),
        "reference": comparison.reference,
        "profiles": {
            name: profile_data(game, profile) for name, profile in comparison.profiles.items()
        },
        "players": [_player_data(comparison, part) for part in comparison.players],
        "seconds": dict(comparison.seconds),
    }


def _player_data(comparison: StrategyComparison, part: PlayerComparison) -> dict[str, Any]:
    def by_name(values: Iterable[Any]) -> dict[str, Any]:
        return dict(zip(comparison.names, values, strict=True))

    def numbers(values: Iterable[Any]) -> dict[str, Any]:
        return by_name(numbers_data(values))

    return {
        "player": part.player + 1,
        "name": comparison.game.players[part.player],
        "guaranteed": numbers(part.guaranteed),
        "uniform": numbers(part.uniform),
        "blundering": [
            {"probability": write_rational(share), "earned": numbers(earned)}
            for share, earned in part.blundering.items()
        ],
        "differences": [
            {
                "label": difference.infoset,
                "actions": list(difference.actions),
                "probabilities": by_name(map(numbers_data, difference.probabilities)),
                "allowed": by_name(difference.allowed),
            }
            for difference in part.blunders.differences
        ],
        "blunders": [
            {
                "label": blunder.infoset,
                "action": blunder.action,
                "worth": numbers(blunder.worth),
                "gains": numbers(blunder.gains),
            }
            for blunder in part.blunders.blunders
        ],
    }


@filled(formats=FORMATS, points=POINTS)
def vary(
    game: Game,
    other: Annotated[
        Source | None, ParameterNote(names="games"), FileUse(Role.READ, files_of_game)
    ] = None,
    *,
    output: OutputFile = None,
    concept: Annotated[str | None, ParameterNote(names="concepts")] = None,
    starts: int | None = None,
    points: int | None = None,
    precision: str | None = None,
    check: str | None = None,
    infoset: list[str] | None = None,
    everything: bool = False,
    theme: ThemeName = "light",
    shown: ResultOutput,
    time_limit: TimeLimit = None,
) -> None:
    """Print the value of a game as an exact formula of a parameter, or its equilibria at many numbers of it.

    Of two games on one tree, payoffs and chance probabilities go linearly from the first at t = 0 to the second at
    t = 1. Of a constant-sum game each formula is proved on its whole interval. The equilibria of other games, and of
    all with --concept, are sampled: exact at each number, denser where they change, and followed from number to number.
    Of a game alone, without an interval, print the derivatives of its value by every payoff and every probability of
    chance.

    - `other`: A second game on the same tree, at t = 1.
    - `output` (--output, -o): The plot to write: {formats}; the strategies under it.
    - `concept`: Sample: nash for all Nash equilibria, else the one that solve computes.
    - `starts`: Sample the Nash equilibria at the ends of so many Lemke paths instead of all: larger games.
    - `points`: Numbers to sample at first, evenly spaced. Default: {points}.
    - `precision` (WIDTH): Halve gaps in which the equilibria change down to this width. Default: a 1,024th of the
      interval.
    - `check` (CLAIM,...): Sample all Nash equilibria, and mark those at each number with claims: sequential, proper and
      others, as of 'check'; the numbers at which they hold are listed by branch.
    - `infoset` (SET): In the plot of equilibria, all probabilities at this information set; repeatable. Default: of
      both players those that vary most.
    - `everything` (--all): Show the formulas of all probabilities, or the strategies of all branches.
    """
    require_plots(theme, output)
    if output is None:
        refuse("without --output", "--infoset")
    watch.phase("solving")
    with progress() as callback:
        if other is None and not has_interval(game):
            refuse(
                "without an interval, such as 'kuhn(bet=0..4)', or a second game",
                "--output",
                "--concept",
                "--starts",
                "--points",
                "--precision",
                "--check",
            )
            slopes = sensitivity(game, time_limit=time_limit, progress=callback)
            shown.write(
                lambda: sensitivity_data(slopes), lambda: slopes.report(everything=everything)
            )
            return
        ends: tuple[Any, Any] = (game, other)
        if other is not None:  # each is read once, as standard input has to be
            ends = (load(game, progress=callback), load(other, progress=callback))
        is_sampled = any(
            option is not None for option in (concept, starts, points, precision, check)
        )
        if is_sampled or not has_value(*ends):
            answer = equilibrium_correspondence(
                *ends,
                concept=concept or Nash.name,
                starts=starts,
                points=POINTS if points is None else points,
                precision=precision,
                check=check.split(",") if check is not None else (),
                time_limit=time_limit,
                progress=callback,
            )
            _show_correspondence(answer, output, shown, theme, everything, infoset or [])
            return
        refuse(
            "of the value of a constant-sum game; --concept nash samples its equilibria",
            "--infoset",
        )
        function = value_function(*ends, time_limit=time_limit, progress=callback)
    if output is not None:
        function.plot(output, theme=theme)
    shown.write(
        lambda: value_function_data(function), lambda: function.report(everything=everything)
    )


def _show_correspondence(
    answer: EquilibriumCorrespondence,
    output: Path | None,
    shown: ResultOutput,
    theme: str,
    everything: bool,
    infosets: list[str],
) -> None:
    """Write the equilibria over a parameter, and end as a search does that was cut short."""
    if output is not None:
        answer.plot(output, theme=theme, infosets=infosets)
    shown.write(lambda: correspondence_data(answer), lambda: answer.report(everything=everything))
    if answer.stopped == "interrupted":
        raise KeyboardInterrupt
    if answer.stopped:
        numbers = counted(len(answer.samples), "number")
        raise SolveError(f"stopped at the {answer.stopped} after {numbers}; those are above")
    if answer.marks_stopped:
        raise SolveError(
            f"stopped at the {answer.marks_stopped} before all claims were examined; the equilibria are above"
        )


def sensitivity_data(slopes: Sensitivity) -> dict[str, Any]:
    """Return the derivatives of a value as plain data, after the module's schema."""
    return {
        "schema": SCHEMA,
        "game": slopes.game.title,
        "value": number_data(slopes.value),
        "payoffs": list(map(asdict, slopes.payoffs)),
        "chances": list(map(asdict, slopes.chances)),
    }


def value_function_data(function: ValueFunction) -> dict[str, Any]:
    """Return a value as a function as plain data, after the module's schema."""
    pieces = []
    for piece in function.pieces:
        strategies = [_strategies(part) for part in piece.strategies]
        pieces.append({**_ends(piece), **_quotient(piece.value), "strategies": strategies})
    return {"schema": SCHEMA, "game": function.title, "parameter": function.name, "pieces": pieces}


def correspondence_data(answer: EquilibriumCorrespondence) -> dict[str, Any]:
    """Return the equilibria over a parameter as plain data, after the module's schema."""
    samples: list[dict[str, Any]] = []
    for place, sample in enumerate(answer.samples):
        components = []
        for number, branch in enumerate(answer.branches, start=1):
            if branch.first <= place <= branch.last:
                component = branch.components[place - branch.first]
                components.append({"branch": number, **_component_data(component)})
        samples.append(
            {"number": number_data(sample.place), "components": components, "note": sample.note}
        )
    changes = []
    for change in answer.changes:
        numbers = {"low": change.low, "high": change.high, "at": change.at}
        data = {name: number_data(value) for name, value in numbers.items()}
        changes.append({**data, "thresholds": list(map(_number, change.thresholds))})
    formulas = []
    for number, branch in enumerate(answer.branches, start=1):
        for formula in branch.formulas:
            values = list(map(_quotient, formula.values))
            proved = {"ends": list(formula.ends), "values": values}
            formulas.append({"branch": number, **proved, **_strategies(formula)})
    return {
        "schema": SCHEMA,
        "game": answer.title,
        "parameter": answer.name,
        "found": answer.found,
        "stopped": answer.stopped,
        "samples": samples,
        "changes": changes,
        "formulas": formulas,
        "thresholds": list(map(_number, answer.thresholds)),
        "without_formulas": answer.without_formulas,
        "checks": list(answer.checks),
        "marks_stopped": answer.marks_stopped,
        "claims": [_run_data(run) for run in answer.mark_runs],
    }


def _run_data(run: MarkRun) -> dict[str, Any]:
    """Return consecutive numbers with the same mark as plain data."""
    return {
        "branch": run.branch + 1,
        "check": run.check,
        **asdict(run.mark),
        "numbers": numbers_data(run.numbers),
    }


def _component_data(component: SampledComponent) -> dict[str, Any]:
    behaviors = []
    for behavior in component.behavior:
        infosets = {}
        for infoset, actions in behavior.items():
            infosets[infoset] = {action: numbers_data(share) for action, share in actions.items()}
        behaviors.append(infosets)
    data = {"values": list(map(numbers_data, component.values)), "behavior": behaviors}
    if component.marks:
        data["marks"] = {check: asdict(mark) for check, mark in component.marks.items()}
    if isinstance(component.strategies, PairMixture):
        return {**data, "mixture": mixture_data(component.strategies)}
    game = component.strategies.game
    assert game is not None  # profiles of answers are bound to theirs
    return {**data, "players": profile_data(game, component.strategies)}


def _strategies(part: StrategyPiece) -> dict[str, Any]:
    players = []
    for player in (0, 1):
        behavior = {}
        for name, actions in part.behavior(player).items():
            behavior[name] = {action: _quotient(share) for action, share in actions.items()}
        players.append(behavior)
    return {**_ends(part), "players": players}


def _ends(piece: ValuePiece | StrategyPiece) -> dict[str, Any]:
    return {"start": _number(piece.start), "end": _number(piece.end)}


def _number(number: AlgebraicNumber) -> Any:
    if number.rational is not None:
        return number_data(number.rational)
    ends = {"low": number_data(number.low), "high": number_data(number.high)}
    return {"polynomial": _coefficients(number.polynomial), **ends}


def _quotient(function: RationalFunction) -> dict[str, list[str]]:
    return {
        "numerator": _coefficients(function.above),
        "denominator": _coefficients(function.below),
    }


def _coefficients(function: Polynomial) -> list[str]:
    return [str(number) for number in function.coeffs()]
