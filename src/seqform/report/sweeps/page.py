"""A sweep as one HTML file that needs nothing else: no network, no scripts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from seqform.models.number_text import counted, short
from seqform.report.figure_file import require_plottable
from seqform.report.sweeps.conditions import counting_approximate
from seqform.report.sweeps.figure import Picture, picture_svg
from seqform.report.sweeps.groups import DEFAULT_BY, failures, in_common, reason, row_groups, summary_line
from seqform.report.sweeps.page_style import PAGE_STYLE
from seqform.report.sweeps.plots import PLOTS, all_pictures
from seqform.report.sweeps.table import bytes_text, group_tables, seconds_text
from seqform.report.sweeps.titles import case_title
from seqform.report.sweeps.ways import in_order
from seqform.sweeps.row import Outcome, Row
from seqform.system.foreign_text import html_lines, html_text

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
