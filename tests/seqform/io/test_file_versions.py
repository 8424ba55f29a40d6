"""Files of equilibria and solutions of the present version stay readable, and those of newer versions are refused."""

import json
from pathlib import Path
from typing import Any

import pytest

import seqform as sf
from seqform.errors import ParseError
from seqform.io.json_values import SCHEMA
from seqform.io.profiles import read_witness

FILES = Path(__file__).parents[2] / "data" / "schema_1"
"""Written by version 0.1; they are never rewritten, and a new schema gets a folder of its own."""


def test_equilibria_and_solutions_are_read_and_proved() -> None:
    assert sf.check("kuhn", FILES / "nash.json").proven
    assert sf.read_profile(FILES / "nash.json", sf.load("kuhn")).exact
    assert json.loads((FILES / "nash.json").read_text(encoding="utf-8"))["schema"] == 1
    assert sf.check("matching-pennies", FILES / "doubles.json").nash_conv < 1e-9
    solution = sf.read_solution(FILES / "doubles.solution")
    assert abs(float(solution.certificate.values[0]) + 1 / 18) < 1e-3


def test_a_witness_and_an_assessment_are_read() -> None:
    game = sf.load("vsvet-figure-1")
    assert sf.check(game, FILES / "witness.json").proven
    assert read_witness(FILES / "witness.json", game) is not None
    kuhn = sf.load("kuhn")
    assessment: Any = sf.read_assessment(FILES / "sequential.json", kuhn)
    checked = sf.check_assessment(kuhn, assessment)
    assert checked.certificate.checks["sequential"]


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        (SCHEMA + 1, rf"a file of schema {SCHEMA + 1}; schemas 1 to {SCHEMA} are read here; update seqform"),
        ("one", rf"a file of schema 'one'; schemas 1 to {SCHEMA} are read here"),
        (True, rf"a file of schema True; schemas 1 to {SCHEMA} are read here"),
    ],
)
def test_another_schema_is_one_clear_error(schema: object, message: str, tmp_path: Path) -> None:
    data = json.loads((FILES / "sequential.json").read_text(encoding="utf-8"))
    path = tmp_path / "newer.json"
    path.write_text(json.dumps(data | {"schema": schema}), encoding="utf-8")
    game = sf.load("kuhn")
    for read in (sf.read_profile, sf.read_assessment, read_witness):
        with pytest.raises(ParseError, match=rf"newer\.json: {message}$"):
            read(path, game)


def test_a_profile_without_a_schema_is_read(tmp_path: Path) -> None:
    data = json.loads((FILES / "nash.json").read_text(encoding="utf-8"))
    path = tmp_path / "profile.json"
    path.write_text(json.dumps({"players": data["players"]}), encoding="utf-8")
    assert sf.check("kuhn", path).proven
