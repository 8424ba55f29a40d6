"""Campaign of promises: each sentence of the documentation that promises an effect, observed once.

    python scripts/campaigns/silent_drops.py --minutes 60
    python scripts/campaigns/silent_drops.py --parts refusals --only 17

Written by hand from docs/*.md, the help of the commands and the docstrings. A case draws a promise, and a game where
the sentence holds of any: an option has to change what a person has of the run, or the run is refused in one line;
nothing else is accepted.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import chdir
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "scripts")]

from campaign import Campaign, TooSlowError
from files import PATIENCE, command
from options import without_times

import seqform as sf
from seqform.errors import SeqformError

Fault = str | None

CONSTANT = (
    "kuhn",
    "'kuhn(bet=2)'",
    "kuhn-with-raise",
    "'random-game(seed=1,depth=3)'",
    "'random-game(seed=5,depth=4)'",
)
GENERAL = ("vsvet-figure-1", "'binary-tree(depth=3,seed=1)'", "'binary-tree(depth=4,seed=2)'")
PERFECT = ("littman-figure-1", "littman-figure-4")

RULES = """
from seqform.builders.games.rules import Rules

class Heap(Rules):
    title, perfect_information = "heap", True
    def initial(self): return (7, 0)
    def player(self, state): return state[1] if state[0] else -2
    def actions(self, state): return [take for take in (1, 2, 3) if take <= state[0]]
    def apply(self, state, action): return (state[0] - action, 1 - state[1])
    def payoffs(self, state): return (1, -1) if state[1] else (-1, 1)
    def observation(self, state, player): return state
    def position(self, state): return state
"""


def prepare() -> None:
    """Write the files that commands of this campaign read into the current folder."""
    sf.solve("kuhn", exact=True).save("nash.json")
    sf.solve("kuhn", "quasi-perfect").save("quasi.json")
    sf.solve("vsvet-figure-1").save("general.json")
    sf.write_equilibrium(sf.solve("kuhn", exact=False), "doubles.json")
    labels = [[(h, list(row)) for h, row in side.items()] for side in sf.uniform_profile("kuhn")]
    Path("uniform.json").write_text(
        profile_text(
            [[(h, row, [f"1/{len(row)}"] * len(row)) for h, row in side] for side in labels]
        )
    )
    Path("rounded.json").write_text(
        profile_text([[(h, row, ["0.333333", "0.666666"]) for h, row in side] for side in labels])
    )
    Path("own.py").write_text(RULES)
    Path("evaluate.py").write_text("def good(state):\n    return 0.25\n")
    Path("sum.efg").write_text(
        'EFG 2 R "sum" { "A" "B" }\nc "" 1 "" { "x" 0.333333 "y" 0.333333 "z" 0.333333 } 0\n'
        't "" 1 "" { 1, -1 }\np "" 1 1 "h" { "l" "r" } 0\nt "" 2 "" { 2, -2 }\nt "" 3 "" { 0, 0 }\nt "" 4 "" { 0, 0 }\n'
    )
    Path("d.toml").write_text(
        'store = "s.sqlite"\n[[grid]]\ngame = "kuhn"\nbet = ["1/2", 1, 2]\nexact = true\nwatch = ["1:K:bet"]\n'
    )


def profile_text(sides: Sequence[Sequence[tuple[str, list[str], list[str]]]]) -> str:
    """Return a profile as JSON."""
    players = [
        {
            "information_sets": [
                {"label": h, "actions": actions, "probabilities": shares}
                for h, actions, shares in side
            ]
        }
        for side in sides
    ]
    return json.dumps({"players": players})


# ---- runs ----


@dataclass(frozen=True)
class Run:
    """What a person has of a command."""

    status: int
    output: str
    messages: str
    files: dict[str, str]

    @property
    def shown(self) -> tuple[Any, ...]:
        """All of it, without times."""
        return self.status, self.output, sorted(self.files.items())


PREPARED: dict[str, bytes] = {}


def run(line: str) -> Run:
    """Run a command line in a folder of its own with the prepared files."""
    with TemporaryDirectory() as name, chdir(name):
        if not PREPARED:
            prepare()
            PREPARED.update(
                {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}
            )
        for name, content in PREPARED.items():
            Path(name).write_bytes(content)
        status, output, messages = 0, "", ""
        for part in line.split(" && "):
            try:
                status, output, messages = command(*shlex.split(part))
            except TooSlowError:
                raise TimeoutError(f"{part}: over {PATIENCE} s") from None
            if status:
                break
        new = {
            path.name: path
            for path in Path().iterdir()
            if path.name not in PREPARED and path.is_file()
        }
        files = {name: without_times(path.read_text("latin-1")) for name, path in new.items()}
    return Run(status, without_times(output), messages.strip(), files)


def end_fault(line: str, found: Run) -> Fault:
    """Return what is wrong with the end of any run."""
    if found.status not in (0, 2, 3, 4) or "Traceback" in found.messages:
        return f"{line}: status {found.status}: {found.messages[-300:]}"
    if found.status == 2 and len(found.messages.splitlines()) != 1:
        return f"{line}: {found.messages}"
    return None


def filled(rng: Random, line: str) -> str:
    """Return a line with a game for CONSTANT, GENERAL, PERFECT or ANY."""
    for word, games in (
        ("CONSTANT", CONSTANT),
        ("GENERAL", GENERAL),
        ("PERFECT", PERFECT),
        ("ANY", CONSTANT + GENERAL),
    ):
        if word in line:
            line = line.replace(word, rng.choice(games))
    return line


# ---- promises of commands ----

EFFECTS: tuple[tuple[str, str], ...] = (
    # guide_solve, guide_backends, guide_equilibria, guide_vary
    ("solve CONSTANT", "--json"),
    ("solve CONSTANT", "--doubles"),
    ("solve CONSTANT --doubles", "--backend scipy"),
    ("solve leduc --backend highs", "--option solver=ipx"),  # smaller programs end in presolve
    ("solve CONSTANT --backend cvxpy", "--option solver=HIGHS"),
    ("solve kuhn", "--all"),
    ("solve leduc --backend highs", "--preprocess eliminate-dominated"),
    ("solve leduc --backend highs --dry-run", "--preprocess sparsify"),
    ("solve ANY", "--dry-run"),
    ("solve ANY", "--format csv"),
    ("solve ANY", "--format markdown"),
    ("solve ANY", "--format latex"),
    ("solve ANY", "-o out.json"),
    ("solve kuhn --backend lemke", "--start random:5"),
    ("solve vsvet-figure-1", "--start random:2"),
    ("solve vsvet-figure-1", "--weights=-1,-1"),
    ("solve kuhn", "--constraint '1: P(J: bet) >= 1/2'"),
    ("solve kuhn --constraint '1: P(J: bet) >= 1/2'", "--constraint '2: K:b call + Q:b call <= 1'"),
    ("solve kuhn --concept safe-response --opponent uniform", "--max-loss 1/36"),
    ("solve kuhn --concept safe-response --opponent uniform", "--weight 1/2"),
    ("solve kuhn --concept safe-response --opponent uniform", "--player 2"),
    ("solve kuhn --concept safe-response --max-loss 0 --opponent uniform", "--opponent nash.json"),
    ("solve PERFECT --concept subgame-perfect", "--sets"),
    ("solve littman-figure-4 --concept subgame-perfect --objective social", "--pure"),
    ("solve littman-figure-1 --concept subgame-perfect", "--objective fairest"),
    (
        "solve littman-figure-4 --concept subgame-perfect --objective social",
        "--objective least-social",
    ),
    (
        "solve littman-figure-4 --concept subgame-perfect --objective social",
        "--objective 'social where 2<=4'",
    ),
    ("solve littman-figure-4 --concept subgame-perfect", "--target-payoffs 2,4"),
    ("solve ANY", "--concept quasi-perfect"),
    ("solve kuhn --concept quasi-perfect", "--family"),
    ("solve kuhn --concept quasi-perfect", "--method symbolic"),
    ("solve kuhn --concept quasi-perfect", "--method numeric"),
    ("solve kuhn --concept quasi-perfect --method numeric", "--epsilon 1/10"),
    ("solve kuhn --concept quasi-perfect --family", "--trembles uniform.json"),
    ("solve kuhn --backend cfr", "--option iterations=5"),
    ("solve sum.efg", "--normalize"),
    ("info sum.efg", "--normalize"),
    ("solve leduc --backend highs", "--time-limit 0.001"),
    ("solve leduc --backend highs", "--option simplex_iteration_limit=5"),
    ("info ANY", "--json"),
    ("info ANY", "--format markdown"),
    ("solve 'kuhn(ranks=4)' --dry-run", "--preprocess none"),
    ("solve kuhn --backend cfr --target-gap 0.01", "--target-gap 0.5"),
    ("solve kuhn --concept maximin", "--doubles"),
    ("equilibria GENERAL", "--complete"),
    # check
    ("check kuhn nash.json", "--json"),
    ("check kuhn uniform.json", "--target-gap 0.001"),
    ("check kuhn nash.json", "--player 1"),
    ("check kuhn nash.json --player 1", "--player 2"),
    ("check kuhn uniform.json", "--responder 1"),
    ("check kuhn nash.json", "--constraint '1: P(J: bet) <= 1'"),
    ("check kuhn nash.json", "--normal-form-perfect"),
    ("check kuhn nash.json", "--subgame-perfect"),
    ("check kuhn nash.json", "--proper"),
    ("check kuhn nash.json", "--maximin"),
    ("check kuhn quasi.json", "--quasi-perfect"),
    ("check kuhn quasi.json", "--sequential"),
    ("check kuhn quasi.json", "--extensive-form-perfect"),
    ("check vsvet-figure-1 general.json --normal-form-perfect", "--no-witness"),
    ("check kuhn rounded.json", "--normalize-profile"),
    ("check kuhn nash.json", "--format csv"),
    # equilibria and trace
    ("equilibria vsvet-figure-1 --complete", "--objective least-social"),
    ("equilibria vsvet-figure-1 --starts 20", "--back"),
    ("equilibria vsvet-figure-1 --starts 3", "--seed 900"),
    ("equilibria GENERAL", "--starts 2"),
    ("equilibria GENERAL --starts 3", "--concept quasi-perfect"),
    ("equilibria GENERAL --starts 3", "--all"),
    ("equilibria vsvet-figure-1 --complete", "--option subsets=1"),
    ("trace GENERAL", "--start random:4"),
    ("trace GENERAL", "--initial slacks"),
    ("trace GENERAL", "--points"),
    ("trace GENERAL", "--formulation normal-form"),
    ("trace 'binary-tree(depth=4,seed=2)'", "--engine revised"),
    ("trace GENERAL", "--max-pivots 1"),
    ("trace GENERAL", "--plot z0.svg"),
    ("trace vsvet-figure-1 -o out.svg", "--spaces"),
    ("trace vsvet-figure-1 --spaces -o out.svg", "--theme dark"),
    ("trace vsvet-figure-1 --plot z0.svg", "--theme dark"),
    ("trace vsvet-figure-1", "--from general.json"),
    ("trace GENERAL", "--start ones"),
    # compare
    ("compare kuhn", "--concept proper"),
    ("compare guess-the-ace", "--player 2"),
    ("compare guess-the-ace", "--blunder 1/100"),
    ("compare guess-the-ace", "--format csv"),
    # pictures
    ("draw CONSTANT -o out.svg", "--concept nash"),
    ("draw kuhn -o out.svg", "--profile quasi.json"),
    ("draw kuhn -o out.svg --profile quasi.json", "--versus nash.json"),
    ("draw kuhn -o out.svg --profile quasi.json --versus uniform.json", "--difference"),
    ("draw kuhn -o out.svg", "--at Q:"),
    ("draw kuhn -o out.svg", "--depth 2"),
    ("draw kuhn -o out.svg", "--nodes 10"),
    ("draw kuhn --direction down -o out.svg", "--direction right"),
    ("draw littman-figure-4 -o out.svg", "--sets"),
    ("draw kuhn -o out.svg", "--sensitivity"),
    ("draw kuhn -o out.svg", "--theme print"),
    ("draw kuhn -o out.html", "--view flow"),
    ("chart kuhn", "--player 2"),
    ("chart kuhn", "--at Q:"),
    ("chart kuhn", "--ranges"),
    ("chart kuhn", "--frontier uniform"),
    ("chart leduc", "--round 2"),
    ("chart leduc --round 2", "--board Qs"),
    ("chart leduc", "--after check"),
    ("chart kuhn", "--versus uniform.json"),
    ("chart kuhn --profile uniform.json", "--profile nash.json"),
    ("chart kuhn -o out.svg", "--theme dark"),
    ("vary kuhn", "--format csv"),
    ("vary 'kuhn(bet=0..4)'", "-o value.svg"),
    ("vary 'kuhn(bet=0..2)'", "--all"),
    ("vary 'kuhn(bet=0..2)' -o value.svg", "--theme dark"),
    ("vary 'stag-hunt(hare=3..5)'", "--concept proper"),
    ("vary 'stag-hunt(hare=3..5)'", "--starts 1"),
    ("vary 'stag-hunt(hare=3..5)'", "--points 3"),
    ("vary 'stag-hunt(hare=3..5)'", "--precision 1/4"),
    # searches, matches, sizes
    ("search tic-tac-toe --depth 3", "--depth 2"),
    ("search tic-tac-toe --depth 2", "--evaluate ./evaluate.py:good"),
    ("search ./own.py:Heap", "--method minimax"),
    ("search tic-tac-toe --depth 3", "--deepening"),
    ("search ./own.py:Heap --method negamax", "--memory 1"),
    ("search ./own.py:Heap --method mcts", "--simulations 50"),
    ("search ./own.py:Heap --method mcts", "--uct 40"),
    ("search ./own.py:Heap --method mcts --simulations 50", "--seed 9"),
    ("search kuhn --method smooth-uct --simulations 500", "--seed 9"),
    ("search kuhn --method smooth-uct --simulations 500", "-o out.json"),
    ("match kuhn equilibrium random --games 20", "--seed 7"),
    ("match kuhn equilibrium random --games 20", "--fixed-seats"),
    ("match kuhn equilibrium random --games 4", "--show"),
    ("match kuhn equilibrium random --games 20", "--format csv"),
    ("match kuhn equilibrium random", "--games 30"),
    ("match kuhn random random --games 20", "-o out.json"),
    ("shrink leduc", "--preprocess threshold=0.1"),
    ("shrink leduc", "--format csv"),
    # export and convert
    ("export kuhn out.lp", "--player 2"),
    ("export kuhn out.lp", "--epsilon 1/100"),
    ("export kuhn out.lp", "--formulation normal-form"),
    ("export kuhn out.lp", "--preprocess merge-equivalent"),
    ("export kuhn out.lp", "--constraint '1: P(J: bet) >= 1/2'"),
    ("convert littman-figure-4 out.efg", "--preprocess solve-subgames"),
    ("convert kuhn out.json --profile nash.json", "--form plan"),
    ("convert kuhn out.json --profile nash.json", "--form behavior"),
    ("export sum.efg out.lp", "--normalize"),
    # sweeps
    ("sweep d.toml", "--dry-run"),
    ("sweep d.toml", "--store other.sqlite"),
    ("sweep d.toml", "--export out.csv"),
    ("sweep d.toml", "--shard 1/2"),
    ("sweep d.toml && report s.sqlite", "--by bet"),
    ("sweep d.toml && report s.sqlite", "--where bet=2"),
    ("sweep d.toml && report s.sqlite", "--csv -"),
    ("sweep d.toml && report s.sqlite", "--json"),
    ("sweep d.toml && report s.sqlite --plot sweep -o out.svg", "--theme dark"),
    ("sweep d.toml && chart s.sqlite --where bet=2", "--player 2"),
    # lists
    ("games", "--format csv"),
    ("games", "kuhn"),
    ("backends", "highs"),
    ("play kuhn -o out.html", "--against equilibrium:quasi-perfect"),
)
"""A command, and an option that has to change it."""

REFUSED: tuple[str, ...] = (
    "solve vsvet-figure-1 --backend scipy",
    "solve kuhn --option slver=simplex",
    "solve kuhn --option solver=ipm",
    "solve khun",
    "solve 'kuhn(bet=two)'",
    "solve 'kuhn(bett=2)'",
    "solve nowhere.efg",
    "solve rhode-island",
    "info leduc --max-nodes 100",
    "equilibria vsvet-figure-1 --starts 5 --complete",
    "solve kuhn --backend scipy --threads 2 --backend exact --tolerance 1e-9 --option nothing=1",
    "solve kuhn --concept subgame-perfect --objective social",
    "solve littman-figure-4 --concept subgame-perfect --target-payoffs 100,100",
    "solve littman-figure-4 --concept subgame-perfect --objective nothing",
    "solve littman-figure-4 --objective social",
    "solve littman-figure-4 --pure",
    "solve littman-figure-4 --target-payoffs 2,4",
    "solve kuhn --sets",
    "solve kuhn --family",
    "solve kuhn --method symbolic",
    "solve kuhn --epsilon 1/10",
    "solve kuhn --trembles uniform.json",
    "solve kuhn --opponent uniform",
    "solve kuhn --max-loss 1/2",
    "solve kuhn --weight 1/2",
    "solve kuhn --concept safe-response --opponent mcts --max-loss 0",
    "solve kuhn --concept safe-response --opponent uniform --max-loss 0 --weight 1/2",
    "solve kuhn --constraint '1: P(Z: bet) >= 1/2'",
    "solve kuhn --constraint '3: P(J: bet) >= 1/2'",
    "solve kuhn --constraint '1: P(J: bet) >= 2'",
    "solve vsvet-figure-1 --constraint '1: P(start: L) >= 1/2'",
    "solve kuhn --backend highs --start random:3",
    "solve kuhn --backend scipy --start nash.json",
    "solve kuhn --start nowhere.json --backend lemke",
    "solve kuhn --exact --doubles",
    "solve kuhn --backend cfr --target-gap -1",
    "solve kuhn --target-gap 0.1 --backend scipy",
    "solve kuhn --preprocess lossles",
    "solve kuhn --preprocess none --preprocess sparsify",
    "solve vsvet-figure-1 --preprocess sparsify",
    "solve kuhn --preprocess supported",
    "solve kuhn --checkpoint state.npz",
    "solve kuhn --draw out.svg",
    "solve kuhn -o out.txt/x.json",
    "solve kuhn -o nowhere/out.json",
    "check kuhn-with-raise nash.json",
    "check kuhn rounded.json",
    "check kuhn nash.json --no-witness",
    "check kuhn nash.json --number 1",
    "check kuhn nash.json --maximin --proper",
    "check kuhn nash.json --player 1 --proper",
    "check kuhn nash.json --player 1 --responder 1",
    "check kuhn nash.json --responder 1 --constraint '1: P(J: bet) >= 1/2'",
    "check kuhn nash.json --constraint '1: P(J: bet) >= 1/2' --proper",
    "check kuhn doubles.json --normal-form-perfect",
    "equilibria vsvet-figure-1 --objective social",
    "equilibria vsvet-figure-1 --complete --starts 3",
    "equilibria vsvet-figure-1 --complete --back",
    "equilibria vsvet-figure-1 --complete --seed 3",
    "equilibria vsvet-figure-1 --complete --concept quasi-perfect",
    "equilibria vsvet-figure-1 --complete --formulation normal-form",
    "equilibria vsvet-figure-1 --start centroid --starts 3",
    "equilibria vsvet-figure-1 --start centroid --seed 3",
    "equilibria vsvet-figure-1 --concept quasi-perfect --back",
    "equilibria vsvet-figure-1 --option parts=3",
    "equilibria vsvet-figure-1 --start ones",
    "equilibria vsvet-figure-1 --starts 0",
    "trace vsvet-figure-1 --number 1",
    "trace vsvet-figure-1 --theme dark",
    "trace vsvet-figure-1 --spaces",
    "trace kuhn --spaces -o out.svg",
    "trace vsvet-figure-1 --from general.json --initial slacks",
    "trace vsvet-figure-1 --from uniform.json",
    "trace vsvet-figure-1 --from general.json --start ones",
    "trace vsvet-figure-1 --points --engine revised",
    "trace vsvet-figure-1 -o out.svg",
    "compare kuhn --blunder 2",
    "compare kuhn --concept nothing",
    "draw kuhn --difference -o out.svg",
    "draw kuhn --concept nash --profile nash.json",
    "draw kuhn --sets -o out.svg",
    "draw kuhn --view flow -o out.svg",
    "draw kuhn --where bet=2",
    "draw vsvet-figure-1 --sensitivity",
    "draw kuhn --at nowhere",
    "draw kuhn -o out.gif",
    "chart kuhn --round 2",
    "chart kuhn --board Ks",
    "chart kuhn --theme dark",
    "chart vsvet-figure-1 --ranges",
    "chart kuhn --frontier uniform --ranges",
    "chart kuhn --concept nash --profile nash.json",
    "vary kuhn --theme dark",
    "vary vsvet-figure-1",
    "vary 'kuhn(bet=4..0)'",
    "search kuhn",
    "search vsvet-figure-1",
    "search ./own.py:Heap --simulations 5",
    "search ./own.py:Heap --uct 5",
    "search ./own.py:Heap --seed 5",
    "search ./own.py:Heap --final values",
    "search ./own.py:Heap --method mcts --depth 2",
    "search ./own.py:Heap --method mcts --memory 2",
    "search ./own.py:Heap --method mcts --evaluate ./evaluate.py:good",
    "search kuhn --method smooth-uct --final values",
    "match kuhn equilibrium random --games 3",
    "match kuhn equilibrium nothing",
    "match kuhn equilibrium profile:nowhere.json",
    "shrink leduc --preprocess nothing",
    "export vsvet-figure-1 out.lp",
    "export kuhn out.txt",
    "export kuhn",
    "export kuhn out.lp -o out.mps",
    "export kuhn out.lp --epsilon 2",
    "export kuhn out.lp --epsilon 1/10 --constraint '1: P(J: bet) >= 1/2'",
    "export kuhn out.lp --epsilon 1/10 --formulation normal-form",
    "convert kuhn out.efg --form plan",
    "convert kuhn out.json",
    "convert kuhn out.efg --profile nash.json",
    "convert leduc out.nfg",
    "convert kuhn out.efg --preprocess sparsify",
    "sweep d.toml --workers 0 --cluster local",
    "sweep d.toml --shard 3/2",
    "report d.toml",
    "report nowhere.sqlite",
    "sweep d.toml && report s.sqlite --theme dark",
    "sweep d.toml && report s.sqlite --x bet",
    "sweep d.toml && report s.sqlite --y seconds",
    "sweep d.toml && report s.sqlite -o out.svg",
    "sweep d.toml && report s.sqlite --plot sweep",
    "sweep d.toml && report s.sqlite --where nothing=1",
    "sweep d.toml && report s.sqlite --by nothing",
    "play kuhn -o out.html --against random",
    "play kuhn -o out.html --hints",
    "play kuhn -o out.html --hands 3",
    "play kuhn --train",
    "play kuhn --port 80 --plain",
    "play kuhn --no-open --plain",
    "play kuhn --browser --review",
    "play kuhn --resume nowhere.jsonl",
    "games nothing",
    "backends nothing",
    "info kuhn --format xml",
    "solve kuhn --json --format csv",
)
"""Commands whose options the documentation gives no meaning: refused in one line, with status 2."""


def effects(rng: Random) -> Fault:
    """Run a command without and with an option that has to change it."""
    line, option = rng.choice(EFFECTS)
    line = filled(rng, line)
    without, beside = run(line), run(f"{line} {option}")
    for text, found in ((line, without), (f"{line} {option}", beside)):
        fault = end_fault(text, found)
        if fault is not None:
            return fault
    if beside.status == 2 and without.status != 2:
        return f"{line} {option}: refused: {beside.messages}"
    if beside.shown == without.shown and beside.messages == without.messages:
        return f"{line} {option}: of no effect"
    return None


def refusals(rng: Random) -> Fault:
    """Run a command that has no meaning."""
    line = rng.choice(REFUSED)
    found = run(line)
    fault = end_fault(line, found)
    if fault is not None:
        return fault
    if found.status not in (2, 3):
        return f"{line}: status {found.status}: {found.output[:200]}"
    if found.output and " && " not in line:
        return f"{line}: refused after {found.output[:100]}"
    return None


def remedies(rng: Random) -> Fault:
    """Follow what a refusal advises: an option to be left out or taken."""
    line = rng.choice(REFUSED)
    found = run(line)
    match = re.search(r"did you mean ([\w.-]+)", found.messages)
    if match is None:
        return None
    wrong = re.search(r"no \w+(?: \w+)* '([^']+)'|named '([^']+)'|option '([^']+)'", found.messages)
    if wrong is None:
        return None
    word = next(group for group in wrong.groups() if group)
    again = run(line.replace(word, match[1]))
    if again.messages == found.messages:
        return f"{line}: the same refusal with {match[1]}: {found.messages}"
    return end_fault(line.replace(word, match[1]), again)


# ---- promises of functions ----


def _refused(call: Callable[[], Any]) -> bool:
    try:
        call()
    except SeqformError:
        return True
    return False


NOTHING: dict[str, Any] = {"kind": "nothing"}

PYTHON_REFUSED: dict[str, Callable[[], Any]] = {
    "check constraints responder": lambda: sf.check(
        "kuhn", "uniform", constraints="1: P(J: bet) >= 1/2", responder=0
    ),
    "check claim unknown": lambda: sf.check("kuhn", "uniform", quasi=True),
    "check maximin proper": lambda: sf.check("kuhn", "uniform", maximin=True, proper=True),
    "solve two objectives": lambda: sf.solve("littman-figure-4", objective="social"),
    "solve target": lambda: sf.solve("littman-figure-4", target_payoffs=(2, 4)),
    "solve pure": lambda: sf.solve("littman-figure-4", pure=True),
    "solve method": lambda: sf.solve("kuhn", method="symbolic"),
    "solve epsilon": lambda: sf.solve("kuhn", epsilon="1/10"),
    "solve max_loss": lambda: sf.solve("kuhn", max_loss=1),
    "solve field twice": lambda: sf.solve("kuhn", time_limit=5, options={"time_limit": 6}),
    "solve unknown": lambda: sf.solve("kuhn", nothing=1),
    "solve weights and backend": lambda: sf.solve(
        "vsvet-figure-1", weights=(1, 1), start="centroid"
    ),
    "equilibria complete starts": lambda: sf.equilibria("vsvet-figure-1", complete=True, starts=5),
    "equilibria complete back": lambda: sf.equilibria("vsvet-figure-1", complete=True, back=True),
    "equilibria complete witnesses": lambda: sf.equilibria(
        "vsvet-figure-1", complete=True, witnesses=False
    ),
    "equilibria quasi back": lambda: sf.equilibria(
        "vsvet-figure-1", concept="quasi-perfect", back=True
    ),
    "equilibria quasi initial": lambda: sf.equilibria(
        "vsvet-figure-1", concept="quasi-perfect", initial="slacks"
    ),
    "equilibria starts seed": lambda: sf.equilibria("vsvet-figure-1", starts=["centroid"], seed=5),
    "equilibria ones": lambda: sf.equilibria("vsvet-figure-1", starts=["ones"]),
    "trace ones equilibrium": lambda: sf.trace(
        "vsvet-figure-1", start="ones", equilibrium="centroid"
    ),
    "trace unknown": lambda: sf.trace("vsvet-figure-1", nothing=1),
    "value_function bet interval": lambda: sf.value_function("kuhn", bet=(0, 4), interval=(1, 2)),
    "value_function bet twice": lambda: sf.value_function("kuhn(bet=0..4)", bet=3),
    "value_function nothing": lambda: sf.value_function("kuhn"),
    "frontier target_gap": lambda: sf.frontier("kuhn", target_gap=0.1),
    "frontier threads": lambda: sf.frontier("kuhn", threads=2),
    "frontier raw": lambda: sf.frontier("kuhn", raw={"nothing": 1}),
    "frontier typo": lambda: sf.frontier("kuhn", oponent="uniform"),
    "sensitivity raw": lambda: sf.sensitivity("kuhn", raw={"nothing": 1}),
    "strategy_ranges raw": lambda: sf.strategy_ranges("kuhn", raw={"nothing": 1}),
    "strategy_ranges target_gap": lambda: sf.strategy_ranges("kuhn", target_gap=1),
    "payoff_sets kuhn": lambda: sf.payoff_sets("kuhn"),
    "compare reference": lambda: sf.compare("kuhn", ["nash"], reference="proper"),
    "compare nothing": lambda: sf.compare("kuhn", []),
    "compare blunder": lambda: sf.compare("kuhn", ["nash"], blunders=(2,)),
    "draw difference": lambda: sf.draw("kuhn", difference=True),
    "draw view": lambda: sf.draw("kuhn", view="nothing"),
    "draw at": lambda: sf.draw("kuhn", at="nowhere"),
    "chart round": lambda: sf.chart(sf.solve("kuhn"), round=2),
    "chart board": lambda: sf.chart(sf.solve("kuhn"), board="Ks"),
    "mcts final": lambda: sf.mcts("tic-tac-toe", final="nothing"),
    "mcts simulations": lambda: sf.mcts("tic-tac-toe", simulations=0),
    "search method": lambda: sf.search("tic-tac-toe", method="nothing"),
    "search depth": lambda: sf.search("tic-tac-toe", depth=0),
    "smooth checkpoints": lambda: sf.smooth_uct("kuhn", simulations=10, checkpoints=(100,)),
    "profile rest": lambda: sf.profile("kuhn", {}, rest="nothing"),
    "profile missing": lambda: sf.profile("kuhn", {"J:": {"bet": 1}}),
    "linear_program general": lambda: sf.linear_program("vsvet-figure-1"),
    "load kind": lambda: sf.load("kuhn", **NOTHING),
    "load max_nodes": lambda: sf.load("kuhn", max_nodes=5),
    "bimatrix names": lambda: sf.bimatrix_game("x", [[1, 2]], rows="AB"),
    "save suffix": lambda: sf.save("kuhn", "kuhn.txt"),
    "plan unknown": lambda: sf.plan("kuhn", nothing=1),
    "merge nothing": lambda: sf.merge("nowhere.sqlite", []),
    "sweep key": lambda: sf.sweep(
        {"store": "x.sqlite", "grid": [{"game": "kuhn", "bett": 1}]}, workers=0
    ),
    "sweep limits": lambda: sf.sweep(
        {"store": "x.sqlite", "grid": [{"game": "kuhn"}], "limits": {"time": 1}}, workers=0
    ),
}


def functions(rng: Random) -> Fault:
    """Call a function with an argument that the documentation gives no meaning."""
    name = rng.choice(list(PYTHON_REFUSED))
    with TemporaryDirectory() as folder, chdir(folder):
        try:
            return None if _refused(PYTHON_REFUSED[name]) else f"{name}: not refused"
        except TooSlowError:
            return f"{name}: too slow"


def _values() -> dict[str, Callable[[], bool]]:
    """Return by name what a sentence of the documentation promises of an argument."""
    half = Fraction(1, 2)
    return {
        "centroid is number 0": lambda: 0 in sf.equilibria("vsvet-figure-1", starts=1)[0].starts,
        "witnesses=False proves nothing": lambda: (
            sf.equilibria("vsvet-figure-1", starts=2, witnesses=False)[0].witness is None
        ),
        "points=False has none": lambda: sf.trace("vsvet-figure-1").rows[0].plans is None,
        "rest uniform": lambda: sf.profile("kuhn", {}, rest="uniform")[0]["J:"]["bet"] == half,
        "normalize of profile": lambda: (
            sf.profile("kuhn", lambda h, a: dict.fromkeys(a, 1), normalize=True)[0]["J:"]["bet"]
            == half
        ),
        "exact=False is in doubles": lambda: not sf.solve("kuhn", exact=False).certificate.exact,
        "resolved has the defaults": lambda: (
            sf.solve("kuhn", time_limit=60).resolved.options["time_limit"] == 60
        ),
        "progress of solve is called": lambda: _called(lambda f: sf.solve("kuhn", progress=f)),
        "progress of trace is called": lambda: _called(
            lambda f: sf.trace("binary-tree(depth=8)", progress=f)
        ),
        "progress of equilibria is called": lambda: _called(
            lambda f: sf.equilibria("vsvet-figure-1", starts=3, progress=f)
        ),
        "progress of frontier is called": lambda: _called(
            lambda f: sf.frontier("kuhn", progress=f)
        ),
        "player of frontier": lambda: sf.frontier("kuhn", player=1).value == Fraction(1, 18),
        "player of linear_program": lambda: (
            sf.linear_program("kuhn", player=1).solve("exact").objective == Fraction(1, 18)
        ),
        "epsilon of q_epsilon": lambda: (
            sf.builders.q_epsilon(sf.builders.sequence_form(sf.load("kuhn")).target).target.at(
                Fraction(1, 10)
            )
            is not None
        ),
        "pure of payoff_sets": lambda: (
            str(sf.payoff_sets("littman-figure-4", pure=True)[0]) == "(3, 1), (3, 3)"
        ),
        "reference of compare": lambda: (
            str(sf.compare("guess-the-ace", ["nash", "quasi-perfect"], reference="plain LP"))
            != str(sf.compare("guess-the-ace", ["nash", "quasi-perfect"]))
        ),
        "blunders of compare": lambda: (
            str(sf.compare("guess-the-ace", ["nash", "quasi-perfect"], blunders=(half,)))
            != str(sf.compare("guess-the-ace", ["nash", "quasi-perfect"]))
        ),
        "players of compare": lambda: (
            len(sf.compare("guess-the-ace", ["nash"], players=(1,)).players) == 1
        ),
        "checkpoints of smooth_uct": lambda: (
            [
                one.simulations
                for one in sf.smooth_uct("kuhn", simulations=50, checkpoints=(10,)).checkpoints
            ]
            == [10, 50]
        ),
        "final=values of mcts": lambda: (
            (m := sf.mcts("tic-tac-toe", simulations=100, final="values")).moves[m.best].average
            == max(one.average or 0 for one in m.moves)
        ),
        "final=visits of mcts": lambda: (
            (m := sf.mcts("tic-tac-toe", simulations=100)).moves[m.best].visits
            == max(one.visits for one in m.moves)
        ),
        "deepening of search": lambda: (
            len(sf.search("tic-tac-toe", depth=4, deepening=True).iterations) == 4
        ),
        "memory 0 of search": lambda: (
            sf.search("tic-tac-toe", depth=5, method="negamax", memory=0).nodes
            > sf.search("tic-tac-toe", depth=5, method="negamax").nodes
        ),
        "table of to_csv": lambda: (
            sf.solve("kuhn").to_csv(table="certificate").startswith("quantity")
        ),
        "caption of to_latex": lambda: "\\caption" in sf.solve("kuhn").to_latex(caption="x"),
        "label of to_latex": lambda: "\\label" in sf.solve("kuhn").to_latex(label="x"),
        "everything of to_markdown": lambda: (
            len(sf.solve("kuhn").to_markdown(everything=True)) > len(sf.solve("kuhn").to_markdown())
        ),
        "rows and columns": lambda: (
            next(
                iter(
                    sf.solve(sf.bimatrix_game([[1, 2]], rows="A", columns="BC")).profile[1].values()
                )
            ).keys()
            == {"B", "C"}
        ),
        "title": lambda: sf.bimatrix_game("name", [[1]]).title == "name",
        "max_loss 0 is an equilibrium strategy": lambda: (
            sf.solve("kuhn", "safe-response", opponent="uniform", max_loss=0, exact=True).guarantee
            == Fraction(-1, 18)
        ),
        "weight 1 is a best response": lambda: (
            sf.solve("kuhn", "safe-response", opponent="uniform", exact=True).values[0] == half
        ),
        "start of solve from an equilibrium": lambda: (
            (
                sf.solve(
                    "leduc", backend="highs", start=sf.solve("leduc", backend="highs")
                ).raw.iterations
                or 0
            )
            < 100
        ),
        "formulation of trace": lambda: (
            sf.trace("vsvet-figure-1", formulation="normal-form").formulation == "normal-form"
        ),
        "objective as a function": lambda: (
            sf.solve("littman-figure-1", "subgame-perfect", objective=lambda a, b: a + b).values
            == (1000, 4)
        ),
        "depth of draw": lambda: str(sf.draw("leduc", depth=3)) != str(sf.draw("leduc", depth=2)),
        "kind=ordered": lambda: type(sf.load("leduc", kind="ordered")).__name__ == "OrderedGame",
        "kind=positions": lambda: (
            type(sf.load("tic-tac-toe", kind="positions")).__name__ == "PositionGraph"
        ),
    }


def _called(call: Callable[[Callable[[str], None]], Any]) -> bool:
    messages: list[str] = []
    call(messages.append)
    return bool(messages)


VALUES = _values()


def values(rng: Random) -> Fault:
    """Observe the effect of an argument of a function."""
    name = rng.choice(list(VALUES))
    with TemporaryDirectory() as folder, chdir(folder):
        return None if VALUES[name]() else f"{name}: not so"


CAMPAIGN = Campaign(
    "silent-drops",
    "Sentences of the documentation that promise an effect of an option or an argument, each observed; and commands "
    "and calls without a meaning, each refused in one line; written by hand from the documentation.",
    {
        "effects": (effects, 700),
        "refusals": (refusals, 700),
        "remedies": (remedies, 300),
        "functions": (functions, 300),
        "values": (values, 200),
    },
)

if __name__ == "__main__":
    sys.exit(CAMPAIGN.run())
