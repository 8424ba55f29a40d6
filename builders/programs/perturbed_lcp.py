"""The ε-perturbed complementarity problem of a two-player game, after Miltersen & Sørensen."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from seqform.builders.programs.lcp import GameLcp, shared_sequence_form_lcp
from seqform.builders.programs.perturbed_lp import (
    Trembles,
    point_of_functions,
    quasi_perfect_trembles,
)
from seqform.errors import ModelError
from seqform.models.games.infosets import player_label
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, Mask
from seqform.models.numbers.polynomials import PolynomialArray, RationalFunctionArray
from seqform.models.programs.complementarity import PathStart, split_free
from seqform.models.programs.perturbed import (
    MatrixPerturbedComplementarityProblem,
    PerturbedComplementarityProblem,
    PerturbedSolution,
)
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.reduced import Reduced
from seqform.models.strategies.assessment import EpsilonFamily, PlanFamily, RationalPlanFamily
from seqform.models.strategies.behavior import RealizationPlans
from seqform.system.deadline import require_time

PerturbedLcpStep = Reduced[PerturbedComplementarityProblem, PerturbedSolution, EpsilonFamily]


def perturbed_lcp(
    form: SequenceForm,
    start: RealizationPlans | None = None,
    trembles: Trembles = quasi_perfect_trembles,
) -> PerturbedLcpStep:
    """Return the complementarity problem of a game in which every sequence keeps a least weight, a polynomial in ε.

    With least weights k(ε) of x and l(ε) of y write x = x̃ + k and y = ỹ + l. In z = (x̃, v', ỹ, u') and
    w = (r, w_F, s, w_E), `sequence_form_lcp` becomes

        r   = -Eᵀu' - A ỹ - A l,      w_F = F ỹ - (f - F l),
        s   = -Fᵀv' - Bᵀx̃ - Bᵀk,      w_E = E x̃ - (e - E k):

    M stays as it is, q(ε) = (-A l, F l - f, -Bᵀk, E k - e). With ε^|σ| for k and l the limits of its solutions are
    quasi-perfect equilibria. How Lemke's algorithm reaches one depends on the start.

    Without a start, u' and v' are differences of nonnegative variables and d is all ones, as in
    `koller_megiddo_von_stengel`. With A and B negative this ends in a solution: a ray would need z ≥ 0, not zero,
    with M z ≥ 0, zᵀMz = 0 and zᵀq < 0. But M z ≥ 0 in the rows of both signs forces E x̃ = 0 and F ỹ = 0, so
    x̃ = ỹ = 0, and -Eᵀu' ≥ 0, -Fᵀv' ≥ 0; with plans x̄ ≥ k and ȳ ≥ l then
    zᵀq = -(e - E k)ᵀu' - (f - F l)ᵀv' = -(x̄ - k)ᵀEᵀu' - (ȳ - l)ᵀFᵀv' ≥ 0.

    With a start (p, q) the path is one of plans, each player answering a mixture of the other's plan and start.
    Here d = (a, 0, b, 0) with a = -A q and b = -Bᵀp, raised by 1 at every choice that is as good against the
    start as the first best one, so that both players have just one best plan, x* against a and y* against b.
    z0 falls from ∞, where the basis holds x*, y*, u' and v'. This is the path of (3.4) of vSvET
    divided by 1 - z0, their z0 / (1 - z0) for ours; without z0 in the rows of E and F, d is free of ε although
    p - k is not. It ends in a solution: w_E and w_F never enter, as u' and v' never leave, so the plans stay in the
    polytopes {x̃ ≥ 0, E x̃ = e - E k} and {ỹ ≥ 0, F ỹ = f - F l}, whose lexicographically perturbed vertices are
    nondegenerate. On a ray, then, x̃ and ỹ stand still, and Eᵀu' ≤ a z0 holds for the rates of change, with
    equality at basic x̃, whose columns of E make a nonsingular matrix; likewise for v'. If z0 stands still, u' and v'
    do so, too: no ray. If it rises, x̃ is best against a and ỹ against b: the ray at the beginning. For the payoffs any
    signs would do, and any a and b that have single best plans.

    - `form`: Of any two-player game.
    - `start`: (p, q), exact. Different starts may lead to different equilibria. The rows of w_E and w_F have their
      signs changed, so that q is positive there; for that, the least weights at an information set have to be at most
      that of the sequence that leads there.
    - `trembles`: From a player's sequences to their least weights; ε^|σ| if absent.

    `lift` returns both plans as polynomials in ε.

    References
    ----------
    Miltersen & Sørensen, Computing a quasi-perfect equilibrium of a two-player game, Economic Theory 42 (2010);
    von Stengel, van den Elzen & Talman, Econometrica 70 (2002), section 3.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.forms.sequence_form import centroid
    >>> form = sf.builders.sequence_form(sf.load("vsvet-figure-1")).target
    >>> perturbed_lcp(form).target
    <PerturbedComplementarityProblem 'vsvet-figure-1': 22 variables, 72 nonzeros, degree 2 in ε>
    >>> perturbed_lcp(form, centroid(form)).target
    <PerturbedComplementarityProblem 'vsvet-figure-1': 16 variables, 6 of them free, 44 nonzeros, degree 2 in ε>
    """
    game = shared_sequence_form_lcp(form)
    least = trembles(form.sequences[0]), trembles(form.sequences[1])
    mixed = _mixed_problem(game, least)
    if start is None:
        # u' and v' are written as differences: their negative parts come last.
        ones = ExactArray.ones(len(mixed) + int(mixed.free.sum()))
        standard = split_free(mixed.limit, ones).target
        q = PolynomialArray.concatenate([mixed.q, -mixed.q.take(mixed.free)])
        problem = PerturbedComplementarityProblem(q=q, **standard.parts_but_q())
    else:
        _check_room(form, least)
        problem = _started(game, mixed, start)

    def lift(answer: PerturbedSolution) -> EpsilonFamily:
        z = point_of_functions(answer, PolynomialArray)
        x = z.take(game.blocks.x) + least[0]
        y = z.take(game.blocks.y) + least[1]
        return EpsilonFamily((PlanFamily(form.sequences[0], x), PlanFamily(form.sequences[1], y)))

    return Reduced(problem, lift)


def behavior_perturbed_lcp(
    form: SequenceForm,
) -> Reduced[MatrixPerturbedComplementarityProblem, PerturbedSolution, EpsilonFamily]:
    """Return the problem of a game in which every action at every information set has probability at least ε.

    Plans are x = T x̃ with x̃_∅ = x_∅ and x̃_{σ_h c} = x_{σ_h c} - ε x_{σ_h} ≥ 0, so that x_σ is the sum of ε^(|σ| - |τ|)
    x̃_τ over the beginnings τ of σ. The problem is that of `koller_megiddo_von_stengel` with E T(ε), F T(ε) and
    T(ε)ᵀ A T(ε), T(ε)ᵀ B T(ε) for E, F, A and B. Lemke's algorithm with d = (1, ..., 1) finds a solution for every ε
    below 1 / a, a the largest number of actions: the proof is the same, as E T x̃ = 0 and x̃ ≥ 0 only for x̃ = 0, and
    payoffs of nonnegative plans are negative. `lift` returns the plans as rational functions, whose limits are
    extensive-form perfect.

    References
    ----------
    Farina & Gatti, Extensive-form perfect equilibrium computation in two-player games, AAAI 2017.

    Examples
    --------
    >>> import seqform as sf
    >>> behavior_perturbed_lcp(sf.builders.sequence_form(sf.load("vsvet-figure-1")).target).target
    <MatrixPerturbedComplementarityProblem 'vsvet-figure-1': 22 variables, 72 nonzeros>
    """
    game = shared_sequence_form_lcp(form)
    base = game.base
    matrix = base.matrix
    lines = _earlier(game, form)

    # An entry of M at a row i and a column j counts, times ε^(k + l), at the variable k choices before i and the one
    # l choices before j. The entries of every power of ε make a matrix.
    entries: list[list[tuple[Ints, Ints, ExactArray]]] = [[] for _ in range(2 * len(lines) - 1)]
    for row_steps, row_before in enumerate(lines):
        for column_steps, column_before in enumerate(lines):
            require_time()
            rows = row_before[matrix.rows]
            columns = column_before[matrix.columns]
            kept = (rows >= 0) & (columns >= 0)
            if kept.any():
                term = (rows[kept], columns[kept], matrix.values.take(kept))
                entries[row_steps + column_steps].append(term)

    matrices = []
    for terms in entries:
        require_time()
        matrices.append(_sum_of_entries(matrix.shape, terms))
    # The longest sequences of both players need not meet at any leaf, so that the highest powers may have no entries.
    while not matrices[-1].nonzeros:
        matrices.pop()

    ones = ExactArray.ones(len(base) + int(base.free.sum()))
    standard = split_free(replace(base, matrix=matrices[0]), ones).target
    higher = []
    for power_matrix in matrices[1:]:
        require_time()
        higher.append(split_free(replace(base, matrix=power_matrix), ones).target.matrix)
    problem = MatrixPerturbedComplementarityProblem(
        q=standard.q, higher=tuple(higher), **standard.parts_but_q()
    )

    def lift(answer: PerturbedSolution) -> EpsilonFamily:
        # x_σ is the sum of ε^k x̃_τ, τ the beginning k choices before.
        z = point_of_functions(answer, RationalFunctionArray)
        plans = PolynomialArray.zeros(len(base))
        power: tuple[Fraction, ...] = (Fraction(1),)
        for line in lines:
            moved = z.numerators.take(line).times(power).coefficients
            plans += PolynomialArray(tuple(part.where(line >= 0) for part in moved))
            power = (Fraction(0), *power)
        first = RationalPlanFamily(form.sequences[0], plans.take(game.blocks.x))
        second = RationalPlanFamily(form.sequences[1], plans.take(game.blocks.y))
        return EpsilonFamily((first, second))

    return Reduced(problem, lift)


def _sum_of_entries(
    shape: tuple[int, int], terms: list[tuple[Ints, Ints, ExactArray]]
) -> ExactMatrix:
    """Return the sum of matrices that are lists of entries: rows, columns and values."""
    if not terms:
        return ExactMatrix.zeros(shape)
    rows, columns, values = zip(*terms, strict=True)
    return ExactMatrix.from_entries(
        shape, np.concatenate(rows), np.concatenate(columns), ExactArray.concatenate(values)
    )


def _earlier(game: GameLcp, form: SequenceForm) -> list[Ints]:
    """Return, for k = 0, 1, ..., the place of the sequence k choices before that of every variable, -1 if none is."""
    before = np.full(len(game.base), -1)
    for index, block in zip(form.sequences, (game.blocks.x, game.blocks.y), strict=True):
        leading = index.parent_sequence[index.infoset_of[1:]]
        before[block.start + 1 : block.stop] = block.start + leading

    lines = []
    line = np.arange(len(before))
    while np.any(line >= 0):
        lines.append(line)
        line = np.where(line >= 0, before[line], -1)
    return lines


def _check_room(form: SequenceForm, least: tuple[PolynomialArray, PolynomialArray]) -> None:
    """Check that e - E k and f - F l are nonnegative: the values of the first basis."""
    for own, constraints, weights in zip(form.sequences, (form.E, form.F), least, strict=True):
        right = PolynomialArray.constant(ExactArray.unit(constraints.shape[0], 0))
        room = right - weights.under(constraints)
        # Row 0 is that of the empty sequence, row k that of information set k - 1.
        missing = np.flatnonzero(room.signs() < 0).tolist()
        if missing and missing[0] == 0:
            raise ModelError(
                f"trembles, {player_label(own.player)}: the least weight of the empty sequence exceeds 1"
            )
        if missing:
            raise ModelError(
                f"trembles, {player_label(own.player)}: at information set {own.infoset_names[missing[0] - 1]!r} the "
                "least weights of the choices exceed that of the sequence that leads there for small ε; without a "
                "start this is allowed"
            )


def _mixed_problem(
    game: GameLcp, least: tuple[PolynomialArray, PolynomialArray]
) -> PerturbedComplementarityProblem:
    """Return the problem in which u' and v' are free, without a covering vector: only q differs from `GameLcp`'s."""
    base = game.base
    k, l = least  # noqa: E741 - the paper's letter
    moved = PolynomialArray.concatenate(
        [
            l.under(game.costs[0]),
            l.under(game.spaces[1].constraints),
            k.under(game.costs[1]),
            k.under(game.spaces[0].constraints),
        ]
    )
    q = PolynomialArray.constant(base.q) + moved
    return PerturbedComplementarityProblem(q=q, **base.parts_but_q())


def _started(
    game: GameLcp, mixed: PerturbedComplementarityProblem, start: RealizationPlans
) -> PerturbedComplementarityProblem:
    """Return the mixed problem with d = (a, 0, b, 0), and the basis of best plans against a and b.

    The rows of w_E and w_F, which are those of the free variables, change their signs, so that q is positive there.
    """
    p, q = game.strategies(start)
    x, a = _only_best(game, 0, game.costs[0].dot(q))
    y, b = _only_best(game, 1, game.costs[1].dot(p))
    basis, _, _ = game.best_basis(x, y)
    zeros_of_u = ExactArray.zeros(game.spaces[0].constraints.shape[0])
    zeros_of_v = ExactArray.zeros(game.spaces[1].constraints.shape[0])

    matrix = mixed.matrix
    values = _changed_signs(matrix.values, mixed.free[matrix.rows])
    coefficients = tuple(_changed_signs(part, mixed.free) for part in mixed.q.coefficients)
    return replace(
        mixed,
        matrix=replace(matrix, values=values),
        q=PolynomialArray(coefficients),
        covering_vector=ExactArray.concatenate([a, zeros_of_v, b, zeros_of_u]).reduced(),
        start=PathStart(basis, entering=2 * len(mixed), ties_from=basis.copy(), falling=True),
    )


def _only_best(game: GameLcp, player: int, costs: ExactArray) -> tuple[Ints, ExactArray]:
    """Return the basic variables of the first best plan against costs, and costs against which it is the only one.

    The rivals are the other choices whose reduced cost is 0; each of them costs 1 more.
    """
    space = game.spaces[player]
    best = space.optimal_basis(-costs)
    reduced_costs = space.constraints.T.dot(best.dual) + costs
    is_rival = np.asarray(reduced_costs.numerators == 0, dtype=bool)
    is_rival[best.basic] = False
    return best.basic, (costs + ExactArray(is_rival.astype(np.int64))).reduced()


def _changed_signs(values: ExactArray, places: Mask) -> ExactArray:
    return ExactArray(np.where(places, (-values).numerators, values.numerators), values.denominator)
