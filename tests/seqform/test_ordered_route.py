from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

import seqform as sf
from seqform.errors import GameError, OptionError
from seqform.models.programs.solutions import Termination
from seqform.solving import ordered
from seqform.solving.ordered import shrunk, solve_anytime

Run = Callable[..., tuple[int, str, str]]
LEDUC = Fraction(-1454920850547486749701863871533, 16995463438839962469905132501930)


@pytest.mark.parametrize(
    ("backend", "options"),
    [("cfr", {}), ("pdhg", {}), ("highs", {}), ("scipy", {})],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_kind_of_backend_finds_leducs_value_through_its_classes(backend: str, options: dict[str, object]) -> None:
    gap = 1e-3 if backend in ("cfr", "pdhg") else None
    found = sf.solve_ordered("leduc", backend=backend, gap=gap, options=options)
    assert found.termination is Termination.SOLVED
    first, second = found.certificate.best_response_values
    assert -second <= LEDUC <= first
    assert found.certificate.nash_conv <= 1.01e-3


@pytest.mark.parametrize("sparsify", [False, True])
def test_linear_programs_plain_and_sparsified_give_the_same_value(sparsify: bool) -> None:
    found = sf.solve_ordered("rhode-island(ranks=2,suits=2,max_bets=2)", backend="highs", sparsify=sparsify)
    assert found.certificate.nash_conv < 1e-6
    plain = sf.solve_ordered("rhode-island(ranks=2,suits=2,max_bets=2)", backend="highs")
    assert found.certificate.values[0] == pytest.approx(plain.certificate.values[0], abs=1e-7)


def test_exact_answers_for_classes_are_exact_in_the_game() -> None:
    found = sf.solve_filtered("leduc")
    assert found.certificate.proven
    assert found.values[0] == LEDUC


def test_the_published_classes_of_leduc_are_exploitable_and_the_certificate_says_by_how_much() -> None:
    found = sf.solve_filtered("leduc", shrink="published")
    assert found.certificate.exact
    assert found.certificate.nash_conv > 0
    in_doubles = sf.solve_ordered("leduc", shrink="published", backend="highs")
    assert in_doubles.certificate.nash_conv > 1e-2


def test_a_finer_threshold_never_loses_the_order_of_partitions() -> None:
    game = sf.load_ordered("leduc(ranks=5)")
    coarse, fine = (shrunk(game, f"threshold={level}").filters[0] for level in (0.3, 0.1))
    assert fine.refines(coarse)


def test_general_sum_games_are_told_where_to_go() -> None:
    with pytest.raises(GameError, match="not constant-sum; with --exact"):
        sf.solve_ordered("negotiation")
    assert sf.solve_filtered("negotiation").certificate.proven


def test_options_that_mean_nothing_are_refused() -> None:
    with pytest.raises(OptionError, match="works without a linear program"):
        sf.solve_ordered("leduc", sparsify=True)
    with pytest.raises(OptionError, match="gap and checkpoint are for cfr and pdhg"):
        sf.solve_ordered("leduc", backend="highs", gap=1e-3)
    with pytest.raises(OptionError, match="a number from 0 on, or inf, expected"):
        sf.solve_ordered("leduc", shrink="threshold=lots")


# ---- the command line ----


def test_shrink_reports_the_classes_of_an_ordered_game(seqform: Run) -> None:
    status, shown, _ = seqform("shrink", "tiny-poker", "--json")
    assert status == 0
    data = json.loads(shown)
    assert [one["classes"] for one in data["shrunk"]] == [[[2], [2]], [[2], [2]]]
    assert [one["lossless"] for one in data["shrunk"]] == [True, True]


def test_shrink_reports_the_equal_information_sets_of_any_game(seqform: Run, tmp_path: Path) -> None:
    path = tmp_path / "leduc.efg"
    sf.save(sf.load("leduc"), path)
    status, shown, _ = seqform("shrink", str(path), "--json")
    assert status == 0
    data = json.loads(shown)
    assert (data["program"], data["merged_program"]) == ([1562, 1562], [482, 482])
    assert [len(classes) for classes in data["classes"]] == [144, 144]


def test_gameshrink_refuses_what_is_no_ordered_game(seqform: Run) -> None:
    status, _, error = seqform("shrink", "abstraction-counterexample", "--shrink", "published")
    assert status == 2
    assert "is not known as a game with ordered signals" in error


def test_solve_writes_a_solution_that_check_accepts_and_goes_on_from_a_checkpoint(seqform: Run, tmp_path: Path) -> None:
    solution, state = str(tmp_path / "leduc.solution"), str(tmp_path / "state.npz")
    common = ["solve", "leduc", "--shrink", "lossless", "--checkpoint", state, "-o", solution, "--json"]
    status, shown, _ = seqform(*common, "--gap", "1e-2")
    assert status == 0
    first = json.loads(shown)["bounds"]
    status, shown, _ = seqform(*common, "--gap", "1e-3")
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


def test_a_limit_reached_is_shown_and_exits_with_status_3(seqform: Run) -> None:
    arguments = ["solve", "leduc", "--shrink", "lossless", "--gap", "1e-9", "--option", "iterations=50"]
    status, shown, error = seqform(*arguments)
    assert status == 3
    assert "nash_conv" in shown
    assert "stopped early" in error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "leduc", "--gap", "1"], "--gap: of no meaning without --shrink"),
        (
            ["solve", "leduc", "--shrink", "lossless", "--concept", "normal-form-perfect"],
            "--concept: of no meaning with --shrink",
        ),
        (["solve", "leduc", "--shrink", "lossless", "--exact", "--gap", "1"], "--gap: of no meaning with --exact"),
        (["solve", "leduc", "--shrink", "less"], "shrink 'less': one of lossless, published, threshold=T, none"),
        (["solve", "rhode-island"], "6,705,372,545 nodes, too many to write out"),
        (["solve", "tic-tac-toe", "--shrink", "lossless"], "not known as a game with ordered signals"),
    ],
)
def test_mistakes_get_one_line(seqform: Run, arguments: list[str], message: str) -> None:
    status, _, error = seqform(*arguments)
    assert status == 2
    assert message in error.replace("\n", " ")


def test_info_counts_a_game_too_large_to_write_out(seqform: Run) -> None:
    status, shown, _ = seqform("info", "rhode-island")
    assert status == 0
    assert "91,224,226 × 91,224,226" in shown


@pytest.mark.parametrize("spec", ["leduc", "kuhn", "tiny-poker"])
def test_an_exact_answer_for_classes_is_checked_against_the_game_of_that_name(seqform: Run, spec: str) -> None:
    status, _, _ = seqform("solve", spec, "--shrink", "lossless", "--exact", "-o", "exact.json")
    assert status == 0
    status, shown, _ = seqform("check", spec, "exact.json")
    assert status == 0
    assert "proven: a Nash equilibrium" in shown


def test_a_solution_that_was_cut_off_is_told_as_one(seqform: Run, tmp_path: Path) -> None:
    solution = tmp_path / "whole.solution"
    status, _, _ = seqform("solve", "leduc", "--shrink", "lossless", "--gap", "0.1", "-o", str(solution))
    assert status == 0
    (tmp_path / "cut.solution").write_bytes(solution.read_bytes()[:-300])
    status, _, error = seqform("check", "leduc", str(tmp_path / "cut.solution"))
    assert status == 2
    assert "not a zip archive, or cut off" in error


def test_what_is_no_ordered_game_is_named() -> None:
    with pytest.raises(GameError, match="expected, not ExtensiveGame"):
        sf.solve_ordered(sf.load("leduc"))  # type: ignore[arg-type]


# ---- from coarse to fine ----


@pytest.mark.slow
def test_the_walk_ends_at_an_equilibrium_of_the_game_and_every_step_is_certified() -> None:
    steps = list(solve_anytime("leduc", gap=1e-3))
    filters = [step.shrunk.filters[0] for step in steps]
    assert [fine.refines(coarse) for coarse, fine in pairwise(filters)] == [True] * (len(steps) - 1)
    assert steps[-1].shrunk.violation is None
    assert steps[-1].certificate.nash_conv <= 1.01e-3
    for step in steps[:-1]:
        assert step.shrunk.violation is not None
        assert step.certificate.nash_conv > 1e-2


def test_the_walk_stops_when_time_is_up() -> None:
    assert len(list(solve_anytime("leduc", gap=1e-12, options={"time_limit": 0.2}))) <= 3
    assert list(solve_anytime("leduc", options={"time_limit": 1e-9})) == []


@pytest.mark.slow
def test_solve_anytime_shows_every_step_and_keeps_the_best(seqform: Run, tmp_path: Path) -> None:
    solution = tmp_path / "leduc.solution"
    arguments = ["solve", "leduc", "--shrink", "anytime", "--gap", "1e-3", "-o", str(solution)]
    status, shown, _ = seqform(*arguments)
    assert status == 0
    lines = shown.splitlines()
    assert lines[0].split()[0] == "step"
    assert [line.split()[0] for line in lines[1:]][-1] == "lossless"
    assert len(lines) > 3
    assert sf.read_solution(solution).certificate.nash_conv <= 1.1e-3
    status, shown, _ = seqform(*arguments, "--json")
    steps = json.loads(shown)["steps"]
    assert [step["shrink"] for step in steps] == [line.split()[0] for line in lines[1:]]
    assert steps[-1]["certificate"]["nash_conv"] == min(step["certificate"]["nash_conv"] for step in steps)


def test_a_walk_that_ends_early_exits_with_status_3_and_what_it_has_shown(seqform: Run) -> None:
    status, shown, error = seqform("solve", "leduc", "--shrink", "anytime", "--option", "iterations=40")
    assert status == 3
    assert 2 <= len(shown.splitlines()) <= 4
    assert "the walk ended early (iteration limit reached)" in error
    status, _, error = seqform("solve", "leduc", "--shrink", "anytime", "--time-limit", "1e-9")
    assert status == 3
    assert "before its first step: time limit reached" in error


# ---- more mistakes ----


def test_a_threshold_may_be_given_for_each_round() -> None:
    game = sf.load_ordered("leduc(ranks=5)")
    by_rounds = shrunk(game, "threshold=0,0.3").filters[0].num_classes
    assert by_rounds[0] == shrunk(game, "published").filters[0].num_classes[0]
    assert by_rounds[1] < shrunk(game, "published").filters[0].num_classes[1]
    same, one = shrunk(game, "threshold=0.1,0.1").filters[0], shrunk(game, "threshold=0.1").filters[0]
    assert same.refines(one)
    assert one.refines(same)
    for text in ("0.1,0.2,0.3", "0.1,", "0.1,x"):
        with pytest.raises(OptionError, match="threshold"):
            shrunk(game, f"threshold={text}")


@pytest.mark.parametrize("way", ["bogus", "published", "none"])
def test_shrink_says_what_is_possible_for_a_game_without_ordered_signals(seqform: Run, way: str) -> None:
    status, _, error = seqform("shrink", "tic-tac-toe", "--shrink", "lossless", "--shrink", way)
    assert status == 2
    assert (
        f"shrink {way!r}: tic-tac-toe is not known as a game with ordered signals, so there is only lossless" in error
    )


def test_a_game_with_too_many_deals_is_refused_before_they_fill_the_memory(seqform: Run) -> None:
    status, _, error = seqform("shrink", "sequential-auction(valuations=20,goods=3)")
    assert status == 2
    assert "27,907,200 ways in which the signals may fall by round 3" in error


def test_nothing_is_computed_about_the_linear_program_of_a_game_that_has_none(
    seqform: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ordered, "eliminated_sequences", lambda *_: pytest.fail("dominated sequences are not shown"))
    status, shown, _ = seqform("shrink", "negotiation", "--json")
    assert status == 0
    assert "program_shape_without_dominated" not in json.loads(shown)["shrunk"][0]


@pytest.mark.parametrize("backend", ["cfr", "pdhg"])
def test_a_limit_reached_on_a_tree_is_shown_written_and_exits_with_status_3(
    seqform: Run, tmp_path: Path, backend: str
) -> None:
    arguments = ["solve", "leduc", "--backend", backend, "--option", "iterations=50", "-o", "leduc.json"]
    status, shown, error = seqform(*arguments)
    assert status == 3
    assert "nash_conv" in shown
    assert f"{backend} stopped early (iteration limit reached) with nash_conv" in error
    assert seqform("check", "leduc", "leduc.json")[0] == 0
    assert (tmp_path / "leduc.json").exists()


def test_a_game_is_shrunk_by_its_name() -> None:
    assert sf.shrunk("leduc").filters[0].num_classes == (3, 9)
    with pytest.raises(GameError, match="an OrderedGame, or the name of one in the catalog, expected, not int"):
        sf.shrunk(3)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="shrink 3: one of lossless"):
        sf.shrunk("leduc", 3)  # type: ignore[arg-type]
