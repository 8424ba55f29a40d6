"""A sweep as one HTML file that needs nothing else: no network, no scripts.

How the page of a sweep looks: on a screen, light or dark, and on paper.

The pictures that can be drawn of a sweep, by name.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seqform.errors import OptionError, SeqformError
from seqform.experiments.report.convergence import convergence_picture
from seqform.experiments.report.data import (
    DEFAULT_BY,
    case_title,
    counting_approximate,
    failures,
    in_common,
    in_order,
    reason,
    row_groups,
    summary_line,
)
from seqform.experiments.report.figure import Picture, picture_svg
from seqform.experiments.report.parameter import parameter_picture, sweepable
from seqform.experiments.report.profile import profile_picture
from seqform.experiments.report.scaling import scaling_picture
from seqform.experiments.report.table import bytes_text, group_tables, seconds_text
from seqform.experiments.report.threshold import threshold_picture
from seqform.experiments.rows import Outcome, Row
from seqform.io.figures import require_plottable
from seqform.models.numbers.text import counted, short
from seqform.system.foreign_text import html_lines, html_text

PAGE_STYLE = """\
:root { --ink: #1d2127; --paper: #ffffff; --faint: #667080; --rule: #dfe3e8; --band: #f6f7f9; --good: #1a7f4b; \
--bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e7eb; --paper: #16191d; --faint: #9aa4b1; --rule: #30363d; --band: #1d2127; --good: #5fc793; \
--bad: #ff8a80; }
  figure svg { filter: invert(1) hue-rotate(180deg); }
}
* { box-sizing: border-box; }
body { color: var(--ink); background: var(--paper); max-width: 62rem; margin: 2.5rem auto; padding: 0 1.25rem;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 1.7rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.4rem 0 0.7rem; }
header p, .remark, figcaption, small { color: var(--faint); }
header p, .remark { margin: 0.3rem 0; }
.remark, figcaption, small { font-size: 0.87rem; }
.counts { display: flex; flex-wrap: wrap; gap: 0.6rem; list-style: none; padding: 0; margin: 1.2rem 0 0; }
.counts li { border: 1px solid var(--rule); border-radius: 6px; padding: 0.35rem 0.8rem; }
.counts b { font-size: 1.2rem; margin-right: 0.2rem; }
.good, .counts .good b { color: var(--good); }
.bad, .counts .bad b { color: var(--bad); }
.counts .good, .counts .bad { color: inherit; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.87rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.28rem 0.75rem; border-bottom: 1px solid var(--rule); vertical-align: top; }
th { border-bottom: 2px solid var(--rule); font-weight: 600; white-space: nowrap; }
tbody tr:nth-child(even) { background: var(--band); }
.left { text-align: left; overflow-wrap: break-word; }
.right { text-align: right; white-space: nowrap; }
figure { margin: 0; }
figure svg { display: block; max-width: 100%; height: auto; }
figcaption ul { margin: 0.3rem 0 0; padding-left: 1.2rem; columns: 24rem; }
summary { cursor: pointer; }
.all details { margin-left: 1.1rem; border-bottom: 1px solid var(--rule); padding: 0.15rem 0; }
.all > summary { margin-bottom: 0.4rem; }
pre { background: var(--band); padding: 0.7rem 1rem; border-radius: 6px; overflow-x: auto; font-size: 0.8rem; }
@media print {
  :root { --ink: #000000; --paper: #ffffff; --faint: #444444; --rule: #bbbbbb; --band: #ffffff; --good: #000000; \
--bad: #000000; }
  body { max-width: none; margin: 0; padding: 0; font-size: 10pt; }
  figure svg { filter: none; }
  figure, tr, .counts { break-inside: avoid; }
  h2 { break-after: avoid; }
  figure svg { max-height: 17cm; }
  .scroll { overflow: visible; }
  table { font-size: 7.5pt; }
  th, td { padding: 0.15rem 0.3rem; }
  th, .right { white-space: normal; }
}
"""


@dataclass(frozen=True)
class Plot:
    """A kind of picture.

    Attributes
    ----------
    draw : callable
        Returns the picture of some rows.
    what : str
        What it draws, for the help.
    heading : str
        Above it on a page.
    """

    draw: Callable[..., Picture]
    what: str
    heading: str


PLOTS = {
    "sweep": Plot(
        parameter_picture,
        "the value and the watched probabilities against a parameter",
        "Value and strategies by parameter",
    ),
    "scaling": Plot(scaling_picture, "time against size, with fitted exponents", "Time against size"),
    "profile": Plot(profile_picture, "performance profiles", "Performance profiles"),
    "convergence": Plot(convergence_picture, "gap against time", "Gap against time"),
    "threshold": Plot(threshold_picture, "nash_conv against GameShrink's threshold", "nash_conv by threshold"),
}


def picture_of(
    kind: str,
    rows: Sequence[Row],
    *,
    x: str | None = None,
    y: str | None = None,
    by: Sequence[str] | None = None,
) -> Picture:
    """Return a picture of a sweep.

    Parameters
    ----------
    kind : str
        One of `PLOTS`.
    x, y : str, optional
        What is drawn against what, where there is a choice.
    by : sequence of str, optional
        The columns that tell lines apart.

    Raises
    ------
    OptionError
        If the kind is unknown, or an option means nothing for it.
    ModelError
        If the rows have nothing to draw; the message says what would be needed.
    """
    if kind not in PLOTS:
        raise OptionError(f"--plot {kind}: unknown; there are {', '.join(PLOTS)}")
    return PLOTS[kind].draw(rows, x=x, y=y, by=by)


def all_pictures(rows: Sequence[Row]) -> tuple[list[Picture], list[str]]:
    """Return every picture that the rows have data for, and for the others what would be needed."""
    wanted: list[tuple[str, str | None]] = [("sweep", name) for name in sweepable(rows)] or [("sweep", None)]
    wanted += [(kind, None) for kind in PLOTS if kind != "sweep"]
    pictures, missing = [], []
    for kind, x in wanted:
        try:
            pictures.append(picture_of(kind, rows, x=x))
        except SeqformError as problem:
            missing.append(f"--x {x}: {problem}" if x else str(problem))
    return pictures, missing


TABLES = ("Outcomes and values", "Seconds of a case", "Median seconds by phase")


def sweep_html(
    rows: Sequence[Row], by: Sequence[str] = DEFAULT_BY, *, title: str = "", count_approximate: bool = False
) -> str:
    """Return the report of a sweep as an HTML page: everything from the rows is escaped.

    Parameters
    ----------
    rows : sequence of Row
        At least one.
    by : sequence of str
        Columns by which the tables group the cases.
    title : str
        Of the page, such as the name of the store.
    count_approximate : bool
        Draw approximate answers as if they were certified.

    Raises
    ------
    BackendNotInstalledError
        If matplotlib, which draws the pictures, is not installed.
    """
    require_plottable(Path("page.svg"))
    rows = in_order(rows)
    drawn = all_pictures(counting_approximate(rows) if count_approximate else rows)
    body = "\n".join(_sections(rows, by, title or "Sweep", *drawn))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        '<meta name="color-scheme" content="light dark"/>\n'
        f"<title>{html_text(title or 'Sweep')}</title>\n<style>\n{PAGE_STYLE}</style>\n"
        f"</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _sections(
    rows: Sequence[Row], by: Sequence[str], title: str, pictures: Sequence[Picture], missing: Sequence[str]
) -> Iterator[str]:
    groups = row_groups(rows, by)
    failed = failures(rows)
    yield f"<header><h1>{html_text(title)}</h1><p>{html_text(_origin(rows, by))}</p></header>"
    yield _counts(rows)
    for heading, (header, lines) in zip(TABLES, group_tables(groups), strict=True):
        if len(header) > len(by):
            yield f"<section><h2>{heading}</h2>{_table(header, lines, left=len(by))}</section>"
    yield "<p class='remark'>Seconds, memory, values and nash_conv are of the cases that gave an answer.</p>"
    for number, picture in enumerate(pictures):
        yield _figure(picture, f"p{number}")
    if failed:
        told = [[str(row.outcome), case_title(row), reason(row)] for row in failed]
        yield f"<section><h2>{counted(len(failed), 'case')} without a certified answer</h2>"
        yield _table(["outcome", "case", "why"], told, left=3) + "</section>"
    yield "<section><h2>Versions and hosts</h2>" + _origins(rows) + "</section>"
    yield "<section><h2>Cases</h2>" + _cases(rows) + "</section>"
    if missing:
        items = "".join(f"<li>{html_text(problem)}</li>" for problem in missing)
        yield f"<section><details><summary>Pictures not drawn</summary><ul>{items}</ul></details></section>"


def _origin(rows: Sequence[Row], by: Sequence[str]) -> str:
    starts = sorted(row.started for row in rows if row.started)
    period = f"computed from {_minute(starts[0])} to {_minute(starts[-1])} UTC" if starts else ""
    return "; ".join(filter(None, (in_common(rows, by), period)))


def _minute(started: str) -> str:
    return started[:16].replace("T", " ")


def _counts(rows: Sequence[Row]) -> str:
    outcomes = Counter(row.outcome for row in rows)
    tiles = [
        ("cases", len(rows), ""),
        *((str(kind), outcomes[kind], _kind(kind)) for kind in Outcome if outcomes[kind]),
    ]
    parts = [f"<li class='{kind}'><b>{count:,}</b> {html_text(name)}</li>" for name, count, kind in tiles]
    return f"<ul class='counts' title='{html_text(summary_line(rows))}'>{''.join(parts)}</ul>"


def _kind(outcome: Outcome) -> str:
    return "good" if outcome.is_answer else "bad"


def _table(header: Sequence[str], lines: Iterable[Sequence[str]], *, left: int) -> str:
    side = ["left" if number < left else "right" for number in range(len(header))]
    head = "".join(f"<th class='{kind}'>{html_text(name)}</th>" for name, kind in zip(header, side, strict=True))
    body = "".join(
        "<tr>"
        + "".join(f"<td class='{kind}'>{html_text(cell)}</td>" for cell, kind in zip(line, side, strict=True))
        + "</tr>"
        for line in lines
    )
    return f"<div class='scroll'><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _figure(picture: Picture, prefix: str) -> str:
    notes = "".join(f"<li>{html_text(note)}</li>" for note in picture.notes)
    caption = f"<figcaption>{html_text(picture.title)}{f'<ul>{notes}</ul>' if notes else ''}</figcaption>"
    heading = PLOTS[picture.kind].heading
    return f"<section><h2>{html_text(heading)}</h2><figure>{picture_svg(picture, prefix)}{caption}</figure></section>"


def _origins(rows: Sequence[Row]) -> str:
    versions = Counter((name, version) for row in rows for name, version in row.versions.items())
    hosts = Counter(", ".join(_facts(row.host)) or "not known" for row in rows)
    return _table(
        ["", "version", "cases"], [[*key, f"{count:,}"] for key, count in sorted(versions.items())], left=2
    ) + _table(["host", "cases"], [[host, f"{count:,}"] for host, count in sorted(hosts.items())], left=1)


def _facts(host: Mapping[str, Any]) -> Iterator[str]:
    for name, value in sorted(host.items()):
        in_bytes = name.endswith("_bytes") and isinstance(value, int)
        yield f"{name.removesuffix('_bytes')}: {bytes_text(value)}" if in_bytes else f"{name}: {value}"


def _cases(rows: Sequence[Row]) -> str:
    parts = "".join(_case(row) for row in rows)
    return f"<details class='all'><summary>{counted(len(rows), 'case')}, each with its spec</summary>{parts}</details>"


def _case(row: Row) -> str:
    facts = [f"{seconds_text(row.seconds)} s"]
    facts += [] if row.value is None else [f"value {short(row.value[0])}"]
    facts += [] if row.nash_conv is None else [f"nash_conv {short(row.nash_conv)}"]
    line = (
        f"<span class='{_kind(row.outcome)}'>{html_text(row.outcome)}</span> {html_text(case_title(row))} "
        f"<small>{html_text(', '.join(facts))}</small>"
    )
    kept: dict[str, Any] = {
        "case": row.case,
        "key": row.key,
        "error": row.error,
        "phases": row.phases,
        "solver": row.solver,
    }
    kept |= {"termination": row.termination, "status": row.status, "iterations": row.iterations}
    kept |= {"exact_value": row.exact_value, "probabilities": row.probabilities, "certificate": row.certificate}
    known = {name: value for name, value in kept.items() if value not in (None, "", {})}
    spec = json.dumps(known, indent=2, ensure_ascii=False, default=str)
    return f"<details><summary>{line}</summary><pre>{html_lines(spec)}</pre></details>"
