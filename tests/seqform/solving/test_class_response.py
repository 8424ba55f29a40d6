"""Restricted Nash responses on classes of signals, against those of the trees."""

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from class_profiles import random_plans, raw_profile, saved_profile
from command_line import Run
from random_ordered_games import random_filter, random_ordered_game
from slowness import first_quick

import seqform as sf
from seqform.builders.abstraction.class_lp import class_lp
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.preprocess.restricted_response import restricted_classes
from seqform.errors import ModelError, SeqformError, SolveError
from seqform.io.saved_solution import SavedSolution
from seqform.models.games.abstraction import Filters, identity_filters
from seqform.models.games.ordered import OrderedGame


def some_opponent(game: OrderedGame, filters: Filters, seed: int) -> SavedSolution:
    """Return exact strategies for classes, drawn at random."""
    return SavedSolution.of_plans(game, filters, random_plans(class_game(*filters), seed))


@pytest.mark.parametrize("seed", first_quick(range(12), 4))
def test_responses_on_classes_are_those_of_the_tree(seed: int) -> None:
    game = random_ordered_game(seed, constant_sum=True, signals=4, weighted=seed % 3 == 0, even=seed % 4 != 1)
    player, weight, backend = seed % 2, Fraction(1 + seed % 7, 8), ("highs", "barrier", "scipy")[seed % 3]
    known = some_opponent(game, identity_filters(game), seed)
    tree = to_extensive(game)
    opponent = saved_profile(tree, known)[1 - player]
    exactly: Any = sf.solve(tree, "safe-response", player=player, opponent=opponent, weight=weight, exact=True)
    gap = {"target_gap": 1e-9} if backend == "barrier" else {}
    found: Any = sf.solve(
        game,
        "safe-response",
        player=player,
        opponent=known,
        weight=weight,
        preprocess=identity_filters(game),
        backend=backend,
        **gap,
    )
    total = weight * exactly.values[player] + (1 - weight) * exactly.guarantee
    assert float(weight) * found.values[player] + float(1 - weight) * found.guarantee == pytest.approx(total, abs=1e-7)
    assert found.certificate.claims == {"best response with this guarantee": "within tolerance"}
    on_tree = raw_profile(tree, known.filters, found.profile)
    assert found.guarantee == pytest.approx(sf.check_strategy(tree, on_tree[player], player).guarantee)
    certificate = sf.check(tree, on_tree)
    assert found.values == pytest.approx(certificate.values)


@pytest.mark.parametrize("seed", range(5))
def test_of_a_lossy_abstraction_the_bound_holds_in_the_game_itself(seed: int) -> None:
    game, player, weight = random_ordered_game(seed, constant_sum=True, signals=4), seed % 2, Fraction(1, 2)
    filters = random_filter(game, seed), random_filter(game, seed + 1)
    known = some_opponent(game, filters, seed)
    options: dict[str, Any] = {"player": player, "weight": weight, "backend": "highs"}
    found = sf.solve(game, "safe-response", opponent=known, preprocess=list(filters), **options)
    tree = to_extensive(game)
    opponent = saved_profile(tree, known)[1 - player]
    value = sf.solve(tree, exact=True).values[player]
    assert found.guarantee is not None and found.guarantee <= float(value) + 1e-9
    loss = max(Fraction(0), value - Fraction(found.guarantee))
    best = sf.solve(tree, "safe-response", player=player, opponent=opponent, max_loss=loss, exact=True)
    attained, bound = (found.certificate.figure(name)[player] for name in found.certificate.claim.decided_by)
    assert attained <= float(best.values[player]) + 1e-9 and float(best.values[player]) <= float(bound) + 1e-9


@cache
def response(player: int, **how: Any) -> Any:
    options = {"player": player, "opponent": "random", "weight": "1/3", "preprocess": "lossless"}
    return sf.solve("leduc(ranks=2)", "safe-response", **options, **how)


@pytest.mark.parametrize("backend", first_quick(["highs", "barrier", "scipy", "cfr", "pdhg"], 2))
@pytest.mark.parametrize("player", [0, 1])
def test_every_kind_of_backend_finds_responses_on_classes(backend: str, player: int) -> None:
    gap = {} if backend in ("highs", "scipy") else {"target_gap": 1e-3}
    exactly, found = response(player, exact=True), response(player, backend=backend, **gap)
    totals = [float(one.values[player]) + 2 * float(one.guarantee) for one in (exactly, found)]
    assert exactly.certificate.proven and totals[1] == pytest.approx(totals[0], abs=3e-3)
    assert "is guaranteed" in str(found)


@pytest.mark.slow
def test_responses_are_saved_and_resumed_and_opponents_come_from_files(tmp_path: Path) -> None:
    file, state = tmp_path / "a.solution", tmp_path / "state.npz"
    found = sf.solve("leduc", "safe-response", weight="1/2", preprocess="lossless", target_gap=1e-2)
    found.save(file)
    for opponent in (found, str(file), f"solution:{file}", sf.read_solution(file)):
        reply = sf.solve("leduc", "safe-response", player=1, opponent=opponent, weight="1/2", preprocess="lossless")
        assert reply.values[1] > reply.guarantee > -0.5
    many = {"preprocess": "lossless", "checkpoint": state, "options": {"raw": {"iterations": 40}}}
    for _ in range(2):
        with pytest.raises(SolveError, match="total shortfall"):
            sf.solve("leduc", "safe-response", weight="1/2", target_gap=1e-9, **many)
    with pytest.raises(SeqformError, match="made for another game"):
        sf.solve("leduc", "safe-response", weight="1/3", target_gap=1e-9, **many)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponent": "mcts:100"}, "opponent: mcts:100: its moves come from random simulations"),
        ({"opponent": "equilibrium"}, "opponent: equilibrium: of a tree, not of classes"),
        ({"opponent": "profile:a.json"}, "of a tree, not of classes"),
        ({"opponent": 3}, "its file or an answer for classes of signals expected"),
        ({"opponent": "none.solution"}, "none.solution"),
        ({"opponent": "solution:rhode-island"}, "the file solves rhode-island, not leduc"),
        ({"preprocess": ["lossless", "eliminate-dominated"]}, "eliminate-dominated"),
        ({"preprocess": ["lossless", "supported"]}, "supported"),
        ({"preprocess": "published", "weight": None, "max_loss": 0}, "published: exact responses"),
        ({"preprocess": "published", "opponent": "fine"}, "distinguishes hands that the abstraction merges"),
        ({"preprocess": None, "opponent": "fine"}, "classes of signals has no probabilities on the tree"),
    ],
)
def test_bad_input_is_one_clear_error(options: dict[str, Any], message: str) -> None:
    if options.get("opponent") == "fine":
        game = sf.load("leduc", kind="ordered")
        options = {**options, "opponent": some_opponent(game, identity_filters(game), 1)}
    with pytest.raises(SeqformError, match=message):
        sf.solve("leduc", "safe-response", **{"weight": "1/2", "preprocess": "lossless", **options})


def test_a_program_with_payoffs_of_one_plan_alone_is_of_that_player() -> None:
    game = sf.load("kuhn", kind="ordered")
    classes = class_game(*identity_filters(game))
    plan = random_plans(classes, 1)[1].strategy()
    with pytest.raises(ModelError, match="a program of player 1, who has payoffs of her own plan"):
        class_lp(restricted_classes(classes, plan, Fraction(1, 2)), 1)


def test_payoffs_of_any_size_leave_the_response_as_it_is() -> None:
    """The normalized game has the payoffs against the known opponent in the same unit."""
    found = []
    for unit in (Fraction(1, 2**40), Fraction(1), Fraction(2**30)):
        game = random_ordered_game(5, constant_sum=True, signals=4, unit=unit)
        known = some_opponent(game, identity_filters(game), 5)
        for backend in ("highs", "barrier"):
            options = {} if backend == "highs" else {"target_gap": 1e-8 * float(unit)}
            one = sf.solve(
                game, "safe-response", opponent=known, weight="1/2", backend=backend, preprocess="identity", **options
            )
            found.append((one.values[0] + one.guarantee) / float(unit))
    assert np.ptp(found) < 1e-6


def test_the_command_line_responds_on_classes(seqform: Run) -> None:
    arguments = ("solve", "leduc", "--concept", "safe-response", "--weight", "1/2", "--preprocess", "lossless")
    status, shown, _ = seqform(*arguments, "--opponent", "random", "--target-gap", "0.01")
    assert status == 0 and "Player 1 is guaranteed" in shown
    status, _, errors = seqform(*arguments, "--opponent", "human")
    assert status == 2 and "a person decides" in errors
