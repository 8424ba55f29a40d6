"""Weak perfect Bayesian equilibria with given plans: one is found, or it is proven that none exists.

Plans leave behavior open at information sets that their owner does not reach, and a member may be completed there in
any way. It is weak perfect Bayesian if at every set h to which the plans do not lead there are beliefs with which no
other strategy of the owner i earns more from there on. Beliefs are free, so that each set is judged by itself, against
the behavior of the opponent j.

A case decides for some actions whether they are in use. It is relaxed to a question for each set h. Let μ(z) be the
belief in a node z of h, and let r(z, σ) for a later sequence σ of j be μ(z) times the probability that j goes on to it
from z. Where plans fix the behavior of j, r is a multiple of μ(z); elsewhere r(z, σ) is the sum of r(z, σa) over the
actions a after it, 0 for those that are not in use. With values v of the sets of i from h on, the behavior is optimal
if v of a set is at least what each action earns there, with equality for those in use at sets to which i goes on from
h. All of this is linear and homogeneous in (μ, r, v), and a linear program finds out whether there are such μ.

The behavior of j at a set has to be the same after all z and for all h, of which the question takes no account. So if
it has no answer, the case has no member. If there are answers to all, behavior is put together from the sums of r, and
beliefs are looked for, set by set. Where there are none, some action is in use without being decided: one of the owner
from there on, or one of the opponent. The case is divided into those in which it is in use, and in which it is not.
If the opponent has one action in use at each set, r is as it has to be. So what may be left without an answer are cases
in which the opponent mixes at sets that the plans leave open; then the search ends without one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import player_name
from seqform.models.numbers.exact import Mask
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.solving.certifiers.beliefs import rational_beliefs
from seqform.solving.certifiers.members import MOST_CASES, Case, TooManyCasesError
from seqform.solving.certifiers.mistakes import Cone
from seqform.solving.certifiers.never_optimal import Shares, fixed_shares, never_optimal
from seqform.system.deadline import require_time
from seqform.verify.nash import reached_by_chance
from seqform.verify.sequential import EdgeProbabilities

Place = tuple[int, int]
"""An information set: the player, and the row in that player's index."""

Answer = dict[int, Fraction]
"""What the opponent's sequences have of the beliefs in all nodes of a set, where plans leave them open."""


class WeakSearch:
    """The search for a weak perfect Bayesian equilibrium of a game with given plans."""

    def __init__(self, game: ExtensiveGame) -> None:
        self.game = game
        self.never_optimal = never_optimal(game)
        self.edges = game.edge_probability.to_fractions()
        self.chances = game.chance_reach.numerators.tolist()

    def member(
        self, plans: tuple[Sequence[RealizationPlan], Sequence[RealizationPlan]]
    ) -> BehaviorProfile | None:
        """Return plans, one of each player, completed to an equilibrium of this kind, None if there is none.

        Raises TooManyCasesError where neither is found.
        """
        shares = fixed_shares(self.game, plans)
        sets = self._sets(plans)
        is_open = False
        cases = [self._first_case()]
        number = 0
        while cases:
            require_time()
            number += 1
            if number > MOST_CASES:
                raise TooManyCasesError
            case = cases.pop()
            answers = self._answers(case, shares, sets)
            if answers is None:
                continue
            profile = self._profile(case, shares, answers)
            failing = self._failing(profile, sets)
            if failing is None:
                return profile
            undecided = self._undecided(case, profile, shares, failing)
            if undecided is None:
                is_open = True
            else:
                cases += case.divided(*undecided)
        if is_open:
            raise TooManyCasesError
        return None

    def reason(self, plans: tuple[Sequence[RealizationPlan], Sequence[RealizationPlan]]) -> str:
        """Return why there is no member: the first set that excludes all by itself, if there is one."""
        shares = fixed_shares(self.game, plans)
        for player, row in self._sets(plans):
            if self._answer(self._first_case(), shares, (player, row)) is None:
                name = self.game.sequences[player].index.infoset_names[row]
                return (
                    f"no beliefs make the behavior of {player_name(self.game.players, player)} optimal at "
                    f"{self.game.shown_names(player)[name]!r}"
                )
        return "no behavior where the plans leave it open is optimal everywhere with any beliefs"

    def _first_case(self) -> Case:
        """Return the case of all members."""
        sizes = [len(sequences.index) for sequences in self.game.sequences]
        nothing = (np.zeros(sizes[0], dtype=bool), np.zeros(sizes[1], dtype=bool))
        return Case(self.never_optimal, nothing)

    def _sets(
        self, plans: tuple[Sequence[RealizationPlan], Sequence[RealizationPlan]]
    ) -> list[Place]:
        """Return the sets to which chance leads and the plans do not, the last ones first."""
        is_reached = np.asarray(self.game.chance_reach.numerators != 0, dtype=bool)
        for (plan,), sequences in zip(plans, self.game.sequences, strict=True):
            weights = plan.exact_weights("beliefs").take(sequences.at_node).numerators
            is_reached = is_reached & np.asarray(weights != 0, dtype=bool)
        by_chance = reached_by_chance(self.game)
        sets = []
        for player, sequences in enumerate(self.game.sequences):
            for row in reversed(sequences.index.order.tolist()):
                infoset = int(sequences.infosets[row])
                nodes = self.game.infoset == infoset
                if by_chance[infoset] and not np.any(is_reached & nodes):
                    sets.append((player, row))
        return sets

    def _answers(
        self, case: Case, shares: tuple[Shares, Shares], sets: Sequence[Place]
    ) -> dict[Place, Answer] | None:
        """Return the answers to the questions of all sets, None if one has none."""
        for player, sequences in enumerate(self.game.sequences):
            index = sequences.index
            for row in range(index.num_infosets):
                start, stop = index.first_sequence[row : row + 2].tolist()
                if shares[player][start] is None and case.unused[player][start:stop].all():
                    return None  # some action is in use at each set
        answers = {}
        for place in sets:
            answer = self._answer(case, shares, place)
            if answer is None:
                return None
            answers[place] = answer
        return answers

    def _answer(self, case: Case, shares: tuple[Shares, Shares], place: Place) -> Answer | None:
        """Return the opponent's behavior for some beliefs at a set, None if there are no such beliefs."""
        player, row = place
        question = _Question(self, player, row, shares[1 - player], case.unused[1 - player])
        in_use = case.optimal[player].copy()
        for sequence, share in enumerate(shares[player]):
            if share is not None:
                in_use[sequence] = bool(share)
        return question.answer(in_use)

    def _profile(
        self, case: Case, shares: tuple[Shares, Shares], answers: dict[Place, Answer]
    ) -> BehaviorProfile:
        """Return the plans, completed by the behavior of the answers."""
        strategies = []
        for player, sequences in enumerate(self.game.sequences):
            index = sequences.index
            weights = [Fraction(0)] * len(index)
            for (owner, _), answer in answers.items():
                if owner != player:
                    for sequence, weight in answer.items():
                        weights[sequence] += weight
            probabilities = np.full(len(index), Fraction(0), dtype=object)
            probabilities[0] = Fraction(1)
            for row in range(index.num_infosets):
                choices = range(*index.first_sequence[row : row + 2].tolist())
                total = sum((weights[sequence] for sequence in choices), Fraction(0))
                preferred = [sequence for sequence in choices if case.optimal[player][sequence]]
                if not preferred:
                    preferred = [
                        sequence for sequence in choices if not case.unused[player][sequence]
                    ][:1]
                for sequence in choices:
                    share = shares[player][sequence]
                    if share is None and total:
                        share = weights[sequence] / total
                    elif share is None:
                        share = Fraction(int(sequence in preferred), len(preferred))
                    probabilities[sequence] = share
            strategies.append(BehaviorStrategy(index, probabilities))
        return BehaviorProfile((strategies[0], strategies[1]), self.game)

    def _failing(self, profile: BehaviorProfile, sets: Sequence[Place]) -> Place | None:
        """Return a set at which the behavior is optimal for no beliefs."""
        edges = EdgeProbabilities.of(self.game, profile)
        for player, row in sets:
            require_time()
            if not rational_beliefs(self.game, profile, edges, player, row):
                return player, row
        return None

    def _undecided(
        self,
        case: Case,
        profile: BehaviorProfile,
        shares: tuple[Shares, Shares],
        failing: Place,
    ) -> tuple[int, int] | None:
        """Return an action that is open and not decided: of a set's owner from there on, or else of the opponent."""
        player, failing_row = failing
        index = self.game.sequences[player].index
        rows = {failing_row}
        for row in index.order.tolist():
            above = int(index.parent_sequence[row])
            if row != failing_row and (not above or index.infoset_of[above] not in rows):
                continue
            rows.add(row)
            for sequence in range(*index.first_sequence[row : row + 2].tolist()):
                is_used = bool(profile[player].probabilities[sequence])
                is_open = shares[player][sequence] is None
                if is_used and is_open and not case.optimal[player][sequence]:
                    return player, sequence

        opponent = 1 - player
        question = _Question(self, player, failing_row, shares[opponent], case.unused[opponent])
        for _, sequence in question.columns:
            if not case.optimal[opponent][sequence]:
                return opponent, sequence
        return None


@dataclass
class _Question:
    """The conditions on the beliefs at a set and the opponent's later behavior under which behavior is optimal.

    Columns are the beliefs in the nodes that chance can lead to, followed by r of nodes and sequences, and by values.
    """

    search: WeakSearch
    player: int
    row: int
    shares: Shares
    unused: Mask
    columns: dict[tuple[int, int], int] = field(default_factory=dict)
    flows: dict[tuple[int, int], list[tuple[int, Fraction]]] = field(default_factory=dict)
    worth: dict[int, list[tuple[int, Fraction]]] = field(default_factory=dict)
    num_nodes: int = 0

    def __post_init__(self) -> None:
        game = self.search.game
        own = game.sequences[self.player]
        nodes = np.flatnonzero(game.infoset == own.infosets[self.row]).tolist()
        nodes = [node for node in nodes if self.search.chances[node]]
        self.num_nodes = len(nodes)
        payoffs = game.leaf_payoffs[self.player].to_fractions()
        payoff_at = dict(zip(game.leaves.tolist(), payoffs, strict=True))
        for place, node in enumerate(nodes):
            front = [(node, place, Fraction(1))]
            while front:
                node, column, weight = front.pop()
                if node in payoff_at:
                    terms = self.worth.setdefault(int(own.at_node[node]), [])
                    terms.append((column, weight * payoff_at[node]))
                else:
                    front += self._after(node, place, column, weight)

    def _after(
        self, node: int, place: int, column: int, weight: Fraction
    ) -> list[tuple[int, int, Fraction]]:
        """Return the nodes that come next, each with the column and the multiple of it that lead there."""
        game = self.search.game
        mover = int(game.player[node])
        first = int(game.first_child[node])
        children = range(first, first + int(game.num_actions[node]))
        if mover == CHANCE:
            return [
                (child, column, weight * self.search.edges[child])
                for child in children
                if self.search.edges[child]
            ]
        if mover == self.player:
            return [(child, column, weight) for child in children]

        at_node = game.sequences[mover].at_node
        sequences = [int(at_node[child]) for child in children]
        following = []
        terms = [(column, Fraction(-1))]
        for child, sequence in zip(children, sequences, strict=True):
            share = self.shares[sequence]
            if share is not None:
                if share:
                    following.append((child, column, weight * share))
                continue
            if self.unused[sequence]:
                continue
            key = (place, sequence)
            later = self.columns.setdefault(key, self.num_nodes + len(self.columns))
            terms.append((later, Fraction(1)))
            following.append((child, later, weight))
        if self.shares[sequences[0]] is None:
            self.flows[place, sequences[0]] = terms
        return following

    def answer(self, in_use: Mask) -> Answer | None:
        """Return the opponent's behavior for some beliefs under which what is in use is optimal, None without any."""
        game = self.search.game
        index = game.sequences[self.player].index
        num_columns = self.num_nodes + len(self.columns)
        rows = [self.row]
        for row in index.order.tolist():
            above = int(index.parent_sequence[row])
            if row != self.row and above and int(index.infoset_of[above]) in rows:
                rows.append(row)
        values = {row: num_columns + place for place, row in enumerate(rows)}

        cone = Cone(num_columns + len(rows))
        cone.is_free = set(values.values())
        for terms in self.flows.values():
            cone.require(terms, equal=True)
        is_played = {self.row}  # sets to which the owner goes on from this one
        for row in rows:
            above = int(index.parent_sequence[row])
            if in_use[above] and int(index.infoset_of[above]) in is_played:
                is_played.add(row)
            for sequence in range(*index.first_sequence[row : row + 2].tolist()):
                terms = [(values[row], Fraction(1))]
                terms += [(column, -amount) for column, amount in self.worth.get(sequence, [])]
                for later in rows[1:]:
                    if int(index.parent_sequence[later]) == sequence:
                        terms.append((values[later], Fraction(-1)))
                cone.require(_summed(terms), equal=row in is_played and bool(in_use[sequence]))
        point = cone.most_positive([[(place, Fraction(1))] for place in range(self.num_nodes)])
        if point is None:
            return None
        answer: Answer = {}
        for (_, sequence), column in self.columns.items():
            answer[sequence] = answer.get(sequence, Fraction(0)) + point[column]
        return answer


def _summed(terms: Sequence[tuple[int, Fraction]]) -> list[tuple[int, Fraction]]:
    """Return a form with each column once."""
    total: dict[int, Fraction] = {}
    for column, amount in terms:
        total[column] = total.get(column, Fraction(0)) + amount
    return [(column, amount) for column, amount in total.items() if amount]
