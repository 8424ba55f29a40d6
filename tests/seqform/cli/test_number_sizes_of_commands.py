"""Every command that reads or writes numbers, with numbers of all sizes: an answer, or one line; never a traceback."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from pathlib import Path

import pytest
from command_line import Run

import seqform as sf
from seqform.builders.games.tree import Leaf, Node, chance, leaf, move, tree
from seqform.errors import DoubleRangeError
from seqform.models import ExtensiveGame
from seqform.models.numbers.text import write_rational
from seqform.play.matches import student_half_width

SIZES: dict[str, Fraction | int] = {
    "2^31": 2**31,
    "2^53": 2**53 + 1,
    "2^63": 2**63,
    "10^300": 10**300,
    "10^-300": Fraction(1, 10**300),
    "10^400": 10**400,
    "10^-400": Fraction(1, 10**400),
}
LONG_SIZES: dict[str, Fraction | int] = {"10^5000": 10**5000, "10^-5000": Fraction(1, 10**5000)}

LONGEST_LINE = 400

COMMANDS = [
    ("info", "GAME"),
    ("solve", "GAME", "-o", "answer.json"),
    ("solve", "GAME", "--concept", "subgame-perfect", "-o", "perfect.json"),
    ("solve", "GAME", "--doubles"),
    ("solve", "GAME", "--format", "csv"),
    ("solve", "GAME", "--format", "latex"),
    ("solve", "GAME", "--start", "near.json"),
    ("check", "GAME", "answer.json"),
    ("check", "GAME", "near.json", "--format", "csv"),
    ("check", "GAME", "perfect.json", "--subgame-perfect"),
    ("check", "GAME", "near.json", "--player", "1"),
    ("draw", "GAME", "--profile", "near.json", "-o", "tree.html"),
    ("draw", "GAME", "--profile", "answer.json", "-o", "tree.tex"),
    ("draw", "GAME", "--sets", "-o", "tree.svg"),
    ("chart", "GAME", "--profile", "near.json", "-o", "chart.svg"),
    ("chart", "GAME", "--profile", "near.json"),
    ("convert", "GAME", "mixed.json", "--profile", "near.json"),
    ("convert", "GAME", "plan.json", "--profile", "near.json", "--form", "plan"),
    ("check", "GAME", "mixed.json"),
    ("check", "GAME", "plan.json"),
    ("export", "GAME", "program.npz"),
    ("export", "GAME", "program.mps"),
    ("vary", "GAME"),
    ("vary", "GAME", "other.efg", "-o", "value.svg"),
    ("vary", "GAME", "other.efg"),
    ("draw", "GAME", "--sensitivity", "-o", "tree.svg"),
    ("chart", "GAME", "--frontier", "near.json", "-o", "frontier.svg"),
    ("chart", "GAME", "--frontier", "uniform"),
    ("search", "GAME", "--depth", "1"),
    ("search", "GAME", "--method", "mcts", "--simulations", "5"),
    ("match", "GAME", "random", "random", "--games", "4"),
    ("match", "GAME", "equilibrium", "random", "--games", "4", "--json"),
    ("match", "GAME", "profile:near.json", "random", "--games", "4", "--format", "csv"),
    ("play", "GAME"),
]


def sized(size: Fraction | int, *, zero_sum: bool) -> ExtensiveGame:
    """Return a game of perfect information with payoffs and a move of chance in units of a size, beside small ones."""
    rare = min(size, 1 / Fraction(size)) / 2

    def end(first: Fraction | int, second: Fraction | int) -> Leaf:
        return leaf(first) if zero_sum else leaf(first, second)

    answer: dict[str, Node] = {"x": end(size, 1), "y": end(-Fraction(size, 3), 2 * size)}
    later: dict[str, Node] = {"x": end(1, size), "y": end(0, 3)}
    lottery = chance(
        {"often": (1 - rare, move(1, "C", later)), "rarely": (rare, end(5 * size, -size))}
    )
    return tree("sized", move(0, "A", {"left": move(1, "B", answer), "right": lottery}))


def nearly_pure(game: ExtensiveGame, size: Fraction | int) -> dict[str, object]:
    """Return the JSON data of a profile in which all actions but the first have tiny probabilities, or huge ones."""
    tiny = Fraction(min(size, 1 / Fraction(size)) / 2)
    players = []
    for own in game.sequences:
        sets = []
        for label, actions in zip(own.index.infoset_names, own.index.action_names, strict=True):
            rest = [tiny] * (len(actions) - 1)
            texts = [write_rational(Fraction(share)) for share in (1 - sum(rest), *rest)]
            sets.append({"label": label, "actions": list(actions), "probabilities": texts})
        players.append({"information_sets": sets})
    return {"players": players}


READ_AGAIN = {"answer.json", "perfect.json", "mixed.json", "plan.json"}
"""Files that commands write and later ones read."""


def half_of_the_commands(turn: int) -> list[tuple[str, ...]]:
    """Return every second command, from the first or the second on, and those that write what they read."""
    writers = ("solve", "convert")
    return [
        command
        for place, command in enumerate(COMMANDS)
        if (place + turn) % 2 == 0 or (command[0] in writers and READ_AGAIN & set(command))
    ]


def require_answers_or_lines(turn: int, seqform: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for command in half_of_the_commands(turn):
        monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\nr\ns\nq\n"))
        status, _, error = seqform(*("game.efg" if word == "GAME" else word for word in command))
        assert status in (0, 2, 3, 4), (command, error)
        assert "Traceback" not in error, command
        assert all(len(line) <= LONGEST_LINE for line in error.splitlines()), command
        if status in (2, 3):
            assert len(error.splitlines()) == 1, (command, error)


@pytest.mark.slow
@pytest.mark.parametrize("zero_sum", [True, False], ids=["zero-sum", "general-sum"])
@pytest.mark.parametrize("size", SIZES)
def test_commands_answer_or_refuse_in_a_line_whatever_the_size_of_numbers(
    size: str, zero_sum: bool, seqform: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command has every size, of one of the two kinds of games, and both kinds."""
    game = sized(SIZES[size], zero_sum=zero_sum)
    sf.save(game, "game.efg")
    sf.save(sized(2 * Fraction(SIZES[size]), zero_sum=zero_sum), "other.efg")
    Path("near.json").write_text(json.dumps(nearly_pure(game, SIZES[size])), encoding="utf-8")
    require_answers_or_lines(list(SIZES).index(size) + zero_sum, seqform, monkeypatch)


def test_every_command_has_every_size_and_every_kind_of_game() -> None:
    for first in range(2):
        of_both_kinds = half_of_the_commands(first) + half_of_the_commands(first + 1)
        assert set(of_both_kinds) == set(COMMANDS)
    for command in COMMANDS:
        assert {zero_sum for turn in range(len(SIZES)) for zero_sum in (0, 1)
                if command in half_of_the_commands(turn + zero_sum)} == {0, 1}  # fmt: skip


# ---- files ----


ALL_SIZES = SIZES | LONG_SIZES


def payoffs_of(game: ExtensiveGame) -> list[list[Fraction]]:
    return [payoffs.to_fractions() for payoffs in game.leaf_payoffs]


@pytest.mark.parametrize("size", ALL_SIZES)
def test_game_files_are_read_as_they_were_written(size: str, tmp_path: Path) -> None:
    for zero_sum in (True, False):
        game = sized(ALL_SIZES[size], zero_sum=zero_sum)
        sf.save(game, tmp_path / "game.efg")
        again = sf.load(tmp_path / "game.efg")
        assert payoffs_of(again) == payoffs_of(game)
        assert again.chance_reach.to_fractions() == game.chance_reach.to_fractions()

    unit = ALL_SIZES[size]
    table = sf.bimatrix_game([[unit, 0], [Fraction(-1, 3), 1]], [[1, -unit], [2, Fraction(1, 7)]])
    sf.save(table, tmp_path / "game.nfg")
    assert payoffs_of(sf.load(tmp_path / "game.nfg")) == payoffs_of(table)

    text = write_rational(Fraction(unit))
    (tmp_path / "game.csv").write_text(f"{text},-{text}\n0,1/3\n", encoding="utf-8")
    assert payoffs_of(sf.load(tmp_path / "game.csv"))[0] == [unit, -unit, 0, Fraction(1, 3)]


@pytest.mark.parametrize("size", ALL_SIZES)
def test_profiles_are_read_as_they_were_written_in_every_form(size: str, seqform: Run) -> None:
    game = sized(ALL_SIZES[size], zero_sum=False)
    sf.save(game, "game.efg")
    Path("near.json").write_text(json.dumps(nearly_pure(game, ALL_SIZES[size])), encoding="utf-8")
    profile = sf.read_profile("near.json", game)
    values = sf.check(game, profile).values
    for form in ("behavior", "plan", "mixed"):
        assert (
            seqform(
                "convert", "game.efg", f"{form}.json", "--profile", "near.json", "--form", form
            )[0]
            == 0
        )
        again = sf.read_profile(f"{form}.json", game)
        assert [own.probabilities.tolist() for own in again.strategies] == [
            own.probabilities.tolist() for own in profile.strategies
        ]
        assert sf.check(game, again).values == values


# ---- scores ----


@pytest.mark.parametrize("unit", [2.0**-900, 1, 10**200, 10**300])
def test_the_interval_of_a_mean_is_in_units_of_the_observations(unit: float) -> None:
    in_ones = student_half_width([Fraction(1), Fraction(4), Fraction(-2)])
    assert in_ones is not None
    scaled = student_half_width([each * Fraction(unit) for each in (1, 4, -2)])
    assert scaled == pytest.approx(in_ones * float(unit), rel=1e-12)


def test_a_mean_beyond_doubles_is_refused() -> None:
    with pytest.raises(DoubleRangeError, match="too large for a double"):
        student_half_width([Fraction(10**400), Fraction(0)])
