"""Requests to stop: Ctrl-C, SIGTERM and the end of a terminal.

The command line installs one handler for all of them before anything heavy is imported (`install`). Where an exception
can be unwound, the handler raises a KeyboardInterrupt, so that files, processes and unfinished work are cleaned up on
the way. Where it would be swallowed or turned into another error (imports, compilation, finalizers), before the command
begins and after it has ended, the handler writes one line and ends the process. Either way the exit status is 128 plus
the number of the signal.

The context managers `held` and `noted`, and `interruptible`, also work without that handler, in Python programs.
"""

from __future__ import annotations

import atexit
import contextvars
import os
import signal
import sys
import threading
import time
from contextlib import contextmanager, nullcontext, suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import ProcessPoolExecutor
    from types import FrameType
    from typing import Any, NoReturn, TypeVar

    Result = TypeVar("Result")

STOPPING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals that ask a process to stop."""

REPEATED = 0.5
"""Seconds within which further signals count as the same request: a terminal and a parent may both send one."""

ENDS_AT = 3
"""The number of the request that is served at once, without regard to unfinished work."""

WAKING = 0.1
"""Seconds between checks for signals while native code runs."""

_PARENT_DEATH_SIGNAL = 1
_IMPORTING = "<frozen importlib._bootstrap>"


class _Requests:
    """The requests that have arrived in this process."""

    def __init__(self) -> None:
        self.first = 0
        self.number = 0
        self.last_time = 0.0
        self.reported = False
        self.unwinding = False
        self.listener: Callable[[], None] | None = None

    def note(self, number: int) -> bool:
        """Count a signal; return whether it is a new request."""
        now = time.monotonic()
        if self.number and now - self.last_time < REPEATED:
            return False
        self.first = self.first or number
        self.number += 1
        self.last_time = now
        if self.listener is not None:
            self.listener()
        return True


_requests = _Requests()


def install() -> None:
    """Handle requests to stop, except those that the process was begun to ignore.

    Not in a process of `multiprocessing` that begins by importing the main module: its parent ends it.
    """
    multiprocessing = sys.modules.get("multiprocessing")
    if multiprocessing is not None:
        process = multiprocessing.current_process()
        if getattr(process, "_inheriting", False):
            return
    for number in STOPPING:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _receive)
    sys.unraisablehook = _unraisable


def guard(work: Callable[[], int]) -> NoReturn:
    """Run the work of a command line, and end the process with the status that it returns."""
    install()
    try:
        _requests.unwinding = True
        status = work()
        _requests.unwinding = False
    except KeyboardInterrupt:
        _requests.unwinding = False
        status = interrupted_status("")
    if _requests.number:
        _end_in_order(interrupted_status(""))
    for number in STOPPING:  # all is written, and the interpreter may take a moment to end
        signal.signal(number, signal.SIG_IGN)
    sys.exit(status)


def on_request(listener: Callable[[], None]) -> None:
    """Call a function, which must not raise, at each request to stop, from the handler of the signal."""
    _requests.listener = listener


def received() -> bool:
    """Return whether the process has been asked to stop."""
    return bool(_requests.number)


def interrupted_status(message: str) -> int:
    """Report an interruption on standard error, once, and return the exit status."""
    number = _requests.first or signal.SIGINT
    if not _requests.reported:
        report(message or word(number))
    return 128 + number


def begin() -> None:
    """Begin a command: nothing has been reported yet."""
    _requests.reported = False


def report(message: str) -> None:
    """Write the line with which the command line ends to standard error."""
    _requests.reported = True
    line = f"seqform: {' '.join(message.split())}"
    print(line.encode(errors="backslashreplace").decode(), file=sys.stderr, flush=True)


def say(text: str) -> None:
    """Write a message to the terminal without its buffers, in place of a progress display, which hides the cursor."""
    clear = ""
    if os.isatty(2) and os.environ.get("TERM") not in (None, "dumb"):
        clear = "\r\x1b[2K\x1b[?25h"
    with suppress(OSError, ValueError):  # closed
        os.write(sys.stderr.fileno(), f"{clear}seqform: {text}\n".encode(errors="backslashreplace"))


def word(number: int) -> str:
    """Return the message of a process that a signal ends."""
    return "interrupted" if number == signal.SIGINT else "terminated"


def _receive(number: int, frame: FrameType | None) -> None:
    """Handle a signal: raise where that unwinds, else end the process."""
    new = _requests.note(number)
    if not _requests.unwinding or _requests.number >= ENDS_AT:
        _end_at_once()
    if new:
        if not _unwinds(frame):
            _end_at_once()
        raise KeyboardInterrupt


def _unwinds(frame: FrameType | None) -> bool:
    """Return whether an exception raised in a frame reaches the outermost one as it is."""
    while frame is not None:
        code = frame.f_code
        if code.co_filename == _IMPORTING or code.co_name == "__del__":
            return False
        frame = frame.f_back
    return True


def _unraisable(args: Any) -> None:
    if isinstance(args.exc_value, KeyboardInterrupt):
        # Swallowed by a callback: no caller receives it.
        _requests.note(signal.SIGINT)
        _end_at_once()
    if not _requests.number and not isinstance(args.exc_value, MemoryError):
        sys.__unraisablehook__(args)


def _end_at_once() -> NoReturn:
    number = _requests.first
    if not _requests.reported:
        _requests.reported = True
        say(word(number))
    _remove_temporary_folder()
    os._exit(128 + number)


def _remove_temporary_folder() -> None:
    """Remove the folder of `multiprocessing`, which it removes itself only where exit functions run."""
    multiprocessing = sys.modules.get("multiprocessing")
    shutil = sys.modules.get("shutil")
    if multiprocessing is None or shutil is None:  # a handler of signals imports nothing
        return
    if multiprocessing.parent_process() is None:
        folder = multiprocessing.current_process()._config.get("tempdir")
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


def _end_in_order(status: int) -> NoReturn:
    """End after an interruption has been unwound: native threads that still compute are not waited for."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 -- until the end
    _end_children()
    atexit._run_exitfuncs()
    os._exit(status)


def _end_children() -> None:
    """Terminate processes of `multiprocessing`: a pool whose shutdown was interrupted waits for them for ever."""
    module = sys.modules.get("multiprocessing")
    if module is not None:
        for child in module.active_children():
            child.terminate()


@contextmanager
def held(*, workers: bool = False) -> Iterator[None]:
    """Defer requests to stop until a block has ended; the first is served then.

    Threads and processes that begin within the block never see Ctrl-C, and neither do their children: a terminal sends
    it to every process, and the one that has begun them answers it.

    With `workers`, processes of `multiprocessing` may begin within; they import no module from the current folder.
    """
    waiting: list[int] = []
    safe_path = _set_meanwhile("PYTHONSAFEPATH", "1") if workers else nullcontext()
    try:
        with _handled(lambda number, _: waiting.append(number)), safe_path:
            if not hasattr(signal, "pthread_sigmask"):
                yield
            else:
                if workers:
                    _start_resource_tracker()
                before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
                try:
                    yield
                finally:
                    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    except Exception:
        if waiting:  # the error may come from processes that the same request has ended
            signal.raise_signal(waiting[0])
        raise
    if waiting:
        signal.raise_signal(waiting[0])


@contextmanager
def noted() -> Iterator[threading.Event]:
    """Set an event at the first request to stop instead of raising within a step; the second request raises."""
    event = threading.Event()

    def note(number: int, frame: FrameType | None) -> None:
        new = _requests.note(number)
        if _requests.unwinding and (_requests.number >= ENDS_AT or not _unwinds(frame)):
            _end_at_once()
        if event.is_set() and new:
            raise KeyboardInterrupt
        event.set()

    with _handled(note):
        yield event


@contextmanager
def _handled(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Replace the handlers that raise by another one; in the main thread, where all handlers run."""
    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        before = {
            number: known for number in STOPPING if callable(known := signal.getsignal(number))
        }
    try:
        for number in before:
            signal.signal(number, handler)
        yield
    finally:
        for number, known in before.items():
            signal.signal(number, known)


def interruptible(work: Callable[[], Result]) -> Result:
    """Run native code that does not check for signals, and handle them meanwhile.

    The work runs on a thread of its own, without Python's lock for most of the time. A KeyboardInterrupt does not
    reach it.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    results: list[Result] = []
    failures: list[BaseException] = []
    done = threading.Event()

    def apart() -> None:
        try:
            results.append(work())
        except BaseException as error:
            failures.append(error)
        finally:
            done.set()

    context = contextvars.copy_context()
    threading.Thread(target=context.run, args=(apart,), daemon=True, name="seqform-native").start()
    while not done.wait(WAKING):
        pass
    if failures:
        raise failures[0]
    return results[0]


@contextmanager
def process_pool(
    jobs: int, initializer: Callable[..., None], *arguments: object
) -> Iterator[ProcessPoolExecutor]:
    """Return an executor of processes, each initialized by a call; tasks that wait are cancelled at the end.

    Its processes begin with the first task, which is submitted within `held`.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with held(workers=True):  # the pool makes semaphores, which the resource tracker registers
        executor = ProcessPoolExecutor(jobs, get_context("spawn"), initializer, arguments)
    with executor as pool:
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def die_with_parent() -> None:
    """End this process when its parent ends, for any reason."""
    if sys.platform == "linux":  # at once, even within a solver that lets no other thread run
        import ctypes

        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)

    multiprocessing = sys.modules.get("multiprocessing")
    parent = None if multiprocessing is None else multiprocessing.parent_process()
    if parent is not None:

        def watch() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()


def die_with_input() -> None:
    """End this process when its standard input ends, which is a pipe that its parent keeps open while it lives.

    Other than `die_with_parent`, it may be begun by a thread that ends before its process.
    """

    def watch() -> None:
        while os.read(sys.stdin.fileno(), 1024):
            pass
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _start_resource_tracker() -> None:
    """Start multiprocessing's resource tracker, without warnings; started later, it would unblock Ctrl-C again."""
    from multiprocessing import resource_tracker

    with _set_meanwhile("PYTHONWARNINGS", "ignore:resource_tracker"):
        resource_tracker.ensure_running()


@contextmanager
def _set_meanwhile(name: str, value: str) -> Iterator[None]:
    """Set a variable of the environment for a while, unless the user has set it."""
    if os.environ.get(name):
        yield
        return
    os.environ[name] = value
    try:
        yield
    finally:
        os.environ.pop(name, None)
