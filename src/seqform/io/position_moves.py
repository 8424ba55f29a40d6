"""Equilibria of graphs of positions in files, and the strategies on a tree or on another graph that they stand for.

A file lists the positions that the moves at each position lead to, so that every node of a tree, whichever way leads
there, has its position, and no rules of the game are needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from seqform.builders.preprocess.subgames import hides_something
from seqform.errors import ModelError
from seqform.io.json_values import errors_located, field_of, json_file
from seqform.models.answers.equilibrium import PositionEquilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionGraph, PositionStrategy
from seqform.models.numbers.algebraic import fractions
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import counted, parse_rational, short
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.system.foreign_files import shown_value
from seqform.verify.subgames import position_values, subgame_perfect_violation


@dataclass(frozen=True)
class PositionMoves:
    """The moves of a strategy at the positions of a graph, without the graph.

    - `title`: Of the game.
    - `next`: For each position the positions that its moves lead to.
    - `shares`: For each position where a player moves the positive probabilities, by the number of the move.
    """

    title: str
    next: list[list[int]]
    shares: dict[int, dict[int, Fraction]]

    @classmethod
    def of(cls, strategy: PositionStrategy) -> PositionMoves:
        """Return the moves of a strategy."""
        graph = strategy.graph
        decisions = np.flatnonzero(graph.player >= 0).tolist()
        shares = {position: strategy.at(position) for position in decisions}
        return cls(graph.title, _moves(graph), shares)

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> PositionMoves:
        """Return the moves that plain data describe; the schema is that of `seqform.io.equilibria`.

        Raises ModelError if the data are of another kind, or written before the schema had ``next``.
        """
        title = field_of(data.get("game"), "title")
        following = data.get("next")
        entries = data.get("strategy")
        if following is None:
            raise ModelError(
                "moves at the positions of a graph, without the positions that they lead to; solve the game again, "
                "as files of this version have them"
            )
        if not isinstance(following, list) or not following or not isinstance(entries, list):
            raise ModelError(
                '"next" and "strategy": lists expected, of an equilibrium of a graph of positions'
            )
        for position, children in enumerate(following):
            # Moves lead to larger numbers, so that no way leads back.
            if not isinstance(children, list) or not all(
                type(child) is int and position < child < len(following) for child in children
            ):
                raise ModelError(
                    f'"next", position {position}: a list of larger numbers of positions expected'
                )
        shares = {}
        for number, entry in enumerate(entries, start=1):
            place = field_of(entry, "position")
            if type(place) is not int or not 0 <= place < len(following):
                raise ModelError(
                    f'"strategy", entry {number}: an object with "position", a number, expected'
                )
            if place in shares:
                raise ModelError(f'"strategy": position {place} comes twice')
            shares[place] = _shares(entry, len(following[place]), f'"strategy", position {place}')
        if not isinstance(title, str):
            title = ""
        return cls(title, following, shares)

    def profile(self, game: ExtensiveGame) -> BehaviorProfile:
        """Return the profile of a two-player game, whose nodes each get the moves of their position.

        Raises ModelError if the moves are of another game.
        """
        if hides_something(game).any():
            raise ModelError(
                "moves at positions, for which players know everything; in this game something is hidden"
            )
        position_at = self._positions(game)
        strategies = []
        for sequences in game.sequences:
            index = sequences.index
            probabilities = np.full(len(index), Fraction(0), dtype=object)
            probabilities[0] = Fraction(1)
            nodes = game.first_node[sequences.infosets]  # the only ones
            for first, node in zip(index.first_sequence[:-1].tolist(), nodes.tolist(), strict=True):
                for move, share in self._shares_at(position_at[node]).items():
                    probabilities[first + move] = share
            strategies.append(BehaviorStrategy(index, probabilities))
        return BehaviorProfile((strategies[0], strategies[1]), game)

    def _positions(self, game: ExtensiveGame) -> list[int]:
        """Return the position of every node, a level after the other; raise ModelError if a node has other moves."""
        positions = [0]
        for node, count in enumerate(game.num_actions.tolist()):
            children = self.next[positions[node]]
            if len(children) != count:
                raise ModelError(
                    f"moves of another game: {counted(len(children), 'move')} at position {positions[node]}, where "
                    f"this game has {counted(count, 'action')}"
                )
            positions += children
        return positions

    def strategy(self, graph: PositionGraph) -> PositionStrategy:
        """Return the strategy on a graph with the same positions; raise ModelError if it has others."""
        if self.next != _moves(graph):
            raise ModelError(
                "moves of another game, or that depend on the way to a position, as they may where an equilibrium is "
                "chosen; with two players such a file is a profile of the tree"
            )
        choice = np.full(len(graph), -1, dtype=np.int32)
        positions: list[int] = []  # those with a second move, of positive probability
        second_moves: list[int] = []
        second_shares: list[Fraction] = []
        for position in np.flatnonzero(graph.player >= 0).tolist():
            moves = list(self._shares_at(position).items())
            if len(moves) > 2:
                raise ModelError(
                    f"position {position}: probabilities of at most two moves expected"
                )
            choice[position], _ = moves[0]
            if len(moves) == 2:
                move, share = moves[1]
                positions.append(position)
                second_moves.append(move)
                second_shares.append(share)
        return PositionStrategy(
            graph,
            choice,
            np.array(positions, dtype=np.int64),
            np.array(second_moves, dtype=np.int32),
            ExactArray.of(second_shares),
        )

    def _shares_at(self, position: int) -> dict[int, Fraction]:
        if position not in self.shares:
            raise ModelError(f"position {position}: no moves, although a player moves there")
        return self.shares[position]


def _moves(graph: PositionGraph) -> list[list[int]]:
    """Return for each position of a graph the positions that its moves lead to."""
    return [list(graph.moves(position)) for position in range(len(graph))]


def _shares(entry: Mapping[str, Any], number: int, where: str) -> dict[int, Fraction]:
    """Return the positive probabilities of an entry by the numbers of the moves, which sum to 1."""
    actions = entry.get("actions")
    moves = entry.get("moves")
    if not isinstance(actions, list) or len(actions) != number or not isinstance(moves, Mapping):
        raise ModelError(
            f'{where}: "actions", a list of {number} labels, and "moves", an object, expected'
        )
    shares = {}
    for label, value in moves.items():
        share = parse_rational(value) if isinstance(value, str) else None
        if label not in actions or share is None or share < 0:
            raise ModelError(
                f"{where}: {shown_value(label)}: {shown_value(value)} is not the probability of an action"
            )
        if share:
            shares[actions.index(label)] = share
    total = sum(shares.values())
    if total != 1:
        raise ModelError(f"{where}: the probabilities sum to {short(total)}, not to 1")
    return shares


def read_position_equilibrium(path: str | Path, graph: PositionGraph) -> PositionEquilibrium:
    """Read an equilibrium of a graph of positions from its JSON file, and verify it at every position.

    Raises ParseError if the file is not JSON. Raises ModelError if it is of another kind or game, or a move gains.
    """
    data = json_file(Path(path))
    with errors_located(path):
        if not isinstance(data, Mapping) or "strategy" not in data:
            raise ModelError(
                "an equilibrium of a graph of positions expected, as `seqform solve -o` writes it"
            )
        strategy = PositionMoves.of_data(data).strategy(graph)
        violation = subgame_perfect_violation(graph, strategy)
        if violation is not None:
            raise ModelError(f"not subgame perfect: {violation}")
    by_player = map(fractions, position_values(graph, strategy))
    at_root = tuple(Fraction(values[0]) for values in by_player)
    return PositionEquilibrium(strategy, at_root)
