"""Games survive writing and reading, here and by Gambit."""

import io
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from game_files import paths
from hypothesis import given
from hypothesis import strategies as st

from seqform.builders.games.formats.efg import parse_efg, read_efg, write_efg
from seqform.builders.games.formats.nfg import read_nfg
from seqform.builders.games.formats.pygambit import from_pygambit, to_pygambit
from seqform.builders.games.formats.tokens import quote, unquote
from seqform.builders.games.tables import SetRows, payoff_columns
from seqform.errors import ImperfectRecallError
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame, Outcomes, breadth_first

LABELS = st.text(alphabet='ab"\\\n\t {}é☃', max_size=4)
NUMBERS = st.one_of(st.integers(-3, 3).map(Fraction), st.fractions(), st.integers(-(10**40), 10**40).map(Fraction))


def read(path: Path) -> ExtensiveGame | None:
    """Return the game, or None if it has imperfect recall."""
    try:
        return read_efg(path) if path.suffix == ".efg" else read_nfg(path)
    except ImperfectRecallError:
        return None


class _Drawing:
    """A random game, drawn node by node; information sets by own past, so that recall is perfect."""

    def __init__(self, draw: st.DrawFn, labels: st.SearchStrategy[str], distinct: bool) -> None:
        self.draw, self.labels, self.distinct = draw, labels, distinct
        self.sets = SetRows()
        self.rows: dict[tuple[int, object, int], int] = {}
        self.count = 0

    def label(self) -> str:
        self.count += 1
        return self.draw(self.labels) + (str(self.count) if self.distinct else "")

    def infoset(self, owner: int, own: object) -> int:
        key = (owner, own, self.draw(st.integers(0, 1)))
        if owner == CHANCE or key not in self.rows:
            actions = [self.label() for _ in range(self.draw(st.integers(1, 3)))]
            weights = [self.draw(st.integers(0, 5)) for _ in actions[1:]] + [1]
            shares = [Fraction(weight, sum(weights)) for weight in weights] if owner == CHANCE else None
            self.rows[key] = self.sets.add(owner, self.label(), actions, shares)
        return self.rows[key]

    def game(self) -> ExtensiveGame:
        pairs = st.tuples(NUMBERS, NUMBERS)
        outcomes = [(self.label(), self.draw(pairs)) for _ in range(self.draw(st.integers(0, 4)))]
        parent, action, infoset, outcome = [], [], [], []  # type: tuple[list[int], list[int], list[int], list[int]]
        pending: list[tuple[int, int, tuple[object, object]]] = [(NONE, 0, ((), ()))]
        for above, by, past in pending:
            here = len(parent)
            parent.append(above)
            action.append(by)
            outcome.append(self.draw(st.integers(NONE, len(outcomes) - 1)))
            owner = self.draw(st.sampled_from([CHANCE, 0, 1, None]))
            if owner is None or len(pending) > 25:
                infoset.append(NONE)
                continue
            row = self.infoset(owner, past[owner] if owner != CHANCE else ())
            infoset.append(row)
            for k in range(self.sets.start[row + 1] - self.sets.start[row]):
                own = tuple((row, k) if who == owner else past[who] for who in (0, 1))
                pending.append((here, k, (own[0], own[1])))
        return breadth_first(
            title=self.draw(self.labels),
            players=(self.label(), self.label()),
            parent=np.array(parent),
            action=np.array(action),
            infoset=np.array(infoset),
            outcome=np.array(outcome),
            information_sets=self.sets.table(),
            outcomes=Outcomes(tuple(label for label, _ in outcomes), payoff_columns(pair for _, pair in outcomes)),
            node_labels=[self.label() for _ in parent] if self.draw(st.booleans()) else None,
            comment=self.draw(self.labels),
        )


@st.composite
def games(draw: st.DrawFn, labels: st.SearchStrategy[str] = LABELS, distinct: bool = False) -> ExtensiveGame:
    """Return a random game; with `distinct`, no label of players, sets, actions, outcomes or nodes comes twice."""
    return _Drawing(draw, labels, distinct).game()


# ---- labels ----


@given(st.text(alphabet='ab"\\\n é', max_size=12))
def test_every_label_survives_quotation(label: str) -> None:
    assert unquote(quote(label)) == label


@pytest.mark.parametrize(
    ("label", "written"),
    [("", '""'), ('"', r'"\""'), ("\\", r'"\\"'), ("a\\b", r'"a\b"'), ("a\\\\b", r'"a\\\b"'), ('\\"', r'"\\\""')],
)
def test_backslashes_are_doubled_only_where_they_would_escape(label: str, written: str) -> None:
    assert quote(label) == written


# ---- our own reader ----


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


# ---- Gambit ----

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
