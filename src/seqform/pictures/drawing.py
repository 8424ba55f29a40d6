"""The function `draw`, and pictures of games in notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seqform.builders.games.catalog import source_of
from seqform.builders.games.rules import MAX_NODES
from seqform.errors import InputError
from seqform.io.figures import THEMES, require_theme
from seqform.io.load import has_other_than_two_players, load
from seqform.io.saved_solution import SavedSolution
from seqform.io.solutions import is_solution_file
from seqform.models.answers.device import Device
from seqform.models.answers.equilibrium import Equilibrium, FoundEquilibrium, PositionEquilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.matrices import require_own_tree
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.text import shown as shown_value
from seqform.models.options import whole_number
from seqform.models.strategies.correlation import PairMixture
from seqform.pictures.formats import Drawing, require_tree, svg
from seqform.pictures.page import VIEWS, PageFrame, PageProfile, Shown, fits_on_page, tree_page
from seqform.pictures.scene import Scene
from seqform.pictures.signalling import SignallingRoles, signalling_roles
from seqform.pictures.together import DeviceSource, commitment_remarks
from seqform.pictures.tree import Direction, tree_scene
from seqform.pictures.visible import GraphSource, Source, TreeSource, VisibleTree, visible_tree
from seqform.solving.concepts import CONCEPTS
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.system.foreign_text import visible
from seqform.system.packages import renamed
from seqform.verify.nash import certify, known_certificate

if TYPE_CHECKING:
    from seqform.analysis.ranges import PayoffSets

MOST_WHOLE, NODES_WHEN_FOLDED, MOST_IN_DEPTH = 150, 60, 400
"""Nodes up to which a game is drawn whole, nodes of the picture of a larger one, and of one to a given depth."""

LARGEST_PICTURE = 20_000
"""Bound on the nodes of a picture."""

_GROWTH: dict[str, Direction | None] = {"auto": None, "down": "down", "right": "right"}
DIRECTIONS = tuple(_GROWTH)

LAYOUTS = ("auto", "tree", "signalling")
"""The layouts of a picture of a tree."""

PUBLIC = "public"
DRAWING_VIEWS = (*VIEWS, PUBLIC)
"""What a drawing shows: in an interactive page the tree or the flow first; or the public tree."""

_BETWEEN = 24.0


LARGEST_IN_NOTEBOOK = 100_000
"""Nodes or positions of a game up to which a notebook shows a picture."""


def notebook_bundle(
    game: ExtensiveGame | PositionGraph, include: object = None, exclude: object = None
) -> dict[str, str]:
    """Return what a notebook shows of a game, by MIME type: its sizes and its tree, folded if it is large."""
    bundle = {"text/plain": repr(game)}
    html = ""
    if isinstance(game, ExtensiveGame):
        html += game._repr_html_()
    is_of_matrices = isinstance(game, ExtensiveGame) and game.matrices is not None
    if len(game) <= LARGEST_IN_NOTEBOOK and not is_of_matrices:
        source = _source(game, None)
        scene = tree_scene(
            visible_tree(source, nodes=_default_nodes(source)), THEMES["light"], None
        )
        bundle["image/svg+xml"] = svg(scene)
        html += svg(scene)
        if scene.folded:
            everything = (
                ", <code>game.explore()</code> all" if isinstance(game, ExtensiveGame) else ""
            )
            html += f"<p>{scene.folded}: <code>seqform.draw(game, nodes=400)</code> shows more{everything}.</p>"
    if html:
        bundle["text/html"] = html
    return bundle


def _default_nodes(source: Source, at: str | None = None, depth: int | None = None) -> int:
    if depth is not None:
        return MOST_IN_DEPTH
    if at is not None or len(source) <= MOST_WHOLE:
        return MOST_WHOLE
    return NODES_WHEN_FOLDED


def draw(
    game: Any,
    profile: Any = None,
    *,
    versus: Any = None,
    difference: bool = False,
    at: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    direction: str = "auto",
    layout: str = "auto",
    theme: str = "light",
    view: str | None = None,
    compare: Any = None,
    sets: bool = False,
    sensitivity: bool = False,
    node_values: bool = False,
) -> Drawing:
    """Draw the tree of a game, with a profile or without.

    Players differ by shape, number and colour; nodes of one information set share a capsule. With a profile the width
    of an edge is the probability of its action; actions that are never played are grey, and what is never reached is
    pale. Numbers at the nodes of information sets are beliefs; the legend lists those at sets that play never reaches.
    The tooltips of nodes and labels have all numbers exactly.

    As HTML, a two-player game of up to 2,000,000 nodes is an interactive page of the whole tree: `at`, `depth` and
    `nodes` are what is open at first, and a second profile is one key away. All else is the picture.

    Parameters
    ----------
    game : ExtensiveGame, PositionGraph, or whatever `load` accepts
        A file with other than two players is drawn as a game of perfect information. An equilibrium alone is drawn on
        its game.
    profile : whatever `seqform.profile` accepts, optional
        An assessment of an equilibrium, or in the file, has the beliefs at information sets that are not reached.
        Also a `Device`, or its file: an edge then has the probability of its action if both players obey, given all
        that has led to the node, and the legend the pairs of strategies that are drawn.
    versus : the same, optional
        A second profile, drawn beside the first.
    difference : bool
        Draw one tree with the probabilities of both profiles where they differ; an edge is as wide as its difference.
    at : str, optional
        Draw the game from an information set on: its name, with ``1:`` or ``2:`` in front where both players have it;
        or the public tree after actions such as ``check bet call``.
    depth, nodes : int, optional
        Fold the tree after so many moves, or keep so many nodes: the likeliest line, then what is likeliest. By
        default 60 nodes of a game that has more than 150.
    direction : {"auto", "down", "right"}
        Of growth; by default downwards where the picture is narrow.
    layout : {"auto", "tree", "signalling"}
        By default signalling games have a layout of their own: chance in the middle, the sender's nodes above and
        below, the receiver's information sets left and right. In such games chance draws a type, a sender who sees it
        takes one of two actions, and a receiver who sees the action alone ends the game.
    theme : {"light", "dark", "print"}
        The last one for black-and-white print. A page with the first one is dark where the reader's system is.
    view : {"tree", "flow", "public"}, optional
        What an interactive page shows first: the tree, or the flow, boxes whose heights are the probabilities of their
        nodes. By default the tree for games of up to 50,000 nodes. "public" draws the public tree of a game with
        ordered signals, of any size: the situations that both players see, with bars of the actions of all hands. It
        is the default for saved solutions, and for games that are too large for a tree.
    compare : the same as `versus`, whose old name it is
    sets : bool
        With perfect information: show the payoffs of all subgame perfect equilibria beside each node, as of
        `seqform.payoff_sets`, by a square with the payoff of player 0 to the right and that of player 1 upwards, and
        with a ring at what the profile pays there. Beyond 80 squares, the sets are written as texts.
    sensitivity : bool
        Of a constant-sum game: an edge is as wide as the derivatives of the value by the payoffs below it, the means of
        both sides, are together; see `seqform.sensitivity`.
    node_values : bool
        Write the payoffs that the profile reaches from each node on beside the node, where it is alone in its
        information set: with a subgame perfect equilibrium of a game of perfect information, backward induction.

    Examples
    --------
    >>> import seqform as sf
    >>> drawing = draw("kuhn", sf.solve("kuhn", exact=True))
    >>> drawing.save("kuhn.svg")  # doctest: +SKIP
    >>> drawing.svg().count("information set J:cb")
    4
    """
    if compare is not None:
        renamed("compare", "versus")
        versus = compare
    if profile is None and isinstance(game, Equilibrium | FoundEquilibrium):
        game, profile = game.profile.game, game
    require_theme(theme)
    if at is not None and not isinstance(at, str):
        raise InputError(f"at: the name of an information set expected, not {shown_value(at)}")
    if depth is not None:
        depth = whole_number("depth", depth, 0)
    if nodes is not None:
        nodes = whole_number("nodes", nodes, 1)
    if direction not in DIRECTIONS:
        raise InputError(f"direction {direction!r}: one of {', '.join(DIRECTIONS)} expected")
    if layout not in LAYOUTS:
        raise InputError(f"layout {layout!r}: one of {', '.join(LAYOUTS)} expected")
    if layout == "signalling":
        _refuse_beside(
            "layout signalling: of a whole game, in all directions",
            direction=direction != "auto",
            at=at is not None,
            depth=depth is not None,
            nodes=nodes is not None,
        )
    if nodes is not None and nodes > LARGEST_PICTURE:
        raise InputError(f"nodes {nodes}: a number from 1 to {LARGEST_PICTURE:,} expected")
    if versus is not None and profile is None:
        raise InputError(
            "versus: compared with a profile, which is missing; give the profile too, or leave versus out"
        )
    if difference and versus is None:
        raise InputError("difference: of two profiles; give the second one as versus")
    if sets:
        _refuse_beside(
            "sets: of the picture of one tree", view=view is not None, versus=versus is not None
        )
    if sensitivity:
        _refuse_beside(
            "sensitivity: of the picture of one tree",
            view=view is not None,
            versus=versus is not None,
            sets=sets,
        )
    if node_values:
        _refuse_beside(
            "node_values: of the picture of one tree",
            view=view is not None,
            versus=versus is not None,
            sets=sets,
            sensitivity=sensitivity,
        )
        if profile is None:
            raise InputError(
                "node_values (--node-values): of a profile, which is missing; give one (--profile, or --concept "
                "subgame-perfect)"
            )
    if view is not None and view not in DRAWING_VIEWS:
        raise InputError(f"view {view!r}: one of {', '.join(DRAWING_VIEWS)} expected")
    if not is_solution_file(game):
        game = source_of(game)
    of_a_tree = sets or sensitivity or node_values or view is not None
    if view == PUBLIC or (not of_a_tree and is_public(game, profile, MAX_NODES)):
        _refuse_beside(
            "the public tree: of one strategy, and from the top down",
            versus=versus is not None,
            direction=direction != "auto",
            layout=layout != "auto",
        )
        from seqform.pictures.chart import MOST_PUBLIC, public_tree

        return public_tree(
            game, profile, after=at, depth=depth, nodes=nodes or MOST_PUBLIC, theme=theme
        )
    tree: ExtensiveGame | PositionGraph
    if isinstance(game, ExtensiveGame | PositionGraph):
        tree = game
    elif isinstance(profile, PositionEquilibrium) or has_other_than_two_players(game):
        tree = load(game, kind="positions")
    else:
        require_tree(game, MAX_NODES, "drawn")
        tree = load(game)
    if isinstance(tree, ExtensiveGame):
        require_own_tree(tree, "draw")
    # The page of a whole game that is too large for one refuses it; a part of such a game is drawn as a picture.
    is_plain = at is None and depth is None and versus is None
    fits = isinstance(tree, ExtensiveGame) and (is_plain or fits_on_page(tree))
    source = _source(tree, profile)
    other = None if versus is None else _source(tree, versus)
    # A page has probabilities by information sets, and a device has others at nodes of one set.
    is_correlated = isinstance(source, DeviceSource) or isinstance(other, DeviceSource)
    interactive = fits and not (difference or sets or sensitivity or node_values or is_correlated)
    if view is not None and not interactive:
        raise InputError(
            f"view {view!r}: of the page of a two-player game, without `difference` and without a device"
        )

    if at is not None:
        source.members(at)  # an unknown name is refused here, not when the picture is painted
    most = _default_nodes(source, at, depth) if nodes is None else nodes
    payable: PayoffSets | None = None
    if sets:
        from seqform.analysis.ranges import payoff_sets

        payable = payoff_sets(source.graph if isinstance(source, GraphSource) else source.game)
    slopes: Sequence[Any] = ()
    if sensitivity:
        from seqform.analysis.sensitivity import sensitivity as slopes_of

        slopes = slopes_of(tree).weights
    names = (_heading(profile, 0), _heading(versus, 1))
    chosen = _GROWTH[direction]

    roles = None
    if layout != "tree" and direction == "auto":
        roles = _signalling_roles(source)
    if layout == "signalling" and roles is None:
        raise InputError(
            f"layout signalling: {visible(source.title)} is no signalling game, in which chance draws a "
            "type, a sender who sees it takes one of two actions, and a receiver who sees the action alone ends the "
            "game; leave layout (--layout) out"
        )
    may_signal = roles is not None

    # These functions are called when the drawing is written, only those that its format needs.
    def shown_tree() -> VisibleTree:
        return visible_tree(
            source,
            at=at,
            depth=depth,
            nodes=most,
            payable=payable,
            widths=slopes,
            node_values=node_values,
        )

    def paint() -> Scene:
        shown = shown_tree()
        colors = THEMES[theme]
        if other is None:
            return tree_scene(shown, colors, chosen, may_signal=may_signal)
        # Folded where the first one is.
        second = visible_tree(other, at=at, depth=depth, nodes=most, like=shown)
        if difference:
            heading = " → ".join(names)
            return tree_scene(shown, colors, chosen, heading, second, True, may_signal)
        first = tree_scene(shown, colors, chosen, names[0], second, may_signal=may_signal)
        other_side = tree_scene(second, colors, chosen, names[1], shown, may_signal=may_signal)
        return _side_by_side(first, other_side)

    def side(number: int, of: Source, chosen_profile: Any) -> PageProfile:
        assert isinstance(of, TreeSource)
        certificate = known_certificate(of.game, chosen_profile)
        if certificate is None and of.profile is not None:
            certificate = certify(of.game, of.profile)
        return PageProfile(of, certificate, names[number])

    def page() -> str:
        first = side(0, source, profile)
        second = None if other is None else side(1, other, versus)
        return tree_page(first, second, Shown(theme, view, nodes, at, depth, roles))

    return Drawing(paint, page if interactive else None, shown_tree if other is None else None)


def _signalling_roles(source: Source) -> SignallingRoles | None:
    """Return the nodes of a game that is drawn as a signalling game if it is drawn whole, by their keys."""
    if not isinstance(source, TreeSource) or len(source) > MOST_WHOLE:
        return None
    view = visible_tree(source, nodes=MOST_WHOLE)
    roles = signalling_roles(view)
    if roles is None:
        return None
    types = tuple(view.nodes[number].key for number in roles.types)
    return SignallingRoles(types, roles.sets)


def _refuse_beside(subject: str, **chosen: bool) -> None:
    """Refuse the arguments that are chosen though they do not apply to a picture, and name these alone."""
    names = [f"{name} (--{name})" for name, is_chosen in chosen.items() if is_chosen]
    if names:
        raise InputError(f"{subject}; leave out {' and '.join(names)}")


def explore(game: Any, profile: Any = None, **arguments: Any) -> PageFrame:
    """Return the interactive page of a game for a notebook, with the arguments of `draw`."""
    return PageFrame(draw(game, profile, **arguments).html())


def is_public(game: Any, profile: Any, max_nodes: int) -> bool:
    """Return whether a drawing is of the public tree: of a saved solution, or of a game too large for its tree."""
    for source in (game, profile):
        if isinstance(source, SavedSolution | OrderedEquilibrium):
            return True
        if is_solution_file(source):
            return True
    try:
        require_tree(game, max_nodes, "drawn")
    except InputError:
        return profile is None
    return False


def _source(game: ExtensiveGame | PositionGraph, profile: Any) -> Source:
    if isinstance(game, PositionGraph):
        if isinstance(profile, str | Path):
            from seqform.io.position_moves import read_position_equilibrium

            profile = read_position_equilibrium(profile, game)
        if profile is not None and not isinstance(profile, PositionEquilibrium):
            raise InputError(
                "with a graph of positions, an equilibrium from `seqform.solve` expected as profile"
            )
        return GraphSource(game, None if profile is None else profile.strategy)
    if isinstance(profile, Device):
        return DeviceSource(game, profile.mixture)
    if isinstance(profile, PairMixture):
        return DeviceSource(game, profile)
    if isinstance(profile, str | Path):
        from seqform.io.assessments import read_assessment
        from seqform.io.devices import is_device_file, read_device
        from seqform.io.profiles import is_uniform, read_profile

        if profile in CONCEPTS and not Path(profile).exists():
            raise InputError(
                f"profile {profile!r}: a concept, not a profile; draw(game, sf.solve(game, {profile!r})) shows "
                "an answer, and so does --concept of the command line"
            )
        if not is_uniform(profile):
            if is_device_file(profile):
                return DeviceSource(game, read_device(profile, game).mixture)
            return TreeSource(game, read_profile(profile, game), read_assessment(profile, game))
    if isinstance(profile, Equilibrium | FoundEquilibrium):
        source = TreeSource(game, profile.profile, getattr(profile, "assessment", None))
        if isinstance(profile, Equilibrium):
            source.remarks = commitment_remarks(game, profile)
        return source
    if profile is None:
        return TreeSource(game, None, None)
    from seqform.playable.profiles import profile as profile_of

    return TreeSource(game, profile_of(game, profile), None)


def _heading(profile: Any, number: int) -> str:
    if isinstance(profile, str | Path):
        return Path(profile).stem
    return ("first profile", "second profile")[number]


def _side_by_side(first: Scene, second: Scene) -> Scene:
    """Return a scene with the second one to the right of the first, their tops at one height."""
    left = first.box
    right = second.box
    to_the_right = left.right - right.left - 2 * first.margin + _BETWEEN
    down = left.top - right.top
    items = first.items + [item.moved(to_the_right, down) for item in second.items]
    return Scene(first.title, f"{first.description}; {second.description}", first.background, items)
