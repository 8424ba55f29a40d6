"""Subgames of perfect information, replaced, restored and solved by induction; cuts at zeros of chance."""

from dataclasses import replace
from fractions import Fraction
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from drawn_games import game_with_chance_zeros
from every_equilibrium import expected_payoffs
from game_files import paths
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_walks import (
    edge,
    expected_from,
    random_moves,
    random_profile,
    received_before,
    subgame_roots_by_definition,
)

import seqform as sf
from seqform.backends.bestnash.backend import backward_induction
from seqform.builders import (
    is_perfect_information,
    perfect_information,
    perfect_information_subgames,
    replace_subgames,
)
from seqform.builders.games import catalog
from seqform.builders.games.formats.efg import read_efg
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.builders.preprocess import induction
from seqform.builders.preprocess.induction import induced, nodes_below_hidden_moves
from seqform.builders.preprocess.subgames import ChanceParts, SolvedSubgame, Subgame, chance_parts
from seqform.errors import GameError, ModelError
from seqform.models import (
    CHANCE,
    Assessment,
    EpsilonFamily,
    ExactArray,
    ExtensiveGame,
    Outcomes,
    limit_assessment,
)
from seqform.models.games.positions import END, PositionGraph, PositionStrategy
from seqform.models.strategies.assessment import constant_family
from seqform.solving.subgames import solved_subgames
from seqform.verify import certify
from seqform.verify.subgames import subgame_roots

OBJECTIVES = ("social", "fairest", "best-for-1", "best-for-2", "product")


def some_game(
    seed: int, more: str = "depth=4,chance=1/10,merge=1/4,payoffs=2", constant: int | None = None
) -> ExtensiveGame:
    """A random game, constant-sum if asked, with few information sets of several nodes, and outcomes everywhere."""
    game = catalog.make(
        f"random-game(seed={seed},{more},zero_sum={str(constant is not None).lower()})"
    )
    random, numbers = Random(seed), (0, 0, 1, Fraction(-1, 3))
    ends = list(zip(*(payoffs.to_fractions() for payoffs in game.outcomes.payoffs), strict=True))
    inner = [(random.choice(numbers), random.choice(numbers)) for _ in range(3)]
    if constant is not None:
        ends = [(first, constant - first) for first, _ in ends]
        inner = [(first, -first) for first, _ in inner]
    outcome = game.outcome.copy()
    for node in np.flatnonzero(~game.is_leaf).tolist():
        outcome[node] = random.choice((-1, *range(len(ends), len(ends) + 3)))
    first, second = (ExactArray.of(column) for column in zip(*ends, *inner, strict=True))
    return replace(game, outcome=outcome, outcomes=Outcomes(("",) * len(first), (first, second)))


def is_open(game: ExtensiveGame, node: int) -> bool:
    """Return whether a node and all below it are leaves or information sets of a player by themselves."""
    if game.is_leaf[node]:
        return True
    alone = np.count_nonzero(game.infoset == game.infoset[node]) == 1
    return bool(
        game.player[node] >= 0
        and alone
        and all(is_open(game, int(k)) for k in np.flatnonzero(game.parent == node))
    )


def solution(part: Subgame) -> SolvedSubgame:
    answer = backward_induction(part.graph)
    first, second = answer.values
    return SolvedSubgame(part, answer.strategy, (first, second))


# ---- whole games ----


def open_game(seed: int) -> ExtensiveGame:
    """Return a random game of perfect information, with few payoffs and so with ties."""
    return catalog.make(
        f"random-game(seed={seed},depth=4,chance=1/5,merge=0,payoffs=2,zero_sum=false)"
    )


def require_positions(graph: PositionGraph, game: ExtensiveGame, nodes: np.ndarray) -> None:
    """Require positions with the labels and payoffs of the nodes of a game, a whole subgame."""
    assert graph.is_tree and graph.source is game
    assert graph.player.tolist() == np.where(game.is_leaf[nodes], END, game.player[nodes]).tolist()
    for position, node in enumerate(nodes.tolist()):
        assert [nodes[child] for child in graph.moves(position)] == np.flatnonzero(
            game.parent == node
        ).tolist()
        if game.player[node] >= 0:
            names = game.action_names[int(game.infoset[node])]
            assert tuple(graph.move_label(position, k) for k in range(len(names))) == names
        elif game.is_leaf[node]:
            place = int(np.searchsorted(game.leaves, node))
            assert graph.payoffs_at(position) == tuple(
                payoff[place] for payoff in game.leaf_payoffs
            )


@given(st.integers(0, 10**6))
def test_positions_are_the_nodes_with_their_numbers(seed: int) -> None:
    game = open_game(seed)
    require_positions(perfect_information(game).target, game, np.arange(len(game)))


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_strategy_put_back_is_worth_the_same(seed: int, choices: int) -> None:
    game = open_game(seed)
    step = perfect_information(game)
    strategy = random_moves(step.target, choices)
    profile = step.lift(strategy)
    assert profile.exact
    assert expected_payoffs(strategy)[0] == tuple(
        expected_from(game, profile, player) for player in (0, 1)
    )


def test_chance_nodes_in_one_set_hide_nothing() -> None:
    lottery = {"h": (Fraction(1, 3), leaf(1)), "t": (Fraction(2, 3), leaf(0))}
    graph = perfect_information(
        tree("two tosses", move(0, "m", {"a": chance(lottery), "b": chance(lottery)}))
    ).target
    assert [graph.chances(position)[0] for position in (1, 2)] == [Fraction(1, 3)] * 2


def test_a_game_that_is_over_at_once_is_one_position() -> None:
    step = perfect_information(tree("over", leaf(3, 4)))
    assert list(step.target.payoffs_at(0)) == [3, 4]
    assert (
        len(step.lift(PositionStrategy.pure(step.target, np.array([-1], dtype=np.int32)))[0]) == 0
    )


def test_hidden_information_and_strategies_of_other_games_are_refused() -> None:
    with pytest.raises(
        GameError,
        match=r"not of perfect information: information set '.*' of player 1 has 2 nodes; .*'nash'",
    ):
        perfect_information(sf.load("kuhn"))
    one, other = (perfect_information(open_game(seed)) for seed in (1, 2))
    with pytest.raises(ModelError, match="not for"):
        one.lift(random_moves(other.target, 0))


# ---- finding subgames ----


@given(st.integers(0, 10**6))
def test_the_subgames_found_are_the_maximal_ones_with_the_payoffs_of_the_whole_game(
    seed: int,
) -> None:
    game = some_game(seed)
    inner = np.flatnonzero(~game.is_leaf).tolist()
    expected = [
        node
        for node in inner
        if is_open(game, node) and (node == 0 or not is_open(game, int(game.parent[node])))
    ]
    found = perfect_information_subgames(game)
    assert [part.root for part in found] == expected
    for part in found:
        below = {part.root}
        for node in range(len(game)):
            if int(game.parent[node]) in below:
                below.add(node)
        assert part.nodes.tolist() == sorted(below)
        require_positions(part.graph, game, part.nodes)


REPLY = move(1, "reply", {"yes": leaf(1, 1), "no": leaf(0)})
GUESS = move(1, "g", {"h": leaf(1), "t": leaf(-1)})


def test_the_whole_game_may_be_one_and_there_may_be_none() -> None:
    (whole,) = perfect_information_subgames(tree("all", move(0, "m", {"a": leaf(1), "b": leaf(2)})))
    assert whole.nodes.tolist() == [0, 1, 2]
    assert perfect_information_subgames(sf.load("kuhn")) == []
    assert perfect_information_subgames(tree("over", leaf(1))) == []


# ---- taking them out and putting them back ----


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_any_profile_is_worth_the_same_put_back(seed: int, other: int) -> None:
    game = some_game(seed)
    random = Random(other)
    solved = [
        solution(part) for part in perfect_information_subgames(game) if random.random() < 0.7
    ]
    step = replace_subgames(game, solved)
    smaller = random_profile(step.target, other)
    profile = step.lift(smaller)
    assert len(step.target) == len(game) - sum(len(part.subgame.nodes) - 1 for part in solved)
    for player in (0, 1):
        assert expected_from(game, profile, player) == expected_from(step.target, smaller, player)
    for part in solved:
        root = part.subgame.root
        for player in (0, 1):
            here = expected_from(game, profile, player, root) + received_before(game, player, root)
            assert here == part.payoffs[player]


@given(st.integers(0, 10**6), st.sampled_from(OBJECTIVES))
@settings(max_examples=15)
def test_composed_answers_have_no_regret_and_are_subgame_perfect_on_the_parts(
    seed: int, objective: str
) -> None:
    game = some_game(seed)
    step = solved_subgames(game, objective)
    profile = step.lift(sf.solve(step.target, backend="lemke").profile)
    certificate = certify(game, profile)
    assert certificate.exact
    assert certificate.nash_conv == 0
    for part in perfect_information_subgames(game):
        for node in part.nodes[part.graph.player >= 0].tolist():  # no player gains by another move
            first, actions = int(game.first_child[node]), range(int(game.num_actions[node]))
            worth = [
                expected_from(game, profile, int(game.player[node]), first + action)
                for action in actions
            ]
            assert sum(
                edge(game, profile, node, k) * value for k, value in enumerate(worth)
            ) == max(worth)


def test_the_objective_picks_among_the_equilibria_of_a_part() -> None:
    reply = move(1, "reply", {"nice": leaf(5, 1), "rude": leaf(-5, 1)})
    game = tree("ask", chance({"ask": (Fraction(1, 2), reply), "no": (Fraction(1, 2), leaf(0))}))
    nice, rude = (solved_subgames(game, wanted) for wanted in ("social", lambda first, _: -first))
    assert nice.target.leaf_payoffs[0].to_fractions()[0] == 5
    assert rude.target.leaf_payoffs[0].to_fractions()[0] == -5


def test_a_profile_in_doubles_stays_in_doubles_and_keeps_its_marks() -> None:
    game = tree("two parts", move(0, "start", {"ask": REPLY, "a": GUESS, "b": GUESS}))
    step = solved_subgames(game)
    smaller = sf.uniform_profile(step.target).to_floats()
    first = replace(smaller[0], undetermined=np.array([True]))
    profile = step.lift(sf.BehaviorProfile((first, smaller[1])))
    assert not profile.exact
    assert profile[1]["reply"] == {"yes": 1.0, "no": 0.0}
    assert profile[1]["g"] == {"h": 0.5, "t": 0.5}
    assert first.undetermined is not None
    assert profile[0].undetermined is not None
    assert profile[0].undetermined.tolist() == [True]


def test_a_game_without_subgames_stays_as_it_is_and_one_that_is_one_becomes_a_leaf() -> None:
    kuhn = sf.load("kuhn")
    none, profile = solved_subgames(kuhn), sf.uniform_profile(kuhn)
    assert none.target is kuhn
    assert none.lift(profile).equals(profile)
    game = catalog.make("random-game(seed=5,depth=8,chance=0,merge=0,zero_sum=false)")
    (part,) = perfect_information_subgames(game)
    step = replace_subgames(game, [solution(part)])
    assert len(step.target) == 1 < len(game)
    certificate = certify(game, step.lift(sf.uniform_profile(step.target)))
    assert (certificate.values, certificate.nash_conv) == (solution(part).payoffs, 0)


@pytest.mark.parametrize("path", paths(".efg", perfect_recall="True"))
def test_files_of_perfect_information_are_known_and_those_without_chance_are_solved_in_parts(
    path: Path,
) -> None:
    game = read_efg(path)
    sets = game.infoset[game.player >= 0]
    assert is_perfect_information(game) == (len(sets) == len(set(sets.tolist())))
    if np.any(game.player == CHANCE):
        return
    step = solved_subgames(game)
    if not perfect_information_subgames(game):
        assert not any(is_open(game, node) for node in np.flatnonzero(~game.is_leaf).tolist())
        if game.constant_sum is None:
            assert step.target is game
    else:
        assert len(step.target) < len(game)
    assert certify(game, step.lift(sf.solve(step.target, backend="lemke").profile)).nash_conv == 0


# ---- errors ----


def test_other_games_subgames_and_strategies_and_overlapping_subgames_are_refused() -> None:
    root = move(0, "m", {"a": leaf(1), "b": leaf(2)})
    game, other = tree("one", root), tree("other", root)
    (part,) = perfect_information_subgames(game)
    with pytest.raises(GameError, match="is not a subgame of <ExtensiveGame 'other'"):
        replace_subgames(other, [solution(part)])
    with pytest.raises(GameError, match="overlaps with another one"):
        replace_subgames(game, [solution(part), solution(part)])
    game = tree("ask", chance({"a": (Fraction(1, 2), REPLY), "b": (Fraction(1, 2), leaf(0))}))
    (part,), (again,) = perfect_information_subgames(game), perfect_information_subgames(game)
    with pytest.raises(ModelError, match="strategy: one for"):
        replace_subgames(game, [replace(solution(part), subgame=again)])
    step = replace_subgames(game, [solution(part)])
    with pytest.raises(ModelError, match=r"player 2: this strategy is for another game"):
        step.lift(sf.uniform_profile(game))


# ---- cuts at subgames that chance reaches with probability 0 ----


def cut(game: ExtensiveGame) -> ChanceParts:
    return chance_parts(game, subgame_roots(game))


def uniform_assessment(game: ExtensiveGame) -> Assessment:
    first, second = (constant_family(strategy.plan) for strategy in sf.uniform_profile(game))
    return limit_assessment(game, EpsilonFamily((first, second)))


@given(st.integers(0, 10**6), st.booleans())
def test_every_inner_node_is_in_one_part_in_which_chance_reaches_every_subgame(
    seed: int, zero_sum: bool
) -> None:
    game = game_with_chance_zeros(seed, depth=4, zero_sum=zero_sum)
    found = cut(game)
    inner = [node for part in found.parts for node in part.nodes[~part.game.is_leaf].tolist()]
    assert sorted(inner) == np.flatnonzero(~game.is_leaf).tolist()
    roots = set(subgame_roots_by_definition(game))
    assert {part.root for part in found.parts} <= roots | {0}
    for part in found.parts:
        for root in subgame_roots_by_definition(part.game):
            assert part.game.chance_reach[root] > 0
            assert int(part.nodes[root]) in roots
        assert part.game.constant_sum is not None or game.constant_sum is None
        for player in (0, 1):  # payoffs differ from the game's by those received above
            above = received_before(game, player, part.root)
            received = dict(
                zip(game.leaves.tolist(), game.leaf_payoffs[player].to_fractions(), strict=True)
            )
            pairs = zip(
                part.game.leaves.tolist(),
                part.game.leaf_payoffs[player].to_fractions(),
                strict=True,
            )
            for end, payoff in pairs:
                node = int(part.nodes[end])
                while node not in received:
                    node = int(game.first_child[node])
                assert payoff == received[node] - above


@given(st.integers(0, 10**6))
def test_a_joined_assessment_is_that_of_its_parts_at_every_node(seed: int) -> None:
    game = game_with_chance_zeros(seed, depth=4)
    found = cut(game)
    joined = found.join([uniform_assessment(part.game) for part in found.parts])
    assert joined.family is not None
    for mine, uniform in zip(joined.profile, sf.uniform_profile(game), strict=True):
        assert mine.probabilities.tolist() == uniform.probabilities.tolist()
    for part in found.parts:
        own = uniform_assessment(part.game).beliefs.probability
        inner = np.flatnonzero(~part.game.is_leaf)
        assert joined.beliefs.probability[part.nodes[inner]].tolist() == own[inner].tolist()


def test_a_game_without_chance_zeros_is_one_part() -> None:
    game = sf.load("kuhn")
    (part,) = cut(game).parts
    assert part.nodes.tolist() == list(range(len(game)))
    assert [part.sequences(player).tolist() for player in (0, 1)] == [
        list(range(1, len(sequences.index))) for sequences in game.sequences
    ]


def test_an_assessment_without_a_family_and_too_few_are_refused() -> None:
    game = game_with_chance_zeros(3, depth=4)
    found = cut(game)
    several = [uniform_assessment(part.game) for part in found.parts]
    bare = [Assessment(one.profile, one.beliefs) for one in several]
    for given_ones in (bare, several[1:]):
        with pytest.raises(ModelError, match="assessments with families"):
            found.join(given_ones)


# ---- induction in constant-sum games ----


STEP = "solve-subgames"


VARIED = "depth=4,chance=1/6,merge=1/4,payoffs=5"


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), constant=st.sampled_from([0, 7]))
def test_values_are_the_same_with_and_without_the_step(seed: int, constant: int) -> None:
    game = some_game(seed, VARIED, constant)
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
            return chance(
                {"on": (Fraction(1, 3), grow(depth - 1)), "off": (Fraction(2, 3), grow(depth - 1))}
            )
        mover = random.randrange(2) if player is None else player
        moves = ["left", "right"] if label or random.random() < 0.9 else ["left", "middle", "right"]
        label = label or f"set {next(numbers)}"
        if depth > 1 and len(moves) == 2 and random.random() < 0.6:
            unseen = f"set {next(numbers)}"
            return move(mover, label, {one: grow(depth - 1, 1 - mover, unseen) for one in moves})
        return move(mover, label, {one: grow(depth - 1) for one in moves})

    return tree(
        "unseen moves", move(0, "root", {one: grow(depth - 1) for one in ("left", "right")})
    )


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
    assert (
        depth > 5
        or found.values == sf.solve(f"binary-tree(depth={depth},zero_sum=true)", exact=True).values
    )


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
    game = some_game(seed, VARIED, 0)
    hidden = {
        k for k in range(len(game.information_sets)) if np.count_nonzero(game.infoset == k) > 1
    }
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
    game = tree(
        "large",
        move(0, "a", {"x": leaf(10**30), "y": move(1, "b", {"u": leaf(10**31), "v": leaf(3)})}),
    )
    assert sf.solve(game, preprocess=STEP).values == (10**30, -(10**30))


def test_general_sum_games_have_no_such_values() -> None:
    with pytest.raises(GameError, match="not constant-sum"):
        induced(catalog.make("vsvet-figure-1"))


LARGE = some_game(3, "depth=10,chance=1/20,merge=1/20,stop=0,payoffs=5", 0)


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
def test_a_step_a_backend_or_a_concept_that_is_named_keeps_the_whole_game(
    named: dict[str, Any],
) -> None:
    assert STEP not in str(sf.plan(LARGE, **named))


def test_small_games_and_hidden_moves_are_left_as_they_are() -> None:
    assert STEP not in str(sf.plan("leduc"))
    assert STEP not in str(sf.plan(some_game(0, VARIED, 0)))
    assert STEP not in str(sf.plan("liars-dice(sides=4)"))
    assert STEP not in str(sf.plan("binary-tree(depth=11)"))
    assert STEP in str(sf.plan("binary-tree(depth=11,zero_sum=true)"))
