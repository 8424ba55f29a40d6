"""A time limit ends a command that calls a solver or loops itself."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="without a process that watches")

LIMIT = 1
LONGEST = 200
"""Seconds within which a command with that limit ends on a machine that does much else; without it takes minutes."""

LARGE = "goofspiel(cards=5)"
COMMANDS = [
    ["solve", LARGE, "--backend", "highs"],
    ["solve", "leduc", "--backend", "cfr", "--tolerance", "1e-14"],
    ["solve", "oh-hell(cards=5)", "--concept", "subgame-perfect"],
    ["solve", "rhode-island(ranks=6)", "--preprocess", "lossless", "--exact"],
    ["equilibria", "leduc", "--complete"],
    ["compare", LARGE],
]
"""Native code and loops of Python; the tests of routes let a limit pass in every phase and every backend."""


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_time_limit_ends_a_command(command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "seqform", *command, "--time-limit", str(LIMIT)],
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (3, False), done.stderr
    assert "time limit" in done.stderr or "stopped early" in done.stderr
