"""Equilibria with their certificates: single ones, sets of them, and those of games of perfect information."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np

import seqform.models.verbs as verbs
from seqform.errors import InputError, ModelError
from seqform.models.answers.certificate import (
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
from seqform.models.games.positions import END, PositionStrategy
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

HEURISTIC = "heuristic search: there may be other equilibria; --complete finds all of a small game"


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

    def report(self, *, everything: bool = False) -> Report:
        """Return both strategies and the certificate as tables."""
        players, witnessed = player_names(self.profile), self.witness is not None
        return self.profile.report(everything=everything) + self.certificate.report(
            players=players, witnessed=witnessed
        )

    def __repr__(self) -> str:
        first, second = map(short, self.values)
        index = f"index {self.index:+d}" if self.nondegenerate else "degenerate"
        return (
            f"<FoundEquilibrium: values {first}, {second}; {index}; from {len(self.starts)} starts>"
        )


_One = TypeVar("_One")


class Findings(Tabular, Immutable, Sequence[_One]):
    """The equilibria that a search has found, in its order; `stopped` is empty unless it was cut short."""

    found: tuple[_One, ...]
    stopped: str

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, place: int | slice) -> Any:
        return self.found[place]

    @property
    def finished(self) -> bool:
        """True if the search was not cut short."""
        return not self.stopped


@dataclass(frozen=True, eq=False)
class EquilibriumSet(Computed, Findings[FoundEquilibrium]):
    """The distinct equilibria found, in the order of the first start that led to each.

    `starts` were tried, and there are so many `distributions` on the leaves; `pivots` and `path_seconds` are the
    lengths and times of the paths from every start. The set is `closed` if all paths back were followed until no new
    equilibrium was found; `stopped` is "interrupted" or "time limit" if the search was cut short, else empty.
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

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        super().__post_init__(_made_with)
        for equilibrium in self.found:
            equilibrium.certificate.require_game(self.game)

    @property
    def index_sum(self) -> int:
        """The sum of the indices of the bases of the first start: 1 if the set is closed."""
        return sum(one.index for one in self.found)

    def report(self, *, everything: bool = False) -> Report:
        """Return a table of the equilibria; with `everything` also their strategies."""
        order = sorted(range(len(self)), key=lambda place: (-len(self[place].starts), place))
        shown = order if everything else order[:MAX_ROWS]
        values = (f"value of {name}" for name in self.game.players)
        columns = ("", *values, "index", "on leaves", "starts", "normal-form perfect")
        parts: list[Part] = [
            Line(HEURISTIC),
            Table("", columns, "rrrrrrl", [_row(self[place], place) for place in shown]),
        ]
        parts += map(Line, _summary(self, len(shown)))
        if everything:
            for place in shown:
                strategies = profile_report(self[place].profile, everything=True)
                parts += [Line(""), Line(f"equilibrium {place + 1}", "bold"), *strategies.parts]
        return Report(
            parts,
            {
                "equilibria": lambda: _equilibria_table(self),
                "strategies": lambda: _strategies(self),
            },
        )

    def __repr__(self) -> str:
        return (
            f"<EquilibriumSet of {self.game.title!r}: {len(self)} equilibria with {self.distributions} distributions "
            f"on leaves, from {self.starts} starts>"
        )


@dataclass(frozen=True)
class Resolved:
    """The arguments of `seqform.solve` with all defaults filled in.

    `settings` are the options of the concept, `backend` the name of the solver, or of the method that needs none,
    `preprocess` the steps, and `options` the portable options, with the solver's own as ``raw``.
    """

    concept: str
    settings: Mapping[str, Any]
    backend: str
    preprocess: tuple[str, ...]
    exact: bool
    options: Mapping[str, Any]


@dataclass(frozen=True, eq=False, repr=False)
class PositionEquilibrium(Computed, Tabular):
    """A subgame perfect equilibrium of a game of perfect information, with each player's expected payoff at the start.

    - `profiles`: The payoffs of all subgame perfect equilibria, if they were computed.
    - `certificate`: What was recomputed on the game; none of the answer of a backend that is not verified yet.
    """

    strategy: PositionStrategy
    values: tuple[Fraction, ...]
    profiles: UtilityProfileSet | PayoffSet | None = None
    certificate: PositionCertificate | None = None

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        if self.certificate is not None:
            require_kind(self.certificate, PositionCertificate)
            self.certificate.require(self.strategy, self.values)
            super().__post_init__(_made_with)

    @property
    def profile(self) -> PositionStrategy:
        """The strategies of all players: `strategy`."""
        return self.strategy

    save = verbs.save

    def report(self, *, everything: bool = False) -> Report:
        """Return the expected payoffs and the likeliest line of play."""
        strategy = self.strategy
        graph, moves = strategy.graph, list(_likeliest_moves(self.strategy))
        shown = moves if everything else moves[:MAX_MOVES]
        rows: list[list[Cell]] = [
            list(pair) for pair in zip(graph.players, self.values, strict=True)
        ]
        values = Table(graph.title, ("player", "expects"), "lr", rows)
        parts: list[Part] = [
            values,
            Line(
                f"likeliest line of play: {', '.join(shown)}{' ...' if len(shown) < len(moves) else ''}"
            ),
            Line(f"subgame perfect: {self._verdict}", "bold"),
        ]
        parts += [] if self.profiles is None else _payoff_sets(self.profiles, everything)
        parts += [Line(f"note: {graph.note}", "yellow")] if graph.note else []
        return Report(
            parts, {"values": lambda: values, "strategies": lambda: _moves_table(strategy)}
        )

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


@dataclass(frozen=True, eq=False, repr=False)
class Equilibrium(Computed, Certified):
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
        self.require_types(_made_with)
        object.__setattr__(self, "profile", self.profile.bound_to(self.game))
        if self.witness is not None:
            object.__setattr__(self, "witness", self.witness.bound_to(self.game))
        if self.assessment is not None:
            object.__setattr__(self, "assessment", self.assessment.bound_to(self.game))
        require_kind(self.certificate, Certificate)
        if self.certificate.claim == RESPONSE and "player" not in self.resolved.settings:
            raise ModelError(
                f"certificate: of {RESPONSE.with_article}, and this answer is of {self.concept}"
            )
        self.certificate.require(self.profile)
        super().__post_init__(_made_with)

    @property
    def concept(self) -> str:
        """Name of the equilibrium concept."""
        return self.resolved.concept

    @property
    def backend(self) -> str:
        """Name of the solver, or of the method that needs none."""
        return self.resolved.backend

    @property
    def bases(self) -> tuple[BasisNames, ...]:
        """The basis at the end of the path of Lemke's algorithm, if this is an equilibrium of the game as it is."""
        path = self.raw.path
        if path is None or not self.raw.solved or self.resolved.preprocess:
            return ()
        names = basis_names(path.problem, path.basis(len(path)))
        return () if names is None else (names,)

    @property
    def shadow_prices(self) -> dict[str, Number]:
        """The multipliers of the constraints by name: what a player's value gains per unit of the bound."""
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

    save = verbs.save
    chart = verbs.chart

    def __repr__(self) -> str:
        first, second = map(short, self.values)
        return f"<Equilibrium of {self.game.title!r}: values {first}, {second}; {self.certificate}>"

    def report(self, *, everything: bool = False) -> Report:
        """Return both strategies, the certificate and the solver's status as tables."""
        game, raw = self.game, self.raw
        took = ", ".join(
            f"{phase} {seconds:.2f} s"
            for phase, seconds in self.seconds.items()
            if seconds >= 0.005
        )
        beliefs = None if self.assessment is None else self.assessment.beliefs
        strategies = profile_report(self.profile, everything=everything, beliefs=beliefs)
        more = [] if self.profiles is None else _payoff_sets(self.profiles, everything)
        more += [
            part.table(f"Levels of {name}")
            for part, name in zip(self.levels or (), game.players, strict=False)
        ]
        if self.constraints:
            more.append(constraints_table(self.constraints))
        more += guarantee_lines(game.players, self.certificate, self.resolved)
        more.append(Line(f"{raw.solver}: {raw.status}" + (f"  ({took})" if took else ""), "dim"))
        report = strategies + self.certificate.report(
            players=game.players, witnessed=self.witness is not None, more=more
        )
        rows = self.constraints
        return (
            report + Report([], {"constraints": lambda: constraints_table(rows)})
            if rows
            else report
        )


def require_kind(certificate: object, expected: type) -> None:
    """Raise `ModelError` for a certificate of another class of answers."""
    if not isinstance(certificate, expected):
        raise ModelError(
            f"certificate: a {expected.__name__} expected, not {type(certificate).__name__}"
        )


def guarantee_of(certificate: Certificate, resolved: Resolved) -> Number | None:
    """Return the guarantee of a response to a known opponent; None of all other answers."""
    if certificate.claim != RESPONSE:
        return None
    return certificate.figure(GUARANTEE)[resolved.settings["player"]]


def guarantee_lines(
    players: Sequence[str], certificate: Certificate, resolved: Resolved
) -> list[Line]:
    """Return the guarantee of a response as a line of a report; nothing of all other answers."""
    if (guarantee := guarantee_of(certificate, resolved)) is None:
        return []
    who = players[resolved.settings["player"]]
    return [Line(f"{equation(f'{who} is guaranteed', guarantee).replace(' =', '')}", "bold")]


def constraints_table(rows: Sequence[ShadowPrice]) -> Table:
    """Return the rows of constraints with their bounds and shadow prices."""
    return Table(
        "Constraints",
        ("constraint", "sum", "bound", "shadow price"),
        "lrrr",
        [list(row) for row in rows],
    )


def profile_in(where: str, given: object) -> BehaviorProfile:
    """Return a profile, or that of an equilibrium; refuse anything else, in a message that begins with `where`."""
    if isinstance(given, Equilibrium | FoundEquilibrium):
        return given.profile
    if not isinstance(given, BehaviorProfile):
        raise InputError(
            f"{where}: an equilibrium or a BehaviorProfile expected, not {type(given).__name__}"
        )
    return given


def _row(one: FoundEquilibrium, place: int) -> list[Cell]:
    index = f"{one.index:+d}" if one.nondegenerate else ""
    return [
        place + 1,
        *one.values,
        index,
        one.distribution + 1,
        len(one.starts) or "back",
        _perfect(one),
    ]


def _perfect(one: FoundEquilibrium) -> str:
    if NORMAL_FORM_PERFECT not in one.certificate.checks:
        return "not examined"
    return "yes, proven" if one.certificate.checks[NORMAL_FORM_PERFECT] else "not proven"


def _equilibria_table(found: EquilibriumSet) -> Table:
    values = (f"value of {name}" for name in found.game.players)
    columns = (
        "equilibrium",
        *values,
        "index",
        "nondegenerate",
        "on leaves",
        "starts",
        NORMAL_FORM_PERFECT,
    )
    rows = [
        [
            place,
            *one.values,
            one.index,
            one.nondegenerate,
            one.distribution + 1,
            len(one.starts),
            one.certificate.checks.get(NORMAL_FORM_PERFECT),
        ]
        for place, one in enumerate(found, start=1)
    ]
    return Table("", columns, "rrrrlrrl", rows)


def _strategies(found: EquilibriumSet) -> Table:
    named = [
        (f"{place}", profile_report(one.profile).named())
        for place, one in enumerate(found, start=1)
    ]
    return stacked("equilibrium", named) if named else Table("", ("equilibrium",), "l", [])


def _summary(found: EquilibriumSet, shown: int) -> list[str]:
    if not len(found):
        return [f"no equilibrium yet: {found.stopped}"]
    sentences = []
    if shown < len(found):
        sentences.append(
            f"{counted(len(found) - shown, 'more equilibrium', 'more equilibria')}; {SHOW_ALL} one"
        )
    sentences.append(
        f"{counted(len(found), 'equilibrium', 'equilibria')} with {counted(found.distributions, 'distribution')} "
        f"on leaves, from {counted(found.starts, 'start')}; every one proven: "
        + ", ".join(("nash_conv = 0 (exact)", *_common_refinements(found)))
    )
    if len(found.pivots):
        sentences.append(
            f"pivots: {found.pivots.mean():.1f} on average, {found.pivots.min():,} to {found.pivots.max():,}; "
            f"{found.seconds:.2f} s"
        )
    if not all(one.nondegenerate for one in found):
        sentences.append(
            "no index: of a degenerate equilibrium, which may be one of a connected set, and only that has an index"
        )
    if not found.finished:
        sentences.append(f"{found.stopped}: stopped before all was done")
    elif found.closed:
        sentences.append(
            "all paths followed back until nothing new came; the indices of the bases of the first start add up to "
            f"{found.index_sum:+d}"
        )
    return sentences


def _common_refinements(found: EquilibriumSet) -> list[str]:
    """Return the refinements that all equilibria are proven to be, but for the one that has a column."""
    first, *others = (equilibrium.certificate.checks for equilibrium in found)
    return [
        check
        for check, holds in first.items()
        if holds and check != NORMAL_FORM_PERFECT and all(checks.get(check) for checks in others)
    ]


def _moves_table(strategy: PositionStrategy) -> Table:
    graph = strategy.graph
    rows: list[list[Cell]] = [
        [
            graph.players[int(graph.player[position])],
            position,
            graph.move_label(position, move),
            share,
        ]
        for position in np.flatnonzero(graph.player >= 0).tolist()
        for move, share in strategy.at(position).items()
    ]
    return Table("", ("player", "position", "move", "probability"), "lrlr", rows)


def _likeliest_moves(strategy: PositionStrategy) -> Iterator[str]:
    graph, position = strategy.graph, 0
    while (player := int(graph.player[position])) != END:
        shares = (
            dict(enumerate(graph.chances(position))) if player == CHANCE else strategy.at(position)
        )
        move = max(shares, key=shares.__getitem__)
        yield f"{'chance' if player == CHANCE else graph.players[player]}: {graph.move_label(position, move)}"
        position = graph.moves(position)[move]


def _payoff_sets(profiles: UtilityProfileSet | PayoffSet, everything: bool) -> list[Part]:
    """Return the payoffs of the subgame perfect equilibria: points, lines and rectangles, and each player's range."""
    shown = profiles.boxes if everything else profiles.boxes[:MAX_BOXES]
    rest = len(profiles.boxes) - len(shown)
    more = [f"... and {rest:,} more; {SHOW_ALL} one"] if rest else []
    which = " in pure moves" if profiles.pure else ""
    ranges = (
        f"player {k}: {short(low)} to {short(high)}"
        for k, (low, high) in enumerate(profiles.ranges, 1)
    )
    lines = *map(str, shown), *more, f"from least to largest: {', '.join(ranges)}"
    texts = (f"subgame perfect equilibria{which} can pay", *(f"  {line}" for line in lines))
    return [Line(text) for text in texts]
