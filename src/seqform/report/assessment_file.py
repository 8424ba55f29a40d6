"""Assessments in JSON files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from seqform.errors import ModelError
from seqform.models.assessment import Assessment, beliefs_of
from seqform.models.game import ExtensiveGame
from seqform.report.assessment_json import assessment_data, beliefs_from_data, family_from_data
from seqform.report.json_values import json_file
from seqform.report.profile_json import profile_data, profile_from_data, to_json
from seqform.system.files import write_whole
from seqform.system.foreign_files import memory_errors_named


def write_assessment(game: ExtensiveGame, assessment: Assessment, path: str | Path) -> None:
    """Write an assessment to a JSON file; an existing file is replaced only when all of it is written."""
    data = {"players": profile_data(game, assessment.profile), **assessment_data(game, assessment)}
    write_whole(Path(path), to_json(data))


def read_assessment(path: str | Path, game: ExtensiveGame) -> Assessment | None:
    """Read the assessment of a game that a profile's JSON file may hold.

    Parameters
    ----------
    path : str or Path
    game : ExtensiveGame

    Returns
    -------
    Assessment or None
        None if the file has neither ``beliefs`` nor ``family``. A family alone brings its own beliefs.

    Raises
    ------
    ParseError
        If the file is not JSON.
    ModelError
        If profile, beliefs or family are not of this game; the message names the place.
    """
    data = json_file(Path(path))
    if not isinstance(data, Mapping) or (data.get("beliefs") is None and data.get("family") is None):
        return None
    try:
        with memory_errors_named(str(path)):
            return _assessment(data, game)
    except ModelError as error:
        raise ModelError(f"{path}: {error}") from None


def _assessment(data: Mapping[str, Any], game: ExtensiveGame) -> Assessment:
    profile = profile_from_data(data, game)
    family = None if data.get("family") is None else family_from_data(data["family"], game)
    if family is not None and data.get("beliefs") is None:
        return Assessment(profile, beliefs_of(game, family), family)
    return Assessment(profile, beliefs_from_data(data["beliefs"], game), family)
