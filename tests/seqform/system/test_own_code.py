"""Python files of the user: every failure of their code is one error that names the object."""

import os
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_line import Run

import seqform as sf
from seqform.builders.games.entry import spell
from seqform.builders.games.own_entry import own_entry
from seqform.errors import BackendError, GameError, InputError, SeqformError
from seqform.system.own_code import made, own_function, own_object
from seqform.system.sources import parse_code, parse_source


@pytest.mark.parametrize("failure", ["SystemExit(7)", 'ValueError("two\\nlines")'])
def test_a_failure_of_own_code_is_one_line_that_names_it(failure: str, tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(f"def fails(*state):\n    raise {failure}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"own\.py:fails: \w+: (7|two lines) \(own\.py, line 2\)$"):
        made(parse_source(f"{path}:fails", ()))
    with pytest.raises(InputError, match=r"own\.py:fails: \w+: (7|two lines) \(own\.py, line 2\)$"):
        own_function(f"{path}:fails")(1)
    path = tmp_path / "ends.py"
    path.write_text(f"raise {failure}\n", encoding="utf-8")
    with pytest.raises(
        InputError, match=r"cannot be run: \w+: (7|two lines) \(ends\.py, line 1\)$"
    ):
        made(parse_source(f"{path}:anything", ()))


@pytest.mark.parametrize(
    ("call", "advice"),
    [
        (
            "nothing",
            "nothing: nothing instead of a game; a function that makes one ends with `return`",
        ),
        ("halves", "p is a text, since its default '1/2' is one; write a number there"),
        (
            "pays(x=0..1)",
            "only `seqform vary GAME` takes an interval; give one number, such as x=0",
        ),
        ("pays(x=1-3)", "an interval is written x=1..3, which only `seqform vary GAME` takes"),
        (
            "takes(x=0..1)",
            "only `seqform vary GAME` takes an interval; give one number, such as x=0",
        ),
    ],
)
def test_a_failure_that_comes_from_how_it_is_written_says_what_to_write(
    call: str, advice: str, tmp_path: Path
) -> None:
    path = tmp_path / "own.py"
    path.write_text(
        "import seqform as sf\n"
        "def nothing():\n    sf.leaf(1)\n"
        "def halves(p='1/2'):\n    return 1 - p\n"
        "def takes(x):\n    return sf.tree('t', sf.leaf(x))\n"
        "def pays(x=2):\n    return sf.tree('t', sf.move(0, 'a', {'l': sf.leaf(x), 'r': sf.leaf(0)}))\n",
        encoding="utf-8",
    )
    with pytest.raises(SeqformError) as caught:
        sf.load(f"{path}:{call}")
    assert advice in str(caught.value)


def test_a_link_to_a_file_of_another_ending_is_run(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("number = 3\n", encoding="utf-8")
    (tmp_path / "link.py").symlink_to("real")
    assert made(parse_source(f"{tmp_path}/link.py:number", ())) == 3


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.py"
    path.touch()
    os.truncate(path, 3 * 2**30)
    with pytest.raises(InputError, match="more than 16,777,216 bytes"):
        made(parse_source(f"{path}:anything", ()))


def test_an_object_of_another_kind_is_named(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text("number = 3\n", encoding="utf-8")
    for options in (
        {"game": f"{path}:number"},
        {"preprocess": f"{path}:number"},
        {"backend": f"{path}:number"},
    ):
        with pytest.raises(SeqformError, match=r"own\.py:number: "):
            sf.solve(**{"game": "leduc(ranks=2)", **options})


KINDS = """from __future__ import annotations
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction


@dataclass(frozen=True)
class Kinds:
    zero: bool = True
    cards: int = 3
    bet: Fraction = Fraction(1, 2)
    rate: float = 0.5
    stake: float = 1
    pays: tuple[int, ...] = (1, 2)
    word: str = "a"
    either: bool | None = None
    many: int | str = 2
    loose: object = None


def unannotated(cards=3, rate=Decimal("0.5"), alias: Stake = 1):
    return cards, rate, alias


def needs(zero: bool, anything):
    return zero, anything
"""


@pytest.fixture
def kinds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kinds.py").write_text(KINDS, encoding="utf-8")


def both_ways(text: str) -> tuple[Any, Any]:
    """Return an object with its arguments in parentheses, and as a sweep reads and writes them."""
    source = parse_code(text)
    assert source is not None
    entry = own_entry(source)
    values = entry.read(dict(source.arguments or ()))
    rewritten = parse_code(spell(source.head, values))
    assert rewritten is not None
    return own_object(source), own_object(rewritten)


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("zero=false", False),
        ("zero=False", False),
        ("zero=FALSE", False),
        ("zero=True", True),
        ("either=false", False),
        ("cards=4.0", 4),
        ("bet=2", 2),
        ("bet=0.25", Fraction(1, 4)),
        ("rate=1/4", Fraction(1, 4)),
        ("stake=2.5", Fraction(5, 2)),
        ("pays=[3,1/2]", (3, Fraction(1, 2))),
        ("word=false", "false"),
        ("word=3", "3"),
        ("many=3", 3),
        ("many=all", "all"),
        ("loose=False", False),
        ("loose=[true,x]", [True, "x"]),
    ],
)
def test_arguments_have_the_kind_of_their_parameter(
    argument: str, value: object, kinds: None
) -> None:
    name = argument.partition("=")[0]
    for thing in both_ways(f"./kinds.py:Kinds({argument})"):
        assert getattr(thing, name) == value
        assert type(getattr(thing, name)) is type(value)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("Kinds(zero=no)", "true or false expected, as its default is true"),
        ("Kinds(zero=maybe)", "true or false expected, as its default is true"),
        ("Kinds(zero='false')", "true or false expected, as its default is true"),
        ("Kinds(zero=0)", "true or false expected, as its default is true"),
        ("Kinds(either=no)", "true or false expected, as its annotation is bool | None"),
        ("Kinds(cards=2.5)", "an integer expected, as its annotation is int"),
        ("Kinds(cards=x)", "an integer expected, as its annotation is int"),
        ("Kinds(cards=true)", "an integer expected, as its annotation is int"),
        ("Kinds(bet=x)", "a number expected, as its annotation is Fraction"),
        ("Kinds(rate=1/0)", "a number expected, as its annotation is float"),
        ("Kinds(stake=high)", "a number expected, as its annotation is float"),
        ("Kinds(pays=3)", "a list such as [1,2] expected, as its default is a list"),
        ("unannotated(cards=x)", "a number expected, as its default is 3"),
        ("unannotated(rate=x)", "a number expected, as its default is 0.5"),
        ("unannotated(alias=x)", "a number expected, as its default is 1"),
        ("needs(zero=2,anything=1)", "true or false expected, as its annotation is bool"),
    ],
)
def test_arguments_of_another_kind_are_refused(call: str, message: str, kinds: None) -> None:
    source = parse_code(f"./kinds.py:{call}")
    assert source is not None
    with pytest.raises(InputError, match=re.escape(message)) as refused:
        own_object(source)
    assert str(refused.value).startswith("./kinds.py:")
    with pytest.raises(GameError, match=re.escape(message)):
        own_entry(source).read(dict(source.arguments or ()))


def test_a_truth_value_of_a_game_that_is_loaded_is_the_one_that_is_written(
    kinds: None, tmp_path: Path
) -> None:
    (tmp_path / "auction.py").write_text(
        "import seqform as sf\n"
        "def auction(zero=True):\n"
        "    return sf.tree('auction', sf.leaf(1 if zero else 2))\n",
        encoding="utf-8",
    )
    for written in ("false", "False", "FALSE"):
        game = sf.load(f"./auction.py:auction(zero={written})")
        assert game.leaf_payoffs[0].largest() == 2
    with pytest.raises(InputError, match="true or false expected"):
        sf.load("./auction.py:auction(zero=no)")


RULES = """from seqform.builders.games.rules import TERMINAL, Rules
from seqform.errors import GameError


class Game(Rules):
    title = "two moves"
    perfect_information = True

    def __init__(self, failing):
        self.failing = failing

    def reached(self, name):
        if name == self.failing:
            raise FileNotFoundError("no table\\nof this state")

    def initial(self):
        self.reached("initial")
        return 0

    def player(self, state):
        self.reached("player")
        return state if state < 2 else TERMINAL

    def actions(self, state):
        self.reached("actions")
        return ("a", "b")

    def apply(self, state, action):
        self.reached("apply")
        return state + 1

    def observation(self, state, player):
        self.reached("observation")
        return state

    def payoffs(self, state):
        self.reached("payoffs")
        return (1, -1)
"""
METHODS = ("initial", "player", "actions", "apply", "payoffs")


@pytest.mark.parametrize("method", [*METHODS, "observation"])
def test_a_failure_of_rules_is_one_error_with_their_function(method: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(RULES, encoding="utf-8")
    with pytest.raises(
        InputError,
        match=rf"own\.py: {method}: FileNotFoundError: no table of this state \(own\.py, line 14\)"
        r"(; at the (initial state|history a, a))?$",
    ):
        sf.load(f"{tmp_path}/own.py:Game(failing={method})")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "command", ["solve GAME", "search GAME", "match GAME random random --games 2", "play GAME"]
)
def test_a_failure_of_rules_is_one_line_of_a_command(
    command: str, method: str, seqform: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(RULES, encoding="utf-8")
    status, _, errors = seqform(
        *command.replace("GAME", f"./own.py:Game(failing={method})").split()
    )
    assert (status, errors.count("\n")) == (2, 1), errors
    assert f"{method}: FileNotFoundError: no table of this state" in errors


BACKEND = """from seqform.backends.solvers.scipy import ScipyBackend


class Failing(ScipyBackend):
    name = "mine"

    def solve(self, model, options=None):
        raise ValueError("no\\npivot")
"""


def test_an_exception_of_a_backend_names_it_and_the_line(tmp_path: Path, seqform: Run) -> None:
    path = tmp_path / "own.py"
    path.write_text(BACKEND, encoding="utf-8")
    message = r"backend mine: ValueError: no pivot \(own\.py, line 8\)$"
    for backend in (f"{path}:Failing", own_object(parse_source(f"{path}:Failing", ()))):
        with pytest.raises(BackendError, match=message) as failed:
            sf.solve("kuhn", backend=backend)
        assert isinstance(failed.value.__cause__, ValueError)
    status, _, errors = seqform("solve", "kuhn", "--backend", f"{path}:Failing")
    assert (status, errors.count("\n")) == (2, 1) and "backend mine: ValueError" in errors


def test_a_missing_python_file_is_answered_with_the_one_beside_it(tmp_path: Path) -> None:
    (tmp_path / "games.py").write_text("")
    with pytest.raises(SeqformError, match=r"cannot be read.*did you mean games\.py\?"):
        sf.load(f"{tmp_path / 'gmes.py'}:game")
