"""Rhode Island Hold'em: the sizes and times that Gilpin & Sandholm (2006) publish, beside ours.

    python scripts/run.py rhode_island_sizes              # twenty seconds and 3 GB; nothing is solved
    python scripts/run.py rhode_island_sizes --no-whole   # without the elimination on the whole game: a few seconds

Times of solving are taken from the page of scripts/run.py rhode_island, where there is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import seqform as sf
from measure import RESULTS, Page, table_records
from papers.statements import Statement, statement_table, verdict
from seqform.builders.steps import IDENTITY, LOSSLESS, PUBLISHED
from seqform.models.games.ordered import count
from seqform.solving.abstracted import AbstractedGame, abstract_game

GAME = "rhode-island"
NODES = 3.1e9
"""The paper's figure has two digits."""


def run(*, whole: bool = True) -> Page:
    """Make the page, with the elimination on the whole game or without it."""
    return "rhode_island_sizes", "Rhode Island Hold'em: sizes and times", sections([*sizes(whole=whole), *times()])


def sizes(*, whole: bool = True) -> Iterator[Statement]:
    """Yield the published sizes beside ours."""
    game = sf.load(GAME, kind="ordered")
    found = count(game)
    yield Statement("nodes of the game tree", "3.1 billion", f"{found.nodes:,}", abs(found.nodes - NODES) < 0.05e9)
    yield numbers("nodes of the signal tree", (6_632_705,), (found.signal_nodes,))
    yield numbers("linear program, no abstraction: rows × columns", (91_224_226, 91_224_226), found.program_shape)
    small = abstract_game(game, PUBLISHED)
    yield numbers("after GameShrink: rows × columns", (1_237_238, 1_237_238), small.classes.program_shape)
    yield numbers("after GameShrink: nonzeros", (50_428_638,), (small.classes.num_program_entries,))
    yield numbers("then dominated sequences eliminated: rows × columns", (1_190_443, 1_181_084), undominated(small))
    if whole:
        sizes_of_all = undominated(abstract_game(game, IDENTITY))
        yield numbers("eliminated without GameShrink: rows × columns", (89_471_986, 89_121_538), sizes_of_all)
    seconds = f"{small.seconds:.2f} s"
    yield Statement("GameShrink's time", "under 1 s (1.65 GHz POWER5)", seconds, small.seconds < 1)
    yield Statement("does GameShrink lose anything?", "no (theorem 1)", loss(small), small.violation is None)
    equal = abstract_game(game, LOSSLESS)
    rows, _ = equal.classes.program_shape
    yield Statement(
        "the coarsest partition proved to lose nothing",
        "–",
        f"{' / '.join(f'{n:,}' for n in equal.filters[0].num_classes)} hands by round, {rows:,} rows and columns, "
        f"{equal.classes.num_program_entries:,} nonzeros, in {equal.seconds:.2f} s",
        None,
    )


def numbers(subject: str, published: tuple[int, ...], ours: tuple[int, ...]) -> Statement:
    """Return a line of whole numbers."""
    texts = [" × ".join(f"{number:,}" for number in given) for given in (published, ours)]
    return Statement(subject, texts[0], texts[1], tuple(published) == tuple(ours))


def undominated(one: AbstractedGame) -> tuple[int, int]:
    """Return rows and columns without dominated sequences; the paper's rows belong to player 2."""
    columns, rows = one.undominated.program_shape
    return rows, columns


def loss(one: AbstractedGame) -> str:
    """Return the loss of a partition, or that it is proved to lose nothing."""
    return "nothing, proved" if one.violation is None else f"yes: {one.violation}"


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
            yield Statement(f"solving the game of {way} classes, to within 0.001 chips", published, ours, None)


def sections(lines: Sequence[Statement]) -> list[str]:
    """Return the parts of the results page."""
    return [
        f"Whole deck, ante 5, bets 10, 20 and 20. {verdict(lines)}",
        statement_table(lines, "size or time"),
        "Ours counts a node for every ordered deal of two private and two public cards; how the paper counts nodes of "
        "the game tree is not known. Which hands the published partition takes for alike, and what that costs in "
        "play, is on the page of `scripts/run.py rhode_island`.",
    ]
