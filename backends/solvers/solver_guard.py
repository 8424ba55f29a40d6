"""The process that ends a solver's process when nobody is left to wait for it: ``python solver_guard.py FOLDER``.

The process that waits for the solver writes the number of the solver's process to the standard input of this one, and
stops this one when the solver has ended. If it is killed instead, the input ends: then the solver is stopped and its
folder removed. The solver could not see to that itself, since OR-Tools lets no other thread run.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import time
from pathlib import Path

_END = getattr(signal, "SIGKILL", signal.SIGTERM)
_ATTEMPTS = 20
"""To remove the folder, a tenth of a second apart: the solver may be about to write there."""


def main(folder: Path) -> None:
    """Wait for the end of the input, then clean up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits for the solver answers Ctrl-C
    number = sys.stdin.readline()
    sys.stdin.read()
    if number.strip():
        with contextlib.suppress(OSError):
            os.kill(int(number), _END)
    for _ in range(_ATTEMPTS):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            break
        time.sleep(0.1)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
