"""Whether an equilibrium is normal-form perfect, and what dominates what, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from seqform.models.exact import Ints
from seqform.models.game import ExtensiveGame
from seqform.models.number_text import short
from seqform.models.perfection import NormalFormPerfection, Undominated
from seqform.models.strategies import BehaviorStrategy
from seqform.report.console import Group, RenderableType, Table, Text
from seqform.report.profile_json import number_data, profile_data


def perfection_report(game: ExtensiveGame, perfection: NormalFormPerfection) -> RenderableType:
    """Return what dominates a player's strategy, where one is dominated."""
    return Group(Text("decided by two exact linear programs", style="dim"), *_dominated(game, perfection))


def witness_report(conditions: Mapping[str, bool]) -> RenderableType:
    """Return the conditions that a witness has to meet, and whether it does."""
    lines = [f"{what}: {'yes' if holds else 'no'}" for what, holds in conditions.items()]
    return Group(*map(Text, lines), Text("decided by the witness, without a linear program", style="dim"))


def perfection_data(game: ExtensiveGame, perfection: NormalFormPerfection) -> list[dict[str, Any]]:
    """Return the verdicts as plain data.

    Returns
    -------
    list of two dict
        For each player ``holds``; ``gains``, the least and the most that the dominating strategy earns above the
        player's; and ``dominating``, its ``information_sets`` as in a profile's JSON, null if there is none.
    """
    return [
        {
            "holds": verdict.holds,
            "gains": [number_data(gain) for gain in verdict.gains],
            "dominating": None
            if verdict.dominating is None
            else profile_data(game, perfection.undominated_profile)[player]["information_sets"],
        }
        for player, verdict in enumerate(perfection.players)
    ]


def _dominated(game: ExtensiveGame, perfection: NormalFormPerfection) -> Iterator[RenderableType]:
    for player, verdict in enumerate(perfection.players):
        if verdict.dominating is not None:
            yield Text(str(verdict))
            yield _comparison(game, player, verdict, verdict.dominating)


def _comparison(game: ExtensiveGame, player: int, verdict: Undominated, dominating: BehaviorStrategy) -> RenderableType:
    """Return both strategies where they differ, at sets that one of them allows to be reached."""
    table = Table(title=game.players[player])
    for column in ("information set", "dominated", "by"):
        table.add_column(column)
    for row in _differing_sets(verdict.strategy, dominating):
        table.add_row(
            Text(dominating.index.infoset_names[row]),
            Text(_behavior(verdict.strategy, row)),
            Text(_behavior(dominating, row)),
        )
    return table


def _differing_sets(strategy: BehaviorStrategy, other: BehaviorStrategy) -> Iterator[int]:
    allowed = _allowed_sets(strategy) | _allowed_sets(other)
    differ = np.asarray(strategy.probabilities != other.probabilities, dtype=bool)
    different = set(strategy.index.infoset_of[differ].tolist())
    return (row for row in strategy.index.order.tolist() if row in different and row in allowed)


def _allowed_sets(strategy: BehaviorStrategy) -> set[int]:
    weights = strategy.plan.weights
    positive = [bool(weights[int(sequence)] > 0) for sequence in strategy.index.parent_sequence]
    sets: Ints = np.flatnonzero(positive)
    return set(sets.tolist())


def _behavior(strategy: BehaviorStrategy, row: int) -> str:
    start, stop = strategy.index.first_sequence[row : row + 2]
    shares = zip(strategy.index.action_names[row], strategy.probabilities[start:stop], strict=True)
    return ", ".join(f"{action}: {short(share)}" for action, share in shares if share > 0)
