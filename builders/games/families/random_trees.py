"""Random trees: with random information sets and perfect recall, and binary trees of alternating moves."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np

from seqform.builders.games.tree import SetRows, breadth_first_game
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame, InformationSets, Outcomes
from seqform.models.games.infosets import UNNAMED
from seqform.models.numbers.exact import ExactArray

MAX_NODES = 2_000_000

OwnPasts = tuple[int, int]
"""Each player's own sequence at a node, 0 the empty one."""


class _Tree:
    """A tree that grows breadth-first, and its information sets."""

    def __init__(
        self, random: Random, max_actions: int, chance: Fraction, merge: Fraction, stop: Fraction
    ) -> None:
        self.random = random
        self.max_actions = max_actions
        self.chance = chance
        self.merge = merge
        self.stop = stop
        self.infoset_at: list[int] = []
        self.sets = SetRows()
        self.alike: dict[tuple[int, int, int], list[int]] = {}

    def grow(self, depth: int) -> None:
        """Grow all levels."""
        level: list[OwnPasts] = [(0, 0)]
        for _ in range(depth):
            below: list[OwnPasts] = []
            for own in level:
                if self._happens(self.stop):
                    self.infoset_at.append(NONE)
                else:
                    below.extend(self._move(own))
                if len(self.infoset_at) + len(below) > MAX_NODES:
                    advice = "choose a smaller depth or fewer actions"
                    raise GameError(f"random-game: more than {MAX_NODES:,} nodes; {advice}")
            level = below
        self.infoset_at.extend([NONE] * len(level))

    def _move(self, own: OwnPasts) -> list[OwnPasts]:
        """Enter a node where chance or a player moves, and return the own pasts of its children."""
        actions = self.random.randint(1, self.max_actions)
        if self._happens(self.chance):
            weights = [self.random.randint(1, 6) for _ in range(actions)]
            shares = [Fraction(weight, sum(weights)) for weight in weights]
            self.infoset_at.append(self.sets.add(CHANCE, "", _numbers(actions), shares))
            return [own] * actions
        player = self.random.randint(0, 1)
        row = self._join(player, own[player], actions)
        self.infoset_at.append(row)
        # An action's number among those of all sets, from 1 on, is the sequence that ends with it.
        sequences = range(1 + self.sets.start[row], 1 + self.sets.start[row + 1])
        first, second = own
        if player == 0:
            return [(sequence, second) for sequence in sequences]
        return [(first, sequence) for sequence in sequences]

    def _join(self, player: int, past: int, actions: int) -> int:
        """Return a set for a node: one with as many actions after the same own past, or a new one."""
        # Nodes in one set have the same past of the player: perfect recall.
        alike = self.alike.setdefault((player, past, actions), [])
        if alike and self._happens(self.merge):
            return self.random.choice(alike)
        alike.append(self.sets.add(player, "", _numbers(actions)))
        return alike[-1]

    def _happens(self, probability: Fraction) -> bool:
        return self.random.randrange(probability.denominator) < probability.numerator


def _numbers(actions: int) -> list[str]:
    return [str(action) for action in range(1, actions + 1)]


def random_game(
    title: str,
    seed: int,
    depth: int,
    max_actions: int,
    chance: Fraction,
    merge: Fraction,
    stop: Fraction,
    payoffs: int,
    zero_sum: bool,
) -> ExtensiveGame:
    """Return a random game with perfect recall.

    The tree grows level by level. A node belongs to chance or, evenly, to one of the players. A player's node may join
    an information set of that player with as many actions and the same own past, so perfect recall holds by
    construction. The parameters are described in the catalog's entry.
    """
    random = Random(seed)
    tree = _Tree(random, max_actions, chance, merge, stop)
    tree.grow(depth)
    leaves = tree.infoset_at.count(NONE)
    first = ExactArray.of([random.randint(-payoffs, payoffs) for _ in range(leaves)])
    second = -first
    if not zero_sum:
        second = ExactArray.of([random.randint(-payoffs, payoffs) for _ in range(leaves)])
    outcomes = Outcomes(("",) * leaves, (first, second))
    return breadth_first_game(title, tree.infoset_at, tree.sets.table(), range(leaves), outcomes)


HIGHEST_PAYOFF = 100
_CHOICES = str.maketrans("01", "LR")


def binary_tree(title: str, depth: int, seed: int, zero_sum: bool) -> ExtensiveGame:
    """Return the binary tree of a depth L, with random payoffs.

    The players take turns, player 0 first, and choose L or R. The mover observes all earlier choices but the last,
    which is the opponent's: beyond the root every information set has two nodes, labelled with the choices known and a
    "?" for the one that is not. Payoffs are integers from 1 to 100, all equally likely; with `zero_sum`, those of
    player 1 are the negatives of those of player 0.

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
    # The binary digits of a row after the first are the choices known there.
    known = [f"{row:b}"[1:].translate(_CHOICES) for row in range(1, num_sets)]
    labels = ("root", *(f"{choices}?" for choices in known))

    # NumPy guarantees the stream of raw numbers, but not that of integers in a range.
    raw = np.random.PCG64(seed).random_raw(2 * leaves)
    first, second = ((raw % HIGHEST_PAYOFF).astype(np.int64) + 1).reshape(2, leaves)
    if zero_sum:
        second = -first
    return ExtensiveGame(
        title=title,
        players=UNNAMED,
        parent=np.where(node > 0, (node - 1) // 2, NONE),
        infoset=infoset,
        outcome=np.where(node < inner, NONE, node - inner),
        information_sets=InformationSets(
            player=np.array(levels, dtype=np.int64) % 2,
            labels=labels,
            action_start=2 * np.arange(num_sets + 1),
            action_labels=("L", "R") * num_sets,
            probability=ExactArray.zeros(2 * num_sets),
        ),
        outcomes=Outcomes(("",) * leaves, (ExactArray(first), ExactArray(second))),
    )
