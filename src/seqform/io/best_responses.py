"""Best-response diagrams as JSON data.

The schema, version 1:

- ``game``: as in `seqform.io.equilibria`
- ``strategies``: from the name of each player to those of both strategies; a coordinate is the probability of the first
- ``payoffs``: from the name of each player to the payoffs by both strategies
- ``responses``: from the name of each player to boxes with ``low`` and ``high``, points of two coordinates
- ``equilibria``: the same, each with the number ``component``
"""

from __future__ import annotations

from typing import Any

from seqform.io.json_values import numbers_data
from seqform.io.profiles import game_data
from seqform.models.answers.best_responses import BestResponseDiagram
from seqform.models.strategies.profile_set import PayoffBox

DIAGRAM_SCHEMA = 1


def diagram_data(diagram: BestResponseDiagram) -> dict[str, Any]:
    """Return a best-response diagram as plain data, after the module's schema."""
    strategies = {}
    payoffs = {}
    responses = {}
    for player, name in enumerate(diagram.game.players):
        strategies[name] = list(diagram.strategies[player])
        payoffs[name] = [numbers_data(row) for row in diagram.payoffs[player]]
        responses[name] = [_box_data(box) for box in diagram.responses[player]]
    return {
        "schema": DIAGRAM_SCHEMA,
        "game": game_data(diagram.game),
        "strategies": strategies,
        "payoffs": payoffs,
        "responses": responses,
        "equilibria": [
            {**_box_data(box), "component": component} for box, component in diagram.equilibria
        ],
    }


def _box_data(box: PayoffBox) -> dict[str, Any]:
    """Return the corners of a box."""
    return {"low": numbers_data(box.low), "high": numbers_data(box.high)}
