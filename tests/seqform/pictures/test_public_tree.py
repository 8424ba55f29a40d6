"""Public trees: shares of all hands against brute force, folding, games by rules alone, saved solutions, geometry."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from tree_walks import random_strategy

import seqform as sf
from seqform.io.figures import THEMES
from seqform.io.solutions import shipped
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.pictures.chart import Chart
from seqform.pictures.grids import GridCell, GridRow
from seqform.pictures.scene import Shape, overlapping_texts

pytestmark = pytest.mark.slow

SOLUTION = shipped("rhode-island")


def mixed_profile(game: ExtensiveGame, seed: int) -> BehaviorProfile:
    """Return an exact profile in which every action has a positive probability."""
    random = Random(seed)
    first, second = (random_strategy(one.index, random, (1, 2, 3)) for one in game.sequences)
    return BehaviorProfile((first, second))


def public_tree(game: Any, profile: Any = None, **arguments: Any) -> Chart:
    picture = sf.draw(game, profile, view="public", **arguments)
    assert isinstance(picture, Chart)
    return picture


def lines(picture: Chart) -> list[tuple[GridRow, GridCell | None]]:
    (grid,) = picture.grids
    return list(zip(grid.rows, (cell for (cell,) in grid.cells), strict=True))


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


@pytest.mark.parametrize(
    ("name", "theme"), [*(("kuhn", theme) for theme in THEMES), ("tiny-poker", "light"), ("leduc(ranks=2)", "dark")]
)
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


def test_a_drawing_states_what_it_leaves_out(seqform: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    status, _, err = seqform("draw", "rhode-island", "-o", str(tmp_path / "tree.svg"))
    assert status == 0
    assert "40 of 456 situations drawn: --nodes N draws more, --at ACTIONS a part" in err
    assert "cards and payoffs are left out" in err
    assert "cards and payoffs are left out" in (tmp_path / "tree.svg").read_text("utf-8")
    assert "left out" not in sf.draw(SOLUTION).svg()
