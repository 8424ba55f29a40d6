"""The command that certifies profiles and assessments from files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from seqform.backends.protocol import SolveOptions
from seqform.cli.common import (
    Game,
    Reading,
    Rest,
    ResultOutput,
    progress,
    with_options,
)
from seqform.cli.concept_options import Constraints, PlayerName, constraints_of, player_of
from seqform.cli.file_use import (
    INPUT,
    OUTPUT,
    FileUse,
    Role,
    files_of_all,
    files_of_beliefs,
    files_of_lock,
)
from seqform.cli.parameters import ParameterNote, refuse
from seqform.errors import CertificationError, OptionError
from seqform.io.devices import gain_data, is_device_file, read_device
from seqform.io.equilibria import certificate_data
from seqform.io.json_values import number_data, numbers_data
from seqform.io.load import load, ordered_of
from seqform.io.profiles import game_data, read_strategy, require_rest
from seqform.io.solutions import is_solution_file, read_solution
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.device import gains_table
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_number
from seqform.models.numbers.text import short
from seqform.models.options import Option, argument, truth
from seqform.models.options import gap as read_gap
from seqform.models.table import Line
from seqform.play.agents import SolutionAgent
from seqform.playable import PlayableTree
from seqform.solving.certifiers.checks import (
    check_device,
    require_belief_claims,
    require_nash_alone,
    verdict,
)
from seqform.solving.certifiers.registry import CERTIFIERS, certifiers_of, evident_claims
from seqform.solving.certifiers.submission import Submission
from seqform.system.own_code import own_function
from seqform.system.sources import Source
from seqform.verify.guarantee import check_strategy


def _claim_options() -> dict[str, Option]:
    """Return a flag for every claim about extensive games that can be certified."""
    options = {}
    for (game, name), certifier in CERTIFIERS.items():
        if game is ExtensiveGame:
            help_text = f"Exit with status 4 unless {certifier.proven}."
            options[name.replace("-", "_")] = Option(help_text, truth, bool, is_flag=True)
    return options


_CLAIMS = _claim_options()

_OF_LOCKS = ("--lock", "--output")
"""The options about strategies for classes of hands alone."""


@with_options(claims=("Claims", _CLAIMS))
def check(
    game: Game,
    profile: Annotated[Path, INPUT],
    *,
    claims: dict[str, Any],
    constraint: Constraints = None,
    number: int | None = None,
    player: PlayerName = None,
    responder: str | None = None,
    leader: str | None = None,
    beliefs: Annotated[str | None, FileUse(Role.READ, files_of_beliefs)] = None,
    lock: Annotated[list[str] | None, FileUse(Role.READ, files_of_all(files_of_lock))] = None,
    output: Annotated[Path | None, ParameterNote("--output", "-o"), OUTPUT] = None,
    shown: ResultOutput,
    target_gap: str | None = None,
    no_witness: bool = False,
    normalize_profile: bool = False,
    rest: Rest = None,
    reading: Reading,
) -> None:
    """Certify a profile from anywhere: values, best responses, regrets; and refinements, beliefs given.

    - `profile`: A JSON file with a profile, from this program or another, or a file of class strategies, or of the
      device of a correlated equilibrium.
    - `number`: The equilibrium in a file that 'equilibria -o' wrote, from 1.
    - `player`: Check this player's strategy alone, whatever the file has of the other: the payoff that it guarantees,
      and the opponent's best reply.
    - `responder` (1|2|NAME): Certify that this player's strategy is a best response to the other one among all that
      guarantee as much.
    - `leader` (1|2|NAME): Certify that no strategy to which this player may commit earns more, and that the other one
      plays a best reply.
    - `beliefs` (FILE|bayes): With --sequential or --weak-perfect-bayesian: the beliefs in this JSON file, of an
      assessment or a mapping from sets to probabilities by node. Bayes' rule and beliefs that are found complete them,
      or replace them (bayes).
    - `lock` (PLAYER=FILE.py:NAME): Of a file of class strategies: let a player play as this function of the hand, the
      board, the actions of every round so far and those that may follow has it, where it does not return None;
      repeatable.
    - `output`: With --lock: write the strategies with the lock to this file, which play, match, chart and check read.
    - `target_gap` (NUMBER|PERCENT%): Exit with status 4 if nash_conv is above this, in payoff units, or in
      percent of the pot.
    - `no_witness`: With --normal-form-perfect: leave the file's witness aside.
    - `normalize_profile`: Divide the profile's probabilities by their sum at each set.
    """
    names = [name.replace("_", "-") for name in claims]
    target = None if target_gap is None else _target(game, target_gap)
    if no_witness and "normal-form-perfect" not in names:
        raise OptionError("--no-witness: only --normal-form-perfect looks at a witness")
    if beliefs is not None:
        require_belief_claims(names, "--beliefs")
    require_rest(rest)
    constraints = constraints_of(constraint)
    responding = player_of(responder)
    leading = player_of(leader, "leader")
    if is_device_file(profile):
        flags = [f"--{name}" for name in names]
        if leader is not None:
            raise OptionError(
                f"--leader: {profile} is a device, whose leader is in the file if it has one, and judged by it; leave "
                "out --leader"
            )
        refuse(
            "for the device of a correlated equilibrium",
            *flags,
            "--player",
            "--constraint",
            "--responder",
            "--normalize-profile",
            "--rest",
            "--number",
            *_OF_LOCKS,
        )
        _check_device(game, profile, shown, target, reading)
        return
    if player is not None:
        flags = [f"--{name}" for name in names]
        refuse(
            "with --player",
            *flags,
            "--target-gap",
            "--constraint",
            "--responder",
            "--leader",
            "--beliefs",
            *_OF_LOCKS,
        )
        _check_one(game, profile, player, shown, normalize_profile, number, rest, reading)
        return
    if is_solution_file(profile):
        require_nash_alone(
            profile, names, constraints=constraints, responder=responding, leader=leading
        )
        refuse(
            "for the solution of an ordered game",
            "--normalize-profile",
            "--rest",
            "--normalize",
            "--number",
        )
        if not lock:
            refuse("without --lock", "--output")
        _check_solution(game, profile, shown, target, lock or (), output)
        return
    refuse("for a profile of a tree, only for a file of class strategies", *_OF_LOCKS)
    certifiers = certifiers_of(ExtensiveGame, names)
    with progress() as callback:
        tree = load(game, **vars(reading), progress=callback)
        submission = Submission.of_file(
            profile,
            tree,
            normalize=normalize_profile,
            witness=not no_witness,
            number=number,
            rest=rest,
        )
        submission = replace(submission, beliefs=beliefs)
        if not constraints and responding is None and leading is None:
            names = names or evident_claims(submission)
        judgement = verdict(
            tree, submission, names, constraints=constraints, responder=responding, leader=leading
        )
    certificate = judgement.certificate
    shown.write(
        lambda: {**certificate_data(certificate), **judgement.data},
        lambda: certificate.report(players=tree.players, more=judgement.shown),
    )
    if target is not None and not certificate.gap <= target:
        raise CertificationError(f"{certificate.claim.gap} is above {target:g}", certificate)

    # A claim that is about no equilibrium has its own gap, and the target is the condition to pass then.
    claims_asked = [certifier.claim for certifier in certifiers]
    is_by_target = target is not None and not all(claim.is_equilibrium for claim in claims_asked)
    failure = "" if is_by_target else judgement.failure(claims_asked)
    if failure:
        raise CertificationError(failure, certificate)


def _check_one(
    game: Source,
    path: Path,
    player: str,
    shown: ResultOutput,
    normalize_profile: bool,
    number: int | None,
    rest: str | None,
    reading: Reading,
) -> None:
    """Check the strategy of one player."""
    side = player_of(player)
    assert side is not None
    with progress() as callback:
        tree = load(game, **vars(reading), progress=callback)
    if is_solution_file(path):
        refuse("for the solution of an ordered game", "--normalize-profile", "--rest", "--number")
        solution = read_solution(path, load(game, kind="ordered"))
        strategy = SolutionAgent(str(path), solution, PlayableTree(tree)).profile[side]
    else:
        strategy = read_strategy(
            path, tree, side, normalize=normalize_profile, number=number, rest=rest
        )
    guarantee = check_strategy(tree, strategy, side)
    _, *chosen = np.flatnonzero(
        guarantee.reply.probabilities == 1
    ).tolist()  # without the empty sequence
    data = {
        "game": game_data(tree),
        "player": guarantee.player + 1,
        "guarantee": number_data(guarantee.guarantee),
        "against_reply": numbers_data(guarantee.against_reply),
        "reply": [guarantee.reply.index.names[sequence] for sequence in chosen],
        "replies": guarantee.replies,
        "exact": guarantee.exact,
    }
    shown.write(lambda: data, guarantee.report)


def _target(game: Source, text: str) -> float | None:
    """Return the gap of --target-gap in units of payoff, of which a percentage is one of the pot of the game."""
    gap = argument("--target-gap", read_gap(), text, OptionError)
    if isinstance(gap, float):
        return gap
    return SolveOptions(target_gap=gap).with_pot(ordered_of(game) or load(game)).target_gap


def _check_solution(
    game: Source,
    path: Path,
    shown: ResultOutput,
    target_gap: float | None,
    locks: Sequence[str],
    output: Path | None,
) -> None:
    """Certify a saved solution on the hands of its game, with locks; its nash_conv may not be above `target_gap`."""
    with progress() as callback:
        ordered = load(game, kind="ordered")
        solution = read_solution(path, ordered)
        hands = solution.check(threads=2, progress=callback)
        before = hands.certificate
        for text in locks:
            player, equals, code = text.partition("=")
            if not equals:
                raise OptionError(
                    f"--lock {text}: PLAYER=FILE.py:NAME expected, such as 2=./own.py:passive"
                )
            named = player_of(player.strip(), "lock")
            locked = player_number(named, ordered.players, "lock")
            function = own_function(code.strip())
            solution = solution.with_strategy(locked, function, threads=2, progress=callback)
        if locks:
            hands = solution.check(threads=2, progress=callback)

    certificate = hands.certificate
    data = {**certificate_data(certificate), "rounding_bound": hands.rounding_bound}
    lines = []
    if locks:
        data["without_lock"] = certificate_data(before)
        lines = _lock_lines(ordered.players, before, certificate)
        if output is not None:
            lines.append(Line(LOST_BEHAVIOR, "dim"))
    if output is not None:
        solution.save(output)
    shown.write(lambda: data, lambda: certificate.report(players=ordered.players, more=lines))
    if target_gap is not None and not certificate.nash_conv <= target_gap:
        raise CertificationError(f"nash_conv is above {target_gap:g}", certificate)


LOST_BEHAVIOR = (
    "the file has no behavior where a player's own choices do not lead any more with the lock; "
    "charts show none there"
)
"""What a file keeps of a solution with a lock."""


def _lock_lines(players: tuple[str, str], before: Certificate, locked: Certificate) -> list[Line]:
    """Return what best replies earn more than without locks, in words."""
    lines = []
    for name, then, now in zip(
        players, before.best_response_values, locked.best_response_values, strict=True
    ):
        if now != then:
            change = f"{short(then)} without the lock, {short(now)} with it"
            lines.append(Line(f"the best reply of {name} earns {change}"))
    return lines


def _check_device(
    game: Source, path: Path, shown: ResultOutput, target_gap: float | None, reading: Reading
) -> None:
    """Certify a device; what deviations gain may not be above `target_gap`, by default 0."""
    with progress() as callback:
        tree = load(game, **vars(reading), progress=callback)
        stored = read_device(path, tree)
        certificate, gains = check_device(tree, stored)
    table = gains_table(tree, gains)
    data = {"concept": stored.concept, "gains": [gain_data(tree, gain) for gain in gains]}
    shown.write(
        lambda: {**certificate_data(certificate), **data},
        lambda: certificate.report(players=tree.players, more=[table]),
    )
    claim = certificate.claim
    if target_gap is not None:
        if not certificate.gap <= target_gap:
            raise CertificationError(f"{claim.gap} is above {target_gap:g}", certificate)
    elif not certificate.holds(claim):
        raise CertificationError(
            f"not proven to be {claim.with_article}: {certificate}", certificate
        )
