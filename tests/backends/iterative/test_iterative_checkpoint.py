"""Runs that are killed, interrupted and resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seqform.backends.iterative.cfr import CfrBackend
from seqform.backends.iterative.pdhg import PdhgBackend
from seqform.backends.protocol import SolveOptions
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.poker import kuhn, leduc
from seqform.errors import BackendError, OptionError
from seqform.models.games.abstraction import InformationFilter
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.classes import ClassSolution

LEDUC = class_game(InformationFilter.identity(leduc("leduc")))

ENDLESS_RUN = """
import sys
from seqform.backends.iterative.cfr import CfrBackend
from seqform.backends.protocol import SolveOptions
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.poker import leduc
from seqform.models.games.abstraction import InformationFilter

game = class_game(InformationFilter.identity(leduc("leduc")))
raw = {"checkpoint": sys.argv[1], "checkpoint_seconds": 0.02}
answer = CfrBackend().solve(game, SolveOptions(verbose=True, threads=2, target_gap=0, raw=raw))
print("ended:", answer.termination, answer.iterations, flush=True)
"""


def solve(path: Path | None = None, *, game: Any = LEDUC, gap: float = 0, **raw: Any) -> ClassSolution:
    if path is not None:
        raw["checkpoint"] = path
    answer = CfrBackend().solve(game, SolveOptions(threads=1, target_gap=gap, raw=raw))
    assert isinstance(answer, ClassSolution)
    return answer


def course(answer: ClassSolution) -> list[tuple[int, float, float]]:
    return [(bound.iteration, bound.lower, bound.upper) for bound in answer.bounds]


def start(path: Path, until: int) -> subprocess.Popen[str]:
    """Start a run in another process and wait until it reports an iteration."""
    process = subprocess.Popen([sys.executable, "-c", ENDLESS_RUN, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        words = line.split()
        if words[0] == "iteration" and int(words[1].rstrip(",").replace(",", "")) >= until and path.exists():
            break
    return process


def test_killed_and_resumed_gives_the_bounds_of_an_uninterrupted_run(tmp_path: Path) -> None:
    path = tmp_path / "leduc.npz"
    process = start(path, until=150)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    with np.load(path) as parts:
        assert int(parts["_iteration"]) > 0
    straight = solve(iterations=900)
    resumed = solve(path, iterations=900, resume=True)
    assert course(resumed) == course(straight)
    assert resumed.seconds > resumed.bounds[0].seconds > 0
    for one, other in zip(straight.strategies, resumed.strategies, strict=True):
        assert all(map(np.array_equal, one.behavior, other.behavior))


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_ctrl_c_saves_and_returns(tmp_path: Path) -> None:
    path = tmp_path / "leduc.npz"
    process = start(path, until=100)
    process.send_signal(signal.SIGINT)
    output = process.communicate(timeout=60)[0]
    assert process.returncode == 0
    iterations = int(output.split("ended: interrupted")[1])
    with np.load(path) as parts:
        assert 0 < int(parts["_iteration"]) <= iterations
        assert json.loads(str(parts["header"]))["iteration"] == int(parts["_iteration"]) == int(parts["bounds"][-1][0])


def test_time_and_iterations_count_on(tmp_path: Path) -> None:
    path = tmp_path / "leduc.npz"
    first = solve(path, iterations=40)
    second = solve(path, iterations=90, resume=True)
    third = CfrBackend().solve(
        LEDUC, SolveOptions(time_limit=1e-6, threads=1, target_gap=0, raw={"checkpoint": path, "resume": True})
    )
    assert (first.iterations, second.iterations) == (40, 90)
    assert third.iterations == second.bounds[-2].iteration  # the last scheduled evaluation is saved
    assert third.termination is Termination.TIME_LIMIT
    assert 0 < first.seconds < second.seconds < third.seconds
    assert second.bounds[:5] == first.bounds[:5]


def test_without_resume_a_run_starts_from_the_beginning(tmp_path: Path) -> None:
    path = tmp_path / "leduc.npz"
    solve(path, iterations=40)
    assert solve(path, iterations=10).iterations == 10


def test_a_resumed_run_that_has_reached_the_gap_ends_at_once(tmp_path: Path) -> None:
    path = tmp_path / "leduc.npz"
    before = solve(path, iterations=57)
    after = solve(path, gap=before.nash_conv, resume=True)
    assert after.termination is Termination.SOLVED
    assert after.iterations == 57


KUHN = class_game(InformationFilter.identity(kuhn("kuhn")))


@pytest.mark.parametrize("changes", [{"method": "cfr+"}, {"averaging": 3}, {"precision": "double"}, {"game": KUHN}])
def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    path = tmp_path / "leduc.npz"
    solve(path, iterations=5)
    with pytest.raises(OptionError, match="another game or with other options"):
        solve(path, iterations=10, resume=True, **changes)


def test_a_missing_checkpoint_is_an_option_error(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no such file to resume from"):
        solve(tmp_path / "absent.npz", resume=True)


@pytest.mark.parametrize("name", ["_foreign", "_foreign.txt", "foreign.npy", "_foreign.npy", "../_foreign.npy"])
def test_a_member_of_another_program_is_an_option_error(tmp_path: Path, name: str) -> None:
    path = tmp_path / "leduc.npz"
    solve(path, iterations=3)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(name, "no array")
    with pytest.raises(OptionError, match="not a checkpoint of seqform, or damaged; delete it or name another"):
        solve(path, iterations=6, resume=True)


def test_a_compressed_checkpoint_is_refused_before_it_is_decompressed(tmp_path: Path) -> None:
    path = tmp_path / "leduc.npz"
    solve(path, iterations=3)
    with np.load(path) as parts:
        arrays = {name: parts[name] for name in parts.files}
    np.savez_compressed(path, allow_pickle=False, **arrays)
    with pytest.raises(OptionError, match="not a checkpoint of seqform, or damaged"):
        solve(path, iterations=6, resume=True)


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BackendError, match="cannot be written: No such file or directory"):
        solve(tmp_path / "absent" / "leduc.npz", iterations=3)


def test_a_half_written_file_leaves_the_last_one_alone(tmp_path: Path) -> None:
    path = tmp_path / "leduc.npz"
    solve(path, iterations=20)
    (tmp_path / "leduc.npz.part").write_bytes(b"half")
    assert solve(path, iterations=30, resume=True).iterations == 30
    assert (tmp_path / "leduc.npz.part").read_bytes() == b"half"
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("resume", [False, True])
@pytest.mark.parametrize("backend", [CfrBackend(), PdhgBackend()], ids=["cfr", "pdhg"])
def test_a_file_that_is_no_checkpoint_is_refused_and_never_replaced(
    tmp_path: Path, backend: CfrBackend | PdhgBackend, resume: bool
) -> None:
    text, arrays, empty = tmp_path / "text.npz", tmp_path / "arrays.npz", tmp_path / "empty.npz"
    text.write_text("no arrays")
    np.savez(arrays, something=np.ones(3))
    empty.touch()
    for path in (text, arrays, empty):
        before = path.read_bytes()
        with pytest.raises(OptionError, match="not a checkpoint"):
            backend.solve(LEDUC, SolveOptions(raw={"checkpoint": path, "resume": resume, "iterations": 1}))
        assert path.read_bytes() == before
    if not resume:
        with pytest.raises(OptionError, match="a regular file expected"):
            backend.solve(LEDUC, SolveOptions(raw={"checkpoint": os.devnull, "iterations": 1}))


def edited(path: Path, **arrays: Any) -> Path:
    """Return a copy of a checkpoint with some arrays changed, or left out where None."""
    with np.load(path) as parts:
        held = {name: parts[name] for name in parts.files} | arrays
    copy = path.with_name("edited.npz")
    np.savez(copy, **{name: array for name, array in held.items() if array is not None})
    return copy


def with_header(path: Path, **changes: object) -> Path:
    with np.load(path) as parts:
        header = json.loads(str(parts["header"])) | changes
    return edited(path, header=np.array(json.dumps(header)))


@pytest.mark.parametrize("value", [None, True, -1, 3, 1.5, 10**400, "x", [], {}, float("nan")], ids=repr)
@pytest.mark.parametrize("name", ["format", "fingerprint", "iteration", "seconds"])
def test_a_header_that_was_edited_is_an_option_error(tmp_path: Path, name: str, value: object) -> None:
    path = tmp_path / "leduc.npz"
    solve(path, iterations=5)
    changed = with_header(path, **{name: value})
    if name == "seconds" and value in (True, 3, 1.5):
        assert solve(changed, iterations=6, resume=True).iterations == 6
        return
    with pytest.raises(OptionError, match=r"checkpoint .*edited\.npz"):
        solve(changed, iterations=10, resume=True)


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("header", np.array("[1]")),
        ("bounds", np.zeros((0, 4))),
        ("bounds", np.zeros((1, 3))),
        ("bounds", np.array([[4.0, 1.0, np.nan, 0.0]])),
        ("bounds", np.array([["4", "1", "0", "0"]])),
        ("_iteration", np.array(-4)),
        ("_iteration", np.array([4])),
        ("_weight", None),
        ("_more", np.zeros(3)),
        ("_regrets-0-0", np.zeros((2, 2))),
        ("_regrets-0-0", np.zeros((6, 6, 1), np.complex128)),
        ("_average-1-1", np.full((30, 6, 9), np.nan)),
    ],
)
def test_arrays_that_were_edited_are_an_option_error(tmp_path: Path, name: str, array: Any) -> None:
    path = tmp_path / "leduc.npz"
    solve(path, iterations=5)
    with pytest.raises(OptionError, match=r"checkpoint .*edited\.npz: (not a checkpoint|does not fit)"):
        solve(edited(path, **{name: array}), iterations=10, resume=True)


@pytest.mark.parametrize("start", [2, 60])
@pytest.mark.parametrize(
    "changes",
    [{"_left": np.array(-1)}, {"_left": np.array(99)}, {"_left": np.array(1.5)}, {"_numbers": np.full(6, -1.0)}],
    ids=lambda changes: str(*changes.items()),
)
def test_edited_arrays_of_a_primal_dual_run_are_refused(tmp_path: Path, start: int, changes: dict[str, Any]) -> None:
    path = tmp_path / "leduc.npz"
    raw = {"start_iterations": start, "checkpoint": path, "iterations": 40}
    PdhgBackend().solve(LEDUC, SolveOptions(threads=1, target_gap=0, raw=raw))
    raw |= {"checkpoint": edited(path, **changes), "resume": True}
    with pytest.raises(OptionError, match="does not fit"):
        PdhgBackend().solve(LEDUC, SolveOptions(threads=1, raw=raw))
