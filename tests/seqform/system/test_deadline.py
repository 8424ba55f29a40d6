"""The limits of time and work, and the loops that keep to that of the whole computation."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from command_line import LIMIT, JumpingClock

import seqform as sf
from seqform.builders.programs.perturbed_lcp import behavior_perturbed_lcp
from seqform.errors import SolveError, TimeLimitError
from seqform.models.answers.certificate import Certificate
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.assessment import Assessment, EpsilonFamily, limit_assessment
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.paths import search
from seqform.system import watch
from seqform.system.deadline import (
    Deadline,
    OutOfTimeError,
    OutOfWorkError,
    lasting,
    require_time,
    within,
)
from seqform.verify.consistent import consistency
from seqform.verify.nash import certify
from seqform.verify.normal_form import certify_normal_form_perfect
from seqform.verify.perturbed import extensive_form_perfection, quasi_perfection
from seqform.verify.proper import properness_along
from seqform.verify.sequential import EdgeProbabilities, node_values, sequential_regrets
from seqform.verify.subgames import certify_subgame_perfect


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


Parts = dict[str, Callable[[sf.ExtensiveGame, Assessment], object]]
PARTS: Parts = {
    "the problem with trembles of actions": lambda game, _: behavior_perturbed_lcp(
        sf.builders.sequence_form(game).target
    ),
    "the limit of a family": lambda game, found: limit_assessment(game, family_of(found)),
    "the values of nodes": lambda game, found: node_values(
        game, 0, EdgeProbabilities.of(game, found.profile)
    ),
    "the regrets at information sets": sequential_regrets,
    "consistency along a family": consistency,
    "consistency without a family": lambda game, found: consistency(
        game, replace(found, family=None)
    ),
    "values and best responses": lambda game, found: certify(game, found.profile),
    "subgame perfection": lambda game, found: certify_subgame_perfect(game, found.profile),
    "properness": lambda game, found: properness_along(game, found.profile, family_of(found)),
}
"""Parts of a perturbed problem, the limit and the certificate of an answer."""


def family_of(assessment: Assessment) -> EpsilonFamily:
    assert assessment.family is not None
    return assessment.family


@pytest.mark.parametrize("part", PARTS)
def test_limits_and_certificates_look_at_the_clock(part: str) -> None:
    found = sf.solve("guess-the-ace", "quasi-perfect")
    assert found.assessment is not None
    PARTS[part](found.game, found.assessment)
    with within(-1), pytest.raises(TimeLimitError):
        PARTS[part](found.game, found.assessment)


@pytest.mark.parametrize("phase", ["computing behavior and beliefs", "verifying"])
def test_a_proof_that_exceeds_the_time_limit_by_far_is_cut_off(
    phase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = JumpingClock(monkeypatch)
    progress = clock.stop_at(phase, "time limit")
    with pytest.raises(SolveError, match=rf"time limit of .* s reached while {phase}") as raised:
        sf.solve("guess-the-ace", "quasi-perfect", time_limit=LIMIT, progress=progress)
    assert raised.value.raw.termination is Termination.TIME_LIMIT


def test_a_proof_has_some_time_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = JumpingClock(monkeypatch)

    def progress(line: str) -> None:
        if line.startswith("solving"):
            clock.jump(0.9 * LIMIT)
        if line.startswith("verifying"):
            clock.jump(0.4 * LIMIT)

    assert sf.solve(
        "guess-the-ace", "quasi-perfect", time_limit=LIMIT, progress=progress
    ).certificate.proven


def test_the_equilibria_found_before_the_limit_are_returned_where_a_certificate_reaches_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = JumpingClock(monkeypatch)

    certified = list[BehaviorProfile]()

    def certified_late(
        game: sf.ExtensiveGame, profile: BehaviorProfile, witness: BehaviorProfile
    ) -> Certificate:
        if certified:
            clock.jump()
        certified.append(profile)
        return certify_normal_form_perfect(game, profile, witness)

    monkeypatch.setattr(search, "certify_normal_form_perfect", certified_late)
    found = sf.equilibria("vsvet-figure-1", starts=50, time_limit=LIMIT)
    assert (len(certified), len(found), found.stopped) == (2, 1, "time limit")


def test_what_ends_an_answer_is_not_cut_off() -> None:
    game = sf.load("kuhn")
    with within(-1), watch.finishing("writing the answer"):
        assert certify(game, sf.uniform_profile(game)).nash_conv > 0


@pytest.mark.parametrize(
    ("compute", "phase"),
    [
        (partial(sf.payoff_regions, "chicken"), "the best commitment of"),
        (partial(sf.compare_concepts, "chicken", concepts=("stackelberg",)), "building"),
        (partial(sf.frontier, "kuhn", opponent="equilibrium"), "building"),
    ],
    ids=["payoff_regions", "compare_concepts", "frontier"],
)
def test_a_message_has_the_time_limit_that_was_given_and_not_the_rest_of_it(
    compute: Callable[..., object], phase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    progress = JumpingClock(monkeypatch).stop_at(phase, "time limit")
    with pytest.raises(SolveError, match=rf"time limit of {LIMIT:g} s reached while"):
        compute(time_limit=LIMIT, progress=progress)


def test_a_deadline_has_the_limit_by_which_it_ends() -> None:
    with within(60):
        assert [Deadline(seconds).limit for seconds in (5, 70, None)] == [5, 60, None]
        with within(70):
            assert Deadline(80).limit == 60
        with within(5):
            assert Deadline(80).limit == 5
    assert Deadline(80).limit == 80
