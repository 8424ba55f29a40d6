"""Games and solvers of the user's own Python files, from the API, the command line and sweeps."""

from fractions import Fraction
from pathlib import Path

import pytest
from command_line import Run

import seqform as sf
from seqform.errors import InputError, ParseError
from seqform.experiments.declaration import expand, spec_from
from seqform.system.sources import own_object

GAMES = """
from fractions import Fraction

import seqform as sf
from neighbour import STAKE


def pennies(stake=STAKE, name="pennies"):
    return sf.bimatrix_game(name, [[stake, -stake], [-stake, stake]])


class Matching:
    def __new__(cls, stake=2):
        return pennies(stake, "matching")


ready = pennies()
number = 3


def fails():
    raise LookupError("no such thing")
"""

SOLVER = """
from seqform.backends.solvers.scipy import ScipyBackend


class Dense(ScipyBackend):
    name = "dense"
"""


@pytest.fixture(autouse=True)
def own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.py").write_text(GAMES, encoding="utf-8")
    Path("neighbour.py").write_text("STAKE = 1\n", encoding="utf-8")
    Path("dense.py").write_text(SOLVER, encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "title", "largest"),
    [
        ("games.py:pennies", "pennies", 1),
        ("./games.py:pennies(stake=1/3)", "pennies", Fraction(1, 3)),
        ("games.py:pennies( stake = 0.25 , name = mine )", "mine", Fraction(1, 4)),
        ("games.py:Matching", "matching", 2),
        ("games.py:ready", "pennies", 1),
    ],
)
def test_a_game_of_a_file_is_loaded(text: str, title: str, largest: Fraction) -> None:
    game = sf.load(text)
    assert game.title == title
    assert sf.solve(text, exact=True).certificate.proven
    assert max(game.leaf_payoffs[0].to_fractions()) == largest


def test_a_file_is_run_once() -> None:
    assert own_object("games.py:ready") is own_object("./games.py:ready")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("games.py:missing", "defines no missing; it defines STAKE, pennies, Matching, ready, number, fails$"),
        ("nowhere.py:pennies", "nowhere.py: cannot be read: No such file"),
        ("games.py:pennies(3)", "'3': each argument once, as name=value"),
        ("games.py:pennies(stake=1,stake=2)", "'stake=2': each argument once"),
        ("games.py:pennies(bet=1)", "TypeError"),
        ("games.py:fails", "LookupError: no such thing"),
        ("games.py:ready(stake=1)", "takes no arguments"),
        ("broken.py:game", "broken.py: cannot be run: ZeroDivisionError"),
    ],
)
def test_what_cannot_be_made_is_one_error(text: str, message: str) -> None:
    Path("broken.py").write_text("1 / 0\n", encoding="utf-8")
    with pytest.raises(InputError, match=message.replace("(", r"\(")):
        sf.load(text)


def test_a_python_file_without_a_name_is_told_how_to_be_named() -> None:
    with pytest.raises(ParseError, match=r"games\.py: a Python file; games\.py:NAME is the game"):
        sf.load("games.py")


def test_an_object_that_is_no_game_or_no_solver_is_refused() -> None:
    with pytest.raises(sf.errors.SeqformError, match="a game object expected, not int"):
        sf.load("games.py:number")
    with pytest.raises(sf.errors.SeqformError, match="an object with name, supports, exact and solve"):
        sf.solve("kuhn", backend="games.py:number")


def test_a_solver_of_a_file_solves() -> None:
    found = sf.solve("kuhn", backend="dense.py:Dense", exact=True)
    assert found.certificate.proven and found.backend == "dense"


def test_the_command_line_takes_both(seqform: Run) -> None:
    status, printed, _ = seqform("solve", "games.py:pennies", "--backend", "dense.py:Dense")
    assert status == 0 and "nash_conv = 0" in printed


def test_sweeps_take_both_and_a_changed_file_is_another_case() -> None:
    declaration = {"grid": [{"game": "games.py:pennies", "backend": ["highs", "dense.py:Dense"]}]}
    first = expand(spec_from(declaration))
    assert [sorted(case.files) for case in first] == [["games.py"], ["dense.py", "games.py"]]
    Path("games.py").write_text(GAMES + "\n", encoding="utf-8")
    assert {case.key for case in first}.isdisjoint(case.key for case in expand(spec_from(declaration)))
    summary = sf.sweep(spec_from(declaration), store="rows.sqlite", workers=0)
    assert dict(summary.ran) == {"certified": 2}


def test_a_sweep_with_a_file_that_is_missing_is_refused() -> None:
    with pytest.raises(ParseError, match=r"nowhere.py: cannot be read"):
        expand(spec_from({"grid": [{"game": "nowhere.py:Game"}]}))
