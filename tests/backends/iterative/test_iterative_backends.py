"""The backends cfr, pdhg and barrier: values, bounds, options, limits, resumed runs, and Newton systems."""

import itertools
import math
import re
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_kernels import plain

import seqform as sf
from seqform.backends import SolveOptions, get
from seqform.backends.interior import barrier
from seqform.backends.interior import spaces as interior_spaces
from seqform.backends.interior.barrier import Barrier, BarrierRule
from seqform.backends.interior.spaces import ClassInterior, InteriorSpace, MatrixInterior
from seqform.backends.iterative.cfr import (
    METHODS,
    RegretRule,
    TreeplexRegretMatching,
    regret_matching,
)
from seqform.backends.iterative.operator import Threads
from seqform.backends.iterative.plan_loops import divergence
from seqform.backends.iterative.plan_space import ClassSpace, MatrixSpace, Vector
from seqform.builders import sequence_form, zero_sum_lp
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.poker import kuhn, leduc, rhode_island, tiny_poker
from seqform.builders.games.tree import Node, leaf, move, tree
from seqform.builders.programs.zero_sum_lp import saddle_point
from seqform.errors import ModelError, OptionError, SolveError
from seqform.models import ExtensiveGame, Termination
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame, Round, ordered_game
from seqform.models.games.stages import OVER, StageGame, turn
from seqform.models.numbers.exact import Floats
from seqform.models.programs.class_game import ClassGame, ClassSolution
from seqform.models.programs.sequence_form import SaddlePointProblem, SaddlePointSolution
from seqform.verify import certify

pytestmark = pytest.mark.slow

VALUES = {"kuhn": -1 / 18, "leduc": -0.085606424078, "liars-dice(sides=3)": 1 / 9}
BACKENDS = ["cfr", "pdhg", "barrier"]
KINDS = ["classes", "tree"]
POKER: dict[str, Callable[[str], OrderedGame]] = {
    "kuhn": kuhn,
    "leduc": leduc,
    "tiny-poker": tiny_poker,
}


def classes_of(game: OrderedGame) -> ClassGame:
    return class_game(InformationFilter.identity(game))


def problem_of(game: ExtensiveGame) -> SaddlePointProblem:
    return saddle_point(sequence_form(game).target).target


@cache
def model_of(kind: str, name: str) -> ClassGame | SaddlePointProblem:
    return classes_of(POKER[name](name)) if kind == "classes" else problem_of(sf.load(name))


def solve(
    model: Any,
    backend: str = "cfr",
    options: SolveOptions | None = None,
    gap: float | None = None,
    **raw: Any,
) -> Any:
    chosen = replace(options or SolveOptions(threads=1), target_gap=gap, raw=raw)
    answer = get(backend).solve(model, chosen)
    assert isinstance(
        answer, ClassSolution if isinstance(model, ClassGame) else SaddlePointSolution
    )
    return answer


def test_the_default_method_comes_to_its_gap_where_regrets_without_prediction_fall_with_1_over_t_only() -> (
    None
):
    rows = [[0, 2], [-3, -3], [3, -2]]
    game = sf.bimatrix_game(rows, [[-payoff for payoff in row] for row in rows])
    found = sf.solve(game, backend="cfr")
    assert found.raw.solver is not None and found.raw.solver.startswith("PCFR+")
    assert found.raw.iterations is not None and found.raw.iterations < 1_000
    unpredicted = solve(problem_of(game), method="dcfr+", gap=0.0, iterations=10_000)
    assert unpredicted.nash_conv > 1e-5


@pytest.mark.parametrize(("game", "method"), [("kuhn", "PCFR+"), ("leduc", "DCFR+")])
def test_the_default_method_is_that_of_the_size_of_a_game(game: str, method: str) -> None:
    answer = solve(problem_of(sf.load(game)), iterations=1)
    assert answer.solver.startswith(method)


def require_bracketed(answer: Any, value: Fraction | float, rounding: float = 1e-11) -> None:
    for bound in answer.bounds:
        assert bound.lower - rounding <= value <= bound.upper + rounding


def exact_value(game: ExtensiveGame) -> Fraction | float:
    exact = get("exact").solve(zero_sum_lp(sequence_form(game).target).target).objective
    assert exact is not None
    return exact


def plans_of(answer: Any) -> list[Any]:
    if isinstance(answer, SaddlePointSolution):
        return [answer.primal, answer.dual]
    return [table for strategy in answer.strategies for table in strategy.behavior]


def course(answer: Any) -> list[tuple[int, float, float]]:
    return [(bound.iteration, bound.lower, bound.upper) for bound in answer.bounds]


# ---- values ----


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("kind", "name"),
    [("classes", "kuhn"), *(("tree", name) for name in ("kuhn", "leduc", "liars-dice(sides=3)"))],
)
def test_every_method_of_regret_matching_brackets_the_known_value(
    kind: str, name: str, method: str
) -> None:
    answer = solve(model_of(kind, name), method=method, gap=2e-3, iterations=5_000)
    assert answer.termination is Termination.SOLVED
    assert answer.nash_conv <= 2e-3
    require_bracketed(answer, VALUES[name])


@pytest.mark.parametrize("start", [0, 100])
def test_leduc_is_solved_to_ten_digits_by_primal_dual_gradients(start: int) -> None:
    answer = solve(
        model_of("tree", "leduc"), "pdhg", gap=1e-10, start_iterations=start, iterations=20_000
    )
    assert answer.solved
    assert answer.nash_conv <= 1e-10
    assert answer.objective == pytest.approx(VALUES["leduc"], abs=1e-9)


@given(
    st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=2, max_size=4),
    st.sampled_from(
        [
            ("pdhg", {"start_iterations": 0}),
            ("barrier", {"start_iterations": 0}),
            *(("cfr", {"method": method}) for method in METHODS),
        ]
    ),
)
def test_bounds_of_random_matrix_games_hold_the_exact_value(
    payoffs: list[list[int]], way: tuple[str, dict[str, Any]]
) -> None:
    rows = [
        move(1, "Q", {f"c{j}": leaf(payoff) for j, payoff in enumerate(row)}) for row in payoffs
    ]
    game = tree("matrix", move(0, "P", {f"r{i}": row for i, row in enumerate(rows)}))
    backend, raw = way
    require_bracketed(solve(problem_of(game), backend, iterations=300, **raw), exact_value(game))


@pytest.mark.parametrize("backend", ["cfr", "pdhg"])
@pytest.mark.parametrize("kind", KINDS)
def test_plain_loops_and_machine_code_compute_the_same(kind: str, backend: str) -> None:
    module, name = {"cfr": ("cfr", "CfrBackend"), "pdhg": ("pdhg", "PdhgBackend")}[backend]
    raw = {"iterations": 10, **({"start_iterations": 5} if backend == "pdhg" else {})}
    plainly = getattr(plain(f"seqform.backends.iterative.{module}"), name)()
    options = SolveOptions(threads=1, target_gap=0.0, raw=raw)
    model = model_of(kind, "kuhn")
    answers = [each.solve(model, options) for each in (get(backend), plainly)]
    assert course(answers[0]) == course(answers[1])
    assert all(np.array_equal(*pair) for pair in zip(*map(plans_of, answers), strict=True))


# ---- plans and bounds ----


def test_constant_sums_other_than_zero_keep_player_1s_value() -> None:
    root = move(0, "P", {"a": leaf(Fraction(3), Fraction(7)), "b": leaf(Fraction(4), Fraction(6))})
    assert solve(problem_of(tree("ten", root)), gap=1e-6).objective == pytest.approx(4, abs=1e-6)
    stage = StageGame.of(
        turn(0, {"a": turn(1, {"x": OVER, "y": OVER}), "b": turn(1, {"x": OVER, "y": OVER})})
    )
    wins: dict[tuple[str, ...], int] = {("a", "x"): 3, ("a", "y"): 0, ("b", "x"): 0, ("b", "y"): 1}
    pennies = ordered_game(
        "pennies",
        [Round(stage, 0, 0)],
        ["blank"],
        [],
        lambda path: (wins[path[0]], 5 - wins[path[0]]),
    )
    answer = solve(classes_of(pennies), gap=1e-2)
    require_bracketed(answer, 0)  # player 2 sees player 1's move
    assert answer.objective == pytest.approx(0, abs=1e-2)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("kind", KINDS)
def test_bounds_are_those_of_best_responses_to_the_answer(kind: str, backend: str) -> None:
    model = model_of(kind, "leduc")
    answer = solve(model, backend, iterations=100)
    if isinstance(model, ClassGame):
        first, second = (
            ClassSpace(model).guarantee(player, answer.strategies[player].plan())
            for player in (0, 1)
        )
        bounds = first, -second
    else:
        bounds = model.bounds(answer.primal, answer.dual)
        plans = saddle_point(sequence_form(sf.load("leduc")).target).lift(answer)
        assert max(plan.residual() for plan in plans) < 1e-12
    assert bounds == pytest.approx(
        (answer.lower, answer.upper), abs=1e-9 if kind == "classes" else 1e-12
    )
    assert (answer.iterations, answer.bounds[-1].iteration) == (100, 100)
    assert answer.termination is Termination.ITERATION_LIMIT
    assert all(one.iteration < other.iteration for one, other in itertools.pairwise(answer.bounds))


@pytest.mark.parametrize("averaging", [0.0, 1.0])
@pytest.mark.parametrize("kind", KINDS)
def test_the_average_begins_after_the_delay(kind: str, averaging: float) -> None:
    """With a delay of 5 the average of 8 iterations is that of the plans 6, 7 and 8, with the weights 1, 2, 3 or equal.

    Regrets do not depend on averages, so a delay of t - 1 gives plan t alone.
    """
    model = model_of(kind, "kuhn")

    def average(iterations: int, delay: int) -> list[Any]:
        space = MatrixSpace(model) if isinstance(model, SaddlePointProblem) else ClassSpace(model)
        run = regret_matching(space, RegretRule(averaging, averaging_delay=delay))
        for _ in range(iterations):
            run.step()
        if isinstance(run, TreeplexRegretMatching):
            return [
                run.state()[f"total-{player}"] / run.state()[f"total-{player}"][0]
                for player in (0, 1)
            ]
        return [
            np.concatenate([table.ravel() for table in run.average[player]]) for player in (0, 1)
        ]

    weights = np.array([1.0, 2.0, 3.0]) ** averaging
    plans = [average(iteration, iteration - 1) for iteration in (6, 7, 8)]
    for player, delayed in enumerate(average(8, 5)):
        expected = (
            sum(weight * plan[player] for weight, plan in zip(weights, plans, strict=True))
            / weights.sum()
        )
        assert np.allclose(delayed, expected, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("alternation", [True, False])
@pytest.mark.parametrize("method", ["cfr+", "dcfr+"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("delay", [1, 10, 300, 10**30])
def test_bounds_bracket_the_value_before_and_after_the_delay(
    kind: str, method: str, alternation: bool, delay: int
) -> None:
    raw: dict[str, Any] = {"method": method, "alternation": alternation, "averaging_delay": delay}
    answer = solve(model_of(kind, "kuhn"), iterations=100, **raw)
    require_bracketed(answer, VALUES["kuhn"])
    assert answer.options["averaging_delay"] == delay
    assert all(math.isfinite(bound.gap) for bound in answer.bounds)


# ---- runs ----


@pytest.mark.parametrize(
    ("backend", "raw"),
    [
        *(("cfr", {"method": name}) for name in METHODS),
        ("pdhg", {"start_iterations": 3}),
        ("barrier", {"start_iterations": 3}),
    ],
)
def test_threads_do_not_change_the_course(backend: str, raw: dict[str, Any]) -> None:
    game = classes_of(rhode_island("rhode-island", ranks=3, suits=2))
    one, two = (
        course(solve(game, backend, SolveOptions(threads=count), iterations=3, **raw))
        for count in (1, 2)
    )
    assert one == two


RESUMED = {"tree": "kuhn(ranks=8)", "classes": "leduc"}


@pytest.mark.parametrize(
    ("kind", "backend", "raw", "other"),
    [("tree", "cfr", {}, {"method": "dcfr"})]
    + [
        ("classes", "cfr", {"averaging_delay": delay}, {"averaging_delay": 1})
        for delay in (50, 150)
    ]
    + [
        (kind, "pdhg", {"start_iterations": start}, {"start_iterations": start, "share": 0.3})
        for kind, start in (
            ("tree", 0),
            ("tree", 60),
            ("tree", 150),
            ("classes", 20),
            ("classes", 150),
        )
    ]
    + [
        (kind, "barrier", {"start_iterations": start}, {"start_iterations": start, "mixture": 0.3})
        for kind, start in (("tree", 99), ("classes", 96), ("classes", 150))
    ],
)
def test_a_resumed_run_ends_in_the_same_bits(
    kind: str, backend: str, raw: dict[str, Any], other: dict[str, Any], tmp_path: Path
) -> None:
    model, file = (
        model_of(kind, RESUMED[kind]),
        SolveOptions(threads=1, checkpoint=tmp_path / "run.npz"),
    )
    whole, again = (solve(model, backend, iterations=260, gap=0, **raw) for _ in range(2))
    assert solve(model, backend, file, iterations=101, gap=0, **raw).iterations < whole.iterations
    resumed = solve(model, backend, file, iterations=260, gap=0, **raw)
    for answer in (again, resumed):
        assert all(map(np.array_equal, plans_of(whole), plans_of(answer)))
        assert [bound[2:] for bound in whole.bounds] == [bound[2:] for bound in answer.bounds]
    with pytest.raises(OptionError, match="other options"):
        solve(model, backend, file, **other)
    with pytest.raises(OptionError, match="another game"):
        solve(model_of(kind, "kuhn"), backend, file, **raw)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("kind", KINDS)
def test_limits_are_answers(kind: str, backend: str) -> None:
    model, lines = model_of(kind, "leduc"), []
    late = solve(model, backend, SolveOptions(time_limit=0.05, tolerance=1e-12, threads=1))
    assert late.termination is Termination.TIME_LIMIT
    assert late.iterations >= 1, "the limit counts the preparation as well"
    assert late.bounds[-1].iteration == late.iterations

    def stop(line: str) -> None:
        lines.append(line)
        if len(lines) == 4:
            raise KeyboardInterrupt

    stopped = solve(model, backend, SolveOptions(progress=stop, threads=1))
    assert stopped.termination is Termination.INTERRUPTED
    assert len(stopped.bounds) == 4
    assert lines[-1].startswith(f"iteration {stopped.iterations}, ")
    require_bracketed(stopped, VALUES["leduc"])
    with pytest.raises(OptionError, match="mean the same"):
        solve(model, backend, SolveOptions(tolerance=1e-3), gap=1e-3)


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_early_stop_keeps_its_equilibrium_with_a_certificate(backend: str) -> None:
    with pytest.raises(
        SolveError, match=rf"{backend} stopped early \(iteration limit reached\)"
    ) as caught:
        sf.solve("leduc", backend=backend, options=SolveOptions(raw={"iterations": 60}))
    found = caught.value.equilibrium
    assert found.raw.termination is Termination.ITERATION_LIMIT
    assert 0 < found.certificate.nash_conv == pytest.approx(found.raw.nash_conv, abs=1e-9)
    assert certify(found.game, found.profile).nash_conv == found.certificate.nash_conv


# ---- refusals and options ----


def test_trees_that_are_not_constant_sum_are_refused() -> None:
    with pytest.raises(ModelError, match="do not add up to a constant"):
        problem_of(tree("general", move(0, "P", {"a": leaf(1, 1), "b": leaf(0, 5)})))


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"metod": "cfr+"}, "no option 'metod'; did you mean method"),
        (
            {"method": "cfr++"},
            r"option method: 'cfr\+\+' is unknown; did you mean cfr\+ .*; known: dcfr\+, pdcfr\+",
        ),
        (
            {"averaging_delay": -1},
            "option averaging_delay: a whole number from 0 on expected, not -1",
        ),
        ({"gap": -1.0}, "option target_gap"),
    ],
)
def test_bad_options_are_option_errors(raw: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        solve(model_of("classes", "kuhn"), **raw)


# ---- plan spaces ----


def two_spaces() -> tuple[MatrixSpace, ClassSpace]:
    return MatrixSpace(problem_of(sf.load("leduc"))), ClassSpace(classes_of(leduc("leduc")))


@pytest.mark.parametrize("which", [0, 1], ids=["matrix", "classes"])
def test_a_move_is_the_best_plan_near_the_old_one(which: int) -> None:
    space = two_spaces()[which]
    rng = np.random.default_rng(1)
    old, plan, new, best, gradient = (space.zeros(0) for _ in range(5))
    space.make_behavior(0, [rng.random(array.shape) for array in old], old)
    opponent = space.zeros(1)
    space.make_plan(1, space.even(1), opponent)
    space.gradient(0, opponent, gradient)
    scales = space.scales(0, opponent, 0.6)

    def distance(behavior: Vector) -> float:
        """Write the plan of a behavior, and return its D from the old one."""
        if isinstance(space, ClassSpace):
            return space.follow(0, old, behavior, scales, plan)
        space.make_plan(0, behavior, plan)
        return divergence(space.spaces[0], old[0], behavior[0], plan[0], scales[0])

    def earned(plan: Vector) -> float:
        return sum(float(np.vdot(a, b)) for a, b in zip(gradient, plan, strict=True))

    reached = -space.move(0, old, gradient, scales, 0.5, new, best) / 0.5 + earned(best)
    for nearness in (1e-3, 0.1, 1.0):
        behavior, other = space.zeros(0), space.zeros(0)
        space.make_behavior(
            0, [new_b + nearness * rng.random(new_b.shape) for new_b in new], behavior
        )
        flat = [np.zeros_like(array) for array in gradient]
        assert space.move(0, behavior, flat, scales, 1.0, other, plan) == pytest.approx(
            0, abs=1e-12
        )
        # Nothing moves.
        assert all(np.allclose(a, b, atol=1e-12) for a, b in zip(other, behavior, strict=True))
        apart = distance(behavior)
        assert earned(plan) - apart / 0.5 <= reached + 1e-9


pytestmark = pytest.mark.slow


def classes(name: str) -> ClassGame:
    return class_game(*sf.abstract_game(name, "lossless").filters)


def two_filters() -> ClassGame:
    """Return a game in which player 1 sees every hand and player 2 only whether it is the highest."""
    game = kuhn("kuhn", ranks=5)
    whole = InformationFilter.identity(game)
    coarse = [np.minimum(labels, 1) for labels in whole.classes]
    return class_game(whole, InformationFilter(game, tuple(coarse)))


RHODE_ISLAND = "rhode-island(ranks=2,suits=2,max_bets=1)"

SPACES: dict[str, Callable[[], InteriorSpace]] = {
    "kuhn": lambda: ClassInterior(classes("kuhn"), Threads(1)),
    "leduc": lambda: ClassInterior(classes("leduc"), Threads(1)),
    "small Rhode Island": lambda: ClassInterior(classes(RHODE_ISLAND), Threads(1)),
    "two filters": lambda: ClassInterior(two_filters(), Threads(1)),
    "tree": lambda: MatrixInterior(problem_of(sf.load("kuhn")), Threads(1)),
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
        rows = [
            np.diag(theta[player]),
            equations.T,
            -payoffs,
            np.zeros((own, space.num_sets(1 - player))),
        ]
        below = [
            equations,
            *(np.zeros((len(equations), size)) for size in np.roll(sizes, -2 * player)[1:]),
        ]
        blocks += (
            [rows, below] if player == 0 else [[*rows[2:], *rows[:2]], [*below[2:], *below[:2]]]
        )
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


@pytest.mark.parametrize(
    "game", [lambda: classes("leduc"), lambda: classes(RHODE_ISLAND), two_filters]
)
def test_the_sources_of_the_loops_compute_the_same_doubles(game: Callable[[], ClassGame]) -> None:
    found = []
    for solver, spaces in (
        (barrier, interior_spaces),
        (plain("seqform.backends.interior.barrier"), plain("seqform.backends.interior.spaces")),
    ):
        method = solver.Barrier(spaces.ClassInterior(game(), Threads(1)), solver.BarrierRule())
        for _ in range(3):
            method.step()
        found.append({name: array.tolist() for name, array in method.state().items()})
    assert found[0] == found[1]


@given(seed=st.integers(0, 10**6), merge=st.sampled_from([0, 0.5, 1]), actions=st.integers(1, 4))
def test_random_games_have_the_value_that_highs_finds(
    seed: int, merge: float, actions: int
) -> None:
    game = sf.load(f"random-game(seed={seed},merge={merge},max_actions={actions})")
    value = float(sf.solve(game, backend="highs").values[0])
    answer = sf.solve(
        game, backend="barrier", options={"target_gap": 1e-9, "raw": {"start_iterations": 5}}
    )
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
        "zero payoffs": move(
            0, "a", {"l": move(1, "b", {"u": leaf(0, 0), "d": leaf(0, 0)}), "r": leaf(0, 0)}
        ),
        "1e12": move(
            0,
            "a",
            {
                "l": move(1, "b", {"u": leaf(10**12, -(10**12)), "d": leaf(0, 0)}),
                "r": move(1, "b", pair),
            },
        ),
    }
    answer = sf.solve(
        tree(name, games[name]), backend="barrier", options={"raw": {"start_iterations": start}}
    )
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
    answer = solve(classes("leduc"), "barrier", gap=0.0, start_iterations=5)
    assert answer.termination in (Termination.NUMERICAL_ERROR, Termination.SOLVED)
    assert answer.nash_conv < 1e-12


@pytest.mark.parametrize("name", ["leduc(ranks=20)", "rhode-island(ranks=3)"])
def test_a_game_that_needs_more_memory_than_allowed_is_refused_and_no_other(name: str) -> None:
    game = classes(name)
    with pytest.raises(
        ModelError, match=r"needs ([0-9.]+) GB, and the option memory allows 1e-06"
    ) as refused:
        solve(game, "barrier", memory=1e-6)
    needed = float(re.findall(r"needs (\S+) GB", str(refused.value))[0])
    solve(game, "barrier", gap=1e9, iterations=2, start_iterations=1)  # compiles
    tracemalloc.start()
    answer = solve(game, "barrier", memory=needed * 1.01, iterations=6, start_iterations=1)
    peak = tracemalloc.get_traced_memory()[1] / 1e9
    tracemalloc.stop()
    assert answer.iterations == 6
    assert 0.6 * needed < peak < 1.1 * needed + 0.003


def test_memory_is_an_option_of_class_games() -> None:
    with pytest.raises(OptionError, match="memory: only for games with ordered signals"):
        sf.solve("kuhn", backend="barrier", options={"raw": {"memory": 1}})
    with pytest.raises(OptionError, match="memory"):
        solve(classes("kuhn"), "barrier", memory=-1)
