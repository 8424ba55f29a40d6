"""The command line within tests, and Python in processes of its own."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

Run = Callable[..., tuple[int, str, str]]
"""Runs a command within the tests, as the fixture `seqform` does; returns its status, output and errors."""


def python(*arguments: object, **how: Any) -> subprocess.CompletedProcess[str]:
    """Run Python with arguments, and return what has ended, with its output as text."""
    how = {"capture_output": True, "text": True, "check": False, "timeout": 600, **how}
    done: subprocess.CompletedProcess[str] = subprocess.run([sys.executable, *map(str, arguments)], **how)
    return done
