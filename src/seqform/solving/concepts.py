"""Equilibrium concepts with their options, and the registry that gives them names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, Literal, TypedDict, cast

from seqform.backends.protocol import SolveOptions
from seqform.errors import InputError, suggestion, unknown_concept
from seqform.models.answers.certificate import (
    COMMITMENT,
    CONSTRAINED,
    EXTENSIVE_FORM_COARSE,
    EXTENSIVE_FORM_CORRELATED,
    NASH,
    NORMAL_FORM_COARSE,
    RESPONSE,
    SAFE,
    STACKELBERG_CORRELATED,
    SUBGAME_PERFECT,
    Claim,
    refinement,
)
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_number
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.given import Given
from seqform.models.numbers.text import write_rational
from seqform.models.options import (
    ALL_ONES,
    CENTROID,
    RANDOM,
    UNIFORM,
    Start,
    accept_arguments,
    loss,
    number,
    one_of,
    option,
    pair,
    player,
    share,
    text,
    truth,
    written_pair,
    written_player,
)
from seqform.models.strategies.constraints import Constraint, read_constraints, written_constraints
from seqform.models.strategies.correlation import (
    INFORMATION_SET,
    RECOMMENDATION,
    START,
    Moment,
)
from seqform.models.strategies.profile_set import (
    OBJECTIVE_FORMS,
    OBJECTIVES,
    Objective,
    ObjectiveLike,
    Payoffs,
    objective,
)
from seqform.system.files import file_of_member, is_taken
from seqform.system.foreign_files import shown_value
from seqform.system.packages import Registry
from seqform.system.strategy_names import FILE, PROFILE, parse_strategy

__all__ = [  # the concepts, which `seqform` has at its top as well
    "Concept",
    "Constrained",
    "ExtensiveFormCoarse",
    "ExtensiveFormCorrelated",
    "ExtensiveFormPerfect",
    "Maximin",
    "Nash",
    "NormalFormCoarse",
    "NormalFormPerfect",
    "Proper",
    "QuasiPerfect",
    "SafeResponse",
    "Sequential",
    "Stackelberg",
    "StackelbergCorrelated",
    "SubgamePerfect",
]

Formulation = Literal["sequence-form", "normal-form"]
FORMULATIONS: tuple[Formulation, ...] = ("sequence-form", "normal-form")

CorrelatedName = Literal[
    "extensive-form-correlated",
    "extensive-form-coarse",
    "normal-form-coarse",
    "stackelberg-correlated",
]
"""The concepts whose answers are devices."""

CERTIFICATE_TOLERANCE = 1e-6
"""A floating-point answer passes if its nash_conv is at most this times the spread of the payoffs."""

STABLE_BASIS = "stable-basis"
NUMERIC = "numeric"
METHODS = {
    STABLE_BASIS: "a solver's basis at a small ε, and pivots until it is optimal for all small ε",
    "symbolic": "the simplex method with ε an indeterminate, for small games",
    "bound": "an exact LP at an ε below the bound of Miltersen & Sørensen's Lemma 2.1, for small games",
    NUMERIC: "a solver at one number ε, which proves nothing",
}
"""Ways to solve the perturbed linear program of a constant-sum game."""


def _start_name(value: object) -> str:
    start = parse_strategy(text(value))
    if start.word in (CENTROID, ALL_ONES) and not start.rest:
        return start.word
    if start.word == RANDOM and start.rest:
        return f"{RANDOM}:{start.rest}"
    if start.word in (FILE, PROFILE) and is_taken(file_of_member(Path(start.rest))[0]):
        return start.rest if start.completion is None else start.text.strip()
    advice = ""
    if start.text in CONCEPTS:
        advice = f"; {start.text} is a concept: solve GAME --concept {start.text} -o FILE.json writes such a file"
    raise InputError(
        f"{shown_value(start.text)}: {CENTROID}, {ALL_ONES}, {RANDOM}:SEED or the file of a profile expected{advice}"
    )


def _measured(measure: Any) -> Any:
    """Accept the name of an objective, or what measures payoffs, as it is."""
    outcome = objective(measure).outcome
    if outcome:
        raise InputError(
            f"probability({outcome}): an objective of correlated equilibria; others are chosen by their payoffs"
        )
    return measure


def _linear(measure: Any) -> str:
    """Accept an objective that is linear in a mixture, a weighted sum of payoffs or the probability of an outcome."""
    chosen = objective(measure)
    if chosen.weights is None and not chosen.outcome:
        raise InputError(
            f"{chosen.name}: social, best-for-1, best-for-2, weights(A,B) or probability(OUTCOME) expected, by which a "
            "linear program chooses; least- in front of one for the worst"
        )
    for bound in chosen.bounds:
        if bound.player > 1:
            raise InputError(f"{chosen.name}: {bound}: player 1 or 2 expected")
    return chosen.name


def _start(
    about: str = "Starting point of Lemke's path; FILE is a profile's JSON. Default: the centroid.",
    metavar: str = "centroid|random:SEED|ones|FILE",
) -> Any:
    """Return the option of a profile or plans, which is read with the game."""
    return option(
        None, about, _start_name, accept=lambda start: start, metavar=metavar, names_file=True
    )


def _player(about: str = "Player whose plan is the linear program's primal solution.") -> Any:
    return option(
        0,
        about,
        player,
        accept=lambda player: player,
        metavar="1|2|NAME",
        write=written_player,
    )


NAMES_OF_PLAYERS = ("player", "leader")
"""The options of concepts that are players: 0, 1 or a name, which is looked up when the game is known."""


@dataclass(frozen=True, kw_only=True)
class Concept:
    """An equilibrium concept; its fields are the options that only this concept has."""

    name: ClassVar[str]
    claim: ClassVar[Claim] = NASH
    """The claim that its answers make, and their certificates decide."""
    games: ClassVar[tuple[type, ...]] = (ExtensiveGame,)
    """The classes of games that it is computed of."""
    kind: ClassVar[str]
    """The family of routes by which it is computed, such as "plans"; see `seqform.solving.plan.PLANNERS`."""
    needs_witness: ClassVar[bool] = False
    """True if a completely mixed profile has to prove it."""
    needs_tree: ClassVar[bool] = False
    """True if more than the sequence form decides it: subgames, or probabilities of nodes."""

    def __post_init__(self) -> None:
        accept_arguments(self, "", InputError)
        for name in NAMES_OF_PLAYERS:
            player = getattr(self, name, 0)
            if not isinstance(player, str):  # a name is looked up when the game is known
                player_number(player, where=name)

    @property
    def check(self) -> str:
        """The check of a certificate that has to hold, beside a nash_conv of 0; empty if there is none."""
        return self.claim.check


def _certificate_tolerance() -> Any:
    return option(
        CERTIFICATE_TOLERANCE,
        "Largest nash_conv that passes without --exact, in units of the payoffs' spread.",
        number(0),
    )


@dataclass(frozen=True, kw_only=True)
class PlanConcept(Concept):
    """A concept whose equilibria are computed from realization plans; parameters as of `Nash`."""

    kind = "plans"

    start: Start | None = _start()
    formulation: Formulation = option(
        "sequence-form", "The normal form is a baseline for small games.", one_of(FORMULATIONS)
    )
    player: int | str = _player()


@dataclass(frozen=True, kw_only=True)
class Nash(PlanConcept):
    """A Nash equilibrium.

    Parameters
    ----------
    start : Equilibrium, "centroid", "random:SEED", "ones", a profile, the path of its JSON file, or plans, optional
        An equilibrium of a constant-sum game that differs in its payoffs and probabilities: the simplex method starts
        from the basis of its linear program. All others are starting points of Lemke's path; the centroid by default. A
        completely mixed start makes the equilibrium normal-form perfect, which the certificate then proves. "ones" is
        the covering vector of Koller, Megiddo & von Stengel, whose path does not begin at strategies.
    formulation : "sequence-form" or "normal-form"
        The normal form is exponentially larger: a baseline for small games.
    player : int or str
        0, 1 or a name: the player whose plan is the primal solution of the linear program; the other's is the dual one.
        Refused where no linear program is solved.
    weights : two numbers, optional
        The equilibrium with the largest weighted sum of the players' payoffs, by a mixed-integer program, of games with
        a few dozen sequences: (1, 1) for the best for both together, (-1, 0) for the worst for player 0. That there is
        no better one is the solver's claim, to its tolerance. All equilibria of a constant-sum game have the same
        payoffs, so that there any one is the best.
    witness : bool
        Whether to keep and check the witness of normal-form perfection where Lemke's path gives one. It takes about
        half as long again as a small game does without.
    certificate_tolerance : float
        Largest nash_conv of a floating-point answer, relative to the spread of the payoffs.
    """

    name = "nash"
    games = (ExtensiveGame, OrderedGame)
    weights: tuple[Given, Given] | None = option(
        None,
        "The equilibrium with the largest sum of the payoffs times these weights, of a small game.",
        pair,
        metavar="A,B",
        write=written_pair,
    )
    witness: bool = True
    certificate_tolerance: float = _certificate_tolerance()


@dataclass(frozen=True, kw_only=True)
class NormalFormPerfect(PlanConcept):
    """A normal-form perfect equilibrium, with a completely mixed profile as witness; parameters as of `Nash`."""

    name = "normal-form-perfect"
    claim = refinement("normal-form perfect")
    needs_witness = True


@dataclass(frozen=True, kw_only=True)
class PerturbedConcept(Concept):
    """A concept whose equilibria are limits of equilibria of perturbed games; parameters as of `QuasiPerfect`."""

    kind = "perturbation"

    epsilon: Given | None = option(
        None,
        "Trembles at which the methods stable-basis and numeric call the solver, such as 1/1000.",
        share,
        metavar="FRACTION",
        write=write_rational,
    )
    player: int | str = _player()


@dataclass(frozen=True, kw_only=True)
class QuasiPerfect(PerturbedConcept):
    """A quasi-perfect equilibrium, hence sequential and normal-form perfect, with beliefs and a family in ε.

    Parameters
    ----------
    method : str, optional
        One of `METHODS`, for constant-sum games; "stable-basis" by default. The equilibria of other games are computed
        by Lemke's algorithm with ε an indeterminate.
    epsilon : number, optional
        Size of the trembles at which the methods "stable-basis" and "numeric" call the solver.
    start : see `Nash`, optional
        Starting point of Lemke's path; any start leads to a quasi-perfect equilibrium.
    trembles : "centroid", "random:SEED", the path of a profile's JSON file, a profile or plans, optional
        Completely mixed: a sequence σ with the realization weight p(σ) has the least weight p(σ) ε^|σ|, ε^|σ| if
        absent. Other trembles may lead to other quasi-perfect equilibria.
    player : int or str
        See `Nash`.
    """

    name = "quasi-perfect"
    claim = refinement("quasi-perfect")
    method: str | None = option(
        None, "Method for quasi-perfect equilibria of constant-sum games.", one_of(METHODS)
    )
    start: Start | None = _start()
    trembles: Start | None = _start(
        "Profile that weighs the trembles: sequence σ has the least weight p(σ) ε^|σ|. Default: all alike.",
        "centroid|random:SEED|FILE",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.epsilon is not None and not self.calls_solver:
            raise InputError(
                f"epsilon: the method {self.method} treats all small ε at once; leave it out"
            )

    @property
    def calls_solver(self) -> bool:
        """True if the method begins with the answer of a backend for linear programs."""
        return self.method in (None, STABLE_BASIS, NUMERIC)


@dataclass(frozen=True, kw_only=True)
class Sequential(QuasiPerfect):
    """A sequential equilibrium, computed as a quasi-perfect one; parameters as of `QuasiPerfect`."""

    name = "sequential"
    claim = refinement("sequential")
    needs_tree = True


@dataclass(frozen=True, kw_only=True)
class ExtensiveFormPerfect(PerturbedConcept):
    """An extensive-form perfect equilibrium; parameters as of `QuasiPerfect`, `epsilon` for constant-sum games."""

    name = "extensive-form-perfect"
    claim = refinement("extensive-form perfect")


@dataclass(frozen=True, kw_only=True)
class Proper(Concept):
    """A normal-form proper equilibrium, which is quasi-perfect as well.

    Worse mistakes are less likely by an order of magnitude (Myerson 1978), so that the opponent's are exploited, the
    cheapest ones first. Of a constant-sum game `Equilibrium.levels` are what each strategy earns against every mistake.
    General-sum games need a small reduced normal form; the family has the mixed strategies of all small ε.
    """

    name = "proper"
    kind = "proper"
    claim = refinement("proper")


@dataclass(frozen=True, kw_only=True)
class SubgamePerfect(Concept):
    """A subgame perfect equilibrium; in games of perfect information one that is chosen by its payoffs.

    Parameters
    ----------
    objective : str, Objective or callable, optional
        The best equilibrium by this measure: a text such as "fairest,social", "least-best-for-1", "nearest(5,2)" or
        "social where 2>=4", or a function of both payoffs that never falls when a payoff rises, or is linear in each;
        see `objective` in `seqform.models.strategies.profile_set`.
    target_payoffs : two numbers, optional
        An equilibrium that pays exactly this.
    pure : bool
        Whether the equilibrium must not mix: in games of perfect information, one of those that are chosen, or without
        a choice the one by backward induction.
    """

    name = "subgame-perfect"
    kind = "subgames"
    claim = SUBGAME_PERFECT
    games = (ExtensiveGame, PositionGraph)
    needs_tree = True
    objective: ObjectiveLike | None = option(
        None,
        "Measure by which a subgame perfect or a correlated equilibrium is chosen: "
        f"{', '.join(OBJECTIVES)}, {OBJECTIVE_FORMS}.",
        lambda value: objective(text(value)).name,
        accept=_measured,
        metavar="NAME[,NAME][ where BOUNDS]",
    )
    target_payoffs: tuple[Given, Given] | None = option(
        None,
        "The subgame perfect equilibrium that pays A and B.",
        pair,
        metavar="A,B",
        write=written_pair,
    )
    pure: bool = option(
        False,
        "A subgame perfect equilibrium in pure strategies, of a game of perfect information.",
        truth,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.objective is not None and self.target_payoffs is not None:
            raise InputError(
                "objective and target_payoffs: both choose an equilibrium; leave one out"
            )

    @property
    def measure(self) -> Objective | None:
        """The objective as a function of both payoffs."""
        return None if self.objective is None else objective(self.objective)

    @property
    def chooses(self) -> bool:
        """True if one equilibrium among several is chosen."""
        return self.objective is not None or self.target_payoffs is not None

    @property
    def payoffs(self) -> Payoffs | None:
        """The payoffs to be attained, as fractions."""
        return cast("Payoffs | None", self.target_payoffs)

    @property
    def chosen_by(self) -> str:
        """The option that chooses, for messages."""
        if self.objective is not None:
            return "objective"
        if self.target_payoffs is not None:
            return "target_payoffs"
        return "pure"


@dataclass(frozen=True, kw_only=True)
class Maximin(Concept):
    """Maximin strategies, which guarantee each player the most that can be guaranteed: the safety value.

    Of a constant-sum game they are the equilibrium strategies, of other games seldom. The witness of the answer are
    strategies that keep the opponent down to the safety value.

    - `certificate_tolerance`: Largest sum of what better strategies could guarantee, in doubles, relative to the spread
      of the payoffs.
    """

    name = "maximin"
    kind = "maximin"
    claim = SAFE
    certificate_tolerance: float = _certificate_tolerance()


@dataclass(frozen=True, kw_only=True)
class Constrained(Concept):
    """An equilibrium of a constant-sum game whose players keep to linear constraints (Charnes 1953).

    Each strategy is a best one among those that keep to its player's constraints; of the game without them the profile
    is no equilibrium, and its certificate has both gaps. `Equilibrium.shadow_prices` are the multipliers.

    Parameters
    ----------
    constraints : sequence of Constraint or text
        Linear constraints on the realization plans of either player.
    start : Equilibrium, optional
        See `Nash`.
    player : int or str
        See `Nash`.
    certificate_tolerance : float
        See `Nash`.
    """

    name = "constrained"
    kind = "constrained"
    claim = CONSTRAINED
    constraints: tuple[Constraint, ...] = option(
        (),
        "A linear constraint on a strategy, such as '1: Q: bet <= 1/10' (the weight of a sequence) or "
        "'1: P(J: bet) <= 1/4' (a probability); repeatable.",
        read_constraints,
        metavar="PLAYER: SUM <= NUMBER",
        write=written_constraints,
        flag="constraint",
    )
    start: Start | None = _start()
    player: int | str = _player()
    certificate_tolerance: float = _certificate_tolerance()


@dataclass(frozen=True, kw_only=True)
class SafeResponse(Concept):
    """The best response of a player of a constant-sum game to a known opponent, with a bound on what it may lose.

    The answer's profile is the response with the opponent's strategy, so that its values are those against this
    opponent; `Equilibrium.guarantee` is the payoff against the best reply. Nothing with this guarantee earns more
    against the opponent, which the witness proves.

    Parameters
    ----------
    player : int or str
        0, 1 or a name: who responds.
    opponent : whatever `seqform.profile` takes, a strategy of the opponent, "uniform", or an agent of `seqform match`
        The opponent's strategy, alone or in a profile; for classes of signals "uniform", an answer, a solution or its
        file. By default "uniform".
    max_loss : number, optional
        The most by which the guarantee may be below the value of the game: 0 is the best equilibrium strategy against
        the opponent. By default there is no bound, which is any one of the best responses, whatever its guarantee: of
        those the one with the largest guarantee has the loss of the last corner of `seqform.frontier`. Against a
        solution for classes of signals the best response without a bound is found on classes.
    weight : number, optional
        Instead: maximise weight times the payoff against the opponent plus the rest times the guarantee, a restricted
        Nash response. It is an equilibrium of an ordinary game, for every backend, also on classes of signals.
    certificate_tolerance : float
        See `Nash`.

    References
    ----------
    Johanson, Zinkevich & Bowling (2007), Computing robust counter-strategies; Ganzfried & Sandholm (2015), Safe
    opponent exploitation.
    """

    name = "safe-response"
    kind = "response"
    claim = RESPONSE
    games = (ExtensiveGame, OrderedGame)
    player: int | str = _player()
    opponent: Any = option(
        UNIFORM,
        "What the opponent plays: uniform, an agent of match such as equilibrium:quasi-perfect, or the file of a "
        "profile or of a solution for classes of signals.",
        text,
        accept=lambda opponent: opponent,  # it is read with the game
        metavar=f"{UNIFORM}|AGENT|FILE",
        names_file=True,
    )
    max_loss: Given | None = option(
        None,
        "The most by which the guarantee may be below the value of the game. Default: no bound.",
        loss,
        metavar="FRACTION",
        write=write_rational,
    )
    weight: Given | None = option(
        None,
        "The weight of the payoff against the opponent, beside that of the guarantee, instead of a bound.",
        share,
        metavar="FRACTION",
        write=write_rational,
    )
    certificate_tolerance: float = _certificate_tolerance()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.max_loss is not None and self.weight is not None:
            raise InputError("max_loss and weight: each bounds what may be lost; leave one out")


@dataclass(frozen=True, kw_only=True)
class Stackelberg(Concept):
    """A strong Stackelberg equilibrium: the best strategy to which a player can commit.

    The other player sees the strategy, though not the moves that it draws, and plays a best reply; of several best
    replies the best for the leader. Of general-sum games it is the optimum of a mixed-integer program, whose size
    limits the games; the follower's reply is read from it, and the best commitment for this reply is then computed
    exactly. The certificate has the payoffs, and a bound on those of all commitments. Where it is larger, that none is
    better is the claim of the solver. Of a constant-sum game it is an equilibrium strategy.

    Parameters
    ----------
    leader : int or str
        0, 1 or a name: who commits.
    certificate_tolerance : float
        See `Nash`; of constant-sum games, whose answers alone may be in doubles.

    References
    ----------
    Bošanský & Čermák (2015), Sequence-form algorithm for computing Stackelberg equilibria in extensive-form games;
    Letchford & Conitzer (2010): the problem is NP-hard.
    """

    name = "stackelberg"
    kind = "commitment"
    claim = COMMITMENT
    leader: int | str = _player("Player who commits to a strategy, which the other one sees.")
    certificate_tolerance: float = _certificate_tolerance()


@dataclass(frozen=True, kw_only=True)
class Mediated(Concept):
    """A concept whose answers are devices, which are computed by a linear program over correlation plans.

    A device draws a pair of pure strategies, and recommends to each player, set by set, what hers chooses.

    - `certificate_tolerance`: Largest sum of what deviations gain, in doubles, relative to the spread of the payoffs.
    """

    kind = "correlated"
    moment: ClassVar[Moment]
    """When a player may stop to obey."""
    certificate_tolerance: float = _certificate_tolerance()

    @property
    def deviators(self) -> tuple[int, ...]:
        """The players who must not gain by a deviation."""
        return (0, 1)

    @property
    def measure(self) -> Objective:
        """What the device maximizes, with its factors of payoffs or its outcome."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Correlated(Mediated):
    """A correlated equilibrium that is chosen by a linear objective; further parameters as of `Mediated`.

    - `objective`: A text such as "social", "least-best-for-1", "weights(1,-1)", "probability(agreement)", the largest
      probability of an outcome by its label, or "social where 2>=4".
    """

    objective: ObjectiveLike = option(
        "social",
        "Measure by which a correlated equilibrium is chosen: social, best-for-1, best-for-2, weights(A,B) or "
        "probability(OUTCOME), least- in front of one for the worst, and bounds such as ' where 2>=4' at the end.",
        lambda value: objective(text(value)).name,
        accept=_linear,
        metavar="NAME[ where BOUNDS]",
    )

    @property
    def measure(self) -> Objective:
        """The objective, with its factors of payoffs or its outcome."""
        return objective(self.objective)


@dataclass(frozen=True, kw_only=True)
class ExtensiveFormCorrelated(Correlated):
    """An extensive-form correlated equilibrium (EFCE); parameters as of `Correlated`.

    The recommendation at an information set is seen there, and a player who does not obey gets no further ones.

    References
    ----------
    von Stengel & Forges (2008), Extensive-form correlated equilibrium: definition and computational complexity.
    """

    name = "extensive-form-correlated"
    claim = EXTENSIVE_FORM_CORRELATED
    moment = RECOMMENDATION


@dataclass(frozen=True, kw_only=True)
class ExtensiveFormCoarse(Correlated):
    """An extensive-form coarse correlated equilibrium (EFCCE); parameters as of `Correlated`.

    At an information set a player decides to obey before the recommendation is seen.

    References
    ----------
    Farina, Bianchi & Sandholm (2020), Coarse correlation in extensive-form games.
    """

    name = "extensive-form-coarse"
    claim = EXTENSIVE_FORM_COARSE
    moment = INFORMATION_SET


@dataclass(frozen=True, kw_only=True)
class NormalFormCoarse(Correlated):
    """A normal-form coarse correlated equilibrium (NFCCE); parameters as of `Correlated`.

    A player decides to obey before the game, without any recommendation.

    References
    ----------
    Moulin & Vial (1978), Strategically zero-sum games.
    """

    name = "normal-form-coarse"
    claim = NORMAL_FORM_COARSE
    moment = START


@dataclass(frozen=True, kw_only=True)
class StackelbergCorrelated(Mediated):
    """A Stackelberg extensive-form correlated equilibrium (SEFCE): the best correlated commitment of a player.

    The leader commits to a distribution over pairs of pure strategies and plays the own one; the follower sees the
    recommendation at an information set there, and gains by no deviation from it. The leader earns at least as much as
    by any strategy of `Stackelberg`, and the most among all such distributions. Without chance moves, or in a
    triangle-free game, it is the optimum of one linear program.

    Parameters
    ----------
    leader : int or str
        0, 1 or a name: who commits.
    certificate_tolerance : float
        Largest sum of what the follower gains and the leader may miss, in doubles, relative to the spread of the
        payoffs.

    References
    ----------
    Čermák, Bošanský, Durkota, Lisý & Kiekintveld (2016), Using correlated strategies for computing Stackelberg
    equilibria in extensive-form games; Bošanský, Brânzei, Hansen, Lund & Miltersen (2017), Computation of Stackelberg
    equilibria of finite sequential games.
    """

    name = "stackelberg-correlated"
    claim = STACKELBERG_CORRELATED
    moment = RECOMMENDATION
    leader: int | str = _player("Player who commits to a strategy, which the other one sees.")

    @property
    def deviators(self) -> tuple[int, ...]:
        """The follower."""
        return (1 - cast("int", self.leader),)

    @property
    def measure(self) -> Objective:
        """The leader's payoff."""
        return objective(f"best-for-{cast('int', self.leader) + 1}")


class ConceptOptions(TypedDict, total=False):
    """The options of all concepts as arguments by name, for type checkers."""

    start: Start | str | None
    formulation: Formulation
    player: int | str
    weights: Sequence[Given] | str | None
    witness: bool
    certificate_tolerance: float
    objective: ObjectiveLike | None
    target_payoffs: Sequence[Given] | str | None
    pure: bool
    epsilon: Given | None
    trembles: Start | str | None
    method: str | None
    constraints: Sequence[Constraint | str] | str
    opponent: Any
    max_loss: Given | None
    weight: Given | None
    leader: int | str


_CONCEPTS: tuple[type[Concept], ...] = (
    Nash,
    SubgamePerfect,
    NormalFormPerfect,
    Sequential,
    QuasiPerfect,
    ExtensiveFormPerfect,
    Proper,
    Maximin,
    Constrained,
    SafeResponse,
    Stackelberg,
    ExtensiveFormCorrelated,
    ExtensiveFormCoarse,
    NormalFormCoarse,
    StackelbergCorrelated,
)
CONCEPTS = Registry("concept", {concept.name: concept for concept in _CONCEPTS})
"""The concepts that `seqform.solve` computes, by name; an entry makes a concept of another package available."""


def equilibrium_concepts() -> list[str]:
    """Return the names of the concepts whose answers are equilibria."""
    return [name for name, concept in CONCEPTS.items() if concept.claim.is_equilibrium]


REFINEMENTS = (Sequential.name, QuasiPerfect.name, ExtensiveFormPerfect.name)
"""The concepts that are computed by perturbation."""


def concept_of(concept: str | Concept, settings: Mapping[str, Any]) -> Concept:
    """Return the concept that a name and options stand for.

    Raises InputError if the concept is unknown, an option is ill-formed or of another concept, or the concept is
    complete already.

    Examples
    --------
    >>> concept_of("quasi-perfect", {"method": "symbolic"}).calls_solver
    False
    >>> concept_of("nash", {"constraints": "1: Q: bet <= 1/10"}).name
    'constrained'
    """
    source: object = concept
    match source:
        case Concept():
            if settings:
                raise InputError(
                    f"{next(iter(settings))}: give the options of {type(source).__name__} to the concept itself"
                )
            return source
        case type() as concept_class if issubclass(concept_class, Concept):
            raise InputError(
                f"concept: a concept expected, not the class of one; {concept_class.__name__}()"
            )
        case str() if source in CONCEPTS:
            return _named_concept(source, settings)
    raise InputError(unknown_concept(source, CONCEPTS))


def _named_concept(name: str, settings: Mapping[str, Any]) -> Concept:
    """Return the concept with a name and options; with constraints "nash" stands for that of the constrained game."""
    if name == Nash.name and "constraints" in settings:
        if settings["constraints"]:
            name = Constrained.name
        else:  # an empty list of constraints is none
            settings = {
                option: value for option, value in settings.items() if option != "constraints"
            }

    options = {
        concept_name: [option.name for option in fields(concept)]
        for concept_name, concept in CONCEPTS.items()
    }
    for setting in settings:
        if setting not in options[name]:
            raise _misplaced(setting, name, options)
    return CONCEPTS[name](**settings)


ARGUMENTS = (
    "concept",
    "backend",
    "preprocess",
    "exact",
    "options",
    "progress",
    *(option.name for option in fields(SolveOptions)),
)
"""The arguments of `seqform.solve` that are not options of a concept."""


OF_ALL_EQUILIBRIA = ("complete", "starts", "back", "witnesses", "jobs")
"""Arguments of `seqform.equilibria` that `seqform.solve` has not."""


def _misplaced(name: str, concept: str, options: Mapping[str, Sequence[str]]) -> InputError:
    owners = [owner for owner, names in options.items() if name in names]
    if owners:
        named = " or ".join(owners)
        return InputError(
            f"{name}: an option of concept {named}, not of {concept!r}; take that one, or leave it out"
        )
    if name in OF_ALL_EQUILIBRIA:
        return InputError(
            f"{name}: an argument of `seqform.equilibria`, which finds several; call that"
        )
    known = options[concept]
    hint = suggestion(name, (*known, *ARGUMENTS)) or (
        f"; its options: {', '.join(known)}; an option of the solver itself goes into raw, as "
        f"raw={{{name!r}: ...}}"
    )
    return InputError(f"concept {concept} has no option {name!r}{hint}")
