"""Folders in which programs of other packages are looked for: those with absolute names in ``PATH``.

An empty entry, and one such as ``.``, stand for the current folder, which is that of the data: a file there that has
the name of a program is not run.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path


def absolute_search_path() -> str:
    """Return ``PATH`` without its entries that are not absolute; the folders of the system if none is left.

    Examples
    --------
    >>> from unittest.mock import patch
    >>> folder = str(Path.cwd())
    >>> with patch.dict(os.environ, PATH=os.pathsep.join([".", folder, "", "bin"])):
    ...     absolute_search_path() == folder
    True
    """
    entries = os.environ.get("PATH", "").split(os.pathsep)
    absolute = [entry for entry in entries if Path(entry).is_absolute()]
    return os.pathsep.join(absolute) or os.defpath  # an empty path would be the current folder


def leave_out_relative_folders() -> None:
    """Set the ``PATH`` of this process, and of those that it begins, to `absolute_search_path`."""
    os.environ["PATH"] = absolute_search_path()


def find_program(name: str) -> str | None:
    """Return the absolute path of a program, None if no absolute entry of ``PATH`` has it."""
    import shutil  # which takes time to import

    path = shutil.which(name, path=absolute_search_path())
    return path if path is not None and Path(path).is_absolute() else None


def open_page(address: str) -> None:
    """Open a page in the browser of the system, and wait until the program that was begun for it ends.

    The standard library looks for browsers in the ``PATH`` of its process, which is the user's where Python is. So it
    is given a process of its own, with `absolute_search_path`.
    """
    import subprocess  # which takes time to import

    subprocess.run(
        [
            sys.executable,
            "-P",
            "-c",
            "import sys, webbrowser; webbrowser.open(sys.argv[1])",
            address,
        ],
        env={**os.environ, "PATH": absolute_search_path()},
        check=False,
    )
