"""Certifiers of profiles from anywhere, by the class of the game and the claim."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from seqform.builders.preprocess.subgames import is_perfect_information
from seqform.errors import (
    InputError,
    UndecidedError,
    suggestion,
)
from seqform.io.json_values import number_data, numbers_data
from seqform.io.profiles import profile_data
from seqform.models.answers.certificate import (
    NASH,
    NORMAL_FORM_PERFECT,
    SAFE,
    Certificate,
    Claim,
    refinement,
)
from seqform.models.answers.evidence import NormalFormPerfection
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import Assessment, limit_assessment
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.tables import behavior, differences
from seqform.models.table import Cell, Line, Part, Table
from seqform.solving.api import solve
from seqform.solving.certifiers.beliefs import BAYES, found_beliefs
from seqform.solving.certifiers.divinity import D1, d1_objection
from seqform.solving.certifiers.local_dominance import local_dominance
from seqform.solving.certifiers.mistakes import quasi_perfect_family
from seqform.solving.certifiers.orders import TooManyOrdersError
from seqform.solving.certifiers.signalling import (
    INTUITIVE,
    Message,
    SignallingGame,
    intuitive_objection,
)
from seqform.solving.certifiers.submission import Submission
from seqform.solving.concepts import (
    ExtensiveFormPerfect,
    Nash,
    NormalFormPerfect,
    Proper,
    QuasiPerfect,
    Sequential,
    SubgamePerfect,
)
from seqform.solving.routes.permutahedra import limit_of_strategies
from seqform.system.packages import Registry
from seqform.verify.checks import (
    CONSISTENT,
    WEAK_PERFECT_BAYESIAN,
    check_assessment,
    evident,
)
from seqform.verify.consistent import difference_from_limit
from seqform.verify.guarantee import certify_safe
from seqform.verify.normal_form import check_witness, normal_form_perfect
from seqform.verify.proper import (
    PROPER,
    induction_objection,
    is_strict,
    properness,
    properness_along,
)
from seqform.verify.sequential import exact_profile
from seqform.verify.subgames import subgame_deviation


@dataclass(frozen=True)
class Verdict:
    """A certificate with the evidence for its claims.

    - `shown`: tuple of parts of a report. The evidence, for people.
    - `data`: The same as plain data.
    - `objections`: Reasons why claims do not hold, one sentence each.
    """

    certificate: Certificate
    shown: tuple[Part, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    objections: tuple[str, ...] = ()

    def extended(
        self,
        checks: Mapping[str, bool],
        objections: Sequence[str],
        note: str = "",
        *,
        reserved: Sequence[str] = (),
        shown: Sequence[Part] = (),
        data: Mapping[str, Any] | None = None,
    ) -> Verdict:
        """Return the verdict with further checks of the certificate, and what decided them; objections are shown."""
        # Certifiers of several claims may add the same sentence, which is stated once.
        sentences = (*self.certificate.note.split("; "), *note.split("; "))
        notes = dict.fromkeys(filter(None, sentences))
        certificate = self.certificate.recomputed(
            checks={**self.certificate.checks, **checks},
            note="; ".join(notes),
            reserved=tuple(dict.fromkeys((*self.certificate.reserved, *reserved))),
        )
        new = [sentence for sentence in objections if sentence not in self.objections]
        known = (*self.objections, *new)
        lines = [Line(f"objection: {sentence}", "yellow") for sentence in new]
        return Verdict(
            certificate,
            shown=(*self.shown, *lines, *shown),
            data={**self.data, **(data or {}), "objections": known},
            objections=known,
        )

    def left_open(self, check: str, reason: str) -> Verdict:
        """Return the verdict with a check that is neither proven nor refuted."""
        undecided = {**self.certificate.undecided, check: reason}
        return replace(self, certificate=self.certificate.recomputed(undecided=undecided))

    def failure(self, claims: Sequence[Claim]) -> str:
        """Return the sentence on the claims that are not proven; empty if all are."""
        undecided = self.certificate.undecided
        decided = [claim for claim in claims if claim.check not in undecided]
        failed = [claim for claim in decided if not self.certificate.holds(claim)]
        sentences = list(undecided.values())
        if failed:
            sentences.insert(0, self._refutation(failed))
        return "; ".join(sentences)

    def _refutation(self, failed: Sequence[Claim]) -> str:
        """Return the sentence on claims that do not hold."""
        if not all(claim.check for claim in failed):
            return f"not proven to be {failed[0].with_article}: {self.certificate}"
        objection = "it is no equilibrium"
        if self.certificate.holds(NASH):
            objection = self.objections[0] if self.objections else str(self.certificate)
        sentence = f"not {' and not '.join(claim.check for claim in failed)}"
        return objection if objection.startswith(sentence) else f"{sentence}: {objection}"


@dataclass(frozen=True)
class Certifier:
    """The decision of a claim about a profile.

    - `decide`: Takes the game, the submission and the verdict before, and returns the verdict after.
    - `proven`: The condition as a clause, for the option of the command line that demands it.
    """

    claim: Claim
    decide: Callable[[Any, Submission, Verdict], Verdict]
    proven: str = ""


def _normal_form(game: ExtensiveGame, submission: Submission, before: Verdict) -> Verdict:
    """Decide whether both strategies are undominated: by the witness where it proves it, else by linear programs."""
    shown: list[Part] = []
    if submission.witness is not None:
        conditions = check_witness(game, submission.profile, submission.witness)
        holds = all(conditions.values())
        # What is no Nash equilibrium is not perfect either, which takes no linear program to decide.
        if holds or not before.certificate.holds(NASH):
            lines = [
                Line(f"{condition}: {'yes' if met else 'no'}")
                for condition, met in conditions.items()
            ]
            lines.append(Line("decided by the witness, without a linear program", "dim"))
            return before.extended(
                {NORMAL_FORM_PERFECT: holds}, (), shown=lines, data={"witness": conditions}
            )
        shown = [Line("the file's witness does not prove it: decided by linear programs")]
    perfection = normal_form_perfect(game, submission.profile)
    shown += [Line("decided by two exact linear programs", "dim"), *_dominated(game, perfection)]
    objections = [str(dominance) for dominance in perfection.players if not dominance.holds]
    data = {"undominated": _perfection_data(game, perfection)}
    return before.extended(perfection.certificate.checks, objections, shown=shown, data=data)


def _perfection_data(game: ExtensiveGame, perfection: NormalFormPerfection) -> list[dict[str, Any]]:
    """Return the verdicts as plain data, one for each player.

    ``holds``; ``gains``, the least and the most that the dominating strategy earns above the player's; and
    ``dominating``, its ``information_sets`` as in a profile's JSON, null if there is none.
    """
    data = []
    for player, dominance in enumerate(perfection.players):
        dominating = None
        if dominance.dominating is not None:
            undominated = profile_data(game, perfection.undominated_profile)
            dominating = undominated[player]["information_sets"]
        data.append(
            {
                "holds": dominance.holds,
                "gains": numbers_data(dominance.gains),
                "dominating": dominating,
            }
        )
    return data


def _dominated(game: ExtensiveGame, perfection: NormalFormPerfection) -> Iterator[Part]:
    """Yield the dominating strategies, where a player's strategy is dominated."""
    for player, dominance in enumerate(perfection.players):
        if dominance.dominating is None:
            continue
        names = game.shown_names(player)
        rows: list[list[Cell]] = []
        for place in differences((dominance.strategy, dominance.dominating)):
            if any(place.allowed):
                shares = [behavior(place.actions, shares) for shares in place.probabilities]
                rows.append([names[place.infoset], *shares])
        yield Table(game.players[player], ("information set", "dominated", "by"), "lll", rows)


def _along_evidence(
    game: ExtensiveGame, assessment: Assessment, condition: str, before: Verdict
) -> Verdict:
    """Return the decision of a condition on the assessment that came with the profile."""
    checked = check_assessment(game, assessment, [condition])
    objections = checked.objections
    if assessment.family is not None and not objections:
        difference = difference_from_limit(game, assessment, assessment.family)
        if difference:
            objections = (f"beliefs and family do not belong together: {difference}",)
    certificate = checked.certificate
    return before.extended(
        certificate.checks, objections, certificate.note, reserved=certificate.reserved
    )


def _with_beliefs(condition: str) -> Callable[[ExtensiveGame, Submission, Verdict], Verdict]:
    """Return the decision of a condition on beliefs: those that came with the profile, that are given, or are found."""

    def decide(game: ExtensiveGame, submission: Submission, before: Verdict) -> Verdict:
        if condition in before.certificate.checks:
            return before
        if submission.beliefs is None and submission.assessment is not None:
            return _along_evidence(game, submission.assessment, condition, before)
        beliefs = found_beliefs(game, submission.profile, submission.beliefs or BAYES)
        checked = check_assessment(
            game, beliefs.assessment, [WEAK_PERFECT_BAYESIAN, CONSISTENT, Sequential.claim.check]
        )
        checks = dict(checked.certificate.checks)
        objections = list(checked.objections)
        if beliefs.is_one_of_many:
            del checks[CONSISTENT]
        if beliefs.objection:
            # What contradicts beliefs that are found means nothing: what counts is why there are no others
            reason = beliefs.inconsistency or beliefs.objection
            objections = [f"not {Sequential.claim.check}: {reason}"]
            if beliefs.weak_objection:
                objections.append(beliefs.weak_objection)
        notes = "; ".join(filter(None, (checked.certificate.note, beliefs.note())))
        return before.extended(
            checks,
            objections,
            notes,
            reserved=checked.certificate.reserved,
            shown=[beliefs.table()] if beliefs.origins else [],
            data=beliefs.data(),
        )

    return decide


def _quasi_perfect(game: ExtensiveGame, submission: Submission, before: Verdict) -> Verdict:
    """Decide quasi-perfection along the family that came with the profile; without one, whether there is any."""
    check = QuasiPerfect.claim.check
    assessment = submission.assessment
    if assessment is not None and assessment.family is not None:
        return _along_evidence(game, assessment, check, before)
    family = quasi_perfect_family(game, exact_profile(game, submission.profile))
    if isinstance(family, str):
        return before.extended({check: False}, [f"not {check}: {family}"])
    proof = replace(limit_assessment(game, family), profile=submission.profile)
    return _along_evidence(game, proof, check, before)


def _quasi_perfect_proof(game: ExtensiveGame, profile: BehaviorProfile) -> Assessment | None:
    """Return a profile with the limits of a family that proves it quasi-perfect, None if there is no such family."""
    family = quasi_perfect_family(game, profile)
    if isinstance(family, str):
        return None
    return replace(limit_assessment(game, family), profile=profile)


def moves_once(game: ExtensiveGame) -> bool:
    """Return whether no player has a choice after another one in any play; choices of one action do not count.

    Then extensive-form perfect and quasi-perfect are the same. Both ask that there are completely mixed profiles ρₙ,
    which tend to the profile, to which its behavior is a best reply: for one, at each information set with later
    choices as in ρₙ, for the other, from each information set on with later choices as in the profile. Without later
    choices, what is compared at a set are the same payoffs, against the same opponent's behavior in ρₙ.
    """
    for sequences in game.sequences:
        index = sequences.index
        num_choices = index.num_actions.tolist()
        has_choice_above: list[bool] = []  # at or above the set of each row
        for row, above in enumerate(index.infoset_of[index.parent_sequence].tolist()):
            before = index.parent_sequence[row] > 0 and has_choice_above[above]
            if before and num_choices[row] > 1:
                return False
            has_choice_above.append(before or num_choices[row] > 1)
    return True


def _extensive_form_perfect(
    game: ExtensiveGame, submission: Submission, before: Verdict
) -> Verdict:
    """Decide extensive-form perfection along the family that came with the profile, or by what implies or excludes it.

    A family that proves quasi-perfection proves it as well if no mistakes of one's own can follow, or do not matter. If
    none can follow anywhere, the two conditions are the same (`moves_once`). Without a sequential equilibrium there is
    none, nor where an action in use is dominated in the agent normal form (`local_dominance`). The profile may be the
    one that is computed, which comes with its family.
    """
    check = ExtensiveFormPerfect.claim.check
    assessment = submission.assessment
    if assessment is not None and assessment.family is not None:
        return _along_evidence(game, assessment, check, before)
    profile = exact_profile(game, submission.profile)
    family = quasi_perfect_family(game, profile)
    if not isinstance(family, str):
        proof = replace(limit_assessment(game, family), profile=profile)
        along = _along_evidence(game, proof, check, before)
        if along.certificate.checks[check]:
            return along
    elif moves_once(game):
        reason = f"not {check}: {family}; no player moves twice in a play, so that it is the same as quasi-perfect"
        return before.extended({check: False}, [reason])
    beliefs = found_beliefs(game, profile, BAYES)
    checked = check_assessment(game, beliefs.assessment, [Sequential.claim.check])
    if not checked.certificate.checks[Sequential.claim.check]:
        reason = beliefs.objection or "; ".join(checked.objections) or "it is no equilibrium"
        return before.extended({check: False}, [f"not {check}: not even sequential: {reason}"])
    dominance = local_dominance(game, profile)
    if dominance is not None:
        return before.extended({check: False}, [f"not {check}: {dominance}"])
    answer = submission.answers(game).of(ExtensiveFormPerfect.name)
    computed = None if isinstance(answer, str) else answer.assessment
    if computed is not None and computed.profile.equals(profile):
        along = _along_evidence(game, computed, check, before)
        where = f"proven along the family in ε of the answer of concept {ExtensiveFormPerfect.name!r}, the same profile"
        return replace(along, shown=(*along.shown, Line(where, "dim")))
    raise UndecidedError(
        f"{submission.prefix}{check}: not decided without a family in ε, along which it is checked; the answer of "
        f"concept {ExtensiveFormPerfect.name!r} has one, and is another profile"
    )


def _proper(game: ExtensiveGame, submission: Submission, before: Verdict) -> Verdict:
    """Decide whether both strategies are proper: by backward induction, by the game's levels, or along the family."""
    if game.constant_sum is None:
        return _proper_of_any_sum(game, submission, before)
    is_nash = before.certificate.holds(NASH)
    if is_perfect_information(game):
        objection = induction_objection(game, submission.profile)
        return before.extended(
            {PROPER: is_nash and not objection}, [objection] if objection else []
        )

    answer = submission.answers(game).of(Proper.name)
    if isinstance(answer, str):
        raise UndecidedError(f"{submission.prefix}{PROPER}: not decided without levels: {answer}")
    levels = answer.levels
    assert levels is not None
    verdicts = properness(game, submission.profile, levels)
    objections = [str(verdict) for verdict in verdicts if not verdict.holds]
    shown = []
    data = []
    for of_player, name in zip(levels, game.players, strict=True):
        shown.append(of_player.table(f"Levels of {name}"))
        stages = [
            {"payoff": number_data(stage.value), "sequences": of_player.names(stage)}
            for stage in of_player.stages
        ]
        data.append(stages)
    return before.extended(
        {PROPER: is_nash and not objections}, objections, shown=shown, data={"levels": data}
    )


def _proper_of_any_sum(game: ExtensiveGame, submission: Submission, before: Verdict) -> Verdict:
    """Decide properness along the family that came with the profile; without one by what implies or excludes it.

    A strict equilibrium is proper, a dominated strategy is not. The proper equilibrium that is computed may be the
    profile itself, and a family that proves quasi-perfection may prove properness as well. If not, the orders that
    mistakes can have are compared, in small games.
    """
    assessment = submission.assessment
    if assessment is not None and assessment.family is not None:
        return _along_evidence(game, assessment, PROPER, before)
    if not before.certificate.holds(NASH):
        return before.extended({PROPER: False}, [])
    profile = exact_profile(game, submission.profile)
    if is_strict(game, profile):
        strict = Line("strict: each strategy is the only best reply to the other", "dim")
        return before.extended({PROPER: True}, [], shown=[strict])
    perfection = normal_form_perfect(game, profile)
    if not perfection.holds:
        dominated = [str(player) for player in perfection.players if not player.holds]
        return before.extended(
            {PROPER: False}, [f"not proper: {sentence}" for sentence in dominated]
        )
    reasons = []
    limit = limit_of_strategies(game)
    if limit:
        reasons.append(limit)
    else:
        answer = submission.answers(game).of(Proper.name)
        proofs = [_quasi_perfect_proof(game, profile)]
        if isinstance(answer, str):
            reasons.append(f"none is computed: {answer}")
        else:
            proofs.insert(0, answer.assessment)
        for proof in filter(None, proofs):
            if proof.family is not None and properness_along(game, profile, proof.family).holds:
                return before.extended({PROPER: True}, [])

    try:
        family = submission.answers(game).orders.family(profile)
    except TooManyOrdersError as error:
        has_family = "" if reasons else f" and which the answers of concept {Proper.name!r} have"
        raise UndecidedError(
            f"{submission.prefix}{PROPER}: not decided without a family of mixed strategies, along which it is "
            f"checked{has_family}: {'; '.join([str(error), *reasons])}"
        ) from None
    if isinstance(family, str):
        return before.extended({PROPER: False}, [f"not {PROPER}: {family}"])
    along = properness_along(game, profile, family)
    return before.extended({PROPER: along.holds}, [] if along.holds else [str(along)])


def _in_subgames(game: ExtensiveGame, submission: Submission, before: Verdict) -> Verdict:
    """Decide whether the profile is an equilibrium of every subgame; the objection is who gains in which one."""
    deviation = subgame_deviation(game, submission.profile)
    objections = () if deviation is None else (str(deviation),)
    return before.extended({SubgamePerfect.claim.check: deviation is None}, objections)


def _signalling(
    check: str, test: Callable[[Message, Mapping[str, Fraction]], str]
) -> Callable[[ExtensiveGame, Submission, Verdict], Verdict]:
    """Return the decision whether an equilibrium of a signalling game passes a test of its unsent messages."""

    def decide(game: ExtensiveGame, submission: Submission, before: Verdict) -> Verdict:
        signalling = SignallingGame.of(game, check)
        profile = exact_profile(game, submission.profile)
        if not before.certificate.holds(NASH):
            return before.extended({check: False}, [])
        objection = signalling.objection(profile, test)
        objections = [f"not {check}: {objection}"] if objection else []
        return before.extended({check: not objection}, objections)

    return decide


def _safe(game: ExtensiveGame, submission: Submission, before: Verdict) -> Verdict:
    """Decide what the strategies guarantee, by the witness where it proves it, else by exact linear programs."""
    profile = submission.profile
    certificate = certify_safe(game, profile, submission.witness or profile)
    if not certificate.holds(SAFE):  # the witness is missing, or does not punish enough
        punishing = solve(game, "maximin", exact=True).witness
        assert punishing is not None
        certificate = certify_safe(game, profile, punishing)
    return Verdict(certificate)


WEAK = "weak-perfect-bayesian"
"""The name of the claim of a weak perfect Bayesian equilibrium, which no concept computes: `sequential` is stronger."""

_ASSESSMENTS = (
    (
        Sequential,
        _with_beliefs(Sequential.claim.check),
        "profile and beliefs are proven to be a sequential equilibrium; without beliefs, if there are none with which "
        "they would be",
    ),
    (
        QuasiPerfect,
        _quasi_perfect,
        "the profile is proven to be a quasi-perfect equilibrium, along the file's family, or one that is found",
    ),
    (
        ExtensiveFormPerfect,
        _extensive_form_perfect,
        "the profile is proven to be an extensive-form perfect equilibrium, along the file's family",
    ),
)

CERTIFIERS: Registry[tuple[type, str], Certifier] = Registry(
    "certifier",
    {
        (ExtensiveGame, "normal-form-perfect"): Certifier(
            NormalFormPerfect.claim,
            _normal_form,
            "the profile is proven to be a normal-form perfect equilibrium: by the file's witness if it has one, "
            "else by two exact linear programs",
        ),
        **{
            (ExtensiveGame, concept.name): Certifier(concept.claim, decide, proven)
            for concept, decide, proven in _ASSESSMENTS
        },
        (ExtensiveGame, WEAK): Certifier(
            refinement(WEAK_PERFECT_BAYESIAN),
            _with_beliefs(WEAK_PERFECT_BAYESIAN),
            "profile and beliefs are proven to be a weak perfect Bayesian equilibrium, whose beliefs need not be "
            "consistent where play does not lead",
        ),
        (ExtensiveGame, "subgame-perfect"): Certifier(
            SubgamePerfect.claim,
            _in_subgames,
            "the profile is proven to be an equilibrium of every subgame",
        ),
        (ExtensiveGame, Proper.name): Certifier(
            Proper.claim,
            _proper,
            "the profile is proven to be a proper equilibrium, by exact linear programs, or along the file's family if "
            "the game is not constant-sum",
        ),
        (ExtensiveGame, INTUITIVE): Certifier(
            refinement(INTUITIVE),
            _signalling(INTUITIVE, intuitive_objection),
            "the profile is proven to be an equilibrium of a signalling game that passes the intuitive criterion of "
            "Cho and Kreps",
        ),
        (ExtensiveGame, "d1"): Certifier(
            refinement(D1),
            _signalling(D1, d1_objection),
            "the profile is proven to be an equilibrium of a signalling game that passes the criterion D1 of Cho and "
            "Kreps",
        ),
        (ExtensiveGame, "maximin"): Certifier(
            SAFE, _safe, "both strategies are proven to guarantee the most that can be guaranteed"
        ),
    },
)
"""The decisions of claims by the class of the game and the name of the concept; an entry makes the claim of another
package available to `check` and on the command line. Every profile is certified as a Nash equilibrium before."""


def certifiers_of(game: type, names: Sequence[str]) -> list[Certifier]:
    """Return the certifiers of claims about the profiles of a class of games.

    Raises InputError if a claim is unknown, or one that is none of equilibria does not stand alone.
    """
    known = [name for game_class, name in CERTIFIERS if game_class is game]
    for name in names:
        if name == Nash.name:
            raise InputError(
                f"{name}: leave it out; whether a profile is a Nash equilibrium is decided in any case"
            )
        if name not in known:
            listed = ", ".join(known) or "only the Nash equilibrium"
            raise InputError(
                f"no claim {name!r} of such a game{suggestion(name, known)}; known: {listed}"
            )
    certifiers = [CERTIFIERS[game, name] for name in names]
    for name, certifier in zip(names, certifiers, strict=True):
        if len(names) > 1 and not certifier.claim.is_equilibrium:
            others = ", ".join(beside for beside in names if beside != name)
            raise InputError(
                f"{name}: a claim of its own, not one of equilibria; leave {others} out"
            )
    return certifiers


def evident_claims(submission: Submission) -> list[str]:
    """Return the claims for which an assessment is evidence that no linear program is needed to judge."""
    if submission.assessment is None:
        return []
    conditions = {Sequential.claim.check, *evident(submission.assessment.family)}
    return [concept.name for concept, _, _ in _ASSESSMENTS if concept.claim.check in conditions]
