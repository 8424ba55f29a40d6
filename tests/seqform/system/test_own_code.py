"""Python files of the user: every failure of their code is one error that names the object."""

import os
from pathlib import Path

import pytest
from command_line import Run

import seqform as sf
from seqform.errors import InputError, SeqformError
from seqform.system.own_code import made, own_function
from seqform.system.sources import parse_source


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
        match=rf"own\.py: {method}: FileNotFoundError: no table of this state \(own\.py, line 14\)$",
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
