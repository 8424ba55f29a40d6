"""Stackelberg extensive-form correlated equilibria: against brute force, against commitment, certified and refuted."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from command_line import Run
from correlated_games import as_table, drawn_game, drawn_mixture, xor_game
from correlation_oracle import EFCE, BruteForce, brute_force
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.backends import SolveOptions, get
from seqform.errors import CertificationError, InputError, ModelError
from seqform.experiments.run_case import run_case
from seqform.experiments.values import Case
from seqform.models.answers.certificate import STACKELBERG_CORRELATED
from seqform.models.answers.device import Device
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution
from seqform.models.strategies.correlation import RECOMMENDATION
from seqform.verify.commitment import bound_on_mixtures
from seqform.verify.correlated import certify_device

CONCEPT = "stackelberg-correlated"
PROVEN = {STACKELBERG_CORRELATED.name: "proven"}
OPEN = {STACKELBERG_CORRELATED.name: "not proven"}


def device_of(game: Any, leader: int | str, **settings: Any) -> Device:
    """Return the best correlated commitment of a player."""
    answer: Any = sf.solve(game, CONCEPT, leader=leader, **settings)
    assert isinstance(answer, Device)
    return answer


def drawn_with_follower(seed: int, leader: int) -> tuple[ExtensiveGame, BruteForce]:
    """Return a small game with the program over all pairs of pure strategies that the follower obeys."""
    while True:
        game = drawn_game(seed)
        brute = brute_force(game, EFCE, (1 - leader,))
        if brute is not None:
            return game, brute
        seed += 10_000


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize("seed", range(16))
def test_it_is_worth_what_brute_force_over_all_mixtures_finds(seed: int, leader: int) -> None:
    game, brute = drawn_with_follower(seed, leader)
    device = device_of(game, leader, exact=True)
    weights = (1, 0) if leader == 0 else (0, 1)
    assert float(device.values[leader]) == pytest.approx(brute.best(weights), abs=1e-7)
    assert brute.largest_gain(as_table(brute, device.mixture, game)) <= 1e-9
    assert device.certificate.claims == PROVEN
    assert device.optimal
    assert {gain.player for gain in device.gains} <= {1 - leader}


@pytest.mark.parametrize("seed", range(12))
def test_it_is_worth_at_least_the_best_commitment_and_the_best_correlated_equilibrium(
    seed: int,
) -> None:
    game = drawn_game(seed + 500)
    for leader in (0, 1):
        best = device_of(game, leader, exact=True).values[leader]
        assert best >= sf.solve(game, "stackelberg", leader=leader).values[leader]
        objective = f"best-for-{leader + 1}"
        assert best >= sf.solve(game, EFCE, objective=objective, exact=True).values[leader]


@st.composite
def bimatrix_games(draw: st.DrawFn) -> ExtensiveGame:
    """Return a bimatrix game with few different payoffs, so that ties are frequent."""
    width = draw(st.integers(1, 4))
    row = st.lists(st.integers(-2, 2), min_size=width, max_size=width)
    height = draw(st.integers(1, 4))
    table = st.lists(row, min_size=height, max_size=height)
    return sf.bimatrix_game(draw(table), draw(table))


@given(bimatrix_games(), st.integers(0, 1))
def test_in_bimatrix_games_it_is_worth_the_best_commitment(
    game: ExtensiveGame, leader: int
) -> None:
    """Conitzer & Korzhyk (2011), Commitment to correlated strategies: correlation adds nothing there."""
    device = device_of(game, leader, exact=True)
    commitment = sf.solve(game, "stackelberg", leader=leader)
    assert device.values[leader] == commitment.values[leader]
    assert device.certificate.claims == PROVEN


@pytest.mark.parametrize("leader", [0, 1])
def test_of_a_constant_sum_game_it_is_worth_the_value(leader: int) -> None:
    value = sf.solve("kuhn", exact=True).values[leader]
    assert device_of("kuhn", leader, exact=True).values[leader] == value


def test_where_the_equations_are_a_relaxation_the_best_mixture_is_found_and_proved() -> None:
    """Both players win with probability 3/4; the linear program allows 1, so that a check alone leaves it open."""
    game = xor_game()
    device = device_of(game, 0, exact=True)
    assert (device.values[0], device.bound) == (Fraction(3, 4), 1)
    assert device.optimal and device.certificate.claims == PROVEN
    certificate = sf.check(game, device)
    assert certificate.claims == OPEN
    assert certificate.figure("bound")[0] == 1


@pytest.mark.parametrize("seed", range(20))
def test_a_mixture_is_judged_by_what_the_follower_gains_and_the_leader_misses(seed: int) -> None:
    leader = seed % 2
    game, brute = drawn_with_follower(seed + 900, leader)
    mixture = drawn_mixture(game, Random(seed))
    bound = bound_on_mixtures(game, leader)
    certificate, gains = certify_device(
        game,
        mixture,
        STACKELBERG_CORRELATED,
        RECOMMENDATION,
        deviators=(1 - leader,),
        bound=bound,
    )
    largest = max(brute.largest_gain(as_table(brute, mixture, game)), 0)
    assert float(certificate.differences[1 - leader]) == pytest.approx(largest, abs=1e-9)
    assert all(gain.player == 1 - leader for gain in gains)
    missed = max(bound - certificate.values[leader], 0)
    assert certificate.differences[leader] == missed
    is_best = missed == 0 and certificate.differences[1 - leader] == 0
    assert certificate.claims == (PROVEN if is_best else OPEN)


def test_answers_in_doubles_are_within_the_tolerance() -> None:
    device = device_of("beer-quiche", 1, exact=False)
    assert device.certificate.claims == {STACKELBERG_CORRELATED.name: "within tolerance"}
    assert device.values[1] == pytest.approx(0.975)
    assert not device.optimal


class WithoutDuals:
    """A backend whose optimum is confirmed by nothing."""

    name = "without-duals"
    supports = frozenset({LinearProgram})
    exact = False

    def solve(self, model: LinearProgram, options: SolveOptions | None = None) -> RawSolution:
        """Return the answer of HiGHS with other duals."""
        raw = get("highs").solve(model, options)
        assert raw.dual is not None
        return replace(raw, dual=np.zeros(len(raw.dual)), basis=None)


def test_an_optimum_in_doubles_that_no_duals_confirm_is_refused() -> None:
    with pytest.raises(CertificationError, match="total shortfall"):
        device_of("beer-quiche", 1, exact=False, backend=WithoutDuals())


def test_a_file_has_the_leader_and_is_certified_again(tmp_path: Path) -> None:
    game = sf.load("beer-quiche")
    device = device_of(game, 1, exact=True)
    path = tmp_path / "device.json"
    device.save(path)
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["leader"] == game.players[1]
    certificate = sf.check(game, path)
    assert certificate.claims == PROVEN
    assert certificate.figure("bound") == device.certificate.figure("bound")

    # Of the other leader it is no commitment: the follower gains, or the leader has a better one.
    data["leader"] = game.players[0]
    path.write_text(json.dumps(data), encoding="utf-8")
    assert sf.check(game, path).claims == OPEN
    data["leader"] = "nobody"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ModelError, match="nobody"):
        sf.check(game, path)


def test_the_command_line_solves_and_checks_it(seqform: Run) -> None:
    answer = "device.json"
    arguments = ("beer-quiche", "--concept", CONCEPT, "--leader", "2", "--exact", "-o", answer)
    status, shown, _ = seqform("solve", *arguments)
    assert status == 0
    assert "proven: a Stackelberg extensive-form correlated equilibrium" in shown
    status, shown, _ = seqform("check", "beer-quiche", answer)
    assert status == 0
    assert "proven: a Stackelberg extensive-form correlated equilibrium" in shown


def test_a_sweep_has_the_claim_and_the_gap() -> None:
    row = run_case(Case("beer-quiche", concept=CONCEPT, settings={"leader": "2", "exact": True}))
    assert row.exact_value is not None
    assert row.exact_value[1] == "39/40"
    assert (row.claim, row.gap, row.nash_conv) == (STACKELBERG_CORRELATED.name, 0, None)


def test_a_mixture_without_its_leader_is_refused(tmp_path: Path) -> None:
    game = sf.load("chicken")
    path = tmp_path / "device.json"
    device_of(game, 0, exact=True).save(path)
    data = json.loads(path.read_text(encoding="utf-8"))
    del data["leader"]
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(InputError, match="leader"):
        sf.check(game, path)
