"""Files are written whole or not at all."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from seqform.errors import ModelError
from seqform.report.text_file import same_file, write_whole


def test_what_a_link_points_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("before")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", "after")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_text() == "after"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_written_into_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, "text")
    reader.join(5)
    assert read == ["text"] and pipe.is_fifo()


def test_links_in_a_circle_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(ModelError, match="cannot be written"):
        write_whole(tmp_path / "a", "text")


def test_names_of_one_file_are_the_same(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")
    (tmp_path / "linked").symlink_to("a")
    (tmp_path / "second").hardlink_to(tmp_path / "a")
    assert all(same_file(tmp_path / "a", tmp_path / name) for name in ("a", "linked", "second"))
    assert not same_file(tmp_path / "a", tmp_path / "new")
    assert same_file(tmp_path / "new", tmp_path / "x" / ".." / "new")
    assert not same_file(Path(os.devnull), Path(os.devnull))


@pytest.mark.skipif(sys.platform == "win32", reason="the size of files is limited the POSIX way")
def test_a_write_that_fails_leaves_nothing(tmp_path: Path) -> None:
    program = (
        "import pathlib, resource, signal, sys; from seqform.report.text_file import write_whole\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "write_whole(pathlib.Path(sys.argv[1]), 'a' * 100_000)"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "out.csv")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert "ModelError" in ended.stderr and "cannot be written" in ended.stderr
    assert list(tmp_path.iterdir()) == []
