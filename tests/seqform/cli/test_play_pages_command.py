"""The command `seqform play` with pages: `--browser`, how it ends, and `-o FILE.html`."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest
from command_line import Run

served = pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")


@contextmanager
def running(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the command, and yield its process with the address that it prints."""
    pytest.importorskip("uvicorn", reason="the extra 'play' brings uvicorn")
    pytest.importorskip("starlette", reason="the extra 'play' brings Starlette")
    pytest.importorskip("jinja2", reason="the extra 'play' brings Jinja")
    command = [sys.executable, "-m", "seqform", "play", "kuhn", "--browser", "--no-open", *options]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


def ask(address: str, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, str]:
    """Return the status of an answer, and its cookie or else its text."""
    host = address.split("/")[2]
    connection = HTTPConnection(host, timeout=100)
    connection.request(method, path, body, {"origin": f"http://{host}", **headers})
    answer = connection.getresponse()
    text = answer.getheader("set-cookie", "").partition(";")[0] or answer.read().decode()
    connection.close()
    return answer.status, text


@pytest.mark.slow
@served
def test_a_session_is_served_and_ended_on_the_page(tmp_path: Path) -> None:
    with running(tmp_path, "--against", "random", "--seat", "1", "--history", "h.jsonl") as (process, address):
        assert address.startswith("http://127.0.0.1:")
        status, cookie = ask(address, "GET", "/" + address.split("/", 3)[3])
        form = {"content-type": "application/x-www-form-urlencoded", "cookie": cookie}
        assert status == 303
        assert ask(address, "POST", "/", "step=0&do=1", **form)[0] == 303
        assert ask(address, "POST", "/", "do=quit")[0] == 403
        status, text = ask(address, "POST", "/", "do=quit", **form)
        assert status == 200 and "the server has ended" in text
        out, err = process.communicate(timeout=250)
    assert (process.returncode, err) == (0, "") and "as played" in out
    assert (tmp_path / "h.jsonl").read_text(encoding="utf-8").count("bet") == 1


@pytest.mark.slow
@served
def test_ctrl_c_ends_the_server_with_one_line(tmp_path: Path) -> None:
    with running(tmp_path, "--against", "random") as (process, address):
        assert ask(address, "GET", "/")[0] == 403
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=250)
    assert (process.returncode, err) == (130, "seqform: interrupted\n")


def test_a_port_that_is_taken_is_one_line(seqform: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        status, _, err = seqform("play", "kuhn", "--browser", "--no-open", "--port", port)
    assert status == 2 and err.startswith(f"seqform: port {port}: ") and err.count("\n") == 1
