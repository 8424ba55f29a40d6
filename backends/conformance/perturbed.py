"""Perturbed linear programs and complementarity problems with known solutions, for all small ε > 0; position graphs.

A proof is checked by its violations and its values at small numbers ε. An answer without proof, which only a backend
that is not exact may return, is checked as that of a linear program at its ε.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from seqform.backends.conformance.case import (
    INFEASIBLE,
    SOLVED,
    UNBOUNDED,
    ConformanceCase,
    ConformanceFailure,
    conforming,
    contracts,
    require,
    require_answer,
    solved_once,
)
from seqform.backends.conformance.linear import judge_program
from seqform.backends.protocol import Backend, SolveOptions
from seqform.models.answers.equilibrium import PositionEquilibrium, PositionSolution
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, PositionGraph
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.complementarity import ComplementarityProblem
from seqform.models.programs.perturbed import (
    MatrixPerturbedComplementarityProblem,
    MatrixPerturbedProgram,
    PerturbedComplementarityProblem,
    PerturbedLinearProgram,
    PerturbedSolution,
)
from seqform.models.programs.solutions import RawSolution, Termination

Numbers = Sequence[Fraction | int]
Value = Callable[[Fraction], Fraction]

EPSILONS = (Fraction(1, 10**3), Fraction(1, 10**6))
_RANDOM = 4


def perturbed_cases() -> tuple[ConformanceCase, ...]:
    """Return the cases about linear programs and complementarity problems with ε in their data."""
    return (*_linear_cases(), *_matrix_cases(), *_complementarity_cases())


def _case(
    name: str,
    claim: str,
    model: Any,
    value: Value | None = None,
    terminations: frozenset[Termination] = SOLVED,
) -> ConformanceCase:
    return ConformanceCase(
        name, claim, model, solved_once(partial(judge_functions, value=value)), terminations
    )


# ---- cases ----


def _linear_cases() -> list[ConformanceCase]:
    suffix = " of a perturbed program"
    known: list[tuple[str, str, PerturbedLinearProgram, Value]] = [
        (
            "falling bound",
            "max x with x ≤ 3 - 4ε",
            _program("max", [("<", [1], [3, -4])], [[1]]),
            lambda e: 3 - 4 * e,
        ),
        (
            "cost of the second order",
            "of two columns with equal costs the one is best whose cost at ε² is larger",
            _program("max", [("<", [1, 1], [1])], [[1, 1], [0, 0], [0, 1]]),
            lambda e: 1 + e**2,
        ),
        (
            "degenerate at zero",
            "a vertex that several bases have at ε = 0 is left for the one that is feasible for ε > 0",
            _program(
                "max",
                [("<", [1, 0], [0, 1]), ("<", [1, 1], [0, 3]), ("<", [0, 1], [0, 1])],
                [[2, 1]],
            ),
            lambda e: 3 * e,
        ),
        (
            "equation and free column",
            "min a free x with x + y = ε and y ≤ 1 + ε",
            _program(
                "min", [("=", [1, 1], [0, 1]), ("<", [0, 1], [1, 1])], [[1, 0]], [True, False]
            ),
            lambda e: Fraction(-1),
        ),
        (
            "no rows",
            "a perturbed program without rows",
            _program("min", [], [[1]]),
            lambda e: Fraction(0),
        ),
    ]
    cases = [_case(name + suffix, claim, model, value) for name, claim, model, value in known]
    infeasible = _program("max", [("<", [1], [0, -1])], [[1]])
    unbounded = _program("max", [(">", [1], [1])], [[0], [1]])
    cases += [
        _case(
            f"infeasible{suffix}",
            "infeasible for every ε > 0, feasible at 0",
            infeasible,
            None,
            INFEASIBLE,
        ),
        _case(
            f"unbounded{suffix}",
            "unbounded for every ε > 0, bounded at 0",
            unbounded,
            None,
            UNBOUNDED,
        ),
    ]
    cases += [
        _case(
            f"random {seed}{suffix}", "a random program with an optimum", _random_program(seed, 6)
        )
        for seed in range(_RANDOM)
    ]
    return [*cases, *contracts(known[0][2], _random_program(0, 40), suffix, judge_functions)]


def _matrix_cases() -> list[ConformanceCase]:
    suffix = " of a program with ε in its matrix"
    small = _matrix_program([[1]], [[1]])
    cases = [
        _case(f"rational{suffix}", "max x with (1 + ε) x ≤ 1", small, lambda e: 1 / (1 + e)),
        _case(
            f"growing{suffix}", "max x with ε x ≤ 1", _matrix_program([[0]], [[1]]), lambda e: 1 / e
        ),
        _case(
            f"smaller column{suffix}",
            "of two columns with equal entries at 0 the one is best whose entry falls",
            _matrix_program([[1, 1]], [[1, -1]]),
            lambda e: 1 / (1 - e),
        ),
        _case(
            f"unbounded{suffix}",
            "max x with -ε x ≤ 1",
            _matrix_program([[0]], [[-1]]),
            None,
            UNBOUNDED,
        ),
    ]
    draw = np.random.default_rng(1)
    large = _matrix_program(*(draw.integers(low, 9, (30, 30)).tolist() for low in (1, -8)))
    return [*cases, *contracts(small, large, suffix, judge_functions)]


def _complementarity_cases() -> list[ConformanceCase]:
    suffix = " of a perturbed problem"
    small = _problem([[2, 1], [1, 2]], [[-1, -2], [-1, 1]])
    cases = [
        _case(f"two pairs{suffix}", "z(ε) = (ε, 1 - ε)", small, lambda e: Fraction(1)),
        _case(
            f"one pair{suffix}", "2 z ≥ 1 - ε", _problem([[2]], [[-1], [1]]), lambda e: (1 - e) / 2
        ),
        _case(
            f"nothing to do{suffix}",
            "q(ε) > 0 is solved by zero",
            _problem([[1]], [[0], [1]]),
            lambda e: Fraction(0),
        ),
    ]
    size = 25
    matrix = np.ones((size, size), dtype=int) + np.eye(size, dtype=int)
    large = _problem(matrix.tolist(), [[-1 - k for k in range(size)], [1] * size])
    cases += contracts(small, large, suffix, judge_functions)
    suffix = " of a complementarity problem with ε in its matrix"
    growing = _matrix_problem([[1, 0], [0, 1]], [[1, 0], [0, 0]], [-1, -1])
    turning = _matrix_problem([[0, 1], [-1, 0]], [[10**5, 0], [0, 10**5]], [-2, 1])
    cases += [
        _case(
            f"growing entry{suffix}", "z(ε) = (1 / (1 + ε), 1)", growing, lambda e: 1 + 1 / (1 + e)
        ),
        _case(
            f"unstable at first{suffix}", "another basis is feasible below ε = 2 / 10^5", turning
        ),
    ]
    large_matrix = matrix.tolist(), np.eye(size, dtype=int).tolist(), [-1] * size
    return [*cases, *contracts(growing, _matrix_problem(*large_matrix), suffix, judge_functions)]


def _matrix_problem(
    matrix: list[list[int]], slope: list[list[int]], q: list[int]
) -> MatrixPerturbedComplementarityProblem:
    base = _problem(matrix, [q]).at(0).parts_but_q()
    return MatrixPerturbedComplementarityProblem(
        q=ExactArray.of(q), higher=(ExactMatrix.from_dense(slope),), **base
    )


def _program(
    sense: str,
    rows: Sequence[tuple[str, Numbers, Numbers]],
    cost: Sequence[Numbers],
    free: Sequence[bool] = (),
) -> PerturbedLinearProgram:
    """Return a program with rows (<, > or =, entries, right-hand side by order) and a cost by order."""
    n, orders = len(cost[0]), max((len(right) for _, _, right in rows), default=1)
    padded = [[*right, *[0] * (orders - len(right))] for _, _, right in rows]
    return PerturbedLinearProgram(
        "max" if sense == "max" else "min",
        PolynomialArray(tuple(ExactArray.of(part) for part in cost)),
        ExactMatrix.from_dense([row for _, row, _ in rows]) if rows else ExactMatrix.zeros((0, n)),
        PolynomialArray(
            tuple(ExactArray.of([right[k] for right in padded]) for k in range(orders))
        ),
        np.array([kind in ">=" for kind, _, _ in rows], dtype=bool),
        np.array([kind in "<=" for kind, _, _ in rows], dtype=bool),
        np.array(free or [False] * n, dtype=bool),
        [f"row {i}" for i in range(len(rows))],
        [f"column {j}" for j in range(n)],
    )


def _random_program(seed: int, size: int) -> PerturbedLinearProgram:
    """Return a maximisation over packing rows, which has an optimum, degenerate at ε = 0."""
    draw = np.random.default_rng(seed)
    rows = [
        ("<", draw.integers(1, 4, size).tolist(), [1, *draw.integers(-5, 6, 2).tolist()])
        for _ in range(size)
    ]
    return _program("max", rows, [[1] * size, *draw.integers(-5, 6, (2, size)).tolist()])


def _matrix_program(matrix: list[list[int]], slope: list[list[int]]) -> MatrixPerturbedProgram:
    """Return the maximisation of a sum of nonnegative columns over rows of at most 1."""
    base = _program("max", [("<", row, [1]) for row in matrix], [[1] * len(matrix[0])])
    return MatrixPerturbedProgram(**vars(base), slope=ExactMatrix.from_dense(slope))


def _problem(matrix: list[list[int]], q: list[list[int]]) -> PerturbedComplementarityProblem:
    n = len(matrix)
    return PerturbedComplementarityProblem(
        ExactMatrix.from_dense(matrix),
        PolynomialArray(tuple(ExactArray.of(part) for part in q)),
        np.zeros(n, dtype=bool),
        ExactArray.of([1] * n),
        [f"z{i}" for i in range(n)],
        [f"w{i}" for i in range(n)],
    )


# ---- the check of an answer ----


def judge_functions(
    case: ConformanceCase, answer: Any, accuracy: float, value: Value | None = None
) -> None:
    """Require functions of ε with a proof that passes its check, or of an inexact backend a right answer at its ε."""
    require_answer(answer, case.terminations)
    if not answer.solved:
        require(
            not answer.proven and answer.primal is None,
            "an answer without an optimum has a proof of one",
        )
    elif answer.proven:
        _judge_proof(case.model, answer, value)
    else:
        require(accuracy > 0, "an exact backend has no proof")
        if not isinstance(answer.raw, RawSolution) or answer.epsilon is None:
            raise ConformanceFailure("no proof, and no answer at a number ε")
        correct = None if value is None else value(answer.epsilon)
        judge_program(
            replace(case, model=case.model.at(answer.epsilon), value=correct), answer.raw, accuracy
        )


def _judge_proof(model: Any, answer: PerturbedSolution, value: Value | None) -> None:
    primal, dual = answer.primal, answer.dual
    if primal is None:
        raise ConformanceFailure("a proof has functions of ε")
    is_linear = not isinstance(model, ComplementarityProblem)
    violations = model.violations(primal, dual) if is_linear else model.violations(primal)
    require(not violations, f"the proof fails: {', '.join(violations)}")
    for epsilon in () if value is None else EPSILONS:
        point = primal.at(epsilon)
        found = model.at(epsilon).objective.dot(point) if is_linear else point.sum()
        assert value is not None
        require(
            found == value(epsilon),
            f"the value at ε = {shown_rational(epsilon)} is {shown_rational(found)}; "
            f"correct is {shown_rational(value(epsilon))}",
        )


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
        (
            "social",
            "the best equilibrium of figure 1 for both together",
            FIGURE_1,
            social,
            (1000, 4),
        ),
        (
            "best for 2",
            "the best one of figure 1 for player 2",
            FIGURE_1,
            {"objective": "best-for-2"},
            (2, 100),
        ),
        ("two lotteries", "the best equilibrium of figure 4 mixes twice", FIGURE_4, social, (2, 5)),
        (
            "pure",
            "the best equilibrium of figure 4 in pure moves",
            FIGURE_4,
            {**social, "pure": True},
            (3, 3),
        ),
        (
            "target payoffs",
            "an equilibrium that pays a point within a line",
            FIGURE_1,
            within,
            (2, 52),
        ),
        (
            "best with chance",
            "the best equilibrium of a tree with chance",
            TRUST,
            social,
            (1, Fraction(3, 2)),
        ),
    ]
    cases = [
        ConformanceCase(
            name + _SUFFIX, claim, graph_of(node), partial(_judge, raw=raw, values=values)
        )
        for name, claim, node, raw, values in known
    ]
    return (
        *cases,
        *contracts(graph_of(FIGURE_1), graph_of(_path(500)), _SUFFIX, judge_equilibrium),
    )


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
        np.array(
            [outcomes.index(one) if isinstance(one, tuple) else -1 for one in nodes], dtype=np.int32
        ),
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
    require(
        not raw.get("pure") or len(found.strategy.mixed) == 0, "an equilibrium in pure moves mixes"
    )


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
        mover, below = (
            int(graph.player[position]),
            [values[child] for child in graph.moves(position)],
        )
        if mover == END:
            values[position] = graph.payoffs_at(position)
            continue
        weights = (
            dict(enumerate(graph.chances(position))) if mover == CHANCE else strategy.at(position)
        )
        values[position] = tuple(
            sum((share * below[move][k] for move, share in weights.items()), Fraction(0))
            for k in range(len(graph.players))
        )
        best = mover == CHANCE or max(value[mover] for value in below) == values[position][mover]
        require(best, f"player {mover + 1} gains by another move at position {position}")
    require(answer.equilibrium.values == values[0], "the values are not those of the strategy")
    return answer.equilibrium
