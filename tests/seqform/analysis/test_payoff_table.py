"""The table of payoffs of games in which each player moves once."""

import seqform as sf
from seqform.analysis.sizes import matrix_table


def test_the_payoffs_of_both_players_stand_at_their_actions() -> None:
    game = sf.bimatrix_game("two by three", [[1, 2, 3], [4, 5, 6]], [[0, 1, 0], [7, 8, "1/2"]])
    table = matrix_table(game)
    assert table is not None
    assert [list(map(str, row[1:])) for row in table.rows] == [
        ["1, 0", "2, 1*", "3, 0"],
        ["4*, 7", "5*, 8*", "6*, 1/2"],
    ]


def test_all_best_replies_are_marked() -> None:
    table = matrix_table(sf.bimatrix_game("ties", [[1, 0], [1, -1]], [[2, 2], [0, 3]]))
    assert table is not None
    assert [list(map(str, row[1:])) for row in table.rows] == [
        ["1*, 2*", "0*, 2*"],
        ["1*, 0", "-1, 3*"],
    ]


def test_games_with_more_moves_chance_or_many_actions_have_no_table() -> None:
    large = sf.bimatrix_game("large", [[1] * 9] * 2, [[0] * 9] * 2)
    for game in (sf.load("kuhn"), sf.load("entry-deterrence"), large):
        assert matrix_table(game) is None
