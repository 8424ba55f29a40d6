"""Mixed-integer programs with known answers, and the check of an answer to a mixed-integer program."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from seqform.backends.conformance.case import (
    INFEASIBLE,
    SOLVED,
    UNBOUNDED,
    ConformanceCase,
    contracts,
    doubles,
    number_of,
    require,
    require_answer,
    solved_once,
    vector_of,
)
from seqform.backends.conformance.linear import Interval, Number, linear_program
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram
from seqform.models.programs.solutions import RawSolution, Termination

_SUFFIX = " of a mixed-integer program"
_BINARY: Interval = (0, 1)


def mixed_integer_cases() -> tuple[ConformanceCase, ...]:
    """Return the cases about mixed-integer programs."""
    known = _known_cases()
    return (*known, *contracts(known[0].model, packing(40, 3).model, _SUFFIX, judge_mixed_integer))


def _known_cases() -> tuple[ConformanceCase, ...]:
    knapsack = linear_program("max", [10, 13, 7, 8], [(None, [3, 4, 2, 3], 7)], [_BINARY] * 4)
    pairs = [(1, [1, 1, 0], None), (1, [0, 1, 1], None), (1, [1, 0, 1], None)]
    cover = linear_program("min", [3, 2, 4], pairs, [_BINARY] * 3)
    rounded = linear_program("max", [1], [(None, [2], 7)], [(0, None)])
    mixed = linear_program("max", [3, 2], [(None, [2, 1], "9/2"), (None, [1, 2], 4)], [(0, None), (0, None)])
    negative = linear_program("min", [1], [(None, [-2], 7)], [(None, None)])
    parity = linear_program("min", [0, 0], [(1, [2, 4], 1)], [(-5, 5), (-5, 5)])
    endless = linear_program("max", [1, 1], [(0, [1, -1], 0)], [(0, None), (0, None)])
    return (
        _case("knapsack", "the best of four objects in a bag of 7 have the value 23", knapsack, [0, 1, 2, 3], 23),
        _case("cover", "three pairs are covered at a cost of 5", cover, [0, 1, 2], 5),
        _case("rounded down", "the largest integer below 7/2 is 3", rounded, [0], 3),
        _case("rounded up", "the least integer above -7/2 is -3", negative, [0], -3),
        _case("one of two whole", "with only the first of two variables integer the optimum is 7", mixed, [0], 7),
        _case("none whole", "without integer variables it is the linear program", rounded, [], "7/2"),
        _case("odd and even", "an odd number is no sum of even ones", parity, [0, 1], terminations=INFEASIBLE),
        _case("endless", "integer variables grow along a ray", endless, [0, 1], terminations=UNBOUNDED),
        packing(12, 1),
        packing(15, 2),
    )


def packing(size: int, seed: int) -> ConformanceCase:
    """Return a random knapsack problem, its optimum by dynamic programming."""
    numbers = np.random.default_rng(seed)
    weights, values = numbers.integers(5, 40, size).tolist(), numbers.integers(5, 40, size).tolist()
    room = sum(weights) // 2
    best = [0] * (room + 1)
    for weight, value in zip(weights, values, strict=True):
        for space in range(room, weight - 1, -1):
            best[space] = max(best[space], best[space - weight] + value)
    program = linear_program("max", values, [(None, weights, room)], [_BINARY] * size)
    claim = f"the best of {size} random objects in half the room have the value {best[room]}"
    return _case(f"packing {size} objects", claim, program, list(range(size)), best[room])


def _case(
    name: str,
    claim: str,
    program: LinearProgram,
    integer: Sequence[int],
    value: Number | None = None,
    terminations: frozenset[Termination] = SOLVED,
) -> ConformanceCase:
    model = MixedIntegerProgram(program, np.isin(np.arange(program.matrix.shape[1]), integer))
    known = None if value is None else Fraction(value)
    return ConformanceCase(f"{name}{_SUFFIX}", claim, model, solved_once(judge_mixed_integer), terminations, known)


def judge_mixed_integer(case: ConformanceCase, answer: RawSolution, accuracy: float) -> None:
    """Require a point and a bound that do not contradict each other, and the known value of both."""
    require_answer(answer, case.terminations)
    if not answer.solved:
        return
    judge_point(case.model, answer, accuracy)
    if case.value is not None:
        correct = float(case.value)
        for what, value in (("objective", answer.objective), ("bound", answer.bound)):
            deviation = abs(float(value or 0) - correct)
            require(deviation <= accuracy * max(1.0, abs(correct)), f"the {what} is {value}; correct is {case.value}")


def judge_point(model: MixedIntegerProgram, answer: RawSolution, accuracy: float) -> None:
    """Require a feasible point, its objective, and a bound that it respects."""
    program = model.program
    m, n = program.matrix.shape
    point = doubles(vector_of(answer.primal, n, f"{n} primal values expected"))
    objective, bound = number_of(answer.objective, "the objective"), number_of(answer.bound, "the bound")
    allowed = accuracy * max(1.0, float(np.max(np.abs(point), initial=0.0)))
    off = float(np.max(np.abs(point - np.round(point))[model.integer], initial=0.0))
    require(off <= allowed, f"an integer variable is off by {off:.3g}")
    residuals = program.residuals(point, np.zeros(m))
    worst = max(float(residuals.primal_rows), float(residuals.primal_columns))
    require(worst <= allowed, f"a row or column is violated by {worst:.3g}")
    own = float(program.objective_at(point))
    allowed *= max(1.0, abs(own))
    require(abs(float(objective) - own) <= allowed, f"the objective is {objective}; the point's is {own}")
    better = own - bound if program.sense == "max" else bound - own
    require(better <= allowed, f"the point is better by {better:.3g} than the bound allows")
