"""Sequential rationality of an assessment, and weak perfection, by backward induction in rational arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.answers.evidence import Deviation, SequentialRegrets, WeakPerfection
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, player_name, ranges
from seqform.models.immutable import Immutable
from seqform.models.numbers.algebraic import (
    Rationals,
    distinct_rationals,
    exact_rationals,
    fractions,
    rational,
    rationals,
)
from seqform.models.numbers.exact import ExactArray, Ints, Mask
from seqform.models.strategies.assessment import Assessment, Beliefs
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.system.deadline import require_time
from seqform.verify.nash import reached_by_chance


def exact_strategy(game: ExtensiveGame, strategy: BehaviorStrategy) -> BehaviorStrategy:
    """Return a strategy bound to a game; see `BehaviorStrategy.bound_to`."""
    player = strategy.index.player
    if not strategy.exact:
        raise ModelError(
            f"{player_name(game.players, player)}: this is decided in fractions only, and the strategy is in doubles; "
            "solve with exact=True, or give probabilities of one's own as fractions or texts such as '1/3'"
        )
    return strategy.bound_to(game.sequences[player].index)


def exact_profile(game: ExtensiveGame, profile: BehaviorProfile) -> BehaviorProfile:
    """Return a profile bound to a game."""
    profile = profile.bound_to(game)
    strategies = (exact_strategy(game, profile[0]), exact_strategy(game, profile[1]))
    return BehaviorProfile(strategies, game)


def exact_assessment(game: ExtensiveGame, assessment: Assessment) -> Assessment:
    """Return an assessment bound to a game."""
    exact_profile(game, assessment.profile)
    return assessment.bound_to(game)


def sequential_regrets(game: ExtensiveGame, assessment: Assessment) -> SequentialRegrets:
    """Return the regrets of the players at each of their information sets, given their beliefs.

    They are 0 if the assessment is a sequential best reply against itself. Information sets that chance keeps every
    play from reaching are exempt: Kreps & Wilson let chance take all its actions with positive probability, so there
    are none in their games.

    References
    ----------
    Miltersen & Sørensen (2006), (2.1) and section 2.2: one action is changed at a time. If beliefs are consistent this
    is the sequential rationality of Kreps & Wilson, Econometrica 50 (1982), section 4; if not, it is weaker.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.models.strategies.assessment import fully_mixed_beliefs
    >>> game = sf.load("guess-the-ace")
    >>> uniform = sf.uniform_profile(game)
    >>> print(sequential_regrets(game, Assessment(uniform, fully_mixed_beliefs(game, uniform))))
    not sequentially rational at 2 information sets: player 2 gains 6250/13 by 'no' at 'asked'
    """
    assessment = exact_assessment(game, assessment)
    edges = EdgeProbabilities.of(game, assessment.profile)
    values = node_values(game, 0, edges)
    first = _action_values(game, 0, assessment.beliefs, values)
    total = game.constant_sum
    if total is None:
        second = _action_values(game, 1, assessment.beliefs, node_values(game, 1, edges))
    else:
        # Beliefs at a set sum to 1, and so player 1 has the rest of the sum; the empty sequence has no set.
        second = rational(total) - _action_values(game, 1, assessment.beliefs, values)
        second[0] = rational(0)
    return SequentialRegrets(
        indices=(game.sequences[0].index, game.sequences[1].index),
        action_values=(fractions(first), fractions(second)),
        regrets=(
            _regrets(game, assessment.profile, 0, first),
            _regrets(game, assessment.profile, 1, second),
        ),
        names=(game.shown_names(0), game.shown_names(1)),
        players=(player_name(game.players, 0), player_name(game.players, 1)),
    )


def weak_perfection(game: ExtensiveGame, assessment: Assessment) -> WeakPerfection:
    """Decide whether an assessment is a weak perfect Bayesian equilibrium, but for the profile being an equilibrium.

    Beliefs follow from Bayes' rule where the profile reaches an information set with positive probability, and from
    every information set on no other strategy of its owner earns more, given the beliefs there. Elsewhere beliefs are
    free: they need not be consistent, with each other or with mistakes. Unlike in `sequential_regrets` several actions
    are changed at once, which makes a difference only if beliefs are inconsistent.

    References
    ----------
    Mas-Colell, Whinston & Green, Microeconomic Theory (1995), definition 9.C.3; Myerson, Game Theory (1991), section
    4.3, "weak sequential equilibrium".

    Examples
    --------
    >>> import seqform as sf
    >>> equilibrium = sf.solve("guess-the-ace", "sequential")
    >>> print(weak_perfection(equilibrium.game, equilibrium.assessment))
    weak perfect Bayesian
    """
    assessment = exact_assessment(game, assessment)
    bayes, is_reached = bayes_beliefs(game, assessment.profile)
    beliefs = assessment.beliefs.probability
    differing = np.flatnonzero(np.asarray(bayes != beliefs, dtype=bool) & (game.player >= 0))
    differing = differing[is_reached[game.infoset[differing]]]
    difference = ""
    if len(differing):
        difference = game.shown_infosets[int(game.infoset[differing[0]])]

    # Where the profile leads, a better continuation is a better strategy in the game: that is the matter of Nash
    edges = EdgeProbabilities.of(game, assessment.profile)
    by_chance = reached_by_chance(game)
    deviations = []
    for player in (0, 1):
        infosets = game.sequences[player].infosets.tolist()
        for row, infoset in enumerate(infosets):
            if is_reached[infoset] or not by_chance[infoset]:
                continue
            require_time()
            continuation = Continuation.of(game, edges, player, row)
            gain, action = continuation.gain(assessment.profile[player], beliefs)
            if gain:
                name = game.sequences[player].index.infoset_names[row]
                shown = game.shown_names(player)[name]
                who = player_name(game.players, player)
                deviations.append(Deviation(player, name, action, gain, shown=shown, who=who))
    return WeakPerfection(difference, tuple(deviations))


def bayes_beliefs(
    game: ExtensiveGame, profile: BehaviorProfile
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the beliefs by Bayes' rule, shape (nodes,), and which sets an exact profile reaches, shape (sets,).

    Beliefs are 0 at sets that the profile does not reach.
    """
    nodes = np.flatnonzero((game.player == 0) | (game.player == 1))
    reach = game.chance_reach.take(nodes)
    for sequences, strategy in zip(game.sequences, profile, strict=True):
        weights = strategy.plan.exact_weights("beliefs").take(sequences.at_node[nodes])
        reach = (reach * weights).reduced()
    sets = game.infoset[nodes]
    totals = ExactArray(reach.numerators).sum_by(sets, len(game.information_sets)).numerators
    is_reached = np.asarray(totals != 0, dtype=bool)
    probability = np.full(len(game), Fraction(0), dtype=object)
    likely = np.flatnonzero(np.asarray(reach.numerators != 0, dtype=bool))
    for place in likely.tolist():
        total = int(totals[sets[place]])
        probability[nodes[place]] = Fraction(int(reach.numerators[place]), total)
    return probability, is_reached


@dataclass(frozen=True, eq=False)
class Continuation:
    """Play from an information set on, of the player who moves there against the behavior of the rest.

    - `nodes`: Those of the set, `row` in the player's index.
    - `payoffs`: By each of the player's sequences that ends the play, and by the place of a node: what the leaves with
      that sequence contribute if play is at the node.
    - `rows`: The player's sets from there on, each after those before it.
    """

    index: SequenceIndex
    row: int
    nodes: list[int]
    payoffs: dict[int, dict[int, Fraction]]
    rows: list[int]

    @classmethod
    def of(
        cls, game: ExtensiveGame, edges: EdgeProbabilities, player: int, row: int
    ) -> Continuation:
        """Return the play from a set on; edges have the behavior of the profile."""
        sequences = game.sequences[player]
        index = sequences.index
        nodes = np.flatnonzero(game.infoset == sequences.infosets[row])
        payoffs: dict[int, dict[int, Any]] = {}
        earned = game.leaf_payoffs[player].to_fractions()
        place_of_leaf = {leaf: place for place, leaf in enumerate(game.leaves.tolist())}

        # Level by level from the nodes of the set, with the node from which each play has come
        front = nodes
        origin = np.arange(len(nodes))
        weight = rationals([1])[np.zeros(len(nodes), dtype=np.int64)]
        while len(front):
            is_over = game.num_actions[front] == 0
            over = zip(
                front[is_over].tolist(),
                origin[is_over].tolist(),
                weight[is_over].tolist(),
                strict=True,
            )
            for leaf, place, share in over:
                by_place = payoffs.setdefault(int(sequences.at_node[leaf]), {})
                amount = share * rational(earned[place_of_leaf[leaf]])
                by_place[place] = by_place.get(place, 0) + amount
            inner = front[~is_over]
            num_actions = game.num_actions[inner]
            front = ranges(game.first_child[inner], num_actions)
            origin = np.repeat(origin[~is_over], num_actions)
            weight = np.repeat(weight[~is_over], num_actions)
            others = np.repeat(game.player[inner], num_actions) != player
            weight[others] = weight[others] * edges.shares(front[others])
            likely = np.asarray(weight != 0, dtype=bool)
            front = front[likely]
            origin = origin[likely]
            weight = weight[likely]

        rows = [row]
        later = {row}
        for after in range(row + 1, index.num_infosets):
            above = int(index.infoset_of[index.parent_sequence[after]])
            if above in later:
                later.add(after)
                rows.append(after)
        exact = {
            sequence: {
                place: Fraction(int(amount.p), int(amount.q)) for place, amount in parts.items()
            }
            for sequence, parts in payoffs.items()
        }
        return cls(index, row, nodes.tolist(), exact, rows)

    def gain(self, strategy: BehaviorStrategy, beliefs: npt.NDArray[Any]) -> tuple[Fraction, str]:
        """Return what the best continuation earns more than a strategy, given beliefs, and its first action."""
        index = self.index
        best: dict[int, Fraction] = {}
        value: dict[int, Fraction] = {}
        for sequence, parts in self.payoffs.items():
            amount = sum(
                (payoff * Fraction(beliefs[self.nodes[place]]) for place, payoff in parts.items()),
                Fraction(0),
            )
            best[sequence] = amount
            value[sequence] = amount
        action = ""
        highest = Fraction(0)
        total = Fraction(0)
        for row in reversed(self.rows):
            start, stop = index.first_sequence[row : row + 2].tolist()
            choices = range(start, stop)
            chosen = max(choices, key=lambda sequence: best.get(sequence, Fraction(0)))
            action = index.action_names[row][chosen - start]
            highest = best.get(chosen, Fraction(0))
            total = Fraction(0)
            for sequence in choices:
                total += Fraction(strategy.probabilities[sequence]) * value.get(
                    sequence, Fraction(0)
                )
            above = int(index.parent_sequence[row])
            best[above] = best.get(above, Fraction(0)) + highest
            value[above] = value.get(above, Fraction(0)) + total
        return highest - total, action


@dataclass(frozen=True, eq=False)
class EdgeProbabilities(Immutable):
    """The probability of the action that leads to every node, 1 at the root.

    The `table` has the probabilities in flint's numbers, those of a player's action once for all nodes of its set;
    `place` is the place of each node's probability in it.
    """

    table: Rationals
    place: Ints

    @classmethod
    def of(cls, game: ExtensiveGame, profile: BehaviorProfile) -> EdgeProbabilities:
        """Return the probabilities of a profile's and of chance's actions."""
        chances, place_of_chance = distinct_rationals(game.edge_probability)  # 1 below players
        first, second = game.sequences
        table = np.concatenate(
            [
                rationals(profile[0].probabilities),
                rationals(profile[1].probabilities),
                chances,
            ]
        )
        start_of_second = len(first.index)
        start_of_chance = start_of_second + len(second.index)

        mover = game.player[game.parent]
        mover[0] = CHANCE  # the root has the probability 1 of an edge that is none
        place = start_of_chance + place_of_chance
        place = np.where(mover == 0, first.at_node, place)
        place = np.where(mover == 1, start_of_second + second.at_node, place)
        return cls(table, place)

    def shares(self, nodes: Ints) -> Rationals:
        """Return the probabilities of some nodes."""
        shares: Rationals = self.table[self.place[nodes]]
        return shares

    def where(self, probability: int) -> Mask:
        """Return a mask of the nodes with a given probability."""
        in_table = np.asarray(self.table == probability, dtype=bool)
        mask: Mask = in_table[self.place]
        return mask


def node_values(game: ExtensiveGame, player: int, edges: EdgeProbabilities) -> Rationals:
    """Return val(z) of every node to a player: the expected payoff if play goes on from there by the profile.

    In pure play most edges have probability 0 or 1: these are skipped or copied without arithmetic.
    """
    values = rationals([0])[np.zeros(len(game), dtype=np.int64)]
    values[game.leaves] = exact_rationals(game.leaf_payoffs[player])
    is_certain = edges.where(1)
    is_mixed = ~edges.where(0) & ~is_certain
    for level in reversed(game.levels[1:]):
        require_time()
        nodes = np.arange(level.start, level.stop)
        certain = nodes[is_certain[level]]
        values[game.parent[certain]] = values[certain]
        mixed = nodes[is_mixed[level]]
        _set_sums(values, game.parent[mixed], values[mixed] * edges.shares(mixed))
    return values


def _set_sums(values: Rationals, place: Ints, terms: Rationals) -> None:
    """Store the sum of the terms of each place there; places ascend."""
    if len(place) == 0:
        return
    starts = np.flatnonzero(np.diff(place, prepend=-1))
    values[place[starts]] = np.add.reduceat(terms, starts)


def _action_values(
    game: ExtensiveGame, player: int, beliefs: Beliefs, values: Rationals
) -> Rationals:
    """Return Σ_z μ(z) val(s_j(z)) for each of a player's sequences, by its last action j."""
    require_time()
    sequences = game.sequences[player]
    nodes = np.flatnonzero(game.player == player)
    nodes = nodes[beliefs.probability[nodes].astype(bool)]
    num_actions = game.num_actions[nodes]
    children = ranges(game.first_child[nodes], num_actions)
    terms = np.repeat(rationals(beliefs.probability[nodes]), num_actions) * values[children]

    # A child's own sequence ends with the action that leads to it.
    sequence = sequences.at_node[children]
    order = np.argsort(sequence, kind="stable")
    action_values = rationals([0])[np.zeros(len(sequences.index), dtype=np.int64)]
    _set_sums(action_values, sequence[order], terms[order])
    return action_values


def _regrets(
    game: ExtensiveGame, profile: BehaviorProfile, player: int, values: Rationals
) -> npt.NDArray[Any]:
    """Return Σ_a ρ(a) (max over the actions of the value - the value of a) at every set of a player."""
    require_time()
    index = game.sequences[player].index
    starts = index.first_sequence[:-1]
    if len(starts) == 0:
        return np.zeros(0, dtype=object)
    best = np.maximum.reduceat(values, starts)
    forgone = np.repeat(best, index.num_actions) - values[1:]
    weighted = forgone * rationals(profile[player].probabilities[1:])
    regrets = np.add.reduceat(weighted, starts - 1)
    reached = reached_by_chance(game)[game.sequences[player].infosets]
    regrets[~reached] = rational(0)
    return fractions(regrets)
