import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
import seqform.builders.games
from seqform.backends.bestnash.backend import backward_induction
from seqform.builders.games import catalog
from seqform.builders.games.entry import CatalogEntry, KnownValue, spell
from seqform.builders.games.rules import MAX_NODES
from seqform.builders.preprocess.subgames import is_perfect_information, perfect_information
from seqform.errors import GameError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import count

ENTRIES = catalog.entries()
SIZED = [entry for entry in ENTRIES if entry.sizes is not None]
EXPANDABLE = [entry for entry in SIZED if entry.sizes is not None and entry.sizes.nodes <= MAX_NODES]
TOO_LARGE = [entry for entry in SIZED if entry not in EXPANDABLE]
VALUES = [known for entry in ENTRIES for known in entry.values]


LARGE = {"tic-tac-toe", "liars-dice", "liars-dice(wild=false)"}


def large_ones_slow(values: Iterable[Any], name: str) -> list[Any]:
    return [
        pytest.param(value, id=getattr(value, name), marks=[pytest.mark.slow] * (getattr(value, name) in LARGE))
        for value in values
    ]


@cache
def default_game(name: str) -> ExtensiveGame:
    return catalog.make(name)


@pytest.mark.parametrize("entry", large_ones_slow(EXPANDABLE, "name"))
def test_stored_sizes_are_those_of_the_game_and_descriptions_mark_what_is_not_zero_sum(entry: CatalogEntry) -> None:
    game = default_game(entry.name)
    indices = [own.index for own in game.sequences]
    assert entry.sizes is not None
    assert len(game) == entry.sizes.nodes
    assert tuple(index.num_infosets for index in indices) == entry.sizes.infosets
    assert tuple(len(index) for index in indices) == entry.sizes.sequences
    general_sum = "not zero-sum" in entry.description or entry.name == "binary-tree"
    assert game.is_zero_sum != general_sum


@pytest.mark.parametrize("known", large_ones_slow(VALUES, "spec"))
def test_stored_values_are_those_of_the_game(known: KnownValue) -> None:
    game = default_game(known.spec)
    assert game.is_zero_sum
    if is_perfect_information(game):
        assert backward_induction(perfect_information(game).target).values[0] == known.value
        return
    found = sf.solve(game, exact=True)
    assert found.certificate.proven and found.values[0] == known.value


@pytest.mark.parametrize("entry", TOO_LARGE, ids=lambda entry: entry.name)
def test_sizes_of_games_too_large_to_expand_are_counted_from_the_rules(entry: CatalogEntry) -> None:
    sizes = count(catalog.ordered(entry.name))
    assert entry.sizes is not None and sizes.nodes == entry.sizes.nodes
    assert (sizes.infosets, sizes.sequences) == (entry.sizes.infosets, entry.sizes.sequences)
    with pytest.raises(GameError, match=f"{sizes.nodes:,} nodes, too many to write out .*--preprocess lossless"):
        catalog.make(entry.name)


def test_names_are_unique_descriptions_fit_on_a_line_and_defaults_are_allowed() -> None:
    names = [name for entry in ENTRIES for name in (entry.name, *entry.aliases)]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)
    for entry in ENTRIES:
        assert "\n" not in entry.description and 0 < len(entry.description) <= 90 and entry.source, entry.name
        assert catalog.parse_spec(entry.signature) == (entry.name, entry.defaults)
        for parameter in entry.parameters:
            for value in (parameter.default, str(parameter.default)):
                assert parameter.read(value) == parameter.default
            assert re.fullmatch("[a-z_]+", parameter.name)


def test_every_family_of_games_is_in_the_catalog() -> None:
    folder = Path(seqform.builders.games.__path__[0])
    families = {
        module.stem
        for module in folder.rglob("*.py")
        if re.search(r"^GAMES\b", module.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert families == {family.__name__.rpartition(".")[2] for family in catalog.FAMILIES}


@pytest.mark.parametrize(
    ("spec", "name", "parameters"),
    [
        ("kuhn", "kuhn", {}),
        ("kuhn()", "kuhn", {}),
        (" Kuhn ( ante = 2 , bet=3 ) ", "kuhn", {"ante": 2, "bet": 3}),
        ("kuhn(ranks=4,ante=.5)", "kuhn", {"ante": Fraction(1, 2), "ranks": 4}),
        ("kuhn(bet=3/2)", "kuhn", {"bet": Fraction(3, 2)}),
        ("kuhn(ranks=4.0)", "kuhn", {"ranks": 4}),
        ("one_card_poker", "kuhn", {}),
        ("guess_the_ace(cards=32)", "guess-the-ace", {"cards": 32}),
        ("leduc(collapse-suits=TRUE)", "leduc", {"collapse_suits": True}),
        ("goofspiel(order=Descending)", "goofspiel", {"order": "descending"}),
        ("matrix-game(lowest=-3)", "matrix-game", {"lowest": -3}),
    ],
)
def test_a_spec_is_a_name_and_parameters(spec: str, name: str, parameters: dict[str, object]) -> None:
    assert catalog.parse_spec(spec) == (name, parameters)


@pytest.mark.parametrize("spec", ["", "kuhn(", "kuhn)", "kuhn(ante=1", "(ante=1)", "kuhn(ante=1)(bet=1)", "kuhn ante"])
def test_a_malformed_spec_is_refused(spec: str) -> None:
    with pytest.raises(GameError, match=r"is not a game: write a name, or a name with parameters|no game named"):
        catalog.parse_spec(spec)


def test_an_unknown_name_is_refused_with_those_that_come_near() -> None:
    with pytest.raises(GameError, match=r"no game named 'leduk' in the catalog; did you mean leduc or leduc-poker\?"):
        catalog.make("leduk")
    with pytest.raises(GameError, match="no game named 'xyzzy' in the catalog; `seqform games` lists"):
        catalog.make("xyzzy")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("kuhn(cards=3)", "kuhn has no parameter 'cards'; its parameters are ante, bet, ranks"),
        ("kuhn(3)", "kuhn: '3' is not a parameter: write name=value, as in kuhn(ante=1,bet=1,ranks=3)"),
        ("kuhn(ante=1,Ante=2)", "kuhn: parameter 'ante' is given twice"),
        (
            "kuhn(ranks=1)",
            "kuhn: ranks=1: ranks (number of cards in the deck) is an integer from 2 to 100; the default is 3",
        ),
        ("kuhn(ranks=three)", "kuhn: ranks=three: ranks (number of cards in the deck) is an integer from 2 to 100"),
        ("kuhn(ranks=7/2)", "kuhn: ranks=7/2: ranks"),
        ("kuhn(ante=-1)", "is an integer, decimal or fraction such as 3/2, at least 0; the default is 1"),
        ("kuhn(ante=1/0)", "kuhn: ante=1/0: ante"),
        ("leduc(collapse_suits=1)", "leduc: collapse_suits=1: collapse_suits (whether cards of a rank"),
        ("goofspiel(order=sideways)", "is one of random, descending, ascending; the default is random"),
    ],
)
def test_the_error_of_a_wrong_parameter_lists_the_allowed_values(spec: str, message: str) -> None:
    with pytest.raises(GameError, match=re.escape(message)):
        catalog.make(spec)


def test_python_values_of_the_wrong_kind_are_refused() -> None:
    wrong = {"ante": (0.5, [1]), "ranks": (True, Fraction(7, 2), None), "order": (3,)}
    for parameter, value in ((name, value) for name, values in wrong.items() for value in values):
        name = "goofspiel" if parameter == "order" else "kuhn"
        with pytest.raises(GameError, match=f"{name}: {parameter}=.*: {parameter} "):
            catalog.make(name, **{parameter: cast(Any, value)})


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "ante": st.fractions(0, 10, max_denominator=20),
            "bet": st.fractions(0, 10, max_denominator=20),
            "ranks": st.integers(2, 4),
        },
    )
)
def test_the_title_is_the_shortest_spec_of_the_game(parameters: dict[str, Fraction | int]) -> None:
    game = catalog.make(spell("kuhn", parameters))
    _, named = catalog.parse_spec(game.title)
    defaults = catalog.find("kuhn").defaults
    assert named == {key: value for key, value in parameters.items() if value != defaults[key]}
    assert catalog.make(game.title) == game


def test_making_a_game_reports_progress_and_respects_the_limit() -> None:
    heard: list[str] = []
    catalog.make("liars-dice(sides=2)", progress=heard.append)
    assert heard[0] == "expanding liars-dice(sides=2): 3 nodes"
    with pytest.raises(GameError, match="liars-dice: more than 1,000 nodes"):
        catalog.make("liars-dice", max_nodes=1000)
