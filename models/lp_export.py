"""A linear program written to a file, the format told by the file's name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from seqform.errors import ModelError
from seqform.models.lp_npz import read_npz, write_npz
from seqform.models.lp_text import lp_text, mps_text
from seqform.system.files import write_whole

if TYPE_CHECKING:
    from seqform.models.linear_program import LinearProgram

__all__ = ["FORMATS", "read_npz", "write"]

FORMATS = (".mps", ".lp", ".npz")


def write(program: LinearProgram, path: str | Path) -> None:
    """Write a linear program to a file.

    Parameters
    ----------
    program : LinearProgram
    path : str or Path
        Ends in ``.mps`` (free MPS), ``.lp`` (CPLEX LP) or ``.npz`` (numpy). The first two
        hold the nearest doubles and names made safe; `read_npz` reads the third back exactly.

    Raises
    ------
    ModelError
        If the name ends in anything else, the file cannot be written, or the format cannot hold the program.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        raise ModelError(f"{path}: the name of a file for a linear program ends in {', '.join(FORMATS)}")
    if suffix == ".npz":
        write_npz(program, path)
    else:
        write_whole(path, mps_text(program) if suffix == ".mps" else lp_text(program))
