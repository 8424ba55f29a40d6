"""What all classes of answers have in common: data, files, sizes, and strategies to play by."""

import json
from pathlib import Path
from typing import Any

import pytest

import seqform as sf
from seqform.io.json_values import to_json
from seqform.models.answers.answer import Answer, Sizes
from seqform.play import match

ORDERED = "rhode-island(ranks=2,suits=2)"

ANSWERS: dict[str, Any] = {
    "equilibrium": lambda: sf.solve("kuhn", exact=True),
    "commitment": lambda: sf.solve("beer-quiche", "stackelberg", leader=1),
    "device": lambda: sf.solve("beer-quiche", "stackelberg-correlated", leader=1, exact=True),
    "positions": lambda: sf.solve("tic-tac-toe(board=XOXOXO...)", "subgame-perfect"),
    "ordered": lambda: sf.solve(sf.load(ORDERED, kind="ordered"), target_gap=0.1),
}
SIZES = {
    "equilibrium": Sizes(58, 12, 26),
    "commitment": Sizes(15, 4, 10),
    "device": Sizes(15, 4, 10),
}
WITH_JSON = ("equilibrium", "commitment", "device", "positions")


@pytest.mark.parametrize("kind", WITH_JSON)
def test_a_file_has_the_data_of_the_answer(kind: str, tmp_path: Path) -> None:
    answer = ANSWERS[kind]()
    paths = (tmp_path / "method.json", tmp_path / "function.json")
    answer.save(paths[0])
    sf.write_equilibrium(answer, paths[1])
    for path in paths:
        assert json.loads(path.read_text(encoding="utf-8")) == json.loads(to_json(answer.as_dict()))
    assert answer.file_remark == ""


def test_the_file_of_class_strategies_is_a_solution(tmp_path: Path) -> None:
    answer = ANSWERS["ordered"]()
    path = tmp_path / "x.solution"
    sf.write_equilibrium(answer, path)
    stored = sf.read_solution(path, sf.load(ORDERED, kind="ordered"))
    assert stored.certificate.values == answer.saved().certificate.values
    assert json.loads(to_json(answer.as_dict()))["abstraction"] == answer.abstraction.kind


@pytest.mark.parametrize("kind", SIZES)
def test_sizes_are_those_of_the_tree(kind: str) -> None:
    answer = ANSWERS[kind]()
    assert isinstance(answer, Answer)
    assert answer.sizes == SIZES[kind]


def test_sizes_of_positions_are_their_number() -> None:
    answer = ANSWERS["positions"]()
    assert answer.sizes == Sizes(len(answer.game))
    assert (answer.concept, answer.backend, answer.raw) == ("subgame-perfect", "", None)


@pytest.mark.parametrize(
    ("kind", "game"), [("equilibrium", "kuhn"), ("device", "beer-quiche"), ("ordered", ORDERED)]
)
def test_answers_play(kind: str, game: str) -> None:
    answer = ANSWERS[kind]()
    assert len(match(game, answer, "random", games=4).games) == 4


def test_what_is_no_answer_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(sf.errors.ModelError, match="Answer expected, not str"):
        sf.write_equilibrium("kuhn", tmp_path / "x.json")  # type: ignore[arg-type]
