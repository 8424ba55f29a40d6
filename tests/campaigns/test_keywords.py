"""The campaign of keywords: a case of every function, and faults that it has to find."""

import inspect
from dataclasses import fields
from random import Random
from typing import Any

import keywords
import pytest
from keywords import CALLS, Call

import seqform as sf
from seqform.errors import InputError
from seqform.solving.concepts import CONCEPTS

CASES = [
    ("solve", "zero-sum", "player", {"backend": "lemke"}),
    ("solve", "perfect information", "formulation", {"preprocess": "solve-subgames"}),
    ("solve", "perfect information", "tolerance", {}),
    ("solve", "ordered", "start", {}),
    ("plan", "positions", "backend", {"concept": "subgame-perfect"}),
    pytest.param("solve_anytime", "ordered", "checkpoint", {}, marks=pytest.mark.slow),
    ("check", "zero-sum", "responder", {"constraints": "1: Q: bet >= 1/10"}),
    ("check_assessment", "table", "which", {}),
    ("trace", "general-sum", "points", {"start": "ones"}),
    ("equilibria", "table", "starts", {"complete": True}),
    ("compare", "zero-sum", "blunders", {}),
    ("compare_concepts", "table", "leaders", {}),
    ("blunder_comparison", "table", "reference", {}),
    ("draw", "perfect information", "theme", {"sets": True}),
    ("draw", "positions", "difference", {}),
    ("chart", "table", "board", {}),
    ("value_function", "ties", "bet", {"interval": (0, 2)}),
    pytest.param("value_function of a parameter", "name", "bet", {}, marks=pytest.mark.slow),
    ("equilibrium_correspondence", "name", "precision", {"points": 3}),
    ("sensitivity", "one move", "target_gap", {}),
    ("frontier", "ties", "threads", {}),
    ("strategy_ranges", "no move", "raw", {}),
    ("payoff_sets", "ordered", "pure", {}),
    ("search", "positions", "depth", {}),
    ("mcts", "rules", "simulations", {}),
    ("smooth_uct", "table", "checkpoints", {}),
    ("match", "table", "games", {}),
    ("open_game", "one move", "deals", {}),
    ("open_session", "table", "seat", {"seed": 7}),
    ("linear_program", "zero-sum", "epsilon", {"formulation": "normal-form"}),
    ("abstract_game", "zero-sum", "kind", {}),
    ("load", "name", "kind", {}),
    ("profile", "table", "rest", {}),
    ("read_profile", "one move", "number", {}),
    ("read_strategy", "table", "normalize", {}),
    ("bimatrix_game", "name", "rows", {}),
]


@pytest.mark.parametrize(("call", "kind", "name", "beside"), CASES)
def test_a_keyword_changes_something_or_is_refused(
    call: str, kind: str, name: str, beside: dict[str, Any]
) -> None:
    assert keywords.keyword_fault(call, kind, name, beside) is None


@pytest.mark.parametrize("call", CALLS)
def test_an_unknown_keyword_is_refused(call: str) -> None:
    kind = "table" if "table" in CALLS[call].sources else CALLS[call].sources[0]
    assert keywords.unknown_fault(call, kind) is None


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS)
def test_a_short_run_of_every_function_finds_no_fault(call: str) -> None:
    assert [keywords.case_of(call, Random(f"1:{call}:{k}")) for k in range(3)] == [None] * 3


def test_every_public_function_with_keywords_is_called_or_left_out_with_a_reason() -> None:
    for module in (sf, sf.play):
        for name in module.__all__ if module is sf else dir(module):
            function = getattr(module, name)
            is_own = (
                inspect.isfunction(function) and not name.startswith("_") and name != "public_names"
            )
            if is_own and keywords.keywords_of(function):
                assert name in CALLS or name in keywords.LEFT_OUT, name


@pytest.mark.parametrize(
    "call", [name for name in CALLS if " " not in name and name != "smooth_uct"]
)
def test_every_keyword_of_a_function_has_values(call: str) -> None:
    assert keywords.keywords_of(CALLS[call].function) <= {*CALLS[call].values, "profile", "other"}


def test_every_option_of_a_concept_and_of_solvers_has_values() -> None:
    options = {each.name for concept in CONCEPTS.values() for each in fields(concept)}
    options |= {each.name for each in fields(sf.SolveOptions)}
    assert options <= set(keywords.SOLVE)


def drops(game: Any, limit: int = 0) -> str:
    return "the same"


def raises(game: Any, limit: int = 0) -> str:
    return "the same" * (limit // limit)


def accepts(game: Any, **limits: int) -> str:
    return "the same"


def refuses(game: Any, limit: int = 0) -> str:
    if limit:
        raise InputError("limit: of no effect; leave it out")
    return "the same"


@pytest.mark.parametrize(
    ("function", "fault"),
    [(drops, "of no effect, and not refused"), (raises, "ZeroDivisionError"), (refuses, "")],
)
def test_faults_of_keywords_are_found(
    function: Any, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CALLS, "toy", Call(function, {"limit": (1, 2)}))
    assert fault in str(keywords.keyword_fault("toy", "name", "limit", {}))
    assert fault or keywords.keyword_fault("toy", "name", "limit", {}) is None


def test_an_unknown_keyword_that_is_accepted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CALLS, "toy", Call(accepts, {"limit": (1, 2)}))
    assert "is accepted" in str(keywords.unknown_fault("toy", "name"))
