"""Tables of payoffs as JSON data.

The schema, version 1:

- ``game``: as in `seqform.io.equilibria`
- ``strategies``: from the name of each player to those of the reduced pure strategies: of rows, and of columns
- ``payoffs``: from the name of each player to the payoffs, row by row
- ``best_replies``: from the name of each player to whether the own strategy is a best reply, row by row
- ``equilibria``: the pure ones, as pairs of names of strategies
- ``eliminated``: from the name of each player to the turns of elimination by strategy, null unless asked for
"""

from __future__ import annotations

from typing import Any

from seqform.io.json_values import numbers_data
from seqform.io.profiles import game_data
from seqform.models.answers.payoff_table import PayoffTable

TABLE_SCHEMA = 1


def payoff_table_data(table: PayoffTable) -> dict[str, Any]:
    """Return a table of payoffs as plain data, after the module's schema."""
    first, second = table.strategies
    strategies = {}
    payoffs = {}
    best_replies = {}
    eliminated: dict[str, dict[str, int]] = {}
    for player, name in enumerate(table.game.players):
        names = table.strategies[player]
        strategies[name] = list(names)
        payoffs[name] = [numbers_data(row) for row in table.payoffs[player]]
        best_replies[name] = [
            [table.is_best_reply(player, row, column) for column in range(len(second))]
            for row in range(len(first))
        ]
        turns = [table.turn(player, strategy) for strategy in range(len(names))]
        eliminated[name] = {name: turn for name, turn in zip(names, turns, strict=True) if turn}
    return {
        "schema": TABLE_SCHEMA,
        "game": game_data(table.game),
        "strategies": strategies,
        "payoffs": payoffs,
        "best_replies": best_replies,
        "equilibria": [[first[row], second[column]] for row, column in table.equilibria],
        "eliminated": None if table.turns is None else eliminated,
    }
