"""The names of the package, which are kept by hand beside registries, against these."""

import ast
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import seqform as sf
from seqform.builders.steps import Step
from seqform.errors import OTHER_NAMES, InputError
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
