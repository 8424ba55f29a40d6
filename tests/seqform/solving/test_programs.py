"""Linear programs of games for backends and files; equilibria computed from those of similar games."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import cvxpy
import highspy
import numpy as np
import pytest
from command_line import Run
from pyomo import environ as pyomo
from scipy.optimize import linprog
from scipy.sparse import csr_array, vstack
from small_games import Shape, random_game

import seqform as sf
from seqform.backends import get
from seqform.backends.solvers.highs import FROM_NEIGHBOR
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.games.tree import leaf, move, tree
from seqform.errors import (
    BackendError,
    GameError,
    InputError,
    ModelError,
    ParseError,
    UnsupportedModelError,
)
from seqform.experiments.rows import Outcome
from seqform.experiments.run_case import run_case
from seqform.experiments.values import Case
from seqform.io.linear_programs import safe_names
from seqform.models.programs.solutions import Basis, RawSolution, Termination
from seqform.models.programs.units import Units

STEPS: list[Any] = [
    None,
    "none",
    "merge-equivalent",
    "sparsify",
    ["eliminate-dominated", "merge-equivalent"],
]
CLASSES: list[Any] = [["lossless"], ["lossless", "sparsify"], ["lossless", "merge-equivalent"], ["identity"],
                      ["lossless", "eliminate-dominated"], ["lossless", "sparsify", "eliminate-dominated"]]  # fmt: skip


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("steps", STEPS + CLASSES, ids=str)
def test_the_optimum_is_the_players_value_after_any_steps(steps: Any, player: int) -> None:
    program = sf.linear_program("kuhn", player, preprocess=steps).target
    assert get("highs").solve(program).objective == pytest.approx((2 * player - 1) / 18)


@pytest.mark.parametrize("player", [0, 1])
def test_a_player_of_a_game_of_classes_is_an_option_of_its_program_only(player: int) -> None:
    plan = sf.plan("leduc", preprocess="lossless", backend="highs", player=player)
    exported = sf.linear_program("leduc", player, preprocess="lossless").target
    assert list(plan.models[-1][1].column_names) == list(exported.column_names)
    assert repr(plan.reduction().target) == repr(exported)


@pytest.mark.slow
def test_a_program_over_supported_columns_is_smaller_and_a_bound_on_the_value() -> None:
    whole = sf.linear_program("leduc(ranks=4)", preprocess="lossless")
    for player in (0, 1):
        some = sf.linear_program("leduc(ranks=4)", player, preprocess=["lossless", "supported"])
        assert some.target.matrix.nonzeros < 0.6 * whole.target.matrix.nonzeros
        value, optimum = (
            float(get("highs").solve(one.target).objective or 0) for one in (whole, some)
        )
        value *= 1 - 2 * player
        assert value - 1e-6 < optimum < value + 1e-9
        strategies = some.lift(get("highs").solve(some.target))
        assert [strategy.player for strategy in strategies] == [0, 1]
        assert np.all(strategies[player].plan()[0] >= -1e-12)


@pytest.mark.parametrize(
    "steps",
    [["solve-subgames"], ["contract-forced"], ["contract-forced", "solve-subgames"]],
    ids=str,
)
@pytest.mark.parametrize("game", ["littman-figure-4", "two-level-tree", "vsvet-figure-1", "kuhn"])
def test_a_program_after_steps_on_the_tree_is_linear_or_refused(
    game: str, steps: list[str]
) -> None:
    try:
        program = sf.linear_program(game, preprocess=steps)
    except GameError as error:
        assert "no linear program solves it" in str(error) or "no linear program is left" in str(
            error
        )
        assert game != "kuhn"
    else:
        assert get("highs").solve(program.target).objective == pytest.approx(
            float(sf.solve(game).values[0])
        )


@pytest.mark.slow
def test_the_published_pipeline_is_planned_exported_solved_and_swept_alike(
    seqform: Run, tmp_path: Path
) -> None:
    steps = ("lossless", "eliminate-dominated")
    chosen = [word for step in steps for word in ("--preprocess", step)]
    status, shown, _ = seqform("solve", "leduc", *chosen, "--dry-run", "--json")
    rows = {row["step"]: row["model"] for row in json.loads(shown)["steps"]}
    assert status == 0 and rows["linear program"] == "max, 420 rows × 435 columns, 1,597 nonzeros"
    path = tmp_path / "leduc.mps"
    status, _, shown = seqform("export", "leduc", str(path), *chosen)
    assert status == 0 and "420 rows, 435 columns, 1,597 nonzeros" in " ".join(shown.split())
    assert path.stat().st_size > 10_000
    row = run_case(Case("leduc", preprocess=steps))
    assert (row.outcome, row.case["backend"], row.error) == (Outcome.CERTIFIED, "highs", "")


@pytest.mark.slow
@pytest.mark.parametrize("steps", [(), "merge-equivalent", ("contract-forced", "merge-equivalent")])
@pytest.mark.parametrize("player", [0, 1])
def test_a_perturbed_program_is_lifted_to_a_completely_mixed_profile(
    steps: Any, player: int
) -> None:
    game = "leduc(ranks=2)"
    program = sf.linear_program(game, player, epsilon=Fraction(1, 100), preprocess=steps)
    profile = program.lift(get("exact").solve(program.target))
    assert min(min(strategy.probabilities) for strategy in profile) > 0
    assert sf.check(game, profile).nash_conv < Fraction(1, 10)


LEAST = Fraction(1, 2)
"""The least probability of a bet with the jack, by a row that is added in each package."""


def by_highs(program: Any) -> Any:
    highs = program.to_highs()
    highs.addRow(
        float(LEAST), np.inf, 1, [list(highs.getLp().col_names_).index("weight J: bet")], [1.0]
    )
    highs.run()
    return highs


def by_scipy(program: Any) -> Any:
    arrays = program.to_scipy()
    row = np.zeros((1, len(arrays.column_names)))
    row[0, arrays.column_names.index("weight J: bet")] = -1
    longer = {"A_ub": vstack([arrays.A_ub, csr_array(row)]), "b_ub": [*arrays.b_ub, -float(LEAST)]}
    return linprog(**(arrays.arguments | longer))


def by_cvxpy(program: Any) -> Any:
    problem = program.to_cvxpy()
    more = problem.var_dict["weight J: bet"] >= float(LEAST)
    longer = cvxpy.Problem(problem.objective, [more, *problem.constraints])
    longer.solve(solver="CLARABEL")
    return longer


def by_pyomo(program: Any) -> Any:
    model = program.to_pyomo()
    model.more = pyomo.Constraint(expr=model.x["weight J: bet"] >= float(LEAST))
    pyomo.SolverFactory("appsi_highs").solve(model)
    return model


def by_file(program: Any, suffix: str) -> Any:
    with TemporaryDirectory() as folder:
        program.write(Path(folder, f"kuhn{suffix}"))
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        highs.readModel(f"{folder}/kuhn{suffix}")
    model = highs.getLp()
    bet = "weight_J__bet" if suffix == ".lp" else "weight_J:_bet"
    highs.addRow(float(LEAST), np.inf, 1, [list(model.col_names_).index(bet)], [1.0])
    highs.run()
    solution = highs.getSolution()
    return dict(zip(model.col_names_, solution.col_value, strict=True)) | dict(
        zip(model.row_names_, solution.row_dual, strict=False)
    )


PACKAGES: dict[str, Callable[[Any], Any]] = {
    "highs": by_highs,
    "scipy": by_scipy,
    "cvxpy": by_cvxpy,
    "pyomo": by_pyomo,
    **{suffix: partial(by_file, suffix=suffix) for suffix in (".mps", ".mps.gz", ".lp")},
}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_program_with_a_further_row_is_lifted_to_the_best_profile_that_obeys_it(
    package: str,
) -> None:
    game = sf.load("kuhn")
    profile = sf.linear_program(game).lift(PACKAGES[package](sf.linear_program(game)))
    assert profile[0]["J:"]["bet"] == pytest.approx(LEAST, abs=1e-6)
    certificate = sf.check(game, profile)
    # It guarantees -1/9, the optimum with this row, and the opponent's plan is the dual: she gets no less than 1/9.
    assert float(certificate.best_response_values[1]) == pytest.approx(1 / 9, abs=1e-6)
    assert float(certificate.values[1]) == pytest.approx(1 / 9, abs=1e-6)
    assert float(certificate.nash_conv) > 0.05


def constant_sum_game(table: list[list[Any]], total: Any = 0) -> Any:
    return sf.bimatrix_game(table, [[total - payoff for payoff in row] for row in table])


CHAIN = tree(
    "chain",
    move(0, "a", {"on": move(1, "b", {"on": move(0, "c", {"on": leaf(3), "off": leaf(1)}), "off": leaf(2)}),
                  "off": leaf(2)}),
)  # fmt: skip
PERTURBED: dict[str, Any] = {
    **{
        name: sf.load(name)
        for name in ("kuhn", "kuhn(bet=0)", "matching-pennies", "uniform-bounds", "guess-the-ace")
    },
    **{f"random {seed}": sf.load(f"random-game(seed={seed},depth=4)") for seed in (1, 2)},
    "duplicated": constant_sum_game([[1, 1, -1], [1, 1, -1], [-1, -1, 1]]),
    "all equal": constant_sum_game([[0, 0], [0, 0]]),
    "one action": constant_sum_game([[3, -2]]),
    "constant sum": constant_sum_game([[5, 1], [1, 4]], total=10),
    "large": constant_sum_game([[10**9, 0], [0, 3 * 10**9]]),
    "small": constant_sum_game([[Fraction(1, 10**9), 0], [0, Fraction(3, 10**9)]]),
    "far from zero": constant_sum_game([[10**7, 10**7 + 2], [10**7 + 1, 10**7]], total=5),
    "chain": CHAIN,
}
NUMBER = Fraction(1, 20)


def choices_in(index: Any, sequence: int) -> int:
    """The number of the player's own choices in a sequence."""
    count = 0
    while sequence:
        sequence = int(index.parent_sequence[index.infoset_of[sequence]])
        count += 1
    return count


def value_with_least_weights(game: Any, player: int) -> Fraction:
    """The value of the game with weights of ε^k at least, as constraints, whose answer is certified on the tree."""
    rows = [
        sf.Constraint(who, {index.names[sequence]: 1}, lower=NUMBER ** choices_in(index, sequence))
        for who, index in enumerate(own.index for own in game.sequences)
        for sequence in range(1, len(index))
    ]
    equilibrium = sf.solve(game, constraints=rows, exact=True)
    assert equilibrium.certificate.proven
    return Fraction(equilibrium.values[player])


def read_back(path: Path) -> Any:
    """A program in a file, solved by HiGHS."""
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    highs.run()
    return highs


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("name", PERTURBED)
def test_an_exported_program_at_a_number_has_the_value_of_the_perturbed_game(
    name: str, player: int, tmp_path: Path
) -> None:
    game = PERTURBED[name]
    value = value_with_least_weights(game, player)
    for steps in (None, "merge-equivalent"):
        program = sf.linear_program(game, player, epsilon=NUMBER, preprocess=steps)
        exact: Any = program.solve("exact")
        assert exact.objective * program.target.units.size == value
        assert program.target.units.center == 0
        profile = program.lift(exact)
        for strategy in profile:
            index = strategy.index
            least = [NUMBER ** choices_in(index, sequence) for sequence in range(len(index))]
            assert all(
                weight >= bound for weight, bound in zip(strategy.plan.weights, least, strict=True)
            )
        assert sf.check(game, profile).values[player] == value

        size = float(program.target.units.size)
        for suffix in (".mps", ".lp"):
            path = tmp_path / f"game{suffix}"
            program.write(path)
            highs = read_back(path)
            optimum = highs.getInfo().objective_function_value
            assert optimum * size == pytest.approx(float(value), rel=1e-7, abs=1e-9 * size)
            head = path.read_text("ascii").split("File written")[0]
            assert "Columns weight are realization weights of Player" in head and "(1/20)^k" in head
            assert (
                f"The optimum times {program.target.units.size} is" in " ".join(head.split())
            ) is (size != 1)


@pytest.mark.parametrize("package", ["to_highs", "to_cvxpy", "to_pyomo", "to_scipy", "columns"])
def test_answers_at_a_number_are_lifted_from_other_packages_or_refused(package: str) -> None:
    program = sf.linear_program("kuhn", epsilon=NUMBER)
    value = value_with_least_weights(sf.load("kuhn"), 0)
    model: Any = None if package == "columns" else getattr(program, package)()
    if package == "to_highs":
        model.run()
        optimum = model.getInfo().objective_function_value
    elif package == "to_cvxpy":
        optimum = model.solve(solver="CLARABEL")
    elif package == "to_pyomo":
        pyomo.SolverFactory("appsi_highs").solve(model)
        optimum = pyomo.value(model.objective)
    elif package == "to_scipy":
        model = linprog(**model.arguments)
        optimum = -model.fun
    else:
        with pytest.raises(
            ModelError,
            match="an answer without duals, of which those of the rows reply are the plan",
        ):
            point = dict.fromkeys(program.target.column_names, Fraction(1, 2)) | {"weight ∅": 1}
            for name in point:
                if ":cb " in name:
                    point[name] = Fraction(1, 4)
            program.lift(point)
        return
    assert optimum == pytest.approx(float(value), abs=1e-6)
    profile = program.lift(model)
    assert float(sf.check("kuhn", profile).values[0]) == pytest.approx(float(value), abs=1e-5)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("name", ["large", "small", "far from zero", "constant sum"])
def test_the_optimum_of_any_program_is_the_value_in_its_units(name: str, player: int) -> None:
    game = PERTURBED[name]
    value = sf.solve(game, exact=True).values[player]
    rarely = f"1: {game.sequences[0].index.names[1]} >= 1/10"
    choices: list[dict[str, Any]] = [
        {},
        {"formulation": "normal-form"},
        {"constraints": [rarely]},
        *({"preprocess": step} for step in ("merge-equivalent", "sparsify", "eliminate-dominated")),
    ]
    for options in choices:
        program = sf.linear_program(game, player, **options)
        assert program.target.units.center == 0
        optimum: Any = program.solve("exact").objective
        assert optimum * program.target.units.size == value


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    "steps", [["lossless"], ["lossless", "sparsify"], ["lossless", "eliminate-dominated"]]
)
@pytest.mark.parametrize("stake", ["1", "100000000", "1/100000000"])
def test_the_optimum_of_a_program_of_classes_is_the_value_in_its_units(
    stake: str, steps: list[str], player: int
) -> None:
    game = f"kuhn(ante={stake},bet={stake})"
    program = sf.linear_program(game, player, preprocess=steps)
    value = Fraction(2 * player - 1, 18) * Fraction(stake)
    optimum: Any = program.solve("exact").objective
    assert optimum * program.target.units.size + program.target.units.center == value
    assert any("The optimum times" in line for line in program.about) is (
        program.target.units.size != 1
    )


def test_an_export_whose_steps_leave_no_program_is_refused() -> None:
    with pytest.raises(
        GameError,
        match="solve-subgames: the steps solve bimatrix game, and no linear program is left",
    ):
        sf.linear_program(PERTURBED["constant sum"], preprocess="solve-subgames")


@pytest.mark.parametrize("steps", [None, "merge-equivalent"])
def test_values_of_columns_alone_are_lifted_exactly_and_the_opponent_responds(steps: Any) -> None:
    program = sf.linear_program("kuhn", preprocess=steps)
    exact: Any = program.solve("exact").primal
    profile = program.lift(list(exact.to_fractions()))
    certificate = sf.check("kuhn", profile)
    assert certificate.exact and certificate.values[1] == certificate.best_response_values[
        1
    ] == Fraction(1, 18)


def test_strategies_of_classes_are_lifted_from_other_packages() -> None:
    program = sf.linear_program("leduc", preprocess="lossless")
    answer: Any = program.solve("scipy", tolerance=1e-9)
    first, _ = program.lift(answer)
    for other in (
        answer.primal,
        dict(zip(program.target.column_names, answer.primal.tolist(), strict=True)),
    ):
        alone, second = program.lift(other)
        assert (alone.player, second.player) == (0, 1)
        assert np.allclose(alone.plan()[0], first.plan()[0])


def test_options_may_be_the_second_argument() -> None:
    program = sf.linear_program("kuhn")
    answer = program.solve("highs", sf.backends.SolveOptions(tolerance=1e-8))
    assert answer.options == program.solve("highs", tolerance=1e-8).options


def test_what_is_no_answer_is_refused_with_what_is() -> None:
    program = sf.linear_program("kuhn")
    unsolved = program.to_highs()
    unsolved.addRow(2, np.inf, 1, [0], [1.0])
    unsolved.run()
    problem = program.to_cvxpy()
    infeasible = cvxpy.Problem(
        problem.objective, [*problem.constraints, problem.var_dict["weight ∅"] >= 2]
    )
    infeasible.solve()
    faults = [
        ([1, 2, 3], "values for 20 columns and 20 rows expected, not 3"),
        (7, "a RawSolution, a solved model of HiGHS"),
        ({"weight ∅": 1}, "no plan; it misses x ≥ 0, E x = e by 1, at row 'plan J:'"),
        ({"weight ∅": 1, "weight J: check": None}, "no value of column 'weight J: check'"),
        (
            {"weight ∅": 1, "weight J:bet": 1},
            "kuhn: no column or row 'weight J:bet'; no plan",
        ),
        ({"x": 1}, "kuhn: no column or row 'x'; no value of column 'weight ∅'"),
        ({}, "no value of column 'weight ∅'"),
        (program.to_pyomo(), "the model of Pyomo has no solution: not solved, or its termination"),
        (program.to_cvxpy(), "the model of CVXPY has no solution: not solved"),
        (infeasible, "the model of CVXPY has no solution: status infeasible; solve it, or relax"),
        (unsolved, "HiGHS has no point: Infeasible"),
        (
            RawSolution(Termination.INFEASIBLE, "Infeasible"),
            "an answer without a point: infeasible",
        ),
    ]
    for answer, message in faults:
        with pytest.raises(ModelError, match=message):
            program.lift(answer)


def test_files_state_what_weights_and_duals_are_after_steps(tmp_path: Path) -> None:
    steps = ["merge-equivalent", "sparsify"]
    program = sf.linear_program("leduc", preprocess=steps)
    program.write(tmp_path / "leduc.mps")
    text = (tmp_path / "leduc.mps").read_text("ascii").replace("\n* ", " ")
    assert "the dual of a row reply the sum of the weights of its members" in text
    assert "After sparsify: columns auxiliary and rows definition" in text
    assert len(sf.linear_program("leduc").about) == 2

    answer: Any = program.solve("exact")
    first, second = program.lift(answer)
    weights = dict(zip(program.target.column_names, answer.primal.to_fractions(), strict=True))
    duals = dict(zip(program.target.row_names, answer.dual.to_fractions(), strict=True))
    # At the first set of a player the weight of an action is its probability.
    for hand in ("Ks:", "Kh:"):
        assert weights["weight Ks: bet"] == first[hand]["bet"] > 0
    total = sum(second[hand]["bet"] for hand in ("Ks:c", "Kh:c"))
    assert duals["reply Ks:c bet"] == total > 0


@pytest.mark.parametrize(
    "step", ["eliminate-dominated", "contract-forced", "solve-subgames", "lossless"]
)
def test_the_header_of_a_program_states_what_its_steps_leave_out(step: str) -> None:
    program = sf.linear_program("kuhn", preprocess=step)
    assert any(line.startswith(f"After {step}: ") for line in program.about)


@pytest.mark.parametrize("ending", ["", ".mps", ".lp"])
def test_a_mapping_of_nonzeros_alone_is_an_answer(ending: str) -> None:
    program = sf.linear_program("kuhn")
    names = list(program.target.column_names)
    if ending:
        names = safe_names(names, ending=ending)
    answer: Any = program.solve("exact")
    values = dict(zip(names, answer.primal.to_fractions(), strict=True))
    nonzeros: dict[str, Any] = {name: value for name, value in values.items() if value}
    assert len(nonzeros) < len(values)
    whole, sparse = program.lift(values), program.lift(nonzeros | {"further": 3})
    assert sparse.exact and whole.equals(sparse)


def test_plans_that_a_problem_of_a_game_returns_are_a_profile_of_it() -> None:
    game = sf.load("vsvet-figure-1")
    form = sf.builders.sequence_form(game).target
    step = sf.builders.sequence_form_lcp(form)
    plans = step.lift(sf.backends.get("lemke").solve(step.target))
    certificate = sf.check(game, plans)
    assert certificate.exact and certificate.nash_conv == 0
    doubled = replace(plans, plans=(replace(plans[0], weights=plans[0].weights * 2), plans[1]))
    with pytest.raises(ModelError, match="profile, x: no plan; it misses x ≥ 0, E x = e by 1"):
        sf.check(game, doubled)
    with pytest.raises(ModelError, match="another game"):
        sf.check("kuhn", plans)


def test_a_program_of_entries_of_sizes_too_far_apart_states_it(tmp_path: Path) -> None:
    large = 10**12
    program = sf.linear_program(sf.bimatrix_game([[6, -1], [-1, large]], [[-6, 1], [1, -large]]))
    program.write(tmp_path / "mixed.mps")
    text = (tmp_path / "mixed.mps").read_text("ascii").replace("\n* ", " ")
    assert "Matrix entries from 1.9e-09 to 1.9e+03 in size" in text
    assert not any("Matrix entries" in line for line in sf.linear_program("leduc").about)


def without_replies(program: Any) -> Any:
    """Return HiGHS's model of a program without three of its rows, so that it is unbounded, with its last point."""
    highs = program.to_highs()
    rows = len(program.target.row_names)
    highs.setOptionValue("presolve", "off")
    highs.deleteRows(3, [rows - 3, rows - 2, rows - 1])
    return highs


def test_the_last_point_of_a_model_without_an_optimum_is_refused() -> None:
    program = sf.linear_program(sf.bimatrix_game([[3, 0], [0, 1]], [[-3, 0], [0, -1]]))
    unbounded = without_replies(program)
    with pytest.raises(ModelError, match="HiGHS has no point: Not Set"):
        program.lift(unbounded)
    unbounded.run()
    assert unbounded.getSolution().value_valid
    infeasible = program.to_highs()
    infeasible.setOptionValue("presolve", "off")
    infeasible.addRow(2, np.inf, 1, [0], [1.0])
    infeasible.run()
    point = np.array(unbounded.getSolution().col_value)
    by_scipy = linprog(**program.to_scipy().arguments)
    by_scipy.status = 3
    unscaled = RawSolution(Termination.UNBOUNDED, "Unbounded", primal=point)
    failed = RawSolution(Termination.ERROR, "Failed", primal=point)
    for answer, status in (
        (unbounded, "HiGHS: Unbounded"),
        (infeasible, "HiGHS: Infeasible"),
        (by_scipy, "SciPy: "),
        (unscaled, "the answer: Unbounded"),
        (failed, "the answer: Failed"),
    ):
        with pytest.raises(ModelError, match=f"{status}.*: the point that it left is no answer"):
            program.lift(answer)


def test_the_last_point_of_a_method_at_a_limit_is_lifted() -> None:
    program = sf.linear_program("kuhn")
    highs = program.to_highs()
    for option, value in (("presolve", "off"), ("simplex_strategy", 4)):
        highs.setOptionValue(option, value)
    highs.setOptionValue("simplex_iteration_limit", 12)
    highs.run()
    assert highs.getModelStatus().name == "kIterationLimit"
    assert sf.check("kuhn", program.lift(highs)).gap > 0


def test_values_that_an_earlier_run_has_left_in_a_model_of_pyomo_are_refused() -> None:
    program = sf.linear_program("kuhn")
    model = program.to_pyomo()
    solver = pyomo.SolverFactory("appsi_highs")
    solver.solve(model)
    model.extra = pyomo.Constraint(expr=model.x["weight ∅"] >= 2)
    with pytest.raises(RuntimeError, match="feasible"):
        solver.solve(model)
    with pytest.raises(ModelError, match="miss its constraint extra by 1: they are not those of"):
        program.lift(model)


@pytest.mark.parametrize("sense", ["maximize", "minimize"])
def test_the_duals_of_an_objective_that_replaces_that_of_a_model_of_pyomo(sense: str) -> None:
    """Those of a minimisation have the other sign."""
    program = sf.linear_program("kuhn")
    model = program.to_pyomo()
    model.objective.deactivate()
    sign = 1 if sense == "maximize" else -1
    model.other = pyomo.Objective(expr=sign * model.objective.expr, sense=getattr(pyomo, sense))
    pyomo.SolverFactory("appsi_highs").solve(model)
    assert sf.check("kuhn", program.lift(model)).gap < 1e-9


def test_a_program_after_steps_on_the_tree_alone_is_not_merged() -> None:
    assert sf.linear_program("leduc", preprocess="contract-forced").target.matrix.shape == (
        1562,
        1562,
    )


def other_payoffs(game: sf.ExtensiveGame, rng: Random) -> sf.ExtensiveGame:
    """Return a zero-sum game on the same tree with other payoffs, many of them equal."""
    first, _ = game.outcomes.payoffs
    changed = type(first).of(Fraction(rng.choice((-1, 0, 1, 2))) for _ in range(len(first)))
    return replace(game, outcomes=replace(game.outcomes, payoffs=(changed, -changed)))


@pytest.mark.parametrize("seed", range(15))
def test_from_any_game_on_the_same_tree_the_value_is_the_same(seed: int) -> None:
    rng = Random(seed)
    shape = Shape(inner=rng.choice((3, 7, 12)), constant_sum=True, numbers="ties")
    first = parse_efg(random_game(rng, shape).to_efg())
    second = other_payoffs(first, rng)
    ways: dict[str, Any] = {
        "player": rng.randrange(2),
        "preprocess": rng.choice((None, "none", "sparsify")),
    }
    start = sf.solve(first, exact=rng.random() < 0.5, **ways)
    cold = sf.solve(second, exact=True, **ways)
    for exact, backend in ((True, "highs"), (True, "exact"), (False, "highs")):
        warm = sf.solve(second, start=start, exact=exact, backend=backend, **ways)
        assert warm.certificate.proven == exact
        assert float(warm.values[0]) == pytest.approx(float(cold.values[0]), abs=1e-9)


@pytest.mark.parametrize(
    "arguments", [{}, {"preprocess": "none"}, {"exact": True}, {"backend": "exact"}]
)
def test_a_neighbor_saves_nearly_all_iterations(arguments: dict[str, Any]) -> None:
    start = sf.solve("leduc", **arguments)
    game = sf.load("leduc(second_bet=41/10)")
    cold, warm = sf.solve(game, **arguments), sf.solve(game, start=start, **arguments)
    assert 10 * (warm.raw.iterations or 0) < (cold.raw.iterations or 0)
    assert float(warm.values[0]) == pytest.approx(float(cold.values[0]))
    # And not the equilibrium, with its own start.
    assert warm.resolved.settings["start"] == "an equilibrium of leduc"


def test_constrained_equilibria_start_from_their_neighbors() -> None:
    rule = "1: P(Js: bet) >= 1/2"
    start = sf.solve("leduc", constraints=rule)
    warm = sf.solve("leduc(second_bet=41/10)", constraints=rule, start=start)
    cold = sf.solve("leduc(second_bet=41/10)", constraints=rule)
    assert 5 * (warm.raw.iterations or 0) < (cold.raw.iterations or 0)
    assert float(warm.values[0]) == pytest.approx(float(cold.values[0]))


def test_a_wrong_basis_costs_time_and_no_digits() -> None:
    """The basis of another optimum, of no optimum, or of a program of another shape."""
    game = sf.load("kuhn(ranks=5)")
    start = sf.solve(game, exact=True)
    basis: Any = start.raw.basis
    others = [
        Basis(basis.columns[::-1].copy(), basis.rows[::-1].copy()),
        Basis(basis.columns[1:], basis.rows),
    ]
    for wrong in others:
        found = sf.solve(
            game, start=start.recomputed(raw=replace(start.raw, basis=wrong)), exact=True
        )
        assert (found.values, found.certificate.proven) == (start.values, True)


def test_a_solver_that_fails_from_the_basis_is_called_without() -> None:
    class Failing(type(sf.backends.get("highs"))):  # type: ignore[misc]
        calls = 0

        def solve(self, model: Any, options: Any = None, basis: Any = None) -> Any:
            type(self).calls += 1
            if basis is not None:
                assert options.raw.items() >= FROM_NEIGHBOR.items()
                return RawSolution(Termination.NUMERICAL_ERROR, "lost")
            return super().solve(model, options)

    found = sf.solve("kuhn", start=sf.solve("kuhn"), backend=Failing(), exact=False)
    assert (found.raw.solved, Failing.calls) == (True, 2)
    assert (
        "start not used: highs ended from its basis with numerical error (lost)" in found.raw.status
    )


@pytest.mark.parametrize("backend", ["highs", "exact"])
@pytest.mark.parametrize(
    "arguments",
    [
        {"preprocess": "eliminate-dominated"},
        {"constraints": "1: P(J: bet) >= 1/2"},
        {"formulation": "normal-form"},
    ],
)
def test_a_start_of_another_program_is_noted_in_the_status(
    arguments: dict[str, Any], backend: str
) -> None:
    start = sf.solve("kuhn")
    cold = sf.solve("kuhn", backend=backend, **arguments)
    answer = sf.solve("kuhn", start=start, backend=backend, **arguments)
    assert "start not used" not in cold.raw.status
    assert answer.raw.status.startswith(
        f"{cold.raw.status}; start not used: its program has 20 rows and 20 columns, that of this game"
    )
    assert answer.values == cold.values
    used = sf.solve("kuhn", start=sf.solve("kuhn", **arguments), backend=backend, **arguments)
    assert "start not used" not in used.raw.status


@pytest.mark.parametrize("exact", [True, None])
def test_an_answer_made_exact_keeps_the_note_of_its_start(exact: bool | None) -> None:
    answer = sf.solve("kuhn", start=sf.solve("kuhn"), preprocess="eliminate-dominated", exact=exact)
    assert answer.certificate.exact
    assert "; start not used: its program has 20 rows" in answer.raw.status


@pytest.mark.parametrize("method", ["ipx", "pdlp", "choose"])
def test_a_method_that_takes_no_basis_refuses_a_start(method: str) -> None:
    with pytest.raises(InputError, match=f"start: only the simplex .* not solver = {method}"):
        sf.solve("kuhn", start=sf.solve("kuhn"), backend="highs", raw={"solver": method})


def test_a_general_sum_game_and_a_refinement_start_their_path_at_the_profile() -> None:
    game = sf.load("vsvet-figure-1")
    assert sf.solve(game, start=sf.solve(game)).certificate.proven
    kuhn = sf.solve("kuhn", exact=True)
    assert sf.solve("kuhn", start=kuhn, backend="lemke").certificate.proven


def test_what_does_not_fit_is_one_clear_error() -> None:
    start, by_scipy = sf.solve("kuhn"), sf.solve("kuhn", backend="scipy", exact=False)
    faults: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
        (
            "leduc",
            {},
            ModelError,
            "this start is for another game; its information sets or actions differ",
        ),
        (
            "kuhn",
            {"backend": "scipy"},
            UnsupportedModelError,
            "scipy does not start from an equilibrium; take highs",
        ),
        (
            "kuhn",
            {"backend": "cfr"},
            UnsupportedModelError,
            "cfr does not start from .*: it would save",
        ),
        (
            "kuhn",
            {"start": by_scipy},
            UnsupportedModelError,
            "this equilibrium of scipy comes without a basis",
        ),
        (
            "leduc",
            {"preprocess": "lossless"},
            InputError,
            "start: of no meaning for a game with ordered signals",
        ),
    ]
    for game, arguments, error, message in faults:
        with pytest.raises(error, match=message):
            sf.solve(game, **({"start": start} | arguments))


@pytest.mark.parametrize("suffix", [".mps", ".lp"])
@pytest.mark.parametrize(
    "name", ["kuhn", "matching-pennies", "guess-the-ace", "leduc(suits=1)", "one safe name"]
)
def test_columns_and_duals_of_a_file_that_another_solver_read_are_lifted(
    name: str, suffix: str, tmp_path: Path
) -> None:
    """Names in files are made safe: a mapping of them, and HiGHS with the file, give both players' strategies."""
    names = (["a", "b c"], ["a", "b-c", "b c"])
    game = (
        sf.bimatrix_game("g", [[1, -1, 3], [-1, 1, 0]], None, *names)
        if name == "one safe name"
        else sf.load(name)
    )
    program = sf.linear_program(game)
    program.write(tmp_path / f"program{suffix}")
    highs = highspy.Highs()
    highs.silent()
    highs.readModel(str(tmp_path / f"program{suffix}"))
    highs.run()
    solution, model = highs.getSolution(), highs.getLp()
    columns = dict(zip(model.col_names_, solution.col_value, strict=True))
    rows = dict(zip(model.row_names_, solution.row_dual, strict=True))
    nonzero = {row: dual for row, dual in rows.items() if dual}
    for answer in (columns | rows, columns | nonzero, highs):
        assert sf.check(game, program.lift(answer)).nash_conv < 1e-9


@pytest.mark.parametrize(
    "weight", [0, 2, -1, Fraction(1, 2), 2.0, np.inf, -np.inf, np.nan, 10**400]
)
def test_values_that_are_no_plan_are_refused(weight: Any) -> None:
    program = sf.linear_program("kuhn")
    with pytest.raises(ModelError, match="'weight ∅'"):
        program.lift([weight] * len(program.target.column_names))


@pytest.mark.parametrize("weight", [-1, 2, 1e308, np.inf, 10**400])
@pytest.mark.parametrize("formulation", ["sequence-form", "normal-form"])
def test_weights_beyond_zero_and_one_are_refused(weight: Any, formulation: Any) -> None:
    program = sf.linear_program("kuhn", formulation=formulation)
    values = dict.fromkeys(program.target.column_names, 0)
    values[program.target.column_names[0]] = 1
    values[program.target.column_names[1]] = weight
    with pytest.raises(ModelError, match=r"column 'weight .*' (has|is) "):
        program.lift(values)


@pytest.mark.parametrize("dual", [np.inf, np.nan])
def test_duals_that_are_not_finite_are_refused(dual: float) -> None:
    program = sf.linear_program("kuhn")
    values = dict.fromkeys(program.target.row_names, 0.0)
    values[program.target.row_names[1]] = dual
    with pytest.raises(ModelError, match="no finite number"):
        program.lift(
            values | {"weight ∅": 1.0} | dict.fromkeys(program.target.column_names[1:], 0.0)
        )


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("steps", [None, "merge-equivalent", "sparsify"])
def test_points_that_miss_the_equations_of_a_plan_are_refused(player: int, steps: Any) -> None:
    program = sf.linear_program("kuhn", player, preprocess=steps)
    point: Any = program.solve("exact").primal
    weights = list(point.to_fractions())
    doubles = [float(weight) for weight in weights]
    names = program.target.column_names
    free = next(
        place
        for place, name in enumerate(names)
        if name.startswith("weight ") and name != "weight ∅" and weights[place] < Fraction(1, 2)
    )
    assert program.lift(weights) is not None
    assert program.lift(doubles) is not None
    assert program.lift([value * (1 + 1e-7) for value in doubles]) is not None

    for shift in (Fraction(3, 10), Fraction(1, 100)):
        moved = list(weights)
        moved[free] += shift
        for wrong in (moved, [float(value) for value in moved]):
            with pytest.raises(ModelError, match=r"misses x ≥ 0, E x = e by .*, at row 'plan "):
                program.lift(wrong)
    with pytest.raises(ModelError):
        program.lift([value * 1.01 for value in doubles])
    barely = list(weights)
    barely[free] += Fraction(1, 10**12)
    with pytest.raises(ModelError, match="misses x ≥ 0"):
        program.lift(barely)


WIDE: list[tuple[Any, Any]] = [(10**8, "1e-5"), (10**20, 10**6), (10**40, "1e-5"), (1, "1e-14")]


def diagonal_game(first: Any, second: Any) -> Any:
    entries = [[Fraction(first), Fraction(0)], [Fraction(0), Fraction(second)]]
    opposite = [[-entry for entry in row] for row in entries]
    return sf.bimatrix_game(entries, opposite)


@pytest.mark.parametrize("scale", [True, False])
@pytest.mark.parametrize("payoffs", WIDE)
@pytest.mark.parametrize("ending", [".mps", ".lp"])
def test_every_payoff_of_games_with_a_wide_range_is_in_their_files(
    ending: str, payoffs: tuple[Any, Any], scale: bool, tmp_path: Path
) -> None:
    program = sf.linear_program(diagonal_game(*payoffs), scale=scale)
    path = tmp_path / f"game{ending}"
    program.write(path)
    words = path.read_text().split()
    for payoff in payoffs:
        entry = float(Fraction(payoff) / program.target.units.size)
        assert f"{-entry:.17g}" in words


@pytest.mark.parametrize("payoffs", WIDE[:2])
def test_highs_keeps_every_entry_of_a_game_with_a_wide_range(payoffs: tuple[Any, Any]) -> None:
    program = sf.linear_program(diagonal_game(*payoffs))
    highs = program.to_highs()
    assert len(highs.getLp().a_matrix_.value_) == program.target.matrix.nonzeros
    highs.run()
    value = highs.getInfo().objective_function_value * float(program.target.units.size)
    first, second = map(Fraction, payoffs)
    assert value == pytest.approx(float(first * second / (first + second)), rel=1e-9)


def test_entries_that_highs_drops_under_any_options_are_warned_of() -> None:
    program = sf.linear_program(diagonal_game(1, "1e-14"))
    with pytest.warns(UserWarning, match="drops 1 matrix entry of 1e-12 and less"):
        program.to_highs()


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"formulation": "normal-form"},
        {"epsilon": "1/10"},
        {"constraints": "1: row 1 >= 1/3"},
        {"preprocess": "merge-equivalent"},
    ],
    ids=str,
)
def test_an_unscaled_program_has_the_payoffs_themselves_and_lifts_to_the_same_value(
    options: Any, player: int
) -> None:
    game = diagonal_game(10**8, Fraction(1, 3))
    if "constraints" in options and player == 1:
        options = {"constraints": "2: column 1 >= 1/3"}
    values = []
    for scale in (True, False):
        program = sf.linear_program(game, player, scale=scale, **options)
        answer = program.solve("exact")
        assert answer.objective is not None
        certificate = sf.check(game, program.lift(answer))
        values.append((answer.objective * program.target.units.size, certificate.values))
    assert values[0] == values[1]
    assert program.target.units.size == 1
    sizes = {abs(entry) for entry in program.target.matrix.values.to_fractions()}
    assert Fraction(10**8) in sizes


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("name", ["large", "small", "far from zero", "constant sum"])
def test_an_unscaled_program_has_the_weighted_payoffs_of_the_game(name: str, player: int) -> None:
    game = PERTURBED[name]
    form = sf.builders.sequence_form(game).target
    own = form.A.T if player == 0 else form.B
    program = sf.linear_program(game, player, scale=False).target
    entries = {abs(entry) for entry in program.matrix.values.to_fractions()}
    assert {abs(payoff) for payoff in own.values.to_fractions()} <= entries
    assert program.units == Units()
    assert get("exact").solve(program).objective == sf.solve(game, exact=True).values[player]


def test_classes_whose_payoffs_are_normalized_have_no_unscaled_program() -> None:
    assert sf.linear_program("leduc", preprocess="lossless", scale=False).target.units == Units()
    with pytest.raises(InputError, match="normalized before its signals are merged"):
        sf.linear_program("kuhn(ante=100000000,bet=1)", preprocess="lossless", scale=False)


@pytest.mark.parametrize("other", ["kuhn-with-raise", "leduc"])
def test_a_result_of_scipy_for_another_program_is_refused_with_the_lengths(other: str) -> None:
    program = sf.linear_program(other)
    arguments = sf.linear_program("kuhn").to_scipy().arguments
    with pytest.raises(ModelError, match=r"\d+ .* and \d+ .* expected, not .*\d+ and \d+"):
        program.lift(linprog(**arguments))


def test_a_result_of_scipy_for_a_larger_program_is_refused_for_its_weights() -> None:
    larger = linprog(**sf.linear_program("kuhn-with-raise").to_scipy().arguments)
    with pytest.raises(ModelError, match="kuhn: no plan; it misses"):
        sf.linear_program("kuhn").lift(larger)


@pytest.mark.parametrize("ending", [".mps", ".mps.gz", ".lp", ".npz"])
def test_a_program_in_place_of_a_game_is_answered_with_what_it_is(
    ending: str, tmp_path: Path
) -> None:
    path = tmp_path / f"kuhn{ending}"
    sf.linear_program("kuhn").write(path)
    with pytest.raises(ParseError, match="a linear program, which is no game"):
        sf.solve(str(path))


def test_highs_refuses_an_unscaled_program_with_the_reason() -> None:
    program = sf.linear_program(diagonal_game(10**20, 1), scale=False)
    with pytest.raises(BackendError, match=r"no matrix entries of 1e\+15 and more; scale"):
        program.to_highs()
    answer = program.solve("exact")
    assert answer.objective == Fraction(10**20, 10**20 + 1)
