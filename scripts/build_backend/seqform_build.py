"""The build backend: that of setuptools, with a C compiler from the package index where the machine has none."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

COMPILERS = ("cc", "gcc", "clang")

Settings = Mapping[str, Any] | None


def wants_machine_code() -> bool:
    """Return whether extension modules are built: not with ``SEQFORM_PLAIN=1``."""
    return os.environ.get("SEQFORM_PLAIN", "") in ("", "0")


def c_compiler() -> str | None:
    """Return the command of a C compiler: that of Python or ``CC``, another one, or that of the package ziglang."""
    if sys.platform == "win32":
        return "" if _has_visual_c() else None  # setuptools finds it again
    wanted = os.environ.get("CC") or sysconfig.get_config_var("CC") or ""
    for command in (wanted, *COMPILERS):
        if command and shutil.which(shlex.split(command)[0]):
            return command
    if find_spec("ziglang") is not None:
        return f"{shlex.quote(sys.executable)} -m ziglang cc"
    return None


def has_headers() -> bool:
    """Return whether the headers of Python are there; some systems have them in a package of their own."""
    return Path(sysconfig.get_path("include"), "Python.h").exists()


def _has_visual_c() -> bool:
    from setuptools.errors import PlatformError

    try:
        from setuptools._distutils.ccompiler import new_compiler

        new_compiler().initialize()
    except PlatformError:
        return False
    return True


def _compiler_requirement() -> list[str]:
    if (
        not wants_machine_code()
        or sys.platform == "win32"
        or not has_headers()
        or c_compiler() is not None
    ):
        return []
    print("seqform: no C compiler is found; taking ziglang from the package index", file=sys.stderr)
    return ["ziglang>=0.13"]


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return the packages for a wheel besides those in pyproject.toml."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *_compiler_requirement()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Return the packages for an editable installation besides those in pyproject.toml."""
    return [*build_meta.get_requires_for_build_editable(config_settings), *_compiler_requirement()]
