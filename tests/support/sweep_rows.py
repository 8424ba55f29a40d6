"""Rows of sweeps made up for tests of reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seqform.experiments.rows import Outcome, Row
from seqform.experiments.values import Case


def made_row(
    game: str = "kuhn",
    parameters: Mapping[str, Any] | None = None,
    *,
    backend: str = "highs",
    outcome: Outcome = Outcome.CERTIFIED,
    abstraction: str | None = None,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    concept: str = "nash",
    **measured: Any,
) -> Row:
    """Return a row with what is given, and a key of its own for every case."""
    case = Case(
        game,
        parameters or {},
        concept=concept,
        backend=backend,
        preprocess=None if abstraction is None else (abstraction,),
        options=options or {},
        settings=settings or {},
        seed=seed,
    )
    return Row(case.key, case.as_dict(), outcome, **measured)


SWEEP = [
    made_row(
        "kuhn",
        {"ante": ante, "bet": bet},
        backend=backend,
        seconds=seconds,
        phases={"solve": seconds / 2},
        peak_bytes=int(seconds * 2**20),
        value=(-bet / 10, bet / 10),
        nash_conv=bet * 1e-9,
    )
    for ante, bet, backend, seconds in [
        (1, 1, "highs", 1.0),
        (1, 2, "highs", 3.0),
        (1, 3, "highs", 8.0),
        (2, 1, "cvxpy", 5.0),
        (2, 10, "cvxpy", 7.0),
    ]
] + [
    made_row(
        "kuhn",
        {"ante": 2, "bet": 2},
        outcome=Outcome.TIMED_OUT,
        error="stopped\nafter 9 s",
        seconds=9.0,
        started="2031-05-01",
    ),
    made_row("leduc", backend="cvxpy", outcome=Outcome.REFUSED, error="no such option"),
]
"""Kuhn poker under several stakes, with one case that timed out and one that was refused."""
