"""Certifiers of profiles from anywhere, by the class of the game and the claim, and the functions that call them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from seqform.backends.protocol import SolveOptions, portable_options
from seqform.builders.preprocess.subgames import is_perfect_information
from seqform.errors import InputError, ModelError, suggestion
from seqform.io.assessments import read_assessment
from seqform.io.equilibria import constraint_data
from seqform.io.json_values import number_data, numbers_data
from seqform.io.load import load
from seqform.io.profiles import is_uniform, profile_data, read_profile, read_witness
from seqform.io.solutions import is_solution_file, read_solution
from seqform.models.answers.certificate import NASH, NORMAL_FORM_PERFECT, SAFE, Certificate, Claim
from seqform.models.answers.equilibrium import Equilibrium, FoundEquilibrium, constraints_table
from seqform.models.answers.evidence import CheckedAssessment, NormalFormPerfection
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_number
from seqform.models.games.ordered import OrderedGame
from seqform.models.strategies.assessment import Assessment
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.constraints import Constraint, plan_rows, read_constraints
from seqform.models.strategies.tables import behavior, differences
from seqform.models.table import Cell, Line, Part, Table
from seqform.solving.api import solve
from seqform.solving.concepts import (
    ExtensiveFormPerfect,
    NormalFormPerfect,
    Proper,
    QuasiPerfect,
    Sequential,
    SubgamePerfect,
)
from seqform.solving.routes.plans import require_constant_sum
from seqform.system.packages import Registry
from seqform.verify.checks import check_assessment as checked_assessment
from seqform.verify.checks import evident
from seqform.verify.consistent import difference_from_limit
from seqform.verify.constrained import certify_constrained
from seqform.verify.guarantee import StrategyCheck, certify_safe, decide_response
from seqform.verify.guarantee import check_strategy as strategy_check
from seqform.verify.nash import certify
from seqform.verify.normal_form import check_witness, normal_form_perfect
from seqform.verify.proper import PROPER, induction_objection, properness
from seqform.verify.subgames import subgame_deviation


@dataclass(frozen=True)
class Submission:
    """A profile, with the evidence for claims about it that may come with it, which is found when it is used.

    `source` is its file, for messages.
    """

    profile: BehaviorProfile
    source: str = "check"
    find_witness: Callable[[], BehaviorProfile | None] = field(default=lambda: None, repr=False)
    find_assessment: Callable[[], Assessment | None] = field(default=lambda: None, repr=False)

    @classmethod
    def of_file(
        cls,
        path: Path,
        game: ExtensiveGame,
        *,
        normalize: bool = False,
        witness: bool = True,
        number: int | None = None,
    ) -> Submission:
        """Return the profile in a JSON file, or that of the `number` in a file of several, as of `read_profile`.

        A profile that is normalized comes without the assessment, which is one of the profile as it stands.
        """
        submission = cls(read_profile(path, game, normalize=normalize, number=number), str(path))
        if witness:
            submission = replace(
                submission, find_witness=partial(read_witness, path, game, number=number)
            )
        if not normalize:
            submission = replace(
                submission, find_assessment=partial(read_assessment, path, game, number=number)
            )
        return submission

    @classmethod
    def of_answer(cls, answer: Equilibrium | FoundEquilibrium) -> Submission:
        """Return the profile of an equilibrium."""
        assessment = getattr(answer, "assessment", None)
        return cls(
            answer.profile, find_witness=lambda: answer.witness, find_assessment=lambda: assessment
        )

    @cached_property
    def witness(self) -> BehaviorProfile | None:
        """A profile against which both strategies may be proved to be undominated, or to guarantee the most."""
        return self.find_witness()

    @cached_property
    def assessment(self) -> Assessment | None:
        """The profile with beliefs, or with a family in ε: those of the evidence, whatever profile they came with."""
        found = self.find_assessment()
        return None if found is None else replace(found, profile=self.profile)


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
        shown: Sequence[Part] = (),
        data: Mapping[str, Any] | None = None,
    ) -> Verdict:
        """Return the verdict with further checks of the certificate, and what decided them; objections are shown."""
        notes = dict.fromkeys(filter(None, (*self.certificate.note.split("; "), *note.split("; "))))
        checks = {**self.certificate.checks, **checks}
        certificate = self.certificate.recomputed(checks=checks, note="; ".join(notes))
        new = [sentence for sentence in objections if sentence not in self.objections]
        known = (*self.objections, *new)
        lines = (Line(f"objection: {sentence}", "yellow") for sentence in new)
        return Verdict(
            certificate,
            (*self.shown, *lines, *shown),
            {**self.data, **(data or {}), "objections": known},
            known,
        )

    def failure(self, claims: Sequence[Claim]) -> str:
        """Return the sentence on the claims that are not proven; empty if all are."""
        failed = [claim for claim in claims if not self.certificate.holds(claim)]
        if not failed:
            return ""
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
    shown: list[Part] = []
    if submission.witness is not None:
        conditions = check_witness(game, submission.profile, submission.witness)
        holds = all(conditions.values())
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
    objections = [str(one) for one in perfection.players if not one.holds]
    data = {"undominated": _perfection_data(game, perfection)}
    return before.extended(perfection.certificate.checks, objections, shown=shown, data=data)


def _perfection_data(game: ExtensiveGame, perfection: NormalFormPerfection) -> list[dict[str, Any]]:
    """Return the verdicts as plain data, one for each player.

    ``holds``; ``gains``, the least and the most that the dominating strategy earns above the player's; and
    ``dominating``, its ``information_sets`` as in a profile's JSON, null if there is none.
    """
    return [
        {
            "holds": one.holds,
            "gains": numbers_data(one.gains),
            "dominating": None
            if one.dominating is None
            else profile_data(game, perfection.undominated_profile)[player]["information_sets"],
        }
        for player, one in enumerate(perfection.players)
    ]


def _dominated(game: ExtensiveGame, perfection: NormalFormPerfection) -> Iterator[Part]:
    """Yield the dominating strategies, where a player's strategy is dominated."""
    for player, one in enumerate(perfection.players):
        if one.dominating is not None:
            names = game.shown_names(player)
            rows: list[list[Cell]] = [
                [
                    names[place.infoset],
                    *(behavior(place.actions, shares) for shares in place.probabilities),
                ]
                for place in differences((one.strategy, one.dominating))
                if any(place.allowed)
            ]
            yield Table(game.players[player], ("information set", "dominated", "by"), "lll", rows)


def _of_assessment(condition: str) -> Callable[[ExtensiveGame, Submission, Verdict], Verdict]:
    """Return the decision of a condition on an assessment."""

    def decide(game: ExtensiveGame, submission: Submission, before: Verdict) -> Verdict:
        assessment = submission.assessment
        if assessment is None:
            raise ModelError(
                f"{submission.source}: no beliefs and no family, which the proof has to come from"
            )
        checked = checked_assessment(game, assessment, [condition])
        objections = checked.objections
        if assessment.family is not None and not objections:
            difference = difference_from_limit(game, assessment, assessment.family)
            objections = (
                (f"beliefs and family do not belong together: {difference}",) if difference else ()
            )
        return before.extended(checked.certificate.checks, objections, checked.certificate.note)

    return decide


def _proper(game: ExtensiveGame, submission: Submission, before: Verdict) -> Verdict:
    """Decide whether both strategies are proper: by backward induction, by the game's levels, or along the family."""
    if game.constant_sum is None:
        return _of_assessment(PROPER)(game, submission, before)
    if is_perfect_information(game):
        objections = tuple(filter(None, [induction_objection(game, submission.profile)]))
        return before.extended(
            {PROPER: before.certificate.holds(NASH) and not objections}, objections
        )
    levels = solve(game, Proper.name).levels
    assert levels is not None
    found = properness(game, submission.profile, levels)
    holds = before.certificate.holds(NASH) and all(one.holds for one in found)
    objections = tuple(str(one) for one in found if not one.holds)
    shown = [
        part.table(f"Levels of {name}") for part, name in zip(levels, game.players, strict=True)
    ]
    data = [
        [{"payoff": number_data(one.value), "sequences": part.names(one)} for one in part.stages]
        for part in levels
    ]
    return before.extended({PROPER: holds}, objections, shown=shown, data={"levels": data})


def _in_subgames(game: ExtensiveGame, submission: Submission, before: Verdict) -> Verdict:
    """Decide whether the profile is an equilibrium of every subgame; the objection is who gains in which one."""
    deviation = subgame_deviation(game, submission.profile)
    objections = () if deviation is None else (str(deviation),)
    return before.extended({SubgamePerfect.claim.check: deviation is None}, objections)


def _safe(game: ExtensiveGame, submission: Submission, before: Verdict) -> Verdict:
    """Decide what the strategies guarantee, by the witness where it proves it, else by exact linear programs."""
    profile = submission.profile
    certificate = certify_safe(game, profile, submission.witness or profile)
    if not certificate.holds(SAFE):
        punishing = solve(game, "maximin", exact=True).witness
        assert punishing is not None
        certificate = certify_safe(game, profile, punishing)
    return Verdict(certificate)


_ASSESSMENTS = (
    (Sequential, "profile and beliefs are proven to be a sequential equilibrium"),
    (
        QuasiPerfect,
        "the profile is proven to be a quasi-perfect equilibrium, along the file's family",
    ),
    (
        ExtensiveFormPerfect,
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
            (ExtensiveGame, concept.name): Certifier(
                concept.claim, _of_assessment(concept.claim.check), proven
            )
            for concept, proven in _ASSESSMENTS
        },
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
    known = [name for kind, name in CERTIFIERS if kind is game]
    for name in names:
        if name not in known:
            listed = ", ".join(known) or "only the Nash equilibrium"
            raise InputError(
                f"no claim {name!r}{suggestion(name, known)} of such a game; known: {listed}"
            )
    certifiers = [CERTIFIERS[game, name] for name in names]
    for name, one in zip(names, certifiers, strict=True):
        if len(names) > 1 and not one.claim.is_equilibrium:
            others = ", ".join(other for other in names if other != name)
            raise InputError(
                f"{name}: a claim of its own, not one of equilibria; leave {others} out"
            )
    return certifiers


def verdict(
    game: ExtensiveGame,
    submission: Submission,
    claims: Sequence[str] = (),
    *,
    constraints: Sequence[Constraint] = (),
    responder: int | str | None = None,
) -> Verdict:
    """Certify a profile, and decide claims about it, by their names.

    Under constraints, or of the response of one player to the other's strategy, it is a claim of its own.
    """
    certifiers = certifiers_of(ExtensiveGame, claims)
    if constraints and responder is not None:
        raise InputError(
            "constraints: not together with responder, a claim of its own; leave one out"
        )
    if constraints or responder is not None:
        if claims:
            apart = "constraints" if constraints else "responder"
            raise InputError(f"{claims[0]}: not together with {apart}; leave one out")
        require_constant_sum(game)
    if constraints:
        certificate, rows = certify_constrained(
            game, submission.profile, plan_rows(game, constraints)
        )
        return Verdict(
            certificate,
            (constraints_table(rows),),
            {"constraints": [constraint_data(row) for row in rows]},
        )
    if responder is not None:
        return Verdict(
            decide_response(game, submission.profile, player_number(responder, game.players))
        )
    found = Verdict(certify(game, submission.profile))
    for one in certifiers:
        found = one.decide(game, submission, found)
    return found


def require_nash_alone(
    path: str | Path,
    claims: Sequence[str] = (),
    *,
    constraints: Sequence[Constraint] = (),
    responder: int | str | None = None,
) -> None:
    """Refuse claims about profiles of trees for the solution of a game with ordered signals."""
    certifiers_of(OrderedGame, claims)
    if constraints or responder is not None:
        claim = "constraints" if constraints else "responder"
        raise InputError(
            f"{claim}: for profiles of trees, and {path} is a solution of signal classes; leave it out"
        )


def evident_claims(submission: Submission) -> list[str]:
    """Return the claims for which an assessment is evidence that no linear program is needed to judge."""
    if submission.assessment is None:
        return []
    conditions = {Sequential.claim.check, *evident(submission.assessment.family)}
    return [concept.name for concept, _ in _ASSESSMENTS if concept.claim.check in conditions]


def check_strategy(game: Any, strategy: Any, player: int | str) -> StrategyCheck:
    """Compute the guarantee of one player's strategy and the opponent's best reply, in time linear in the tree.

    Nothing is assumed about the sum of payoffs, or about the origin of the strategy (Gilpin & Sandholm 2006, section
    5: an ex-post check of approximations).

    Parameters
    ----------
    game : ExtensiveGame, or anything that `seqform.load` accepts
    strategy : BehaviorStrategy, a mapping or function of that player's sets, or whatever `seqform.profile` takes
    player : 0, 1 or a name
        The player whose strategy it is.

    Raises
    ------
    ModelError
        If the strategy is not one of this player, or a distribution does not sum to 1.

    Examples
    --------
    >>> check_strategy("kuhn", lambda infoset, actions: {actions[0]: 1}, 0).guarantee
    Fraction(-1, 1)
    """
    from seqform.playable.profiles import strategy_of  # which takes time to import

    game = load(game)
    player = player_number(player, game.players)
    return strategy_check(game, strategy_of(game, player, strategy), player)


def check_assessment(
    game: Any,
    assessment: Assessment | Equilibrium | str | Path,
    which: Collection[str] | None = None,
    *,
    options: SolveOptions | Mapping[str, Any] | None = None,
    **portable: Any,
) -> CheckedAssessment:
    """Check the conditions of equilibrium refinements; `seqform.verify.checks.check_assessment` has the parameters.

    The game is one that `seqform.load` accepts, the assessment perhaps that of an equilibrium or of a profile's JSON
    file, and a field of the options may be given by name.
    """
    game = load(game)
    given: Any = assessment
    if isinstance(given, str | Path):
        given = read_assessment(given, game)
    elif isinstance(given, Equilibrium):
        given = given.assessment
    if not isinstance(given, Assessment):
        raise InputError(
            f"assessment: a profile with beliefs or a family expected, such as seqform.solve(game, 'sequential') has, "
            f"not {assessment!r}"
        )
    return checked_assessment(game, given, which, options=portable_options(options, **portable))


def check(
    game: ExtensiveGame | OrderedGame | str | Path | Any,
    profile: Any,
    *,
    constraints: Sequence[Constraint | str] | str = (),
    responder: int | str | None = None,
    **claims: bool,
) -> Certificate:
    """Certify a profile from anywhere, and decide further claims about it.

    Parameters
    ----------
    profile : Equilibrium, BehaviorProfile, str, Path, or whatever `seqform.profile` takes
        A path is of a profile's JSON file, or of a solution of a game with ordered signals.
    constraints : sequence of Constraint or text, optional
        Certify an equilibrium of the game under these constraints instead, with the nash_conv of the game without.
    responder : int or str, optional
        Certify instead that the strategy of this player is a best response to the other one among all that guarantee as
        much: the claim of the concept "safe-response".
    **claims
        Of a profile of a tree, one of `CERTIFIERS` each:

        - ``normal_form_perfect=True``: put among the certificate's checks whether the profile is proven to be a
          normal-form perfect equilibrium, by the witness of the equilibrium or the file, where there is one and it
          proves it, else by two exact linear programs;
        - ``subgame_perfect=True``: whether it is an equilibrium of every subgame;
        - ``proper=True``: whether it is a normal-form proper equilibrium: of a constant-sum game by exact linear
          programs, or by backward induction with perfect information; of other games along the family of mixed
          strategies of the equilibrium or the file;
        - ``sequential=True``, ``quasi_perfect=True`` and ``extensive_form_perfect=True``: whether it is one with the
          beliefs, or along the family, of the equilibrium or the file;
        - ``maximin=True``, by itself: certify instead what each strategy guarantees against any opponent, and the most
          that can be guaranteed, by the witness where there is one and it proves it, else by exact linear programs.

    Returns
    -------
    Certificate
        Exact if every probability of the profile is a fraction.

    Raises
    ------
    InputError
        If a claim is unknown, or two do not go together.
    ModelError
        If the profile is not one of this game, or a probability distribution does not sum to 1; with a claim about
        refinements also if it is in doubles.

    Examples
    --------
    >>> from seqform.solving.api import solve, uniform_profile
    >>> equilibrium = solve("littman-figure-4", concept="subgame-perfect")
    >>> check("littman-figure-4", equilibrium, subgame_perfect=True).checks
    {'subgame perfect': True}
    >>> check("kuhn", uniform_profile(load("kuhn")), maximin=True).figure("guarantee")
    (Fraction(-5, 12), Fraction(-1, 2))
    """
    names = [name.replace("_", "-") for name, wanted in claims.items() if wanted]
    kept = read_constraints(constraints)
    if isinstance(profile, str | Path) and is_solution_file(Path(profile)):
        require_nash_alone(profile, names, constraints=kept, responder=responder)
        return read_solution(profile, load(game, kind="ordered")).check(threads=2).certificate
    game = load(game)
    if isinstance(profile, Equilibrium | FoundEquilibrium):
        submission = Submission.of_answer(profile)
    elif isinstance(profile, str | Path) and not is_uniform(profile):
        submission = Submission.of_file(Path(profile), game)
    else:
        from seqform.playable.profiles import profile as profile_from  # which takes time to import

        submission = Submission(profile_from(game, profile))
    return verdict(game, submission, names, constraints=kept, responder=responder).certificate
