"""Campaign: mutation testing of the code that certificates rest on, by mutmut.

For each module under test a temporary project is prepared in the layout that mutmut needs: the package with the
symbolic links of src/seqform resolved, and the few test files that concern the module. mutmut changes one expression at
a time and runs the tests that call the changed function. A mutant that no test fails on has to be among the accepted
ones of `accepted_mutants.toml`, with a reason, or differ in the text of an error message only.

Properties and cached properties are mutated as well: in the copy, ``@property`` over a method becomes an assignment
after it, since mutmut leaves decorated functions alone. Compiled functions, constants and class bodies are not mutated.
A cached property is tested by the first test that computes it, so tests make objects of their own. A mutant that runs
without end, or that the system ends, counts as killed.

A run is resumed where it stopped. Survivors are tested again when the tests have changed, and all mutants of a module
when the module has changed.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from campaign import machine, versions, write_section

ROOT = Path(__file__).resolve().parents[2]
ACCEPTED = Path(__file__).with_name("accepted_mutants.toml")
LINKED = ("models", "builders", "backends")
"""Folders of the repository that are packages within seqform."""

EXPOSED_DECORATORS = ("property", "cached", "cached_property", "wraps")
"""Decorators that are applied by an assignment in the copy, so that mutmut mutates the decorated function."""

KILLED = {1, 3, -24, 24, 152, 36, 255, -11, -9}
"""Exit statuses of a run of the tests: failed, or ended by a limit of time or by the system."""

SURVIVED = {0, 5, 33}
"""Exit statuses: passed, or no test calls the function."""

CERTIFICATES = (
    "tests/seqform/verify/test_nash_certificate.py",
    "tests/seqform/verify/test_foreign_profiles.py",
    "tests/models/answers/test_certificate.py",
)
SUBGAMES = ("tests/seqform/verify/test_subgame_perfection.py",)
HANDS = ("tests/seqform/verify/test_deal_certificate.py", "tests/seqform/play/test_dealt_luck.py")
CONSISTENCY = ("tests/seqform/verify/test_consistency.py",)
EXACT = (
    "tests/backends/exact/test_exact_backend.py",
    "tests/backends/linalg/test_rational_solve.py",
    "tests/backends/exact/test_exact_solution.py",
)

TESTS: dict[str, tuple[str, ...]] = {
    "src/seqform/verify/nash.py": (*CERTIFICATES, *CONSISTENCY, "tests/seqform/verify/test_perturbed_perfection.py"),
    "src/seqform/verify/sequential.py": (
        *CERTIFICATES,
        *CONSISTENCY,
        "tests/seqform/verify/test_normal_form_perfection.py",
        "tests/seqform/verify/test_sequential_rationality.py",
    ),
    "src/seqform/verify/normal_form.py": ("tests/seqform/verify/test_normal_form_perfection.py", *CERTIFICATES),
    "src/seqform/verify/subgames.py": SUBGAMES,
    "src/seqform/verify/safety.py": ("tests/seqform/verify/test_safety.py",),
    "src/seqform/verify/perturbed.py": ("tests/seqform/verify/test_perturbed_perfection.py",),
    "src/seqform/verify/checks.py": ("tests/seqform/verify/test_assessment_checks.py",),
    "src/seqform/verify/consistency.py": CONSISTENCY,
    "src/seqform/verify/rational.py": (*CONSISTENCY, *SUBGAMES),
    "src/seqform/verify/deal_certificate.py": HANDS,
    "models/answers/certificate.py": CERTIFICATES,
    "models/strategies/behavior.py": (
        "tests/models/strategies/test_behavior.py",
        "tests/seqform/verify/test_foreign_profiles.py",
    ),
    "models/games/infosets.py": (
        "tests/models/games/test_infosets.py",
        "tests/seqform/verify/test_foreign_profiles.py",
    ),
    "models/immutable.py": ("tests/models/test_immutable.py",),
    "models/reduced.py": ("tests/builders/programs/test_zero_sum_lp.py",),
    "builders/programs/zero_sum_lp.py": ("tests/builders/programs/test_zero_sum_lp.py",),
    "builders/preprocess/merge.py": (
        "tests/builders/preprocess/test_merge.py",
        "tests/backends/perturbed/test_behavior_stable_basis.py",
    ),
    "backends/exact/solution.py": EXACT,
    "backends/exact/basis.py": EXACT,
    "backends/exact/simplex.py": EXACT,
    "backends/linalg/rational_solve.py": EXACT,
    "src/seqform/system/files.py": ("tests/seqform/system/test_files.py",),
    "src/seqform/experiments/store.py": ("tests/seqform/experiments/test_sweep_store.py",),
}
"""The modules under test, each with the test files that concern it: a mutant should cost a second or two."""

LEFT_OUT = (
    "tests/seqform/verify/test_subgame_perfection.py::test_the_best_equilibria_of_trees_pass_with_their_lotteries",
    "tests/seqform/verify/test_subgame_perfection.py::test_deep_games_need_no_recursion",
    "tests/seqform/verify/test_sequential_rationality.py::test_agent_form_regrets_agree_with_gambit",
    "tests/seqform/verify/test_sequential_rationality.py::test_along_a_family_regrets_vanish_and_agree_with_gambit",
    "tests/seqform/verify/test_normal_form_perfection.py::test_in_constant_sum_games_replacing_dominated_strategies_is_perfection",
    "tests/models/test_immutable.py::test_every_frozen_dataclass_with_arrays_is_immutable",
)
"""Tests that need compiled functions, or take longer than the others of their file together."""

LEFT_OUT_PLUGINS = ("cacheprovider", "xdist", "unraisableexception", "threadexception")

PLUGIN = '''\
"""Options of the tests on mutants: the fastest tests first, and no search for smaller counterexamples."""

import json
from pathlib import Path

import pytest
from hypothesis import Phase, settings

settings.register_profile(
    "mutation", phases=[Phase.explicit, Phase.generate], derandomize=True, database=None, deadline=None
)
settings.load_profile("mutation")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    stats = Path("mutmut-stats.json")
    if stats.exists():
        spent = json.loads(stats.read_text(encoding="utf-8")).get("duration_by_test", {})
        items.sort(key=lambda item: spent.get(item.nodeid, 0.0))
'''


@dataclass(frozen=True)
class Mutant:
    """One change of one function.

    Attributes
    ----------
    function : str
        Its name, after that of its class.
    before, after : str
        The changed statements, in the normal form of `ast.unparse`.
    harmless : bool
        Whether only the text of an error message, a type, an internal assertion or a default dtype is changed.
    """

    file: str
    function: str
    before: str
    after: str
    harmless: bool

    def __str__(self) -> str:
        return f"{self.file}, {self.function}\n    - {self.before}\n    + {self.after}"


@dataclass
class Outcome:
    """What became of the mutants of one module."""

    mutants: int = 0
    killed: int = 0
    not_run: int = 0
    accepted: int = 0
    survivors: list[Mutant] = field(default_factory=list)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the campaign and return the exit status.

    It is 0, 1 with a survivor that is not accepted or a failure of mutmut, and 130 if interrupted.
    """
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--modules", nargs="+", metavar="FILE", help="modules under test (default: all)")
    parser.add_argument("--seconds", type=float, help="stop after this time; what was not run is counted")
    parser.add_argument("--jobs", type=int, default=1, help="mutants tested at the same time")
    parser.add_argument(
        "--work", type=Path, default=ROOT / "build" / "mutation", help="folder of the temporary projects"
    )
    parser.add_argument("--result", type=Path, help="Markdown page whose section of this campaign is replaced")
    parser.add_argument("--report", action="store_true", help="run nothing, and report on what has been run")
    options = parser.parse_args(arguments)
    unknown = set(options.modules or ()) - TESTS.keys()
    if unknown:
        parser.error(f"no module under test: {', '.join(sorted(unknown))}")
    if find_spec("mutmut") is None and not options.report:
        parser.error("mutmut is not installed; it comes with: pip install -e '.[mutation]'")
    deadline = None if options.seconds is None else time.monotonic() + options.seconds
    accepted, outcomes, failed, interrupted = AcceptedMutants.read(ACCEPTED), {}, False, False
    for module in options.modules or TESTS:
        project = Project(module, options.work)
        try:
            if not options.report and not interrupted and (deadline is None or time.monotonic() < deadline):
                project.prepare(accepted)
                project.run(options.jobs, deadline)
        except subprocess.CalledProcessError:
            failed = True
            print(f"{module}: mutmut failed, see {project.folder / 'log.txt'}", flush=True)
        except KeyboardInterrupt:
            interrupted = True
        if project.started:
            outcomes[module] = project.outcome(accepted)
            print(f"{module}: {_counts(outcomes[module])}", flush=True)
            for mutant in outcomes[module].survivors:
                print(f"  survived: {mutant}", flush=True)
    if not interrupted and all(outcome.not_run == 0 for outcome in outcomes.values()):
        for mutant_key in accepted.unused(outcomes):
            print(f"accepted, but no survivor: {mutant_key}")
    if options.result is not None:
        write_section(options.result, "mutation", _section(outcomes))
    return 130 if interrupted else int(failed or any(outcome.survivors for outcome in outcomes.values()))


class AcceptedMutants:
    """The survivors that are accepted, each with a reason."""

    def __init__(self, reasons: dict[tuple[str, str, str, str], str]) -> None:
        self.reasons = reasons
        self._found: set[tuple[str, str, str, str]] = set()

    @classmethod
    def read(cls, path: Path) -> AcceptedMutants:
        """Read the list; an entry may name several changes of a function that have the same reason."""
        reasons = {}
        for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("accepted", []):
            if not entry["reason"].strip():
                raise SystemExit(f"{path}: an accepted mutant of {entry['file']}, {entry['function']} has no reason")
            for before, after in entry["changes"]:
                reasons[entry["file"], entry["function"], before, after] = entry["reason"]
        return cls(reasons)

    def __contains__(self, mutant: Mutant) -> bool:
        key = (mutant.file, mutant.function, mutant.before, mutant.after)
        if key in self.reasons:
            self._found.add(key)
        return key in self.reasons

    def unused(self, files: Iterable[str]) -> list[str]:
        """Return the entries of some files that no survivor matched."""
        chosen = set(files)
        return [": ".join(key) for key in self.reasons if key[0] in chosen and key not in self._found]


class Project:
    """The temporary project in which mutmut works on one module."""

    def __init__(self, module: str, work: Path) -> None:
        self.module = module
        self.folder = work / module.removesuffix(".py").removeprefix("src/seqform/").replace("/", ".")
        inside = module if module.startswith("src/") else f"src/seqform/{module}"
        self.source = self.folder / inside
        self.mutated = self.folder / "mutants" / inside
        self.meta = self.mutated.with_name(self.mutated.name + ".meta")
        self.tests = [name for name in TESTS[module] if (ROOT / name).exists()]

    @property
    def started(self) -> bool:
        """Whether there are mutants of this module."""
        return self.meta.exists()

    def prepare(self, accepted: AcceptedMutants) -> None:
        """Copy package and tests, and forget the results that the changes since the last run may change."""
        state = self.folder / "digests.json"
        digests = {
            "module": _digest([ROOT / self.module], PLUGIN, *EXPOSED_DECORATORS),
            "tests": _digest(self._test_files()),
        }
        known = json.loads(state.read_text(encoding="utf-8")) if state.exists() else {}
        if known.get("module") != digests["module"]:
            shutil.rmtree(self.folder, ignore_errors=True)
        elif known.get("tests") != digests["tests"]:
            shutil.rmtree(self.folder / "mutants" / "tests", ignore_errors=True)
            (self.folder / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)
            self._forget_survivors(accepted)
        self._copy_package()
        shutil.rmtree(self.folder / "tests", ignore_errors=True)
        for file in self._test_files():
            _copy(file, self.folder / file.relative_to(ROOT))
        (self.folder / "plugin").mkdir(exist_ok=True)
        (self.folder / "plugin" / "mutation_plugin.py").write_text(PLUGIN, encoding="utf-8")
        (self.folder / "pyproject.toml").write_text(self._configuration(), encoding="utf-8")
        state.write_text(json.dumps(digests), encoding="utf-8")

    def run(self, jobs: int, deadline: float | None) -> None:
        """Let mutmut test the mutants that have no result yet."""
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(self.folder / "plugin")}
        command = [sys.executable, "-c", "from mutmut.__main__ import cli; cli()", "run", "--max-children", str(jobs)]
        with (self.folder / "log.txt").open("w", encoding="utf-8") as log:
            process = subprocess.Popen(command, cwd=self.folder, env=environment, stdout=log, stderr=log)
            try:
                process.wait(None if deadline is None else max(0.0, deadline - time.monotonic()))
            except (subprocess.TimeoutExpired, KeyboardInterrupt) as stop:
                process.send_signal(signal.SIGINT)
                process.wait()
                if isinstance(stop, KeyboardInterrupt):
                    raise
            else:
                if process.returncode:
                    raise subprocess.CalledProcessError(process.returncode, command)

    def outcome(self, accepted: AcceptedMutants) -> Outcome:
        """Count the mutants by what became of them."""
        results: dict[str, int | None] = json.loads(self.meta.read_text(encoding="utf-8"))["exit_code_by_key"]
        outcome = Outcome(mutants=len(results), killed=sum(result in KILLED for result in results.values()))
        for _, mutant in self._survivors(results):
            if mutant.harmless or mutant in accepted:
                outcome.accepted += 1
            else:
                outcome.survivors.append(mutant)
        outcome.not_run = outcome.mutants - outcome.killed - outcome.accepted - len(outcome.survivors)
        return outcome

    def _mutant(self, functions: dict[str, ast.FunctionDef], name: str) -> Mutant:
        original = name.rpartition("__mutmut_")[0]
        one, other = functions[f"{original}__mutmut_orig"], functions[name]
        before, after = _difference(one, other)
        shown = original.removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
        return Mutant(self.module, shown, before, after, _without_harmless_parts(one) == _without_harmless_parts(other))

    def _test_files(self) -> list[Path]:
        support = sorted((ROOT / "tests" / "support").glob("*.py"))
        chosen = [ROOT / name for name in self.tests]
        fixtures = {file.with_name("conftest.py") for file in chosen}
        return [*chosen, *sorted(file for file in fixtures if file.exists()), *support]

    def _copy_package(self) -> None:
        for file in _package_files():
            target = self.folder / "src" / "seqform" / file.relative_to(ROOT / "src" / "seqform")
            if file.resolve() == (ROOT / self.module).resolve():
                text = expose_decorated_functions(file.read_text(encoding="utf-8"))
                if not target.exists() or target.read_text(encoding="utf-8") != text:
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_text(text, encoding="utf-8")
            else:
                _copy(file, target)

    def _configuration(self) -> str:
        options = {
            "source_paths": ["src"],
            "only_mutate": [str(self.source.relative_to(self.folder))],
            "pytest_add_cli_args": [
                "-pmutation_plugin",
                *(f"-pno:{plugin}" for plugin in LEFT_OUT_PLUGINS),
                *(f"--deselect={test}" for test in LEFT_OUT),
            ],
            "pytest_add_cli_args_test_selection": self.tests,
            "process_isolation": "forkserver",
            "timeout_multiplier": 5.0,
            "timeout_constant": 3.0,
            "use_git_change_detection": False,
            "track_dependencies": False,
        }
        lines = "\n".join(f"{name} = {json.dumps(value)}" for name, value in options.items())
        return f"{(ROOT / 'pyproject.toml').read_text(encoding='utf-8')}\n[tool.mutmut]\n{lines}\n"

    def _forget_survivors(self, accepted: AcceptedMutants) -> None:
        """Make mutmut test the survivors again, but for the accepted ones."""
        if self.meta.exists():
            data = json.loads(self.meta.read_text(encoding="utf-8"))
            for key, mutant in self._survivors(data["exit_code_by_key"]):
                if not mutant.harmless and mutant not in accepted:
                    data["exit_code_by_key"][key] = None
            self.meta.write_text(json.dumps(data), encoding="utf-8")

    def _survivors(self, results: dict[str, int | None]) -> Iterator[tuple[str, Mutant]]:
        functions = dict(_functions(ast.parse(self.mutated.read_text(encoding="utf-8"))))
        for key, result in results.items():
            if result in SURVIVED:
                yield key, self._mutant(functions, key.rpartition(".")[2])


def expose_decorated_functions(source: str) -> str:
    """Return a module in which the decorators of `EXPOSED_DECORATORS` are applied by assignments."""
    lines = source.split("\n")
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef) and _is_exposed(node)]
    for node in sorted(found, key=lambda node: node.lineno, reverse=True):
        (decorator,) = node.decorator_list
        indent = " " * node.col_offset
        assert node.end_lineno is not None
        applied = f"{indent}{node.name} = {ast.unparse(decorator)}({node.name})  # pragma: no mutate"
        lines.insert(node.end_lineno, applied)
        del lines[decorator.lineno - 1 : node.lineno - 1]
    return "\n".join(lines)


def _is_exposed(node: ast.FunctionDef) -> bool:
    if len(node.decorator_list) != 1:
        return False
    decorator = node.decorator_list[0]
    name = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(name, ast.Name) and name.id in EXPOSED_DECORATORS


def _functions(module: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in module.body:
        for part in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(part, ast.FunctionDef):
                yield part.name, part


def _difference(one: ast.FunctionDef, other: ast.FunctionDef) -> tuple[str, str]:
    """Return the statements that differ, in the normal form of `ast.unparse`."""
    before, after = (
        [ast.unparse(node.args), *(line for part in node.body for line in ast.unparse(part).split("\n"))]
        for node in (one, other)
    )
    changes = list(difflib.unified_diff(before, after, lineterm="", n=0))[2:]
    parts = [[line[1:].strip() for line in changes if line.startswith(sign)] for sign in "-+"]
    return "\n".join(parts[0]), "\n".join(parts[1])


def _without_harmless_parts(function: ast.FunctionDef) -> str:
    """Return what a function does but for texts of errors, types in casts, `strict` of `zip`, and default dtypes."""
    copied = ast.parse(ast.unparse(function)).body[0]
    assert isinstance(copied, ast.FunctionDef)
    copied.name = "f"
    return ast.dump(_HarmlessParts().visit(copied))


class _HarmlessParts(ast.NodeTransformer):
    def visit_Raise(self, node: ast.Raise) -> Any:
        if isinstance(node.exc, ast.Call):
            node.exc.args = []
        return self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> Any:
        node.msg = None
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Name) and node.func.id == "cast":
            node.args = node.args[-1:]
        if isinstance(node.func, ast.Name) and node.func.id == "zip":
            node.keywords = []
        if isinstance(node.func, ast.Attribute) and node.func.attr == "astype":
            node.args = [one for one in node.args if ast.unparse(one) not in ("np.float64", "None")]  # the same
        if isinstance(node.func, ast.Attribute) and node.func.attr == "reshape":
            node.args = [ast.Constant(-1) if ast.unparse(one) in ("-1", "-2") else one for one in node.args]  # the same
        if ast.unparse(node.func) in ("np.full", "np.asarray", "np.arange"):
            node.keywords = [one for one in node.keywords if not _is_default_dtype(one)]
        return self.generic_visit(node)


def _is_default_dtype(keyword: ast.keyword) -> bool:
    """Tell whether a dtype is written for readers and type checkers: that of integers, or of comparisons."""
    return keyword.arg == "dtype" and ast.unparse(keyword.value) in ("np.int64", "bool", "None")


def _package_files() -> Iterator[Path]:
    package = ROOT / "src" / "seqform"
    for folder, inner, names in os.walk(package, followlinks=True):
        inner[:] = [name for name in inner if name != "__pycache__"]
        for name in names:
            yield Path(folder) / name


def _copy(file: Path, target: Path) -> None:
    if not target.exists() or target.read_bytes() != file.read_bytes():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, target)


def _digest(files: Iterable[Path], *texts: str) -> str:
    total = hashlib.sha256("\n".join(texts).encode())
    for file in files:
        total.update(file.read_bytes())
    return total.hexdigest()


def _counts(outcome: Outcome) -> str:
    parts = [f"{outcome.mutants} mutants", f"{outcome.killed} killed", f"{outcome.accepted} accepted"]
    return ", ".join([*parts, f"{len(outcome.survivors)} survived", f"{outcome.not_run} not run"])


def _section(outcomes: dict[str, Outcome]) -> str:
    total: Counter[str] = Counter()
    rows = []
    for module, outcome in outcomes.items():
        counts = {
            "mutants": outcome.mutants,
            "killed": outcome.killed,
            "accepted": outcome.accepted,
            "survived": len(outcome.survivors),
            "not run": outcome.not_run,
        }
        total.update(counts)
        rows.append((f"`{module}`", *counts.values()))
    rows.append(("all", *(total[name] for name in ("mutants", "killed", "accepted", "survived", "not run"))))
    absent = [f"`{module}`" for module in TESTS if module not in outcomes]
    table = ["| module | mutants | killed | survived, accepted | survived | not run |"]
    table += ["| --- | --: | --: | --: | --: | --: |"]
    table += ["| " + " | ".join(str(part) for part in row) + " |" for row in rows]
    parts = [
        "## mutation",
        "Mutants of the code that certificates rest on. The reasons for the accepted survivors are in "
        "`scripts/campaigns/accepted_mutants.toml`; mutants that change only the text of an error message, a type, "
        "the `strict` of a `zip`, or a dtype that is the default anyway, are accepted without an entry.",
        f"`python scripts/campaigns/mutation.py`, {date.today().isoformat()}, on {machine()}; "
        f"mutmut {version('mutmut')}, {versions()}.",
        "\n".join(table),
    ]
    return "\n\n".join([*parts, *([f"Not run: {', '.join(absent)}."] if absent else [])]) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
