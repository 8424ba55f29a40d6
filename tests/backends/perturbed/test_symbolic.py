"""The symbolic simplex method, and parametric programs."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from perturbed_programs import Numbers, optimum, perturbed_game, perturbed_program

from seqform.backends import SolveOptions
from seqform.backends.perturbed.parametric import ParametricProgram, optimal_pieces
from seqform.backends.perturbed.symbolic import SymbolicBackend, SymbolicSimplex
from seqform.errors import CertificationError, OptionError, SolveError
from seqform.models import ExactArray, ExactMatrix, PolynomialArray, Termination
from seqform.models.programs.linear import Bounds, LinearProgram

solve = SymbolicBackend().solve


@pytest.mark.parametrize(
    ("sense", "rows", "cost", "free", "verdict"),
    [
        ("max", [("<", [1], [0, 1, 0])], [[1]], False, Termination.SOLVED),
        ("max", [("<", [1], [0, 0, -1])], [[1]], False, Termination.INFEASIBLE),
        ("max", [("<", [1], [-1, 1, 1])], [[1]], False, Termination.INFEASIBLE),
        ("max", [("<", [1], [0, 0, 1])], [[1]], False, Termination.SOLVED),
        ("min", [(">", [1], [1])], [[0], [0], [-1]], False, Termination.UNBOUNDED),
        ("max", [("=", [1, 1], [1, 0]), ("=", [1, 1], [1, 1])], [[1, 1]], True, Termination.INFEASIBLE),
        ("max", [("=", [1, 1], [1, 0]), ("=", [1, 1], [1, 0])], [[1, 1]], True, Termination.SOLVED),
        ("max", [("=", [1, 1], [1])], [[1, 2]], True, Termination.UNBOUNDED),
        ("max", [("<", [10**400, 1], [1])], [[1, 1]], False, Termination.SOLVED),
    ],
)
def test_verdicts_compare_polynomials(
    sense: str, rows: list[Any], cost: list[list[int]], free: bool, verdict: Termination
) -> None:
    assert solve(perturbed_program(sense, rows, cost, [free] * len(cost[0]))).termination is verdict


def test_numbers_that_outgrow_64_bits_on_the_way_stay_exact() -> None:
    size = 5
    rows = [
        ("<", [10**12 + (3 * i + 1) ** (j + 1) + (10**9 if i == j else 0) for j in range(size)], [1, 1])
        for i in range(size)
    ]
    program = perturbed_program("max", rows, [[1] * size, [1] * size], [True] * size)
    simplex = SymbolicSimplex(program)
    assert simplex.entries.dtype == np.int64
    assert simplex.run() is Termination.SOLVED
    assert simplex.entries.dtype == object
    assert program.violations(simplex.primal(), simplex.dual()) == []


def test_a_program_on_which_the_simplex_method_may_cycle_is_solved() -> None:
    """Beale's example of a cycle under the rule of the largest reduced cost."""
    quarter = Fraction(1, 4)
    rows: list[tuple[str, Numbers, Numbers]] = [
        ("<", [quarter, -60, Fraction(-1, 25), 9], [0]),
        ("<", [Fraction(1, 2), -90, Fraction(-1, 50), 3], [0]),
        ("<", [0, 0, 1, 0], [1]),
    ]
    program = perturbed_program("max", rows, [[Fraction(3, 4), -150, Fraction(1, 50), -6]])
    assert optimum(program, solve(program))[0][0] == Fraction(1, 20)


def test_after_many_pivots_without_progress_the_least_index_decides() -> None:
    program = perturbed_program("max", [("<", [1, 1], [0])], [[1, 5]])
    simplex, both = SymbolicSimplex(program), np.arange(2)
    assert simplex._entering(both) == 1
    simplex._idle_pivots = 2
    assert simplex._entering(both) == 0


def test_the_time_limit_and_ctrl_c_end_with_the_pivots_so_far() -> None:
    def interrupt(line: str) -> None:
        assert line.startswith("symbolic simplex: 100 pivots, ")
        raise KeyboardInterrupt

    program = perturbed_game("liars-dice(sides=3)").target
    for options, start in (
        ({"time_limit": 0.001}, "time limit after "),
        ({"progress": interrupt}, "interrupted after 100"),
    ):
        answer = solve(program, SolveOptions(**options))
        assert (
            answer.status.startswith(f"{start}")
            and f"{answer.termination} after {answer.pivots} pivot" in answer.status
        )
        assert (answer.primal, answer.proven) == (None, False)


@pytest.mark.parametrize("options", [{"tolerance": 1e-6}, {"threads": 2}, {"raw": {"presolve": "off"}}])
def test_options_that_do_not_apply_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=r"symbolic simplex (does not support it|has no option 'presolve')"):
        solve(perturbed_game("kuhn").target, SolveOptions(**options))


def test_a_program_too_large_for_a_dense_tableau_is_refused() -> None:
    with pytest.raises(SolveError, match=r"20 rows × 20 columns are too many .* use the method stable-basis"):
        SymbolicBackend(most_entries=100).solve(perturbed_game("kuhn").target)


def test_an_answer_that_fails_its_check_is_not_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    program = perturbed_game("kuhn").target
    wrong = PolynomialArray.zeros(program.matrix.shape[1])
    monkeypatch.setattr(SymbolicSimplex, "primal", lambda self: wrong)
    with pytest.raises(CertificationError, match="symbolic simplex: the answer fails its check"):
        solve(program)


def test_an_equation_that_holds_at_one_number_alone_is_no_piece() -> None:
    """max x with x + y = 1 and (t - 1/2) x = 0: at 1/2, where the interval is halved, the second slack is basic."""
    constant = ExactMatrix.from_dense([[1, 1], [Fraction(-1, 2), 0]])
    slope = ExactMatrix.from_dense([[0, 0], [1, 0]])
    rows, columns = Bounds.equal(ExactArray.of([1, 0])), Bounds.nonnegative(2)
    program = LinearProgram("max", ExactArray.of([1, 0]), constant, rows, columns, ["a", "b"], ["x", "y"])
    pieces = optimal_pieces(ParametricProgram(program, (constant, slope)), Fraction(0), Fraction(1))
    assert pieces[0].start == 0 and pieces[-1].end == 1
    assert all(one.end == other.start for one, other in pairwise(pieces))
    assert all(one.value(Fraction(1, 7)) == 0 for one in pieces)
