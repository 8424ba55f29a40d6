"""Perturbed linear programs and complementarity problems with known solutions, for all small ε > 0.

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
    contracts,
    require,
    require_answer,
    solved_once,
)
from seqform.backends.conformance.linear import judge_program
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray
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
    name: str, claim: str, model: Any, value: Value | None = None, terminations: frozenset[Termination] = SOLVED
) -> ConformanceCase:
    return ConformanceCase(name, claim, model, solved_once(partial(judge_functions, value=value)), terminations)


# ---- cases ----


def _linear_cases() -> list[ConformanceCase]:
    suffix = " of a perturbed program"
    known: list[tuple[str, str, PerturbedLinearProgram, Value]] = [
        ("falling bound", "max x with x ≤ 3 - 4ε", _program("max", [("<", [1], [3, -4])], [[1]]), lambda e: 3 - 4 * e),
        (
            "cost of the second order",
            "of two columns with equal costs the one is best whose cost at ε² is larger",
            _program("max", [("<", [1, 1], [1])], [[1, 1], [0, 0], [0, 1]]),
            lambda e: 1 + e**2,
        ),
        (
            "degenerate at zero",
            "a vertex that several bases have at ε = 0 is left for the one that is feasible for ε > 0",
            _program("max", [("<", [1, 0], [0, 1]), ("<", [1, 1], [0, 3]), ("<", [0, 1], [0, 1])], [[2, 1]]),
            lambda e: 3 * e,
        ),
        (
            "equation and free column",
            "min a free x with x + y = ε and y ≤ 1 + ε",
            _program("min", [("=", [1, 1], [0, 1]), ("<", [0, 1], [1, 1])], [[1, 0]], [True, False]),
            lambda e: Fraction(-1),
        ),
        ("no rows", "a perturbed program without rows", _program("min", [], [[1]]), lambda e: Fraction(0)),
    ]
    cases = [_case(name + suffix, claim, model, value) for name, claim, model, value in known]
    infeasible = _program("max", [("<", [1], [0, -1])], [[1]])
    unbounded = _program("max", [(">", [1], [1])], [[0], [1]])
    cases += [
        _case(f"infeasible{suffix}", "infeasible for every ε > 0, feasible at 0", infeasible, None, INFEASIBLE),
        _case(f"unbounded{suffix}", "unbounded for every ε > 0, bounded at 0", unbounded, None, UNBOUNDED),
    ]
    cases += [
        _case(f"random {seed}{suffix}", "a random program with an optimum", _random_program(seed, 6))
        for seed in range(_RANDOM)
    ]
    return [*cases, *contracts(known[0][2], _random_program(0, 40), suffix, judge_functions)]


def _matrix_cases() -> list[ConformanceCase]:
    suffix = " of a program with ε in its matrix"
    small = _matrix_program([[1]], [[1]])
    cases = [
        _case(f"rational{suffix}", "max x with (1 + ε) x ≤ 1", small, lambda e: 1 / (1 + e)),
        _case(f"growing{suffix}", "max x with ε x ≤ 1", _matrix_program([[0]], [[1]]), lambda e: 1 / e),
        _case(
            f"smaller column{suffix}",
            "of two columns with equal entries at 0 the one is best whose entry falls",
            _matrix_program([[1, 1]], [[1, -1]]),
            lambda e: 1 / (1 - e),
        ),
        _case(f"unbounded{suffix}", "max x with -ε x ≤ 1", _matrix_program([[0]], [[-1]]), None, UNBOUNDED),
    ]
    draw = np.random.default_rng(1)
    large = _matrix_program(*(draw.integers(low, 9, (30, 30)).tolist() for low in (1, -8)))
    return [*cases, *contracts(small, large, suffix, judge_functions)]


def _complementarity_cases() -> list[ConformanceCase]:
    suffix = " of a perturbed problem"
    small = _problem([[2, 1], [1, 2]], [[-1, -2], [-1, 1]])
    cases = [
        _case(f"two pairs{suffix}", "z(ε) = (ε, 1 - ε)", small, lambda e: Fraction(1)),
        _case(f"one pair{suffix}", "2 z ≥ 1 - ε", _problem([[2]], [[-1], [1]]), lambda e: (1 - e) / 2),
        _case(
            f"nothing to do{suffix}", "q(ε) > 0 is solved by zero", _problem([[1]], [[0], [1]]), lambda e: Fraction(0)
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
        _case(f"growing entry{suffix}", "z(ε) = (1 / (1 + ε), 1)", growing, lambda e: 1 + 1 / (1 + e)),
        _case(f"unstable at first{suffix}", "another basis is feasible below ε = 2 / 10^5", turning),
    ]
    large_matrix = matrix.tolist(), np.eye(size, dtype=int).tolist(), [-1] * size
    return [*cases, *contracts(growing, _matrix_problem(*large_matrix), suffix, judge_functions)]


def _matrix_problem(
    matrix: list[list[int]], slope: list[list[int]], q: list[int]
) -> MatrixPerturbedComplementarityProblem:
    base = _problem(matrix, [q]).at(0).parts_but_q()
    return MatrixPerturbedComplementarityProblem(q=ExactArray.of(q), higher=(ExactMatrix.from_dense(slope),), **base)


def _program(
    sense: str, rows: Sequence[tuple[str, Numbers, Numbers]], cost: Sequence[Numbers], free: Sequence[bool] = ()
) -> PerturbedLinearProgram:
    """Return a program with rows (<, > or =, entries, right-hand side by order) and a cost by order."""
    n, orders = len(cost[0]), max((len(right) for _, _, right in rows), default=1)
    padded = [[*right, *[0] * (orders - len(right))] for _, _, right in rows]
    return PerturbedLinearProgram(
        "max" if sense == "max" else "min",
        PolynomialArray(tuple(ExactArray.of(part) for part in cost)),
        ExactMatrix.from_dense([row for _, row, _ in rows]) if rows else ExactMatrix.zeros((0, n)),
        PolynomialArray(tuple(ExactArray.of([right[k] for right in padded]) for k in range(orders))),
        np.array([kind in ">=" for kind, _, _ in rows], dtype=bool),
        np.array([kind in "<=" for kind, _, _ in rows], dtype=bool),
        np.array(free or [False] * n, dtype=bool),
        [f"row {i}" for i in range(len(rows))],
        [f"column {j}" for j in range(n)],
    )


def _random_program(seed: int, size: int) -> PerturbedLinearProgram:
    """Return a maximisation over packing rows, which has an optimum, degenerate at ε = 0."""
    draw = np.random.default_rng(seed)
    rows = [("<", draw.integers(1, 4, size).tolist(), [1, *draw.integers(-5, 6, 2).tolist()]) for _ in range(size)]
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


def judge_functions(case: ConformanceCase, answer: Any, accuracy: float, value: Value | None = None) -> None:
    """Require functions of ε with a proof that passes its check, or of an inexact backend a right answer at its ε."""
    require_answer(answer, case.terminations)
    if not answer.solved:
        require(not answer.proven and answer.primal is None, "an answer without an optimum has a proof of one")
    elif answer.proven:
        _judge_proof(case.model, answer, value)
    else:
        require(accuracy > 0, "an exact backend has no proof")
        if not isinstance(answer.raw, RawSolution) or answer.epsilon is None:
            raise ConformanceFailure("no proof, and no answer at a number ε")
        correct = None if value is None else value(answer.epsilon)
        judge_program(replace(case, model=case.model.at(answer.epsilon), value=correct), answer.raw, accuracy)


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
        require(found == value(epsilon), f"the value at ε = {epsilon} is {found}; correct is {value(epsilon)}")
