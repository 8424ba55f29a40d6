"""The command line, which ends every error in one line and an exit status."""

from __future__ import annotations

import os
import sys

from seqform.errors import INTERRUPTED, SeqformError, is_out_of_memory
from seqform.system import signals
from seqform.system.foreign_text import message_lines
from seqform.system.packages import explain
from seqform.system.programs import leave_out_relative_folders

BAD_INPUT = 2

OUT_OF_MEMORY = "out of memory; choose a smaller game"


def outcome() -> int:
    """Run the command line and return the exit status; a user's mistake is one line, never a traceback."""
    signals.begin()
    leave_out_relative_folders()
    try:
        from seqform.cli.app import run

        status = run()
        sys.stdout.flush()
    except SeqformError as error:
        if error.exit_status == INTERRUPTED:
            return signals.interrupted_status(str(error))
        if signals.received():
            return signals.interrupted_status("")
        if is_out_of_memory(error):
            return _fail(OUT_OF_MEMORY, BAD_INPUT)
        return _fail(str(error), error.exit_status)
    except KeyboardInterrupt as interruption:
        return signals.interrupted_status(str(interruption))
    except BrokenPipeError:
        _discard_output()  # the reader has closed the pipe, as `head` does: no message
        return 1
    except Exception as error:
        if signals.received():  # a library has made another error of it
            return signals.interrupted_status("")
        if is_out_of_memory(error):
            return _fail(OUT_OF_MEMORY, BAD_INPUT)
        from seqform.system.own_code import failure_of

        failure = failure_of(error)
        if failure is not None:
            return _fail(str(failure), failure.exit_status)
        if isinstance(error, ImportError):
            return _fail(explain(error), BAD_INPUT)
        if isinstance(error, OSError | UnicodeEncodeError):
            _discard_output()
            return _fail(f"cannot write the output: {error}", BAD_INPUT)
        raise
    return status


def _discard_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, status: int) -> int:
    signals.report(message_lines(" ".join(message.split())))
    return status
