"""Arguments of `solve`, `plan` and their siblings that have no meaning, each refused with one line that names it."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from class_profiles import random_plans
from own_steps import OwnStep

import seqform as sf
from seqform.analysis.frontier import frontier
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.families.bidding_games import LiarsDice
from seqform.errors import (
    BackendError,
    GameError,
    InputError,
    ModelError,
    OptionError,
    SeqformError,
    UnknownBackendError,
    UnknownLabelError,
    UnsupportedModelError,
)
from seqform.io.saved_solution import SavedSolution
from seqform.models.games.abstraction import identity_filters
from seqform.models.programs.sequence_form import SequenceForm

Row = tuple[Callable[[], Any], str]


asked: Any = partial(partial, sf.solve)
refined = partial(asked, "kuhn", "quasi-perfect")
chosen = partial(asked, "littman-figure-1", "subgame-perfect")
response = partial(asked, "kuhn", "safe-response")
class_response = partial(asked, "leduc", "safe-response", weight="1/2", preprocess="lossless")
exported: Any = partial(partial, sf.linear_program)
abstracted: Any = partial(partial, sf.abstract_game)


def kept(*constraints: Any) -> Any:
    return asked("kuhn", constraints=constraints[0])


def supported(*more: Any, **options: Any) -> Any:
    return asked("leduc", preprocess=["lossless", "supported", *more], **options)


def fine() -> SavedSolution:
    """Exact strategies for all hands of Leduc hold'em."""
    filters = identity_filters(sf.load("leduc", kind="ordered"))
    return SavedSolution.of_plans(filters[0].game, filters, random_plans(class_game(*filters), 1))


OFTEN = "1: P(J: bet) >= 1/2"
AGAIN = sf.SupportedColumns(threshold=1, iterations=1)

REFUSALS: dict[type[Exception], list[Row]] = {
    SeqformError: [
        *((asked("vsvet-figure-1", start=start), "expected") for start in ("middle", "random", "random:x", 3)),
        (response(opponent=7), "expected"),
        (response(opponent="none.json"), "none.json"),
        (lambda: response(opponent=sf.solve("leduc(suits=1)").profile)(), "information set"),
        (class_response(opponent="mcts:100"), "opponent: mcts:100: its moves come from random simulations"),
        (class_response(opponent="equilibrium"), "opponent: equilibrium: of a tree, not of classes"),
        (class_response(opponent="profile:a.json"), "of a tree, not of classes"),
        (class_response(opponent=3), "its file or an answer for classes of signals expected"),
        (class_response(opponent="none.solution"), "none.solution"),
        (class_response(opponent="solution:rhode-island"), "the file solves rhode-island, not leduc"),
        (class_response(preprocess=["lossless", "eliminate-dominated"]), "eliminate-dominated"),
        (class_response(preprocess=["lossless", "supported"]), "supported"),
        (class_response(preprocess="published", weight=None, max_loss=0), "published: exact responses"),
        (
            lambda: class_response(preprocess="published", opponent=fine())(),
            "distinguishes hands that the abstraction merges",
        ),
        (
            lambda: class_response(preprocess=None, opponent=fine())(),
            "classes of signals has no probabilities on the tree",
        ),
    ],
    ModelError: [
        (asked("vsvet-figure-1", start="random:-1"), "a seed from 0 on expected"),
        (lambda: sf.save(sf.solve("kuhn"), "kuhn.json"), r"save, game: .* is written by .*answer.save\(path\)"),
        (lambda: sf.save("kuhn", cast(Any, 3)), "save, path: the path of a file expected, not int"),
        (lambda: sf.save("kuhn", "kuhn.txt"), r"ends in \.efg or \.nfg expected"),
        (asked("littman-figure-1", preprocess="solve-subgames=kindest"), "unknown objective 'kindest'"),
        (chosen(objective=lambda first, second: None), "a number expected"),
    ],
    OptionError: [
        (asked("kuhn", options={"solver": "ipx"}), "SolveOptions"),
        (asked("leduc", preprocess="lossless", backend="highs", checkpoint="a.npz"), "HiGHS does not support it"),
    ],
    InputError: [
        (asked("kuhn", formulation="matrix"), "formulation: 'matrix' is unknown"),
        (asked("kuhn", player=2), r"player: 0, 1 or a name expected .*not 2"),
        (asked("kuhn", certificate_tolerance=-1), "certificate_tolerance: a number from 0 expected, not -1"),
        (asked("kuhn", exact="no"), "exact: True, False or None expected, not 'no'"),
        (asked("kuhn", sf.Nash), r"the class of one; Nash\(\)"),
        (asked("kuhn", concpt="nash"), r"no option 'concpt'; did you mean concept\?"),
        (asked("vsvet-figure-1", weights=(1.5, 2)), "weights: "),
        (partial(sf.check, "kuhn", 3), "an equilibrium or a path expected, not 3"),
        (asked("kuhn", preprocess="eliminate-dominated=twice"), "'once', 'last' or 'all' expected, not 'twice'"),
        (asked("kuhn", preprocess="magic"), "unknown preprocessor 'magic'; known: merge-equivalent, eliminate"),
        (asked("kuhn", preprocess=("none", "sparsify")), "'none' stands alone"),
        (asked("kuhn", preprocess=3), "steps or their names expected, not 3"),
        (asked("leduc", preprocess="threshold=lots"), "a number from 0 on, or inf, expected"),
        (asked("leduc", preprocess=["lossless", "published"]), "given twice"),
        (asked("leduc", preprocess="anytime"), "a sequence of abstractions; take solve_anytime"),
        (supported("contract-forced", backend="highs"), "not for the linear program of a game of"),
        (supported("solve-subgames", backend="highs"), "not for the linear program of a game of"),
        (supported(OwnStep(SequenceForm), backend="highs"), "not for the linear program of a game of"),
        (supported("eliminate-dominated"), "supported chooses the sequences; leave one"),
        (supported(AGAIN, backend="highs"), "given twice"),
        (asked("leduc", preprocess=["lossless", "supported=2"]), "supported=2: a threshold from 0 to 1 expected"),
        (
            asked("leduc", preprocess=["lossless", sf.SupportedColumns(target=1)], backend="highs", target_gap=1),
            "target and target_gap mean the same",
        ),
        (partial(sf.SupportedColumns, threshold=-1), "supported: threshold: a "),
        (partial(sf.SupportedColumns, threshold=float("nan")), "supported: threshold: a "),
        (partial(sf.SupportedColumns, iterations=0), "supported: iterations: a "),
        (partial(sf.SupportedColumns, rounds=True), "supported: rounds: a "),
        (partial(sf.SupportedColumns, target=-1e-3), "supported: target: a "),
        (exported("kuhn", preprocess="supported"), "put lossless before it"),
        (
            exported("leduc", preprocess="lossless", formulation="normal-form"),
            "formulation: of no meaning for a game with ordered",
        ),
        (
            exported("leduc", epsilon=Fraction(1, 9), preprocess="lossless"),
            "lossless: its answer is not proven",
        ),
        (
            exported("kuhn", constraints=OFTEN, epsilon=Fraction(1, 100)),
            "of no meaning with epsilon or the normal form",
        ),
        (
            partial(sf.plan, "leduc", preprocess="lossless", backend="cfr", player=1),
            "of no meaning for a game with ordered signals without a linear program",
        ),
        (lambda: next(sf.solve_anytime("leduc", abstractions="lossless")), "abstractions: a sequence expected"),
        (abstracted("leduc", 3), "no abstraction 3; known: lossless"),
        *((abstracted("leduc", f"threshold={text}"), "threshold") for text in ("1,2,3", "1,", "1,x")),
        (refined(method="bland"), r"method: 'bland' is unknown; did you mean bound\?; known: stable-basis, symbolic"),
        (refined(epsilon=0.001), "epsilon: a fraction between 0 and 1 expected, .* not 0.001"),
        (refined(epsilon=Fraction(3, 2)), "epsilon: a fraction between 0 and 1 expected, .* not 3/2"),
        (refined(method="symbolic", epsilon=Fraction(1, 9)), "epsilon: the method symbolic treats all small ε"),
        (refined(method="bound", backend="highs"), "backend: the method bound calls no solver"),
        (refined(formulation="normal-form"), "formulation: an option of concept nash"),
        (asked("littman-figure-1", objective="social"), "objective: an option of concept subgame-perfect, not of"),
        (chosen(objective="social", target_payoffs=(1, 1)), "both choose an equilibrium"),
        (chosen(pure=True), "pure: needs an objective or target_payoffs"),
        (chosen(target_payoffs=(0.5, 1)), "target_payoffs: a fraction such as"),
        (chosen(objective="kindest"), "unknown objective 'kindest'"),
        (chosen(objective=3), "a name, or a function"),
        (
            lambda: sf.check("kuhn", sf.solve("kuhn", exact=True), constraints=OFTEN, subgame_perfect=True),
            "not together with constraints",
        ),
        (kept("3: Q: bet <= 1"), "players are counted from 1"),
        (kept("1: P(Q: bet) + P(J: bet) <= 1"), "probabilities at one information set"),
        (kept("1: P(Q: bet) + J: bet <= 1"), "either all terms are"),
        (kept("1: Q: bet"), "expected, such as"),
        (kept("1: 1 <= Q: bet <= 1/2"), "above the upper bound"),
        (kept("1: 0 <= Q: bet >= 1/2"), "two bounds expected"),
        (kept("1: Q: bet <= often"), "a fraction such as"),
        (
            kept(f"{OFTEN}; 1: J: bet <= 1/3; 1: Q: bet <= 1/2"),
            r"^constraints: Player 1: P\(J: bet\) ≥ 1/2; Player 1: J: bet ≤ 1/3: cannot all be kept",
        ),
        (kept("2: K:b call + K:b fold <= 1/2"), "excludes every strategy"),
        (response(max_loss=-1), "max_loss: a fraction from 0 on expected"),
        (response(max_loss=0.5), "max_loss: a fraction from 0 on expected"),
        (response(weight=0), "weight: a fraction between 0 and 1"),
        (response(max_loss=1, weight="1/2"), "max_loss and weight: each bounds"),
        (lambda: frontier("kuhn")(-1), "max_loss: a fraction from 0 on"),
    ],
    GameError: [
        (asked(np.eye(2)), r"not ndarray; seqform.bimatrix_game makes a game of a table"),
        (partial(sf.load, LiarsDice), "the rules themselves expected, not their class"),
        (exported("vsvet-figure-1"), "not constant-sum"),
        (exported("negotiation", preprocess="lossless"), "not constant-sum"),
        (exported("vsvet-figure-1", epsilon=Fraction(1, 9)), "not constant-sum"),
        (abstracted(3), "an OrderedGame, or the name of one in the catalog, expected, not int"),
        (asked("vsvet-figure-1", "safe-response"), "not constant-sum"),
        (partial(frontier, "vsvet-figure-1"), "not constant-sum"),
    ],
    BackendError: [(asked("kuhn", backend=OwnStep), r"an object expected, not its class: OwnStep\(\)")],
    UnknownBackendError: [(asked("kuhn", backend=3), "no backend 3; a name, or an object with name, supports")],
    UnsupportedModelError: [
        (asked("kuhn", constraints=OFTEN, start="centroid"), "follows no path, so it has no start")
    ],
    UnknownLabelError: [
        (kept(sf.Constraint(0, {("Q", "bet"): 1}, upper=1)), "did you mean Q:"),
        (kept(sf.Constraint(0, {("Q:", "bed"): 1}, upper=1)), "did you mean bet"),
        (kept("1: Q: bed <= 1"), "did you mean Q: bet"),
    ],
}


ROWS = [(error, *row) for error, rows in REFUSALS.items() for row in rows]


@pytest.mark.parametrize(("error", "call", "message"), ROWS)
def test_what_has_no_meaning_is_refused_in_one_line(
    error: type[Exception], call: Callable[[], Any], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=message) as refused:
        call()
    assert "\n" not in str(refused.value)
