"""The process that watches a command, and ends it where it cannot end itself.

Handlers of signals, and threads, wait for native code that does not release Python's lock: exact arithmetic, a
factorization. So the command line runs in a child process (`under_watch`). Its parent holds nothing; it passes signals
on, and kills the child that does not end within `PATIENCE` seconds of a request to stop or, at the second request, of
Ctrl-C, or that exceeds its time limit. The child sends it over a pipe what it computes, so that a message can name it,
and which unfinished file is to be removed.
"""

from __future__ import annotations

import math
import os
import select
import signal
import sys
import time
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

from seqform.system import deadline, signals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import NoReturn

PATIENCE = 1.4
"""Seconds within which a child has to end after a request to stop, or after its time limit if that is short."""

DELIVERY = 10.0
"""Seconds within which a child has to end after the first SIGTERM where it returns what it has found until then."""

SHARE = 0.08
"""Part of a long time limit within which a child has to end after it."""

STOPPED_AT_LIMIT = 3
"""The exit status of a command whose time limit was enforced, that of `SolveError`."""

_POLL = 0.2
_ENDED = "end"
_ASKED = "asked"

_ends_of_pipe: dict[int, int] = {}
"""The end to which this process writes, by its number, so that processes that it forks do not write."""

_ends_by_itself: ContextVar[bool] = ContextVar("ends_by_itself", default=False)
"""Whether the phases of a block are not cut off, whatever they state."""


def tell(word: str, text: str = "") -> None:
    """Send a line to the process that watches this one, if any."""
    end = _ends_of_pipe.get(os.getpid())
    if end is not None:
        with suppress(OSError):  # the other process has been killed
            os.write(end, f"{word} {' '.join(text.split())}\n".encode(errors="surrogateescape"))


def phase(text: str, *, cut: bool = True) -> None:
    """State what is computed from now on, and whether the time limit cuts it off: not what certifies an answer."""
    tell("cut" if cut and not _ends_by_itself.get() else "uncut", text)


@contextmanager
def partial(text: str, *, cut: bool = True) -> Iterator[None]:
    """State what is computed in a block, of which what is found is returned after a request to stop, in some time.

    - `cut`: Whether the time limit cuts it off, if it does not end soon after; else it is to end by itself, and so is
      each phase within.
    """
    before = _ends_by_itself.set(_ends_by_itself.get() or not cut)
    phase(text, cut=cut)
    tell("partial", "yes")
    try:
        yield
    finally:
        _ends_by_itself.reset(before)
        if not signals.received():  # else what is found is to be returned from now on
            tell("partial")


@contextmanager
def finishing(text: str) -> Iterator[None]:
    """State that what is computed in a block brings an answer to its end: no time limit of the whole ends it."""
    phase(text, cut=False)
    with deadline.lasting(math.inf):
        yield


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Limit the time of the command, which is the block, from the beginning of the process if it has one of its own."""
    if seconds is None or not seconds > 0 or seconds == math.inf:
        yield
        return
    tell("limit", str(seconds))
    phase("loading the game")
    has_own_process = os.getpid() in _ends_of_pipe
    with deadline.within(seconds, since=deadline.STARTED if has_own_process else None):
        yield


@contextmanager
def unfinished_file(path: os.PathLike[str]) -> Iterator[None]:
    """Let a file be removed if this process is killed within a block."""
    text = os.fspath(path)
    if "\n" in text:  # which no line of the pipe can hold
        text = ""
    tell("file", text)
    try:
        yield
    finally:
        tell("file")


def under_watch(work: Callable[[], int]) -> Callable[[], int]:
    """Return the work of a command line, for a child of the process that has called, where there are such.

    The parent does not return. It ends as the child does.
    """
    if not hasattr(os, "fork"):
        return work
    reading, writing = os.pipe()
    sys.stdout.flush()

    # No signal comes until both processes handle them; this one never leaves the watch.
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, signals.STOPPING)
    child = os.fork()
    if child:
        os.close(writing)
        _Watch(child, reading).run(blocked)

    os.close(reading)
    _ends_of_pipe[os.getpid()] = writing
    signals.on_request(lambda: tell(_ASKED))
    signals.die_with_parent()
    signal.pthread_sigmask(signal.SIG_SETMASK, blocked)

    def reporting() -> int:
        status = 1
        try:
            status = work()
            return status
        finally:
            tell(_ENDED, str(status))  # Python has handled any error

    return reporting


class _Watch:
    """State of a watched child: its limit, its phase, the time to kill it and the reason, the status of its work."""

    def __init__(self, child: int, reading: int) -> None:
        self.child = child
        self.reading = reading

        # What the child has told.
        self.seconds = math.inf  # its time limit
        self.limit = math.inf  # when that ends
        self.phase = ""
        self.is_cut = True  # by the limit, in this phase
        self.is_partial = False  # what is returned after a request to stop
        self.file = ""  # not finished
        self.ended: int | None = None  # the status of its work
        self.asked = False  # to stop, by a signal, since the pipe was read before
        self.unfinished_line = b""

        # What is to be done.
        self.kill_at = math.inf
        self.status = 0  # of this process, once it has killed the child
        self.announced = False  # that the work goes on after the limit
        self.requests = 0  # to stop
        self.last_request = -math.inf

    def run(self, mask: Iterable[int]) -> NoReturn:
        """Wait for the child, and end as it does."""
        waking, wake = os.pipe()
        for end in (self.reading, waking, wake):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        handled = [
            number for number in signals.STOPPING if signal.getsignal(number) != signal.SIG_IGN
        ]
        for number in (signal.SIGCHLD, *handled):
            signal.signal(
                number, lambda *_: None
            )  # each writes its number to the pipe that wakes this process
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)

        inputs = [self.reading, waking]
        while True:
            process, status = os.waitpid(self.child, os.WNOHANG)
            if process:
                break
            self._keep_limits()
            has_time = min(self.limit, self.kill_at) < math.inf
            select.select(inputs, [], [], _POLL if has_time else None)

            # Requests to stop are weighed by what the child wrote before them: they are read first, then all of its
            # lines, and only then are they taken up.
            arrived = _read(waking)
            if self.reading in inputs and self._hear() == b"":  # the child has closed its end
                inputs.remove(self.reading)
            for number in arrived or b"":
                if number in signals.STOPPING:
                    self._take_up_request(number)

        while self._hear():  # what the child wrote last
            pass
        self._end_as(os.waitstatus_to_exitcode(status))

    def _hear(self) -> bytes | None:
        """Take up the whole lines in the pipe; return what `_read` has."""
        self.asked = False
        data = _read(self.reading)
        *lines, self.unfinished_line = (self.unfinished_line + (data or b"")).split(b"\n")
        for line in lines:
            word, _, text = line.decode(errors="surrogateescape").partition(" ")
            self._take_up(word, text)
        return data

    def _take_up(self, word: str, text: str) -> None:
        if word == "limit":
            self.seconds = float(text)
            self.limit = deadline.STARTED + self.seconds
        elif word in ("cut", "uncut"):
            self.phase = text
            self.is_cut = word == "cut"
            if not self.requests:  # what begins after the limit, after a certificate, gets its time
                self.kill_at = math.inf
        elif word == "partial":
            self.is_partial = bool(text)
        elif word == "file":
            self.file = text
        elif word == _ASKED:
            self.asked = True
        elif word == _ENDED:
            self.ended = int(text)

    def _take_up_request(self, number: int) -> None:
        """Pass a request to stop on to the child, and decide when the child is killed after it.

        A terminal, or `kill` of a group of processes, asks the child as well. Asked once more, some time after, by a
        process that runs late, it would count a second request and give up what it has found.
        """
        if not self.asked:
            with suppress(ProcessLookupError):
                os.kill(self.child, number)
        now = time.monotonic()
        if now - self.last_request > signals.REPEATED:
            self.requests += 1
            self.last_request = now
        if self.requests > 1:
            self._kill_in(PATIENCE, 128 + number)
        elif number != signal.SIGINT:
            self._kill_in(DELIVERY if self.is_partial else PATIENCE, 128 + number)

    def _kill_in(self, seconds: float, status: int) -> None:
        kill_at = time.monotonic() + seconds
        if kill_at < self.kill_at:
            self.kill_at = kill_at
            self.status = status

    def _keep_limits(self) -> None:
        """Kill the child if it is time to; or announce what goes on after the limit."""
        now = time.monotonic()
        patience = max(PATIENCE, SHARE * self.seconds)
        if now > self.kill_at:
            self.kill_at = math.inf
            for process in [self.child, *_descendants(self.child)]:
                with suppress(OSError):
                    os.kill(process, signal.SIGKILL)
        elif now > self.limit and not self.is_cut and not self.announced:
            if self.is_partial and now < self.limit + patience:  # it is about to end
                return
            self.announced = True
            signals.say(
                f"time limit of {self.seconds:g} s reached; {self.phase} goes on, Ctrl-C stops it"
            )
        elif now > self.limit and self.is_cut and self.ended is None and not self.requests:
            if not self.announced:  # of what was let go on, the time since the limit does not count
                patience -= now - self.limit
            self._kill_in(patience, STOPPED_AT_LIMIT)

    def _end_as(self, status: int) -> NoReturn:
        if status == -signal.SIGKILL and self.status:  # killed by this process
            if self.file:
                with suppress(OSError):
                    Path(self.file).unlink()
            if self.status == STOPPED_AT_LIMIT:
                if self.ended is not None:  # its own message has been written
                    os._exit(self.ended)
                doing = ""
                if self.phase:
                    doing = f" while {self.phase}"
                signals.say(
                    f"time limit of {self.seconds:g} s reached{doing}, which was cut off; there is no answer"
                )
            elif self.ended is None:
                signals.say(signals.word(self.status - 128))
            os._exit(self.status)
        if status < 0:
            if -status != signal.SIGKILL:
                signal.signal(-status, signal.SIG_DFL)
            os.kill(os.getpid(), -status)
        os._exit(status)


def _read(end: int) -> bytes | None:
    """Return all that is in a pipe: None where nothing is yet, no bytes where nothing will be."""
    try:
        return os.read(end, 65536)
    except BlockingIOError:
        return None


def _descendants(process: int) -> list[int]:
    """Return the processes that a process has begun, such as solvers, where /proc lists them."""
    parents: dict[int, int] = {}
    with suppress(OSError):
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                text = (folder / "stat").read_text(encoding="utf-8", errors="replace")
                parents[int(folder.name)] = int(text.rpartition(")")[2].split()[1])
    family = [process]
    for member in family:  # which grows by the children of each
        family += [child for child, parent in parents.items() if parent == member]
    return family[1:]
