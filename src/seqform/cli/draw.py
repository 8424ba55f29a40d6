"""The command that draws the tree of a game, with profiles or without."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from seqform.builders.games.rules import MAX_NODES
from seqform.cli.common import Game, MaxNodes, Normalize, progress
from seqform.cli.file_use import INPUT, OUTPUT
from seqform.errors import OptionError
from seqform.io.load import has_other_than_two_players
from seqform.pictures import drawing
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
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Draw the tree of a game: information sets, payoffs and, with a profile, probabilities and beliefs."""
    drawing.require_drawable(output)
    drawing.require_tree(game, max_nodes, "drawn")
    if profile is not None and concept is not None:
        raise OptionError("--profile and --concept: only one of them")
    shown: Any = profile
    with progress() as callback:
        wanted = Nash() if concept is None else concept_of(concept, {})
        tree: Any
        if concept is None and has_other_than_two_players(game):
            tree = api.load(game, kind="positions", normalize=normalize)
        else:
            tree = api.game_for(game, wanted, None, normalize=normalize, max_nodes=max_nodes, progress=callback)
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
    )
    if output is None:
        sys.stdout.write(picture.svg())
    else:
        picture.save(output)
