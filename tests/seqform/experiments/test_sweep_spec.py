"""Declarations of sweeps: what they say, what is wrong with them and on which line."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqform.errors import ParseError
from seqform.experiments.declaration import Limits, expand, key_lines, read_spec, spec_from
from seqform.experiments.keys import spelled
from seqform.experiments.values import Case

KUHN_EFG = 'EFG 2 R "t" { "a" "b" }\np "" 1 1 "x" { "l" "r" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 2, -2 }\n'


def cases_of(tmp_path: Path, text: str) -> list[Case]:
    path = tmp_path / "sweep.toml"
    path.write_text(text, encoding="utf-8")
    return expand(read_spec(path))


def test_lists_and_ranges_multiply_out_with_the_last_key_fastest(tmp_path: Path) -> None:
    cases = cases_of(
        tmp_path,
        '[[grid]]\ngame = "kuhn"\nbet = [1, 2.5]\nbackend = ["highs", "lemke"]\nseed = {range = [3, 5]}\n',
    )
    assert [(case.parameters["bet"], case.backend, case.seed) for case in cases] == [
        (bet, backend, seed) for bet in (1, "5/2") for backend in ("highs", "lemke") for seed in (3, 4)
    ]


def test_every_key_goes_where_it_belongs(tmp_path: Path) -> None:
    (case,) = cases_of(
        tmp_path,
        '[[case]]\ngame = "Kuhn(bet=1/2)"\nante = "3/2"\nconcept = "quasi-perfect"\nbackend = "highs"\n'
        'preprocess = []\nexact = true\nepsilon = 0.001\nmethod = "numeric"\nseed = 4\nwatch = ["1:K:bet"]\n'
        'options = {tolerance = 1e-7}\noption.solver = "simplex"\n',
    )
    assert case == Case(
        "kuhn",
        {"ante": "3/2", "bet": "1/2", "ranks": 3},
        "quasi-perfect",
        "highs",
        (),
        {"tolerance": 1e-7, "raw.solver": "simplex"},
        {"exact": True, "epsilon": "1/1000", "method": "numeric"},
        4,
        ("1:K:bet",),
    )
    assert spelled(case) == "kuhn(ante=3/2,bet=1/2)"


def test_decimals_are_read_as_they_are_written(tmp_path: Path) -> None:
    (case,) = cases_of(tmp_path, '[[grid]]\ngame = "kuhn"\nbet = 0.1\n')
    assert Fraction(case.parameters["bet"]) == Fraction(1, 10)


def test_a_double_in_python_is_refused_as_a_parameter() -> None:
    with pytest.raises(ParseError, match=r'bet: 0\.1 is a double; write "0\.1"'):
        spec_from({"grid": [{"game": "kuhn", "bet": [0.1]}]})


def test_the_same_case_comes_once_however_it_is_written() -> None:
    spec = spec_from({"grid": [{"game": ["kuhn", "kuhn(bet=1)"], "ante": [1, "1"]}], "case": [{"game": "Kuhn"}]})
    assert len(expand(spec)) == 1


def test_settings_as_they_are_anyway_make_no_other_case() -> None:
    said = {"game": "kuhn", "exact": False, "player": 1, "formulation": "sequence-form"}
    assert len(expand(spec_from({"case": [{"game": "kuhn"}, said]}))) == 1
    assert len(expand(spec_from({"case": [{"game": "kuhn"}, {**said, "player": 2}]}))) == 2


def test_several_games_share_their_parameters() -> None:
    spec = spec_from({"grid": [{"game": ["kuhn", "leduc"], "ante": [1, 2], "ranks": 4}]})
    assert [spelled(case) for case in expand(spec)] == [
        "kuhn(ranks=4)",
        "kuhn(ante=2,ranks=4)",
        "leduc(ranks=4)",
        "leduc(ranks=4,ante=2)",
    ]


def test_a_seed_is_the_games_where_it_has_one() -> None:
    cases = expand(spec_from({"grid": [{"game": ["random-game", "kuhn"], "seed": [5]}]}))
    assert [case.parameters.get("seed") for case in cases] == [5, None]
    assert [case.seed for case in cases] == [5, 5]


def test_steps_within_a_list_are_one_value(tmp_path: Path) -> None:
    cases = cases_of(
        tmp_path,
        '[[grid]]\ngame = "kuhn"\npreprocess = ["none", "merge-equivalent", '
        '["eliminate-dominated", "merge-equivalent"]]\n',
    )
    assert [case.preprocess for case in cases] == [
        (),
        ("merge-equivalent",),
        ("eliminate-dominated", "merge-equivalent"),
    ]


def test_defaults_count_where_a_table_says_nothing(tmp_path: Path) -> None:
    cases = cases_of(
        tmp_path, '[defaults]\nbackend = "lemke"\n[[case]]\ngame = "kuhn"\n[[case]]\ngame = "kuhn"\nbackend = "highs"\n'
    )
    assert [case.backend for case in cases] == ["lemke", "highs"]


def test_limits_are_read_with_their_units() -> None:
    assert spec_from({"case": [{"game": "kuhn"}], "limits": {"time": 1.5, "memory": "2 GB"}}).limits == Limits(
        1.5, 2_000_000_000
    )


def test_another_content_of_a_file_is_another_case(tmp_path: Path) -> None:
    game = tmp_path / "game.efg"
    game.write_text(KUHN_EFG, encoding="utf-8")
    spec = spec_from({"case": [{"game": str(game)}]})
    before = expand(spec)[0].key
    assert expand(spec)[0].key == before
    game.write_text(KUHN_EFG.replace("2, -2", "3, -3"), encoding="utf-8")
    assert expand(spec)[0].key != before


@pytest.mark.parametrize("value", ["9" * 5000, "1e9999999999999999999999", "[" * 5000])
def test_numbers_and_lists_that_cannot_be_read_are_one_error(tmp_path: Path, value: str) -> None:
    with pytest.raises(ParseError, match="a number in it is too long, or lists are nested too deeply"):
        cases_of(tmp_path, f'[[grid]]\ngame = "kuhn"\nbet = {value}\n')


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"game": "leduc", "preprocess": "threshold=0.10"}, {"game": "leduc", "preprocess": "threshold=1/10"}),
        ({"game": "leduc", "preprocess": "threshold=1,inf"}, {"game": "leduc", "preprocess": "threshold=1.0,inf"}),
        ({"game": "matrix-game(seed=3)"}, {"game": "matrix-game", "seed": 3}),
        ({"game": "matrix-game"}, {"game": "matrix-game", "seed": 0}),
    ],
)
def test_a_case_written_in_two_ways_is_one_case(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert len(expand(spec_from({"case": [first, second]}))) == 1


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('[[grid]]\ngame = "kuhm"\n', 2, "did you mean kuhn"),
        ('[[grid]]\n\ngame = "kuhn"\nbte = 1\n', 4, "kuhn has no parameter 'bte'; did you mean bet?"),
        ('[[grid]]\ngame = "kuhn"\nbet = [\n  1,\n  -1]\n', 3, "bet=-1"),
        ('[[grid]]\ngame = "kuhn"\nbackend = ["highs", "hihgs"]\n', 3, "did you mean highs"),
        ('[[grid]]\ngame = "kuhn"\nconcept = "nsah"\n', 3, "did you mean nash"),
        ('[[grid]]\ngame = ["kuhn", "leduc"]\nbet = 2\n', 3, "leduc has no parameter 'bet'"),
        ('[[grid]]\ngame = "kuhn(bet=2)"\nbet = 3\n', 3, "given twice"),
        ('[[grid]]\ngame = "kuhn"\nseed = {range = [3]}\n', 3, "{range = [FIRST, END]}"),
        ('[[grid]]\ngame = "kuhn"\nseed = {range = [3, 3]}\n', 3, "0 values"),
        ('[[grid]]\ngame = "kuhn"\nbackend = []\n', 3, "no values"),
        ('[[case]]\ngame = "kuhn"\nbet = [1, 2]\n', 3, "multiply out in [[grid]]"),
        ("[[case]]\nbet = 1\n", 1, "which game?"),
        ('[[grid]]\ngame = "kuhn"\n[grid.options]\ntol = 1\n', 4, "time_limit, tolerance, threads"),
        ('[[grid]]\ngame = "kuhn"\noptions.threads = 0\n', 3, "a whole number from 1"),
        ('[[grid]]\ngame = "kuhn"\nepsilon = 2\n', 3, "between 0 and 1"),
        ('[[grid]]\ngame = "kuhn"\nwatch = "K"\n', 3, "PLAYER:INFORMATION SET:ACTION"),
        ('[[grid]]\ngame = "kuhn"\nstart = "random"\n', 3, "needs a seed"),
        ('[[grid]]\ngame = "kuhn"\npreprocess = "losless"\n', 3, "unknown preprocessor"),
        ('[[grid]]\ngame = "kuhn"\npreprocess = "threshold=low"\n', 3, "threshold 'low': a number from 0 on"),
        ('[[grid]]\ngame = "kuhn"\nobjective = "socail"\n', 3, "social"),
        ('[[grid]]\ngame = "kuhn"\nexact = "yes"\n', 3, "true or false"),
        ('[[grid]]\ngame = "no.efg"\n', 2, "there is no file no.efg"),
        ('[[grid]]\ngame = "kuhn"\n[limits]\nmemory = "2 XB"\n', 4, '"2 GB"'),
        ('[[grid]]\ngame = "kuhn"\n[limits]\ntime = 0\n', 4, "positive number of seconds"),
        ('[[grid]]\ngame = "kuhn"\n[limit]\ntime = 1\n', 3, "did you mean limits"),
        ('[[grid]]\ngame = "kuhn"\nbet = = 1\n', 3, "not TOML"),
        ('[[grid]]\ngame = "kuhn"\n[defaults]\nbte = 1\n', 4, "did you mean bet"),
        ('[[grid]]\ngame = "kuhn"\nbet = 1e-99999999\n', 3, "too close to 0"),
        ('[[grid]]\ngame = "kuhn"\noption.x = nan\n', 3, "a number expected, not nan"),
        ('[[grid]]\ngame = "kuhn"\nante = {range = [1, 10_000_000]}\n', 3, "from 1 to 1,000,000 are possible"),
        ('[[grid]]\ngame = "' + "k" * 400 + '"\n', 2, "in the catalog"),
        ('store = 3\n[[grid]]\ngame = "kuhn"\n', 1, "the name of a file"),
    ],
)
def test_an_error_names_the_line_and_what_is_possible(tmp_path: Path, text: str, line: int, words: str) -> None:
    with pytest.raises(ParseError) as caught:
        cases_of(tmp_path, text)
    assert caught.value.line == line
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_error_in_python_names_the_key() -> None:
    with pytest.raises(ParseError, match="sweep: grid 2, backend: 'hihgs'"):
        spec_from({"grid": [{"game": "kuhn"}, {"game": "kuhn", "backend": "hihgs"}]})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"seed": [1, 10**23]}, "grid 1, seed: a whole number expected, at most 9223372036854775807"),
        ({"seed": True}, "a whole number expected"),
        ({"seed": {"range": [0, 2 * 10**19]}}, "20,000,000,000,000,000,000 values"),
        ({"seed": {"range": [-(10**30), 10**30, 7]}}, "the end is not among them"),
        ({1: 2}, "grid 1: keys are texts, not 1"),
        ({"options": {1: 2}}, "grid 1, options: keys are texts, not 1"),
    ],
)
def test_what_no_store_can_hold_is_refused_in_the_declaration(given: dict[Any, Any], words: str) -> None:
    with pytest.raises(ParseError, match=re.escape(words)):
        spec_from({"grid": [{"game": "kuhn", **given}]})


def test_a_declaration_whose_tables_have_no_names_is_refused() -> None:
    declaration: dict[Any, Any] = {1: 2}
    with pytest.raises(ParseError, match="keys are texts, not 1"):
        spec_from(declaration)


def test_integers_of_numpy_are_integers() -> None:
    table = {"game": "kuhn", "bet": np.int64(2), "seed": [np.int32(3), {"range": [np.int64(4), 5]}]}
    (first, second) = expand(spec_from({"grid": [{**table, "options": {"threads": np.int64(1)}}]}))
    plainly = {"game": "kuhn", "bet": 2, "seed": [3, 4], "options": {"threads": 1}}
    assert [first.key, second.key] == [case.key for case in expand(spec_from({"grid": [plainly]}))]


def test_no_cases_are_an_error() -> None:
    with pytest.raises(ParseError, match="no cases"):
        spec_from({"store": "a.sqlite"})


@given(
    st.lists(
        st.tuples(st.sampled_from(["grid", "case"]), st.lists(st.sampled_from("abcd"), unique=True, min_size=1)),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from(['"""\nb = [\n"""', "[\n 1, # ]\n 2]", '"a # b"', "'''\n[[grid]]\n'''", "{x = 1}", "-3"]),
)
def test_every_key_of_a_toml_text_is_found_on_its_line(tables: list[tuple[str, list[str]]], value: str) -> None:
    lines: list[str] = ["# grid"]
    expected: dict[tuple[str | int, ...], int] = {}
    counts = {"grid": 0, "case": 0}
    for kind, names in tables:
        lines.append(f"[[ {kind} ]]")
        expected[kind, counts[kind]] = len(lines)
        for name in names:
            expected[kind, counts[kind], name] = len(lines) + 1
            lines += f"{name} = {value}".split("\n")
        counts[kind] += 1
    text = "\n".join(lines)
    tomllib.loads(text)
    assert key_lines(text) == expected


@pytest.mark.parametrize("option", ["checkpoint", "resume", "log_file", "solution_file", "write_model_file", "logfile"])
def test_options_that_name_files_are_refused(option: str, tmp_path: Path) -> None:
    with pytest.raises(ParseError, match=rf"{option}: an option that names a file, which solvers would write to"):
        cases_of(tmp_path, f'[[case]]\ngame = "kuhn"\noption.{option} = "/tmp/x"\n')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("time = " + "9" * 400, "a positive number of seconds expected"),
        ('memory = "' + "9" * 400 + ' GB"', "a size such as"),
    ],
)
def test_limits_beyond_doubles_are_refused(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ParseError, match=message):
        cases_of(tmp_path, f'[[case]]\ngame = "kuhn"\n[limits]\n{text}\n')


def test_a_start_that_no_file_can_have_for_a_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="the file of a profile expected"):
        cases_of(tmp_path, f'[[case]]\ngame = "kuhn"\nstart = "{"x" * 5000}"\n')
