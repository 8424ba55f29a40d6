"""Lemke paths of one game: the trace of one, pivot by pivot, and paths from numbered starts, forward and back."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from seqform.backends.lemke.backend import (
    LemkeOptions,
    follow_path,
    lemke_options,
    limits,
    raw_solution,
)
from seqform.backends.lemke.exact_basis import ExactBasis
from seqform.backends.lemke.path import LemkeResult
from seqform.backends.protocol import SolveOptions, options_among
from seqform.builders.forms.sequence_form import behavior_profile, sequence_form
from seqform.builders.programs.lcp import GameLcp, Initial, game_lcp, koller_megiddo_von_stengel
from seqform.errors import InputError, ModelError, TimeLimitError
from seqform.io.load import load
from seqform.io.profiles import read_known
from seqform.models.answers.components import ExtremeEquilibrium
from seqform.models.answers.equilibrium import FoundEquilibrium, KnownEquilibrium
from seqform.models.answers.trace import Trace, TraceRow, same_plans
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Ints
from seqform.models.numbers.text import counted, short
from seqform.models.options import ALL_ONES, Start
from seqform.models.programs.complementarity import LinearComplementarityProblem, PathStart
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import (
    CUT_SHORT,
    BasisNames,
    ComplementaryPath,
    RawSolution,
    Termination,
)
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans
from seqform.models.strategies.tables import sequence_names
from seqform.paths.bases import end_bases, is_basis_of, is_end, solution_of
from seqform.paths.partition import complementary_basis
from seqform.paths.points import exceeds_doubles, path_rows, with_exact_z0, with_points_of
from seqform.paths.spanning import NoListError, with_bases_near
from seqform.solving.concepts import Formulation
from seqform.solving.request import Progress
from seqform.solving.routes.starts import starting_plans
from seqform.system import watch
from seqform.system.deadline import Deadline, OutOfTimeError, within
from seqform.system.files import file_of_member, is_taken

NEAR_ONE = 1e-9
"""Distance at which z0 in doubles counts as 1."""

TRACED_EXACTLY = 64
"""Largest number of variables of a problem whose path is traced by the tableau, with exact z0, by default."""

NOWHERE = "No path from the best responses to this start ends at the equilibrium"
"""The beginning of the remark on an equilibrium at which no path of the start ends."""

NO_BASIS = "equilibrium: it has no complementary basis, so no path from best responses to any start ends there"
"""The beginning of the refusal of an equilibrium near which no path ends."""

OWN_END = "the end of its own path"
"""The status of a path back that is the path of the start to the equilibrium."""

MOST_FOLLOWED = 20
"""Extreme equilibria whose paths are followed in place of that of an equilibrium without a basis."""


def trace(
    game: ExtensiveGame | str | Path | Any,
    *,
    start: Start = "centroid",
    equilibrium: Start
    | FoundEquilibrium
    | ExtremeEquilibrium
    | KnownEquilibrium
    | Trace
    | Any
    | None = None,
    path_start: PathStart | Initial = "best-response",
    formulation: Formulation = "sequence-form",
    options: SolveOptions | Mapping[str, Any] | None = None,
    points: bool = False,
    progress: Progress | None = None,
    **portable: Any,
) -> Trace:
    """Follow the path from a start, and return every pivot with the entering and leaving variables and its point.

    Parameters
    ----------
    start : "centroid", "random:SEED", "ones", the path of a profile's JSON file, a profile or plans
        (p, q). "ones" is the covering vector of Koller, Megiddo & von Stengel, whose path is not one of plans.
    equilibrium : anything that `start` accepts but "ones", or an equilibrium among several, optional
        Follow the path of the start that begins at this exact equilibrium, z0 rising from 0, to an equilibrium of the
        opposite index (vSvET, section 7); or back to the start if this equilibrium is the end of its own path. A
        degenerate equilibrium has several bases. Of those that it has kept, as the end of another path or in a file of
        this program, and else of all, the ones are taken at which paths of the start end, ties being broken as from the
        start; each is followed, and `others` are the paths from the second on. Where no path of the start ends at the
        equilibrium, ties are broken by the columns of one of its bases, which `remarks` has. An equilibrium that lies
        between others, or at which too many conditions hold with equality, has no basis: then the path of each extreme
        equilibrium that spans it is followed, or of each neighbour in a set of equilibria, up to `MOST_FOLLOWED`.
    path_start : "best-response", "slacks" or PathStart
        The first basis: one of best responses, where the path leaves (p, q) at once; the slacks, after which pivots
        that do not move (x̄, ȳ) bring u' and v' in; or any other, such as the `end` of another start's path.
    options : SolveOptions, or a mapping of its fields, optional
        With the options of the backend "lemke" in ``raw``; a field may also be given by itself (``time_limit=60``).
    points : bool
        Compute (x̄, ȳ) and z0 after every pivot, exactly: a linear system each. `row.plans` is in the order of the
        sequences of the form; of a game of matrices `game.plans(row.plans)` is in that of the columns.
    progress : callable, optional
        Called with short progress messages.

    Returns
    -------
    Trace
        After Ctrl-C, or at a limit, of the path so far.

    Raises
    ------
    ModelError
        If an argument does not apply; or if `equilibrium` is none, exactly, or neither it nor an extreme equilibrium
        near it has a complementary basis.

    References
    ----------
    von Stengel, van den Elzen & Talman, Econometrica 70 (2002), sections 3, 4 and 7.

    Examples
    --------
    >>> path = trace("vsvet-figure-1", path_start="best-response", points=True)
    >>> for row in path.rows[1:]:
    ...     print(row.pivots, row.entering, "enters,", row.leaving, "leaves, z0 =", row.z0)
    1 x ∅ enters, r after R T leaves, z0 = 2/3
    2 x after R T enters, x after R S leaves, z0 = 2/3
    3 r after R S enters, z0 leaves, z0 = 0
    """
    if "initial" in portable:
        raise InputError(
            f"trace: no argument initial, which is path_start in Python: path_start={portable['initial']!r}"
        )
    options = options_among(
        "trace", ("time_limit", "verbose", "progress", "raw"), options, **portable
    )
    if options.progress is None:
        options = replace(options, progress=progress)
    own = lemke_options(options)
    game = load(game, progress=progress)
    form = sequence_form(game).target
    began = time.perf_counter()
    name = str(start) if isinstance(start, str | Path) else "given plans"
    if name == ALL_ONES:
        _refuse_with_ones(points, equilibrium, path_start, formulation)
        problem = koller_megiddo_von_stengel(form)
        end, raw = _followed(problem.target, own, options, began)
        profile = None
        if raw.solved:
            profile = behavior_profile(form, problem.lift(raw)).bound_to(game)
        rows, doubts = with_exact_z0(path_rows(end.path), end.path, _deadline(options, began))
        return Trace(
            game, None, name, formulation, tuple(rows), raw, profile=profile, remarks=doubts
        )
    plans = starting_plans(game, form, start)
    lcp = game_lcp(form, formulation)
    tracer = _Tracer(game, form, lcp, plans, name, formulation, own, options, points, began)
    if equilibrium is not None:
        if path_start != "best-response":
            raise ModelError(
                "equilibrium: it determines the first basis; leave path_start (--initial) out"
            )
        known, bases, listed = _known(equilibrium, game, form)
        return tracer.back(known, bases, listed, _last_basis(equilibrium, lcp))
    if isinstance(path_start, PathStart):
        return tracer.follow(replace(lcp.problem(plans, "slacks"), start=path_start))
    return tracer.follow(lcp.problem(plans, path_start))


@dataclass(frozen=True, eq=False)
class _Tracer(Immutable):
    """What all paths of one call have in common."""

    game: ExtensiveGame
    form: SequenceForm
    lcp: GameLcp
    plans: RealizationPlans
    name: str
    formulation: Formulation
    own: LemkeOptions
    options: SolveOptions
    points: bool
    began: float

    def follow(self, problem: LinearComplementarityProblem, *, back: bool = False) -> Trace:
        """Follow a path to its end: an equilibrium, or of a path back the start, from which a ray leaves."""
        end, raw = _followed(problem, self.own, self.options, self.began)
        rows = path_rows(end.path)
        doubts: tuple[str, ...] = ()
        if not self.points:
            rows, doubts = with_exact_z0(rows, end.path, _deadline(self.options, self.began))

        # A path back to the start goes on with z0 = 1 for some pivots, which are of no interest.
        arrived = None
        if back:
            arrived = self._arrival(rows, end)
        if arrived is not None:
            rows = rows[: arrived + 1]
        if self.points:  # with exact z0, of the rows that are left
            rows, raw = self._located(rows, end.path, raw)

        profile = None
        if raw.solved and arrived is None:
            profile = behavior_profile(self.form, self.lcp.plans(end.z)).bound_to(self.game)
        trace = Trace(
            self.game,
            self.plans,
            self.name,
            self.formulation,
            tuple(rows),
            raw,
            profile=profile,
            remarks=doubts,
        )
        if arrived is None:
            return trace
        return trace.recomputed(returned=True)

    def _arrival(self, rows: Sequence[TraceRow], end: LemkeResult) -> int | None:
        """Return the row from which on z0 = 1, where the path ends on the ray of the start; None if it does not.

        A path with z0 = 1 that does not end on the ray has passed by the start: with the ties broken, z0 falls again
        from a little below 1, to an equilibrium of the opposite index.
        """
        if end.termination is not Termination.SECONDARY_RAY or end.z0 != 1:
            return None
        arrived = len(rows) - 1
        while arrived > 1 and self._is_at_start(rows[arrived - 1], end.path):
            arrived -= 1
        return arrived

    def _is_at_start(self, row: TraceRow, path: ComplementaryPath) -> bool:
        """Return whether z0 = 1 at a row."""
        if row.z0 is None or isinstance(row.z0, Fraction):
            return row.z0 == 1
        if row.z0 < 1 - NEAR_ONE and not exceeds_doubles(path.problem):
            return False
        return ExactBasis(path.problem, path.basis(row.pivots)).point()[1] == 1

    def _located(
        self, rows: Sequence[TraceRow], path: ComplementaryPath, raw: RawSolution
    ) -> tuple[list[TraceRow], RawSolution]:
        """Return the rows with points, and the answer, which has the reason if they could not all be computed."""
        limit = self.options.time_limit
        deadline = math.inf if limit is None else self.began + limit
        located, cut_short = with_points_of(
            rows, self.lcp, self.plans, path, deadline, self.options.progress
        )
        if cut_short is None:
            return located, raw
        status = f"{cut_short} while its points were computed; {raw.status}"
        return located, replace(raw, termination=cut_short, status=status)

    def back(
        self,
        known: RealizationPlans,
        bases: Sequence[BasisNames] = (),
        listed: Sequence[RealizationPlans] = (),
        last: Ints | None = None,
    ) -> Trace:
        """Follow the paths from the bases of an equilibrium at which paths of the start end.

        `listed` are the equilibria whose numbers are known, `last` the last basis of a path that has no names.

        The first that there are of these are taken: the bases that the equilibrium has kept, on the path from best
        responses or, if that from the slacks alone is the start's own, on that; those that a search finds; any basis,
        with its own ties; and the bases of extreme equilibria near it.
        """
        solution_of(self.lcp, known)  # raises ModelError unless it is an equilibrium
        forward = self.lcp.problem(self.plans)
        rule = self.own.rule
        kept = [basis for names in bases if (basis := self.lcp.named_basis(names)) is not None]
        if not kept and last is not None:
            kept = [last]
        ends = [basis for basis in kept if is_end(self.lcp, forward, rule, known, basis)]
        traces = self._back_from(forward, ends)
        if any(trace.owned for trace in traces):
            return _joined(traces, [])

        # The two paths break ties by different columns, so that a basis may be an end of both and the own end of one.
        from_slacks = self.lcp.problem(self.plans, "slacks")
        ends = [basis for basis in kept if is_end(self.lcp, from_slacks, rule, known, basis)]
        traces_to_slacks = self._back_from(from_slacks, ends)
        if any(trace.owned for trace in traces_to_slacks):
            remark = "The path of this start that ends at the equilibrium is that from the slacks."
            return _joined(traces_to_slacks, [remark])
        if traces:
            return _joined(traces, [])

        ends, remarks = self._ends(forward, known)
        if ends:
            return _joined(self._back_from(forward, ends), remarks)
        basis = self._other_basis(known, kept)
        if basis is None:
            return self._near(known, listed)
        remarks.append("Ties are broken by the columns of one of its bases instead.")
        own_ties = PathStart(basis, entering=2 * len(forward), ties_from=basis.copy())
        trace = self.follow(replace(forward, start=own_ties), back=True)
        return _joined([self._named(trace, owned=False)], remarks)

    def _back_from(
        self, forward: LinearComplementarityProblem, ends: Sequence[Ints]
    ) -> list[Trace]:
        """Follow the paths from bases at which paths of the start end, z0 rising from 0."""
        assert forward.start is not None
        rising = replace(
            forward.start, entering=2 * len(forward), ends_at_solution=False, falling=False
        )
        traces = []
        for basis in ends:
            problem = replace(forward, start=replace(rising, basis=basis))
            traces.append(self._named(self.follow(problem, back=True), owned=True))
        return traces

    def _ends(
        self, forward: LinearComplementarityProblem, known: RealizationPlans
    ) -> tuple[list[Ints], list[str]]:
        """Return the bases of an equilibrium at which paths of the start end, with remarks."""
        watch.phase("searching the bases of the equilibrium")
        if self.options.progress is not None:
            self.options.progress("searching the bases of the equilibrium")
        rule = self.own.rule
        search = end_bases(self.lcp, forward, rule, known, _deadline(self.options, self.began))
        if search.finished:
            if search.bases:
                return list(search.bases), []
            if rule.early_exit:
                reason = "z0 cannot rise at any of its bases, ties being broken as on that path"
            else:
                reason = "none of its bases is feasible by the pure lexicographic rule"
            return [], [f"{NOWHERE}: {reason}."]

        # The end of the start's own path is known without a search: it is added if the search has not come to it.
        ends = list(search.bases)
        end, _ = _followed(forward, self.own, self.options, self.began)
        if end.termination is Termination.SOLVED and same_plans(self.lcp.plans(end.z), known):
            last = end.path.basis(len(end.path))
            if not any(np.array_equal(np.sort(basis), np.sort(last)) for basis in ends):
                ends.append(last)
        number = counted(len(ends), "basis", "bases")
        remark = f"The search for the bases at which paths of this start end was stopped, with {number} found."
        return ends, [remark]

    def _other_basis(self, known: RealizationPlans, kept: Sequence[Ints]) -> Ints | None:
        """Return a complementary basis of an equilibrium, of those that it has kept if possible; None without any."""
        for basis in kept:
            if is_basis_of(self.lcp, known, basis):
                return basis
        try:
            return complementary_basis(self.lcp, known, _deadline(self.options, self.began))
        except OutOfTimeError:
            raise TimeLimitError(
                "time limit reached while searching a basis of the equilibrium"
            ) from None

    def _near(self, known: RealizationPlans, listed: Sequence[RealizationPlans]) -> Trace:
        """Follow the paths of the extreme equilibria near one that has no basis, each of them named."""
        watch.phase("searching extreme equilibria near the one given")
        if self.options.progress is not None:
            self.options.progress(
                "searching extreme equilibria near the equilibrium, which has no basis"
            )
        deadline = _deadline(self.options, self.began)
        try:
            near = with_bases_near(
                self.game, self.form, self.lcp, known, deadline, most=MOST_FOLLOWED
            )
        except OutOfTimeError:
            raise TimeLimitError(
                "time limit reached while searching extreme equilibria near the one given"
            ) from None
        except NoListError:
            raise ModelError(
                f"{NO_BASIS}; there are too many extreme equilibria near it to list"
            ) from None
        if not near.equilibria:
            raise ModelError(f"{NO_BASIS}; none of the extreme equilibria near it has one either")

        number_found = len(near.equilibria)
        several = counted(number_found, "extreme equilibrium", "extreme equilibria")
        total = str(number_found)
        if not near.finished:
            several = f"the first {several} found"
            total = f"the first {total} found"
        remark = (
            f"{NOWHERE}: it has no complementary basis."
            f" The paths of {several} {near.relation} are followed instead."
        )

        # Each may have several paths: those after the first have no name of their own.
        traces: list[Trace] = []
        for number, plans in enumerate(near.equilibria, start=1):
            first = self.back(plans)
            name = f"Extreme equilibrium {number} of {total}, {self._name(plans, listed)}:"
            traces.append(first.recomputed(others=(), remarks=(name, *first.remarks)))
            traces += first.others
        first, *others = (_of_another(trace) for trace in traces)
        return first.recomputed(others=tuple(others), remarks=(remark, *first.remarks))

    def _name(self, plans: RealizationPlans, listed: Sequence[RealizationPlans]) -> str:
        """Return the name of an equilibrium: its number in a list, if known, and its plans."""
        first, second = self.game.players
        first_weights = _positive_weights(self.game, plans[0])
        second_weights = _positive_weights(self.game, plans[1])
        shown = f"{first}: {first_weights}; {second}: {second_weights}"
        for number, known in enumerate(listed, start=1):
            if same_plans(known, plans):
                return f"number {number} in the file, {shown}"
        return shown

    def _named(self, trace: Trace, *, owned: bool) -> Trace:
        """Return a trace whose status and remarks are what it shows."""
        raw = trace.raw
        remarks = trace.remarks
        if trace.returned:
            ending = "by ties broken otherwise than on the path from best responses"
            if owned:
                ending = OWN_END
            status = f"back at the start in {counted(len(trace.rows) - 1, 'pivot')}: {ending}"
            if raw.termination in CUT_SHORT:
                status = f"{raw.status}; {status}"
            raw = replace(raw, status=status)
        if all(row.z0 == 0 for row in trace.rows) and not remarks:
            remarks = (*remarks, "z0 does not rise: the path leads through equilibria alone.")
        return trace.recomputed(raw=raw, remarks=remarks, owned=owned and trace.returned)


def _known(
    equilibrium: Any, game: ExtensiveGame, form: SequenceForm
) -> tuple[RealizationPlans, Sequence[BasisNames], Sequence[RealizationPlans]]:
    """Return the plans of an equilibrium from which a path is followed back, the bases that it has kept, and its list.

    The list is that of all extreme equilibria in the file of the equilibrium.
    """
    if isinstance(equilibrium, str | Path) and is_taken(file_of_member(Path(equilibrium))[0]):
        equilibrium = read_known(equilibrium, game)
    plans = starting_plans(game, form, equilibrium)
    bases = getattr(equilibrium, "bases", ())
    listed = equilibrium.listed if isinstance(equilibrium, KnownEquilibrium) else ()
    return plans, bases, listed


def _last_basis(equilibrium: Any, lcp: GameLcp) -> Ints | None:
    """Return the last basis of a path, one without all u' and v' too, as that from the slacks may end at."""
    if not isinstance(equilibrium, Trace) or not equilibrium.raw.solved:
        return None
    path = equilibrium.path
    if path.problem.names != lcp.base.names:  # of another game or formulation
        return None
    return path.basis(len(path))


def _positive_weights(game: ExtensiveGame, plan: RealizationPlan) -> str:
    """Return the positive weights of a plan by the brief names of sequences, without the empty sequence."""
    brief = sequence_names(game, plan.index)
    weights = plan.exact_weights("equilibrium").to_fractions()
    positive = []
    for name, weight in zip(plan.index.names[1:], weights[1:], strict=True):
        if weight:
            positive.append(f"{brief.get(name, name)}={short(weight)}")
    return ", ".join(positive) or "no move"


def _of_another(trace: Trace) -> Trace:
    """Return the path back of an extreme equilibrium as a path in place of that of the equilibrium asked for."""
    if not trace.owned:
        return trace
    status = trace.raw.status.replace(
        OWN_END, "the end of the path of the start, which comes to this equilibrium"
    )
    return trace.recomputed(owned=False, raw=replace(trace.raw, status=status))


def _joined(traces: Sequence[Trace], remarks: Sequence[str]) -> Trace:
    """Return the first of several paths back, the own path of the start if it is among them, with the others."""
    ordered = sorted(traces, key=lambda trace: not trace.owned)
    if len(ordered) > 1:
        for place, remark in enumerate(_named_bases(ordered)):
            trace = ordered[place]
            ordered[place] = trace.recomputed(remarks=(remark, *trace.remarks))
    first, *others = ordered
    return first.recomputed(others=tuple(others), remarks=(*remarks, *first.remarks))


def _named_bases(traces: Sequence[Trace]) -> list[str]:
    """Return a remark for each of several paths: its number, and what its first basis has and not all others."""
    bases = [set(trace.path.start.tolist()) for trace in traces]
    common = set.intersection(*bases)
    names = traces[0].path.problem.variable_name

    remarks = []
    for number, basis in enumerate(bases, start=1):
        own_variables = ", ".join(names(variable) for variable in sorted(basis - common))
        remarks.append(f"Basis {number} of {len(traces)}, with {own_variables}:")
    return remarks


def _deadline(options: SolveOptions, began: float) -> Deadline:
    """Return the deadline of all paths, and of the searches for their bases, which have one time limit together."""
    if options.time_limit is None:
        return Deadline(None)
    return Deadline(began + options.time_limit - time.perf_counter())


def _followed(
    problem: LinearComplementarityProblem, own: LemkeOptions, options: SolveOptions, began: float
) -> tuple[LemkeResult, RawSolution]:
    watch.phase("following the path")
    limit = limits(replace(options, time_limit=_deadline(options, began).left), own)
    engine = own.engine
    if engine == "auto" and len(problem) <= TRACED_EXACTLY:
        engine = "tableau"  # its z0 is exact
    with within(limit.seconds):
        end = follow_path(problem, own.rule, limit, engine)
    return end, raw_solution(end, own, time.perf_counter() - began)


def _refuse_with_ones(
    points: bool, equilibrium: object, path_start: object, formulation: str
) -> None:
    """Refuse what does not go with the covering vector of ones; options of the command stand beside the arguments."""
    chosen = {
        "points (--points)": points,
        "equilibrium (--from)": equilibrium is not None,
        "path_start (--initial)": path_start != "best-response",
        "formulation (--formulation)": formulation != "sequence-form",
    }
    for name, is_chosen in chosen.items():
        if is_chosen:
            raise ModelError(
                f"start 'ones': its path is not one of plans, so {name} does not apply; leave it out"
            )
