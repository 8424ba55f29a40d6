"""Charts of families in ε: the probabilities of actions over ε, on logarithmic axes, where orders of ε are slopes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from seqform.errors import ModelError
from seqform.experiments.report.figure import Picture, points_of, write_picture
from seqform.models.strategies.family_tables import GameFamily
from seqform.system.packages import require

POINTS, SPAN = 25, 1000
"""Points of a curve, and the largest ε over the smallest."""

LEAST_EPSILON = Fraction(1, 10**12)


def family_chart(family: GameFamily, path: str | Path, *, theme: str = "light") -> None:
    """Draw the behavior of a family over ε to a file, .svg, .png or .pdf: a panel for each information set.

    Information sets at which nothing depends on ε are left out. The largest ε is the largest power of ten at which the
    functions are probabilities.
    """
    require("pandas", "a chart")
    import pandas as pd

    shares = [
        (f"{name}: {family.game.shown_names(player)[label]}", actions)
        for player, name in enumerate(family.game.players)
        for label, actions in family.behavior(player).items()
        if any(len(share.above) > 1 or len(share.below) > 1 for share in actions.values())
    ]
    if not shares:
        raise ModelError("family: no behavior depends on ε, so there is nothing to chart")
    largest = Fraction(1, 10)
    while any(not 0 < share.at(largest) <= 1 for _, actions in shares for share in actions.values()):
        largest /= 10
        if largest < LEAST_EPSILON:
            raise ModelError(f"family: the trembles are beyond a chart, smaller than {float(LEAST_EPSILON):g}")
    epsilons = [Fraction(float(largest) * SPAN ** -(k / (POINTS - 1))) for k in range(POINTS)]
    frames = [
        points_of(map(float, epsilons), [float(share.at(e)) for e in epsilons], panel=panel, series=action, layer="law")
        for panel, actions in shares
        for action, share in actions.items()
    ]
    picture = Picture("family", family.game.title, pd.concat(frames, ignore_index=True), "ε", logarithmic="xy")
    write_picture(picture, path, caption=family.game.title, theme=theme)
