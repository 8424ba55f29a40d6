"""The command ``sweep``: run the cases of a declaration.

The modules that run them are imported when the command runs, since ``seqform --help`` loads this module.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from seqform.builders.games.catalog import source_of
from seqform.builders.games.entry import format_value
from seqform.cli.common import err, out, print_message
from seqform.cli.file_use import (
    INPUT,
    FileUse,
    OutputFile,
    Role,
    add_files,
    files_of_all,
    files_of_code,
    files_of_game,
    files_of_strategy,
)
from seqform.cli.parameters import ParameterNote, refuse
from seqform.errors import OptionError
from seqform.experiments.keys import STRATEGIES
from seqform.experiments.store import files_of, open_store
from seqform.models.numbers.text import counted
from seqform.system.console import ConsoleTable, Text

if TYPE_CHECKING:
    from seqform.experiments.declaration import Spec
    from seqform.experiments.sweep import SweepSummary
    from seqform.experiments.values import Case, Scalar

SHOWN_FAILURES = 10

LINE_EVERY = 10.0
"""Seconds between two lines about the progress, where standard error is no terminal."""


def stores_of_patterns(patterns: list[str]) -> Iterator[Path]:
    """Return the stores that match each of some patterns of names in a folder."""
    for pattern in map(Path, patterns):
        yield from sorted(pattern.parent.glob(pattern.name)) or [pattern]


def sweep(
    spec: Annotated[Path, INPUT],
    *,
    store: Annotated[Path | None, FileUse(Role.WRITTEN, files_of)] = None,
    workers: Annotated[int | None, ParameterNote(least=0)] = None,
    cluster: str | None = None,
    shard: str | None = None,
    merge: Annotated[list[str] | None, FileUse(Role.READ, stores_of_patterns)] = None,
    dry_run: bool = False,
    retry_failed: bool = False,
    again_if_older: bool = False,
    export: OutputFile = None,
) -> None:
    """Run the cases of a declaration that have no row in its store yet; the same command continues after any stop.

    Cases that fail have rows too, and are listed at the end; the exit status is 0 when every case has a row.

    - `spec` (SPEC.toml): The declaration: [[grid]], [[case]], [limits].
    - `store`: The file with the results, instead of the declared one: .sqlite or .db.
    - `workers`: Processes; one for each processor if absent. 0: in this one, without limits.
    - `cluster` (local|ADDRESS): Run on Dask: on this machine, or where its scheduler is.
    - `shard` (I/N): Run every N-th case only, from the I-th on, with a store of its own: results.I-of-N.sqlite.
    - `merge` (STORE): Add the rows of this store, or of all that match a pattern such as 'results.*-of-8.sqlite', and
      run nothing; repeatable.
    - `dry_run`: List the cases, and run none.
    - `retry_failed`: Run the cases again whose rows have no answer that passes.
    - `again_if_older`: Run the cases again whose rows an older version computed, and replace these rows.
    - `export` (FILE): Then write all rows of the store to this .csv or .parquet file.
    """
    from seqform.experiments.declaration import expand, read_spec
    from seqform.experiments.store import require_export
    from seqform.experiments.sweep import shard_path, store_path
    from seqform.experiments.sweep import sweep as run_sweep

    declared = read_spec(spec)
    _add_declared_files(declared, store)
    part = None if shard is None else _shard_of(shard)
    if dry_run:
        others = (
            "--workers",
            "--cluster",
            "--merge",
            "--retry-failed",
            "--again-if-older",
            "--export",
        )
        refuse("with --dry-run, which lists the cases", *others)
        cases = expand(declared)
        if part is not None:
            first, count = part
            cases = cases[first - 1 :: count]
        out.print(_case_table(cases))
        return
    if export is not None:
        require_export(export)
    path = store_path(declared, store)
    if merge is not None:
        others = (
            "--shard",
            "--workers",
            "--cluster",
            "--retry-failed",
            "--again-if-older",
            "--export",
        )
        refuse("with --merge", *others)
        _merge(path, merge, [case.key for case in expand(declared)])
        return
    if part is not None:
        path = shard_path(path, *part)
    try:
        with _shown() as watcher:
            summary = run_sweep(
                declared,
                store=store_path(declared, store),
                workers=workers,
                cluster=cluster,
                shard=part,
                retry_failed=retry_failed,
                again_if_older=again_if_older,
                progress=watcher,
            )
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"stopped; the cases that have ended are in {path}, and the same command continues from there"
        ) from None
    print_message(_sentence(summary))
    if summary.failed:  # the most frequent errors
        for outcome, error, number in open_store(path).failures(SHOWN_FAILURES, summary.keys):
            print_message(f"  {number:,} {outcome}: {error}")
    if export is not None:
        open_store(path).export(export)


def _shard_of(text: str) -> tuple[int, int]:
    """Return the shard that --shard gives."""
    first, slash, count = text.partition("/")
    if not (slash and first.strip().isdecimal() and count.strip().isdecimal()):
        raise OptionError(f"--shard {text}: I/N expected, such as 2/8")
    from seqform.experiments.sweep import require_shard

    return require_shard((int(first), int(count)))


def _merge(path: Path, patterns: list[str], keys: list[str]) -> None:
    """Add the rows of the stores, and report which cases still have none."""
    from seqform.experiments.sweep import merge

    others = list(stores_of_patterns(patterns))
    merge(path, others)
    rows = open_store(path).outcomes().keys() & set(keys)
    sources = counted(len(others), "store")
    cases = counted(len(keys), "case")
    message = f"{path}: rows of {sources}; {len(rows):,} of {cases} have one"
    if len(rows) < len(keys):
        message += "; without --merge, the command runs the others"
    print_message(message)


def _add_declared_files(spec: Spec, store: Path | None) -> None:
    """Add the files in a declaration to those of this invocation: games, starts, those of solvers, and the store."""
    for grid in spec.grids:
        for axis in grid.axes:
            texts = [value for value in axis.values if isinstance(value, str)]
            if axis.role == "game":
                for text in texts:
                    add_files(Role.READ, "the game", files_of_game(source_of(text)))
            elif axis.name in ("backend", "preprocess"):
                for value in axis.values:
                    if isinstance(value, tuple):  # steps
                        texts += value
                add_files(Role.READ, f"the {axis.name}", files_of_all(files_of_code)(texts))
            elif axis.name in STRATEGIES:
                add_files(Role.READ, f"the {axis.name}", files_of_all(files_of_strategy)(texts))
            elif axis.role == "option":
                add_files(
                    Role.UNKNOWN, f"option {axis.name}", (Path(text) for text in texts if text)
                )
    if store is None and spec.store is not None:
        add_files(Role.WRITTEN, "the store", files_of(Path(spec.store)))


@contextmanager
def _shown() -> Iterator[Callable[[SweepSummary], None]]:
    """Show the progress of a sweep: as a bar on a terminal, elsewhere as a line every `LINE_EVERY` seconds at most."""
    if not err.is_terminal:
        yield _lines()
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}", markup=False),
        TimeRemainingColumn(),
        TextColumn("{task.fields[failures]}", style="red", markup=False),
    )
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("sweep", total=None, rate="", failures="")

        def watch(state: SweepSummary) -> None:
            failures = f"{state.failed:,} failed" if state.failed else ""
            bar.update(
                task,
                total=state.total,
                completed=state.outcomes.total(),
                rate=f"{state.rate:.3g} a second",
                failures=failures,
            )

        yield watch


def _lines() -> Callable[[SweepSummary], None]:
    last = time.monotonic()

    def watch(state: SweepSummary) -> None:
        nonlocal last
        done = state.outcomes.total()
        if done == state.total or time.monotonic() - last < LINE_EVERY:
            return
        last = time.monotonic()
        message = f"{done:,} of {counted(state.total, 'case')}, {state.rate:.3g} a second"
        if state.failed:
            message += f", {state.failed:,} failed"
        print_message(message)

    return watch


def _sentence(summary: SweepSummary) -> str:
    parts = [
        f"{summary.store}: {counted(summary.total, 'case')}",
        f"{summary.ran.total():,} run in {summary.seconds:.1f} s",
    ]
    if summary.found:
        parts.append(f"{summary.found.total():,} had a row")
    if summary.found and summary.others:
        parts.append(f"{summary.others.total():,} of another version")
    outcomes = [f"{number:,} {outcome}" for outcome, number in summary.outcomes.most_common()]
    return f"{', '.join(parts)}: {', '.join(outcomes)}"


def _case_table(cases: list[Case]) -> ConsoleTable:
    """Return the cases, without the columns that are empty."""
    table = ConsoleTable(title=counted(len(cases), "case"))
    rows = [_cells(case) for case in cases]
    heads = [head for head in rows[0] if any(row[head] for row in rows)]
    for head in heads:
        table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(*(Text(row[head]) for head in heads))
    return table


def _cells(case: Case) -> dict[str, str]:
    from seqform.experiments.keys import spelled
    from seqform.experiments.values import abstraction_in, other_steps

    return {
        "game": spelled(case),
        "concept": case.concept,
        "backend": case.backend or "(default)",
        "preprocess": other_steps(case.preprocess) or "",
        "abstraction": abstraction_in(case.preprocess) or "",
        "settings": _pairs(case.settings),
        "options": _pairs(case.options),
        "seed": "" if case.seed is None else str(case.seed),
    }


def _pairs(values: Mapping[str, Scalar]) -> str:
    return " ".join(f"{key}={format_value(value)}" for key, value in values.items())
