"""A time limit ends a command that calls a solver or loops itself."""

import signal
import subprocess
import sys
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="without a process that watches")

LIMIT = 1
LONGEST = 200
"""Seconds within which a command with that limit ends on a machine that does much else; without it takes minutes."""

LARGE = "goofspiel(cards=5)"
ORDERED = ["rhode-island(ranks=6)", "--preprocess", "lossless"]


COMMANDS = [
    *(["solve", LARGE, "--backend", name] for name in ("highs", "exact", "cfr")),
    ["solve", "oh-hell(cards=5)", "--concept", "subgame-perfect"],
    ["solve", *ORDERED, "--exact"],
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


REPORTING = """
import seqform.__main__ as command
from seqform.system import watch
phase = watch.phase
def reported(text, **more):
    print(text, flush=True)
    phase(text, **more)
watch.phase = reported
command.main()
"""
"""The command, which writes the name of every phase as it begins."""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_request_to_stop_ends_an_exact_answer(name: str) -> None:
    command = [sys.executable, "-c", REPORTING, "solve", *ORDERED, "--exact"]
    process: Any = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.stdout.readline() not in ("building the linear program\n", ""):
        pass
    number = getattr(signal, name)
    process.send_signal(number)
    try:
        _, err = process.communicate(timeout=LONGEST)
    finally:
        process.kill()
    assert (process.returncode, err) == (128 + number, f"seqform: {'terminated' if number == 15 else 'interrupted'}\n")
