"""One rule for exact numbers that people write: 0.1 is 1/10, in Python as in files and commands."""

import dataclasses
import math
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import flint
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.analysis.comparison import blunder_probability
from seqform.analysis.frontier import frontier
from seqform.analysis.value_function import value_function
from seqform.backends.bestnash.backend import nash_paying
from seqform.backends.perturbed.root_bound import NumericBackend
from seqform.backends.perturbed.stable_basis import StableBasisBackend
from seqform.builders.games import catalog
from seqform.builders.games.entry import Parameter
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.games.ordered.poker import kuhn_rules
from seqform.builders.games.rules import GameLimits, exact_numbers
from seqform.builders.games.tree import chance, leaf
from seqform.errors import SeqformError
from seqform.experiments.declaration import expand, read_spec, spec_from
from seqform.experiments.values import Case
from seqform.models.games.ordered import Round, ordered_game
from seqform.models.games.stages import OVER, StageGame, turn
from seqform.models.numbers.given import given_rational, written_rational
from seqform.models.options import options_of
from seqform.models.programs.linear import Bounds
from seqform.models.strategies.constraints import Constraint
from seqform.solving.concepts import CONCEPTS, Concept

NO_NUMBERS: tuple[Any, ...] = (
    math.nan,
    math.inf,
    -math.inf,
    Decimal("nan"),
    Decimal("sNaN"),
    Decimal("inf"),
    True,
    np.True_,
)
NO_NUMBERS += ("x", "", "nan", "inf", "1/0", "0.1.2", 1j)

MESSAGE = r'a number[a-z0-9 ]* expected, such as 0\.1 or "1/3", not '


class Place(NamedTuple):
    """A place where a person writes an exact number: a function that returns what it has read, and a number for it."""

    name: str
    read: Callable[[Any], Any]
    decimal: str = "0.1"


def spellings(decimal: str) -> list[Any]:
    """Return a number as people write it, in Python and with other packages."""
    exact = Fraction(decimal)
    double = float(decimal)
    texts = [str(exact), decimal, f"\xa0{decimal} ", f"{exact * 100}e-2"]
    doubles = [double, np.float64(double), np.float32(double), np.longdouble(decimal)]
    return [exact, Decimal(decimal), flint.fmpq(*exact.as_integer_ratio()), *texts, *doubles]


# ---- the places: options of concepts, parameters of games, and functions ----


def options() -> Iterator[Place]:
    """Yield the options of all concepts that have exact numbers."""
    for concept in CONCEPTS.values():
        described = options_of(concept)
        for field in dataclasses.fields(concept):
            if field.name in described and "Given" in str(field.type):
                is_pair = str(field.type).startswith("tuple")
                yield Place(f"{concept.name}, {field.name}", option(concept, field.name, is_pair))


def option(concept: type[Concept], name: str, is_pair: bool) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        return getattr(concept(**{name: value}), name)

    def read_first(value: Any) -> Any:
        return read((value, 1))[0]

    return read_first if is_pair else read


def parameters() -> Iterator[Place]:
    """Yield the parameters of all games of the catalog that are fractions."""
    for entry in catalog.entries():
        for parameter in entry.parameters:
            if isinstance(parameter.default, Fraction):
                decimal = "1.1" if parameter.minimum == 1 else "0.1"
                yield Place(f"{entry.name}, {parameter.name}", parameter.read, decimal)


def coefficient(value: Any) -> Fraction:
    """Return the payoff of player 0 in a game with ordered signals that always pays the same."""
    stage = StageGame.of(turn(0, {"stop": OVER, "play": OVER}))
    game = ordered_game("t", (Round(stage, 0, 1),), "ab", (), lambda path: (value, 0))
    (payoff,) = set(to_extensive(game).leaf_payoffs[0].to_fractions())
    return payoff


FIGURE = sf.load("littman-figure-1", kind="positions")
PROFILES: Any = nash_paying(FIGURE, (2, 52)).profiles
CURVE = frontier("kuhn")
VALUE = value_function("kuhn", bet=(0, 1))


def choices(value: Any) -> Any:
    return chance({"a": (value, leaf(1)), "b": ("0.9", leaf(0))}).children["a"][0]


def is_in_set(value: Any) -> Fraction:
    assert (2, value) in PROFILES
    return Fraction("4.1")


def loss(value: Any) -> Fraction:
    assert CURVE(value) == CURVE(Fraction(1, 10))
    return Fraction(1, 10)


def trembles(value: Any) -> Fraction:
    program = sf.linear_program("kuhn", epsilon=value).target
    return max(bound for bound in program.columns.lower.to_fractions() if bound < 1)


FUNCTIONS = [
    Place("leaf", lambda value: leaf(0, value).payoffs[1]),
    Place("chance", choices),
    Place("bimatrix_game", lambda value: sf.bimatrix_game([[value]]).outcomes.payoffs[0][0]),
    Place("payoffs of an ordered game", coefficient),
    Place("limits of rules", lambda value: GameLimits((value, Fraction(1)), 1, 1).payoffs[0]),
    Place(
        "a constant sum",
        lambda value: GameLimits((Fraction(0), Fraction(1)), 1, 1, 0, value).constant_sum,
    ),
    Place("Betting", lambda value: sf.Betting(value).bet),
    Place("the ante of poker", lambda value: kuhn_rules("t", ante=value).ante),
    Place("a factor", lambda value: Constraint(0, {"Q: bet": value}, upper=1).terms[0][1]),
    Place("an upper bound", lambda value: Constraint(0, {"Q: bet": 1}, upper=value).limits[1]),
    Place("a lower bound", lambda value: Constraint(0, {"Q: bet": 1}, lower=value).limits[0]),
    Place("bounds of a program", lambda value: Bounds.of([(value, None)]).lower[0]),
    Place("a perturbed program", trembles),
    Place("stable-basis", lambda value: StableBasisBackend(epsilon=value).epsilon),
    Place("numeric", lambda value: NumericBackend(epsilon=value).epsilon),
    Place("target payoffs", lambda value: nash_paying(FIGURE, (2, value)).values[1], "4.1"),
    Place("a set of payoffs", is_in_set, "4.1"),
    Place("a blunder", blunder_probability),
    Place("a loss", loss),
    Place("the end of an interval", lambda value: value_function("kuhn", bet=(value, 1)).start),
    Place(
        "a game of a family",
        lambda value: -min(VALUE.game(value).leaf_payoffs[0].to_fractions()) - 1,
    ),
]

OPTIONS = list(options())
PARAMETERS = list(parameters())
EVERYWHERE = [*OPTIONS, *PARAMETERS, *FUNCTIONS]
NAMES = [place.name for place in EVERYWHERE]


def test_the_options_of_the_declarations_are_among_the_places() -> None:
    assert {name.partition(", ")[2] for name, *_ in OPTIONS} == {
        "epsilon", "max_loss", "target_payoffs", "weight", "weights",
    }  # fmt: skip
    assert len(PARAMETERS) >= 20


@pytest.mark.parametrize("place", EVERYWHERE, ids=NAMES)
def test_every_spelling_of_a_number_is_the_number(place: Place) -> None:
    exact = Fraction(place.decimal)
    for written in spellings(place.decimal):
        number = place.read(written)
        assert number == exact and isinstance(number, Fraction), repr(written)


@pytest.mark.parametrize("place", EVERYWHERE, ids=NAMES)
def test_what_is_no_number_is_refused_in_the_same_words(place: Place) -> None:
    message = MESSAGE
    if place in PARAMETERS:
        message = " is an integer, decimal or fraction such as 3/2"
    for value in NO_NUMBERS:
        with pytest.raises(SeqformError, match=message):
            place.read(value)


def test_a_decimal_in_a_declared_parameter_is_a_fraction() -> None:
    # Type checkers take these as well: mypy reads this file
    parameter = Parameter("stake", 0.5, "the stake", minimum=Decimal("0.1"))
    assert parameter == Parameter("stake", Fraction(1, 2), "the stake", Fraction(1, 10))
    assert parameter.read(1.5) == Fraction(3, 2)
    with pytest.raises(SeqformError, match=f"stake, maximum: {MESSAGE}nan"):
        Parameter("stake", 1, "the stake", maximum=math.nan)


def test_whole_numbers_are_integers_in_games() -> None:
    ones: list[Any] = [1, 1.0, "1", np.int64(1), np.float64(1), Decimal(1), flint.fmpz(1)]
    for written in ones:
        assert leaf(0, written).payoffs[1] == sf.Betting(written).bet == 1
        assert catalog.make("kuhn", bet=written, ranks=4).title == "kuhn(ranks=4)"


# ---- the reader ----


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_double_is_the_decimal_that_python_prints(double: float) -> None:
    assert written_rational(double) == written_rational(repr(double)) == Fraction(repr(double))
    assert float(given_rational(double)) == double


def test_numbers_too_long_are_refused_with_the_limit() -> None:
    for text in ("1e200000", "9" * 100_001, Decimal("1e-99999999")):
        with pytest.raises(SeqformError, match=r"at most 100,000 digits expected"):
            given_rational(text)


def test_rules_may_count_with_truth_values() -> None:
    for written in spellings("0.1"):
        assert exact_numbers("t", "payoffs", (True, written)) == (1, Fraction(1, 10))
    for number in NO_NUMBERS:
        if number is True:
            continue
        with pytest.raises(SeqformError, match=f"t: payoffs: {MESSAGE}"):
            exact_numbers("t", "payoffs", (1, number))


# ---- sweeps ----


def one_case(table: dict[str, Any]) -> Case:
    (case,) = expand(spec_from({"case": [{"game": "kuhn", **table}]}))
    return case


@pytest.mark.parametrize("key", ["bet", "epsilon", "max_loss", "weight"])
def test_every_spelling_has_the_key_of_the_fraction(key: str) -> None:
    exact = one_case({key: Fraction(1, 10)})
    for written in spellings("0.1"):
        assert one_case({key: written}).key == exact.key
    for value in NO_NUMBERS:
        with pytest.raises(SeqformError, match=f"case 1, {key}: "):
            one_case({key: value})


def test_doubles_and_fractions_of_a_file_are_one_case(tmp_path: Path) -> None:
    path = tmp_path / "sweep.toml"
    path.write_text(
        '[[grid]]\ngame = "kuhn"\nbet = [0.5, "1/2", "0.5", 5e-1]\n'
        'epsilon = [0.25, "1/4"]\nweights = ["0.5,1", "1/2,1"]\n'
    )
    (case,) = expand(read_spec(path))
    assert case.parameters["bet"] == "1/2"
    assert case.settings == {"epsilon": "1/4", "weights": "1/2,1"}
