"""The campaigns: a short run of every part, faults that they have to find, and the runner that repeats failures."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import differential
import differential_numbers
import pytest
from assessments import profile_playing
from campaign import Campaign
from plays import certificate_fault

import seqform as sf
from seqform.backends.lemke.backend import follow_path

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::UserWarning:cvxpy")]


def drawn(seen: list[float], failing: int = -1) -> Campaign:
    def case(rng: Random) -> str | None:
        seen.append(rng.random())
        if len(seen) == failing + 1:
            raise ValueError("bad\x1b")
        return None

    return Campaign("toy", "A toy.", {"one": (case, 6)})


def test_a_run_goes_on_where_it_stopped() -> None:
    whole: list[float] = []
    parts: list[float] = []
    assert drawn(whole).run([]) == 0
    assert drawn(parts).run(["--cases", "2"]) == 0
    assert drawn(parts).run(["--cases", "4", "--first", "2"]) == 0
    assert parts == whole and len(set(whole)) == 6


def test_failures_are_counted_listed_and_repeated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[float] = []
    page = tmp_path / "page.md"
    page.write_text("# Results\n\n## other\n\nkept\n\n## toy\n\nold\n", encoding="utf-8")
    assert drawn(seen, failing=3).run(["--result", str(page)]) == 1
    out = capsys.readouterr().out
    assert (
        "one 3: ValueError at test_campaign.py" in out
        and "bad\\x1b" in out
        and "| one | 6 | 1 |" in out
    )
    text = page.read_text(encoding="utf-8")
    assert "kept" in text and "old" not in text and "- one 3: ValueError" in text
    again: list[float] = []
    assert drawn(again).run(["--parts", "one", "--only", "3"]) == 0
    assert again == [seen[3]]


def test_ctrl_c_keeps_what_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    def case(rng: Random) -> str | None:
        done.append(rng)
        if len(done) == 4:
            raise KeyboardInterrupt
        return None

    done: list[Random] = []
    assert Campaign("toy", "A toy.", {"one": (case, 6)}).run([]) == 130
    assert "| one | 3 | 0 |" in capsys.readouterr().out


SHARE = 600
"""A short run has one case for so many of a full one."""

PENNIES = sf.load("matching-pennies")
PARTS = differential.campaign().parts


@pytest.mark.parametrize("part", PARTS)
def test_short_run_finds_no_disagreement(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    cases = PARTS[part][1] // SHARE
    assert (
        differential.campaign().run(["--parts", part, "--cases", str(cases), "--seed", "1"]) == 0
    ), capsys.readouterr().out


@pytest.mark.parametrize(
    ("field", "step"), [("values", -1), ("best_response_values", 1), ("constant_sum", 1)]
)
def test_a_wrong_certificate_is_a_fault(field: str, step: int) -> None:
    profile = profile_playing(PENNIES)
    certificate = sf.check(PENNIES, profile)
    assert certificate_fault(PENNIES, profile, certificate) is None
    given: Any = getattr(certificate, field)
    wrong: Any = {
        field: given + step if isinstance(given, Fraction) else (given[0] + step, given[1])
    }
    assert certificate_fault(PENNIES, profile, certificate.recomputed(**wrong)) is not None


def test_a_path_by_a_rule_of_ties_without_proof_is_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def by_the_basis(problem: Any, *rest: Any) -> Any:
        start = replace(
            problem.start, ends_at_solution=False, ties_from=problem.start.basis, ties_negated=None
        )
        return follow_path(replace(problem, start=replace(start, ties_leading=None)), *rest)

    assert differential_numbers.deep_paths(Random(264)) is None
    monkeypatch.setattr(differential_numbers, "follow_path", by_the_basis)
    assert "secondary ray" in str(differential_numbers.deep_paths(Random(264)))
