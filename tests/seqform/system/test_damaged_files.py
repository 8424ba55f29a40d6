"""Files of unknown origin: sizes are compared with bounds, and damage drawn at random is one error or harmless."""

import io
import json
import os
import resource
import shutil
import struct
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from damage import any_damage, cases, damaged_json, damaged_text
from hypothesis import assume, example, given
from hypothesis import strategies as st
from sweep_rows import made_row

import seqform as sf
from seqform.backends import SolveOptions
from seqform.backends.iterative.cfr import CfrBackend
from seqform.builders.forms.class_game import class_game
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games import catalog
from seqform.builders.games.formats.efg import parse_efg, parse_position_graph, write_efg
from seqform.builders.games.formats.nfg import parse_nfg, write_nfg
from seqform.builders.games.formats.tokens import decoded
from seqform.builders.games.ordered.poker import kuhn
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.builders.steps import threshold_of
from seqform.cli import common
from seqform.errors import ModelError, ParseError, SeqformError
from seqform.experiments import keys
from seqform.experiments.declaration import expand, read_memory, read_spec
from seqform.experiments.driver import driven
from seqform.experiments.report.data import default_groups, frame_of, where
from seqform.experiments.report.page import sweep_html
from seqform.experiments.report.tables import cases_csv, sweep_data
from seqform.experiments.rows import Outcome, row_from, row_text
from seqform.experiments.store import open_store
from seqform.io.assessments import read_assessment, write_assessment
from seqform.io.json_values import to_json
from seqform.io.linear_programs import read_npz, write_npz
from seqform.io.profiles import profile_data, read_profile, read_witness, strategies_data
from seqform.io.solutions import HEADER, read_solution, write_solution
from seqform.models.games.abstraction import InformationFilter
from seqform.models.strategies.profile_set import objective
from seqform.play.agents import RandomAgent, recipe
from seqform.play.history import resume_session
from seqform.play.session import Session
from seqform.playable import open_game
from seqform.solving.routes.starts import starting_plans
from seqform.system.files import open_regular
from seqform.system.foreign_files import ArchiveError, open_archive, shown_value
from seqform.verify.nash import certify

pytestmark = pytest.mark.slow

PATIENCE = 10.0
"""Seconds of the processor that a damaged input may take."""

LONGEST_MESSAGE = 5_000

MOST_MEMORY = 2**30
"""Bytes of address space that a damaged input may take."""


@contextmanager
def one_error_at_most() -> Iterator[None]:
    """Allow an error of seqform's own with a short message, in bounded time and memory, and nothing else."""
    begun = time.process_time()
    try:
        with limited_memory():
            yield
    except SeqformError as error:
        assert len(str(error)) < LONGEST_MESSAGE and "out of memory" not in str(error)
    assert time.process_time() - begun < PATIENCE


@contextmanager
def limited_memory() -> Iterator[None]:
    """Limit the address space of this process for a while, on Linux."""
    if sys.platform != "linux":
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    resource.setrlimit(
        resource.RLIMIT_AS, (pages * resource.getpagesize() + MOST_MEMORY, before[1])
    )
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


DECLARATION = """store = "a.sqlite"
[limits]
time = 60
memory = "2 GB"
[defaults]
options = {time_limit = 30}
[[grid]]
game = "kuhn"
ante = [1, "1/2"]
bet = {range = [1, 4]}
backend = ["highs", "lemke"]
option.solver = "simplex"
watch = ["1:K:bet"]
preprocess = ["none", ["merge-equivalent"]]
[[case]]
game = "leduc"
preprocess = "lossless"
"""
EFG = """EFG 2 R "a" { "A" "B" } ""
c "" 1 "x" { "l" 1/3 "r" 2/3 } 0
p "" 1 1 "s" { "u" "d" } 0
p "" 2 1 "t" { "u" "d" } 1 "o" { 1, -1 }
t "" 2 "" { 0.5, 1e1 }
t "" 0
t "" 3 "z" { 1/2 -1/2 }
p "" 1 1 "s" { "u" "d" } 0
t "" 2
p "" 2 1 "t" { "u" "d" } 0
t "" 0
t "" 3
"""
PERFECT = EFG.replace('1 1 "s" { "u" "d" } 0\nt "" 2\n', '1 2 "v" { "u" "d" } 0\nt "" 2\n').replace(
    '2 1 "t" { "u" "d" } 0', '2 2 "w" { "u" "d" } 0'
)
TABLE = ",left,right\nup,1,-1/2\ndown,0.5,1e1\n\n,left,right\nup,1,2\ndown,3,-4\n"
EXPLORER = """<gte><players><player playerId="1">A</player><player playerId="2">B</player></players><extensiveForm>
<node><outcome move="l" prob="1/3"><payoff player="A">1</payoff><payoff player="B">0.5</payoff></outcome>
<node move="r" prob="2/3" iset="1" player="A">
<outcome move="u"><payoff player="A">-2</payoff><payoff player="B">1e1</payoff></outcome>
<outcome move="d"><payoff player="A">1/2</payoff></outcome></node></node></extensiveForm></gte>
"""
WORKBOOK = f"""<?xml version="1.0"?><gambit:document xmlns:gambit="http://gambit.sourceforge.net/" version="0.1"><game>
<efgfile>{EFG.replace("<", "")}</efgfile></game></gambit:document>
"""
GAMBIT = "NE," + ",".join(["1/2"] * 11 + ["0.5"] * 13) + "\n"
NFG = 'NFG 1 R "a" { "A" "B" } { 2 3 } "" 1 -1 0 0 1/2 -.5 1e1 2 3 4 5 6\n'
ANSWER: dict[str, Any] = {
    "value": (0.5, -0.5),
    "exact_value": ("1/2", "-1/2"),
    "nash_conv": 0.0,
    "probabilities": {"1:K:bet": 1.0},
}
ROWS = [
    made_row(
        "kuhn",
        {"bet": 1, "ante": "1/2"},
        seconds=0.5,
        peak_bytes=1,
        nodes=58,
        phases={"solve": 0.1},
        **ANSWER,
    ),
    made_row(
        "kuhn", {"bet": 2}, seconds=0.5, versions={"python": "3"}, host={"cores": 2}, **ANSWER
    ),
    made_row(
        "kuhn", {"bet": 3}, outcome=Outcome.TIMED_OUT, error="late", bounds=[(1, 0.1, 0.0, 1.0)]
    ),
]
KUHN = sf.load("kuhn")
ORDERED = kuhn("kuhn")


def same_arrays(one: Any, other: Any) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


def read_efg_twice(path: Path) -> None:
    game = parse_efg(decoded(path.read_bytes(), path.name), path.name)
    assert parse_efg(write_efg(game)) == game


def read_nfg_twice(path: Path) -> None:
    game = parse_nfg(decoded(path.read_bytes(), path.name), path.name)
    assert parse_nfg(write_nfg(game)) == game


def load_twice(path: Path) -> None:
    game = sf.load(path)
    assert parse_efg(write_efg(game)) == game


def read_positions(path: Path) -> None:
    assert len(parse_position_graph(decoded(path.read_bytes(), path.name), path.name))


def read_profile_twice(path: Path) -> None:
    profile = read_profile(path, KUHN)
    certificate = certify(KUHN, profile)
    assert not certificate.exact or min(certificate.regrets) >= 0
    read_witness(path, KUHN)
    path.write_text(to_json({"players": profile_data(KUHN, profile)}), encoding="utf-8")
    again = read_profile(path, KUHN)
    assert same_arrays([one.probabilities for one in profile], [one.probabilities for one in again])


def read_assessment_twice(path: Path) -> None:
    assessment = read_assessment(path, KUHN)
    if assessment is not None:
        write_assessment(KUHN, assessment, path)
        again = read_assessment(path, KUHN)
        assert again is not None and again.beliefs.equals(assessment.beliefs)


def resume_twice(path: Path) -> None:
    session = resume_session(path, KUHN, RandomAgent())
    assert resume_session(path, KUHN, RandomAgent()).history == session.history


def read_solution_twice(path: Path) -> None:
    solution = read_solution(path, ORDERED)
    write_solution(solution, path)
    again = read_solution(path, ORDERED)
    assert all(
        same_arrays(mine, theirs)
        for mine, theirs in zip(solution.weights, again.weights, strict=True)
    )


def read_program_twice(path: Path) -> None:
    program = read_npz(path)
    write_npz(program, path)
    again = read_npz(path)
    assert program.objective.equals(again.objective) and program.matrix.values.equals(
        again.matrix.values
    )


def read_checkpoint(path: Path) -> None:
    raw = {"iterations": 2, "checkpoint_seconds": 1000}
    options = SolveOptions(threads=1, target_gap=0, checkpoint=path, raw=raw)
    CfrBackend().solve(class_game(InformationFilter.identity(ORDERED)), options)


def read_declaration(path: Path) -> None:
    declared = read_spec(path)
    combinations = sum(
        int(np.prod([len(axis.values) for axis in grid.axes], dtype=object))
        for grid in declared.grids
    )
    if combinations <= 300:
        assert len(expand(declared)) <= combinations


def read_store(path: Path) -> None:
    store = open_store(path)
    store.outcomes()
    store.failures(3, [row.key for row in ROWS])
    store.export(path.with_suffix(".csv"))
    assert len(store.rows()) <= 50 * len(ROWS)


def read_log(path: Path) -> None:
    store = path.with_name("killed.sqlite")
    shutil.copyfile(path.with_name("store.sqlite.sample"), store)
    path.replace(path.with_name("killed.sqlite-wal"))
    read_store(store)


READERS: dict[str, tuple[str, str, Callable[[Path], object]]] = {
    "efg": ("game.efg", "", read_efg_twice),
    "nfg": ("game.nfg", "", read_nfg_twice),
    "table": ("game.csv", "", load_twice),
    "explorer": ("game.xml", "", load_twice),
    "workbook": ("game.gbt", "", load_twice),
    "lines of Gambit": ("gambit.txt", "", lambda path: certify(KUHN, read_profile(path, KUHN))),
    "plans": ("plans.json", "json", lambda path: certify(KUHN, read_profile(path, KUHN))),
    "positions": ("positions.efg", "", read_positions),
    "profile": ("profile.json", "json", read_profile_twice),
    "start": (
        "profile.json",
        "json",
        lambda path: starting_plans(KUHN, sequence_form(KUHN).target, path),
    ),
    "assessment": ("assessment.json", "json", read_assessment_twice),
    "history": ("history.jsonl", "lines", resume_twice),
    "solution": ("kuhn.solution", "archive", read_solution_twice),
    "checkpoint": ("kuhn.npz", "archive", read_checkpoint),
    "program": ("program.npz", "archive", read_program_twice),
    "declaration": ("sweep.toml", "", read_declaration),
    "store": ("store.sqlite", "binary", read_store),
    "log of a store": ("store.sqlite-wal", "binary", read_log),
}
"""For every kind of file its name, the damage that it gets beside bytes, and what is done with one that is read."""


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a sound file of every kind, ``.sample`` after its name."""
    folder = tmp_path_factory.mktemp("samples")
    (folder / "game.efg").write_text(EFG, encoding="utf-8")
    (folder / "positions.efg").write_text(PERFECT, encoding="utf-8")
    texts = {"nfg": NFG, "csv": TABLE, "xml": EXPLORER, "gbt": WORKBOOK}
    for suffix, text in texts.items():
        (folder / f"game.{suffix}").write_text(text, encoding="utf-8")
    (folder / "gambit.txt").write_text(GAMBIT, encoding="utf-8")
    uniform = sf.uniform_profile(KUHN)
    forms = [strategies_data(KUHN, uniform, "plan")[0], strategies_data(KUHN, uniform, "mixed")[1]]
    (folder / "plans.json").write_text(json.dumps({"players": forms}), encoding="utf-8")
    players = json.loads(to_json(profile_data(KUHN, sf.uniform_profile(KUHN))))
    (folder / "profile.json").write_text(
        json.dumps({"players": players, "witness": players}), encoding="utf-8"
    )
    assessment: Any = sf.solve(KUHN, "quasi-perfect").assessment
    write_assessment(KUHN, assessment, folder / "assessment.json")
    session = Session(open_game("kuhn"), RandomAgent())
    for hand in range(4):
        while not session.over:
            session.act(hand % 2)
        session.next()
    (folder / "history.jsonl").write_text(session.history, encoding="utf-8")
    write_solution(
        sf.solve(ORDERED, target_gap=0.1, backend="cfr").saved(), folder / "kuhn.solution"
    )
    read_checkpoint(folder / "kuhn.npz")
    write_npz(zero_sum_lp(sequence_form(KUHN).target).target, folder / "program.npz")
    (folder / "sweep.toml").write_text(DECLARATION, encoding="utf-8")
    store = folder / "store.sqlite"
    with driven(open_store(store)) as recorder:  # as a driver leaves it that is killed
        for row in ROWS:
            recorder.add(row)
        data, log = store.read_bytes(), store.with_name("store.sqlite-wal").read_bytes()
    store.write_bytes(data)
    store.with_name("store.sqlite-wal").write_bytes(log)
    for path in list(folder.iterdir()):
        path.rename(path.with_name(path.name + ".sample"))
    return folder


@pytest.mark.parametrize("kind", READERS)
def test_a_sound_file_is_written_and_read_again_the_same(kind: str, samples: Path) -> None:
    name, _, read = READERS[kind]
    shutil.copyfile(samples / f"{name}.sample", samples / name)
    read(samples / name)


@pytest.mark.parametrize("kind", READERS)
@cases(60)
@given(data=st.data())
def test_a_damaged_file_is_one_error_or_written_and_read_again_the_same(
    kind: str, samples: Path, data: st.DataObject
) -> None:
    name, damage, read = READERS[kind]
    sample = (samples / f"{name}.sample").read_bytes()
    for path in samples.iterdir():
        if path.suffix != ".sample":
            path.unlink()
    (samples / name).write_bytes(data.draw(any_damage(sample, damage)))
    with one_error_at_most():
        read(samples / name)


@cases(60)
@given(
    row=st.sampled_from(ROWS).flatmap(lambda row: damaged_json(json.loads(row_text(row)))),
    form=st.integers(0, 2),
)
@example(row=json.dumps(json.loads(row_text(ROWS[0])) | {"host": None}), form=0)
def test_a_damaged_row_is_reported_or_no_row(row: str, form: int) -> None:
    try:
        rows = [row_from(row), *ROWS]
    except ValueError:
        return
    with one_error_at_most():
        report = frame_of(rows)
        columns, _ = default_groups(report)
        if form == 0:
            sweep_html(report, columns, title="Sweep")
        elif form == 1:
            to_json(sweep_data(report, columns))
        else:
            cases_csv(report)


NAMES = [*(entry.signature for entry in catalog.entries()), "kuhn(ante=2,bet=3/2)", "nothing(x=1)"]
OPENSPIEL = [
    "kuhn_poker(players=2)",
    "leduc_poker(suit_isomorphism=True)",
    "matrix_mp()",
    "tic_tac_toe",
]
OPTIONS = [
    "1/1000", "0.5", "1e-3", "bet>=2", "game!=kuhn", "seconds=none", "1:K:bet", "2:Q:b:call", "random:1", "centroid",
    "threshold:0.1,0.2", "sum", "value_1 < 0", "2 GB", "tolerance=1e-7", "mcts:100", "negamax:3", "equilibrium:kuhn",
    "profile:a.json", "player-1",
]  # fmt: skip


def parsers(text: str) -> list[Callable[[], object]]:
    """Return all ways in which an option is read."""
    report = frame_of(ROWS)
    return [
        lambda: where(report, [text]),
        lambda: common.fraction_of(text, "--epsilon"),
        lambda: common.raw_options([text]),
        lambda: recipe(text),
        lambda: objective(text),
        lambda: threshold_of(text),
        lambda: read_memory(text),
        *(lambda read=read: read(text) for _, read in keys.READERS.values()),
    ]


@cases(100)
@given(text=st.sampled_from(NAMES).flatmap(damaged_text))
def test_a_name_of_a_game_is_loaded_or_one_error(text: str) -> None:
    assume("/" not in text.partition("(")[0] and text.strip() != "-")  # which is the standard input
    with one_error_at_most():
        sf.load(text, max_nodes=3000)


@cases(20)
@given(text=st.sampled_from(OPENSPIEL).flatmap(damaged_text))
def test_a_name_of_openspiel_is_loaded_or_one_error(text: str) -> None:
    pytest.importorskip("pyspiel", reason="games of OpenSpiel need it")
    with one_error_at_most():
        sf.load(f"openspiel:{text}", max_nodes=3000)


@cases(100)
@given(text=st.sampled_from(OPTIONS).flatmap(damaged_text))
def test_an_option_is_read_or_one_error(text: str) -> None:
    for parse in parsers(text):
        with one_error_at_most():
            parse()


COMPRESSED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA)


def npy(array: np.ndarray) -> bytes:
    data = io.BytesIO()
    np.save(data, array, allow_pickle=array.dtype.hasobject)
    return data.getvalue()


def archive(path: Path, members: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> Path:
    with zipfile.ZipFile(path, "w", method) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return path


def declare(path: Path, size: int) -> None:
    """Let the directory of an archive with one member declare another size after decompression."""
    data = bytearray(path.read_bytes())
    place = data.rfind(b"PK\x01\x02")
    data[place + 24 : place + 28] = struct.pack("<I", size)
    path.write_bytes(data)


@pytest.mark.parametrize("method", COMPRESSED)
def test_arrays_of_every_method_come_back(method: int, tmp_path: Path) -> None:
    arrays = {
        "a.npy": np.arange(12.0).reshape(3, 4),
        "b.npy": np.asfortranarray(np.arange(6).reshape(2, 3)),
        "c.npy": np.array("text"),
    }
    path = archive(tmp_path / "a.npz", {name: npy(array) for name, array in arrays.items()}, method)
    with open_archive(path, methods=COMPRESSED) as opened:
        assert opened.names == tuple(arrays)
        for name, array in arrays.items():
            found = opened.array(name, kinds="fiU")
            assert np.array_equal(found, array)
            assert found.dtype == array.dtype


@pytest.mark.parametrize("method", COMPRESSED[1:])
def test_a_size_beyond_the_bound_is_refused_before_anything_is_read(
    method: int, tmp_path: Path
) -> None:
    path = archive(tmp_path / "a.npz", {"a.npy": bytes(2**20)}, method)
    declare(path, 2**31)
    with (
        pytest.raises(
            ArchiveError,
            match=r"2,147,483,648 bytes after decompression; at most 1,073,741,824 are read",
        ),
        open_archive(path, methods=COMPRESSED),
    ):
        pass


@pytest.mark.parametrize("method", COMPRESSED[1:])
def test_no_more_than_the_declared_size_is_decompressed(method: int, tmp_path: Path) -> None:
    path = archive(tmp_path / "a.npz", {"a": bytes(2**20)}, method)
    declare(path, 100)
    with (
        open_archive(path, methods=COMPRESSED) as opened,
        pytest.raises(ArchiveError, match="a: damaged"),
    ):
        opened.read("a", 2**20)


def test_a_damaged_archive_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.npz", {"a.npy": npy(np.arange(100))})
    data = bytearray(path.read_bytes())
    data[300] ^= 1
    path.write_bytes(data)
    with open_archive(path) as opened, pytest.raises(ArchiveError, match=r"a\.npy: damaged"):
        opened.array("a.npy", kinds="i")


@pytest.mark.parametrize(
    "content",
    [
        npy(np.array([{}], dtype=object)),
        b"no array at all",
        npy(np.arange(5))[:-1],
        npy(np.arange(5)) + b"x",
        npy(np.arange(5)).replace(b"(5,)", b"(6,)"),
        npy(np.arange(5)).replace(b"(5,), ", b"(-5,),"),
        npy(np.arange(5)).replace(b"<i8", b"<U0"),
        npy(np.arange(5)).replace(b"{", b"("),
        # Beyond the code points of Unicode.
        npy(np.array([sys.maxunicode + 1], dtype="<u4").view("<U1")),
    ],
)
def test_members_that_are_no_arrays_of_numbers_are_refused(content: bytes, tmp_path: Path) -> None:
    path = archive(tmp_path / "a.npz", {"a.npy": content})
    with open_archive(path) as opened, pytest.raises(ArchiveError, match=r"a\.npy"):
        opened.array("a.npy", kinds="iU")


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        *(({"shape": shape}, r"an array of shape \(5,\), not") for shape in ((4,), (5, 1), ())),
        ({"most_items": 4}, "5 elements, where at most 4 are possible"),
    ],
)
def test_arrays_of_another_shape_or_size_are_refused(
    bounds: dict[str, Any], message: str, tmp_path: Path
) -> None:
    path = archive(tmp_path / "a.npz", {"a.npy": npy(np.arange(5))})
    with open_archive(path) as opened, pytest.raises(ArchiveError, match=message):
        opened.array("a.npy", kinds="i", **bounds)


def test_archives_of_unexpected_structure_are_refused(tmp_path: Path) -> None:
    many = archive(tmp_path / "many.npz", {f"{k}": b"" for k in range(5000)})
    packed = archive(tmp_path / "a.npz", {"a.npy": npy(np.arange(5))}, zipfile.ZIP_BZIP2)
    twice = tmp_path / "twice.npz"
    with zipfile.ZipFile(twice, "w") as file, pytest.warns(UserWarning, match="Duplicate name"):
        file.writestr("a", "1")
        file.writestr("a", "2")
    for path, message in (
        (many, "5,000 members"),
        (packed, "compressed by a method that is not read"),
        (twice, "two members of one name"),
    ):
        with pytest.raises(ArchiveError, match=message), open_archive(path):
            pass


def test_pipes_and_folders_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path):
        with (
            pytest.raises(OSError, match=r"not a regular file|[Ii]s a directory"),
            open_regular(path),
        ):
            pass


@pytest.mark.parametrize("read", [read_solution, read_npz])
def test_readers_refuse_archives_of_vast_contents(
    read: Callable[[Path], object], tmp_path: Path
) -> None:
    path = archive(
        tmp_path / "bomb.npz",
        {HEADER: b" " * 2**25, "format.npy": bytes(2**25)},
        zipfile.ZIP_DEFLATED,
    )
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises((ParseError, ModelError), match="bomb"):
        read(path)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200 * 1024


def test_values_of_any_depth_and_length_are_quoted_briefly() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert shown_value(deep) == "a list"
    assert len(shown_value("x" * 10**6)) == 60
    assert shown_value(0.5) == "0.5"
