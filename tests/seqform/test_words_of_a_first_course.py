"""Answers to names, files and strategies as a student of a first course writes them."""

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

import seqform as sf
from seqform.errors import PYTHON_ADVICE, GameError, InputError, ModelError
from seqform.models.strategies.tables import sequence_names
from seqform.system.sources import parse_source, require_source

UNTYPED: Any = sf


def dilemma() -> sf.ExtensiveGame:
    """Return the prisoner's dilemma."""
    return sf.bimatrix_game([[2, 0], [3, 1]], [[2, 3], [0, 1]], rows="CD", columns="CD")


@pytest.mark.parametrize("name", PYTHON_ADVICE)
def test_words_of_the_field_are_answered_with_an_expression(name: str) -> None:
    assert not hasattr(sf, name)
    with pytest.raises(AttributeError, match="is meant"):
        getattr(UNTYPED, name)


def test_other_names_are_answered_with_similar_ones() -> None:
    with pytest.raises(AttributeError, match="no attribute 'dominatd'; did you mean dominated"):
        _ = UNTYPED.dominatd
    with pytest.raises(AttributeError, match=r"'_nothing'$"):
        _ = UNTYPED._nothing


def test_attributes_of_an_equilibrium_are_answered_with_those_that_are_meant() -> None:
    equilibrium: Any = sf.solve(dilemma())
    with pytest.raises(AttributeError, match="'payoffs'; `values` is meant"):
        _ = equilibrium.payoffs
    with pytest.raises(AttributeError, match=r"no attribute 'color'$"):
        _ = equilibrium.color
    assert copy.copy(equilibrium).values == equilibrium.values
    assert pickle.loads(pickle.dumps(equilibrium)).values == equilibrium.values


def test_pure_strategies_of_a_table_are_named_by_their_actions() -> None:
    assert sf.check(dilemma(), ("D", "D")).nash_conv == 0
    assert sf.check(dilemma(), ("C", "D")).regrets == (1, 0)
    assert sf.check(dilemma(), ("D", {"column": {"D": 1}})).nash_conv == 0
    with pytest.raises(InputError, match="Player 2 has no action 'X'; known: C, D"):
        sf.check(dilemma(), ("C", "X"))
    with pytest.raises(InputError, match="with one information set"):
        sf.check("kuhn", ("bet", "call"))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ps.cvs", "no file 'ps.cvs', and no game of that name .*; did you mean ps.csv?"),
        ("pss.csv", "No such file or directory; did you mean ps.csv?"),
        ("nothing/ps.cvs", "nothing/ps.cvs: cannot be read: No such file or directory"),
        ("kuhnn", "no game named 'kuhnn' in the catalog; did you mean kuhn"),
    ],
)
def test_a_missing_file_is_answered_with_the_similar_one(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ps.csv").write_text("1,0\n0,1\n", encoding="utf-8")
    with pytest.raises(GameError, match=message):
        require_source(parse_source(name, {}), {"kuhn": ()})
    with pytest.raises(GameError, match=message):
        sf.load(name)


def test_a_misspelt_action_in_a_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "profile.json"
    sf.profile("entry-deterrence", "uniform").save(path)
    path.write_text(path.read_text(encoding="utf-8").replace('"yield"', '"yeld"'), encoding="utf-8")
    with pytest.raises(ModelError, match="expected, not 'yeld'; did you mean yield"):
        sf.check("entry-deterrence", path)


def test_empty_first_turns_of_elimination_are_stated() -> None:
    game = sf.bimatrix_game(
        [[1, 1, 0], [0, 0, 2]], [[0, 2, 1], [3, 1, 0]], rows="UD", columns="LMR"
    )
    eliminated = sf.dominated(game, iterated=True, strict=True)
    assert [each.turn for each in eliminated] == [2, 3, 4]
    assert "in turn 1 no action of Player 1 is eliminated" in eliminated.remarks[0]
    assert not any("turn 1" in text for text in sf.dominated(dilemma(), iterated=True).remarks)


def test_a_set_that_ends_in_the_name_of_an_action_is_separated_from_it() -> None:
    ends = {"C": sf.leaf(1), "D": sf.leaf(0)}
    second = {"C": sf.move(1, "CD", ends), "D": sf.move(1, "C or D", ends)}
    game = sf.tree("twice", sf.move(0, "start", second))
    names = sequence_names(game, game.sequences[1].index)
    assert list(names.values()) == ["CD > C", "CD > D", "C or D > C", "C or D > D"]
