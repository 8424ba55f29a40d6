"""A sweep as one HTML file that needs no network; a short script sorts and filters its tables.

`page.html` is the Jinja2 template, `page.js` the script, without which the page is complete too. Everything from the
cases is escaped by `seqform.system.foreign_text.visible` and Jinja2's autoescape.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seqform.errors import SeqformError
from seqform.experiments.report import PLOTS, data, picture_of
from seqform.experiments.report.data import DEFAULT_BY, ROW, case_title
from seqform.experiments.report.figure import Picture, picture_svg
from seqform.experiments.report.parameter import sweepable
from seqform.experiments.report.tables import bytes_text, group_tables, seconds_text
from seqform.experiments.rows import Outcome, Row
from seqform.io.figures import require_plottable
from seqform.io.pages import hash_of
from seqform.models.numbers.text import counted, short
from seqform.system.foreign_text import html_lines, visible
from seqform.system.packages import require

if TYPE_CHECKING:
    from pandas import DataFrame

TABLES = ("Outcomes and values", "Seconds of a case", "Median seconds by phase")
IN_SPEC = (
    "case", "key", "error", "phases", "solver", "termination", "status", "iterations", "exact_value", "probabilities",
    "certificate",
)  # fmt: skip
"""Attributes of a row that are shown on demand."""


def all_pictures(cases: DataFrame) -> tuple[list[Picture], list[str]]:
    """Return every picture that the cases have data for, and for the others what would be needed."""
    wanted: list[tuple[str, str | None]] = [("sweep", name) for name in sweepable(cases)] or [
        ("sweep", None)
    ]
    wanted += [(kind, None) for kind in PLOTS if kind != "sweep"]
    pictures, missing = [], []
    for kind, x in wanted:
        try:
            pictures.append(picture_of(kind, cases, x=x))
        except SeqformError as problem:
            missing.append(f"--x {x}: {problem}" if x else str(problem))
    return pictures, missing


def sweep_html(
    cases: DataFrame,
    by: Sequence[str] = DEFAULT_BY,
    *,
    title: str = "Sweep",
    count_approximate: bool = False,
) -> str:
    """Return the report of a sweep as an HTML page, with tables of the cases grouped by some columns.

    With `count_approximate`, approximate answers are drawn as if they were certified.
    """
    require_plottable(Path("page.svg"))
    require("jinja2", "an HTML report")
    from jinja2 import Environment
    from markupsafe import Markup

    folder = files(__package__)
    script = folder.joinpath("page.js").read_text("utf-8")
    template = folder.joinpath("page.html").read_text("utf-8")

    rows = cases[ROW].tolist()
    failed = data.failures(cases)
    varied = data.varying(cases, data.replicated(cases))
    versions = Counter(pair for row in rows for pair in row.versions.items())
    hosts = Counter(_host(row.host) for row in rows)
    origin = [data.in_common(cases, by), _period(cases), data.versions_text(cases)]
    pictures, missing = all_pictures(
        data.counting_approximate(cases) if count_approximate else cases
    )
    svgs = [Markup(picture_svg(picture, f"p{number}")) for number, picture in enumerate(pictures)]

    # Whatever is no `Markup` is made visible, and then escaped: text of rows never becomes part of the page.
    environment = Environment(
        autoescape=True,
        finalize=lambda value: value if isinstance(value, Markup) else visible(value),
    )
    page = environment.from_string(template).render(
        title=title,
        by=len(by),
        links=_members(cases, by),
        varied="; ".join(f"{name}: {data.cells_listed(cases, name)}" for name in varied),
        replicated=_replicated(cases, varied, by),
        script=Markup(script),
        script_hash=Markup(hash_of(script)),
        origin="; ".join(filter(None, origin)),
        summary=data.summary_line(cases),
        counts=_counts(cases),
        tables=_tables(cases, by),
        pictures=[
            (picture, PLOTS[picture.kind].heading, svg)
            for picture, svg in zip(pictures, svgs, strict=True)
        ],
        failed=[[row.outcome, case_title(row), data.reason(row)] for row in failed],
        failed_links=[
            [number] for number, row in enumerate(rows, start=1) if not row.outcome.is_answer
        ],
        failed_title=f"{counted(len(failed), 'case')} without a certified answer",
        versions=[[*pair, f"{count:,}"] for pair, count in sorted(versions.items())],
        hosts=[[host, f"{count:,}"] for host, count in sorted(hosts.items())],
        cases=[
            (
                row.outcome,
                _class(row.outcome),
                case_title(row),
                _facts(row),
                Markup(html_lines(_spec(row))),
            )
            for row in rows
        ],
        cases_title=counted(len(cases), "case"),
        missing=missing,
    )
    return page + "\n"


def _members(cases: DataFrame, by: Sequence[str]) -> list[list[int]]:
    """Return the numbers, from 1, of the cases of every group."""
    groups = data.group_numbers(cases, by).tolist()
    members: list[list[int]] = [[] for _ in set(groups)]
    for number, group in enumerate(groups, start=1):
        members[group].append(number)
    return members


def _period(cases: DataFrame) -> str:
    """Return when the first and the last case began, to the minute."""
    starts = sorted(started[:16].replace("T", " ") for started in cases["started"].dropna())
    if not starts:
        return ""
    return f"computed from {starts[0]} to {starts[-1]} UTC"


def _counts(cases: DataFrame) -> list[tuple[str, str, str]]:
    """Return the number of cases, and of those of each outcome, with the classes of style sheets."""
    outcomes = Counter(cases["outcome"])
    present = [outcome for outcome in Outcome if outcomes[outcome]]
    counts = [("cases", f"{len(cases):,}", "")]
    counts += [(outcome, f"{outcomes[outcome]:,}", _class(outcome)) for outcome in present]
    return counts


def _tables(cases: DataFrame, by: Sequence[str]) -> list[tuple[str, list[str], list[list[str]]]]:
    """Return the tables with their headings, without those that have no column beside the groups'."""
    tables = []
    for heading, (header, lines) in zip(TABLES, group_tables(cases, by), strict=True):
        if len(header) > len(by):
            tables.append((heading, header, lines))
    return tables


def _replicated(cases: DataFrame, varied: Sequence[str], by: Sequence[str]) -> str:
    """Return what the cases of one line have in common."""
    merged = [name for name in varied if name not in by]
    if merged:
        return f"Lines merge cases that differ in {', '.join(merged)}."
    if data.varying(cases, ["seed"]):
        return "Cases of one line differ in their seeds alone."
    return ""


def _class(outcome: Outcome) -> str:
    return "good" if outcome.is_answer else "bad"


def _host(facts: Mapping[str, Any]) -> str:
    texts = []
    for name, value in sorted(facts.items()):
        if name.endswith("_bytes") and isinstance(value, int):
            texts.append(f"{name.removesuffix('_bytes')}: {bytes_text(value)}")
        else:
            texts.append(f"{name}: {value}")
    return ", ".join(texts) or "not known"


def _facts(row: Row) -> str:
    facts = [f"{seconds_text(row.seconds)} s"]
    if row.value is not None:
        values = row.value if len(row.value) > 2 else row.value[:1]
        facts.append(f"value {', '.join(short(value) for value in values if value is not None)}")
    if row.nash_conv is not None:
        facts.append(f"nash_conv {short(row.nash_conv)}")
    return ", ".join(facts)


def _spec(row: Row) -> str:
    known = {}
    for name in IN_SPEC:
        value = getattr(row, name)
        if value not in (None, "", {}):
            known[name] = value
    if "certificate" in known:
        known["certificate, as stored"] = known.pop("certificate")
    return json.dumps(known, indent=2, ensure_ascii=False, default=str)
