"""The command that reports the sizes of abstractions."""

from __future__ import annotations

from typing import Annotated

import typer

from seqform.analysis.sizes import merged_report, shrink_report
from seqform.builders.games import catalog
from seqform.builders.games.rules import MAX_NODES
from seqform.builders.steps import ABSTRACTIONS, LOSSLESS, PUBLISHED, abstraction_kind
from seqform.cli.common import (
    THRESHOLDS_HELP,
    Format,
    Game,
    Json,
    MaxNodes,
    Normalize,
    output_format,
    progress,
    write_result,
)
from seqform.cli.show.ordered import merged_data, shrink_data
from seqform.errors import OptionError
from seqform.io.load import ordered_of
from seqform.models.games.ordered import count
from seqform.solving import api
from seqform.solving.abstracted import abstract_game
from seqform.system.own_objects import own_file


def shrink(
    game: Game,
    kinds: Annotated[
        list[str] | None,
        typer.Option(
            "--preprocess",
            metavar="|".join(ABSTRACTIONS),
            help="Repeatable; published and lossless if absent. For games with ordered signals; of all others "
            f"{LOSSLESS} counts the equivalent information sets. {THRESHOLDS_HELP}.",
        ),
    ] = None,
    json: Json = False,
    format: Format = None,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Report the size of a game after equivalent signals or information sets are merged."""
    form = output_format(format, json)
    with progress() as callback:
        others = [kind for kind in kinds or () if abstraction_kind(kind) != LOSSLESS]
        if own_file(game) is None:
            whole = api.load(game, kind="ordered") if catalog.is_ordered(game) else None
        else:
            whole = ordered_of(game)
        if whole is not None:
            sizes = count(whole)
            found = [abstract_game(whole, kind, callback) for kind in kinds or (PUBLISHED, LOSSLESS)]
            data, report = shrink_data(sizes, found), shrink_report(whole, sizes, found)
        else:
            if others:
                raise OptionError(
                    f"--preprocess {others[0]}: {game} is not a game with ordered signals; only "
                    f"{LOSSLESS} applies, which merges equivalent information sets"
                )
            tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=callback)
            data = merged_data(tree)
            report = merged_report(tree, data)
    write_result(form, lambda: data, lambda: report)
