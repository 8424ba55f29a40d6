"""Strong Stackelberg equilibria of small games by brute force: one exact linear program for each reply.

The normal form is computed from the leaves of the tree. For every pure strategy of the follower the program has the
leader's mixed strategies to which it is a best reply. Nothing here uses sequences or programs of the library.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from correlation_oracle import continuations, leaves_of, own_pasts, plays

from seqform.backends import get
from seqform.models import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.linear import Bounds, LinearProgram

Table = list[list[Fraction]]

MOST_CELLS = 3000


@dataclass
class NormalForm:
    """Both players' expected payoffs by their pure strategies: player 0's in the rows."""

    payoffs: tuple[Table, Table]


def normal_form(game: ExtensiveGame) -> NormalForm | None:
    """Return the normal form of a game; None if it is large."""
    pure = [list(continuations(game, own_pasts(game, player), ())) for player in (0, 1)]
    if len(pure[0]) * len(pure[1]) > MOST_CELLS:
        return None
    leaves = leaves_of(game)
    tables: tuple[Table, Table] = ([], [])
    for first in pure[0]:
        reached = [place for place, pasts in enumerate(leaves.pasts) if plays(first, pasts[0])]
        rows: tuple[list[Fraction], list[Fraction]] = ([], [])
        for second in pure[1]:
            sums = [Fraction(0), Fraction(0)]
            for place in reached:
                if plays(second, leaves.pasts[place][1]):
                    for player in (0, 1):
                        sums[player] += leaves.chance[place] * leaves.payoffs[place][player]
            rows[0].append(sums[0])
            rows[1].append(sums[1])
        tables[0].append(rows[0])
        tables[1].append(rows[1])
    return NormalForm(tables)


def best_commitment(normal: NormalForm, leader: int) -> Fraction:
    """Return the leader's payoff in a strong Stackelberg equilibrium."""
    first, second = normal.payoffs
    own, theirs = (first, second) if leader == 0 else (transposed(second), transposed(first))
    values = []
    for reply in range(len(own[0])):
        value = best_for_reply(own, theirs, reply)
        if value is not None:
            values.append(value)
    return max(values)


def transposed(table: Table) -> Table:
    """Return a table with rows and columns exchanged."""
    return [list(column) for column in zip(*table, strict=True)]


def best_for_reply(own: Table, theirs: Table, reply: int) -> Fraction | None:
    """Return the most that the leader earns while a reply, a column, is a best one; None if it never is."""
    gains = [[row[reply] - row[other] for row in theirs] for other in range(len(own[0]))]
    rows = [[Fraction(1)] * len(own), *gains]
    bounds = Bounds.concatenate(
        [Bounds.equal(ExactArray.ones(1)), Bounds.nonnegative(len(rows) - 1)]
    )
    program = LinearProgram(
        "max",
        ExactArray.of(row[reply] for row in own),
        ExactMatrix.from_dense(rows),
        bounds,
        Bounds.nonnegative(len(own)),
        [f"row {number}" for number in range(len(rows))],
        [f"column {number}" for number in range(len(own))],
    )
    answer = get("exact").solve(program)
    if not answer.solved:
        return None
    assert isinstance(answer.objective, Fraction)
    return answer.objective
