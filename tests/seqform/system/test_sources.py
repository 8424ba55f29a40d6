"""Every public function of a game takes every kind of source: files, names, and objects of the user's own files."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING, Any, cast

import pytest
from command_line import Run
from game_files import first_quick

import seqform as sf
from seqform.builders.games import catalog
from seqform.errors import InputError, ParseError
from seqform.experiments.declaration import expand, spec_from
from seqform.system.own_code import own_object
from seqform.system.sources import parse_code, similar_file

if TYPE_CHECKING:
    from seqform.models.strategies.assessment import Assessment

PROFILE = sf.solve("kuhn").profile
ASSESSMENT: Any = sf.solve("kuhn", "sequential").assessment
MAPPING = [{name: strategy[name] for name in strategy} for strategy in PROFILE]


def saved_and_read(game: Any) -> int:
    with TemporaryDirectory() as folder:
        sf.save(game, Path(folder) / "saved.efg")
        return len(sf.load(Path(folder) / "saved.efg"))


@cache
def profile_file() -> Path:
    path = Path(mkdtemp()) / "profile.json"
    sf.solve("kuhn", "sequential").save(path)
    return path


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "load": lambda game: len(sf.load(game)),
    "solve": lambda game: sf.solve(game).values,
    "plan": lambda game: len(sf.plan(game).sizes),
    "equilibria": lambda game: len(sf.equilibria(game, starts=2, time_limit=60)),
    "trace": lambda game: len(sf.trace(game, time_limit=60).rows),
    "linear_program": lambda game: sf.linear_program(game).target.matrix.shape,
    "strategy_ranges": lambda game: sf.strategy_ranges(game, time_limit=60),
    "uniform_profile": lambda game: sf.check(game, sf.uniform_profile(game)).values,
    "profile": lambda game: sf.check(game, sf.profile(game, MAPPING)).proven,
    "check": lambda game: (sf.check(game, MAPPING).values, sf.check(game, "uniform").values),
    "check_strategy": lambda game: sf.check_strategy(game, MAPPING[0], 0).guarantee,
    "check_assessment": lambda game: (
        sf.check_assessment(game, cast("Assessment", ASSESSMENT), tolerance=1e-9).certificate.proven
    ),
    "compare": lambda game: sf.compare(game, {"one": MAPPING, "another": PROFILE}).names,
    "blunder_comparison": lambda game: len(
        sf.blunder_comparison(game, {"one": MAPPING}, 0).blunders
    ),
    "expected_payoff": lambda game: sf.expected_payoff(game, *PROFILE),
    "smooth_uct": lambda game: len(sf.smooth_uct(game, simulations=10, seed=1).profile[0]),
    "draw": lambda game: repr(sf.draw(game, MAPPING)),
    "chart": lambda game: sf.chart(game, MAPPING).caption,
    "chart of a game alone": lambda game: sf.chart(game).caption,
    "save": lambda game: saved_and_read(game),
    "read_profile": lambda game: sf.check(game, sf.read_profile(profile_file(), game)).proven,
    "read_strategy": lambda game: len(sf.read_strategy(profile_file(), game, 0)),
    "read_assessment": lambda game: sf.read_assessment(profile_file(), game) is not None,
    "verbs": lambda game: sf.load(game).solve().values,
}


def sources(folder: Path) -> dict[str, Any]:
    """Kuhn's poker as everything that the functions take."""
    game = sf.load("kuhn")
    sf.save(game, folder / "kuhn.efg")
    (folder / "own.py").write_text(
        "import seqform as sf\n\n\ndef game():\n    return sf.load('kuhn')\n", "utf-8"
    )
    return {
        "name": "kuhn",
        "name with parameters": "kuhn(bet=1)",
        "tree": game,
        "path": folder / "kuhn.efg",
        "text of a path": str(folder / "kuhn.efg"),
        "own object": f"{folder / 'own.py'}:game",
        "ordered game": sf.load("kuhn", kind="ordered"),
        "rules or ordered": catalog.built("kuhn"),
    }


@pytest.mark.parametrize("name", first_quick(FUNCTIONS, 3))
def test_every_function_takes_every_source(name: str, tmp_path: Path) -> None:
    function, given = FUNCTIONS[name], sources(tmp_path)
    # Whose answer for a game with ordered signals is that of its classes.
    if name in ("solve", "plan"):
        del given["ordered game"], given["rules or ordered"]
    expected = function(given["tree"])
    for kind, source in given.items():
        found = function(source)
        assert name == "draw" or found == expected, kind


@pytest.mark.parametrize("package", ["pygambit", "pyspiel"])
@pytest.mark.parametrize("name", ["solve", "check_strategy", "strategy_ranges"])
def test_objects_of_other_programs_are_sources(name: str, package: str, tmp_path: Path) -> None:
    module: Any = pytest.importorskip(package, reason=f"{package} is an optional extra")
    if package == "pygambit":
        sf.save(sf.load("kuhn"), tmp_path / "kuhn.efg")
        game: Any = module.read_efg(tmp_path / "kuhn.efg")
    else:
        game = module.load_game("kuhn_poker")
    uniform = sf.uniform_profile(game)
    calls = {
        "solve": lambda: sf.solve(game).values[0] == sf.solve("kuhn").values[0],
        "check_strategy": lambda: sf.check_strategy(game, uniform, 0).guarantee == sf.check_strategy(
            "kuhn", sf.uniform_profile("kuhn"), 0).guarantee,
        "strategy_ranges": lambda: len(sf.strategy_ranges(game)[0]) == 6,
    }  # fmt: skip
    assert calls[name]()  # type: ignore[no-untyped-call]


def test_an_assessment_is_that_of_an_equilibrium_or_of_a_file(tmp_path: Path) -> None:
    sequential = sf.solve("kuhn", "sequential")
    sequential.save(tmp_path / "sequential.json")
    sf.solve("kuhn").save(tmp_path / "nash.json")
    for given in (sequential, tmp_path / "sequential.json", str(tmp_path / "sequential.json")):
        assert sf.check_assessment("kuhn", given).certificate.checks["sequentially rational"]
    for other in (sf.solve("kuhn"), tmp_path / "nash.json", 3):
        with pytest.raises(
            sf.errors.InputError, match="assessment: a profile with beliefs or a family expected"
        ):
            sf.check_assessment("kuhn", cast("Assessment", other))


def test_options_by_name_are_refused_by_name_where_they_are_none() -> None:
    anytime = lambda game, **options: list(sf.solve_anytime(game, **options))  # noqa: E731
    for function in (sf.equilibria, sf.trace, sf.strategy_ranges, anytime):
        with pytest.raises(sf.errors.InputError, match=r"time_limt.*did you mean time_limit"):
            function("kuhn", time_limt=1)


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
    codes = [parse_code(text) for text in ("games.py:ready", "./games.py:ready")]
    first, second = (own_object(code) for code in codes if code is not None)
    assert first is second


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "games.py:missing",
            "defines no missing; it defines STAKE, pennies, Matching, ready, number, fails$",
        ),
        ("nowhere.py:pennies", "nowhere.py: cannot be read: No such file"),
        ("games.py:pennies(3)", "'3': each argument once, as name=value"),
        ("games.py:pennies(stake=1,stake=2)", "'stake=2': each argument once"),
        ("games.py:pennies(bet=1)", "has no parameter .bet"),
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
    with pytest.raises(
        sf.errors.SeqformError, match="an object with name, supports, exact and solve"
    ):
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
    assert {case.key for case in first}.isdisjoint(
        case.key for case in expand(spec_from(declaration))
    )
    summary = sf.sweep(spec_from(declaration), store="rows.sqlite", workers=0)
    assert dict(summary.ran) == {"certified": 2}


def test_a_sweep_with_a_file_that_is_missing_is_refused() -> None:
    with pytest.raises(ParseError, match=r"nowhere.py: cannot be read"):
        expand(spec_from({"grid": [{"game": "nowhere.py:Game"}]}))


OWN = """
import numpy as np
from seqform.models.games.ordered import Round, ordered_game
from seqform.models.games.signals import Comparison
from seqform.models.games.stages import OVER, StageGame, turn

high = Comparison(lambda public, private: private[:, 0].astype(np.int64), "high card")
stage = StageGame.of(turn(0, {"stop": OVER, "play": turn(1, {"fold": OVER, "show": OVER})}))


def utility(path):
    if path[0] == ("stop",):
        return 0, 0
    return (1, -1) if path[0][1] == "fold" else ({"high card": 2}, {"high card": -2})


def war(signals="JQKA"):
    return ordered_game("war", [Round(stage, 0, 1)], signals, [high], utility, ordering=[high.strength])


def other():
    return war("JQKAT")
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    sf.solve(f"{tmp_path / 'own.py'}:war", preprocess="lossless").save(tmp_path / "war.solution")
    return f"{tmp_path / 'own.py'}:war"


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["check", "{game}", "{file}"], "nash_conv ="),
        (["chart", "{game}", "--profile", "{file}"], "first to act"),
        (["chart", "{game}"], "first to act"),
        (["draw", "{game}", "--profile", "{file}"], "public tree"),
        (["match", "{game}", "solution:{file}", "random", "--games", "4"], "without luck"),
    ],
)
def test_the_game_that_is_given_is_the_one_of_the_file(
    seqform: Callable[..., tuple[int, str, str]], own: str, arguments: list[str], shown: str
) -> None:
    file = str(Path(own.rpartition(":")[0]).with_name("war.solution"))
    status, out, err = seqform(*(word.format(game=own, file=file) for word in arguments))
    assert status == 0, err
    assert shown in out


def test_a_solution_of_another_game_is_refused(
    seqform: Callable[..., tuple[int, str, str]], own: str
) -> None:
    file = str(Path(own.rpartition(":")[0]).with_name("war.solution"))
    for command in (["check", own.replace(":war", ":other"), file], ["check", "leduc", file]):
        status, _, err = seqform(*command)
        assert status == 2 and "the file solves war, not" in err


def test_a_file_of_another_kind_is_not_suggested(tmp_path: Path) -> None:
    for name in ("noxfile.py", "games.csv"):
        (tmp_path / name).touch()
    assert similar_file(tmp_path / "nofile.csv") == ""
    assert similar_file(tmp_path / "games.cvs") == "; did you mean games.csv?"
    assert similar_file(tmp_path / "gmes.csv") == "; did you mean games.csv?"
