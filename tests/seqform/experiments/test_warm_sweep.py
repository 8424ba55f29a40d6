"""Warm sweeps: cases that start from the answers to their neighbors."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from seqform.experiments.declaration import Limits, expand, spec_from
from seqform.experiments.executors import LocalPool
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.store import open_store
from seqform.experiments.sweep import sweep
from seqform.experiments.values import pieces

BETS = ["1/2", 2, "5/2", 1, 3, "7/2"]
WARM: Mapping[str, Any] = {"game": "kuhn(ranks=4)", "bet": BETS, "exact": True, "warm": True}


def chain(rows: list[Row]) -> dict[Fraction, Fraction | None]:
    """Return the bets of the rows, each with that of the row from which it started."""
    bets = {row.key: Fraction(str(row.case["parameters"]["bet"])) for row in rows}
    return {bets[row.key]: bets.get(row.warm_from) for row in rows}


def test_cases_are_visited_along_the_last_number_in_rising_order() -> None:
    cases = expand(spec_from({"grid": [{**WARM, "ante": [1, 2], "backend": ["highs", "exact"]}]}))
    order = [(case.backend, case.parameters["bet"], case.parameters["ante"]) for case in cases]
    assert order[:4] == [
        ("highs", "1/2", 1),
        ("highs", "1/2", 2),
        ("exact", "1/2", 1),
        ("exact", "1/2", 2),
    ]
    assert [len(piece) for piece in pieces(cases, 1)] == [2] * 12
    other = expand(spec_from({"grid": [{**WARM, "backend": ["highs", "exact"]}]}))
    assert [case.parameters["bet"] for case in other[:6]] == ["1/2", 1, 2, "5/2", 3, "7/2"]
    assert [len(piece) for piece in pieces(other, 1)] == [6, 6]
    assert [len(piece) for piece in pieces(other, 4)] == [2, 2, 2] * 2
    cold = expand(spec_from({"grid": [{**WARM, "warm": False}]}))
    assert [case.parameters["bet"] for case in cold] == BETS
    assert [len(piece) for piece in pieces(cold, 4)] == [1] * 6


def test_rows_say_from_which_case_they_started_and_have_the_values_of_cold_ones(
    tmp_path: Path,
) -> None:
    store = tmp_path / "bets.sqlite"
    sweep({"grid": [{**WARM, "warm": [False, True]}]}, store=store, workers=0)
    rows = list(open_store(store).rows())
    warm = [row for row in rows if row.case["settings"].get("warm")]
    assert chain(warm) == {
        Fraction(1, 2): None,
        Fraction(1): Fraction(1, 2),
        Fraction(2): Fraction(1),
        Fraction(5, 2): Fraction(2),
        Fraction(3): Fraction(5, 2),
        Fraction(7, 2): Fraction(3),
    }
    values = {row.case["parameters"]["bet"]: row.exact_value for row in warm}
    cold = [row for row in rows if row not in warm]
    assert {row.case["parameters"]["bet"]: row.exact_value for row in cold} == values
    assert not any(row.warm_from for row in cold)


def test_the_first_case_of_a_sweep_starts_from_none_of_another_sweep_in_the_process(
    tmp_path: Path,
) -> None:
    for number in (1, 2):
        store = tmp_path / f"{number}.sqlite"
        sweep({"grid": [{**WARM, "bet": ["1/2", 1]}]}, store=store, workers=0)
        started_from = chain(list(open_store(store).rows()))
        assert started_from == {Fraction(1, 2): None, Fraction(1): Fraction(1, 2)}


def test_a_resumed_store_has_the_same_values(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.sqlite", tmp_path / "parts.sqlite"
    sweep({"grid": [WARM]}, store=whole, workers=0)
    sweep({"grid": [{**WARM, "bet": BETS[::2]}]}, store=parts, workers=0)
    assert sweep({"grid": [WARM]}, store=parts, workers=0).ran[Outcome.CERTIFIED] == 3
    found, others = (
        {row.key: row.exact_value for row in open_store(path).rows()} for path in (whole, parts)
    )
    assert found == others


@pytest.mark.slow
def test_workers_take_contiguous_pieces() -> None:
    cases = expand(spec_from({"grid": [WARM]}))
    pool = LocalPool(None, 2, Limits())
    try:
        rows = [row for some in pool.run(cases) for row in some]
    finally:
        pool.close()
    assert {row.outcome for row in rows} == {Outcome.CERTIFIED}
    assert sorted(bet for bet, start in chain(rows).items() if start is None) == [
        Fraction(1, 2),
        Fraction(5, 2),
    ]


def test_what_cannot_start_from_a_neighbor_is_refused_and_another_tree_starts_cold(
    tmp_path: Path,
) -> None:
    store = tmp_path / "refused.sqlite"
    grids = [
        {"game": "kuhn", "bet": [1, 2], "warm": True, "backend": "scipy"},
        {"game": "kuhn", "bet": [1, 2], "warm": True, "concept": "quasi-perfect"},
        {"game": "kuhn", "ranks": [3, 4], "warm": True},
        {"game": "kuhn", "bet": [1, 2], "warm": True, "option": {"solver": "ipx"}},
    ]
    sweep({"grid": grids}, store=store, workers=0)
    rows = list(open_store(store).rows())
    refused = [row for row in rows if row.outcome is Outcome.REFUSED]
    assert len(refused) == 6
    for row in refused:
        reason = "start from a neighbor's answer"
        if row.case["options"].get("raw.solver"):
            reason = "only the simplex method starts from an equilibrium, not solver = ipx"
        assert reason in row.error
    assert [(row.outcome, row.warm_from) for row in rows if row not in refused] == [
        (Outcome.CERTIFIED, "")
    ] * 2
