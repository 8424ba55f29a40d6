"""Inner loops that run as plain Python functions or as machine code compiled by numba.

Every function marked `compiled` belongs to the engine of its package. An engine starts with the plain functions: small
problems are solved in less time than loading numba takes. `prepare` switches to machine code at once if a problem is
large; otherwise the engine switches between two calls when the plain functions have taken long, and if nothing is
cached yet, another process compiles meanwhile. The results are the same.

Machine code is cached on disk: in the ``__pycache__`` of the package, or in the user folder of numba if that is not
writable, or in memory if neither is. ``NUMBA_CACHE_DIR`` sets another folder. numba keeps the code of a
function as long as the file of that function is unchanged, even if a function that it calls has been edited. So the
files are named by a digest of the function and of all that is compiled into it: a change compiles the functions that
it touches, and no others.
"""

from __future__ import annotations

import atexit
import dis
import functools
import hashlib
import importlib
import logging
import math
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from seqform.errors import BackendNotInstalledError
from seqform.system.deadline import time_left
from seqform.system.packages import require

if TYPE_CHECKING:
    import subprocess

Function = TypeVar("Function", bound=Callable[..., Any])
Progress = Callable[[str], None]

_BACKENDS = Path(__file__).resolve().parents[1]

WORTH_LOADING = 0.5
"""Seconds in plain functions after which cached machine code is loaded, which takes about as long."""

WORTH_COMPILING = 15.0
"""Seconds in plain functions after which an engine is compiled; compiling takes about twice as long."""

WORTH_A_PROCESS = 2.0
"""Seconds in plain functions after which an engine is compiled by another process, if there is a second processor."""

WORTH_WAITING = 5.0
"""Seconds in plain functions after which they wait for the compiler, if it needs all processors."""

COMPILING = 60.0
"""Seconds that have to be left of a time limit for an engine to be compiled, which takes about half as long."""

SHARE_WORTH_LOADING = 0.1
"""Fraction of `Engine.plain_up_to` beyond which cached machine code is loaded at the start."""


_PYTHON = sys.implementation.cache_tag

_one_at_a_time = threading.Lock()
_loading = [0.0]
"""Seconds in which machine code was compiled or loaded, since `pop_loading_seconds` was called last."""


def pop_loading_seconds() -> float:
    """Return the seconds in which machine code was compiled or loaded since the last call."""
    seconds, _loading[0] = _loading[0], 0.0
    return seconds


@dataclass(eq=False)
class Engine:
    """The compiled loops of a package and their state in this process."""

    package: str
    title: str
    main: str  # the main loop, with its module; compiled last
    plain_up_to: int  # largest problem, in units of `prepare`, that starts with plain functions if nothing is cached
    processes: int = 1  # that compile it
    is_machine_code: bool = False
    seconds: float = 0.0  # processor time spent in plain functions
    progress: Progress | None = None  # of the current computation
    compiler: subprocess.Popen[bytes] | None = None  # the process that compiles while plain functions work
    loops: list[Loop] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def compile_or_load(self) -> None:
        """Switch to machine code, with a message first if it has to be compiled; raises if numba is missing.

        Not if it has to be compiled within a time limit that is shorter than that takes.
        """
        with self.lock:
            if self.is_machine_code:
                return
            began = time.perf_counter()
            require("numba", "machine code")
            _loading[0] += time.perf_counter() - began
            if not self.main_loop().lies_on_disk():
                if time_left() < COMPILING:
                    if self.seconds > -math.inf:
                        self._say(
                            f"{self.title}: not compiled yet, which takes longer than the time limit; "
                            "'seqform compile' does it once"
                        )
                    self.seconds = -math.inf
                    return
                self._say(f"compiling {self.title}, once on this machine: about half a minute")
            self.is_machine_code = True

    def main_loop(self) -> Loop:
        """Return the main loop, whose module is imported."""
        importlib.import_module(f"seqform.backends.{self.package}.{self.main.partition('.')[0]}")
        return next(loop for loop in self.loops if loop.place == self.main)

    def _say(self, text: str) -> None:
        level = logging.INFO if self.progress is not None else logging.WARNING
        logging.getLogger("seqform").log(level, text)
        if self.progress is not None:
            self.progress(text)

    def switch_to_machine_code(self) -> None:
        """Switch to machine code during a computation, which continues in Python if numba is missing."""
        try:
            self.compile_or_load()
        except BackendNotInstalledError:
            self.seconds = -math.inf

    def run_plain(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Call the Python function, with the rules of machine code for overflow and division by zero."""
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
        if self.lies_in_package():
            return True
        if self.seconds < WORTH_A_PROCESS:
            return False
        if (os.cpu_count() or 1) > 1 and sys.executable:
            return self.is_compiled_beside()
        return self.seconds >= WORTH_COMPILING

    def is_compiled_beside(self) -> bool:
        """Begin to compile in another process, unless that has been done; return whether it has ended well.

        It ends with this process. Where it fails, this process compiles after `WORTH_COMPILING`.
        """
        import subprocess

        if self.compiler is None:
            if time_left() < COMPILING:
                return False
            if self.progress is not None:
                self.progress(f"compiling {self.title} in another process, once on this machine")
            self.compiler = start_compiler([self.package], stderr=subprocess.DEVNULL)
            atexit.register(self.compiler.kill)
        if self.seconds >= WORTH_WAITING and self.processes >= (os.cpu_count() or 1) and time_left() > COMPILING:
            began = time.perf_counter()
            with suppress(subprocess.TimeoutExpired):
                self.compiler.wait(COMPILING)
            _loading[0] += time.perf_counter() - began
        status = self.compiler.poll()
        return status == 0 or (status is not None and self.seconds >= WORTH_COMPILING)

    def lies_in_package(self) -> bool:
        """Return whether the folder of the package has cached machine code, without importing numba."""
        return self.main_loop().lies_in(_BACKENDS / self.package / "__pycache__")


def start_compiler(packages: Iterable[str], stderr: int | None = None) -> subprocess.Popen[bytes]:
    """Return a process that compiles engines, as the module `compiling_process` beside this package describes."""
    import subprocess

    command = [sys.executable, "-P", str(_BACKENDS / "compiling_process.py"), *packages]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=stderr, start_new_session=True
    )


ENGINES = {
    engine.package: engine
    for engine in (
        Engine("lemke", "the engine of lemke", "kernel.follow", 1000, processes=2),
        Engine("perturbed", "the lexicographic simplex method", "simplex_kernel.pivot", 1000),
    )
}
"""By package. Functions in `linalg` belong to all of them."""


class _Thread(threading.local):
    is_plain = False


_thread = _Thread()


class Loop:
    """A function that runs as Python or as machine code; numba treats it as a compiled one.

    Machine code of a part is called by other compiled functions only, so that it needs no wrapper for Python.
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
        """Call the function as Python or as machine code, according to its engine."""
        if self.is_part or _thread.is_plain:
            return self.function(*arguments)
        engine = self.engines[0]
        if len(self.engines) > 1:
            engine = next((one for one in self.engines if one.is_machine_code), engine)
        elif not engine.is_machine_code and engine.is_worth_compiling():
            engine.switch_to_machine_code()
        if engine.is_machine_code:
            if not self.machine_code.signatures:
                self._compile_or_load(arguments)
            return self.machine_code(*arguments)
        return engine.run_plain(self.function, arguments)

    def _compile_or_load(self, arguments: tuple[Any, ...]) -> None:
        from numba import typeof

        with _one_at_a_time:  # threads may call a loop at once, and seconds count once
            if self.machine_code.signatures:
                return
            began = time.perf_counter()
            self.machine_code.compile(tuple(map(typeof, arguments)))
            _loading[0] += time.perf_counter() - began

    @functools.cached_property
    def machine_code(self) -> Any:
        """The numba dispatcher of the function, compiled at the first call."""
        from numba import njit

        options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
        if self.is_part:
            options["no_cpython_wrapper"] = True
        try:
            code = njit(cache=True, **options)(self.function)
        except RuntimeError:  # there is no writable folder
            return njit(**options)(self.function)
        _keep_under_name(code, self.file_name)
        return code

    @functools.cached_property
    def digest(self) -> str:
        """Digest of the function and of the functions, numbers and tables that are compiled into its machine code."""
        own: dict[str, str] = {}
        pending = [self]
        while pending:
            loop = pending.pop()
            if f"{loop.package}.{loop.place}" not in own:
                used = loop._names_used()
                pending += [value for value in used.values() if isinstance(value, Loop)]
                own[f"{loop.package}.{loop.place}"] = loop._contents(used)
        return hashlib.sha256(repr(sorted(own.items())).encode()).hexdigest()[:16]

    def _names_used(self) -> dict[str, Any]:
        """Return what the global names in the function and in its annotations stand for."""
        names = [one.argval for one in dis.get_instructions(self.function) if one.opname == "LOAD_GLOBAL"]
        space = self.function.__globals__
        return {name: space[name] for name in (*names, *_words(self.function.__annotations__)) if name in space}

    def _contents(self, used: dict[str, Any]) -> str:
        """Return the instructions of the function with the numbers and tables in it, the same text in every process."""
        code = self.function.__code__
        constants = [constant for constant in code.co_consts if constant != self.function.__doc__]
        parts: dict[str, object] = {name: _fields(value) for name, value in used.items() if _is_table(value)}
        parts |= {name: value for name, value in used.items() if isinstance(value, int | float | np.generic)}
        return repr((code.co_code, code.co_names, constants, self.function.__annotations__, parts))

    @property
    def file_name(self) -> str:
        """The beginning of the names of the files with the machine code."""
        return f"{self.place}-{_PYTHON}-{self.digest}"

    @property
    def _numba_type_(self) -> Any:
        return self.machine_code._numba_type_

    def lies_on_disk(self) -> bool:
        """Return whether machine code of the function is on disk."""
        folder = self.machine_code.stats.cache_path
        return folder is not None and self.lies_in(Path(folder))

    def lies_in(self, folder: Path) -> bool:
        """Return whether a folder has machine code of the function as it is, without importing numba."""
        try:
            files = os.listdir(folder)  # noqa: PTH208 - an interruption can leave the iterators of Path open
        except OSError:
            return False
        return any(file.startswith(f"{self.file_name}.") and file.endswith(".nbc") for file in files)


def _words(annotations: dict[str, Any]) -> list[str]:
    return re.findall(r"\w+", " ".join(map(str, annotations.values())))


def _is_table(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, tuple) and value is not tuple


def _fields(table: Any) -> list[object]:
    """Return the fields of a named tuple, with those of named tuples in it."""
    space, types = vars(sys.modules[table.__module__]), table.__annotations__
    return [list(types.items()), [_fields(space[word]) for word in _words(types) if _is_table(space.get(word))]]


def compiled(function: Function) -> Function:
    """Mark a loop that is called from Python; as machine code it releases the global lock."""
    return cast("Function", Loop(function, is_part=False))


def compiled_part(function: Function) -> Function:
    """Mark a function that only loops call; it takes half the time to compile."""
    return cast("Function", Loop(function, is_part=True))


def prepare(package: str, size: int, progress: Progress | None = None) -> None:
    """Choose plain functions or machine code for a problem before it is solved.

    - `package`: Such as ``"lemke"``.
    - `size`: Variables of a complementarity problem, rows of a perturbed program, sequences, moves of a tree.
    - `progress`: Callback that receives a line of text before compiling starts, now or later; without it the line is
      logged as a warning.
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


def _keep_under_name(code: Any, name: str) -> None:
    """Keep machine code in files of a name, and in memory if they cannot be read or written."""
    from numba.core import caching

    folder = Path(code.stats.cache_path)
    with suppress(OSError):  # a read-only folder has sources that do not change
        for file in folder.glob(f"{name.rpartition('-')[0]}-*.nb[ci]"):
            if not file.name.startswith(name):  # of a function that has changed since
                file.unlink(missing_ok=True)
    files: Any = caching.IndexDataCacheFile
    cache = code._cache
    cache._cache_file = files(str(folder), name, source_stamp=None)  # the name has the digest
    load, save = cache.load_overload, cache.save_overload

    def load_or_miss(*arguments: Any) -> Any:
        with suppress(Exception):  # a damaged file can raise anything
            return load(*arguments)
        return None

    def save_or_not(*arguments: Any) -> None:
        try:
            save(*arguments)
        except OSError:  # such as a full disk
            return
        except Exception:  # a damaged index can raise anything
            with suppress(Exception):
                cache.flush()
                save(*arguments)

    cache.load_overload, cache.save_overload = load_or_miss, save_or_not
