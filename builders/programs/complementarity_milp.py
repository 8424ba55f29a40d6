"""Mixed-integer programs for the equilibria of a game, as a complementarity problem with a binary for each pair.

A binary chooses which variable of a complementary pair is zero. On the choice the problem is linear, so the binaries of
a solver in doubles lead to an exact equilibrium, the best one for a linear function of the solution.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from seqform.builders.programs.lcp import GameLcp
from seqform.errors import SolveError
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Mask, doubles, entries
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import Bounds, LinearProgram, MixedIntegerProgram
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import RealizationPlans

Step = Reduced["ComplementarityMilp", RawSolution, RealizationPlans]


@dataclass(frozen=True, eq=False, repr=False)
class ComplementarityMilp(MixedIntegerProgram):
    """The mixed-integer program of a complementarity problem: its columns are z, then the binaries of the pairs."""

    problem: LinearComplementarityProblem

    @property
    def objective(self) -> ExactArray:
        """The linear function of z that is maximized, of shape (n,)."""
        return self.program.objective.take(slice(0, len(self.problem)))

    def read(self, raw: RawSolution) -> tuple[RawSolution, Mask]:
        """Return a solver's answer as one of the complementarity problem, with the support that its binaries choose.

        Raises SolveError without an answer.
        """
        if raw.primal is None:
            raise SolveError(f"the solver returned no solution: {raw.termination} ({raw.status})", raw)
        n, support = len(self.problem), self.problem.free.copy()
        support[~support] = doubles(raw.primal)[n:] > 1 / 2
        return replace(raw, primal=entries(raw.primal, slice(0, n))), support


def complementarity_milp(lcp: GameLcp, objective: ExactArray | None = None) -> Step:
    """Return the mixed-integer program of a game's equilibria, the best one for a linear function of z.

    Its rows are w = q + M z ≥ 0, or = 0 where z is free; and for each pair with its binary b, z ≤ b z̄ and
    w ≤ (1 - b) w̄. The bounds z̄ and w̄ exclude no equilibrium: strategies are at most 1, and the costs at an
    information set, like the loss of a choice there, at most those of the worst choices against the opponent's worst
    replies to each.

    - `objective`, of shape (n,): Maximized; without one any equilibrium is a solution.

    References
    ----------
    Sandholm, Gilpin & Conitzer, Mixed-integer programming methods for finding Nash equilibria, AAAI 2005.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.programs.lcp import shared_sequence_form_lcp
    >>> form = sf.builders.sequence_form(sf.load("vsvet-figure-1")).target
    >>> complementarity_milp(shared_sequence_form_lcp(form)).target
    <MixedIntegerProgram 'vsvet-figure-1': max, 36 rows, 26 columns, 10 of them whole numbers>
    """
    problem, blocks = lcp.base, lcp.blocks
    n, pairs = len(problem), np.flatnonzero(~problem.free)
    k, everywhere = len(pairs), np.ones(n, dtype=bool)
    of_first, of_second = (_largest_costs(lcp, player) for player in (0, 1))
    strategies = [ExactArray.ones(place.stop - place.start) for place in (blocks.x, blocks.y)]
    z = ExactArray.concatenate([strategies[0], of_second[0], strategies[1], of_first[0]])
    most, loss = z.take(pairs), ExactArray.concatenate([of_first[1], of_second[1]])
    at_pairs = ExactMatrix.from_entries((k, n), np.arange(k), pairs, ExactArray.ones(k))
    in_pairs = problem.matrix.submatrix(~problem.free, everywhere)
    names = problem.names
    matrix: list[list[ExactMatrix | None]] = [
        [problem.matrix, None],
        [at_pairs, _diagonal(-most)],
        [in_pairs, _diagonal(loss)],
    ]
    rows = [
        Bounds(-problem.q, -problem.q, everywhere, problem.free),
        Bounds.at_most(ExactArray.zeros(k)),
        Bounds.at_most((loss - problem.q.take(pairs)).reduced()),
    ]
    has_bound = np.ones(n + k, dtype=bool)
    program = LinearProgram(
        "max",
        ExactArray.concatenate([ExactArray.zeros(n) if objective is None else objective, ExactArray.zeros(k)]),
        ExactMatrix.block(matrix),
        Bounds.concatenate(rows),
        Bounds(ExactArray.zeros(n + k), ExactArray.concatenate([z, ExactArray.ones(k)]), has_bound, has_bound),
        [
            *problem.slack_names,
            *(f"bound of {part[place]}" for part in (names, problem.slack_names) for place in pairs.tolist()),
        ],
        [*names, *(f"choice of {names[place]}" for place in pairs.tolist())],
        problem.name,
    )
    milp = ComplementarityMilp(program, np.arange(n + k) >= n, problem)
    return Reduced(milp, lambda raw: lcp.lift(milp.read(raw)[0] if raw.primal is None or len(raw.primal) > n else raw))


def _largest_costs(lcp: GameLcp, player: int) -> tuple[ExactArray, ExactArray]:
    """Return upper bounds on the costs at each constraint of a player, and on the loss by each of its strategies."""
    costs, own, other = lcp.costs[player], lcp.spaces[player], lcp.spaces[1 - player]
    against = []
    for row in range(costs.shape[0]):
        there = slice(int(costs.row_start[row]), int(costs.row_start[row + 1]))
        against.append(other.optimal_basis(costs.values.take(there).scattered(costs.shape[1], costs.columns[there])))
    at_sets = own.optimal_basis(ExactArray.of(basis.dual[0] for basis in against)).dual
    begins = np.asarray(own.constraints.values.numerators > 0, dtype=bool)
    set_of = np.zeros(costs.shape[0], dtype=np.int64)
    set_of[own.constraints.columns[begins]] = own.constraints.rows[begins]
    return at_sets, at_sets.take(set_of)


def _diagonal(values: ExactArray) -> ExactMatrix:
    places = np.arange(len(values))
    return ExactMatrix.from_entries((len(values), len(values)), places, places, values)
