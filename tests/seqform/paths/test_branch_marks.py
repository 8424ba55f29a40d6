"""Claims about equilibria over a parameter, against the thresholds of small games that are known in closed form."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_line import Run

import seqform as sf
from seqform.errors import InputError
from seqform.models.answers.components import AllEquilibria
from seqform.paths.correspondence import EquilibriumCorrespondence
from seqform.paths.correspondence_sampling import equilibrium_correspondence
from seqform.paths.member_marks import check_of


def entry(p: Fraction) -> sf.ExtensiveGame:
    """Return the game of entry: a fight gives the incumbent p, and yielding 2."""
    reply = sf.move(1, "entered", {"fight": sf.leaf(-1, p), "yield": sf.leaf(2, 2)})
    return sf.tree("entry", sf.move(0, "start", {"out": sf.leaf(0, 4), "in": reply}))


def signals(strong: Fraction) -> sf.ExtensiveGame:
    """Return beer or quiche (Cho & Kreps 1987) with the probability of the strong type."""

    def after(likes: str, duel: int) -> Any:
        def receiver(message: str) -> Any:
            taste = 1 if message == likes else 0
            fought = sf.leaf(taste, duel)
            return sf.move(1, message, {"fight": fought, "leave": sf.leaf(taste + 2, 0)})

        return sf.move(0, likes, {message: receiver(message) for message in ("beer", "quiche")})

    types = {"strong": (strong, after("beer", -1)), "weak": (1 - strong, after("quiche", 1))}
    return sf.tree("signals", sf.chance(types))


def statuses(answer: EquilibriumCorrespondence, check: str) -> dict[Fraction, list[str]]:
    """Return the marks of a claim by number, of the components in order."""
    return {
        sample.place: [component.marks[check_of(check)].status for component in sample.components]
        for sample in answer.samples
    }


@pytest.mark.parametrize("claim", ["sequential", "subgame-perfect", "proper"])
def test_the_threat_of_a_fight_is_credible_from_the_threshold_on(claim: str) -> None:
    answer = equilibrium_correspondence(entry, interval=(0, 4), points=5, precision=1, check=claim)
    # The larger payoff of the entrant comes first: entry, then deterrence; at 2 they are connected.
    assert statuses(answer, claim) == {
        Fraction(0): ["yes", "no"],
        Fraction(1): ["yes", "no"],
        Fraction(2): ["yes"],
        Fraction(3): ["some"],  # the mixture of fight and yield has no reason
        Fraction(4): ["some"],
    }
    deterred = [run for run in answer.mark_runs if run.mark.status == "no"]
    assert [list(map(str, run.numbers)) for run in deterred] == [["0", "1"]]
    assert deterred[0].mark.reason


def test_marks_are_those_of_the_list_at_each_number() -> None:
    answer = equilibrium_correspondence(
        signals, interval=("5/8", "7/8"), points=3, check=["intuitive", "sequential"]
    )
    for sample in answer.samples:
        game = answer.game(sample.place)
        listed = sf.equilibria(game, complete=True).checked("intuitive", "sequential")
        for component in sample.components:
            likes = component.behavior[0]["beer"]
            is_pooled_on_beer = likes["beer"].low == 1
            # Pooling on quiche fails, as only the strong type gains by beer.
            assert component.marks["intuitive"].status == ("yes" if is_pooled_on_beer else "no")
            assert component.marks["sequential"].status in ("yes", "some")
        lists = [equilibrium.certificate.checks["intuitive"] for equilibrium in listed]
        assert any(lists) and not all(lists)


def test_equilibria_at_the_ends_of_paths_are_marked_as_they_are() -> None:
    answer = equilibrium_correspondence(
        entry, interval=(0, 1), points=2, starts=3, check="sequential"
    )
    assert {status for marks in statuses(answer, "sequential").values() for status in marks} <= {
        "yes",
        "no",
        "open",
    }


def test_claims_that_a_game_does_not_have_are_open_with_the_reason() -> None:
    answer = equilibrium_correspondence(
        entry, interval=(0, 1), points=2, precision=1, check="intuitive"
    )
    assert {run.mark.status for run in answer.mark_runs} == {"open"}
    assert all("signalling" in run.mark.reason for run in answer.mark_runs)


def test_an_interruption_leaves_the_rest_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any, **options: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(AllEquilibria, "checked", interrupted)
    answer = equilibrium_correspondence(
        entry, interval=(0, 1), points=2, precision=1, check="proper"
    )
    assert answer.marks_stopped == answer.stopped == "interrupted"
    assert {run.mark.reason for run in answer.mark_runs} == {"not examined, interrupted"}
    assert "interrupted before all claims were examined" in answer.summary


def test_claims_are_of_all_nash_equilibria() -> None:
    with pytest.raises(InputError, match="check: of the concept 'nash' alone"):
        equilibrium_correspondence(entry, interval=(0, 1), concept="proper", check="sequential")
    with pytest.raises(InputError, match="sequentiel"):
        equilibrium_correspondence(entry, interval=(0, 1), check="sequentiel")


def test_the_command_lists_numbers_in_all_formats(seqform: Run, tmp_path: Path) -> None:
    file = tmp_path / "entry.py"
    file.write_text(
        "import seqform as sf\n\n\ndef entry(p):\n"
        '    reply = sf.move(1, "entered", {"fight": sf.leaf(-1, p), "yield": sf.leaf(2, 2)})\n'
        '    return sf.tree("entry", sf.move(0, "s", {"out": sf.leaf(0, 4), "in": reply}))\n'
    )
    command = ["vary", f"{file}:entry(p=0..4)", "--points", "5", "--precision", "1"]
    command += ["--check", "sequential,proper"]
    text = " ".join(seqform(*command)[1].split())
    assert "sequential: yes from 0 to 2, some from 3 to 4" in text
    assert "sequential: no from 0 to 1" in text
    data = json.loads(seqform(*command, "--json")[1])
    assert data["checks"] == ["sequential", "proper"]
    assert data["claims"][-1]["numbers"] == ["0", "1"]
    assert data["samples"][0]["components"][1]["marks"]["sequential"]["status"] == "no"
    lines = seqform(*command, "--format", "csv")[1].splitlines()
    assert lines[0].endswith("supports,sequential,proper") and lines[1].endswith("yes,yes")
    assert "sequential: no from 0 to 1" in seqform(*command, "--format", "latex")[1]

    status, _, errors = seqform("vary", "kuhn", "--check", "sequential")[:3]
    assert status == 2 and "--check" in errors
