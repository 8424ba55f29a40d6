"""From a game to a certified equilibrium in one call, and one clear error when that cannot be."""

import math
from collections.abc import Callable
from dataclasses import fields
from fractions import Fraction
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any, assert_type, cast

import numpy as np
import pytest
from class_profiles import random_plans
from command_line import python
from goldens import DATA
from own_steps import OwnStep

import seqform as sf
from seqform.analysis.frontier import frontier
from seqform.analysis.sizes import choice_data
from seqform.backends.exact.solution import exact_solution
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.highs import HighsBackend
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.families.bidding_games import LiarsDice
from seqform.builders.games.tree import Node, leaf, move, tree
from seqform.builders.steps import Step
from seqform.errors import (
    BackendError,
    CertificationError,
    GameError,
    InputError,
    ModelError,
    OptionError,
    SeqformError,
    SolveError,
    UnknownBackendError,
    UnknownLabelError,
    UnsupportedModelError,
)
from seqform.io.saved_solution import SavedSolution
from seqform.models.answers.equilibrium import PositionEquilibrium
from seqform.models.games.abstraction import identity_filters
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.reduced import Reduced
from seqform.solving import plan
from seqform.solving.concepts import CONCEPTS
from seqform.solving.execute import TOO_MUCH_WORK
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.solving.request import Arguments, Inexact, Unprocessed
from seqform.solving.routes import complementarity
from seqform.solving.routes.plans import LinearRoute


def test_a_start_that_is_not_completely_mixed_proves_nothing_but_nash() -> None:
    game = sf.load("vsvet-figure-1")
    pure = sf.solve(game).profile  # x_L = 1
    equilibrium = sf.solve(game, start=pure)
    assert equilibrium.certificate.proven
    assert equilibrium.witness is None
    assert not equilibrium.certificate.checks


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "backend"), [("leduc", "highs"), ("kuhn(ranks=5)", "scipy"), ("kuhn(ranks=5)", None)]
)
def test_normal_form_perfection_of_a_constant_sum_game(game: str, backend: str | None) -> None:
    equilibrium = sf.solve(game, concept="normal-form-perfect", backend=backend)
    assert equilibrium.certificate.checks["normal-form perfect"]
    assert equilibrium.values == sf.solve(game, exact=True).values


def test_a_limit_reached_raises_with_the_raw_solution() -> None:
    with pytest.raises(
        SolveError, match=r"highs stopped early .* the value of Player 1 is between"
    ) as caught:
        sf.solve(
            "leduc", options=sf.SolveOptions(raw={"simplex_iteration_limit": 3, "presolve": "off"})
        )
    assert caught.value.raw.termination is Termination.ITERATION_LIMIT
    assert not caught.value.equilibrium.certificate.proven


def test_a_file_without_a_suffix_is_read_by_its_first_words(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text(
        'EFG 2 R "t" { "a" "b" }\np "" 1 1 "x" { "l" "r" } 0 t "" 1 "" { 1 -1 } t "" 2 "" { 2, -2 }',
        encoding="utf-8",
    )
    assert sf.solve(path, exact=True).values == (2, -2)
    path.write_text('NFG 1 R "t" { "a" "b" } { 2 2 } 1 -1 0 0 0 0 1 -1', encoding="utf-8")
    assert sf.solve(str(path), exact=True).values == (Fraction(1, 2), Fraction(-1, 2))


@pytest.mark.parametrize("backend", ["highs", "lemke", "cfr"])
def test_the_import_of_a_solver_is_a_phase_of_its_own_and_of_the_first_solution_alone(
    backend: str,
) -> None:
    twice = f"[print(*sf.solve('kuhn', backend='{backend}').seconds) for _ in range(2)]"
    first, second = python("-c", f"import seqform as sf; {twice}").stdout.splitlines()
    assert first.split() == ["load", "import", *second.split()[1:]]


def test_phases_are_timed_and_progress_is_told() -> None:
    told: list[str] = []
    equilibrium = sf.solve("kuhn", exact=True, progress=told.append)
    phases = [phase for phase in equilibrium.seconds if phase != "import"]  # of the first test
    assert phases == ["load", "build", "preprocess", "solve", "exact", "verify"]
    assert "solving with highs" in told


@pytest.mark.slow
def test_a_large_tree_of_perfect_information_is_told_about_induction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    advice = " (of perfect information: concept subgame-perfect takes seconds)"
    monkeypatch.setattr(complementarity, "LONG_PATHS", 2)
    told: list[str] = []
    sf.solve("littman-figure-4", backend="lemke", progress=told.append)
    assert f"solving with lemke{advice}" in told
    for other in ("littman-figure-4", "vsvet-figure-1", "two-level-tree"):
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
    monkeypatch.setattr("seqform.solving.routes.plans.SLOW_SIMPLEX_SEQUENCES", 13)
    assert (
        message()
        == "solving with highs (option solver=ipx, an interior-point method, may take less time)"
    )
    assert message(options={"raw": {"solver": "ipx"}}) == "solving with highs"
    assert message(backend="scipy") == "solving with scipy"


def test_a_backend_of_ones_own_may_be_given_as_an_object() -> None:
    assert sf.solve("kuhn", backend=OwnBackend()).backend == "own"
    assert sf.solve("kuhn", backend=OwnBackend(), concept="quasi-perfect").certificate.checks[
        "quasi-perfect"
    ]
    assert (
        sf.solve("kuhn", preprocess="lossless", backend=OwnBackend())
        .saved()
        .method.startswith("own: ")
    )
    assert sf.solve(
        "kuhn", preprocess="lossless", exact=True, backend=sf.backends.get("exact")
    ).certificate.proven
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
    game = tree(
        "names", move(0, "a", {"b c": move(0, "a b", {"c": leaf(1), "d": leaf(2)}), "x": leaf(0)})
    )
    assert sf.solve(game, exact=True).values[0] == 2
    assert (
        sf.solve(tree("empty", move(1, "∅", {"l": leaf(1), "r": leaf(2)})), exact=True).values[0]
        == 1
    )


def test_a_long_chain_of_moves_is_solved_in_time() -> None:
    root: Node = leaf(1, -1)
    for k in range(900):
        root = move(k % 2, f"h{k}", {"on": root, "off": leaf(k % 7)})
    assert sf.solve(tree("chain", root), exact=True).certificate.proven


def test_games_are_saved_and_loaded_and_rules_are_expanded(tmp_path: Path) -> None:
    game = sf.load("kuhn")
    sf.save(game, tmp_path / "kuhn.efg")
    assert sf.load(tmp_path / "kuhn.efg") == game
    with pytest.raises(ModelError, match=r"ends in \.efg, \.nfg or \.csv expected"):
        sf.save(game, tmp_path / "kuhn.txt")
    assert sf.load(LiarsDice(sides=3)).count() == sf.load("liars-dice(sides=3)").count()
    with pytest.raises(GameError, match="the rules themselves expected, not their class"):
        sf.load(LiarsDice)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "arguments", "least", "most"),
    [
        ("goofspiel(cards=4)", {}, 60e6, 200e6),
        ("rhode-island(ranks=9)", {"preprocess": "lossless", "backend": "cfr"}, 250e6, 400e6),
        ("rhode-island(ranks=9)", {"preprocess": "lossless", "backend": "pdhg"}, 300e6, 500e6),
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
    assert "1,750,016 rows × 1,750,016 columns" in repr(plan.models[-1][1]) and "not built" in repr(
        plan.models[-1][1]
    )
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
    for function in (sf.solve, sf.plan):
        own = {
            name
            for name, one in signature(function).parameters.items()
            if one.kind is one.KEYWORD_ONLY
        }
        assert own | settings == set(Arguments.__annotations__)
    assert (
        set(Inexact.__annotations__)
        == set(Unprocessed.__annotations__)
        == set(Arguments.__annotations__)
    )


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


def test_an_exact_answer_that_takes_too_much_work_is_left_out_by_default_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("seqform.solving.execute.EXACT_WORK", 0)
    monkeypatch.setattr("seqform.solving.execute.EXACT_SHARE", 0)
    found = sf.solve("kuhn")
    assert (
        not found.certificate.exact
        and found.raw.solved
        and found.values[0] == pytest.approx(-1 / 18)
    )
    assert found.raw.status.endswith(f"; not made exact: {TOO_MUCH_WORK}")
    assert sf.solve("kuhn", exact=True).certificate.proven


def test_the_work_of_exact_answers_is_allowed_in_proportion_to_that_in_doubles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("seqform.solving.execute.EXACT_WORK", 0)
    works: list[float] = []

    def make_exact(model: LinearProgram, raw: RawSolution, **limits: Any) -> RawSolution:
        works.append(limits["work"])
        return exact_solution(model, raw, **limits)

    monkeypatch.setattr(LinearRoute, "make_exact", staticmethod(make_exact))
    sf.solve("kuhn(ranks=4)")
    sf.solve("kuhn(ranks=12)")
    assert 0 < 10 * works[0] < works[1]


def test_an_answer_in_doubles_is_kept_by_default_where_exact_arithmetic_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def make_exact(model: LinearProgram, raw: RawSolution, **limits: Any) -> RawSolution:
        raise SolveError("too ill-conditioned")

    monkeypatch.setattr(LinearRoute, "make_exact", staticmethod(make_exact))
    found = sf.solve("kuhn")
    assert not found.certificate.exact and found.raw.status.endswith(
        "; not made exact: too ill-conditioned"
    )
    with pytest.raises(SolveError, match="too ill-conditioned"):
        sf.solve("kuhn", exact=True)


@pytest.mark.parametrize("exact", [None, True])
def test_no_answer_in_doubles_replaces_a_proof_that_there_is_none(
    exact: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make_exact(model: LinearProgram, raw: RawSolution, **limits: Any) -> RawSolution:
        return RawSolution(Termination.INFEASIBLE, "infeasible, proved over the rationals")

    monkeypatch.setattr(LinearRoute, "make_exact", staticmethod(make_exact))
    with pytest.raises(SolveError, match="could not be made exact: infeasible"):
        sf.solve("kuhn", exact=exact)


@pytest.mark.parametrize("termination", [Termination.INFEASIBLE, Termination.ERROR])
def test_an_error_in_doubles_does_not_prevent_an_exact_answer(
    termination: Termination, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = RawSolution(termination, "too hard for doubles")
    monkeypatch.setattr(HighsBackend, "solve", lambda *arguments: wrong)
    assert sf.solve("kuhn").values[0] == Fraction(-1, 18)
    assert sf.solve("kuhn", exact=True).certificate.proven
    with pytest.raises(SolveError, match="too hard for doubles"):
        sf.solve("kuhn", exact=False)


@pytest.mark.parametrize(
    ("option", "note"),
    [
        ({"threads": 1}, "threads: one thread computes"),
        ({"tolerance": 1e-3}, "tolerance: the arithmetic is exact"),
        ({"target_gap": 0.1}, "target_gap: the gap is 0"),
    ],
)
def test_portable_options_that_are_met_in_any_case_change_no_answer(
    option: dict[str, Any], note: str
) -> None:
    for game, concept in (
        ("littman-figure-4", "nash"),
        (ONE_MOVE, "proper"),
        ("vsvet-figure-1", "nash"),
    ):
        usual, answer = sf.solve(game, concept), sf.solve(game, concept, options=option)
        assert (answer.backend, answer.values) == (usual.backend, usual.values)
        assert answer.raw.status == f"{usual.raw.status}; {note}"


def test_a_first_order_method_of_highs_meets_no_gap_by_itself() -> None:
    with pytest.raises(
        OptionError, match="option target_gap: HiGHS's method pdlp does not support it"
    ):
        sf.solve("kuhn", backend="highs", exact=False, target_gap=1e-9, raw={"solver": "pdlp"})


MERGE = "merge-equivalent"


@pytest.mark.parametrize("exact", [False, True])
def test_dominated_sequences_of_large_trees_are_eliminated_once_by_default(
    exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = sf.solve("leduc", backend="highs", exact=exact)
    for least, expected in ((1093, ["eliminate-dominated=if-many", MERGE]), (1094, [MERGE])):
        monkeypatch.setattr(plan, "MANY_SEQUENCES", least)
        assert [step.spelled for step in sf.plan("leduc", exact=exact).steps] == expected
    monkeypatch.setattr(plan, "MANY_SEQUENCES", 1)
    for options in (
        {},
        {"start": start},
        {"constraints": [sf.Constraint(0, {("Q:", "bet"): 1}, upper=1)]},
    ):
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
    with pytest.raises(
        InputError, match="same-game: a start needs a step whose lift is a ProfileMap"
    ):
        sf.solve("kuhn", start="centroid", preprocess=SameGame())


Row = tuple[Callable[[], Any], str]


asked: Any = partial(partial, sf.solve)
refined = partial(asked, "kuhn", "quasi-perfect")
chosen = partial(asked, "littman-figure-1", "subgame-perfect")
response = partial(asked, "kuhn", "safe-response")
class_response = partial(asked, "leduc", "safe-response", weight="1/2", preprocess="lossless")
exported: Any = partial(partial, sf.linear_program)
abstracted: Any = partial(partial, sf.abstract_game)


def kept(*constraints: Any) -> Any:
    return asked("kuhn", constraints=constraints[0])


def supported(*more: Any, **options: Any) -> Any:
    return asked("leduc", preprocess=["lossless", "supported", *more], **options)


def fine() -> SavedSolution:
    """Exact strategies for all hands of Leduc hold'em."""
    filters = identity_filters(sf.load("leduc", kind="ordered"))
    return SavedSolution.of_plans(filters[0].game, filters, random_plans(class_game(*filters), 1))


OFTEN = "1: P(J: bet) >= 1/2"
SOLUTION = DATA / "schema_1" / "doubles.solution"
AGAIN = sf.SupportedColumns(threshold=1, iterations=1)

ONE_MOVE = tree("one move", move(0, "P", {"a": leaf(1), "b": leaf(0)}))

REFUSALS: dict[type[Exception], list[Row]] = {
    SeqformError: [
        *(
            (asked("vsvet-figure-1", start=start), "expected")
            for start in ("middle", "random", "random:x", 3)
        ),
        (response(opponent=7), "expected"),
        (response(opponent="none.json"), "none.json"),
        (lambda: response(opponent=sf.solve("leduc(suits=1)").profile)(), "information set"),
        (
            class_response(opponent="mcts:100"),
            "opponent: mcts:100: its moves come from random simulations",
        ),
        (
            class_response(opponent="equilibrium"),
            "opponent: equilibrium: of a tree, not of classes",
        ),
        (class_response(opponent="profile:a.json"), "of a tree, not of classes"),
        (class_response(opponent=3), "its file or an answer for classes of signals expected"),
        (class_response(opponent="none.solution"), "none.solution"),
        (
            class_response(opponent="solution:rhode-island"),
            "the file solves rhode-island, not leduc",
        ),
        (class_response(preprocess=["lossless", "eliminate-dominated"]), "eliminate-dominated"),
        (class_response(preprocess=["lossless", "supported"]), "supported"),
        (
            class_response(preprocess="published", weight=None, max_loss=0),
            "published: exact responses",
        ),
        (
            lambda: class_response(preprocess="published", opponent=fine())(),
            "distinguishes hands that the abstraction merges",
        ),
        (
            lambda: class_response(preprocess=None, opponent=fine())(),
            "add preprocess='lossless'",
        ),
    ],
    ModelError: [
        (asked("vsvet-figure-1", start="random:-1"), "a seed from 0 on expected"),
        (
            lambda: sf.save(sf.solve("kuhn"), "kuhn.json"),
            r"save, game: .* is written by .*answer.save\(path\)",
        ),
        (lambda: sf.save("kuhn", cast(Any, 3)), "save, path: the path of a file expected, not int"),
        (lambda: sf.save("kuhn", "kuhn.txt"), r"ends in \.efg, \.nfg or \.csv expected"),
        (
            asked("littman-figure-1", preprocess="solve-subgames=kindest"),
            "unknown objective 'kindest'",
        ),
        (chosen(objective=lambda first, second: None), "a number expected"),
    ],
    OptionError: [
        (asked("kuhn", options={"solver": "ipx"}), "SolveOptions"),
        (
            partial(frontier, "kuhn", target_gap=0.1),
            "frontier, option target_gap: of no effect; only time_limit and",
        ),
        (partial(frontier, "kuhn", threads=2), "frontier, option threads: of no effect"),
        (
            partial(frontier, "kuhn", options={"raw": {"typo": 1}}),
            "frontier, option raw: of no effect",
        ),
        (
            partial(sf.equilibria, "vsvet-figure-1", complete=True, tolerance=1e-3),
            "the complete search, option tolerance: of no effect",
        ),
        (
            asked("leduc", preprocess="lossless", backend="highs", checkpoint="a.npz"),
            "HiGHS does not support it",
        ),
        (
            asked("kuhn", backend="scipy", target_gap=0.1),
            "option target_gap: .* does not support it",
        ),
        (
            asked("kuhn", backend="lemke", raw={"ties": "unit-columns", "seed": 1}),
            "lemke, option seed: of the random",
        ),
    ],
    InputError: [
        (asked("kuhn", formulation="matrix"), "formulation: 'matrix' is unknown"),
        (asked("kuhn", player=2), r"player: 0, 1 or a name expected .*not 2"),
        (
            asked("kuhn", certificate_tolerance=-1),
            "certificate_tolerance: a number from 0 expected, not -1",
        ),
        (
            asked("kuhn", certificate_tolerance=0.1, exact=True),
            "certificate_tolerance: of no effect on an exact answer",
        ),
        (asked("kuhn", exact="no"), "exact: True, False or None expected, not 'no'"),
        (asked("kuhn", sf.Nash), r"the class of one; Nash\(\)"),
        (asked("kuhn", concpt="nash"), r"no option 'concpt'; did you mean concept\?"),
        (asked("vsvet-figure-1", weights=("often", 2)), "weights: a number expected"),
        (partial(sf.check, "kuhn", 3), "an equilibrium or a path expected, not 3"),
        (
            asked("kuhn", preprocess="eliminate-dominated=twice"),
            "'once', 'if-many', 'last' or 'all' expected, not 'twice'",
        ),
        (
            asked("kuhn", preprocess="magic"),
            "unknown preprocessor 'magic'; known: merge-equivalent, eliminate",
        ),
        (asked("kuhn", preprocess=("none", "sparsify")), "'none' stands alone"),
        (asked("kuhn", preprocess=3), "steps or their names expected, not 3"),
        (asked("leduc", preprocess="threshold=lots"), "a number from 0 on, or inf, expected"),
        (
            asked("leduc", preprocess=["lossless", "published"]),
            "lossless and published: two abstractions, of which one is expected",
        ),
        (asked("leduc", preprocess=["lossless", "lossless"]), "lossless: given twice"),
        (
            asked("leduc", preprocess=["supported=0.1", "supported=0.2"]),
            "supported=0.1 and supported=0.2: two steps of one name",
        ),
        (asked("leduc", preprocess="anytime"), "a sequence of abstractions; take solve_anytime"),
        (supported("contract-forced", backend="highs"), "not for the linear program of a game of"),
        (supported("solve-subgames", backend="highs"), "not for the linear program of a game of"),
        (
            supported(OwnStep(SequenceForm), backend="highs"),
            "not for the linear program of a game of",
        ),
        (supported("eliminate-dominated"), "supported chooses the sequences; leave one"),
        (supported(AGAIN, backend="highs"), "supported and supported=1: two steps of one name"),
        (
            asked("leduc", preprocess=["lossless", "supported=2"]),
            "supported=2: a threshold from 0 to 1 expected",
        ),
        (
            asked(
                "leduc",
                preprocess=["lossless", sf.SupportedColumns(target=1)],
                backend="highs",
                target_gap=1,
            ),
            "target and target_gap mean the same",
        ),
        (partial(sf.SupportedColumns, threshold=-1), "supported: threshold: a "),
        (partial(sf.SupportedColumns, threshold=float("nan")), "supported: threshold: a "),
        (partial(sf.SupportedColumns, iterations=0), "supported: iterations: a "),
        (partial(sf.SupportedColumns, rounds=True), "supported: rounds: a "),
        (partial(sf.SupportedColumns, target=-1e-3), "supported: target: a "),
        (exported("kuhn", preprocess="supported"), "put lossless before it"),
        (
            exported("leduc", preprocess="lossless", formulation="normal-form"),
            "formulation: of no meaning for a game with ordered",
        ),
        (
            exported("leduc", epsilon=Fraction(1, 9), preprocess="lossless"),
            "lossless: its answer is not proven",
        ),
        (
            exported("kuhn", constraints=OFTEN, epsilon=Fraction(1, 100)),
            "of no meaning with epsilon or the normal form",
        ),
        (
            partial(sf.plan, "leduc", preprocess="lossless", backend="cfr", player=1),
            "player: of no meaning for a game with ordered signals without a linear program, and cfr works without",
        ),
        (
            partial(sf.plan, "leduc(ranks=9)", preprocess="lossless", target_gap=1e-6, player=1),
            "and a small target_gap chooses barrier, which works without one; leave one of the two",
        ),
        (
            partial(sf.plan, "leduc", preprocess="lossless", raw={"iterations": 9}, player=1),
            "and option iterations chooses cfr",
        ),
        (
            partial(sf.plan, "leduc", preprocess="lossless", backend="cfr", exact=True, player=1),
            "player: of no meaning for an exact answer on classes of signals",
        ),
        (
            partial(sf.plan, "rhode-island(ranks=4)", preprocess="lossless", player=1),
            "and cfr, the default for a game of this size, works without one",
        ),
        (
            lambda: next(sf.solve_anytime("leduc", abstractions="lossless")),
            "abstractions: a sequence expected",
        ),
        (abstracted("leduc", 3), "no abstraction 3; known: lossless"),
        *(
            (abstracted("leduc", f"threshold={text}"), "threshold")
            for text in ("1,2,3", "1,", "1,x")
        ),
        *(
            (
                asked("kuhn", player=1, **route),
                "player: chooses the primal solution of a linear program, and none",
            )
            for route in ({"start": "random:1"}, {"backend": "lemke"}, {"backend": "cfr"})
        ),
        *(
            (asked("vsvet-figure-1", concept, player=1), "player: chooses")
            for concept in ("nash", "quasi-perfect")
        ),
        (asked("vsvet-figure-1", player=1, weights=(1, 2)), "player: chooses the primal solution"),
        *(
            (
                asked("littman-figure-4", preprocess="solve-subgames", **option),
                f"{name}.*: .*the steps leave no move",
            )
            for name, option in (
                ("backend", {"backend": "highs"}),
                ("start", {"start": "random:1"}),
                ("formulation", {"formulation": "normal-form"}),
                ("player", {"player": 1}),
                ("raw", {"raw": {"typo": 1}}),
                ("checkpoint", {"checkpoint": "run.npz"}),
            )
        ),
        (
            asked(ONE_MOVE, "proper", raw={"presolve": "off"}),
            "raw: no solver is called for games of perfect inform",
        ),
        (
            refined(method="bland"),
            r"method: 'bland' is unknown; did you mean bound\?; known: stable-basis, symbolic",
        ),
        (refined(epsilon=1.5), "epsilon: a number above 0 and below 1 expected, .* not 1.5"),
        (
            refined(epsilon=Fraction(3, 2)),
            "epsilon: a number above 0 and below 1 expected, .* not 3/2",
        ),
        (
            refined(method="symbolic", epsilon=Fraction(1, 9)),
            "epsilon: the method symbolic treats all small ε",
        ),
        (refined(method="bound", backend="highs"), "backend: the method bound calls no solver"),
        (refined(formulation="normal-form"), "formulation: an option of concept nash"),
        (
            asked("littman-figure-1", objective="social"),
            "objective: an option of concept subgame-perfect or extensive-form-correlated or",
        ),
        (chosen(objective="social", target_payoffs=(1, 1)), "both choose an equilibrium"),
        (chosen(target_payoffs=(math.inf, 1)), "target_payoffs: a number expected"),
        (chosen(objective="kindest"), "unknown objective 'kindest'"),
        (chosen(objective=3), "a name, or a function"),
        (
            lambda: sf.check(
                "kuhn", sf.solve("kuhn", exact=True), constraints=OFTEN, subgame_perfect=True
            ),
            "not together with constraints",
        ),
        (
            lambda: sf.check("kuhn", "uniform", constraints=OFTEN, responder=0),
            "constraints: not together with responder",
        ),
        (partial(sf.check, "kuhn", "uniform", constraints=" ; "), "constraints: ' ; ' has none"),
        (
            lambda: sf.check("kuhn", SOLUTION, constraints=OFTEN),
            "constraints: for profiles of trees",
        ),
        (lambda: sf.check("kuhn", SOLUTION, responder=0), "responder: for profiles of trees"),
        (kept("3: Q: bet <= 1"), "players are counted from 1"),
        (kept("1: P(Q: bet) + P(J: bet) <= 1"), "probabilities at one information set"),
        (kept("1: P(Q: bet) + J: bet <= 1"), "either all terms are"),
        (kept("1: Q: bet"), "expected, such as"),
        (kept("1: 1 <= Q: bet <= 1/2"), "above the upper bound"),
        (kept("1: 0 <= Q: bet >= 1/2"), "two bounds expected"),
        (kept("1: Q: bet <= often"), "constraint, bound: a number expected, .* not 'often'"),
        (
            kept(f"{OFTEN}; 1: J: bet <= 1/3; 1: Q: bet <= 1/2"),
            r"^constraints: Player 1: P\(J: bet\) ≥ 1/2; Player 1: J: bet ≤ 1/3: cannot all be kept",
        ),
        (kept("2: K:b call + K:b fold <= 1/2"), "excludes every strategy"),
        (response(max_loss=-1), "max_loss: a number from 0 on expected"),
        (response(max_loss=-0.5), "max_loss: a number from 0 on expected"),
        (response(weight=0), "weight: a number above 0 and below 1"),
        (response(max_loss=1, weight="1/2"), "max_loss and weight: each bounds"),
        (lambda: frontier("kuhn")(-1), "max_loss: a number from 0 on"),
    ],
    GameError: [
        (asked(np.eye(2)), r"not ndarray; seqform.bimatrix_game makes a game of a table"),
        (partial(sf.load, LiarsDice), "the rules themselves expected, not their class"),
        (exported("vsvet-figure-1"), "not constant-sum"),
        (exported("negotiation", preprocess="lossless"), "not constant-sum"),
        (exported("vsvet-figure-1", epsilon=Fraction(1, 9)), "not constant-sum"),
        (abstracted(3), "an OrderedGame, or the name of one in the catalog, expected, not int"),
        (asked("vsvet-figure-1", "safe-response"), "not constant-sum"),
        (partial(frontier, "vsvet-figure-1"), "not constant-sum"),
        (partial(sf.load, "vsvet-figure-1", max_nodes=10), "15 nodes, more than max_nodes = 10"),
        (
            lambda: sf.load(sf.load("vsvet-figure-1"), max_nodes=10),
            "15 nodes, more than max_nodes = 10",
        ),
        (partial(sf.load, "tic-tac-toe", kind="positions", max_nodes=10), "more than 10 positions"),
        (
            lambda: sf.builders.games.catalog.make("kuhn(bet=2)", bet=3),
            "parameter 'bet' is given twice",
        ),
    ],
    BackendError: [
        (asked("kuhn", backend=OwnStep), r"an object expected, not its class: OwnStep\(\)")
    ],
    UnknownBackendError: [
        (asked("kuhn", backend=3), "no backend 3; a name, or an object with name, supports")
    ],
    UnsupportedModelError: [
        (asked("kuhn", constraints=OFTEN, start="centroid"), "follows no path, so it has no start")
    ],
    UnknownLabelError: [
        (kept(sf.Constraint(0, {("Q", "bet"): 1}, upper=1)), "did you mean Q:"),
        (kept(sf.Constraint(0, {("Q:", "bed"): 1}, upper=1)), "did you mean bet"),
        (kept("1: Q: bed <= 1"), "did you mean Q: bet"),
    ],
}


ROWS = [(error, *row) for error, rows in REFUSALS.items() for row in rows]


@pytest.mark.parametrize(("error", "call", "message"), ROWS)
def test_what_has_no_meaning_is_refused_in_one_line(
    error: type[Exception],
    call: Callable[[], Any],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=message) as refused:
        call()
    assert "\n" not in str(refused.value)


def test_weights_of_payoffs_beyond_every_tolerance_are_refused_or_their_optimum_is_a_claim() -> (
    None
):
    vast = sf.bimatrix_game([[10**400, 0], [0, Fraction(1, 10**400)]], [[1, 0], [0, 10**400]])
    try:
        best = sf.solve(vast, weights=(1, 1))
    except SolveError as error:
        assert "list all equilibria, which is exact" in str(error)
    else:
        # HiGHS may take two sums for equal that differ by 1 in 10**400; which is larger is stated as its claim.
        assert best.certificate.exact and best.certificate.nash_conv == 0
        assert sum(best.values) >= 10**400
        assert "that none is better by weights 1, 1 is the claim of highs" in best.raw.status
    every = sf.equilibria(vast, complete=True)
    assert any(found.values[0] + found.values[1] == 10**400 + 1 for found in every)


PARTS: dict[str, tuple[str, dict[str, Any]]] = {
    "zero-sum game of player 1": ("two-level-tree", {"concept": "maximin"}),
    "restricted game": (
        "kuhn",
        {"concept": sf.SafeResponse(player=0, opponent="uniform", weight="1/2")},
    ),
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("backend", ["cfr", "pdhg"])
def test_an_error_of_a_part_names_it_and_carries_no_answer_of_another_game(
    part: str, backend: str
) -> None:
    game, request = PARTS[part]
    with pytest.raises(SolveError, match=f"^{part}: {backend} stopped early") as stopped:
        sf.solve(game, backend=backend, options={"raw": {"iterations": 3}}, **request)
    assert stopped.value.equilibrium is None


def test_a_certificate_that_fails_for_a_part_is_none_of_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(answer: sf.Equilibrium) -> None:
        raise CertificationError("the certificate fails", answer.certificate, answer)

    monkeypatch.setattr("seqform.solving.routes.plans.require_pass", fail)
    with pytest.raises(CertificationError, match=r"^zero-sum game of player 1: ") as failed:
        sf.solve("two-level-tree", "maximin")
    assert failed.value.equilibrium is None
    assert failed.value.certificate is None


def test_pure_alone_asks_for_backward_induction_and_refuses_hidden_information() -> None:
    for game in ("littman-figure-1", "centipede", sf.load("littman-figure-1", kind="positions")):
        answer = sf.solve(game, "subgame-perfect", pure=True)
        assert answer.values == sf.solve(game, "subgame-perfect").values
    tree_answer = sf.solve("centipede", "subgame-perfect", pure=True)
    for strategy in tree_answer.profile:
        assert set(strategy.probabilities.tolist()) <= {0, 1}
    with pytest.raises(GameError, match=r"pure: .* not of perfect information.* without pure"):
        sf.solve("kuhn", "subgame-perfect", pure=True)
