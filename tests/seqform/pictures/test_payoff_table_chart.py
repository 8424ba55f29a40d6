"""Tables of payoffs: best replies, equilibria and elimination against checks by enumeration; pictures and commands."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path as FilePath
from xml.etree import ElementTree

import pytest
from command_line import Run
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.errors import TooLargeError
from seqform.io.figures import THEMES
from seqform.models.answers.payoff_table import PayoffTable
from seqform.models.games.extensive import ExtensiveGame
from seqform.pictures.scene import Path, Shape, overlapping_texts

Rows = list[list[int]]
tables: st.SearchStrategy[Rows] = st.lists(
    st.lists(st.integers(-2, 2), min_size=3, max_size=3), min_size=2, max_size=2
)


def entry_game() -> ExtensiveGame:
    """Return the game of entry, in which the reply is a move of its own."""
    reply = sf.move(1, "entered", {"fight": sf.leaf(-1, 0), "yield": sf.leaf(2, 2)})
    return sf.tree("entry", sf.move(0, "start", {"out": sf.leaf(0, 4), "in": reply}))


@given(tables, tables)
def test_equilibria_are_those_of_the_complete_search_without_mixtures(
    first: Rows, second: Rows
) -> None:
    game = sf.bimatrix_game(first, second)
    pure = set()
    for equilibrium in sf.equilibria(game, complete=True):
        cell = []
        for player in (0, 1):
            shares = next(iter(equilibrium.profile[player].values())).values()
            cell.append([int(share == 1) for share in shares])
        if all(max(shares) == 1 for shares in cell):
            pure.add((cell[0].index(1), cell[1].index(1)))
    assert set(sf.payoff_table(game).equilibria) == pure


def eliminated_by_pure_strategies(first: Rows, second: Rows) -> list[set[int]]:
    """Return the strategies that iterated strict dominance by pure strategies eliminates."""
    left = [set(range(2)), set(range(3))]
    has_changed = True
    while has_changed:
        has_changed = False
        for player in (0, 1):
            opposing = left[1 - player]

            def payoffs(strategy: int, player: int = player, opposing: set[int] = opposing) -> Rows:
                if player == 0:
                    return [[first[strategy][reply] for reply in sorted(opposing)]]
                return [[second[reply][strategy] for reply in sorted(opposing)]]

            for worse in sorted(left[player]):
                for better in sorted(left[player] - {worse}):
                    pairs: Sequence[tuple[int, int]] = list(
                        zip(payoffs(worse)[0], payoffs(better)[0], strict=True)
                    )
                    if all(own < other for own, other in pairs):
                        left[player].discard(worse)
                        has_changed = True
                        break
    return [set(range(2)) - left[0], set(range(3)) - left[1]]


@given(tables, tables)
def test_what_pure_strategies_dominate_is_eliminated_and_no_equilibrium_is(
    first: Rows, second: Rows
) -> None:
    table = sf.payoff_table(sf.bimatrix_game(first, second), dominated=True)
    assert table.turns is not None
    for player, gone in enumerate(eliminated_by_pure_strategies(first, second)):
        assert all(table.turns[player][strategy] for strategy in gone)
    for row, column in table.equilibria:
        assert table.turns[0][row] == table.turns[1][column] == 0


def test_what_a_mixture_dominates_is_eliminated() -> None:
    table = sf.payoff_table(sf.bimatrix_game([[3, 0], [0, 3], [1, 1]]), dominated=True)
    assert table.turns == ((0, 0, 1), (0, 0))


def test_a_tree_is_read_in_its_reduced_normal_form() -> None:
    table = sf.payoff_table(entry_game())
    assert table.strategies == (("out", "in"), ("fight", "yield"))
    assert table.equilibria == ((0, 0), (1, 1))
    assert [list(map(str, row)) for row in table.payoffs[1]] == [["4", "4"], ["0", "2"]]
    assert table.turns is None


def test_a_player_without_moves_has_one_strategy() -> None:
    alone = sf.tree("alone", sf.move(0, "start", {"a": sf.leaf(1, 0), "b": sf.leaf(2, 0)}))
    table = sf.payoff_table(alone, dominated=True)
    assert (table.equilibria, table.turns) == (((1, 0),), ((1, 0), (0,)))
    check_picture(table, "light")


def test_sizes_are_limited_and_named() -> None:
    assert len(sf.payoff_table(sf.bimatrix_game([[0] * 12] * 12)).equilibria) == 144
    with pytest.raises(TooLargeError, match=r"up to 12 pure strategies .* is 2 × 13;"):
        sf.payoff_table(sf.bimatrix_game([[0] * 13] * 2))
    with pytest.raises(TooLargeError, match="27 × 64"):
        sf.payoff_table("kuhn")


def check_picture(table: PayoffTable, theme: str) -> None:
    """Check that the picture is XML, texts are apart and on the canvas, and that each equilibrium has a frame."""
    picture = table.chart(theme=theme)
    ElementTree.fromstring(picture.svg())
    scene = picture.scene
    canvas = scene.box
    assert not overlapping_texts(scene.texts)
    assert all(item.box.hull(canvas) == canvas for item in scene.items)
    frames = [item for item in scene.items if isinstance(item, Shape)]
    assert len(frames) == len(table.equilibria)
    struck = [item for item in scene.items if isinstance(item, Path) and "eliminated" in item.title]
    turns = [*table.turns[0], *table.turns[1]] if table.turns else []
    assert len(struck) == sum(turn > 0 for turn in turns)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ["prisoners-dilemma", "rock-paper-scissors", "chicken"])
def test_texts_do_not_overlap(name: str, theme: str) -> None:
    check_picture(sf.payoff_table(name, dominated=True), theme)


@given(tables, tables)
def test_texts_of_degenerate_games_do_not_overlap(first: Rows, second: Rows) -> None:
    check_picture(sf.payoff_table(sf.bimatrix_game(first, second), dominated=True), "light")


def test_long_names_and_numbers_are_fitted() -> None:
    names = ["a long name of an action " * 8, "another long name of an action " * 8]
    payoffs = [["1/3", f"-{10**20}/7"], [str(10**9), str(10**90)]]
    game = sf.bimatrix_game("long " * 80, payoffs, payoffs, rows=names, columns=names)
    check_picture(sf.payoff_table(game, dominated=True), "light")


def test_latex_is_a_tabular_with_underlines_frames_and_lines() -> None:
    latex = sf.payoff_table("prisoners-dilemma", dominated=True).to_latex()
    assert r"$\fbox{$\underline{1},\ \underline{1}$}$" in latex
    assert latex.count(r"\vrule") == 3
    assert not re.search(r"\\usepackage|tikz", latex)


def test_the_command_prints_and_writes_all_formats(seqform: Run, tmp_path: FilePath) -> None:
    status, output = seqform("chart", "prisoners-dilemma", "--table", "--dominated")[:2]
    assert status == 0
    assert "1*, 1*" in output and "cooperate [2]" in output
    assert "pure equilibria: (defect, defect)" in output

    data = json.loads(seqform("chart", "prisoners-dilemma", "--table", "--json")[1])
    assert data["equilibria"] == [["defect", "defect"]]
    assert data["eliminated"] is None
    lines = seqform("chart", "prisoners-dilemma", "--table", "--format", "csv")[1].splitlines()
    assert lines[-1] == "defect,defect,1,1,true,true,true"
    for suffix in ("svg", "html", "tex", "png", "pdf"):
        path = tmp_path / f"table.{suffix}"
        assert seqform("chart", "prisoners-dilemma", "--table", "-o", str(path))[0] == 0
        assert path.stat().st_size > 500
    document = (tmp_path / "table.tex").read_text()
    assert document.startswith(r"\documentclass") and r"\begin{tabular}" in document
    assert "tikz" not in document


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["kuhn", "--table"], "27 × 64"),
        (["chicken", "--dominated"], "--dominated"),
        (["chicken", "--table", "--payoffs"], "--payoffs and --table: only one"),
        (["chicken", "--table", "--concept", "nash"], "--concept"),
        (["chicken", "--table", "--time-limit", "3"], "--time-limit"),
    ],
)
def test_mistakes_are_named(arguments: list[str], message: str, seqform: Run) -> None:
    status, output, errors = seqform("chart", *arguments)[:3]
    assert status == 2, (output, errors)
    assert message in errors
