"""Builds the extension modules; all else is in pyproject.toml.

An extension module is built of every Python module below ``backends`` that has a ``.pxd`` of the same name beside it,
with the C types. The Python module runs without it, slowly. Environment variables:

- ``SEQFORM_PLAIN=1``: None is built.
- ``SEQFORM_CHECKED=1``: The bounds of arrays are checked.
- ``SEQFORM_MACHINE_CODE=required``: The build fails where it would go on without extension modules.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CompileError, LinkError

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "scripts" / "build_backend"))

from seqform_build import c_compiler, has_headers, wants_machine_code  # noqa: E402

SHARED = "seqform.backends.shared"
"""The module of Cython's code for memory views, generated once for all the others."""

BUILT = Path("build", f"kernels-{sys.implementation.cache_tag}.txt")
"""The digests of the sources of what was built last, for the tests to notice changes."""

IS_CHECKED = os.environ.get("SEQFORM_CHECKED", "") not in ("", "0")

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # the annotations are those of plain Python
    "infer_types": True,
    "auto_pickle": False,
    "boundscheck": IS_CHECKED,
    "wraparound": False,
    "initializedcheck": IS_CHECKED,
    "nonecheck": IS_CHECKED,
    "cdivision": True,
}

# Doubles have to be those of plain Python to the last bit: no product and sum is contracted into one operation.
C_ARGUMENTS = (
    ["/O2", "/fp:precise"]
    if sys.platform == "win32"
    else ["-O3", "-g0", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"]
)


def kernels() -> Iterator[tuple[str, str]]:
    """Yield the names of the extension modules and their sources, relative to the root."""
    for declarations in sorted(ROOT.glob("backends/**/*.pxd")):
        source = declarations.with_suffix(".py")
        if source.exists():
            place = source.relative_to(ROOT).as_posix()
            yield f"seqform.{place.removesuffix('.py').replace('/', '.')}", place


def digest(source: Path) -> str:
    """Return the digest of a kernel and its C types."""
    return sha256(source.read_bytes() + source.with_suffix(".pxd").read_bytes()).hexdigest()


class BuildKernels(build_ext):
    """Translates the modules by Cython before they are compiled; without a C compiler nothing is built."""

    def run(self) -> None:
        """Build, or go on without extension modules if that is impossible."""
        if self.inplace or self.editable_mode:
            _remove_without_source()
        if not self.extensions:
            return
        try:
            self._prepare()
            super().run()
            if self.inplace or self.editable_mode:
                built = [f"{name} {digest(Path(source))}\n" for name, source in kernels()]
                BUILT.write_text("".join(built), encoding="utf-8")
        except (BaseError, CompileError, LinkError, OSError) as error:
            if os.environ.get("SEQFORM_MACHINE_CODE") == "required":
                raise
            print(
                f"seqform: no machine code, so that long computations take many times as long: {error}",
                file=sys.stderr,
            )
            self._remove()
            self.extensions = []

    def _prepare(self) -> None:
        compiler = c_compiler()
        if compiler is None:
            raise OSError("no C compiler is found")
        if not has_headers():
            raise OSError("Python.h is not found; it may be in a package such as python3-dev")
        if compiler:
            os.environ["CC"] = compiler
        self.parallel = self.parallel or os.cpu_count() or 1
        self.force = self.force or _is_built_otherwise()
        translated = {
            extension.name: extension for extension in _translated(self.parallel, bool(self.force))
        }
        for extension in self.extensions:
            extension.sources = translated[extension.name].sources

    def _remove(self) -> None:
        """Remove what was built of some modules: all are compiled, or none is."""
        for extension in self.extensions:
            Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)


def _remove_without_source() -> None:
    """Remove the extension modules in place that are of no kernel, as after a change of the revision."""
    sources = {(ROOT / source).with_suffix("") for _, source in kernels()}
    shared = ROOT / "backends" / SHARED.rpartition(".")[2]
    for pattern in ("*.so", "*.pyd"):
        for path in ROOT.glob(f"backends/**/{pattern}"):
            if path.parent / path.name.partition(".")[0] not in {*sources, shared}:
                path.unlink()


def _translated(processes: int, is_forced: bool) -> list[Extension]:
    """Return the extensions with the C files that Cython has written, in build/cython."""
    from Cython.Build import cythonize

    _link_packages()
    sources = [
        Extension(SHARED, []),
        *(Extension(name, [f"src/seqform/{source}"]) for name, source in kernels()),
    ]
    folder = Path("build", "cython-checked" if IS_CHECKED else "cython")
    translated: list[Extension] = cythonize(
        sources,
        include_path=["src"],
        build_dir=str(folder),
        nthreads=0 if sys.platform == "win32" else processes,
        force=is_forced,
        quiet=True,
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name=SHARED,
    )
    return translated


def _is_built_otherwise() -> bool:
    """Return whether what lies in the build folder was built with other settings than these, which are noted."""
    import Cython

    note = Path("build", "settings.txt")
    settings = repr((DIRECTIVES, C_ARGUMENTS, Cython.__version__))
    if note.exists() and note.read_text(encoding="utf-8") == settings:
        return False
    note.parent.mkdir(exist_ok=True)
    note.write_text(settings, encoding="utf-8")
    return True


def _link_packages() -> None:
    """Make the link to the backends where a source distribution or a system without links lacks it."""
    link = ROOT / "src" / "seqform" / "backends"
    if (link / "__init__.py").exists():
        return
    link.unlink(missing_ok=True)
    try:
        link.symlink_to(Path("..", "..", "backends"), target_is_directory=True)
    except OSError:
        import shutil

        shutil.copytree(ROOT / "backends", link)


def extensions() -> list[Extension]:
    """Return the extension modules, without sources for the one that Cython generates."""
    if not wants_machine_code() or not any(kernels()):
        return []
    own = [
        Extension(
            name, [source], depends=[source.replace(".py", ".pxd")], extra_compile_args=C_ARGUMENTS
        )
        for name, source in kernels()
    ]
    return [Extension(SHARED, [], extra_compile_args=C_ARGUMENTS), *own]


if __name__ == "__main__":
    os.chdir(ROOT)
    setup(ext_modules=extensions(), cmdclass={"build_ext": BuildKernels})
