"""Runs of iterative methods: retreats, ends, and checkpoints of runs that are killed, interrupted and resumed."""

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

import seqform as sf
from seqform.backends import SolveOptions, get
from seqform.backends.conformance.saddle_points import kuhn_saddle_point
from seqform.backends.iterative.cfr import RegretMatching, RegretRule, regret_matching
from seqform.backends.iterative.pdhg import PrimalDual, PrimalDualRule
from seqform.backends.iterative.plan_space import ClassSpace, MatrixSpace
from seqform.backends.iterative.run import (
    Arrays,
    Checkpoint,
    Method,
    RetreatRule,
    RunLimits,
    WarmStarted,
    run,
)
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.poker import kuhn, leduc
from seqform.errors import OptionError, SolveError
from seqform.models.games.abstraction import InformationFilter
from seqform.models.programs.class_game import ClassSolution
from seqform.models.programs.solutions import Termination

pytestmark = pytest.mark.slow

LEDUC = class_game(InformationFilter.identity(leduc("leduc")))
KUHN = class_game(InformationFilter.identity(kuhn("kuhn")))
SETTLED = RetreatRule().settled

# ---- retreats and ends ----


class Swinging(Method):
    """Its gap shrinks by 1 % a step; from a step on it doubles, unless steps have become small enough."""

    def __init__(self, swings_from: int, enough: int = 0, breaks_at: int = 10**9) -> None:
        self.numbers = np.array([0.0, 1.0, 0.0])  # steps, gap, how often damped
        self.swings_from, self.enough, self.breaks_at, self.damped = (
            swings_from,
            enough,
            breaks_at,
            0,
        )

    def step(self) -> None:
        self.numbers[0] += 1
        swings = self.numbers[0] > self.swings_from and self.numbers[2] < self.enough
        self.numbers[1] *= 2 if swings else 0.99

    def damp(self) -> None:
        self.numbers[2] += 1
        self.damped += 1

    def value_bounds(self) -> tuple[float, float]:
        return 0.0, float("nan") if self.numbers[0] >= self.breaks_at else float(self.numbers[1])

    def weights(self) -> tuple[list[Any], list[Any]]:
        return [], []

    def state(self) -> Arrays:
        return {"numbers": self.numbers}

    def restore(self, state: Arrays) -> None:
        np.copyto(self.numbers, state["numbers"])


def run_every_ten(method: Swinging, iterations: int) -> Any:
    return run(method, RunLimits(0.0, iterations), schedule=lambda iteration: iteration + 10)


def test_smaller_steps_are_taken_from_where_the_gap_was_small() -> None:
    method = Swinging(SETTLED + 25, enough=2)
    gaps = [bound.gap for bound in run_every_ten(method, SETTLED + 200).bounds]
    assert gaps == sorted(gaps, reverse=True)
    assert method.damped == 1 + 2


def test_a_run_that_ends_between_evaluations_returns_the_better_answer() -> None:
    end = run_every_ten(Swinging(10, enough=100), 15)
    assert end.iterations == 10
    assert end.bounds[-1].gap == pytest.approx(0.99**10)


def test_a_run_whose_bounds_become_nan_ends_with_the_last_finite_ones() -> None:
    end = run_every_ten(Swinging(10**9, breaks_at=25), 100)
    assert end.termination is Termination.NUMERICAL_ERROR
    assert end.status == "bounds no longer finite after 30 iterations"
    assert end.iterations == 20
    assert end.bounds[-1].gap == pytest.approx(0.99**20)
    with pytest.raises(SolveError, match="bounds on the value are not finite"):
        run_every_ten(Swinging(10**9, breaks_at=0), 100)


def test_a_resumed_run_retreats_where_the_uninterrupted_one_does(tmp_path: Path) -> None:
    def bounds(
        iterations: int, checkpoint: Checkpoint | None = None
    ) -> list[tuple[int, float, float]]:
        method = RegretMatching(ClassSpace(LEDUC), RegretRule(), np.float32)
        limits, retreat = RunLimits(0.0, iterations), RetreatRule(growth=1.02, settled=40)
        return course(run(method, limits, checkpoint=checkpoint, retreat=retreat))

    whole = bounds(900)
    assert max(np.diff([iteration for iteration, _, _ in whole])) > 25  # it has gone back somewhere
    first, again = (Checkpoint(tmp_path / "leduc.npz", "leduc") for _ in range(2))
    bounds(330, first)
    assert bounds(900, again) == whole


def test_a_primal_dual_run_goes_back_into_the_iterations_before_it() -> None:
    space = MatrixSpace(kuhn_saddle_point())
    method = WarmStarted(
        regret_matching(space, RegretRule()),
        5,
        lambda start: PrimalDual(space, PrimalDualRule(), start),
    )
    for _ in range(4):
        method.step()
    bounds = method.value_bounds()
    state = {name: array.copy() for name, array in method.state().items()}
    for _ in range(3):
        method.step()
    method.restore(state)
    assert method.value_bounds() == bounds


# ---- killed and resumed ----

ENDLESS_RUN = """
import sys
from seqform.backends import get
from seqform.backends.protocol import SolveOptions
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.poker import leduc
from seqform.models.games.abstraction import InformationFilter

game = class_game(InformationFilter.identity(leduc("leduc")))
raw = {"checkpoint_seconds": 0.02}
answer = get("cfr").solve(game, SolveOptions(verbose=True, threads=2, target_gap=0, checkpoint=sys.argv[1], raw=raw))
print("ended:", answer.termination, answer.iterations, flush=True)
"""


def solve(
    path: Path | str | None = None,
    *,
    game: Any = LEDUC,
    backend: str = "cfr",
    gap: float = 0,
    seconds: float | None = None,
    **raw: Any,
) -> ClassSolution:
    options = SolveOptions(threads=1, target_gap=gap, checkpoint=path, time_limit=seconds, raw=raw)
    answer = get(backend).solve(game, options)
    assert isinstance(answer, ClassSolution)
    return answer


def course(answer: Any) -> list[tuple[int, float, float]]:
    return [(bound.iteration, bound.lower, bound.upper) for bound in answer.bounds]


def start(path: Path, until: int) -> subprocess.Popen[str]:
    """Start a run in another process and wait until it reports an iteration."""
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS_RUN, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        words = line.split()
        if (
            words[0] == "iteration"
            and int(words[1].rstrip(",").replace(",", "")) >= until
            and path.exists()
        ):
            break
    return process


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "leduc.npz"


@pytest.fixture(scope="module")
def five_iterations(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("checkpoints") / "leduc.npz"
    solve(path, iterations=5)
    return path.read_bytes()


@pytest.fixture
def saved(path: Path, five_iterations: bytes) -> Path:
    """Return the checkpoint of five iterations on Leduc poker."""
    path.write_bytes(five_iterations)
    return path


def test_killed_and_resumed_gives_the_bounds_of_an_uninterrupted_run(path: Path) -> None:
    process = start(path, until=150)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    with np.load(path) as parts:
        assert int(parts["_iteration"]) > 0
    straight = solve(iterations=900)
    resumed = solve(path, iterations=900)
    assert course(resumed) == course(straight)
    assert resumed.seconds > resumed.bounds[0].seconds > 0
    for one, other in zip(straight.strategies, resumed.strategies, strict=True):
        assert all(map(np.array_equal, one.behavior, other.behavior))


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_ctrl_c_saves_and_returns(path: Path) -> None:
    process = start(path, until=100)
    process.send_signal(signal.SIGINT)
    output = process.communicate(timeout=250)[0]
    assert process.returncode == 0
    iterations = int(output.split("ended: interrupted")[1])
    with np.load(path) as parts:
        assert 0 < int(parts["_iteration"]) <= iterations
        assert (
            json.loads(str(parts["header"]))["iteration"]
            == int(parts["_iteration"])
            == int(parts["bounds"][-1][0])
        )


def test_time_and_iterations_count_on(path: Path) -> None:
    first = solve(path, iterations=40)
    second = solve(path, iterations=90)
    third = solve(path, seconds=1e-6)
    assert (first.iterations, second.iterations) == (40, 90)
    assert third.iterations == second.bounds[-2].iteration  # the last scheduled evaluation is saved
    assert third.termination is Termination.TIME_LIMIT
    assert 0 < first.seconds < second.seconds < third.seconds
    assert second.bounds[:5] == first.bounds[:5]
    reached = solve(path, gap=third.nash_conv)
    assert (reached.termination, reached.iterations) == (Termination.SOLVED, third.iterations)


@pytest.mark.parametrize(
    "changes", [{"method": "cfr+"}, {"averaging": 3}, {"precision": "double"}, {"game": KUHN}]
)
def test_a_checkpoint_of_another_run_is_refused(saved: Path, changes: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="another game or with other options"):
        solve(saved, iterations=10, **changes)


# ---- files of unknown origin ----


@pytest.mark.parametrize(
    "name", ["_foreign", "_foreign.txt", "foreign.npy", "_foreign.npy", "../_foreign.npy"]
)
def test_a_member_of_another_program_is_an_option_error(saved: Path, name: str) -> None:
    with zipfile.ZipFile(saved, "a") as archive:
        archive.writestr(name, "no array")
    with pytest.raises(
        OptionError, match="not a checkpoint of seqform, or damaged; delete it or name another"
    ):
        solve(saved, iterations=6)


def test_bounds_in_a_file_are_not_believed(saved: Path) -> None:
    honest = solve(saved, gap=1e-9, iterations=4)
    with np.load(saved) as parts:
        arrays = {name: parts[name] for name in parts.files}
    arrays["bounds"][-1, 2:] = 0.25
    np.savez(saved, allow_pickle=False, **arrays)
    answer = solve(saved, gap=1e-9, iterations=4)
    assert answer.termination is not Termination.SOLVED
    assert course(answer)[-1] == course(honest)[-1]


def test_a_compressed_checkpoint_is_refused_before_it_is_decompressed(saved: Path) -> None:
    with np.load(saved) as parts:
        arrays = {name: parts[name] for name in parts.files}
    np.savez_compressed(saved, allow_pickle=False, **arrays)
    with pytest.raises(OptionError, match="not a checkpoint of seqform, or damaged"):
        solve(saved, iterations=6)


def test_a_half_written_file_leaves_the_last_one_alone(saved: Path) -> None:
    part = saved.with_name("leduc.npz.part")
    part.write_bytes(b"half")
    assert solve(saved, iterations=30).iterations == 30
    assert part.read_bytes() == b"half"
    assert len(list(saved.parent.iterdir())) == 2


@pytest.mark.parametrize("backend", ["cfr", "pdhg", "barrier"])
def test_a_file_that_is_no_checkpoint_is_refused_and_never_replaced(
    tmp_path: Path, backend: str
) -> None:
    text, arrays, empty = tmp_path / "text.npz", tmp_path / "arrays.npz", tmp_path / "empty.npz"
    text.write_text("no arrays")
    np.savez(arrays, something=np.ones(3))
    empty.touch()
    for path in (text, arrays, empty):
        before = path.read_bytes()
        with pytest.raises(OptionError, match="not a checkpoint"):
            solve(path, backend=backend, iterations=1)
        assert path.read_bytes() == before
    with pytest.raises(OptionError, match="a regular file expected"):
        solve(os.devnull, backend=backend, iterations=1)


def edited(path: Path, **arrays: Any) -> Path:
    """Return a copy of a checkpoint with some arrays changed, or left out where None."""
    with np.load(path) as parts:
        held = {name: parts[name] for name in parts.files} | arrays
    copy = path.with_name("edited.npz")
    np.savez(copy, **{name: array for name, array in held.items() if array is not None})
    return copy


@pytest.mark.parametrize(
    "value", [None, True, -1, 3, 1.5, 10**400, "x", [], {}, float("nan")], ids=repr
)
@pytest.mark.parametrize("name", ["format", "fingerprint", "iteration", "seconds"])
def test_a_header_that_was_edited_is_an_option_error(saved: Path, name: str, value: object) -> None:
    with np.load(saved) as parts:
        header = json.loads(str(parts["header"])) | {name: value}
    changed = edited(saved, header=np.array(json.dumps(header)))
    if name == "seconds" and value in (True, 3, 1.5):
        assert solve(changed, iterations=6).iterations == 6
        return
    with pytest.raises(OptionError, match=r"checkpoint .*edited\.npz"):
        solve(changed, iterations=10)


def test_a_header_with_a_key_that_comes_twice_is_an_option_error(saved: Path) -> None:
    with np.load(saved) as parts:
        header = str(parts["header"])
    twice = header.removesuffix("}") + ', "iteration": 5}'
    with pytest.raises(OptionError, match=r"checkpoint .*edited\.npz: not a checkpoint"):
        solve(edited(saved, header=np.array(twice)), iterations=10)


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
def test_arrays_that_were_edited_are_an_option_error(saved: Path, name: str, array: Any) -> None:
    with pytest.raises(
        OptionError, match=r"checkpoint .*edited\.npz: (not a checkpoint|does not fit)"
    ):
        solve(edited(saved, **{name: array}), iterations=10)


@pytest.mark.parametrize("start", [2, 60])
@pytest.mark.parametrize(
    "changes",
    [
        {"_left": np.array(-1)},
        {"_left": np.array(99)},
        {"_left": np.array(1.5)},
        {"_numbers": np.full(6, -1.0)},
    ],
    ids=lambda changes: str(*changes.items()),
)
def test_edited_arrays_of_a_primal_dual_run_are_refused(
    path: Path, start: int, changes: dict[str, Any]
) -> None:
    solve(path, backend="pdhg", start_iterations=start, iterations=40)
    with pytest.raises(OptionError, match="does not fit"):
        solve(edited(path, **changes), backend="pdhg", start_iterations=start, iterations=40)


def test_an_interrupted_solution_has_the_exit_status_of_an_interruption() -> None:
    def interrupt(report: str) -> None:
        if "iteration" in report:
            raise KeyboardInterrupt

    with pytest.raises(SolveError, match="interrupted") as ended:
        sf.solve("leduc", backend="cfr", target_gap=0, progress=interrupt)
    assert ended.value.exit_status == 130
    assert SolveError("no answer").exit_status == 3
