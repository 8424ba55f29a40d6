"""The layout of signalling games: which games have it, and where its nodes, lines and texts are."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.errors import InputError
from seqform.io.figures import THEMES
from seqform.models.games.extensive import ExtensiveGame
from seqform.pictures.drawing import draw
from seqform.pictures.scene import Box, Path, Scene, Shape, TextItem, overlapping_texts
from seqform.pictures.signalling import signalling_roles
from seqform.pictures.tree import tree_scene
from seqform.pictures.visible import TreeSource, VisibleTree, visible_tree


def signalling_game(
    messages: tuple[str, ...] = ("beer", "quiche"),
    answers: tuple[int, ...] = (2, 2),
    labels: tuple[str, ...] = ("fight", "leave"),
    types: tuple[str, ...] = ("strong", "weak"),
    payoffs: tuple[Fraction, ...] = (Fraction(1),),
    sender: int = 0,
    sets: dict[tuple[str, str], str] | None = None,
    sender_sets: tuple[str, ...] = (),
) -> ExtensiveGame:
    """Return a game in which chance draws a type, the sender takes an action, and the receiver takes the last one."""

    def replies(kind: str, place: int) -> Node:
        name = (sets or {}).get((kind, messages[place]), f"set {place}")
        below = {
            f"{labels[k % len(labels)]}{k // len(labels) or ''}": leaf(
                payoffs[k % len(payoffs)], -payoffs[-1]
            )
            for k in range(answers[place])
        }
        return move(1 - sender, name, below)

    below = {}
    for number, kind in enumerate(types):
        name = sender_sets[number] if sender_sets else kind
        actions = {message: replies(kind, place) for place, message in enumerate(messages)}
        below[kind] = (Fraction(1, len(types)), move(sender, name, actions))
    return tree("signals", chance(below))


def whole(game: ExtensiveGame, profile: Any = None) -> VisibleTree:
    return visible_tree(TreeSource(game, profile, None), nodes=400)


def points_of(edge: Path) -> list[tuple[float, float]]:
    """Return points along an edge, those of curves as well."""
    points = [edge.start]
    for step in edge.steps:
        x, y = points[-1]
        ends = [(x, y), *zip(step[::2], step[1::2], strict=True)]
        for k in range(1, 41):
            t = k / 40
            level = ends
            while len(level) > 1:  # de Casteljau
                level = [(a + t * (c - a), b + t * (d - b)) for (a, b), (c, d) in pairwise(level)]
            points.append(level[0])
    return points


def is_inside(point: tuple[float, float], box: Box, room: float = 0.0) -> bool:
    across = box.left - room < point[0] < box.right + room
    return across and box.top - room < point[1] < box.bottom + room


def check_picture(scene: Scene) -> None:
    """Check that no text lies on another one, on a line or on the outline of a capsule, and that all is on the canvas.

    Lines cross the capsules of their own nodes alone, each once.
    """
    assert not overlapping_texts(scene.texts)
    for item in scene.items:
        assert item.box.hull(scene.box) == scene.box
    edges = [item for item in scene.items if isinstance(item, Path) and not item.title]
    capsules = [item for item in scene.items if isinstance(item, Shape) and item.dash]
    assert len(capsules) == 2
    for text in scene.texts:
        box = text.box
        in_a_node = any(
            isinstance(item, Shape) and not item.dash and item.box.hull(box) == item.box
            for item in scene.items
        )
        if in_a_node:
            continue
        for edge in edges:
            reached = [p for p in points_of(edge) if is_inside(p, box, edge.width / 2 - 1.0)]
            assert not reached, (text.text, reached)
        for capsule in capsules:
            is_within = capsule.box.hull(box) == capsule.box
            assert is_within or not capsule.box.overlaps(box), text.text


def shape_of(scene: Scene, start: str) -> list[Shape]:
    """Return the shapes of nodes whose tooltip begins so, without capsules."""
    return [
        item
        for item in scene.items
        if isinstance(item, Shape) and not item.dash and item.title.split(";")[0] == start
    ]


def test_beer_and_quiche_has_chance_in_the_middle_and_the_sets_left_and_right() -> None:
    scene = draw("beer-quiche").scene
    ((root,), (strong,), (weak,)) = (shape_of(scene, start) for start in ("root", "strong", "weak"))
    assert root.x == strong.x == weak.x
    assert root.y - strong.y == weak.y - root.y > 0
    for message, side in (("beer", -1), ("quiche", 1)):
        (upper,) = shape_of(scene, f"strong > {message}")
        (lower,) = shape_of(scene, f"weak > {message}")
        assert upper.x == lower.x and side * (upper.x - root.x) > 0
        assert (upper.y, lower.y) == (strong.y, weak.y)
        (capsule,) = (
            item
            for item in scene.items
            if isinstance(item, Shape) and item.dash and side * (item.x - root.x) > 0
        )
        for node in (upper, lower):
            assert capsule.box.hull(node.box) == capsule.box
        for answer in ("fight", "leave"):
            labels = [
                text
                for text in scene.texts
                if text.title == answer and side * (text.x - upper.x) > 0
            ]
            assert len(labels) == 2
    check_picture(scene)


@pytest.mark.parametrize("profile", ["uniform", "sequential"])
@pytest.mark.parametrize("theme", ["light", "print"])
def test_no_text_of_beer_and_quiche_is_on_a_line(profile: str, theme: str) -> None:
    game = sf.load("beer-quiche")
    drawn: Any = profile if profile == "uniform" else sf.solve(game, profile, exact=True)
    check_picture(draw(game, drawn, theme=theme).scene)


def spence(types: tuple[str, ...], wages: tuple[str, ...]) -> ExtensiveGame:
    """Return a game in which a worker of a type has education or none, and a firm that sees which sets a wage."""
    below = {}
    for ability, kind in enumerate(types):
        messages = {}
        for message, cost in (("L", Fraction(0)), ("E", Fraction(5, 2) / (1 + ability))):
            replies: dict[str, Node] = {}
            for wage, label in enumerate(wages):
                replies[label] = leaf(wage - cost, 4 - (wage - ability) ** 2)
            messages[message] = move(1, message, replies)
        below[kind] = (Fraction(1, len(types)), move(0, kind, messages))
    return tree("spence", chance(below), players=("worker", "firm"))


@pytest.mark.parametrize("types", [("w", "m", "s"), ("a", "b", "c", "d"), tuple("abcdefg")])
@pytest.mark.parametrize("wages", [("low", "high"), ("low", "mid", "high")])
@pytest.mark.parametrize("profile", [None, "sequential"])
def test_more_than_two_types_are_rows_on_both_sides_of_chance(
    types: tuple[str, ...], wages: tuple[str, ...], profile: str | None
) -> None:
    game = spence(types, wages)
    drawn: Any = None
    if profile is not None:
        drawn = sf.solve(game, profile, exact=True)
    scene = draw(game, drawn).scene
    check_picture(scene)

    (root,) = shape_of(scene, "root")
    senders = [shape_of(scene, kind)[0] for kind in types]
    assert {node.x for node in senders} == {root.x}
    distances = {round(after.y - before.y, 6) for before, after in pairwise(senders)}
    assert len(distances) == 1
    above = [node for node in senders if node.y < root.y]
    assert len(above) == len(types) // 2
    assert root.y - above[-1].y == senders[len(above)].y - root.y

    for message, side in (("L", -1), ("E", 1)):
        (capsule,) = (
            item
            for item in scene.items
            if isinstance(item, Shape) and item.dash and side * (item.x - root.x) > 0
        )
        for kind, sender in zip(types, senders, strict=True):
            (receiver,) = shape_of(scene, f"{kind} > {message}")
            assert receiver.y == sender.y
            assert receiver.x == capsule.x
            assert capsule.box.hull(receiver.box) == capsule.box


def test_edges_of_chance_pass_the_types_between_and_meet_no_other_one() -> None:
    types = tuple("abcdefg")
    scene = draw(spence(types, ("low", "high"))).scene
    (root,) = shape_of(scene, "root")
    senders = [shape_of(scene, kind)[0] for kind in types]
    paths = [item for item in scene.items if isinstance(item, Path)]
    edges = [path for path in paths if path.start == (root.x, root.y)]
    assert len(edges) == len(types)

    rounded = []
    for edge in edges:
        points = points_of(edge)
        (end,) = (node for node in senders if (node.x, node.y) == points[-1])
        for node in senders:
            if node is not end:
                assert not [point for point in points if is_inside(point, node.box, 4.0)]
        far = [(round(x, 3), round(y, 3)) for x, y in points[1:]]
        rounded.append(set(far))
    for number, points_of_edge in enumerate(rounded):
        for later in rounded[number + 1 :]:
            assert not points_of_edge & later


LABELS = st.text("abcdefg WM", max_size=60)


@settings(max_examples=20)
@given(
    st.tuples(LABELS, LABELS).filter(lambda pair: pair[0] != pair[1]),
    st.lists(LABELS, min_size=2, max_size=6, unique=True),
    st.tuples(st.integers(1, 5), st.integers(1, 5)),
    st.lists(LABELS, min_size=5, max_size=5, unique=True),
    st.lists(st.fractions(max_denominator=10**6), min_size=1, max_size=4),
    st.integers(0, 1),
    st.booleans(),
)
def test_no_text_is_on_a_line(
    messages: tuple[str, str],
    types: list[str],
    answers: tuple[int, int],
    labels: list[str],
    payoffs: list[Fraction],
    sender: int,
    with_profile: bool,
) -> None:
    game = signalling_game(messages, answers, tuple(labels), tuple(types), tuple(payoffs), sender)
    view = whole(game, sf.uniform_profile(game) if with_profile else None)
    assert signalling_roles(view) is not None
    check_picture(tree_scene(view, THEMES["light"]))


OTHER_GAMES = {
    "one type": signalling_game(types=("a",)),
    "three types, two of which the sender cannot tell apart": signalling_game(
        types=("a", "b", "c"), sender_sets=("one", "one", "two")
    ),
    "three types, one of which the receiver sees": signalling_game(
        types=("a", "b", "c"), sets={("c", "beer"): "beer of c"}
    ),
    "three messages": signalling_game(messages=("a", "b", "c"), answers=(2, 2, 2)),
    "a type that the sender does not see": signalling_game(sender_sets=("one", "one")),
    "types that the receiver sees": signalling_game(
        sets={(kind, meal): f"{kind}{meal}" for kind in ("strong", "weak") for meal in ("beer", "quiche")}
    ),
    "a message that the receiver does not see": signalling_game(
        sets={(kind, meal): "one" for kind in ("strong", "weak") for meal in ("beer", "quiche")}
    ),
    "a set of one node": signalling_game(sets={("strong", "beer"): "a", ("weak", "beer"): "b"}),
    "a sender alone": tree("alone", chance({"a": (1, move(0, "x", {"y": leaf(0)}))})),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHER_GAMES)
def test_other_games_are_drawn_as_trees(name: str) -> None:
    game = OTHER_GAMES[name]
    assert signalling_roles(whole(game)) is None
    assert draw(game).svg() == draw(game, layout="tree").svg()
    with pytest.raises(InputError, match=r"is no signalling game.*leave layout \(--layout\) out"):
        draw(game, layout="signalling")


def test_only_whole_games_have_the_layout_unless_a_tree_is_asked_for() -> None:
    game = sf.load("beer-quiche")
    assert draw(game, layout="signalling").svg() == draw(game).svg()
    assert draw(game, layout="tree").svg() != draw(game).svg()
    assert draw(game, direction="down").svg() == draw(game, layout="tree", direction="down").svg()
    assert draw(game, depth=2).svg() == draw(game, layout="tree", depth=2).svg()
    with pytest.raises(InputError, match=r"leave out direction \(--direction\) and depth"):
        draw(game, layout="signalling", direction="down", depth=2)
    with pytest.raises(InputError, match="layout 'boxes': one of auto, tree, signalling expected"):
        draw(game, layout="boxes")
    with pytest.raises(InputError, match=r"the public tree: .*leave out layout \(--layout\)"):
        draw("leduc", view="public", layout="tree")


def test_two_profiles_are_drawn_side_by_side_or_as_one_difference() -> None:
    game = sf.load("beer-quiche")
    equilibrium = sf.solve(game, "sequential", exact=True)
    uniform = sf.uniform_profile(game)
    check_picture(draw(game, equilibrium, versus=uniform, difference=True).scene)
    beside = draw(game, equilibrium, versus=uniform).scene
    roots = shape_of(beside, "root")
    assert len(roots) == 2 and roots[0].y == roots[1].y
    assert not overlapping_texts(beside.texts)


# ---- beliefs in the legend ----


def texts_of(scene: Scene) -> list[str]:
    return [item.text for item in scene.items if isinstance(item, TextItem)]


def test_the_legend_lists_beliefs_where_play_never_leads() -> None:
    game = sf.load("beer-quiche")
    equilibrium: Any = sf.solve(game, "sequential", exact=True)
    beliefs = equilibrium.assessment.beliefs.bound_to(game).probability
    members = [k for k in range(len(game)) if game.path(k)[1:] == ("quiche",)]
    shown = [f"{beliefs[k]} after {', '.join(game.path(k))}" for k in members]
    for layout in ("signalling", "tree"):
        texts = texts_of(draw(game, equilibrium, layout=layout).scene)
        assert f"beliefs {'; '.join(shown)}" in texts
        assert "information sets that are never reached:" in texts
        assert texts.count("belief") == 1  # of the numbers at nodes


@pytest.mark.parametrize("profile", ["uniform", None])
def test_the_legend_lists_no_beliefs_that_follow_from_the_strategies(profile: Any) -> None:
    texts = texts_of(draw("beer-quiche", profile).scene)
    assert not [text for text in texts if text.startswith("beliefs ")]
    assert ("belief" in texts) == (profile is not None)


def test_a_legend_of_many_beliefs_counts_those_left_out() -> None:
    half = Fraction(1, 2)
    below: dict[str, Node] = {"out": leaf(1, 1)}
    for number in range(14):
        reply = move(1, f"set {number}", {"x": leaf(0, 1), "y": leaf(0, 0)})
        below[f"in {number}"] = chance({"a": (half, reply), "b": (half, reply)})
    game = tree("many", move(0, "start", below))
    texts = texts_of(draw(game, sf.solve(game, "sequential", exact=True)).scene)
    shown = [text for text in texts if text.startswith("beliefs ")]
    assert shown == [f"beliefs 1/2 after in {k}, a; 1/2 after in {k}, b" for k in range(12)]
    assert "and 2 more: in the tooltips" in texts


def test_a_space_is_left_between_an_action_and_its_probability_in_wide_fonts() -> None:
    # DejaVu Sans Bold: f 435, i 343, g 716, h 712, t 478 thousandths of 11.5 pixels
    of_label = 11.5 * (435 + 343 + 716 + 712 + 478) / 1000
    texts = list(sf.draw("beer-quiche", sf.solve("beer-quiche", "sequential")).scene.texts)
    behind = {item.y: item.x for item in texts if item.text == "1/2"}
    labels = [item for item in texts if item.text == "fight" and item.bold]
    assert len(labels) == 2
    for label in labels:
        assert behind[label.y] - label.x >= of_label + 3
