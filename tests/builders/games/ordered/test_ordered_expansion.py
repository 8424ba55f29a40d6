"""Ordered games and games of classes as trees, and strategies for classes."""

from fractions import Fraction

import numpy as np
import pytest

import seqform as sf
from seqform.builders.forms.class_game import class_game
from seqform.builders.games import catalog
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import Payoff, Round, ordered_game
from seqform.models.games.signals import Comparison
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.programs.class_game import ClassStrategy


def value(game: object) -> Fraction | float:
    found: Fraction | float = sf.solve(game, preprocess="merge-equivalent", exact=True).values[0]
    return found


def test_the_papers_tiny_poker_shrinks_from_113_to_39_nodes() -> None:
    game = catalog.ordered("tiny-poker")
    ranks = InformationFilter(game, (np.array([0, 0, 1, 1]),))
    full, small = to_extensive(game), to_extensive(game, (ranks, ranks))
    assert (len(full), len(small)) == (113, 39)
    assert value(full) == value(small) == 0


@pytest.mark.parametrize(
    "spec",
    ["leduc", "kuhn", "kuhn(ante=2,bet=3)", "kuhn(bet=0)", "tiny-poker", "leduc(ranks=4,ante=2)", "leduc(max_bets=0)"],
)
def test_ordered_poker_expands_to_the_tree_of_its_rules(spec: str) -> None:
    game, tree = to_extensive(catalog.ordered(spec)), catalog.make(spec)
    sets, expected = game.information_sets, tree.information_sets
    assert (game.title, sets.labels, sets.action_labels) == (tree.title, expected.labels, expected.action_labels)
    assert sets.probability.to_fractions() == expected.probability.to_fractions()
    for name in ("parent", "infoset", "outcome"):
        assert np.array_equal(getattr(game, name), getattr(tree, name))
    for own, other in zip(game.leaf_payoffs, tree.leaf_payoffs, strict=True):
        assert own.to_fractions() == other.to_fractions()


def test_one_player_may_see_less_than_the_other() -> None:
    game = catalog.ordered("tiny-poker")
    blind, seeing = InformationFilter.coarsest(game), InformationFilter.identity(game)
    one_sided = to_extensive(game, (blind, seeing))
    assert [len(own.index.infoset_names) for own in one_sided.sequences] == [2, 8]
    assert value(one_sided) < 0


def test_a_strategy_that_is_no_distribution_is_refused() -> None:
    game = class_game(InformationFilter.identity(catalog.ordered("kuhn")))
    with pytest.raises(sf.errors.ModelError, match="negative or do not sum to 1"):
        ClassStrategy(game, 0, (np.zeros(game.shape(0, 0)),))
    with pytest.raises(sf.errors.ModelError, match="has shape"):
        ClassStrategy(game, 0, (np.zeros((1, 1, 1)),))


def test_a_round_in_which_nobody_acts_is_passed_through() -> None:
    deal = StageGame.of(CONTINUE)
    stage = StageGame.of(turn(0, {"stop": OVER, "play": turn(1, {"fold": OVER, "call": OVER})}))
    high = Comparison(lambda public, private: private[:, 0])

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[Payoff, Payoff]:
        if path[-1] == ("play", "call"):
            return {"showdown": 1}, {"showdown": -1}
        return (0, 0) if path[-1] == ("stop",) else (Fraction(1, 2), Fraction(-1, 2))

    rounds = [Round(deal, 0, 1), Round(stage, 1, 0)]
    game = ordered_game("late", rounds, "abcd", [high], utility, ordering=[high.strength])
    expanded = to_extensive(game)
    assert [len(own.index.infoset_names) for own in expanded.sequences] == [12, 12]
    found = sf.solve(game, backend="highs").certificate.values[0]
    assert float(value(expanded)) == pytest.approx(float(found), abs=1e-9)
