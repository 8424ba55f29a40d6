"""The derivatives of the value of a constant-sum game with respect to its payoffs and chance probabilities, exact.

The slope of the value in a direction D of the payoff matrix is the maximum over optimal x of the minimum over optimal y
of xᵀD y (Mills 1956), so that it has two sides where optimal strategies are not unique. At one leaf D has one entry:
the slopes are its probability by chance times the extreme weights of both players' sequences over all optimal plans.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from seqform.analysis.families import require_value
from seqform.analysis.ranges import OptimalPlans, Range, optimal_plans
from seqform.backends.exact.solution import ExactBackend
from seqform.backends.protocol import SolveOptions, options_among
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.zero_sum_lp import marginal_value_lp
from seqform.errors import SolveError
from seqform.io.load import load
from seqform.models.answers.computed import Computed
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.matrices import require_own_tree
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.table import Cell, Report, Table, Tabular
from seqform.system.deadline import within

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Slope:
    """The derivatives of the value to player 0 with respect to a number of the game.

    - `place`: The actions that lead to the leaf, or to the first node of the set of chance; of a game of matrices the
      names of the row and of the column of the payoff.
    - `action`: Of chance; empty for the payoff of a leaf, player 0's.
    - `number`: The payoff, or the probability.
    - `left`, `right`: The slopes as the number falls and as it rises: equal unless the value has a kink there.
    """

    place: str
    action: str
    number: Fraction
    left: Fraction
    right: Fraction


@dataclass(frozen=True, eq=False, repr=False)
class Sensitivity(Computed, Tabular):
    """The derivatives of the value of a constant-sum game to player 0, exact.

    - `payoffs`: With respect to player 0's payoff at each leaf, in the order of `ExtensiveGame.leaves`; player 1's goes
      the other way. Of a game of matrices (`seqform.sequence_form`) with respect to each entry of A other than 0.
    - `chances`: With respect to each probability of chance that is less than 1, at all nodes of its set, the others of
      the set falling in proportion.

    Examples
    --------
    >>> slope = sensitivity("kuhn").payoffs[0]
    >>> slope.place, str(slope.number), str(slope.left), str(slope.right)
    ('J > Q > check > check', '-1', '1/9', '1/6')
    """

    game: ExtensiveGame
    value: Fraction
    payoffs: tuple[Slope, ...]
    chances: tuple[Slope, ...]

    @property
    def weights(self) -> list[float]:
        """For every node the sum of both slopes by the payoffs below it, over the largest one of an edge."""
        require_own_tree(self.game, "weights of nodes")
        total = np.zeros(len(self.game))
        total[self.game.leaves] = [
            float(abs(slope.left) + abs(slope.right)) for slope in self.payoffs
        ]
        for level in reversed(self.game.levels[1:]):
            np.add.at(total, self.game.parent[level], total[level].copy())

        # The root, node 0, has no edge above it.
        largest = total[1:].max(initial=0.0) or 1.0
        weights: list[float] = (total / largest).tolist()
        return weights

    def report(self, *, everything: bool = False) -> Report:
        """Return the slopes by payoffs, the steepest first, and by probabilities."""
        player = self.game.players[0]
        steepest_first = sorted(
            self.payoffs, key=lambda slope: -max(abs(slope.left), abs(slope.right))
        )
        leaf_rows: list[list[Cell]] = [
            [slope.place, slope.number, slope.left, slope.right] for slope in steepest_first
        ]
        title = f"Derivatives of the value to {player} of {self.game.title}"
        place = "leaf" if self.game.matrices is None else "row, column"
        leaf_columns = (place, f"payoff of {player}", "left", "right")
        payoffs = Table(title, leaf_columns, "lrrr", leaf_rows)

        chance_rows: list[list[Cell]] = [
            [slope.place, slope.action, slope.number, slope.left, slope.right]
            for slope in self.chances
        ]
        chance_columns = ("chance after", "action", "probability", "left", "right")
        chances = Table("by chance", chance_columns, "llrrr", chance_rows)

        parts = payoffs.shortened(everything, "leaves" if self.game.matrices is None else "entries")
        if chance_rows:
            parts = [*parts, chances]
        return Report(parts, {"payoffs": lambda: payoffs, "chances": lambda: chances})

    def __repr__(self) -> str:
        return f"<Sensitivity of {self.game.title!r}: {len(self.payoffs)} payoffs, {len(self.chances)} probabilities>"


def sensitivity(
    equilibrium: Any,
    *,
    options: SolveOptions | None = None,
    progress: Progress | None = None,
    **portable: Any,
) -> Sensitivity:
    """Return the derivatives of the value with respect to each payoff and each chance probability.

    Parameters
    ----------
    equilibrium : Equilibrium, or a game that `load` accepts
        Of a constant-sum game; the value is solved for unless it is proven to be a Nash equilibrium.
    options : SolveOptions, optional
        Of the linear programs, two for each sequence of which optimal strategies differ; the time limit is that of all
        together. A field may also be given by name.

    Raises
    ------
    GameError
        If the game is not constant-sum.
    SolveError
        If the time limit is reached.
    """
    applicable = ("time_limit", "tolerance", "threads", "verbose", "progress", "raw")
    chosen = options_among("sensitivity", applicable, options, **portable)
    certificate = None
    if isinstance(equilibrium, Equilibrium):
        certificate = equilibrium.certificate
        game = equilibrium.game
    else:
        game = load(equilibrium)
    require_value(game)
    with within(chosen.time_limit):
        plans = optimal_plans(game, certificate, options=chosen, progress=progress)
        payoffs = tuple(_payoff_slopes(game, plans, progress))
        chances: tuple[Slope, ...] = ()
        if game.matrices is None:
            chances = tuple(_chance_slopes(game, plans[0].value, chosen, progress))
    return Sensitivity(game, plans[0].value, payoffs, chances)


@dataclass(frozen=True)
class _Payoff:
    """A payoff of player 0, with the probability by chance and the sequences with which it is reached."""

    place: str
    number: Fraction
    reach: Fraction
    row: int
    column: int


def _payoffs_of(game: ExtensiveGame) -> Iterator[_Payoff]:
    """Yield the payoffs at the leaves; of a game of matrices the entries of A, which are weighted already."""
    first, second = game.sequences
    if game.matrices is not None:
        payoffs = sequence_form(game).target.A
        places = zip(payoffs.rows.tolist(), payoffs.columns.tolist(), strict=True)
        for (row, column), number in zip(places, payoffs.values.to_fractions(), strict=True):
            names = f"{first.index.names[row]}, {second.index.names[column]}"
            yield _Payoff(names, number, Fraction(1), row, column)
        return
    leaves = zip(game.leaves.tolist(), game.leaf_payoffs[0].to_fractions(), strict=True)
    for leaf, number in leaves:
        row = int(first.at_node[leaf])
        column = int(second.at_node[leaf])
        yield _Payoff(_place(game, leaf), number, game.chance_reach[leaf], row, column)


def _payoff_slopes(
    game: ExtensiveGame, plans: tuple[OptimalPlans, OptimalPlans], progress: Progress | None
) -> Iterator[Slope]:
    """Yield the slopes by the payoffs.

    The value is a maximum over x of a minimum over y. As the payoff rises, x maximizes and y minimizes the probability
    of the leaf, chance · x · y; as it falls, the other way round. The plans are chosen independently, so that the
    extremes of the product are products of extremes.
    """
    payoffs = list(_payoffs_of(game))
    reached = 0

    def report(text: str) -> None:
        if progress is not None:
            progress(f"payoff {reached:,} of {len(payoffs):,}: {text}")

    first = replace(plans[0], progress=report)
    second = replace(plans[1], progress=report)

    @cache  # many payoffs share a sequence
    def weights(own: OptimalPlans, sequence: int) -> Range:
        """Return the range of a sequence's realization weight over all optimal plans."""
        if sequence == 0:
            return Range(Fraction(1), Fraction(1))
        size = len(game.sequences[own.player].index)
        unit = ExactArray.unit(size, sequence)
        rest = ExactArray.unit(size, 0) - unit
        share = own.shares([unit, rest])[0]
        assert share is not None  # the empty sequence has weight 1
        return share

    for payoff in payoffs:
        reached += 1
        own = weights(first, payoff.row)
        opponent = weights(second, payoff.column)
        left = payoff.reach * own.low * opponent.high
        right = payoff.reach * own.high * opponent.low
        yield Slope(payoff.place, "", payoff.number, left, right)


def _chance_slopes(
    game: ExtensiveGame, value: Fraction, options: SolveOptions, progress: Progress | None
) -> Iterator[Slope]:
    form = sequence_form(game).target
    sets = game.information_sets
    rows, columns = (sequences.at_node[game.leaves] for sequences in game.sequences)
    for infoset in np.flatnonzero(sets.player == CHANCE).tolist():
        start, stop = sets.action_start[infoset : infoset + 2].tolist()
        shares = sets.probability.take(slice(start, stop)).to_fractions()
        place = _place(game, int(game.first_node[infoset]))
        for number, share in enumerate(shares):
            if share == 1:  # there are no others that could fall in proportion
                continue
            if progress is not None:
                progress(f"derivative by chance at {place}")
            change = [-other_share / (1 - share) for other_share in shares]
            change[number] = Fraction(1)
            terms = _reach_change(game, infoset, ExactArray.of(change)) * game.leaf_payoffs[0]
            direction = ExactMatrix.from_entries(form.A.shape, rows, columns, terms.reduced())

            # The slope to the left is minus the one to the right in the opposite direction.
            right = _slope(form, value, direction, options)
            left = -_slope(form, value, -direction, options)
            yield Slope(place, sets.action_labels[start + number], share, left, right)


def _slope(
    form: SequenceForm, value: Fraction, direction: ExactMatrix, options: SolveOptions
) -> Fraction:
    """Return the derivative of the value as the payoff matrix moves in a direction."""
    raw = ExactBackend().solve(marginal_value_lp(form, value, direction), options)
    if not raw.solved:
        raise SolveError(f"sensitivity: {raw.termination} ({raw.status})", raw)
    return Fraction(raw.objective)  # type: ignore[arg-type]


def _place(game: ExtensiveGame, node: int) -> str:
    return " > ".join(game.path(node)) or "the root"


def _reach_change(game: ExtensiveGame, infoset: int, change: ExactArray) -> ExactArray:
    """Return the derivative of chance's probability of every leaf as the probabilities at one of its sets change.

    By the product rule, level by level: a node's reach is its parent's times the probability of the edge between them,
    and so its derivative is reach' · edge + reach · edge', where edge' is 0 but for the edges of the set.
    """
    derivatives = [ExactArray.zeros(1)]
    for level in game.levels[1:]:
        parent = game.parent[level]
        above = parent - (level.start - len(derivatives[-1]))  # numbered within their level
        by_reach = derivatives[-1].take(above) * game.edge_probability.take(level)

        is_of_set = game.infoset[parent] == infoset
        edge_change = change.take(np.where(is_of_set, game.action[level], 0))
        by_edge = (game.chance_reach.take(parent) * edge_change).where(is_of_set)
        derivatives.append((by_reach + by_edge).reduced())
    return ExactArray.concatenate(derivatives).take(game.leaves)
