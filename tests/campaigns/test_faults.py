"""The campaign of faults: some interruptions of fast commands, and every command covered."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import pytest

faults = (
    pytest.importorskip("faults", reason="processes are looked up as on Linux") if sys.platform == "linux" else None
)
pytestmark = [pytest.mark.slow, pytest.mark.skipif(faults is None, reason="processes are looked up as on Linux")]


def test_every_command_is_disturbed() -> None:
    assert faults is not None
    assert faults.uncovered_commands() == []


@pytest.mark.parametrize("moment", [0.0, 0.3, 0.6, 0.9])
@pytest.mark.parametrize("name", ["convert"])
def test_an_interrupted_command_ends_in_order(name: str, moment: float) -> None:
    assert faults is not None
    one = next(one for one in faults.INVOCATIONS if one.name == name)
    assert faults.interrupted(one, random.Random(f"{name}{moment}"), moment) is None


@pytest.mark.parametrize("part", ["full_disk", "folders", "closed_streams", "memory", "plain_locale"])
def test_a_part_runs_without_a_failure(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert faults is not None
    fast = tuple(one for one in faults.INVOCATIONS if one.name == "convert")
    monkeypatch.setattr(faults, "INVOCATIONS", fast)
    case: Callable[[random.Random], str | None] = getattr(faults, part)
    assert case(random.Random(1)) is None
