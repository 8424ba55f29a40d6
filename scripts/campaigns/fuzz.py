"""Fuzzing of all readers: files of every format, stores and their logs, names of games, options given as text.

Cases run in a worker process that is replaced when it crashes or does not answer. A case fails if anything but an error
of seqform's own comes out, if it takes more than `PATIENCE` seconds or `MOST_MEMORY` bytes, or if a file that is
accepted becomes another one by being written and read again.

    python scripts/campaigns/fuzz.py --seconds 60
    python scripts/campaigns/fuzz.py --cases 1000000 --parts efg,nfg --state fuzz.json
"""

from __future__ import annotations

import multiprocessing
import os
import random
import resource
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from campaign import Campaign

if TYPE_CHECKING:
    from fuzz_readers import Readers

PATIENCE = 10.0
"""Seconds after which a case is a hang."""

STARTING = 120.0
"""Seconds for a worker to import everything and to make its samples."""

MOST_MEMORY = 2**30
"""Bytes of address space that a case may add to those of the worker."""

PARTS = {
    "efg": 1_000_000,
    "nfg": 1_000_000,
    "positions": 100_000,
    "profiles": 100_000,
    "assessments": 100_000,
    "starts": 100_000,
    "histories": 20_000,
    "solutions": 100_000,
    "checkpoints": 100_000,
    "programs": 100_000,
    "declarations": 100_000,
    "rows": 100_000,
    "sqlite": 100_000,
    "logs": 10_000,
    "names": 100_000,
    "openspiel": 10_000,
    "options": 100_000,
}
"""Numbers of cases in a full run."""

CUTS = ("efg", "nfg", "profiles", "histories", "solutions", "checkpoints", "programs", "declarations", "sqlite", "logs")
"""Formats whose samples are also cut off at every length (databases: at every 64th)."""


class Worker:
    """A process that carries out cases, one at a time; replaced after a crash or a hang."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._folder = Path(tempfile.mkdtemp(prefix="fuzz-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))

    def ask(self, part: str, seed: int) -> str | None:
        """Return the failure of a case, None if there is none."""
        pipe = self._pipe or self.start()
        with suppress(OSError):  # else the process has ended, which the answer tells
            pipe.send((part, seed))
        return self._answer(pipe, PATIENCE)

    def end(self) -> None:
        """End the process and remove its files."""
        if self._process is not None and self._process.pid is not None:
            self._process.kill()
            self._process.join()
        self._process = self._pipe = None
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> Connection:
        """Start the process and wait until it has its samples."""
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, str(self._folder)), daemon=True)
        self._process.start()
        theirs.close()
        failure = self._answer(self._pipe, STARTING)
        if failure is not None or self._pipe is None:
            raise SystemExit(f"the worker did not start: {failure}")
        return self._pipe

    def _answer(self, pipe: Connection, patience: float) -> str | None:
        try:
            if pipe.poll(patience):
                answer: str | None = pipe.recv()
                return answer
            failure = f"no answer within {patience:g} s"
        except (EOFError, OSError):
            failure = ""
        assert self._process is not None
        if failure:
            self._process.kill()
        self._process.join()
        self._pipe = None
        return failure or f"the process ended with status {self._process.exitcode}"


def _work(pipe: Connection, folder: str) -> None:
    """Serve cases until the pipe is closed."""
    from fuzz_readers import Readers

    readers = Readers(Path(folder))
    _limit_memory()
    pipe.send(None)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 2)
    with suppress(EOFError, KeyboardInterrupt):
        while True:
            part, seed = pipe.recv()
            pipe.send(_failure(readers, part, seed))


def _failure(readers: Readers, part: str, seed: int) -> str | None:
    from seqform.errors import SeqformError

    try:
        if part.startswith("cut "):
            return readers.cut(part.removeprefix("cut "), seed)
        return readers.case(part, random.Random(seed))
    except SeqformError as error:
        line = str(error)
        if "out of memory" in line:
            return f"more than {MOST_MEMORY:,} bytes: {line[:200]}"
        if len(line) > 100_000:
            return f"a message of {len(line):,} characters: {line[:100]}"
        return None
    except MemoryError:
        return f"more than {MOST_MEMORY:,} bytes"
    except Exception as error:
        traceback = error.__traceback__
        places = []
        while traceback is not None:
            code = traceback.tb_frame.f_code
            places.append(f"{Path(code.co_filename).name}:{traceback.tb_lineno}")
            traceback = traceback.tb_next
        return f"{type(error).__name__} at {' < '.join(reversed(places[-3:]))}: {str(error)[:150]!a}"


def _limit_memory() -> None:
    for line in Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith("VmSize:"):
            resource.setrlimit(resource.RLIMIT_AS, (1024 * int(line.split()[1]) + MOST_MEMORY,) * 2)


def campaign(worker: Worker) -> Campaign:
    """Return the campaign with all its parts."""
    found = Campaign(
        "Fuzzing", "Mutated files, stores, names and options: only errors of seqform's own, none slow or large."
    )

    def part(name: str) -> Callable[[random.Random], str | None]:
        return lambda rng: worker.ask(name, rng.getrandbits(64))

    for name, cases in PARTS.items():
        found.part(name, part(name), cases)
    for name in CUTS:
        found.part(f"cut {name}", partial(_every_cut, worker, name), 1)
    return found


def _every_cut(worker: Worker, name: str, rng: random.Random) -> str | None:
    """Cut the samples of a format off at every length; the worker takes the lengths in portions."""
    del rng
    for portion in range(1000):
        failure = worker.ask(f"cut {name}", portion)
        if failure == "end":
            return None
        if failure is not None:
            return failure
    return "more samples than portions"


def main() -> int:
    """Run the campaign."""
    worker = Worker()
    try:
        if not {"-h", "--help"} & set(sys.argv):
            worker.start()
        return campaign(worker).run()
    finally:
        worker.end()


if __name__ == "__main__":
    sys.exit(main())
