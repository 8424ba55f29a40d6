"""The names of the package, which are kept by hand beside registries, against these."""

import ast
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import seqform as sf
from seqform.builders.steps import Step
from seqform.errors import OTHER_NAMES, InputError, SeqformError
from seqform.solving.concepts import CONCEPTS
from seqform.solving.preprocessing import PREPROCESSORS

ROOT = Path(__file__).parents[2]


def test_every_concept_and_every_step_of_seqform_is_at_the_top_and_on_the_page_of_the_api() -> None:
    page = (ROOT / "docs/api/solve.rst").read_text(encoding="utf-8")
    steps: list[type[Step]] = [*PREPROCESSORS.values(), sf.Abstraction]
    for known in (*CONCEPTS.values(), *steps):
        if known.__module__.startswith("seqform."):
            assert getattr(sf, known.__name__) is known
            assert f".. autoclass:: {known.__name__}\n" in page


UNTYPED: Any = sf


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_names_that_the_field_has_for_concepts_are_answered_with_those_of_seqform(
    name: str,
) -> None:
    concept = OTHER_NAMES[name]
    assert concept in CONCEPTS
    for spelled in (name, name.replace("_", "-"), name.replace("_", " ").upper()):
        with pytest.raises(InputError, match=f"did you mean {concept}"):
            sf.solve("kuhn", spelled)


def test_a_star_import_has_the_names_of_concepts_and_steps() -> None:
    names: dict[str, object] = {}
    exec("from seqform import *", names)
    assert names["Nash"] is CONCEPTS["nash"] and names["Sparsify"] is PREPROCESSORS["sparsify"]
    assert {"solve", "Abstraction", "models"} <= set(names) and set(dir(sf)) == set(sf.__all__)


def test_type_checkers_and_programs_see_the_same_names() -> None:
    tree = ast.parse(Path(sf.__file__).read_text(encoding="utf-8"))
    declared = set()
    for condition in tree.body:
        if not isinstance(condition, ast.If):
            continue
        for node in condition.body:
            if not isinstance(node, ast.ImportFrom) or node.module == "typing":
                continue
            names = [alias.name for alias in node.names]
            declared |= set(import_module(str(node.module)).__all__ if names == ["*"] else names)
    assert declared == set(sf.__all__) - {"__version__"}


def test_functions_that_settings_of_linters_name_exist() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for name in settings["tool"]["ruff"]["lint"]["flake8-bugbear"]["extend-immutable-calls"]:
        module, _, function = name.rpartition(".")
        assert callable(getattr(import_module(module), function))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: sf.equilibria("kuhn", compleet=True),
            "no argument 'compleet'; did you mean comple",
        ),
        (lambda: sf.equilibria("kuhn", complete=True, bakc=True), "'bakc'; did you mean back"),
        (lambda: sf.solve("kuhn", complete=True), "complete: an argument of `seqform.equilibria`"),
        (lambda: sf.check("kuhn", "uniform", nash=True), "nash: leave it out"),
        (
            lambda: UNTYPED.leaf(1, 2, 3),
            "leaf: too many positional arguments; as in leaf\\(1, -1\\)",
        ),
        (
            lambda: UNTYPED.move(0, {"a": sf.leaf(1)}),
            "move: missing .*'children'; as in move\\(0, 'hand'",
        ),
        (lambda: UNTYPED.tree(sf.leaf(1)), "tree: missing .*'root'; as in tree\\('my game'"),
        (lambda: UNTYPED.chance("x", {}), "chance: too many .*; as in chance\\("),
        (lambda: sf.load("kuhn(bet=2"), "its parenthesis is not closed, as in 'kuhn\\(bet=2\\)'"),
        (
            lambda: sf.load("kuhn(bte=2)"),
            "no parameter 'bte'; .*`seqform games kuhn` describes them",
        ),
    ],
)
def test_wrong_arguments_are_one_line_with_the_right_form(call: Any, message: str) -> None:
    with pytest.raises(SeqformError, match=message):
        call()


def test_parameters_that_an_own_game_lacks_are_named(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    text = "import seqform as sf\ndef entry(prize):\n    return sf.tree('entry', sf.leaf(prize))\n"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError, match="entry has no parameter 'price'; did you mean prize"):
        sf.load(f"{file}:entry(price=1)")
    with pytest.raises(
        InputError, match="missing a required argument: 'prize'; its parameters are"
    ):
        sf.load(f"{file}:entry")
    assert sf.load(f"{file}:entry(prize=3)").title == "entry"
