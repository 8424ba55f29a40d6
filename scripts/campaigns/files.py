"""Campaign of files: every format written, read and written again, as other people write it, and damaged.

    python scripts/campaigns/files.py --minutes 60
    python scripts/campaigns/files.py --parts tables --only 17

Written from the documentation. What a game is, is computed from the drawn tree by `exact_games.py`, and by pygambit
where it is installed: the values and best responses of one fixed profile. A damaged file gives the right game, or
one line of error and status 2; nothing is run, nothing is overwritten, nothing takes longer than 20 seconds.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import signal
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any
from xml.sax.saxutils import escape

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "scripts")]

from campaign import Campaign, TooSlowError, patience
from exact_games import (
    ONE,
    Chance,
    Game,
    Leaf,
    Move,
    best_value,
    drawn_tree,
    efg,
    expected,
    gradient,
    infosets,
    matrix_game,
    nodes,
    normal_form,
    plan_of,
)

import seqform as sf
from seqform.cli import outcome

Fault = str | None
Numbers = list[list[Fraction]]
PATIENCE = 20
"""Seconds that a command may take with any file."""


# ---- what a game is ----


def weight(action: str) -> int:
    """Return the weight of an action in the profile by which games are compared."""
    return 1 + zlib.crc32(action.encode()) % 7


def shares(actions: Sequence[str]) -> dict[str, Fraction]:
    """Return the probabilities of actions in that profile."""
    total = sum(map(weight, actions))
    return {action: Fraction(weight(action), total) for action in actions}


def own_figures(tree: Game) -> tuple[Fraction, ...]:
    """Return values and best responses of the profile, from the drawn tree."""
    plans = tuple(
        plan_of(
            tree, player, {h: shares(actions) for h, (_, actions) in infosets(tree, player).items()}
        )
        for player in (0, 1)
    )
    pair = (plans[0], plans[1])
    best = (best_value(tree, player, gradient(tree, player, pair[1 - player])) for player in (0, 1))
    return (*expected(tree, pair), *best)


def figures(game: Any) -> tuple[Fraction, ...]:
    """Return the same from a game as seqform has it."""
    certificate = sf.check(game, sf.profile(game, lambda infoset, actions: shares(actions)))
    return tuple(
        Fraction(number) for number in (*certificate.values, *certificate.best_response_values)
    )


def gambit_values(path: str) -> tuple[Fraction, ...] | None:
    """Return the values of the profile as pygambit reads a file, None if it refuses the file."""
    if find_spec("pygambit") is None:
        return None
    import pygambit

    try:
        game = pygambit.read_efg(path) if path.endswith(".efg") else pygambit.read_nfg(path)
        profile = (
            game.mixed_behavior_profile(rational=True)
            if game.is_tree
            else game.mixed_strategy_profile(rational=True)
        )
        for player in game.players:
            groups = [h.actions for h in player.infosets] if game.is_tree else [player.strategies]
            for group in groups:
                for move, share in zip(
                    group, shares([move.label for move in group]).values(), strict=True
                ):
                    profile[move] = pygambit.Rational(share.numerator, share.denominator)
        return tuple(Fraction(str(profile.payoff(player))) for player in game.players)
    except Exception:
        return None


# ---- commands ----


def _give_up(_: int, __: FrameType | None) -> None:
    raise TooSlowError


def command(*words: str, typed: str = "") -> tuple[int, str, str]:
    """Run a command in this process; return status, output and messages."""
    out, err = io.StringIO(), io.StringIO()
    argv, sys.argv = sys.argv, ["seqform", *words]
    given, sys.stdin = sys.stdin, io.StringIO(typed)
    signal.signal(signal.SIGALRM, _give_up)
    signal.alarm(patience(PATIENCE))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = outcome()
    finally:
        signal.alarm(0)
        sys.argv, sys.stdin = argv, given
    return status, out.getvalue(), err.getvalue()


def refusal_fault(status: int, output: str, messages: str) -> Fault:
    """Return what is wrong with the end of a command that reads a bad file."""
    if status in (0, 4):
        return f"a traceback: {messages[-300:]}" if "Traceback" in messages else None
    lines = messages.strip().splitlines()
    if status not in (2, 3) or "Traceback" in messages + output:
        return f"status {status}: {messages[-300:]}"
    if len(lines) != 1:
        return f"{len(lines)} lines: {messages[:300]}"
    if len(lines[0]) > 5000:
        return f"a line of {len(lines[0])} characters: {lines[0][:100]}"
    if "please report" in messages:
        return f"status {status}: {messages[-300:]}"
    return None


TRAP = "open('executed', 'w').close()\n"


@contextmanager
def folder() -> Iterator[Path]:
    """Go to an empty folder in which modules lie that leave a trace if they are run."""
    with tempfile.TemporaryDirectory() as name, chdir(name):
        for module in ("evil", "random", "json", "numpy"):
            Path(f"{module}.py").write_text(TRAP)
        yield Path(name)


def contents() -> dict[str, bytes]:
    """Return the regular files of the current folder."""
    return {
        path.name: path.read_bytes()
        for path in Path().iterdir()
        if path.is_file() and not path.is_symlink()
    }


# ---- games written, read and written again ----

SIMPLE = [Fraction(k) for k in range(-3, 4)]
ODD = [
    *SIMPLE,
    Fraction(1, 3),
    Fraction(-7, 10),
    Fraction(10**20, 3),
    Fraction(1, 10**12),
    Fraction(2**63),
    Fraction(-(2**31)),
]


def drawn_game(rng: Random) -> Move:
    """Return a tree or two matrices."""
    payoffs = rng.choice([SIMPLE, ODD])
    if rng.random() < 0.3:
        return matrix_game(*drawn_tables(rng, payoffs))
    return drawn_tree(rng, payoffs, rng.randint(1, 4))


def drawn_tables(rng: Random, payoffs: Sequence[Fraction]) -> tuple[Numbers, Numbers]:
    """Return two tables of the same shape."""
    height, width = rng.randint(1, 4), rng.randint(1, 4)
    first, second = (
        [[rng.choice(payoffs) for _ in range(width)] for _ in range(height)] for _ in range(2)
    )
    return first, second


def written(rng: Random) -> Fault:
    """Write a game, read it, and write it again, in all formats of trees."""
    tree = drawn_game(rng)
    text, own = efg(tree), own_figures(tree)
    line = " ".join(text.split())
    with folder():
        Path("a.efg").write_text(text, encoding="utf-8")
        Path("a.gbt").write_text(workbook(text), encoding="utf-8")
        game = sf.load("a.efg")
        for source in ("a.efg", "a.gbt"):
            if figures(sf.load(source)) != own:
                return f"{source}: {figures(sf.load(source))}, not {own}; {line}"
        sf.save(game, "b.efg")
        sf.save("b.efg", "c.efg")
        if Path("b.efg").read_bytes() != Path("c.efg").read_bytes():
            return f"written again, a file differs; {line}"
        if figures(sf.load("b.efg")) != own:
            return f"written and read: {figures(sf.load('b.efg'))}, not {own}; {line}"
        theirs = gambit_values(str(Path("b.efg").resolve()))
        if theirs is not None and theirs != own[:2]:
            return f"pygambit reads {theirs}, not {own[:2]}; {line}"
        if tree.infoset == "row":
            sf.save(game, "d.nfg")
            sf.save("d.nfg", "e.nfg")
            if Path("d.nfg").read_bytes() != Path("e.nfg").read_bytes():
                return f"written again, an .nfg differs: {Path('d.nfg').read_text()}; {line}"
            if sorted_table(own_tables("d.nfg")) != sorted_table(normal_form(tree)):
                return f"the .nfg is another normal form: {' '.join(Path('d.nfg').read_text().split())}; {line}"
            theirs = gambit_values(str(Path("d.nfg").resolve()))
            if theirs is not None and theirs != figures(sf.load("d.nfg"))[:2]:
                return f"pygambit reads {theirs} from the .nfg; {line}"
    return None


def sorted_table(tables: tuple[Numbers, Numbers]) -> list[Any]:
    """Return the rows of pairs in an order that no order of rows and columns changes, as far as pairs of a row go."""
    pairs = [list(zip(*rows, strict=True)) for rows in zip(*tables, strict=True)]
    return sorted(sorted(row) for row in pairs)


def own_tables(path: str) -> tuple[Numbers, Numbers]:
    """Return both tables of an .nfg as seqform writes it, with labels of strategies, outcomes and their numbers."""
    text = Path(path).read_text(encoding="utf-8")
    groups, body = text.split('""\n\n', 1)
    height, width = (line.count('"') // 2 for line in groups.splitlines()[2:4])
    listed, _, chosen = body.rpartition("}")
    pairs = [(Fraction(0), Fraction(0))]
    for line in listed.splitlines():
        if line.startswith('{ "'):
            first, second = line.split('"')[2].strip(" }").split(",")
            pairs.append((Fraction(first), Fraction(second)))
    cells = [pairs[int(number)] for number in chosen.split()]
    tables = tuple(
        [[cells[j * height + k][side] for j in range(width)] for k in range(height)]
        for side in (0, 1)
    )
    return tables[0], tables[1]


def workbook(text: str) -> str:
    """Return a workbook of Gambit's interface with a game."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<gambit:document xmlns:gambit="http://gambit.sourceforge.net/" version="0.1">\n'
        '<colors><player id="0" red="154" green="205" blue="50" /></colors>\n'
        f"<game>\n<efgfile>\n{escape(text)}</efgfile>\n</game>\n</gambit:document>\n"
    )


# ---- as other people write them ----


def number_text(rng: Random, number: Fraction, exponents: bool = True) -> str:
    """Return a number as it may stand in a game file."""
    styles = ["fraction"]
    decimal = number.denominator
    for prime in (2, 5):
        while decimal % prime == 0:
            decimal //= prime
    if decimal == 1:
        styles += ["decimal", "exponent"] if exponents else ["decimal"]
    style = rng.choice(styles)
    if style == "fraction":
        scale = rng.choice([1, 1, 2, 3])
        if number.denominator == 1 and scale == 1:
            return str(number)
        return f"{number.numerator * scale}/{number.denominator * scale}"
    places = 0
    while (number * 10**places).denominator != 1:
        places += 1
    whole = abs(int(number * 10**places))
    sign = "-" if number < 0 else rng.choice(["", "", "+"])
    if style == "exponent":
        power = rng.choice([0, 3, -2])
        return f"{sign}{whole * 10 ** (power + 2)}{rng.choice('eE')}{-places - power - 2}"
    digits = str(whole).rjust(places + 1, "0")
    head, tail = digits[: len(digits) - places], digits[len(digits) - places :]
    if head == "0" and rng.random() < 0.5 and tail:
        head = ""
    return f"{sign}{head}.{tail}" if tail or rng.random() < 0.5 else f"{sign}{head}"


def foreign_efg(rng: Random, tree: Game) -> str:
    """Return a game as another program or a person may write it."""
    loose, repeat, shared = (
        rng.random() < 0.5,
        rng.choice(["always", "never", "some"]),
        rng.random() < 0.5,
    )

    def space() -> str:
        return rng.choice([" ", "  ", "\n", "\t", " \n "]) if loose else " "

    title = rng.choice(["game", "Ünïcode ♠", 'a \\"quoted\\" title', "two\nlines", ""])
    parts = [f'EFG 2 {rng.choice("RD")} "{title}" {{ "Player 1" "Player 2" }}']
    if rng.random() < 0.7:
        parts.append('"a comment\nwith lines"')
    numbers: dict[tuple[int, str], int] = {}
    outcomes: dict[tuple[Fraction, Fraction], int] = {}
    chances = 0
    base = rng.choice([0, 1, -5, 100])
    for node in nodes(tree):
        if isinstance(node, Leaf):
            known = outcomes.get(node.payoffs) if shared else None
            if known is not None and rng.random() < 0.5:
                parts.append(f't "" {known}')
                continue
            number = (
                outcomes.setdefault(node.payoffs, len(outcomes) + 1)
                if shared
                else len(outcomes) + 1
            )
            if not shared:
                outcomes[(Fraction(number), Fraction(-number, 7))] = number
            comma = rng.choice([", ", " ", " , "])
            last = rng.choice(["", "", ","])
            pays = comma.join(number_text(rng, pay) for pay in node.payoffs)
            parts.append(
                f't "" {number} "{rng.choice(["", "o"]) if not shared else "o"}" {{ {pays}{last} }}'
            )
            continue
        if isinstance(node, Chance):
            chances += 1
            moves = space().join(
                f'"{action}" {number_text(rng, share)}' for action, share, _ in node.moves
            )
            parts.append(f'c "" {chances} "" {{ {moves} }} 0')
            continue
        key = (node.player, node.infoset)
        first = key not in numbers
        number = numbers.setdefault(key, len(numbers) + base)
        moves = space().join(f'"{action}"' for action, _ in node.moves)
        described = first or repeat == "always" or (repeat == "some" and rng.random() < 0.5)
        label = f' "{node.infoset}" {{ {moves} }}' if described else ""
        parts.append(f'p "" {node.player + 1} {number}{label} 0')
    text = (space() if loose else "\n").join(parts)
    if rng.random() < 0.2:
        text = text.replace("\n", "\r\n")
    return text + rng.choice(["", "\n", "\n\n \n"])


def foreign_trees(rng: Random) -> Fault:
    """Read an .efg as others write it, with pygambit beside."""
    tree = drawn_game(rng)
    text, own = foreign_efg(rng, tree), own_figures(tree)
    encoded = text.encode(rng.choice(["utf-8", "utf-8", "utf-8-sig"]))
    with folder():
        Path("a.efg").write_bytes(encoded)
        found = figures(sf.load("a.efg"))
        if found != own:
            return f"{found}, not {own}; {text!r}"
        theirs = gambit_values(str(Path("a.efg").resolve()))
        if theirs is not None and theirs != own[:2]:
            return f"pygambit reads {theirs}, not {own[:2]}; {text!r}"
    return None


def foreign_nfg(rng: Random) -> Fault:
    """Read an .nfg as others write it, with payoffs or outcomes, and pygambit beside."""
    first, second = drawn_tables(rng, rng.choice([SIMPLE, ODD]))
    height, width = len(first), len(first[0])
    rows, columns = [f"r{k}" for k in range(height)], [f"c{k}" for k in range(width)]
    named = rng.random() < 0.6
    names = (
        f"{{ {{ {' '.join(map(quoted, rows))} }} {{ {' '.join(map(quoted, columns))} }} }}"
        if named
        else f"{{ {height} {width} }}"
    )
    comment = rng.choice(["", '"a comment" '])
    text = f'NFG 1 {rng.choice("RD")} "title" {{ "A" "B" }} {names} {comment}'
    pairs = [(first[k][j], second[k][j]) for j in range(width) for k in range(height)]
    if rng.random() < 0.5:
        text += rng.choice([" ", "\n"]).join(
            number_text(rng, number) for pair in pairs for number in pair
        )
    else:
        kinds = list(dict.fromkeys(pairs))
        listed = " ".join(
            f'{{ "" {number_text(rng, a)}, {number_text(rng, b)} }}' for a, b in kinds
        )
        numbers = [
            str(kinds.index(pair) + 1) if any(pair) or rng.random() < 0.5 else "0" for pair in pairs
        ]
        text += f"{{ {listed} }}\n{' '.join(numbers)}"
    tree = matrix_game(first, second)
    if named:
        tree = renamed(tree, rows, columns)
    else:
        tree = renamed(
            tree, [str(k + 1) for k in range(height)], [str(k + 1) for k in range(width)]
        )
    own = own_figures(tree)
    with folder():
        Path("a.nfg").write_text(
            text + rng.choice(["", "\n"]), encoding=rng.choice(["utf-8", "utf-8-sig"])
        )
        found = figures(sf.load("a.nfg"))
        if found != own:
            return f"{found}, not {own}; {text!r}"
        theirs = gambit_values(str(Path("a.nfg").resolve()))
        if theirs is not None and theirs != own[:2]:
            return f"pygambit reads {theirs}, not {own[:2]}; {text!r}"
    return None


def quoted(name: str) -> str:
    """Return a name between quotation marks."""
    return f'"{name}"'


def renamed(tree: Move, rows: Sequence[str], columns: Sequence[str]) -> Move:
    """Return a matrix game with other names of rows and columns."""
    moves = []
    for name, (_, row) in zip(rows, tree.moves, strict=True):
        assert isinstance(row, Move)
        replies = tuple(
            (column, leaf) for column, (_, leaf) in zip(columns, row.moves, strict=True)
        )
        moves.append((name, Move(1, row.infoset, replies)))
    return Move(0, tree.infoset, tuple(moves))


NAMES = (
    ("T", "M", "B", "N"),
    ("L", "C", "R", "Q"),
    ("co-operate", "defect, always", 'say "no"', "ä ö"),
    ("a", "b", "c", "d"),
    ("10", "20", "30", "40"),
    ("2020", "2021", "2022", "2023"),
)


def table_text(
    rng: Random,
    numbers: Numbers,
    rows: Sequence[str],
    columns: Sequence[str],
    style: dict[str, Any],
) -> str:
    """Return one table of payoffs in a style of writing."""
    out = io.StringIO()
    writer = csv.writer(
        out, delimiter=style["delimiter"], quoting=style["quoting"], lineterminator=style["end"]
    )
    if style["columns"]:
        writer.writerow([*([style["corner"]] if style["rows"] else []), *columns])
    for name, row in zip(rows, numbers, strict=True):
        cells = []
        for number in row:
            text = decimal(number) if style["decimals"] else str(number)
            if style["comma"]:
                text = text.replace(".", ",")
            cells.append(style["pad"] + text)
        writer.writerow([*([name] if style["rows"] else []), *cells])
    return out.getvalue()


def decimal(number: Fraction) -> str:
    """Return a number with a denominator of 10 or so as a decimal."""
    return str(number.numerator) if number.denominator == 1 else f"{float(number)}"


def tables(rng: Random) -> Fault:
    """Read a .csv as pandas, spreadsheets of several countries and people write it."""
    quarters = [Fraction(k, 4) for k in range(-12, 13)]
    first, second = drawn_tables(rng, rng.choice([SIMPLE, quarters]))
    height, width = len(first), len(first[0])
    row_names, column_names = (list(names) for names in (rng.choice(NAMES), rng.choice(NAMES)))
    style: dict[str, Any] = {
        "delimiter": rng.choice([",", ",", ";", "\t"]),
        "quoting": rng.choice(
            [csv.QUOTE_MINIMAL, csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]
        ),
        "end": rng.choice(["\n", "\r\n"]),
        "rows": rng.random() < 0.6,
        "columns": rng.random() < 0.6,
        "corner": rng.choice(["", "", "row"]),
        "decimals": rng.random() < 0.8,
        "pad": rng.choice(["", "", " "]),
    }
    style["comma"] = style["delimiter"] != "," and style["decimals"] and rng.random() < 0.6
    if width == 1 and not style["rows"]:
        style["comma"] = False  # without a delimiter, decimal commas are those between two columns
    rows, columns = row_names[:height], column_names[:width]
    # Names that are numbers are clear behind an empty corner only.
    if rows[0].isdigit() or columns[0].isdigit():
        style.update(rows=True, columns=True, corner="")
    text = table_text(rng, first, rows, columns, style)
    both = rng.random() < 0.7
    if both:
        order, other = list(range(height)), list(range(width))
        if style["rows"]:
            rng.shuffle(order)
        if style["columns"]:
            rng.shuffle(other)
        permuted = [[second[k][j] for j in other] for k in order]
        blank = rng.choice(["", style["delimiter"] * width]) + style["end"]
        text += blank + table_text(
            rng, permuted, [rows[k] for k in order], [columns[j] for j in other], style
        )
    else:
        second = [[-number for number in row] for row in first]
    text += rng.choice(["", style["end"], "\n\n"])
    tree = renamed(
        matrix_game(first, second),
        rows if style["rows"] else [str(k + 1) for k in range(height)],
        columns if style["columns"] else [str(k + 1) for k in range(width)],
    )
    return table_fault(text, rng.choice(["utf-8", "utf-8-sig"]), own_figures(tree))


def table_fault(text: str, encoding: str, own: tuple[Fraction, ...]) -> Fault:
    """Return what is wrong with a table: another game, or a refusal of several lines."""
    with folder():
        Path("a.csv").write_bytes(text.encode(encoding))
        status, output, messages = command("info", "a.csv")
        fault = refusal_fault(status, output, messages)
        if fault is None and status == 0:
            found = figures(sf.load("a.csv"))
            if found != own:
                return f"another game: {found}, not {own}; {text!r}"
        REFUSALS[messages.strip()[:60]] += status != 0
    return fault and f"{fault}; {text!r}"


REFUSALS: Counter[str] = Counter()
"""Beginnings of the refusals of tables, for a person to look at."""


def latex_tables(rng: Random) -> Fault:
    """Read what is no table of payoffs for anybody but a person: refused in one line, or read right."""
    first, _ = drawn_tables(rng, SIMPLE)
    first.append(list(first[0]))
    kind = rng.choice(
        ["latex", "markdown", "spaces", "dollars", "thousands", "brackets", "comments", "ragged"]
    )
    if kind == "latex":
        text = " \\\\\n".join(" & ".join(map(str, row)) for row in first) + " \\\\\n"
    elif kind == "markdown":
        text = "\n".join("| " + " | ".join(map(str, row)) + " |" for row in first) + "\n"
    elif kind == "spaces":
        text = "\n".join(" ".join(map(str, row)) for row in first) + "\n"
    elif kind == "dollars":
        text = "\n".join(",".join(f"${number}" for number in row) for row in first) + "\n"
    elif kind == "thousands":
        text = (
            "\n".join(",".join(f'"{int(1000 * number):,}"' for number in row) for row in first)
            + "\n"
        )
        first = [[1000 * number for number in row] for row in first]
    elif kind == "brackets":
        text = str([[str(number) for number in row] for row in first]).replace("'", "")
    elif kind == "comments":
        text = "# payoffs\n" + "\n".join(",".join(map(str, row)) for row in first) + "\n"
    else:
        text = "\n".join(",".join(map(str, row)) for row in first) + ",7\n"
    height, width = len(first), len(first[0])
    tree = matrix_game(first, [[-number for number in row] for row in first])
    names = [str(k + 1) for k in range(height)], [str(k + 1) for k in range(width)]
    with folder():
        Path("a.csv").write_text(text, encoding="utf-8")
        status, output, messages = command("info", "a.csv")
        fault = refusal_fault(status, output, messages)
        if (
            fault is None
            and status == 0
            and figures(sf.load("a.csv")) != own_figures(renamed(tree, *names))
        ):
            fault = f"{kind}: read as another game, {figures(sf.load('a.csv'))}"
    return fault and f"{fault}; {text!r}"


# ---- Game Theory Explorer ----


def explorer_tree(tree: Game) -> str:
    """Return a tree as Game Theory Explorer writes it."""
    numbers: dict[tuple[int, str], int] = {}

    def node(game: Game, head: str) -> str:
        if isinstance(game, Leaf):
            pays = "".join(
                f'<payoff player="{name}">{pay}</payoff>'
                for name, pay in zip(("I", "II"), game.payoffs, strict=True)
            )
            return f"<outcome{head}>{pays}</outcome>"
        if isinstance(game, Chance):
            inner = "".join(
                node(child, f' move="{action}" prob="{share}"')
                for action, share, child in game.moves
            )
            return f"<node{head}>{inner}</node>"
        key = (game.player, game.infoset)
        number = numbers.setdefault(key, len(numbers) + 1)
        inner = "".join(node(child, f' move="{action}"') for action, child in game.moves)
        return f'<node iset="{number}" player="{("I", "II")[game.player]}"{head}>{inner}</node>'

    players = '<players><player playerId="1">I</player><player playerId="2">II</player></players>'
    return f'<gte version="0.1"><gameDescription/>{players}<extensiveForm>{node(tree, "")}</extensiveForm></gte>\n'


def explorer_table(
    first: Numbers, second: Numbers, rows: Sequence[str], columns: Sequence[str]
) -> str:
    """Return tables as Game Theory Explorer writes them."""
    names = "".join(
        f'<strategy player="{player}">{{ {" ".join(map(quoted, group))} }}</strategy>'
        for player, group in (("I", rows), ("II", columns))
    )
    pays = "".join(
        f'<payoffs player="{player}">'
        + "\n".join(" ".join(map(str, row)) for row in table)
        + "</payoffs>"
        for player, table in (("I", first), ("II", second))
    )
    players = '<players><player playerId="1">I</player><player playerId="2">II</player></players>'
    size = f"{{ {len(rows)} {len(columns)} }}"
    return f'<gte version="0.1">{players}<strategicForm size="{size}">{names}{pays}</strategicForm></gte>\n'


def explorer(rng: Random) -> Fault:
    """Read files of Game Theory Explorer."""
    if rng.random() < 0.5:
        first, second = drawn_tables(rng, rng.choice([SIMPLE, ODD]))
        tree = matrix_game(first, second)
        text = explorer_table(
            first,
            second,
            [f"r{k}" for k in range(len(first))],
            [f"c{k}" for k in range(len(first[0]))],
        )
    else:
        tree = drawn_game(rng)
        text = explorer_tree(tree)
    with folder():
        Path("a.xml").write_text(text, encoding="utf-8")
        found, own = figures(sf.load("a.xml")), own_figures(tree)
    return None if found == own else f"{found}, not {own}; {text}"


# ---- answers ----


def answers(rng: Random) -> Fault:
    """Write an answer, read it, convert it to plans and mixtures and back, and check it; write it again."""
    tree = drawn_tree(rng, SIMPLE, rng.randint(1, 4))
    line = " ".join(efg(tree).split())
    with folder():
        Path("g.efg").write_text(efg(tree), encoding="utf-8")
        concept = rng.choice(["nash", "quasi-perfect", "normal-form-perfect", "subgame-perfect"])
        status, _, messages = command("solve", "g.efg", "--concept", concept, "-o", "a.json")
        if status:
            return f"solve {concept}: {status}: {messages}; {line}"
        game = sf.load("g.efg")
        profile = sf.read_profile("a.json", game)
        for form in ("behavior", "plan", "mixed"):
            status, _, messages = command(
                "convert", "g.efg", f"{form}.json", "--profile", "a.json", "--form", form
            )
            if status:
                return f"convert {form}: {messages}; {line}"
            status, output, messages = command(
                "check", "g.efg", f"{form}.json", "--target-gap", "0", "--json"
            )
            if status:
                return f"check {form}: {status} {messages}; {line}"
            if json.loads(output)["values"] != [str(pay) for pay in sf.check(game, profile).values]:
                return f"{form}: other values; {line}"
            again = sf.read_profile(f"{form}.json", game)
            if form == "behavior" and str(again) != str(profile):
                return f"{form}: another profile; {line}"
        claim = {
            "quasi-perfect": "--quasi-perfect",
            "normal-form-perfect": "--normal-form-perfect",
        }.get(concept)
        if claim is not None:
            status, _, messages = command("check", "g.efg", "a.json", claim)
            if status:
                return f"check {claim} of its own answer: {status} {messages}; {line}"
        before = contents()
        for words in (
            ("convert", "g.efg", "a.json", "--profile", "a.json"),
            ("solve", "g.efg", "--start", "a.json", "-o", "a.json", "--backend", "lemke"),
            ("solve", "g.efg", "-o", "g.efg"),
            ("convert", "g.efg", "g.efg"),
            ("draw", "g.efg", "a.json", "-o", "a.json"),
            ("trace", "g.efg", "--from", "a.json", "-o", "a.json"),
        ):
            status, _, messages = command(*words)
            if contents() != before:
                return f"{' '.join(words)}: an input is overwritten; {line}"
            if status != 2:
                return f"{' '.join(words)}: status {status}: {messages}; {line}"
    return None


def gambit_lines(rng: Random) -> Fault:
    """Check the lines NE,... of Gambit's programs, for trees in behavior strategies, for matrices in mixed ones."""
    tree = drawn_game(rng)
    if any(isinstance(node, Chance) for node in nodes(tree)) and rng.random() < 0.5:
        return None
    chosen = [
        shares(actions) for player in (0, 1) for _, actions in infosets(tree, player).values()
    ]
    texts = [
        str(share) if rng.random() < 0.5 else f"{share.numerator}/{share.denominator}"
        for row in chosen
        for share in row.values()
    ]
    with folder():
        Path("g.efg").write_text(efg(tree), encoding="utf-8")
        Path("ne.txt").write_text(
            "NE," + ",".join(texts) + rng.choice(["", "\n", "\r\n"]), encoding="utf-8"
        )
        status, output, messages = command("check", "g.efg", "ne.txt", "--json")
        if status:
            return f"{status} {messages}; {' '.join(efg(tree).split())}"
        found = tuple(map(Fraction, json.loads(output)["values"]))
    return None if found == own_figures(tree)[:2] else f"{found}; {' '.join(efg(tree).split())}"


# ---- linear programs ----


def programs(rng: Random) -> Fault:
    """Write the program of a constant-sum game for another solver: its optimum is the value to the player."""
    import highspy

    tree = zero_sum(
        drawn_tree(rng, SIMPLE, rng.randint(1, 4)),
        rng.choice([Fraction(0), Fraction(2), Fraction(-1, 2)]),
    )
    with folder():
        Path("g.efg").write_text(efg(tree), encoding="utf-8")
        player = rng.choice(["1", "2"])
        words = ["--player", player]
        extra: list[str] = []
        own = infosets(tree, int(player) - 1)
        if own and rng.random() < 0.4:
            infoset = rng.choice(list(own))
            extra = ["--constraint", f"{player}: P({infoset}: {own[infoset][1][0]}) >= 1/3"]
        for name in ("k.lp", "k.mps", "k.mps.gz"):
            status, _, messages = command("export", "g.efg", name, *words, *extra)
            if status:
                return f"export {name} {words} {extra}: {status} {messages}; {' '.join(efg(tree).split())}"
        value = (
            sf.solve("g.efg", constraints=extra[1:]).values
            if extra
            else sf.solve("g.efg", exact=True).values
        )
        for name in ("k.lp", "k.mps", "k.mps.gz"):
            if name.endswith("gz"):
                name = "unpacked.mps"
                Path(name).write_bytes(gzip.decompress(Path("k.mps.gz").read_bytes()))
            highs = highspy.Highs()
            highs.setOptionValue("output_flag", False)
            highs.readModel(name)
            highs.run()
            found = highs.getInfo().objective_function_value
            if abs(found - float(value[int(player) - 1])) > 1e-7:
                return (
                    f"{name} {words} {extra}: {found}, not {value}; {' '.join(efg(tree).split())}"
                )
    return None


def zero_sum(tree: Game, total: Fraction) -> Game:
    """Return the game in which player 1 is paid a total less what player 0 is paid."""
    if isinstance(tree, Leaf):
        return Leaf((tree.payoffs[0], total - tree.payoffs[0]))
    if isinstance(tree, Chance):
        return Chance(
            tuple((action, share, zero_sum(child, total)) for action, share, child in tree.moves)
        )
    return Move(
        tree.player,
        tree.infoset,
        tuple((action, zero_sum(child, total)) for action, child in tree.moves),
    )


# ---- damage ----

DECLARATION = """store = "s.sqlite"
[[grid]]
game = "kuhn"
bet = ["1/2", 1]
exact = true
watch = ["1:K:cb:call"]
"""


@cache
def samples() -> dict[str, tuple[bytes, tuple[str, ...], str]]:
    """Return by file name its content, a command that reads it, and what is typed."""
    with folder():
        tree = drawn_tree(Random(5), SIMPLE, 3)
        Path("a.efg").write_text(efg(tree), encoding="utf-8")
        Path("w.gbt").write_text(workbook(efg(tree)), encoding="utf-8")
        Path("matrix.efg").write_text(
            efg(matrix_game(*drawn_tables(Random(3), SIMPLE))), encoding="utf-8"
        )
        sf.save("matrix.efg", "n.nfg")
        Path("o.nfg").write_text(
            'NFG 1 R "o" { "A" "B" } { { "a" "b" } { "c" "d" } }\n{ { "x" 1, 2 } { "y" 3/4 -1 } }\n1 2 0 1\n'
        )
        Path("x.xml").write_text(explorer_tree(tree), encoding="utf-8")
        table = explorer_table([[ONE, 2 * ONE]], [[ONE, ONE]], ["r"], ["c", "d"])
        Path("t.xml").write_text(table, encoding="utf-8")
        Path("m.csv").write_text(",L,R\nT,3,0\nB,5,1\n\n,R,L\nB,1,0\nT,5,3\n")
        Path("e.csv").write_text("0,5;1\n2;0,25\n")
        sf.solve("kuhn", "quasi-perfect").save("p.json")
        sf.solve("vsvet-figure-1").save("v.json")
        command("equilibria", "vsvet-figure-1", "--complete", "-o", "c.json")
        Path("ne.txt").write_text("NE,1/3,2/3,0,1,1,0,2/3,1/3,0,1,0,1,1,0,0,1,0,1,1,0,1,0,0,1\n")
        command(
            "solve", "leduc", "--preprocess", "lossless", "--target-gap", "0.5", "-o", "l.solution"
        )
        Path("d.toml").write_text(DECLARATION)
        command("sweep", "d.toml")
        command(
            "play",
            "kuhn",
            "--plain",
            "--history",
            "h.json",
            "--hands",
            "2",
            typed="1\n1\n1\n1\n1\n",
        )
        readers = {
            "a.efg": ("info", "a.efg"),
            "w.gbt": ("info", "w.gbt"),
            "n.nfg": ("info", "n.nfg"),
            "o.nfg": ("info", "o.nfg"),
            "x.xml": ("info", "x.xml"),
            "t.xml": ("info", "t.xml"),
            "m.csv": ("info", "m.csv"),
            "e.csv": ("info", "e.csv"),
            "p.json": ("check", "kuhn", "p.json", "--quasi-perfect"),
            "v.json": ("trace", "vsvet-figure-1", "--from", "v.json"),
            "c.json": ("check", "vsvet-figure-1", "c.json", "--number", "2"),
            "ne.txt": ("check", "kuhn", "ne.txt"),
            "l.solution": ("check", "leduc", "l.solution"),
            "d.toml": ("sweep", "d.toml", "--dry-run"),
            "s.sqlite": ("report", "s.sqlite"),
            "h.json": ("play", "kuhn", "--plain", "--resume", "h.json"),
        }
        return {
            name: (Path(name).read_bytes(), words, "q\n" if name == "h.json" else "")
            for name, words in readers.items()
            if Path(name).is_file()
        }


def drawn_damage(rng: Random, content: bytes) -> tuple[str, bytes]:
    """Return a kind of damage, and the damaged content."""
    kind = rng.choice([
        *("truncate", "truncate", "line-twice", "line-gone", "swap", "swap", "token-twice", "token-gone", "byte"),
        *("bom", "utf-16", "latin-1", "crlf", "cr", "nul", "huge-number", "huge-token", "deep", "empty", "blank"),
        *("number", "number", "number", "quote", "brace", "control", "surrogate", "insert-code", "concatenate"),
    ])  # fmt: skip
    return kind, damaged(rng, content, kind)


def damaged(rng: Random, content: bytes, kind: str) -> bytes:
    """Return content after one kind of damage."""
    lines = content.splitlines(keepends=True) or [b""]
    words = content.split(b" ")
    place = rng.randrange(len(content) or 1)
    match kind:
        case "truncate":
            return content[:place]
        case "line-twice":
            k = rng.randrange(len(lines))
            return b"".join([*lines[: k + 1], *lines[k:]])
        case "line-gone":
            k = rng.randrange(len(lines))
            return b"".join([*lines[:k], *lines[k + 1 :]])
        case "swap":
            a, b = rng.randrange(len(words)), rng.randrange(len(words))
            words[a], words[b] = words[b], words[a]
            return b" ".join(words)
        case "token-twice":
            k = rng.randrange(len(words))
            return b" ".join([*words[: k + 1], *words[k:]])
        case "token-gone":
            k = rng.randrange(len(words))
            return b" ".join([*words[:k], *words[k + 1 :]])
        case "byte":
            return content[:place] + bytes([rng.randrange(256)]) + content[place + 1 :]
        case "bom":
            return b"\xef\xbb\xbf" + content
        case "utf-16":
            return content.decode("utf-8", "replace").encode("utf-16")
        case "latin-1":
            return content[:place] + b"\xe4\xf6" + content[place:]
        case "crlf":
            return content.replace(b"\n", b"\r\n")
        case "cr":
            return content.replace(b"\n", b"\r")
        case "nul":
            return content[:place] + b"\0" + content[place:]
        case "huge-number":
            return _with_number(
                rng,
                content,
                rng.choice([b"1e999999999", b"9" * 5000, b"1e-999999999", b"1/" + b"9" * 3000]),
            )
        case "huge-token":
            return (
                content[:place]
                + rng.choice([b"x", b"(", b"[", b"{", b'"', b"1"]) * 200_000
                + content[place:]
            )
        case "deep":
            return (
                content[:place]
                + rng.choice([b"{ ", b"[", b"<a>", b'{"a":', b'p "" 1 1 "" { "a" } 0\n']) * 20_000
            )
        case "empty":
            return b""
        case "blank":
            return b" \n\t\n"
        case "number":
            return _with_number(
                rng,
                content,
                rng.choice(
                    [
                        b"0",
                        b"-1",
                        b"nan",
                        b"inf",
                        b"1/0",
                        b"1.",
                        b".",
                        b"1e5",
                        b"0x10",
                        b"1_0",
                        b"",
                        b"\xd9\xa1",
                        b"true",
                        b"null",
                        b"-0",
                        b"1e",
                        b"2147483648",
                        b"9223372036854775808",
                        b"0.1.2",
                        b"1,5",
                    ]
                ),
            )
        case "quote":
            return content[:place] + b'"' + content[place:]
        case "brace":
            return (
                content[:place] + rng.choice(b"{ } [ ] ( ) < > & ; , :".split()) + content[place:]
            )
        case "control":
            return (
                content[:place]
                + rng.choice([b"\x1b[31m", b"\x07", b"\x7f", "\u202e".encode(), "\u2028".encode()])
                + content[place:]
            )
        case "surrogate":
            return content[:place] + b"\xed\xa0\x80" + content[place:]
        case "insert-code":
            return (
                content[:place]
                + rng.choice(
                    [b"./evil.py:f", b"$(touch executed)", b"__import__('evil')", b"&xxe;"]
                )
                + content[place:]
            )
    return content + content


def _with_number(rng: Random, content: bytes, number: bytes) -> bytes:
    import re

    places = [match.span() for match in re.finditer(rb"-?\d+(/\d+)?", content)]
    if not places:
        return content + number
    start, end = rng.choice(places)
    return content[:start] + number + content[end:]


def damage(rng: Random, name: str | None = None) -> Fault:
    """Damage a file once or twice and let a command read it."""
    every = samples()
    name = name or rng.choice(list(every))
    content, words, typed = every[name]
    kinds = []
    for _ in range(rng.choice([1, 1, 1, 2])):
        kind, content = drawn_damage(rng, content)
        kinds.append(kind)
    with folder():
        Path(name).write_bytes(content)
        if name == "d.toml":
            Path("s.sqlite").write_bytes(every["s.sqlite"][0])
        before = contents()
        try:
            status, output, messages = command(*words, typed=typed)
        except TooSlowError:
            return f"{name} {kinds}: over {PATIENCE} s; {content[:300]!r}"
        fault = refusal_fault(status, output, messages)
        after = contents()
        if "executed" in after:
            fault = "code is run"
        elif any(
            after.get(key) != value
            for key, value in before.items()
            if key != "s.sqlite" and key != "h.json"
        ):
            fault = "a file is overwritten"
        elif set(after) - set(before) - {"s.sqlite-wal", "s.sqlite-shm", "s.sqlite-journal"}:
            fault = f"files are made: {set(after) - set(before)}"
        if fault is None and status == 0 and name.endswith(("efg", "nfg")):
            theirs = gambit_values(str(Path(name).resolve()))
            if theirs is not None and theirs != figures(sf.load(name))[:2]:
                fault = f"pygambit reads {theirs}, seqform {figures(sf.load(name))[:2]}"
    return fault and f"{name} {kinds}: {fault}; {content[-400:]!r}"


# ---- what is no file ----


def special(rng: Random) -> Fault:
    """Give a pipe, a folder, a link, a device or nothing where a file is expected."""
    every = samples()
    name = rng.choice(list(every))
    _, words, typed = every[name]
    kind = rng.choice(
        [
            "pipe",
            "folder",
            "zero",
            "loop",
            "dangling",
            "missing",
            "link-to-folder",
            "tty",
            "long-name",
            "proc",
        ]
    )
    with folder():
        path = Path(name)
        if kind == "pipe":
            os.mkfifo(path)
        elif kind == "folder":
            path.mkdir()
        elif kind == "zero":
            path.symlink_to("/dev/zero")
        elif kind == "loop":
            path.symlink_to(name)
        elif kind == "dangling":
            path.symlink_to("nowhere")
        elif kind == "link-to-folder":
            path.symlink_to(".")
        elif kind == "tty":
            path.symlink_to("/dev/null")
        elif kind == "proc":
            path.symlink_to("/proc/self/mem")
        elif kind == "long-name":
            long = "x" * 300 + path.suffix
            words = tuple(long if word == name else word for word in words)
        try:
            status, output, messages = command(*words, typed=typed)
        except TooSlowError:
            return f"{name} {kind}: over {PATIENCE} s"
        fault = refusal_fault(status, output, messages)
        if fault is None and status != 2:
            fault = f"status {status}: {output[:200]} {messages}"
    return fault and f"{' '.join(words)[:200]} {kind}: {fault}"


def _one_format(name: str) -> Callable[[Random], Fault]:
    return lambda rng: damage(rng, name)


CAMPAIGN = Campaign(
    "files",
    "Every format of files written, read and written again, as other people write it, and damaged, written from the "
    "documentation: the right game, or one line of error; nothing run, nothing overwritten.",
    {
        "written": (written, 3000),
        "foreign-trees": (foreign_trees, 3000),
        "foreign-nfg": (foreign_nfg, 3000),
        "tables": (tables, 6000),
        "latex-tables": (latex_tables, 600),
        "explorer": (explorer, 2000),
        "answers": (answers, 400),
        "gambit-lines": (gambit_lines, 1000),
        "programs": (programs, 400),
        "damage": (damage, 20_000),
        "special": (special, 600),
    },
)

if __name__ == "__main__":
    status = CAMPAIGN.run()
    for refusal, count in REFUSALS.most_common(12):
        print(count, ascii(refusal), file=sys.stderr)
    sys.exit(status)
