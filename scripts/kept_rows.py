"""Rows of long runs, kept in a file as they come, so that an interrupted run goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict, is_dataclass
from multiprocessing import get_context
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import measure

C = TypeVar("C")
R = TypeVar("R")


def rows_of(
    page: str,
    cases: Sequence[C],
    compute: Callable[[C], R],
    kind: type[R],
    *,
    sources: Iterable[str],
    jobs: int = 1,
    fresh: bool = False,
) -> tuple[list[R], int]:
    """Return the row of every case, in order, and how many are those of an earlier run.

    Rows are kept beside the results page as long as the files that match the patterns `sources` are unchanged, unless
    they are to be `fresh`. A row is a dataclass of some kind; `jobs` is the number of processes.
    """
    root, digest = measure.RESULTS.parents[1], hashlib.sha256()
    for source in sorted({path for pattern in sources for path in root.glob(pattern)}):
        digest.update(source.read_bytes())
    kept = measure.RESULTS / f"{page}.{digest.hexdigest()[:8]}.partial.jsonl"
    if fresh:
        kept.unlink(missing_ok=True)
    known: dict[str, R] = {}
    for line in kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []:
        with suppress(json.JSONDecodeError):  # of a line cut short by a kill
            key, row = json.loads(line)
            known[key] = restored(kind, row)
    left = [case for case in cases if repr(case) not in known]
    before = len(cases) - len(left)
    with kept.open("a", encoding="utf-8") as file:
        file.write("\n")
        for done, (case, found) in enumerate(_computed(left, compute, jobs), start=1):
            known[repr(case)] = found
            file.write(json.dumps([repr(case), asdict(found)]) + "\n")  # type: ignore[call-overload]
            file.flush()
            sys.stderr.write(
                f"\r{before + done:,} of {len(cases):,}, {before:,} from an earlier run "
            )
    kept.unlink()
    return [known[repr(case)] for case in cases], before


def restored(kind: Any, data: Any) -> Any:
    """Return the value of a type, with dataclasses and tuples within it, of which JSON has dictionaries and lists."""
    outer, items = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return kind(**{name: restored(hints[name], value) for name, value in data.items()})  # type: ignore[operator]
    if outer is UnionType:
        return None if data is None else restored(items[0], data)
    if outer is list:
        return [restored(items[0], one) for one in data]
    return tuple(map(restored, items, data)) if outer is tuple else data


def _computed(cases: Sequence[C], compute: Callable[[C], R], jobs: int) -> Iterator[tuple[C, R]]:
    """Yield cases with their rows as they come."""
    if jobs == 1:
        yield from ((case, compute(case)) for case in cases)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        futures = {pool.submit(compute, case): case for case in cases}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
