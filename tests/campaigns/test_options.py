"""The campaign of options: a case of every kind, and faults that it has to find."""

import warnings
from collections.abc import Iterator
from random import Random

import options
import pytest
from options import Choice, Outcome

from seqform.cli import common
from seqform.cli.app import declarations


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(common.out, "width", 120)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


PLAYED = [name for name in declarations()["commands"] if name not in options.NOT_PLAYED]
CASES = [
    ("solve", "kuhn", "--concept quasi-perfect", "--family"),
    ("solve", "littman-figure-4", "--concept subgame-perfect", "--objective social"),
    ("solve", "vsvet-figure-1", "--weights -1,-1", "--format csv"),
    ("check", "kuhn", "--constraint 1: Q: bet >= 1/10", "--responder 1"),
    ("draw", "littman-figure-4", "--sets", "--theme dark"),
    ("chart", "kuhn", "--player 2", "--ranges"),
    ("trace", "vsvet-figure-1", "--points", "--engine tableau"),
    ("export", "kuhn", "--epsilon 1/10", "--player 2"),
    ("search", "./own.py:Heap", "--depth 1", "--method minimax"),
    ("info", "three.efg", "--max-nodes 3", "--format markdown"),
    ("match", "one.csv", "--games 3", "--fixed-seats"),
    ("shrink", "kuhn(ranks=4)", "--preprocess lossless", "--format latex"),
]


def choice(text: str) -> Choice:
    flag, space, value = text.partition(" ")
    return Choice(flag, (flag, value) if space else (flag,))


@pytest.mark.parametrize(("command", "game", "one", "two"), CASES)
def test_two_options_change_something_or_are_refused(
    command: str, game: str, one: str, two: str
) -> None:
    assert options.pair_fault(command, game, choice(one), choice(two)) is None


@pytest.mark.slow
@pytest.mark.parametrize("command", PLAYED)
def test_a_short_run_of_every_command_finds_no_fault(command: str) -> None:
    assert [options.case_of(command, Random(f"5:{command}:{k}")) for k in range(3)] == [None] * 3


def test_every_option_of_a_command_on_a_game_has_values_or_is_left_out() -> None:
    for command in PLAYED:
        named = {option[0].flag for option in options.choices(command)}
        for parameter in declarations()["commands"][command]["parameters"]:
            flags = [flag for flag in parameter["flags"] if flag.startswith("--")]
            if flags and not parameter.get("hidden"):
                assert flags[0] in named | options.LEFT_OUT, (command, flags[0])


A, B = Choice("--all", ("--all",)), Choice("--json", ("--json",))


def ended(output: str, status: int = 0, messages: str = "") -> Outcome:
    return Outcome(status, output, messages, ())


def test_an_option_without_effect_beside_another_one_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outputs = {(): "bare", ("--all",): "all", ("--json",): "json", ("--all", "--json"): "json"}
    monkeypatch.setattr(options, "run", lambda _, words: ended(outputs[words[1:]]))
    assert (
        options.pair_fault("info", "kuhn", A, B)
        == "info kuhn --all beside --json: of no effect, and not refused"
    )


def test_a_change_by_what_leaves_no_trace_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "run", lambda _, words: ended(" ".join(words)))
    limit = Choice("--time-limit", ("--time-limit", "100"))
    assert "it changes the answer" in str(options.pair_fault("info", "kuhn", limit, B))


@pytest.mark.parametrize(
    ("refused", "fault"),
    [
        (ended("", 1, "Traceback (most recent call last)"), "status 1"),
        (ended("", 2, "seqform: one\nseqform: two\n"), "more than one line"),
        (
            ended("", 2, "seqform: all: not with json; leave it out\n"),
            "the same refusal without --all",
        ),
    ],
)
def test_bad_ends_and_idle_remedies_are_found(
    refused: Outcome, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(options, "run", lambda _, words: refused)
    assert fault in str(options.pair_fault("info", "kuhn", A, B))
