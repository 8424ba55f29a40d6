"""The files of the command line: no output is an input, and a failed output leaves the file that was there."""

import errno
import io
import itertools
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args, get_type_hints

import click
import pytest
from command_line import Run, python
from sweep_rows import made_row

import seqform as sf
from seqform.backends.iterative.run import require_checkpoint
from seqform.cli.app import app, function_of
from seqform.cli.common import with_options
from seqform.cli.file_use import Role, file_uses
from seqform.experiments.store import open_store
from seqform.models.options import Option
from seqform.system.sources import Source

posix = pytest.mark.skipif(
    os.name != "posix", reason="the shell and the permissions are those of POSIX"
)

CHAIN = 'EFG 2 R "c" { "a" "b" }\np "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 1 2 }\n'
CHAIN += 'p "" 2 1 "" { "l" "r" } 0\nt "" 2 "" { 0 0 }\nt "" 3 "" { 3 1 }\n'
SPEC = '[[grid]]\ngame = "kuhn"\nbet = [1, 2]\n'


FORMS = {
    "backend": "{}:Dense", "evaluate": "{}:score", "preprocess": "{}:merged", "kinds": "{}:merged",
    "lock": "2={}:passive", "option": "log_file={}",
    **dict.fromkeys(("first", "second", "against"), "profile:{}"),
}  # fmt: skip
"""Values of parameters that are more than the path of a file, with a place for the path."""

KUHN = {"game": "kuhn"}
REQUIRED = {
    **dict.fromkeys(
        [
            "solve",
            "equilibria",
            "trace",
            "compare",
            "search",
            "shrink",
            "info",
            "export",
            "convert",
        ],
        KUHN,
    ),
    "check": {**KUHN, "profile": "p.json"},
    "draw": {**KUHN, "output": "kuhn.svg"},
    "chart": {**KUHN, "output": "kuhn.svg"},
    "vary": {"game": "kuhn(bet=0..1)"},
    "match": {**KUHN, "first": "random", "second": "random"},
    "play": {**KUHN, "output": "k.html"},
    "sweep": {"spec": "spec.toml"},
    "report": {"store": "rows.sqlite"},
}
"""Values without which a command is not understood, where the parameter itself does not stand."""

NO_FILES = {
    "solve": "concept objective target_payoffs method epsilon player formulation weights "
    "certificate_tolerance time_limit tolerance threads target_gap theme format constraints max_loss weight leader",
    "equilibria": "check concept formulation format objective",
    "check": "player format constraint responder leader rest target_gap",
    "trace": "rest initial ties engine formulation theme format",
    "compare": "concept objective player blunder format",
    "draw": "rest concept at direction layout theme view where",
    "chart": "rest concept player board after at hand by theme where format",
    "play": "seat rest",
    "vary": "check concept precision infoset theme format",
    "search": "method final format",
    "shrink": "format",
    "match": "format rest names",
    "info": "format",
    "games": "name format",
    "sweep": "cluster shard",
    "report": "by condition plot theme x y",
    "export": "epsilon player formulation constraint",
    "convert": "rest form",
    "backends": "name",
}
"""Texts that are no names of files; what is not here has to be declared as one."""


@cache
def tree() -> dict[str, Any]:
    context = click.Context(app)
    return {name: app.get_command(context, name) for name in app.list_commands(context)}


def plain_types(annotation: Any) -> set[Any]:
    """Return the types in an annotation, those of lists and unions taken apart."""
    parts = get_args(annotation)
    return set().union(*map(plain_types, parts)) if parts else {annotation} - {type(None)}


def files_of(name: str, *roles: Role) -> list[str]:
    """Return the parameters of a command that name files of some roles; JSON goes to standard output."""
    return [
        one
        for one, (_, use) in file_uses(function_of(name)).items()
        if use.role in roles and one != "json"
    ]


INPUTS = {name: files_of(name, Role.READ, Role.UNKNOWN) for name in tree()}
OUTPUTS = {name: files_of(name, Role.WRITTEN) for name in tree()}


def given(name: str, parameter: str, value: str) -> list[str]:
    """Return the words that give a parameter of a command a value."""
    shown = next(one for one in tree()[name].params if one.name == parameter)
    return [shown.opts[0], value] if isinstance(shown, click.Option) else [value]


def line(name: str, **files: str) -> list[str]:
    """Return a command with these files; what is positional comes in the order of the parameters."""
    values = REQUIRED.get(name, {}) | {
        one: FORMS.get(one, "{}").replace("{}", file) for one, file in files.items()
    }
    return [name, *(word for one, value in values.items() for word in given(name, one, value))]


@pytest.mark.parametrize("name", tree())
def test_every_parameter_that_can_name_a_file_is_declared_or_known_to_name_none(name: str) -> None:
    known, plain = {*INPUTS[name], *OUTPUTS[name]}, set(NO_FILES.get(name, "").split())
    hints = get_type_hints(function_of(name))
    for parameter in (each.name for each in tree()[name].params if each.name != "help"):
        kinds = plain_types(hints[parameter])
        if Path in kinds:
            assert parameter in known, f"{name}: {parameter} is a path"
        elif kinds & {str, Source}:
            assert (parameter in known) != (parameter in plain), (
                f"{name}: is {parameter} a file's name?"
            )
        else:
            assert kinds <= {bool, int, float}, f"{name}: {parameter}"


# ---- no output is an input, and no two outputs are one file ----

CONFLICTS = [
    (name, read, written) for name in INPUTS for read in INPUTS[name] for written in OUTPUTS[name]
]
PAIRS = [
    (name, *pair)
    for name, outputs in OUTPUTS.items()
    for pair in itertools.combinations(outputs, 2)
]


def spellings(path: Path) -> Iterator[Path]:
    """Other names of a file in the current folder."""
    yield path
    yield path.absolute()
    yield Path("folder", "..", path)
    yield Path("linked-folder", path)
    yield Path("nowhere", "..", path)
    for number, make in enumerate((Path.symlink_to, Path.hardlink_to)):
        if path.exists():
            other = Path(f"other{number}.{path.suffix}")
            make(other, path)
            yield other


@pytest.fixture
def folders(seqform: Run) -> None:
    Path("folder").mkdir()
    Path("linked-folder").symlink_to(".")
    Path("spec.toml").write_text(SPEC)
    Path("rows.sqlite").touch()
    Path("p.json").touch()


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize(("name", "read", "written"), CONFLICTS)
def test_an_output_that_is_an_input_is_refused_before_anything_is_read(
    seqform: Run, name: str, read: str, written: str
) -> None:
    path = Path(
        "in.py" if read in ("backend", "evaluate", "lock", "preprocess", "kinds") else "in.efg"
    )
    path.write_text("this is no game")
    other = Path("linked-folder", path)
    for one, two in ((path, other), (other, path)):
        status, out, err = seqform(*line(name, **{read: str(one), written: str(two)}))
        assert (status, out, err.count("\n")) == (2, "", 1), err
        assert f"{two}: the same file as " in err
    assert path.read_text() == "this is no game"


@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize("is_there", [True, False])
@pytest.mark.parametrize(("name", "one", "another"), PAIRS)
def test_two_outputs_that_are_one_file_are_refused(
    seqform: Run, name: str, one: str, another: str, is_there: bool
) -> None:
    path = Path("out.sqlite")
    if is_there:
        path.write_text("before")
    for other in spellings(path):
        status, out, err = seqform(*line(name, **{one: str(path), another: str(other)}))
        assert (status, out, err.count("\n")) == (2, "", 1), err
        assert ": the same file as " in err
    assert (path.read_text() if path.exists() else None) == ("before" if is_there else None)


@pytest.mark.usefixtures("folders")
def test_a_declaration_s_files_are_inputs_of_its_sweep(seqform: Run) -> None:
    Path("g.efg").write_text(CHAIN)
    Path("start.json").write_text("{}")
    Path("store.sqlite").symlink_to("g.efg")
    table = '[[grid]]\ngame = ["g.efg", "kuhn"]\nstart = ["centroid", "start.json"]\n'
    before = {path: path.read_bytes() for path in (Path("g.efg"), Path("start.json"))}
    new = ["--store", "new.sqlite"]
    same = "the same file as"
    for declaration, arguments, problem in (
        (table, ["--store", "store.sqlite"], f"the game g.efg: {same} --store"),
        (table, [*new, "--export", "g.efg"], f"the game g.efg: {same} --export"),
        (table, [*new, "--export", "start.json"], f"the start start.json: {same} --export"),
        (
            f'{table}opponent = [" PROFILE: start.json"]\n',
            [*new, "--export", "start.json"],
            f"the start start.json: {same}",
        ),
        (
            '[[case]]\ngame = "kuhn"\npreprocess = ["g.py:f"]\n',
            [*new, "--export", "g.py"],
            f"the preprocess g.py: {same}",
        ),
        (
            '[[case]]\ngame = "kuhn"\nopponent = "Solution:g.efg"\n',
            ["--store", "g.efg"],
            f"the opponent g.efg: {same}",
        ),
        (f'store = "store.sqlite"\n{table}', [], f"the store store.sqlite: {same} the game"),
        (f'store = "a.csv"\n{table}', ["--export", "a.csv"], f"a.csv: {same} --export"),
        (
            f'{table}option.checkpoint = "g.efg"\n',
            new,
            "option, checkpoint: an option that names a file",
        ),
    ):
        Path("spec.toml").write_text(declaration)
        status, out, err = seqform("sweep", "spec.toml", "--workers", "0", *arguments)
        assert (status, out) == (2, "") and problem in err, err
        assert {path: path.read_bytes() for path in before} == before
        assert not Path("new.sqlite").exists()


@pytest.mark.parametrize("suffix", [".lock", "-wal", "-shm", "-journal"])
def test_files_beside_a_store_belong_to_it(seqform: Run, suffix: str) -> None:
    open_store("out.sqlite").add([made_row("kuhn", {"bet": 1})])
    status, _, err = seqform("report", "out.sqlite", "--csv", f"out.sqlite{suffix}")
    assert status == 2 and "the same file as the store" in err


def test_a_file_in_the_parameters_of_an_openspiel_game_is_an_input(seqform: Run) -> None:
    Path("in.efg").write_text(CHAIN)
    status, _, err = seqform("convert", "openspiel:efg_game(filename=in.efg)", "in.efg")
    assert status == 2 and "the same file as GAME" in err
    assert Path("in.efg").read_text() == CHAIN


@posix
@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("solve in.efg >> in.efg", "GAME in.efg: the same file as standard output"),
        (
            "check in.efg p.json --json >> p.json",
            "PROFILE p.json: the same file as standard output",
        ),
        ("solve - -o in.efg < in.efg", "--output in.efg: the same file as GAME"),
        ("solve in.efg -o p.json >> p.json", "--output p.json: the same file as standard output"),
        ("solve in.efg -o /dev/stdout --json", "--json and --output: both use standard output"),
    ],
)
def test_redirected_streams_are_files_too(seqform: Run, line: str, problem: str) -> None:
    Path("in.efg").write_text(CHAIN)
    Path("p.json").write_text("{}")
    done = subprocess.run(
        f"{sys.executable} -m seqform {line}",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2 and problem in done.stderr, done.stderr
    assert (Path("in.efg").read_text(), Path("p.json").read_text()) == (CHAIN, "{}")


@posix
@pytest.mark.slow
def test_an_option_that_names_files_may_be_repeated() -> None:
    described = Option("", lambda value: value, str, names_file=True, flag="against")

    def command(*, settings: dict[str, Any]) -> dict[str, Any]:
        return settings

    repeatable = with_options(settings=("", {"opponents": described}))(command)
    ((label, use),) = file_uses(repeatable).values()
    assert label == "--against" and use.is_read
    assert list(use.files(["uniform", "profile:a.json", "b.json"])) == [
        Path("a.json"),
        Path("b.json"),
    ]
    assert repeatable(opponents=["a.json"]) == {"opponents": ["a.json"]}


def test_devices_and_pipes_are_outputs(seqform: Run) -> None:
    Path("in.efg").write_text(CHAIN)
    run = ("-m", "seqform")
    done = python(*run, "convert", "-", "/dev/null", input=CHAIN)
    assert done.returncode == 2 and "ends in .efg, .nfg or .csv" in done.stderr
    for device, status, problem in (
        ("/dev/null", 0, ""),
        ("/dev/full", 2, "No space left on device"),
    ):
        done = python(*run, "solve", "in.efg", "-o", device)
        assert done.returncode == status and problem in done.stderr
        assert Path(device).is_char_device()
    with Path("all.txt").open("wb") as file:
        python(
            *run,
            "solve",
            "in.efg",
            "-o",
            "/dev/stdout",
            capture_output=False,
            stdout=file,
            check=True,
        )
    text = Path("all.txt").read_text("utf-8")
    assert text.startswith("{") and "nash_conv" in text.rpartition("}")[2]


# ---- checkpoints and histories of play are read and written ----


def test_only_a_checkpoint_is_replaced_by_a_checkpoint(
    seqform: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*arguments: object) -> None:
        raise AssertionError("the signals are merged before the checkpoint is read")

    monkeypatch.setattr("seqform.solving.routes.ordered.draft.abstract_game", refused)
    Path("notes.txt").write_text("precious")
    status, _, err = seqform(
        "solve", "kuhn", "--preprocess", "lossless", "--checkpoint", "notes.txt"
    )
    assert status == 2 and "not a checkpoint of seqform" in err
    assert Path("notes.txt").read_text() == "precious"


def test_only_a_history_is_continued_by_a_history(seqform: Run) -> None:
    Path("notes.txt").write_text("precious")
    for option in ("--history", "--resume"):
        status, out, err = seqform("play", "kuhn", option, "notes.txt")
        assert (status, out, err.count("\n")) == (
            2,
            "",
            1,
        ) and "notes.txt:1: no history of seqform play" in err
        assert Path("notes.txt").read_text() == "precious"


# ---- what is written ----

WRITING = {
    ("solve", "output"): ("out.json", ["solve", "in.efg"]),
    ("solve", "draw"): (
        "out.svg",
        ["solve", "in.efg", "--concept", "subgame-perfect", "--objective", "social"],
    ),
    ("solve", "checkpoint"): (
        "out.npz",
        ["solve", "kuhn", "--preprocess", "lossless", "--target-gap", "1"],
    ),
    ("equilibria", "output"): ("out.json", ["equilibria", "in.efg", "--starts", "2"]),
    ("trace", "output"): ("out.json", ["trace", "in.efg"]),
    ("trace", "plot"): ("out.svg", ["trace", "in.efg"]),
    ("check", "output"): (
        "out.solution",
        ["check", "kuhn", "kuhn.solution", "--lock", "2=./own.py:passive"],
    ),
    ("draw", "output"): ("out.tex", ["draw", "in.efg"]),
    ("chart", "output"): ("out.tex", ["chart", "in.efg"]),
    ("vary", "output"): ("out.svg", ["vary", "kuhn(bet=0..1)"]),
    ("search", "output"): ("out.json", ["search", "two-level-tree"]),
    ("match", "output"): ("out.json", ["match", "in.efg", "random", "random", "--games", "2"]),
    ("play", "output"): ("out.html", ["play", "in.efg"]),
    ("play", "history"): ("out.jsonl", ["play", "in.efg", "--against", "random"]),
    ("sweep", "export"): (
        "out.csv",
        ["sweep", "spec.toml", "--store", "new.sqlite", "--workers", "0"],
    ),
    ("report", "csv"): ("out.csv", ["report", "out.sqlite"]),
    ("report", "html"): ("out.html", ["report", "out.sqlite"]),
    ("report", "output"): ("out.svg", ["report", "out.sqlite", "--plot", "sweep"]),
    ("export", "file"): ("out.mps", ["export", "kuhn"]),
    ("export", "output"): ("out.lp", ["export", "kuhn"]),
    ("convert", "file"): ("out.efg", ["convert", "in.efg"]),
    ("convert", "output"): ("out.nfg", ["convert", "matching-pennies"]),
}
"""For every output the name of a file, and a command that writes it."""

OTHERWISE = {
    ("solve", "output"): [
        ("out.solution", ["solve", "kuhn", "--preprocess", "lossless", "--backend", "highs"])
    ],
    ("export", "file"): [("out.npz", ["export", "kuhn"])],
    ("draw", "output"): [("out.svg", ["draw", "in.efg"])],
    ("chart", "output"): [("out.html", ["chart", "in.efg"])],
    ("sweep", "export"): [
        ("out.parquet", ["sweep", "spec.toml", "--store", "new.sqlite", "--workers", "0"])
    ],
}
"""Further formats."""

DATABASES = {("sweep", "store")}
"""Outputs that are not replaced: the database itself keeps them whole."""

ALL_WRITING = [(*place, *how) for place, how in WRITING.items()]
ALL_WRITING += [(*place, *how) for place, ways in OTHERWISE.items() for how in ways]
writing = pytest.mark.parametrize(("name", "output", "path", "words"), ALL_WRITING)


def test_every_output_is_written_by_a_test() -> None:
    outputs = {(name, output) for name, some in OUTPUTS.items() for output in some}
    assert set(WRITING) == outputs - DATABASES and set(OTHERWISE) <= outputs


@cache
def kuhn_solution() -> bytes:
    """The content of a solution file for classes of cards."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "kuhn.solution")
        sf.solve("kuhn", preprocess="lossless").save(path)
        return path.read_bytes()


@pytest.fixture
def inputs(seqform: Run, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The files that the commands read, by name, with what a sweep leaves; nothing is typed."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    Path("in.efg").write_text(CHAIN)
    Path("spec.toml").write_text(SPEC)
    rows = [
        made_row("kuhn", {"bet": bet}, nodes=58, seconds=0.1, value=(0.0, 0.0)) for bet in (1, 2)
    ]
    open_store("out.sqlite").add(rows)
    Path("kuhn.solution").write_bytes(kuhn_solution())
    Path("own.py").write_text("def passive(hand, board, history, actions): return {actions[0]: 1}")
    return {"in.efg", "spec.toml", "out.sqlite", "new.sqlite", "kuhn.solution", "own.py"}


def run_writing(
    seqform: Run, name: str, output: str, path: str, words: list[str]
) -> tuple[int, str, str]:
    if path.endswith((".svg", ".html")):
        pytest.importorskip("matplotlib", reason="plots are an extra")
    if path.endswith(".parquet"):
        pytest.importorskip("duckdb", reason="it writes Parquet")
    return seqform(*words, *given(name, output, path))


@pytest.mark.slow
@writing
def test_an_output_is_replaced_whole_with_its_mode_and_a_failure_leaves_the_old_file_and_no_other(
    seqform: Run,
    inputs: set[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    output: str,
    path: str,
    words: list[str],
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    status, _, err = run_writing(seqform, name, output, path, words)
    assert status == 0, err
    mask = os.umask(0)
    os.umask(mask)
    first = Path(path).stat()
    assert os.name != "posix" or stat.S_IMODE(first.st_mode) == 0o666 & ~mask
    Path(path).chmod(0o604)
    status, _, err = run_writing(seqform, name, output, path, words)
    assert status == 0, err
    second = Path(path).stat()
    assert os.name != "posix" or stat.S_IMODE(second.st_mode) == 0o604
    assert second.st_ino != first.st_ino  # replaced, not written into
    assert {file.name for file in Path().iterdir()} <= inputs | {path}
    if output == "checkpoint":  # which is continued
        require_checkpoint(path)
    elif output == "history":  # likewise
        assert Path(path).stat().st_size > 0
    else:
        Path(path).write_text("before")
    before = Path(path).read_bytes()
    monkeypatch.setattr(os, "fsync", full)
    status, _, err = run_writing(seqform, name, output, path, words)
    assert status == 2 and "cannot be written: No space left on device" in err, err
    assert err.count("\n") == 1 or name == "sweep"
    assert Path(path).read_bytes() == before
    assert {file.name for file in Path().iterdir()} <= inputs | {path}
    Path(path).unlink()
    assert run_writing(seqform, name, output, path, words)[0] == 2
    assert not Path(path).exists()
    assert {file.name for file in Path().iterdir()} <= inputs


@pytest.mark.usefixtures("inputs")
@writing
def test_an_output_that_cannot_be_written_is_refused_before_the_work(
    seqform: Run,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    output: str,
    path: str,
    words: list[str],
) -> None:
    def refused(*arguments: object, **named: object) -> None:
        raise AssertionError("a game is loaded before the outputs are looked at")

    monkeypatch.setattr("seqform.solving.api.load", refused)
    Path("folder").mkdir()
    Path(path).mkdir()
    for place, problem in ((path, "this is a folder"), (f"nowhere/{path}", "there is no folder")):
        status, _, err = run_writing(seqform, name, output, place, words)
        assert (status, err.count("\n")) == (2, 1) and problem in err, err
