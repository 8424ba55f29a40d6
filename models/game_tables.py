"""The tables that the columns of a game point into: information sets and outcomes."""

from __future__ import annotations

from dataclasses import dataclass

from seqform.models.exact import ExactArray, Ints
from seqform.models.immutable import Immutable

CHANCE = -1
"""The owner of chance's information sets."""

NONE = -1
"""In a column: no parent, no information set, no outcome."""


@dataclass(frozen=True, eq=False)
class InformationSets(Immutable):
    """The information sets of both players and of chance, one row each.

    Every node of a set has the same actions because they are kept here, once.

    Parameters
    ----------
    player : ndarray of int, shape (h,)
        0, 1, or `CHANCE`.
    labels : tuple of str, length h
        As in the source; may be empty or repeated.
    action_start : ndarray of int, shape (h + 1,)
        The actions of set k are ``action_start[k] : action_start[k + 1]``.
    action_labels : tuple of str, length ``action_start[-1]``
    probability : ExactArray, length ``action_start[-1]``
        Of chance's actions; not read elsewhere.
    """

    player: Ints
    labels: tuple[str, ...]
    action_start: Ints
    action_labels: tuple[str, ...]
    probability: ExactArray

    def __len__(self) -> int:
        return len(self.player)

    def actions(self, infoset: int) -> tuple[str, ...]:
        """Return the labels of the actions at an information set."""
        return self.action_labels[self.action_start[infoset] : self.action_start[infoset + 1]]


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The distinct outcomes, which nodes share.

    Parameters
    ----------
    labels : tuple of str, length m
    payoffs : two ExactArrays of length m
        What each player receives when play passes through a node with this outcome.
    """

    labels: tuple[str, ...]
    payoffs: tuple[ExactArray, ExactArray]

    def __len__(self) -> int:
        return len(self.labels)
