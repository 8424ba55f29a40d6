"""The package as users get it: complete, lazily imported, and only under its own name."""

import ast
import fcntl
import importlib
import os
import re
import shutil
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import python

import seqform

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
ROOMS = {"seqform.models": "models", "seqform.builders": "builders", "seqform.backends": "backends"}


def folders_with_code() -> set[str]:
    found = set()
    for package, folder in {"seqform": "src/seqform", **ROOMS}.items():
        for init in (ROOT / folder).rglob("__init__.py"):
            relative = init.parent.relative_to(ROOT / folder)
            if (
                package == "seqform"
                and relative.parts[:1]
                and f"seqform.{relative.parts[0]}" in ROOMS
            ):
                continue  # the links that editors and mypy follow
            found.add(".".join([package, *relative.parts]))
    return found


def test_every_folder_with_code_is_packaged() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert set(settings["tool"]["setuptools"]["packages"]) == folders_with_code()


def test_an_editable_installation_is_a_path_that_type_checkers_follow() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    assert settings["distutils"]["editable_wheel"]["mode"] == "compat"
    source = ROOT / settings["setuptools"]["package-dir"][""]
    assert (source / "seqform" / "py.typed").exists()
    for package, folder in ROOMS.items():
        assert source.joinpath(*package.split(".")).resolve() == (ROOT / folder).resolve()


@pytest.mark.parametrize("room", sorted(ROOMS.values()))
def test_the_rooms_are_not_top_level_modules(room: str) -> None:
    assert (
        f"ImportError: import seqform.{room}, not {room}"
        in python("-c", f"import {room}", cwd=ROOT).stderr
    )


def floors() -> list[tuple[str, ...]]:
    """Return the packages of each layer that pyproject.toml declares, from the top down."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (layered,) = (
        row for row in settings["tool"]["importlinter"]["contracts"] if row["type"] == "layers"
    )
    return [tuple(re.split(r" [|:] ", row)) for row in layered["layers"]]


def imported_packages(file: Path) -> Iterator[str]:
    """Yield the packages of seqform that a file imports: by statement, for type checkers only, or named in a string."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{one.name}" for one in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value]
        for name in names:
            if found := re.fullmatch(r"seqform\.(\w+)[\w.:]*", name):
                yield found[1]


@pytest.mark.parametrize("room", [room for row in floors() for room in row])
def test_imports_go_down_only_those_in_strings_included(room: str) -> None:
    rows = floors()
    place = next(number for number, row in enumerate(rows) if room in row)
    above = {other for row in rows[: place + 1] for other in row} - {room, "errors", "system"}
    folder = ROOT / ROOMS.get(f"seqform.{room}", f"src/seqform/{room}")
    files = set(folder.rglob("*.py")) or {folder.with_suffix(".py")}
    for file in files - {ROOT / "models" / "verbs.py"}:
        assert above.isdisjoint(imported_packages(file)), file.relative_to(ROOT)


def test_import_loads_no_other_module() -> None:
    code = "import __future__, importlib, sys; before = set(sys.modules); import seqform; "
    code += "print(set(sys.modules) - before)"
    assert python("-c", code).stdout == "{'seqform'}\n"


def test_the_public_names_are_those_that_type_checkers_see() -> None:
    tree = ast.parse(Path(seqform.__file__).read_text("utf-8"))
    seen: dict[str, str | None] = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or node.module == "__future__":
            continue
        for alias in node.names:
            if alias.name == "*":
                seen |= dict.fromkeys(
                    importlib.import_module(str(node.module)).__all__, node.module
                )
            elif alias.asname:
                seen[alias.asname] = node.module
    assert {"__version__", *seen} == set(seqform.__all__)
    for name, module in seen.items():
        assert getattr(seqform, name) is getattr(importlib.import_module(str(module)), name)


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the source archive, which one worker builds for all: the machine code takes half a minute."""
    pytest.importorskip("build", reason="the extra 'lint' brings the build frontend")
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    place = folder / "distributions"
    with (folder / "distributions.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            _build(tmp_path_factory.mktemp("build"), place)
    (wheel,), (archive,) = place.glob("*.whl"), place.glob("*.tar.gz")
    return wheel, archive


def _build(folder: Path, place: Path) -> None:
    """Build the distributions of a copy: a build folder in the checkout could hide a missing module."""
    source = folder / "source"
    for name in ("src", *ROOMS.values()):
        shutil.copytree(
            ROOT / name,
            source / name,
            symlinks=True,
            ignore=shutil.ignore_patterns("__pycache__", "*.so"),
        )
    shutil.copytree(ROOT / "scripts" / "build_backend", source / "scripts" / "build_backend")
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    # Without optimization, which takes two thirds of the time
    settings = (source / "setup.py").read_text("utf-8")
    assert '"-O3"' in settings
    (source / "setup.py").write_text(settings.replace('"-O3"', '"-O0"'), "utf-8")
    python("-m", "build", "--outdir", folder / "dist", source, check=True)
    (folder / "dist").rename(place)


@pytest.mark.slow
def test_the_wheel_solves_games_outside_the_checkout(
    distributions: tuple[Path, Path], tmp_path: Path
) -> None:
    place = tmp_path / "site"
    with zipfile.ZipFile(distributions[0]) as archive:
        archive.extractall(place)
    code = f"""
import sys; sys.path.insert(0, {str(place)!r})
import pathlib, seqform, seqform.models
assert all(pathlib.Path(each.__file__).is_relative_to({str(place)!r}) for each in (seqform, seqform.models))
print(*(seqform.solve(game, exact=True).values[0] for game in ('kuhn', 'two-level-tree')))
"""
    done = python("-c", code, cwd=tmp_path)
    assert done.stdout.strip() == "-1/18 1", done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("tool", ["twine", "check_wheel_contents"])
def test_the_distributions_are_fit_for_an_index(
    distributions: tuple[Path, Path], tool: str
) -> None:
    pytest.importorskip(tool, reason="the extra 'lint' brings twine and check-wheel-contents")
    arguments = ["check", "--strict", *distributions] if tool == "twine" else distributions[:1]
    done = python("-m", tool, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_the_version_of_the_package_is_that_of_the_distributions_and_of_citations(
    distributions: tuple[Path, Path],
) -> None:
    version = seqform.__version__
    assert [file.name.split("-")[1].removesuffix(".tar.gz") for file in distributions] == [
        version,
        version,
    ]
    assert f"version: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version = {{{version}}}" in (ROOT / "docs" / "project" / "citing.md").read_text(
        encoding="utf-8"
    )
