"""A complementary basis of an equilibrium, or the proof that there is none.

A basis has one variable of each complementary pair, w_i or z_i. At a solution z all positive variables are basic, and
all of u' and v'. Of a pair that is zero on both sides either variable can be. So the bases of the solution are the sets
of one variable of each such pair that are independent together with the basic ones: common independent sets of a linear
matroid and a partition matroid. The largest one is found by augmenting paths.

Basic u' and v' are the least ones at sets that are not reached, as in `GameLcp.point`. At a basis with a larger v'_h
the slacks of all choices at h are basic, that of the sequence σ before h is not, and y_σ = 0 is, as h is not reached.
The variables of σ and of the best choice at h can be exchanged, which leaves the basis nonsingular. So there is a basis
of these plans only if there is one with the least u' and v'.

Independence is decided modulo a prime. A set that is independent modulo the prime is so over the rational numbers. That
no larger one exists is proved by the rank of some of the columns, computed in integers.

References
----------
Schrijver, Combinatorial Optimization, Springer (2003), section 41.2.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from seqform.backends.lemke.exact_basis import integer_columns
from seqform.backends.linalg.arithmetic import PRIME
from seqform.backends.linalg.rational_solve import is_singular, rank
from seqform.builders.programs.lcp import GameLcp
from seqform.errors import SolveError
from seqform.models.numbers.exact import ExactArray, Ints, Mask
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.strategies.behavior import RealizationPlans
from seqform.paths.bases import solution_of
from seqform.system.deadline import Deadline


def complementary_basis(
    lcp: GameLcp, plans: RealizationPlans, deadline: Deadline | None = None
) -> Ints | None:
    """Return a complementary basis of an equilibrium, whether a path ends there or not; None if there is none.

    Basic are u' and v', every positive variable and, of a pair that is zero on both sides, the slack where possible; at
    an information set that the own plan excludes the best choice there. Raises ModelError if the plans are no
    equilibrium, OutOfTimeError after the deadline.
    """
    deadline = deadline or Deadline()
    deadline.check()
    problem = lcp.base
    n = len(problem)
    z = solution_of(lcp, plans)
    w = problem.slack(z)
    assert isinstance(w, ExactArray)
    z_is_basic = problem.free | np.asarray(z.numerators != 0, dtype=bool)
    undecided = ~z_is_basic & np.asarray(w.numerators == 0, dtype=bool)

    # A first guess, which is a basis in most cases.
    preferred = z_is_basic | (_best_at_excluded(lcp, z, z_is_basic) & undecided)
    basis = np.where(preferred, n + np.arange(n), np.arange(n))
    if not is_singular(integer_columns(problem, basis)):
        return basis

    places = np.flatnonzero(undecided)
    decided = np.flatnonzero(~undecided)
    basic = np.where(z_is_basic[decided], n + decided, decided)
    chosen = _chosen(problem, basic, places, preferred[places], deadline)
    if chosen is None:
        return None
    basis[places] = np.where(chosen, n + places, places)
    return basis


def _best_at_excluded(lcp: GameLcp, z: ExactArray, z_is_basic: Mask) -> Mask:
    """Return a mask of the first best choices at information sets none of whose choices is played."""
    chosen = np.zeros(len(z_is_basic), dtype=bool)
    blocks = lcp.blocks
    costs = lcp.costs
    sides = ((blocks.x, blocks.y, costs[0]), (blocks.y, blocks.x, costs[1]))
    for space, (own, opposite, cost) in zip(lcp.spaces, sides, strict=True):
        best: Ints = space.optimal_basis(-cost.dot(z.take(opposite))).basic
        played = space.constraints.to_scipy()[:, np.flatnonzero(z_is_basic[own])]
        for row, choice in enumerate(best.tolist()):
            if not np.any(played[[row]].toarray() > 0):
                chosen[own.start + choice] = True
    return chosen


def _chosen(
    problem: LinearComplementarityProblem,
    basic: Ints,
    places: Ints,
    preferred: Mask,
    deadline: Deadline,
) -> Mask | None:
    """Return of which pairs z_i completes the basic variables to a basis, None if no choice does.

    `preferred` is tried first.
    """
    n = len(problem)
    pairs = len(places)
    columns = _residues(problem, np.concatenate([basic, places, n + places]))
    reduced = _without(columns, len(basic), deadline)
    if reduced is None:  # the basic variables are dependent themselves
        _require_rank(problem, basic, len(basic) - 1)
        return None

    search = _CommonIndependentSet(reduced, deadline)
    for place, is_z in enumerate(preferred.tolist()):
        search.add_if_independent(place + pairs * is_z)
    while search.size < pairs:
        reached = search.augment()
        if reached is not None:
            # The columns that no exchange reaches have as many members as their rank, and every pair of the others
            # has one: no common independent set is larger (Schrijver, theorem 41.1).
            kept = np.flatnonzero(~reached)
            spanned = np.concatenate([basic, np.concatenate([places, n + places])[kept]])
            _require_rank(problem, spanned, len(basic) + search.count_among(kept))
            return None
    return search.members[pairs:]


def _residues(problem: LinearComplementarityProblem, variables: Ints) -> Ints:
    """Return the columns of slacks and variables, in units of the denominator of M, modulo the prime."""
    n = len(problem)
    matrix = problem.matrix
    both = np.zeros((n, 2 * n), dtype=np.int64)
    both[np.arange(n), np.arange(n)] = matrix.values.denominator % PRIME
    both[matrix.rows, n + matrix.columns] = (-matrix.values.numerators % PRIME).astype(np.int64)
    return both[:, variables]


def _without(columns: Ints, count: int, deadline: Deadline) -> Ints | None:
    """Return the columns after the first ones, modulo the span of these; None if these are dependent.

    Gauss elimination: each of the first columns takes away one row, and itself.
    """
    left = columns
    for _ in range(count):
        deadline.check()
        rows = np.flatnonzero(left[:, 0])
        if not len(rows):
            return None
        pivot_row = left[rows[0]] * pow(int(left[rows[0], 0]), -1, PRIME) % PRIME
        left = np.delete(left, rows[0], axis=0)
        left = (left - left[:, :1] * pivot_row) % PRIME
        left = left[:, 1:]
    return left


def _require_rank(problem: LinearComplementarityProblem, variables: Ints, most: int) -> None:
    """Raise SolveError if the columns of these variables have a larger rank: if residues are zero by chance."""
    n = len(problem)
    matrix = problem.matrix
    dense = np.zeros((n, 2 * n), dtype=object)
    dense[np.arange(n), np.arange(n)] = matrix.values.denominator
    dense[matrix.rows, n + matrix.columns] = -matrix.values.numerators.astype(object)
    if rank(dense[:, variables]) > most:
        raise SolveError(
            "the search for a basis of the equilibrium is undecided modulo its prime; scale the payoffs"
        )


class _CommonIndependentSet:
    """Independent columns, at most one of each pair c and c + d of the 2 d columns.

    The `members` are basic in the table, each in a row of its own.
    """

    def __init__(self, table: Ints, deadline: Deadline) -> None:
        self.table = table.copy()
        self.deadline = deadline
        self.pairs: int = table.shape[1] // 2
        self.members = np.zeros(table.shape[1], dtype=bool)
        self.row_of: dict[int, int] = {}

    @property
    def size(self) -> int:
        """The number of members."""
        return len(self.row_of)

    def count_among(self, columns: Ints) -> int:
        """Return the number of members among these columns."""
        return int(np.count_nonzero(self.members[columns]))

    def add_if_independent(self, column: int) -> None:
        """Add a column of a pair without a member, if it is independent of the members."""
        rows = self._open_rows(column)
        if len(rows):
            self._enter(column, int(rows[0]))

    def augment(self) -> Mask | None:
        """Enlarge the set by one column; return a mask of the columns that exchanges reach if it is the largest.

        Of a shortest path of exchanges, the last column enters first: the entries at which the others enter do not
        change.
        """
        before = self._path_tree()
        column = next(filter(self._is_of_open_pair, before), None)  # the nearest end of a path
        if column is None:
            reached = np.zeros(len(self.members), dtype=bool)
            reached[list(before)] = True
            return reached
        while (leaving := before[column]) is not None:
            row = self.row_of.pop(leaving)
            self.members[leaving] = False
            self._enter(column, row)
            column = self._partner(leaving)
        self._enter(column, int(self._open_rows(column)[0]))
        return None

    def _path_tree(self) -> dict[int, int | None]:
        """Return the columns on paths of exchanges, nearest first: of a column that enters the one that leaves for it.

        None where none has to leave. Of a column that leaves it is the partner that has entered.
        """
        before: dict[int, int | None] = {}
        for column in range(len(self.members)):
            if not self.members[column] and len(self._open_rows(column)):
                before[column] = None
        queue = deque(before)
        while queue:
            self.deadline.check()
            partner = self._partner(queue.popleft())
            if not self.members[partner] or partner in before:
                continue
            before[partner] = self._partner(partner)
            for column in np.flatnonzero(self.table[self.row_of[partner]]).tolist():
                if not self.members[column] and column not in before:
                    before[column] = partner
                    queue.append(column)
        return before

    def _partner(self, column: int) -> int:
        """Return the other column of a pair."""
        if column >= self.pairs:
            return column - self.pairs
        return column + self.pairs

    def _is_of_open_pair(self, column: int) -> bool:
        """Return whether neither column of a pair is a member."""
        return not self.members[column] and not self.members[self._partner(column)]

    def _open_rows(self, column: int) -> Ints:
        """Return the rows without a member in which a column has an entry."""
        is_open = self.table[:, column] != 0
        is_open[list(self.row_of.values())] = False
        rows: Ints = np.flatnonzero(is_open)
        return rows

    def _enter(self, column: int, row: int) -> None:
        """Make a column a member, basic in a row: the table is that of the new basis."""
        self.deadline.check()
        self.members[column] = True
        self.row_of[column] = row
        pivot_row = self.table[row] * pow(int(self.table[row, column]), -1, PRIME) % PRIME
        multipliers = self.table[:, [column]].copy()
        multipliers[row] = 0
        self.table[row] = pivot_row
        self.table = (self.table - multipliers * pivot_row) % PRIME
