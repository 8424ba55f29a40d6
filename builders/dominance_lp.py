"""The linear program that finds what dominates a strategy, or proves that nothing does."""

from __future__ import annotations

from fractions import Fraction

from seqform.builders.one_side import one_side
from seqform.builders.starting_plans import centroid
from seqform.errors import ModelError, SolveError
from seqform.models.exact import ExactArray
from seqform.models.linear_program import Bounds, LinearProgram
from seqform.models.raw_solution import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.sequence_form import SequenceForm
from seqform.models.strategies import RealizationPlan, RealizationPlans


def dominance_lp(form: SequenceForm, plan: RealizationPlan) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
    """Return the LP whose optimum is the best of the plans that are never worse than a given one.

    For a plan x* of player 1, with payoff matrix A, it reads: maximise (A y⁰)ᵀx over x ≥ 0
    and v with v_∅ ≥ 0, subject to E x = e and Fᵀv - Aᵀx ≤ -Aᵀx*. Here y⁰ > 0 is the opponent's
    plan in the centroid. For player 2 the roles change.

    Parameters
    ----------
    form : SequenceForm
    plan : RealizationPlan
        Exact, of either player (`plan.index` tells whose): x*.

    Returns
    -------
    Reduced
        `target` has 1 + |H_i| + |S_j| rows and |S_i| + 1 + |H_j| columns, i the player and
        j the opponent. `lift` returns a plan x of the player and a completely mixed plan ȳ of
        the opponent. x* is undominated if and only if x earns no more than x* against y⁰, and
        then x* is a best response to ȳ. Otherwise x dominates x*; x itself is a best response to
        ȳ in either case, and so undominated.

    Raises
    ------
    ModelError
        If the plan is not an exact plan of this sequence form.

    Notes
    -----
    Never worse means min over y of (x - x*)ᵀA y ≥ 0, and by LP duality that minimum is the
    largest v_∅ = fᵀv with Fᵀv ≤ Aᵀ(x - x*): these are the constraints. As y⁰ > 0, a plan that is never
    worse is better somewhere if and only if it is better against y⁰.

    Let y ≥ 0 be the duals of the last rows. Dual feasibility in v, which is free but for v_∅ ≥ 0, says that
    F y = λ f with λ = y_∅ ≥ 0, so ȳ = (y⁰ + y)/(1 + λ) is a plan, and completely mixed. Optimality says that x
    maximises (A y⁰ + A y)ᵀx over the plans, so x is a best response to ȳ; and, by complementary slackness, that
    (x - x*)ᵀA y = vᵀF y = λ v_∅ = 0. So x earns above x* against ȳ what it earns above it against y⁰, over 1 + λ:
    if that is nothing, x* is a best response to ȳ as well, and a best response to a completely mixed strategy is
    undominated.

    References
    ----------
    van Damme (1987), Stability and Perfection of Nash Equilibria, section 3.2: an equilibrium of a two-player game
    is normal-form perfect if and only if both strategies are undominated. Letters as in von Stengel,
    van den Elzen & Talman (2002), vSvET.

    Examples
    --------
    >>> from seqform.backends import get
    >>> from seqform.builders.games.matrix_games import bimatrix_game
    >>> from seqform.builders.sequence_form import sequence_form
    >>> form = sequence_form(bimatrix_game("the second row is as good or better", [[0, 0], [0, 1]])).target
    >>> first_row = RealizationPlan(form.sequences[0], ExactArray.of([1, 1, 0]))
    >>> step = dominance_lp(form, first_row)
    >>> best, witness = step.lift(get("exact").solve(step.target))
    >>> best.weights.to_fractions()
    [Fraction(1, 1), Fraction(0, 1), Fraction(1, 1)]
    """
    player = _owner(form, plan)
    weights = _exact_weights(plan)
    side = one_side(form, player, "dominance_lp")
    own, other, payoffs = side.own, side.other, side.payoffs
    even = _exact_weights(centroid(form)[1 - player])
    values = 1 + other.num_infosets
    program = LinearProgram(
        sense="max",
        objective=ExactArray.concatenate([payoffs.T.dot(even).reduced(), ExactArray.zeros(values)]),
        matrix=side.matrix,
        rows=Bounds.concatenate([Bounds.equal(side.e), Bounds.at_most(-payoffs.dot(weights).reduced())]),
        columns=Bounds.concatenate([Bounds.nonnegative(len(own) + 1), Bounds.free(values - 1)]),
        row_names=side.row_names,
        column_names=side.column_names,
        name=f"{form.title} (dominance)",
    )

    def lift(raw: RawSolution) -> RealizationPlans:
        if not isinstance(raw.primal, ExactArray) or not isinstance(raw.dual, ExactArray):
            raise SolveError(f"the solver returned no exact primal-dual pair: {raw.termination} ({raw.status})", raw)
        best = RealizationPlan(own, raw.primal.take(slice(len(own))).reduced())
        total = even + raw.dual.take(slice(1 + own.num_infosets, None))
        witness = RealizationPlan(other, total * (Fraction(1) / total[0]))
        return side.plans(best, witness)

    return Reduced(program, lift)


def _owner(form: SequenceForm, plan: RealizationPlan) -> int:
    player = plan.index.player
    if len(plan.index) != len(form.sequences[player]):
        raise ModelError(
            f"dominance_lp: a plan of player {player + 1} for {len(form.sequences[player])} sequences expected, "
            f"not for {len(plan.index)}"
        )
    return player


def _exact_weights(plan: RealizationPlan) -> ExactArray:
    if not isinstance(plan.weights, ExactArray):
        raise ModelError("dominance_lp: an exact plan expected, but its weights are doubles; solve with exact=True")
    miss = plan.residual()
    if miss != 0:
        raise ModelError(f"dominance_lp: not a realization plan; it misses x ≥ 0, E x = e by {miss}")
    return plan.weights
