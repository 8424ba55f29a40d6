from fractions import Fraction

import pytest

from seqform.builders.games import catalog


@pytest.mark.parametrize(("sides", "rows"), [(4, 1534), (5, 7677), (6, 36860)])
def test_the_linear_program_has_the_published_size(sides: int, rows: int) -> None:
    first, second = catalog.make("liars-dice", sides=sides).sequences
    assert len(first.index) + 1 + second.index.num_infosets == rows


@pytest.mark.parametrize(
    ("spec", "path", "payoff"),
    [
        ("liars-dice(sides=3)", ("1", "2", "1x1", "liar"), 1),
        ("liars-dice(sides=3)", ("1", "2", "2x1", "liar"), -1),
        ("liars-dice(sides=3)", ("1", "3", "2x1", "liar"), 1),
        ("liars-dice(sides=3,wild=false)", ("1", "3", "2x1", "liar"), -1),
        ("liars-dice(sides=3)", ("1", "2", "1x1", "1x2", "liar"), -1),
        ("liars-dice(sides=3)", ("1", "1", "1x1", "1x2", "liar"), 1),
        ("liars-dice(sides=2,dice=2)", ("1-1", "1-2", "4x1", "liar"), 1),
        ("liars-dice(sides=2,dice=2)", ("1-1", "1-2", "4x2", "liar"), -1),
    ],
)
def test_a_called_bid_wins_when_enough_dice_show_the_face(spec: str, path: tuple[str, ...], payoff: int) -> None:
    game = catalog.make(spec)
    at = {game.path(leaf): game.leaf_payoffs[0][place] for place, leaf in enumerate(game.leaves)}
    assert at[path] == payoff


def test_bids_only_go_up() -> None:
    index = catalog.make("liars-dice(sides=3)").sequences[1].index
    assert index.action_names[index.row_of["2:2x1"]] == ("2x2", "2x3", "liar")
    assert index.action_names[index.row_of["2:2x3"]] == ("liar",)


def test_a_hand_of_several_dice_is_as_likely_as_the_rolls_that_make_it() -> None:
    game = catalog.make("liars-dice(sides=2,dice=2)")
    rolls = dict(zip(map(game.path, range(1, 4)), game.chance_reach.take(game.levels[1]).to_fractions(), strict=True))
    assert rolls == {("1-1",): Fraction(1, 4), ("1-2",): Fraction(1, 2), ("2-2",): Fraction(1, 4)}
