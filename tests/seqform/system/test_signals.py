"""A command ends at a request to stop and at its time limit, with one line and a status, whatever it is doing."""

import signal
import subprocess
import sys
import textwrap
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from command_line import python

from seqform.system import deadline
from seqform.system.deadline import Deadline, OutOfTimeError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

FOREGROUND = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
"""
"""Commands that a shell starts in the background ignore Ctrl-C, those under nohup a hangup."""


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return python("-c", FOREGROUND + textwrap.dedent(program), *arguments)


WORK = """
    import os, signal, sys, threading, time
    import seqform.__main__ as command
    sys.path.insert(0, sys.argv[1])
    class Finalized:
        def __del__(self):
            signal.raise_signal(signal.SIGINT)
    def work():
        {body}
        print("went on", flush=True)
        return 0
    command.signals.guard(work)
"""
"""A program whose work, as that of a command, has the body."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "status", "word"),
    [("SIGINT", 130, "interrupted"), ("SIGTERM", 143, "terminated"), ("SIGHUP", 129, "terminated")],
)
def test_a_signal_is_one_line_and_its_status(name: str, status: int, word: str) -> None:
    done = run(WORK.format(body=f"signal.raise_signal(signal.{name})"), "")
    assert (done.returncode, done.stdout, done.stderr) == (status, "", f"seqform: {word}\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "printed"),
    [
        ("""try:
            import interrupted_module
        except BaseException:
            pass""", ""),
        ("Finalized()", ""),
        ("""try:
            signal.raise_signal(signal.SIGINT)
        finally:
            signal.raise_signal(signal.SIGINT)
            print("cleaned up", flush=True)""", "cleaned up\n"),
        ("""threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        command.signals.interruptible(lambda: time.sleep(60))""", ""),
    ],
    ids=["within an import", "within a finalizer", "two at once are one request", "within native code"],
)  # fmt: skip
def test_an_interruption_ends_a_command_wherever_it_arrives(
    body: str, printed: str, tmp_path: Path
) -> None:
    (tmp_path / "interrupted_module.py").write_text(
        "import signal\nsignal.raise_signal(signal.SIGINT)\n"
    )
    done = run(WORK.format(body=body), str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (130, printed, "seqform: interrupted\n")


@pytest.mark.slow
def test_an_ignored_signal_stays_ignored() -> None:
    ignoring = "import signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    done = run(
        ignoring + textwrap.dedent(WORK).format(body="signal.raise_signal(signal.SIGHUP)"), ""
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "went on\n", "")


@pytest.mark.slow
def test_a_request_waits_until_a_held_block_has_ended() -> None:
    program = """
        import signal
        from seqform.system.signals import held
        try:
            with held():
                signal.raise_signal(signal.SIGINT)
                print("done", flush=True)
            print("went on", flush=True)
        except KeyboardInterrupt:
            print("interrupted")
    """
    assert run(program).stdout == "done\ninterrupted\n"


@pytest.mark.slow
def test_interruptible_work_returns_its_result_and_raises_its_error() -> None:
    from seqform.system.signals import interruptible

    assert interruptible(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 / 0)


MAIN = """
    import signal, seqform.__main__, seqform.cli.app
    from seqform.errors import OptionError
    from seqform.system import signals
    before = signals.report
    def report(message):
        before(message)
        signal.raise_signal(signal.SIGINT)
    def interrupted():
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise ImportError("numpy cannot be imported") from None
    def wrong():
        signals.report = report
        raise OptionError("wrong")
    seqform.cli.app.run = {run}
    seqform.__main__.main()
"""


@pytest.mark.slow
@pytest.mark.parametrize(("work", "message"), [("interrupted", "interrupted"), ("wrong", "wrong")])
def test_an_error_and_an_interruption_together_are_one_line(work: str, message: str) -> None:
    done = run(MAIN.format(run=work))
    assert (done.returncode, done.stderr) == (130, f"seqform: {message}\n")


def test_the_paths_of_workers_end_with_the_process_that_began_them() -> None:
    program = """
        import os, signal
        import seqform as sf
        if __name__ == "__main__":
            def killed(text):
                import multiprocessing
                if text.startswith("500 of"):
                    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
                    os.kill(os.getpid(), signal.SIGKILL)
            sf.equilibria("binary-tree(depth=3)", starts=5000, jobs=2, progress=killed)
    """
    done = run(program)
    children = [int(word) for word in done.stdout.split()]
    assert len(children) == 2
    assert all(map(has_ended, children))


def has_ended(process: int) -> bool:
    """Return whether a process ends within a hundred seconds."""
    for _ in range(1000):
        with suppress(psutil.NoSuchProcess):
            if psutil.Process(process).status() != psutil.STATUS_ZOMBIE:
                time.sleep(0.1)
                continue
        return True
    return False


COMMAND = """
    import os, signal, subprocess, sys, threading, time
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
"""Seconds within which every command of these tests ends, on a loaded machine; without its limit it takes minutes."""


def begin(body: str, *arguments: str) -> subprocess.Popen[str]:
    program = FOREGROUND + textwrap.dedent(COMMAND).format(
        body=textwrap.dedent(body).strip().replace("\n", "\n    ")
    )
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def end(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    try:
        out, err = process.communicate(timeout=LONGEST)
    finally:
        process.kill()
    return process.returncode, out, err


@pytest.mark.slow
def test_the_status_and_signals_pass_through_the_parent() -> None:
    assert end(begin("return 4")) == (4, "", "")
    interrupted = begin("os.kill(os.getppid(), signal.SIGINT); time.sleep(200)")
    assert end(interrupted) == (130, "", "seqform: interrupted\n")
    assert end(begin("os.kill(os.getpid(), signal.SIGKILL)")) == (-signal.SIGKILL, "", "")


@pytest.mark.parametrize(
    ("requests", "status", "word"),
    [
        (["SIGTERM"], 143, "terminated"),
        (["SIGHUP"], 129, "terminated"),
        (["SIGINT", "SIGINT"], 130, "interrupted"),
    ],
)
def test_a_request_to_stop_ends_native_code_that_keeps_the_lock(
    requests: list[str], status: int, word: str
) -> None:
    process = begin("command.signals.install(); print(flush=True); native()")
    process.stdout.readline()  # type: ignore[union-attr]
    for name in requests:
        time.sleep(1)  # nearer to each other they are one request
        process.send_signal(getattr(signal, name))
    assert end(process) == (status, "", f"seqform: {word}\n")


@pytest.mark.slow
def test_a_time_limit_ends_native_code_and_names_the_phase() -> None:
    body = """
    with watch.time_limit(0.5):
        watch.phase("making the answer exact")
        native()
    """
    line = "seqform: time limit of 0.5 s reached while making the answer exact, which was cut off; there is no answer\n"
    assert end(begin(body)) == (3, "", line)


@pytest.mark.slow
def test_a_phase_that_is_not_cut_off_is_announced_and_the_next_one_is_cut_off() -> None:
    body = """
    with watch.time_limit(0.5):
        watch.phase("verifying", cut=False)
        time.sleep(2.5)
        print("verified", flush=True)
        {}
    """
    line = "seqform: time limit of 0.5 s reached; verifying goes on, Ctrl-C stops it\n"
    assert end(begin(body.format("pass"))) == (0, "verified\n", line)
    status, out, err = end(begin(body.format('watch.phase("solving"); native()')))
    assert (status, out, err.splitlines(keepends=True)[0]) == (3, "verified\n", line)
    assert "while solving" in err


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_block_whose_part_is_returned_has_time_for_it_after_a_request_to_stop(name: str) -> None:
    body = """
    try:
        with watch.partial("searching"):
            watch.phase("a part of the search")
            print("begun", flush=True)
            time.sleep(60)
    except KeyboardInterrupt:
        time.sleep(2.5)
        print("what is found", flush=True)
    """
    process = begin(body)
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    process.send_signal(getattr(signal, name))
    status, out, _ = end(process)
    assert (status, out) == (128 + getattr(signal, name), "what is found\n")


@pytest.mark.slow
@pytest.mark.parametrize("receivers", ["parent", "parent, os.getpid()"])
def test_a_watch_that_runs_late_weighs_a_request_as_one_that_is_in_time(receivers: str) -> None:
    """The parent has stopped while the block begins, the request comes and, by its second receiver, the block ends."""
    body = f"""
    parent = os.getppid()
    os.kill(parent, signal.SIGSTOP)
    try:
        with watch.partial("searching"):
            watch.phase("a part of the search")
            threading.Timer(0.5, os.kill, (parent, signal.SIGCONT)).start()
            for receiver in ({receivers},):
                os.kill(receiver, signal.SIGTERM)
            time.sleep(60)
    except KeyboardInterrupt:
        time.sleep(3)
        print("what is found", flush=True)
    """
    status, out, _ = end(begin(body))
    assert (status, out) == (128 + signal.SIGTERM, "what is found\n")


@pytest.mark.slow
def test_a_block_that_ends_by_itself_is_not_cut_off_in_its_phases() -> None:
    body = """
    with watch.time_limit(0.5):
        with watch.partial("deciding claims", cut=False):
            watch.phase("a phase within")
            time.sleep(3)
            print("decided", flush=True)
    """
    line = "seqform: time limit of 0.5 s reached; a phase within goes on, Ctrl-C stops it\n"
    assert end(begin(body)) == (0, "decided\n", line)


@pytest.mark.slow
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


@pytest.mark.slow
def test_processes_that_a_killed_command_has_begun_end_with_it() -> None:
    body = """
    solver = subprocess.Popen(["sleep", "1000"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    print(solver.pid, flush=True)
    with watch.time_limit(0.5):
        native()
    """
    status, out, _ = end(begin(body))
    assert status == 3 and has_ended(int(out))


@pytest.mark.slow
def test_no_deadline_is_later_than_that_of_the_whole() -> None:
    with deadline.within(60, time.monotonic() - 100):
        late = Deadline(1000)
        assert late.passed
        assert late.left == deadline.LEAST_LEFT
        with pytest.raises(OutOfTimeError):
            late.check()
        assert not Deadline().passed  # what has no limit is not to be cut off, such as certificates
    assert not Deadline(1000).passed


@pytest.mark.slow
def test_a_command_that_has_written_its_message_and_ends_slowly_is_killed_without_another_one() -> (
    None
):
    body = """
    with watch.time_limit(time.monotonic() - deadline.STARTED + 0.3):
        time.sleep(0.9)
    sys.stderr.write("its message\\n")
    threading.Thread(target=time.sleep, args=[60]).start()  # keeps the process from ending
    """
    assert end(begin(body)) == (0, "", "its message\n")


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
    done = python("-m", "seqform", *command, "--time-limit", 1, timeout=LONGEST)
    assert (done.returncode, "Traceback" in done.stderr) == (3, False), done.stderr
    assert "time limit" in done.stderr or "stopped early" in done.stderr
