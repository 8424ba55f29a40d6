"""Options of several commands about concepts and abstractions: players, starts, constraints, formulations."""

from __future__ import annotations

from typing import Annotated, cast

from seqform.builders.steps import THRESHOLD
from seqform.cli.common import read_option
from seqform.cli.parameters import ParameterNote
from seqform.errors import OptionError
from seqform.models.options import argument, options_of
from seqform.models.strategies.constraints import Constraint, read_constraints
from seqform.solving.concepts import Formulation, Nash

_FORMULATION, _PLAYER = (options_of(Nash)[name] for name in ("formulation", "player"))
FormulationName = Annotated[
    str, ParameterNote("--formulation", metavar=_FORMULATION.metavar, help=_FORMULATION.help)
]
Constraints = Annotated[
    list[str] | None,
    ParameterNote(
        "--constraint",
        help="A linear constraint on a strategy, as of 'solve': of the program or claim; repeatable.",
    ),
]
PlayerName = Annotated[str | None, ParameterNote(metavar=_PLAYER.metavar)]
THRESHOLDS_HELP = (
    f"T is one number for all rounds, or one for each: {THRESHOLD}=0.01,0.05,0.1; 0 merges what GameShrink finds "
    "isomorphic, 1 everything"
)


def player_of(text: str | None, option: str = "player") -> int | str | None:
    """Return the player that --player or another option names, 1 for the first, as functions take it."""
    return None if text is None else read_option(option, _PLAYER, text)


def constraints_of(texts: list[str] | None) -> tuple[Constraint, ...]:
    """Return the constraints that --constraint gives."""
    return argument("--constraint", read_constraints, texts or (), OptionError)  # type: ignore[no-any-return]


def formulation_of(name: str) -> Formulation:
    """Return the formulation that --formulation names."""
    return cast("Formulation", read_option("formulation", _FORMULATION, name))
