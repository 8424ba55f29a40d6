"""Small games with ordered signals: shrink, solve exactly, and certify exactly on the whole tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from seqform.api import solve
from seqform.backends.options import SolveOptions
from seqform.backends.protocol import Backend
from seqform.builders.filtered_game import filtered_game
from seqform.builders.games.rules import MAX_NODES
from seqform.builders.ordered_expansion import to_extensive
from seqform.models.equilibrium import Equilibrium
from seqform.models.ordered_game import OrderedGame
from seqform.phases import Phases, Progress
from seqform.shrinking import LOSSLESS, shrunk
from seqform.sources import load_ordered
from seqform.verify.certify import certify


def solve_filtered(
    game: OrderedGame | str,
    *,
    shrink: str = LOSSLESS,
    backend: str | Backend | None = None,
    options: SolveOptions | Mapping[str, Any] | None = None,
    max_nodes: int = MAX_NODES,
    progress: Progress | None = None,
) -> Equilibrium:
    """Compute an exact equilibrium of what filters leave of an ordered game, and what it is worth in the game itself.

    Parameters
    ----------
    game : OrderedGame, or the name of one in the catalog
        Zero-sum or not; small enough to be written out, which the certificate needs.
    shrink, backend, options, max_nodes, progress
        As in `seqform.solve` and `seqform.solve_ordered`.

    Returns
    -------
    Equilibrium
        Of the original game; nash_conv is 0 if the filters lose nothing, and tells exactly what they lose otherwise.

    Raises
    ------
    GameError
        If the game is too large, or not known as an ordered game.

    Examples
    --------
    >>> found = solve_filtered("leduc")
    >>> found.certificate.nash_conv, len(found.game)
    (Fraction(0, 1), 9457)
    """
    whole = load_ordered(game)
    phases = Phases(progress)
    with phases.phase("expand", "writing out the game"):
        original = to_extensive(whole, max_nodes=max_nodes, progress=progress)
    with phases.phase("shrink", f"shrinking: {shrink}"):
        step = filtered_game(whole, shrunk(whole, shrink).filters, original)
    found = solve(step.target, exact=True, backend=backend, options=options, witness=False, progress=progress)
    with phases.phase("verify", "verifying on the whole tree"):
        profile = step.lift(found.profile)
        certificate = certify(original, profile)
    return replace(
        found, game=original, profile=profile, certificate=certificate, seconds={**phases.seconds, **found.seconds}
    )
