"""Rows of a sweep solved again: the same case and answer, in pictures too; nothing that a store could smuggle in."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from sweep_rows import made_row

import seqform as sf
from seqform.errors import InputError, ModelError, OptionError
from seqform.experiments.store import open_store
from seqform.models.answers.equilibrium import Equilibrium

DECLARATION = {
    "grid": [
        {"game": "kuhn", "bet": ["1/2", 2], "exact": True, "player": 2, "watch": "2:Q:b:call"}
    ],
    "case": [
        {"game": "leduc(ranks=2)", "preprocess": "lossless", "options": {"target_gap": 1e-3}},
        {"game": "random-game", "seed": 5, "start": "random", "concept": "normal-form-perfect"},
        {"game": "kuhn", "backend": "highs", "option": {"simplex_strategy": 1}},
    ],
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rows") / "rows.sqlite"
    assert sf.sweep(DECLARATION, store=path, workers=0).failed == 0
    return path


@pytest.mark.slow
def test_every_row_of_a_sweep_is_solved_again_with_its_values(store: Path) -> None:
    rows = open_store(store).rows()
    assert len(rows) == 5
    for row in rows:
        answer: Any = sf.solve_row(store, f"key={row.key}")
        assert row.value is not None
        assert row.nash_conv is not None
        assert [float(value) for value in answer.certificate.values] == pytest.approx(
            row.value, abs=1e-6
        )
        assert float(answer.certificate.nash_conv) == pytest.approx(row.nash_conv, abs=1e-6)
        assert answer.backend == row.case["backend"]


def test_conditions_are_texts(store: Path) -> None:
    conditions: Any = ["prior=1/6"]
    with pytest.raises(OptionError, match=r"^conditions: a text for each .* not \['prior=1/6'\]"):
        sf.solve_row(store, conditions)
    with pytest.raises(OptionError, match=r"^conditions: .* not 3$"):
        sf.solve_row(store, "game=kuhn", 3)  # type: ignore[arg-type]


def test_a_file_of_a_game_is_read_again_unless_it_has_changed(tmp_path: Path) -> None:
    game, path = tmp_path / "game.efg", tmp_path / "files.sqlite"
    sf.save(sf.load("kuhn"), game)
    sf.sweep({"case": [{"game": str(game), "exact": True}]}, store=path, workers=0)
    answer = sf.solve_row(path)
    assert isinstance(answer, Equilibrium) and answer.certificate.nash_conv == 0
    sf.save(sf.load("kuhn(bet=2)"), game)
    with pytest.raises(ModelError, match="changed since the sweep"):
        sf.solve_row(path)


@pytest.mark.slow
def test_several_cases_are_answered_with_what_distinguishes_them(store: Path) -> None:
    with pytest.raises(OptionError, match=r"2 cases; add conditions .*bet is 1/2, 2"):
        sf.solve_row(store, "game=kuhn", "exact=true")
    with pytest.raises(OptionError, match="no case is left"):
        sf.solve_row(store, "bet=7")


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"game": "./wicked.py:Game"}, "Python code ./wicked.py:Game"),
        ({"backend": "./wicked.py:Solver"}, "Python code ./wicked.py:Solver"),
        ({"preprocess": ["./wicked.py:buckets"]}, "Python code ./wicked.py:buckets"),
        ({"options": {"raw.log_file": "victim"}}, "names a file"),
        ({"options": {"checkpoint": "victim"}}, "checkpoint"),
        ({"concept": "trembling"}, "trembling"),
        ({"game": "secret.efg"}, "names the file secret.efg and not its content"),
        (
            {"game": "openspiel:efg_game(filename=secret.efg)"},
            "names the file secret.efg and not its content",
        ),
        (
            {"concept": "normal-form-perfect", "settings": {"start": "secret.efg"}},
            "names the file secret.efg",
        ),
        ({"parameters": {"bets": 2}}, "bets"),
        ({"parameters": {"bet": "many"}}, "bet"),
        ({"game": "no-such-game"}, "no-such-game"),
    ],
)
def test_cases_that_no_declaration_could_have_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attributes: dict[str, Any], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wicked.py").write_text("open('victim', 'w').write('written')\n", encoding="utf-8")
    Path("secret.efg").write_text("words that are nobody's business\n", encoding="utf-8")
    row = made_row("kuhn")
    store = open_store("hostile.sqlite")
    store.add([replace(row, case=row.case | attributes)])
    with pytest.raises(InputError, match=message):
        sf.solve_row("hostile.sqlite")
    assert not Path("victim").exists()


@pytest.mark.slow
def test_charts_and_drawings_of_rows(seqform: Run, store: Path, tmp_path: Path) -> None:
    status, shown, _ = seqform("chart", str(store), "--where", "bet=2", "--player", "1")
    assert status == 0
    assert shown.startswith("kuhn(bet=2)\nnash_conv = 0 (exact)")
    whole, public = tmp_path / "kuhn.html", tmp_path / "leduc.svg"
    assert seqform("draw", str(store), "--where", "bet=1/2", "-o", str(whole)) == (0, "", "")
    assert seqform("draw", str(store), "--where", "game=leduc", "-o", str(public)) == (0, "", "")
    assert "kuhn(bet=1/2)" in whole.read_text(encoding="utf-8")
    assert "public tree" in public.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--where", "bet=2", "--concept", "nash"],
            "--concept: of no meaning with the store of a sweep",
        ),
        (["--where", "game=kuhn"], "3 cases; add conditions (--where) that leave one"),
    ],
)
def test_refusals_on_the_command_line(
    seqform: Run, store: Path, arguments: list[str], message: str
) -> None:
    for command in ("chart", "draw"):
        status, _, error = seqform(command, str(store), *arguments)
        assert (status, message in error) == (2, True)
        status, _, error = seqform(command, "kuhn", "--where", "bet=1")
        assert (status, "--where: of no meaning" in error) == (2, True)
