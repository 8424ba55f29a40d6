"""Equilibria of a list marked with claims: proven, refuted, or open for each; and components that lack a refinement.

Extreme equilibria are pairs of plans, which leave behavior open at information sets that their owner does not reach.
For claims about behavior there they are completed in a way for which the claim holds, and it is refuted only if there
is none (`seqform.solving.certifiers.members`).

A component of the set of all equilibria lacks a refinement if none of its members has it. That is decided for each of
its maximal Nash subsets, the products of convex hulls of extreme plans U and V:

- normal-form perfect: what is undominated is a best reply to a completely mixed plan, and so is each plan of U of which
  it is a mixture. So there is such a member if and only if there is one among the extreme equilibria.
- sequential and quasi-perfect: by the search for a member among mixtures with all completions.
- proper: a proper equilibrium has the plans of a quasi-perfect one (van Damme 1984). So there is none where there is no
  quasi-perfect one; and none where all members are extreme and refuted one by one.
- extensive-form perfect: there is none where there is no sequential one; where no player moves twice in a play, where
  there is no quasi-perfect one, which is the same there.
- intuitive and D1: they depend on the outcome alone, so that completions of an extreme equilibrium do not matter.
- subgame perfect: by a search of its own among mixtures with all completions, subgame by subgame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, TypeVar

import numpy as np

from seqform.builders.preprocess.subgames import is_perfect_information
from seqform.errors import InputError, SolveError, TimeLimitError
from seqform.models.answers.certificate import SUBGAME_PERFECT, Certificate
from seqform.models.answers.components import AllEquilibria, ExtremeEquilibrium, Lacking
from seqform.models.answers.equilibrium import EquilibriumSet, FoundEquilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlan
from seqform.solving.certifiers.beliefs import sequential_assessment
from seqform.solving.certifiers.checks import verdict
from seqform.solving.certifiers.divinity import D1, d1_objection
from seqform.solving.certifiers.members import CaseSearch, MemberSearch, TooManyCasesError
from seqform.solving.certifiers.registry import (
    CERTIFIERS,
    WEAK,
    certifiers_of,
    computed_perfect,
    moves_once,
)
from seqform.solving.certifiers.signalling import (
    INTUITIVE,
    SignallingGame,
    intuitive_objection,
)
from seqform.solving.certifiers.subgame_members import ANY_SUBGAME, SubgameSearch
from seqform.solving.certifiers.submission import Submission
from seqform.solving.concepts import (
    ExtensiveFormPerfect,
    NormalFormPerfect,
    Proper,
    QuasiPerfect,
    Sequential,
    SubgamePerfect,
)
from seqform.solving.request import Progress
from seqform.system import watch
from seqform.system.deadline import require_time, within
from seqform.verify.checks import check_assessment, reserved_checks
from seqform.verify.subgames import subgame_deviation

_Answers = TypeVar("_Answers", AllEquilibria, EquilibriumSet)

_IMPLIED_BY = {
    Sequential.name: Sequential.name,
    WEAK: Sequential.name,
    SubgamePerfect.name: SubgamePerfect.name,
    ExtensiveFormPerfect.name: Sequential.name,
    QuasiPerfect.name: QuasiPerfect.name,
    Proper.name: QuasiPerfect.name,
}
"""The claims about behavior that plans may leave open, by the names of those whose members are searched for."""

_NECESSARY = (
    Sequential.name,
    QuasiPerfect.name,
    ExtensiveFormPerfect.name,
    Proper.name,
    SubgamePerfect.name,
)
"""Those of them that do not hold where there is no such member."""

ORDER = (
    Proper.name,
    QuasiPerfect.name,
    ExtensiveFormPerfect.name,
    Sequential.name,
    SubgamePerfect.name,
    WEAK,
)
"""The claims by which plans are completed, those first whose members meet the others as well."""


def claim_names(claims: Sequence[str]) -> list[str]:
    """Return claims about equilibria by the names of `CERTIFIERS`; refuse others, with the list.

    Examples
    --------
    >>> claim_names(["sequential", "quasi_perfect"])
    ['sequential', 'quasi-perfect']
    """
    names = list(dict.fromkeys(claim.strip().replace("_", "-") for claim in claims))
    for certifier, name in zip(certifiers_of(ExtensiveGame, names), names, strict=True):
        if not certifier.claim.is_equilibrium:
            raise InputError(f"{name}: not a claim about equilibria, which these are")
    return names


def checked(
    answers: _Answers,
    *claims: str,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> _Answers:
    """Return the equilibria with claims decided for each, in the checks of its certificate, unless they are left open.

    - `claims`: Names as of `seqform.check`, such as "sequential", "quasi-perfect" and "proper".
    - `time_limit`: In seconds.
    - `progress`: Called with short progress messages.

    Extreme equilibria of `equilibria(complete=True)` are completed where plans leave behavior open, if there is a way
    for which a claim holds; components none of whose members can be what a claim states are named in `lacking`.

    After Ctrl-C, or at the time limit, the claims about the first equilibria are decided, `marked` in number, all
    others are open, and `marks_stopped` has the reason.

    Raises InputError, with the list, if a claim is none.

    Examples
    --------
    >>> import seqform as sf
    >>> marked = sf.equilibria("entry-deterrence", complete=True).checked("sequential")
    >>> [equilibrium.certificate.checks for equilibrium in marked]
    [{'sequential': False}, {'sequential': False}, {'sequential': True}]
    >>> print(marked.lacking[0])
    component 1 has no sequential equilibrium: whatever mistakes explain beliefs, some behavior is not optimal
    """
    if not claims:
        raise InputError("checked: at least one claim expected, such as 'sequential'")
    names = claim_names(claims)
    report = progress or (lambda text: None)
    equilibria: list[Any] = list(answers)
    lacking: list[Lacking] = []
    marked = 0
    stopped = ""
    try:
        with watch.partial("deciding claims", cut=False), within(time_limit):
            marks = _Marks(answers.game)
            for place, equilibrium in enumerate(list(equilibria)):
                require_time()
                report(f"claims about {place:,} of {len(equilibria):,} equilibria decided")
                if isinstance(equilibrium, FoundEquilibrium):
                    equilibria[place] = marks.of_found(equilibrium, names)
                else:
                    equilibria[place] = marks.of_extreme(equilibrium, names)
                marked = place + 1
            if isinstance(answers, AllEquilibria) and answers.finished:
                for component in range(answers.components):
                    require_time()
                    report(f"claims about {component:,} of {answers.components:,} components")
                    lacking += marks.lacking(answers, equilibria, component, names)
    except KeyboardInterrupt:
        stopped = "interrupted"
    except SolveError as error:
        at_limit = error.raw is not None and error.raw.termination is Termination.TIME_LIMIT
        if not at_limit and not isinstance(error, TimeLimitError):
            raise
        stopped = "time limit"
    if stopped:
        report(f"{stopped}: the remaining marks are left open")
    answers_marked: _Answers = _with_marks(
        answers, equilibria, names, marked, stopped, tuple(lacking)
    )
    return answers_marked


def left_open(answers: AllEquilibria | EquilibriumSet, *claims: str) -> Any:
    """Return the equilibria of a search that was interrupted, with all of some claims open."""
    return _with_marks(answers, answers, claim_names(claims), 0, answers.stopped, ())


def _with_marks(
    answers: AllEquilibria | EquilibriumSet,
    equilibria: Sequence[Any],
    names: Sequence[str],
    marked: int,
    stopped: str,
    lacking: tuple[Lacking, ...],
) -> Any:
    """Return answers, of their own class, with these equilibria in place of their own."""
    changed: dict[str, Any] = {
        "found": tuple(equilibria),
        "checks": tuple(CERTIFIERS[ExtensiveGame, name].claim.check for name in names),
        "marked": marked,
        "marks_stopped": stopped,
    }
    if isinstance(answers, AllEquilibria):
        changed["lacking"] = lacking
    return answers.recomputed(**changed)


class _Marks:
    """Decisions of claims about equilibria of one game."""

    def __init__(self, game: ExtensiveGame) -> None:
        self.game = game
        self.implied_by = dict(_IMPLIED_BY)
        if moves_once(game):  # the two conditions are the same
            self.implied_by[ExtensiveFormPerfect.name] = QuasiPerfect.name

    @cached_property
    def searches(self) -> dict[str, CaseSearch[Any]]:
        """The searches for members, by the claims that these meet."""
        return {
            Sequential.name: MemberSearch(self.game, quasi_perfect=False),
            QuasiPerfect.name: MemberSearch(self.game, quasi_perfect=True),
            SubgamePerfect.name: self.subgame_search,
        }

    @cached_property
    def subgame_search(self) -> SubgameSearch:
        """The search for subgame perfect members, which has reasons where there is none."""
        return SubgameSearch(self.game)

    def of_found(self, equilibrium: FoundEquilibrium, names: Sequence[str]) -> FoundEquilibrium:
        """Return an equilibrium with its profile as it is."""
        decided = self._decided(lambda: Submission.of_answer(equilibrium), names)
        return equilibrium.recomputed(
            certificate=self._with_checks(equilibrium.certificate, decided)
        )

    def _with_checks(self, certificate: Certificate, decided: Mapping[str, bool]) -> Certificate:
        """Return a certificate with further checks, and those that leave information sets open among them."""
        checks = {**certificate.checks, **decided}
        return certificate.recomputed(checks=checks, reserved=reserved_checks(self.game, checks))

    def of_extreme(self, extreme: ExtremeEquilibrium, names: Sequence[str]) -> ExtremeEquilibrium:
        """Return an equilibrium, completed where its plans leave behavior open so that the hardest claim holds."""
        decided = self._decided(lambda: Submission.of_answer(extreme), names)
        completed = None
        objections = {}
        if self._is_open(extreme):
            plans = ([extreme.plans[0]], [extreme.plans[1]])
            refuted = {}
            for name in ORDER:
                check = CERTIFIERS[ExtensiveGame, name].claim.check
                if name not in names or decided.get(check):
                    continue
                member = self._completed(name, plans)
                if member is None and name in _NECESSARY:
                    refuted[check] = False
                    if name == SubgamePerfect.name:
                        objections[check] = self.subgame_search.reason(plans)
                elif isinstance(member, BehaviorProfile) and completed is None:
                    completed = member
                    decided = self._decided(partial(Submission, completed), names)

            # What fails for these completions may hold for others
            of_plans = self._checks_of_plans()
            decided = {
                check: holds for check, holds in decided.items() if holds or check in of_plans
            }
            decided |= refuted
        elif decided.get(SUBGAME_PERFECT.check) is False:
            deviation = subgame_deviation(self.game, extreme.profile)
            objections[SUBGAME_PERFECT.check] = str(deviation)
        for check, test in ((INTUITIVE, intuitive_objection), (D1, d1_objection)):
            if decided.get(check) is False:
                signalling = SignallingGame.of(self.game, check)
                objections[check] = signalling.objection(extreme.profile, test)
        certificate = self._with_checks(extreme.certificate, decided)
        return extreme.recomputed(
            certificate=certificate, completed=completed, objections=objections
        )

    @cached_property
    def _computed(self) -> BehaviorProfile | None:
        """The extensive-form perfect equilibrium that is computed."""
        assessment = computed_perfect(self.game)
        return None if assessment is None else assessment.profile

    def _completed(
        self, name: str, plans: tuple[Sequence[RealizationPlan], Sequence[RealizationPlan]]
    ) -> BehaviorProfile | str | None:
        """Return plans completed so that a claim may hold, None if it holds for no completion, a text if that is open.

        Of extensive-form perfect equilibria the one that is computed is known to be one.
        """
        if name == ExtensiveFormPerfect.name and not moves_once(self.game):
            computed = self._computed
            if computed is not None and all(
                strategy.plan.exact_weights("marks").equals(plan.exact_weights("marks"))
                for strategy, (plan,) in zip(computed, plans, strict=True)
            ):
                return computed
        return self._member(self.implied_by[name], plans)

    def _checks_of_plans(self) -> set[str]:
        """Return the checks that depend on the plans alone."""
        checks = {NormalFormPerfect.claim.check, INTUITIVE, D1}
        if self.game.constant_sum is None or not is_perfect_information(self.game):
            checks.add(Proper.claim.check)
        return checks

    def _decided(
        self, submission: Callable[[], Submission], names: Sequence[str]
    ) -> dict[str, bool]:
        """Return the claims that are decided about a profile, by their checks."""
        decided: dict[str, bool] = {}
        for name in names:
            check = CERTIFIERS[ExtensiveGame, name].claim.check
            if name == Sequential.name:
                known = self._is_sequential(submission())
                if known is not None:
                    decided[check] = known
                    continue
            certificate = verdict(self.game, submission(), [name]).certificate
            if check not in certificate.undecided:
                decided[check] = certificate.checks[check]
        return decided

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

    def _is_open(self, extreme: ExtremeEquilibrium) -> bool:
        """Return whether a plan leaves behavior open at some set."""
        for plan in extreme.plans:
            index = plan.index
            reached = plan.exact_weights("equilibria").take(index.parent_sequence).numerators
            if bool(np.any((reached == 0) & (index.num_actions > 1))):
                return True
        return False

    def _member(
        self,
        name: str,
        plans: tuple[Sequence[RealizationPlan], Sequence[RealizationPlan]],
    ) -> BehaviorProfile | str | None:
        """Return a refined member of a product of convex hulls, None if there is none, a text if that is open."""
        try:
            return self.searches[name].member(plans)
        except TooManyCasesError:
            return "open"

    def lacking(
        self,
        answers: AllEquilibria,
        extreme: Sequence[ExtremeEquilibrium],
        component: int,
        names: Sequence[str],
    ) -> list[Lacking]:
        """Return the claims that hold for no member of a component."""
        subsets = [subset for subset in answers.subsets if subset.component == component]
        places = {pair for subset in subsets for pair in _pairs(subset.plans)}
        members = [member for member in extreme if member.numbers in places]
        refuted: dict[str, bool] = {}
        lacking = []
        for name in names:
            check = CERTIFIERS[ExtensiveGame, name].claim.check
            if any(member.certificate.checks.get(check) for member in members):
                continue
            if name == NormalFormPerfect.name:
                lacking.append(Lacking(component, check, "every member has a dominated strategy"))
            elif name in _NECESSARY:
                basis = self.implied_by[name]
                if basis not in refuted:
                    refuted[basis] = self._have_none(answers, basis, subsets)
                if refuted[basis]:
                    if name == SubgamePerfect.name:
                        reason = self._subgame_reason(answers, subsets)
                    else:
                        reason = _reason(name, basis)
                    lacking.append(Lacking(component, check, reason))
                elif check in self._checks_of_plans() and _are_all(members, subsets, check):
                    lacking.append(Lacking(component, check, "each of its members is refuted"))
        return lacking

    def _have_none(self, answers: AllEquilibria, name: str, subsets: Sequence[Any]) -> bool:
        """Return whether it is proven that no subset has a refined member."""
        return all(self._member(name, _plans_of(answers, subset)) is None for subset in subsets)

    def _subgame_reason(self, answers: AllEquilibria, subsets: Sequence[Any]) -> str:
        """Return why no subset has a subgame perfect member: what excludes all, or else a sentence on any."""
        reasons = {self.subgame_search.reason(_plans_of(answers, subset)) for subset in subsets}
        return reasons.pop() if len(reasons) == 1 else ANY_SUBGAME


def _plans_of(
    answers: AllEquilibria, subset: Any
) -> tuple[Sequence[RealizationPlan], Sequence[RealizationPlan]]:
    """Return the extreme plans that span a subset."""
    first = [answers.plans[0][place] for place in subset.plans[0]]
    second = [answers.plans[1][place] for place in subset.plans[1]]
    return first, second


def _pairs(plans: tuple[tuple[int, ...], tuple[int, ...]]) -> list[tuple[int, int]]:
    return [(first, second) for first in plans[0] for second in plans[1]]


def _are_all(members: Sequence[ExtremeEquilibrium], subsets: Sequence[Any], check: str) -> bool:
    """Return whether a component has no members but extreme equilibria, and a check fails for each."""
    has_mixtures = any(len(plans) > 1 for subset in subsets for plans in subset.plans)
    return not has_mixtures and all(
        member.certificate.checks.get(check) is False for member in members
    )


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
