"""Games with ordered signals: abstractions, solution on classes and on trees, from coarse to fine."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import Run
from slowness import first_quick
from small_ordered_games import one_sided

import seqform as sf
from seqform.backends.solvers.highs import HighsBackend
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.errors import GameError, InputError, SolveError
from seqform.models.games.ordered import OrderedGame
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.solving import request
from seqform.solving.abstracted import abstract_game
from seqform.solving.routes import classes

LEDUC = Fraction(-1454920850547486749701863871533, 16995463438839962469905132501930)


PRIMES_NEAR_A_MILLION = (999983, 999979, 1000003, 999961)


@pytest.mark.parametrize(
    "arguments",
    first_quick(
        [
            {"preprocess": "lossless", "exact": True},
            {"preprocess": "lossless", "backend": "highs"},
            {"backend": "barrier", "target_gap": 1e-4},
            *({"backend": backend, "target_gap": 1e-4} for backend in ("cfr", "pdhg")),
            *({"backend": "highs", "preprocess": ["lossless", step]} for step in ("sparsify", "supported")),
            {"preprocess": ["lossless", "eliminate-dominated"], "exact": True},
        ],
        3,
    ),
)
def test_signals_of_weights_near_a_million_are_solved_as_their_tree_is(arguments: dict[str, Any]) -> None:
    game = replace(one_sided(), weights=PRIMES_NEAR_A_MILLION)
    value = sf.solve(to_extensive(game), exact=True).values[0]
    found = sf.solve(game, **arguments)
    first, second = found.certificate.best_response_values
    assert -second - 1e-9 <= value <= first + 1e-9
    assert found.certificate.nash_conv <= 1e-4
    assert found.values[0] == value or "exact" not in arguments


def far_from_zero(constant: int) -> OrderedGame:
    """Return Leduc hold'em in which player 2 pays a constant to player 1."""
    game: OrderedGame = sf.load("leduc", kind="ordered")
    tables = []
    for table in game.payoffs:
        numerators = table.numerators.copy()
        numerators[:, 0] += np.array([1, -1])[:, None, None] * constant * table.denominator
        tables.append(replace(table, numerators=numerators))
    return replace(game, payoffs=tuple(tables))


@pytest.mark.parametrize("kind", ["classes", "tree"])
def test_linear_programs_of_payoffs_far_from_zero_are_solved(kind: str) -> None:
    game: Any = far_from_zero(10**9)
    if kind == "tree":
        game = to_extensive(game)
    exact, found = game.solve(exact=True), game.solve(backend="highs")
    assert exact.certificate.proven
    assert exact.values[0] == LEDUC + 10**9
    assert found.certificate.nash_conv < 1e-4


def test_where_the_solver_fails_an_exact_answer_is_found_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> RawSolution:
        return RawSolution(Termination.ERROR, "Not Set", solver="HiGHS")

    monkeypatch.setattr(HighsBackend, "solve", fails)
    found = sf.solve("kuhn", exact=True)
    assert found.certificate.proven
    with pytest.raises(SolveError, match=r"highs found no equilibrium: error \(Not Set\)"):
        sf.solve("kuhn", backend="highs")


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["barrier", "highs"])
def test_large_trees_are_solved_exactly_on_their_classes(backend: str, tmp_path: Path) -> None:
    steps = sf.Abstraction("lossless", max_nodes=1000)
    found = sf.solve("leduc", preprocess=[steps], backend=backend, exact=True)
    on_the_tree = sf.solve("leduc", preprocess="lossless", exact=True)
    assert found.certificate.exact
    assert found.certificate.nash_conv == 0
    assert found.values == on_the_tree.values
    assert found.plans is not None
    found.save(tmp_path / "leduc.solution")
    read = sf.read_solution(tmp_path / "leduc.solution")
    assert read.check().certificate == found.certificate


def test_an_exact_answer_on_lossy_classes_keeps_its_loss_in_the_certificate() -> None:
    tree, classes = (sf.solve("leduc", preprocess="published", backend=b, exact=True) for b in ("highs", "barrier"))
    assert tree.certificate.exact
    assert classes.certificate.exact
    assert tree.certificate.nash_conv > 0
    assert classes.certificate.nash_conv > 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"preprocess": "lossless", "backend": "highs", "checkpoint": "state.npz"}, "HiGHS does not support it"),
        ({"preprocess": "threshold=lots"}, "a number from 0 on, or inf, expected"),
        ({"preprocess": ["lossless", "published"]}, "given twice"),
        ({"preprocess": "anytime"}, "a sequence of abstractions; take solve_anytime"),
    ],
)
def test_combinations_without_meaning_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        sf.solve("leduc", **arguments)


# ---- the command line ----


def test_shrink_reports_the_equal_information_sets_of_any_game(seqform: Run, tmp_path: Path) -> None:
    path = tmp_path / "leduc.efg"
    sf.save(sf.load("leduc"), path)
    status, shown, _ = seqform("shrink", str(path), "--json")
    assert status == 0
    data = json.loads(shown)
    assert (data["program"], data["merged_program"]) == ([1562, 1562], [482, 482])
    assert [len(classes) for classes in data["classes"]] == [144, 144]


def test_solve_writes_a_solution_that_check_accepts_and_goes_on_from_a_checkpoint(seqform: Run, tmp_path: Path) -> None:
    solution, state = str(tmp_path / "leduc.solution"), str(tmp_path / "state.npz")
    common = ["solve", "leduc", "--preprocess", "lossless", "--checkpoint", state, "-o", solution, "--json"]
    status, shown, _ = seqform(*common, "--target-gap", "1e-2")
    assert status == 0
    first = json.loads(shown)["bounds"]
    status, shown, _ = seqform(*common, "--target-gap", "1e-3")
    assert status == 0
    second = json.loads(shown)["bounds"]
    assert second[: len(first)] == first
    status, shown, _ = seqform("check", "leduc", solution, "--target-gap", "1.1e-3")
    assert status == 0
    assert "nash_conv" in shown
    status, _, error = seqform("check", "leduc", solution, "--target-gap", "1e-9")
    assert status == 4
    assert "above 1e-09" in error
    saved = sf.read_solution(Path(solution))
    assert sum(saved.strategy(0, ["Ks"]).values()) == pytest.approx(1)


# ---- from coarse to fine ----


@pytest.mark.slow
def test_own_abstractions_take_the_place_of_thresholds() -> None:
    game = sf.load("leduc", kind="ordered")
    blind = sf.InformationFilter.from_function(game, lambda number, own, public: 0)
    ranks = sf.InformationFilter.from_function(
        game, lambda number, own, public: tuple(card[0] for card in own + public)
    )
    options = {"target_gap": 1e-3}
    steps = list(sf.solve_anytime(game, abstractions=[blind, (blind, ranks), ranks], options=options))
    assert [[one.num_classes for one in step.abstraction.filters] for step in steps] == [
        [(1, 1), (1, 1)],
        [(1, 1), (3, 9)],
        [(3, 9), (3, 9)],
    ]
    gaps = [step.certificate.nash_conv for step in steps]
    assert gaps[0] > gaps[2] and gaps[1] > gaps[2] and gaps[2] <= 1.01e-3
    kinds = [step.abstraction.kind for step in sf.solve_anytime(game, abstractions=[blind], options=options)]
    assert kinds[1:] == ["lossless"]
    assert [step.abstraction.kind for step in sf.solve_anytime("leduc", abstractions=(), options=options)] == [
        "lossless"
    ]
    with pytest.raises(InputError, match="abstractions: a sequence expected"):
        next(sf.solve_anytime(game, abstractions="lossless"))


@pytest.mark.slow
def test_from_coarse_to_fine_every_step_is_certified_and_the_last_is_an_equilibrium() -> None:
    steps = list(sf.solve_anytime("leduc", options={"target_gap": 1e-3}))
    filters = [step.abstraction.filters[0] for step in steps]
    assert [fine.refines(coarse) for coarse, fine in pairwise(filters)] == [True] * (len(steps) - 1)
    assert steps[-1].abstraction.violation is None
    assert steps[-1].certificate.nash_conv <= 1.01e-3
    for step in steps[:-1]:
        assert step.abstraction.violation is not None
        assert step.certificate.nash_conv > 1e-2


@pytest.mark.slow
def test_solve_anytime_shows_every_step_and_keeps_the_best(seqform: Run, tmp_path: Path) -> None:
    solution = tmp_path / "leduc.solution"
    arguments = ["solve", "leduc", "--preprocess", "anytime", "--target-gap", "1e-2", "-o", str(solution)]
    status, shown, _ = seqform(*arguments)
    assert status == 0
    lines = shown.splitlines()
    assert lines[0].split()[0] == "step"
    assert [line.split()[0] for line in lines[1:]][-1] == "lossless"
    assert len(lines) > 3
    assert sf.read_solution(solution).certificate.nash_conv <= 1.1e-2
    status, shown, _ = seqform(*arguments, "--json")
    steps = json.loads(shown)["steps"]
    assert [step["abstraction"] for step in steps] == [line.split()[0] for line in lines[1:]]
    assert steps[-1]["certificate"]["nash_conv"] == min(step["certificate"]["nash_conv"] for step in steps)


def test_from_coarse_to_fine_exits_with_status_3_if_it_stops_early(seqform: Run) -> None:
    status, shown, error = seqform("solve", "leduc", "--preprocess", "anytime", "--option", "iterations=40")
    assert status == 3
    assert 2 <= len(shown.splitlines()) <= 4
    assert "stopped early (iteration limit reached)" in error
    status, _, error = seqform("solve", "leduc", "--preprocess", "anytime", "--time-limit", "1e-9")
    assert status == 3
    assert "before the first abstraction: time limit reached" in error


def test_the_advice_for_a_game_of_classes_is_a_backend_that_fits_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    few: Any = {"preprocess": "lossless", "options": {"raw": {"iterations": 3}}, "target_gap": 1e-9}
    with pytest.raises(SolveError, match=r"give it more time, or take barrier \(about a second, \d+ MB\)$"):
        sf.solve("leduc", backend="cfr", **few)
    monkeypatch.setattr(request, "machine_memory", lambda: 10**6)
    with pytest.raises(SolveError, match=r"give it more time$"):
        sf.solve("leduc", backend="cfr", **few)


@pytest.mark.parametrize(("backend", "limit"), [("highs", 10**5), ("cvxpy", 10**5), ("highs", 10**9)])
def test_a_linear_program_that_does_not_fit_the_memory_is_refused_before_it_is_built(
    monkeypatch: pytest.MonkeyPatch, backend: str, limit: int
) -> None:
    for module in (request, classes):
        monkeypatch.setattr(module, "machine_memory", lambda: limit)
    monkeypatch.setattr(classes, "LARGE_PROGRAM", 100)
    if limit == 10**9:
        assert sf.solve("leduc", preprocess="lossless", backend=backend).raw.solved
        return
    message = (
        rf"a linear program of [\d,]+ nonzeros takes about .* with {backend}, and this machine has [01] MB; take cfr$"
    )
    with pytest.raises(InputError, match=message):
        sf.solve("leduc", preprocess="lossless", backend=backend)
    assert "linear program" in str(sf.plan("leduc", preprocess="lossless", backend=backend))


def test_an_interior_point_method_that_does_not_fit_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "machine_memory", lambda: 10**6)
    with pytest.raises(InputError, match=r"leduc: barrier takes about \d+ MB, and this machine has 1 MB; take cfr"):
        sf.solve("leduc", preprocess="lossless", backend="barrier")
    assert sf.solve("leduc", preprocess="lossless", backend="cfr", target_gap=0.1).raw.solved


def test_the_time_of_a_slow_program_is_announced_with_a_faster_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "SLOW_PROGRAM", 1000)
    heard: list[str] = []
    sf.solve("leduc", preprocess="lossless", backend="highs", progress=heard.append)
    assert any(re.search(r"solving with highs; barrier \(about a second, \d+ MB\) is faster", one) for one in heard)


# ---- more mistakes ----


def test_a_threshold_may_be_given_for_each_round() -> None:
    game = sf.load("leduc(ranks=5)", kind="ordered")
    by_rounds = abstract_game(game, "threshold=0,0.3").filters[0].num_classes
    assert by_rounds[0] == abstract_game(game, "published").filters[0].num_classes[0]
    assert by_rounds[1] < abstract_game(game, "published").filters[0].num_classes[1]
    same, one = abstract_game(game, "threshold=0.1,0.1").filters[0], abstract_game(game, "threshold=0.1").filters[0]
    assert same.refines(one)
    assert one.refines(same)
    for text in ("0.1,0.2,0.3", "0.1,", "0.1,x"):
        with pytest.raises(InputError, match="threshold"):
            abstract_game(game, f"threshold={text}")


def test_a_game_is_abstracted_by_its_name() -> None:
    assert sf.abstract_game("leduc").filters[0].num_classes == (3, 9)
    with pytest.raises(GameError, match="an OrderedGame, or the name of one in the catalog, expected, not int"):
        sf.abstract_game(3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no abstraction 3; known: lossless"):
        sf.abstract_game("leduc", 3)  # type: ignore[arg-type]


def test_the_file_of_a_tree_is_no_game_with_ordered_signals(tmp_path: Path) -> None:
    sf.save("kuhn", tmp_path / "kuhn.efg")
    with pytest.raises(GameError, match=r"kuhn\.efg: the file of a tree, and no game with ordered signals"):
        sf.solve(str(tmp_path / "kuhn.efg"), preprocess="threshold=0.1")


def test_a_small_game_of_classes_is_solved_as_a_linear_program_unless_it_is_to_be_iterated() -> None:
    small, large = "kuhn(ranks=8)", "leduc(ranks=13)"
    assert sf.plan(small, preprocess="lossless").backend.name == "highs"
    assert sf.solve(small, preprocess="lossless").certificate.nash_conv < 1e-9
    assert sf.plan(large, preprocess="lossless").backend.name == "cfr"
    for iterated in ({"target_gap": 0.1}, {"tolerance": 1e-3}, {"raw": {"iterations": 5}}):
        assert sf.plan(small, preprocess="lossless", options=sf.SolveOptions(**iterated)).backend.name == "cfr"
