"""Subgame perfect equilibria under perfect information: backward induction, and the best of all (bestNash).

For two players, the best equilibrium, or one with given payoffs, is found on the grid of the payoffs that occur; in
trees with chance, from unions of boxes.

References
----------
Littman, Ravi, Talwar & Zinkevich, An efficient optimal-equilibrium algorithm for two-player game trees, UAI 2006.
"""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from seqform.backends.bestnash.attain import unfolded
from seqform.backends.bestnash.boxes import Effort, GivenUpError, Payoffs
from seqform.backends.bestnash.chance import attain_with_chance, chance_sets
from seqform.backends.bestnash.induction import BY_KEY, FIRST, LAST, induced_choices
from seqform.backends.bestnash.profile_sets import profile_sets
from seqform.backends.protocol import SolveOptions, check_names, check_type, require_supported, translate
from seqform.errors import ModelError, OptionError
from seqform.models.answers.equilibrium import PositionEquilibrium, PositionSolution
from seqform.models.games.positions import PositionGraph, PositionStrategy
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.profile_set import Objective, ObjectiveLike, objective

Ties = Literal["first", "last", "random"]

_TIES = {"first": FIRST, "last": LAST, "random": BY_KEY}

SOLVER = "seqform bestNash"


class BestNashBackend:
    """Games of perfect information as graphs of positions, exactly.

    The option `objective` asks for the best equilibrium of a two-player game, and `target_payoffs` for one that pays
    exactly this, among those in which nobody mixes if `pure` is true. Without them one is found by backward induction,
    for any number of players; `ties` and `seed` are those of `backward_induction`. A time limit applies to trees with
    chance alone, where the search may also end at its limits of boxes.

    Examples
    --------
    >>> import seqform as sf
    >>> graph = sf.load("littman-figure-1", kind="positions")
    >>> BestNashBackend().solve(graph, SolveOptions(raw={"objective": "social"})).equilibrium
    <PositionEquilibrium of 'littman-figure-1': values 1000, 4>
    """

    name = "bestnash"
    supports: frozenset[type] = frozenset({PositionGraph})
    exact = True

    def solve(self, model: Any, options: SolveOptions | None = None) -> PositionSolution:
        """Return a subgame perfect equilibrium.

        Raises
        ------
        OptionError
            If an option is unknown or has a wrong value.
        GameError
            If one is to be chosen, and there are other than two players, or chance and shared positions.
        ModelError
            If no equilibrium pays the target payoffs, or the objective fails.
        SolveError
            If the sets of payoffs take too much memory.
        """
        require_supported(self, model)
        options, started = options or SolveOptions(), time.perf_counter()
        own = dict(options.raw)
        check_names(self.name, own, ("objective", "target_payoffs", "pure", "ties", "seed"))
        measure, target = _measure(own.get("objective")), _target(own.get("target_payoffs"))
        pure = own.get("pure", False)
        check_type(self.name, "pure", pure, bool)
        check_type(self.name, "seed", own.get("seed", 0), int)
        chooses = measure is not None or target is not None
        if (measure is not None and target is not None) or (pure and not chooses):
            raise OptionError("objective and target_payoffs: one of them chooses an equilibrium, pure only with one")
        by_boxes = chooses and _has_boxes(model)
        translate(self.name, options, {"time_limit": ("time_limit",)} if by_boxes else {})
        termination, found, status = Termination.SOLVED, None, "solved by backward induction"
        effort = Effort(seconds=options.time_limit)
        try:
            if measure is not None:
                found = best_nash(model, measure, mixing=not pure, effort=effort)
                own["objective"] = measure.name
                status = f"best by {measure.name}{', in pure moves' if pure else ''}"
            elif target is not None:
                found = nash_paying(model, target, mixing=not pure, effort=effort)
                own["target_payoffs"] = [str(payoff) for payoff in target]
                status = f"attained{', in pure moves' if pure else ''}"
            else:
                found = backward_induction(model, ties=own.get("ties", "first"), seed=own.get("seed", 0))
        except GivenUpError as error:
            status = str(error)
            termination = Termination.TIME_LIMIT if effort.is_late else Termination.ITERATION_LIMIT
        seconds = time.perf_counter() - started
        return PositionSolution(termination, status, seconds=seconds, options=own, solver=SOLVER, equilibrium=found)


def _measure(wanted: Any) -> Objective | None:
    try:
        return None if wanted is None else objective(wanted)
    except ModelError as error:
        raise OptionError(str(error)) from None


def _target(payoffs: Any) -> Payoffs | None:
    if payoffs is None:
        return None
    if isinstance(payoffs, tuple | list) and len(payoffs) == 2 and all(isinstance(p, int | Fraction) for p in payoffs):
        return Fraction(payoffs[0]), Fraction(payoffs[1])
    raise OptionError(f"target_payoffs: two whole numbers or fractions expected, not {payoffs!r}")


def _has_boxes(graph: PositionGraph) -> bool:
    return graph.has_chance and len(graph.players) == 2


def backward_induction(graph: PositionGraph, *, ties: Ties = "first", seed: int = 0) -> PositionEquilibrium:
    """Find a subgame perfect equilibrium in pure moves, in time proportional to the number of moves.

    There may be any number of players, with or without chance. Of moves that are equally good for the player who moves,
    `ties` takes the first, the last or, by `seed`, a random one. The answer has no profiles, since only one equilibrium
    was looked for (Littman et al. 2006, section 1.2).

    Examples
    --------
    The game of the paper's figure 1, in which player 1 is indifferent at position 1.

    >>> import seqform as sf
    >>> figure = sf.load("littman-figure-1", kind="positions")
    >>> backward_induction(figure).values, backward_induction(figure, ties="last").values
    ((Fraction(1000, 1), Fraction(4, 1)), (Fraction(2, 1), Fraction(100, 1)))
    """
    if not isinstance(ties, str) or ties not in _TIES:
        raise OptionError(f"ties: one of {', '.join(_TIES)} expected, not {ties!r}")
    keys = np.zeros(0, dtype=np.float32)
    if ties == "random":
        keys = np.random.default_rng(seed).random(len(graph.child), dtype=np.float32)
    choice, values = induced_choices(graph, _TIES[ties], keys)
    return PositionEquilibrium(PositionStrategy.pure(graph, choice), values)


def best_nash(
    graph: PositionGraph, wanted: ObjectiveLike = "social", *, mixing: bool = True, effort: Effort | None = None
) -> PositionEquilibrium:
    """Find the best subgame perfect equilibrium of a two-player game (Littman et al. 2006, section 2).

    Where positions are shared, the strategy is one of the unfolded graph; with chance, the graph has to be a tree. The
    objective is to be maximised; without `mixing`, among the equilibria in which nobody mixes. `effort` limits the
    work, with chance. The answer has the profiles of all subgame perfect equilibria of the kind, unless, with chance,
    their grid is very large.

    Raises
    ------
    GameError
        If there are not two players, or chance and shared positions.
    ModelError
        If the objective is unknown or fails.
    SolveError
        If the sets take too much memory, too many boxes or too much time.

    Examples
    --------
    The game of the paper's figure 1.

    >>> import seqform as sf
    >>> figure = sf.load("littman-figure-1", kind="positions")
    >>> best_nash(figure, "social").values
    (Fraction(1000, 1), Fraction(4, 1))
    >>> print(best_nash(figure, "best-for-2").profiles)
    [2, 1000] × 4, 2 × [4, 100]
    >>> nash_paying(figure, (Fraction(2), Fraction(52))).strategy.at(1)  # player 1 mixes
    {0: Fraction(48, 97), 1: Fraction(49, 97)}
    """
    measure = objective(wanted)
    if _has_boxes(graph):
        return nash_from_boxes(graph, measure, mixing=mixing, effort=effort)
    sets = profile_sets(graph, mixing=mixing)
    profiles = sets.root
    values = measure.best(profiles.candidates())
    if sets.grid.place(values) is None:
        return nash_paying(graph, values, mixing=mixing)
    return PositionEquilibrium(unfolded(sets, values).strategy, values, profiles)


def nash_paying(
    graph: PositionGraph, payoffs: Payoffs, *, mixing: bool = True, effort: Effort | None = None
) -> PositionEquilibrium:
    """Find a subgame perfect equilibrium of a two-player game that has exactly these payoffs.

    They need not occur in the game. Arguments, result and errors are those of `best_nash`, and a ModelError if no
    equilibrium has the payoffs.
    """
    values = (Fraction(payoffs[0]), Fraction(payoffs[1]))
    if _has_boxes(graph):
        return nash_from_boxes(graph, values, mixing=mixing, effort=effort)
    sets = profile_sets(graph, mixing=mixing, through=[values])
    return PositionEquilibrium(unfolded(sets, values).strategy, values, sets.root)


def nash_from_boxes(
    graph: PositionGraph, wanted: Objective | Payoffs, *, mixing: bool = True, effort: Effort | None = None
) -> PositionEquilibrium:
    """Find the best equilibrium of a two-player tree, or one with given payoffs, with chance or without."""
    sets = chance_sets(graph, mixing=mixing, effort=effort)
    values = wanted.best(sets.root.corners()) if isinstance(wanted, Objective) else wanted
    return PositionEquilibrium(attain_with_chance(sets, values), values, sets.profiles())
