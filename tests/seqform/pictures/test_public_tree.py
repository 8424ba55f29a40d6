"""Public trees: shares of all hands against brute force, folding, games by rules alone, saved solutions, geometry."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import seqform as sf
from seqform.errors import InputError
from seqform.io.style import THEMES
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.pictures.chart import Chart
from seqform.pictures.grids import GridCell, GridRow
from seqform.pictures.scene import Shape, overlapping_texts

pytestmark = pytest.mark.slow

SOLUTION = Path(sf.play.__file__).with_name("rhode-island.solution")


def mixed_profile(game: ExtensiveGame, seed: int) -> BehaviorProfile:
    """Return an exact profile in which every action has a positive probability."""
    generator = np.random.default_rng(seed)
    strategies = []
    for owner in game.sequences:
        index, shares = owner.index, [Fraction(1)] * len(owner.index)
        for start, stop in zip(index.first_sequence, index.first_sequence[1:], strict=False):
            weights = generator.integers(1, 6, stop - start)
            shares[start:stop] = [Fraction(int(one), int(weights.sum())) for one in weights]
        strategies.append(BehaviorStrategy(index, np.array(shares, dtype=object)))
    return BehaviorProfile((strategies[0], strategies[1]))


def public_tree(game: Any, profile: Any = None, **arguments: Any) -> Chart:
    picture = sf.draw(game, profile, view="public", **arguments)
    assert isinstance(picture, Chart)
    return picture


def lines(picture: Chart) -> list[tuple[GridRow, GridCell | None]]:
    (grid,) = picture.grids
    return list(zip(grid.rows, (cell for (cell,) in grid.cells), strict=True))


def test_bars_are_the_shares_of_all_hands_by_their_own_reach() -> None:
    game = sf.load("kuhn")
    first, second = profile = mixed_profile(game, 1)
    found = [(row.text, cell) for row, cell in lines(public_tree(game, profile))]
    assert [text for text, _ in found] == ["1 start", "· 2 check", "· · 1 bet", "· 2 bet"]
    cards = "JQK"
    opening, check, call, answer = (cell for _, cell in found)
    assert opening and check and call and answer
    assert opening.shares[1] == sum(first[f"{card}:"]["bet"] for card in cards) / 3
    assert check.shares[1] == sum(second[f"{card}:c"]["bet"] for card in cards) / 3
    checked = sum(first[f"{card}:"]["check"] for card in cards)
    assert call.reach == checked / 3
    called = sum(first[f"{card}:"]["check"] * first[f"{card}:cb"]["call"] for card in cards)
    assert call.shares == (1 - called / checked, called / checked)
    (grid,) = public_tree(game, profile).grids
    assert [row.numbers[0] for row in grid.rows] == [
        1,
        opening.shares[0],
        opening.shares[0] * check.shares[1],
        opening.shares[1],
    ]


def test_the_reach_is_the_product_of_what_both_players_contribute() -> None:
    game = sf.load("leduc")
    for row, cell in lines(public_tree(game, mixed_profile(game, 2), nodes=1000)):
        assert cell is not None and row.branch is not None
        (reach,) = row.numbers
        assert 0 < reach <= cell.reach  # type: ignore[operator]
        assert sum(cell.shares) == 1


@pytest.mark.parametrize("most", [1, 7, 40, 456, 1000])
def test_what_is_not_shown_is_counted(most: int) -> None:
    """A round of Rhode Island has 8 situations and leads to 7 others, so that there are 8 + 7 · 8 + 49 · 8 of them."""
    rows = [row.branch for row, _ in lines(sf.draw("rhode-island", nodes=most))]  # type: ignore[arg-type]
    assert len(rows) <= most and all(row is not None for row in rows)
    assert len(rows) + sum(row.below for row in rows if row) == 8 + 7 * 8 + 49 * 8


def test_the_likeliest_situations_are_shown() -> None:
    game = sf.load("leduc")
    profile = sf.solve(game)
    everything = {row.text.partition(" (")[0]: row for row, _ in lines(public_tree(game, profile, nodes=1000))}
    some = [row for row, _ in lines(public_tree(game, profile, nodes=12))]
    assert 8 <= len(some) <= 12 and all(row.text.partition(" (")[0] in everything for row in some)
    assert max(row.branch.depth for row, _ in lines(public_tree(game, profile, depth=2)) if row.branch) == 2


def test_a_tree_after_actions_keeps_the_reach() -> None:
    game = sf.load("leduc")
    profile = mixed_profile(game, 3)
    whole = {tuple(cell.shares): row.numbers for row, cell in lines(public_tree(game, profile, nodes=1000)) if cell}
    part = public_tree(game, profile, at="check bet", nodes=1000)
    assert part.grids[0].heading == "public tree after check bet"
    assert all(whole[tuple(cell.shares)] == row.numbers for row, cell in lines(part) if cell)
    assert lines(part)[0][0].label == "start"


def test_a_saved_solution_is_drawn_as_its_public_tree() -> None:
    solution = sf.read_solution(SOLUTION)
    pictures = [sf.draw(solution), sf.draw("rhode-island", SOLUTION)]
    assert len({picture.svg() for picture in pictures}) == 1
    picture = pictures[0]
    assert isinstance(picture, Chart)
    assert str(solution.certificate) in picture.caption
    assert len(picture.svg().encode()) < 60_000
    mean = np.mean([solution.strategy(0, [card])["bet"] for card in solution.game.signals])
    cell = lines(picture)[0][1]
    assert cell is not None and float(cell.shares[1]) == pytest.approx(mean)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ["kuhn", "tiny-poker", "leduc", "negotiation"])
def test_geometry(name: str, theme: str) -> None:
    game = sf.load(name)
    for picture in (public_tree(game, mixed_profile(game, 4), theme=theme, nodes=20), public_tree(name, theme=theme)):
        scene = picture.scene
        assert not overlapping_texts(scene.texts)
        assert all(item.box.hull(scene.box) == scene.box for item in scene.items)
        ElementTree.fromstring(picture.svg())
        nodes = [item for item in scene.items if isinstance(item, Shape) and item.half_width == 8]
        assert len(nodes) == len(lines(picture))


@pytest.mark.parametrize(
    ("game", "arguments", "message"),
    [
        ("kuhn", {"view": "public", "at": "fly"}, "nobody has a turn after 'fly'"),
        ("kuhn", {"view": "public", "at": "check check"}, "nobody has a turn after 'check check'"),
        ("guess-the-ace", {"view": "public"}, "not known as a game with ordered signals"),
        ("rhode-island", {"direction": "down"}, "leave out versus and direction"),
    ],
)
def test_mistakes_are_named(game: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(sf.errors.SeqformError, match=re.escape(message)):
        sf.draw(game, **arguments)


def test_other_games_have_none() -> None:
    game = sf.load("guess-the-ace")
    with pytest.raises(InputError, match="no public tree"):
        sf.draw(game, sf.uniform_profile(game), view="public")
