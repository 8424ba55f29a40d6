"""How an answer that brackets the value of a constant-sum game is judged: by best responses to its own plans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.backends.conformance_promise import ConformanceFailure, require, require_answer
from seqform.backends.options import SolveOptions
from seqform.backends.protocol import Backend
from seqform.errors import OptionError
from seqform.models.bounded_solution import Bound
from seqform.models.class_solution import ClassSolution
from seqform.models.exact import ExactArray, Floats
from seqform.models.raw_solution import RawSolution, Termination
from seqform.models.saddle_point import SaddlePointProblem, SaddlePointSolution
from seqform.models.sequences import SequenceIndex

ROUNDING = 1e-9
"""What a sum of doubles may be off by, as a share of the payoffs' size."""

OUT_OF_REACH = 1e-14
"""A gap, as a share of the payoffs' spread, that no method reaches within a millisecond."""


def unit_of(spread: float) -> float:
    """Return the size of payoffs by which gaps are judged; a game of one payoff has no spread."""
    return spread or 1.0


def solved_to_gap(
    backend: Backend, model: Any, spread: float, options: SolveOptions, accuracy: float
) -> tuple[RawSolution, float]:
    """Return an answer and the gap that it should have.

    Parameters
    ----------
    backend : Backend
    model : model
    spread : float
        The largest minus the smallest payoff. What is asked for is this share of it: `options.tolerance`, or
        `accuracy` without one, or if the backend refuses a tolerance.
    options : SolveOptions
    accuracy : float
    """
    share = options.tolerance or accuracy
    if share:
        try:
            return backend.solve(model, replace(options, tolerance=share * unit_of(spread))), share * unit_of(spread)
        except OptionError as error:
            require("tolerance" in str(error), f"the OptionError does not name the tolerance: {error}")
    return backend.solve(model, options), accuracy * unit_of(spread)


def stopped_at_once(backend: Backend, model: Any, spread: float, options: SolveOptions) -> RawSolution | None:
    """Return what comes of asking for a gap out of reach within a millisecond; None if that is refused."""
    gap = OUT_OF_REACH * unit_of(spread)
    try:
        return backend.solve(model, replace(options, tolerance=gap, time_limit=1e-3))
    except OptionError as error:
        require(
            "tolerance" in str(error) or "time_limit" in str(error),
            f"the OptionError does not name the tolerance, nor time_limit: {error}",
        )
        return None


def judge_bounds(
    problem: SaddlePointProblem,
    plans: tuple[Floats, Floats],
    answer: SaddlePointSolution | ClassSolution,
    value: Fraction | None,
    accuracy: float,
) -> None:
    """Require plans of both players, and bounds that they prove.

    Parameters
    ----------
    problem : SaddlePointProblem
        The game, written out.
    plans : two ndarray
        Realization weights.
    answer : SaddlePointSolution or ClassSolution
    value : Fraction, optional
        The game's, if it is known.
    accuracy : float
        Of plans, and of the value in units of the payoffs' size.
    """
    for index, plan in zip(problem.sequences, plans, strict=True):
        _judge_plan(index, plan, accuracy)
    require(bool(answer.bounds), "the bounds are missing")
    _judge_last_bounds(problem, plans, answer)
    if value is not None:
        _judge_value(answer.bounds, value, max(accuracy, ROUNDING) * _size(problem, answer))


def judge_gap(answer: SaddlePointSolution | ClassSolution, asked: float) -> None:
    """Require a gap between the bounds of no more than was asked for, of an answer that says that it is solved."""
    require_answer(answer, frozenset({Termination.SOLVED}))
    gap = answer.upper - answer.lower
    room = ROUNDING * max(abs(answer.lower), abs(answer.upper))
    require(gap <= asked + room, f"says solved with a gap of {gap:.3g}; {asked:.3g} was asked for")


def judge_stop(answer: SaddlePointSolution | ClassSolution, spread: float) -> None:
    """Require a time limit to be told, unless the gap out of reach was reached."""
    if answer.solved:
        judge_gap(answer, OUT_OF_REACH * unit_of(spread))
        return
    require_answer(answer, frozenset({Termination.TIME_LIMIT}))


def plan_of(values: object, index: SequenceIndex, what: str) -> Floats:
    """Return realization weights as doubles, one for each sequence."""
    require(values is not None, f"{what} is missing")
    doubles = values.to_floats() if isinstance(values, ExactArray) else np.asarray(values, dtype=np.float64)
    require(doubles.shape == (len(index),), f"{what} has shape {doubles.shape}; {len(index)} sequences expected")
    return doubles


def _judge_plan(index: SequenceIndex, plan: Floats, accuracy: float) -> None:
    player = f"player {index.player + 1}'s plan"
    require(bool(np.all(np.isfinite(plan))), f"{player} has entries that are no numbers")
    require(float(plan.min()) >= -accuracy, f"{player} is negative by {-float(plan.min()):.3g}")
    require(abs(plan[0] - 1) <= accuracy, f"{player} gives the empty sequence {plan[0]:.9g}, not 1")
    if not index.num_infosets:
        return
    off = np.abs(np.add.reduceat(plan, index.first_sequence[:-1]) - plan[index.parent_sequence])
    row = int(np.argmax(off))
    require(off[row] <= accuracy, f"{player} is no realization plan: off by {off[row]:.3g} at information set {row}")


def _judge_last_bounds(
    problem: SaddlePointProblem, plans: tuple[Floats, Floats], answer: SaddlePointSolution | ClassSolution
) -> None:
    room = ROUNDING * _size(problem, answer)
    for what, given, proved in zip(
        ("lower", "upper"), (answer.lower, answer.upper), _proved(problem, plans), strict=True
    ):
        require(
            abs(given - proved) <= room,
            f"the {what} bound is given as {given:.12g}; a best response to the plan says {proved:.12g}",
        )
    require(answer.objective is not None, "the objective is missing")
    assert answer.objective is not None
    require(
        answer.lower - room <= float(answer.objective) <= answer.upper + room,
        f"the objective {float(answer.objective):.12g} is not between the bounds",
    )


def _proved(problem: SaddlePointProblem, plans: tuple[Floats, Floats]) -> tuple[float, float]:
    """Return the values of best responses to player 1's plan and to player 2's, in player 1's payoffs."""
    payoffs = np.array(problem.payoffs.to_dense(), dtype=np.float64).reshape(problem.payoffs.shape)
    below = problem.sequences[1].best_response(-(payoffs.T @ plans[0])).value
    above = problem.sequences[0].best_response(payoffs @ plans[1]).value
    return -float(below), float(above)


def _judge_value(bounds: Sequence[Bound], value: Fraction, room: float) -> None:
    for bound in bounds:
        require(
            bound.lower - room <= value <= bound.upper + room,
            f"after {bound.iteration} iterations the value is said to be in [{bound.lower:.12g}, {bound.upper:.12g}]; "
            f"true is {value}",
        )


def _size(problem: SaddlePointProblem, answer: SaddlePointSolution | ClassSolution) -> float:
    """Return the size of payoffs, those that all are offset by included."""
    return max(unit_of(problem.spread), abs(answer.lower), abs(answer.upper))


def require_kind(answer: RawSolution, kind: type) -> None:
    """Require an answer of the class that goes with the model."""
    if not isinstance(answer, kind):
        raise ConformanceFailure(f"a {kind.__name__} expected, not {type(answer).__name__}")
