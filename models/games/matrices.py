"""The matrices of a game that was made of its sequence form, and the places of its sequences in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from seqform.errors import GameError
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints

if TYPE_CHECKING:
    from seqform.models.games.extensive import ExtensiveGame


@dataclass(frozen=True, eq=False)
class Matrices(Immutable):
    """The names and the order of the columns of the matrices that a game was made of, and the range of its payoffs.

    The tree of such a game has its sequence form, and no other meaning: chance chooses the information sets that follow
    a sequence, and payoffs are multiplied by the inverse of the probability.

    - `columns`, length |S| each: The names of the columns of E, and of F, in the order in which they were given.
    - `limits`, of two numbers each: Bounds on what a pair of strategies pays each player.
    - `are_names`: Whether the actions of each player are the names of the columns, rather than what follows in these
      after the name of the information set.
    - `in_doubles`: Whether a matrix was an array of doubles that are no integers.
    """

    columns: tuple[tuple[str, ...], tuple[str, ...]]
    limits: tuple[ExactArray, ExactArray]
    are_names: tuple[bool, bool] = (True, True)
    in_doubles: bool = False

    def places(self, names: tuple[str, ...], player: int) -> Ints:
        """Return the place among a player's sequences of each column, found by its name."""
        place_of = {name: place for place, name in enumerate(names)}
        return np.array([place_of[name] for name in self.columns[player]], dtype=np.int64)


def require_own_tree(game: ExtensiveGame, what: str) -> None:
    """Raise GameError for a game of matrices, which has no tree of its own; `what` needs one."""
    if game.matrices is not None:
        raise GameError(
            f"{what}: a game with a tree expected; {game.title} was made of the matrices of a sequence form "
            "(seqform.sequence_form), which do not have the nodes, the chance moves and the order of play; a tree with "
            "these strategies is that of seqform.save(game, 'game.efg'), then seqform.load('game.efg')"
        )
