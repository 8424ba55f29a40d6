"""Games, profiles and strategies written to files, in the format that the suffix or the kind of the object names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from seqform.builders.forms.normal_form import in_normal_form
from seqform.builders.games.formats.files import NORMAL_FORMS, WRITERS
from seqform.errors import ModelError
from seqform.io.load import load
from seqform.io.profiles import write_profile
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.system.files import file_path, write_whole


def save(game: Any, path: str | Path) -> None:
    """Write a game, or whatever `load` takes, to a file, ``.efg``, ``.nfg`` or ``.csv``, by the suffix.

    Of a tree, ``.nfg`` and ``.csv`` files have the reduced normal form: the pure strategies of both players, named by
    their actions, and their payoffs.

    A `BehaviorProfile`, or one player's `BehaviorStrategy`, is written to a JSON file, as by its own method `save`.

    Raises ModelError if the suffix is another, the file cannot be written, or an argument is of another kind. Raises
    GameError if the game does not fit into the format, and TooLargeError if its normal form has more than 100,000
    pairs of strategies.
    """
    if hasattr(game, "certificate"):
        raise ModelError(
            "save, game: a game expected; an answer is written by its own method, answer.save(path)"
        )

    path = file_path("save, path", path)
    writer = WRITERS.get(path.suffix.lower())
    if isinstance(game, BehaviorProfile | BehaviorStrategy):
        if writer is not None:
            raise ModelError(f"{path}: a strategy is written to a JSON file, such as profile.json")
        write_profile(game, path)
        return

    tree = load(game)
    if writer is None:
        *most, last = WRITERS
        raise ModelError(f"{path}: a file name that ends in {', '.join(most)} or {last} expected")
    if path.suffix.lower() in NORMAL_FORMS:
        tree = in_normal_form(tree)
    write_whole(path, writer(tree))
