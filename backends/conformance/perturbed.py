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
from seqform.models.games.infosets import player_label
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
    claim = "infeasible for every ε > 0, feasible at 0"
    cases.append(_case(f"infeasible{suffix}", claim, infeasible, None, INFEASIBLE))
    unbounded = _program("max", [(">", [1], [1])], [[0], [1]])
    claim = "unbounded for every ε > 0, bounded at 0"
    cases.append(_case(f"unbounded{suffix}", claim, unbounded, None, UNBOUNDED))

    claim = "a random program with an optimum"
    for seed in range(_RANDOM):
        drawn = _random_program(seed, 6)
        cases.append(_case(f"random {seed}{suffix}", claim, drawn))
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
    matrix = draw.integers(1, 9, (30, 30)).tolist()
    slope = draw.integers(-8, 9, (30, 30)).tolist()
    large = _matrix_program(matrix, slope)
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
    slope = np.eye(size, dtype=int)
    large_growing = _matrix_problem(matrix.tolist(), slope.tolist(), [-1] * size)
    return [*cases, *contracts(growing, large_growing, suffix, judge_functions)]


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
    n = len(cost[0])
    relations = [relation for relation, _, _ in rows]
    matrix = ExactMatrix.zeros((0, n))
    if rows:
        matrix = ExactMatrix.from_dense([entries for _, entries, _ in rows])

    orders = max((len(right) for _, _, right in rows), default=1)
    sides: list[list[Fraction | int]] = [[] for _ in range(orders)]
    for _, _, right in rows:
        padded = [*right, *[0] * (orders - len(right))]
        for order, coefficient in enumerate(padded):
            sides[order].append(coefficient)
    return PerturbedLinearProgram(
        "max" if sense == "max" else "min",
        PolynomialArray(tuple(ExactArray.of(part) for part in cost)),
        matrix,
        PolynomialArray(tuple(ExactArray.of(part) for part in sides)),
        np.array([relation in ">=" for relation in relations], dtype=bool),
        np.array([relation in "<=" for relation in relations], dtype=bool),
        np.array(free or [False] * n, dtype=bool),
        [f"row {i}" for i in range(len(rows))],
        [f"column {j}" for j in range(n)],
    )


def _random_program(seed: int, size: int) -> PerturbedLinearProgram:
    """Return a maximisation over packing rows, which has an optimum, degenerate at ε = 0."""
    draw = np.random.default_rng(seed)
    rows = []
    for _ in range(size):
        entries = draw.integers(1, 4, size).tolist()
        right = [1, *draw.integers(-5, 6, 2).tolist()]
        rows.append(("<", entries, right))
    cost = [[1] * size, *draw.integers(-5, 6, (2, size)).tolist()]
    return _program("max", rows, cost)


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
        has_proof = answer.proven or answer.primal is not None
        require(not has_proof, "an answer without an optimum has a proof of one")
        return
    if answer.proven:
        _judge_proof(case.model, answer, value)
        return

    require(accuracy > 0, "an exact backend has no proof")
    if not isinstance(answer.raw, RawSolution) or answer.epsilon is None:
        raise ConformanceFailure("no proof, and no answer at a number ε")
    correct = None if value is None else value(answer.epsilon)
    at_epsilon = replace(case, model=case.model.at(answer.epsilon), value=correct)
    judge_program(at_epsilon, answer.raw, accuracy)


def _judge_proof(model: Any, answer: PerturbedSolution, value: Value | None) -> None:
    """Require functions of ε without violations, and with the known value at small numbers ε.

    The value of a program is its objective, that of a complementarity problem the sum of z.
    """
    primal = answer.primal
    if primal is None:
        raise ConformanceFailure("a proof has functions of ε")
    is_linear = not isinstance(model, ComplementarityProblem)
    violations = model.violations(primal, answer.dual) if is_linear else model.violations(primal)
    require(not violations, f"the proof fails: {', '.join(violations)}")
    if value is None:
        return
    for epsilon in EPSILONS:
        point = primal.at(epsilon)
        attained = model.at(epsilon).objective.dot(point) if is_linear else point.sum()
        correct = value(epsilon)
        require(
            attained == correct,
            f"the value at ε = {shown_rational(epsilon)} is {shown_rational(attained)}; "
            f"correct is {shown_rational(correct)}",
        )


# ---- position graphs ----

Node = Any
"""Payoffs as a tuple, or a list: the mover and what its moves lead to, with their probabilities if it is chance."""

_SUFFIX = " of a position graph"
HALF = Fraction(1, 2)
FIGURE_1: Node = [1, [0, (2, 3), (2, 100)], (1000, 4)]
FIGURE_4: Node = [0, (2, 5), [1, (3, 1), [0, (1, 0), [1, (0, 2), [0, (3, 1), (3, 3)]]]]]
TRUST: Node = [1, (1, 1), [CHANCE, (HALF, [0, (2, 3), (2, 0)]), (HALF, (0, 0))]]


def position_graph_cases() -> tuple[ConformanceCase, ...]:
    """Return the cases about games of perfect information."""
    social = {"objective": "social"}
    within = {"target_payoffs": (Fraction(2), Fraction(52))}
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
    cases = []
    for name, claim, node, raw, values in known:
        judge = partial(_judge, raw=raw, values=values)
        cases.append(ConformanceCase(name + _SUFFIX, claim, graph_of(node), judge))
    cases += contracts(graph_of(FIGURE_1), graph_of(_path(500)), _SUFFIX, judge_equilibrium)
    return tuple(cases)


def _path(length: int) -> Node:
    """Return a game in which the players end play or go on by turns."""
    node: Node = (0, 0)
    for number in range(length):
        node = [number % 2, (number * 7919 % 9, number * 104729 % 7), node]
    return node


def graph_of(node: Node) -> PositionGraph:
    """Return a nested game as a tree of positions, numbered breadth-first."""
    nodes = [node]
    shares: list[Fraction] = []  # of all moves, 0 where a player moves
    first_move = [0]
    for parent in nodes:  # which grows meanwhile
        if isinstance(parent, list):
            mover, *moves = parent
            for move in moves:
                share, child = move if mover == CHANCE else (Fraction(0), move)
                shares.append(share)
                nodes.append(child)
        first_move.append(len(nodes) - 1)

    outcomes = sorted({payoffs for payoffs in nodes if isinstance(payoffs, tuple)})
    player = []
    outcome = []
    for position in nodes:
        if isinstance(position, tuple):
            player.append(END)
            outcome.append(outcomes.index(position))
        else:
            player.append(position[0])
            outcome.append(-1)
    return PositionGraph(
        "conformance",
        tuple(player_label(k) for k in range(len(outcomes[0]))),
        np.array(player, dtype=np.int8),
        np.array(first_move, dtype=np.int64),
        np.arange(1, len(nodes), dtype=np.int32),
        np.array(outcome, dtype=np.int32),
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
    """Require an equilibrium with the options `raw`, and its values if they are known."""
    answer = conforming(backend, case.model, replace(options, raw={**options.raw, **raw}))
    equilibrium = _equilibrium(answer)
    paid = tuple(map(str, equilibrium.values))
    is_correct = values is None or equilibrium.values == tuple(values)
    require(is_correct, f"the equilibrium pays {paid}; correct is {values}")
    if raw.get("pure"):
        mixes = len(equilibrium.strategy.mixed) > 0
        require(not mixes, "an equilibrium in pure moves mixes")


def judge_equilibrium(case: ConformanceCase, answer: RawSolution, _: float) -> None:
    """Require an equilibrium with the payoffs of its strategy, and that no move at any position pays its mover more."""
    _equilibrium(answer)


def _equilibrium(answer: RawSolution) -> PositionEquilibrium:
    """Return the equilibrium of an answer, and require that its values are right and that nobody gains anywhere."""
    require_answer(answer, SOLVED)
    if not isinstance(answer, PositionSolution) or answer.equilibrium is None:
        raise ConformanceFailure("a PositionSolution with an equilibrium expected")
    strategy = answer.equilibrium.strategy
    graph = strategy.graph
    values: list[tuple[Fraction, ...]] = [()] * len(graph)
    # A position comes before those that its moves lead to.
    for position in reversed(range(len(graph))):
        mover = int(graph.player[position])
        if mover == END:
            values[position] = graph.payoffs_at(position)
            continue

        below = [values[child] for child in graph.moves(position)]
        weights = strategy.at(position) if mover >= 0 else dict(enumerate(graph.chances(position)))
        expected = [Fraction(0)] * len(graph.players)
        for move, share in weights.items():
            for player, payoff in enumerate(below[move]):
                expected[player] += share * payoff
        values[position] = tuple(expected)

        if mover != CHANCE:
            most = max(payoffs[mover] for payoffs in below)
            is_best = most == expected[mover]
            require(is_best, f"{player_label(mover)} gains by another move at position {position}")
    require(answer.equilibrium.values == values[0], "the values are not those of the strategy")
    return answer.equilibrium
