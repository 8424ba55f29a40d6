"""Commands on solution files of the user's own games with ordered signals: the game is the one that is named."""

from collections.abc import Callable
from pathlib import Path

import pytest

import seqform as sf

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


def test_a_solution_of_another_game_is_refused(seqform: Callable[..., tuple[int, str, str]], own: str) -> None:
    file = str(Path(own.rpartition(":")[0]).with_name("war.solution"))
    for command in (["check", own.replace(":war", ":other"), file], ["check", "leduc", file]):
        status, _, err = seqform(*command)
        assert status == 2 and "the file solves war, not" in err
