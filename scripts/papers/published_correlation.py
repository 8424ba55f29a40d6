"""Published numbers of correlated equilibria and commitments, beside those computed here.

python scripts/run.py published_correlation
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

import seqform as sf
from measure import Page, markdown_table
from seqform.builders.forms.sequence_form import product_of, pure_strategies, sequence_form
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.text import short

STUDENT = ((5, 5, 0, 0), (5, 2, 3, 0), (5, 3, 2, 0), (5, 0, 5, 0))
PROFESSOR = ((5, 5, 6, 6), (5, 8, 3, 6), (5, 3, 8, 6), (5, 6, 5, 6))
"""The normal form of the signaling game, figure 2 of von Stengel & Forges (2008), as OpenSpiel's `corr_dist_test.cc`
has it: signals XX, XY, YX, YY of a good and a bad student by what the professor does after X and Y."""

EFCE = "extensive-form-correlated"
FORGES = "von Stengel & Forges (2008), section 2.3"


def run() -> Page:
    """Make the page: the published numbers, and the same ones computed exactly."""
    signals = sf.load("job-signals")
    chicken = sf.bimatrix_game("chicken", [[6, 2], [7, 0]], [[6, 7], [2, 0]])
    dominated = sf.bimatrix_game([[2, 4], [1, 3]], [[1, 0], [0, 1]])
    nash = {answer.values for answer in sf.equilibria(signals, complete=True)}
    best: Any = sf.solve(signals, EFCE, objective="best-for-2", exact=True)
    sums: Any = sf.solve(chicken, EFCE, objective="social", exact=True)
    cells = zip(chain.from_iterable(STUDENT), chain.from_iterable(PROFESSOR), strict=True)
    is_same = normal_form(signals) == sorted(cells)
    rows: list[tuple[object, ...]] = [
        (
            f"{FORGES}, figure 2",
            "payoffs of the 16 pairs",
            "the table",
            "the same" if is_same else "others",
        ),
        (FORGES, "payoffs of all Nash equilibria", "(0, 6)", " ".join(map(pair, nash))),
        (
            FORGES,
            "payoffs of the EFCE that is given; computed: the best for the professor",
            "(7/2, 13/2)",
            pair(best.values),
        ),
        (
            "OpenSpiel, `corr_dist_test.cc`",
            "sum of the correlated equilibrium of chicken; computed: the best",
            "21/2",
            short(sums.objective_value),
        ),
        (
            "Conitzer & Sandholm (2006)",
            "best commitment to a dominated strategy",
            "7/2",
            short(sf.solve(dominated, "stackelberg").values[0]),
        ),
    ]
    for penalty in (1, 2, 3):
        value = sf.solve(f"inspection(days=2,penalty={penalty})", "stackelberg").values[0]
        published = short(Fraction(-1, 2 + penalty))
        row = (
            "Maschler (1966)",
            f"inspector who commits, penalty {penalty}",
            published,
            short(value),
        )
        rows.append(row)
    parts = [
        "Numbers of the literature, and those computed here, exactly and with proof.",
        markdown_table(("source", "number", "published", "computed"), rows),
        "Not confirmed: the text of Farina, Ling, Fang & Sandholm (2019) was not at hand, so that [our "
        "values](correlation.md) of Sheriff and battleship, by OpenSpiel's rules, are compared with none of theirs.",
    ]
    return (
        "published_correlation",
        "Published numbers of correlated equilibria and commitments",
        parts,
    )


def normal_form(game: ExtensiveGame) -> list[tuple[Any, ...]]:
    """Return the payoffs of all pairs of pure strategies, in ascending order."""
    form = sequence_form(game).target
    first, second = (pure_strategies(index)[0] for index in form.sequences)
    tables = []
    for payoffs in (form.A, form.B):
        by_pair = product_of(product_of(first, payoffs), second.T)
        tables.append([cell for row in by_pair.to_dense() for cell in row])
    return sorted(zip(*tables, strict=True))


def pair(values: Sequence[Any]) -> str:
    """Return both payoffs as text."""
    return f"({', '.join(map(short, values))})"
