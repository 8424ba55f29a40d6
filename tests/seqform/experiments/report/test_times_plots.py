"""Pictures of times: exponents of certified answers, profiles of problems given to all solvers, and gaps."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sweep_rows import SCALING, drawn, lines_of, made_row

from seqform.errors import ModelError
from seqform.experiments.report import times
from seqform.experiments.report.data import counting_approximate, frame_of
from seqform.experiments.report.figure import Picture
from seqform.experiments.report.times import power_law, profile_times, scaling_points
from seqform.experiments.rows import Outcome, Row

pytestmark = pytest.mark.slow

pandas = pytest.importorskip("pandas", reason="pictures need the extra 'sweeps'")
pytest.importorskip("matplotlib", reason="pictures need the extra 'plots'")


def exponents(picture: Picture) -> dict[str, str]:
    """Return the exponent of every series in the legend, empty where there is none."""
    labels = (label.partition(":  exponent ") for label in picture.points["series"].unique())
    return {name: text.partition(" ")[0] for name, _, text in labels}


@given(
    st.floats(-2, 4),
    st.floats(1e-8, 1e2),
    st.lists(st.integers(1, 10**7), min_size=3, max_size=12, unique=True).filter(lambda x: max(x) > 1.5 * min(x)),
)
def test_exact_power_laws_are_recovered(exponent: float, factor: float, sizes: list[int]) -> None:
    law: Any = power_law(pandas.DataFrame({"x": sizes, "y": [factor * size**exponent for size in sizes]}))
    assert law[:2] == pytest.approx((exponent, 0.0), abs=1e-9) and law[2] == pytest.approx(factor, rel=1e-6)


def test_scaling_fits_medians_of_certified_cases_alone_of_enough_sizes() -> None:
    picture = drawn("scaling", SCALING)
    assert exponents(picture) == {"highs": "1.50", "lemke": "2.00"}
    assert [*lines_of(picture, layer="failed").values()] == [[(70_000.0, 60.0)]]
    assert exponents(drawn("scaling", SCALING, y="phases.solve"))["highs"] == "1.00"
    few = drawn("scaling", [row for row in SCALING if row.nodes in (10, 100)])
    assert few.notes == ("highs: 2 sizes, too few to fit an exponent", "lemke: 2 sizes, too few to fit an exponent")
    times = {10: (0.1, 0.1, 5.0), 100: (1.0, 1.1, 0.9), 1000: (10.0, 10.0, 10.0)}
    rows = [
        made_row("kuhn", {"ranks": size}, seed=seed, nodes=size, seconds=seconds)
        for size, found in times.items()
        for seed, seconds in enumerate(found)
    ]
    assert drawn("scaling", rows).notes == ("highs: nodes^(1.00 ± 0.00) fitted to the medians of 3 sizes, 9 cases",)


def test_scaling_fits_each_game_with_sizes_enough_by_itself() -> None:
    single = [made_row(game, backend="highs", nodes=50, seconds=1.0) for game in ("pennies", "battle")]
    rows = [*SCALING, *single]
    picture = drawn("scaling", rows)
    assert exponents(picture) == {"kuhn, highs": "1.50", "kuhn, lemke": "2.00", "other games, highs": ""}
    assert any("several games: battle, pennies" in note for note in picture.notes)
    mixed = drawn("scaling", rows, by=["backend"])
    assert any("distinguish them with --by game,backend" in note for note in mixed.notes)
    assert not any("several games" in note for note in drawn("scaling", rows, by=["game", "backend"]).notes)


def test_performance_profiles_step_where_they_should() -> None:
    inf = np.inf  # best times 1, 2, 4; the last problem is solved by no solver
    table = pandas.DataFrame({"quick": [1.0, 2, inf, inf], "sure": [3.0, 2, 4, inf], "slow": [4.0, 8, 16, inf]})
    found = {name: times.profile_steps(ratios).to_dict() for name, ratios in times.time_ratios(table).items()}
    assert found == {"quick": {1.0: 0.5}, "sure": {1.0: 0.5, 3.0: 0.75}, "slow": {1.0: 0.0, 4.0: 0.75}}


@settings(deadline=None)
@given(st.lists(st.tuples(*[st.floats(1e-6, 1e6) | st.just(np.inf)] * 3), min_size=1, max_size=8))
def test_profiles_rise_and_some_solver_is_the_best(lines: list[tuple[float, ...]]) -> None:
    ratios = times.time_ratios(pandas.DataFrame(lines))
    for name in ratios:
        own = ratios[name]
        heights = times.profile_steps(own).tolist()
        assert heights == sorted(heights) and heights[-1] == np.isfinite(own).mean()
    solved = np.mean([min(line) < np.inf for line in lines])
    assert (ratios <= 1).mean().sum() >= solved - 1e-12


def test_profiles_compare_the_problems_given_to_every_backend_by_the_median_of_repetitions() -> None:
    seconds, left_out = profile_times(frame_of(SCALING))
    assert left_out == 1  # ranks = 7 was given to lemke alone
    assert list(seconds) == ["highs", "lemke"] and len(seconds["highs"]) == 4
    failed = [made_row(backend="highs", seconds=1.0), made_row(backend="cvxpy", seconds=9.0, outcome=Outcome.CRASHED)]
    seconds, left_out = profile_times(frame_of(failed))
    assert seconds["cvxpy"].tolist() == [np.inf] and left_out == 0
    ended = [
        ("highs", 1.0, "certified"),
        ("highs", 3.0, "certified"),
        ("lemke", 5.0, "certified"),
        ("lemke", 6.0, "gave up"),
    ]
    rows = [
        replace(made_row(backend=backend, seconds=spent, outcome=Outcome(outcome)), key=f"{backend}{spent}")
        for backend, spent, outcome in ended
    ]
    assert profile_times(frame_of(rows))[0].values.tolist() == [[2.0, np.inf]]


def limited(limits: Iterable[float], **about: Any) -> list[Row]:
    return [made_row(backend="highs", options={"tolerance": limit}, seconds=1.0, **about) for limit in limits]


@pytest.mark.parametrize(
    ("rows", "choices", "message"),
    [
        (
            [made_row(backend=backend, outcome=Outcome.CRASHED) for backend in ("highs", "lemke")],
            {},
            "needs certified cases; none of the 1 problem was solved",
        ),
        (
            [*limited((0.1, 0.2)), made_row("leduc", backend="lemke")],
            {},
            r"of highs, tolerance = 0\.1; highs, tolerance = 0\.2; lemke, and there is none",
        ),
        (
            [row for limit in range(12) for row in limited([limit], seed=limit)],
            {},
            "tolerance = 7 and 4 others, and there is none",
        ),
        (
            [made_row(backend=backend, options={"time_limit": 3}, seconds=1.0) for backend in ("highs", "lemke")],
            {"by": ["game"]},
            "kuhn time_limit=3 is there 2 times, with backend = highs and lemke; use --by",
        ),
    ],
    ids=["nothing solved", "no common problem", "many solvers", "repeated case"],
)
def test_cases_that_make_no_profile_are_refused_with_the_reason(
    rows: list[Row], choices: dict[str, Any], message: str
) -> None:
    with pytest.raises(ModelError, match=f"^profile plot: .*{message}"):
        drawn("profile", rows, **choices)


def test_approximate_answers_are_solved_only_if_asked_for() -> None:
    rows = [
        made_row(backend="cfr", abstraction=kind, outcome=outcome, seconds=1.0, nodes=nodes, seed=nodes)
        for nodes in (1, 2, 3)
        for kind, outcome in (("lossless", Outcome.CERTIFIED), ("threshold=9", Outcome.APPROXIMATE))
    ]
    for cases, seconds, measured in ((frame_of(rows), np.inf, 3), (counting_approximate(frame_of(rows)), 1.0, 6)):
        assert set(profile_times(cases)[0]["cfr, threshold=9"]) == {seconds}
        assert scaling_points(cases)["certified"].sum() == measured
