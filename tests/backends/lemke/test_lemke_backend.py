"""The backend `lemke`: options, limits, the status of every end, and the choice of the engine."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lcp_examples import TEXTBOOK, started
from lcp_proofs import steps
from plans import exact, form_of

from seqform.backends import SolveOptions
from seqform.backends.lemke import revised
from seqform.backends.lemke.backend import Engine, LemkeBackend, LemkeOptions, follow_path
from seqform.backends.lemke.path import PathLimits, PivotRule
from seqform.backends.lemke.revised import ResidueError, follow_revised
from seqform.backends.linalg.tables import PRIME
from seqform.builders import centroid, random_start, shared_sequence_form_lcp
from seqform.errors import ModelError
from seqform.models import LinearComplementarityProblem, RawSolution, Termination, linear_complementarity_problem

TINY = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6], covering_vector=[1, 1])
RAY = next(example.problem for example in TEXTBOOK if example.name == "Murty 2.9")


def solve(problem: LinearComplementarityProblem, **raw: Any) -> RawSolution:
    return LemkeBackend().solve(problem, SolveOptions(raw=raw))


def long_problem() -> LinearComplementarityProblem:
    """Return one whose path has thousands of pivots."""
    form = form_of("binary-tree(depth=9,seed=1)")
    return shared_sequence_form_lcp(form).problem(centroid(form), "slacks")


def test_without_a_covering_vector_the_path_starts_from_all_ones_and_free_variables_are_split() -> None:
    bare = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6])
    assert exact(solve(bare).primal).equals(exact(solve(TINY).primal))
    problem = linear_complementarity_problem([[1, 1], [-1, 2]], [3, -1], free=[True, False])
    answer = solve(problem)
    assert answer.termination is Termination.SOLVED
    assert problem.residuals(exact(answer.primal)).worst == 0
    assert exact(answer.primal).to_fractions()[0] < 0
    with pytest.raises(ModelError, match="covering vector"):
        solve(linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6], covering_vector=[1, 0]))


@pytest.mark.parametrize("engine", ["tableau", "revised"])
def test_a_solution_has_its_status_path_and_options(engine: Engine) -> None:
    answer, end = solve(TINY, engine=engine, ties="unit-columns", seed=3), follow_path(TINY)
    assert answer.status == "solved exactly in 3 pivots"
    assert answer.iterations == 3
    assert exact(answer.primal).to_fractions() == [Fraction(4, 3), Fraction(7, 3)]
    assert answer.ray is None
    assert answer.path is not None
    assert list(zip(answer.path.entering.tolist(), answer.path.leaving.tolist(), strict=True)) == steps(end)
    assert answer.options == vars(LemkeOptions(ties="unit-columns", seed=3, engine=engine))
    assert answer.solver.startswith("Lemke's algorithm, seqform ")


@pytest.mark.parametrize("engine", ["tableau", "revised"])
def test_a_secondary_ray_has_its_direction_and_entering_variable(engine: str) -> None:
    answer = solve(RAY, engine=engine)
    assert answer.termination is Termination.SECONDARY_RAY
    assert "a secondary ray, proven" in answer.status
    assert answer.path is not None
    assert RAY.variable_name(int(answer.path.entering[-1])) in answer.status
    z_rates = exact(answer.ray).take(slice(0, -1))
    d = RAY.covering_vector
    assert d is not None
    assert np.all(z_rates.numerators >= 0)
    assert np.all((RAY.matrix.dot(z_rates) + d * exact(answer.ray)[len(RAY)]).numerators >= 0)


def test_a_violated_free_row_at_the_end_is_an_error_with_a_remedy() -> None:
    answer = solve(linear_complementarity_problem([[0, 2], [0, 1]], [-1, -1], [True, False], [5, 1]))
    assert answer.termination is Termination.ERROR
    assert "split_free" in answer.status


@pytest.mark.parametrize("engine", ["tableau", "revised"])
def test_the_pivot_limit_stops_the_path_and_the_pure_rule_continues_it(engine: str) -> None:
    form = form_of("vsvet-figure-1")
    problem = started(shared_sequence_form_lcp(form), random_start(form, 1))
    whole, some, pure = (solve(problem, engine=engine, **raw) for raw in ({}, {"max_pivots": 4}, {"early_exit": False}))
    assert some.termination is Termination.ITERATION_LIMIT
    assert some.path is not None
    assert whole.path is not None
    assert pure.path is not None
    assert len(pure.path) > len(whole.path)
    assert len(some.path) == some.iterations == 4
    assert some.path.entering.tolist() == whole.path.entering.tolist()[:4]
    assert f"stopped after 4 pivots, z0 = {float(some.path.z0[-1]):.4g}" in some.status


@pytest.mark.slow
def test_the_time_limit_and_ctrl_c_return_the_path_so_far() -> None:
    problem, messages = long_problem(), list[str]()
    whole = LemkeBackend().solve(problem).path
    assert whole is not None
    some = LemkeBackend().solve(problem, SolveOptions(time_limit=1e-4))
    assert some.termination is Termination.TIME_LIMIT
    assert some.path is not None
    assert 0 < len(some.path) < len(whole)
    assert some.path.entering.tolist() == whole.entering.tolist()[: len(some.path)]

    def stop(text: str) -> None:
        if "pivots" in text:  # and not of compiling
            messages.append(text)
            raise KeyboardInterrupt

    stopped = LemkeBackend().solve(problem, SolveOptions(progress=stop))
    assert stopped.termination is Termination.INTERRUPTED
    assert stopped.path is not None
    assert len(stopped.path) == revised.FIRST_CHUNK
    assert messages == [f"{revised.FIRST_CHUNK} pivots, z0 = {float(stopped.path.z0[-1]):.4f}"]


def test_a_free_row_that_vanishes_only_modulo_the_prime_is_not_called_solved() -> None:
    # The first slack is the prime at the end, so it has the residue 0.
    problem = linear_complementarity_problem([[0, PRIME + 1], [0, 1]], [-1, -1], [True, False], [5, 1])
    with pytest.raises(ResidueError):
        follow_revised(problem, PivotRule(), PathLimits())
    assert follow_path(problem, engine="revised").termination is Termination.ERROR


def test_the_tableau_is_the_fallback_if_residues_fail(caplog: pytest.LogCaptureFixture) -> None:
    problem = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -PRIME], covering_vector=[1, 1])
    end = follow_path(problem, engine="revised")
    assert end.termination is Termination.SOLVED
    assert problem.residuals(end.z).worst == 0
    assert f"a number has a multiple of {PRIME} in it; the integer tableau goes on, which is slow" in caplog.text
