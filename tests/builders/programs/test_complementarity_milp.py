"""Mixed-integer programs of equilibria: none is excluded by the bounds, and the best one is found and made exact."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solver_runs import through

import seqform as sf
from seqform.builders import GameLcp, plans_of, sequence_form, shared_normal_form_lcp, shared_sequence_form_lcp
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.programs.complementarity_milp import complementarity_milp
from seqform.errors import InputError, SolveError, UnsupportedModelError
from seqform.models import ExactArray
from seqform.paths.complete import all_equilibria

PAYOFFS = st.integers(min_value=-2, max_value=2)
"""Few values, so that ties, zeros and duplicated actions are frequent."""


@st.composite
def bimatrices(draw: st.DrawFn) -> Any:
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    matrix = st.lists(st.lists(PAYOFFS, min_size=columns, max_size=columns), min_size=rows, max_size=rows)
    return bimatrix_game("matrix", draw(matrix), draw(matrix))


def problems(game: Any) -> list[GameLcp]:
    form = sequence_form(game).target
    return [shared_sequence_form_lcp(form), shared_normal_form_lcp(form)]


@given(bimatrices(), st.tuples(PAYOFFS, PAYOFFS))
def test_no_extreme_equilibrium_is_better_by_weights(game: Any, weights: tuple[int, int]) -> None:
    found = sf.solve(game, weights=weights)
    everything = all_equilibria(game)
    totals = [sum(w * v for w, v in zip(weights, one.values, strict=True)) for one in everything]
    assert found.certificate.proven
    assert sum(w * v for w, v in zip(weights, found.values, strict=True)) == max(totals)


@pytest.mark.parametrize(
    "name", ["vsvet-figure-1", "kuhn", "littman-figure-4", "binary-tree(depth=3)", "guess-the-ace"]
)
def test_the_bounds_exclude_no_equilibrium(name: str) -> None:
    game = sf.load(name)
    for found in sf.equilibria(game, starts=5, witnesses=False):
        for lcp in problems(game):
            z = lcp.point(plans_of(found.profile))
            pairs = ~lcp.base.free
            binaries = ExactArray((z.numerators[pairs] > 0).astype(np.int64))
            program = complementarity_milp(lcp).target.program
            point = ExactArray.concatenate([z, binaries])
            residuals = program.residuals(point, ExactArray.zeros(program.matrix.shape[0]))
            assert residuals.primal_rows == residuals.primal_columns == 0


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["highs", "glpk", "cbc"])
@pytest.mark.parametrize("spec", ["vsvet-figure-1", "kuhn", "littman-figure-4"])
def test_solvers_of_pyomo_find_an_equilibrium_and_the_best_one(solver: str, spec: str) -> None:
    options = through(solver)
    assert sf.solve(spec, backend="pyomo", options=options).certificate.nash_conv < 1e-6
    best = sf.solve(spec, weights=(1, 1), backend="pyomo", options=options)
    assert best.certificate.proven and best.values == sf.solve(spec, weights=(1, 1)).values


@pytest.mark.parametrize("backend", ["highs", "pyomo"])
@pytest.mark.parametrize("formulation", ["sequence-form", "normal-form"])
def test_a_general_sum_game_is_solved_by_a_mixed_integer_program(backend: str, formulation: str) -> None:
    found = sf.solve("vsvet-figure-1", backend=backend, formulation=formulation)
    assert found.certificate.proven and found.backend == backend


def test_stakes_and_a_constant_do_not_matter() -> None:
    first, second = [[4, 0], [3, 3]], [[4, 3], [0, 3]]
    for unit, constant in (
        (Fraction(1), 0),
        (Fraction(1, 3), 7),
        (Fraction(10**9), -(10**12)),
        (Fraction(1, 2**30), 1),
    ):
        ours, theirs = ([[unit * one + constant for one in row] for row in matrix] for matrix in (first, second))
        found = sf.solve(bimatrix_game("stag hunt", ours, theirs), weights=(1, 1))
        assert found.values == (4 * unit + constant, 4 * unit + constant)


def test_what_does_not_go_together_with_weights_is_refused() -> None:
    with pytest.raises(InputError, match="weights: by a mixed-integer program, which lemke does not solve"):
        sf.solve("vsvet-figure-1", weights=(1, 1), backend="lemke")
    with pytest.raises(InputError, match="formulation: of no meaning with weights"):
        sf.solve("vsvet-figure-1", weights=(1, 1), formulation="normal-form")
    with pytest.raises(SolveError, match="time limit"):
        sf.solve("binary-tree(depth=8)", weights=(1, 1), time_limit=0.5)


def test_a_large_general_sum_game_is_refused_before_a_program_is_built() -> None:
    with pytest.raises(UnsupportedModelError, match=r"games of at most 2,000 sequences, not .*: take lemke"):
        sf.plan("binary-tree(depth=11)", backend="highs")
