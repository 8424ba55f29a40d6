"""The texts that name starting points of Lemke's path, and known opponents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from seqform.models.answers.equilibrium import Equilibrium
    from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlans

Start: TypeAlias = "str | Path | BehaviorProfile | RealizationPlans | Equilibrium"
"""Accepted: "centroid", "random:SEED", the path of a profile's JSON file, a profile, plans, or an equilibrium of a
similar game, from whose basis linear programs are solved."""

CENTROID, RANDOM = "centroid", "random"

UNIFORM = "uniform"
"""The opponent of a response who plays every action with the same probability."""

EQUILIBRIUM, PROFILE, SOLUTION = "equilibrium", "profile", "solution"
"""Agents of `seqform match` that have probabilities at every information set; RANDOM alone is another, `UNIFORM`."""

ALL_ONES = "ones"
"""Not a point, but the covering vector of Koller, Megiddo & von Stengel (1996), whose path is not one of plans."""


def start_file(start: str) -> Path | None:
    """Return the file that the name of a start or of an opponent stands for; None if it stands for none.

    Examples
    --------
    >>> start_file("centroid"), start_file("random:1"), start_file("profile.json").name
    (None, None, 'profile.json')
    >>> start_file("equilibrium"), start_file("solution:a.solution").name
    (None, 'a.solution')
    """
    name, _, rest = start.partition(":")
    if start in (CENTROID, ALL_ONES, UNIFORM) or name in (RANDOM, EQUILIBRIUM):
        return None
    return Path(rest if rest and name in (PROFILE, SOLUTION) else start)
