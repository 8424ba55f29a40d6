"""The differential campaign: a short run of every part, and faults that it has to find."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import differential
import differential_numbers
import pytest
from assessments import profile_playing
from plays import certificate_fault

import seqform as sf
from seqform.backends.lemke.backend import follow_path

SHARE = 600
"""A short run has one case for so many of a full one."""

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::UserWarning:cvxpy")]

PENNIES = sf.load("matching-pennies")
PARTS = differential.campaign().parts


@pytest.mark.parametrize("part", PARTS)
def test_short_run_finds_no_disagreement(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    cases = PARTS[part][1] // SHARE
    assert differential.campaign().run(["--parts", part, "--cases", str(cases), "--seed", "1"]) == 0, (
        capsys.readouterr().out
    )


@pytest.mark.parametrize(("field", "step"), [("values", -1), ("best_response_values", 1), ("constant_sum", 1)])
def test_a_wrong_certificate_is_a_fault(field: str, step: int) -> None:
    profile = profile_playing(PENNIES)
    certificate = sf.check(PENNIES, profile)
    assert certificate_fault(PENNIES, profile, certificate) is None
    given: Any = getattr(certificate, field)
    wrong: Any = {field: given + step if isinstance(given, Fraction) else (given[0] + step, given[1])}
    assert certificate_fault(PENNIES, profile, replace(certificate, **wrong)) is not None


def test_a_path_by_a_rule_of_ties_without_proof_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_the_basis(problem: Any, *rest: Any) -> Any:
        start = replace(problem.start, ends_at_solution=False, ties_from=problem.start.basis, ties_negated=None)
        return follow_path(replace(problem, start=replace(start, ties_leading=None)), *rest)

    assert differential_numbers.deep_paths(Random(23)) is None
    monkeypatch.setattr(differential_numbers, "follow_path", by_the_basis)
    assert "secondary ray" in str(differential_numbers.deep_paths(Random(23)))
