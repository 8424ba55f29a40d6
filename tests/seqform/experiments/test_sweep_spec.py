"""Declarations of sweeps: their cases, and errors with the line."""

import math
import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqform.errors import ParseError
from seqform.experiments.declaration import Limits, expand, line_of, read_spec, spec_from
from seqform.experiments.keys import spelled
from seqform.experiments.values import Case

KUHN_EFG = (
    'EFG 2 R "t" { "a" "b" }\np "" 1 1 "x" { "l" "r" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 2, -2 }\n'
)


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
        (bet, backend, seed)
        for bet in (1, "5/2")
        for backend in ("highs", "lemke")
        for seed in (3, 4)
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


SAID = {"game": "kuhn", "exact": False, "player": 1, "formulation": "sequence-form"}
"""Settings that equal their defaults."""


@pytest.mark.parametrize(
    ("declaration", "number"),
    [
        (
            {
                "grid": [{"game": ["kuhn", "kuhn(bet=1)"], "ante": [1, "1"]}],
                "case": [{"game": "Kuhn"}],
            },
            1,
        ),
        ({"case": [{"game": "kuhn"}, SAID]}, 1),
        ({"case": [{"game": "kuhn"}, {**SAID, "player": 2}]}, 2),
        ({"grid": [{"game": "leduc", "preprocess": ["threshold=0.10", "threshold=1/10"]}]}, 1),
        ({"grid": [{"game": "leduc", "preprocess": ["threshold=1,inf", "threshold=1.0,inf"]}]}, 1),
        ({"case": [{"game": "matrix-game(seed=3)"}, {"game": "matrix-game", "seed": 3}]}, 1),
        ({"case": [{"game": "matrix-game"}, {"game": "matrix-game", "seed": 0}]}, 1),
    ],
)
def test_the_same_case_comes_once_however_it_is_written(
    declaration: dict[str, Any], number: int
) -> None:
    assert len(expand(spec_from(declaration))) == number


def test_games_of_a_grid_share_their_parameters_and_the_seed_where_they_have_one() -> None:
    spec = spec_from({"grid": [{"game": ["kuhn", "leduc"], "ante": [1, 2], "ranks": 4}]})
    names = ["kuhn(ranks=4)", "kuhn(ante=2,ranks=4)", "leduc(ranks=4)", "leduc(ranks=4,ante=2)"]
    assert [spelled(case) for case in expand(spec)] == names
    cases = expand(spec_from({"grid": [{"game": ["random-game", "kuhn"], "seed": [5]}]}))
    assert [(case.parameters.get("seed"), case.seed) for case in cases] == [(5, 5), (None, 5)]


def test_decimals_lists_of_steps_defaults_and_limits_are_read_from_toml(tmp_path: Path) -> None:
    steps = '"none", "merge-equivalent", ["eliminate-dominated", "merge-equivalent"]'
    text = f'[defaults]\nbackend = "lemke"\n[[grid]]\ngame = "kuhn"\nbet = 0.1\npreprocess = [{steps}]\n'
    cases = cases_of(tmp_path, f'{text}[[case]]\ngame = "kuhn"\nbackend = "highs"\n')
    assert [(case.parameters["bet"], case.preprocess, case.backend) for case in cases] == [
        ("1/10", (), "lemke"),
        ("1/10", ("merge-equivalent",), "lemke"),
        ("1/10", ("eliminate-dominated", "merge-equivalent"), "lemke"),
        (1, None, "highs"),
    ]
    spec = spec_from({"case": [{"game": "kuhn"}], "limits": {"time": 1.5, "memory": "2 GB"}})
    assert spec.limits == Limits(1.5, 2_000_000_000)


def test_another_content_of_a_file_is_another_case(tmp_path: Path) -> None:
    game = tmp_path / "game.efg"
    game.write_text(KUHN_EFG, encoding="utf-8")
    spec = spec_from({"case": [{"game": str(game)}]})
    before = expand(spec)[0].key
    assert expand(spec)[0].key == before
    game.write_text(KUHN_EFG.replace("2, -2", "3, -3"), encoding="utf-8")
    assert expand(spec)[0].key != before


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('[[grid]]\ngame = "kuhm"\n', 2, "did you mean kuhn"),
        (
            '[[grid]]\n\ngame = "kuhn"\nbte = 1\n',
            4,
            "kuhn has no parameter 'bte'; did you mean bet?",
        ),
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
        ('[[grid]]\ngame = "kuhn"\nepsilon = 2\n', 3, "above 0 and below 1"),
        ('[[grid]]\ngame = "kuhn"\nwatch = "K"\n', 3, "PLAYER:INFORMATION SET:ACTION"),
        ('[[grid]]\ngame = "kuhn"\nstart = "random"\n', 3, "needs a seed"),
        ('[[grid]]\ngame = "kuhn"\npreprocess = "losless"\n', 3, "unknown preprocessor"),
        (
            '[[grid]]\ngame = "kuhn"\npreprocess = "threshold=low"\n',
            3,
            "threshold 'low': a number from 0 on",
        ),
        ('[[grid]]\ngame = "kuhn"\nobjective = "socail"\n', 3, "social"),
        ('[[grid]]\ngame = "kuhn"\nexact = "yes"\n', 3, "true or false"),
        ('[[grid]]\ngame = "no.efg"\n', 2, "there is no file no.efg"),
        ('[[grid]]\ngame = "kuhn"\n[limits]\nmemory = "2 XB"\n', 4, '"2 GB"'),
        ('[[grid]]\ngame = "kuhn"\n[limits]\ntime = 0\n', 4, "a number above 0"),
        ('[[grid]]\ngame = "kuhn"\n[limit]\ntime = 1\n', 3, "did you mean limits"),
        ('[[grid]]\ngame = "kuhn"\nbet = = 1\n', 3, "not TOML"),
        ('[[grid]]\ngame = "kuhn"\n[defaults]\nbte = 1\n', 4, "did you mean bet"),
        ('[[grid]]\ngame = "kuhn"\nbet = 1e-99999999\n', 3, "too close to 0"),
        ('[[grid]]\ngame = "kuhn"\noption.x = nan\n', 3, "a number expected, not nan"),
        (
            '[[grid]]\ngame = "kuhn"\nante = {range = [1, 10_000_000]}\n',
            3,
            "from 1 to 1,000,000 are possible",
        ),
        ('[[grid]]\ngame = "' + "k" * 400 + '"\n', 2, "in the catalog"),
        ('store = 3\n[[grid]]\ngame = "kuhn"\n', 1, "the name of a file"),
        (
            f'[[case]]\ngame = "kuhn"\n[limits]\ntime = {"9" * 400}\n',
            4,
            "a number above 0 expected",
        ),
        (f'[[case]]\ngame = "kuhn"\n[limits]\nmemory = "{"9" * 400} GB"\n', 4, "a size such as"),
        (
            '[[grid]]\ngame = "kuhn"\nsearch.depht = 3\n',
            3,
            "no such option of a search; did you mean depth",
        ),
        (
            '[[grid]]\ngame = "kuhn"\nsearch.depth = [1, 0]\n',
            3,
            "a whole number from 1 on expected, not 0",
        ),
        ('[[case]]\ngame = "kuhn"\nsearch = "minmax"\n', 3, "did you mean minimax"),
        (
            '[[case]]\ngame = "kuhn"\nsearch = "minimax"\nexact = true\n',
            4,
            "for a search; leave out exact",
        ),
        (f'[[case]]\ngame = "kuhn"\nstart = "{"x" * 5000}"\n', 3, "the file of a profile expected"),
        *(
            (
                f'[[case]]\ngame = "kuhn"\noption.{option} = "/tmp/x"\n',
                3,
                f"{option}: an option that names a file",
            )
            for option in (
                "checkpoint",
                "resume",
                "log_file",
                "solution_file",
                "write_model_file",
                "logfile",
            )
        ),
        *(
            (
                f'[[grid]]\ngame = "kuhn"\nbet = {value}\n',
                None,
                "number in it is too long, or lists are nested",
            )
            for value in ("9" * 5000, "1e9999999999999999999999", "[" * 5000)
        ),
    ],
)
def test_an_error_names_the_line_and_what_is_possible(
    tmp_path: Path, text: str, line: int | None, words: str
) -> None:
    with pytest.raises(ParseError) as caught:
        cases_of(tmp_path, text)
    assert caught.value.line == line
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("declaration", "words"),
    [
        (
            {"grid": [{"game": "kuhn"}, {"game": "kuhn", "backend": "hihgs"}]},
            "sweep: grid 2, backend: 'hihgs'",
        ),
        ({1: 2}, "keys are texts, not 1"),
        ({"store": "a.sqlite"}, "no cases"),
        *(
            ({"grid": [{"game": "kuhn", **given}]}, words)
            for given, words in (
                ({"bet": [math.nan]}, "bet (size of a bet and of a raise) is an integer"),
                (
                    {"seed": [1, 10**23]},
                    "grid 1, seed: a whole number expected, at most 9223372036854775807",
                ),
                ({"seed": True}, "a whole number expected"),
                ({"seed": {"range": [0, 2 * 10**19]}}, "20,000,000,000,000,000,000 values"),
                ({"seed": {"range": [-(10**30), 10**30, 7]}}, "the end is not among them"),
                ({1: 2}, "grid 1: keys are texts, not 1"),
                ({"options": {1: 2}}, "grid 1, options: keys are texts, not 1"),
            )
        ),
    ],
)
def test_an_error_in_python_names_the_key(declaration: dict[Any, Any], words: str) -> None:
    with pytest.raises(ParseError, match=re.escape(words)):
        spec_from(declaration)


def test_the_options_of_a_search_multiply_out_and_defaults_of_solving_do_not_concern_it() -> None:
    grid = {
        "game": "connect-four",
        "search": {"method": ["minimax", "negamax"], "depth": {"range": [2, 4]}},
    }
    cases = expand(
        spec_from({"grid": [grid], "defaults": {"backend": ["highs", "cvxpy"], "exact": True}})
    )
    assert [(case.concept, case.backend, dict(case.settings)) for case in cases] == [
        ("search", "", {"search.method": method, "search.depth": depth})
        for method in ("minimax", "negamax")
        for depth in (2, 3)
    ]
    (case,) = expand(spec_from({"case": [{"game": "connect-four", "search": {"depth": 2}}]}))
    assert case.settings == {"search.method": "alpha-beta", "search.depth": 2}


def test_integers_of_numpy_are_integers() -> None:
    table = {"game": "kuhn", "bet": np.int64(2), "seed": [np.int32(3), {"range": [np.int64(4), 5]}]}
    (first, second) = expand(spec_from({"grid": [{**table, "options": {"threads": np.int64(1)}}]}))
    plainly = {"game": "kuhn", "bet": 2, "seed": [3, 4], "options": {"threads": 1}}
    assert [first.key, second.key] == [case.key for case in expand(spec_from({"grid": [plainly]}))]


VALUES = (
    "-3",
    '""',
    "''",
    '"a # b"',
    '"\\\\" # [ "',
    "'[\\'",
    '"""\nb = [\n"""',
    '"""\\\n"[\\"""["""""',
    '""""""',
    "'''\n[[grid]]\n'''",
    "'''\\''[''''",
    "[\n 1, # ]\n 2]",
    "[\n ['#[', \"]\"],\n]",
    "{x = 1}",
)
"""Values of TOML with brackets, quotes and the sign of comments where they mean nothing."""


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["grid", "case"]),
            st.lists(st.sampled_from("abcd"), unique=True, min_size=1),
        ),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from(VALUES),
)
def test_every_key_of_a_toml_text_is_found_on_its_line(
    tables: list[tuple[str, list[str]]], value: str
) -> None:
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
    assert {path: line_of(text, path) for path in expected} == expected


@pytest.mark.parametrize("value", ["[\n{}]", '"""\n{}"""'])
def test_the_line_of_a_mistake_after_a_long_value_takes_few_readings(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        'store = "a"\n[[grid]]\ngame = "kuhn"\nbet = '
        + value.format("  1,\n" * 500)
        + "\nante = 0\n"
    )
    ante = text.count("\n")
    read: list[int] = []
    loads = tomllib.loads

    def counted(text: str, **options: Any) -> Any:
        read.append(len(text))
        return loads(text, **options)

    monkeypatch.setattr(tomllib, "loads", counted)
    assert [line_of(text, ("grid", 0, key)) for key in ("bet", "ante", "no such key")] == [
        4,
        ante,
        2,
    ]
    assert len(read) < 30


def test_portable_options_are_keys_of_their_own() -> None:
    (case,) = expand(spec_from({"case": [{"game": "kuhn", "time_limit": 20}]}))
    (same,) = expand(spec_from({"case": [{"game": "kuhn", "options": {"time_limit": 20}}]}))
    assert case == same and case.options == {"time_limit": 20}
    with pytest.raises(ParseError, match=r"time_limit: given twice: also in options\.time_limit"):
        spec_from({"case": [{"game": "kuhn", "time_limit": 20, "options": {"time_limit": 30}}]})
