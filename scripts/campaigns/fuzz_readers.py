"""The cases of the fuzzing campaign: samples of every format, and what has to hold for a mutated one."""

from __future__ import annotations

import contextlib
import io
import json
import random
import sqlite3
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import mutations
import numpy as np
from rich.console import Console

import seqform as sf
from seqform.backends import SolveOptions
from seqform.backends.iterative.cfr import CfrBackend
from seqform.builders.forms.class_game import class_game
from seqform.builders.games import catalog
from seqform.builders.games.formats.efg import parse_efg, parse_position_graph, write_efg
from seqform.builders.games.formats.nfg import parse_nfg, write_nfg
from seqform.builders.games.formats.tokens import decoded
from seqform.builders.games.ordered.poker import kuhn
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.builders.steps import threshold_of
from seqform.cli.common import epsilon_of, fraction_of, raw_options
from seqform.cli.report import sweep_report
from seqform.errors import GameError, SeqformError
from seqform.experiments import keys
from seqform.experiments.declaration import expand, read_memory, read_spec, read_time
from seqform.experiments.driver import driven
from seqform.experiments.report.data import default_groups, frame_of, where
from seqform.experiments.report.page import sweep_html
from seqform.experiments.report.tables import cases_csv, sweep_data
from seqform.experiments.rows import Outcome, Row, row_from, row_text
from seqform.experiments.store import BESIDE, open_store
from seqform.experiments.values import Case, watched
from seqform.io.assessments import read_assessment, write_assessment
from seqform.io.json_values import to_json
from seqform.io.linear_programs import read_npz, write_npz
from seqform.io.profiles import profile_data, read_profile, read_witness
from seqform.io.solutions import read_solution, write_solution
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.profile_set import objective
from seqform.play.agents import RandomAgent, recipe
from seqform.play.history import resume_session
from seqform.play.playable import open_game
from seqform.play.session import Session
from seqform.solving.starts import starting_plans
from seqform.verify.nash import certify

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "games"
"""A collection of game files beside the repository, where there is one."""

SMALL, LARGE = 700, 6000
"""Characters of the samples that most cases begin with, and of the others."""

RARELY = 0.02
PORTION = 200
"""Lengths at which a sample is cut off in one case."""

MOST_NODES = 3000
MOST_CASES = 300

EFG = """EFG 2 R "a" { "A" "B" } ""
c "" 1 "x" { "l" 1/3 "r" 2/3 } 0
p "" 1 1 "s" { "u" "d" } 0
p "" 2 1 "t" { "u" "d" } 1 "o" { 1, -1 }
t "" 2 "" { 0.5, 1e1 }
t "" 0
t "" 3 "z" { 1/2 -1/2 }
p "" 1 1 { "u" "d" } 0
t "" 2
p "" 2 1 0
t "" 0
t "" 3
"""
NFG = ('NFG 1 R "a" { "A" "B" } { 2 3 } "" 1 -1 0 0 1/2 -.5 1e1 2 3 4 5 6\n',)
NAMES = (
    "kuhn(ante=2,bet=3/2)",
    "leduc(ranks=2,first_bet=1)",
    "random-game(seed=3)",
    "openspiel:kuhn_poker",
    "nothing(x=1)",
    "goofspiel(cards=2)",
)
OPENSPIEL = (
    "kuhn_poker(players=2)",
    "leduc_poker(suit_isomorphism=True)",
    "matrix_mp()",
    "tic_tac_toe",
    "liars_dice(numdice=1,dice_sides=2)",
)
OPTIONS = (
    *("1/1000", "0.5", "1e-3", "bet>=2", "game!=kuhn", "value_1 < 0", "seconds=none", "1:K:bet", "2:Q:b:call"),
    *("random:1", "centroid", "ones", "threshold:0.1,0.2", "sum", "max-1", "2 GB", "tolerance=1e-7", "solver=simplex"),
    *("mcts:100", "negamax:3", "equilibrium:kuhn", "profile:a.json", "player-1", "random"),
)


class Readers:
    """All readers with their samples.

    Parameters
    ----------
    folder : Path
        For the files of the cases.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.efg, self.efg_large = _texts(".efg", (EFG, *map(_efg_of, ("kuhn", "matching-pennies"))))
        self.nfg, self.nfg_large = _texts(".nfg", NFG)
        self.game = sf.load("kuhn")
        self.profile = to_json({"players": profile_data(self.game, sf.uniform_profile(self.game))})
        self.history = _history()
        self.witness = json.loads(self.profile)
        self.witness["witness"] = self.witness["players"]
        self.small, self.assessment = _assessment(folder)
        self.ordered = kuhn("kuhn")
        self.solution, self.checkpoint, self.program = self._archives()
        self.rows = _rows()
        self.sweep = frame_of(self.rows)
        sweep_html(self.sweep, ["bet"], title="Sweep")  # loads its packages outside the time of a case
        self.store, self.log = self._store()
        self.declarations = [
            DECLARATION,
            *(path.read_text("utf-8") for path in sorted((ROOT / "scripts/sweeps").glob("*.toml"))),
        ]
        self.cases: dict[str, Callable[[random.Random], str | None]] = {
            "efg": self._efg,
            "nfg": self._nfg,
            "positions": self._positions,
            "profiles": self._profile,
            "assessments": self._assessed,
            "histories": self._history,
            "starts": self._start,
            "solutions": self._solution,
            "checkpoints": self._checkpoint,
            "programs": self._program,
            "declarations": self._declaration,
            "rows": self._row,
            "sqlite": self._database,
            "logs": lambda rng: self._accept_log(mutations.mutated_bytes(rng, self.log)),
            "names": self._name,
            "openspiel": self._openspiel,
            "options": self._option,
        }

    def case(self, part: str, rng: random.Random) -> str | None:
        """Carry out a case; return its failure, or raise what came out."""
        return self.cases[part](rng)

    def cut(self, part: str, portion: int) -> str | None:
        """Cut samples off at the lengths of a portion; return "end" where there is none left."""
        samples: dict[str, tuple[list[bytes], Callable[[bytes], str | None], int]] = {
            "efg": ([text.encode() for text in self.efg], self._accept_efg, 1),
            "nfg": ([text.encode() for text in self.nfg], self._accept_nfg, 1),
            "profiles": ([self.profile.encode()], self._accept_profile, 1),
            "histories": ([self.history.encode()], self._accept_history, 1),
            "solutions": ([self.solution], self._accept_solution, 1),
            "checkpoints": ([self.checkpoint], self._accept_checkpoint, 1),
            "programs": ([self.program], self._accept_program, 1),
            "declarations": ([DECLARATION.encode()], self._accept_declaration, 1),
            "sqlite": ([self.store], self._accept_store, 64),
            "logs": ([self.log], self._accept_log, 64),
        }
        files, accept, step = samples[part]
        cuts = [(data, length) for data in files for length in range(0, len(data), step)]
        chosen = cuts[portion * PORTION : (portion + 1) * PORTION]
        for data, length in chosen:
            with contextlib.suppress(SeqformError):
                failure = accept(data[:length])
                if failure is not None:
                    return f"cut off after {length} bytes: {failure}"
        return None if chosen else "end"

    # ---- games ----

    def _efg(self, rng: random.Random) -> str | None:
        return self._accept_efg(_mutated(rng, self.efg, self.efg_large))

    def _accept_efg(self, data: bytes) -> str | None:
        return _again(parse_efg(decoded(data, "game.efg"), "game.efg"), write_efg, parse_efg)

    def _nfg(self, rng: random.Random) -> str | None:
        return self._accept_nfg(_mutated(rng, self.nfg, self.nfg_large))

    def _accept_nfg(self, data: bytes) -> str | None:
        return _again(parse_nfg(decoded(data, "game.nfg"), "game.nfg"), write_nfg, parse_nfg)

    def _positions(self, rng: random.Random) -> str | None:
        graph = parse_position_graph(decoded(_mutated(rng, self.efg, self.efg_large), "game.efg"), "game.efg")
        return None if len(graph) else "a game without positions"

    # ---- profiles ----

    def _profile(self, rng: random.Random) -> str | None:
        return self._accept_profile(_mutated_json(rng, self.witness))

    def _accept_profile(self, data: bytes) -> str | None:
        path = self._file("profile.json", data)
        found = read_profile(path, self.game)
        certificate = certify(self.game, found)
        if certificate.exact and min(certificate.regrets) < 0:
            return f"negative regret: {certificate.regrets}"
        path.write_text(to_json({"players": profile_data(self.game, found)}), encoding="utf-8")
        again = read_profile(path, self.game)
        same = all(
            np.array_equal(one.probabilities, other.probabilities) for one, other in zip(found, again, strict=True)
        )
        read_witness(self._file("profile.json", data), self.game)
        return None if same else "another profile after writing and reading"

    def _assessed(self, rng: random.Random) -> str | None:
        path = self._file("assessment.json", _mutated_json(rng, self.assessment))
        found = read_assessment(path, self.small)
        if found is None:
            return None
        write_assessment(self.small, found, path)
        again = read_assessment(path, self.small)
        return (
            None
            if again is not None and again.beliefs.equals(found.beliefs)
            else "other beliefs after writing and reading"
        )

    def _history(self, rng: random.Random) -> str | None:
        lines = self.history.splitlines()
        place = rng.randrange(len(lines))
        changed = _mutated_json(rng, json.loads(lines[place]))
        return self._accept_history(
            b"\n".join([*(line.encode() for line in lines[:place]), changed, *map(str.encode, lines[place + 1 :])])
        )

    def _accept_history(self, data: bytes) -> str | None:
        path = self._file("history.jsonl", data)
        session = resume_session(path, self.game, RandomAgent())
        again = resume_session(path, self.game, RandomAgent())
        return None if again.history == session.history else "another history after writing and reading"

    def _start(self, rng: random.Random) -> str | None:
        form = sf.builders.sequence_form(self.game).target
        if rng.random() < 0.2:
            starting_plans(self.game, form, mutations.mutated_text(rng, rng.choice(("random:1", "centroid", "ones"))))
        else:
            starting_plans(self.game, form, self._file("start.json", _mutated_json(rng, self.witness)))
        return None

    # ---- archives ----

    def _archives(self) -> tuple[bytes, bytes, bytes]:
        answer = sf.solve(self.ordered, target_gap=0.1, backend="cfr")
        write_solution(answer.saved(), self.folder / "kuhn.solution")
        checkpoint = self.folder / "kuhn.npz"
        self.classes = class_game(InformationFilter.identity(self.ordered))
        self._resume(checkpoint)
        write_npz(zero_sum_lp(sf.builders.sequence_form(self.game).target).target, self.folder / "program.npz")
        return tuple((self.folder / name).read_bytes() for name in ("kuhn.solution", "kuhn.npz", "program.npz"))  # type: ignore[return-value]

    def _resume(self, path: Path) -> None:
        raw = {"iterations": 2, "checkpoint_seconds": 1000}
        CfrBackend().solve(self.classes, SolveOptions(threads=1, target_gap=0, checkpoint=path, raw=raw))

    def _solution(self, rng: random.Random) -> str | None:
        return self._accept_solution(_mutated_archive(rng, self.solution, zipfile.ZIP_STORED))

    def _accept_solution(self, data: bytes) -> str | None:
        path = self._file("kuhn.solution", data)
        found = read_solution(path, self.ordered)
        write_solution(found, path)
        again = read_solution(path, self.ordered)
        same = all(
            np.array_equal(one, other)
            for mine, theirs in zip(found.weights, again.weights, strict=True)
            for one, other in zip(mine, theirs, strict=True)
        )
        return None if same else "another solution after writing and reading"

    def _checkpoint(self, rng: random.Random) -> str | None:
        return self._accept_checkpoint(_mutated_archive(rng, self.checkpoint, zipfile.ZIP_STORED))

    def _accept_checkpoint(self, data: bytes) -> str | None:
        self._resume(self._file("kuhn.npz", data))
        return None

    def _program(self, rng: random.Random) -> str | None:
        return self._accept_program(_mutated_archive(rng, self.program, zipfile.ZIP_DEFLATED))

    def _accept_program(self, data: bytes) -> str | None:
        path = self._file("program.npz", data)
        found = read_npz(path)
        write_npz(found, path)
        again = read_npz(path)
        same = found.objective.equals(again.objective) and found.matrix.values.equals(again.matrix.values)
        return None if same else "another program after writing and reading"

    # ---- sweeps ----

    def _declaration(self, rng: random.Random) -> str | None:
        text = rng.choice(self.declarations)
        if rng.random() < 0.8:
            return self._accept_declaration(
                mutations.mutated_text(rng, text, self.declarations).encode(errors="replace")
            )
        return self._accept_declaration(mutations.mutated_bytes(rng, text.encode()))

    def _accept_declaration(self, data: bytes) -> str | None:
        found = read_spec(self._file("sweep.toml", data))
        totals = [int(np.prod([len(axis.values) for axis in grid.axes], dtype=object)) for grid in found.grids]
        if sum(totals) <= MOST_CASES and len(expand(found)) > sum(totals):
            return "more cases than combinations"
        return None

    def _row(self, rng: random.Random) -> str | None:
        rows = list(self.rows)
        place = rng.randrange(len(rows))
        text = mutations.json_text(rng, mutations.mutated_json(rng, json.loads(row_text(rows[place]))))
        if rng.random() < 0.2:
            text = mutations.mutated_text(rng, text)
        with contextlib.suppress(ValueError):
            rows[place] = row_from(text)
            _report(rows, rng)
        return None

    def _store(self) -> tuple[bytes, bytes]:
        """Return a store as its driver left it when it was killed, and its write-ahead log."""
        path = self.folder / "sample.sqlite"
        with driven(open_store(path)) as recorder:
            for row in self.rows:
                recorder.add(row)
            return path.read_bytes(), path.with_name(path.name + "-wal").read_bytes()

    def _database(self, rng: random.Random) -> str | None:
        if rng.random() < 0.7:
            return self._accept_store(mutations.mutated_bytes(rng, self.store))
        path = self._file("store.sqlite", self.store)
        table = {name: rng.choice(mutations.SCALARS) for name in ("row", "key", "started", "parameters", "outcome")}
        name = rng.choice(list(table))
        value = table[name]
        with (
            contextlib.closing(sqlite3.connect(path)) as connection,
            contextlib.suppress(sqlite3.Error, OverflowError, UnicodeError),
        ):
            given = value.encode(errors="surrogatepass") if isinstance(value, str) and rng.random() < 0.3 else value
            connection.execute(f"UPDATE rows SET {name} = ? WHERE key = ?", (given, self.rows[0].key))
            connection.commit()
        return self._accept_store(path.read_bytes())

    def _accept_log(self, data: bytes) -> str | None:
        return self._accept_store(self.store, data)

    def _accept_store(self, data: bytes, log: bytes = b"") -> str | None:
        path = self._file("store.sqlite", data)
        for end in BESIDE:
            path.with_name(path.name + end).unlink(missing_ok=True)
        if log:
            path.with_name(path.name + "-wal").write_bytes(log)
        store = open_store(path)
        rows = store.rows()
        store.outcomes()
        store.failures(3, [row.key for row in self.rows])
        store.export(self.folder / "out.csv")
        return None if len(rows) <= len(self.rows) * 50 else "more rows than were written"

    # ---- names and options ----

    def _name(self, rng: random.Random) -> str | None:
        samples = (*NAMES[:3], *(entry.signature for entry in catalog.entries()))
        text = mutations.mutated_text(rng, rng.choice(samples), samples)
        if "/" not in text.partition("(")[0]:
            sf.load(text, max_nodes=MOST_NODES)
        return None

    def _openspiel(self, rng: random.Random) -> str | None:
        sf.load("openspiel:" + mutations.mutated_text(rng, rng.choice(OPENSPIEL), OPENSPIEL), max_nodes=MOST_NODES)
        return None

    def _option(self, rng: random.Random) -> str | None:
        text = mutations.mutated_text(rng, rng.choice(OPTIONS), OPTIONS)
        checks = (watched, read_memory, read_time, *keys.SETTINGS.values(), *keys.CHOICES.values())
        parsers: list[Callable[[], object]] = [
            lambda: where(self.sweep, [text]),
            lambda: fraction_of(text, "--epsilon", "1/1000"),
            lambda: epsilon_of(text),
            lambda: raw_options([text]),
            lambda: recipe(text),
            lambda: objective(text),
            lambda: threshold_of(text),
            *(partial(keys.checked, check, text) for check in checks),
        ]
        for parse in parsers:
            with contextlib.suppress(SeqformError):
                try:
                    parse()
                except ValueError as error:
                    if type(error) is not ValueError:  # keys.checked documents this one
                        raise
        return None

    def _file(self, name: str, data: bytes) -> Path:
        path = self.folder / name
        path.write_bytes(data)
        return path


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
preprocess = ["none", ["merge"]]
[[case]]
game = "leduc"
preprocess = "lossless"
"""


def _texts(suffix: str, own: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return small samples, and larger ones, of game files."""
    texts = list(own)
    for path in sorted(SHARED.glob(f"*{suffix}")) if SHARED.is_dir() else ():
        with contextlib.suppress(UnicodeDecodeError):
            texts.append(path.read_text(encoding="utf-8"))
    small = [text for text in texts if len(text) <= SMALL]
    return small, [text for text in texts if SMALL < len(text) <= LARGE] or small


def _history() -> str:
    """Return the history of a session of some hands."""
    session = Session(open_game("kuhn"), RandomAgent())
    for hand in range(4):
        while not session.over:
            session.act(hand % 2)
        session.next()
    return session.history


def _efg_of(name: str) -> str:
    return write_efg(sf.load(name))


def _mutated(rng: random.Random, small: list[str], large: list[str]) -> bytes:
    samples = large if rng.random() < RARELY else small
    text = rng.choice(samples)
    if rng.random() < 0.8:
        return mutations.mutated_text(rng, text, samples).encode(errors="surrogatepass")
    return mutations.mutated_bytes(rng, text.encode(), [rng.choice(samples).encode()])


def _mutated_json(rng: random.Random, data: Any) -> bytes:
    if rng.random() < 0.7:
        return mutations.json_text(rng, mutations.mutated_json(rng, data)).encode()
    text = json.dumps(data)
    if rng.random() < 0.5:
        return mutations.mutated_text(rng, text).encode(errors="surrogatepass")
    return mutations.mutated_bytes(rng, text.encode())


def _mutated_archive(rng: random.Random, data: bytes, method: int) -> bytes:
    if rng.random() < 0.4:
        return mutations.mutated_bytes(rng, data)
    return mutations.mutated_archive(rng, mutations.members_of(data), method, _mutated_member)


def _mutated_member(rng: random.Random, name: str, content: bytes) -> bytes:
    """Change a member: JSON as JSON; of arrays the header, the numbers, or the whole."""
    if name.endswith(".json"):
        try:
            data = json.loads(content or b"{}")
        except (ValueError, RecursionError):  # damaged by an earlier mutation
            return content
        return mutations.json_text(rng, mutations.mutated_json(rng, data)).encode()
    if rng.random() < 0.5:
        return mutations.mutated_bytes(rng, content)
    try:
        array = np.load(io.BytesIO(content))
    except Exception:  # damaged by an earlier mutation
        return content
    kind = rng.randrange(5)
    if kind == 0:
        array = np.resize(array, rng.choice(((0,), (1,), (2, 3), (), (array.size + 1,))))
    elif kind == 1:
        array = (
            array.astype(rng.choice(("U3", "S2", "f4", "f8", "u1", "i8", "c16", "?")), casting="unsafe")
            if array.dtype.kind not in "US"
            else array[None]
        )
    elif kind == 2 and array.dtype.kind == "U" and array.ndim == 0:
        with contextlib.suppress(ValueError):
            array = np.array(json.dumps(mutations.mutated_json(rng, json.loads(str(array)))))
    elif array.size and array.dtype.kind in "iuf":
        array = array.copy()
        values = (0, 1, 2, 255, 7) if array.dtype.kind == "u" else (0, -1, 1, 127, 5)
        array.flat[rng.randrange(array.size)] = rng.choice(
            (*values, *((np.nan, np.inf, -1e308) if array.dtype.kind == "f" else ()))
        )
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def _again(
    game: ExtensiveGame, write: Callable[[ExtensiveGame], str], parse: Callable[[str], ExtensiveGame]
) -> str | None:
    """Write a game that was accepted, and read it again."""
    text = write(game)
    try:
        return None if parse(text) == game else "another game after writing and reading"
    except GameError as error:
        return f"not read again: {error}"


def _assessment(folder: Path) -> tuple[ExtensiveGame, Any]:
    game = sf.load("kuhn")
    answer = sf.solve(game, concept="quasi-perfect", exact=True)
    assert answer.assessment is not None
    write_assessment(game, answer.assessment, folder / "assessment.json")
    return game, json.loads((folder / "assessment.json").read_text("utf-8"))


def _rows() -> list[Row]:
    rows = []
    for number, outcome in enumerate((Outcome.CERTIFIED, Outcome.CERTIFIED, Outcome.TIMED_OUT)):
        case = Case("kuhn", {"bet": number, "ante": "1/2"}, backend="highs", preprocess=("merge",), watch=("1:K:bet",))
        row = Row(case.key, case.as_dict(), outcome, started=f"2026-01-0{number + 1}", seconds=0.5, peak_bytes=1)
        rows.append(replace(row, phases={"solve": 0.1}, versions={"python": "3"}, host={"cores": 2}, nodes=58))
    answer: dict[str, Any] = {"value": (0.5, -0.5), "exact_value": ("1/2", "-1/2"), "nash_conv": 0.0}
    answer |= {"probabilities": {"1:K:bet": 1.0}, "bounds": [(1, 0.1, 0.0, 1.0)]}
    return [replace(rows[0], **answer), replace(rows[1], **answer), replace(rows[2], error="late")]


def _report(rows: list[Row], rng: random.Random) -> None:
    """Report rows in one of the forms there are."""
    cases = frame_of(rows)
    columns, _ = default_groups(cases)
    kind = rng.randrange(200)
    if kind == 0:
        sweep_html(cases, columns, title="Sweep")
    elif kind <= 70:
        to_json(sweep_data(cases, columns))
    elif kind <= 140:
        cases_csv(cases)
    else:
        Console(file=io.StringIO(), width=200).print(sweep_report(cases, columns, everything=True))
