"""Sweeps: every case of a declaration gets a row in a store, and only those without one are run.

Rows have the numbers of an answer, not its strategies; `solve_row` solves the case of one row again, to see these. A
store may come from somebody else: its case goes through the checks of a declaration, so that no option of it names a
file to write; code that it names is not run, and a file is read only if the row has its digest.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from seqform import __version__
from seqform.errors import ModelError, OptionError, ParseError
from seqform.experiments.cluster import LOCAL, DaskExecutor
from seqform.experiments.declaration import Limits, Spec, expand, read_spec, spec_from
from seqform.experiments.driver import Recorder, driven
from seqform.experiments.executors import GUARD, Executor, InProcess, LocalPool, process_context
from seqform.experiments.keys import KEYS, SEARCH, named_in, require_unchanged
from seqform.experiments.report import data
from seqform.experiments.rows import Outcome, is_older
from seqform.experiments.run_case import solve_case
from seqform.experiments.store import open_store
from seqform.experiments.values import RAW, Case
from seqform.models.answers.answer import Answer
from seqform.models.numbers.text import counted
from seqform.system import signals
from seqform.system.foreign_text import visible
from seqform.system.packages import require

_logger = logging.getLogger("seqform")


@dataclass
class SweepSummary:
    """Progress of a sweep, and its summary when it has ended.

    - `keys`: Of the cases declared; at the end they all have rows.
    - `found`, `ran`: Outcomes of those that had a row before, and of those that have been run.
    - `others`: Of those that had a row before, the versions of seqform that computed it, other than this one.
    - `driver_seconds`: Processor time of this process: with workers, the cost of running the cases besides the cases.
    """

    store: Path
    keys: list[str] = field(repr=False)
    found: Counter[Outcome]
    others: Counter[str]
    ran: Counter[Outcome] = field(default_factory=Counter)
    seconds: float = 0.0
    driver_seconds: float = 0.0

    @property
    def total(self) -> int:
        """Number of cases declared."""
        return len(self.keys)

    @property
    def outcomes(self) -> Counter[Outcome]:
        """The outcomes of all cases that have rows."""
        return self.found + self.ran

    @property
    def failed(self) -> int:
        """Number of cases without an answer that passes."""
        return sum(number for outcome, number in self.outcomes.items() if not outcome.is_answer)

    @property
    def rate(self) -> float:
        """Cases per second."""
        return self.ran.total() / self.seconds if self.seconds > 0 else 0.0


Watcher = Callable[[SweepSummary], None]


def sweep(
    declaration: Spec | Mapping[str, Any] | str | Path,
    *,
    store: str | Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    shard: tuple[int, int] | None = None,
    retry_failed: bool = False,
    again_if_older: bool = False,
    progress: Watcher | None = None,
) -> SweepSummary:
    """Run every case of a sweep that has no row in its store yet.

    A case that fails, takes too long or too much memory gets a row too. A row is stored as soon as its case has ended,
    and is not lost if this process or a worker is killed; the same call continues where it stopped. While another
    process runs a sweep with the same store, this one waits.

    - `declaration`: A declaration, a mapping, or the path of a TOML file; see `seqform.experiments.declaration`.
    - `store`: The file with the results, instead of the one that is declared; ends in ".sqlite" or ".db".
    - `workers`: Processes; one for each processor if absent. With 0 the cases run in this process, without limits. A
      script that has workers needs the usual ``if __name__ == "__main__":`` around its own work.
    - `cluster`: Run on Dask: "local", on a cluster of processes on this machine, or on the one whose scheduler has this
      address.
    - `shard`: ``(i, n)``: of the cases only every n-th, from the i-th on, i from 1 to n, in a store of their own, whose
      name ends in ``.i-of-n`` before the suffix. `merge` puts the rows of several stores into one.
    - `retry_failed`: Run the cases again whose rows have no answer that passes.
    - `again_if_older`: Run the cases again whose rows an older version of seqform computed; their new rows replace the
      old ones.
    - `progress`: Called with the `SweepSummary` so far now and then.

    Raises ParseError if something in the declaration is wrong. Raises ModelError if no store is named, or it cannot be
    written. Raises BackendNotInstalledError if a package is missing that this needs; KeyboardInterrupt after Ctrl-C.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     done = sweep({"grid": [{"game": "kuhn", "bet": [1, 2]}]}, store=f"{folder}/kuhn.sqlite", workers=0)
    >>> done.outcomes
    Counter({<Outcome.CERTIFIED: 'certified'>: 2})
    """
    begun = time.perf_counter()
    used_before = time.process_time()
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        # A worker that begins has come across this call, in the script that it belongs to.
        raise OptionError(GUARD)
    if cluster is None and workers != 0:
        process_context()  # the process that workers are copied from starts while this one continues
    spec = _spec_of(declaration)
    path = store_path(spec, store)
    _require_executor(spec.limits, workers, cluster)
    cases = expand(spec)
    if shard is not None:
        first, count = require_shard(shard)
        path = shard_path(path, first, count)
        cases = cases[first - 1 :: count]

    # The rows are read when this process has the store for itself: the process that had it may have added some.
    opened = open_store(path)
    with driven(opened) as recorder:
        known = opened.outcomes()
        versions = opened.versions()
        done = {key for key, outcome in known.items() if outcome.is_answer or not retry_failed}
        if again_if_older:
            done = {key for key in done if not is_older(versions[key], __version__)}
        keys = [case.key for case in cases]
        outcomes_before = Counter(known[key] for key in keys if key in done)
        versions_before = Counter(versions[key] for key in keys if key in done)
        del versions_before[__version__]
        _warn_of(versions_before, path)
        summary = SweepSummary(path, keys, outcomes_before, versions_before)
        missing = [case for case in cases if case.key not in done]
        if missing:
            _run(missing, _executor(recorder, spec.limits, workers, cluster), summary, progress)
    summary.seconds = time.perf_counter() - begun
    summary.driver_seconds = time.process_time() - used_before
    return summary


def _spec_of(declaration: Spec | Mapping[str, Any] | str | Path) -> Spec:
    if isinstance(declaration, Spec):
        return declaration
    if isinstance(declaration, str | Path):
        return read_spec(declaration)
    return spec_from(declaration)


def _executor(
    recorder: Recorder, limits: Limits, workers: int | None, cluster: str | None
) -> Executor:
    """Return the executor that arguments ask for."""
    if cluster is not None:
        return DaskExecutor(recorder, workers, limits, cluster)
    if workers == 0:
        return InProcess(recorder)
    return LocalPool(recorder, workers or os.cpu_count() or 1, limits)


def _run(
    missing: Sequence[Case], executor: Executor, summary: SweepSummary, progress: Watcher | None
) -> None:
    """Run cases, and count the outcomes as rows arrive."""
    started = time.monotonic()
    try:
        for rows in executor.run(missing):
            summary.ran.update(row.outcome for row in rows)
            summary.seconds = time.monotonic() - started
            if progress is not None:
                progress(summary)
    finally:
        with signals.held():
            executor.close()


def require_shard(shard: tuple[int, int]) -> tuple[int, int]:
    """Return a shard; refuse what is none."""
    if not (
        isinstance(shard, tuple) and len(shard) == 2 and all(type(part) is int for part in shard)
    ):
        raise OptionError(
            f"shard: a pair of whole numbers expected, the number of the shard and of all, not {shard!r}"
        )
    first, count = shard
    if not 1 <= first <= count:
        raise OptionError(f"shard: a number from 1 to {count} of {count} expected, not {first}")
    return first, count


def shard_path(path: Path, number: int, count: int) -> Path:
    """Return the store of a shard.

    Examples
    --------
    >>> shard_path(Path("results.sqlite"), 2, 8).name
    'results.2-of-8.sqlite'
    """
    return path.with_name(f"{path.stem}.{number}-of-{count}{path.suffix}")


def merge(store: str | Path, others: Iterable[str | Path]) -> int:
    """Add the rows of other stores to a store, which is made if there is none, and return the number of its rows.

    Where two stores have a row for one case, that of the newer version of seqform stays; of one version an answer, or
    else the later failure. The other stores are left as they are.
    """
    opened = open_store(store)
    for path in others:
        opened.add(open_store(path, must_exist=True).rows())
    return len(opened.outcomes())


def store_path(spec: Spec, store: str | Path | None) -> Path:
    """Return the file that is named, or else declared, for the results."""
    chosen = spec.store if store is None else store
    if chosen is None:
        raise ModelError(
            'which store? Write store = "results.sqlite" into the declaration, or give --store FILE'
        )
    return Path(chosen)


def _warn_of(others: Counter[str], path: Path) -> None:
    """Log which rows other versions of seqform have computed."""
    if not others:
        return
    parts = []
    for version in sorted(others):
        name = f"seqform {version}" if version else "an unknown version of seqform"
        parts.append(f"{counted(others[version], 'row')} of {name}")
    advice = ""
    if any(is_older(version, __version__) for version in others):
        advice = "; again_if_older (--again-if-older) runs the cases of older versions again"
    shown = map(visible, (path, ", ".join(parts), __version__))
    _logger.warning("%s: %s, and this is seqform %s%s", *shown, advice)


def _require_executor(limits: Limits, workers: int | None, cluster: str | None) -> None:
    """Refuse arguments that do not fit together and packages that are missing, before anything is made."""
    if workers is not None and (
        isinstance(workers, bool) or not isinstance(workers, int) or workers < 0
    ):
        raise OptionError(f"workers: a whole number from 0 on expected, not {workers!r}")
    if cluster is not None:
        if cluster == LOCAL:
            is_possible = workers != 0
            advice = "use 1 or more"
        else:
            is_possible = workers is None
            advice = "the scheduler there has its own number of workers"
        if not is_possible:
            raise OptionError(
                f"workers: {workers} has no meaning with cluster = {cluster!r}; {advice}"
            )
        require("distributed")
        require("dask")
    elif workers != 0:
        require("psutil")
    elif limits != Limits():
        raise OptionError("workers: limits of time and memory need worker processes, so 1 or more")


def solve_row(
    store: str | Path, *conditions: str, progress: Callable[[str], None] | None = None
) -> Answer:
    """Solve the case of one row of a sweep again.

    - `store`: The file with the results of a sweep.
    - `conditions`: As with ``--where`` of ``seqform report``, such as "bet=2" or "backend=highs"; only one case may
      meet them all.
    - `progress`: Called with messages while the case is solved.

    Raises OptionError if not exactly one case meets the conditions, or the case runs Python code of the user's, which
    a store is not trusted with. Raises ModelError if there is no such store, or a file of the case has changed since.

    Examples
    --------
    >>> import tempfile
    >>> import seqform as sf
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     done = sf.sweep({"grid": [{"game": "kuhn", "bet": [1, 2]}]}, store=f"{folder}/kuhn.sqlite", workers=0)
    ...     equilibrium = sf.solve_row(f"{folder}/kuhn.sqlite", "bet=2")
    >>> equilibrium.game.title
    'kuhn(bet=2)'
    """
    cases = data.where(data.rows_frame(store), conditions)
    if len(cases) > 1:
        names = data.varying(cases, [*data.parameter_columns(cases), *data.way_columns(cases)])
        choices = "; ".join(f"{name} is {data.cells_listed(cases, name)}" for name in names)
        raise OptionError(
            f"{store}: {len(cases):,} cases; add conditions (--where) that leave one: {choices}"
        )
    (row,) = cases[data.ROW]
    if row.case["concept"] == SEARCH:
        raise OptionError(
            f"{store}: a search finds no strategies; 'seqform search {row.case['game']}' repeats it"
        )
    answer = solve_case(_checked(row.case, str(store)), {}, progress)
    assert answer is not None
    return answer


def _checked(attributes: Mapping[str, Any], store: str) -> Case:
    """Return the case of a row, if a declaration could have it and its files are as they were."""
    case = Case.from_dict(attributes)
    code = [named.text for named in named_in(case) if named.runs_code]
    if code:
        raise OptionError(
            f"{store}: the case runs the Python code {code[0]}, which a store is not trusted with; "
            "solve it with that name instead"
        )
    require_unchanged(case.files)
    try:
        (checked,) = expand(spec_from({"case": [_declaration(case)]}))
    except ParseError as error:
        raise OptionError(
            f"{store}: the row is not of a case that can be solved: {error}"
        ) from None
    undeclared = sorted(checked.files.keys() - case.files.keys())
    if undeclared:
        raise OptionError(
            f"{store}: the row names the file {undeclared[0]} and not its content, as rows of sweeps do"
        )
    return checked


def _declaration(case: Case) -> dict[str, Any]:
    """Return the table of a declaration that a case comes from."""
    table: dict[str, Any] = {"game": case.game, "concept": case.concept, **case.settings}
    # Not "seed".
    table |= {name: value for name, value in case.parameters.items() if name not in KEYS}
    if case.backend:
        table["backend"] = case.backend
    if case.seed is not None:
        table["seed"] = case.seed
    if case.preprocess is not None:
        table["preprocess"] = list(case.preprocess)
    if case.watch:
        table["watch"] = list(case.watch)
    table["options"] = {}
    table["option"] = {}
    for name, value in case.options.items():
        if name.startswith(RAW):
            table["option"][name.removeprefix(RAW)] = value
        else:
            table["options"][name] = value
    return table
