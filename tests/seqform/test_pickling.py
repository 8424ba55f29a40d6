"""Games, answers and reductions are pickled and restored: for worker processes, caches and notebooks."""

import pickle
from collections.abc import Callable
from typing import Any

import pytest

import seqform as sf
from seqform.builders.games import catalog
from seqform.errors import ParseError
from seqform.play import match

ORDERED = "leduc(ranks=2)"


def restored(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


SMALL = [
    entry for entry in catalog.entries() if entry.sizes is not None and entry.sizes.nodes < 20_000
]


@pytest.mark.parametrize("entry", SMALL, ids=lambda entry: entry.name)
def test_games_of_the_catalog_are_restored(entry: Any) -> None:
    tree = sf.load(entry.name)
    assert restored(tree) == tree
    assert restored(entry) == entry
    for kind in ("ordered", "positions"):
        try:
            game = sf.load(entry.name, kind=kind)
        except sf.errors.SeqformError:
            continue
        assert repr(restored(game)) == repr(game)


def test_an_ordered_game_solves_alike_after_pickling() -> None:
    for name in (ORDERED, "tiny-poker", "rhode-island(ranks=3,suits=2)", "negotiation"):
        game = sf.load(name, kind="ordered")
        filters = sf.abstract_game(restored(game), "lossless").filters
        assert [one.classes[-1].tolist() for one in filters] == [
            one.classes[-1].tolist() for one in sf.abstract_game(game, "lossless").filters
        ]


def test_moves_of_positions_keep_their_labels() -> None:
    for name in ("littman-figure-4", "oh-hell", "knapsack"):
        graph = sf.load(name, kind="positions")
        labels = [
            graph.move_label(place, move)
            for place in (0, 1)
            for move in range(len(graph.moves(place)))
        ]
        other = restored(graph)
        assert labels == [
            other.move_label(place, move)
            for place in (0, 1)
            for move in range(len(other.moves(place)))
        ]


ANSWERS: dict[str, Callable[[], Any]] = {
    "plain": lambda: sf.solve("kuhn"),
    "exact": lambda: sf.solve("kuhn", exact=True),
    "normal-form perfect": lambda: sf.solve("kuhn", "normal-form-perfect"),
    "quasi-perfect": lambda: sf.solve("kuhn", "quasi-perfect"),
    "extensive-form perfect": lambda: sf.solve("kuhn", "extensive-form-perfect"),
    "numeric": lambda: sf.solve("kuhn", "quasi-perfect", method="numeric"),
    "path": lambda: sf.solve("vsvet-figure-1", exact=True),
    "first-order": lambda: sf.solve("kuhn", backend="cfr"),
    "tree of moves": lambda: sf.solve("littman-figure-4"),
    "subgame perfect": lambda: sf.solve("littman-figure-4", "subgame-perfect"),
    "parts": lambda: sf.solve("guess-the-ace", "subgame-perfect"),
    "classes": lambda: sf.solve(ORDERED, preprocess="lossless"),
    "classes, exact": lambda: sf.solve(
        ORDERED, preprocess="lossless", backend="barrier", exact=True
    ),
    "classes, tree": lambda: sf.solve(ORDERED, preprocess="lossless", exact=True),
    "steps": lambda: sf.solve(ORDERED, preprocess=["contract-forced", "merge-equivalent"]),
    "supported": lambda: sf.solve(ORDERED, preprocess=["lossless", "supported"]),
    "saved": lambda: sf.solve(sf.load(ORDERED, kind="ordered")).saved(),
    "one of several": lambda: sf.equilibria("vsvet-figure-1", starts=3)[0],
    "one of all": lambda: sf.equilibria("vsvet-figure-1", complete=True)[0],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ANSWERS)
def test_answers_are_restored_with_their_certificate(name: str) -> None:
    answer = ANSWERS[name]()
    other = restored(answer)
    assert (repr(other), other.certificate) == (repr(answer), answer.certificate)


OTHERS: dict[str, Callable[[], Any]] = {
    "positions": lambda: sf.solve(sf.load("oh-hell", kind="positions"), "subgame-perfect"),
    "several": lambda: sf.equilibria("vsvet-figure-1", starts=3),
    "all": lambda: sf.equilibria("vsvet-figure-1", complete=True),
    "trace": lambda: sf.trace("vsvet-figure-1"),
    "plan": lambda: sf.plan("kuhn", "quasi-perfect"),
    "plan of classes": lambda: sf.plan(ORDERED, preprocess="lossless"),
    "sequence form": lambda: sf.builders.sequence_form(sf.load("kuhn")),
    "linear program": lambda: sf.linear_program("kuhn", preprocess="merge-equivalent"),
    "abstraction": lambda: sf.abstract_game(ORDERED, "lossless"),
    "games": sf.games,
    "comparison": lambda: sf.compare(
        sf.load("kuhn"), {"uniform": sf.uniform_profile(sf.load("kuhn"))}
    ),
    "match": lambda: match("kuhn", "random", "random", games=2),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_results_are_restored(name: str) -> None:
    result = OTHERS[name]()
    assert repr(restored(result)) == repr(result)


def test_the_lift_of_a_restored_program_reads_the_same_answer() -> None:
    step = sf.linear_program("kuhn", preprocess="merge-equivalent")
    raw = sf.backends.get("highs").solve(step.target)
    assert sf.check("kuhn", restored(step).lift(raw)) == sf.check("kuhn", step.lift(raw))


def test_an_error_keeps_its_message_and_its_place() -> None:
    error = ParseError("an action expected", "game.efg", 3, 7)
    other = restored(error)
    assert (str(other), other.line, other.column) == (str(error), 3, 7)
