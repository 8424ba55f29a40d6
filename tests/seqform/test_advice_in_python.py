"""Messages of wrong arguments in Python name what the functions take."""

import re
from typing import Any

import pytest

import seqform as sf
from seqform.errors import SeqformError

CASES: dict[str, tuple[Any, str]] = {
    "a mistyped claim": (
        lambda: sf.check("kuhn", "uniform", sequental=True),
        "no claim 'sequental' of such a game; did you mean sequential?; known: ",
    ),
    "normalize of check": (
        lambda: sf.check("kuhn", "uniform", normalize=True),
        "check(game, seqform.profile(game, source, normalize=True))",
    ),
    "rest of check": (
        lambda: sf.check("kuhn", "uniform", rest=True),
        "check(game, seqform.profile(game, source, rest='uniform'))",
    ),
    "correlated equilibria": (
        lambda: sf.solve("kuhn", "correlated"),
        "--concept extensive-form-correlated computes one of a tree",
    ),
    "a mistyped part of a name": (
        lambda: sf.solve("kuhn", "corelated"),
        "did you mean extensive-form-correlated or stackelberg-correlated?",
    ),
    "a product without a sign": (
        lambda: sf.solve("kuhn", constraints="1: J: bet + 2 Q: bet <= 1/10"),
        "constraint: a factor is written with *, as in 2 * Q: bet, not as in '2 Q: bet'",
    ),
    "an option of a solver": (
        lambda: sf.solve("kuhn", backend="cfr", iterations=1000),
        "an option of the solver itself goes into raw, as raw={'iterations': ...}",
    ),
    "a solver of another backend": (
        lambda: sf.solve("kuhn", backend="gurobi"),
        "backend='cvxpy', raw={'solver': 'GUROBI'}, on the command line --backend cvxpy",
    ),
    "an unknown opponent": (
        lambda: sf.solve("kuhn", "safe-response", opponent="maniac", weight="1/3"),
        "opponent: maniac: uniform, equilibrium, equilibrium:CONCEPT, profile:FILE, solution:FILE",
    ),
    "a mistyped opponent": (
        lambda: sf.solve("kuhn", "safe-response", opponent="unifrom", weight="1/3"),
        "did you mean uniform?",
    ),
    "an opponent of few sets": (
        lambda: sf.solve("kuhn", "safe-response", opponent={"Q:c": {"bet": 1}}, weight="1/3"),
        "seqform.profile(game, source, rest='uniform') plays them uniformly",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_message_names_what_python_takes(case: str) -> None:
    call, message = CASES[case]
    with pytest.raises(SeqformError, match=re.escape(message)) as error:
        call()
    assert "\n" not in str(error.value)
