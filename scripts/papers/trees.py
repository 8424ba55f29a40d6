"""The games of "Game Theory: Trees in Games": the article beside the results here.

    python scripts/run.py trees                    # a minute, most of it matches
    python scripts/run.py trees --linear-program   # and tic-tac-toe as a linear program: ten seconds, 1 GB
    python scripts/run.py trees --games 10         # shorter matches

What an earlier run found of the linear program stays on the page.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial

import seqform as sf
from measure import RESULTS, Page, called, markdown_table, seconds, table_records
from papers.statements import Statement, statement_table, verdict
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionGraph

NAME = "trees"
GAME = "tic-tac-toe"
MATCHES = (
    (GAME, "random", "random", 1000),
    (GAME, "negamax", "random", 1000),
    (GAME, "negamax", "negamax", 100),
    (GAME, "mcts:10", "random", 200),
    (GAME, "mcts:100", "random", 200),
    (GAME, "mcts:10", "negamax", 200),
    (GAME, "mcts:100", "negamax", 200),
    (GAME, "mcts:1000", "negamax", 60),
    (GAME, "mcts:10000", "negamax", 10),
    ("kuhn", "equilibrium", "random", 2000),
    ("kuhn", "mcts:100", "random", 400),
    ("kuhn", "mcts:100", "equilibrium", 400),
)
"""Game, agents, and number of games."""

PUBLISHED_PAYOFFS = {"left": (5, 5, 1, 1), "right": (-3, -3, 6, 6)}
"""Player 1's, in the article's table of the tree with two levels."""

PROGRAM = ("linear program", "value", "nash_conv", "solver, s", "in all, s", "memory, GB")


def run(
    *,
    games: int | None = None,
    repeat: int = 3,
    linear_program: bool = False,
    minutes: float = 20.0,
) -> Page:
    """Make the page: so many games in every match, the linear program within so many minutes or as before.

    The times are the least of so many repetitions.
    """
    program = program_row(GAME, minutes) if linear_program else kept_row()
    found = [*two_level(), *one_card_poker(), *tic_tac_toe()]
    return (
        NAME,
        "Trees in games",
        sections(
            found, times(repeat), program, [match_row(*one[:3], games or one[3]) for one in MATCHES]
        ),
    )


# ---- statements of the article ----


def two_level() -> Iterator[Statement]:
    name = "two-level-tree"
    found = sf.solve(name, concept="subgame-perfect")
    first, second = found.profile
    payoffs = payoff_table(found.game)
    for move, published in PUBLISHED_PAYOFFS.items():
        yield Statement(
            name,
            f"{move} pays {', '.join(map(str, published))} against the plans left/left, left/right, right/left, "
            "right/right",
            f"{', '.join(map(str, payoffs[move]))}, a plan being the reply to left / the reply to right",
            payoffs[move] == published,
        )
    replies = [second["after left"]["right"], second["after right"]["left"]]
    yield Statement(
        name,
        "player 2 plays right after left, and left after right",
        f"with probabilities {replies[0]} and {replies[1]}",
        replies == [1, 1],
    )
    yield Statement(
        name,
        "player 1 plays left and gets 1; a subgame perfect equilibrium",
        f"left with probability {first['start']['left']}; value {found.values[0]}; {found.certificate}",
        first["start"]["left"] == 1
        and found.values[0] == 1
        and found.certificate.checks["subgame perfect"],
    )


def payoff_table(game: ExtensiveGame) -> dict[str, tuple[Fraction | int, ...]]:
    """Return player 1's payoff for each move, against player 2's four plans: replies to left, then to right."""
    at = {
        game.path(int(leaf)): payoff
        for leaf, payoff in zip(game.leaves, game.leaf_payoffs[0].to_fractions(), strict=True)
    }
    plans = [(one, other) for one in ("left", "right") for other in ("left", "right")]
    return {
        move: tuple(at[move, plan[0] if move == "left" else plan[1]] for plan in plans)
        for move in ("left", "right")
    }


def one_card_poker() -> Iterator[Statement]:
    found = sf.solve("kuhn", exact=True)
    yield Statement("kuhn", "value -1/18 to player 1 (Kuhn 1950)", f"{found.values[0]}; {found.certificate}",
                    found.values[0] == Fraction(-1, 18))  # fmt: skip
    nodes = Counter(
        found.game.infoset_names[row] for row in found.game.infoset.tolist() if row >= 0
    )
    shared = [name for name in found.profile[0] if nodes[name] > 1]
    yield Statement(
        "kuhn",
        "positions that a player cannot tell apart form an information set: backward induction does not apply",
        f"{len(shared)} of player 1's {len(found.profile[0])} information sets have several positions",
        len(shared) > 0,
    )


def tic_tac_toe() -> Iterator[Statement]:
    graph = sf.load(GAME, kind="positions")
    plays, depth = plays_and_depth(graph)
    found = sf.solve(graph, "subgame-perfect")
    search = sf.search(GAME, method="negamax")
    yield Statement(GAME, "up to 9 levels of moves", f"{depth} levels", depth == 9)
    yield Statement(GAME, "5,478 positions", f"{len(graph):,} positions", len(graph) == 5478)
    yield Statement(GAME, "255,168 plays", f"{plays:,} plays", plays == 255_168)
    yield Statement(
        GAME,
        "value 0, by negamax with a memory of positions",
        f"{search.value} by negamax over {search.nodes:,} positions; {found.values[0]} by backward induction, "
        "verified at every position",
        search.value == found.values[0] == 0,
    )


def plays_and_depth(graph: PositionGraph) -> tuple[int, int]:
    """Return the number of ways from the root to an end, and the length of the longest."""
    plays, depth = [1] * len(graph), [0] * len(graph)
    for position in reversed(range(len(graph))):
        children = graph.child[graph.first_move[position] : graph.first_move[position + 1]].tolist()
        if children:
            plays[position] = sum(plays[child] for child in children)
            depth[position] = 1 + max(depth[child] for child in children)
    return plays[0], depth[0]


# ---- times ----


def times(repeat: int) -> list[tuple[str, str]]:
    graph = sf.load(GAME, kind="positions")

    works: tuple[tuple[str, Callable[[], object]], ...] = (
        ("all positions from the rules", partial(sf.load, GAME, kind="positions")),
        (
            "backward induction over them, and the check of every position",
            partial(sf.solve, graph, "subgame-perfect"),
        ),
        (
            "negamax from the rules, remembering positions",
            partial(sf.search, GAME, method="negamax"),
        ),
        ("the tree of all plays from the rules", partial(sf.load, GAME)),
    )
    return [(name, f"{min(seconds(work) for _ in range(repeat)):.3f}") for name, work in works]


def program_row(game: str, minutes: float) -> tuple[str, ...]:
    """Solve the linear program over all plays in a process of its own; return its row."""
    found, finished = called("papers.trees", "solved_here", 60 * minutes, game=game)
    if found is None:
        return (
            finished.failure,
            "–",
            "–",
            "–",
            f"{finished.seconds:.0f}",
            f"{finished.peak_bytes / 1e9:.1f}",
        )
    return (*found, f"{finished.seconds:.0f}", f"{finished.peak_bytes / 1e9:.1f}")


def kept_row() -> tuple[str, ...] | None:
    """Return the linear program's row of an earlier page, on which its table is the last."""
    rows = table_records(RESULTS / f"{NAME}.md")
    return tuple(rows[0].values()) if rows and tuple(rows[0]) == PROGRAM else None


def solved_here(game: str) -> list[str]:
    """Return the cells of a row that are about the program and its solution, with nothing merged."""
    from seqform.builders.forms.sequence_form import sequence_form
    from seqform.builders.programs.zero_sum_lp import zero_sum_lp

    tree = sf.load(game)
    matrix = zero_sum_lp(sequence_form(tree).target).target.matrix
    (rows, columns), entries = matrix.shape, matrix.nonzeros
    del matrix
    found = sf.solve(tree, preprocess=())
    shape = f"{rows:,} × {columns:,}, {entries:,} nonzeros"
    nash_conv = f"{float(found.certificate.nash_conv):.1e}"
    return [shape, f"{float(found.values[0]):.3g}", nash_conv, f"{found.raw.seconds:.1f}"]


# ---- matches ----


def match_row(game: str, first: str, second: str, games: int) -> tuple[str, ...]:
    sys.stderr.write(f"{game}: {first} against {second}\n")
    result = sf.play.match(game, first, second, games=games)
    interval, spent = result.interval(0), result.seconds_per_move(0)
    return (
        game,
        first,
        second,
        f"{games:,}",
        "{:,} / {:,} / {:,}".format(*result.record(0)),
        f"{float(result.mean(0)):+.3f}",
        "–" if interval is None else f"{interval[0]:+.3f} to {interval[1]:+.3f}",
        "–" if spent is None else f"{1000 * spent:.2f}",
    )


# ---- the page ----


def sections(
    found: Sequence[Statement],
    spent: Sequence[tuple[str, str]],
    program: Sequence[str] | None,
    matches: Sequence[Sequence[str]],
) -> list[str]:
    parts = [
        f"The article's figures, and those that are known of its games. {verdict(found)}",
        statement_table(found),
        "## Tic-tac-toe, seconds\n\nThe least of three runs. The memory of the article's negamax, as printed, has "
        "boards without equality for its keys, so that no board is found again: it visits the 549,946 nodes of the "
        "tree, not 5,478 positions.",
        markdown_table(("", "seconds"), spent),
    ]
    note = (
        "Seats are swapped after every game. The payoff is the first agent's per game, with its 95 % interval over "
        "pairs of games; an interval of no width says that all pairs paid the same. In Kuhn poker, seats swapped, "
        "nobody earns more than 0 on average against `equilibrium`; Monte Carlo tree search has no such guarantee."
    )
    header = (
        "game",
        "first",
        "second",
        "games",
        "won / drawn / lost",
        "payoff",
        "95 % interval",
        "ms a move",
    )
    parts += [f"## Matches\n\n{note}", markdown_table(header, matches)]
    if program is not None:
        note = (
            "By histories, nothing merged, through HiGHS: what backward induction does in a moment."
        )
        parts += [
            f"## Tic-tac-toe as a linear program\n\n{note}",
            markdown_table(PROGRAM, [program]),
        ]
    return parts
