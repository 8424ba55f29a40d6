"""The experiment with Open-Handed Oh Hell!: finished hands are kept, its counts are right, and its theorems hold."""

from __future__ import annotations

import importlib
import itertools
import json
import math
import sys
from dataclasses import asdict, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oh_hell_graph import deal_graph
from seqform.backends.bestnash.profile_sets import profile_sets
from seqform.builders.games.families.oh_hell import PENALTIES, TARGETS, OhHellRules, deal
from seqform.models.strategies.profile_set import OBJECTIVES

pytestmark = pytest.mark.slow

Cells = npt.NDArray[np.bool_]


@pytest.fixture
def hands(results: Path) -> ModuleType:
    return importlib.import_module("oh_hell_hands")


@pytest.fixture
def script(results: Path) -> ModuleType:
    return importlib.import_module("oh_hell")


# ---- the experiment ----


def test_finished_hands_are_kept_and_only_the_others_solved(
    script: ModuleType, hands: ModuleType, tmp_path: Path
) -> None:
    kept = tmp_path / "kept.jsonl"
    asked = [hands.Hand(3, seed, hands.Reading(), timed=True) for seed in range(4)]
    first = script.run(asked[:2], kept, 1)
    with kept.open("a", encoding="utf-8") as file:
        file.write('{"hand": {"cards": 3, "se')
    rows = script.run(asked, kept, 1)
    assert rows[:2] == first  # times too, so they were not solved again
    assert [row.hand for row in rows] == asked
    assert script.run(asked, kept, 1) == rows
    assert len(list(script.read_rows(kept))) == 4


def test_processes_find_what_one_finds(script: ModuleType, hands: ModuleType, tmp_path: Path) -> None:
    asked = [hands.Hand(3, seed, hands.Reading(), timed=False) for seed in range(3)]
    assert script.run(asked, tmp_path / "two.jsonl", 2) == script.run(asked, tmp_path / "one.jsonl", 1)


def test_a_row_survives_being_written(hands: ModuleType) -> None:
    for timed in (True, False):
        row = hands.compute(hands.Hand(3, 7, hands.Reading(ties="random", penalty="constant"), timed))
        assert hands.Row.of(json.loads(json.dumps(asdict(row)))) == row
        assert (row.seconds is not None) == timed == (row.nodes > 0)


def test_merged_positions_give_the_same_answers_as_the_tree(hands: ModuleType) -> None:
    for seed in range(5):
        tree, graph = (hands.compute(hands.Hand(4, seed, hands.Reading(), timed)) for timed in (True, False))
        assert replace(graph, hand=tree.hand, nodes=tree.nodes, seconds=tree.seconds) == tree
        assert tree.depth == 10


def row_of(hands: ModuleType, found: tuple[int, int], profiles: list[tuple[int, int]]) -> Any:
    hand = hands.Hand(4, 0, hands.Reading(), timed=False)
    return hands.Row(hand, 0, 10, (10, 10), found, profiles, profiles, None)


def test_better_equilibria_are_counted_by_objective(hands: ModuleType) -> None:
    row = row_of(hands, (12, -10), [(12, -10), (14, -11), (-10, 13)])
    better = {measure for measure in hands.MEASURES if row.improved(measure)}
    assert set(hands.MEASURES) - better == {"fairest"}


@pytest.mark.parametrize(
    ("profiles", "corner", "looks_better"),
    [
        ([(14, -11), (13, -10)], (14, -10), True),
        ([(14, -11), (12, -10)], (14, -10), True),
        ([(13, -10), (12, -10)], (13, -10), False),
        ([(14, -11), (-10, 13)], (14, 13), False),  # fairer, too
    ],
)
def test_a_corner_counts_where_it_is_better_in_the_sum_alone(
    hands: ModuleType, profiles: list[tuple[int, int]], corner: tuple[int, int], looks_better: bool
) -> None:
    row = row_of(hands, profiles[0], profiles)
    assert row.corner == corner
    assert row.corner_looks_better == looks_better
    assert row.improved_at_the_corner == looks_better


def test_wilson_s_interval_solves_its_equation(script: ModuleType) -> None:
    for hits, total in ((0, 50), (3, 50), (300, 1000), (1000, 1000)):
        for end in script.wilson(hits, total):
            p = end / 100
            assert (hits / total - p) ** 2 == pytest.approx(1.96**2 * p * (1 - p) / total, abs=1e-12)


def test_equal_shares_are_not_apart_and_a_doubled_one_is(script: ModuleType) -> None:
    assert script.apart(300, 1000, 30.0) == 0
    assert script.apart(0, 1000, 0.0) == 0
    assert script.apart(400, 1000, 20.0) == pytest.approx(0.2 / math.sqrt(0.3 * 0.7 * 2 / 1000))


def test_the_page_sets_the_published_table_beside_ours(
    script: ModuleType, results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script, "RESULTS", results / "scripts" / "results")
    script.RESULTS.mkdir(parents=True)
    monkeypatch.setattr(sys, "argv", ["oh_hell.py", "--cards", "4", "--hands", "3", "--readings", "1"])
    script.main()
    page = capsys.readouterr().out
    assert page == (results / "oh_hell.md").read_text(encoding="utf-8")
    assert "| tree depth | 10 | 10 |" in page
    assert "| without mixing, social worse | 7.6 | 0.0 |" in page
    lines = [line.split(" | ")[0] for line in page.splitlines() if line.startswith("| ")]
    assert lines.count("| as by default") == 1
    assert "| penalty=constant" in lines
    assert "| order=suit, ties=last" in lines


# ---- what docs/oh_hell.md proves ----

RULES = st.builds(
    OhHellRules,
    first_lead=st.sampled_from([1, 2]),
    sum_rule=st.booleans(),
    penalty=st.sampled_from(PENALTIES),
    target=st.sampled_from(TARGETS),
    follow=st.booleans(),
    winner_leads=st.booleans(),
)


def merged(first: Cells, second: Cells, mover: int) -> Cells:
    """Return the payoffs at a position whose children have these, on the grid of points and intervals."""
    if mover == 1:
        return merged(first.T, second.T, 0).T
    bars = [int(np.argmax(other.any(axis=1))) for other in (second, first)]
    result = np.zeros_like(first)
    for cells, bar in zip((first, second), bars, strict=True):
        result[bar:] |= cells[bar:]
    for row in np.flatnonzero(first.any(axis=1) & second.any(axis=1)):
        columns = np.flatnonzero(first[row] | second[row])
        result[row, columns[0] : columns[-1] + 1] = True
    return result


def pure_merged(first: frozenset[int], second: frozenset[int], mover: int) -> frozenset[int]:
    """Return the pure payoffs at a position, payoff pairs being numbered 0 to 3."""

    def own(pair: int) -> int:
        return pair >> 1 if mover == 0 else pair & 1

    bar = max(min(map(own, first)), min(map(own, second)))
    return frozenset(pair for pair in first | second if own(pair) >= bar)


def test_after_the_bids_pure_moves_attain_every_point_of_the_grid() -> None:
    """All sets that play can lead to, whatever the cards: they are finitely many."""
    found: dict[tuple[bytes, frozenset[int]], Cells] = {}
    new: list[tuple[Cells, frozenset[int]]] = []
    for pair in range(4):
        cells = np.zeros((3, 3), dtype=np.bool_)
        cells[2 * (pair >> 1), 2 * (pair & 1)] = True
        new.append((cells, frozenset([pair])))
    while new:
        for cells, pure in new:
            found[cells.tobytes(), pure] = cells
        known = [(cells, pure) for (_, pure), cells in found.items()]
        new = [
            (cells, pure)
            for (one, one_pure), (two, two_pure) in itertools.product(known, known)
            for mover in (0, 1)
            for cells, pure in [(merged(one, two, mover), pure_merged(one_pure, two_pure, mover))]
            if (cells.tobytes(), pure) not in found
        ]
    assert len(found) == 14
    for (_, pure), cells in found.items():
        assert {2 * i + j for i, j in np.argwhere(cells[::2, ::2]).tolist()} == pure
        for row, column in np.argwhere(cells).tolist():  # whole lines and rectangles only: with a face all its corners
            rows, columns = ({index - index % 2, index + index % 2} for index in (row, column))
            assert all(cells[i, j] for i in rows for j in columns)


@settings(deadline=None, max_examples=40)
@given(cards=st.integers(1, 4), seed=st.integers(0, 10**6), rules=RULES)
def test_mixing_raises_no_objective(cards: int, seed: int, rules: OhHellRules) -> None:
    graph = deal_graph(deal(cards, seed), rules)
    mixed, pure = (list(profile_sets(graph, mixing=mixing).root.grid_points()) for mixing in (True, False))
    assert set(pure) <= set(mixed)
    assert all(any(p[0] >= s[0] and p[1] >= s[1] for p in pure) for s in mixed)
    for measure in OBJECTIVES.values():
        if measure.name != "product":  # falls when one of two negative payoffs rises
            assert measure.measure(*measure.best(mixed)) == measure.measure(*measure.best(pure))


def test_mixing_does_widen_the_set_of_profiles() -> None:
    graph = deal_graph(deal(4, 1))
    mixed, pure = (set(profile_sets(graph, mixing=mixing).root.grid_points()) for mixing in (True, False))
    assert pure < mixed


@settings(deadline=None, max_examples=40)
@given(cards=st.integers(1, 4), seed=st.integers(0, 10**6), first_lead=st.sampled_from([1, 2]), follow=st.booleans())
def test_equilibria_pay_what_the_proposition_lists(cards: int, seed: int, first_lead: int, follow: bool) -> None:
    graph = deal_graph(deal(cards, seed), OhHellRules(first_lead=first_lead, follow=follow))
    listed = {(10 + bid, -10) for bid in range(cards)} | {(-10, 10 + bid) for bid in range(cards)}
    listed |= {(10 + cards, -11), (-10, -10)}
    pure = {(int(one), int(two)) for one, two in profile_sets(graph, mixing=False).root.grid_points()}
    assert pure <= listed
    for one, two in itertools.product(pure, pure):
        assert sum(one) <= sum(two) or max(one) > max(two)
