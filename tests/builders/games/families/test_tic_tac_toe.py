from functools import cache

import numpy as np

from seqform.builders.games import catalog
from seqform.builders.games.families.tic_tac_toe import TicTacToe
from seqform.models.games.extensive import ExtensiveGame


@cache
def tic_tac_toe() -> ExtensiveGame:
    return catalog.make("tic-tac-toe")


def test_every_play_is_a_leaf() -> None:
    assert len(tic_tac_toe().leaves) == 255_168


def test_every_position_with_its_history_is_an_information_set_of_its_own() -> None:
    game = tic_tac_toe()
    assert len(game.information_sets) == len(game) - len(game.leaves)


def test_payoffs_count_the_plays_won_lost_and_drawn() -> None:
    values, counts = np.unique(tic_tac_toe().leaf_payoffs[0].numerators, return_counts=True)
    assert dict(zip(values.tolist(), counts.tolist(), strict=True)) == {1: 131_184, -1: 77_904, 0: 46_080}


def test_5478_positions_can_be_reached() -> None:
    rules = TicTacToe()
    reached = {(0, 0)}
    level = [rules.initial()]
    while level:
        level = [
            rules.apply(state, square) for state in level if rules.player(state) >= 0 for square in rules.actions(state)
        ]
        level = list({state[1:]: state for state in level}.values())
        reached |= {state[1:] for state in level}
    assert len(reached) == 5478
