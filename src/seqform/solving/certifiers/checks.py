"""Checks of strategies from anywhere: `check`, `check_assessment`, `check_strategy`, and the verdict behind them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from seqform.backends.protocol import SolveOptions, portable_options
from seqform.errors import InputError, UndecidedError, unknown
from seqform.io.assessments import read_assessment
from seqform.io.devices import is_device_file, read_device
from seqform.io.equilibria import constraint_data
from seqform.io.load import load
from seqform.io.profiles import is_uniform
from seqform.io.solutions import is_solution_file, read_solution
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.components import ExtremeEquilibrium
from seqform.models.answers.device import TriggerGain
from seqform.models.answers.equilibrium import (
    Equilibrium,
    FoundEquilibrium,
    commitment_lines,
    constraints_table,
)
from seqform.models.answers.evidence import CheckedAssessment
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_number
from seqform.models.games.matrices import require_own_tree
from seqform.models.games.ordered import OrderedGame
from seqform.models.options import options_of
from seqform.models.strategies.assessment import Assessment
from seqform.models.strategies.constraints import Constraint, plan_rows, read_constraints
from seqform.models.strategies.correlation import ClaimedDevice
from seqform.solving.certifiers.registry import WEAK, Verdict, certifiers_of
from seqform.solving.certifiers.submission import Submission
from seqform.solving.concepts import CONCEPTS, Mediated, Sequential, concept_of
from seqform.solving.routes.plans import require_constant_sum
from seqform.verify.checks import check_assessment as checked_assessment
from seqform.verify.commitment import bound_on_mixtures, decide_commitment
from seqform.verify.constrained import certify_constrained
from seqform.verify.correlated import certify_device
from seqform.verify.guarantee import StrategyCheck, decide_response
from seqform.verify.guarantee import check_strategy as strategy_check
from seqform.verify.nash import certify


def verdict(
    game: ExtensiveGame,
    submission: Submission,
    claims: Sequence[str] = (),
    *,
    constraints: Sequence[Constraint] = (),
    responder: int | str | None = None,
    leader: int | str | None = None,
) -> Verdict:
    """Certify a profile, and decide claims about it, by their names.

    Under constraints, or of the response of one player to the other's strategy, or of the commitment of one, it is a
    claim of its own.
    """
    certifiers = certifiers_of(ExtensiveGame, claims)
    for claim in claims:
        if claim == WEAK or (claim in CONCEPTS and CONCEPTS[claim].needs_tree):
            require_own_tree(game, claim)
    apart = _claims_apart(constraints, responder, leader)
    if len(apart) > 1:
        raise InputError(
            f"{apart[0]}: not together with {apart[1]}, a claim of its own; leave one out"
        )
    if apart and claims:
        raise InputError(f"{claims[0]}: not together with {apart[0]}; leave one out")
    if constraints or responder is not None:
        require_constant_sum(game)
    profile = submission.profile
    if constraints:
        certificate, rows = certify_constrained(game, profile, plan_rows(game, constraints))
        data = {"constraints": [constraint_data(row) for row in rows]}
        return Verdict(certificate, (constraints_table(rows),), data)
    if responder is not None:
        return Verdict(decide_response(game, profile, player_number(responder, game.players)))
    if leader is not None:
        leader = player_number(leader, game.players, "leader")
        certificate = decide_commitment(game, profile, leader)
        return Verdict(certificate, tuple(commitment_lines(game.players, certificate, leader)))

    decided = Verdict(certify(game, profile))
    for certifier in certifiers:
        try:
            decided = certifier.decide(game, submission, decided)
        except UndecidedError as error:
            decided = decided.left_open(certifier.claim.check, str(error))
    return decided


def check_device(
    game: ExtensiveGame, device: ClaimedDevice
) -> tuple[Certificate, tuple[TriggerGain, ...]]:
    """Certify that a mixture of pairs of pure strategies is a device of the concept with its name.

    Of a leader's commitment the bound on all others is that of the linear program, as of `bound_on_mixtures`. Returns
    the certificate, and what the best deviation gains at every moment at which a player may stop to obey. Raises
    InputError for another concept, and ModelError for a mixture of another game.
    """
    known = [name for name, concept in CONCEPTS.items() if concept.kind == Mediated.kind]
    if device.concept not in known:
        raise InputError(
            unknown("no concept of mixtures of pure strategies:", device.concept, known)
        )
    leader = {} if device.leader is None else {"leader": device.leader}
    if not leader and "leader" in options_of(CONCEPTS[device.concept]):
        raise InputError(
            f"{device.concept}: the device comes without its leader; add it to the file"
        )
    concept = cast("Mediated", concept_of(device.concept, leader))
    bound = None if device.leader is None else bound_on_mixtures(game, device.leader)
    return certify_device(
        game,
        device.mixture.bound_to(game.sequences),
        concept.claim,
        concept.moment,
        deviators=concept.deviators,
        bound=bound,
    )


def _claims_apart(
    constraints: Sequence[Constraint], responder: int | str | None, leader: int | str | None
) -> list[str]:
    """Return the arguments that are given of those that ask for a claim of its own."""
    is_asked = {
        "constraints": bool(constraints),
        "responder": responder is not None,
        "leader": leader is not None,
    }
    return [name for name, asked in is_asked.items() if asked]


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


def best_response(game: Any, player: int | str, strategy: Any) -> StrategyCheck:
    """Compute all best responses of a player to the opponent's strategy.

    It is `check_strategy` of the opponent: `replies` has all actions of best responses by information set, `reply` one
    of these as a strategy, and `against_reply` the payoffs, the opponent's first.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `seqform.load` accepts
    player : 0, 1 or a name
        The player who responds.
    strategy : BehaviorStrategy, a mapping or function of the opponent's sets, or whatever `seqform.profile` takes
        The opponent's; of an opponent with one information set also the name of an action, in a table that of a row or
        column. A file of that name in the current folder goes first.

    Raises
    ------
    ModelError
        If the strategy is not one of the opponent, or a distribution does not sum to 1.

    Examples
    --------
    >>> from seqform import bimatrix_game
    >>> game = bimatrix_game([[2, 0], [0, 2], [1, 1]], rows="TMB", columns="LR")
    >>> answer = best_response(game, 0, {"column": {"L": "1/2", "R": "1/2"}})
    >>> dict(answer.replies), answer.against_reply[1]
    ({'row': ('T', 'M', 'B')}, Fraction(1, 1))
    >>> dict(best_response(game, 0, "L").replies)
    {'row': ('T',)}
    """
    game = load(game)
    return check_strategy(game, strategy, 1 - player_number(player, game.players))


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
    require_own_tree(game, "check_assessment")
    read: Any = assessment
    if isinstance(assessment, str | Path):
        read = read_assessment(assessment, game)
    elif isinstance(assessment, Equilibrium):
        read = assessment.assessment
    if not isinstance(read, Assessment):
        raise InputError(
            f"assessment: a profile with beliefs or a family expected, such as seqform.solve(game, 'sequential') has, "
            f"not {assessment!r}"
        )
    return checked_assessment(game, read, which, options=portable_options(options, **portable))


def check(
    game: ExtensiveGame | OrderedGame | str | Path | Any,
    profile: Any,
    *,
    constraints: Sequence[Constraint | str] | str = (),
    responder: int | str | None = None,
    leader: int | str | None = None,
    beliefs: Any = None,
    **claims: bool,
) -> Certificate:
    """Certify a profile from anywhere, and decide further claims about it.

    Parameters
    ----------
    profile : Equilibrium, Device, BehaviorProfile, str, Path, or whatever `seqform.profile` takes
        A path is of a profile's JSON file, of a device's, or of a solution of a game with ordered signals. Of a device
        it is certified that no deviation of its concept gains.
    constraints : sequence of Constraint or text, optional
        Certify an equilibrium of the game under these constraints instead, with the nash_conv of the game without.
    responder : int or str, optional
        Certify instead that the strategy of this player is a best response to the other one among all that guarantee as
        much: the claim of the concept "safe-response".
    leader : int or str, optional
        Certify instead that this player commits to a strategy that no other one earns more than, and that the opponent
        plays the best reply that suits the leader most: the claim of the concept "stackelberg". The bound on all
        commitments is the best of them where the opponent has few pure strategies, else one that may be higher.
    beliefs : mapping, "bayes", str, Path, Beliefs or Assessment, optional
        With ``sequential`` or ``weak_perfect_bayesian``: beliefs beside the profile, such as
        ``{"set": {"node": "1/2", "other node": "1/2"}}``. A node is named by the actions that lead to it, by one of
        them that leads to no other node of the set, or by its number. Where the profile leads, sets that are left out
        have the beliefs of Bayes' rule; elsewhere beliefs are found with which the profile is a sequential equilibrium,
        if there are any, or else a weak perfect Bayesian one. "bayes" leaves out all sets, and so does a profile that
        comes without beliefs. A path is of a file of an assessment, or of such a mapping in JSON.
    **claims
        Of a profile of a tree, one of `CERTIFIERS` each:

        - ``normal_form_perfect=True``: put among the certificate's checks whether the profile is proven to be a
          normal-form perfect equilibrium, by the witness of the equilibrium or the file, where there is one and it
          proves it, else by two exact linear programs;
        - ``subgame_perfect=True``: whether it is an equilibrium of every subgame;
        - ``proper=True``: whether it is a normal-form proper equilibrium: of a constant-sum game by exact linear
          programs, or by backward induction with perfect information; of other games along the family of mixed
          strategies of the equilibrium or the file, or without one where it is strict, is dominated, or the game is
          small, by the orders of the mistakes;
        - ``sequential=True``: whether it is a sequential equilibrium with the beliefs that are given, or those of the
          equilibrium or the file, or else with any. The checks of beliefs that are given or found are all of "weak
          perfect Bayesian", "consistent" and "sequential";
        - ``weak_perfect_bayesian=True``: whether the beliefs follow from Bayes' rule where play leads, and no other
          continuation is better anywhere, given beliefs that need not be consistent elsewhere;
        - ``quasi_perfect=True``: whether it is quasi-perfect along the family of the equilibrium or the file, or
          without one, along any;
        - ``extensive_form_perfect=True``: whether it is so along the family of the equilibrium or the file; without one
          it is decided where the profile is not sequential, has a locally dominated action, or a family is found;
        - ``intuitive=True``: of a signalling game, in which chance draws the sender's type and the receiver replies to
          the message, whether it is an equilibrium that passes the intuitive criterion of Cho & Kreps (1987);
        - ``d1=True``: whether it passes their stronger criterion D1;
        - ``maximin=True``, by itself: certify instead what each strategy guarantees against any opponent, and the most
          that can be guaranteed, by the witness where there is one and it proves it, else by exact linear programs.

    Returns
    -------
    Certificate
        Exact if every probability of the profile is a fraction. Claims that are neither proven nor refuted are "open"
        among its `claims`, absent from its `checks`, and in `undecided`, with the reasons: some about extensive-form
        perfect equilibria, and proper ones of larger games that are not constant-sum, need the family of an answer.

    Raises
    ------
    InputError
        If a claim is unknown, or two do not go together.
    ModelError
        If the profile is not one of this game, or a probability distribution does not sum to 1; if beliefs contradict
        Bayes' rule where the profile leads; with a claim about refinements also if the profile is in doubles.

    Examples
    --------
    >>> from seqform.solving.api import solve, uniform_profile
    >>> equilibrium = solve("littman-figure-4", concept="subgame-perfect")
    >>> check("littman-figure-4", equilibrium, subgame_perfect=True).checks
    {'subgame perfect': True}
    >>> check("kuhn", uniform_profile(load("kuhn")), maximin=True).figure("guarantee")
    (Fraction(-5, 12), Fraction(-1, 2))
    >>> from seqform.playable.profiles import profile as profile_of
    >>> pooling = profile_of("beer-quiche", {
    ...     "strong": {"quiche": 1}, "weak": {"quiche": 1}, "quiche": {"leave": 1}, "beer": {"fight": 1}})
    >>> print(check("beer-quiche", pooling, sequential=True, beliefs={"beer": {"weak": "1/2", "strong": "1/2"}}))
    nash_conv = 0 (exact); weak perfect Bayesian: yes; consistent: yes; sequential: yes
    """
    for name, value in (("normalize", True), ("rest", "uniform")):
        if name in claims:
            raise InputError(
                f"{name}: an argument of seqform.profile: check(game, seqform.profile(game, source, {name}={value!r}))"
            )
    names = [name.replace("_", "-") for name, is_asked in claims.items() if is_asked]
    rows = read_constraints(constraints)
    if beliefs is not None:
        require_belief_claims(names, "beliefs", separator="_")
    if is_solution_file(profile):
        require_nash_alone(profile, names, constraints=rows, responder=responder, leader=leader)
        solution = read_solution(profile, load(game, kind="ordered"))
        return solution.check(threads=2).certificate

    game = load(game)
    device = _device(profile, game)
    if device is not None:
        for refused in (*names, *_claims_apart(rows, responder, leader)):
            raise InputError(
                f"{refused}: a claim about profiles, and this is a device; leave it out"
            )
        certificate, _ = check_device(game, device)
        return certificate
    if isinstance(profile, Equilibrium | FoundEquilibrium | ExtremeEquilibrium):
        submission = Submission.of_answer(profile)
    elif isinstance(profile, str | Path) and not is_uniform(profile):
        submission = Submission.of_file(Path(profile), game)
    else:
        from seqform.playable.profiles import profile as profile_from  # which takes time to import

        submission = Submission(profile_from(game, profile))
    submission = replace(submission, beliefs=beliefs)
    judgement = verdict(
        game, submission, names, constraints=rows, responder=responder, leader=leader
    )
    return judgement.certificate


def require_belief_claims(claims: Collection[str], where: str, *, separator: str = "-") -> None:
    """Refuse beliefs without a claim that they are for."""
    of_beliefs = (Sequential.name, WEAK)
    if not any(name in claims for name in of_beliefs):
        listed = " or ".join(name.replace("-", separator) for name in of_beliefs)
        raise InputError(f"{where}: of the claims {listed}; ask for one of them")


def check_answer(answer: Any, **arguments: Any) -> Certificate:
    """Decide claims about an equilibrium: `seqform.check` on its game, which has the arguments; a method of answers.

    Examples
    --------
    >>> import seqform as sf
    >>> third = sf.equilibria("entry-deterrence", complete=True)[2]
    >>> print(third.check(sequential=True, normal_form_perfect=True).claims["sequential equilibrium"])
    proven
    """
    return check(answer.profile.game, answer, **arguments)


def _device(source: Any, game: ExtensiveGame) -> ClaimedDevice | None:
    """Return the mixture of a device or its file, with the name of the concept; None of anything else."""
    strategies = getattr(source, "strategies", None)
    if isinstance(strategies, ClaimedDevice):
        return strategies
    if isinstance(source, str | Path) and not is_uniform(source) and is_device_file(source):
        return read_device(source, game)
    return None


def require_nash_alone(
    path: str | Path,
    claims: Sequence[str] = (),
    *,
    constraints: Sequence[Constraint] = (),
    responder: int | str | None = None,
    leader: int | str | None = None,
) -> None:
    """Refuse claims about profiles of trees for the solution of a game with ordered signals."""
    certifiers_of(OrderedGame, claims)
    for claim in _claims_apart(constraints, responder, leader):
        raise InputError(
            f"{claim}: for profiles of trees, and {path} is a solution of signal classes; leave it out"
        )
