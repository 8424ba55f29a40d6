"""Tables that the loops of iterative methods read: sets, payoffs and meetings of a round, plans of a tree."""

from __future__ import annotations

from dataclasses import dataclass

from seqform.models.numbers.exact import Floats, Ints


@dataclass(eq=False, repr=False)
class Sets:
    """A player's information sets in a round: the same for every class and history.

    Choice 0 stands for the sequence before the round, as in `StageSequences`.
    """

    start: Ints
    above: Ints
    at_leaf: Ints  # the choice at every continuing leaf


@dataclass(eq=False, repr=False)
class Terms:
    """Payoffs of a round as one player sees them: a feature over classes times coefficients over histories."""

    own: Ints  # the player's choice, shape (terms,)
    opposing: Ints  # the opponent's choice
    product: Ints  # the number of the distinct pair of feature and opponent's choice
    coefficient: Floats  # shape (terms, histories)
    product_feature: Ints  # shape (products,); on boards 0 is for meetings and 1 for comparisons
    product_other: Ints
    besides: Floats  # payoffs of the player's sequences alone, shape (classes, choices, histories); empty without any


@dataclass(eq=False, repr=False)
class RoundMeetings:
    """The pairs of classes that meet in a round, as one player sees them, in pieces that are worked on as a whole.

    In a ranked round a piece is a board; see `RankedRound` for its columns. Otherwise it is an own class.
    """

    ranked: bool
    # The start of each board in the columns of classes, or of each own class in the columns of pairs
    start: Ints
    classes: Ints  # own classes by boards and ranks; opposing classes of the pairs
    own: Floats
    opposing: Floats
    overlap: Floats
    tie_stop: Ints
    cards: (
        Ints  # of the classes on boards, shape (places, 2); without columns where any two may meet
    )
    num_cards: int
    card_shares: (
        Floats  # of each card in the sum over the hands with a card of its orbit, shape (places, 2)
    )
    value: Floats  # shape (features, pairs), empty in a ranked round


@dataclass(eq=False, repr=False)
class Frame:
    """The sets, classes and payoffs of a round."""

    sets: Sets
    other_sets: Sets
    parents: Ints
    other_parents: Ints
    terms: Terms


@dataclass(eq=False, repr=False)
class Treeplex:
    """The set of realization plans of a player of a saddle point."""

    parent: Ints  # the sequence that leads to each information set; it comes before the set's own sequences
    first: Ints  # set h has the sequences from first[h] to first[h + 1] (exclusive)


@dataclass(eq=False, repr=False)
class PayoffRows:
    """A sparse matrix by rows."""

    start: Ints
    columns: Ints
    values: Floats


@dataclass(eq=False, repr=False)
class PlayerState:
    """A player's regret matching on a treeplex; arrays of shape (|S|,)."""

    regret: Floats
    behavior: Floats  # the next probabilities
    plan: Floats  # likewise
    total: Floats  # the weighted sum of the plans so far
    gradient: Floats  # the payoff of each sequence, during an iteration
    size: Floats  # the sum of the sizes of the terms of that payoff


@dataclass(eq=False, repr=False)
class RegretWeights:
    """The numbers of an iteration; see `RegretRule`."""

    gains: float  # factor of accumulated positive regrets before the new ones are added
    losses: float  # likewise of negative ones
    floor: float  # lower bound on accumulated regrets
    prediction: float  # factor of the last regrets as a prediction of the next ones
