"""Every code block of the README and of docs/, and every example in a docstring, runs and gives what it shows.

Declarations of sweeps are read, and the commands of the page on clusters run with fewer cases. The cells of the
tutorials run when the site is built (`test_site.py`).
"""

import doctest
import importlib
import io
import json
import os
import pkgutil
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from math import prod
from pathlib import Path

import pytest

import seqform as sf
from seqform.backends.entries import GROUP
from seqform.cli import outcome
from seqform.cli.common import err, out
from seqform.experiments.declaration import expand, read_spec
from seqform.experiments.store import open_store
from seqform.system.packages import PLUGINS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("", "theory", "tutorials", "project")
PAGES = [
    ROOT / "README.md",
    *(page for folder in FOLDERS for page in sorted((ROOT / "docs" / folder).glob("*.md"))),
]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
# The command that runs this very test, and what `write_files` does.
SETUP = {"scripts/test", "pip install -e ."}
PROGRESS = re.compile(r"^[\d,]+ of [\d,]+ cases?, \S+ a second.*\n", re.MULTILINE)
"""Lines of a sweep that takes longer than ten seconds; on a fast machine there are none."""


def blocks(language: str) -> list[tuple[str, str]]:
    return [
        (f"{page.name}-{number}", body)
        for page in PAGES
        for number, (kind, body) in enumerate(
            BLOCK.findall(page.read_text(encoding="utf-8")), start=1
        )
        if kind == language
    ]


def page_of(name: str) -> str:
    return name.rpartition("-")[0]


def file_name(body: str) -> str:
    """Return the name of the file that a block is, given by a comment at its beginning; empty if it is none."""
    named = re.match(r"# (\S+\.(?:toml|py))\n", body)
    return named[1] if named else ""


def of_page(page: str, language: str) -> list[str]:
    return [body for name, body in blocks(language) if page_of(name) == page]


def write_files(page: str, folder: Path) -> bool:
    """Write the files of a page; install the package that they are, if there is one, and return whether there is."""
    files = {
        file_name(body): body for language in ("toml", "python") for body in of_page(page, language)
    }
    for name in filter(None, files):
        (folder / name).write_text(files[name], encoding="utf-8")
    if "pyproject.toml" not in files:
        return False
    project = tomllib.loads(files["pyproject.toml"])["project"]
    information = folder / f"{project['name']}-{project['version']}.dist-info"
    information.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (information / "METADATA").write_text(metadata, encoding="utf-8")
    groups = (
        (f"[{group}]", *(f"{name} = {place}" for name, place in entries.items()))
        for group, entries in project["entry-points"].items()
    )
    (information / "entry_points.txt").write_text("\n".join(sum(groups, ())), encoding="utf-8")
    return True


def commands(body: str) -> list[tuple[str, str]]:
    """Split a console block into commands and what each is shown to print."""
    parts = re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]
    return [(command, shown) for command, _, shown in (part.partition("\n") for part in parts)]


def test_every_block_is_of_a_kind_that_is_run() -> None:
    found = {
        (page.name, kind)
        for page in PAGES
        for kind, _ in BLOCK.findall(page.read_text(encoding="utf-8"))
    }
    elsewhere = {("guide_cluster.md", "bash")}  # below
    assert {kind for _, kind in found - elsewhere} <= {"python", "console", "toml"}
    assert len(blocks("console")) >= 3
    assert len(blocks("python")) >= 2


@pytest.mark.parametrize(
    ("name", "body"), blocks("python"), ids=lambda value: value if "-" in value[:20] else ""
)
def test_python_blocks(
    name: str, body: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if file_name(body):
        return  # `test_files_of_a_page_are_used`
    monkeypatch.chdir(tmp_path)
    if write_files(page_of(name), tmp_path):
        monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    if "open_spiel" in body:
        pytest.importorskip("pyspiel", reason="OpenSpiel is an optional extra")
    if "pygambit" in body:
        pytest.importorskip("pygambit", reason="pygambit is an optional extra")
    if "sklearn" in body:
        pytest.importorskip("sklearn", reason="scikit-learn is not among the dependencies")
    if ">>>" not in body:
        exec(compile(body, name, "exec"), {"__name__": name})
        return
    test = doctest.DocTestParser().get_doctest(body, {}, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    report: list[str] = []
    runner.run(test, out=report.append)
    for module in (set(sys.modules) - before) & {path.stem for path in tmp_path.glob("*.py")}:
        del sys.modules[module]
    assert runner.summarize(verbose=False).failed == 0, "".join(report)


def words_of(command: str) -> list[str]:
    return [
        word.replace("scripts/seqform", "seqform") for word in shlex.split(command, comments=True)
    ]


ONE_BY_ONE = """
import json, sys
from seqform.cli import outcome
for sys.argv in json.load(sys.stdin):
    status = outcome()
    print(chr(0), file=sys.stderr, flush=True)
    print(status, chr(0), sep="\\n", flush=True)
"""


@pytest.fixture(scope="module")
def of_package(
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[str], dict[str, tuple[int, str]]]:
    """Return a function that runs all commands on a page that is a package, once."""
    return cache(lambda page: in_one_process(page, tmp_path_factory.mktemp("page")))


def in_one_process(page: str, folder: Path) -> dict[str, tuple[int, str]]:
    """Run all commands of seqform on a page that is a package; return status and output of each."""
    write_files(page, folder)
    lines = [
        line
        for body in of_page(page, "console")
        for line, _ in commands(body)
        if words_of(line)[0] == "seqform"
    ]
    done = subprocess.run(
        [sys.executable, "-c", ONE_BY_ONE],
        input=json.dumps([words_of(line) for line in lines]),
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )
    outs, errors = done.stdout.split("\0\n")[:-1], done.stderr.split("\0\n")[:-1]
    found = {}
    for line, printed, error in zip(lines, outs, errors, strict=True):
        shown, _, status = printed.rstrip("\n").rpartition("\n")
        found[line] = int(status), f"{shown}\n{error}"
    return found


@pytest.mark.parametrize(
    ("name", "body"), blocks("console"), ids=lambda value: value if "-" in value[:20] else ""
)
def test_console_blocks(
    name: str,
    body: str,
    tmp_path: Path,
    of_package: Callable[[str], dict[str, tuple[int, str]]],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Commands of seqform run in this process, but where the page is a package: those in one process of their own."""
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setenv("COLUMNS", "100")
    for console in (out, err):  # which read the variable when they were made
        monkeypatch.setattr(console, "_width", 100)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scripts").symlink_to(ROOT / "scripts")
    is_package = write_files(page_of(name), tmp_path)
    if is_package:
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    ran = 0
    for command, shown in commands(body):
        if command in SETUP:
            continue
        words = words_of(command)
        if words[0] == "seqform" and is_package:
            status, printed = of_package(page_of(name))[command]
        elif words[0] == "seqform":
            monkeypatch.setattr(sys, "argv", words)
            status = outcome()
            printed = "".join(capfd.readouterr())
        else:
            status = subprocess.run(words, check=False).returncode
            printed = "".join(capfd.readouterr())
        printed = PROGRESS.sub("", printed)
        assert "Traceback" not in printed
        assert (status == 0) == ("\nseqform: " not in f"\n{shown}"), printed
        if shown.strip():
            trimmed = "\n".join(line.rstrip() for line in printed.strip().splitlines())
            assert doctest.OutputChecker().check_output(
                f"{shown.rstrip()}\n", f"{trimmed}\n", FLAGS
            ), printed
        ran += 1
    assert ran or {command for command, _ in commands(body)} <= SETUP


@pytest.mark.parametrize(
    ("name", "body"), blocks("toml"), ids=lambda value: value if "-" in value[:20] else ""
)
def test_toml_blocks_are_declarations_of_sweeps_or_of_packages(
    name: str, body: str, tmp_path: Path
) -> None:
    if "project" in tomllib.loads(body):
        assert {GROUP, PLUGINS} & set(tomllib.loads(body)["project"]["entry-points"])
        return
    if "pyproject.toml" in map(file_name, of_page(page_of(name), "toml")):
        assert any(
            f"sweep {file_name(body)}" in shown for shown in of_page(page_of(name), "console")
        )
        return  # it may have names that the package defines
    declaration = tmp_path / f"{name}.toml"
    declaration.write_text(body, encoding="utf-8")
    declared = read_spec(declaration)
    sizes = [prod(len(axis.values) for axis in grid.axes) for grid in declared.grids]
    assert sum(sizes) > 1000 or expand(declared)


@pytest.mark.parametrize(
    ("name", "body"), [(name, body) for name, body in blocks("python") if file_name(body)]
)
def test_files_of_a_page_are_used(name: str, body: str) -> None:
    module, page = file_name(body).removesuffix(".py"), page_of(name)
    places = "".join(text for language in ("console", "toml") for text in of_page(page, language))
    assert re.search(rf"\b{module}\b", places)


def test_progress_of_a_slow_sweep_is_not_compared() -> None:
    assert (
        PROGRESS.sub("", "1,204 of 2,000 cases, 1.2e+03 a second, 1 failed\nstore: 2 cases\n")
        == "store: 2 cases\n"
    )


def test_the_shell_scripts_are_sound() -> None:
    for script in ("seqform", "test", "environment.sh"):
        subprocess.run(["bash", "-n", str(ROOT / "scripts" / script)], check=True)


MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(sf.__path__, "seqform.")
    if "__main__" not in module.name
)


@pytest.mark.parametrize("name", ["seqform", *MODULES])
def test_examples_in_docstrings(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if name == "seqform.playable.openspiel":
        pytest.importorskip(
            "pyspiel", reason="the module derives classes from OpenSpiel's, which is not installed"
        )
    failures, _ = doctest.testmod(
        importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert failures == 0


DECLARATION = of_page("guide_cluster.md", "toml")[0]
ARRAY, MERGE, SCHEDULER, WORKER, SWEEP = of_page("guide_cluster.md", "bash")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a declaration of 20 cases, in which the commands find seqform and Dask."""
    few = DECLARATION.replace("[1, 101]", "[1, 6]", 1).replace("[1, 101]", "[1, 5]")
    (tmp_path / "cases.toml").write_text(few, "utf-8")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(script: str, **environment: str) -> str:
    done = subprocess.run(
        ["bash", "-c", script],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr


def test_the_declaration_has_the_ten_thousand_cases_that_the_page_names(tmp_path: Path) -> None:
    (tmp_path / "cases.toml").write_text(DECLARATION, "utf-8")
    (grid,) = read_spec(tmp_path / "cases.toml").grids
    assert prod(len(axis.values) for axis in grid.axes) == 10_000
    assert "10,000 cases" in (ROOT / "docs" / "guide_cluster.md").read_text("utf-8")


def test_the_tasks_of_an_array_fill_the_store_together(folder: Path) -> None:
    for task in range(1, 4):
        run(ARRAY, SLURM_ARRAY_TASK_ID=str(task), SLURM_CPUS_PER_TASK="2")
    assert "15 of 20 cases have one; without --merge, the command runs the others" in run(
        MERGE.splitlines()[0]
    )
    assert "5 run in" in run(MERGE.splitlines()[1])
    assert len(open_store(folder / "results.sqlite").rows()) == 20


@contextmanager
def running(command: str) -> Iterator[None]:
    process = subprocess.Popen(
        ["bash", "-c", f"exec {command}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(60)


def test_a_scheduler_and_two_workers_run_the_sweep(folder: Path) -> None:
    pytest.importorskip("distributed", reason="the extra 'cluster' brings Dask")
    with running(SCHEDULER), running(WORKER), running(WORKER):
        assert "20 cases, 20 run" in run(SWEEP)
    assert {str(row.outcome) for row in open_store(folder / "results.sqlite").rows()} == {
        "certified"
    }
