"""Responses to a known opponent and their frontier, on trees against brute force and on classes against trees."""

import json
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from bimatrix import best_guaranteed, matrix_value
from class_profiles import random_plans, raw_profile, saved_profile
from command_line import Run
from drawn_games import small_constant_sum_game
from game_files import first_quick
from plays import normal_form, payoffs_against
from random_ordered_games import random_filter, random_ordered_game
from tree_walks import random_profile

import seqform as sf
from seqform.analysis.frontier import frontier
from seqform.builders.abstraction.class_lp import class_lp
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.preprocess.restricted_response import restricted_classes
from seqform.errors import InputError, ModelError, SeqformError, SolveError
from seqform.io.saved_solution import SavedSolution
from seqform.models.games.abstraction import Filters, identity_filters
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.options import EQUILIBRIUM
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.play.agents import KINDS
from seqform.solving.routes.opponents import WITHOUT_TABLE
from seqform.system.strategy_names import PROFILE, SOLUTION
from seqform.verify.guarantee import certify_response

KUHN = {"0": "1/6", "1/60": "7/30", "1/36": "5/18", "1/18": "7/18", "1/6": "4/9", "1": "1/2"}
"""Against uniform play, by the loss."""


def payoffs_of(
    game: ExtensiveGame, player: int, profile: BehaviorProfile
) -> tuple[list[list[Fraction]], list[Fraction]]:
    """Return the player's payoffs by pure strategies of hers and the opponent's, and of hers against a strategy."""
    matrix = normal_form(game, 0)
    if player == 1:
        assert game.constant_sum is not None
        matrix = [[game.constant_sum - row[k] for row in matrix] for k in range(len(matrix[0]))]
    assert game.constant_sum is not None
    against = [
        game.constant_sum - paid for paid in payoffs_against(game, 1 - player, profile[1 - player])
    ]
    return matrix, against


def drawn(seed: int) -> tuple[Random, ExtensiveGame, int, BehaviorProfile]:
    """Return a game, a player and an opponent, with the source of further random choices."""
    rng = Random(seed)
    game, player = small_constant_sum_game(rng), rng.randrange(2)
    return rng, game, player, random_profile(game, rng)


@pytest.mark.parametrize(("max_loss", "payoff"), KUHN.items())
def test_kuhn_against_uniform_play(max_loss: str, payoff: str) -> None:
    found = sf.solve(
        "kuhn", "safe-response", player=0, opponent="uniform", max_loss=max_loss, exact=True
    )
    assert found.values[0] == Fraction(payoff) and found.certificate.proven
    assert found.guarantee == sf.check_strategy("kuhn", found.profile[0], 0).guarantee
    assert found.guarantee >= Fraction(-1, 18) - Fraction(max_loss)
    assert frontier("kuhn")(max_loss) == Fraction(payoff)


@pytest.mark.parametrize("seed", range(25))
def test_exact_responses_are_the_best_of_all_mixtures(seed: int) -> None:
    rng, game, player, opponent = drawn(seed)
    matrix, against = payoffs_of(game, player, opponent)
    value = matrix_value(matrix)
    loss = rng.choice((Fraction(0), Fraction(rng.randint(0, 8), 8), None))
    found = sf.solve(
        game, "safe-response", player=player, opponent=opponent, max_loss=loss, exact=True
    )
    least = None if loss is None else value - loss
    assert found.certificate.proven and found.guarantee is not None
    assert found.values[player] == best_guaranteed(matrix, against, Fraction(1), least)
    assert least is None or found.guarantee >= least
    assert found.guarantee == sf.check_strategy(game, found.profile[player], player).guarantee
    assert sf.check(game, found.profile, responder=player).proven
    other = random_profile(game, rng)[player]
    pair = (other, opponent[1]) if player == 0 else (opponent[0], other)
    certificate = sf.check(game, BehaviorProfile(pair, game), responder=player)
    kept = Fraction(certificate.figure("guarantee")[player])
    assert certificate.figure("bound on it")[player] == best_guaranteed(
        matrix, against, Fraction(1), kept
    )
    weight = Fraction(rng.randint(1, 7), 8)
    backend = rng.choice(("highs", "lemke", "exact"))
    weighed = sf.solve(
        game,
        "safe-response",
        player=player,
        opponent=opponent,
        weight=weight,
        exact=True,
        backend=backend,
    )
    assert weighed.certificate.proven and weighed.guarantee is not None
    total = weight * weighed.values[player] + (1 - weight) * weighed.guarantee
    assert total == best_guaranteed(matrix, against, weight, None)


@pytest.mark.parametrize("seed", range(15))
def test_a_frontier_is_concave_and_that_of_brute_force(seed: int) -> None:
    _, game, player, opponent = drawn(seed)
    matrix, against = payoffs_of(game, player, opponent)
    curve = frontier(game, player=player, opponent=opponent[1 - player])
    assert curve.value == matrix_value(matrix) and curve.points[0].loss == 0
    slopes = [
        (high.payoff - low.payoff) / (high.loss - low.loss) for low, high in pairwise(curve.points)
    ]
    assert all(one > two for one, two in pairwise(slopes)) and all(slope > 0 for slope in slopes)
    last = curve.points[-1]
    reply = {0: (last.strategy, opponent[1]), 1: (opponent[0], last.strategy)}[player]
    certificate = sf.check(game, BehaviorProfile(reply, game))
    assert certificate.regrets[player] == 0 and certificate.values[player] == last.payoff
    for loss in (Fraction(0), last.loss / 3, last.loss * 2 / 3, last.loss, last.loss + 1):
        best = best_guaranteed(matrix, against, Fraction(1), Fraction(curve.value - loss))
        assert curve(loss) == best
        strategy = curve.strategy(loss)
        assert sf.check_strategy(game, strategy, player).guarantee >= curve.value - loss
        pair = (strategy, opponent[1]) if player == 0 else (opponent[0], strategy)
        assert sf.check(game, BehaviorProfile(pair, game)).values[player] == best


@pytest.mark.parametrize("seed", range(6))
def test_a_frontier_in_doubles_is_near_the_exact_one_and_does_not_claim_to_be_it(seed: int) -> None:
    _, game, player, opponent = drawn(seed)
    exactly = frontier(game, player=player, opponent=opponent)
    for given, exact in ((opponent, False), (opponent.to_floats(), None)):
        near = frontier(game, player=player, opponent=given, exact=exact)
        assert exactly.exact and not near.exact and "in doubles" in str(near)
        assert all(isinstance(point.payoff, float) for point in near.points)
        for loss in (Fraction(0), exactly.points[-1].loss / 3, exactly.points[-1].loss):
            assert near(loss) == pytest.approx(float(exactly(loss)), abs=1e-6)
        assert near(near.points[-1].loss) == near.points[-1].payoff
        strategy = near.strategy(exactly.points[-1].loss / 2)
        least = float(exactly.value - exactly.points[-1].loss / 2)
        assert (
            not strategy.exact
            and sf.check_strategy(game, strategy, player).guarantee >= least - 1e-6
        )


def test_the_opponent_may_be_an_agent_with_a_table_of_probabilities(
    seqform: Run, tmp_path: Path
) -> None:
    file = tmp_path / "kuhn.json"
    sf.solve("kuhn", exact=True).save(file)
    found = [sf.solve("kuhn", "safe-response", opponent=name) for name in ("random", "uniform")]
    assert found[0].values == found[1].values
    for name in ("equilibrium", "equilibrium:quasi-perfect", f"profile:{file}"):
        assert sf.solve("kuhn", "safe-response", opponent=name).values[0] == Fraction(-1, 18)
        assert frontier("kuhn", opponent=name).points[-1].payoff == Fraction(-1, 18)
    average = sf.smooth_uct("kuhn", simulations=500)
    assert sf.solve("kuhn", "safe-response", opponent=average).certificate.gap == 0
    assert not frontier("kuhn", opponent=average).exact
    assert (
        seqform("solve", "kuhn", "--concept", "safe-response", "--opponent", "equilibrium")[0] == 0
    )
    assert seqform("chart", "kuhn", "--frontier", f"profile:{file}")[0] == 0


def test_every_kind_of_agent_is_an_opponent_or_is_refused_with_the_reason() -> None:
    accepted = {"random", EQUILIBRIUM, PROFILE, SOLUTION}
    assert set(KINDS) == accepted | set(WITHOUT_TABLE)
    for name, reason in WITHOUT_TABLE.items():
        with pytest.raises(InputError, match=f"opponent: {name}: {reason}"):
            sf.solve("kuhn", "safe-response", opponent=name)


@pytest.mark.parametrize("backend", ["highs", "scipy", "cfr", "pdhg", "barrier"])
def test_every_kind_of_backend_finds_weighted_responses(backend: str) -> None:
    found = sf.solve("kuhn", "safe-response", weight="1/2", backend=backend, exact=False)
    assert found.certificate.claims == {"best response with this guarantee": "within tolerance"}
    assert found.values[0] == pytest.approx(7 / 18, abs=1e-4) and found.guarantee == pytest.approx(
        -1 / 9, abs=1e-4
    )


def test_opponents_come_from_functions_files_and_doubles(tmp_path: Path) -> None:
    def passive(infoset: str, actions: tuple[str, ...]) -> dict[str, Any]:
        return {actions[0]: 1}

    by_function = sf.solve("kuhn", "safe-response", opponent=passive, max_loss=0)
    sf.solve("kuhn", exact=True).save(tmp_path / "kuhn.json")
    by_file = sf.solve("kuhn", "safe-response", opponent=str(tmp_path / "kuhn.json"), exact=True)
    assert by_function.certificate.proven and by_file.values[0] == Fraction(-1, 18)
    in_doubles = sf.profile(
        "kuhn", lambda infoset, actions: {actions[0]: 1 / 3, actions[1]: 2 / 3}
    ).to_floats()
    exactly = sf.solve(
        "kuhn", "safe-response", opponent=lambda name, actions: ["1/3", "2/3"], max_loss=0
    )
    for options in ({"exact": False}, {}, {"backend": "exact"}):
        near = sf.solve("kuhn", "safe-response", opponent=in_doubles, max_loss=0, **options)
        assert (
            near.values[0] == pytest.approx(float(exactly.values[0])) and not near.certificate.exact
        )
    weighed = sf.solve("kuhn", "safe-response", opponent=in_doubles, weight="1/2")
    assert not weighed.certificate.exact and weighed.guarantee is not None
    with pytest.raises(
        ModelError, match="opponent: probabilities in doubles have no exact response"
    ):
        sf.solve("kuhn", "safe-response", opponent=in_doubles, exact=True)
    with pytest.raises(ModelError, match="probabilities are in doubles"):
        frontier("kuhn", opponent=in_doubles, exact=True)


def test_a_price_below_zero_proves_nothing_and_one_in_doubles_nothing_exactly() -> None:
    """For a negative price the bound is none: at one the figures of a worse response would agree."""
    game = sf.load("kuhn")
    profile, punishing = sf.uniform_profile(game), sf.solve(game, exact=True).profile[1]
    for price in (Fraction(-1, 2), -1, float("nan")):
        with pytest.raises(ModelError, match="a price from 0 on"):
            certify_response(game, profile, 0, price, punishing)
    exact = certify_response(game, profile, 0, 1, punishing)
    assert (
        exact.exact
        and exact.figures == certify_response(game, profile, 0, Fraction(1), punishing).figures
    )
    assert all(isinstance(bound, Fraction) for bound in exact.figure(exact.claim.bound))
    assert not certify_response(game, profile, 0, 1.0, punishing).exact


def test_the_command_line_solves_and_charts_responses(
    seqform: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    status, shown, _ = seqform(
        "solve", "kuhn", "--concept", "safe-response", "--max-loss", "1/36", "--exact"
    )
    assert status == 0 and "5/18" in shown and "Player 1 is guaranteed -1/12" in shown
    data = json.loads(
        seqform("solve", "kuhn", "--concept", "safe-response", "--weight", "1/2", "--json")[1]
    )
    assert data["certificate"]["guarantee"][0] == "-1/9"
    assert (
        seqform(
            "solve", "kuhn", "--concept", "safe-response", "--max-loss", "0", "-o", "found.json"
        )[0]
        == 0
    )
    status, shown, _ = seqform("check", "kuhn", "found.json", "--responder", "1")
    assert status == 0 and "proven: a best response with this guarantee" in shown
    assert (
        "is not excluded for Player 2"
        in seqform("check", "kuhn", "found.json", "--responder", "2")[1]
    )
    path = tmp_path / "curve.svg"
    status, shown, _ = seqform(
        "chart", "kuhn", "--frontier", "uniform", "--player", "2", "-o", str(path)
    )
    assert status == 0 and "13/36" in shown and "(1/6, 13/36)" in path.read_text()
    assert seqform("chart", "kuhn", "--frontier", "uniform", "--ranges")[0] == 2
    monkeypatch.setattr("seqform.models.table.MAX_ROWS", 2)
    _, shown, _ = seqform("chart", "kuhn", "--frontier", "uniform", "--player", "2")
    assert "more corners; --all shows every one" in shown
    _, whole, _ = seqform("chart", "kuhn", "--frontier", "uniform", "--player", "2", "--all")
    assert "--all" not in whole and len(whole) > len(shown)
    frontier("kuhn", exact=False).plot(path)
    assert "(0.277778, 0.5)" in path.read_text()


def some_opponent(game: OrderedGame, filters: Filters, seed: int) -> SavedSolution:
    """Return exact strategies for classes, drawn at random."""
    return SavedSolution.of_plans(game, filters, random_plans(class_game(*filters), seed))


@pytest.mark.parametrize("seed", first_quick(range(12), 4))
def test_responses_on_classes_are_those_of_the_tree(seed: int) -> None:
    game = random_ordered_game(
        seed, constant_sum=True, signals=4, weighted=seed % 3 == 0, even=seed % 4 != 1
    )
    player, weight, backend = (
        seed % 2,
        Fraction(1 + seed % 7, 8),
        ("highs", "barrier", "scipy")[seed % 3],
    )
    known = some_opponent(game, identity_filters(game), seed)
    tree = to_extensive(game)
    opponent = saved_profile(tree, known)[1 - player]
    exactly: Any = sf.solve(
        tree, "safe-response", player=player, opponent=opponent, weight=weight, exact=True
    )
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
    assert float(weight) * found.values[player] + float(
        1 - weight
    ) * found.guarantee == pytest.approx(total, abs=1e-7)
    assert found.certificate.claims == {"best response with this guarantee": "within tolerance"}
    on_tree = raw_profile(tree, known.filters, found.profile)
    assert found.guarantee == pytest.approx(
        sf.check_strategy(tree, on_tree[player], player).guarantee
    )
    certificate = sf.check(tree, on_tree)
    assert found.values == pytest.approx(certificate.values)


@pytest.mark.parametrize("seed", range(5))
def test_of_a_lossy_abstraction_the_bound_holds_in_the_game_itself(seed: int) -> None:
    game, player, weight = (
        random_ordered_game(seed, constant_sum=True, signals=4),
        seed % 2,
        Fraction(1, 2),
    )
    filters = random_filter(game, seed), random_filter(game, seed + 1)
    known = some_opponent(game, filters, seed)
    options: dict[str, Any] = {"player": player, "weight": weight, "backend": "highs"}
    found = sf.solve(game, "safe-response", opponent=known, preprocess=list(filters), **options)
    tree = to_extensive(game)
    opponent = saved_profile(tree, known)[1 - player]
    value = sf.solve(tree, exact=True).values[player]
    assert found.guarantee is not None and found.guarantee <= float(value) + 1e-9
    loss = max(Fraction(0), value - Fraction(found.guarantee))
    best = sf.solve(
        tree, "safe-response", player=player, opponent=opponent, max_loss=loss, exact=True
    )
    attained, bound = (
        found.certificate.figure(name)[player] for name in found.certificate.claim.decided_by
    )
    assert (
        attained <= float(best.values[player]) + 1e-9
        and float(best.values[player]) <= float(bound) + 1e-9
    )


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
        reply = sf.solve(
            "leduc",
            "safe-response",
            player=1,
            opponent=opponent,
            weight="1/2",
            preprocess="lossless",
        )
        assert reply.values[1] > reply.guarantee > -0.5
    many = {"preprocess": "lossless", "checkpoint": state, "options": {"raw": {"iterations": 40}}}
    for _ in range(2):
        with pytest.raises(SolveError, match="total shortfall"):
            sf.solve("leduc", "safe-response", weight="1/2", target_gap=1e-9, **many)
    with pytest.raises(SeqformError, match="made for another game"):
        sf.solve("leduc", "safe-response", weight="1/3", target_gap=1e-9, **many)


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
                game,
                "safe-response",
                opponent=known,
                weight="1/2",
                backend=backend,
                preprocess="identity",
                **options,
            )
            found.append((one.values[0] + one.guarantee) / float(unit))
    assert np.ptp(found) < 1e-6


def test_the_command_line_responds_on_classes(seqform: Run) -> None:
    arguments = (
        "solve",
        "leduc",
        "--concept",
        "safe-response",
        "--weight",
        "1/2",
        "--preprocess",
        "lossless",
    )
    status, shown, _ = seqform(*arguments, "--opponent", "random", "--target-gap", "0.01")
    assert status == 0 and "Player 1 is guaranteed" in shown
    status, _, errors = seqform(*arguments, "--opponent", "human")
    assert status == 2 and "a person decides" in errors


@pytest.mark.parametrize("extreme", [Fraction(10**400), Fraction(1, 10**400)])
def test_frontiers_and_weights_beyond_doubles_are_exact(extreme: Fraction) -> None:
    """Against a uniform opponent the rows earn extreme / 2 and 1/2; the value is extreme / (extreme + 1)."""
    curve = frontier(sf.bimatrix_game([[extreme, 0], [0, 1]]))
    assert (
        curve.value == extreme / (extreme + 1)
        and curve.points[-1].payoff == max(extreme, Fraction(1)) / 2
    )
    assert curve.points[-1].guarantee == 0

    weighed = [
        sf.solve("kuhn", "safe-response", weight=Fraction(1, size), exact=True)
        for size in (10**400, 10**3)
    ]
    assert all(found.certificate.proven for found in weighed)
    assert weighed[0].certificate.values == weighed[1].certificate.values


def test_the_share_of_the_pot_is_of_the_figure_that_the_claim_has() -> None:
    """A response and the opponent are no equilibrium: the nash_conv of the pair is not what is claimed."""
    game = sf.load("holdem(pot=60,stack=140,ranges=[AA 76s; KK JTs],bets=pot)", kind="ordered")
    response = sf.solve(
        game, "safe-response", opponent="uniform", weight="1/2", preprocess="lossless"
    )
    assert response.certificate.nash_conv > 1
    shown = str(response.report())
    assert "total shortfall is " in shown and "nash_conv is" not in shown
    data = response.as_dict()
    assert "nash_conv_percent_of_pot" not in data
    expected = 100 * float(response.certificate.gap) / 60
    assert data["total_shortfall_percent_of_pot"] == pytest.approx(expected)

    equilibrium = sf.solve(game, target_gap=30, backend="cfr")
    share = equilibrium.as_dict()["nash_conv_percent_of_pot"]
    assert share == pytest.approx(100 * float(equilibrium.certificate.nash_conv) / 60)
    assert "% of the pot of 60, exploitability, half of it, " in str(equilibrium.report())
