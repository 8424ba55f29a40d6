"""Mixed-integer programs with known answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.backends.conformance.case import (
    INFEASIBLE,
    SOLVED,
    UNBOUNDED,
    ConformanceCase,
    Interval,
    Number,
    linear_program,
    require,
    require_answer,
)
from seqform.backends.conformance.contracts import Sample, contracts
from seqform.backends.protocol import Backend, SolveOptions
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.mixed_integer import MixedIntegerProgram
from seqform.models.programs.solutions import RawSolution, Termination

SUFFIX = " of a mixed-integer program"
_BINARY: Interval = (0, 1)


@dataclass(frozen=True, eq=False)
class MixedIntegerCase:
    """A mixed-integer program and what is true of it.

    Attributes
    ----------
    terminations : frozenset of Termination
        Those that are true.
    """

    name: str
    claim: str
    model: MixedIntegerProgram
    terminations: frozenset[Termination] = SOLVED
    objective: Fraction | None = None


def mixed_integer_promises() -> list[ConformanceCase]:
    """Return the promises about mixed-integer programs."""
    small = next(case.model for case in mixed_integer_cases() if case.name.startswith("knapsack"))
    sample = Sample(small, packing(40, 3).model, SUFFIX, judge_mixed_integer_point)
    return [*(_promise(case) for case in mixed_integer_cases()), *contracts(sample)]


def mixed_integer_cases() -> list[MixedIntegerCase]:
    """Return mixed-integer programs of known optimum."""
    knapsack = linear_program("max", [10, 13, 7, 8], [(None, [3, 4, 2, 3], 7)], [_BINARY] * 4)
    cover = linear_program(
        "min", [3, 2, 4], [(1, [1, 1, 0], None), (1, [0, 1, 1], None), (1, [1, 0, 1], None)], [_BINARY] * 3
    )
    rounded = linear_program("max", [1], [(None, [2], 7)], [(0, None)])
    mixed = linear_program("max", [3, 2], [(None, [2, 1], "9/2"), (None, [1, 2], 4)], [(0, None), (0, None)])
    negative = linear_program("min", [1], [(None, [-2], 7)], [(None, None)])
    parity = linear_program("min", [0, 0], [(1, [2, 4], 1)], [(-5, 5), (-5, 5)])
    endless = linear_program("max", [1, 1], [(0, [1, -1], 0)], [(0, None), (0, None)])
    return [
        _case("knapsack", "the best of four objects in a bag of 7 are worth 23", knapsack, [0, 1, 2, 3], objective=23),
        _case("cover", "three pairs are covered at a cost of 5", cover, [0, 1, 2], objective=5),
        _case("rounded down", "the largest whole number below 7/2 is 3", rounded, [0], objective=3),
        _case("rounded up", "the least whole number above -7/2 is -3", negative, [0], objective=-3),
        _case("one of two whole", "with only the first of two numbers whole, 7 is best", mixed, [0], objective=7),
        _case("none whole", "without whole numbers it is the linear program", rounded, [], objective="7/2"),
        _case("odd and even", "an odd number is no sum of even ones", parity, [0, 1], INFEASIBLE),
        _case("endless", "whole numbers can grow for ever", endless, [0, 1], UNBOUNDED),
        packing(12, 1),
        packing(15, 2),
    ]


def packing(size: int, seed: int) -> MixedIntegerCase:
    """Return a random knapsack, its optimum by dynamic programming."""
    numbers = np.random.default_rng(seed)
    weights, values = numbers.integers(5, 40, size).tolist(), numbers.integers(5, 40, size).tolist()
    room = sum(weights) // 2
    best = [0] * (room + 1)
    for weight, value in zip(weights, values, strict=True):
        for space in range(room, weight - 1, -1):
            best[space] = max(best[space], best[space - weight] + value)
    program = linear_program("max", values, [(None, weights, room)], [_BINARY] * size)
    claim = f"the best of {size} random objects in half the room are worth {best[room]}"
    return _case(f"packing {size} objects", claim, program, list(range(size)), objective=best[room])


def _case(
    name: str,
    claim: str,
    program: LinearProgram,
    whole: Sequence[int],
    terminations: frozenset[Termination] = SOLVED,
    objective: Number | None = None,
) -> MixedIntegerCase:
    mask = np.zeros(program.matrix.shape[1], dtype=bool)
    mask[list(whole)] = True
    known = None if objective is None else Fraction(objective)
    return MixedIntegerCase(f"{name}{SUFFIX}", claim, MixedIntegerProgram(program, mask), terminations, known)


def _promise(case: MixedIntegerCase) -> ConformanceCase:
    def judge(backend: Backend, options: SolveOptions, accuracy: float) -> None:
        answer = backend.solve(case.model, options)
        require_answer(answer, case.terminations)
        if not answer.solved:
            return
        judge_mixed_integer_point(case.model, answer, accuracy)
        assert answer.objective is not None
        assert answer.bound is not None
        if case.objective is not None:
            true = float(case.objective)
            allowed = accuracy * max(1.0, abs(true))
            for what, value in (("objective", answer.objective), ("bound", answer.bound)):
                require(abs(float(value) - true) <= allowed, f"the {what} is {value}; true is {case.objective}")

    return ConformanceCase(case.name, case.claim, MixedIntegerProgram, judge)


def judge_mixed_integer_point(model: MixedIntegerProgram, answer: RawSolution, allowed: float) -> None:
    """Require a feasible point whose whole numbers are whole, its objective, and a bound that does not contradict it.

    Parameters
    ----------
    answer : RawSolution
        Of termination SOLVED.
    allowed : float
        The largest error, relative to the objective where that is large.

    Raises
    ------
    ConformanceFailure
        If it is not right.
    """
    program = model.program
    m, n = program.matrix.shape
    primal = answer.primal
    require(primal is not None and len(primal) == n, f"{n} primal values expected")
    assert primal is not None
    point = primal.to_floats() if isinstance(primal, ExactArray) else primal
    allowed = allowed * max(1.0, float(np.max(np.abs(point), initial=0.0)))
    away = np.abs(point - np.round(point))[model.integer]
    require(
        float(np.max(away, initial=0.0)) <= allowed, f"a whole number is off by {float(np.max(away, initial=0.0)):.3g}"
    )
    residuals = program.residuals(point, np.zeros(m))
    worst = max(float(residuals.primal_rows), float(residuals.primal_columns))
    require(worst <= allowed, f"a row or column is violated by {worst:.3g}")
    own = float(program.objective_at(point))
    scale = allowed * max(1.0, abs(own))
    require(answer.objective is not None, "the objective is missing")
    assert answer.objective is not None
    require(abs(float(answer.objective) - own) <= scale, f"the objective is {answer.objective}; the point's is {own}")
    require(answer.bound is not None, "the bound is missing")
    assert answer.bound is not None
    better = own - answer.bound if program.sense == "max" else answer.bound - own
    require(better <= scale, f"the point is better by {better:.3g} than the bound allows")
