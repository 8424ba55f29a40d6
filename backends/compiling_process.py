"""Main module of the process that compiles engines beside another one, which waits for it or goes on meanwhile.

It is begun by its file, as ``python -P compiling_process.py ENGINE...``: without the current folder, and that of the
file, on the path of modules, where a file may have the name of another module. Its standard input is a pipe that the
other process holds open, so that it ends with that process, even if that is killed.
"""

from __future__ import annotations

import sys

from seqform.backends.compiling import compile_to_disk
from seqform.system import signals


def main(packages: list[str]) -> None:
    """Compile engines, with a line on standard error for each."""
    signals.die_with_input()
    compile_to_disk(packages, lambda message: print(message, file=sys.stderr, flush=True))


if __name__ == "__main__":
    main(sys.argv[1:])
