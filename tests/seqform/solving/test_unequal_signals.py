"""Ordered games in which the players get unequal numbers of private signals."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import Run
from hypothesis import given, settings
from hypothesis import strategies as st
from random_ordered_games import random_ordered_game

import seqform as sf
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.games.ordered.limit_poker import Betting, LimitPoker, limit_poker
from seqform.builders.games.rules import expand
from seqform.builders.preprocess.gameshrink import game_shrink
from seqform.errors import GameError, ModelError
from seqform.io.solutions import read_solution
from seqform.models.games.ordered import OrderedGame, Round, count
from seqform.models.numbers.exact import Ints
from seqform.play.matches import match

RULES = """
from seqform.builders.games.ordered.limit_poker import Betting, limit_poker

def best(table, own):
    return own.max(axis=1) // 2

game = limit_poker(
    "second card", deck="abcdef", ante=1, rounds=[Betting(1, private=(2, 1)), Betting(1, public=1)], strength=best
)
"""


def best_card(table: Ints, own: Ints) -> Ints:
    """The higher rank of the own cards, of which there are two of each rank."""
    return np.asarray(own.max(axis=1) // 2)


def rules(*rounds: Betting) -> LimitPoker:
    return LimitPoker("best card", tuple("abcdef"), 1, rounds, best_card)


@pytest.mark.parametrize(
    "rounds", [[Betting(1, private=(2, 1))], [Betting(1, private=1), Betting(2, max_bets=0, private=(0, 1))]]
)
def test_poker_by_rules_and_with_ordered_signals_is_one_tree(rounds: list[Betting]) -> None:
    poker = rules(*rounds)
    game = poker.ordered()
    tree, by_rules = to_extensive(game), expand(poker)
    sizes = count(game)
    assert not game.is_even
    assert tuple(own.index.num_infosets for own in tree.sequences) == sizes.infosets
    assert [set(own.index.infoset_names) for own in tree.sequences] == [
        set(own.index.infoset_names) for own in by_rules.sequences
    ]
    assert sf.solve(tree, exact=True).values == sf.solve(by_rules, exact=True).values


@pytest.mark.slow
@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), weighted=st.booleans())
def test_tree_and_lossless_classes_have_the_same_value_exactly(seed: int, weighted: bool) -> None:
    game = random_ordered_game(seed, constant_sum=True, signals=4, weighted=weighted, even=False)
    on_tree = sf.solve(to_extensive(game), exact=True)
    for abstraction in ("identity", "lossless"):
        found = sf.solve(game, preprocess=abstraction, exact=True)
        assert found.certificate.proven and found.values == on_tree.values
        by_classes = sf.solve(game, preprocess=abstraction, exact=True, backend="barrier")
        assert by_classes.certificate.proven and by_classes.values == on_tree.values


def test_own_games_are_solved_from_a_file(seqform: Run, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(RULES)
    spec = f"{tmp_path / 'own.py'}:game"
    status, shown, _ = seqform("solve", spec, "--exact")
    assert status == 0 and "proven: a Nash equilibrium" in shown
    status, shown, _ = seqform("shrink", spec)
    assert status == 0 and "hands in round 1" in shown and "30 and 6" in shown
    status, _, error = seqform("shrink", spec, "--preprocess", "published")
    assert status == 2 and "unequal numbers of private signals" in " ".join(error.split())


def test_solutions_are_charted_and_matched() -> None:
    game = rules(Betting(1, private=(2, 1)), Betting(1, public=1)).ordered()
    saved = sf.solve(game, preprocess="lossless", backend="cfr", target_gap=0.01).saved()
    hands = [len(saved.chart(player=player).grids[0].rows) for player in (0, 1)]
    assert hands[0] > hands[1] > 0
    assert len(match(game, saved, "random", games=4).games) == 4


def test_abstractions_of_equal_numbers_are_refused() -> None:
    game: OrderedGame = rules(Betting(1, private=(2, 1))).ordered()
    with pytest.raises(GameError, match=r"GameShrink is not defined .* take the abstraction lossless"):
        game_shrink(game)
    with pytest.raises(ModelError, match="whose filter it is has to be given, by player=0 or 1"):
        sf.InformationFilter.identity(game)
    first, second = (sf.InformationFilter.coarsest(game, player) for player in (0, 1))
    with pytest.raises(ModelError, match="filters of player 1 and of player 2 expected"):
        sf.solve(game, preprocess=[second, first])
    assert sf.solve(game, preprocess=[first, second], backend="highs").certificate.nash_conv > 0


def test_files_have_a_filter_for_each_player(tmp_path: Path) -> None:
    """Player 1 sees both signals and player 2 one of them, so that both have as many hands."""
    game = LimitPoker("two", ("a", "b"), 1, (Betting(1, public=1, private=(1, 0)),), first_of_all).ordered()
    found = sf.solve(game, preprocess="identity", backend="cfr", target_gap=0.01)
    found.save(tmp_path / "two.solution")
    read = read_solution(tmp_path / "two.solution", game)
    assert [one.player for one in read.filters] == [0, 1]
    assert read.check().certificate.values == pytest.approx(found.values, abs=1e-3)


def first_of_all(table: Ints, own: Ints) -> Ints:
    return np.asarray(np.concatenate([own, table], axis=1)[:, 0])


def test_equal_numbers_are_one_number() -> None:
    stage = rules(Betting(1, private=1)).ordered().rounds[0].stage
    assert Round(stage, 0, (1, 1)) == Round(stage, 0, 1)
    antes: list[Any] = [-1, 0.5]
    for ante in antes:
        with pytest.raises(GameError, match=f"war: ante={ante}: an integer or a Fraction, at least 0, expected"):
            limit_poker("war", deck="JQK", ante=ante, strength=lambda _, own: own[:, 0], rounds=[Betting(1, private=1)])
    wrong: list[dict[str, Any]] = [{"deck": 3}, {"deck": [1, 2, 3]}, {"rounds": Betting(1, private=1)}]
    for one in wrong:
        with pytest.raises(GameError, match=f"war: {next(iter(one))}=.*: a sequence of (names|Betting) expected"):
            limit_poker("war", **{"deck": "JQK", "ante": 1, "strength": first_of_all, "rounds": [], **one})
    with pytest.raises(GameError, match=r"private=\(1, -1\): an integer, at least 0, expected"):
        Betting(1, private=(1, -1))
