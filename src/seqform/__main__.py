"""The command line as a process of its own."""

import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]  # the current folder, whose files are data: none is imported

from seqform.system import deadline, signals  # noqa: F401 -- the deadline counts from here

signals.install()  # before anything that takes long to import

import os
from pathlib import Path

from seqform.cli import outcome
from seqform.system import watch

STANDARD_ERROR = 2
"""The number of the last standard stream."""


def main() -> None:
    """Run the command line: requests to stop are answered, and limits kept."""
    _open_closed_streams()
    signals.guard(watch.under_watch(outcome))


def _open_closed_streams() -> None:
    """Let standard streams that are closed lead nowhere, or the next file to be opened would take their place."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= STANDARD_ERROR:
        os.set_inheritable(number, True)
    os.close(number)
    nowhere = Path(os.devnull)
    sys.stdin = sys.stdin or nowhere.open(encoding="utf-8")
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")


if __name__ == "__main__":
    main()
