"""Table 1 of Littman, Ravi, Talwar & Zinkevich (2006): Open-Handed Oh Hell!, the published columns beside ours.

    python scripts/run.py oh_hell                                 # 1,000 hands of 4 and of 5 cards
    python scripts/run.py oh_hell --readings 1000                 # and as many under every reading of the rules
    python scripts/run.py oh_hell --cards 4 --hands 200 --reading penalty=constant ties=last

Finished hands are kept in a file next to the results; an interrupted run continues from there.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Any

from kept_rows import rows_of
from measure import Page, markdown_table
from papers.oh_hell_hands import MEASURES, Hand, Reading, Row, compute
from seqform.backends.bestnash.backend import Ties
from seqform.builders.games.families.oh_hell import PENALTIES, TARGETS, TRUMPS
from seqform.errors import InputError

NAME = "oh_hell"
PAPER_HANDS = 1000
PUBLISHED = {
    "multiple equilibria": (30.0, 52.0),
    "social": (22.0, 41.5),
    "fairest": (3.2, 4.0),
    "single-maximum": (21.6, 39.2),
    "best-for-1": (20.8, 37.6),
    "best-for-2": (9.4, 17.1),
    "without mixing, social worse": (7.6, 11.8),
}
"""Percent of 1,000 hands of 4 and of 5 cards."""

IN_EQUILIBRIA = "distinct payoffs in equilibria of all hands"
PUBLISHED_FACTS = {
    "tree depth": ("10", "12"),
    "tree size": ("≈ 10,000", "≈ 400,000"),
    "distinct payoffs": ("6", "7"),
    IN_EQUILIBRIA: ("6", "7"),
    "anyNash, ms": ("137", "2,000"),
    "bestNash, ms": ("605", "11,000"),
}
SHARES: dict[str, Callable[[Row], bool]] = {
    "multiple equilibria": lambda row: row.multiple,
    **{measure: partial(Row.improved, measure=measure) for measure in MEASURES},
    "without mixing, social worse": lambda row: row.mixing_helps("social"),
}
CORNERS: dict[str, tuple[str, Callable[[Row], bool]]] = {
    "the corner's sum above every equilibrium's": (
        "without mixing, social worse",
        lambda row: row.corner_looks_better,
    ),
    "such corners taken for the social optimum": ("social", lambda row: row.improved_at_the_corner),
}
"""Shares that the paper does not have, with the column of the paper that they are set against."""

OTHER_TIES: tuple[tuple[str, Ties], ...] = (
    ("dealt", "last"),
    ("dealt", "random"),
    ("suit", "first"),
    ("suit", "last"),
    ("rank", "first"),
    ("rank", "last"),
)
SOURCES = (
    *("builders/games/families/oh_hell.py", "scripts/papers/oh_hell_[gh]*.py"),
    *("backends/bestnash/*.py", "models/**/*.py"),
)
Interval = tuple[float, float]


def run(
    *,
    cards: tuple[int, ...] = (4, 5),
    hands: int = 1000,
    readings: int = 0,
    seed: int = 0,
    reading: tuple[str, ...] = (),
    jobs: int = 1,
    fresh: bool = False,
    page: str = NAME,
) -> Page:
    """Make the page: hands of every size, and as many under every reading; a reading is such as penalty=constant."""
    if hands < 1 or readings < 0 or jobs < 1 or seed < 0:
        raise InputError("--hands and --jobs: at least 1; --readings and --seed: at least 0")
    chosen = reading_of(reading)
    first = 10**6 * seed
    wanted = [Hand(size, first + k, chosen, timed=True) for size in cards for k in range(hands)]
    for other in (chosen, *other_readings(chosen)) if readings else ():
        wanted += [
            Hand(size, first + k, other, timed=False) for size in cards for k in range(readings)
        ]
    rows, _ = rows_of(page, wanted, compute, Row, sources=SOURCES, jobs=jobs, fresh=fresh)
    return page, "Open-Handed Oh Hell!", sections(cards, chosen, rows)


def reading_of(changes: Sequence[str]) -> Reading:
    """Return the reading with some changes, such as penalty=constant or sum_rule=false."""
    known = {field.name for field in fields(Reading)}
    values: dict[str, Any] = {}
    for change in changes:
        name, _, value = change.partition("=")
        if name not in known:
            raise InputError(f"--reading {change}: one of {', '.join(sorted(known))} expected")
        values[name] = {"true": True, "false": False, "1": 1, "2": 2}.get(value, value)
    return replace(Reading(), **values)


def other_readings(given: Reading) -> Iterator[Reading]:
    """Yield the readings that differ in the ties of anyNash, then those that differ in one rule."""
    found = [replace(given, order=order, ties=ties) for order, ties in OTHER_TIES]
    found += [replace(given, trump=trump) for trump in TRUMPS]
    found += [replace(given, penalty=penalty) for penalty in PENALTIES]
    found += [replace(given, target=target) for target in TARGETS]
    found += [replace(given, first_lead=1), replace(given, first_lead=2)]
    for yes in (True, False):
        found += [
            replace(given, sum_rule=yes),
            replace(given, follow=yes),
            replace(given, winner_leads=yes),
        ]
    found += [
        replace(given, sum_rule=False, penalty="constant"),
        replace(given, first_lead=2, penalty="constant"),
    ]
    yield from (other for other in dict.fromkeys(found) if other != given)


def wilson(hits: int, total: int, z: float = 1.96) -> Interval:
    """Return Wilson's 95 % interval of a share, in percent."""
    share, shrunk = hits / total, 1 + z * z / total
    middle = (share + z * z / (2 * total)) / shrunk
    half = z / shrunk * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return (100 * (middle - half) if hits else 0.0), (
        100 * (middle + half) if hits < total else 100.0
    )


def apart(hits: int, total: int, published: float) -> float:
    """Return how far two shares lie apart in standard errors, the paper's being of 1,000 hands too."""
    ours, theirs = hits / total, published / 100
    pooled = (hits + theirs * PAPER_HANDS) / (total + PAPER_HANDS)
    error = math.sqrt(pooled * (1 - pooled) * (1 / total + 1 / PAPER_HANDS))
    return (ours - theirs) / error if error else 0.0


def sections(sizes: Sequence[int], main_reading: Reading, rows: Sequence[Row]) -> list[str]:
    parts = [NOTE.format(reading=main_reading)]
    for cards in sizes:
        own = [row for row in rows if row.hand.cards == cards and row.hand.timed]
        parts += [
            f"## {cards} cards, {len(own):,} hands",
            facts_table(cards, own),
            shares_table(cards, own),
        ]
    others = [row for row in rows if not row.hand.timed]
    if others:
        parts += ["## Readings", READINGS_NOTE]
    for cards in sizes if others else ():
        parts.append(readings_table(cards, [row for row in others if row.hand.cards == cards]))
    return parts


def facts_table(cards: int, rows: Sequence[Row]) -> str:
    nodes = [row.nodes for row in rows]
    times = [row.seconds for row in rows if row.seconds]
    ours = {
        "tree depth": ", ".join(map(str, sorted({row.depth for row in rows}))),
        "tree size": f"mean {statistics.fmean(nodes):,.0f}, median {statistics.median(nodes):,.0f}, "
        f"{min(nodes):,} to {max(nodes):,}",
        "distinct payoffs": "mean n1 {:.1f}, n2 {:.1f}; {} to {}".format(
            *(statistics.fmean(row.distinct[k] for row in rows) for k in (0, 1)),
            min(min(row.distinct) for row in rows),
            max(max(row.distinct) for row in rows),
        ),
        IN_EQUILIBRIA: "n1 {}, n2 {}".format(
            *(len({pair[k] for row in rows for pair in row.profiles}) for k in (0, 1))
        ),
        "building, ms": spread([time.build for time in times]),
        "anyNash, ms": spread([time.any_nash for time in times]),
        "utility profile sets, ms": spread([time.sets for time in times]),
        "bestNash, ms": spread([time.best_nash for time in times]),
    }
    lines = []
    for name, text in ours.items():
        published = PUBLISHED_FACTS.get(name)
        lines.append((name, published[cards - 4] if published and cards in (4, 5) else "–", text))
    return markdown_table(("", "paper", "ours"), lines)


def spread(seconds: Sequence[float]) -> str:
    """Return mean, median and maximum in milliseconds."""
    mean, middle, most = statistics.fmean(seconds), statistics.median(seconds), max(seconds)
    return f"mean {1e3 * mean:,.1f}, median {1e3 * middle:,.1f}, at most {1e3 * most:,.1f}"


def shares_table(cards: int, rows: Sequence[Row]) -> str:
    lines = [
        share_line(name, name, cards, [holds(row) for row in rows])
        for name, holds in SHARES.items()
    ]
    for measure in MEASURES[1:]:
        worse = [row.mixing_helps(measure) for row in rows]
        lines.append(share_line(f"without mixing, {measure} worse", "", cards, worse))
    lines.append(
        share_line(
            "mixing adds profiles", "", cards, [set(row.profiles) != set(row.pure) for row in rows]
        )
    )
    for name, (column, holds) in CORNERS.items():
        lines.append(share_line(name, column, cards, [holds(row) for row in rows]))
    return markdown_table(
        ("% of hands", "paper", "ours", "95 % interval", "paper within", "standard errors apart"),
        lines,
    )


def share_line(name: str, column: str, cards: int, holds: Sequence[bool]) -> tuple[str, ...]:
    """Return a share, its interval, and where the paper's figure lies."""
    hits, total = sum(holds), len(holds)
    low, high = wilson(hits, total)
    cells = (name, f"{100 * hits / total:.1f}", f"{low:.1f} to {high:.1f}")
    if column not in PUBLISHED or cards not in (4, 5):
        published = "0.0" if name.startswith("without mixing") and cards in (4, 5) else "–"
        return (
            cells[0],
            published,
            *cells[1:],
            "yes" if published == "0.0" and low == 0 else "–",
            "–",
        )
    paper = PUBLISHED[column][cards - 4]
    inside = "yes" if low <= paper <= high else "no"
    return (cells[0], f"{paper:.1f}", *cells[1:], inside, f"{apart(hits, total, paper):+.1f}")


def readings_table(cards: int, rows: Iterable[Row]) -> str:
    """Return the shares under every reading; stars at those that the paper's figures do not contradict."""
    groups: dict[Reading, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.hand.reading, []).append(row)
    measured = {**{name: (name, holds) for name, holds in SHARES.items()}, **CORNERS}
    lines = []
    for group, own in groups.items():
        cells = [
            starred(column, cards, list(map(holds, own))) for column, holds in measured.values()
        ]
        payoffs = statistics.fmean(row.distinct[0] for row in own)
        fitting = sum(cell.endswith("*") for cell in cells[: len(SHARES) - 1])
        lines.append(
            (
                str(group),
                f"{len(own):,}",
                f"{fitting} of {len(SHARES) - 1}",
                *cells,
                f"{payoffs:.1f}",
            )
        )
    return markdown_table((f"{cards} cards", "hands", "fitting", *measured, "n1"), lines)


def starred(column: str, cards: int, holds: Sequence[bool]) -> str:
    hits, total = sum(holds), len(holds)
    fits = cards in (4, 5) and abs(apart(hits, total, PUBLISHED[column][cards - 4])) < 1.96
    return f"{100 * hits / total:.1f}{' *' if fits else ''}"


NOTE = """Reading: {reading}. By default player 1 bids first and leads; the second bid may not make the sum of the bids
the number of tricks; failing costs 10 and the bid; suit is followed; the winner of a trick leads; trump is a random
suit; hands list their cards as dealt; anyNash makes the first of the best moves.

A hand has multiple equilibria where its subgame perfect equilibria do not all pay the same. Rows that bear the name of
an objective count the hands in which the best equilibrium is better than the one that anyNash found; "without mixing"
those in which it is better than the best one in pure moves. Intervals are Wilson's; the last column takes the paper's
figure as a sample of 1,000 hands too. bestNash's time includes the strategy for the social optimum; the paper's times
are of 2006.

"The corner" is the most that player 1 gets in any equilibrium together with the most that player 2 gets in any; it is
counted where its sum is above every equilibrium's although it is no better by any other objective. It is not an
equilibrium.

Mixing cannot raise the social optimum in this game, nor any other objective that never falls when a payoff rises, and
where anyNash misses the social optimum it misses the single maximum too, so that the paper's column of the former
cannot be the larger: `docs/oh_hell.md` has the proofs, and what else follows for the published table."""

READINGS_NOTE = """One thing changed at a time, on merged positions, so without tree sizes and times. A star stands
where the share and the paper's lie less than 1.96 standard errors apart, and "fitting" counts those of multiple
equilibria and the five objectives; the corner's two columns are set against the paper's shares of hands in which pure
moves are worse, and of the social optimum. n1 is the mean number of payoffs that player 1 can receive."""
