"""Many equilibria of one game: paths from many starts, and back from what they found."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from seqform.api import portable_options
from seqform.backends.lemke.backend import LemkeOptions, lemke_options
from seqform.backends.options import SolveOptions
from seqform.builders.sequence_form import behavior_profile
from seqform.errors import CertificationError, ModelError
from seqform.linear_route import Formulation
from seqform.models.certificate import Certificate
from seqform.models.exact import ExactArray
from seqform.models.game import ExtensiveGame
from seqform.models.perfection import completely_mixed_profile
from seqform.models.strategies import BehaviorProfile, RealizationPlans
from seqform.paths import Basis, GamePaths, Initial, PathEnd
from seqform.phases import Progress
from seqform.sources import load
from seqform.verify.certify import certify
from seqform.verify.normal_form_perfect import certify_normal_form_perfect

Key = tuple[Any, ...]

WORTH_A_SECOND_PROCESS = 3.0
"""Seconds of work that are left when it pays to start more processes."""

SAMPLE = 8
"""This many starts are timed before that is decided."""


@dataclass(frozen=True, eq=False)
class FoundEquilibrium:
    """One equilibrium among several.

    Attributes
    ----------
    profile : BehaviorProfile
        Exact.
    certificate : Certificate
        Recomputed on the game; with the check "normal-form perfect" where a witness was kept.
    component : int
        Equilibria with the same number are known to be joined by a line of equilibria: the pure lexicographic path of a
        start goes on where the path that stops as soon as it can has stopped.
    index : int
        Of the component: the sum of the indices of the bases found for it; 1 or -1 where it is one nondegenerate
        equilibrium. Without paths back, that of the path's end, which is 1.
    starts : tuple of int
        Numbers of the starts whose paths end here: 0 is the centroid, the others are seeds. None for an
        equilibrium found only by going back.
    distribution : int
        Equilibria with the same number lead to the same distribution on the leaves.
    witness : BehaviorProfile, optional
        As in `Equilibrium`.
    """

    profile: BehaviorProfile
    certificate: Certificate
    component: int
    index: int
    starts: tuple[int, ...]
    distribution: int
    witness: BehaviorProfile | None

    def __repr__(self) -> str:
        first, second = self.certificate.values
        return f"<FoundEquilibrium: values {first}, {second}; index {self.index:+d}; {len(self.starts)} starts>"


@dataclass(frozen=True, eq=False)
class EquilibriumSet(Sequence[FoundEquilibrium]):
    """The distinct equilibria found, in the order of the first start that led to each.

    Attributes
    ----------
    game : ExtensiveGame
    found : tuple of FoundEquilibrium
    starts : int
        How many starts were tried.
    distributions : int
        Number of distinct distributions on the leaves.
    pivots : ndarray of int
        Of the path from every start.
    closed : bool
        Whether all paths back were followed until nothing new came.
    finished : bool
        Whether all starts were tried; False after an interruption or at the time limit.
    seconds : float
    """

    game: ExtensiveGame
    found: tuple[FoundEquilibrium, ...]
    starts: int
    distributions: int
    pivots: Any
    closed: bool
    finished: bool
    seconds: float

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, place: Any) -> Any:
        return self.found[place]

    @property
    def index_sum(self) -> int:
        """The sum of the indices of all components: 1 for all equilibria of a game together."""
        return sum({one.component: one.index for one in self.found}.values())

    def __repr__(self) -> str:
        return (
            f"<EquilibriumSet of {self.game.title!r}: {len(self)} equilibria with {self.distributions} distributions "
            f"on leaves, from {self.starts} starts>"
        )


def equilibria(
    game: ExtensiveGame | str | Path | Any,
    *,
    starts: int = 100,
    seed: int = 1,
    formulation: Formulation = "sequence-form",
    initial: Initial = "slacks",
    back: bool = False,
    witnesses: bool = True,
    jobs: int | None = None,
    options: SolveOptions | Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> EquilibriumSet:
    """Follow the paths from many starts and return the distinct equilibria at their ends.

    Parameters
    ----------
    game : ExtensiveGame, or whatever `load` accepts
        With payoffs of any kind.
    starts : int
        The centroid and random starts, together.
    seed : int
        Of the first random start; the others count on from it.
    formulation : "sequence-form" or "normal-form"
        The normal form is exponentially larger: a baseline for small games.
    initial : "slacks" or "best-response"
        How the paths begin; they lead to the same equilibria, up to ties.
    back : bool
        Also follow every start's path back from the equilibria that others found, which leads to equilibria
        of the opposite index, until nothing new comes (vSvET, section 7). These paths keep to the pure lexicographic
        rule, so that their ends belong together; the number of bases they visit can be exponential.
    witnesses : bool
        Prove each equilibrium normal-form perfect, where the start allows it.
    jobs : int, optional
        Processes; as many as there are cores, where that pays, if absent.
    options : SolveOptions, or a mapping of its fields, optional
        Time limit for all together, progress, and the options of the backend "lemke".
    progress : callable, optional
        Told in a few words what is going on.

    Returns
    -------
    EquilibriumSet
        Every certificate exact, every nash_conv 0. After Ctrl-C, what was found until then.

    Raises
    ------
    ModelError
        If a number is out of range.
    SolveError
        If a path did not end in an equilibrium.

    References
    ----------
    von Stengel, van den Elzen & Talman, Econometrica 70 (2002), sections 7 and 9.

    Examples
    --------
    >>> found = equilibria("vsvet-figure-1", starts=20, back=True)
    >>> [(one.component, one.index) for one in found], found.index_sum
    ([(0, 1), (0, 1), (1, 1), (2, -1)], 1)
    """
    for name, value, least in (("starts", starts, 1), ("seed", seed, 0), ("jobs", 1 if jobs is None else jobs, 1)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ModelError(f"{name}: a whole number from {least} on expected, not {value!r}")
    portable = portable_options(options)
    own = lemke_options(portable)
    began = time.perf_counter()
    deadline = None if portable.time_limit is None else began + portable.time_limit
    tell = progress or portable.progress
    game = load(game, progress=progress)
    collection = _Collection(GamePaths(game, own, formulation, initial), witnesses)
    numbers = [0, *range(seed, seed + starts - 1)]
    closed = False
    try:
        _follow_forward(collection, numbers, deadline, jobs, tell)
        if back and collection.tried == len(numbers):
            closed = _follow_back(collection, numbers, deadline, tell)
    except KeyboardInterrupt:
        if tell is not None:
            tell("interrupted: returning what was found")
    return collection.result(closed, collection.tried == len(numbers), time.perf_counter() - began)


def _follow_forward(
    collection: _Collection, numbers: list[int], deadline: float | None, jobs: int | None, tell: Progress | None
) -> None:
    total, began = len(numbers), time.perf_counter()
    for end in _ends(collection.paths, numbers, jobs, tell):
        collection.add(end)
        if tell is not None:
            rate = collection.tried / max(time.perf_counter() - began, 1e-9)
            tell(f"{collection.tried:,} of {total:,} starts, {len(collection):,} equilibria, {rate:,.0f} starts/s")
        if deadline is not None and time.perf_counter() > deadline:
            return


def _ends(paths: GamePaths, numbers: list[int], jobs: int | None, tell: Progress | None) -> Iterator[PathEnd]:
    """Yield the end of every start's path, in order; with several processes if that is asked for or pays."""
    if jobs != 1 and tell is not None:
        tell("following the first paths")
    rest = iter(numbers)
    began = time.perf_counter()
    first = numbers if jobs == 1 else list(islice(rest, SAMPLE if jobs is None else 0))
    for number in first:
        yield paths.end(number)
    left = [] if jobs == 1 else list(rest)
    if jobs is None:
        expected = (time.perf_counter() - began) / max(1, len(first)) * len(left)
        jobs = (os.cpu_count() or 1) if expected > WORTH_A_SECOND_PROCESS else 1
    if jobs == 1:
        for number in left:
            yield paths.end(number)
        return
    yield from _in_processes(paths, left, jobs)


def _in_processes(paths: GamePaths, numbers: list[int], jobs: int) -> Iterator[PathEnd]:
    size = max(1, min(32, len(numbers) // (4 * jobs)))
    chunks = [numbers[i : i + size] for i in range(0, len(numbers), size)]
    with ProcessPoolExecutor(
        jobs, get_context("spawn"), _open_paths, (paths.game, paths.options, paths.formulation, paths.initial)
    ) as pool:
        try:
            for ends in pool.map(_ends_of_chunk, chunks):
                yield from ends
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


_PATHS: list[GamePaths] = []
"""Of this process, where it is a worker."""


def _open_paths(game: ExtensiveGame, options: LemkeOptions, formulation: Formulation, initial: Initial) -> None:
    _PATHS[:] = [GamePaths(game, options, formulation, initial)]


def _ends_of_chunk(numbers: list[int]) -> list[PathEnd]:
    return [_PATHS[0].end(number) for number in numbers]


def _follow_back(collection: _Collection, numbers: list[int], deadline: float | None, tell: Progress | None) -> bool:
    """Follow all paths back until nothing new comes; return whether that was reached."""
    paths = collection.paths.both_ways
    forward: dict[int, Basis] = {}
    known: dict[Basis, PathEnd] = {}
    collection.forget_indices()
    for number in numbers:
        end = paths.end(number)
        forward[number] = end.basis
        collection.join(number, end)
        if end.basis not in known:
            known[end.basis] = end
            collection.add_basis(end)
        if deadline is not None and time.perf_counter() > deadline:
            return False
    queue = list(known)
    while queue:
        basis = queue.pop(0)
        for number in numbers:
            if forward[number] == basis:
                continue
            end = paths.back(known[basis], number)
            if end.basis not in known:
                known[end.basis] = end
                queue.append(end.basis)
                collection.add_basis(end)
            if tell is not None:
                tell(f"{len(known):,} bases, {len(queue):,} to go back from, {len(collection):,} equilibria")
            if deadline is not None and time.perf_counter() > deadline:
                return False
    return True


@dataclass
class _Collection:
    """Ends of paths, sorted by the equilibrium they are; an equilibrium is known by its plans."""

    paths: GamePaths
    witnesses: bool
    tried: int = 0
    pivots: list[int] = field(default_factory=list)
    plans: dict[Key, RealizationPlans] = field(default_factory=dict)
    starts: dict[Key, list[int]] = field(default_factory=dict)
    index: dict[Key, int] = field(default_factory=dict)
    of_start: dict[int, Key] = field(default_factory=dict)
    joined: dict[Key, Key] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.plans)

    def add(self, end: PathEnd) -> None:
        """Add the end of a path from a start."""
        self.tried += 1
        self.pivots.append(end.pivots)
        key = self._enter(self.paths.plans(end))
        self.starts[key].append(end.number)
        self.index[key] = end.index
        self.of_start[end.number] = key

    def forget_indices(self) -> None:
        """Begin to count indices by bases of the pure rule."""
        self.index = dict.fromkeys(self.plans, 0)

    def add_basis(self, end: PathEnd) -> None:
        """Count a basis of the pure rule, at which a path ended."""
        self.index[self._enter_both_ways(end)] += end.index

    def join(self, number: int, end: PathEnd) -> None:
        """Take note that the pure path from a start goes on from the equilibrium of that start to this one."""
        one, other = self._root(self.of_start[number]), self._root(self._enter_both_ways(end))
        self.joined[other] = one

    def _enter_both_ways(self, end: PathEnd) -> Key:
        return self._enter(self.paths.both_ways.plans(end))

    def _enter(self, plans: RealizationPlans) -> Key:
        key = tuple(_canonical(plan.weights) for plan in plans if isinstance(plan.weights, ExactArray))
        if key not in self.plans:
            self.plans[key], self.starts[key], self.index[key], self.joined[key] = plans, [], 0, key
        return key

    def _root(self, key: Key) -> Key:
        while self.joined[key] != key:
            key = self.joined[key]
        return key

    def result(self, closed: bool, finished: bool, seconds: float) -> EquilibriumSet:
        """Return the distinct equilibria, each certified."""
        distributions: dict[Any, int] = {}
        components: dict[Key, int] = {}
        index: dict[int, int] = {}
        for key in self.plans:
            component = components.setdefault(self._root(key), len(components))
            index[component] = index.get(component, 0) + self.index[key]
        found = []
        for key, plans in self.plans.items():
            leaves = _canonical(_leaf_distribution(self.paths.game, plans))
            component = components[self._root(key)]
            profile, certificate, witness = self._certified(key)
            found.append(
                FoundEquilibrium(
                    profile,
                    certificate,
                    component,
                    index[component],
                    tuple(self.starts[key]),
                    distributions.setdefault(leaves, len(distributions)),
                    witness,
                )
            )
        return EquilibriumSet(
            self.paths.game,
            tuple(found),
            self.tried,
            len(distributions),
            np.array(self.pivots, dtype=np.int64),
            closed,
            finished,
            seconds,
        )

    def _certified(self, key: Key) -> tuple[BehaviorProfile, Certificate, BehaviorProfile | None]:
        game = self.paths.game
        profile = behavior_profile(self.paths.form, self.plans[key])
        witness = None
        if self.witnesses and self.starts[key]:
            trembles = self.paths.trembles(self.starts[key][0])
            witness = None if trembles is None else completely_mixed_profile(trembles)
        certificate = certify(game, profile) if witness is None else certify_normal_form_perfect(game, profile, witness)
        if not certificate.proven:
            raise CertificationError(f"the certificate fails: {certificate}; please report the game", certificate)
        return profile, certificate, witness


def _canonical(numbers: ExactArray) -> tuple[Any, ...]:
    """Return what is equal exactly for equal numbers."""
    reduced = numbers.reduced()
    return reduced.denominator, tuple(reduced.numerators.tolist())


def _leaf_distribution(game: ExtensiveGame, plans: RealizationPlans) -> ExactArray:
    """Return the probability of every leaf."""
    leaves = game.leaves
    reach = game.chance_reach.take(leaves)
    for sequences, plan in zip(game.sequences, plans, strict=True):
        assert isinstance(plan.weights, ExactArray)
        reach = (reach * plan.weights.take(sequences.at_node[leaves])).reduced()
    return reach
