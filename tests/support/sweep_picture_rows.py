"""Rows of sweeps for which there are pictures, made up for tests."""

from sweep_rows import made_row

from seqform.experiments.rows import Outcome

SIZES = (10, 100, 1000, 10_000)
SCALING = [
    made_row(
        "kuhn",
        {"ranks": size},
        backend=backend,
        nodes=size,
        seconds=1e-5 * size**exponent,
        phases={"solve": 1e-6 * size},
        value=(0.0, 0.0),
    )
    for backend, exponent in (("highs", 1.5), ("lemke", 2.0))
    for size in SIZES
] + [made_row("kuhn", {"ranks": 7}, backend="lemke", nodes=70_000, seconds=60.0, outcome=Outcome.TIMED_OUT)]
WATCHED = "1:K:bet"
SWEEP = [
    made_row(
        "kuhn",
        {"ante": ante, "bet": bet},
        backend=backend,
        value=(-ante / bet, ante / bet),
        probabilities={WATCHED: 1 / bet},
    )
    for ante in (1, 2)
    for bet in (1, 2, 4)
    for backend in ("highs", "scipy")
]
THRESHOLD = [
    made_row("leduc", abstraction=f"threshold={level}", nash_conv=nash_conv, seconds=1.0, sequences=size)
    for level, nash_conv, size in [("0.5", 0.3, 20), ("0", 0.0, 90), ("inf", 2.0, 4), ("1", 0.8, 9)]
]
CONVERGENCE = [
    made_row("leduc", backend=backend, bounds=[(step, step / rate, -1 / step, 1 / step) for step in (1, 10, 100)])
    for backend, rate in (("cfr", 10.0), ("pdhg", 100.0))
]
