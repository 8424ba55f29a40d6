"""Exact checks of the conditions of equilibrium refinements on an assessment."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from seqform.backends.protocol import SolveOptions
from seqform.errors import ModelError, OptionError
from seqform.models.answers.certificate import NASH
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT as NORMAL_FORM_PERFECT
from seqform.models.answers.evidence import CheckedAssessment
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.matrices import require_own_tree
from seqform.models.numbers.text import counted
from seqform.models.strategies.assessment import Assessment, EpsilonFamily, RationalPlanFamily
from seqform.verify.consistent import consistency
from seqform.verify.nash import certify, reached_by_chance
from seqform.verify.normal_form import normal_form_perfect
from seqform.verify.perturbed import extensive_form_perfection, quasi_perfection
from seqform.verify.proper import PROPER as PROPER
from seqform.verify.proper import properness_along
from seqform.verify.sequential import exact_assessment, sequential_regrets, weak_perfection

WEAK_PERFECT_BAYESIAN = "weak perfect Bayesian"
"""Beliefs by Bayes' rule where play leads, and optimal play from every information set on, given beliefs that need not
be consistent: a weak perfect Bayesian equilibrium."""
SEQUENTIALLY_RATIONAL = "sequentially rational"
CONSISTENT = "consistent"
SEQUENTIAL = "sequential"
"""Sequentially rational and consistent: a sequential equilibrium."""
QUASI_PERFECT = "quasi-perfect"
EXTENSIVE_FORM_PERFECT = "extensive-form perfect"
UNDOMINATED = ("player 1 undominated", "player 2 undominated")

ALONG_A_FAMILY = (QUASI_PERFECT, EXTENSIVE_FORM_PERFECT, PROPER)
"""Conditions that are checked along a family in ε: "no" means, not along this one."""

AT_INFORMATION_SETS = (
    WEAK_PERFECT_BAYESIAN,
    SEQUENTIALLY_RATIONAL,
    CONSISTENT,
    SEQUENTIAL,
    QUASI_PERFECT,
    EXTENSIVE_FORM_PERFECT,
)
"""Conditions on every information set that chance reaches with positive probability; they leave the others open."""

AT_NODES = (WEAK_PERFECT_BAYESIAN, SEQUENTIALLY_RATIONAL, CONSISTENT, SEQUENTIAL)
"""Conditions on beliefs, the probabilities of nodes, which a game of matrices does not have."""

CHECKS = (PROPER, *AT_INFORMATION_SETS, *UNDOMINATED, NORMAL_FORM_PERFECT)
"""The names of the conditions among a certificate's checks."""


def check_assessment(
    game: ExtensiveGame,
    assessment: Assessment,
    which: Collection[str] | None = None,
    *,
    options: SolveOptions | None = None,
) -> CheckedAssessment:
    """Check the conditions of equilibrium refinements on a game, in rational arithmetic and independently of solvers.

    - `assessment`: Exact; from any source.
    - `which`: Some of `CHECKS`; if absent, all that need no family, and the one for which the assessment's family is
      evidence, but for "weak perfect Bayesian", which a sequential equilibrium is in any case.
    - `options`: For the linear programs that decide whether strategies are undominated. None is solved where
      quasi-perfection proves normal-form perfection and undominated strategies are not among `which`.

    The `certificate` of the result has the conditions among its `checks`; the evidence for each is beside it. An
    assessment that is not quasi-perfect is not so along its own family. The certificate's `note` has the number of
    information sets out of chance's reach, to which `AT_INFORMATION_SETS` do not apply: a subgame there may be played
    in any way, so a sequential or quasi-perfect equilibrium need not be subgame perfect.

    References
    ----------
    van Damme (1984): a quasi-perfect equilibrium is sequential and normal-form perfect.

    Examples
    --------
    >>> import seqform as sf
    >>> equilibrium = sf.solve("kuhn", "quasi-perfect")
    >>> checked = check_assessment(
    ...     equilibrium.game, equilibrium.assessment, ["sequential", "player 1 undominated"])
    >>> checked.certificate.checks
    {'sequential': True, 'player 1 undominated': True}
    """
    asked = _asked(assessment, which)
    if which is None:
        asked = set(decidable(game, asked))
    for name in AT_NODES:
        if name in asked:
            require_own_tree(game, name)
    assessment = exact_assessment(game, assessment)
    profile = assessment.profile
    family = assessment.family
    certificate = certify(game, profile)
    is_nash = certificate.holds(NASH)
    verdicts: dict[str, bool] = {}

    # Conditions at information sets, from behavior and beliefs.
    regrets = consistent = weak = None
    if WEAK_PERFECT_BAYESIAN in asked:
        weak = weak_perfection(game, assessment)
        verdicts[WEAK_PERFECT_BAYESIAN] = weak.holds and is_nash
    if asked & {SEQUENTIALLY_RATIONAL, SEQUENTIAL}:
        regrets = sequential_regrets(game, assessment)
        verdicts[SEQUENTIALLY_RATIONAL] = regrets.holds
    if asked & {CONSISTENT, SEQUENTIAL}:
        consistent = consistency(game, assessment)
        verdicts[CONSISTENT] = consistent.holds
    if SEQUENTIAL in asked:
        verdicts[SEQUENTIAL] = verdicts[SEQUENTIALLY_RATIONAL] and verdicts[CONSISTENT]

    # Conditions along the family. They imply a Nash equilibrium: no verdict is given against the certificate.
    quasi_perfect = extensive_form = proper = None
    if family is not None and asked & {QUASI_PERFECT, NORMAL_FORM_PERFECT}:
        quasi_perfect = quasi_perfection(game, profile, family)
        verdicts[QUASI_PERFECT] = quasi_perfect.holds and is_nash
    if family is not None and EXTENSIVE_FORM_PERFECT in asked:
        extensive_form = extensive_form_perfection(game, profile, family)
        verdicts[EXTENSIVE_FORM_PERFECT] = extensive_form.holds and is_nash
    if family is not None and PROPER in asked:
        proper = properness_along(game, profile, family)
        verdicts[PROPER] = proper.holds and is_nash

    # Dominance, by linear programs unless quasi-perfection implies what is asked.
    perfect = None
    implied = quasi_perfect is not None and quasi_perfect.holds
    if asked & set(UNDOMINATED) or (NORMAL_FORM_PERFECT in asked and not implied):
        perfect = normal_form_perfect(game, profile, options=options)
        verdicts[NORMAL_FORM_PERFECT] = perfect.holds
        for name, verdict in zip(UNDOMINATED, perfect.players, strict=True):
            verdicts[name] = verdict.holds
    elif NORMAL_FORM_PERFECT in asked:
        verdicts[NORMAL_FORM_PERFECT] = verdicts[QUASI_PERFECT]

    checks = {name: verdicts[name] for name in CHECKS if name in asked}
    reserved = reserved_checks(game, checks)
    note = "; ".join(filter(None, (certificate.note, _reservation(game, reserved))))
    return CheckedAssessment(
        assessment,
        certificate.recomputed(checks=checks, note=note, reserved=reserved),
        sequential_rationality=regrets,
        consistency=consistent,
        quasi_perfection=quasi_perfect,
        extensive_form_perfection=extensive_form,
        normal_form_perfection=perfect,
        properness=proper,
        weak_perfection=weak,
    )


def _out_of_reach(game: ExtensiveGame) -> int:
    """Return the number of information sets that chance reaches with probability 0."""
    players = (game.information_sets.player == 0) | (game.information_sets.player == 1)
    return int(np.count_nonzero(players & ~reached_by_chance(game)))


def reserved_checks(game: ExtensiveGame, checks: Collection[str]) -> tuple[str, ...]:
    """Return those of some conditions that leave information sets open; none where chance reaches all of them."""
    names = [name for name in AT_INFORMATION_SETS if name in checks]
    if not names or not _out_of_reach(game):
        return ()
    return tuple(names)


def _reservation(game: ExtensiveGame, reserved: Sequence[str]) -> str:
    """Return a remark on the information sets that conditions leave open; empty without any."""
    if not reserved:
        return ""
    number = _out_of_reach(game)
    verb = "is" if number == 1 else "are"
    return f"{', '.join(reserved)}: {counted(number, 'information set')} out of chance's reach {verb} not judged"


def evident(family: EpsilonFamily | None) -> set[str]:
    """Return the condition for which a family is evidence: rational families result from bounds on behavior."""
    if family is None:
        return set()
    if isinstance(family[0], RationalPlanFamily):
        return {EXTENSIVE_FORM_PERFECT}
    return {QUASI_PERFECT}


def decidable(game: ExtensiveGame, checks: Collection[str]) -> tuple[str, ...]:
    """Return those of some conditions that a game decides: of matrices none on nodes."""
    if game.matrices is None:
        return tuple(checks)
    return tuple(name for name in checks if name not in AT_NODES)


def _asked(assessment: Assessment, which: Collection[str] | None) -> set[str]:
    if which is None:
        default = set(CHECKS) - set(ALONG_A_FAMILY) - {WEAK_PERFECT_BAYESIAN}
        return default | evident(assessment.family)
    names = {which} if isinstance(which, str) else set(which)
    unknown = sorted(names - set(CHECKS))
    if unknown:
        raise OptionError(f"no check {unknown[0]!r}; the checks are {', '.join(CHECKS)}")
    along = [name for name in ALONG_A_FAMILY if name in names]
    if along and assessment.family is None:
        raise ModelError(
            f"{along[0]}: checked along a family in ε, and this assessment comes without one"
        )
    return names
