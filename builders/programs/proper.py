"""Programs of proper equilibria: of constant-sum games linear ones on sequences, of all a complementarity problem.

For a plan x of the player, C_σ(x) is the payoff against the opponent's best reply among those that play the sequence σ.
If r_τ ≥ 0 is what the choice that ends τ costs the opponent, C_σ(x) is the payoff against a best reply plus the sum of
r_τ over the beginnings τ of σ. It is a concave function of x.

**Levels.** Dresher's procedure on the normal form takes the x with the largest least payoff over all columns; among
these the ones with the largest least payoff over the columns that do not always earn this least; and so on. Here the
sequences take the place of the columns, and C_σ that of their payoffs:

    t_k is the largest t such that C_σ(x) ≥ t for all σ without a level, for some x with C_σ(x) ≥ t_σ for the others;
    the σ with C_σ(x) = t_k for all of these x get the level t_σ = t_k.

Both end with the same plans, which are the proper ones. Let D be the set of columns at which the plans x and x' differ,
and m(x), m(x') the least payoffs of either on D. x is a result of such a procedure if and only if m(x') < m(x) whenever
D is not empty: otherwise, the payoffs being concave in x, (x + x')/2 would earn more than x at the lowest columns of D,
and the same at all others. If the plans differ at C_σ, the best reply through σ to the one with the smaller C_σ is a
pure strategy at which this plan earns C_σ, and the other plan more. If they differ at a pure strategy, they do so at
C_σ for one of its sequences, since these determine its payoff, and C_σ is at most its payoff. So the smaller one of
m(x) and m(x') is the same number for pure strategies and for sequences, and the same plan attains it.

**A family.** Let |σ| be the length of σ and n_σ the number of its level, from 0. In the game of `proper_lp` a player
mixes plans: one of any kind; for every k ≥ 1, with weight δ_k, plans that play a sequence of level k or higher; and for
every σ, with weight δ_σ, plans that play σ. The weights are powers of ε, in the order of k or n_σ, δ_k before all δ_σ,
and these by |σ|. So the opponent's cheapest mistakes are the likeliest ones, and as likely as is best for him. The
limits are proper, since with ε the x that are optimal maximize the least C_σ level by level; and quasi-perfect, since
a plan that makes a mistake at an information set, in order to play σ, is less likely than those that play the sequence
σ_h that leads there, and go on in the best way.

**Permutahedra**, for games of any sum. In the perturbed game each player mixes the permutations of trembles s_1(ε) <
... < s_k(ε) over the k pure strategies: the mixed strategies x of a permutahedron, those of whose entries any j have at
least the sum s_1 + ... + s_j. A best reply gives the sum s_1 + ... + s_j to the j worst strategies, wherever the next
one is better. So if a strategy is worse than another its weight is at most s_i and the other's at least s_(i+1), for
some i: with s = (ε^(k-1), ..., ε^2, ε, 1 - ε - ε^2 - ...) the equilibria are ε'-proper, with ε' = ε / (1 - ε - ε^2 -
...), and their limits proper.

A sorting network describes the permutahedron by few inequalities (Goemans 2015). A comparator of two wires with the
weights u and v puts a weight m ≤ u, v on the first and u + v - m on the second, and the wires at the end carry s. Any
permutation of s can be sorted so, hence also any mixture of them; and what comparators do makes the weights more
unequal, so that x, before it, is a mixture of permutations of s. With the weights m of the comparators as further
variables X = (x, m) ≥ 0 and

    m ≤ u,  m ≤ v  at every comparator,  W X ≥ s  on the wires at the end,  Σ x = 1,

in short E X ≥ e(ε), the equilibria are the solutions of

    r   = -A Y - Eᵀp ≥ 0,      w_E = E X - e ≥ 0,
    s   = -BᵀX - Fᵀq ≥ 0,      w_F = F Y - f ≥ 0,

with (X, p, Y, q) ≥ 0 complementary to (r, w_E, s, w_F), Σ x = 1 written as two inequalities. Lemke's algorithm with
d = (1, ..., 1) finds one: with A and B negative the matrix M is copositive, and a ray would need z ≥ 0, not zero, with
M z ≥ 0, zᵀMz = 0 and zᵀ(0, -e, 0, -f) < 0. But M z ≥ 0 in the rows of Σ x and Σ y forces x = 0 and y = 0, so that
Eᵀp ≤ 0 and Fᵀq ≤ 0, and with any X̄ ≥ 0, E X̄ ≥ e, and Ȳ alike zᵀ(0, -e, 0, -f) ≥ -X̄ᵀEᵀp - ȲᵀFᵀq ≥ 0.

References
----------
Dresher, The Mathematics of Games of Strategy (1961); van Damme, Stability and Perfection of Nash Equilibria (1991),
section 3.5; Miltersen & Sørensen, Fast algorithms for finding proper strategies in game trees, SODA 2008; Sørensen,
Computing a proper equilibrium of a bimatrix game, EC 2012; Goemans, Smallest compact formulation for the permutahedron,
Mathematical Programming 153 (2015), 5-11; Myerson, Refinements of the Nash equilibrium concept, International Journal
of Game Theory 7 (1978), 73-80.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

import numpy as np

from seqform.builders.forms.sequence_form import max_min_blocks, primal_and_dual
from seqform.builders.programs.lcp import MixedStrategySpace, shared_normal_form_lcp
from seqform.builders.programs.perturbed_lp import lengths, pair_of_functions, point_of_functions
from seqform.errors import SolveError
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, Mask
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.linear import Bounds, LazyNames, LinearProgram
from seqform.models.programs.perturbed import (
    PerturbedComplementarityProblem,
    PerturbedLinearProgram,
    PerturbedSolution,
)
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.assessment import EpsilonFamily, Mixture, PlanFamily, mixed_family
from seqform.models.strategies.behavior import BehaviorStrategy, RealizationPlan


@dataclass(frozen=True, eq=False)
class LevelAnswer:
    """An optimum of `level_lp`: t, x, and the weights w and replies y of a proof, of shape (|S_j|,).

    y is a mixture of plans with a share w_σ that plays σ, and x is a best response to it. So no plan has a larger sum
    of w_σ C_σ than x.
    """

    value: Fraction
    plan: RealizationPlan
    weights: ExactArray
    replies: ExactArray


def level_lp(
    form: SequenceForm,
    player: int,
    levels: Sequence[Fraction | None],
    value: Fraction | None = None,
    raised: Collection[int] = (),
) -> Reduced[LinearProgram, RawSolution, LevelAnswer]:
    """Return the program of a level: the largest t, or given t = `value` the largest sum of C_σ over `raised`.

    Over x, the values q of the opponent's information sets, D and t: E x = e; D_σ - D_σ' = c_σ(x) - (Fᵀq)_σ and D_σ ≥
    D_σ' for every sequence σ and the sequence σ' before its last choice, D_∅ = c_∅(x) - (Fᵀq)_∅; and D_σ ≥ t, or the
    level of σ if it has one. c_σ is what σ itself contributes to the player's payoff; F is without its row for ∅. D is
    at most C, and C for the best q.

    - `levels`: The level of each of the opponent's sequences, None if it has none yet.
    """
    side = max_min_blocks(form, player, "level_lp")
    num_own = len(side.own)
    size = len(side.other)
    sets = side.other.num_infosets
    all_sequences = np.arange(size)
    is_kept = np.ones(size, dtype=bool)

    # D_σ - D_σ' for every sequence of the opponent, and D_∅ alone.
    identity = _entries((size, size), all_sequences, all_sequences)
    before = side.other.parent_sequence[side.other.infoset_of[1:]]
    increments = identity + _entries((size, size), all_sequences[1:], before, -1)
    increments_but_first = increments.submatrix(all_sequences > 0, is_kept)

    # Where a sequence has no level yet, its row compares D_σ with t; elsewhere t has no entry.
    without_level = np.flatnonzero(np.array([level is None for level in levels], dtype=bool))
    at_t = _entries((size, 1), without_level, np.zeros(len(without_level), dtype=np.int64), -1)
    least = ExactArray.of([(level or 0) * side.scale for level in levels])

    # The columns are x, q, D and t.
    objective = np.zeros(num_own + sets + size + 1, dtype=np.int64)
    if value is None:
        objective[-1] = 1
        bounds_of_t = Bounds.free(1)
    else:
        objective[[num_own + sets + sequence for sequence in raised]] = 1
        bounds_of_t = Bounds.equal(ExactArray.of([value * side.scale]))

    transposed = side.F.submatrix(np.arange(sets + 1) > 0, is_kept).T
    program = LinearProgram.of_blocks(
        [ExactArray(objective)],
        [
            [side.E, None, None, None],
            [-side.payoffs, transposed, increments, None],
            [None, None, increments_but_first, None],
            [None, None, identity, at_t],
        ],
        [
            Bounds.equal(ExactArray.concatenate([side.e, ExactArray.zeros(size)])),
            Bounds.nonnegative(size - 1),
            Bounds.at_least(least),
        ],
        [Bounds.nonnegative(num_own), Bounds.free(sets + size), bounds_of_t],
        name=f"{form.title} (level)",
    )

    def lift(raw: RawSolution) -> LevelAnswer:
        primal, dual = primal_and_dual(raw)
        if not isinstance(primal, ExactArray) or not isinstance(dual, ExactArray):
            raise SolveError(
                f"a level needs an exact solution: {raw.termination} ({raw.status})", raw
            )
        equations = side.E.shape[0]
        replies = dual.take(slice(equations, equations + size)).reduced()

        # The weight of a sequence is the price of its row of levels, and its coefficient in the objective besides.
        prices = -dual.take(slice(equations + 2 * size - 1, None))
        weights = np.array(prices.to_fractions(), dtype=object)
        weights[list(raised)] += 1
        return LevelAnswer(
            value=primal[len(primal) - 1] / side.scale,
            plan=RealizationPlan(side.own, primal.take(slice(0, num_own)).reduced()),
            weights=ExactArray.of(weights),
            replies=replies,
        )

    return Reduced(program, lift)


def _entries(shape: tuple[int, int], rows: Ints, columns: Ints, value: int = 1) -> ExactMatrix:
    return ExactMatrix.from_entries(
        shape, rows, columns, ExactArray(np.full(len(rows), value, dtype=np.int64))
    )


@dataclass(frozen=True, eq=False)
class _Polytope(Immutable):
    """Strategies {z ≥ 0, H z = or ≥ h(ε)}, the first entries of z being the weights of a plan."""

    matrix: ExactMatrix
    right: PolynomialArray
    equations: Mask


def _trembling(index: SequenceIndex, constraints: ExactMatrix, numbers: Ints) -> _Polytope:
    """Return the mixtures of plans of the family above, z = (x, ω - δ), ω_σ the weight of plans chosen to play σ.

    x can be split up so if and only if x_σ is at least the sum of ω_τ over all τ that σ begins. The weights of the
    sequences from level k on, `numbers` being those of the levels, sum to δ_k at least. So with ω = z_ω + δ the rows
    are H x = e, x_σ - Σ z_ω ≥ Σ δ_τ, and Σ z_ω ≥ δ_k - Σ δ_σ.
    """
    size = len(index)
    highest = int(numbers.max(initial=0))
    levels = np.arange(1, highest + 1)

    # Each weight is a power of ε, by its place among all.
    order_of_sequence = _orders(lengths(index)[1:], numbers[1:])
    order_of_level = _orders(0, levels)
    orders = np.unique(np.concatenate([order_of_sequence, order_of_level]))
    least = PolynomialArray.powers(1 + np.searchsorted(orders, order_of_sequence))
    budgets = PolynomialArray.powers(1 + np.searchsorted(orders, order_of_level))

    begun = _beginnings(index)
    at_level, sequences = np.nonzero(numbers[1:] >= levels[:, None])
    above = _entries((highest, size - 1), at_level, sequences)
    identity = _entries((size, size), np.arange(size), np.arange(size))
    matrix = ExactMatrix.block([[constraints, None], [identity, -begun], [None, above]])
    right = PolynomialArray.concatenate(
        [
            PolynomialArray.constant(ExactArray.unit(constraints.shape[0], 0)),
            least.under(begun),
            budgets - least.under(above),
        ]
    )
    return _Polytope(matrix, right, np.arange(matrix.shape[0]) < constraints.shape[0])


def _beginnings(index: SequenceIndex) -> ExactMatrix:
    """Return the matrix, of shape (|S|, |S| - 1), with a 1 where the sequence of the row begins that of the column.

    The columns leave out the empty sequence. Every sequence begins itself.
    """
    size = len(index)
    before = np.concatenate([[0], index.parent_sequence[index.infoset_of[1:]]])
    beginnings = ends = np.arange(1, size)
    rows = [beginnings]
    columns = [ends - 1]
    while np.any(beginnings > 0):
        # One choice less, of every sequence that has one left.
        has_choice = beginnings > 0
        beginnings = before[beginnings[has_choice]]
        ends = ends[has_choice]
        rows.append(beginnings)
        columns.append(ends - 1)
    return _entries((size, size - 1), np.concatenate(rows), np.concatenate(columns))


def _orders(length: Ints | int, numbers: Ints) -> Ints:
    """Return numbers in the order of the weights of the family: those of a level by length, 0 the shortest."""
    # Levels count first: lengths are far below 2^32.
    return (numbers << 32) + length


ProperStep = Reduced[PerturbedLinearProgram, PerturbedSolution, EpsilonFamily]


def proper_lp(
    form: SequenceForm, levels: tuple[Sequence[Fraction], Sequence[Fraction]]
) -> ProperStep:
    """Return the program of a constant-sum game whose optima tend to proper equilibria that are quasi-perfect.

    For the polytopes {z ≥ 0, H z = or ≥ h(ε)} of both players: maximize h₂ᵀπ over z₁ and π, with π ≥ 0 at inequalities,
    subject to H₁z₁ = or ≥ h₁ and H₂ᵀπ ≤ Aᵀx at the weights of y, and 0 at the rest of z₂, which is the dual variable.

    - `levels`: The levels of player 0's sequences, which the strategies of player 1 result in, and those of player 1's.
    """
    side = max_min_blocks(form, 0, "proper_lp")
    first = _trembling(side.own, side.E, _level_numbers(levels[0]))
    second = _trembling(side.other, side.F, _level_numbers(levels[1]))
    m1, n1 = first.matrix.shape
    m2, n2 = second.matrix.shape

    # The rows and columns of the payoffs are the first ones of both polytopes, so their places stay.
    payoffs = ExactMatrix((n2, n1), side.payoffs.rows, side.payoffs.columns, -side.payoffs.values)
    program = PerturbedLinearProgram(
        sense="max",
        objective=PolynomialArray.concatenate([PolynomialArray.zeros(n1), second.right]),
        matrix=ExactMatrix.block([[first.matrix, None], [payoffs, second.matrix.T]]),
        right=PolynomialArray.concatenate([first.right, PolynomialArray.zeros(n2)]),
        at_least=np.arange(m1 + n2) < m1,
        at_most=np.concatenate([first.equations, np.ones(n2, dtype=bool)]),
        free=np.concatenate([np.zeros(n1, dtype=bool), second.equations]),
        row_names=LazyNames(m1 + n2, "row {}".format),
        column_names=LazyNames(n1 + m2, "column {}".format),
        name=f"{form.title} (proper)",
    )

    def lift(answer: PerturbedSolution) -> EpsilonFamily:
        primal, dual = pair_of_functions(answer, PolynomialArray)
        x = primal.take(slice(0, len(side.own)))
        y = dual.take(slice(m1, m1 + len(side.other)))
        return EpsilonFamily((PlanFamily(side.own, x), PlanFamily(side.other, y)))

    return Reduced(program, lift)


def _level_numbers(levels: Sequence[Fraction]) -> Ints:
    """Return the number of each sequence's level, 0 for the lowest level that there is."""
    _, numbers = np.unique(np.array(levels, dtype=object), return_inverse=True)
    return numbers.astype(np.int64)


@dataclass(frozen=True, eq=False)
class ProperValues:
    """The payoffs of a player's proper strategies from every node on.

    `values` are payoffs against an opponent who makes no mistake, `gains` what the cheapest mistake adds to them, None
    where there is none. Probabilities of the player's choices are p in proportion to 1 / gain among the choices of the
    largest value, so that p times the gain is the same for all; those without a mistake get 0, unless all are so. For
    the mistakes behind different choices are different columns of the normal form, and each gains p times as much.

    References
    ----------
    Miltersen & Sørensen, Fast algorithms for finding proper strategies in game trees, SODA 2008.
    """

    game: ExtensiveGame
    player: int
    values: list[Fraction]
    gains: list[Fraction | None]

    def shares(self, node: int) -> list[Fraction] | None:
        """Return the probabilities at a node of the player, None where all choices of the largest value are as good."""
        total = self.gains[node]
        if total is None:
            return None

        shares = []
        for child in _children(self.game, node):
            gain = self.gains[child]
            if self.values[child] == self.values[node] and gain is not None:
                shares.append(total / gain)
            else:
                shares.append(Fraction(0))
        return shares

    def strategy(self) -> BehaviorStrategy:
        """Return a proper strategy, the first choice of the largest value where all of these are as good."""
        game = self.game
        own = game.sequences[self.player]
        probabilities = np.full(len(own.index), Fraction(0), dtype=object)
        probabilities[0] = Fraction(1)
        for node in np.flatnonzero(game.player == self.player).tolist():
            children = _children(game, node)
            shares = self.shares(node)
            if shares is None:
                # No mistake follows any of the best choices, so that each of them is as good.
                best = next(child for child in children if self.values[child] == self.values[node])
                shares = [Fraction(int(child == best)) for child in children]
            probabilities[own.at_node[children]] = shares
        return BehaviorStrategy(own.index, probabilities)


def _children(game: ExtensiveGame, node: int) -> range:
    first = int(game.first_child[node])
    return range(first, first + int(game.num_actions[node]))


def proper_values(game: ExtensiveGame, player: int) -> ProperValues:
    """Return the values and gains of a player at all nodes of a constant-sum game of perfect information.

    Backward induction, as in Miltersen & Sørensen. The gain of a node is that of the opponent's cheapest mistake below:

    - Where chance moves, a mistake after the move c gains the share p_c of what it gains there.
    - Where the player moves, p_c times the gain is the same number g for all best moves with a mistake after them, and
      the p_c add up to 1; so 1 / g is the sum of the 1 / gain.
    - Where the opponent moves, the mistake is made after a best move, or the move itself is not best.


    Examples
    --------
    >>> from seqform.builders.games.tree import leaf, move, tree
    >>> game = tree("two traps", move(0, "trap", {
    ...     "small": move(1, "a", {"right": leaf(0), "wrong": leaf(1)}),
    ...     "large": move(1, "b", {"right": leaf(0), "wrong": leaf(3)})}))
    >>> proper_values(game, 0).strategy()["trap"]
    {'small': Fraction(3, 4), 'large': Fraction(1, 4)}
    """
    size = len(game)
    mover = game.player.tolist()
    values = [Fraction(0)] * size
    gains: list[Fraction | None] = [None] * size
    payoffs = dict(zip(game.leaves.tolist(), game.leaf_payoffs[player].to_fractions(), strict=True))
    for node in range(size - 1, -1, -1):  # children have larger numbers
        if node in payoffs:
            values[node] = payoffs[node]
            continue

        children = _children(game, node)
        mistakes: list[Fraction] = []
        if mover[node] == CHANCE:
            for child in children:
                share = game.edge_probability[child]
                values[node] += share * values[child]
                gain = gains[child]
                if share and gain is not None:
                    mistakes.append(share * gain)
            gains[node] = min(mistakes, default=None)
            continue

        best = max if mover[node] == player else min
        values[node] = best(values[child] for child in children)
        for child in children:
            gain = gains[child]
            if values[child] == values[node] and gain is not None:
                mistakes.append(gain)
        if mover[node] != player:
            losses = [values[child] - values[node] for child in children]
            mistakes += filter(None, losses)
            gains[node] = min(mistakes, default=None)
        elif mistakes:
            gains[node] = 1 / sum((1 / gain for gain in mistakes), Fraction(0))
    return ProperValues(game, player, values, gains)


MAX_STRATEGIES = 64
"""Of a player: there is a power of ε for each, and Lemke's algorithm takes minutes with as many."""


@dataclass(frozen=True, eq=False)
class Permutahedron:
    """The mixtures of the permutations of trembles, as {X ≥ 0, E X ≥ e(ε)}, X = (x, m); see the module."""

    constraints: ExactMatrix
    least: PolynomialArray


def permutahedron(size: int) -> Permutahedron:
    """Return the mixed strategies of a player with so many pure ones.

    The weight on a wire is a row of coefficients of X = (x, m). A comparator of wires with the weights u and v adds
    the rows of m ≤ u and m ≤ v, and leaves m and u + v - m on them. For three strategies:

    ==========  ==============  ====================================
    comparator  rows            wires afterwards
    ==========  ==============  ====================================
    (0, 2)      m₁ ≤ x₁, x₃     m₁, x₂, x₁ + x₃ - m₁
    (0, 1)      m₂ ≤ m₁, x₂     m₂, m₁ + x₂ - m₂, x₁ + x₃ - m₁
    (1, 2)      ...             three sums, at least s₁, s₂ and s₃
    ==========  ==============  ====================================


    Examples
    --------
    >>> permutahedron(3).constraints
    <ExactMatrix 11 × 6, 29 nonzeros>
    """
    comparators = list(sorting_network(size))
    variables = np.eye(size + len(comparators), dtype=np.int64)
    wires = list(variables[:size])
    compared = []
    for (low, high), smaller in zip(comparators, variables[size:], strict=True):
        compared.append(wires[low] - smaller)
        compared.append(wires[high] - smaller)
        wires[high] = wires[low] + wires[high] - smaller
        wires[low] = smaller

    # s = (ε^(k-1), ..., ε, 1 - ε - ... - ε^(k-1)): the last entry of the powers is 1.
    last = ExactArray.unit(size, size - 1)
    trembles = PolynomialArray.powers(np.arange(size)[::-1])
    trembles += PolynomialArray((ExactArray.zeros(size), *[-last] * (size - 1)))
    # Σ x = 1 is written as two inequalities, with 1 and -1 on the right.
    total = variables[:size].sum(axis=0)
    right = PolynomialArray.constant(ExactArray.of([1, -1] + [0] * len(compared)))
    return Permutahedron(
        ExactMatrix.from_dense([row.tolist() for row in (total, -total, *compared, *wires)]),
        PolynomialArray.concatenate([right, trembles]),
    )


def sorting_network(size: int) -> Iterator[tuple[int, int]]:
    """Yield the comparators of Batcher's merge exchange, as pairs of wires: the smaller one goes to the first.

    See Knuth, The Art of Computer Programming 3 (1998), 5.2.2, Algorithm M.

    Examples
    --------
    >>> list(sorting_network(4))
    [(0, 2), (1, 3), (0, 1), (2, 3), (1, 2)]
    """
    # p, q, r and d are Knuth's letters: d is the distance of the wires compared, and r which of two groups is meant.
    top = 1 << max(0, (size - 1).bit_length() - 1)
    p = top
    while p:
        q = top
        r = 0
        d = p
        while True:
            for place in range(size - d):
                if place & p == r:
                    yield place, place + d
            if q == p:
                break
            d = q - p
            q //= 2
            r = p
        p //= 2


def proper_lcp(
    form: SequenceForm, max_strategies: int = MAX_STRATEGIES
) -> Reduced[PerturbedComplementarityProblem, PerturbedSolution, EpsilonFamily]:
    """Return the complementarity problem whose solutions are ε-proper equilibria of the reduced normal form.

    - `form`: Of any two-player game.
    - `max_strategies`: Of each player, reduced pure strategies.

    `lift` returns the plans of both players' mixed strategies as polynomials in ε, with the mixed strategies where the
    plans do not determine them.

    Examples
    --------
    >>> import seqform as sf
    >>> proper_lcp(sf.builders.sequence_form(sf.load("vsvet-figure-1")).target).target
    <PerturbedComplementarityProblem 'vsvet-figure-1 (permutahedra)': 42 variables, 178 nonzeros, degree 3 in ε>
    """
    game = shared_normal_form_lcp(form, max_strategies)
    first_space, second_space = game.spaces
    first_pure = cast("MixedStrategySpace", first_space).pure
    second_pure = cast("MixedStrategySpace", second_space).pure
    first = permutahedron(first_pure.shape[0])
    second = permutahedron(second_pure.shape[0])
    Ex, Em = _halves(first.constraints, first_pure.shape[0])
    Fy, Fn = _halves(second.constraints, second_pure.shape[0])
    # The variables are x and the comparators' weights of player 0, y and those of player 1, then p and q.
    matrix = ExactMatrix.block(
        [
            [None, None, game.costs[0], None, -Ex.T, None],
            [None, None, None, None, -Em.T, None],
            [game.costs[1], None, None, None, None, -Fy.T],
            [None, None, None, None, None, -Fn.T],
            [Ex, Em, None, None, None, None],
            [None, None, Fy, Fn, None, None],
        ]
    )

    size_of_x = first.constraints.shape[1]
    size_of_y = second.constraints.shape[1]
    size = matrix.shape[0]
    problem = PerturbedComplementarityProblem(
        matrix=matrix,
        q=PolynomialArray.concatenate(
            [PolynomialArray.zeros(size_of_x + size_of_y), -first.least, -second.least]
        ),
        free=np.zeros(size, dtype=bool),
        covering_vector=ExactArray.ones(size),
        names=[f"z{place + 1}" for place in range(size)],
        slack_names=[f"w{place + 1}" for place in range(size)],
        name=f"{form.title} (permutahedra)",
    )

    def lift(answer: PerturbedSolution) -> EpsilonFamily:
        z = point_of_functions(answer, PolynomialArray)
        x = z.take(slice(0, first_pure.shape[0]))
        y = z.take(slice(size_of_x, size_of_x + second_pure.shape[0]))
        return EpsilonFamily(
            (
                mixed_family(form.sequences[0], Mixture(first_pure, x)),
                mixed_family(form.sequences[1], Mixture(second_pure, y)),
            )
        )

    return Reduced(problem, lift)


def _halves(matrix: ExactMatrix, size: int) -> tuple[ExactMatrix, ExactMatrix]:
    """Return the first columns of a matrix, so many, and the others."""
    all_rows = np.ones(matrix.shape[0], dtype=bool)
    is_first = np.arange(matrix.shape[1]) < size
    return matrix.submatrix(all_rows, is_first), matrix.submatrix(all_rows, ~is_first)
