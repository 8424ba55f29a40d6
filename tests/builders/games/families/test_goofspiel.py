import pytest

from seqform.builders.games import catalog
from seqform.models.games.extensive import CHANCE


def test_the_linear_program_has_the_published_size() -> None:
    first, second = catalog.make("goofspiel").sequences
    assert len(first.index) + 1 + second.index.num_infosets == 5542


@pytest.mark.parametrize(
    ("spec", "path", "payoff"),
    [
        ("goofspiel(cards=3)", ("3", "3", "1", "2", "1", "3"), 1),
        ("goofspiel(cards=3)", ("3", "3", "1", "2", "1", "2"), 0),
        ("goofspiel(cards=3,points_difference=true)", ("3", "3", "1", "2", "1", "3"), 3 - 2),
        ("goofspiel(cards=3,points_difference=true,order=ascending)", ("1", "3", "2", "1"), -1 + 2 + 3),
        ("goofspiel(cards=3,points_difference=true,order=descending)", ("1", "3", "2", "2"), -3 + 1),
        ("goofspiel(cards=3,order=descending)", ("1", "3", "2", "2"), -1),
        ("goofspiel(cards=3,order=descending)", ("1", "1", "2", "2"), 0),
    ],
)
def test_higher_cards_win_prizes_and_the_last_round_plays_itself(spec: str, path: tuple[str, ...], payoff: int) -> None:
    game = catalog.make(spec)
    at = {game.path(leaf): game.leaf_payoffs[0][place] for place, leaf in enumerate(game.leaves)}
    assert at[path] == payoff


def test_a_fixed_order_of_prizes_leaves_nothing_to_chance() -> None:
    game = catalog.make("goofspiel(order=descending)")
    assert CHANCE not in game.information_sets.player
    assert "4:3w 3:" in game.sequences[0].index.infoset_names


def test_shown_bids_split_information_sets() -> None:
    hidden, shown = (catalog.make("goofspiel(cards=3)", bids_shown=value) for value in (False, True))
    assert len(hidden) == len(shown)
    assert "3:1l 2:" in hidden.sequences[0].index.infoset_names
    assert {"3:1-2 2:", "3:1-3 2:"} <= set(shown.sequences[0].index.infoset_names)


def test_player_two_does_not_see_the_bid_of_the_round() -> None:
    game = catalog.make("goofspiel(cards=3)")
    second = game.sequences[1].index
    first_rounds = [name for name in second.infoset_names if " " not in name]
    assert sorted(first_rounds) == ["1:", "2:", "3:"]
