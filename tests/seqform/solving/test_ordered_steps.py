"""Steps on games with ordered signals: the smaller game is solved, and the answer certified on the game itself."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from own_steps import OwnStep

import seqform as sf
from seqform.backends import get
from seqform.builders.games import catalog
from seqform.builders.steps import Step
from seqform.errors import InputError, ModelError, SeqformError, SolveError
from seqform.models.games.abstraction import InformationFilter, SignalMap
from seqform.models.games.ordered import OrderedGame
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.reduced import Reduced
from seqform.solving.preprocessing import PREPROCESSORS
from seqform.verify.deal_certificate import certify_deals


@dataclass(frozen=True)
class CoarserRanks(Step):
    """Replace a deck of several ranks by one of half as many with twice as many suits."""

    name = "coarser-ranks"
    summary = "take two ranks for one"
    message = "merging ranks"

    @property
    def loses_nothing(self) -> bool:
        return False

    @property
    def reductions(self) -> Mapping[type, Callable[..., Reduced[Any, Any, Any]]]:
        return {OrderedGame: self.coarser}

    def coarser(self, game: OrderedGame) -> Reduced[OrderedGame, Any, Any]:
        ranks = int(game.title.split("ranks=")[1][0])
        suits = len(game.signals) // ranks
        small = catalog.ordered(f"leduc(ranks={ranks // 2},suits={2 * suits})")
        return Reduced(small, SignalMap.of_signals(game, small, small.signals))


@dataclass(frozen=True)
class ReversedSuits(Step):
    """Exchange the signals of a rank, and double the payoffs, which loses nothing."""

    name = "reversed-suits"
    summary = "exchange suits and double payoffs"
    message = "exchanging suits"

    @property
    def reductions(self) -> Mapping[type, Callable[..., Reduced[Any, Any, Any]]]:
        return {OrderedGame: self.reversed}

    def reversed(self, game: OrderedGame) -> Reduced[OrderedGame, Any, Any]:
        payoffs = tuple(replace(one, numerators=2 * one.numerators) for one in game.payoffs)
        small = replace(game, payoffs=payoffs)
        pairs = zip(game.signals[1::2], game.signals[::2], strict=True)
        return Reduced(small, SignalMap.of_signals(game, small, [name for pair in pairs for name in pair]))


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    for step in (CoarserRanks, ReversedSuits):
        PREPROCESSORS[step.name] = step
    yield
    for step in (CoarserRanks, ReversedSuits):
        del PREPROCESSORS[step.name]


SPEC = "leduc(ranks=4)"
LEDUC = -0.085606424
"""The value of the game."""

ARGUMENTS: list[dict[str, Any]] = [
    {"backend": "highs"},
    {"backend": "barrier", "target_gap": 1e-7},
    {"backend": "highs", "exact": True},
    {"backend": "barrier", "exact": True},
]


@pytest.mark.slow
@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
@pytest.mark.parametrize("more", [(), ("identity",)], ids=str)
def test_a_step_that_loses_nothing_leads_to_an_equilibrium_of_the_game_itself(
    more: tuple[str, ...], arguments: dict[str, Any]
) -> None:
    found = sf.solve(sf.load("leduc", kind="ordered"), preprocess=["reversed-suits", *more], **arguments)
    assert found.resolved.preprocess[:2] == ("reversed-suits", *(more or ("lossless",)))
    assert found.certificate.proven == ("exact" in arguments)
    assert found.certificate.nash_conv < 1e-6
    assert float(found.values[0]) == pytest.approx(LEDUC, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("more", ["published", "lossless"])
def test_the_certificate_of_a_step_that_loses_is_on_the_original_game(more: str, exact: bool) -> None:
    steps = ["coarser-ranks", more]
    found = sf.solve(SPEC, preprocess=steps, backend="highs", exact=exact)
    assert found.resolved.preprocess[:2] == tuple(steps)
    assert found.game.title == SPEC and found.certificate.nash_conv > 0.1
    whole = sf.solve(SPEC, preprocess="lossless", backend="highs")
    assert abs(float(whole.values[0]) - float(found.values[0])) <= float(found.certificate.nash_conv)


def test_the_lift_of_strategies_plays_each_hand_as_its_image() -> None:
    whole = catalog.ordered(SPEC)
    step = CoarserRanks().coarser(whole)
    small = sf.solve(step.target, preprocess="lossless", backend="highs")
    found = sf.solve(whole, preprocess=["coarser-ranks", "lossless"], backend="highs")
    filters = step.lift(small.abstraction.filters)
    again = certify_deals(whole, filters, small.profile)
    assert again.certificate.nash_conv == pytest.approx(float(found.certificate.nash_conv), abs=1e-6)


def test_the_plan_has_a_row_for_the_step_and_files_have_the_same_program() -> None:
    steps = ["coarser-ranks", "lossless", "eliminate-dominated"]
    plan = sf.plan(SPEC, preprocess=steps)
    assert [name for name, _ in plan.models] == [
        "game", "coarser-ranks", "lossless", "game of classes", "eliminate-dominated", "linear program",
    ]  # fmt: skip
    program = sf.linear_program(SPEC, preprocess=steps)
    assert repr(program.target) == repr(plan.models[-1][1])
    strategies = program.lift(get("highs").solve(program.target))
    found = sf.solve(SPEC, preprocess=steps)
    again = certify_deals(found.game, found.abstraction.filters, strategies)
    assert again.certificate.nash_conv == pytest.approx(float(found.certificate.nash_conv), abs=1e-6)
    assert "may lose" in str(plan)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    "lift",
    [
        lambda filters: None,
        lambda filters: "filters",
        lambda filters: filters[:1],
        lambda filters: (1, 2),
        lambda filters: tuple(InformationFilter.coarsest(one.game) for one in filters),
        lambda filters: tuple(InformationFilter.identity(catalog.ordered("kuhn")) for one in filters),
    ],
)
def test_a_lift_that_returns_other_classes_is_an_error_before_the_solver_is_called(lift: Any, exact: bool) -> None:
    with pytest.raises(SeqformError) as stopped:
        lying = OwnStep(OrderedGame, lambda game, filters: lift(filters))
        sf.plan(sf.load("leduc", kind="ordered"), preprocess=lying, exact=exact)
    assert isinstance(stopped.value, SolveError | ModelError) and "\n" not in str(stopped.value)


class ToSequenceForms(OwnStep):
    def model_after(self, kind: type) -> type:
        return SequenceForm


def test_a_step_that_leads_from_classes_to_another_problem_is_refused() -> None:
    with pytest.raises(InputError, match="own step: a SequenceForm is not among the models between"):
        sf.solve("leduc", preprocess=["lossless", ToSequenceForms(ClassGame)], backend="highs")


@pytest.mark.parametrize("length", [0, 1])
@pytest.mark.parametrize("more", [(), ("sparsify",), ("eliminate-dominated",)])
def test_a_lift_that_shortens_the_answer_to_the_program_of_classes_is_an_error(length: int, more: Any) -> None:
    step = OwnStep(LinearProgram, lambda program, raw: replace(raw, primal=raw.primal[:length]))
    with pytest.raises(SeqformError, match=rf"{length} primal and \d+ dual values"):
        sf.solve("leduc", preprocess=["lossless", *more, step], backend="highs")


def test_games_that_are_no_images_of_each_other_have_no_map() -> None:
    leduc, kuhn = catalog.ordered("leduc"), catalog.ordered("kuhn")
    with pytest.raises(ModelError, match="kuhn has other stage games than leduc"):
        SignalMap(leduc, kuhn, ())
    with pytest.raises(ModelError, match="'X' is no signal of leduc"):
        SignalMap.of_signals(leduc, leduc, "XXXXXX")
    with pytest.raises(ModelError, match="two signals of a hand become one"):
        SignalMap.of_signals(leduc, leduc, [leduc.signals[0]] * 6)
    views = SignalMap.of_signals(leduc, leduc, leduc.signals).views
    with pytest.raises(ModelError, match="round 1: for each of the 6 views"):
        SignalMap(leduc, leduc, (views[0] * 0, views[1]))
    with pytest.raises(ModelError, match="round 2: a view's beginning is another than its image's"):
        SignalMap(leduc, leduc, (views[0], views[1][::-1]))
