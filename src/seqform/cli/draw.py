"""The command that draws the tree of a game, with profiles or without."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from seqform.builders.games.rules import MAX_NODES
from seqform.cli.common import Game, MaxNodes, Normalize, progress
from seqform.cli.file_use import INPUT, OUTPUT
from seqform.errors import InputError, OptionError, TooLargeError
from seqform.io.load import has_other_than_two_players
from seqform.pictures import drawing
from seqform.pictures.page import MOST_PAGE_NODES, VIEWS, page_refusal
from seqform.pictures.tree import THEMES
from seqform.solving import api
from seqform.solving.concepts import CONCEPTS, Nash, concept_of


def draw(
    game: Game,
    profile: Annotated[
        Path | None, typer.Option("--profile", metavar="FILE", help="Draw the strategies of this JSON file."), INPUT
    ] = None,
    concept: Annotated[
        str | None,
        typer.Option("--concept", metavar="|".join(CONCEPTS), help="Draw an exact equilibrium, computed here."),
    ] = None,
    compare: Annotated[
        Path | None,
        typer.Option("--compare", metavar="FILE", help="Draw the strategies of this file beside the others."),
        INPUT,
    ] = None,
    difference: Annotated[
        bool, typer.Option("--difference", help="With --compare: draw one tree with the differences.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help=f"The file to write: {', '.join(drawing.FORMATS)}. Default: SVG to standard output."
        ),
        OUTPUT,
    ] = None,
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="SET", help="Draw from an information set on, such as K:cb, or 1:K:cb."),
    ] = None,
    depth: Annotated[int | None, typer.Option("--depth", min=0, help="Fold the tree after so many moves.")] = None,
    nodes: Annotated[
        int, typer.Option("--nodes", min=1, max=drawing.LARGEST_PICTURE, help="Fold what is least likely beyond these.")
    ] = drawing.MOST_NODES,
    direction: Annotated[
        str, typer.Option("--direction", metavar="|".join(drawing.DIRECTIONS), help="The tree's direction of growth.")
    ] = "auto",
    theme: Annotated[str, typer.Option("--theme", metavar="|".join(THEMES), help="Colours.")] = "light",
    view: Annotated[
        str | None,
        typer.Option("--view", metavar="|".join(VIEWS), help="What a .html page shows first. Default: by the size."),
    ] = None,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Draw the tree of a game: information sets, payoffs and, with a profile, probabilities and beliefs.

    A file .html is an interactive page of the whole game, unless a part or two profiles are drawn.
    """
    drawing.require_drawable(output)
    drawing.require_tree(game, max_nodes, "drawn")
    if profile is not None and concept is not None:
        raise OptionError("--profile and --concept: only one of them")
    if view is not None and (output is None or output.suffix.lower() != ".html"):
        raise OptionError("--view: only with --output FILE.html")
    shown: Any = profile
    is_page = output is not None and output.suffix.lower() == ".html" and at is None and depth is None and not compare
    with progress() as callback:
        wanted = Nash() if concept is None else concept_of(concept, {})
        tree: Any
        if concept is None and has_other_than_two_players(game):
            tree = api.load(game, kind="positions", normalize=normalize)
        else:
            most = min(max_nodes, MOST_PAGE_NODES) if is_page else max_nodes
            try:
                tree = api.game_for(game, wanted, None, normalize=normalize, max_nodes=most, progress=callback)
            except TooLargeError as problem:
                if problem.nodes is not None and problem.nodes > max_nodes:
                    raise InputError(
                        f"{game}: {problem.nodes:,} nodes, too many to draw; `seqform chart` draws its strategies"
                    ) from None
                if most == max_nodes:
                    raise
                raise page_refusal(str(game)) from None
            if is_page and len(tree) > most:
                raise page_refusal(tree.title)
        if concept is not None:
            shown = api.solve(tree, wanted, exact=True, progress=callback)
    picture = drawing.draw(
        tree,
        shown,
        compare=compare,
        difference=difference,
        at=at,
        depth=depth,
        nodes=nodes,
        direction=direction,
        theme=theme,
        view=view,
    )
    if output is None:
        sys.stdout.write(picture.svg())
    else:
        picture.save(output)
