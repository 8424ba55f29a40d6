"""Rows of sweeps made up for tests of reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seqform.sweeps.case import Case
from seqform.sweeps.row import Outcome, Row


def made_row(
    game: str = "kuhn",
    parameters: Mapping[str, Any] | None = None,
    *,
    backend: str = "highs",
    outcome: Outcome = Outcome.CERTIFIED,
    shrink: str | None = None,
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
        shrink=shrink,
        options=options or {},
        settings=settings or {},
        seed=seed,
    )
    return Row(case.key, case.as_dict(), outcome, **measured)
