"""Saddle points with known values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.backends.conformance.case import ConformanceCase, Number
from seqform.backends.conformance.contracts import Sample, contracts
from seqform.backends.conformance.games import (
    judge_bounds,
    judge_gap,
    judge_stop,
    plan_of,
    require_kind,
    solved_to_gap,
    stopped_at_once,
)
from seqform.backends.conformance.linear import kuhn_program
from seqform.backends.protocol import Backend, SolveOptions
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactMatrix
from seqform.models.programs.saddle_point import SaddlePointProblem, SaddlePointSolution
from seqform.models.programs.solutions import RawSolution

SUFFIX = " of a saddle point"


@dataclass(frozen=True, eq=False)
class SaddlePointCase:
    """A saddle point and its value."""

    name: str
    claim: str
    problem: SaddlePointProblem
    value: Fraction


def saddle_point_promises() -> list[ConformanceCase]:
    """Return the promises about saddle points."""
    large = matrix_game(_large_payoffs(), 40)
    return [
        *(_promise(case) for case in saddle_point_cases()),
        *contracts(Sample(matrix_game([[3, 1], [2, -1]], 4), large, SUFFIX, _judge_solved)),
        ConformanceCase(
            f"stopped{SUFFIX}",
            "bounds at a time limit are those of the plans, and a gap that was not reached is not claimed",
            SaddlePointProblem,
            lambda backend, options, accuracy: _judge_stopped(backend, large, options, accuracy),
        ),
    ]


def saddle_point_cases() -> list[SaddlePointCase]:
    """Return saddle points of known value."""
    return [*_matrix_games(), *_other_sizes(), *_trees()]


def sequence_index(player: int, sets: Sequence[tuple[int, int]]) -> SequenceIndex:
    """Return a player's sequences.

    Parameters
    ----------
    player : int
        0 or 1.
    sets : sequence of (int, int)
        For every information set the sequence that leads to it and how many actions there are.
    """
    count = len(sets)
    return SequenceIndex(
        player=player,
        parent_sequence=np.array([above for above, _ in sets], dtype=np.int64),
        first_sequence=np.cumsum([1, *(actions for _, actions in sets)]).astype(np.int64),
        infoset_names=tuple(f"set {k + 1}" for k in range(count)),
        action_names=tuple(tuple(f"action {a + 1}" for a in range(actions)) for _, actions in sets),
        order=np.arange(count, dtype=np.int64),
    )


def matrix_game(payoffs: Sequence[Sequence[Number]], spread: float) -> SaddlePointProblem:
    """Return the saddle point of a game in which both players choose once, at the same time."""
    rows, columns = len(payoffs), len(payoffs[0])
    table = [[Fraction(0)] * (columns + 1), *([Fraction(0), *(Fraction(value) for value in row)] for row in payoffs)]
    sequences = sequence_index(0, [(0, rows)]), sequence_index(1, [(0, columns)])
    return SaddlePointProblem(sequences, ExactMatrix.from_dense(table), spread, "conformance")


def kuhn_saddle_point() -> SaddlePointProblem:
    """Return the sequence form of Kuhn poker; sequences are in the order of `kuhn_program`."""
    dense = kuhn_program().matrix.to_dense()
    payoffs = [list(column) for column in zip(*([-value for value in row[:13]] for row in dense[7:]), strict=True)]
    first = sequence_index(0, [place for card in range(3) for place in ((0, 2), (2 + 4 * card, 2))])
    return SaddlePointProblem(
        (first, sequence_index(1, [(0, 2)] * 6)), ExactMatrix.from_dense(payoffs), 4.0, "conformance"
    )


def _matrix_games() -> list[SaddlePointCase]:
    return [
        SaddlePointCase(
            f"rock, paper, scissors{SUFFIX}",
            "what is even at the start is solved at once",
            matrix_game([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 2),
            Fraction(0),
        ),
        SaddlePointCase(
            f"uneven stakes{SUFFIX}",
            "rock, paper, scissors in which each win pays another sum",
            matrix_game([[0, -1, 2], [1, 0, -3], [-2, 3, 0]], 6),
            Fraction(0),
        ),
        SaddlePointCase(
            f"matrix game{SUFFIX}",
            "a completely mixed game of value 5",
            matrix_game([[5, 4, 7], [6, 5, 2], [3, 8, 5]], 6),
            Fraction(5),
        ),
        SaddlePointCase(
            f"matrix game in thirds{SUFFIX}",
            "payoffs that no double holds exactly, and players with different numbers of actions",
            matrix_game([["1/3", "-1/3", "1/3"], ["-1/3", "2/3", "2/3"]], 1),
            Fraction(1, 15),
        ),
        SaddlePointCase(
            f"one action{SUFFIX}",
            "a player who has no choice faces a best response",
            matrix_game([[4, -3, 9]], 12),
            Fraction(-3),
        ),
    ]


def _other_sizes() -> list[SaddlePointCase]:
    game = [[5, 4, 7], [6, 5, 2], [3, 8, 5]]
    million = 10**6
    return [
        SaddlePointCase(
            f"payoffs in millions{SUFFIX}",
            "large payoffs are solved to the same share of them",
            matrix_game([[million * value for value in row] for row in game], 6e6),
            Fraction(5 * million),
        ),
        SaddlePointCase(
            f"payoffs in millionths{SUFFIX}",
            "small payoffs are solved to the same share of them",
            matrix_game([[Fraction(value, million) for value in row] for row in game], 6e-6),
            Fraction(5, million),
        ),
        SaddlePointCase(
            f"payoffs far from zero{SUFFIX}",
            "what is added to all payoffs is added to the value",
            matrix_game([[1000 + value for value in row] for row in game], 6),
            Fraction(1005),
        ),
        SaddlePointCase(
            f"nothing at stake{SUFFIX}",
            "a game of one payoff has no spread, and every plan is optimal",
            matrix_game([[0, 0], [0, 0]], 0),
            Fraction(0),
        ),
    ]


def _trees() -> list[SaddlePointCase]:
    alone = SaddlePointProblem(
        (sequence_index(0, []), sequence_index(1, [])), ExactMatrix.from_dense([[Fraction(7)]]), 0.0, "conformance"
    )
    # Player 1 goes left or right, player 2 sees it: 5 or 1 after left, -3 or 6 after right.
    replies = [[0, 0, 0, 0, 0], [0, 5, 1, 0, 0], [0, 0, 0, -3, 6]]
    seen = SaddlePointProblem(
        (sequence_index(0, [(0, 2)]), sequence_index(1, [(0, 2), (0, 2)])),
        ExactMatrix.from_dense([[Fraction(value) for value in row] for row in replies]),
        9.0,
        "conformance",
    )
    return [
        SaddlePointCase(f"nobody chooses{SUFFIX}", "players whose only sequence is the empty one", alone, Fraction(7)),
        SaddlePointCase(f"perfect information{SUFFIX}", "a reply to what was seen", seen, Fraction(1)),
        SaddlePointCase(f"Kuhn poker{SUFFIX}", "Kuhn poker is worth -1/18", kuhn_saddle_point(), Fraction(-1, 18)),
    ]


def _large_payoffs() -> list[list[Number]]:
    return [[(i * 37 + j * 101 + i * j * 13) % 41 - 20 for j in range(30)] for i in range(30)]


def _promise(case: SaddlePointCase) -> ConformanceCase:
    def judge(backend: Backend, options: SolveOptions, accuracy: float) -> None:
        answer, asked = solved_to_gap(backend, case.problem, case.problem.spread, options, accuracy)
        require_kind(answer, SaddlePointSolution)
        assert isinstance(answer, SaddlePointSolution)
        judge_gap(answer, asked)
        _judge_plans(case.problem, answer, case.value, accuracy)

    return ConformanceCase(case.name, case.claim, SaddlePointProblem, judge)


def _judge_solved(problem: SaddlePointProblem, answer: RawSolution, allowed: float) -> None:
    require_kind(answer, SaddlePointSolution)
    assert isinstance(answer, SaddlePointSolution)
    judge_gap(answer, allowed * problem.spread)
    _judge_plans(problem, answer, None, allowed)


def _judge_stopped(backend: Backend, problem: SaddlePointProblem, options: SolveOptions, accuracy: float) -> None:
    answer = stopped_at_once(backend, problem, problem.spread, options)
    if answer is None:
        return
    require_kind(answer, SaddlePointSolution)
    assert isinstance(answer, SaddlePointSolution)
    judge_stop(answer, problem.spread)
    _judge_plans(problem, answer, None, accuracy)


def _judge_plans(
    problem: SaddlePointProblem, answer: SaddlePointSolution, value: Fraction | None, accuracy: float
) -> None:
    first = plan_of(answer.primal, problem.sequences[0], "x, the primal")
    second = plan_of(answer.dual, problem.sequences[1], "y, the dual")
    judge_bounds(problem, (first, second), answer, value, accuracy)
