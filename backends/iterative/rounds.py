"""Rounds of a class game as plain arrays for compiled loops, one player's side of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from seqform.backends.iterative.ranked import RankedRound, ranked_round
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Floats, Ints
from seqform.models.programs.class_game import ClassGame

WORTH_A_THREAD = 20_000
"""Entries of a vector; handing over less work than this costs more than it saves."""

MOST_CHUNKS = 24


class Sets(NamedTuple):
    """A player's information sets in a round: the same for every class and history.

    Choice 0 stands for the sequence before the round, as in `StageSequences`.
    """

    start: Ints
    above: Ints
    at_leaf: Ints  # the choice at every continuing leaf


class Terms(NamedTuple):
    """Payoffs of a round as one player sees them: a feature over classes times coefficients over histories."""

    own: Ints  # the player's choice, shape (terms,)
    other: Ints  # the opponent's choice
    product: Ints  # the number of the distinct pair of feature and opponent's choice
    coefficient: Floats  # shape (terms, histories)
    product_feature: Ints  # shape (products,); on boards 0 is for meetings and 1 for comparisons
    product_other: Ints


class RoundMeetings(NamedTuple):
    """The pairs of classes that meet in a round, as one player sees them, in pieces that are worked on as a whole.

    In a ranked round a piece is a board; see `RankedRound` for its columns. Otherwise it is an own class.
    """

    ranked: bool
    start: Ints  # of each board in the columns of classes; of each own class in the columns of pairs
    classes: Ints  # own classes by boards and ranks; opposing classes of the pairs
    own: Floats
    other: Floats
    overlap: Floats
    tie_stop: Ints
    value: Floats  # shape (features, pairs), empty in a ranked round

    @classmethod
    def of_boards(cls, ranked: RankedRound, player: int) -> RoundMeetings:
        """Return the boards of a ranked round."""
        own, other = (ranked.first, ranked.second) if player == 0 else (ranked.second, ranked.first)
        values = np.empty((0, 0))
        return cls(True, ranked.start, ranked.classes, own, other, ranked.overlap, ranked.tie_stop, values)

    @classmethod
    def of_pairs(cls, game: ClassGame, player: int, number: int) -> RoundMeetings:
        """Return the pairs of a round by own classes."""
        pairs = game.pairs[number]
        own, other = (pairs.first, pairs.second) if player == 0 else (pairs.second, pairs.first)
        order = np.argsort(own, kind="stable")
        counts = np.bincount(own, minlength=game.num_classes[player][number])
        start = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        values = np.ascontiguousarray(pairs.numerators[:, order] / pairs.denominator)
        empty = np.empty(0)
        return cls(False, start, _ints(other[order]), empty, empty, empty, _ints([]), values)


class Frame(NamedTuple):
    """The sets, classes and payoffs of a round."""

    sets: Sets
    other_sets: Sets
    parents: Ints
    other_parents: Ints
    terms: Terms


@dataclass(frozen=True, eq=False)
class Side(Immutable):
    """One player's side of a round."""

    frame: Frame
    meetings: RoundMeetings
    chunks: Ints  # pieces from chunks[i] to chunks[i + 1] (exclusive) are the work of one thread at a time
    own_chunks: Ints  # likewise the own classes
    other_chunks: Ints
    shape: tuple[int, int, int]  # classes, choices, histories
    other_shape: tuple[int, int, int]


def sides(game: ClassGame, ranked: bool = True) -> tuple[tuple[Side, ...], tuple[Side, ...]]:
    """Return both players' sides of every round; unless `ranked`, every round is kept as pairs of classes."""
    rounds = [ranked_round(game, number) if ranked else None for number in range(game.num_rounds)]
    first, second = (
        tuple(_side(game, player, number, rounds[number]) for number in range(game.num_rounds)) for player in (0, 1)
    )
    return first, second


def _side(game: ClassGame, player: int, number: int, ranked: RankedRound | None) -> Side:
    own, other = game.shape(player, number), game.shape(1 - player, number)
    meetings = (
        RoundMeetings.of_pairs(game, player, number) if ranked is None else RoundMeetings.of_boards(ranked, player)
    )
    return Side(
        frame=Frame(
            sets=_sets(game, player, number),
            other_sets=_sets(game, 1 - player, number),
            parents=_ints(game.parents[player][number]),
            other_parents=_ints(game.parents[1 - player][number]),
            terms=_terms(game, player, number, ranked),
        ),
        meetings=meetings,
        chunks=_chunks((1 + np.diff(meetings.start)) * own[1] * own[2]),
        own_chunks=_chunks(np.full(own[0], own[1] * own[2])),
        other_chunks=_chunks(np.full(other[0], other[1] * other[2])),
        shape=own,
        other_shape=other,
    )


def _sets(game: ClassGame, player: int, number: int) -> Sets:
    stage = game.stages[number]
    sequences = stage.sequences(player)
    at_leaf = [sequences.at[leaf] for leaf in stage.continuing]
    return Sets(_ints(sequences.set_start), _ints(sequences.set_above), _ints(at_leaf))


def _terms(game: ClassGame, player: int, number: int, ranked: RankedRound | None) -> Terms:
    stage, payoffs = game.stages[number], game.payoffs[number]
    mine, theirs = stage.sequences(player), stage.sequences(1 - player)
    own, other, feature_of, coefficient = [], [], [], []
    for feature in range(payoffs.numerators.shape[1]):
        for place, end in enumerate(stage.ends):
            values = payoffs.numerators[player, feature, place] / payoffs.denominator
            if not values.any():
                continue
            if ranked is not None and feature == ranked.sign_feature and player == 1:
                values = -values  # comparisons are from the own class's side
            own.append(mine.at[end])
            other.append(theirs.at[end])
            feature_of.append(feature if ranked is None else int(feature == ranked.sign_feature))
            coefficient.append(values)
    distinct = sorted(set(zip(feature_of, other, strict=True)))
    place_of = {pair: place for place, pair in enumerate(distinct)}
    return Terms(
        own=_ints(own),
        other=_ints(other),
        product=_ints([place_of[pair] for pair in zip(feature_of, other, strict=True)]),
        coefficient=np.array(coefficient, dtype=np.float64).reshape(len(own), game.num_histories[number]),
        product_feature=_ints([feature for feature, _ in distinct]),
        product_other=_ints([choice for _, choice in distinct]),
    )


def _chunks(weights: Ints) -> Ints:
    """Return cuts into pieces of about the same weight."""
    total = int(weights.sum())
    pieces = min(MOST_CHUNKS, max(1, total // WORTH_A_THREAD))
    cuts = np.searchsorted(np.cumsum(weights), total * np.arange(1, pieces) / pieces)
    return np.unique(np.concatenate([[0], cuts, [len(weights)]])).astype(np.int64)


def _ints(values: object) -> Ints:
    return np.ascontiguousarray(np.array(values, dtype=np.int64))
