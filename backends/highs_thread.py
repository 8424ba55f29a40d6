"""HiGHS on a thread of its own, so that Ctrl-C is seen and every run may have its own number of threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any


def on_own_thread(highspy: Any, work: Callable[[], None], stop: threading.Event) -> None:
    """Do the work on a new thread and wait for it.

    HiGHS keeps its pool of threads per calling thread, and refuses to run with another
    number of threads than its first run had there.

    Parameters
    ----------
    highspy : module
    work : callable
    stop : threading.Event
        Set at the first Ctrl-C; the work may heed it.

    Raises
    ------
    KeyboardInterrupt
        At the second Ctrl-C; the work is then left alone.
    BaseException
        Whatever the work raised.
    """
    done = threading.Event()
    failures: list[BaseException] = []

    def apart() -> None:
        try:
            work()
            highspy.Highs.resetGlobalScheduler(False)
        except BaseException as error:
            failures.append(error)
        finally:
            done.set()

    thread = threading.Thread(target=apart, daemon=True, name="seqform-highs")
    try:
        thread.start()
    except KeyboardInterrupt:  # it waits for the first sign of life, and the work may be well under way by then
        stop.set()
    _wait(done, stop)
    if failures:
        raise failures[0]


def _wait(done: threading.Event, stop: threading.Event) -> None:
    while True:
        try:
            while not done.wait(0.1):
                pass
            return
        except KeyboardInterrupt:
            if stop.is_set():
                raise
            stop.set()
