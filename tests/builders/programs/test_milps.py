"""Mixed-integer programs of equilibria exclude none, and the best one is made exact; brute force they are held to."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from every_equilibrium import (
    contains,
    disagreement,
    equilibrium_payoffs,
    expected_payoffs,
    largest_regret,
    lottery,
    pair,
    positions_of,
    random_tree,
    small_trees,
)
from hypothesis import example, given
from hypothesis import strategies as st
from plans import exact
from solver_runs import through

import seqform as sf
from seqform.backends.exact.solution import ExactBackend
from seqform.builders import (
    GameLcp,
    plans_of,
    sequence_form,
    shared_normal_form_lcp,
    shared_sequence_form_lcp,
)
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.tree import leaf, move
from seqform.builders.programs.mixed_integer import (
    MEASURES,
    EquilibriumProgram,
    Scale,
    complementarity_milp,
    equilibrium_ranges,
    subgame_perfect_milp,
)
from seqform.errors import GameError, InputError, ModelError, SolveError, UnsupportedModelError
from seqform.models import ExactArray
from seqform.models.games.positions import PositionGraph, PositionStrategy
from seqform.models.strategies.profile_set import OBJECTIVES, UtilityProfileSet
from seqform.paths.complete import all_equilibria

PAYOFFS = st.integers(min_value=-2, max_value=2)
"""Few values, so that ties, zeros and duplicated actions are frequent."""


@st.composite
def bimatrices(draw: st.DrawFn) -> Any:
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    matrix = st.lists(
        st.lists(PAYOFFS, min_size=columns, max_size=columns), min_size=rows, max_size=rows
    )
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
def test_a_general_sum_game_is_solved_by_a_mixed_integer_program(
    backend: str, formulation: str
) -> None:
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
        ours, theirs = (
            [[unit * one + constant for one in row] for row in matrix] for matrix in (first, second)
        )
        found = sf.solve(bimatrix_game("stag hunt", ours, theirs), weights=(1, 1))
        assert found.values == (4 * unit + constant, 4 * unit + constant)


UNITS = st.sampled_from([Fraction(10) ** power for power in (-12, -9, -3, 0, 3, 9, 12)])
THREE_BY_TWO = st.lists(st.lists(PAYOFFS, min_size=2, max_size=2), min_size=3, max_size=3)


@given(THREE_BY_TWO, THREE_BY_TWO, st.tuples(PAYOFFS, PAYOFFS), st.tuples(UNITS, UNITS))
def test_weights_are_of_payoffs_in_the_unit_of_each_player(
    first: list[list[int]],
    second: list[list[int]],
    weights: tuple[int, int],
    units: tuple[Fraction, Fraction],
) -> None:
    scaled = [
        [[unit * pay for pay in row] for row in table]
        for table, unit in zip((first, second), units, strict=True)
    ]
    per_unit = (weights[0] / units[0], weights[1] / units[1])
    found = sf.solve(sf.bimatrix_game("scaled", scaled[0], scaled[1]), weights=per_unit)
    every = all_equilibria(sf.bimatrix_game(first, second))
    assert found.certificate.proven
    assert sum(w * v for w, v in zip(per_unit, found.values, strict=True)) == max(
        sum(w * v for w, v in zip(weights, one.values, strict=True)) for one in every
    )


def test_what_does_not_go_together_with_weights_is_refused() -> None:
    with pytest.raises(
        InputError, match="weights: by a mixed-integer program, which lemke does not solve"
    ):
        sf.solve("vsvet-figure-1", weights=(1, 1), backend="lemke")
    with pytest.raises(InputError, match="formulation: of no meaning with weights"):
        sf.solve("vsvet-figure-1", weights=(1, 1), formulation="normal-form")
    with pytest.raises(SolveError, match="time limit"):
        sf.solve("binary-tree(depth=8)", weights=(1, 1), time_limit=0.5)


def test_a_large_general_sum_game_is_refused_before_a_program_is_built() -> None:
    with pytest.raises(
        UnsupportedModelError, match=r"games of at most 2,000 sequences, not .*: take lemke"
    ):
        sf.plan("binary-tree(depth=11)", backend="highs")


EXACT = ExactBackend()


def patterns(stated: EquilibriumProgram) -> list[ExactArray]:
    """Return all choices of a low and a high move everywhere, and of whose payoff counts."""
    groups = [group for choice in stated.choices for group in (choice.low, choice.high) if group]
    groups += [measure.counted for measure in stated.measures if measure.counted]
    return [
        ExactArray.of(int(column in chosen) for column in stated.parts.whole_columns)
        for chosen in product(*groups)
    ]


def best_by_patterns(graph: PositionGraph, measure: str) -> Fraction:
    """Return the best value of a measure: an exact linear program for each pattern, every equilibrium verified."""
    stated = subgame_perfect_milp(graph, [measure])
    found = []
    for pattern in patterns(stated):
        answer = EXACT.solve(stated.program(0).with_fixed(pattern))
        if answer.solved:
            primal = exact(answer.primal)
            strategy, values = stated.strategy(primal), stated.values(primal)
            assert largest_regret(strategy) == 0
            assert expected_payoffs(strategy)[0] == values
            scale = stated.measures[0].scale
            found.append(scale.least + scale.unit * primal[stated.measures[0].column])
            # Less if the other's payoff counts.
            assert found[-1] <= OBJECTIVES[measure].measure(values[0], values[1])
    return max(found)


@given(small_trees(payoffs=3, moves=2, leaves=5, with_chance=True), st.sampled_from(MEASURES))
def test_the_best_pattern_is_the_best_of_all_equilibria(graph: PositionGraph, measure: str) -> None:
    corners = [corner for box in equilibrium_payoffs(graph) for corner in product(*box)]
    assert best_by_patterns(graph, measure) == max(
        OBJECTIVES[measure].measure(*corner) for corner in corners
    )


@pytest.mark.parametrize("seed", range(40))
def test_no_equilibrium_leaves_the_intervals(seed: int) -> None:
    graph = random_tree(seed, players=4, lotteries=3)
    ranges = equilibrium_ranges(graph)[0]
    for box in equilibrium_payoffs(graph):
        for (low, high), (least, largest) in zip(box, ranges, strict=True):
            assert least <= low <= high <= largest


def test_moves_that_are_never_best_need_no_binaries() -> None:
    graph = positions_of(
        move(0, "", {"a": leaf(2, 5), "b": leaf(1, 9), "c": lottery([1, 1], [leaf(0), leaf(4, 1)])})
    )
    assert equilibrium_ranges(graph)[0] == (pair(2, 2), pair(Fraction(1, 2), 5))
    stated = subgame_perfect_milp(
        positions_of(move(0, "", {"a": leaf(2, 5), "b": leaf(1, 9)})), ["social"]
    )
    assert not stated.parts.whole_columns
    assert stated.choices[0].moves == (0,)


@given(st.lists(st.fractions(), min_size=1, max_size=5))
@example([Fraction(10**12), Fraction(10**12 + 3)])
def test_a_scale_is_a_power_of_two_and_no_larger_than_it_need_be(numbers: list[Fraction]) -> None:
    scale = Scale.of(numbers)
    low, high = scale.scaled((min(numbers), max(numbers)))
    assert low == 0
    assert high <= 1
    assert high > Fraction(1, 2) or high == 0
    assert scale.unit.numerator & (scale.unit.numerator - 1) == 0
    assert scale.unit.denominator & (scale.unit.denominator - 1) == 0


TIED = positions_of(move(0, "", {"a": leaf(1, 0), "b": leaf(1, 4)}))


def test_attained_measures_become_rows_and_excluded_patterns_do_not_come_again() -> None:
    stated = subgame_perfect_milp(TIED, ["best-for-1", "social"])
    rows = stated.program(0).program.matrix.shape[0]
    later = stated.program(1, [Fraction(0)], patterns(stated)[:1]).program
    assert (later.matrix.shape[0], stated.program(0).program.matrix.shape[0]) == (rows + 2, rows)
    for place, pattern in enumerate(patterns(stated)):
        point = pattern.sum_by(np.array(stated.parts.whole_columns), later.matrix.shape[1])
        assert (later.matrix.dot(point)[rows + 1] > later.rows.upper[rows + 1]) == (place == 0)


def test_binaries_that_are_not_quite_whole_are_read_as_the_largest_of_their_kind() -> None:
    stated = subgame_perfect_milp(TIED, ["social"])
    point = np.zeros(stated.program(0).program.matrix.shape[1])
    low, high = stated.choices[0].low, stated.choices[0].high
    point[[*low, *high]] = [0.3, 0.7, 1 - 1e-9, 1e-9]
    assert stated.pattern(point).to_fractions() == [0, 1, 1, 0]


def test_other_graphs_too_many_choices_and_other_measures_are_refused() -> None:
    graph = positions_of(lottery([1, 1], [leaf(0, 0), leaf(1, 1)]))
    with pytest.raises(GameError, match="for two players, not 3"):
        subgame_perfect_milp(
            replace(graph, players=("1", "2", "3"), payoffs=(*graph.payoffs, graph.payoffs[0])), []
        )
    with pytest.raises(GameError, match="a position is reached in several ways"):
        subgame_perfect_milp(replace(graph, child=np.array([1, 1], dtype=np.int32)), [])
    assert len(subgame_perfect_milp(TIED, [], max_binaries=4).parts.whole_columns) == 4
    with pytest.raises(
        GameError, match=r"4 binary choices, and 3 are allowed.*NP-hard.*backward induction"
    ):
        subgame_perfect_milp(TIED, [], max_binaries=3)
    with pytest.raises(
        ModelError, match=r"'product'.*social, fairest, single-maximum, best-for-1, best-for-2"
    ):
        subgame_perfect_milp(positions_of(leaf(0, 0)), ["product"])


def test_a_game_that_is_over_at_once_has_its_payoffs() -> None:
    stated = subgame_perfect_milp(positions_of(leaf(3, Fraction(-1, 2))), ["social"])
    assert stated.values(exact(EXACT.solve(stated.program(0).program).primal)) == pair(
        3, Fraction(-1, 2)
    )


# ---- the brute force, held to equilibria tried one by one ----


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_mixtures_on_a_fine_grid_are_equilibria_just_where_their_payoffs_are_held(
    seed: int,
) -> None:
    graph = random_tree(seed, players=3, moves=2)
    boxes = equilibrium_payoffs(graph)
    shares = [Fraction(k, 4) for k in range(5)]
    moving = np.flatnonzero((graph.player >= 0) & (np.diff(graph.first_move) == 2))
    choice = np.where(graph.player >= 0, 0, -1).astype(np.int32)
    for drawn in product(shares, repeat=len(moving)):
        others = np.ones(len(moving), dtype=np.int32)
        strategy = PositionStrategy(graph, choice, moving, others, ExactArray.of(drawn))
        if largest_regret(strategy) == 0:
            first, second = expected_payoffs(strategy)[0]
            assert contains(boxes, (first, second))


@pytest.mark.slow
def test_a_profile_set_that_lacks_a_face_or_has_one_too_many_disagrees() -> None:
    graph = positions_of(move(0, "", {"a": leaf(1, 0), "b": leaf(1, 4), "c": leaf(0, 0)}))
    grid = (ExactArray.of([0, 1]), ExactArray.of([0, 4]))
    right = np.zeros((3, 3), dtype=bool)
    right[2, :] = True
    assert disagreement(graph, UtilityProfileSet(grid, right, pure=False)) is None
    for place in product(range(3), range(3)):
        wrong = right.copy()
        wrong[place] ^= True
        assert disagreement(graph, UtilityProfileSet(grid, wrong, pure=False)) is not None
