"""Classes of the models: their arrays are read-only, and functions of higher packages are methods of them."""

import copy
import dataclasses
import importlib
import inspect
import pickle
import pkgutil
import typing
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, assert_type

import numpy as np
import pytest

import seqform
import seqform as sf
import seqform.models.verbs as verbs
from seqform import models
from seqform.analysis import frontier, value_function
from seqform.io import saved_solution
from seqform.models import Equilibrium, ExtensiveGame
from seqform.models.immutable import Immutable, cached, read_only
from seqform.models.strategies.behavior import BehaviorStrategy, RealizationPlan
from seqform.models.verbs import Verb
from seqform.paths import correspondence
from seqform.pictures.chart import Chart
from seqform.pictures.formats import Drawing


@dataclass(frozen=True, eq=False)
class _Held(Immutable):
    array: np.ndarray
    parts: tuple[Any, ...] = ()
    by_name: dict[str, np.ndarray] = field(default_factory=dict)

    @cached
    def doubled(self) -> tuple[np.ndarray, ...]:
        """Two arrays."""
        return (2 * self.array, 2 * self.array[1:])


class _Subclass(np.ndarray):
    """An array of another class, as memory maps are."""


def arrays_within(value: Any) -> list[np.ndarray]:
    if isinstance(value, np.ndarray):
        return [value]
    parts = (
        value.values()
        if isinstance(value, dict)
        else value
        if isinstance(value, tuple | list)
        else ()
    )
    return [array for part in parts for array in arrays_within(part)]


def require_read_only(*values: Any) -> None:
    for array in arrays_within(values):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda held: pickle.loads(pickle.dumps(held))]
)
def test_pickled_and_copied_objects_stay_read_only(duplicate: Callable[[_Held], _Held]) -> None:
    held = _Held(np.arange(3), (np.arange(2),))
    _ = held.doubled
    again = duplicate(held)
    assert again.array.tolist() == [0, 1, 2]
    assert [part.tolist() for part in again.parts] == [[0, 1]]
    assert [part.tolist() for part in again.__dict__["doubled"]] == [[0, 2, 4], [2, 4]]
    require_read_only(again.array, again.parts, again.__dict__["doubled"])


@pytest.mark.slow
def test_every_frozen_dataclass_with_arrays_is_immutable() -> None:
    optional = (
        "cupdlpx",
        "duckdb",
        "pandas",
        "distributed",
        "matplotlib",
        "pyspiel",
        "open_spiel",
        "psutil",
    )
    words = ("NDArray", "ndarray", "Ints", "Floats", "Mask", "Numerators", "Vector", "Rationals")
    names = [module.name for module in pkgutil.walk_packages(seqform.__path__, "seqform.")]
    found, missing = 0, []
    for name in names:
        if name.endswith("__main__"):  # a package with a command line runs when imported
            continue
        try:
            module = importlib.import_module(name)
        except ImportError as error:
            assert (error.name or "").startswith(optional), name
            continue
        for kind in vars(module).values():
            if not (
                isinstance(kind, type)
                and dataclasses.is_dataclass(kind)
                and kind.__module__ == name
            ):
                continue
            annotations = [str(each.type) for each in dataclasses.fields(kind)]
            with_arrays = [text for text in annotations if any(word in text for word in words)]
            frozen = typing.cast("Any", kind).__dataclass_params__.frozen
            if frozen and any("Callable" not in text for text in with_arrays):
                found += 1
                if not issubclass(kind, Immutable):
                    missing.append(f"{name}.{kind.__name__}")
    assert found > 60
    assert missing == []


def test_arrays_that_a_subclass_or_another_base_sets_last_are_read_only() -> None:
    @dataclass(frozen=True, eq=False)
    class Checked(Immutable):
        array: np.ndarray

        def __post_init__(self) -> None:
            object.__setattr__(self, "array", self.array + 1)

    @dataclass(frozen=True, eq=False)
    class Extended(Checked):
        def __post_init__(self) -> None:
            super().__post_init__()
            object.__setattr__(self, "array", self.array + 1)

    class Doubling:
        array: np.ndarray

        def __post_init__(self) -> None:
            super().__post_init__()  # type: ignore[misc]
            object.__setattr__(self, "array", 2 * self.array)

    @dataclass(frozen=True, eq=False)
    class Doubled(Doubling, Extended):
        pass

    extended = Extended(np.zeros(2))
    doubled = Doubled(np.zeros(2))
    assert extended.array.tolist() == [2, 2]
    assert doubled.array.tolist() == [4, 4]
    require_read_only(extended.array, doubled.array)


def test_a_strategy_made_by_hand_keeps_no_memory_of_the_caller() -> None:
    index = sf.load("guess-the-ace").sequences[0].index
    mine = np.array([Fraction(1), Fraction(1, 2), Fraction(1, 2)], dtype=object)
    strategy, plan = (
        BehaviorStrategy(index, mine),
        RealizationPlan(index, np.array([1.0, 0.5, 0.5])),
    )
    mine[1] = Fraction(7)
    assert strategy["start"] == {"stop": Fraction(1, 2), "ask": Fraction(1, 2)}
    assert isinstance(plan.weights, np.ndarray)
    require_read_only(plan.weights)


def test_validation_sees_the_copied_arrays_and_may_set_arrays() -> None:
    seen: list[np.ndarray] = []

    @dataclass(frozen=True, eq=False)
    class Copying(Immutable, copy_arrays=True):
        array: np.ndarray

        def __post_init__(self) -> None:
            seen.append(self.array)
            object.__setattr__(self, "array", self.array + 1)

    given = np.arange(3)
    view = given[:]
    made = Copying(given)
    view[0] = given[1] = 9
    assert seen[0].tolist() == [0, 1, 2]
    assert not seen[0].flags.writeable
    assert made.array.tolist() == [1, 2, 3]
    assert not made.array.flags.writeable
    assert given.flags.writeable


def test_read_only_returns_values_without_arrays_unchanged_and_keeps_container_types() -> None:
    for plain in ((1, "a"), ["a"], {"a": 1}, "text", None, 1.5):
        assert read_only(plain) is plain
    nested = read_only(((1, np.arange(2)), [np.arange(2)], {"a": {"b": np.arange(2)}}))
    assert [type(nested), *map(type, nested)] == [tuple, tuple, list, dict]
    assert list(nested[2]) == ["a"]
    assert nested[0][0] == 1
    assert [array.tolist() for array in arrays_within(nested)] == [[0, 1]] * 3
    require_read_only(nested)


@pytest.mark.parametrize(
    "wrap", [lambda a: a, lambda a: (a,), lambda a: [a], lambda a: {"a": a}, lambda a: ([a],)]
)
def test_read_only_copies_on_demand(wrap: Callable[[np.ndarray], Any]) -> None:
    given = np.arange(3)
    (copied,) = arrays_within(read_only(wrap(given), copy=True))
    assert copied is not given
    assert given.flags.writeable
    assert not copied.flags.writeable
    (kept,) = arrays_within(read_only(wrap(given)))
    assert kept is given
    assert not given.flags.writeable
    (again,) = arrays_within(read_only(wrap(given), copy=True))
    assert again is given


@pytest.mark.parametrize("writable", [True, False])
def test_a_view_of_writable_memory_is_copied(writable: bool) -> None:
    memory = np.arange(4)
    view = memory[1:]
    view.flags.writeable = writable
    held = _Held(view)
    memory[1] = 9
    assert held.array.tolist() == [1, 2, 3]


def test_a_view_is_shared_only_if_no_memory_behind_it_may_be_written() -> None:
    memory = np.arange(6)
    middle = memory[1:]
    middle.flags.writeable = False
    inner = middle[1:]
    assert read_only(inner) is not inner
    owner = np.arange(6).view(np.recarray).copy()
    between = owner.view(np.ndarray)
    between.flags.writeable = False
    outer = between[1:]
    assert outer.base is between
    assert read_only(outer) is not outer
    protected = read_only(np.arange(6))
    assert read_only(protected[1:][1:]).base is not None
    part = protected[1:]
    assert _Held(part).array is part
    foreign = np.frombuffer(b"12345678", dtype=np.int64)
    assert read_only(foreign) is foreign
    buffer = bytearray(np.arange(3).tobytes())
    for view in (
        np.frombuffer(buffer, dtype=np.int64),
        np.frombuffer(memoryview(buffer).toreadonly(), dtype=np.int64),
    ):
        view.flags.writeable = False
        assert not np.shares_memory(_Held(view).array, view)


def test_arrays_of_other_classes_are_copied_to_plain_ones(tmp_path: Path) -> None:
    mapped = np.memmap(tmp_path / "map", dtype=np.int64, mode="w+", shape=(3,))
    for array in (np.arange(3).view(_Subclass), mapped):
        held = _Held(array, (array,))
        for kept in (held.array, held.parts[0]):
            assert type(kept) is np.ndarray
            assert not np.shares_memory(kept, array)
            require_read_only(kept)


# ---- functions of higher packages as methods ----


VERBS = {name: verb for name, verb in vars(verbs).items() if isinstance(verb, Verb)}
MODULES = [import_module(found.name) for found in walk_packages(models.__path__, "seqform.models.")]
CLASSES = {
    kind
    for module in (*MODULES, saved_solution, value_function, frontier, correspondence)
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
def test_a_method_has_the_signature_and_the_documentation_of_its_function(
    kind: Any, name: str, verb: Verb
) -> None:
    function = getattr(kind, name)
    bound = verb.__get__(object.__new__(kind), kind)
    assert (
        list(inspect.signature(bound).parameters)
        == list(inspect.signature(function).parameters)[1:]
    )
    assert inspect.getdoc(bound) == inspect.getdoc(function) != ""


def test_every_function_of_the_table_is_a_method_of_some_class() -> None:
    assert set(VERBS) == set(verbs.__all__)
    assert {verb for _, _, verb in METHODS} == set(VERBS.values())
