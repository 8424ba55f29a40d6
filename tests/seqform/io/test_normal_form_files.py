"""Normal forms of trees as games and files, with the equilibria and payoffs of the tree."""

from fractions import Fraction
from pathlib import Path

import pytest
from command_line import Run

import seqform as sf
from seqform.builders.forms.normal_form import in_normal_form, is_normal_form
from seqform.builders.forms.sequence_form import reduced_normal_form
from seqform.errors import TooLargeError
from seqform.models.games.extensive import ExtensiveGame

TREES = ["vsvet-figure-1", "entry-deterrence", "beer-quiche", "kuhn", "seltens-horse", "centipede"]


def cells(game: ExtensiveGame) -> list[list[list[Fraction]]]:
    """Return the payoffs of both players of a game in which each moves once."""
    normal = reduced_normal_form(sf.builders.sequence_form(game).target)
    return [normal.A.to_dense(), normal.B.to_dense()]


@pytest.mark.parametrize("suffix", [".nfg", ".csv"])
@pytest.mark.parametrize("name", TREES)
def test_files_have_the_payoffs_of_all_pairs_of_strategies(
    name: str, suffix: str, tmp_path: Path
) -> None:
    tree = sf.load(name)
    path = tmp_path / f"game{suffix}"
    sf.save(tree, path)
    table = sf.load(path)
    assert is_normal_form(table)
    assert cells(table) == cells(tree)
    assert table.note == ""


def test_strategies_are_named_by_their_actions() -> None:
    table = in_normal_form(sf.load("vsvet-figure-1"))
    assert table.information_sets.actions(0) == ("L", "R; S", "R; T")
    assert table.information_sets.actions(1) == ("a; c", "a; d", "b; c", "b; d")
    assert table.players == sf.load("vsvet-figure-1").players


def test_the_normal_form_has_the_payoffs_of_the_equilibria_of_the_tree() -> None:
    tree = sf.load("vsvet-figure-1")
    of_tree = {each.values for each in sf.equilibria(tree, complete=True)}
    of_table = {each.values for each in sf.equilibria(in_normal_form(tree), complete=True)}
    assert of_table == of_tree


def test_a_game_in_normal_form_stays_as_it_is() -> None:
    game = sf.load("prisoners-dilemma")
    assert in_normal_form(game) is game


def test_a_player_who_does_not_move_has_one_strategy() -> None:
    table = in_normal_form(
        sf.tree("alone", sf.move(0, "start", {"a": sf.leaf(1, 2), "b": sf.leaf(3, 4)}))
    )
    assert table.information_sets.actions(1) == ("no move",)
    assert cells(table) == [[[1], [3]], [[2], [4]]]


def test_matrices_without_a_tree_have_a_normal_form() -> None:
    form = sf.builders.sequence_form(sf.load("kuhn")).target
    game = sf.sequence_form(form.E, form.e, form.F, form.f, form.A)
    assert cells(in_normal_form(game)) == cells(game)


@pytest.mark.parametrize("suffix", [".nfg", ".csv"])
def test_a_normal_form_that_is_too_large_is_refused_before_it_is_made(
    suffix: str, tmp_path: Path
) -> None:
    with pytest.raises(TooLargeError, match=r"more than 100,000 pairs.*\.efg"):
        sf.save("kuhn(ranks=13)", tmp_path / f"large{suffix}")
    assert not list(tmp_path.iterdir())


def test_names_that_are_empty_equal_or_hold_separators_are_read_again(tmp_path: Path) -> None:
    game = sf.bimatrix_game(
        [[1, 2], [3, "1/3"]], [[0, 1], [1, 0]], rows=["", "a; b"], columns=["x, y", "x, y"]
    )
    path = tmp_path / "names.csv"
    sf.save(game, path)
    table = sf.load(path)
    assert table.information_sets.actions(0) == ("1", "a; b")
    assert len({*table.information_sets.actions(1)}) == 2
    assert cells(table) == cells(game)


def test_convert_states_that_the_file_has_the_normal_form(
    seqform: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, _, error = seqform("convert", "vsvet-figure-1", "game.nfg")
    assert (status, error) == (0, "game.nfg: reduced normal form, 3 × 4 pure strategies\n")
