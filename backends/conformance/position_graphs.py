"""Games of perfect information with known equilibria, and the check that nobody gains by another move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from seqform.backends.conformance.case import (
    SOLVED,
    ConformanceCase,
    ConformanceFailure,
    conforming,
    contracts,
    require,
    require_answer,
)
from seqform.backends.protocol import Backend, SolveOptions
from seqform.models.answers.equilibrium import PositionEquilibrium, PositionSolution
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, PositionGraph
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.solutions import RawSolution

Node = Any
"""Payoffs as a tuple, or a list: the mover and what its moves lead to, with their probabilities if it is chance."""

_SUFFIX = " of a position graph"
HALF = Fraction(1, 2)
FIGURE_1: Node = [1, [0, (2, 3), (2, 100)], (1000, 4)]
FIGURE_4: Node = [0, (2, 5), [1, (3, 1), [0, (1, 0), [1, (0, 2), [0, (3, 1), (3, 3)]]]]]
TRUST: Node = [1, (1, 1), [CHANCE, (HALF, [0, (2, 3), (2, 0)]), (HALF, (0, 0))]]


def position_graph_cases() -> tuple[ConformanceCase, ...]:
    """Return the cases about games of perfect information."""
    social, within = {"objective": "social"}, {"target_payoffs": (Fraction(2), Fraction(52))}
    three: Node = [2, (0, 5, 1), [0, (1, 1, 0), (2, 2, 2)]]
    coin: Node = [CHANCE, (HALF, [0, (4, 0), (2, 9)]), (HALF, (0, 1))]
    known: list[tuple[str, str, Node, dict[str, Any], Sequence[Fraction | int] | None]] = [
        ("over at once", "a game that is over at once", (3, 4), {}, (3, 4)),
        ("three players", "a game of three players without ties", three, {}, (2, 2, 2)),
        ("chance", "expected payoffs behind a chance move", coin, {}, (2, HALF)),
        ("indifference", "some equilibrium of figure 1 of Littman et al.", FIGURE_1, {}, None),
        ("social", "the best equilibrium of figure 1 for both together", FIGURE_1, social, (1000, 4)),
        ("best for 2", "the best one of figure 1 for player 2", FIGURE_1, {"objective": "best-for-2"}, (2, 100)),
        ("two lotteries", "the best equilibrium of figure 4 mixes twice", FIGURE_4, social, (2, 5)),
        ("pure", "the best equilibrium of figure 4 in pure moves", FIGURE_4, {**social, "pure": True}, (3, 3)),
        ("target payoffs", "an equilibrium that pays a point within a line", FIGURE_1, within, (2, 52)),
        ("best with chance", "the best equilibrium of a tree with chance", TRUST, social, (1, Fraction(3, 2))),
    ]
    cases = [
        ConformanceCase(name + _SUFFIX, claim, graph_of(node), partial(_judge, raw=raw, values=values))
        for name, claim, node, raw, values in known
    ]
    return (*cases, *contracts(graph_of(FIGURE_1), graph_of(_path(500)), _SUFFIX, judge_equilibrium))


def _path(length: int) -> Node:
    node: Node = (0, 0)
    for number in range(length):
        node = [number % 2, (number * 7919 % 9, number * 104729 % 7), node]
    return node


def graph_of(node: Node) -> PositionGraph:
    """Return a nested game as a tree of positions, numbered breadth-first."""
    nodes, shares, first_move = [node], list[Fraction](), [0]
    for one in nodes:
        if isinstance(one, list):
            moves = one[1:]
            shares += [move[0] if one[0] == CHANCE else Fraction(0) for move in moves]
            nodes += [move[1] if one[0] == CHANCE else move for move in moves]
        first_move.append(len(nodes) - 1)
    ends = [one for one in nodes if isinstance(one, tuple)]
    outcomes = sorted(set(ends))
    player = [END if isinstance(one, tuple) else one[0] for one in nodes]
    return PositionGraph(
        "conformance",
        tuple(f"player {k + 1}" for k in range(len(outcomes[0]))),
        np.array(player, dtype=np.int8),
        np.array(first_move, dtype=np.int64),
        np.arange(1, len(nodes), dtype=np.int32),
        np.array([outcomes.index(one) if isinstance(one, tuple) else -1 for one in nodes], dtype=np.int32),
        tuple(ExactArray.of(column) for column in zip(*outcomes, strict=True)),
        ExactArray.of(shares) if CHANCE in player else None,
    )


# ---- the check of an answer ----


def _judge(
    case: ConformanceCase,
    backend: Backend,
    options: SolveOptions,
    _: float,
    *,
    raw: dict[str, Any],
    values: Sequence[Fraction | int] | None,
) -> None:
    answer = conforming(backend, case.model, replace(options, raw={**options.raw, **raw}))
    found = _equilibrium(answer)
    correct = values is None or found.values == tuple(values)
    require(correct, f"the equilibrium pays {tuple(map(str, found.values))}; correct is {values}")
    require(not raw.get("pure") or len(found.strategy.mixed) == 0, "an equilibrium in pure moves mixes")


def judge_equilibrium(case: ConformanceCase, answer: RawSolution, _: float) -> None:
    """Require an equilibrium with the payoffs of its strategy, and that no move at any position pays its mover more."""
    _equilibrium(answer)


def _equilibrium(answer: RawSolution) -> PositionEquilibrium:
    require_answer(answer, SOLVED)
    if not isinstance(answer, PositionSolution) or answer.equilibrium is None:
        raise ConformanceFailure("a PositionSolution with an equilibrium expected")
    strategy = answer.equilibrium.strategy
    graph, values = strategy.graph, list[tuple[Fraction, ...]]([()] * len(strategy.graph))
    for position in reversed(range(len(graph))):
        mover, below = int(graph.player[position]), [values[child] for child in graph.moves(position)]
        if mover == END:
            values[position] = graph.payoffs_at(position)
            continue
        weights = dict(enumerate(graph.chances(position))) if mover == CHANCE else strategy.at(position)
        values[position] = tuple(
            sum((share * below[move][k] for move, share in weights.items()), Fraction(0))
            for k in range(len(graph.players))
        )
        best = mover == CHANCE or max(value[mover] for value in below) == values[position][mover]
        require(best, f"player {mover + 1} gains by another move at position {position}")
    require(answer.equilibrium.values == values[0], "the values are not those of the strategy")
    return answer.equilibrium
