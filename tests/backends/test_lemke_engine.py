"""Choice of the engine of Lemke's algorithm and its fallback."""

from typing import Any

import numpy as np
import pytest

from seqform.backends.lemke import engine, revised
from seqform.backends.lemke.engine import follow_path
from seqform.backends.lemke.path import PathLimits, PivotRule
from seqform.backends.lemke.revised import ResidueError, follow_revised
from seqform.backends.lemke.tableau import follow_on_tableau
from seqform.backends.linalg.compiled import ENGINES
from seqform.errors import ModelError
from seqform.models.programs.complementarity import linear_complementarity_problem
from seqform.models.programs.solutions import Termination

SOLVABLE = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6], covering_vector=[1, 1])


def test_a_free_row_that_vanishes_only_modulo_the_prime_is_not_called_solved() -> None:
    # 2**31 is 1 modulo 2**31 - 1, so the first slack, 2**31 - 1 at the end, has the residue 0.
    problem = linear_complementarity_problem([[0, 2**31], [0, 1]], [-1, -1], [True, False], [5, 1])
    with pytest.raises(ResidueError):
        follow_revised(problem, PivotRule(), PathLimits())
    assert follow_path(problem, engine="revised").termination is Termination.ERROR


def test_the_tableau_is_the_fallback_if_residues_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError("a number has a multiple of 2147483647 in it")

    monkeypatch.setattr(revised, "lay_out", fail)
    heard: list[str] = []
    end = follow_path(SOLVABLE, limits=PathLimits(progress=heard.append), engine="revised")
    assert end.termination is Termination.SOLVED
    assert SOLVABLE.residuals(end.z).worst == 0
    assert "continuing with the integer tableau" in heard[-1]


def test_small_problems_do_not_load_the_revised_method(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revised, "follow_revised", None)
    assert engine.follow_path(SOLVABLE).termination is Termination.SOLVED


def test_numpy_numbers_are_accepted_and_infinite_ones_are_refused() -> None:
    M: Any = np.array([[2, 1], [1, 2]])
    q: Any = np.array([-5, -6])
    problem = linear_complementarity_problem(M, q, covering_vector=[1, 1])
    assert follow_path(problem).z.equals(follow_path(SOLVABLE).z)
    with pytest.raises(ModelError, match="finite numbers expected, not nan"):
        linear_complementarity_problem([[float("nan")]], [-1])  # type: ignore[list-item]  # what is tested


def test_the_tableau_is_for_smaller_problems_once_machine_code_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    n = engine.TABLEAU_UP_TO + 1
    problem = linear_complementarity_problem(np.eye(n, dtype=int).tolist(), [-1] * n, covering_vector=[1] * n)

    def fast(problem: Any, *_: Any) -> Any:
        asked.append(len(problem))
        return follow_on_tableau(problem, PivotRule(), PathLimits())

    monkeypatch.setattr(revised, "follow_revised", fast)
    monkeypatch.setattr(ENGINES["lemke"], "is_machine_code", False)
    engine.follow_path(problem)
    assert asked == []
    monkeypatch.setattr(ENGINES["lemke"], "is_machine_code", True)
    engine.follow_path(problem)
    assert asked == [n]
