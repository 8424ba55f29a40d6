"""Results pages of the ready sweeps, with the parts that only some of them have."""

from __future__ import annotations

import os
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from pandas import DataFrame

import seqform as sf
from measure import markdown_table
from seqform.experiments.keys import spelled
from seqform.experiments.report.data import case_title, failures, grouped, reason, sorted_keys, summary_line
from seqform.experiments.report.tables import group_tables
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.values import Case, abstraction_in
from seqform.models.numbers.text import counted, short

MOST_FAILURES = 20


def sections(spec: Path, cases: DataFrame, by: Sequence[str], picture: str, further: str) -> list[str]:
    """Return the parts of the results page of a sweep.

    The comments of the declaration describe its purpose; the tables have the columns `by`, the picture has its notes,
    and a part that only this sweep has is last.
    """
    text = spec.read_text(encoding="utf-8")
    purpose = " ".join(
        line.removeprefix("# ") for line in text.splitlines() if line.startswith("# ") and line[2] != " "
    )
    declared = "\n".join(line for line in text.splitlines() if not line.startswith("# ")).strip()
    parts = [
        purpose,
        picture,
        *tables(cases, by),
        further,
        failed(cases),
        f"## The declaration\n\n`scripts/sweeps/{spec.name}`\n\n```toml\n{declared}\n```",
    ]
    return [part for part in parts if part]


def picture_part(title: str, picture: Path, notes: Sequence[str], folder: Path) -> str:
    """Return a picture, as a page in some folder shows it, with its notes."""
    link = Path(os.path.relpath(picture.resolve(), folder.resolve())).as_posix()
    return "\n\n".join(filter(None, (f"![{title}]({link})", "\n".join(f"- {note}" for note in notes))))


def tables(cases: DataFrame, by: Sequence[str]) -> Iterator[str]:
    """Yield the tables of values and of times."""
    answers, times, _ = group_tables(cases, by)
    yield f"## Answers\n\n{summary_line(cases)}.\n\n{markdown_table(*answers)}"
    yield f"## Seconds of a case, and memory\n\n{markdown_table(*times)}"


def failed(cases: DataFrame) -> str:
    """Return the cases without a certified answer."""
    lost = failures(cases)
    if not lost:
        return ""
    lines = [f"- {row.outcome}: {case_title(row)}: {reason(row)}" for row in lost[:MOST_FAILURES]]
    lines += [f"- and {counted(len(lost) - MOST_FAILURES, 'case')} more"] if len(lost) > MOST_FAILURES else []
    return "## Without a certified answer\n\n" + "\n".join(lines)


# ---- parts of single sweeps ----


def equilibria_found(cases: DataFrame) -> str:
    """Return the number of different payoffs of each game's equilibria, and the lengths of the paths to them."""
    lines = []
    for (depth,), members in grouped(cases, ["depth"]).items():
        by_start = {start: found["row"].tolist() for (start,), found in grouped(members, ["start"]).items()}
        random = payoffs_of(by_start.get("random", []))
        for start, rows in by_start.items():
            payoffs = payoffs_of(rows)
            shared = random[payoffs.most_common(1)[0][0]] if payoffs else 0
            pivots = [row.iterations for row in rows if row.iterations is not None]
            spread = (f"{statistics.median(pivots):g}", min(pivots), max(pivots)) if pivots else ("–",) * 3
            lines.append((depth, start, len(rows), len(payoffs), shared, *spread))
    header = (
        "depth", "start", "cases", "different payoffs", "random starts to the commonest of these", "median pivots",
        "least", "most",
    )  # fmt: skip
    return "## Equilibria by their payoffs\n\n" + markdown_table(header, lines)


def payoffs_of(rows: Sequence[Row]) -> Counter[tuple[str, str] | tuple[float, float | None]]:
    """Return the numbers of cases by payoffs."""
    return Counter(row.exact_value or row.value for row in rows if row.value is not None)


def classes_left(cases: DataFrame) -> str:
    """Return the number of classes of hands after each way of shrinking."""
    lines = []
    for row in cases["row"]:
        case = Case.from_dict(row.case)
        found = sf.abstract_game(spelled(case), abstraction_in(case.preprocess) or "identity")
        lines.append(
            (
                spelled(case),
                abstraction_in(case.preprocess),
                " / ".join(f"{count:,}" for count in found.filters[0].num_classes),
                f"{found.classes.program_shape[0]:,}",
                "yes" if found.violation is None else "no",
                "–" if row.nash_conv is None else short(row.nash_conv),
            )
        )
    header = ("game", "abstraction", "hands by round", "rows", "proved lossless", "nash_conv in the real game")
    return "## Classes of hands\n\n" + markdown_table(header, lines)


def by_problem(cases: DataFrame) -> str:
    """Return the seconds of every game by backend."""
    backends = [backend for (backend,) in sorted_keys(cases, ["backend"])]
    times: dict[str, dict[str, str]] = {}
    for row in cases["row"]:
        title = spelled(Case.from_dict(row.case))
        good = row.outcome is Outcome.CERTIFIED
        times.setdefault(title, {})[row.case["backend"]] = f"{row.seconds:.3g}" if good else str(row.outcome)
    lines = [(title, *(found.get(backend, "–") for backend in backends)) for title, found in times.items()]
    return "## Seconds by game\n\n" + markdown_table(("game", *backends), lines)
