"""Members of a set of equilibria that are sequential or quasi-perfect: one is found, or it is proven that none exists.

The set is a product of convex hulls of plans of both players, such as a maximal Nash subset, or a single pair of plans.
Plans leave behavior open at information sets that their owner does not reach, and a member may be completed there in
any way.

In a refined equilibrium every action is unused, or it is optimal. A case has both decided for some actions. It is
relaxed to two questions, one for the mistakes of each player j, which linear programs decide (`mistakes`): whether
there are mistakes, beyond a plan and behavior of j that take no action that is to be unused, against which all actions
of the opponent are optimal that are to be so. If one has no answer, the case has no member. If the behavior of both
answers together passes the checks of `seqform.verify`, it is a member. Otherwise some action is in use without being
decided, at a set where the behavior is not optimal or after it; the case is divided into those in which it is optimal,
and in which it is unused. With all actions in use decided the answers are a member, so that this ends.

In the first case those actions are unused that are optimal for no beliefs (`never_optimal`). The question for the
mistakes of j depends on the plans of j and the decisions alone, so that its answer is kept for other plans of the
opponent.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Generic, TypeVar

import numpy as np

from seqform.models.answers.evidence import PerturbationWitness
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Mask
from seqform.models.strategies.assessment import Assessment, EpsilonFamily, beliefs_of
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.solving.certifiers.mistakes import (
    Conditions,
    Judged,
    LeadingTerms,
    Orders,
    is_start,
    leading_terms,
    perturbed_plan,
    starting_plan,
)
from seqform.solving.certifiers.never_optimal import never_optimal
from seqform.system.deadline import require_time
from seqform.verify.perturbed import quasi_perfection
from seqform.verify.sequential import sequential_regrets

MOST_CASES = 100
"""Cases after which the search for a member stops without an answer."""

MOST_KEPT = 10_000
"""Answers to questions about the mistakes of one player that are kept."""

Weights = tuple[Fraction, ...]
"""Those of a plan's sequences."""


class TooManyCasesError(Exception):
    """The search for a member has come to its limit."""


@dataclass(frozen=True)
class Case(Immutable):
    """For the action that ends each sequence of either player, whether it is to be unused, or to be optimal."""

    unused: tuple[Mask, Mask]
    optimal: tuple[Mask, Mask]

    def question(self, mistaken: int) -> tuple[bytes, bytes]:
        """Return which actions of a player who makes mistakes are unused, and which of the other one optimal."""
        return self.unused[mistaken].tobytes(), self.optimal[1 - mistaken].tobytes()

    def divided(self, player: int, sequence: int, before: Sequence[int] = ()) -> tuple[Case, Case]:
        """Return the case with an action unused, and the one with the action optimal, and those before it."""
        unused = (self.unused[0].copy(), self.unused[1].copy())
        unused[player][sequence] = True
        optimal = (self.optimal[0].copy(), self.optimal[1].copy())
        optimal[player][[sequence, *before]] = True
        return Case(unused, self.optimal), Case(self.unused, optimal)


AnswerT = TypeVar("AnswerT")


class CaseSearch(ABC, Generic[AnswerT]):
    """A search for a member by cases that are relaxed to one question for each player, and divided."""

    def __init__(self, game: ExtensiveGame) -> None:
        self.game = game
        self._answer = lru_cache(maxsize=MOST_KEPT)(self._computed_answer)

    def member(
        self, plans: tuple[Sequence[RealizationPlan], Sequence[RealizationPlan]]
    ) -> BehaviorProfile | None:
        """Return a refined member of the product of the convex hulls of exact plans, None if there is none.

        Raises TooManyCasesError where neither is found within the limit.
        """
        weights = []
        for of_player in plans:
            exact = [plan.exact_weights("member") for plan in of_player]
            weights.append(tuple(tuple(plan.to_fractions()) for plan in exact))
        cases = [self._first_case()]
        number = 0
        while cases:
            require_time()
            number += 1
            if number > MOST_CASES:
                raise TooManyCasesError
            case = cases.pop()
            first = self._answer(0, weights[0], *case.question(0))
            if first is None:
                continue
            second = self._answer(1, weights[1], *case.question(1))
            if second is None:
                continue
            profile = BehaviorProfile(
                (self._behavior(first, 0), self._behavior(second, 1)), self.game
            )
            further = self._further_cases(case, profile, first, second)
            if not further:
                return profile
            cases += further
        return None

    def _nothing(self) -> tuple[Mask, Mask]:
        """Return masks of the sequences of both players without any."""
        sizes = [len(sequences.index) for sequences in self.game.sequences]
        return np.zeros(sizes[0], dtype=bool), np.zeros(sizes[1], dtype=bool)

    @abstractmethod
    def _first_case(self) -> Case:
        """Return the case of all members."""

    @abstractmethod
    def _computed_answer(
        self, mistaken: int, plans: tuple[Weights, ...], unused: bytes, optimal: bytes
    ) -> AnswerT | None:
        """Return behavior of a player in a case, perhaps with mistakes, None if there is none."""

    @abstractmethod
    def _behavior(self, answer: AnswerT, player: int) -> BehaviorStrategy:
        """Return the behavior of an answer."""

    @abstractmethod
    def _further_cases(
        self, case: Case, profile: BehaviorProfile, first: AnswerT, second: AnswerT
    ) -> Sequence[Case]:
        """Return the cases into which one is divided whose answers are no member; none if they are."""


class MemberSearch(CaseSearch[LeadingTerms | Orders]):
    """The search for a sequential equilibrium, or with `quasi_perfect` for a quasi-perfect one, of a game."""

    def __init__(self, game: ExtensiveGame, *, quasi_perfect: bool) -> None:
        super().__init__(game)
        self.quasi_perfect = quasi_perfect
        self.tasks = (Judged(game, 0), Judged(game, 1))
        self.never_optimal = never_optimal(game)

    def _first_case(self) -> Case:
        return Case(self.never_optimal, self._nothing())

    def _further_cases(
        self,
        case: Case,
        profile: BehaviorProfile,
        first: LeadingTerms | Orders,
        second: LeadingTerms | Orders,
    ) -> Sequence[Case]:
        doubtful = self._doubtful_sets(profile, first, second)
        if not doubtful:
            return ()
        return case.divided(*self._undecided(case, profile, doubtful))

    def _computed_answer(
        self, mistaken: int, plans: tuple[Weights, ...], unused: bytes, optimal: bytes
    ) -> LeadingTerms | Orders | None:
        """Return mistakes of a player in a case, None if there are none."""
        task = self.tasks[mistaken]
        allowed = ~np.frombuffer(unused, dtype=bool)
        conditions = Conditions(None, allowed, np.frombuffer(optimal, dtype=bool))
        plan: Sequence[Fraction] | None
        if len(plans) > 1:
            plan = starting_plan(task, plans, conditions, strictly=self.quasi_perfect)
        else:
            plan = plans[0] if is_start(task, plans[0], conditions) else None
        if plan is None:
            return None
        if self.quasi_perfect:
            return perturbed_plan(task, plan, conditions)
        terms = leading_terms(task, plan, conditions, {})
        return terms if isinstance(terms, LeadingTerms) else None

    def _behavior(self, answer: LeadingTerms | Orders, player: int) -> BehaviorStrategy:
        terms = answer.leading if isinstance(answer, Orders) else answer
        return terms.behavior(self.game.sequences[player].index)

    def _doubtful_sets(
        self,
        profile: BehaviorProfile,
        first: LeadingTerms | Orders,
        second: LeadingTerms | Orders,
    ) -> list[tuple[int, int]]:
        """Return the sets at which the behavior of the answers is not optimal, by player and row."""
        game = self.game
        plans = []
        for player, answer in enumerate((first, second)):
            if isinstance(answer, Orders):
                plans.append(answer.family(game.sequences[player].index))
            else:
                terms = np.array(answer.weights, dtype=object)
                plans.append(PerturbationWitness(profile[player], answer.stage, terms).family)
        family = EpsilonFamily((plans[0], plans[1]))
        if self.quasi_perfect:
            deviations = quasi_perfection(game, profile, family).deviations
        else:
            assessment = Assessment(profile, beliefs_of(game, family))
            deviations = sequential_regrets(game, assessment).deviations
        return [
            (deviation.player, game.sequences[deviation.player].index.row_of[deviation.infoset])
            for deviation in deviations
        ]

    def _undecided(
        self, case: Case, profile: BehaviorProfile, doubtful: Sequence[tuple[int, int]]
    ) -> tuple[int, int]:
        """Return an action in use that is not decided, at one of some sets or after it, by player and sequence."""
        for player in (0, 1):
            index = self.game.sequences[player].index
            rows = {row for owner, row in doubtful if owner == player}
            for row, above in enumerate(index.infoset_of[index.parent_sequence].tolist()):
                if row not in rows and above not in rows:
                    continue
                rows.add(row)
                start, stop = index.first_sequence[row : row + 2].tolist()
                for sequence in range(start, stop):
                    is_used = bool(profile[player].probabilities[sequence])
                    if is_used and not case.optimal[player][sequence]:
                        return player, sequence
        raise AssertionError("all actions in use are decided, and the behavior is not optimal")
