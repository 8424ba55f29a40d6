from fractions import Fraction

import numpy as np

from seqform.builders.games import catalog
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray


def gains(game: ExtensiveGame, player: int, opponents_plan: list[int]) -> dict[str, Fraction]:
    """Return what each sequence of a player contributes to that player's payoff."""
    mine, theirs = game.sequences[player], game.sequences[1 - player]
    weights = game.chance_reach.take(game.leaves) * ExactArray.of(opponents_plan).take(theirs.at_node[game.leaves])
    slope = (game.leaf_payoffs[player] * weights).sum_by(mine.at_node[game.leaves], len(mine.index))
    return dict(zip(mine.index.names, slope.to_fractions(), strict=True))


def test_no_player_observes_the_top_card() -> None:
    game = catalog.make("guess-the-ace")
    assert np.bincount(game.infoset[game.player >= 0])[1:].tolist() == [2, 2]


def test_asked_player_2_expects_more_from_no_the_fewer_aces_there_are() -> None:
    for cards in (2, 52):
        asked = gains(catalog.make("guess-the-ace", cards=cards, prize=100), 1, [1, 0, 1])
        assert asked["asked yes"] == Fraction(100, cards)
        assert asked["asked no"] == 100 - Fraction(100, cards)


def test_player_1_loses_by_asking_whatever_the_answer() -> None:
    game = catalog.make("guess-the-ace")
    for answer in ([1, 1, 0], [1, 0, 1]):
        offered = gains(game, 0, answer)
        assert offered["start ask"] < offered["start stop"] == 0


def test_the_second_gift_may_reward_the_senseless_answer() -> None:
    game = catalog.make("guess-the-ace-second-gift(cards=4,prize=8)")
    names = list(game.sequences[0].index.names)
    asked = gains(game, 1, [int(name in ("∅", "start ask", "after yes give", "after no keep")) for name in names])
    assert asked == {"∅": 0, "asked yes": 8 + 2, "asked no": 6}
    assert len(game.leaves) == 10


def test_the_giver_observes_the_answer_but_not_the_card() -> None:
    game = catalog.make("guess-the-ace-second-gift")
    labels = game.sequences[0].index.infoset_names
    assert labels == ("start", "after yes", "after no")
    assert np.bincount(game.infoset[game.player == 0])[-2:].tolist() == [2, 2]


def test_risky_play_is_as_good_as_safe_play_without_a_slip() -> None:
    game = catalog.make("safe-or-risky")
    at = {game.path(leaf): game.leaf_payoffs[0][place] for place, leaf in enumerate(game.leaves)}
    assert at["safe",] == at["risky", "careful"] > at["risky", "slip"]
    assert len(game.sequences[1].index) == 1


def test_under_uniform_bounds_c_and_d_are_forced_to_be_equal() -> None:
    game = catalog.make("uniform-bounds")
    at = {game.path(leaf): game.leaf_payoffs[0][place] for place, leaf in enumerate(game.leaves)}
    assert at == {("a",): 2, ("b", "r", "c"): 1, ("b", "r", "d"): -2, ("b", "s", "p"): 0, ("b", "s", "q"): 0}
    index = game.sequences[0].index
    after_b = 1 + index.action_names[0].index("b")
    assert index.parent_sequence[1:].tolist() == [after_b, after_b]
