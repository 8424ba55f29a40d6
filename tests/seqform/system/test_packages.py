"""Names of concepts, steps, planners and games are not taken over silently; old names answer like the new ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

import seqform as sf
from seqform.builders.games import catalog
from seqform.errors import InputError
from seqform.models.games.extensive import ExtensiveGame
from seqform.solving.concepts import CONCEPTS
from seqform.solving.plan import PLANNERS
from seqform.solving.preprocessing import PREPROCESSORS
from seqform.system.packages import Registry


class Other:
    """An object that may not take a name of seqform's."""


def other(**_: object) -> Any:
    """Return nothing; a function that may not take a name of seqform's."""


@pytest.mark.parametrize(
    ("registry", "name", "kind"),
    [
        (CONCEPTS, "nash", "concept nash"),
        (PREPROCESSORS, "sparsify", "step sparsify"),
        (PLANNERS, ("plans", ExtensiveGame), "planner plans of ExtensiveGame"),
    ],
    ids=["concepts", "steps", "planners"],
)
def test_a_name_of_another_object_is_refused_with_both_modules(
    registry: Registry[Any, Any], name: Any, kind: str
) -> None:
    known, before = registry[name], list(registry)
    message = f"{kind}: {__name__}.Other would replace {known.__module__}.{known.__qualname__}"
    ways: list[Callable[[], object]] = [
        lambda: registry.__setitem__(name, Other),
        lambda: registry.update({name: Other}),
    ]
    for way in ways:
        with pytest.raises(InputError, match=message):
            way()
    registry[name] = known  # the same object may be registered again
    assert registry[name] is known and list(registry) == before
    assert not hasattr(registry, "__ior__")


def test_a_module_that_is_executed_again_registers_its_new_class() -> None:
    registry = Registry[str, type]("class")
    made = [type("Made", (), {}) for _ in range(2)]
    for each in made:
        registry["made"] = each
    assert registry["made"] is made[1]


def test_a_deleted_entry_may_be_replaced() -> None:
    registry = Registry[str, type]("class", {"it": Other})
    del registry["it"]
    registry.update(it=int)
    assert dict(registry) == {"it": int}


def test_partial_functions_are_told_apart_by_their_functions() -> None:
    registry = Registry[str, Any]("function", {"it": partial(max)})
    registry["it"] = partial(max, 1)
    with pytest.raises(InputError, match=r"builtins\.print would replace"):
        registry["it"] = partial(print)


@pytest.mark.parametrize("which", ["name", "alias"])
def test_a_game_of_the_catalog_keeps_its_name_and_its_aliases(which: str) -> None:
    known = next(entry for entry in catalog.entries() if entry.aliases)
    name = known.name if which == "name" else known.aliases[0]
    before = catalog.entries()
    with pytest.raises(InputError, match=f"game {name}: {__name__}.other would replace"):
        catalog.register(replace(known, name=name, aliases=(), build=other))
    assert catalog.entries() == before
    assert catalog.find(name) is known


OLD = {
    sf: ["blunder_report"],
    sf.play: [
        "GameTable",
        "OrderedTable",
        "OrderedView",
        "RulesTable",
        "TreeTable",
        "View",
        "open_table",
    ],
}


def test_a_session_answers_by_its_old_names() -> None:
    session = sf.play.open_session("kuhn", "random", seat=0)
    with pytest.warns(DeprecationWarning, match=r"Session.table is playable now"):
        assert session.table is session.playable
    with pytest.warns(DeprecationWarning, match=r"Session.view is observation now"):
        assert session.view() == session.observation()


@pytest.mark.parametrize(
    ("room", "name"), [(room, name) for room, names in OLD.items() for name in names]
)
def test_old_names_warn_and_answer(room: object, name: str) -> None:
    with pytest.warns(DeprecationWarning, match=rf"^seqform.*{name} is \w+ now") as caught:
        old = getattr(room, name)
    assert caught[0].filename == __file__
    assert old is getattr(room, str(caught[0].message).split(" is ")[1].split(" now")[0])


def test_an_old_option_is_the_new_one() -> None:
    profile = sf.uniform_profile(sf.load("kuhn"))
    with pytest.warns(DeprecationWarning, match="compare is versus now") as caught:
        old = sf.draw("kuhn", profile, compare=profile)
    assert caught[0].filename == __file__
    assert old.svg() == sf.draw("kuhn", profile, versus=profile).svg()
