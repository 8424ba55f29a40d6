"""Inner loops that run as plain Python or as machine code, which numba makes when it pays.

Every function marked `compiled` belongs to the engine of its package. An engine begins with the plain functions: small
problems are solved before a compiler, or numba alone, would have been loaded. `prepare` goes over to machine code at
once where a problem is large; where problems turn out to take long, the engine does so between two calls. Both ways
compute the same.

Machine code is kept on disk: in the package's ``__pycache__``; in numba's folder for the user where that cannot be
written to; in memory only where neither can. ``NUMBA_CACHE_DIR`` names another folder. numba keeps the code of a
function as long as that function's own file is unchanged, even if a function that it calls has been edited. So every
folder holds a digest of the sources that are compiled, or hold the tables they work on, and is emptied when it changes.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import logging
import math
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from seqform.errors import BackendNotInstalledError, ModelError
from seqform.system.files import write_whole
from seqform.system.packages import require

Function = TypeVar("Function", bound=Callable[..., Any])
Progress = Callable[[str], None]

_LINALG = Path(__file__).resolve().parent
_BACKENDS = _LINALG.parent

WORTH_LOADING = 0.5
"""Seconds of plain computing after which machine code that lies on disk is loaded, which takes about as long."""

WORTH_COMPILING = 15.0
"""Seconds of plain computing after which an engine is compiled; a smaller share of what that takes than the rest."""

SHARE_WORTH_LOADING = 0.1
"""Of `Engine.plain_up_to`: larger problems load machine code that lies on disk before they begin."""


@dataclass(eq=False)
class Engine:
    """The loops of a package, and how they run in this process.

    Attributes
    ----------
    main : str
        The main loop, with its module; compiled last.
    plain_up_to : int
        Larger problems, in the units of `prepare`, do not begin with plain functions while nothing is compiled.
    seconds : float
        Of processor time spent in plain functions.
    progress : callable, optional
        Of the present computation.
    """

    package: str
    title: str
    main: str
    plain_up_to: int
    is_machine_code: bool = False
    seconds: float = 0.0
    progress: Progress | None = None
    loops: list[Loop] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def compile_or_load(self) -> None:
        """Switch to machine code, with a message first if that means compiling.

        Raises
        ------
        BackendNotInstalledError
            If numba is missing.
        """
        with self.lock:
            if self.is_machine_code:
                return
            require("numba", "machine code")
            module = self.main.partition(".")[0]
            importlib.import_module(f"seqform.backends.{self.package}.{module}")  # registers the loops
            main = next(loop for loop in self.loops if loop.place == self.main)
            if not main.lies_on_disk():
                _announce(f"compiling {self.title}, once on this machine: about half a minute", self.progress)
            self.is_machine_code = True

    def switch_to_machine_code(self) -> None:
        """Switch to machine code during a computation, which continues in Python where numba is missing."""
        try:
            self.compile_or_load()
        except BackendNotInstalledError:
            self.seconds = -math.inf

    def run_plain(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Call a function as it is written, with the rules of machine code for overflow and division by zero."""
        began = time.thread_time()
        _thread.is_plain = True
        try:
            with np.errstate(all="ignore"):
                return function(*arguments)
        finally:
            _thread.is_plain = False
            self.seconds += time.thread_time() - began

    def is_worth_compiling(self) -> bool:
        """Return whether the time spent in plain functions justifies machine code."""
        if self.seconds < WORTH_LOADING:
            return False
        return self.seconds >= WORTH_COMPILING or self.lies_in_package()

    def lies_in_package(self) -> bool:
        """Return whether the package's own cache has machine code, without importing numba."""
        return any((_BACKENDS / self.package / "__pycache__").glob(f"{self.main}-*.nbc"))


ENGINES = {
    engine.package: engine
    for engine in (
        Engine("lemke", "the engine of lemke", "kernel.walk", 1000),
        Engine("perturbed", "the lexicographic simplex method", "simplex_kernel.pivot", 1000),
        Engine("iterative", "the loops of iterative methods", "regret.update_boards", 20_000),
        Engine("bestnash", "the loops over trees", "merging.merge_upwards", 100_000),
    )
}
"""By package. Functions in `linalg` belong to all of them."""


class _Thread(threading.local):
    is_plain = False


_thread = _Thread()


class Loop:
    """A function that runs as it is written or as machine code; numba takes it for a compiled one.

    Parameters
    ----------
    is_part : bool
        Whether only other compiled functions call the machine code, so that it needs no entry from Python.
    """

    def __init__(self, function: Callable[..., Any], is_part: bool) -> None:
        functools.update_wrapper(self, function)
        self.function, self.is_part = function, is_part
        package, module = function.__module__.split(".")[-2:]
        self.package, self.place = package, f"{module}.{function.__name__}"
        self.engines = (ENGINES[package],) if package in ENGINES else tuple(ENGINES.values())
        for engine in self.engines:
            engine.loops.append(self)

    def __call__(self, *arguments: Any) -> Any:
        """Call the function, in the way that its engine runs."""
        if self.is_part or _thread.is_plain:
            return self.function(*arguments)
        engine = self.engines[0]
        if len(self.engines) > 1:
            engine = next((one for one in self.engines if one.is_machine_code), engine)
        elif not engine.is_machine_code and engine.is_worth_compiling():
            engine.switch_to_machine_code()
        if engine.is_machine_code:
            return self.machine_code(*arguments)
        return engine.run_plain(self.function, arguments)

    @functools.cached_property
    def machine_code(self) -> Any:
        """The function as numba compiles it, when it is first called."""
        from numba import njit

        options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
        if self.is_part:
            options["no_cpython_wrapper"] = True
        try:
            code = njit(cache=True, **options)(self.function)
        except RuntimeError:  # there is no folder to keep it in
            return njit(**options)(self.function)
        _remove_stale_code(self.package, Path(code.stats.cache_path))
        _ignore_cache_errors(code, self.place)
        return code

    @property
    def _numba_type_(self) -> Any:
        return self.machine_code._numba_type_

    def lies_on_disk(self) -> bool:
        """Return whether machine code of the function is on disk."""
        folder = self.machine_code.stats.cache_path
        return folder is not None and any(Path(folder).glob(f"{self.place}-*.nbc"))


def compiled(function: Function) -> Function:
    """Mark a loop that Python calls: plain while that suffices, else machine code, which releases the global lock."""
    return cast("Function", Loop(function, is_part=False))


def compiled_part(function: Function) -> Function:
    """Mark a function that only loops call; as machine code it takes half the time to compile."""
    return cast("Function", Loop(function, is_part=True))


def prepare(package: str, size: int, progress: Progress | None = None) -> None:
    """Decide how an engine runs on a problem, before that begins.

    Parameters
    ----------
    package : str
        Such as ``"lemke"``.
    size : int
        Variables of a complementarity problem, rows of a perturbed program, sequences, moves of a tree.
    progress : callable, optional
        Called with a line of text before a compiler starts, also if that is later; without it the line is logged
        as a warning.

    Raises
    ------
    BackendNotInstalledError
        If machine code is needed and numba is missing.
    """
    engine = ENGINES[package]
    engine.progress = progress
    if engine.is_machine_code:
        return
    least = engine.plain_up_to
    if size > SHARE_WORTH_LOADING * least and engine.lies_in_package():
        least = 0
    if size > least:
        engine.compile_or_load()


def is_machine_code(package: str) -> bool:
    """Return whether an engine runs as machine code in this process."""
    return ENGINES[package].is_machine_code


def compile_ahead(packages: Iterable[str] = tuple(ENGINES), progress: Progress | None = None) -> None:
    """Compile engines, or load what lies on disk, whatever the size of the problems to come.

    Raises
    ------
    BackendNotInstalledError
        If numba is missing.
    """
    for package in packages:
        examples = importlib.import_module(f"seqform.backends.{package}.examples")
        engine = ENGINES[package]
        engine.progress = progress
        engine.compile_or_load()
        examples.run_all()


def _announce(text: str, progress: Progress | None) -> None:
    """Pass a message to the progress callback and the log, where it is a warning without a callback."""
    logging.getLogger("seqform").log(logging.INFO if progress is not None else logging.WARNING, text)
    if progress is not None:
        progress(text)


def _ignore_cache_errors(code: Any, place: str) -> None:
    """Let machine code that cannot be kept, or read, be compiled in memory: a full disk is no error."""
    cache = code._cache
    load, save = cache.load_overload, cache.save_overload

    def load_or_miss(*arguments: Any) -> Any:
        with suppress(Exception):  # whatever a damaged file leads to
            return load(*arguments)
        return None

    def save_or_not(*arguments: Any) -> None:
        try:
            save(*arguments)
        except OSError:  # such as a full disk
            return
        except Exception:  # whatever a damaged index leads to
            with suppress(Exception):
                for index in Path(code.stats.cache_path).glob(f"{place}-*.nbi"):
                    index.unlink(missing_ok=True)
                save(*arguments)

    cache.load_overload, cache.save_overload = load_or_miss, save_or_not


@functools.cache
def _remove_stale_code(package: str, folder: Path) -> None:
    with suppress(OSError, ModelError):  # sources in a folder that cannot be written to do not change
        digest = hashlib.sha256()
        for sources in sorted({_LINALG, _BACKENDS / package}):
            for source in sorted(sources.glob("*.py")):
                text = source.read_bytes()
                if b"\n@compiled" in text or b"(NamedTuple)" in text:
                    digest.update(text)
        stamp = folder / "sources.sha256"
        if stamp.exists() and stamp.read_text() == digest.hexdigest():
            return
        for code in folder.glob("*.nb[ci]"):
            code.unlink(missing_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(stamp, digest.hexdigest())
