"""Scripts for the tables of papers: the published figures beside ours, and the differences."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

import seqform as sf
from seqform.builders.games import catalog

pytestmark = pytest.mark.slow

RunScript = Callable[..., ModuleType]


def lines_of(page: Path, first: str) -> list[list[str]]:
    """Return the cells of the rows of tables that begin with a word."""
    rows = [line.strip("| ").split(" | ") for line in page.read_text("utf-8").splitlines() if line.startswith("| ")]
    return [row for row in rows if row[0] == first]


# ---- anomalies ----


def test_every_statement_about_the_anomalies_holds(
    results: Path, run_script: RunScript, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = importlib.import_module("anomalies")
    monkeypatch.setattr(script, "SOLVERS", script.SOLVERS[:3])
    monkeypatch.setattr(script, "time_rows", lambda repeat, gambit: [("solving", "6", f"{repeat} {gambit}")])
    run_script("anomalies", "--no-gambit", "--repeat", "1")
    page = results / "anomalies.md"
    found = [row for game in script.GAMES for row in lines_of(page, game)]
    assert len(found) == 17
    assert {row[-1] for row in found} == {"yes"}
    assert lines_of(page, "solving") == [["solving", "6", "1 False"]]


def test_the_answers_of_solvers_are_listed_for_either_side(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = importlib.import_module("anomalies")
    monkeypatch.setattr(script, "SOLVERS", script.SOLVERS[:1])
    answers = list(script.plain_answers(gambit=False))
    assert [answer.side for answer in answers] == ["player 1's", "player 2's"]
    for answer in answers:
        assert answer.nash_conv < 1e-6
        assert all(0 <= share <= 1 for share in answer.shares)
    assert script.certainly(answers, "safe-or-risky") == sum(answer.shares[3] > 1 - 1e-9 for answer in answers)


def test_only_what_is_named_is_changed_in_a_profile(results: Path) -> None:
    profile = sf.uniform_profile(sf.load("kuhn"))
    other = importlib.import_module("changed_profile").changed(profile, {(0, "K:"): {"bet": 1}})
    assert other[0]["K:"] == {"check": 0, "bet": 1}
    assert {**other[0], "K:": None} == {**profile[0], "K:": None}
    assert dict(other[1]) == dict(profile[1])


def test_gambit_still_answers_what_figure_2_shows(results: Path) -> None:
    pytest.importorskip("pygambit", reason="the extra 'gambit' brings pygambit")
    (statement,) = importlib.import_module("anomalies").figure_2()
    assert statement.agrees
    assert "queen bets: 1/3" in statement.ours


def test_a_statement_that_fails_is_listed(results: Path) -> None:
    script = importlib.import_module("anomalies")
    wrong = script.Statement("kuhn", "the sky is green", "blue", False)
    assert script.sections([wrong], [], [])[0].endswith("1 of 1 differ: kuhn (the sky is green).")


def test_what_cannot_agree_is_counted_neither_way(results: Path) -> None:
    statements = importlib.import_module("statements")
    found = [statements.Statement("nodes", "5", "5", True), statements.Statement("seconds", "–", "7", None)]
    assert statements.verdict(found) == "All 1 statements hold here."
    assert statements.statement_table(found, "size").splitlines()[-1] == "| seconds | – | 7 | – |"


# ---- GameShrink's figure ----


def test_the_figure_of_gameshrink_goes_from_113_to_39_nodes(results: Path, run_script: RunScript) -> None:
    run_script("gameshrink_figure")
    page = results / "gameshrink_figure.md"
    steps = [lines_of(page, str(number))[0] for number in range(3)]
    assert [row[1:4] for row in steps] == [
        ["{J1}, {J2}, {K1}, {K2}", "113", "113"],
        ["{J1, J2}, {K1}, {K2}", "drawn, not counted", "67"],
        ["{J1, J2}, {K1, K2}", "39", "39"],
    ]
    assert {row[-1] for row in steps} == {"yes"}
    assert {row[-2] for row in steps} == {"0"}
    text = page.read_text("utf-8")
    assert "Sizes as published" in text
    assert text.count(" | yes |\n") == 3 + 4 + 4
    assert " | no |\n" not in text


def test_other_stakes_change_the_value_but_not_the_sizes(results: Path) -> None:
    script = importlib.import_module("gameshrink_figure")
    found = list(script.steps(catalog.ordered("tiny-poker(ante=2,bet=3)")))
    assert [step.nodes for step in found] == [113, 67, 39]
    assert len({step.value for step in found}) == 1


# ---- Rhode Island Hold'em ----


def test_sizes_that_differ_from_the_published_ones_are_listed(
    results: Path, run_script: RunScript, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.import_module("rhode_island_sizes"), "GAME", "rhode-island(ranks=4)")
    record = {"solved, s": "70", "classes": "published", "memory, MB": "702", "nash_conv in the real game": "1.6"}
    measure = importlib.import_module("measure")
    (results / "rhode_island.md").write_text(measure.markdown_table(tuple(record), [tuple(record.values())]), "utf-8")
    run_script("rhode_island_sizes")
    page = results / "rhode_island_sizes.md"
    (entries,) = lines_of(page, "after GameShrink: nonzeros")
    small = sf.abstract_game("rhode-island(ranks=4)", "published").classes
    assert entries[1:] == ["50,428,638", f"{small.num_program_entries:,}", "no"]
    assert lines_of(page, "linear program, no abstraction: rows × columns")[0][2:] == ["2,328,706 × 2,328,706", "no"]
    assert lines_of(page, "does GameShrink lose anything?")[0][-1] == "no"
    (solving,) = lines_of(page, "solving the game of published classes, to within 0.001 chips")
    assert solving[2].startswith("70 s")
    assert " differ: nodes of the game tree (3.1 billion); " in page.read_text("utf-8")


def test_equal_numbers_are_the_same(results: Path) -> None:
    numbers = importlib.import_module("rhode_island_sizes").numbers
    assert numbers("rows", (1, 2000), (1, 2000)).agrees
    assert not numbers("rows", (1, 2000), (2000, 1)).agrees
    assert numbers("rows", (1, 2000), (2000, 1)).ours == "2,000 × 1"


# ---- trees ----


def test_trees_are_as_published_but_for_a_row_of_payoffs(
    results: Path, run_script: RunScript, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = importlib.import_module("trees")
    monkeypatch.setattr(script, "MATCHES", (("tic-tac-toe", "negamax", "random", 50),))
    monkeypatch.setattr(script, "times", lambda: [("negamax", "0.1")])
    program_row = script.program_row
    monkeypatch.setattr(script, "program_row", lambda game, minutes: program_row("two-level-tree", minutes))
    run_script("trees", "--games", "4", "--linear-program")
    page = results / "trees.md"
    found = [row for game in ("two-level-tree", "kuhn", "tic-tac-toe") for row in lines_of(page, game)]
    wrong = [row for row in found if row[-1] == "no"]
    assert [row[1][:5] for row in wrong] == ["right"]
    plays = [row for row in found if row[1] == "255,168 plays"]
    assert plays[0][2:] == ["255,168 plays", "yes"]
    (match,) = [row for row in found if row[1] == "negamax"]
    assert match[3] == "4"
    assert match[4].endswith("/ 0")
    assert script.kept_row() == tuple(page.read_text("utf-8").splitlines()[-1].strip("| ").split(" | "))
    assert script.kept_row()[1] == "1"


def test_the_program_over_all_plays_is_solved_with_nothing_merged(results: Path) -> None:
    found = json.loads(json.dumps(importlib.import_module("trees").solved_here("kuhn")))
    assert found["shape"] == [20, 20, 68]
    assert found["value"] == pytest.approx(-1 / 18)


def test_plans_pay_what_their_replies_pay(results: Path) -> None:
    payoffs = importlib.import_module("trees").payoff_table(sf.load("two-level-tree"))
    assert payoffs == {"left": (5, 5, 1, 1), "right": (-3, 6, -3, 6)}


def test_the_least_confident_match_has_no_interval(results: Path) -> None:
    row = importlib.import_module("trees").match_row("kuhn", "equilibrium", "random", 2)
    assert row[3] == "2"
    assert row[6] == "–"
    assert Fraction(row[5]) == Fraction(row[5]).limit_denominator(1000)
