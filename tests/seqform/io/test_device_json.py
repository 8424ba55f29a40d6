"""Devices of correlated equilibria as JSON files, and their certificates computed again."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from correlated_games import drawn_game

import seqform as sf
from seqform.errors import InputError, ModelError
from seqform.io.devices import is_device_file, read_device
from seqform.models.answers.device import Device
from seqform.solving.certifiers.checks import check_device

EFCE = "extensive-form-correlated"


def device_of(game: Any, concept: str = EFCE, **settings: Any) -> Device:
    answer: Any = sf.solve(game, concept, **settings)
    assert isinstance(answer, Device)
    return answer


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_a_device_that_is_read_has_the_same_certificate(
    seed: int, exact: bool, tmp_path: Path
) -> None:
    game = drawn_game(seed)
    device = device_of(game, exact=exact, backend="highs")
    path = tmp_path / "device.json"
    device.save(path)
    assert is_device_file(path)
    stored = read_device(path, game)
    assert stored.concept == EFCE
    assert stored.mixture.exact == device.exact
    certificate, gains = check_device(game, stored)
    assert certificate.values == device.values
    assert gains == device.gains
    assert sf.check(game, path).proven == exact
    assert sf.check(game, device).proven == exact


def test_check_recomputes_a_device_and_states_who_gains(tmp_path: Path, seqform: Run) -> None:
    seqform("solve", "prisoners-dilemma", "--concept", EFCE, "--exact", "-o", "device.json")
    status, shown, _ = seqform("check", "prisoners-dilemma", "device.json")
    assert status == 0
    assert "proven: an extensive-form correlated equilibrium" in shown

    path = Path("device.json")
    data = json.loads(path.read_text(encoding="utf-8"))
    names = [own.index.names[1] for own in sf.load("prisoners-dilemma").sequences]
    data["mixture"] = [{"probability": "1", "strategies": [[name] for name in names]}]
    path.write_text(json.dumps(data), encoding="utf-8")
    status, shown, error = seqform("check", "prisoners-dilemma", "device.json")
    assert status == 4
    assert "by not obeying" in shown
    assert "not proven to be an extensive-form correlated equilibrium" in error


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"concept": "nash"}, "no concept of mixtures of pure strategies: 'nash'"),
        ({"concept": 1}, '"concept", the name of one, expected'),
        ({"mixture": []}, '"mixture", a list of objects'),
        ({"mixture": [{"probability": "1"}]}, '"strategies", a list for each player'),
        (
            {"mixture": [{"probability": "1", "strategies": [["row nothing"], []]}]},
            "the game has no sequence 'row nothing'",
        ),
        ({"mixture": [{"probability": "1", "strategies": [[], []]}]}, "choose one action"),
        (
            {
                "mixture": [
                    {"probability": "1/2", "strategies": [["row swerve"], ["column swerve"]]}
                ]
            },
            "sum to 1",
        ),
        (
            {"mixture": [{"probability": "x", "strategies": [["row swerve"], ["column swerve"]]}]},
            "'x' is not a probability",
        ),
    ],
)
def test_files_that_are_no_device_are_refused_in_one_line(
    change: dict[str, Any], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "device.json"
    device_of("chicken").save(path)
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(data | change), encoding="utf-8")
    with pytest.raises((InputError, ModelError), match=message) as raised:
        sf.check("chicken", path)
    assert "\n" not in str(raised.value)


def test_claims_about_profiles_are_refused_of_a_device() -> None:
    device = device_of("chicken")
    with pytest.raises(InputError, match="proper: a claim about profiles"):
        sf.check("chicken", device, proper=True)


def test_a_changed_mixture_is_not_certified_as_the_old_one() -> None:
    device = device_of("chicken", objective="best-for-1")
    other = device_of("chicken", objective="best-for-2")
    with pytest.raises(ModelError, match="this certificate is of other strategies"):
        replace(device, mixture=other.mixture)
    again = device_of("chicken", objective="best-for-1")
    with pytest.raises(ModelError, match="mixture of Device: computed together"):
        replace(device, mixture=again.mixture)


def test_recommendations_one_after_the_other_are_distributed_as_the_mixture() -> None:
    game = sf.bimatrix_game("chicken", [[6, 2], [7, 0]], [[6, 7], [2, 0]], ["C", "D"], ["C", "D"])
    device = device_of(game, exact=True)
    counts: dict[tuple[str, str], int] = {}
    for seed in range(400):
        first = device.recommend(0, "row", seed=seed)
        second = device.recommend(1, "column", [(0, "row", first)], seed=10_000 + seed)
        counts[first, second] = counts.get((first, second), 0) + 1
    assert ("D", "D") not in counts
    assert 150 < counts["C", "C"] < 250
    with pytest.raises(InputError, match="no recommendation there"):
        device.recommendations(1, "column", [(0, "row", "D"), (1, "column", "D")])


@pytest.mark.parametrize("past", ["row", [("row", "D")], [0], [None]])
def test_a_past_that_has_no_recommendations_is_refused(past: Any) -> None:
    with pytest.raises(InputError, match=r"past: recommendations expected, \(player, infor"):
        device_of("chicken").recommendations(1, "column", past)


def test_a_device_is_no_profile(tmp_path: Path, seqform: Run) -> None:
    path = tmp_path / "device.json"
    device = device_of("chicken")
    device.save(path)
    for source in (device, path):
        with pytest.raises((InputError, ModelError), match=r"device .* no profile"):
            sf.profile("chicken", source)
    status, _, error = seqform("check", "chicken", "device.json", "--player", "1")
    assert status == 2
    assert "--player: of no meaning for the device of a correlated equilibrium" in error
    status, _, error = seqform("check", "chicken", str(path), "--leader", "1")
    assert status == 2 and "whose leader is in the file" in error and "leave out --leader" in error
