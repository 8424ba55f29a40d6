"""Trees of positions of games and subgames of perfect information, replaced and restored; cuts at zeros of chance."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest
from drawn_games import game_with_chance_zeros
from every_equilibrium import expected_payoffs
from game_files import paths
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_walks import edge, expected_from, random_moves, random_profile, received_before, subgame_roots_by_definition

import seqform as sf
from seqform.backends.bestnash.backend import backward_induction
from seqform.builders import is_perfect_information, perfect_information, perfect_information_subgames, replace_subgames
from seqform.builders.games import catalog
from seqform.builders.games.formats.efg import read_efg
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.builders.preprocess.subgames import ChanceParts, SolvedSubgame, Subgame, chance_parts
from seqform.errors import GameError, ModelError
from seqform.models import CHANCE, Assessment, EpsilonFamily, ExactArray, ExtensiveGame, Outcomes, limit_assessment
from seqform.models.games.positions import END, PositionGraph, PositionStrategy
from seqform.models.strategies.assessment import constant_family
from seqform.solving.routes.positions import solved_subgames
from seqform.verify import certify
from seqform.verify.subgames import subgame_roots

OBJECTIVES = ("social", "fairest", "best-for-1", "best-for-2", "product")


def some_game(seed: int, depth: int = 4, payoffs: int = 2) -> ExtensiveGame:
    """A random game in which few information sets have several nodes, and outcomes stand everywhere."""
    game = catalog.make(
        f"random-game(seed={seed},depth={depth},chance=1/10,merge=1/4,payoffs={payoffs},zero_sum=false)"
    )
    random = Random(seed)
    inner = [[random.choice((0, 0, 1, Fraction(-1, 3))) for _ in range(3)] for _ in range(2)]
    tables = [
        ExactArray.concatenate([table, ExactArray.of(more)])
        for table, more in zip(game.outcomes.payoffs, inner, strict=True)
    ]
    outcome = game.outcome.copy()
    for node in np.flatnonzero(~game.is_leaf).tolist():
        outcome[node] = random.choice((-1, *range(len(game.outcomes), len(game.outcomes) + 3)))
    return replace(game, outcome=outcome, outcomes=Outcomes(("",) * len(tables[0]), (tables[0], tables[1])))


def is_open(game: ExtensiveGame, node: int) -> bool:
    """Return whether a node and all below it are leaves or information sets of a player by themselves."""
    if game.is_leaf[node]:
        return True
    alone = np.count_nonzero(game.infoset == game.infoset[node]) == 1
    return bool(
        game.player[node] >= 0 and alone and all(is_open(game, int(k)) for k in np.flatnonzero(game.parent == node))
    )


def solution(part: Subgame) -> SolvedSubgame:
    answer = backward_induction(part.graph)
    first, second = answer.values
    return SolvedSubgame(part, answer.strategy, (first, second))


# ---- whole games ----


def open_game(seed: int) -> ExtensiveGame:
    """Return a random game of perfect information, with few payoffs and so with ties."""
    return catalog.make(f"random-game(seed={seed},depth=4,chance=1/5,merge=0,payoffs=2,zero_sum=false)")


def require_positions(graph: PositionGraph, game: ExtensiveGame, nodes: np.ndarray) -> None:
    """Require positions with the labels and payoffs of the nodes of a game, a whole subgame."""
    assert graph.is_tree and graph.source is game
    assert graph.player.tolist() == np.where(game.is_leaf[nodes], END, game.player[nodes]).tolist()
    for position, node in enumerate(nodes.tolist()):
        assert [nodes[child] for child in graph.moves(position)] == np.flatnonzero(game.parent == node).tolist()
        if game.player[node] >= 0:
            names = game.action_names[int(game.infoset[node])]
            assert tuple(graph.move_label(position, k) for k in range(len(names))) == names
        elif game.is_leaf[node]:
            place = int(np.searchsorted(game.leaves, node))
            assert graph.payoffs_at(position) == tuple(payoff[place] for payoff in game.leaf_payoffs)


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
    assert expected_payoffs(strategy)[0] == tuple(expected_from(game, profile, player) for player in (0, 1))


def test_chance_nodes_in_one_set_hide_nothing() -> None:
    lottery = {"h": (Fraction(1, 3), leaf(1)), "t": (Fraction(2, 3), leaf(0))}
    graph = perfect_information(tree("two tosses", move(0, "m", {"a": chance(lottery), "b": chance(lottery)}))).target
    assert [graph.chances(position)[0] for position in (1, 2)] == [Fraction(1, 3)] * 2


def test_a_game_that_is_over_at_once_is_one_position() -> None:
    step = perfect_information(tree("over", leaf(3, 4)))
    assert list(step.target.payoffs_at(0)) == [3, 4]
    assert len(step.lift(PositionStrategy.pure(step.target, np.array([-1], dtype=np.int32)))[0]) == 0


def test_hidden_information_and_strategies_of_other_games_are_refused() -> None:
    with pytest.raises(
        GameError, match=r"not of perfect information: information set '.*' of player 1 has 2 nodes; .*'nash'"
    ):
        perfect_information(sf.load("kuhn"))
    one, other = (perfect_information(open_game(seed)) for seed in (1, 2))
    with pytest.raises(ModelError, match="not for"):
        one.lift(random_moves(other.target, 0))


# ---- finding subgames ----


@given(st.integers(0, 10**6))
def test_the_subgames_found_are_the_maximal_ones_with_the_payoffs_of_the_whole_game(seed: int) -> None:
    game = some_game(seed)
    inner = np.flatnonzero(~game.is_leaf).tolist()
    expected = [
        node for node in inner if is_open(game, node) and (node == 0 or not is_open(game, int(game.parent[node])))
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
    solved = [solution(part) for part in perfect_information_subgames(game) if random.random() < 0.7]
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
def test_composed_answers_have_no_regret_and_are_subgame_perfect_on_the_parts(seed: int, objective: str) -> None:
    game = some_game(seed)
    step = solved_subgames(game, objective)
    profile = step.lift(sf.solve(step.target, backend="lemke").profile)
    certificate = certify(game, profile)
    assert certificate.exact
    assert certificate.nash_conv == 0
    for part in perfect_information_subgames(game):
        for node in part.nodes[part.graph.player >= 0].tolist():  # no player gains by another move
            first, actions = int(game.first_child[node]), range(int(game.num_actions[node]))
            worth = [expected_from(game, profile, int(game.player[node]), first + action) for action in actions]
            assert sum(edge(game, profile, node, k) * value for k, value in enumerate(worth)) == max(worth)


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
def test_files_of_perfect_information_are_known_and_those_without_chance_are_solved_in_parts(path: Path) -> None:
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
def test_every_inner_node_is_in_one_part_in_which_chance_reaches_every_subgame(seed: int, zero_sum: bool) -> None:
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
            received = dict(zip(game.leaves.tolist(), game.leaf_payoffs[player].to_fractions(), strict=True))
            pairs = zip(part.game.leaves.tolist(), part.game.leaf_payoffs[player].to_fractions(), strict=True)
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
