"""Rhode Island Hold'em: the sizes and times that Gilpin & Sandholm (2006) publish, beside ours.

    python scripts/run.py rhode_island_sizes                # two minutes and 3 GB; nothing is solved
    python scripts/run.py rhode_island_sizes --ranks 3 4    # dominated sequences of smaller decks only

A second table has what the elimination of dominated sequences leaves of decks of several sizes. Times of solving are
taken from the page of scripts/run.py rhode_island, where there is one.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import numpy as np

import seqform as sf
from measure import RESULTS, Page, markdown_table, table_records
from papers.statements import Statement, statement_table, verdict
from seqform.builders.abstraction.dominated_classes import eliminated_sequences
from seqform.builders.steps import LOSSLESS, PUBLISHED
from seqform.models.games.ordered import count
from seqform.solving.abstracted import AbstractedGame, abstract_game

GAME = "rhode-island"
NODES = 3.1e9
"""The paper's figure has two digits."""

WHOLE_DECK = 13
HEADER = ("ranks", "classes", "rows × columns", "last round", "CPU, s", "all rounds", "CPU, s")
ELIMINATION = (
    "Without dominated sequences (`eliminate-dominated`), four suits: rows belong to player 1's sequences, as in the "
    "paper. The published sizes are those without dominated sequences of the last round "
    "(`eliminate-dominated=last`); the rounds before lose a few more, and the last one the same."
)


def run(*, ranks: tuple[int, ...] = (3, 4, 5, 6, 7, 8, 9, 13)) -> Page:
    """Make the page, with the elimination of dominated sequences for so many ranks."""
    lines = [*sizes(), *times()]
    parts = [
        f"Whole deck, ante 5, bets 10, 20 and 20. {verdict(lines)}",
        statement_table(lines, "size or time"),
        "Ours counts a node for every ordered deal of two private and two public cards; how the paper counts nodes of "
        "the game tree is not known. Which hands the published partition takes for alike, and what that costs in "
        "play, is on the page of `scripts/run.py rhode_island`.",
        ELIMINATION,
        markdown_table(HEADER, list(eliminations(ranks))),
    ]
    return "rhode_island_sizes", "Rhode Island Hold'em: sizes and times", parts


def eliminations(ranks: Sequence[int]) -> Iterator[list[str]]:
    """Yield what elimination leaves of the classes of each deck: sizes as `undominated`, and seconds."""
    for size, kind in product(ranks, (PUBLISHED, LOSSLESS)):
        classes = abstract_game(
            GAME if size == WHOLE_DECK else f"{GAME}(ranks={size})", kind
        ).classes
        row = [str(size), kind, times_sign(reversed(classes.program_shape))]
        for rounds in ("last", "all"):
            began = time.process_time()
            left = eliminated_sequences(classes, rounds)
            seconds = time.process_time() - began
            row += [times_sign(reversed(left.program_shape)), f"{seconds:.1f}"]
        print(" | ".join(row), flush=True)
        yield row


def sizes() -> Iterator[Statement]:
    game = sf.load(GAME, kind="ordered")
    found = count(game)
    yield Statement(
        "nodes of the game tree",
        "3.1 billion",
        f"{found.nodes:,}",
        abs(found.nodes - NODES) < 0.05e9,
    )
    yield numbers("nodes of the signal tree", (6_632_705,), (found.signal_nodes,))
    yield numbers(
        "linear program, no abstraction: rows × columns",
        (91_224_226, 91_224_226),
        found.program_shape,
    )
    (small, seconds), (equal, longer) = (shrunk(game, kind) for kind in (PUBLISHED, LOSSLESS))
    yield numbers(
        "after GameShrink: rows × columns", (1_237_238, 1_237_238), small.classes.program_shape
    )
    yield numbers("after GameShrink: nonzeros", (50_428_638,), (small.classes.num_program_entries,))
    left = eliminated_sequences(small.classes, "last").program_shape
    subject = "then dominated sequences of the last round eliminated: rows × columns"
    yield numbers(subject, (1_190_443, 1_181_084), (left[1], left[0]))
    subject = "eliminated without GameShrink: rows × columns"
    yield numbers(
        subject, (89_471_986, 89_121_538), undominated_of_hands(equal, found.program_shape)
    )
    yield Statement(
        "GameShrink's CPU time", "under 1 s (1.65 GHz POWER5)", f"{seconds:.2f} s", seconds < 1
    )
    loss = "nothing, proved" if small.violation is None else f"yes: {small.violation}"
    yield Statement(
        "does GameShrink lose anything?", "no (theorem 1)", loss, small.violation is None
    )
    rows, _ = equal.classes.program_shape
    yield Statement(
        "the coarsest partition proved to lose nothing",
        "–",
        f"{' / '.join(f'{n:,}' for n in equal.filters[0].num_classes)} hands by round, {rows:,} rows and columns, "
        f"{equal.classes.num_program_entries:,} nonzeros, in {longer:.2f} s",
        None,
    )


def shrunk(game: sf.OrderedGame, kind: str) -> tuple[AbstractedGame, float]:
    """Return an abstraction of a game, and the CPU seconds that it took."""
    began = time.process_time()
    one = abstract_game(game, kind)
    return one, time.process_time() - began


def numbers(subject: str, published: tuple[int, ...], ours: tuple[int, ...]) -> Statement:
    return Statement(
        subject, times_sign(published), times_sign(ours), tuple(published) == tuple(ours)
    )


def times_sign(numbers: Iterable[int]) -> str:
    return " × ".join(f"{number:,}" for number in numbers)


def undominated_of_hands(one: AbstractedGame, shape: tuple[int, int]) -> tuple[int, int]:
    """Return rows and columns of the whole game without the last round's dominated sequences.

    All hands of a lossless class lose the same ones. The paper's rows belong to player 1's sequences.
    """
    left = eliminated_sequences(one.classes, "last")
    lost = [
        int(np.bincount(one.filters[player].classes[-1]) @ left.by_class(player))
        for player in (0, 1)
    ]
    return shape[0] - lost[0], shape[1] - lost[1]


def times() -> Iterator[Statement]:
    """Yield the times of solving, from the page of scripts/run.py rhode_island."""
    measured = {row["classes"]: row for row in table_records(RESULTS / "rhode_island.md")}
    paper = "7 days 17 hours, 25 GB (CPLEX 9.1.2, barrier)"
    for way in (PUBLISHED, LOSSLESS):
        if way in measured:
            row = measured[way]
            ours = (
                f"{row['solved, s']} s of counterfactual regret minimization, {row['memory, MB']} MB; "
                f"nash_conv in the real game {row['nash_conv in the real game']}"
            )
            published = paper if way == PUBLISHED else "–"
            yield Statement(
                f"solving the game of {way} classes, to within 0.001 chips", published, ours, None
            )
