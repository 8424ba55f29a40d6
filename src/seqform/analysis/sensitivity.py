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
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.table import Cell, Report, Table, Tabular
from seqform.system.deadline import within

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Slope:
    """The derivatives of the value to player 1 with respect to a number of the game.

    - `place`: The actions that lead to the leaf, or to the first node of the set of chance.
    - `action`: Of chance; empty for the payoff of a leaf, player 1's.
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
    """The derivatives of the value of a constant-sum game to player 1, exact.

    - `payoffs`: With respect to player 1's payoff at each leaf, in the order of `ExtensiveGame.leaves`; player 2's goes
      the other way.
    - `chances`: With respect to each probability of chance that is less than 1, at all nodes of its set, the others of
      the set falling in proportion.

    Examples
    --------
    >>> found = sensitivity("kuhn")
    >>> one = found.payoffs[0]
    >>> one.place, str(one.number), str(one.left), str(one.right)
    ('J > Q > check > check', '-1', '1/9', '1/6')
    """

    game: ExtensiveGame
    value: Fraction
    payoffs: tuple[Slope, ...]
    chances: tuple[Slope, ...]

    @property
    def weights(self) -> list[float]:
        """For every node the sum of both slopes by the payoffs below it, over the largest one of an edge."""
        total = np.zeros(len(self.game))
        total[self.game.leaves] = [float(abs(one.left) + abs(one.right)) for one in self.payoffs]
        for level in reversed(self.game.levels[1:]):
            np.add.at(total, self.game.parent[level], total[level].copy())
        return [float(one) for one in total / (total[1:].max(initial=0.0) or 1.0)]

    def report(self, *, everything: bool = False) -> Report:
        """Return the slopes by payoffs, the steepest first, and by probabilities."""
        steepest = sorted(self.payoffs, key=lambda one: -max(abs(one.left), abs(one.right)))
        who = self.game.players[0]
        columns = ("leaf", f"payoff of {who}", "left", "right")
        rows: list[list[Cell]] = [[one.place, one.number, one.left, one.right] for one in steepest]
        payoffs = Table(
            f"Derivatives of the value to {who} of {self.game.title}", columns, "lrrr", rows
        )
        chances: list[list[Cell]] = [
            [one.place, one.action, one.number, one.left, one.right] for one in self.chances
        ]
        moves = Table(
            "by chance",
            ("chance after", "action", "probability", "left", "right"),
            "llrrr",
            chances,
        )
        parts = [*payoffs.shortened(everything, "leaves"), *([moves] if chances else [])]
        return Report(parts, {"payoffs": lambda: payoffs, "chances": lambda: moves})

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
    certificate = equilibrium.certificate if isinstance(equilibrium, Equilibrium) else None
    game = equilibrium.game if isinstance(equilibrium, Equilibrium) else load(equilibrium)
    with within(chosen.time_limit):
        plans = optimal_plans(game, certificate, options=chosen, progress=progress)
        payoffs = tuple(_payoff_slopes(game, plans, progress))
        chances = tuple(_chance_slopes(game, plans[0].value, chosen, progress))
    return Sensitivity(game, plans[0].value, payoffs, chances)


def _payoff_slopes(
    game: ExtensiveGame, plans: tuple[OptimalPlans, OptimalPlans], progress: Progress | None
) -> Iterator[Slope]:
    leaves, payoffs, reached = game.leaves.tolist(), game.leaf_payoffs[0].to_fractions(), 0

    def report(text: str) -> None:
        if progress is not None:
            progress(f"payoff {reached:,} of {len(leaves):,}: {text}")

    first, second = (replace(one, progress=report) for one in plans)

    @cache
    def weights(own: OptimalPlans, sequence: int) -> Range:
        """Return the range of a sequence's realization weight over all optimal plans."""
        size = len(game.sequences[own.player].index)
        unit, whole = ExactArray.unit(size, sequence), ExactArray.unit(size, 0)
        found = own.shares([unit, whole - unit])[0] if sequence else Range(Fraction(1), Fraction(1))
        assert found is not None
        return found

    for leaf, payoff in zip(leaves, payoffs, strict=True):
        reached += 1
        reach = game.chance_reach[leaf]
        mine, theirs = (
            weights(own, int(game.sequences[own.player].at_node[leaf])) for own in (first, second)
        )
        low, high = reach * mine.low * theirs.high, reach * mine.high * theirs.low
        yield Slope(" > ".join(game.path(leaf)) or "the root", "", payoff, low, high)


def _chance_slopes(
    game: ExtensiveGame, value: Fraction, options: SolveOptions, progress: Progress | None
) -> Iterator[Slope]:
    form, sets = sequence_form(game).target, game.information_sets
    rows, columns = (own.at_node[game.leaves] for own in game.sequences)
    for infoset in np.flatnonzero(sets.player == CHANCE).tolist():
        start, stop = sets.action_start[infoset : infoset + 2].tolist()
        shares = sets.probability.take(slice(start, stop)).to_fractions()
        place = " > ".join(game.path(int(game.first_node[infoset]))) or "the root"
        for number, share in enumerate(shares):
            if share == 1:
                continue
            if progress is not None:
                progress(f"derivative by chance at {place}")
            change = [
                Fraction(1) if k == number else -one / (1 - share) for k, one in enumerate(shares)
            ]
            terms = _reach_change(game, infoset, ExactArray.of(change)) * game.leaf_payoffs[0]
            direction = ExactMatrix.from_entries(form.A.shape, rows, columns, terms.reduced())
            slopes = []
            for sign in (1, -1):
                turned = replace(direction, values=direction.values * sign)
                raw = ExactBackend().solve(marginal_value_lp(form, value, turned), options)
                if not raw.solved:
                    raise SolveError(f"sensitivity: {raw.termination} ({raw.status})", raw)
                slopes.append(sign * Fraction(raw.objective))  # type: ignore[arg-type]
            yield Slope(place, sets.action_labels[start + number], share, slopes[1], slopes[0])


def _reach_change(game: ExtensiveGame, infoset: int, change: ExactArray) -> ExactArray:
    """Return the derivative of chance's probability of every leaf as the probabilities at one of its sets change."""
    levels = [ExactArray.zeros(1)]
    for level in game.levels[1:]:
        parent = game.parent[level]
        above = parent - (level.start - len(levels[-1]))
        moved = levels[-1].take(above) * game.edge_probability.take(level)
        here = game.infoset[parent] == infoset
        own = (
            game.chance_reach.take(parent) * change.take(np.where(here, game.action[level], 0))
        ).where(here)
        levels.append((moved + own).reduced())
    return ExactArray.concatenate(levels).take(game.leaves)
