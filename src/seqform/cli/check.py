"""The command that certifies profiles and assessments from files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from seqform.analysis.blunders import differences
from seqform.builders.games import catalog
from seqform.builders.games.rules import MAX_NODES
from seqform.cli.common import Format, Game, Json, MaxNodes, Normalize, output_format, progress, refuse, write_result
from seqform.cli.file_use import INPUT
from seqform.errors import CertificationError, ModelError, OptionError
from seqform.io.assessments import read_assessment
from seqform.io.equilibria import certificate_data
from seqform.io.json_values import numbers_data
from seqform.io.profiles import profile_data, read_profile, read_witness
from seqform.io.solutions import is_solution_file, read_solution
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT, Certificate
from seqform.models.answers.evidence import NormalFormPerfection
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import Assessment
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.tables import behavior
from seqform.models.table import Cell, Line, Part, Table
from seqform.solving import api
from seqform.verify.checks import EXTENSIVE_FORM_PERFECT, QUASI_PERFECT, SEQUENTIAL, check_assessment, evident
from seqform.verify.consistency import difference_from_limit
from seqform.verify.nash import certify
from seqform.verify.normal_form import check_witness, normal_form_perfect
from seqform.verify.subgames import CHECK as SUBGAME_PERFECT
from seqform.verify.subgames import subgame_deviation


def _proof(name: str, claim: str) -> Any:
    """Return the option that demands a proof."""
    return typer.Option(f"--{name}", help=f"Exit with status 4 unless {claim}.")


def check(
    game: Game,
    profile: Annotated[
        Path,
        typer.Argument(
            metavar="PROFILE",
            help="A JSON file with a profile, from this program or another, or a file of class strategies.",
        ),
        INPUT,
    ],
    json: Json = False,
    format: Format = None,
    target_gap: Annotated[
        float | None, typer.Option(help="Exit with status 4 if nash_conv is above this, in payoff units.")
    ] = None,
    normal_form_perfect: Annotated[
        bool,
        _proof(
            "normal-form-perfect",
            "the profile is proven to be a normal-form perfect equilibrium: by the file's witness if it has one, "
            "else by two exact linear programs",
        ),
    ] = False,
    no_witness: Annotated[
        bool, typer.Option("--no-witness", help="With --normal-form-perfect: leave the file's witness aside.")
    ] = False,
    sequential: Annotated[
        bool, _proof("sequential", "profile and beliefs are proven to be a sequential equilibrium")
    ] = False,
    quasi_perfect: Annotated[
        bool,
        _proof("quasi-perfect", "the profile is proven to be a quasi-perfect equilibrium, along the file's family"),
    ] = False,
    extensive_form_perfect: Annotated[
        bool, typer.Option("--extensive-form-perfect", help="The same for extensive-form perfection.")
    ] = False,
    subgame_perfect: Annotated[
        bool, _proof("subgame-perfect", "the profile is proven to be an equilibrium of every subgame")
    ] = False,
    maximin: Annotated[
        bool, _proof("maximin", "both strategies are proven to guarantee the most that can be guaranteed")
    ] = False,
    normalize_profile: Annotated[
        bool, typer.Option("--normalize-profile", help="Divide the profile's probabilities by their sum at each set.")
    ] = False,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Certify a profile from anywhere: values, best responses, regrets; and refinements, beliefs given."""
    form = output_format(format, json)
    if target_gap is not None and not target_gap >= 0:
        raise OptionError(f"--target-gap {target_gap}: a number from 0 on expected")
    if no_witness and not normal_form_perfect:
        raise OptionError("--no-witness: only --normal-form-perfect looks at a witness")
    flags = (
        (SEQUENTIAL, sequential),
        (QUASI_PERFECT, quasi_perfect),
        (EXTENSIVE_FORM_PERFECT, extensive_form_perfect),
    )
    asked = [name for name, wanted in flags if wanted]
    if asked and normalize_profile:
        raise OptionError("--normalize-profile: beliefs are for the profile as it stands in the file")
    if is_solution_file(profile):
        refuse(
            "for the solution of an ordered game",
            {
                **dict(flags),
                "--normal-form-perfect": normal_form_perfect,
                "--subgame-perfect": subgame_perfect,
                "--maximin": maximin,
                "--normalize-profile": normalize_profile,
                "--normalize": normalize,
            },
        )
        _check_solution(game, profile, form, target_gap)
        return
    with progress() as callback:
        tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=callback)
        strategies = read_profile(profile, tree, normalize=normalize_profile)
        if maximin:
            refuse(
                "with --maximin, a claim of its own",
                {**dict(flags), "--normal-form-perfect": normal_form_perfect, "--subgame-perfect": subgame_perfect},
            )
            verdict = Verdict(api.check(tree, strategies if normalize_profile else profile, maximin=True))
        elif normal_form_perfect:
            verdict = _normal_form_perfection(tree, strategies, None if no_witness else read_witness(profile, tree))
        else:
            verdict = Verdict(certify(tree, strategies))
        assessment = None if normalize_profile or maximin else read_assessment(profile, tree)
        if asked and assessment is None:
            raise ModelError(f"{profile}: no beliefs and no family in this file, which the proof has to come from")
        if assessment is not None:
            verdict = _with_refinements(tree, assessment, asked, verdict)
        if subgame_perfect:
            asked.append(SUBGAME_PERFECT)
            verdict = _with_subgames(tree, strategies, verdict)
    certificate = verdict.certificate
    write_result(
        form,
        lambda: {**certificate_data(certificate), **verdict.data},
        lambda: certificate.report(players=tree.players, more=verdict.shown),
    )
    if target_gap is not None and not certificate.gap <= target_gap:
        raise CertificationError(f"{certificate.claim.gap} is above {target_gap:g}", certificate)
    if maximin and target_gap is None and not certificate.proven:
        raise CertificationError(f"not proven to be {certificate.claim.with_article}: {certificate}", certificate)
    if normal_form_perfect and not certificate.checks[NORMAL_FORM_PERFECT]:
        reason = "a strategy is dominated" if certificate.proven else "it is no equilibrium"
        raise CertificationError(f"not normal-form perfect, for {reason}", certificate)
    failed = [name for name in asked if not (certificate.checks[name] and certificate.proven)]
    if failed:
        raise CertificationError(verdict.reason(failed), certificate)


def _check_solution(game: str, path: Path, form: str, certificate_tolerance: float | None) -> None:
    """Certify a saved solution on the hands of its game; its nash_conv may not be above `certificate_tolerance`."""
    with progress() as callback:
        whole = catalog.ordered(game)
        hands = read_solution(path, whole).check(threads=2, progress=callback)
    certificate = hands.certificate
    write_result(
        form,
        lambda: {**certificate_data(certificate), "rounding_bound": hands.rounding_bound},
        lambda: certificate.report(players=whole.players),
    )
    if certificate_tolerance is not None and not certificate.nash_conv <= certificate_tolerance:
        raise CertificationError(f"nash_conv is above {certificate_tolerance:g}", certificate)


@dataclass(frozen=True)
class Verdict:
    """A certificate, with further output for the terminal and for JSON, and objections."""

    certificate: Certificate
    shown: tuple[Part, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)
    objections: tuple[str, ...] = ()

    def extended(self, checks: Mapping[str, bool], objections: tuple[str, ...], note: str) -> Verdict:
        """Add checks to the certificate, and objections to all that is shown and written."""
        certificate = replace(self.certificate, checks={**self.certificate.checks, **checks}, note=note)
        lines = (Line(f"objection: {sentence}", "yellow") for sentence in objections)
        known = (*self.objections, *objections)
        return Verdict(certificate, (*self.shown, *lines), {**self.data, "objections": known}, known)

    def reason(self, failed: Sequence[str]) -> str:
        """Return the message about conditions that do not hold."""
        objection = "it is no equilibrium"
        if self.certificate.proven:
            objection = self.objections[0] if self.objections else str(self.certificate)
        sentence = f"not {' and not '.join(failed)}"
        return objection if objection.startswith(sentence) else f"{sentence}: {objection}"


def _normal_form_perfection(game: ExtensiveGame, profile: BehaviorProfile, witness: BehaviorProfile | None) -> Verdict:
    shown: list[Part] = []
    if witness is not None:
        conditions = check_witness(game, profile, witness)
        certificate = replace(certify(game, profile), checks={NORMAL_FORM_PERFECT: all(conditions.values())})
        if not certificate.proven or all(conditions.values()):
            verdicts = [Line(f"{what}: {'yes' if holds else 'no'}") for what, holds in conditions.items()]
            decided = Line("decided by the witness, without a linear program", "dim")
            return Verdict(certificate, (*verdicts, decided), {"witness": conditions})
        shown = [Line("the file's witness does not prove it: decided by linear programs")]
    perfection = normal_form_perfect(game, profile)
    shown += [Line("decided by two exact linear programs", "dim"), *_dominated(game, perfection)]
    return Verdict(perfection.certificate, tuple(shown), {"undominated": _perfection_data(game, perfection)})


def _with_refinements(game: ExtensiveGame, assessment: Assessment, asked: Sequence[str], before: Verdict) -> Verdict:
    """Add the conditions that were asked for; if none, all those that are checked without a linear program."""
    checked = check_assessment(game, assessment, asked or {SEQUENTIAL, *evident(assessment.family)})
    objections = checked.objections
    if assessment.family is not None and not objections:
        difference = difference_from_limit(game, assessment, assessment.family)
        objections = (f"beliefs and family do not belong together: {difference}",) if difference else ()
    return before.extended(checked.certificate.checks, tuple(objections), checked.certificate.note)


def _with_subgames(game: ExtensiveGame, profile: BehaviorProfile, before: Verdict) -> Verdict:
    """Add whether the profile is an equilibrium of every subgame, and who gains in which one."""
    deviation = subgame_deviation(game, profile)
    objections = () if deviation is None else (str(deviation),)
    return before.extended({SUBGAME_PERFECT: deviation is None}, objections, before.certificate.note)


def _perfection_data(game: ExtensiveGame, perfection: NormalFormPerfection) -> list[dict[str, Any]]:
    """Return the verdicts as plain data, one for each player.

    ``holds``; ``gains``, the least and the most that the dominating strategy earns above the player's; and
    ``dominating``, its ``information_sets`` as in a profile's JSON, null if there is none.
    """
    return [
        {
            "holds": verdict.holds,
            "gains": numbers_data(verdict.gains),
            "dominating": None
            if verdict.dominating is None
            else profile_data(game, perfection.undominated_profile)[player]["information_sets"],
        }
        for player, verdict in enumerate(perfection.players)
    ]


def _dominated(game: ExtensiveGame, perfection: NormalFormPerfection) -> Iterator[Part]:
    """Yield the dominating strategies, where a player's strategy is dominated."""
    for player, verdict in enumerate(perfection.players):
        if verdict.dominating is not None:
            yield Line(str(verdict))
            names = game.shown_names(player)
            rows: list[list[Cell]] = [
                [names[one.infoset], *(behavior(one.actions, shares) for shares in one.probabilities)]
                for one in differences((verdict.strategy, verdict.dominating))
                if any(one.allowed)
            ]
            yield Table(game.players[player], ("information set", "dominated", "by"), "lll", rows)
