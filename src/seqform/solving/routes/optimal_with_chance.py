"""The best subgame perfect equilibrium of a two-player tree with chance, by a mixed-integer program."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from seqform.backends import get
from seqform.backends.answers import solved_by
from seqform.backends.exact.solution import ExactBackend
from seqform.backends.protocol import Backend, SolveOptions
from seqform.builders.programs.mixed_integer import (
    MAX_BINARIES,
    MEASURES,
    EquilibriumProgram,
    subgame_perfect_milp,
)
from seqform.errors import ModelError, SolveError
from seqform.models.answers.equilibrium import PositionEquilibrium, PositionSolution
from seqform.models.games.infosets import player_label
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import short
from seqform.models.programs.linear import MixedIntegerProgram
from seqform.models.programs.solutions import NO_OPTIMUM, RawSolution, Termination
from seqform.models.strategies.profile_set import OBJECTIVES, ObjectiveLike, PayoffBound, objective
from seqform.solving.defaults import DEFAULT_BACKENDS
from seqform.solving.request import time_left

TOLERANCE = 1e-9
"""Of the solver, as a share of the payoffs' spread, unless the options have one."""

_SETTLED = 10
"""Times the tolerance: what value and bound may differ by, as a share of the payoffs' spread."""

_PATTERNS = 20
"""Patterns of binaries that are tried for a measure, beyond which its bound is taken as it is."""


@dataclass(frozen=True)
class Attained:
    """The value of the equilibrium by one measure.

    `bound` is on the value of any that is as good by the measures before: the claim of a solver, in doubles, unless it
    is `proved`, as every move was settled beforehand. The value is `settled` if both agree, to ten times the tolerance.
    """

    measure: str
    value: Fraction
    bound: float
    settled: bool
    proved: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class OptimalWithChance:
    """The best subgame perfect equilibrium that was found.

    `solution` has the equilibrium, exact, and the answer of the solver, of all measures
    together; its objective and bound are those of the first. `attained` is for the measures of the objective in their
    order, then for those that choose among equally good ones. Value and bound may differ by `within`, a share of the
    payoffs' spread, and count as settled. The equilibrium, and all that it is compared with, keep to the `bounds`.
    """

    solution: PositionSolution
    attained: tuple[Attained, ...]
    within: float
    bounds: tuple[PayoffBound, ...] = ()

    @property
    def equilibrium(self) -> PositionEquilibrium:
        """The equilibrium."""
        assert self.solution.equilibrium is not None
        return self.solution.equilibrium

    @property
    def settled(self) -> bool:
        """True if the search ended: the solver claims that none is better, within its tolerance."""
        return all(measure.settled for measure in self.attained)

    @property
    def claim(self) -> str:
        """The knowledge about better equilibria, by the first measure that is not settled, or by all."""
        if self.settled:
            return self._claim_of_settled()
        open_measure = next(attained for attained in self.attained if not attained.settled)
        bound = f"the bound is {open_measure.bound:.12g}"
        if math.isinf(open_measure.bound):
            bound = "no bound"
        known = f"{short(open_measure.value)} is attained, {bound} ({self.solution.termination})"
        return f"perhaps not the best by {open_measure.measure}: {known}"

    def _claim_of_settled(self) -> str:
        """Return the claim that the equilibrium is the best one, and whose claim that is."""
        names = ",".join(attained.measure for attained in self.attained)
        if self.bounds:
            names += f" where {' and '.join(map(str, self.bounds))}"
        if all(attained.proved for attained in self.attained):
            return f"best by {names}: all equilibria pay the same"
        solver = self.solution.solver.partition(" ")[0] or "the solver"
        first = self.attained[0]
        return (
            f"best by {names} to {self.within:g} of the payoffs' spread, as {solver} claims in doubles: "
            f"none above {first.bound:.12g} by {first.measure}"
        )

    def __repr__(self) -> str:
        best = ", ".join(
            f"{attained.measure} {short(attained.value)}" for attained in self.attained
        )
        remark = "" if self.settled else ", not settled"
        return f"<OptimalWithChance: {best}{remark}>"


def optimal_with_chance(
    graph: PositionGraph,
    wanted: ObjectiveLike = "social",
    *,
    solver: Backend | None = None,
    options: SolveOptions | None = None,
    max_binaries: int = MAX_BINARIES,
) -> OptimalWithChance:
    """Return the best subgame perfect equilibrium of a two-player tree, with chance or without.

    A solver, HiGHS by default, solves the mixed-integer program of `subgame_perfect_milp`. Of its answer only the
    binaries are read, which state between which moves players mix; with them, payoffs and probabilities are computed by
    an exact linear program. What is left in doubles is the claim that there is no
    better one.

    Among equally good equilibria it is one with the largest sum of payoffs, then the largest payoff of player 0.

    The objective is ``social``, ``fairest``, ``single-maximum``, ``best-for-1``, ``best-for-2``, or several of them,
    the first counting most, perhaps with bounds such as ``social where 2>=4``. The time limit is for everything; at the
    limit the best one found so far comes back. More than `max_binaries` choices are refused.

    Raises GameError if there are not two players, positions are shared, or there are too many choices. Raises
    ModelError if the objective is another. Raises SolveError if no equilibrium was found within the limits, or doubles
    do not distinguish the payoffs.

    References
    ----------
    Littman, Ravi, Talwar & Zinkevich (2006), section 1.6: the problem is NP-hard.

    Examples
    --------
    >>> import seqform as sf
    >>> optimal_with_chance(sf.load("knapsack", kind="positions"), "best-for-2").settled
    True
    """
    bounds = objective(wanted).bounds
    for player, _, _ in bounds:
        if player >= len(graph.players):
            raise ModelError(
                f"objective: bounds on {player_label(player)}, and {graph.title} has {len(graph.players)}"
            )
    program = subgame_perfect_milp(graph, _measures(wanted), max_binaries, bounds)
    backend = get(DEFAULT_BACKENDS[MixedIntegerProgram]) if solver is None else solver
    search = _Search(program, backend, options or SolveOptions(), bounds)
    optima = search.run()
    last = optima[-1]

    values = program.values(last.primal)
    attained: list[Attained] = []
    for measure, optimum in zip(program.measures, optima, strict=False):
        scale = measure.scale
        value = OBJECTIVES[measure.name].measure(values[0], values[1])
        bound = float(scale.least) + float(scale.unit) * optimum.bound
        is_settled = optimum.finished and search.is_settled(
            (value - scale.least) / scale.unit, optimum.bound
        )
        attained.append(Attained(measure.name, value, bound, is_settled, optimum.proved))

    solution = PositionSolution(
        Termination.SOLVED if last.finished else last.raw.termination,
        last.raw.status,
        objective=attained[0].value,
        bound=attained[0].bound,
        iterations=last.raw.iterations,
        seconds=time.perf_counter() - search.started,
        options=last.raw.options,
        solver=last.raw.solver,
        equilibrium=PositionEquilibrium(program.strategy(last.primal), values),
    )
    return OptimalWithChance(solution, tuple(attained), search.within, bounds)


def _measures(wanted: ObjectiveLike) -> list[str]:
    """Return the measures in their order, and then those that choose among equally good equilibria."""
    named = objective(wanted)
    names = named.name.partition(" where ")[0].split(",")
    is_known = OBJECTIVES.keys() >= set(names)
    # An own function may bear the name of a measure.
    is_function = is_known and len(names) == 1 and OBJECTIVES[names[0]].measure is not named.measure
    if is_function or not is_known:
        raise ModelError(
            f"objective {named.name}: with chance, equilibria are compared by a mixed-integer program, which takes no "
            f"functions; take {', '.join(MEASURES)}, or several of them with commas between, and bounds if you wish"
        )

    names = list(dict.fromkeys([*names, "social", "best-for-1"]))
    linear = ("social", "best-for-1", "best-for-2")
    places = [place for place, name in enumerate(names) if name in linear]
    return names[: places[1] + 1]  # two of these settle both payoffs


@dataclass(frozen=True, eq=False)
class _Optimum:
    """The best exact point for a measure, and the claim of the solver."""

    primal: ExactArray
    value: Fraction
    bound: float
    finished: bool
    raw: RawSolution
    proved: bool = False


class _Search:
    """The measures one after the other, within the limits.

    For each measure the mixed-integer program is solved in doubles, with the measures before it kept at what they have
    attained. Of the answer the binaries alone are read; with them fixed, the linear program that is left is solved
    exactly. If it is infeasible or worse than what the solver states, doubles did not distinguish the payoffs: the
    pattern of binaries is excluded and the next one is asked for, until value and bound agree.
    """

    def __init__(
        self,
        program: EquilibriumProgram,
        solver: Backend,
        options: SolveOptions,
        bounds: Sequence[PayoffBound],
    ) -> None:
        tolerance = options.tolerance or TOLERANCE
        self.program = program
        self.solver = solver
        self.bounds = bounds
        self.options = replace(options, tolerance=tolerance)
        self.within = _SETTLED * tolerance
        self.started = time.perf_counter()

    def run(self) -> list[_Optimum]:
        """Return the results for the measures, as far as time allowed."""
        optima: list[_Optimum] = []
        known: ExactArray | None = None
        for place in range(len(self.program.measures)):
            attained = [optimum.value for optimum in optima]
            if self.program.parts.whole_columns:
                optimum = self._best(place, attained, known)
            else:
                optimum = self._without_choices(place, attained)
            optima.append(optimum)
            known = optimum.primal
            if not optimum.finished:
                break
        return optima

    def _best(self, place: int, attained: Sequence[Fraction], known: ExactArray | None) -> _Optimum:
        """Return the best pattern for a measure; patterns that only doubles allow are excluded one by one."""
        column = self.program.measures[place].column
        best = known
        excluded: list[ExactArray] = []
        for _ in range(_PATTERNS):
            left = time_left(self.options.time_limit, self.started)
            options = replace(self.options, time_limit=left)
            program = self.program.program(place, attained, excluded)
            raw: RawSolution = solved_by(self.solver, program, options)
            if raw.primal is None:
                break
            pattern = self.program.pattern(raw.primal)
            point = self._exact_point(place, attained, pattern)
            if point is not None and (best is None or point[column] > best[column]):
                best = point
            is_settled = best is not None and self.is_settled(best[column], raw.objective)
            if is_settled or not raw.solved:
                break
            excluded.append(pattern)

        if best is None:
            raise self._failure(raw, bool(excluded))
        is_exhausted = bool(excluded) and raw.termination is Termination.INFEASIBLE
        bound = math.inf if raw.bound is None else raw.bound
        if is_exhausted:  # there is no pattern but those that were tried
            bound = -math.inf
        value = best[column]
        return _Optimum(best, value, max(float(value), bound), is_exhausted or raw.solved, raw)

    def _exact_point(
        self, place: int, attained: Sequence[Fraction], pattern: ExactArray
    ) -> ExactArray | None:
        """Return the exact optimum with fixed binaries; None if there is none."""
        program = self.program.program(place, attained).with_fixed(pattern)
        raw = ExactBackend().solve(program)
        return raw.primal if raw.solved and isinstance(raw.primal, ExactArray) else None

    def _failure(self, raw: RawSolution, has_excluded: bool) -> SolveError:
        """Return the error where no equilibrium was found."""
        if raw.termination is Termination.INFEASIBLE and self.bounds and not has_excluded:
            claims = f"as {self.solver.name} claims in doubles"
            return SolveError(f"{self._none_within_bounds}, {claims}", raw)
        reason = f"{raw.termination} ({raw.status})"
        if raw.solved or raw.termination in NO_OPTIMUM:  # every game has an equilibrium
            reason = "doubles do not distinguish its payoffs"
        return SolveError(f"{self.program.graph.title}: no equilibrium found: {reason}", raw)

    @property
    def _none_within_bounds(self) -> str:
        bounds = " and ".join(map(str, self.bounds))
        return f"{self.program.graph.title}: no subgame perfect equilibrium keeps to {bounds}"

    def is_settled(self, value: Fraction, bound: float | Fraction | None) -> bool:
        """Return whether a value and a bound, in the scale of a measure, agree."""
        return bound is not None and bound <= float(value) + self.within

    def _without_choices(self, place: int, attained: Sequence[Fraction]) -> _Optimum:
        """Return the optimum where every move is settled beforehand: that of an exact linear program."""
        program = self.program.program(place, attained).with_fixed(ExactArray.zeros(0))
        raw = ExactBackend().solve(program)
        if raw.termination is Termination.INFEASIBLE and self.bounds:
            raise SolveError(self._none_within_bounds, raw)
        if not isinstance(raw.primal, ExactArray):
            raise SolveError(
                f"{self.program.graph.title}: no equilibrium found: {raw.termination} ({raw.status})",
                raw,
            )
        value = raw.primal[self.program.measures[place].column]
        return _Optimum(raw.primal, value, bound=float(value), finished=True, raw=raw, proved=True)
