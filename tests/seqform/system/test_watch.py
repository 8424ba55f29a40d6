"""A command ends at a request to stop and at its time limit, whatever it is doing."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from seqform.system import deadline
from seqform.system.deadline import Deadline, OutOfTimeError

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")]

COMMAND = """
    import os, signal, subprocess, sys, threading, time
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # ignored under nohup
    import seqform.__main__ as command
    from pathlib import Path
    from seqform.system import deadline, files, watch
    def native():
        return 3 ** 10**9  # for hours, without releasing the lock of the interpreter
    def work():
        {body}
        return 0
    command.outcome = work
    command.main()
"""
"""A command whose work has the body."""

LONGEST = 200
"""Seconds within which every command of these tests ends, on a loaded machine."""


def begin(body: str, *arguments: str) -> subprocess.Popen[str]:
    program = textwrap.dedent(COMMAND).format(body=textwrap.dedent(body).strip().replace("\n", "\n    "))
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def end(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    try:
        out, err = process.communicate(timeout=LONGEST)
    finally:
        process.kill()
    return process.returncode, out, err


@pytest.mark.parametrize(
    ("requests", "status", "word"),
    [(["SIGTERM"], 143, "terminated"), (["SIGHUP"], 129, "terminated"), (["SIGINT", "SIGINT"], 130, "interrupted")],
)
def test_a_request_to_stop_ends_native_code_that_keeps_the_lock(requests: list[str], status: int, word: str) -> None:
    process = begin("command.signals.install(); print(flush=True); native()")
    process.stdout.readline()  # type: ignore[union-attr]
    for name in requests:
        time.sleep(1)  # nearer to each other they are one request
        process.send_signal(getattr(signal, name))
    assert end(process) == (status, "", f"seqform: {word}\n")


def test_a_time_limit_ends_native_code_and_names_the_phase() -> None:
    body = """
    with watch.time_limit(0.5):
        watch.phase("making the answer exact")
        native()
    """
    line = "seqform: time limit of 0.5 s reached while making the answer exact, which was cut off; there is no answer\n"
    assert end(begin(body)) == (3, "", line)


def test_a_phase_that_is_not_cut_off_is_announced_and_the_next_one_is_cut_off() -> None:
    body = """
    with watch.time_limit(0.5):
        watch.phase("verifying", cut=False)
        time.sleep(2.5)
        print("verified", flush=True)
        {}
    """
    line = "seqform: time limit of 0.5 s reached; verifying is not cut off, Ctrl-C stops it\n"
    assert end(begin(body.format("pass"))) == (0, "verified\n", line)
    status, out, err = end(begin(body.format('watch.phase("solving"); native()')))
    assert (status, out, err.splitlines(keepends=True)[0]) == (3, "verified\n", line)
    assert "while solving" in err


def test_a_command_that_is_killed_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "answer.json"
    target.write_text("old")
    body = """
    def fill(file):
        file.write(b"new")
        native()
    with watch.time_limit(0.5):
        files.write_whole(sys.argv[1], fill)
    """
    assert end(begin(body, str(target)))[0] == 3
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {"answer.json": "old"}


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
def test_processes_that_a_killed_command_has_begun_end_with_it() -> None:
    body = """
    solver = subprocess.Popen(["sleep", "1000"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    print(solver.pid, flush=True)
    with watch.time_limit(0.5):
        native()
    """
    status, out, _ = end(begin(body))
    assert status == 3
    for _ in range(1000):
        try:
            os.kill(int(out), 0)
        except ProcessLookupError:
            return
        if Path(f"/proc/{int(out)}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.1)
    pytest.fail("the process goes on")


def test_no_deadline_is_later_than_that_of_the_whole() -> None:
    with deadline.within(60, time.monotonic() - 100):
        late = Deadline(1000)
        assert late.passed
        assert late.left == deadline.LEAST_LEFT
        with pytest.raises(OutOfTimeError):
            late.check()
        assert not Deadline().passed  # what has no limit is not to be cut off, such as certificates
    assert not Deadline(1000).passed


def test_a_command_that_has_written_its_message_and_ends_slowly_is_killed_without_another_one() -> None:
    body = """
    with watch.time_limit(time.monotonic() - deadline.STARTED + 0.3):
        time.sleep(0.9)
    sys.stderr.write("its message\\n")
    threading.Thread(target=time.sleep, args=[60]).start()  # keeps the process from ending
    """
    assert end(begin(body)) == (0, "", "its message\n")
