"""Games in which a mediator is worth something: their rules, against OpenSpiel's, and their correlated equilibria."""

from fractions import Fraction
from typing import Any

import pytest

import seqform as sf
from seqform.errors import GameError
from seqform.models.answers.device import Device
from seqform.models.games.extensive import ExtensiveGame

EFCE = "extensive-form-correlated"


def device_of(game: Any, objective: str = "social", concept: str = EFCE) -> Device:
    answer: Any = sf.solve(game, concept, objective=objective, exact=True)
    assert isinstance(answer, Device)
    assert answer.certificate.proven and answer.optimal
    return answer


def test_a_mediator_helps_the_student_and_the_professor() -> None:
    """Without one nobody is taken on, for 0 and 6; the device of von Stengel & Forges pays 7/2 and 13/2."""
    equilibria = sf.equilibria("job-signals", complete=True)
    assert {equilibrium.values for equilibrium in equilibria} == {(0, 6)}
    device = device_of("job-signals", "best-for-2")
    assert device.values == (Fraction(7, 2), Fraction(13, 2))
    assert device_of("job-signals").values == (4, 6)


def by_openspiel(name: str, **parameters: Any) -> ExtensiveGame:
    pyspiel = pytest.importorskip("pyspiel")
    return sf.load(pyspiel.load_game(name, parameters))


@pytest.mark.parametrize(("items", "bribe", "rounds"), [(3, 2, 1), (2, 1, 2), (10, 2, 2)])
def test_the_sheriff_plays_by_openspiels_rules(items: int, bribe: int, rounds: int) -> None:
    theirs = by_openspiel(
        "sheriff",
        max_items=items,
        max_bribe=bribe,
        num_rounds=rounds,
        item_value=5.0,
        item_penalty=1.0,
        sheriff_penalty=1.0,
    )
    ours = sf.load(f"sheriff(items={items},bribe={bribe},rounds={rounds})")
    assert ours.count() == theirs.count()
    for objective in ("social", "best-for-2"):
        assert (
            device_of(ours, objective).objective_value
            == device_of(theirs, objective).objective_value
        )


@pytest.mark.parametrize(
    ("width", "height", "length", "shots", "loss"),
    [(2, 1, 1, 1, 2), (3, 1, 1, 2, 2), (2, 2, 2, 1, 1)],
)
def test_battleship_is_played_by_openspiels_rules(
    width: int, height: int, length: int, shots: int, loss: int
) -> None:
    theirs = by_openspiel(
        "battleship",
        board_width=width,
        board_height=height,
        ship_sizes=f"[{length}]",
        ship_values="[1]",
        num_shots=shots,
        loss_multiplier=float(loss),
        allow_repeated_shots=False,
    )
    ours = sf.load(
        f"battleship(width={width},height={height},length={length},shots={shots},loss={loss})"
    )
    assert ours.count() == theirs.count()
    for objective in ("social", "best-for-1"):
        assert (
            device_of(ours, objective).objective_value
            == device_of(theirs, objective).objective_value
        )


def test_a_mediator_spares_ships_where_losses_count_double() -> None:
    device = device_of("battleship")
    # Without a mediator, each shot is worth a try: two shots at three cells.
    assert device.objective_value == Fraction(-13, 18)
    assert sum(sf.solve("battleship", exact=True).values) < device.objective_value


def test_ships_of_a_fleet_do_not_overlap_and_have_no_order() -> None:
    game = sf.load("battleship(width=2,height=2,ships=2,length=2,shots=1)")
    placed = {game.path(node)[0] for node in range(1, len(game))}
    assert placed == {"a1b1 a2b2", "a1a2 b1b2"}
    with pytest.raises(GameError, match="no room for the ships"):
        sf.load("battleship(width=1,ships=2)")


def test_the_last_day_without_inspections_is_violated() -> None:
    game = sf.load("inspection(days=1,inspections=0)")
    assert sf.solve(game, exact=True).values == (-1, 1)
    game = sf.load("inspection(days=1,inspections=1)")
    assert sf.solve(game, exact=True).values[1] == 0


@pytest.mark.parametrize("name", ["job-signals", "battleship", "inspection", "sheriff(items=3)"])
def test_coarser_concepts_are_worth_more(name: str) -> None:
    game = sf.load(name)
    concepts = (EFCE, "extensive-form-coarse", "normal-form-coarse")
    sums = [device_of(game, "social", concept).objective_value for concept in concepts]
    assert sums == sorted(sums)
    assert sums[0] >= sum(sf.solve(game, exact=True).values)
