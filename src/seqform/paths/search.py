"""Search for the distinct equilibria of a game at the ends of Lemke paths from many starts."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, fields, replace
from inspect import signature
from numbers import Integral
from pathlib import Path
from typing import Any, Literal, overload

import numpy as np

from seqform.backends.lemke.backend import lemke_options
from seqform.backends.protocol import SolveOptions, options_among, portable_options
from seqform.builders.forms.sequence_form import behavior_profile, plans_of
from seqform.builders.programs.lcp import Initial
from seqform.errors import (
    CertificationError,
    ModelError,
    OptionError,
    SolveError,
    TimeLimitError,
    unknown,
)
from seqform.io.load import load
from seqform.models.answers.certificate import NASH, Certificate
from seqform.models.answers.components import AllEquilibria
from seqform.models.answers.equilibrium import Equilibrium, EquilibriumSet, FoundEquilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray
from seqform.models.options import Start, argument, truth
from seqform.models.programs.solutions import BasisNames, Termination, basis_names
from seqform.models.strategies.behavior import (
    BehaviorProfile,
    RealizationPlans,
    completely_mixed_profile,
)
from seqform.paths.complete import Key, all_equilibria, canonical, leaf_distribution
from seqform.paths.game_paths import Basis, GamePaths, OutOfTime, PathEnd
from seqform.solving.api import solve
from seqform.solving.concepts import Formulation, Nash, QuasiPerfect
from seqform.solving.request import Progress
from seqform.solving.routes.starts import starting_plans
from seqform.system import signals, watch
from seqform.system.deadline import Deadline, within
from seqform.verify.nash import certify
from seqform.verify.normal_form import certify_normal_form_perfect

WORTH_A_SECOND_PROCESS = 3.0
"""Remaining seconds of work from which more processes are started."""

LONGEST_CHUNK = 0.5
"""Seconds of work in one task of a process, which may finish it after an interruption."""

SAMPLE = 8
"""Number of starts that are timed for that decision."""


@overload
def equilibria(
    game: ExtensiveGame | str | Path | Any,
    *,
    complete: Literal[True],
    options: SolveOptions | Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    **portable: Any,
) -> AllEquilibria: ...
@overload
def equilibria(
    game: ExtensiveGame | str | Path | Any,
    *,
    complete: Literal[False] = False,
    starts: int | Sequence[Start] = 100,
    seed: int = 1,
    concept: str = "nash",
    formulation: Formulation = "sequence-form",
    initial: Initial = "best-response",
    back: bool = False,
    witnesses: bool = True,
    jobs: int | None = 1,
    options: SolveOptions | Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    **portable: Any,
) -> EquilibriumSet: ...
def equilibria(
    game: ExtensiveGame | str | Path | Any,
    *,
    complete: bool = False,
    starts: int | Sequence[Start] = 100,
    seed: int = 1,
    concept: str = "nash",
    formulation: Formulation = "sequence-form",
    initial: Initial = "best-response",
    back: bool = False,
    witnesses: bool = True,
    jobs: int | None = 1,
    options: SolveOptions | Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    **portable: Any,
) -> EquilibriumSet | AllEquilibria:
    """Follow the paths from many starts and return the distinct equilibria at their ends, or return all equilibria.

    The paths are a heuristic: no number of starts proves that there are no other equilibria.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `load` accepts
        With payoffs of any kind.
    complete : bool
        Return all extreme equilibria, and the maximal Nash subsets that they span, as in `all_equilibria` of
        `seqform.paths.complete`, for small games. Of the other arguments only `options` and `progress` apply.
    starts : int, or sequence of starts
        The centroid and random starts, together; or any starts as of `trace`, numbered from 0 on.
    seed : int
        Of the first random start; the others count on from it.
    concept : "nash" or "quasi-perfect"
        With "quasi-perfect" the paths are those of the perturbed problem, and equilibria that differ off the path of
        play are distinct. `formulation`, `initial`, `back` and `jobs` do not apply.
    formulation : "sequence-form" or "normal-form"
        The normal form is exponentially larger: a baseline for small games.
    initial : "best-response" or "slacks"
        How the paths begin; they lead to the same equilibria, up to ties.
    back : bool
        Also follow every start's path back from the equilibria of the other starts, which leads to equilibria
        of the opposite index, until no new one is found (vSvET, section 7). Ties are broken as on the path from the
        same start, so that each path leads back to where it came from. The indices are those of the bases of the first
        start, which add up to 1; the number of bases can be exponential. Without it, the index is that of the basis at
        the end of a path from a start, which is 1.
    witnesses : bool
        Prove each equilibrium normal-form perfect, where the start allows it.
    jobs : int, optional
        Processes; None for one on every core where that pays. A script that asks for more than one has to call this
        under ``if __name__ == "__main__":``.
    options : SolveOptions, or a mapping of its fields, optional
        Time limit for following paths, progress, and the options of the backend "lemke"; a field may also be given by
        itself, as in ``equilibria(game, time_limit=60)``.
    progress : callable, optional
        Called with short progress messages.

    Returns
    -------
    EquilibriumSet
        Every certificate exact, every nash_conv 0. After Ctrl-C, or at the time limit, those found until then. With
        `complete`, an `AllEquilibria`.

    Raises
    ------
    ModelError
        If a number is out of range, or an argument does not apply.
    SolveError
        If a path did not end in an equilibrium, or processes cannot be started.

    References
    ----------
    von Stengel, van den Elzen & Talman, Econometrica 70 (2002), sections 7 and 9.

    Examples
    --------
    >>> answer = equilibria("vsvet-figure-1", starts=20, back=True)
    >>> [(equilibrium.index, equilibrium.nondegenerate) for equilibrium in answer], answer.index_sum
    ([(1, False), (0, False), (1, True), (-1, True)], 1)
    >>> len(equilibria("vsvet-figure-1", complete=True))
    4
    """
    _require_arguments(portable)
    argument("complete", truth, complete)
    if complete:
        arguments = (starts, seed, concept, formulation, initial, back, witnesses, jobs)
        if arguments != (100, 1, Nash.name, "sequence-form", "best-response", False, True, 1):
            raise ModelError(
                "complete: the complete search follows no paths; only options and progress apply"
            )
        return all_equilibria(
            game, options=portable_options(options, **portable), progress=progress
        )

    applicable = ("time_limit", "verbose", "progress", "raw")
    chosen_options = options_among("equilibria", applicable, options, **portable)
    _require_paths_of(concept, formulation, initial, back, jobs)
    chosen = starts if isinstance(starts, list | tuple) and starts else None
    if chosen is not None and seed != 1:
        raise ModelError("seed: of random starts; leave it out where the starts are chosen")
    if isinstance(starts, Integral) and not isinstance(starts, bool):
        starts = int(starts)  # such as one of NumPy's
    number_of_starts = starts if chosen is None else len(chosen)
    _require_whole("starts", number_of_starts, 1, ", or a list of starts,")
    _require_whole("seed", seed, 0)
    if jobs is not None:
        _require_whole("jobs", jobs, 1)

    own = lemke_options(chosen_options)
    began = time.perf_counter()
    left = Deadline(chosen_options.time_limit).left
    deadline = None if left is None else time.monotonic() + left
    report = progress or chosen_options.progress or (lambda text: None)
    game = load(game, progress=progress)
    paths = GamePaths(game, own, formulation, initial, deadline=deadline)
    if isinstance(starts, int):
        numbers = [0, *range(seed, seed + starts - 1)]  # the centroid, then the random starts
    else:
        numbers = list(range(len(starts)))
    if chosen is not None:
        plans = tuple(starting_plans(game, paths.form, start) for start in chosen)
        paths = replace(paths, chosen=plans)

    collection = _Collection(paths, witnesses)
    closed = False
    stopped = ""
    try:
        with watch.partial("following paths"), within(left):
            if concept == Nash.name:
                began = time.perf_counter()
                _follow(collection, numbers, jobs, report)
            else:
                _solve_refined(collection, numbers, concept, chosen_options, report)
            if back:
                _follow_back(collection, numbers, report)
                closed = True
    except (OutOfTime, TimeLimitError, KeyboardInterrupt) as reason:
        stopped = "interrupted" if isinstance(reason, KeyboardInterrupt) else "time limit"
        report(f"{stopped}: returning the equilibria found so far")
    with watch.partial("certifying"), watch.finishing("certifying the equilibria found"):
        equilibria = tuple(collection.equilibria())
    return EquilibriumSet(
        game,
        equilibria,
        collection.tried,
        len(collection.distributions),
        np.array(collection.pivots, dtype=np.int64),
        np.array(collection.seconds, dtype=np.float64),
        closed,
        stopped,
        time.perf_counter() - began,
    )


def _require_arguments(portable: Mapping[str, Any]) -> None:
    """Refuse names that are neither arguments of `equilibria` nor portable options."""
    parameters = signature(equilibria).parameters.values()
    known = [each.name for each in parameters if each.kind is each.KEYWORD_ONLY]
    known += [option.name for option in fields(SolveOptions) if option.name not in known]
    for name in portable:
        if name in ("check", "checks"):
            raise OptionError(
                f"equilibria: no argument {name!r}; equilibria(...).checked('subgame-perfect') marks the equilibria "
                "for which a claim holds"
            )
        if name not in known:
            raise OptionError(unknown("equilibria: no argument", name, known))


def _require_paths_of(
    concept: str, formulation: Formulation, initial: Initial, back: bool, jobs: int | None
) -> None:
    """Raise ModelError unless a concept has paths, and those of these arguments."""
    if concept not in (Nash.name, QuasiPerfect.name):
        raise ModelError(
            f"concept {concept!r}: {Nash.name} or {QuasiPerfect.name} expected, which have paths"
        )
    is_chosen = {
        "formulation": formulation != "sequence-form",
        "initial": initial != "best-response",
        "back": back,
        "jobs": jobs != 1,
    }
    chosen = [name for name, is_other in is_chosen.items() if is_other]
    if concept != Nash.name and chosen:
        verb, object_ = ("does", "it") if len(chosen) == 1 else ("do", "them")
        raise ModelError(
            f"{' and '.join(chosen)}: {verb} not apply to concept {concept!r}, only to {Nash.name!r}; "
            f"leave {object_} out"
        )


def _require_whole(name: str, value: object, least: int, alternative: str = "") -> None:
    """Raise ModelError unless an argument is a whole number from `least` on."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise ModelError(
            f"{name}: a whole number from {least} on{alternative} expected, not {value!r}"
        )


def _follow(
    collection: _Collection, numbers: Sequence[int], jobs: int | None, report: Progress
) -> None:
    """Follow the path from every start."""
    began = time.perf_counter()
    for end in _path_ends(collection.paths, numbers, jobs):
        collection.add(end)
        rate = collection.tried / max(time.perf_counter() - began, 1e-9)
        starts = f"{collection.tried:,} of {len(numbers):,} starts"
        report(f"{starts}, {len(collection.entries):,} equilibria, {rate:,.0f} starts/s")


def _solve_refined(
    collection: _Collection,
    numbers: list[int],
    concept: str,
    options: SolveOptions,
    report: Progress,
) -> None:
    """Solve for a refinement from every start."""
    paths = collection.paths
    for number in numbers:
        left = None if paths.deadline is None else paths.deadline - time.monotonic()
        if left is not None and left <= 0:
            raise OutOfTime
        try:
            equilibrium = solve(
                paths.game,
                concept,
                backend="lemke",
                start=paths.start(number),
                options=replace(options, time_limit=left, progress=None),
            )
        except SolveError as error:
            if error.raw is not None and error.raw.termination is Termination.TIME_LIMIT:
                raise OutOfTime from None
            raise
        collection.add_refined(number, equilibrium)
        report(
            f"{collection.tried:,} of {len(numbers):,} starts, {len(collection.entries):,} equilibria"
        )


def _follow_back(collection: _Collection, numbers: list[int], report: Progress) -> None:
    """Follow the paths of all starts back until no new basis is found.

    Each start has bases of its own, since its path breaks the ties. From every basis that is known, each start for
    which it is one follows its path to another basis, of opposite index. The indices are those of the first start:
    of degenerate equilibria all its bases are searched, whichever start has led there.
    """
    paths = collection.paths.both_ways
    first = numbers[0]
    own: dict[int, Basis] = {}  # the basis at the end of each start's own path
    for entry in collection.entries.values():
        entry.index = 0
    known: dict[Basis, PathEnd] = {}

    def add(end: PathEnd) -> _Entry:
        """Keep a basis, and those of the first start at a new equilibrium."""
        entry = collection.add_basis(end)
        known.setdefault(end.basis, end)
        if not (entry.nondegenerate or entry.searched):
            entry.searched = True
            for basis in paths.ends_at(end, first):
                known.setdefault(basis.basis, basis)
        return entry

    for number in dict.fromkeys(numbers):
        if collection.paths.initial == paths.initial:
            end = collection.ends[number]
        else:
            end = paths.end(number)
        own[number] = end.basis
        add(end)

    # More bases to begin with: those of the paths from the slacks, and by the pure rule, where u' and v' are basic.
    for end in collection.ends.values():
        add(end)
    for number in own:
        end = paths.pure.end(number)
        if paths.has_values(end):
            add(end)

    # The way back from the end of a start's own path leads to the start: these ends are done from the first.
    done: dict[int, set[Basis]] = {number: {basis} for number, basis in own.items()}
    collection.add_basis(known[own[first]]).index += 1
    queue = list(known)
    while queue:
        end = known[queue.pop(0)]
        entry = collection.add_basis(end)
        for number in own:
            if end.basis in done[number] or not (entry.nondegenerate or paths.joins(end, number)):
                continue
            opposite = paths.back(end, number)
            done[number] |= {end.basis, opposite.basis}
            num_known = len(known)
            joined = add(opposite)
            queue += list(known)[num_known:]
            if number == first:
                entry.index -= opposite.index
                joined.index += opposite.index
            report(
                f"{len(known):,} bases, {len(queue):,} to go back from, {len(collection.entries):,} equilibria"
            )


def _path_ends(paths: GamePaths, numbers: Sequence[int], jobs: int | None) -> Iterator[PathEnd]:
    """Yield the end of every start's path, in order.

    The first paths are followed in this process. Their time decides whether more processes pay, if that is left open,
    and how many paths are one task of a process.
    """
    sample = numbers[: SAMPLE if jobs is None else 1]
    began = time.perf_counter()
    for number in sample:
        yield paths.end(number)
    left = numbers[len(sample) :]
    seconds = (time.perf_counter() - began) / max(1, len(sample))
    if jobs is None:
        is_worth_it = seconds * len(left) > WORTH_A_SECOND_PROCESS
        jobs = (os.cpu_count() or 1) if is_worth_it else 1
    if jobs == 1 or not left:
        for number in left:
            yield paths.end(number)
        return
    size = max(1, min(32, int(LONGEST_CHUNK / max(seconds, 1e-6))))
    try:
        with signals.process_pool(jobs, _open_paths, paths) as pool:
            with signals.held(workers=True):  # the processes begin here
                results = pool.map(_end, left, chunksize=size)
            yield from results
    except BrokenProcessPool:
        raise SolveError(
            "the processes for more paths cannot be started; a script has to call this under "
            "'if __name__ == \"__main__\":', or with jobs=1"
        ) from None


_PATHS: list[GamePaths] = []
"""The paths of a worker process."""


def _open_paths(paths: GamePaths) -> None:
    signals.die_with_parent()
    _PATHS[:] = [paths]


def _end(number: int) -> PathEnd:
    return _PATHS[0].end(number)


@dataclass
class _Entry:
    """An equilibrium with the starts whose paths end there."""

    plans: RealizationPlans
    profile: BehaviorProfile
    certificate: Certificate
    witness: BehaviorProfile | None
    nondegenerate: bool
    index: int = 0
    searched: bool = False  # for bases of the first start
    starts: list[int] = field(default_factory=list)
    bases: dict[BasisNames, None] = field(default_factory=dict)  # in the order of their discovery


@dataclass
class _Collection:
    """Ends of paths grouped by equilibrium; each equilibrium is certified when it is first found."""

    paths: GamePaths
    witnesses: bool
    tried: int = 0
    pivots: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    entries: dict[Key, _Entry] = field(default_factory=dict)
    ends: dict[int, PathEnd] = field(default_factory=dict)  # of the paths from the starts
    distributions: dict[Key, int] = field(default_factory=dict)

    def add(self, end: PathEnd) -> None:
        """Add the end of a path from a start."""
        entry = self._entry(end, from_start=True)
        self.ends[end.number] = end
        self.tried += 1
        self.pivots.append(end.pivots)
        self.seconds.append(end.seconds)
        entry.starts.append(end.number)
        entry.index = end.index

    def add_refined(self, number: int, equilibrium: Equilibrium) -> None:
        """Add the refined equilibrium to which a start leads, by its probabilities at all information sets.

        The last basis of the perturbed path from a start has index 1.
        """
        profile = equilibrium.profile
        key = tuple(canonical(ExactArray.of(strategy.probabilities)) for strategy in profile)
        if key not in self.entries:
            plans = plans_of(profile)
            self.entries[key] = _Entry(
                plans=plans,
                profile=profile,
                certificate=equilibrium.certificate,
                witness=equilibrium.witness,
                nondegenerate=self.paths.nondegenerate(self.paths.lcp.point(plans)),
                index=1,
            )
        self.tried += 1
        self.pivots.append(equilibrium.raw.iterations or 0)
        self.seconds.append(sum(equilibrium.seconds.values()))
        self.entries[key].starts.append(number)

    def add_basis(self, end: PathEnd) -> _Entry:
        """Return the equilibrium of a basis, at which a path back begins or ends."""
        return self._entry(end, from_start=False)

    def equilibria(self) -> list[FoundEquilibrium]:
        """Return the distinct equilibria."""
        equilibria = []
        for entry in self.entries.values():
            leaves = canonical(leaf_distribution(self.paths.game, entry.plans))
            number = self.distributions.setdefault(leaves, len(self.distributions))
            equilibria.append(
                FoundEquilibrium(
                    entry.profile,
                    entry.certificate,
                    entry.index,
                    entry.nondegenerate,
                    tuple(entry.starts),
                    number,
                    entry.witness,
                    tuple(entry.bases),
                )
            )
        return equilibria

    def _entry(self, end: PathEnd, *, from_start: bool) -> _Entry:
        """Return the equilibrium at the end of a path, certified if it is new, with the basis of the path."""
        plans = self.paths.plans(end)
        key = tuple(canonical(plan.exact_weights("equilibrium")) for plan in plans)
        if key not in self.entries:
            self.entries[key] = self._certified(end, plans, from_start=from_start)
        entry = self.entries[key]
        names = basis_names(self.paths.lcp.base, end.rows)
        if names is not None:
            entry.bases[names] = None
        return entry

    def _certified(self, end: PathEnd, plans: RealizationPlans, *, from_start: bool) -> _Entry:
        game = self.paths.game
        profile = behavior_profile(self.paths.form, plans)

        # The last segment of the path from a start has plans that prove the equilibrium normal-form perfect.
        trembles = None
        if self.witnesses and from_start:
            trembles = self.paths.trembles(end)
        if trembles is None:
            witness = None
            certificate = certify(game, profile)
        else:
            witness = completely_mixed_profile(trembles)
            certificate = certify_normal_form_perfect(game, profile, witness)
        if not certificate.holds(NASH):
            raise CertificationError(
                f"the certificate fails: {certificate}; please report the game", certificate
            )
        nondegenerate = self.paths.nondegenerate(end.z)
        return _Entry(plans, profile.bound_to(game), certificate, witness, nondegenerate)
