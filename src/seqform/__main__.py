"""Where the command line begins, and where every way of ending becomes a line and an exit status."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from seqform.errors import SeqformError, SolveError
from seqform.foreign_text import visible
from seqform.packages import explain

BAD_INPUT = 2
INTERRUPTED = 130
STANDARD_ERROR = 2
"""The number of the last standard stream."""


def main() -> None:
    """Run the command line; a user's mistake is told in one line, never by a traceback."""
    _open_closed_streams()
    try:
        from seqform.cli import run  # inside, so that Ctrl-C while this loads is met here too

        status = run()
        sys.stdout.flush()
    except SeqformError as error:
        status = _complain(str(error), INTERRUPTED if _interrupted(error) else error.exit_status)
    except KeyboardInterrupt:
        status = _complain("interrupted", INTERRUPTED)
    except MemoryError:
        status = _complain("out of memory; choose a smaller game", BAD_INPUT)
    except ImportError as error:
        status = _complain(explain(error), BAD_INPUT)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on; end in silence
        status = 1
    except (OSError, UnicodeEncodeError) as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = _complain(f"cannot write the output: {error}", BAD_INPUT)
    sys.exit(status)


def _open_closed_streams() -> None:
    """Let standard streams that are closed lead nowhere, or the next file to be opened would take their place."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= STANDARD_ERROR:
        os.set_inheritable(number, True)
    os.close(number)
    nowhere = Path(os.devnull)
    sys.stdin = sys.stdin or nowhere.open(encoding="utf-8")
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")


def _interrupted(error: SeqformError) -> bool:
    """Tell whether a solver stopped at Ctrl-C, and brought back how far it got."""
    return isinstance(error, SolveError) and getattr(error.raw, "termination", None) == "interrupted"


def _complain(message: str, status: int) -> int:
    line = visible(" ".join(message.split()))
    print(f"seqform: {line}", file=sys.stderr)
    return status


if __name__ == "__main__":
    main()
