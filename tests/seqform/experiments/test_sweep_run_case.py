"""Runs of single cases, and their rows."""

import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_line import python

import seqform as sf
from seqform.errors import SolveError
from seqform.experiments.declaration import expand, spec_from
from seqform.experiments.rows import Outcome, row_from, row_text
from seqform.experiments.run_case import run_case, small_cases, warm_up
from seqform.experiments.values import Case, Scalar
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.solving.routes.ordered import classes

pytestmark = pytest.mark.slow

EXACT: dict[str, Scalar] = {"exact": True, "pure": False}
LOSSLESS = ("lossless",)


def test_shared_positions_are_solved_as_a_graph() -> None:
    row = run_case(Case("tic-tac-toe", {"board": "xo.xo...."}, concept="subgame-perfect"))
    graph = sf.load("tic-tac-toe(board=xo.xo....)", kind="positions")
    assert (row.outcome, row.exact_value, row.nash_conv) == (Outcome.CERTIFIED, ("1", "-1"), 0)
    assert (row.nodes, row.case["backend"], row.claim) == (
        len(graph),
        "bestnash",
        "subgame perfect equilibrium",
    )
    assert row_from(row_text(row)) == row
    assert len(sf.load("tic-tac-toe(board=xo.xo....)")) > len(graph)


def test_the_row_of_three_players_has_the_values_of_all() -> None:
    row = run_case(Case("oh-hell", {"players": 3, "cards": 1}, concept="subgame-perfect"))
    equilibrium = sf.solve("oh-hell(players=3,cards=1)", "subgame-perfect")
    assert (row.outcome, row.exact_value) == (
        Outcome.CERTIFIED,
        tuple(map(str, equilibrium.values)),
    )
    assert row.value == tuple(map(float, equilibrium.values)) and len(row.value) == 3
    assert row_from(row_text(row)) == row


def test_the_row_of_a_device_has_its_values_and_the_claim_about_it() -> None:
    settings: dict[str, Scalar] = {"exact": True, "objective": "least-best-for-1"}
    row = run_case(Case("chicken", concept="extensive-form-correlated", settings=settings))
    assert (row.outcome, row.exact_value, row.nash_conv) == (Outcome.CERTIFIED, ("-1", "1"), None)
    assert (row.gap, row.claim) == (0, "extensive-form correlated equilibrium")
    assert row_from(row_text(row)) == row


@pytest.mark.parametrize(
    ("case", "error"),
    [
        (
            Case("kuhn", concept="normal-form-coarse", watch=("1:K:bet",)),
            "watch: the answer is a mixture of pairs of strategies",
        ),
        (
            Case("tic-tac-toe", concept="subgame-perfect", watch=("1:a:b",)),
            "watch: the answer is no profile of a tree",
        ),
        (
            Case("kuhn", concept="search", settings={"search.method": "negamax"}),
            "hidden information",
        ),
    ],
)
def test_what_searches_and_graphs_of_positions_lack_is_refused(case: Case, error: str) -> None:
    row = run_case(case)
    assert (row.outcome, row.value) == (Outcome.REFUSED, None) and error in row.error


@pytest.mark.parametrize(("depth", "proven"), [(3, False), (None, True)])
def test_the_row_of_a_search_has_what_it_found_and_claims_nothing(
    depth: int | None, proven: bool
) -> None:
    found = sf.search("tic-tac-toe", depth=depth)
    options: dict[str, Scalar] = {} if depth is None else {"depth": depth}
    (case,) = expand(spec_from({"case": [{"game": "tic-tac-toe", "search": options}]}))
    row = run_case(case)
    assert row == row_from(row_text(row))
    assert (row.outcome, row.case["concept"], row.error) == (Outcome.SEARCHED, "search", "")
    assert (row.value, row.line, row.positions, row.cutoffs) == (
        (float(found.value), None),
        ", ".join(found.line),
        found.nodes,
        found.cutoffs,
    )
    assert row.status.startswith("value of the game") == proven == found.proven
    assert (row.claim, row.gap, row.nash_conv, row.certificate) == ("", None, None, None)


def test_a_row_holds_the_resolved_case_the_certificate_and_what_was_watched() -> None:
    case = Case("kuhn(bet=2)", settings={"exact": True}, watch=("1:K:bet", "2:Q:b:call"))
    row: Any = run_case(case)
    assert (row.outcome, row.key, row.termination) == (Outcome.CERTIFIED, case.key, "solved")
    assert (row.case["game"], row.case["backend"]) == ("kuhn", "highs")
    assert row.case["parameters"] == {"ante": 1, "bet": 2, "ranks": 3}
    assert (
        row.value
        == (row.value[0], -row.value[0])
        == tuple(map(float, map(Fraction, row.exact_value)))
    )
    assert (row.certificate["nash_conv"], row.nash_conv) == ("0", 0)
    assert set(row.probabilities) == {"1:K:bet", "2:Q:b:call"}
    assert all(0 <= share <= 1 for share in row.probabilities.values())
    assert (row.nodes, row.infosets, row.sequences) == (58, 12, 26)
    assert {"load", "build", "solve", "exact", "verify"} <= set(row.phases)
    assert min(row.phases.values()) >= 0 and sum(row.phases.values()) <= row.seconds < math.inf
    assert row.peak_bytes > 10_000_000
    assert {"python", "seqform", "numpy", "highs"} <= set(row.versions)
    assert row.host["cores"] >= 1
    assert row_from(row_text(row)) == row


def test_a_game_with_ordered_signals_is_shrunk_and_certified_by_hands() -> None:
    off: dict[str, Scalar] = {
        "exact": False,
        "pure": False,
        "player": 1,
        "formulation": "sequence-form",
    }
    for settings in ({}, off):
        row = run_case(
            Case(
                "leduc",
                preprocess=LOSSLESS,
                backend="cfr",
                options={"target_gap": 0.05},
                settings=settings,
            )
        )
        assert row.outcome is Outcome.CERTIFIED
        assert row.case["backend"] == "cfr"
        assert row.case["options"] == {"threads": 1, "target_gap": 0.05}
        assert row.nash_conv is not None and row.nash_conv <= 0.06
        assert row.nodes == 9457
        assert row.bounds and all(lower <= upper for _, _, lower, upper in row.bounds)
        assert row_from(row_text(row)) == row


@pytest.mark.parametrize("steps", [None, LOSSLESS])
def test_settings_that_equal_their_defaults_are_ignored_in_exact_cases(
    steps: tuple[str, ...] | None,
) -> None:
    row = run_case(Case("kuhn", preprocess=steps, settings=EXACT))
    assert row.exact_value == ("-1/18", "1/18")
    assert row.case["options"] == {"threads": 1}


def test_the_seed_of_a_random_start_is_the_cases() -> None:
    by_seed = run_case(Case("kuhn", backend="lemke", settings={"start": "random"}, seed=3))
    by_name = run_case(Case("kuhn", backend="lemke", settings={"start": "random:3"}))
    assert by_seed.outcome is by_name.outcome is Outcome.CERTIFIED
    assert (by_seed.iterations, by_seed.certificate) == (by_name.iterations, by_name.certificate)


@pytest.mark.parametrize(
    ("case", "outcome", "words"),
    [
        (Case("kuhm"), Outcome.REFUSED, "did you mean kuhn"),
        (Case("kuhn", {"bet": -1}), Outcome.REFUSED, "bet=-1"),
        (Case("kuhn", backend="hihgs"), Outcome.REFUSED, "did you mean highs"),
        (Case("kuhn", watch=("1:X:bet",)), Outcome.REFUSED, "no information set 'X'"),
        (Case("kuhn", watch=("1:K:rise",)), Outcome.REFUSED, "no action 'rise' there"),
        (
            Case("kuhn", options={"target_gap": 0.1}, backend="scipy"),
            Outcome.REFUSED,
            "does not support it",
        ),
        (
            Case("leduc", preprocess=LOSSLESS, concept="quasi-perfect"),
            Outcome.REFUSED,
            "not proven to be a",
        ),
        (Case("leduc", preprocess=LOSSLESS, watch=("1:K:bet",)), Outcome.REFUSED, "watch"),
        (Case("kuhn", options={"raw.no_such": 1}, backend="highs"), Outcome.REFUSED, "no_such"),
        (Case("kuhn", options={"nonsense": 1}), Outcome.CRASHED, "TypeError"),
        (
            Case("leduc", preprocess=LOSSLESS, options={"time_limit": 0.001}),
            Outcome.GAVE_UP,
            "time limit of 0.001 s",
        ),
    ],
)
def test_a_case_that_fails_is_a_row_with_one_line_of_error(
    case: Case, outcome: Outcome, words: str
) -> None:
    row = run_case(case)
    assert row.outcome is outcome
    assert words in row.error
    assert "\n" not in row.error
    assert row.key == case.key


@pytest.mark.parametrize(
    ("game", "concept", "backend"),
    [
        ("kuhn", "nash", "highs"),
        ("vsvet-figure-1", "nash", "lemke"),
        ("kuhn", "subgame-perfect", "highs"),
        ("vsvet-figure-1", "subgame-perfect", "lemke"),
        ("two-level-tree", "subgame-perfect", ""),
    ],
)
def test_the_default_backend_is_in_the_row_as_if_it_were_named(
    game: str, concept: str, backend: str
) -> None:
    row = run_case(Case(game, concept=concept))
    assert row.outcome is Outcome.CERTIFIED
    assert row.case["options"] == ({"threads": 1} if backend == "highs" else {})
    assert not backend or row.case == run_case(Case(game, concept=concept, backend=backend)).case


@pytest.mark.parametrize(
    ("steps", "exact", "backend"),
    [
        (("lossless",), False, "highs"),
        (("lossless",), False, "cfr"),
        (("lossless", "merge-equivalent"), False, "highs"),
        (("lossless", "supported"), False, "highs"),
        (("lossless",), True, "highs"),
    ],
)
def test_the_backend_and_the_threads_of_a_row_are_those_of_the_plan(
    steps: tuple[str, ...], exact: bool, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if backend == "cfr":  # as of a larger game
        monkeypatch.setattr(classes, "SMALL_PROGRAM", 0)
    case = Case("kuhn", preprocess=steps, settings={"exact": exact}, options={"time_limit": 60})
    row = run_case(case)
    assert (row.outcome, row.case["backend"]) == (Outcome.CERTIFIED, backend)
    assert row.case["options"] == {"time_limit": 60, "threads": 1}
    assert sf.plan("kuhn", preprocess=steps, exact=exact).backend.name == backend


@pytest.mark.parametrize(
    ("backend", "more", "outcome"),
    [
        ("cfr", {"settings": {"certificate_tolerance": 0.0}}, Outcome.UNCERTIFIED),
        ("cfr", {"options": {"raw.iterations": 2, "tolerance": 1e-12}}, Outcome.GAVE_UP),
        ("pdhg", {"options": {"raw.iterations": 2, "tolerance": 1e-12}}, Outcome.GAVE_UP),
    ],
)
def test_an_answer_that_is_not_good_enough_is_kept(
    backend: str, more: dict[str, Any], outcome: Outcome
) -> None:
    row = run_case(Case("kuhn", backend=backend, watch=("1:K:bet",), **more))
    assert row.outcome is outcome
    assert row.value is not None and row.certificate is not None
    assert row.nash_conv is not None and row.nash_conv > 0
    assert row.bounds and all(lower <= -1 / 18 <= upper for _, _, lower, upper in row.bounds)
    assert 0 <= row.probabilities["1:K:bet"] <= 1
    if outcome is Outcome.GAVE_UP:
        assert (row.termination, row.iterations) == ("iteration limit", 2)
    else:
        assert "the certificate fails" in row.error


def test_a_wrong_probability_to_be_noted_lists_few_of_many_sets() -> None:
    error = run_case(Case("leduc", watch=("1:Js:cx:fold",))).error
    assert "did you mean Js:" in error and " more" in error
    assert len(error) < 250


@pytest.mark.parametrize(
    ("error", "outcome", "words"),
    [
        (MemoryError("no room"), Outcome.OUT_OF_MEMORY, "out of memory: no room"),
        (ZeroDivisionError("a\nb"), Outcome.CRASHED, "ZeroDivisionError: a b"),
        (
            SolveError("stopped early", raw=RawSolution(Termination.INTERRUPTED, "interrupted")),
            None,
            "",
        ),
    ],
)
def test_errors_of_a_solver_are_distinguished_and_an_interrupted_one_makes_no_row(
    monkeypatch: pytest.MonkeyPatch, error: Exception, outcome: Outcome | None, words: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("seqform.experiments.run_case.execute", fail)
    if outcome is None:
        with pytest.raises(KeyboardInterrupt):
            run_case(Case("kuhn"))
        return
    row = run_case(Case("kuhn"))
    assert (row.outcome, row.error, row.nodes) == (outcome, words, 58)


def test_small_games_are_solved_before_the_clock_starts_once_for_each_way() -> None:
    solved: list[str] = []

    def note(small: Case) -> None:
        solved.append(f"{small.game} {small.settings.get('method')}")

    case = Case(
        "leduc",
        {"ranks": 4},
        concept="sequential",
        settings={"method": "numeric", "epsilon": "1/17"},
        seed=1,
    )
    warm_up(case, note)
    warm_up(replace(case, settings={"method": "numeric", "epsilon": "1/19"}, seed=2), note)
    assert solved == ["kuhn numeric", "two-level-tree numeric", "vsvet-figure-1 numeric"]


IMPORTED = """
import sys
from seqform.experiments import run_case
from seqform.experiments.values import Case
elsewhere = set()
def outside(work):
    def noted(*given, **named):
        before = set(sys.modules)
        found = work(*given, **named)
        elsewhere.update(set(sys.modules) - before)
        return found
    return noted
for name in ("warm_up", "peak_bytes", "versions", "host"):
    setattr(run_case, name, outside(getattr(run_case, name)))
before = set(sys.modules)
row = run_case.run_case(Case("kuhn", backend="lemke"))
new = set(sys.modules) - before - elsewhere
print(row.outcome, sorted(name for name in new if not name.startswith("encodings")))
"""
"""A program that prints what the first case of a process imports while its seconds are counted."""


def test_imports_are_in_no_case_s_seconds() -> None:
    assert python("-c", IMPORTED, check=True).stdout == "certified []\n"


def test_a_file_that_changed_after_the_case_got_its_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.nfg"
    text = 'NFG 1 R "g" { "a" "b" } { 2 2 } 1 -1 -1 1 -1 1 1 -1'
    path.write_text(text)
    (case,) = expand(spec_from({"case": [{"game": str(path)}]}))
    assert run_case(case).outcome is Outcome.CERTIFIED
    path.write_text(text.replace("1 -1 -1 1", "2 -2 -1 1"))
    row = run_case(case)
    assert row.outcome is Outcome.REFUSED and "changed since" in row.error
    path.unlink()
    assert "cannot be read" in run_case(case).error


@pytest.mark.parametrize("more", [{"settings": {"exact": True}}, {"options": {"target_gap": 0.01}}])
@pytest.mark.parametrize(
    ("abstraction", "outcome"),
    [("threshold=1", Outcome.APPROXIMATE), ("identity", Outcome.CERTIFIED)],
)
def test_an_answer_of_filters_that_lose_something_is_approximate(
    abstraction: str, outcome: Outcome, more: dict[str, Any]
) -> None:
    row = run_case(Case("kuhn", preprocess=(abstraction,), **more))
    assert row.outcome is outcome
    assert row.nash_conv is not None and (row.nash_conv > 0.02) is (outcome is Outcome.APPROXIMATE)


def test_the_traits_of_an_own_backend_decide_its_threads_and_its_warm_up(tmp_path: Path) -> None:
    lines = (
        "from seqform.backends import Traits",
        "from seqform.backends.solvers.highs import HighsBackend",
        "class Own(HighsBackend):",
        "    name = 'own'",
        "    traits = Traits('solver', first_order=('pdlp',), threads=True)",
    )
    (tmp_path / "own.py").write_text("\n".join(lines), encoding="utf-8")
    backend = f"{tmp_path / 'own.py'}:Own"
    assert run_case(Case("kuhn", backend=backend)).case["options"] == {"threads": 1}
    for solver, is_limited in (("simplex", False), ("pdlp", True)):
        small = small_cases(Case("kuhn", backend=backend, options={"raw.solver": solver}))
        assert {"time_limit" in case.options for case in small} == {is_limited}


OWN_GAME = """
import seqform as sf

def game():
    size = 10**400
    return sf.bimatrix_game("large", [[size, 0], [0, 2 * size]], [[0, size], [size, 3 * size]])
"""


def test_the_row_of_values_beyond_doubles_has_them_exactly(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(OWN_GAME, encoding="utf-8")
    row = run_case(Case(f"{path}:game", settings=EXACT))
    assert (row.outcome, row.value) == (Outcome.CERTIFIED, (math.inf, math.inf)), row.error
    assert row.exact_value is not None
    assert all(Fraction(value) >= Fraction(10**400, 3) for value in row.exact_value)
    assert row_from(row_text(row)) == row
