"""Rows of sweeps made up for tests of reports, and their pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from seqform.experiments.report import picture_of
from seqform.experiments.report.data import frame_of
from seqform.experiments.report.figure import Picture
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
    steps = None if abstraction is None else (abstraction,)
    about: dict[str, Any] = {
        "options": options or {},
        "settings": settings or {},
        "concept": concept,
    }
    case = Case(game, parameters or {}, backend=backend, preprocess=steps, seed=seed, **about)
    return Row(case.key, case.as_dict(), outcome, **measured)


def drawn(kind: str, rows: Iterable[Row], **choices: Any) -> Picture:
    return picture_of(kind, frame_of(rows), **choices)


def lines_of(picture: Picture, **wanted: Any) -> dict[tuple[Any, ...], list[tuple[float, float]]]:
    """Return the points that a picture draws, chosen by columns such as `layer`, by panel, series and hue."""
    points = picture.points
    for name, value in wanted.items():
        points = points[points[name] == value]
    groups = points.groupby(["panel", "series", "hue"], sort=False)
    return {key: list(zip(found["x"], found["y"], strict=True)) for key, found in groups}


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

WATCHED = "1:K:bet"
SWEPT = [
    made_row(
        "kuhn",
        {"ante": a, "bet": b},
        backend=backend,
        value=(-a / b, a / b),
        probabilities={WATCHED: 1 / b},
    )
    for a in (1, 2)
    for b in (1, 2, 4)
    for backend in ("highs", "scipy")
]
SIZES = (10, 100, 1000, 10_000)
SCALING = [
    made_row(
        "kuhn",
        {"ranks": n},
        backend=backend,
        nodes=n,
        seconds=1e-5 * n**power,
        phases={"solve": 1e-6 * n},
    )
    for backend, power in (("highs", 1.5), ("lemke", 2.0))
    for n in SIZES
] + [
    made_row(
        "kuhn", {"ranks": 7}, backend="lemke", nodes=70_000, seconds=60.0, outcome=Outcome.TIMED_OUT
    )
]
THRESHOLD = [
    made_row(
        "leduc", abstraction=f"threshold={level}", nash_conv=nash_conv, seconds=1.0, sequences=size
    )
    for level, nash_conv, size in [("0.5", 0.3, 20), ("0", 0.0, 90), ("inf", 2.0, 4), ("1", 0.8, 9)]
]
CONVERGENCE = [
    made_row(
        "leduc",
        backend=backend,
        bounds=[(step, step / rate, -1 / step, 1 / step) for step in (1, 10, 100)],
    )
    for backend, rate in (("cfr", 10.0), ("pdhg", 100.0))
]
PICTURED = {
    "sweep": SWEPT,
    "scaling": SCALING,
    "profile": SCALING[:-1],
    "convergence": CONVERGENCE,
    "threshold": THRESHOLD,
}
"""Rows for each kind of picture."""
