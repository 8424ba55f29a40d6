from typing import Any

import pytest

import seqform as sf
from seqform.builders.steps import Step
from seqform.errors import InputError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.reduced import Reduced
from seqform.solving import plan

MERGE, ELIMINATE, SPARSIFY = "merge-equivalent", "eliminate-dominated", "sparsify"
CONSTANT_SUM = ["kuhn", "tiny-poker"]
GENERAL_SUM = ["three-card-orderings", "negotiation", "vsvet-figure-1"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"preprocess": "eliminate-dominated=twice"}, "'once', 'last' or 'all' expected, not 'twice'"),
        ({"preprocess": "magic"}, "unknown preprocessor 'magic'; known: merge-equivalent, eliminate-dominated"),
        ({"preprocess": ("none", "sparsify")}, "'none' stands alone"),
        ({"preprocess": 3}, "steps or their names expected, not 3"),
    ],
)
def test_steps_without_a_meaning_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        sf.solve("kuhn", **options)


@pytest.mark.parametrize("exact", [False, True])
def test_dominated_sequences_of_large_trees_are_eliminated_once_by_default(
    exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = sf.solve("leduc", backend="highs", exact=exact)
    for least, expected in ((1093, ["eliminate-dominated=once", MERGE]), (1094, [MERGE])):
        monkeypatch.setattr(plan, "MANY_SEQUENCES", least)
        assert [step.spelled for step in sf.plan("leduc", exact=exact).steps] == expected
    monkeypatch.setattr(plan, "MANY_SEQUENCES", 1)
    for options in ({}, {"start": start}, {"constraints": [sf.Constraint(0, {("Q:", "bet"): 1}, upper=1)]}):
        spec = "kuhn" if "constraints" in options else "leduc"
        assert sf.solve(spec, exact=exact, **options).certificate.proven is exact
    assert sf.plan("vsvet-figure-1").steps == sf.plan("kuhn", "normal-form-perfect").steps == ()


class SameGame(Step):
    """A step on trees that changes nothing."""

    name, summary, message = "same-game", "change nothing", "changing nothing"

    @property
    def reductions(self) -> dict[type, Any]:
        return {ExtensiveGame: lambda game: Reduced(game, lambda profile: profile)}


def test_a_step_on_trees_is_applied_or_refused_never_ignored() -> None:
    for concept in ("nash", "quasi-perfect"):
        assert "preprocess" in sf.solve("kuhn", concept, preprocess=SameGame()).seconds
    with pytest.raises(InputError, match="same-game: a start needs a step whose lift is a ProfileMap"):
        sf.solve("kuhn", start="centroid", preprocess=SameGame())
