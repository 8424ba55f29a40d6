"""Linear programs over one player's strategies: dominance, and optimal strategies against a given opponent."""

from __future__ import annotations

from fractions import Fraction

from seqform.builders.forms.sequence_form import max_min_blocks
from seqform.builders.forms.starts import centroid
from seqform.errors import ModelError, SolveError
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans


def worst_optimal_lp(
    form: SequenceForm, opponent: RealizationPlan, value: Fraction, *, best: bool = False
) -> Reduced[LinearProgram, RawSolution, tuple[RealizationPlan, ExactArray]]:
    """Return the LP whose optimum is the maximin plan that earns least against a given plan of the opponent.

    For player 1, with payoff matrix A and the opponent's plan y⁰, it reads: minimise (A y⁰)ᵀx over x ≥ 0 and v with
    v_∅ ≥ value, subject to E x = e and Fᵀv - Aᵀx ≤ 0. For player 2 the roles change. The last rows
    mean that x guarantees v_∅, so x is optimal in a constant-sum game if `value` is the game's.

    Parameters
    ----------
    form : SequenceForm
        Only the payoffs of the player are read.
    opponent : RealizationPlan
        Exact: y⁰. The player is the other one.
    value : Fraction
        The payoff that x has to guarantee. If no plan does, the program is infeasible.
    best : bool
        Maximise instead.

    Returns
    -------
    Reduced
        `target` has 1 + |H_i| + |S_j| rows and |S_i| + 1 + |H_j| columns, i the player and j the opponent. `lift`
        returns x and the multipliers λ ȳ ≥ 0 of the last rows, of shape (|S_j|,): λ times a plan ȳ of the opponent.

    Raises
    ------
    ModelError
        If y⁰ is not an exact plan of this sequence form.

    Notes
    -----
    The multipliers prove that x earns least. A plan that guarantees the value earns at least λ value against λ ȳ, so
    at least λ value + min (A y⁰ - A λ ȳ)ᵀx' over all plans x' against y⁰; x attains this bound. For `best` the
    bound is -λ value + max (A y⁰ + A λ ȳ)ᵀx'. In that case x is a best response to (y⁰ + λ ȳ)/(1 + λ), and therefore
    undominated if y⁰ is completely mixed.

    References
    ----------
    Čermák, Bošanský & Lisý, Practical performance of refinements of Nash equilibria in extensive-form zero-sum games,
    ECAI 2014. Letters as in von Stengel, van den Elzen & Talman (2002).

    Examples
    --------
    >>> from seqform.backends import get
    >>> from seqform.builders.games.families.matrix_games import bimatrix_game
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> form = sequence_form(bimatrix_game("both rows are optimal", [[0, 0], [0, 1]])).target
    >>> even = RealizationPlan(form.sequences[1], ExactArray.of([2, 1, 1]) * Fraction(1, 2))
    >>> step = worst_optimal_lp(form, even, Fraction(0))
    >>> plan, multipliers = step.lift(get("exact").solve(step.target))
    >>> plan.weights.to_fractions()
    [Fraction(1, 1), Fraction(1, 1), Fraction(0, 1)]
    """
    player = 1 - _owner(form, opponent, "worst_optimal_lp")
    side = max_min_blocks(form, player, "worst_optimal_lp")
    own, other = side.own, side.other
    values = 1 + other.num_infosets
    least = ExactArray.of([value * side.scale])
    earned = side.payoffs.T.dot(_exact_weights(opponent, "worst_optimal_lp")).reduced()
    program = LinearProgram(
        sense="max" if best else "min",
        objective=ExactArray.concatenate([earned, ExactArray.zeros(values)]),
        matrix=side.matrix,
        rows=Bounds.concatenate([Bounds.equal(side.e), Bounds.at_most(ExactArray.zeros(len(other)))]),
        columns=Bounds.concatenate([Bounds.nonnegative(len(own)), Bounds.at_least(least), Bounds.free(values - 1)]),
        row_names=side.row_names,
        column_names=side.column_names,
        name=f"{form.title} ({'best' if best else 'worst'} optimal strategy)",
    )

    def lift(raw: RawSolution) -> tuple[RealizationPlan, ExactArray]:
        if not isinstance(raw.primal, ExactArray) or not isinstance(raw.dual, ExactArray):
            raise SolveError(f"the solver returned no exact primal-dual pair: {raw.termination} ({raw.status})", raw)
        plan = RealizationPlan(own, raw.primal.take(slice(len(own))).reduced())
        duals = raw.dual.take(slice(1 + own.num_infosets, None)).reduced()
        return plan, duals if best else -duals

    return Reduced(program, lift)


def dominance_lp(form: SequenceForm, plan: RealizationPlan) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
    """Return the LP whose optimum is the best of the plans that are never worse than a given one.

    For a plan x* of player 1, with payoff matrix A, it reads: maximise (A y⁰)ᵀx over x ≥ 0
    and v with v_∅ ≥ 0, subject to E x = e and Fᵀv - Aᵀx ≤ -Aᵀx*. Here y⁰ > 0 is the opponent's
    plan in the centroid. For player 2 the roles change.

    Parameters
    ----------
    plan : RealizationPlan
        Exact, of either player (that of `plan.index`): x*.

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

    Let y ≥ 0 be the duals of the last rows. Dual feasibility in v, which is free but for v_∅ ≥ 0, means that
    F y = λ f with λ = y_∅ ≥ 0, so ȳ = (y⁰ + y)/(1 + λ) is a plan, and completely mixed. Optimality means that x
    maximises (A y⁰ + A y)ᵀx over the plans, so x is a best response to ȳ; and, by complementary slackness, that
    (x - x*)ᵀA y = vᵀF y = λ v_∅ = 0. So the gain of x over x* against ȳ is its gain against y⁰, divided by 1 + λ:
    if that is 0, x* is a best response to ȳ as well, and a best response to a completely mixed strategy is
    undominated.

    References
    ----------
    van Damme (1987), Stability and Perfection of Nash Equilibria, section 3.2: an equilibrium of a two-player game
    is normal-form perfect if and only if both strategies are undominated. Letters as in von Stengel,
    van den Elzen & Talman (2002), vSvET.

    Examples
    --------
    >>> from seqform.backends import get
    >>> from seqform.builders.games.families.matrix_games import bimatrix_game
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> form = sequence_form(bimatrix_game("the second row is as good or better", [[0, 0], [0, 1]])).target
    >>> first_row = RealizationPlan(form.sequences[0], ExactArray.of([1, 1, 0]))
    >>> step = dominance_lp(form, first_row)
    >>> best, witness = step.lift(get("exact").solve(step.target))
    >>> best.weights.to_fractions()
    [Fraction(1, 1), Fraction(0, 1), Fraction(1, 1)]
    """
    player = _owner(form, plan, "dominance_lp")
    weights = _exact_weights(plan, "dominance_lp")
    side = max_min_blocks(form, player, "dominance_lp")
    own, other, payoffs = side.own, side.other, side.payoffs
    even = _exact_weights(centroid(form)[1 - player], "dominance_lp")
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


def _owner(form: SequenceForm, plan: RealizationPlan, caller: str) -> int:
    player = plan.index.player
    if len(plan.index) != len(form.sequences[player]):
        raise ModelError(
            f"{caller}: a plan of player {player + 1} for {len(form.sequences[player])} sequences expected, "
            f"not for {len(plan.index)}"
        )
    return player


def _exact_weights(plan: RealizationPlan, caller: str) -> ExactArray:
    if not isinstance(plan.weights, ExactArray):
        raise ModelError(f"{caller}: an exact plan expected, but its weights are doubles; solve with exact=True")
    miss = plan.residual()
    if miss != 0:
        raise ModelError(f"{caller}: not a realization plan; it misses x ≥ 0, E x = e by {miss}")
    return plan.weights
