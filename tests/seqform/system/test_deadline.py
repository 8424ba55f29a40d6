"""The limits of time and work, and the loops that keep to that of the whole computation."""

from collections.abc import Callable

import pytest
from command_line import LIMIT, JumpingClock

import seqform as sf
from seqform.errors import SolveError, TimeLimitError
from seqform.models.programs.solutions import Termination
from seqform.system.deadline import Deadline, OutOfTimeError, OutOfWorkError, lasting, require_time, within
from seqform.verify.perturbed import extensive_form_perfection, quasi_perfection


def test_work_is_spent_until_none_is_left() -> None:
    deadline = Deadline(work=10)
    deadline.spend(4)
    deadline.spend(6)
    with pytest.raises(OutOfWorkError):
        deadline.spend(1)
    with pytest.raises(OutOfTimeError):
        Deadline(-1, work=10).spend(1)


def test_the_end_of_the_whole_is_kept_within_it_alone_and_moved_for_what_ends_it() -> None:
    require_time()
    with within(-1):
        with pytest.raises(TimeLimitError):
            require_time()
        with lasting(60):
            require_time()
        with pytest.raises(TimeLimitError):
            require_time()
    require_time()
    with within(60), lasting(-1):
        require_time()


@pytest.mark.parametrize("name", ["tic-tac-toe(board=XOXOXO...)", "openspiel:kuhn_poker"])
def test_expansions_of_games_look_at_the_clock(name: str) -> None:
    if name.startswith("openspiel"):
        pytest.importorskip("pyspiel")
    with within(-1), pytest.raises(TimeLimitError):
        sf.load(name)


def test_proofs_along_families_look_at_the_clock() -> None:
    checks: tuple[tuple[str, Callable[..., object]], ...] = (
        ("quasi-perfect", quasi_perfection),
        ("extensive-form-perfect", extensive_form_perfection),
    )
    for concept, check in checks:
        found = sf.solve("guess-the-ace", concept)
        assert found.assessment is not None
        with within(-1), pytest.raises(TimeLimitError):
            check(found.game, found.profile, found.assessment.family)


def test_a_proof_that_exceeds_the_time_limit_by_far_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = JumpingClock(monkeypatch)
    progress = clock.stop_at("verifying", "time limit")
    with pytest.raises(SolveError, match=r"time limit of .* s reached while verifying on the tree") as raised:
        sf.solve("guess-the-ace", "quasi-perfect", time_limit=LIMIT, progress=progress)
    assert raised.value.raw.termination is Termination.TIME_LIMIT


def test_a_proof_has_some_time_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = JumpingClock(monkeypatch)

    def progress(line: str) -> None:
        if line.startswith("solving"):
            clock.jump(0.9 * LIMIT)
        if line.startswith("verifying"):
            clock.jump(0.4 * LIMIT)

    assert sf.solve("guess-the-ace", "quasi-perfect", time_limit=LIMIT, progress=progress).certificate.proven
