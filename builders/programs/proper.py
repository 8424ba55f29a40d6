"""Linear programs of normal-form proper equilibria of constant-sum games, on sequences.

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

References
----------
Dresher, The Mathematics of Games of Strategy (1961); van Damme, Stability and Perfection of Nash Equilibria (1991),
section 3.5; Miltersen & Sørensen, Fast algorithms for finding proper strategies in game trees, SODA 2008.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.builders.forms.sequence_form import max_min_blocks, primal_and_dual
from seqform.builders.programs.perturbed_lp import lengths, pair_of_functions
from seqform.errors import SolveError
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, Mask
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.linear import Bounds, LazyNames, LinearProgram
from seqform.models.programs.perturbed import PerturbedLinearProgram, PerturbedSolution
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.assessment import EpsilonFamily, PlanFamily
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
    size, sets = len(side.other), side.other.num_infosets
    known = np.array([level is not None for level in levels])
    before = side.other.parent_sequence[side.other.infoset_of[1:]]
    later = np.arange(1, size)
    one = _entries((size, size), np.arange(size), np.arange(size))
    step = one + _entries((size, size), later, before, -1)
    at_t = _entries((size, 1), np.flatnonzero(~known), np.zeros(int(np.sum(~known)), dtype=np.int64), -1)
    every = np.ones(size, dtype=bool)
    values = side.F.submatrix(np.arange(sets + 1) > 0, every).T
    least = ExactArray.of([(level or 0) * side.scale for level in levels])
    objective = np.zeros(len(side.own) + sets + size + 1, dtype=np.int64)
    objective[[len(side.own) + sets + sigma for sigma in raised] if value is not None else [-1]] = 1
    fixed = Bounds.free(1) if value is None else Bounds.equal(ExactArray.of([value * side.scale]))
    matrix = ExactMatrix.block(
        [
            [side.E, None, None, None],
            [-side.payoffs, values, step, None],
            [None, None, step.submatrix(np.arange(size) > 0, every), None],
            [None, None, one, at_t],
        ]
    )
    program = LinearProgram(
        sense="max",
        objective=ExactArray(objective),
        matrix=matrix,
        rows=Bounds.concatenate(
            [
                Bounds.equal(ExactArray.concatenate([side.e, ExactArray.zeros(size)])),
                Bounds.nonnegative(size - 1),
                Bounds.at_least(least),
            ]
        ),
        columns=Bounds.concatenate([Bounds.nonnegative(len(side.own)), Bounds.free(sets + size), fixed]),
        row_names=LazyNames(matrix.shape[0], "row {}".format),
        column_names=LazyNames(matrix.shape[1], "column {}".format),
        name=f"{form.title} (level)",
    )

    def lift(raw: RawSolution) -> LevelAnswer:
        primal, dual = primal_and_dual(raw)
        if not isinstance(primal, ExactArray) or not isinstance(dual, ExactArray):
            raise SolveError(f"a level needs an exact solution: {raw.termination} ({raw.status})", raw)
        equations = side.E.shape[0]
        weights = np.array((-dual.take(slice(equations + 2 * size - 1, None))).to_fractions(), dtype=object)
        weights[list(raised)] += 1
        return LevelAnswer(
            value=primal[len(primal) - 1] / side.scale,
            plan=RealizationPlan(side.own, primal.take(slice(0, len(side.own))).reduced()),
            weights=ExactArray.of(weights),
            replies=dual.take(slice(equations, equations + size)).reduced(),
        )

    return Reduced(program, lift)


def _entries(shape: tuple[int, int], rows: Ints, columns: Ints, value: int = 1) -> ExactMatrix:
    return ExactMatrix.from_entries(shape, rows, columns, ExactArray(np.full(len(rows), value, dtype=np.int64)))


@dataclass(frozen=True, eq=False)
class _Polytope(Immutable):
    """Strategies {z ≥ 0, H z = or ≥ h(ε)}, the first entries of z being the weights of a plan."""

    matrix: ExactMatrix
    right: PolynomialArray
    equations: Mask


def _trembling(index: SequenceIndex, constraints: ExactMatrix, numbers: Ints) -> _Polytope:
    """Return the mixtures of plans of the family above, z = (x, ω - δ), ω_σ the weight of plans chosen to play σ.

    x can be split up so if and only if x_σ is at least the sum of ω_τ over all τ that σ begins.
    """
    size, length = len(index), lengths(index)
    highest = int(numbers.max(initial=0))
    orders = np.unique(np.concatenate([_orders(length[1:], numbers[1:]), _orders(0, np.arange(1, highest + 1))]))
    least = PolynomialArray.powers(1 + np.searchsorted(orders, _orders(length[1:], numbers[1:])))
    budgets = PolynomialArray.powers(1 + np.searchsorted(orders, _orders(0, np.arange(1, highest + 1))))
    before = np.concatenate([[0], index.parent_sequence[index.infoset_of[1:]]])
    rows, columns, here = [], [], np.arange(1, size)
    ends = here
    while len(ends):  # one more beginning of every sequence that has one
        rows.append(here)
        columns.append(ends - 1)
        goes_on = here > 0
        here, ends = before[here[goes_on]], ends[goes_on]
    begun = _entries((size, size - 1), np.concatenate(rows or [here]), np.concatenate(columns or [here]))
    high, at = np.nonzero(numbers[1:] >= np.arange(1, highest + 1)[:, None])
    above = _entries((highest, size - 1), high, at)
    parts: list[list[ExactMatrix | None]] = [
        [constraints, None],
        [_entries((size, size), np.arange(size), np.arange(size)), -begun],
        [None, above],
    ]
    shares = [PolynomialArray.constant(ExactArray.unit(constraints.shape[0], 0)), least.under(begun)]
    shares.append(budgets - least.under(above))
    matrix = ExactMatrix.block(parts)
    return _Polytope(matrix, PolynomialArray.concatenate(shares), np.arange(matrix.shape[0]) < constraints.shape[0])


def _orders(length: Ints | int, numbers: Ints) -> Ints:
    """Return numbers in the order of the weights of the family: those of a level by length, 0 the shortest."""
    return (numbers << 32) + length


ProperStep = Reduced[PerturbedLinearProgram, PerturbedSolution, EpsilonFamily]


def proper_lp(form: SequenceForm, levels: tuple[Sequence[Fraction], Sequence[Fraction]]) -> ProperStep:
    """Return the program of a constant-sum game whose optima tend to proper equilibria that are quasi-perfect.

    For the polytopes {z ≥ 0, H z = or ≥ h(ε)} of both players: maximize h₂ᵀπ over z₁ and π, with π ≥ 0 at inequalities,
    subject to H₁z₁ = or ≥ h₁ and H₂ᵀπ ≤ Aᵀx at the weights of y, and 0 at the rest of z₂, which is the dual variable.

    - `levels`: The levels of player 1's sequences, which the strategies of player 2 result in, and those of player 2's.
    """
    side = max_min_blocks(form, 0, "proper_lp")
    ranks = [np.unique(np.array(values, dtype=object), return_inverse=True)[1].astype(np.int64) for values in levels]
    own, other = _trembling(side.own, side.E, ranks[0]), _trembling(side.other, side.F, ranks[1])
    (m1, n1), (m2, n2) = own.matrix.shape, other.matrix.shape
    payoffs = ExactMatrix((n2, n1), side.payoffs.rows, side.payoffs.columns, -side.payoffs.values)
    program = PerturbedLinearProgram(
        sense="max",
        objective=PolynomialArray.concatenate([PolynomialArray.zeros(n1), other.right]),
        matrix=ExactMatrix.block([[own.matrix, None], [payoffs, other.matrix.T]]),
        right=PolynomialArray.concatenate([own.right, PolynomialArray.zeros(n2)]),
        at_least=np.arange(m1 + n2) < m1,
        at_most=np.concatenate([own.equations, np.ones(n2, dtype=bool)]),
        free=np.concatenate([np.zeros(n1, dtype=bool), other.equations]),
        row_names=LazyNames(m1 + n2, "row {}".format),
        column_names=LazyNames(n1 + m2, "column {}".format),
        name=f"{form.title} (proper)",
    )

    def lift(answer: PerturbedSolution) -> EpsilonFamily:
        primal, dual = pair_of_functions(answer, PolynomialArray)
        x, y = primal.take(slice(0, len(side.own))), dual.take(slice(m1, m1 + len(side.other)))
        return EpsilonFamily((PlanFamily(side.own, x), PlanFamily(side.other, y)))

    return Reduced(program, lift)


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
        children = _children(self.game, node)
        best = [child for child in children if self.values[child] == self.values[node]]
        total = self.gains[node]
        if total is None:
            return None
        gains = (self.gains[child] if child in best else None for child in children)
        return [Fraction(0) if gain is None else total / gain for gain in gains]

    def strategy(self) -> BehaviorStrategy:
        """Return a proper strategy, the first choice of the largest value where all of these are as good."""
        own, game = self.game.sequences[self.player], self.game
        probabilities = np.full(len(own.index), Fraction(0), dtype=object)
        probabilities[0] = Fraction(1)
        for node in np.flatnonzero(game.player == self.player).tolist():
            children = _children(game, node)
            shares = self.shares(node)
            if shares is None:
                first = next(child for child in children if self.values[child] == self.values[node])
                shares = [Fraction(int(child == first)) for child in children]
            probabilities[own.at_node[children]] = shares
        return BehaviorStrategy(own.index, probabilities)


def _children(game: ExtensiveGame, node: int) -> range:
    first = int(game.first_child[node])
    return range(first, first + int(game.num_actions[node]))


def proper_values(game: ExtensiveGame, player: int) -> ProperValues:
    """Return the values and gains of a player at all nodes of a constant-sum game of perfect information.

    Examples
    --------
    >>> from seqform.builders.games.tree import leaf, move, tree
    >>> game = tree("two traps", move(0, "trap", {
    ...     "small": move(1, "a", {"right": leaf(0), "wrong": leaf(1)}),
    ...     "large": move(1, "b", {"right": leaf(0), "wrong": leaf(3)})}))
    >>> proper_values(game, 0).strategy()["trap"]
    {'small': Fraction(3, 4), 'large': Fraction(1, 4)}
    """
    size, mover = len(game), game.player.tolist()
    values, gains = [Fraction(0)] * size, list[Fraction | None]([None] * size)
    payoffs = dict(zip(game.leaves.tolist(), game.leaf_payoffs[player].to_fractions(), strict=True))
    chances = game.edge_probability
    for node in range(size - 1, -1, -1):  # children have larger numbers
        if node in payoffs:
            values[node] = payoffs[node]
            continue
        children = _children(game, node)
        if mover[node] == CHANCE:
            shares = [chances[child] for child in children]
            values[node] = sum((p * values[c] for p, c in zip(shares, children, strict=True)), Fraction(0))
            found = [p * gain for p, c in zip(shares, children, strict=True) if p and (gain := gains[c]) is not None]
            gains[node] = min(found, default=None)
            continue
        best = max if mover[node] == player else min
        value = values[node] = best(values[child] for child in children)
        found = [gain for child in children if values[child] == value and (gain := gains[child]) is not None]
        if mover[node] == player:
            gains[node] = 1 / sum((1 / gain for gain in found), Fraction(0)) if found else None
        else:
            found += [values[child] - value for child in children if values[child] > value]
            gains[node] = min(found, default=None)
    return ProperValues(game, player, values, gains)
