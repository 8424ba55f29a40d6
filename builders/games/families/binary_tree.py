"""The binary trees on which von Stengel, van den Elzen & Talman measured their algorithm."""

from __future__ import annotations

import numpy as np

from seqform.builders.games.entry import CatalogEntry, Parameter, Sizes
from seqform.models.games.extensive import NONE, ExtensiveGame, InformationSets, Outcomes
from seqform.models.numbers.exact import ExactArray

HIGHEST_PAYOFF = 100


def binary_tree(title: str, depth: int, seed: int, zero_sum: bool) -> ExtensiveGame:
    """Return the binary tree of a depth L, with random payoffs.

    The players take turns, player 1 first, and choose L or R. The mover observes all earlier choices but the last,
    which is the opponent's: beyond the root every information set has two nodes, labelled with the choices known and a
    "?" for the one that is not. Payoffs are integers from 1 to 100, all equally likely; with `zero_sum`, player 2's are
    the negatives of player 1's.

    References
    ----------
    von Stengel, van den Elzen & Talman, Computing normal form perfect equilibria for extensive two-person games,
    Econometrica 70 (2002), section 9 and table I.
    """
    leaves = 2**depth
    inner = leaves - 1
    node = np.arange(inner + leaves)
    # Counted from 1 the children of node j are 2j and 2j + 1, so siblings share j // 2.
    infoset = np.where(node < inner, (node + 1) // 2, NONE)
    num_sets = max(leaves // 2, 1)
    levels = [row.bit_length() for row in range(num_sets)]
    # NumPy guarantees the stream of raw numbers, but not that of integers in a range.
    raw = np.random.PCG64(seed).random_raw(2 * leaves)
    first, second = ((raw % HIGHEST_PAYOFF).astype(np.int64) + 1).reshape(2, leaves)
    return ExtensiveGame(
        title=title,
        players=("Player 1", "Player 2"),
        parent=np.where(node > 0, (node - 1) // 2, NONE),
        infoset=infoset,
        outcome=np.where(node < inner, NONE, node - inner),
        information_sets=InformationSets(
            player=np.array(levels, dtype=np.int64) % 2,
            labels=tuple(_label(row) for row in range(num_sets)),
            action_start=2 * np.arange(num_sets + 1),
            action_labels=("L", "R") * num_sets,
            probability=ExactArray.zeros(2 * num_sets),
        ),
        outcomes=Outcomes(("",) * leaves, (ExactArray(first), ExactArray(-first if zero_sum else second))),
    )


def _label(row: int) -> str:
    """Return the choices known at an information set: the binary digits of its row after the first."""
    if row == 0:
        return "root"
    return f"{row:b}"[1:].translate({ord("0"): "L", ord("1"): "R"}) + "?"


GAMES = (
    CatalogEntry(
        name="binary-tree",
        description="binary tree of alternating moves, the last one unseen, payoffs 1 to 100 at random",
        source="von Stengel, van den Elzen & Talman (2002), section 9",
        build=binary_tree,
        parameters=(
            Parameter("depth", 5, "choices on every path", 1, 20),
            Parameter("seed", 0, "of the random payoffs", 0),
            Parameter("zero_sum", False, "whether player 2's payoffs are the negatives of player 1's"),
        ),
        sizes=Sizes(nodes=63, infosets=(11, 5), sequences=(23, 11)),
    ),
)
