"""A text that names a game or a strategy is read once: what is checked for it is what is read and run for it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games import catalog
from seqform.cli.file_use import files_of_game
from seqform.errors import InputError, ParseError, SeqformError
from seqform.experiments.declaration import expand, spec_from
from seqform.play.agents import KINDS, named_agent
from seqform.play.history import resume_session
from seqform.solving.api import game_for
from seqform.solving.concepts import concept_of
from seqform.system.own_arguments import MOST_DIGITS
from seqform.system.sources import Source, SourceKind, parse_code, parse_source
from seqform.system.strategy_names import FILE, WORDS, parse_strategy

RUNNING = "from pathlib import Path\n\nPath('RAN').touch()\n\n\ndef f(x=1):\n    return x\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(RUNNING, encoding="utf-8")
    return tmp_path


# ---- games ----


@pytest.mark.parametrize(
    ("text", "kind", "name", "files"),
    [
        ("kuhn", "CATALOG", "kuhn", []),
        (" Liars_Dice (sides=5) ", "CATALOG", "liars-dice", []),
        ("no-such-game", "CATALOG", "no-such-game", []),
        ("kuhn(bet=2", "CATALOG", "", []),
        ("-", "STANDARD_INPUT", "", []),
        ("kuhn.efg", "FILE", "", ["kuhn.efg"]),
        ("kuhn(1).EFG", "FILE", "", ["kuhn(1).EFG"]),
        ("./kuhn", "FILE", "", ["kuhn"]),
        ("openspiel:kuhn_poker", "OPENSPIEL", "kuhn_poker", []),
        ("openspiel:a(game=b(filename=own.py),n=3)", "OPENSPIEL", "a", ["own.py"]),
        ("openspiel:./own.py:f", "OPENSPIEL", "./own.py:f", []),
        ("own.py:f", "CODE", "f", ["own.py"]),
        ("./own.py:f(x=own.py:g)", "CODE", "f", ["own.py"]),
    ],
)
def test_a_text_has_one_kind_and_its_files(
    text: str, kind: str, name: str, files: list[str]
) -> None:
    source = parse_source(text, catalog.names())
    assert (source.kind.name, source.name, list(map(str, source.files))) == (kind, name, files)
    assert source.runs_code == (kind == "CODE")
    assert [path for path in files_of_game(source) if isinstance(path, Path)] == list(source.files)
    assert not Path("RAN").exists()


PIECES = st.lists(
    st.sampled_from(
        [
            "kuhn",
            "openspiel:",
            "./",
            "own.py",
            ":",
            "f",
            "(",
            ")",
            "bet=",
            "2",
            ",",
            "=",
            ".efg",
            " ",
            "..",
            "-",
            "\\",
            "\n",
        ]
    ),
    max_size=8,
).map("".join)


@given(PIECES)
def test_whatever_the_text_only_objects_of_python_files_run_code(text: str) -> None:
    source = parse_source(text, catalog.names())
    assert source.runs_code == (parse_code(text) is not None)
    assert catalog.has(text) == (
        source.kind is SourceKind.CATALOG and source.name in catalog.names()
    )
    if source.kind is not SourceKind.CATALOG:
        with pytest.raises(SeqformError, match="a game of the catalog expected"):
            catalog.parse_spec(text)


@given(PIECES)
def test_what_is_read_prints_as_the_text_from_which_it_is_read_again(text: str) -> None:
    source = parse_source(text, catalog.names())
    assert str(source) == text
    assert source == parse_source(str(source), catalog.names())


NAMES = st.sampled_from(["kuhn", "Liars_Dice", "own.py:f", "./own(1).py:f", "openspiel:kuhn_poker"])
ARGUMENTS = st.dictionaries(
    st.sampled_from(["bet", "ante", "x"]), st.sampled_from(["1", "2/3", "a b", "0..4"]), max_size=3
)


@given(NAMES, ARGUMENTS, st.sampled_from(["bet", "y"]), st.sampled_from(["7", "1/2"]))
def test_a_source_with_another_argument_is_the_one_that_its_text_names(
    name: str, arguments: dict[str, str], changed: str, value: str
) -> None:
    inside = ", ".join(f"{key} = {given}" for key, given in arguments.items())
    source = parse_source(f"{name} ({inside})" if ":" not in name else f"{name}({inside})", ())
    expected = {**arguments, changed: value}
    found = source.with_argument(changed, value)
    assert found == parse_source(str(found), ())
    assert (found.kind, found.name, found.path) == (source.kind, source.name, source.path)
    assert dict(found.arguments or ()) == expected


@contextmanager
def opened_files(folder: Path) -> Iterator[set[Path]]:
    """Collect the files of a folder that are opened meanwhile."""
    opened: set[Path] = set()
    is_on = [True]

    def note(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and is_on[0] and isinstance(arguments[0], str | Path):
            path = Path(arguments[0]).absolute()
            if folder in path.parents and "__pycache__" not in path.parts:
                opened.add(path)

    sys.addaudithook(note)  # which cannot be taken away again
    try:
        yield opened
    finally:
        is_on[0] = False


@pytest.mark.parametrize(
    "text",
    [
        "kuhn",
        "kuhn(bet=2)",
        "kuhn.efg",
        "kuhn(1).efg",
        "./kuhn",
        "./game.py:game",
        "game.py:game(x=2)",
        "openspiel:efg_game(filename=kuhn.efg)",
    ],
)
@pytest.mark.parametrize("concept", ["nash", "subgame-perfect"])
def test_the_files_of_a_source_are_those_that_are_opened_for_it(
    text: str, concept: str, folder: Path
) -> None:
    if text.startswith("openspiel:"):
        pytest.importorskip("pyspiel", reason="pyspiel is an optional extra")
    for name in ("kuhn.efg", "kuhn(1).efg"):
        sf.save("kuhn", name)
    Path("kuhn").write_bytes(Path("kuhn.efg").read_bytes())
    Path("game.py").write_text(
        "import seqform as sf\n\n\ndef game(x=1):\n    return sf.bimatrix_game([[x, 0], [0, 1]])\n",
        encoding="utf-8",
    )
    source = catalog.source_of(text)
    with opened_files(folder) as opened:
        game_for(text, concept_of(concept, {}), None)
    assert opened == {path.absolute() for path in source.files}


def test_a_text_is_taken_apart_once_on_its_way_into_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = []

    def counted(text: str, known: Any) -> Source:
        texts.append(text)
        return parse_source(text, known)

    monkeypatch.setattr(catalog, "parse_source", counted)
    for concept in ("nash", "subgame-perfect"):
        texts.clear()
        game_for("tic-tac-toe(board=XOXOXO...)", concept_of(concept, {}), None)
        assert texts == ["tic-tac-toe(board=XOXOXO...)"]


@pytest.mark.parametrize(
    "words",
    [
        "info GAME",
        "solve GAME",
        "solve GAME --preprocess lossless",
        "solve GAME --concept sequential",
        "chart GAME",
        "draw GAME -o out.svg",
        "shrink GAME",
        "search GAME --method smooth-uct --simulations 10",
        "vary GAME",
        "equilibria GAME --starts 2",
        "trace GAME",
        "export GAME out.mps",
        "convert GAME out.efg",
        "check GAME uniform.json",
        "compare GAME --concept nash --concept sequential",
        "match GAME random equilibrium --games 2",
    ],
)
def test_a_command_takes_the_text_of_its_game_apart_once(
    words: str, seqform: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    sf.solve("kuhn").save("uniform.json")
    texts = []

    def counted(text: str, known: Any) -> Source:
        texts.append(text)
        return parse_source(text, known)

    monkeypatch.setattr("seqform.builders.games.catalog.parse_source", counted)
    monkeypatch.setattr("seqform.cli.parameters.parse_source", counted)
    game = "kuhn(bet=1)"  # whose title is another text
    status, _, errors = seqform(*words.replace("GAME", game).split())
    assert status == 0, errors
    assert texts.count(game) == 1


def test_a_file_with_the_name_of_a_game_and_parentheses_is_a_file_everywhere(seqform: Run) -> None:
    sf.save("tic-tac-toe(board=XOXOXO...)", "tic-tac-toe(1).efg")
    sf.save("kuhn", "kuhn(1).efg")
    assert len(sf.load("tic-tac-toe(1).efg", kind="positions")) == 8
    assert sf.search("tic-tac-toe(1).efg").value == 1
    assert sf.solve("kuhn(1).efg", exact=True).values[0] == sf.solve("kuhn", exact=True).values[0]
    for command in (
        ["match", "tic-tac-toe(1).efg", "negamax", "random", "--games", "2"],
        ["info", "kuhn(1).efg"],
    ):
        status, _, errors = seqform(*command)
        assert (status, errors) == (0, "")
    assert [case.parameters for case in expand(spec_from({"case": [{"game": "kuhn(1).efg"}]}))] == [
        {}
    ]


@pytest.mark.parametrize("text", ["openspiel:kuhn_poker", "kuhn.efg", "-"])
def test_an_abstraction_of_a_game_that_is_no_name_of_the_catalog_is_refused_as_what_it_is(
    text: str,
) -> None:
    with pytest.raises(SeqformError, match=r"no game with ordered signals"):
        sf.solve(text, preprocess="lossless")


def test_an_interval_is_that_of_numbers(seqform: Run) -> None:
    status, _, errors = seqform("vary", "tic-tac-toe(board=XOXOXO...)")
    assert (status, errors) == (0, "")
    with pytest.raises(InputError, match="a game with an interval of one parameter expected"):
        sf.value_function("tic-tac-toe(board=XOXOXO...)")
    function = sf.value_function("kuhn( bet = 0 .. 1/2 , ante=2)")
    assert (function.start, function.end) == (Fraction(0), Fraction(1, 2))
    assert function(0) == sf.solve("kuhn(bet=0,ante=2)", exact=True).values[0]


def test_an_interval_of_an_argument_of_one_s_own_game() -> None:
    Path("game.py").write_text(
        "import seqform as sf\n\n\ndef game(x):\n    return sf.bimatrix_game([[x, 0], [0, 1]])\n",
        encoding="utf-8",
    )
    function = sf.value_function("./game.py:game(x=1..3)")
    assert function(1) == sf.solve("./game.py:game(x=1)", exact=True).values[0]
    assert function(3) == sf.solve("./game.py:game(x=3)", exact=True).values[0]


@pytest.mark.parametrize("text", ["0..1", "0-1", "0–1", "0...1", "[0,1]", "1/2..0.75", "0 to 1"])
def test_an_interval_where_one_number_is_needed_is_answered_with_what_to_write(
    text: str, seqform: Run
) -> None:
    for command in ("info", "solve", "equilibria", "trace", "games", "shrink"):
        status, _, errors = seqform(command, f"kuhn(bet={text})")
        assert status == 2
        assert "`seqform vary GAME` takes" in errors
        assert "give one number, such as bet=" in errors
    if ".." not in text or "..." in text:
        status, _, errors = seqform("vary", f"kuhn(bet={text})")
        assert status == 2
        assert "an interval is written bet=0..1" in errors


def test_only_a_parameter_that_is_a_number_has_advice_about_intervals() -> None:
    with pytest.raises(SeqformError) as caught:
        sf.load("tic-tac-toe(board=0..1)")
    assert "interval" not in str(caught.value)
    with pytest.raises(
        InputError, match=r"of one parameter expected, not of bet and ante; give one"
    ):
        sf.value_function("kuhn(bet=0..1,ante=1..2)")


def test_a_decimal_comma_is_answered_with_a_point() -> None:
    with pytest.raises(SeqformError, match=r"a decimal is written with a point, bet=0\.5"):
        sf.load("kuhn(bet=0,5)")


def test_a_parameter_beside_the_game_is_answered_with_the_game(seqform: Run) -> None:
    for command in ("solve", "vary", "convert", "check", "export"):
        status, _, errors = seqform(command, "kuhn", "bet=0..1")
        assert status == 2
        assert "bet is a parameter of the game: kuhn(bet=0..1)" in errors
    assert seqform("convert", "kuhn", "bet=2.efg")[0] == 0


@pytest.mark.parametrize(
    "number", ["1e99999999", "1e-99999999", "-1E+4001", "9" * (MOST_DIGITS + 1), f"1/{'9' * 5000}"]
)
def test_numbers_in_arguments_are_bounded(number: str) -> None:
    with pytest.raises(InputError, match=r"a number with at most 4,000 digits expected"):
        sf.load(f"./own.py:f(x={number})")


# ---- strategies ----


@pytest.mark.parametrize(
    ("text", "word", "files"),
    [
        ("uniform", "uniform", []),
        ("Random: 3", "random", []),
        ("profile.json", FILE, ["profile.json"]),
        (" PROFILE : k.json ", "profile", ["k.json"]),
        ("solution:k.solution", "solution", ["k.solution"]),
        ("solution:rhode-island", "solution", []),
        ("alpha-beta:evaluate =./own.py:f", "alpha-beta", ["own.py"]),
        ("Alpha-Beta : 3 , evaluate= own.py:f(x=1,y=2)", "alpha-beta", ["own.py"]),
        ("alpha-beta:own.py:f", "alpha-beta", ["own.py"]),
        ("mcts:100,uct=1.4", "mcts", []),
        ("C:profile.json", FILE, ["C:profile.json"]),
    ],
)
def test_a_strategy_has_one_word_and_its_files(text: str, word: str, files: list[str]) -> None:
    name = parse_strategy(text)
    assert (name.word, list(map(str, name.files))) == (word, files)
    assert name.runs_code == ("own.py" in files)
    assert word not in KINDS or named_agent(text) == name


def test_every_agent_is_a_word() -> None:
    assert KINDS.keys() <= {*WORDS}


SPELLINGS = ("{}:{}", "{} : {}", " {}: {} ")


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize(
    ("word", "rest"),
    [
        ("alpha-beta", "evaluate =./own.py:f"),
        ("ALPHA-beta", "3,evaluate= own.py:f"),
        ("Profile", "p.json"),
    ],
)
def test_a_history_runs_and_reads_no_file_that_is_not_named_again(
    spelling: str, word: str, rest: str, seqform: Run
) -> None:
    against = spelling.format(word, rest)
    header = {
        "play": 1,
        "game": "tic-tac-toe",
        "against": against,
        "seed": 1,
        "seat": 1,
        "open": False,
    }
    Path("history.jsonl").write_text(json.dumps(header) + "\n", encoding="utf-8")
    with pytest.raises(ParseError, match=r"if that is wanted, name it again: --against "):
        resume_session("history.jsonl", "tic-tac-toe")
    status, _, errors = seqform("play", "tic-tac-toe", "--resume", "history.jsonl")
    assert status == 2 and "name it again" in errors
    assert not Path("RAN").exists()


def test_a_history_goes_on_with_the_agent_that_is_named_again() -> None:
    Path("worth.py").write_text("def worth(state):\n    return 0\n", encoding="utf-8")
    against = "alpha-beta:2,evaluate=./worth.py:worth"
    session = sf.play.open_session("tic-tac-toe", against, seat=0, file="history.jsonl")
    turn = session.observation().turn
    assert turn is not None
    session.act(turn.actions[0])
    assert resume_session("history.jsonl", "tic-tac-toe", against).agent.name == against


@pytest.mark.parametrize(
    "text", ["profile:o.json", "PROFILE:o.json", " profile: o.json", "o.json", "./o.json"]
)
def test_a_sweep_names_the_file_of_an_opponent_however_it_is_spelled(text: str) -> None:
    sf.solve("kuhn").save("o.json")
    declaration = {"case": [{"game": "kuhn", "concept": "safe-response", "opponent": text}]}
    (case,) = expand(spec_from(declaration))
    assert list(case.files) == [str(path) for path in parse_strategy(text).files]
    Path("o.json").write_text(Path("o.json").read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert expand(spec_from(declaration))[0].key != case.key


def test_a_sweep_names_the_files_of_steps_and_of_starts() -> None:
    sf.solve("kuhn").save("p.json")
    spec = spec_from(
        {
            "case": [
                {"game": "kuhn", "preprocess": ["own.py:f"]},
                {"game": "kuhn", "backend": "lemke", "start": "Profile:p.json"},
            ]
        }
    )
    assert [sorted(case.files) for case in expand(spec)] == [["own.py"], ["p.json"]]
    assert not Path("RAN").exists()


@pytest.mark.parametrize("start", ["p.json", "profile:p.json", "PROFILE: p.json"])
def test_a_start_is_the_profile_that_it_names(start: str) -> None:
    sf.solve("vsvet-figure-1", exact=True).save("p.json")
    path = sf.trace("vsvet-figure-1", start=start)
    expected = sf.trace("vsvet-figure-1", start=sf.read_profile("p.json", "vsvet-figure-1"))
    assert [(row.pivots, row.z0) for row in path.rows] == [
        (row.pivots, row.z0) for row in expected.rows
    ]


@pytest.mark.parametrize(
    "opponent", ["PROFILE:p.json", " profile: p.json", "~/p.json", "profile:~/p.json"]
)
def test_no_answer_is_written_over_the_opponent_s_file(
    opponent: str, seqform: Run, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setenv("HOME", str(folder))
    sf.solve("kuhn", exact=True).save("p.json")
    before = Path("p.json").read_bytes()
    status, _, errors = seqform(
        "solve", "kuhn", "--concept", "safe-response", "--opponent", opponent, "-o", "p.json"
    )
    assert status == 2 and "the same file as --opponent" in errors
    assert Path("p.json").read_bytes() == before
