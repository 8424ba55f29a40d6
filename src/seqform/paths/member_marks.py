"""Decisions of claims about single equilibria of a list, and about the components of the set of all equilibria.

The claims imply one another, so that one that fails refutes the stronger ones, and one that holds proves the weaker
ones: quasi-perfect equilibria are normal-form perfect and sequential (van Damme 1984), extensive-form perfect ones are
sequential (Selten 1975), and sequential ones weak perfect Bayesian, and subgame perfect where chance leads everywhere.
Proper equilibria are undominated, and their plans are those of quasi-perfect ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from seqform.builders.preprocess.subgames import is_perfect_information
from seqform.errors import GameError, ModelError, SolveError, UnsupportedModelError
from seqform.models.answers.components import AllEquilibria, ExtremeEquilibrium, Lacking, NashSubset
from seqform.models.answers.equilibrium import FoundEquilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlan
from seqform.solving.certifiers.agent_members import NO_MEMBER, AgentSearch
from seqform.solving.certifiers.beliefs import sequential_assessment
from seqform.solving.certifiers.checks import verdict
from seqform.solving.certifiers.computed import ComputedAnswers
from seqform.solving.certifiers.divinity import d1_objection
from seqform.solving.certifiers.members import MOST_CASES, MemberSearch, TooManyCasesError
from seqform.solving.certifiers.registry import CERTIFIERS, WEAK, moves_once
from seqform.solving.certifiers.signalling import (
    INTUITIVE,
    SignallingGame,
    intuitive_objection,
)
from seqform.solving.certifiers.subgame_members import ANY_SUBGAME, SubgameSearch
from seqform.solving.certifiers.submission import Submission
from seqform.solving.certifiers.weak_members import WeakSearch
from seqform.solving.concepts import (
    ExtensiveFormPerfect,
    NormalFormPerfect,
    Proper,
    QuasiPerfect,
    Sequential,
    SubgamePerfect,
)
from seqform.verify.checks import check_assessment, reserved_checks
from seqform.verify.nash import reached_by_chance
from seqform.verify.normal_form import undominated
from seqform.verify.subgames import subgame_deviation

Plans = tuple[Sequence[RealizationPlan], Sequence[RealizationPlan]]
"""Plans of both players, whose hulls span a set of equilibria; of a single one a plan of each."""

D1_NAME = "d1"
"""The name of the claim of criterion D1."""

ANOTHER_COMPLETION = (
    "holds where the plans are completed in another way than for the other claims; ask for it alone"
)

TOO_MANY_CASES = f"the search for behavior with it came to its limit of {MOST_CASES} cases"

NO_COMPLETION = (
    "it fails for the behavior that was found where the plans leave it open, and may hold for other"
)


def check_of(name: str) -> str:
    """Return the check of a certificate that decides a claim."""
    return CERTIFIERS[ExtensiveGame, name].claim.check


_NAMES = {
    certifier.claim.check: name
    for (game, name), certifier in CERTIFIERS.items()
    if game is ExtensiveGame and certifier.claim.is_equilibrium
}
"""The claims by their checks."""


class _Search(Protocol):
    """A search for refined members of a product of convex hulls."""

    def member(self, plans: Plans) -> BehaviorProfile | None:
        """Return one, None if there is none; raise TooManyCasesError where neither is found."""


_OF_MEMBERS = (
    Sequential.name,
    QuasiPerfect.name,
    ExtensiveFormPerfect.name,
    Proper.name,
    SubgamePerfect.name,
)
"""The claims that fail for a component where a search finds no member."""

_TESTS = {INTUITIVE: intuitive_objection, D1_NAME: d1_objection}
"""The tests of signalling games, by claim."""


@dataclass
class Mark:
    """An equilibrium of a list, with what is decided about it so far.

    - `holds`: Claims that are decided, by name.
    - `reasons`: Why others are open.
    - `objections`: Why some fail, by name.
    - `completed`: The behavior that realizes its plans for which claims hold, None while it is as it was found.
    """

    equilibrium: FoundEquilibrium | ExtremeEquilibrium
    holds: dict[str, bool] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    objections: dict[str, str] = field(default_factory=dict)
    completed: BehaviorProfile | None = None

    @classmethod
    def of(cls, equilibrium: FoundEquilibrium | ExtremeEquilibrium) -> Mark:
        """Return what the certificate of an equilibrium has; "no" along a family need not be definitive."""
        mark = cls(equilibrium)
        for check, holds in equilibrium.certificate.checks.items():
            if check in _NAMES and (holds or isinstance(equilibrium, ExtremeEquilibrium)):
                mark.holds[_NAMES[check]] = holds
        if isinstance(equilibrium, ExtremeEquilibrium):
            mark.completed = equilibrium.completed
            mark.objections = {
                _NAMES[check]: reason for check, reason in equilibrium.objections.items()
            }
        return mark

    @property
    def submission(self) -> Submission:
        """The profile with the evidence that came with it."""
        if self.completed is not None:
            return Submission(self.completed, "")
        return Submission.of_answer(self.equilibrium, source="")

    def leave_open(self, name: str, reason: str) -> None:
        """State why a claim is open, unless it is decided or there is a reason."""
        if name not in self.holds and name not in self.reasons:
            check = check_of(name)
            start = "" if reason.startswith(f"{check}: ") else f"{check}: "
            self.reasons[name] = f"{start}{reason}"

    def marked(self, game: ExtensiveGame, names: Sequence[str]) -> Any:
        """Return the equilibrium with the claims that were asked for among its checks, or among those left open."""
        before = self.equilibrium.certificate
        known = {check: holds for check, holds in before.checks.items() if check not in _NAMES}
        asked = [_NAMES[check] for check in before.checks if check in _NAMES]
        asked += [name for name in names if name not in asked]
        checks = {check_of(name): self.holds[name] for name in asked if name in self.holds}
        undecided = {check_of(name): self.reasons[name] for name in asked if name in self.reasons}
        checks = {**known, **checks}
        certificate = before.recomputed(
            checks=checks,
            undecided=undecided,
            reserved=reserved_checks(game, checks),
        )
        if isinstance(self.equilibrium, FoundEquilibrium):
            return self.equilibrium.recomputed(certificate=certificate)
        objections = {check_of(name): reason for name, reason in self.objections.items()}
        return self.equilibrium.recomputed(
            certificate=certificate, completed=self.completed, objections=objections
        )


class Marks:
    """Decisions of claims about equilibria of one game."""

    def __init__(self, game: ExtensiveGame) -> None:
        self.game = game
        self.computed = ComputedAnswers(game)
        self.are_one = moves_once(game)
        # The weaker claims, by the claim of a completion that implies them
        self.weaker: dict[str, tuple[str, ...]] = {
            Sequential.name: (WEAK,),
            QuasiPerfect.name: (NormalFormPerfect.name, Sequential.name, WEAK),
            ExtensiveFormPerfect.name: (Sequential.name, WEAK),
            Proper.name: (NormalFormPerfect.name, QuasiPerfect.name, Sequential.name, WEAK),
            D1_NAME: (INTUITIVE,),
        }
        if bool(np.all(reached_by_chance(game))):
            for name in (
                Sequential.name,
                QuasiPerfect.name,
                ExtensiveFormPerfect.name,
                Proper.name,
            ):
                self.weaker[name] = (*self.weaker[name], SubgamePerfect.name)
        if self.are_one:  # the two conditions are the same
            self.weaker[ExtensiveFormPerfect.name] = (
                QuasiPerfect.name,
                *self.weaker[QuasiPerfect.name],
            )
        self._is_undominated: dict[tuple[int, int], bool] = {}
        self._members: dict[tuple[str, tuple[int, int]], BehaviorProfile | str | None] = {}
        self._subset_members: dict[
            tuple[str, tuple[tuple[int, ...], tuple[int, ...]]], BehaviorProfile | str | None
        ] = {}

    @cached_property
    def searches(self) -> Mapping[str, _Search]:
        """The searches for members, by the claims that these meet."""
        return {
            Sequential.name: MemberSearch(self.game, quasi_perfect=False),
            QuasiPerfect.name: MemberSearch(self.game, quasi_perfect=True),
            ExtensiveFormPerfect.name: self.agent_search,
            SubgamePerfect.name: self.subgame_search,
            WEAK: self.weak_search,
        }

    @cached_property
    def subgame_search(self) -> SubgameSearch:
        """The search for subgame perfect members, which has reasons where there is none."""
        return SubgameSearch(self.game)

    @cached_property
    def agent_search(self) -> AgentSearch:
        """The search for members that may be extensive-form perfect, which has reasons where there is none."""
        return AgentSearch(self.game, quasi_perfect=False)

    @cached_property
    def quasi_perfect_agents(self) -> AgentSearch:
        """The search for quasi-perfect members that may be extensive-form perfect as well."""
        return AgentSearch(self.game, quasi_perfect=True)

    @cached_property
    def weak_search(self) -> WeakSearch:
        """The search for weak perfect Bayesian members, which has reasons where there is none."""
        return WeakSearch(self.game)

    def decide(self, name: str, mark: Mark) -> None:
        """Decide a claim about an equilibrium, or leave it open with the reason.

        What a decision is refused for leaves the claim open; what cuts it short is raised.
        """
        mark.reasons.pop(name, None)
        if name in mark.holds:
            return
        try:
            if any(mark.holds.get(weaker) is False for weaker in self._weaker_of(name, mark)):
                mark.holds[name] = False
            elif isinstance(mark.equilibrium, FoundEquilibrium):
                self._decide_profile(name, mark)
            else:
                self._decide_plans(name, mark, mark.equilibrium)
        except SolveError as error:
            if error.stopped:
                raise
            mark.leave_open(name, str(error))
        except TooManyCasesError:
            mark.leave_open(name, TOO_MANY_CASES)
        except (GameError, ModelError, UnsupportedModelError) as error:
            mark.leave_open(name, str(error))

    def _weaker_of(self, name: str, mark: Mark) -> Sequence[str]:
        """Return the claims that fail only where a claim fails."""
        is_fixed = isinstance(mark.equilibrium, FoundEquilibrium)
        if name == Proper.name and is_fixed and self._is_open(mark):
            # Other behavior may be quasi-perfect where the plan does not lead
            return (NormalFormPerfect.name,)
        return self.weaker.get(name, ())

    def _accept(self, name: str, mark: Mark) -> None:
        """Take it that a claim holds for the profile as it is, and so do the weaker ones."""
        mark.holds[name] = True
        implied = self.weaker.get(name, ())
        if name == Proper.name and self._is_open(mark):
            implied = (NormalFormPerfect.name,)
        for weaker in implied:
            mark.holds[weaker] = True
            mark.reasons.pop(weaker, None)

    def _decide_profile(self, name: str, mark: Mark) -> None:
        """Decide a claim about a profile as it is."""
        holds = self._verdict(name, mark.submission)
        if holds is True:
            self._accept(name, mark)
        elif holds is False:
            mark.holds[name] = False
        else:
            mark.leave_open(name, holds)

    def _decide_plans(self, name: str, mark: Mark, extreme: ExtremeEquilibrium) -> None:
        """Decide a claim about an extreme equilibrium, whose plans may be completed in any way."""
        of_plans = name in self._claims_of_plans
        if name in (NormalFormPerfect.name, Proper.name, QuasiPerfect.name):
            if not self._both_undominated(extreme):
                mark.holds[name] = False
                return
            if name == NormalFormPerfect.name:
                mark.holds[name] = True
                return
        if of_plans and name == Proper.name and self._member_of(self._basis(name), extreme) is None:
            mark.holds[name] = False
            return
        if of_plans or not self._is_open(mark):
            self._decide_profile(name, mark)
            if name == SubgamePerfect.name and mark.holds.get(name) is False:
                deviation = subgame_deviation(self.game, mark.submission.profile)
                mark.objections[name] = str(deviation)
            elif name in _TESTS and mark.holds.get(name) is False:
                signalling = SignallingGame.of(self.game, check_of(name))
                mark.objections[name] = signalling.objection(extreme.profile, _TESTS[name])
            return

        holds = self._verdict(name, mark.submission)
        if holds is True:
            self._accept(name, mark)
            return
        reason = holds or ""
        for completed in self._completions(name, extreme):
            if completed is None:
                mark.holds[name] = False
                plans = ([extreme.plans[0]], [extreme.plans[1]])
                if name == SubgamePerfect.name:
                    mark.objections[name] = self.subgame_search.reason(plans)
                elif name == ExtensiveFormPerfect.name and not self.are_one:
                    mark.objections[name] = self.agent_search.reason(plans)
                elif name == WEAK:
                    mark.objections[name] = self.weak_search.reason(plans)
                return
            if isinstance(completed, str):
                reason = completed
                continue
            holds = self._verdict(name, Submission(completed, ""))
            if holds is True:
                self._complete(name, mark, completed)
                return
            reason = holds or reason
        mark.leave_open(name, reason or NO_COMPLETION)

    def _complete(self, name: str, mark: Mark, completed: BehaviorProfile) -> None:
        """Let plans be completed so that a claim holds; weaker ones do then, others are decided again."""
        mark.completed = completed
        self._accept(name, mark)
        for other, holds in list(mark.holds.items()):
            is_kept = other == name or other in self.weaker.get(name, ())
            if not holds or is_kept or other in self._claims_of_plans:
                continue
            if self._verdict(other, mark.submission) is not True:
                del mark.holds[other]
                mark.leave_open(other, ANOTHER_COMPLETION)

    def _basis(self, name: str) -> str:
        """Return the claim whose members are searched for: it is implied."""
        if name == Proper.name or (name == ExtensiveFormPerfect.name and self.are_one):
            return QuasiPerfect.name
        return name

    def _completions(
        self, name: str, extreme: ExtremeEquilibrium
    ) -> Iterator[BehaviorProfile | str | None]:
        """Yield plans completed so that a claim may hold, None if it holds for no completion, a text if that is open.

        Of extensive-form perfect equilibria the one that is computed is known to be one, and those that are
        quasi-perfect may be. Sequential ones are weak perfect Bayesian.
        """
        if name == WEAK:
            sequential = self._member_of(Sequential.name, extreme)
            if isinstance(sequential, BehaviorProfile):
                yield sequential
                return
        member = self._member_of(self._basis(name), extreme)
        if member is not None and name == ExtensiveFormPerfect.name and not self.are_one:
            answer = self.computed.of(name)
            if not isinstance(answer, str) and all(
                strategy.plan.exact_weights("marks").equals(plan.exact_weights("marks"))
                for strategy, plan in zip(answer.profile, extreme.plans, strict=True)
            ):
                yield answer.profile
            try:
                perfect = self.quasi_perfect_agents.member(([extreme.plans[0]], [extreme.plans[1]]))
            except TooManyCasesError:
                perfect = None
            if perfect is not None:
                yield perfect
        yield member

    @cached_property
    def _claims_of_plans(self) -> frozenset[str]:
        """The claims that depend on the plans alone."""
        claims = {NormalFormPerfect.name, INTUITIVE, D1_NAME}
        if self.game.constant_sum is None or not is_perfect_information(self.game):
            claims.add(Proper.name)
        return frozenset(claims)

    def _both_undominated(self, extreme: ExtremeEquilibrium) -> bool:
        """Return whether both plans are undominated, which is decided once for each plan."""
        for player, number in enumerate(extreme.numbers):
            key = (player, number)
            if key not in self._is_undominated:
                decided = undominated(self.game, extreme.profile[player])
                self._is_undominated[key] = decided.holds
            if not self._is_undominated[key]:
                return False
        return True

    def _verdict(self, name: str, submission: Submission) -> bool | str:
        """Return whether a claim about a profile holds, or why that is open."""
        if name == Sequential.name:
            known = self._is_sequential(submission)
            if known is not None:
                return known
        shared = replace(submission, computed=self.computed)
        certificate = verdict(self.game, shared, [name]).certificate
        check = check_of(name)
        if check in certificate.undecided:
            return certificate.undecided[check]
        return certificate.checks[check]

    def _is_sequential(self, submission: Submission) -> bool | None:
        """Return whether an exact profile is a sequential equilibrium, None if it comes with beliefs of its own.

        It is what `verdict` decides, without weaker claims beside it.
        """
        profile = submission.profile
        if submission.assessment is not None or self.game.matrices is not None or not profile.exact:
            return None
        assessment = sequential_assessment(self.game, profile)
        if isinstance(assessment, str):
            return False
        check = Sequential.claim.check
        return check_assessment(self.game, assessment, [check]).certificate.checks[check]

    def _is_open(self, mark: Mark) -> bool:
        """Return whether a plan leaves behavior open at some set."""
        for strategy in mark.equilibrium.profile:
            plan = strategy.plan
            index = plan.index
            reached = plan.exact_weights("equilibria").take(index.parent_sequence).numerators
            if bool(np.any((reached == 0) & (index.num_actions > 1))):
                return True
        return False

    def _member_of(self, name: str, extreme: ExtremeEquilibrium) -> BehaviorProfile | str | None:
        """Return the member of plans that a search has found, which is kept."""
        key = (name, extreme.numbers)
        if key not in self._members:
            self._members[key] = self._member(name, ([extreme.plans[0]], [extreme.plans[1]]))
        return self._members[key]

    def _member(self, name: str, plans: Plans) -> BehaviorProfile | str | None:
        """Return a refined member of a product of convex hulls, None if there is none, a text if that is open."""
        try:
            return self.searches[name].member(plans)
        except TooManyCasesError:
            return TOO_MANY_CASES

    def lacking(
        self,
        answers: AllEquilibria,
        extreme: Sequence[ExtremeEquilibrium],
        component: int,
        names: Sequence[str],
    ) -> list[Lacking]:
        """Return the claims that hold for no member of a component."""
        subsets, members = _of_component(answers, extreme, component)
        refuted: dict[str, bool] = {}
        lacking = []
        for name in names:
            check = check_of(name)
            if any(member.certificate.checks.get(check) for member in members):
                continue
            reason = ""
            if name == NormalFormPerfect.name:
                if all(member.certificate.checks.get(check) is False for member in members):
                    reason = "every member has a dominated strategy"
            elif name in _OF_MEMBERS:
                basis = self._basis(name)
                if basis not in refuted:
                    refuted[basis] = self._have_none(answers, basis, subsets)
                if refuted[basis] and name == SubgamePerfect.name:
                    reason = self._subgame_reason(answers, subsets)
                elif refuted[basis] and name == ExtensiveFormPerfect.name and basis == name:
                    reason = self._agent_reason(answers, subsets)
                elif refuted[basis]:
                    reason = _reason(name, basis)
            if not reason and _are_all(members, subsets, check):
                reason = "each of its members is refuted"
            elif not reason and name in _TESTS and _have_refuted_outcome(members, check):
                reason = "all its members have one outcome, which is refuted"
            if reason:
                lacking.append(Lacking(component, check, reason))
        return lacking

    def _have_none(self, answers: AllEquilibria, name: str, subsets: Sequence[Any]) -> bool:
        """Return whether it is proven that no subset has a refined member."""
        try:
            return all(self._subset_member(answers, name, subset) is None for subset in subsets)
        except (GameError, ModelError, UnsupportedModelError):
            return False  # what is refused is open, as the marks state

    def _subset_member(
        self, answers: AllEquilibria, name: str, subset: NashSubset
    ) -> BehaviorProfile | str | None:
        """Return the member of a maximal Nash subset that a search has found, which is kept."""
        key = (name, subset.plans)
        if key not in self._subset_members:
            self._subset_members[key] = self._member(name, _plans_of(answers, subset))
        return self._subset_members[key]

    def claims_of_mixtures(
        self,
        answers: AllEquilibria,
        extreme: Sequence[ExtremeEquilibrium],
        component: int,
        names: Sequence[str],
        excluded: Collection[str],
    ) -> tuple[list[str], list[str]]:
        """Return the claims that mixtures alone have in a component, and those that are open for its mixtures.

        Those are left out that no mixture has which an extreme equilibrium lacks: normal-form perfection, since a plan
        is undominated only if those of which it is a mixture are, and checks that are `excluded`, which no member of
        the component passes.
        """
        subsets, members = _of_component(answers, extreme, component)
        if not _has_mixtures(subsets):
            return [], []
        of_mixtures = []
        left_open = []
        for name in names:
            check = check_of(name)
            verdicts = [member.certificate.checks.get(check) for member in members]
            if name == NormalFormPerfect.name or check in excluded or False not in verdicts:
                continue
            are_refuted = all(verdict is False for verdict in verdicts)
            if are_refuted and self._have_one(answers, name, subsets):
                of_mixtures.append(check)
            else:
                left_open.append(check)
        return of_mixtures, left_open

    def _have_one(self, answers: AllEquilibria, name: str, subsets: Sequence[NashSubset]) -> bool:
        """Return whether a claim is proven for the member that the search for it finds in a subset."""
        if name not in _OF_MEMBERS or self._basis(name) != name:
            return False
        try:
            for subset in subsets:
                member = self._subset_member(answers, name, subset)
                if not isinstance(member, BehaviorProfile):
                    continue
                if self._verdict(name, Submission(member, "")) is True:
                    return True
        except (GameError, ModelError, UnsupportedModelError):
            return False  # what is refused is open, as the marks state
        return False

    def _subgame_reason(self, answers: AllEquilibria, subsets: Sequence[Any]) -> str:
        """Return why no subset has a subgame perfect member: what excludes all, or else a sentence on any."""
        reasons = {self.subgame_search.reason(_plans_of(answers, subset)) for subset in subsets}
        return reasons.pop() if len(reasons) == 1 else ANY_SUBGAME

    def _agent_reason(self, answers: AllEquilibria, subsets: Sequence[Any]) -> str:
        """Return why no subset has an extensive-form perfect member."""
        reasons = {self.agent_search.reason(_plans_of(answers, subset)) for subset in subsets}
        if len(reasons) == 1 and reasons != {NO_MEMBER}:
            return reasons.pop()
        if self._have_none(answers, Sequential.name, subsets):
            return _reason(ExtensiveFormPerfect.name, Sequential.name)
        return NO_MEMBER


def _plans_of(
    answers: AllEquilibria, subset: Any
) -> tuple[Sequence[RealizationPlan], Sequence[RealizationPlan]]:
    """Return the extreme plans that span a subset."""
    first = [answers.plans[0][place] for place in subset.plans[0]]
    second = [answers.plans[1][place] for place in subset.plans[1]]
    return first, second


def _of_component(
    answers: AllEquilibria, extreme: Sequence[ExtremeEquilibrium], component: int
) -> tuple[list[NashSubset], list[ExtremeEquilibrium]]:
    """Return the maximal Nash subsets of a component, and its extreme equilibria."""
    subsets = [subset for subset in answers.subsets if subset.component == component]
    places = {pair for subset in subsets for pair in _pairs(subset.plans)}
    return subsets, [member for member in extreme if member.numbers in places]


def _has_mixtures(subsets: Sequence[NashSubset]) -> bool:
    """Return whether a component has members other than extreme equilibria."""
    return any(len(plans) > 1 for subset in subsets for plans in subset.plans)


def _pairs(plans: tuple[tuple[int, ...], tuple[int, ...]]) -> list[tuple[int, int]]:
    return [(first, second) for first in plans[0] for second in plans[1]]


def _are_all(members: Sequence[ExtremeEquilibrium], subsets: Sequence[Any], check: str) -> bool:
    """Return whether a component has no members but extreme equilibria, and a check fails for each."""
    return not _has_mixtures(subsets) and all(
        member.certificate.checks.get(check) is False for member in members
    )


def _have_refuted_outcome(members: Sequence[ExtremeEquilibrium], check: str) -> bool:
    """Return whether extreme equilibria have one distribution on the leaves, and a check fails for each.

    The distribution is linear in each player's plan, so that it is that of their mixtures as well.
    """
    is_one = len({member.distribution for member in members}) == 1
    return is_one and all(member.certificate.checks.get(check) is False for member in members)


def _reason(name: str, basis: str) -> str:
    """Return why a claim holds for no member, after the search for members that meet the basis."""
    of_sequential = "whatever mistakes explain beliefs, some behavior is not optimal"
    of_quasi_perfect = "whatever the mistakes, some behavior is no best reply to them"
    reasons = {
        Sequential.name: of_sequential,
        ExtensiveFormPerfect.name: f"not even a sequential one; {of_sequential}",
        QuasiPerfect.name: of_quasi_perfect,
        Proper.name: f"not even a quasi-perfect one; {of_quasi_perfect}",
    }
    if name == ExtensiveFormPerfect.name and basis == QuasiPerfect.name:
        return of_quasi_perfect  # no player moves twice, and the conditions are the same
    return reasons[name]
