"""Parameters of games in Python files are axes of sweeps and columns of their results, in the order of numbers."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import seqform as sf
from seqform.errors import ParseError
from seqform.experiments.declaration import expand, spec_from
from seqform.experiments.keys import complete_parameters, spelled
from seqform.experiments.report import data
from seqform.experiments.report.parameter import parameter_points, sweepable
from seqform.experiments.report.tables import group_tables, seconds_text

OWN = """
from fractions import Fraction
import seqform as sf

def bluff(p=Fraction(1, 2), stake: int = 1, open_cards=False, name="bluff", pays=(1, 2), note=None):
    assert open_cards in (True, False) and isinstance(name, str) and note is None
    first, second = pays
    def called(card, sign):
        move = {"call": sf.leaf(sign * second * stake), "fold": sf.leaf(first)}
        return sf.move(1, card if open_cards else "asked", move)
    def asked(card, sign):
        return sf.move(0, card, {"bet": called(card, sign), "check": sf.leaf(sign * first)})
    dealt = {"good": (p, asked("good", 1)), "bad": (1 - p, asked("bad", -1))}
    return sf.tree(name, sf.chance(dealt))

def needs(p, **further):
    assert set(further) <= {"stake"}
    return bluff(p, **further)

def seeded(seed=None):
    return bluff(Fraction(1, 2 + (seed or 0)))

GAME = bluff()
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)


def cases(**table: Any) -> list[str]:
    return [spelled(case) for case in expand(spec_from({"grid": [table]}))]


def test_parameters_have_the_defaults_of_the_signature() -> None:
    name, parameters = complete_parameters("./own.py:bluff(p=0.25)", {"stake": "3"}, None)
    assert name == "./own.py:bluff"
    assert parameters == {
        "p": "1/4",
        "stake": 3,
        "open_cards": False,
        "name": "bluff",
        "pays": "[1,2]",
    }
    assert complete_parameters("./own.py:GAME", {}, None) == ("./own.py:GAME", {})
    assert complete_parameters("./own.py:seeded", {}, 3) == ("./own.py:seeded", {"seed": 3})
    assert complete_parameters("./own.py:seeded", {}, None) == ("./own.py:seeded", {})


def test_a_default_that_is_given_is_the_same_case() -> None:
    texts = cases(game=["./own.py:bluff", "./own.py:bluff(p=0.5)"], stake=[1, "2/2"])
    assert texts == ["./own.py:bluff"]


def test_parameters_of_all_kinds_reach_the_function() -> None:
    (text,) = cases(
        game="./own.py:bluff", p=[0.25], pays=[[1, "3"]], open_cards=True, name="007", stake=2
    )
    assert text == "./own.py:bluff(p=1/4,stake=2,open_cards=true,name=007,pays=[1,3])"
    game = sf.load(text)
    assert game.title == "007" and len(game.sequences[1].index.infoset_names) == 2
    assert Fraction(max(game.leaf_payoffs[0].to_fractions())) == 6


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"q": 1}, r"grid 1, q: .*\./own\.py:bluff has no parameter 'q'"),
        ({"open_cards": "perhaps"}, "true or false expected"),
        ({"name": "a,b"}, "a text without any of"),
        ({"p": [[["1"]]]}, "a number expected, as its default is 1/2"),
        ({"game": "./own.py:needs", "p": [[["1"]]]}, "or a list of these expected"),
        ({"stake": ["2.5"]}, "an integer expected, as its annotation is int"),
        ({"game": "./own.py:bluff(p=1)", "p": 1}, "given twice"),
        ({"game": "./own.py:bluff(p=1,p=2)"}, "each argument once"),
        ({"game": "./own.py:needs"}, "needs its parameter p, which has no default"),
        ({"game": "./own.py:GAME", "p": 1}, "has no parameter 'p'"),
        ({"game": "./own.py:bluf"}, "did you mean bluff"),
        ({"game": "./absent.py:bluff"}, "cannot be read"),
    ],
)
def test_a_mistake_is_refused_at_its_place(table: dict[str, Any], message: str) -> None:
    with pytest.raises(ParseError, match=message):
        cases(**{"game": "./own.py:bluff", **table})


def test_further_parameters_are_taken_where_the_function_takes_them() -> None:
    assert cases(game="./own.py:needs", p=[1, 0], stake=[2]) == [
        "./own.py:needs(p=1,stake=2)",
        "./own.py:needs(p=0,stake=2)",
    ]


def test_results_are_by_the_parameter_in_the_order_of_numbers() -> None:
    chances = ["1/10", "9/10", "1/2", "1/3", "10/11"]
    sf.sweep(
        {"grid": [{"game": "./own.py:bluff", "p": chances, "exact": True}]},
        store="own.sqlite",
        workers=0,
    )
    rows = data.rows_frame("own.sqlite")
    assert rows["p"].tolist() == ["1/10", "1/3", "1/2", "9/10", "10/11"]
    assert set(rows["game"]) == {"./own.py:bluff"}
    assert data.where(rows, ["p>=1/2"])["p"].tolist() == ["1/2", "9/10", "10/11"]
    assert sweepable(rows) == ["p"]
    points = parameter_points(rows, "p")
    assert points["x"].is_monotonic_increasing and len(points) == 5


def test_a_row_of_a_game_of_ones_own_is_shown_without_running_its_file() -> None:
    sf.sweep({"grid": [{"game": "./own.py:bluff", "p": [0, 1]}]}, store="own.sqlite", workers=0)
    Path("own.py").write_text("raise RuntimeError('run')")
    titles = [data.game_title(row) for row in data.rows_frame("own.sqlite")[data.ROW]]
    assert titles[0] == "./own.py:bluff(p=0,stake=1,open_cards=false,name=bluff,pays=[1,2])"


def test_the_seconds_of_the_solver_are_a_column_of_rows_and_tables() -> None:
    sf.sweep({"grid": [{"game": "kuhn", "bet": [1, 2]}]}, store="own.sqlite", workers=0)
    rows = data.rows_frame("own.sqlite")
    for row, spent in zip(rows[data.ROW], rows["solver_seconds"], strict=True):
        assert 0 < spent == row.solver_seconds <= row.phases["solve"] + row.phases.get("exact", 0)
    header, lines = group_tables(rows, ["bet"])[1]
    assert header == ["bet", "seconds", "of the solver", "process memory"]
    assert [line[2] for line in lines] == [seconds_text(spent) for spent in rows["solver_seconds"]]


def test_the_seconds_of_the_solvers_are_compared() -> None:
    answer = sf.solve("kuhn", exact=True)
    comparison = sf.compare("kuhn", {"plain": answer, "profile": answer.profile})
    assert comparison.seconds == {"plain": answer.raw.seconds}
    assert "Time of the solvers" in str(comparison)
    assert "Time of the solvers" not in str(sf.compare("kuhn", {"plain": answer.profile}))
