"""Steps of somebody else's that change the game, or lie about it: what is proven is about the game that was given.

Whatever a step does, an answer is certified on the game itself and chosen by its payoffs there, or is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from every_equilibrium import expected_payoffs, largest_regret
from hypothesis import given, settings
from hypothesis import strategies as st
from nested_lists import shared_graphs
from own_steps import ChangedPayoffs, OwnStep
from route_tables import game

import seqform as sf
from seqform.backends.bestnash.backend import best_nash
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.builders.preprocess.subgames import perfect_information
from seqform.builders.steps import Step
from seqform.errors import (
    CertificationError,
    InputError,
    ModelError,
    SeqformError,
    SolveError,
    is_out_of_memory,
)
from seqform.models.answers.equilibrium import Equilibrium, PositionEquilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.payoff_map import PayoffMap
from seqform.models.games.positions import PositionGraph, PositionStrategy
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.linear import LinearProgram
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.strategies.profile_set import objective
from seqform.verify.nash import certify
from seqform.verify.subgames import certify_subgame_perfect

FIGURE = "littman-figure-4"
"""A tree of perfect information whose subgame perfect equilibria pay [1, 3] × 2, 1 × [0, 2], 3 × [2, 3] and more."""


# ---- units of payoff ----


SCALES = st.tuples(st.fractions(Fraction(1, 9), 9), st.fractions(Fraction(1, 9), 9))
SHIFTS = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
CHOICES: tuple[Mapping[str, Any], ...] = (
    {"objective": "social"},
    {"objective": "fairest,best-for-2"},
    {"objective": "least-difference,social"},
    {"objective": "nearest(3,4)"},
    {"objective": "weights(2,-1)"},
    {"objective": "social where 2<=4"},
    {"objective": "best-for-2 where 1>=5/2"},
    {"objective": lambda first, second: first + 3 * second},
    {"target_payoffs": (2, 4)},
    {"target_payoffs": (Fraction(5, 2), 3)},
)


@given(SCALES, SHIFTS, st.sampled_from(CHOICES), st.booleans())
def test_an_equilibrium_is_chosen_by_its_payoffs_in_the_game_itself(
    factors: Any, shifts: Any, choice: Mapping[str, Any], on_tree: bool
) -> None:
    source: Any = sf.load(FIGURE) if on_tree else perfect_information(sf.load(FIGURE)).target
    step = ChangedPayoffs.affine(factors, shifts)
    try:
        expected = sf.solve(source, "subgame-perfect", **choice)
    except SeqformError as error:
        with pytest.raises(type(error)):
            sf.solve(source, "subgame-perfect", preprocess=[step], **choice)
        return
    found = sf.solve(source, "subgame-perfect", preprocess=[step], **choice)
    assert found.values == expected.values
    assert found.profiles is not None and str(found.profiles) == str(expected.profiles)
    if isinstance(found, PositionEquilibrium):
        assert found.strategy.graph is source or found.strategy.graph.players == source.players
        assert expected_payoffs(found.strategy)[0] == found.values


@given(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), SCALES)
def test_weights_choose_by_payoffs_in_the_game_itself(weights: Any, factors: Any) -> None:
    stag = sf.bimatrix_game("stag hunt", [[4, 0], [3, 3]], [[4, 3], [0, 3]])
    step = ChangedPayoffs.affine(factors, (0, 0))
    found, expected = (
        sf.solve(stag, weights=weights, preprocess=steps) for steps in ([step], "none")
    )
    worth = [
        sum(weight * value for weight, value in zip(weights, each.values, strict=True))
        for each in (found, expected)
    ]
    assert worth[0] == worth[1]


@pytest.mark.parametrize("factor", [Fraction(1, 1000), Fraction(1000)])
def test_a_gap_is_one_of_the_game_itself(factor: Fraction) -> None:
    step = ChangedPayoffs.affine((factor, factor), (0, 0))
    for backend in ("cfr", "barrier"):
        found = sf.solve("kuhn", backend=backend, target_gap=1e-3, preprocess=[step])
        assert found.certificate.nash_conv <= 1e-3


class Restated(OwnStep):
    """A step to a game of another shape, which does not state how payoffs change."""

    name = "restated"

    def payoff_map(self, before: Any, after: Any) -> PayoffMap | None:
        return None


class StatesNoMap(OwnStep):
    """A step that states something else than a map of the payoffs."""

    name = "no-map"
    stated: Any = ((1, 0), (1, 0))

    def payoff_map(self, before: Any, after: Any) -> Any:
        return self.stated


@pytest.mark.parametrize("stated", [((1, 0), (1, 0)), "none", 7, PayoffMap.identity(3)])
@pytest.mark.parametrize(
    "options", [{"concept": "subgame-perfect", "objective": "social"}, {"weights": (1, 2)}]
)
def test_a_step_that_states_no_map_of_payoffs_is_named(
    stated: Any, options: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StatesNoMap, "stated", stated)
    with pytest.raises(SolveError, match=r"^no-map: payoff_map: a PayoffMap of 2 players expected"):
        sf.solve(FIGURE, preprocess=[StatesNoMap(ExtensiveGame)], **options)


@pytest.mark.parametrize(
    ("factors", "shifts"),
    [
        ((Fraction(0), Fraction(1)), (0, 0)),
        ((1, -2), (0, 0)),
        ((1, 1), (0,)),
        ((0.5, 1), (0, 0)),
        ((1, 1), (0, "1")),
    ],
)
def test_a_map_of_payoffs_has_positive_factors_and_fractions(factors: Any, shifts: Any) -> None:
    with pytest.raises(ModelError, match=r"^payoff map: "):
        PayoffMap(factors, shifts)


LIES_OF_LIFTS: tuple[tuple[str, Any], ...] = (
    ("primal", lambda answer: np.zeros(3)),
    ("dual", lambda answer: np.zeros(2)),
    ("basis", lambda answer: 0.5),
    ("termination", lambda answer: "solved"),
    ("objective", lambda answer: "most"),
    ("status", lambda answer: None),
)


@dataclass(frozen=True)
class LiftsWrongly(Step):
    """A step on linear programs that changes a field of the lifted answer."""

    name, summary, message = "lifts-wrongly", "a lift that lies", "lying"
    lie: tuple[str, Any] = LIES_OF_LIFTS[0]

    @property
    def reductions(self) -> Any:
        return {LinearProgram: lambda program: Reduced(program, self.lift)}

    def lift(self, answer: Any) -> Any:
        name, changed = self.lie
        return replace(answer, **{name: changed(answer)})


@pytest.mark.parametrize("lie", LIES_OF_LIFTS, ids=[name for name, _ in LIES_OF_LIFTS])
@pytest.mark.parametrize("exact", [False, True])
def test_what_a_lift_returns_fits_its_program(lie: tuple[str, Any], exact: bool) -> None:
    with pytest.raises(SolveError, match=f"^lifts-wrongly: the lift returned a wrong {lie[0]}: "):
        sf.solve("kuhn", preprocess=[LiftsWrongly(lie)], exact=exact)


@pytest.mark.parametrize(
    ("source", "concept", "options", "named"),
    [
        (FIGURE, "subgame-perfect", {"objective": "social"}, "objective"),
        (FIGURE, "subgame-perfect", {"target_payoffs": (2, 4)}, "target_payoffs"),
        ("vsvet-figure-1", "nash", {"weights": (1, 2)}, "weights"),
        ("kuhn", "nash", {"target_gap": 1e-3, "backend": "cfr"}, "target_gap"),
    ],
)
def test_what_is_in_units_of_payoff_is_refused_where_these_are_not_known(
    source: str, concept: str, options: Any, named: str
) -> None:
    with pytest.raises(
        InputError, match=f"^{named}: in units of payoff, which may be others after restated"
    ):
        sf.solve(source, concept, preprocess=[Restated(ExtensiveGame)], **options)
    assert sf.solve(source, concept, preprocess=[Restated(ExtensiveGame)]).certificate.gap < 1e-5


def test_the_objective_of_a_step_is_in_units_of_the_game_itself() -> None:
    step = ChangedPayoffs.affine((Fraction(1, 1000), Fraction(1)), (0, 0))
    with pytest.raises(InputError, match="its objective is in units of payoff"):
        sf.solve(FIGURE, preprocess=[step, "solve-subgames=fairest"])
    assert sf.solve(
        FIGURE, preprocess=[ChangedPayoffs.affine((1, 1), (0, 0)), "solve-subgames=fairest"]
    )
    # Constant-sum: nothing is chosen.
    assert sf.solve("kuhn", preprocess=[step, "solve-subgames=fairest"])


# ---- steps that lie ----


class StatesTheSame(ChangedPayoffs):
    """Any payoffs, with the statement that they are the same."""

    name, keeps_payoffs = "states the same", True

    def payoff_map(self, before: Any, after: Any) -> PayoffMap | None:
        return PayoffMap.identity(len(before.players))


def require_true(source: PositionGraph, found: PositionEquilibrium) -> None:
    """Check an answer for a graph of positions by an oracle, and that it is one of this graph."""
    strategy = found.strategy
    rebound = strategy.bound_to(source)
    assert largest_regret(rebound) == 0 and expected_payoffs(rebound)[0] == found.values
    assert strategy.graph.players == source.players
    assert "yes, no move at any position gains (exact)" in str(found.report())


@settings(max_examples=25)
@given(
    shared_graphs(),
    st.integers(0, 99),
    st.sampled_from([None, "social", "fairest", "nearest(1,2)"]),
    st.booleans(),
)
def test_steps_that_lie_about_graphs_lead_to_true_answers_or_none(
    graph: PositionGraph, seed: int, wanted: str | None, states: bool
) -> None:
    rng = Random(seed)
    kind = StatesTheSame if states else ChangedPayoffs
    step = kind(lambda player, row: ExactArray.of([rng.randint(-2, 2) for _ in range(len(row))]))
    chosen = {} if wanted is None else {"objective": wanted}
    try:
        found = sf.solve(graph, "subgame-perfect", preprocess=[step], **chosen)
    except SeqformError as error:
        assert "\n" not in str(error)
        return
    require_true(graph, found)
    if wanted is not None:
        measure, best = objective(wanted), best_nash(graph, wanted)
        assert measure.numbers(found.values) == measure.numbers(best.values)
        assert str(found.profiles) == str(best.profiles)


def exchanged(strategy: PositionStrategy) -> PositionStrategy:
    """Return a strategy for a graph with the names of players and moves in another order."""
    graph = strategy.graph
    lying = replace(
        graph,
        players=graph.players[::-1],
        move_label=lambda position, move: f"no {move}",
        note="false",
    )
    return replace(strategy, graph=lying)


@given(shared_graphs())
def test_names_are_those_of_the_graph_itself(graph: PositionGraph) -> None:
    step = OwnStep(PositionGraph, lambda model, strategy: exchanged(strategy))
    found = sf.solve(graph, "subgame-perfect", preprocess=[step])
    require_true(graph, found)
    assert found.strategy.graph is graph


def test_the_strategy_of_a_lift_for_another_graph_is_refused() -> None:
    other = sf.solve(
        sf.load("tic-tac-toe(board=xo.o.x...)", kind="positions"), "subgame-perfect"
    ).strategy
    step = OwnStep(PositionGraph, lambda model, strategy: other)
    with pytest.raises(SeqformError, match="own step: the lift of a strategy is none of"):
        sf.solve(perfect_information(sf.load(FIGURE)).target, "subgame-perfect", preprocess=[step])


@dataclass(frozen=True)
class WithoutLast(Step):
    """Leave out the last of the three moves at the root of a tree, and never make it."""

    name, summary, message, keeps_payoffs = (
        "without last",
        "leave out a move",
        "leaving out a move",
        True,
    )

    @property
    def reductions(self) -> Any:
        return {ExtensiveGame: self.smaller}

    def smaller(self, game: ExtensiveGame) -> Any:
        small = tree("small", move(0, "r", {"a": leaf(1, 1), "b": leaf(0, 0)}))

        def lift(profile: Any) -> Any:
            probabilities = np.array(
                [*profile[0].probabilities.tolist(), Fraction(0)], dtype=object
            )
            first = BehaviorStrategy(game.sequences[0].index, probabilities)
            return BehaviorProfile(
                (first, BehaviorStrategy(game.sequences[1].index, profile[1].probabilities))
            )

        return Reduced(small, lift)


def test_a_step_that_loses_the_best_equilibrium_does_not_lead_to_a_best_one() -> None:
    whole = tree("whole", move(0, "r", {"a": leaf(1, 1), "b": leaf(0, 0), "c": leaf(1, 9)}))
    assert sf.solve(whole, "subgame-perfect", preprocess=[WithoutLast()]).values == (1, 1)
    with pytest.raises(
        CertificationError, match=r"pays \(1, 1\) in the game itself: \(1, 9\) is better by social"
    ):
        sf.solve(whole, "subgame-perfect", objective="social", preprocess=[WithoutLast()])


CONCEPTS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("nash", {}),
    ("nash", {"exact": True}),
    ("nash", {"start": "random:1"}),
    ("normal-form-perfect", {}),
    ("quasi-perfect", {}),
    ("sequential", {}),
    ("extensive-form-perfect", {}),
    ("subgame-perfect", {}),
    ("maximin", {}),
    ("maximin", {"exact": True}),
    ("proper", {}),
)


@settings(max_examples=6)
@given(
    st.integers(0, 999),
    st.sampled_from(["general-sum", "constant-sum", "perfect information", "forced moves"]),
)
@pytest.mark.parametrize(("concept", "options"), CONCEPTS)
def test_steps_that_lie_about_trees_lead_to_true_answers_or_none(
    concept: str, options: Mapping[str, Any], seed: int, name: str
) -> None:
    whole, rng = game(name), Random(seed)

    def changed(player: int, row: ExactArray) -> ExactArray:
        return ExactArray.of(
            [value if rng.random() < 0.7 else rng.randint(-3, 3) for value in row.to_fractions()]
        )

    try:
        found = sf.solve(whole, concept, preprocess=[StatesTheSame(changed)], **options)
    except SeqformError as error:
        assert "\n" not in str(error)
        return
    assert isinstance(found, Equilibrium) and found.game is whole
    again = certify(whole, found.profile)
    assert (again.values, again.nash_conv) == (found.values, found.certificate.nash_conv)
    if concept != "maximin":
        assert again.nash_conv <= found.certificate.allowed
    if concept == "subgame-perfect":
        assert certify_subgame_perfect(whole, found.profile).checks["subgame perfect"]
    if found.certificate.exact:
        claims: dict[str, Any] = {} if concept == "nash" else {concept.replace("-", "_"): True}
        checked = sf.check(whole, found, **claims)
        assert checked.holds(found.certificate.claim)


# ---- maps of payoffs ----


def test_the_map_of_payoffs_is_computed_and_not_believed() -> None:
    whole = sf.load(FIGURE)
    twice = ChangedPayoffs.affine((2, 3), (1, -1))
    small = twice.changed_tree(whole).target
    assert twice.payoff_map(whole, small) == PayoffMap(
        (Fraction(2), Fraction(3)), (Fraction(1), Fraction(-1))
    )
    assert twice.payoff_map(whole, sf.load("kuhn")) is None
    turned = ChangedPayoffs(lambda player, row: row * -1)
    assert turned.payoff_map(whole, turned.changed_tree(whole).target) is None


def test_a_chance_move_with_other_probabilities_is_another_shape() -> None:
    one, other = (
        tree("t", chance({"h": (share, leaf(1, 2)), "t": (1 - share, leaf(3, 4))}))
        for share in (Fraction(1, 3), Fraction(1, 2))
    )
    assert OwnStep(ExtensiveGame).payoff_map(one, other) is None
    assert OwnStep(ExtensiveGame).payoff_map(one, one) == PayoffMap.identity(2)


# ---- whose fault an answer is that fails ----


@pytest.mark.parametrize("concept", ["nash", "subgame-perfect", "normal-form-perfect"])
@pytest.mark.parametrize("change", [lambda player, row: row * -1, lambda player, row: row * 0])
def test_an_answer_that_fails_after_a_step_of_another_package_names_the_step(
    change: Any, concept: str
) -> None:
    graph = perfect_information(sf.load(FIGURE)).target
    for source in (graph, sf.load(FIGURE)) if concept == "subgame-perfect" else (sf.load(FIGURE),):
        try:
            sf.solve(source, concept, preprocess=[StatesTheSame(change)])
        except SeqformError as error:
            assert "states the same" in str(error) and "please report" not in str(error)


def test_a_lift_to_the_uniform_profile_is_named() -> None:
    whole = sf.load(FIGURE)
    step = OwnStep(ExtensiveGame, lambda model, profile: sf.uniform_profile(whole))
    with pytest.raises(
        CertificationError,
        match=r"^after own step: .*; check its reductions and lifts, or leave it out$",
    ):
        sf.solve(whole, "subgame-perfect", preprocess=[step])
    graph = perfect_information(whole).target
    with pytest.raises(
        CertificationError, match=r"^after states the same: the answer is not subgame perfect: "
    ):
        sf.solve(graph, "subgame-perfect", preprocess=[StatesTheSame(lambda player, row: row * -1)])


def test_the_best_equilibrium_by_weights_is_stated_as_the_claim_of_the_solver() -> None:
    found = sf.solve("vsvet-figure-1", weights=(1, 1))
    assert found.values == (11, 3)
    assert found.raw.status.endswith("that none is better by weights 1, 1 is the claim of highs")


def test_a_failing_certificate_has_no_error_as_its_own_cause() -> None:
    with pytest.raises(CertificationError) as failure:
        sf.solve(
            "kuhn",
            backend="highs",
            tolerance=0.01,
            raw={"solver": "pdlp"},
            exact=False,
            certificate_tolerance=0,
        )
    assert failure.value.__cause__ is None


def test_a_lack_of_memory_is_found_in_a_circle_of_causes() -> None:
    first, second = ValueError("first"), ValueError("second")
    first.__cause__, second.__cause__ = second, first
    assert not is_out_of_memory(first)
    second.__cause__ = MemoryError()
    assert is_out_of_memory(first)


STEPS_FILE = """
from dataclasses import dataclass
from fractions import Fraction

from seqform.builders.steps import Step
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.reduced import Reduced, identity_map


@dataclass(frozen=True)
class Kept(Step):
    name = "kept"
    summary = "leave the game as it is"
    message = "leaving the game as it is"
    size: Fraction = Fraction(1)

    @property
    def spelled(self):
        return f"kept={self.size}"

    @property
    def reductions(self):
        return {ExtensiveGame: lambda game: Reduced(game, identity_map(game))}


KEPT = Kept(Fraction(2))


def returned():
    return KEPT
"""


@pytest.mark.parametrize(
    ("name", "spelled"), [("Kept", "kept=1"), ("Kept(size=1/3)", "kept=1/3"), ("KEPT", "kept=2")]
)
def test_a_step_of_a_python_file_is_named_by_its_class_or_an_object(
    name: str, spelled: str, tmp_path: Path
) -> None:
    path = tmp_path / "own_steps_file.py"
    path.write_text(STEPS_FILE)
    answer = sf.solve("kuhn", preprocess=f"{path}:{name}", exact=True)
    assert answer.resolved.preprocess[0] == spelled
    assert answer.certificate.proven


def test_a_function_that_returns_a_step_is_refused_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "own_steps_returned.py"
    path.write_text(STEPS_FILE)
    with pytest.raises(InputError, match="names the class of a step, or an object of it, itself"):
        sf.solve("kuhn", preprocess=f"{path}:returned")
