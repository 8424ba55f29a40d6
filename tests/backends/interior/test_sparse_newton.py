"""Newton systems of saddle points: solved with a dense core or without, and right on degenerate treeplexes."""

from typing import Any

import numpy as np
import pytest
from random_matrices import random_matrices
from scipy.sparse import block_array, csr_array, diags_array

import seqform as sf
from seqform.backends.interior import sparse_newton
from seqform.backends.interior.sparse_newton import SparseNewtonSystem, ordering
from seqform.builders.programs.zero_sum_lp import saddle_point
from seqform.errors import SolveError


def system_of(seed: int) -> tuple[SparseNewtonSystem, Any, Any]:
    """Return the Newton systems of a random game, its equations, and its payoffs over nonempty sequences."""
    form = sf.builders.sequence_form(random_matrices(seed, 60, forced=0.2)).target
    payoffs = csr_array(saddle_point(form, 1.0).target.matrix[1:, 1:])
    equations = (csr_array(form.E.to_scipy()[1:, 1:]), csr_array(form.F.to_scipy()[1:, 1:]))
    return SparseNewtonSystem(equations, (payoffs, csr_array(-payoffs.T))), equations, payoffs


@pytest.mark.parametrize("least_core", [1, 10**6])
def test_a_system_is_solved_with_a_core_and_without(
    least_core: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sparse_newton, "LEAST_CORE", least_core)
    rng = np.random.default_rng(1)
    for seed in range(4):
        system, (first, second), payoffs = system_of(seed)
        assert system.has_core == (least_core == 1)
        assert len(system.order.first) + len(system.order.core) == system.size
        theta = (
            10.0 ** rng.uniform(-3, 3, first.shape[1]),
            10.0 ** rng.uniform(-3, 3, second.shape[1]),
        )
        matrix = block_array(
            [
                [diags_array(theta[0]), first.T, -payoffs, None],
                [first, None, None, None],
                [payoffs.T, None, diags_array(theta[1]), second.T],
                [None, None, second, None],
            ]
        ).toarray()
        system.factor(theta)
        right = rng.normal(size=system.size)
        solution = system.solve(right)
        np.testing.assert_allclose(matrix @ solution, right, atol=1e-9 * np.abs(solution).max())


def test_the_value_of_a_set_is_eliminated_after_all_its_choices() -> None:
    system, (first, _), _ = system_of(0)
    place = {unknown: number for number, unknown in enumerate(system.order.first.tolist())}
    sequences = first.shape[1]
    for row, column in zip(*first.nonzero(), strict=True):
        value = sequences + row
        if first[row, column] > 0 and value in place:
            assert place[column] < place[value]


def test_an_order_without_fill_has_no_core() -> None:
    # A path of sequences, each in the row of the next: every elimination leaves a path.
    neighbors = [{k - 1, k + 1} & set(range(50)) for k in range(50)]
    order = ordering(neighbors, [50] * 50)
    assert len(order.core) == 0
    assert sorted(order.first.tolist()) == list(range(50))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"chain": 1.0},
        {"forced": 0.7},
        {"chain": 0.9, "forced": 0.5},
        {"least_power": -10, "largest_power": 16},
    ],
)
def test_degenerate_sequence_forms_have_the_value_of_the_simplex_method(
    options: dict[str, Any],
) -> None:
    game = random_matrices(0, 120, **options)
    least, largest = (game.payoff_limits[0].to_floats()[k] for k in (0, 1))
    spread = largest - least
    right = sf.solve(game, backend="highs", exact=False)
    answer = sf.solve(game, backend="barrier", target_gap=1e-9 * spread, exact=False)
    assert answer.certificate.nash_conv <= 1e-9 * spread
    assert abs(answer.values[0] - right.values[0]) <= 2e-9 * spread


def test_an_iteration_that_would_end_after_the_time_limit_is_not_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SparseNewtonSystem, "seconds", 1e6)
    game = random_matrices(0, 60)
    with pytest.raises(SolveError, match=r"the next iteration takes about 1e\+06 s") as caught:
        sf.solve(game, backend="barrier", time_limit=1000, target_gap=1e-12, exact=False)
    # The strategies of regret matching before it are returned, certified.
    equilibrium = caught.value.equilibrium
    assert equilibrium is not None
    limits = game.payoff_limits[0].to_floats()
    assert 0 < equilibrium.certificate.nash_conv < 0.1 * (limits[1] - limits[0])
