"""Sparsifying any linear program: same optimum, fewer nonzeros where rows repeat each other."""

from fractions import Fraction

import numpy as np
import pytest
from plans import exact

from seqform.backends import get
from seqform.backends.conformance.linear import linear_program, random_program
from seqform.builders.preprocess.sparsify import sparsify
from seqform.models.programs.linear import LinearProgram


def ranking(size: int) -> LinearProgram:
    """The matrix game in which the higher number wins, whose value is 0."""
    payoffs = np.sign(np.arange(size)[:, None] - np.arange(size)).tolist()
    rows = [(0, [*column, -1], None) for column in zip(*payoffs, strict=True)]
    return linear_program(
        "max", [0] * size + [1], [*rows, (1, [1] * size + [0], 1)], [*[(0, None)] * size, (None, None)]
    )


def assert_same_optimum(program: LinearProgram) -> None:
    step = sparsify(program)
    answer = get("exact").solve(step.target)
    assert answer.solved
    lifted = step.lift(answer)
    primal = exact(lifted.primal)
    assert program.residuals(primal, exact(lifted.dual)).worst == 0
    assert lifted.objective == program.objective_at(primal)
    assert step.target.matrix.nonzeros <= program.matrix.nonzeros


@pytest.mark.parametrize("seed", range(25))
def test_random_programs_keep_their_optimum_exactly(seed: int) -> None:
    assert_same_optimum(random_program(seed)[0])


def test_a_ranking_of_fifty_takes_less_than_a_fifth_of_its_nonzeros() -> None:
    program = ranking(50)
    step = sparsify(program)
    assert step.target.matrix.nonzeros < 0.2 * program.matrix.nonzeros
    assert get("highs").solve(step.target).objective == pytest.approx(0, abs=1e-9)


def test_blocks_and_numbers_beyond_the_limits_are_left_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seqform.builders.preprocess.sparsify._LARGEST", 10)
    program = ranking(20)
    assert sparsify(program).target.matrix.equals(program.matrix)
    program = linear_program("max", [1], [(None, [Fraction(2**70)], 1)], [(0, None)])
    assert sparsify(program).target is program
