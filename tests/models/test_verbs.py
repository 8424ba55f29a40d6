"""Functions of higher packages as methods: their types, documentation and results."""

import inspect
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, assert_type

import pytest

import seqform as sf
import seqform.models.verbs as verbs
from seqform import models
from seqform.analysis import frontier, value_function
from seqform.io import saved_solution
from seqform.models import Equilibrium, ExtensiveGame
from seqform.models.verbs import Verb
from seqform.pictures.chart import Chart
from seqform.pictures.formats import Drawing

VERBS = {name: verb for name, verb in vars(verbs).items() if isinstance(verb, Verb)}
MODULES = [import_module(found.name) for found in walk_packages(models.__path__, "seqform.models.")]
CLASSES = {
    kind
    for module in (*MODULES, saved_solution, value_function, frontier)
    for kind in vars(module).values()
    if isinstance(kind, type)
}
METHODS = [
    (kind, name, verb)
    for kind in sorted(CLASSES, key=str)
    for name, verb in vars(kind).items()
    if isinstance(verb, Verb)
]


def test_methods_have_the_types_and_results_of_the_functions(tmp_path: Path) -> None:
    game = sf.load("kuhn")
    assert isinstance(game, ExtensiveGame)
    equilibrium = assert_type(game.solve(exact=True), Equilibrium)
    assert equilibrium.values == assert_type(sf.solve(game, exact=True), Equilibrium).values
    assert assert_type(game.draw(equilibrium), Drawing).svg() == sf.draw(game, equilibrium).svg()
    charted = assert_type(game.chart(equilibrium, player=0), Chart)
    assert charted.caption == assert_type(equilibrium.chart(player=0), Chart).caption
    assert_type(equilibrium.save(tmp_path / "kuhn.json"), None)
    assert sf.check(game, tmp_path / "kuhn.json").proven


@pytest.mark.parametrize(
    ("kind", "name", "verb"), METHODS, ids=[f"{kind.__name__}.{name}" for kind, name, _ in METHODS]
)
def test_a_method_has_the_signature_and_the_documentation_of_its_function(kind: Any, name: str, verb: Verb) -> None:
    function = getattr(kind, name)
    bound = verb.__get__(object.__new__(kind), kind)
    assert list(inspect.signature(bound).parameters) == list(inspect.signature(function).parameters)[1:]
    assert inspect.getdoc(bound) == inspect.getdoc(function) != ""


def test_every_function_of_the_table_is_a_method_of_some_class() -> None:
    assert set(VERBS) == set(verbs.__all__)
    assert {verb for _, _, verb in METHODS} == set(VERBS.values())
