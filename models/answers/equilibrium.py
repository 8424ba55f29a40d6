"""Equilibria with their certificates: single ones, sets of them, and those of games of perfect information."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

import seqform.models.verbs as verbs
from seqform.errors import InputError, ModelError
from seqform.models.answers.answer import Answer, Resolved, Sizes, require_kind, status_line
from seqform.models.answers.certificate import (
    COMMITMENT,
    CORRELATED_COMMITMENT,
    GUARANTEE,
    NORMAL_FORM_PERFECT,
    RESPONSE,
    Certificate,
    Certified,
    PositionCertificate,
)
from seqform.models.answers.computed import Computed
from seqform.models.answers.evidence import Levels
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import player_label
from seqform.models.games.positions import END, PositionGraph, PositionStrategy
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Floats, Ints, Number
from seqform.models.numbers.text import counted, equation, short
from seqform.models.programs.solutions import BasisNames, RawSolution, basis_names
from seqform.models.strategies.assessment import Assessment, GameFamily
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlans
from seqform.models.strategies.constraints import ShadowPrice
from seqform.models.strategies.profile_set import PayoffSet, UtilityProfileSet
from seqform.models.strategies.tables import player_names, profile_report
from seqform.models.table import (
    MAX_ROWS,
    SHOW_ALL,
    Cell,
    Line,
    Part,
    Report,
    Table,
    Tabular,
    stacked,
)

MAX_BOXES = 12
"""Of a payoff set with more points, lines and rectangles the largest are shown."""

MAX_MOVES = 40
"""Of a longer line of play the beginning is shown."""

HEURISTIC = Line(
    "heuristic search: there may be other equilibria", hint="--complete finds all of a small game"
)


@dataclass(frozen=True, eq=False)
class KnownEquilibrium:
    """An equilibrium from which a path is followed back.

    - `bases`: Those at which paths ended there, if any are kept.
    - `listed`: The plans of all extreme equilibria in the file of a complete search, in its order.
    """

    profile: BehaviorProfile
    bases: tuple[BasisNames, ...] = ()
    listed: tuple[RealizationPlans, ...] = ()


@dataclass(frozen=True, eq=False)
class FoundEquilibrium(Computed, Certified):
    """One exact equilibrium among several.

    - `certificate`: Recomputed on the game; with the check "normal-form perfect" if there is a `witness`, as in
      `Equilibrium`.
    - `index`: That of the basis at which a path ended in this equilibrium; where paths were followed back, the sum of
      the indices of the bases at which paths of the first start end. Of a nondegenerate equilibrium it is the index of
      the equilibrium. A degenerate one has several bases, and may be one of a connected set of equilibria, which has an
      index as a whole: the sum over the whole set, while those of its members depend on the start.
    - `nondegenerate`: Whether exactly one of each complementary pair is positive. Then the equilibrium has one basis.
    - `starts`: Numbers of the starts whose paths end here: 0 is the centroid, the others are seeds, or places among
      chosen starts. Empty for an equilibrium found only by going back.
    - `distribution`: Equilibria with the same number lead to the same distribution on the leaves.
    - `bases`: The distinct bases at which these paths ended, from which `seqform.trace` follows a path back.
    """

    profile: BehaviorProfile
    certificate: Certificate
    index: int
    nondegenerate: bool
    starts: tuple[int, ...]
    distribution: int
    witness: BehaviorProfile | None
    bases: tuple[BasisNames, ...] = ()

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        super().__post_init__(_made_with)
        require_kind(self.certificate, Certificate)
        self.certificate.require(self.profile)

    check = verbs.check

    def report(self, *, everything: bool = False) -> Report:
        """Return both strategies and the certificate as tables."""
        strategies = self.profile.report(everything=everything)
        certificate = self.certificate.report(
            players=player_names(self.profile), witnessed=self.witness is not None
        )
        return strategies + certificate

    def __repr__(self) -> str:
        first, second = map(short, self.values)
        index = f"index {self.index:+d}" if self.nondegenerate else "degenerate"
        return (
            f"<FoundEquilibrium: values {first}, {second}; {index}; from {len(self.starts)} starts>"
        )


_AnyEquilibrium = TypeVar("_AnyEquilibrium", bound=Certified)


MOST_RUNS = 10
"""Ranges of numbers of equilibria in a sentence; the others are counted."""


def numbers_text(places: Sequence[int]) -> str:
    """Return the numbers of equilibria, from 1, of their ascending places, for people.

    Examples
    --------
    >>> numbers_text([3]), numbers_text([0, 1, 2, 5])
    ('equilibrium 4', 'equilibria 1 to 3, 6')
    >>> numbers_text(range(0, 200, 2))
    'equilibria 1, 3, 5, 7, 9, 11, 13, 15, 17, 19 and 90 more'
    """
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    parts = []
    for run in runs[:MOST_RUNS]:
        if len(run) > 2:
            parts.append(f"{run[0] + 1} to {run[-1] + 1}")
        else:
            parts += [str(place + 1) for place in run]
    noun = "equilibrium" if len(places) == 1 else "equilibria"
    text = f"{noun} {', '.join(parts)}"
    left_out = sum(map(len, runs[MOST_RUNS:]))
    if left_out:
        text += f" and {left_out:,} more"
    return text


class Findings(Tabular, Immutable, Sequence[_AnyEquilibrium]):
    """The equilibria that a search has found, in its order; `stopped` is empty unless it was cut short.

    Claims were decided for the first `marked` of them, and `marks_stopped` is empty unless that was cut short.
    """

    found: tuple[_AnyEquilibrium, ...]
    stopped: str
    marked: int
    marks_stopped: str

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, place: int | slice) -> Any:
        return self.found[place]

    @property
    def finished(self) -> bool:
        """True if the search was not cut short."""
        return not self.stopped

    @property
    def open_marks(self) -> list[str]:
        """A sentence on the marks that are left open because `checked` was cut short; none if it was not."""
        if not self.marks_stopped:
            return []
        rest = "the others have open marks"
        if self.marked == len(self):
            rest = "but not all components without any"
        examined = f"{self.marked:,} of {len(self):,} equilibria examined"
        return [f"{self.marks_stopped} while claims were decided: {examined}, {rest}"]

    @property
    def open_reasons(self) -> list[str]:
        """Sentences on why marks are open, each with the numbers of the equilibria, from 1."""
        places: dict[str, list[int]] = {}
        for place, equilibrium in enumerate(self.found):
            for reason in equilibrium.certificate.undecided.values():
                places.setdefault(reason, []).append(place)
        return [f"open for {numbers_text(where)}: {reason}" for reason, where in places.items()]


@dataclass(frozen=True, eq=False)
class EquilibriumSet(Computed, Findings[FoundEquilibrium]):
    """The distinct equilibria found, in the order of the first start that led to each.

    `starts` were tried, and there are so many `distributions` on the leaves; `pivots` and `path_seconds` are the
    lengths and times of the paths from every start. The set is `closed` if all paths back were followed until no new
    equilibrium was found; `stopped` is "interrupted" or "time limit" if the search was cut short, else empty. `checks`
    are those that `checked` has decided, or left open, for each equilibrium; `marked` and `marks_stopped` as in
    `Findings`.
    """

    game: ExtensiveGame
    found: tuple[FoundEquilibrium, ...]
    starts: int
    distributions: int
    pivots: Ints
    path_seconds: Floats
    closed: bool
    stopped: str
    seconds: float
    checks: tuple[str, ...] = ()
    marked: int = 0
    marks_stopped: str = ""

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        super().__post_init__(_made_with)
        for equilibrium in self.found:
            equilibrium.certificate.require_game(self.game)

    checked = verbs.checked

    @property
    def index_sum(self) -> int:
        """The sum of the indices of the bases of the first start: 1 if the set is closed."""
        return sum(equilibrium.index for equilibrium in self.found)

    def report(self, *, everything: bool = False) -> Report:
        """Return a table of the equilibria; with `everything` also their strategies."""
        # Of many those to which most starts led; in the order and with the numbers of the set and its files
        places = sorted(range(len(self)), key=lambda place: (-len(self[place].starts), place))
        shown = sorted(places if everything else places[:MAX_ROWS])
        values = [f"value of {name}" for name in self.game.players]
        columns = ("", *values, "index", "on leaves", "starts", NORMAL_FORM_PERFECT)
        rows = [_row(self[place], place) for place in shown]
        parts: list[Part] = [HEURISTIC, Table("", columns, "rrrrrrl", rows)]
        if self.checks:
            parts.append(marks_table(self.checks, self, shown))
        if len(shown) < len(self):
            more = counted(len(self) - len(shown), "more equilibrium", "more equilibria")
            parts.append(Line(more, hint=f"{SHOW_ALL} one"))
        parts += _summary(self)
        if everything:
            for place in shown:
                strategies = profile_report(self[place].profile, everything=True)
                parts += [Line(""), Line(f"equilibrium {place + 1}", "bold"), *strategies.parts]
        data = {
            "equilibria": lambda: _equilibria_table(self),
            "strategies": lambda: _strategies(self),
        }
        return Report(parts, data)

    def __repr__(self) -> str:
        return (
            f"<EquilibriumSet of {self.game.title!r}: {len(self)} equilibria with {self.distributions} distributions "
            f"on leaves, from {self.starts} starts>"
        )


@dataclass(frozen=True, eq=False, repr=False)
class PositionEquilibrium(Computed, Answer):
    """A subgame perfect equilibrium of a game of perfect information, with each player's expected payoff at the start.

    - `profiles`: The payoffs of all subgame perfect equilibria, if they were computed.
    - `certificate`: What was recomputed on the game; none of the answer of a backend that is not verified yet.
    """

    concept = "subgame-perfect"
    backend = ""
    raw = None
    picture_refusal = "is solved as a graph of positions, which has no chart or picture"

    strategy: PositionStrategy
    values: tuple[Fraction, ...]
    profiles: UtilityProfileSet | PayoffSet | None = None
    certificate: PositionCertificate | None = None

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        # Of an answer that is not verified yet nothing is proven, and any field may be replaced
        if self.certificate is not None:
            require_kind(self.certificate, PositionCertificate)
            self.certificate.require(self.strategy, self.values)
            super().__post_init__(_made_with)

    @property
    def profile(self) -> PositionStrategy:
        """The strategies of all players: `strategy`."""
        return self.strategy

    @property
    def game(self) -> PositionGraph:
        """The graph of positions."""
        return self.strategy.graph

    @property
    def strategies(self) -> PositionStrategy:
        """The strategies of all players: `strategy`."""
        return self.strategy

    @property
    def sizes(self) -> Sizes:
        """The number of positions."""
        return Sizes(len(self.strategy.graph))

    as_dict = verbs.positions_data

    def report(self, *, everything: bool = False) -> Report:
        """Return the expected payoffs and the likeliest line of play."""
        strategy = self.strategy
        graph = strategy.graph
        rows: list[list[Cell]] = [list(row) for row in zip(graph.players, self.values, strict=True)]
        values = Table(graph.title, ("player", "expects"), "lr", rows)

        moves = list(_likeliest_moves(strategy))
        line = ", ".join(moves)
        if len(moves) > MAX_MOVES and not everything:
            line = f"{', '.join(moves[:MAX_MOVES])} ..."
        parts: list[Part] = [
            values,
            Line(f"likeliest line of play: {line}"),
            Line(f"subgame perfect: {self._verdict}", "bold"),
        ]
        if self.profiles is not None:
            parts += _payoff_sets(self.profiles, everything)
        if graph.note:
            parts.append(Line(f"note: {graph.note}", "yellow"))
        data = {"values": lambda: values, "strategies": lambda: _moves_table(strategy)}
        return Report(parts, data)

    @property
    def _verdict(self) -> str:
        if self.certificate is None:
            return "not verified"
        return self.certificate.objection or "yes, no move at any position gains (exact)"

    def __repr__(self) -> str:
        title = self.strategy.graph.title
        return f"<PositionEquilibrium of {title!r}: values {', '.join(map(short, self.values))}>"


@dataclass(frozen=True, eq=False, repr=False)
class PositionSolution(RawSolution):
    """A backend's answer to a `PositionGraph`, with the equilibrium if it found one."""

    equilibrium: PositionEquilibrium | None = None


OTHER_ATTRIBUTES = {
    "beliefs": "assessment.beliefs",
    "exact": "certificate.exact",
    "nash_conv": "certificate.nash_conv",
    "outcome": "values",
    "payoff": "values",
    "payoffs": "values",
    "probabilities": "profile",
    "regrets": "certificate.regrets",
    "strategy": "profile",
    "utilities": "values",
    "utility": "values",
    "value": "values",
}
"""Attributes that the field's words suggest, and the ones that equilibria have."""


@dataclass(frozen=True, eq=False, repr=False)
class Equilibrium(Computed, Certified, Answer):
    """An equilibrium of a game, with its certificate.

    - `profile`: `profile[0]["name of an information set"]["name of an action"]` is a probability.
    - `certificate`: Recomputed from `game` and `profile` alone.
    - `raw`: The solver's answer for its program: after preprocessing, and with scaled payoffs if they were of extreme
      size.
    - `seconds`: Wall-clock time by phase.
    - `witness`: A completely mixed profile to which `profile` is a best response of both players: the proof that the
      equilibrium is normal-form perfect, a check of `certificate`. Of maximin strategies, the strategies that keep the
      opponent down to the largest guarantee.
    - `assessment`: Of a refinement: `profile` with beliefs, and the family in ε of which they are the limit.
    - `profiles`: Payoffs of all subgame perfect equilibria, if one of them was chosen by its payoffs.
    - `objective`: Name of the measure by which it was chosen, if any.
    - `levels`: Of a proper equilibrium of a constant-sum game: the levels of both players' strategies, which prove it.
    - `constraints`: Of an equilibrium under constraints: their rows, with the multipliers that prove it.
    """

    free = ("certificate", "seconds")

    game: ExtensiveGame
    profile: BehaviorProfile
    certificate: Certificate
    raw: RawSolution
    resolved: Resolved
    seconds: Mapping[str, float] = field(default_factory=dict)
    witness: BehaviorProfile | None = None
    assessment: Assessment | None = None
    profiles: UtilityProfileSet | None = None
    objective: str = ""
    levels: tuple[Levels, Levels] | None = None
    constraints: tuple[ShadowPrice, ...] = ()

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        # First, since what is of another type may not have the methods called below
        self.require_types(_made_with)
        # Another object of the same game may have its sequences in another order
        object.__setattr__(self, "profile", self.profile.bound_to(self.game))
        if self.witness is not None:
            object.__setattr__(self, "witness", self.witness.bound_to(self.game))
        if self.assessment is not None:
            object.__setattr__(self, "assessment", self.assessment.bound_to(self.game))
        require_kind(self.certificate, Certificate)
        for claim, option in ((RESPONSE, "player"), (COMMITMENT, "leader")):
            if self.certificate.claim == claim and option not in self.resolved.settings:
                raise ModelError(
                    f"certificate: of {claim.with_article}, and this answer is of {self.concept}"
                )
        self.certificate.require(self.profile)
        super().__post_init__(_made_with)

    if not TYPE_CHECKING:  # which would take any attribute for known

        def __getattr__(self, name: str) -> Any:
            """Raise AttributeError; for a word of the field with the attribute that is meant."""
            message = f"'Equilibrium' object has no attribute {name!r}"
            if name in OTHER_ATTRIBUTES:
                message += f"; `{OTHER_ATTRIBUTES[name]}` is meant"
            raise AttributeError(message, name=name, obj=self)

    @property
    def strategies(self) -> BehaviorProfile:
        """The strategies of both players: `profile`."""
        return self.profile

    @property
    def sizes(self) -> Sizes:
        """The sizes of the game."""
        return Sizes.of_tree(self.game)

    @property
    def bases(self) -> tuple[BasisNames, ...]:
        """The basis at the end of the path of Lemke's algorithm, if this is an equilibrium of the game as it is."""
        path = self.raw.path
        # After a step on the game the path is one of the smaller game, with other variables
        if path is None or not self.raw.solved or self.resolved.preprocess:
            return ()
        names = basis_names(path.problem, path.basis(len(path)))
        return () if names is None else (names,)

    @property
    def shadow_prices(self) -> dict[str, Number]:
        """The derivatives of a player's value with respect to the bounds of constraints, by name; see `ShadowPrice`."""
        return {row.name: row.price for row in self.constraints}

    @property
    def guarantee(self) -> Number | None:
        """The payoff of a response to a known opponent against its best reply; None for all other answers."""
        return guarantee_of(self.certificate, self.resolved)

    @property
    def family(self) -> GameFamily | None:
        """The family in ε that proves a refinement, with behavior and beliefs as functions of ε; None without one."""
        if self.assessment is None or self.assessment.family is None:
            return None
        return GameFamily(self.game, self.assessment.family)

    as_dict = verbs.equilibrium_data
    chart = verbs.chart
    check = verbs.check

    def __repr__(self) -> str:
        first, second = map(short, self.values)
        return f"<Equilibrium of {self.game.title!r}: values {first}, {second}; {self.certificate}>"

    @property
    def _is_refinement(self) -> bool:
        """True if the concept is a check of the certificate, which asks for behavior where play does not lead, too."""
        checks = (*self.certificate.checks, *self.certificate.undecided)
        return self.concept in [check.replace(" ", "-") for check in checks]

    def report(self, *, everything: bool = False) -> Report:
        """Return both strategies, the certificate and the solver's status as tables."""
        game = self.game
        beliefs = None if self.assessment is None else self.assessment.beliefs
        strategies = profile_report(
            self.profile, everything=everything, unreached=self._is_refinement, beliefs=beliefs
        )

        further: list[Part] = []
        if self.profiles is not None:
            further += _payoff_sets(self.profiles, everything)
        if self.levels is not None:
            for levels, name in zip(self.levels, game.players, strict=True):
                further.append(levels.table(f"Levels of {name}"))
        if self.constraints:
            further.append(constraints_table(self.constraints))
        further += guarantee_lines(game.players, self.certificate, self.resolved)
        further += commitment_lines(
            game.players, self.certificate, self.resolved.settings.get("leader")
        )
        further.append(status_line(self.raw, self.seconds))

        certificate = self.certificate.report(
            players=game.players, witnessed=self.witness is not None, more=further
        )
        report = strategies + certificate
        if self.constraints:
            report += Report([], {"constraints": lambda: constraints_table(self.constraints)})
        return report


def guarantee_of(certificate: Certificate, resolved: Resolved) -> Number | None:
    """Return the guarantee of a response to a known opponent; None of all other answers."""
    if certificate.claim != RESPONSE:
        return None
    return certificate.figure(GUARANTEE)[resolved.settings["player"]]


def guarantee_lines(
    players: Sequence[str], certificate: Certificate, resolved: Resolved
) -> list[Line]:
    """Return the guarantee of a response as a line of a report; nothing of all other answers."""
    guarantee = guarantee_of(certificate, resolved)
    if guarantee is None:
        return []
    who = players[resolved.settings["player"]]
    sentence = equation(f"{who} is guaranteed", guarantee).replace(" =", "")  # but "≈" stays
    return [Line(sentence, "bold")]


def commitment_lines(
    players: Sequence[str], certificate: Certificate, leader: int | None
) -> list[Line]:
    """Return what the leader earns by the best correlated commitment as a line of a report; nothing of other claims."""
    if leader is None or CORRELATED_COMMITMENT not in certificate.figures:
        return []
    payoff = certificate.figure(CORRELATED_COMMITMENT)[leader]
    sentence = equation(f"the {CORRELATED_COMMITMENT} earns {players[leader]}", payoff)
    return [Line(sentence.replace(" =", ""))]


def constraints_table(rows: Sequence[ShadowPrice]) -> Table:
    """Return the rows of constraints with their bounds and shadow prices."""
    cells = [list(row) for row in rows]
    return Table("Constraints", ("constraint", "sum", "bound", "shadow price"), "lrrr", cells)


def profile_in(where: str, answer: object) -> BehaviorProfile:
    """Return a profile, or that of an equilibrium; refuse anything else, in a message that begins with `where`."""
    if isinstance(answer, Equilibrium | FoundEquilibrium):
        return answer.profile
    if not isinstance(answer, BehaviorProfile):
        raise InputError(
            f"{where}: an equilibrium or a BehaviorProfile expected, not {type(answer).__name__}"
        )
    return answer


def _row(equilibrium: FoundEquilibrium, place: int) -> list[Cell]:
    index = f"{equilibrium.index:+d}" if equilibrium.nondegenerate else ""
    # Without starts it was found only by following a path back
    return [
        place + 1,
        *equilibrium.values,
        index,
        equilibrium.distribution + 1,
        len(equilibrium.starts) or "back",
        _perfect(equilibrium),
    ]


def _further_checks(equilibria: EquilibriumSet) -> list[str]:
    """Return the checks that were decided, but for the one that has a column in any case."""
    return [check for check in equilibria.checks if check != NORMAL_FORM_PERFECT]


def marks(certificate: Certificate, checks: Sequence[str]) -> list[str]:
    """Return whether checks hold, one text each, as `Certificate.verdict_on`."""
    return [certificate.verdict_on(check) for check in checks]


def marks_table(
    checks: Sequence[str], equilibria: Sequence[Certified], places: Sequence[int] | None = None
) -> Table:
    """Return the marks of equilibria, those at the given places or all, for people; no rows without checks."""
    if places is None:
        places = range(len(equilibria))
    rows: list[list[Cell]] = []
    if checks:
        rows += [[place + 1, *marks(equilibria[place].certificate, checks)] for place in places]
    return Table("Claims about each", ("", *checks), "r" + "l" * len(checks), rows)


def _perfect(equilibrium: FoundEquilibrium) -> str:
    checks = equilibrium.certificate.checks
    if NORMAL_FORM_PERFECT not in checks:
        return "not examined"
    return "yes, proven" if checks[NORMAL_FORM_PERFECT] else "not proven"


def _equilibria_table(equilibria: EquilibriumSet) -> Table:
    values = [f"value of {name}" for name in equilibria.game.players]
    columns = (
        "equilibrium",
        *values,
        "index",
        "nondegenerate",
        "on leaves",
        "starts",
        NORMAL_FORM_PERFECT,
        *_further_checks(equilibria),
    )
    rows: list[list[Cell]] = []
    for place, equilibrium in enumerate(equilibria, start=1):
        row: list[Cell] = [
            place,
            *equilibrium.values,
            equilibrium.index,
            equilibrium.nondegenerate,
            equilibrium.distribution + 1,
            len(equilibrium.starts),
            equilibrium.certificate.checks.get(NORMAL_FORM_PERFECT),
            *marks(equilibrium.certificate, _further_checks(equilibria)),
        ]
        rows.append(row)
    return Table("", columns, "rrrrlrrl" + "l" * len(_further_checks(equilibria)), rows)


def _strategies(equilibria: EquilibriumSet) -> Table:
    if not len(equilibria):
        return Table("", ("equilibrium",), "l", [])
    named = [
        (f"{place}", profile_report(equilibrium.profile).named())
        for place, equilibrium in enumerate(equilibria, start=1)
    ]
    return stacked("equilibrium", named)


def _summary(equilibria: EquilibriumSet) -> list[Line]:
    """Return lines on the search: what is proven, and whether all is done."""
    size = len(equilibria)
    if not size:
        return [Line(f"no equilibrium yet: {equilibria.stopped}")]
    lines: list[Line] = []
    proven = ", ".join(("nash_conv = 0 (exact)", *_common_refinements(equilibria)))
    lines.append(
        Line(
            f"{counted(size, 'equilibrium', 'equilibria')} with {counted(equilibria.distributions, 'distribution')} "
            f"on leaves, from {counted(equilibria.starts, 'start')}; every one proven: {proven}"
        )
    )
    lines += map(Line, equilibria.open_reasons)
    lines += map(Line, equilibria.open_marks)
    pivots = equilibria.pivots
    if len(pivots):
        lengths = f"pivots: {pivots.mean():.1f} on average, {pivots.min():,} to {pivots.max():,}"
        lines.append(Line(lengths, time=f"{equilibria.seconds:.2f} s"))
    if not all(equilibrium.nondegenerate for equilibrium in equilibria):
        of_sets = "which may be one of a connected set, and only that has an index"
        lines.append(Line(f"no index: of a degenerate equilibrium, {of_sets}"))
    if not equilibria.finished:
        lines.append(Line(f"{equilibria.stopped}: stopped before all was done"))
    elif equilibria.closed:
        closed = (
            "all paths followed back until nothing new came; the indices of the bases of the first start add up to "
            f"{equilibria.index_sum:+d}"
        )
        lines.append(Line(closed))
    return lines


def _common_refinements(equilibria: EquilibriumSet) -> list[str]:
    """Return the refinements that all equilibria are proven to be, but for the one that has a column."""
    all_checks = [equilibrium.certificate.checks for equilibrium in equilibria]
    return [
        check
        for check in all_checks[0]
        if check != NORMAL_FORM_PERFECT and all(checks.get(check) for checks in all_checks)
    ]


def _moves_table(strategy: PositionStrategy) -> Table:
    graph = strategy.graph
    rows: list[list[Cell]] = []
    for position in np.flatnonzero(graph.player >= 0).tolist():
        mover = graph.players[int(graph.player[position])]
        for move, share in strategy.at(position).items():
            rows.append([mover, position, graph.move_label(position, move), share])
    return Table("", ("player", "position", "move", "probability"), "lrlr", rows)


def _likeliest_moves(strategy: PositionStrategy) -> Iterator[str]:
    """Yield the movers with their likeliest moves from the initial position to the end."""
    graph = strategy.graph
    position = 0
    while graph.player[position] != END:
        player = int(graph.player[position])
        if player == CHANCE:
            mover = "chance"
            shares = dict(enumerate(graph.chances(position)))
        else:
            mover = graph.players[player]
            shares = strategy.at(position)
        move = max(shares, key=shares.__getitem__)
        yield f"{mover}: {graph.move_label(position, move)}"
        position = graph.moves(position)[move]


def _payoff_sets(profiles: UtilityProfileSet | PayoffSet, everything: bool) -> list[Part]:
    """Return the payoffs of the subgame perfect equilibria: points, lines and rectangles, and each player's range."""
    boxes = profiles.boxes if everything else profiles.boxes[:MAX_BOXES]
    which = " in pure moves" if profiles.pure else ""
    parts: list[Part] = [Line(f"subgame perfect equilibria{which} can pay")]
    parts += [Line(f"  {box}") for box in boxes]
    left_out = len(profiles.boxes) - len(boxes)
    if left_out:
        parts.append(Line(f"  ... and {left_out:,} more", hint=f"{SHOW_ALL} one"))
    ranges = [
        f"{player_label(player)}: {short(low)} to {short(high)}"
        for player, (low, high) in enumerate(profiles.ranges)
    ]
    parts.append(Line(f"  from least to largest: {', '.join(ranges)}"))
    return parts
