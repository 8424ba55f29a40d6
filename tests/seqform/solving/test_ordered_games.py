"""Games with ordered signals: on classes and on trees, from coarse to fine, unequal numbers of signals, and steps."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import Run
from game_files import first_quick
from hypothesis import given, settings
from hypothesis import strategies as st
from own_steps import OwnStep
from random_ordered_games import one_sided, random_ordered_game

import seqform as sf
from seqform.backends import get
from seqform.backends.iterative.cfr import CfrBackend
from seqform.backends.solvers.highs import HighsBackend
from seqform.builders.games import catalog
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.games.ordered.limit_poker import Betting, PokerRules, limit_poker
from seqform.builders.games.rules import expand
from seqform.builders.preprocess.gameshrink import game_shrink
from seqform.builders.steps import Abstraction, Step
from seqform.errors import GameError, InputError, ModelError, OptionError, SeqformError, SolveError
from seqform.io.solutions import read_solution
from seqform.models.games.abstraction import InformationFilter, SignalMap
from seqform.models.games.ordered import OrderedGame, Round, count
from seqform.models.games.payoff_map import PayoffMap
from seqform.models.numbers.exact import Ints
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.reduced import Reduced
from seqform.play.matches import match
from seqform.solving import api, request
from seqform.solving.abstracted import abstract_game
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.solving.preprocessing import PREPROCESSORS
from seqform.solving.routes.ordered import classes, programs
from seqform.verify.deal_certificate import certify_deals

LEDUC = Fraction(-1454920850547486749701863871533, 16995463438839962469905132501930)


@pytest.mark.parametrize(
    "arguments",
    first_quick(
        [
            {"preprocess": "lossless", "exact": True},
            {"preprocess": "lossless", "backend": "highs"},
            {"backend": "barrier", "target_gap": 1e-4},
            *({"backend": backend, "target_gap": 1e-4} for backend in ("cfr", "pdhg")),
            *(
                {"backend": "highs", "preprocess": ["lossless", step]}
                for step in ("sparsify", "supported")
            ),
            {"preprocess": ["lossless", "eliminate-dominated"], "exact": True},
        ],
        3,
    ),
)
def test_signals_of_weights_near_a_million_are_solved_as_their_tree_is(
    arguments: dict[str, Any],
) -> None:
    game = replace(one_sided(), weights=(999983, 999979, 1000003, 999961))  # primes
    value = sf.solve(to_extensive(game), exact=True).values[0]
    found = sf.solve(game, **arguments)
    first, second = found.certificate.best_response_values
    assert -second - 1e-9 <= value <= first + 1e-9
    assert found.certificate.nash_conv <= 1e-4
    assert found.values[0] == value or "exact" not in arguments


BY_CLASSES = ["lossless", "eliminate-dominated=last"]


@pytest.mark.parametrize(
    "name", first_quick(["kuhn", "kuhn(ranks=4)", "leduc(ranks=2)", "leduc"], 3)
)
def test_elimination_in_the_last_round_has_an_exact_answer(name: str) -> None:
    game = catalog.ordered(name)
    found = sf.solve(game, preprocess=BY_CLASSES, exact=True)
    assert found.certificate.proven
    assert found.values[0] == sf.solve(to_extensive(game), exact=True).values[0]
    assert "eliminate-dominated=last" in found.resolved.preprocess


@settings(max_examples=8)
@given(st.integers(0, 10**6), st.booleans(), st.booleans())
def test_elimination_in_the_last_round_keeps_the_exact_value(
    seed: int, weighted: bool, even: bool
) -> None:
    game = random_ordered_game(seed, constant_sum=True, signals=4, weighted=weighted, even=even)
    found = sf.solve(game, preprocess=["identity", "eliminate-dominated=last"], exact=True)
    assert found.certificate.proven
    assert found.values[0] == sf.solve(to_extensive(game), exact=True).values[0]


def test_exact_answers_after_elimination_are_in_the_units_of_the_game() -> None:
    game = far_from_zero(10**9)
    found = sf.solve(game, preprocess=BY_CLASSES, exact=True)
    assert found.certificate.proven
    assert found.values[0] == LEDUC + 10**9


def test_exact_answers_of_trees_too_large_to_expand_may_follow_elimination() -> None:
    small = Abstraction("lossless", max_nodes=10)
    found = sf.solve("kuhn", preprocess=[small, "eliminate-dominated"], exact=True)
    assert found.certificate.proven
    assert found.values[0] == Fraction(-1, 18)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"backend": "barrier"}, "barrier works without a linear program; take highs"),
        (
            {"preprocess": [*BY_CLASSES, "merge-equivalent"]},
            "leave it, exact or merge-equivalent out",
        ),
        ({"preprocess": [*BY_CLASSES, "supported"]}, "supported: its bounds are in doubles"),
    ],
)
def test_exact_answers_after_elimination_are_refused_where_no_program_leads_to_them(
    arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        sf.solve("kuhn", **{"preprocess": BY_CLASSES, "exact": True, **arguments})


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


def test_where_the_solver_fails_an_exact_answer_is_found_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
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
    tree, classes = (
        sf.solve("leduc", preprocess="published", backend=b, exact=True)
        for b in ("highs", "barrier")
    )
    assert tree.certificate.exact
    assert classes.certificate.exact
    assert tree.certificate.nash_conv > 0
    assert classes.certificate.nash_conv > 0
    for found in (tree, classes):
        assert (
            "for the game after the steps, and no equilibrium of the game itself"
            in found.certificate.note
        )


@pytest.mark.parametrize(
    "arguments", [{"exact": True}, {"exact": True, "backend": "barrier"}, {"backend": "highs"}]
)
def test_an_abstraction_that_loses_nothing_has_no_note_on_a_loss(arguments: dict[str, Any]) -> None:
    for game, kind in (("leduc", "lossless"), ("leduc(suits=1)", "published")):
        assert (
            "after the steps" not in sf.solve(game, preprocess=kind, **arguments).certificate.note
        )


# ---- the command line ----


def test_shrink_reports_the_equal_information_sets_of_any_game(
    seqform: Run, tmp_path: Path
) -> None:
    path = tmp_path / "leduc.efg"
    sf.save(sf.load("leduc"), path)
    status, shown, _ = seqform("shrink", str(path), "--json")
    assert status == 0
    data = json.loads(shown)
    assert (data["program"], data["merged_program"]) == ([1562, 1562], [482, 482])
    assert [len(classes) for classes in data["classes"]] == [144, 144]


def test_solve_writes_a_solution_that_check_accepts_and_goes_on_from_a_checkpoint(
    seqform: Run, tmp_path: Path
) -> None:
    solution, state = str(tmp_path / "leduc.solution"), str(tmp_path / "state.npz")
    common = [
        "solve",
        "leduc",
        "--preprocess",
        "lossless",
        "--checkpoint",
        state,
        "-o",
        solution,
        "--json",
    ]
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
    steps = list(
        sf.solve_anytime(game, abstractions=[blind, (blind, ranks), ranks], options=options)
    )
    assert [[one.num_classes for one in step.abstraction.filters] for step in steps] == [
        [(1, 1), (1, 1)],
        [(1, 1), (3, 9)],
        [(3, 9), (3, 9)],
    ]
    gaps = [step.certificate.nash_conv for step in steps]
    assert gaps[0] > gaps[2] and gaps[1] > gaps[2] and gaps[2] <= 1.01e-3
    kinds = [
        step.abstraction.kind
        for step in sf.solve_anytime(game, abstractions=[blind], options=options)
    ]
    assert kinds[1:] == ["lossless"]
    assert [
        step.abstraction.kind
        for step in sf.solve_anytime("leduc", abstractions=(), options=options)
    ] == ["lossless"]


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
    arguments = [
        "solve",
        "leduc",
        "--preprocess",
        "anytime",
        "--target-gap",
        "1e-2",
        "-o",
        str(solution),
    ]
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
    assert steps[-1]["certificate"]["nash_conv"] == min(
        step["certificate"]["nash_conv"] for step in steps
    )


def test_from_coarse_to_fine_exits_with_status_3_if_it_stops_early(seqform: Run) -> None:
    status, shown, error = seqform(
        "solve", "leduc", "--preprocess", "anytime", "--option", "iterations=40"
    )
    assert status == 3
    assert 2 <= len(shown.splitlines()) <= 4
    assert "stopped early (iteration limit reached)" in error
    status, _, error = seqform("solve", "leduc", "--preprocess", "anytime", "--time-limit", "1e-9")
    assert status == 3
    assert "before the first abstraction: time limit reached" in error


def test_the_advice_for_a_game_of_classes_is_a_backend_that_fits_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few: Any = {"preprocess": "lossless", "options": {"raw": {"iterations": 3}}, "target_gap": 1e-9}
    with pytest.raises(
        SolveError, match=r"give it more time, or take barrier \(about a second, \d+ MB\)$"
    ):
        sf.solve("leduc", backend="cfr", **few)
    monkeypatch.setattr(request, "machine_memory", lambda: 10**6)
    with pytest.raises(SolveError, match=r"give it more time$"):
        sf.solve("leduc", backend="cfr", **few)


@pytest.mark.parametrize(
    ("backend", "limit"), [("highs", 10**5), ("cvxpy", 10**5), ("highs", 10**9)]
)
def test_a_linear_program_that_does_not_fit_the_memory_is_refused_before_it_is_built(
    monkeypatch: pytest.MonkeyPatch, backend: str, limit: int
) -> None:
    for module in (request, programs):
        monkeypatch.setattr(module, "machine_memory", lambda: limit)
    monkeypatch.setattr(programs, "LARGE_PROGRAM", 100)
    if limit == 10**9:
        assert sf.solve("leduc", preprocess="lossless", backend=backend).raw.solved
        return
    message = (
        rf"a linear program of [\d,]+ nonzeros takes about .* with {backend},"
        " and this machine has [01] MB; take cfr$"
    )
    with pytest.raises(InputError, match=message):
        sf.solve("leduc", preprocess="lossless", backend=backend)
    assert "linear program" in str(sf.plan("leduc", preprocess="lossless", backend=backend))


def test_an_interior_point_method_that_does_not_fit_the_memory_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small = sf.abstract_game("leduc").classes
    enough = CfrBackend().memory(small)
    monkeypatch.setattr(classes, "machine_memory", lambda: enough)
    with pytest.raises(
        InputError,
        match=r"leduc: barrier takes about \d+ MB, and this machine has \d+ MB; take cfr",
    ):
        sf.solve("leduc", preprocess="lossless", backend="barrier")
    assert sf.solve("leduc", preprocess="lossless", backend="cfr", target_gap=0.1).raw.solved


@pytest.mark.parametrize("backend", ["cfr", "barrier"])
def test_a_game_that_no_method_has_the_memory_for_is_refused_before_it_is_solved(
    monkeypatch: pytest.MonkeyPatch, backend: str
) -> None:
    monkeypatch.setattr(classes, "machine_memory", lambda: 10**6)
    with pytest.raises(
        InputError,
        match=rf"{backend} takes about \d+ MB, and this machine has 1 MB; take fewer actions, .* bets",
    ):
        sf.solve("leduc", preprocess="lossless", backend=backend)


def test_a_flop_with_two_sizes_of_bets_in_all_rounds_is_refused_with_its_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    flop = "holdem(board=Ks7h2d,pot=60,stack=180,ranges=[AsAh; QsQh],bets=0.5+pot,max_bets=2)"
    needed = CfrBackend().memory(sf.abstract_game(flop).classes)
    monkeypatch.setattr(classes, "machine_memory", lambda: needed - 1)
    with pytest.raises(InputError, match=r"cfr takes about .* one size of bets .* fewer hands"):
        sf.solve(flop, preprocess="lossless", target_gap="1%")


def test_the_time_of_a_slow_program_is_announced_with_a_faster_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(programs, "SLOW_PROGRAM", 1000)
    heard: list[str] = []
    sf.solve("leduc", preprocess="lossless", backend="highs", progress=heard.append)
    assert any(
        re.search(r"solving with highs; barrier \(about a second, \d+ MB\) is faster", one)
        for one in heard
    )


# ---- more mistakes ----


def test_a_threshold_may_be_given_for_each_round() -> None:
    game = sf.load("leduc(ranks=5)", kind="ordered")
    by_rounds = abstract_game(game, "threshold=0,0.3").filters[0].num_classes
    assert by_rounds[0] == abstract_game(game, "published").filters[0].num_classes[0]
    assert by_rounds[1] < abstract_game(game, "published").filters[0].num_classes[1]
    same, one = (
        abstract_game(game, "threshold=0.1,0.1").filters[0],
        abstract_game(game, "threshold=0.1").filters[0],
    )
    assert same.refines(one)
    assert one.refines(same)


def test_the_file_of_a_tree_is_no_game_with_ordered_signals(tmp_path: Path) -> None:
    sf.save("kuhn", tmp_path / "kuhn.efg")
    with pytest.raises(
        GameError, match=r"kuhn\.efg: the file of a tree, and no game with ordered signals"
    ):
        sf.solve(str(tmp_path / "kuhn.efg"), preprocess="threshold=0.1")


def test_a_small_game_of_classes_is_solved_as_a_linear_program_unless_it_is_to_be_iterated() -> (
    None
):
    small, large = "kuhn(ranks=8)", "leduc(ranks=13)"
    assert sf.plan(small, preprocess="lossless").backend.name == "highs"
    assert sf.solve(small, preprocess="lossless").certificate.nash_conv < 1e-9
    assert sf.plan(large, preprocess="lossless").backend.name == "cfr"
    met = (sf.SolveOptions(target_gap=0.1), sf.SolveOptions(tolerance=1e-3))
    for options in met:
        assert sf.plan(small, preprocess="lossless", options=options).backend.name == "highs"
    iterated = (sf.SolveOptions(raw={"iterations": 5}), sf.SolveOptions(checkpoint="state.npz"))
    for options in iterated:
        assert sf.plan(small, preprocess="lossless", options=options).backend.name == "cfr"


def test_a_small_gap_of_a_larger_game_of_classes_needs_an_interior_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def chosen(**options: Any) -> Any:
        return sf.plan("leduc(ranks=9)", preprocess="lossless", **options)

    assert chosen(target_gap=0.1).backend.name == "cfr"
    fine = chosen(target_gap=1e-6)
    assert fine.backend.name == "barrier"
    assert "barrier, the default for a game of classes and a target gap below" in str(fine)
    assert chosen(tolerance=1e-6).backend.name == "barrier"
    assert chosen(target_gap=1e-6, raw={"iterations": 5}).backend.name == "cfr"
    monkeypatch.setattr(classes, "machine_memory", lambda: 10**6)
    assert chosen(target_gap=1e-6).backend.name == "cfr"


RULES = """
from seqform.builders.games.ordered.limit_poker import Betting, limit_poker

def best(table, own):
    return own.max(axis=1) // 2

game = limit_poker(
    "second card", deck="abcdef", ante=1, rounds=[Betting(1, private=(2, 1)), Betting(1, public=1)], strength=best
)
"""


def best_card(table: Ints, own: Ints) -> Ints:
    """The higher rank of the own cards, of which there are two of each rank."""
    return np.asarray(own.max(axis=1) // 2)


def rules(*rounds: Betting) -> PokerRules:
    return PokerRules("best card", tuple("abcdef"), 1, rounds, best_card)


@pytest.mark.parametrize(
    "rounds",
    [[Betting(1, private=(2, 1))], [Betting(1, private=1), Betting(2, max_bets=0, private=(0, 1))]],
)
def test_poker_by_rules_and_with_ordered_signals_is_one_tree(rounds: list[Betting]) -> None:
    poker = rules(*rounds)
    game = poker.ordered()
    tree, by_rules = to_extensive(game), expand(poker)
    sizes = count(game)
    assert not game.is_even
    assert tuple(own.index.num_infosets for own in tree.sequences) == sizes.infosets
    assert [set(own.index.infoset_names) for own in tree.sequences] == [
        set(own.index.infoset_names) for own in by_rules.sequences
    ]
    assert sf.solve(tree, exact=True).values == sf.solve(by_rules, exact=True).values


@pytest.mark.slow
@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), weighted=st.booleans())
def test_tree_and_lossless_classes_have_the_same_value_exactly(seed: int, weighted: bool) -> None:
    game = random_ordered_game(seed, constant_sum=True, signals=4, weighted=weighted, even=False)
    on_tree = sf.solve(to_extensive(game), exact=True)
    for abstraction in ("identity", "lossless"):
        found = sf.solve(game, preprocess=abstraction, exact=True)
        assert found.certificate.proven and found.values == on_tree.values
        by_classes = sf.solve(game, preprocess=abstraction, exact=True, backend="barrier")
        assert by_classes.certificate.proven and by_classes.values == on_tree.values


def test_own_games_are_solved_from_a_file(seqform: Run, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(RULES)
    spec = f"{tmp_path / 'own.py'}:game"
    status, shown, _ = seqform("solve", spec, "--exact")
    assert status == 0 and "proven: a Nash equilibrium" in shown
    status, shown, _ = seqform("shrink", spec)
    assert status == 0 and "hands in round 1" in shown and "30 and 6" in shown
    status, _, error = seqform("shrink", spec, "--preprocess", "published")
    assert status == 2 and "unequal numbers of private signals" in " ".join(error.split())


def test_solutions_are_charted_and_matched() -> None:
    game = rules(Betting(1, private=(2, 1)), Betting(1, public=1)).ordered()
    saved = sf.solve(game, preprocess="lossless", backend="cfr", target_gap=0.01).saved()
    hands = [len(saved.chart(player=player).grids[0].rows) for player in (0, 1)]
    assert hands[0] > hands[1] > 0
    assert len(match(game, saved, "random", games=4).games) == 4


def test_abstractions_of_equal_numbers_are_refused() -> None:
    game: OrderedGame = rules(Betting(1, private=(2, 1))).ordered()
    with pytest.raises(
        GameError, match=r"GameShrink is not defined .* take the abstraction lossless"
    ):
        game_shrink(game)
    with pytest.raises(ModelError, match="whose filter it is has to be given, by player=0 or 1"):
        sf.InformationFilter.identity(game)
    first, second = (sf.InformationFilter.coarsest(game, player) for player in (0, 1))
    with pytest.raises(ModelError, match="filters of player 1 and of player 2 expected"):
        sf.solve(game, preprocess=[second, first])
    assert sf.solve(game, preprocess=[first, second], backend="highs").certificate.nash_conv > 0


def test_files_have_a_filter_for_each_player(tmp_path: Path) -> None:
    """Player 1 sees both signals and player 2 one of them, so that both have as many hands."""
    game = PokerRules(
        "two", ("a", "b"), 1, (Betting(1, public=1, private=(1, 0)),), first_of_all
    ).ordered()
    found = sf.solve(game, preprocess="identity", backend="cfr", target_gap=0.01)
    found.save(tmp_path / "two.solution")
    read = read_solution(tmp_path / "two.solution", game)
    assert [one.player for one in read.filters] == [0, 1]
    assert read.check().certificate.values == pytest.approx(found.values, abs=1e-3)


def first_of_all(table: Ints, own: Ints) -> Ints:
    return np.asarray(np.concatenate([own, table], axis=1)[:, 0])


def test_equal_numbers_are_one_number() -> None:
    stage = rules(Betting(1, private=1)).ordered().rounds[0].stage
    assert Round(stage, 0, (1, 1)) == Round(stage, 0, 1)
    antes: list[Any] = [-1, -0.5]
    for ante in antes:
        with pytest.raises(
            GameError, match=f"war: ante: a number from 0 on expected, .* not {ante}"
        ):
            limit_poker(
                "war",
                deck="JQK",
                ante=ante,
                strength=lambda _, own: own[:, 0],
                rounds=[Betting(1, private=1)],
            )
    wrong: list[dict[str, Any]] = [
        {"deck": 3},
        {"deck": [1, 2, 3]},
        {"rounds": Betting(1, private=1)},
    ]
    for one in wrong:
        with pytest.raises(
            GameError, match=f"war: {next(iter(one))}=.*: a sequence of (names|Betting) expected"
        ):
            limit_poker(
                "war", **{"deck": "JQK", "ante": 1, "strength": first_of_all, "rounds": [], **one}
            )
    with pytest.raises(GameError, match=r"private=\(1, -1\): an integer, at least 0, expected"):
        Betting(1, private=(1, -1))


class SignalStep(Step):
    """A step on the signals of a game, without a value of its own."""

    summary = message = "changing signals"

    @property
    def reductions(self) -> Mapping[type, Callable[..., Reduced[Any, Any, Any]]]:
        return {OrderedGame: self.changed}

    def changed(self, game: OrderedGame) -> Reduced[OrderedGame, Any, Any]:
        raise NotImplementedError


class CoarserRanks(SignalStep):
    """Replace a deck of several ranks by one of half as many with twice as many suits."""

    name = "coarser-ranks"
    loses_nothing = False
    keeps_payoffs = True

    def changed(self, game: OrderedGame) -> Reduced[OrderedGame, Any, Any]:
        ranks = int(game.title.split("ranks=")[1][0])
        suits = len(game.signals) // ranks
        small = catalog.ordered(f"leduc(ranks={ranks // 2},suits={2 * suits})")
        return Reduced(small, SignalMap.of_signals(game, small, small.signals))


class ReversedSuits(SignalStep):
    """Exchange the signals of a rank, and double the payoffs, which loses nothing."""

    name = "reversed-suits"

    def payoff_map(self, before: OrderedGame, after: OrderedGame) -> PayoffMap:
        return PayoffMap((Fraction(2), Fraction(2)), (Fraction(0), Fraction(0)))

    def changed(self, game: OrderedGame) -> Reduced[OrderedGame, Any, Any]:
        payoffs = tuple(replace(one, numerators=2 * one.numerators) for one in game.payoffs)
        small = replace(game, payoffs=payoffs)
        pairs = zip(game.signals[1::2], game.signals[::2], strict=True)
        return Reduced(
            small, SignalMap.of_signals(game, small, [name for pair in pairs for name in pair])
        )


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    for step in (CoarserRanks, ReversedSuits):
        PREPROCESSORS[step.name] = step
    yield
    for step in (CoarserRanks, ReversedSuits):
        del PREPROCESSORS[step.name]


SPEC = "leduc(ranks=4)"
VALUE = -0.085606424
"""The value of the game."""

ARGUMENTS: list[dict[str, Any]] = [
    {"backend": "highs"},
    {"backend": "barrier", "target_gap": 1e-7},
    {"backend": "highs", "exact": True},
    {"backend": "barrier", "exact": True},
]


@pytest.mark.slow
@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
@pytest.mark.parametrize("more", [(), ("identity",)], ids=str)
def test_a_step_that_loses_nothing_leads_to_an_equilibrium_of_the_game_itself(
    more: tuple[str, ...], arguments: dict[str, Any]
) -> None:
    found = sf.solve(
        sf.load("leduc", kind="ordered"), preprocess=["reversed-suits", *more], **arguments
    )
    assert found.resolved.preprocess[:2] == ("reversed-suits", *(more or ("lossless",)))
    assert found.certificate.proven == ("exact" in arguments)
    assert found.certificate.nash_conv < 1e-6
    assert float(found.values[0]) == pytest.approx(VALUE, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("more", ["published", "lossless"])
def test_the_certificate_of_a_step_that_loses_is_on_the_original_game(
    more: str, exact: bool
) -> None:
    steps = ["coarser-ranks", more]
    found = sf.solve(SPEC, preprocess=steps, backend="highs", exact=exact)
    assert found.resolved.preprocess[:2] == tuple(steps)
    assert found.game.title == SPEC and found.certificate.nash_conv > 0.1
    whole = sf.solve(SPEC, preprocess="lossless", backend="highs")
    assert abs(float(whole.values[0]) - float(found.values[0])) <= float(
        found.certificate.nash_conv
    )


def test_the_lift_of_strategies_plays_each_hand_as_its_image() -> None:
    whole = catalog.ordered(SPEC)
    step = CoarserRanks().changed(whole)
    small = sf.solve(step.target, preprocess="lossless", backend="highs")
    found = sf.solve(whole, preprocess=["coarser-ranks", "lossless"], backend="highs")
    filters = step.lift(small.abstraction.filters)
    again = certify_deals(whole, filters, small.profile)
    assert again.certificate.nash_conv == pytest.approx(
        float(found.certificate.nash_conv), abs=1e-6
    )


def test_the_plan_has_a_row_for_the_step_and_files_have_the_same_program() -> None:
    steps = ["coarser-ranks", "lossless", "eliminate-dominated"]
    plan = sf.plan(SPEC, preprocess=steps)
    assert [name for name, _ in plan.models] == [
        "game", "coarser-ranks", "lossless", "game of classes", "eliminate-dominated", "linear program",
    ]  # fmt: skip
    program = sf.linear_program(SPEC, preprocess=steps)
    assert repr(program.target) == repr(plan.models[-1][1])
    strategies = program.lift(get("highs").solve(program.target))
    found = sf.solve(SPEC, preprocess=steps)
    again = certify_deals(found.game, found.abstraction.filters, strategies)
    assert again.certificate.nash_conv == pytest.approx(
        float(found.certificate.nash_conv), abs=1e-6
    )
    assert "may lose" in str(plan)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    "lift",
    [
        lambda filters: None,
        lambda filters: "filters",
        lambda filters: filters[:1],
        lambda filters: (1, 2),
        lambda filters: tuple(InformationFilter.coarsest(one.game) for one in filters),
        lambda filters: tuple(
            InformationFilter.identity(catalog.ordered("kuhn")) for one in filters
        ),
    ],
)
def test_a_lift_that_returns_other_classes_is_an_error_before_the_solver_is_called(
    lift: Any, exact: bool
) -> None:
    with pytest.raises(SeqformError) as stopped:
        lying = OwnStep(OrderedGame, lambda game, filters: lift(filters))
        sf.plan(sf.load("leduc", kind="ordered"), preprocess=lying, exact=exact)
    assert isinstance(stopped.value, SolveError | ModelError) and "\n" not in str(stopped.value)


class ToSequenceForms(OwnStep):
    def model_after(self, model_class: type) -> type:
        return SequenceForm


def test_a_step_that_leads_from_classes_to_another_problem_is_refused() -> None:
    with pytest.raises(
        InputError, match="own step: a SequenceForm is not among the models between"
    ):
        sf.solve("leduc", preprocess=["lossless", ToSequenceForms(ClassGame)], backend="highs")


@pytest.mark.parametrize("length", [0, 1])
@pytest.mark.parametrize("more", [(), ("sparsify",), ("eliminate-dominated",)])
def test_a_lift_that_shortens_the_answer_to_the_program_of_classes_is_an_error(
    length: int, more: Any
) -> None:
    step = OwnStep(LinearProgram, lambda program, raw: replace(raw, primal=raw.primal[:length]))
    with pytest.raises(
        SeqformError,
        match=rf"own step: .* \d+ numbers expected, not an array of shape \({length},\)",
    ):
        sf.solve("leduc", preprocess=["lossless", *more, step], backend="highs")


def test_games_that_are_no_images_of_each_other_have_no_map() -> None:
    leduc, kuhn = catalog.ordered("leduc"), catalog.ordered("kuhn")
    with pytest.raises(ModelError, match="kuhn has other stage games than leduc"):
        SignalMap(leduc, kuhn, ())
    with pytest.raises(ModelError, match="'X' is no signal of leduc"):
        SignalMap.of_signals(leduc, leduc, "XXXXXX")
    with pytest.raises(ModelError, match="two signals of a hand become one"):
        SignalMap.of_signals(leduc, leduc, [leduc.signals[0]] * 6)
    views = SignalMap.of_signals(leduc, leduc, leduc.signals).views
    with pytest.raises(ModelError, match="round 1: for each of the 6 views"):
        SignalMap(leduc, leduc, (views[0] * 0, views[1]))
    with pytest.raises(ModelError, match="round 2: a view's beginning is another than its image's"):
        SignalMap(leduc, leduc, (views[0], views[1][::-1]))


def test_games_with_ranges_are_solved_by_classes_from_a_size_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = "holdem(pot=60,stack=140,ranges=[AA 76s; KK JTs],bets=pot)"
    assert isinstance(sf.solve(name), sf.Equilibrium)
    monkeypatch.setattr(api, "MOST_RANGE_NODES", 100)
    assert isinstance(sf.solve(name, target_gap=1), OrderedEquilibrium)
    for backend in ("cfr", "pdhg", "barrier", "highs"):
        assert isinstance(sf.solve(name, target_gap=1, backend=backend), OrderedEquilibrium)
    for arguments in ({"exact": True}, {"backend": "lemke"}, {"start": "centroid"}):
        assert isinstance(sf.solve(name, **arguments), sf.Equilibrium)


POT = "holdem(board=JsKs5cQs7d,pot=10,stack=20,ranges=AA+; KK+,bets=pot)"


def test_a_target_gap_in_percent_is_one_of_the_pot(seqform: Run, tmp_path: Path) -> None:
    answer = sf.solve(POT, preprocess="lossless", backend="cfr", target_gap="0.1%")
    assert answer.resolved.options["target_gap"] == pytest.approx(0.01)
    assert 0 < answer.certificate.nash_conv <= 0.01
    options = sf.backends.SolveOptions(pot_share=0.001)
    again = sf.solve(POT, preprocess="lossless", backend="cfr", options=options)
    assert again.raw.iterations == answer.raw.iterations

    file = tmp_path / "a.solution"
    answer.save(file)
    assert seqform("check", POT, str(file), "--target-gap", "0.1%")[0] == 0
    assert seqform("solve", POT, "--backend", "cfr", "--target-gap", "0.1%")[0] == 0  # as a tree
    as_tree = sf.solve(POT, backend="cfr", target_gap="0.1%")
    assert as_tree.resolved.options["target_gap"] == pytest.approx(0.01)
    assert seqform("check", POT, str(file), "--target-gap", "1e-9%")[0] == 4
    status, _, error = seqform("solve", POT, "--target-gap", "1.%%")
    assert status == 2
    assert 'a percentage of the pot such as "0.1%", expected' in error


def test_a_percentage_of_no_pot_is_refused() -> None:
    for game in ("leduc", sf.load("leduc", kind="ordered")):
        with pytest.raises(
            OptionError, match=r"target_gap: 0.1% is a share of the pot, and leduc.* has none"
        ):
            sf.solve(game, backend="cfr", target_gap="0.1%")
    with pytest.raises(OptionError, match=r"0.1% is a share of the pot"):
        sf.linear_program("kuhn").solve("highs", target_gap="0.1%")
    with pytest.raises(OptionError, match=r'a percentage of the pot such as "0.1%", expected'):
        sf.solve("leduc", backend="cfr", target_gap="few%")


RIVER = "holdem(pot=60,stack=140,ranges=[AA 76s; KK JTs],bets=pot)"


@pytest.mark.parametrize("most", [100, 10**6])
def test_info_names_the_problem_and_the_backend_of_solve(
    most: int, seqform: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "MOST_RANGE_NODES", most)
    planned = sf.plan(RIVER)
    status, text, _ = seqform("info", RIVER, "--json")
    data = json.loads(text)
    assert status == 0
    assert data["problem"] == planned.route.title
    assert data["backend"] == planned.backend.name
    assert ("by classes of hands" in data["solved"]) == (most == 100)
    assert data["solved"] in " ".join(seqform("info", RIVER)[1].split())


def test_an_output_that_ends_in_solution_has_classes_of_hands(seqform: Run, tmp_path: Path) -> None:
    for number, arguments in enumerate(([], ["--backend", "barrier"], ["--json"])):
        file = tmp_path / f"{number}.solution"
        assert seqform("solve", RIVER, "-o", str(file), *arguments)[0] == 0
        assert sf.read_solution(file).game.ranges is not None
        assert "AsAd" in seqform("chart", str(file), "--hand", "AA")[1]


def test_a_solution_of_classes_is_refused_for_an_answer_by_information_sets(
    seqform: Run, tmp_path: Path
) -> None:
    file = tmp_path / "river.solution"
    status, _, error = seqform("solve", RIVER, "-o", str(file), "--exact")
    assert status == 2
    assert "take the ending .json" in error
    assert not file.exists()
    assert seqform("solve", "kuhn", "-o", str(file))[0] == 0
