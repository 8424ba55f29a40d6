"""Regions of payoffs, against one linear program over all pairs of pure strategies, and by hand."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from correlated_games import drawn_game, drawn_with_brute_force, two_sided_game, xor_game
from correlation_oracle import CONCEPTS, EFCCE, EFCE, NFCCE, brute_force
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.errors import GameError, ModelError, OptionError, SolveError
from seqform.io.json_values import to_json
from seqform.io.regions import regions_data
from seqform.models.answers.regions import FEASIBLE, PayoffRegion, PayoffRegions
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.polygons import AXES, edges, holds_point, outward_normal
from seqform.paths import regions as module
from seqform.solving.concepts import concept_of
from seqform.solving.routes import correlated as route
from seqform.verify.correlated import certify_device


def directions_of(region: PayoffRegion) -> list[tuple[int, int]]:
    """Return the outward normals of a region, and some more directions."""
    return [*map(outward_normal, edges(region.points)), *AXES, (2, 1), (-1, 3)]


def support(region: PayoffRegion, direction: tuple[int, int]) -> Fraction:
    """Return how far a region reaches in a direction."""
    first, second = direction
    return max(first * x + second * y for x, y in region.points)


def check_nested(regions: PayoffRegions) -> None:
    """Check that each region is within the next larger one, and that equilibria and commitments are where they are."""
    feasible = regions.feasible.bound
    largest = regions.region(NFCCE)
    middle = regions.region(EFCCE)
    smallest = regions.region(EFCE)
    for inner, outer in ((smallest, middle.bound), (middle, largest.bound), (largest, feasible)):
        assert all(holds_point(outer, point) for point in inner.points)
    for box, _ in regions.nash.boxes:
        assert holds_point(smallest.bound, (box.low[0], box.low[1]))
        assert holds_point(smallest.bound, (box.high[0], box.high[1]))
    for leader in regions.commitments:
        assert holds_point(feasible, leader.payoffs)
        best = max(box.high[leader.leader] for box, _ in regions.nash.boxes)
        assert leader.payoffs[leader.leader] >= best
    for leader, by_device in zip(regions.commitments, regions.correlated_commitments, strict=False):
        assert by_device.leader == leader.leader
        assert by_device.payoffs[leader.leader] >= leader.payoffs[leader.leader]
        assert holds_point(feasible, by_device.payoffs)


def check_vertices(regions: PayoffRegions) -> None:
    """Check that the device of every vertex pays it, by a certificate that is computed anew."""
    for region in regions.regions:
        for vertex in region.vertices:
            device = vertex.device
            assert device is not None
            assert device.concept == region.name
            concept: Any = concept_of(region.name, {})
            again, _ = certify_device(regions.game, vertex.mixture, concept.claim, concept.moment)
            assert again.proven
            assert again.values == vertex.payoffs


@pytest.mark.parametrize("seed", range(6))
def test_regions_reach_as_far_as_all_mixtures_of_pure_strategies(seed: int) -> None:
    game, _ = drawn_with_brute_force(seed, EFCE)
    regions = sf.payoff_regions(game)
    for concept in CONCEPTS:
        brute = brute_force(game, concept)
        assert brute is not None
        region = regions.region(concept)
        assert region.is_exact
        for direction in directions_of(region):
            expected = brute.best(direction)
            assert float(support(region, direction)) == pytest.approx(expected, abs=1e-7)
    check_nested(regions)
    check_vertices(regions)


@pytest.mark.parametrize("seed", range(6))
def test_feasible_payoffs_are_the_hull_of_those_of_all_pairs(seed: int) -> None:
    game, brute = drawn_with_brute_force(seed, NFCCE)
    region = sf.payoff_regions(game).feasible
    for direction in directions_of(region):
        most = (direction[0] * brute.payoffs[0] + direction[1] * brute.payoffs[1]).max()
        assert float(support(region, direction)) == pytest.approx(most, abs=1e-9)


@settings(max_examples=10)
@given(st.integers(0, 10**6), st.booleans())
def test_degenerate_games_have_nested_regions(seed: int, constant_sum: bool) -> None:
    game = drawn_game(seed, constant_sum=constant_sum, inner=(1, 3))
    regions = sf.payoff_regions(game)
    check_nested(regions)
    if constant_sum:
        for region in regions.regions:
            assert len(region.points) == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 80))
def test_more_games_have_nested_regions_with_proved_vertices(seed: int) -> None:
    regions = sf.payoff_regions(drawn_game(seed, inner=(3, 5, 7)))
    check_nested(regions)
    check_vertices(regions)


def payoffs(region: PayoffRegion) -> list[tuple[str, str]]:
    """Return the vertices as texts."""
    return [(str(first), str(second)) for first, second in region.points]


def test_chicken_of_the_literature() -> None:
    game = sf.bimatrix_game([[6, 2], [7, 0]], [[6, 7], [2, 0]])
    regions = sf.payoff_regions(game)
    # Aumann (1974): the best sum of a correlated equilibrium is 10 1/2, with 5 1/4 for each.
    assert ("21/4", "21/4") in payoffs(regions.region(EFCE))
    assert max(map(sum, regions.region(EFCE).points)) == Fraction(21, 2)
    assert regions.nash.complete
    assert [str(box) for box, _ in regions.nash.boxes] == ["(2, 7)", "(14/3, 14/3)", "(7, 2)"]


def test_the_signals_of_von_stengel_and_forges_reach_a_half_more_for_both() -> None:
    regions = sf.payoff_regions("job-signals")
    assert payoffs(regions.region(EFCE)) == [("0", "6"), ("4", "6"), ("7/2", "13/2")]
    assert [str(box) for box, _ in regions.nash.boxes] == ["(0, 6)"]
    assert [list(map(int, leader.payoffs)) for leader in regions.commitments] == [[4, 6], [0, 6]]
    assert all(leader.is_proven for leader in regions.commitments)
    student, professor = regions.correlated_commitments
    assert list(map(int, student.payoffs)) == [4, 6]
    assert professor.payoffs == (Fraction(7, 2), Fraction(13, 2))
    assert student.is_proven and professor.is_proven
    assert (student.leader, professor.leader) == (0, 1)
    assert regions.distinct_commitments == [*regions.commitments, professor]


def test_of_a_constant_sum_game_all_is_the_value() -> None:
    regions = sf.payoff_regions("kuhn")
    value = (Fraction(-1, 18), Fraction(1, 18))
    assert [region.points for region in regions.regions] == [(value,)] * 3
    assert [leader.payoffs for leader in regions.commitments] == [value, value]
    assert len(regions.feasible.points) == 2
    assert len(regions.same_regions) == 1


def test_a_game_without_choices_is_one_point() -> None:
    game = sf.tree("nothing", sf.move(0, "only", {"go": sf.leaf(2, 3)}))
    regions = sf.payoff_regions(game)
    for region in (regions.feasible, *regions.regions):
        assert region.points == ((Fraction(2), Fraction(3)),)


def test_a_component_of_nash_equilibria_is_a_line() -> None:
    chain = sf.move(0, "first", {"out": sf.leaf(2, 5), "in": sf.move(1, "second", {
        "share": sf.leaf(3, 1), "fight": sf.leaf(1, 1)})})  # fmt: skip
    regions = sf.payoff_regions(sf.tree("ties", chain))
    # The second player is indifferent after "in": player 0 enters, or stays out if a fight is likely enough, or mixes
    # if both are as good.
    assert {str(box) for box, _ in regions.nash.boxes} == {"2 × [1, 5]", "[2, 3] × 1"}


# ---- games that are not triangle-free ----


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_of_games_with_triangles_the_vertices_are_those_of_mixtures(seed: int) -> None:
    game = two_sided_game(Random(seed))
    region = sf.payoff_regions(game).region(NFCCE)
    assert region.is_exact
    brute = brute_force(game, NFCCE)
    assert brute is not None
    for direction in directions_of(region):
        expected = brute.best(direction)
        assert float(support(region, direction)) == pytest.approx(expected, abs=1e-7)


@pytest.fixture
def unpriced(monkeypatch: pytest.MonkeyPatch) -> PayoffRegions:
    """The regions of a game with triangles, as where its pure strategies are too many for the exact optimum."""
    for where in (route, module):
        monkeypatch.setattr(where, "may_be_priced", lambda pairs: False)
    return sf.payoff_regions(xor_game())


def test_an_optimum_without_a_mixture_is_an_outer_bound_and_no_vertex(
    unpriced: PayoffRegions,
) -> None:
    # Both win with probability 3/4 at most; the equations of correlation plans allow 1.
    for region in (unpriced.feasible, unpriced.region(EFCE)):
        assert not region.is_exact
        assert max(region.bound) == (Fraction(1), Fraction(1))
        assert all(max(point) <= Fraction(3, 4) for point in region.points)
    rows = unpriced.report(everything=True).named().rows
    bounds = [row for row in rows if row[0] == f"{EFCE}, outer bound"]
    assert [list(row[1:3]) for row in bounds][-1] == [1, 1]
    assert all(row[3] == "not proved to be reached" for row in bounds)
    assert "nothing is proved" in str(unpriced.report().parts)


def test_mixtures_of_the_game_with_triangles_reach_three_quarters() -> None:
    regions = sf.payoff_regions(xor_game())
    assert regions.feasible.is_exact
    assert max(regions.feasible.points) == (Fraction(3, 4), Fraction(3, 4))
    assert max(regions.region(EFCE).points) == (Fraction(3, 4), Fraction(3, 4))


# ---- arguments ----


def test_known_nash_equilibria_are_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_SEQUENCES", 1)
    regions = sf.payoff_regions("chicken")
    assert not regions.nash.complete
    assert len(regions.nash.boxes) >= 1
    check_nested(regions)
    assert any("there may be others" in str(part) for part in regions.report().parts)


def test_commitments_of_large_games_are_left_out_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_PAIRS_OF_LEADERS", 3)
    regions = sf.payoff_regions("chicken")
    assert regions.commitments == ()
    assert "commitments are left out" in regions.remarks[0]
    assert len(regions.distinct_commitments) == 2  # to devices, by linear programs


def three_players() -> str:
    """Return a game of three players as a file."""
    return 'EFG 2 R "three" { "a" "b" "c" }\np "" 1 1 "" { "x" "y" } 0\nt "" 1 "" { 1, 2, 3 }\nt "" 2 "" { 0, 0, 0 }\n'


def forgetful() -> ExtensiveGame:
    """Return a game in which player 0 forgets her first choice."""
    again = sf.move(0, "again", {"l": sf.leaf(1, 0), "r": sf.leaf(0, 1)})
    return sf.tree("forgetful", sf.move(0, "first", {"l": again, "r": again}))


def test_games_that_do_not_fit_are_one_error(tmp_path: Any) -> None:
    path = tmp_path / "three.efg"
    path.write_text(three_players())
    with pytest.raises((GameError, ModelError), match="players"):
        sf.payoff_regions(path)
    with pytest.raises(GameError, match="perfect recall"):
        sf.payoff_regions(forgetful())


def test_options_without_an_effect_are_refused() -> None:
    with pytest.raises(OptionError, match="threads"):
        sf.payoff_regions("chicken", threads=2)


def test_after_the_time_limit_there_is_no_answer() -> None:
    with pytest.raises(SolveError):
        sf.payoff_regions("inspection", time_limit=1e-6)


def test_progress_names_the_region() -> None:
    said: list[str] = []
    sf.payoff_regions("battle-of-the-sexes", progress=said.append)
    assert any(text.startswith(EFCE) for text in said)
    assert any("commitment" in text for text in said)


def test_regions_are_written_as_json_with_their_devices() -> None:
    regions = sf.payoff_regions("job-signals")
    data = regions_data(regions)
    text = to_json(data)
    assert '"13/2"' in text
    region = data["regions"][EFCE]
    assert len(region["devices"]) == len(region["vertices"]) == 3
    assert data["nash"]["boxes"] == [{"low": ["0", "6"], "high": ["0", "6"], "component": 0}]
    assert [entry["proven"] for entry in data["commitments"]] == [True, True]
    professor = data["correlated_commitments"][1]
    assert professor["payoffs"] == ["7/2", "13/2"] and professor["proven"]
    assert professor["answer"]["concept"] == "stackelberg-correlated"
    assert regions.region(FEASIBLE) is regions.feasible
    with pytest.raises(KeyError, match="one of feasible"):
        regions.region("nash")
