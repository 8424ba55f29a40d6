"""Correlated equilibria of trees, against one linear program over all pairs of pure strategies, and by hand."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from bimatrix import Matrix, maximum
from correlated_games import (
    as_table,
    drawn_game,
    drawn_mixture,
    drawn_with_brute_force,
    two_sided_game,
    xor_game,
)
from correlation_oracle import CONCEPTS, EFCCE, EFCE, NFCCE, brute_force

import seqform as sf
from seqform.backends import describe
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.programs import correlated
from seqform.errors import BoundOnlyError, InputError, UnsupportedModelError
from seqform.models.answers.device import Device
from seqform.models.games.extensive import ExtensiveGame
from seqform.solving.concepts import CONCEPTS as REGISTRY
from seqform.solving.concepts import Correlated
from seqform.solving.execute import execute
from seqform.solving.routes import correlated as route
from seqform.verify.correlated import certify_device

ZERO = Fraction(0)


def device_of(game: Any, concept: str, **settings: Any) -> Device:
    """Return the device that solves a game."""
    answer: Any = sf.solve(game, concept, **settings)
    assert isinstance(answer, Device)
    return answer


def concept_class(name: str) -> type[Correlated]:
    """Return the class of a concept of correlated equilibria."""
    found = REGISTRY[name]
    assert issubclass(found, Correlated)
    return found


@pytest.mark.parametrize("concept", CONCEPTS)
@pytest.mark.parametrize("seed", range(16))
def test_the_best_correlated_equilibrium_is_that_of_all_mixtures_of_pure_strategies(
    concept: str, seed: int
) -> None:
    game, brute = drawn_with_brute_force(seed, concept)
    for objective, weights in (("social", (1, 1)), ("least-best-for-2", (0, -1))):
        device = device_of(game, concept, objective=objective, exact=True)
        assert device.certificate.proven
        assert device.optimal
        attained = weights[0] * device.values[0] + weights[1] * device.values[1]
        assert device.objective_value == attained
        assert float(attained) == pytest.approx(brute.best(weights), abs=1e-7)
        largest = max((gain.gain for gain in device.gains), default=ZERO)
        assert largest <= 0
        assert brute.largest_gain(as_table(brute, device.mixture, game)) <= 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("concept", CONCEPTS)
@pytest.mark.parametrize("seed", range(100, 400))
def test_more_games_have_the_optimum_of_all_mixtures(concept: str, seed: int) -> None:
    game, brute = drawn_with_brute_force(seed, concept, (5, 7, 9, 11))
    device = device_of(game, concept, exact=True)
    assert device.certificate.proven
    assert device.optimal
    assert float(device.objective_value) == pytest.approx(brute.best((1, 1)), abs=1e-7)


@pytest.mark.parametrize("concept", CONCEPTS)
@pytest.mark.parametrize("seed", range(12))
def test_a_certificate_has_the_largest_gain_of_brute_force(concept: str, seed: int) -> None:
    game, brute = drawn_with_brute_force(seed, concept)
    mixture = drawn_mixture(game, Random(seed))
    asked = concept_class(concept)
    certificate, gains = certify_device(game, mixture, asked.claim, asked.moment)
    table = as_table(brute, mixture, game)
    largest = max((gain.gain for gain in gains), default=ZERO)
    assert float(max(largest, 0)) == pytest.approx(max(brute.largest_gain(table), 0), abs=1e-9)
    for player in (0, 1):
        expected = float((table * brute.payoffs[player]).sum())
        assert float(certificate.values[player]) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_large_programs_are_solved_by_interior_point_to_the_same_optimum(
    seed: int, exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = drawn_game(seed + 60)
    expected = device_of(game, EFCE, exact=True)
    monkeypatch.setattr(correlated, "MANY_COLUMNS", 1)
    device = device_of(game, EFCE, exact=exact, backend="highs")
    assert float(device.objective_value) == pytest.approx(float(expected.objective_value), abs=1e-6)
    assert device.optimal == exact
    assert device.raw.options.get("solver") in ("ipx", "ipm", "simplex")


# ---- matrices ----


def best_correlated(first: Matrix, second: Matrix) -> Fraction:
    """Return the largest sum of payoffs of a correlated equilibrium of a bimatrix game, by Aumann's inequalities."""
    m, n = len(first), len(first[0])
    cells = [(i, j) for i in range(m) for j in range(n)]
    gains = []
    for own in range(m):
        for k in range(m):
            gains.append([first[k][j] - first[i][j] if i == own else ZERO for i, j in cells])  # noqa: PERF401
    for own in range(n):
        for k in range(n):
            gains.append([second[i][k] - second[i][j] if j == own else ZERO for i, j in cells])  # noqa: PERF401
    total = [[Fraction(1)] * len(cells), [Fraction(-1)] * len(cells)]
    sums = [first[i][j] + second[i][j] for i, j in cells]
    best = maximum(sums, gains + total, [*[ZERO] * len(gains), Fraction(1), Fraction(-1)])
    assert best is not None
    return best


@pytest.mark.parametrize("seed", range(8))
def test_of_a_bimatrix_game_it_is_aumanns_correlated_equilibrium(seed: int) -> None:
    rng = Random(seed)
    m, n = rng.randint(2, 4), rng.randint(2, 4)
    first = [[Fraction(rng.randint(0, 9)) for _ in range(n)] for _ in range(m)]
    second = [[Fraction(rng.randint(0, 9)) for _ in range(n)] for _ in range(m)]
    device = device_of(sf.bimatrix_game(first, second), EFCE, exact=True)
    assert device.objective_value == best_correlated(first, second)
    coarse = device_of(sf.bimatrix_game(first, second), EFCCE, exact=True)
    # With one set each, the coarse concepts are one.
    assert (
        coarse.objective_value
        == device_of(sf.bimatrix_game(first, second), NFCCE, exact=True).objective_value
    )


def chicken() -> ExtensiveGame:
    return sf.bimatrix_game("chicken", [[6, 2], [7, 0]], [[6, 7], [2, 0]], ["C", "D"], ["C", "D"])


def test_in_chicken_the_best_correlated_sum_is_that_of_aumann() -> None:
    device = device_of(chicken(), EFCE, exact=True)
    assert device.values == (Fraction(21, 4), Fraction(21, 4))
    assert device.recommendations(0, "row") == {"C": Fraction(3, 4), "D": Fraction(1, 4)}
    assert device.recommendations(1, "column", [(0, "row", "C")]) == {
        "C": Fraction(2, 3),
        "D": Fraction(1, 3),
    }
    assert device.recommendations(1, "column", [(0, "row", "D")]) == {"C": 1, "D": 0}


def test_payoffs_that_are_no_doubles_are_certified() -> None:
    large = Fraction(10**415)
    unit = Fraction(10**400)
    first, second = (
        [[large + entry * unit for entry in row] for row in own]
        for own in ([[6, 2], [7, 0]], [[6, 7], [2, 0]])
    )
    device = device_of(sf.bimatrix_game("chicken", first, second), EFCE, exact=True)
    assert device.values == (large + Fraction(21, 4) * unit, large + Fraction(21, 4) * unit)
    assert device.certificate.proven


# ---- concepts among each other ----


@pytest.mark.parametrize("seed", range(8))
def test_coarser_concepts_allow_more_and_all_have_the_nash_equilibria(seed: int) -> None:
    game = drawn_game(seed + 1000)
    largest = [device_of(game, concept, exact=True).objective_value for concept in CONCEPTS]
    assert largest == sorted(largest)
    least = [
        -device_of(game, concept, objective="least-social", exact=True).objective_value
        for concept in CONCEPTS
    ]
    assert least == sorted(least, reverse=True)
    nash = sf.solve(game, exact=True)
    assert least[0] <= sum(nash.values) <= largest[0]


@pytest.mark.parametrize("concept", CONCEPTS)
@pytest.mark.parametrize("seed", range(6))
def test_constant_sum_games_have_their_value(concept: str, seed: int) -> None:
    game = drawn_game(seed, constant_sum=True)
    value = sf.solve(game, exact=True).values
    assert device_of(game, concept, objective="best-for-1", exact=True).values == value
    assert device_of(game, concept, objective="least-best-for-1", exact=True).values == value


# ---- games with triangles ----


@pytest.mark.parametrize("concept", CONCEPTS)
def test_the_best_mixture_of_a_game_with_triangles_is_below_the_best_plan(concept: str) -> None:
    device = device_of(xor_game(), concept, exact=True)
    assert not device.triangle_free
    assert device.values == (Fraction(3, 4), Fraction(3, 4))
    assert device.bound == 2
    assert device.objective_value == Fraction(3, 2)
    assert device.optimal
    assert device.certificate.proven


@pytest.mark.parametrize("concept", CONCEPTS)
@pytest.mark.parametrize("seed", range(8))
def test_of_games_with_triangles_the_optimum_is_that_of_all_mixtures(
    concept: str, seed: int
) -> None:
    game = two_sided_game(Random(seed))
    brute = brute_force(game, concept)
    assert brute is not None
    for objective, weights in (("social", (1, 1)), ("weights(1,-2)", (1, -2))):
        device = device_of(game, concept, objective=objective, exact=True)
        assert not device.triangle_free
        assert device.certificate.proven
        assert device.optimal
        assert device.bound >= device.objective_value
        assert float(device.objective_value) == pytest.approx(brute.best(weights), abs=1e-7)
        assert brute.largest_gain(as_table(brute, device.mixture, game)) <= 1e-9


def test_the_device_of_a_constant_sum_game_is_an_equilibrium_whose_strategies_are_drawn_apart() -> (
    None
):
    for name, settings in ((EFCE, {}), ("stackelberg-correlated", {"leader": 1})):
        device = device_of(sf.load("kuhn"), name, exact=True, **settings)
        assert device.values == (Fraction(-1, 18), Fraction(1, 18))
        assert device.certificate.proven
        assert device.optimal
        first, second = device.mixture.plays
        pairs = len(np.unique(first, axis=0)) * len(np.unique(second, axis=0))
        assert len(device.mixture) == pairs
    assert not device_of(sf.load("kuhn"), EFCE, backend="glop", exact=False).optimal


@pytest.mark.parametrize("concept", CONCEPTS)
@pytest.mark.parametrize("objective", ["weights(2,-3)", "least-weights(1,1/2)"])
def test_the_bound_in_a_constant_sum_game_is_the_optimum_of_the_program(
    concept: str, objective: str
) -> None:
    game = drawn_game(3, constant_sum=True)
    device = device_of(game, concept, objective=objective, exact=True)
    plan = sf.plan(game, concept, objective=objective, exact=True)
    by_program = execute(replace(plan, route=route.CORRELATED))
    assert device.objective_value == device.bound == by_program.bound


def test_a_bound_in_a_constant_sum_game_is_compared_with_its_value() -> None:
    value = Fraction(-1, 18)
    for bound in ("1=-1/18", "1>=-1/18", "1<=-1/18", "2=1/18"):
        device = device_of("kuhn", EFCE, objective=f"social where {bound}", exact=True)
        assert device.values == (value, -value)
    for bound in ("1>=-1/19", "1<=-1/17", "2=0"):
        with pytest.raises(InputError, match="no extensive-form correlated equilibrium pays that"):
            device_of("kuhn", EFCE, objective=f"social where {bound}")
    device = device_of("kuhn", EFCE, objective="social where 1=-1/18", backend="cfr")
    assert not device.exact


def test_of_strategies_with_too_many_pure_ones_the_bound_alone_is_stated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(route, "MOST_CELLS", 600)
    with pytest.raises(BoundOnlyError, match=r"1: -1/18 is a bound for every .*too many pure"):
        device_of("kuhn", EFCE, objective="best-for-1")


def test_of_games_with_triangles_and_many_pure_strategies_the_bound_alone_is_stated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(route, "may_be_priced", lambda pairs: False)
    with pytest.raises(BoundOnlyError, match="no mixture of pure strategies attains it"):
        device_of(xor_game(), EFCE)


def test_bounds_that_the_best_plan_alone_keeps_to_are_refused() -> None:
    with pytest.raises(InputError, match="no extensive-form correlated equilibrium pays that"):
        device_of(xor_game(), EFCE, objective="social where 1>=7/8")


# ---- objectives, backends, steps ----


LABELED = """EFG 2 R "two offers" { "One" "Two" }
p "" 1 1 "ask" { "high" "low" } 0
p "" 2 1 "reply to high" { "yes" "no" } 0
t "" 1 "deal" { 3, 1 }
t "" 2 "none" { 0, 0 }
p "" 2 2 "reply to low" { "yes" "no" } 0
t "" 3 "deal" { 1, 3 }
t "" 2 "none" { 0, 0 }
"""


def test_an_objective_may_be_the_probability_of_an_outcome() -> None:
    game = parse_efg(LABELED)
    chosen = device_of(game, EFCE, objective="probability(none)", exact=True)
    assert chosen.objective_value == 0
    assert (
        device_of(game, EFCE, objective="least-probability(deal)", exact=True).objective_value == -1
    )
    assert "probability(deal) = 1, proven to be the smallest" in str(
        device_of(game, EFCE, objective="least-probability(deal)", exact=True)
    )
    low = device_of(game, EFCE, objective="probability(low)", exact=True)
    assert low.objective_value == 1
    assert low.values == (1, 3)
    deal = device_of(game, EFCE, objective="probability(low > yes) where 1>=2", exact=True)
    assert deal.objective_value == Fraction(1, 2)
    assert deal.values == (2, 2)


@pytest.mark.parametrize("backend", ["highs", "exact", "scipy", "glop"])
def test_backends_in_doubles_and_exact_ones_agree(backend: str) -> None:
    if backend not in [info.name for info in describe() if info.installed]:
        pytest.skip(f"{backend}: its package, an extra, is not installed")
    for seed in range(5):
        game = drawn_game(seed)
        expected = device_of(game, EFCE, exact=True)
        device = device_of(game, EFCE, backend=backend, exact=False)
        assert float(device.objective_value) == pytest.approx(
            float(expected.objective_value), abs=1e-6
        )
        assert device.certificate.gap <= device.certificate.allowed


def test_steps_on_programs_and_on_games_lead_to_the_same_value() -> None:
    for seed in range(8):
        game = drawn_game(seed)
        expected = device_of(game, EFCE, exact=True).objective_value
        for step in ("merge-equivalent", "sparsify", "contract-forced"):
            device = device_of(game, EFCE, preprocess=step, exact=True)
            assert device.certificate.proven
            assert device.objective_value == expected


@pytest.mark.parametrize(
    ("settings", "error", "text"),
    [
        ({"objective": "fairest"}, InputError, "weights"),
        ({"objective": "social,best-for-1"}, InputError, "weights"),
        ({"objective": "probability(nowhere)"}, InputError, "no outcome 'nowhere'"),
        ({"objective": "social where 3>=1"}, InputError, "player 1 or 2"),
        ({"objective": "social where 1>=100"}, InputError, "relax a bound"),
        ({"backend": "lemke"}, UnsupportedModelError, "take highs"),
        ({"preprocess": "eliminate-dominated"}, InputError, "not proven to be"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    settings: dict[str, Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text) as raised:
        device_of("chicken", EFCE, **settings)
    assert "\n" not in str(raised.value)
