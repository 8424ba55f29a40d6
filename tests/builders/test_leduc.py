import pytest

from seqform.builders.games import catalog
from seqform.errors import GameError
from seqform.models.games.extensive import ExtensiveGame


def lp_rows(game: ExtensiveGame) -> int:
    """Return the rows of the sequence-form LP: one for each sequence of a player, 1 + |H| of the other."""
    return len(game.sequences[0].index) + 1 + game.sequences[1].index.num_infosets


@pytest.mark.parametrize(
    ("spec", "rows"),
    [("leduc", 1562), ("leduc(collapse_suits=true)", 482), ("leduc(ranks=13,collapse_suits=true)", 8582)],
)
def test_the_linear_program_has_the_published_size(spec: str, rows: int) -> None:
    assert lp_rows(catalog.make(spec)) == rows


def test_information_sets_are_named_by_cards_and_betting() -> None:
    names = catalog.make("leduc").sequences[0].index.infoset_names
    assert "Ks:" in names
    assert "Jh:cbk/Qs:cb" in names
    assert "K:" in catalog.make("leduc(collapse_suits=true)").sequences[0].index.infoset_names
    assert "4h:" in catalog.make("leduc(ranks=4)").sequences[0].index.infoset_names


@pytest.mark.parametrize(
    ("path", "payoff"),
    [
        (("Ks", "Qs", "check", "check", "Js", "check", "check"), 1),
        (("Ks", "Qs", "check", "check", "Qh", "check", "check"), -1),
        (("Ks", "Kh", "bet", "call", "Js", "bet", "call"), 0),
        (("Js", "Qs", "bet", "raise", "call", "Jh", "bet", "raise", "call"), 1 + 2 * 2 + 2 * 4),
        (("Js", "Qs", "bet", "raise", "call", "Ks", "bet", "raise", "fold"), -(1 + 2 * 2 + 4)),
        (("Ks", "Qs", "bet", "raise", "fold"), -(1 + 2)),
    ],
)
def test_the_winner_takes_what_the_loser_paid(path: tuple[str, ...], payoff: int) -> None:
    game = catalog.make("leduc")
    at = {game.path(leaf): game.leaf_payoffs[0][place] for place, leaf in enumerate(game.leaves)}
    assert at[path] == payoff


def test_a_deck_without_a_third_card_is_refused() -> None:
    with pytest.raises(GameError, match="leduc: 2 ranks in 1 suit make too few cards to deal three"):
        catalog.make("leduc(ranks=2,suits=1)")


def test_without_bets_only_the_cards_matter() -> None:
    game = catalog.make("leduc(max_bets=0)")
    assert set(game.leaf_payoffs[0].to_fractions()) == {-1, 0, 1}
    assert max(game.num_actions[game.player >= 0]) == 1
