"""Subgames of perfect information of constant-sum games, solved by backward induction, also by default."""

from dataclasses import replace
from fractions import Fraction
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games import catalog
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.builders.preprocess import induction
from seqform.builders.preprocess.induction import induced, nodes_below_hidden_moves
from seqform.errors import GameError
from seqform.models import CHANCE, ExactArray, ExtensiveGame, Outcomes
from seqform.verify.nash import certify

STEP = "solve-subgames"


def some_game(seed: int, more: str = "depth=4,chance=1/6,merge=1/4", constant: int = 0) -> ExtensiveGame:
    """A random constant-sum game in which few information sets have several nodes, and outcomes stand everywhere."""
    game = catalog.make(f"random-game(seed={seed},payoffs=5,{more})")
    random = np.random.default_rng(seed)
    first = game.outcomes.payoffs[0]
    on_the_way = ExactArray.of([Fraction(-1, 3), 0, 1])
    outcome = np.where(game.is_leaf, game.outcome, len(first) + random.integers(0, 3, len(game)))
    received = ExactArray.concatenate([first, on_the_way])
    paid = ExactArray.concatenate([ExactArray.of([constant - value for value in first.to_fractions()]), -on_the_way])
    return replace(game, outcome=outcome, outcomes=Outcomes(("",) * len(received), (received, paid)))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), constant=st.sampled_from([0, 7]))
def test_values_are_the_same_with_and_without_the_step(seed: int, constant: int) -> None:
    game = some_game(seed, constant=constant)
    found, plain = (sf.solve(game, preprocess=steps, exact=True) for steps in (STEP, "none"))
    assert found.certificate.proven and plain.certificate.proven
    assert found.values == plain.values


def tree_of_unseen_moves(random: Random, depth: int, payoffs: int) -> ExtensiveGame:
    """A random tree in which, in places, a player does not see the opponent's last move, one of two."""
    numbers = count()

    def grow(depth: int, player: int | None = None, label: str | None = None) -> Any:
        if label is None and (depth == 0 or random.random() < 0.1):
            return leaf(random.randint(-payoffs, payoffs))
        if label is None and random.random() < 0.1:
            return chance({"on": (Fraction(1, 3), grow(depth - 1)), "off": (Fraction(2, 3), grow(depth - 1))})
        mover = random.randrange(2) if player is None else player
        moves = ["left", "right"] if label or random.random() < 0.9 else ["left", "middle", "right"]
        label = label or f"set {next(numbers)}"
        if depth > 1 and len(moves) == 2 and random.random() < 0.6:
            unseen = f"set {next(numbers)}"
            return move(mover, label, {one: grow(depth - 1, 1 - mover, unseen) for one in moves})
        return move(mover, label, {one: grow(depth - 1) for one in moves})

    return tree("unseen moves", move(0, "root", {one: grow(depth - 1) for one in ("left", "right")}))


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 10**6), depth=st.integers(1, 6), payoffs=st.sampled_from([1, 3, 100]))
def test_trees_whose_last_moves_may_be_unseen_are_solved_by_induction_alone(
    seed: int, depth: int, payoffs: int
) -> None:
    game = tree_of_unseen_moves(Random(seed), depth, payoffs)
    step = induced(game)
    assert len(step.target) == 1
    found = certify(game, step.lift(sf.uniform_profile(step.target)))
    assert found.proven and found.values[0] == step.target.leaf_payoffs[0][0]
    assert found.values == sf.solve(game, preprocess="none", exact=True).values
    perfect = sf.solve(game, "subgame-perfect", preprocess=STEP)
    assert perfect.certificate.proven and perfect.certificate.checks == {"subgame perfect": True}


@pytest.mark.parametrize("depth", [2, 5, 10])
def test_binary_trees_are_solved_by_induction_alone(depth: int) -> None:
    found = sf.solve(f"binary-tree(depth={depth},zero_sum=true)", preprocess=STEP)
    assert found.certificate.proven and found.resolved.backend == "bestnash"
    assert depth > 5 or found.values == sf.solve(f"binary-tree(depth={depth},zero_sum=true)", exact=True).values


@pytest.mark.parametrize("limit", ["MAX_BITS", "MAX_CORNERS"])
def test_numbers_that_become_too_long_leave_the_unseen_moves_to_the_program(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = catalog.make("binary-tree(depth=6,zero_sum=true)")
    monkeypatch.setattr(induction, limit, 2)
    assert len(induced(game).target) == len(game)
    assert sf.solve(game, preprocess=STEP, exact=True).certificate.proven


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_the_nodes_are_those_from_which_on_nothing_is_hidden(seed: int) -> None:
    game = some_game(seed)
    hidden = {k for k in range(len(game.information_sets)) if np.count_nonzero(game.infoset == k) > 1}
    expected = [True] * len(game)
    for node in reversed(range(len(game))):
        expected[node] &= game.player[node] == CHANCE or int(game.infoset[node]) not in hidden
        if node:
            expected[int(game.parent[node])] &= expected[node]
    assert nodes_below_hidden_moves(game).tolist() == expected
    small = induced(game).target
    assert small.is_leaf[nodes_below_hidden_moves(small)].all()


def lottery(weight: Fraction, levels: int) -> Any:
    """A game of chance moves on top of one another, before a choice of player 1."""
    below: Any = move(0, "choice", {"more": leaf(1), "less": leaf(0)})
    for _ in range(levels):
        below = chance({"on": (weight, below), "off": (1 - weight, leaf(-1))})
    return below


@pytest.mark.parametrize("weight", [Fraction(1, 2), Fraction(10**12, 10**12 + 39)])
def test_probabilities_of_many_digits_are_left_to_the_program(weight: Fraction) -> None:
    game = tree("lotteries", lottery(weight, 4))
    step = induced(game)
    assert len(step.target) == (1 if weight == Fraction(1, 2) else len(game) - 2)
    for steps in (STEP, "none"):
        assert sf.solve(game, preprocess=steps, exact=True).values[0] == 2 * weight**4 - 1


def test_payoffs_beyond_64_bits_are_exact() -> None:
    game = tree("large", move(0, "a", {"x": leaf(10**30), "y": move(1, "b", {"u": leaf(10**31), "v": leaf(3)})}))
    assert sf.solve(game, preprocess=STEP).values == (10**30, -(10**30))


def test_general_sum_games_have_no_such_values() -> None:
    with pytest.raises(GameError, match="not constant-sum"):
        induced(catalog.make("vsvet-figure-1"))


LARGE = some_game(3, "depth=10,chance=1/20,merge=1/20,stop=0")


def test_many_subgames_are_solved_first_by_default() -> None:
    plan = sf.plan(LARGE)
    assert STEP in str(plan) and [name for name, _ in plan.sizes][:2] == ["game", STEP]
    found = sf.solve(LARGE, exact=True)
    assert found.certificate.proven and found.resolved.preprocess[0] == STEP
    assert "nodes lie in subgames " in found.raw.status
    assert found.values == sf.solve(LARGE, preprocess="none", exact=True).values


@pytest.mark.parametrize(
    "named",
    [
        {"preprocess": "none"},
        {"preprocess": "merge-equivalent"},
        {"backend": "highs"},
        {"concept": "quasi-perfect"},
        {"concept": "normal-form-perfect"},
        {"start": "centroid"},
        {"weights": (1, 0)},
        {"options": {"raw": {"presolve": "off"}}},
    ],
)
def test_a_step_a_backend_or_a_concept_that_is_named_keeps_the_whole_game(named: dict[str, Any]) -> None:
    assert STEP not in str(sf.plan(LARGE, **named))


def test_small_games_and_hidden_moves_are_left_as_they_are() -> None:
    assert STEP not in str(sf.plan("leduc"))
    assert STEP not in str(sf.plan(some_game(0)))
    assert STEP not in str(sf.plan("liars-dice(sides=4)"))
    assert STEP not in str(sf.plan("binary-tree(depth=11)"))
    assert STEP in str(sf.plan("binary-tree(depth=11,zero_sum=true)"))
