"""Best subgame perfect equilibria of two-player trees with chance, by mixed-integer programs, one for each measure.

They are exact but for the claim that no other equilibrium is better.
"""

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
    Measure,
    subgame_perfect_milp,
)
from seqform.errors import ModelError, SolveError
from seqform.models.answers.equilibrium import PositionEquilibrium, PositionSolution
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import short
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.profile_set import OBJECTIVES, ObjectiveLike, objective
from seqform.solving.request import time_left

MIXED_INTEGER_BACKEND = "highs"

TOLERANCE = 1e-9
"""Of the solver, as a share of the payoffs' spread, unless the options have one."""

_SETTLED = 10
"""Times the tolerance: what value and bound may differ by, as a share of the payoffs' spread."""

_PATTERNS = 20


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
    payoffs' spread, and count as settled.
    """

    solution: PositionSolution
    attained: tuple[Attained, ...]
    within: float

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
        one = next((one for one in self.attained if not one.settled), self.attained[0])
        if self.settled:
            names = ",".join(one.measure for one in self.attained)
            solver = self.solution.solver.partition(" ")[0] or "the solver"
            if all(one.proved for one in self.attained):
                return f"best by {names}: all equilibria pay the same"
            return (
                f"best by {names} to {self.within:g} of the payoffs' spread, as {solver} claims in doubles: "
                f"none above {one.bound:.12g} by {one.measure}"
            )
        bound = "no bound" if math.isinf(one.bound) else f"the bound is {one.bound:.12g}"
        known = f"{short(one.value)} is attained, {bound} ({self.solution.termination})"
        return f"perhaps not the best by {one.measure}: {known}"

    def __repr__(self) -> str:
        best = ", ".join(f"{one.measure} {short(one.value)}" for one in self.attained)
        return f"<OptimalWithChance: {best}{'' if self.settled else ', not settled'}>"


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

    Among equally good equilibria it is one with the largest sum of payoffs, then the largest payoff of player 1.

    The objective is ``social``, ``fairest``, ``single-maximum``, ``best-for-1``, ``best-for-2``, or several of them,
    the first counting most. The time limit is for everything; at the limit the best one found so far comes back. More
    than `max_binaries` choices are refused.

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
    stated = subgame_perfect_milp(graph, _measures(wanted), max_binaries)
    search = _Search(stated, get(MIXED_INTEGER_BACKEND) if solver is None else solver, options or SolveOptions())
    found = search.run()
    return _conclusion(stated, found, search)


def _measures(wanted: ObjectiveLike) -> list[str]:
    """Return the measures in their order, and then those that choose among equally good equilibria."""
    named = objective(wanted)
    names = named.name.split(",")
    if not OBJECTIVES.keys() >= set(names) or (len(names) == 1 and OBJECTIVES[named.name] is not named):
        raise ModelError(
            f"objective {named.name}: with chance, equilibria are compared by a mixed-integer program, which takes no "
            f"functions; take {', '.join(MEASURES)}, or several of them with commas between"
        )
    names = list(dict.fromkeys([*names, "social", "best-for-1"]))
    linear = [place for place, name in enumerate(names) if name in ("social", "best-for-1", "best-for-2")]
    return names[: linear[1] + 1]  # two of these settle both payoffs


@dataclass(frozen=True, eq=False)
class _Found:
    """The best exact point for a measure, and the claim of the solver."""

    primal: ExactArray
    value: Fraction
    bound: float
    finished: bool
    raw: RawSolution
    proved: bool = False


class _Search:
    """The measures one after the other, within the limits."""

    def __init__(self, stated: EquilibriumProgram, solver: Backend, options: SolveOptions) -> None:
        self.stated, self.solver = stated, solver
        self.options = replace(options, tolerance=options.tolerance or TOLERANCE)
        self.within = _SETTLED * (self.options.tolerance or TOLERANCE)
        self.started = time.perf_counter()

    def run(self) -> list[_Found]:
        """Return the results for the measures, as far as time allowed."""
        found: list[_Found] = []
        for place in range(len(self.stated.measures)):
            if found and not found[-1].finished:
                break
            found.append(self._best(place, [one.value for one in found], found[-1].primal if found else None))
        return found

    def _best(self, place: int, attained: Sequence[Fraction], known: ExactArray | None) -> _Found:
        """Return the best pattern for a measure; patterns that only doubles allow are excluded one by one."""
        column = self.stated.measures[place].column
        if not self.stated.parts.whole_columns:
            return self._without_choices(place, attained)
        best, excluded = known, list[ExactArray]()
        for _ in range(_PATTERNS):
            left = time_left(self.options.time_limit, self.started)
            program, options = self.stated.program(place, attained, excluded), replace(self.options, time_limit=left)
            raw: RawSolution = solved_by(self.solver, program, options)
            if raw.primal is None:
                break
            pattern = self.stated.pattern(raw.primal)
            exact = ExactBackend().solve(self.stated.program(place, attained).with_fixed(pattern))
            point = exact.primal if exact.solved and isinstance(exact.primal, ExactArray) else None
            if point is not None and (best is None or point[column] > best[column]):
                best = point
            if not raw.solved or (best is not None and self.settled(best[column], raw.objective)):
                break
            excluded.append(pattern)
        if best is None:
            raise SolveError(f"{self.stated.graph.title}: no equilibrium found: {_reason(raw)}", raw)
        exhausted = bool(excluded) and raw.termination is Termination.INFEASIBLE
        most = -math.inf if exhausted else math.inf if raw.bound is None else raw.bound
        return _Found(best, best[column], max(float(best[column]), most), exhausted or raw.solved, raw)

    def settled(self, value: Fraction, bound: float | Fraction | None) -> bool:
        """Return whether a value and a bound, in the scale of a measure, agree."""
        return bound is not None and bound <= float(value) + self.within

    def _without_choices(self, place: int, attained: Sequence[Fraction]) -> _Found:
        """Return the optimum where every move is settled beforehand: that of an exact linear program."""
        raw = ExactBackend().solve(self.stated.program(place, attained).with_fixed(ExactArray.zeros(0)))
        if not isinstance(raw.primal, ExactArray):
            raise SolveError(f"{self.stated.graph.title}: no equilibrium found: {raw.termination} ({raw.status})", raw)
        value = raw.primal[self.stated.measures[place].column]
        return _Found(raw.primal, value, float(value), True, raw, proved=True)


def _reason(raw: RawSolution) -> str:
    """Return why the solver found no equilibrium; every game has one, so no program is infeasible."""
    if raw.solved or raw.termination in (Termination.INFEASIBLE, Termination.INFEASIBLE_OR_UNBOUNDED):
        return "doubles do not distinguish its payoffs"
    return f"{raw.termination} ({raw.status})"


def _conclusion(stated: EquilibriumProgram, found: list[_Found], search: _Search) -> OptimalWithChance:
    primal = found[-1].primal
    strategy = stated.strategy(primal)
    values = stated.values(primal)
    attained = tuple(
        _attained(measure, one, values, search) for measure, one in zip(stated.measures, found, strict=False)
    )
    first, last = attained[0], found[-1]
    solution = PositionSolution(
        Termination.SOLVED if last.finished else last.raw.termination,
        last.raw.status,
        objective=first.value,
        bound=first.bound,
        iterations=last.raw.iterations,
        seconds=time.perf_counter() - search.started,
        options=last.raw.options,
        solver=last.raw.solver,
        equilibrium=PositionEquilibrium(strategy, values),
    )
    return OptimalWithChance(solution, attained, search.within)


def _attained(measure: Measure, found: _Found, values: tuple[Fraction, ...], search: _Search) -> Attained:
    scale, value = measure.scale, OBJECTIVES[measure.name].measure(values[0], values[1])
    bound = float(scale.least) + float(scale.unit) * found.bound
    settled = found.finished and search.settled((value - scale.least) / scale.unit, found.bound)
    return Attained(measure.name, value, bound, settled, found.proved)
