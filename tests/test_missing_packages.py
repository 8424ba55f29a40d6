"""Every package that may be missing, or damaged, is one line with the command that installs it, where it is needed."""

import subprocess
from pathlib import Path

import pytest
from command_line import python

from seqform.system.packages import DEFAULT, EXTRAS, install_command

pytestmark = pytest.mark.slow

RUN = """
import sys
packages, how = sys.argv[1].split(), sys.argv[2]

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name in packages:
            if how == "missing":
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            raise ImportError(f"{name}.so: undefined symbol", name=name)

sys.meta_path.insert(0, Absent())
sys.argv = ["seqform", *sys.argv[3:]]
from seqform.__main__ import main
main()
"""

NEEDED = {
    "numpy": "solve kuhn",
    "scipy": "solve kuhn --backend scipy",
    "highspy": "solve kuhn --exact",
    "cvxpy": "solve kuhn --backend cvxpy",
    "pyomo": "solve kuhn --backend pyomo",
    "flint": "solve kuhn --concept quasi-perfect",
    "click": "solve kuhn",
    "rich": "solve kuhn",
    "matplotlib": "trace vsvet-figure-1 --plot z0.svg",
    "typst": "draw kuhn -o kuhn.pdf",
    "duckdb": "sweep bets.toml --export bets.parquet",
    "pandas": "report rows.db",
    "jinja2": "report rows.db --html page.html",
    "psutil": "sweep bets.toml",
    "distributed": "sweep bets.toml --cluster local",
    "dask": "sweep bets.toml --cluster local",
    "starlette": "play kuhn --browser --no-open",
    "uvicorn": "play kuhn --browser --no-open",
    "pyspiel": "solve openspiel:kuhn_poker",
    "ortools": "solve kuhn --backend pdlp",
    "cupdlpx": "solve kuhn --backend cupdlpx",
}
"""A command that needs each."""

INDEPENDENT = {
    "games": "scipy highspy cvxpy pyomo flint matplotlib",
    "solve kuhn --backend scipy": "highspy flint cvxpy pyomo",
    "solve kuhn --exact": "cvxpy pyomo matplotlib jinja2",
    "trace vsvet-figure-1": "matplotlib cvxpy pyomo",
    "draw kuhn -o kuhn.tex": "typst matplotlib",
    "play kuhn --against random": "textual starlette uvicorn",
}
"""Commands, and packages that they do not need."""

SWEEP = (
    'store = "bets.sqlite"\n[limits]\nmemory = "2 GB"\n[[grid]]\ngame = "kuhn"\nbackend = "scipy"\n'
)


def run(packages: str, how: str, command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "bets.toml").write_text(SWEEP)
    (folder / "rows.db").touch()
    return python("-c", RUN, packages, how, *command.split(), cwd=folder)


UNNEEDED = {"pygambit", "open_spiel", "highspy_extras", "textual"}
"""Packages that no command imports alone."""


def test_every_package_has_a_command_here() -> None:
    assert set(NEEDED) == (set(DEFAULT) | set(EXTRAS)) - UNNEEDED


@pytest.mark.parametrize(
    ("package", "how"),
    [
        *((package, "missing") for package in NEEDED),
        *((package, "damaged") for package in ("numpy", "duckdb")),
    ],
)
def test_a_package_that_cannot_be_imported_is_one_line(
    package: str, how: str, tmp_path: Path
) -> None:
    done = run(package, how, NEEDED[package], tmp_path)
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("seqform: "), done.stderr
    requirement = install_command(package).removeprefix("pip install ")
    wanted = {
        "missing": ("pip install ", "pip install --force-reinstall "),
        "damaged": ("pip install --force-reinstall ",),
    }
    assert not list(tmp_path.glob("*.sqlite*"))
    # distributed cannot be imported without dask, and is reported in its place
    assert done.stderr.endswith(
        tuple(f"{start}{requirement}{note}\n" for start in wanted[how] for note in NOTES)
    )


NOTES = ("", ", with an NVIDIA GPU")


@pytest.mark.parametrize(("command", "packages"), INDEPENDENT.items())
def test_commands_that_do_not_need_a_package_work_without_it(
    command: str, packages: str, tmp_path: Path
) -> None:
    done = run(packages, "missing", command, tmp_path)
    assert done.returncode == 0, done.stderr
