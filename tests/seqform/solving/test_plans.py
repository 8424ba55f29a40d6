"""Plans: the table of routes and of builders, steps on trees before every concept, and options of default backends."""

from fractions import Fraction
from typing import Any

import pytest
from own_steps import ChangedPayoffs, OwnStep
from route_tables import game

import seqform as sf
from seqform.backends.protocol import traits_of
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.builders.steps import BUILDERS, ModelBuilder
from seqform.errors import InputError
from seqform.models.games.extensive import ExtensiveGame
from seqform.solving.concepts import CONCEPTS, SafeResponse
from seqform.solving.defaults import DEFAULT_BACKENDS
from seqform.solving.execute import Route
from seqform.solving.plan import PLANNERS, ROUTES, Candidate

CANDIDATES = [candidate for candidates in ROUTES.values() for candidate in candidates]


@pytest.mark.parametrize("candidate", CANDIDATES, ids=lambda one: one.place)
def test_every_candidate_has_a_route_and_a_default_backend_unless_one_is_named(
    candidate: Candidate,
) -> None:
    route = candidate.route
    assert isinstance(route, Route) or issubclass(route, Route)  # type: ignore[arg-type]
    if candidate.place != "plans:SADDLE_POINT":
        assert sf.backends.get(candidate.default_backend).name in {
            *DEFAULT_BACKENDS.values(),
            candidate.backend,
        }


def test_every_concept_has_candidates_for_each_of_its_classes_of_games() -> None:
    needed = {(concept.kind, kind) for concept in CONCEPTS.values() for kind in concept.games}
    assert needed <= set(PLANNERS)


@pytest.mark.parametrize("builder", BUILDERS, ids=lambda one: one.name)
def test_every_builder_is_a_function(builder: ModelBuilder) -> None:
    module, _, name = builder.place.partition(":")
    assert callable(getattr(__import__(f"seqform.builders.{module}", fromlist=[name]), name))


PLANNED: list[tuple[str, str, dict[str, Any]]] = [
    ("constant-sum", "nash", {}),
    ("constant-sum", "nash", {"formulation": "normal-form"}),
    ("constant-sum", "nash", {"backend": "barrier"}),
    ("general-sum", "nash", {}),
    ("general-sum", "nash", {"weights": (1, 1)}),
    ("constant-sum", "quasi-perfect", {}),
    ("general-sum", "quasi-perfect", {}),
    ("constant-sum", "extensive-form-perfect", {}),
    ("general-sum", "extensive-form-perfect", {}),
    ("perfect information", "subgame-perfect", {}),
    ("beyond chance", "subgame-perfect", {}),
    ("constant-sum", "proper", {}),
    ("general-sum", "proper", {}),
    ("general-sum", "maximin", {}),
    ("constant-sum", "constrained", {"constraints": "1: P(start ask) <= 1/4"}),
    ("constant-sum", "safe-response", {"max_loss": 0}),
    ("constant-sum", "safe-response", {"weight": Fraction(1, 2)}),
    ("ordered", "nash", {"preprocess": "lossless"}),
    ("ordered", "nash", {"preprocess": "lossless", "backend": "highs"}),
    ("positions", "subgame-perfect", {}),
]


@pytest.mark.parametrize(("name", "concept", "settings"), PLANNED, ids=str)
def test_a_plan_prints_builders_and_steps_alone(
    name: str, concept: str, settings: dict[str, Any]
) -> None:
    plan = sf.plan(game(name), concept, **settings)
    rows = [row for row, _ in plan.models]
    steps = {step.spelled for step in plan.all_steps} | {"game", "lossless"}
    assert set(rows) - steps <= {builder.name for builder in BUILDERS}


# ---- steps on trees ----


def with_forced_moves() -> ExtensiveGame:
    """A constant-sum game in which both players, and chance, have forced moves."""

    def answers(heads: int, tails: int) -> Any:
        return move(1, "two", {"h": leaf(heads, -heads), "t": leaf(tails, -tails)})

    def after(heads: int, tails: int, name: str) -> Any:
        return move(0, name, {"go on": answers(heads, tails)})

    coins = move(0, "one", {"h": after(2, -1, "after h"), "t": after(-1, 1, "after t")})
    return tree("forced", chance({"sure": (Fraction(1), move(1, "door", {"in": coins}))}))


FORCED = with_forced_moves()
OPPONENT = {"door": {"in": 1}, "two": {"h": Fraction(1, 3), "t": Fraction(2, 3)}}

AFTER_STEPS: list[tuple[str, dict[str, Any]]] = [
    ("nash", {}),
    ("normal-form-perfect", {}),
    ("sequential", {}),
    ("quasi-perfect", {}),
    ("extensive-form-perfect", {}),
    ("proper", {}),
    ("subgame-perfect", {}),
    ("maximin", {}),
    (
        "constrained",
        {"constraints": ["1: P(one h) <= 1/4", "1: after h go on >= 1/8", "2: P(two h) >= 1/2"]},
    ),
    ("safe-response", {"max_loss": Fraction(1, 10), "opponent": OPPONENT}),
    ("safe-response", {"weight": Fraction(1, 3), "opponent": OPPONENT}),
    ("safe-response", {"player": 1, "max_loss": 0}),
    ("stackelberg", {"leader": 1}),
    ("extensive-form-correlated", {"objective": "best-for-2"}),
    ("extensive-form-coarse", {}),
    ("normal-form-coarse", {"objective": "least-social"}),
    ("stackelberg-correlated", {"leader": 1}),
]


@pytest.mark.parametrize(("concept", "settings"), AFTER_STEPS, ids=str)
def test_forced_moves_are_contracted_before_every_concept(
    concept: str, settings: dict[str, Any]
) -> None:
    """The answer is certified on the game itself, and worth what it is without the step."""
    answer = sf.solve(FORCED, concept, preprocess="contract-forced", exact=True, **settings)
    assert answer.game is FORCED and answer.resolved.preprocess[0] == "contract-forced"
    assert answer.certificate.holds(answer.certificate.claim)
    without = sf.solve(FORCED, concept, exact=True, **settings)
    assert answer.values == without.values
    assert getattr(answer, "guarantee", None) == getattr(without, "guarantee", None)
    if concept == "constrained":
        assert [row[:3] for row in answer.shadow_prices] == [
            row[:3] for row in without.shadow_prices
        ]


def test_every_concept_stands_among_those_after_a_step() -> None:
    assert {concept for concept, _ in AFTER_STEPS} == set(CONCEPTS)


@pytest.mark.parametrize(
    "settings", [{"max_loss": Fraction(1, 10)}, {"weight": Fraction(1, 3)}], ids=str
)
def test_what_a_response_may_lose_is_in_units_of_the_game_itself(settings: dict[str, Any]) -> None:
    concept = SafeResponse(opponent=OPPONENT, **settings)
    half = Fraction(1, 2)
    halved = sf.solve(
        FORCED, concept, preprocess=ChangedPayoffs.affine((half, half), (3, 0)), exact=True
    )
    assert halved.values == sf.solve(FORCED, concept, exact=True).values


@pytest.mark.parametrize(
    ("concept", "settings", "reason"),
    [
        (
            "constrained",
            {"constraints": "1: P(one h) <= 1/4"},
            "a constraint needs a step whose lift is a ProfileMap",
        ),
        ("safe-response", {}, "a known opponent needs a step whose lift is a ProfileMap"),
        ("proper", {}, "a proof of properness needs a step whose lift is a ProfileMap"),
    ],
)
def test_a_lift_that_takes_nothing_down_is_refused_by_name(
    concept: str, settings: Any, reason: str
) -> None:
    with pytest.raises(InputError, match=f"^own step: {reason}"):
        sf.solve(FORCED, concept, preprocess=OwnStep(ExtensiveGame), **settings)


# ---- portable options ----

PORTABLE = ({"time_limit": 100}, {"tolerance": 1e-7}, {"threads": 1}, {"target_gap": 1e-2})

DEFAULTS: list[tuple[Any, str, dict[str, Any]]] = [
    *((game("constant-sum"), concept, {}) for concept in CONCEPTS if concept != "subgame-perfect"),
    *(
        (game("general-sum"), concept, {})
        for concept in CONCEPTS
        if concept not in ("constrained", "safe-response", "subgame-perfect")
    ),
    (game("perfect information"), "subgame-perfect", {"objective": "social"}),
    (game("general-sum"), "nash", {"weights": (1, 1)}),
    (game("constant-sum"), "safe-response", {"weight": Fraction(1, 2)}),
    (game("positions"), "subgame-perfect", {}),
]


@pytest.mark.parametrize("option", PORTABLE, ids=lambda option: next(iter(option)))
@pytest.mark.parametrize(("source", "concept", "settings"), DEFAULTS, ids=str)
def test_a_default_accepts_every_portable_option(
    source: Any, concept: str, settings: Any, option: Any
) -> None:
    assert len(sf.solve(source, concept, **settings, **option).values) == 2


@pytest.mark.slow
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("option", PORTABLE, ids=lambda option: next(iter(option)))
def test_a_default_for_classes_accepts_every_portable_option(option: Any, exact: bool) -> None:
    if not (exact and "target_gap" in option):
        assert (
            sf.solve(game("ordered"), preprocess="lossless", exact=exact, **option).raw is not None
        )


def test_what_an_option_means_to_a_backend_that_meets_it_stands_in_the_status() -> None:
    answer = sf.solve(game("general-sum"), target_gap=0.1, threads=2)
    assert answer.raw.status.endswith("threads: one thread computes; target_gap: the gap is 0")
    assert "target_gap" in traits_of(sf.backends.get("highs")).meets
