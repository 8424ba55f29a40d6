"""Campaign of options: every option of every command, and pairs of options, on games of all kinds.

    python scripts/campaigns/options.py --result scripts/results/campaigns.md
    python scripts/campaigns/options.py --parts solve --seconds 60
    python scripts/campaigns/options.py --parts draw --only 17

The options and their values come from the declarations of the command line. A case is a command on a game with two
options; it runs bare, with each of them, and with both. Then it is a fault

- if a run ends in a traceback, or in a refusal of more than one line;
- if an option that changes something by itself changes nothing beside the other one, and neither is refused, unless
  the pair is in `COVERED`: what one option asks for, the other one does anyway;
- if the remedy that a refusal names does not lead to another outcome;
- if an option that is in `WITHOUT_TRACE` changes the output.

A part runs one command; case k of it has the k-th pair of options, and draws the values and the game.
"""

from __future__ import annotations

import io
import re
import signal
import sys
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib import import_module
from itertools import combinations
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "scripts")]

from campaign import Campaign, TooSlowError, patience

import seqform as sf
from seqform.cli import common, outcome
from seqform.cli.app import COMMANDS, declarations

Fault = str | None
Words = tuple[str, ...]

# ---- games of all kinds ----

RULES = """
from seqform.builders.games.rules import Rules
from seqform.builders.games.tree import leaf, move, tree

def pennies():
    return tree("pennies", move(0, "P", {
        "H": move(1, "Q", {"h": leaf(1), "t": leaf(-1)}), "T": move(1, "Q", {"h": leaf(-1), "t": leaf(1)})}))

class Heap(Rules):
    title, perfect_information = "heap", True
    def initial(self): return (4, 0)
    def player(self, state): return state[1] if state[0] else -2
    def actions(self, state): return [take for take in (1, 2) if take <= state[0]]
    def apply(self, state, action): return (state[0] - action, 1 - state[1])
    def payoffs(self, state): return (1, -1) if state[1] else (-1, 1)
    def observation(self, state, player): return state
    def position(self, state): return state
"""
THREE = """EFG 2 R "three" { "A" "B" "C" }
p "" 1 1 "a" { "l" "r" } 0
p "" 2 1 "b" { "l" "r" } 0
t "" 1 "" { 1, 2, 3 }
p "" 3 1 "c" { "l" "r" } 0
t "" 2 "" { 2, 1, 0 }
t "" 3 "" { 0, 0, 4 }
t "" 4 "" { 1, 3, 1 }
"""
FILES = {
    "own.py": RULES,
    "three.efg": THREE,
    "one.csv": "1,-1,0\n-1,1,2\n",
    "general.nfg": 'NFG 1 R "dilemma" { "A" "B" } { 2 2 }\n3 3 5 0 0 5 1 1\n',
    "evaluate.py": "def middle(state):\n    return 0\n",
}
GAMES = (
    *(
        "kuhn",
        "kuhn(bet=0)",
        "matching-pennies",
        "guess-the-ace",
        "random-game(seed=1,depth=3)",
        "vsvet-figure-1",
    ),
    *(
        "littman-figure-1",
        "littman-figure-4",
        "binary-tree(depth=2)",
        "knapsack(objects=2)",
        "safe-or-risky",
    ),
    *(
        "uniform-bounds",
        "tree.efg",
        "general.nfg",
        "one.csv",
        "three.efg",
        "./own.py:pennies",
        "./own.py:Heap",
    ),
    *("leduc(ranks=2)", "kuhn(ranks=4)"),
)


def written_files() -> None:
    """Write the files that commands read into the current folder."""
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    sf.save("kuhn", "tree.efg")
    sf.solve("kuhn", "quasi-perfect").save("profile.json")
    sf.solve("kuhn", exact=True).save("nash.json")


@cache
def prepared() -> dict[str, bytes]:
    """Return the files that commands read."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        written_files()
        return {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}


# ---- values of options ----

VALUES: dict[str, Sequence[str]] = {
    "--at": ("Q:", "2:K:b"),
    "--after": ("check", "bet"),
    "--against": ("random", "equilibrium"),
    "--backend": ("highs", "lemke", "exact", "cfr"),
    "--blunder": ("1/10", "1/3"),
    "--board": ("Jh",),
    "--by": ("backend", "class"),
    "--certificate-tolerance": ("1e-3",),
    "--checkpoint": ("state.npz",),
    "--concept": ("nash", "quasi-perfect", "subgame-perfect", "proper", "maximin"),
    "--constraint": ("1: Q: bet >= 1/10", "2: K:b call <= 1/2"),
    "--depth": ("1", "3"),
    "--draw": ("out.svg",),
    "--epsilon": ("1/10", "1/1000"),
    "--evaluate": ("./evaluate.py:middle",),
    "--frontier": ("uniform",),
    "--beliefs": ("bayes",),
    "--hand": ("AsKd", "QsQh"),
    "--rest": ("uniform",),
    "--check": ("sequential", "quasi-perfect,proper"),
    "--games": ("3", "4"),
    "--infoset": ("row", "column"),
    "--leader": ("1", "2"),
    "--lock": ("2=./evaluate.py:middle",),
    "--max-loss": ("0", "1/36"),
    "--max-nodes": ("3", "100000"),
    "--max-pivots": ("1", "100000"),
    "--memory": ("0", "10"),
    "--nodes": ("4", "40"),
    "--number": ("1",),
    "--objective": ("social", "fairest"),
    "--opponent": ("uniform", "nash.json"),
    "--option": ("solver=simplex", "max_pivots=1"),
    "--player": ("1", "2"),
    "--plot": ("out.svg",),
    "--points": ("3", "5"),
    "--precision": ("1/4", "1/8"),
    "--preprocess": (
        "none",
        "sparsify",
        "eliminate-dominated",
        "contract-forced",
        "solve-subgames",
        "lossless",
    ),
    "--responder": ("1", "2"),
    "--round": ("1", "2"),
    "--seed": ("2", "7"),
    "--simulations": ("10", "30"),
    "--start": ("random:1", "profile.json"),
    "--starts": ("2", "5"),
    "--target-gap": ("0.5", "1e-3", "1%"),
    "--target-payoffs": ("3,3", "2,5"),
    "--threads": ("1", "2"),
    "--time-limit": ("100", "200"),
    "--tolerance": ("1e-3", "1e-9"),
    "--trembles": ("random:1",),
    "--uct": ("1", "3"),
    "--versus": ("nash.json",),
    "--weight": ("1/2", "1/3"),
    "--weights": ("1,1", "-1,2"),
    "--where": ("backend=highs",),
    "--names": ("first,second",),
}
OUTPUTS = {
    "draw": ("out.svg", "out.html"),
    "chart": ("out.svg", "out.html"),
    "vary": ("out.svg",),
    "export": ("out.mps", "out.lp"),
    "convert": ("out.efg", "out.nfg"),
    "play": ("out.html",),
}
INPUTS = {"--from": "nash.json", "--profile": "profile.json", "--versus": "nash.json"}
ARGUMENTS: dict[str, Words] = {
    "check": ("profile.json",),
    "match": ("random", "random"),
    "export": ("given.mps",),
    "convert": ("given.efg",),
}
NOT_PLAYED = ("sweep", "report", "games", "backends", "play")
"""Commands without a game, and one that needs a person."""
LEFT_OUT = {"--normalize", "--verbose", "--jobs"}

WITHOUT_TRACE = {"--time-limit"}
"""Options whose values here leave no trace in an answer: a limit that is not reached."""

COVERED: dict[tuple[str, str], str] = {
    ("--json", "--format"): "two names of one option",
    ("--format", "--json"): "two names of one option",
    ("--exact", "*"): "the default of small constant-sum games",
    ("--nodes", "*"): "a limit that is not reached",
    ("--threads", "*"): "what is only faster",
    ("--max-nodes", "*"): "a limit that is kept",
    ("--tolerance", "*"): "of a solver, which may reach the same answer",
    ("--certificate-tolerance", "*"): "of a certificate that passes",
    ("--target-gap", "*"): "a gap that is reached",
    ("--max-pivots", "*"): "a limit that is not reached",
    ("--start", "*"): "other paths may end at the same equilibrium",
    ("--normalize-profile", "*"): "of a profile whose sums are 1",
    ("--rest", "*"): "of a profile with all information sets",
    ("--seed", "*"): "other random numbers may lead to the same answer",
}
"""Pairs of options where the first one may add nothing, with the reason; "*" stands for any option."""


@dataclass(frozen=True)
class Choice:
    """An option with a value, as words of the command line."""

    flag: str
    words: Words


@cache
def choices(command: str) -> tuple[tuple[Choice, ...], ...]:
    """Return the options of a command, each with its values."""
    found = []
    for parameter in declarations()["commands"][command]["parameters"]:
        if not parameter["flags"] or parameter.get("hidden"):
            continue
        flag = next(one for one in parameter["flags"] if one.startswith("--"))
        if flag not in LEFT_OUT:
            found.append(tuple(Choice(flag, words) for words in _values(command, flag, parameter)))
    return tuple(option for option in found if option)


def _values(command: str, flag: str, parameter: dict[str, Any]) -> Iterator[Words]:
    if parameter["type"] == "bool":
        yield (flag,)
    elif flag == "--output":
        for name in OUTPUTS.get(command, ("out.json",)):
            yield flag, name
    elif flag in INPUTS:
        yield flag, INPUTS[flag]
    elif flag in VALUES:
        for value in VALUES[flag]:
            yield flag, value
    else:
        names = parameter.get("metavar", "").split("|")
        for value in names if len(names) > 1 else ():
            if value == value.lower():
                yield flag, value


# ---- runs ----


@dataclass(frozen=True)
class Outcome:
    """The exit status, output, messages and files of a command, without the times in them."""

    status: int
    output: str
    messages: str
    files: tuple[tuple[str, str], ...]

    @property
    def shown(self) -> tuple[Any, ...]:
        """What a person has of the run."""
        return self.status, self.output, self.files


_TIMES = re.compile(
    r'"(seconds|load|solve|build)": (\{[^}]*\}|[0-9.e-]+|null)'
    r"|;\s+([\w ]+\s+[0-9.]+\s+s(,\s+)?)+"
    r"|(?s:Time of the solvers.*)"
    r"|[0-9.]+\s+s\b|[0-9,]+ starts/s"
)
_TIMED_ROW = re.compile(r"^.*\b(seconds|a second)\b.*[0-9].*$", re.MULTILINE)
_WIDTHS = re.compile(r"[─━-]{2,}")


def without_times(text: str) -> str:
    """Return a text without times, and without the widths and ends of lines that depend on their lengths."""
    untimed = _TIMED_ROW.sub("", _TIMES.sub("", text))
    return " ".join(_WIDTHS.sub("", untimed).split())


PATIENCE, SLOW = 5, 3
"""Seconds after which a run is given up, and the status that it has then."""


UNINTERRUPTED = ("importlib._bootstrap",)
"""Parts of the names of files whose functions leave modules in pieces if they do not come to their end."""


def _give_up(_: int, frame: FrameType | None) -> None:
    caller = frame
    while caller is not None:
        if any(name in caller.f_code.co_filename for name in UNINTERRUPTED):
            signal.alarm(1)
            return
        caller = caller.f_back
    raise TooSlowError


@lru_cache(maxsize=20_000)
def run(command: str, words: Words) -> Outcome:
    """Run a command within this process, in a folder of its own with the files that commands read."""
    out, err = io.StringIO(), io.StringIO()
    argv, sys.argv = sys.argv, ["seqform", command, *words]
    signal.signal(signal.SIGALRM, _give_up)
    signal.alarm(patience(PATIENCE))
    try:
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            for name, content in prepared().items():
                Path(name).write_bytes(content)
            with redirect_stdout(out), redirect_stderr(err):
                status = outcome()
            new = [
                path
                for path in sorted(Path().iterdir())
                if path.name not in prepared() and path.is_file()
            ]
            files = tuple((path.name, without_times(path.read_text("latin-1"))) for path in new)
    except TooSlowError:
        return Outcome(SLOW, "", "", ())
    finally:
        signal.alarm(0)
        sys.argv = argv
    return Outcome(status, without_times(out.getvalue()), err.getvalue(), files)


def fault_of(command: str, words: Words, found: Outcome) -> Fault:
    """Return what is wrong with the end of a run by itself."""
    line = " ".join((command, *words))
    if found.status not in (0, 2, 3, 4) or "Traceback" in found.messages:
        return f"{line}: status {found.status}: {found.messages[-200:]}"
    if found.status == 2 and (found.output or len(found.messages.strip().splitlines()) != 1):
        return (
            f"{line}: a refusal of more than one line: {found.output[:80]} {found.messages[:200]}"
        )
    return None


_LEAVE_OUT = re.compile(
    r"^seqform: -{0,2}(?P<name>[a-z-]+)[:= ].*(leave it out|leave \w+ of them out)"
)
_TAKE = re.compile(r"(?:: take |; take )(?P<backend>highs|lemke|exact|cfr)\b")


def remedy_fault(command: str, game: str, chosen: Sequence[Choice], refused: Outcome) -> Fault:
    """Return a fault if what a refusal advises leads to the same refusal."""
    line = " ".join((command, game, *(word for choice in chosen for word in choice.words)))
    given = {choice.flag: choice for choice in chosen}
    advice = _LEAVE_OUT.match(refused.messages)
    if advice is not None and f"--{advice['name']}" in given:
        kept = [choice for choice in chosen if choice.flag != f"--{advice['name']}"]
        after = run(command, command_words(command, game, kept))
        if after.messages == refused.messages:
            return (
                f"{line}: the same refusal without --{advice['name']}: {refused.messages.strip()}"
            )
    backend = _TAKE.search(refused.messages)
    if backend is not None and command == "solve":
        kept = [choice for choice in chosen if choice.flag != "--backend"]
        kept.append(Choice("--backend", ("--backend", backend["backend"])))
        after = run(command, command_words(command, game, kept))
        if after.status == 2 and "--backend" not in after.messages and "backend" in after.messages:
            return f"{line}: {refused.messages.strip()}; with it: {after.messages.strip()}"
    return None


def command_words(command: str, game: str, chosen: Sequence[Choice]) -> Words:
    """Return the words of a command on a game with some options."""
    return (
        game,
        *ARGUMENTS.get(command, ()),
        *(word for choice in chosen for word in choice.words),
    )


def covered(option: Choice, other: Choice) -> bool:
    """Return whether an option may add nothing beside another one."""
    return (option.flag, other.flag) in COVERED or (option.flag, "*") in COVERED


def case_of(command: str, rng: Random) -> Fault:
    """Run a command bare, with each of two options, and with both."""
    first, second = rng.choice(pairs(command))
    game = rng.choice(GAMES)
    return pair_fault(command, game, rng.choice(first), rng.choice(second))


@cache
def pairs(command: str) -> list[tuple[tuple[Choice, ...], tuple[Choice, ...]]]:
    """Return all pairs of options of a command."""
    return list(combinations(choices(command), 2))


def pair_fault(command: str, game: str, one: Choice, two: Choice) -> Fault:
    """Return what is wrong with a command on a game with two options."""
    sets = {"bare": (), "one": (one,), "two": (two,), "both": (one, two)}
    found = {}
    for name, chosen in sets.items():
        words = command_words(command, game, chosen)
        found[name] = run(command, words)
        fault = fault_of(command, words, found[name])
        if fault is None and found[name].status == 2:
            fault = remedy_fault(command, game, chosen, found[name])
        if fault is not None:
            return fault
    return _dropped(command, game, one, two, found)


def _dropped(command: str, game: str, one: Choice, two: Choice, found: dict[str, Outcome]) -> Fault:
    """Return which option changes nothing where it should, or something where it should not."""
    both = found["both"]
    for option, other, alone, without in ((one, two, "one", "two"), (two, one, "two", "one")):
        if both.status != 0 or found[without].status != 0:
            continue
        line = f"{command} {game} {' '.join(option.words)} beside {' '.join(other.words)}"
        changes = both.shown != found[without].shown
        # A search deepens until its limit.
        if option.flag in WITHOUT_TRACE and command != "search" and changes:
            return f"{line}: it changes the answer"
        changes_alone = found["bare"].status == 0 and found[alone].status == 0
        changes_alone = changes_alone and found[alone].shown != found["bare"].shown
        if (
            changes_alone
            and not changes
            and not covered(option, other)
            and found["bare"].shown != both.shown
        ):
            return f"{line}: of no effect, and not refused"
    return None


def campaign() -> Campaign:
    """Return the campaign, with a part for every command that takes a game."""
    common.out.width = 120

    for name in ("matplotlib.figure", "seqform.paths.search"):
        import_module(name)  # what takes long to import

    parts = {name: (partial(case_of, name), 400) for name in COMMANDS if name not in NOT_PLAYED}
    return Campaign(
        "options",
        "Every command with two options, on games of all kinds: each option changes something or is refused in one "
        "line, the remedies that refusals name lead on, and what leaves no trace changes nothing.",
        parts,
    )


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    sys.exit(campaign().run())
