"""Games in sequence form as linear complementarity problems.

How an answer that brackets the value of a constant-sum game is judged: by best responses to its own plans.

A small class game with its payoff matrix written out.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.backends.conformance.case import ConformanceFailure, Number, require, require_answer, vector
from seqform.backends.conformance.linear import kuhn_program
from seqform.backends.protocol import Backend, SolveOptions
from seqform.errors import OptionError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Floats
from seqform.models.programs.bounded import Bound
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.saddle_point import SaddlePointProblem, SaddlePointSolution
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.classes import ClassSolution

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
    spread : float
        The largest minus the smallest payoff. What is asked for is this share of it: `options.tolerance`, or
        `accuracy` without one, or if the backend refuses a tolerance.
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


def written_out(game: ClassGame) -> SaddlePointProblem:
    """Return the saddle point of a class game.

    Sequences come by rounds, then by class, history and choice; see `flattened`.
    """
    rows, columns, values = [], [], []
    for number, (stage, pairs, payoffs) in enumerate(zip(game.stages, game.pairs, game.payoffs, strict=True)):
        denominator = pairs.denominator * payoffs.denominator
        for place, end in enumerate(stage.ends):
            for history in range(game.num_histories[number]):
                coefficients = payoffs.numerators[0, :, place, history].tolist()
                for pair, features in enumerate(pairs.numerators.T.tolist()):
                    earned = sum(a * b for a, b in zip(coefficients, features, strict=True))
                    rows.append(_sequence(game, 0, number, int(pairs.first[pair]), end, history))
                    columns.append(_sequence(game, 1, number, int(pairs.second[pair]), end, history))
                    values.append(Fraction(earned, denominator))
    matrix = ExactMatrix.from_entries(
        (game.num_sequences(0), game.num_sequences(1)),
        np.array(rows, dtype=np.int64),
        np.array(columns, dtype=np.int64),
        ExactArray.of(values),
    )
    return SaddlePointProblem((_sequences(game, 0), _sequences(game, 1)), matrix, game.payoff_spread, game.title)


def flattened(game: ClassGame, player: int, plan: list[Floats]) -> Floats:
    """Return a plan that is kept by rounds as one vector over the sequences of `written_out`."""
    rounds = [np.ascontiguousarray(table.transpose(0, 2, 1)).ravel() for table in plan]
    return np.concatenate([np.ones(1), *rounds])


def _sequence(game: ClassGame, player: int, number: int, one: int, node: int, history: int) -> int:
    """Return the player's last sequence on the way to a node of a round."""
    choice = game.stages[number].sequences(player).at[node]
    if choice:
        _, choices, histories = game.shape(player, number)
        earlier = sum(int(np.prod(game.shape(player, before))) for before in range(number))
        return earlier + (one * histories + history) * choices + choice
    if number == 0:
        return 0
    continuing = game.stages[number - 1].continuing
    history, leaf = divmod(history, len(continuing))
    return _sequence(game, player, number - 1, int(game.parents[player][number][one]), continuing[leaf], history)


def _sequences(game: ClassGame, player: int) -> SequenceIndex:
    above, actions = [], []
    for number, stage in enumerate(game.stages):
        for one in range(game.num_classes[player][number]):
            for history in range(game.num_histories[number]):
                for node in stage.sets(player):
                    above.append(_sequence(game, player, number, one, node, history))
                    actions.append(len(stage.children[node]))
    return SequenceIndex(
        player=player,
        parent_sequence=np.array(above, dtype=np.int64),
        first_sequence=np.cumsum([1, *actions]).astype(np.int64),
        infoset_names=tuple(f"set {k + 1}" for k in range(len(above))),
        action_names=tuple(tuple(f"action {a + 1}" for a in range(count)) for count in actions),
        order=np.arange(len(above), dtype=np.int64),
    )


Rows = Sequence[Sequence[Number]]


def game_problem(
    first: Rows, second: Rows, E: Rows, F: Rows, p: Sequence[Number], q: Sequence[Number]
) -> LinearComplementarityProblem:
    """Return the problem of a game in sequence form, in costs, with the covering vector of a start (p, q).

    Its z is (x, v', y, u') and its w is (first·y - Eᵀu', F y - f, secondᵀx - Fᵀv', E x - e), u' and v' free.
    """
    costs, others, rows, columns = (_matrix(part) for part in (first, second, E, F))
    e, f = (vector([1] + [0] * (len(part) - 1)) for part in (E, F))
    sizes = [len(E[0]), len(F), len(F[0]), len(E)]
    names = [[f"{letter} {i + 1}" for i in range(size)] for letter, size in zip("xvyu", sizes, strict=True)]
    return LinearComplementarityProblem(
        matrix=ExactMatrix.block(
            [
                [None, None, costs, -rows.T],
                [None, None, columns, None],
                [others.T, -columns.T, None, None],
                [rows, None, None, None],
            ]
        ),
        q=ExactArray.concatenate([ExactArray.zeros(sizes[0]), -f, ExactArray.zeros(sizes[2]), -e]),
        free=np.repeat([False, True, False, True], sizes),
        covering_vector=ExactArray.concatenate([costs.dot(vector(q)), f, others.T.dot(vector(p)), e]),
        names=[f"{name[0]}' {name[2:]}" if name[0] in "uv" else name for part in names for name in part],
        slack_names=[f"slack of {name}" for part in names for name in part],
        name="conformance",
    )


def _matrix(rows: Rows) -> ExactMatrix:
    return ExactMatrix.from_dense([[Fraction(value) for value in row] for row in rows])


def three_equilibria() -> LinearComplementarityProblem:
    """Return the sequence form of vSvET's figure 1, in costs: 25 less player 1's payoff, 11 less player 2's."""
    plans = [[1, 0, 0, 0, 0], [-1, 1, 1, 0, 0], [0, 0, -1, 1, 1]]  # ∅, L, R, RS, RT
    replies = [[1, 0, 0, 0, 0], [-1, 1, 1, 0, 0], [-1, 0, 0, 1, 1]]  # ∅, a, b, c, d
    nothing: list[Number] = [0] * 5
    first: list[list[Number]] = [
        nothing,
        [0, 14, 22, 0, 0],
        nothing,
        [0, "25/2", "25/2", "25/2", "1/2"],
        [0, 0, 0, 19, 25],
    ]
    second: list[list[Number]] = [
        nothing,
        [0, 8, 11, 0, 0],
        nothing,
        [0, "11/2", "1/2", "7/2", "11/2"],
        [0, 0, 0, 11, 10],
    ]
    return game_problem(
        first, second, plans, replies, [1, "3/10", "7/10", "7/20", "7/20"], [1, "1/3", "2/3", "1/3", "2/3"]
    )


def kuhn_problem() -> LinearComplementarityProblem:
    """Return the sequence form of Kuhn poker; each player pays 3 to play, so that all is cost."""
    program = kuhn_program()
    dense = program.matrix.to_dense()
    plans = [row[:13] for row in dense[:7]]
    replies = [list(column) for column in zip(*(row[13:] for row in dense[7:]), strict=True)]
    gains = [list(column) for column in zip(*([-value for value in row[:13]] for row in dense[7:]), strict=True)]
    deal = Fraction(1, 6)
    first = [[3 * deal - gain if gain else Fraction(0) for gain in row] for row in gains]
    second = [[3 * deal + gain if gain else Fraction(0) for gain in row] for row in gains]
    card: list[Number] = ["1/2", "1/2", "1/4", "1/4"]
    return game_problem(first, second, plans, replies, [1, *card * 3], [1, *["1/2"] * 12])


def large_game(size: int = 30) -> LinearComplementarityProblem:
    """Return the problem of a game with many actions, in costs from 1 to 41."""
    first, second = (
        [[(i * step + j * 101 + i * j * 13) % 41 + 1 for j in range(size)] for i in range(size)] for step in (37, 59)
    )
    simplex, even = [[1] * size], [Fraction(1, size)] * size
    return game_problem(first, second, simplex, simplex, even, even)


def random_degenerate_game(seed: int, size: int = 4) -> LinearComplementarityProblem:
    """Return the problem of a game with costs from {1, 2, 3}."""
    draw = random.Random(seed)
    first, second = ([[draw.randint(1, 3) for _ in range(size)] for _ in range(size)] for _ in range(2))
    simplex, even = [[1] * size], [Fraction(1, size)] * size
    return game_problem(first, second, simplex, simplex, even, even)
