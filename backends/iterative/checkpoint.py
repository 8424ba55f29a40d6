"""A run on disk, from which it goes on after whatever has happened."""

from __future__ import annotations

import hashlib
import json
import math
import os
import stat
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import BackendError, ModelError, OptionError, ParseError
from seqform.models.programs.bounded import Bound
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.saddle_point import SaddlePointProblem
from seqform.system.files import write_whole
from seqform.system.foreign_files import Archive, memory_errors_named, open_archive, shown_value

FORMAT = "seqform first-order checkpoint 1"


@dataclass(eq=False)
class Saved:
    """Contents of a checkpoint: progress, bounds, and the arrays of the method, which the run modifies in place."""

    iteration: int
    seconds: float
    bounds: tuple[Bound, ...]
    state: Mapping[str, npt.NDArray[Any]]


class Checkpoint:
    """A file that is replaced as a whole, so that being killed while writing loses nothing.

    Parameters
    ----------
    fingerprint : str
        Of the game and of the options that matter; see `fingerprint`.
    every : float
        Seconds between two savings.
    resume : bool
        Whether to begin from the file rather than afresh.
    """

    def __init__(self, path: Path, fingerprint: str, *, every: float = 60.0, resume: bool = False) -> None:
        self.path, self.fingerprint, self.every, self.resume = path, fingerprint, every, resume
        self._last = time.monotonic()

    def due(self) -> bool:
        """Tell whether it is time to save."""
        return time.monotonic() - self._last >= self.every

    def save(self, saved: Saved) -> None:
        """Write the file.

        Raises
        ------
        BackendError
            If it cannot be written.
        """
        header = {
            "format": FORMAT,
            "fingerprint": self.fingerprint,
            "iteration": saved.iteration,
            "seconds": saved.seconds,
        }
        bounds = np.array(saved.bounds, dtype=np.float64).reshape(len(saved.bounds), 4)
        arrays: dict[str, Any] = {"header": np.array(json.dumps(header)), "bounds": bounds, **_prefixed(saved.state)}
        try:
            write_whole(self.path, lambda file: np.savez(file, allow_pickle=False, **arrays))
        except ModelError as error:
            raise BackendError(f"checkpoint {error}") from None
        self._last = time.monotonic()

    def load(self) -> Saved | None:
        """Return what the file holds, or None if the run is to begin afresh.

        Raises
        ------
        OptionError
            If there is a file that is no checkpoint; to resume, also if there is none, or one of another game or other
            options.
        """
        if not self.resume:
            require_checkpoint(self.path)
            return None
        try:
            with memory_errors_named(f"checkpoint {self.path}"), open_archive(self.path) as archive:
                header = _header(self.path, archive)
                if header["fingerprint"] != self.fingerprint:
                    raise OptionError(
                        f"checkpoint {self.path}: made for another game or with other options; resume with those, "
                        "or begin afresh with another checkpoint"
                    )
                bounds = archive.array("bounds.npy", kinds="f", shape=(None, len(Bound._fields)))
                return Saved(*_progress(header, bounds), _state(archive))
        except (OptionError, ParseError):
            raise
        except FileNotFoundError:
            raise OptionError(f"checkpoint {self.path}: no such file to resume from") from None
        except _UNREADABLE:
            raise OptionError(_no_checkpoint(self.path)) from None


def require_checkpoint(path: str | os.PathLike[str]) -> None:
    """Refuse a path at which there is anything but a checkpoint, which no run may replace.

    Raises
    ------
    OptionError
        If there is a file that is no checkpoint.
    """
    path = Path(path)
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise OptionError(f"checkpoint {path}: a regular file expected")
        with memory_errors_named(f"checkpoint {path}"), open_archive(path) as archive:
            _header(path, archive)
    except FileNotFoundError:
        return
    except OptionError:
        raise
    except _UNREADABLE:
        raise OptionError(_no_checkpoint(path)) from None


def _header(path: Path, archive: Archive) -> Mapping[str, Any]:
    header: Mapping[str, Any] = json.loads(str(archive.array("header.npy", kinds="U", shape=())))
    if header["format"] != FORMAT:
        raise OptionError(f"checkpoint {path}: {shown_value(header['format'])} is not {FORMAT!r}")
    return header


def _no_checkpoint(path: Path) -> str:
    return f"checkpoint {path}: not a checkpoint of seqform, or damaged; delete it or name another"


_UNREADABLE = (OSError, RuntimeError, LookupError, TypeError, ValueError, ArithmeticError)
"""Errors from an archive, from its header, and from values that are out of range."""


def _state(archive: Archive) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of the method; a member of another kind is an error."""
    names = [name for name in archive.names if name not in ("header.npy", "bounds.npy")]
    if not all(name.startswith("_") and name.endswith(".npy") for name in names):
        raise ValueError("a member that no checkpoint has")
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
        raise ValueError("bounds that are none")
    if not (math.isfinite(seconds) and seconds >= 0):
        raise ValueError("seconds that are none")
    return times[-1], seconds, bounds


def _prefixed(state: Mapping[str, npt.NDArray[Any]]) -> dict[str, npt.NDArray[Any]]:
    return {f"_{name}": array for name, array in state.items()}


def fingerprint(model: ClassGame | SaddlePointProblem, method: str, options: Mapping[str, object]) -> str:
    """Return a digest of a model and of the options on which the course of a method depends.

    Parameters
    ----------
    options : mapping
        Without limits, threads and paths.
    """
    digest = hashlib.sha256(json.dumps([method, dict(options)], sort_keys=True, default=str).encode())
    texts, tables = _of_classes(model) if isinstance(model, ClassGame) else _of_saddle_point(model)
    for text in texts:
        digest.update(text.encode())
    for table in tables:
        digest.update(repr((table.shape, table.dtype.str)).encode())
        digest.update(np.ascontiguousarray(table).tobytes())
    return digest.hexdigest()


def _of_classes(game: ClassGame) -> tuple[list[str], list[npt.NDArray[Any]]]:
    texts = [repr((game.stages, game.num_classes, game.features))]
    tables: list[npt.NDArray[Any]] = [array for own in game.parents for array in own]
    for pairs, payoffs in zip(game.pairs, game.payoffs, strict=True):
        texts.append(f"{pairs.denominator} {payoffs.denominator}")
        tables += [pairs.first, pairs.second, pairs.numerators, payoffs.numerators]
    return texts, tables


def _of_saddle_point(problem: SaddlePointProblem) -> tuple[list[str], list[npt.NDArray[Any]]]:
    tables = [problem.matrix.indptr, problem.matrix.indices, problem.matrix.data]
    for index in problem.sequences:
        tables += [index.parent_sequence, index.first_sequence]
    return [], tables
