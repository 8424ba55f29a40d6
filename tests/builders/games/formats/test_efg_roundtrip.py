"""Games survive writing and reading, here and by Gambit."""

import io
import re
from dataclasses import replace
from fractions import Fraction
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from chance_zeros import game_with_chance_zeros
from game_files import paths
from hypothesis import given
from hypothesis import strategies as st

from seqform.builders.games.formats.efg import parse_efg, read_efg, write_efg
from seqform.builders.games.formats.nfg import read_nfg
from seqform.builders.games.formats.pygambit import from_pygambit, to_pygambit
from seqform.builders.games.formats.tokens import quote, unquote
from seqform.builders.games.tree import payoff_columns
from seqform.errors import ImperfectRecallError
from seqform.models.games.extensive import NONE, ExtensiveGame, Outcomes, breadth_first

LABELS = st.text(alphabet='ab"\\\n\t {}é☃', max_size=4)
NUMBERS = st.one_of(st.integers(-3, 3).map(Fraction), st.fractions(), st.integers(-(10**40), 10**40).map(Fraction))


def read(path: Path) -> ExtensiveGame | None:
    """Return the game, or None if it has imperfect recall."""
    try:
        return read_efg(path) if path.suffix == ".efg" else read_nfg(path)
    except ImperfectRecallError:
        return None


@st.composite
def games(draw: st.DrawFn, labels: st.SearchStrategy[str] = LABELS, distinct: bool = False) -> ExtensiveGame:
    """Return a random game; with `distinct`, no label of players, sets, actions, outcomes or nodes comes twice."""
    game = game_with_chance_zeros(draw(st.integers(0, 10**6)), draw(st.integers(0, 3)))
    numbers, sets = count(), game.information_sets

    def named(size: int) -> tuple[str, ...]:
        return tuple(draw(labels) + (str(next(numbers)) if distinct else "") for _ in range(size))

    pairs = draw(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=4))
    return breadth_first(
        title=draw(labels),
        players=(named(1)[0], named(1)[0]),
        parent=game.parent,
        action=np.arange(len(game)) - game.first_child[game.parent],
        infoset=game.infoset,
        outcome=np.array([draw(st.integers(NONE, len(pairs) - 1)) for _ in range(len(game))]),
        information_sets=replace(sets, labels=named(len(sets)), action_labels=named(len(sets.action_labels))),
        outcomes=Outcomes(named(len(pairs)), payoff_columns(pairs)),
        node_labels=named(len(game)) if draw(st.booleans()) else None,
        comment=draw(labels),
    )


@given(st.text(alphabet='ab"\\\n é', max_size=12))
def test_every_label_survives_quotation(label: str) -> None:
    assert unquote(quote(label)) == label


@pytest.mark.parametrize(
    ("label", "written"),
    [("", '""'), ('"', r'"\""'), ("\\", r'"\\"'), ("a\\b", r'"a\b"'), ("a\\\\b", r'"a\\\b"'), ('\\"', r'"\\\""')],
)
def test_backslashes_are_doubled_only_where_they_would_escape(label: str, written: str) -> None:
    assert quote(label) == written


@pytest.mark.parametrize("path", paths())
def test_games_of_the_collection_survive_writing_and_reading(path: Path) -> None:
    game = read(path)
    if game is not None:
        assert parse_efg(write_efg(game)) == game
    else:
        assert path.suffix == ".efg"


@given(games())
def test_random_games_survive_writing_and_reading(game: ExtensiveGame) -> None:
    assert parse_efg(write_efg(game)) == game


def test_numbers_of_any_length_are_written_in_full() -> None:
    header = 'EFG 2 R "t" { "A" "B" } '
    game = parse_efg(header + f't "" 1 "" {{ 1e9999, 1/{"3" * 6000} }}')
    text = write_efg(game)
    assert f"{{ 1{'0' * 9999}, 1/{'3' * 6000} }}" in text
    assert parse_efg(text) == game


PLAIN = st.text(alphabet='ab"(), {}', max_size=4).map(lambda text: re.sub(" +", "_", text))
WITH_BACKSLASHES = PLAIN.map(lambda text: text.replace("a", "\\a"))


@given(games(WITH_BACKSLASHES, distinct=True))
def test_games_written_here_survive_reading_and_writing_by_gambit(game: ExtensiveGame) -> None:
    pygambit = pytest.importorskip("pygambit", reason="pygambit is an optional extra")
    read_by_gambit = pygambit.read_efg(io.BytesIO(write_efg(game).encode()))
    assert from_pygambit(read_by_gambit) == game


@given(games(PLAIN, distinct=True))
def test_games_with_labels_that_gambit_allows_come_back_from_pygambit_unchanged(game: ExtensiveGame) -> None:
    pytest.importorskip("pygambit", reason="pygambit is an optional extra")
    assert from_pygambit(to_pygambit(game)) == game


@given(games())
def test_pygambit_takes_games_with_any_labels(game: ExtensiveGame) -> None:
    pygambit = pytest.importorskip("pygambit", reason="pygambit is an optional extra")
    theirs = to_pygambit(game)
    assert len(theirs.get_histories(pygambit.H.after())) == len(game)
    back = from_pygambit(theirs)
    assert np.array_equal(back.parent, game.parent)
    assert np.array_equal(back.infoset, game.infoset)
    for ours, other in zip(game.leaf_payoffs, back.leaf_payoffs, strict=True):
        assert ours.equals(other)
    assert game.chance_reach.equals(back.chance_reach)
