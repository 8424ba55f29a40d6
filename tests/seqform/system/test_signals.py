"""Requests to stop, and limits to memory, end a command with one line and a status."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")]

linux = pytest.mark.skipif(sys.platform != "linux", reason="limits to the address space are kept by Linux")

FOREGROUND = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
"""
"""Commands that a shell starts in the background ignore Ctrl-C, those under nohup a hangup."""


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", FOREGROUND + textwrap.dedent(program), *arguments],
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )


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


@pytest.mark.parametrize(
    ("name", "status", "word"),
    [("SIGINT", 130, "interrupted"), ("SIGTERM", 143, "terminated"), ("SIGHUP", 129, "terminated")],
)
def test_a_signal_is_one_line_and_its_status(name: str, status: int, word: str) -> None:
    done = run(WORK.format(body=f"signal.raise_signal(signal.{name})"), "")
    assert (done.returncode, done.stdout, done.stderr) == (status, "", f"seqform: {word}\n")


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
def test_an_interruption_ends_a_command_wherever_it_arrives(body: str, printed: str, tmp_path: Path) -> None:
    (tmp_path / "interrupted_module.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\n")
    done = run(WORK.format(body=body), str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (130, printed, "seqform: interrupted\n")


def test_an_ignored_signal_stays_ignored() -> None:
    ignoring = "import signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    done = run(ignoring + textwrap.dedent(WORK).format(body="signal.raise_signal(signal.SIGHUP)"), "")
    assert (done.returncode, done.stdout, done.stderr) == (0, "went on\n", "")


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


@pytest.mark.parametrize(("work", "message"), [("interrupted", "interrupted"), ("wrong", "wrong")])
def test_an_error_and_an_interruption_together_are_one_line(work: str, message: str) -> None:
    done = run(MAIN.format(run=work))
    assert (done.returncode, done.stderr) == (130, f"seqform: {message}\n")


WATCHED = """
    import os, signal, sys
    import seqform.__main__ as command
    command.outcome = lambda: {body}
    command.main()
"""


@linux
def test_the_status_and_signals_pass_through_the_parent() -> None:
    assert run(WATCHED.format(body="4")).returncode == 4
    done = run(WATCHED.format(body="os.kill(os.getppid(), signal.SIGINT) or __import__('time').sleep(200)"))
    assert (done.returncode, done.stderr) == (130, "seqform: interrupted\n")
    done = run(WATCHED.format(body="os.kill(os.getpid(), signal.SIGKILL)"))
    assert (done.returncode, done.stderr) == (-signal.SIGKILL, "")


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
    for child in children:
        with pytest.raises(ProcessLookupError):
            for _ in range(1000):
                os.kill(child, 0)
                if Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                    raise ProcessLookupError
                time.sleep(0.1)
