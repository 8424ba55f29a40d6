"""The perturbed complementarity problem of proper equilibria of two-player games, after Sørensen.

In the perturbed game each player mixes the permutations of trembles s_1(ε) < ... < s_k(ε) over the k pure strategies:
the mixed strategies x of a permutahedron, those of whose entries any j have at least the sum s_1 + ... + s_j. A best
reply gives the sum s_1 + ... + s_j to the j worst strategies, wherever the next one is better. So if a strategy is
worse than another its weight is at most s_i and the other's at least s_(i+1), for some i: with s = (ε^(k-1), ..., ε^2,
ε, 1 - ε - ε^2 - ...) the equilibria are ε'-proper, with ε' = ε / (1 - ε - ε^2 - ...), and their limits proper.

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
Sørensen, Computing a proper equilibrium of a bimatrix game, EC 2012; Goemans, Smallest compact formulation for the
permutahedron, Mathematical Programming 153 (2015), 5-11; Myerson, Refinements of the Nash equilibrium concept,
International Journal of Game Theory 7 (1978), 73-80.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import numpy as np

from seqform.builders.programs.lcp import MixedStrategySpace, shared_normal_form_lcp
from seqform.builders.programs.perturbed_lp import point_of_functions
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.perturbed import PerturbedComplementarityProblem, PerturbedSolution
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.reduced import Reduced
from seqform.models.strategies.assessment import EpsilonFamily, Mixture, mixed_family

MAX_STRATEGIES = 64
"""Of a player: there is a power of ε for each, and Lemke's algorithm takes minutes with as many."""


@dataclass(frozen=True, eq=False)
class Permutahedron:
    """The mixtures of the permutations of trembles, as {X ≥ 0, E X ≥ e(ε)}, X = (x, m); see the module."""

    constraints: ExactMatrix
    least: PolynomialArray


def permutahedron(size: int) -> Permutahedron:
    """Return the mixed strategies of a player with so many pure ones.

    Examples
    --------
    >>> permutahedron(3).constraints
    <ExactMatrix 11 × 6, 29 nonzeros>
    """
    comparators = list(sorting_network(size))
    unit = np.eye(size + len(comparators), dtype=np.int64)
    wires, compared = list(unit[:size]), []
    for (low, high), least in zip(comparators, unit[size:], strict=True):
        compared += [wires[low] - least, wires[high] - least]
        wires[low], wires[high] = least, compared[-2] + wires[high]
    total = unit[:size].sum(axis=0)
    last = ExactArray.unit(size, size - 1)
    trembles = PolynomialArray.powers(np.arange(size)[::-1])
    trembles += PolynomialArray((ExactArray.zeros(size), *[-last] * (size - 1)))
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
    top = 1 << max(0, (size - 1).bit_length() - 1)
    p = top
    while p:
        q, r, d = top, 0, p
        while True:
            yield from ((place, place + d) for place in range(size - d) if place & p == r)
            if q == p:
                break
            q, r, d = q // 2, p, q - p
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
    pure = [cast("MixedStrategySpace", space).pure for space in game.spaces]
    sizes = [strategies.shape[0] for strategies in pure]
    first, second = (permutahedron(size) for size in sizes)
    parts: list[ExactMatrix] = []
    for one, size in zip((first.constraints, second.constraints), sizes, strict=True):
        every, before = np.ones(one.shape[0], dtype=bool), np.arange(one.shape[1]) < size
        parts += [one.submatrix(every, before), one.submatrix(every, ~before)]
    Ex, Em, Fy, Fn = parts
    ends = np.cumsum([part.shape[1] for part in parts]).tolist()
    x, y = slice(0, ends[0]), slice(ends[1], ends[2])
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
    n = matrix.shape[0]
    problem = PerturbedComplementarityProblem(
        matrix=matrix,
        q=PolynomialArray.concatenate([PolynomialArray.zeros(ends[-1]), -first.least, -second.least]),
        free=np.zeros(n, dtype=bool),
        covering_vector=ExactArray.ones(n),
        names=[f"z{place + 1}" for place in range(n)],
        slack_names=[f"w{place + 1}" for place in range(n)],
        name=f"{form.title} (permutahedra)",
    )

    def lift(answer: PerturbedSolution) -> EpsilonFamily:
        z = point_of_functions(answer, PolynomialArray)
        mixed = Mixture(pure[0], z.take(x)), Mixture(pure[1], z.take(y))
        return EpsilonFamily((mixed_family(form.sequences[0], mixed[0]), mixed_family(form.sequences[1], mixed[1])))

    return Reduced(problem, lift)
