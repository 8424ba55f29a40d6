"""The linear program of a class game: that of the expanded game, from tables alone."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from small_ordered_games import one_sided, stakes_that_vanish

from seqform.backends import SolveOptions, get
from seqform.builders.abstraction.class_lp import ClassSequences, class_lp, fixed_entries, payoff_entries
from seqform.builders.forms.class_game import class_game, end_payoffs
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games import catalog
from seqform.builders.games.ordered.poker import kuhn, leduc, rhode_island, tiny_poker
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.errors import ModelError, SolveError
from seqform.models.games.abstraction import InformationFilter
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution, Termination

GAMES = (kuhn("kuhn"), tiny_poker("tiny"), one_sided(), stakes_that_vanish(), leduc("leduc"))
SMALL = {
    **{game.title: class_game(InformationFilter.identity(game)) for game in GAMES},
    "blind": class_game(InformationFilter.identity(one_sided()), InformationFilter.coarsest(one_sided())),
}


def exact_value(program: LinearProgram) -> Fraction:
    value = get("exact").solve(program).objective
    assert isinstance(value, Fraction)
    return value


def multiset(program: LinearProgram) -> list[tuple[int, Fraction]]:
    """The entries, by how many stand in their row: what renumbering rows and columns does not change."""
    size = np.diff(program.matrix.row_start)[program.matrix.rows].tolist()
    return sorted(zip(size, program.matrix.values.to_fractions(), strict=True))


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
@pytest.mark.parametrize("player", [0, 1])
def test_it_is_the_program_of_the_expanded_game_up_to_the_order_of_rows(name: str, player: int) -> None:
    ours = class_lp(SMALL[name], player).target
    expanded = zero_sum_lp(sequence_form(catalog.make(name)).target, player).target
    assert ours.matrix.shape == expanded.matrix.shape
    assert ours.matrix.nonzeros == expanded.matrix.nonzeros
    assert multiset(ours) == multiset(expanded)
    assert exact_value(ours) == exact_value(expanded)
    assert name != "kuhn" or abs(exact_value(ours)) == Fraction(1, 18)


@pytest.mark.parametrize("name", SMALL)
def test_sizes_are_those_of_the_class_game_and_values_of_both_sides_agree(name: str) -> None:
    game = SMALL[name]
    programs = [class_lp(game, player).target for player in (0, 1)]
    assert programs[0].matrix.shape == game.program_shape
    assert programs[1].matrix.shape == game.program_shape[::-1]
    assert exact_value(programs[0]) == -exact_value(programs[1])


@pytest.mark.parametrize("name", ["kuhn", "leduc", "one-sided"])
@pytest.mark.parametrize("player", [0, 1])
def test_the_lift_brings_back_strategies_that_earn_the_value(name: str, player: int) -> None:
    game = SMALL[name]
    step = class_lp(game, player)
    answer = get("highs").solve(step.target)
    first, second = step.lift(answer)
    assert (first.player, second.player) == (0, 1)
    program = class_lp(game, 0).target
    x = np.concatenate([[1.0], *(table.ravel() for table in first.plan())])
    y = np.concatenate([[1.0], *(table.ravel() for table in second.plan())])
    height, width = program.matrix.shape[0] - len(y), len(x)
    payoffs = -program.matrix.to_scipy()[height:, :width]
    assert answer.objective is not None
    assert y @ payoffs @ x == pytest.approx((1 - 2 * player) * float(answer.objective), abs=1e-9)
    assert abs(program.matrix.to_scipy()[1:height, :width] @ x).max() < 1e-12


def test_weights_slightly_below_zero_are_clipped() -> None:
    step = class_lp(SMALL["kuhn"])
    answer = get("highs").solve(step.target, SolveOptions(raw={"solver": "ipm"}))
    assert isinstance(answer.primal, np.ndarray)
    assert isinstance(answer.dual, np.ndarray)
    noisy = RawSolution(Termination.SOLVED, "", primal=answer.primal - 1e-7, dual=answer.dual - 1e-7)
    for strategy in step.lift(noisy):
        assert min(table.min() for table in strategy.behavior) >= 0


def test_without_a_pair_the_error_of_the_lift_has_the_solvers_status() -> None:
    step = class_lp(SMALL["kuhn"])
    with pytest.raises(SolveError, match="no primal-dual pair: time limit"):
        step.lift(RawSolution(Termination.TIME_LIMIT, "gave up"))
    rows, columns = step.target.matrix.shape
    spoilt = RawSolution(Termination.ERROR, "bad", primal=np.full(columns, np.nan), dual=np.zeros(rows))
    with pytest.raises(SolveError, match="not finite: error"):
        step.lift(spoilt)


@pytest.mark.parametrize("name", ["kuhn", "tiny", "vanishing", "leduc"])
@pytest.mark.parametrize("player", [0, 1])
def test_entries_written_in_place_are_those_collected_and_sorted(name: str, player: int) -> None:
    game = SMALL[name]
    own, other = ClassSequences(game, player), ClassSequences(game, 1 - player)
    parts = [(rows, columns, ExactArray(values)) for rows, columns, values in fixed_entries(own, other, 1)]
    for end in end_payoffs(game, player):
        places, columns, payoffs = payoff_entries(own, other, end, end.denominator)
        parts.append((places, columns, ExactArray(payoffs, end.denominator)))
    expected = ExactMatrix.from_entries(
        (own.num_rows + len(other), len(own) + other.num_rows),
        np.concatenate([part[0] for part in parts]),
        np.concatenate([part[1] for part in parts]),
        ExactArray.concatenate([part[2] for part in parts]),
    )
    assert class_lp(game, player).target.matrix.equals(expected)


def test_entries_are_counted_before_they_are_made() -> None:
    game = class_game(InformationFilter.identity(rhode_island("small", ranks=3, suits=2)))
    program = class_lp(game).target
    assert program.matrix.shape == game.program_shape == (85346, 85346)
    assert program.matrix.nonzeros == game.num_payoff_entries + sum(game.program_shape) - 2


def test_names_are_made_on_demand_and_differ() -> None:
    program = class_lp(SMALL["leduc"]).target
    for names in (program.row_names, program.column_names):
        assert len(set(names)) == len(names) == 1562
    assert program.row_names[0] == "plan ∅"
    assert "bet" in program.column_names[-1]


def test_other_objects_than_class_games_and_other_players_are_refused() -> None:
    with pytest.raises(ModelError, match="player 0 or 1 expected, not 2"):
        class_lp(SMALL["kuhn"], 2)
    with pytest.raises(ModelError, match="a ClassGame expected"):
        class_lp(kuhn("kuhn"))  # type: ignore[arg-type]
