"""Games of patrols, who gain by committing to their ways.

Information sets are labelled with where the patrol has been: "intruder, patrol at 2, 1".
"""

from __future__ import annotations

from collections.abc import Sequence

from seqform.builders.games.tree import Node, leaf, move, tree
from seqform.errors import ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import Rational


def border_patrol(
    title: str, sites: int, start: int, rounds: int, caught: Rational, penalty: Rational
) -> ExtensiveGame:
    """Return the game of a patrol that walks along a row of sites, and an intruder who sees where it is.

    Site k is worth k. In each round the intruder attacks a site or waits, and at the same time the patrol stays at its
    site, at the beginning `start`, or walks to one beside it. An attack ends the game: it is caught if the patrol is
    then at the site, which pays `caught` to the defender and -`penalty` to the intruder; otherwise the intruder wins
    the worth of the site, and the defender loses it. Without an attack both are paid 0.

    References
    ----------
    After Basilico, Gatti & Amigoni, Patrolling security games: definition and algorithms for solving large instances
    with single patroller and single intruder, Artificial Intelligence 184-185 (2012).
    """
    if start > sites:
        raise ModelError(f"{title}: a start at site {start}, of {sites}")

    def stage(seen: Sequence[int]) -> Node:
        if len(seen) > rounds:
            return leaf(0, 0)
        known = f"patrol at {', '.join(map(str, seen))}"
        here = seen[-1]
        nexts = [site for site in (here - 1, here, here + 1) if 1 <= site <= sites]
        waiting = {f"to {site}": stage((*seen, site)) for site in nexts}
        choices = {"wait": move(0, f"defender, {known}", waiting)}
        for target in range(1, sites + 1):
            ends = {}
            for site in nexts:
                ends[f"to {site}"] = (
                    leaf(caught, -penalty) if site == target else leaf(-target, target)
                )
            choices[f"attack {target}"] = move(0, f"defender, {known}", ends)
        return move(1, f"intruder, {known}", choices)

    return tree(title, stage((start,)), players=("Defender", "Intruder"))
