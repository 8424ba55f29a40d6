"""Shared runner of the campaigns: seeded, resumable runs of many random cases, with a table of counts.

A campaign registers parts, each a function that draws one case from a random generator and returns None, or a one-line
description of the failure. Case ``k`` of a part depends on the seed, the name of the part and ``k`` only, so
``--parts PART --only K`` repeats it.
"""

import argparse
import json
import os
import platform
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

Case = Callable[[random.Random], str | None]

SAVE_INTERVAL = 5.0  # seconds
MAX_LISTED = 20  # failures of a part that are printed and written; all are counted and kept in the state
PACKAGES = ("numpy", "scipy", "highspy")  # versions written to the result page, besides seqform's and Python's


@dataclass
class PartState:
    """Progress of a part: cases done, failures as pairs of a case number and a description, and time spent."""

    done: int = 0
    seconds: float = 0.0
    failures: list[tuple[int, str]] = field(default_factory=list)


class Campaign:
    """A seeded, resumable run of many cases with a table of counts.

    Parameters
    ----------
    name
        Title of the section in the result page.
    description
        One or two sentences, used for ``--help`` and in the result page.
    """

    def __init__(self, name: str, description: str) -> None:
        self.name, self.description = name, description
        self._parts: dict[str, tuple[Case, int]] = {}
        self._not_run: dict[str, str] = {}
        self._states: dict[str, PartState] = {}

    def part(self, name: str, case: Case, cases: int) -> None:
        """Register a part with its default number of cases."""
        if name in self._parts:
            raise ValueError(f"part {name!r} is registered twice")
        self._parts[name] = (case, cases)

    def not_run(self, name: str, reason: str) -> None:
        """Record a part that cannot run on this machine; it is listed with its reason and is no failure."""
        self._not_run[name] = reason

    def run(self, arguments: Sequence[str] | None = None) -> int:
        """Run all parts and return the exit status: 0, 1 with any failure, 130 if interrupted."""
        options = self._parser().parse_args(arguments)
        chosen = self._chosen(options.parts)
        if options.only is not None:
            return self._repeat(chosen, options.seed, options.only)
        self._states = _load(options.state, self.name, options.seed)
        interrupted = False
        try:
            for name in chosen:
                self._run_part(name, options)
        except KeyboardInterrupt:
            interrupted = True
        _save(options.state, self.name, options.seed, self._states)
        print(self._table(chosen))
        if options.result is not None:
            write_section(options.result, self.name, self._section(chosen, options.seed, arguments))
        failed = any(self._state(name).failures for name in chosen)
        return 130 if interrupted else int(failed)

    def _parser(self) -> argparse.ArgumentParser:
        parser = argparse.ArgumentParser(description=self.description, epilog=f"parts: {', '.join(self._parts)}")
        parser.add_argument("--cases", type=int, help="cases of each part (default: set by each part)")
        parser.add_argument("--seconds", type=float, help="stop each part after this time, or at its number of cases")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--state", type=Path, help="JSON file to save the progress to and to resume from")
        parser.add_argument("--result", type=Path, help="Markdown page whose section of this campaign is replaced")
        parser.add_argument("--parts", help="names of parts, separated by commas (default: all)")
        parser.add_argument("--only", type=int, metavar="K", help="repeat case K of the chosen parts, nothing else")
        return parser

    def _chosen(self, names: str | None) -> list[str]:
        if names is None:
            return list(self._parts)
        chosen = names.split(",")
        for name in chosen:
            if name not in self._parts:
                known = ", ".join(self._parts)
                reason = f" ({self._not_run[name]})" if name in self._not_run else ""
                raise SystemExit(f"no part {name!r}{reason}; parts: {known}")
        return chosen

    def _repeat(self, chosen: Sequence[str], seed: int, number: int) -> int:
        failed = False
        for name in chosen:
            rng = random.Random(f"{seed}:{name}:{number}")
            try:
                failure = self._parts[name][0](rng)
            except Exception:
                failure = traceback.format_exc()
            failed = failed or failure is not None
            print(f"{name} {number}: {'no failure' if failure is None else failure}")
        return int(failed)

    def _run_part(self, name: str, options: argparse.Namespace) -> None:
        case, cases = self._parts[name]
        if options.cases is not None:
            cases = options.cases
        state = self._states.setdefault(name, PartState())
        before, begun = state.seconds, time.monotonic()
        saved = begun
        while state.done < cases:
            now = time.monotonic()
            state.seconds = before + now - begun
            if options.seconds is not None and now - begun >= options.seconds:
                break
            if now - saved >= SAVE_INTERVAL:
                _save(options.state, self.name, options.seed, self._states)
                saved = now
            failure = _outcome(case, random.Random(f"{options.seed}:{name}:{state.done}"))
            if failure is not None:
                state.failures.append((state.done, failure))
                if len(state.failures) <= MAX_LISTED:
                    print(f"{name} {state.done}: {failure}", flush=True)
            state.done += 1
        state.seconds = before + time.monotonic() - begun
        _save(options.state, self.name, options.seed, self._states)

    def _state(self, name: str) -> PartState:
        return self._states.get(name, PartState())

    def _table(self, chosen: Sequence[str]) -> str:
        rows = [(name, f"{self._state(name).done:,}", str(len(self._state(name).failures))) for name in chosen]
        rows += [(name, f"not run: {reason}", "") for name, reason in self._not_run.items()]
        lines = ["| what | count | failures |", "| --- | --: | --: |"]
        return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows])

    def _section(self, chosen: Sequence[str], seed: int, arguments: Sequence[str] | None) -> str:
        given = sys.argv[1:] if arguments is None else arguments
        kept = _without_files(given)
        command = " ".join(["python", f"scripts/campaigns/{Path(sys.argv[0]).name}", *kept])
        seconds = sum(self._state(name).seconds for name in chosen)
        listed = [
            f"- `{name}` {number}: {failure}"
            for name in chosen
            for number, failure in self._state(name).failures[:MAX_LISTED]
        ]
        parts = [
            f"## {self.name}",
            self.description,
            f"`{command}` (seed {seed}), {date.today().isoformat()}, {seconds:,.0f} s on {machine()}; {versions()}.",
            self._table(chosen),
        ]
        return "\n\n".join(parts + (["\n".join(listed)] if listed else [])) + "\n"


def _outcome(case: Case, rng: random.Random) -> str | None:
    """Failure of a case on one line, or None; an exception is a failure."""
    try:
        failure = case(rng)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        failure = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}: {error}"
    return None if failure is None else ascii(failure)[1:-1][:400]


def _load(path: Path | None, name: str, seed: int) -> dict[str, PartState]:
    if path is None or not path.exists():
        return {}
    data = json.loads(path.read_text(encoding="utf-8"))
    if (data["campaign"], data["seed"]) != (name, seed):
        raise SystemExit(f"{path} is the state of campaign {data['campaign']!r} with seed {data['seed']}")
    return {
        part: PartState(one["done"], one["seconds"], [(number, failure) for number, failure in one["failures"]])
        for part, one in data["parts"].items()
    }


def _save(path: Path | None, name: str, seed: int, states: dict[str, PartState]) -> None:
    if path is not None:
        parts = {part: asdict(state) for part, state in states.items()}
        _replace(path, json.dumps({"campaign": name, "seed": seed, "parts": parts}))


def _replace(path: Path, text: str) -> None:
    """Write a file atomically."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".campaign")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def write_section(path: Path, name: str, section: str) -> None:
    """Replace the section ``## name`` of a Markdown page, or append it."""
    page = path.read_text(encoding="utf-8") if path.exists() else "# Results of the campaigns\n"
    head, *sections = page.split("\n## ")
    kept = [one for one in sections if one.split("\n", 1)[0] != name]
    place = next((k for k, one in enumerate(sections) if one.split("\n", 1)[0] == name), len(kept))
    kept.insert(place, section.removeprefix("## "))
    _replace(path, "\n\n## ".join(one.strip("\n") for one in [head, *kept]) + "\n")


def _without_files(arguments: Sequence[str]) -> list[str]:
    """Leave out the options that name files: they depend on the machine."""
    kept, skip = [], False
    for argument in arguments:
        if skip or argument.startswith(("--state=", "--result=")):
            skip = False
        elif argument in ("--state", "--result"):
            skip = True
        else:
            kept.append(argument)
    return kept


def machine() -> str:
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"


def versions() -> str:
    import seqform

    found = [f"seqform {seqform.__version__}", f"Python {platform.python_version()}"]
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)
