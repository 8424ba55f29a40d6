"""Atomic, durable writing of files, and the identity of files."""

import ast
import errno
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, TypeGuard

import pytest
from command_line import without_privileges

import seqform as sf
from seqform.errors import ModelError
from seqform.io.linear_programs import read_npz, write
from seqform.system.files import (
    file_path,
    names_file,
    open_descriptor,
    require_kind,
    require_writable,
    same_file,
    write_whole,
)

posix = pytest.mark.skipif(
    os.name != "posix", reason="permissions, pipes and devices are those of POSIX"
)

REFUSING: tuple[Callable[[Path], object], ...] = (
    lambda path: write_whole(path, "after"),
    require_writable,
)


def interrupted(file: BinaryIO) -> None:
    file.write(b"half")
    raise KeyboardInterrupt


def failing(file: BinaryIO) -> None:
    file.write(b"half")
    raise OSError(errno.EIO, os.strerror(errno.EIO))


# ---- one writer ----

SOURCES = Path(__file__).resolve().parents[3] / "src/seqform"

WRITERS = {
    "write_text",
    "write_bytes",
    "savez",
    "savez_compressed",
    "tofile",
    "savefig",
    "mkstemp",
    "mktemp",
    "umask",
}

NOT_REPLACING = {
    "backends/solvers/own_process.py": {"savez", "write_bytes"},  # in a private temporary folder
    "backends/solvers/own_process_script.py": {"savez", "write_text"},  # likewise
    "backends/iterative/run.py": {"savez"},  # into the file of write_whole
    "io/linear_programs.py": {"savez_compressed"},  # likewise
    "__main__.py": {"open"},  # of the null device
    "system/files.py": {"open"},
    "system/signals.py": {"open"},  # likewise
    "io/figures.py": {"savefig"},  # into memory
    "experiments/run_case.py": {"write_text"},  # of the kernel's /proc
}
"""Calls that write, in other modules, and why they replace no file."""


def writing_calls(source: str) -> set[str]:
    """Return the names of functions called that write files, `open` among them where its mode is for writing."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            values = (
                part.value
                for part in (*node.args, *(key.value for key in node.keywords))
                if constant(part)
            )
            if name in WRITERS or (
                name in ("open", "fdopen") and any(set(text) & set("wax+") for text in values)
            ):
                found.add("open" if name == "fdopen" else name)
    return found


def constant(node: ast.expr) -> TypeGuard[Any]:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and set(node.value) <= set("rwaxbt+")
    )


def test_no_other_module_writes_files() -> None:
    found, words = {}, {*WRITERS, "open", "fdopen"}
    for folder, _, files in os.walk(SOURCES, followlinks=True):
        for path in (Path(folder, name) for name in files if name.endswith(".py")):
            source = path.read_text(encoding="utf-8")
            if (words & set(re.findall(r"\w+", source))) and (calls := writing_calls(source)):
                found[path.relative_to(SOURCES).as_posix()] = calls
    assert found == NOT_REPLACING


# ---- content ----


@pytest.mark.parametrize(
    "content", ["text ε", "text ε".encode(), lambda file: file.write("text ε".encode())]
)
def test_text_bytes_and_functions_are_written(tmp_path: Path, content: Any) -> None:
    write_whole(tmp_path / "new", content)
    assert (tmp_path / "new").read_bytes() == "text ε".encode()
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        (interrupted, KeyboardInterrupt, None),
        (failing, ModelError, "cannot be written: Input/output error"),
        ("\ud800", ModelError, "cannot be written: 'utf-8' codec can't encode"),
    ],
)
@pytest.mark.parametrize("before", [None, "before"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path,
    content: Any,
    error: type[BaseException],
    message: str | None,
    before: str | None,
) -> None:
    path = tmp_path / "out"
    if before is not None:
        path.write_text(before)
    with pytest.raises(error, match=message):
        write_whole(path, content)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("out", before)] * (
        before is not None
    )


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX")
def test_a_killed_writer_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "out"
    program = (
        "import sys; from seqform.system.files import write_whole\n"
        "for number in range(10**9): write_whole(sys.argv[1], b'ab'[number % 2:][:1] * 500_000)"
    )
    for seed in range(2):
        path.unlink(missing_ok=True)
        process = subprocess.Popen([sys.executable, "-c", program, str(path)])
        while not path.exists():
            time.sleep(0.01)
        time.sleep(random.Random(seed).uniform(0, 0.2))
        process.kill()
        process.wait()
        content = path.read_bytes()
        assert content in (b"a" * 500_000, b"b" * 500_000)


# ---- links, pipes, devices ----


def test_the_target_of_a_link_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("before")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", "after")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_text() == "after"


def test_links_in_a_circle_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    for refuse in REFUSING:
        with pytest.raises(
            ModelError, match="cannot be written: Too many levels of symbolic links"
        ):
            refuse(tmp_path / "a")


@posix
def test_a_pipe_is_written_into_and_stays(tmp_path: Path) -> None:
    pipe, copy, program = (
        tmp_path / "pipe.npz",
        tmp_path / "copy.npz",
        sf.linear_program("kuhn").target,
    )
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: copy.write_bytes(pipe.read_bytes()), daemon=True)
    reader.start()
    write(program, pipe)
    reader.join(10)
    assert read_npz(copy).matrix.shape == program.matrix.shape and pipe.is_fifo()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_device_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/dev/full")
    for name in ("/dev/full", tmp_path / "link"):
        with pytest.raises(ModelError, match=f"{name}: cannot be written: No space left on device"):
            write_whole(name, "text" * 100_000)
    assert Path("/dev/full").is_char_device()


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="the system has no /dev/stdout")
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
def test_writing_to_standard_output_joins_the_stream(tmp_path: Path, name: str) -> None:
    (tmp_path / "link").symlink_to("/dev/stdout")
    program = "import sys; from seqform.system.files import write_whole\nprint('one')\n"
    program += "write_whole(sys.argv[1], 'two\\n')\nprint('three')"
    with (tmp_path / "out").open("wb") as file:
        subprocess.run([sys.executable, "-c", program, name], stdout=file, check=True, cwd=tmp_path)
    assert (tmp_path / "out").read_text() == "one\ntwo\nthree\n"


@posix
def test_a_closed_descriptor_is_one_error() -> None:
    with pytest.raises(ModelError, match="/dev/fd/987: cannot be written: Bad file descriptor"):
        write_whole("/dev/fd/987", "text")
    assert open_descriptor("/dev/fd/987") == 987


@posix
def test_a_pipe_without_a_reader_is_a_broken_pipe(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        with pytest.raises(BrokenPipeError):
            write_whole(f"/dev/fd/{writing}", "text")
    finally:
        os.close(writing)


# ---- what cannot be written ----


@posix
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none/out", "there is no folder|cannot be written: No such file"),
        ("folder", "a folder|Is a directory"),
        ("file/out", "there is no folder|Not a directory"),
        ("a" * 300, "cannot be written: File name too long"),
        ("a\0b", "cannot be written"),
    ],
    ids=["a missing folder", "a folder", "a file as a folder", "a long name", "no name"],
)
def test_impossible_paths_are_one_error(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    for refuse in REFUSING:
        with pytest.raises(ModelError, match=message) as caught:
            refuse(tmp_path / name)
        assert "\n" not in str(caught.value)
    assert {file.name for file in tmp_path.iterdir()} == {"folder", "file"}


@posix
@pytest.mark.parametrize("protected", ["folder", "file"])
def test_write_protection_is_respected(tmp_path: Path, protected: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "out").write_text("before")
    (folder / "out").chmod(0o644 if protected == "folder" else 0o444)
    if os.geteuid() == 0:
        for path in (folder, folder / "out"):
            os.chown(path, 65534, -1)
    folder.chmod(0o555 if protected == "folder" else 0o755)
    try:
        with without_privileges(folder):
            for refuse in REFUSING:
                with pytest.raises(ModelError, match="cannot be written"):
                    refuse(folder / "out")
    finally:
        folder.chmod(0o755)
    assert [(file.name, file.read_text()) for file in folder.iterdir()] == [("out", "before")]


def test_values_of_other_kinds_are_one_error(tmp_path: Path) -> None:
    require_kind("f, x", 1, int)
    with pytest.raises(ModelError, match=r"^f, x: int expected, not str$"):
        require_kind("f, x", "a", int)
    assert file_path("f, path", "a") == Path("a")
    with pytest.raises(ModelError, match=r"^f, path: the path of a file expected, not int$"):
        file_path("f, path", 3)
    (tmp_path / "a").write_text("")
    names = (tmp_path / "a", tmp_path, tmp_path / "b", "a\0", "a" * 5000)
    assert [names_file(name) for name in names] == [True, False, False, False, False]


# ---- identity ----


def test_names_of_one_file_old_or_new_are_the_same(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")
    (tmp_path / "second").hardlink_to(tmp_path / "a")
    for name, target in (("linked", "a"), ("one", "new"), ("other", "new"), ("circle", "circle")):
        (tmp_path / name).symlink_to(target)
    for one, other in (
        ("a", "a"),
        ("a", "linked"),
        ("a", "second"),
        ("a", "x/../linked"),
        ("one", "other"),
    ):
        assert same_file(tmp_path / one, tmp_path / other)
    assert same_file(tmp_path / "new", tmp_path / "x" / ".." / "new") and same_file(
        tmp_path / "one", tmp_path / "new"
    )
    for one, other in (
        ("a", "new"),
        ("circle", "circle"),
        ("a\0", "a\0"),
        (os.devnull, os.devnull),
    ):
        assert not same_file(tmp_path / one, tmp_path / other)


def test_an_open_descriptor_is_the_file_that_is_open_there(tmp_path: Path) -> None:
    with (tmp_path / "a").open("wb") as file:
        assert same_file(tmp_path / "a", file.fileno()) and not same_file(
            tmp_path / "b", file.fileno()
        )
    assert not same_file(tmp_path / "a", 987)
