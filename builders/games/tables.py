"""Tables of information sets and outcomes that grow while a tree is expanded or read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from seqform.builders.games.exact_numbers import exact_column, given_rational
from seqform.models.games.extensive import NONE, ExtensiveGame, InformationSets, Outcomes
from seqform.models.numbers.exact import ExactArray, Ints, Rational

Payoffs = tuple[Rational, Rational]


class SetRows:
    """The information sets found so far."""

    def __init__(self) -> None:
        self.owner: list[int] = []
        self.labels: list[str] = []
        self.start: list[int] = [0]
        self.action_labels: list[str] = []
        self.lotteries: list[tuple[int, Sequence[Rational]]] = []

    def add(
        self, owner: int, label: str, action_labels: Iterable[str], shares: Sequence[Rational] | None = None
    ) -> int:
        """Add a set, with the probabilities of its actions if it is chance's, and return its row."""
        if shares is not None:
            self.lotteries.append((self.start[-1], shares))
        self.owner.append(owner)
        self.labels.append(label)
        self.action_labels.extend(action_labels)
        self.start.append(len(self.action_labels))
        return len(self.owner) - 1

    def table(self) -> InformationSets:
        """Return the table of all sets."""
        return InformationSets(
            player=np.array(self.owner, dtype=np.int64),
            labels=tuple(self.labels),
            action_start=np.array(self.start, dtype=np.int64),
            action_labels=tuple(self.action_labels),
            probability=scattered(self.lotteries, self.start[-1]),
        )


def scattered(lotteries: Sequence[tuple[int, Sequence[Rational]]], size: int) -> ExactArray:
    """Return a vector that holds each lottery's probabilities from its place on, and zeros elsewhere."""
    shares = exact_column(chain.from_iterable(shares for _, shares in lotteries))
    places = [start + k for start, shares in lotteries for k in range(len(shares))]
    numerators = np.zeros(size, dtype=shares.numerators.dtype)
    numerators[places] = shares.numerators
    return ExactArray(numerators, shares.denominator)


def payoff_columns(outcomes: Iterable[Sequence[Rational]]) -> tuple[ExactArray, ExactArray]:
    """Return the payoffs of player 1 and of player 2."""
    rows = list(outcomes)
    return exact_column(given_rational(row[0]) for row in rows), exact_column(given_rational(row[1]) for row in rows)


def unlabelled_outcomes(payoffs: Iterable[Sequence[Rational]]) -> Outcomes:
    """Return the outcomes with the given payoffs."""
    columns = payoff_columns(payoffs)
    return Outcomes(("",) * len(columns[0]), columns)


def breadth_first_game(
    title: str,
    infoset: Sequence[int] | Ints,
    sets: InformationSets,
    outcome: Sequence[int] | Ints,
    outcomes: Outcomes,
    *,
    players: tuple[str, str] = ("Player 1", "Player 2"),
    comment: str = "",
) -> ExtensiveGame:
    """Return the game of nodes in breadth-first order.

    ``infoset`` has the row of every node's information set, `NONE` at leaves; ``outcome`` every leaf's outcome.
    """
    row = np.asarray(infoset, dtype=np.int64)
    num_actions = np.append(np.diff(sets.action_start), 0)[row]
    at_leaves = np.full(len(row), NONE)
    at_leaves[row == NONE] = outcome
    return ExtensiveGame(
        title=title,
        players=players,
        parent=np.concatenate([[NONE], np.repeat(np.arange(len(row)), num_actions)]),
        infoset=row,
        outcome=at_leaves,
        information_sets=sets,
        outcomes=outcomes,
        comment=comment,
    )
