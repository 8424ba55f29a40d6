"""The best correlated equilibrium of a small game that is not triangle-free, by column generation.

The program over mixtures has a column for every pair of pure strategies. It is solved over few of them; the dual
solution prices the relevant pairs of sequences, and the pair of strategies with the largest price is found exactly: for
each strategy of the player who has fewer a best response of the other. It joins the columns, until no price is above 0,
which proves the optimum. A first phase, in which the rows may be violated at a price, finds columns that satisfy them.
All of it is rational arithmetic.

References
----------
Zhang, Farina, Celli & Sandholm (2022), Optimal correlated equilibria in general-sum extensive-form games, EC.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from seqform.backends.answers import solved_by
from seqform.backends.exact.solution import exact_solution
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.highs import HighsBackend
from seqform.builders.forms.sequence_form import count_pure_strategies, product_of, pure_strategies
from seqform.builders.programs.correlated import PairEquations
from seqform.errors import SolveError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, Mask
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.correlation import PairMixture, RelevantPairs

MOST_STRATEGIES = 5_000
"""Reduced pure strategies of the player who has fewer, up to which pairs are priced exactly."""


def may_be_priced(pairs: RelevantPairs) -> bool:
    """Return whether a player has so few pure strategies that pairs are priced exactly."""
    return min(map(count_pure_strategies, pairs.sequences)) <= MOST_STRATEGIES


def best_mixture(
    program: LinearProgram, pairs: RelevantPairs, left: Callable[[], float | None]
) -> PairMixture | None:
    """Return the mixture that is best by a program over correlation plans; None if its rows exclude all mixtures.

    - `program`: As of `correlated_lp`: its first columns are the weights of the relevant pairs.
    - `left`: Returns the seconds left.
    """
    columns = PairColumns(program, pairs)
    columns.add(columns.best_pair(columns.objective))
    least_violation = columns.optimum(False, left)
    if least_violation.objective != 0:
        return None
    return columns.mixture(columns.optimum(True, left))


@dataclass
class PairColumns:
    """A program over mixtures of the pairs of pure strategies that are known so far."""

    program: LinearProgram
    pairs: RelevantPairs
    plays: tuple[list[Mask], list[Mask]] = field(default_factory=lambda: ([], []))
    columns: list[ExactArray] = field(default_factory=list)
    gains: list[ExactArray] = field(default_factory=list)

    @cached_property
    def rows(self) -> Ints:
        """The rows that mixtures do not satisfy in any case: all but those with equations of plans."""
        equations = sum(len(PairEquations(self.pairs, player)) for player in (0, 1))
        others = np.arange(1 + equations, self.program.matrix.shape[0])
        return np.append(0, others)

    @cached_property
    def objective(self) -> ExactArray:
        """The coefficients of the relevant pairs."""
        return self.program.objective.take(slice(0, len(self.pairs)))

    def add(self, pair: tuple[Mask, Mask]) -> None:
        """Add a pair of pure strategies to the columns."""
        first, second = pair
        self.plays[0].append(first)
        self.plays[1].append(second)
        is_played = first[self.pairs.first] & second[self.pairs.second]
        matrix = self.program.matrix
        is_used = np.zeros(matrix.shape[1], dtype=bool)
        is_used[: len(self.pairs)] = is_played
        used = is_used[matrix.columns]
        column = matrix.values.take(used).sum_by(matrix.rows[used], matrix.shape[0])
        self.columns.append(column.take(self.rows))
        self.gains.append(ExactArray.of([self.objective.take(is_played).sum()]))

    def optimum(self, is_feasible: bool, left: Callable[[], float | None]) -> RawSolution:
        """Return the exact optimum over all pairs, of which those that it needs join the columns.

        Before mixtures of the columns are known to satisfy the rows, it is that of minus their violation.
        """
        while True:
            raw = self._solved(is_feasible, left())
            if not is_feasible and raw.objective == 0:
                return raw
            price, entering = self._entering(raw, is_feasible)
            if price <= 0:
                return raw
            self.add(entering)

    def _solved(self, is_feasible: bool, seconds: float | None) -> RawSolution:
        """Return the exact solution over the known columns."""
        master = self._master(is_feasible)
        in_doubles = solved_by(HighsBackend(), master, SolveOptions(time_limit=seconds))
        raw = exact_solution(master, in_doubles, time_limit=seconds)
        if raw.termination is not Termination.SOLVED:
            raise SolveError(f"column generation: {raw.termination} ({raw.status})", raw)
        return raw

    def _master(self, is_feasible: bool) -> LinearProgram:
        """Return the program over shares of the known pairs, values of deviations and, at first, violations."""
        num_pairs = len(self.columns)
        height = len(self.rows)
        shares = _of_columns(height, self.columns)
        is_value = np.arange(self.program.matrix.shape[1]) >= len(self.pairs)
        is_row = np.zeros(self.program.matrix.shape[0], dtype=bool)
        is_row[self.rows] = True
        values = self.program.matrix.submatrix(is_row, is_value)
        objective = [ExactArray.concatenate(self.gains), ExactArray.zeros(values.shape[1])]
        blocks: list[ExactMatrix | None] = [shares, values]
        bounds = [Bounds.nonnegative(num_pairs), Bounds.free(values.shape[1])]
        rows = self.program.rows.take(self.rows)
        if not is_feasible:
            objective = [
                ExactArray.zeros(num_pairs + values.shape[1]),
                -ExactArray.ones(2 * height),
            ]
            blocks.append(_identity(height, 1))
            blocks.append(_identity(height, -1))
            bounds.append(Bounds.nonnegative(2 * height))
        return LinearProgram.of_blocks(objective, [blocks], [rows], bounds, name=self.program.name)

    def _entering(self, raw: RawSolution, is_feasible: bool) -> tuple[Fraction, tuple[Mask, Mask]]:
        """Return the largest price of a pair, and a pair with this price."""
        dual = raw.dual
        assert isinstance(dual, ExactArray)
        of_rows = dual.scattered(self.program.matrix.shape[0], self.rows)
        prices = -self.program.matrix.T.dot(of_rows).take(slice(0, len(self.pairs)))
        if is_feasible:
            prices = self.objective + prices
        first, second = self.best_pair(prices)
        is_played = first[self.pairs.first] & second[self.pairs.second]
        return prices.take(is_played).sum(), (first, second)

    @cached_property
    def _fewer(self) -> tuple[int, ExactMatrix]:
        """The player with fewer pure strategies, and these."""
        counts = list(map(count_pure_strategies, self.pairs.sequences))
        player = 0 if counts[0] <= counts[1] else 1
        strategies, _ = pure_strategies(self.pairs.sequences[player])
        return player, strategies

    def best_pair(self, prices: ExactArray) -> tuple[Mask, Mask]:
        """Return the pair of pure strategies with the largest sum of prices of its relevant pairs."""
        player, strategies = self._fewer
        index = self.pairs.sequences[player]
        other = self.pairs.sequences[1 - player]
        shape = (len(self.pairs.sequences[0]), len(self.pairs.sequences[1]))
        table = ExactMatrix.from_entries(shape, self.pairs.first, self.pairs.second, prices)
        payoffs = product_of(strategies, table if player == 0 else table.T)
        best: tuple[Fraction | float, int, Ints] | None = None
        for row in range(strategies.shape[0]):
            part = slice(int(payoffs.row_start[row]), int(payoffs.row_start[row + 1]))
            gradient = payoffs.values.take(part).scattered(len(other), payoffs.columns[part])
            reply = other.best_response(gradient)
            if best is None or reply.value > best[0]:
                best = (reply.value, row, reply.choice)
        assert best is not None
        _, row, choice = best
        own = np.zeros(len(index), dtype=bool)
        own[strategies.columns[strategies.rows == row]] = True
        theirs = _pure_reply(other, choice)
        return (own, theirs) if player == 0 else (theirs, own)

    def mixture(self, raw: RawSolution) -> PairMixture:
        """Return the mixture of a solution."""
        primal = raw.primal
        assert isinstance(primal, ExactArray)
        shares = primal.take(slice(0, len(self.columns)))
        used = np.asarray(shares.numerators > 0, dtype=bool)
        first = np.array(self.plays[0], dtype=bool)[used]
        second = np.array(self.plays[1], dtype=bool)[used]
        return PairMixture(self.pairs.sequences, (first, second), shares.take(used))


def _of_columns(height: int, columns: list[ExactArray]) -> ExactMatrix:
    """Return the matrix with these columns."""
    rows = np.tile(np.arange(height), len(columns))
    places = np.arange(len(columns)).repeat(height)
    return ExactMatrix.from_entries(
        (height, len(columns)), rows, places, ExactArray.concatenate(columns)
    )


def _identity(size: int, factor: int) -> ExactMatrix:
    """Return a multiple of the identity matrix."""
    places = np.arange(size)
    return ExactMatrix((size, size), places, places, ExactArray.ones(size) * factor)


def _pure_reply(index: SequenceIndex, choice: Ints) -> Mask:
    """Return the sequences of the reduced pure strategy with these choices."""
    plays = np.zeros(len(index), dtype=bool)
    plays[0] = True
    for sets, _ in index.stages:
        reached = plays[index.parent_sequence[sets]]
        plays[(index.first_sequence[sets] + choice[sets])[reached]] = True
    return plays
