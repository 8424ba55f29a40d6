"""Methods that are not exact make the same choices after positive affine maps of each player's payoffs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from drawn_games import drawn_games
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.analysis.monte_carlo import MctsOptions
from seqform.analysis.payoff_scale import PayoffScale
from seqform.builders.games.rules import TERMINAL, GameLimits, Rules
from seqform.models import ExactArray, ExtensiveGame
from seqform.playable import Information, PlayableTree, open_game

Map = tuple[Fraction, Fraction]
"""A positive factor, and a constant that is added."""

UNITS = [
    Fraction(1),
    Fraction(1000),
    Fraction(1, 10**9),
    Fraction(2**63 - 1, 3),
    Fraction(10) ** 300,
]
CONSTANTS = [Fraction(0), Fraction(1000), Fraction(-1, 3), Fraction(10) ** 20]

maps = st.tuples(st.sampled_from(UNITS), st.sampled_from(CONSTANTS))
common_maps = st.tuples(
    st.sampled_from(UNITS), st.sampled_from(CONSTANTS), st.sampled_from(CONSTANTS)
).map(lambda drawn: ((drawn[0], drawn[1]), (drawn[0], drawn[2])))
"""Maps of both players that leave payoffs of a constant sum with one."""


def mapped(game: ExtensiveGame, maps: tuple[Map, Map]) -> ExtensiveGame:
    """Return a game with each player's payoffs multiplied and shifted."""
    first, second = (
        own * factor + ExactArray.of([constant] * len(own))
        for own, (factor, constant) in zip(game.outcomes.payoffs, maps, strict=True)
    )
    return replace(game, outcomes=replace(game.outcomes, payoffs=(first, second)))


def require_same_profile(
    game: ExtensiveGame, other: ExtensiveGame, solve: Callable[[ExtensiveGame], Any]
) -> None:
    """Require the same probabilities to the last bit."""
    first, second = solve(game).profile, solve(other).profile
    for player in (0, 1):
        assert first[player].probabilities.tolist() == second[player].probabilities.tolist()


class Sparse(Rules[tuple[int, ...], int]):
    """Player 1 goes safe, or plays on with choices of which one sequence alone pays more."""

    title = "sparse"
    perfect_information = True

    def __init__(
        self, choices: int, own: Map = (Fraction(1), Fraction(0)), *, bounds: bool = False
    ) -> None:
        self.choices, self.own = choices, own
        if bounds:
            factor, constant = own
            ranges = ((constant, factor + constant), (Fraction(-1), Fraction(0)))
            self.limits = GameLimits.of_players(ranges, choices + 1, 2, constant_sum=None)

    def initial(self) -> tuple[int, ...]:
        return ()

    def player(self, state: tuple[int, ...]) -> int:
        return TERMINAL if state[:1] == (0,) or len(state) == self.choices + 1 else 0

    def actions(self, state: tuple[int, ...]) -> tuple[int, int]:
        return 0, 1

    def apply(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return *state, action

    def payoffs(self, state: tuple[int, ...]) -> Any:
        won = int(sum(state) == self.choices + 1)
        return self.own[0] * won + self.own[1], -won

    def observation(self, state: tuple[int, ...], player: int) -> tuple[int, ...]:
        return state


@pytest.mark.parametrize("bounds", [True, False])
@pytest.mark.parametrize("choices", [3, 6])
def test_mcts_finds_a_winning_line_among_many_that_pay_the_same(choices: int, bounds: bool) -> None:
    found = sf.mcts(Sparse(choices, bounds=bounds), simulations=2000)
    assert found.moves[found.best].move == "1"


def test_mcts_explores_where_no_bounds_are_known_and_all_payoffs_so_far_are_equal() -> None:
    found = sf.mcts(Sparse(7), simulations=200)  # of 511 states
    assert min(move.visits for move in found.moves) > 50


@settings(max_examples=15, deadline=None)
@given(maps, st.booleans(), st.sampled_from((5, 9)))
def test_mcts_by_rules_makes_the_same_choices_in_every_unit(
    own: Map, bounds: bool, choices: int
) -> None:
    found = sf.mcts(Sparse(choices, bounds=bounds), simulations=150)
    other = sf.mcts(Sparse(choices, own, bounds=bounds), simulations=150)
    assert [move.visits for move in found.moves] == [move.visits for move in other.moves]


TREE = "random-game(merge=0,chance=1/10,depth=4,zero_sum=false,seed={})"
"""Of perfect information, as no nodes join an information set."""


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1000), maps, maps, st.sampled_from(("visits", "values")))
def test_mcts_on_trees_makes_the_same_choices_in_every_unit(
    seed: int, first: Map, second: Map, final: str
) -> None:
    game = sf.load(TREE.format(seed))
    assume(game.player[0] >= 0)  # a player moves first
    found = sf.mcts(game, simulations=100, final=final)
    other = sf.mcts(mapped(game, (first, second)), simulations=100, final=final)
    assert found.best == other.best
    assert [move.visits for move in found.moves] == [move.visits for move in other.moves]


@settings(max_examples=15, deadline=None)
@given(drawn_games(zero_sum=False), maps, maps)
def test_smooth_uct_plays_the_same_in_every_unit(
    game: ExtensiveGame, first: Map, second: Map
) -> None:
    require_same_profile(
        game, mapped(game, (first, second)), lambda game: sf.smooth_uct(game, simulations=300)
    )


def test_smooth_uct_is_no_worse_where_one_player_is_paid_much_in_any_case() -> None:
    game = mapped(sf.load("kuhn"), ((Fraction(1), Fraction(0)), (Fraction(1), Fraction(1000))))
    assert sf.smooth_uct(game, simulations=20_000).certificate.nash_conv < 0.2


@settings(max_examples=4, deadline=None)
@given(drawn_games(zero_sum=True), common_maps, st.sampled_from(("cfr", "pdhg", "barrier")))
def test_iterative_methods_play_the_same_in_every_unit(
    game: ExtensiveGame, maps: tuple[Map, Map], backend: str
) -> None:
    def solve(game: ExtensiveGame) -> Any:
        return sf.solve(game, backend=backend, exact=False)

    require_same_profile(game, mapped(game, maps), solve)


@pytest.mark.parametrize("maps", [((Fraction(1000), Fraction(3)), (Fraction(1), Fraction(10**20)))])
def test_is_mcts_makes_the_same_choices_in_every_unit(maps: tuple[Map, Map]) -> None:
    pytest.importorskip("pyspiel")
    from seqform.play.openspiel_agents import IsMctsAgent

    game = sf.load("kuhn")
    choices = []
    for each in (game, mapped(game, maps)):
        playable = PlayableTree(each)
        mcts = IsMctsAgent("mcts", playable, MctsOptions(simulations=30))
        here = playable.root
        while here.player < 0:  # chance deals
            here = here.after(0)
        information = Information(here.player, here.infoset, here.actions)
        choices.append([mcts.choose(information, Random(seed)) for seed in range(5)])
    assert choices[0] == choices[1]


def test_a_scale_is_about_one_player_alone() -> None:
    scale = PayoffScale((Fraction(1000), Fraction(1002)))
    assert [scale.scaled(payoff) for payoff in (1000, 1001, 1002)] == [0, 0.5, 1]
    assert scale.payoff(0.5) == 1001
    assert PayoffScale((Fraction(3), Fraction(3))).spread == 1


def test_limits_are_those_of_each_player() -> None:
    game = mapped(sf.load("kuhn"), ((Fraction(1), Fraction(0)), (Fraction(1), Fraction(1000))))
    limits = open_game(game).limits
    assert limits.payoff_range(0) == (Fraction(-2), Fraction(2))
    assert limits.payoff_range(1) == (Fraction(998), Fraction(1002))
    assert limits.payoffs == (Fraction(-2), Fraction(1002))
