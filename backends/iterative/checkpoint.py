"""Checkpoints: the state of a run in a file, written atomically and checked when read."""

from __future__ import annotations

import hashlib
import json
import math
import os
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import BackendError, ModelError, OptionError, ParseError
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.saddle_point import SaddlePointProblem
from seqform.models.programs.solutions import Bound
from seqform.system.files import write_whole
from seqform.system.foreign_files import Archive, memory_errors_named, open_archive, shown_value

FORMAT = "seqform iterative checkpoint 1"


@dataclass(eq=False)
class Saved:
    """Contents of a checkpoint: progress, bounds, and the arrays of the method, which the run modifies in place."""

    iteration: int
    seconds: float
    bounds: tuple[Bound, ...]
    state: Mapping[str, npt.NDArray[Any]]


class Checkpoint:
    """A file that is replaced atomically, so that a kill during writing loses nothing.

    `every` is the number of seconds between two saves; `resume`, whether to continue from the file.
    """

    def __init__(self, path: Path, fingerprint: str, *, every: float = 60.0, resume: bool = False) -> None:
        self.path, self.fingerprint, self.every, self.resume = path, fingerprint, every, resume
        self._last = time.monotonic()

    def due(self) -> bool:
        """Return whether the interval since the last save has passed."""
        return time.monotonic() - self._last >= self.every

    def save(self, saved: Saved) -> None:
        """Write the file; raise BackendError if it cannot be written."""
        progress = {"iteration": saved.iteration, "seconds": saved.seconds}
        header = {"format": FORMAT, "fingerprint": self.fingerprint, **progress}
        bounds = np.array(saved.bounds, dtype=np.float64).reshape(len(saved.bounds), 4)
        state = {f"_{name}": array for name, array in saved.state.items()}
        arrays: dict[str, Any] = {"header": np.array(json.dumps(header)), "bounds": bounds, **state}
        try:
            write_whole(self.path, lambda file: np.savez(file, allow_pickle=False, **arrays))
        except ModelError as error:
            raise BackendError(f"checkpoint {error}") from None
        self._last = time.monotonic()

    def load(self) -> Saved | None:
        """Return the contents of the file, or None without `resume`.

        An OptionError is raised if there is a file that is not a checkpoint; to resume, also if there is none, or one
        of another game or other options.
        """
        if not self.resume:
            require_checkpoint(self.path)
            return None
        try:
            with _opened(self.path) as (archive, header):
                if header["fingerprint"] != self.fingerprint:
                    raise OptionError(
                        f"checkpoint {self.path}: made for another game or with other options; resume with those, "
                        "or begin afresh with another checkpoint"
                    )
                bounds = archive.array("bounds.npy", kinds="f", shape=(None, len(Bound._fields)))
                return Saved(*_progress(header, bounds), _state(archive))
        except FileNotFoundError:
            raise OptionError(f"checkpoint {self.path}: no such file to resume from") from None


def require_checkpoint(path: str | os.PathLike[str]) -> None:
    """Raise OptionError if there is a file at the path that is not a checkpoint, which no run may replace."""
    with suppress(FileNotFoundError), _opened(Path(path)):
        pass


_UNREADABLE = (OSError, RuntimeError, LookupError, TypeError, ValueError, ArithmeticError)
"""Errors from an archive, from its header, and from values that are out of range."""


@contextmanager
def _opened(path: Path) -> Iterator[tuple[Archive, Mapping[str, Any]]]:
    """Open a checkpoint and read its header; raise OptionError for anything else."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise OptionError(f"checkpoint {path}: a regular file expected")
        with memory_errors_named(f"checkpoint {path}"), open_archive(path) as archive:
            header = json.loads(str(archive.array("header.npy", kinds="U", shape=())))
            if header["format"] != FORMAT:
                raise OptionError(f"checkpoint {path}: {shown_value(header['format'])} is not {FORMAT!r}")
            yield archive, header
    except (OptionError, ParseError, FileNotFoundError):
        raise
    except _UNREADABLE:
        raise OptionError(
            f"checkpoint {path}: not a checkpoint of seqform, or damaged; delete it or name another"
        ) from None


def _state(archive: Archive) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of the method; a member of another kind is an error."""
    names = [name for name in archive.names if name not in ("header.npy", "bounds.npy")]
    if not all(name.startswith("_") and name.endswith(".npy") for name in names):
        raise ValueError("unknown member")
    return {name[1 : -len(".npy")]: archive.array(name, kinds="biuf") for name in names}


def _progress(header: Mapping[str, Any], table: npt.NDArray[Any]) -> tuple[int, float, tuple[Bound, ...]]:
    """Return iteration, seconds and bounds; raise ValueError unless each is possible and they belong together."""
    iteration, seconds = header["iteration"], float(header["seconds"])
    if table.dtype != np.float64 or table.ndim != 2 or table.shape[1] != len(Bound._fields):
        raise ValueError("bounds of another shape")
    bounds = tuple(Bound(int(row[0]), *map(float, row[1:])) for row in table)
    times = [bound.iteration for bound in bounds]
    in_order = times == sorted(set(times)) and all(time >= 0 for time in times)
    if not (bounds and in_order and np.isfinite(table).all() and times[-1] == iteration):
        raise ValueError("impossible bounds")
    if not (math.isfinite(seconds) and seconds >= 0):
        raise ValueError("impossible seconds")
    return times[-1], seconds, bounds


def fingerprint(model: ClassGame | SaddlePointProblem, method: str, options: Mapping[str, object]) -> str:
    """Return a digest of a model and of the options on which the course of a method depends."""
    digest = hashlib.sha256(json.dumps([method, dict(options)], sort_keys=True, default=str).encode())
    texts: list[str] = []
    if isinstance(model, ClassGame):
        texts.append(repr((model.stages, model.num_classes, model.features)))
        tables: list[npt.NDArray[Any]] = [array for own in model.parents for array in own]
        for pairs, payoffs in zip(model.pairs, model.payoffs, strict=True):
            texts.append(f"{pairs.denominator} {payoffs.denominator}")
            tables += [pairs.first, pairs.second, pairs.numerators, payoffs.numerators]
    else:
        tables = [model.matrix.indptr, model.matrix.indices, model.matrix.data]
        for index in model.sequences:
            tables += [index.parent_sequence, index.first_sequence]
    for text in texts:
        digest.update(text.encode())
    for table in tables:
        digest.update(repr((table.shape, table.dtype.str)).encode())
        digest.update(np.ascontiguousarray(table).tobytes())
    return digest.hexdigest()
