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
- extensive-form perfect: there is none where there is no sequential one without actions that are dominated in the
  agent normal form (`seqform.solving.certifiers.agent_members`); where no player moves twice in a play, where there is
  no quasi-perfect one, which is the same there.
- intuitive and D1: they depend on the outcome alone, so that completions of an extreme equilibrium do not matter, and
  that mixtures with the outcome of an extreme equilibrium that fails do as well.
- subgame perfect: by a search of its own among mixtures with all completions, subgame by subgame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from seqform.errors import InputError, SolveError
from seqform.models.answers.components import AllEquilibria, Lacking
from seqform.models.answers.equilibrium import EquilibriumSet
from seqform.models.games.extensive import ExtensiveGame
from seqform.paths.member_marks import D1_NAME, Mark, Marks, check_of
from seqform.solving.certifiers.registry import WEAK, certifiers_of
from seqform.solving.certifiers.signalling import INTUITIVE
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

_Answers = TypeVar("_Answers", AllEquilibria, EquilibriumSet)

CHEAPEST_FIRST = (
    NormalFormPerfect.name,
    SubgamePerfect.name,
    INTUITIVE,
    D1_NAME,
    WEAK,
    Sequential.name,
    QuasiPerfect.name,
    ExtensiveFormPerfect.name,
    Proper.name,
)
"""The claims in the order in which they are decided: those that refute others, and take little time, first."""


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
    for which a claim holds; components none of whose members can be what a claim states are named in `lacking`,
    and `remarks` has those of which mixtures alone are, and claims that are open for mixtures.

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
    marking = _Marking(answers, names)
    lacking: list[Lacking] = []
    remarks: list[str] = []
    left_open: dict[str, None] = {}
    stopped = ""
    try:
        with watch.partial("deciding claims", cut=False), within(time_limit):
            marking.run(report)
            if isinstance(answers, AllEquilibria) and answers.finished:
                equilibria = marking.equilibria()
                for component in range(answers.components):
                    require_time()
                    report(f"claims about {component:,} of {answers.components:,} components")
                    without = marking.marks.lacking(answers, equilibria, component, names)
                    lacking += without
                    excluded = {each.check for each in without}
                    of_mixtures, of_some = marking.marks.claims_of_mixtures(
                        answers, equilibria, component, names, excluded
                    )
                    remarks += [
                        f"component {component + 1} has {check} equilibria: mixtures of its extreme equilibria, none "
                        "of which is one"
                        for check in of_mixtures
                    ]
                    left_open |= dict.fromkeys(of_some)
    except KeyboardInterrupt:
        stopped = "interrupted"
    except SolveError as error:
        if not error.stopped:
            raise
        stopped = error.stopped
    if stopped:
        report(f"{stopped}: the remaining marks are left open")
        marking.leave_open(stopped)
    if left_open:
        remarks.append(
            f"the marks ({', '.join(left_open)}) are of extreme equilibria; their mixtures may have a claim that these "
            "have not"
        )
    answers_marked: _Answers = _with_marks(
        answers, marking, stopped, tuple(lacking), tuple(remarks)
    )
    return answers_marked


def left_open(answers: AllEquilibria | EquilibriumSet, *claims: str) -> Any:
    """Return the equilibria of a search that was interrupted, with all of some claims open."""
    marking = _Marking(answers, claim_names(claims))
    marking.leave_open(answers.stopped)
    return _with_marks(answers, marking, answers.stopped, (), ())


def _with_marks(
    answers: AllEquilibria | EquilibriumSet,
    marking: _Marking,
    stopped: str,
    lacking: tuple[Lacking, ...],
    remarks: tuple[str, ...],
) -> Any:
    """Return answers, of their own class, with the marked equilibria in place of their own."""
    changed: dict[str, Any] = {
        "found": tuple(marking.equilibria()),
        "checks": tuple(map(check_of, marking.names)),
        "marked": marking.marked,
        "marks_stopped": stopped,
    }
    if isinstance(answers, AllEquilibria):
        changed["lacking"] = lacking
        changed["remarks"] = remarks
    return answers.recomputed(**changed)


class _Marking:
    """The marks of a list: claim by claim, so that an interruption leaves those decided that take little time.

    `marked` is how many equilibria, from the first on, are examined for all claims.
    """

    def __init__(self, answers: AllEquilibria | EquilibriumSet, names: Sequence[str]) -> None:
        self.names = names
        self.marks = Marks(answers.game)
        self.all = [Mark.of(equilibrium) for equilibrium in answers]
        self.marked = 0

    def run(self, report: Progress) -> None:
        """Decide the claims, each for all equilibria."""
        in_order = [name for name in CHEAPEST_FIRST if name in self.names]
        for name in in_order:
            for place, mark in enumerate(self.all):
                require_time()
                report(f"{check_of(name)}: {place:,} of {len(self.all):,} equilibria examined")
                self.marks.decide(name, mark)
                if name == in_order[-1]:
                    self.marked = place + 1

    def leave_open(self, stopped: str) -> None:
        """State of the claims that were not examined why they are open."""
        for mark in self.all:
            for name in self.names:
                mark.leave_open(name, f"not examined, {stopped}")

    def equilibria(self) -> list[Any]:
        """Return the equilibria with their marks."""
        return [mark.marked(self.marks.game, self.names) for mark in self.all]
