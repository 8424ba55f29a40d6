"""The command that compares the strategies of different concepts, and its results as plain data.

The schema of the data, version 1: ``game``; ``names``; ``reference``, the name of the profile that blundering opponents
otherwise follow; ``profiles``, by name, as in a profile's JSON; and ``players``, one object each with

- ``player``, ``name``
- ``guaranteed``, ``uniform``: one number for each name
- ``blundering``: a list of ``probability`` and ``earned``, one number for each name
- ``differences``: a list of ``label``, ``actions``, ``probabilities`` and ``allowed`` by name
- ``blunders``: a list of ``label``, ``action``, ``worth`` and ``gains`` by name, null where a strategy never leads to
  the set
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any

from seqform.analysis.comparison import (
    COMPARED,
    DEFAULT_BLUNDER,
    PlayerComparison,
    StrategyComparison,
    profiles_to_compare,
)
from seqform.analysis.comparison import compare as compared
from seqform.backends.protocol import SolveOptions
from seqform.builders.games.rules import MAX_NODES
from seqform.cli.common import (
    Format,
    Game,
    Json,
    MaxNodes,
    Normalize,
    TimeLimit,
    fraction_of,
    output_format,
    progress,
    write_result,
)
from seqform.cli.concept_options import player_of, player_option
from seqform.cli.parameters import CommandOption
from seqform.errors import OptionError, unknown
from seqform.io.json_values import numbers_data
from seqform.io.load import load
from seqform.io.profiles import game_data, profile_data
from seqform.models.numbers.text import write_rational
from seqform.solving.concepts import equilibrium_concepts


def compare(
    game: Game,
    concept: Annotated[
        list[str] | None,
        CommandOption(
            metavar="|".join(equilibrium_concepts()),
            names="concepts",
            help="An equilibrium to compare; repeatable, the last one is the reference. "
            f"Default: {', '.join(COMPARED)}.",
        ),
    ] = None,
    player: Annotated[str | None, player_option("Compare only this player's strategies.")] = None,
    blunder: Annotated[
        list[str] | None,
        CommandOption(
            metavar="DELTA",
            help="How likely the opponent blunders at every information set, such as 1/100; repeatable. "
            f"Default: {DEFAULT_BLUNDER}.",
        ),
    ] = None,
    json: Json = False,
    format: Format = None,
    everything: Annotated[bool, CommandOption("--all", help="Show every difference and every blunder.")] = False,
    time_limit: TimeLimit = None,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Compare equilibrium strategies: differences, payoffs, and the value of the opponent's blunders to each."""
    form = output_format(format, json, everything)
    shares = [_probability(text) for text in blunder] if blunder else [DEFAULT_BLUNDER]
    concepts = concept or COMPARED
    known = equilibrium_concepts()
    for name in concepts:
        if name not in known:
            raise OptionError(unknown("unknown concept", name, known))
    if len(set(concepts)) < len(concepts):
        raise OptionError("--concept: one comes twice; name each once")
    chosen = player_of(player)
    with progress() as callback:
        tree = load(game, normalize=normalize, max_nodes=max_nodes, progress=callback)
        profiles = profiles_to_compare(
            tree, concepts=concepts, options=SolveOptions(time_limit=time_limit), progress=callback
        )
        found = compared(tree, profiles, players=(0, 1) if chosen is None else (chosen,), blunders=shares)
    write_result(form, lambda: comparison_data(found), lambda: found.report(everything=everything))


def _probability(text: str) -> Fraction:
    share = fraction_of(text, "--blunder", "1/10")
    if not 0 <= share <= 1:
        raise OptionError(f"--blunder {text}: a fraction from 0 to 1 expected, such as 1/10")
    return share


SCHEMA = 1


def comparison_data(comparison: StrategyComparison) -> dict[str, Any]:
    """Return a comparison as plain data, after the module's schema."""
    game = comparison.game
    return {
        "schema": SCHEMA,
        "game": game_data(game),
        "names": list(comparison.names),
        "reference": comparison.reference,
        "profiles": {name: profile_data(game, profile) for name, profile in comparison.profiles.items()},
        "players": [_player_data(comparison, part) for part in comparison.players],
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
