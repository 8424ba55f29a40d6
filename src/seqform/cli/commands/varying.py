"""The command that prints the value of a game as a formula of a parameter.

The data has the ``schema``, version 1, ``game``, ``parameter`` and ``pieces``: each has its ``start`` and ``end``, a
fraction, or ``polynomial`` with ``low`` and ``high``, of an algebraic number; the coefficients of ``numerator`` and
``denominator``, the constants first; and ``strategies``, with the numerators and denominators of both players' actions.
That of derivatives has ``game``, ``value``, and ``payoffs`` and ``chances`` with the attributes of `Slope`.
"""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

from seqform.analysis.sensitivity import Sensitivity, Slope, sensitivity
from seqform.analysis.value_function import StrategyPiece, ValueFunction, ValuePiece, has_interval, value_function
from seqform.cli.common import Format, Game, Json, ThemeName, TimeLimit, output_format, progress, refuse, write_result
from seqform.cli.file_use import OUTPUT, FileUse, Role, files_of_game
from seqform.cli.parameters import CommandArgument, CommandOption
from seqform.io.figures import FORMATS, require_plottable
from seqform.io.json_values import number_data
from seqform.models.numbers.algebraic import AlgebraicNumber, Polynomial, RationalFunction
from seqform.system import watch

SCHEMA = 1


def vary(
    game: Game,
    other: Annotated[
        str | None,
        CommandArgument(metavar="OTHER", help="A second game on the same tree, at t = 1.", names="games"),
        FileUse(Role.READ, files_of_game),
    ] = None,
    output: Annotated[
        Path | None,
        CommandOption("--output", "-o", help=f"The plot to write: {', '.join(FORMATS)}; the strategies under it."),
        OUTPUT,
    ] = None,
    everything: Annotated[bool, CommandOption("--all", help="Show the formulas of all probabilities.")] = False,
    theme: ThemeName = "light",
    format: Format = None,
    json: Json = False,
    time_limit: TimeLimit = None,
) -> None:
    """Print the value of a game as an exact formula of a parameter, with both players' strategies.

    Of two games on one tree, payoffs and chance probabilities go linearly from the first at t = 0 to the second at
    t = 1. Each formula is proved on its whole interval. Of a game alone, without an interval, print the derivatives of
    its value by every payoff and every probability of chance.
    """
    form = output_format(format, json, everything)
    require_plottable(output, theme)
    watch.phase("solving")
    with progress() as callback:
        if other is None and not has_interval(game):
            refuse("without an interval, such as 'kuhn(bet=0..4)', or a second game", {"--output": output})
            slopes = sensitivity(game, time_limit=time_limit, progress=callback)
            write_result(form, lambda: sensitivity_data(slopes), lambda: slopes.report(everything=everything))
            return
        found = value_function(game, other, time_limit=time_limit, progress=callback)
    if output is not None:
        found.plot(output, theme=theme)
    write_result(form, lambda: value_function_data(found), lambda: found.report(everything=everything))


def sensitivity_data(found: Sensitivity) -> dict[str, Any]:
    """Return the derivatives of a value as plain data, after the module's schema."""
    parts = {name: [_slope(one) for one in getattr(found, name)] for name in ("payoffs", "chances")}
    return {"schema": SCHEMA, "game": found.game.title, "value": number_data(found.value), **parts}


def _slope(slope: Slope) -> dict[str, Any]:
    return {key: number_data(one) if isinstance(one, Fraction) else one for key, one in asdict(slope).items()}


def value_function_data(found: ValueFunction) -> dict[str, Any]:
    """Return a value as a function as plain data, after the module's schema."""
    pieces = [
        {**_ends(one), **_quotient(one.value), "strategies": [_strategies(part) for part in one.strategies]}
        for one in found.pieces
    ]
    return {"schema": SCHEMA, "game": found.title, "parameter": found.name, "pieces": pieces}


def _strategies(part: StrategyPiece) -> dict[str, Any]:
    players = [
        {
            name: {action: _quotient(share) for action, share in actions.items()}
            for name, actions in part.behavior(player).items()
        }
        for player in (0, 1)
    ]
    return {**_ends(part), "players": players}


def _ends(piece: ValuePiece | StrategyPiece) -> dict[str, Any]:
    return {"start": _number(piece.start), "end": _number(piece.end)}


def _number(number: AlgebraicNumber) -> Any:
    if number.rational is not None:
        return number_data(number.rational)
    ends = {"low": number_data(number.low), "high": number_data(number.high)}
    return {"polynomial": _coefficients(number.polynomial), **ends}


def _quotient(function: RationalFunction) -> dict[str, list[str]]:
    return {"numerator": _coefficients(function.above), "denominator": _coefficients(function.below)}


def _coefficients(function: Polynomial) -> list[str]:
    return [str(number) for number in function.coeffs()]
