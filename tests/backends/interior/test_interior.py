"""The interior-point method: Newton systems against a general solver, and answers against exact ones and HiGHS."""

import re
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.backends import SolveOptions, get
from seqform.backends.interior.barrier import Barrier, BarrierBackend, BarrierRule
from seqform.backends.interior.spaces import ClassInterior, InteriorSpace, MatrixInterior
from seqform.backends.iterative.operator import Threads
from seqform.builders.forms.class_game import class_game
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games import catalog
from seqform.builders.games.ordered import poker
from seqform.builders.games.tree import Node, leaf, move, tree
from seqform.builders.programs.max_min import saddle_point
from seqform.errors import ModelError, OptionError
from seqform.models.games.abstraction import InformationFilter
from seqform.models.numbers.exact import Floats
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.solutions import Termination

pytestmark = pytest.mark.slow


def solved(game: ClassGame, gap: float, threads: int = 1, **raw: int) -> Any:
    return get("barrier").solve(game, SolveOptions(target_gap=gap, threads=threads, raw=raw))


def classes(name: str) -> ClassGame:
    return class_game(*sf.abstract_game(name, "lossless").filters)


def two_filters() -> ClassGame:
    """Return a game in which player 1 sees every hand and player 2 only whether it is the highest."""
    game = poker.kuhn("kuhn", ranks=5)
    whole = InformationFilter.identity(game)
    coarse = [np.minimum(labels, 1) for labels in whole.classes]
    return class_game(whole, InformationFilter(game, tuple(coarse)))


SPACES: dict[str, Callable[[], InteriorSpace]] = {
    "kuhn": lambda: ClassInterior(classes("kuhn"), Threads(1)),
    "leduc": lambda: ClassInterior(classes("leduc"), Threads(1)),
    "small Rhode Island": lambda: ClassInterior(classes("rhode-island(ranks=2,suits=2,max_bets=1)"), Threads(1)),
    "two filters": lambda: ClassInterior(two_filters(), Threads(1)),
    "tree": lambda: MatrixInterior(saddle_point(sequence_form(sf.load("kuhn")).target).target, Threads(1)),
}


def columns(apply: Any, size: int) -> Floats:
    """Return the matrix of a linear map."""
    return np.stack([apply(unit) for unit in np.eye(size)], axis=1)


def written_out(space: InteriorSpace, theta: list[Floats]) -> Floats:
    """Return the matrix of the Newton system, from the products of the space with unit vectors."""
    blocks: list[list[Floats]] = []
    sizes = [space.num_sequences(0), space.num_sets(0), space.num_sequences(1), space.num_sets(1)]
    for player in (0, 1):
        own, other = space.num_sequences(player), space.num_sequences(1 - player)
        equations = columns(lambda unit, i=player: space.surplus(i, unit, 0.0), own)
        payoffs = columns(lambda unit, i=player: space.slope(i, unit), other)
        rows = [np.diag(theta[player]), equations.T, -payoffs, np.zeros((own, space.num_sets(1 - player)))]
        below = [equations, *(np.zeros((len(equations), size)) for size in np.roll(sizes, -2 * player)[1:])]
        blocks += [rows, below] if player == 0 else [[*rows[2:], *rows[:2]], [*below[2:], *below[:2]]]
    return np.block(blocks)


@pytest.mark.parametrize("name", SPACES)
def test_newton_systems_have_the_solutions_of_a_general_solver(name: str) -> None:
    space = SPACES[name]()
    source = np.random.default_rng(1)
    theta = [10.0 ** source.uniform(-2, 2, space.num_sequences(player)) for player in (0, 1)]
    right = [source.normal(size=space.num_sequences(player)) for player in (0, 1)]
    equations = [source.normal(size=space.num_sets(player)) for player in (0, 1)]
    whole = np.concatenate([right[0], equations[0], right[1], equations[1]])
    expected = np.linalg.solve(written_out(space, theta), whole)
    space.factor((theta[0], theta[1]))
    space.solve((right[0], right[1]), (equations[0], equations[1]))
    found = np.concatenate([right[0], equations[0], right[1], equations[1]])
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-8 * np.abs(expected).max())


@given(seed=st.integers(0, 10**6), merge=st.sampled_from([0, 0.5, 1]), actions=st.integers(1, 4))
def test_random_games_have_the_value_that_highs_finds(seed: int, merge: float, actions: int) -> None:
    game = catalog.make(f"random-game(seed={seed},merge={merge},max_actions={actions})")
    value = float(sf.solve(game, backend="highs").values[0])
    answer = sf.solve(game, backend="barrier", options={"target_gap": 1e-9, "raw": {"start_iterations": 5}})
    assert answer.certificate.nash_conv <= 1e-9
    assert float(answer.values[0]) == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("start", [0, 3])
@pytest.mark.parametrize("name", ["no move", "player 1", "player 2", "zero payoffs", "1e12"])
def test_games_at_the_edge_are_solved(name: str, start: int) -> None:
    pair = {"u": leaf(0, 0), "d": leaf(1, -1)}
    games: dict[str, Node] = {
        "no move": leaf(1, -1),
        "player 1": move(0, "a", {"l": leaf(1, -1), "r": leaf(2, -2)}),
        "player 2": move(1, "b", pair),
        "zero payoffs": move(0, "a", {"l": move(1, "b", {"u": leaf(0, 0), "d": leaf(0, 0)}), "r": leaf(0, 0)}),
        "1e12": move(
            0, "a", {"l": move(1, "b", {"u": leaf(10**12, -(10**12)), "d": leaf(0, 0)}), "r": move(1, "b", pair)}
        ),
    }
    answer = sf.solve(tree(name, games[name]), backend="barrier", options={"raw": {"start_iterations": start}})
    assert answer.certificate.nash_conv <= 1e-6 * (10**12 if name == "1e12" else 1)


@pytest.mark.parametrize("name", ["plan0", "regret1"])
@pytest.mark.parametrize("value", [-1.0, 0.0, np.nan])
def test_states_that_are_not_positive_are_refused(name: str, value: float) -> None:
    method = Barrier(SPACES["kuhn"](), BarrierRule())
    state = {key: array.copy() for key, array in method.state().items()}
    state[name][3] = value
    with pytest.raises(ModelError, match=f"array '{name}' with numbers that are not positive"):
        method.restore(state)


def test_a_gap_that_stays_above_an_earlier_one_is_no_stall_while_the_products_explain_it() -> None:
    method = Barrier(SPACES["leduc"](), BarrierRule(correctors=0, step_share=0.01))
    method.smallest_gap = 0.0
    for _ in range(20):
        method.step()
    assert not method.stalled


def test_a_target_beyond_doubles_ends_with_the_best_answer() -> None:
    answer = solved(classes("leduc"), 0.0, start_iterations=5)
    assert answer.termination in (Termination.NUMERICAL_ERROR, Termination.SOLVED)
    assert answer.nash_conv < 1e-12


@pytest.mark.parametrize("name", ["leduc(ranks=20)", "rhode-island(ranks=3)"])
def test_a_game_that_needs_more_memory_than_allowed_is_refused_and_no_other(name: str) -> None:
    game = classes(name)
    with pytest.raises(ModelError, match=r"needs ([0-9.]+) GB, and the option memory allows 1e-06") as refused:
        BarrierBackend().solve(game, SolveOptions(raw={"memory": 1e-6}))
    needed = float(re.findall(r"needs (\S+) GB", str(refused.value))[0])
    solved(game, 1e9, iterations=2, start_iterations=1)  # compiles
    tracemalloc.start()
    answer = BarrierBackend().solve(
        game, SolveOptions(raw={"memory": needed * 1.01, "iterations": 6, "start_iterations": 1})
    )
    peak = tracemalloc.get_traced_memory()[1] / 1e9
    tracemalloc.stop()
    assert answer.iterations == 6
    assert 0.6 * needed < peak < 1.1 * needed + 0.003


def test_memory_is_an_option_of_class_games() -> None:
    with pytest.raises(OptionError, match="memory: only for games with ordered signals"):
        sf.solve("kuhn", backend="barrier", options={"raw": {"memory": 1}})
    with pytest.raises(OptionError, match="memory"):
        BarrierBackend().solve(classes("kuhn"), SolveOptions(raw={"memory": -1}))
