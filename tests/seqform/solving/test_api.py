"""From a game to a certified equilibrium in one call, and one clear error when that cannot be."""

from dataclasses import fields
from fractions import Fraction
from inspect import signature
from pathlib import Path
from typing import Any, assert_type, cast

import pytest

import seqform as sf
from seqform.analysis.sizes import choice_data
from seqform.backends.protocol import SolveOptions
from seqform.builders.games.families.bidding_games import LiarsDice
from seqform.builders.games.tree import Node, leaf, move, tree
from seqform.builders.steps import Step
from seqform.errors import (
    GameError,
    InputError,
    ModelError,
    SolveError,
    UnsupportedModelError,
)
from seqform.models.answers.equilibrium import PositionEquilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.reduced import Reduced
from seqform.solving import plan
from seqform.solving.api import request_of
from seqform.solving.concepts import CONCEPTS
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.solving.request import Arguments, Inexact, Unprocessed
from seqform.solving.routes import complementarity


def test_a_start_that_is_not_completely_mixed_proves_nothing_but_nash() -> None:
    game = sf.load("vsvet-figure-1")
    pure = sf.solve(game).profile  # x_L = 1
    equilibrium = sf.solve(game, start=pure)
    assert equilibrium.certificate.proven
    assert equilibrium.witness is None
    assert not equilibrium.certificate.checks


@pytest.mark.slow
@pytest.mark.parametrize(("game", "backend"), [("leduc", "highs"), ("kuhn(ranks=5)", "scipy"), ("kuhn(ranks=5)", None)])
def test_normal_form_perfection_of_a_constant_sum_game(game: str, backend: str | None) -> None:
    equilibrium = sf.solve(game, concept="normal-form-perfect", backend=backend)
    assert equilibrium.certificate.checks["normal-form perfect"]
    assert equilibrium.values == sf.solve(game, exact=True).values


def test_a_limit_reached_raises_with_the_raw_solution() -> None:
    with pytest.raises(SolveError, match=r"highs stopped early .* the value of Player 1 is between") as caught:
        sf.solve("leduc", options=sf.SolveOptions(raw={"simplex_iteration_limit": 3, "presolve": "off"}))
    assert caught.value.raw.termination is Termination.ITERATION_LIMIT
    assert not caught.value.equilibrium.certificate.proven


def test_a_file_without_a_suffix_is_read_by_its_first_words(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text(
        'EFG 2 R "t" { "a" "b" }\np "" 1 1 "x" { "l" "r" } 0 t "" 1 "" { 1 -1 } t "" 2 "" { 2, -2 }', encoding="utf-8"
    )
    assert sf.solve(path, exact=True).values == (2, -2)
    path.write_text('NFG 1 R "t" { "a" "b" } { 2 2 } 1 -1 0 0 0 0 1 -1', encoding="utf-8")
    assert sf.solve(str(path), exact=True).values == (Fraction(1, 2), Fraction(-1, 2))


def test_phases_are_timed_and_progress_is_told() -> None:
    told: list[str] = []
    equilibrium = sf.solve("kuhn", exact=True, progress=told.append)
    assert list(equilibrium.seconds) == ["load", "build", "preprocess", "solve", "exact", "verify"]
    assert "solving with highs" in told


@pytest.mark.slow
def test_a_large_tree_of_perfect_information_is_told_about_induction(monkeypatch: pytest.MonkeyPatch) -> None:
    advice = " (of perfect information: concept subgame-perfect takes seconds)"
    monkeypatch.setattr(complementarity, "LONG_PATHS", 2)
    told: list[str] = []
    sf.solve("littman-figure-4", progress=told.append)
    assert f"solving with lemke{advice}" in told
    assert choice_data(sf.load("littman-figure-4"))["solved"].endswith(f"by lemke{advice}")
    for other in ("vsvet-figure-1", "two-level-tree"):
        assert advice not in choice_data(sf.load(other))["solved"]


class OwnBackend:
    name = "own"
    supports: frozenset[type] = frozenset({LinearProgram})
    exact = False

    def solve(self, model: Any, options: sf.SolveOptions | None = None) -> RawSolution:
        return sf.backends.get("highs").solve(model, options)


def test_messages_of_the_simplex_method_name_the_interior_point_method_for_a_large_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def message(**settings: Any) -> str:
        plan = sf.plan("kuhn", **settings)
        return str(plan.route.solving(plan))

    assert message() == "solving with highs"
    monkeypatch.setattr("seqform.solving.routes.plans.MANY_SEQUENCES", 13)
    assert message() == "solving with highs (option solver=ipx, an interior-point method, may take less time)"
    assert message(options={"raw": {"solver": "ipx"}}) == "solving with highs"
    assert message(backend="scipy") == "solving with scipy"


def test_a_backend_of_ones_own_may_be_given_as_an_object() -> None:
    assert sf.solve("kuhn", backend=OwnBackend()).backend == "own"
    assert sf.solve("kuhn", backend=OwnBackend(), concept="quasi-perfect").certificate.checks["quasi-perfect"]
    assert sf.solve("kuhn", preprocess="lossless", backend=OwnBackend()).saved().method.startswith("own: ")
    assert sf.solve("kuhn", preprocess="lossless", exact=True, backend=sf.backends.get("exact")).certificate.proven
    with pytest.raises(UnsupportedModelError, match="own"):
        sf.solve("vsvet-figure-1", backend=OwnBackend(), concept="quasi-perfect")


@pytest.mark.parametrize("unit", [Fraction(1, 10**40), Fraction(1), Fraction(10**15)])
def test_the_unit_of_the_payoffs_does_not_matter(unit: Fraction) -> None:
    game = tree("scaled", move(0, "a", {"L": move(1, "b", {"l": leaf(3 * unit), "r": leaf(-unit)}),
                                        "R": move(1, "b", {"l": leaf(-2 * unit), "r": leaf(unit)})}))  # fmt: skip
    for formulation in ("sequence-form", "normal-form"):
        exact = sf.solve(game, exact=True, formulation=cast(Any, formulation))
        assert exact.values[0] == unit / 7
        in_doubles = sf.solve(game, formulation=cast(Any, formulation))
        assert in_doubles.values[0] == pytest.approx(float(unit / 7))


def test_numbers_beyond_doubles_are_refused_in_doubles_and_solved_exactly() -> None:
    for unit in (Fraction(1, 10**400), Fraction(10**400)):
        game = tree("extreme", move(0, "a", {"L": leaf(unit), "R": leaf(0)}))
        with pytest.raises(ModelError, match="for a double"):
            sf.solve(game, exact=False)
        exact = sf.solve(game, exact=True)
        assert exact.values[0] == unit
        assert repr(exact)
        assert exact._repr_html_()


def test_labels_that_join_to_the_same_name_are_kept_apart() -> None:
    game = tree("names", move(0, "a", {"b c": move(0, "a b", {"c": leaf(1), "d": leaf(2)}), "x": leaf(0)}))
    assert sf.solve(game, exact=True).values[0] == 2
    assert sf.solve(tree("empty", move(1, "∅", {"l": leaf(1), "r": leaf(2)})), exact=True).values[0] == 1


def test_a_long_chain_of_moves_is_solved_in_time() -> None:
    root: Node = leaf(1, -1)
    for k in range(900):
        root = move(k % 2, f"h{k}", {"on": root, "off": leaf(k % 7)})
    assert sf.solve(tree("chain", root), exact=True).certificate.proven


def test_games_are_saved_and_loaded_and_rules_are_expanded(tmp_path: Path) -> None:
    game = sf.load("kuhn")
    sf.save(game, tmp_path / "kuhn.efg")
    assert sf.load(tmp_path / "kuhn.efg") == game
    with pytest.raises(ModelError, match=r"ends in \.efg or \.nfg expected"):
        sf.save(game, tmp_path / "kuhn.txt")
    assert sf.load(LiarsDice(sides=3)).count() == sf.load("liars-dice(sides=3)").count()
    with pytest.raises(GameError, match="the rules themselves expected, not their class"):
        sf.load(LiarsDice)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "arguments", "least", "most"),
    [
        ("goofspiel(cards=4)", {}, 60e6, 200e6),
        ("rhode-island(ranks=9)", {"preprocess": "lossless", "backend": "cfr"}, 300e6, 450e6),
        ("rhode-island(ranks=9)", {"preprocess": "lossless", "backend": "pdhg"}, 450e6, 650e6),
    ],
)
def test_a_plan_states_the_memory_near_the_measured_peak(
    game: str, arguments: dict[str, Any], least: float, most: float
) -> None:
    plan = sf.plan(game, **arguments)
    assert plan.memory is not None and least < plan.memory < most
    assert ("memory: about" in str(plan)) is (plan.memory > 300e6)


def test_a_program_too_large_to_be_built_is_stated_with_its_size_and_memory() -> None:
    plan = sf.plan("rhode-island(ranks=9)", preprocess="lossless", backend="highs")
    assert "1,750,016 rows × 1,750,016 columns" in repr(plan.models[-1][1]) and "not built" in repr(plan.models[-1][1])
    assert plan.memory is not None and 5e9 < plan.memory < 10e9
    assert "GB for the linear program" in str(plan)
    assert sf.plan("kuhn", backend="scipy").memory is None


def test_type_checkers_know_the_class_of_an_answer_by_that_of_the_game() -> None:
    tree, ordered = sf.load("kuhn", kind="extensive"), sf.load("kuhn", kind="ordered")
    graph = sf.load("littman-figure-4", kind="positions")
    assert_type(sf.solve(tree, "nash", exact=True), sf.Equilibrium)
    assert_type(tree.solve(time_limit=60), sf.Equilibrium)
    assert_type(sf.solve(ordered, target_gap=0.1, raw={}), OrderedEquilibrium)
    assert_type(ordered.solve(backend="highs"), OrderedEquilibrium)
    assert_type(ordered.solve(exact=True), sf.Equilibrium | OrderedEquilibrium)
    assert_type(graph.solve("subgame-perfect", objective="social"), PositionEquilibrium)


def test_type_checkers_know_all_arguments_of_solve_and_plan() -> None:
    settings = {one.name for kind in CONCEPTS.values() for one in fields(kind)}
    settings |= {one.name for one in fields(SolveOptions)}
    for function in (sf.solve, request_of):
        own = {*list(signature(function).parameters)[1:-1]} - {"concept"}
        assert own | settings == set(Arguments.__annotations__)
    assert set(Inexact.__annotations__) == set(Unprocessed.__annotations__) == set(Arguments.__annotations__)


def test_small_constant_sum_games_are_exact_by_default_and_only_where_no_solver_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert sf.solve("kuhn").certificate.proven
    assert sf.plan("kuhn").exact_by_default
    for arguments in (
        {"exact": False},
        {"backend": "highs"},
        {"raw": {"solver": "ipx"}},
        {"formulation": "normal-form"},
    ):
        assert not sf.solve("kuhn", **arguments).certificate.exact, arguments
    monkeypatch.setattr("seqform.solving.execute.SMALL_GAME", 57)
    assert not sf.solve("kuhn").certificate.exact  # which has 58 nodes


MERGE = "merge-equivalent"


@pytest.mark.parametrize("exact", [False, True])
def test_dominated_sequences_of_large_trees_are_eliminated_once_by_default(
    exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = sf.solve("leduc", backend="highs", exact=exact)
    for least, expected in ((1093, ["eliminate-dominated=once", MERGE]), (1094, [MERGE])):
        monkeypatch.setattr(plan, "MANY_SEQUENCES", least)
        assert [step.spelled for step in sf.plan("leduc", exact=exact).steps] == expected
    monkeypatch.setattr(plan, "MANY_SEQUENCES", 1)
    for options in ({}, {"start": start}, {"constraints": [sf.Constraint(0, {("Q:", "bet"): 1}, upper=1)]}):
        spec = "kuhn" if "constraints" in options else "leduc"
        assert sf.solve(spec, exact=exact, **options).certificate.proven is exact
    assert sf.plan("vsvet-figure-1").steps == sf.plan("kuhn", "normal-form-perfect").steps == ()


class SameGame(Step):
    """A step on trees that changes nothing."""

    name, summary, message = "same-game", "change nothing", "changing nothing"

    @property
    def reductions(self) -> dict[type, Any]:
        return {ExtensiveGame: lambda game: Reduced(game, lambda profile: profile)}


def test_a_step_on_trees_is_applied_or_refused_never_ignored() -> None:
    for concept in ("nash", "quasi-perfect"):
        assert "preprocess" in sf.solve("kuhn", concept, preprocess=SameGame()).seconds
    with pytest.raises(InputError, match="same-game: a start needs a step whose lift is a ProfileMap"):
        sf.solve("kuhn", start="centroid", preprocess=SameGame())
