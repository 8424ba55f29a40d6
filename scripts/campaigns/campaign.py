"""Runner of the campaigns: seeded runs of many random cases, with a table of counts.

A campaign has parts, each a function that draws one case from a random generator and returns None, or a one-line
description of the failure. Case ``k`` of a part depends on the seed, the name of the part and ``k`` only, so
``--parts PART --only K`` repeats it, and ``--first K`` goes on where a run was stopped.
"""

import argparse
import math
import os
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from measure import machine, versions

Case = Callable[[random.Random], str | None]

MAX_LISTED = 20
"""Failures of a part that are printed and written; all are counted."""


class TooSlowError(BaseException):
    """A case has taken longer than its limit; not an Exception, which the command line would report."""


def patience(seconds: int) -> int:
    """Return a limit on the time of a case, in seconds of wall-clock time.

    It is longer in proportion where more processes run than there are processors, each of which is as much slower.
    """
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    return math.ceil(seconds * max(1.0, load))


@dataclass(frozen=True)
class Campaign:
    """A seeded run of many cases with a table of counts.

    - `name`, `description`: Title of the section in the result page, and its first sentences.
    - `parts`: By name the function that draws a case, and the number of cases of a full run.
    """

    name: str
    description: str
    parts: Mapping[str, tuple[Case, int]]

    def run(self, arguments: Sequence[str] | None = None) -> int:
        """Run all parts and return the exit status: 0, 1 with any failure, 130 if interrupted."""
        parser = argparse.ArgumentParser(
            description=self.description, epilog=f"parts: {', '.join(self.parts)}"
        )
        parser.add_argument(
            "--cases", type=int, help="cases of each part (default: set by each part)"
        )
        parser.add_argument(
            "--seconds", type=float, default=float("inf"), help="stop each part after this time"
        )
        parser.add_argument(
            "--minutes", type=float, help="stop after this time, the same for each part"
        )
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument(
            "--first", type=int, default=0, metavar="K", help="begin with case K of each part"
        )
        parser.add_argument(
            "--only",
            type=int,
            metavar="K",
            help="repeat case K of the chosen parts, with tracebacks",
        )
        parser.add_argument(
            "--parts", default=",".join(self.parts), help="names of parts, separated by commas"
        )
        parser.add_argument(
            "--result", type=Path, help="Markdown page whose section of this campaign is replaced"
        )
        options = parser.parse_args(arguments)
        chosen = options.parts.split(",")
        if unknown := set(chosen) - self.parts.keys():
            parser.error(f"no part {', '.join(sorted(unknown))}; parts: {', '.join(self.parts)}")
        if options.minutes is not None:
            options.cases, options.seconds = sys.maxsize, 60 * options.minutes / len(chosen)
        if options.only is not None:
            return self._repeat(chosen, options.seed, options.only)
        begun, interrupted = time.monotonic(), False
        done: dict[str, tuple[int, list[str]]] = {}
        try:
            for name in chosen:
                for count, failures in self._cases(name, options):
                    done[name] = (count, failures)
        except KeyboardInterrupt:
            interrupted = True
        table = ["| what | count | failures |", "| --- | --: | --: |"]
        table += [
            f"| {name} | {count:,} | {len(failures)} |" for name, (count, failures) in done.items()
        ]
        listed = [
            f"- {failure}" for _, failures in done.values() for failure in failures[:MAX_LISTED]
        ]
        print("\n".join(table))
        if options.result is not None:
            command = f"`python scripts/campaigns/{Path(sys.argv[0]).name}` (seed {options.seed})"
            seconds = f"{time.monotonic() - begun:,.0f} s on {machine()}"
            about = f"{command}, {date.today().isoformat()}, {seconds}; {versions()}."
            parts = [
                f"## {self.name}",
                self.description,
                about,
                "\n".join(table),
                "\n".join(listed),
            ]
            write_section(options.result, self.name, "\n\n".join(filter(None, parts)))
        return 130 if interrupted else int(any(failures for _, failures in done.values()))

    def _cases(self, name: str, options: argparse.Namespace) -> Iterator[tuple[int, list[str]]]:
        """Carry out the cases of a part; yield their number so far, and the failures."""
        case, cases = self.parts[name]
        failures: list[str] = []
        begun = time.monotonic()
        for count, k in enumerate(
            range(options.first, options.first + (options.cases or cases)), start=1
        ):
            if time.monotonic() - begun >= options.seconds:
                return
            failure = _outcome(case, random.Random(f"{options.seed}:{name}:{k}"))
            if failure is not None:
                failures.append(f"{name} {k}: {failure}")
                if len(failures) <= MAX_LISTED:
                    print(failures[-1], flush=True)
            yield count, failures

    def _repeat(self, chosen: Sequence[str], seed: int, number: int) -> int:
        failed = False
        for name in chosen:
            try:
                failure = self.parts[name][0](random.Random(f"{seed}:{name}:{number}"))
            except Exception:
                failure = traceback.format_exc()
            failed = failed or failure is not None
            print(f"{name} {number}: {'no failure' if failure is None else failure}")
        return int(failed)


def _outcome(case: Case, rng: random.Random) -> str | None:
    """Return the failure of a case on one line, or None; an exception is a failure."""
    try:
        failure = case(rng)
    except (Exception, TooSlowError) as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        failure = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}: {error}"
    return None if failure is None else ascii(failure)[1:-1][:400]


def write_section(path: Path, name: str, section: str) -> None:
    """Replace the section ``## name`` of a Markdown page, or append it."""
    page = path.read_text(encoding="utf-8") if path.exists() else "# Results of the campaigns\n"
    head, *sections = page.split("\n## ")
    place = next(
        (k for k, one in enumerate(sections) if one.split("\n", 1)[0] == name), len(sections)
    )
    sections[place : place + 1] = [section.removeprefix("## ")]
    path.write_text(
        "\n\n## ".join(one.strip("\n") for one in [head, *sections]) + "\n", encoding="utf-8"
    )
