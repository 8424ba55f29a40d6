"""The hands of a card game that is given as a tree: what chance deals first, as far as each player sees it.

Such a game has its chart by hands and situations, as a game with ordered signals has.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from seqform.models.games.extensive import CHANCE, ExtensiveGame

MOST_NODES = 50_000
"""Nodes of the largest game that is searched for hands."""

_BREAKS = re.compile(r"[\s,:;/|]+")

Deal = tuple[str, ...]
Actions = tuple[str, ...]


@dataclass(frozen=True)
class Hands:
    """The information sets of a player by hands and situations.

    - `names`: The hands, in the order in which they are dealt; those of both players in one order if they are alike.
    - `situations`: What has been done before, in the order of the tree.
    - `rows`: For each hand and situation the number of the information set among the player's own, None without one.
    """

    names: tuple[str, ...]
    situations: tuple[Actions, ...]
    rows: tuple[tuple[int | None, ...], ...]


def dealt_hands(game: ExtensiveGame) -> tuple[Hands, Hands] | None:
    """Return both players' hands; None where the game is not one in which hidden cards are dealt and all else is seen.

    Chance moves before the players alone. At every information set its owner knows all actions before, and one of the
    owner's hands, which are disjoint sets of deals. Each player has two hands or more, a hand leaves the deal open, and
    a player moves in two situations or more.
    """
    if len(game) > MOST_NODES:
        return None
    known = _paths(game)
    if known is None:
        return None
    deals, actions = known
    both = [_hands_of(game, player, deals, actions) for player in (0, 1)]
    first, second = both
    if first is None or second is None:
        return None
    if max(len(first.situations), len(second.situations)) < 2:
        return None
    count = len({deals[node] for node in range(len(game)) if game.player[node] in (0, 1)})
    if len(first.names) == len(second.names) == count:
        return None  # nothing is hidden
    return first, _in_order(second, first.names)


def _in_order(hands: Hands, names: Sequence[str]) -> Hands:
    """Return hands in the order of names, if they have these names."""
    if set(hands.names) != set(names):
        return hands
    rows = tuple(hands.rows[hands.names.index(name)] for name in names)
    return Hands(tuple(names), hands.situations, rows)


def _paths(game: ExtensiveGame) -> tuple[list[Deal], list[Actions]] | None:
    """Return for every node what chance has dealt and what the players have done; None if chance moves after them."""
    labels = game.information_sets.action_labels
    starts = game.information_sets.action_start
    deals: list[Deal] = [()] * len(game)
    actions: list[Actions] = [()] * len(game)
    for node in range(1, len(game)):
        parent = int(game.parent[node])
        label = labels[int(starts[game.infoset[parent]]) + node - int(game.first_child[parent])]
        deals[node] = deals[parent]
        actions[node] = actions[parent]
        if game.player[parent] == CHANCE:
            if actions[parent]:
                return None
            # Actions of chance may share a label: the number of the node tells deals apart.
            deals[node] = (*deals[parent], f"{label}#{node}")
        else:
            actions[node] = (*actions[parent], label)
    return deals, actions


def _hands_of(
    game: ExtensiveGame, player: int, deals: list[Deal], actions: list[Actions]
) -> Hands | None:
    """Return a player's hands, None where the player's sets are not made of a hand and a situation."""
    index = game.sequences[player].index
    deals_of: dict[int, set[Deal]] = {}
    situation_of: dict[int, Actions] = {}
    row_of = {int(infoset): row for row, infoset in enumerate(game.sequences[player].infosets)}
    for node in range(len(game)):
        if game.player[node] != player:
            continue
        row = row_of[int(game.infoset[node])]
        if situation_of.setdefault(row, actions[node]) != actions[node]:
            return None
        deals_of.setdefault(row, set()).add(deals[node])

    rows_of_hand: dict[frozenset[Deal], dict[Actions, int]] = {}
    for row in index.order.tolist():
        rows_of_situation = rows_of_hand.setdefault(frozenset(deals_of[row]), {})
        if situation_of[row] in rows_of_situation:
            return None
        rows_of_situation[situation_of[row]] = row
    if len(rows_of_hand) < 2:
        return None
    if sum(map(len, rows_of_hand)) > len(frozenset().union(*rows_of_hand)):
        return None  # hands that overlap

    situations = tuple(dict.fromkeys(situation_of[row] for row in index.order.tolist()))
    names = _names(game, player, list(rows_of_hand.values()))
    table = tuple(
        tuple(rows.get(situation) for situation in situations) for rows in rows_of_hand.values()
    )
    return Hands(names, situations, table)


def _names(game: ExtensiveGame, player: int, hands: list[dict[Actions, int]]) -> tuple[str, ...]:
    """Return names of hands: what the names of their sets have in common but for the actions before."""
    shown = game.sequences[player].index.infoset_names
    names = []
    for rows in hands:
        common: list[str] | None = None
        for situation, row in rows.items():
            done = {word for action in situation for word in _BREAKS.split(action)}
            words = [word for word in _BREAKS.split(shown[row]) if word and word not in done]
            common = words if common is None else [word for word in common if word in words]
        names.append(" ".join(common or ()))
    if all(names) and len(set(names)) == len(names):
        return tuple(names)
    return tuple(shown[next(iter(rows.values()))] for rows in hands)
