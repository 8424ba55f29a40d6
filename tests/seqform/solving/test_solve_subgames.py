"""The preprocessor solve-subgames: the answer to a general-sum game is exact, also if the rest is constant-sum."""

import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from chance_zeros import game_with_chance_zeros
from command_line import Run
from every_subgame import best_reply
from tree_walks import expected_from

import seqform as sf
from seqform.builders.games.tree import Leaf, PlayerMove, leaf, move, tree
from seqform.models.games.extensive import ExtensiveGame
from seqform.solving.routes.positions import solved_subgames

STEP = "solve-subgames"


def hidden_table(seed: int, *, general_sum: bool = True) -> ExtensiveGame:
    """Both choose one of three actions, player 2 without seeing player 1's; then player 2 may have a choice left.

    What player 2 then rejects is worse for both, so the game is general-sum and what is left of it is zero-sum.
    """
    source = Random(seed)

    def end(row: int, column: int) -> Leaf | PlayerMove:
        gain = source.randint(-30, 30)
        if row and column:
            return leaf(gain, -gain)
        loss = source.randint(1, 3)
        rejected = leaf(gain - 1, -gain - loss) if general_sum else leaf(gain + loss, -gain - loss)
        return move(1, f"last {row}{column}", {"accept": leaf(gain, -gain), "reject": rejected})

    columns = [{f"c{column}": end(row, column) for column in range(3)} for row in range(3)]
    return tree("hidden table", move(0, "row", {f"r{row}": move(1, "column", columns[row]) for row in range(3)}))


def require_equilibrium(game: ExtensiveGame, found: sf.Equilibrium) -> None:
    assert found.profile.exact
    for player in (0, 1):
        value = expected_from(game, found.profile, player)
        assert found.values[player] == value == best_reply(game, found.profile, player, [(0, Fraction(1))])


@pytest.mark.parametrize("backend", [None, "highs", "scipy", "cvxpy", "pyomo", "exact", "lemke"])
def test_a_general_sum_game_with_a_constant_sum_rest_is_answered_exactly(backend: str | None) -> None:
    for seed in range(3):
        game = hidden_table(seed)
        assert game.constant_sum is None and solved_subgames(game).target.constant_sum == 0
        found = sf.solve(game, preprocess=STEP, backend=backend)
        assert found.certificate.exact and found.certificate.proven
        require_equilibrium(game, found)


@pytest.mark.parametrize(
    "given",
    [
        {"preprocess": [STEP, "merge-equivalent"]},
        {"preprocess": [STEP, "eliminate-dominated"]},
        {"preprocess": [STEP, "sparsify"]},
        {"preprocess": STEP, "player": 1},
        {"preprocess": STEP, "formulation": "normal-form"},
        {"preprocess": STEP, "certificate_tolerance": 0.5},
        {"preprocess": f"{STEP}=best-for-2"},
    ],
)
def test_it_is_exact_with_whatever_else_is_chosen(given: dict[str, Any]) -> None:
    game = hidden_table(1)
    found = sf.solve(game, **given)
    assert found.certificate.proven
    require_equilibrium(game, found)


def test_a_constant_sum_game_may_still_be_answered_in_doubles() -> None:
    game = hidden_table(1, general_sum=False)
    assert game.constant_sum == 0
    found = sf.solve(game, preprocess=STEP, exact=False)
    assert not found.certificate.exact and found.certificate.nash_conv < 1e-6
    assert sf.solve(game, preprocess=STEP, exact=True).certificate.proven


def test_random_games_with_chance_zeros_are_answered_exactly() -> None:
    shrunk = 0
    for seed in range(25):
        game = game_with_chance_zeros(seed, depth=4)
        if game.constant_sum is not None:
            continue
        found = sf.solve(game, preprocess=STEP)
        assert found.certificate.proven
        require_equilibrium(game, found)
        shrunk += len(solved_subgames(game).target) < len(game)
    assert shrunk > 10


@pytest.mark.parametrize("step", [STEP, f"{STEP}=fairest"])
def test_the_answer_is_subgame_perfect_where_that_is_the_concept(step: str) -> None:
    games = [hidden_table(seed, general_sum=bool(seed % 2)) for seed in range(4)]
    games += [game_with_chance_zeros(seed, depth=4) for seed in range(12)]
    for game in [*games, sf.load("littman-figure-4"), sf.load("kuhn")]:
        found = sf.solve(game, "subgame-perfect", preprocess=step)
        assert found.certificate.proven and found.certificate.checks == {"subgame perfect": True}
        assert (found.resolved.preprocess, found.profiles) == ((step,), None)
        assert "nodes lie in subgames of perfect information" in found.raw.status
        require_equilibrium(game, found)


def test_the_command_prints_and_stores_an_exact_answer(seqform: Run) -> None:
    sf.save(hidden_table(2), "table.efg")
    status, printed, _ = seqform("solve", "table.efg", "--preprocess", STEP, "-o", "found.json")
    assert status == 0 and "Certificate, exact" in printed and "proven: a Nash equilibrium" in printed
    status, printed, _ = seqform("solve", "table.efg", "--preprocess", STEP, "--json")
    certificate = json.loads(printed)["certificate"]
    assert status == 0 and certificate["exact"] is True and certificate["nash_conv"] == "0"
    status, printed, _ = seqform("check", "table.efg", "found.json", "--target-gap", "0")
    assert status == 0 and "proven" in printed
