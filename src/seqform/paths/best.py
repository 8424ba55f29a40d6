"""The best of all Nash equilibria of a small game by an objective, from its maximal Nash subsets.

In a Nash subset every plan of player 1 is a best reply to every plan of player 2 in it. So what player 1 receives
depends on player 2's plan only, linearly, and the other way round. Hence the payoffs in the product of the convex hulls
of U and V are a rectangle: player 1's between the least and the largest for plans in V, player 2's for plans in U. Its
points are attained by mixtures of two plans of each player, and the best one is found as in `Objective.best_of`.
"""

from __future__ import annotations

from fractions import Fraction

from seqform.errors import SolveError
from seqform.models.answers.components import AllEquilibria
from seqform.models.answers.equilibrium import Equilibrium, Resolved
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.models.strategies.profile_set import ObjectiveLike, objective
from seqform.paths.complete import exact_of
from seqform.verify.nash import certify, payoff_by_sequence

SOLVER = "seqform complete search"


def best_equilibrium(found: AllEquilibria, wanted: ObjectiveLike = "social") -> Equilibrium:
    """Return the best of all Nash equilibria by an objective, with its certificate; a method of `AllEquilibria`.

    Parameters
    ----------
    found : AllEquilibria
        Of a search that is finished.
    wanted : str, Objective or callable
        As of `seqform.solving.concepts.SubgamePerfect`.

    Raises
    ------
    ModelError
        If the objective is unknown or fails, or no equilibrium keeps to its bounds.
    SolveError
        If the search is not finished.

    Examples
    --------
    >>> import seqform as sf
    >>> every = sf.equilibria("vsvet-figure-1", complete=True)
    >>> [tuple(map(str, every.best(wanted).values)) for wanted in ("fairest", "least-social", "best-for-2 where 1<=5")]
    [('11', '3'), ('4', '3/2'), ('4', '7/3')]
    """
    measure, game = objective(wanted), found.game
    if not found.finished:
        raise SolveError(f"{game.title}: the search for all equilibria was stopped ({found.stopped}), so none is best")
    values = measure.best_of(found.payoffs.boxes)
    place = next(place for place, box in enumerate(found.payoffs_of_subsets) if values in box)
    subset, pays = found.subsets[place], {one.numbers: one.values for one in found}
    plans = []
    for player in (0, 1):
        own, other = subset.plans[player], subset.plans[1 - player][0]
        worth = {plan: pays[(plan, other) if player == 0 else (other, plan)][1 - player] for plan in own}
        low, high = min(own, key=worth.__getitem__), max(own, key=worth.__getitem__)
        spread = Fraction(worth[high] - worth[low])
        share = Fraction(values[1 - player] - worth[low]) / spread if spread else Fraction(0)
        first, second = (exact_of(found.plans[player][plan]) for plan in (low, high))
        plans.append((first * (1 - share) + second * share).reduced())
    profile = BehaviorProfile((_strategy(found, 0, plans), _strategy(found, 1, plans)))
    certificate = certify(game, profile)
    raw = RawSolution(Termination.SOLVED, f"{measure.claim} of all Nash equilibria", solver=SOLVER)
    resolved = Resolved("nash", {}, SOLVER, (), True, {})
    return Equilibrium(game, profile, certificate, raw, resolved, {"solve": found.seconds}, objective=measure.name)


def _strategy(found: AllEquilibria, player: int, plans: list[ExactArray]) -> BehaviorStrategy:
    gradient = payoff_by_sequence(found.game, player, player, plans[1 - player])
    return RealizationPlan(found.game.sequences[player].index, plans[player]).behavior(gradient)
