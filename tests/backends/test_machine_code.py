"""Extension modules: every kernel has one or none has, sources in their place, and the warning without them."""

import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from command_line import python
from plain_kernels import plain

from seqform.backends import machine_code
from seqform.backends.machine_code import MISSING, is_compiled, kernels

ROOT = Path(__file__).resolve().parents[2]
IS_PLAIN = machine_code.is_plain_wanted() or not any(map(is_compiled, kernels()))


def test_the_build_makes_extension_modules_of_the_kernels_and_of_nothing_else() -> None:
    program = (
        "import runpy; setup = runpy.run_path('setup.py', run_name='setup')\n"
        "print(*(extension.name for extension in setup['extensions']() if extension.name != setup['SHARED']))"
    )
    done = python("-c", program, cwd=ROOT, env={**os.environ, machine_code.PLAIN: ""})
    assert done.stdout.split() == sorted(kernels()), done.stderr


@pytest.mark.skipif(IS_PLAIN, reason="no machine code was built, or it is not wanted")
@pytest.mark.parametrize("name", kernels())
def test_every_kernel_is_compiled_and_its_source_can_take_its_place(name: str) -> None:
    assert is_compiled(name)
    compiled, source = import_module(name), plain(name)
    assert str(compiled.__file__).endswith((".so", ".pyd"))
    assert Path(str(source.__file__)).samefile(kernels()[name])
    assert sys.modules[name] is compiled
    assert not machine_code.is_missing()


def imported_kernels(**environment: str) -> str:
    program = f"import importlib; print(*(importlib.import_module(name).__file__[-3:] for name in {list(kernels())}))"
    return python("-c", program, env={**os.environ, **environment}).stdout


def test_an_environment_variable_asks_for_plain_python() -> None:
    assert set(imported_kernels(SEQFORM_PLAIN="1").split()) <= {".py"}


def test_missing_machine_code_is_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    machine_code.warn_if_missing.cache_clear()
    monkeypatch.setattr(machine_code, "is_missing", lambda: True)
    monkeypatch.delenv(machine_code.PLAIN, raising=False)
    machine_code.warn_if_missing()
    machine_code.warn_if_missing()
    assert caplog.messages == [MISSING]
    machine_code.warn_if_missing.cache_clear()
    monkeypatch.setattr(machine_code, "is_missing", lambda: False)
    machine_code.warn_if_missing()
    assert caplog.messages == [MISSING]


def test_the_list_of_solvers_says_that_machine_code_is_missing() -> None:
    program = (
        "from seqform.backends import machine_code; machine_code.is_missing = lambda: True\n"
        "import sys; sys.argv = ['seqform', 'backends']\n"
        "from seqform.__main__ import main; main()"
    )
    done = python("-c", program)
    assert MISSING in " ".join(done.stdout.split()), done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("compiler", "reason"),
    [
        ("", "no C compiler is found"),
        ("#!/bin/sh\nexit 1\n", "cc' returned non-zero exit status 1|cc', .* status 1"),
    ],
)
def test_a_build_without_a_compiler_that_works_goes_on_in_plain_python_unless_machine_code_is_required(
    compiler: str, reason: str, tmp_path: Path
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    if compiler:
        (tools / "cc").write_text(compiler, encoding="utf-8")
        (tools / "cc").chmod(0o755)
    command = [
        sys.executable,
        "setup.py",
        "build_ext",
        "--build-lib",
        str(tmp_path / "lib"),
        "--build-temp",
        str(tmp_path),
    ]
    environment = {
        **os.environ,
        "PATH": str(tools),
        "CC": str(tools / "cc"),
        machine_code.PLAIN: "",
    }
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    said = re.search(
        f"no machine code, so that long computations take many times as long: .*({reason})",
        done.stderr,
    )
    assert said, done.stderr
    environment["SEQFORM_MACHINE_CODE"] = "required"
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0 and re.search(reason, done.stderr)


@pytest.mark.slow
def test_a_build_in_place_removes_extension_modules_without_a_kernel(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    folders = ("backends/exact", "scripts/build_backend", "src/seqform")
    for folder in folders:
        shutil.copytree(
            ROOT / folder,
            copy / folder,
            symlinks=True,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    for file in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, copy / file)
    left = copy / "backends" / "exact" / f"gone{EXTENSION_SUFFIXES[0]}"
    left.touch()
    command = [sys.executable, "setup.py", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not left.exists()
