"""Every route through `solve`: answers on file, wrong answers, lifts and backends that lie, and a limit."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import LIMIT, JumpingClock
from goldens import DATA, require_golden
from hypothesis import settings
from lying_backends import LIES, SAME, Lie, fault_of, put, shown
from own_steps import OwnStep, OwnSteps
from route_matrix import LOSSY, MODELS, ONE_PHASE, ROUTES, Relay, Route, ways
from route_tables import (
    REQUESTS,
    STEPS,
    coarsest,
    covering_combinations,
    factors,
    game,
    pairs,
    pairs_of,
    text_of,
)

import seqform as sf
import seqform.backends
from seqform.backends import describe, get
from seqform.backends.answers import checked_answer
from seqform.builders.steps import ABSTRACTIONS, THRESHOLD, Abstraction
from seqform.errors import CertificationError, SeqformError, SolveError
from seqform.experiments.rows import Outcome
from seqform.experiments.run_case import run_case
from seqform.experiments.values import Case
from seqform.models.answers.equilibrium import PositionEquilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram
from seqform.models.programs.perturbed import PerturbedLinearProgram
from seqform.models.programs.sequence_form import SaddlePointProblem, SequenceForm
from seqform.models.programs.solutions import CUT_SHORT, NO_OPTIMUM, Basis, Termination
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlans, uniform_strategy
from seqform.solving.api import uniform_profile
from seqform.solving.concepts import CONCEPTS
from seqform.solving.preprocessing import PREPROCESSORS

QUICK = {way.name for way in ways()}


def routes(is_one: Callable[[Route], bool] = lambda route: True) -> pytest.MarkDecorator:
    """Return the parameters of routes; those that are one of many in the same way are slow."""
    params = [
        pytest.param(one, id=one.name, marks=[] if one.name in QUICK else [pytest.mark.slow])
        for one in ROUTES
        if is_one(one)
    ]
    return pytest.mark.parametrize("route", params)


def test_every_backend_concept_and_step_has_a_route() -> None:
    solved = {kind for info in describe() for kind in info.supports}
    assert solved == {MODELS[route.model].model.__name__ for route in ROUTES}
    assert {route.concept for route in ROUTES} == set(CONCEPTS)
    steps = {step for route in ROUTES for step in route.step.split(", ")}
    assert set(PREPROCESSORS) <= steps
    assert {name.partition("=")[0] for name in ABSTRACTIONS} <= {
        step.partition("=")[0] for step in steps
    }
    assert any(step.startswith(THRESHOLD) for step in steps)


def _with(answer: Any, value: Any) -> Any:
    """Return an answer that claims to be solved, with a value in the place of all that it found."""
    names = ("primal", "dual", "strategies", "equilibrium")
    return replace(
        answer,
        termination=Termination.SOLVED,
        **{name: value for name in names if hasattr(answer, name)},
    )


# ---- answers that are well-formed and wrong ----


def wrong(model: Any, answer: Any) -> Any:
    """Return an answer of the right form that is optimal for another problem, or for none."""
    # A point of the same program that nothing is to be made of.
    if isinstance(model, LinearProgram):
        solver = get("exact" if isinstance(answer.primal, ExactArray) else "highs")
        aimless = replace(model, objective=ExactArray.zeros(len(model.objective)))
        return replace(answer, primal=solver.solve(aimless).primal)
    if isinstance(model, SaddlePointProblem):
        primal, dual = (
            np.array(uniform_strategy(index).plan.weights, dtype=float) for index in model.sequences
        )
        return replace(answer, primal=primal, dual=dual)
    told = LIES[WRONG.get(type(model), "primal: functions, at zero")](answer)
    return answer if told is SAME else told


WRONG: Mapping[type, str] = {
    ClassGame: "classes: uniform",
    PositionGraph: "positions: strategy",
    LinearComplementarityProblem: "primal: ones",
    MixedIntegerProgram: "primal: ones",
}


@routes()
def test_a_wrong_answer_is_no_equilibrium(route: Route) -> None:
    """It is an error, with the answer where its certificate fails, or an exact phase has made it right.

    The error of a part has no answer: that would be one of another game.
    """
    try:
        found = route.solve(route.relay(wrong))
    except CertificationError as error:
        assert error.exit_status == 4
        if error.equilibrium is None:
            assert isinstance(error.__cause__, CertificationError)
        elif not isinstance(error.equilibrium, PositionEquilibrium):
            assert error.equilibrium.game.title == game(route.game).title
    except SolveError as error:
        assert error.exit_status == 3 and "\n" not in str(error)
    else:
        if route.step not in LOSSY:
            shown(found)


def test_most_kinds_of_wrong_answers_fail_their_certificate() -> None:
    """The test above is one of certificates, and not of the checks that an answer passes before."""
    for model in ("linear", "linear, exactly", "saddle point", "complementarity", "complementarity, in doubles",
                  "classes", "positions"):  # fmt: skip
        assert any(_fails(route) for route in ROUTES if route.model == model), model


def _fails(route: Route) -> bool:
    try:
        route.solve(route.relay(wrong))
    except CertificationError:
        return True
    except SolveError:
        return False
    return False


def test_all_chains_judge_an_abstraction_alike_that_is_called_lossless_and_is_not() -> None:
    step = Abstraction(filters=(coarsest(), coarsest()))
    object.__setattr__(step, "kind", "lossless")
    outcomes = set()
    for route in ROUTES:
        if route.game == "ordered" and route.step == "lossless":
            try:
                outcomes.add(type(route.solve(route.relay(), preprocess=step)).__name__)
            except CertificationError as error:
                assert error.equilibrium is not None
                outcomes.add("CertificationError")
    assert outcomes in ({"CertificationError"}, {"Equilibrium", "OrderedEquilibrium"})


# ---- plans ----


@routes()
def test_a_plan_has_the_model_that_the_backend_gets_and_calls_none(route: Route) -> None:
    relay = route.relay()
    planned = route.plan(relay)
    assert all(name in str(planned) for name, _ in planned.models) and relay.name in planned.choice
    assert not relay.calls
    found = route.solve(relay)
    last = planned.models[-1][1]
    if isinstance(last, tuple(relay.supports)):  # else it is a model from which others are made
        assert repr(last) == repr(relay.calls[0][0])
    claim = planned.claim
    assert planned.loses_nothing == ("may lose" not in claim)
    if "with proof" in claim and hasattr(found, "certificate"):
        assert found.certificate.proven
    if "within the tolerance" in claim and hasattr(found, "certificate"):
        assert not found.certificate.proven
    if isinstance(found, sf.Equilibrium):
        assert found.resolved.preprocess == tuple(step.spelled for step in planned.all_steps)


# ---- lifts that lie ----


NO_ANSWERS: Mapping[str, Callable[[Any, Any], Any]] = {
    "None": lambda model, answer: None,
    "text": lambda model, answer: "equilibrium",
    "number": lambda model, answer: 1.0,
    "pair": lambda model, answer: (answer, answer),
}

FALSE_ANSWERS: Mapping[type, Mapping[str, Callable[[Any, Any], Any]]] = {
    ExtensiveGame: {
        "uniform": lambda model, answer: uniform_profile(model),
        "of another game": lambda model, answer: uniform_profile(game("beyond chance")),
        "exchanged": lambda model, answer: BehaviorProfile((answer[1], answer[0])),
    },
    SequenceForm: {"exchanged": lambda model, answer: RealizationPlans((answer[1], answer[0]))},
    LinearProgram: {
        "wrong": wrong,
        "short": lambda model, answer: replace(answer, primal=_shortened(answer.primal)),
        "no vectors": lambda model, answer: _with(answer, None),
        "exchanged": lambda model, answer: replace(answer, primal=answer.dual, dual=answer.primal),
    },
    LinearComplementarityProblem: {
        "wrong": wrong,
        "short": lambda model, answer: replace(answer, primal=_shortened(answer.primal)),
        "no vectors": lambda model, answer: _with(answer, None),
    },
}


def _shortened(vector: Any) -> Any:
    return vector.take(slice(1, None)) if isinstance(vector, ExactArray) else vector[1:]


LIFTED = (
    ("constant-sum", ExtensiveGame, "highs"),
    ("general-sum", ExtensiveGame, "lemke"),
    ("constant-sum", SequenceForm, "highs"),
    ("general-sum", SequenceForm, "lemke"),
    ("constant-sum", LinearProgram, "highs"),
    ("constant-sum", LinearProgram, "exact"),
    ("general-sum", LinearComplementarityProblem, "lemke"),
    ("ordered", LinearProgram, "highs"),
)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("name", "kind", "backend"), LIFTED)
def test_a_lift_that_lies_or_returns_no_answer_is_an_error_or_does_no_harm(
    name: str, kind: type, backend: str, exact: bool
) -> None:
    for lie in {**NO_ANSWERS, **FALSE_ANSWERS[kind]}.values():
        step = OwnStep(kind, lie)
        steps = ["lossless", step] if name == "ordered" else [step]
        try:
            found = sf.solve(game(name), backend=backend, preprocess=steps, exact=exact)
        except SeqformError as error:
            assert "\n" not in str(error)
            assert not isinstance(error, CertificationError) or error.equilibrium is not None
        else:
            shown(found)


STEPS_OF_OTHERS = (
    ("constant-sum", "nash", ExtensiveGame),
    ("constant-sum", "nash", SequenceForm),
    ("constant-sum", "nash", LinearProgram),
    ("general-sum", "nash", LinearComplementarityProblem),
    ("constant-sum", "normal-form-perfect", ExtensiveGame),
    ("constant-sum", "quasi-perfect", ExtensiveGame),
    ("constant-sum", "extensive-form-perfect", ExtensiveGame),
    ("constant-sum", "subgame-perfect", ExtensiveGame),
    ("constant-sum", "quasi-perfect", PerturbedLinearProgram),
    ("ordered", "nash", OrderedGame),
    ("ordered", "nash", ClassGame),
    ("positions", "subgame-perfect", PositionGraph),
)


@pytest.mark.parametrize(("name", "concept", "kind"), STEPS_OF_OTHERS)
def test_a_step_of_somebody_else_works_on_every_class_of_models(
    name: str, concept: str, kind: type
) -> None:
    used: list[Any] = []

    def lift(model: Any, answer: Any) -> Any:
        used.append(model)
        return answer

    shown(sf.solve(game(name), concept, preprocess=OwnStep(kind, lift)))
    assert used


@pytest.mark.parametrize(
    ("concept", "settings"),
    [
        ("nash", {}),
        ("normal-form-perfect", {}),
        ("maximin", {}),
        ("constrained", {"constraints": "1: P(start ask) <= 1/4"}),
        ("safe-response", {"max_loss": 0}),
    ],
)
def test_a_step_on_forms_and_programs_changes_no_answer(
    concept: str, settings: Mapping[str, Any]
) -> None:
    """Routes find the models of their chain by name, whatever stands between them."""
    both = OwnSteps((SequenceForm, LinearProgram))
    with_step = sf.solve(
        game("constant-sum"), concept, preprocess=both, backend="exact", **settings
    )
    without = sf.solve(
        game("constant-sum"), concept, preprocess="none", backend="exact", **settings
    )
    assert with_step.values == without.values
    assert with_step.certificate.claims == without.certificate.claims


# ---- one time limit ----


def phases_of(route: Route) -> Any:
    """Return what the phases of a route depend on: the abstractions are one phase, and so are all ways to a model."""
    is_tree = route.concept != "subgame-perfect" and not route.game.startswith("ordered")
    step = "abstraction" if route.step in ONE_PHASE else route.step
    model = route.model.partition(",")[0]
    return (
        "tree" if is_tree else route.game,
        route.concept,
        *route.settings,
        model,
        step,
        route.exact,
    )


FIRST_OF_PHASES = {phases_of(route): route for route in reversed(ROUTES)}
timed = routes(lambda route: FIRST_OF_PHASES[phases_of(route)] is route)


@timed
def test_the_backend_gets_what_is_left_of_the_limit(
    route: Route, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of the limit passes before the backend is called, and a tenth in each of its calls."""
    lines: list[str] = []
    clock = JumpingClock(monkeypatch)

    def progress(line: str) -> None:
        if not lines:
            clock.jump(LIMIT / 2)
        lines.append(line)

    relay = route.relay(called=lambda options: clock.jump(LIMIT / 10))
    with may_be_out_of_time():
        route.solve(relay, time_limit=LIMIT, progress=progress)
    limits = [options.time_limit for _, options in relay.calls]
    assert limits
    for number, limit in enumerate(limits):
        share = LIMIT * (0.5 - 0.1 * number)
        assert limit is not None and share - LIMIT / 20 < limit <= share


@contextmanager
def may_be_out_of_time() -> Iterator[None]:
    """Accept the error of a limit that has passed."""
    try:
        yield
    except SolveError as error:
        assert re.search("time limit|time is up", str(error)), error


@timed
def test_after_a_limit_that_passes_in_the_backend_nothing_is_made_exact(
    route: Route, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A complete answer is certified; anything else ends with an error that names the limit."""
    lines: list[str] = []
    clock = JumpingClock(monkeypatch)

    def called(options: Any) -> None:
        if len(relay.calls) == 1:
            clock.jump()
            lines.clear()

    relay = route.relay(called=called)
    with may_be_out_of_time():
        found = route.solve(relay, time_limit=LIMIT, progress=lines.append)
        if route.step not in LOSSY:
            shown(found)
    assert "making the answer exact" not in lines
    assert all(options.time_limit <= 1e-3 for _, options in relay.calls[1:])  # type: ignore[operator]


PREPARING = re.compile(
    "(loading|building|merging|expanding|searching|solving subgames|eliminating|sparsifying|leaving)(?!.* nodes$)"
)
"""The first words of the phases before the backend is called; a count of nodes is a line within a phase."""


@timed
def test_a_limit_that_passes_in_a_phase_ends_the_computation_before_the_next(
    route: Route, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    relay = route.relay(called=lambda options: lines.append("backend"))
    route.solve(relay, progress=lines.append)
    before = lines[: lines.index("backend")]
    phases = [line for line in dict.fromkeys(before) if PREPARING.match(line)]
    assert phases[0] == "loading the game"
    clock = JumpingClock(monkeypatch)
    for phase in phases:
        if before.count(phase) > 1 or "best equilibrium" in phase:
            continue  # where the backend itself is called
        unused = route.relay()
        with pytest.raises(
            SolveError, match=f"^time limit of 10000 s reached while {re.escape(phase)}$"
        ) as stopped:
            route.solve(
                unused,
                time_limit=LIMIT,
                progress=lambda line: clock.jump() if line == phase else None,  # noqa: B023
            )
        assert stopped.value.raw.termination is Termination.TIME_LIMIT and not unused.calls


CERTIFIED = ("linear", "complementarity", "classes", "perturbed", "positions")


def _is_certified_alone(route: Route) -> bool:
    """Return whether only a certificate is computed at the end; witnesses of perfection come from linear programs."""
    return (
        route.model in CERTIFIED
        and route.step == "default"
        and route.concept != "normal-form-perfect"
    )


@routes(_is_certified_alone)
def test_the_certificate_of_an_answer_has_time_beyond_the_limit(
    route: Route, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit passes in the last certificate, which has half of it more."""
    lines: list[str] = []
    route.solve(route.relay(), progress=lines.append)
    last = [line for line in lines if line.startswith("verifying")][-1]
    clock = JumpingClock(monkeypatch)
    jumps = {lines[0]: 0.9 * LIMIT, last: 0.4 * LIMIT}

    def progress(line: str) -> None:
        clock.jump(jumps.pop(line, 0))

    shown(route.solve(route.relay(), time_limit=LIMIT, progress=progress))
    assert not jumps


FILES = {concept: f"routes/{concept}.txt" for concept in CONCEPTS}


@pytest.mark.slow
@pytest.mark.parametrize("concept", CONCEPTS)
def test_sampled_combinations_are_answered_or_refused_as_on_file(concept: str) -> None:
    text = text_of(concept)
    assert "FAULT" not in text
    require_golden(FILES[concept], text)


def test_the_sample_has_every_pair_of_values() -> None:
    covered = set[frozenset[tuple[str, str]]]().union(*map(pairs_of, covering_combinations()))
    missing = [pair for pair in pairs() if frozenset(pair.items()) not in covered]
    assert not missing
    assert {concept for concept, _ in REQUESTS} == set(CONCEPTS)
    assert set(PREPROCESSORS) <= set(STEPS)
    assert sorted((DATA / "routes").iterdir()) == sorted(DATA / file for file in FILES.values())


def test_combinations_of_the_sample_differ_in_few_values_from_the_defaults() -> None:
    """So that a refusal hides no other one, and a line names what it is about."""
    defaults = {factor: values[0] for factor, values in factors().items()}
    unusual = [
        len(one.items() - defaults.items() - {("game", one["game"])})
        for one in covering_combinations()
    ]
    assert max(unusual) <= 3 and len(unusual) == len(set(map(str, covering_combinations())))


def liar(way: Route, lie: Lie, calls: list[tuple[Any, Any]] | None = None) -> Relay:
    """Return the backend of a way that lies where the lie applies; its honest answers are added to the calls."""

    def told(model: Any, answer: Any) -> Any:
        if calls is not None:
            calls.append((model, answer))
        false = lie(answer)
        return answer if false is SAME else false

    return way.relay(told)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "way"), list(enumerate(ways())), ids=lambda one: getattr(one, "name", "")
)
def test_every_lie_is_an_error_on_one_line_or_a_true_answer(number: int, way: Route) -> None:
    """A refused answer ends the computation; other lies are passed on to its end, a share of them on each way."""
    calls: list[tuple[Any, Any]] = []
    honest = liar(way, lambda answer: SAME, calls)
    shown(way.solve(honest))
    model, answer = calls[0]
    faults, told, accepted = [], 0, dict[str, Lie]()
    for name, lie in LIES.items():
        given = lie(answer)
        if given is SAME or is_same(answer, given):
            continue
        told += 1
        outcome = fault_of(lambda given=given: checked_answer(honest, model, given))  # type: ignore[misc]
        if outcome is None or name == FIRST:
            accepted[name] = lie
        elif outcome:
            faults.append(f"{name}: {outcome}")
    for name, lie in in_shares(each_once(accepted, number), way).items():
        if outcome := fault_of(lambda lie=lie: shown(way.solve(liar(way, lie)))):  # type: ignore[misc]
            faults.append(f"{name}: {outcome}")
    assert not faults, "\n".join(faults)
    assert told > 100


def is_same(answer: Any, given: Any) -> bool:
    """Return whether a lie has changed nothing."""
    return type(given) is type(answer) and all(
        getattr(given, one.name) is getattr(answer, one.name) for one in fields(answer)
    )


SHOWN = ("status", "iterations", "seconds", "solver", "options", "objective", "bound")
"""Fields from which nothing is computed: all accepted changes of them are made in one answer."""

ERRORS = (Termination.ERROR, Termination.NUMERICAL_ERROR)

ALIKE = (CUT_SHORT, NO_OPTIMUM, ERRORS, (Termination.SECONDARY_RAY, Termination.REPEATED_BASIS))
"""Groups of terminations with one meaning: each route is given one of each group, and all routes together every one."""


def each_once(lies: Mapping[str, Lie], number: int) -> dict[str, Lie]:
    """Return the lies for a route, those about shown fields joined, in either order."""
    joined = [lie for name, lie in lies.items() if name.partition(":")[0] in SHOWN]
    kept = (
        {"shown fields": in_turn(joined), "shown fields, backwards": in_turn(joined[::-1])}
        if joined
        else {}
    )
    ends = {f"termination: {group[number % len(group)]!r}" for group in ALIKE}
    for name, lie in lies.items():
        field = name.partition(":")[0]
        if field not in SHOWN and (field != "termination" or name in ends):
            kept[name] = lie
    return kept


SHARES = 4
"""On a way that reads answers as many others do, one lie of so many is passed on; the profile `long` passes on all."""


def in_shares(lies: Mapping[str, Lie], way: Route) -> dict[str, Lie]:
    """Return the share of the lies for a way: the ways of one class of models have all of them, each way the first."""
    alike = [each for each in ways() if each.model == way.model]
    shares = (
        1 if settings.get_current_profile_name() == "long" else max(1, min(SHARES, len(alike) // 3))
    )
    share = set(list(LIES)[alike.index(way) % shares :: shares]) | {FIRST}
    return {name: lie for name, lie in lies.items() if name in share or name not in LIES}


def in_turn(lies: Sequence[Lie]) -> Lie:
    """Return the lie that makes all of these changes."""

    def lie(answer: Any) -> Any:
        for one in lies:
            false = one(answer)
            answer = answer if false is SAME else false
        return answer

    return lie


FIRST = next(iter(LIES))
"""A lie that goes through every way although the check refuses it, so that each way is seen to have the check."""


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        (
            "primal",
            np.ones(3),
            r"a wrong primal: [0-9]+ numbers expected, not an array of shape \(3,\)",
        ),
        ("primal", "optimal", "a wrong primal: an array expected, not 'optimal'"),
        (
            "primal",
            np.full(5, np.nan),
            "a wrong primal: it has entries that are not finite numbers",
        ),
        (
            "dual",
            np.ones((2, 2)),
            r"a wrong dual: [0-9]+ numbers expected, not an array of shape \(2, 2\)",
        ),
        ("seconds", -1, "a wrong seconds: a finite number from 0 on expected, not -1"),
        ("options", [1], r"a wrong options: a mapping from names to values expected, not \[1\]"),
        (
            "basis",
            Basis(np.zeros(2), np.zeros(2)),  # type: ignore[arg-type]
            "a wrong basis: columns: [0-9]+ numbers expected, not an array",
        ),
    ],
)
def test_the_error_names_the_backend_the_field_and_what_was_expected(
    name: str, value: Any, message: str
) -> None:
    way = ROUTES[0]
    with pytest.raises(SolveError, match=f"^backend relay returned {message}"):
        way.solve(liar(way, put(name, value)))


@pytest.mark.parametrize("way", list(ways()), ids=lambda way: way.name)
def test_a_backend_cannot_change_its_model(way: Route) -> None:
    """Every array that can be reached from a model is read-only before and after the backend has worked with it."""
    honest = way.relay()
    way.solve(honest)
    for model, _ in honest.calls:
        assert not list(writable(model, "model", set()))


def writable(value: Any, where: str, seen: set[int]) -> Iterator[str]:
    """Yield the places of arrays that can be written to."""
    if id(value) in seen or isinstance(value, str | bytes | type | int | float):
        return
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        if value.flags.writeable:
            yield where
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from writable(part, f"{where}[{key!r}]", seen)
    elif isinstance(value, list | tuple | set | frozenset):
        for place, part in enumerate(value):
            yield from writable(part, f"{where}[{place}]", seen)
    elif hasattr(value, "__dict__"):
        for name, part in vars(value).items():
            yield from writable(part, f"{where}.{name}", seen)


def test_no_backend_of_the_user_is_called_but_through_the_check() -> None:
    """In the packages that take backends as arguments; `solved_by` is the one place that calls them."""
    root = Path(seqform.backends.__file__).parent
    own = Path(sf.__file__).parent
    files = [*own.rglob("*.py"), *(root / "perturbed").glob("*.py")]
    calls = re.compile(r"\b(backend|solver|method|self\.solver|self\.backend)\.solve\(")
    assert len(files) > 100
    assert not [
        f"{file.name}: {line}"
        for file in files
        for line in file.read_text("utf-8").splitlines()
        if calls.search(line)
    ]


LYING = """
from seqform.models.programs.linear import LinearProgram
import numpy as np

class Liar:
    name, supports, exact = "liar", frozenset({LinearProgram}), False

    def solve(self, model, options=None):
        return np.zeros(3)
"""


def test_the_command_line_ends_with_status_3_and_a_sweep_with_a_row(
    seqform: Any, tmp_path: Path
) -> None:
    (tmp_path / "liar.py").write_text(LYING, encoding="utf-8")
    status, _, error = seqform("solve", "kuhn", "--backend", "./liar.py:Liar")
    assert status == 3 and "Traceback" not in error
    assert (
        " ".join(error.split())
        == "seqform: backend liar returned a wrong answer: a RawSolution expected, not array([0., 0., 0.])"
    )
    row = run_case(Case("kuhn", backend=str(tmp_path / "liar.py") + ":Liar"))
    assert row.outcome is Outcome.GAVE_UP and row.error.startswith(
        "backend liar returned a wrong answer"
    )
