"""No field of an answer is replaced: what is claimed of it was computed together with the others."""

import copy
import pickle
from collections.abc import Iterator
from dataclasses import asdict, fields, is_dataclass, replace
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest

import seqform as sf
from seqform.analysis.ranges import extreme_optimal_strategy, optimal_plans
from seqform.analysis.value_function import ValueFunction
from seqform.builders.preprocess.subgames import perfect_information
from seqform.errors import SeqformError
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.computed import Computed, same_content
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.table import Tabular
from seqform.play import match
from seqform.verify.checks import check_assessment
from seqform.verify.proper import properness

pytestmark = pytest.mark.slow

UNCLAIMED = {("OptimalPlans", "options"), ("OptimalPlans", "progress")}
"""How something is computed; also the seconds that it took are no claim about a game."""


def answers(number: int) -> Iterator[Any]:
    """Yield answers of all classes, for one of two games of the same shape."""
    game = sf.load(("kuhn", "kuhn(bet=2)")[number])
    plain = sf.solve(game, exact=True)
    refined = sf.solve(game, "quasi-perfect")
    perfect = sf.solve(game, "extensive-form-perfect")
    proper = sf.solve(game, "proper")
    assert (
        refined.assessment is not None
        and perfect.assessment is not None
        and proper.levels is not None
    )
    yield from (plain, refined, perfect, proper)
    yield sf.solve(game, constraints=["1: P(Q: bet) >= 1/10"], exact=True)
    yield sf.solve(game, "safe-response", player=0, opponent="uniform", max_loss=0)
    yield sf.solve(("kuhn", "leduc(ranks=2)")[number], preprocess="lossless", backend="highs")

    yield check_assessment(game, refined.assessment)
    yield check_assessment(game, refined.assessment, ["player 1 undominated", "proper"])
    yield check_assessment(game, refined.assessment, ["weak perfect Bayesian"])
    yield check_assessment(game, perfect.assessment)
    yield from properness(game, proper.profile, proper.levels)

    bimatrix = (
        sf.load("vsvet-figure-1"),
        sf.bimatrix_game("coordination", [[2, 0], [0, 1]], [[1, 0], [0, 2]]),
    )[number]
    yield sf.equilibria(bimatrix, complete=True)
    yield sf.equilibria(bimatrix, starts=3)
    yield sf.trace(bimatrix)
    yield sf.equilibrium_correspondence("stag-hunt", hare=(number, 3), points=2)

    yield sf.solve(bimatrix, "extensive-form-correlated", objective="best-for-1")
    yield sf.payoff_regions(bimatrix)
    yield sf.best_response_diagram(sf.load(("chicken", "stag-hunt")[number]))
    yield sf.payoff_table(sf.load(("chicken", "prisoners-dilemma")[number]), dominated=True)

    tree = sf.load(("littman-figure-4", "littman-figure-1")[number])
    yield sf.solve(tree, "subgame-perfect", objective="social")
    yield sf.solve(perfect_information(tree).target, "subgame-perfect", objective="social")
    yield sf.payoff_sets(tree)

    yield sf.frontier(game, player=number, opponent="uniform")
    yield sf.sensitivity(game)
    yield sf.dominated(game)
    yield sf.action_values(game, plain.profile)
    yield sf.value_function(("kuhn", "kuhn-with-raise")[number], bet=(1, 2))
    yield sf.compare(game, {"plain": plain, "refined": refined})
    yield sf.compare_concepts(bimatrix, concepts=("nash",), leaders=(number,))
    yield sf.blunder_comparison(game, {"plain": plain, "refined": refined}, number)
    yield sf.check_strategy(game, plain.profile[number], number)
    yield optimal_plans(game)[number]
    yield extreme_optimal_strategy(game, number, sf.uniform_profile(game)[1 - number])

    yield sf.search(("two-level-tree", "tic-tac-toe(board=XOXOXO...)")[number])
    yield sf.mcts("tic-tac-toe(board=XOXOXO...)", simulations=(10, 20)[number])
    yield sf.smooth_uct(game, simulations=10)
    yield match(game, "random", "random", games=(2, 4)[number])


def computed_in(value: Any) -> Iterator[Computed]:
    """Yield an answer, and the answers in its fields."""
    if isinstance(value, Computed):
        yield value
    if isinstance(value, tuple):
        parts = list(value)
    elif isinstance(value, Computed):
        parts = [getattr(value, part.name) for part in fields(value)]
    else:
        parts = []
    for part in parts:
        yield from computed_in(part)


@cache
def samples(number: int) -> dict[type, list[Computed]]:
    """Return the answers for one of two games by their class."""
    by_class: dict[type, list[Computed]] = {}
    for answer in answers(number):
        for part in computed_in(answer):
            by_class.setdefault(type(part), []).append(part)
    return by_class


def other_values(value: Any, answers: list[Computed], name: str) -> Iterator[Any]:
    """Yield the values of a field of other answers, others of the same type, and values of other types."""
    for answer in answers:
        yield getattr(answer, name)
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 1
    elif isinstance(value, str):
        yield value + "x"
    elif isinstance(value, tuple):
        yield value[:-1]
        yield (*value, *value[-1:])
        yield value[::-1]
    elif isinstance(value, dict):
        yield {**value, "normal-form perfect": True}
    yield None
    yield "nothing of the kind"


def is_claimed(answer: Computed, name: str, value: Any) -> bool:
    """Return whether something is claimed of the value of a field."""
    if name == "seconds" or (type(answer).__name__, name) in UNCLAIMED:
        return False
    if isinstance(answer, sf.Equilibrium) and isinstance(value, Certificate):
        same = isinstance(value.of, BehaviorProfile) and value.of.equals(answer.profile)
        # Otherwise another certificate of the same profile.
        return not (same and value.is_on(answer.game))
    if name == "stored" and value:  # what was only read proves nothing
        return False
    # Then nothing is claimed, or no answer takes it.
    return not (value is None and name in ("of", "certificate"))


def subclasses(parent: type[Any]) -> Iterator[type[Any]]:
    """Yield the classes derived from one, directly or not."""
    children: list[type[Any]] = parent.__subclasses__()
    for child in children:
        yield child
        yield from subclasses(child)


def classes() -> set[type]:
    """Return the classes of answers that are made."""
    for module in walk_packages(sf.__path__, "seqform."):
        if module.name.startswith(
            ("seqform.models.answers", "seqform.analysis.", "seqform.verify.", "seqform.play.")
        ):
            import_module(module.name)
    return {
        child
        for child in subclasses(Computed)
        if child.__name__ not in ("Evidence", "FamilyEvidence")
    }


def test_every_class_of_answers_is_among_the_samples() -> None:
    assert samples(0).keys() == samples(1).keys() == classes()


def test_every_class_of_answers_keeps_what_it_was_made_with() -> None:
    tabular = {
        child
        for child in subclasses(Tabular)
        if child.__module__.startswith(("seqform.models.a", "seqform.an"))
    }
    assert {"Equilibrium", "Frontier", "Trace"} <= {child.__name__ for child in tabular}
    made = {child for child in tabular if is_dataclass(child)}
    assert [child.__name__ for child in made if not issubclass(child, Computed)] == []


def test_no_field_of_an_answer_is_replaced_by_that_of_another() -> None:
    accepted: list[str] = []
    for made, mine in samples(0).items():
        for answer in mine:
            for name in [part.name for part in fields(answer)]:
                for other in other_values(
                    getattr(answer, name), [*mine[:3], *samples(1)[made][:3]], name
                ):
                    if not is_claimed(answer, name, other):
                        continue
                    if is_accepted(answer, name, other):
                        accepted.append(f"{made.__name__}.{name} = {other!r}")
    assert accepted == []


def is_accepted(answer: Computed, name: str, value: Any) -> bool:
    """Return whether a field is replaced by a value of other content; an error of another class is not caught."""
    try:
        if same_content(value, getattr(answer, name)):
            return False
        replace(answer, **{name: value})
    except SeqformError:
        return False
    return True


def test_copies_of_answers_keep_what_they_were_made_with() -> None:
    for made, mine in samples(0).items():
        answer = mine[0]
        names = [part.name for part in fields(answer)]
        assert "_made_with" not in names and "_made_with" not in repr(answer)
        copies = [copy.copy(answer)]
        if made is not ValueFunction:  # whose numbers are objects of flint
            copies += [copy.deepcopy(answer), pickle.loads(pickle.dumps(answer))]
        for copied in copies:
            assert type(replace(copied)) is made
            for name in names:
                assert not is_claimed(copied, name, "x") or not is_accepted(
                    copied, name, "nothing of the kind"
                )


def test_answers_are_dictionaries_of_their_fields() -> None:
    certificate = samples(0)[Certificate][0]
    assert list(asdict(certificate)) == [part.name for part in fields(certificate)]
